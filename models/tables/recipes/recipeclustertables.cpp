// SPDX-License-Identifier: Apache-2.0
// The tables that msprof-analyze writes for a cluster, under its headers.
#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "analysis/recipes/linkrecipe.h"
#include "core/job/jobcontext.h"
#include "tables/recipes/recipefields.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace rs {

namespace {

/// As the files call it: "step50".
QString officialStep(const QString &step)
{
    return QStringLiteral("step") + step;
}

std::vector<ColumnSpec> timeOfOpColumns()
{
    using K = ValueKind;
    return {
        {"step", "step", RS_TABLE("Step"), K::Label},
        {"rank", "rank_id", RS_TABLE("Rank"), K::Identifier},
        {"operator", "hccl_op_name", RS_TABLE("Operator"), K::Text},
        {"group", "group_name", RS_TABLE("Domain"), K::Text},
        {"start", "start_timestamp", RS_TABLE("Start (us)"), K::Real},
        {"elapse", "elapsed_time", RS_TABLE("Elapsed (ms)"), K::Real},
        {"transit", "transit_time", RS_TABLE("Transit (ms)"), K::Real},
        {"wait", "wait_time", RS_TABLE("Wait (ms)"), K::Real},
        {"synchronization", "synchronization_time", RS_TABLE("Synchronization (ms)"), K::Real},
        {"idle", "idle_time", RS_TABLE("Idle (ms)"), K::Real},
        {"synchronization-ratio", "synchronization_time_ratio", RS_TABLE("Synchronization ratio"), K::Ratio},
        {"wait-ratio", "wait_time_ratio", RS_TABLE("Wait ratio"), K::Ratio},
    };
}

void appendTimesOfOps(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const CommRow &r : communicationRows(run, {}, job))
        rows.add({}, {officialStep(r.step), cellIf(r.rank >= 0, r.rank), r.op, r.domainHash, r.startUs, r.elapseMs,
                      r.transitMs, r.waitMs, r.synchronizationMs, r.idleMs, r.synchronizationRatio, r.waitRatio});
}

std::vector<ColumnSpec> packetsOfOpColumns()
{
    using K = ValueKind;
    return {
        {"step", "step", RS_TABLE("Step"), K::Label},
        {"rank", "rank_id", RS_TABLE("Rank"), K::Identifier},
        {"operator", "hccl_op_name", RS_TABLE("Operator"), K::Text},
        {"group", "group_name", RS_TABLE("Domain"), K::Text},
        {"transport", "band_type", RS_TABLE("Link type"), K::Text},
        {"size", "transit_size", RS_TABLE("Size (MB)"), K::Real},
        {"time", "transit_time", RS_TABLE("Transit (ms)"), K::Real},
        {"bandwidth", "bandwidth", RS_TABLE("Bandwidth (GB/s)"), K::Real},
        {"large", "large_packet_ratio", RS_TABLE("Large packet ratio"), K::Ratio},
        {"package", "package_size", RS_TABLE("Packet size (MB)"), K::Real},
        {"count", "count", RS_TABLE("Packets"), K::Integer},
        {"duration", "total_duration", RS_TABLE("Packets, total (ms)"), K::Real},
    };
}

/// A row for a transport of an operator and each size of its packets.
void appendPacketsOfOps(CellRows &rows, const Run &run, const JobContext &job)
{
    JobPoll poll(job);
    for (const CommRow &r : communicationRows(run, {}, job)) {
        for (const TransportInfo &t : r.transports) {
            if (poll.isCanceled())
                return;
            const auto add = [&](const Cell &sizeMb, const Cell &count, const Cell &timeMs) {
                rows.add({}, {officialStep(r.step), cellIf(r.rank >= 0, r.rank), r.op, r.domainHash, t.transport,
                              t.sizeMb, t.timeMs, t.bandwidthGbs, t.largePacketRatio, sizeMb, count, timeMs});
            };
            // A cluster analysis has no rows of transports that carried nothing, which text files list.
            if (t.packets.empty() && t.sizeMb.value_or(0) > 0)
                add({}, {}, {});
            for (const TransportInfo::Packet &p : t.packets)
                add(p.sizeMb, p.count, p.timeMs);
        }
    }
}

