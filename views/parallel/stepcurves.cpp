// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/stepcurves.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/timeline/axis/timeticks.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

namespace {

constexpr int waitSeries = 3;
constexpr int axisTicks = 4;
constexpr size_t mostListedDevices = 12; // devices of a tooltip
constexpr std::array overviewMeans = {&OverviewStep::computation, &OverviewStep::communication, &OverviewStep::wait};

// The end of an axis: a number that four parts of which are short, no less than that.
qint64 roundedAxis(qint64 ns)
{
    constexpr qint64 parts = 20;
    qint64 decade = parts;
    while (decade <= ns / 10)
        decade *= 10;
    for (const qint64 f : {20, 24, 32, 40, 48, 60, 80, 100, 120, 160, 200}) {
        if (decade / parts * f >= ns)
            return decade / parts * f;
    }
    return ns;
}

} // namespace

StepCurves::StepCurves(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    connect(theme, &Theme::changed, this, [this] {
        updateLegend();
        update();
    });
}

QSize StepCurves::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 10};
}

void StepCurves::setOverview(std::shared_ptr<const TimeOverview> overview, std::vector<QString> labels)
{
    m_overview = std::move(overview);
    m_labels = std::move(labels);
    m_cursor = std::min(m_cursor, count() - 1);
    if (m_chosen.second >= count())
        m_chosen = {-1, -1};
    updateLegend();
    update();
}

void StepCurves::setChosen(Range range)
{
    m_chosen = range;
    m_cursor = range.second >= 0 ? range.second : m_cursor;
    update();
}

void StepCurves::setCurrentDevice(int device)
{
    m_current = device;
    update();
}

void StepCurves::updateLegend()
{
    m_legend.clear();
    if (count() > 0) {
        bool hasOthers = false;
        m_legend.push_back({tr("step of each device (left)"), m_theme->secondaryText(), LegendEntry::Mark::Line});
        const std::array<LegendEntry, overviewMeans.size()> means{
            LegendEntry{tr("computation, mean (right)"), meanColor(0), LegendEntry::Mark::Line},
            LegendEntry{tr("communication, mean (right)"), meanColor(1), LegendEntry::Mark::Line},
            LegendEntry{tr("wait, mean (right)"), meanColor(2), LegendEntry::Mark::Line}};
        // What no file of the run tells has no line.
        for (size_t i = 0; i < means.size(); ++i) {
            if (std::any_of(m_overview->steps.begin(), m_overview->steps.end(),
                            [of = overviewMeans[i]](const OverviewStep &s) { return (s.*of).devices > 0; }))
                m_legend.push_back(means[i]);
            for (int s = 1; s < count(); ++s)
                hasOthers = hasOthers || isOfOthers(i, s);
        }
        if (hasOthers)
            m_legend.push_back(
                {tr("the number of devices changes"), m_theme->secondaryText(), LegendEntry::Mark::DashedLine});
    }
    m_legendHeight = legendHeight(legendRects(m_legend, fontMetrics(), std::max(1, width() - 8)));
}

QColor StepCurves::meanColor(size_t mean) const
{
    const std::array colors = {m_theme->category(TimeCategory::PureCompute), m_theme->category(TimeCategory::Uncovered),
                               m_theme->series(waitSeries)};
    return colors[mean];
}

bool StepCurves::isOfOthers(size_t mean, int step) const
{
    if (step <= 0 || step >= count())
        return false;
    const auto devices = [&](int s) {
        return (m_overview->steps[static_cast<size_t>(s)].*overviewMeans[mean]).devices;
    };
    return devices(step) > 0 && devices(step - 1) > 0 && devices(step) != devices(step - 1);
}

void StepCurves::retranslate()
{
    setAccessibleName(tr("Times of the steps"));
    updateLegend();
    update();
}

void StepCurves::resizeEvent(QResizeEvent *)
{
    updateLegend();
}

QRect StepCurves::plot() const
{
    const int side = fontMetrics().horizontalAdvance(QStringLiteral("8 888.888 ms")) + 10;
    const int line = fontMetrics().height();
    const int top = m_legendHeight + line + 6;
    return {side, top, std::max(1, width() - 2 * side), std::max(1, height() - top - 2 * line - 8)};
}

QRect StepCurves::titleRect() const
{
    const QRect p = plot();
    const int line = fontMetrics().height();
    return {p.left(), p.bottom() + line + 3, p.width(), line};
}

int StepCurves::xOf(int step) const
{
    const QRect p = plot();
    return p.left() + static_cast<int>((step + 0.5) * p.width() / std::max(1, count()));
}

