// SPDX-License-Identifier: Apache-2.0
#include "items/columnmodel.h"

#include "core/text/patternmatch.h"
#include "items/modelroles.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace rs {

namespace {

qint64 magnitude(qint64 v)
{
    return v == std::numeric_limits<qint64>::min() ? std::numeric_limits<qint64>::max() : std::abs(v);
}

// Without zeros at its end, nor a point there.
QString trimmed(QString number)
{
    if (number.contains(u'.')) {
        while (number.endsWith(u'0'))
            number.chop(1);
        if (number.endsWith(u'.'))
            number.chop(1);
    }
    return number == QLatin1String("-0") ? QStringLiteral("0") : number;
}

// Every nanosecond counts: a time is written whole, in the unit in which it is shown.
QString exactTime(qint64 ns, format::TimeUnit unit)
{
    const qint64 one = format::unitNs(unit);
    const quint64 size = ns < 0 ? quint64{0} - static_cast<quint64>(ns) : static_cast<quint64>(ns);
    const auto of = static_cast<quint64>(one);
    const qsizetype digits = QString::number(one).size() - 1;
    const QString whole = QString::number(size / of);
    const QString rest = QString::number(size % of).rightJustified(digits, u'0');
    return (ns < 0 ? QStringLiteral("-") : QString()) + trimmed(digits == 0 ? whole : whole + u'.' + rest);
}

// At most six digits, and as many as are shown.
QString exactReal(double value, int decimals)
{
    constexpr int digits = 6;
    constexpr double plain = 1e15; // beyond it, and far below 1, a number is written with its power of ten
    if (!std::isfinite(value))
        return QStringLiteral("");
    const double size = std::abs(value);
    if (size >= plain || (size < 1e-3 && size > 0))
        return QString::number(value, 'g', digits);
    const int before = size < 1 ? 0 : static_cast<int>(std::log10(size)) + 1;
    return trimmed(QString::number(value, 'f', std::max(decimals, digits - before)));
}

// A raw value as files have it: the number that is shown, without marks that part its thousands.
QVariant exported(const TableColumn &column, format::TimeUnit unit, const QVariant &value)
{
    constexpr int ratioDecimals = 2;
    switch (column.kind) {
    case CellKind::Duration:
    case CellKind::Difference:
        return exactTime(value.toLongLong(), unit);
    case CellKind::Percent:
        return exactReal(value.toDouble() * 100, 1);
    case CellKind::Real:
        return exactReal(value.toDouble(), column.decimals);
    case CellKind::Ratio:
        return exactReal(value.toDouble(), ratioDecimals);
    case CellKind::Text:
    case CellKind::Integer:
    case CellKind::Bytes:
        break;
    }
    return {};
}

} // namespace

QString missingText()
{
    return QStringLiteral("\u2014");
}

bool isTime(CellKind kind)
{
    return kind == CellKind::Duration || kind == CellKind::Difference;
}

QString shownValue(const TableColumn &column, format::TimeUnit unit, const QVariant &value)
{
    switch (column.kind) {
    case CellKind::Text:
        return format::displayText(format::clipText(value.toString(), 2000));
    case CellKind::Integer:
        return format::integer(value.toLongLong());
    case CellKind::Real:
        return format::real(value.toDouble(), column.decimals);
    case CellKind::Duration:
        return format::timeIn(value.toLongLong(), unit, column.decimals);
    case CellKind::Difference: {
        const qint64 ns = value.toLongLong();
        const QString number = format::timeIn(ns, unit, column.decimals);
        return ns > 0 ? u'+' + number : number;
    }
    case CellKind::Percent:
        return format::percentIn(value.toDouble());
    case CellKind::Ratio:
        return format::real(value.toDouble(), 2);
    case CellKind::Bytes:
        return format::bytes(value.toLongLong());
    }
    return {};
}

bool mayMatchNumbers(const QString &text, bool regularExpression)
{
    // "\d" has a letter and means digits.
    static const QRegularExpression escapes(QStringLiteral("\\\\."));
    QString rest = text;
    if (regularExpression) {
        if (rest.contains(u'|'))
            return true;
        rest.remove(escapes);
    }
    return std::none_of(rest.begin(), rest.end(), [](QChar c) { return c.isLetter(); });
}

