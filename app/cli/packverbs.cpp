// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "core/base/exportfolder.h"
#include "core/run/runindex.h"
#include "importers/files/osfile.h"
#include "importers/run/rankpacker.h"
#include "importers/run/runindexer.h"
#include "importers/run/runserver.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <array>

#include <csignal>
#include <cstdio>
#include <unistd.h>

/// Ranks as files that travel: one by one, all of a run with an index, or as a window on another host asks for them.
namespace rs::cli {

void checkPack(Task &task)
{
    Arguments &a = task.arguments;
    checkOutFile(a, "out");
    if (const QString given = a.text("out"); !given.endsWith(QLatin1String(".rspack")))
        a.mistake(QStringLiteral("--out %1 has to end in .rspack, by which a folder shows what it holds.").arg(given));
}

Exit answerPack(Task &task)
{
    Session &session = task.session;
    const QString given = task.arguments.text("out");
    loadPickedRun(task);
    const Run &run = *task.query.run;
    const std::shared_ptr<const RankData> rank = task.query.rankData();
    if (!rank)
        return session.finishEmpty();
    const QString why = writeRankPack(*rank, run.path, {}, given, session.pool(), session.job());
    session.endIfInterrupted();
    if (!why.isEmpty()) {
        task.call.say(QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(given, why));
        return session.finish(false);
    }
    task.call.say(QStringLiteral("Rank %1 of %2 written to %3: %4 MB.")
                      .arg(rank->info.label, run.path, given)
                      .arg(static_cast<double>(osInfo(given).bytes) / 1e6, 0, 'f', 1));
    return session.finish(true);
}

void checkIndex(Task &task)
{
    Arguments &a = task.arguments;
    const QString given = a.text("out");
    if (given.isEmpty())
        a.mistake(QStringLiteral("--out DIR is missing."));
    else if (const OsInfo there = osInfo(given); there.exists && !there.isFolder)
        a.mistake(QStringLiteral("--out %1 is not a folder.").arg(given));
    else if (const QString input = inputAround(given, a.paths()); !input.isEmpty())
        a.mistake(QStringLiteral("--out %1 lies inside the input %2; choose a folder outside.").arg(given, input));
}

Exit answerIndex(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    const QString dir = resolvedPath(task.arguments.text("out"));
    std::vector<Run> found = session.find(task.arguments.paths());
    const size_t count = found.size();
    bool isWhole = true;
    for (size_t i = 0; i < count; ++i) {
        const QString title = found[i].title();
        const QString folder =
            count == 1 ? dir : dir + QStringLiteral("/run_%1_%2").arg(i + 1).arg(safeFileName(found[i].name));
        if (const QString why = makeFolder(folder); !why.isEmpty()) {
            call.say(QStringLiteral("rankscope-cli: %1 cannot be made: %2").arg(folder, why));
            return session.finish(false);
        }
        const RunIndexer indexer(std::move(found[i]), folder, QCoreApplication::applicationVersion().toUtf8(),
                                 session.pool(), session.job());
        const std::vector<RunIndexer::Done> ranks = indexer.packAll();
        session.endIfInterrupted();
        session.keep(indexer.run(), true);
        for (size_t r = 0; r < ranks.size(); ++r) {
            session.addFindings(ranks[r].findings);
            if (ranks[r].error.isEmpty())
                continue;
            isWhole = false;
            call.say(QStringLiteral("rankscope-cli: rank %1 is not packed: %2").arg(ranks[r].label, ranks[r].error));
        }
        if (const QString why = indexer.finish(ranks, RunIndex::homeAt(folder)); !why.isEmpty()) {
            call.say(QStringLiteral("rankscope-cli: the index in %1 cannot be written: %2").arg(folder, why));
            return session.finish(false);
        }
        if (const QString others = indexer.otherPacks(ranks); !others.isEmpty())
            call.say(QStringLiteral("rankscope-cli: ") + others);
        const auto packedNow = std::ranges::count_if(ranks, &RunIndexer::Done::isNew);
        call.say(QStringLiteral("%1: %2 ranks in %3, %4 of them packed now.")
                     .arg(title)
                     .arg(ranks.size())
                     .arg(folder)
                     .arg(packedNow));
    }
    const Exit status = session.finish(true);
    return isWhole || status != Exit::Done ? status : Exit::Loss;
}

Exit answerServe(Task &task)
{
    Session &session = task.session;
    // A window that is gone ends the work, and what lies in temporary folders goes.
    std::signal(SIGPIPE, SIG_IGN);
    const auto send = [](const QByteArray &bytes) {
        return std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout) ==
                   static_cast<size_t>(bytes.size()) &&
               std::fflush(stdout) == 0;
    };
    RunServer server(send, QCoreApplication::applicationVersion().toUtf8(), session.pool(), session.job());
    if (!server.sayHello())
        return Exit::Loss;
    serve::FrameReader reader;
    std::optional<serve::Frame> ask;
    std::array<char, 4096> part{};
    while (!ask && !reader.isDamaged()) {
        const ssize_t got = ::read(STDIN_FILENO, part.data(), part.size());
        if (got <= 0)
            break;
        reader.add(QByteArray(part.data(), static_cast<qsizetype>(got)));
        ask = reader.next();
    }
    if (!ask) {
        task.call.say(QStringLiteral("rankscope-cli: serve answers the window of RankScope, which did not ask."));
        return Exit::Usage;
    }
    server.answer(*ask);
    return session.job().isCanceled() ? Exit::Interrupted : Exit::Done;
}

} // namespace rs::cli
