// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/timeline/lanes/lanelayoutstate.h"
#include "views/timeline/lanes/laneoffsets.h"

#include <optional>

class QAction;
class QKeySequence;
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
    [[nodiscard]] std::vector<const QMenu *> commandMenus() override;
    /// The tool bar, the ruler and a lane.
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

    [[nodiscard]] TimelineData *data() const { return m_data; }
    [[nodiscard]] LaneLayout *laneLayout() const { return m_layout; }
    [[nodiscard]] LaneLayoutState *layoutState() const { return m_layoutState; }
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
    /// A mark from the box, else from the selected slice when `spanOfSlice`, else at the cursor; false without any of them.
    bool addMark(bool spanOfSlice);
    /// Deletes the mark under the mouse, on the ruler or in the lanes, else the span that was clicked on the ruler; false
    /// when there is none.
    bool deleteMark();
    /// Asks for name, colour and note of a mark.
    void editMark(const TimeMark &mark);
    /// Asks for a name under which the arrangement of the lanes is kept.
    void openPresetDialog();
    /// Moves the window so that the stamp is in its middle; false when the text is no time.
    bool goToTime(const QString &text);
    /// Selects the n-th slice, counted from 1, of the selected one's name on its rank.
    void goToOccurrence(qint64 number);

    /// What keys, menus and the command palette run. Their object names ("timeline-fit") are stable; other shortcuts
    /// may be set on them. They do nothing where they make no sense.
    [[nodiscard]] const QList<QAction *> &commands() const { return m_commands; }
    /// By its name without "timeline-"; null when there is none.
    [[nodiscard]] QAction *command(const QString &name) const;
    /// Keys that move, zoom or clear the selection, and change nothing else: they may come from other docks too.
    [[nodiscard]] bool looksAround(const QKeyEvent &event) const;
    /// The slice that others are aligned with; none: the one that was selected before.
    void setAlignBase(const timeline::SliceRef &base);
    void alignSelection(timeline::Edge edge);
    /// Aligns the ranks of pinned lanes by their slices of the selected one's name; how many were moved.
    int alignPins(timeline::Edge edge);
    /// Moves a rank or a lane by itself.
    void setOffset(const LaneKey &key, qint64 ns);
    /// Asks for the offset of a rank or a lane.
    void openOffsetDialog(const LaneKey &key);

signals:
    /// A sentence about what was just done and cannot be taken back.
    void notice(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void retranslate() override;
    void forget() override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void connectAll();
    void connectPane(TimelinePane *pane);
    void findChain();
    void runAdded(int run);
    void runClosed(int run);
    void ranksChanged();
    [[nodiscard]] bool followWhole(TimeWindow all);
    [[nodiscard]] std::set<int> openRuns() const;
    void updateTotal();
    void windowChanged();
    void pinsChanged();
    void applyFlowKinds();
    void applyDerivedLanes();
    void updateClock();
    [[nodiscard]] QString clockTip() const;
    void fillFlowMenu();
    void fillLaneMenu();
    void fillClockMenu();
    void goToOutside();
    void addPresetActions(QMenu *menu);
    void fillMarkMenu();
    void removeMark(const TimeMark &mark);
    void removeChosenOfMenu();
    void showLaneMenu(const LaneKey &key, const QPoint &at);
    void showCanvasMenu(TimelinePane *pane, const QPoint &at);
    void showRulerMenu(int mark, const QPoint &at);
    void addLaneActions(QMenu *menu, const LaneKey &key);
    void addHostActions(QMenu *menu, const LaneKey &key);
    void addNameActions(QMenu *menu, const LaneKey &key);
    void setLabelWidth(int width);
    [[nodiscard]] QString laneName(const LaneKey &key) const;
    void reveal(RankRef rank, SliceId slice, TimeWindow span);
    void revealRank(RankRef rank);
    void revealSought();
    void revealBox();
    void updateBox(bool moved);
    void showSpan(TimeWindow drawn, bool whole);
    bool scrollToRank(RankRef rank);
    void revealTop();
    void tellRevealed(LaneModel::Revealed done, const QString &what);
    void updateEmptyState();
    void openGoTo(const QString &text = QString());
    /// What the handler returns, if anything, becomes a notice: most often why there was nothing to do.
    template <typename Handler>
    void addCommand(const char *name, const QList<QKeySequence> &keys, Handler handler);
    void buildCommands();
    void retranslateCommands();
    [[nodiscard]] QAction *commandFor(const QKeyEvent &event) const;
    [[nodiscard]] timeline::SliceRef selectedSlice() const;
    // What commands do that may find nothing to do: empty, or a sentence that says why.
    [[nodiscard]] QString showWholeRun();
    [[nodiscard]] QString stepSlice(int direction, bool sameName);
    [[nodiscard]] QString followChain(int direction);
    [[nodiscard]] QString wholeRunNote() const;
    [[nodiscard]] QString selectFirst() const;
    [[nodiscard]] QString nothingMoved() const;
    [[nodiscard]] QString sliceName(const timeline::SliceRef &ref) const;
    void addMergeActions(QMenu *menu, const LaneKey &key);
    void addOffsetActions(QMenu *menu, const LaneKey &key);
    void addAlignActions(QMenu *menu, const timeline::SliceRef &slice);
    void selectionChanged();
    [[nodiscard]] std::optional<TimeWindow> selectedSpan() const;

    TimelineData *m_data;
    LaneLayout *m_layout;
    LaneModel *m_lanes;
    LaneModel *m_pinned;
    LaneLayoutState *m_layoutState;
    TimelineNavigator *m_navigator;
    TimelinePane *m_pane = nullptr;
    TimelinePane *m_pinPane = nullptr;
    TimeRuler *m_ruler = nullptr;
    Minimap *m_minimap = nullptr;
    QSplitter *m_splitter = nullptr;
    QLabel *m_span = nullptr; ///< length of the window, above the names
    QLabel *m_lineNote = nullptr; ///< what is said of connection lines that are not drawn one by one
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
    QToolButton *m_clockButton = nullptr;
    QMenu *m_laneMenu = nullptr;
    QMenu *m_flowMenu = nullptr;
    QMenu *m_markMenu = nullptr;
    QAction *m_filesClock = nullptr;
    QMenu *m_clockMenu = nullptr;
    QLineEdit *m_filter = nullptr;
    QLineEdit *m_goTo = nullptr;
    std::set<int> m_wholeRuns; ///< of which the window shows all, when it is `m_whole`
    std::set<int> m_runsBefore;
    TimeWindow m_whole;
    QList<QAction *> m_commands;
    /// What is to be brought into sight as soon as its rank is loaded.
    struct Sought
    {
        RankRef rank;
        SliceId slice = NoSlice; ///< NoSlice: the rank
        TimeWindow span;
    };
    std::optional<Sought> m_sought;
    QJsonObject m_top; ///< the row that is to be the first in sight as soon as its rank is loaded
    timeline::SliceRef m_alignBase;
    timeline::SliceRef m_selected;
    timeline::SliceRef m_selectedBefore;
    struct Occurrence
    {
        SliceId slice = NoSlice;
        qint64 count = 0;
    };
    LatestJob<Occurrence> m_occurrenceJob;
    LatestJob<DrawnChain> m_chainJob;
    QWidget *m_rulerGap = nullptr;
    QWidget *m_minimapGap = nullptr;
};

} // namespace rs
