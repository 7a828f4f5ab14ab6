// SPDX-License-Identifier: Apache-2.0
#include "tables/base/lookuprows.h"

#include "core/table/kernelcolumns.h"

namespace rs {

LookupRows::LookupRows(std::vector<ColumnSpec> columns, std::shared_ptr<const RowTexts> texts)
    : RowSource(std::move(columns)), m_texts(std::move(texts)), m_getters(this->columns().size())
{
}

void LookupRows::setOrigin(QStringView id, qint64 originNs)
{
    std::vector<ColumnSpec> changed = columns();
    changed[static_cast<size_t>(columnOf(id))].originNs = originNs;
    setColumns(std::move(changed));
}

void LookupRows::setKey(int column, RowKey key)
{
    std::vector<ColumnSpec> changed = columns();
    changed[static_cast<size_t>(column)].key = key;
    setColumns(std::move(changed));
}

QString LookupRows::shownText(StrId id) const
{
    const std::string_view text = m_hasShapes ? displayShape(textView(id)) : textView(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

StrId LookupRows::textId(quint32 row, int column) const
{
    const auto &get = getters(column).text;
    return get ? get(row) : NoText;
}

std::string LookupRows::written(quint32 row, int column) const
{
    const auto &get = getters(column).written;
    return get ? get(row) : std::string();
}

std::optional<qint64> LookupRows::integer(quint32 row, int column) const
{
    const auto &get = getters(column).integer;
    return get ? get(row) : std::nullopt;
}

std::optional<double> LookupRows::real(quint32 row, int column) const
{
    const auto &get = getters(column).real;
    return get ? get(row) : std::nullopt;
}

RowPlace LookupRows::cellPlace(quint32 row, int column) const
{
    const auto &get = getters(column).place;
    return get ? get(row) : RowPlace();
}

CellPhrase LookupRows::phrase(quint32 row, int column) const
{
    const char *const missing = getters(column).missing;
    return missing && !integer(row, column) ? CellPhrase{missing, {}} : CellPhrase();
}

} // namespace rs
