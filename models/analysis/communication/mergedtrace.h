// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/trace/eventblock.h"
#include "core/trace/trace.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

namespace rs {

/// Content of a merged trace.
struct MergedTraceQuery
{
    struct Rank
    {
        std::shared_ptr<const Trace> trace;
        QString label;                ///< "3"; stands before the names of processes where there are several ranks
        RankAlignment alignment;      ///< by default the rank keeps its own clock
        std::vector<LaneId> shared{}; ///< lanes of a kernel trace that others of the ranks have as well
        QString host{};               ///< host of that kernel trace
        bool leavesShared = false;    ///< a rank before this one has them: they are left out here
    };
    std::vector<Rank> ranks;
    /// Half-open, on the common clock. Slices that touch it are taken whole.
    qint64 fromNs = std::numeric_limits<qint64>::min();
    qint64 toNs = std::numeric_limits<qint64>::max();
    /// Pattern of lanes and counters, as "process/thread" and "process/counter"; empty: all.
    QRegularExpression lane;
};

struct MergedTraceResult
{
    bool ok = false; ///< false: cancelled, or the sink took no more
    qint64 slices = 0;
    qint64 flows = 0;
    qint64 cutFlows = 0;   ///< left out, because one of their slices is
    qint64 samples = 0;    ///< samples of counters
    qint64 addedLanes = 0; ///< for slices that cross others of their thread, which viewers of such files cannot show
    qint64 argsLost = 0;   ///< slices whose file could not be read again: they stand without their args
    qint64 originNs = 0;   ///< stamp that is 0 in the file, on the common clock
};

/// Reads the events of slices again; as readEventBlocks() of the importers.
using EventBlockReader = std::function<qint64(const Trace &, const std::vector<SliceId> &, ThreadPool &,
                                              const JobContext &, const std::function<void(const EventBlock &)> &)>;
/// Takes the text piece by piece; false: no more.
using TextSink = std::function<bool(std::string_view)>;

/// The ranks of those numbers that have a trace, or all of them, each with what brings its clock to that of the
/// reference; `ownClocks`: with their own.
[[nodiscard]] std::vector<MergedTraceQuery::Rank> alignedRanks(const Run &run, const std::vector<int> &wanted,
                                                               bool ownClocks, const JobContext &job);
/// Labels of the ranks that keep their own clock though another was wanted; of a single rank none.
[[nodiscard]] QStringList unalignedRanks(const MergedTraceQuery &query);

/// Writes the ranks as one Chrome trace, which Perfetto and chrome://tracing open, with the clocks of the ranks brought
/// to that of their reference. Numbers of processes and threads are unique in the file; stamps count from `originNs`,
/// since such viewers keep 53 bits; slices that cross others of their thread move to lanes beside it. Args are copied
/// from the files of the run. The same query writes the same text. Slow: a job. What it holds beside the traces are
/// some bytes a slice, which the budget of the job counts; throws OverBudget, and
/// PatternGaveUp.
[[nodiscard]] MergedTraceResult writeMergedTrace(const MergedTraceQuery &query, const EventBlockReader &readEvents,
                                                 ThreadPool &pool, const JobContext &job, const TextSink &sink);

} // namespace rs
