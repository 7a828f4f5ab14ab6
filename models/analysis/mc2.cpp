// SPDX-License-Identifier: Apache-2.0
#include "analysis/mc2.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace rs {

namespace {

// Slices of a row that lie inside a span of time.
SliceStore::Span inside(const SliceStore &s, RowId row, qint64 from, qint64 to)
{
    auto span = s.visible(row, from, to);
    while (!span.isEmpty() && s.start(SliceId{span.first}) < from)
        ++span.first;
    while (!span.isEmpty() && s.end(SliceId{span.last - 1}) > to)
        --span.last;
    return span;
}

// The slice of that name on another lane that shares most time with `beside`; of those that share none, the nearest.
SliceId partner(const Trace &trace, SliceId beside, const std::vector<SliceId> &named)
{
    const SliceStore &s = trace.slices();
    SliceId best = NoSlice;
    qint64 bestShared = std::numeric_limits<qint64>::min();
    for (const SliceId other : named) {
        if (trace.laneOf(other) == trace.laneOf(beside))
            continue;
        // Negative: the gap between the two.
        const qint64 shared = std::min(s.end(other), s.end(beside)) - std::max(s.start(other), s.start(beside));
        if (shared > bestShared) {
            bestShared = shared;
            best = other;
        }
    }
    return best;
}

} // namespace

bool parseMc2Step(std::string_view name, Mc2Step &step)
{
    static constexpr std::pair<std::string_view, Mc2Phase> phases[] = {
        {"StartServer", Mc2Phase::Start},
        {"WaitNotify", Mc2Phase::WaitNotify},
        {"TaskWaitRequest", Mc2Phase::WaitNotify},
        {"KfcAlgExe", Mc2Phase::Orchestrate},
        {"TaskOrchestration", Mc2Phase::Orchestrate},
        {"SendTask", Mc2Phase::Send},
        {"TaskLaunch", Mc2Phase::Send},
        {"WaitActive", Mc2Phase::WaitActive},
        {"Active", Mc2Phase::Execute},
        {"TaskExecute", Mc2Phase::Execute},
        {"WaitExeEnd", Mc2Phase::Finish},
        {"Finalize", Mc2Phase::Finish},
        {"WaitCompute", Mc2Phase::WaitCompute},
        {"Compute", Mc2Phase::Compute},
    };
    const size_t space = name.find(' ');
    const std::string_view word = name.substr(0, space);
    const auto *const it =
        std::find_if(std::begin(phases), std::end(phases), [word](const auto &p) { return p.first == word; });
    if (it == std::end(phases))
        return false;
    int turn = -1;
    if (space != std::string_view::npos) {
        const std::string_view digits = name.substr(space + 1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), turn);
        if (error != std::errc() || end != digits.data() + digits.size() || turn < 0)
            return false;
    }
    step.phase = it->second;
    step.turn = turn;
    return true;
}

std::string_view mc2ComputeName(std::string_view name)
{
    for (const std::string_view suffix :
         {std::string_view("Mc2AicpuKernel"), std::string_view("AicpuKernel"), std::string_view("Aicpu")}) {
        if (name.size() > suffix.size() && name.ends_with(suffix))
            return name.substr(0, name.size() - suffix.size());
    }
    return {};
}

std::vector<Mc2Operator> mc2Operators(const Trace &trace)
{
    const SliceStore &s = trace.slices();
    // Names first: there are few beside slices, and most traces have none of these.
    std::vector<char> isOperator(trace.strings().size(), 0);
    std::unordered_map<std::string_view, std::vector<SliceId>> computes;
    bool any = false;
    for (quint32 n = 0; n < isOperator.size(); ++n) {
        const std::string_view compute = mc2ComputeName(trace.strings().view(StrId{n}));
        isOperator[n] = compute.empty() ? 0 : 1;
        any = any || !compute.empty();
        if (!compute.empty())
            computes[compute];
    }
    std::vector<Mc2Operator> out;
    if (!any)
        return out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::Stream)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            if (isOperator[raw(s.name(SliceId{i}))])
                out.push_back({SliceId{i}, NoSlice, {}, 0, {}});
            else if (const auto it = computes.find(trace.strings().view(s.name(SliceId{i}))); it != computes.end())
                it->second.push_back(SliceId{i});
        }
    }
    for (Mc2Operator &op : out) {
        const auto found = computes.find(mc2ComputeName(trace.strings().view(s.name(op.communication))));
        if (found != computes.end())
            op.compute = partner(trace, op.communication, found->second);
        const Lane &lane = trace.lane(trace.laneOf(op.communication));
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = inside(s, RowId{r}, s.start(op.communication), s.end(op.communication));
            for (quint32 i = span.first; i < span.last; ++i) {
                Mc2Step step;
                if (SliceId{i} == op.communication || !parseMc2Step(trace.strings().view(s.name(SliceId{i})), step))
                    continue;
                step.slice = SliceId{i};
                op.phaseNs[static_cast<size_t>(step.phase)] += s.duration(step.slice);
                op.turns = std::max(op.turns, step.turn + 1);
                op.steps.push_back(step);
            }
        }
        std::stable_sort(op.steps.begin(), op.steps.end(), [&s](const Mc2Step &a, const Mc2Step &b) {
            return a.turn != b.turn ? a.turn < b.turn : s.start(a.slice) < s.start(b.slice);
        });
    }
    return out;
}

} // namespace rs
