// SPDX-License-Identifier: Apache-2.0
#include "importers/consistency/consistency.h"
#include "importers/consistency/contradictions.h"
#include "importers/consistency/rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace rs {

namespace {

constexpr Contradiction otherMembers{"groups.other-members",
                                     RS_NOOP("Files list different members of a communication domain (only in one: "
                                             "%1). The domain is shown with all of them.")};
constexpr Consistency membersOfRanks{.onlyLeft = otherMembers, .onlyRight = otherMembers};
// The cluster analysis knows the ranks that it was given: it may name fewer, not others.
constexpr Consistency membersOfCluster{.onlyLeft = otherMembers};

constexpr Consistency devicesOfTables{
    .onlyLeft = {
        "table.other-device",
        RS_NOOP("Rows of this file belong to another device than the trace of this rank (%1). They are data of "
                "another rank."),
        Gravity::ByShare}};

constexpr Consistency lanesOfRanks{
    .onlyRight = {
        "peers.lanes",
        RS_NOOP("Lanes of other ranks' traces are missing here, or have unknown names (%1). What is computed from "
                "them is missing for this rank.")}};

/// Not by QDir, which crashes where there is no memory; empty for the run's own folder.
QString pathInRun(const Run &run, const QString &path)
{
    if (path.size() > run.path.size() && path.startsWith(run.path) && path[run.path.size()] == u'/')
        return path.mid(run.path.size() + 1);
    return path == run.path ? QString() : path;
}

using Names = std::vector<QString>;

// ---- members of communication domains -----------------------------------------------------------------------------

/// A domain as that rank describes it that was asked first.
struct KnownDomain
{
    QString name;
    std::vector<int> members;
};
using KnownDomains = std::map<QString, KnownDomain>; ///< by hash

QString hashOf(const GroupInfo &g)
{
    return g.hash.isEmpty() ? groupHash(g.commName) : g.hash;
}

std::vector<int> membersOf(const GroupInfo &g)
{
    std::vector<int> out = g.globalRanks;
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

/// The members that one description lists, and those that are known of the same domains.
void noteOtherMembers(const Consistency &rule, const std::vector<GroupInfo> &groups, const KnownDomains &known,
                      const QString &file, const JobContext &job, ImportReport &report)
{
    for (const GroupInfo &g : groups) {
        const auto domain = known.find(hashOf(g));
        if (domain == known.end() || g.globalRanks.empty())
            continue;
        // Each of thousands of ranks lists thousands of members, the same ones nearly always.
        const std::vector<int> members = membersOf(g);
        if (members == domain->second.members)
            continue;
        const auto factsOf = [place = Place::name(domain->second.name)](const std::vector<int> &ranks) {
            Names names;
            for (const int rank : ranks)
                names.push_back(QString::number(rank));
            return namedFacts(std::move(names), place);
        };
        compareFacts(rule, factsOf(members), factsOf(domain->second.members), file, job, report);
    }
}

void noteMembers(const Run &run, const JobContext &job, ImportReport &report)
{
    KnownDomains known;
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        noteOtherMembers(membersOfRanks, rank->groups, known, pathInRun(run, rank->info.path), job, report);
        for (const GroupInfo &g : rank->groups) {
            const QString &name = g.pgName.isEmpty() ? g.commName : g.pgName;
            if (!g.globalRanks.empty())
                known.try_emplace(hashOf(g), KnownDomain{name, membersOf(g)});
        }
    }
    noteOtherMembers(membersOfCluster, run.cluster.groups, known, clusterFile(run, "communication_group"), job, report);
}

// ---- ranks that are copies of others ------------------------------------------------------------------------------

/// A number for the times of a trace, by slices that lie evenly in it; nothing where there are too few to tell.
std::optional<quint64> timesOf(const RankData &rank)
{
    constexpr quint32 enough = 16;
    constexpr quint32 most = 1024;
    const quint32 size = rank.trace ? rank.trace->slices().size() : 0;
    quint64 key = factKey(qint64{size});
    for (quint32 i = 0; i < size; i += size / most + 1) {
        const SliceId slice{i};
        key =
            factKey(static_cast<qint64>(key), rank.trace->slices().start(slice), rank.trace->slices().duration(slice));
    }
    return size >= enough ? std::optional(key) : std::nullopt;
}

/// Ranks whose trace holds the very times of another one.
void noteCopiedRanks(const Run &run, ImportReport &report)
{
    std::map<quint64, const RankInfo *> first;
    for (const auto &rank : run.ranks) {
        const std::optional<quint64> times = rank ? timesOf(*rank) : std::nullopt;
        if (!times)
            continue;
        const RankInfo &info = rank->info;
        const RankInfo &original = *first.try_emplace(*times, &info).first->second;
        // Devices of the same files have in common what does not say of which device it is.
        if (&original == &info || (original.part && info.part && original.path == info.path))
            continue;
        report.add(Severity::Loss, pathInRun(run, info.path), "rank.copied",
                   RS_MESSAGE("Files of this rank have exactly the times of rank %1: they are copies, and sums and "
                              "comparisons over ranks count them twice."),
                   Place::rank(info.label), original.label + QStringLiteral(": trace"));
    }
}

// ---- lanes that the trace of one rank lacks -----------------------------------------------------------------------

Names lanesOf(const Trace &trace)
{
    static constexpr std::pair<ProcessKind, const char *> kinds[] = {
        {ProcessKind::Python, "Python"},
        {ProcessKind::MindSpore, "MindSpore"},
        {ProcessKind::Cann, "CANN"},
        {ProcessKind::AscendHardware, "Ascend Hardware"},
        {ProcessKind::Communication, "Communication"},
        {ProcessKind::OverlapAnalysis, "Overlap Analysis"},
    };
    Names out;
    for (const auto &[kind, name] : kinds) {
        const auto &lanes = trace.lanes();
        if (std::ranges::any_of(lanes, [&, wanted = kind](const Lane &l) {
                return l.sliceCount > 0 && trace.process(l.process).kind == wanted;
            }))
            out.push_back(QString::fromLatin1(name));
    }
    return out;
}

/// Lanes that at least half of the traces have.
void noteMissingLanes(const Run &run, const JobContext &job, ImportReport &report)
{
    std::vector<std::pair<const RankData *, Names>> own;
    std::map<QString, size_t> counts;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace || rank->trace->slices().size() == 0)
            continue;
        own.emplace_back(rank.get(), lanesOf(*rank->trace));
        for (const QString &name : own.back().second)
            ++counts[name];
    }
    Names usual;
    for (const auto &[name, count] : counts) {
        if (count * 2 >= own.size())
            usual.push_back(name);
    }
    for (const auto &[rank, names] : own) {
        const auto &files = rank->info.files;
        const auto file =
            std::ranges::find_if(files, [](const FileEntry &f) { return f.used && f.kind == QLatin1String("trace"); });
        const Place place = Place::rank(rank->info.label);
        compareFacts(lanesOfRanks, namedFacts(names, place), namedFacts(usual, place),
                     pathInRun(run, file == files.end() ? rank->info.path : file->path), job, report);
    }
}

