// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/celldelegate.h"

#include "items/modelroles.h"
#include "views/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

CellDelegate::CellDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) {}

void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QString column = index.model()->headerData(index.column(), Qt::Horizontal, ColumnIdRole).toString();
    for (const QLatin1String name : {QLatin1String("name"), QLatin1String("operator"), QLatin1String("kernel")}) {
        if (column.compare(name, Qt::CaseInsensitive) == 0)
            option->textElideMode = Qt::ElideMiddle;
    }
}

void CellDelegate::paintBar(QPainter *painter, const QRect &rect, double value, bool diverging) const
{
    const QRectF cell = QRectF(rect).adjusted(2, 3, -2, -3);
    QRectF bar = cell;
    QColor fill = m_theme->category(TimeCategory::PureCompute);
    if (diverging) {
        const double middle = cell.center().x();
        const double reach = std::abs(value) * cell.width() / 2;
        bar.setLeft(value < 0 ? middle - reach : middle);
        bar.setWidth(reach);
        if (value > 0)
            fill = m_theme->category(TimeCategory::Uncovered);
    } else {
        bar.setWidth(std::max(0.0, value) * cell.width());
    }
    // Strong enough to be seen, weak enough for the number on it to keep its contrast.
    fill.setAlphaF(0.28F);
    painter->fillRect(bar, fill);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant share = index.data(ShareRole);
    QStyleOptionViewItem opt = option;
    initStyleOption(&opt, index);
    const QStyle *style = opt.widget ? opt.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &opt, painter, opt.widget);
    if (share.isValid() && !(option.state & QStyle::State_Selected))
        paintBar(painter, option.rect, std::clamp(share.toDouble(), -1.0, 1.0), index.data(DivergingRole).toBool());
    // The background is drawn over the whole cell, the text with room to the number on its left.
    if (!(opt.displayAlignment & Qt::AlignRight))
        opt.rect.adjust(textPadding(opt.fontMetrics), 0, 0, 0);
    opt.backgroundBrush = {};
    if (opt.state & QStyle::State_Selected) {
        opt.palette.setColor(QPalette::Text, opt.palette.color(QPalette::HighlightedText));
        if (!opt.icon.isNull())
            opt.icon = opt.icon.pixmap(opt.decorationSize, painter->device()->devicePixelRatioF(), QIcon::Selected);
        opt.state &= ~QStyle::State_Selected;
    }
    opt.state &= ~QStyle::State_MouseOver;
    style->drawControl(QStyle::CE_ItemViewItem, &opt, painter, opt.widget);
    painter->save();
    painter->setPen(m_theme->hairline());
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(textPadding(option.fontMetrics), 0);
}

int CellDelegate::textPadding(const QFontMetrics &metrics)
{
    return metrics.horizontalAdvance(QStringLiteral("  "));
}

} // namespace rs
