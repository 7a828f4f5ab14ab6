// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/matchedcollectives.h"
#include "analysis/time/intervals.h"
#include "core/job/jobcontext.h"

#include <optional>
#include <utility>
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

/// What is not as it was, in a run that is played once more.
struct ReplayChange
{
    int rankIndex = -1; ///< whose time the reliefs are
    std::vector<Relief> reliefs;
    /// Collectives (into MatchedCollectives::all, ascending) and by how much their transfer would be shorter on a link
    /// like others.
    std::vector<std::pair<quint32, qint64>> transfers;
};

/// Runs the collectives of the ranks once more without some of what they did: everybody waits in each collective for
/// the one that comes last then, and begins what follows as much earlier. How much earlier does each step end?
class StepReplay
{
public:
    using Changes = std::vector<const ReplayChange *>;
    /// `ranks` beside MatchedCollectives::clocks. Both outlive the replay.
    StepReplay(const MatchedCollectives &collectives, const std::vector<ReplayRank> &ranks);
    /// By step: how much shorter it is with all of `made`. A transfer is as slow as the slowest of its links, so those
    /// of `left` count, which stay as they are. Empty when cancelled, or where no rank has steps.
    [[nodiscard]] std::vector<qint64> gains(const Changes &made, const Changes &left = {},
                                            const JobContext &job = JobContext()) const;

private:
    /// The last rank arrives, or one of them is done.
    struct Event
    {
        qint64 ns = 0;
        quint32 collective = 0;
        quint32 end = 0; ///< into MatchedCollectives::ends
    };

    void letQueuesGo(const MatchedCollective &m, const std::vector<qint64> &earlier,
                     std::vector<qint64> &arrivals) const;

    const MatchedCollectives &m_meetings;
    const std::vector<ReplayRank> &m_ranks;
    std::vector<Event> m_events;      ///< by time
    std::vector<quint32> m_meetingOf; ///< by end
    /// By end: the one of the same rank that it began right behind in the queue of its domain, ready for who knows how
    /// long.
    std::vector<quint32> m_queuedBehind;
};

} // namespace rs
