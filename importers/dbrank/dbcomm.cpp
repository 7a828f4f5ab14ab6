// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbcomm.h"

#include "core/timens.h"
#include "importers/csv/stepcsv.h"
#include "importers/dbrank/dbkernels.h"
#include "importers/files/measured.h"
#include "importers/json/commjson.h"
#include "importers/json/linkparts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

QString operatorStep(DbScan &row, int column, const std::vector<DbStep> &steps, std::optional<qint64> startNs)
{
    if (row.hasColumn(column))
        return normalizedStep(row.text(column));
    const qint64 step = startNs ? stepAt(steps, *startNs) : -1;
    return QString::number(std::max<qint64>(0, step));
}

QString startTextOf(double us)
{
    return QString::fromStdString(shortestDouble(us));
}

/// What the writers print beside each operator.
std::optional<double> shareOf(std::optional<double> part, std::optional<double> other)
{
    if (!part || !other || *part + *other <= 0)
        return std::nullopt;
    return std::round(*part / (*part + *other) * 1e4) / 1e4;
}

/// Number of a rank inside its group, or -1.
int localRankOf(DbScan &row, int column)
{
    const qint64 rank = row.integer(column, -1);
    constexpr qint64 most = 999'999;
    return rank >= 0 && rank <= most ? static_cast<int>(rank) : -1;
}

/// When operators begin in the timeline, by domain and name.
class StartsOfProfile
{
public:
    explicit StartsOfProfile(const CommOps &operators)
    {
        for (const CommOpRef op : operators) {
            if (const auto ns = parseDecimalUs(op.startTextView()))
                m_starts[{op.groupHash(), op.name()}].push_back(*ns);
        }
    }
    /// Corrects the start of an operator that lasts until then at least.
    void take(CommOp &op) const
    {
        const auto found = m_starts.find({op.groupHash, op.name});
        const auto own = op.startUs ? parseDecimalUs(op.startText.toStdString()) : std::nullopt;
        if (found == m_starts.end() || !own)
            return;
        const auto nearest = *std::min_element(found->second.begin(), found->second.end(), [&](qint64 a, qint64 b) {
            return std::abs(a - *own) < std::abs(b - *own);
        });
        constexpr double mostApartMs = 1;
        const double apartMs = std::abs(static_cast<double>(nearest - *own)) / 1e6;
        if (apartMs > std::min(mostApartMs, op.elapseMs.value_or(0)))
            return;
        op.startText = QString::fromStdString(formatUs(nearest));
        op.startUs = static_cast<double>(nearest) / 1e3;
    }

private:
    std::map<std::pair<QString, QString>, std::vector<qint64>> m_starts;
};

} // namespace

std::vector<DbStep> readDbSteps(const QString &path, const QString &reportName, const JobContext &job,
                                ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    return stepsOf(file, DbNames(file));
}

std::vector<StepTraceRow> readDbStepTrace(const QString &path, const QString &reportName, int rank,
                                          const JobContext &job, ImportReport &report)
{
    std::vector<StepTraceRow> out;
    DbFile file(path, reportName, job, report);
    static constexpr std::pair<const char *, std::optional<double> StepTraceRow::*> times[] = {
        {"computing", &StepTraceRow::computingUs},
        {"communication_not_overlapped", &StepTraceRow::notOverlappedUs},
        {"overlapped", &StepTraceRow::overlappedUs},
        {"communication", &StepTraceRow::communicationUs},
        {"free", &StepTraceRow::freeUs},
        {"stage", &StepTraceRow::stageUs},
        {"bubble", &StepTraceRow::bubbleUs},
        {"communication_not_overlapped_and_exclude_receive", &StepTraceRow::notOverlappedExcludeReceiveUs},
        {"preparing", &StepTraceRow::preparingUs}};
    DbScan row(file, "StepTraceTime",
               {"step", "deviceId", "computing", "communication_not_overlapped", "overlapped", "communication", "free",
                "stage", "bubble", "communication_not_overlapped_and_exclude_receive", "preparing"});
    std::map<std::pair<QString, int>, bool> known;
    while (row.next()) {
        StepTraceRow r;
        r.step = normalizedStep(row.text(0));
        r.rank = rank;
        r.device = localRankOf(row, 1);
        int column = 2;
        for (const auto &[name, field] : times) {
            // MindSpore takes the bubble off what is not overlapped, and stays below 0 where the bubble is longer.
            r.*field = field == &StepTraceRow::notOverlappedExcludeReceiveUs ? row.difference(column, MaxDurationUs)
                                                                             : row.measure(column, MaxDurationUs);
            ++column;
        }
        r.preparingMissing = row.hasColumn(column - 1) && !r.preparingUs;
        if (!isStepNumber(r.step))
            row.reject("step.number", QStringLiteral("Steps that are no number belong to no step of the run."));
        else if (!known.try_emplace({r.step, r.device}, true).second)
            row.reject("step.again", QStringLiteral("Rows of a step that stands there already are not used."));
        else
            out.push_back(std::move(r));
    }
    return out;
}

