// SPDX-License-Identifier: Apache-2.0
#include "importers/rankchecks.h"

#include "core/base/saturate.h"
#include "core/job/cancelsort.h"
#include "core/table/kernelcolumns.h"
#include "importers/commchecks.h"
#include "importers/differences.h"
#include "importers/files/findingseverity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

constexpr size_t PollEvery = 65536;
// Of fewer, two ranks may have the same by chance, or by hand.
constexpr quint32 EnoughSlices = 16;
constexpr int EnoughKernels = 16;
constexpr int EnoughOperators = 2;

QString rankFolder(const Run &run, const RankData &rank)
{
    return pathInRun(run, rank.info.path);
}

Place rankInStep(const QString &step, const QString &rank)
{
    return Place::step(step).with(Place::Kind::Rank, rank);
}

bool isSameTrace(const RankData &a, const RankData &b, const JobContext &job)
{
    if (!a.trace || !b.trace || a.trace == b.trace)
        return false;
    const SliceStore &x = a.trace->slices();
    const SliceStore &y = b.trace->slices();
    if (x.size() != y.size() || x.size() < EnoughSlices || a.trace->startNs() != b.trace->startNs() ||
        a.trace->endNs() != b.trace->endNs())
        return false;
    for (quint32 i = 0; i < x.size(); ++i) {
        if (i % PollEvery == 0 && job.isCanceled())
            return false;
        const SliceId slice{i};
        if (x.start(slice) != y.start(slice) || x.duration(slice) != y.duration(slice))
            return false;
    }
    return true;
}

bool isSameKernels(const RankData &a, const RankData &b, const JobContext &job)
{
    if (!a.kernels || !b.kernels || a.kernels->rows() != b.kernels->rows() || a.kernels->rows() < EnoughKernels)
        return false;
    const KernelColumns x(*a.kernels);
    const KernelColumns y(*b.kernels);
    if (!x.isTimed() || !y.isTimed())
        return false;
    int timed = 0;
    for (int row = 0; row < a.kernels->rows(); ++row) {
        if (static_cast<size_t>(row) % PollEvery == 0 && job.isCanceled())
            return false;
        if (a.kernels->integer(row, x.start, -1) != b.kernels->integer(row, y.start, -1) ||
            a.kernels->integer(row, x.duration, -1) != b.kernels->integer(row, y.duration, -1))
            return false;
        timed += a.kernels->has(row, x.start) ? 1 : 0;
    }
    return timed >= EnoughKernels;
}

bool isSameCommunication(const RankData &a, const RankData &b)
{
    if (a.commOps.size() != b.commOps.size())
        return false;
    int timed = 0;
    for (size_t i = 0; i < a.commOps.size(); ++i) {
        const CommOpRef x = a.commOps[i];
        const CommOpRef y = b.commOps[i];
        if (x.nameView() != y.nameView() || x.startTextView() != y.startTextView() || x.elapseMs() != y.elapseMs())
            return false;
        timed += x.startTextView().empty() || !x.elapseMs() || x.isTotal() ? 0 : 1;
    }
    return timed >= EnoughOperators;
}

bool isSameMatrix(const RankData &a, const RankData &b, const JobContext &job)
{
    if (a.links.size() != b.links.size())
        return false;
    int timed = 0;
    for (size_t i = 0; i < a.links.size(); ++i) {
        if (i % PollEvery == 0 && job.isCanceled())
            return false;
        const MatrixLinkRef x = a.links[i];
        const MatrixLinkRef y = b.links[i];
        const std::optional<double> time = x.timeMs();
        if (time != y.timeMs() || x.sizeMb() != y.sizeMb() || x.source() != y.source() || x.key() != y.key())
            return false;
        // Round numbers may meet by chance.
        timed += time && x.sizeMb() && std::fmod(*time * 1000, 1) != 0 ? 1 : 0;
    }
    return timed >= EnoughOperators;
}

