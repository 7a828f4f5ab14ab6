// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/launchfindings.h"
#include "app/cli/launchtables.h"
#include "app/cli/tables.h"
#include "core/exportfolder.h"
#include "importers/osfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QSaveFile>

#include <functional>
#include <map>

namespace rs::cli {

namespace {

// The path with every link resolved, also where its last parts do not exist yet.
QString resolved(const QString &path)
{
    QString rest;
    QString there = osAbsolutePath(path);
    while (there.size() > 1 && !osInfo(there).exists) {
        const qsizetype slash = there.lastIndexOf(u'/');
        rest = there.mid(slash) + rest;
        there = slash > 0 ? there.left(slash) : QStringLiteral("/");
    }
    const QString known = osCanonicalPath(there);
    return known == u"/" && !rest.isEmpty() ? rest : known + rest;
}

bool isInside(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

class Exporter
{
public:
    explicit Exporter(const JobContext &job) : m_job(job) {}

    /// Writes a table, unless it has no rows. False once something could not be written; error() says what.
    bool write(const QString &path, const std::function<bool(TableSink &)> &table)
    {
        if (!m_error.isEmpty() || m_job.isCanceled())
            return false;
        const QString folder = QFileInfo(path).path();
        QSaveFile file(path);
        if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly)) {
            m_error = QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), file.errorString());
            return false;
        }
        const auto sink = makeSink(Format::Csv, file);
        const bool complete = table(*sink);
        if (complete && sink->ok() && sink->rows() == 0) {
            file.cancelWriting();
            QDir().rmdir(folder); // where nothing else stands in it
            ++m_empty[QFileInfo(path).completeBaseName()];
            return true;
        }
        if (!complete || !sink->ok()) {
            file.cancelWriting();
            if (complete)
                m_error = QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), file.errorString());
            return false;
        }
        if (!file.commit()) {
            m_error = QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), file.errorString());
            return false;
        }
        ++m_files;
        return true;
    }
    /// Keeps a sentence about tables that cannot be made.
    void leaveOut(const QString &why) { m_leftOut << why; }

    [[nodiscard]] const QString &error() const { return m_error; }
    [[nodiscard]] int files() const { return m_files; }
    /// What was not written and why, one sentence each.
    [[nodiscard]] QStringList leftOut() const
    {
        QStringList empty;
        for (const auto &[name, count] : m_empty)
            empty << (count == 1 ? name : QStringLiteral("%1 (%2 times)").arg(name).arg(count));
        QStringList out = m_leftOut;
        if (!empty.isEmpty())
            out << QStringLiteral("Tables without rows are not written: %1.").arg(empty.join(QStringLiteral(", ")));
        return out;
    }

private:
    JobContext m_job;
    QString m_error;
    QStringList m_leftOut;
    std::map<QString, int> m_empty;
    int m_files = 0;
};

struct NamedGrouping
{
    const char *name;
    OperatorGrouping grouping;
};
constexpr NamedGrouping groupings[] = {{"type", OperatorGrouping::Type},
                                       {"name", OperatorGrouping::Name},
                                       {"shape", OperatorGrouping::Shape},
                                       {"name_shape", OperatorGrouping::NameShape}};

void exportRank(Exporter &out, const RankData &rank, const QString &dir, const JobContext &job)
{
    const auto table = [&](const char *name, const std::function<bool(TableSink &)> &rows) {
        out.write(dir + u'/' + QLatin1String(name) + QStringLiteral(".csv"), rows);
    };
    const auto whole = [&](const char *name, const std::shared_ptr<const Table> &t) {
        if (!t)
            return;
        table(name, [&](TableSink &s) {
            writeTable(s, *t);
            return true;
        });
    };
    for (const NamedGrouping &g : groupings) {
        for (const OperatorKind kind : {OperatorKind::Compute, OperatorKind::Communication}) {
            OperatorQuery query;
            query.grouping = g.grouping;
            query.kind = kind;
            const QByteArray name = QByteArray("operators_") +
                                    (kind == OperatorKind::Compute ? "compute_by_" : "communication_by_") + g.name;
            table(name.constData(), [&](TableSink &s) {
                writeOperators(s, operatorStats(rank, query, job));
                return !job.isCanceled();
            });
        }
    }
    whole("kernels", rank.kernels);
    whole("operator_statistic", rank.opStatistic);
    whole("api_statistic", rank.apiStatistic);
    if (!rank.trace)
        return;
    table("slices", [&](TableSink &s) { return writeSlices(s, rank, {}, job); });
    table("slice_statistics", [&](TableSink &s) { return writeSliceStats(s, rank, {}, job); });
    table("flows", [&](TableSink &s) { return writeFlows(s, rank, {}, job); });
    table("flow_statistics", [&](TableSink &s) { return writeFlowStats(s, rank, {}, job); });
    table("counters", [&](TableSink &s) {
        writeCounters(s, rank);
        return true;
    });
}

