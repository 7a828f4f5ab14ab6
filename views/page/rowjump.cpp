// SPDX-License-Identifier: Apache-2.0
#include "views/page/rowjump.h"

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/commrecord.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/stepwindows.h"
#include "core/run/tracefiles.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/page/rankmenu.h"
#include "views/page/systemtexts.h"
#include "views/state/highlightedranks.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace rs {

namespace {

int rankOfLabel(const Run &run, const QString &label)
{
    const auto at =
        std::find_if(run.infos.begin(), run.infos.end(), [&label](const RankInfo &i) { return i.label == label; });
    return label.isEmpty() || at == run.infos.end() ? -1 : static_cast<int>(at - run.infos.begin());
}

// A menu would read & as a mark for its key.
QString menuText(const QString &name)
{
    return format::displayText(name).replace(u'&', QLatin1String("&&"));
}

} // namespace

RowJump::Target RowJump::targetOfVerdict(const Verdict &verdict, RankRef rank) const
{
    Target out;
    out.rank = rank;
    const auto run = m_context.runs->run(rank.run);
    if (verdict.target != LookTarget::None) {
        out.way = Way::Verdict;
        out.text = VerdictJump::text(verdict, *run);
        return out;
    }
    // Without a cause the evidence rows are used.
    for (const EvidenceRows &e : verdict.evidence) {
        const TableSpec *const table = m_context.tables->find(e.table);
        if (table && table->ownPage) {
            out.way = Way::Page;
            if (verdict.rank >= 0 && static_cast<size_t>(verdict.rank) < run->infos.size())
                out.rank.index = verdict.rank;
            // The page with a picture of the rows, if there is one.
            out.page = table->id == QLatin1String("moe.load") ? QStringLiteral("parallel/experts")
                                                              : QStringLiteral("system/") + table->id;
            out.text = tableText(table->title);
            return out;
        }
    }
    return out;
}

RowJump::Target RowJump::targetOf(const RowSource &rows, quint32 row, RankRef rank) const
{
    const auto run = m_context.runs->run(rank.run);
    if (!run)
        return {};
    if (const Verdict *const verdict = verdictOf(rows, row))
        return targetOfVerdict(*verdict, rank);
    Target out;
    out.keys = keysOf(rows, row);
    out.rank = rank;
    if (out.keys.place.rank >= 0)
        out.rank.index = out.keys.place.rank;
    const QString name = m_context.runs->rankLabel(out.rank);
    if (out.keys.place.slice != NoSlice) {
        out.way = Way::Slice;
        out.text = tr("Show in Timeline");
    } else if (out.keys.place.record && out.keys.place.rank >= 0 &&
               hasTraceFile(run->infos[static_cast<size_t>(out.rank.index)])) {
        out.way = Way::Record;
        out.text = tr("Show in Timeline");
    } else if (out.keys.place.link) {
        out.way = Way::Link;
        out.text = tr("Show the Link in the Matrix");
    } else if (!out.keys.op.isEmpty() && out.keys.op != TotalOp) {
        out.way = Way::Operator;
        out.text = tr("Show in Communication");
    } else if (out.keys.place.rank >= 0) {
        out.other = rankOfLabel(*run, out.keys.otherRank);
        const bool traced = hasTraceFile(run->infos[static_cast<size_t>(out.rank.index)]);
        out.way = !traced ? Way::Overview : out.other >= 0 ? Way::Pair : Way::Lanes;
        out.text = !traced          ? tr("Show %1 in Overview", "rank").arg(menuText(name))
                   : out.other >= 0 ? tr("Timeline of rank %1 over %2", "two ranks")
                                          .arg(menuText(run->infos[static_cast<size_t>(out.rank.index)].label),
                                               menuText(run->infos[static_cast<size_t>(out.other)].label))
                                    : tr("Show %1 in Timeline", "rank").arg(menuText(name));
    } else if (!out.keys.step.isEmpty()) {
        out.way = Way::Overview;
        out.rank = {};
        out.text = tr("Choose step %1").arg(menuText(out.keys.step));
    }
    return out;
}

