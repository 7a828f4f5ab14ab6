// SPDX-License-Identifier: Apache-2.0
#include "views/picture/scatterchart.h"

#include "views/picture/timeaxis.h"
#include "views/widgets/theme.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {

constexpr int scatterGap = 8;
constexpr double pointReach = 6; // pixels beside a point that still mean it
constexpr double pointSize = 2.5;

// Whole decades around the values.
ValueAxis decadesOf(double least, double most)
{
    ValueAxis out;
    const bool isKnown = least <= most && least > 0;
    out.logarithmic = true;
    out.low = isKnown ? std::pow(10, std::floor(std::log10(least))) : 1;
    out.high = isKnown ? std::pow(10, std::ceil(std::log10(most) + 1e-9)) : 10;
    if (out.high <= out.low)
        out.high = 10 * out.low;
    return out;
}

} // namespace

void ScatterChart::setSeries(std::vector<Series> series)
{
    for (Series &s : series) {
        const auto before =
            std::find_if(m_series.begin(), m_series.end(), [&s](const Series &o) { return o.name == s.name; });
        s.on = before == m_series.end() || before->on;
    }
    m_series = std::move(series);
    m_chosen = -1;
    forgetHover();
    forgetLegend();
    update();
}

void ScatterChart::setTexts(const Texts &texts)
{
    m_texts = texts;
    forgetLegend();
    update();
}

std::vector<LegendEntry> ScatterChart::legend() const
{
    std::vector<LegendEntry> out;
    bool isMarked = false;
    for (const Series &s : m_series) {
        out.push_back({s.name, theme().series(static_cast<int>(out.size())),
                       s.line ? LegendEntry::Mark::Line : LegendEntry::Mark::Swatch, s.on});
        isMarked = isMarked || std::any_of(s.points.begin(), s.points.end(), [](const Point &p) { return p.marked; });
    }
    if (isMarked)
        out.push_back({m_texts.mark, theme().error()});
    return out;
}

ScatterChart::Axes ScatterChart::axes() const
{
    constexpr double none = std::numeric_limits<double>::max();
    double least[] = {none, none};
    double most[] = {0, 0};
    for (const Series &s : m_series) {
        const auto see = [&](double x, double y) {
            least[0] = std::min(least[0], x);
            least[1] = std::min(least[1], y);
            most[0] = std::max(most[0], x);
            most[1] = std::max(most[1], y);
        };
        for (const Point &p : s.on ? s.points : std::vector<Point>())
            see(p.x, p.y);
        if (s.on && s.corner)
            see(s.corner->x(), s.corner->y());
    }
    Axes out{decadesOf(least[0], most[0]), decadesOf(least[1], most[1])};
    out.x.text = m_texts.xText;
    out.y.text = m_texts.yText;
    out.y.title = m_texts.y;
    return out;
}

QRect ScatterChart::plotOf(const ValueAxis &y) const
{
    const int line = fontMetrics().height();
    const int left = y.width(fontMetrics());
    const int top = legendBottom() + line / 2 + scatterGap / 2;
    return {left, top, std::max(1, width() - left - 2 * scatterGap),
            std::max(1, height() - top - 2 * line - scatterGap)};
}

QRect ScatterChart::plot() const
{
    return plotOf(axes().y);
}

QPointF ScatterChart::placeOf(const Axes &axes, const QRect &plot, double x, double y)
{
    // The other axis lies on its side.
    const QRect side(0, plot.left(), 1, plot.width());
    return {plot.left() + (side.bottom() - axes.x.y(side, x)), axes.y.y(plot, y)};
}

std::pair<int, int> ScatterChart::pointOf(int item) const
{
    int series = 0;
    while (item >= static_cast<int>(m_series[static_cast<size_t>(series)].points.size()))
        item -= static_cast<int>(m_series[static_cast<size_t>(series++)].points.size());
    return {series, item};
}

QPointF ScatterChart::placeOf(int point) const
{
    const auto [series, at] = pointOf(point);
    const Axes a = axes();
    const Point &p = m_series[static_cast<size_t>(series)].points[static_cast<size_t>(at)];
    return placeOf(a, plotOf(a.y), p.x, p.y);
}

