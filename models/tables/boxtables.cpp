// SPDX-License-Identifier: Apache-2.0
#include "tables/boxtables.h"

#include "core/base/saturate.h"
#include "tables/catalogue.h"
#include "tables/statfields.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace rs {

std::shared_ptr<const RowSource> boxStatRows(std::vector<NameStatistics> names, qint64 clippedNs)
{
    using R = NameStatistics;
    std::vector<Field<R>> fields =
        statFields<R>({{"name", "Name", RS_TABLE("Name"), ValueKind::Text, RS_TABLE("Name of the slices.")},
                       [](const R &r) { return r.name; }},
                      clippedNs);
    // The time that is shown is the box.
    const auto say = [&fields](QStringView id, const char *hint) {
        fieldNamed(fields, id).column.hint = QLatin1String(hint);
    };
    say(u"count", RS_TABLE("Slices of this name that touch the box."));
    say(u"total", RS_TABLE("Sum of the whole durations, also of slices that reach out of the box."));
    say(u"clipped", RS_TABLE("Sum of the parts that lie inside the box."));
    fieldNamed(fields, u"clipped").column.title = QLatin1String(RS_TABLE("In the box (%1)"));
    return std::make_shared<StructSource<R>>(std::move(fields), std::move(names));
}

std::shared_ptr<const RowSource> boxPairRows(std::vector<NamePair> pairs)
{
    using R = NamePair;
    using K = ValueKind;
    qint64 largest = 0;
    for (const R &pair : pairs)
        largest = std::max(largest, saturatedMagnitude(pair.differenceNs()));
    std::vector<Field<R>> fields = {
        {{"name", "", RS_TABLE("Name"), K::Text, RS_TABLE("Name of the slices.")}, [](const R &r) { return r.name; }},
        {{"keptCount", "", RS_TABLE("Kept: count"), K::Integer,
          RS_TABLE("Slices of this name that touch the kept box.")},
         [](const R &r) { return r.keptCount; }},
        {{"count", "", RS_TABLE("Now: count"), K::Integer, RS_TABLE("Slices of this name that touch the box.")},
         [](const R &r) { return r.count; }},
        {{"kept", "", RS_TABLE("Kept (%1)"), K::Time, RS_TABLE("Sum of the parts that lie inside the kept box.")},
         [](const R &r) { return r.keptNs; }},
        {{"now", "", RS_TABLE("Now (%1)"), K::Time, RS_TABLE("Sum of the parts that lie inside the box.")},
         [](const R &r) { return r.nowNs; }},
        {{"difference", "", RS_TABLE("Difference (%1)"), K::Difference, RS_TABLE("Now less kept.")},
         [](const R &r) { return r.differenceNs(); }},
        {{"keptAverage", "", RS_TABLE("Kept: average (%1)"), K::MeanTime,
          RS_TABLE("Time in the kept box divided by count.")},
         [](const R &r) { return fieldOf(r.keptAverageNs()); }},
        {{"average", "", RS_TABLE("Now: average (%1)"), K::MeanTime, RS_TABLE("Time in the box divided by count.")},
         [](const R &r) { return fieldOf(r.averageNs()); }},
        {{"ratio", "", RS_TABLE("Ratio"), K::Ratio,
          RS_TABLE("Now divided by kept; empty where one of the boxes lacks the name.")},
         [](const R &r) { return fieldOf(r.ratio()); }},
    };
    for (const QStringView id : {u"kept", u"now", u"difference"})
        fieldNamed(fields, id).column.unitGroup = 1;
    for (const QStringView id : {u"keptAverage", u"average"})
        fieldNamed(fields, id).column.unitGroup = 2;
    if (largest > 0)
        fieldNamed(fields, u"difference").share = [largest](const R &r) {
            return std::optional(static_cast<double>(r.differenceNs()) / static_cast<double>(largest));
        };
    return std::make_shared<StructSource<R>>(std::move(fields), std::move(pairs));
}

std::shared_ptr<const OccurrenceRows> occurrenceRows(std::vector<Occurrence> slices)
{
    using R = Occurrence;
    using K = ValueKind;
    std::vector<Field<R>> fields = {
        {{"rank", "", RS_TABLE("Rank"), K::Text, RS_TABLE("Rank that the slice belongs to.")},
         [](const R &r) { return r.rank; }},
        {{"lane", "", RS_TABLE("Lane"), K::Text, RS_TABLE("Lane that the slice lies in.")},
         [](const R &r) { return r.lane; }},
        // Not a stamp: lanes that the user moved have a zero of their own.
        {{"start", "", RS_TABLE("Start (%1)"), K::Time, RS_TABLE("Start as an offset from the start of the timeline.")},
         [](const R &r) { return r.startNs; }},
        {{"duration", "", RS_TABLE("Duration (%1)"), K::Time, RS_TABLE("Whole duration of the slice.")},
         [](const R &r) { return r.durationNs; }},
        {{"absolute", "", RS_TABLE("Stamp (ns)"), K::Integer, RS_TABLE("Start exactly as the trace holds it."), false},
         [](const R &r) { return r.absoluteNs; }},
    };
    return std::make_shared<OccurrenceRows>(std::move(fields), std::move(slices), [](const R &r) {
        return RowPlace{r.rankIndex, r.slice, Interval{r.absoluteNs, r.absoluteNs + r.durationNs}};
    });
}

} // namespace rs
