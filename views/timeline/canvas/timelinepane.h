// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/canvas/lanelabels.h"
#include "views/timeline/canvas/timelinecanvas.h"

#include <optional>
#include <utility>
#include <vector>

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
    /// Scrolls as little as needed to bring rows from `first` to `last` into sight, as far as there is room, and
    /// `heading` above them where there is more. They stay in sight while rows come above them and while the pane gets
    /// its size, until the user scrolls or clicks.
    void bringIntoSight(const LaneKey &heading, const LaneKey &first, const LaneKey &last);
    /// The same for a position in one row.
    void bringIntoSight(const LaneKey &row, int below);
    /// Scrolls to `below` pixels under the top of a row, where that stays as in bringIntoSight().
    void bringToTop(const LaneKey &row, int below);
    /// False once the user has scrolled or clicked since something was brought into sight.
    [[nodiscard]] bool keepsSight() const { return m_sight.has_value(); }
    /// The first row in sight, and how much of it is not.
    [[nodiscard]] std::pair<int, int> top() const;
    /// True while some row of the rank is in sight.
    [[nodiscard]] bool shows(RankRef rank) const;
    /// Marks the lane of the selected slice in the names.
    void markSelection(const Selection &selection);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Rows that are to be in sight.
    struct Sight
    {
        LaneKey heading;
        LaneKey first;
        LaneKey last;
        int below = -1;     ///< of a single row: the position in it; else -1
        bool atTop = false; ///< that position is where the pane begins
    };
    void keepSight();
    void scroll(int y);
    void updateScrollBar();
    void handleWheel(QWheelEvent *event);
    void keepPlace();
    void restorePlace();

    LaneModel *m_lanes;
    TimelineCanvas *m_canvas;
    LaneLabels *m_labels;
    QScrollBar *m_bar;
    std::optional<Sight> m_sight;
    std::vector<std::pair<LaneKey, int>> m_anchors; ///< rows, and how far under the top of the pane they begin
    int m_hoverContentY = -1;
};

} // namespace rs
