// SPDX-License-Identifier: Apache-2.0
#include "items/findingtexts.h"

#include <QCoreApplication>

namespace rs {

QString findingText(const Finding &finding)
{
    const QString message = QCoreApplication::translate("Finding", finding.message.toUtf8().constData());
    return message.contains(QLatin1String("%1")) ? message.arg(finding.argument) : message;
}

} // namespace rs
