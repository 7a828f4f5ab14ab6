// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QString>

namespace rs {

/// True for a database with the analysis of communication and steps, false for a profile. Both are files of the kind
/// "db".
[[nodiscard]] inline bool isAnalysisDatabase(const QString &path)
{
    const QString name = path.section(u'/', -1);
    return name.startsWith(QLatin1String("analysis")) || name.startsWith(QLatin1String("communication_analyzer"));
}

/// Whether the database with what was analysed stands for text files of that kind; that of the profile may for any.
[[nodiscard]] inline bool isAnalysedKind(const QString &kind)
{
    return kind == QLatin1String("communication") || kind == QLatin1String("communication_matrix") ||
           kind == QLatin1String("step_trace_time");
}

/// File system of SQLite that reads a database whose end was cut off; there as soon as one was opened to be imported.
inline constexpr const char *cutDatabaseVfsName = "rankscope-cut";

/// Code of the finding that a table of a profile ends before its time of which the timeline and the kernels are made;
/// '-' and the name of the table stand behind it.
inline constexpr const char *cutLanesCode = "db.cut-lanes";
/// The same of every other table; without a table behind it, the database cannot be read at all.
inline constexpr const char *damagedCode = "db.damaged";

/// Reason against a database of which not even the list of tables can be read; %1: what SQLite says.
inline constexpr const char *unreadDatabaseReason =
    RS_NOOP("The database cannot be read (%1): nothing of it is shown.");

} // namespace rs