int StepCurves::stepAt(int x) const
{
    const QRect p = plot();
    if (count() == 0)
        return -1;
    return std::clamp(static_cast<int>(std::floor(static_cast<double>(x - p.left()) * count() / p.width())), 0,
                      count() - 1);
}

std::vector<std::pair<QString, QString>> StepCurves::tipLines(int step) const
{
    if (step < 0 || step >= count())
        return {};
    const OverviewStep &s = m_overview->steps[static_cast<size_t>(step)];
    std::vector<std::pair<QString, QString>> out{{tr("Step"), format::displayText(s.step)}};
    const std::array names = {tr("Computation, mean"), tr("Communication, mean"), tr("Wait, mean")};
    for (size_t i = 0; i < names.size(); ++i) {
        const DeviceMean &of = s.*overviewMeans[i];
        const std::optional<qint64> mean = of.meanNs();
        const bool isOfAll = static_cast<size_t>(of.devices) == s.totals.size();
        out.emplace_back(names[i], !mean     ? tr("not known")
                                   : isOfAll ? format::duration(*mean)
                                             : tr("%1 (%2 of %3 devices)")
                                                   .arg(format::duration(*mean), format::integer(of.devices),
                                                        format::integer(static_cast<qint64>(s.totals.size()))));
    }
    if (s.total.devices > 0)
        out.emplace_back(tr("Step, shortest to longest"),
                         tr("%1 to %2").arg(format::duration(s.shortestNs), format::duration(s.longestNs)));
    std::vector<size_t> order;
    for (size_t d = 0; d < s.totals.size(); ++d) {
        if (s.totals[d])
            order.push_back(d);
    }
    std::stable_sort(order.begin(), order.end(), [&s](size_t a, size_t b) { return *s.totals[a] > *s.totals[b]; });
    for (size_t i = 0; i < std::min(mostListedDevices, order.size()); ++i)
        out.emplace_back(m_labels[order[i]], format::duration(*s.totals[order[i]]));
    if (order.size() > mostListedDevices)
        out.emplace_back(tr("%Ln more", nullptr, static_cast<int>(order.size() - mostListedDevices)), QString());
    return out;
}

void StepCurves::paintAxes(QPainter &painter, qint64 left, qint64 right) const
{
    const QRect p = plot();
    const int line = fontMetrics().height();
    for (int i = 0; i <= axisTicks; ++i) {
        const int y = p.bottom() - p.height() * i / axisTicks;
        painter.setPen(m_theme->hairline());
        painter.drawLine(p.left(), y, p.right(), y);
        painter.setPen(m_theme->secondaryText());
        const auto tick = [i](qint64 most) { return i == 0 ? QStringLiteral("0") : exactOffset(most / axisTicks * i); };
        if (left > 0)
            painter.drawText(QRect(0, y - line / 2, p.left() - 6, line), Qt::AlignRight, tick(left));
        if (right > 0)
            painter.drawText(QRect(p.right() + 6, y - line / 2, width() - p.right() - 6, line), Qt::AlignLeft,
                             tick(right));
    }
    painter.drawText(titleRect(), Qt::AlignCenter, tr("Step"));
    int written = 0;
    for (int s = 0; s < count(); ++s) {
        const QString text = format::displayText(m_overview->steps[static_cast<size_t>(s)].step);
        const int half = fontMetrics().horizontalAdvance(text) / 2;
        if (xOf(s) - half < written)
            continue;
        written = xOf(s) + half + fontMetrics().averageCharWidth() * 2;
        painter.drawText(QPoint(xOf(s) - half, p.bottom() + line), text);
    }
}

