// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/intervals.h"
#include "analysis/meetings.h"
#include "core/jobcontext.h"

#include <optional>
#include <vector>

namespace rs {

/// Time that a rank would not have spent: a part of each nanosecond of a set, on its own clock.
struct Relief
{
    IntervalLengths where;
    double part = 0; ///< 0..1
};

/// What a rank's device does, on its own clock.
struct ReplayRank
{
    IntervalSet compute;                         ///< which may go on while an operator waits
    std::vector<std::optional<qint64>> stepEnds; ///< of each step of the run; empty where the rank has no such step
};

/// Runs the meetings of the ranks once more without some time of one of them: everybody waits in each meeting for the
/// one that comes last then, and begins what follows as much earlier. How much earlier does each step end?
class StepReplay
{
public:
    /// `ranks` beside Meetings::clocks. Both outlive the replay.
    StepReplay(const Meetings &meetings, const std::vector<ReplayRank> &ranks);
    /// By step: how much shorter it is. Empty when cancelled, or where no rank has steps.
    [[nodiscard]] std::vector<qint64> gains(int rankIndex, const std::vector<Relief> &reliefs,
                                            const JobContext &job = JobContext()) const;

private:
    const Meetings &m_meetings;
    const std::vector<ReplayRank> &m_ranks;
};

} // namespace rs
