// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/hostchain.h"

#include "analysis/host/hostclock.h"
#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

namespace {

// A thread that stands still for less than this did not wait for another one.
constexpr qint64 leastStandstillNs = 5000;

bool runsOnHost(ProcessKind kind)
{
    return kind == ProcessKind::Python || kind == ProcessKind::MindSpore || kind == ProcessKind::CpuOp ||
           kind == ProcessKind::Cann;
}

} // namespace

HostChain::HostChain(const Trace &trace, const JobContext &job) : m_trace(trace), m_slices(trace.slices())
{
    const auto &flows = trace.flows().flows();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const LaneId id{l};
        const Lane &lane = trace.lane(id);
        const ProcessKind kind = trace.processOf(id).kind;
        if (kind != ProcessKind::PythonGc && !runsOnHost(kind))
            continue;
        std::vector<RowId> *rows = &m_collections;
        if (kind != ProcessKind::PythonGc) {
            Thread &thread = threadOf(id);
            rows = kind == ProcessKind::Cann            ? &thread.calls
                   : lane.kind == LaneKind::PythonStack ? &thread.functions
                                                        : &thread.framework;
            const SliceStore::Span span = trace.slicesOf(id);
            const auto from = std::partition_point(flows.begin(), flows.end(),
                                                   [&](const Flow &f) { return raw(f.from) < span.first; });
            thread.launches = thread.launches || (from != flows.end() && raw(from->from) < span.last);
        }
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r)
            rows->push_back(RowId{r});
    }
    findSyncs(job);
}

void HostChain::findSyncs(const JobContext &job)
{
    // Names repeat millions of times: each text is judged once.
    std::vector<bool> waits(m_trace.strings().size());
    for (quint32 i = 0; i < waits.size(); ++i)
        waits[i] = isSynchronizingCall(m_trace.strings().view(StrId{i}));
    JobPoll poll(job);
    for (const Thread &thread : m_threads) {
        for (const RowId row : thread.calls) {
            for (const SliceId s : m_trace.insideOf(row)) {
                if (poll.isCanceled())
                    return;
                if (waits[raw(m_slices.name(s))])
                    m_syncs.push_back({s, m_slices.start(s), m_slices.end(s)});
            }
        }
    }
    std::ranges::sort(m_syncs, {}, &SyncCall::endNs);
}

HostChain::Thread &HostChain::threadOf(LaneId lane)
{
    const StrId tid = m_trace.lane(lane).tid;
    const auto known = std::ranges::find(m_threads, tid, &Thread::tid);
    return known == m_threads.end() ? m_threads.emplace_back(Thread{tid, {}, {}, {}, false}) : *known;
}

void HostChain::begin(SliceId call, qint64 ns)
{
    m_thread = static_cast<size_t>(&threadOf(m_trace.laneOf(call)) - m_threads.data());
    m_now = ns;
    m_arrived = call;
}

const SyncCall *HostChain::lastSync(qint64 ns) const
{
    const auto behind = std::ranges::upper_bound(m_syncs, ns, {}, &SyncCall::endNs);
    return behind == m_syncs.begin() ? nullptr : &*std::prev(behind);
}

HostChain::Around HostChain::around(const std::vector<RowId> &rows, qint64 ns) const
{
    Around out{NoSlice, NoSlice, beforeAllNs};
    for (const RowId row : rows) {
        const SliceStore::Span span = m_trace.insideOf(row);
        const quint32 at = m_slices.firstEndingAtOrAfter(ns, span);
        const SliceId s{at};
        if (at < span.last && m_slices.start(s) < ns && m_slices.kind(s) != SliceKind::Step) {
            if (out.inner == NoSlice || m_slices.start(s) > m_slices.start(out.inner))
                out.inner = s;
            if (out.outer == NoSlice || m_slices.start(s) < m_slices.start(out.outer))
                out.outer = s;
        }
        if (at > span.first && m_slices.kind(SliceId{at - 1}) != SliceKind::Step)
            out.endedNs = std::max(out.endedNs, m_slices.end(SliceId{at - 1}));
    }
    return out;
}

