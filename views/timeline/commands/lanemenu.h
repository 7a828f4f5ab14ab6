// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QMenu>

namespace rs {

class TimelineCommands;

/// Which lanes are shown, and how: arrangements, kinds and ranks, folding, heights. Filled anew each time it opens.
class LaneMenu : public QMenu
{
    Q_OBJECT
public:
    LaneMenu(const TimelineParts &parts, TimelineCommands *commands, QWidget *parent = nullptr);

    void fill();

private:
    void addArrangements();
    void addKinds();
    void addRanks();
    void addOutside();
    void goToOutside();

    TimelineParts m_parts;
    TimelineCommands *m_commands;
};

} // namespace rs
