// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepgrid.h"
#include "core/base/saturate.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <array>
#include <memory>

namespace rs {

namespace {

const char *metricWord(StepMetric metric)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        RS_TABLE("total"),
        RS_TABLE("computing"),
        RS_TABLE("pure compute"),
        RS_TABLE("covered communication"),
        RS_TABLE("uncovered communication"),
        RS_TABLE("communication"),
        RS_TABLE("idle"),
        RS_TABLE("preparing"),
        RS_TABLE("stage"),
        RS_TABLE("bubble"),
    };
    return words[static_cast<size_t>(metric)];
}

std::vector<ColumnSpec> deviationColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
         RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
        {"metric", "Metric", RS_TABLE("Time of"), K::Word, RS_TABLE("Which time of the overview.")},
        {"value", "Value(ns)", RS_TABLE("Value (%1)"), K::Time},
        {"median", "Median(ns)", RS_TABLE("Median (%1)"), K::Time,
         RS_TABLE("Of the ranks of the same pipeline stage in the same step, including this rank; empty if it is "
                  "the only one.")},
        {"difference", "Difference(ns)", RS_TABLE("Difference (%1)"), K::Difference, RS_TABLE("Value less median.")},
        {"outlier", "Outlier", RS_TABLE("Outlier"), K::Word,
         RS_TABLE("It stands apart from its peers: from seven ranks on by at least 4 times the deviation that their "
                  "MAD stands for, up to 8 times the more ranks and steps are looked at, of three to six by Dixon's Q "
                  "(95 %), and by more than 5 % of their median step; of idle time by more than 3 % of it; of compute "
                  "by more than 5 % of their median compute and 1 % of their median step. Thresholds of the diagnosis "
                  "that the user changed count here, too.")},
    };
    setUnitGroup(out, 1, {u"value", u"median", u"difference"});
    return out;
}

std::shared_ptr<const RowSource> makeDeviations(const TableQuery &query, const JobContext &job)
{
    const StepGrid grid = stepGrid(*query.run, query.domain, job);
    auto rows = std::make_shared<CellRows>(deviationColumns());
    for (const StepMetric metric : allStepMetrics) {
        const StepDeviations deviations(grid, metric, job, query.thresholds);
        if (job.isCanceled())
            return nullptr;
        for (size_t step = 0; step < static_cast<size_t>(grid.steps().size()); ++step) {
            const QString &name = grid.steps()[static_cast<qsizetype>(step)];
            if (!query.step.isEmpty() && name != query.step)
                continue;
            for (size_t row = 0; row < grid.rows().size(); ++row) {
                const size_t cell = grid.cell(row, step);
                const std::optional<qint64> value = grid.value(metric, cell);
                if (!value)
                    continue;
                const GridRow &rank = grid.rows()[row];
                const std::optional<qint64> median = deviations.median(cell);
                rows->add({rank.rankIndex, NoSlice, {}},
                          {name, rank.label, cellIf(rank.stage >= 0, rank.stage), metricWord(metric), *value, median,
                           median ? Cell(saturatedDifference(*value, *median)) : Cell(),
                           cellIf(median.has_value(), deviations.isOutlier(cell) ? RS_TABLE("yes") : RS_TABLE("no"))});
            }
        }
    }
    return rows;
}

} // namespace

void addDeviationTables(Catalogue &catalogue)
{
    TableSpec &table =
        catalogue.add("steps.deviation", TableScope::Run, RS_TABLE("Ranks against their peers"),
                      RS_TABLE("Each time of each rank and step beside the median of the ranks of the same pipeline "
                               "stage: which rank stands apart, in which step, in what, and by how much?"),
                      deviationColumns, makeDeviations, whyNoSteps);
    table.parameters = {Parameter::Step, Parameter::Domain};
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.ownPage = true;
    table.needsAllRanks = true;
}

} // namespace rs
