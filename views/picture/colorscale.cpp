// SPDX-License-Identifier: Apache-2.0
#include "views/picture/colorscale.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int scaleEdge = 8;
constexpr int barHeight = 12;
constexpr int handleHalf = 5;
constexpr int longestScale = 480;
} // namespace

ColorScale::ColorScale(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    // Its height follows from its width alone; a fixed one would be held to the hint of the width that it had before.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QFont ColorScale::smallFont() const
{
    QFont f = font();
    f.setPointSizeF(f.pointSizeF() * 0.9);
    return f;
}

std::vector<LegendEntry> ColorScale::entries() const
{
    std::vector<LegendEntry> out = m_hasBar ? std::vector<LegendEntry>() : m_categories;
    out.insert(out.end(), m_notes.begin(), m_notes.end());
    return out;
}

int ColorScale::heightForWidth(int width) const
{
    const QFontMetrics metrics(smallFont());
    const int legend = legendHeight(legendRects(entries(), metrics, std::max(1, width - 2 * scaleEdge)));
    return (m_hasBar ? barHeight + metrics.height() + 3 * handleHalf : 0) + legend + scaleEdge;
}

QSize ColorScale::sizeHint() const
{
    return {360, heightForWidth(std::max(360, width()))};
}

QSize ColorScale::minimumSizeHint() const
{
    return {160, heightForWidth(std::max(160, width()))};
}

void ColorScale::setBounds(double low, double high, const QString &unit, bool reset)
{
    const bool whole = !isNarrowed();
    m_hasBar = true;
    m_bounds.low = low;
    m_bounds.high = std::max(low, high);
    m_unit = unit;
    if (reset || whole || m_low < m_bounds.low || m_high > m_bounds.high || m_low > m_high) {
        m_low = m_bounds.low;
        m_high = m_bounds.high;
    }
    updateGeometry();
    update();
}

void ColorScale::setLogarithmic(bool on)
{
    m_bounds.logarithmic = on;
    update();
}

void ColorScale::setDiverging(bool on)
{
    m_diverging = on;
    update();
}

void ColorScale::setCategories(std::vector<LegendEntry> categories)
{
    m_hasBar = false;
    m_categories = std::move(categories);
    updateGeometry();
    update();
}

void ColorScale::setNotes(std::vector<LegendEntry> notes)
{
    m_notes = std::move(notes);
    updateGeometry();
    update();
}

QString ColorScale::textOf(double value) const
{
    // Three decimals would call a small bound nothing.
    constexpr int most = 12;
    // Shares stand in the cells with one decimal, and the ends of all shares are whole.
    const int usual = m_unit != QLatin1String("%") ? 3 : value == std::round(value) ? 0 : 1;
    const double size = std::abs(value);
    const int decimals =
        size > 0 && size < 0.1 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(size))), usual, most) : usual;
    const QString text = format::real(value, size == 0 ? 0 : decimals);
    return m_unit.isEmpty() ? text : text + u' ' + m_unit;
}

void ColorScale::setRange(double low, double high)
{
    m_low = std::clamp(low, m_bounds.low, m_bounds.high);
    m_high = std::clamp(high, m_low, m_bounds.high);
    setAccessibleDescription(tr("From %1 to %2").arg(textOf(m_low), textOf(m_high)));
    update();
    emit rangeChanged(m_low, m_high);
}

QRect ColorScale::bar() const
{
    const int wide = std::max(1, std::min(longestScale, width() - 4 * scaleEdge));
    return {(width() - wide) / 2, handleHalf, wide, barHeight};
}

QStringList ColorScale::figures() const
{
    return m_bounds.isPoint() ? QStringList{textOf(m_low)} : QStringList{textOf(m_low), textOf(m_high)};
}

double ColorScale::xOf(double value) const
{
    const QRect r = bar();
    return r.left() + (m_bounds.isPoint() ? 0.5 : m_bounds.share(value)) * r.width();
}

double ColorScale::valueAt(double x) const
{
    const QRect r = bar();
    return m_bounds.valueAt((x - r.left()) / r.width());
}

QPoint ColorScale::handle(bool upper) const
{
    return {static_cast<int>(std::lround(xOf(upper ? m_high : m_low))), bar().center().y()};
}

