// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/kernelchain.h"

#include "analysis/time/flowstats.h"
#include "core/base/saturate.h"
#include "core/base/sortruns.h"
#include "core/trace/nesting.h"
#include "core/trace/rowallocator.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <unordered_map>

namespace rs {

namespace {

constexpr quint32 noSource = 0xffffffffU;

// Target slice -> source slice of one category's flows; the first flow counts.
std::vector<quint32> sourcesOf(const Trace &trace, int category)
{
    std::vector<quint32> out;
    if (category < 0)
        return out;
    out.assign(trace.slices().size(), noSource);
    for (const Flow &f : trace.flows().flows()) {
        if (static_cast<int>(f.category) == category && out[raw(f.to)] == noSource)
            out[raw(f.to)] = raw(f.from);
    }
    return out;
}

SliceId sourceAt(const std::vector<quint32> &sources, SliceId target)
{
    return sources.empty() || sources[raw(target)] == noSource ? NoSlice : SliceId{sources[raw(target)]};
}

// Calls that a thread took from the queue, so that the one around a launch on that thread is a bisection.
class Queue
{
public:
    explicit Queue(const Trace &trace) : m_trace(trace)
    {
        int category = joinedCategory(trace, "async_task_queue");
        if (category < 0)
            category = joinedCategory(trace, "async_mindspore");
        if (category < 0)
            return;
        for (const Flow &f : trace.flows().flows()) {
            if (static_cast<int>(f.category) != category)
                continue;
            m_calls[raw(trace.lane(trace.laneOf(f.to)).tid)].push_back({trace.slices().start(f.to), f.from, f.to});
            m_dequeueOf.insert_or_assign(raw(f.from), raw(f.to));
        }
        for (auto &[tid, calls] : m_calls)
            sortRuns(calls, [](const Call &a, const Call &b) { return a.startNs < b.startNs; });
    }

    struct Call
    {
        qint64 startNs = 0;
        SliceId enqueue = NoSlice;
        SliceId dequeue = NoSlice;
    };

    [[nodiscard]] bool isEmpty() const { return m_calls.empty(); }
    /// The dequeued call of the thread that holds the moment `ns`.
    [[nodiscard]] Call around(StrId tid, qint64 ns) const
    {
        const auto found = m_calls.find(raw(tid));
        if (found == m_calls.end())
            return {};
        const std::vector<Call> &calls = found->second;
        const auto after = std::ranges::upper_bound(calls, ns, {}, &Call::startNs);
        if (after == calls.begin() || m_trace.slices().end(std::prev(after)->dequeue) < ns)
            return {};
        return *std::prev(after);
    }
    /// The one call that an operator enqueued; nothing when it enqueued several or none.
    [[nodiscard]] Call onlyOneOf(SliceId op)
    {
        // One operator may stand behind any number of kernels.
        const auto known = m_onlyOneOf.find(raw(op));
        return known != m_onlyOneOf.end() ? known->second
                                          : m_onlyOneOf.emplace(raw(op), findOnlyOneOf(op)).first->second;
    }

private:
    [[nodiscard]] Call findOnlyOneOf(SliceId op) const
    {
        const SliceStore &s = m_trace.slices();
        const Lane &lane = m_trace.lane(m_trace.laneOf(op));
        Call found;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = s.visible(RowId{r}, s.start(op), s.end(op));
            for (quint32 i = span.first; i < span.last; ++i) {
                const auto dequeue = m_dequeueOf.find(i);
                if (dequeue == m_dequeueOf.end() || s.start(SliceId{i}) < s.start(op))
                    continue;
                if (found.enqueue != NoSlice)
                    return {};
                found = {s.start(SliceId{dequeue->second}), SliceId{i}, SliceId{dequeue->second}};
            }
        }
        return found;
    }

