// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

#include <optional>
#include <vector>

namespace rs {

/// The rank numbers of "0-7, 16, 18-23", ascending and each once; none of an empty text. Nothing where it is no such
/// list, where an interval runs backwards, or where it names more than a million ranks.
[[nodiscard]] std::optional<std::vector<int>> ranksOfText(QStringView text);

} // namespace rs
