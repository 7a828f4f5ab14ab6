// SPDX-License-Identifier: Apache-2.0
#include "views/communication/heatmap.h"

#include "items/format.h"
#include "views/theme.h"
#include "views/widgets/axis.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int cellPad = 8;
constexpr double largestCell = 96;
} // namespace

HeatMap::HeatMap(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(theme, &Theme::changed, this, &HeatMap::invalidate);
}

void HeatMap::invalidate()
{
    m_imageValid = false;
    update();
}

void HeatMap::setGrid(std::shared_ptr<const MatrixGrid> grid)
{
    m_grid = std::move(grid);
    m_selected = m_hovered = {-1, -1};
    m_zoom = 1;
    m_offset = {};
    findSlow();
    invalidate();
}

void HeatMap::setValue(MatrixValue what)
{
    m_value = what;
    invalidate();
}

void HeatMap::setLeastMb(double leastMb)
{
    m_leastMb = leastMb;
    findSlow();
    invalidate();
}

void HeatMap::findSlow()
{
    m_slow = m_grid ? m_grid->slow(m_leastMb) : std::vector<int>();
}

void HeatMap::setInnerShown(bool shown)
{
    m_innerShown = shown;
    invalidate();
}

void HeatMap::setRange(double low, double high)
{
    m_low = low;
    m_high = high;
    invalidate();
}

void HeatMap::setSelected(int source, int destination)
{
    m_selected = {source, destination};
    update();
}

QSize HeatMap::sizeHint() const
{
    return {480, 400};
}

QSize HeatMap::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 8};
}

QFont HeatMap::smallFont() const
{
    QFont f = font();
    f.setPointSizeF(f.pointSizeF() * 0.9);
    return f;
}

HeatMap::Geometry HeatMap::geometry() const
{
    Geometry g;
    if (!m_grid || m_grid->count() == 0)
        return g;
    const QFontMetrics metrics(smallFont());
    int label = 0;
    for (const MatrixRank &r : m_grid->ranks)
        label = std::max(label, metrics.horizontalAdvance(r.label()));
    const double left = cellPad + metrics.height() + 4 + label + 4;
    const double bottom = metrics.height() * 2 + 6;
    const double side = std::max(8.0, std::min(width() - left - cellPad, height() - bottom - cellPad));
    const int n = m_grid->count();
    const double fit = std::min(side, n * largestCell);
    // Whole pixels per cell keep the hairlines even; below that the image is scaled.
    g.cell = fit / n >= 1 ? std::floor(fit / n) : fit / n;
    const double extent = g.cell * n;
    g.plot = QRectF(left + std::max(0.0, (width() - left - cellPad - extent) / 2), cellPad, extent, extent);
    g.cell *= m_zoom;
    g.offset = m_offset;
    return g;
}

QPoint HeatMap::cellAt(const QPointF &at) const
{
    const Geometry g = geometry();
    if (g.cell <= 0 || !g.plot.contains(at))
        return {-1, -1};
    const int n = m_grid->count();
    const int column = static_cast<int>((at.x() - g.plot.left() + g.offset.x()) / g.cell);
    const int row = static_cast<int>((at.y() - g.plot.top() + g.offset.y()) / g.cell);
    if (column < 0 || row < 0 || column >= n || row >= n)
        return {-1, -1};
    if (g.cell >= 1)
        return {row, column};
    // The pixel shows one of several cells: that one is meant.
    const int rowTo = std::clamp(static_cast<int>(row + std::ceil(1 / g.cell)), row + 1, n);
    const int columnTo = std::clamp(static_cast<int>(column + std::ceil(1 / g.cell)), column + 1, n);
    const int i = linkFor(row, rowTo, column, columnTo);
    if (i < 0)
        return {row, column};
    const MatrixLinkSum &l = m_grid->links[static_cast<size_t>(i)];
    return {l.source, l.destination};
}

QRectF HeatMap::cellRect(int source, int destination) const
{
    const Geometry g = geometry();
    return {g.plot.left() + destination * g.cell - g.offset.x(), g.plot.top() + source * g.cell - g.offset.y(), g.cell,
            g.cell};
}

