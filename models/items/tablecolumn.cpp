// SPDX-License-Identifier: Apache-2.0
#include "items/tablecolumn.h"

#include "core/text/patternmatch.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

// Without zeros at its end, nor a point there.
QString trimmed(QString number)
{
    if (number.contains(u'.')) {
        while (number.endsWith(u'0'))
            number.chop(1);
        if (number.endsWith(u'.'))
            number.chop(1);
    }
    return number == QLatin1String("-0") ? QStringLiteral("0") : number;
}

// Every nanosecond counts: a time is written whole, in the unit in which it is shown.
QString exactTime(qint64 ns, format::TimeUnit unit)
{
    const qint64 one = format::unitNs(unit);
    const quint64 size = ns < 0 ? quint64{0} - static_cast<quint64>(ns) : static_cast<quint64>(ns);
    const auto of = static_cast<quint64>(one);
    const qsizetype digits = QString::number(one).size() - 1;
    const QString whole = QString::number(size / of);
    const QString rest = QString::number(size % of).rightJustified(digits, u'0');
    return (ns < 0 ? QStringLiteral("-") : QString()) + trimmed(digits == 0 ? whole : whole + u'.' + rest);
}

// At most six digits, and as many as are shown.
QString exactReal(double value, int decimals)
{
    constexpr int digits = 6;
    constexpr double plain = 1e15; // beyond it, and far below 1, a number is written with its power of ten
    if (!std::isfinite(value))
        return QStringLiteral("");
    const double size = std::abs(value);
    if (size >= plain || (size < 1e-3 && size > 0))
        return QString::number(value, 'g', digits);
    const int before = size < 1 ? 0 : static_cast<int>(std::log10(size)) + 1;
    return trimmed(QString::number(value, 'f', std::max(decimals, digits - before)));
}

} // namespace

QString missingText()
{
    return QStringLiteral("\u2014");
}

bool isTime(CellKind kind)
{
    return kind == CellKind::Duration || kind == CellKind::Difference;
}

double unitOfColumn(CellKind kind, format::TimeUnit unit)
{
    if (isTime(kind))
        return static_cast<double>(format::unitNs(unit));
    return kind == CellKind::Percent ? 0.01 : 1;
}

QString shownValue(const TableColumn &column, format::TimeUnit unit, const QVariant &value)
{
    switch (column.kind) {
    case CellKind::Text:
        return format::displayText(format::clipText(value.toString(), 2000));
    case CellKind::Integer:
        return format::integer(value.toLongLong());
    case CellKind::Real:
        return format::real(value.toDouble(), column.decimals);
    case CellKind::Duration:
        return format::timeIn(value.toLongLong(), unit, column.decimals);
    case CellKind::Difference: {
        const qint64 ns = value.toLongLong();
        const QString number = format::timeIn(ns, unit, column.decimals);
        return ns > 0 ? u'+' + number : number;
    }
    case CellKind::Percent:
        return format::percentIn(value.toDouble());
    case CellKind::Ratio:
        return format::real(value.toDouble(), 2);
    case CellKind::Bytes:
        return format::bytes(value.toLongLong());
    }
    return {};
}

bool mayMatchNumbers(const QString &text, bool regularExpression)
{
    // "\d" has a letter and means digits.
    static const QRegularExpression escapes(QStringLiteral("\\\\."));
    QString rest = text;
    if (regularExpression) {
        if (rest.contains(u'|'))
            return true;
        rest.remove(escapes);
    }
    return std::ranges::none_of(rest, [](QChar c) { return c.isLetter(); });
}

bool matchesShown(const QRegularExpression &expression, QString shown, CellKind kind)
{
    if (matchesPattern(expression, shown))
        return true;
    constexpr QChar thinSpace(0x2009);
    return kind != CellKind::Text && shown.contains(thinSpace) && matchesPattern(expression, shown.remove(thinSpace));
}

QVariant exportedValue(const TableColumn &column, format::TimeUnit unit, const QVariant &value)
{
    constexpr int ratioDecimals = 2;
    switch (column.kind) {
    case CellKind::Duration:
    case CellKind::Difference:
        return exactTime(value.toLongLong(), unit);
    case CellKind::Percent:
        return exactReal(value.toDouble() * 100, 1);
    case CellKind::Real:
        return exactReal(value.toDouble(), column.decimals);
    case CellKind::Ratio:
        return exactReal(value.toDouble(), ratioDecimals);
    case CellKind::Text:
    case CellKind::Integer:
    case CellKind::Bytes:
        break;
    }
    return {};
}

} // namespace rs
