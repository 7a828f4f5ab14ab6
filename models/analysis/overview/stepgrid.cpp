// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepgrid.h"

#include "analysis/overview/overviewitems.h"
#include "analysis/overview/peerspread.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <tuple>

namespace rs {

namespace {

constexpr std::array<std::optional<qint64> OverviewItem::*, allStepMetrics.size()> metricMembers = {
    &OverviewItem::totalNs,     &OverviewItem::computingNs,     &OverviewItem::pureNs, &OverviewItem::coveredNs,
    &OverviewItem::uncoveredNs, &OverviewItem::communicationNs, &OverviewItem::idleNs, &OverviewItem::preparingNs,
    &OverviewItem::stageNs,     &OverviewItem::bubbleNs};

} // namespace

std::optional<qint64> timeOf(const OverviewItem &item, StepMetric metric)
{
    return item.*metricMembers[static_cast<size_t>(metric)];
}

namespace {

// Value of a folded row; `valueOf` of a part is empty if unknown.
template <typename ValueOf>
std::optional<qint64> foldOf(const std::vector<size_t> &parts, FoldBy by, const ValueOf &valueOf)
{
    std::optional<qint64> out;
    long double sum = 0; // of times that a damaged file may state
    int known = 0;
    for (const size_t part : parts) {
        const std::optional<qint64> v = valueOf(part);
        if (!v)
            continue;
        sum += static_cast<long double>(*v);
        out = known++ == 0 ? *v : by == FoldBy::Smallest ? std::min(*out, *v) : std::max(*out, *v);
    }
    return known > 0 && by == FoldBy::Mean ? saturatedRound(static_cast<double>(sum / known)) : out;
}

// The part that made it so, or the one furthest from the mean.
template <typename ValueOf>
std::optional<size_t> partFor(const std::vector<size_t> &parts, FoldBy by, const ValueOf &valueOf)
{
    const std::optional<qint64> whole = foldOf(parts, by, valueOf);
    std::optional<size_t> out;
    qint64 furthest = -1;
    for (const size_t part : parts) {
        const std::optional<qint64> v = valueOf(part);
        if (!v)
            continue;
        const qint64 away = saturatedMagnitude(saturatedDifference(*v, *whole));
        if (by == FoldBy::Mean ? away > furthest : *v == *whole && !out) {
            out = part;
            furthest = away;
        }
    }
    return out;
}

} // namespace

StepGrid::StepGrid(const std::vector<OverviewRow> &rows, const std::map<int, int> &stageOf)
{
    using Key = std::tuple<bool, int, QString, int, int>; // ranks without a number last
    std::map<Key, size_t> rowOf;
    const auto keyOf = [](const OverviewRow &r) { return Key{r.rank < 0, r.rank, r.label(), r.rankIndex, r.device}; };
    std::map<QString, qsizetype> columnOf;
    for (const OverviewRow &r : rows) {
        rowOf.try_emplace(keyOf(r), 0);
        if (columnOf.try_emplace(r.step, 0).second)
            m_steps.push_back(r.step);
    }
    m_looked = looked(rows);
    std::ranges::sort(m_steps, stepComesBefore);
    for (qsizetype i = 0; i < m_steps.size(); ++i)
        columnOf[m_steps[i]] = i;
    for (auto &[key, row] : rowOf) {
        const auto &[unnumbered, rank, label, index, device] = key;
        row = m_rows.size();
        const auto stage = stageOf.find(rank);
        m_rows.push_back({rank, index, device, label, rank < 0 || stage == stageOf.end() ? -1 : stage->second});
        m_rowsOfStage[m_rows.back().stage].push_back(row);
    }
    for (auto &values : m_values)
        values.assign(cells(), missing);
    for (const OverviewRow &r : rows) {
        const OverviewItem item = overviewItem(r);
        const size_t at = cell(rowOf.at(keyOf(r)), static_cast<size_t>(columnOf.at(r.step)));
        for (const StepMetric metric : allStepMetrics) {
            m_values[static_cast<size_t>(metric)][at] = timeOf(item, metric).value_or(missing);
        }
    }
}

std::optional<qint64> StepGrid::value(StepMetric metric, size_t cell) const
{
    const qint64 v = m_values[static_cast<size_t>(metric)][cell];
    return v == missing ? std::nullopt : std::optional(v);
}

size_t StepGrid::looked(const std::vector<OverviewRow> &rows)
{
    const bool several =
        std::ranges::any_of(rows, [&rows](const OverviewRow &r) { return r.step != rows.front().step; });
    return several ? rows.size() : 0;
}

StepGrid StepGrid::folded(const Strategy &strategy, unsigned tokens, FoldBy by) const
{
    const std::map<int, size_t> groupOf = groupsByRank(strategy, tokens);
    StepGrid out;
    out.m_steps = m_steps;
    out.m_looked = m_looked;
    std::map<size_t, size_t> rowOf; // by group
    for (size_t r = 0; r < m_rows.size(); ++r) {
        const auto group = groupOf.find(m_rows[r].rank);
        const auto [at, fresh] =
            group == groupOf.end() ? std::pair(rowOf.end(), true) : rowOf.try_emplace(group->second, out.m_rows.size());
        if (fresh) {
            out.m_rows.push_back(m_rows[r]);
            out.m_rows.back().parts = {r};
            out.m_rows.back().ranks = {m_rows[r].rank};
            continue;
        }
        GridRow &row = out.m_rows[at->second];
        row.parts.push_back(r);
        if (row.ranks.back() != m_rows[r].rank)
            row.ranks.push_back(m_rows[r].rank);
        row.stage = row.stage == m_rows[r].stage ? row.stage : -1;
        row.rank = row.rankIndex = row.device = -1;
    }
    for (size_t r = 0; r < out.m_rows.size(); ++r)
        out.m_rowsOfStage[out.m_rows[r].stage].push_back(r);
    for (const StepMetric metric : allStepMetrics) {
        std::vector<qint64> &values = out.m_values[static_cast<size_t>(metric)];
        values.reserve(out.cells());
        for (const GridRow &row : out.m_rows) {
            for (size_t step = 0; step < static_cast<size_t>(m_steps.size()); ++step)
                values.push_back(foldedValue(row, metric, step, by));
        }
    }
    return out;
}

qint64 StepGrid::foldedValue(const GridRow &row, StepMetric metric, size_t step, FoldBy by) const
{
    return foldOf(row.parts, by, [&](size_t part) { return value(metric, cell(part, step)); }).value_or(missing);
}

std::optional<size_t> StepGrid::partOf(const GridRow &row, StepMetric metric, size_t step, FoldBy by) const
{
    return partFor(row.parts, by, [&](size_t part) { return value(metric, cell(part, step)); });
}

StepGrid StepGrid::only(const std::vector<int> &ranks) const
{
    const auto wanted = [&ranks](int rank) { return std::ranges::binary_search(ranks, rank); };
    StepGrid out;
    out.m_steps = m_steps;
    out.m_looked = m_looked;
    std::vector<size_t> kept;
    for (size_t r = 0; r < m_rows.size(); ++r) {
        GridRow row = m_rows[r];
        if (!wanted(row.rank) && std::ranges::none_of(row.ranks, wanted))
            continue;
        if (row.parts.empty())
            row.parts = {r};
        out.m_rowsOfStage[row.stage].push_back(out.m_rows.size());
        out.m_rows.push_back(std::move(row));
        kept.push_back(r);
    }
    const auto steps = static_cast<std::ptrdiff_t>(m_steps.size());
    for (size_t metric = 0; metric < m_values.size(); ++metric) {
        for (const size_t r : kept) {
            const auto from = m_values[metric].begin() + static_cast<std::ptrdiff_t>(r) * steps;
            out.m_values[metric].insert(out.m_values[metric].end(), from, from + steps);
        }
    }
    return out;
}

StepGrid StepGrid::across(std::optional<size_t> step) const
{
    StepGrid out;
    out.m_rows = m_rows;
    out.m_looked = step ? m_looked : 0;
    out.m_rowsOfStage = m_rowsOfStage;
    const auto steps = static_cast<size_t>(m_steps.size());
    out.m_steps = {step && *step < steps ? m_steps[static_cast<qsizetype>(*step)] : QString()};
    std::vector<size_t> chosen;
    for (size_t s = step.value_or(0); s < (step ? std::min(*step + 1, steps) : steps); ++s)
        chosen.push_back(s);
    for (const StepMetric metric : allStepMetrics) {
        std::vector<qint64> &values = out.m_values[static_cast<size_t>(metric)];
        values.reserve(m_rows.size());
        for (size_t row = 0; row < m_rows.size(); ++row)
            values.push_back(
                foldOf(chosen, FoldBy::Mean, [&](size_t s) { return value(metric, cell(row, s)); }).value_or(missing));
    }
    return out;
}

StepGrid stepGrid(const Run &run, const std::vector<Domain> &all, const QString &domain, const JobContext &job)
{
    OverviewQuery query;
    query.domain = domain;
    const std::vector<OverviewRow> rows = overview(run, query, job);
    return {rows, pipelineStages(run, all)};
}

StepGrid stepGrid(const Run &run, const QString &domain, const JobContext &job)
{
    return stepGrid(run, domains(run, job), domain, job);
}

StepDeviations::StepDeviations(const StepGrid &grid, StepMetric metric, const JobContext &job,
                               const DiagnosisThresholds &thresholds)
    : m_medians(grid.cells(), missing), m_differences(grid.cells(), missing), m_outliers(grid.cells(), false)
{
    JobPoll poll(job);
    std::vector<size_t> at;
    std::vector<qint64> values;
    std::vector<qint64> wholes;
    for (const auto &[stage, rows] : grid.rowsOfStage()) {
        for (size_t step = 0; step < static_cast<size_t>(grid.steps().size()); ++step) {
            at.clear();
            values.clear();
            wholes.clear();
            for (const size_t row : rows) {
                if (poll.isCanceled())
                    return;
                const size_t cell = grid.cell(row, step);
                if (const std::optional<qint64> v = grid.value(metric, cell)) {
                    at.push_back(cell);
                    values.push_back(*v);
                }
                if (const std::optional<qint64> whole = grid.value(StepMetric::Total, cell))
                    wholes.push_back(*whole);
            }
            if (values.size() < 2)
                continue;
            const PeerSpread spread = stepSpread(metric, values, wholes, thresholds, grid.looked());
            for (size_t i = 0; i < at.size(); ++i) {
                m_medians[at[i]] = spread.medianNs;
                m_differences[at[i]] = saturatedDifference(values[i], spread.medianNs);
                m_outliers[at[i]] = spread.outliers[i];
            }
        }
    }
}

std::optional<qint64> StepDeviations::median(size_t cell) const
{
    const qint64 m = m_medians[cell];
    return m == missing ? std::nullopt : std::optional(m);
}

std::optional<qint64> StepDeviations::difference(size_t cell) const
{
    const qint64 d = m_differences[cell];
    return d == missing ? std::nullopt : std::optional(d);
}

StepDeviations StepDeviations::folded(const StepGrid &whole, const StepGrid &grid, FoldBy by) const
{
    StepDeviations out;
    out.m_medians.assign(grid.cells(), missing);
    out.m_differences.assign(grid.cells(), missing);
    out.m_outliers.assign(grid.cells(), false);
    for (size_t r = 0; r < grid.rows().size(); ++r) {
        const GridRow &row = grid.rows()[r];
        for (size_t step = 0; step < static_cast<size_t>(grid.steps().size()); ++step) {
            const size_t at = grid.cell(r, step);
            out.m_differences[at] = foldOf(row.parts, by, [&](size_t part) {
                                        return difference(whole.cell(part, step));
                                    }).value_or(missing);
            bool same = true;
            for (const size_t part : row.parts) {
                const size_t cell = whole.cell(part, step);
                out.m_outliers[at] = out.m_outliers[at] || m_outliers[cell];
                const qint64 its = m_medians[cell];
                same = same && (its == missing || out.m_medians[at] == missing || its == out.m_medians[at]);
                out.m_medians[at] = its == missing ? out.m_medians[at] : its;
            }
            if (!same)
                out.m_medians[at] = missing;
        }
    }
    return out;
}

std::optional<size_t> StepDeviations::partOf(const StepGrid &whole, const GridRow &row, size_t step, FoldBy by) const
{
    return partFor(row.parts, by, [&](size_t part) { return difference(whole.cell(part, step)); });
}

namespace {

constexpr qint64 percents = 100;

void widen(std::optional<StepHeatLayer::Range> &range, qint64 v, bool differences)
{
    const qint64 far = saturatedMagnitude(v);
    const StepHeatLayer::Range its = differences ? std::pair(-far, far) : std::pair(v, v);
    range = range ? std::pair(std::min(range->first, its.first), std::max(range->second, its.second)) : its;
}

} // namespace

StepHeatLayer::StepHeatLayer(std::shared_ptr<const StepGrid> of, StepMetric what, const JobContext &job,
                             const DiagnosisThresholds &thresholds)
    : grid(std::move(of)), metric(what), deviations(*grid, what, job, thresholds)
{
    look();
}

StepHeatLayer::StepHeatLayer(std::shared_ptr<const StepGrid> folded, std::shared_ptr<const StepGrid> parts,
                             StepMetric what, FoldBy how, const JobContext &job, const DiagnosisThresholds &thresholds)
    : grid(std::move(folded)), whole(std::move(parts)), metric(what), by(how),
      deviationsOfWhole(*whole, what, job, thresholds)
{
    deviations = deviationsOfWhole.folded(*whole, *grid, by);
    look();
}

void StepHeatLayer::look()
{
    const auto steps = static_cast<size_t>(grid->steps().size());
    std::vector<qint64> values;
    for (size_t row = 0; row < grid->rows().size(); ++row) {
        for (size_t step = 0; step < steps; ++step) {
            const size_t cell = grid->cell(row, step);
            if (const std::optional<qint64> v = grid->value(metric, cell))
                values.push_back(*v);
            else
                ++unknown;
            for (const bool differences : {false, true}) {
                if (const std::optional<qint64> v = shown(cell, differences))
                    widen(differences ? differenceRange : valueRange, *v, differences);
                else if (differences && grid->value(metric, cell))
                    ++alone;
            }
            if (!deviations.isOutlier(cell))
                continue;
            const auto r = static_cast<quint32>(row);
            const auto s = static_cast<quint32>(step);
            if (!outliers.empty() && outliers.back().row == r && outliers.back().last + 1 == s)
                outliers.back().last = s;
            else
                outliers.push_back({r, s, s});
        }
    }
    medianNs = medianOf(std::move(values));
}

std::optional<qint64> StepHeatLayer::shown(size_t cell, bool differences) const
{
    return differences ? deviations.difference(cell) : grid->value(metric, cell);
}

std::optional<StepHeatLayer::Range> StepHeatLayer::colorRange(bool differences) const
{
    std::optional<Range> out = range(differences);
    const qint64 least = saturatedMagnitude(medianNs) / percents * leastRangePercent;
    if (!out || saturatedDifference(out->second, out->first) >= least)
        return out;
    // One value alone has nothing to be told from.
    if (out->first == out->second)
        return out;
    const qint64 middle = out->first + (out->second - out->first) / 2;
    const Range wide{saturatedDifference(middle, least / 2), saturatedSum(middle, least / 2)};
    return wide;
}

std::optional<size_t> StepHeatLayer::partOf(size_t row, size_t step, bool differences) const
{
    const GridRow &r = grid->rows()[row];
    if (!whole || r.parts.empty())
        return std::nullopt;
    const auto part = differences ? deviationsOfWhole.partOf(*whole, r, step, by) : whole->partOf(r, metric, step, by);
    return part ? part : std::optional(r.parts.front());
}

} // namespace rs
