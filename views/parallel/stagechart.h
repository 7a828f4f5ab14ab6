// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/pipelinechart.h"
#include "views/picture/timepicture.h"

#include <QPoint>
#include <QRect>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

/// The stages of a pipeline over a time axis of its own, one row for each: passes of microbatches, below them sends and
/// receives, joined from stage to stage, and the phases as a shade.
class StageChart : public TimePicture
{
    Q_OBJECT
public:
    /// Content of the chart.
    struct Content
    {
        std::shared_ptr<const PipelineChart> chart;
        int pipeline = -1;           ///< into PipelineChart::pipelines
        std::vector<QString> labels; ///< of the stages
        std::vector<QString> notes;  ///< what a stage lacks
        qint64 originNs = 0;         ///< what the axis counts from
        int currentRow = -1;         ///< the chosen rank
    };
    /// A pass, or a send or receive, of a stage in a step.
    struct Place
    {
        int row = -1;
        int step = -1; ///< into PipelineChart::steps
        int item = -1; ///< into PipelineStage::blocks or transfers
        bool isTransfer = false;
        [[nodiscard]] bool isValid() const { return item >= 0; }
        bool operator==(const Place &) const = default;
    };

    explicit StageChart(const Theme *theme, QWidget *parent = nullptr);

    /// The window stays where it shows any of the passes.
    void setContent(Content content);
    void setCurrentRow(int row);
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return m_legend; }
    [[nodiscard]] QRect plot() const override;
    [[nodiscard]] Place selected() const { return m_selected; }
    [[nodiscard]] int rowCount() const { return static_cast<int>(m_content.labels.size()); }
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] Place placeAt(const QPoint &at) const;
    /// Cut to the plot; empty where it is not in sight.
    [[nodiscard]] QRect rectOf(const Place &place) const;
    /// Tooltip of a place, for format::tooltipTable().
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(const Place &place) const;
    void retranslate();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; -1: beside the rows.
    void rowChosen(int row);
    void placeActivated(const rs::StageChart::Place &place);
    /// A row was double clicked where nothing stands.
    void rowActivated(int row);

protected:
    void themeChanged() override;
    [[nodiscard]] QRect legendRoom() const override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] bool hasSelection() const override { return m_selected.isValid(); }
    [[nodiscard]] TimeWindow windowOfSelection() const override;
    void stepAlong(int direction) override;
    void stepAcross(int direction) override;
    bool chooseFirst() override;
    void activateSelection() override { emit placeActivated(m_selected); }
    void clearSelection() override { choose({}); }
    void clicked(const QPoint &at) override;
    void doubleClicked(const QPoint &at) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] const PipelineStage *stageOf(const Place &place) const;
    [[nodiscard]] const PipelineStage &stageAt(int step, int row) const;
    [[nodiscard]] Interval timeOf(const Place &place) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int rowTop(int r) const { return plot().top() + r * rowHeight() - scrolled(); }
    /// Band of passes, or of transfers, from the top of a row.
    [[nodiscard]] std::pair<int, int> bandOf(bool ofTransfers) const;
    [[nodiscard]] QRect rectOf(int row, Interval time, bool isTransfer) const;
    [[nodiscard]] bool isVisible(Interval time) const { return time.to > window().fromNs && time.from < window().toNs; }
    void layOut();
    void updateLegend();
    [[nodiscard]] QColor colorOf(PipelineWork work) const;
    [[nodiscard]] QColor colorOfTransfer(bool isSend) const;
    [[nodiscard]] QColor shade() const;
    void choose(const Place &place);
    void paintStage(QPainter &painter, int step, int row) const;
    void paintLinks(QPainter &painter, int step) const;
    void paintLabels(QPainter &painter) const;

    Content m_content;
    std::vector<int> m_steps; ///< of the pipeline
    std::vector<LegendEntry> m_legend;
    int m_labelWidth = 0;
    Place m_selected;
};

} // namespace rs