QColor HeatMap::transportColor(const QString &transport) const
{
    static const QStringList known = {QStringLiteral("HCCS"), QStringLiteral("RDMA"), QStringLiteral("SIO"),
                                      QStringLiteral("PCIE")};
    if (transport == QLatin1String("LOCAL"))
        return m_theme->category(TimeCategory::Idle);
    const qsizetype i = known.indexOf(transport);
    if (i >= 0)
        return m_theme->series(static_cast<int>(i));
    return m_theme->series(4 + static_cast<int>(Theme::nameHash(transport.toStdString()) % 5));
}

QColor HeatMap::cellColor(const MatrixLinkSum &link) const
{
    if (m_value == MatrixValue::LinkType)
        return transportColor(link.transport);
    const std::optional<double> v = link.value(m_value);
    if (!v || (link.inner && !m_innerShown) || link.isSmall(m_leastMb) || *v < m_low || *v > m_high)
        return m_theme->panel();
    return m_theme->ramp(m_high > m_low ? (*v - m_low) / (m_high - m_low) : 1);
}

int HeatMap::linkFor(int rowFrom, int rowTo, int columnFrom, int columnTo) const
{
    int best = -1;
    double bestScore = 0;
    for (int r = rowFrom; r < rowTo; ++r) {
        for (int c = columnFrom; c < columnTo; ++c) {
            const int i = m_grid->at[static_cast<size_t>(r) * m_grid->ranks.size() + static_cast<size_t>(c)];
            if (i < 0)
                continue;
            const MatrixLinkSum &l = m_grid->links[static_cast<size_t>(i)];
            // Slow links and heavy loads are what one looks for; links inside a card only where nothing else is.
            double score = l.value(m_value).value_or(0);
            if (m_value == MatrixValue::Bandwidth)
                score = -score;
            if ((l.inner && !m_innerShown) || l.isSmall(m_leastMb) ||
                (m_value != MatrixValue::LinkType && !l.value(m_value)))
                score = -1e300;
            if (best < 0 || score > bestScore) {
                best = i;
                bestScore = score;
            }
        }
    }
    return best;
}

void HeatMap::rebuildImage(const Geometry &g)
{
    const int n = m_grid->count();
    const int side = g.cell >= 1 ? n : std::clamp(static_cast<int>(std::ceil(g.cell * n)), 1, n);
    m_image = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent); // no data: the hatching below shows through
    for (int y = 0; y < side; ++y) {
        auto *line = reinterpret_cast<QRgb *>(m_image.scanLine(y));
        const int rowFrom = static_cast<int>(static_cast<qint64>(y) * n / side);
        const int rowTo = std::max(rowFrom + 1, static_cast<int>(static_cast<qint64>(y + 1) * n / side));
        for (int x = 0; x < side; ++x) {
            const int columnFrom = static_cast<int>(static_cast<qint64>(x) * n / side);
            const int columnTo = std::max(columnFrom + 1, static_cast<int>(static_cast<qint64>(x + 1) * n / side));
            const int i = linkFor(rowFrom, rowTo, columnFrom, columnTo);
            if (i >= 0)
                line[x] = cellColor(m_grid->links[static_cast<size_t>(i)]).rgba();
        }
    }
    m_imageValid = true;
}

QString HeatMap::cellText(const MatrixLinkSum &link) const
{
    if (m_value == MatrixValue::LinkType)
        return format::displayText(link.transport);
    const std::optional<double> v = link.value(m_value);
    return v ? format::real(*v, *v >= 100 ? 1 : *v >= 10 ? 2 : 3) : QString();
}

