// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/growingtable.h"

#include "importers/csv/csvvalues.h"

namespace rs {

GrowingTable::GrowingTable(const QString &source, const JobContext &job,
                           std::initializer_list<std::pair<const char *, ColumnType>> columns)
    : m_memory(job.sharedBudget())
{
    m_table->source = source;
    for (const auto &[name, type] : columns)
        m_table->addColumn(QLatin1String(name), type);
}

GrowingTable::GrowingTable(const QString &source, const JobContext &job, std::initializer_list<const char *> columns)
    : m_memory(job.sharedBudget())
{
    m_table->source = source;
    for (const char *const name : columns)
        m_table->addColumn(QLatin1String(name), columnTypeOf(QLatin1String(name)).value_or(ColumnType::Text));
}

GrowingTable &GrowingTable::text(std::string_view value)
{
    if (value.empty())
        return missing();
    m_table->appendText(m_column++, value);
    return *this;
}

GrowingTable &GrowingTable::number(std::optional<qint64> value)
{
    if (!value)
        return missing();
    m_table->appendInteger(m_column++, *value);
    return *this;
}

GrowingTable &GrowingTable::real(std::optional<double> value, double unit)
{
    if (!value)
        return missing();
    m_table->appendReal(m_column++, *value / unit);
    return *this;
}

GrowingTable &GrowingTable::missing(int cells)
{
    for (int i = 0; i < cells; ++i)
        m_table->appendMissing(m_column++);
    return *this;
}

void GrowingTable::finishRow()
{
    constexpr int rowsBetween = 1024;
    m_table->finishRow();
    m_column = 0;
    if (m_table->rows() % rowsBetween == 0)
        m_memory.hold(2 * m_table->bytes());
}

std::shared_ptr<const Table> GrowingTable::done()
{
    if (m_table->rows() == 0)
        return nullptr;
    m_memory.hold(m_table->bytes());
    m_table->hold(std::move(m_memory));
    return std::move(m_table);
}

std::shared_ptr<const Table> GrowingTable::withoutEmptyColumns()
{
    if (m_table->rows() == 0)
        return nullptr;
    const auto out = std::make_shared<Table>(m_strings);
    out->source = m_table->source;
    for (int i = 0; i < m_table->columnCount(); ++i) {
        if (!m_table->at(i).pieces.empty())
            out->addColumn(m_table->at(i));
    }
    out->setRows(m_table->rows());
    m_memory.hold(m_table->bytes() + out->bytes());
    m_table.reset();
    m_memory.resize(out->bytes());
    out->hold(std::move(m_memory));
    return out;
}

} // namespace rs
