// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/discovery.h"

#include "core/base/exportfolder.h"
#include "core/run/runindex.h"
#include "core/table/strategycolumns.h"
#include "importers/db/dbidentity.h"
#include "importers/discovery/absences.h"
#include "importers/discovery/devices.h"
#include "importers/discovery/filekinds.h"
#include "importers/discovery/foldernames.h"
#include "importers/discovery/iterationfolder.h"
#include "importers/discovery/legacyrun.h"
#include "importers/discovery/loosefiles.h"
#include "importers/discovery/packs.h"
#include "importers/files/osfile.h"
#include "importers/legacy/legacyfiles.h"
#include "importers/discovery/rungroups.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

/// The folder whose children are the ranks of one run: a folder that wraps a single rank does not count.
QString runParent(const QString &rankFolder)
{
    QString up = parentOf(rankFolder);
    while (wrapsOneRank(nameOf(up)))
        up = parentOf(up);
    return up;
}

QStringList fileNames(const FolderLister::Listing &in)
{
    QStringList out;
    for (const FolderLister::File &f : in.files)
        out << f.name;
    return out;
}

const QLatin1String KernelTraceKind("ftrace");
const QLatin1String ClusterOutput("cluster_analysis_output");

/// The folder around the ranks that files in a folder compare.
QString aroundCluster(const QString &folder)
{
    return nameOf(folder) == ClusterOutput ? parentOf(folder) : folder;
}

/// `file`: of the host on which the rank ran.
void addKernelTrace(RankInfo &info, FileEntry file)
{
    file.used =
        std::ranges::none_of(info.files, [](const FileEntry &f) { return f.used && f.kind == KernelTraceKind; });
    file.name = QDir(info.path).relativeFilePath(file.path);
    file.why = file.used ? Phrase() : Phrase(RS_MESSAGE("The rank has a kernel trace of its own, which is used."));
    info.files.push_back(std::move(file));
}

/// Walks one given path.
class Walker
{
public:
    Walker(const DiscoveryLimits &limits, FolderLister &lister, Harvest &out)
        : m_limits(limits), m_lister(lister), m_out(out)
    {
    }

    void folder(const QString &path, int depth)
    {
        if (m_lister.job().isCanceled() || m_lister.isExhausted() || !m_lister.enter(path))
            return;
        const FolderLister::Listing in = m_lister.list(path);
        if (isExport(fileNames(in))) {
            m_lister.report().add(depth == 0 ? Severity::Error : Severity::Notice, path, "discovery.export",
                                  RS_MESSAGE("Tables that this program exported; nothing is read from them."));
            m_out.exported = m_out.exported || depth == 0;
            return;
        }
        if (indexed(in))
            return;
        packs(path, in);
        if (isLegacyFolder(in)) {
            legacy(path, in, depth);
            return;
        }
        if (isIterationFolder(in)) {
            for (Candidate &c : iterationRanks(path, m_lister))
                m_out.ranks.push_back(std::move(c));
            return;
        }
        const FolderKind kind = folderKind(nameOf(path), in);
        if (kind == FolderKind::RawProf && holdsIterationFolders(path, in, m_lister)) {
            below(path, in.folders.filter(QStringLiteral("device_")), depth);
            return;
        }
        switch (kind) {
        case FolderKind::Rank:
        case FolderKind::RawProf:
        case FolderKind::Output:
            rank(path, kind);
            m_out.single = m_out.single || depth == 0;
            return;
        case FolderKind::Cluster:
            cluster(path, in);
            // A renamed cluster folder may stand around ranks; the official one holds none.
            if (nameOf(path) == ClusterOutput)
                return;
            break;
        case FolderKind::Plain:
            break;
        }
        const size_t before = m_out.ranks.size();
        below(path, in.folders, depth);
        shareKernelTrace(in, before);
        if (hasRankSuffix(nameOf(path)) && m_out.ranks.size() == before && in.files.empty()) {
            rank(path, FolderKind::Rank);
            m_out.single = m_out.single || depth == 0;
            return;
        }
        loose(path, in, m_out.ranks.size() > before, depth);
    }

private:
    /// The run of an index in a folder. False where there is none, or it cannot be read: its packs can.
    bool indexed(const FolderLister::Listing &in)
    {
        for (const FolderLister::File &f : in.files) {
            if (!f.regular || f.name != RunIndex::FileName)
                continue;
            if (auto run = indexedRun(f.path, m_lister.job(), m_lister.report())) {
                m_out.indexed.push_back(std::move(*run));
                return true;
            }
        }
        return false;
    }

