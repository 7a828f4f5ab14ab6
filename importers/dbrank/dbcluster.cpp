// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbcluster.h"

#include "importers/csv/stepcsv.h"
#include "importers/dbrank/dbcommrows.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

std::vector<StepTraceRow> readSteps(DbFile &file)
{
    std::vector<StepTraceRow> out;
    std::set<std::tuple<QString, int, QString>> known;
    enum : int { Step, Type, Index, FirstTime };
    DbScan row(file, "ClusterStepTraceTime",
               {"step", "type", "index", "computing", "communication_not_overlapped", "overlapped", "communication",
                "free", "stage", "bubble", "communication_not_overlapped_and_exclude_receive", "preparing"});
    while (row.next()) {
        StepTraceRow r;
        r.step = normalizedStep(row.text(Step));
        const QString type = row.text(Type);
        if (type == QLatin1String("stage")) {
            r.stageRanks = row.text(Index);
        } else if (type != QLatin1String("rank")) {
            row.reject("step.type", RS_MESSAGE("Rows that belong to neither a rank nor a stage are left out."));
            continue;
        } else if ((r.rank = rankInRow(row, Index)) < 0) {
            row.reject("cluster.rank", RS_MESSAGE("Entries without a rank number are left out."));
            continue;
        }
        fillStepTimes(row, FirstTime, r);
        if (!isStepNumber(r.step)) {
            row.reject("step.number", RS_MESSAGE("Steps that are not numbers belong to no step of the run."));
            continue;
        }
        // However the list of a stage is spaced.
        if (known.emplace(r.step, r.rank, QString(r.stageRanks).remove(u' ')).second)
            out.push_back(std::move(r));
        else
            row.reject("step.again", RS_MESSAGE("Repeated rows of a step are not used."));
    }
    return out;
}