void RowJump::cancel()
{
    m_job.cancel();
    m_sliceJob.cancel();
    m_verdict.cancel();
}

void RowJump::leave() const
{
    if (m_leaving)
        m_leaving();
}

void RowJump::go(const RowSource &rows, quint32 row, RankRef rank)
{
    goTo(targetOf(rows, row, rank), rows, row, rank);
}

void RowJump::goToOperatorOf(const RowSource &rows, quint32 row, RankRef rank)
{
    Target target = targetOf(rows, row, rank);
    target.way = Way::LinkOperator;
    goTo(target, rows, row, rank);
}

void RowJump::goTo(const Target &target, const RowSource &rows, quint32 row, RankRef rank)
{
    cancel();
    ViewState &state = *m_context.state;
    switch (target.way) {
    case Way::Nowhere:
        return state.notice(whyNowhere(rank.run));
    case Way::Verdict: {
        const Verdict verdict = *verdictOf(rows, row); // what changes on the way may take the rows with it
        leave();
        return m_verdict.go(verdict, rank.run);
    }
    case Way::Page:
        leave();
        return state.inOneStep([&] {
            if (const Verdict *const verdict = verdictOf(rows, row))
                state.askMetric(verdictMetric(verdict->kind));
            if (target.rank.index >= 0)
                state.setCurrentRank(target.rank);
            state.showView(target.page);
        });
    case Way::Slice: {
        const std::optional<Interval> &time = target.keys.place.time;
        leave();
        return state.revealSlice(target.rank, target.keys.place.slice,
                                 time ? TimeWindow{time->from, time->to} : TimeWindow());
    }
    case Way::Record:
        return showRecord(target);
    case Way::Link:
    case Way::Operator:
        return showCommunication(target);
    case Way::LinkOperator:
        return showLinkOperator(target);
    case Way::Pair: {
        // The late rank is placed over the waiting one, as a verdict places an outlier over a normal rank.
        Verdict late;
        late.rank = target.rank.index;
        late.normalPeer = target.other;
        late.target = LookTarget::Timeline;
        late.steps = target.keys.step.isEmpty() ? QStringList() : QStringList{target.keys.step};
        if (late.steps.isEmpty() && !state.step().isEmpty())
            late.steps << state.step();
        leave();
        return m_verdict.go(late, rank.run);
    }
    case Way::Lanes:
        return showLanes(target);
    case Way::Overview:
        leave();
        return state.inOneStep([&] {
            if (target.keys.step.isEmpty())
                state.chooseRankAndStep(target.rank, state.step());
            else
                state.chooseRankAndStep(target.rank, target.keys.step);
            state.showView(QStringLiteral("overview"));
        });
    }
}

void RowJump::showLanes(const Target &target)
{
    const QString step = target.keys.step;
    const auto arrive = [this, ref = target.rank, step](const Place &place) {
        ViewState &state = *m_context.state;
        leave();
        state.inOneStep([&] {
            // The step first: it may move the time axis.
            state.chooseRankAndStep(ref, step.isEmpty() ? state.step() : step);
            state.showInTimeline(ref, {place.span.from, place.span.to});
        });
    };
    const auto rank = m_context.runs->rank(target.rank);
    if (target.keys.place.time || step.isEmpty() || !rank || !rank->trace)
        return arrive({target.keys.place.time.value_or(Interval())});
    m_job.onOutOfMemory([arrive](Shortage lack) {
        if (lack != Shortage::None)
            arrive({});
    });
    m_job.start(
        *m_context.pool, [rank, step](const JobContext &job) { return Place{deviceSpanOf(*rank, step, job)}; }, arrive);
}

