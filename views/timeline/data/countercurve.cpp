// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/countercurve.h"

#include <algorithm>
#include <cmath>

namespace rs {

CounterLod CounterLod::build(const CounterSeries &series)
{
    CounterLod lod;
    const auto &v = series.value;
    lod.blocks.reserve(v.size() / block + 1);
    std::vector<double> sample;
    const size_t step = std::max<size_t>(1, v.size() / 4096);
    for (size_t first = 0; first < v.size(); first += block) {
        const size_t last = std::min(first + block, v.size());
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (size_t i = first; i < last; ++i) {
            if (!std::isfinite(v[i]))
                continue;
            low = std::min(low, v[i]);
            high = std::max(high, v[i]);
        }
        lod.blocks.emplace_back(low, high);
    }
    for (size_t i = 0; i < v.size(); i += step) {
        if (std::isfinite(v[i]))
            sample.push_back(v[i]);
    }
    double low = 0;
    double high = 0;
    for (const auto &[a, b] : lod.blocks) {
        low = std::min(low, std::isfinite(a) ? a : 0);
        high = std::max(high, std::isfinite(b) ? b : 0);
    }
    if (sample.size() >= 64) {
        std::sort(sample.begin(), sample.end());
        const double typical = sample[sample.size() - 1 - sample.size() / 100];
        if (typical > 0 && high > typical * 20)
            high = typical * 1.5;
    }
    lod.low = low;
    lod.high = high > low ? high : low + 1;
    return lod;
}

std::vector<CurvePoint> curvePoints(const CounterSeries &series, const CounterLod &lod, const TimeMap &map)
{
    std::vector<CurvePoint> out(static_cast<size_t>(map.width));
    const auto &t = series.timeNs;
    const auto &v = series.value;
    if (t.empty())
        return out;
    size_t i = static_cast<size_t>(std::upper_bound(t.begin(), t.end(), map.fromNs) - t.begin());
    bool known = i > 0;
    double now = known ? v[i - 1] : 0;
    const auto pixelEnd = [&map](int px) { return px + 1 >= map.width ? map.toNs : map.time(px + 1); };
    for (int px = 0; px < map.width; ++px) {
        CurvePoint &p = out[static_cast<size_t>(px)];
        const qint64 end = pixelEnd(px);
        p.known = known;
        p.low = p.high = now;
        const auto take = [&p](double low, double high) {
            if (!p.known) {
                p.low = low;
                p.high = high;
                p.known = true;
            } else {
                p.low = std::min(p.low, low);
                p.high = std::max(p.high, high);
            }
        };
        while (i < t.size() && t[i] < end) {
            const size_t blockEnd = i + CounterLod::block;
            if (i % CounterLod::block == 0 && blockEnd <= t.size() && t[blockEnd - 1] < end) {
                const auto &[low, high] = lod.blocks[i / CounterLod::block];
                if (low <= high)
                    take(low, high);
                i = blockEnd;
            } else {
                if (std::isfinite(v[i]))
                    take(v[i], v[i]);
                ++i;
            }
            now = v[i - 1];
            known = true;
        }
        p.last = now;
    }
    return out;
}

std::optional<double> valueAt(const CounterSeries &series, qint64 ns)
{
    const auto it = std::upper_bound(series.timeNs.begin(), series.timeNs.end(), ns);
    if (it == series.timeNs.begin())
        return std::nullopt;
    return series.value[static_cast<size_t>(it - series.timeNs.begin()) - 1];
}

QString counterUnit(const QString &series)
{
    const qsizetype open = series.lastIndexOf(u'(');
    return open >= 0 && series.endsWith(u')') ? series.mid(open + 1, series.size() - open - 2) : QString();
}

QString counterUnit(const Trace &trace, const CounterSeries &series)
{
    const QString text = trace.strings().text(series.series);
    QString unit = counterUnit(text);
    // A series that is nothing but its unit: {"MHz": 1850}, {"KB": 12}.
    if (unit.isEmpty() &&
        (text == QLatin1String("MHz") || text == QLatin1String("KB") || text == QLatin1String("MB/s")))
        unit = text;
    return unit;
}

QString counterLabel(const Trace &trace, const CounterSeries &series)
{
    const QString name = trace.strings().text(series.name);
    const QString text = trace.strings().text(series.series);
    const qsizetype open = text.lastIndexOf(u'(');
    const QString bare = open > 0 ? text.left(open).trimmed() : text;
    const QString unit = counterUnit(trace, series);
    if (bare.isEmpty() || bare == unit || bare == QLatin1String("value") || name.endsWith(bare, Qt::CaseInsensitive))
        return name;
    return QStringLiteral("%1 · %2").arg(name, bare);
}

} // namespace rs
