// SPDX-License-Identifier: Apache-2.0
#include "views/host/trendchart.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "views/widgets/theme.h"

#include <algorithm>
#include <limits>

namespace rs {

void TrendChart::setTrend(std::vector<DelayTrendPoint> trend, qint64 originNs)
{
    m_trend = std::move(trend);
    qint64 apart = std::numeric_limits<qint64>::max();
    for (size_t i = 1; i < m_trend.size(); ++i)
        apart = std::min(apart, saturatedDifference(m_trend[i].timeNs, m_trend[i - 1].timeNs));
    m_halfNs = m_trend.size() > 1 ? std::max<qint64>(1, apart / 2) : 1;
    setWhole(m_trend.empty() ? Interval() : Interval{stretchOf(m_trend.front()).from, stretchOf(m_trend.back()).to},
             originNs, false);
}

Interval TrendChart::stretchOf(const DelayTrendPoint &point) const
{
    return {saturatedDifference(point.timeNs, m_halfNs), saturatedSum(point.timeNs, m_halfNs)};
}

qint64 TrendChart::delayOf(const DelayTrendPoint &point, int curve) const
{
    return curve == 0 ? point.medianNs : point.p95Ns;
}

void TrendChart::retranslate()
{
    setAccessibleName(tr("Launch-to-start delay over time"));
    forgetLegend();
    update();
}

CurveLook TrendChart::look(int curve) const
{
    return {curve == 0 ? tr("Median") : tr("95th percentile"), theme().series(curve), curve == 1,
            m_on[static_cast<size_t>(curve)]};
}

std::vector<CurvePixel> TrendChart::pixelsOf(int curve, Interval window, int width) const
{
    std::vector<CurvePixel> out;
    const TimeMap map({window.from, window.to}, width);
    for (const DelayTrendPoint &point : m_trend) {
        const Interval stretch = stretchOf(point);
        if (stretch.to <= window.from || stretch.from >= window.to)
            continue;
        const auto value = static_cast<double>(delayOf(point, curve));
        const int first = std::max(0, map.pixel(stretch.from));
        const int last = std::clamp(map.pixel(stretch.to), first + 1, width);
        for (int x = first; x < last; ++x) {
            if (out.empty() || out.back().x < x) {
                out.push_back({x, value, value, value, value});
                continue;
            }
            CurvePixel &shared = out.back();
            shared.least = std::min(shared.least, value);
            shared.most = std::max(shared.most, value);
            shared.last = value;
        }
    }
    return out;
}

QString TrendChart::valueText(int curve, qint64 ns) const
{
    const auto at = std::find_if(m_trend.begin(), m_trend.end(), [&](const DelayTrendPoint &p) {
        const Interval stretch = stretchOf(p);
        return stretch.from <= ns && ns < stretch.to;
    });
    return at == m_trend.end() ? tr("no launches") : format::duration(delayOf(*at, curve));
}

ValueAxis TrendChart::valueAxis(int height) const
{
    std::vector<double> delays;
    for (const DelayTrendPoint &point : m_trend) {
        delays.push_back(static_cast<double>(point.medianNs));
        delays.push_back(static_cast<double>(point.p95Ns));
    }
    ValueAxis out = ValueAxis::ofTimes(std::move(delays), std::max(2, height / (3 * fontMetrics().height())));
    out.title = tr("Launch to start");
    return out;
}

} // namespace rs

#include "moc_trendchart.cpp"
