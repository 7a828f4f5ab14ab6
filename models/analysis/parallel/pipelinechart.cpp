// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/pipelinechart.h"

#include "analysis/communication/matchedcollectives.h"
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/operators/devicework.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

/// A send or receive of a rank, on its own clock.
struct RankTransfer
{
    Interval time;
    SliceId slice = NoSlice;
    bool isSend = false;
    bool isBothWays = false;
    int peer = -1; ///< stage
    int pair = -1; ///< into TransferPairs::pairs
};

/// Work of a rank in one step, on the clock of the reference.
struct RankStep
{
    QString step;
    StageWork work;
    std::vector<PassMark> marks;
    IntervalSet busy; ///< kernels and collectives
    std::vector<PipelineTransferEnd> ends;
    std::vector<int> pairs; ///< beside `ends`
    bool isBothWays = false;
    bool lacksPeer = false;
    bool isOutOfOrder = false;
};

/// A range that names a pass, on the rank's own clock.
struct RankMark
{
    KernelPass pass = KernelPass::Unknown;
    Interval time;
    SliceId slice = NoSlice;
    bool isOfDevice = false;
};

KernelPass passOfName(const QString &name)
{
    const bool forward = name.contains(QLatin1String("forward"), Qt::CaseInsensitive);
    const bool backward = name.contains(QLatin1String("backward"), Qt::CaseInsensitive);
    return forward == backward ? KernelPass::Unknown : forward ? KernelPass::Forward : KernelPass::Backward;
}

/// Outermost ranges, of the device where it has any.
std::vector<RankMark> marksOf(const Trace &trace, const JobContext &job)
{
    const SliceStore &s = trace.slices();
    std::unordered_map<quint32, KernelPass> passOf; // by name
    std::vector<RankMark> all;
    JobPoll poll(job);
    for (quint32 i = 0; i < s.size() && !poll.isCanceled(); ++i) {
        const SliceId slice{i};
        if (s.kind(slice) != SliceKind::Marker)
            continue;
        const auto [at, isNew] = passOf.try_emplace(raw(s.name(slice)), KernelPass::Unknown);
        if (isNew)
            at->second = passOfName(trace.strings().text(s.name(slice)));
        if (at->second == KernelPass::Unknown || s.duration(slice) <= 0)
            continue;
        const bool isOfDevice = trace.processOf(trace.laneOf(slice)).kind == ProcessKind::AscendHardware;
        all.push_back({at->second, {s.start(slice), s.end(slice)}, slice, isOfDevice});
    }
    if (std::ranges::any_of(all, &RankMark::isOfDevice))
        std::erase_if(all, [](const RankMark &m) { return !m.isOfDevice; });
    std::ranges::sort(all, [](const RankMark &a, const RankMark &b) {
        return std::tuple(a.time.from, -a.time.to, raw(a.slice)) < std::tuple(b.time.from, -b.time.to, raw(b.slice));
    });
    std::vector<RankMark> out;
    for (const RankMark &m : all) {
        if (out.empty() || m.time.to > out.back().time.to)
            out.push_back(m);
    }
    return out;
}