void HeatMap::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->background());
    p.setFont(smallFont());
    const Geometry g = geometry();
    if (g.cell <= 0)
        return;
    if (!m_imageValid)
        rebuildImage(g);
    const int n = m_grid->count();
    p.save();
    p.setClipRect(g.plot);
    const QRectF whole(g.plot.topLeft() - g.offset, QSizeF(g.cell * n, g.cell * n));
    p.setBrushOrigin(whole.topLeft());
    p.fillRect(g.plot, QBrush(m_theme->hairline(), Qt::BDiagPattern));
    p.drawImage(whole, m_image);
    const int firstRow = std::clamp(static_cast<int>(g.offset.y() / g.cell), 0, n);
    const int lastRow = std::clamp(static_cast<int>((g.offset.y() + g.plot.height()) / g.cell) + 1, 0, n);
    const int firstColumn = std::clamp(static_cast<int>(g.offset.x() / g.cell), 0, n);
    const int lastColumn = std::clamp(static_cast<int>((g.offset.x() + g.plot.width()) / g.cell) + 1, 0, n);
    if (g.cell >= 8) {
        p.setPen(m_theme->background());
        for (int r = firstRow; r <= lastRow; ++r)
            p.drawLine(QPointF(g.plot.left(), whole.top() + r * g.cell),
                       QPointF(g.plot.right(), whole.top() + r * g.cell));
        for (int c = firstColumn; c <= lastColumn; ++c)
            p.drawLine(QPointF(whole.left() + c * g.cell, g.plot.top()),
                       QPointF(whole.left() + c * g.cell, g.plot.bottom()));
    }
    hatchSmall(p, firstRow, lastRow, firstColumn, lastColumn);
    const QFontMetrics metrics = p.fontMetrics();
    if (g.cell >= metrics.averageCharWidth() * 4 && g.cell >= metrics.height() + 4) {
        for (int r = firstRow; r < lastRow; ++r) {
            for (int c = firstColumn; c < lastColumn; ++c) {
                const MatrixLinkSum *l = m_grid->link(r, c);
                if (!l)
                    continue;
                const QString text = cellText(*l);
                if (metrics.horizontalAdvance(text) > g.cell - 4)
                    continue;
                const QColor fill = cellColor(*l);
                p.setPen(fill == m_theme->panel() ? m_theme->secondaryText() : Theme::labelOn(fill));
                p.drawText(cellRect(r, c), Qt::AlignCenter, text);
            }
        }
    }
    outlineSlow(p);
    for (const auto &[cell, color, wide] :
         {std::tuple(m_hovered, m_theme->text(), 1), std::tuple(m_selected, m_theme->accent(), 3)}) {
        if (cell.x() < 0)
            continue;
        p.setPen(QPen(color, wide));
        p.setBrush(Qt::NoBrush);
        QRectF r = cellRect(cell.x(), cell.y());
        if (r.width() < 5)
            r = QRectF(r.center() - QPointF(4, 4), QSizeF(8, 8));
        p.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    p.restore();
    paintAxes(p, g);
    if (hasFocus()) {
        p.setPen(m_theme->accent());
        p.drawRect(g.plot.adjusted(-1, -1, 0, 0));
    }
}

// Crossed, so that they are not taken for links of which nothing is known.
void HeatMap::hatchSmall(QPainter &p, int firstRow, int lastRow, int firstColumn, int lastColumn) const
{
    constexpr double leastSide = 4;
    if (m_leastMb <= 0 || m_value == MatrixValue::LinkType || geometry().cell < leastSide)
        return;
    const QBrush hatch(m_theme->hairline(), Qt::DiagCrossPattern);
    for (int r = firstRow; r < lastRow; ++r) {
        for (int c = firstColumn; c < lastColumn; ++c) {
            const MatrixLinkSum *const l = m_grid->link(r, c);
            if (l && l->isSmall(m_leastMb))
                p.fillRect(cellRect(r, c).adjusted(1, 1, 0, 0), hatch);
        }
    }
}

void HeatMap::outlineSlow(QPainter &p) const
{
    if (m_value == MatrixValue::LinkType)
        return;
    p.setPen(QPen(m_theme->error(), 2));
    p.setBrush(Qt::NoBrush);
    for (const int i : m_slow) {
        const MatrixLinkSum &l = m_grid->links[static_cast<size_t>(i)];
        QRectF r = cellRect(l.source, l.destination);
        if (r.width() < 5)
            r = QRectF(r.center() - QPointF(3, 3), QSizeF(6, 6));
        p.drawRect(r.adjusted(1, 1, -1, -1));
    }
}

