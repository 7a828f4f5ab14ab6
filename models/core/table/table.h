// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/job/jobcontext.h"
#include "core/text/stringpool.h"

#include <QString>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace rs {

/// Meaning of the numbers of a column; the unit of a Time column is always nanoseconds, whatever the file said.
enum class ColumnType : quint8 {
    Text,      ///< StrId into Table::strings()
    Integer,   ///< qint64
    Real,      ///< double, in the unit that Column::unit names
    TimeStamp, ///< qint64 nanoseconds since the epoch of the file
    Duration,  ///< qint64 nanoseconds
};

/// One typed column. A cell that the file left empty or wrote as N/A or NA is "missing", which is not zero.
struct Column
{
    /// Rows without a gap. Slices of an export may have columns of their own, which take no room in the others' rows.
    struct Piece
    {
        int firstRow = 0;
        std::variant<std::vector<StrId>, std::vector<qint64>, std::vector<double>> values;
        std::vector<bool> present; ///< one flag a row

        [[nodiscard]] int end() const { return firstRow + static_cast<int>(present.size()); }
    };

    QString name; ///< as the file spells it, trimmed, with its unit: "Duration(us)"
    QString unit; ///< "us", "MB", "%": what stands in the last brackets of the name, or empty
    ColumnType type = ColumnType::Text;
    std::vector<Piece> pieces; ///< ascending; rows outside of them are missing

    /// Null when the row is missing for certain.
    [[nodiscard]] const Piece *pieceOf(int row) const;
    /// The piece to which a cell of that row, the next one, is appended.
    Piece &pieceFor(int row);
    /// Appends a missing cell where the piece goes on with that row; else there is nothing to keep.
    void appendMissing(int row);
    [[nodiscard]] qint64 bytes() const;
};

/// A deliverable as typed columns, every column of the file included, in the file's order. Immutable once shared.
class Table
{
public:
    explicit Table(std::shared_ptr<StringPool> strings = std::make_shared<StringPool>());
    friend std::shared_ptr<Table> withRows(const Table &table, const std::vector<int> &rows);

    /// File that it came from, relative to the rank folder; where row r stands is the reader's line number + r.
    QString source;

    int addColumn(const QString &name, ColumnType type);
    /// A column whose cells are there already; texts are ids of strings().
    void addColumn(Column column) { m_columns.push_back(std::move(column)); }
    /// Index of the column of that exact name, or -1.
    [[nodiscard]] int column(QStringView name) const;
    /// The first of several spellings that exists, or -1.
    [[nodiscard]] int columnOf(std::initializer_list<QStringView> spellings) const;

    void appendText(int column, std::string_view text);
    void appendInteger(int column, qint64 value);
    void appendReal(int column, double value);
    void appendMissing(int column);
    /// A column that has received no cell since the last call is missing in this row.
    void finishRow() { ++m_rows; }
    void setRows(int rows) { m_rows = rows; }
    /// Keeps what the table takes reserved for its life.
    void hold(MemoryReservation memory) { m_memory = std::move(memory); }
    [[nodiscard]] qint64 heldBytes() const { return m_memory.bytes(); }

    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] int columnCount() const { return static_cast<int>(m_columns.size()); }
    [[nodiscard]] const Column &at(int column) const { return m_columns[static_cast<size_t>(column)]; }
    [[nodiscard]] const StringPool &strings() const { return *m_strings; }

    /// Never of column -1.
    [[nodiscard]] bool has(int row, int column) const { return pieceWith(row, column) != nullptr; }
    /// Missing or non-text cells give the empty text.
    [[nodiscard]] StrId textId(int row, int column) const;
    [[nodiscard]] std::string_view textView(int row, int column) const { return m_strings->view(textId(row, column)); }
    /// Integer, TimeStamp and Duration columns; `missing` for anything else and for missing cells.
    [[nodiscard]] qint64 integer(int row, int column, qint64 missing = 0) const;
    /// Any numeric column; a Duration gives nanoseconds.
    [[nodiscard]] double real(int row, int column, double missing = 0) const;
    /// The same two; empty for a missing cell, and for column -1.
    [[nodiscard]] std::optional<qint64> integerAt(int row, int column) const
    {
        return has(row, column) ? std::optional(integer(row, column)) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> realAt(int row, int column) const
    {
        return has(row, column) ? std::optional(real(row, column)) : std::nullopt;
    }
    /// A text, or an integer as one; empty likewise.
    [[nodiscard]] QString textOf(int row, int column) const;
    [[nodiscard]] qint64 bytes() const;

private:
    friend class TraceCodec;

    std::shared_ptr<StringPool> m_strings;
    [[nodiscard]] const Column::Piece *pieceWith(int row, int column) const;

    std::vector<Column> m_columns;
    int m_rows = 0;
    MemoryReservation m_memory;
};

/// Numbers of a column, in the unit of people: what the file has times `scale`.
struct ScaledColumn
{
    int column = -1;
    double scale = 1;

    [[nodiscard]] std::optional<double> at(const Table &table, int row) const
    {
        return table.has(row, column) ? std::optional(table.real(row, column) * scale) : std::nullopt;
    }
};

/// Base of structs whose members say where the columns of a file's table stand: each finds its own by the names that
/// files give it. -1: the file has no such column, as where there is no table.
class FileColumns
{
public:
    FileColumns() = default;
    explicit FileColumns(const Table &table) : m_table(&table) {}

protected:
    /// The first of several spellings that exists.
    template <typename... Spelling>
    [[nodiscard]] int find(const Spelling &...spellings) const
    {
        return m_table ? m_table->columnOf({QStringView(spellings)...}) : -1;
    }
    /// One that is of no use unless it is of this type.
    [[nodiscard]] int findTyped(ColumnType type, QStringView name) const
    {
        const int column = find(name);
        return column >= 0 && m_table->at(column).type == type ? column : -1;
    }
    /// "`name`(`unit`)", or else "`name`(`otherUnit`)", whose numbers are times `scale`.
    [[nodiscard]] ScaledColumn findScaled(const QString &name, const char *unit, const char *otherUnit,
                                          double scale) const
    {
        const auto in = [&](const char *of) { return find(QString(name + u'(' + QLatin1String(of) + u')')); };
        const int column = in(unit);
        return column >= 0 ? ScaledColumn{column, 1} : ScaledColumn{in(otherUnit), scale};
    }

private:
    const Table *m_table = nullptr;
};

/// These rows of a table, in the same columns and texts.
[[nodiscard]] std::shared_ptr<Table> withRows(const Table &table, const std::vector<int> &rows);

/// "Duration(us)" -> "us"; "Name" -> "".
[[nodiscard]] QString unitOfColumn(const QString &name);

} // namespace rs
