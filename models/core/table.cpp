// SPDX-License-Identifier: Apache-2.0
#include "core/table.h"

namespace rs {

qint64 Column::bytes() const
{
    return std::visit([](const auto &v) { return static_cast<qint64>(v.capacity() * sizeof(v[0])); }, values) +
           static_cast<qint64>(present.capacity() / 8);
}

Table::Table(std::shared_ptr<StringPool> strings) : m_strings(std::move(strings)) {}

int Table::addColumn(const QString &name, ColumnType type)
{
    Column c;
    c.name = name;
    c.unit = unitOfColumn(name);
    c.type = type;
    switch (type) {
    case ColumnType::Text:
        c.values = std::vector<StrId>();
        break;
    case ColumnType::Real:
        c.values = std::vector<double>();
        break;
    case ColumnType::Integer:
    case ColumnType::TimeStamp:
    case ColumnType::Duration:
        c.values = std::vector<qint64>();
        break;
    }
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

void Table::appendText(int column, std::string_view text)
{
    Column &c = m_columns[static_cast<size_t>(column)];
    std::get<std::vector<StrId>>(c.values).push_back(m_strings->intern(text));
    c.present.push_back(true);
}

void Table::appendInteger(int column, qint64 value)
{
    Column &c = m_columns[static_cast<size_t>(column)];
    std::get<std::vector<qint64>>(c.values).push_back(value);
    c.present.push_back(true);
}

void Table::appendReal(int column, double value)
{
    Column &c = m_columns[static_cast<size_t>(column)];
    std::get<std::vector<double>>(c.values).push_back(value);
    c.present.push_back(true);
}

void Table::appendMissing(int column)
{
    Column &c = m_columns[static_cast<size_t>(column)];
    std::visit([](auto &v) { v.emplace_back(); }, c.values);
    c.present.push_back(false);
}

bool Table::has(int row, int column) const
{
    return column >= 0 && row >= 0 && row < m_rows && at(column).present[static_cast<size_t>(row)];
}

StrId Table::textId(int row, int column) const
{
    if (!has(row, column) || at(column).type != ColumnType::Text)
        return NoText;
    return std::get<std::vector<StrId>>(at(column).values)[static_cast<size_t>(row)];
}

qint64 Table::integer(int row, int column, qint64 missing) const
{
    if (!has(row, column))
        return missing;
    const auto *v = std::get_if<std::vector<qint64>>(&at(column).values);
    return v ? (*v)[static_cast<size_t>(row)] : missing;
}

double Table::real(int row, int column, double missing) const
{
    if (!has(row, column))
        return missing;
    if (const auto *d = std::get_if<std::vector<double>>(&at(column).values))
        return (*d)[static_cast<size_t>(row)];
    if (const auto *i = std::get_if<std::vector<qint64>>(&at(column).values))
        return static_cast<double>((*i)[static_cast<size_t>(row)]);
    return missing;
}

qint64 Table::bytes() const
{
    qint64 sum = m_strings->bytes();
    for (const Column &c : m_columns)
        sum += c.bytes();
    return sum;
}

QString unitOfColumn(const QString &name)
{
    const qsizetype open = name.lastIndexOf(u'(');
    if (open < 0 || !name.endsWith(u')'))
        return {};
    return name.mid(open + 1, name.size() - open - 2);
}

} // namespace rs
