// SPDX-License-Identifier: Apache-2.0
#include "views/links/heatmap.h"

#include "items/format.h"
#include "views/links/matrixtexts.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"
#include "views/picture/axistitle.h"
#include "views/widgets/textwidths.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int cellPad = 8;
constexpr double leastLinedLink = 8;
constexpr double largestSide = 96;
constexpr double edgeGap = 4;
constexpr double leastEdge = 8;
constexpr double largestEdge = 44;

// The cells [from, to) of each pixel along a side; one at least.
std::vector<std::pair<int, int>> cellsOfPixels(int pixels, double dpr, double scrolled, double cell, int cells)
{
    std::vector<std::pair<int, int>> out;
    out.reserve(static_cast<size_t>(pixels));
    const auto cellOf = [=](double pixel) {
        return std::clamp(static_cast<int>(std::floor((scrolled + pixel / dpr) / cell)), 0, cells);
    };
    const bool isShared = cell * dpr < 1;
    for (int i = 0; i < pixels; ++i) {
        const int from = std::min(cellOf(isShared ? i : i + 0.5), cells - 1);
        out.emplace_back(from, isShared ? std::max(from + 1, cellOf(i + 1)) : from + 1);
    }
    return out;
}

int decimalsOf(double value)
{
    const double size = std::abs(value);
    return size >= 100 ? 1 : size >= 10 ? 2 : 3;
}

QString valueText(double value)
{
    return format::real(value, decimalsOf(value));
}

// With fewer decimals where it would be too wide; empty where it is still.
QString fittingText(double value, double room, const TextWidths &widths)
{
    for (int decimals = decimalsOf(value); decimals >= 0; --decimals) {
        QString text = format::real(value, decimals);
        if (widths.of(text) <= room)
            return text;
        // Nothing but zeros would say that there is no difference.
        if (std::abs(value) < std::pow(10.0, 1 - decimals) && value != 0)
            break;
    }
    return {};
}

// Draws one line of text: a layout in a rectangle takes several times as long.
void drawCentred(QPainter &p, const QRectF &r, const QString &text, const TextWidths &widths)
{
    const QFontMetrics &metrics = widths.metrics();
    p.drawText(
        QPointF(r.center().x() - widths.of(text) / 2, r.center().y() + (metrics.ascent() - metrics.descent()) / 2.0),
        text);
}
} // namespace

HeatMap::HeatMap(const Theme *theme, QWidget *parent) : PaintedGrid(theme, parent) {}

void HeatMap::setGrid(std::shared_ptr<const MatrixGrid> grid, std::shared_ptr<const HeatValues> values)
{
    m_grid = std::move(grid);
    m_frames.clear();
    m_longest.clear();
    for (const MatrixRank &r : m_grid->ranks) {
        if (const QString label = r.label(); label.size() > m_longest.size())
            m_longest = label;
    }
    m_values = values ? std::move(values) : std::make_shared<const HeatValues>(heatValues(*m_grid, scope()));
    startAnew();
}

void HeatMap::setFrames(std::vector<MatrixFrame> frames)
{
    m_frames = std::move(frames);
    update();
}

void HeatMap::setScope(const MatrixScope &scope, const QString &unit)
{
    m_unit = unit;
    if (m_values->scope != scope)
        m_values = std::make_shared<const HeatValues>(heatValues(m_grid ? *m_grid : MatrixGrid(), scope));
    invalidate();
}

void HeatMap::setValues(std::shared_ptr<const HeatValues> values, const QString &unit)
{
    m_unit = unit;
    m_values = std::move(values);
    invalidate();
}

size_t HeatMap::indexOf(int source, int destination) const
{
    return static_cast<size_t>(source) * m_grid->ranks.size() + static_cast<size_t>(destination);
}

QSize HeatMap::sizeHint() const
{
    return {480, 400};
}

QSizeF HeatMap::largestCell() const
{
    return {largestSide, largestSide};
}

PaintedGrid::Geometry HeatMap::geometry() const
{
    Geometry g;
    if (!m_grid || m_grid->count() == 0)
        return g;
    const QFontMetrics metrics(smallFont());
    const int title = isSmall() ? 0 : metrics.height();
    const double left = cellPad + title + 4 + metrics.horizontalAdvance(m_longest) + 4;
    const double bottom = metrics.height() + title + 6;
    const int n = m_grid->count();
    const auto sideIn = [&](double room) {
        // Whole pixels per cell keep the hairlines even. Smaller cells have none, and would leave much of the room.
        return room / n >= leastLinedLink ? std::floor(room / n) : room / n;
    };
    const double room = std::max(8.0, std::min(width() - left - cellPad, height() - bottom - cellPad));
    const double medians = edge(sideIn(room));
    const double side = sideIn(std::max(8.0, room - medians));
    const double extent = side * n;
    g.rows = g.columns = n;
    g.plot = QRectF(left + std::max(0.0, (width() - left - cellPad - extent - medians) / 2), cellPad + medians, extent,
                    extent);
    g.cell = QSizeF(side, side) * zoom();
    g.offset = offset();
    return g;
}

