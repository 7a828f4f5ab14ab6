// SPDX-License-Identifier: Apache-2.0
#include "core/table/table.h"

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

Column::Piece emptyPiece(ColumnType type, int firstRow)
{
    Column::Piece out;
    out.firstRow = firstRow;
    if (type == ColumnType::Text)
        out.values = std::vector<StrId>();
    else if (type == ColumnType::Real)
        out.values = std::vector<double>();
    else
        out.values = std::vector<qint64>();
    return out;
}

} // namespace

const Column::Piece *Column::pieceOf(int row) const
{
    const auto after = std::ranges::upper_bound(pieces, row, {}, &Piece::firstRow);
    if (after == pieces.begin())
        return nullptr;
    const Piece &piece = *std::prev(after);
    return row < piece.end() ? &piece : nullptr;
}

Column::Piece &Column::pieceFor(int row)
{
    if (pieces.empty() || pieces.back().end() != row)
        pieces.push_back(emptyPiece(type, row));
    return pieces.back();
}

void Column::appendMissing(int row)
{
    if (pieces.empty() || pieces.back().end() != row)
        return;
    std::visit([](auto &v) { v.emplace_back(); }, pieces.back().values);
    pieces.back().present.push_back(false);
}

qint64 Column::bytes() const
{
    auto sum = static_cast<qint64>(pieces.capacity() * sizeof(Piece));
    for (const Piece &p : pieces)
        sum += std::visit([](const auto &v) { return static_cast<qint64>(v.capacity() * sizeof(v[0])); }, p.values) +
               static_cast<qint64>(p.present.capacity() / 8);
    return sum;
}

Table::Table(std::shared_ptr<StringPool> strings) : m_strings(std::move(strings)) {}

int Table::addColumn(const QString &name, ColumnType type)
{
    Column c;
    c.name = name;
    c.unit = unitOfColumn(name);
    c.type = type;
    m_columns.push_back(std::move(c));
    return columnCount() - 1;
}

int Table::column(QStringView name) const
{
    for (int i = 0; i < columnCount(); ++i) {
        if (m_columns[static_cast<size_t>(i)].name == name)
            return i;
    }
    return -1;
}

int Table::columnOf(std::initializer_list<QStringView> spellings) const
{
    for (const QStringView s : spellings) {
        if (const int i = column(s); i >= 0)
            return i;
    }
    return -1;
}

namespace {

template <typename T>
void append(Column &c, int row, T value)
{
    Column::Piece &p = c.pieceFor(row);
    std::get<std::vector<T>>(p.values).push_back(value);
    p.present.push_back(true);
}

template <typename T>
const T *valueAt(const Column::Piece &p, int row)
{
    const auto *const values = std::get_if<std::vector<T>>(&p.values);
    return values ? &(*values)[static_cast<size_t>(row - p.firstRow)] : nullptr;
}

} // namespace

void Table::appendText(int column, std::string_view text)
{
    append(m_columns[static_cast<size_t>(column)], m_rows, m_strings->intern(text));
}

void Table::appendInteger(int column, qint64 value)
{
    append(m_columns[static_cast<size_t>(column)], m_rows, value);
}

void Table::appendReal(int column, double value)
{
    append(m_columns[static_cast<size_t>(column)], m_rows, value);
}

void Table::appendMissing(int column)
{
    m_columns[static_cast<size_t>(column)].appendMissing(m_rows);
}

// Null for a missing cell.
const Column::Piece *Table::pieceWith(int row, int column) const
{
    if (column < 0 || row < 0 || row >= m_rows)
        return nullptr;
    const Column::Piece *const p = at(column).pieceOf(row);
    return p && p->present[static_cast<size_t>(row - p->firstRow)] ? p : nullptr;
}

StrId Table::textId(int row, int column) const
{
    const Column::Piece *const p = pieceWith(row, column);
    const StrId *const id = p ? valueAt<StrId>(*p, row) : nullptr;
    return id ? *id : NoText;
}

qint64 Table::integer(int row, int column, qint64 missing) const
{
    const Column::Piece *const p = pieceWith(row, column);
    const qint64 *const value = p ? valueAt<qint64>(*p, row) : nullptr;
    return value ? *value : missing;
}

double Table::real(int row, int column, double missing) const
{
    const Column::Piece *const p = pieceWith(row, column);
    if (!p)
        return missing;
    if (const double *const value = valueAt<double>(*p, row))
        return *value;
    const qint64 *const value = valueAt<qint64>(*p, row);
    return value ? static_cast<double>(*value) : missing;
}

QString Table::textOf(int row, int column) const
{
    if (!has(row, column))
        return {};
    return at(column).type == ColumnType::Text ? m_strings->text(textId(row, column))
                                               : QString::number(integer(row, column));
}

qint64 Table::bytes() const
{
    qint64 sum = m_strings->bytes();
    for (const Column &c : m_columns)
        sum += c.bytes();
    return sum;
}

std::shared_ptr<Table> withRows(const Table &table, const std::vector<int> &rows)
{
    auto out = std::make_shared<Table>(table.m_strings);
    out->source = table.source;
    for (const Column &from : table.m_columns) {
        Column to;
        to.name = from.name;
        to.unit = from.unit;
        to.type = from.type;
        for (size_t i = 0; i < rows.size(); ++i) {
            const int row = static_cast<int>(i);
            const Column::Piece *const piece = from.pieceOf(rows[i]);
            const auto at = piece ? static_cast<size_t>(rows[i] - piece->firstRow) : 0;
            if (!piece || !piece->present[at]) {
                to.appendMissing(row);
                continue;
            }
            std::visit([&](const auto &values) { append(to, row, values[at]); }, piece->values);
        }
        out->m_columns.push_back(std::move(to));
    }
    out->m_rows = static_cast<int>(rows.size());
    return out;
}

QString unitOfColumn(const QString &name)
{
    const qsizetype open = name.lastIndexOf(u'(');
    if (open < 0 || !name.endsWith(u')'))
        return {};
    return name.mid(open + 1, name.size() - open - 2);
}

} // namespace rs
