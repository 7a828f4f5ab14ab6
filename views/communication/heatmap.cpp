// SPDX-License-Identifier: Apache-2.0
#include "views/communication/heatmap.h"

#include "items/format.h"
#include "views/theme.h"
#include "views/widgets/axis.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int cellPad = 8;
constexpr double leastLinedLink = 8;
constexpr double largestSide = 96;
} // namespace

HeatMap::HeatMap(const Theme *theme, QWidget *parent) : PaintedGrid(theme, parent) {}

void HeatMap::setGrid(std::shared_ptr<const MatrixGrid> grid)
{
    m_grid = std::move(grid);
    findSlow();
    showAll();
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
    int label = 0;
    for (const MatrixRank &r : m_grid->ranks)
        label = std::max(label, metrics.horizontalAdvance(r.label()));
    const double left = cellPad + metrics.height() + 4 + label + 4;
    const double bottom = metrics.height() * 2 + 6;
    const double room = std::max(8.0, std::min(width() - left - cellPad, height() - bottom - cellPad));
    const int n = m_grid->count();
    const double fit = std::min(room, n * largestSide);
    // Whole pixels per cell keep the hairlines even; below that the image is scaled.
    const double side = fit / n >= 1 ? std::floor(fit / n) : fit / n;
    const double extent = side * n;
    g.rows = g.columns = n;
    g.plot = QRectF(left + std::max(0.0, (width() - left - cellPad - extent) / 2), cellPad, extent, extent);
    g.cell = QSizeF(side, side) * zoom();
    g.offset = offset();
    return g;
}

PaintedGrid::Cell HeatMap::hit(const QPointF &at) const
{
    const Geometry g = geometry();
    const auto [row, column] = g.cellAt(at);
    const double side = g.cell.width();
    if (row < 0 || side >= 1)
        return {row, column};
    // The pixel shows one of several cells: that one is meant.
    const int rowTo = std::clamp(static_cast<int>(row + std::ceil(1 / side)), row + 1, g.rows);
    const int columnTo = std::clamp(static_cast<int>(column + std::ceil(1 / side)), column + 1, g.columns);
    const int i = linkFor(row, rowTo, column, columnTo);
    if (i < 0)
        return {row, column};
    const MatrixLinkSum &l = m_grid->links[static_cast<size_t>(i)];
    return {l.source, l.destination};
}

QPoint HeatMap::cellAt(const QPointF &at) const
{
    const auto [row, column] = hit(at);
    return {row, column};
}

QColor HeatMap::transportColor(const QString &transport) const
{
    static const QStringList known = {QStringLiteral("HCCS"), QStringLiteral("RDMA"), QStringLiteral("SIO"),
                                      QStringLiteral("PCIE")};
    if (transport == QLatin1String("LOCAL"))
        return theme().category(TimeCategory::Idle);
    const qsizetype i = known.indexOf(transport);
    if (i >= 0)
        return theme().series(static_cast<int>(i));
    return theme().series(4 + static_cast<int>(Theme::nameHash(transport.toStdString()) % 5));
}

QColor HeatMap::cellColor(const MatrixLinkSum &link) const
{
    if (m_value == MatrixValue::LinkType)
        return transportColor(link.transport);
    const std::optional<double> v = link.value(m_value);
    if (!v || (link.inner && !m_innerShown) || link.isSmall(m_leastMb) || *v < low() || *v > high())
        return theme().panel();
    return theme().ramp(high() > low() ? (*v - low()) / (high() - low()) : 1);
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

QImage HeatMap::image(const Geometry &g) const
{
    const int n = g.rows;
    const double cell = g.cell.width();
    const int side = cell >= 1 ? n : std::clamp(static_cast<int>(std::ceil(cell * n)), 1, n);
    QImage out(side, side, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent); // no data: the hatching below shows through
    for (int y = 0; y < side; ++y) {
        auto *line = reinterpret_cast<QRgb *>(out.scanLine(y));
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
    return out;
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
    outlineSlow(p);
    paintChosen(p, g);
    p.restore();
    paintAxes(p, g);
    paintFocus(p, g);
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
            const QString text = cellText(*l);
            if (metrics.horizontalAdvance(text) > side - 4)
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
    if (m_leastMb <= 0 || m_value == MatrixValue::LinkType || side < leastSide)
        return;
    const QBrush hatch(theme().hairline(), Qt::DiagCrossPattern);
    const int n = g.rows;
    const int lastRow = std::clamp(static_cast<int>((g.offset.y() + g.plot.height()) / side) + 1, 0, n);
    const int lastColumn = std::clamp(static_cast<int>((g.offset.x() + g.plot.width()) / side) + 1, 0, n);
    for (int r = std::clamp(static_cast<int>(g.offset.y() / side), 0, n); r < lastRow; ++r) {
        for (int c = std::clamp(static_cast<int>(g.offset.x() / side), 0, n); c < lastColumn; ++c) {
            const MatrixLinkSum *const l = m_grid->link(r, c);
            if (l && l->isSmall(m_leastMb))
                p.fillRect(g.cellRect(r, c).adjusted(1, 1, 0, 0), hatch);
        }
    }
}

void HeatMap::outlineSlow(QPainter &p) const
{
    if (m_value == MatrixValue::LinkType)
        return;
    p.setPen(QPen(theme().error(), 2));
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
    p.save();
    const auto [source, row] =
        title(m_grid->local ? tr("Source (#: index in the group)") : tr("Source rank"), g.plot.center().y(), height());
    p.translate(g.plot.left() - widest - 12 - metrics.height(), row);
    p.rotate(-90);
    p.drawText(QRectF(-height(), 0, 2.0 * height(), metrics.height()), Qt::AlignCenter, source);
    p.restore();
}

PaintedGrid::TipLines HeatMap::tipLines(int source, int destination) const
{
    const QString link = tr("%1 to %2", "source rank, destination rank")
                             .arg(m_grid->ranks[static_cast<size_t>(source)].label(),
                                  m_grid->ranks[static_cast<size_t>(destination)].label());
    TipLines lines = {{link, {}}};
    const MatrixLinkSum *l = m_grid->link(source, destination);
    if (!l) {
        lines.emplace_back(tr("No data"), tr("nothing was sent, or the rank is not loaded"));
        return lines;
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
    return lines;
}

} // namespace rs
