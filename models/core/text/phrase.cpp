// SPDX-License-Identifier: Apache-2.0
#include "core/text/phrase.h"

namespace rs {

// Not QString::arg() one after the other, which would fill places that an argument brings along.
QString Phrase::filled(QString text) const
{
    if (arguments.isEmpty())
        return text;
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int digit = text[i] == u'%' && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (digit < 1 || digit > arguments.size()) {
            out += text[i];
            continue;
        }
        out += arguments[digit - 1];
        ++i;
    }
    return out;
}

} // namespace rs
