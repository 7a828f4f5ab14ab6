// SPDX-License-Identifier: Apache-2.0
#include "views/picture/paintedgrid.h"

#include "items/format.h"
#include "views/picture/axis.h"
#include "views/picture/axistitle.h"
#include "views/picture/timeaxis.h"
#include "views/widgets/keymap.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace rs {

namespace {
constexpr double leastFrame = 6; // a chosen cell is seen, however small cells are
constexpr double thinLine = 1;   // beside the coloured line of a frame
constexpr double wheelZoom = 1.2;
constexpr int gridEdge = 8;
constexpr int labelGap = 6;
} // namespace

PaintedGrid::Cell PaintedGrid::Geometry::cellAt(const QPointF &at) const
{
    if (isEmpty() || !plot.contains(at))
        return {-1, -1};
    const QPointF in = at - origin();
    const int row = static_cast<int>(in.y() / cell.height());
    const int column = static_cast<int>(in.x() / cell.width());
    return row >= 0 && column >= 0 && row < rows && column < columns ? Cell(row, column) : Cell(-1, -1);
}

PaintedGrid::PaintedGrid(const Theme *theme, QWidget *parent) : Picture(theme, parent)
{
    setTipsAtOnce();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PaintedGrid::paint(QPainter &p)
{
    p.setFont(smallFont());
    const Geometry g = geometry();
    if (g.isEmpty())
        return;
    p.save();
    p.setClipRect(g.plot);
    paintInside(p, g);
    paintChosen(p, g);
    p.restore();
    paintAxes(p, g);
    paintFocus(p, g);
}

void PaintedGrid::invalidate()
{
    m_imageValid = false;
    update();
}

void PaintedGrid::setRange(double low, double high)
{
    m_scale.low = low;
    m_scale.high = high;
    invalidate();
}

void PaintedGrid::setLogarithmic(bool on)
{
    m_scale.logarithmic = on;
    invalidate();
}

void PaintedGrid::select(int row, int column)
{
    const bool moved = m_selected != Cell(row, column);
    m_selected = {row, column};
    if (moved)
        bringIntoSight(row, column);
    update();
}

void PaintedGrid::startAnew()
{
    m_selected = m_hovered = {-1, -1};
    resetZoom();
}

void PaintedGrid::resetZoom()
{
    m_zoom = 1;
    m_offset = {};
    invalidate();
}

QString PaintedGrid::tip(int row, int column) const
{
    return format::tooltipTable(tipLines(row, column));
}

QSize PaintedGrid::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 8};
}

QRgb PaintedGrid::Ramp::at(double value) const
{
    if (value < scale.low || value > scale.high)
        return outside;
    return colors[static_cast<size_t>(scale.share(value) * (steps - 1) + 0.5)];
}

PaintedGrid::Ramp PaintedGrid::ramp(bool diverging) const
{
    Ramp out;
    for (size_t i = 0; i < Ramp::steps; ++i) {
        const double t = static_cast<double>(i) / (Ramp::steps - 1);
        out.colors[i] = (diverging ? theme().divergingRamp(2 * t - 1) : theme().ramp(t)).rgba();
    }
    out.outside = theme().hairline().rgba();
    out.scale = m_scale;
    out.scale.diverging = diverging;
    return out;
}

void PaintedGrid::paintCells(QPainter &p, const Geometry &g)
{
    if (hasSight())
        return paintSight(p, g);
    if (!m_imageValid) {
        m_image = image(g);
        m_imageValid = true;
    }
    const QRectF all(g.origin(), g.whole());
    p.setBrushOrigin(all.topLeft());
    p.fillRect(g.plot, QBrush(theme().hairline(), Qt::BDiagPattern));
    p.drawImage(all, m_image);
}

void PaintedGrid::paintSight(QPainter &p, const Geometry &g)
{
    const QRect frame = g.plot.toAlignedRect();
    const Sight now{g.plot, g.cell, g.offset, std::max(1.0, p.deviceTransform().m11())};
    if (!m_imageValid || m_sight != now) {
        m_image = sight(g, frame, now.dpr);
        m_image.setDevicePixelRatio(now.dpr);
        m_sight = now;
        m_imageValid = true;
    }
    if (m_image.hasAlphaChannel()) {
        p.setBrushOrigin(g.origin());
        p.fillRect(g.plot, QBrush(theme().hairline(), Qt::BDiagPattern));
    }
    p.drawImage(frame.topLeft(), m_image);
}

