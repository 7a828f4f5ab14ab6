// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/celldelegate.h"

#include "items/modelroles.h"
#include "views/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

CellDelegate::CellDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) {}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant share = index.data(ShareRole);
    if (share.isValid() && !(option.state & QStyle::State_Selected)) {
        const double value = std::clamp(share.toDouble(), -1.0, 1.0);
        const QRectF cell = QRectF(option.rect).adjusted(2, 3, -2, -3);
        QRectF bar = cell;
        QColor fill = m_theme->category(TimeCategory::PureCompute);
        if (index.data(DivergingRole).toBool()) {
            const double middle = cell.center().x();
            const double reach = std::abs(value) * cell.width() / 2;
            bar.setLeft(value < 0 ? middle - reach : middle);
            bar.setWidth(reach);
            fill = value < 0 ? m_theme->category(TimeCategory::PureCompute) : m_theme->category(TimeCategory::Uncovered);
        } else {
            bar.setWidth(std::max(0.0, value) * cell.width());
        }
        // Strong enough to be seen, weak enough for the number on it to keep its contrast.
        fill.setAlphaF(0.28F);
        painter->fillRect(bar, fill);
    }
    QStyledItemDelegate::paint(painter, option, index);
    painter->save();
    painter->setPen(m_theme->hairline());
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

} // namespace rs
