// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QMenu;
class QToolButton;

namespace rs {

class ClockMenu;
class FlowMenu;
class GoToBox;
class LaneMenu;
class MarkEditor;
class MarkMenu;
class TimelineCommands;

/// The tool bar above the lanes: history and zoom, the menus, the filter of lanes, and the field to go to a time.
class TimelineBar : public QWidget
{
    Q_OBJECT
public:
    TimelineBar(const TimelineParts &parts, TimelineCommands *commands, MarkEditor *marks, GoToBox *goTo,
                QWidget *parent = nullptr);

    [[nodiscard]] FlowMenu *flowMenu() const { return m_flowMenu; }
    [[nodiscard]] MarkMenu *markMenu() const { return m_markMenu; }
    [[nodiscard]] ClockMenu *clockMenu() const { return m_clockMenu; }
    /// With what they hold now.
    [[nodiscard]] std::vector<const QMenu *> menus() const;
    void retranslate();

signals:
    void notice(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setFilter(const QString &text);
    void updateHistory();
    void updateTips();
    void setTip(QToolButton *button, const QString &tip);

    TimelineParts m_parts;
    TimelineCommands *m_commands;
    QToolButton *m_back;
    QToolButton *m_forward;
    QToolButton *m_fit;
    QToolButton *m_zoomIn;
    QToolButton *m_zoomOut;
    QToolButton *m_laneButton;
    QToolButton *m_flowButton;
    QToolButton *m_markButton;
    QToolButton *m_clockButton;
    LaneMenu *m_laneMenu;
    FlowMenu *m_flowMenu;
    MarkMenu *m_markMenu;
    ClockMenu *m_clockMenu;
    QLineEdit *m_filter;
};

} // namespace rs
