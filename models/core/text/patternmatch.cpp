// SPDX-License-Identifier: Apache-2.0
#include "core/text/patternmatch.h"

namespace rs {

Phrase PatternGaveUp::phrase() const
{
    constexpr qsizetype most = 200;
    return {QString::fromLatin1(QT_TRANSLATE_NOOP(
                "Tables", "The regular expression %1 takes too long on one of the texts, so its result is unknown: "
                          "avoid nested repetitions.")),
            {m_pattern.size() > most ? m_pattern.left(most) + QStringLiteral("…") : m_pattern}};
}

bool matchesPattern(const QRegularExpression &pattern, const QString &text)
{
    const QRegularExpressionMatch match = pattern.match(text);
    if (match.isValid())
        return match.hasMatch();
    // Half of a pair of UTF-16 is no text to match, and says nothing of the pattern.
    if (!text.isValidUtf16())
        return matchesPattern(pattern, QString::fromUtf8(text.toUtf8()));
    throw PatternGaveUp(pattern.pattern());
}

} // namespace rs
