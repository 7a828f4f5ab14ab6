// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timeticks.h"

#include "core/timens.h"
#include "items/format.h"

namespace rs {

namespace {
constexpr qint64 mostDigits = 1'000'000; // longer offsets are written from a nearby base
}

TimeTicks TimeTicks::of(TimeWindow window, qint64 originNs, int width, int leastSpacing)
{
    TimeTicks out;
    if (window.isEmpty() || width < 2)
        return out;
    const TimeMap map(window, width);
    const qint64 step = timeline::tickStep(map.nsPerPixel() * leastSpacing);
    using format::TimeUnit;
    TimeUnit unit = TimeUnit::Ns;
    for (const TimeUnit u : {TimeUnit::Us, TimeUnit::Ms, TimeUnit::S}) {
        if (step >= format::unitNs(u))
            unit = u;
    }
    const qint64 unitNs = format::unitNs(unit);
    qint64 from = originNs;
    const qint64 reach = std::max(std::abs(window.fromNs - originNs), std::abs(window.toNs - originNs));
    if (unit != TimeUnit::S && reach / unitNs >= mostDigits) {
        from = timeline::tickAtOrBefore(window.fromNs, originNs, unitNs * 1000);
        out.base = exactOffset(from - originNs);
    }
    const qint64 minor = step % 5 == 0 ? step / 5 : (step % 2 == 0 ? step / 2 : step);
    qint64 t = timeline::tickAtOrBefore(window.fromNs, originNs, step);
    for (; t < window.toNs; t += minor) {
        if (t < window.fromNs)
            continue;
        Tick tick;
        tick.x = map.x(t);
        if ((t - originNs) % step == 0) {
            const QString number = format::integer((t - from) / unitNs) + QChar(0x00A0) + format::unitName(unit);
            tick.text = out.base.isEmpty() ? number : u'+' + number;
        }
        out.ticks.push_back(std::move(tick));
    }
    return out;
}

std::optional<qint64> parseTime(const QString &text, qint64 originNs)
{
    QString t = text.trimmed().toLower();
    t.remove(QChar(0x2009)).remove(QChar(0x00A0)).remove(u' ').remove(u'_');
    t.replace(QChar(0x2212), u'-').replace(QChar(0x00B5), u'u').replace(QChar(0x03BC), u'u');
    int shift = 6;
    for (const auto &[unit, digits] : {std::pair("ns", 0), std::pair("us", 3), std::pair("ms", 6), std::pair("s", 9)}) {
        if (t.endsWith(QLatin1String(unit))) {
            t.chop(QLatin1String(unit).size());
            shift = digits;
            break;
        }
    }
    if (t.startsWith(u'+'))
        t.remove(0, 1);
    const auto value = parseDecimalScaled(t.toStdString(), shift);
    if (!value)
        return std::nullopt;
    // Nobody measures half an epoch from the start of a run.
    constexpr qint64 year = 31'536'000'000'000'000;
    if (originNs > year && *value > originNs / 2)
        return *value;
    qint64 out = 0;
    if (__builtin_add_overflow(*value, originNs, &out))
        return std::nullopt;
    return out;
}

QString exactOffset(qint64 ns)
{
    using format::TimeUnit;
    const qint64 size = std::abs(ns);
    const TimeUnit unit = size >= format::unitNs(TimeUnit::S)    ? TimeUnit::S
                          : size >= format::unitNs(TimeUnit::Ms) ? TimeUnit::Ms
                          : size >= format::unitNs(TimeUnit::Us) ? TimeUnit::Us
                                                                 : TimeUnit::Ns;
    int decimals = 0;
    for (qint64 rest = size % format::unitNs(unit), part = format::unitNs(unit); rest != 0; rest %= part) {
        part /= 10;
        ++decimals;
    }
    return format::timeIn(ns, unit, decimals) + QChar(0x00A0) + format::unitName(unit);
}

} // namespace rs
