// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery.h"

#include "importers/filekinds.h"
#include "importers/rankfolder.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <map>

namespace rs {

namespace {

/// A rank folder (or the loose files of one rank) that was found.
struct Candidate
{
    FoundRank found;
    QString parent; ///< folder whose ranks form a run
};

struct ClusterFolder
{
    QString folder;
    QString parent;
    std::vector<FileEntry> files;
};

/// What lies below one given path.
struct Harvest
{
    QString root;
    bool single = false; ///< the path itself is a rank, or a file of one
    std::vector<Candidate> ranks;
    std::vector<ClusterFolder> clusters;
    std::vector<Finding> notes; ///< files that were seen and passed over
};

QString parentOf(const QString &path)
{
    const QString up = path.section(u'/', 0, -2);
    return up.isEmpty() ? QStringLiteral("/") : up;
}

QString nameOf(const QString &path)
{
    return path.section(u'/', -1);
}

/// The folder whose children are the ranks of one run: a folder that wraps a single rank does not count.
QString runParent(const QString &rankFolder)
{
    QString up = parentOf(rankFolder);
    while (wrapsOneRank(nameOf(up)))
        up = parentOf(up);
    return up;
}

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

Framework groupFramework(const Candidate &c)
{
    return c.found.info.framework;
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
        const FolderKind kind = folderKind(nameOf(path), in);
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
            if (nameOf(path) == QLatin1String("cluster_analysis_output"))
                return;
            break;
        case FolderKind::Plain:
            break;
        }
        const size_t before = m_out.ranks.size();
        if (depth < m_limits.depth) {
            for (const QString &name : in.folders)
                folder(path + u'/' + name, depth + 1);
        } else if (!in.folders.isEmpty()) {
            m_lister.report().add({Severity::Notice,
                                   path,
                                   {},
                                   QStringLiteral("discovery.depth"),
                                   QStringLiteral("Folders more than %1 levels below the given one are not searched; "
                                                  "open one further down to see ranks there."),
                                   QString::number(m_limits.depth)});
        }
        if (hasRankSuffix(nameOf(path)) && m_out.ranks.size() == before && in.files.empty()) {
            rank(path, FolderKind::Rank);
            m_out.single = m_out.single || depth == 0;
            return;
        }
        loose(path, in, m_out.ranks.size() > before, depth);
    }

private:
    void rank(const QString &path, FolderKind kind)
    {
        m_out.ranks.push_back({describeRank(path, kind, m_lister), runParent(path)});
    }

    /// Deliverables that stand in a folder that is no rank folder by any other sign.
    void loose(const QString &path, const FolderLister::Listing &in, bool ranksBelow, int depth)
    {
        bool table = false;
        bool ownTrace = false;
        QStringList traces;
        QStringList known;
        for (const FolderLister::File &f : in.files) {
            const NamedFile n = classifyFileName(f.name);
            if (n.runWide || !f.regular)
                continue;
            if (n.readable && n.kind == QLatin1String("trace")) {
                known << f.name;
                if (f.name.startsWith(QLatin1String("trace_view.")) || f.name.startsWith(QLatin1String("msprof")))
                    ownTrace = true;
                else
                    traces << f.path;
            } else if (n.readable) {
                known << f.name;
                table = true;
            } else if (n.kind == QLatin1String("db")) {
                known << f.name;
            } else if (n.kind == QLatin1String("unknown") && !ranksBelow &&
                       (f.name.endsWith(QLatin1String(".json")) || f.name.endsWith(QLatin1String(".json.gz")))) {
                const HeadKind head = sniffJson(f.path);
                if (head == HeadKind::ChromeTrace) {
                    known << f.name;
                    traces << f.path;
                } else if (head != HeadKind::Other) {
                    known << f.name;
                    table = true;
                }
            }
        }
        if (known.isEmpty())
            return;
        if (ranksBelow) {
            for (const QString &name : known)
                m_lister.report().add(
                    {Severity::Notice,
                     path + u'/' + name,
                     {},
                     QStringLiteral("discovery.beside"),
                     QStringLiteral(
                         "The file lies beside rank folders and belongs to none of them; open it by itself to see it."),
                     {}});
            return;
        }
        if (table || ownTrace || traces.size() <= 1) {
            rank(path, FolderKind::Plain);
            m_out.single = m_out.single || depth == 0;
            return;
        }
        // Several traces and nothing that ties them together: each is somebody's rank.
        for (const QString &trace : traces) {
            Candidate c{describeRank(path, FolderKind::Plain, m_lister, {trace}), path};
            const int number = rankOfFolderName(nameOf(trace));
            c.found.info.rank = number;
            c.found.info.label = number >= 0 ? QString::number(number) : nameOf(trace);
            c.found.info.captures = {trace};
            m_out.ranks.push_back(std::move(c));
        }
    }