// ---- devices ------------------------------------------------------------------------------------------------------

void noteDevices(const RankData &rank, const JobContext &job, ImportReport &report)
{
    std::set<qint64> devices;
    for (const Process &p : rank.trace ? rank.trace->processes() : std::vector<Process>()) {
        if (p.device >= 0)
            devices.insert(p.device);
    }
    if (devices.empty())
        return;
    for (const auto &table : rank.allTables()) {
        const int column = table->column(u"Device_id");
        if (column < 0 || table->at(column).type != ColumnType::Integer)
            continue;
        constexpr int rowsPerPoll = 4096;
        Comparison found(devicesOfTables);
        for (int row = 0; row < table->rows(); ++row) {
            if (row % rowsPerPoll == 0 && job.isCanceled())
                return;
            if (table->has(row, column) && !devices.contains(table->integer(row, column)))
                found.onlyLeft(static_cast<quint32>(row));
            else
                found.pair(static_cast<quint32>(row), {}, {});
        }
        found.tell(table->source,
                   {[](quint32 row) {
                        return FactPlace{{}, Place::row(row + 1)};
                    },
                    [&](quint32 row) {
                        return QStringLiteral("%1 ≠ %2")
                            .arg(table->integer(static_cast<int>(row), column))
                            .arg(*devices.begin());
                    }},
                   {}, report);
    }
}

} // namespace

QString clusterFile(const Run &run, const char *kind)
{
    for (const QLatin1String wanted : {QLatin1String(kind), QLatin1String("cluster_db")}) {
        const auto at =
            std::ranges::find_if(run.cluster.files, [&](const FileEntry &f) { return f.used && f.kind == wanted; });
        if (at != run.cluster.files.end())
            return at->name;
    }
    return {};
}

void noteContradictions(const RankData &rank, const RankFiles &files, const JobContext &job, ImportReport &report)
{
    noteStepsOfTrace(rank, files.nameOfSource("step_trace_time"), job, report);
    noteOperatorsOfTrace(rank, files.nameOfSource("communication"), job, report);
    // Links in files of several devices are of all of these.
    if (!rank.info.part)
        noteLinksOfOperators(rank, files.nameOfSource("communication_matrix"), job, report);
    noteDevices(rank, job, report);
}

void noteContradictions(const Run &run, bool clusterIsWhole, const JobContext &job, ImportReport &report)
{
    noteStepsOfRanks(run, job, report);
    noteCopiedRanks(run, report);
    if (clusterIsWhole) {
        noteStepsOfCluster(run, job, report);
        noteOperatorsOfCluster(run, job, report);
    }
    noteMembers(run, job, report);
    noteMissingLanes(run, job, report);
}

} // namespace rs
