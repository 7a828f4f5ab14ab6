// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <optional>
#include <vector>

namespace rs {

/// The rank numbers of "0-7, 16, 18-23", ascending and each once; none of an empty text. Nothing where it is no such
/// list, where an interval runs backwards, or where it names more than a million ranks.
[[nodiscard]] std::optional<std::vector<int>> ranksOfText(QStringView text);

/// "5–7", or "5" of a single one.
[[nodiscard]] QString rangeText(qint64 first, qint64 last);

/// The names with numbers that follow each other as ranges: "5–7" for "5", "6", "7".
[[nodiscard]] QStringList withRanges(const QStringList &names);

} // namespace rs