CommOps readDbCommunication(const QString &path, const QString &reportName, int rank, const std::vector<DbStep> &steps,
                            const CommOps &profile, const JobContext &job, ImportReport &report)
{
    using Key = std::tuple<QString, QString, QString>; // step, group, name
    std::map<Key, CommOp> ops;
    std::vector<Key> order;
    MemoryReservation memory(job.sharedBudget());
    const auto hold = [&] {
        constexpr qint64 opBytes = 1024;
        memory.hold(static_cast<qint64>(ops.size()) * opBytes);
    };
    DbFile file(path, reportName, job, report);
    // Files that name no steps name an operator once.
    std::map<std::pair<QString, QString>, QString> stepOf;
    {
        enum : int { Name, Group, Start, Elapse, Transit, Wait, Synchronization, Idle, Step };
        DbScan row(file, "CommAnalyzerTime",
                   {"hccl_op_name", "group_name", "start_timestamp", "elapse_time|elapsed_time", "transit_time",
                    "wait_time", "synchronization_time", "idle_time", "step"});
        while (row.next()) {
            CommOp op;
            op.name = row.text(Name);
            op.groupHash = row.text(Group);
            op.rank = rank;
            op.startUs = row.measure(Start, MaxStampUs);
            if (op.startUs)
                op.startText = startTextOf(*op.startUs);
            op.step =
                operatorStep(row, Step, steps, op.startUs ? parseDecimalUs(op.startText.toStdString()) : std::nullopt);
            op.p2p = isPointToPoint(op.name);
            op.elapseMs = row.measure(Elapse, MaxDurationMs);
            op.transitMs = row.measure(Transit, MaxDurationMs);
            op.waitMs = row.measure(Wait, MaxDurationMs);
            op.synchronizationMs = row.measure(Synchronization, MaxDurationMs);
            op.idleMs = row.measure(Idle, MaxDurationMs);
            op.waitRatio = shareOf(op.waitMs, op.transitMs);
            op.synchronizationRatio = shareOf(op.synchronizationMs, op.transitMs);
            if (op.name.isEmpty()) {
                row.reject("communication.unnamed", QStringLiteral("Operators without a name are left out."));
                continue;
            }
            const Key key(op.step, op.groupHash, op.name);
            stepOf.try_emplace({op.groupHash, op.name}, op.step);
            if (ops.try_emplace(key, std::move(op)).second)
                order.push_back(key);
            else
                row.reject("communication.again",
                           QStringLiteral("Operators that stand there already are not counted again."));
            hold();
        }
    }
    {
        enum : int { Name, Group, Transport, Size, Time, Bandwidth, Large, Package, Count, Total, Step };
        DbScan row(file, "CommAnalyzerBandwidth",
                   {"hccl_op_name", "group_name", "transport_type", "transit_size", "transit_time", "bandwidth",
                    "large_packet_ratio", "package_size", "count", "total_duration", "step"});
        while (row.next()) {
            const QString name = row.text(Name);
            const QString group = row.text(Group);
            const auto first = stepOf.find({group, name});
            const QString step = row.hasColumn(Step)     ? normalizedStep(row.text(Step))
                                 : first != stepOf.end() ? first->second
                                                         : QStringLiteral("0");
            const auto at = ops.find({step, group, name});
            if (at == ops.end()) {
                row.reject("communication.no-operator",
                           QStringLiteral("Sizes and bandwidths of operators that have no times are left out."));
                continue;
            }
            const QString transport = row.text(Transport);
            auto &transports = at->second.transports;
            auto info = std::find_if(transports.begin(), transports.end(),
                                     [&](const TransportInfo &t) { return t.transport == transport; });
            if (info == transports.end()) {
                TransportInfo t;
                t.transport = transport;
                // Each row of a transport says them again.
                t.sizeMb = row.measure(Size, MaxMegabytes);
                t.timeMs = row.measure(Time, MaxDurationMs);
                t.bandwidthGbs = row.measure(Bandwidth, MaxRate);
                t.largePacketRatio = row.measure(Large, MaxPart);
                info = transports.insert(transports.end(), std::move(t));
            }
            TransportInfo::Packet packet;
            packet.sizeMb = row.measure(Package, MaxMegabytes).value_or(0);
            packet.count = static_cast<qint64>(row.measure(Count, MaxOfAnything).value_or(0));
            packet.timeMs = row.measure(Total, MaxDurationMs).value_or(0);
            // 0 stands for a transport without packets.
            if (packet.sizeMb > 0)
                info->packets.push_back(packet);
        }
    }
    const StartsOfProfile starts(profile);
    CommOpsBuilder out;
    for (const Key &key : order) {
        CommOp &op = ops[key];
        starts.take(op);
        for (TransportInfo &t : op.transports)
            std::sort(t.packets.begin(), t.packets.end(),
                      [](const auto &a, const auto &b) { return a.sizeMb < b.sizeMb; });
        out.add(op);
    }
    return out.seal();
}

