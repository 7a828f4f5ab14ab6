// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"
#include "views/timeline/lanelabels.h"
#include "views/timeline/lanemodel.h"
#include "views/timeline/timelinecanvas.h"
#include "views/timeline/timelinedata.h"
#include "views/timeline/timelinenavigator.h"
#include "views/timeline/timeruler.h"

#include <QHash>

class QAction;
class QGridLayout;
class QLabel;
class QMenu;
class QScrollBar;
class QStackedWidget;
class QToolButton;

namespace rs {

class EmptyState;

/// The timeline: lanes of all loaded ranks over one time axis.
class TimelineView : public DockView
{
    Q_OBJECT
public:
    explicit TimelineView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;

    [[nodiscard]] TimelineData *data() const { return m_data; }
    [[nodiscard]] LaneModel *lanes() const { return m_lanes; }
    [[nodiscard]] TimelineCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] TimelineNavigator *navigator() const { return m_navigator; }
    /// Connection lines of these kinds are drawn ("HostToDevice", "async_npu", …).
    void showFlowKinds(const std::set<std::string> &kinds);

protected:
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void connectAll();
    void ranksChanged();
    void windowChanged();
    void fillFlowMenu();
    void reveal(RankRef rank, SliceId slice);
    void scrollTo(int y);
    void updateScrollBars();
    void handleWheel(QWheelEvent *event);
    void keepPlace();
    void restorePlace();
    void updateEmptyState();
    void currentSelectionChanged();

    TimelineData *m_data;
    LaneModel *m_lanes;
    TimelineNavigator *m_navigator;
    TimelineCanvas *m_canvas = nullptr;
    TimeRuler *m_ruler = nullptr;
    LaneLabels *m_labels = nullptr;
    QScrollBar *m_vertical = nullptr;
    QScrollBar *m_horizontal = nullptr;
    QLabel *m_span = nullptr; ///< length of the window, above the tree column
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QWidget *m_page = nullptr;
    QToolButton *m_fit = nullptr;
    QToolButton *m_back = nullptr;
    QToolButton *m_forward = nullptr;
    QToolButton *m_zoomIn = nullptr;
    QToolButton *m_zoomOut = nullptr;
    QToolButton *m_expand = nullptr;
    QToolButton *m_collapse = nullptr;
    QToolButton *m_flowButton = nullptr;
    QMenu *m_flowMenu = nullptr;
    LaneKey m_anchorRow;
    int m_anchorOffset = 0;
    int m_hoverContentY = -1;
    bool m_settingScroll = false;
};

} // namespace rs