    void packs(const QString &path, const FolderLister::Listing &in)
    {
        for (const FolderLister::File &f : in.files) {
            if (!f.regular || !f.name.endsWith(QLatin1String(".rspack")))
                continue;
            if (auto found = packedRank(f.path, m_lister.report()))
                m_out.ranks.push_back({std::move(*found), path});
        }
    }

    void below(const QString &path, const QStringList &folders, int depth)
    {
        if (depth < m_limits.depth) {
            for (const QString &name : folders)
                folder(path + u'/' + name, depth + 1);
        } else if (!folders.isEmpty()) {
            m_lister.report().add(Severity::Notice, path, "discovery.depth",
                                  RS_MESSAGE("Folders more than %1 levels below the given one are not searched; "
                                             "open a deeper folder to see ranks there."),
                                  {}, QString::number(m_limits.depth));
        }
    }

    /// A kernel trace beside rank folders is of the host on which they ran: each of them that has none shows it.
    void shareKernelTrace(const FolderLister::Listing &in, size_t firstRank)
    {
        for (const FolderLister::File &f : in.files) {
            const bool isKernelTrace = f.regular && classifyFileName(f.name).kind == KernelTraceKind;
            for (size_t i = firstRank; isKernelTrace && i < m_out.ranks.size(); ++i)
                addKernelTrace(m_out.ranks[i].found.info, f.entry({}, KernelTraceKind));
        }
    }

    /// One file of that profiler among folders of another makes a rank, and hides none of theirs.
    void legacy(const QString &path, const FolderLister::Listing &in, int depth)
    {
        std::vector<Candidate> found = legacyRanks(path, m_lister, m_hosts);
        const size_t before = m_out.ranks.size();
        // PROF_* beside these files is what they were made of.
        QStringList folders = in.folders;
        folders.removeIf([](const QString &name) { return name.startsWith(QLatin1String("PROF_")); });
        below(path, folders, depth);
        const bool areOthers = m_out.ranks.size() > before;
        for (Candidate &c : found) {
            if (areOthers && giveGraph(c.found.info, m_out.ranks, before))
                continue;
            // If ranks share a number, the one with a folder of its own is shown.
            if (areOthers)
                c.found.modifiedMs = 0;
            m_out.ranks.push_back(std::move(c));
        }
    }

    void rank(const QString &path, FolderKind kind)
    {
        m_out.ranks.push_back({describeRank(path, kind, m_lister), runParent(path)});
    }

    /// Deliverables that stand in a folder that is no rank folder by any other sign.
    void loose(const QString &path, const FolderLister::Listing &in, bool ranksBelow, int depth)
    {
        const LooseFiles files = looseFilesOf(in, ranksBelow);
        if (files.known.isEmpty())
            return;
        if (!ranksBelow && files.areOneRank()) {
            rank(path, FolderKind::Plain);
            m_out.single = m_out.single || depth == 0;
            return;
        }
        for (const auto &[file, why] : files.others)
            m_lister.report().add(Severity::Notice, file, "discovery.beside", why.literal);
        // Several traces and nothing that ties them together: each is somebody's rank.
        const auto ofRanks = ranksBelow ? std::vector<std::pair<QString, int>>() : files.ranks();
        for (const QString &name : files.known) {
            const QString file = path + u'/' + name;
            if (std::ranges::none_of(ofRanks, [&file](const auto &r) { return r.first == file; }))
                m_lister.report().add(Severity::Notice, file, "discovery.beside",
                                      RS_MESSAGE("The file lies beside ranks and belongs to none of them; open it by "
                                                 "itself to see it."));
        }
        for (const auto &[file, number] : ofRanks) {
            Candidate c{describeRank(path, FolderKind::Plain, m_lister, {file}), path};
            c.found.info.rank = number;
            c.found.info.label = number >= 0 ? QString::number(number) : nameOf(file);
            c.found.info.captures = {file};
            m_out.ranks.push_back(std::move(c));
        }
    }

