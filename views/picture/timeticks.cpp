// SPDX-License-Identifier: Apache-2.0
#include "views/picture/timeticks.h"

#include "core/base/timens.h"
#include "items/format.h"

#include <QCoreApplication>
#include <QDateTime>

namespace rs {

namespace {
constexpr qint64 mostDigits = 1'000'000; // longer offsets are written from a nearby base

qint64 distance(qint64 a, qint64 b)
{
    return a < b ? saturatedDifference(b, a) : saturatedDifference(a, b);
}
} // namespace

TimeScale TimeScale::of(TimeFormat format, TimeWindow window, qint64 runStartNs,
                        const std::vector<std::pair<qint64, qint64>> &steps)
{
    TimeScale out;
    out.originNs = runStartNs;
    if (window.isEmpty())
        return out;
    if (format == TimeFormat::Absolute) {
        constexpr qint64 second = 1'000'000'000;
        out.format = format;
        out.originNs = saturatedDifference(window.fromNs, ((window.fromNs % second) + second) % second);
        const QDateTime at = QDateTime::fromMSecsSinceEpoch(out.originNs / 1'000'000);
        const int minutes = at.offsetFromUtc() / 60;
        out.name = at.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss ")) +
                   QStringLiteral("%1%2:%3")
                       .arg(minutes < 0 ? QLatin1Char('-') : QLatin1Char('+'))
                       .arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0'))
                       .arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0'));
    } else if (format == TimeFormat::FromStep && !steps.empty()) {
        const qint64 middle = window.fromNs + window.lengthNs() / 2;
        const auto after =
            std::upper_bound(steps.begin(), steps.end(), middle, [](qint64 t, const auto &s) { return t < s.second; });
        const auto &step = after == steps.begin() ? *after : *std::prev(after);
        out.format = format;
        out.originNs = step.second;
        out.name = QCoreApplication::translate("rs::TimeScale", "Step %1").arg(step.first);
    }
    return out;
}

QString TimeScale::text(qint64 ns) const
{
    if (format == TimeFormat::Absolute) {
        constexpr qint64 second = 1'000'000'000;
        const qint64 rest = ((ns % second) + second) % second;
        const QString digits = QStringLiteral("%1").arg(rest, 9, 10, QLatin1Char('0'));
        return QDateTime::fromMSecsSinceEpoch(saturatedDifference(ns, rest) / 1'000'000)
                   .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.")) +
               digits.left(3) + QChar(0x2009) + digits.mid(3, 3) + QChar(0x2009) + digits.mid(6);
    }
    return name.isEmpty() ? exactOffset(saturatedDifference(ns, originNs))
                          : QCoreApplication::translate("rs::TimeScale", "%1 of %2", "time, step")
                                .arg(exactOffset(saturatedDifference(ns, originNs)), name);
}

QString TimeScale::brief(qint64 ns) const
{
    const QString offset = exactOffset(saturatedDifference(ns, originNs));
    return name.isEmpty() || ns < originNs ? offset : u'+' + offset;
}

TimeTicks TimeTicks::of(TimeWindow window, const TimeScale &scale, int width, int leastSpacing)
{
    TimeTicks out = of(window, scale.originNs, width, leastSpacing);
    if (scale.name.isEmpty())
        return out;
    for (Tick &t : out.ticks) {
        if (out.base.isEmpty() && !t.text.isEmpty() && !t.text.startsWith(QChar(0x2212)) && !t.text.startsWith(u'-'))
            t.text.prepend(u'+');
    }
    out.base = out.base.isEmpty() ? scale.name : scale.name + QStringLiteral("  +") + out.base;
    return out;
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
    const qint64 reach = std::max(distance(window.fromNs, originNs), distance(window.toNs, originNs));
    if (unit != TimeUnit::S && reach / unitNs >= mostDigits) {
        from = timeline::tickAtOrBefore(window.fromNs, originNs, unitNs * 1000);
        out.base = exactOffset(saturatedDifference(from, originNs));
    }
    const qint64 minor = step % 5 == 0 ? step / 5 : (step % 2 == 0 ? step / 2 : step);
    qint64 t = timeline::tickAtOrBefore(window.fromNs, originNs, step);
    for (; t < window.toNs; t = saturatedSum(t, minor)) {
        if (t < window.fromNs)
            continue;
        Tick tick;
        tick.x = map.x(t);
        if (saturatedDifference(t, originNs) % step == 0) {
            const QString number =
                format::integer(saturatedDifference(t, from) / unitNs) + QChar(0x00A0) + format::unitName(unit);
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
    // Times of half an epoch are not counted from the start of a run.
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
    const qint64 size = distance(ns, 0);
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
