// SPDX-License-Identifier: Apache-2.0
#include "items/selectionmodel.h"

#include "items/modelroles.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace rs {

std::vector<NameStatistics> nameStatistics(const Trace &trace, const SliceStats &stats)
{
    std::vector<NameStatistics> out;
    out.reserve(stats.rows.size());
    for (const SliceStat &s : stats.rows) {
        const double share =
            stats.clippedNs > 0 ? static_cast<double>(s.clippedNs) / static_cast<double>(stats.clippedNs) : 0;
        out.push_back(
            {trace.strings().text(s.name), s.kind, s.count, s.totalNs, s.clippedNs, s.selfNs, s.minNs, s.maxNs, share});
    }
    return out;
}

NameStatisticsModel::NameStatisticsModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
    shareUnits({{2, 3, 4}});
}

std::vector<NameStatisticsModel::Field> NameStatisticsModel::fields()
{
    using S = NameStatistics;
    return {
        {makeColumn("name", tr("Name"), CellKind::Text, tr("Name of the slices.")),
         [](const S &s) { return QVariant(s.name); }},
        {makeColumn("count", tr("Count"), CellKind::Integer, tr("Slices of this name that touch the box.")),
         [](const S &s) { return QVariant(s.count); }},
        {makeColumn("total", tr("Total (%1)"), CellKind::Duration,
                    tr("Sum of the whole durations, also of slices that reach out of the box.")),
         [](const S &s) { return QVariant(s.totalNs); }},
        {makeColumn("clipped", tr("In the box (%1)"), CellKind::Duration,
                    tr("Sum of the parts that lie inside the box.")),
         [](const S &s) { return QVariant(s.clippedNs); }},
        {makeColumn("self", tr("Self (%1)"), CellKind::Duration,
                    tr("Sum of the whole durations less the slices directly below.")),
         [](const S &s) { return QVariant(s.selfNs); }},
        {makeColumn("average", tr("Average (%1)"), CellKind::Duration, tr("Total divided by count.")),
         [](const S &s) { return QVariant(s.averageNs()); }},
        {makeColumn("min", tr("Shortest (%1)"), CellKind::Duration, tr("Duration of the shortest slice.")),
         [](const S &s) { return QVariant(s.minNs); }},
        {makeColumn("max", tr("Longest (%1)"), CellKind::Duration, tr("Duration of the longest slice.")),
         [](const S &s) { return QVariant(s.maxNs); }},
        {makeColumn("share", tr("Share (%)"), CellKind::Percent,
                    tr("Time in the box as a share of that of all names. Nested and parallel slices all count, "
                       "so it is no share of "
                       "the elapsed time.")),
         [](const S &s) { return QVariant(s.share); }},
    };
}

QVariant NameStatisticsModel::extra(int r, int column, int role) const
{
    if (role == ShareRole && columns()[static_cast<size_t>(column)].id == QLatin1String("share"))
        return row(r).share;
    if (role == RowKeyRole)
        return row(r).name;
    return {};
}

std::vector<NamePair> pairNames(const std::vector<NameStatistics> &kept, const std::vector<NameStatistics> &now)
{
    std::map<QString, NamePair> byName;
    for (const NameStatistics &s : kept) {
        NamePair &pair = byName[s.name];
        pair.keptCount += s.count;
        pair.keptNs += s.clippedNs;
    }
    for (const NameStatistics &s : now) {
        NamePair &pair = byName[s.name];
        pair.count += s.count;
        pair.nowNs += s.clippedNs;
    }
    std::vector<NamePair> out;
    out.reserve(byName.size());
    for (auto &[name, pair] : byName) {
        pair.name = name;
        out.push_back(std::move(pair));
    }
    std::stable_sort(out.begin(), out.end(), [](const NamePair &a, const NamePair &b) {
        return std::abs(a.differenceNs()) > std::abs(b.differenceNs());
    });
    return out;
}

BoxComparisonModel::BoxComparisonModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
    shareUnits({{3, 4, 5}, {6, 7}});
}

void BoxComparisonModel::setRows(std::vector<NamePair> rows)
{
    m_largest = 0;
    for (const NamePair &p : rows)
        m_largest = std::max(m_largest, std::abs(p.differenceNs()));
    resetRows(std::move(rows));
}

