// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timeoverview.h"

#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/trajectory.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

TimeOverview timeOverview(const Run &run, const JobContext &job)
{
    TimeOverview out;
    const std::vector<TrajectoryRow> rows = trajectory(run, {}, job);
    if (job.isCanceled())
        return {};
    std::map<std::pair<int, int>, size_t> deviceAt; // by rank and index
    std::map<QString, size_t> stepAt;
    for (const TrajectoryRow &r : rows) {
        if (r.of != TrajectoryOf::Step)
            continue;
        if (deviceAt.try_emplace({r.rank, r.rankIndex}, out.devices.size()).second)
            out.devices.push_back({r.rankIndex, r.rank, r.label});
        if (stepAt.try_emplace(r.step, out.steps.size()).second) {
            out.steps.emplace_back();
            out.steps.back().step = r.step;
        }
    }
    // Files of MindSpore 1.x need not agree: of a step may be known what was communicated in it, and no more.
    for (const auto &rank : run.ranks) {
        if (job.isCanceled())
            return {};
        if (!rank || !rank->legacy)
            continue;
        for (const CommOpRef op : rank->commOps) {
            if (!op.isTotal() || op.step().isEmpty() || !stepAt.try_emplace(op.step(), out.steps.size()).second)
                continue;
            out.steps.emplace_back();
            out.steps.back().step = op.step();
        }
    }
    for (OverviewStep &s : out.steps)
        s.totals.resize(out.devices.size());
    for (const TrajectoryRow &r : rows) {
        if (r.of != TrajectoryOf::Step)
            continue;
        OverviewStep &s = out.steps[stepAt.at(r.step)];
        const size_t device = deviceAt.at({r.rank, r.rankIndex});
        if (const auto computation = r.at(TrajectoryTime::Computation))
            s.computation.add(*computation);
        const auto total = r.at(TrajectoryTime::Total);
        if (!total)
            continue;
        const bool isFirst = s.total.devices == 0;
        s.total.add(*total);
        s.totals[device] = *total;
        s.shortestNs = isFirst ? *total : std::min(s.shortestNs, *total);
        if (isFirst || *total > s.longestNs) {
            s.longestNs = *total;
            s.longestDevice = static_cast<int>(device);
        }
    }
    for (const auto &rank : run.ranks) {
        if (job.isCanceled())
            return {};
        // A device has a sum of its collectives and one of its sends and receives; in databases its operators alone.
        const bool hasTotals =
            rank && std::ranges::any_of(rank->commOps, [](const CommOpRef &op) { return op.isTotal(); });
        std::map<size_t, std::pair<std::optional<double>, std::optional<double>>> sums; // ms, by step
        for (size_t i = 0; rank && i < rank->commOps.size(); ++i) {
            const CommOpRef op = rank->commOps[i];
            const auto at = op.isTotal() == hasTotals ? stepAt.find(op.step()) : stepAt.end();
            if (at == stepAt.end())
                continue;
            auto &[communication, wait] = sums[at->second];
            if (const auto ms = op.transitMs())
                communication = communication.value_or(0) + *ms;
            if (const auto ms = op.waitMs())
                wait = wait.value_or(0) + *ms;
        }
        for (const auto &[step, sum] : sums) {
            if (sum.first)
                out.steps[step].communication.add(saturatedRound(*sum.first * 1e6));
            if (sum.second)
                out.steps[step].wait.add(saturatedRound(*sum.second * 1e6));
        }
    }
    std::ranges::stable_sort(
        out.steps, [](const OverviewStep &a, const OverviewStep &b) { return stepComesBefore(a.step, b.step); });
    return out;
}

} // namespace rs
