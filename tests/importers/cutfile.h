// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <algorithm>
#include <functional>

/// Calls `check(cut, path)` for files that hold the first `cut` bytes of `text`: each number of bytes when `places` is
/// 0, else that many numbers spread over the text. The full text is not among them.
inline void cutEverywhere(const QString &path, const QByteArray &text, int places,
                          const std::function<void(qsizetype cut)> &check)
{
    const qsizetype count = places > 0 ? places : text.size();
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype cut = places > 0 ? text.size() * i / places : i;
        QFile f(path);
        if (!f.open(QIODevice::WriteOnly) || f.write(text.constData(), cut) != cut)
            qFatal("cannot write %s", qPrintable(path));
        f.close();
        check(cut);
    }
}

inline bool hasCode(const rs::ImportReport &report, const char *code)
{
    const auto all = report.findings();
    return std::any_of(all.begin(), all.end(), [&](const rs::Finding &f) { return f.code == QLatin1String(code); });
}

inline rs::Finding findingOf(const rs::ImportReport &report, const char *code)
{
    for (const rs::Finding &f : report.findings()) {
        if (f.code == QLatin1String(code))
            return f;
    }
    return {};
}