bool HeatMap::isSmall() const
{
    constexpr int leastLines = 12;
    return std::min(width(), height()) < leastLines * QFontMetrics(smallFont()).height();
}

// Medians get room for numbers if the cells have numbers.
double HeatMap::edge(double side) const
{
    if (!hasMedians() || isSmall())
        return 0;
    const QFontMetrics metrics(smallFont());
    const double number = side < metrics.height() ? 0 : metrics.horizontalAdvance(valueText(-0.001)) + cellPad;
    return edgeGap + std::max(std::clamp(side, leastEdge, largestEdge), number);
}

PaintedGrid::Cell HeatMap::hit(const QPointF &position) const
{
    const Geometry g = geometry();
    const auto [row, column] = g.cellAt(position);
    const double side = g.cell.width();
    if (row < 0 || side >= 1)
        return {row, column};
    // The pixel shows one of several cells: that one is meant.
    const int rowTo = std::clamp(static_cast<int>(row + std::ceil(1 / side)), row + 1, g.rows);
    const int columnTo = std::clamp(static_cast<int>(column + std::ceil(1 / side)), column + 1, g.columns);
    const std::ptrdiff_t at = telling(row, rowTo, column, columnTo);
    return at < 0 ? Cell(row, column) : Cell(static_cast<int>(at / g.rows), static_cast<int>(at % g.rows));
}

QPoint HeatMap::cellAt(const QPointF &at) const
{
    const auto [row, column] = hit(at);
    return {row, column};
}

QColor HeatMap::transportColor(const QString &transport) const
{
    return MatrixTexts::transportColor(theme(), transport);
}

QColor HeatMap::paleColor(const QString &transport) const
{
    constexpr double part = 0.3; // of the colour
    const QColor full = transportColor(transport);
    const QColor ground = theme().background();
    const auto mixed = [](int of, int with) { return static_cast<int>(std::lround(part * of + (1 - part) * with)); };
    return {mixed(full.red(), ground.red()), mixed(full.green(), ground.green()), mixed(full.blue(), ground.blue())};
}

QColor HeatMap::cellColor(const MatrixLinkSum &link) const
{
    if (scope().value == MatrixValue::LinkType) {
        if (!scope().difference || link.hasOtherType())
            return transportColor(link.transport);
        return link.baseTransport ? paleColor(link.transport) : theme().hairline();
    }
    const std::optional<double> v = scope().of(link);
    if (!v || *v < low() || *v > high())
        return theme().hairline();
    ValueScale scale = this->scale();
    scale.diverging = scope().difference;
    const double share = scale.share(*v);
    return scope().difference ? theme().divergingRamp(2 * share - 1) : theme().ramp(share);
}

QString HeatMap::whyGrey(const MatrixLinkSum &link) const
{
    if (scope().value == MatrixValue::LinkType)
        return {};
    if (link.inner && !scope().inner)
        return tr("inside a device");
    if (!link.value(scope().value))
        return tr("the value is not known");
    if (scope().difference && !link.baseTransport)
        return tr("only this run has the link");
    if (scope().difference && !link.base.value(scope().value))
        return tr("the value of the other run is not known");
    const std::optional<double> v = scope().of(link);
    return v && (*v < low() || *v > high()) ? tr("beyond its handles") : QString();
}

std::ptrdiff_t HeatMap::telling(int rowFrom, int rowTo, int columnFrom, int columnTo) const
{
    std::ptrdiff_t best = -1;
    for (int r = rowFrom; r < rowTo; ++r) {
        for (int c = columnFrom; c < columnTo; ++c) {
            const size_t i = indexOf(r, c);
            if (m_values->keys[i] != HeatValues::nothing &&
                (best < 0 || m_values->keys[i] > m_values->keys[static_cast<size_t>(best)]))
                best = static_cast<std::ptrdiff_t>(i);
        }
    }
    return best;
}

