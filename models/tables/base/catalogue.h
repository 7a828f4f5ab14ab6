// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/referencerates.h"
#include "analysis/compare/comparespread.h"
#include "analysis/links/stepaggregation.h"
#include "analysis/memory/blockgrouping.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/diagnosisthresholds.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "tables/base/rowsource.h"

#include <QRegularExpression>
#include <QStringList>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

struct Diagnosis;

/// Subject of a table, and so what a query must name.
enum class TableScope : quint8 {
    Run,  ///< every loaded rank of a run
    Rank, ///< one rank
    Pair, ///< two ranks, of one run or of two
};

/// Sources of a table, as kinds of files (FileEntry::kind); one of them is enough.
struct TableSources
{
    QStringList ofRank;
    QStringList ofRun; ///< files of the cluster analysis
    /// `rankIndex` -1: any rank of the run, or its cluster analysis. Without kinds: true.
    [[nodiscard]] bool areIn(const Run &run, int rankIndex = -1) const;
};

/// A rank's lanes with those of its host's kernel trace, which ranks may share, without them, or these alone.
enum class HostLanes : quint8 { With, Without, Only };

/// Which table is wanted. Members that a table does not list among its parameters are ignored.
struct TableQuery
{
    std::shared_ptr<const Run> run;
    int rank = -1;                       ///< into run->ranks: of a rank; the base of a pair
    std::shared_ptr<const Run> otherRun; ///< run of the other side; null: the same run
    int other = -1;
    std::vector<std::shared_ptr<const Run>> moreRuns; ///< compare.many: runs whose ranks are sides as well
    bool wholeSides = false;                          ///< compare.many: the ranks of a run together are one side
    bool wholeBase = false;                           ///< and the baseline is its run as a whole
    bool sumOfRanks = false;                          ///< whole run: sum of its ranks, not their mean
    std::vector<CompareState> states;                 ///< only rows of these states; empty: all
    int runNumber = 1; ///< position of the run among those that were found, as `info` counts

    QString step;
    QString otherStep;                   ///< step of the other side; empty: the same
    std::optional<Interval> baseWindow;  ///< window of the base side, in place of a step
    std::optional<Interval> otherWindow; ///< the same of the other side
    QString domain;
    QString op;
    bool total = false;
    OperatorGrouping by = OperatorGrouping::Type;
    OperatorKind kind = OperatorKind::Compute; ///< comparisons: All unless it is set
    StepAggregation steps = StepAggregation::Each;
    std::optional<qint64> fromStep; ///< only steps from that number on
    std::optional<qint64> toStep;   ///< only steps up to that number
    int stage = -1;                 ///< only ranks of that stage of the pipeline; -1: all
    QString core;
    OverviewSource source = OverviewSource::Best;
    QString category;
    QRegularExpression lane; ///< empty: every lane
    QRegularExpression name;
    Interval window{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()};
    QString component; ///< allocator of memory
    bool unreleased = false;
    bool streams = false;
    HostLanes hostLanes = HostLanes::With;
    std::optional<qint64> at;
    BlockGrouping heldBy = BlockGrouping::Operator;
    QString whatIf; ///< a question of what-if, as whatIfKey() calls it; empty: one of each kind
    QString about;  ///< its rank, both ranks of its link ("4-6"), or its type of kernels; empty: as the run suggests
    int times = 2;  ///< faster
    QString area;   ///< area of the diagnosis: "compute", "scheduling", "communication"; empty: all
    std::vector<QString> rankFolders;           ///< exports: folder of each rank, for the table of ranks
    DiagnosisThresholds thresholds;             ///< limits of the diagnosis
    std::shared_ptr<const Diagnosis> diagnosis; ///< diagnosis by these thresholds; null: the table works it out
    ReferenceRates rates;                       ///< rates of transports
    std::vector<int> ranks;     ///< numbers, ascending: only rows of these ranks, or between them; empty: all
    ThreadPool *pool = nullptr; ///< null: the calling thread alone

    /// The chosen rank; null while it is not loaded, or where none is chosen.
    [[nodiscard]] std::shared_ptr<const RankData> rankData() const;
    [[nodiscard]] std::shared_ptr<const RankData> otherData() const;
    /// Places in the run of those of `ranks` that it has, or of all its ranks if none is named.
    [[nodiscard]] std::vector<int> rankIndices() const;
};

