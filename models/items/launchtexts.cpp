// SPDX-License-Identifier: Apache-2.0
#include "items/launchtexts.h"

namespace rs {

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

QString LaunchTexts::step(const QString &step)
{
    return step.isEmpty() ? tr("none") : step;
}

} // namespace rs
