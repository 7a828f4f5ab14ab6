// SPDX-License-Identifier: Apache-2.0
#include "views/page/verdictjump.h"

#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/run/tracefiles.h"
#include "items/format.h"
#include "views/state/highlightedranks.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace rs {

namespace {

QString labelOf(const Run &run, int rank)
{
    const auto at = static_cast<size_t>(rank);
    if (rank >= 0 && at < run.infos.size())
        return format::displayText(run.infos[at].label);
    const int number = rankNumber(run, rank);
    return number < 0 ? QString() : QString::number(number);
}

constexpr QLatin1String stageWaitsTable("ledger.stages");

// The rows that the sentence counts.
QString waitsTable(const Verdict &verdict)
{
    const bool ofStages = !verdict.evidence.empty() && verdict.evidence.front().table == stageWaitsTable;
    return ofStages ? QString(stageWaitsTable) : QStringLiteral("ledger.pairs");
}

bool isOfLanes(const Verdict &verdict)
{
    return verdict.target == LookTarget::Timeline || verdict.target == LookTarget::Frequency;
}

/// Of the rank, or of any where the verdict is on all of them: also where its lanes are not loaded now.
bool hasTrace(const Verdict &verdict, const Run &run)
{
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const bool counts = verdict.rank < 0 || i == static_cast<size_t>(verdict.rank);
        if (counts && hasTraceFile(run.infos[i]))
            return true;
    }
    return false;
}

RankAlignment clockOf(const std::vector<RankAlignment> &clocks, size_t rank)
{
    const auto at = std::find_if(clocks.begin(), clocks.end(),
                                 [rank](const RankAlignment &a) { return a.rankIndex == static_cast<int>(rank); });
    return at == clocks.end() ? RankAlignment{} : *at;
}

} // namespace

Interval VerdictJump::joinedSpan(Interval own, const RankAlignment &ownClock, Interval other,
                                 const RankAlignment &otherClock)
{
    // Back from the common clock by what the own one is off it there.
    const auto inOwn = [&](qint64 ns) {
        const qint64 common = otherClock.aligned(ns);
        return saturatedSum(common, saturatedDifference(own.from, ownClock.aligned(own.from)));
    };
    return {std::min(own.from, inOwn(other.from)), std::max(own.to, inOwn(other.to))};
}

QString VerdictJump::text(const Verdict &verdict, const Run &run)
{
    switch (verdict.target) {
    case LookTarget::None:
        return {};
    case LookTarget::CompareRanks:
        if (run.infos.empty())
            return tr("Where each step went"); // of a cluster analysis alone
        return tr("Compare %1 with %2", "two ranks").arg(labelOf(run, verdict.rank), labelOf(run, verdict.normalPeer));
    case LookTarget::Timeline:
    case LookTarget::Frequency:
        if (!hasTrace(verdict, run))
            return tr("Where each step went");
        if (verdict.rank >= 0 && verdict.normalPeer >= 0)
            return tr("Timeline of %1 over %2", "two ranks")
                .arg(labelOf(run, verdict.rank), labelOf(run, verdict.normalPeer));
        return verdict.rank < 0 ? tr("Show in Timeline") : tr("Timeline of rank %1").arg(labelOf(run, verdict.rank));
    case LookTarget::Communication:
        return waitsTable(verdict) == stageWaitsTable ? tr("Which stages wait") : tr("Who waits for whom");
    case LookTarget::Matrix:
        return tr("Show the link");
    case LookTarget::Stages:
        return tr("Show the stages");
    }
    return {};
}

void VerdictJump::go(const Verdict &verdict, int run)
{
    m_job.cancel();
    const auto data = m_context.runs->run(run);
    if (!data || verdict.target == LookTarget::None)
        return;
    const bool compares = verdict.target == LookTarget::CompareRanks;
    if (compares && !data->infos.empty())
        return compare(verdict, run);
    if (compares || (isOfLanes(verdict) && !hasTrace(verdict, *data)))
        return m_context.state->inOneStep([this, &verdict] {
            m_context.state->askMetric(verdictMetric(verdict.kind));
            m_context.state->showView(QStringLiteral("system/books"));
        });
    if (verdict.target == LookTarget::Stages)
        return m_context.state->inOneStep([this, &verdict, run] {
            m_context.state->setCurrentRank({run, verdict.rank});
            m_context.state->showView(QStringLiteral("parallel/stages"));
        });
    m_job.onOutOfMemory([this, verdict, run](Shortage lack) {
        if (lack != Shortage::None)
            arrive(verdict, run, {});
    });
    const int rank = rankToShow(verdict, run).index;
    m_job.start(
        *m_context.pool, [data, verdict, rank](const JobContext &job) { return placeOf(verdict, *data, rank, job); },
        [this, verdict, run](const Place &place) { arrive(verdict, run, place); });
}

// A verdict on all ranks is shown of the one that the user looks at.
RankRef VerdictJump::rankToShow(const Verdict &verdict, int run) const
{
    if (verdict.rank >= 0)
        return {run, verdict.rank};
    const RankRef current = m_context.state->currentRank();
    return current.run == run ? current : RankRef{run, 0};
}

