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
        statFields<R>({tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), ValueKind::Text,
                                   QT_TRANSLATE_NOOP("Tables", "Name of the slices.")),
                       [](const R &r) { return r.name; }},
                      clippedNs);
    // The time that is shown is the box.
    const auto say = [&fields](QStringView id, const char *hint) {
        fieldNamed(fields, id).column.hint = QLatin1String(hint);
    };
    say(u"count", QT_TRANSLATE_NOOP("Tables", "Slices of this name that touch the box."));
    say(u"total", QT_TRANSLATE_NOOP("Tables", "Sum of the whole durations, also of slices that reach out of the box."));
    say(u"clipped", QT_TRANSLATE_NOOP("Tables", "Sum of the parts that lie inside the box."));
    fieldNamed(fields, u"clipped").column.title = QLatin1String(QT_TRANSLATE_NOOP("Tables", "In the box (%1)"));
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
        {tableColumn("name", "", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Name of the slices.")),
         [](const R &r) { return r.name; }},
        {tableColumn("keptCount", "", QT_TRANSLATE_NOOP("Tables", "Kept: count"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Slices of this name that touch the kept box.")),
         [](const R &r) { return r.keptCount; }},
        {tableColumn("count", "", QT_TRANSLATE_NOOP("Tables", "Now: count"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Slices of this name that touch the box.")),
         [](const R &r) { return r.count; }},
        {tableColumn("kept", "", QT_TRANSLATE_NOOP("Tables", "Kept (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Sum of the parts that lie inside the kept box.")),
         [](const R &r) { return r.keptNs; }},
        {tableColumn("now", "", QT_TRANSLATE_NOOP("Tables", "Now (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Sum of the parts that lie inside the box.")),
         [](const R &r) { return r.nowNs; }},
        {tableColumn("difference", "", QT_TRANSLATE_NOOP("Tables", "Difference (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "Now less kept.")),
         [](const R &r) { return r.differenceNs(); }},
        {tableColumn("keptAverage", "", QT_TRANSLATE_NOOP("Tables", "Kept: average (%1)"), K::MeanTime,
                     QT_TRANSLATE_NOOP("Tables", "Time in the kept box divided by count.")),
         [](const R &r) { return fieldOf(r.keptAverageNs()); }},
        {tableColumn("average", "", QT_TRANSLATE_NOOP("Tables", "Now: average (%1)"), K::MeanTime,
                     QT_TRANSLATE_NOOP("Tables", "Time in the box divided by count.")),
         [](const R &r) { return fieldOf(r.averageNs()); }},
        {tableColumn("ratio", "", QT_TRANSLATE_NOOP("Tables", "Ratio"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Now divided by kept; empty where one of the boxes lacks the name.")),
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
        {tableColumn("rank", "", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Rank that the slice belongs to.")),
         [](const R &r) { return r.rank; }},
        {tableColumn("lane", "", QT_TRANSLATE_NOOP("Tables", "Lane"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Lane that the slice lies in.")),
         [](const R &r) { return r.lane; }},
        // Not a stamp: lanes that the user moved have a zero of their own.
        {tableColumn("start", "", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the timeline.")),
         [](const R &r) { return r.startNs; }},
        {tableColumn("duration", "", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Whole duration of the slice.")),
         [](const R &r) { return r.durationNs; }},
        {tableColumn("absolute", "", QT_TRANSLATE_NOOP("Tables", "Stamp (ns)"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Start exactly as the trace holds it."), false),
         [](const R &r) { return r.absoluteNs; }},
    };
    return std::make_shared<OccurrenceRows>(std::move(fields), std::move(slices), [](const R &r) {
        return RowPlace{r.rankIndex, r.slice, Interval{r.absoluteNs, r.absoluteNs + r.durationNs}};
    });
}

} // namespace rs
