// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/matchedcollectives.h"
#include "analysis/replay/replayrank.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Time that a rank would not have spent: a part of each nanosecond of a set, on its own clock.
struct Relief
{
    IntervalLengths where;
    double part = 0;     ///< 0..1; below 0: it would have spent more
    bool onHost = false; ///< the host would not have spent it: the set is of its stamps
};

/// Change to a run that is replayed.
struct ReplayChange
{
    int rankIndex = -1; ///< whose time the reliefs are
    std::vector<Relief> reliefs;
    /// Collectives (into MatchedCollectives::all, ascending) and by how much their transfer would be shorter, as on a
    /// link like others; below 0: longer.
    std::vector<std::pair<quint32, qint64>> transfers;
    bool overlapped = false; ///< no work waits for a collective; what is sent is waited for
    /// Collectives and by how much shorter they are, or below 0 longer, since one of them does the work of others.
    /// Steps may then take longer as well.
    std::vector<std::pair<quint32, qint64>> merged{};
};

/// Plays the run once more without some of what it did. Work begins when the work before it is done, its host has
/// launched it, and what it waits for has ended; a collective when all its ranks have come; a host goes on when the
/// device is done that it waits for. Delays that none of these explains stay as they are.
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
    /// Distance of the run, played from what depends on what alone, from the length that it had, as a part of that:
    /// short delays are then as long as they usually are. Empty when cancelled, or where no rank has steps.
    [[nodiscard]] std::optional<double> error(const JobContext &job = JobContext()) const;
    /// From the begin of the first step to the end of the last, all ranks; 0 where no rank has steps.
    [[nodiscard]] qint64 lengthNs() const;
    /// By step: from the end of the one before it, the first from the begin of the run, over all ranks. Shares of gains
    /// are of these.
    [[nodiscard]] std::vector<qint64> stepLengths() const;

private:
    class Playback;
    static constexpr quint32 none = std::numeric_limits<quint32>::max();

    /// Causes that a communication operator waits for before it begins.
    struct Begin
    {
        qint64 launchNs = ReplayTask::unknown; ///< host stamp
        quint32 task = none;                   ///< the last one whose result it may need
        quint32 queued = none;                 ///< end that it stands behind on its stream
        quint32 other = none;                  ///< end of another stream that nothing but it follows
    };
    /// A task that begins behind the end of an operator which its stream waits for.
    struct TaskWait
    {
        quint32 task = 0;
        quint32 end = 0;
    };

    void findEnds();
    void findBegins();
    [[nodiscard]] quint32 taskBefore(const CollectiveEnd &end, qint64 launchNs) const;
    void findWaits(size_t rank);
    [[nodiscard]] const std::vector<ReplayTask> &tasksOf(size_t rank) const;
    /// The last operator of a rank that ends until then.
    [[nodiscard]] quint32 lastEndUntil(size_t rank, qint64 ns) const;

    const MatchedCollectives &m_meetings;
    const std::vector<ReplayRank> &m_ranks;
    std::vector<std::vector<ReplayTask>> m_pieces; ///< of compute, by rank, where launches are not known
    std::vector<std::vector<quint32>> m_endsOf;    ///< by rank and end
    std::vector<Begin> m_begins;                   ///< by end
    std::vector<std::vector<TaskWait>> m_waits;    ///< by rank and task
    std::array<qint64, 4> m_usual{};               ///< usual delay behind a task, a launch, an operator, a call
};

} // namespace rs
