// SPDX-License-Identifier: Apache-2.0
#include "analysis/hostclock.h"
#include "analysis/p2ppairs.h"
#include "analysis/stepbreakdown.h"
#include "app/cli/launchtables.h"
#include "app/cli/verbs.h"

#include <algorithm>
#include <functional>

namespace rs::cli {

namespace {

// Loads the ranks of a verb that lives on traces; null, told, when none has one.
LoadedRun loadTraces(Session &session, Arguments &a, bool oneRank)
{
    LoadedRun loaded = loadPickedRun(session, a, traceSources(), oneRank);
    if (!loaded.run)
        return loaded;
    bool any = false;
    QString who = QStringLiteral("This run");
    for (const auto &rank : loaded.run->ranks) {
        any = any || (rank && rank->trace);
        if (rank && oneRank)
            who = QStringLiteral("Rank ") + rank->info.label;
    }
    if (!any) {
        say(noTraceText(who));
        return {nullptr, statusOf(session.finishEmpty())};
    }
    return loaded;
}

// What deviceSets() looks at.
bool hasDeviceWork(const Trace &trace)
{
    return std::any_of(trace.lanes().begin(), trace.lanes().end(), [&](const Lane &lane) {
        return (trace.process(lane.process).kind == ProcessKind::AscendHardware || lane.kind == LaneKind::CommGroup) &&
               lane.rowCount > 0;
    });
}

// What the tables of a step and rank share. `launches`: there is no answer without launch flows. `whyNoSums` explains
// sums without a row; of the list that `listFlag` asks for none is an answer.
int stepVerb(Arguments &a, const QStringList &arguments, bool launches, const QString &listFlag,
             const QString &whyNoSums,
             const std::function<bool(TableSink &, const Run &, const QString &, const JobContext &)> &write)
{
    a.option(QStringLiteral("step"), QStringLiteral("S"), QStringLiteral("Only this step."));
    a.option(QStringLiteral("rank"), QStringLiteral("R"), QStringLiteral("Only this rank; default: all."));
    addRunOption(a);
    addFormat(a);
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(common->memoryLimit);
    const LoadedRun loaded = loadTraces(session, a, a.isSet(QStringLiteral("rank")));
    if (!loaded.run)
        return loaded.status;
    const QString step = a.text(QStringLiteral("step"));
    const QStringList steps = stepsOfRanks(*loaded.run, session.job());
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    if (!checkStep(steps, step))
        return statusOf(Exit::Usage);
    bool answers = false;
    for (const auto &rank : loaded.run->ranks) {
        if (!rank || !rank->trace)
            continue;
        const bool launched = launchCategory(*rank->trace) >= 0;
        const bool worked = hasDeviceWork(*rank->trace) && !stepWindows(*rank, session.job()).empty();
        if (session.job().isCanceled())
            break;
        answers = answers || ((launched || !launches) && worked);
        if (!launched)
            say(QStringLiteral(
                    "rank %1 has no launch flows (HostToDevice, async_npu): the profiler writes them when CPU and NPU "
                    "activities are on; delays and causes that rest on launches are not known.")
                    .arg(rank->info.label));
        if (!worked)
            say(QStringLiteral("rank %1 has no work of the device in its trace: the profiler writes it when NPU "
                               "activity is on.")
                    .arg(rank->info.label));
    }
    if (!answers)
        return statusOf(session.finishEmpty());
    StandardOutput out;
    const QString whyEmpty = a.isSet(listFlag) ? QString() : whyNoSums;
    const auto sink = out.sink(common->format, whyEmpty.isEmpty());
    const bool complete = write(*sink, *loaded.run, step, session.job());
    return finishTable(session, out, *sink, complete, whyEmpty);
}

// What the tables over all ranks share. `whyEmpty` is asked of each run, and may add findings; empty text: a table
// without rows is the answer too.
int rankVerb(Arguments &a, const QStringList &arguments,
             const std::function<bool(TableSink &, const Run &, const JobContext &)> &write,
             const std::function<QString(const Run &, Session &)> &whyEmpty = {})
{
    addRunOption(a);
    addFormat(a);
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(common->memoryLimit);
    const LoadedRun loaded = loadTraces(session, a, false);
    if (!loaded.run)
        return loaded.status;
    const QString why = whyEmpty ? whyEmpty(*loaded.run, session) : QString();
    StandardOutput out;
    const auto sink = out.sink(common->format, why.isEmpty());
    const bool complete = write(*sink, *loaded.run, session.job());
    return finishTable(session, out, *sink, complete, why);
}

// Sends and receives are operators of communication lanes; a run may have those and still send nothing.
QString whyNoTransfers(const Run &run)
{
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        for (const Lane &lane : rank->trace->lanes()) {
            if (lane.kind == LaneKind::CommGroup)
                return QStringLiteral("This run has no send and no receive (hcom_send, hcom_receive): its ranks "
                                      "communicate by collectives alone, so there is nothing to pair.");
        }
    }
    return QStringLiteral(
        "The traces of this run have no communication lanes (HCCL, Communication): the profiler writes "
        "them when NPU activity is on and more than one card takes part.");
}

} // namespace

int dispatchVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("dispatch"), QStringLiteral("PATH [--rank R] [--step S] [--windows]"),
        QStringLiteral(
            "How long launched work waits before it starts on the device, per step and rank, on one clock: the offset "
            "between host and device is estimated from the launches and taken off. Vertical is the share of tasks that "
            "start within a few launch costs: the device waits for the host. Lines are vertical where that costs at "
            "least a twentieth of the step."),
        QStringLiteral("rankscope-cli dispatch profiler_output --step 50"));
    a.flag(QStringLiteral("windows"),
           QStringLiteral("The host-bound windows with the idle time of the device in each."));
    return stepVerb(a, arguments, true, QStringLiteral("windows"),
                    QStringLiteral("No launched task lies in a step that was asked for: there is no delay to tell."),
                    [&a](TableSink &sink, const Run &run, const QString &step, const JobContext &job) {
                        return a.isSet(QStringLiteral("windows")) ? writeDispatchWindows(sink, run, step, job)
                                                                  : writeDispatch(sink, run, step, job);
                    });
}

int idleVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("idle"), QStringLiteral("PATH [--rank R] [--step S] [--gaps]"),
        QStringLiteral(
            "Why the device stood still: each gap between compute and communication has one cause, and the causes add "
            "up to Free. What nothing explains is Unknown."),
        QStringLiteral("rankscope-cli idle profiler_output --rank 0 --gaps"));
    a.flag(QStringLiteral("gaps"), QStringLiteral("Every gap with its cause instead of the sums."));
    return stepVerb(a, arguments, false, QStringLiteral("gaps"),
                    QStringLiteral(
                        "No gap lies between the tasks of the device in the steps that were asked for: there "
                        "is no idle time to explain."),
                    [&a](TableSink &sink, const Run &run, const QString &step, const JobContext &job) {
                        return a.isSet(QStringLiteral("gaps")) ? writeIdleGaps(sink, run, step, job)
                                                               : writeIdle(sink, run, step, job);
                    });
}

int alignVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("align"), QStringLiteral("PATH"),
        QStringLiteral(
            "By how much the clocks of the ranks differ, estimated from the ends of collectives that they share: "
            "aligned = t - offset - drift * (t - origin). A rank keeps its own clock, with the reason, where that "
            "cannot be trusted."),
        QStringLiteral("rankscope-cli align profiler_output --format json"));
    return rankVerb(a, arguments, writeAlignment);
}

int transfersVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("transfers"), QStringLiteral("PATH [--unmatched]"),
        QStringLiteral(
            "Sends with their receives over the ranks, paired by group, peer and order. Bandwidth is the size over the "
            "shorter of the two, because the side that came first only waits. Stamps are those of the files."),
        QStringLiteral("rankscope-cli transfers profiler_output --unmatched"));
    a.flag(QStringLiteral("unmatched"), QStringLiteral("Those without a partner instead."));
    return rankVerb(
        a, arguments,
        [&a](TableSink &sink, const Run &run, const JobContext &job) {
            return a.isSet(QStringLiteral("unmatched")) ? writeUnmatchedTransfers(sink, run, job)
                                                        : writeTransfers(sink, run, job);
        },
        [](const Run &run, Session &session) {
            const TransferPairs transfers = pairTransfers(run, session.job());
            for (const Finding &f : transferFindings(transfers))
                session.addFinding(f);
            // Where every transfer has its partner, none without one is the answer.
            const bool none = transfers.pairs.empty() && transfers.unmatched.empty();
            return none && !session.job().isCanceled() ? whyNoTransfers(run) : QString();
        });
}

} // namespace rs::cli
