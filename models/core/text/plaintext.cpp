// SPDX-License-Identifier: Apache-2.0
#include "core/text/plaintext.h"

namespace rs {

bool needsEscape(QChar c)
{
    switch (c.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format: // bidirectional controls, zero-width characters, soft hyphen
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return c == QChar::ObjectReplacementCharacter;
    }
}

QString harmless(const QString &text)
{
    QString out;
    out.reserve(text.size());
    for (const QChar c : text) {
        if (needsEscape(c))
            out += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            out += c;
    }
    return out;
}

} // namespace rs
