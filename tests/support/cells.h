// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rs::test {

inline QString cell(const QString &text)
{
    return text;
}
inline QString cell(const char *text)
{
    return QString::fromUtf8(text);
}
inline QString cell(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QString cell(std::nullopt_t)
{
    return QStringLiteral("-");
}
inline QString cell(const QStringList &list)
{
    return list.join(u',');
}
inline QString cell(const Phrase &phrase)
{
    return phrase.english();
}
inline QString cell(bool value)
{
    return value ? QStringLiteral("true") : QStringLiteral("false");
}
template <typename Number>
requires std::is_arithmetic_v<Number> QString cell(Number value)
{
    if constexpr (std::is_floating_point_v<Number>)
        return QString::number(value, 'g', 12);
    else
        return QString::number(value);
}
template <typename Enum>
requires std::is_enum_v<Enum> QString cell(Enum value)
{
    return QString::number(static_cast<qint64>(value));
}
template <typename First, typename Second>
QString cell(const std::pair<First, Second> &pair)
{
    return cell(pair.first) + u' ' + cell(pair.second);
}
template <typename Value>
QString cell(const std::optional<Value> &value)
{
    return value ? cell(*value) : QStringLiteral("-");
}
template <typename Value>
QString cell(const std::vector<Value> &values)
{
    QStringList texts;
    for (const Value &value : values)
        texts << cell(value);
    return texts.join(u',');
}

/// Line of text with one cell for each value, so that a test compares a whole row at once and prints both if they
/// differ. Numbers have twelve digits, a value that is missing is "-".
template <typename... Values>
QString cells(const Values &...values)
{
    return QStringList{cell(values)...}.join(QLatin1String(" | "));
}

/// List of such texts: of steps, or of lines that are expected.
template <typename... Values>
QStringList texts(const Values &...values)
{
    return {cell(values)...};
}

} // namespace rs::test
