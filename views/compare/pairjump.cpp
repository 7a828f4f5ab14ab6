// SPDX-License-Identifier: Apache-2.0
#include "views/compare/pairjump.h"

#include "items/format.h"
#include "views/state/runshifts.h"
#include "views/state/viewstate.h"
#include "views/widgets/menus.h"

#include <QMenu>

#include <algorithm>
#include <map>
#include <vector>

namespace rs {

namespace {

/// Start of a kernel as drawn in the timeline; `runShift` is subtracted from the stamps of the rank's run.
qint64 drawnStart(const TimeOffsets &offsets, RankRef ref, const Trace &trace, SliceId slice, qint64 runShift)
{
    const qint64 start = trace.slices().start(slice);
    return start - runShift - offsets.ofRankAt(ref, start) - offsets.ofLane(ref, trace.laneOf(slice)) -
           offsets.ofDevice(ref);
}

} // namespace

void PairJump::reveal(RankRef ref, SliceId slice) const
{
    m_state->inOneStep([&] {
        m_state->revealSlice(ref, slice);
        m_state->showView(QStringLiteral("timeline"));
    });
}

void PairJump::showOne(const PairPlace &pair) const
{
    const bool ofBase = pair.ofOther == NoSlice;
    const SliceId slice = ofBase ? pair.ofBase : pair.ofOther;
    if (slice == NoSlice)
        return m_state->notice(tr("The traces of both sides hold no slice of this row."));
    reveal(ofBase ? pair.base : pair.other, slice);
}

void PairJump::showBoth(const PairPlace &pair) const
{
    const auto a = m_runs->rank(pair.base);
    const auto b = m_runs->rank(pair.other);
    if (!a || !b || !a->trace || !b->trace || pair.ofBase == NoSlice || pair.ofOther == NoSlice ||
        pair.base == pair.other)
        return;
    TimeOffsets offsets = m_state->offsets();
    std::map<int, qint64> shifts = runShifts(*m_runs);
    const qint64 apart = drawnStart(offsets, pair.other, *b->trace, pair.ofOther, shifts[pair.other.run]) -
                         drawnStart(offsets, pair.base, *a->trace, pair.ofBase, shifts[pair.base.run]);
    offsets.setRank(pair.other, offsets.ofRankAt(pair.other, b->trace->slices().start(pair.ofOther)) + apart,
                    OffsetReason::Slices);
    // The time around the pair explains more than the pair alone.
    const qint64 longer = std::max(a->trace->slices().duration(pair.ofBase), b->trace->slices().duration(pair.ofOther));
    const qint64 start = a->trace->slices().start(pair.ofBase);
    const TimeWindow span{start - 4 * longer, start + 5 * longer};
    const std::vector<RankRef> sides{pair.base, pair.other};
    m_state->inOneStep([&] {
        m_state->setOffsets(offsets);
        m_state->showTogether(sides, span, TogetherLook::Launches);
        m_state->revealSlice(sides.front(), pair.ofBase, span);
        m_state->showView(QStringLiteral("timeline"));
    });
}

void PairJump::addBothTo(QMenu *menu, const PairPlace &pair) const
{
    QAction *both = menu->addAction(tr("Show Both in Timeline, Aligned"));
    both->setObjectName(QStringLiteral("compare-both"));
    setAvailable(both, pair.ofBase == NoSlice || pair.ofOther == NoSlice
                           ? tr("The operator has slices in the trace of one side at most.")
                       : pair.base == pair.other ? tr("Both are of one rank, whose lanes the timeline has once.")
                                                 : QString());
    QObject::connect(both, &QAction::triggered, m_state, [jump = *this, pair] { jump.showBoth(pair); });
}

void PairJump::addTo(QMenu *menu, const PairPlace &pair, Of of) const
{
    const bool oneRank = pair.base == pair.other;
    const auto add = [&](const char *name, RankRef ref, SliceId slice, const QString &text) {
        QAction *action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        setAvailable(action, slice != NoSlice ? QString() : tr("The rank's trace holds no slice of this row."));
        QObject::connect(action, &QAction::triggered, m_state, [jump = *this, ref, slice] { jump.reveal(ref, slice); });
    };
    const auto text = [this, of](RankRef ref) {
        return (of == Of::Longest ? tr("Show the Longest of %1 in Timeline") : tr("Show That of %1 in Timeline"))
            .arg(m_runs->rankLabel(ref));
    };
    add("compare-base", pair.base, pair.ofBase,
        oneRank ? tr("Show the Longest of the Base in Timeline") : text(pair.base));
    add("compare-other", pair.other, pair.ofOther,
        oneRank ? tr("Show the Longest of the Other Side in Timeline") : text(pair.other));
    addBothTo(menu, pair);
}

} // namespace rs
