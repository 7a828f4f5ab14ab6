// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/keymap.h"
#include "views/picture/timelinenavigator.h"
#include "views/timeline/canvas/flowoverlay.h"
#include "views/timeline/canvas/laneraster.h"
#include "views/timeline/lanes/lanemodel.h"
#include "views/state/viewstate.h"

#include <QImage>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace rs {

/// One viewport-sized widget that paints all lanes. The boxes are a cached picture that depends on the window, the
/// size, the lanes and the theme; hover, selection, connection lines and the drawn box are laid over it at each paint.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    TimelineCanvas(LaneModel *model, ViewState *state, TimelineNavigator *navigator, const Theme *theme,
                   QWidget *parent = nullptr);

    /// Item under a position of the widget.
    struct Hit
    {
        int row = -1; ///< of the lane model
        RankRef rank;
        RowId sliceRow{};
        SliceId slice = NoSlice;
        int gap = -1;           ///< idle gap of the rank, on the lane that shows them
        SliceId part = NoSlice; ///< of the lane of the critical path, where it stands for no slice
        QRect rect;             ///< of the slice or gap, widget coordinates, clipped to the widget's sides
    };
    [[nodiscard]] Hit hitAt(const QPoint &position) const;
    /// Rectangle of a slice; empty if its lane is folded away or out of sight.
    [[nodiscard]] QRect rectOf(RankRef rank, SliceId slice) const;
    [[nodiscard]] const Hit &hover() const { return m_hover; }

    void setScrollY(int y);
    [[nodiscard]] int scrollY() const { return m_scrollY; }
    /// The canvas above or below, whose lanes connection lines may end on.
    void setNeighbour(TimelineCanvas *other);
    [[nodiscard]] FlowOverlay &flows() { return m_flows; }
    /// The span that is being measured on the ruler.
    void setMeasure(TimeWindow w);
    /// The start or end of a slice in sight that is nearest to a position, within a few pixels; else the stamp there.
    [[nodiscard]] qint64 snapTime(double x) const;
    /// Position of the cursor in pixels, or -1.
    [[nodiscard]] int cursorX() const { return m_mouse.x(); }
    /// The next paint draws everything anew.
    void invalidate();
    /// The picture without overlays, as it is on the screen.
    [[nodiscard]] const QImage &picture();
    /// Rectangles of the names of slices in it, in device pixels.
    [[nodiscard]] const std::vector<QRect> &labels() const { return m_raster.labels(); }
    /// Notes on connection lines that are bundled, or not drawn.
    [[nodiscard]] QStringList lineNotes() const;
    [[nodiscard]] FlowOverlay::View flowView() const;
    /// False while labels wait for the next frame.
    [[nodiscard]] bool isComplete() const { return m_complete; }
    /// Every label in one frame, however long it takes: for pictures and tests.
    void setPatient(bool patient);
    /// Zooms to the selected slice, else to the box, whose lanes come into sight too; when it fills the window already,
    /// to the whole run.
    void focusSelection();
    /// Numbers of the rows that show lanes of a box.
    [[nodiscard]] std::set<int> boxRows(const BoxSelection &box) const;
    /// Tells which keys are commands of the timeline: they go to its parents, whatever menus bind them to.
    void setCommandFilter(std::function<bool(const QKeyEvent &)> isCommand) { m_isCommand = std::move(isCommand); }
    void clearSelection();
    /// Selects the next or previous slice of the selected one's lane, or of its name in that lane; false when there is
    /// none.
    bool step(int direction, bool sameName);
    /// Selects the next (1) or previous (-1) member of the selected slice's chain of causes and effects; false when
    /// there is none.
    bool followFlow(int direction);

signals:
    void scrollRequested(int y);
    void scrolled();
    void cursorMoved(int x); ///< -1: left the canvas
    void hoverRowMoved(int contentY);
    void wheelTurned(QWheelEvent *event);
    void rankActivated(rs::RankRef rank);
    void menuRequested(const QPoint &position);
    /// The lanes of the box are to come into sight.
    void boxSought();
    /// lineNotes() says something else since the last frame.
    void lineNotesChanged();
    /// Escape was pressed with nothing left to clear on the canvas itself.
    void escapePressed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    enum class Drag : quint8 { None, Pending, Box, Zoom, Pan };

    void ensurePicture();
    [[nodiscard]] TimeMap axisMap() const { return {m_state->window(), width()}; }
    [[nodiscard]] QRect stripRect(const LaneRow &row, const LaneStrip &strip) const;
    void paintOverlays(QPainter &painter);
    void paintMarks(QPainter &painter);
    void paintBox(QPainter &painter);
    void paintKeptBox(QPainter &painter);
    /// The band of a box on this canvas, empty when none of its lanes is shown.
    /// One for each stretch of lanes that lie below one another.
    [[nodiscard]] std::vector<QRect> boxRects(const BoxSelection &box) const;
    [[nodiscard]] QRect spanRect(TimeWindow span, int top, int bottom) const;
    void paintBoxLabel(QPainter &painter, const QRect &box, const QString &text, const QColor &color) const;
    void paintHoverCard(QPainter &painter);
    void paintLines(QPainter &painter);
    void tellNotes();
    /// True when a slice, or a curve, is drawn within an area.
    [[nodiscard]] bool holdsSlices(const QRect &area) const;
    void addTransferLines(RankRef rank, SliceId slice, std::vector<std::pair<QString, QString>> &lines) const;
    void paintFrame(QPainter &painter, const QRect &rect, const QColor &color, int width) const;
    void updateHover(const QPoint &position);
    void click();
    void endBox(const QPoint &position);
    bool run(TimelineKey command, const QKeyEvent *event);
    void select(RankRef rank, SliceId slice);
    void selectGap(RankRef rank, int gap);
    [[nodiscard]] QRect gapRect(RankRef rank, int gap) const;
    [[nodiscard]] QRect boxOf(const LaneRow &row, const TimelineRank &part, SliceId slice) const;
    /// The selected gap as it is drawn; empty when none is.
    [[nodiscard]] TimeWindow selectedGap() const;

    LaneModel *m_model;
    QStringList m_notes;
    ViewState *m_state;
    TimelineNavigator *m_navigator;
    const Theme *m_theme;
    std::map<int, int> m_heldKeys; ///< key that is down -> the motion that it stands for
    LaneRaster m_raster;
    FlowOverlay m_flows;
    TimelineCanvas *m_neighbour = nullptr;
    std::function<bool(const QKeyEvent &)> m_isCommand;
    QImage m_picture;
    bool m_valid = false;
    bool m_complete = true;
    bool m_patient = false;
    int m_scrollY = 0;
    TimeWindow m_pictureWindow;
    TimeWindow m_measure;
    Hit m_hover;
    QPoint m_mouse{-1, -1};
    Drag m_drag = Drag::None;
    QPoint m_pressedAt;
    qint64 m_pressedNs = 0; ///< axis time under the press
    int m_pressedContentY = 0;
    int m_boxContentY = 0; ///< other corner of the box
    qint64 m_boxNs = 0;
    TimeWindow m_pressedWindow;
    int m_pressedScrollY = 0;
};

} // namespace rs