MatrixLinks readDbMatrix(const QString &path, const QString &reportName, int rank, const JobContext &job,
                         ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    enum : int { Name, Group, Source, Destination, Transport, Size, Time, Bandwidth, Step, OpName };
    DbScan row(file, "CommAnalyzerMatrix",
               {"hccl_op_name", "group_name", "src_rank", "dst_rank", "transport_type", "transit_size", "transit_time",
                "bandwidth", "step", "op_name"});
    MatrixLinksBuilder links;
    MemoryReservation memory(job.sharedBudget());
    while (row.next()) {
        MatrixLink link;
        link.key = row.text(Name);
        link.groupHash = row.text(Group);
        link.source = localRankOf(row, Source);
        link.destination = localRankOf(row, Destination);
        if (link.source < 0 || link.destination < 0) {
            row.reject("matrix.link", QStringLiteral("Links whose ends are no numbers are left out."));
            continue;
        }
        link.step = row.hasColumn(Step) ? normalizedStep(row.text(Step)) : QStringLiteral("0");
        splitKind(link.key, link.kind, link.statistic);
        link.opName = row.text(OpName);
        link.kind = trueLinkKind(link.kind, link.opName.isEmpty() ? link.key : link.opName);
        link.p2p = isPointToPoint(link.opName.isEmpty() ? link.kind : link.opName);
        link.ownerRank = rank;
        link.transport = row.text(Transport);
        LinkNumbers numbers;
        numbers.sizeMb = row.measure(Size, MaxMegabytes);
        numbers.timeMs = row.measure(Time, MaxDurationMs);
        numbers.bandwidthGbs = row.measure(Bandwidth, MaxRate);
        const QString place = link.key + QStringLiteral(" %1-%2").arg(link.source).arg(link.destination);
        dropNoSize(numbers, place, reportName, report);
        dropNoTime(numbers, place, reportName, report);
        link.sizeMb = numbers.sizeMb;
        link.timeMs = numbers.timeMs;
        link.bandwidthGbs = numbers.bandwidthGbs;
        links.add(link);
        memory.hold(2 * links.bytes());
    }
    return sealLinksWithKinds(links);
}

CommOps readDbOperators(const QString &path, const QString &reportName, int rank, const std::vector<DbStep> &steps,
                        const JobContext &job, ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    const DbNames names(file);
    CommOpsBuilder out;
    DbScan row(file, "COMMUNICATION_OP", {"opName", "groupName", "startNs", "endNs"});
    std::map<qint64, QString> hashes;
    MemoryReservation memory(job.sharedBudget());
    while (row.next()) {
        const auto start = row.stamp(2);
        const auto end = row.stamp(3);
        const qint64 group = row.integer(1, -1);
        const std::string_view name = names.text(row.integer(0));
        if (!start || !end || *end < *start || *end - *start > MaxDurationNs || name.empty())
            continue;
        CommOp op;
        op.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        const auto [hash, isNew] = hashes.try_emplace(group);
        if (isNew) {
            const std::string_view text = names.text(group);
            hash->second = groupHash(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        }
        op.groupHash = hash->second;
        op.rank = rank;
        op.p2p = isPointToPoint(op.name);
        op.startText = QString::fromStdString(formatUs(*start));
        op.startUs = static_cast<double>(*start) / 1e3;
        op.step = QString::number(std::max<qint64>(0, stepAt(steps, *start)));
        op.elapseMs = static_cast<double>(*end - *start) / 1e6;
        out.add(op);
        memory.hold(2 * out.bytes());
    }
    return out.seal();
}

} // namespace rs
