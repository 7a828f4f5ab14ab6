// SPDX-License-Identifier: Apache-2.0
#include "importers/run/unusedfiles.h"

#include "core/table/legacycolumns.h"
#include "core/table/othertables.h"
#include "importers/dbrank/dbftrace.h"
#include "importers/discovery/deliverables.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

bool hasRows(const std::shared_ptr<const Table> &table)
{
    return table && table->rows() > 0;
}

/// Runs of operators are also in step_trace_raw_*.csv; times of their transfers only in this file.
bool hasTransits(const CommOps &operators)
{
    return std::ranges::any_of(operators, [](const CommOpRef &op) { return op.transitMs().has_value(); });
}

/// Kinds that are only looked up, such as profiler_info, need not give anything.
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
    // The reader reports it.
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

template <typename Data>
void fillIn(std::vector<FileEntry> &files, const Data &data)
{
    for (FileEntry &f : files) {
        if (f.used && !gaveAnything(data, f.kind))
            f.why = RS_MESSAGE("Read, but nothing of it could be used: see the findings.");
    }
}

} // namespace

void noteUnusedFiles(RankData &rank)
{
    // Data dropped for the memory budget says nothing about the files.
    if (!rank.overBudget)
        fillIn(rank.info.files, std::as_const(rank));
}

void noteUnusedFiles(ClusterData &cluster)
{
    fillIn(cluster.files, std::as_const(cluster));
}

} // namespace rs
