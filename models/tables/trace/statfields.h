// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"
#include "tables/base/cellrows.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace rs {

/// Columns of statistics by name: of "slices.stats" and of every table that counts slices so.
[[nodiscard]] inline std::vector<ColumnSpec> statColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Name of the slices.")},
        {"count", "Count", RS_TABLE("Count"), K::Integer, RS_TABLE("Slices of this name that touch the shown time.")},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time,
         RS_TABLE("Sum of the whole durations, also of slices that reach out of the shown time.")},
        {"self", "Self(us)", RS_TABLE("Self (%1)"), K::Time, RS_TABLE("Duration less the slices directly below.")},
        {"average", "Average(us)", RS_TABLE("Average (%1)"), K::MeanTime, RS_TABLE("Total divided by count.")},
        {"min", "Min(us)", RS_TABLE("Shortest (%1)"), K::Time, RS_TABLE("Duration of the shortest slice.")},
        {"max", "Max(us)", RS_TABLE("Longest (%1)"), K::Time, RS_TABLE("Duration of the longest slice.")},
        {"clipped", "", RS_TABLE("In the shown time (%1)"), K::Time,
         RS_TABLE("Sum of the parts that lie inside the shown time.")},
        {"share", "", RS_TABLE("Share (%)"), K::Percent,
         RS_TABLE("Time as a share of that of all names. Nested and parallel slices all count, so it is no share of "
                  "the elapsed time.")},
    };
    setUnitGroup(out, 1, {u"total", u"clipped", u"self"});
    leadWith(out, {u"name", u"count", u"total", u"clipped", u"self", u"average", u"min", u"max", u"share"});
    return out;
}

/// `clippedNs`: of all names, for their shares; nothing where no window is chosen.
template <typename R>
void addStatRow(CellRows &rows, const RowPlace &place, const Cell &name, const R &r, std::optional<qint64> clippedNs)
{
    const double share = partOf(r.clippedNs, clippedNs.value_or(0));
    rows.add(place, {name, r.count, r.totalNs, r.selfNs, r.averageNs(), r.minNs, r.maxNs, r.clippedNs,
                     cellIf(clippedNs.has_value(), share * 100)});
    if (clippedNs)
        rows.setShare(u"share", share);
}

} // namespace rs
