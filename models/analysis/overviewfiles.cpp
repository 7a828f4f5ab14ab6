// SPDX-License-Identifier: Apache-2.0
#include "analysis/overviewfiles.h"

namespace rs {

namespace {

OverviewRow fromFile(const StepTraceRow &r, const QString &source)
{
    OverviewRow row;
    row.step = r.step;
    row.rank = r.rank;
    row.device = r.device;
    row.computingUs = r.computingUs;
    row.notOverlappedUs = r.notOverlappedUs;
    row.overlappedUs = r.overlappedUs;
    row.communicationUs = r.communicationUs;
    row.freeUs = r.freeUs;
    row.stageUs = r.stageUs;
    row.bubbleUs = r.bubbleUs;
    row.notOverlappedExcludeReceiveUs = r.notOverlappedExcludeReceiveUs;
    row.preparingUs = r.preparingUs;
    row.preparingMissing = r.preparingMissing;
    row.source = source;
    return row;
}

QString clusterFile()
{
    return QStringLiteral("cluster_step_trace_time.csv");
}

} // namespace

OverviewFiles::OverviewFiles(const Run &run) : m_run(run)
{
    for (const StepTraceRow &r : run.cluster.stepTrace) {
        if (r.stageRanks.isEmpty())
            m_ofCluster[r.rank].push_back(&r);
    }
}

std::vector<OverviewRow> OverviewFiles::ofRank(size_t index) const
{
    std::vector<OverviewRow> out;
    const int number = m_run.infos[index].rank;
    if (const auto &rank = m_run.ranks[index]; rank && !rank->stepTrace.empty()) {
        for (const StepTraceRow &r : rank->stepTrace)
            out.push_back(fromFile(r, QStringLiteral("step_trace_time.csv")));
    } else if (const auto rows = m_ofCluster.find(number); number >= 0 && rows != m_ofCluster.end()) {
        for (const StepTraceRow *r : rows->second)
            out.push_back(fromFile(*r, clusterFile()));
    }
    return out;
}

std::vector<OverviewRow> OverviewFiles::ofOtherRanks(const std::set<int> &known) const
{
    std::vector<OverviewRow> out;
    for (const StepTraceRow &r : m_run.cluster.stepTrace) {
        if (!r.stageRanks.isEmpty() || known.contains(r.rank))
            continue;
        out.push_back(fromFile(r, clusterFile()));
        out.back().rankLabel = QString::number(r.rank);
    }
    return out;
}

} // namespace rs
