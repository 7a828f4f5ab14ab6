// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "items/columncondition.h"
#include "items/tablecolumn.h"
#include "tables/base/rowsource.h"

#include <QAbstractTableModel>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// A title, hint, word or sentence of the catalogue in the user's language.
[[nodiscard]] QString tableText(const QString &english);
/// The same of a sentence with names and numbers in it.
[[nodiscard]] QString tableText(const Phrase &english);

/// A column as it is shown: what of the source it shows, and how.
struct ShownColumn
{
    TableColumn column; ///< in the user's language
    int source = -1;    ///< column of the source
    bool stamp = false; ///< a stamp as it is, not as an offset
};

/// The columns of a source in the user's language: each stamp as an offset, and behind all others the stamps
/// themselves, hidden until the user asks for them.
[[nodiscard]] std::vector<ShownColumn> shownColumns(const RowSource &source);

/// Earliest stamp of the first column of stamps: the zero of offsets where nothing tells one. 0 without stamps.
[[nodiscard]] qint64 firstStamp(const RowSource &source);

/// Which rows, and in which order.
struct RowQuery
{
    struct Range
    {
        std::optional<double> min; ///< in the unit of the raw value; both ends belong to the range
        std::optional<double> max;
    };
    std::vector<ShownColumn> columns; ///< columns of the source; the numbers of columns below are into these
    qint64 originNs = 0;              ///< zero of offsets
    QString text;                     ///< rows in which any cell contains it as it is shown, in either case
    bool regularExpression = false;
    std::vector<bool> hidden;             ///< by column: text is not looked for there; empty: everywhere
    std::map<int, Range> ranges;          ///< by column
    std::vector<ColumnFilter> conditions; ///< rows that pass all of them
    std::optional<Interval> window;       ///< rows that touch it; rows without a time stay
    /// Only rows of which it says yes, on any thread; empty: all.
    std::function<bool(const RowSource &, quint32 row)> only;
    int sortColumn = -1; ///< -1: as the source has them
    bool descending = false;
    quint32 keep = 0xffffffffU; ///< row whose place in the result is wanted
};

struct RowOrder
{
    std::vector<quint32> rows;
    std::vector<qint64> largest; ///< by column: greatest magnitude of a time, from which units follow; text filters no
                                 ///< row out of it, so that what is shown is what was looked for
    int kept = -1;               ///< new row of RowQuery::keep
    QString error;               ///< fault of an expression or condition, which then filters nothing
    bool complete = false;       ///< false: cancelled
};

/// Filters, then sorts; equal rows keep the order of the source, missing values come last in both directions. Details
/// follow the row that they stand below, as the source has them. Any thread.
[[nodiscard]] RowOrder orderedRows(const RowSource &source, const RowQuery &query,
                                   const JobContext &job = JobContext());

/// Shows the rows of a source in an order that was made elsewhere: titles, units, texts, alignment, and values to sort
/// and export by follow from the columns. Every call is O(1).
class RowSourceModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Null for an empty table without columns. `originNs` is the zero of offsets.
    void setSource(std::shared_ptr<const RowSource> source, std::shared_ptr<const RowOrder> order, qint64 originNs = 0);
    void setOrder(std::shared_ptr<const RowOrder> order) { setSource(m_source, std::move(order), m_originNs); }
    /// All rows as they come.
    void setWhole(const std::shared_ptr<const RowSource> &source, qint64 originNs = 0);
    /// The same columns and words in the language of now.
    void retranslate();
    [[nodiscard]] const std::vector<ShownColumn> &shown() const { return m_shown; }
    /// Index of the column of that id, or -1.
    [[nodiscard]] int columnOf(QStringView id) const;
    /// The unit in which the times of a column are shown now.
    [[nodiscard]] format::TimeUnit unitOf(int column) const { return m_units[static_cast<size_t>(column)]; }
    [[nodiscard]] qint64 originNs() const { return m_originNs; }
    [[nodiscard]] const std::shared_ptr<const RowSource> &source() const { return m_source; }
    [[nodiscard]] const std::shared_ptr<const RowOrder> &order() const { return m_order; }
    [[nodiscard]] quint32 sourceRow(int row) const { return m_order->rows[static_cast<size_t>(row)]; }
    /// The text of a cell, by the row of the source, which the order may leave out.
    [[nodiscard]] QString shownAt(quint32 row, int column) const;
    /// Rows of the order, whether a view has got them or not.
    [[nodiscard]] int ordered() const { return m_order ? static_cast<int>(m_order->rows.size()) : 0; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QVariant toolTip(const ShownColumn &column, quint32 row) const;
    [[nodiscard]] QVariant exported(quint32 row, int at) const;

    std::shared_ptr<const RowSource> m_source;
    std::shared_ptr<const RowOrder> m_order;
    std::vector<ShownColumn> m_shown;
    std::vector<format::TimeUnit> m_units; ///< by column
    qint64 m_originNs = 0;
};

} // namespace rs
