// SPDX-License-Identifier: Apache-2.0
// Computing of pipeline stages, against each other: one whose ranks are slow, and stages that have unlike much to
// do.
#include "analysis/diagnosis/rules.h"
#include "analysis/diagnosis/stageoperators.h"
#include "analysis/overview/peerspread.h"
#include "analysis/parallel/pipelinechart.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/ranks/peeroutliers.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

// So many ranks of a stage tell what it does.
constexpr size_t enoughRanks = 8;
// Part of the steps that must show it.
constexpr double nearlyAllSteps = 0.7;
// Fewer steps do not tell what is usual of a stage, and which of them are not.
constexpr size_t fewestStageSteps = 3;
// Most steps whose operators are looked at: more of them say the same.
constexpr size_t mostStageSteps = 4;

// A stage that has ranks in the run.
struct StageRanks
{
    int stage = -1;
    std::vector<int> ranks;  ///< rank indices whose compute is known in every step
    std::vector<int> steady; ///< those of them that no other suspicion is about; all where it is about all
    qint64 computeNs = 0;    ///< of all steps, the median over them
    QStringList unknown;     ///< the others, in the run or not
    double slowPart = 0;     ///< of computeNs: what it takes longer with the operators that others have too
    [[nodiscard]] qint64 designNs() const { return saturatedRound((1 - slowPart) * static_cast<double>(computeNs)); }
};

/// Layers of a model, over its stages.
struct StageLayers
{
    std::vector<qint64> counts;          ///< of each stage; empty: not known
    std::map<OperatorKey, qint64> calls; ///< of each, in all steps
    qint64 passes = 0;                   ///< of all steps
    /// Part of the calls of a stage that is its layers'.
    [[nodiscard]] double partOf(const OperatorKey &key, const KernelSums &stage, size_t at) const
    {
        const auto found = calls.find(key);
        return found == calls.end()
                   ? 0
                   : static_cast<double>(found->second * counts[at]) / static_cast<double>(stage.sums.at(key).calls);
    }
};

// Finding on a slow stage.
struct StageFinding
{
    int stage = -1;
    std::vector<int> ranks;
    QStringList unknown{};     ///< the others of the stage
    std::vector<size_t> steps; ///< in which it is
    bool everywhere = true;    ///< that are all of them
    double part = 0;           ///< of what its ranks compute in these steps
    double factor = 1;         ///< time of the operators that other stages have too, against theirs
    bool even = false;         ///< all types of them by about that: what others have not is slow as well
    QString type;              ///< of them the one that takes most longer
    qint64 typeNs = 0;         ///< by how much, where it is slow in all steps
};

struct StageSuspect
{
    StageFinding finding;
    Suspect suspect;
};

class StageJudge
{
public:
    /// `odd`: ranks that stand apart from the others of their stage.
    StageJudge(const RunEvidence &base, const std::vector<int> &odd) : m_base(base), m_operators(base)
    {
        findStages(odd);
    }

    [[nodiscard]] std::vector<StageSuspect> suspects();
    void describe(const StageFinding &finding, const Suspect &s, Verdict &v) const;
    [[nodiscard]] std::optional<Verdict> notice();
    /// After suspects(): each stage has operators, of all of its ranks, that tell whether it is slow.
    [[nodiscard]] bool judgedAll() const { return !m_stages.empty() && m_isJudged; }

private:
    void findStages(const std::vector<int> &odd);
    [[nodiscard]] std::optional<qint64> computeOf(int rank) const;
    [[nodiscard]] std::vector<size_t> others(size_t of) const;
    [[nodiscard]] qint64 medianOfOthers(size_t of, qint64 (*value)(const StageRanks &)) const;
    /// Whether it is slow in these steps, by the first of them; without `steps` in all together.
    [[nodiscard]] std::optional<StageFinding> judge(size_t at, const std::vector<size_t> &steps = {});
    /// Computing of its ranks in these steps, the median over them.
    [[nodiscard]] qint64 computeIn(const StageRanks &stage, const std::vector<size_t> &steps) const;
    /// Steps, less than half of them, in which all of its ranks compute longer than their other steps let expect, held
    /// against what the other stages do in each.
    [[nodiscard]] std::vector<size_t> unusualSteps(size_t at) const;
    [[nodiscard]] Suspect suspectOf(const StageFinding &finding, size_t at) const;
    [[nodiscard]] std::optional<qint64> estimate(const StageFinding &finding, const Excess &excess) const;
    [[nodiscard]] bool isSlowInNearlyAllSteps(const StageFinding &finding, size_t at) const;
    void addFrequency(const Suspect &s, Verdict &v) const;
    [[nodiscard]] std::vector<DiagnosisVictim> victimsOf(const StageFinding &finding) const;
    void addMost(size_t at, Verdict &v);
    [[nodiscard]] std::optional<int> microBatches(int rank) const;
    [[nodiscard]] StageLayers layers();
    void addTransfers(const StageLayers &layers, const std::vector<double> &parts, ReplayChange &out) const;
    [[nodiscard]] std::optional<std::vector<ReplayChange>> evenStages();
    [[nodiscard]] QStringList withoutReadKernels(const std::vector<int> &ranks) const;
    [[nodiscard]] QStringList withoutTrace() const;

