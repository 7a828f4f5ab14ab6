// SPDX-License-Identifier: Apache-2.0
#include "app/cli/mcplimits.h"
#include "app/agents/mcpserver.h"
#include "app/cli/verbs.h"

#include <QStandardPaths>

#include <cstdio>

namespace rs::cli {

namespace {

constexpr qint64 leastBytes = 10'000;
constexpr qint64 usualBytes = 50'000;
// What stands around the rows of an answer: message, suggestion, how to go on.
constexpr qint64 bytesAround = 6'000;

} // namespace

int mcpVerb(Call &call, const QStringList &arguments)
{
    Arguments a(call, QStringLiteral("mcp"), QStringLiteral("[PATH…] [--max-bytes N]"),
                QStringLiteral("Answers the Model Context Protocol on standard input and output until the input ends: "
                               "JSON-RPC 2.0, a message a line. The tools are verbs of this program; runs stay loaded "
                               "between calls. The first PATH is meant where a call names none."),
                QStringLiteral("rankscope-cli mcp profiler_output"));
    a.option(QStringLiteral("max-bytes"), QStringLiteral("N"),
             QStringLiteral("Bytes that one answer may have; default: 50000. Rows that are more go into a CSV in the "
                            "user's cache folder, which the answer names."));
    if (!a.parse(arguments, 0, 0))
        return a.status();
    const qint64 megabytes = a.memoryLimit();
    const qint64 bytes = a.number(QStringLiteral("max-bytes"), usualBytes, leastBytes);
    if (a.isWrong())
        return a.status();
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/answers");
    removeOldAnswers(folder, mcplimits::daysKept, mcplimits::folderBytes);
    RunKeeper keeper(
        std::make_shared<MemoryBudget>(megabytes > 0 ? megabytes * 1'000'000 : MemoryBudget::defaultLimit()));
    keeper.setExport(call.exported());
    McpServer server(keeper, {bytes - bytesAround, folder, mcplimits::fileBytes}, stdin, stdout);
    if (server.run(a.paths()))
        return statusOf(Exit::Done);
    call.say(QStringLiteral("error: memory budget: the machine gives no more memory to read the input; the server "
                            "ends."));
    return statusOf(Exit::OverBudget);
}

} // namespace rs::cli