bool isSameTable(const Table &a, const Table &b, const JobContext &job)
{
    if (a.rows() != b.rows() || a.columnCount() != b.columnCount())
        return false;
    int measured = 0;
    for (int row = 0; row < a.rows(); ++row) {
        if (static_cast<size_t>(row) % PollEvery == 0 && job.isCanceled())
            return false;
        for (int c = 0; c < a.columnCount(); ++c) {
            if (a.has(row, c) != b.has(row, c) || a.real(row, c) != b.real(row, c) ||
                a.textView(row, c) != b.textView(row, c))
                return false;
            // Round numbers may meet by chance, and counts are the same on ranks that do the same.
            const bool isTime = a.at(c).type == ColumnType::Duration || a.at(c).type == ColumnType::TimeStamp;
            measured += isTime ? a.integer(row, c) % 1000 != 0 : std::fmod(a.real(row, c), 1) != 0;
        }
    }
    return measured >= EnoughKernels;
}

constexpr std::array<StepColumn, 9> allStepColumns{{
    {"Computing", &StepTraceRow::computingUs},
    {"Communication(Not Overlapped)", &StepTraceRow::notOverlappedUs},
    {"Overlapped", &StepTraceRow::overlappedUs},
    {"Communication", &StepTraceRow::communicationUs},
    {"Free", &StepTraceRow::freeUs},
    {"Stage", &StepTraceRow::stageUs},
    {"Bubble", &StepTraceRow::bubbleUs},
    {"Communication(Not Overlapped and Exclude Receive)", &StepTraceRow::notOverlappedExcludeReceiveUs},
    {"Preparing", &StepTraceRow::preparingUs},
}};

bool isSameSteps(const RankData &a, const RankData &b)
{
    if (a.stepTrace.size() != b.stepTrace.size())
        return false;
    bool measured = false;
    for (size_t i = 0; i < a.stepTrace.size(); ++i) {
        const StepTraceRow &x = a.stepTrace[i];
        const StepTraceRow &y = b.stepTrace[i];
        if (x.step != y.step || std::any_of(allStepColumns.begin(), allStepColumns.end(),
                                            [&](const StepColumn &c) { return x.*c.value != y.*c.value; }))
            return false;
        // Round numbers may meet by chance.
        const auto isFine = [](const std::optional<double> &us) { return us && std::fmod(*us * 10, 1) != 0; };
        measured = measured || (isFine(x.computingUs) && isFine(x.freeUs));
    }
    return measured;
}

void noteClusterSteps(const Run &run, const QString &file, ImportReport &report)
{
    std::map<std::pair<int, QString>, const StepTraceRow *> ofCluster;
    std::set<int> ranks;
    for (const StepTraceRow &r : run.cluster.stepTrace) {
        if (r.rank < 0 || !r.stageRanks.isEmpty())
            continue;
        ofCluster[{r.rank, r.step}] = &r;
        ranks.insert(r.rank);
    }
    if (ranks.empty())
        return;
    Differences values;
    Differences steps;
    QStringList missing;
    for (const auto &rank : run.ranks) {
        if (!rank || rank->info.rank < 0 || rank->stepTrace.empty())
            continue;
        if (!ranks.contains(rank->info.rank)) {
            missing << rank->info.label;
            continue;
        }
        std::set<QString> known;
        for (const StepTraceRow &own : rank->stepTrace) {
            const QString step = own.step;
            const Place place = rankInStep(step, rank->info.label);
            known.insert(step);
            const auto found = ofCluster.find({rank->info.rank, step});
            if (found == ofCluster.end()) {
                steps.add(place);
                continue;
            }
            for (const StepColumn &c : allStepColumns) {
                const std::optional<double> &cluster = found->second->*c.value;
                if (!isSame(cluster, own.*c.value, 0.002))
                    values.add(place.with(Place::Kind::Column, QString::fromLatin1(c.name)),
                               unequalNumbers(*cluster, *(own.*c.value)));
            }
        }
        for (auto it = ofCluster.lower_bound({rank->info.rank, QString()});
             it != ofCluster.end() && it->first.first == rank->info.rank; ++it) {
            if (!known.contains(it->first.second))
                steps.add(rankInStep(it->first.second, rank->info.label));
        }
    }
    if (values.count > 0)
        report.add({Severity::Loss, file, values.place, QStringLiteral("cluster.other-values"),
                    RS_MESSAGE("Times of this file are not those of the rank's own step_trace_time.csv (the first one: "
                               "%1): the cluster analysis was made of other files, and the rank's own count."),
                    values.argument, values.count});
    if (steps.count > 0)
        report.add({Severity::Notice,
                    file,
                    steps.place,
                    QStringLiteral("cluster.other-steps"),
                    RS_MESSAGE("Steps that only one of this file and the rank's own step_trace_time.csv has: the "
                               "cluster analysis was made of other files."),
                    {},
                    steps.count});
    if (!missing.isEmpty()) {
        constexpr qsizetype most = 20;
        const auto count = missing.size();
        if (count > most)
            missing = missing.mid(0, most) << QStringLiteral("…");
        report.add(
            {Severity::Notice,
             file,
             {},
             QStringLiteral("cluster.no-rank"),
             RS_MESSAGE("Ranks of this run that the cluster analysis does not have: %1. It was made without them."),
             missing.join(QStringLiteral(", ")),
             count});
    }
}