    const RunEvidence &m_base;
    std::vector<StageRanks> m_stages;
    bool m_isJudged = true;
    StageOperators m_operators;
};

std::optional<qint64> StageJudge::computeOf(int rank) const
{
    qint64 sum = 0;
    for (const DiagnosisCell &cell : m_base.cells[static_cast<size_t>(rank)]) {
        if (!cell.computeNs)
            return std::nullopt;
        sum = saturatedSum(sum, *cell.computeNs);
    }
    return sum;
}

void StageJudge::findStages(const std::vector<int> &odd)
{
    if (m_base.steps.isEmpty())
        return;
    for (size_t g = 0; g < m_base.groups.size(); ++g) {
        StageRanks stage;
        stage.stage = m_base.groupStages[g];
        std::ranges::copy_if(m_base.groups[g], std::back_inserter(stage.ranks),
                             [this](int rank) { return computeOf(rank).has_value(); });
        if (stage.stage < 0 || stage.ranks.empty())
            continue;
        std::ranges::copy_if(stage.ranks, std::back_inserter(stage.steady),
                             [&odd](int rank) { return std::ranges::find(odd, rank) == odd.end(); });
        if (stage.steady.empty())
            stage.steady = stage.ranks;
        std::vector<qint64> computed;
        for (const int rank : stage.steady)
            computed.push_back(*computeOf(rank));
        for (const int rank : m_base.groups[g]) {
            if (std::ranges::find(stage.ranks, rank) == stage.ranks.end())
                stage.unknown << m_base.label(rank);
        }
        stage.unknown << m_base.absentOfStage(stage.stage);
        stage.computeNs = medianOf(std::move(computed));
        m_stages.push_back(std::move(stage));
    }
    if (m_stages.size() < 2)
        m_stages.clear();
}

// The only other stage is its own median.
QString unevenSentence(bool perMicroBatch, bool oneOther)
{
    if (perMicroBatch)
        return oneOther ? RS_MESSAGE("The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per "
                                     "microbatch than the other stage.")
                        : RS_MESSAGE("The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per "
                                     "microbatch than the median of the other stages.");
    return oneOther ? RS_MESSAGE("The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per step "
                                 "than the other stage.")
                    : RS_MESSAGE("The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per step "
                                 "than the median of the other stages.");
}

std::vector<size_t> StageJudge::others(size_t of) const
{
    std::vector<size_t> out(m_stages.size());
    std::iota(out.begin(), out.end(), size_t(0));
    std::erase(out, of);
    return out;
}

qint64 StageJudge::medianOfOthers(size_t of, qint64 (*value)(const StageRanks &)) const
{
    std::vector<qint64> out;
    for (const size_t i : others(of))
        out.push_back(value(m_stages[i]));
    return medianOf(std::move(out));
}

std::optional<StageFinding> StageJudge::judge(size_t at, const std::vector<size_t> &steps)
{
    const std::vector<size_t> compared(steps.begin(),
                                       steps.begin() + std::min(std::ssize(steps), std::ptrdiff_t{mostStageSteps}));
    std::vector<std::vector<int>> theirs;
    for (const size_t i : others(at))
        theirs.push_back(m_stages[i].steady);
    const UsualTimes usual = m_operators.usualOf(theirs, compared);
    StageFinding out;
    out.stage = m_stages[at].stage;
    out.ranks = m_stages[at].ranks;
    out.unknown = m_stages[at].unknown;
    out.everywhere = steps.empty();
    out.steps = steps.empty() ? m_base.allSteps() : steps;
    std::vector<double> parts;
    std::vector<double> factors;
    std::map<QString, double> more; // by type, mean over the ranks
    out.even = true;
    for (const int rank : out.ranks) {
        const auto common = m_operators.commonOf(rank, usual, compared, steps.empty() ? out.steps : compared);
        m_isJudged = m_isJudged && (!steps.empty() || (common && common->isEnough()));
        if (!common || !common->isSlow(m_base.limits.computeDeviation))
            return std::nullopt;
        for (const auto &[type, ns] : common->more)
            more[type] += ns / static_cast<double>(out.ranks.size());
        out.even = out.even && common->even;
        parts.push_back(common->longerNs / static_cast<double>(common->totalNs));
        factors.push_back(common->factor());
    }
    out.factor = lowerMedian(std::move(factors));
    out.part = out.even ? 1 - 1 / out.factor : lowerMedian(std::move(parts));
    const auto most = std::ranges::max_element(more, [](const auto &a, const auto &b) { return a.second < b.second; });
    out.type = most->first;
    out.typeNs = saturatedRound(most->second);
    return out;
}

