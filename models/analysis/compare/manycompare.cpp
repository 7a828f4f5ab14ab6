// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/manycompare.h"

#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

// The median ranks of stages, each worked out once.
class MedianRanks
{
public:
    MedianRanks(const Run &run, const JobContext &job) : m_run(run), m_job(job)
    {
        m_stages = pipelineStages(run, domains(run));
    }

    [[nodiscard]] int of(int rank) { return ofStage(stageOf(rank)); }

    [[nodiscard]] int ofStage(int stage)
    {
        const Totals &totals = totalsOf(stage);
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
            const auto data = m_run.rank(i);
            if (!data || stageOf(i) != stage)
                continue;
            const OperatorTable table = operatorStats(*data, query, m_job);
            if (!table.rows.empty())
                totals.emplace_back(table.totalNs, i);
        }
        std::ranges::sort(totals);
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

std::vector<int> loadedRanks(const Run &run)
{
    std::vector<int> out;
    for (int i = 0; i < std::ssize(run.ranks); ++i) {
        if (run.rank(i))
            out.push_back(i);
    }
    return out;
}

// Indices of the ranks of another run that have the numbers of those; all that are loaded where none is asked for.
std::vector<int> sameRanks(const Run &run, const std::vector<int> &ranks, const Run &in)
{
    if (ranks.empty())
        return loadedRanks(in);
    std::vector<int> out;
    for (const int i : ranks) {
        const int at = in.indexOf(run.infos[static_cast<size_t>(i)].rank);
        if (in.rank(at))
            out.push_back(at);
    }
    return out;
}

// 0 where it is not known of all of them, or differs.
int stepsOf(const CompareGroup &group)
{
    int out = group.ranks.empty() ? 0 : stepCount(*group.ranks.front());
    for (const RankData *rank : group.ranks)
        out = stepCount(*rank) == out ? out : 0;
    return out;
}

} // namespace

CompareGroup groupOf(const Run &run, const std::vector<int> &ranks, const QString &step, const JobContext &job)
{
    CompareGroup out;
    for (const int i : ranks) {
        const RankData *const rank = run.rank(i).get();
        if (!rank || job.isCanceled())
            continue;
        std::optional<Interval> window;
        if (!step.isEmpty()) {
            window = deviceSpanOf(*rank, step, job);
            if (window->length() <= 0)
                continue;
        }
        out.ranks.push_back(rank);
        out.windows.push_back(window);
    }
    return out;
}

int medianRankOfStage(const Run &run, int stage, const JobContext &job)
{
    return MedianRanks(run, job).ofStage(stage);
}

int normalPeerOf(const Run &run, int rank, const JobContext &job)
{
    return MedianRanks(run, job).peerOf(rank);
}

RankOfRuns counterpartOf(const std::vector<const Run *> &runs, RankOfRuns of, const JobContext &job)
{
    const Run &own = *runs[static_cast<size_t>(of.run)];
    if (const int peer = normalPeerOf(own, of.rank, job); peer >= 0)
        return {of.run, peer};
    const auto stagesOfRun = [&job](const Run &run) { return pipelineStages(run, domains(run, job)); };
    const std::optional<StagePlace> place = stagePlaceOf(stagesOfRun(own), own, of.rank);
    for (size_t r = 0; place && r < runs.size() && !job.isCanceled(); ++r) {
        if (!runs[r] || runs[r] == &own)
            continue;
        const Run &run = *runs[r];
        const std::map<int, int> stages = stagesOfRun(run);
        const auto isLike = [&](int rank) { return run.rank(rank) && stagePlaceOf(stages, run, rank) == place; };
        if (const int same = run.indexOf(own.infos[static_cast<size_t>(of.rank)].rank); same >= 0 && isLike(same))
            return {static_cast<int>(r), same};
        for (int i = 0; i < std::ssize(run.infos); ++i) {
            if (isLike(i))
                return {static_cast<int>(r), i};
        }
    }
    return {};
}

namespace {

/// Parts of compareMany(), side by side.
class ManySides
{
public:
    ManySides(const Run &first, const ManyQuery &query, const JobContext &job) : m_query(query), m_job(job)
    {
        m_runs.push_back(&first);
        m_runs.insert(m_runs.end(), query.moreRuns.begin(), query.moreRuns.end());
        for (const Run *run : m_runs)
            m_medians.emplace_back(*run, job);
    }

    [[nodiscard]] std::vector<SideComparison> all()
    {
        std::vector<SideComparison> out;
        for (size_t r = 0; r < m_runs.size(); ++r) {
            const Run &run = *m_runs[r];
            const std::vector<int> ranks =
                r == 0 && !m_query.sides.empty() ? m_query.sides : sameRanks(*m_runs[0], m_query.sides, run);
            const auto add = [&](int rank, std::vector<int> of) {
                if (auto side = sideOf(static_cast<int>(r), rank, std::move(of)))
                    out.push_back(std::move(*side));
            };
            if (m_query.wholeSides)
                add(-1, ranks);
            for (const int rank : m_query.wholeSides ? std::vector<int>() : ranks)
                add(rank, {rank});
        }
        return out;
    }

private:
    // Baseline of a side: a rank, the whole run (-1), or none.
    [[nodiscard]] std::optional<int> baseOf(int run, int rank, const Run &of)
    {
        if (m_query.wholeBase)
            return -1;
        if (m_query.base >= 0)
            return m_query.base;
        if (m_query.wholeSides)
            return -1;
        const int base = m_query.baseRun ? of.indexOf(runOf(run).infos[static_cast<size_t>(rank)].rank)
                                         : m_medians[static_cast<size_t>(run)].of(rank);
        return base >= 0 ? std::optional(base) : std::nullopt;
    }