void HeatMap::paintAxes(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    const int n = m_grid->count();
    int widest = 0;
    for (const MatrixRank &r : m_grid->ranks)
        widest = std::max(widest, metrics.horizontalAdvance(r.label()));
    const int everyColumn = std::max(1, static_cast<int>(std::ceil(niceStep((widest + 8) / g.cell, 1))));
    const int everyRow = std::max(1, static_cast<int>(std::ceil(niceStep((metrics.height() + 2) / g.cell, 1))));
    const auto pen = [&](int i, int selected, int hovered) {
        p.setPen(i == selected || i == hovered ? m_theme->text() : m_theme->secondaryText());
    };
    for (int i = 0; i < n; ++i) {
        const QString label = m_grid->ranks[static_cast<size_t>(i)].label();
        const double x = g.plot.left() + (i + 0.5) * g.cell - g.offset.x();
        if (i % everyColumn == 0 && x >= g.plot.left() && x <= g.plot.right()) {
            pen(i, m_selected.y(), m_hovered.y());
            p.drawText(QRectF(x - widest, g.plot.bottom() + 3, widest * 2, metrics.height()), Qt::AlignHCenter, label);
        }
        const double y = g.plot.top() + (i + 0.5) * g.cell - g.offset.y();
        if (i % everyRow == 0 && y >= g.plot.top() && y <= g.plot.bottom()) {
            pen(i, m_selected.x(), m_hovered.x());
            p.drawText(QRectF(g.plot.left() - widest - 8, y - metrics.height() / 2.0, widest + 4, metrics.height()),
                       Qt::AlignRight | Qt::AlignVCenter, label);
        }
    }
    p.setPen(m_theme->secondaryText());
    // A title stands at the middle of its axis as far as there is room, and is never cut: the plot may be smaller.
    const auto title = [&](const QString &text, double middle, double room) {
        const QString shown = metrics.elidedText(text, Qt::ElideRight, static_cast<int>(room));
        const double half = metrics.horizontalAdvance(shown) / 2.0 + 1;
        return std::pair(shown, half * 2 >= room ? room / 2 : std::clamp(middle, half, room - half));
    };
    const auto [destination, column] =
        title(m_grid->local ? tr("Destination (#: index in the group)") : tr("Destination rank"), g.plot.center().x(),
              width());
    p.drawText(QRectF(column - width(), g.plot.bottom() + 3 + metrics.height(), 2.0 * width(), metrics.height()),
               Qt::AlignHCenter, destination);
    p.save();
    const auto [source, row] =
        title(m_grid->local ? tr("Source (#: index in the group)") : tr("Source rank"), g.plot.center().y(), height());
    p.translate(g.plot.left() - widest - 12 - metrics.height(), row);
    p.rotate(-90);
    p.drawText(QRectF(-height(), 0, 2.0 * height(), metrics.height()), Qt::AlignCenter, source);
    p.restore();
}

QString HeatMap::tip(int source, int destination) const
{
    const QString link = tr("%1 to %2", "source rank, destination rank")
                             .arg(m_grid->ranks[static_cast<size_t>(source)].label(),
                                  m_grid->ranks[static_cast<size_t>(destination)].label());
    std::vector<std::pair<QString, QString>> lines = {{link, {}}};
    const MatrixLinkSum *l = m_grid->link(source, destination);
    if (!l) {
        lines.emplace_back(tr("No data"), tr("nothing was sent, or the rank is not loaded"));
        return format::tooltipTable(lines);
    }
    const auto known = [](const std::optional<double> &value, const QString &unit) {
        return value ? format::real(*value) + QChar(0xa0) + unit : tr("not known");
    };
    lines.emplace_back(tr("Bandwidth"), l->bandwidthGbs ? format::bandwidth(*l->bandwidthGbs) : tr("not known"));
    lines.emplace_back(tr("Transfer size"), known(l->sizeMb, QStringLiteral("MB")));
    lines.emplace_back(tr("Transfer time"), known(l->timeMs, QStringLiteral("ms")));
    lines.emplace_back(tr("Link type"), l->transport.isEmpty() ? tr("not known") : l->transport);
    if (!l->opName.isEmpty())
        lines.emplace_back(tr("Operator"), l->opName);
    if (l->isSmall(m_leastMb))
        lines.emplace_back(tr("Small"), tr("too little to tell the bandwidth from; not in the scale"));
    else if (std::find(
                 m_slow.begin(), m_slow.end(),
                 m_grid->at[static_cast<size_t>(source) * m_grid->ranks.size() + static_cast<size_t>(destination)]) !=
             m_slow.end())
        lines.emplace_back(tr("Slow"), tr("carries far less than others of its kind"));
    if (l->parts > 1)
        lines.emplace_back(tr("Sum over"), tr("%n value(s)", nullptr, l->parts));
    return format::tooltipTable(lines);
}

