// SPDX-License-Identifier: Apache-2.0
#include "items/tablerows.h"

#include <algorithm>
#include <limits>

namespace rs {

namespace {

/// "Duration(us)" -> "Duration"; a time is shown in a unit of its own.
QString withoutUnit(const Column &column)
{
    const QString suffix = u'(' + column.unit + u')';
    return !column.unit.isEmpty() && column.name.endsWith(suffix) ? column.name.chopped(suffix.size()).trimmed()
                                                                  : column.name;
}

} // namespace

TableRows::TableRows(std::shared_ptr<const RankData> rank, std::shared_ptr<const Table> table, qint64 originNs)
    : m_rank(std::move(rank)), m_table(std::move(table)), m_kernel(*m_table), m_originNs(originNs)
{
    std::vector<TableColumn> columns;
    std::vector<TableColumn> stamps;
    std::vector<Place> stampPlaces;
    for (int i = 0; i < m_table->columnCount(); ++i) {
        const Column &from = m_table->at(i);
        TableColumn c;
        // The position makes it unique: some writers repeat names.
        c.id = QStringLiteral("%1:%2").arg(i).arg(from.name);
        c.title = from.name;
        c.description = from.name;
        switch (from.type) {
        case ColumnType::Text:
            break;
        case ColumnType::Integer:
            c.kind = CellKind::Integer;
            break;
        case ColumnType::Real:
            c.kind = CellKind::Real;
            break;
        case ColumnType::TimeStamp: {
            TableColumn stamp = c;
            stamp.id += QLatin1String(":ns");
            stamp.title = withoutUnit(from) + QLatin1String(" (ns)");
            stamp.kind = CellKind::Integer;
            stamp.shown = false;
            stamps.push_back(std::move(stamp));
            stampPlaces.push_back({i, false});
            [[fallthrough]];
        }
        case ColumnType::Duration:
            c.kind = CellKind::Duration;
            c.title = withoutUnit(from) + QLatin1String(" (%1)");
            break;
        }
        columns.push_back(std::move(c));
        m_places.push_back({i, from.type == ColumnType::TimeStamp});
    }
    std::move(stamps.begin(), stamps.end(), std::back_inserter(columns));
    m_places.insert(m_places.end(), stampPlaces.begin(), stampPlaces.end());
    setColumns(std::move(columns));
    if (m_originNs == 0)
        m_originNs = firstStamp();
}

qint64 TableRows::firstStamp() const
{
    qint64 first = std::numeric_limits<qint64>::max();
    for (int r = 0; r < m_table->rows(); ++r) {
        if (m_table->has(r, m_kernel.start))
            first = std::min(first, m_table->integer(r, m_kernel.start));
    }
    return first == std::numeric_limits<qint64>::max() ? 0 : first;
}

StrId TableRows::textId(quint32 row, int column) const
{
    return m_table->textId(static_cast<int>(row), place(column).column);
}

QString TableRows::text(StrId id) const
{
    const std::string_view shown = displayShape(strings().view(id));
    return QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
}

std::optional<qint64> TableRows::integer(quint32 row, int column) const
{
    const Place &at = place(column);
    if (!m_table->has(static_cast<int>(row), at.column))
        return std::nullopt;
    return m_table->integer(static_cast<int>(row), at.column) - (at.offset ? m_originNs : 0);
}

std::optional<double> TableRows::real(quint32 row, int column) const
{
    const Place &at = place(column);
    if (!m_table->has(static_cast<int>(row), at.column))
        return std::nullopt;
    return m_table->real(static_cast<int>(row), at.column);
}

bool TableRows::isIdentifier(int column) const
{
    const Column &c = m_table->at(place(column).column);
    return c.type == ColumnType::Integer && c.name.endsWith(QLatin1String("id"), Qt::CaseInsensitive);
}

std::optional<Interval> TableRows::time(quint32 row) const
{
    const int r = static_cast<int>(row);
    if (!m_table->has(r, m_kernel.start))
        return std::nullopt;
    const qint64 start = m_table->integer(r, m_kernel.start);
    return Interval{start, start + m_table->integer(r, m_kernel.duration)};
}

SliceId TableRows::slice(quint32 row) const
{
    return m_table == m_rank->kernels && row < m_rank->sliceOfKernel.size() ? m_rank->sliceOfKernel[row] : NoSlice;
}

} // namespace rs
