// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/ruleinput.h"
#include "analysis/communication/commadvice.h"
#include "analysis/communication/commrecord.h"
#include "analysis/dataset/datapipeline.h"
#include "analysis/diagnosis/verdictcost.h"
#include "analysis/replay/whatif.h"
#include "analysis/time/devicesets.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

qint64 nanoseconds(double ms)
{
    return saturatedRound(ms * 1e6);
}

// ---- verdicts -----------------------------------------------------------------------------------------------------

const char *ruleOf(DiagnosisKind kind)
{
    switch (kind) {
    case DiagnosisKind::Compute:
        return "slow-rank";
    case DiagnosisKind::Frequency:
        return "frequency";
    case DiagnosisKind::Stage:
        return "uneven-stages";
    case DiagnosisKind::Scheduling:
        return "slow-host";
    case DiagnosisKind::LateStart:
        return "late-start";
    case DiagnosisKind::SlowLink:
        return "slow-link";
    case DiagnosisKind::Communication:
        break;
    }
    return nullptr; // who waits follows from another verdict
}

/// Rules whose findings on the accused rank may be what a verdict says of it.
std::vector<const char *> causesOf(DiagnosisKind kind)
{
    switch (kind) {
    case DiagnosisKind::Compute:
        return {"aicpu", "frequency"};
    case DiagnosisKind::Frequency:
        return {"frequency"};
    case DiagnosisKind::Scheduling:
    case DiagnosisKind::LateStart:
        return {"compile", "synchronise", "gc", "dataloader", "memory-api", "sync-batchnorm", "optimizer"};
    case DiagnosisKind::Stage:
    case DiagnosisKind::Communication:
    case DiagnosisKind::SlowLink:
        break;
    }
    return {};
}

// Empty: the rule names all that may be to change.
Phrase changeOf(SlowReason reason)
{
    switch (reason) {
    case SlowReason::Device:
        return Phrase(RS_MESSAGE("Look at the chip: npu-smi info for its temperature, power and frequency. Change the "
                                 "device if it stays slow."));
    case SlowReason::Input:
        return Phrase(RS_MESSAGE("Balance the input: shapes, batch and sequence lengths as on the other ranks."));
    case SlowReason::Experts:
        return Phrase(
            RS_MESSAGE("Balance the experts: the routing of tokens (auxiliary loss, capacity factor) or which "
                       "rank has which expert."));
    case SlowReason::Operators:
        return Phrase(
            RS_MESSAGE("Compare the operators that take longer with those of a peer: types, formats, versions "
                       "of CANN, and what else runs on the device."));
    case SlowReason::Unknown:
        break;
    }
    return {};
}

void addVerdict(const Run &run, const Verdict &v, qint64 spanNs, AdviceSink &out)
{
    const char *const id = ruleOf(v.kind);
    if (!id)
        return;
    // Whether a stage has more to do or is slow is not certain, but what another split gains is.
    const bool isReplayed =
        v.costNs && (v.certainty != Certainty::Low || (v.kind == DiagnosisKind::Stage && !v.changes.empty()));
    // One who knows the cause says what to change; the verdict says what that gains.
    for (const char *const cause : causesOf(v.kind)) {
        Advice *const known = out.found(cause, v.rank);
        if (!known || known->savesNs.value_or(0) < v.costNs.value_or(v.deviationNs) / 2)
            continue;
        if (isReplayed && known->rank == v.rank && spanNs > 0) {
            known->savesNs = v.costNs;
            known->known = SavingKind::Replayed;
            known->share = static_cast<double>(*v.costNs) / static_cast<double>(spanNs);
        }
        return;
    }
    // A host that is slower than all others is no matter of how the program launches.
    if (v.kind == DiagnosisKind::Scheduling) {
        const Advice *const launches = out.found("launch-bound", v.rank);
        if (launches && launches->ranks.size() == 1)
            out.drop("launch-bound");
    }
    AdviceSink::Found found;
    for (const int rank : v.accused())
        found.subject += (found.subject.isEmpty() ? QString() : QStringLiteral("-")) +
                         (rank < std::ssize(run.infos) ? run.infos[static_cast<size_t>(rank)].label : QString());
    if (v.stage >= 0)
        found.subject = QString::number(v.stage);
    if (v.kind == DiagnosisKind::Frequency)
        found.subject.clear();
    found.count = 1;
    const std::optional<VerdictCost> cost = toldCost(v);
    found.timeNs = v.costNs.value_or(v.deviationNs);
    found.savesNs = cost && !isReplayed ? std::optional(cost->ns) : v.costNs;
    found.known = isReplayed ? SavingKind::Replayed : v.costNs ? SavingKind::AtMost : SavingKind::Unknown;
    found.seen = v.sentence;
    if (v.kind == DiagnosisKind::Compute)
        found.change = changeOf(v.reason);
    found.isCertain = true; // the diagnosis has limits of its own
    AdviceEvidence evidence{v.rank, NoSlice, {}, found.subject, found.timeNs};
    if (v.kind == DiagnosisKind::SlowLink && v.peer >= 0 && v.rank >= 0)
        evidence.link =
            std::pair(run.infos[static_cast<size_t>(v.rank)].rank, run.infos[static_cast<size_t>(v.peer)].rank);
    found.evidence.push_back(std::move(evidence));
    out.add(adviceRule(id), v.rank, spanNs, std::move(found));
}