void PaintedGrid::paintGridLines(QPainter &p, const Geometry &g, double least) const
{
    p.setPen(theme().background());
    const QPointF origin = g.origin();
    if (g.cell.height() >= least) {
        for (int r = static_cast<int>(g.offset.y() / g.cell.height()); r <= g.rows; ++r) {
            const double y = origin.y() + r * g.cell.height();
            if (y > g.plot.bottom())
                break;
            p.drawLine(QPointF(g.plot.left(), y), QPointF(g.plot.right(), y));
        }
    }
    if (g.cell.width() >= least) {
        for (int c = static_cast<int>(g.offset.x() / g.cell.width()); c <= g.columns; ++c) {
            const double x = origin.x() + c * g.cell.width();
            if (x > g.plot.right())
                break;
            p.drawLine(QPointF(x, g.plot.top()), QPointF(x, g.plot.bottom()));
        }
    }
}

PaintedGrid::Geometry PaintedGrid::fitted(int rows, int columns, int rowWidth, const QSizeF &widest,
                                          const QSizeF &largest) const
{
    Geometry g;
    g.rows = rows;
    g.columns = columns;
    if (g.isEmpty())
        return g;
    const int line = QFontMetrics(smallFont()).height();
    const double left = gridEdge + line + 4 + rowWidth + labelGap;
    const double bottom = line * 2 + 6;
    const QSizeF room(std::max(8.0, width() - left - gridEdge), std::max(8.0, height() - bottom - gridEdge));
    const auto side = [this](double space, int count, double most, double zoomed) {
        const double fit = std::min(space / count, most);
        return std::clamp(fit * m_zoom, fit, std::max(fit, zoomed));
    };
    g.cell = {side(room.width(), columns, widest.width(), largest.width()),
              side(room.height(), rows, widest.height(), largest.height())};
    g.plot = {QPointF(left, gridEdge), QSizeF(std::min(room.width(), g.cell.width() * columns),
                                              std::min(room.height(), g.cell.height() * rows))};
    g.offset = m_offset;
    return g;
}

void PaintedGrid::paintLabels(QPainter &p, const Geometry &g, const Labels &labels) const
{
    const QFontMetrics metrics = p.fontMetrics();
    const auto every = [](double label, double cell) {
        return std::max(1, static_cast<int>(std::ceil(niceStep(label / cell, 1))));
    };
    const auto pen = [&](int i, int chosen, int under) {
        p.setPen(i == chosen || i == under ? theme().text() : theme().secondaryText());
    };
    const int wide = labels.columnWidth;
    const int columns = every(wide + 10, g.cell.width());
    for (int c = 0; labels.column && c < g.columns; c += columns) {
        const double x = g.plot.left() + (c + 0.5) * g.cell.width() - g.offset.x();
        if (x < g.plot.left() || x > g.plot.right())
            continue;
        pen(c, m_selected.second, m_hovered.second);
        p.drawText(QRectF(x - wide, g.plot.bottom() + 3, wide * 2.0, metrics.height()), Qt::AlignHCenter,
                   labels.column(c));
    }
    const int rows = every(metrics.height() + 2, g.cell.height());
    for (int r = 0; r < g.rows; r += rows) {
        const double y = g.plot.top() + (r + 0.5) * g.cell.height() - g.offset.y();
        if (y < g.plot.top() || y > g.plot.bottom())
            continue;
        pen(r, m_selected.first, m_hovered.first);
        p.drawText(QRectF(g.plot.left() - labels.rowWidth - labelGap, y - metrics.height() / 2.0, labels.rowWidth + 1,
                          metrics.height()),
                   Qt::AlignRight | Qt::AlignVCenter,
                   metrics.elidedText(labels.row(r), Qt::ElideMiddle, labels.rowWidth));
    }
    p.setPen(theme().secondaryText());
    if (!labels.columns.isEmpty())
        p.drawText(QRectF(g.plot.left(), g.plot.bottom() + 3 + metrics.height(),
                          std::max(g.plot.width(), metrics.horizontalAdvance(labels.columns) + 2.0), metrics.height()),
                   g.plot.width() > 80 ? Qt::AlignHCenter : Qt::AlignLeft, labels.columns);
    paintVerticalTitle(p, labels.rows, gridEdge, g.plot.center().y(), height());
}