    void cluster(const QString &path, const FolderLister::Listing &in)
    {
        ClusterFolder c;
        c.folder = path;
        c.parent = aroundCluster(path);
        for (const FolderLister::File &f : in.files) {
            const NamedFile n = classifyFileName(f.name);
            if (!n.runWide && nameOf(path) != ClusterOutput)
                continue;
            FileEntry e = f.entry(path, n.kind);
            e.used = n.readable && n.runWide && f.regular;
            e.why = e.used       ? Phrase()
                    : !f.regular ? Phrase(RS_MESSAGE("Not a regular file; nothing is read from it."))
                    : n.readable && !n.runWide
                        ? Phrase(RS_MESSAGE("Not a file of the cluster analysis; nothing is read from it."))
                        : n.why;
            c.files.push_back(std::move(e));
        }
        m_out.clusters.push_back(std::move(c));
    }

    const DiscoveryLimits &m_limits;
    FolderLister &m_lister;
    Harvest &m_out;
    LegacyHosts m_hosts;
};

/// Findings were made with absolute paths; each goes to the run that it speaks of, named as below that run's folder.
void assign(std::vector<Finding> findings, std::vector<Run> &runs, ImportReport &report)
{
    for (Finding &f : findings) {
        Run *owner = nullptr;
        size_t longest = 0;
        for (Run &run : runs) {
            QStringList places{run.path};
            for (const RankInfo &info : run.infos)
                places << info.captures;
            for (const QString &p : places) {
                if (isBelow(f.file, p) && static_cast<size_t>(p.size()) > longest) {
                    owner = &run;
                    longest = static_cast<size_t>(p.size());
                }
            }
        }
        if (owner) {
            const QString name = QDir(owner->path).relativeFilePath(f.file);
            f.file = name == QLatin1String(".") ? QString() : name;
            owner->report.add(std::move(f));
        } else {
            report.add(std::move(f));
        }
    }
}

class Discovery
{
public:
    Discovery(const JobContext &job, const DiscoveryLimits &limits) : m_job(job), m_limits(limits) {}

    void add(const QString &given)
    {
        QString path = osAbsolutePath(given);
        const OsInfo info = osInfo(path);
        const auto error = [&](const char *code, const QString &message) {
            m_findings.add(Severity::Error, path, code, message);
        };
        if (given.isEmpty() || !info.exists) {
            error("discovery.missing", RS_MESSAGE("There is no such file or folder."));
            return;
        }
        if (info.isFile) {
            file(path);
            return;
        }
        if (!info.isFolder) {
            error("discovery.not-regular", RS_MESSAGE("Neither a folder nor a regular file; nothing is read from it."));
            return;
        }
        const QString name = nameOf(path);
        if (name == QLatin1String("ASCEND_PROFILER_OUTPUT") && !profilerInfosIn(parentOf(path)).isEmpty())
            path = parentOf(path);
        else if (name == QLatin1String("mindstudio_profiler_output") &&
                 nameOf(parentOf(path)).startsWith(QLatin1String("PROF_")))
            path = parentOf(path);

        Harvest harvest;
        harvest.root = path;
        FolderLister lister(path, m_limits.entries, m_job, m_findings);
        lister.setExport(m_limits.exported);
        Walker(m_limits, lister, harvest).folder(path, 0);
        if (m_job.isCanceled() || harvest.exported)
            return;
        std::ranges::move(harvest.indexed, std::back_inserter(m_indexed));
        if (harvest.ranks.empty() && harvest.clusters.empty()) {
            if (!harvest.indexed.empty())
                return;
            error("discovery.nothing",
                  RS_MESSAGE("No profiling data was found here: no folder *_ascend_ms or *_ascend_pt, no "
                             "profiler_info*.json, ASCEND_PROFILER_OUTPUT, PROF_* or cluster_analysis_output, no "
                             "trace_view.json or msprof*.json, and no known csv file or database."));
            return;
        }
        std::erase_if(harvest.ranks, [this](const Candidate &c) { return isTaken(c); });
        for (ClusterFolder &c : harvest.clusters)
            m_clusters.push_back(std::move(c));
        if (harvest.single) {
            for (Candidate &c : harvest.ranks)
                oneByOne(std::move(c));
            return;
        }
        for (RankGroup &g : groupsOf(std::move(harvest)))
            m_groups.push_back({std::move(g), false});
    }