std::optional<qint64> StageJudge::estimate(const StageFinding &finding, const Excess &excess) const
{
    qint64 sum = 0;
    for (const size_t s : excess.steps) {
        std::vector<qint64> own;
        std::optional<qint64> least;
        for (const StageRanks &stage : m_stages) {
            for (const int rank : stage.ranks) {
                const std::optional<qint64> &ns = m_base.cells[static_cast<size_t>(rank)][s].uncoveredNs;
                if (!ns)
                    return std::nullopt;
                if (stage.stage == finding.stage)
                    own.push_back(*ns);
                else
                    least = std::min(least.value_or(*ns), *ns);
            }
        }
        if (!least || own.empty())
            return std::nullopt;
        sum = saturatedSum(sum, std::max<qint64>(0, saturatedDifference(*least, medianOf(std::move(own)))));
    }
    return std::min(sum, excess.ns);
}

Suspect StageJudge::suspectOf(const StageFinding &finding, size_t at) const
{
    Suspect out;
    out.kind = DiagnosisKind::Stage;
    Excess &e = out.excess;
    // Who is nearest to the median stands for the stage.
    const auto off = [&](int rank) { return saturatedMagnitude(*computeOf(rank) - m_stages[at].computeNs); };
    e.rank = *std::ranges::min_element(finding.ranks, [&](int a, int b) { return off(a) < off(b); });
    e.everywhere = finding.everywhere;
    e.peers = m_stages.size() - 1;
    if (e.everywhere) {
        e.steps = finding.steps;
        e.ns = saturatedRound(finding.part * static_cast<double>(m_stages[at].computeNs));
        e.medianNs = m_stages[at].computeNs - e.ns;
    } else {
        for (const size_t s : finding.steps) {
            const qint64 computed = computeIn(m_stages[at], {s});
            const qint64 longer = saturatedRound(finding.part * static_cast<double>(computed));
            e.add(s, longer, computed - longer);
        }
    }
    const qint64 median = medianOfOthers(at, [](const StageRanks &s) { return s.computeNs; });
    const std::vector<size_t> rest = others(at);
    const StageRanks &normal = m_stages[*std::ranges::min_element(rest, [&](size_t a, size_t b) {
        return saturatedMagnitude(m_stages[a].computeNs - median) < saturatedMagnitude(m_stages[b].computeNs - median);
    })];
    const auto place = std::ranges::find(finding.ranks, e.rank) - finding.ranks.begin();
    e.normalPeer = normal.ranks[std::min(static_cast<size_t>(place), normal.ranks.size() - 1)];
    out.replayed = std::ranges::all_of(finding.ranks, [&](int r) { return m_base.canReplay(r); });
    out.estimateNs = estimate(finding, e);
    if (!out.replayed) {
        out.costNs = out.estimateNs;
        return out;
    }
    for (const int rank : finding.ranks) {
        ReplayChange change{rank, computeReliefs(m_base, rank, finding.part, e.steps), {}};
        if (rank == e.rank)
            out.change = std::move(change);
        else
            out.others.push_back(std::move(change));
    }
    return out;
}

// Micro-batches by the first step that tells them; all steps have as many.
std::optional<int> StageJudge::microBatches(int rank) const
{
    PipelineQuery query;
    query.step = m_base.steps.back();
    query.rank = m_base.run.infos[static_cast<size_t>(rank)].rank;
    for (const PipelineStep &step : pipelineChart(m_base.run, query, m_base.job).steps) {
        for (const PipelineStage &stage : step.stages) {
            if (stage.rankIndex == rank && stage.microBatches.value_or(0) > 0)
                return stage.microBatches;
        }
    }
    return std::nullopt;
}