/// Which framework calls launched the kernels of a rank.
class KernelLaunches
{
public:
    explicit KernelLaunches(const Trace &trace) : m_trace(trace)
    {
        const FlowStore &flows = trace.flows();
        const auto &categories = flows.categories();
        int passes = -1; // of flows from a forward operator to its backward
        for (size_t c = 0; c < categories.size(); ++c) {
            const std::string_view name = trace.strings().view(categories[c].name);
            if (name == "async_npu")
                m_category = static_cast<int>(c);
            else if (name == "fwdbwd" && categories[c].joined > 0)
                passes = static_cast<int>(c);
        }
        for (const Flow &f : flows.flows()) {
            if (passes < 0 || f.category != static_cast<quint32>(passes))
                continue;
            const LaneId to = trace.laneOf(f.to);
            if (to != trace.laneOf(f.from))
                m_backward.insert(raw(to));
        }
    }
    struct Launch
    {
        SliceId call = NoSlice;
        KernelPass pass = KernelPass::Unknown;
    };
    [[nodiscard]] Launch of(SliceId kernel) const
    {
        Launch out;
        for (const FlowIndex index : m_trace.flows().incoming(kernel)) {
            const Flow &f = m_trace.flows().at(index);
            if (m_category >= 0 && f.category != static_cast<quint32>(m_category))
                continue;
            out.call = f.from;
            if (!m_backward.empty())
                out.pass =
                    m_backward.contains(raw(m_trace.laneOf(f.from))) ? KernelPass::Backward : KernelPass::Forward;
            break;
        }
        return out;
    }
    [[nodiscard]] bool knowsPasses() const { return !m_backward.empty(); }

private:
    const Trace &m_trace;
    int m_category = -1;          ///< category of the framework; -1: any
    std::set<quint32> m_backward; ///< lanes of threads that run backward operators
};

/// "Default/network/MatMul-op123" -> "MatMul-op": the same kernel of another microbatch.
std::string kernelWord(std::string_view name)
{
    const size_t scope = name.rfind('/');
    std::string out;
    for (const char c : scope == std::string_view::npos ? name : name.substr(scope + 1)) {
        if (c < '0' || c > '9')
            out += c;
    }
    return out;
}

