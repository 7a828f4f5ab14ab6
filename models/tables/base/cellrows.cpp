// SPDX-License-Identifier: Apache-2.0
#include "tables/base/cellrows.h"

#include "core/text/textpool.h"

#include <algorithm>

namespace rs {

namespace {

// Vectors of what few rows have grow to the row that has it.
template <typename T>
void setAt(std::vector<T> &values, size_t row, T value)
{
    if (values.size() <= row)
        values.resize(row + 1);
    values[row] = std::move(value);
}

template <typename T>
qint64 bytesOf(const std::vector<T> &values)
{
    return static_cast<qint64>(values.capacity() * sizeof(T));
}

} // namespace

ColumnSpec &columnNamed(std::vector<ColumnSpec> &columns, QStringView id)
{
    return *std::ranges::find(columns, id, &ColumnSpec::id);
}

void leadWith(std::vector<ColumnSpec> &columns, std::initializer_list<QStringView> ids)
{
    int place = 0;
    for (const QStringView id : ids)
        columnNamed(columns, id).place = ++place;
}

void setUnitGroup(std::vector<ColumnSpec> &columns, int group, std::initializer_list<QStringView> ids)
{
    for (const QStringView id : ids)
        columnNamed(columns, id).unitGroup = group;
}

CellRows::CellRows(std::vector<ColumnSpec> columns, std::shared_ptr<const RankData> rank)
    : RowSource(std::move(columns)), m_rank(std::move(rank)), m_texts(traceTexts(m_rank)),
      m_values(this->columns().size())
{
}

StrId CellRows::idOf(Values &column, const QString &text)
{
    if (!isOneWord(text, column.lastText) && text != column.lastText) {
        column.lastId = m_texts.add(text);
        column.lastText = text;
    }
    return column.lastId;
}

void CellRows::append(size_t column, const Cell &cell)
{
    Values &values = m_values[column];
    const ValueKind kind = columns()[column].kind;
    if (isTextKind(kind)) {
        StrId id = NoText;
        if (const auto *const text = std::get_if<QString>(&cell.value)) {
            id = idOf(values, *text);
        } else if (const auto *const sentence = std::get_if<std::pair<QString, Wording>>(&cell.value)) {
            id = idOf(values, sentence->first);
            if (id != NoText)
                m_wordings.try_emplace(raw(id), sentence->second);
        } else if (const auto *const slice = std::get_if<SliceId>(&cell.value); slice && *slice != NoSlice) {
            id = m_rank->trace->slices().name(*slice);
            values.slices.resize(m_places.size(), NoSlice);
            values.slices.push_back(*slice);
        }
        values.texts.push_back(id);
        return;
    }
    if (isWrittenKind(kind)) {
        const auto *const text = std::get_if<QString>(&cell.value);
        values.written.push_back(text ? text->toStdString() : std::string());
        return;
    }
    const auto *const integer = std::get_if<qint64>(&cell.value);
    const auto *const real = std::get_if<double>(&cell.value);
    if (isIntegerKind(kind)) {
        Q_ASSERT(!real);
        values.integers.push_back(integer ? *integer : 0);
        values.present.push_back(integer != nullptr);
    } else {
        values.reals.push_back(real ? *real : integer ? static_cast<double>(*integer) : 0);
        values.present.push_back(real || integer);
    }
}

void CellRows::add(const RowPlace &place, std::span<const Cell> cells)
{
    Q_ASSERT(cells.size() == columns().size());
    size_t column = 0;
    for (const Cell &cell : cells)
        append(column++, cell);
    if (place.time)
        setAt(m_times, m_places.size(), place.time);
    if (place.record || place.link || place.pair)
        setAt(m_widePlaces, m_places.size(), place);
    m_places.emplace_back(place.rank, place.slice);
}

void CellRows::setLink(QStringView id, const RowPlace &place)
{
    setAt(valuesOf(id).links, m_places.size() - 1, place);
}

void CellRows::setShare(QStringView id, std::optional<double> share)
{
    if (share)
        setAt(valuesOf(id).shares, m_places.size() - 1, share);
}

void CellRows::setPhrase(QStringView id, const CellPhrase &phrase)
{
    setAt(valuesOf(id).phrases, m_places.size() - 1, phrase);
}

void CellRows::setExpected(QStringView id)
{
    std::vector<bool> &expected = valuesOf(id).expected;
    expected.resize(m_places.size());
    expected.back() = true;
}

bool CellRows::hasValues(QStringView id) const
{
    const Values &values = at(columnOf(id));
    return std::ranges::any_of(values.texts, [](StrId text) { return text != NoText; }) ||
           std::ranges::any_of(values.written, [](const auto &text) { return !text.empty(); }) ||
           std::ranges::find(values.present, true) != values.present.end();
}

void CellRows::setShown(QStringView id, bool isShown)
{
    std::vector<ColumnSpec> changed = columns();
    columnNamed(changed, id).shown = isShown;
    setColumns(std::move(changed));
}

void CellRows::hideEmpty(std::initializer_list<QStringView> ids)
{
    for (const QStringView id : ids)
        setShown(id, rows() == 0 || hasValues(id));
}

std::optional<qint64> CellRows::integer(quint32 row, int column) const
{
    return at(column).present[row] ? std::optional(at(column).integers[row]) : std::nullopt;
}

std::optional<double> CellRows::real(quint32 row, int column) const
{
    return at(column).present[row] ? std::optional(at(column).reals[row]) : std::nullopt;
}

RowPlace CellRows::place(quint32 row) const
{
    const auto [rank, slice] = m_places[row];
    RowPlace out = row < m_widePlaces.size() ? m_widePlaces[row] : RowPlace();
    out.rank = rank;
    out.slice = slice;
    out.time = row < m_times.size() ? m_times[row] : std::nullopt;
    return out;
}

RowPlace CellRows::cellPlace(quint32 row, int column) const
{
    const std::vector<SliceId> &slices = at(column).slices;
    const std::vector<RowPlace> &links = at(column).links;
    if (row < slices.size() && slices[row] != NoSlice)
        return {m_places[row].first, slices[row], {}};
    return row < links.size() ? links[row] : RowPlace();
}

Wording CellRows::wording(StrId id) const
{
    const auto at = m_wordings.find(raw(id));
    return at == m_wordings.end() ? Wording() : at->second;
}

std::optional<double> CellRows::share(quint32 row, int column) const
{
    const std::vector<std::optional<double>> &shares = at(column).shares;
    return row < shares.size() ? shares[row] : std::nullopt;
}

CellPhrase CellRows::phrase(quint32 row, int column) const
{
    const std::vector<CellPhrase> &phrases = at(column).phrases;
    return row < phrases.size() ? phrases[row] : CellPhrase();
}

bool CellRows::isExpected(quint32 row, int column) const
{
    const std::vector<bool> &expected = at(column).expected;
    return row < expected.size() && expected[row];
}

qint64 CellRows::bytes() const
{
    qint64 out = bytesOf(m_places) + bytesOf(m_times) + bytesOf(m_widePlaces) + m_texts.bytes();
    for (const Values &v : m_values) {
        out += bytesOf(v.texts) + bytesOf(v.slices) + bytesOf(v.written) + bytesOf(v.integers) + bytesOf(v.reals) +
               bytesOf(v.links) + bytesOf(v.shares) + bytesOf(v.phrases) +
               static_cast<qint64>(v.present.capacity()) / 8;
    }
    return out;
}

} // namespace rs
