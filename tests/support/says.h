// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QString>
#include <QStringList>

#include <vector>

/// Looks for what matters in a sentence, and prints the sentence if it is not as expected.
namespace rs::test {

inline QString englishOf(const QString &text)
{
    return text;
}
inline QString englishOf(const Phrase &phrase)
{
    return phrase.english();
}
inline QString englishOf(const std::vector<Phrase> &phrases)
{
    QStringList out;
    for (const Phrase &phrase : phrases)
        out << phrase.english();
    return out.join(u'\n');
}

inline bool checked(bool isExpected, const QString &text)
{
    if (!isExpected)
        qWarning("It says: %s", qPrintable(text));
    return isExpected;
}

template <typename Text>
bool says(const Text &text, const char *part)
{
    return checked(englishOf(text).contains(QString::fromUtf8(part)), englishOf(text));
}
template <typename Text>
bool lacks(const Text &text, const char *part)
{
    return checked(!englishOf(text).contains(QString::fromUtf8(part)), englishOf(text));
}
template <typename Text>
bool begins(const Text &text, const char *part)
{
    return checked(englishOf(text).startsWith(QString::fromUtf8(part)), englishOf(text));
}
template <typename Text>
bool ends(const Text &text, const char *part)
{
    return checked(englishOf(text).endsWith(QString::fromUtf8(part)), englishOf(text));
}

} // namespace rs::test
