// SPDX-License-Identifier: Apache-2.0
#include "items/tableproxy.h"

#include "core/text/patternmatch.h"
#include "items/columnmodel.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"

#include <cmath>
#include <utility>

namespace rs {

namespace {

/// -1, 0, 1; integers are compared as integers, because nanosecond stamps do not fit a double.
int compareValues(const QVariant &a, const QVariant &b)
{
    if (isNumber(a) && isNumber(b)) {
        const bool reals = a.typeId() == QMetaType::Double || b.typeId() == QMetaType::Double ||
                           a.typeId() == QMetaType::Float || b.typeId() == QMetaType::Float;
        if (!reals) {
            const qint64 x = a.toLongLong();
            const qint64 y = b.toLongLong();
            return x < y ? -1 : (x > y ? 1 : 0);
        }
        const double x = a.toDouble();
        const double y = b.toDouble();
        return x < y ? -1 : (x > y ? 1 : 0);
    }
    return QString::compare(a.toString(), b.toString(), Qt::CaseInsensitive);
}

bool isMissing(const QVariant &v)
{
    return !v.isValid() || (v.typeId() == QMetaType::Double && std::isnan(v.toDouble()));
}

} // namespace

TableProxy::TableProxy(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortRole(SortRole);
    setDynamicSortFilter(true);
}

void TableProxy::setSourceModel(QAbstractItemModel *model)
{
    m_keysOf = -1;
    if (sourceModel())
        disconnect(sourceModel(), nullptr, this, nullptr);
    // Before the proxy hears of it, and sorts.
    m_understood.reset();
    const auto forget = [this] {
        m_keysOf = -1;
        m_understood.reset();
    };
    if (model) {
        connect(model, &QAbstractItemModel::modelAboutToBeReset, this, forget);
        connect(model, &QAbstractItemModel::modelReset, this, forget);
        connect(model, &QAbstractItemModel::dataChanged, this, forget);
        connect(model, &QAbstractItemModel::layoutChanged, this, forget);
        connect(model, &QAbstractItemModel::rowsInserted, this, forget);
        connect(model, &QAbstractItemModel::rowsRemoved, this, forget);
        connect(model, &QAbstractItemModel::rowsMoved, this, forget);
        connect(model, &QAbstractItemModel::columnsInserted, this, forget);
        connect(model, &QAbstractItemModel::columnsRemoved, this, forget);
    }
    QSortFilterProxyModel::setSourceModel(model);
}

const QVariant &TableProxy::sortKey(const QModelIndex &at) const
{
    const QAbstractItemModel *const model = sourceModel();
    if (m_keysOf != at.column() || m_keys.size() != static_cast<size_t>(model->rowCount())) {
        m_keys.clear();
        for (int row = 0; row < model->rowCount(); ++row)
            m_keys.push_back(model->index(row, at.column()).data(SortRole));
        m_keysOf = at.column();
    }
    return m_keys[static_cast<size_t>(at.row())];
}

void TableProxy::setText(const QString &text, bool regularExpression)
{
    m_text = text;
    m_isExpression = regularExpression;
    m_expression = QRegularExpression(regularExpression ? text : QRegularExpression::escape(text),
                                      QRegularExpression::CaseInsensitiveOption);
    ask();
}

void TableProxy::ask()
{
    m_gaveUp.clear();
    m_isAsking = true;
    invalidateFilter();
    m_isAsking = false;
    showAllAfterGivingUp();
}

// Rows that were asked before it gave up are shown as well.
void TableProxy::showAllAfterGivingUp()
{
    if (!m_gaveUp.isEmpty())
        invalidateFilter();
    emit filtersChanged();
}

QString TableProxy::textError() const
{
    if (m_isExpression && !m_expression.isValid())
        return m_expression.errorString();
    (void)understood();
    return m_conditionError.isEmpty() ? m_gaveUp : m_conditionError;
}

void TableProxy::setRange(int column, Range range)
{
    if (range.min || range.max)
        m_ranges[column] = range;
    else
        m_ranges.erase(column);
    ask();
}

TableProxy::Range TableProxy::range(int column) const
{
    const auto it = m_ranges.find(column);
    return it == m_ranges.end() ? Range() : it->second;
}

void TableProxy::setConditions(std::vector<ColumnFilter> conditions)
{
    if (conditions == m_conditions)
        return;
    m_conditions = std::move(conditions);
    m_understood.reset();
    ask();
}

const std::vector<std::pair<int, ColumnCondition>> &TableProxy::understood() const
{
    if (m_understood)
        return *m_understood;
    m_understood.emplace();
    m_conditionError.clear();
    const QAbstractItemModel *const model = sourceModel();
    const auto *const typed = qobject_cast<const ColumnModel *>(model);
    for (const ColumnFilter &filter : m_conditions) {
        if (!model || filter.column < 0 || filter.column >= model->columnCount())
            continue;
        TableColumn column;
        if (typed)
            column = typed->columns()[static_cast<size_t>(filter.column)];
        else if ((model->headerData(filter.column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) !=
                 0)
            column.kind = CellKind::Real;
        ColumnCondition condition(filter.text, filter.regularExpression, column,
                                  typed ? typed->unitOf(filter.column) : format::TimeUnit::Ns);
        if (condition.error().isEmpty())
            m_understood->emplace_back(filter.column, std::move(condition));
        else
            m_conditionError = condition.error();
    }
    return *m_understood;
}

void TableProxy::textColumnsChanged()
{
    if (m_text.isEmpty())
        return;
    ask();
}

void TableProxy::clearFilters()
{
    m_ranges.clear();
    m_conditions.clear();
    m_understood.reset();
    setText({}, m_isExpression);
}

bool TableProxy::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (!m_gaveUp.isEmpty())
        return true;
    try {
        return passes(sourceRow, sourceParent);
    } catch (const PatternGaveUp &e) {
        m_gaveUp = tableText(e.phrase());
        auto *const self = const_cast<TableProxy *>(this); // it is not changed before Qt is through with these rows
        if (!m_isAsking)
            QMetaObject::invokeMethod(self, &TableProxy::showAllAfterGivingUp, Qt::QueuedConnection);
        return true;
    }
}

bool TableProxy::passes(int sourceRow, const QModelIndex &sourceParent) const
{
    const QAbstractItemModel *m = sourceModel();
    for (const auto &[column, range] : m_ranges) {
        const QVariant v = m->data(m->index(sourceRow, column, sourceParent), SortRole);
        if (isMissing(v))
            return false;
        const double value = v.toDouble();
        if ((range.min && value < *range.min) || (range.max && value > *range.max))
            return false;
    }
    for (const auto &[column, condition] : understood()) {
        const QModelIndex at = m->index(sourceRow, column, sourceParent);
        const QVariant value = m->data(at, SortRole);
        const bool accepted = condition.isOfNumbers() && isNumber(value)
                                  ? condition.acceptsNumber(value.toDouble())
                                  : condition.acceptsShown(m->data(at, Qt::DisplayRole).toString());
        if (!accepted)
            return false;
    }
    if (m_text.isEmpty() || !m_expression.isValid())
        return true;
    const int columns = m->columnCount(sourceParent);
    for (int c = 0; c < columns; ++c) {
        if (m_wanted && !m_wanted(c))
            continue;
        const QModelIndex at = m->index(sourceRow, c, sourceParent);
        const QVariant value = m->data(at, SortRole);
        // Numbers are looked for as they are shown; text also as the file has it.
        if (matchesShown(m_expression, m->data(at, Qt::DisplayRole).toString(),
                         isNumber(value) ? CellKind::Real : CellKind::Text))
            return true;
        if (value.typeId() == QMetaType::QString && matchesPattern(m_expression, value.toString()))
            return true;
    }
    return false;
}

bool TableProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant &a = sortKey(left);
    const QVariant &b = sortKey(right);
    const bool noA = isMissing(a);
    const bool noB = isMissing(b);
    if (noA || noB) {
        if (noA && noB)
            return false;
        // In descending order the proxy swaps the sides; a missing value must stay at the end there too.
        return sortOrder() == Qt::AscendingOrder ? noB : noA;
    }
    return compareValues(a, b) < 0;
}

} // namespace rs

#include "moc_tableproxy.cpp"
