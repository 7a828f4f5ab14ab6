// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "importers/findings.h"

#include <QByteArray>
#include <QFile>
#include <QString>

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