void PaintedGrid::paintFrame(QPainter &p, const QRectF &frame, const QColor &color, double width) const
{
    constexpr double leastWithin = 4; // pixels of the cell that are left to be seen
    const bool hasRoom = std::min(frame.width(), frame.height()) >= 2 * (width + thinLine) + leastWithin;
    p.setBrush(Qt::NoBrush);
    const auto draw = [&](const QColor &line, double wide, double inset) {
        const double middle = inset + wide / 2;
        p.setPen(QPen(line, wide, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        p.drawRect(frame.adjusted(middle, middle, -middle, -middle));
    };
    draw(theme().background(), thinLine, hasRoom ? width : -thinLine);
    draw(color, width, 0);
}

void PaintedGrid::paintCorner(QPainter &p, const QRectF &cell, const QColor &color) const
{
    constexpr double least = 5;
    constexpr double most = 13;
    const double side = std::clamp(std::min(cell.width(), cell.height()) * 0.4, least, most);
    const QPointF at = cell.topLeft();
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(theme().background(), thinLine));
    p.setBrush(color);
    p.drawPolygon(QPolygonF({at, at + QPointF(side, 0), at + QPointF(0, side)}));
    p.restore();
}

void PaintedGrid::paintChosen(QPainter &p, const Geometry &g) const
{
    constexpr double widest = 3;
    constexpr double reach = widest + thinLine;
    p.save();
    p.setClipRect(g.plot.adjusted(-reach, -reach, reach, reach));
    for (const auto &[cell, color, wide] :
         {std::tuple(m_hovered, theme().text(), 1.0), std::tuple(m_selected, theme().accent(), widest)}) {
        const auto [row, column] = cell;
        if (row < 0 && column < 0)
            continue;
        QRectF r = rectOf(std::max(0, row), std::max(0, column));
        if (row < 0)
            r = QRectF(r.left(), g.plot.top(), r.width(), g.plot.height());
        else if (column < 0)
            r = QRectF(g.plot.left(), r.top(), g.plot.width(), r.height());
        if (r.height() < leastFrame)
            r = QRectF(r.left(), r.center().y() - leastFrame / 2, r.width(), leastFrame);
        if (r.width() < leastFrame)
            r = QRectF(r.center().x() - leastFrame / 2, r.top(), leastFrame, r.height());
        const double out = wide + thinLine;
        if (r.intersects(g.plot))
            paintFrame(p, r.adjusted(-out, -out, out, out), color, wide);
    }
    p.restore();
}

void PaintedGrid::paintFocus(QPainter &p, const Geometry &g) const
{
    Picture::paintFocus(p, g.plot.toAlignedRect());
}

Picture::Tip PaintedGrid::tipAt(const QPoint &at) const
{
    const Cell cell = hit(at);
    return cell.first < 0 ? Tip() : Tip{tipLines(cell.first, cell.second)};
}

void PaintedGrid::resizeEvent(QResizeEvent *)
{
    m_imageValid = false;
    clampOffset();
}

void PaintedGrid::clampOffset()
{
    const Geometry g = geometry();
    if (g.isEmpty())
        return;
    const QSizeF all = g.whole();
    m_offset = {std::clamp(m_offset.x(), 0.0, std::max(0.0, all.width() - g.plot.width())),
                std::clamp(m_offset.y(), 0.0, std::max(0.0, all.height() - g.plot.height()))};
}

void PaintedGrid::bringIntoSight(int row, int column)
{
    const Geometry g = geometry();
    if (g.isEmpty() || m_zoom <= 1)
        return;
    const QRectF r = rectOf(std::max(0, row), std::max(0, column));
    if (row >= 0)
        m_offset.ry() += std::min(0.0, r.top() - g.plot.top()) + std::max(0.0, r.bottom() - g.plot.bottom());
    if (column >= 0)
        m_offset.rx() += std::min(0.0, r.left() - g.plot.left()) + std::max(0.0, r.right() - g.plot.right());
    clampOffset();
}

void PaintedGrid::mouseMoveEvent(QMouseEvent *event)
{
    const bool isDragged = m_pressed && m_zoom > 1 &&
                           (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (isDragged) {
        m_panning = true;
        m_panFrom = *std::exchange(m_pressed, std::nullopt);
    }
    if (m_panning) {
        m_offset -= event->position() - m_panFrom;
        m_panFrom = event->position();
        clampOffset();
        update();
        return;
    }
    const Cell cell = hit(event->position());
    if (cell != m_hovered) {
        m_hovered = cell;
        update();
    }
    showTip(event->position().toPoint());
    hoverMoved(event->position());
}

void PaintedGrid::mousePressEvent(QMouseEvent *event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && shift)) {
        m_panning = true;
        m_panFrom = event->position();
        return;
    }
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_pressed = event->position(); // what is dragged is no click
}