/// One file of an export: a table with the parameters that make it.
struct TableFile
{
    QString name;                             ///< without ".csv"
    std::function<void(TableQuery &)> choose; ///< empty: the table as it is
};

/// A table: declared here once, shown, printed, exported and documented from here.
struct TableSpec
{
    QString id; ///< stable: "idle.gaps"
    TableScope scope = TableScope::Run;
    QString title; ///< English, marked for translation
    QString hint;  ///< English, marked for translation: which question it answers
    std::vector<Parameter> parameters;
    TableSources sources;
    /// Columns of what `make` gives for the query; those of a file are known only where the rank is loaded.
    std::function<std::vector<ColumnSpec>(const TableQuery &)> columns;
    /// Any thread; null when cancelled. Without an answer: no rows, and whyEmpty says why.
    std::function<std::shared_ptr<const RowSource>(const TableQuery &, const JobContext &)> make;
    /// Unfolds a row of `make` in the window, to `most` rows at least where there are as many: rows of the same
    /// columns, the sum of the others as the last one. Any thread; no rows when cancelled. Unset: rows do not unfold.
    std::function<RowDetails(const TableQuery &, const RowSource &rows, quint32 row, size_t most, const JobContext &)>
        unfold;
    /// English sentence of what is missing and which option of the profiler writes it; empty where no rows are an
    /// answer.
    std::function<Phrase(const TableQuery &)> whyEmpty;
    /// Whether that sentence is an answer ("no link is slow") and nothing is missing; unset: it never is.
    std::function<bool(const TableQuery &)> noneIsAnswer;
    /// The system view makes a page of it, named after the id: a table about one rank, or a run's
    /// rows of that rank.
    bool ownPage = false;
    /// Its rows, or why there are none, hold bandwidths against TableQuery::rates.
    bool takesRates = false;
    /// Its rows rest on TableQuery::diagnosis.
    bool takesDiagnosis = false;
    /// True for a run's table that follows from all ranks together, so that its page shows those of the whole run.
    bool needsAllRanks = false;
    /// Its rows are sums over TableQuery::window, so that another window makes other rows.
    bool sumsWindow = false;
    /// Part of the chosen step that the window shows of a rank's table with times that takes no step.
    std::optional<StepSide> stepSide;
    /// It obeys TableQuery::ranks.
    bool takesRanks = false;
    /// Reason why the numbers of a table of all ranks are those of all of them. English, marked for
    /// translation; empty: nothing beyond that.
    QString whyAllRanks;
    /// Files of an export; empty: one, named after the id.
    std::vector<TableFile> files;

    /// Rows of `make`, within the memory budget of the job: room for them is made before, and what they hold
    /// counts for as long as they live. Throws OverBudget.
    [[nodiscard]] std::shared_ptr<const RowSource> rows(const TableQuery &query, const JobContext &job) const;
    /// Room for making the rows. Throws OverBudget.
    [[nodiscard]] MemoryReservation room(const TableQuery &query, const JobContext &job) const;

    [[nodiscard]] bool takes(Parameter parameter) const;
    /// The name of its only file: the id with '_' for '.'.
    [[nodiscard]] QString fileName() const;
    [[nodiscard]] std::vector<TableFile> exportFiles() const;
};

/// Every table by its id, in the order in which they are listed. An object that is passed in.
class Catalogue
{
public:
    /// A new table, to be filled in before the next one is added. Ids are unique; `title` and `hint` come from
    /// RS_TABLE(…).
    TableSpec &add(const char *id, TableScope scope, const char *title, const char *hint);
    /// The same, with columns that are those of every query.
    TableSpec &add(const char *id, TableScope scope, const char *title, const char *hint,
                   std::vector<ColumnSpec> (*columns)(), decltype(TableSpec::make) make,
                   decltype(TableSpec::whyEmpty) whyEmpty);
    /// Null for an unknown id.
    [[nodiscard]] const TableSpec *find(QStringView id) const;
    [[nodiscard]] const std::vector<TableSpec> &all() const { return m_tables; }

    /// Every table of the program.
    [[nodiscard]] static Catalogue ofProgram();

private:
    std::vector<TableSpec> m_tables;
};

} // namespace rs
