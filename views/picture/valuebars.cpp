// SPDX-License-Identifier: Apache-2.0
#include "views/picture/valuebars.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int partGap = 8;
constexpr int leastBar = 2; // few packets beside millions must not vanish
constexpr int widestBar = 90;
constexpr int mostLabel = 24; // letters that a label has beside others
constexpr std::pair<int, int> noBar{-1, -1};

} // namespace

ValueBars::ValueBars(const Theme *theme, QWidget *parent) : Picture(theme, parent)
{
    setFormat([](double value) { return format::real(value); });
}

void ValueBars::setBars(QStringList series, std::vector<ValuePlace> places, bool atEdges)
{
    m_series = std::move(series);
    m_places = std::move(places);
    m_atEdges = atEdges;
    forgetHover();
    forgetLegend();
    choose(noBar);
}

void ValueBars::setTexts(const ValueBarTexts &texts)
{
    m_texts = texts;
    forgetLegend();
    update();
}

void ValueBars::setFormat(std::function<QString(double)> text, double leastStep)
{
    m_text = std::move(text);
    m_leastStep = leastStep;
    update();
}

void ValueBars::setHidden(const QStringList &series)
{
    m_hidden = QSet<QString>(series.begin(), series.end());
    update();
}

QStringList ValueBars::hidden() const
{
    QStringList out = m_hidden.values();
    out.sort();
    return out;
}

bool ValueBars::isShown(int series) const
{
    return !m_hidden.contains(m_series[series]);
}

std::vector<LegendEntry> ValueBars::legend() const
{
    std::vector<LegendEntry> out;
    for (int i = 0; i < m_series.size(); ++i)
        out.push_back({format::displayText(m_series[i]), theme().series(i), LegendEntry::Mark::Swatch, isShown(i)});
    if (!m_texts.mark.isEmpty())
        out.push_back({m_texts.mark, theme().warning(), LegendEntry::Mark::Line});
    if (!m_texts.range.isEmpty())
        out.push_back({m_texts.range, theme().text(), LegendEntry::Mark::Line});
    return out;
}

ValueAxis ValueBars::valueAxis() const
{
    double high = 0;
    for (const ValuePlace &place : m_places) {
        for (int i = 0; i < m_series.size(); ++i) {
            const ValueBar &bar = place.bars[static_cast<size_t>(i)];
            if (isShown(i))
                high = std::max({high, bar.value.value_or(0), bar.mark.value_or(0), bar.range ? bar.range->second : 0});
        }
    }
    constexpr double room = 1.12; // for captions
    constexpr int ticks = 5;
    ValueAxis out = ValueAxis::of(0, high > 0 ? high * room : 1, ticks, m_leastStep);
    if (m_text)
        out.text = m_text;
    else
        out.setTimes();
    out.title = m_texts.value;
    return out;
}

QRect ValueBars::plot() const
{
    const int above = legendBottom() + partGap;
    const int left = valueAxis().width(fontMetrics());
    const int wide = std::max(1, width() - left - 2 * partGap);
    const int below = labelHeight(wide) + fontMetrics().height() + partGap;
    return {left, above, wide, std::max(1, height() - above - below)};
}

int ValueBars::widestLabel() const
{
    int widest = 1;
    for (const ValuePlace &place : m_places)
        widest = std::max(widest, fontMetrics().horizontalAdvance(place.label) + partGap);
    return std::min(widest, fontMetrics().averageCharWidth() * mostLabel + partGap);
}

int ValueBars::labelHeight(int width) const
{
    constexpr int mostPercent = 33; // of the height: the bars are what one came for
    const int line = fontMetrics().height();
    const int most = std::max(line, height() * mostPercent / 100);
    const double slot = placesOf({0, 0, width, 1}).second;
    // Lying labels that are cut show more than upright ones that are cut shorter.
    if (m_atEdges || slot < line || slot >= std::min(widestLabel(), most))
        return line;
    return std::clamp(widestLabel(), line, most);
}

int ValueBars::shownSeries() const
{
    int out = 0;
    for (int i = 0; i < m_series.size(); ++i)
        out += isShown(i) ? 1 : 0;
    return out;
}

