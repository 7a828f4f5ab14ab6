// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/stepbreakdown.h"
#include "core/exportfolder.h"
#include "tables/catalogueexport.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

namespace rs::cli {

namespace {

// The path with every link resolved, also where its last parts do not exist yet.
QString resolved(const QString &path)
{
    QString rest;
    QFileInfo info(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    while (!info.exists() && !info.isRoot()) {
        rest = u'/' + info.fileName() + rest;
        info = QFileInfo(info.path());
    }
    const QString known = info.canonicalFilePath();
    return known == u"/" && !rest.isEmpty() ? rest : known + rest;
}

bool isInside(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
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
        const QFileInfo input(path);
        // A single file has no folder of its own: only the very folder that it lies in is refused.
        const QString folder = resolved(input.isDir() ? path : input.path());
        if (!given.isEmpty() && (input.isDir() ? isInside(dir, folder) : dir == folder))
            a.mistake(QStringLiteral("--out %1 lies inside the input %2; choose a folder outside.").arg(given, path));
    }
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
    const Catalogue tables = Catalogue::ofProgram();
    CatalogueExport out(tables, CsvReader::Program, session.job(), &session.pool());
    const size_t count = found.size();
    QJsonArray from;
    for (size_t i = 0; i < count; ++i) {
        const auto run = session.load(std::move(found[i]));
        if (!run)
            return statusOf(session.finish(true));
        from.append(run->path);
        const std::vector<Finding> disagreements = overviewDisagreements(*run);
        for (const Finding &f : disagreements)
            session.addFinding(f);
        const QString folder = resolved(input.isDir() ? path : input.path());
        if (!given.isEmpty() && (input.isDir() ? isInside(dir, folder) : dir == folder))
            a.mistake(QStringLiteral("--out %1 lies inside the input %2; choose a folder outside.").arg(given, path));
    }
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
    const Catalogue tables = Catalogue::ofProgram();
    CatalogueExport out(tables, CsvReader::Program, session.job(), &session.pool());
    const size_t count = found.size();
    QJsonArray from;
    for (size_t i = 0; i < count; ++i) {
        const auto run = session.load(std::move(found[i]));
        if (!run)
            return statusOf(session.finish(true));
        from.append(run->path);
        const std::vector<Finding> disagreements = overviewDisagreements(*run);
        for (const Finding &f : disagreements)
            session.addFinding(f);
        // Findings of this run alone stand in its folder.
        ImportReport report = run->report;
        for (const auto &rank : run->ranks) {
            if (rank)
                report.merge(rank->report);
        }
        for (const Finding &f : disagreements)
            report.add(f);
        const QString folder =
            count == 1 ? target.path()
                       : QStringLiteral("%1/run_%2_%3").arg(target.path()).arg(i + 1).arg(safeFileName(run->name));
        if (!out.write(run, folder))
            break;
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
                            {QStringLiteral("left_out"), QJsonArray::fromStringList(out.leftOut())}};
    if (!target.commit(about))
        return unwritable();
    say(QStringLiteral("%1 tables written to %2.").arg(out.files()).arg(dir));
    return statusOf(session.finish(true));
}

} // namespace rs::cli
