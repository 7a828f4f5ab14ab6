// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "items/rowsourcemodel.h"
#include "tables/comparetables.h"
#include "views/rankmenu.h"
#include "views/runshifts.h"
#include "views/widgets/menus.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <map>

/// Where the rows of the comparison lead, and what is said of one that is selected.
namespace rs {

namespace {

/// Where the timeline draws the start of a kernel; `runShift` is what it takes off the stamps of the rank's run.
qint64 drawnStart(const TimeOffsets &offsets, RankRef ref, const Trace &trace, SliceId slice, qint64 runShift)
{
    const qint64 start = trace.slices().start(slice);
    return start - runShift - offsets.ofRankAt(ref, start) - offsets.ofLane(ref, trace.laneOf(slice)) -
           offsets.ofDevice(ref);
}

} // namespace

std::vector<std::pair<QString, QString>> CompareView::factsOf(const Selection &selection) const
{
    std::vector<std::pair<QString, QString>> out;
    const RankComparison &all = m_result.comparison;
    const auto at = std::find_if(all.rows.begin(), all.rows.end(), [&](const CompareRow &row) {
        return compareLabel(row, all.grouping) == selection.text;
    });
    if (selection.kind != Selection::Kind::Operator || selection.rank != base() || at == all.rows.end())
        return out;
    const auto place = static_cast<size_t>(at - all.rows.begin());
    const auto listed = std::find(m_result.listed.begin(), m_result.listed.end(), place);
    // The comparison holds it, whichever rows the table lists now.
    RowSourceModel alone;
    int row = 0;
    if (listed == m_result.listed.end()) {
        RankComparison one = all;
        one.rows = {*at};
        alone.setWhole(compareRows(one, {m_result.spread[place]}, names()));
    } else {
        row = static_cast<int>(listed - m_result.listed.begin());
    }
    const RowSourceModel &model = listed == m_result.listed.end() ? alone : *m_model;
    for (int c = 0; c < model.columnCount(); ++c) {
        const QString text = model.index(row, c).data().toString();
        if (!text.isEmpty())
            out.emplace_back(model.headerData(c, Qt::Horizontal).toString(), text);
    }
    return out;
}

void CompareView::chooseRow(int row)
{
    Selection s;
    s.kind = Selection::Kind::Operator;
    s.rank = base();
    s.text = compareLabel(rowAt(row), comparison().grouping);
    state().select(s);
    showDurations(m_result.listed[static_cast<size_t>(row)]);
}

// As in the timeline: nothing is selected any more, and what tells of it gives its room back.
void CompareView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || state().selection().kind == Selection::Kind::None)
        return DockView::keyPressEvent(event);
    state().select({});
}

void CompareView::jump(int row, bool toBase)
{
    const CompareRow &r = rowAt(row);
    const SliceId slice = toBase ? r.base.longest : r.other.longest;
    if (slice == NoSlice)
        return;
    state().inOneStep([&] {
        state().revealSlice(toBase ? base() : other(), slice);
        state().showView(QStringLiteral("timeline"));
    });
}

void CompareView::jumpToBoth(SliceId ofBase, SliceId ofOther)
{
    const auto a = runs().rank(base());
    const auto b = runs().rank(other());
    if (!a || !b || !a->trace || !b->trace || ofBase == NoSlice || ofOther == NoSlice)
        return;
    TimeOffsets offsets = state().offsets();
    std::map<int, qint64> shifts = runShifts(runs());
    const qint64 apart = drawnStart(offsets, other(), *b->trace, ofOther, shifts[other().run]) -
                         drawnStart(offsets, base(), *a->trace, ofBase, shifts[base().run]);
    offsets.setRank(other(), offsets.ofRankAt(other(), b->trace->slices().start(ofOther)) + apart,
                    OffsetReason::Slices);
    // What ran before and after tells more than the pair alone.
    const qint64 longer = std::max(a->trace->slices().duration(ofBase), b->trace->slices().duration(ofOther));
    const qint64 start = a->trace->slices().start(ofBase);
    const TimeWindow span{start - 4 * longer, start + 5 * longer};
    const std::vector<RankRef> sides{base(), other()};
    state().inOneStep([&] {
        state().setOffsets(offsets);
        state().showTogether(sides, span, TogetherLook::Launches);
        state().revealSlice(sides.front(), ofBase, span);
        state().showView(QStringLiteral("timeline"));
    });
}

void CompareView::addBothAction(QMenu *menu, SliceId ofBase, SliceId ofOther)
{
    QAction *both = menu->addAction(tr("Show Both in Timeline, Aligned"));
    both->setObjectName(QStringLiteral("compare-both"));
    setAvailable(both, ofBase != NoSlice && ofOther != NoSlice
                           ? QString()
                           : tr("The operator has slices in the trace of one side at most."));
    connect(both, &QAction::triggered, this, [this, ofBase, ofOther] { jumpToBoth(ofBase, ofOther); });
}

void CompareView::addRowActions(QMenu *menu, int row)
{
    const CompareRow &r = rowAt(row);
    const auto add = [&](RankRef ref, bool toBase, SliceId slice) {
        QAction *action = menu->addAction(tr("Show the Longest of %1 in Timeline").arg(runs().rankLabel(ref)));
        setAvailable(action, slice != NoSlice ? QString() : tr("The rank's trace holds no slice of this row."));
        connect(action, &QAction::triggered, this, [this, row, toBase] { jump(row, toBase); });
    };
    add(base(), true, r.base.longest);
    add(other(), false, r.other.longest);
    addBothAction(menu, r.base.longest, r.other.longest);
    for (const RankRef ref : {base(), other()})
        addShowInTimeline(menu, state(), ref, runs());
}

} // namespace rs
