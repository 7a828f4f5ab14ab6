// SPDX-License-Identifier: Apache-2.0
#include "views/communication/heatmap.h"

#include "analysis/peerspread.h"
#include "items/format.h"
#include "views/communication/matrixtexts.h"
#include "views/theme.h"
#include "views/widgets/axis.h"
#include "views/widgets/axistitle.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {
constexpr int cellPad = 8;
constexpr double leastLinedLink = 8;
constexpr double largestSide = 96;
constexpr double edgeGap = 4;
constexpr double leastEdge = 8;
constexpr double largestEdge = 44;
// Keys without a link, and of one that is there and not in the scale: worse than nothing.
constexpr double nothing = -std::numeric_limits<double>::infinity();
constexpr double outside = std::numeric_limits<double>::lowest();

// Of `pixels` in a row that show `cells` the first cell of one; each shows one at least.
int firstCell(int pixel, int cells, int pixels)
{
    return static_cast<int>(static_cast<qint64>(pixel) * cells / pixels);
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
QString fittingText(double value, double room, const QFontMetrics &metrics)
{
    for (int decimals = decimalsOf(value); decimals >= 0; --decimals) {
        QString text = format::real(value, decimals);
        if (metrics.horizontalAdvance(text) <= room)
            return text;
        // Nothing but zeros would say that there is no difference.
        if (std::abs(value) < std::pow(10.0, 1 - decimals) && value != 0)
            break;
    }
    return {};
}
} // namespace

HeatMap::HeatMap(const Theme *theme, QWidget *parent) : PaintedGrid(theme, parent) {}

void HeatMap::setGrid(std::shared_ptr<const MatrixGrid> grid)
{
    m_grid = std::move(grid);
    m_frames.clear();
    m_longest.clear();
    for (const MatrixRank &r : m_grid->ranks) {
        if (const QString label = r.label(); label.size() > m_longest.size())
            m_longest = label;
    }
    readValues();
    showAll();
}

void HeatMap::setFrames(std::vector<MatrixFrame> frames)
{
    m_frames = std::move(frames);
    update();
}

void HeatMap::setScope(const MatrixScope &scope, const QString &unit)
{
    m_unit = unit;
    if (m_scope != scope) {
        m_scope = scope;
        readValues();
    }
    invalidate();
}

void HeatMap::readValues()
{
    m_keys.clear();
    m_rowMedians.clear();
    m_columnMedians.clear();
    m_range.reset();
    if (!m_grid)
        return;
    m_keys.assign(m_grid->at.size(), nothing);
    const bool isType = m_scope.value == MatrixValue::LinkType;
    const double sign = isRate() ? -1 : 1;
    for (const MatrixLinkSum &l : m_grid->links) {
        // Of several types in a pixel the one that is another in the other run is looked for.
        const double differs = m_scope.difference && l.hasOtherType() ? 1 : outside;
        const std::optional<double> v = isType ? differs : m_scope.of(l);
        m_keys[indexOf(l.source, l.destination)] = isType ? differs : v ? sign * *v : outside;
        if (v && !isType)
            m_range =
                m_range ? std::pair(std::min(m_range->first, *v), std::max(m_range->second, *v)) : std::pair(*v, *v);
    }
    if (isType)
        return;
    if (m_range && m_scope.difference) {
        const double most = std::max(std::abs(m_range->first), std::abs(m_range->second));
        m_range = std::pair(-most, most);
    }
    readMedians();
    if (std::none_of(m_rowMedians.begin(), m_rowMedians.end(), [](const auto &v) { return v.has_value(); })) {
        m_rowMedians.clear();
        m_columnMedians.clear();
    }
}