    void cluster(const QString &path, const FolderLister::Listing &in)
    {
        ClusterFolder c;
        c.folder = path;
        c.parent = nameOf(path) == QLatin1String("cluster_analysis_output") ? parentOf(path) : path;
        for (const FolderLister::File &f : in.files) {
            const NamedFile n = classifyFileName(f.name);
            if (!n.runWide && nameOf(path) != QLatin1String("cluster_analysis_output"))
                continue;
            FileEntry e;
            e.name = f.name;
            e.path = f.path;
            e.kind = n.kind;
            e.bytes = f.bytes;
            e.used = n.readable && n.runWide && f.regular;
            e.why = e.used ? QString()
                    : n.readable && !n.runWide
                        ? QStringLiteral("Not a file of the cluster analysis; nothing is read from it.")
                        : n.why;
            c.files.push_back(std::move(e));
        }
        m_out.clusters.push_back(std::move(c));
    }

    const DiscoveryLimits &m_limits;
    FolderLister &m_lister;
    Harvest &m_out;
};

/// Ranks on their way to become one run.
struct Group
{
    QString path;
    Framework framework = Framework::Unknown;
    std::vector<Candidate> ranks;

    [[nodiscard]] bool allKnown() const
    {
        return std::all_of(ranks.begin(), ranks.end(), [](const Candidate &c) { return c.found.info.rank >= 0; });
    }
    [[nodiscard]] QSet<int> numbers() const
    {
        QSet<int> out;
        for (const Candidate &c : ranks)
            out.insert(c.found.info.rank);
        return out;
    }
};

/// Groups of one folder level: those with pairwise different, known ranks become one; the others stay apart.
void mergeLevel(const QString &path, std::vector<Group> &open, std::vector<Group> &closed)
{
    if (open.size() < 2)
        return;
    QSet<int> seen;
    bool differ = true;
    for (const Group &g : open) {
        const QSet<int> mine = g.numbers();
        differ = differ && g.allKnown() && !seen.intersects(mine);
        seen.unite(mine);
    }
    if (!differ) {
        for (Group &g : open)
            closed.push_back(std::move(g));
        open.clear();
        return;
    }
    Group all = std::move(open.front());
    all.path = path;
    for (size_t i = 1; i < open.size(); ++i)
        std::move(open[i].ranks.begin(), open[i].ranks.end(), std::back_inserter(all.ranks));
    open.clear();
    open.push_back(std::move(all));
}

/// Runs of one given folder: ranks of one parent, and parents joined upwards while their ranks differ.
std::vector<Group> groupsOf(Harvest &&harvest)
{
    // Unknown frameworks go with the only known one of their parent.
    std::map<QString, QSet<int>> known;
    for (const Candidate &c : harvest.ranks) {
        if (groupFramework(c) != Framework::Unknown)
            known[c.parent].insert(static_cast<int>(groupFramework(c)));
    }
    std::map<std::pair<QString, Framework>, Group> direct;
    for (Candidate &c : harvest.ranks) {
        Framework f = groupFramework(c);
        if (f == Framework::Unknown && known[c.parent].size() == 1)
            f = static_cast<Framework>(*known[c.parent].begin());
        // A single rank that was given keeps its parent outside of the root.
        const QString parent = isBelow(c.parent, harvest.root) ? c.parent : harvest.root;
        Group &g = direct[{parent, f}];
        g.path = parent;
        g.framework = f;
        g.ranks.push_back(std::move(c));
    }
    std::vector<Group> closed;
    QSet<Framework> frameworks;
    for (const auto &[key, group] : direct)
        frameworks.insert(key.second);
    for (const Framework framework : frameworks) {
        // Longest paths first: every folder is complete before its parent is looked at.
        std::map<QString, std::vector<Group>, bool (*)(const QString &, const QString &)> open(
            [](const QString &a, const QString &b) {
                const auto da = a.count(u'/');
                const auto db = b.count(u'/');
                return da != db ? da > db : a < b;
            });
        for (auto &[key, group] : direct) {
            if (key.second == framework)
                open[key.first].push_back(std::move(group));
        }
        while (!open.empty()) {
            const QString path = open.begin()->first;
            std::vector<Group> here = std::move(open.begin()->second);
            open.erase(open.begin());
            mergeLevel(path, here, closed);
            for (Group &g : here) {
                if (path == harvest.root || path == QLatin1String("/"))
                    closed.push_back(std::move(g));
                else
                    open[parentOf(path)].push_back(std::move(g));
            }
        }
    }
    std::sort(closed.begin(), closed.end(), [](const Group &a, const Group &b) {
        return a.path != b.path ? a.path < b.path : a.framework < b.framework;
    });
    if (closed.size() == 1)
        closed.front().path = harvest.root;
    return closed;
}

