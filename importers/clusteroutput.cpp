// SPDX-License-Identifier: Apache-2.0
#include "importers/clusteroutput.h"

#include "importers/csv/stepcsv.h"
#include "importers/dbrank/dbcluster.h"
#include "importers/differences.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commjson.h"

#include <map>
#include <vector>

namespace rs {

namespace {

void noteOtherSteps(const std::vector<StepTraceRow> &text, const std::vector<StepTraceRow> &own, const QString &file,
                    ImportReport &report)
{
    std::map<ClusterStepKey, const StepTraceRow *> rows;
    for (const StepTraceRow &r : text)
        rows.emplace(clusterStepKeyOf(r), &r);
    Differences differences;
    for (const StepTraceRow &r : own) {
        const auto at = rows.find(clusterStepKeyOf(r));
        if (at == rows.end())
            continue;
        const StepTraceRow &other = *at->second;
        for (const auto field : {&StepTraceRow::computingUs, &StepTraceRow::notOverlappedUs, &StepTraceRow::freeUs}) {
            // The text rounds to three digits behind the point.
            constexpr double rounding = 0.002;
            if (isSame(other.*field, r.*field, rounding))
                continue;
            const QString whose = r.rank >= 0 ? QString::number(r.rank) : r.stageRanks;
            differences.add(Place::step(r.step).with(whose),
                            unequalNumbers(*(other.*field), *(r.*field)) + QStringLiteral(" µs"));
            break;
        }
    }
    if (differences.count > 0)
        report.add({Severity::Notice, file, differences.place, QStringLiteral("cluster.other-times"),
                    RS_MESSAGE("The cluster's step_trace_time.csv and the database beside it say different times of "
                               "steps (%1): they are of two captures, or of two analyses. The text file is shown."),
                    differences.argument, differences.count});
}

} // namespace

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
        if (!cluster.stepTrace.empty()) {
            ImportReport unread; // what is broken in rows that are not shown harms nothing
            noteOtherSteps(cluster.stepTrace, readClusterDbSteps(f.path, f.name, job, unread), f.name, report);
        }
        const bool hasText = !cluster.stepTrace.empty() || !cluster.commOps.empty() || !cluster.links.empty();
        if (readClusterDatabase(cluster, f.path, f.name, job, report))
            continue;
        f.used = !hasText;
        f.why = hasText ? RS_MESSAGE("Not used: the text files beside it hold the same.")
                        : RS_MESSAGE("Read, but nothing of it could be used: the findings say why.");
    }
    // Behind the databases, whose groups are read where no text file lists any.
    for (GroupInfo &g : domains.undescribed())
        cluster.groups.push_back(std::move(g));
}

} // namespace rs
