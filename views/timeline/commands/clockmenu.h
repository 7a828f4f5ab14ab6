// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QMenu>

class QToolButton;

namespace rs {

class TimelineCommands;

/// Menu of the clocks of lanes. The button names the clock in use.
class ClockMenu : public QMenu
{
    Q_OBJECT
public:
    ClockMenu(const TimelineParts &parts, TimelineCommands *commands, QToolButton *button);

    void fill();
    /// Offsets changed, or how clocks differ became known.
    void updateClock();
    /// A rank that comes while the clocks are aligned joins the others.
    void join(RankRef rank);

private:
    [[nodiscard]] QString clockTip() const;

    TimelineParts m_parts;
    TimelineCommands *m_commands;
    QToolButton *m_button;
    QAction *m_ofFiles = nullptr;
};

} // namespace rs
