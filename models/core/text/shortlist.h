// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/ranklist.h"

#include <QString>
#include <QStringList>

namespace rs {

/// Names of steps or ranks as one argument of a phrase: "1, 2, 5, 6", "1–7", "0, 2, 4, 6, 8, …, 14". Of many, the last
/// one tells how far the list goes: a count in its place would read as one of them.
[[nodiscard]] inline QString shortList(const QStringList &names)
{
    constexpr qsizetype longest = 6;
    QStringList shown = names.size() > longest ? withRanges(names) : names;
    if (shown.size() > longest) {
        const QString last = shown.back();
        shown = shown.first(longest - 1);
        shown << QStringLiteral("…") << last;
    }
    return shown.join(QStringLiteral(", "));
}

} // namespace rs
