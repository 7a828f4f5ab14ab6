// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/commmatrix.h"
#include "analysis/operatorstats.h"
#include "analysis/rankcompare.h"
#include "analysis/slicestats.h"
#include "analysis/stepbreakdown.h"
#include "app/cli/tablesink.h"

#include <QRegularExpression>

#include <limits>
#include <optional>

/// The tables of the command line, column by column as its contract says. Each function writes a whole table.
namespace rs::cli {

/// The rank's number, else its label.
[[nodiscard]] Cell rankCell(int rank, const QString &label);

void writeInfo(TableSink &sink, const std::vector<std::shared_ptr<const Run>> &runs);
/// The same of one run that was exported, with the folder of each rank's tables (empty: it has none) behind it.
void writeExportedRanks(TableSink &sink, const Run &run, const std::vector<QString> &folders);
void writeOverview(TableSink &sink, const std::vector<OverviewRow> &rows);
void writeOperators(TableSink &sink, const OperatorTable &table);
void writeCompare(TableSink &sink, const RankComparison &comparison);
void writeCommunication(TableSink &sink, const std::vector<CommRow> &rows);
void writeMatrix(TableSink &sink, const std::vector<MatrixCell> &cells);

struct SliceFilter
{
    std::optional<QRegularExpression> lane; ///< against "process/thread"
    std::optional<QRegularExpression> name;
    qint64 fromNs = std::numeric_limits<qint64>::min();
    qint64 toNs = std::numeric_limits<qint64>::max();
    qint64 limit = -1; ///< rows; -1: all
};
/// Slices that touch the window, lane by lane, depth by depth, by start. False when cancelled.
bool writeSlices(TableSink &sink, const RankData &rank, const SliceFilter &filter, const JobContext &job);
bool writeSliceStats(TableSink &sink, const RankData &rank, const SliceFilter &filter, const JobContext &job);

/// `category` empty: every one. False when cancelled.
bool writeFlows(TableSink &sink, const RankData &rank, const QString &category, const JobContext &job);
bool writeFlowStats(TableSink &sink, const RankData &rank, const QString &category, const JobContext &job);

/// A deliverable as the file has it.
void writeTable(TableSink &sink, const Table &table);
void writeFindings(TableSink &sink, const std::vector<Finding> &findings);
void writeDomains(TableSink &sink, const Run &run);
void writeFiles(TableSink &sink, const Run &run);
void writeCounters(TableSink &sink, const RankData &rank);

/// Labels as the trace names processes and threads, made unique where two share a name: the process's pid, the thread's
/// tid and, if that is not enough, a number is added. The lane of a thread's Python calls is called like the thread.
struct LaneLabels
{
    explicit LaneLabels(const Trace &trace);
    std::vector<std::string> process; ///< by lane
    std::vector<std::string> thread;  ///< by lane
    [[nodiscard]] std::string both(LaneId id) const { return process[raw(id)] + "/" + thread[raw(id)]; }
};

} // namespace rs::cli
