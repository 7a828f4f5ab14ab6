// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QtGlobal>

namespace rs {

// Kinds of CSV files that are opened as any table, before the name of the file: of those that profilers write, and of
// those that nobody knows.
inline constexpr QLatin1String OtherTablePrefix("csv/");
inline constexpr QLatin1String StrangeTablePrefix("file/");
// An unknown file beyond this size is read at its head alone: it may be anything, and would push the rank out of
// memory.
inline constexpr qint64 MostStrangeBytes = qint64{512} << 20;
inline constexpr qint64 StrangeHeadBytes = qint64{16} << 20;
/// Bytes that are read of a file of that kind and size.
[[nodiscard]] inline qint64 readBytesOf(const QString &kind, qint64 bytes)
{
    return kind.startsWith(StrangeTablePrefix) && bytes > MostStrangeBytes ? StrangeHeadBytes : bytes;
}
/// Whether the kind of a file says that nothing is known of it but that it is a table.
[[nodiscard]] inline bool isOtherTable(const QString &kind)
{
    return kind.startsWith(OtherTablePrefix) || kind.startsWith(StrangeTablePrefix);
}

} // namespace rs
