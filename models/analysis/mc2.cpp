// SPDX-License-Identifier: Apache-2.0
#include "analysis/mc2.h"

#include "core/saturate.h"

#include <algorithm>
#include <charconv>
#include <limits>
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
class Partners
{
public:
    Partners(const Trace &trace, std::vector<SliceId> named) : m_trace(trace), m_named(std::move(named))
    {
        const SliceStore &s = trace.slices();
        std::sort(m_named.begin(), m_named.end(),
                  [&s](SliceId a, SliceId b) { return s.start(a) != s.start(b) ? s.start(a) < s.start(b) : a < b; });
        for (size_t i = 0; i < m_named.size(); ++i) {
            const size_t before = i == 0 ? 0 : m_lastToEnd.back();
            m_lastToEnd.push_back(s.end(m_named[i]) > s.end(m_named[before]) ? i : before);
        }
    }

    /// Looks at those that begin nearest to both ends of the slice and at the one that reaches in farthest from before,
    /// so its cost does not grow with the number of slices of the name.
    [[nodiscard]] SliceId of(SliceId beside) const
    {
        constexpr size_t looks = 64;
        const SliceStore &s = m_trace.slices();
        SliceId best = NoSlice;
        qint64 bestShared = std::numeric_limits<qint64>::min();
        const auto consider = [&](size_t i) {
            const SliceId other = m_named[i];
            // Negative: the gap between the two.
            const qint64 shared =
                saturatedDifference(std::min(s.end(other), s.end(beside)), std::max(s.start(other), s.start(beside)));
            if (shared > bestShared && m_trace.laneOf(other) != m_trace.laneOf(beside)) {
                bestShared = shared;
                best = other;
            }
        };
        const auto startingAt = [&](qint64 t) {
            return static_cast<size_t>(
                std::partition_point(m_named.begin(), m_named.end(), [&](SliceId id) { return s.start(id) < t; }) -
                m_named.begin());
        };
        for (const qint64 end : {s.start(beside), s.end(beside)}) {
            const size_t at = startingAt(end);
            if (at > 0)
                consider(m_lastToEnd[at - 1]);
            for (size_t i = at - std::min(at, looks); i < std::min(at + looks, m_named.size()); ++i)
                consider(i);
        }
        return best;
    }

private:
    const Trace &m_trace;
    std::vector<SliceId> m_named;    // by start
    std::vector<size_t> m_lastToEnd; // by position: of those up to it, the one that ends last
};

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
    std::unordered_map<std::string_view, Partners> partners;
    for (auto &[name, named] : computes)
        partners.try_emplace(name, trace, std::move(named));
    for (Mc2Operator &op : out) {
        const auto found = partners.find(mc2ComputeName(trace.strings().view(s.name(op.communication))));
        if (found != partners.end())
            op.compute = found->second.of(op.communication);
        const Lane &lane = trace.lane(trace.laneOf(op.communication));
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = inside(s, RowId{r}, s.start(op.communication), s.end(op.communication));
            for (quint32 i = span.first; i < span.last; ++i) {
                Mc2Step step;
                if (SliceId{i} == op.communication || !parseMc2Step(trace.strings().view(s.name(SliceId{i})), step))
                    continue;
                step.slice = SliceId{i};
                qint64 &phase = op.phaseNs[static_cast<size_t>(step.phase)];
                phase = saturatedSum(phase, s.duration(step.slice));
                op.turns = std::max(op.turns, step.turn < std::numeric_limits<int>::max() ? step.turn + 1 : step.turn);
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
