// SPDX-License-Identifier: Apache-2.0
#include "importers/run/unusedfiles.h"

#include "core/table/legacycolumns.h"
#include "core/table/othertables.h"
#include "importers/dbrank/dbftrace.h"
#include "importers/discovery/deliverables.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

bool hasRows(const std::shared_ptr<const Table> &table)
{
    return table && table->rows() > 0;
}

/// Where operators ran is known of step_trace_raw_*.csv as well; what their transfers took is of this file alone.
bool hasTransits(const CommOps &operators)
{
    return std::any_of(operators.begin(), operators.end(),
                       [](const CommOpRef &op) { return op.transitMs().has_value(); });
}

/// Of kinds that are looked up only, such as profiler_info, nothing is expected.
bool gaveAnything(const RankData &rank, const QString &kind)
{
    if (kind == QLatin1String("db"))
        return rank.trace || hasRows(rank.kernels) || !rank.tables.empty() || !rank.commOps.empty() ||
               !rank.stepTrace.empty();
    if (kind == QLatin1String("trace"))
        return rank.trace != nullptr;
    if (kind == QLatin1String("ftrace"))
        return hasRows(rank.table(FtraceThreads)) || hasRows(rank.table(FtraceSwitches)) ||
               hasRows(rank.table(FtraceInterrupts));
    if (kind == QLatin1String("kernel_details") || kind == QLatin1String("op_summary"))
        return hasRows(rank.kernels);
    if (kind == QLatin1String("step_trace_time"))
        return !rank.stepTrace.empty();
    if (kind == QLatin1String("communication"))
        return !rank.commOps.empty();
    if (kind == QLatin1String("communication_matrix"))
        return !rank.links.empty();
    if (kind == QLatin1String("legacy_iterations"))
        return hasRows(rank.table(LegacySteps::Kind));
    if (kind == QLatin1String("legacy_hccl") || kind == QLatin1String("legacy_hccl_trace"))
        return !rank.links.empty() || hasTransits(rank.commOps);
    if (kind.startsWith(QLatin1String("legacy_")) || isOtherTable(kind) || kind == QLatin1String("minddata_summary") ||
        kind == QLatin1String("parallel_strategy"))
        return hasRows(rank.table(kind));
    const Deliverable *const known = deliverable(kind);
    return !known || !isPlainTable(*known) || hasRows(rank.table(kind));
}

bool gaveAnything(const ClusterData &cluster, const QString &kind)
{
    // Who reads it says so.
    if (kind == QLatin1String("cluster_db"))
        return true;
    if (kind == QLatin1String("cluster_step_trace_time"))
        return !cluster.stepTrace.empty();
    if (kind == QLatin1String("cluster_communication"))
        return !cluster.commOps.empty();
    if (kind == QLatin1String("cluster_communication_matrix"))
        return !cluster.links.empty();
    return kind != QLatin1String("communication_group") || !cluster.groups.empty();
}

/// What is missing because a file gave no row, by its kind. step_trace_time.csv has a check of its own.
struct Consequence
{
    const char *kind;
    const char *code;
    const char *message;
};
constexpr Consequence consequences[] = {
    {"kernel_details", "file.without-kernels",
     RS_NOOP("No row of the file could be used: operators are counted from the slices of the trace, where there is "
             "one, without types, shapes and counters.")},
    {"op_summary", "file.without-kernels",
     RS_NOOP("No row of the file could be used: operators are counted from the slices of the trace, where there is "
             "one, without types, shapes and counters.")},
    {"op_statistic", "file.without-types",
     RS_NOOP("No row of the file could be used: sums by operator type are those of the kernels alone.")},
    {"api_statistic", "file.without-calls",
     RS_NOOP("No row of the file could be used: calls of CANN are counted from the trace, where there is one.")},
    {"operator_details", "file.without-stacks",
     RS_NOOP("No row of the file could be used: neither the tree of call stacks nor the times of operators on the host "
             "are known.")},
    {"memory_record", "file.without-curves",
     RS_NOOP("No row of the file could be used: there are no curves of memory, and its peak is not known.")},
    {"operator_memory", "file.without-blocks",
     RS_NOOP(
         "No row of the file could be used: who holds memory at the peak, and what is never released, is not known.")},
    {"npu_module_mem", "file.without-modules",
     RS_NOOP("No row of the file could be used: what each module of CANN reserved is not known.")},
    {"static_op_mem", "file.without-graphs",
     RS_NOOP("No row of the file could be used: the memory of compiled graphs is not known.")},
    {"l2_cache", "file.without-l2",
     RS_NOOP("No row of the file could be used: hit rates of the L2 cache are not known.")},
    {"data_preprocess", "file.without-ai-cpu",
     RS_NOOP("No row of the file could be used: operators of the AI CPU are known from the kernels alone.")},
    {"dataset", "file.without-dataset",
     RS_NOOP("No row of the file could be used: what the operations of the data set took is not known.")},
    {"minddata_raw", "file.without-queues",
     RS_NOOP(
         "No row of the file could be used: how full the queues of the data pipeline were over time is not known.")},
    {"minddata_summary", "file.without-pipeline",
     RS_NOOP(
         "No row of the file could be used: CPU use, times of a batch and advice of the data pipeline are not known.")},
    {"parallel_strategy", "file.without-strategy",
     RS_NOOP("No operator of the file could be used: how the graph was split over ranks is not known.")},
    {"task_time", "file.without-tasks",
     RS_NOOP("No row of the file could be used: the table of device tasks is missing.")},
};

const Consequence *consequenceOf(const QString &kind)
{
    const auto *const at = std::find_if(std::begin(consequences), std::end(consequences),
                                        [&kind](const Consequence &c) { return kind == QLatin1String(c.kind); });
    return at == std::end(consequences) ? nullptr : at;
}

template <typename Data>
void fillIn(std::vector<FileEntry> &files, const Data &data, const std::function<void(const FileEntry &)> &told = {})
{
    for (FileEntry &f : files) {
        if (!f.used || gaveAnything(data, f.kind))
            continue;
        const Consequence *const known = consequenceOf(f.kind);
        f.why = QString::fromLatin1(known ? known->message
                                          : RS_NOOP("Read, but nothing of it could be used: the findings say why."));
        if (told)
            told(f);
    }
}

} // namespace

void noteUnusedFiles(RankData &rank, const std::function<QString(const FileEntry &)> &nameOf)
{
    // What the memory budget gave up says nothing of the files.
    if (rank.overBudget)
        return;
    fillIn(rank.info.files, std::as_const(rank), [&](const FileEntry &f) {
        if (const Consequence *const known = consequenceOf(f.kind); known && nameOf)
            rank.report.add(Severity::Notice, nameOf(f), known->code, QString::fromLatin1(known->message));
    });
}

void noteUnusedFiles(ClusterData &cluster)
{
    fillIn(cluster.files, std::as_const(cluster));
}

} // namespace rs
