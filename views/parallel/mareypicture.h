// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/mareylines.h"
#include "views/widgets/keymap.h"
#include "views/parallel/mareyfolds.h"
#include "views/timeline/axis/timelinenavigator.h"
#include "views/picture/legend.h"

#include <QImage>
#include <QPoint>
#include <QRect>
#include <QTimer>
#include <QWidget>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

class QScrollBar;

namespace rs {

class Theme;
class ThreadPool;

/// Operators that a name was found in, by row of the chart: places in its lanes, ascending.
struct MareyMatches
{
    struct Row
    {
        std::vector<quint32> work;
        std::vector<quint32> communication;
    };
    std::vector<Row> rows; ///< beside MareyChart::rows; empty: nothing is looked for
    qint64 count = 0;
    /// `isFound`: of each entry. Of no use when cancelled.
    [[nodiscard]] static MareyMatches of(const MareyChart &chart, const std::vector<bool> &isFound,
                                         const JobContext &job);
    /// Whose name holds the text, in any case.
    [[nodiscard]] static MareyMatches named(const MareyChart &chart, const QString &text, const JobContext &job);
};

/// Devices over a time axis of its own, the same operator joined from device to device. Time runs across or downwards.
/// Zoom, pan and keys are those of the timeline.
class MareyPicture : public QWidget
{
    Q_OBJECT
public:
    /// What a device holds and computes, of the largest of all devices, 0..1; empty: not known.
    struct Load
    {
        std::array<std::optional<double>, 3> shares; ///< FLOPs, FLOPS, peak memory of the capacity
        std::array<QString, 3> texts;
    };
    /// What is drawn.
    struct Content
    {
        std::shared_ptr<const MareyChart> chart;
        std::shared_ptr<const MareyFolds> folds;
        std::vector<QString> labels; ///< of the rows
        std::vector<QString> notes;  ///< what a row lacks
        std::vector<QString> stageLabels;
        std::vector<Load> loads;      ///< of the rows; empty: of none
        std::vector<Load> stageLoads; ///< of the stages; empty: of none
        qint64 originNs = 0;          ///< what the axis counts from
        int currentRow = -1;          ///< the chosen rank
    };
    /// An operator.
    struct Place
    {
        int row = -1; ///< into MareyChart::rows
        bool isCommunication = false;
        int op = -1;
        [[nodiscard]] bool isValid() const { return op >= 0; }
        auto operator<=>(const Place &) const = default;
    };
    /// A line of the picture: a device, or the stage above its devices.
    struct Line
    {
        int row = -1;
        bool isStage = false;
        bool operator==(const Line &) const = default;
    };

    /// `paintPool` helps with frames; null: nobody does.
    MareyPicture(const Theme *theme, const KeyMap *keys, ThreadPool *paintPool, QWidget *parent = nullptr);

    /// `opens`: another run or step, so the window is where most operators are; else it stays where it shows any.
    void setContent(Content content, bool opens);
    void setMatches(MareyMatches matches);
    /// Curves over the operators of a device, each from 0 to the most of all devices. They go with the content.
    void setCurves(std::shared_ptr<const MareyLines> lines, bool memory, bool rate);
    void setCurrentRow(int row);
    void setDownwards(bool on);
    [[nodiscard]] bool isDownwards() const { return m_downwards; }
    [[nodiscard]] TimeWindow window() const { return m_window; }
    void setWindow(TimeWindow w);
    /// Pixels from line to line; 0: as many as fit.
    [[nodiscard]] int pitch() const { return m_pitch; }
    void setPitch(int pixels);
    /// Stages whose devices are not shown.
    [[nodiscard]] const std::set<int> &foldedStages() const { return m_foldedStages; }
    void setFoldedStages(std::set<int> stages);
    /// Where most operators are, with all lines; where that is shown already: everything.
    void reset();
    /// Brought into sight; not reported.
    void setSelected(const Place &place);
    /// The same, zoomed to it on all of its devices.
    void showEntry(const Place &place);
    /// The next match behind (1) or before (-1) the selection is chosen.
    void stepMatch(int direction);
    [[nodiscard]] const std::vector<LegendEntry> &legend() const { return m_legend; }
    [[nodiscard]] Place selected() const { return m_selected; }
    [[nodiscard]] const std::vector<Line> &lines() const { return m_lines; }
    /// Into lines(), or -1.
    [[nodiscard]] int lineAt(const QPoint &at) const;
    [[nodiscard]] Place placeAt(const QPoint &at) const;
    /// The operator of that slice; not valid where the row has none.
    [[nodiscard]] Place placeOf(int row, SliceId slice) const;
    /// Of the same operator on another row.
    [[nodiscard]] Place partnerOf(const Place &place, int row) const;
    /// Null for a place that is none.
    [[nodiscard]] const MareyOperator *operatorAt(const Place &place) const;
    /// Cut to the plot; empty where it is not in sight.
    [[nodiscard]] QRect rectOf(const Place &place) const;
    /// Of a square beside a line; empty where there is none.
    [[nodiscard]] QRect squareOf(int line, int which) const;
    /// What is said of a place, for format::tooltipTable().
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(const Place &place) const;
    /// Of the label of a line: its loads, and what is missing.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipOfHeader(const QPoint &at) const;
    void retranslate();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; not valid: beside the operators.
    void placeChosen(const rs::MareyPicture::Place &place);
    void placeActivated(const rs::MareyPicture::Place &place);
    /// A line was clicked where nothing stands.
    void rowChosen(int row);
    void arrangementChanged();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    static constexpr int squareSize = 10; ///< of what stands beside a line
    static constexpr int squareStep = squareSize + 3;

