// SPDX-License-Identifier: Apache-2.0
#include "items/launchmodels.h"

#include "items/modelroles.h"

namespace rs {

namespace {

QVariant known(bool is, const QVariant &value)
{
    return is ? value : QVariant();
}

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

} // namespace launchcolumns

ClockModel *makeClockModel(QObject *parent)
{
    return new ClockModel(
        launchcolumns::clocks(),
        [](const ClockRow &r, const QString &, int role) -> QVariant {
            return role == RowKeyRole ? QVariant(r.alignment.rankIndex) : QVariant();
        },
        parent);
}

} // namespace rs
