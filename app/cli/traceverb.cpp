// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/mergedtrace.h"
#include "app/cli/verbs.h"
#include "core/base/savedfile.h"
#include "core/base/timens.h"
#include "importers/files/osfile.h"
#include "importers/files/textfilewriter.h"
#include "importers/trace/eventblocks.h"
#include "tables/tables.h"

#include <algorithm>
#include <limits>
#include <new>

namespace rs::cli {

namespace {

void sayWithoutTrace(Call &call, const Run &run, const std::vector<int> &wanted)
{
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const RankInfo &info = run.infos[i];
        const bool isWanted = wanted.empty() || std::find(wanted.begin(), wanted.end(), info.rank) != wanted.end();
        if (isWanted && (!run.ranks[i] || !run.ranks[i]->trace))
            call.say(QStringLiteral("rank %1 has no trace: the file lacks it.").arg(info.label));
    }
}

// Of several ranks, those that keep their own clock though another was wanted.
void sayUnaligned(Call &call, const MergedTraceQuery &query)
{
    if (const QStringList labels = unalignedRanks(query); !labels.isEmpty())
        call.say(QStringLiteral(
                     "Ranks keep their own clock, because no collective leads from them to the reference or their "
                     "ends disagree: %1. The verb align says why.")
                     .arg(labels.join(QStringLiteral(", "))));
}

} // namespace

int traceVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("trace"),
        QStringLiteral("PATH --out FILE [--ranks LIST] [--from NS] [--to NS] [--lane REGEX] [--own-clocks]"),
        QStringLiteral(
            "Writes ranks of a run into one Chrome trace that Perfetto and chrome://tracing open, on one clock, with "
            "all slices, their args, flows and counters, or those of some lanes and of a window of time. Slices that "
            "touch the window are taken whole. FILE ends in .json or .json.gz and never lies inside the input."),
        QStringLiteral(
            "rankscope-cli trace profiler_output --out merged.json.gz --ranks 0,3 --lane 'Ascend Hardware'"));
    a.option(QStringLiteral("out"), QStringLiteral("FILE"), QStringLiteral("The file to write; with .gz compressed."));
    a.option(QStringLiteral("from"), QStringLiteral("NS"),
             QStringLiteral("Start of the window, nanoseconds since the epoch on the clock of the reference rank."));
    a.option(QStringLiteral("to"), QStringLiteral("NS"), QStringLiteral("End of the window."));
    a.option(QStringLiteral("lane"), QStringLiteral("REGEX"),
             QStringLiteral("Only lanes whose \"process/thread\", and counters whose \"process/counter\" matches."));
    a.flag(QStringLiteral("own-clocks"), QStringLiteral("Leaves the stamps of each rank as they are."));
    a.option(QStringLiteral("format"), QStringLiteral("FORMAT"),
             QStringLiteral("json: what is said of the file as JSON on the standard output; default: only on stderr."));
    addRanksOption(a);
    addRunOption(a);
    if (!a.parse(arguments, 1, 1))
        return a.status();
    const QString given = a.text(QStringLiteral("out"));
    const std::vector<int> wanted = ranksOption(a);
    const QRegularExpression lane = a.pattern(QStringLiteral("lane")).value_or(QRegularExpression());
    const qint64 from = a.number(QStringLiteral("from"), std::numeric_limits<qint64>::min(), EarliestStampNs);
    const qint64 to = a.number(QStringLiteral("to"), std::numeric_limits<qint64>::max(), EarliestStampNs);
    const qint64 limit = a.memoryLimit();
    (void)a.choice(QStringLiteral("format"), {QStringLiteral("json")});
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (given.isEmpty())
        a.mistake(QStringLiteral("--out FILE is missing."));
    else if (osInfo(given).isFolder)
        a.mistake(QStringLiteral("--out %1 is a folder; name a file.").arg(given));
    else if (const QString why = SavedFile::whyNot(given); !why.isEmpty())
        a.mistake(QStringLiteral("--out %1 cannot be written: %2").arg(given, why));
    else if (const QString input = inputAround(given + QStringLiteral("/.."), a.paths()); !input.isEmpty())
        a.mistake(QStringLiteral("--out %1 lies inside the input %2; choose a place outside.").arg(given, input));
    if (to < from)
        a.mistake(QStringLiteral("--to lies before --from."));
    if (a.isWrong())
        return a.status();

    Session session(call, limit);
    TableQuery asked;
    asked.ranks = wanted;
    const LoadedRun loaded = loadPickedRun(session, a, session.table(u"alignment"), asked);
    if (!loaded.run)
        return loaded.status;
    if (!checkRanks(call, *loaded.run, wanted))
        return statusOf(Exit::Usage);
    sayWithoutTrace(call, *loaded.run, wanted);
    MergedTraceQuery query;
    query.ranks = alignedRanks(*loaded.run, wanted, a.isSet(QStringLiteral("own-clocks")), session.job());
    query.fromNs = from;
    query.toNs = to;
    query.lane = lane;
    if (query.ranks.empty()) {
        asked.run = loaded.run;
        call.say(whyNoTrace(asked).english());
        return statusOf(session.finishEmpty());
    }
    sayUnaligned(call, query);
    TextFileWriter file(given);
    MergedTraceResult result;
    try {
        result = writeMergedTrace(query, readEventBlocks, session.pool(), session.job(),
                                  [&file](std::string_view text) { return file.write(text); });
    } catch (const std::bad_alloc &) {
        session.job().setOverBudget();
        return statusOf(session.finish(true));
    }
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    if (result.ok && result.slices + result.samples == 0) {
        call.say(
            QStringLiteral("No slice and no counter of these ranks lies in the window and in lanes that match: nothing "
                           "is written."));
        return statusOf(session.finishEmpty());
    }
    if (!result.ok || !file.commit()) {
        call.say(QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(given, file.error()));
        return statusOf(session.finish(false));
    }
    call.say(
        QStringLiteral("%1 slices, %2 flows and %3 samples of counters of %4 ranks written to %5; 0 stands for %6 ns.")
            .arg(result.slices)
            .arg(result.flows)
            .arg(result.samples)
            .arg(query.ranks.size())
            .arg(given)
            .arg(result.originNs));
    if (result.cutFlows > 0)
        call.say(
            QStringLiteral("%1 flows with one end outside of the window and lanes are left out.").arg(result.cutFlows));
    if (result.argsLost > 0)
        call.say(QStringLiteral("%1 slices stand without their args: the files of the run could not be read again.")
                     .arg(result.argsLost));
    return statusOf(session.finish(true));
}

} // namespace rs::cli
