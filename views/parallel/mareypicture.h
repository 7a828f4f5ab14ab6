// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/mareylines.h"
#include "views/parallel/mareyfolds.h"
#include "views/picture/timepicture.h"

#include <QImage>
#include <QPoint>
#include <QRect>
#include <QTimer>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

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
    /// Operators whose name contains the text, in any case.
    [[nodiscard]] static MareyMatches named(const MareyChart &chart, const QString &text, const JobContext &job);
};

/// Devices over a time axis of its own, the same operator joined from device to device. Time runs across or downwards.
class MareyPicture : public TimePicture
{
    Q_OBJECT
public:
    /// Load of a device relative to the largest of all devices, 0..1; empty: not known.
    struct Load
    {
        std::array<std::optional<double>, 3> shares; ///< FLOPs, FLOPS, peak memory of the capacity
        std::array<QString, 3> texts;
    };
    /// Content of the picture.
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
    MareyPicture(const Theme *theme, ThreadPool *paintPool, QWidget *parent = nullptr);

    /// `opens`: another run or step, so the window is where most operators are; else it stays where it shows any.
    void setContent(Content content, bool opens);
    void setMatches(MareyMatches matches);
    /// Curves over the operators of a device, each from 0 to the most of all devices. They go with the content.
    void setCurves(std::shared_ptr<const MareyLines> lines, bool memory, bool rate);
    void setCurrentRow(int row);
    void setDownwards(bool on);
    /// Pixels from line to line; 0: as many as fit.
    [[nodiscard]] int pitch() const { return m_pitch; }
    void setPitch(int pixels);
    /// Stages whose devices are not shown.
    [[nodiscard]] const std::set<int> &foldedStages() const { return m_foldedStages; }
    void setFoldedStages(std::set<int> stages);
    /// Shows the time in which most operators are, with all lines; if that is shown already: everything.
    void reset();
    /// Brought into sight; not reported.
    void setSelected(const Place &place);
    /// The same, zoomed to it on all of its devices.
    void showEntry(const Place &place);
    /// The next match behind (1) or before (-1) the selection is chosen.
    void stepMatch(int direction);
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return m_legend; }
    [[nodiscard]] QRect plot() const override;
    [[nodiscard]] Place selected() const { return m_selected; }
    [[nodiscard]] const std::vector<Line> &lines() const { return m_lines; }
    /// Into lines(), or -1.
    [[nodiscard]] int lineAt(const QPoint &at) const;
    [[nodiscard]] Place placeAt(const QPoint &at) const;
    /// The operator of that slice; not valid where the row has none.
    [[nodiscard]] Place placeOf(int row, SliceId slice) const;
    /// Place of the same operator on another row.
    [[nodiscard]] Place partnerOf(const Place &place, int row) const;
    /// Null for a place that is none.
    [[nodiscard]] const MareyOperator *operatorAt(const Place &place) const;
    /// Cut to the plot; empty where it is not in sight.
    [[nodiscard]] QRect rectOf(const Place &place) const;
    /// Square beside a line; empty if there is none.
    [[nodiscard]] QRect squareOf(int line, int which) const;
    /// Tooltip of a place, for format::tooltipTable().
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(const Place &place) const;
    /// Tooltip of the label of a line: its loads, and what is missing.
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
    [[nodiscard]] bool runsDownwards() const override { return m_downwards; }
    void redraw() override;
    void themeChanged() override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] bool hasSelection() const override { return m_selected.isValid(); }
    [[nodiscard]] TimeWindow windowOfSelection() const override;
    void stepAlong(int direction) override;
    void stepAcross(int direction) override;
    bool chooseFirst() override;
    void activateSelection() override { emit placeActivated(m_selected); }
    void clearSelection() override { choose({}); }
    [[nodiscard]] double anchor() const override;
    void showAll() override { reset(); }
    [[nodiscard]] bool startsBox(const QPoint &at) const override { return plot().contains(at); }
    void clicked(const QPoint &at) override;
    void doubleClicked(const QPoint &at) override;
    [[nodiscard]] QRect boxOf(const QPoint &a, const QPoint &b) const override { return QRect(a, b).normalized(); }
    /// The box fills the picture; one within a line keeps the lines.
    void boxDrawn(const QPoint &a, const QPoint &b) override;
    [[nodiscard]] bool isKey(const QKeyEvent &event) const override;
    bool runKey(QKeyEvent *event) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    static constexpr int squareSize = 10; ///< of what stands beside a line
    static constexpr int squareStep = squareSize + 3;

    [[nodiscard]] QRect rectOf(double along0, double along1, int across0, int across1) const;
    [[nodiscard]] int linePitch() const;
    [[nodiscard]] int lineTop(int line) const { return line * linePitch() - scrolled(); }
    /// Span of a lane, from the top of its line.
    [[nodiscard]] std::pair<int, int> laneSpan(bool isCommunication) const;
    [[nodiscard]] std::pair<int, int> visibleLines() const;
    [[nodiscard]] int lineOf(int row) const;
    [[nodiscard]] const MareyRow &rowOf(const Line &line) const;
    [[nodiscard]] const MareyLane &laneOf(const Place &place) const;
    void makeLines();
    void layOut();
    void updateLegend();
    [[nodiscard]] QColor colorOf(MareyKind kind) const;
    void bringIntoSight(const Place &place);
    void choose(const Place &place);
    void foldStage(int stage);
    void zoomLines(double factor, int at);
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

    ThreadPool *m_paintPool;
    Content m_content;
    MareyMatches m_matches;
    std::shared_ptr<const MareyLines> m_curves;
    bool m_showsMemory = false;
    bool m_showsRate = false;
    std::vector<Line> m_lines;
    std::set<int> m_foldedStages;
    TimeWindow m_opening;
    std::vector<LegendEntry> m_legend;
    bool m_downwards = false;
    int m_pitch = 0;
    int m_headerSize = 0;    ///< of the labels, across the lines' ends
    QTimer m_rowClick{this}; ///< until it is no double click
    int m_clickedRow = -1;
    Place m_selected;
    QImage m_image;
    QImage m_across; ///< before it is turned, where time runs downwards
    bool m_valid = false;
};

} // namespace rs