std::vector<QRgb> HeatMap::typeColors() const
{
    std::vector<QRgb> out;
    for (const QString &transport : m_values->transports) {
        out.push_back(transportColor(transport).rgba());
        out.push_back(paleColor(transport).rgba());
        out.push_back(theme().hairline().rgba());
    }
    return out;
}

// A million cells in a frame: only those in sight are looked at, rows are joined in one pass that knows nothing of
// pixels, then columns; rows of pixels that show the same cells are copied.
QImage HeatMap::sight(const Geometry &g, const QRect &frame, double dpr) const
{
    const int wide = static_cast<int>(std::ceil(frame.width() * dpr));
    const int high = static_cast<int>(std::ceil(frame.height() * dpr));
    const QPointF scrolled = g.offset + frame.topLeft() - g.plot.topLeft();
    const auto columns = cellsOfPixels(wide, dpr, scrolled.x(), g.cell.width(), g.columns);
    const auto rows = cellsOfPixels(high, dpr, scrolled.y(), g.cell.height(), g.rows);
    QImage out(wide, high, QImage::Format_ARGB32_Premultiplied);
    if (out.isNull() || columns.empty() || rows.empty())
        return out;
    const bool isType = scope().value == MatrixValue::LinkType;
    const std::vector<QRgb> types = isType ? typeColors() : std::vector<QRgb>();
    const Ramp colors = ramp(scope().difference);
    const double sign = m_values->isRate() ? -1 : 1;
    const int first = columns.front().first;
    const auto inSight = static_cast<size_t>(columns.back().second - first);
    std::vector<double> worst(inSight);
    bool hasGaps = false; // there the hatching below shows through
    for (int y = 0; y < high; ++y) {
        auto *const line = reinterpret_cast<QRgb *>(out.scanLine(y));
        const auto [rowFrom, rowTo] = rows[static_cast<size_t>(y)];
        if (y > 0 && rows[static_cast<size_t>(y)] == rows[static_cast<size_t>(y) - 1]) {
            std::copy_n(reinterpret_cast<const QRgb *>(out.constScanLine(y - 1)), wide, line);
            continue;
        }
        const double *const keys = m_values->keys.data() + indexOf(rowFrom, first);
        std::copy_n(keys, inSight, worst.begin());
        for (int r = rowFrom + 1; r < rowTo; ++r) {
            const double *const more = m_values->keys.data() + indexOf(r, first);
            for (size_t c = 0; c < inSight; ++c)
                worst[c] = std::max(worst[c], more[c]);
        }
        for (int x = 0; x < wide; ++x) {
            const auto &[from, to] = columns[static_cast<size_t>(x)];
            if (x > 0 && columns[static_cast<size_t>(x)] == columns[static_cast<size_t>(x) - 1]) {
                line[x] = line[x - 1];
                continue;
            }
            double key = HeatValues::nothing;
            for (int c = from; c < to; ++c)
                key = std::max(key, worst[static_cast<size_t>(c - first)]);
            line[x] = 0;
            if (key == HeatValues::nothing)
                hasGaps = true;
            else if (isType)
                line[x] = types[m_values->types[static_cast<size_t>(telling(rowFrom, rowTo, from, to))]];
            else
                line[x] = key == HeatValues::outside ? colors.outside : colors.at(sign * key);
        }
    }
    if (!hasGaps)
        out.reinterpretAsFormat(QImage::Format_RGB32);
    return out;
}

QString HeatMap::cellText(const MatrixLinkSum &link, double room, const TextWidths &widths) const
{
    if (scope().value == MatrixValue::LinkType) {
        QString type = format::displayText(link.transport);
        if (widths.of(type) > room)
            return {};
        if (!scope().difference || !link.hasOtherType() || room < 2 * widths.metrics().height())
            return type;
        const QString other = QStringLiteral("\u2260 ") + format::displayText(*link.baseTransport);
        return widths.of(other) <= room ? type + u'\n' + other : type;
    }
    const std::optional<double> v = scope().difference ? scope().of(link) : link.value(scope().value);
    return v ? fittingText(*v, room, widths) : QString();
}

void HeatMap::paintInside(QPainter &p, const Geometry &g)
{
    paintCells(p, g);
    paintGridLines(p, g, leastLinedLink);
    hatchSmall(p, g);
    paintTexts(p, g);
    paintBlocks(p, g);
    outlineSlow(p, g);
    outlineOtherTypes(p, g);
}

