// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/stepcurves.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

namespace {

constexpr int waitSeries = 3;
constexpr int edge = 8;
constexpr std::array overviewMeans = {&OverviewStep::computation, &OverviewStep::communication, &OverviewStep::wait};

} // namespace

StepCurves::StepCurves(const Theme *theme, QWidget *parent) : Picture(theme, parent) {}

void StepCurves::themeChanged()
{
    updateLegend();
    update();
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
    // The choice of this picture comes back later, when keys may have moved on.
    if (std::exchange(m_chosen, range) != range && range.second >= 0)
        m_cursor = range.second;
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
    m_axisHeight = -1;
    forgetLegend();
    if (count() > 0) {
        bool hasOthers = false;
        m_legend.push_back({tr("step of each device"), theme().secondaryText(), LegendEntry::Mark::Line});
        const std::array<LegendEntry, overviewMeans.size()> means{
            LegendEntry{tr("computation, mean"), meanColor(0), LegendEntry::Mark::Line},
            LegendEntry{tr("communication, mean"), meanColor(1), LegendEntry::Mark::Line},
            LegendEntry{tr("wait, mean"), meanColor(2), LegendEntry::Mark::Line}};
        // A mean that no file of the run has is not drawn.
        for (size_t i = 0; i < means.size(); ++i) {
            if (std::any_of(m_overview->steps.begin(), m_overview->steps.end(),
                            [of = overviewMeans[i]](const OverviewStep &s) { return (s.*of).devices > 0; }))
                m_legend.push_back(means[i]);
            for (int s = 1; s < count(); ++s)
                hasOthers = hasOthers || isOfOthers(i, s);
        }
        if (hasOthers)
            m_legend.push_back(
                {tr("the number of devices changes"), theme().secondaryText(), LegendEntry::Mark::DashedLine});
    }
}

QColor StepCurves::meanColor(size_t mean) const
{
    const std::array colors = {theme().category(TimeCategory::PureCompute), theme().category(TimeCategory::Uncovered),
                               theme().series(waitSeries)};
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

const ValueAxis &StepCurves::valueAxis(int height) const
{
    if (m_axisHeight == height)
        return m_axis;
    std::vector<double> values;
    for (const OverviewStep &s : m_overview ? m_overview->steps : std::vector<OverviewStep>()) {
        for (const std::optional<qint64> &total : s.totals) {
            if (total)
                values.push_back(static_cast<double>(*total));
        }
        for (const auto member : overviewMeans) {
            if (const auto mean = (s.*member).meanNs())
                values.push_back(static_cast<double>(*mean));
        }
    }
    m_axis = ValueAxis::ofTimes(std::move(values), std::max(2, height / (2 * fontMetrics().height())));
    m_axis.title = tr("Duration");
    m_axisHeight = height;
    return m_axis;
}

QRect StepCurves::plot() const
{
    const int line = fontMetrics().height();
    const int top = legendBottom() + line;
    const int high = std::max(1, height() - top - 2 * line - edge);
    const int left = valueAxis(high).width(fontMetrics());
    return {left, top, std::max(1, width() - left - edge), high};
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
    if (const auto longest = std::ranges::max_element(s.totals); longest != s.totals.end() && *longest)
        out.emplace_back(tr("Longest"), m_labels[static_cast<size_t>(longest - s.totals.begin())]);
    return out;
}

void StepCurves::paintSteps(QPainter &painter, const QRect &p) const
{
    const int line = fontMetrics().height();
    painter.setPen(theme().secondaryText());
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

void StepCurves::paint(QPainter &painter)
{
    if (count() == 0)
        return;
    paintLegend(painter);
    const QRect p = plot();
    if (m_chosen.first >= 0) {
        QColor band = theme().accent();
        band.setAlpha(50);
        const int half = p.width() / count() / 2;
        painter.fillRect(
            QRect(QPoint(xOf(m_chosen.first) - half, p.top()), QPoint(xOf(m_chosen.second) + half, p.bottom())), band);
    }
    const ValueAxis &axis = valueAxis(p.height());
    axis.paint(painter, p, theme());
    paintSteps(painter, p);
    painter.setRenderHint(QPainter::Antialiasing);
    // A step that a device lacks parts its line, and means of other devices do not follow from each other.
    const auto drawLine = [&](const QPen &pen, const auto &valueOf, const auto &isOther) {
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
            if (!value) {
                flush();
                continue;
            }
            const QPointF at(xOf(s), axis.y(p, static_cast<double>(*value)));
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
    QColor pale = theme().secondaryText();
    pale.setAlpha(m_overview->devices.size() > 16 ? 60 : 130);
    const auto never = [](int) { return false; };
    for (size_t d = 0; d < m_overview->devices.size(); ++d) {
        if (static_cast<int>(d) != m_current)
            drawLine(
                QPen(pale, 1), [d](const OverviewStep &s) { return s.totals[d]; }, never);
    }
    if (m_current >= 0)
        drawLine(
            QPen(theme().text(), 2), [this](const OverviewStep &s) { return s.totals[static_cast<size_t>(m_current)]; },
            never);
    for (size_t i = 0; i < overviewMeans.size(); ++i)
        drawLine(
            QPen(meanColor(i), 2), [i](const OverviewStep &s) { return (s.*overviewMeans[i]).meanNs(); },
            [this, i](int s) { return isOfOthers(i, s); });
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFocus(painter, p);
    if (hasFocus() && m_cursor >= 0)
        painter.drawLine(xOf(m_cursor), p.top(), xOf(m_cursor), p.bottom());
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
        return Picture::mouseMoveEvent(event);
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

bool StepCurves::runKey(QKeyEvent *event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (count() == 0)
            return true;
        m_cursor = m_cursor < 0 ? 0 : std::clamp(m_cursor + by, 0, count() - 1);
        if (event->modifiers() & Qt::ShiftModifier && m_chosen.first >= 0)
            choose({std::min(m_chosen.first, m_cursor), std::max(m_chosen.second, m_cursor)});
        update();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor >= 0)
            choose({m_cursor, m_cursor});
        return true;
    case Qt::Key_Home:
    case Qt::Key_Escape:
        showAll();
        return true;
    default:
        return false;
    }
}

Picture::Tip StepCurves::tipAt(const QPoint &at) const
{
    return plot().contains(at) && count() > 0 ? Tip{tipLines(stepAt(at.x()))} : Tip();
}

} // namespace rs

#include "moc_stepcurves.cpp"
