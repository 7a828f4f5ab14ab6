// SPDX-License-Identifier: Apache-2.0
// Columns that several results of msprof-analyze's recipes have, under their official headers.
#pragma once

#include "analysis/recipes/recipesums.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <memory>
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

void addRecipeCauseTables(Catalogue &catalogue);   ///< slow_rank, free_analysis, masking, marks, modules, bottlenecks
void addRecipeClusterTables(Catalogue &catalogue); ///< tables of a cluster analysis

} // namespace rs