int ScatterChart::itemCount() const
{
    size_t out = 0;
    for (const Series &s : m_series)
        out += s.points.size();
    return static_cast<int>(out);
}

int ScatterChart::itemAt(const QPoint &at) const
{
    const Axes a = axes();
    const QRect p = plotOf(a.y);
    int best = -1;
    double nearest = pointReach;
    int item = 0;
    for (const Series &s : m_series) {
        for (const Point &point : s.points) {
            const QPointF away = placeOf(a, p, point.x, point.y) - QPointF(at);
            // A small point on a large one is meant before it.
            const double far = std::hypot(away.x(), away.y()) - pointSize * (point.size - 1);
            if (s.on && far < nearest) {
                nearest = far;
                best = item;
            }
            ++item;
        }
    }
    return best;
}

void ScatterChart::switchEntry(int entry)
{
    Series &s = m_series[static_cast<size_t>(entry)];
    s.on = !s.on;
    update();
}

Picture::Tip ScatterChart::tipAt(const QPoint &at) const
{
    const int item = itemAt(at);
    if (item < 0)
        return {};
    const auto [series, point] = pointOf(item);
    return {m_series[static_cast<size_t>(series)].points[static_cast<size_t>(point)].tipLines};
}

void ScatterChart::chooseItem(int item)
{
    setChosen(item);
    emit pointChosen(item);
}

void ScatterChart::setChosen(int point)
{
    m_chosen = point;
    const auto [series, at] = point < 0 ? std::pair(-1, -1) : pointOf(point);
    tell(point < 0 ? TipLines() : m_series[static_cast<size_t>(series)].points[static_cast<size_t>(at)].tipLines);
    update();
}

void ScatterChart::activateItem(int item)
{
    emit pointActivated(item);
}

void ScatterChart::paintFit(QPainter &painter, const Axes &axes, const QRect &plot, const Series &series) const
{
    QPolygonF line;
    for (int x = 0; x <= plot.width(); x += 2) {
        const double value = axes.x.low * std::pow(axes.x.high / axes.x.low, static_cast<double>(x) / plot.width());
        if (const double expected = series.line(value); expected > 0)
            line << QPointF(plot.left() + x, axes.y.y(plot, expected));
    }
    painter.drawPolyline(line);
}

void ScatterChart::paint(QPainter &painter)
{
    if (itemCount() == 0)
        return;
    const Axes a = axes();
    const QRect p = plotOf(a.y);
    paintLegend(painter);
    a.y.paint(painter, p, theme());
    for (const double value : a.x.ticks())
        paintTickBelow(painter, p, placeOf(a, p, value, a.y.low).x(), a.x.text(value), width(), theme());
    const int line = fontMetrics().height();
    painter.drawText(QRect(p.left(), p.bottom() + 2 + line, p.width(), line), Qt::AlignHCenter, m_texts.x);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(p.adjusted(-3, -3, 3, 3));
    int item = 0;
    for (size_t i = 0; i < m_series.size(); ++i) {
        const Series &s = m_series[i];
        const QColor color = theme().series(static_cast<int>(i));
        if (s.on && s.line) {
            painter.setPen(QPen(color, 2));
            paintFit(painter, a, p, s);
        }
        QColor fill = color;
        fill.setAlpha(140);
        for (const Point &point : s.points) {
            const bool isCurrent = item == m_chosen || item == hoveredItem();
            ++item;
            if (!s.on)
                continue;
            const QPointF at = placeOf(a, p, point.x, point.y);
            painter.setPen(isCurrent ? QPen(theme().text(), 2) : QPen(Qt::NoPen));
            painter.setBrush(point.marked ? theme().error() : fill);
            const double radius = std::max(point.size, isCurrent ? 2.0 : 1.0) * pointSize;
            painter.drawEllipse(at, radius, radius);
        }
    }
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFocus(painter, p);
}

} // namespace rs

#include "moc_scatterchart.cpp"