std::pair<double, double> ValueBars::placesOf(const QRect &area) const
{
    const auto count = static_cast<double>(std::max<size_t>(m_places.size(), 1));
    double wide = static_cast<double>(area.width()) / count;
    // A few sizes of packets are bars, and no wall; edges have no space between them, so all of them move together.
    if (m_atEdges)
        wide = std::min(wide, static_cast<double>(widestBar * std::max(1, shownSeries())));
    return {area.left() + (area.width() - wide * count) / 2, wide};
}

QRect ValueBars::barRect(int place, int series) const
{
    const int shown = shownSeries();
    int before = 0;
    for (int i = 0; i < series; ++i)
        before += isShown(i) ? 1 : 0;
    if (!isShown(series) || m_places.empty())
        return {};
    const QRect area = plot();
    const auto [first, slot] = placesOf(area);
    const double wide = m_atEdges ? slot * 0.94 : std::min<double>(widestBar * shown, slot * 0.84);
    const double left = first + slot * place + (slot - wide) / 2;
    const int from = static_cast<int>(left + wide * before / shown);
    const int to = static_cast<int>(left + wide * (before + 1) / shown);
    return {from, area.top(), std::max(1, to - from), area.height()};
}

std::pair<int, int> ValueBars::barAt(const QPoint &at) const
{
    for (int place = 0; place < static_cast<int>(m_places.size()); ++place) {
        for (int i = 0; i < m_series.size(); ++i) {
            if (m_places[static_cast<size_t>(place)].bars[static_cast<size_t>(i)].value &&
                barRect(place, i).contains(at))
                return {place, i};
        }
    }
    return noBar;
}

void ValueBars::paintLabels(QPainter &painter, const QRect &area) const
{
    const int line = fontMetrics().height();
    painter.setPen(theme().secondaryText());
    const auto [first, slot] = placesOf(area);
    const int high = labelHeight(area.width());
    const bool upright = high > line;
    const int each = !m_atEdges && slot >= line ? 1 : std::max(1, static_cast<int>(std::ceil(widestLabel() / slot)));
    for (size_t i = 0; i < m_places.size(); i += static_cast<size_t>(each)) {
        const double x = first + slot * (static_cast<double>(i) + (m_atEdges ? 0 : 0.5));
        if (m_atEdges) {
            painter.setPen(theme().hairline());
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + partGap / 2.0));
            painter.setPen(theme().secondaryText());
        }
        if (upright) {
            painter.save();
            painter.translate(x - line / 2.0, area.bottom() + partGap / 2.0 + high);
            painter.rotate(-90);
            painter.drawText(QRectF(0, 0, high, line), Qt::AlignRight | Qt::AlignVCenter,
                             fontMetrics().elidedText(m_places[i].label, Qt::ElideMiddle, high));
            painter.restore();
            continue;
        }
        // Names of operators differ at their ends.
        const double room = std::min({slot * each - partGap / 2.0, 2 * x, 2 * (width() - x)});
        painter.drawText(QRectF(x - room / 2 - 1, area.bottom() + partGap / 2.0, room + 2, line), Qt::AlignHCenter,
                         fontMetrics().elidedText(m_places[i].label, Qt::ElideMiddle, static_cast<int>(room)));
    }
    painter.drawText(QRect(area.left(), area.bottom() + partGap / 2 + high, area.width(), line), Qt::AlignHCenter,
                     m_texts.axis);
}

