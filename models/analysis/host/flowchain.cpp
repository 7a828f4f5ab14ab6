// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/flowchain.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace rs {

namespace {

class ChainWalk
{
public:
    explicit ChainWalk(const Trace &trace) : m_trace(trace), m_slices(trace.slices()) {}

    void causes(SliceId self, const JobContext &job)
    {
        walk(self, job, [this](SliceId s) { addCauses(s); });
    }
    void effects(SliceId self, const JobContext &job)
    {
        walk(self, job, [this](SliceId s) { addEffects(s); });
    }
    [[nodiscard]] bool isCut() const { return m_cut; }
    /// Members that were found, the slice itself left out, in the order in which they ran.
    [[nodiscard]] std::vector<SliceId> members() const
    {
        std::vector<SliceId> out(m_found.begin(), m_found.end());
        std::ranges::sort(out, [this](SliceId a, SliceId b) { return keyOf(a) < keyOf(b); });
        return out;
    }
    [[nodiscard]] const std::map<SliceId, std::vector<ChainStep>> &steps() const { return m_steps; }

private:
    template <typename Add>
    void walk(SliceId self, const JobContext &job, Add add)
    {
        m_self = self;
        m_todo = {self};
        m_found.clear();
        while (!m_todo.empty() && !job.isCanceled()) {
            const SliceId s = m_todo.front();
            m_todo.pop_front();
            add(s);
        }
    }

    // Host before device, whose clock may be another; what encloses before what is enclosed.
    [[nodiscard]] std::tuple<bool, qint64, qint64, quint32> keyOf(SliceId s) const
    {
        return {!isHost(s), m_slices.start(s), -m_slices.duration(s), raw(s)};
    }
    [[nodiscard]] ProcessKind processOf(SliceId s) const { return m_trace.processOf(m_trace.laneOf(s)).kind; }
    [[nodiscard]] static bool isFramework(ProcessKind kind)
    {
        return kind == ProcessKind::Python || kind == ProcessKind::MindSpore || kind == ProcessKind::CpuOp;
    }
    [[nodiscard]] bool isHost(SliceId s) const
    {
        const ProcessKind kind = processOf(s);
        return isFramework(kind) || kind == ProcessKind::Cann || kind == ProcessKind::MsTx;
    }

    // False when there is no room for it.
    bool meet(SliceId s)
    {
        if (s == m_self || m_found.contains(s))
            return true;
        if (m_found.size() >= FlowChain::most) {
            m_cut = true;
            return false;
        }
        m_found.insert(s);
        m_todo.push_back(s);
        return true;
    }
    void connect(SliceId to, const ChainStep &step)
    {
        auto &steps = m_steps[to];
        if (to == step.from || std::ranges::find(steps, step) != steps.end())
            return;
        // Any number of flows may lead from one slice to another.
        if (steps.size() < FlowChain::most)
            steps.push_back(step);
        else
            m_cut = true;
    }
    void connectInside(SliceId outer, SliceId inner)
    {
        connect(inner, {outer, ChainStep::inside, saturatedDifference(m_slices.start(inner), m_slices.start(outer))});
    }

    // Lanes of the thread that the slice ran on: the framework and CANN list it each under their own process.
    template <typename Visit>
    void onThread(SliceId s, Visit visit) const
    {
        const LaneId own = m_trace.laneOf(s);
        visit(own);
        if (!isHost(s))
            return;
        for (quint32 l = 0; l < m_trace.lanes().size(); ++l) {
            const Lane &lane = m_trace.lanes()[l];
            const ProcessKind kind = m_trace.process(lane.process).kind;
            if (LaneId{l} != own && lane.tid == m_trace.lane(own).tid && lane.kind != LaneKind::PythonStack &&
                (isFramework(kind) || kind == ProcessKind::Cann))
                visit(LaneId{l});
        }
    }

    // Slices around `s` on its thread, itself left out; the innermost of each lane first.
    [[nodiscard]] std::vector<SliceId> around(SliceId s) const
    {
        std::vector<SliceId> out;
        onThread(s, [&](LaneId l) {
            const Lane &lane = m_trace.lane(l);
            for (quint32 r = lane.firstRow + lane.rowCount; r-- > lane.firstRow;) {
                for (const SliceId outer : m_slices.visible(RowId{r}, m_slices.start(s), m_slices.start(s) + 1)) {
                    if (outer != s && m_slices.start(outer) <= m_slices.start(s) &&
                        m_slices.end(outer) >= m_slices.end(s) && m_slices.kind(outer) != SliceKind::Step)
                        out.push_back(outer);
                }
            }
        });
        return out;
    }

    // A call that only puts another into the queue of a thread: it belongs to the operator around it.
    [[nodiscard]] bool enqueues(SliceId s) const
    {
        if (m_slices.kind(s) == SliceKind::Queue)
            return true;
        const auto flows = m_trace.flows().outgoing(s);
        return std::ranges::any_of(flows, [this](FlowIndex i) {
            const std::string_view category =
                m_trace.strings().view(m_trace.flows().categories()[m_trace.flows().at(i).category].name);
            return category == "async_task_queue" || category == "async_mindspore";
        });
    }