// Of the keys, which of a million links are a thirtieth of the memory.
void HeatMap::readMedians()
{
    const int n = m_grid->count();
    const double sign = isRate() ? -1 : 1;
    std::vector<std::vector<double>> columns(static_cast<size_t>(n));
    m_rowMedians.resize(columns.size());
    m_columnMedians.resize(columns.size());
    for (int r = 0; r < n; ++r) {
        std::vector<double> row;
        for (int c = 0; c < n; ++c) {
            const double key = m_keys[indexOf(r, c)];
            if (r == c || key == nothing || key == outside)
                continue;
            row.push_back(sign * key);
            columns[static_cast<size_t>(c)].push_back(sign * key);
        }
        if (!row.empty())
            m_rowMedians[static_cast<size_t>(r)] = medianOf(std::move(row));
    }
    for (size_t c = 0; c < columns.size(); ++c) {
        if (!columns[c].empty())
            m_columnMedians[c] = medianOf(std::move(columns[c]));
    }
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

double HeatMap::edge(double side) const
{
    return hasMedians() && !isSmall() ? edgeGap + std::clamp(side, leastEdge, largestEdge) : 0;
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
    if (m_scope.value == MatrixValue::LinkType) {
        if (!m_scope.difference || link.hasOtherType())
            return transportColor(link.transport);
        return link.baseTransport ? paleColor(link.transport) : theme().panel();
    }
    const std::optional<double> v = m_scope.of(link);
    if (!v || *v < low() || *v > high())
        return theme().panel();
    const double share = scale().share(*v);
    return m_scope.difference ? theme().divergingRamp(2 * share - 1) : theme().ramp(share);
}

// Slow links and heavy loads are what one looks for.
bool HeatMap::isRate() const
{
    return m_scope.value == MatrixValue::Bandwidth || m_scope.value == MatrixValue::BestShare;
}

std::ptrdiff_t HeatMap::telling(int rowFrom, int rowTo, int columnFrom, int columnTo) const
{
    std::ptrdiff_t best = -1;
    for (int r = rowFrom; r < rowTo; ++r) {
        for (int c = columnFrom; c < columnTo; ++c) {
            const size_t i = indexOf(r, c);
            if (m_keys[i] != nothing && (best < 0 || m_keys[i] > m_keys[static_cast<size_t>(best)]))
                best = static_cast<std::ptrdiff_t>(i);
        }
    }
    return best;
}

QSize HeatMap::imageSize(const Geometry &g) const
{
    const double cell = g.cell.width();
    const int side = cell >= 1 ? g.rows : std::clamp(static_cast<int>(std::ceil(cell * g.rows)), 1, g.rows);
    return {side, side};
}

void HeatMap::fillTypes(QImage &out) const
{
    const int n = m_grid->count();
    const int side = out.width();
    for (int y = 0; y < side; ++y) {
        auto *line = reinterpret_cast<QRgb *>(out.scanLine(y));
        for (int x = 0; x < side; ++x) {
            const std::ptrdiff_t i = telling(firstCell(y, n, side), firstCell(y + 1, n, side), firstCell(x, n, side),
                                             firstCell(x + 1, n, side));
            if (i >= 0)
                line[x] = cellColor(m_grid->links[static_cast<size_t>(m_grid->at[static_cast<size_t>(i)])]).rgba();
        }
    }
}

// A million cells in a frame: rows are joined in one pass that knows nothing of pixels, then columns.
QImage HeatMap::image(const Geometry &g) const
{
    const int n = g.rows;
    const int side = imageSize(g).width();
    QImage out(side, side, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent); // no data: the hatching below shows through
    if (m_scope.value == MatrixValue::LinkType) {
        fillTypes(out);
        return out;
    }
    const Ramp colors = ramp(m_scope.difference);
    const double sign = isRate() ? -1 : 1;
    std::vector<double> worst(static_cast<size_t>(n));
    for (int y = 0; y < side; ++y) {
        std::fill(worst.begin(), worst.end(), nothing);
        for (int r = firstCell(y, n, side); r < firstCell(y + 1, n, side); ++r) {
            const double *const keys = m_keys.data() + indexOf(r, 0);
            for (size_t c = 0; c < worst.size(); ++c)
                worst[c] = std::max(worst[c], keys[c]);
        }
        auto *line = reinterpret_cast<QRgb *>(out.scanLine(y));
        for (int x = 0; x < side; ++x) {
            double key = nothing;
            for (int c = firstCell(x, n, side); c < firstCell(x + 1, n, side); ++c)
                key = std::max(key, worst[static_cast<size_t>(c)]);
            if (key != nothing)
                line[x] = key == outside ? colors.outside : colors.at(sign * key);
        }
    }
    return out;
}

QString HeatMap::cellText(const MatrixLinkSum &link, double room, const QFontMetrics &metrics) const
{
    if (m_scope.value == MatrixValue::LinkType) {
        QString type = format::displayText(link.transport);
        if (metrics.horizontalAdvance(type) > room)
            return {};
        if (!m_scope.difference || !link.hasOtherType() || room < 2 * metrics.height())
            return type;
        const QString other = QStringLiteral("\u2260 ") + format::displayText(*link.baseTransport);
        return metrics.horizontalAdvance(other) <= room ? type + u'\n' + other : type;
    }
    const std::optional<double> v = m_scope.difference ? m_scope.of(link) : link.value(m_scope.value);
    return v ? fittingText(*v, room, metrics) : QString();
}

void HeatMap::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), theme().background());
    p.setFont(smallFont());
    const Geometry g = geometry();
    if (g.isEmpty())
        return;
    p.save();
    p.setClipRect(g.plot);
    paintCells(p, g);
    paintGridLines(p, g, leastLinedLink);
    hatchSmall(p, g);
    paintTexts(p, g);
    paintBlocks(p, g);
    outlineSlow(p);
    outlineOtherTypes(p, g);
    paintChosen(p, g);
    p.restore();
    paintMedians(p, g);
    paintAxes(p, g);
    paintFocus(p, g);
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
    const Ramp colors = ramp(m_scope.difference);
    const double side = g.cell.width();
    const int pixels = std::max(1, static_cast<int>(g.plot.width()));
    const int step = side >= 1 ? 1 : static_cast<int>(std::ceil(1 / side));
    for (const bool rows : {true, false}) {
        const std::vector<std::optional<double>> &medians = rows ? m_rowMedians : m_columnMedians;
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
                if (v && (!worst || (isRate() ? *v < *worst : *v > *worst)))
                    worst = v;
            }
            // As far as the next one: several share a pixel, and no gap is left between them.
            const QPointF from = g.cellRect(i, i).topLeft();
            const QPointF to = g.cellRect(std::min(last, i + step), std::min(last, i + step)).topLeft();
            const QRectF r = rows ? QRectF(strip.left(), from.y(), thick, std::max(1.0, to.y() - from.y()))
                                  : QRectF(from.x(), strip.top(), std::max(1.0, to.x() - from.x()), thick);
            const QColor fill = worst ? QColor::fromRgba(colors.at(*worst)) : theme().panel();
            p.fillRect(r, fill);
            if (!worst || r.height() < p.fontMetrics().height())
                continue;
            // No line parts it from the next one, with which it would read as one number.
            const QString text = fittingText(*worst, r.width() - p.fontMetrics().averageCharWidth(), p.fontMetrics());
            p.setPen(fill == theme().panel() ? theme().secondaryText() : Theme::labelOn(fill));
            p.drawText(r, Qt::AlignCenter, text);
        }
        p.restore();
    }
}

