// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/advice.h"

#include "analysis/advice/ruleinput.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>

namespace rs {

namespace {

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> all)
{
    return std::ranges::find(all, name) != all.end();
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// "AscendCL@aclrtFree" -> "aclrtFree".
std::string_view callOf(std::string_view name)
{
    return name.substr(name.find('@') + 1);
}

std::optional<HostCallKind> kindOf(std::string_view name)
{
    const std::string_view call = callOf(name);
    if (call.starts_with("aclopCompile"))
        return HostCallKind::Compile;
    if (isOneOf(call, {"aclMallocMemInner", "aclrtFreePhysical", "aclrtFree", "aclrtMalloc", "aclrtMallocPhysical"}))
        return HostCallKind::MemoryApi;
    if (contains(name, "DataLoader") && contains(name, "next"))
        return HostCallKind::DataLoader;
    if (name.ends_with("save_checkpoint"))
        return HostCallKind::Save;
    if (contains(name, "SyncBatchNorm") && !contains(name, "Backward"))
        return HostCallKind::BatchNorm;
    if (name.starts_with("Optimizer.step#"))
        return HostCallKind::Optimizer;
    if (isOneOf(name, {"aten::item", "aten::_local_scalar_dense", "aten::is_nonzero", "aten::nonzero", "aten::equal"}))
        return HostCallKind::Item;
    if (isSynchronizingCall(name))
        return HostCallKind::Synchronize;
    return std::nullopt;
}

// Length of the steps: of their windows, else from the first kernel to the end of the last.
qint64 spanOf(const RankData &rank, const std::vector<StepWindow> &windows)
{
    std::vector<Interval> all;
    for (const StepWindow &w : windows)
        all.push_back(w.device);
    if (const qint64 length = totalLength(mergeIntervals(std::move(all))); length > 0)
        return length;
    if (!rank.kernels)
        return 0;
    const KernelColumns c(*rank.kernels);
    if (!c.isTimed())
        return 0;
    qint64 first = std::numeric_limits<qint64>::max();
    qint64 last = std::numeric_limits<qint64>::min();
    for (int row = 0; row < rank.kernels->rows(); ++row) {
        if (!rank.kernels->has(row, c.start) || !rank.kernels->has(row, c.duration))
            continue;
        const qint64 start = rank.kernels->integer(row, c.start);
        first = std::min(first, start);
        last = std::max(last, saturatedSum(start, rank.kernels->integer(row, c.duration)));
    }
    return first < last ? saturatedDifference(last, first) : 0;
}

} // namespace

RankFacts::RankFacts(const Run &r, int i, const AdviceInput &in, const JobContext &j)
    : run(r), index(i), rank(*r.ranks[static_cast<size_t>(i)]), input(in), job(j)
{
    if (!rank.trace) {
        spanNs = spanOf(rank, {});
        return;
    }
    dispatch = dispatchOf(*rank.trace, job, input.pool);
    idle = deviceIdle(rank, job, input.pool);
    spanNs = spanOf(rank, idle.windows);
    steps = std::max<int>(1, static_cast<int>(idle.windows.size()));
    for (const Interval &gap : idle.gaps)
        idleOnHost.push_back({saturatedDifference(gap.from, dispatch.clock.offsetNs),
                              saturatedDifference(gap.to, dispatch.clock.offsetNs)});
    readHost();
}

void RankFacts::readHost()
{
    const Trace &t = *rank.trace;
    // Names repeat millions of times: judge each text once.
    std::vector<std::optional<HostCallKind>> kinds(t.strings().size());
    std::vector<bool> isOperator(t.strings().size());
    for (quint32 n = 0; n < kinds.size(); ++n) {
        const std::string_view name = t.strings().view(StrId{n});
        kinds[n] = kindOf(name);
        isOperator[n] = name.starts_with("aten::");
    }
    for (quint32 l = 0; l < t.lanes().size(); ++l) {
        const ProcessKind process = t.processOf(LaneId{l}).kind;
        if (process != ProcessKind::Cann && process != ProcessKind::Python && process != ProcessKind::PythonGc &&
            process != ProcessKind::MindSpore && process != ProcessKind::CpuOp)
            continue;
        bool hasOperators = false;
        for (const SliceId id : t.slicesOf(LaneId{l})) {
            const quint32 name = raw(t.slices().name(id));
            hasOperators = hasOperators || isOperator[name];
            if (process == ProcessKind::PythonGc)
                calls[static_cast<size_t>(HostCallKind::Garbage)].push_back(id);
            else if (kinds[name])
                calls[static_cast<size_t>(*kinds[name])].push_back(id);
        }
        if (hasOperators)
            frameworkLanes.push_back(LaneId{l});
    }
}

QString RankFacts::nameOf(SliceId slice) const
{
    return rank.trace->strings().text(rank.trace->slices().name(slice));
}

IntervalSet RankFacts::timeOf(const std::vector<SliceId> &slices) const
{
    std::vector<Interval> all;
    all.reserve(slices.size());
    for (const SliceId id : slices)
        all.push_back({rank.trace->slices().start(id), rank.trace->slices().end(id)});
    return mergeIntervals(std::move(all));
}

IntervalSet RankFacts::idleDuring(const std::vector<SliceId> &slices) const
{
    return intersectSets(timeOf(slices), idleOnHost);
}

IntervalSet RankFacts::tailDuring(const std::vector<SliceId> &slices) const
{
    if (!idle.tail)
        return {};
    const qint64 offset = dispatch.clock.offsetNs;
    return intersectSets(timeOf(slices),
                         {{saturatedDifference(idle.tail->from, offset), saturatedDifference(idle.tail->to, offset)}});
}

AdviceEvidence RankFacts::evidenceOf(SliceId slice, const QString &more) const
{
    const SliceStore &s = rank.trace->slices();
    return {index, slice, Interval{s.start(slice), s.end(slice)}, nameOf(slice), s.duration(slice), more};
}

AdviceReport advise(const Run &run, const AdviceInput &input, const JobContext &job)
{
    AdviceSink out(input.diagnosis ? input.diagnosis->stepNs : 0);
    std::vector<qint64> spans(run.ranks.size());
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (job.isCanceled())
            return {};
        if (!run.ranks[i])
            continue;
        RankFacts facts(run, static_cast<int>(i), input, job);
        spans[i] = facts.spanNs;
        lookAtHost(facts, out);
        lookAtOperators(facts, out);
        lookAtSequences(facts, out);
        lookAtEnvironment(facts, out);
    }
    lookAtRun(run, input, spans, job, out);
    return job.isCanceled() ? AdviceReport() : out.take();
}

} // namespace rs
