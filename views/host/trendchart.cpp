// SPDX-License-Identifier: Apache-2.0
#include "views/host/trendchart.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"

#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QLocale>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

// Round numbers around low..high, at most `ticks` steps of them. `unit` stands behind each number unless it is empty.
void setRoundRange(QValueAxis &axis, double low, double high, int ticks, const QString &unit)
{
    // A curve that dips below zero by less than a pixel does not take a whole step of the axis for it.
    constexpr double nothing = 0.02;
    if (low < 0 && -low < high * nothing)
        low = 0;
    // Zero between both ends takes a step on either side.
    const int most = low < 0 && high > 0 ? std::max(ticks, 2) : ticks;
    double step = 0;
    double span = std::max(high - low, 1e-9);
    do {
        step = niceStep(span, most);
        span *= 1.5;
    } while (std::ceil(high / step) - std::floor(low / step) > most);
    axis.setTickType(QValueAxis::TicksDynamic);
    axis.setTickAnchor(0);
    axis.setTickInterval(step);
    const QString number = QStringLiteral("%.%1f").arg(stepDecimals(step));
    axis.setLabelFormat(unit.isEmpty() ? number : number + QLatin1Char(' ') + unit);
    axis.setRange(std::floor(low / step) * step, std::ceil(high / step) * step);
}

} // namespace

TrendChart::TrendChart(const Theme *theme, QWidget *parent)
    : QChartView(parent), m_theme(theme), m_median(new QLineSeries), m_p95(new QLineSeries), m_time(new QValueAxis),
      m_delay(new QValueAxis)
{
    QChart *c = chart();
    c->addSeries(m_p95);
    c->addSeries(m_median);
    c->addAxis(m_time, Qt::AlignBottom);
    c->addAxis(m_delay, Qt::AlignLeft);
    for (QLineSeries *series : {m_p95, m_median}) {
        series->attachAxis(m_time);
        series->attachAxis(m_delay);
        // The points show where there were launches: a line runs on over stretches without any.
        series->setPointsVisible(true);
        series->setMarkerSize(4);
    }
    // Without it Qt Charts takes the format for Latin-1 and loses the micro sign.
    c->setLocale(QLocale::c());
    c->setLocalizeNumbers(true);
    c->setBackgroundRoundness(0);
    c->setMargins({8, 4, 16, 4});
    c->layout()->setContentsMargins(0, 0, 0, 0);
    c->legend()->setAlignment(Qt::AlignTop);
    c->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    connect(theme, &Theme::changed, this, &TrendChart::restyle);
    restyle();
    retranslate();
}

QSize TrendChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 14};
}

QSize TrendChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 8};
}

void TrendChart::setTrend(std::vector<DelayTrendPoint> trend, qint64 originNs)
{
    m_trend = std::move(trend);
    m_originNs = originNs;
    fill();
}

void TrendChart::fill()
{
    qint64 longest = 0;
    qint64 last = 0;
    for (const DelayTrendPoint &p : m_trend) {
        longest = std::max({longest, std::abs(p.medianNs), std::abs(p.p95Ns)});
        last = std::max(last, std::abs(p.timeNs - m_originNs));
    }
    const format::TimeUnit timeUnit = format::timeUnitFor(last);
    const format::TimeUnit delayUnit = format::timeUnitFor(longest);
    const auto in = [](qint64 ns, format::TimeUnit unit) {
        return static_cast<double>(ns) / static_cast<double>(format::unitNs(unit));
    };
    QList<QPointF> medians;
    QList<QPointF> p95s;
    double lowest = 0;
    double highest = 0;
    for (const DelayTrendPoint &p : m_trend) {
        const double at = in(p.timeNs - m_originNs, timeUnit);
        medians.append({at, in(p.medianNs, delayUnit)});
        p95s.append({at, in(p.p95Ns, delayUnit)});
        lowest = std::min(lowest, medians.back().y());
        highest = std::max(highest, p95s.back().y());
    }
    m_median->replace(medians);
    m_p95->replace(p95s);
    if (!medians.isEmpty()) {
        const auto unit = [this](format::TimeUnit u) { return m_titled ? QString() : format::unitName(u); };
        constexpr int timeTicks = 8;
        constexpr int linesPerTick = 3;
        constexpr int mostTicks = 5;
        const int ticks = std::clamp(height() / (fontMetrics().height() * linesPerTick), 1, mostTicks);
        setRoundRange(*m_time, medians.front().x(), medians.back().x(), timeTicks, unit(timeUnit));
        setRoundRange(*m_delay, lowest, highest, ticks, unit(delayUnit));
    }
    for (QValueAxis *axis : {m_time, m_delay})
        axis->setTitleVisible(m_titled);
    m_time->setTitleText(tr("Time from the start of the run (%1)").arg(format::unitName(timeUnit)));
    m_delay->setTitleText(tr("Launch to start (%1)").arg(format::unitName(delayUnit)));
}

void TrendChart::retranslate()
{
    m_median->setName(tr("Median"));
    m_p95->setName(tr("95th percentile"));
    setAccessibleName(tr("Launch-to-start delay over time"));
    fill();
}

void TrendChart::restyle()
{
    chart()->setBackgroundBrush(m_theme->background());
    setBackgroundBrush(m_theme->background());
    m_median->setPen(QPen(m_theme->series(0), 2));
    m_p95->setPen(QPen(m_theme->series(1), 1.5, Qt::DashLine));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    chart()->legend()->setFont(small);
    chart()->legend()->setLabelColor(m_theme->text());
    for (QValueAxis *axis : {m_time, m_delay}) {
        axis->setLabelsFont(small);
        axis->setTitleFont(small);
        axis->setLabelsColor(m_theme->secondaryText());
        axis->setTitleBrush(m_theme->secondaryText());
        axis->setLinePen(QPen(m_theme->hairline()));
        axis->setGridLinePen(QPen(m_theme->hairline()));
    }
}

// In a low chart Qt Charts would shorten titles and numbers to dots. There the numbers carry their units.
void TrendChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    constexpr int linesForTitles = 14;
    constexpr int linesForLegend = 7;
    m_titled = height() >= fontMetrics().height() * linesForTitles;
    chart()->legend()->setVisible(height() >= fontMetrics().height() * linesForLegend);
    fill();
}

void TrendChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        restyle();
}

} // namespace rs

#include "moc_trendchart.cpp"
