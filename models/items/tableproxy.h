// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/columncondition.h"

#include <QRegularExpression>
#include <QSortFilterProxyModel>

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Sorts by SortRole (numbers as numbers, missing values last in both directions) and filters by a text and by ranges.
class TableProxy : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit TableProxy(QObject *parent = nullptr);
    void setSourceModel(QAbstractItemModel *model) override;

    struct Range
    {
        std::optional<double> min; ///< in the unit of the raw value; both ends belong to the range
        std::optional<double> max;
    };

    /// Shows the rows in which any column's display or raw text contains `text`, in either case, or matches it as a
    /// regular expression. An invalid expression, and one that gives up, shows all rows and is reported by textError().
    void setText(const QString &text, bool regularExpression);
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] bool isRegularExpression() const { return m_isExpression; }
    [[nodiscard]] QString textError() const;
    /// Column of the source model; an empty range removes the filter.
    void setRange(int column, Range range);
    [[nodiscard]] Range range(int column) const;
    /// Shows only rows that pass all of them; of one that cannot be understood textError() tells, and it filters
    /// nothing.
    void setConditions(std::vector<ColumnFilter> conditions);
    /// Columns in which text is looked for; empty: in all. Called again for each row, so that it may change.
    void setTextColumns(std::function<bool(int)> wanted) { m_wanted = std::move(wanted); }
    /// After the answers of setTextColumns() changed.
    void textColumnsChanged();
    [[nodiscard]] bool isFiltered() const { return !m_text.isEmpty() || !m_ranges.empty() || !m_conditions.empty(); }
    void clearFilters();

signals:
    void filtersChanged();

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    /// The filters are others: rows are asked anew.
    void ask();
    void showAllAfterGivingUp();
    [[nodiscard]] bool passes(int sourceRow, const QModelIndex &sourceParent) const;
    [[nodiscard]] const QVariant &sortKey(const QModelIndex &at) const;
    [[nodiscard]] const std::vector<std::pair<int, ColumnCondition>> &understood() const;

    /// Values of one column by row, read once for a sort: it asks for each of them many times.
    mutable std::vector<QVariant> m_keys;
    mutable int m_keysOf = -1; ///< column
    QString m_text;
    bool m_isExpression = false;
    QRegularExpression m_expression;
    std::function<bool(int)> m_wanted;
    std::map<int, Range> m_ranges;
    std::vector<ColumnFilter> m_conditions;
    /// Of m_conditions by column, by the units that the model shows; made again when they may be others.
    mutable std::optional<std::vector<std::pair<int, ColumnCondition>>> m_understood;
    mutable QString m_conditionError;
    mutable QString m_gaveUp; ///< a sentence, since an expression has given up; until the filters change
    bool m_isAsking = false;
};

} // namespace rs