// A hundred hosts of a few pixels each would be nothing but lines: zooming brings these.
void HeatMap::paintBlocks(QPainter &p, const Geometry &g) const
{
    constexpr double leastBlock = 12;
    constexpr double leastThick = 32;
    const double block = g.cell.width() * g.rows / static_cast<double>(m_grid->starts.size() + 1);
    if (block < leastBlock)
        return;
    p.setPen(QPen(theme().text(), block < leastThick ? 1 : 2));
    for (const int start : m_grid->starts) {
        const QPointF at = g.cellRect(start, start).topLeft();
        p.drawLine(QPointF(g.plot.left(), at.y()), QPointF(g.plot.right(), at.y()));
        p.drawLine(QPointF(at.x(), g.plot.top()), QPointF(at.x(), g.plot.bottom()));
    }
}

// Row medians at the right, column medians above: a rank whose links are all slow is a line of them.
void HeatMap::paintMedians(QPainter &p, const Geometry &g) const
{
    const double whole = edge(g.plot.width() / g.rows);
    if (whole <= 0)
        return;
    const double thick = whole - edgeGap;
    const TextWidths widths(p.fontMetrics());
    const QFontMetrics &metrics = widths.metrics();
    const Ramp colors = ramp(scope().difference);
    const double side = g.cell.width();
    const int pixels = std::max(1, static_cast<int>(g.plot.width()));
    const int step = side >= 1 ? 1 : static_cast<int>(std::ceil(1 / side));
    for (const bool rows : {true, false}) {
        const std::vector<std::optional<double>> &medians = rows ? rowMedians() : columnMedians();
        const double scrolled = rows ? g.offset.y() : g.offset.x();
        const int first = std::clamp(static_cast<int>(scrolled / side), 0, g.rows);
        const int last = std::clamp(static_cast<int>((scrolled + pixels) / side) + 1, 0, g.rows);
        const QRectF strip = rows ? QRectF(g.plot.right() + edgeGap, g.plot.top(), thick, g.plot.height())
                                  : QRectF(g.plot.left(), g.plot.top() - whole, g.plot.width(), thick);
        p.save();
        p.setClipRect(strip);
        for (int i = first; i < last; i += step) {
            std::optional<double> worst;
            for (int k = i; k < std::min(last, i + step); ++k) {
                const std::optional<double> &v = medians[static_cast<size_t>(k)];
                if (v && (!worst || (m_values->isRate() ? *v < *worst : *v > *worst)))
                    worst = v;
            }
            // As far as the next one: several share a pixel, and no gap is left between them.
            const QPointF from = g.cellRect(i, i).topLeft();
            const QPointF to = g.cellRect(std::min(last, i + step), std::min(last, i + step)).topLeft();
            const QRectF r = rows ? QRectF(strip.left(), from.y(), thick, std::max(1.0, to.y() - from.y()))
                                  : QRectF(from.x(), strip.top(), std::max(1.0, to.x() - from.x()), thick);
            const QColor fill = worst ? QColor::fromRgba(colors.at(*worst)) : theme().hairline();
            p.fillRect(r, fill);
            if (!worst || r.height() < metrics.height())
                continue;
            // No line parts a column's from the next one, with which it would read as one number.
            const QString text = fittingText(*worst, r.width() - (rows ? 4 : metrics.averageCharWidth()), widths);
            p.setPen(fill == theme().hairline() ? theme().secondaryText() : Theme::labelOn(fill));
            drawCentred(p, r, text, widths);
        }
        p.restore();
    }
}

void HeatMap::paintTexts(QPainter &p, const Geometry &g) const
{
    const double side = g.cell.width();
    if (side < p.fontMetrics().averageCharWidth() * 4 || side < p.fontMetrics().height() + 4)
        return;
    const TextWidths widths(p.fontMetrics());
    const int n = g.rows;
    const int firstRow = std::clamp(static_cast<int>(g.offset.y() / side), 0, n);
    const int lastRow = std::clamp(static_cast<int>((g.offset.y() + g.plot.height()) / side) + 1, 0, n);
    const int firstColumn = std::clamp(static_cast<int>(g.offset.x() / side), 0, n);
    const int lastColumn = std::clamp(static_cast<int>((g.offset.x() + g.plot.width()) / side) + 1, 0, n);
    for (int r = firstRow; r < lastRow; ++r) {
        for (int c = firstColumn; c < lastColumn; ++c) {
            const MatrixLinkSum *l = m_grid->link(r, c);
            if (!l)
                continue;
            // Half a number is another one.
            if (!g.plot.adjusted(-1, -1, 1, 1).contains(g.cellRect(r, c)))
                continue;
            const QString text = cellText(*l, side - 4, widths);
            if (text.isEmpty())
                continue;
            const QColor fill = cellColor(*l);
            p.setPen(fill == theme().hairline() ? theme().secondaryText() : Theme::labelOn(fill));
            if (text.contains(u'\n'))
                p.drawText(g.cellRect(r, c), Qt::AlignCenter, text);
            else
                drawCentred(p, g.cellRect(r, c), text, widths);
        }
    }
}

