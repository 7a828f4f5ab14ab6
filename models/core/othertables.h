// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

// Kinds of CSV files that are opened as any table, before the name of the file: of those that profilers write, and of
// those that nobody knows.
inline constexpr QLatin1String OtherTablePrefix("csv/");
inline constexpr QLatin1String StrangeTablePrefix("file/");
/// Whether the kind of a file says that nothing is known of it but that it is a table.
[[nodiscard]] inline bool isOtherTable(const QString &kind)
{
    return kind.startsWith(OtherTablePrefix) || kind.startsWith(StrangeTablePrefix);
}

} // namespace rs
