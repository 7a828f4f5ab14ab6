// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QObject>

class QWidget;

namespace rs {

/// Moves ranks and lanes in time, as the user wants: by a number, or so that slices lie over each other.
class TimeShifts : public QObject
{
    Q_OBJECT
public:
    /// Dialogs belong to `window`.
    TimeShifts(const TimelineParts &parts, QWidget *window);

    /// The slice that others are aligned with; none: the one that was selected before.
    void setBase(const timeline::SliceRef &base);
    void alignSelection(timeline::Edge edge);
    /// Aligns the ranks of pinned lanes by their slices of the selected one's name; how many were moved.
    int alignPins(timeline::Edge edge);
    /// Moves a rank or a lane by itself.
    void set(const LaneKey &key, qint64 ns);
    /// By how much a rank or a lane was moved by hand.
    [[nodiscard]] qint64 of(const LaneKey &key) const;
    /// Draws the first slice of a rank or a lane at the start of the run.
    void alignToStart(const LaneKey &key);
    /// Asks for the offset of a rank or a lane.
    void ask(const LaneKey &key);
    /// Keeps in mind which slice was selected before.
    void selectionChanged();
    void forget();

signals:
    void notice(const QString &text);

private:
    TimelineParts m_parts;
    QWidget *m_window;
    timeline::SliceRef m_base;
    timeline::SliceRef m_selected;
    timeline::SliceRef m_selectedBefore;
};

} // namespace rs
