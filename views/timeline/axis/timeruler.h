// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/theme.h"
#include "views/picture/timecoordinates.h"
#include "views/state/viewstate.h"
#include "views/picture/timeticks.h"

#include <QWidget>

#include <functional>

namespace rs {

/// The time axis above the lanes: offsets from the run's start, the stamp under the cursor, marks, and the span that is
/// being measured. A drag measures, a click sets a mark.
class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    TimeRuler(ViewState *state, const Theme *theme, QWidget *parent = nullptr);

    /// Asked at each paint what stamps count from.
    void setScale(std::function<TimeScale()> scale) { m_scale = std::move(scale); }
    /// Position of the cursor in pixels, or -1.
    void setCursorX(int x);
    /// The nearest stamp worth measuring from, for a position in pixels.
    void setSnap(std::function<qint64(double x)> snap) { m_snap = std::move(snap); }
    void setMeasure(TimeWindow w);
    [[nodiscard]] TimeWindow measure() const { return m_measure; }
    /// Index of the mark at a position, or -1.
    [[nodiscard]] int markAt(const QPoint &position) const;
    /// Index of the mark under the mouse on the ruler, or -1.
    [[nodiscard]] int hoveredMark() const;
    /// Index of the mark whose line in the lanes is nearest to `x`, within a few pixels, or -1.
    [[nodiscard]] int markLineAt(int x) const;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void measureChanged(rs::TimeWindow w);
    void markWanted(qint64 ns);
    void zoomWanted(rs::TimeWindow w);
    void editWanted(int mark);
    /// `mark` is -1 beside the marks.
    void menuRequested(int mark, const QPoint &globalPosition);
    void wheelTurned(QWheelEvent *event);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    [[nodiscard]] TimeMap map() const { return {m_state->window(), width()}; }
    [[nodiscard]] qint64 snapped(int x) const;
    [[nodiscard]] static QString tipOf(const TimeMark &mark);
    void paintSpan(QPainter &painter, TimeWindow w, const QColor &color) const;

    ViewState *m_state;
    const Theme *m_theme;
    std::function<qint64(double)> m_snap;
    TimeWindow m_measure;
    std::function<TimeScale()> m_scale;
    int m_cursorX = -1;
    QPoint m_hoverAt{-1, -1};
    int m_pressedX = -1;
    int m_pressedMark = -1;
    bool m_pressedOnLine = false;
    bool m_dragging = false;
    bool m_doubleClicked = false;
    qint64 m_pressedNs = 0;
};

} // namespace rs
