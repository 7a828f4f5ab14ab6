// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorsteps.h"

#include "analysis/operators/kernelcalls.h"
#include "analysis/overview/peerspread.h"
#include "analysis/time/flowstats.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

namespace rs {

namespace {

struct SteppedCalls
{
    std::vector<qint64> durations;
    qint64 longestNs = -1;
    SliceId longest = NoSlice;
};

struct SteppedGroup
{
    GroupIds ids{};
    qint64 totalNs = 0;
    std::map<QString, SteppedCalls, LessStep> steps;
};

void describeSteps(const SteppedGroup &group, const OperatorGroupKey &key, std::vector<OperatorStep> &out)
{
    std::vector<qint64> totals;
    const size_t first = out.size();
    for (const auto &[step, calls] : group.steps) {
        OperatorStep row;
        row.key = key;
        std::vector<qint64> durations = calls.durations;
        row.step = groupStepOf(step, durations);
        row.maxNs = calls.longestNs;
        row.longest = calls.longest;
        if (!step.isEmpty())
            totals.push_back(row.step.totalNs);
        out.push_back(std::move(row));
    }
    if (totals.size() < 2)
        return;
    const qint64 typical = medianOf(std::move(totals));
    for (size_t i = first; i < out.size(); ++i) {
        if (!out[i].step.step.isEmpty())
            out[i].typicalNs = typical;
    }
}

} // namespace

OperatorSteps operatorSteps(const Run &run, int rank, const OperatorGroupQuery &query, const JobContext &job)
{
    const int ranks[] = {rank};
    // A typical value is over all steps, whichever is asked for.
    OperatorGroupQuery ofAll = query;
    ofAll.step.clear();
    KernelCalls walk(run, ranks, ofAll, job);
    OperatorSteps out;
    out.by = walk.by();
    out.note = walk.note();
    std::unordered_map<GroupIds, size_t, GroupIdsHash> index;
    std::vector<SteppedGroup> groups;
    StepOfCall stepOf(job);
    const bool complete = walk.run([&](const RankData &of, int, bool isTable) { stepOf.begin(of, isTable); },
                                   [&](const OperatorCall &call) {
                                       const GroupIds ids = idsOf(call, out.by);
                                       const auto [at, isNew] = index.try_emplace(ids, groups.size());
                                       if (isNew)
                                           groups.emplace_back().ids = ids;
                                       SteppedGroup &group = groups[at->second];
                                       group.totalNs = saturatedSum(group.totalNs, call.durationNs);
                                       SteppedCalls &calls = group.steps[stepOf.of(call)];
                                       calls.durations.push_back(call.durationNs);
                                       if (call.durationNs > calls.longestNs) {
                                           calls.longestNs = call.durationNs;
                                           calls.longest = call.slice;
                                       }
                                   });
    if (!complete)
        return {};
    if (groups.empty() && out.note == GroupNote::FromTrace)
        out.note = GroupNote::NoData;
    std::ranges::stable_sort(groups, std::greater<>(), &SteppedGroup::totalNs);
    for (const SteppedGroup &group : groups) {
        if (job.isCanceled())
            return {};
        describeSteps(group, groupKeyOf(group.ids, out.by, walk.texts()), out.rows);
    }
    if (!query.step.isEmpty())
        std::erase_if(out.rows, [&query](const OperatorStep &row) { return row.step.step != query.step; });
    return out;
}

} // namespace rs