    std::vector<Run> finish(ImportReport &report)
    {
        for (auto &[folder, paths] : m_files)
            fileRanks(folder, paths);
        std::vector<Run> runs;
        for (Given &g : m_groups) {
            // One rank that was given alone is its own run; from the second on their parent is.
            if (g.oneByOne && g.group.ranks.size() == 1)
                g.group.path = placeOf(g.group.ranks.front().found.info);
            runs.push_back(runOf(std::move(g.group)));
        }
        for (ClusterFolder &c : m_clusters)
            attach(std::move(c), runs);
        std::map<QString, int> samePath;
        std::map<std::tuple<QString, Framework, QString>, int> alike;
        std::map<QString, std::set<Framework>> frameworks;
        std::map<QString, QStringList> captures;
        for (const Run &run : runs) {
            ++samePath[run.path];
            ++alike[{run.path, run.framework, run.apart}];
            frameworks[run.path].insert(run.framework);
            if (!run.apart.isEmpty() && !captures[run.path].contains(run.apart))
                captures[run.path] << run.apart;
        }
        for (Run &run : runs) {
            const QString capture = run.apart;
            if (samePath[run.path] < 2 && capture.isEmpty())
                continue;
            QStringList apart;
            if (run.framework != Framework::Unknown && (capture.isEmpty() || frameworks[run.path].size() > 1))
                apart << frameworkName(run.framework);
            if (!capture.isEmpty())
                apart << capture;
            if ((alike[{run.path, run.framework, capture}] > 1 || apart.isEmpty()) && !run.infos.empty())
                apart << QDir(run.path).relativeFilePath(run.infos.front().path);
            run.apart = apart.join(QStringLiteral(", "));
            if (!run.apart.isEmpty())
                run.name += QStringLiteral(" (%1)").arg(run.apart);
            if (!capture.isEmpty()) {
                run.report.add(Severity::Info, {}, "discovery.dynamic-captures",
                               RS_MESSAGE("The dynamic profiler captured the ranks several times (%1): each capture "
                                          "is a run of its own, and any two can be compared."),
                               {}, captures[run.path].join(QStringLiteral(", ")));
                continue;
            }
            run.report.add(Severity::Notice, {}, "discovery.apart",
                           RS_MESSAGE("The folder holds ranks of different frameworks or the same rank twice; they "
                                      "are shown as separate runs."));
        }
        for (Run &run : runs)
            noteAbsences(run, m_job);
        std::ranges::move(m_indexed, std::back_inserter(runs));
        assign(m_findings.findings(), runs, report);
        return runs;
    }

private:
    struct Given
    {
        RankGroup group;
        bool oneByOne = false;
    };

    /// The path of a run of one rank.
    [[nodiscard]] static const QString &placeOf(const RankInfo &info)
    {
        const FileEntry *const pack = packOf(info);
        return pack ? pack->path : info.path;
    }

    [[nodiscard]] bool isTaken(const Candidate &c)
    {
        const QString key = osCanonicalPath(c.found.info.captures.value(0));
        return !m_taken.insert(key).second;
    }

    /// Joins the ranks of the same parent that were given before, unless that rank is already there.
    void oneByOne(Candidate &&c)
    {
        for (Given &g : m_groups) {
            const bool fits =
                g.oneByOne && g.group.path == c.parent &&
                (g.group.framework == c.found.info.framework || c.found.info.framework == Framework::Unknown);
            const bool there = std::ranges::any_of(g.group.ranks, [&](const Candidate &other) {
                return other.found.info.rank == c.found.info.rank && other.found.info.label == c.found.info.label;
            });
            if (fits && !there) {
                g.group.ranks.push_back(std::move(c));
                return;
            }
        }
        RankGroup g;
        g.path = c.parent;
        g.framework = c.found.info.framework;
        g.ranks.push_back(std::move(c));
        m_groups.push_back({std::move(g), true});
    }

    void file(const QString &path)
    {
        const PackedKind packed = packedKindOf(path);
        if (packed == PackedKind::Rank) {
            if (auto found = packedRank(path, m_findings)) {
                Candidate c{std::move(*found), parentOf(path)};
                if (!isTaken(c))
                    oneByOne(std::move(c));
            }
            return;
        }
        if (packed == PackedKind::Index) {
            if (auto run = indexedRun(path, m_job, m_findings))
                m_indexed.push_back(std::move(*run));
            return;
        }
        const NamedFile n = classifyFileName(nameOf(path));
        const auto say = [&](Severity s, const char *code, const QString &message) {
            m_findings.add(s, path, code, message);
        };
        QString kind = n.readable ? n.kind : QString();
        if (n.runWide) {
            ClusterFolder c;
            c.folder = parentOf(path);
            c.parent = aroundCluster(c.folder);
            c.files.push_back({nameOf(path), path, n.kind, osInfo(path).bytes, n.readable, n.why});
            if (n.readable) {
                m_clusters.push_back(std::move(c));
                return;
            }
        }
        if (kind == QLatin1String("db") && !holdsProfile(path, m_job)) {
            say(Severity::Error, "discovery.no-profile",
                RS_MESSAGE("No profile table can be read from the database: nothing is shown from it."));
            return;
        }
        if (n.byContent) {
            kind = kindByContent(path);
            if (kind.startsWith(QLatin1String("cluster_")))
                kind.clear();
        }
        if (kind.isEmpty()) {
            if (n.kind == QLatin1String("unknown"))
                say(Severity::Error, "discovery.unknown-file",
                    RS_MESSAGE("Neither a Chrome trace (a list of events with \"ph\", or \"traceEvents\") nor a csv, "
                               "json or db file that is named as the profiler's; nothing is shown from it."));
            else
                say(Severity::Error, "discovery.not-yet", n.why.literal);
            return;
        }
        m_files[parentOf(path)] << path;
    }

