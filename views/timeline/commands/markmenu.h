// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QMenu>

namespace rs {

class MarkEditor;
class TimelineCommands;

/// The list of marks and bookmarks, which it goes to and deletes.
class MarkMenu : public QMenu
{
    Q_OBJECT
public:
    MarkMenu(const TimelineParts &parts, TimelineCommands *commands, MarkEditor *marks, QWidget *parent = nullptr);

    void fill();

signals:
    void notice(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addMark(int place);
    void addBookmarks();
    void addHint(const QString &text);
    void removeChosen();

    TimelineParts m_parts;
    TimelineCommands *m_commands;
    MarkEditor *m_marks;
};

} // namespace rs
