// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/devicework.h"

#include "analysis/operators/operatorstats.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/devicesets.h"
#include "analysis/time/devicetasks.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <functional>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

namespace rs {

namespace {

void longestFirst(std::vector<KernelWork> &kernels)
{
    std::ranges::stable_sort(kernels, [](const KernelWork &a, const KernelWork &b) {
        return a.durationNs.value_or(-1) > b.durationNs.value_or(-1);
    });
}

std::vector<KernelWork> kernelsOfTable(const RankData &rank, const WorkQuery &query, const JobContext &job)
{
    const Table &table = *rank.kernels;
    const KernelColumns columns(table);
    const bool byStamp = !query.step.isEmpty() && columns.step < 0;
    const StepOfStamp stepOf(rank, byStamp, job);
    const std::string core = query.core.toStdString();
    std::vector<KernelWork> out;
    JobPoll poll(job);
    for (int row = 0; row < table.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        if (isCommunicationKernel(rank, columns, row) || (!core.empty() && table.textView(row, columns.core) != core))
            continue;
        if (byStamp) {
            const std::optional<qint64> start = table.integerAt(row, columns.start);
            if (!start || stepOf.at(*start) != query.step)
                continue;
        } else if (!query.step.isEmpty() && columns.stepOf(table, row) != query.step) {
            continue;
        }
        const auto r = static_cast<size_t>(row);
        out.push_back({row, r < rank.sliceOfKernel.size() ? rank.sliceOfKernel[r] : NoSlice,
                       table.integerAt(row, columns.duration)});
    }
    return out;
}

std::vector<KernelWork> kernelsOfTrace(const RankData &rank, const WorkQuery &query, const JobContext &job)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    const StepOfStamp stepOf(rank, !query.step.isEmpty(), job);
    const std::string core = query.core.toStdString();
    std::vector<KernelWork> out;
    const bool isWhole = visitDeviceTasks(trace, job, [&](SliceId slice) {
        if (!isComputing(s.kind(slice)) || !trace.isInside(slice) ||
            (!core.empty() && core != coreOfSlice(trace, slice)))
            return;
        if (query.step.isEmpty() || stepOf.at(s.start(slice)) == query.step)
            out.push_back({-1, slice, saturatedDifference(s.end(slice), s.start(slice))});
    });
    return isWhole ? out : std::vector<KernelWork>();
}

void leastCoveredFirst(std::vector<CommWork> &works)
{
    std::ranges::stable_sort(works, [](const CommWork &a, const CommWork &b) {
        return std::pair(a.uncoveredNs.value_or(-1), a.durationNs.value_or(-1)) >
               std::pair(b.uncoveredNs.value_or(-1), b.durationNs.value_or(-1));
    });
}

// Hashes of the domains of a trace's operators by slice; of those that no file tells, none.
std::unordered_map<quint32, QString> domainsOfSlices(const RankData &rank, const DomainIndex &known,
                                                     const JobContext &job)
{
    std::vector<CollectiveSequence> sequences = collectiveSequences(rank, job);
    nameDomains(sequences, known.all(), rank.info.rank);
    std::unordered_map<quint32, QString> out;
    for (const CollectiveSequence &s : sequences) {
        if (!known.find(s.domain))
            continue;
        for (const CollectiveOp &op : s.ops)
            out.emplace(raw(op.slice), s.domain);
    }
    return out;
}

std::vector<CommWork> commOfTrace(const Run &run, const RankData &rank, const DomainIndex &known,
                                  const WorkQuery &query, const JobContext &job)
{
    const Trace &trace = *rank.trace;
    const std::unordered_map<quint32, QString> domainOf = domainsOfSlices(rank, known, job);
    const SliceStore &s = trace.slices();
    const StepOfStamp stepOf(rank, true, job);
    // Only work of the same device covers it.
    std::map<int, IntervalLengths> compute;
    std::vector<CommWork> out;
    JobPoll poll(job);
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::CommGroup)
            continue;
        const int device = trace.process(lane.process).device;
        auto covers = compute.find(device);
        if (covers == compute.end())
            covers = compute.emplace(device, IntervalLengths(deviceSets(trace, device, nullptr, job).compute)).first;
        const QString name = trace.laneLabel(LaneId{l});
        const QString ofLane = domainOfLane(run, rank, name);
        const QString &unknown = ofLane.isEmpty() ? name : ofLane;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            for (const SliceId slice : trace.insideOf(RowId{r})) {
                if (poll.isCanceled())
                    return {};
                const QString step = stepOf.at(s.start(slice));
                if (s.kind(slice) != SliceKind::CommOperator || (!query.step.isEmpty() && step != query.step))
                    continue;
                const Interval range{s.start(slice), s.end(slice)};
                const qint64 covered = covers->second.inside(range);
                const auto domain = domainOf.find(raw(slice));
                out.push_back({slice,
                               {},
                               domain == domainOf.end() ? unknown : known.label(domain->second),
                               step,
                               range.from,
                               range.length(),
                               covered,
                               range.length() - covered});
            }
        }
    }
    return out;
}