/// Totals of the cluster that stand without their operators, by rank: they are held against the sums of the ranks'
/// own operators. Others are held against their operators by the checks of the file itself.
std::map<int, std::vector<CommOpRef>> totalsWithoutOperators(const CommOps &operators)
{
    std::set<std::tuple<int, WordId, WordId>> withOperators;
    std::vector<CommOpRef> totals;
    std::tuple<int, WordId, WordId> last;
    for (const CommOpRef op : operators) {
        const std::tuple of(op.rank(), op.stepId(), op.groupId());
        if (op.isTotal()) {
            if (op.rank() >= 0 && !op.groupHash().isEmpty())
                totals.push_back(op);
        } else if (withOperators.empty() || of != last) {
            withOperators.insert(of);
            last = of;
        }
    }
    std::map<int, std::vector<CommOpRef>> out;
    for (const CommOpRef &total : totals) {
        if (!withOperators.contains({total.rank(), total.stepId(), total.groupId()}))
            out[total.rank()].push_back(total);
    }
    return out;
}

/// What the operators of a rank took in one step and domain.
struct OperatorSums
{
    std::array<std::optional<double>, operatorTimes.size()> timesMs{};
    qint64 operators = 0;

    void add(const CommOpRef &op)
    {
        for (size_t i = 0; i < timesMs.size(); ++i) {
            const std::optional<double> time = (op.*operatorTimes[i])();
            const std::optional<double> before = operators == 0 ? 0 : timesMs[i];
            timesMs[i] = before && time ? std::optional(*before + *time) : std::nullopt;
        }
        ++operators;
    }
};

void compareOperatorTotals(const RankData &rank, const std::vector<CommOpRef> &totals, Differences &values)
{
    std::map<std::pair<QString, QString>, OperatorSums> sums;
    for (const CommOpRef &total : totals)
        sums[{total.step(), total.groupHash()}];
    std::optional<std::pair<WordId, WordId>> last;
    OperatorSums *sum = nullptr;
    for (const CommOpRef op : rank.commOps) {
        if (op.isTotal())
            continue;
        // Operators of one step and domain mostly stand together.
        if (const std::optional of(std::pair(op.stepId(), op.groupId())); of != last) {
            const auto at = sums.find({op.step(), op.groupHash()});
            sum = at == sums.end() ? nullptr : &at->second;
            last = of;
        }
        if (sum)
            sum->add(op);
    }
    for (const CommOpRef &total : totals) {
        const OperatorSums &own = sums[{total.step(), total.groupHash()}];
        for (size_t i = 0; own.operators > 0 && i < operatorTimes.size(); ++i) {
            const std::optional<double> told = (total.*operatorTimes[i])();
            // Each part is rounded by itself.
            if (!isSame(told, own.timesMs[i], 1e-4 * static_cast<double>(own.operators)))
                values.add(rankInStep(total.step(), QString::number(total.rank())),
                           total.name() + QStringLiteral(": ") + unequalNumbers(*told, *own.timesMs[i]));
        }
    }
}

