// SPDX-License-Identifier: Apache-2.0
// The tables that msprof-analyze writes for a cluster, under its headers.
#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "analysis/recipes/linkrecipe.h"
#include "analysis/time/jobpoll.h"
#include "tables/recipes/recipefields.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

/// As the files call it: "step50".
QString officialStep(const QString &step)
{
    return QStringLiteral("step") + step;
}

std::vector<Field<CommRow>> timeOfOpFields(const std::shared_ptr<const Run> & /*run*/)
{
    using R = CommRow;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"step", "step", RS_TABLE("Step"), K::Label}, [](const R &r) { return officialStep(r.step); }},
        {{"rank", "rank_id", RS_TABLE("Rank"), K::Identifier},
         [](const R &r) { return known(r.rank >= 0, qint64{r.rank}); }},
        {{"operator", "hccl_op_name", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.op; }},
        {{"group", "group_name", RS_TABLE("Domain"), K::Text}, [](const R &r) { return r.domainHash; }},
        {{"start", "start_timestamp", RS_TABLE("Start (us)"), K::Real}, [](const R &r) { return fieldOf(r.startUs); }},
    };
    const auto number = [&out](const char *id, const char *header, const char *title, K kind,
                               std::optional<double> R::*value) {
        out.push_back({{id, header, title, kind}, [value](const R &r) { return fieldOf(r.*value); }});
    };
    number("elapse", "elapsed_time", RS_TABLE("Elapsed (ms)"), K::Real, &R::elapseMs);
    number("transit", "transit_time", RS_TABLE("Transit (ms)"), K::Real, &R::transitMs);
    number("wait", "wait_time", RS_TABLE("Wait (ms)"), K::Real, &R::waitMs);
    number("synchronization", "synchronization_time", RS_TABLE("Synchronization (ms)"), K::Real, &R::synchronizationMs);
    number("idle", "idle_time", RS_TABLE("Idle (ms)"), K::Real, &R::idleMs);
    number("synchronization-ratio", "synchronization_time_ratio", RS_TABLE("Synchronization ratio"), K::Ratio,
           &R::synchronizationRatio);
    number("wait-ratio", "wait_time_ratio", RS_TABLE("Wait ratio"), K::Ratio, &R::waitRatio);
    return out;
}

/// A transport of an operator, once for each size of its packets.
struct PacketsOfOp
{
    CommRow of;
    TransportInfo transport; ///< of its packets one, or none
};

std::vector<PacketsOfOp> packetsOfOps(const Run &run, const JobContext &job)
{
    std::vector<PacketsOfOp> out;
    JobPoll poll(job);
    for (CommRow &row : communicationRows(run, {}, job)) {
        const auto transports = std::exchange(row.transports, {});
        for (TransportInfo info : transports) {
            if (poll.isCanceled())
                return {};
            const auto packets = std::exchange(info.packets, {});
            // Of transports that carried nothing, which text files list, a cluster analysis has no rows.
            if (packets.empty() && info.sizeMb.value_or(0) > 0)
                out.push_back({row, info});
            for (const TransportInfo::Packet &p : packets) {
                info.packets = {p};
                out.push_back({row, info});
            }
        }
    }
    return out;
}

std::vector<Field<PacketsOfOp>> packetsOfOpFields(const std::shared_ptr<const Run> & /*run*/)
{
    using R = PacketsOfOp;
    using K = ValueKind;
    const auto packet = [](double TransportInfo::Packet::*member) {
        return [member](const R &r) {
            return r.transport.packets.empty() ? FieldValue() : FieldValue(r.transport.packets.front().*member);
        };
    };
    const auto number = [](std::optional<double> TransportInfo::*member) {
        return [member](const R &r) { return fieldOf(r.transport.*member); };
    };
    return {
        {{"step", "step", RS_TABLE("Step"), K::Label}, [](const R &r) { return officialStep(r.of.step); }},
        {{"rank", "rank_id", RS_TABLE("Rank"), K::Identifier},
         [](const R &r) { return known(r.of.rank >= 0, qint64{r.of.rank}); }},
        {{"operator", "hccl_op_name", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.of.op; }},
        {{"group", "group_name", RS_TABLE("Domain"), K::Text}, [](const R &r) { return r.of.domainHash; }},
        {{"transport", "band_type", RS_TABLE("Link type"), K::Text}, [](const R &r) { return r.transport.transport; }},
        {{"size", "transit_size", RS_TABLE("Size (MB)"), K::Real}, number(&TransportInfo::sizeMb)},
        {{"time", "transit_time", RS_TABLE("Transit (ms)"), K::Real}, number(&TransportInfo::timeMs)},
        {{"bandwidth", "bandwidth", RS_TABLE("Bandwidth (GB/s)"), K::Real}, number(&TransportInfo::bandwidthGbs)},
        {{"large", "large_packet_ratio", RS_TABLE("Large packet ratio"), K::Ratio},
         number(&TransportInfo::largePacketRatio)},
        {{"package", "package_size", RS_TABLE("Packet size (MB)"), K::Real}, packet(&TransportInfo::Packet::sizeMb)},
        {{"count", "count", RS_TABLE("Packets"), K::Integer},
         [](const R &r) {
             return r.transport.packets.empty() ? FieldValue() : FieldValue(r.transport.packets.front().count);
         }},
        {{"duration", "total_duration", RS_TABLE("Packets, total (ms)"), K::Real},
         packet(&TransportInfo::Packet::timeMs)},
    };
}

