// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/legacyrun.h"

#include "core/table/strategycolumns.h"
#include "importers/discovery/filekinds.h"
#include "importers/files/osfile.h"
#include "importers/legacy/legacyfiles.h"

#include <QDir>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace rs {

namespace {

const QString ClusterName = QStringLiteral("cluster_profiler");
const QString MappingName = QStringLiteral("host_ips_mapping.txt");

/// A folder of the r1.3 layout, and what is known of its host.
struct HostTable
{
    QString root;
    QString host; ///< N
    std::vector<FileEntry> files;
    std::map<int, int> rankOfDevice; ///< empty where no rank table and no mapping name the host
};

std::optional<HostTable> hostTableOf(const QString &folder, FolderLister &lister, LegacyHosts &hosts)
{
    const QString hostFolder = parentOf(folder);
    if (nameOf(folder) != QLatin1String("profiler") || nameOf(parentOf(hostFolder)) != ClusterName)
        return std::nullopt;
    const QString root = parentOf(parentOf(hostFolder));
    const LegacyHosts::Root &known = hosts.at(root, lister);
    HostTable out{root, nameOf(hostFolder), known.files, known.ranksOfOnlyServer};
    if (const auto at = known.ranksOfHost.find(out.host); at != known.ranksOfHost.end())
        out.rankOfDevice = at->second;
    return out;
}

/// Sizes of the job by the names of files, or profiler_info.
QMap<QString, qint64> sizesOf(const std::vector<FolderLister::File> &files, const JobContext &job)
{
    QString mode;
    int stages = -1;
    int ranks = -1;
    for (const FolderLister::File &f : files) {
        const LegacyName name = legacyName(f.name);
        if (name.kind == QLatin1String("legacy_shares")) {
            mode = name.mode;
            stages = name.stages;
            ranks = name.ranks;
            break;
        }
        if (name.kind == QLatin1String("profiler_info") && f.regular) {
            const LegacyJob told = readLegacyJob(f.path, f.name, job.child());
            mode = told.mode;
            stages = told.stages;
            ranks = told.ranks;
        }
    }
    QMap<QString, qint64> out;
    if (stages < 1 || ranks < stages)
        return out;
    out.insert(QStringLiteral("pipeline_model_parallel_size"), stages);
    out.insert(QStringLiteral("world_size"), ranks);
    if (mode == QLatin1String("model") && ranks % stages == 0)
        out.insert(QStringLiteral("tensor_model_parallel_size"), ranks / stages);
    return out;
}

} // namespace

const LegacyHosts::Root &LegacyHosts::at(const QString &root, FolderLister &lister)
{
    constexpr qint64 mostBytes = qint64{16} << 20; // of the rank table: of 100 000 devices
    const auto [place, isNew] = m_roots.try_emplace(root);
    Root &out = place->second;
    if (!isNew)
        return out;
    std::optional<RankTable> table;
    std::map<QString, QString> hosts;
    // The user may have named a folder further down: these two files alone are read above it.
    FolderLister above(root, 100000, lister.job(), lister.report());
    for (const FolderLister::File &f : above.list(root).files) {
        if (!f.regular)
            continue;
        if (f.name == MappingName) {
            hosts = readHostMapping(f.path, f.path, lister.job(), lister.report());
            out.files.push_back(f.entry(root, QStringLiteral("host_mapping")));
        } else if (!table && f.bytes <= mostBytes && f.name.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
            table = readRankTable(f.path, f.path, lister.job(), lister.report());
            if (table)
                out.files.push_back(f.entry(root, QStringLiteral("rank_table")));
        }
    }
    for (FileEntry &f : out.files)
        f.used = true;
    if (!table)
        return out;
    std::set<QString> servers;
    for (const RankTable::Device &d : table->devices)
        servers.insert(d.server);
    for (const RankTable::Device &d : table->devices) {
        if (const auto at = hosts.find(d.server); at != hosts.end())
            out.ranksOfHost[at->second].emplace(d.device, d.rank);
        else if (servers.size() == 1)
            out.ranksOfOnlyServer.emplace(d.device, d.rank);
    }
    return out;
}

