// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"

#include <QAbstractTableModel>
#include <QRegularExpression>
#include <QString>

#include <functional>
#include <vector>

namespace rs {

/// How the cells of a column are shown, aligned and exported.
enum class CellKind : quint8 {
    Text,       ///< raw: QString from a file or of ours; control characters are escaped on screen
    Integer,    ///< raw: qint64
    Real,       ///< raw: double
    Duration,   ///< raw: qint64 nanoseconds; shown and exported in one unit per column
    Difference, ///< Duration with a sign in front
    Percent,    ///< raw: double, 0..1; shown and exported as per cent
    Ratio,      ///< raw: double; shown with two decimals
    Bytes,      ///< raw: qint64; shown as "12.3 MB"
};

/// What a column is.
struct TableColumn
{
    QString id;    ///< stable: settings, tests and the export use it
    QString title; ///< translated; "%1" stands for the unit of a Duration or Difference column
    CellKind kind = CellKind::Text;
    QString description; ///< translated tooltip of the header: how the number comes about
    int decimals = 3;    ///< Real, Duration, Difference
    bool shown = true;   ///< false: only when the user chooses it
};

/// What a cell says whose value should be there and is not; exported as an empty cell.
[[nodiscard]] QString missingText();
/// A raw value of a column's kind as it is shown.
[[nodiscard]] QString shownValue(const TableColumn &column, format::TimeUnit unit, const QVariant &value);
/// Whether the text of a filter may be part of a number as it is shown: of the others only texts are looked at.
[[nodiscard]] bool mayMatchNumbers(const QString &text, bool regularExpression);
/// Whether a cell that shows a text passes a filter; of a number also without the spaces that part its thousands.
/// Throws PatternGaveUp.
[[nodiscard]] bool matchesShown(const QRegularExpression &expression, QString shown, CellKind kind);
/// Whether cells of this kind are nanoseconds, shown in one unit per column.
[[nodiscard]] bool isTime(CellKind kind);

/// Base of table models. A derived class says how many rows there are and what a cell's raw value is;
/// titles, units, display text, alignment, sort and export values follow from the column. Every call is O(1).
class ColumnModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    [[nodiscard]] const std::vector<TableColumn> &columns() const { return m_columns; }
    /// Index of the column of that id, or -1.
    [[nodiscard]] int columnOf(QStringView id) const;
    /// The unit in which a Duration column is shown now.
    [[nodiscard]] format::TimeUnit unitOf(int column) const { return m_units[static_cast<size_t>(column)]; }

protected:
    /// Raw value of the column's kind; an invalid variant where there is none, which is not zero.
    [[nodiscard]] virtual QVariant raw(int row, int column) const = 0;
    /// Display text where it is not simply the formatted raw value; a null string asks for that.
    [[nodiscard]] virtual QString text(int row, int column) const;
    /// Any other role (colours, ShareRole …).
    [[nodiscard]] virtual QVariant extra(int row, int column, int role) const;

    /// Greatest magnitude in a Duration or Difference column, from which its unit follows. Looks at every row; models
    /// of millions of rows know it beforehand.
    [[nodiscard]] virtual qint64 largest(int column) const;

    /// Replaces columns and rows in one reset; `change` swaps the data in.
    void reset(std::vector<TableColumn> columns, int rows, const std::function<void()> &change = {});
    /// Same columns, other rows.
    void reset(int rows, const std::function<void()> &change = {});
    /// New titles and descriptions for the same columns, after a language change.
    void setTitles(std::vector<TableColumn> columns);
    /// Duration columns that show one quantity share one unit, so that their figures can be compared by eye.
    void shareUnits(std::vector<std::vector<int>> groups) { m_sharing = std::move(groups); }

private:
    void chooseUnits();
    [[nodiscard]] QString shown(int row, int column, const QVariant &value) const;

    std::vector<TableColumn> m_columns;
    std::vector<format::TimeUnit> m_units;
    std::vector<std::vector<int>> m_sharing;
    int m_rows = 0;
};

} // namespace rs
