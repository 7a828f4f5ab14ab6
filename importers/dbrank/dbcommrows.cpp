// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbcommrows.h"

#include "core/base/timens.h"
#include "core/text/stringpool.h"
#include "importers/csv/stepcsv.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/commjson.h"
#include "importers/json/linkparts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

/// Ratio that the writers print beside each operator.
std::optional<double> shareOf(std::optional<double> part, std::optional<double> other)
{
    if (!part || !other || *part + *other <= 0)
        return std::nullopt;
    return std::round(*part / (*part + *other) * 1e4) / 1e4;
}

/// Operators of a file by what names them. Texts that many of them have are shared.
class OperatorsByName
{
public:
    explicit OperatorsByName(const JobContext &job) : m_memory(job.sharedBudget()) {}

    struct Names
    {
        int rank = -1;
        QString step;
        QString ranks; ///< ranks of the domain, if the file says: totals of old files have no group
        QString group;
        QString name;
    };
    /// A new one, or null where it stands there already.
    CommOp *add(const Names &names)
    {
        const auto [at, isNew] = m_index.try_emplace(keyOf(names), m_ops.size());
        if (!isNew)
            return nullptr;
        CommOp &op = m_ops.emplace_back();
        op.rank = names.rank;
        op.step = m_texts[at->first[1]];
        op.groupHash = m_texts[at->first[3]];
        op.name = m_texts[at->first[4]];
        constexpr qint64 opBytes = 1024;
        m_memory.hold(static_cast<qint64>(m_ops.size()) * opBytes);
        return &op;
    }
    /// Null where there is none.
    CommOp *find(const Names &names)
    {
        const auto at = m_index.find(keyOf(names));
        return at == m_index.end() ? nullptr : &m_ops[at->second];
    }
    std::vector<CommOp> take() { return std::move(m_ops); }

private:
    using Key = std::array<quint32, 5>;
    struct Hash
    {
        size_t operator()(const Key &key) const { return qHashRange(key.begin(), key.end()); }
    };
    quint32 idOf(const QString &text)
    {
        const quint32 id = raw(m_pool.internText(text));
        if (id >= m_texts.size())
            m_texts.resize(id + 1);
        if (m_texts[id].isNull())
            m_texts[id] = text;
        return id;
    }
    Key keyOf(const Names &n)
    {
        return {static_cast<quint32>(n.rank), idOf(n.step), idOf(n.ranks), idOf(n.group), idOf(n.name)};
    }

    MemoryReservation m_memory;
    StringPool m_pool;
    std::vector<QString> m_texts;
    std::unordered_map<Key, size_t, Hash> m_index;
    std::vector<CommOp> m_ops;
};

void readTimes(DbFile &file, const DbCommTables &tables, OperatorsByName &ops,
               std::map<std::pair<QString, QString>, QString> &stepOf)
{
    enum : int { Name, Group, Start, Elapse, Transit, Wait, Synchronization, Idle, Step, Rank, Ranks };
    DbScan row(file, tables.times,
               {"hccl_op_name", "group_name", "start_timestamp", "elapse_time|elapsed_time", "transit_time",
                "wait_time", "synchronization_time", "idle_time", "step", "rank_id", "rank_set"});
    while (row.next()) {
        OperatorsByName::Names names{tables.rank.value_or(-1), {}, row.text(Ranks), row.text(Group), row.text(Name)};
        if (names.name.isEmpty()) {
            row.reject("communication.unnamed", RS_MESSAGE("Operators without a name are left out."));
            continue;
        }
        if (!tables.rank)
            names.rank = rankInRow(row, Rank);
        if (!tables.rank && names.rank < 0) {
            row.reject("cluster.rank", RS_MESSAGE("Entries without a rank number are left out."));
            continue;
        }
        // For a total the files write 0 or leave it empty.
        const bool isTotal = names.name == QLatin1String("Total Op Info");
        const std::optional<double> start = isTotal ? std::nullopt : row.measure(Start, MaxStampUs);
        names.step = row.hasColumn(Step) ? normalizedStep(row.text(Step)) : tables.stepOf(start);
        stepOf.try_emplace({names.group, names.name}, names.step);
        CommOp *const op = ops.add(names);
        if (!op) {
            row.reject("communication.again", RS_MESSAGE("Repeated operators are counted once."));
            continue;
        }
        op->startUs = start;
        if (start)
            op->startText = QString::fromStdString(shortestDouble(*start));
        op->p2p = isTotal ? names.ranks == QLatin1String("p2p") : isPointToPoint(op->name);
        op->elapseMs = row.measure(Elapse, MaxDurationMs);
        op->transitMs = row.measure(Transit, MaxDurationMs);
        op->waitMs = row.measure(Wait, MaxDurationMs);
        op->synchronizationMs = row.measure(Synchronization, MaxDurationMs);
        op->idleMs = row.measure(Idle, MaxDurationMs);
        op->waitRatio = shareOf(op->waitMs, op->transitMs);
        op->synchronizationRatio = shareOf(op->synchronizationMs, op->transitMs);
    }
}