// The numbers of packets and their times, over all sizes.
std::pair<qint64, double> packetsOf(const TransportRef &t)
{
    std::pair<qint64, double> out;
    for (const TransportInfo::Packet &p : t.packets()) {
        out.first = saturatedSum(out.first, p.count);
        out.second += p.timeMs;
    }
    return out;
}

// The cluster analysis copies what an operator carried; totals it works out.
void compareTransports(const CommOpRef &cluster, const CommOpRef &own, Differences &values)
{
    const auto told = [&](const TransportRef &t, double a, double b, QLatin1String unit) {
        values.add(rankInStep(own.step(), QString::number(own.rank())), own.name() + QStringLiteral(", ") +
                                                                            t.transport() + QStringLiteral(": ") +
                                                                            unequalNumbers(a, b) + unit);
    };
    for (const TransportRef t : own.transports()) {
        const auto all = cluster.transports();
        const auto at =
            std::find_if(all.begin(), all.end(), [&](const TransportRef &c) { return c.transport() == t.transport(); });
        if (at == all.end())
            continue;
        const TransportRef other = *at;
        const auto [packets, packetMs] = packetsOf(t);
        const auto [otherPackets, otherPacketMs] = packetsOf(other);
        if (!isSame(other.sizeMb(), t.sizeMb(), 1e-4))
            told(t, *other.sizeMb(), *t.sizeMb(), QLatin1String(" MB"));
        else if (!isSame(other.timeMs(), t.timeMs(), 1e-4))
            told(t, *other.timeMs(), *t.timeMs(), QLatin1String(" ms"));
        else if (!isSame(other.bandwidthGbs(), t.bandwidthGbs(), 1e-3))
            told(t, *other.bandwidthGbs(), *t.bandwidthGbs(), QLatin1String(" GB/s"));
        else if (packets != otherPackets)
            told(t, static_cast<double>(otherPackets), static_cast<double>(packets), QLatin1String());
        else if (!isSame(otherPacketMs, packetMs, 1e-3))
            told(t, otherPacketMs, packetMs, QLatin1String(" ms"));
    }
}

