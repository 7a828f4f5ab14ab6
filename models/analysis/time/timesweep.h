// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/devicesets.h"
#include "core/job/jobcontext.h"

#include <array>
#include <limits>
#include <vector>

namespace rs {

/// State of a device: at every moment exactly one of these.
enum class DeviceState : quint8 {
    Computes,
    Both, ///< computes and communicates
    Communicates,
    Copies, ///< neither of the two
    Nothing
};
inline constexpr size_t DeviceStateCount = 5;

/// Stretches of one kind, each as long as it goes on: what the official overlap analysis has a lane for.
enum class DeviceRun : quint8 {
    Compute,
    Communication,
    Uncovered, ///< communication outside of any compute
    Gap        ///< neither, between the first and the last of them
};
inline constexpr size_t DeviceRunCount = 4;

/// Sums of a sweep over a device's time at one moment. Sums count modulo 2^64, so that the difference of two is exact
/// wherever they lie.
struct SweepPoint
{
    using Spent = std::array<quint64, DeviceStateCount>; ///< ns in each DeviceState
    struct Work
    {
        qint64 at;
        Spent spent{}; ///< until then
    };
    struct Runs
    {
        quint64 passedNs = 0;                                  ///< time of those that start before, until the moment
        quint64 startedNs = 0;                                 ///< time of those that start before, whole
        qint64 nextStart = std::numeric_limits<qint64>::max(); ///< start of the first that starts then or later
        qint64 lastEnd = std::numeric_limits<qint64>::min();   ///< end of the last that starts before
    };

    qint64 at = 0;
    Spent spent{}; ///< before that moment
    /// The first moment from then on at which the device computes or communicates; the far future when there is none.
    Work nextWork{std::numeric_limits<qint64>::max()};
    /// The last moment until then up to which it did; the far past when there is none.
    Work lastWork{std::numeric_limits<qint64>::min()};
    std::array<Runs, DeviceRunCount> runs;

    [[nodiscard]] const Runs &of(DeviceRun run) const { return runs[static_cast<size_t>(run)]; }
};

/// One pass over the boundaries of the sets and the moments, in time proportional to their number (n log n to put the
/// moments in order).
class TimeSweep
{
public:
    TimeSweep(const DeviceSets &sets, std::vector<qint64> moments, const JobContext &job = JobContext());

    /// False when it was cancelled: then it must not be asked.
    [[nodiscard]] bool isComplete() const { return m_complete; }
    /// One of the moments that were given.
    [[nodiscard]] const SweepPoint &at(qint64 moment) const;

private:
    std::vector<SweepPoint> m_points;
    bool m_complete = false;
};

} // namespace rs