void ColorScale::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->background());
    p.setFont(smallFont());
    const QFontMetrics metrics = p.fontMetrics();
    int top = 0;
    if (m_hasBar) {
        const QRect r = bar();
        p.fillRect(r, m_theme->hairline());
        const double from = xOf(m_low);
        const double to = xOf(m_high);
        const ValueScale colors{m_low, m_high, m_bounds.logarithmic, m_diverging};
        const auto color = [&](double value) {
            const double t = colors.share(std::clamp(value, m_low, m_high));
            return m_diverging ? m_theme->divergingRamp(2 * t - 1) : m_theme->ramp(t);
        };
        if (!m_bounds.isPoint()) {
            // The ramp lies between the handles: what they leave out has no colour.
            for (int x = static_cast<int>(from); x < static_cast<int>(std::ceil(to)); ++x)
                p.fillRect(x, r.top(), 1, r.height(), color(valueAt(x)));
        } else {
            p.fillRect(r, color(m_low));
        }
        p.setRenderHint(QPainter::Antialiasing);
        for (const bool upper : {false, true}) {
            const double x = xOf(upper ? m_high : m_low);
            const bool active = hasFocus() && m_upper == upper;
            p.setPen(QPen(active ? m_theme->accent() : m_theme->text(), active ? 2 : 1));
            p.setBrush(m_theme->background());
            p.drawRoundedRect(QRectF(x - handleHalf + 0.5, r.top() - 3.5, 2 * handleHalf - 1, r.height() + 6), 3, 3);
        }
        p.setRenderHint(QPainter::Antialiasing, false);
        p.setPen(m_theme->text());
        const QStringList said = figures();
        const QString low = said.front();
        const QString high = said.size() > 1 ? said.back() : QString();
        const int y = r.bottom() + handleHalf;
        const int lowWidth = metrics.horizontalAdvance(low);
        const int highWidth = metrics.horizontalAdvance(high);
        // The two figures never touch: where the handles are close they stay on their own sides.
        const int lowX = std::clamp(static_cast<int>(from) - lowWidth / 2, scaleEdge,
                                    std::max(scaleEdge, width() - scaleEdge - lowWidth - highWidth - 12));
        const int highX = std::clamp(static_cast<int>(to) - highWidth / 2, lowX + lowWidth + 12,
                                     std::max(lowX + lowWidth + 12, width() - scaleEdge - highWidth));
        p.drawText(QRect(lowX, y, lowWidth + 4, metrics.height()), Qt::AlignLeft, low);
        p.drawText(QRect(highX, y, highWidth + 4, metrics.height()), Qt::AlignLeft, high);
        top = y + metrics.height() + 2;
    }
    const auto all = entries();
    const auto rects = legendRects(all, metrics, std::max(1, width() - 2 * scaleEdge));
    int widest = 0;
    for (const QRect &r : rects)
        widest = std::max(widest, r.right() + 1);
    const QPoint origin((width() - widest) / 2, top);
    paintLegend(p, all, rects, origin, *m_theme);
}

void ColorScale::move(bool upper, double value)
{
    if (upper)
        setRange(m_low, std::max(value, m_low));
    else
        setRange(std::min(value, m_high), m_high);
}

void ColorScale::mousePressEvent(QMouseEvent *event)
{
    const QRect r = bar().adjusted(-handleHalf, -handleHalf, handleHalf, handleHalf);
    if (!m_hasBar || event->button() != Qt::LeftButton || !r.contains(event->position().toPoint()))
        return QWidget::mousePressEvent(event);
    const double x = event->position().x();
    const double toLow = std::abs(x - xOf(m_low));
    const double toHigh = std::abs(x - xOf(m_high));
    m_upper = toHigh < toLow || (toHigh == toLow && x > xOf(m_high));
    m_dragging = true;
    move(m_upper, valueAt(x));
}

void ColorScale::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragging)
        move(m_upper, valueAt(event->position().x()));
}

void ColorScale::mouseReleaseEvent(QMouseEvent *)
{
    m_dragging = false;
}

void ColorScale::mouseDoubleClickEvent(QMouseEvent *)
{
    m_dragging = false;
    if (m_hasBar)
        setRange(m_bounds.low, m_bounds.high);
}

void ColorScale::keyPressEvent(QKeyEvent *event)
{
    constexpr double step = 0.02; // of the bar
    const auto moveBy = [this](double share) {
        move(m_upper, m_bounds.valueAt(m_bounds.share(m_upper ? m_high : m_low) + share));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return moveBy(-step);
    case Qt::Key_Right:
        return moveBy(step);
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_upper = event->key() == Qt::Key_Up;
        update();
        return;
    case Qt::Key_Home:
        return setRange(m_bounds.low, m_bounds.high);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace rs

#include "moc_colorscale.cpp"
