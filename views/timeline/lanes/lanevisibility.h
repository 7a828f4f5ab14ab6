// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanelayout.h"

#include <QCoreApplication>

#include <map>
#include <memory>
#include <vector>

namespace rs {

/// Which lanes the user's arrangement lets through, and what they are called and stand below: rules of LaneLayout
/// applied to the loaded ranks.
class LaneVisibility
{
    Q_DECLARE_TR_FUNCTIONS(rs::LaneVisibility)
public:
    LaneVisibility(const TimelineData *data, LaneLayout *layout) : m_data(data), m_layout(layout) {}

    enum class Shown : quint8 {
        Yes,
        Hidden,
        LeftOut,
        Elsewhere, ///< the same lane of another rank stands for it
    };
    [[nodiscard]] Shown shown(const TimelineRank &rank, LaneId id) const;
    [[nodiscard]] Shown shown(const TimelineRank &rank, CounterId id) const;
    [[nodiscard]] bool shows(const TimelineRank &rank, LaneId id) const { return shown(rank, id) == Shown::Yes; }
    /// Neither the rank nor its host is hidden or left out.
    [[nodiscard]] bool passes(RankRef ref) const;
    [[nodiscard]] bool passesText(const TimelineRank &rank, const LaneKey &lane, const LaneKey &process) const;
    /// The user's name for it, or its own; fit for display.
    [[nodiscard]] QString nameOf(const LaneKey &key, const QString &own) const;
    [[nodiscard]] QString placeOf(const TimelineRank &rank, LaneId id) const;
    /// Name of the process in the trace, with the host if its lanes are of a kernel trace that ranks share.
    [[nodiscard]] QString processName(const TimelineRank &rank, ProcessId id) const;
    /// A lane of a kernel trace that ranks share.
    [[nodiscard]] bool isShared(const TimelineRank &rank, LaneId id) const;
    /// The host of that kernel trace; empty where the rank shares none.
    [[nodiscard]] QString sharedHost(RankRef ref) const;

    /// Learns anew which ranks stand below hosts: none do while there are fewer than two.
    void findHosts();
    /// Learns anew which ranks share a kernel trace: its lanes are shown once, with the first of them that is shown.
    void findShared();
    [[nodiscard]] const std::map<RankRef, LaneKey> &hosts() const { return m_hosts; }
    /// The root where no host has a row.
    [[nodiscard]] LaneKey hostOf(RankRef ref) const;
    /// Ranks that are shown below a host, in the user's order; empty while no host has a row.
    [[nodiscard]] std::vector<RankRef> ranksOf(const LaneKey &host) const;

private:
    [[nodiscard]] Shown shown(RankRef rank, ProcessKind kind, bool passesText, bool exempt, bool hidden) const;

    const TimelineData *m_data;
    LaneLayout *m_layout;
    std::map<RankRef, LaneKey> m_hosts; ///< of ranks that stand below one
    /// A kernel trace that several ranks of a run have.
    struct Shared
    {
        RankRef shownWith; ///< not valid while none of them is shown
        int ranks = 0;
        QString host;
        std::weak_ptr<const Trace> trace; ///< of the rank, whose lanes and processes of the file these are
        std::vector<bool> lanes;
        std::vector<bool> processes;
    };
    static void findLanes(Shared &shared, const RankInfo &info, const TimelineRank *rank);
    std::map<RankRef, Shared> m_shared; ///< of ranks that share one
};

} // namespace rs