/// Links between ranks; those between places in a domain only where no rank is known.
std::vector<MatrixCell> officialLinks(const Run &run, const JobContext &job)
{
    std::vector<MatrixCell> out = matrixCells(run, {}, job);
    if (std::any_of(out.begin(), out.end(), [](const MatrixCell &c) { return c.global; }))
        std::erase_if(out, [](const MatrixCell &c) { return !c.global; });
    return out;
}

std::vector<Field<MatrixCell>> officialLinkFields(const std::shared_ptr<const Run> & /*run*/)
{
    using R = MatrixCell;
    using K = ValueKind;
    return {
        {{"step", "step", RS_TABLE("Step"), K::Label}, [](const R &r) { return officialStep(r.step); }},
        {{"operator", "hccl_op_name", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.op; }},
        {{"group", "group_name", RS_TABLE("Domain"), K::Text}, [](const R &r) { return r.domainHash; }},
        {{"source", "src_rank", RS_TABLE("Source rank"), K::Identifier}, [](const R &r) { return qint64{r.source}; }},
        {{"destination", "dst_rank", RS_TABLE("Destination rank"), K::Identifier},
         [](const R &r) { return qint64{r.destination}; }},
        {{"transport", "transport_type", RS_TABLE("Link type"), K::Text}, [](const R &r) { return r.transport; }},
        {{"name", "op_name", RS_TABLE("Operator of the statistic"), K::Text}, [](const R &r) { return r.opName; }},
        {{"size", "transit_size", RS_TABLE("Size (MB)"), K::Real}, [](const R &r) { return fieldOf(r.sizeMb); }},
        {{"time", "transit_time", RS_TABLE("Transit (ms)"), K::Real}, [](const R &r) { return fieldOf(r.timeMs); }},
        {{"bandwidth", "bandwidth", RS_TABLE("Bandwidth (GB/s)"), K::Real,
          RS_TABLE("Size by time, where both are known: files round it.")},
         [](const R &r) {
             return r.sizeMb && r.timeMs && *r.timeMs > 0 ? FieldValue(*r.sizeMb / *r.timeMs) : fieldOf(r.bandwidthGbs);
         }},
    };
}

QString rankSet(const Domain &d, const QString &between)
{
    QStringList out;
    for (const int rank : d.ranks)
        out << QString::number(rank);
    return out.join(between);
}

std::vector<Field<Domain>> groupFields(bool ofHccl)
{
    using R = Domain;
    using K = ValueKind;
    if (ofHccl)
        return {
            {{"group", "GroupName", RS_TABLE("Domain"), K::Text}, [](const R &r) { return r.communicator(); }},
            {{"id", "GroupId", RS_TABLE("End of its hash"), K::Text, RS_TABLE("Stands in the names of its operators.")},
             [](const R &r) { return r.hash.right(3); }},
            {{"ranks", "Ranks", RS_TABLE("Ranks"), K::Text},
             [](const R &r) { return rankSet(r, QStringLiteral(";")); }},
        };
    return {
        {{"type", "type", RS_TABLE("Type"), K::Text},
         [](const R &r) { return r.p2p ? QStringLiteral("p2p") : QStringLiteral("collective"); }},
        {{"ranks", "rank_set", RS_TABLE("Ranks"), K::Text},
         [](const R &r) { return u'(' + rankSet(r, QStringLiteral(",")) + u')'; }},
        {{"hash", "group_name", RS_TABLE("Hash"), K::Text}, [](const R &r) { return r.hash; }},
        {{"group", "group_id", RS_TABLE("Communicator"), K::Text},
         [](const R &r) { return known(r.communicator() != r.hash, r.communicator()); }},
        {{"name", "pg_name", RS_TABLE("Name"), K::Text}, [](const R &r) { return r.pgName; }},
    };
}

