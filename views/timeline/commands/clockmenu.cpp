// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/clockmenu.h"

#include "items/format.h"
#include "views/state/clocktexts.h"
#include "views/state/runstore.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/data/timelinedata.h"
#include "views/state/viewstate.h"
#include "views/widgets/menus.h"

#include <QToolButton>

namespace rs {

ClockMenu::ClockMenu(const TimelineParts &parts, TimelineCommands *commands, QToolButton *button)
    : QMenu(button), m_parts(parts), m_commands(commands), m_button(button)
{
}

void ClockMenu::fill()
{
    setTitle(tr("Clocks"));
    clear();
    m_commands->addTo(this, {"host-clock", "align-ranks", nullptr});
    m_ofFiles =
        addAction(tr("Use the clocks of the files"), m_commands->find(QStringLiteral("no-offsets")), &QAction::trigger);
    updateClock();
}

void ClockMenu::updateClock()
{
    const TimeOffsets &offsets = m_parts.state->offsets();
    m_commands->find(QStringLiteral("host-clock"))->setChecked(!offsets.devices.empty());
    m_commands->updateAvailability(QStringLiteral("host-clock"));
    if (m_ofFiles)
        setAvailable(m_ofFiles, offsets == TimeOffsets() ? TimelineCommands::nothingMoved() : QString());
    const QString clock = ClockTexts::clock(offsets.clockUse());
    m_button->setText(offsets.devices.empty() ? clock : tr("%1, devices on the hosts' clocks").arg(clock));
    m_button->setToolTip(clockTip());
}

void ClockMenu::join(RankRef ref)
{
    const TimelineRank *const rank = m_parts.data->rank(ref);
    const TimeOffsets &offsets = m_parts.state->offsets();
    if (rank && rank->clock.known && !offsets.devices.empty() && offsets.ofDevice(ref) == 0)
        m_parts.state->joinDevices(ref, rank->clock.offsetNs);
    updateClock();
}

// Per rank, because each pair of host and device has an offset of its own.
QString ClockMenu::clockTip() const
{
    constexpr size_t most = 16;
    std::vector<std::pair<QString, QString>> lines{{ClockTexts::explained(m_parts.state->offsets().clockUse()), {}}};
    for (const auto &[ref, rank] : m_parts.data->ranks()) {
        if (lines.size() > most) {
            lines.emplace_back(QStringLiteral("…"), QString());
            break;
        }
        const HostClock &c = rank.clock;
        lines.emplace_back(m_parts.runs->rankLabel(ref),
                           !c.known ? tr("host and device cannot be compared: fewer than 20 launches")
                           : c.bounded
                               ? tr("device ahead of host by %1 to %2")
                                     .arg(format::signedDuration(c.lowerBoundNs), format::signedDuration(c.offsetNs))
                               : tr("device ahead of host by at most %1").arg(format::signedDuration(c.offsetNs)));
    }
    return format::tooltipTable(lines);
}

} // namespace rs

#include "moc_clockmenu.cpp"
