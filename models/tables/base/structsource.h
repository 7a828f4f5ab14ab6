// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/text/textpool.h"
#include "tables/base/rowsource.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace rs {

/// A value as a getter of a struct gives it; nothing where it is missing. Empty texts are missing.
using FieldValue = std::variant<std::monostate, QString, qint64, double>;

template <typename T>
[[nodiscard]] FieldValue known(bool is, const T &value)
{
    return is ? FieldValue(value) : FieldValue();
}
template <typename T>
[[nodiscard]] FieldValue fieldOf(const std::optional<T> &value)
{
    return value ? FieldValue(*value) : FieldValue();
}

/// A column of a StructSource and how its value follows from a row: as a value, or as the name of a slice.
template <typename R>
struct Field
{
    using Value = std::function<FieldValue(const R &)>;
    using Slice = std::function<SliceId(const R &)>;

    Field(ColumnSpec c, Value v) : column(std::move(c)), value(std::move(v)) {}
    Field(ColumnSpec c, Value v, Slice s) : column(std::move(c)), value(std::move(v)), slice(std::move(s)) {}

    ColumnSpec column;
    Value value;
    Slice slice;
    std::function<RowPlace(const R &)> link;               ///< the slice that the text names; empty: none
    std::function<std::optional<double>(const R &)> share; ///< which part of a whole the cell is; empty: none
    std::function<CellPhrase(const R &)> phrase;           ///< empty: none
    std::function<bool(const R &)> expected;               ///< empty: never
    std::function<Wording(const R &)> wording;             ///< of a Sentence column
};

template <typename R>
[[nodiscard]] std::vector<ColumnSpec> columnsOf(const std::vector<Field<R>> &fields)
{
    std::vector<ColumnSpec> out;
    out.reserve(fields.size());
    for (const Field<R> &f : fields)
        out.push_back(f.column);
    return out;
}

/// The field of that id, which there must be.
template <typename R>
[[nodiscard]] Field<R> &fieldNamed(std::vector<Field<R>> &fields, QStringView id)
{
    return *std::find_if(fields.begin(), fields.end(), [id](const Field<R> &f) { return f.column.id == id; });
}

/// The window shows these columns first: what a narrow dock has room for.
template <typename R>
void leadWith(std::vector<Field<R>> &fields, std::initializer_list<QStringView> ids)
{
    int place = 0;
    for (const QStringView id : ids)
        fieldNamed(fields, id).column.place = ++place;
}

/// Columns of a part of a row: the same values, told of the whole row.
template <typename R, typename Part>
[[nodiscard]] std::vector<Field<R>> fieldsOfPart(std::vector<Field<Part>> fields, Part R::*part)
{
    const auto lifted = [part](auto getter) {
        using Result = std::invoke_result_t<decltype(getter), const Part &>;
        return getter ? std::function<Result(const R &)>([getter, part](const R &r) { return getter(r.*part); })
                      : std::function<Result(const R &)>();
    };
    std::vector<Field<R>> out;
    out.reserve(fields.size());
    for (Field<Part> &f : fields) {
        Field<R> &to = out.emplace_back(std::move(f.column), lifted(f.value), lifted(f.slice));
        to.link = lifted(f.link);
        to.share = lifted(f.share);
        to.phrase = lifted(f.phrase);
        to.expected = lifted(f.expected);
        to.wording = lifted(f.wording);
    }
    return out;
}

/// The texts of a rank's trace, which live as long as the rank; null without a trace.
[[nodiscard]] std::shared_ptr<const StringPool> traceTexts(const std::shared_ptr<const RankData> &rank);

/// A vector of structs with one getter per column. Texts are interned when it is made, in the job that makes it.
template <typename R>
class StructSource final : public RowSource
{
public:
    using Place = std::function<RowPlace(const R &)>;