void HeatMap::paintTexts(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    const double side = g.cell.width();
    if (side < metrics.averageCharWidth() * 4 || side < metrics.height() + 4)
        return;
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
            const QString text = cellText(*l, side - 4, metrics);
            if (text.isEmpty())
                continue;
            const QColor fill = cellColor(*l);
            p.setPen(fill == theme().panel() ? theme().secondaryText() : Theme::labelOn(fill));
            p.drawText(g.cellRect(r, c), Qt::AlignCenter, text);
        }
    }
}

// Crossed, so that they are not taken for links of which nothing is known.
void HeatMap::hatchSmall(QPainter &p, const Geometry &g) const
{
    constexpr double leastSide = 4;
    const double side = g.cell.width();
    if (m_scope.leastMb <= 0 || m_scope.value == MatrixValue::LinkType || side < leastSide)
        return;
    const QBrush hatch(theme().hairline(), Qt::DiagCrossPattern);
    const int n = g.rows;
    const int lastRow = std::clamp(static_cast<int>((g.offset.y() + g.plot.height()) / side) + 1, 0, n);
    const int lastColumn = std::clamp(static_cast<int>((g.offset.x() + g.plot.width()) / side) + 1, 0, n);
    for (int r = std::clamp(static_cast<int>(g.offset.y() / side), 0, n); r < lastRow; ++r) {
        for (int c = std::clamp(static_cast<int>(g.offset.x() / side), 0, n); c < lastColumn; ++c) {
            const MatrixLinkSum *const l = m_grid->link(r, c);
            if (l && l->isSmall(m_scope.leastMb))
                p.fillRect(g.cellRect(r, c).adjusted(1, 1, 0, 0), hatch);
        }
    }
}