VerdictJump::Place VerdictJump::placeOf(const Verdict &verdict, const Run &run, int rank, const JobContext &job)
{
    Place place;
    if (!isOfLanes(verdict)) {
        for (const Domain &d : domains(run, job)) {
            if (!verdict.domain.isEmpty() && d.label() == verdict.domain)
                place.domain = d.hash;
        }
        return place;
    }
    place.clocks = alignRanks(run, job);
    const auto at = static_cast<size_t>(rank);
    const QString step = stepToLookAt(verdict);
    const auto spanOf = [&](size_t of) {
        return !step.isEmpty() && of < run.ranks.size() && run.ranks[of] && run.ranks[of]->trace
                   ? deviceSpanOf(*run.ranks[of], step, job)
                   : Interval();
    };
    place.span = spanOf(at);
    if (verdict.rank >= 0 && verdict.normalPeer >= 0 && place.span.length() > 0) {
        const auto peer = static_cast<size_t>(verdict.normalPeer);
        if (const Interval other = spanOf(peer); other.length() > 0)
            place.span = joinedSpan(place.span, clockOf(place.clocks, at), other, clockOf(place.clocks, peer));
    }
    return place;
}

void VerdictJump::arrive(const Verdict &verdict, int run, const Place &place)
{
    const auto data = m_context.runs->run(run);
    if (!data)
        return;
    if (isOfLanes(verdict))
        showLanes(verdict, run, place);
    else if (verdict.target == LookTarget::Matrix)
        showDomain(verdict, run, place.domain, QStringLiteral("communication/matrix"));
    else
        showDomain(verdict, run, place.domain, QStringLiteral("system/") + waitsTable(verdict));
    if (verdict.target == LookTarget::Communication && verdict.rank >= 0 && !verdict.victims.empty())
        m_context.state->askRow(waitsTable(verdict), {run, verdict.rank}, verdict.victims.front().rank);
}

void VerdictJump::compare(const Verdict &verdict, int run)
{
    ViewState &state = *m_context.state;
    state.inOneStep([&] {
        state.askMetric(verdictMetric(verdict.kind));
        state.setBaseRank({run, verdict.normalPeer});
        state.setOtherRank({run, verdict.rank});
        state.setCurrentRank({run, verdict.rank});
        state.setStep(verdict.steps.size() == 1 ? verdict.steps.first() : QString());
        state.showView(QStringLiteral("compare"));
    });
}

void VerdictJump::showLanes(const Verdict &verdict, int run, const Place &place)
{
    ViewState &state = *m_context.state;
    const RankRef rank = rankToShow(verdict, run);
    state.inOneStep([&] {
        state.askMetric(verdictMetric(verdict.kind));
        TimeOffsets offsets = state.offsets();
        for (const RankAlignment &a : place.clocks) {
            if (a.applies())
                offsets.setAligned({run, a.rankIndex}, a.offsetNs, {a.driftPpm, a.originNs});
        }
        state.setOffsets(offsets);
        if (verdict.target == LookTarget::Timeline) {
            QStringList flows = state.shownFlows();
            const QString launches = QStringLiteral("HostToDevice");
            if (!flows.contains(launches))
                flows.append(launches);
            state.setShownFlows(flows, false);
            state.setDerivedLanes(true, false);
        }
        // The step first: it may move the time axis.
        if (const QString step = stepToLookAt(verdict); !step.isEmpty())
            state.setStep(step);
        const TimeWindow span{place.span.from, place.span.to};
        // Alone as well: what the verdict speaks of lies far apart in the lanes of a rank, so it is pinned.
        std::vector<RankRef> ranks{rank};
        if (verdict.rank >= 0 && verdict.normalPeer >= 0)
            ranks.push_back({run, verdict.normalPeer});
        state.showTogether(ranks, span,
                           verdict.target == LookTarget::Frequency ? TogetherLook::Frequency : TogetherLook::Launches);
    });
}

void VerdictJump::showDomain(const Verdict &verdict, int run, const QString &domain, const QString &view)
{
    ViewState &state = *m_context.state;
    const auto shown = m_context.runs->run(run);
    if (!shown)
        return;
    const Run &data = *shown;
    state.inOneStep([&] {
        state.askMetric(verdictMetric(verdict.kind));
        state.setDomain(domain);
        state.setStep(verdict.steps.size() == 1 ? verdict.steps.first() : QString());
        if (verdict.target == LookTarget::Matrix) {
            // Pages on one rank speak of the one that sends.
            if (verdict.rank >= 0 && static_cast<size_t>(verdict.rank) < data.infos.size())
                state.setCurrentRank({run, verdict.rank});
            Selection link;
            link.kind = Selection::Kind::Link;
            link.source = rankNumber(data, verdict.rank);
            link.destination = rankNumber(data, verdict.peer);
            link.text = verdict.op.isEmpty() ? QString(TotalOp) : verdict.op;
            link.rank = state.currentRank();
            state.select(link);
        }
        state.showView(view);
    });
}

} // namespace rs
