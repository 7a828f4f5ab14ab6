// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/soundcolumns.h"

#include "core/base/largepages.h"
#include "importers/csv/csvvalues.h"

#include <atomic>
#include <string_view>
#include <utility>

namespace rs {

namespace {

// Filling a column for the first time takes its pages one by one.
template <typename Value>
void makeRoom(std::vector<Value> &values, size_t rows)
{
    values.reserve(rows);
    preferLargePages(values.data(), rows * sizeof(Value));
    values.resize(rows);
}

constexpr double MostUnknown = 1e18; // as for files that are read row by row

} // namespace

void SliceCells::begin(const std::vector<SoundColumn> &columns)
{
    parts.resize(columns.size());
    for (size_t c = 0; c < columns.size(); ++c) {
        parts[c].present.reserve(static_cast<size_t>(rows));
        if (!columns[c].known)
            parts[c].texts = std::make_unique<StringPool>();
    }
}

qint64 SliceCells::bytes() const
{
    qint64 out = texts.bytes();
    for (const Part &part : parts)
        out += part.present.bytes() + (part.texts ? part.texts->bytes() : 0);
    return out;
}

void SoundColumns::make(const std::vector<QString> &names, qint64 rows, std::span<CsvGaps> gaps)
{
    m_rows = rows;
    qint64 bytes = 0;
    for (const QString &name : names) {
        SoundColumn c;
        c.name = name;
        c.most = mostOfColumn(name);
        if (const auto type = columnTypeOf(name)) {
            c.type = *type;
            c.known = true;
        }
        for (CsvGaps &gap : gaps) {
            if (gap.column == name)
                c.gaps = &gap;
        }
        // A column whose type is not known is kept twice for a moment.
        bytes += rows * static_cast<qint64>((c.keepsText() ? sizeof(StrId) : sizeof(qint64)) +
                                            (c.known ? 0 : sizeof(qint64))) +
                 rows / 4;
        m_columns.push_back(std::move(c));
    }
    m_memory.hold(bytes);
    const auto size = static_cast<size_t>(rows);
    parallelFor(m_pool, static_cast<qsizetype>(m_columns.size()), [&](qsizetype i) {
        SoundColumn &c = m_columns[static_cast<size_t>(i)];
        if (c.keepsText())
            makeRoom(c.text, size);
        else if (c.type == ColumnType::Real)
            makeRoom(c.reals, size);
        else
            makeRoom(c.integers, size);
    });
}

/// A column without a known name is of numbers when each of its cells is one. False: one cannot be.
bool SoundColumns::settle(size_t c, const std::vector<SliceCells> &slices)
{
    SoundColumn &column = m_columns[c];
    bool integers = true;
    bool reals = true;
    bool any = false;
    for (const SliceCells &s : slices) {
        const StringPool &texts = *s.parts[c].texts;
        for (quint32 i = 1; i < texts.size() && reals; ++i) {
            const std::string_view t = texts.view(StrId{i});
            any = true;
            reals = isPlainNumberCell(t) && realCell(t).has_value();
            integers = integers && reals && integerCell(t).has_value();
        }
    }
    column.type = !any || !reals ? ColumnType::Text : integers ? ColumnType::Integer : ColumnType::Real;
    if (column.type == ColumnType::Text)
        return true;
    if (integers)
        makeRoom(column.integers, static_cast<size_t>(m_rows));
    else
        makeRoom(column.reals, static_cast<size_t>(m_rows));
    for (const SliceCells &s : slices) {
        const StringPool &texts = *s.parts[c].texts;
        std::vector<qint64> whole(integers ? texts.size() : 0);
        std::vector<double> real(integers ? 0 : texts.size());
        for (quint32 i = 1; i < texts.size(); ++i) {
            if (integers) {
                whole[i] = integerCell(texts.view(StrId{i})).value_or(0);
                continue;
            }
            real[i] = realCell(texts.view(StrId{i})).value_or(0);
            if (real[i] > MostUnknown || real[i] < -MostUnknown)
                return false;
        }
        for (qint64 row = s.firstRow; row < s.firstRow + s.rows; ++row) {
            const quint32 id = raw(column.text[static_cast<size_t>(row)]);
            if (integers)
                column.integers[static_cast<size_t>(row)] = whole[id];
            else
                column.reals[static_cast<size_t>(row)] = real[id];
        }
    }
    std::vector<StrId>().swap(column.text);
    return true;
}

std::shared_ptr<const Table> SoundColumns::makeTable(const std::vector<SliceCells> &slices, const QString &source)
{
    const auto strings = std::make_shared<StringPool>();
    std::atomic<bool> sound{true};
    parallelFor(m_pool, static_cast<qsizetype>(m_columns.size()), [&](qsizetype i) {
        const auto c = static_cast<size_t>(i);
        if (!m_columns[c].known && !settle(c, slices))
            sound = false;
    });
    if (!sound || m_job.isCanceled())
        return nullptr;
    qint64 texts = 0;
    for (const SliceCells &s : slices) {
        texts += s.texts.bytes();
        for (const SliceCells::Part &part : s.parts)
            texts += part.texts ? part.texts->bytes() : 0;
    }
    m_memory.hold(m_memory.bytes() + texts);
    // What the texts of each slice are called in the table.
    std::vector<std::vector<StrId>> shared;
    for (const SliceCells &s : slices)
        shared.push_back(strings->internAll(s.texts));
    std::vector<std::vector<std::vector<StrId>>> own(m_columns.size());
    for (size_t c = 0; c < m_columns.size(); ++c) {
        if (m_columns[c].known || m_columns[c].type != ColumnType::Text)
            continue;
        for (const SliceCells &s : slices)
            own[c].push_back(strings->internAll(*s.parts[c].texts));
    }
    std::vector<Column> columns(m_columns.size());
    parallelFor(m_pool, static_cast<qsizetype>(m_columns.size()), [&](qsizetype i) {
        const auto c = static_cast<size_t>(i);
        columns[c] = makeColumn(c, slices, own[c].empty() ? shared : own[c]);
    });
    auto table = std::make_shared<Table>(strings);
    table->source = source;
    for (Column &column : columns)
        table->addColumn(std::move(column));
    table->setRows(static_cast<int>(m_rows));
    m_memory.resize(table->bytes());
    table->hold(std::move(m_memory));
    return table;
}

Column SoundColumns::makeColumn(size_t c, const std::vector<SliceCells> &slices,
                                const std::vector<std::vector<StrId>> &names)
{
    SoundColumn &from = m_columns[c];
    Column out;
    out.name = from.name;
    out.unit = unitOfColumn(from.name);
    out.type = from.type;
    qint64 present = 0;
    for (const SliceCells &s : slices)
        present += s.parts[c].present.count();
    if (present == 0)
        return out;
    Column::Piece piece;
    piece.present.assign(static_cast<size_t>(m_rows), true);
    for (size_t i = 0; i < slices.size(); ++i) {
        const SliceCells &s = slices[i];
        const RowFlags &flags = s.parts[c].present;
        const auto first = static_cast<size_t>(s.firstRow);
        const auto rows = static_cast<size_t>(s.rows);
        if (flags.count() < s.rows) {
            for (size_t row = 0; row < rows; ++row) {
                if (!flags.at(row))
                    piece.present[first + row] = false;
            }
        }
        if (from.type == ColumnType::Text) {
            for (size_t row = first; row < first + rows; ++row)
                from.text[row] = names[i][raw(from.text[row])];
        }
    }
    if (from.type == ColumnType::Text)
        piece.values = std::move(from.text);
    else if (from.type == ColumnType::Real)
        piece.values = std::move(from.reals);
    else
        piece.values = std::move(from.integers);
    out.pieces.push_back(std::move(piece));
    return out;
}

void SoundColumns::noteGaps(const std::vector<SliceCells> &slices) const
{
    for (size_t c = 0; c < m_columns.size(); ++c) {
        CsvGaps *const gaps = m_columns[c].gaps;
        if (!gaps)
            continue;
        for (const SliceCells &s : slices) {
            const SliceCells::Part &part = s.parts[c];
            if (part.missing == 0)
                continue;
            if (gaps->count == 0)
                gaps->firstRow = static_cast<int>(s.firstRow + part.firstMissing);
            gaps->count += part.missing;
        }
    }
}

} // namespace rs