/// "(0, 1)", "{0,1}" or "[0, 1]".
std::vector<int> ranksOf(const QString &text, bool &isSound)
{
    static const QRegularExpression between(QStringLiteral("[\\s,()\\[\\]{}]+"));
    std::vector<int> out;
    for (const QString &part : text.split(between, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int rank = part.toInt(&isNumber);
        if (isNumber && rank >= 0)
            out.push_back(rank);
        else
            isSound = false;
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::vector<GroupInfo> readGroups(DbFile &file)
{
    std::vector<GroupInfo> out;
    const char *const table = file.has("CommunicationGroup") ? "CommunicationGroup" : "CommunicationGroupMapping";
    enum : int { Type, Ranks, Name, Id, Group };
    DbScan row(file, table, {"type", "rank_set", "group_name", "group_id", "pg_name"});
    while (row.next()) {
        GroupInfo g;
        g.p2p = row.text(Type) == QLatin1String("p2p");
        g.hash = row.text(Name);
        g.commName = row.text(Id);
        g.pgName = row.text(Group);
        bool isSound = true;
        g.globalRanks = ranksOf(QString::fromStdString(row.longText(Ranks)), isSound);
        if (!isSound)
            row.reject("cluster.group-ranks",
                       RS_MESSAGE("Ranks of communication domains that are not numbers are left out."));
        if (g.hash.isEmpty() && !g.commName.isEmpty())
            g.hash = groupHash(g.commName);
        // An analysis lists operators without the hash of their group under an empty name.
        if (g.hash.isEmpty() && row.isMissing(Name))
            row.reject("cluster.group", RS_MESSAGE("Communication domains without a name are left out."));
        else if (!g.hash.isEmpty())
            out.push_back(std::move(g));
    }
    return out;
}

/// Tables that nothing here is made of, such as the results of recipes, and all where nothing at all was.
void noteOtherTables(DbFile &file, bool isOfUse)
{
    static constexpr const char *read[] = {"ClusterStepTraceTime",
                                           "CommunicationGroup",
                                           "CommunicationGroupMapping",
                                           "ClusterCommAnalyzerTime",
                                           "ClusterCommAnalyzerBandwidth",
                                           "ClusterCommAnalyzerMatrix",
                                           "ClusterCommunicationTime",
                                           "ClusterCommunicationBandwidth",
                                           "ClusterCommunicationMatrix",
                                           "HostInfo",
                                           "RankDeviceMap"};
    constexpr qsizetype most = 40;
    QStringList names;
    for (const QString &name : file.tables().names) {
        const bool isRead =
            std::ranges::any_of(read, [&name](const char *known) { return name == QLatin1String(known); });
        if ((!isOfUse || !isRead) && !name.startsWith(QLatin1String("sqlite_")))
            names << name;
    }
    if (names.isEmpty())
        return;
    const qsizetype count = names.size();
    if (count > most)
        names = names.first(most) << QStringLiteral("…");
    if (isOfUse)
        file.note(Severity::Info, "db.other-tables",
                  RS_MESSAGE("Tables of the database that no view uses (%1): they can be shown as they are."), {},
                  names.join(QStringLiteral(", ")), count);
    else
        file.note(
            Severity::Notice, "db.cluster-nothing",
            RS_MESSAGE("No row of the cluster analysis is used: its tables are empty, or no view uses them (%1)."), {},
            names.join(QStringLiteral(", ")), count);
}

bool hasPlaces(DbFile &file)
{
    DbScan row(file, "RankDeviceMap", {"rankId"});
    return row.next();
}

} // namespace

std::map<int, ClusterPlace> readClusterPlaces(const QString &path, const QString &reportName, const JobContext &job,
                                              ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    std::map<QString, QString> hosts; // by the id that the map names them by
    {
        DbScan row(file, "HostInfo", {"hostUid", "hostName"});
        while (row.next()) {
            if (const QString name = row.text(1); !name.isEmpty())
                hosts.try_emplace(row.text(0), name);
        }
    }
    std::map<int, ClusterPlace> out;
    enum : int { Rank, Device, Host };
    DbScan row(file, "RankDeviceMap", {"rankId", "deviceId", "hostUid"});
    while (row.next()) {
        const int rank = rankInRow(row, Rank);
        if (rank < 0) {
            row.reject("cluster.rank", RS_MESSAGE("Entries without a rank number are left out."));
            continue;
        }
        const auto host = hosts.find(row.text(Host));
        out.try_emplace(rank, ClusterPlace{rankInRow(row, Device), host == hosts.end() ? QString() : host->second});
    }
    return out;
}

bool readClusterDatabase(ClusterData &cluster, const QString &path, const QString &reportName, const JobContext &job,
                         ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    if (!file.isOpen()) {
        file.noteProblem(false);
        return false;
    }
    bool given = false;
    if (cluster.stepTrace.empty()) {
        cluster.stepTrace = readSteps(file);
        given = !cluster.stepTrace.empty();
    }
    const bool hadGroups = !cluster.groups.empty();
    if (!hadGroups)
        cluster.groups = readGroups(file);
    given = given || (!hadGroups && !cluster.groups.empty());
    // The simplified mode of the analysis calls its tables so.
    const bool isSimple = file.has("ClusterCommunicationTime");
    if (cluster.commOps.empty()) {
        DbCommTables tables;
        tables.times = isSimple ? "ClusterCommunicationTime" : "ClusterCommAnalyzerTime";
        tables.bandwidths = isSimple ? "ClusterCommunicationBandwidth" : "ClusterCommAnalyzerBandwidth";
        tables.stepOf = [](std::optional<double>) { return QStringLiteral("0"); };
        const auto isOfP2p = [&cluster](const QString &hash) {
            return std::ranges::any_of(cluster.groups, [&hash](const GroupInfo &g) { return g.p2p && g.hash == hash; });
        };
        CommOpsBuilder ops;
        for (CommOp &op : readDbCommOps(file, tables)) {
            op.p2p = op.p2p || (op.isTotal() && isOfP2p(op.groupHash));
            ops.add(op);
        }
        cluster.commOps = ops.seal();
        given = given || !cluster.commOps.empty();
    }
    if (cluster.links.empty()) {
        const bool isSimpleMatrix = file.has("ClusterCommunicationMatrix");
        cluster.links =
            readDbLinks(file, isSimpleMatrix ? "ClusterCommunicationMatrix" : "ClusterCommAnalyzerMatrix", {});
        given = given || !cluster.links.empty();
    }
    const bool isOther = !cluster.stepTrace.empty() || !cluster.groups.empty() || !cluster.commOps.empty() ||
                         !cluster.links.empty(); // of text files beside it as well
    noteOtherTables(file, isOther || hasPlaces(file));
    return given;
}

} // namespace rs
