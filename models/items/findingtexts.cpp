// SPDX-License-Identifier: Apache-2.0
#include "items/findingtexts.h"

#include <QCoreApplication>

namespace rs {

const std::vector<const char *> &knownFindingTexts()
{
    static const std::vector<const char *> texts = {
        // clang-format off
        // clang-format on
    };
    return texts;
}

QString findingText(const Finding &finding)
{
    const QString message = QCoreApplication::translate("Finding", finding.message.toUtf8().constData());
    return message.contains(QLatin1String("%1")) ? message.arg(finding.argument) : message;
}

QString fileNoteText(const QString &why)
{
    return why.isEmpty() ? QString() : QCoreApplication::translate("Finding", why.toUtf8().constData());
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return QCoreApplication::translate("Severity", "Information");
    case Severity::Notice:
        return QCoreApplication::translate("Severity", "Notice");
    case Severity::Loss:
        return QCoreApplication::translate("Severity", "Data lost");
    case Severity::Error:
        return QCoreApplication::translate("Severity", "Error");
    }
    return {};
}

} // namespace rs
