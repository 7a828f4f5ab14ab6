// SPDX-License-Identifier: Apache-2.0
#include "importers/filesgiven.h"

#include "core/othertables.h"
#include "importers/discovery/deliverables.h"

#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

bool hasRows(const std::shared_ptr<const Table> &table)
{
    return table && table->rows() > 0;
}

/// Of kinds that are looked up only, such as profiler_info, nothing is expected.
bool gaveAnything(const RankData &rank, const QString &kind)
{
    if (kind == QLatin1String("db"))
        return rank.trace || hasRows(rank.kernels) || !rank.tables.empty() || !rank.commOps.empty() ||
               !rank.stepTrace.empty();
    if (kind == QLatin1String("trace"))
        return rank.trace != nullptr;
    if (kind == QLatin1String("kernel_details") || kind == QLatin1String("op_summary"))
        return hasRows(rank.kernels);
    if (kind == QLatin1String("step_trace_time"))
        return !rank.stepTrace.empty();
    if (kind == QLatin1String("communication"))
        return !rank.commOps.empty();
    if (kind == QLatin1String("communication_matrix"))
        return !rank.links.empty();
    if (isOtherTable(kind) || kind == QLatin1String("minddata_summary"))
        return hasRows(rank.table(kind));
    const Deliverable *const known = deliverable(kind);
    return !known || !isPlainTable(*known) || hasRows(rank.table(kind));
}

bool gaveAnything(const ClusterData &cluster, const QString &kind)
{
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
            f.why = QStringLiteral("Read, but nothing of it could be used: the findings say why.");
    }
}

} // namespace

void noteFilesThatGaveNothing(RankData &rank)
{
    // What the memory budget gave up says nothing of the files.
    if (!rank.overBudget)
        fillIn(rank.info.files, std::as_const(rank));
}

void noteFilesThatGaveNothing(ClusterData &cluster)
{
    fillIn(cluster.files, std::as_const(cluster));
}

} // namespace rs