class ChartMaker
{
public:
    ChartMaker(const Run &run, const PipelineQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_domains(run, job), m_mapping(run, job)
    {
    }
    PipelineChart take();

private:
    struct Place
    {
        int pipeline = -1;
        int stage = -1;
    };

    void findPlaces();
    void findTransfers();
    void findWaits();
    [[nodiscard]] bool isWanted(int pipeline) const;
    [[nodiscard]] bool isAligned(int rankIndex) const
    {
        const RankAlignment &clock = m_clocks[static_cast<size_t>(rankIndex)];
        return clock.applies() || clock.refusal == AlignRefusal::Reference;
    }
    void addEnd(const TransferEnd &end, bool isSend, int peerRank, const QString &domain, int pair);
    [[nodiscard]] std::vector<RankStep> stepsOf(int rankIndex) const;
    void addKernels(const RankData &rank, const StepOfStamp &steps, const RankAlignment &clock,
                    std::vector<RankStep> &out) const;
    void addTransfers(int rankIndex, const StepOfStamp &steps, const RankAlignment &clock,
                      std::vector<RankStep> &out) const;
    void addPipeline(int pipeline);
    [[nodiscard]] PipelineStage stageOf(const RankStep *facts, int pipeline, int stage, BorderCounts tensors) const;
    void numberTransfers(PipelineStage &stage, const BorderCounts &tensors) const;
    void measure(PipelineStep &step, const std::vector<const RankStep *> &facts) const;
    void link(PipelineStep &step, const std::vector<const RankStep *> &facts) const;

    const Run &m_run;
    const PipelineQuery &m_query;
    const JobContext &m_job;
    const DomainIndex m_domains;
    const RankMapping m_mapping;
    std::map<int, Place> m_places; ///< by number of the rank
    std::vector<RankAlignment> m_clocks;
    std::vector<std::vector<RankTransfer>> m_transfers; ///< by rank index
    /// By rank index and slice of a collective over several stages: when its last rank came, on the reference's clock.
    std::vector<std::unordered_map<quint32, qint64>> m_lastArrivals;
    PipelineChart m_out;
};

bool ChartMaker::isWanted(int pipeline) const
{
    if (m_query.rank < 0)
        return true;
    const auto at = m_places.find(m_query.rank);
    return at != m_places.end() && at->second.pipeline == pipeline;
}

void ChartMaker::findPlaces()
{
    m_out.pipelines = pipelinesOf(m_run, m_domains.all());
    for (size_t p = 0; p < m_out.pipelines.size(); ++p) {
        for (size_t s = 0; s < m_out.pipelines[p].size(); ++s)
            m_places[m_out.pipelines[p][s]] = {static_cast<int>(p), static_cast<int>(s)};
    }
}

// Only those inside of a pipeline: ranks that share a sequence send to each other, too.
void ChartMaker::addEnd(const TransferEnd &end, bool isSend, int peerRank, const QString &domain, int pair)
{
    const auto own = m_places.find(m_run.infos[static_cast<size_t>(end.rankIndex)].rank);
    if (own == m_places.end() || !isWanted(own->second.pipeline))
        return;
    const auto isInside = [&](int rank) {
        const auto at = m_places.find(rank);
        return at != m_places.end() && at->second.pipeline == own->second.pipeline;
    };
    RankTransfer t{{end.startNs, end.endNs}, end.slice, isSend};
    if (peerRank >= 0) {
        if (!isInside(peerRank))
            return;
        t.peer = m_places.at(peerRank).stage;
    } else if (const Domain *const d = m_domains.find(domain); !d || !std::ranges::all_of(d->ranks, isInside)) {
        return;
    }
    const Trace &trace = *m_run.ranks[static_cast<size_t>(end.rankIndex)]->trace;
    const QString kind = collectiveKind(trace.strings().view(trace.slices().name(end.slice)));
    t.isBothWays = kind.contains(QLatin1String("sendrecv"));
    t.pair = pair;
    m_transfers[static_cast<size_t>(end.rankIndex)].push_back(t);
}

void ChartMaker::findTransfers()
{
    m_transfers.resize(m_run.ranks.size());
    const TransferPairs all = pairTransfers(m_run, m_job);
    const auto rankOf = [this](const TransferEnd &e) { return m_run.infos[static_cast<size_t>(e.rankIndex)].rank; };
    for (size_t i = 0; i < all.pairs.size(); ++i) {
        const Transfer &t = all.pairs[i];
        addEnd(t.send, true, rankOf(t.receive), t.domain, static_cast<int>(i));
        addEnd(t.receive, false, rankOf(t.send), t.domain, static_cast<int>(i));
    }
    for (const UnmatchedTransfer &u : all.unmatched) {
        const std::optional<int> peer = u.peerLocal < 0 ? std::nullopt : m_mapping.global(u.domain, u.peerLocal);
        addEnd(u.end, u.send, peer.value_or(-1), u.domain, -1);
    }
    for (std::vector<RankTransfer> &list : m_transfers) {
        std::ranges::sort(list, [](const RankTransfer &a, const RankTransfer &b) {
            return std::tuple(a.time, raw(a.slice), a.isSend) < std::tuple(b.time, raw(b.slice), b.isSend);
        });
    }
}

void ChartMaker::findWaits()
{
    m_lastArrivals.resize(m_run.ranks.size());
    const MatchedCollectives collectives = matchedCollectives(m_run, m_job);
    const auto stageOf = [this](const CollectiveEnd &end) {
        const auto at = m_places.find(m_run.infos[static_cast<size_t>(end.rankIndex)].rank);
        return at == m_places.end() ? -1 : at->second.stage;
    };
    for (const MatchedCollective &m : collectives.all) {
        const CollectiveEnd *const first = collectives.ends.data() + m.first;
        const CollectiveEnd *const last = collectives.ends.data() + m.last;
        if (m.isTransfer() ||
            std::all_of(first, last, [&](const CollectiveEnd &e) { return stageOf(e) == stageOf(*first); }))
            continue;
        const qint64 arrival = collectives.ends[collectives.lastArrival(m)].arrivalNs;
        for (const CollectiveEnd *end = first; end != last; ++end) {
            if (end->slice != NoSlice)
                m_lastArrivals[static_cast<size_t>(end->rankIndex)][raw(end->slice)] = arrival;
        }
    }
}

Interval onClock(const RankAlignment &clock, Interval t)
{
    return {clock.aligned(t.from), clock.aligned(t.to)};
}

void ChartMaker::addKernels(const RankData &rank, const StepOfStamp &steps, const RankAlignment &clock,
                            std::vector<RankStep> &out) const
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    const KernelLaunches launches(trace);
    const std::vector<RankMark> marks = marksOf(trace, m_job);
    std::map<std::pair<int, size_t>, PassMark> ofHost; // by step and mark
    std::unordered_map<quint32, quint32> ids;          // of names
    std::unordered_map<std::string, quint32> words;
    JobPoll poll(m_job);
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        if (trace.processOf(trace.laneOfRow(RowId{r})).kind != ProcessKind::AscendHardware)
            continue;
        for (const SliceId slice : trace.insideOf(RowId{r})) {
            if (poll.isCanceled())
                return;
            const int step = isComputing(s.kind(slice)) ? steps.placeAt(s.start(slice)) : -1;
            if (step < 0)
                continue;
            const auto [id, isNew] = ids.try_emplace(raw(s.name(slice)), 0);
            if (isNew)
                id->second = words
                                 .try_emplace(kernelWord(trace.strings().view(s.name(slice))),
                                              static_cast<quint32>(words.size()))
                                 .first->second;
            StageKernel k{onClock(clock, {s.start(slice), s.end(slice)}), slice, id->second};
            const bool hasHostMarks = !marks.empty() && !marks.front().isOfDevice;
            if (launches.knowsPasses() || hasHostMarks) {
                const KernelLaunches::Launch launch = launches.of(slice);
                k.pass = launch.pass;
                if (hasHostMarks && launch.call != NoSlice) {
                    const qint64 at = s.start(launch.call);
                    const auto behind =
                        std::ranges::upper_bound(marks, at, {}, [](const RankMark &m) { return m.time.from; });
                    if (behind != marks.begin() && at < std::prev(behind)->time.to) {
                        const auto m = static_cast<size_t>(std::prev(behind) - marks.begin());
                        PassMark &mark = ofHost.try_emplace({step, m}, PassMark{marks[m].pass, k.time, marks[m].slice})
                                             .first->second;
                        mark.time = {std::min(mark.time.from, k.time.from), std::max(mark.time.to, k.time.to)};
                    }
                }
            }
            out[static_cast<size_t>(step)].work.kernels.push_back(k);
        }
    }
    for (const auto &[key, mark] : ofHost)
        out[static_cast<size_t>(key.first)].marks.push_back(mark);
    for (const RankMark &m : marks) {
        if (const int step = m.isOfDevice ? steps.placeAt(m.time.from) : -1; step >= 0)
            out[static_cast<size_t>(step)].marks.push_back({m.pass, onClock(clock, m.time), m.slice});
    }
    for (RankStep &step : out) {
        std::ranges::stable_sort(step.work.kernels, {}, &StageKernel::time);
        std::ranges::stable_sort(step.marks, {}, &PassMark::time);
    }
}