void HeatMap::resizeEvent(QResizeEvent *)
{
    m_imageValid = false;
    clampOffset();
}

void HeatMap::clampOffset()
{
    const Geometry g = geometry();
    if (g.cell <= 0)
        return;
    const double most = std::max(0.0, g.cell * m_grid->count() - g.plot.width());
    m_offset = {std::clamp(m_offset.x(), 0.0, most), std::clamp(m_offset.y(), 0.0, most)};
}

void HeatMap::mouseMoveEvent(QMouseEvent *event)
{
    if (m_panning) {
        m_offset -= event->position() - m_panFrom;
        m_panFrom = event->position();
        clampOffset();
        update();
        return;
    }
    const QPoint cell = cellAt(event->position());
    if (cell != m_hovered) {
        m_hovered = cell;
        update();
    }
    if (cell.x() >= 0)
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(16, 16), tip(cell.x(), cell.y()), this);
    else
        QToolTip::hideText();
}

void HeatMap::mousePressEvent(QMouseEvent *event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && shift)) {
        m_panning = true;
        m_panFrom = event->position();
        return;
    }
    const QPoint cell = event->button() == Qt::LeftButton ? cellAt(event->position()) : QPoint(-1, -1);
    if (cell.x() >= 0)
        emit cellClicked(cell.x(), cell.y());
    else
        QWidget::mousePressEvent(event);
}

void HeatMap::mouseReleaseEvent(QMouseEvent *)
{
    m_panning = false;
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (cellAt(event->position()).x() >= 0)
        return;
    m_zoom = 1;
    m_offset = {};
    invalidate();
}

void HeatMap::leaveEvent(QEvent *)
{
    m_hovered = {-1, -1};
    update();
}

void HeatMap::wheelEvent(QWheelEvent *event)
{
    const Geometry g = geometry();
    if (g.cell <= 0)
        return QWidget::wheelEvent(event);
    if (event->modifiers() & Qt::ControlModifier) {
        const QPointF inPlot = event->position() - g.plot.topLeft();
        const QPointF under = (inPlot + g.offset) / g.cell;
        const double most = std::max(1.0, largestCell * m_zoom / g.cell);
        m_zoom = std::clamp(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0), 1.0, most);
        m_offset = under * geometry().cell - inPlot;
        m_imageValid = m_imageValid && g.cell >= 1 && geometry().cell >= 1;
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

void HeatMap::keyPressEvent(QKeyEvent *event)
{
    if (!m_grid || m_grid->count() == 0)
        return QWidget::keyPressEvent(event);
    QPoint next = m_selected.x() < 0 ? QPoint(0, 0) : m_selected;
    switch (event->key()) {
    case Qt::Key_Up:
        next.rx() -= 1;
        break;
    case Qt::Key_Down:
        next.rx() += 1;
        break;
    case Qt::Key_Left:
        next.ry() -= 1;
        break;
    case Qt::Key_Right:
        next.ry() += 1;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    const int last = m_grid->count() - 1;
    emit cellClicked(std::clamp(next.x(), 0, last), std::clamp(next.y(), 0, last));
}

} // namespace rs