// Who waits for the stage, be it said of its ranks or of stages that wait for each other.
std::vector<DiagnosisVictim> StageJudge::victimsOf(const StageFinding &finding) const
{
    std::map<int, qint64> waits;
    const auto isOwn = [&finding](int rank) { return std::ranges::find(finding.ranks, rank) != finding.ranks.end(); };
    // These are sums over all steps.
    for (const StageWait &wait : finding.everywhere ? stageWaits(m_base.attribution) : std::vector<StageWait>()) {
        if (isOwn(wait.late) && !isOwn(wait.victim))
            waits[wait.victim] = saturatedSum(waits[wait.victim], wait.ns);
    }
    for (const int rank : finding.ranks) {
        for (const DiagnosisVictim &v : m_base.victimsOf(rank, finding.steps)) {
            if (!isOwn(v.rank))
                waits[v.rank] = saturatedSum(waits[v.rank], v.waitNs);
        }
    }
    const double least = m_base.limits.victimShare * static_cast<double>(m_base.usualWindowOf(finding.steps));
    return victimsAmong(waits, static_cast<qint64>(std::ceil(least)));
}

void StageJudge::addFrequency(const Suspect &s, Verdict &v) const
{
    const FrequencyLoss own = m_base.frequencyLoss(s.excess.rank, s.excess.steps);
    const FrequencyLoss normal = m_base.frequencyLoss(s.excess.normalPeer, s.excess.steps);
    if (own.ranAtMHz() <= 0 || own.ranAtMHz() >= 0.97 * normal.ranAtMHz())
        return;
    v.details.emplace_back(
        RS_MESSAGE("AI cores of its rank %1 ran at %2 MHz, those of rank %3 of another stage at %4 MHz."),
        QStringList{m_base.label(s.excess.rank), QString::number(own.ranAtMHz(), 'f', 0),
                    m_base.label(s.excess.normalPeer), QString::number(normal.ranAtMHz(), 'f', 0)});
}

void StageJudge::describe(const StageFinding &finding, const Suspect &s, Verdict &v) const
{
    const std::ptrdiff_t steps = std::ssize(finding.steps);
    const QString stage = QString::number(finding.stage);
    const QString ranks = shortList(m_base.labels(finding.ranks));
    const QString part = diagnosisPercent(finding.factor - 1);
    const std::optional<int> passes = finding.everywhere ? microBatches(s.excess.rank) : std::nullopt;
    if (!finding.everywhere)
        v.sentence = {RS_MESSAGE("Pipeline stage %1 (ranks %2) computes %3 longer than the other stages would, in "
                                 "step %5 only: on each of these ranks the same operators take %4 longer there."),
                      {stage, ranks, diagnosisMs(s.excess.ns), part, shortList(stepNames(m_base, s.excess))}};
    else if (passes)
        v.sentence = {RS_MESSAGE("Pipeline stage %1 (ranks %2) computes %3 longer per microbatch than the other stages "
                                 "would: on each of these ranks the same operators take %4 longer."),
                      {stage, ranks, diagnosisMs(s.excess.ns / steps / *passes), part}};
    else
        v.sentence = {RS_MESSAGE("Pipeline stage %1 (ranks %2) computes %3 longer per step than the other stages "
                                 "would: on each of these ranks the same operators take %4 longer."),
                      {stage, ranks, diagnosisMs(s.excess.ns / steps), part}};
    v.stage = finding.stage;
    v.allOf = finding.ranks;
    v.target = m_base.canReplay(s.excess.rank) ? LookTarget::Stages : LookTarget::CompareRanks;
    v.victims = victimsOf(finding);
    v.deviationShare = finding.factor - 1;
    if (v.costNs)
        v.details.emplace_back(RS_MESSAGE("That costs %1 per step."), QStringList{diagnosisMs(*v.costNs / steps)});
    if (finding.even)
        v.details.emplace_back(
            RS_MESSAGE("All types of operators do, by about as much: its devices are slow, not an operator."));
    else if (finding.everywhere)
        v.details.emplace_back(RS_MESSAGE("Most of it is in operators of type %1: %2 in all steps."),
                               QStringList{finding.type, diagnosisMs(finding.typeNs)});
    else
        v.details.emplace_back(RS_MESSAGE("Most of it is in operators of type %1."), QStringList{finding.type});
    if (!finding.unknown.isEmpty())
        v.details.emplace_back(RS_MESSAGE("Whether the other ranks of this stage (%1) are slow, too, is unknown: this "
                                          "run does not have their times."),
                               QStringList{shortList(finding.unknown)});
    addFrequency(s, v);
    v.evidence.push_back({QStringLiteral("stages")});
    v.evidence.push_back({QStringLiteral("compare"), {}, {}, s.excess.normalPeer, s.excess.rank});
    v.evidence.push_back({QStringLiteral("ledger.stages")});
}

