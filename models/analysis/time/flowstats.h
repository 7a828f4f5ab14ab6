// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rs {

/// Delays of one flow category, as measured: negative ones are kept, because host and device clocks differ.
struct FlowStat
{
    StrId category{};
    qint64 joined = 0;
    qint64 orphanStarts = 0;
    qint64 orphanEnds = 0;
    qint64 negative = 0;
    qint64 orphansOutOfSlice = 0; ///< as FlowCategory has them
    qint64 orphansCutOff = 0;
    qint64 orphansAlone = 0;
    /// Empty without joined flows. Between two ranks of the sorted delays the value is interpolated and rounded to ns.
    std::optional<qint64> medianNs;
    std::optional<qint64> p5Ns;
    std::optional<qint64> p95Ns;
};

/// Numbers [first, last) of flows: what one thread reads in one go.
struct FlowBlock
{
    quint32 first = 0;
    quint32 last = 0;
};

/// Index of the category of that name, if any of its flows are joined; else -1.
[[nodiscard]] int joinedCategory(const Trace &trace, std::string_view name);
/// All flows in a few parts, one behind the other.
[[nodiscard]] std::vector<FlowBlock> flowBlocks(const FlowStore &flows);

/// In the order of FlowStore::categories(). Cancelled: empty.
[[nodiscard]] std::vector<FlowStat> flowStats(const Trace &trace, const JobContext &job = JobContext());

/// Linear interpolation between the values at the two ranks around `rank`, rounded to an integer; 0 <= rank < size.
[[nodiscard]] qint64 valueAt(const std::vector<qint64> &sorted, double rank);

/// valueAt() the share `p` of the ranks; `sorted` must not be empty, 0 <= p <= 1.
[[nodiscard]] qint64 percentile(const std::vector<qint64> &sorted, double p);

/// percentile() of values in any order, which it moves about: cheaper than sorting them for a few percentiles.
[[nodiscard]] qint64 percentileOf(std::vector<qint64> &values, double p);

} // namespace rs
