// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/diagnosis/launchfindings.h"
#include "analysis/overview/overviewfindings.h"
#include "core/base/exportfolder.h"
#include "core/base/savedfile.h"
#include "importers/files/osfile.h"
#include "sql/savedqueries.h"
#include "tables/catalogue/catalogueexport.h"
#include "tables/catalogue/exportindex.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace rs::cli {

namespace {

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

// Reason why nothing can be written to the folder; empty when something can.
QString refusal(const QString &given, const ExportFolder &target, bool force)
{
    QString more;
    switch (target.state(&more)) {
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
        return QStringLiteral("--out %1 is not a folder.").arg(given);
    case ExportFolder::State::Busy:
        return QStringLiteral("--out %1 is being written by another export; wait for its end or choose another folder.")
            .arg(given);
    }
    return {};
}

} // namespace

void checkExport(Task &task)
{
    Arguments &a = task.arguments;
    const QString given = a.text("out");
    if (given.isEmpty())
        return a.mistake(QStringLiteral("--out DIR is missing."));
    const QString dir = resolvedPath(given);
    if (const QString input = inputAround(given, a.paths()); !input.isEmpty())
        a.mistake(QStringLiteral("--out %1 lies inside the input %2; choose a folder outside.").arg(given, input));
    if (osPath(dir) != dir.toUtf8())
        a.mistake(QStringLiteral("--out %1 is not UTF-8; choose another name.").arg(given));
    if (const QString why = refusal(given, ExportFolder(dir), a.isSet("force")); !why.isEmpty())
        a.mistake(why);
}

Exit answerExport(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    const QString given = task.arguments.text("out");
    const QString dir = resolvedPath(given);
    const bool force = task.arguments.isSet("force");
    const ReferenceRates &rates = task.query.rates;
    std::vector<Run> found = session.find(task.arguments.paths());
    ExportFolder target(dir);
    const auto unwritable = [&](const QString &reason) {
        // Without a reason of the system, somebody else has been there meanwhile.
        const QString met = refusal(given, target, force);
        const QString why = !reason.isEmpty() ? reason
                            : met.isEmpty()   ? QStringLiteral("another export was written there meanwhile.")
                                              : met;
        call.say(QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(given, why));
        return session.finish(false);
    };
    if (!target.open(force))
        return unwritable(target.error());
    const Catalogue tables = catalogueOfUser();
    CatalogueExport out(tables, CsvReader::Program, session.job(), &session.pool());
    out.setRates(rates);
    const size_t count = found.size();
    std::vector<ExportedRun> runs;
    QJsonArray rankFolders;
    for (size_t i = 0; i < count; ++i) {
        const auto run = session.load(std::move(found[i]));
        TableQuery query;
        query.run = run;
        query.rates = rates;
        query.pool = &session.pool();
        MemoryReservation room = tables.find(u"findings")->room(query, session.job());
        session.addFindings(overviewDisagreements(*run, session.job()));
        session.addFindings(launchFindings(*run, session.job()));
        room.resize(0);
        const QString folder =
            count == 1 ? QString() : QStringLiteral("run_%1_%2/").arg(i + 1).arg(safeFileName(run->name));
        const QString runDir = folder.isEmpty() ? target.path() : target.path() + u'/' + folder.chopped(1);
        const size_t before = out.written().size();
        if (!out.write(run, runDir))
            break;
        runs.push_back({run->path,
                        exportVerdicts(tables, query, session.job()),
                        {out.written().begin() + static_cast<std::ptrdiff_t>(before), out.written().end()}});
        addFolders(rankFolders, *run, folder, out.rankFolders());
    }
    session.endIfInterrupted();
    if (!out.error().isEmpty()) {
        call.say(QStringLiteral("rankscope-cli: %1").arg(out.error()));
        return session.finish(false);
    }
    for (const QString &why : out.leftOut())
        call.say(why);
    QJsonArray from;
    for (const ExportedRun &run : runs)
        from.append(run.path);
    const QJsonObject about{{QStringLiteral("program"), QStringLiteral("rankscope-cli")},
                            {QStringLiteral("version"), QCoreApplication::applicationVersion()},
                            {QStringLiteral("runs"), from},
                            {QStringLiteral("rank_folders"), rankFolders},
                            {QStringLiteral("left_out"), QJsonArray::fromStringList(out.leftOut())}};
    SavedFile page(target.path() + QStringLiteral("/index.html"));
    if (!page.open() || page.write(exportIndex(target.path(), runs)) < 0 || !page.commit())
        return unwritable(page.errorString());
    if (!target.commit(about))
        return unwritable(target.error());
    call.say(QStringLiteral("%1 tables written to %2.").arg(out.files()).arg(dir));
    for (const ExportedRun &run : runs) {
        call.say(QStringLiteral("Verdicts on %1:").arg(run.path));
        for (const QString &verdict : run.verdicts)
            call.say(QStringLiteral("- ") + verdict);
    }
    return session.finish(true);
}

} // namespace rs::cli