void PaintedGrid::mouseReleaseEvent(QMouseEvent *)
{
    m_panning = false;
    const std::optional<QPointF> at = std::exchange(m_pressed, std::nullopt);
    if (!at)
        return;
    if (const Cell cell = hit(*at); cell.first >= 0)
        emit cellClicked(cell.first, cell.second);
    else
        clickedBeside(*at);
}

void PaintedGrid::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const Cell cell = hit(event->position()); cell.first >= 0 && event->button() == Qt::LeftButton) {
        emit cellActivated(cell.first, cell.second);
        return;
    }
    resetZoom();
}

void PaintedGrid::leaveEvent(QEvent *)
{
    m_hovered = {-1, -1};
    hoverMoved({-1, -1});
    update();
}

void PaintedGrid::wheelEvent(QWheelEvent *event)
{
    const Geometry g = geometry();
    if (g.isEmpty())
        return QWidget::wheelEvent(event);
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(event->position(), std::pow(wheelZoom, event->angleDelta().y() / 120.0));
    } else if (m_zoom > 1) {
        const bool shift = event->modifiers() & Qt::ShiftModifier;
        m_offset -=
            shift ? QPointF(event->angleDelta().y(), 0) : QPointF(event->angleDelta().x(), event->angleDelta().y());
    } else {
        return QWidget::wheelEvent(event);
    }
    clampOffset();
    update();
    event->accept();
}

void PaintedGrid::zoomAt(const QPointF &at, double factor)
{
    const Geometry g = geometry();
    const QPointF inPlot = at - g.plot.topLeft();
    const QPointF under = inPlot + g.offset;
    const QSizeF largest = largestCell();
    const double most =
        std::max({1.0, largest.height() * m_zoom / g.cell.height(), largest.width() * m_zoom / g.cell.width()});
    m_zoom = std::clamp(m_zoom * factor, 1.0, most);
    const QSizeF before = g.whole();
    const QSizeF now = geometry().whole();
    m_offset = QPointF(under.x() * now.width() / before.width(), under.y() * now.height() / before.height()) - inPlot;
    m_imageValid = false;
    clampOffset();
    update();
}

bool PaintedGrid::isKey(const QKeyEvent &event) const
{
    const auto command = KeyMap::inUse().command(&event);
    return showsAll(event) || zoomDirection(event) != 0 ||
           (command && *command <= TimelineKey::PanRight && event.text().size() == 1);
}

bool PaintedGrid::runKey(QKeyEvent *event)
{
    const Geometry g = geometry();
    if (g.isEmpty())
        return false;
    if (showsAll(*event)) {
        resetZoom();
        return true;
    }
    const bool isLetter = event->text().size() == 1;
    const auto command = isLetter ? KeyMap::inUse().command(event) : std::nullopt;
    const bool zoomsIn = command == TimelineKey::ZoomIn || zoomDirection(*event) > 0;
    if (zoomsIn || command == TimelineKey::ZoomOut || zoomDirection(*event) < 0) {
        const QRectF chosen = rectOf(std::max(0, m_selected.first), std::max(0, m_selected.second));
        zoomAt(m_selected.first >= 0 && g.plot.intersects(chosen) ? chosen.center() : g.plot.center(),
               zoomsIn ? wheelZoom : 1 / wheelZoom);
        return true;
    }
    if (command == TimelineKey::PanLeft || command == TimelineKey::PanRight) {
        m_offset.rx() += (command == TimelineKey::PanLeft ? -1 : 1) * g.plot.width() / 8;
        clampOffset();
        update();
        return true;
    }
    const bool none = m_selected.first < 0 || m_selected.second < 0;
    int row = std::max(0, m_selected.first);
    int column = std::max(0, m_selected.second);
    const int page = std::max(1, static_cast<int>(g.plot.height() / g.cell.height()) - 1);
    const auto move = [&](int rows, int columns) {
        // The first key shows where the keys are.
        if (!none) {
            row += rows;
            column += columns;
        }
    };
    switch (event->key()) {
    case Qt::Key_Up:
        move(-1, 0);
        break;
    case Qt::Key_Down:
        move(1, 0);
        break;
    case Qt::Key_Left:
        move(0, -1);
        break;
    case Qt::Key_Right:
        move(0, 1);
        break;
    case Qt::Key_PageUp:
        move(-page, 0);
        break;
    case Qt::Key_PageDown:
        move(page, 0);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!none)
            emit cellActivated(row, column);
        return true;
    default:
        return false;
    }
    emit cellClicked(std::clamp(row, 0, g.rows - 1), std::clamp(column, 0, g.columns - 1));
    return true;
}

} // namespace rs

#include "moc_paintedgrid.cpp"
