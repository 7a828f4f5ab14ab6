// SPDX-License-Identifier: Apache-2.0
#include "items/columncondition.h"

#include <QLocale>

#include <array>
#include <cmath>
#include <utility>

namespace rs {

namespace {

/// Raw value of one of a unit that people write behind a number; nothing for one that the kind does not have.
std::optional<double> unitScale(CellKind kind, QString unit)
{
    unit = unit.toLower().replace(QChar(0x00B5), u'u').replace(QChar(0x03BC), u'u');
    static const std::array<std::pair<QLatin1String, double>, 4> times = {
        {{QLatin1String("ns"), 1}, {QLatin1String("us"), 1e3}, {QLatin1String("ms"), 1e6}, {QLatin1String("s"), 1e9}}};
    static const std::array<std::pair<QLatin1String, double>, 5> sizes = {{{QLatin1String("b"), 1},
                                                                           {QLatin1String("kb"), 1e3},
                                                                           {QLatin1String("mb"), 1e6},
                                                                           {QLatin1String("gb"), 1e9},
                                                                           {QLatin1String("tb"), 1e12}}};
    const auto of = [&unit](const auto &known) -> std::optional<double> {
        for (const auto &[name, scale] : known) {
            if (unit == name)
                return scale;
        }
        return std::nullopt;
    };
    if (isTime(kind))
        return of(times);
    if (kind == CellKind::Bytes)
        return of(sizes);
    return kind == CellKind::Percent && unit == u"%" ? std::optional(0.01) : std::nullopt;
}

// Half of the last decimal, in the unit of the column.
double halfShown(const TableColumn &column, format::TimeUnit unit)
{
    switch (column.kind) {
    case CellKind::Duration:
    case CellKind::Difference:
        return unit == format::TimeUnit::Ns ? 0 : 0.5 * std::pow(10, -column.decimals);
    case CellKind::Real:
        return 0.5 * std::pow(10, -column.decimals);
    case CellKind::Percent:
        return 0.05;
    case CellKind::Ratio:
        return 0.005;
    case CellKind::Text:
    case CellKind::Integer:
    case CellKind::Bytes:
        break;
    }
    return 0;
}

} // namespace

ColumnCondition::ColumnCondition(const QString &text, bool regularExpression, const TableColumn &column,
                                 format::TimeUnit unit)
    : m_kind(column.kind), m_unitOfColumn(unitOfColumn(column.kind, unit)),
      m_halfShown(halfShown(column, unit) * m_unitOfColumn), m_text(text.trimmed())
{
    if (!regularExpression) {
        QString rest;
        m_operator = operatorOf(m_text, rest);
        parseRange(m_text);
        if (isComparison(m_operator) && m_operator != Operator::Between)
            compareWith(rest);
        if (m_operator != Operator::Contains)
            m_text = rest;
    }
    m_expression = QRegularExpression(regularExpression ? text : QRegularExpression::escape(m_text),
                                      QRegularExpression::CaseInsensitiveOption);
    if (!m_expression.isValid())
        m_error = tr("Not a valid regular expression: %1.").arg(m_expression.errorString());
}

ColumnCondition::Operator ColumnCondition::operatorOf(const QString &text, QString &rest)
{
    static const std::array<std::pair<QStringView, Operator>, 10> known = {{{u">=", Operator::AtLeast},
                                                                            {u"<=", Operator::AtMost},
                                                                            {u"!=", Operator::Differs},
                                                                            {u"\u2265", Operator::AtLeast},
                                                                            {u"\u2264", Operator::AtMost},
                                                                            {u"\u2260", Operator::Differs},
                                                                            {u">", Operator::More},
                                                                            {u"<", Operator::Less},
                                                                            {u"=", Operator::Equals},
                                                                            {u"!", Operator::Lacks}}};
    for (const auto &[sign, meaning] : known) {
        if (text.startsWith(sign) && text.size() > sign.size()) {
            rest = text.mid(sign.size()).trimmed();
            return meaning;
        }
    }
    return Operator::Contains;
}

std::optional<ColumnCondition::Number> ColumnCondition::numberOf(const QString &text)
{
    static const QRegularExpression form(
        QStringLiteral("^\\s*([-+]?[0-9][0-9,\\x{2009}\\x{202f}\\x{00a0}]*(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|"
                       "[-+]?\\.[0-9]+)\\s*(%|[A-Za-z\\x{00b5}\\x{03bc}]*)\\s*$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    QString digits = match.captured(1);
    for (const char16_t part : {u',', u'\u2009', u'\u202f', u'\u00a0'})
        digits.remove(QChar(part));
    bool ok = false;
    const double value = QLocale::c().toDouble(digits, &ok);
    return ok ? std::optional(Number{value, match.captured(2)}) : std::nullopt;
}

double ColumnCondition::scaled(const Number &number)
{
    if (number.unit.isEmpty())
        return number.value * m_unitOfColumn;
    const auto scale = unitScale(m_kind, number.unit);
    if (!scale)
        m_error = tr("The column has no unit “%1”.").arg(number.unit);
    return number.value * scale.value_or(1);
}

void ColumnCondition::parseRange(const QString &text)
{
    const auto dots = text.indexOf(QLatin1String(".."));
    if (dots < 0 || m_operator != Operator::Contains)
        return;
    const QString left = text.left(dots).trimmed();
    const QString right = text.mid(dots + 2).trimmed();
    std::optional<Number> low = numberOf(left);
    const std::optional<Number> high = numberOf(right);
    if ((!low && !left.isEmpty()) || (!high && !right.isEmpty()) || (!low && !high))
        return;
    // "10..20 ms" is both of the unit.
    if (low && high && low->unit.isEmpty())
        low->unit = high->unit;
    m_operator = Operator::Between;
    m_isOfNumbers = true;
    if (low)
        m_low = scaled(*low);
    if (high)
        m_high = scaled(*high);
}

void ColumnCondition::compareWith(const QString &text)
{
    const bool isOrder = m_operator != Operator::Equals && m_operator != Operator::Differs;
    // Texts are the same or not, as they are written.
    if (m_kind == CellKind::Text && !isOrder)
        return;
    if (const std::optional<Number> number = numberOf(text)) {
        m_isOfNumbers = true;
        m_low = scaled(*number);
    } else if (m_kind != CellKind::Text) {
        m_error = tr("“%1” is not a number.").arg(text);
    } else {
        m_operator = Operator::Contains; // "->" is a part of names
    }
}

bool ColumnCondition::acceptsNumber(double raw) const
{
    const bool isBelow = m_low && raw < *m_low - m_halfShown;
    const bool isAbove = m_low && raw > *m_low + m_halfShown;
    switch (m_operator) {
    case Operator::Equals:
        return !isBelow && !isAbove;
    case Operator::Differs:
        return isBelow || isAbove;
    case Operator::Less:
        return isBelow;
    case Operator::AtMost:
        return !isAbove;
    case Operator::More:
        return isAbove;
    case Operator::AtLeast:
        return !isBelow;
    case Operator::Between:
        return !isBelow && !(m_high && raw > *m_high + m_halfShown);
    case Operator::Contains:
    case Operator::Lacks:
        break;
    }
    return true;
}

bool ColumnCondition::acceptsShown(const QString &shown) const
{
    if (m_isOfNumbers) {
        const std::optional<Number> number = numberOf(shown);
        return number && number->unit.isEmpty() && acceptsNumber(number->value);
    }
    switch (m_operator) {
    case Operator::Equals:
        return shown.compare(m_text, Qt::CaseInsensitive) == 0;
    case Operator::Differs:
        return shown.compare(m_text, Qt::CaseInsensitive) != 0;
    case Operator::Lacks:
        return !matchesShown(m_expression, shown, m_kind);
    default:
        return matchesShown(m_expression, shown, m_kind);
    }
}

QString ColumnCondition::withUnit(const QString &text, const TableColumn &column, format::TimeUnit unit)
{
    const ColumnCondition condition(text, false, column, unit);
    if (!isTime(column.kind) || !condition.isOfNumbers() || !condition.error().isEmpty())
        return text;
    const QString trimmed = text.trimmed();
    const QString name = format::unitName(unit);
    if (trimmed.endsWith(QLatin1String("..")))
        return withUnit(QLatin1String("..") + trimmed.chopped(2), column, unit).mid(2) + QLatin1String("..");
    return trimmed.back().isLetter() ? trimmed : QString(trimmed + u' ' + name);
}

} // namespace rs
