// SPDX-License-Identifier: Apache-2.0
#include "items/tablecolumn.h"

#include "core/text/patternmatch.h"

#include <algorithm>

namespace rs {

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
    return std::none_of(rest.begin(), rest.end(), [](QChar c) { return c.isLetter(); });
}

bool matchesShown(const QRegularExpression &expression, QString shown, CellKind kind)
{
    if (matchesPattern(expression, shown))
        return true;
    constexpr QChar thinSpace(0x2009);
    return kind != CellKind::Text && shown.contains(thinSpace) && matchesPattern(expression, shown.remove(thinSpace));
}

} // namespace rs