HostStretch HostChain::take(qint64 fromNs, SliceId slice, qint64 leastNs)
{
    HostStretch out{std::max(fromNs, leastNs), slice, slice != NoSlice};
    if (slice == NoSlice)
        out.fromNs = std::max(out.fromNs, markBefore(out.inStep));
    m_arrived = slice != NoSlice && m_slices.start(slice) == out.fromNs ? slice : NoSlice;
    m_now = out.fromNs;
    return out;
}

// The last begin or end of a step before now().
qint64 HostChain::markBefore(bool &inStep) const
{
    qint64 last = beforeAllNs;
    for (const StepMark &m : m_trace.steps()) {
        if (m.startNs < m_now) {
            last = std::max(last, m.endNs < m_now ? m.endNs : m.startNs);
            inStep = inStep || m.endNs >= m_now;
        }
    }
    return last;
}

// The slice that handed the thread what it does from now on, and when it was done: by a flow, else what another thread
// did while this one stood still.
HostChain::Giver HostChain::giverSince(qint64 gapFromNs) const
{
    Giver best{NoSlice, gapFromNs, false};
    const StrId own = m_threads[m_thread].tid;
    if (m_arrived != NoSlice) {
        for (const FlowIndex i : m_trace.flows().incoming(m_arrived)) {
            const Flow &f = m_trace.flows().at(i);
            const LaneId lane = m_trace.laneOf(f.from);
            const qint64 at = std::min(m_now, m_slices.end(f.from));
            if (f.fromNs <= m_now && at > best.endNs && runsOnHost(m_trace.processOf(lane).kind) &&
                m_trace.lane(lane).tid != own)
                best = {f.from, at, true};
        }
    }
    if (best.slice != NoSlice || m_now - std::max(gapFromNs, m_now - leastStandstillNs) < leastStandstillNs)
        return best;
    for (const Thread &thread : m_threads) {
        if (thread.tid == own || !thread.launches)
            continue;
        const qint64 endNs = around(thread.framework, m_now).endedNs;
        const SliceId s = endNs > best.endNs ? around(thread.framework, endNs).inner : NoSlice;
        if (s != NoSlice && m_slices.start(s) >= gapFromNs)
            best = {s, endNs, false};
    }
    return best;
}

HostStretch HostChain::previous(qint64 leastNs)
{
    const Thread &thread = m_threads[m_thread];
    const Around framework = around(thread.framework, m_now);
    if (framework.inner != NoSlice)
        return take(std::max(m_slices.start(framework.inner), framework.endedNs), framework.inner, leastNs);
    const Around calls = around(thread.calls, m_now);
    if (calls.outer != NoSlice)
        return take(std::max(m_slices.start(calls.outer), framework.endedNs), calls.outer, leastNs);
    const qint64 gapFrom = std::max(framework.endedNs, calls.endedNs);
    const Around garbage = around(m_collections, m_now);
    if (garbage.outer != NoSlice)
        return take(std::max(m_slices.start(garbage.outer), gapFrom), garbage.outer, leastNs);
    const Giver giver = giverSince(std::max(gapFrom, garbage.endedNs));
    if (giver.slice != NoSlice && giver.endNs >= leastNs) {
        const HostStretch out{giver.endNs, giver.byFlow ? m_arrived : NoSlice, true};
        begin(giver.slice, giver.endNs);
        m_arrived = NoSlice;
        return out;
    }
    const Around functions = around(thread.functions, m_now);
    const qint64 from = std::max({gapFrom, garbage.endedNs, functions.endedNs});
    return functions.inner == NoSlice ? take(from, NoSlice, leastNs)
                                      : take(std::max(m_slices.start(functions.inner), from), functions.inner, leastNs);
}

} // namespace rs