    /// The files that were given out of one folder are one rank, but for databases that name several.
    void fileRanks(const QString &folder, const QStringList &paths)
    {
        std::map<int, QStringList> ofRanks;
        for (const QString &path : paths)
            ofRanks[rankOfDatabaseName(nameOf(path))] << path;
        if (ofRanks.size() - ofRanks.count(-1) < 2)
            return fileRank(folder, paths);
        for (const auto &[number, files] : ofRanks)
            fileRank(folder, files, folder);
    }

    /// `parent`: what the ranks of the run have in common; empty: as the place of the folder says.
    void fileRank(const QString &folder, const QStringList &paths, const QString &parent = {})
    {
        FolderLister lister(folder, m_limits.entries, m_job, m_findings);
        Candidate c;
        c.found = describeRank(folder, FolderKind::Plain, lister, paths);
        const bool output = nameOf(folder) == QLatin1String("ASCEND_PROFILER_OUTPUT");
        c.parent = !parent.isEmpty() ? parent : runParent(output ? parentOf(folder) : folder);
        // A file beside the graph of a rank may belong to another rank.
        const bool isGraph = paths.size() == 1 && legacyName(nameOf(paths.front())).kind == ParallelStrategyKind;
        if (isGraph || (c.found.info.rank < 0 && paths.size() == 1 && !output)) {
            const QString name = nameOf(paths.front());
            c.found.info.rank = isGraph || isLegacyMark(name) ? trailingId(name) : rankOfFolderName(name);
            c.found.info.label = c.found.info.rank >= 0 ? QString::number(c.found.info.rank) : name;
        }
        c.found.info.captures = {paths.size() == 1 ? paths.front() : folder};
        if (isTaken(c))
            return;
        oneByOne(std::move(c));
    }

    void attach(ClusterFolder &&c, std::vector<Run> &runs)
    {
        Run *home = nullptr;
        for (Run &run : runs) {
            const bool exact = run.path == c.parent;
            const bool around = isBelow(run.path, c.parent) || isBelow(c.folder, run.path);
            if (exact || (around && (!home || home->path.size() < run.path.size()))) {
                home = &run;
                if (exact)
                    break;
            }
        }
        if (!home) {
            Run run;
            run.path = c.folder;
            run.name = nameOf(c.parent); // what all such folders are called tells none from another
            runs.push_back(std::move(run));
            home = &runs.back();
        }
        for (FileEntry &e : c.files) {
            const bool twice = std::ranges::any_of(home->cluster.files, [&](const FileEntry &other) {
                return other.path == e.path || (other.used && other.kind == e.kind);
            });
            if (twice && e.used) {
                e.used = false;
                e.why = {RS_MESSAGE("Another %1 of this run is used."), {e.kind}};
            }
            e.name = QDir(home->path).relativeFilePath(e.path);
            home->cluster.files.push_back(std::move(e));
        }
    }

    const JobContext &m_job;
    const DiscoveryLimits &m_limits;
    ImportReport m_findings;
    std::vector<Given> m_groups;
    std::vector<ClusterFolder> m_clusters;
    std::vector<Run> m_indexed;
    std::map<QString, QStringList> m_files;
    std::set<QString> m_taken;
};

} // namespace

