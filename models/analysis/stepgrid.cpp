// SPDX-License-Identifier: Apache-2.0
#include "analysis/stepgrid.h"

#include "analysis/domains.h"
#include "analysis/jobpoll.h"
#include "analysis/overviewitems.h"
#include "analysis/peerspread.h"
#include "analysis/pipelinestages.h"

#include <algorithm>
#include <tuple>

namespace rs {

namespace {

constexpr qint64 shareOfOutlier = 20; // one in twenty of the step: 5 %

constexpr std::array<std::optional<qint64> OverviewItem::*, allStepMetrics.size()> metricMembers = {
    &OverviewItem::totalNs,     &OverviewItem::computingNs,     &OverviewItem::pureNs, &OverviewItem::coveredNs,
    &OverviewItem::uncoveredNs, &OverviewItem::communicationNs, &OverviewItem::idleNs, &OverviewItem::preparingNs,
    &OverviewItem::stageNs,     &OverviewItem::bubbleNs};

} // namespace

StepGrid::StepGrid(const std::vector<OverviewRow> &rows, const std::map<int, int> &stageOf)
{
    using Key = std::tuple<bool, int, QString, int, int>; // ranks without a number last
    std::map<Key, size_t> rowOf;
    const auto keyOf = [](const OverviewRow &r) {
        const QString label = r.rankLabel.isEmpty() && r.rank >= 0 ? QString::number(r.rank) : r.rankLabel;
        return Key{r.rank < 0, r.rank, label, r.rankIndex, r.device};
    };
    std::map<QString, qsizetype> columnOf;
    for (const OverviewRow &r : rows) {
        rowOf.try_emplace(keyOf(r), 0);
        if (columnOf.try_emplace(r.step, 0).second)
            m_steps.push_back(r.step);
    }
    std::sort(m_steps.begin(), m_steps.end(), stepComesBefore);
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
            const auto m = static_cast<size_t>(metric);
            m_values[m][at] = (item.*metricMembers[m]).value_or(missing);
        }
    }
}

std::optional<qint64> StepGrid::value(StepMetric metric, size_t cell) const
{
    const qint64 v = m_values[static_cast<size_t>(metric)][cell];
    return v == missing ? std::nullopt : std::optional(v);
}

StepGrid stepGrid(const Run &run, const QString &domain, const JobContext &job)
{
    OverviewQuery query;
    query.domain = domain;
    const std::vector<OverviewRow> rows = overview(run, query, job);
    return {rows, pipelineStages(run, domains(run, job))};
}

StepDeviations::StepDeviations(const StepGrid &grid, StepMetric metric, const JobContext &job)
    : m_medians(grid.cells(), missing), m_outliers(grid.cells(), false)
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
            const qint64 whole = std::max<qint64>(0, medianOf(wholes.empty() ? values : wholes));
            const PeerSpread spread = peerSpread(values, whole / shareOfOutlier);
            for (size_t i = 0; i < at.size(); ++i) {
                m_medians[at[i]] = spread.medianNs;
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

} // namespace rs
