// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/intervals.h"
#include "core/ids.h"
#include "core/jobcontext.h"
#include "core/stringpool.h"
#include "items/columnmodel.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Rows of sealed data, looked up when they are asked for: what tables with millions of rows stand on. Immutable, so
/// that jobs sort, filter and export it while the GUI thread shows it.
class RowSource
{
public:
    RowSource() = default;
    virtual ~RowSource() = default;
    Q_DISABLE_COPY_MOVE(RowSource)

    /// Ids, kinds and English titles; the model may hold translated ones.
    [[nodiscard]] const std::vector<TableColumn> &columns() const { return m_columns; }
    [[nodiscard]] virtual quint32 rows() const = 0;
    [[nodiscard]] virtual const StringPool &strings() const = 0;
    /// Text columns; NoText where the cell is missing.
    [[nodiscard]] virtual StrId textId(quint32 row, int column) const = 0;
    /// A text as people read it.
    [[nodiscard]] virtual QString text(StrId id) const { return strings().text(id); }
    /// Integer, Duration and Difference columns.
    [[nodiscard]] virtual std::optional<qint64> integer(quint32 row, int column) const = 0;
    /// Real, Percent and Ratio columns.
    [[nodiscard]] virtual std::optional<double> real(quint32 row, int column) const = 0;
    /// True for a column of numbers that only name something: no thousands are parted in them.
    [[nodiscard]] virtual bool isIdentifier(int) const { return false; }
    /// When the row was; empty for rows without a time.
    [[nodiscard]] virtual std::optional<Interval> time(quint32 row) const = 0;
    /// The slice that the row stands for, or NoSlice.
    [[nodiscard]] virtual SliceId slice(quint32 row) const = 0;

    /// As ColumnModel wants it: invalid where there is no value.
    [[nodiscard]] QVariant value(quint32 row, int column) const;

protected:
    void setColumns(std::vector<TableColumn> columns) { m_columns = std::move(columns); }

private:
    std::vector<TableColumn> m_columns;
};

/// Which rows, and in which order.
struct RowQuery
{
    struct Range
    {
        std::optional<double> min; ///< in the unit of the raw value; both ends belong to the range
        std::optional<double> max;
    };
    QString text;                  ///< rows in which any text column contains it, in either case
    bool regularExpression = false;
    std::map<int, Range> ranges;   ///< by column
    std::optional<Interval> window;///< rows that touch it; rows without a time stay
    int sortColumn = -1;           ///< -1: as the source has them
    bool descending = false;
    quint32 keep = 0xffffffffU;    ///< row whose place in the result is wanted
};

struct RowOrder
{
    std::vector<quint32> rows;
    std::vector<qint64> largest; ///< by column: greatest magnitude of a time among the rows, from which units follow
    int kept = -1;               ///< where RowQuery::keep stands now
    QString error;               ///< of a broken expression, which then filters nothing
    bool complete = false;       ///< false: cancelled
};

/// Filters, then sorts; equal rows keep the order of the source, missing values come last in both directions. Any
/// thread.
[[nodiscard]] RowOrder orderedRows(const RowSource &source, const RowQuery &query,
                                   const JobContext &job = JobContext());

/// Shows the rows of a source in an order that was made elsewhere.
class RowSourceModel : public ColumnModel
{
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;

    /// Null for an empty table without columns. `columns` are those of the source, with titles in the user's language.
    void setSource(std::shared_ptr<const RowSource> source, std::vector<TableColumn> columns,
                   std::shared_ptr<const RowOrder> order);
    void setOrder(std::shared_ptr<const RowOrder> order);
    /// The same columns in another language.
    void retitle(std::vector<TableColumn> columns) { setTitles(std::move(columns)); }
    [[nodiscard]] const std::shared_ptr<const RowSource> &source() const { return m_source; }
    [[nodiscard]] const std::shared_ptr<const RowOrder> &order() const { return m_order; }
    [[nodiscard]] quint32 sourceRow(int row) const { return m_order->rows[static_cast<size_t>(row)]; }

protected:
    [[nodiscard]] QVariant raw(int row, int column) const override;
    [[nodiscard]] QString text(int row, int column) const override;
    [[nodiscard]] QVariant extra(int row, int column, int role) const override;
    [[nodiscard]] qint64 largest(int column) const override;

private:
    std::shared_ptr<const RowSource> m_source;
    std::shared_ptr<const RowOrder> m_order;
};

} // namespace rs
