// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <algorithm>

namespace rs {

/// Names of steps or ranks as one argument of a phrase: "1, 2, 5"; of many the first.
[[nodiscard]] inline QString shortList(const QStringList &names)
{
    constexpr qsizetype longest = 6;
    QString out = names.first(std::min(longest, names.size())).join(QStringLiteral(", "));
    if (names.size() > longest)
        out += QStringLiteral(", … (%1)").arg(names.size());
    return out;
}

} // namespace rs
