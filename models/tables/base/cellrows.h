// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "tables/base/rowsource.h"

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rs {

/// The value of a cell, of the kind that its column has; missing where it is made of nothing, of an empty text or of an
/// optional without a value.
class Cell
{
public:
    Cell() = default;
    Cell(std::nullopt_t) {}
    Cell(const QString &text) : value(text) {}
    /// English, of a Word column.
    Cell(const char *text) : value(QString::fromLatin1(text)) {}
    /// The slice whose name the cell shows and leads to; missing for NoSlice.
    Cell(SliceId slice) : value(slice) {}
    /// A text of a Sentence column.
    Cell(const Phrase &sentence) : Cell(sentence.english(), {sentence, {}}) {}
    Cell(const QString &english, Wording wording) : value(std::pair(english, std::move(wording))) {}
    template <typename T>
    requires std::is_arithmetic_v<T> Cell(T number)
        : value(static_cast<std::conditional_t<std::is_integral_v<T>, qint64, double>>(number))
    {
    }
    template <typename T>
    Cell(const std::optional<T> &known) : Cell(known ? Cell(*known) : Cell())
    {
    }

private:
    friend class CellRows;
    std::variant<std::monostate, QString, qint64, double, SliceId, std::pair<QString, Wording>> value;
};

/// The value where it is known.
template <typename T>
[[nodiscard]] Cell cellIf(bool isKnown, const T &value)
{
    return isKnown ? Cell(value) : Cell();
}

/// Sets where columns stand in the window: these first, what a narrow dock has room for.
void leadWith(std::vector<ColumnSpec> &columns, std::initializer_list<QStringView> ids);
/// Shows times of these columns in one unit; see ColumnSpec::unitGroup.
void setUnitGroup(std::vector<ColumnSpec> &columns, int group, std::initializer_list<QStringView> ids);
/// The column of that id, which there must be.
[[nodiscard]] ColumnSpec &columnNamed(std::vector<ColumnSpec> &columns, QStringView id);

/// Rows whose cells are appended in the order of the columns, by one thread; sealed when they are shared.
class CellRows : public RowSource
{
public:
    /// `rank`: whose slices the cells name; null where none does.
    explicit CellRows(std::vector<ColumnSpec> columns, std::shared_ptr<const RankData> rank = {});

    using RowSource::setNames;
    using RowSource::setNotes;

    /// Appends a row that leads to `place`; as many cells as columns.
    void add(const RowPlace &place, std::initializer_list<Cell> cells) { add(place, {cells.begin(), cells.size()}); }
    void add(const RowPlace &place, std::span<const Cell> cells);

    // Setters for the row that was appended last: what its cell in the column of that id, which there must be, has
    // beside its value.
    void setLink(QStringView id, const RowPlace &place);
    void setShare(QStringView id, std::optional<double> share); ///< 0 to 1
    void setPhrase(QStringView id, const CellPhrase &phrase);
    void setExpected(QStringView id);

    // Once all rows are appended.
    [[nodiscard]] bool hasValues(QStringView id) const;
    void setShown(QStringView id, bool isShown);
    /// To people a column without any value says nothing: of these columns the window hides those. Files have them.
    void hideEmpty(std::initializer_list<QStringView> ids);

    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_places.size()); }
    [[nodiscard]] quint32 textCount() const override { return m_texts.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override { return at(column).texts[row]; }
    [[nodiscard]] std::string written(quint32 row, int column) const override { return at(column).written[row]; }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override;
    [[nodiscard]] RowPlace place(quint32 row) const override;
    [[nodiscard]] RowPlace cellPlace(quint32 row, int column) const override;
    [[nodiscard]] Wording wording(StrId id) const override;
    [[nodiscard]] std::optional<double> share(quint32 row, int column) const override;
    [[nodiscard]] CellPhrase phrase(quint32 row, int column) const override;
    [[nodiscard]] bool hasPhrases(int column) const override { return !at(column).phrases.empty(); }
    [[nodiscard]] bool isExpected(quint32 row, int column) const override;
    [[nodiscard]] qint64 bytes() const override;

private:
    /// Vectors of what no row has are empty; those of slices, links, shares and phrases end with the last row that
    /// has one.
    struct Values
    {
        std::vector<StrId> texts;
        std::vector<SliceId> slices; ///< that the texts name
        std::vector<std::string> written;
        std::vector<qint64> integers;
        std::vector<double> reals;
        std::vector<bool> present; ///< for numbers
        std::vector<RowPlace> links;
        std::vector<std::optional<double>> shares;
        std::vector<CellPhrase> phrases;
        std::vector<bool> expected;
        QString lastText; ///< neighbours mostly share theirs, which may be long
        StrId lastId = NoText;
    };
    [[nodiscard]] const Values &at(int column) const { return m_values[static_cast<size_t>(column)]; }
    [[nodiscard]] Values &valuesOf(QStringView id) { return m_values[static_cast<size_t>(columnOf(id))]; }
    [[nodiscard]] StrId idOf(Values &column, const QString &text);
    void append(size_t column, const Cell &cell);

    std::shared_ptr<const RankData> m_rank;
    RowTexts m_texts;
    std::vector<Values> m_values;
    std::vector<std::pair<int, SliceId>> m_places;
    std::vector<std::optional<Interval>> m_times; ///< ends with the last row that leads to one
    std::vector<RowPlace> m_widePlaces;           ///< ends with the last row that leads to more than these
    std::map<quint32, Wording> m_wordings;        ///< by id of the text
};

} // namespace rs
