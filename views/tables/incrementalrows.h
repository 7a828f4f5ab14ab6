// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"

#include <QStringList>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>

namespace rs {

/// The rows of a source as a view gets them: what a view makes for each of millions of rows would hold the window up,
/// so after a reset the first ones are there at once and the others come in turns of the event loop.
class IncrementalRows final : public RowSourceModel
{
public:
    /// As many as a view is ready for within a frame.
    static constexpr int mostAtOnce = 1 << 19;
    /// Behind them: each turn costs a walk over all rows that are there, so there are few turns.
    static constexpr int mostInATurn = 1 << 21;

    /// Between two turns: a timer without one fires again before others do.
    static constexpr int pauseMs = 5;

    explicit IncrementalRows(QObject *parent) : RowSourceModel(parent)
    {
        m_turn.setInterval(pauseMs);
        connect(&m_turn, &QTimer::timeout, this, [this] { showMore(); });
        connect(this, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
            m_turn.stop();
            m_whenAllCame = {};
            m_come = mostAtOnce;
        });
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return std::min(m_come, RowSourceModel::rowCount(parent));
    }
    /// See TableView::setFramed().
    void setFramed(QStringList columns, std::function<QString(const RowSource &, quint32 row)> why)
    {
        m_framedColumns = std::move(columns);
        m_whyFramed = std::move(why);
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {FramedRole, Qt::ToolTipRole});
    }
    [[nodiscard]] QVariant data(const QModelIndex &at, int role = Qt::DisplayRole) const override
    {
        if ((role == FramedRole || role == Qt::ToolTipRole) && m_whyFramed && at.isValid() &&
            m_framedColumns.contains(shown()[static_cast<size_t>(at.column())].column.id)) {
            const QString why = m_whyFramed(*source(), sourceRow(at.row()));
            if (!why.isEmpty())
                return role == FramedRole ? QVariant(true) : QVariant(format::tooltipText(why));
        }
        return RowSourceModel::data(at, role);
    }
    /// Rows are still to come.
    [[nodiscard]] bool areComing() const { return m_turn.isActive(); }
    /// After a reset: at once where all rows are there. Not called when the rows are others before that.
    void whenAllCame(std::function<void()> tell)
    {
        if (rowCount() == RowSourceModel::rowCount())
            return tell();
        m_whenAllCame = std::move(tell);
        m_turn.start();
    }

private:
    void showMore()
    {
        const int first = rowCount();
        const int behind = std::min(RowSourceModel::rowCount() - first, mostInATurn) + first;
        beginInsertRows({}, first, behind - 1);
        m_come = behind;
        endInsertRows();
        if (behind < RowSourceModel::rowCount())
            return;
        m_turn.stop();
        if (const auto tell = std::exchange(m_whenAllCame, {}))
            tell();
    }

    QStringList m_framedColumns; ///< ids
    std::function<QString(const RowSource &, quint32 row)> m_whyFramed;
    QTimer m_turn;
    std::function<void()> m_whenAllCame;
    int m_come = mostAtOnce;
};

} // namespace rs
