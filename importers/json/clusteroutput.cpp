// SPDX-License-Identifier: Apache-2.0
#include "importers/json/clusteroutput.h"

#include "importers/json/commjson.h"
#include "importers/csv/stepcsv.h"

namespace rs {

void readClusterOutput(ClusterData &cluster, const JobContext &job, ImportReport &report)
{
    cluster.stepTrace.clear();
    cluster.commOps = {};
    cluster.links = {};
    cluster.groups.clear();
    for (const FileEntry &f : cluster.files) {
        if (!f.used || job.isCanceled())
            continue;
        if (f.kind == QLatin1String("cluster_step_trace_time"))
            cluster.stepTrace = readClusterStepTrace(f.path, f.name, job, report);
        else if (f.kind == QLatin1String("cluster_communication"))
            cluster.commOps = readClusterCommunication(f.path, f.name, job, report);
        else if (f.kind == QLatin1String("cluster_communication_matrix"))
            cluster.links = readClusterMatrix(f.path, f.name, job, report);
        else if (f.kind == QLatin1String("communication_group"))
            cluster.groups = readCommunicationGroups(f.path, f.name, job, report);
    }
}

} // namespace rs
