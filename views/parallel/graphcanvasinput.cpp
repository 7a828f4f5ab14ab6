// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the strategy graph.
#include "views/parallel/graphcanvas.h"

#include "items/format.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

void GraphCanvas::resizeEvent(QResizeEvent *)
{
    layOut();
    updateMinimap();
    update();
}

void GraphCanvas::choose(quint32 node)
{
    setSelected(node, node != None);
    emit nodeChosen(node);
}

void GraphCanvas::reveal(quint32 box)
{
    const qint64 at = m_content.layout->boxes[box].layer * layerUnits;
    if (at < window().fromNs || at + layerUnits > window().toNs) {
        const qint64 half = window().lengthNs() / 2;
        setWindow({at - half, at - half + window().lengthNs()});
    }
    const QRect r = uncutRect(box);
    if (r.left() < 0)
        scrollBar()->setValue(scrolled() + r.left() - m_slotWidth / 2);
    else if (r.right() > plot().right())
        scrollBar()->setValue(scrolled() + r.right() - plot().right() + m_slotWidth / 2);
}

void GraphCanvas::activate(quint32 box)
{
    if (m_content.layout->boxes[box].isGroup())
        toggle(box);
    else
        emit nodeActivated(m_content.layout->boxes[box].first);
}

void GraphCanvas::toggle(quint32 box)
{
    const GraphBox &b = m_content.layout->boxes[box];
    if (b.isGroup())
        emit foldRequested(b.scope, true);
}

void GraphCanvas::moveMinimap(int y)
{
    const QRect r = minimapRect();
    const double share = static_cast<double>(y - r.top()) / r.height();
    const auto middle = static_cast<qint64>(share * static_cast<double>(m_content.layout->layers * layerUnits));
    const qint64 half = window().lengthNs() / 2;
    navigator().show({middle - half, middle - half + window().lengthNs()});
}

void GraphCanvas::mousePressEvent(QMouseEvent *event)
{
    if (isEmpty())
        return event->ignore();
    const QPoint at = event->position().toPoint();
    m_clicked = None;
    m_movesMinimap = event->button() == Qt::LeftButton && minimapRect().contains(at);
    if (m_movesMinimap)
        moveMinimap(at.y());
    else
        TimePicture::mousePressEvent(event);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (m_movesMinimap)
        moveMinimap(event->position().toPoint().y());
    else
        TimePicture::mouseMoveEvent(event);
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (!std::exchange(m_movesMinimap, false))
        TimePicture::mouseReleaseEvent(event);
}

void GraphCanvas::clicked(const QPoint &at)
{
    if (const int scope = scopeAt(at); scope > 0) {
        emit foldRequested(scope, false);
        return;
    }
    const quint32 box = boxAt(at);
    m_clicked = box == None ? None : m_content.layout->boxes[box].first;
    setSelected(m_clicked);
    emit nodeChosen(m_clicked);
}

void GraphCanvas::doubleClicked(const QPoint &at)
{
    if (isEmpty())
        return;
    // The first click opens the attributes, which may move another box below the pointer.
    const quint32 box = m_clicked != None ? m_content.layout->boxOf[m_clicked] : boxAt(at);
    if (box != None)
        activate(box);
    else
        TimePicture::doubleClicked(at);
}

// Along the order of execution, in the column.
void GraphCanvas::stepAlong(int direction)
{
    const quint32 box = selectedBox();
    const GraphColumn &c = m_content.layout->columns[columnOf(box)];
    const qint64 next = static_cast<qint64>(box) + direction;
    if (next >= c.first && next < c.last)
        choose(m_content.layout->boxes[static_cast<size_t>(next)].first);
}

// Chooses the first box for keys: in sight, in the first stage that has one there.
bool GraphCanvas::chooseFirst()
{
    if (isEmpty())
        return false;
    for (const GraphColumn &c : m_content.layout->columns) {
        if (const auto [first, last] = visibleOf(c, 0); first < last) {
            choose(m_content.layout->boxes[first].first);
            return true;
        }
    }
    return false;
}

// To the other end of a transfer, else to what stands beside it in the next column.
void GraphCanvas::stepAcross(int direction)
{
    const quint32 box = selectedBox();
    const size_t column = columnOf(box);
    const auto wanted = static_cast<qint64>(column) + direction;
    if (wanted < 0 || wanted >= std::ssize(m_content.layout->columns))
        return;
    for (const GraphLink &t : m_content.layout->transfers) {
        const quint32 other = t.from == box ? t.to : t.to == box ? t.from : None;
        if (other != None && static_cast<qint64>(columnOf(other)) == wanted)
            return choose(m_content.layout->boxes[other].first);
    }
    const GraphColumn &c = m_content.layout->columns[static_cast<size_t>(wanted)];
    if (c.first == c.last)
        return;
    const auto begin = m_content.layout->boxes.begin();
    auto at = std::lower_bound(begin + c.first, begin + c.last, m_content.layout->boxes[box].layer,
                               [](const GraphBox &b, int layer) { return b.layer < layer; });
    if (at == begin + c.last)
        --at;
    choose(at->first);
}

double GraphCanvas::anchor() const
{
    if (!hasSelection())
        return TimePicture::anchor();
    return std::clamp<double>(uncutRect(selectedBox()).center().y() - plot().top(), 0, plot().height());
}

TimeWindow GraphCanvas::windowOfSelection() const
{
    if (!hasSelection())
        return {};
    constexpr qint64 around = 6; // layers, so that names can be read
    const qint64 at = m_content.layout->boxes[selectedBox()].layer;
    return {(at - around) * layerUnits, (at + around) * layerUnits};
}

bool GraphCanvas::isKey(const QKeyEvent &event) const
{
    return (event.key() == Qt::Key_Backspace && event.modifiers() == Qt::NoModifier) || TimePicture::isKey(event);
}

bool GraphCanvas::runKey(QKeyEvent *event)
{
    if (isEmpty())
        return false;
    if (event->key() != Qt::Key_Backspace || !hasSelection())
        return TimePicture::runKey(event);
    if (const int scope = scopeAround(selectedBox()); scope > 0)
        emit foldRequested(scope, false);
    return true;
}

Picture::Tip GraphCanvas::tipAt(const QPoint &at) const
{
    if (isEmpty())
        return {};
    if (const quint32 box = boxAt(at); box != None)
        return {tipLines(box), boxRect(box)};
    const int scope = scopeAt(at);
    if (scope <= 0)
        return {};
    return {{{tr("Namespace"), format::displayText(m_content.graph->scopes[static_cast<size_t>(scope)].path)},
             {tr("Click"), tr("folds it")}}};
}

} // namespace rs