    [[nodiscard]] const Run &runOf(int run) const { return *m_runs[static_cast<size_t>(run)]; }

    [[nodiscard]] std::optional<SideComparison> sideOf(int run, int rank, std::vector<int> ranks)
    {
        if (m_job.isCanceled())
            return std::nullopt;
        SideComparison side;
        side.run = run;
        side.rank = rank;
        side.baseRun = m_query.baseRun ? -1 : m_query.base >= 0 || m_query.wholeBase || m_query.wholeSides ? 0 : run;
        const Run &baseRun = m_query.baseRun ? *m_query.baseRun : runOf(side.baseRun);
        const std::optional<int> base = baseOf(run, rank, baseRun);
        if (!base)
            return std::nullopt;
        side.base = *base;
        side.ranks = std::move(ranks);
        side.baseRanks = *base >= 0 ? std::vector<int>{*base} : loadedRanks(baseRun);
        side.step = side.baseStep = m_query.step;
        const CompareGroup of = groupOf(runOf(run), side.ranks, m_query.step, m_job);
        const CompareGroup with = groupOf(baseRun, side.baseRanks, m_query.step, m_job);
        if (of.ranks.empty() || with.ranks.empty() || of.ranks == with.ranks)
            return std::nullopt;
        keep(side.ranks, runOf(run), of);
        keep(side.baseRanks, baseRun, with);
        side.stages = stagesAmong(stagesOf(runOf(run)), runOf(run), side.ranks);
        side.baseStages = stagesAmong(stagesOf(baseRun), baseRun, side.baseRanks);
        CompareQuery q = m_query.compare;
        if (m_query.step.isEmpty())
            q.steps = {stepsOf(with), stepsOf(of)};
        if (!m_query.sums) {
            q.steps.baseRanks = side.base < 0 ? static_cast<int>(with.ranks.size()) : 1;
            q.steps.otherRanks = side.rank < 0 ? static_cast<int>(of.ranks.size()) : 1;
        }
        side.comparison = compareGroups(with, of, q, m_job);
        side.spread = spreadOfGroups(with, of, q, side.comparison, m_job);
        return side;
    }

    [[nodiscard]] const std::map<int, int> &stagesOf(const Run &run)
    {
        const auto [at, isNew] = m_stages.try_emplace(&run);
        if (isNew)
            at->second = pipelineStages(run, domains(run, m_job));
        return at->second;
    }

    // Keeps the indices of ranks in the group.
    static void keep(std::vector<int> &ranks, const Run &run, const CompareGroup &group)
    {
        std::erase_if(ranks,
                      [&](int i) { return std::ranges::find(group.ranks, run.rank(i).get()) == group.ranks.end(); });
    }

    const ManyQuery &m_query;
    const JobContext &m_job;
    std::vector<const Run *> m_runs;
    std::vector<MedianRanks> m_medians;
    std::map<const Run *, std::map<int, int>> m_stages; ///< of a rank, by its number
};

} // namespace

std::vector<SideComparison> compareMany(const Run &run, const ManyQuery &query, const JobContext &job)
{
    std::vector<SideComparison> out = ManySides(run, query, job).all();
    if (job.isCanceled())
        out.clear();
    return out;
}

std::vector<SideComparison> compareSteps(const Run &run, int rank, const CompareQuery &query, const QString &baseStep,
                                         const JobContext &job)
{
    const auto data = run.rank(rank);
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
        std::ranges::sort(totals);
        if (!totals.empty())
            base = &steps[totals[(totals.size() - 1) / 2].second];
    } else {
        const auto at = std::ranges::find(steps, baseStep, &StepWindow::step);
        base = at == steps.end() ? nullptr : &*at;
    }
    std::vector<SideComparison> out;
    for (size_t i = 0; base && i < steps.size() && !job.isCanceled(); ++i) {
        if (&steps[i] == base)
            continue;
        CompareQuery q = query;
        q.baseWindow = base->device;
        q.otherWindow = steps[i].device;
        SideComparison side;
        side.rank = side.base = rank;
        side.ranks = side.baseRanks = {rank};
        side.step = steps[i].step;
        side.baseStep = base->step;
        side.comparison = compareRanks(*data, *data, q, job);
        side.spread = compareSpread(*data, *data, q, side.comparison, job);
        out.push_back(std::move(side));
    }
    if (job.isCanceled())
        out.clear();
    return out;
}

} // namespace rs