void StepCurves::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (count() == 0)
        return;
    paintLegend(painter, m_legend, legendRects(m_legend, fontMetrics(), std::max(1, width() - 8)), {8, 0}, *m_theme);
    const QRect p = plot();
    if (m_chosen.first >= 0) {
        QColor band = m_theme->accent();
        band.setAlpha(50);
        const int half = p.width() / count() / 2;
        painter.fillRect(
            QRect(QPoint(xOf(m_chosen.first) - half, p.top()), QPoint(xOf(m_chosen.second) + half, p.bottom())), band);
    }
    qint64 left = 0;
    qint64 right = 0;
    for (const OverviewStep &s : m_overview->steps) {
        left = std::max(left, s.longestNs);
        for (const auto member : overviewMeans)
            right = std::max(right, (s.*member).meanNs().value_or(0));
    }
    left = roundedAxis(left);
    right = roundedAxis(right);
    paintAxes(painter, left, right);
    painter.setRenderHint(QPainter::Antialiasing);
    // A step that a device lacks parts its line, and means of other devices do not follow from each other.
    const auto drawLine = [&](const QPen &pen, qint64 most, const auto &valueOf, const auto &isOther) {
        QPolygonF points;
        const auto flush = [&] {
            painter.setPen(pen);
            if (points.size() > 1)
                painter.drawPolyline(points);
            painter.setPen(Qt::NoPen);
            painter.setBrush(pen.color());
            for (const QPointF &at : points) {
                if (points.size() == 1 || count() <= 64)
                    painter.drawEllipse(at, pen.widthF() + 0.6, pen.widthF() + 0.6);
            }
            painter.setBrush(Qt::NoBrush);
            points.clear();
        };
        for (int s = 0; s < count(); ++s) {
            const std::optional<qint64> value = valueOf(m_overview->steps[static_cast<size_t>(s)]);
            if (!value || most <= 0) {
                flush();
                continue;
            }
            const QPointF at(xOf(s), p.bottom() - static_cast<double>(*value) * p.height() / static_cast<double>(most));
            if (isOther(s) && !points.isEmpty()) {
                QPen dashed = pen;
                dashed.setStyle(Qt::DashLine);
                painter.setPen(dashed);
                painter.drawLine(points.last(), at);
                flush();
            }
            points << at;
        }
        flush();
    };
    QColor pale = m_theme->secondaryText();
    pale.setAlpha(m_overview->devices.size() > 16 ? 60 : 130);
    const auto never = [](int) { return false; };
    for (size_t d = 0; d < m_overview->devices.size(); ++d) {
        if (static_cast<int>(d) != m_current)
            drawLine(
                QPen(pale, 1), left, [d](const OverviewStep &s) { return s.totals[d]; }, never);
    }
    if (m_current >= 0)
        drawLine(
            QPen(m_theme->text(), 2), left,
            [this](const OverviewStep &s) { return s.totals[static_cast<size_t>(m_current)]; }, never);
    for (size_t i = 0; i < overviewMeans.size(); ++i)
        drawLine(
            QPen(meanColor(i), 2), right, [i](const OverviewStep &s) { return (s.*overviewMeans[i]).meanNs(); },
            [this, i](int s) { return isOfOthers(i, s); });
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (hasFocus()) {
        painter.setPen(m_theme->accent());
        painter.drawRect(p.adjusted(0, 0, -1, -1));
        if (m_cursor >= 0)
            painter.drawLine(xOf(m_cursor), p.top(), xOf(m_cursor), p.bottom());
    }
}

void StepCurves::choose(Range range)
{
    setChosen(range);
    emit rangeChosen(range.first, range.second);
}

void StepCurves::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || count() == 0)
        return event->ignore();
    m_pressed = stepAt(event->position().toPoint().x());
    m_dragged = false;
}

void StepCurves::mouseMoveEvent(QMouseEvent *event)
{
    if (m_pressed < 0)
        return;
    const int at = stepAt(event->position().toPoint().x());
    m_dragged = m_dragged || at != m_pressed;
    if (m_dragged)
        setChosen({std::min(m_pressed, at), std::max(m_pressed, at)});
}

void StepCurves::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_pressed < 0)
        return;
    const int from = std::exchange(m_pressed, -1);
    const int to = stepAt(event->position().toPoint().x());
    m_cursor = to;
    if (!m_dragged && m_chosen == Range{to, to})
        choose({-1, -1}); // the chosen one again
    else
        choose({std::min(from, to), std::max(from, to)});
}

void StepCurves::keyPressEvent(QKeyEvent *event)
{
    const bool extends = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (count() == 0)
            return;
        m_cursor = m_cursor < 0 ? 0 : std::clamp(m_cursor + (event->key() == Qt::Key_Left ? -1 : 1), 0, count() - 1);
        if (extends && m_chosen.first >= 0)
            choose(event->key() == Qt::Key_Left ? Range{std::min(m_chosen.first, m_cursor), m_chosen.second}
                                                : Range{m_chosen.first, std::max(m_chosen.second, m_cursor)});
        return update();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor >= 0)
            choose({m_cursor, m_cursor});
        return;
    case Qt::Key_Home:
    case Qt::Key_Escape:
        return choose({-1, -1});
    default:
        QWidget::keyPressEvent(event);
    }
}

bool StepCurves::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (plot().contains(help->pos()) && count() > 0)
            QToolTip::showText(help->globalPos(), format::tooltipTable(tipLines(stepAt(help->pos().x()))), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs

#include "moc_stepcurves.cpp"
