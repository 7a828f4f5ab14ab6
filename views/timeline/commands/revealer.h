// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"
#include "views/timeline/lanes/lanejumps.h"
#include "views/timeline/lanes/lanemodel.h"

#include <QJsonObject>
#include <QObject>

#include <optional>
#include <set>
#include <vector>

namespace rs {

/// Brings a slice, a rank, a step or a box into sight: its lanes are shown and unfolded, the time is moved, and what is
/// not loaded yet is waited for.
class Revealer : public QObject
{
    Q_OBJECT
public:
    explicit Revealer(const TimelineParts &parts, QObject *parent = nullptr);

    /// An empty span: the slice itself.
    void revealSlice(RankRef rank, SliceId slice, TimeWindow span);
    /// An empty span: the time axis stays where it shows any of the rank.
    void revealRank(RankRef rank, TimeWindow span = {});
    /// The chosen step of the current rank fills the time axis; while that is not loaded the step of another rank of
    /// its run does. No step: the whole axis.
    void revealStep();
    /// The first ranks of the tree are those that the state holds together. What they are held against each other for
    /// is pinned, one rank over the other: launches, kernels and causes of idle time, frequency and kernels, or the
    /// communication lanes of the domain of the selected operator.
    void bringTogether();
    /// Others are together, or none: the pins follow, but for the user's own.
    void togetherChanged();
    /// The critical path is shown, or no longer: its lanes are pinned as long as it is.
    void highlightChanged();
    /// True while lanes of ranks that were brought together are pinned.
    [[nodiscard]] bool holdsRanks() const;
    void revealBox();
    /// Change of the lanes by hand: a step of the history of its own.
    void arrange(const std::function<void()> &change);
    /// The lanes of its device, else the row that stands for it; nothing where it has none.
    void scrollTo(RankRef rank);
    void keepCompact(RankRef ref, const std::vector<LaneId> &lanes);
    /// Ranks came: what was waited for may be there.
    void ranksChanged();
    /// Place of the user for the history: the first row in sight, and the changes of jumps to the lanes.
    [[nodiscard]] QJsonObject place() const;
    /// Takes back the changes of jumps since that place, or makes them again.
    void returnTo(const QJsonObject &place);
    /// The first row in sight, by name, and how much of it is not: where the user stood among many ranks.
    [[nodiscard]] QJsonObject saveTop() const;
    /// Until the rank of that row is loaded, the rank is what can be shown.
    void restoreTop(const QJsonObject &top);
    void forgetJumps() { m_jumps.forget(); }
    void forget()
    {
        m_jumps.forget();
        m_sought.reset();
        m_awaitedStep.reset();
        m_awaited.clear();
        m_pinned.clear();
    }

signals:
    void notice(const QString &text);

private:
    /// Target to bring into sight as soon as its rank is loaded.
    struct Sought
    {
        RankRef rank;
        SliceId slice = NoSlice; ///< NoSlice: the rank
        TimeWindow span;
    };
    /// A step that was chosen before the current rank was loaded.
    struct AwaitedStep
    {
        QString step;
        TimeWindow window; ///< that was shown since
        bool shown;        ///< of another rank
    };
    [[nodiscard]] std::vector<LaneKey> lanesToCompare(RankRef rank) const;
    [[nodiscard]] QString selectedCommunicator() const;
    void moveToFront(RankRef ref);
    [[nodiscard]] std::vector<RankRef> ranksOfPath() const;
    void pinTogether();
    void leaveMeasured();
    void showSpan(TimeWindow drawn, bool whole);
    void showTop();
    void showSought();
    void showAwaitedStep();
    void tell(LaneModel::Revealed done, const QString &what);

    TimelineParts m_parts;
    TimeWindow m_measured; ///< by the last jump that did
    LaneJumps m_jumps;
    std::optional<Sought> m_sought;
    std::optional<AwaitedStep> m_awaitedStep;
    bool m_together = false;       ///< the next rank to be revealed is one that was brought together with others
    QString m_communicator;        ///< whose lanes are compared; empty: all
    std::set<RankRef> m_awaited;   ///< brought together, but not loaded yet
    bool m_showsPath = false;      ///< the critical path is highlighted
    std::vector<LaneKey> m_pinned; ///< of ranks that were brought together; the user's own pins are not among them
    QJsonObject m_top;             ///< the row that is to be the first in sight as soon as its rank is loaded
};

} // namespace rs