// Names the type of operators that makes most of a stage with more to do.
void StageJudge::addMost(size_t at, Verdict &v)
{
    const auto meanOf = [this](size_t stage) {
        std::map<QString, double> out;
        const std::vector<int> &ranks = m_stages[stage].steady;
        const size_t count = std::min(enoughRanks, ranks.size());
        for (size_t r = 0; r < count; ++r) {
            for (const auto &[key, sum] : m_operators.of(ranks[r]).sums)
                out[sum.type] += static_cast<double>(sum.ns) / static_cast<double>(count);
        }
        return out;
    };
    std::vector<std::map<QString, double>> rest;
    for (const size_t i : others(at))
        rest.push_back(meanOf(i));
    QString type;
    double most = 0;
    for (const auto &[name, ns] : meanOf(at)) {
        std::vector<double> theirs;
        for (const auto &stage : rest) {
            const auto found = stage.find(name);
            theirs.push_back(found == stage.end() ? 0 : found->second);
        }
        if (const double more = ns - medianOf(std::move(theirs)); more > most) {
            most = more;
            type = name;
        }
    }
    if (!type.isEmpty())
        v.details.emplace_back(RS_MESSAGE("Most of it is in operators of type %1: %2 in all steps."),
                               QStringList{type, diagnosisMs(saturatedRound(most))});
}

// In which it computes at least half of that longer, held against what the others do in the step.
bool StageJudge::isSlowInNearlyAllSteps(const StageFinding &finding, size_t at) const
{
    const auto inStep = [this](const StageRanks &stage, size_t s) {
        std::vector<qint64> out;
        for (const int rank : stage.ranks)
            out.push_back(*m_base.cells[static_cast<size_t>(rank)][s].computeNs);
        return static_cast<double>(medianOf(std::move(out)));
    };
    const auto whole = static_cast<double>(m_stages[at].computeNs);
    double rest = 0;
    for (const size_t i : others(at))
        rest += static_cast<double>(m_stages[i].computeNs);
    size_t slow = 0;
    const std::vector<size_t> steps = m_base.allSteps();
    for (const size_t s : steps) {
        double restInStep = 0;
        for (const size_t i : others(at))
            restInStep += inStep(m_stages[i], s);
        const double expected = rest > 0 ? (1 - finding.part) * whole * restInStep / rest : 0;
        slow += inStep(m_stages[at], s) >= (1 + finding.part / 2) * expected ? 1 : 0;
    }
    return static_cast<double>(slow) >= nearlyAllSteps * static_cast<double>(steps.size());
}

qint64 StageJudge::computeIn(const StageRanks &stage, const std::vector<size_t> &steps) const
{
    std::vector<qint64> out;
    for (const int rank : stage.ranks) {
        qint64 &sum = out.emplace_back(0);
        for (const size_t s : steps)
            sum = saturatedSum(sum, *m_base.cells[static_cast<size_t>(rank)][s].computeNs);
    }
    return medianOf(std::move(out));
}

std::vector<size_t> StageJudge::unusualSteps(size_t at) const
{
    const std::vector<size_t> all = m_base.allSteps();
    if (all.size() < fewestStageSteps)
        return {};
    std::vector<double> rest; // by step
    for (const size_t s : all) {
        double sum = 0;
        for (const size_t i : others(at))
            sum += static_cast<double>(computeIn(m_stages[i], {s}));
        rest.push_back(sum);
    }
    std::vector<size_t> shown(all.size()); // by how many ranks
    for (const int rank : m_stages[at].ranks) {
        const std::vector<DiagnosisCell> &cells = m_base.cells[static_cast<size_t>(rank)];
        std::vector<double> ratios;
        for (const size_t s : all)
            ratios.push_back(
                rest[s] > 0 ? static_cast<double>(cells[s].evenComputeNs.value_or(*cells[s].computeNs)) / rest[s] : 0);
        const double usual = lowerMedian(ratios);
        for (const size_t s : all)
            shown[s] += ratios[s] >= (1 + m_base.limits.computeDeviation) * usual ? 1 : 0;
    }
    std::vector<size_t> out;
    for (const size_t s : all) {
        if (shown[s] == m_stages[at].ranks.size())
            out.push_back(s);
    }
    return 2 * out.size() < all.size() ? out : std::vector<size_t>();
}

