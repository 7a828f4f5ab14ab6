// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/mc2.h"

#include "core/base/saturate.h"
#include "core/job/cancelsort.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace rs {

namespace {

constexpr quint32 pollPhases = 1024;

// Meaning of each name, worked out once: there are few names beside slices, and most traces have none of these.
struct Mc2Names
{
    std::vector<char> isOperator;                            // by name; empty: the trace has no operator
    std::vector<std::optional<Mc2Step>> steps;               // by name
    std::unordered_map<quint32, std::vector<SliceId>> named; // slices of the compute operators beside, by name
};

// Name of the compute operator, if the trace has a slice of it.
std::optional<StrId> computeNameOf(const StringPool &strings, StrId communication)
{
    const std::string_view compute = mc2ComputeName(strings.view(communication));
    return compute.empty() ? std::nullopt : strings.find(compute);
}

Mc2Names mc2Names(const StringPool &strings, const JobContext &job)
{
    Mc2Names out;
    bool any = false;
    std::vector<char> isOperator(strings.size(), 0);
    for (quint32 n = 0; n < strings.size(); ++n) {
        if (n % pollPhases == 0 && job.isCanceled())
            return {};
        if (mc2ComputeName(strings.view(StrId{n})).empty())
            continue;
        any = true;
        isOperator[n] = 1;
        if (const auto compute = computeNameOf(strings, StrId{n}))
            out.named[raw(*compute)];
    }
    if (!any)
        return {};
    out.isOperator = std::move(isOperator);
    out.steps.resize(strings.size());
    for (quint32 n = 0; n < strings.size(); ++n) {
        if (n % pollPhases == 0 && job.isCanceled())
            return {};
        if (Mc2Step step; parseMc2Step(strings.view(StrId{n}), step))
            out.steps[n] = step;
    }
    return out;
}

// Operators that began on a lane so far, to be asked for the last one that holds a later phase as a whole. One that
// ends at or before the end of a later one holds nothing that the later one does not hold, so it is dropped.
class BegunOperators
{
public:
    struct Begun
    {
        qint64 endNs;
        size_t op;
    };

    void add(Begun begun)
    {
        while (!m_begun.empty() && m_begun.back().endNs <= begun.endNs)
            m_begun.pop_back();
        m_begun.push_back(begun);
    }
    [[nodiscard]] std::optional<size_t> lastThatReaches(qint64 endNs) const
    {
        const auto behind = std::ranges::partition_point(m_begun, [endNs](const Begun &b) { return b.endNs >= endNs; });
        return behind == m_begun.begin() ? std::nullopt : std::optional(std::prev(behind)->op);
    }

private:
    std::vector<Begun> m_begun; // by start, so by descending end
};

// Gives each phase of a lane to its operator; `ops` from `firstOp` on are those of the lane.
bool distributePhases(const SliceStore &s, std::vector<Mc2Step> phases, std::vector<Mc2Operator> &ops, size_t firstOp,
                      const JobContext &job)
{
    const auto byStart = [&s](SliceId a, SliceId b) {
        return s.start(a) != s.start(b) ? s.start(a) < s.start(b) : s.end(a) > s.end(b);
    };
    std::vector<size_t> order(ops.size() - firstOp);
    std::iota(order.begin(), order.end(), firstOp);
    if (!sortCancellably(order, job,
                         [&](size_t a, size_t b) { return byStart(ops[a].communication, ops[b].communication); }) ||
        !sortCancellably(phases, job, [&](const Mc2Step &a, const Mc2Step &b) { return byStart(a.slice, b.slice); }))
        return false;
    BegunOperators begun;
    size_t next = 0;
    for (size_t i = 0; i < phases.size(); ++i) {
        if (i % pollPhases == 0 && job.isCanceled())
            return false;
        const Mc2Step &step = phases[i];
        const qint64 start = s.start(step.slice);
        for (; next < order.size() && s.start(ops[order[next]].communication) <= start; ++next)
            begun.add({s.end(ops[order[next]].communication), order[next]});
        // A slice of no length at the very end of an operator comes after it.
        const auto holder = begun.lastThatReaches(std::max(s.end(step.slice), saturatedSum(start, 1)));
        if (!holder)
            continue;
        Mc2Operator &op = ops[*holder];
        qint64 &phase = op.phaseNs[static_cast<size_t>(step.phase)];
        phase = saturatedSum(phase, s.duration(step.slice));
        op.turns = std::max(op.turns, step.turn < std::numeric_limits<int>::max() ? step.turn + 1 : step.turn);
        op.steps.push_back(step);
    }
    for (size_t i = firstOp; i < ops.size(); ++i) {
        if (!sortCancellably(ops[i].steps, job, [&s](const Mc2Step &a, const Mc2Step &b) {
                return a.turn != b.turn ? a.turn < b.turn : s.start(a.slice) < s.start(b.slice);
            }))
            return false;
    }
    return true;
}

// The slice of that name on another lane that shares most time with `beside`; of those that share none, the nearest.
class Partners
{
public:
    Partners(const Trace &trace, std::vector<SliceId> named, const JobContext &job)
        : m_trace(trace), m_named(std::move(named))
    {
        const SliceStore &s = trace.slices();
        const auto byStart = [&s](SliceId a, SliceId b) {
            return s.start(a) != s.start(b) ? s.start(a) < s.start(b) : a < b;
        };
        if (!sortCancellably(m_named, job, byStart))
            return;
        for (size_t i = 0; i < m_named.size(); ++i) {
            if (i % pollPhases == 0 && job.isCanceled())
                return;
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
                std::ranges::partition_point(m_named, [&](SliceId id) { return s.start(id) < t; }) - m_named.begin());
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
    const auto *const it = std::ranges::find_if(phases, [word](const auto &p) { return p.first == word; });
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

std::vector<Mc2Operator> mc2Operators(const Trace &trace, const JobContext &job)
{
    const SliceStore &s = trace.slices();
    Mc2Names names = mc2Names(trace.strings(), job);
    std::vector<Mc2Operator> out;
    if (names.isOperator.empty())
        return out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (job.isCanceled())
            return {};
        if (trace.lanes()[l].kind != LaneKind::Stream)
            continue;
        const size_t firstOp = out.size();
        std::vector<Mc2Step> phases;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            if ((i - span.first) % pollPhases == 0 && job.isCanceled())
                return {};
            const SliceId id{i};
            const quint32 name = raw(s.name(id));
            if (names.isOperator[name]) {
                out.push_back({id, NoSlice, {}, 0, {}});
                continue;
            }
            if (const auto &step = names.steps[name]) {
                phases.push_back(*step);
                phases.back().slice = id;
            }
            if (const auto it = names.named.find(name); it != names.named.end())
                it->second.push_back(id);
        }
        if (out.size() > firstOp && !distributePhases(s, std::move(phases), out, firstOp, job))
            return {};
    }
    std::unordered_map<quint32, Partners> partners; // by name
    for (auto &[name, named] : names.named) {
        if (job.isCanceled())
            return {};
        partners.try_emplace(name, trace, std::move(named), job);
    }
    // One that was cancelled is not complete, and must not be asked.
    for (size_t i = 0; i < out.size() && !job.isCanceled(); ++i) {
        if (const auto compute = computeNameOf(trace.strings(), s.name(out[i].communication)))
            out[i].compute = partners.at(raw(*compute)).of(out[i].communication);
    }
    if (job.isCanceled())
        return {};
    return out;
}

} // namespace rs
