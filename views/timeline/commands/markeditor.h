// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QObject>

class QWidget;

namespace rs {

struct TimeMark;

/// Sets, changes and deletes marks of the timeline.
class MarkEditor : public QObject
{
    Q_OBJECT
public:
    /// Dialogs belong to `window`.
    MarkEditor(const TimelineParts &parts, QWidget *window);

    /// Marks the box, else the cursor; false without any of them.
    bool markBoxOrCursor();
    /// With the slice's name; false when none is selected.
    bool markSelectedSlice();
    /// A stamp, or a span.
    void mark(TimeWindow at);
    /// Deletes the mark under the mouse, on the ruler or in the lanes, else the span that was clicked on the ruler;
    /// false when there is none.
    bool removePointedAt();
    void remove(const TimeMark &mark);
    void removeAll();
    /// Asks for name, colour and note.
    void edit(const TimeMark &mark);

signals:
    void notice(const QString &text);

private:
    void add(TimeWindow at, const QString &name);

    TimelineParts m_parts;
    QWidget *m_window;
};

} // namespace rs
