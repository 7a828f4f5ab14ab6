// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/trajectory.h"

#include "analysis/overview/overviewfiles.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/peerspread.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/stepgrid.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "core/table/legacycolumns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

using T = TrajectoryTime;

std::optional<qint64> stepNumber(const QString &step)
{
    bool ok = false;
    const qint64 number = step.toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

void takeItem(TrajectoryRow &row, const OverviewItem &item)
{
    row.at(T::Total) = item.totalNs;
    row.at(T::Interval) = item.preparingNs;
    row.at(T::Computation) = item.computingNs;
    row.at(T::Idle) = item.idleNs;
    row.at(T::CommunicationAlone) = item.uncoveredNs;
    row.at(T::Stage) = item.stageNs;
    row.at(T::ReceiveAlone) = item.bubbleNs;
    row.at(T::CollectiveAlone) = item.excludeReceiveNs;
}

// Writers of MindSpore count sends as the bubble too, and their Stage is the extent of the communication alone. Where
// the trace has to tell both, they are what the old files mean.
void takeReceives(TrajectoryRow &row, std::optional<qint64> receiveNs)
{
    const auto without = [receiveNs](std::optional<qint64> whole) {
        return whole && receiveNs ? std::optional(saturatedDifference(*whole, *receiveNs)) : std::nullopt;
    };
    row.at(T::ReceiveAlone) = receiveNs;
    row.at(T::Stage) = without(row.at(T::Total));
    row.at(T::CollectiveAlone) = without(row.at(T::CommunicationAlone));
}

/// Puts in the times that old files tell of a step; 0: of the average that they state. False where they have none.
bool takeLegacy(TrajectoryRow &row, const RankData &rank, qint64 step)
{
    constexpr std::array times = {T::Total, T::Interval,     T::ForwardBackward,
                                  T::Tail,  T::Computation,  T::CommunicationAlone,
                                  T::Stage, T::ReceiveAlone, T::CollectiveAlone};
    TrajectoryRow found;
    bool any = false;
    for (const QLatin1String kind : {LegacySteps::Kind, LegacySteps::Shares}) {
        const auto table = rank.table(kind);
        const int r = table ? LegacySteps::rowOf(*table, step) : -1;
        any = any || r >= 0;
        for (int c = LegacySteps::Total; r >= 0 && c < LegacySteps::Columns; ++c) {
            if (table->has(r, c))
                found.at(times[static_cast<size_t>(c - LegacySteps::Total)]) = table->integer(r, c);
        }
    }
    if (!any)
        return false;
    const auto &computation = found.at(T::Computation);
    const auto &communication = found.at(T::CommunicationAlone);
    if (!found.at(T::Total) && computation && communication)
        found.at(T::Total) = saturatedSum(*computation, *communication);
    row.times = found.times;
    return true;
}

/// Forward with backward and the rest of the step, of step_trace_*.csv as msprof writes it today.
void takeMsprof(std::vector<TrajectoryRow> &rows, const RankData &rank)
{
    const auto table = rank.table(QStringLiteral("csv/step_trace"));
    if (!table)
        return;
    const int step = table->column(u"Iteration ID");
    const int forward = table->columnOf({u"FP_BP Time(us)", u"FP to BP Time(us)"});
    const int refresh = table->columnOf({u"Iteration Refresh(us)", u"Iteration Refresh Time(us)"});
    if (step < 0 || forward < 0)
        return;
    std::map<QString, int> places;
    for (int r = 0; r < table->rows(); ++r) {
        if (table->has(r, step))
            places.try_emplace(QString::number(table->integer(r, step)), r);
    }
    const auto ns = [&](int row, int column) {
        if (column < 0 || !table->has(row, column))
            return std::optional<qint64>();
        const bool isNs = table->at(column).type == ColumnType::Duration;
        return std::optional<qint64>(std::llround(table->real(row, column) * (isNs ? 1 : 1e3)));
    };
    for (TrajectoryRow &row : rows) {
        const auto at = places.find(row.step);
        if (at == places.end())
            continue;
        row.at(T::ForwardBackward) = ns(at->second, forward);
        row.at(T::Tail) = ns(at->second, refresh);
    }
}

TrajectoryRow meanOf(const std::vector<TrajectoryRow> &rows, const std::optional<qint64> &without, TrajectoryOf of)
{
    TrajectoryRow out = rows.front();
    out.of = of;
    out.step.clear();
    out.steps = 0;
    std::array<long double, allTrajectoryTimes.size()> sums{};
    std::array<int, allTrajectoryTimes.size()> counts{};
    for (const TrajectoryRow &row : rows) {
        if (without && stepNumber(row.step) == without)
            continue;
        ++out.steps;
        for (size_t i = 0; i < sums.size(); ++i) {
            sums[i] += static_cast<long double>(row.times[i].value_or(0));
            counts[i] += row.times[i] ? 1 : 0;
        }
    }
    out.fewestSteps = out.steps;
    for (const int count : counts) {
        if (count > 0)
            out.fewestSteps = std::min(out.fewestSteps, count);
    }
    for (size_t i = 0; i < sums.size(); ++i)
        out.times[i] = counts[i] ? std::optional<qint64>(std::llround(sums[i] / counts[i])) : std::nullopt;
    return out;
}

std::optional<TrajectoryRow> fileMeanOf(const TrajectoryRow &like, const RankData &rank)
{
    TrajectoryRow out = like;
    out.of = TrajectoryOf::FileMean;
    out.step.clear();
    out.steps = 0;
    out.fewestSteps = 0;
    return takeLegacy(out, rank, 0) ? std::optional(out) : std::nullopt;
}

class Trajectories
{
public:
    Trajectories(const Run &run, const TrajectoryQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_domains(domains(run, job)), m_stages(pipelineStages(run, m_domains))
    {
        addItems(job);
        addLegacy();
        for (const auto &[key, rows] : m_rows) {
            for (const TrajectoryRow &row : rows) {
                if (const auto number = stepNumber(row.step); number && (!m_first || *number < *m_first))
                    m_first = number;
            }
        }
    }

    [[nodiscard]] std::vector<TrajectoryRow> rows()
    {
        std::vector<TrajectoryRow> out;
        for (auto &[key, rows] : m_rows) {
            if (key.second >= 0)
                takeMsprofOf(rows);
            const TrajectoryRow like = rows.front();
            std::erase_if(rows, [this](const TrajectoryRow &r) { return !isInRange(r); });
            std::ranges::stable_sort(
                rows, [](const TrajectoryRow &a, const TrajectoryRow &b) { return stepComesBefore(a.step, b.step); });
            out.insert(out.end(), rows.begin(), rows.end());
            if (!rows.empty()) {
                out.push_back(meanOf(rows, std::nullopt, TrajectoryOf::Mean));
                const TrajectoryRow later = meanOf(rows, m_first, TrajectoryOf::MeanLater);
                if (later.steps > 0)
                    out.push_back(later);
            }
            const auto data = m_run.rank(like.rankIndex);
            if (const auto mean = data ? fileMeanOf(like, *data) : std::nullopt)
                out.push_back(*mean);
        }
        std::erase_if(out, [this](const TrajectoryRow &r) { return m_query.stage >= 0 && r.stage != m_query.stage; });
        markApart(out);
        return out;
    }

private:
    using Key = std::pair<int, int>; // rank number, index
    struct NumberedFirst
    {
        bool operator()(const Key &a, const Key &b) const
        {
            return std::pair(a.first < 0, a) < std::pair(b.first < 0, b);
        }
    };

    [[nodiscard]] TrajectoryRow rowOf(int rank, int index, const QString &label) const
    {
        TrajectoryRow out;
        out.rank = rank;
        out.rankIndex = index;
        out.label = label;
        if (index >= 0) {
            const RankInfo &info = m_run.infos[static_cast<size_t>(index)];
            out.host = info.host;
            out.device = info.device;
        }
        if (const auto at = m_stages.find(rank); at != m_stages.end())
            out.stage = at->second;
        return out;
    }

    using StepOfRank = std::tuple<int, QString, int>; // index, step, device
    /// Those whose file states a Stage.
    [[nodiscard]] std::set<StepOfRank> statedStages(const JobContext &job) const
    {
        std::set<StepOfRank> out;
        for (const OverviewRow &r : overview(m_run, {{}, m_query.domain, OverviewSource::File}, job)) {
            if (r.stageUs.value_or(0) != 0)
                out.emplace(r.rankIndex, r.step, r.device);
        }
        return out;
    }

    [[nodiscard]] bool isOfMindSpore(int index) const
    {
        const auto data = m_run.rank(index);
        return data && data->trace && !data->legacy && data->info.framework == Framework::MindSpore;
    }

    void addItems(const JobContext &job)
    {
        const std::set<StepOfRank> stated = statedStages(job);
        std::map<int, StagesOfTrace> stages; // by index
        for (const OverviewRow &r : overview(m_run, {{}, m_query.domain, OverviewSource::Best}, job)) {
            const OverviewItem item = overviewItem(r);
            TrajectoryRow row = rowOf(r.rank, r.rankIndex, r.rankLabel);
            row.step = r.step;
            if (r.device >= 0)
                row.device = r.device;
            takeItem(row, item);
            if (isOfMindSpore(r.rankIndex) && !stated.contains({r.rankIndex, r.step, r.device})) {
                StagesOfTrace &own = stages.try_emplace(r.rankIndex, *m_run.rank(r.rankIndex), job).first->second;
                takeReceives(row, r.communicationUs == 0.0 ? 0 : own.of(r.step, r.device).receiveNs);
            }
            m_rows[{r.rank, r.rankIndex}].push_back(std::move(row));
        }
    }

    /// Old files say of a step what today's do not, and some mean something else.
    void addLegacy()
    {
        for (auto &[key, rows] : m_rows) {
            const auto data = m_run.rank(key.second);
            for (TrajectoryRow &row : rows) {
                const auto number = data ? stepNumber(row.step) : std::nullopt;
                row.legacy = number && takeLegacy(row, *data, *number);
            }
        }
    }

    void takeMsprofOf(std::vector<TrajectoryRow> &rows) const
    {
        if (const auto data = m_run.rank(rows.front().rankIndex); data && !data->legacy)
            takeMsprof(rows, *data);
    }

    [[nodiscard]] bool isInRange(const TrajectoryRow &row) const
    {
        const auto number = stepNumber(row.step);
        return (!m_query.fromStep || (number && *number >= *m_query.fromStep)) &&
               (!m_query.toStep || (number && *number <= *m_query.toStep));
    }

    /// Whole steps of peers end together, so the parts are what tells them apart.
    static void markApart(std::vector<TrajectoryRow> &rows)
    {
        constexpr double least = 0.2; // as the helper of the old pages
        std::map<std::tuple<TrajectoryOf, QString, int>, std::vector<size_t>> peers;
        for (size_t i = 0; i < rows.size(); ++i)
            peers[{rows[i].of, rows[i].step, rows[i].stage}].push_back(i);
        for (const auto &[key, members] : peers) {
            for (const TrajectoryTime t : allTrajectoryTimes) {
                std::vector<qint64> values;
                std::vector<size_t> of;
                for (const size_t i : members) {
                    if (rows[i].at(t)) {
                        values.push_back(*rows[i].at(t));
                        of.push_back(i);
                    }
                }
                const auto enough =
                    static_cast<qint64>(least * static_cast<double>(saturatedMagnitude(medianOf(values))));
                const PeerSpread spread = peerSpread(values, enough);
                for (size_t i = 0; i < of.size(); ++i)
                    rows[of[i]].apart[static_cast<size_t>(t)] = spread.outliers[i];
            }
        }
    }

    const Run &m_run;
    const TrajectoryQuery &m_query;
    std::vector<Domain> m_domains;
    std::map<int, int> m_stages;
    std::map<Key, std::vector<TrajectoryRow>, NumberedFirst> m_rows;
    std::optional<qint64> m_first;
};

} // namespace

std::vector<TrajectoryRow> trajectory(const Run &run, const TrajectoryQuery &query, const JobContext &job)
{
    Trajectories all(run, query, job);
    return job.isCanceled() ? std::vector<TrajectoryRow>() : all.rows();
}

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
        const bool hasTotals = rank && std::ranges::any_of(rank->commOps, &CommOpRef::isTotal);
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