void HeatMap::outlineSlow(QPainter &p) const
{
    constexpr size_t mostFrames = 64;
    for (const MatrixFrame &frame : m_frames) {
        const MatrixLinkSum &l = m_grid->links[static_cast<size_t>(frame.link)];
        QRectF r = cellRect(l.source, l.destination);
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

// Where cells are too small for a frame, their full colour among pale ones tells them.
void HeatMap::outlineOtherTypes(QPainter &p, const Geometry &g) const
{
    constexpr double leastSide = 6;
    const double side = g.cell.width();
    if (m_scope.value != MatrixValue::LinkType || !m_scope.difference || side < leastSide)
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
    const QFontMetrics metrics = p.fontMetrics();
    const int n = m_grid->count();
    const int widest = metrics.horizontalAdvance(m_longest);
    const int everyColumn = std::max(1, static_cast<int>(std::ceil(niceStep((widest + 8) / g.cell.width(), 1))));
    const int everyRow = std::max(1, static_cast<int>(std::ceil(niceStep((metrics.height() + 2) / g.cell.width(), 1))));
    const auto pen = [&](int i, int selected, int hovered) {
        p.setPen(i == selected || i == hovered ? theme().text() : theme().secondaryText());
    };
    for (int i = 0; i < n; ++i) {
        const QString label = m_grid->ranks[static_cast<size_t>(i)].label();
        const double x = g.plot.left() + (i + 0.5) * g.cell.width() - g.offset.x();
        if (i % everyColumn == 0 && x >= g.plot.left() && x <= g.plot.right()) {
            pen(i, selected().second, hovered().second);
            p.drawText(QRectF(x - widest, g.plot.bottom() + 3, widest * 2, metrics.height()), Qt::AlignHCenter, label);
        }
        const double y = g.plot.top() + (i + 0.5) * g.cell.width() - g.offset.y();
        if (i % everyRow == 0 && y >= g.plot.top() && y <= g.plot.bottom()) {
            pen(i, selected().first, hovered().first);
            p.drawText(QRectF(g.plot.left() - widest - 8, y - metrics.height() / 2.0, widest + 4, metrics.height()),
                       Qt::AlignRight | Qt::AlignVCenter, label);
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
        title(m_grid->local ? tr("Destination (#: index in the group)") : tr("Destination rank"), g.plot.center().x(),
              width());
    p.drawText(QRectF(column - width(), g.plot.bottom() + 3 + metrics.height(), 2.0 * width(), metrics.height()),
               Qt::AlignHCenter, destination);
    paintVerticalTitle(p, m_grid->local ? tr("Source (#: index in the group)") : tr("Source rank"),
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
    if (m_scope.difference && m_scope.value != MatrixValue::LinkType) {
        const std::optional<double> other = l->base.value(m_scope.value);
        const std::optional<double> v = l->value(m_scope.value);
        lines.emplace_back(tr("In the other run"), known(other, m_unit));
        lines.emplace_back(tr("Difference"), v && other ? known(*v - *other, m_unit) : tr("not known"));
    }
    MatrixTexts::addKind(*l, lines);
    if (m_scope.difference && m_scope.value == MatrixValue::LinkType)
        lines.emplace_back(tr("Link type in the other run"), !l->baseTransport             ? tr("it has no such link")
                                                             : l->baseTransport->isEmpty() ? tr("not known")
                                                                                           : *l->baseTransport);
    const auto median = [this](const std::vector<std::optional<double>> &of, int at) {
        const std::optional<double> v = of.empty() ? std::nullopt : of[static_cast<size_t>(at)];
        return v ? valueText(*v) + QChar(0xa0) + m_unit : tr("not known");
    };
    if (hasMedians()) {
        lines.emplace_back(tr("Median of what the source sends"), median(m_rowMedians, source));
        lines.emplace_back(tr("Median of what the destination receives"), median(m_columnMedians, destination));
    }
    MatrixTexts::addRemarks(*m_grid, *l, m_scope.leastMb, m_frames, lines);
    return lines;
}

} // namespace rs
