// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"
#include "views/timeline/canvas/chainfinder.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/timeline/commands/timelineparts.h"
#include "views/timeline/data/timelinedata.h"
#include "views/timeline/data/wholewindow.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/timeline/lanes/lanelayoutstate.h"

#include <set>
#include <string>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace rs {

class CauseLegend;
class ThreadLegend;
class ContextMenus;
class EmptyState;
class GoToBox;
class MarkEditor;
class Minimap;
class Revealer;
class TimelineBar;
class TimelineCommands;
class TimeRuler;
class TimeShifts;

/// The timeline: lanes of all loaded ranks over one time axis, pinned lanes above them. Lays out its parts and tells
/// them of each other; what they do stands in them.
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

    [[nodiscard]] TimelineData *data() const { return m_parts.data; }
    [[nodiscard]] LaneLayout *laneLayout() const { return m_parts.layout; }
    [[nodiscard]] LaneLayoutState *layoutState() const { return m_parts.layoutState; }
    [[nodiscard]] LaneModel *lanes() const { return m_parts.lanes; }
    [[nodiscard]] LaneModel *pinnedLanes() const { return m_parts.pinned; }
    [[nodiscard]] TimelineCanvas *canvas() const { return m_parts.pane->canvas(); }
    [[nodiscard]] TimelinePane *pane() const { return m_parts.pane; }
    [[nodiscard]] TimelinePane *pinPane() const { return m_parts.pinPane; }
    [[nodiscard]] TimeRuler *ruler() const { return m_parts.ruler; }
    [[nodiscard]] Minimap *minimap() const { return m_minimap; }
    [[nodiscard]] TimelineNavigator *navigator() const { return m_parts.navigator; }
    [[nodiscard]] TimelineCommands *commands() const { return m_commands; }
    [[nodiscard]] GoToBox *goTo() const { return m_goTo; }
    [[nodiscard]] MarkEditor *marks() const { return m_marks; }
    [[nodiscard]] TimeShifts *shifts() const { return m_shifts; }
    /// Connection lines of these kinds are drawn ("HostToDevice", "async_npu", …).
    void showFlowKinds(const std::set<std::string> &kinds);

signals:
    /// A sentence about what was just done and cannot be taken back.
    void notice(const QString &text);

protected:
    void retranslate() override;
    void forget() override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    /// The lanes as they are shown, with minimap and ruler and without the tool bar.
    [[nodiscard]] ChartPicture picture() const;
    /// The pixel of the page behind the last row of lanes that is in sight as a whole.
    [[nodiscard]] int endOfWholeRows() const;
    [[nodiscard]] TimelineParts makeParts();
    void layOut();
    void connectRuns();
    void connectState();
    void connectRuler();
    void connectPane(TimelinePane *pane);
    void runAdded(int run);
    void runClosed(int run);
    void ranksChanged();
    void selectionChanged();
    void windowChanged();
    void pinsChanged();
    void markCurrentRank();
    void showCurrentRank();
    void givePinsRoom();
    void givePinsRoomLater();
    void fitPins(int room);
    void applyFlowKinds();
    void applyDerivedLanes();
    void updateTotal();
    void updateBox(bool moved);
    void updateEmptyState();
    void updateLineNote();
    void updateLegend();
    void setLabelWidth(int width);

    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QWidget *m_page;
    TimelineParts m_parts;
    Minimap *m_minimap;
    GoToBox *m_goTo;
    MarkEditor *m_marks;
    TimeShifts *m_shifts;
    Revealer *m_revealer;
    TimelineCommands *m_commands;
    ContextMenus *m_menus;
    TimelineBar *m_bar;
    WholeWindow m_whole;
    ChainFinder m_chain;
    QSplitter *m_splitter;
    int m_pinsHeight = 0;            ///< of the pins when they were last given room
    bool m_rankChosenUnseen = false; ///< another one is the current one since the lanes were last seen
    bool m_pinsFit = false;          ///< the user has not divided the room since pins came or went
    int m_pinRowHeight = 0;          ///< with which they fill the room that they have; 0: they do not
    QLabel *m_span;                  ///< length of the window, above the names
    QLabel *m_lineNote;              ///< what is said of connection lines that are not drawn one by one
    QLabel *m_total;                 ///< length of the run, beside the minimap
    QWidget *m_rulerGap;
    QWidget *m_minimapGap;
    QLabel *m_whyIdle; ///< what the legend beside it is of
    CauseLegend *m_causes;
    QLabel *m_threads; ///< likewise
    ThreadLegend *m_threadStates;
};

} // namespace rs