void noteClusterOperators(const Run &run, const QString &file, const JobContext &job, ImportReport &report)
{
    std::vector<CommOpRef> ofCluster;
    for (const CommOpRef op : run.cluster.commOps) {
        if (!op.isTotal() && op.rank() >= 0)
            ofCluster.push_back(op);
    }
    const auto isBefore = [](const CommOpRef &a, const CommOpRef &b) {
        const auto keyOf = [](const CommOpRef &op) {
            return std::tuple<int, const QString &, std::string_view, const QString &>(op.rank(), op.step(),
                                                                                       op.nameView(), op.groupHash());
        };
        return keyOf(a) < keyOf(b);
    };
    if (!sortCancellably(ofCluster, job, isBefore))
        return;
    const std::map<int, std::vector<CommOpRef>> totals = totalsWithoutOperators(run.cluster.commOps);
    Differences values;
    Differences transports;
    Differences operators;
    const auto alone = [&](const CommOpRef &op) {
        operators.add(rankInStep(op.step(), QString::number(op.rank())), op.name());
    };
    for (const auto &rank : run.ranks) {
        if (!rank || rank->info.rank < 0 || job.isCanceled())
            continue;
        if (const auto at = totals.find(rank->info.rank); at != totals.end())
            compareOperatorTotals(*rank, at->second, values);
        std::vector<CommOpRef> own;
        for (const CommOpRef op : rank->commOps) {
            if (!op.isTotal() && op.rank() == rank->info.rank)
                own.push_back(op);
        }
        auto cluster = std::partition_point(ofCluster.begin(), ofCluster.end(),
                                            [&](const CommOpRef &op) { return op.rank() < rank->info.rank; });
        const auto end = std::partition_point(cluster, ofCluster.end(),
                                              [&](const CommOpRef &op) { return op.rank() == rank->info.rank; });
        // A file that is not there is told elsewhere.
        if (own.empty() || cluster == end || !sortCancellably(own, job, isBefore))
            continue;
        for (const CommOpRef &op : own) {
            while (cluster != end && isBefore(*cluster, op))
                alone(*cluster++);
            if (cluster == end || isBefore(op, *cluster)) {
                alone(op);
                continue;
            }
            const CommOpRef other = *cluster++;
            const auto compare = [&](const std::optional<double> &a, const std::optional<double> &b, double rounding) {
                if (!isSame(a, b, rounding))
                    values.add(rankInStep(op.step(), QString::number(op.rank())),
                               op.name() + QStringLiteral(": ") + unequalNumbers(*a, *b));
            };
            compare(other.startUs(), op.startUs(), 0.1);
            compare(other.elapseMs(), op.elapseMs(), 1e-4);
            compare(other.transitMs(), op.transitMs(), 1e-4);
            compare(other.waitMs(), op.waitMs(), 1e-4);
            compare(other.synchronizationMs(), op.synchronizationMs(), 1e-4);
            compare(other.idleMs(), op.idleMs(), 1e-4);
            compareTransports(other, op, transports);
        }
        while (cluster != end)
            alone(*cluster++);
    }
    if (values.count > 0)
        report.add(
            {Severity::Loss, file, values.place, QStringLiteral("cluster.other-times"),
             RS_MESSAGE("Times of operators in this file are not those of the rank's own communication.json (the first "
                        "one: %1): the cluster analysis was made of other files, and the rank's own count."),
             values.argument, values.count});
    if (transports.count > 0)
        report.add({Severity::Loss, file, transports.place, QStringLiteral("cluster.other-transports"),
                    RS_MESSAGE("Sizes, times, bandwidths or packets of operators in this file are not those of the "
                               "rank's own communication.json (the first one: %1): the cluster analysis was made of "
                               "other files, and the rank's own count."),
                    transports.argument, transports.count});
    if (operators.count > 0)
        report.add({Severity::Notice, file, operators.place, QStringLiteral("cluster.other-operators"),
                    RS_MESSAGE("Operators that only one of this file and the rank's own communication.json has (the "
                               "first one: %1): the cluster analysis was made of other files."),
                    operators.argument, operators.count});
}

QString membersOf(const std::vector<int> &ranks)
{
    QStringList out;
    for (const int rank : ranks)
        out << (out.size() < 8 ? QString::number(rank) : QStringLiteral("…"));
    return u'(' + out.mid(0, 9).join(QStringLiteral(", ")) + u')';
}

} // namespace

std::span<const StepColumn> stepTraceColumns()
{
    return allStepColumns;
}

/// Not by QDir, which crashes where there is no memory.
QString pathInRun(const Run &run, const QString &path)
{
    if (path.size() > run.path.size() && path.startsWith(run.path) && path[run.path.size()] == u'/')
        return path.mid(run.path.size() + 1);
    return path == run.path ? QString() : path;
}

