// SPDX-License-Identifier: Apache-2.0
#include "views/communication/trafficchart.h"

#include "items/format.h"
#include "views/picture/axis.h"
#include "views/picture/timeaxis.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

// The point that holds at that time; null before the first one.
const TrafficPoint *pointAt(const TrafficSeries &series, qint64 ns)
{
    const auto after = std::upper_bound(series.points.begin(), series.points.end(), ns,
                                        [](qint64 t, const TrafficPoint &p) { return t < p.ns; });
    return after == series.points.begin() ? nullptr : &*std::prev(after);
}

} // namespace

TrafficChart::TrafficChart(const Theme *theme, QWidget *parent) : CurveChart(theme, parent) {}

void TrafficChart::setTraffic(std::vector<TrafficSeries> series, qint64 originNs, Interval step)
{
    m_series = std::move(series);
    m_origin = originNs;
    m_step = step;
    fill();
    if (moment() && (*moment() < limits().fromNs || *moment() >= limits().toNs))
        setMoment(std::nullopt);
}

void TrafficChart::setValue(Value value)
{
    m_value = value;
    fill();
}

void TrafficChart::fill()
{
    std::vector<Line> lines;
    for (const TrafficSeries &s : m_series) {
        std::vector<qint64> times;
        std::vector<double> values;
        for (const TrafficPoint &p : s.points) {
            times.push_back(p.ns);
            values.push_back(m_value == Value::Bandwidth ? p.gbs : static_cast<double>(p.bytes));
        }
        lines.push_back({std::make_shared<const SampledCurve>(std::move(times), std::move(values)), s.linkType,
                         static_cast<int>(lines.size())});
    }
    setLines(std::move(lines), {}, m_origin);
}

// Few ticks, so that one decimal tells the sizes apart.
ValueAxis TrafficChart::valueAxis(int height) const
{
    constexpr int mostTicks = 6;
    ValueAxis out = CurveChart::valueAxis(height);
    out.step = niceStep(out.high, std::clamp(height / (4 * fontMetrics().height()), 2, mostTicks));
    out.setNumbers(QStringLiteral("GB/s"));
    out.title = tr("Bandwidth");
    if (m_value == Value::InFlight) {
        out.text = [](double bytes) { return format::bytes(std::llround(bytes)); };
        out.title = tr("In flight");
    }
    return out;
}

QString TrafficChart::valueText(int curve, qint64 ns) const
{
    const TrafficPoint *const p = pointAt(m_series[static_cast<size_t>(curve)], ns);
    return tr("%1, in flight %2").arg(format::bandwidth(p ? p->gbs : 0), format::bytes(p ? p->bytes : 0));
}

void TrafficChart::paintBelow(QPainter &painter, const ValueAxis & /*axis*/) const
{
    if (m_step.length() > 0)
        paintShade(painter, m_step, theme().accent());
}

double TrafficChart::anchor() const
{
    return moment() ? map().x(*moment()) : CurveChart::anchor();
}

bool TrafficChart::runKey(QKeyEvent *event)
{
    const Interval w = window();
    const qint64 middle = moment().value_or(w.from + w.length() / 2);
    const bool isArrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isArrow && event->modifiers() & Qt::ShiftModifier) {
        const qint64 by = std::max<qint64>(1, w.length() / 100) * (event->key() == Qt::Key_Left ? -1 : 1);
        setMoment(std::clamp(middle + by, w.from, w.to - 1));
    } else if (activates(*event) && w.length() > 0) {
        emit activated(middle);
    } else {
        return CurveChart::runKey(event);
    }
    return true;
}

} // namespace rs

#include "moc_trafficchart.cpp"