bool newer(const FoundRank &a, const FoundRank &b)
{
    if (!a.stamp.isEmpty() && !b.stamp.isEmpty() && a.stamp != b.stamp)
        return a.stamp > b.stamp;
    if (a.modifiedMs != b.modifiedMs)
        return a.modifiedMs > b.modifiedMs;
    return a.info.path > b.info.path;
}

/// Folders of one rank become one entry: the newest that holds data, the others as its captures.
Run runOf(Group &&group)
{
    Run run;
    run.path = group.path;
    run.name = nameOf(group.path);
    run.framework = group.framework;
    std::stable_sort(group.ranks.begin(), group.ranks.end(),
                     [](const Candidate &a, const Candidate &b) { return newer(a.found, b.found); });
    std::vector<std::vector<Candidate *>> byRank;
    for (Candidate &c : group.ranks) {
        const auto same = std::find_if(byRank.begin(), byRank.end(), [&](const auto &list) {
            return c.found.info.rank >= 0 && list.front()->found.info.rank == c.found.info.rank;
        });
        if (same == byRank.end())
            byRank.push_back({&c});
        else
            (*same).push_back(&c);
    }
    for (const auto &captures : byRank) {
        Candidate *chosen = captures.front();
        for (Candidate *c : captures) {
            if (c->found.hasData()) {
                chosen = c;
                break;
            }
        }
        RankInfo info = std::move(chosen->found.info);
        info.captures.clear();
        for (const Candidate *c : captures)
            info.captures << (c == chosen ? info.path : c->found.info.path);
        if (captures.size() > 1)
            run.report.add({Severity::Info,
                            QDir(run.path).relativeFilePath(info.path),
                            {},
                            QStringLiteral("discovery.captures"),
                            QStringLiteral("The rank was captured %1 times; this one, the newest with data, is shown."),
                            QString::number(captures.size())});
        run.infos.push_back(std::move(info));
    }
    std::stable_sort(run.infos.begin(), run.infos.end(), [](const RankInfo &a, const RankInfo &b) {
        if ((a.rank < 0) != (b.rank < 0))
            return a.rank >= 0;
        return a.rank != b.rank ? a.rank < b.rank : a.label < b.label;
    });
    run.ranks.resize(run.infos.size());
    return run;
}

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

