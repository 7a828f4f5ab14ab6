// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "core/trace/trace.h"
#include "tables/base/rowsource.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace rs {

/// The slice as the place of a row.
[[nodiscard]] inline RowPlace placeOfSlice(int rank, const Trace &trace, SliceId slice)
{
    return {rank, slice, Interval{trace.slices().start(slice), trace.slices().end(slice)}};
}

/// Rows whose cells are looked up in sealed data: how many there are, and for each column how its cell in a row is
/// found. All is set before the rows are shared.
class LookupRows : public RowSource
{
public:
    /// `texts`: of the ids that columns give.
    LookupRows(std::vector<ColumnSpec> columns, std::shared_ptr<const RowTexts> texts);

    using RowSource::setNames;
    using RowSource::setNotes;

    void setCount(size_t rows) { m_count = static_cast<quint32>(rows); }
    /// `get` finds the cell of a row: a StrId, a std::string, or a number that may be missing, as the kind of the
    /// column asks. Cells of a column that is not set are missing.
    template <typename Get>
    void set(int column, Get get);
    template <typename Get>
    void set(QStringView id, Get get)
    {
        set(columnOf(id), std::move(get));
    }
    /// The same in a column of a file's table, which lives as long as the texts; `rowOf` gives its row, -1 for none.
    template <typename RowOf>
    void setFrom(int column, const Table &table, int from, RowOf rowOf);
    /// Text that people read where a number of the column is missing.
    void setMissing(QStringView id, const char *english) { getters(columnOf(id)).missing = english; }
    void setCellPlace(QStringView id, std::function<RowPlace(quint32)> get)
    {
        getters(columnOf(id)).place = std::move(get);
    }
    /// See ColumnSpec.
    void setOrigin(QStringView id, qint64 originNs);
    void setKey(int column, RowKey key);
    void setPlace(std::function<RowPlace(quint32)> get) { m_place = std::move(get); }
    /// Texts may be shapes, which people read without quotes.
    void setShapes() { m_hasShapes = true; }
    /// Data that the getters hold beside the run.
    void setBytes(qint64 bytes) { m_bytes = bytes; }

    [[nodiscard]] quint32 rows() const override { return m_count; }
    [[nodiscard]] quint32 textCount() const override { return m_texts->count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_texts->view(id); }
    [[nodiscard]] QString shownText(StrId id) const override;
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] std::string written(quint32 row, int column) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override;
    [[nodiscard]] RowPlace cellPlace(quint32 row, int column) const override;
    [[nodiscard]] RowPlace place(quint32 row) const override { return m_place ? m_place(row) : RowPlace(); }
    [[nodiscard]] CellPhrase phrase(quint32 row, int column) const override;
    [[nodiscard]] bool hasPhrases(int column) const override { return getters(column).missing != nullptr; }
    [[nodiscard]] qint64 bytes() const override { return m_bytes + m_texts->bytes(); }

private:
    struct Getters
    {
        std::function<StrId(quint32)> text;
        std::function<std::string(quint32)> written;
        std::function<std::optional<qint64>(quint32)> integer;
        std::function<std::optional<double>(quint32)> real;
        std::function<RowPlace(quint32)> place;
        const char *missing = nullptr;
    };
    [[nodiscard]] Getters &getters(int column) { return m_getters[static_cast<size_t>(column)]; }
    [[nodiscard]] const Getters &getters(int column) const { return m_getters[static_cast<size_t>(column)]; }

    std::shared_ptr<const RowTexts> m_texts;
    std::vector<Getters> m_getters; ///< by column
    std::function<RowPlace(quint32)> m_place;
    quint32 m_count = 0;
    qint64 m_bytes = 0;
    bool m_hasShapes = false;
};

template <typename Get>
void LookupRows::set(int column, Get get)
{
    using Found = std::invoke_result_t<Get, quint32>;
    if constexpr (std::is_same_v<Found, StrId>)
        getters(column).text = std::move(get);
    else if constexpr (std::is_same_v<Found, std::string>)
        getters(column).written = std::move(get);
    else if constexpr (std::is_same_v<Found, double> || std::is_same_v<Found, std::optional<double>>)
        getters(column).real = std::move(get);
    else
        getters(column).integer = std::move(get);
}

template <typename RowOf>
void LookupRows::setFrom(int column, const Table &table, int from, RowOf rowOf)
{
    if (from < 0)
        return;
    if (isTextKind(kind(column)))
        return set(column, [&table, from, rowOf](quint32 row) { return table.textId(rowOf(row), from); });
    if (isRealKind(kind(column)))
        return set(column, [&table, from, rowOf](quint32 row) {
            const int at = rowOf(row);
            return table.has(at, from) ? std::optional(table.real(at, from)) : std::nullopt;
        });
    if (const ColumnType type = table.at(from).type; type != ColumnType::Text && type != ColumnType::Real)
        set(column, [&table, from, rowOf](quint32 row) {
            const int at = rowOf(row);
            return table.has(at, from) ? std::optional(table.integer(at, from)) : std::nullopt;
        });
}

} // namespace rs
