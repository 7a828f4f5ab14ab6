// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include <initializer_list>

namespace rs::test {

/// Text that a literal gives as well.
struct LiteralText : QString
{
    LiteralText() = default;
    LiteralText(const char *utf8) : QString(QString::fromUtf8(utf8)) {}
    LiteralText(const QString &text) : QString(text) {}
    LiteralText(QLatin1String text) : QString(text) {}
};

/// List of such texts.
struct LiteralTexts : QStringList
{
    LiteralTexts() = default;
    LiteralTexts(std::initializer_list<LiteralText> texts) : QStringList(texts.begin(), texts.end()) {}
    LiteralTexts(const QStringList &texts) : QStringList(texts) {}
};

/// List that is compared with another.
inline QStringList texts(const LiteralTexts &list)
{
    return list;
}

} // namespace rs::test