// Gives back the folder of each rank's tables, below that of the run; empty where there is none.
std::vector<QString> exportRun(Exporter &out, const Run &run, const std::vector<Finding> &findings, const QString &dir,
                               const JobContext &job)
{
    const auto table = [&](const QString &name, const std::function<void(TableSink &)> &rows) {
        out.write(dir + u'/' + name + QStringLiteral(".csv"), [&](TableSink &s) {
            rows(s);
            return !job.isCanceled();
        });
    };
    table(QStringLiteral("files"), [&](TableSink &s) { writeFiles(s, run); });
    table(QStringLiteral("findings"), [&](TableSink &s) { writeFindings(s, findings); });
    table(QStringLiteral("domains"), [&](TableSink &s) { writeDomains(s, run); });
    table(QStringLiteral("overview"), [&](TableSink &s) { writeOverview(s, overview(run, {}, job)); });
    table(QStringLiteral("overview_derived"), [&](TableSink &s) {
        writeOverview(s, overview(run, {{}, {}, OverviewSource::Derived}, job));
    });
    table(QStringLiteral("communication"), [&](TableSink &s) { writeCommunication(s, communicationRows(run)); });
    table(QStringLiteral("matrix"), [&](TableSink &s) { writeMatrix(s, matrixCells(run)); });
    table(QStringLiteral("dispatch"), [&](TableSink &s) { (void)writeDispatch(s, run, {}, job); });
    table(QStringLiteral("dispatch_windows"), [&](TableSink &s) { (void)writeDispatchWindows(s, run, {}, job); });
    table(QStringLiteral("idle"), [&](TableSink &s) { (void)writeIdle(s, run, {}, job); });
    table(QStringLiteral("idle_gaps"), [&](TableSink &s) { (void)writeIdleGaps(s, run, {}, job); });
    table(QStringLiteral("alignment"), [&](TableSink &s) { (void)writeAlignment(s, run, job); });
    table(QStringLiteral("transfers"), [&](TableSink &s) { (void)writeTransfers(s, run, job); });
    table(QStringLiteral("transfers_unmatched"), [&](TableSink &s) { (void)writeUnmatchedTransfers(s, run, job); });
    UniqueFileNames folders;
    std::vector<QString> names;
    std::vector<QString> written(run.ranks.size());
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const RankInfo &info = run.ranks[i] ? run.ranks[i]->info : run.infos[i];
        names.push_back(folders.next(safeFileName(info.label)));
        if (!run.ranks[i])
            continue;
        const QString folder = QStringLiteral("rank_") + names[i];
        const int before = out.files();
        exportRank(out, *run.ranks[i], dir + u'/' + folder, job);
        if (out.files() > before)
            written[i] = folder;
    }
    table(QStringLiteral("ranks"), [&](TableSink &s) { writeExportedRanks(s, run, written); });
    // Every rank against the first: the comparison that the window opens with.
    for (size_t i = 1; i < run.ranks.size() && run.ranks[0]; ++i) {
        if (!run.ranks[i])
            continue;
        for (const NamedGrouping &g : groupings) {
            CompareQuery query;
            query.grouping = g.grouping;
            const RankComparison comparison = compareRanks(*run.ranks[0], *run.ranks[i], query, job);
            if (!comparison.isPossible()) {
                const bool first = RankComparison::hinders(comparison.baseNote);
                out.leaveOut(QStringLiteral("No comparison of rank %1 with rank %2. Rank %3: %4")
                                 .arg(run.infos[0].label, run.infos[i].label, run.infos[first ? 0 : i].label,
                                      operatorNoteText(first ? comparison.baseNote : comparison.otherNote)));
                break;
            }
            table(QStringLiteral("compare/%1_with_%2_by_%3").arg(names[0], names[i], QLatin1String(g.name)),
                  [&](TableSink &s) { writeCompare(s, comparison); });
        }
    }
    return written;
}

// Which rank each folder holds, for a program that reads the export.
void addFolders(QJsonArray &to, const Run &run, const QString &runFolder, const std::vector<QString> &folders)
{
    for (size_t i = 0; i < folders.size(); ++i) {
        if (folders[i].isEmpty())
            continue;
        const RankInfo &info = run.infos[i];
        to.append(QJsonObject{{QStringLiteral("folder"), runFolder + folders[i]},
                              {QStringLiteral("rank"), info.rank >= 0 ? QJsonValue(info.rank) : QJsonValue(info.label)},
                              {QStringLiteral("run"), run.path},
                              {QStringLiteral("path"), info.path}});
    }
}

