// SPDX-License-Identifier: Apache-2.0
#include "views/picture/valuebars.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"

#include <QFocusEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

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

ValueBars::ValueBars(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setFormat([](double value) { return format::real(value); });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ValueBars::setBars(QStringList series, std::vector<ValuePlace> places, bool atEdges)
{
    m_series = std::move(series);
    m_places = std::move(places);
    m_atEdges = atEdges;
    m_hovered = noBar;
    m_legendFocus = -1;
    choose(noBar);
}

void ValueBars::setTexts(const ValueBarTexts &texts)
{
    m_texts = texts;
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
        out.push_back({format::displayText(m_series[i]), m_theme->series(i), LegendEntry::Mark::Swatch, isShown(i)});
    if (!m_texts.mark.isEmpty())
        out.push_back({m_texts.mark, m_theme->warning(), LegendEntry::Mark::Line});
    if (!m_texts.range.isEmpty())
        out.push_back({m_texts.range, m_theme->text(), LegendEntry::Mark::Line});
    return out;
}

std::vector<QRect> ValueBars::legendRects() const
{
    return rs::legendRects(legend(), fontMetrics(), width() - 2 * partGap);
}

QRect ValueBars::legendRect(int series) const
{
    return legendRects()[static_cast<size_t>(series)].translated(partGap, partGap / 2);
}

double ValueBars::highest() const
{
    double out = 0;
    for (const ValuePlace &place : m_places) {
        for (int i = 0; i < m_series.size(); ++i) {
            const ValueBar &bar = place.bars[static_cast<size_t>(i)];
            if (isShown(i))
                out = std::max({out, bar.value.value_or(0), bar.mark.value_or(0), bar.range ? bar.range->second : 0});
        }
    }
    constexpr double room = 1.12; // for captions
    return out > 0 ? out * room : 1;
}

double ValueBars::step(double top) const
{
    constexpr int ticks = 5;
    return std::max(niceStep(top, ticks), m_leastStep);
}

QRect ValueBars::plot() const
{
    const double top = highest();
    const double by = step(top);
    int widest = 0;
    for (double value = 0; value <= top; value += by)
        widest = std::max(widest, fontMetrics().horizontalAdvance(m_text(value)));
    const int above = legendHeight(legendRects()) + partGap * 3 / 2;
    const int left = widest + 2 * partGap;
    const int line = fontMetrics().height();
    const int below = 2 * line + partGap;
    return {left, above, std::max(1, width() - left - 2 * partGap), std::max(1, height() - above - below)};
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

QSize ValueBars::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 16};
}

QSize ValueBars::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 8};
}

void ValueBars::paintAxes(QPainter &painter, const QRect &area, double top) const
{
    const int line = fontMetrics().height();
    const double by = step(top);
    for (double value = 0; value <= top; value += by) {
        const double y = area.bottom() - value / top * area.height();
        painter.setPen(m_theme->hairline());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(m_theme->secondaryText());
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - partGap, line), Qt::AlignRight | Qt::AlignVCenter,
                         m_text(value));
    }
    int widest = 1;
    for (const ValuePlace &place : m_places)
        widest = std::max(widest, fontMetrics().horizontalAdvance(place.label) + partGap);
    widest = std::min(widest, fontMetrics().averageCharWidth() * mostLabel + partGap);
    const auto [first, slot] = placesOf(area);
    const int each = std::max(1, static_cast<int>(std::ceil(widest / slot)));
    for (size_t i = 0; i < m_places.size(); i += static_cast<size_t>(each)) {
        const double x = first + slot * (static_cast<double>(i) + (m_atEdges ? 0 : 0.5));
        if (m_atEdges) {
            painter.setPen(m_theme->hairline());
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + partGap / 2.0));
            painter.setPen(m_theme->secondaryText());
        }
        // Names of operators differ at their ends.
        const double room = std::min({slot * each - partGap / 2.0, 2 * x, 2 * (width() - x)});
        painter.drawText(QRectF(x - room / 2 - 1, area.bottom() + partGap / 2.0, room + 2, line), Qt::AlignHCenter,
                         fontMetrics().elidedText(m_places[i].label, Qt::ElideMiddle, static_cast<int>(room)));
    }
    painter.drawText(QRect(area.left(), area.bottom() + partGap / 2 + line, area.width(), line), Qt::AlignHCenter,
                     m_texts.axis);
}

void ValueBars::paintBar(QPainter &painter, const QRect &place, const ValueBar &bar, const QColor &color,
                         double top) const
{
    const auto yOf = [&](double value) { return place.bottom() + 1 - value / top * place.height(); };
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
        painter.setPen(QPen(m_theme->text(), 1.5));
        painter.drawLine(QPointF(middle, yOf(bar.range->first)), QPointF(middle, yOf(bar.range->second)));
        for (const double end : {bar.range->first, bar.range->second})
            painter.drawLine(QPointF(middle - cap, yOf(end)), QPointF(middle + cap, yOf(end)));
        highestY = std::min(highestY, yOf(bar.range->second));
    }
    if (bar.mark) {
        painter.setPen(QPen(m_theme->warning(), 2));
        painter.drawLine(QPointF(place.left() - 4, yOf(*bar.mark)), QPointF(place.right() + 4, yOf(*bar.mark)));
        // Beside the mark, the caption would be struck through.
        if (std::abs(yOf(*bar.mark) - highestY) < fontMetrics().height() + 4)
            highestY = std::min(highestY, yOf(*bar.mark));
    }
    const int wide = fontMetrics().horizontalAdvance(bar.caption);
    if (!bar.caption.isEmpty() && wide < 2 * place.width()) {
        painter.setPen(m_theme->text());
        painter.drawText(QRectF(middle - wide, highestY - fontMetrics().height() - 2, 2 * wide, fontMetrics().height()),
                         Qt::AlignHCenter | Qt::AlignBottom, bar.caption);
    }
}

void ValueBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (m_places.empty()) {
        painter.setPen(m_theme->secondaryText());
        painter.drawText(rect().adjusted(partGap, 0, -partGap, 0), Qt::AlignCenter | Qt::TextWordWrap, m_texts.none);
        return;
    }
    const QRect area = plot();
    const double top = highest();
    paintLegend(painter, legend(), legendRects(), QPoint(partGap, partGap / 2), *m_theme);
    if (hasFocus() && m_legendFocus >= 0) {
        painter.setPen(m_theme->accent());
        painter.drawRect(legendRect(m_legendFocus).adjusted(-2, -1, 1, 0));
    }
    paintAxes(painter, area, top);
    for (int place = 0; place < static_cast<int>(m_places.size()); ++place) {
        for (int i = 0; i < m_series.size(); ++i) {
            if (!isShown(i))
                continue;
            const QRect at = barRect(place, i);
            const std::pair<int, int> bar{place, i};
            if (bar == m_hovered || (hasFocus() && bar == m_chosen))
                painter.fillRect(at, m_theme->hairline());
            paintBar(painter, at, m_places[static_cast<size_t>(place)].bars[static_cast<size_t>(i)], m_theme->series(i),
                     top);
        }
    }
}

void ValueBars::toggle(int series)
{
    const QString &name = m_series[series];
    if (!m_hidden.remove(name))
        m_hidden.insert(name);
    update();
    emit legendChanged();
}

void ValueBars::choose(std::pair<int, int> bar)
{
    m_chosen = bar;
    QStringList told;
    if (bar != noBar) {
        for (const auto &[label, value] :
             m_places[static_cast<size_t>(bar.first)].bars[static_cast<size_t>(bar.second)].tipLines)
            told << (value.isEmpty() ? label : label + QLatin1String(": ") + value);
    }
    setAccessibleDescription(told.join(u'\n'));
    update();
    emit placeChosen(bar.first);
}

void ValueBars::setLegendFocus(int series)
{
    m_legendFocus = series;
    if (series >= 0)
        setAccessibleDescription(format::displayText(m_series[series]));
    update();
}

// To the next bar that is shown.
void ValueBars::walk(int direction)
{
    const int each = static_cast<int>(m_series.size());
    const int count = static_cast<int>(m_places.size()) * each;
    int at = m_chosen == noBar ? (direction > 0 ? -1 : count) : m_chosen.first * each + m_chosen.second;
    for (at += direction; at >= 0 && at < count; at += direction) {
        const ValuePlace &place = m_places[static_cast<size_t>(at / each)];
        if (isShown(at % each) && place.bars[static_cast<size_t>(at % each)].value)
            return choose({at / each, at % each});
    }
}

bool ValueBars::legendKey(int key)
{
    if (m_series.isEmpty() || (m_legendFocus < 0 && key != Qt::Key_Up))
        return false;
    switch (key) {
    case Qt::Key_Up:
        setLegendFocus(std::max(0, m_legendFocus));
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        setLegendFocus(
            std::clamp(m_legendFocus + (key == Qt::Key_Left ? -1 : 1), 0, static_cast<int>(m_series.size()) - 1));
        return true;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        toggle(m_legendFocus);
        return true;
    case Qt::Key_Down:
    case Qt::Key_Escape:
        setLegendFocus(-1);
        return true;
    default:
        return false;
    }
}

void ValueBars::keyPressEvent(QKeyEvent *event)
{
    if (legendKey(event->key()))
        return;
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        return walk(event->key() == Qt::Key_Left ? -1 : 1);
    QWidget::keyPressEvent(event);
}

void ValueBars::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_legendFocus = -1;
    update();
}

void ValueBars::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    for (int i = 0; i < m_series.size(); ++i) {
        if (legendRect(i).contains(event->pos()))
            return toggle(i);
    }
    choose(barAt(event->pos()));
}

void ValueBars::mouseMoveEvent(QMouseEvent *event)
{
    if (const auto bar = barAt(event->pos()); bar != m_hovered) {
        m_hovered = bar;
        update();
    }
}

void ValueBars::leaveEvent(QEvent *)
{
    m_hovered = noBar;
    update();
}

bool ValueBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    if (const auto [place, series] = barAt(help->pos()); place < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(
            help->globalPos(),
            format::tooltipTable(m_places[static_cast<size_t>(place)].bars[static_cast<size_t>(series)].tipLines),
            this);
    return true;
}

} // namespace rs

#include "moc_valuebars.cpp"
