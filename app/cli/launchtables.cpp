// SPDX-License-Identifier: Apache-2.0
#include "app/cli/launchtables.h"

#include "analysis/domains.h"
#include "analysis/idlecauses.h"
#include "analysis/p2ppairs.h"
#include "analysis/rankalign.h"
#include "app/cli/tables.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace rs::cli {

namespace {

Cell nameCell(const RankData &rank, SliceId slice)
{
    return slice == NoSlice ? Cell() : Cell(rank.trace->strings().view(rank.trace->slices().name(slice)));
}

Cell rankCellOf(const Run &run, int index)
{
    const RankInfo &info = run.infos[static_cast<size_t>(index)];
    return rankCell(info.rank, info.label);
}

// Calls body(rank, dispatch) for every rank with a trace; false when cancelled.
template <typename Body>
bool eachRank(const Run &run, const JobContext &job, const Body &body)
{
    for (const auto &rank : run.ranks) {
        if (job.isCanceled())
            return false;
        if (rank && rank->trace)
            body(*rank, dispatchOf(*rank->trace, job));
    }
    return !job.isCanceled();
}

bool isWanted(const QString &step, const QString &wanted)
{
    return wanted.isEmpty() || step == wanted;
}

Cell knownCell(bool known, qint64 value)
{
    return known ? Cell(value) : Cell();
}

const char *refusalText(AlignRefusal refusal)
{
    switch (refusal) {
    case AlignRefusal::None:
        break;
    case AlignRefusal::Reference:
        return "the other ranks are brought to its clock";
    case AlignRefusal::NoTrace:
        return "no trace that could be read";
    case AlignRefusal::NoMatches:
        return "fewer than three collectives or transfers match those of a rank that is aligned";
    case AlignRefusal::LargeResidual:
        return "what the correction leaves is larger than what it corrects";
    }
    return "";
}

const char *statusText(AlignRefusal refusal)
{
    switch (refusal) {
    case AlignRefusal::None:
        return "aligned";
    case AlignRefusal::Reference:
        return "reference";
    default:
        return "refused";
    }
}

} // namespace

QStringList stepsOfRanks(const Run &run, const JobContext &job)
{
    QStringList out;
    QSet<QString> known;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        for (const StepWindow &w : stepWindows(*rank, job)) {
            if (!w.step.isEmpty() && !known.contains(w.step)) {
                known.insert(w.step);
                out << w.step;
            }
        }
    }
    return out;
}

bool writeDispatch(TableSink &sink, const Run &run, const QString &step, const JobContext &job)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Rank"), QStringLiteral("Tasks"),
                QStringLiteral("Median Delay(ns)"), QStringLiteral("P5(ns)"), QStringLiteral("P95(ns)"),
                QStringLiteral("Vertical(%)"), QStringLiteral("Trend(us/s)"), QStringLiteral("Lines"),
                QStringLiteral("Host-bound Idle(us)"), QStringLiteral("Host-bound Windows"),
                QStringLiteral("Clock Offset(ns)"), QStringLiteral("Clock Uncertainty(ns)"),
                QStringLiteral("Clock Offset At Least(ns)"), QStringLiteral("Clock Offset At Most(ns)")});
    const bool complete = eachRank(run, job, [&](const RankData &rank, const Dispatch &dispatch) {
        const DispatchReport report = dispatchReport(rank, dispatch, job);
        const HostClock &clock = dispatch.clock;
        QHash<QString, qint64> windowsOf; // by step
        for (const HostBoundWindow &w : report.windows)
            ++windowsOf[w.step];
        for (const DispatchStep &s : report.steps) {
            // Without a launch there is no delay, which is not a delay of 0.
            if (!isWanted(s.step, step) || s.tasks == 0)
                continue;
            sink.row(
                {stepCell(s.step), rankCell(rank.info.rank, rank.info.label), s.tasks, s.medianNs, s.p5Ns, s.p95Ns,
                 s.verticalShare * 100, s.trendPerSecond / 1000, std::string_view(s.hostBound ? "vertical" : "slanted"),
                 usCell(s.hostIdleNs), windowsOf.value(s.step), knownCell(clock.known, clock.offsetNs),
                 knownCell(clock.known, clock.samplingNs), knownCell(clock.known && clock.bounded, clock.lowerBoundNs),
                 knownCell(clock.known, clock.offsetNs)});
        }
    });
    if (complete)
        sink.end();
    return complete;
}

bool writeDispatchWindows(TableSink &sink, const Run &run, const QString &step, const JobContext &job)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Rank"), QStringLiteral("From(ns)"), QStringLiteral("To(ns)"),
                QStringLiteral("Tasks"), QStringLiteral("Idle(us)")});
    const bool complete = eachRank(run, job, [&](const RankData &rank, const Dispatch &dispatch) {
        for (const HostBoundWindow &w : dispatchReport(rank, dispatch, job).windows) {
            if (isWanted(w.step, step))
                sink.row({stepCell(w.step), rankCell(rank.info.rank, rank.info.label), w.range.from, w.range.to,
                          w.tasks, usCell(w.idleNs)});
        }
    });
    if (complete)
        sink.end();
    return complete;
}