    // Positions along the time axis and across the lines, whichever way time runs.
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] int alongSize() const { return m_downwards ? plot().height() : plot().width(); }
    [[nodiscard]] int acrossSize() const { return m_downwards ? plot().width() : plot().height(); }
    [[nodiscard]] int alongOf(const QPoint &at) const;
    [[nodiscard]] int acrossOf(const QPoint &at) const;
    [[nodiscard]] QRect rectOf(double along0, double along1, int across0, int across1) const;
    [[nodiscard]] TimeMap map() const { return {m_window, alongSize()}; }
    [[nodiscard]] int linePitch() const;
    [[nodiscard]] int lineTop(int line) const { return line * linePitch() - m_scroll; }
    /// Of a lane, from the top of its line.
    [[nodiscard]] std::pair<int, int> laneSpan(bool isCommunication) const;
    [[nodiscard]] std::pair<int, int> visibleLines() const;
    [[nodiscard]] int lineOf(int row) const;
    [[nodiscard]] const MareyRow &rowOf(const Line &line) const;
    [[nodiscard]] const MareyLane &laneOf(const Place &place) const;
    void makeLines();
    void layOut();
    void changed();
    void updateLegend();
    [[nodiscard]] QColor colorOf(MareyKind kind) const;
    void bringIntoSight(const Place &place);
    void choose(const Place &place);
    void step(int direction);
    void stepRow(int direction);
    void focusSelection();
    /// Along the time axis: what keys zoom around.
    [[nodiscard]] double anchor() const;
    void foldStage(int stage);
    void zoomLines(double factor, int at);
    void zoomTo(const QPoint &a, const QPoint &b);
    [[nodiscard]] bool run(TimelineKey command, const QKeyEvent *event);
    [[nodiscard]] bool stepsMatches(const QKeyEvent &event) const;

    struct Frame;
    void render();
    [[nodiscard]] Frame frameOf(int pixels) const;
    void renderLines(MareyRaster &raster) const;
    void renderBands(MareyRaster &raster, const Frame &frame, int line) const;
    void renderBars(MareyRaster &raster, const Frame &frame, int line) const;
    void renderMatches(MareyRaster &raster, const Frame &frame, int line) const;
    void renderCurves(MareyRaster &raster, int line) const;
    /// None are drawn where they would hide what little there is of operators.
    [[nodiscard]] bool showsCurves() const;
    [[nodiscard]] bool isPale() const { return !m_matches.rows.empty() || showsCurves(); }
    [[nodiscard]] QColor memoryColor() const;
    [[nodiscard]] QColor rateColor() const;
    void paintNames(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;
    void paintHeaders(QPainter &painter) const;
    void paintSelected(QPainter &painter) const;

    const Theme *m_theme;
    const KeyMap *m_keys;
    ThreadPool *m_paintPool;
    Content m_content;
    MareyMatches m_matches;
    std::shared_ptr<const MareyLines> m_curves;
    bool m_showsMemory = false;
    bool m_showsRate = false;
    std::vector<Line> m_lines;
    std::set<int> m_foldedStages;
    TimeWindow m_window;
    TimeWindow m_opening;
    TimelineNavigator m_navigator;
    QScrollBar *m_bar;
    std::vector<LegendEntry> m_legend;
    bool m_downwards = false;
    int m_pitch = 0;
    int m_scroll = 0;
    int m_headerSize = 0; ///< of the labels, across the lines' ends
    int m_legendHeight = 0;
    QTimer m_rowClick{this}; ///< until it is no double click
    int m_clickedRow = -1;
    Place m_selected;
    QImage m_image;
    QImage m_across; ///< before it is turned, where time runs downwards
    bool m_valid = false;
    bool m_pressed = false;
    bool m_panning = false;
    bool m_zooming = false; ///< a box is being drawn
    QPoint m_pressedAt;
    QPoint m_mouse;
    int m_pressedScroll = 0;
    TimeWindow m_pressedWindow;
    std::map<int, int> m_heldKeys; ///< key -> motion
};

} // namespace rs
