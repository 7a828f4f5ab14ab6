// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/picture.h"
#include "views/picture/timelinenavigator.h"

#include <QPoint>
#include <QRect>

#include <map>

class QJsonObject;
class QScrollBar;

namespace rs {

enum class TimelineKey : quint8;

/// A window in the state of a page, as text: a number of a file has too few digits for a stamp. Empty windows are left
/// out.
void saveWindow(QJsonObject &state, TimeWindow window);
[[nodiscard]] TimeWindow savedWindow(const QJsonObject &state);

/// A picture over a time axis of its own, or another one that is walked like time, across or downwards. Mouse and keys
/// are those of the timeline: Ctrl+wheel zooms, the wheel scrolls lines or zooms where there is nothing to scroll, with
/// Shift it moves along the axis; a drag shows a span, with Shift, Ctrl or the middle button it moves; a double click
/// or Home shows everything. Arrow keys walk from what is selected, letters always move.
class TimePicture : public Picture
{
    Q_OBJECT
public:
    /// `keys` null: the built-in ones.
    explicit TimePicture(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] TimeWindow window() const { return m_window; }
    void setWindow(TimeWindow w);
    /// The same for a window of earlier. Where the axis is too short yet, as while ranks are read, it is taken once it
    /// is long enough, unless another one is shown first.
    void restoreWindow(TimeWindow w);
    void fit() { m_navigator.fit(); }
    [[nodiscard]] virtual QRect plot() const = 0;

signals:
    void windowChanged();

protected:
    /// Time runs downwards, and the scroll bar lies below.
    [[nodiscard]] virtual bool runsDownwards() const { return false; }
    // Positions along the axis and across it, from the corner of the plot on.
    [[nodiscard]] int alongSize() const { return runsDownwards() ? plot().height() : plot().width(); }
    [[nodiscard]] int acrossSize() const { return runsDownwards() ? plot().width() : plot().height(); }
    [[nodiscard]] int alongOf(const QPoint &at) const;
    [[nodiscard]] int acrossOf(const QPoint &at) const;
    [[nodiscard]] TimeMap map() const { return {m_window, alongSize()}; }
    [[nodiscard]] TimeWindow limits() const { return m_navigator.limits(); }
    void setLimits(TimeWindow limits);
    /// As close as zooming gets.
    void setLeast(qint64 ns) { m_least = ns; }
    [[nodiscard]] TimelineNavigator &navigator() { return m_navigator; }
    /// Lines across the axis that may not have room: `whole` pixels of them, `step` a line. The bar is placed beside
    /// the plot.
    void setLines(int whole, int step);
    [[nodiscard]] QScrollBar *scrollBar() const { return m_bar; }
    /// As thick as the bar is while it is shown.
    [[nodiscard]] int barSize() const;
    [[nodiscard]] int scrolled() const { return m_scrolled; }

    /// The window, what is scrolled or the theme changed.
    virtual void redraw() { update(); }
    void themeChanged() override { redraw(); }
    [[nodiscard]] virtual bool hasSelection() const { return false; }
    /// The window that shows the selection well; empty: nothing is selected.
    [[nodiscard]] virtual TimeWindow windowOfSelection() const { return {}; }
    virtual void stepAlong(int /*direction*/) {}
    virtual void stepAcross(int /*direction*/) {}
    /// Selects where keys begin; false: there is nothing to select.
    virtual bool chooseFirst() { return false; }
    virtual void activateSelection() {}
    virtual void clearSelection() {}
    /// Position around which keys zoom, along the axis.
    [[nodiscard]] virtual double anchor() const;
    void showAll() override { fit(); }
    /// A plain drag moves instead of drawing a span.
    [[nodiscard]] virtual bool dragMoves() const { return false; }
    [[nodiscard]] virtual bool startsBox(const QPoint & /*at*/) const { return true; }
    virtual void pressed(const QPoint & /*at*/) {}
    virtual void clicked(const QPoint & /*at*/) {}
    virtual void doubleClicked(const QPoint &at);
    /// Shape that a drag draws, and its use.
    [[nodiscard]] virtual QRect boxOf(const QPoint &a, const QPoint &b) const;
    virtual void boxDrawn(const QPoint &a, const QPoint &b);
    void paintBox(QPainter &painter) const;
    [[nodiscard]] QPoint pressedAt() const { return m_pressedAt; }

    [[nodiscard]] bool isKey(const QKeyEvent &event) const override;
    bool runKey(QKeyEvent *event) override;

    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    enum class Drag : quint8 { None, Pressed, Box, Pan };
    [[nodiscard]] bool runCommand(TimelineKey command, const QKeyEvent &event);
    void showSelection();
    void scrollBy(int pixels);

    TimeWindow m_window;
    TimeWindow m_restored; ///< that the axis has no room for yet
    TimelineNavigator m_navigator;
    QScrollBar *m_bar;
    qint64 m_least = 1;
    int m_scrolled = 0;
    Drag m_drag = Drag::None;
    bool m_moves = false; ///< the drag, as soon as it is one
    bool m_clicks = false;
    QPoint m_pressedAt;
    QPoint m_mouse;
    int m_pressedScroll = 0;
    TimeWindow m_pressedWindow;
    std::map<int, int> m_heldKeys; ///< key -> motion
};

} // namespace rs
