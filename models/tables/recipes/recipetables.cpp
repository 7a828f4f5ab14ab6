// SPDX-License-Identifier: Apache-2.0
#include "tables/recipes/recipefields.h"

#include <QStringList>

#include <memory>

namespace rs {

std::vector<ColumnSpec> describedColumns(std::vector<ColumnSpec> before, const std::vector<ColumnSpec> &behind)
{
    using K = ValueKind;
    before.insert(before.end(), {{"count", "Count", RS_TABLE("Calls"), K::Integer},
                                 {"mean", "MeanNs", RS_TABLE("Mean (ns)"), K::Real},
                                 {"deviation", "StdNs", RS_TABLE("Standard deviation (ns)"), K::Real,
                                  RS_TABLE("Of a sample; a single call has none.")},
                                 {"min", "MinNs", RS_TABLE("Min (ns)"), K::Integer},
                                 {"q1", "Q1Ns", RS_TABLE("First quartile (ns)"), K::Real},
                                 {"median", "MedianNs", RS_TABLE("Median (ns)"), K::Real},
                                 {"q3", "Q3Ns", RS_TABLE("Third quartile (ns)"), K::Real},
                                 {"max", "MaxNs", RS_TABLE("Max (ns)"), K::Integer},
                                 {"sum", "SumNs", RS_TABLE("Total (ns)"), K::Integer}});
    before.insert(before.end(), behind.begin(), behind.end());
    return before;
}

std::vector<Cell> describedCells(std::vector<Cell> before, const Described &time, const std::vector<Cell> &behind)
{
    before.insert(before.end(), {time.count, time.meanNs, time.deviationNs, time.leastNs, time.q1Ns, time.medianNs,
                                 time.q3Ns, time.mostNs, time.sumNs});
    before.insert(before.end(), behind.begin(), behind.end());
    return before;
}

namespace {

/// Every column that a table of sums may have, or the cells of a row in them.
template <typename T>
struct SumParts
{
    T name;
    T type;
    T core;
    T shapes;
    std::vector<T> time;
    T leastRank;
    T mostRank;
    T rank;
};

/// The columns or cells that the table of these sums has, in their order.
template <typename T>
std::vector<T> partsOf(RecipeSum which, const SumParts<T> &all)
{
    const bool isByName = which == RecipeSum::ComputeByName;
    const bool isTop = which == RecipeSum::CollectiveTop;
    std::vector<T> out;
    if (isByName || isTop)
        out.push_back(all.name);
    if (!isTop)
        out.push_back(all.type);
    if (which < RecipeSum::CollectiveAll)
        out.push_back(all.core);
    if (isByName)
        out.push_back(all.shapes);
    out.insert(out.end(), all.time.begin(), all.time.end());
    if (isTop)
        out.insert(out.end(), {all.leastRank, all.mostRank});
    else if (which == RecipeSum::ComputeByType || isByName || which == RecipeSum::CollectiveByRank)
        out.push_back(all.rank);
    return out;
}

std::vector<ColumnSpec> recipeSumColumns(RecipeSum which)
{
    using K = ValueKind;
    return partsOf<ColumnSpec>(which, {{"name", "OpName", RS_TABLE("Name"), K::Text},
                                       {"type", "OpType", RS_TABLE("Type"), K::Text},
                                       {"core", "TaskType", RS_TABLE("Core type"), K::Text},
                                       {"shapes", "InputShapes", RS_TABLE("Input shapes"), K::Text},
                                       describedColumns({}),
                                       {"min-rank", "MinRank", RS_TABLE("Shortest on"), K::Label},
                                       {"max-rank", "MaxRank", RS_TABLE("Longest on"), K::Label},
                                       {"rank", "Rank", RS_TABLE("Rank"), K::Label}});
}

void appendRecipeSums(CellRows &rows, RecipeSum which, const Run &run, const JobContext &job)
{
    for (const RecipeSumRow &r : recipeSums(run, which, job))
        rows.add({r.mostRank, r.longest, {}},
                 partsOf<Cell>(which,
                               {r.name, r.type, r.core, r.shapes, describedCells({}, r.time),
                                rankLabel(run, r.leastRank), rankLabel(run, r.mostRank), rankLabel(run, r.rankIndex)}));
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

QString labelsOfRanks(const Run &run, const std::vector<int> &ranks, const QString &between)
{
    QStringList out;
    for (const int rank : ranks)
        out << rankLabel(run, rank);
    return out.join(between);
}

TableSpec &addRecipe(Catalogue &catalogue, const RecipeTable &recipe, const std::vector<ColumnSpec> &columns,
                     const AppendRows &appendRows)
{
    TableSpec &table = catalogue.add(recipe.id, TableScope::Run, recipe.title, recipe.hint);
    table.sources = recipe.sources;
    table.columns = [columns](const TableQuery &) { return columns; };
    table.make = [columns, appendRows](const TableQuery &q, const JobContext &job) -> std::shared_ptr<const RowSource> {
        auto rows = std::make_shared<CellRows>(columns);
        appendRows(*rows, *q.run, job);
        if (job.isCanceled())
            return nullptr;
        return rows;
    };
    table.whyEmpty = [none = recipe.none](const TableQuery &) { return tableReason(none); };
    table.needsAllRanks = true;
    return table;
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
        addRecipe(catalogue,
                  {t.id,
                   t.title,
                   t.hint,
                   {{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}},
                   none},
                  recipeSumColumns(t.which), [which = t.which](CellRows &rows, const Run &run, const JobContext &job) {
                      appendRecipeSums(rows, which, run, job);
                  });
    }
}

} // namespace rs
