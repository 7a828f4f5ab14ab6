// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue.h"
#include "tables/structsource.h"

#include <QtGlobal>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Columns of statistics by name, `name` in front: of "slices.stats" and of every table that counts slices so.
/// `clippedNs`: of all names, for their shares; nothing where no window is chosen.
template <typename R>
[[nodiscard]] std::vector<Field<R>> statFields(Field<R> name, std::optional<qint64> clippedNs)
{
    using K = ValueKind;
    std::vector<Field<R>> out = {
        std::move(name),
        {{"count", "Count", RS_TABLE("Count"), K::Integer, RS_TABLE("Slices of this name that touch the shown time.")},
         [](const R &r) { return r.count; }},
        {{"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time,
          RS_TABLE("Sum of the whole durations, also of slices that reach out of the shown time.")},
         [](const R &r) { return r.totalNs; }},
        {{"self", "Self(us)", RS_TABLE("Self (%1)"), K::Time, RS_TABLE("Duration less the slices directly below.")},
         [](const R &r) { return r.selfNs; }},
        {{"average", "Average(us)", RS_TABLE("Average (%1)"), K::MeanTime, RS_TABLE("Total divided by count.")},
         [](const R &r) { return r.averageNs(); }},
        {{"min", "Min(us)", RS_TABLE("Shortest (%1)"), K::Time, RS_TABLE("Duration of the shortest slice.")},
         [](const R &r) { return r.minNs; }},
        {{"max", "Max(us)", RS_TABLE("Longest (%1)"), K::Time, RS_TABLE("Duration of the longest slice.")},
         [](const R &r) { return r.maxNs; }},
        {{"clipped", "", RS_TABLE("In the shown time (%1)"), K::Time,
          RS_TABLE("Sum of the parts that lie inside the shown time.")},
         [](const R &r) { return r.clippedNs; }},
        {{"share", "", RS_TABLE("Share (%)"), K::Percent,
          RS_TABLE("Time as a share of that of all names. Nested and parallel slices all count, so it is no share of "
                   "the elapsed time.")},
         [clippedNs](const R &r) {
             return known(clippedNs.has_value(), partOf(r.clippedNs, clippedNs.value_or(0)) * 100);
         }},
    };
    for (const QStringView id : {u"total", u"clipped", u"self"})
        fieldNamed(out, id).column.unitGroup = 1;
    if (clippedNs)
        fieldNamed(out, u"share").share = [clippedNs](const R &r) {
            return std::optional(partOf(r.clippedNs, *clippedNs));
        };
    leadWith(out, {u"name", u"count", u"total", u"clipped", u"self", u"average", u"min", u"max", u"share"});
    return out;
}

} // namespace rs