void noteCopiedRanks(const Run &run, const JobContext &job, ImportReport &report)
{
    struct Copy
    {
        const RankData *of = nullptr;
        QStringList parts;
    };
    std::vector<Copy> copies(run.ranks.size());
    // Only ranks that agree in what is cheap to ask are held against each other.
    const auto look = [&](const char *part, const auto &keyOf, const auto &isSamePart) {
        std::map<decltype(keyOf(*run.ranks.front())), std::vector<const RankData *>> alike;
        for (size_t i = 0; i < run.ranks.size(); ++i) {
            const RankData *const rank = run.ranks[i].get();
            if (!rank)
                continue;
            std::vector<const RankData *> &others = alike[keyOf(*rank)];
            const auto found = std::find_if(others.begin(), others.end(), [&](const RankData *other) {
                // Devices of the same files have in common what does not say of which device it is.
                const bool areDevices = other->info.part && rank->info.part && other->info.path == rank->info.path;
                return !job.isCanceled() && !areDevices && isSamePart(*other, *rank);
            });
            if (found != others.end()) {
                if (!copies[i].of)
                    copies[i].of = *found;
                if (copies[i].of == *found)
                    copies[i].parts << QString::fromLatin1(part);
                continue;
            }
            constexpr size_t most = 64;
            if (others.size() < most)
                others.push_back(rank);
        }
    };
    look(
        "trace",
        [](const RankData &r) {
            return std::pair(r.trace ? r.trace->slices().size() : 0, r.trace ? r.trace->startNs() : 0);
        },
        [&](const RankData &a, const RankData &b) { return isSameTrace(a, b, job); });
    look(
        "kernel_details", [](const RankData &r) { return r.kernels ? r.kernels->rows() : 0; },
        [&](const RankData &a, const RankData &b) { return isSameKernels(a, b, job); });
    look(
        "communication",
        [](const RankData &r) {
            return std::pair(r.commOps.size(), r.commOps.empty() ? QString() : r.commOps.front().startText());
        },
        isSameCommunication);
    look(
        "communication_matrix",
        [](const RankData &r) {
            return std::pair(r.links.size(), r.links.empty() ? std::nullopt : r.links.front().timeMs());
        },
        [&](const RankData &a, const RankData &b) { return isSameMatrix(a, b, job); });
    for (const char *const kind : {"op_statistic", "api_statistic", "l2_cache", "task_time"}) {
        const QString name = QString::fromLatin1(kind);
        look(
            kind, [&](const RankData &r) { return r.table(name) ? r.table(name)->rows() : 0; },
            [&](const RankData &a, const RankData &b) {
                return a.table(name) && b.table(name) && isSameTable(*a.table(name), *b.table(name), job);
            });
    }
    look(
        "step_trace_time",
        [](const RankData &r) {
            return std::pair(r.stepTrace.size(), r.stepTrace.empty() ? std::nullopt : r.stepTrace.front().computingUs);
        },
        isSameSteps);
    for (size_t i = 0; i < copies.size(); ++i) {
        if (!copies[i].of)
            continue;
        const RankData &rank = *run.ranks[i];
        report.add({Severity::Loss, rankFolder(run, rank), Place::rank(rank.info.label), QStringLiteral("rank.copied"),
                    RS_MESSAGE("Files of this rank hold the very times of another one (rank %1): they are copies, and "
                               "what is summed or compared over ranks counts them twice."),
                    copies[i].of->info.label + QStringLiteral(": ") + copies[i].parts.join(QStringLiteral(", "))});
    }
}

void noteDevicesOfRanks(const Run &run, ImportReport &report)
{
    std::map<std::pair<QString, int>, const RankInfo *> first;
    Differences shared;
    qint64 known = 0;
    for (const auto &rank : run.ranks) {
        if (!rank || rank->info.rank < 0 || rank->info.device < 0 || rank->info.host.isEmpty())
            continue;
        ++known;
        const RankInfo &info = rank->info;
        const auto [other, isNew] = first.try_emplace({info.host, info.device}, &info);
        if (!isNew && other->second->rank != info.rank)
            shared.add(
                Place::rank(info.label),
                QStringLiteral("%1, %2: %3, %4").arg(info.host).arg(info.device).arg(other->second->label, info.label));
    }
    if (shared.count == 0)
        return;
    // Where each process sees one device only, all of them call it 0.
    const bool allFirst =
        std::all_of(first.begin(), first.end(), [](const auto &entry) { return entry.first.second == 0; });
    report.add({allFirst ? Severity::Notice : severityOf(shared.count, known),
                {},
                shared.place,
                QStringLiteral("rank.same-device"),
                RS_MESSAGE("Ranks that are on a device of a host on which another rank is too (host, device and ranks "
                           "of the first one: %1): unless each process saw a single device only, the device, the host "
                           "or the rank of one of them is wrong."),
                shared.argument,
                shared.count});
}

