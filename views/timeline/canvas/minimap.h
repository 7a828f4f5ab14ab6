// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/timelinenavigator.h"
#include "views/state/viewstate.h"
#include "views/timeline/canvas/laneraster.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

namespace rs {

/// The whole run in one strip, with the shown window as a brush: dragging it pans, its edges resize it, elsewhere a
/// drag chooses a new window and a click moves the window there.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    Minimap(TimelineData *timelineData, ViewState *state, TimelineNavigator *navigator, const Theme *theme,
            QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {400, 36}; }
    /// False while an older picture stands in for the one of now.
    [[nodiscard]] bool isComplete() const { return !m_soon.isActive(); }
    /// Pixels that the brush covers.
    [[nodiscard]] QRect brush() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    enum class Part : quint8 { None, Outside, Inside, Left, Right };
    [[nodiscard]] Part partAt(int x) const;
    [[nodiscard]] TimeMap map() const { return {m_navigator->limits(), width()}; }
    void rebuildRows();
    void invalidate();

    TimelineData *m_data;
    ViewState *m_state;
    TimelineNavigator *m_navigator;
    const Theme *m_theme;
    LaneRaster m_raster;
    std::vector<LaneRow> m_rows;
    QImage m_picture;
    TimeWindow m_pictureWindow;
    bool m_valid = false;
    QTimer m_soon{this};
    Part m_drag = Part::None;
    int m_pressedX = 0;
    TimeWindow m_pressedWindow;
    bool m_moved = false;
};

} // namespace rs
