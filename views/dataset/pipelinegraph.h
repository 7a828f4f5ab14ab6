// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/dataset/datapipeline.h"
#include "views/picture/picture.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// The data pipeline as boxes, from those that read the files on the left to the device on the right, with the queues
/// between them as gauges. A click or the arrow keys choose an operator, Escape chooses none; the wheel and a drag move
/// a graph that is larger than its place.
class PipelineGraph final : public Picture
{
    Q_OBJECT
public:
    /// By what boxes and queues are coloured, 0 to 100 %.
    enum class Measure { Use, Empty, Cpu };

    explicit PipelineGraph(const Theme *theme, QWidget *parent = nullptr);

    /// `bottleneck`: into the operators; -1: none. What was chosen stays so where an operator of that id is there.
    void setPipeline(DataPipeline pipeline, int bottleneck);
    [[nodiscard]] const DataPipeline &pipeline() const { return m_pipeline; }
    [[nodiscard]] int bottleneck() const { return m_bottleneck; }
    void setMeasure(Measure measure);
    [[nodiscard]] Measure measure() const { return m_measure; }
    /// -1: none. Without a report.
    void setChosen(int op);
    [[nodiscard]] int chosen() const { return m_chosen; }

    /// Rectangle in the widget of the box of an operator, or of the device (index = number of operators).
    [[nodiscard]] QRectF boxRect(int op) const;
    /// Rectangle of the queue after an operator; empty if it has none.
    [[nodiscard]] QRectF queueRect(int op) const;
    /// -1: beside all boxes and queues.
    [[nodiscard]] int opAt(const QPointF &at) const;
    /// Value behind an operator's colour; nothing if unknown.
    [[nodiscard]] std::optional<double> valueOf(int op) const;
    [[nodiscard]] TipLines tipLines(int op) const;
    [[nodiscard]] QString measureName(Measure measure) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user.
    void chosenChanged(int op);

protected:
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] int itemCount() const override { return static_cast<int>(m_pipeline.operators.size()); }
    [[nodiscard]] int itemAt(const QPoint &at) const override { return opAt(at); }
    [[nodiscard]] int chosenItem() const override { return m_chosen; }
    void chooseItem(int item) override { choose(item); }
    bool runKey(QKeyEvent *event) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void place();
    void choose(int op);
    void scrollTo(int op);
    void moveBy(const QPointF &by);
    [[nodiscard]] QSizeF boxSize() const;
    [[nodiscard]] QSizeF whole() const;
    [[nodiscard]] QPointF origin() const;
    [[nodiscard]] int legendLine() const;
    [[nodiscard]] QColor colorOf(std::optional<double> percent) const;
    [[nodiscard]] QString shownName(int op, double width) const;
    void paintScale(QPainter &painter) const;
    void paintQueue(QPainter &painter, int op) const;
    void paintBox(QPainter &painter, int op) const;
    void paintDevice(QPainter &painter) const;

    DataPipeline m_pipeline;
    int m_bottleneck = -1;
    Measure m_measure = Measure::Use;
    int m_chosen = -1;
    std::vector<QPointF> m_cells; ///< column and row of each operator, and of the device behind them
    int m_columns = 0;
    int m_rows = 0;
    QPointF m_scrolled;
    std::optional<QPointF> m_pressed;
    bool m_dragged = false;
};

} // namespace rs