namespace {

// Ranks without a number are called by their folders, <host>_<process>_<time>_ascend_ms: of them the first two will do
// in labels, buttons and sentences, where they tell the ranks of the run apart.
void shortenLabels(Run &run)
{
    static const QRegularExpression written(QStringLiteral("^(.+)_\\d{8,20}_ascend_(?:ms|pt)$"));
    std::set<QString> known;
    std::vector<QString> labels;
    for (const RankInfo &info : run.infos) {
        const QRegularExpressionMatch match = written.match(info.label);
        labels.push_back(info.rank < 0 && match.hasMatch() ? match.captured(1) : info.label);
        if (!known.insert(labels.back()).second)
            return;
    }
    for (size_t i = 0; i < labels.size(); ++i)
        run.infos[i].label = labels[i];
}

// Machines without a name are all called localhost. Where two processes have one number, they are of several machines,
// and nothing tells which ranks are of which.
void forgetHostsWithoutName(Run &run)
{
    static const QRegularExpression form(QStringLiteral("^(localhost.*_\\d+)_\\d{14,17}_ascend_(?:ms|pt)$"));
    std::map<QString, int> rankOfProcess;
    std::set<QString> shared;
    for (const RankInfo &info : run.infos) {
        const QRegularExpressionMatch process = form.match(nameOf(info.path));
        if (info.rank >= 0 && process.hasMatch() &&
            rankOfProcess.try_emplace(process.captured(1), info.rank).first->second != info.rank)
            shared.insert(info.host);
    }
    for (RankInfo &info : run.infos) {
        if (shared.contains(info.host))
            info.host.clear();
    }
}

} // namespace

std::vector<Run> discover(const QStringList &paths, const JobContext &job, ImportReport &report,
                          const DiscoveryLimits &limits)
{
    if (paths.isEmpty())
        report.add(Severity::Error, {}, "discovery.missing", RS_MESSAGE("No file or folder was named."));
    Discovery all(job, limits);
    // A folder below another given folder comes second: a rank dropped together with its run's folder stays in that
    // run.
    QStringList inner;
    for (const QString &path : paths) {
        const QString own = osAbsolutePath(path);
        const bool within = std::ranges::any_of(paths, [&own](const QString &other) {
            const QString folder = osAbsolutePath(other);
            return folder != own && isBelow(own, folder);
        });
        if (within)
            inner.append(path);
        else
            all.add(path);
    }
    for (const QString &path : inner)
        all.add(path);
    if (job.isCanceled())
        return {};
    std::vector<Run> runs = all.finish(report);
    for (Run &run : runs) {
        if (RunIndex::of(run))
            continue;
        splitDevices(run, job);
        shortenLabels(run);
        forgetHostsWithoutName(run);
    }
    return runs;
}

bool useCapture(Run &run, int rankIndex, const QString &folder, const JobContext &job, const DiscoveryLimits &limits)
{
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= run.infos.size())
        return false;
    RankInfo &info = run.infos[static_cast<size_t>(rankIndex)];
    if (!info.captures.contains(folder) || !osInfo(folder).isFolder)
        return false;
    ImportReport findings;
    FolderLister lister(folder, limits.entries, job, findings);
    lister.setExport(limits.exported);
    FoundRank found = describeRank(folder, folderKind(nameOf(folder), lister.list(folder)), lister);
    if (job.isCanceled())
        return false;
    for (const FileEntry &f : info.files) {
        if (f.kind == KernelTraceKind && !isBelow(f.path, info.path))
            addKernelTrace(found.info, f);
    }
    found.info.captures = info.captures;
    Run capture;
    capture.infos.push_back(std::move(found.info));
    splitDevices(capture, job);
    // The device that it was, if it was one; else all that the capture has.
    std::erase_if(capture.infos, [&info, n = capture.infos.size()](const RankInfo &i) {
        return n > 1 && info.part && !(i.part && i.part->isSame(*info.part));
    });
    if (capture.infos.empty())
        return false;
    if (capture.infos.size() == 1) {
        capture.infos.front().rank = info.rank;
        capture.infos.front().label = info.label;
    }
    run.ranks.resize(run.infos.size());
    run.infos.erase(run.infos.begin() + rankIndex);
    run.ranks.erase(run.ranks.begin() + rankIndex);
    run.ranks.insert(run.ranks.begin() + rankIndex, capture.infos.size(), nullptr);
    run.infos.insert(run.infos.begin() + rankIndex, std::make_move_iterator(capture.infos.begin()),
                     std::make_move_iterator(capture.infos.end()));
    std::vector<Run> one{std::move(run)};
    assign(findings.findings(), one, findings);
    run = std::move(one.front());
    return true;
}

} // namespace rs