    /// `rank`: whose slices the rows name; null where none does.
    StructSource(std::vector<Field<R>> fields, std::vector<R> rows, Place place = {},
                 std::shared_ptr<const RankData> rank = {})
        : RowSource(columnsOf(fields)), m_fields(std::move(fields)), m_rows(std::move(rows)), m_place(std::move(place)),
          m_rank(std::move(rank)), m_names(traceTexts(m_rank)), m_texts(m_fields.size())
    {
        for (size_t c = 0; c < m_fields.size(); ++c) {
            const Field<R> &field = m_fields[c];
            if (field.slice || !isTextKind(field.column.kind))
                continue;
            m_texts[c].reserve(m_rows.size());
            // Neighbours mostly share theirs, which may be long.
            QString last;
            StrId lastId = NoText;
            for (const R &row : m_rows) {
                const FieldValue value = field.value(row);
                const QString *text = std::get_if<QString>(&value);
                if (text && !isOneWord(*text, last) && *text != last) {
                    lastId = m_names.add(*text);
                    last = *text;
                }
                m_texts[c].push_back(text ? lastId : NoText);
                if (field.wording && m_texts[c].back() != NoText)
                    m_wordings.try_emplace(raw(m_texts[c].back()), field.wording(row));
                // Most texts of rows are kept by them.
                m_textBytes += text ? 2 * text->size() : 0;
            }
        }
    }

    using RowSource::setNames; ///< before the rows are shared
    using RowSource::setNotes; ///< before the rows are shared

    /// The texts of the rows are not kept by each of them but by what they have in common, which takes that many bytes;
    /// before the rows are shared.
    void shareTexts(qint64 bytes) { m_textBytes = bytes; }

    /// The struct behind a row.
    [[nodiscard]] const R &at(quint32 row) const { return m_rows[row]; }
    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_rows.size()); }
    [[nodiscard]] quint32 textCount() const override { return m_names.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_names.view(id); }
    [[nodiscard]] Wording wording(StrId id) const override
    {
        const auto at = m_wordings.find(raw(id));
        return at == m_wordings.end() ? Wording() : at->second;
    }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        const auto c = static_cast<size_t>(column);
        if (!m_fields[c].slice)
            return m_texts[c][row];
        const SliceId slice = m_fields[c].slice(m_rows[row]);
        return slice == NoSlice ? NoText : m_rank->trace->slices().name(slice);
    }
    [[nodiscard]] std::string written(quint32 row, int column) const override
    {
        return valueAs<QString>(row, column).value_or(QString()).toStdString();
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        return valueAs<qint64>(row, column);
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override
    {
        return valueAs<double>(row, column);
    }
    [[nodiscard]] RowPlace cellPlace(quint32 row, int column) const override
    {
        const Field<R> &field = m_fields[static_cast<size_t>(column)];
        if (field.link)
            return field.link(m_rows[row]);
        return field.slice ? RowPlace{place(row).rank, field.slice(m_rows[row]), {}} : RowPlace();
    }
    [[nodiscard]] std::optional<double> share(quint32 row, int column) const override
    {
        const Field<R> &field = m_fields[static_cast<size_t>(column)];
        return field.share ? field.share(m_rows[row]) : std::nullopt;
    }
    [[nodiscard]] CellPhrase phrase(quint32 row, int column) const override
    {
        const Field<R> &field = m_fields[static_cast<size_t>(column)];
        return field.phrase ? field.phrase(m_rows[row]) : CellPhrase();
    }
    [[nodiscard]] bool hasPhrases(int column) const override
    {
        return static_cast<bool>(m_fields[static_cast<size_t>(column)].phrase);
    }
    [[nodiscard]] bool isExpected(quint32 row, int column) const override
    {
        const Field<R> &field = m_fields[static_cast<size_t>(column)];
        return field.expected && field.expected(m_rows[row]);
    }
    [[nodiscard]] qint64 bytes() const override
    {
        const auto ids = std::count_if(m_texts.begin(), m_texts.end(), [](const auto &t) { return !t.empty(); });
        return std::ssize(m_rows) * static_cast<qint64>(sizeof(R) + static_cast<size_t>(ids) * sizeof(StrId)) +
               m_textBytes;
    }
    [[nodiscard]] RowPlace place(quint32 row) const override { return m_place ? m_place(m_rows[row]) : RowPlace(); }

private:
    template <typename T>
    [[nodiscard]] std::optional<T> valueAs(quint32 row, int column) const
    {
        const FieldValue value = m_fields[static_cast<size_t>(column)].value(m_rows[row]);
        const T *v = std::get_if<T>(&value);
        return v ? std::optional<T>(*v) : std::nullopt;
    }

    std::vector<Field<R>> m_fields;
    std::vector<R> m_rows;
    Place m_place;
    std::shared_ptr<const RankData> m_rank;
    RowTexts m_names;
    qint64 m_textBytes = 0;
    std::map<quint32, Wording> m_wordings;   ///< by id of the text
    std::vector<std::vector<StrId>> m_texts; ///< by column; empty for numbers and names of slices
};

} // namespace rs
