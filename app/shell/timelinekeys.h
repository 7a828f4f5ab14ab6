// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <set>

class QKeyEvent;

namespace rs {

class TimelineView;

/// Hands the timeline the keys with which one looks around in it and marks what is seen (W, F, Z, K, T, Esc and the
/// like) while it can be seen and the focus is elsewhere in the window: a click into a table must not make them dead.
/// Fields for text keep all keys.
class TimelineKeys : public QObject
{
    Q_OBJECT
public:
    TimelineKeys(TimelineView &timeline, QWidget &window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void watch(QWidget *focused);
    [[nodiscard]] bool isElsewhere(const QWidget *focused) const;
    [[nodiscard]] bool takes(const QKeyEvent &event) const;
    [[nodiscard]] bool isSeen() const;
    /// The widget with the focus has a use of its own for Esc or Backspace now: that comes first.
    [[nodiscard]] bool isWanted(const QKeyEvent &event) const;
    /// A key of the timeline's that serves where it is out of sight, too.
    [[nodiscard]] bool goesBack(const QKeyEvent &event) const;
    void letGo();

    TimelineView &m_timeline;
    QWidget &m_window;
    QPointer<QWidget> m_watched;
    std::set<int> m_down; ///< keys whose press went to the timeline
};

} // namespace rs
