// SPDX-License-Identifier: Apache-2.0
#include "analysis/manycompare.h"

#include "analysis/domains.h"
#include "analysis/pipelinestages.h"
#include "analysis/stepwindows.h"
#include "core/saturate.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

const RankData *loadedRank(const Run &run, int index)
{
    return index >= 0 && index < std::ssize(run.ranks) ? run.ranks[static_cast<size_t>(index)].get() : nullptr;
}

// The median ranks of stages, each worked out once.
class MedianRanks
{
public:
    MedianRanks(const Run &run, const JobContext &job) : m_run(run), m_job(job)
    {
        m_stages = pipelineStages(run, domains(run));
    }

    [[nodiscard]] int of(int rank)
    {
        const Totals &totals = totalsOf(stageOf(rank));
        return totals.empty() ? -1 : totals[(totals.size() - 1) / 2].second;
    }

    [[nodiscard]] int peerOf(int rank)
    {
        const Totals &totals = totalsOf(stageOf(rank));
        int peer = -1;
        qint64 least = 0;
        for (const auto &[ns, index] : totals) {
            const qint64 apart = saturatedMagnitude(saturatedDifference(ns, totals[(totals.size() - 1) / 2].first));
            if (index == rank || (peer >= 0 && apart >= least))
                continue;
            peer = index;
            least = apart;
        }
        return peer;
    }

private:
    using Totals =
        std::vector<std::pair<qint64, int>>; ///< time and index of ranks that know their operators, ascending

    const Totals &totalsOf(int stage)
    {
        const auto [it, isNew] = m_totals.try_emplace(stage);
        Totals &totals = it->second;
        if (!isNew)
            return totals;
        OperatorQuery query;
        query.grouping = OperatorGrouping::Name;
        for (int i = 0; i < std::ssize(m_run.ranks) && !m_job.isCanceled(); ++i) {
            const RankData *const data = loadedRank(m_run, i);
            if (!data || stageOf(i) != stage)
                continue;
            const OperatorTable table = operatorStats(*data, query, m_job);
            if (!table.rows.empty())
                totals.emplace_back(table.totalNs, i);
        }
        std::sort(totals.begin(), totals.end());
        return totals;
    }

    // Ranks of no known stage are peers of each other.
    [[nodiscard]] int stageOf(int index) const
    {
        const auto at = m_stages.find(m_run.infos[static_cast<size_t>(index)].rank);
        return at == m_stages.end() ? -1 : at->second;
    }

    const Run &m_run;
    const JobContext &m_job;
    std::map<int, int> m_stages;
    std::map<int, Totals> m_totals; ///< by stage
};

std::optional<Interval> windowOfStep(const RankData &rank, const QString &step, const JobContext &job)
{
    const Interval window = deviceSpanOf(rank, step, job);
    return window.length() > 0 ? std::optional(window) : std::nullopt;
}

} // namespace

int medianRankOf(const Run &run, int rank, const JobContext &job)
{
    return MedianRanks(run, job).of(rank);
}

int normalPeerOf(const Run &run, int rank, const JobContext &job)
{
    return MedianRanks(run, job).peerOf(rank);
}

std::vector<SideComparison> compareMany(const Run &run, const ManyQuery &query, const JobContext &job)
{
    std::vector<int> sides = query.sides;
    if (query.sides.empty()) {
        for (int i = 0; i < std::ssize(run.ranks); ++i)
            sides.push_back(i);
    }
    MedianRanks medians(run, job);
    const Run &baseRun = query.baseRun ? *query.baseRun : run;
    std::vector<SideComparison> out;
    for (size_t i = 0; i < sides.size(); ++i) {
        if (job.isCanceled())
            return {};
        const RankData *const other = loadedRank(run, sides[i]);
        if (!other)
            continue;
        const int base = query.baseRun     ? baseRun.indexOf(run.infos[static_cast<size_t>(sides[i])].rank)
                         : query.base >= 0 ? query.base
                                           : medians.of(sides[i]);
        const RankData *const baseData = loadedRank(baseRun, base);
        if (!baseData || baseData == other)
            continue;
        CompareQuery q = query.compare;
        if (!query.step.isEmpty()) {
            q.baseWindow = windowOfStep(*baseData, query.step, job);
            q.otherWindow = windowOfStep(*other, query.step, job);
            if (!q.baseWindow || !q.otherWindow)
                continue;
        } else {
            q.steps = sideSteps(*baseData, *other);
        }
        SideComparison side{sides[i], base, query.step, query.step, compareRanks(*baseData, *other, q, job), {}};
        side.spread = compareSpread(*baseData, *other, q, side.comparison, job);
        out.push_back(std::move(side));
    }
    if (job.isCanceled())
        out.clear();
    return out;
}

std::vector<SideComparison> compareSteps(const Run &run, int rank, const CompareQuery &query, const QString &baseStep,
                                         const JobContext &job)
{
    const RankData *const data = loadedRank(run, rank);
    if (!data || !data->trace)
        return {};
    std::vector<StepWindow> steps = stepWindows(*data, job);
    std::erase_if(steps, [](const StepWindow &w) { return !w.marked; });
    if (steps.size() < 2)
        return {};
    const StepWindow *base = nullptr;
    if (baseStep.isEmpty()) {
        std::vector<std::pair<qint64, size_t>> totals;
        OperatorQuery q;
        q.grouping = OperatorGrouping::Name;
        q.kind = query.kind;
        q.coreType = query.coreType;
        for (size_t i = 0; i < steps.size() && !job.isCanceled(); ++i) {
            q.window = steps[i].device;
            totals.emplace_back(operatorStats(*data, q, job).totalNs, i);
        }
        std::sort(totals.begin(), totals.end());
        if (!totals.empty())
            base = &steps[totals[(totals.size() - 1) / 2].second];
    } else {
        const auto at =
            std::find_if(steps.begin(), steps.end(), [&](const StepWindow &w) { return w.step == baseStep; });
        base = at == steps.end() ? nullptr : &*at;
    }
    std::vector<SideComparison> out;
    for (size_t i = 0; base && i < steps.size() && !job.isCanceled(); ++i) {
        if (&steps[i] == base)
            continue;
        CompareQuery q = query;
        q.baseWindow = base->device;
        q.otherWindow = steps[i].device;
        SideComparison side{rank, rank, steps[i].step, base->step, compareRanks(*data, *data, q, job), {}};
        side.spread = compareSpread(*data, *data, q, side.comparison, job);
        out.push_back(std::move(side));
    }
    if (job.isCanceled())
        out.clear();
    return out;
}

} // namespace rs