void RowJump::showRecord(const Target &target)
{
    ViewState *const state = m_context.state;
    const RecordPlace record = *target.keys.place.record;
    const auto rank = m_context.runs->rank(target.rank);
    if (!rank || !rank->trace) { // which is loaded for it
        leave();
        return state->showInTimeline(target.rank, {record.time.from, record.time.to});
    }
    const QString name = format::displayText(m_context.runs->rankLabel(target.rank));
    m_job.onOutOfMemory([state](Shortage lack) {
        if (lack != Shortage::None)
            state->notice(tr("Not enough memory to look for the operator in the trace."));
    });
    m_job.start(
        *m_context.pool,
        [rank, record](const JobContext &job) {
            return Place{{}, {}, RecordSlices(*rank, job).of(record.op, record.time.from)};
        },
        [this, state, ref = target.rank, record, name](const Place &place) {
            if (place.slice != NoSlice) {
                leave();
                state->revealSlice(ref, place.slice);
            } else
                state->notice(tr("The trace of %1 has no %2 that starts at the time in communication.json.",
                                 "rank, name of an operator")
                                  .arg(name, format::displayText(record.op)));
        });
}

void RowJump::showLinkOperator(const Target &target)
{
    const auto run = m_context.runs->run(target.rank.run);
    if (!run || !target.keys.place.link)
        return;
    ViewState *const state = m_context.state;
    m_sliceJob.onOutOfMemory([state](Shortage lack) {
        if (lack != Shortage::None)
            state->notice(tr("Not enough memory to look for the operator in the trace."));
    });
    m_sliceJob.start(
        *m_context.pool,
        [run, at = target.rank.run,
         link = NamedLink{target.keys.place.link->source, target.keys.place.link->destination, target.keys.step,
                          target.keys.domain, target.keys.op}](const JobContext &job) -> std::pair<RankRef, SliceId> {
            const MemoryReservation room = roomFor(u"matrix", *run, job);
            const auto [rank, slice] = sliceOfLink(*run, link, job);
            return {{at, rank}, slice};
        },
        [this, state](const std::pair<RankRef, SliceId> &found) {
            if (found.second == NoSlice)
                return state->notice(tr("No loaded trace has an operator that crossed this link."));
            leave();
            state->inOneStep([&] {
                state->revealSlice(found.first, found.second);
                state->showView(QStringLiteral("timeline"));
            });
        });
}

void RowJump::showCommunication(const Target &target)
{
    const auto arrive = [this, target](const Place &place) {
        ViewState &state = *m_context.state;
        leave();
        state.inOneStep([&] {
            state.setDomain(place.domain);
            if (!target.keys.step.isEmpty())
                state.setStep(target.keys.step);
            Selection selected;
            selected.rank = target.rank;
            selected.text = target.keys.op;
            if (const std::optional<LinkPlace> &link = target.keys.place.link; target.way == Way::Link && link) {
                // Pages on one rank speak of the one that sends.
                if (target.keys.place.rank >= 0)
                    state.setCurrentRank(target.rank);
                selected.kind = Selection::Kind::Link;
                selected.source = link->source;
                selected.destination = link->destination;
                if (selected.text.isEmpty())
                    selected.text = TotalOp;
            } else if (target.keys.place.slice != NoSlice) {
                // The one of the row, not the first of its name; its details are those of a slice.
                selected.kind = Selection::Kind::Slice;
                selected.slice = target.keys.place.slice;
                selected.text.clear();
            } else {
                selected.kind = Selection::Kind::Operator;
            }
            state.select(selected);
            state.showView(target.way == Way::Link ? QStringLiteral("communication/matrix")
                                                   : QStringLiteral("communication/operators"));
        });
    };
    m_job.onOutOfMemory([arrive](Shortage lack) {
        if (lack != Shortage::None)
            arrive({});
    });
    m_job.start(
        *m_context.pool,
        [run = m_context.runs->run(target.rank.run), label = target.keys.domain](const JobContext &job) {
            Place out;
            for (const Domain &d : domains(*run, job)) {
                if (!label.isEmpty() && d.label() == label)
                    out.domain = d.hash;
            }
            return out;
        },
        arrive);
}

