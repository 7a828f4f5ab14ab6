// SPDX-License-Identifier: Apache-2.0
#include "tables/recipefields.h"

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

std::vector<Field<Described>> describedFields()
{
    using R = Described;
    using K = ValueKind;
    return {
        {tableColumn("count", "Count", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return r.count; }},
        {tableColumn("mean", "MeanNs", QT_TRANSLATE_NOOP("Tables", "Mean (ns)"), K::Real),
         [](const R &r) { return r.meanNs; }},
        {tableColumn("deviation", "StdNs", QT_TRANSLATE_NOOP("Tables", "Standard deviation (ns)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "Of a sample; a single call has none.")),
         [](const R &r) { return fieldOf(r.deviationNs); }},
        {tableColumn("min", "MinNs", QT_TRANSLATE_NOOP("Tables", "Min (ns)"), K::Integer),
         [](const R &r) { return r.leastNs; }},
        {tableColumn("q1", "Q1Ns", QT_TRANSLATE_NOOP("Tables", "First quartile (ns)"), K::Real),
         [](const R &r) { return r.q1Ns; }},
        {tableColumn("median", "MedianNs", QT_TRANSLATE_NOOP("Tables", "Median (ns)"), K::Real),
         [](const R &r) { return r.medianNs; }},
        {tableColumn("q3", "Q3Ns", QT_TRANSLATE_NOOP("Tables", "Third quartile (ns)"), K::Real),
         [](const R &r) { return r.q3Ns; }},
        {tableColumn("max", "MaxNs", QT_TRANSLATE_NOOP("Tables", "Max (ns)"), K::Integer),
         [](const R &r) { return r.mostNs; }},
        {tableColumn("sum", "SumNs", QT_TRANSLATE_NOOP("Tables", "Total (ns)"), K::Integer),
         [](const R &r) { return r.sumNs; }},
    };
}

namespace {

std::vector<Field<RecipeSumRow>> recipeSumFields(RecipeSum which, const std::shared_ptr<const Run> &run)
{
    using R = RecipeSumRow;
    using K = ValueKind;
    std::vector<Field<R>> out;
    const bool communicates = which >= RecipeSum::CollectiveAll;
    const bool isTop = which == RecipeSum::CollectiveTop;
    if (which == RecipeSum::ComputeByName || isTop)
        out.push_back({tableColumn("name", "OpName", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text),
                       [](const R &r) { return r.name; }});
    if (!isTop)
        out.push_back({tableColumn("type", "OpType", QT_TRANSLATE_NOOP("Tables", "Type"), K::Text),
                       [](const R &r) { return r.type; }});
    if (!communicates)
        out.push_back({tableColumn("core", "TaskType", QT_TRANSLATE_NOOP("Tables", "Accelerator core"), K::Text),
                       [](const R &r) { return r.core; }});
    if (which == RecipeSum::ComputeByName)
        out.push_back({tableColumn("shapes", "InputShapes", QT_TRANSLATE_NOOP("Tables", "Input shapes"), K::Text),
                       [](const R &r) { return r.shapes; }});
    std::vector<Field<R>> numbers = fieldsOfPart<R>(describedFields(), &R::time);
    std::move(numbers.begin(), numbers.end(), std::back_inserter(out));
    if (isTop) {
        out.push_back(
            rankIndexField(run, "min-rank", "MinRank", QT_TRANSLATE_NOOP("Tables", "Shortest on"), &R::leastRank));
        out.push_back(
            rankIndexField(run, "max-rank", "MaxRank", QT_TRANSLATE_NOOP("Tables", "Longest on"), &R::mostRank));
    } else if (which == RecipeSum::ComputeByType || which == RecipeSum::ComputeByName ||
               which == RecipeSum::CollectiveByRank) {
        out.push_back(rankIndexField(run, "rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), &R::rankIndex));
    }
    return out;
}

Phrase whyNoRecipeSums(RecipeSum which)
{
    return which >= RecipeSum::CollectiveAll
               ? tableReason(QT_TRANSLATE_NOOP("Tables",
                                               "No rank has a communication operator in its kernel table or trace: the "
                                               "profiler writes both when NPU activity is on."))
               : tableReason(QT_TRANSLATE_NOOP("Tables",
                                               "No rank has a kernel in its kernel table or trace: the profiler writes "
                                               "kernel_details.csv and trace_view.json when NPU activity is on."));
}

struct RecipeTable
{
    const char *id;
    const char *title;
    const char *hint;
    RecipeSum which;
};
constexpr RecipeTable recipeTables[] = {
    {"recipe.compute-op", QT_TRANSLATE_NOOP("Tables", "compute_op_sum: all ranks"),
     QT_TRANSLATE_NOOP("Tables",
                       "What compute_op_sum of msprof-analyze computes of the kernels of all ranks by type and "
                       "core: ComputeOpAllRankStats."),
     RecipeSum::ComputeAll},
    {"recipe.compute-op.types", QT_TRANSLATE_NOOP("Tables", "compute_op_sum: types of each rank"),
     QT_TRANSLATE_NOOP("Tables", "The same for each rank: ComputeOpPerRankStatsByOpType."), RecipeSum::ComputeByType},
    {"recipe.compute-op.names", QT_TRANSLATE_NOOP("Tables", "compute_op_sum: operators of each rank"),
     QT_TRANSLATE_NOOP("Tables", "The same for each rank by name and input shapes: ComputeOpPerRankStatsByOpName."),
     RecipeSum::ComputeByName},
    {"recipe.hccl", QT_TRANSLATE_NOOP("Tables", "hccl_sum: all ranks"),
     QT_TRANSLATE_NOOP("Tables", "What hccl_sum of msprof-analyze computes of the communication operators of all ranks "
                                 "by type: HcclAllRankStats."),
     RecipeSum::CollectiveAll},
    {"recipe.hccl.ranks", QT_TRANSLATE_NOOP("Tables", "hccl_sum: each rank"),
     QT_TRANSLATE_NOOP("Tables", "The same for each rank: HcclPerRankStats."), RecipeSum::CollectiveByRank},
    {"recipe.hccl.top", QT_TRANSLATE_NOOP("Tables", "hccl_sum: longest operators"),
     QT_TRANSLATE_NOOP("Tables",
                       "The 15 communication operators with the greatest mean over the ranks, and on which rank "
                       "each was shortest and longest: HcclTopOpStats."),
     RecipeSum::CollectiveTop},
};

} // namespace

void addRecipeTables(Catalogue &catalogue)
{
    for (const RecipeTable &t : recipeTables) {
        TableSpec &table = catalogue.add(t.id, TableScope::Run, t.title, t.hint);
        table.sources = {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
        table.columns = [which = t.which](const TableQuery &query) {
            return columnsOf(recipeSumFields(which, query.run));
        };
        table.make = [which = t.which](const TableQuery &query,
                                       const JobContext &job) -> std::shared_ptr<const RowSource> {
            std::vector<RecipeSumRow> rows = recipeSums(*query.run, which, job);
            if (job.isCanceled())
                return nullptr;
            return std::make_shared<StructSource<RecipeSumRow>>(recipeSumFields(which, query.run), std::move(rows),
                                                                [](const RecipeSumRow &r) {
                                                                    return RowPlace{r.mostRank, r.longest, {}};
                                                                });
        };
        table.whyEmpty = [which = t.which](const TableQuery &) { return whyNoRecipeSums(which); };
        table.needsAllRanks = true;
    }
}

} // namespace rs