std::vector<StageSuspect> StageJudge::suspects()
{
    std::vector<StageSuspect> out;
    for (size_t i = 0; i < m_stages.size() && !m_base.job.isCanceled(); ++i) {
        m_isJudged = m_isJudged && m_stages[i].unknown.isEmpty();
        std::optional<StageFinding> finding = judge(i);
        if (finding)
            m_stages[i].slowPart = finding->part;
        if (!finding || !isSlowInNearlyAllSteps(*finding, i)) {
            const std::vector<size_t> steps = unusualSteps(i);
            finding = steps.empty() ? std::nullopt : judge(i, steps);
            if (finding && m_stages[i].computeNs > 0)
                m_stages[i].slowPart = finding->part * static_cast<double>(computeIn(m_stages[i], steps)) /
                                       static_cast<double>(m_stages[i].computeNs);
        }
        if (finding)
            out.push_back({*finding, suspectOf(*finding, i)});
    }
    return out;
}

// Operators that all stages run in each pass tell the layers of each: those with most of the time.
StageLayers StageJudge::layers()
{
    std::vector<const KernelSums *> sums;
    for (const StageRanks &s : m_stages)
        sums.push_back(&m_operators.of(s.steady.front()));
    struct Common
    {
        OperatorKey key;
        std::vector<qint64> calls; // by stage
        qint64 ns = 0;
    };
    std::vector<Common> common;
    for (const auto &[key, first] : sums.front()->sums) {
        Common all{key, {}, 0};
        for (const KernelSums *stage : sums) {
            const auto at = stage->sums.find(key);
            if (!stage->shapes || at == stage->sums.end())
                break;
            all.calls.push_back(at->second.calls);
            all.ns = saturatedSum(all.ns, at->second.ns);
        }
        if (all.calls.size() == sums.size())
            common.push_back(std::move(all));
    }
    std::ranges::stable_sort(common, std::greater<>(), &Common::ns);
    StageLayers out;
    out.passes = m_base.steps.size() * microBatches(m_stages.front().steady.front()).value_or(1);
    qint64 whole = 0;
    const auto isOfPasses = [&](const Common &c) {
        return std::ranges::all_of(c.calls, [&](qint64 calls) { return calls % out.passes == 0; });
    };
    for (const Common &c : common)
        whole = saturatedSum(whole, isOfPasses(c) ? c.ns : 0);
    for (qint64 taken = 0; const Common &c : common) {
        if (!isOfPasses(c) || saturatedProduct(2, taken) >= whole)
            continue;
        taken = saturatedSum(taken, c.ns);
        out.counts.resize(sums.size());
        for (size_t i = 0; i < sums.size(); ++i)
            out.counts[i] = std::gcd(out.counts[i], c.calls[i] / out.passes);
    }
    // The first and the last stage may run an operator of the layers outside of them as well.
    for (const Common &c : common) {
        qint64 least = std::numeric_limits<qint64>::max();
        bool isEven = true;
        for (size_t i = 0; i < out.counts.size(); ++i) {
            isEven = isEven && c.calls[i] * out.counts[0] == c.calls[0] * out.counts[i];
            least = std::min(least, c.calls[i] / out.counts[i]);
        }
        if (const qint64 calls = isEven ? least : least - least % out.passes; !out.counts.empty() && calls > 0)
            out.calls[c.key] = calls;
    }
    return out;
}

// Collectives of a stage that its ranks wait for in each pass go with its layers; gradients move beside the work.
void StageJudge::addTransfers(const StageLayers &layers, const std::vector<double> &parts, ReplayChange &out) const
{
    const MatchedCollectives &all = m_base.attribution.collectives;
    std::map<QString, std::vector<const AttributedCollective *>> ofDomain;
    for (const AttributedCollective &entry : m_base.attribution.entries)
        ofDomain[all.all[entry.collective].domain].push_back(&entry);
    for (const auto &[domain, entries] : ofDomain) {
        const MatchedCollective &m = all.all[entries.front()->collective];
        for (size_t i = 0; i < m_stages.size(); ++i) {
            const auto isOfStage = [&](const CollectiveEnd &e) {
                return std::ranges::find(m_stages[i].ranks, e.rankIndex) != m_stages[i].ranks.end();
            };
            if (std::ssize(entries) < 2 * layers.counts[i] * layers.passes ||
                !std::all_of(all.ends.begin() + m.first, all.ends.begin() + m.last, isOfStage))
                continue;
            for (const AttributedCollective *entry : entries)
                out.transfers.emplace_back(
                    entry->collective, saturatedRound(parts[i] * static_cast<double>(entry->transferNs.value_or(0))));
        }
    }
    std::ranges::sort(out.transfers);
}