std::vector<ColumnSpec> officialLinkColumns()
{
    using K = ValueKind;
    return {
        {"step", "step", RS_TABLE("Step"), K::Label},
        {"operator", "hccl_op_name", RS_TABLE("Operator"), K::Text},
        {"group", "group_name", RS_TABLE("Domain"), K::Text},
        {"source", "src_rank", RS_TABLE("Source rank"), K::Identifier},
        {"destination", "dst_rank", RS_TABLE("Destination rank"), K::Identifier},
        {"transport", "transport_type", RS_TABLE("Link type"), K::Text},
        {"name", "op_name", RS_TABLE("Operator of the statistic"), K::Text},
        {"size", "transit_size", RS_TABLE("Size (MB)"), K::Real},
        {"time", "transit_time", RS_TABLE("Transit (ms)"), K::Real},
        {"bandwidth", "bandwidth", RS_TABLE("Bandwidth (GB/s)"), K::Real,
         RS_TABLE("Size / time, where both are known: files round it.")},
    };
}

/// Links between ranks; those between places in a domain only where no rank is known.
void appendOfficialLinks(CellRows &rows, const Run &run, const JobContext &job)
{
    const std::vector<MatrixCell> links = matrixCells(run, {}, job);
    const bool areGlobal = std::ranges::any_of(links, &MatrixCell::global);
    for (const MatrixCell &c : links) {
        if (areGlobal && !c.global)
            continue;
        const bool isMeasured = c.sizeMb && c.timeMs && *c.timeMs > 0;
        rows.add({}, {officialStep(c.step), c.op, c.domainHash, c.source, c.destination, c.transport, c.opName,
                      c.sizeMb, c.timeMs, isMeasured ? Cell(*c.sizeMb / *c.timeMs) : Cell(c.bandwidthGbs)});
    }
}

QString rankSet(const Domain &d, const QString &between)
{
    QStringList out;
    for (const int rank : d.ranks)
        out << QString::number(rank);
    return out.join(between);
}

std::vector<ColumnSpec> hcclGroupColumns()
{
    using K = ValueKind;
    return {
        {"group", "GroupName", RS_TABLE("Domain"), K::Text},
        {"id", "GroupId", RS_TABLE("End of its hash"), K::Text, RS_TABLE("Stands in the names of its operators.")},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Text},
    };
}

void appendHcclGroups(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const Domain &d : domains(run, job))
        rows.add({}, {d.communicator(), d.hash.right(3), rankSet(d, QStringLiteral(";"))});
}

std::vector<ColumnSpec> groupColumns()
{
    return {
        {"type", "type", RS_TABLE("Type"), ValueKind::Text},
        {"ranks", "rank_set", RS_TABLE("Ranks"), ValueKind::Text},
        {"hash", "group_name", RS_TABLE("Hash"), ValueKind::Text},
        {"group", "group_id", RS_TABLE("Communicator"), ValueKind::Text},
        {"name", "pg_name", RS_TABLE("Name"), ValueKind::Text},
    };
}

void appendGroups(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const Domain &d : domains(run, job))
        rows.add({}, {d.p2p ? QStringLiteral("p2p") : QStringLiteral("collective"),
                      u'(' + rankSet(d, QStringLiteral(",")) + u')', d.hash,
                      cellIf(d.communicator() != d.hash, d.communicator()), d.pgName});
}

/// SlowLinkSum: what the recipe reports, the farthest from the mean first. It looks for transmissions that are more
/// than three standard deviations off.
std::vector<RecipeRow> reportedLinks(const Run &run, const JobContext &job)
{
    constexpr size_t most = 15;
    constexpr double far = 3;
    std::vector<RecipeRow> out = slowLinkRecipe(run, job).rows;
    std::erase_if(out, [](const RecipeRow &r) { return r.offsetOfRanks() <= far; });
    std::ranges::stable_sort(out, std::ranges::greater(), &RecipeRow::offsetOfRanks);
    if (out.size() > most)
        out.resize(most);
    return out;
}