    const Trace &m_trace;
    // Containers of the standard library, which throw without memory.
    std::unordered_map<quint32, std::vector<Call>> m_calls; // by tid: framework and CANN give a thread the same one
    std::unordered_map<quint32, quint32> m_dequeueOf;
    std::unordered_map<quint32, Call> m_onlyOneOf; // by operator
};

bool isFramework(ProcessKind kind)
{
    return kind == ProcessKind::Python || kind == ProcessKind::MindSpore || kind == ProcessKind::CpuOp;
}

// Slices around a slice on its lane. Lanes of many rows are gone through once, for all their slices.
class Callers
{
public:
    explicit Callers(const Trace &trace) : m_trace(trace), m_lanes(trace.lanes().size()) {}

    SliceId parent(SliceId s)
    {
        const LaneId lane = m_trace.laneOf(s);
        if (m_trace.lane(lane).rowCount <= RowAllocator::TreeFrom)
            return m_trace.parentOf(s);
        return of(lane, s).parent;
    }
    SliceId outermost(SliceId s)
    {
        const LaneId lane = m_trace.laneOf(s);
        if (m_trace.lane(lane).rowCount > RowAllocator::TreeFrom)
            return of(lane, s).outermost;
        for (SliceId up = m_trace.parentOf(s); up != NoSlice; up = m_trace.parentOf(s))
            s = up;
        return s;
    }
    /// Old files start a flow inside Node@launch: the launch is that call.
    SliceId nodeLaunch(SliceId s)
    {
        const LaneId lane = m_trace.laneOf(s);
        if (m_trace.lane(lane).rowCount > RowAllocator::TreeFrom) {
            const SliceId launch = of(lane, s).launch;
            return launch == NoSlice ? s : launch;
        }
        for (SliceId up = s; up != NoSlice; up = m_trace.parentOf(up)) {
            if (isLaunch(up))
                return up;
        }
        return s;
    }

private:
    struct Around
    {
        SliceId parent = NoSlice;
        SliceId outermost = NoSlice;
        SliceId launch = NoSlice; // the innermost Node@launch, itself included
    };
    [[nodiscard]] bool isLaunch(SliceId s) const
    {
        return m_trace.strings().view(m_trace.slices().name(s)) == "Node@launch";
    }
    const Around &of(LaneId lane, SliceId s)
    {
        const quint32 first = m_trace.slicesOf(lane).first;
        std::vector<Around> &all = m_lanes[raw(lane)];
        if (all.empty())
            all = around(lane, first);
        return all[raw(s) - first];
    }
    [[nodiscard]] std::vector<Around> around(LaneId id, quint32 first) const
    {
        const Lane &lane = m_trace.lane(id);
        std::vector<SliceStore::Span> rows;
        for (quint32 r = 0; r < lane.rowCount; ++r)
            rows.push_back(m_trace.slices().row(RowId{lane.firstRow + r}));
        const std::vector<quint32> parents = parentsIn(m_trace.slices(), rows);
        std::vector<Around> out(parents.size());
        // A parent stands on a row above, so it is known before its children.
        for (quint32 i = 0; i < parents.size(); ++i) {
            const SliceId s{first + i};
            const Around *const up = parents[i] == NoParent ? nullptr : &out[parents[i]];
            out[i].parent = up ? SliceId{first + parents[i]} : NoSlice;
            out[i].outermost = up ? up->outermost : s;
            out[i].launch = isLaunch(s) ? s : up ? up->launch : NoSlice;
        }
        return out;
    }

