// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "tables/base/rowsource.h"
#include "views/page/verdictjump.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QMenu;

namespace rs {

/// Goes where a row of a table of the catalogue leads: a verdict to its next view; else what the keys of the row name:
/// a slice, also one that a record of communication.json has to be looked up for, a link in the matrix, an operator of
/// communication, a rank in a step, a step. What it names is chosen everywhere. One step of the history. Where nothing
/// is found ViewState::noticed() says why.
class RowJump
{
    Q_DECLARE_TR_FUNCTIONS(rs::RowJump)
public:
    explicit RowJump(const ViewContext &context) : m_context(context), m_verdict(context) {}

    /// Called before a jump changes what is seen: for a window that would cover it.
    void setLeaving(std::function<void()> leaving) { m_leaving = std::move(leaving); }

    /// `rank`: of the table, for rows that name none themselves. Newest wins.
    void go(const RowSource &rows, quint32 row, RankRef rank);
    /// To the operator behind a row about a link, of several to the longest.
    void goToOperatorOf(const RowSource &rows, quint32 row, RankRef rank);
    /// The entries of the row's menu, first where go() leads, then what else it names; disabled with the reason where
    /// it leads nowhere.
    void addTo(QMenu *menu, const std::shared_ptr<const RowSource> &rows, quint32 row, RankRef rank);
    void cancel();
    [[nodiscard]] bool isRunning() const
    {
        return m_job.isRunning() || m_sliceJob.isRunning() || m_verdict.isRunning();
    }

private:
    enum class Way : quint8 {
        Nowhere,
        Verdict,
        Page,
        Slice,
        Record,
        Link,
        LinkOperator, ///< the slice of the operator on a link
        Operator,
        Pair,
        Lanes,
        Overview
    };
    struct Target
    {
        Way way = Way::Nowhere;
        RowKeys keys;
        RankRef rank;
        int other = -1; ///< of a pair
        QString page;
        QString text;
    };

    struct Place
    {
        Interval span{};  ///< in stamps of the rank's device
        QString domain{}; ///< its hash
        SliceId slice = NoSlice;
    };

    [[nodiscard]] Target targetOf(const RowSource &rows, quint32 row, RankRef rank) const;
    [[nodiscard]] Target targetOfVerdict(const Verdict &verdict, RankRef rank) const;
    void goTo(const Target &target, const RowSource &rows, quint32 row, RankRef rank);
    using Rows = std::shared_ptr<const RowSource>;
    void addMore(QMenu *menu, const Target &target, const Rows &rows, quint32 row, RankRef rank);
    /// Adds entries of the menu after its first one.
    void addTarget(QMenu *menu, Way way, Target target, const Rows &rows, quint32 row, const QString &whyNot);
    void leave() const;
    /// Places in the run of the ranks at the ends of a link; -1: not known.
    [[nodiscard]] std::pair<int, int> endsOf(const Target &target, const RowSource &rows, quint32 row) const;
    void showLinkOperator(const Target &target);
    [[nodiscard]] QString whyNowhere(int run) const;
    void showLanes(const Target &target);
    void showRecord(const Target &target);
    /// A link or an operator of its domain, selected, on its page of communication.
    void showCommunication(const Target &target);

    ViewContext m_context;
    VerdictJump m_verdict;
    LatestJob<Place> m_job;
    LatestJob<std::pair<RankRef, SliceId>> m_sliceJob;
    std::function<void()> m_leaving;
};

} // namespace rs
