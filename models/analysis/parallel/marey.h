// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/stringpool.h"

#include <QString>
#include <QStringList>

#include <limits>
#include <optional>
#include <vector>

namespace rs {

/// Kind of an operator, which decides its colour.
enum class MareyKind : quint8 {
    Compute,
    Collective,
    Send,
    Receive,
    SendReceive, ///< hcom_batchSendRecv: both
    Count
};

/// Reason why a device has no operators. The first that holds.
enum class MareyLack : quint8 {
    None,
    NotLoaded,
    NoTrace, ///< neither a trace with kernels nor a kernel table with start times
    NoStep   ///< nothing of the step that was asked for
};

/// One execution on a device, on the clock of the run's reference.
struct MareyOperator
{
    static constexpr quint32 none = std::numeric_limits<quint32>::max();

    Interval time;
    quint32 entry = none; ///< into MareyChart::entries
    SliceId slice = NoSlice;
    /// The same operator on the next device of the stage, in the same lane; none: it has none.
    quint32 below = none;
};

/// By start. Operators of several streams may overlap.
using MareyLane = std::vector<MareyOperator>;

/// Operators of a device. Computing and communicating run at the same time.
struct MareyRow
{
    int rankIndex = -1; ///< into Run::infos; -1: a stage
    int rank = -1;
    QString label;
    int stage = -1; ///< stage in the pipeline; -1: not known
    MareyLack lack = MareyLack::None;
    MareyLane work;
    MareyLane communication;
    [[nodiscard]] size_t operators() const { return work.size() + communication.size(); }
};

/// The same operator on the devices of a stage in a step.
struct MareyEntry
{
    quint32 name = 0; ///< into MareyChart::names
    MareyKind kind = MareyKind::Compute;
    int step = -1; ///< into MareyChart::steps; -1: outside of all
    int stage = -1;
    quint32 occurrence = 0; ///< number among those of that name in the step, from 0
    quint32 devices = 0;
    Interval span; ///< from its first start to its last end
    qint64 lastStartNs = 0;
    qint64 shortestNs = 0;
    qint64 medianNs = 0;
    qint64 longestNs = 0;
    int shortestRow = -1; ///< into MareyChart::rows
    int longestRow = -1;
    SliceId longestSlice = NoSlice;
    [[nodiscard]] qint64 spreadNs() const { return saturatedDifference(longestNs, shortestNs); }
    /// Longest of shortest; empty where the shortest took no time.
    [[nodiscard]] std::optional<double> ratio() const;
};

struct MareyQuery
{
    QString step; ///< empty: all of the capture
};

/// Devices as lines over time, with the operators that they have in common.
struct MareyChart
{
    std::vector<MareyRow> rows;   ///< devices, by stage, then rank
    std::vector<MareyRow> stages; ///< operators while any of its devices runs them; empty where no stages are known
    std::vector<MareyEntry> entries;
    StringPool names;
    QStringList steps;
    std::vector<RankAlignment> clocks; ///< one for each of run.ranks
    Interval whole;                    ///< from the first start to the last end
    /// In which 99 % of the operators start and end: single ones may lie far out.
    Interval middle;

    [[nodiscard]] bool isEmpty() const { return whole.length() <= 0; }
    [[nodiscard]] bool isAligned(int rankIndex) const;
    [[nodiscard]] QString nameOf(const MareyOperator &op) const { return names.text(StrId{entries[op.entry].name}); }
    /// Entries of several devices, the widest spread of durations first, then in order of time.
    [[nodiscard]] std::vector<quint32> exceptions() const;
};

/// Kernels and communication operators of the traces, also those that MindSpore 1.x wrote
/// (ascend_timeline_display_*.json), else of kernel tables. The same operator is that of the same name, or kind and
/// group of communication, and the same occurrence in a step; where devices of a stage disagree in how many there are,
/// it is where their sequences agree. Clocks are those of alignRanks(); of the old timelines, of the ends of
/// collectives of one name, and of sends and receives between two stages. Of no use when cancelled.
[[nodiscard]] MareyChart mareyChart(const Run &run, const MareyQuery &query = {}, const JobContext &job = JobContext());

/// Rule that tells executions of an operator from other ones of its name.
enum class MareySameness {
    Occurrence, ///< the n-th of that name in each step
    Operator, ///< computing: all of that name, since names of graphs stand for one operator that every micro-batch runs
};

/// One execution of an operator.
struct MareyExecution
{
    int rankIndex = -1;
    SliceId slice = NoSlice;
    bool operator==(const MareyExecution &) const = default;
};

/// For each entry of the chart, whether it is one of these executions on a rank, or the same operator of its stage in
/// another step. Not usable when cancelled.
[[nodiscard]] std::vector<bool> sameOperators(const MareyChart &chart, int rankIndex,
                                              const std::vector<SliceId> &executions, MareySameness sameness,
                                              const JobContext &job = JobContext());

/// Executions of an entry's operator on these ranks, in every step: those of its own occurrence first.
[[nodiscard]] std::vector<MareyExecution> executionsOf(const MareyChart &chart, quint32 entry,
                                                       const std::vector<int> &rankIndexes, MareySameness sameness);

} // namespace rs
