// SPDX-License-Identifier: Apache-2.0
#include "importers/run/clusteroutput.h"

#include "importers/csv/stepcsv.h"
#include "importers/dbrank/dbcluster.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commjson.h"

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
        else if (f.kind == QLatin1String("communication_group"))
            cluster.groups = readCommunicationGroups(f.path, f.name, job, report);
    }
    ClusterDomains domains(cluster.groups);
    for (const FileEntry &f : cluster.files) {
        if (!f.used || job.isCanceled())
            continue;
        if (f.kind == QLatin1String("cluster_communication"))
            cluster.commOps = readClusterCommunication(f.path, f.name, job, report, &domains);
        else if (f.kind == QLatin1String("cluster_communication_matrix"))
            cluster.links = readClusterMatrix(f.path, f.name, job, report, &domains);
    }
    for (FileEntry &f : cluster.files) {
        if (!f.used || f.kind != QLatin1String("cluster_db") || job.isCanceled())
            continue;
        const bool hasText = !cluster.stepTrace.empty() || !cluster.commOps.empty() || !cluster.links.empty();
        if (readClusterDatabase(cluster, f.path, f.name, job, report))
            continue;
        f.used = !hasText;
        f.why = hasText ? RS_MESSAGE("Not used: the text files beside it hold the same.")
                        : RS_MESSAGE("Read, but nothing of it could be used: see the findings.");
    }
    // Behind the databases, whose groups are read where no text file lists any.
    for (GroupInfo &g : domains.undescribed())
        cluster.groups.push_back(std::move(g));
}

} // namespace rs