/// SlowLinkSum: what the recipe reports, the farthest from the mean first. It looks for transmissions that are more
/// than three standard deviations off.
std::vector<RecipeRow> reportedLinks(const Run &run, const JobContext &job)
{
    constexpr size_t most = 15;
    constexpr double far = 3;
    std::vector<RecipeRow> out = slowLinkRecipe(run, job).rows;
    std::erase_if(out, [](const RecipeRow &r) { return r.offsetOfRanks() <= far; });
    std::stable_sort(out.begin(), out.end(),
                     [](const RecipeRow &a, const RecipeRow &b) { return a.offsetOfRanks() > b.offsetOfRanks(); });
    if (out.size() > most)
        out.resize(most);
    return out;
}

std::vector<Field<RecipeRow>> reportedLinkFields(const std::shared_ptr<const Run> &run)
{
    using R = RecipeRow;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"kind", "opTypeRelatedRanksDataSize", RS_TABLE("Type, ranks and size"), K::Text, RS_TABLE("Size in bytes.")},
         [](const R &r) {
             const QString size = r.sizeBytes >= 0 ? QString::number(r.sizeBytes) : QString();
             return QStringLiteral("%1%2_%3").arg(r.kind).arg(r.ranks).arg(size);
         }}};
    std::vector<Field<R>> numbers = fieldsOfPart<R>(describedFields(), &R::ofRanks);
    std::move(numbers.begin(), numbers.end(), std::back_inserter(out));
    out.push_back({{"offset", "offsetRatio", RS_TABLE("Off the mean (standard deviations)"), K::Real},
                   [](const R &r) { return r.offsetOfRanks(); }});
    out.push_back(rankIndexField(run, "max-rank", "maxRank", RS_TABLE("Longest on"), &R::mostRank));
    out.push_back(rankIndexField(run, "min-rank", "minRank", RS_TABLE("Shortest on"), &R::leastRank));
    return out;
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
        addRecipe<Domain>(
            catalogue,
            {ofHccl ? "recipe.hccl.groups" : "recipe.communication.groups",
             ofHccl ? RS_TABLE("hccl_sum: domains") : RS_TABLE("communication_group_map"),
             ofHccl ? RS_TABLE("The communication domains and their ranks: HcclGroupNameMap.")
                    : RS_TABLE("The communication domains as a cluster analysis has them: CommunicationGroupMapping."),
             times,
             RS_TABLE("No file names a communication domain: communication.json, communication_matrix.json and "
                      "parallel_group_info of profiler_metadata.json do.")},
            [ofHccl](const std::shared_ptr<const Run> &) { return groupFields(ofHccl); },
            [](const Run &run, const JobContext &job) { return domains(run, job); });
    addRecipe<CommRow>(
        catalogue,
        {"recipe.communication.times", RS_TABLE("communication_time_sum: times"),
         RS_TABLE("Times of communication operators as a cluster analysis has them: ClusterCommunicationTime."), times,
         noTimes},
        timeOfOpFields, [](const Run &run, const JobContext &job) { return communicationRows(run, {}, job); });
    addRecipe<PacketsOfOp>(catalogue,
                           {"recipe.communication.bandwidth", RS_TABLE("communication_time_sum: bandwidth"),
                            RS_TABLE("Transports and packets of communication operators as a cluster analysis has "
                                     "them: ClusterCommunicationBandwidth."),
                            times, noTimes},
                           packetsOfOpFields, packetsOfOps);
    addRecipe<MatrixCell>(catalogue,
                          {"recipe.communication.matrix", RS_TABLE("communication_matrix_sum"),
                           RS_TABLE("Links as a cluster analysis has them: ClusterCommunicationMatrix. Ends are ranks "
                                    "where the files say which, else places in the domain."),
                           links,
                           RS_TABLE("No rank has a communication_matrix.json or an analysis.db, and there is none of a "
                                    "cluster analysis: the profiler writes them at profiler level Level1 or higher.")},
                          officialLinkFields, officialLinks);
    addRecipe<RecipeRow>(
        catalogue,
        {"recipe.slow-link",
         RS_TABLE("slow_link"),
         RS_TABLE("What slow_link of msprof-analyze reports: collectives of one type, size and number of ranks, of "
                  "which one lies more than three standard deviations off the mean. SlowLinkSum."),
         {{QStringLiteral("trace"), QStringLiteral("communication")}, {}},
         RS_TABLE("No collective is so far off the others that the recipe reports it, or there are none.")},
        reportedLinkFields, reportedLinks, placeOf(&RecipeRow::rankIndex, &RecipeRow::slice))
        .noneIsAnswer = [](const TableQuery &q) { return !slowLinkRecipe(*q.run).rows.empty(); };
}

} // namespace rs
