// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"

namespace rs {

/// The first finding of that code; its count is 0 if there is none.
inline Finding findingOf(const ImportReport &report, const char *code)
{
    for (const Finding &f : report.findings()) {
        if (f.code == QLatin1String(code))
            return f;
    }
    Finding none;
    none.count = 0;
    return none;
}

inline bool hasCode(const ImportReport &report, const char *code)
{
    return findingOf(report, code).count > 0;
}

/// "loss x1 line 3, column Computing" of the first finding of that code.
inline QString told(const ImportReport &report, const char *code)
{
    const Finding f = findingOf(report, code);
    return QStringLiteral("%1 x%2 %3").arg(severityName(f.severity)).arg(f.count).arg(f.place.text());
}

} // namespace rs
