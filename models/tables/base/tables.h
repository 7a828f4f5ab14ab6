// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/host/idlecauses.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/compare/rankcompare.h"
#include "analysis/time/slicestats.h"
#include "analysis/links/stepmerge.h"
#include "analysis/communication/commmatrix.h"
#include "tables/base/catalogue.h"
#include "tables/base/cellrows.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

/// The tables of the program, a file for each subject. A new table is one entry in one of these.
namespace rs {

enum class GraphKind : quint8;

void addRunTables(Catalogue &catalogue);           ///< ranks, files, findings, domains, overview
void addDiagnosisTable(Catalogue &catalogue);      ///< diagnosis
void addAdviceTables(Catalogue &catalogue);        ///< advice and what it rests on
void addWhatIfTable(Catalogue &catalogue);         ///< whatif
void addBaseTables(Catalogue &catalogue);          ///< facts about a run before its numbers
void addBookTables(Catalogue &catalogue);          ///< books
void addPathTables(Catalogue &catalogue);          ///< critical path
void addDeviationTables(Catalogue &catalogue);     ///< ranks against their peers
void addParallelTables(Catalogue &catalogue);      ///< trajectory of iterations, memory and FLOPs by device
void addMareyTables(Catalogue &catalogue);         ///< the same operator on the devices of a stage
void addPipelineTables(Catalogue &catalogue);      ///< stages of pipelines, their passes
void addOperatorTables(Catalogue &catalogue);      ///< operators, compare
void addWorkTables(Catalogue &catalogue);          ///< work of one rank: cores, kernels, communication
void addCommunicationTables(Catalogue &catalogue); ///< communication, matrix
void addDurationTables(Catalogue &catalogue);      ///< lengths of communication
void addBandwidthTables(Catalogue &catalogue);     ///< transports, packets, advice
void addTrafficTables(Catalogue &catalogue);       ///< communication over time, idle links, coverage
void addLinkTables(Catalogue &catalogue);          ///< links
void addRecipeTables(Catalogue &catalogue);        ///< results of msprof-analyze's recipes
void addLaunchTables(Catalogue &catalogue);        ///< dispatch, idle, chains
void addClockTables(Catalogue &catalogue);         ///< alignment, transfers
void addLedgerTables(Catalogue &catalogue);        ///< waits between ranks
void addStrategyTables(Catalogue &catalogue);      ///< places of ranks in the parallelism
void addGraphTables(Catalogue &catalogue);         ///< operators of the stages in the order of execution
void addTraceTables(Catalogue &catalogue);         ///< slices, counters
void addLaneTable(Catalogue &catalogue);           ///< lanes
void addFlowTables(Catalogue &catalogue);          ///< flows
void addMemoryTables(Catalogue &catalogue);        ///< curves of memory, blocks, peaks
void addFileTables(Catalogue &catalogue);          ///< deliverables as they are

/// English, marked for translation among the tables.
[[nodiscard]] const char *graphKindWord(GraphKind kind);

/// Bytes that making the rows of a table takes beside the run, about, where that grows with what was read.
[[nodiscard]] qint64 roomFor(const TableSpec &table, const TableQuery &query);
/// Room for computing what such a table says of a run or of these ranks, for who does so without making its rows.
/// Throws OverBudget.
[[nodiscard]] MemoryReservation roomFor(QStringView table, const Run &run, const JobContext &job);
[[nodiscard]] MemoryReservation roomFor(QStringView table, std::initializer_list<const RankData *> ranks,
                                        const JobContext &job);

/// The rank's label: its number, or the name of its folder.
[[nodiscard]] QString rankLabel(const Run &run, int index);
/// Reasons for a run or rank without a trace, with the option of the profiler that would help.

/// The same for the chosen rank of a query, or for all loaded ones where none is chosen; empty where there is a trace.
[[nodiscard]] Phrase whyNoTrace(const TableQuery &query);

/// Message on a rank with a file of one of these kinds that gave no row; nothing if it has none: a file
/// that is there is not called absent.
[[nodiscard]] std::optional<Phrase> fileGaveNothing(const TableQuery &query, const QStringList &kinds);

/// Reason for a table of times of ranks and steps without rows: the step that was asked for is none of the run, or no
/// file has such times.
[[nodiscard]] Phrase whyNoSteps(const TableQuery &query);

/// Message if ranks of one pipeline stage were asked for and the run lacks it; it lists the stages of the run.
[[nodiscard]] std::optional<Phrase> whyNotThatStage(const TableQuery &query);

/// Findings of a run that is open.
struct DiagnosedRun
{
    int position = -1;
    std::shared_ptr<const Run> run;
    Diagnosis diagnosis;
    std::vector<Finding> findings; ///< found by the analyses
};
/// Whether a finding says what holds a run up, rather than what was read of it.
[[nodiscard]] bool isOfDiagnosis(const Finding &finding);
/// Columns of "diagnosis": what there is to act on in several runs, the dearest first. Holds no run.
[[nodiscard]] std::shared_ptr<const RowSource> diagnosisRows(const std::vector<DiagnosedRun> &runs);
/// Position of the run that such a row speaks of.
[[nodiscard]] int runOfDiagnosis(const RowSource &rows, quint32 row);
/// The verdict that a row of "diagnosis" says; null for rows of other tables.
[[nodiscard]] const Verdict *verdictOf(const RowSource &rows, quint32 row);

/// A finding, and what its run is called where those of several are listed.
struct FindingRow
{
    Finding finding;
    QString run;
};
/// Rows of "findings" in this order.
[[nodiscard]] std::shared_ptr<const RowSource> findingRows(std::vector<FindingRow> rows);

/// Rows of "overview", in the order of the items.
[[nodiscard]] std::shared_ptr<const RowSource> overviewRows(std::vector<OverviewItem> items);

/// Time that the timeline takes off the stamps of a rank.
struct UsedClock
{
    qint64 offsetNs = 0;
    bool aligned = false; ///< it is what the alignment says, drift and all
};
/// Rows of "alignment" in the order of `clocks`; `used` has one for each.
[[nodiscard]] std::shared_ptr<const RowSource> clockRows(const Run &run, const std::vector<RankAlignment> &clocks,
                                                         const std::vector<UsedClock> &used);

struct MatrixShape
{
    StepAggregation steps = {};
    bool operators = false; ///< rows are those of one link: the window shows the operator first
    bool compared = false;  ///< with what the links carry in another run
    std::vector<RowNote> notes = {};
};
/// Rows of "matrix".
class MatrixTable final : public CellRows
{
public:
    using CellRows::CellRows;
    using PlaceOf = std::function<RowPlace(const MatrixCell &)>;
    /// Before the rows are shared. Places are looked up: there may be a million links.
    void setLinks(std::vector<MergedLink> links, PlaceOf placeOf)
    {
        m_links = std::move(links);
        m_placeOf = std::move(placeOf);
    }
    /// The link behind a row.
    [[nodiscard]] const MergedLink &at(quint32 row) const { return m_links[row]; }
    [[nodiscard]] RowPlace place(quint32 row) const override { return m_placeOf(m_links[row].cell); }
    [[nodiscard]] qint64 bytes() const override
    {
        return CellRows::bytes() + static_cast<qint64>(m_links.capacity() * sizeof(MergedLink));
    }

private:
    std::vector<MergedLink> m_links;
    PlaceOf m_placeOf;
};
/// In the order of the links, which are of `run`.
[[nodiscard]] std::shared_ptr<const MatrixTable> matrixRows(std::vector<MergedLink> links,
                                                            const MatrixShape &shape = {},
                                                            const std::shared_ptr<const Run> &run = nullptr,
                                                            const JobContext &job = JobContext());

/// Rows of "slices.stats" in the order of `stats`, which are of a rank with a trace.
[[nodiscard]] std::shared_ptr<const RowSource> statRows(const std::shared_ptr<const RankData> &rank, int index,
                                                        const SliceStats &stats);

/// A rank in which slices were found, and what its run is called where those of several are listed.
struct SearchedRank
{
    std::shared_ptr<const RankData> rank; ///< with a trace
    int index = -1;                       ///< in its run
    QString run;
};
struct FoundSlice
{
    quint32 rank = 0; ///< into the ranks
    SliceId slice = NoSlice;
};
/// Slices of several ranks, ready to be rows.
class FoundSlices;
/// Takes a while, so call it from a job.
[[nodiscard]] std::shared_ptr<const FoundSlices> foundSlices(std::vector<SearchedRank> ranks,
                                                             std::shared_ptr<const std::vector<FoundSlice>> slices);
/// In the columns of "slices", lanes as the timeline calls them. `moved`: the timeline draws some rank or lane
/// elsewhere, so the column of starts says that it has the stamps of the files.
[[nodiscard]] std::shared_ptr<const RowSource> foundRows(std::shared_ptr<const FoundSlices> slices, bool moved);

struct WaitAttribution;
/// The ranks of an entry of the ledger, by rank: when each came and left, and for how long it waited for the last one.
[[nodiscard]] std::shared_ptr<const RowSource> meetingRows(const Run &run, const WaitAttribution &ledger,
                                                           quint32 entry);

/// A table of a database as it stands there. By the names of its columns rows lead to a rank of `run` (null: of none),
/// to a step, and in a database of the rank `index` (-1: of none) to a moment.
[[nodiscard]] std::shared_ptr<const RowSource> databaseRows(const std::shared_ptr<const Table> &table,
                                                            const std::shared_ptr<const Run> &run, int index);

/// A deliverable as rows with its own columns. `table` is one of `rank`, or of no rank: then its rows lead nowhere.
[[nodiscard]] std::shared_ptr<const RowSource> fileRows(const std::shared_ptr<const RankData> &rank,
                                                        const std::shared_ptr<const Table> &table, int index);

/// Whether a lane is among those that a query wants.
[[nodiscard]] bool isOfLanes(const RankData &rank, LaneId lane, HostLanes wanted);
/// Reason for no slices in the trace of a query's rank; empty where it has some.
[[nodiscard]] Phrase whyNoSlices(const TableQuery &query);

/// Labels as the trace names processes and threads, made unique where two share a name: the process's pid, the thread's
/// tid and, if that is not enough, a number is added. The lane of a thread's Python calls is called like the thread.
struct PrintedLanes
{
    explicit PrintedLanes(const Trace &trace);
    std::vector<QString> process; ///< by lane
    std::vector<QString> thread;  ///< by lane
    [[nodiscard]] QString both(LaneId id) const { return process[raw(id)] + u'/' + thread[raw(id)]; }
};

} // namespace rs