bool isLegacyFolder(const FolderLister::Listing &listing)
{
    if (listing.folders.contains(QLatin1String("ASCEND_PROFILER_OUTPUT")))
        return false;
    bool hasGraph = false;
    bool hasOther = false;
    for (const FolderLister::File &f : listing.files) {
        if (isLegacyMark(f.name))
            return true;
        const QString kind = legacyName(f.name).kind;
        hasGraph = hasGraph || kind == ParallelStrategyKind;
        hasOther = hasOther || (kind.isEmpty() && classifyFileName(f.name).readable);
    }
    // In a rank's folder of today the graph is one file of many.
    return hasGraph && !hasOther;
}

std::vector<Candidate> legacyRanks(const QString &folder, FolderLister &lister, LegacyHosts &hosts)
{
    const std::optional<HostTable> table = hostTableOf(folder, lister, hosts);
    std::map<int, std::vector<FolderLister::File>> byId;
    std::vector<FolderLister::File> others;
    for (FolderLister::File &f : lister.list(folder).files) {
        const int id = trailingId(f.name);
        if (id >= 0)
            byId[id].push_back(std::move(f));
        else
            others.push_back(std::move(f));
    }
    std::erase_if(byId, [&](auto &entry) {
        const bool isRank = std::ranges::any_of(
            entry.second, [](const FolderLister::File &f) { return !legacyName(f.name).kind.isEmpty(); });
        if (!isRank)
            std::move(entry.second.begin(), entry.second.end(), std::back_inserter(others));
        return !isRank;
    });
    if (table && table->rankOfDevice.empty())
        lister.report().add(
            Severity::Loss, folder, "legacy.host-unknown",
            RS_MESSAGE("No rank table (a JSON file with server_list beside cluster_profiler) together with a line of "
                       "host_ips_mapping.txt names this host: its ranks are named by host and device."));
    const QString home = table ? table->root : folder;
    const auto addFile = [&](FoundRank &found, const FolderLister::File &f) {
        const NamedFile named = classifyFileName(f.name);
        FileEntry e = f.entry(folder, named.kind);
        if (const LegacyName name = legacyName(f.name); !name.kind.isEmpty())
            e.kind = name.kind;
        const bool readable = named.readable || e.kind == QLatin1String("trace");
        e.used = f.regular && readable && !named.runWide;
        if (!f.regular)
            e.why = RS_MESSAGE("Not a regular file; nothing is read from it.");
        else if (!e.used)
            e.why = named.why;
        found.info.files.push_back(std::move(e));
    };
    std::vector<Candidate> out;
    for (const auto &[id, files] : byId) {
        Candidate c;
        c.parent = home;
        RankInfo &info = c.found.info;
        info.path = folder;
        info.framework = Framework::MindSpore;
        info.captures = {files.front().path}; // all ranks stand in one folder
        if (table) {
            info.host = table->host;
            info.device = id;
            if (const auto at = table->rankOfDevice.find(id); at != table->rankOfDevice.end())
                info.rank = at->second;
            info.label = info.rank >= 0 ? QString::number(info.rank)
                                        : QStringLiteral("%1/%2").arg(table->host, QString::number(id));
            info.files = table->files;
        } else {
            info.rank = id;
            info.label = QString::number(id);
        }
        info.distributedArgs = sizesOf(files, lister.job());
        for (const FolderLister::File &f : files)
            addFile(c.found, f);
        if (out.empty()) {
            for (const FolderLister::File &f : others)
                addFile(c.found, f);
        }
        c.found.modifiedMs = osInfo(folder).modifiedMs;
        out.push_back(std::move(c));
    }
    return out;
}

bool giveGraph(const RankInfo &graph, std::vector<Candidate> &ranks, size_t first)
{
    const FileEntry *file = nullptr;
    for (const FileEntry &f : graph.files) {
        if (f.used && f.kind == ParallelStrategyKind)
            file = &f;
        else if (f.used && f.kind != QLatin1String("profiler_info"))
            return false;
    }
    bool given = false;
    for (size_t i = first; file && i < ranks.size(); ++i) {
        RankInfo &info = ranks[i].found.info;
        const bool hasOne = std::ranges::any_of(
            info.files, [](const FileEntry &f) { return f.used && f.kind == ParallelStrategyKind; });
        if (info.rank != graph.rank || hasOne)
            continue;
        FileEntry e = *file;
        e.name = QDir(info.path).relativeFilePath(e.path);
        info.files.push_back(std::move(e));
        given = true;
    }
    return given;
}

} // namespace rs
