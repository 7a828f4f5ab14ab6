// SPDX-License-Identifier: Apache-2.0
// Columns that several results of msprof-analyze's recipes have, under their official headers, and the entries of their
// tables.
#pragma once

#include "analysis/recipes/recipesums.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <functional>
#include <vector>

namespace rs {

/// Columns of a description of durations between others.
[[nodiscard]] std::vector<ColumnSpec> describedColumns(std::vector<ColumnSpec> before,
                                                       const std::vector<ColumnSpec> &behind = {});
/// Cells of a row that has such columns.
[[nodiscard]] std::vector<Cell> describedCells(std::vector<Cell> before, const Described &time,
                                               const std::vector<Cell> &behind = {});

/// Labels of ranks, with this between them.
[[nodiscard]] QString labelsOfRanks(const Run &run, const std::vector<int> &ranks, const QString &between);

/// The entry of a recipe's result in the catalogue.
struct RecipeTable
{
    const char *id;
    const char *title;
    const char *hint;
    TableSources sources;
    const char *none; ///< reason why there are no rows
};

/// Appends the rows of a recipe's result; of a cancelled job nobody looks at them.
using AppendRows = std::function<void(CellRows &rows, const Run &run, const JobContext &job)>;

/// Adds a table whose rows follow from all ranks of the run.
TableSpec &addRecipe(Catalogue &catalogue, const RecipeTable &recipe, const std::vector<ColumnSpec> &columns,
                     const AppendRows &appendRows);

void addRecipeCauseTables(Catalogue &catalogue);   ///< slow_rank, free_analysis, masking, marks, modules, bottlenecks
void addRecipeClusterTables(Catalogue &catalogue); ///< tables of a cluster analysis
void addRankRecipeTables(Catalogue &catalogue);    ///< calls of CANN, frequencies, experts, times of steps

} // namespace rs
