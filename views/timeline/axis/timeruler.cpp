// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/axis/timeruler.h"

#include "items/format.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

namespace rs {

TimeRuler::TimeRuler(ViewState *state, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_state(state), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::windowChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::marksChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::timeSelectionChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::timeFormatChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::currentRankChanged, this, qOverload<>(&QWidget::update));
}

QSize TimeRuler::sizeHint() const
{
    return {400, fontMetrics().height() + 14};
}

void TimeRuler::setCursorX(int x)
{
    if (x == m_cursorX)
        return;
    m_cursorX = x;
    update();
}

void TimeRuler::setMeasure(TimeWindow w)
{
    if (w == m_measure)
        return;
    m_measure = w;
    update();
    emit measureChanged(w);
}

QString TimeRuler::tipOf(const TimeMark &mark)
{
    return format::tooltipText(mark.note.isEmpty() ? mark.name : mark.name + u'\n' + mark.note);
}

int TimeRuler::markAt(const QPoint &position) const
{
    if (m_state->window().isEmpty())
        return -1;
    const TimeMap m = map();
    const auto &marks = m_state->marks();
    for (size_t i = marks.size(); i-- > 0;) {
        const double x0 = m.x(marks[i].fromNs);
        const double x1 = m.x(marks[i].toNs);
        const bool near =
            std::abs(position.x() - x0) <= 5 || (marks[i].isSpan() && position.x() >= x0 - 2 && position.x() <= x1 + 2);
        if (near && position.y() >= height() - 12)
            return static_cast<int>(i);
    }
    return -1;
}

// Anywhere on its line. A single click reacts to its flag only, but makes no second mark on the line.
int TimeRuler::hoveredMark() const
{
    if (m_hoverAt.x() < 0)
        return -1;
    const int flag = markAt(m_hoverAt);
    return flag >= 0 ? flag : markLineAt(m_hoverAt.x());
}

int TimeRuler::markLineAt(int x) const
{
    if (m_state->window().isEmpty())
        return -1;
    const TimeMap m = map();
    const auto &marks = m_state->marks();
    int best = -1;
    double nearest = 5;
    for (size_t i = 0; i < marks.size(); ++i) {
        const double distance = std::min(std::abs(m.x(marks[i].fromNs) - x), std::abs(m.x(marks[i].toNs) - x));
        if (distance >= nearest)
            continue;
        nearest = distance;
        best = static_cast<int>(i);
    }
    return best;
}

qint64 TimeRuler::snapped(int x) const
{
    return m_snap ? m_snap(x) : map().time(x);
}

void TimeRuler::wheelEvent(QWheelEvent *event)
{
    emit wheelTurned(event);
}

void TimeRuler::leaveEvent(QEvent *)
{
    m_hoverAt = {-1, -1};
    setCursorX(-1);
}

void TimeRuler::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || m_state->window().isEmpty())
        return;
    m_pressedX = event->position().toPoint().x();
    m_pressedMark = markAt(event->position().toPoint());
    m_pressedOnLine = markLineAt(m_pressedX) >= 0;
    m_pressedNs = snapped(m_pressedX);
    m_dragging = false;
    m_doubleClicked = false;
}

void TimeRuler::mouseMoveEvent(QMouseEvent *event)
{
    m_hoverAt = event->position().toPoint();
    const int x = m_hoverAt.x();
    setCursorX(x);
    if (m_pressedX < 0) {
        const int mark = markAt(event->position().toPoint());
        setCursor(mark >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (mark >= 0)
            QToolTip::showText(event->globalPosition().toPoint(), tipOf(m_state->marks()[static_cast<size_t>(mark)]),
                               this);
        return;
    }
    if (!m_dragging && std::abs(x - m_pressedX) < QApplication::startDragDistance() / 2)
        return;
    m_dragging = true;
    const qint64 other = snapped(x);
    setMeasure({std::min(m_pressedNs, other), std::max(m_pressedNs, other)});
}

void TimeRuler::mouseReleaseEvent(QMouseEvent *)
{
    const bool click = m_pressedX >= 0 && !m_dragging && !m_doubleClicked;
    const int x = m_pressedX;
    m_pressedX = -1;
    m_dragging = false;
    if (!click)
        return;
    if (m_pressedMark >= 0) {
        const TimeMark mark = m_state->marks()[static_cast<size_t>(m_pressedMark)];
        if (mark.isSpan())
            setMeasure({mark.fromNs, mark.toNs});
    } else if (!m_measure.isEmpty()) {
        // The first click beside a measured span only takes it away; inside, it may begin a double click.
        const qint64 at = map().time(x);
        if (at < m_measure.fromNs || at >= m_measure.toNs)
            setMeasure({});
    } else if (markLineAt(x) < 0) {
        // On the line of a mark a second one would hide the first; it may be a double click on that.
        emit markWanted(map().time(x));
    }
}

void TimeRuler::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_doubleClicked = true;
    const QPoint at = event->position().toPoint();
    // The first of the two clicks made a mark where there was none: that is no mark to be edited.
    const int mark = markAt(at) >= 0 ? markAt(at) : m_pressedOnLine ? markLineAt(at.x()) : -1;
    if (mark >= 0 && !m_state->marks()[static_cast<size_t>(mark)].isSpan())
        emit editWanted(mark);
    else if (mark >= 0)
        emit zoomWanted(
            {m_state->marks()[static_cast<size_t>(mark)].fromNs, m_state->marks()[static_cast<size_t>(mark)].toNs});
    else if (!m_measure.isEmpty())
        emit zoomWanted(m_measure);
}

