// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commoperators.h"
#include "views/picture/timecoordinates.h"
#include "views/state/viewstate.h"

#include <QString>

#include <utility>
#include <vector>

namespace rs {

/// An operator as it is drawn, in the time of the common axis.
struct OperatorBar
{
    qint64 fromNs = 0;
    qint64 toNs = 0;   ///< at least one nanosecond later
    qint64 waitNs = 0; ///< from its start, for the rank that came last
    quint32 op = 0;    ///< into RankOperators::operators
    quint32 entry = RankOperator::none;
    quint16 kind = 0;
    bool unaligned = false; ///< what it waits is not known: RankOperator::unaligned
    bool untraced = false;  ///< likewise: RankOperator::untraced, or partnerUntraced
};

/// Bars that do not overlap, by time.
using BarLane = std::vector<OperatorBar>;

/// The operators of one rank; those that run at once stand in lanes of their own.
struct OperatorBarRow
{
    std::vector<BarLane> lanes;
    std::vector<Interval> steps; ///< as they are drawn
};

struct OperatorBars
{
    std::vector<OperatorBarRow> rows;    ///< beside CommOperators::rows
    TimeWindow span;                     ///< of all bars; empty without one
    quint32 anchor = RankOperator::none; ///< the entry of the attribution by which rows are aligned
    qint64 count = 0;
    bool hasUnaligned = false;
    bool hasUntraced = false;
};

/// Choice and place of the operators that are drawn.
struct BarChoice
{
    int run = -1;
    TimeOffsets offsets; ///< of the clocks
    OperatorAlignment alignment = OperatorAlignment::Recorded;
    quint32 anchor = RankOperator::none; ///< entry of the attribution; none: the first that most ranks have
    QString kind;                        ///< empty: all
    QString name;                        ///< part of it, in any case; empty: all
};

[[nodiscard]] OperatorBars operatorBars(const Run &run, const CommOperators &rows, const BarChoice &choice,
                                        const JobContext &job = JobContext());

/// From the first start to the last end of an operator on all ranks that meet in it, as the timeline draws them with
/// these offsets: clocks that nothing aligns stand apart there, too. In stamps of the slice of `rows.rows[row]`, for
/// ViewState::revealSlice. Its own time without a collective.
[[nodiscard]] Interval drawnMeeting(const Run &run, const CommOperators &rows, RankRef rank, const TimeOffsets &offsets,
                                    std::pair<int, int> place);

/// Pixels [x0, x1) that show a bar; a bar that is narrower than a pixel takes a whole one.
struct BarRun
{
    int x0 = 0;
    int x1 = 0;
    quint32 bar = 0; ///< into the lane: the first of those that share the pixels
    bool operator==(const BarRun &) const = default;
};
/// Disjoint and ascending. Every bar of the lane that touches the window lies in one; takes time in proportion to the
/// pixels, whatever the lane holds.
[[nodiscard]] std::vector<BarRun> barRuns(const BarLane &lane, const TimeMap &map);

/// The bar under a position, or the nearest one no more than `reach` pixels away; -1 where there is none.
[[nodiscard]] int barAt(const BarLane &lane, const TimeMap &map, double x, double reach = 3);

} // namespace rs