std::vector<BoxComparisonModel::Field> BoxComparisonModel::fields()
{
    using P = NamePair;
    const auto optional = [](const auto &v) { return v ? QVariant(*v) : QVariant(); };
    return {
        {makeColumn("name", tr("Name"), CellKind::Text, tr("Name of the slices.")),
         [](const P &p) { return QVariant(p.name); }},
        {makeColumn("keptCount", tr("Kept: count"), CellKind::Integer,
                    tr("Slices of this name that touch the kept box.")),
         [](const P &p) { return QVariant(p.keptCount); }},
        {makeColumn("count", tr("Now: count"), CellKind::Integer, tr("Slices of this name that touch the box.")),
         [](const P &p) { return QVariant(p.count); }},
        {makeColumn("kept", tr("Kept (%1)"), CellKind::Duration, tr("Sum of the parts that lie inside the kept box.")),
         [](const P &p) { return QVariant(p.keptNs); }},
        {makeColumn("now", tr("Now (%1)"), CellKind::Duration, tr("Sum of the parts that lie inside the box.")),
         [](const P &p) { return QVariant(p.nowNs); }},
        {makeColumn("difference", tr("Difference (%1)"), CellKind::Difference, tr("Now less kept.")),
         [](const P &p) { return QVariant(p.differenceNs()); }},
        {makeColumn("keptAverage", tr("Kept: average (%1)"), CellKind::Duration,
                    tr("Time in the kept box divided by count.")),
         [optional](const P &p) { return optional(p.keptAverageNs()); }},
        {makeColumn("average", tr("Now: average (%1)"), CellKind::Duration, tr("Time in the box divided by count.")),
         [optional](const P &p) { return optional(p.averageNs()); }},
        {makeColumn("ratio", tr("Ratio"), CellKind::Ratio,
                    tr("Now divided by kept; empty where one of the boxes lacks the name.")),
         [optional](const P &p) { return optional(p.ratio()); }},
    };
}

QVariant BoxComparisonModel::extra(int r, int column, int role) const
{
    const bool difference = columns()[static_cast<size_t>(column)].id == QLatin1String("difference");
    if (role == ShareRole && difference && m_largest > 0)
        return static_cast<double>(row(r).differenceNs()) / static_cast<double>(m_largest);
    if (role == DivergingRole && difference)
        return true;
    return role == RowKeyRole ? QVariant(row(r).name) : QVariant();
}

OccurrenceModel::OccurrenceModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
}

std::vector<OccurrenceModel::Field> OccurrenceModel::fields()
{
    using O = Occurrence;
    return {
        {makeColumn("rank", tr("Rank"), CellKind::Text, tr("Rank that the slice belongs to.")),
         [](const O &o) { return QVariant(o.rank); }},
        {makeColumn("lane", tr("Lane"), CellKind::Text, tr("Lane that the slice lies in.")),
         [](const O &o) { return QVariant(o.lane); }},
        {makeColumn("start", tr("Start (%1)"), CellKind::Duration,
                    tr("Start as an offset from the start of the timeline.")),
         [](const O &o) { return QVariant(o.startNs); }},
        {makeColumn("duration", tr("Duration (%1)"), CellKind::Duration, tr("Whole duration of the slice.")),
         [](const O &o) { return QVariant(o.durationNs); }},
        {makeColumn("absolute", tr("Stamp (ns)"), CellKind::Integer, tr("Start exactly as the trace holds it."), false),
         [](const O &o) { return QVariant(o.absoluteNs); }},
    };
}

QVariant OccurrenceModel::extra(int r, int, int role) const
{
    const Occurrence &o = row(r);
    switch (role) {
    case RunRole:
        return o.run;
    case SliceRole:
        return ::rs::raw(o.slice);
    case StartNsRole:
        return o.absoluteNs;
    case EndNsRole:
        return o.absoluteNs + o.durationNs;
    case RowKeyRole:
        return QStringLiteral("%1/%2/%3").arg(o.run).arg(o.rankIndex).arg(::rs::raw(o.slice));
    default:
        return {};
    }
}

} // namespace rs