std::optional<qint64> nsOfNumber(const std::optional<double> &value, double ns)
{
    constexpr double most = 9e18;
    if (!value || !(std::abs(*value * ns) < most))
        return std::nullopt;
    return std::llround(*value * ns);
}

std::vector<CommWork> commOfFile(const RankData &rank, const DomainIndex &known, const WorkQuery &query)
{
    std::vector<CommWork> out;
    for (const CommOpRef op : rank.commOps) {
        if (op.isTotal() || (!query.step.isEmpty() && op.step() != query.step))
            continue;
        CommWork work;
        work.name = op.name();
        work.domain = known.label(op.groupHash());
        work.step = op.step();
        work.startNs = nsOfNumber(op.startUs(), 1e3);
        work.durationNs = nsOfNumber(op.elapseMs(), 1e6);
        out.push_back(std::move(work));
    }
    return out;
}

std::vector<CommWork> commOfKernels(const RankData &rank, const WorkQuery &query, const JobContext &job)
{
    const Table &table = *rank.kernels;
    const KernelColumns columns(table);
    const StepOfStamp stepOf(rank, columns.step < 0, job);
    std::vector<CommWork> out;
    for (int row = 0; row < table.rows(); ++row) {
        if (!isCommunicationKernel(rank, columns, row))
            continue;
        const std::optional<qint64> start = table.integerAt(row, columns.start);
        const QString step = columns.step >= 0 ? columns.stepOf(table, row) : start ? stepOf.at(*start) : QString();
        if (!query.step.isEmpty() && step != query.step)
            continue;
        const std::string_view name = table.textView(row, columns.name);
        CommWork work;
        work.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        work.step = step;
        work.startNs = start;
        work.durationNs = table.integerAt(row, columns.duration);
        out.push_back(std::move(work));
    }
    return out;
}

} // namespace

const char *coreOfKind(SliceKind kind)
{
    switch (kind) {
    case SliceKind::KernelCube:
        return "AI_CORE";
    case SliceKind::KernelVector:
        return "AI_VECTOR_CORE";
    case SliceKind::KernelMix:
        return "MIX";
    case SliceKind::KernelAiCpu:
        return "AI_CPU";
    default:
        return "";
    }
}

std::string_view coreOfSlice(const Trace &trace, SliceId slice)
{
    const std::string_view core = coreOfKind(trace.slices().kind(slice));
    const TaskDetail *const detail = trace.slices().detail(slice);
    return core.empty() && detail ? trace.strings().view(detail->taskType) : core;
}

KernelWorks kernelWorks(const RankData &rank, const WorkQuery &query, const JobContext &job)
{
    KernelWorks out;
    if (rank.kernels) {
        out.kernels = kernelsOfTable(rank, query, job);
    } else if (rank.trace) {
        out.fromTrace = true;
        out.kernels = kernelsOfTrace(rank, query, job);
    }
    longestFirst(out.kernels);
    return out;
}

