// SPDX-License-Identifier: Apache-2.0
#include "items/hoststackmodel.h"

#include "items/modelroles.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr double nsPerUs = 1000;

std::optional<HostTime> timeOfColumn(int column)
{
    switch (column) {
    case HostStackModel::HostTotal:
        return HostTime::HostTotal;
    case HostStackModel::HostSelf:
        return HostTime::HostSelf;
    case HostStackModel::DeviceTotal:
        return HostTime::DeviceTotal;
    case HostStackModel::DeviceSelf:
        return HostTime::DeviceSelf;
    case HostStackModel::CoreSelf:
        return HostTime::CoreSelf;
    default:
        return std::nullopt;
    }
}

} // namespace

HostStackModel::HostStackModel(QObject *parent) : QAbstractItemModel(parent) {}

void HostStackModel::setStacks(std::shared_ptr<const HostStacks> stacks)
{
    beginResetModel();
    m_stacks = std::move(stacks);
    const size_t nodes = m_stacks ? m_stacks->size() : 0;
    m_order.clear();
    m_arranged.assign(nodes, false);
    m_place.assign(nodes, 0);
    if (m_stacks) {
        m_order.resize(nodes);
        const StackNode &all = m_stacks->at(HostStacks::Root);
        const double largest = std::max(all.sums.us(HostTime::HostTotal), all.sums.us(HostTime::DeviceTotal));
        m_unit = format::timeUnitFor(std::llround(largest * nsPerUs));
    }
    endResetModel();
}

void HostStackModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, 0), index(rows - 1, 0));
}

void HostStackModel::arrange(quint32 parent) const
{
    if (m_arranged[parent])
        return;
    m_arranged[parent] = true;
    const auto children = m_stacks->childrenOf(parent);
    const auto first = m_order.begin() + m_stacks->at(parent).firstChild;
    const auto last = std::copy(children.begin(), children.end(), first);
    const bool descends = m_sortOrder == Qt::DescendingOrder;
    if (m_column == Name) {
        std::stable_sort(first, last, [&](quint32 a, quint32 b) {
            return descends ? m_stacks->text(b) < m_stacks->text(a) : m_stacks->text(a) < m_stacks->text(b);
        });
    } else {
        // Missing values are last in either order.
        std::stable_sort(first, last, [&](quint32 a, quint32 b) {
            const auto x = value(a, m_column);
            const auto y = value(b, m_column);
            if (!x || !y)
                return x.has_value() && !y.has_value();
            return descends ? *y < *x : *x < *y;
        });
    }
    int row = 0;
    for (auto at = first; at != last; ++at)
        m_place[*at] = row++;
}

QModelIndex HostStackModel::indexOf(quint32 node) const
{
    if (!m_stacks || node == HostStacks::Root || node >= m_stacks->size())
        return {};
    arrange(m_stacks->at(node).parent);
    return createIndex(m_place[node], 0, quintptr{node});
}

quint32 HostStackModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<quint32>(index.internalId()) : HostStacks::Root;
}

QModelIndex HostStackModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const quint32 of = nodeOf(parent);
    arrange(of);
    return createIndex(row, column, quintptr{m_order[m_stacks->at(of).firstChild + static_cast<quint32>(row)]});
}

QModelIndex HostStackModel::parent(const QModelIndex &child) const
{
    return child.isValid() && m_stacks ? indexOf(m_stacks->at(nodeOf(child)).parent) : QModelIndex();
}

int HostStackModel::rowCount(const QModelIndex &parent) const
{
    if (!m_stacks || parent.column() > 0)
        return 0;
    return static_cast<int>(m_stacks->at(nodeOf(parent)).children);
}

int HostStackModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

std::optional<double> HostStackModel::value(quint32 node, int column) const
{
    const StackNode &n = m_stacks->at(node);
    if (column == Calls)
        return static_cast<double>(n.calls);
    const auto time = timeOfColumn(column);
    return time ? n.sums.at(*time) : std::nullopt;
}

QString HostStackModel::nameOf(quint32 node) const
{
    const StackNode &n = m_stacks->at(node);
    return n.kind == StackNodeKind::NoStack ? tr("Without a call stack")
                                            : format::displayText(m_stacks->texts()->text(n.text));
}

QVariant HostStackModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_stacks)
        return {};
    const quint32 node = nodeOf(index);
    const auto number = value(node, index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name)
            return nameOf(node);
        if (!number)
            return QString();
        return index.column() == Calls ? format::integer(m_stacks->at(node).calls)
                                       : format::timeIn(std::llround(*number * nsPerUs), m_unit);
    case Qt::ToolTipRole:
        return index.column() == Name ? format::tooltipText(nameOf(node)) : QString();
    case Qt::TextAlignmentRole:
        return int(index.column() == Name ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    case SortRole:
        return number ? QVariant(*number) : QVariant();
    case ShareRole: {
        // Weight of a cell: the total of an operator includes those that it calls, its weight does not.
        const double all = m_stacks->weight(HostStacks::Root);
        if (index.column() != HostTotal || all <= 0 || !number)
            return {};
        return *number / all;
    }
    default:
        return {};
    }
}

QVariant HostStackModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(section == Name ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case HostTotal:
            return format::tooltipText(tr("Function: sum of the self times of all operators below it, so nothing "
                                          "counts twice. Operator: as in the file, with those that it calls. The "
                                          "bar is the share of all."));
        case HostSelf:
            return format::tooltipText(tr("Operator: without those that it calls. Function: the operators that it "
                                          "calls directly."));
        case DeviceTotal:
        case DeviceSelf:
            return format::tooltipText(tr("Of the kernels that the operators launched."));
        case CoreSelf:
            return format::tooltipText(tr("Of the kernels that ran on AI cores."));
        default:
            return {};
        }
    }
    if (role != Qt::DisplayRole)
        return {};
    static constexpr const char *titles[] = {QT_TR_NOOP("Function or operator"),
                                             QT_TR_NOOP("Host total (%1)"),
                                             QT_TR_NOOP("Host self (%1)"),
                                             QT_TR_NOOP("Device total (%1)"),
                                             QT_TR_NOOP("Device self (%1)"),
                                             QT_TR_NOOP("AI core self (%1)"),
                                             QT_TR_NOOP("Calls")};
    if (section < 0 || section >= ColumnCount)
        return {};
    return tr(titles[section]).replace(QLatin1String("%1"), format::unitName(m_unit));
}

void HostStackModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ColumnCount || (column == m_column && order == m_sortOrder))
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    m_column = column;
    m_sortOrder = order;
    std::fill(m_arranged.begin(), m_arranged.end(), false);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex &old : before)
        after << indexOf(nodeOf(old)).siblingAtColumn(old.column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

} // namespace rs

#include "moc_hoststackmodel.cpp"
