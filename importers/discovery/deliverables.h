// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include <span>

namespace rs {

/// A kind of file that the profilers write (formats.md 0.1, 5 and 7): by what it is known, whether it is read, and how.
/// A new one is an entry in the list, and discovery, loader, cache, memory account, explorer and `info` know it. A CSV
/// file of a rank that is shown as it is needs its columns there, and a title in tables/filetables.cpp.
struct Deliverable
{
    const char *stem;             ///< name without stamp, slice number and suffix; a final '*' stands for any ending
    const char *suffix;           ///< "csv", "json", "db", "txt"
    const char *kind;             ///< FileEntry::kind: stable
    const char *why = nullptr;    ///< English: what is missing because nothing reads it; null: something does
    bool runWide = false;         ///< speaks of the whole run (cluster_analysis_output)
    const char *header = nullptr; ///< words of a CSV header, between '|', that only such a file has
    /// Columns of a table that is shown as it is (RankData::tables), between '|': one of them has to be there, and
    /// those that are not are named. "Device Type or Device": versions call it so or so. Null: a reader of its own
    /// knows the file.
    const char *columns = nullptr;
    const char *partial = ""; ///< of these columns, those whose values are often N/A
    /// A table of which nothing is known but that it is one: each file of its own name is a kind of its own.
    bool anyTable = false;
};

/// In the order in which names and headers are tried: the first that fits counts.
[[nodiscard]] std::span<const Deliverable> deliverables();
/// Null for an unknown kind.
[[nodiscard]] const Deliverable *deliverable(const QString &kind);
/// True when the file is a table of a rank that is shown as it is.
[[nodiscard]] bool isPlainTable(const Deliverable &d);
/// The kind of a CSV file that is opened as any table, by its name without stamp and slice number: "csv/hbm".
[[nodiscard]] QString otherTableKind(const QString &stem);
/// The same of a file that no profiler is known to write: alone it makes no folder one of a rank.
[[nodiscard]] QString strangeTableKind(const QString &stem);

/// Words between the '|'.
[[nodiscard]] QStringList wordsOf(const char *list);

} // namespace rs