    bool addIncoming(SliceId s)
    {
        const auto flows = m_trace.flows().incoming(s);
        for (const FlowIndex i : flows) {
            const Flow &f = m_trace.flows().at(i);
            if (!meet(f.from))
                break;
            connect(s, {f.from, static_cast<int>(f.category), saturatedDifference(f.toNs, f.fromNs)});
        }
        return !flows.empty();
    }

    void addCauses(SliceId s)
    {
        if (addIncoming(s) || !isHost(s))
            return;
        const std::vector<SliceId> outer = around(s);
        for (const SliceId o : outer) {
            if (m_trace.flows().incoming(o).empty())
                continue;
            // It is met like the others, and its own flows are followed then.
            if (meet(o))
                connectInside(o, s);
            return;
        }
        // Nothing leads here: what called it does, the framework's operator if there is one.
        if (isFramework(processOf(s)) && !enqueues(s))
            return;
        const auto operatorOf = std::ranges::find_if(outer, [this](SliceId o) { return isFramework(processOf(o)); });
        const SliceId caller = operatorOf != outer.end() ? *operatorOf : outer.empty() ? NoSlice : outer.back();
        if (caller != NoSlice && meet(caller))
            connectInside(caller, s);
    }

    bool addOutgoing(SliceId s)
    {
        const auto flows = m_trace.flows().outgoing(s);
        for (const FlowIndex i : flows) {
            const Flow &f = m_trace.flows().at(i);
            if (!meet(f.to))
                break;
            connect(f.to, {s, static_cast<int>(f.category), saturatedDifference(f.toNs, f.fromNs)});
        }
        return !flows.empty();
    }

    void addEffects(SliceId s)
    {
        addOutgoing(s);
        if (!isHost(s))
            return;
        const auto &flows = m_trace.flows().flows();
        onThread(s, [&](LaneId l) {
            const Lane &lane = m_trace.lane(l);
            for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
                const auto span =
                    m_slices.visible(RowId{r}, m_slices.start(s), std::max(m_slices.end(s), m_slices.start(s) + 1));
                // Flows are ordered by their source, and so are the slices of a row.
                auto at = std::ranges::lower_bound(flows, span.first, {}, [](const Flow &f) { return raw(f.from); });
                for (; at != flows.end() && raw(at->from) < span.last; ++at) {
                    const SliceId inner = at->from;
                    if (inner == s || m_slices.start(inner) < m_slices.start(s) ||
                        m_slices.end(inner) > m_slices.end(s))
                        continue;
                    if (!meet(inner))
                        return;
                    connectInside(s, inner);
                }
            }
        });
    }

    const Trace &m_trace;
    const SliceStore &m_slices;
    SliceId m_self = NoSlice;
    std::deque<SliceId> m_todo;
    std::set<SliceId> m_found;
    std::map<SliceId, std::vector<ChainStep>> m_steps;
    bool m_cut = false;
};

// The innermost of several slices around one is enough: the outer ones have their own place.
std::vector<ChainStep> withoutOuter(std::vector<ChainStep> steps)
{
    const ChainStep *innermost = nullptr;
    for (const ChainStep &s : steps) {
        if (s.category == ChainStep::inside && (!innermost || s.delayNs < innermost->delayNs))
            innermost = &s;
    }
    if (innermost) {
        const ChainStep kept = *innermost;
        std::erase_if(steps, [&kept](const ChainStep &s) { return s.category == ChainStep::inside && !(s == kept); });
    }
    return steps;
}

} // namespace

SliceId FlowChain::neighbour(int direction) const
{
    if (direction < 0)
        return self > 0 && self <= members.size() ? members[self - 1].slice : NoSlice;
    return self + 1 < members.size() ? members[self + 1].slice : NoSlice;
}

FlowChain flowChain(const Trace &trace, SliceId slice, const JobContext &job)
{
    FlowChain out;
    if (slice == NoSlice || raw(slice) >= trace.slices().size())
        return out;
    ChainWalk walk(trace);
    walk.causes(slice, job);
    std::vector<SliceId> order = walk.members();
    out.self = order.size();
    order.push_back(slice);
    walk.effects(slice, job);
    for (const SliceId s : walk.members()) {
        if (std::ranges::find(order, s) == order.end())
            order.push_back(s);
    }
    out.cut = walk.isCut();
    for (const SliceId s : order) {
        const auto found = walk.steps().find(s);
        out.members.push_back(
            {s, found == walk.steps().end() ? std::vector<ChainStep>() : withoutOuter(found->second)});
    }
    return out;
}

std::vector<FlowIndex> flowsBeyond(const Trace &trace, const FlowChain &chain)
{
    std::vector<FlowIndex> out;
    const SliceId self = chain.members.empty() ? NoSlice : chain.members[chain.self].slice;
    for (const ChainMember &m : chain.members) {
        for (const FlowIndex i : trace.flows().incoming(m.slice)) {
            const Flow &f = trace.flows().at(i);
            const ChainStep step{f.from, static_cast<int>(f.category), saturatedDifference(f.toNs, f.fromNs)};
            if (f.from != self && f.to != self && std::ranges::find(m.steps, step) != m.steps.end())
                out.push_back(i);
        }
    }
    return out;
}

} // namespace rs