bool matchesShown(const QRegularExpression &expression, QString shown, CellKind kind)
{
    if (matchesPattern(expression, shown))
        return true;
    constexpr QChar thinSpace(0x2009);
    return kind != CellKind::Text && shown.contains(thinSpace) && matchesPattern(expression, shown.remove(thinSpace));
}

int ColumnModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int ColumnModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

int ColumnModel::columnOf(QStringView id) const
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].id == id)
            return static_cast<int>(i);
    }
    return -1;
}

QString ColumnModel::text(int, int) const
{
    return {};
}

QVariant ColumnModel::extra(int, int, int) const
{
    return {};
}

QString ColumnModel::shown(int row, int column, const QVariant &value) const
{
    const QString own = text(row, column);
    if (!own.isNull())
        return own;
    if (!value.isValid())
        return {};
    return shownValue(m_columns[static_cast<size_t>(column)], unitOf(column), value);
}

QVariant ColumnModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows || index.column() >= columnCount())
        return {};
    const int row = index.row();
    const int column = index.column();
    const CellKind kind = m_columns[static_cast<size_t>(column)].kind;
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, column, raw(row, column));
    case Qt::ToolTipRole: {
        QVariant own = extra(row, column, role);
        if (own.isValid())
            return own;
        // Rich text is recognised by its look, so text from a file is escaped.
        return kind == CellKind::Text
                   ? QVariant(format::tooltipText(format::clipText(raw(row, column).toString(), 4000)))
                   : QVariant();
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(kind == CellKind::Text ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case SortRole:
        return raw(row, column);
    case ExportRole: {
        const QVariant value = raw(row, column);
        if (!value.isValid())
            return text(row, column) == missingText() ? QVariant(QString()) : QVariant();
        return exported(m_columns[static_cast<size_t>(column)], unitOf(column), value);
    }
    default:
        return extra(row, column, role);
    }
}

QVariant ColumnModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn &c = m_columns[static_cast<size_t>(section)];
    const auto titled = [&c](const QString &unit) {
        return c.title.contains(QLatin1String("%1")) ? c.title.arg(unit) : c.title;
    };
    switch (role) {
    case Qt::DisplayRole:
        return isTime(c.kind) ? titled(format::unitName(unitOf(section))) : c.title;
    case Qt::ToolTipRole:
        return c.description.isEmpty() ? QVariant() : QVariant(format::tooltipText(c.description));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(c.kind == CellKind::Text ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case ColumnIdRole:
        return c.id;
    case HiddenRole:
        return !c.shown;
    default:
        return {};
    }
}

void ColumnModel::reset(std::vector<TableColumn> columns, int rows, const std::function<void()> &change)
{
    beginResetModel();
    if (change)
        change();
    m_columns = std::move(columns);
    m_rows = rows;
    chooseUnits();
    endResetModel();
}

void ColumnModel::reset(int rows, const std::function<void()> &change)
{
    beginResetModel();
    if (change)
        change();
    m_rows = rows;
    chooseUnits();
    endResetModel();
}

void ColumnModel::setTitles(std::vector<TableColumn> columns)
{
    Q_ASSERT(columns.size() == m_columns.size());
    m_columns = std::move(columns);
    if (columnCount() > 0)
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (m_rows > 0 && columnCount() > 0)
        emit dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

qint64 ColumnModel::largest(int column) const
{
    qint64 most = 0;
    for (int r = 0; r < m_rows; ++r)
        most = std::max(most, magnitude(raw(r, column).toLongLong()));
    return most;
}

void ColumnModel::chooseUnits()
{
    m_units.assign(m_columns.size(), format::TimeUnit::Us);
    std::vector<qint64> most(m_columns.size(), 0);
    for (int c = 0; c < columnCount(); ++c) {
        if (!isTime(m_columns[static_cast<size_t>(c)].kind))
            continue;
        most[static_cast<size_t>(c)] = largest(c);
        m_units[static_cast<size_t>(c)] = format::timeUnitFor(most[static_cast<size_t>(c)]);
    }
    for (const std::vector<int> &group : m_sharing) {
        qint64 shared = 0;
        for (const int c : group)
            shared = c >= 0 && c < columnCount() ? std::max(shared, most[static_cast<size_t>(c)]) : shared;
        for (const int c : group) {
            if (c >= 0 && c < columnCount())
                m_units[static_cast<size_t>(c)] = format::timeUnitFor(shared);
        }
    }
}

} // namespace rs

#include "moc_columnmodel.cpp"
