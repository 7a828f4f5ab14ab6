// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"
#include "views/timeline/lanelayoutstate.h"
#include "views/timeline/timelinedata.h"
#include "views/timeline/timelinepane.h"

#include <optional>

class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace rs {

class EmptyState;
class Minimap;
class TimeRuler;

/// The timeline: lanes of all loaded ranks over one time axis, pinned lanes above them.
class TimelineView : public DockView
{
    Q_OBJECT
public:
    explicit TimelineView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] QJsonObject saveState() const override { return m_layoutState->save(); }
    void restoreState(const QJsonObject &state) override { m_layoutState->restore(state); }

    [[nodiscard]] TimelineData *data() const { return m_data; }
    [[nodiscard]] LaneLayout *laneLayout() const { return m_layout; }
    [[nodiscard]] LaneModel *lanes() const { return m_lanes; }
    [[nodiscard]] LaneModel *pinnedLanes() const { return m_pinned; }
    [[nodiscard]] TimelineCanvas *canvas() const { return m_pane->canvas(); }
    [[nodiscard]] TimelinePane *pane() const { return m_pane; }
    [[nodiscard]] TimelinePane *pinPane() const { return m_pinPane; }
    [[nodiscard]] TimeRuler *ruler() const { return m_ruler; }
    [[nodiscard]] Minimap *minimap() const { return m_minimap; }
    [[nodiscard]] TimelineNavigator *navigator() const { return m_navigator; }
    /// Connection lines of these kinds are drawn ("HostToDevice", "async_npu", …).
    void showFlowKinds(const std::set<std::string> &kinds);

    enum class Preset : quint8 { Everything, CommunicationOfAllRanks, OverlapOfAllRanks, HostDispatchOfRank };
    /// `rank` matters to HostDispatchOfRank only.
    void applyPreset(Preset preset, RankRef rank = {});
    /// A mark from the box, else from the selected slice when `spanOfSlice`, else at the cursor.
    void addMark(bool spanOfSlice);
    /// Moves the window so that the stamp is in its middle; false when the text is no time.
    bool goToTime(const QString &text);

protected:
    void retranslate() override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void connectAll();
    void connectPane(TimelinePane *pane);
    void ranksChanged();
    void windowChanged();
    void pinsChanged();
    void applyFlowKinds();
    void fillFlowMenu();
    void fillLaneMenu();
    void fillMarkMenu();
    void showLaneMenu(const LaneKey &key, const QPoint &at);
    void showCanvasMenu(TimelinePane *pane, const QPoint &at);
    void showRulerMenu(int mark, const QPoint &at);
    void addLaneActions(QMenu *menu, const LaneKey &key);
    void setLabelWidth(int width);
    [[nodiscard]] QString laneName(const LaneKey &key) const;
    void reveal(RankRef rank, SliceId slice);
    void updateEmptyState();
    void openGoTo();
    [[nodiscard]] std::optional<TimeWindow> selectedSpan() const;

    TimelineData *m_data;
    LaneLayout *m_layout;
    LaneLayoutState *m_layoutState;
    LaneModel *m_lanes;
    LaneModel *m_pinned;
    TimelineNavigator *m_navigator;
    TimelinePane *m_pane = nullptr;
    TimelinePane *m_pinPane = nullptr;
    TimeRuler *m_ruler = nullptr;
    Minimap *m_minimap = nullptr;
    QSplitter *m_splitter = nullptr;
    QLabel *m_span = nullptr; ///< length of the window, above the names
    QLabel *m_total = nullptr; ///< length of the run, beside the minimap
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QWidget *m_page = nullptr;
    QToolButton *m_fit = nullptr;
    QToolButton *m_back = nullptr;
    QToolButton *m_forward = nullptr;
    QToolButton *m_zoomIn = nullptr;
    QToolButton *m_zoomOut = nullptr;
    QToolButton *m_laneButton = nullptr;
    QToolButton *m_flowButton = nullptr;
    QToolButton *m_markButton = nullptr;
    QMenu *m_laneMenu = nullptr;
    QMenu *m_flowMenu = nullptr;
    QMenu *m_markMenu = nullptr;
    QLineEdit *m_filter = nullptr;
    QLineEdit *m_goTo = nullptr;
    QWidget *m_rulerGap = nullptr;
    QWidget *m_minimapGap = nullptr;
};

} // namespace rs
