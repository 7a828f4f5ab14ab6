// SPDX-License-Identifier: Apache-2.0
// The tables that msprof-analyze writes for a cluster, under its headers.
#include "analysis/domains.h"
#include "analysis/jobpoll.h"
#include "analysis/linkrecipe.h"
#include "tables/recipefields.h"

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

/// An operator with its file, which all ranks share or each has of its own.
struct TimeOfOp
{
    CommOps ops; ///< keeps the columns that `row` is of
    size_t row = 0;
    int rankIndex = -1;
    int rank = -1;
    [[nodiscard]] CommOpRef op() const { return ops[row]; }
};

/// Operators of the ranks' files, else of the cluster's.
std::vector<TimeOfOp> timesOfOps(const Run &run, const JobContext &job)
{
    std::vector<TimeOfOp> out;
    JobPoll poll(job);
    const auto add = [&](const CommOps &ops, int rankIndex, std::optional<int> rank) {
        for (size_t row = 0; row < ops.size() && !poll.isCanceled(); ++row) {
            const int of = rank.value_or(ops[row].rank());
            out.push_back({ops, row, rank ? rankIndex : run.indexOf(of), of});
        }
    };
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (run.ranks[i])
            add(run.ranks[i]->commOps, static_cast<int>(i), run.infos[i].rank);
    }
    if (out.empty())
        add(run.cluster.commOps, -1, std::nullopt);
    return out;
}