void noteClusterOfRanks(const Run &run, const JobContext &job, ImportReport &report)
{
    if (const QString file = clusterFile(run, "cluster_communication"); !file.isEmpty()) {
        noteTimesOfOperators(run.cluster.commOps, true, file, job, report);
        noteDomainsOfOperators(run.cluster.commOps, true, file, job, report);
    }
    if (run.infos.empty())
        return;
    if (const QString file = clusterFile(run, "cluster_step_trace_time"); !file.isEmpty())
        noteClusterSteps(run, file, report);
    if (const QString file = clusterFile(run, "cluster_communication"); !file.isEmpty())
        noteClusterOperators(run, file, job, report);
}

void noteGroupsOfRanks(const Run &run, ImportReport &report)
{
    struct First
    {
        std::vector<int> ranks;
        QString label;
        QString name;
        QString pgName = {};
        QString namedBy = {};
        Differences otherNames = {};
    };
    std::map<QString, First> byHash;
    const auto addName = [](First &first, const GroupInfo &g, const QString &label) {
        if (first.pgName.isEmpty()) {
            first.pgName = g.pgName;
            first.namedBy = label;
        } else if (!g.pgName.isEmpty() && g.pgName != first.pgName) {
            first.otherNames.add(Place::name(first.pgName),
                                 QStringLiteral("%1: %2 ≠ %3: %4").arg(first.namedBy, first.pgName, label, g.pgName));
        }
    };
    const auto hashOf = [](const GroupInfo &g) { return g.hash.isEmpty() ? groupHash(g.commName) : g.hash; };
    const auto nameOf = [](const GroupInfo &g) { return g.pgName.isEmpty() ? g.commName : g.pgName; };
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        for (const GroupInfo &g : rank->groups) {
            if (g.globalRanks.empty())
                continue;
            std::vector<int> ranks = g.globalRanks;
            std::sort(ranks.begin(), ranks.end());
            const auto [known, isNew] = byHash.try_emplace(hashOf(g), First{ranks, rank->info.label, nameOf(g)});
            if (!isNew && known->second.ranks != ranks)
                report.add({Severity::Notice, rankFolder(run, *rank), Place::name(nameOf(g)),
                            QStringLiteral("groups.other-members"),
                            RS_MESSAGE("Members of a communication domain that a rank describes otherwise (rank %1): "
                                       "the domain is shown with all that either names."),
                            known->second.label + QStringLiteral(": ") + membersOf(known->second.ranks) +
                                QStringLiteral(" ≠ ") + membersOf(ranks)});
            addName(known->second, g, rank->info.label);
        }
    }
    for (const auto &[hash, domain] : byHash) {
        if (domain.otherNames.count > 0)
            report.add({Severity::Notice,
                        {},
                        domain.otherNames.place,
                        QStringLiteral("groups.other-name"),
                        RS_MESSAGE("A communication domain that ranks name differently (rank %1): it is shown under "
                                   "one of the names."),
                        domain.otherNames.argument,
                        domain.otherNames.count});
    }
    // The cluster analysis knows the ranks that it was given: it may name fewer, not others.
    for (const GroupInfo &g : run.cluster.groups) {
        const auto known = byHash.find(hashOf(g));
        if (known == byHash.end())
            continue;
        std::vector<int> ranks = g.globalRanks;
        std::sort(ranks.begin(), ranks.end());
        if (!std::includes(known->second.ranks.begin(), known->second.ranks.end(), ranks.begin(), ranks.end()))
            report.add({Severity::Notice, clusterFile(run, "communication_group"), Place::name(known->second.name),
                        QStringLiteral("groups.other-members"),
                        RS_MESSAGE("Members of a communication domain that a rank describes otherwise (rank %1): the "
                                   "domain is shown with all that either names."),
                        known->second.label + QStringLiteral(": ") + membersOf(known->second.ranks) +
                            QStringLiteral(" ≠ ") + membersOf(ranks)});
    }
}

} // namespace rs
