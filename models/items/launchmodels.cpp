// SPDX-License-Identifier: Apache-2.0
#include "items/launchmodels.h"

#include "items/modelroles.h"

namespace rs {

namespace {

QVariant known(bool is, const QVariant &value)
{
    return is ? value : QVariant();
}

double part(qint64 ns, qint64 whole)
{
    return whole > 0 ? static_cast<double>(ns) / static_cast<double>(whole) : 0;
}

// Row keys of tables that have a row for each rank and step.
QString keyOf(int rankIndex, const QString &step)
{
    return QStringLiteral("%1/%2").arg(rankIndex).arg(step);
}

constexpr size_t causes = static_cast<size_t>(IdleCause::Count);

} // namespace

QString LaunchTexts::cause(IdleCause cause)
{
    switch (cause) {
    case IdleCause::HostLate:
        return tr("Host late");
    case IdleCause::Synchronizing:
        return tr("Synchronising call");
    case IdleCause::Copy:
        return tr("Copy");
    case IdleCause::Communication:
        return tr("Communication");
    case IdleCause::EventWait:
        return tr("Waiting for an event");
    case IdleCause::DataOrGc:
        return tr("Data loading or GC");
    case IdleCause::StepBoundary:
        return tr("Step boundary");
    default:
        return tr("Unknown");
    }
}

QString LaunchTexts::causeHint(IdleCause cause)
{
    switch (cause) {
    case IdleCause::HostLate:
        return tr("The next task was launched only after the device had run dry.");
    case IdleCause::Synchronizing:
        return tr("The host was inside a synchronising call when it should have launched the next task.");
    case IdleCause::Copy:
        return tr("A memory copy filled at least half of the gap.");
    case IdleCause::Communication:
        return tr("Tasks of communication ran in at least half of the gap, outside of any communication operator.");
    case IdleCause::EventWait:
        return tr("The stream waited for an event, though the next task had been launched in time.");
    case IdleCause::DataOrGc:
        return tr("The host loaded data or collected garbage when it should have launched the next task.");
    case IdleCause::StepBoundary:
        return tr("One step had ended and the next had not begun.");
    default:
        return tr("Nothing in the trace explains the gap; most often the device itself needed time between two queued "
                  "tasks.");
    }
}

QString LaunchTexts::lines(bool hostBound)
{
    return hostBound ? tr("vertical", "lines between host and device") : tr("slanted", "lines between host and device");
}

QString LaunchTexts::clockStatus(const ClockRow &row)
{
    const RankAlignment &a = row.alignment;
    if (row.aligned)
        return tr("aligned");
    if (row.appliedNs != 0)
        return tr("moved by hand");
    if (a.refusal == AlignRefusal::Reference)
        return tr("reference");
    return a.applies() ? tr("can be aligned") : tr("keeps its own clock");
}

QString LaunchTexts::clockReason(const RankAlignment &a)
{
    switch (a.refusal) {
    case AlignRefusal::None:
        return a.viaTransfers ? tr("Aligned over sends and receives, because no collective leads to this rank.")
                              : tr("Aligned over the ends of collectives.");
    case AlignRefusal::Reference:
        return tr("The other ranks are brought to its clock.");
    case AlignRefusal::NoTrace:
        return tr("It has no trace that could be read.");
    case AlignRefusal::NoMatches:
        return tr("Fewer than three collectives or transfers match those of an aligned rank.");
    case AlignRefusal::LargeResidual:
        break;
    }
    return tr("What the correction leaves is larger than what it corrects.");
}

QString LaunchTexts::step(const QString &step)
{
    return step.isEmpty() ? tr("none") : step;
}

namespace launchcolumns {

std::vector<DispatchModel::Field> dispatch()
{
    using R = DispatchRow;
    return {
        {makeColumn("rank", LaunchTexts::tr("Rank"), CellKind::Text, {}), [](const R &r) { return QVariant(r.rank); }},
        {makeColumn("step", LaunchTexts::tr("Step"), CellKind::Text, {}),
         [](const R &r) { return QVariant(LaunchTexts::step(r.step.step)); }},
        {makeColumn(
             "lines", LaunchTexts::tr("Lines"), CellKind::Text,
             LaunchTexts::tr(
                 "Slanted: the device is kept busy. Vertical: it waits for the host, and the idle time in host-bound "
                 "windows is at least 5 % of the step.")),
         [](const R &r) { return QVariant(LaunchTexts::lines(r.step.hostBound)); }},
        {makeColumn(
             "vertical", LaunchTexts::tr("Vertical (%)"), CellKind::Percent,
             LaunchTexts::tr(
                 "Share of the tasks that start right after their launch: within two launch costs of the end of the "
                 "launching call.")),
         [](const R &r) { return QVariant(r.step.verticalShare); }},
        {makeColumn("bound", LaunchTexts::tr("Host-bound idle (%1)"), CellKind::Duration,
                    LaunchTexts::tr("Idle time of the device inside the host-bound windows of the step: what earlier "
                                    "launches would fill.")),
         [](const R &r) { return QVariant(r.step.hostIdleNs); }},
        {makeColumn(
             "windows", LaunchTexts::tr("Host-bound windows"), CellKind::Integer,
             LaunchTexts::tr(
                 "Stretches in which most tasks start right after their launch while the device idles in between.")),
         [](const R &r) { return QVariant(r.windows); }},
        {makeColumn(
             "median", LaunchTexts::tr("Median delay (%1)"), CellKind::Difference,
             LaunchTexts::tr("From launch to start on the device; the offset between the two clocks is taken off.")),
         [](const R &r) { return QVariant(r.step.medianNs); }},
        {makeColumn("p5", LaunchTexts::tr("P5 (%1)"), CellKind::Difference,
                    LaunchTexts::tr("5 % of the delays are shorter.")),
         [](const R &r) { return QVariant(r.step.p5Ns); }},
        {makeColumn("p95", LaunchTexts::tr("P95 (%1)"), CellKind::Difference,
                    LaunchTexts::tr("5 % of the delays are longer.")),
         [](const R &r) { return QVariant(r.step.p95Ns); }},
        {makeColumn(
             "trend", LaunchTexts::tr("Trend (ms/s)"), CellKind::Real,
             LaunchTexts::tr(
                 "How much the delay grows in a second of the step (Theil-Sen slope). Negative: the queue runs dry.")),
         [](const R &r) { return QVariant(r.step.trendPerSecond / 1e6); }},
        {makeColumn("tasks", LaunchTexts::tr("Tasks"), CellKind::Integer,
                    LaunchTexts::tr("Launched tasks that start in the step.")),
         [](const R &r) { return QVariant(r.step.tasks); }},
        {makeColumn(
             "offset", LaunchTexts::tr("Clock offset at most (%1)"), CellKind::Difference,
             LaunchTexts::tr("By how much the device's clock runs ahead of the host's, at most: the delay of the "
                             "fastest launches of the rank. Their own latency is in it, so the true offset is "
                             "smaller.")),
         [](const R &r) { return known(r.clock.known, r.clock.offsetNs); }},
        {makeColumn(
             "least", LaunchTexts::tr("Offset at least (%1)"), CellKind::Difference,
             LaunchTexts::tr("The true offset is not smaller: a call that waits for the whole device does not "
                             "return before the work launched before it has ended. Missing where the trace holds "
                             "no such call: then nothing bounds the offset from below.")),
         [](const R &r) { return known(r.clock.known && r.clock.bounded, r.clock.lowerBoundNs); }},
        {makeColumn(
             "sampling", LaunchTexts::tr("Sampling (%1)"), CellKind::Duration,
             LaunchTexts::tr("How far other launches of the same run might move the clock offset (95 %). It says "
                             "nothing of the latency that is in the offset.")),
         [](const R &r) { return known(r.clock.known, r.clock.samplingNs); }},
    };
}

std::vector<BoundModel::Field> bound()
{
    using R = BoundRow;
    return {
        {makeColumn("rank", LaunchTexts::tr("Rank"), CellKind::Text, {}), [](const R &r) { return QVariant(r.rank); }},
        {makeColumn("step", LaunchTexts::tr("Step"), CellKind::Text, {}),
         [](const R &r) { return QVariant(LaunchTexts::step(r.window.step)); }},
        {makeColumn("idle", LaunchTexts::tr("Idle (%1)"), CellKind::Duration,
                    LaunchTexts::tr("Idle time of the device in the window.")),
         [](const R &r) { return QVariant(r.window.idleNs); }},
        {makeColumn("length", LaunchTexts::tr("Length (%1)"), CellKind::Duration,
                    LaunchTexts::tr("Length of the window.")),
         [](const R &r) { return QVariant(r.window.range.length()); }},
        {makeColumn("start", LaunchTexts::tr("Start (%1)"), CellKind::Duration,
                    LaunchTexts::tr("Start as an offset from the start of the run.")),
         [](const R &r) { return QVariant(r.window.range.from - r.originNs); }},
        {makeColumn("tasks", LaunchTexts::tr("Tasks"), CellKind::Integer,
                    LaunchTexts::tr("Launched tasks that start in the window.")),
         [](const R &r) { return QVariant(r.window.tasks); }},
    };
}

std::vector<IdleModel::Field> idle()
{
    using R = IdleRow;
    std::vector<IdleModel::Field> out = {
        {makeColumn("rank", LaunchTexts::tr("Rank"), CellKind::Text, {}), [](const R &r) { return QVariant(r.rank); }},
        {makeColumn("step", LaunchTexts::tr("Step"), CellKind::Text,
                LaunchTexts::tr("\"none\" is idle time between or outside of the steps.")),
         [](const R &r) { return QVariant(LaunchTexts::step(r.step.step)); }},
        {makeColumn("free", LaunchTexts::tr("Idle (%1)"), CellKind::Duration,
                LaunchTexts::tr("Free of step_trace_time.csv: the device runs neither compute nor communication. The "
                                "causes add up to it.")),
         [](const R &r) { return QVariant(r.step.freeNs); }},
    };
    for (size_t i = 0; i < causes; ++i) {
        const auto cause = static_cast<IdleCause>(i);
        out.push_back(
            {makeColumn(idleCauseKey(cause).toLatin1().constData(),
                    LaunchTexts::tr("%1 (%2)", "cause, unit").arg(LaunchTexts::cause(cause), QStringLiteral("%1")),
                    CellKind::Duration, LaunchTexts::causeHint(cause)),
             [i](const R &r) { return QVariant(r.step.ns[i]); }});
    }
    return out;
}

std::vector<ClockModel::Field> clocks()
{
    using R = ClockRow;
    const auto estimated = [](const R &r) {
        return r.alignment.applies() || r.alignment.refusal == AlignRefusal::LargeResidual;
    };
    return {
        {makeColumn("rank", LaunchTexts::tr("Rank"), CellKind::Text, {}), [](const R &r) { return QVariant(r.rank); }},
        {makeColumn("status", LaunchTexts::tr("Clock"), CellKind::Text, {}),
         [](const R &r) { return QVariant(LaunchTexts::clockStatus(r)); }},
        {makeColumn(
             "offset", LaunchTexts::tr("Offset (%1)"), CellKind::Difference,
             LaunchTexts::tr("By how much the rank's clock runs ahead of the reference's: the median over the ends "
                             "of shared collectives.")),
         [estimated](const R &r) { return known(estimated(r), r.alignment.offsetNs); }},
        {makeColumn("residual", LaunchTexts::tr("Residual P95 (%1)"), CellKind::Duration,
                    LaunchTexts::tr("95 % of the shared ends lie this close together after the correction.")),
         [estimated](const R &r) { return known(estimated(r), r.alignment.residualP95Ns); }},
        {makeColumn("drift", LaunchTexts::tr("Drift (ppm)"), CellKind::Real,
                    LaunchTexts::tr("How fast the offset grows; 0 where the data does not ask for it.")),
         [estimated](const R &r) { return known(estimated(r), r.alignment.driftPpm); }},
        {makeColumn("matches", LaunchTexts::tr("Matches"), CellKind::Integer,
                    LaunchTexts::tr("Shared operators behind the estimate.")),
         [](const R &r) { return QVariant(r.alignment.matches); }},
        {makeColumn("unmatched", LaunchTexts::tr("Unmatched"), CellKind::Integer,
                    LaunchTexts::tr("Operators of the rank in the same communication domain without a partner.")),
         [](const R &r) { return QVariant(r.alignment.unmatched); }},
        {makeColumn("applied", LaunchTexts::tr("Used now (%1)"), CellKind::Difference,
                    LaunchTexts::tr("What is taken off the stamps of this rank when it is drawn.")),
         [](const R &r) { return QVariant(r.appliedNs); }},
        {makeColumn("reason", LaunchTexts::tr("Reason"), CellKind::Text, {}),
         [](const R &r) { return QVariant(LaunchTexts::clockReason(r.alignment)); }},
    };
}

std::vector<TransferModel::Field> transfers()
{
    using R = TransferRow;
    const auto duration = [](const TransferEnd &e) { return QVariant(e.endNs - e.startNs); };
    return {
        {makeColumn("from", LaunchTexts::tr("From rank"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.sendRank); }},
        {makeColumn("to", LaunchTexts::tr("To rank"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.receiveRank); }},
        {makeColumn("size", LaunchTexts::tr("Size"), CellKind::Bytes,
                LaunchTexts::tr("What the tasks of the operator move, where they say it.")),
         [](const R &r) { return known(r.transfer.bytes >= 0, r.transfer.bytes); }},
        {makeColumn("bandwidth", LaunchTexts::tr("Bandwidth (GB/s)"), CellKind::Real,
                LaunchTexts::tr("Size over the shorter of the two durations: the side that came first only waits.")),
         [](const R &r) { return known(r.transfer.bandwidthGbs > 0, r.transfer.bandwidthGbs); }},
        {makeColumn("send", LaunchTexts::tr("Send (%1)"), CellKind::Duration, LaunchTexts::tr("Duration of the send.")),
         [duration](const R &r) { return duration(r.transfer.send); }},
        {makeColumn("receive", LaunchTexts::tr("Receive (%1)"), CellKind::Duration,
                LaunchTexts::tr("Duration of the receive.")),
         [duration](const R &r) { return duration(r.transfer.receive); }},
        {makeColumn("start", LaunchTexts::tr("Start of the send (%1)"), CellKind::Duration,
                LaunchTexts::tr("As an offset from the start of the run, on the sender's own clock.")),
         [](const R &r) { return QVariant(r.transfer.send.startNs - r.originNs); }},
        {makeColumn("domain", LaunchTexts::tr("Communication domain"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.domain); }},
        {makeColumn("number", LaunchTexts::tr("Number"), CellKind::Integer,
                LaunchTexts::tr("Counts the transfers between the two ranks, from 0."), false),
         [](const R &r) { return QVariant(static_cast<qint64>(r.transfer.ordinal)); }},
        {makeColumn("send-name", LaunchTexts::tr("Name of the send"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.sendName); }},
        {makeColumn("receive-name", LaunchTexts::tr("Name of the receive"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.receiveName); }},
    };
}

std::vector<UnmatchedModel::Field> unmatched()
{
    using R = UnmatchedRow;
    return {
        {makeColumn("rank", LaunchTexts::tr("Rank"), CellKind::Text, {}), [](const R &r) { return QVariant(r.rank); }},
        {makeColumn("direction", LaunchTexts::tr("Direction"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.transfer.send ? LaunchTexts::tr("send") : LaunchTexts::tr("receive")); }},
        {makeColumn("name", LaunchTexts::tr("Name"), CellKind::Text, {}), [](const R &r) { return QVariant(r.name); }},
        {makeColumn("duration", LaunchTexts::tr("Duration (%1)"), CellKind::Duration, {}),
         [](const R &r) { return QVariant(r.transfer.end.endNs - r.transfer.end.startNs); }},
        {makeColumn("start", LaunchTexts::tr("Start (%1)"), CellKind::Duration,
                LaunchTexts::tr("Start as an offset from the start of the run.")),
         [](const R &r) { return QVariant(r.transfer.end.startNs - r.originNs); }},
        {makeColumn("domain", LaunchTexts::tr("Communication domain"), CellKind::Text, {}),
         [](const R &r) { return QVariant(r.domain); }},
        {makeColumn("peer", LaunchTexts::tr("Peer in the group"), CellKind::Integer,
                LaunchTexts::tr("Local rank of the other side, where the tasks of the operator name it.")),
         [](const R &r) { return known(r.transfer.peerLocal >= 0, static_cast<qint64>(r.transfer.peerLocal)); }},
    };
}

} // namespace launchcolumns

DispatchModel *makeDispatchModel(QObject *parent)
{
    auto *model = new DispatchModel(
        launchcolumns::dispatch(),
        [](const DispatchRow &r, const QString &id, int role) -> QVariant {
            if (role == RowKeyRole)
                return keyOf(r.rankIndex, r.step.step);
            if (role == ShareRole && id == QLatin1String("vertical"))
                return r.step.verticalShare;
            if (role == ShareRole && id == QLatin1String("bound"))
                return part(r.step.hostIdleNs, r.step.window.length());
            return {};
        },
        parent);
    return model;
}

BoundModel *makeBoundModel(QObject *parent)
{
    return new BoundModel(
        launchcolumns::bound(),
        [](const BoundRow &r, const QString &id, int role) -> QVariant {
            if (role == RowKeyRole)
                return QStringLiteral("%1/%2").arg(r.rankIndex).arg(r.window.range.from);
            if (role == ShareRole && id == QLatin1String("idle"))
                return part(r.window.idleNs, r.window.range.length());
            return {};
        },
        parent);
}

IdleModel *makeIdleModel(QObject *parent)
{
    auto *model = new IdleModel(
        launchcolumns::idle(),
        [](const IdleRow &r, const QString &id, int role) -> QVariant {
            if (role == RowKeyRole)
                return keyOf(r.rankIndex, r.step.step);
            if (role != ShareRole)
                return {};
            for (size_t i = 0; i < causes; ++i) {
                if (id == idleCauseKey(static_cast<IdleCause>(i)))
                    return part(r.step.ns[i], r.step.freeNs);
            }
            return {};
        },
        parent);
    std::vector<int> times;
    for (int c = 2; c < model->columnCount(); ++c)
        times.push_back(c);
    model->shareUnitsOf({times});
    return model;
}

ClockModel *makeClockModel(QObject *parent)
{
    return new ClockModel(
        launchcolumns::clocks(),
        [](const ClockRow &r, const QString &, int role) -> QVariant {
            return role == RowKeyRole ? QVariant(r.alignment.rankIndex) : QVariant();
        },
        parent);
}

TransferModel *makeTransferModel(QObject *parent)
{
    return new TransferModel(
        launchcolumns::transfers(),
        [](const TransferRow &r, const QString &, int role) -> QVariant {
            const TransferEnd &e = r.transfer.send;
            return role == RowKeyRole ? QVariant(QStringLiteral("%1/%2").arg(e.rankIndex).arg(raw(e.slice)))
                                      : QVariant();
        },
        parent);
}

UnmatchedModel *makeUnmatchedModel(QObject *parent)
{
    return new UnmatchedModel(
        launchcolumns::unmatched(),
        [](const UnmatchedRow &r, const QString &, int role) -> QVariant {
            const TransferEnd &e = r.transfer.end;
            return role == RowKeyRole
                       ? QVariant(QStringLiteral("%1/%2/%3").arg(e.rankIndex).arg(raw(e.slice)).arg(r.transfer.send))
                       : QVariant();
        },
        parent);
}

} // namespace rs