void ChartMaker::addTransfers(int rankIndex, const StepOfStamp &steps, const RankAlignment &clock,
                              std::vector<RankStep> &out) const
{
    const int stage = m_places.at(m_run.infos[static_cast<size_t>(rankIndex)].rank).stage;
    for (const RankTransfer &t : m_transfers[static_cast<size_t>(rankIndex)]) {
        const int at = steps.placeAt(t.time.from);
        if (at < 0)
            continue;
        RankStep &step = out[static_cast<size_t>(at)];
        const Interval time = onClock(clock, t.time);
        step.ends.push_back({time, t.slice, t.isSend, t.peer, -1});
        step.pairs.push_back(t.pair);
        step.isBothWays = step.isBothWays || t.isBothWays;
        step.lacksPeer = step.lacksPeer || t.peer < 0;
        if (t.peer == stage + 1)
            step.work.transfers.push_back({t.isSend ? StageBorder::ToNext : StageBorder::FromNext, time});
        else if (t.peer == stage - 1 && t.peer >= 0)
            step.work.transfers.push_back({t.isSend ? StageBorder::ToPrevious : StageBorder::FromPrevious, time});
        else
            step.isOutOfOrder = true;
    }
}

std::vector<RankStep> ChartMaker::stepsOf(int rankIndex) const
{
    const auto &rank = m_run.ranks[static_cast<size_t>(rankIndex)];
    if (!rank || !rank->trace)
        return {};
    const StepOfStamp steps(*rank, true, m_job);
    const RankAlignment &clock = m_clocks[static_cast<size_t>(rankIndex)];
    std::vector<RankStep> out(steps.windows().size());
    for (size_t i = 0; i < out.size(); ++i)
        out[i].step = steps.windows()[i].step;
    addKernels(*rank, steps, clock, out);
    addTransfers(rankIndex, steps, clock, out);
    std::vector<std::vector<Interval>> busy(out.size());
    for (const CollectiveSequence &sequence : collectiveSequences(*rank, m_job)) {
        for (const CollectiveOp &op : sequence.ops) {
            const int at = op.p2p ? -1 : steps.placeAt(op.startNs);
            if (at < 0)
                continue;
            Interval time = onClock(clock, {op.startNs, op.endNs});
            const auto &arrivals = m_lastArrivals[static_cast<size_t>(rankIndex)];
            if (const auto last = arrivals.find(raw(op.slice)); last != arrivals.end())
                time.from = std::clamp(last->second, time.from, time.to);
            busy[static_cast<size_t>(at)].push_back(time);
        }
    }
    for (size_t i = 0; i < out.size(); ++i) {
        for (const StageKernel &k : out[i].work.kernels)
            busy[i].push_back(k.time);
        out[i].busy = mergeIntervals(std::move(busy[i]));
    }
    return out;
}

