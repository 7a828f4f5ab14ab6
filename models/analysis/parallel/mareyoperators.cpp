// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/mareyoperators.h"

#include "analysis/time/jobpoll.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>

namespace rs {

namespace {

constexpr quint32 anyOccurrence = ~quint32{0};

// What all executions of an operator have in common, whatever the step.
using OperatorKey = std::tuple<int, MareyKind, quint32, quint32>;

OperatorKey operatorKey(const MareyEntry &e, MareySameness sameness)
{
    const bool isAny = sameness == MareySameness::Operator && e.kind == MareyKind::Compute;
    return {e.stage, e.kind, e.name, isAny ? anyOccurrence : e.occurrence};
}

} // namespace

std::vector<bool> sameOperators(const MareyChart &chart, int rankIndex, const std::vector<SliceId> &executions,
                                MareySameness sameness, const JobContext &job)
{
    const std::unordered_set<SliceId> wanted(executions.begin(), executions.end());
    std::set<OperatorKey> keys;
    JobPoll poll(job);
    for (const MareyRow &row : chart.rows) {
        if (row.rankIndex != rankIndex)
            continue;
        for (const MareyLane *const lane : {&row.work, &row.communication}) {
            for (const MareyOperator &op : *lane) {
                if (poll.isCanceled())
                    return {};
                if (op.slice != NoSlice && wanted.contains(op.slice))
                    keys.insert(operatorKey(chart.entries[op.entry], sameness));
            }
        }
    }
    std::vector<bool> out(chart.entries.size());
    for (size_t i = 0; i < out.size() && !poll.isCanceled(); ++i)
        out[i] = keys.contains(operatorKey(chart.entries[i], sameness));
    return out;
}

std::vector<MareyExecution> executionsOf(const MareyChart &chart, quint32 entry, const std::vector<int> &rankIndexes,
                                         MareySameness sameness)
{
    const MareyEntry &asked = chart.entries[entry];
    const OperatorKey key = operatorKey(asked, sameness);
    std::vector<MareyExecution> out;
    std::vector<MareyExecution> others; // of other occurrences
    for (const MareyRow &row : chart.rows) {
        if (std::ranges::find(rankIndexes, row.rankIndex) == rankIndexes.end())
            continue;
        for (const MareyLane *const lane : {&row.work, &row.communication}) {
            for (const MareyOperator &op : *lane) {
                const MareyEntry &e = chart.entries[op.entry];
                if (op.slice != NoSlice && operatorKey(e, sameness) == key)
                    (e.occurrence == asked.occurrence ? out : others).push_back({row.rankIndex, op.slice});
            }
        }
    }
    out.insert(out.end(), others.begin(), others.end());
    return out;
}

} // namespace rs
