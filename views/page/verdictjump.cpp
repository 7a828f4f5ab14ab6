// SPDX-License-Identifier: Apache-2.0
#include "views/page/verdictjump.h"

#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "analysis/path/criticalpath.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/replay/whatif.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/run/tracefiles.h"
#include "items/format.h"
#include "tables/base/tables.h"
#include "tables/base/words.h"
#include "views/state/highlightedranks.h"

#include <algorithm>
#include <functional>
#include <map>
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

/// True if the rank, or any if the verdict covers all, has a trace: also if its lanes are not loaded now.
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
        return tr("Compare rank %1 with %2", "two ranks")
            .arg(labelOf(run, verdict.rank), labelOf(run, verdict.normalPeer));
    case LookTarget::Timeline:
    case LookTarget::Frequency:
        if (!hasTrace(verdict, run))
            return tr("Where each step went");
        if (verdict.rank >= 0 && verdict.normalPeer >= 0)
            return tr("Timeline of rank %1 over %2", "two ranks")
                .arg(labelOf(run, verdict.rank), labelOf(run, verdict.normalPeer));
        return verdict.rank < 0 ? tr("Show in Timeline") : tr("Timeline of rank %1").arg(labelOf(run, verdict.rank));
    case LookTarget::Communication:
        return waitsTable(verdict) == stageWaitsTable ? tr("Which stages wait") : tr("Waits between ranks");
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

TimeOffsets VerdictJump::alignedBy(const std::vector<RankAlignment> &clocks, int run) const
{
    TimeOffsets offsets = m_context.state->offsets();
    for (const RankAlignment &a : clocks) {
        if (a.applies())
            offsets.setAligned({run, a.rankIndex}, a.offsetNs, {a.driftPpm, a.originNs});
    }
    return offsets;
}

void VerdictJump::showPath(int run, const QString &step)
{
    findPath(run, step, [this, run](const ShownPath &path) { arriveAtPath(run, path); });
}

void VerdictJump::restorePath(int run, const QString &step)
{
    findPath(run, step, [this](const ShownPath &path) {
        if (const auto &shown = m_context.state->highlight(); shown && shown->path.empty())
            return;
        m_context.state->setHighlight(path.slices);
    });
}

void VerdictJump::findPath(int run, const QString &step, std::function<void(const ShownPath &)> arrive)
{
    const auto data = m_context.runs->run(run);
    if (!data)
        return;
    ViewState *const state = m_context.state;
    m_pathJob.onOutOfMemory([state](Shortage lack) {
        if (lack != Shortage::None)
            state->notice(tr("Not enough memory to look for the critical path."));
    });
    m_pathJob.start(
        *m_context.pool,
        [data, run, step, pool = m_context.pool](const JobContext &job) { return pathOf(*data, run, step, job, pool); },
        std::move(arrive));
}

VerdictJump::ShownPath VerdictJump::pathOf(const Run &run, int number, const QString &step, const JobContext &job,
                                           ThreadPool *pool)
{
    const MemoryReservation room = roomFor(u"path", run, job);
    CriticalPath path = criticalPath(run, {step, {}}, job, pool);
    const auto longest = std::ranges::max_element(path.steps, {}, [](const StepPath &s) { return s.range.length(); });
    ShownPath out;
    if (longest == path.steps.end() || run.infos.empty())
        return out;
    std::map<int, qint64> ns;
    std::map<int, std::vector<PathPart>> parts;
    for (const PathPart &p : longest->parts) {
        if (p.kind == PathKind::Work)
            continue;
        ns[p.rankIndex] += p.range.length();
        parts[p.rankIndex].push_back(p);
    }
    auto highlight = std::make_shared<SearchHighlight>();
    for (auto &[rank, ofRank] : parts) {
        std::vector<quint32> slices;
        for (const PathPart &p : ofRank) {
            for (const SliceId s : {p.kind == PathKind::Idle ? NoSlice : p.slice, p.launch}) {
                if (s != NoSlice)
                    slices.push_back(raw(s));
            }
        }
        std::ranges::sort(slices);
        slices.erase(std::unique(slices.begin(), slices.end()), slices.end());
        const RankRef ref{number, rank};
        highlight->slices[ref] = std::make_shared<const std::vector<quint32>>(std::move(slices));
        highlight->path[ref] = std::make_shared<const std::vector<PathPart>>(std::move(ofRank));
        out.ranks.push_back(rank);
    }
    if (out.ranks.empty())
        return out;
    std::ranges::stable_sort(out.ranks, std::greater<>(), [&ns](int rank) { return ns[rank]; });
    // The clock of a rank hardly drifts within a step.
    const PathPart &first = highlight->path[{number, out.ranks.front()}]->front();
    const qint64 ahead = saturatedDifference(first.own.from, first.range.from);
    out.span = {saturatedSum(longest->range.from, ahead), saturatedSum(longest->range.to, ahead)};
    out.step = longest->step;
    out.of = std::ssize(path.steps);
    out.remarks = path.remarks();
    out.clocks = std::move(path.collectives.clocks);
    out.slices = std::move(highlight);
    return out;
}

void VerdictJump::arriveAtPath(int run, const ShownPath &path)
{
    ViewState &state = *m_context.state;
    if (!m_context.runs->run(run))
        return;
    if (!path.slices)
        return state.inOneStep([&state] { state.showView(QStringLiteral("system/path.sums")); });
    constexpr size_t mostRanks = 8;
    state.inOneStep([&] {
        state.setOffsets(alignedBy(path.clocks, run));
        if (!path.step.isEmpty())
            state.setStep(path.step);
        std::vector<RankRef> ranks;
        for (size_t i = 0; i < std::min(path.ranks.size(), mostRanks); ++i)
            ranks.push_back({run, path.ranks[i]});
        state.showTogether(ranks, {path.span.from, path.span.to}, TogetherLook::Path);
        state.setHighlight(path.slices);
    });
    QStringList said;
    if (path.of > 1)
        said << tr("Critical path of step %1, the longest of %n step(s). Choose another step to see its path.", nullptr,
                   static_cast<int>(path.of))
                    .arg(format::displayText(path.step));
    for (const Phrase &remark : path.remarks)
        said << phraseText(remark);
    if (!said.isEmpty())
        state.notice(joinedSentences(said));
}

void VerdictJump::showLanes(const Verdict &verdict, int run, const Place &place)
{
    ViewState &state = *m_context.state;
    const RankRef rank = rankToShow(verdict, run);
    state.inOneStep([&] {
        state.askMetric(verdictMetric(verdict.kind));
        state.setOffsets(alignedBy(place.clocks, run));
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