    const Trace &m_trace;
    std::vector<std::vector<Around>> m_lanes; // by lane, empty until asked for
};

void measure(const Trace &trace, const HostClock &clock, KernelChain &c)
{
    const SliceStore &s = trace.slices();
    c.deviceNs = s.duration(c.task);
    if (c.op != NoSlice)
        c.opNs = s.duration(c.op);
    if (c.enqueue != NoSlice) {
        c.enqueueNs = s.duration(c.enqueue);
        c.queueNs = saturatedDifference(s.start(c.dequeue), s.end(c.enqueue));
    }
    if (c.launch != NoSlice) {
        c.launchNs = s.duration(c.launch);
        c.deviceDelayNs = saturatedDifference(saturatedDifference(s.start(c.task), clock.known ? clock.offsetNs : 0),
                                              s.end(c.launch));
    }
    // MindSpore's operators stand behind the queue: their way starts with what enqueued them.
    const bool behindQueue = c.op != NoSlice && c.dequeue != NoSlice && trace.laneOf(c.op) == trace.laneOf(c.dequeue) &&
                             s.start(c.op) >= s.start(c.dequeue);
    const SliceId first = behindQueue ? c.enqueue : c.op;
    const SliceId firstStop = c.enqueue != NoSlice ? c.enqueue : c.launch;
    if (c.op != NoSlice && firstStop != NoSlice && !behindQueue)
        c.prepareNs = saturatedDifference(s.start(firstStop), s.start(c.op));
    const SliceId last = c.launch != NoSlice ? c.launch : c.dequeue;
    const SliceId pipelineFrom = c.dequeue != NoSlice ? c.dequeue : c.api;
    if (last != NoSlice && pipelineFrom != NoSlice)
        c.pipelineNs = saturatedDifference(s.end(last), s.start(pipelineFrom));
    if (last != NoSlice && first != NoSlice)
        c.endToEndNs = saturatedDifference(s.end(last), s.start(first));
    const auto backwards = [](const std::optional<qint64> &ns) { return ns && *ns < 0; };
    if (c.op == NoSlice || last == NoSlice || backwards(c.prepareNs) || backwards(c.queueNs) ||
        backwards(c.pipelineNs) || backwards(c.endToEndNs))
        c.status = ChainStatus::Incomplete;
    else
        c.status = c.launch != NoSlice ? ChainStatus::Normal : ChainStatus::Fallback;
}

} // namespace

KernelChains kernelChains(const Trace &trace, const HostClock &clock, const JobContext &job)
{
    KernelChains out;
    const std::vector<quint32> launches = sourcesOf(trace, joinedCategory(trace, "HostToDevice"));
    const std::vector<quint32> operators = sourcesOf(trace, joinedCategory(trace, "async_npu"));
    Queue queue(trace);
    Callers callers(trace);
    out.hasQueue = !queue.isEmpty();
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (job.isCanceled())
            return {};
        if (trace.processOf(LaneId{l}).kind != ProcessKind::AscendHardware)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            if ((i & 0xfffU) == 0xfffU && job.isCanceled())
                return {};
            if (!isComputing(s.kind(SliceId{i})))
                continue;
            KernelChain c;
            c.task = SliceId{i};
            c.op = sourceAt(operators, c.task);
            if (const SliceId from = sourceAt(launches, c.task); from != NoSlice) {
                c.launch = callers.nodeLaunch(from);
                c.api = callers.outermost(c.launch);
                const Queue::Call call = queue.around(trace.lane(trace.laneOf(c.launch)).tid, s.start(c.launch));
                c.enqueue = call.enqueue;
                c.dequeue = call.dequeue;
            } else if (c.op != NoSlice && !queue.isEmpty()) {
                const Queue::Call call = queue.onlyOneOf(c.op);
                c.enqueue = call.enqueue;
                c.dequeue = call.dequeue;
            }
            // Files without async_npu: what enqueued it is the operator.
            if (c.op == NoSlice && c.enqueue != NoSlice && isFramework(trace.processOf(trace.laneOf(c.enqueue)).kind)) {
                const SliceId parent = callers.parent(c.enqueue);
                c.op = parent != NoSlice ? parent : c.enqueue;
            }
            measure(trace, clock, c);
            ++out.count[static_cast<size_t>(c.status)];
            out.rows.push_back(c);
        }
    }
    sortRuns(out.rows, [&s](const KernelChain &a, const KernelChain &b) {
        return std::pair(s.start(a.task), raw(a.task)) < std::pair(s.start(b.task), raw(b.task));
    });
    return out;
}

} // namespace rs