void readTransports(DbFile &file, const DbCommTables &tables, OperatorsByName &ops,
                    const std::map<std::pair<QString, QString>, QString> &stepOf)
{
    enum : int { Name, Group, Transport, Size, Time, Bandwidth, Large, Package, Count, Total, Step, Rank, Ranks };
    DbScan row(file, tables.bandwidths,
               {"hccl_op_name", "group_name", "transport_type|band_type", "transit_size", "transit_time", "bandwidth",
                "large_packet_ratio", "package_size", "count", "total_duration", "step", "rank_id", "rank_set"});
    while (row.next()) {
        OperatorsByName::Names names{tables.rank.value_or(-1), {}, row.text(Ranks), row.text(Group), row.text(Name)};
        if (!tables.rank)
            names.rank = rankInRow(row, Rank);
        // Files that name no steps name an operator once.
        const auto first = stepOf.find({names.group, names.name});
        names.step = row.hasColumn(Step)     ? normalizedStep(row.text(Step))
                     : first != stepOf.end() ? first->second
                                             : QStringLiteral("0");
        CommOp *const op = ops.find(names);
        if (!op) {
            row.reject("communication.no-operator",
                       RS_MESSAGE("Sizes and bandwidths of operators that have no times are left out."));
            continue;
        }
        const QString transport = row.text(Transport);
        auto info = std::ranges::find(op->transports, transport, &TransportInfo::transport);
        if (info == op->transports.end()) {
            TransportInfo t;
            t.transport = transport;
            // Each row of a transport says them again.
            t.sizeMb = row.measure(Size, MaxMegabytes);
            t.timeMs = row.measure(Time, MaxDurationMs);
            t.bandwidthGbs = row.measure(Bandwidth, MaxRate);
            t.largePacketRatio = row.measure(Large, MaxPart);
            info = op->transports.insert(op->transports.end(), std::move(t));
        }
        const auto size = row.measure(Package, MaxMegabytes);
        const auto count = row.measure(Count, MaxOfAnything);
        const auto time = row.measure(Total, MaxDurationMs);
        // 0 stands for a transport without packets.
        if (size.value_or(0) > 0 && count && time)
            info->packets.push_back({*size, static_cast<qint64>(*count), *time});
    }
}

} // namespace

std::vector<CommOp> readDbCommOps(DbFile &file, const DbCommTables &tables)
{
    OperatorsByName found(file.job());
    std::map<std::pair<QString, QString>, QString> stepOf;
    readTimes(file, tables, found, stepOf);
    readTransports(file, tables, found, stepOf);
    std::vector<CommOp> ops = found.take();
    for (CommOp &op : ops) {
        for (TransportInfo &t : op.transports)
            std::ranges::sort(t.packets, [](const auto &a, const auto &b) { return a.sizeMb < b.sizeMb; });
    }
    return ops;
}

MatrixLinks readDbLinks(DbFile &file, const char *table, std::optional<int> rank,
                        const std::function<QString(const QString &group, const QString &name)> &stepOf)
{
    enum : int { Name, Group, Source, Destination, Transport, Size, Time, Bandwidth, Step, OpName };
    DbScan row(file, table,
               {"hccl_op_name", "group_name", "src_rank", "dst_rank", "transport_type", "transit_size", "transit_time",
                "bandwidth", "step", "op_name"});
    MatrixLinksBuilder links;
    MemoryReservation memory(file.job().sharedBudget());
    while (row.next()) {
        MatrixLink link;
        link.key = row.text(Name);
        link.groupHash = row.text(Group);
        link.source = rankInRow(row, Source);
        link.destination = rankInRow(row, Destination);
        if (link.source < 0 || link.destination < 0) {
            row.reject("matrix.link", RS_MESSAGE("Links whose ends are not numbers are left out."));
            continue;
        }
        link.step = row.hasColumn(Step) ? normalizedStep(row.text(Step))
                    : stepOf            ? stepOf(link.groupHash, link.key)
                                        : QStringLiteral("0");
        splitKind(link.key, link.kind, link.statistic);
        link.opName = row.text(OpName);
        link.kind = trueLinkKind(link.kind, link.opName.isEmpty() ? link.key : link.opName);
        link.p2p = isPointToPoint(link.opName.isEmpty() ? link.kind : link.opName);
        link.globalRanks = !rank;
        link.ownerRank = rank.value_or(-1);
        link.transport = row.text(Transport);
        OptionalNumbers<3> numbers(
            {row.measure(Size, MaxMegabytes), row.measure(Time, MaxDurationMs), row.measure(Bandwidth, MaxRate)});
        const QString place = link.key + QStringLiteral(" %1-%2").arg(link.source).arg(link.destination);
        dropZeros(numbers, place, file.reportName(), file.report());
        link.sizeMb = numbers.at(LinkColumns::Size);
        link.timeMs = numbers.at(LinkColumns::Time);
        link.bandwidthGbs = numbers.at(LinkColumns::Bandwidth);
        links.add(link);
        memory.hold(2 * links.bytes());
    }
    return sealLinksWithKinds(links);
}

int rankInRow(DbScan &row, int column)
{
    const qint64 rank = row.integer(column, -1);
    constexpr qint64 most = 999'999;
    return rank >= 0 && rank <= most ? static_cast<int>(rank) : -1;
}

void fillStepTimes(DbScan &row, int first, StepTraceRow &out)
{
    static constexpr std::optional<double> StepTraceRow::*times[] = {
        &StepTraceRow::computingUs,  &StepTraceRow::notOverlappedUs,
        &StepTraceRow::overlappedUs, &StepTraceRow::communicationUs,
        &StepTraceRow::freeUs,       &StepTraceRow::stageUs,
        &StepTraceRow::bubbleUs,     &StepTraceRow::notOverlappedExcludeReceiveUs,
        &StepTraceRow::preparingUs};
    int column = first;
    for (const auto field : times) {
        // MindSpore takes the bubble off what is not overlapped, and stays below 0 where the bubble is longer.
        out.*field = field == &StepTraceRow::notOverlappedExcludeReceiveUs ? row.difference(column, MaxDurationUs)
                                                                           : row.measure(column, MaxDurationUs);
        ++column;
    }
    out.preparingMissing = row.hasColumn(column - 1) && !out.preparingUs;
}

} // namespace rs