void RowJump::addTo(QMenu *menu, const std::shared_ptr<const RowSource> &rows, quint32 row, RankRef rank)
{
    const Target target = targetOf(*rows, row, rank);
    QAction *const action = menu->addAction(symbol(QStringLiteral("jump")),
                                            target.way == Way::Nowhere ? tr("Show in Timeline") : target.text);
    action->setObjectName(QStringLiteral("rowJump"));
    setAvailable(action, target.way == Way::Nowhere ? whyNowhere(rank.run) : QString());
    QObject::connect(action, &QAction::triggered, m_context.state, [this, rows, row, rank] { go(*rows, row, rank); });
    addMore(menu, target, rows, row, rank);
}

void RowJump::addMore(QMenu *menu, const Target &target, const Rows &rows, quint32 row, RankRef rank)
{
    const auto run = m_context.runs->run(rank.run);
    if (const Verdict *const verdict = run ? verdictOf(*rows, row) : nullptr) {
        QAction *const action = menu->addAction(symbol(QStringLiteral("jump")), tr("Show Critical Path in Timeline"));
        QObject::connect(action, &QAction::triggered, menu, [this, at = rank.run, step = stepToLookAt(*verdict)] {
            leave();
            m_verdict.showPath(at, step);
        });
    }
    if (!run || target.way == Way::Nowhere || target.way == Way::Verdict)
        return;
    const bool isSlice = target.way == Way::Slice || target.way == Way::Record;
    // The column has other operators where no domain stands beside it.
    if (isSlice && !target.keys.domain.isEmpty() && !target.keys.op.isEmpty() && target.keys.op != TotalOp)
        addTarget(menu, Way::Operator, target, rows, row, {});
    if (!target.keys.place.link)
        return;
    const auto [source, destination] = endsOf(target, *rows, row);
    if (isSlice) {
        addTarget(menu, Way::Link, target, rows, row, {});
    } else {
        const auto hasTrace = [&run](int index) {
            const auto at = static_cast<size_t>(index);
            return index >= 0 && run->ranks[at] && run->ranks[at]->trace;
        };
        addTarget(menu, Way::LinkOperator, target, rows, row,
                  hasTrace(source) || hasTrace(destination) ? QString()
                  : run->infos.empty()                      ? whyNowhere(rank.run)
                                                            : tr("No rank of this link has a trace that is loaded."));
    }
    for (const int end : {source, destination == source ? -1 : destination}) {
        if (end >= 0)
            addShowInTimeline(menu, *m_context.state, {rank.run, end}, *m_context.runs,
                              [this, of = RankRef{rank.run, end}] {
                                  leave();
                                  m_context.state->showInTimeline(of);
                              });
    }
}

void RowJump::addTarget(QMenu *menu, Way way, Target target, const Rows &rows, quint32 row, const QString &whyNot)
{
    target.way = way;
    const QString text = way == Way::Link           ? tr("Show the Link in the Matrix")
                         : way == Way::LinkOperator ? tr("Show the Operator in Timeline")
                                                    : tr("Show in Communication");
    QAction *const action = menu->addAction(symbol(QStringLiteral("jump")), text);
    action->setObjectName(way == Way::Link           ? QStringLiteral("linkJump")
                          : way == Way::LinkOperator ? QStringLiteral("linkOperatorJump")
                                                     : QStringLiteral("operatorJump"));
    setAvailable(action, whyNot);
    QObject::connect(action, &QAction::triggered, m_context.state,
                     [this, target, rows, row] { goTo(target, *rows, row, target.rank); });
}

// An index inside a group is no rank; of those that are known the row says which rank sends.
std::pair<int, int> RowJump::endsOf(const Target &target, const RowSource &rows, quint32 row) const
{
    const auto run = m_context.runs->run(target.rank.run);
    const LinkPlace link = *target.keys.place.link;
    const int kind = rows.columnOf(u"rank-kind");
    const bool isLocal = kind >= 0 && rows.text(row, kind) == "local";
    return {isLocal ? target.keys.place.rank : run->indexOf(link.source),
            isLocal ? -1 : run->indexOf(link.destination)};
}

QString RowJump::whyNowhere(int run) const
{
    const auto data = m_context.runs->run(run);
    return data && data->infos.empty() ? systemtexts::whyNoRank(*m_context.runs, {run, 0})
                                       : tr("This row names no rank of the run, no step and no operator to go to.");
}

} // namespace rs
