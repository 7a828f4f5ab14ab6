// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <set>

namespace rs {

/// Contents that text files and databases of a rank can both have.
enum class Content : quint8 {
    Timeline,
    Kernels,
    StepTimes,
    Communication, ///< with waits
    Bandwidths,    ///< of the same operators
    Links,
    Memory,
    OperatorMemory,
    ModuleMemory,
    OperatorSums, ///< made of the kernels
    CallSums,     ///< made of the timeline
};
using Contents = std::set<Content>;

/// Content of text files of a kind; nothing for those that no database replaces.
[[nodiscard]] Contents contentsOfText(const QString &kind);
/// The same of one file, by its first bytes: one that says no more than its header holds nothing.
[[nodiscard]] Contents contentsOfText(const FileEntry &file);
/// Names of the tables with rows that a database has, of those that views are made of. Nothing where there was no
/// telling in time.
[[nodiscard]] std::optional<QStringList> filledTables(const QString &path, const JobContext &job);
[[nodiscard]] Contents contentsOfTables(const QStringList &tables);
/// Whether a trace lacks the bracket that closes it, by its last bytes. Of a compressed one there is no telling.
[[nodiscard]] bool isCutTrace(const QString &path);
/// As the text files that hold it are called.
[[nodiscard]] QString namesOfContents(const Contents &contents);

} // namespace rs