StageBorder borderOf(const PipelineTransferEnd &end, int stage)
{
    if (end.peer > stage)
        return end.isSend ? StageBorder::ToNext : StageBorder::FromNext;
    return end.isSend ? StageBorder::ToPrevious : StageBorder::FromPrevious;
}

void ChartMaker::numberTransfers(PipelineStage &stage, const BorderCounts &tensors) const
{
    BorderCounts seen{};
    for (PipelineTransferEnd &t : stage.transfers) {
        const auto border = static_cast<size_t>(borderOf(t, stage.stage));
        t.microBatch = seen[border]++ / std::max(1, tensors[border]);
    }
}

PipelineStage ChartMaker::stageOf(const RankStep *facts, int pipeline, int stage, BorderCounts tensors) const
{
    const std::vector<int> &ranks = m_out.pipelines[static_cast<size_t>(pipeline)];
    PipelineStage out;
    out.stage = stage;
    out.rank = ranks[static_cast<size_t>(stage)];
    out.rankIndex = m_run.indexOf(out.rank);
    out.label = QString::number(out.rank);
    if (out.rankIndex >= 0)
        out.label = m_run.infos[static_cast<size_t>(out.rankIndex)].label;
    if (out.rankIndex < 0 || !m_run.ranks[static_cast<size_t>(out.rankIndex)]) {
        out.lack = PipelineLack::NotLoaded;
        return out;
    }
    if (!facts || facts->work.kernels.empty()) {
        out.lack = PipelineLack::NoTrace;
        return out;
    }
    out.transfers = facts->ends;
    const auto has = [facts](KernelPass pass) {
        return std::ranges::any_of(facts->marks, [pass](const PassMark &m) { return m.pass == pass; });
    };
    if (has(KernelPass::Forward) && has(KernelPass::Backward)) {
        out.byMarks = true;
        out.blocks = blocksByMarks(facts->work, facts->marks);
    } else if (facts->ends.empty()) {
        out.lack = PipelineLack::NoTransfers;
    } else if (facts->isBothWays) {
        out.lack = PipelineLack::BothWays;
    } else if (facts->lacksPeer) {
        out.lack = PipelineLack::NoPeer;
    } else {
        std::optional<std::vector<PipelineBlock>> blocks =
            facts->isOutOfOrder ? std::nullopt : blocksByTransfers(facts->work, tensors);
        if (blocks) {
            out.blocks = std::move(*blocks);
            numberTransfers(out, tensors);
        } else {
            out.lack = PipelineLack::NoOrder;
        }
    }
    if (out.lack == PipelineLack::None && !isAligned(out.rankIndex))
        out.lack = PipelineLack::NoClock;
    return out;
}

