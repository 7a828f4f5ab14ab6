// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QObject>

#include <functional>

class QMenu;
class QPoint;
class QWidget;

namespace rs {

class MarkEditor;
class TimelineCommands;
class TimeShifts;

/// The menus of the right mouse button: of a lane's name, of what lies under the mouse in the lanes, and of the ruler.
class ContextMenus : public QObject
{
    Q_OBJECT
public:
    /// Menus and dialogs belong to `window`.
    ContextMenus(const TimelineParts &parts, TimelineCommands *commands, MarkEditor *marks, TimeShifts *shifts,
                 QWidget *window);

    /// Positions on the screen, but that in the canvas of a pane.
    void showOfLane(const LaneKey &key, const QPoint &at);
    void showOfCanvas(TimelinePane *pane, const QPoint &at);
    /// `mark`: its place in the list of marks; -1 beside them.
    void showOfRuler(int mark, const QPoint &at);

private:
    [[nodiscard]] QMenu *newMenu() const;
    void addLane(QMenu *menu, const LaneKey &key);
    void addHost(QMenu *menu, const LaneKey &key);
    void addNames(QMenu *menu, const LaneKey &key);
    void addMerge(QMenu *menu, const LaneKey &key);
    void addOffset(QMenu *menu, const LaneKey &key);
    void addSlice(QMenu *menu, const timeline::SliceRef &slice, TimelinePane *pane);
    void addAlign(QMenu *menu, const timeline::SliceRef &slice);
    void addBox(QMenu *menu);
    void addMeasured(QMenu *menu);
    void addTimeSelection(QMenu *menu);
    void addTimeFormat(QMenu *menu);
    /// Shared by the menus of several kinds of rows. This one: an entry that changes the lanes, as a step of the
    /// history.
    void addChange(QMenu *menu, const QString &text, const std::function<void(LaneLayout &)> &change);
    void addHide(QMenu *menu, const LaneKey &key);
    void addOrder(QMenu *menu);
    void addPinSameNamed(QMenu *menu, const LaneKey &key);
    void addShowOnly(QMenu *menu, const QString &text, const std::vector<RankRef> &ranks);
    void addCopy(QMenu *menu, const QString &text, const QString &copied);

    TimelineParts m_parts;
    TimelineCommands *m_commands;
    MarkEditor *m_marks;
    TimeShifts *m_shifts;
    QWidget *m_window;
};

} // namespace rs