// Crossed, so that they are not taken for links of which nothing is known.
void HeatMap::hatchSmall(QPainter &p, const Geometry &g) const
{
    constexpr double leastSide = 4;
    const double side = g.cell.width();
    if (scope().leastMb <= 0 || scope().value == MatrixValue::LinkType || side < leastSide)
        return;
    const QBrush hatch(theme().background(), Qt::DiagCrossPattern);
    const int n = g.rows;
    const int lastRow = std::clamp(static_cast<int>((g.offset.y() + g.plot.height()) / side) + 1, 0, n);
    const int lastColumn = std::clamp(static_cast<int>((g.offset.x() + g.plot.width()) / side) + 1, 0, n);
    for (int r = std::clamp(static_cast<int>(g.offset.y() / side), 0, n); r < lastRow; ++r) {
        for (int c = std::clamp(static_cast<int>(g.offset.x() / side), 0, n); c < lastColumn; ++c) {
            const MatrixLinkSum *const l = m_grid->link(r, c);
            if (l && l->isSmall(scope().leastMb))
                p.fillRect(g.cellRect(r, c).adjusted(1, 1, 0, 0), hatch);
        }
    }
}

void HeatMap::outlineSlow(QPainter &p, const Geometry &g) const
{
    constexpr size_t mostFrames = 64;
    constexpr double reach = 4; // of a frame around a small cell
    for (const MatrixFrame &frame : m_frames) {
        const MatrixLinkSum &l = m_grid->links[static_cast<size_t>(frame.link)];
        QRectF r = g.cellRect(l.source, l.destination);
        if (!r.adjusted(-reach, -reach, reach, reach).intersects(g.plot))
            continue;
        // Frames of a whole row would hide each other: there they are a line.
        if (r.width() < 5 && m_frames.size() > mostFrames) {
            p.fillRect(QRectF(r.center() - QPointF(1, 1), QSizeF(2, 2)), theme().error());
            continue;
        }
        if (r.width() < 5)
            r = QRectF(r.center() - QPointF(3, 3), QSizeF(6, 6));
        paintFrame(p, r, theme().error(), 2);
    }
}

// Cells too small for a frame show the full colour among pale ones.
void HeatMap::outlineOtherTypes(QPainter &p, const Geometry &g) const
{
    constexpr double leastSide = 6;
    const double side = g.cell.width();
    if (scope().value != MatrixValue::LinkType || !scope().difference || side < leastSide)
        return;
    const int lastRow = std::clamp(static_cast<int>((g.offset.y() + g.plot.height()) / side) + 1, 0, g.rows);
    const int lastColumn = std::clamp(static_cast<int>((g.offset.x() + g.plot.width()) / side) + 1, 0, g.rows);
    for (int r = std::clamp(static_cast<int>(g.offset.y() / side), 0, g.rows); r < lastRow; ++r) {
        for (int c = std::clamp(static_cast<int>(g.offset.x() / side), 0, g.rows); c < lastColumn; ++c) {
            if (const MatrixLinkSum *const l = m_grid->link(r, c); l && l->hasOtherType())
                paintFrame(p, g.cellRect(r, c), theme().text(), 2);
        }
    }
}

