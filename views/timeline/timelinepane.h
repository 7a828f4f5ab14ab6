// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanelabels.h"
#include "views/timeline/timelinecanvas.h"

class QScrollBar;

namespace rs {

/// Lane names, canvas and vertical scroll bar of one lane model. The timeline has two: the pinned lanes and the tree.
class TimelinePane : public QWidget
{
    Q_OBJECT
public:
    TimelinePane(LaneModel *model, ViewState *state, TimelineNavigator *navigator, const Theme *theme,
                 QWidget *parent = nullptr);

    [[nodiscard]] LaneModel *lanes() const { return m_lanes; }
    [[nodiscard]] TimelineCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] LaneLabels *labels() const { return m_labels; }
    /// Width that the scroll bar takes beside the canvas.
    [[nodiscard]] int scrollBarWidth() const;
    void scrollTo(int y);
    /// Scrolls as little as needed to bring a content position into sight, with some room around it.
    void bringIntoSight(int y);
    /// Marks the lane of the selected slice in the names.
    void markSelection(const Selection &selection);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateScrollBar();
    void handleWheel(QWheelEvent *event);
    void keepPlace();
    void restorePlace();

    LaneModel *m_lanes;
    TimelineCanvas *m_canvas;
    LaneLabels *m_labels;
    QScrollBar *m_bar;
    LaneKey m_anchorRow;
    int m_anchorOffset = 0;
    int m_hoverContentY = -1;
};

} // namespace rs
