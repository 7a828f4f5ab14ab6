// SPDX-License-Identifier: Apache-2.0
#include "items/findingtexts.h"

#include <QCoreApplication>

namespace rs {

QString findingText(const Finding &finding)
{
    const QString message = QCoreApplication::translate("Finding", finding.message.toUtf8().constData());
    return message.contains(QLatin1String("%1")) ? message.arg(finding.argument) : message;
}

QString phraseText(const Phrase &phrase)
{
    if (phrase.isEmpty())
        return {};
    return phrase.filled(QCoreApplication::translate("Finding", phrase.literal.toUtf8().constData()));
}

QString placeText(const Place &place)
{
    const auto value = [](const Place::Part &p) {
        return p.kind == Place::Kind::Step && p.value.isEmpty() ? QCoreApplication::translate("Place", "none")
                                                                : p.value;
    };
    QString out;
    for (const Place::Part &p : place.parts()) {
        if (!out.isEmpty())
            out += QCoreApplication::translate("Place", ", ");
        out += QCoreApplication::translate("Place", Place::pattern(p.kind)).arg(value(p));
    }
    return out;
}

} // namespace rs
