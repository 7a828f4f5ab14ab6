// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"
#include "importers/legacy/legacyiterations.h"
#include "importers/legacy/legacytimes.h"

#include <optional>
#include <vector>

namespace rs {

/// A file of such a profiler that is read, as findings name it.
struct LegacyFile
{
    QString kind; ///< FileEntry::kind
    QString path;
    QString reportName;
};

/// Small files of a rank: steps, and the sums over operators.
struct LegacySummary
{
    std::optional<StagePlace> stage; ///< stage of the rank; empty if the files do not tell the sizes
    std::vector<LegacySpan> spans;
    /// Steps as today's views know them. Computing is what the old programs called computation, idle time included,
    /// less the step interval, which is Preparing; without shares it is forward and backward.
    std::vector<StepTraceRow> rows;
};
/// Files of one kind, in their order.
[[nodiscard]] std::vector<IterationFile> iterationFiles(const std::vector<LegacyFile> &files, const char *kind);

/// Adds their tables.
[[nodiscard]] LegacySummary readLegacySummary(const std::vector<LegacyFile> &files, int rank, const JobContext &job,
                                              ImportReport &report, decltype(RankData::tables) &tables);

/// Adds what single operators used.
void readLegacyOperators(const std::vector<LegacyFile> &files, const JobContext &job, ImportReport &report,
                         decltype(RankData::tables) &tables);

/// Stage of a rank, where stages are equal blocks of neighbours, as the old programs counted them; -1 where the sizes
/// do not say.
[[nodiscard]] int legacyStageOf(int rank, int stages, int ranks);

} // namespace rs
