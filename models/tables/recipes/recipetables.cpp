// SPDX-License-Identifier: Apache-2.0
#include "tables/recipes/recipefields.h"

#include <QStringList>

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
        {{"count", "Count", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.count; }},
        {{"mean", "MeanNs", RS_TABLE("Mean (ns)"), K::Real}, [](const R &r) { return r.meanNs; }},
        {{"deviation", "StdNs", RS_TABLE("Standard deviation (ns)"), K::Real,
          RS_TABLE("Of a sample; a single call has none.")},
         [](const R &r) { return fieldOf(r.deviationNs); }},
        {{"min", "MinNs", RS_TABLE("Min (ns)"), K::Integer}, [](const R &r) { return r.leastNs; }},
        {{"q1", "Q1Ns", RS_TABLE("First quartile (ns)"), K::Real}, [](const R &r) { return r.q1Ns; }},
        {{"median", "MedianNs", RS_TABLE("Median (ns)"), K::Real}, [](const R &r) { return r.medianNs; }},
        {{"q3", "Q3Ns", RS_TABLE("Third quartile (ns)"), K::Real}, [](const R &r) { return r.q3Ns; }},
        {{"max", "MaxNs", RS_TABLE("Max (ns)"), K::Integer}, [](const R &r) { return r.mostNs; }},
        {{"sum", "SumNs", RS_TABLE("Total (ns)"), K::Integer}, [](const R &r) { return r.sumNs; }},
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
        out.push_back({{"name", "OpName", RS_TABLE("Name"), K::Text}, [](const R &r) { return r.name; }});
    if (!isTop)
        out.push_back({{"type", "OpType", RS_TABLE("Type"), K::Text}, [](const R &r) { return r.type; }});
    if (!communicates)
        out.push_back({{"core", "TaskType", RS_TABLE("Accelerator core"), K::Text}, [](const R &r) { return r.core; }});
    if (which == RecipeSum::ComputeByName)
        out.push_back(
            {{"shapes", "InputShapes", RS_TABLE("Input shapes"), K::Text}, [](const R &r) { return r.shapes; }});
    std::vector<Field<R>> numbers = fieldsOfPart<R>(describedFields(), &R::time);
    std::move(numbers.begin(), numbers.end(), std::back_inserter(out));
    if (isTop) {
        out.push_back(rankIndexField(run, "min-rank", "MinRank", RS_TABLE("Shortest on"), &R::leastRank));
        out.push_back(rankIndexField(run, "max-rank", "MaxRank", RS_TABLE("Longest on"), &R::mostRank));
    } else if (which == RecipeSum::ComputeByType || which == RecipeSum::ComputeByName ||
               which == RecipeSum::CollectiveByRank) {
        out.push_back(rankIndexField(run, "rank", "Rank", RS_TABLE("Rank"), &R::rankIndex));
    }
    return out;
}

struct RecipeSumTable
{
    const char *id;
    const char *title;
    const char *hint;
    RecipeSum which;
};
constexpr RecipeSumTable recipeTables[] = {
    {"recipe.compute-op", RS_TABLE("compute_op_sum: all ranks"),
     RS_TABLE("What compute_op_sum of msprof-analyze computes of the kernels of all ranks by type and core: "
              "ComputeOpAllRankStats."),
     RecipeSum::ComputeAll},
    {"recipe.compute-op.types", RS_TABLE("compute_op_sum: types of each rank"),
     RS_TABLE("The same for each rank: ComputeOpPerRankStatsByOpType."), RecipeSum::ComputeByType},
    {"recipe.compute-op.names", RS_TABLE("compute_op_sum: operators of each rank"),
     RS_TABLE("The same for each rank by name and input shapes: ComputeOpPerRankStatsByOpName."),
     RecipeSum::ComputeByName},
    {"recipe.hccl", RS_TABLE("hccl_sum: all ranks"),
     RS_TABLE("What hccl_sum of msprof-analyze computes of the communication operators of all ranks by type: "
              "HcclAllRankStats."),
     RecipeSum::CollectiveAll},
    {"recipe.hccl.ranks", RS_TABLE("hccl_sum: each rank"), RS_TABLE("The same for each rank: HcclPerRankStats."),
     RecipeSum::CollectiveByRank},
    {"recipe.hccl.top", RS_TABLE("hccl_sum: longest operators"),
     RS_TABLE("The 15 communication operators with the greatest mean over the ranks, and on which rank each was "
              "shortest and longest: HcclTopOpStats."),
     RecipeSum::CollectiveTop},
};

} // namespace

QString labelsOfRanks(const std::shared_ptr<const Run> &run, const std::vector<int> &ranks, const QString &between)
{
    QStringList out;
    for (const int rank : ranks)
        out << (run ? run->infos[static_cast<size_t>(rank)].label : QString());
    return out.join(between);
}

void addRecipeTables(Catalogue &catalogue)
{
    for (const RecipeSumTable &t : recipeTables) {
        const char *const none =
            t.which >= RecipeSum::CollectiveAll
                ? RS_TABLE("No rank has a communication operator in its kernel table or trace: the profiler writes "
                           "both when NPU activity is on.")
                : RS_TABLE("No rank has a kernel in its kernel table or trace: the profiler writes kernel_details.csv "
                           "and trace_view.json when NPU activity is on.");
        addRecipe<RecipeSumRow>(
            catalogue,
            {t.id,
             t.title,
             t.hint,
             {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}},
             none},
            [which = t.which](const std::shared_ptr<const Run> &run) { return recipeSumFields(which, run); },
            [which = t.which](const Run &run, const JobContext &job) { return recipeSums(run, which, job); },
            placeOf(&RecipeSumRow::mostRank, &RecipeSumRow::longest));
    }
}

} // namespace rs