// Measures that need the times of all stages on one clock come last.
void ChartMaker::measure(PipelineStep &step, const std::vector<const RankStep *> &facts) const
{
    step.span = {std::numeric_limits<qint64>::max(), std::numeric_limits<qint64>::min()};
    std::vector<Interval> own(step.stages.size()); // from the first to the last pass
    for (size_t s = 0; s < step.stages.size(); ++s) {
        PipelineStage &stage = step.stages[s];
        if (!facts[s] || stage.rankIndex < 0)
            continue;
        std::vector<Interval> passes;
        int forwards = 0;
        for (const PipelineBlock &b : stage.blocks) {
            if (b.work == PipelineWork::Other)
                continue;
            passes.push_back(b.time);
            forwards += b.work == PipelineWork::Backward ? 0 : 1;
        }
        const IntervalSet inPasses = mergeIntervals(passes);
        if (stage.lack != PipelineLack::NoTrace)
            stage.busyNs = totalLength(inPasses.empty() ? facts[s]->busy : intersectSets(facts[s]->busy, inPasses));
        if (inPasses.empty())
            continue;
        stage.microBatches = forwards;
        stage.phases = pipelinePhases(stage.blocks);
        own[s] = {inPasses.front().from, inPasses.back().to};
        if (stage.lack == PipelineLack::None)
            step.span = {std::min(step.span.from, own[s].from), std::max(step.span.to, own[s].to)};
    }
    if (step.span.from >= step.span.to) {
        step.span = {};
        return;
    }
    if (step.stages.front().lack != PipelineLack::None)
        return;
    for (size_t s = 0; s < step.stages.size(); ++s) {
        PipelineStage &stage = step.stages[s];
        if (stage.lack != PipelineLack::None)
            continue;
        const qint64 worked = totalLength(clipSet(facts[s]->busy, step.span));
        stage.bubbleNs = saturatedDifference(step.span.length(), worked);
        stage.otherNs = saturatedDifference(worked, *stage.busyNs);
        stage.beforeNs = saturatedDifference(own[s].from, step.span.from);
        stage.afterNs = saturatedDifference(step.span.to, own[s].to);
    }
}

void ChartMaker::link(PipelineStep &step, const std::vector<const RankStep *> &facts) const
{
    std::map<int, std::pair<int, quint32>> sends; // by pair: stage and place
    const auto each = [&](bool isSend, const auto &found) {
        for (size_t s = 0; s < facts.size(); ++s) {
            for (size_t i = 0; facts[s] && i < facts[s]->ends.size(); ++i) {
                if (facts[s]->ends[i].isSend == isSend && facts[s]->pairs[i] >= 0 && !step.stages[s].transfers.empty())
                    found(facts[s]->pairs[i], static_cast<int>(s), static_cast<quint32>(i));
            }
        }
    };
    each(true, [&](int pair, int stage, quint32 at) { sends[pair] = {stage, at}; });
    each(false, [&](int pair, int stage, quint32 at) {
        const auto from = sends.find(pair);
        if (from != sends.end())
            step.links.push_back({from->second.first, stage, from->second.second, at});
    });
}

