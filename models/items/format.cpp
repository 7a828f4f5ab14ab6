// SPDX-License-Identifier: Apache-2.0
#include "items/format.h"

#include "core/text/plaintext.h"

#include <QStringList>

#include <cmath>

namespace rs::format {

namespace {

constexpr QChar thinSpace(0x2009); // of groups of digits
constexpr QChar narrowNoBreakSpace(0x202F);
constexpr QChar minusSign(0x2212);

/// Groups the digits before the point and replaces the hyphen by a minus sign.
QString dressed(QString digits)
{
    const bool negative = digits.startsWith(u'-');
    if (negative)
        digits.remove(0, 1);
    qsizetype point = digits.indexOf(u'.');
    if (point < 0)
        point = digits.size();
    for (qsizetype at = point - 3; at > 0; at -= 3)
        digits.insert(at, thinSpace);
    if (negative)
        digits.prepend(minusSign);
    return digits;
}

/// value / unit with `decimals` places, rounded half away from zero, in integers: doubles lose digits beyond 2^53 ns.
QString scaled(qint64 value, qint64 unit, int decimals)
{
    const bool negative = value < 0;
    // The magnitude as unsigned: the lowest qint64 has no positive counterpart.
    quint64 magnitude = negative ? ~static_cast<quint64>(value) + 1 : static_cast<quint64>(value);
    const auto step = static_cast<quint64>(unit);
    quint64 whole = magnitude / step;
    quint64 rest = magnitude % step;
    quint64 scale = 1;
    for (int i = 0; i < decimals; ++i)
        scale *= 10;
    // unit is at most 10^9 and scale at most 10^9, so the product fits.
    quint64 fraction = (rest * scale + step / 2) / step;
    if (fraction >= scale) {
        fraction -= scale;
        ++whole;
    }
    QString out = QString::number(whole);
    if (decimals > 0)
        out += u'.' + QString::number(fraction).rightJustified(decimals, u'0');
    if (negative && (whole != 0 || fraction != 0))
        out.prepend(u'-');
    return out;
}

TimeUnit singleUnit(qint64 ns)
{
    const quint64 magnitude = ns < 0 ? ~static_cast<quint64>(ns) + 1 : static_cast<quint64>(ns);
    if (magnitude < 1'000)
        return TimeUnit::Ns;
    if (magnitude < 1'000'000)
        return TimeUnit::Us;
    return magnitude < 1'000'000'000 ? TimeUnit::Ms : TimeUnit::S;
}

} // namespace

TimeUnit timeUnitFor(qint64 largestNs)
{
    const quint64 magnitude = largestNs < 0 ? ~static_cast<quint64>(largestNs) + 1 : static_cast<quint64>(largestNs);
    if (magnitude < 10'000)
        return TimeUnit::Ns;
    if (magnitude < 10'000'000)
        return TimeUnit::Us;
    return magnitude < 10'000'000'000 ? TimeUnit::Ms : TimeUnit::S;
}

QString unitName(TimeUnit unit)
{
    static constexpr const char *words[] = {"ns", "\u00B5s", "ms", "s"};
    return QString::fromUtf8(words[static_cast<size_t>(unit)]);
}

qint64 unitNs(TimeUnit unit)
{
    static constexpr qint64 units[] = {1, 1'000, 1'000'000, 1'000'000'000};
    return units[static_cast<size_t>(unit)];
}

QString timeIn(qint64 ns, TimeUnit unit, int decimals)
{
    return dressed(scaled(ns, unitNs(unit), unit == TimeUnit::Ns ? 0 : decimals));
}

QString duration(qint64 ns)
{
    const TimeUnit unit = singleUnit(ns);
    return timeIn(ns, unit) + QChar(0x00A0) + unitName(unit);
}

QString briefDuration(qint64 ns)
{
    const TimeUnit unit = singleUnit(ns);
    const qint64 whole = std::abs(ns / unitNs(unit));
    const int decimals = whole >= 100 ? 0 : whole >= 10 ? 1 : 2;
    return timeIn(ns, unit, decimals) + QChar(0x00A0) + unitName(unit);
}

QString signedDuration(qint64 ns)
{
    return ns > 0 ? u'+' + duration(ns) : duration(ns);
}

QString integer(qint64 value)
{
    return dressed(QString::number(value));
}

QString real(double value, int decimals)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("\u221E") : QStringLiteral("\u2212\u221E");
    QString digits = QString::number(value, 'f', decimals);
    // "-0.000" would claim a sign that the shown digits do not support.
    if (digits.startsWith(u'-') && digits.toDouble() == 0)
        digits.remove(0, 1);
    return dressed(digits);
}

QString percentIn(double fraction, int decimals)
{
    return real(fraction * 100, decimals);
}

QString percent(double fraction, int decimals)
{
    return percentIn(fraction, decimals) + QStringLiteral("\u00A0%");
}

QString ratio(double value, int decimals)
{
    return std::isfinite(value) ? real(value, decimals) + QChar(0x00D7) : real(value);
}

QString bytes(qint64 value)
{
    static constexpr const char *units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double v = static_cast<double>(value);
    size_t i = 0;
    while (std::abs(v) >= 999.95 && i + 1 < std::size(units)) {
        v /= 1000;
        ++i;
    }
    return real(v, i == 0 ? 0 : 1) + QChar(0x00A0) + QLatin1String(units[i]);
}

QString bandwidth(double gigabytesPerSecond)
{
    return real(gigabytesPerSecond) + QStringLiteral("\u00A0GB/s");
}

QString displayText(QStringView text)
{
    QString out;
    out.reserve(text.size());
    for (const QChar c : text) {
        if (!needsEscape(c))
            out += c;
        else if (c == u'\n')
            out += QLatin1String("\\n");
        else if (c == u'\t')
            out += QLatin1String("\\t");
        else if (c == u'\r')
            out += QLatin1String("\\r");
        else
            out += QLatin1String("\\u") + QString::number(c.unicode(), 16).rightJustified(4, u'0');
    }
    return out;
}

QString tooltipText(QStringView text)
{
    if (text.isEmpty())
        return {};
    QStringList lines;
    for (const QStringView line : text.split(u'\n'))
        lines << displayText(line).toHtmlEscaped();
    return QLatin1String("<p style='white-space:pre-wrap'>") + lines.join(QLatin1String("<br>")) +
           QLatin1String("</p>");
}

QString tooltipTable(const std::vector<std::pair<QString, QString>> &lines)
{
    // Chinese may break after each letter: next to a long value a label would be given one letter a line.
    QString out = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    for (const auto &[label, value] : lines) {
        const QString name = displayText(clipText(label)).toHtmlEscaped();
        if (value.isEmpty())
            out += QLatin1String("<tr><td colspan='2'><b>") + name + QLatin1String("</b></td></tr>");
        else
            out += QLatin1String("<tr><td style='padding-right:8px; white-space:nowrap'>") + name +
                   QLatin1String("</td><td>") +
                   displayText(clipText(value)).replace(thinSpace, narrowNoBreakSpace).toHtmlEscaped() +
                   QLatin1String("</td></tr>");
    }
    return out + QLatin1String("</table>");
}

QString clipText(const QString &text, qsizetype limit)
{
    if (text.size() <= limit || limit < 1)
        return text;
    qsizetype keep = limit - 1;
    if (keep > 0 && text.at(keep - 1).isHighSurrogate())
        --keep;
    return text.left(keep) + QChar(0x2026);
}

} // namespace rs::format