std::vector<ColumnSpec> reportedLinkColumns()
{
    using K = ValueKind;
    return describedColumns(
        {{"kind", "opTypeRelatedRanksDataSize", RS_TABLE("Type, ranks and size"), K::Text, RS_TABLE("Size in bytes.")}},
        {{"offset", "offsetRatio", RS_TABLE("Off the mean (standard deviations)"), K::Real},
         {"max-rank", "maxRank", RS_TABLE("Longest on"), K::Label},
         {"min-rank", "minRank", RS_TABLE("Shortest on"), K::Label}});
}

void appendReportedLinks(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const RecipeRow &r : reportedLinks(run, job)) {
        const QString size = r.sizeBytes >= 0 ? QString::number(r.sizeBytes) : QString();
        rows.add({r.rankIndex, r.slice, {}},
                 describedCells({QStringLiteral("%1%2_%3").arg(r.kind).arg(r.ranks).arg(size)}, r.ofRanks,
                                {r.offsetOfRanks(), rankLabel(run, r.mostRank), rankLabel(run, r.leastRank)}));
    }
}

constexpr const char *noTimes =
    RS_TABLE("No rank has a communication.json or an analysis.db, and there is none of a cluster analysis: the "
             "profiler writes them at profiler level Level1 or higher.");

} // namespace

void addRecipeClusterTables(Catalogue &catalogue)
{
    const TableSources times{{QStringLiteral("communication")}, {QStringLiteral("cluster_communication")}};
    const TableSources links{{QStringLiteral("communication_matrix")},
                             {QStringLiteral("cluster_communication_matrix")}};
    for (const bool ofHccl : {true, false})
        addRecipe(
            catalogue,
            {ofHccl ? "recipe.hccl.groups" : "recipe.communication.groups",
             ofHccl ? RS_TABLE("hccl_sum: domains") : RS_TABLE("communication_group_map"),
             ofHccl ? RS_TABLE("The communication domains and their ranks: HcclGroupNameMap.")
                    : RS_TABLE("The communication domains as a cluster analysis has them: CommunicationGroupMapping."),
             times,
             RS_TABLE("No file names a communication domain: communication.json, communication_matrix.json and "
                      "parallel_group_info of profiler_metadata.json do.")},
            ofHccl ? hcclGroupColumns() : groupColumns(), ofHccl ? appendHcclGroups : appendGroups);
    addRecipe(catalogue,
              {"recipe.communication.times", RS_TABLE("communication_time_sum: times"),
               RS_TABLE("Times of communication operators as a cluster analysis has them: ClusterCommunicationTime."),
               times, noTimes},
              timeOfOpColumns(), appendTimesOfOps);
    addRecipe(catalogue,
              {"recipe.communication.bandwidth", RS_TABLE("communication_time_sum: bandwidth"),
               RS_TABLE("Transports and packets of communication operators as a cluster analysis has "
                        "them: ClusterCommunicationBandwidth."),
               times, noTimes},
              packetsOfOpColumns(), appendPacketsOfOps);
    addRecipe(catalogue,
              {"recipe.communication.matrix", RS_TABLE("communication_matrix_sum"),
               RS_TABLE("Links as a cluster analysis has them: ClusterCommunicationMatrix. Ends are ranks "
                        "where the files say which, else places in the domain."),
               links,
               RS_TABLE("No rank has a communication_matrix.json or an analysis.db, and there is none of a "
                        "cluster analysis: the profiler writes them at profiler level Level1 or higher.")},
              officialLinkColumns(), appendOfficialLinks);
    addRecipe(
        catalogue,
        {"recipe.slow-link",
         RS_TABLE("slow_link"),
         RS_TABLE("What slow_link of msprof-analyze reports: collectives of one type, size and number of ranks, of "
                  "which one lies more than three standard deviations off the mean. SlowLinkSum."),
         {{QStringLiteral("trace"), QStringLiteral("communication")}, {}},
         RS_TABLE("No collective is so far off the others that the recipe reports it, or there are none.")},
        reportedLinkColumns(), appendReportedLinks)
        .noneIsAnswer = [](const TableQuery &q) { return !slowLinkRecipe(*q.run).rows.empty(); };
}

} // namespace rs