bool writeIdle(TableSink &sink, const Run &run, const QString &step, const JobContext &job)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Rank"), QStringLiteral("Free(us)"),
                QStringLiteral("Host Late(us)"), QStringLiteral("Synchronizing(us)"), QStringLiteral("Copy(us)"),
                QStringLiteral("Communication(us)"), QStringLiteral("Event Wait(us)"), QStringLiteral("Data or GC(us)"),
                QStringLiteral("Step Boundary(us)"), QStringLiteral("Unknown(us)")});
    const bool complete = eachRank(run, job, [&](const RankData &rank, const Dispatch &dispatch) {
        for (const IdleStep &s : idleCauses(rank, dispatch, job).steps) {
            if (!isWanted(s.step, step))
                continue;
            Row row{stepCell(s.step), rankCell(rank.info.rank, rank.info.label), usCell(s.freeNs)};
            for (const qint64 ns : s.ns)
                row.push_back(usCell(ns));
            sink.row(row);
        }
    });
    if (complete)
        sink.end();
    return complete;
}

bool writeIdleGaps(TableSink &sink, const Run &run, const QString &step, const JobContext &job)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Rank"), QStringLiteral("Start(ns)"),
                QStringLiteral("Duration(ns)"), QStringLiteral("Cause"), QStringLiteral("Next Task"),
                QStringLiteral("Launched By"), QStringLiteral("Evidence")});
    const bool complete = eachRank(run, job, [&](const RankData &rank, const Dispatch &dispatch) {
        const IdleReport report = idleCauses(rank, dispatch, job);
        for (const IdleGap &g : report.gaps) {
            const QString &own = report.steps[static_cast<size_t>(g.step)].step;
            if (isWanted(own, step))
                sink.row({stepCell(own), rankCell(rank.info.rank, rank.info.label), g.range.from, g.range.length(),
                          cell(idleCauseKey(g.cause)), nameCell(rank, g.next), nameCell(rank, g.launch),
                          nameCell(rank, g.evidence)});
        }
    });
    if (complete)
        sink.end();
    return complete;
}

bool writeAlignment(TableSink &sink, const Run &run, const JobContext &job)
{
    sink.begin({QStringLiteral("Rank"), QStringLiteral("Status"), QStringLiteral("Offset(ns)"),
                QStringLiteral("Drift(ppm)"), QStringLiteral("Origin(ns)"), QStringLiteral("Residual P95(ns)"),
                QStringLiteral("Matches"), QStringLiteral("Unmatched"), QStringLiteral("Reason")});
    const std::vector<RankAlignment> all = alignRanks(run, job);
    if (job.isCanceled())
        return false;
    for (const RankAlignment &a : all) {
        const bool estimated = a.applies() || a.refusal == AlignRefusal::LargeResidual;
        const auto known = [estimated](qint64 v) { return estimated ? Cell(v) : Cell(); };
        sink.row({rankCellOf(run, a.rankIndex), std::string_view(statusText(a.refusal)), known(a.offsetNs),
                  estimated ? Cell(a.driftPpm) : Cell(), known(a.originNs), known(a.residualP95Ns), a.matches,
                  a.unmatched,
                  a.viaTransfers ? std::string_view("over sends and receives: no collective leads here")
                                 : std::string_view(refusalText(a.refusal))});
    }
    sink.end();
    return true;
}

bool writeTransfers(TableSink &sink, const Run &run, const JobContext &job)
{
    sink.begin({QStringLiteral("Domain"), QStringLiteral("Source Rank"), QStringLiteral("Destination Rank"),
                QStringLiteral("Number"), QStringLiteral("Send"), QStringLiteral("Send Start(ns)"),
                QStringLiteral("Send Duration(ns)"), QStringLiteral("Receive"), QStringLiteral("Receive Start(ns)"),
                QStringLiteral("Receive Duration(ns)"), QStringLiteral("Size(MB)"), QStringLiteral("Bandwidth(GB/s)")});
    const TransferPairs transfers = pairTransfers(run, job);
    if (job.isCanceled())
        return false;
    const DomainIndex all(run);
    for (const Transfer &t : transfers.pairs) {
        const RankData &from = *run.ranks[static_cast<size_t>(t.send.rankIndex)];
        const RankData &to = *run.ranks[static_cast<size_t>(t.receive.rankIndex)];
        sink.row({cell(all.label(t.domain)), rankCellOf(run, t.send.rankIndex), rankCellOf(run, t.receive.rankIndex),
                  static_cast<qint64>(t.ordinal), nameCell(from, t.send.slice), t.send.startNs,
                  t.send.endNs - t.send.startNs, nameCell(to, t.receive.slice), t.receive.startNs,
                  t.receive.endNs - t.receive.startNs, t.bytes >= 0 ? Cell(static_cast<double>(t.bytes) / 1e6) : Cell(),
                  t.bandwidthGbs > 0 ? Cell(t.bandwidthGbs) : Cell()});
    }
    sink.end();
    return true;
}

bool writeUnmatchedTransfers(TableSink &sink, const Run &run, const JobContext &job)
{
    sink.begin({QStringLiteral("Domain"), QStringLiteral("Rank"), QStringLiteral("Direction"),
                QStringLiteral("Operator"), QStringLiteral("Start(ns)"), QStringLiteral("Duration(ns)"),
                QStringLiteral("Peer in Group")});
    const TransferPairs transfers = pairTransfers(run, job);
    if (job.isCanceled())
        return false;
    const DomainIndex all(run);
    for (const UnmatchedTransfer &u : transfers.unmatched) {
        const RankData &rank = *run.ranks[static_cast<size_t>(u.end.rankIndex)];
        sink.row({cell(all.label(u.domain)), rankCellOf(run, u.end.rankIndex),
                  std::string_view(u.send ? "send" : "receive"), nameCell(rank, u.end.slice), u.end.startNs,
                  u.end.endNs - u.end.startNs, u.peerLocal >= 0 ? Cell(static_cast<qint64>(u.peerLocal)) : Cell()});
    }
    sink.end();
    return true;
}

} // namespace rs::cli