void ChartMaker::addPipeline(int pipeline)
{
    const std::vector<int> &ranks = m_out.pipelines[static_cast<size_t>(pipeline)];
    std::vector<std::vector<RankStep>> all;
    std::vector<QString> names;
    for (const int rank : ranks) {
        const int index = m_run.indexOf(rank);
        all.push_back(index < 0 ? std::vector<RankStep>() : stepsOf(index));
        for (const RankStep &s : all.back()) {
            const bool isAsked = m_query.step.isEmpty() || s.step == m_query.step;
            if (isAsked && std::ranges::find(names, s.step) == names.end())
                names.push_back(s.step);
        }
    }
    std::ranges::sort(names, stepComesBefore);
    for (const QString &name : names) {
        PipelineStep step;
        step.pipeline = pipeline;
        step.step = name;
        std::vector<const RankStep *> facts;
        std::vector<BorderCounts> tensors;
        for (size_t s = 0; s < ranks.size(); ++s) {
            const auto at = std::ranges::find(all[s], name, &RankStep::step);
            if (at != all[s].end()) {
                at->work.isFirst = s == 0;
                at->work.isLast = s + 1 == ranks.size();
            }
            facts.push_back(at == all[s].end() ? nullptr : &*at);
            tensors.push_back(facts[s] ? tensorsOfBorders(facts[s]->work) : BorderCounts{});
        }
        for (size_t s = 0; s < ranks.size(); ++s) {
            BorderCounts counts = tensors[s];
            const auto takeOver = [&](StageBorder own, size_t other, StageBorder theirs) {
                if (other < ranks.size() && tensors[other][static_cast<size_t>(theirs)] > 0)
                    counts[static_cast<size_t>(own)] = tensors[other][static_cast<size_t>(theirs)];
            };
            takeOver(StageBorder::ToNext, s + 1, StageBorder::FromPrevious);
            takeOver(StageBorder::ToPrevious, s - 1, StageBorder::FromNext); // of the first: beyond the ranks
            step.stages.push_back(stageOf(facts[s], pipeline, static_cast<int>(s), counts));
        }
        measure(step, facts);
        link(step, facts);
        m_out.steps.push_back(std::move(step));
    }
}

PipelineChart ChartMaker::take()
{
    findPlaces();
    if (m_out.pipelines.empty()) {
        m_out.none = NoPipeline::NoStages;
        return std::move(m_out);
    }
    m_clocks = alignRanks(m_run, m_job);
    findTransfers();
    findWaits();
    for (size_t p = 0; p < m_out.pipelines.size() && !m_job.isCanceled(); ++p) {
        if (isWanted(static_cast<int>(p)))
            addPipeline(static_cast<int>(p));
    }
    const bool hasWork = std::ranges::any_of(m_out.steps, [](const PipelineStep &s) {
        return std::ranges::any_of(s.stages, [](const PipelineStage &g) { return g.busyNs.has_value(); });
    });
    if (!hasWork) {
        m_out.none = NoPipeline::NoTraces;
        m_out.steps.clear();
    }
    return std::move(m_out);
}

} // namespace

std::optional<double> PipelineStage::bubbleShare() const
{
    if (!bubbleNs || !busyNs || *busyNs <= 0)
        return std::nullopt;
    return static_cast<double>(*bubbleNs) / static_cast<double>(*busyNs);
}

std::optional<double> PipelineStep::idealShare(const PipelineStage &stage) const
{
    if (!stage.microBatches || *stage.microBatches <= 0)
        return std::nullopt;
    return static_cast<double>(stages.size() - 1) / static_cast<double>(*stage.microBatches);
}

PipelineChart pipelineChart(const Run &run, const PipelineQuery &query, const JobContext &job)
{
    return ChartMaker(run, query, job).take();
}

} // namespace rs
