// SPDX-License-Identifier: Apache-2.0
#include "tables/operators/boxtables.h"

#include "core/base/saturate.h"
#include "tables/base/catalogue.h"
#include "tables/trace/statfields.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace rs {

std::shared_ptr<const RowSource> boxStatRows(std::vector<NameStatistics> names, qint64 clippedNs)
{
    std::vector<ColumnSpec> columns = statColumns();
    // The time that is shown is the box.
    const auto say = [&columns](QStringView id, const char *hint) {
        columnNamed(columns, id).hint = QLatin1String(hint);
    };
    say(u"count", RS_TABLE("Slices of this name that touch the box."));
    say(u"total", RS_TABLE("Sum of the whole durations, also of slices that reach out of the box."));
    say(u"clipped", RS_TABLE("Sum of the parts that lie inside the box."));
    columnNamed(columns, u"clipped").title = QLatin1String(RS_TABLE("In the box (%1)"));
    auto rows = std::make_shared<CellRows>(std::move(columns));
    for (const NameStatistics &s : names)
        addStatRow(*rows, {}, s.name, s, clippedNs);
    return rows;
}

std::shared_ptr<const RowSource> boxPairRows(std::vector<NamePair> pairs)
{
    using K = ValueKind;
    qint64 largest = 0;
    for (const NamePair &pair : pairs)
        largest = std::max(largest, saturatedMagnitude(pair.differenceNs()));
    std::vector<ColumnSpec> columns = {
        {"name", "", RS_TABLE("Name"), K::Text, RS_TABLE("Name of the slices.")},
        {"keptCount", "", RS_TABLE("Kept: count"), K::Integer,
         RS_TABLE("Slices of this name that touch the kept box.")},
        {"count", "", RS_TABLE("Now: count"), K::Integer, RS_TABLE("Slices of this name that touch the box.")},
        {"kept", "", RS_TABLE("Kept (%1)"), K::Time, RS_TABLE("Sum of the parts that lie inside the kept box.")},
        {"now", "", RS_TABLE("Now (%1)"), K::Time, RS_TABLE("Sum of the parts that lie inside the box.")},
        {"difference", "", RS_TABLE("Difference (%1)"), K::Difference, RS_TABLE("Now less kept.")},
        {"keptAverage", "", RS_TABLE("Kept: average (%1)"), K::MeanTime,
         RS_TABLE("Time in the kept box divided by count.")},
        {"average", "", RS_TABLE("Now: average (%1)"), K::MeanTime, RS_TABLE("Time in the box divided by count.")},
        {"ratio", "", RS_TABLE("Ratio"), K::Ratio,
         RS_TABLE("Now divided by kept; empty where one of the boxes lacks the name.")},
    };
    setUnitGroup(columns, 1, {u"kept", u"now", u"difference"});
    setUnitGroup(columns, 2, {u"keptAverage", u"average"});
    auto rows = std::make_shared<CellRows>(std::move(columns));
    for (const NamePair &p : pairs) {
        rows->add({}, {p.name, p.keptCount, p.count, p.keptNs, p.nowNs, p.differenceNs(), p.keptAverageNs(),
                       p.averageNs(), p.ratio()});
        if (largest > 0)
            rows->setShare(u"difference", static_cast<double>(p.differenceNs()) / static_cast<double>(largest));
    }
    return rows;
}

OccurrenceRows::OccurrenceRows(std::vector<Occurrence> slices)
    : CellRows({
          {"rank", "", RS_TABLE("Rank"), ValueKind::Text, RS_TABLE("Rank that the slice belongs to.")},
          {"lane", "", RS_TABLE("Lane"), ValueKind::Text, RS_TABLE("Lane that the slice lies in.")},
          // Not a stamp: lanes that the user moved have a zero of their own.
          {"start", "", RS_TABLE("Start (%1)"), ValueKind::Time,
           RS_TABLE("Start as an offset from the start of the timeline.")},
          {"duration", "", RS_TABLE("Duration (%1)"), ValueKind::Time, RS_TABLE("Whole duration of the slice.")},
          {"absolute", "", RS_TABLE("Stamp (ns)"), ValueKind::Integer, RS_TABLE("Start exactly as the trace holds it."),
           false},
      }),
      m_slices(std::move(slices))
{
    for (const Occurrence &o : m_slices)
        add({o.rankIndex, o.slice, Interval{o.absoluteNs, o.absoluteNs + o.durationNs}},
            {o.rank, o.lane, o.startNs, o.durationNs, o.absoluteNs});
}

} // namespace rs