void ValueBars::paintBar(QPainter &painter, const QRect &place, const ValueBar &bar, const QColor &color,
                         const ValueAxis &axis) const
{
    const auto yOf = [&](double value) { return axis.y(place, value) + 1; };
    double highestY = place.bottom() + 1;
    if (bar.value) {
        const double high = *bar.value > 0 ? std::max<double>(leastBar, place.bottom() + 1 - yOf(*bar.value)) : 0;
        const int inner = place.width() > 3 ? 1 : 0;
        painter.fillRect(QRectF(place.left(), place.bottom() + 1 - high, place.width() - inner, high), color);
        highestY -= high;
    }
    const double middle = place.left() + place.width() / 2.0;
    if (bar.range) {
        const double cap = std::min(6.0, place.width() / 4.0);
        painter.setPen(QPen(theme().text(), 1.5));
        painter.drawLine(QPointF(middle, yOf(bar.range->first)), QPointF(middle, yOf(bar.range->second)));
        for (const double end : {bar.range->first, bar.range->second})
            painter.drawLine(QPointF(middle - cap, yOf(end)), QPointF(middle + cap, yOf(end)));
        highestY = std::min(highestY, yOf(bar.range->second));
    }
    if (bar.mark) {
        painter.setPen(QPen(theme().warning(), 2));
        painter.drawLine(QPointF(place.left() - 4, yOf(*bar.mark)), QPointF(place.right() + 4, yOf(*bar.mark)));
        // Beside the mark, the caption would be struck through.
        if (std::abs(yOf(*bar.mark) - highestY) < fontMetrics().height() + 4)
            highestY = std::min(highestY, yOf(*bar.mark));
    }
    const int wide = fontMetrics().horizontalAdvance(bar.caption);
    if (!bar.caption.isEmpty() && wide < 2 * place.width()) {
        painter.setPen(theme().text());
        painter.drawText(QRectF(middle - wide, highestY - fontMetrics().height() - 2, 2 * wide, fontMetrics().height()),
                         Qt::AlignHCenter | Qt::AlignBottom, bar.caption);
    }
}

void ValueBars::paint(QPainter &painter)
{
    if (m_places.empty()) {
        painter.setPen(theme().secondaryText());
        painter.drawText(rect().adjusted(partGap, 0, -partGap, 0), Qt::AlignCenter | Qt::TextWordWrap, m_texts.none);
        return;
    }
    const QRect area = plot();
    const ValueAxis axis = valueAxis();
    paintLegend(painter);
    axis.paint(painter, area, theme());
    paintLabels(painter, area);
    for (int place = 0; place < static_cast<int>(m_places.size()); ++place) {
        for (int i = 0; i < m_series.size(); ++i) {
            if (!isShown(i))
                continue;
            const QRect at = barRect(place, i);
            const std::pair<int, int> bar{place, i};
            if (itemOf(bar) == hoveredItem() || (hasFocus() && bar == m_chosen))
                painter.fillRect(at, theme().hairline());
            paintBar(painter, at, m_places[static_cast<size_t>(place)].bars[static_cast<size_t>(i)], theme().series(i),
                     axis);
        }
    }
    paintFocus(painter, area);
}

void ValueBars::switchEntry(int entry)
{
    const QString &name = m_series[entry];
    if (!m_hidden.remove(name))
        m_hidden.insert(name);
    update();
    emit legendChanged();
}

int ValueBars::itemCount() const
{
    return static_cast<int>(m_places.size()) * static_cast<int>(m_series.size());
}

int ValueBars::itemOf(std::pair<int, int> bar) const
{
    return bar == noBar ? -1 : bar.first * static_cast<int>(m_series.size()) + bar.second;
}

const ValueBar &ValueBars::barOf(int item) const
{
    const auto each = static_cast<size_t>(m_series.size());
    return m_places[static_cast<size_t>(item) / each].bars[static_cast<size_t>(item) % each];
}

void ValueBars::choose(std::pair<int, int> bar)
{
    m_chosen = bar;
    tell(bar == noBar ? TipLines() : barOf(itemOf(bar)).tipLines);
    update();
    emit placeChosen(bar.first);
}

void ValueBars::chooseItem(int item)
{
    const int each = static_cast<int>(m_series.size());
    choose(item < 0 ? noBar : std::pair(item / each, item % each));
}

int ValueBars::nextItem(int from, int direction) const
{
    int at = from < 0 && direction < 0 ? itemCount() : from;
    for (at += direction; at >= 0 && at < itemCount(); at += direction) {
        if (isShown(at % static_cast<int>(m_series.size())) && barOf(at).value)
            return at;
    }
    return -1;
}

Picture::Tip ValueBars::tipAt(const QPoint &at) const
{
    const int item = itemAt(at);
    return item < 0 ? Tip() : Tip{barOf(item).tipLines};
}

} // namespace rs

#include "moc_valuebars.cpp"