std::vector<CoreWork> coreWorks(const RankData &rank, const WorkQuery &query, const JobContext &job)
{
    const KernelWorks works = kernelWorks(rank, query, job);
    const int coreColumn = works.fromTrace || !rank.kernels ? -1 : KernelColumns(*rank.kernels).core;
    std::map<std::string_view, CoreWork> byCore;
    for (const KernelWork &k : works.kernels) {
        const std::string_view core =
            works.fromTrace ? coreOfSlice(*rank.trace, k.slice) : rank.kernels->textView(k.row, coreColumn);
        CoreWork &work = byCore[core];
        ++work.kernels;
        if (!k.durationNs)
            continue;
        work.totalNs = saturatedSum(work.totalNs, *k.durationNs);
        if (!work.longestNs) { // they come longest first
            work.longestNs = k.durationNs;
            work.longest = k.slice;
        }
    }
    std::vector<CoreWork> out;
    for (auto &[core, work] : byCore) {
        work.core = QString::fromUtf8(core.data(), static_cast<qsizetype>(core.size()));
        out.push_back(std::move(work));
    }
    std::ranges::stable_sort(out, std::greater<>(), &CoreWork::totalNs);
    return job.isCanceled() ? std::vector<CoreWork>() : out;
}

std::vector<CopyWork> copyWorks(const RankData &rank, const WorkQuery &query, const JobContext &job)
{
    if (!rank.trace)
        return {};
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    const StepOfStamp stepOf(rank, !query.step.isEmpty(), job);
    std::map<int, IntervalLengths> busy; // of each device
    std::map<std::pair<quint32, StrId>, CopyWork> works;
    std::map<std::pair<quint32, StrId>, qint64> sizedNs;
    JobPoll poll(job);
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const LaneId lane = trace.laneOfRow(RowId{r});
        const Process &process = trace.processOf(lane);
        if (process.kind != ProcessKind::AscendHardware)
            continue;
        for (const SliceId slice : trace.insideOf(RowId{r})) {
            if (poll.isCanceled())
                return {};
            if (s.kind(slice) != SliceKind::MemoryCopy ||
                (!query.step.isEmpty() && stepOf.at(s.start(slice)) != query.step))
                continue;
            auto covers = busy.find(process.device);
            if (covers == busy.end()) {
                const DeviceSets sets = deviceSets(trace, process.device, nullptr, job);
                covers = busy.emplace(process.device, uniteSets(sets.compute, sets.communication)).first;
            }
            const TaskDetail *const detail = s.detail(slice);
            const std::pair key(raw(lane), detail ? detail->linkType : NoText);
            CopyWork &work = works[key];
            const Interval time{s.start(slice), s.end(slice)};
            work.stream = lane;
            work.direction = trace.strings().text(key.second);
            ++work.copies;
            work.totalNs = saturatedSum(work.totalNs, time.length());
            work.uncoveredNs = saturatedSum(work.uncoveredNs, time.length() - covers->second.inside(time));
            if (work.longest == NoSlice || time.length() > s.duration(work.longest))
                work.longest = slice;
            if (!detail || detail->sizeBytes < 0)
                continue;
            work.bytes = saturatedSum(work.bytes.value_or(0), detail->sizeBytes);
            sizedNs[key] = saturatedSum(sizedNs[key], time.length());
        }
    }
    std::vector<CopyWork> out;
    for (auto &[key, work] : works) {
        if (const qint64 ns = sizedNs[key]; work.bytes && ns > 0)
            work.bandwidthGbs = static_cast<double>(*work.bytes) / static_cast<double>(ns);
        out.push_back(std::move(work));
    }
    std::ranges::stable_sort(out, std::greater<>(), &CopyWork::totalNs);
    return out;
}

std::vector<CommWork> commWorks(const Run &run, int index, const WorkQuery &query, const JobContext &job)
{
    return commWorks(run, index, DomainIndex(run, job), query, job);
}

std::vector<CommWork> commWorks(const Run &run, int index, const DomainIndex &known, const WorkQuery &query,
                                const JobContext &job)
{
    const auto rank = run.rank(index);
    if (!rank)
        return {};
    std::vector<CommWork> out;
    if (rank->trace)
        out = commOfTrace(run, *rank, known, query, job);
    if (out.empty() && !rank->commOps.empty())
        out = commOfFile(*rank, known, query);
    if (out.empty() && rank->kernels)
        out = commOfKernels(*rank, query, job);
    leastCoveredFirst(out);
    return job.isCanceled() ? std::vector<CommWork>() : out;
}

} // namespace rs