/// Absolute, clean, without a link in the given path's last part resolved: the user's own name for it stays.
QString cleanPath(const QString &path)
{
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

class Discovery
{
public:
    Discovery(const JobContext &job, const DiscoveryLimits &limits) : m_job(job), m_limits(limits) {}

    void add(const QString &given)
    {
        QString path = cleanPath(given);
        const QFileInfo info(path);
        const auto error = [&](const char *code, const QString &message) {
            m_findings.add({Severity::Error, path, {}, QString::fromLatin1(code), message, {}});
        };
        if (given.isEmpty() || !info.exists()) {
            error("discovery.missing", QStringLiteral("There is no such file or folder."));
            return;
        }
        if (info.isFile()) {
            file(path);
            return;
        }
        if (!info.isDir()) {
            error("discovery.not-regular",
                  QStringLiteral("Neither a folder nor a regular file; nothing is read from it."));
            return;
        }
        const QString name = nameOf(path);
        if (name == QLatin1String("ASCEND_PROFILER_OUTPUT") &&
            !QDir(parentOf(path)).entryList({QStringLiteral("profiler_info*.json")}, QDir::Files).isEmpty())
            path = parentOf(path);
        else if (name == QLatin1String("mindstudio_profiler_output") &&
                 nameOf(parentOf(path)).startsWith(QLatin1String("PROF_")))
            path = parentOf(path);

        Harvest harvest;
        harvest.root = path;
        FolderLister lister(path, m_limits.entries, m_job, m_findings);
        Walker(m_limits, lister, harvest).folder(path, 0);
        if (m_job.isCanceled())
            return;
        if (harvest.ranks.empty() && harvest.clusters.empty()) {
            error("discovery.nothing",
                  QStringLiteral("No profiling data was found here: no folder *_ascend_ms or *_ascend_pt, no "
                                 "profiler_info*.json, ASCEND_PROFILER_OUTPUT, PROF_* or cluster_analysis_output, no "
                                 "trace_view.json or msprof*.json, and no known csv file."));
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
        for (Group &g : groupsOf(std::move(harvest)))
            m_groups.push_back({std::move(g), false});
    }

    std::vector<Run> finish(ImportReport &report)
    {
        for (auto &[folder, paths] : m_files)
            fileRank(folder, paths);
        std::vector<Run> runs;
        for (Given &g : m_groups) {
            // One rank that was given alone is its own run; from the second on their parent is.
            if (g.oneByOne && g.group.ranks.size() == 1)
                g.group.path = g.group.ranks.front().found.info.path;
            runs.push_back(runOf(std::move(g.group)));
        }
        for (ClusterFolder &c : m_clusters)
            attach(std::move(c), runs);
        QHash<QString, int> samePath;
        for (const Run &run : runs)
            ++samePath[run.path];
        for (Run &run : runs) {
            if (samePath.value(run.path) < 2)
                continue;
            if (run.framework != Framework::Unknown)
                run.name += QStringLiteral(" (%1)").arg(frameworkName(run.framework));
            run.report.add({Severity::Notice,
                            {},
                            {},
                            QStringLiteral("discovery.apart"),
                            QStringLiteral("The folder holds ranks of different frameworks or the same rank twice; "
                                           "they are shown as separate runs."),
                            {}});
        }
        assign(m_findings.findings(), runs, report);
        return runs;
    }

private:
    struct Given
    {
        Group group;
        bool oneByOne = false;
    };

    [[nodiscard]] bool isTaken(const Candidate &c)
    {
        const QString key = QFileInfo(c.found.info.captures.value(0)).canonicalFilePath();
        if (m_taken.contains(key))
            return true;
        m_taken.insert(key);
        return false;
    }

    /// Joins the ranks of the same parent that were given before, unless that rank is already there.
    void oneByOne(Candidate &&c)
    {
        for (Given &g : m_groups) {
            const bool fits =
                g.oneByOne && g.group.path == c.parent &&
                (g.group.framework == c.found.info.framework || c.found.info.framework == Framework::Unknown);
            const bool there = std::any_of(g.group.ranks.begin(), g.group.ranks.end(), [&](const Candidate &other) {
                return other.found.info.rank == c.found.info.rank && other.found.info.label == c.found.info.label;
            });
            if (fits && !there) {
                g.group.ranks.push_back(std::move(c));
                return;
            }
        }
        Group g;
        g.path = c.parent;
        g.framework = c.found.info.framework;
        g.ranks.push_back(std::move(c));
        m_groups.push_back({std::move(g), true});
    }

    void file(const QString &path)
    {
        const NamedFile n = classifyFileName(nameOf(path));
        const auto say = [&](Severity s, const char *code, const QString &message) {
            m_findings.add({s, path, {}, QString::fromLatin1(code), message, {}});
        };
        QString kind = n.readable ? n.kind : QString();
        if (n.runWide) {
            ClusterFolder c;
            c.folder = parentOf(path);
            c.parent = nameOf(c.folder) == QLatin1String("cluster_analysis_output") ? parentOf(c.folder) : c.folder;
            c.files.push_back({nameOf(path), path, n.kind, QFileInfo(path).size(), n.readable, n.why});
            if (n.readable) {
                m_clusters.push_back(std::move(c));
                return;
            }
        }
        if (kind.isEmpty() && n.kind == QLatin1String("unknown")) {
            if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
                kind = sniffCsv(path);
                if (kind.startsWith(QLatin1String("cluster_")))
                    kind.clear();
            } else if (sniffJson(path) != HeadKind::Other) {
                kind = QStringLiteral("by head");
            }
        }
        if (kind.isEmpty()) {
            if (n.kind == QLatin1String("unknown"))
                say(Severity::Error, "discovery.unknown-file",
                    QStringLiteral("Neither a Chrome trace (a list of events with \"ph\", or \"traceEvents\") nor a "
                                   "known csv or json file of the profiler; nothing is shown from it."));
            else
                say(Severity::Error, "discovery.not-yet", n.why);
            return;
        }
        m_files[parentOf(path)] << path;
    }

    /// The files that were given out of one folder are one rank.
    void fileRank(const QString &folder, const QStringList &paths)
    {
        FolderLister lister(folder, m_limits.entries, m_job, m_findings);
        Candidate c;
        c.found = describeRank(folder, FolderKind::Plain, lister, paths);
        const bool output = nameOf(folder) == QLatin1String("ASCEND_PROFILER_OUTPUT");
        c.parent = runParent(output ? parentOf(folder) : folder);
        if (c.found.info.rank < 0 && paths.size() == 1 && !output) {
            const QString name = nameOf(paths.front());
            c.found.info.rank = rankOfFolderName(name);
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
            run.name = nameOf(c.folder);
            runs.push_back(std::move(run));
            home = &runs.back();
        }
        for (FileEntry &e : c.files) {
            const bool twice =
                std::any_of(home->cluster.files.begin(), home->cluster.files.end(), [&](const FileEntry &other) {
                    return other.path == e.path || (other.used && other.kind == e.kind);
                });
            if (twice && e.used) {
                e.used = false;
                e.why = QStringLiteral("Another %1 of this run is used.").arg(e.kind);
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
    std::map<QString, QStringList> m_files;
    QSet<QString> m_taken;
};

} // namespace

std::vector<Run> discover(const QStringList &paths, const JobContext &job, ImportReport &report)
{
    return discover(paths, job, report, DiscoveryLimits());
}

std::vector<Run> discover(const QStringList &paths, const JobContext &job, ImportReport &report,
                          const DiscoveryLimits &limits)
{
    if (paths.isEmpty())
        report.add({Severity::Error,
                    {},
                    {},
                    QStringLiteral("discovery.missing"),
                    QStringLiteral("No file or folder was named."),
                    {}});
    Discovery all(job, limits);
    // What lies below another given folder comes second: a rank dropped together with its run's folder stays in that
    // run.
    QStringList inner;
    for (const QString &path : paths) {
        const QString own = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
        const bool within = std::any_of(paths.begin(), paths.end(), [&own](const QString &other) {
            const QString folder = QDir::cleanPath(QFileInfo(other).absoluteFilePath());
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
    return all.finish(report);
}

bool useCapture(Run &run, int rankIndex, const QString &folder, const JobContext &job)
{
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= run.infos.size())
        return false;
    RankInfo &info = run.infos[static_cast<size_t>(rankIndex)];
    if (!info.captures.contains(folder) || !QFileInfo(folder).isDir())
        return false;
    ImportReport findings;
    FolderLister lister(folder, DiscoveryLimits().entries, job, findings);
    FoundRank found = describeRank(folder, folderKind(nameOf(folder), lister.list(folder)), lister);
    if (job.isCanceled())
        return false;
    found.info.captures = info.captures;
    found.info.rank = info.rank;
    found.info.label = info.label;
    info = std::move(found.info);
    run.ranks.resize(run.infos.size());
    run.ranks[static_cast<size_t>(rankIndex)] = nullptr;
    std::vector<Run> one{std::move(run)};
    assign(findings.findings(), one, findings);
    run = std::move(one.front());
    return true;
}

} // namespace rs
