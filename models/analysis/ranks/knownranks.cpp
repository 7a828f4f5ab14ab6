// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/knownranks.h"

#include "core/table/databasekinds.h"

#include <algorithm>

namespace rs {

std::vector<ClusterRank> clusterRanks(const Run &run)
{
    std::map<int, QStringList> ranks;
    const auto add = [&ranks](int rank, const QString &step) {
        if (rank < 0)
            return;
        QStringList &steps = ranks[rank];
        if (!step.isEmpty() && !steps.contains(step))
            steps << step;
    };
    std::vector<ClusterRank> out;
    if (!run.infos.empty())
        return out;
    for (const StepTraceRow &r : run.cluster.stepTrace)
        add(r.rank, r.step);
    for (const CommOpRef op : run.cluster.commOps)
        add(op.rank(), op.step());
    for (const MatrixLinkRef link : run.cluster.links) {
        if (!link.globalRanks())
            continue;
        add(link.source(), link.step());
        add(link.destination(), link.step());
    }
    for (const GroupInfo &g : run.cluster.groups) {
        for (const int rank : g.globalRanks)
            add(rank, {});
    }
    for (auto &[rank, steps] : ranks)
        out.push_back({rank, std::move(steps)});
    return out;
}

std::shared_ptr<const Run> withClusterRanks(std::shared_ptr<const Run> run)
{
    const std::vector<ClusterRank> ranks = clusterRanks(*run);
    if (ranks.empty())
        return run;
    auto out = std::make_shared<Run>(*run);
    for (const ClusterRank &r : ranks) {
        const auto rank = std::make_shared<RankData>();
        rank->info.rank = r.rank;
        rank->info.label = QString::number(r.rank);
        out->infos.push_back(rank->info);
        out->ranks.push_back(rank);
    }
    return out;
}

int rankNumber(const Run &run, int index)
{
    const auto at = static_cast<size_t>(index);
    if (index < 0)
        return -1;
    if (!run.infos.empty())
        return at < run.infos.size() ? run.infos[at].rank : -1;
    const std::vector<ClusterRank> ranks = clusterRanks(run);
    return at < ranks.size() ? ranks[at].rank : -1;
}

bool hasOnlyDatabases(const RankInfo &rank)
{
    const auto isDatabase = [](const FileEntry &f) { return f.kind == QLatin1String("db"); };
    // These two say who the rank is, not what it did.
    const auto isMeasured = [](const FileEntry &f) {
        return f.used && f.kind != QLatin1String("profiler_info") && f.kind != QLatin1String("profiler_metadata");
    };
    return std::ranges::any_of(rank.files, isDatabase) && std::ranges::none_of(rank.files, isMeasured);
}

bool isUnreadDatabase(const FileEntry &file)
{
    return file.kind == QLatin1String("db") && !file.used && file.why.literal == QLatin1String(unreadDatabaseReason);
}

QStringList unreadDatabases(const RankInfo &rank)
{
    QStringList out;
    for (const FileEntry &f : rank.files) {
        if (isUnreadDatabase(f))
            out << f.why.arguments.value(0);
    }
    return out;
}

bool isPackUnread(const RankData &rank)
{
    return std::ranges::any_of(rank.report.findings(),
                               [](const Finding &f) { return f.code.startsWith(QLatin1String("pack.")); });
}

} // namespace rs
