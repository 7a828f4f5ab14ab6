// SPDX-License-Identifier: Apache-2.0
#include "items/selectionmodel.h"

#include "items/modelroles.h"

namespace rs {

NameStatisticsModel::NameStatisticsModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
    shareUnits({{2, 3, 4}});
}

std::vector<NameStatisticsModel::Field> NameStatisticsModel::fields()
{
    using S = NameStatistics;
    const auto column = [](const char *id, const QString &title, CellKind kind, const QString &description) {
        TableColumn c;
        c.id = QLatin1String(id);
        c.title = title;
        c.kind = kind;
        c.description = description;
        return c;
    };
    return {
        {column("name", tr("Name"), CellKind::Text, tr("Name of the slices.")), [](const S &s) { return QVariant(s.name); }},
        {column("count", tr("Count"), CellKind::Integer, tr("Slices of this name that touch the box.")),
         [](const S &s) { return QVariant(s.count); }},
        {column("total", tr("Total (%1)"), CellKind::Duration,
                tr("Sum of the whole durations, also of slices that reach out of the box.")),
         [](const S &s) { return QVariant(s.totalNs); }},
        {column("clipped", tr("In the box (%1)"), CellKind::Duration, tr("Sum of the parts that lie inside the box.")),
         [](const S &s) { return QVariant(s.clippedNs); }},
        {column("self", tr("Self (%1)"), CellKind::Duration, tr("Sum of the whole durations less the slices directly below.")),
         [](const S &s) { return QVariant(s.selfNs); }},
        {column("average", tr("Average (%1)"), CellKind::Duration, tr("Total divided by count.")),
         [](const S &s) { return QVariant(s.averageNs()); }},
        {column("min", tr("Shortest (%1)"), CellKind::Duration, tr("Duration of the shortest slice.")),
         [](const S &s) { return QVariant(s.minNs); }},
        {column("max", tr("Longest (%1)"), CellKind::Duration, tr("Duration of the longest slice.")),
         [](const S &s) { return QVariant(s.maxNs); }},
        {column("share", tr("Share (%)"), CellKind::Percent,
                tr("Time in the box as a share of that of all names. Nested and parallel slices all count, so it is no share of "
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

OccurrenceModel::OccurrenceModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
}

std::vector<OccurrenceModel::Field> OccurrenceModel::fields()
{
    using O = Occurrence;
    const auto column = [](const char *id, const QString &title, CellKind kind, const QString &description, bool shown = true) {
        TableColumn c;
        c.id = QLatin1String(id);
        c.title = title;
        c.kind = kind;
        c.description = description;
        c.shown = shown;
        return c;
    };
    return {
        {column("rank", tr("Rank"), CellKind::Text, tr("Rank that the slice belongs to.")), [](const O &o) { return QVariant(o.rank); }},
        {column("lane", tr("Lane"), CellKind::Text, tr("Lane that the slice lies in.")), [](const O &o) { return QVariant(o.lane); }},
        {column("start", tr("Start (%1)"), CellKind::Duration, tr("Start as an offset from the start of the timeline.")),
         [](const O &o) { return QVariant(o.startNs); }},
        {column("duration", tr("Duration (%1)"), CellKind::Duration, tr("Whole duration of the slice.")),
         [](const O &o) { return QVariant(o.durationNs); }},
        {column("absolute", tr("Stamp (ns)"), CellKind::Integer, tr("Start exactly as the trace holds it."), false),
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
