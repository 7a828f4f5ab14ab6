// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorbound.h"
#include "analysis/time/slicenamestats.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace rs {

/// By what operators are put together. Compute operators by name, type and core; by type and core; by name, input
/// shapes and core; by core. Communication operators by name; by type.
enum class OperatorGroupBy : quint8 { Operator, Type, NameShape, Core, CommOperator, CommType };

[[nodiscard]] constexpr bool isOfCommunication(OperatorGroupBy by)
{
    return by == OperatorGroupBy::CommOperator || by == OperatorGroupBy::CommType;
}

struct OperatorGroupQuery
{
    OperatorGroupBy by = OperatorGroupBy::Type;
    QString step;   ///< empty: every step
    QString domain; ///< domain of communication operators: label, group name or hash; empty: every domain
    QString core;   ///< core of compute operators; empty: every core
    std::optional<Interval> window{}; ///< only calls that touch it, in the stamps of their rank
};

/// Key of a group. Parts that the grouping does not use are null; an empty one means that the text is missing there.
struct OperatorGroupKey
{
    QString type;
    QString name;
    QString shapes; ///< input shapes, "2,3;4"
    QString core;

    [[nodiscard]] bool isAny() const { return type.isNull() && name.isNull() && shapes.isNull() && core.isNull(); }
    [[nodiscard]] bool operator==(const OperatorGroupKey &) const = default;
};

struct OperatorGroup
{
    OperatorGroupKey key;
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 minNs = 0;
    qint64 medianNs = 0; ///< interpolated between the two middle ones
    qint64 p95Ns = 0;
    qint64 maxNs = 0;
    std::optional<qint64> waitNs; ///< sum over the calls whose wait the file has; nothing: it has none
    std::optional<double> blocks; ///< mean of Block Dim
    double share = 0;             ///< share of the total of all rows, percent
    int ranks = 0;                ///< on how many it runs
    int slowestRank = -1;         ///< into Run::ranks: where its total is greatest
    qint64 slowestNs = 0;         ///< its total there
    int longestRank = -1;
    SliceId longest = NoSlice;                ///< its longest call, on longestRank, where the trace has it
    std::vector<std::optional<double>> pmu{}; ///< by OperatorGroups::pmu; nothing where no call has a value
    BoundVerdict bound{};
    /// Operations that the cores counted (columns "…cube_fops", "…vector_fops" of aic_metrics=ArithmeticUtilization), a
    /// call on average, over the average time: billions a second. Nothing where no such column has a value.
    std::optional<double> gigaOps{};
    std::optional<double> ofBest{}; ///< the same in parts of the row of its core that reaches most, 0..1

    [[nodiscard]] double averageNs() const
    {
        return calls == 0 ? 0 : static_cast<double>(totalNs) / static_cast<double>(calls);
    }
};

/// Reason why the rows are not grouped as asked, or what they lack.
enum class GroupNote : quint8 {
    None,
    NoTypes,   ///< the kernel table has no types (Level0 writes N/A): grouped by name
    NoShapes,  ///< no shapes: grouped by name
    NoCores,   ///< no cores: grouped by name
    FromTrace, ///< no kernel table: the slices of a trace, by name
    NoData,    ///< neither a kernel table nor a trace with kernels
};

/// The reason, and what would help; empty for None.
[[nodiscard]] Phrase groupNoteText(GroupNote note);
/// Reason why bottlenecks are unknown, and the option of the profiler that writes the columns.
[[nodiscard]] Phrase noPipesText();

/// Sentence on the rate of a group beside the best of its core, and what that leaves open; empty if nothing counts
/// operations.
[[nodiscard]] Phrase opsSentence(const OperatorGroup &group);

struct OperatorGroups
{
    OperatorGroupBy by = OperatorGroupBy::Type; ///< in fact, see `note`
    GroupNote note = GroupNote::None;
    QStringList pmu;    ///< counters of the kernel tables, as the files call them, in their order
    bool pipes = false; ///< some of them are ratios of pipes, so that it is known what bounds an operator
    bool waits = false; ///< the wait before each operator is known
    qint64 totalNs = 0;
    std::vector<OperatorGroup> rows; ///< by total, longest first
};

/// Operators of one rank, or of several as if they were one, from kernel_details.csv or op_summary*.csv, else from
/// their slices. `ranks` are indices into Run::ranks; those that are not loaded are left out. Cancelled: no rows.
///
/// Counters: times, cycles and amounts are means of the calls that have a value. Ratios and rates are shares of the
/// time of their core, so they are weighted with it: "aic_…" with aicore_time, "aiv_…" with aiv_time, others, and where
/// the file has no such time, with the duration. A core that a call did not use (time 0) says nothing.
[[nodiscard]] OperatorGroups operatorGroups(const Run &run, std::span<const int> ranks, const OperatorGroupQuery &query,
                                            const JobContext &job = JobContext());

/// The cores that the kernel tables of these ranks name, by name; those of communication are none. Cancelled: none.
[[nodiscard]] QStringList computeCores(const Run &run, std::span<const int> ranks,
                                       const JobContext &job = JobContext());

/// Columns of a kernel table that hold counters, ascending: numbers that are no ids, times of the kernel or blocks.
[[nodiscard]] std::vector<int> counterColumns(const Table &kernels);

/// A call of a group: a row of the kernel table, or a slice of a rank without one.
struct GroupCall
{
    int row = -1;
    SliceId slice = NoSlice;
    qint64 durationNs = 0;
};
struct GroupCalls
{
    std::vector<GroupCall> calls;
    bool fromTrace = false;
};
/// The calls of a rank that have the parts of the key that are not null, longest first. Cancelled: none.
[[nodiscard]] GroupCalls groupCalls(const Run &run, int rank, const OperatorGroupQuery &query,
                                    const OperatorGroupKey &key, const JobContext &job = JobContext());

/// One step of a group.
struct GroupStep
{
    QString step; ///< empty: outside of every step
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 medianNs = 0;
    qint64 p95Ns = 0;
};

/// Durations of the calls of a group, and their change from step to step.
struct GroupProfile
{
    SliceNameStats durations;     ///< without slices; no bins where there is no call
    std::vector<GroupStep> steps; ///< ascending; those that have calls
    qint64 calls = 0;
};
[[nodiscard]] GroupProfile groupProfile(const Run &run, std::span<const int> ranks, const OperatorGroupQuery &query,
                                        const OperatorGroupKey &key, int bins, const JobContext &job = JobContext());

/// "hcom_allReduce__271_0_1" -> "hcom_allReduce_", as the official writers fill the column Type; the whole name where
/// it is not of that form.
[[nodiscard]] std::string_view communicationTypeOf(std::string_view name);

} // namespace rs
