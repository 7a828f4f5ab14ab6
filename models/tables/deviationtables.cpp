// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepgrid.h"
#include "core/base/saturate.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <array>
#include <memory>
#include <utility>

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

/// One time of one rank in one step; the grid is behind all of them.
struct DeviationRow
{
    qint64 valueNs = 0;
    qint64 medianNs = 0;
    quint32 row = 0;
    quint32 step = 0;
    StepMetric metric = StepMetric::Total;
    bool hasPeers = false;
    bool outlier = false;
};

std::vector<Field<DeviationRow>> deviationFields(const std::shared_ptr<const StepGrid> &grid)
{
    using R = DeviationRow;
    using K = ValueKind;
    const auto rowOf = [grid](const R &r) -> const GridRow & { return grid->rows()[r.row]; };
    const auto outlierWord = [](const R &r) { return r.outlier ? RS_TABLE("yes") : RS_TABLE("no"); };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label},
         [grid](const R &r) { return grid->steps()[static_cast<qsizetype>(r.step)]; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [rowOf](const R &r) { return rowOf(r).label; }},
        {{"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
          RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
         [rowOf](const R &r) { return known(rowOf(r).stage >= 0, static_cast<qint64>(rowOf(r).stage)); }},
        {{"metric", "Metric", RS_TABLE("Time of"), K::Word, RS_TABLE("Which time of the overview.")},
         [](const R &r) { return QString::fromLatin1(metricWord(r.metric)); }},
        {{"value", "Value(ns)", RS_TABLE("Value (%1)"), K::Time}, [](const R &r) { return r.valueNs; }},
        {{"median", "Median(ns)", RS_TABLE("Median (%1)"), K::Time,
          RS_TABLE("Of the ranks of the same pipeline stage in the same step, itself among them; empty where it is the "
                   "only one.")},
         [](const R &r) { return known(r.hasPeers, r.medianNs); }},
        {{"difference", "Difference(ns)", RS_TABLE("Difference (%1)"), K::Difference, RS_TABLE("Value less median.")},
         [](const R &r) { return known(r.hasPeers, saturatedDifference(r.valueNs, r.medianNs)); }},
        {{"outlier", "Outlier", RS_TABLE("Outlier"), K::Word,
          RS_TABLE("It stands apart from its peers: from seven ranks on by at least 4 times the deviation that their "
                   "MAD stands for, up to 8 times the more ranks and steps are looked at, of three to six by Dixon's Q "
                   "(95 %), and by more than 5 % of their median step; of idle time by more than 3 % of it; of compute "
                   "by more than 5 % of their median compute and 1 % of their median step. Thresholds of the diagnosis "
                   "that the user changed count here, too.")},
         [outlierWord](const R &r) { return known(r.hasPeers, QString::fromLatin1(outlierWord(r))); }},
    };
    for (const QStringView id : {u"value", u"median", u"difference"})
        fieldNamed(out, id).column.unitGroup = 1;
    return out;
}

std::shared_ptr<const RowSource> makeDeviations(const TableQuery &query, const JobContext &job)
{
    const auto grid = std::make_shared<const StepGrid>(stepGrid(*query.run, query.domain, job));
    std::vector<DeviationRow> rows;
    for (const StepMetric metric : allStepMetrics) {
        const StepDeviations deviations(*grid, metric, job, query.thresholds);
        if (job.isCanceled())
            return nullptr;
        for (size_t step = 0; step < static_cast<size_t>(grid->steps().size()); ++step) {
            if (!query.step.isEmpty() && grid->steps()[static_cast<qsizetype>(step)] != query.step)
                continue;
            for (size_t row = 0; row < grid->rows().size(); ++row) {
                const size_t cell = grid->cell(row, step);
                const std::optional<qint64> value = grid->value(metric, cell);
                if (!value)
                    continue;
                const std::optional<qint64> median = deviations.median(cell);
                rows.push_back({*value, median.value_or(0), static_cast<quint32>(row), static_cast<quint32>(step),
                                metric, median.has_value(), deviations.isOutlier(cell)});
            }
        }
    }
    return std::make_shared<StructSource<DeviationRow>>(deviationFields(grid), std::move(rows),
                                                        [grid](const DeviationRow &r) {
                                                            return RowPlace{grid->rows()[r.row].rankIndex, NoSlice, {}};
                                                        });
}

} // namespace

void addDeviationTables(Catalogue &catalogue)
{
    TableSpec &table =
        catalogue.add("steps.deviation", TableScope::Run, RS_TABLE("Ranks against their peers"),
                      RS_TABLE("Each time of each rank and step beside the median of the ranks of the same pipeline "
                               "stage: which rank stands apart, in which step, in what, and by how much?"));
    table.parameters = {Parameter::Step, Parameter::Domain};
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.columns = [](const TableQuery &) { return columnsOf(deviationFields(std::make_shared<const StepGrid>())); };
    table.make = makeDeviations;
    table.whyEmpty = whyNoSteps;
    table.ownPage = true;
    table.needsAllRanks = true;
}

} // namespace rs
