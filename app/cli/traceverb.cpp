// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/mergedtrace.h"
#include "app/cli/verbs.h"
#include "core/base/savedfile.h"
#include "importers/discovery/packs.h"
#include "importers/files/osfile.h"
#include "importers/files/textfilewriter.h"
#include "importers/trace/eventblocks.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <limits>
#include <new>

namespace rs::cli {

namespace {

void sayWithoutTrace(Call &call, const Run &run, const std::vector<int> &wanted)
{
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const RankInfo &info = run.infos[i];
        const bool isWanted = wanted.empty() || std::ranges::find(wanted, info.rank) != wanted.end();
        if (isWanted && (!run.ranks[i] || !run.ranks[i]->trace))
            call.say(QStringLiteral("rank %1 has no trace: the file lacks it.").arg(info.label));
    }
}

// Names the ranks that keep their own clock although another one was wanted.
void sayUnaligned(Call &call, const MergedTraceQuery &query)
{
    if (const QStringList labels = unalignedRanks(query); !labels.isEmpty())
        call.say(
            QStringLiteral("Ranks keep their own clock, because no collective connects them to the reference or their "
                           "ends disagree: %1. See the verb align.")
                .arg(labels.join(QStringLiteral(", "))));
}

} // namespace

void checkOutFile(Arguments &a, const char *option)
{
    const QString given = a.text(option);
    const QString name = QLatin1String(option);
    const QStringList inputs = a.paths();
    QStringList unpacked = inputs;
    unpacked.removeIf([](const QString &path) { return packedKindOf(path) == PackedKind::Rank; });
    if (given.isEmpty())
        a.mistake(QStringLiteral("--%1 FILE is missing.").arg(name));
    else if (osInfo(given).isFolder)
        a.mistake(QStringLiteral("--%1 %2 is a folder; name a file.").arg(name, given));
    else if (const QString why = SavedFile::whyNot(given); !why.isEmpty())
        a.mistake(QStringLiteral("--%1 %2 cannot be written: %3").arg(name, given, why));
    else if (std::ranges::any_of(inputs, [&](const QString &p) { return resolvedPath(p) == resolvedPath(given); }))
        a.mistake(
            QStringLiteral("--%1 %2 is an input, which is never overwritten; choose another name.").arg(name, given));
    else if (const QString input = inputAround(given + QStringLiteral("/.."), unpacked); !input.isEmpty())
        a.mistake(QStringLiteral("--%1 %2 lies inside the input %3; choose a place outside.").arg(name, given, input));
}

void checkTrace(Task &task)
{
    Arguments &a = task.arguments;
    checkOutFile(a, "out");
    if (a.number("to", std::numeric_limits<qint64>::max()) < a.number("from", std::numeric_limits<qint64>::min()))
        a.mistake(QStringLiteral("--to lies before --from."));
}

Exit answerTrace(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    const Arguments &a = task.arguments;
    const QString given = a.text("out");
    loadPickedRun(task);
    const std::vector<int> &wanted = task.query.ranks;
    const Run &run = *task.query.run;
    checkRanks(call, run, wanted);
    sayWithoutTrace(call, run, wanted);
    MergedTraceQuery query;
    query.ranks = alignedRanks(run, wanted, a.isSet("own-clocks"), session.job());
    query.fromNs = a.number("from", std::numeric_limits<qint64>::min());
    query.toNs = a.number("to", std::numeric_limits<qint64>::max());
    query.lane = a.value("lane").pattern;
    if (query.ranks.empty()) {
        call.say(whyNoTrace(task.query).english());
        return session.finishEmpty();
    }
    sayUnaligned(call, query);
    TextFileWriter file(given);
    MergedTraceResult result;
    try {
        result = writeMergedTrace(query, readEventBlocks, session.pool(), session.job(),
                                  [&file](std::string_view text) { return file.write(text); });
    } catch (const std::bad_alloc &) {
        session.job().setOverBudget();
        return session.finish(true);
    }
    session.endIfInterrupted();
    if (result.ok && result.slices + result.samples == 0) {
        call.say(
            QStringLiteral("No slice and no counter of these ranks lies in the window and in lanes that match: nothing "
                           "is written."));
        return session.finishEmpty();
    }
    if (!result.ok || !file.commit()) {
        call.say(QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(given, file.error()));
        return session.finish(false);
    }
    call.say(QStringLiteral("%1 slices, %2 connection lines and %3 samples of counters of %4 ranks written to %5; 0 is "
                            "%6 ns.")
                 .arg(result.slices)
                 .arg(result.flows)
                 .arg(result.samples)
                 .arg(query.ranks.size())
                 .arg(given)
                 .arg(result.originNs));
    if (result.cutFlows > 0)
        call.say(QStringLiteral("%1 connection lines with one end outside of the window and lanes are left out.")
                     .arg(result.cutFlows));
    if (result.argsLost > 0)
        call.say(QStringLiteral("%1 slices have no args: the files of the run could not be read again.")
                     .arg(result.argsLost));
    return session.finish(true);
}

} // namespace rs::cli