// The same layers, split so that the longest stage is as short as it can be: what only one stage has, as the loss of
// the last one, stays there. Nothing where nobody can tell the layers.
std::optional<std::vector<ReplayChange>> StageJudge::evenStages()
{
    const StageLayers layers = this->layers();
    const qint64 count = std::accumulate(layers.counts.begin(), layers.counts.end(), qint64(0));
    if (count <= 0)
        return std::nullopt;
    double ofLayers = 0;
    std::vector<double> now;
    std::vector<double> even; // without its layers at first
    for (size_t i = 0; i < m_stages.size(); ++i) {
        const KernelSums &sums = m_operators.of(m_stages[i].steady.front());
        double own = 0;
        for (const auto &[key, calls] : layers.calls)
            own += layers.partOf(key, sums, i) * static_cast<double>(sums.sums.at(key).ns);
        now.push_back(static_cast<double>(sums.totalNs));
        even.push_back(now.back() - own);
        ofLayers += own;
    }
    std::vector<qint64> split(m_stages.size());
    for (qint64 left = count; left > 0; --left) {
        const auto least = std::ranges::min_element(even);
        *least += ofLayers / static_cast<double>(count);
        ++split[static_cast<size_t>(least - even.begin())];
    }
    std::vector<ReplayChange> changes(1);
    if (std::ranges::max(even) >= std::ranges::max(now))
        return changes;
    std::vector<double> parts;
    for (size_t i = 0; i < m_stages.size(); ++i) {
        parts.push_back(1 - static_cast<double>(split[i]) / static_cast<double>(layers.counts[i]));
        std::map<double, std::set<OperatorKey>> ofPart;
        for (const auto &[key, calls] : layers.calls)
            ofPart[layers.partOf(key, m_operators.of(m_stages[i].steady.front()), i)].insert(key);
        for (const int rank : m_stages[i].ranks) {
            if (!m_base.canReplay(rank))
                return std::nullopt;
            ReplayChange &change = changes.emplace_back();
            change.rankIndex = rank;
            for (const auto &[part, operators] : ofPart)
                change.reliefs.push_back(
                    {IntervalLengths(m_operators.kernelsOf(rank, operators)), part * parts.back()});
        }
    }
    addTransfers(layers, parts, changes.front());
    return changes;
}

// Their files are there, or the pack that holds them is, but memory or the disk did not let them in.
QStringList StageJudge::withoutReadKernels(const std::vector<int> &ranks) const
{
    QStringList out;
    for (const int r : ranks) {
        const auto &data = m_base.run.ranks[static_cast<size_t>(r)];
        const auto &files = m_base.run.infos[static_cast<size_t>(r)].files;
        const bool isListed = std::ranges::any_of(files, [](const FileEntry &f) {
            return f.used && (f.kind == QLatin1String("kernel_details") || f.kind == QLatin1String("op_summary"));
        });
        if (!data || isPackUnread(*data) || (!data->kernels && isListed))
            out << m_base.label(r);
    }
    return out;
}

QStringList StageJudge::withoutTrace() const
{
    QStringList out;
    for (const StageRanks &stage : m_stages) {
        for (const int r : stage.ranks) {
            const auto &data = m_base.run.ranks[static_cast<size_t>(r)];
            if (!data || !data->trace)
                out << m_base.label(r);
        }
    }
    return out;
}

