// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/hoststacks.h"
#include "items/format.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Operators of the host below the functions that called them, with their times in one unit. Children are put in order
/// when they are first asked for, so that a tree of millions of nodes costs what is unfolded of it.
class HostStackModel final : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { Name, HostTotal, HostSelf, DeviceTotal, DeviceSelf, CoreSelf, Calls, ColumnCount };

    explicit HostStackModel(QObject *parent = nullptr);

    /// Null empties it.
    void setStacks(std::shared_ptr<const HostStacks> stacks);
    [[nodiscard]] const std::shared_ptr<const HostStacks> &stacks() const { return m_stacks; }
    void retranslate();
    /// Index of a node; the root, which has no row, has an invalid one.
    [[nodiscard]] QModelIndex indexOf(quint32 node) const;
    [[nodiscard]] quint32 nodeOf(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] std::optional<double> value(quint32 node, int column) const;
    [[nodiscard]] QString nameOf(quint32 node) const;
    void arrange(quint32 parent) const;

    std::shared_ptr<const HostStacks> m_stacks;
    format::TimeUnit m_unit = format::TimeUnit::Us;
    int m_column = HostTotal;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    // By node; filled in as children are asked for.
    mutable std::vector<quint32> m_order; ///< as HostStacks has them
    mutable std::vector<bool> m_arranged;
    mutable std::vector<int> m_place; ///< among its siblings
};

} // namespace rs