// Why nothing can be written to the folder; empty when something can.
QString refusal(const QString &given, const QString &dir, bool force)
{
    QString more;
    switch (ExportFolder::stateOf(dir, &more)) {
    case ExportFolder::State::Free:
        return {};
    case ExportFolder::State::Export:
        return force ? QString()
                     : QStringLiteral("--out %1 holds an earlier export; --force replaces it whole.").arg(given);
    case ExportFolder::State::ExportPlus:
        return QStringLiteral("--out %1 holds an earlier export and files that it did not write, such as %2; choose a "
                              "new folder.")
            .arg(given, more);
    case ExportFolder::State::Occupied:
        return QStringLiteral("--out %1 is not empty (%2) and no export of this version; choose a new folder.")
            .arg(given, more);
    case ExportFolder::State::NoFolder:
        return QStringLiteral("--out %1 is no folder.").arg(given);
    }
    return {};
}

} // namespace

int exportVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("export"), QStringLiteral("PATH… --out DIR"),
        QStringLiteral(
            "Writes every table of every view as CSV: one folder per run when there are several, one per rank in it. "
            "DIR is new or empty and never lies inside the input; it appears when everything is written. Tables "
            "without rows are left out and named."),
        QStringLiteral("rankscope-cli export profiler_output --out tables"));
    a.option(QStringLiteral("out"), QStringLiteral("DIR"), QStringLiteral("Folder for the tables."));
    a.flag(QStringLiteral("force"),
           QStringLiteral("Replaces an earlier export in DIR whole, when all else has been written."));
    if (!a.parse(arguments, 1, 0))
        return a.status();
    const qint64 limit = a.memoryLimit();
    const QString given = a.text(QStringLiteral("out"));
    if (given.isEmpty())
        a.mistake(QStringLiteral("--out DIR is missing."));
    const QString dir = given.isEmpty() ? QString() : resolved(given);
    for (const QString &path : a.paths()) {
        const bool isFolder = osInfo(path).isFolder;
        // A single file has no folder of its own: only the very folder that it lies in is refused.
        const QString folder = resolved(isFolder ? path : path + QStringLiteral("/.."));
        if (!given.isEmpty() && (isFolder ? isInside(dir, folder) : dir == folder))
            a.mistake(QStringLiteral("--out %1 lies inside the input %2; choose a folder outside.").arg(given, path));
    }
    if (osPath(dir) != dir.toUtf8())
        a.mistake(QStringLiteral("--out %1 is no UTF-8; choose another name.").arg(given));
    const bool force = a.isSet(QStringLiteral("force"));
    if (const QString why = given.isEmpty() ? QString() : refusal(given, dir, force); !why.isEmpty())
        a.mistake(why);
    if (a.isWrong())
        return a.status();

    Session session(limit);
    std::vector<Run> found = session.find(a.paths());
    if (found.empty())
        return statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
    ExportFolder target(dir);
    const auto unwritable = [&] {
        say(QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(given, target.error()));
        return statusOf(session.finish(false));
    };
    if (!target.open(force))
        return unwritable();
    Exporter out(session.job());
    const size_t count = found.size();
    QJsonArray from;
    QJsonArray rankFolders;
    for (size_t i = 0; i < count; ++i) {
        const auto run = session.load(std::move(found[i]));
        if (!run)
            return statusOf(session.finish(true));
        from.append(run->path);
        std::vector<Finding> analysed = overviewDisagreements(*run, session.job());
        const std::vector<Finding> launches = launchFindings(*run, session.job());
        analysed.insert(analysed.end(), launches.begin(), launches.end());
        for (const Finding &f : analysed)
            session.addFinding(f);
        // Findings of this run alone stand in its folder, as the window lists them.
        ImportReport report = run->report;
        for (const auto &rank : run->ranks) {
            if (rank)
                report.merge(rank->report);
        }
        std::vector<Finding> findings = report.findings();
        findings.insert(findings.end(), analysed.begin(), analysed.end());
        const QString folder =
            count == 1 ? QString() : QStringLiteral("run_%1_%2/").arg(i + 1).arg(safeFileName(run->name));
        const QString runDir = folder.isEmpty() ? target.path() : target.path() + u'/' + folder.chopped(1);
        addFolders(rankFolders, *run, folder, exportRun(out, *run, findings, runDir, session.job()));
    }
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    if (!out.error().isEmpty()) {
        say(QStringLiteral("rankscope-cli: %1").arg(out.error()));
        return statusOf(session.finish(false));
    }
    for (const QString &why : out.leftOut())
        say(why);
    const QJsonObject about{{QStringLiteral("program"), QStringLiteral("rankscope-cli")},
                            {QStringLiteral("version"), QCoreApplication::applicationVersion()},
                            {QStringLiteral("runs"), from},
                            {QStringLiteral("rank_folders"), rankFolders},
                            {QStringLiteral("left_out"), QJsonArray::fromStringList(out.leftOut())}};
    if (!target.commit(about))
        return unwritable();
    say(QStringLiteral("%1 tables written to %2.").arg(out.files()).arg(dir));
    return statusOf(session.finish(true));
}

} // namespace rs::cli