// More to do is no fault; who looks for one sees the numbers.
std::optional<Verdict> StageJudge::notice()
{
    const auto design = [](const StageRanks &s) { return s.designNs(); };
    std::optional<size_t> most;
    qint64 mostNs = 0;
    for (size_t i = 0; i < m_stages.size(); ++i) {
        const qint64 more = m_stages[i].designNs() - medianOfOthers(i, design);
        if (more > mostNs) {
            most = i;
            mostNs = more;
        }
    }
    const auto length = static_cast<double>(m_base.windowOf(m_base.allSteps()));
    if (!most || m_base.job.isCanceled())
        return std::nullopt;
    const qint64 median = medianOfOthers(*most, design);
    const auto ns = static_cast<double>(mostNs);
    if (median <= 0 || ns < m_base.limits.computeDeviation * static_cast<double>(median) ||
        ns < m_base.limits.leastCost * length)
        return std::nullopt;
    const StageRanks &stage = m_stages[*most];
    const auto steps = static_cast<qint64>(m_base.steps.size());
    const QString part = diagnosisPercent(ns / static_cast<double>(median));
    const QString ranks = shortList(m_base.labels(stage.ranks));
    Verdict v;
    v.kind = DiagnosisKind::Stage;
    v.state = DiagnosisState::Notice;
    v.rank = stage.ranks.front();
    v.stage = stage.stage;
    const bool hasTrace = m_base.canReplay(v.rank);
    v.target = hasTrace ? LookTarget::Stages : LookTarget::None;
    const std::optional<int> passes = microBatches(v.rank);
    v.sentence = {unevenSentence(passes.has_value(), m_stages.size() == 2),
                  {QString::number(stage.stage), ranks, diagnosisMs(mostNs / steps / passes.value_or(1)), part}};
    const bool known = std::ranges::all_of(stage.ranks, [this](int r) { return m_operators.of(r).shapes; });
    const QStringList unread = known ? QStringList() : withoutReadKernels(stage.ranks);
    if (known && stage.slowPart > 0)
        v.details.emplace_back(
            RS_MESSAGE("This comes on top of its slower operators: it has more operators, or others. No device is "
                       "at fault; layers could be split differently."));
    else if (known)
        v.details.emplace_back(
            RS_MESSAGE("Operators that other stages have too take as long there: it has more operators, or others. "
                       "No device is at fault; layers could be split differently."));
    else if (!unread.isEmpty())
        v.details.emplace_back(RS_MESSAGE("Whether it has more work or is slow is unknown: operators of ranks %1 were "
                                          "not read."),
                               QStringList{shortList(unread)});
    else
        v.details.emplace_back(
            RS_MESSAGE("Whether it has more work or is slow is unknown: its ranks have no kernel_details.csv with "
                       "types and shapes, which the profiler writes at Level1 or higher."));
    if (known)
        addMost(*most, v);
    if (std::optional<std::vector<ReplayChange>> even = evenStages()) {
        v.changes = std::move(*even);
        v.costNs = m_base.gainOf(v.changes);
    }
    if (v.costNs && static_cast<double>(*v.costNs) < m_base.limits.leastCost * length)
        return std::nullopt; // what only one stage has hides no time that a split could save
    const QStringList lacking = v.costNs ? QStringList() : withoutTrace();
    if (!lacking.isEmpty())
        v.details.emplace_back(
            RS_MESSAGE("Another split may save nothing: that is unknown without traces of ranks %1."),
            QStringList{shortList(lacking)});
    v.share = m_base.shareOf(v.costNs.value_or(0), m_base.allSteps());
    v.certainty = Certainty::Low;
    QStringList all;
    for (const StageRanks &s : m_stages)
        all << QStringLiteral("%1: %2").arg(s.stage).arg(diagnosisMs(s.computeNs / steps));
    v.details.emplace_back(RS_MESSAGE("The stages compute per step: %1."), QStringList{shortList(all)});
    v.evidence.push_back({hasTrace ? QStringLiteral("stages") : QStringLiteral("trajectory"), {}, {}, -1, -1});
    return v;
}

// A stage whose ranks all take longer with the operators that other stages have too is a suspect. Of one that has more
// to do there is a notice where another split gains leastCost, or nobody can tell what it gains.
void lookAtStages(const RunEvidence &base, const ReferenceRates &, Findings &out)
{
    // A longer time than that of the only peer is told of the rank.
    std::vector<int> odd;
    for (const Suspect &s : out.suspects) {
        if (s.kind == DiagnosisKind::Compute && s.excess.peers == 1)
            odd.push_back(s.excess.rank);
    }
    const auto judge = std::make_shared<StageJudge>(base, odd);
    for (StageSuspect &s : judge->suspects()) {
        s.suspect.describe = s.suspect.describeHidden = [judge, found = s.finding](const Suspect &own, Verdict &v) {
            judge->describe(found, own, v);
        };
        out.suspects.push_back(std::move(s.suspect));
    }
    out.stagesJudged = judge->judgedAll();
    if (std::optional<Verdict> notice = judge->notice())
        out.remarks.push_back(std::move(*notice));
}

} // namespace

const Rule stageRule{lookAtStages};

} // namespace rs