void HeatMap::paintAxes(QPainter &p, const Geometry &g) const
{
    paintMedians(p, g);
    const QFontMetrics metrics = p.fontMetrics();
    const TextWidths widths(metrics);
    const int n = m_grid->count();
    const int widest = metrics.horizontalAdvance(m_longest);
    const int everyColumn = std::max(1, static_cast<int>(std::ceil(niceStep((widest + 8) / g.cell.width(), 1))));
    const int everyRow = std::max(1, static_cast<int>(std::ceil(niceStep((metrics.height() + 2) / g.cell.width(), 1))));
    const auto pen = [&](int i, int selected, int hovered) {
        p.setPen(i == selected || i == hovered ? theme().text() : theme().secondaryText());
    };
    for (int i = 0; i < n; ++i) {
        const double x = g.plot.left() + (i + 0.5) * g.cell.width() - g.offset.x();
        if (i % everyColumn == 0 && x >= g.plot.left() && x <= g.plot.right()) {
            pen(i, selected().second, hovered().second);
            drawCentred(p, QRectF(x - widest, g.plot.bottom() + 3, widest * 2, metrics.height()),
                        m_grid->ranks[static_cast<size_t>(i)].label(), widths);
        }
        const double y = g.plot.top() + (i + 0.5) * g.cell.width() - g.offset.y();
        if (i % everyRow == 0 && y >= g.plot.top() && y <= g.plot.bottom()) {
            pen(i, selected().first, hovered().first);
            const QString label = m_grid->ranks[static_cast<size_t>(i)].label();
            const double wide = widths.of(label);
            drawCentred(p, QRectF(g.plot.left() - 4 - wide, y - metrics.height() / 2.0, wide, metrics.height()), label,
                        widths);
        }
    }
    if (isSmall())
        return;
    p.setPen(theme().secondaryText());
    // A title stands at the middle of its axis as far as there is room, and is never cut: the plot may be smaller.
    const auto title = [&](const QString &text, double middle, double room) {
        const QString shown = metrics.elidedText(text, Qt::ElideRight, static_cast<int>(room));
        const double half = metrics.horizontalAdvance(shown) / 2.0 + 1;
        return std::pair(shown, half * 2 >= room ? room / 2 : std::clamp(middle, half, room - half));
    };
    const auto [destination, column] =
        title(m_grid->local ? tr("Destination (#: index in the domain)") : tr("Destination rank"), g.plot.center().x(),
              width());
    p.drawText(QRectF(column - width(), g.plot.bottom() + 3 + metrics.height(), 2.0 * width(), metrics.height()),
               Qt::AlignHCenter, destination);
    paintVerticalTitle(p, m_grid->local ? tr("Source (#: index in the domain)") : tr("Source rank"),
                       g.plot.left() - widest - 12 - metrics.height(), g.plot.center().y(), height());
}

PaintedGrid::TipLines HeatMap::tipLines(int source, int destination) const
{
    TipLines lines = {{MatrixTexts::linkName(*m_grid, source, destination), {}}};
    if (!m_grid->names.empty()) {
        for (const auto &[what, row] : {std::pair(tr("From"), source), std::pair(tr("To"), destination)}) {
            if (const QString &block = m_grid->names[static_cast<size_t>(m_grid->blockOf(row))]; !block.isEmpty())
                lines.emplace_back(what, block);
        }
    }
    const MatrixLinkSum *l = m_grid->link(source, destination);
    if (!l) {
        lines.emplace_back(tr("No data"), tr("nothing was sent, or the rank is not loaded"));
        return lines;
    }
    const auto known = [](const std::optional<double> &value, const QString &unit) {
        return value ? format::real(*value) + QChar(0xa0) + unit : tr("not known");
    };
    MatrixTexts::addBasis(*m_grid, *l, lines);
    MatrixTexts::addAmounts(*l, lines);
    if (scope().difference && scope().value != MatrixValue::LinkType) {
        const std::optional<double> other = l->base.value(scope().value);
        const std::optional<double> v = l->value(scope().value);
        lines.emplace_back(tr("In the other run"), known(other, m_unit));
        lines.emplace_back(tr("Difference"), v && other ? known(*v - *other, m_unit) : tr("not known"));
    }
    MatrixTexts::addKind(*l, lines);
    if (scope().difference && scope().value == MatrixValue::LinkType)
        lines.emplace_back(tr("Link type in the other run"), !l->baseTransport             ? tr("it has no such link")
                                                             : l->baseTransport->isEmpty() ? tr("not known")
                                                                                           : *l->baseTransport);
    const auto median = [this](const std::vector<std::optional<double>> &of, int at) {
        const std::optional<double> v = of.empty() ? std::nullopt : of[static_cast<size_t>(at)];
        return v ? valueText(*v) + QChar(0xa0) + m_unit : tr("not known");
    };
    if (hasMedians()) {
        lines.emplace_back(tr("Median of what the source sends"), median(rowMedians(), source));
        lines.emplace_back(tr("Median of what the destination receives"), median(columnMedians(), destination));
    }
    if (const QString why = whyGrey(*l); !why.isEmpty())
        lines.emplace_back(tr("Not in the scale"), why);
    MatrixTexts::addRemarks(*m_grid, *l, scope().leastMb, m_frames, lines);
    return lines;
}

} // namespace rs

#include "moc_heatmap.cpp"
