// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"

#include <QString>

namespace rs {

/// A finding as a line of standard error: "loss: FILE: PLACE: what it means (3 times)".
[[nodiscard]] inline QString lineOf(const Finding &f)
{
    QString line = severityName(f.severity) + QStringLiteral(": ");
    if (!f.file.isEmpty())
        line += f.file + QStringLiteral(": ");
    if (!f.place.isEmpty())
        line += f.place.text() + QStringLiteral(": ");
    line += f.text();
    if (f.count > 1)
        line += QStringLiteral(" (%1 times)").arg(f.count);
    return line;
}

} // namespace rs
