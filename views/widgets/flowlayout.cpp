// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/flowlayout.h"

#include <QWidget>

#include <algorithm>

namespace rs {

FlowLayout::FlowLayout(QWidget *parent, int spacing) : QLayout(parent), m_gap(spacing)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<size_t>(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[static_cast<size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), false);
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    static_cast<void>(arrange(rect, true));
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    int height = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + m_gap;
        height = std::max(height, item->sizeHint().height());
    }
    const QMargins m = contentsMargins();
    return {std::max(0, width - m_gap) + m.left() + m.right(), height + m.top() + m.bottom()};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto &item : m_items)
        size = size.expandedTo(item->isEmpty() ? QSize() : item->minimumSize());
    const QMargins m = contentsMargins();
    return size + QSize(m.left() + m.right(), m.top() + m.bottom());
}

int FlowLayout::arrange(const QRect &rect, bool apply) const
{
    const QMargins m = contentsMargins();
    const QRect area = rect.adjusted(m.left(), m.top(), -m.right(), -m.bottom());
    int x = area.x();
    int y = area.y();
    std::vector<QLayoutItem *> line;
    int lineHeight = 0;
    const bool mirrored = parentWidget() && parentWidget()->layoutDirection() == Qt::RightToLeft;
    const auto place = [&] {
        int at = area.x();
        for (QLayoutItem *item : line) {
            const QSize hint(std::min(item->sizeHint().width(), std::max(1, area.width())), item->sizeHint().height());
            if (apply) {
                QRect r(at, y + (lineHeight - hint.height()) / 2, hint.width(), hint.height());
                if (mirrored)
                    r.moveLeft(area.right() - (at - area.x()) - hint.width() + 1);
                item->setGeometry(r);
            }
            at += hint.width() + m_gap;
        }
        line.clear();
    };
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize hint = item->sizeHint();
        if (!line.empty() && x + hint.width() > area.right() + 1) {
            place();
            y += lineHeight + m_gap / 2;
            x = area.x();
            lineHeight = 0;
        }
        line.push_back(item.get());
        lineHeight = std::max(lineHeight, hint.height());
        x += hint.width() + m_gap;
    }
    place();
    return y + lineHeight - rect.y() + m.bottom();
}

} // namespace rs
