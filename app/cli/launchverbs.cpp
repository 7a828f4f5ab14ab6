// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/p2ppairs.h"
#include "analysis/host/hostclock.h"
#include "analysis/time/stepwindows.h"
#include "app/cli/verbs.h"
#include "tables/tables.h"

namespace rs::cli {

namespace {

// Steps that the device windows of the loaded ranks name.
QStringList stepsOf(const Run &run, const JobContext &job)
{
    Distinct out;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        for (const StepWindow &w : stepWindows(*rank, job))
            out.add(w.step);
    }
    return out.list();
}

// What the tables of a step and rank share: of all ranks, or of one.
int stepVerb(Arguments &a, const QStringList &arguments, const QString &listFlag, QStringView sums, QStringView list)
{
    a.option(QStringLiteral("step"), QStringLiteral("S"), QStringLiteral("Only this step."));
    a.option(QStringLiteral("rank"), QStringLiteral("R"), QStringLiteral("Only this rank; default: all."));
    addRunOption(a);
    a.addOutput();
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(a.call(), common->memoryLimit);
    const TableSpec &table = session.table(a.isSet(listFlag) ? list : sums);
    TableQuery query;
    query.step = a.text(QStringLiteral("step"));
    const LoadedRun loaded = loadPickedRun(session, a, table, query, a.isSet(QStringLiteral("rank")));
    if (!loaded.run)
        return loaded.status;
    bool traced = false;
    for (const auto &rank : loaded.run->ranks)
        traced = traced || (rank && rank->trace);
    if (!traced) {
        // One sentence for all ranks, whichever table was asked for.
        TableQuery asked;
        asked.run = loaded.run;
        if (a.isSet(QStringLiteral("rank")))
            asked.rank = rankIndexOf(*loaded.run, a.text(QStringLiteral("rank")));
        a.call().say(whyNoTrace(asked).english());
        return statusOf(session.finishEmpty());
    }
    const QStringList steps = stepsOf(*loaded.run, session.job());
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    if (!checkStep(session.call(), steps, query.step))
        return statusOf(Exit::Usage);
    for (const auto &rank : loaded.run->ranks) {
        // Where some ranks answer, those that cannot are named.
        if (rank && rank->trace && launchCategory(*rank->trace) < 0)
            a.call().say(
                QStringLiteral(
                    "rank %1 has no launch flows (HostToDevice, async_npu): the profiler writes them when CPU and NPU "
                    "activities are on; delays and causes that rest on launches are not known.")
                    .arg(rank->info.label));
    }
    return printTable(session, common->output, table, std::move(query));
}

// What the tables over all ranks share.
int rankVerb(Arguments &a, const QStringList &arguments, const QString &otherFlag, QStringView own, QStringView other)
{
    addRunOption(a);
    a.addOutput();
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(a.call(), common->memoryLimit);
    const TableSpec &table = session.table(!otherFlag.isEmpty() && a.isSet(otherFlag) ? other : own);
    TableQuery query;
    const LoadedRun loaded = loadPickedRun(session, a, table, query);
    if (!loaded.run)
        return loaded.status;
    // What pairing gave up is told with the losses of the readers.
    if (own == u"transfers") {
        for (const Finding &f : transferFindings(pairTransfers(*loaded.run, session.job())))
            session.addFinding(f);
    }
    return printTable(session, common->output, table, std::move(query));
}

} // namespace

int dispatchVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("dispatch"), QStringLiteral("PATH [--rank R] [--step S] [--windows]"),
        QStringLiteral(
            "How long launched work waits before it starts on the device, per step and rank, on one clock: the offset "
            "between host and device is estimated from the launches and taken off. Vertical is the share of tasks that "
            "start within a few launch costs: the device waits for the host. Lines are vertical where that costs at "
            "least a twentieth of the step."),
        QStringLiteral("rankscope-cli dispatch profiler_output --step 50"));
    a.flag(QStringLiteral("windows"),
           QStringLiteral("The host-bound windows with the idle time of the device in each."));
    return stepVerb(a, arguments, QStringLiteral("windows"), u"dispatch", u"dispatch.windows");
}

int idleVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("idle"), QStringLiteral("PATH [--rank R] [--step S] [--gaps]"),
        QStringLiteral(
            "Why the device stood still: each gap between compute and communication has one cause, and the causes add "
            "up to Free. What nothing explains is Unknown. A row without a Step has the idle time between or outside "
            "of "
            "the steps that the trace marks."),
        QStringLiteral("rankscope-cli idle profiler_output --rank 0 --gaps"));
    a.flag(QStringLiteral("gaps"), QStringLiteral("Every gap with its cause instead of the sums."));
    return stepVerb(a, arguments, QStringLiteral("gaps"), u"idle", u"idle.gaps");
}

int alignVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("align"), QStringLiteral("PATH"),
        QStringLiteral(
            "By how much the clocks of the ranks differ, estimated from the ends of collectives that they share: "
            "aligned = t - offset - drift * (t - origin). A rank keeps its own clock, with the reason, where that "
            "cannot be trusted."),
        QStringLiteral("rankscope-cli align profiler_output --format json"));
    return rankVerb(a, arguments, {}, u"alignment", {});
}

int transfersVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("transfers"), QStringLiteral("PATH [--unmatched]"),
        QStringLiteral(
            "Sends with their receives over the ranks, paired by group, peer and order. Bandwidth is the size over the "
            "shorter of the two, because the side that came first only waits. Stamps are those of the files."),
        QStringLiteral("rankscope-cli transfers profiler_output --unmatched"));
    a.flag(QStringLiteral("unmatched"), QStringLiteral("Those without a partner instead."));
    return rankVerb(a, arguments, QStringLiteral("unmatched"), u"transfers", u"transfers.unmatched");
}

} // namespace rs::cli
