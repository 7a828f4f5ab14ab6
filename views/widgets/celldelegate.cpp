// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/celldelegate.h"

#include "items/modelroles.h"
#include "tables/base/rowsource.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace rs {

CellDelegate::CellDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) {}

void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if ((option->displayAlignment & Qt::AlignRight) != 0)
        return; // numbers
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
        opt.rect.adjust(textPadding(opt.fontMetrics) + foldRoom(index, opt.fontMetrics), 0, 0, 0);
    if (const QRect fold = foldRect(option.rect, index, opt.fontMetrics); !fold.isEmpty())
        paintFold(painter, fold,
                  opt.palette.color(opt.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text),
                  index.data(FoldRole).toInt() == static_cast<int>(RowFold::Unfolded));
    opt.backgroundBrush = {};
    if (opt.state & QStyle::State_Selected) {
        opt.palette.setColor(QPalette::Text, opt.palette.color(QPalette::HighlightedText));
        if (!opt.icon.isNull())
            opt.icon = opt.icon.pixmap(opt.decorationSize, painter->device()->devicePixelRatioF(), QIcon::Selected);
        opt.state &= ~QStyle::State_Selected;
    }
    opt.state &= ~QStyle::State_MouseOver;
    if (wraps(opt))
        opt.features |= QStyleOptionViewItem::WrapText;
    if (isPlain(opt))
        paintText(painter, opt, *style);
    else
        style->drawControl(QStyle::CE_ItemViewItem, &opt, painter, opt.widget);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), m_theme->hairline());
    if (index.data(FramedRole).toBool()) {
        painter->setPen(QPen(m_theme->error(), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(1, 1, -1, -2));
    }
}

bool CellDelegate::wraps(const QStyleOptionViewItem &option)
{
    return option.textElideMode != Qt::ElideMiddle &&
           option.rect.height() >= rowHeight(option.fontMetrics) + option.fontMetrics.lineSpacing();
}

// Nothing but a line of text: most cells of large tables, whose frames the layout of styles would take twice as long.
bool CellDelegate::isPlain(const QStyleOptionViewItem &option)
{
    return option.icon.isNull() && (option.features & QStyleOptionViewItem::HasCheckIndicator) == 0 &&
           (option.state & QStyle::State_HasFocus) == 0 && !option.text.contains(u'\n') &&
           !option.text.contains(QChar::LineSeparator);
}

void CellDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option, const QStyle &style)
{
    const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option.widget) + 1;
    const QRect rect = option.rect.adjusted(margin, 0, -margin, 0);
    if (option.text.isEmpty() || rect.width() <= 0)
        return;
    const int wrap = wraps(option) ? Qt::TextWordWrap : Qt::TextSingleLine | Qt::TextDontClip;
    // No digit and no sign between digits is wider than a zero.
    const bool isNumber = std::all_of(option.text.begin(), option.text.end(), [](QChar c) {
        return (c >= u'0' && c <= u'9') || c == u'.' || c == u',' || c == u'-' || c == u'\u202f';
    });
    const bool fits =
        isNumber && option.text.size() * option.fontMetrics.horizontalAdvance(u'0') <= qsizetype{rect.width()};
    painter->setFont(option.font);
    const bool isEnabled = (option.state & QStyle::State_Enabled) != 0;
    const bool isActive = (option.state & QStyle::State_Active) != 0;
    painter->setPen(option.palette.color(!isEnabled ? QPalette::Disabled
                                         : isActive ? QPalette::Active
                                                    : QPalette::Inactive,
                                         QPalette::Text));
    painter->drawText(rect, static_cast<int>(option.displayAlignment) | wrap,
                      fits || wrap == Qt::TextWordWrap
                          ? option.text
                          : option.fontMetrics.elidedText(option.text, option.textElideMode, rect.width()));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size(textPadding(option.fontMetrics) + foldRoom(index, option.fontMetrics), 0);
    QStyleOptionViewItem opt = option;
    initStyleOption(&opt, index);
    if (isPlain(opt)) {
        const QStyle *style = opt.widget ? opt.widget->style() : QApplication::style();
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, opt.widget) + 1;
        // A pixel more: advances are rounded, and a text that just fits must not be elided.
        size.rwidth() += opt.fontMetrics.horizontalAdvance(opt.text) + 1 + 2 * margin;
    } else {
        size += QStyledItemDelegate::sizeHint(option, index);
    }
    // Rows of a tree are as high as these cells: lower ones would cut what hangs below the line.
    size.setHeight(std::max(size.height(), rowHeight(option.fontMetrics)));
    return size;
}

int CellDelegate::linesOf(const QString &text, int cellWidth, const QFontMetrics &metrics)
{
    const int margin = QApplication::style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
    const int width = cellWidth - textPadding(metrics) - 2 * margin;
    if (width <= 0 || metrics.horizontalAdvance(text) <= width)
        return 1;
    const QRect all = metrics.boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), Qt::TextWordWrap, text);
    return std::max(1, all.height() / metrics.lineSpacing());
}

int CellDelegate::rowHeight(const QFontMetrics &metrics)
{
    return qRound(metrics.height() * 1.6);
}

int CellDelegate::foldRoom(const QModelIndex &index, const QFontMetrics &metrics)
{
    return index.data(FoldRole).isValid() ? metrics.height() * (1 + index.data(DepthRole).toInt()) : 0;
}

QRect CellDelegate::foldRect(const QRect &cell, const QModelIndex &index, const QFontMetrics &metrics)
{
    if (index.data(FoldRole).toInt() == static_cast<int>(RowFold::None))
        return {};
    const int side = metrics.height();
    return {cell.left() + textPadding(metrics) + side * index.data(DepthRole).toInt(), cell.top(), side, cell.height()};
}

void CellDelegate::paintFold(QPainter *painter, const QRect &rect, const QColor &color, bool unfolded) const
{
    const double half = rect.width() / 4.0;
    const QPointF middle = QRectF(rect).center() - QPointF(half / 2, 0);
    const auto at = [&](double x, double y) { return middle + QPointF(x, y) * half; };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(unfolded ? QPolygonF{at(-1, -0.6), at(1, -0.6), at(0, 0.8)}
                                  : QPolygonF{at(-0.6, -1), at(0.8, 0), at(-0.6, 1)});
    painter->restore();
}

int CellDelegate::textPadding(const QFontMetrics &metrics)
{
    return metrics.horizontalAdvance(QStringLiteral("  "));
}

} // namespace rs

#include "moc_celldelegate.cpp"