std::vector<Field<TimeOfOp>> timeOfOpFields(const std::shared_ptr<const Run> & /*run*/)
{
    using R = TimeOfOp;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {tableColumn("step", "step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return officialStep(r.op().step()); }},
        {tableColumn("rank", "rank_id", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Identifier),
         [](const R &r) { return known(r.rank >= 0, qint64{r.rank}); }},
        {tableColumn("operator", "hccl_op_name", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.op().name(); }},
        {tableColumn("group", "group_name", QT_TRANSLATE_NOOP("Tables", "Domain"), K::Text),
         [](const R &r) { return r.op().groupHash(); }},
        {tableColumn("start", "start_timestamp", QT_TRANSLATE_NOOP("Tables", "Start (us)"), K::Real),
         [](const R &r) { return fieldOf(r.op().startUs()); }},
    };
    const auto number = [&out](const char *id, const char *header, const char *title, K kind,
                               std::optional<double> (CommOpRef::*value)() const) {
        out.push_back(
            {tableColumn(id, header, title, kind), [value](const R &r) { return fieldOf((r.op().*value)()); }});
    };
    number("elapse", "elapsed_time", QT_TRANSLATE_NOOP("Tables", "Elapsed (ms)"), K::Real, &CommOpRef::elapseMs);
    number("transit", "transit_time", QT_TRANSLATE_NOOP("Tables", "Transit (ms)"), K::Real, &CommOpRef::transitMs);
    number("wait", "wait_time", QT_TRANSLATE_NOOP("Tables", "Wait (ms)"), K::Real, &CommOpRef::waitMs);
    number("synchronization", "synchronization_time", QT_TRANSLATE_NOOP("Tables", "Synchronization (ms)"), K::Real,
           &CommOpRef::synchronizationMs);
    number("idle", "idle_time", QT_TRANSLATE_NOOP("Tables", "Idle (ms)"), K::Real, &CommOpRef::idleMs);
    number("synchronization-ratio", "synchronization_time_ratio", QT_TRANSLATE_NOOP("Tables", "Synchronization ratio"),
           K::Ratio, &CommOpRef::synchronizationRatio);
    number("wait-ratio", "wait_time_ratio", QT_TRANSLATE_NOOP("Tables", "Wait ratio"), K::Ratio, &CommOpRef::waitRatio);
    return out;
}

/// A transport of an operator, once for each size of its packets.
struct PacketsOfOp
{
    TimeOfOp of;
    TransportInfo transport; ///< of its packets one, or none
};

std::vector<PacketsOfOp> packetsOfOps(const Run &run, const JobContext &job)
{
    std::vector<PacketsOfOp> out;
    JobPoll poll(job);
    for (const TimeOfOp &of : timesOfOps(run, job)) {
        for (const TransportRef t : of.op().transports()) {
            if (poll.isCanceled())
                return {};
            TransportInfo info = t.record();
            const auto packets = std::exchange(info.packets, {});
            if (packets.empty())
                out.push_back({of, info});
            for (const TransportInfo::Packet &p : packets) {
                info.packets = {p};
                out.push_back({of, info});
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
        {tableColumn("step", "step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return officialStep(r.of.op().step()); }},
        {tableColumn("rank", "rank_id", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Identifier),
         [](const R &r) { return known(r.of.rank >= 0, qint64{r.of.rank}); }},
        {tableColumn("operator", "hccl_op_name", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.of.op().name(); }},
        {tableColumn("group", "group_name", QT_TRANSLATE_NOOP("Tables", "Domain"), K::Text),
         [](const R &r) { return r.of.op().groupHash(); }},
        {tableColumn("transport", "band_type", QT_TRANSLATE_NOOP("Tables", "Link type"), K::Text),
         [](const R &r) { return r.transport.transport; }},
        {tableColumn("size", "transit_size", QT_TRANSLATE_NOOP("Tables", "Size (MB)"), K::Real),
         number(&TransportInfo::sizeMb)},
        {tableColumn("time", "transit_time", QT_TRANSLATE_NOOP("Tables", "Transit (ms)"), K::Real),
         number(&TransportInfo::timeMs)},
        {tableColumn("bandwidth", "bandwidth", QT_TRANSLATE_NOOP("Tables", "Bandwidth (GB/s)"), K::Real),
         number(&TransportInfo::bandwidthGbs)},
        {tableColumn("large", "large_packet_ratio", QT_TRANSLATE_NOOP("Tables", "Large packet ratio"), K::Ratio),
         number(&TransportInfo::largePacketRatio)},
        {tableColumn("package", "package_size", QT_TRANSLATE_NOOP("Tables", "Packet size (MB)"), K::Real),
         packet(&TransportInfo::Packet::sizeMb)},
        {tableColumn("count", "count", QT_TRANSLATE_NOOP("Tables", "Packets"), K::Integer),
         [](const R &r) {
             return r.transport.packets.empty() ? FieldValue() : FieldValue(r.transport.packets.front().count);
         }},
        {tableColumn("duration", "total_duration", QT_TRANSLATE_NOOP("Tables", "Packets, total (ms)"), K::Real),
         packet(&TransportInfo::Packet::timeMs)},
    };
}

std::vector<Field<ResolvedLink>> linkFields(const std::shared_ptr<const Run> & /*run*/)
{
    using R = ResolvedLink;
    using K = ValueKind;
    return {
        {tableColumn("step", "step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return officialStep(r.link.step()); }},
        {tableColumn("operator", "hccl_op_name", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.link.key(); }},
        {tableColumn("group", "group_name", QT_TRANSLATE_NOOP("Tables", "Domain"), K::Text),
         [](const R &r) { return r.link.groupHash(); }},
        {tableColumn("source", "src_rank", QT_TRANSLATE_NOOP("Tables", "Source rank"), K::Identifier),
         [](const R &r) { return qint64{r.source}; }},
        {tableColumn("destination", "dst_rank", QT_TRANSLATE_NOOP("Tables", "Destination rank"), K::Identifier),
         [](const R &r) { return qint64{r.destination}; }},
        {tableColumn("transport", "transport_type", QT_TRANSLATE_NOOP("Tables", "Link type"), K::Text),
         [](const R &r) { return r.link.transport(); }},
        {tableColumn("name", "op_name", QT_TRANSLATE_NOOP("Tables", "Operator of the statistic"), K::Text),
         [](const R &r) { return r.link.opName(); }},
        {tableColumn("size", "transit_size", QT_TRANSLATE_NOOP("Tables", "Size (MB)"), K::Real),
         [](const R &r) { return fieldOf(r.link.sizeMb()); }},
        {tableColumn("time", "transit_time", QT_TRANSLATE_NOOP("Tables", "Transit (ms)"), K::Real),
         [](const R &r) { return fieldOf(r.link.timeMs()); }},
        {tableColumn("bandwidth", "bandwidth", QT_TRANSLATE_NOOP("Tables", "Bandwidth (GB/s)"), K::Real),
         [](const R &r) { return fieldOf(r.link.bandwidthGbs()); }},
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
            {tableColumn("group", "GroupName", QT_TRANSLATE_NOOP("Tables", "Domain"), K::Text),
             [](const R &r) { return r.groupName; }},
            {tableColumn("id", "GroupId", QT_TRANSLATE_NOOP("Tables", "End of its hash"), K::Text,
                         QT_TRANSLATE_NOOP("Tables", "Stands in the names of its operators.")),
             [](const R &r) { return r.hash.right(3); }},
            {tableColumn("ranks", "Ranks", QT_TRANSLATE_NOOP("Tables", "Ranks"), K::Text),
             [](const R &r) { return rankSet(r, QStringLiteral(";")); }},
        };
    return {
        {tableColumn("type", "type", QT_TRANSLATE_NOOP("Tables", "Type"), K::Text),
         [](const R &r) { return r.p2p ? QStringLiteral("p2p") : QStringLiteral("collective"); }},
        {tableColumn("ranks", "rank_set", QT_TRANSLATE_NOOP("Tables", "Ranks"), K::Text),
         [](const R &r) { return u'(' + rankSet(r, QStringLiteral(",")) + u')'; }},
        {tableColumn("hash", "group_name", QT_TRANSLATE_NOOP("Tables", "Hash"), K::Text),
         [](const R &r) { return r.hash; }},
        {tableColumn("group", "group_id", QT_TRANSLATE_NOOP("Tables", "Communicator"), K::Text),
         [](const R &r) { return known(r.groupName != r.hash, r.groupName); }},
        {tableColumn("name", "pg_name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text),
         [](const R &r) { return r.pgName; }},
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
        {tableColumn("kind", "opTypeRelatedRanksDataSize", QT_TRANSLATE_NOOP("Tables", "Type, ranks and size"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Size in bytes.")),
         [](const R &r) {
             const QString size = r.sizeBytes >= 0 ? QString::number(r.sizeBytes) : QString();
             return QStringLiteral("%1%2_%3").arg(r.kind).arg(r.ranks).arg(size);
         }}};
    std::vector<Field<R>> numbers = fieldsOfPart<R>(describedFields(), &R::ofRanks);
    std::move(numbers.begin(), numbers.end(), std::back_inserter(out));
    out.push_back({tableColumn("offset", "offsetRatio",
                               QT_TRANSLATE_NOOP("Tables", "Off the mean (standard deviations)"), K::Real),
                   [](const R &r) { return r.offsetOfRanks(); }});
    out.push_back(rankIndexField(run, "max-rank", "maxRank", QT_TRANSLATE_NOOP("Tables", "Longest on"), &R::mostRank));
    out.push_back(
        rankIndexField(run, "min-rank", "minRank", QT_TRANSLATE_NOOP("Tables", "Shortest on"), &R::leastRank));
    return out;
}

const QStringList OfTimes{QStringLiteral("communication")};
const QStringList OfLinks{QStringLiteral("communication_matrix")};

constexpr const char *noTimes = QT_TRANSLATE_NOOP(
    "Tables",
    "No rank has a communication.json or an analysis.db, and there is none of a cluster analysis: the profiler "
    "writes them at profiler level Level1 or higher.");

template <typename R>
TableSpec &addClusterTable(Catalogue &catalogue, const char *id, const char *title, const char *hint,
                           TableSources sources, const char *none,
                           std::function<std::vector<Field<R>>(const std::shared_ptr<const Run> &)> fields,
                           std::function<std::vector<R>(const Run &, const JobContext &)> rows,
                           std::function<RowPlace(const R &)> place)
{
    TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
    table.sources = std::move(sources);
    table.columns = [fields](const TableQuery &q) { return columnsOf(fields(q.run)); };
    table.make = [fields = std::move(fields), rows = std::move(rows), place = std::move(place)](
                     const TableQuery &q, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<R> made = rows(*q.run, job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<R>>(fields(q.run), std::move(made), place);
    };
    table.whyEmpty = [none](const TableQuery &) { return tableReason(none); };
    table.needsAllRanks = true;
    return table;
}

} // namespace

void addRecipeClusterTables(Catalogue &catalogue)
{
    const TableSources times{OfTimes, {QStringLiteral("cluster_communication")}};
    const TableSources links{OfLinks, {QStringLiteral("cluster_communication_matrix")}};
    const auto nowhere = [](const Domain &) { return RowPlace{-1, NoSlice, {}}; };
    for (const bool ofHccl : {true, false})
        addClusterTable<Domain>(
            catalogue, ofHccl ? "recipe.hccl.groups" : "recipe.communication.groups",
            ofHccl ? QT_TRANSLATE_NOOP("Tables", "hccl_sum: domains")
                   : QT_TRANSLATE_NOOP("Tables", "communication_group_map"),
            ofHccl ? QT_TRANSLATE_NOOP("Tables", "The communication domains and their ranks: HcclGroupNameMap.")
                   : QT_TRANSLATE_NOOP("Tables", "The communication domains as a cluster analysis has them: "
                                                 "CommunicationGroupMapping."),
            times,
            QT_TRANSLATE_NOOP("Tables", "No file names a communication domain: communication.json, "
                                        "communication_matrix.json and parallel_group_info of profiler_metadata.json "
                                        "do."),
            [ofHccl](const std::shared_ptr<const Run> &) { return groupFields(ofHccl); },
            [](const Run &run, const JobContext &job) { return domains(run, job); }, nowhere);
    addClusterTable<TimeOfOp>(
        catalogue, "recipe.communication.times", QT_TRANSLATE_NOOP("Tables", "communication_time_sum: times"),
        QT_TRANSLATE_NOOP("Tables", "Times of communication operators as a cluster analysis has them: "
                                    "ClusterCommunicationTime."),
        times, noTimes, timeOfOpFields, timesOfOps, [](const TimeOfOp &r) {
            return RowPlace{r.rankIndex, NoSlice, {}};
        });
    addClusterTable<PacketsOfOp>(
        catalogue, "recipe.communication.bandwidth", QT_TRANSLATE_NOOP("Tables", "communication_time_sum: bandwidth"),
        QT_TRANSLATE_NOOP("Tables", "Transports and packets of communication operators as a cluster analysis has them: "
                                    "ClusterCommunicationBandwidth."),
        times, noTimes, packetsOfOpFields, packetsOfOps, [](const PacketsOfOp &r) {
            return RowPlace{r.of.rankIndex, NoSlice, {}};
        });
    addClusterTable<ResolvedLink>(
        catalogue, "recipe.communication.matrix", QT_TRANSLATE_NOOP("Tables", "communication_matrix_sum"),
        QT_TRANSLATE_NOOP("Tables", "Links as a cluster analysis has them: ClusterCommunicationMatrix. Ends are ranks "
                                    "where the files say which, else places in the domain."),
        links,
        QT_TRANSLATE_NOOP("Tables", "No rank has a communication_matrix.json or an analysis.db, and there is none of a "
                                    "cluster analysis: the profiler writes them at profiler level Level1 or higher."),
        linkFields, [](const Run &run, const JobContext &job) { return resolvedLinks(run, job); },
        [](const ResolvedLink &) {
            return RowPlace{-1, NoSlice, {}};
        });
    TableSpec &slow = addClusterTable<RecipeRow>(
        catalogue, "recipe.slow-link", QT_TRANSLATE_NOOP("Tables", "slow_link"),
        QT_TRANSLATE_NOOP("Tables",
                          "What slow_link of msprof-analyze reports: collectives of one type, size and number "
                          "of ranks, of which one lies more than three standard deviations off the mean. "
                          "SlowLinkSum."),
        {{QStringLiteral("trace"), QStringLiteral("communication")}, {}},
        QT_TRANSLATE_NOOP("Tables", "No collective is so far off the others that the recipe reports it, or there are "
                                    "none."),
        reportedLinkFields, reportedLinks, [](const RecipeRow &r) {
            return RowPlace{r.rankIndex, r.slice, {}};
        });
    slow.noneIsAnswer = [](const TableQuery &q) { return !slowLinkRecipe(*q.run).rows.empty(); };
}

} // namespace rs