void TimeRuler::contextMenuEvent(QContextMenuEvent *event)
{
    emit menuRequested(markAt(event->pos()), event->globalPos());
}

void TimeRuler::paintSpan(QPainter &p, TimeWindow w, const QColor &color) const
{
    const TimeMap m = map();
    const double x0 = std::clamp(m.x(w.fromNs), -2.0, width() + 2.0);
    const double x1 = std::clamp(m.x(w.toNs), -2.0, width() + 2.0);
    p.fillRect(QRectF(x0, height() - 5, std::max(1.0, x1 - x0), 4), color);
}

void TimeRuler::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->panel());
    p.setPen(m_theme->hairline());
    p.drawLine(0, height() - 1, width(), height() - 1);
    const TimeWindow window = m_state->window();
    if (window.isEmpty())
        return;
    const QFontMetrics metrics = fontMetrics();
    const TimeScale scale = m_scale ? m_scale() : TimeScale();
    const TimeTicks ticks = TimeTicks::of(window, scale, width(), 8 * metrics.averageCharWidth() + 48);
    const int textHeight = height() - 9;
    const TimeMap m = map();
    struct Badge
    {
        QRect at;
        QString text;
    };
    std::vector<Badge> badges;
    const auto addBadge = [&](double middle, const QString &text) {
        const int w = metrics.horizontalAdvance(text) + 10;
        const int x = std::clamp(static_cast<int>(middle) - w / 2, 0, std::max(0, width() - w));
        badges.push_back({QRect(x, 1, w, textHeight - 1), text});
    };
    if (!m_measure.isEmpty() && m_measure.fromNs < window.toNs && window.fromNs < m_measure.toNs) {
        const double x0 = std::clamp(m.x(m_measure.fromNs), 0.0, double(width()));
        const double x1 = std::clamp(m.x(m_measure.toNs), 0.0, double(width()));
        addBadge((x0 + x1) / 2, format::duration(m_measure.lengthNs()));
    }
    const bool hasCursor = m_cursorX >= 0 && m_cursorX < width() && !m_dragging;
    if (hasCursor) {
        // No more digits than a pixel can tell.
        const qint64 precision = timeline::tickStep(m.nsPerPixel() / 10);
        addBadge(m_cursorX, scale.brief(timeline::tickAtOrBefore(m.time(m_cursorX), scale.originNs, precision)));
    }
    int textFrom = 0;
    if (!ticks.base.isEmpty()) {
        QFont bold = font();
        bold.setWeight(QFont::Bold);
        p.setFont(bold);
        p.setPen(m_theme->text());
        p.drawText(QRect(6, 0, width(), textHeight), Qt::AlignLeft | Qt::AlignVCenter, ticks.base);
        textFrom = 6 + QFontMetrics(bold).horizontalAdvance(ticks.base) + 10;
        p.setFont(font());
    }
    for (const TimeTicks::Tick &t : ticks.ticks) {
        const int x = static_cast<int>(t.x);
        p.setPen(m_theme->hairline().darker(m_theme->isDark() ? 80 : 115));
        p.drawLine(x, height() - (t.text.isEmpty() ? 4 : 8), x, height() - 2);
        if (t.text.isEmpty())
            continue;
        const int textWidth = metrics.horizontalAdvance(t.text);
        const QRect at(x + 4, 0, textWidth + 2, textHeight);
        // Half a number reads as another one.
        const bool isCovered = std::ranges::any_of(badges, [&at](const Badge &b) { return b.at.intersects(at); });
        if (at.left() < textFrom || x + 4 + textWidth > width() || isCovered)
            continue;
        p.setPen(m_theme->secondaryText());
        p.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, t.text);
    }
    if (!m_state->timeSelection().isEmpty())
        paintSpan(p, m_state->timeSelection(), m_theme->accent());
    for (const TimeMark &mark : m_state->marks()) {
        const QColor color = m_theme->series(mark.color);
        if (mark.isSpan())
            paintSpan(p, {mark.fromNs, mark.toNs}, color);
        const double x = m.x(mark.fromNs);
        if (x < -10 || x > width() + 10)
            continue;
        QPainterPath flag(QPointF(x, height() - 12));
        flag.lineTo(x + 7, height() - 9);
        flag.lineTo(x, height() - 6);
        flag.closeSubpath();
        p.setRenderHint(QPainter::Antialiasing);
        p.fillPath(flag, color);
        p.setRenderHint(QPainter::Antialiasing, false);
        p.fillRect(QRectF(std::floor(x), height() - 12, 1, 12), color);
    }
    if (!m_measure.isEmpty())
        paintSpan(p, m_measure, m_theme->accent());
    p.setPen(Theme::labelOn(m_theme->accent()));
    for (const Badge &badge : badges) {
        p.fillRect(badge.at, m_theme->accent());
        p.drawText(badge.at, Qt::AlignCenter, badge.text);
    }
    if (hasCursor)
        p.fillRect(QRect(m_cursorX, textHeight, 1, height() - textHeight), m_theme->accent());
}

} // namespace rs

#include "moc_timeruler.cpp"
