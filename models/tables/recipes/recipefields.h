// SPDX-License-Identifier: Apache-2.0
// Columns that several results of msprof-analyze's recipes have, under their official headers, and the entries of their
// tables.
#pragma once

#include "analysis/recipes/recipesums.h"
#include "tables/base/structsource.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

[[nodiscard]] std::vector<Field<Described>> describedFields();

/// The label of the rank at an index that the row holds.
template <typename R>
[[nodiscard]] Field<R> rankIndexField(const std::shared_ptr<const Run> &run, const char *id, const char *header,
                                      const char *title, int R::*rank)
{
    return {{id, header, title, ValueKind::Label}, [run, rank](const R &r) {
                const bool isKnown = run && r.*rank >= 0;
                return known(isKnown, isKnown ? run->infos[static_cast<size_t>(r.*rank)].label : QString());
            }};
}
/// Labels of ranks, with this between them.
[[nodiscard]] QString labelsOfRanks(const std::shared_ptr<const Run> &run, const std::vector<int> &ranks,
                                    const QString &between);

/// The entry of a recipe's result in the catalogue.
struct RecipeTable
{
    const char *id;
    const char *title;
    const char *hint;
    TableSources sources;
    const char *none; ///< why there are no rows
};

/// Adds a table whose rows follow from all ranks of the run. `place`: where a row leads.
template <typename R>
TableSpec &addRecipe(Catalogue &catalogue, const RecipeTable &recipe,
                     std::function<std::vector<Field<R>>(const std::shared_ptr<const Run> &)> fields,
                     std::function<std::vector<R>(const Run &, const JobContext &)> rows,
                     std::function<RowPlace(const R &)> place = {})
{
    TableSpec &table = catalogue.add(recipe.id, TableScope::Run, recipe.title, recipe.hint);
    table.sources = recipe.sources;
    table.columns = [fields](const TableQuery &q) { return columnsOf(fields(q.run)); };
    table.make = [fields = std::move(fields), rows = std::move(rows), place = std::move(place)](
                     const TableQuery &q, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<R> made = rows(*q.run, job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<R>>(fields(q.run), std::move(made), place);
    };
    table.whyEmpty = [none = recipe.none](const TableQuery &) { return tableReason(none); };
    table.needsAllRanks = true;
    return table;
}

/// A row leads to that rank, and to that slice of its trace.
template <typename R>
[[nodiscard]] std::function<RowPlace(const R &)> placeOf(int R::*rank, SliceId R::*slice = nullptr)
{
    return [rank, slice](const R &r) { return RowPlace{r.*rank, slice ? r.*slice : NoSlice, {}}; };
}

void addRecipeCauseTables(Catalogue &catalogue);   ///< slow_rank, free_analysis, masking, marks, modules, bottlenecks
void addRecipeClusterTables(Catalogue &catalogue); ///< tables of a cluster analysis
void addRankRecipeTables(Catalogue &catalogue);    ///< calls of CANN, frequencies, experts, times of steps

} // namespace rs
