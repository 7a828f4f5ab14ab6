// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/table/hostcolumns.h"

#include <array>
#include <optional>
#include <vector>

namespace rs {

/// Sums of the times of operator_details.csv in microseconds, by HostTime. A cell that is missing adds nothing; nothing
/// at all where no row had one.
class HostSums
{
public:
    void add(HostTime t, double us)
    {
        m_us[static_cast<size_t>(t)] += us;
        m_known |= quint8(1U << static_cast<unsigned>(t));
    }
    void add(const HostSums &other, HostTime from, HostTime to)
    {
        if (other.has(from))
            add(to, other.us(from));
    }
    [[nodiscard]] bool has(HostTime t) const { return (m_known >> static_cast<unsigned>(t) & 1U) != 0; }
    /// 0 where it is not known.
    [[nodiscard]] double us(HostTime t) const { return m_us[static_cast<size_t>(t)]; }
    [[nodiscard]] std::optional<double> at(HostTime t) const { return has(t) ? std::optional(us(t)) : std::nullopt; }

private:
    std::array<double, HostTimes> m_us{};
    quint8 m_known = 0;
};

/// Calls of one operator of the framework, or of it with one set of input shapes.
struct HostOperator
{
    StrId name = NoText;   ///< in the texts of the table
    StrId shapes = NoText; ///< as the file has them
    bool anyShapes = true; ///< all shapes; then `variants` tells how many there are
    qint64 calls = 0;
    qint64 variants = 0;
    HostSums sums;
    double longestUs = 0; ///< greatest host self time of one call
};

/// The operators of operator_details.csv by name, the most host self time first. Empty when cancelled.
[[nodiscard]] std::vector<HostOperator> hostOperators(const Table &table, const JobContext &job = JobContext());
/// Those of one name by input shapes.
[[nodiscard]] std::vector<HostOperator> hostOperatorShapes(const Table &table, StrId name,
                                                           const JobContext &job = JobContext());

/// The slice of the host that lasts longest of those of a name, of every name of the trace, by its id: operators and
/// Python functions of the framework, and calls of CANN. NoSlice for other names. Empty when cancelled.
[[nodiscard]] std::vector<SliceId> longestHostSlices(const Trace &trace, const JobContext &job = JobContext());

} // namespace rs
