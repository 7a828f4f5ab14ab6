// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"

#include <QString>

#include <optional>
#include <set>

namespace rs {

/// What text files and databases of a rank can both hold. Sums of it (op_statistic, api_statistic) are no content of
/// their own.
enum class Content : quint8 {
    Timeline,
    Kernels,
    StepTimes,
    Communication, ///< with waits and bandwidths
    Links,
    Memory,
    OperatorMemory,
    ModuleMemory,
};
using Contents = std::set<Content>;

/// What text files of a kind hold; nothing for those that no database stands for.
[[nodiscard]] std::optional<Content> contentOfText(const QString &kind);
/// Whether a text file says more than its header, by its first bytes.
[[nodiscard]] bool saysAnything(const QString &path);
/// What a database has tables with rows of. Nothing where it cannot be read.
[[nodiscard]] Contents contentsOfDatabase(const QString &path, const JobContext &job);
/// Whether a trace lacks the bracket that closes it, by its last bytes. Of a compressed one there is no telling.
[[nodiscard]] bool isCutTrace(const QString &path);
/// As the text files that hold it are called.
[[nodiscard]] QString namesOfContents(const Contents &contents);

} // namespace rs