// Gain of launches twice as fast, where the run can be played once more.
void replayLaunches(const Run &run, const AdviceInput &input, const JobContext &job, AdviceSink &out)
{
    Advice *launches = nullptr;
    for (int r = 0; r < std::ssize(run.ranks) && !launches; ++r)
        launches = out.found("launch-bound", r);
    if (!launches)
        return;
    const WhatIf whatIf(run, job, input.pool);
    if (job.isCanceled() || !whatIf.canAnswer())
        return;
    const auto answer = whatIf.answer({.kind = WhatIfKind::Launches}, job);
    if (!answer || answer->beforeNs <= 0)
        return;
    launches->share = static_cast<double>(answer->gainNs) / static_cast<double>(answer->beforeNs);
    launches->savesNs = answer->gainNs;
    launches->known = SavingKind::Replayed;
    if (*launches->share < launches->rule->leastShare)
        out.drop("launch-bound");
}

// ---- communication ------------------------------------------------------------------------------------------------

const char *ruleOf(CommAdviceKind kind)
{
    static constexpr const char *ids[] = {"small-packets", "alignment", "contention", "retransmission"};
    return ids[static_cast<size_t>(kind)];
}

// Communication that nothing covers: what is hidden behind work costs the step nothing.
class Uncovered
{
public:
    Uncovered(const RankData &rank, const JobContext &job) : m_trace(rank.trace.get())
    {
        if (m_trace) {
            const DeviceSets sets = deviceSets(*m_trace, -1, nullptr, job);
            m_set = IntervalLengths(subtractSets(sets.communication, sets.compute));
            m_ns = totalLength(m_set.set());
            return;
        }
        for (const StepTraceRow &row : rank.stepTrace)
            m_ns = saturatedSum(m_ns, saturatedRound(row.notOverlappedUs.value_or(0) * 1e3));
    }
    [[nodiscard]] qint64 ns() const { return m_ns; }
    /// As much of a time of an operator as nothing covers; all of it where no trace tells.
    [[nodiscard]] qint64 of(const CommAdviceRow &row, qint64 ns) const
    {
        if (!m_trace || row.slice == NoSlice)
            return ns;
        const SliceStore &s = m_trace->slices();
        return std::min(ns, m_set.inside({s.start(row.slice), s.end(row.slice)}));
    }

private:
    const Trace *m_trace;
    IntervalLengths m_set;
    qint64 m_ns = 0;
};

// Time of a transfer beyond its size at the reference rate; all of it where nothing tells its size.
double lostMsOf(const CommAdviceRow &row, const ReferenceRates &rates)
{
    const double elapsedMs = row.op.elapseMs.value_or(0);
    const std::optional<double> rate = rates.of(row.transport);
    if (!row.sizeMb || !rate || *rate <= 0)
        return elapsedMs;
    if (row.kind == CommAdviceKind::Alignment)
        return std::clamp(row.transferMs - row.transferMb / *rate, 0.0, elapsedMs);
    const double transferMs =
        row.bandwidthGbs && *row.bandwidthGbs > 0 ? std::min(elapsedMs, *row.sizeMb / *row.bandwidthGbs) : elapsedMs;
    return std::max(0.0, transferMs - *row.sizeMb / *rate);
}

// A slow link makes every operator of its domain slow: no matter of their sizes, or of what runs beside them.
bool isOfSlowLink(const CommAdviceRow &row, const AdviceInput &input)
{
    return input.diagnosis && std::ranges::any_of(input.diagnosis->problems, [&row](const Verdict &v) {
               return v.kind == DiagnosisKind::SlowLink && (v.domain.isEmpty() || v.domain == row.op.domain);
           });
}

