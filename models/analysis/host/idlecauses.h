// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/dispatch.h"

#include <array>
#include <vector>

namespace rs {

/// Cause of idle time. Each gap is cut where a step begins; each piece has exactly one cause by what lies in it, so the
/// causes of a step add up to its Free time.
enum class IdleCause : quint8 {
    HostLate,      ///< the next task was launched only after the device had run dry
    Synchronizing, ///< the host was inside a synchronising call when it should have launched, or when the device ran
                   ///< dry
    Copy,          ///< a copy filled most of the gap
    Communication, ///< communication tasks ran without their operator being shown
    EventWait,     ///< the stream waited for an event although the next task was launched in time
    DataOrGc,      ///< the host loaded data or collected garbage when it should have launched
    StepBoundary,  ///< one step ended and the next had not begun
    Unknown,       ///< nothing in the trace explains it
    Count
};

/// A gap, or a piece of one. MindSpore's Free is cut at the ends of a step, torch's is not: all pieces of a gap belong
/// to the step in which the gap starts.
struct IdleGap
{
    Interval range; ///< device stamps
    int step = -1;  ///< into IdleReport::steps
    IdleCause cause = IdleCause::Unknown;
    SliceId next = NoSlice;     ///< the task that ended the gap
    SliceId launch = NoSlice;   ///< its launch on the host, where a flow says so
    SliceId evidence = NoSlice; ///< the call, copy or wait that names the cause
    bool operator==(const IdleGap &) const = default;
};

using CauseTotals = std::array<qint64, static_cast<size_t>(IdleCause::Count)>;

struct IdleStep
{
    QString step;
    CauseTotals ns{};
    qint64 freeNs = 0; ///< sum of the gaps of the step: the classical Free of step_trace_time
};

/// "host_late", …: stable, for files and the command line.
[[nodiscard]] QString idleCauseKey(IdleCause cause);

struct IdleReport
{
    std::vector<IdleGap> gaps;   ///< by start; gaps between first and last compute or communication
    std::vector<IdleStep> steps; ///< in order of their first gap; gaps outside of every step belong to an empty one
};

/// `dispatch` and `idle` must be those of the same rank.
[[nodiscard]] IdleReport idleCauses(const RankData &rank, const Dispatch &dispatch, const DeviceIdle &idle,
                                    const JobContext &job = JobContext(), ThreadPool *pool = nullptr);
[[nodiscard]] IdleReport idleCauses(const RankData &rank, const Dispatch &dispatch,
                                    const JobContext &job = JobContext(), ThreadPool *pool = nullptr);

} // namespace rs