void lookAtCommunication(const Run &run, const AdviceInput &input, const std::vector<qint64> &spans,
                         const JobContext &job, AdviceSink &out)
{
    struct Sum
    {
        qint64 count = 0;
        double ms = 0;
        qint64 lostNs = 0; ///< uncovered
        const CommAdviceRow *longest = nullptr;
        std::vector<AdviceEvidence> evidence;
    };
    const std::vector<CommAdviceRow> rows = commAdvice(run, {}, {}, input.rates, job);
    std::map<int, Uncovered> known;                               // by rank
    std::map<std::tuple<CommAdviceKind, QString, int>, Sum> sums; // by kind, transport and rank
    for (const CommAdviceRow &row : rows) {
        if (row.rankIndex < 0 || !run.ranks[static_cast<size_t>(row.rankIndex)] || isOfSlowLink(row, input))
            continue;
        const auto uncovered =
            known.try_emplace(row.rankIndex, *run.ranks[static_cast<size_t>(row.rankIndex)], job).first;
        Sum &sum = sums[{row.kind, row.transport, row.rankIndex}];
        ++sum.count;
        sum.ms += row.op.elapseMs.value_or(0);
        sum.lostNs = saturatedSum(sum.lostNs, uncovered->second.of(row, nanoseconds(lostMsOf(row, input.rates))));
        if (!sum.longest)
            sum.longest = &row;
        AdviceEvidence evidence{row.rankIndex,
                                row.slice,
                                {},
                                row.op.op,
                                nanoseconds(row.op.elapseMs.value_or(0)),
                                row.sizeMb ? QStringLiteral("%1 MB").arg(*row.sizeMb) : QString()};
        if (const auto start = startOf(row.op))
            evidence.time = Interval{*start, saturatedSum(*start, evidence.durationNs)};
        sum.evidence.push_back(std::move(evidence));
    }
    for (auto &[key, sum] : sums) {
        const auto &[kind, transport, rank] = key;
        AdviceSink::Found found;
        found.subject = transport;
        found.count = sum.count;
        found.timeNs = nanoseconds(sum.ms);
        found.savesNs = std::min(sum.lostNs, known.at(rank).ns());
        found.known = SavingKind::AtMost;
        found.seen = adviceSentence(*sum.longest, {}, input.rates);
        found.evidence = std::move(sum.evidence);
        out.add(adviceRule(ruleOf(kind)), rank, spans[static_cast<size_t>(rank)], std::move(found));
    }
}

// ---- data ---------------------------------------------------------------------------------------------------------

void lookAtData(const Run &run, const std::vector<qint64> &spans, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("data-pipeline");
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || run.ranks[i]->info.framework != Framework::MindSpore)
            continue;
        const int rank = static_cast<int>(i);
        const std::vector<DataPipeline> pipelines = dataPipelines(*run.ranks[i]);
        if (pipelines.empty())
            out.lacks(rule, rank,
                      Phrase(RS_MESSAGE("Not checked without minddata_pipeline_summary (data_process=True): %1.")));
        for (const DataPipeline &pipeline : pipelines) {
            const std::vector<DataAdvice> all = dataAdvice(pipeline);
            const auto starves = std::ranges::find(all, DataAdviceKind::DeviceStarves, &DataAdvice::kind);
            // A queue that is never empty makes nobody wait, however slow an operator before it is.
            if (starves == all.end())
                continue;
            AdviceSink::Found found;
            found.subject = starves->label;
            found.count = 1;
            found.isCertain = true;
            found.seen = starves->sentence;
            const auto cause = std::ranges::find_if(all, &DataAdvice::isBottleneck);
            if (cause != all.end())
                found.change = cause->sentence;
            out.add(rule, rank, spans[i], std::move(found));
        }
    }
}

} // namespace

void lookAtRun(const Run &run, const AdviceInput &input, const std::vector<qint64> &spans, const JobContext &job,
               AdviceSink &out)
{
    if (input.diagnosis) {
        for (const Verdict &v : input.diagnosis->problems)
            addVerdict(run, v, input.diagnosis->stepNs, out);
        // No device is at fault where a stage has more to do, so this is no problem; but layers could be moved.
        for (const Verdict &v : input.diagnosis->observations) {
            if (v.kind == DiagnosisKind::Stage && !v.hiddenNs && v.share >= (v.costNs ? leastAdviceShare : 0))
                addVerdict(run, v, input.diagnosis->stepNs, out);
        }
        if (input.diagnosis->linksUnchecked)
            out.lacks(adviceRule("slow-link"), -1, *input.diagnosis->linksUnchecked);
    }
    replayLaunches(run, input, job, out);
    lookAtCommunication(run, input, spans, job, out);
    lookAtData(run, spans, out);
}

} // namespace rs
