// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/stepgrid.h"

#include <QImage>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// What a StepHeatMap shows: one time of the grid, made ready by a job.
struct StepHeatLayer
{
    /// Outliers of one row in steps that follow each other.
    struct Outliers
    {
        quint32 row = 0;
        quint32 first = 0;
        quint32 last = 0; ///< the last one itself
    };

    StepHeatLayer() = default;
    StepHeatLayer(std::shared_ptr<const StepGrid> grid, StepMetric metric, const JobContext &job);

    /// As it is, or less the median of its peers; empty where that is not known.
    [[nodiscard]] std::optional<qint64> shown(size_t cell, bool differences) const;
    /// Smallest and largest of what is shown; of differences both equally far from 0. Empty without a number.
    [[nodiscard]] std::optional<std::pair<qint64, qint64>> range(bool differences) const
    {
        return differences ? differenceRange : valueRange;
    }

    std::shared_ptr<const StepGrid> grid;
    StepMetric metric = StepMetric::Total;
    StepDeviations deviations;
    std::vector<Outliers> outliers; ///< by row
    std::optional<std::pair<qint64, qint64>> valueRange;
    std::optional<std::pair<qint64, qint64>> differenceRange;
    size_t unknown = 0; ///< cells without a value
    size_t alone = 0;   ///< cells with a value and no median
};

/// Ranks × steps as coloured cells. One image holds what is in sight; where a pixel stands for several ranks, it shows
/// the one furthest from its peers. Ctrl+wheel zooms, the wheel and a drag of the middle button scroll.
class StepHeatMap : public QWidget
{
    Q_OBJECT
public:
    explicit StepHeatMap(const Theme *theme, QWidget *parent = nullptr);

    void setLayer(std::shared_ptr<const StepHeatLayer> layer);
    void setDifferences(bool on);
    /// Nanoseconds; cells outside have no colour of the ramp.
    void setRange(double low, double high);
    /// -1: none. A step without a rank is a whole column, a rank without a step a whole row.
    void setSelected(int row, int step);

    /// Row and step at a position, (-1, -1) outside.
    [[nodiscard]] std::pair<int, int> cellAt(const QPointF &at) const;
    [[nodiscard]] QRectF cellRect(int row, int step) const { return geometry().cellRect(row, step); }
    [[nodiscard]] QString tip(int row, int step) const;
    /// What the time is called in tooltips.
    void setMetricName(const QString &name) { m_metricName = name; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void cellClicked(int row, int step);
    void cellActivated(int row, int step);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Geometry
    {
        QRectF plot;
        QSizeF cell;    ///< pixels
        QPointF offset; ///< scrolled pixels
        int rows = 0;
        int steps = 0;
        [[nodiscard]] bool isEmpty() const { return rows == 0 || steps == 0; }
        [[nodiscard]] QRectF cellRect(int row, int step) const
        {
            const QPointF at(step * cell.width(), row * cell.height());
            return {plot.topLeft() + at - offset, cell};
        }
    };
    [[nodiscard]] Geometry geometry() const;
    [[nodiscard]] QFont smallFont() const;
    [[nodiscard]] int labelWidth(const QFontMetrics &metrics) const;
    [[nodiscard]] QString rowLabel(int row) const;
    [[nodiscard]] QString stepLabel(int step) const;
    [[nodiscard]] QColor colorOf(double value) const;
    void rebuildImage(const Geometry &g);
    void paintGrid(QPainter &p, const Geometry &g) const;
    void paintValues(QPainter &p, const Geometry &g) const;
    void paintOutliers(QPainter &p, const Geometry &g) const;
    void paintChosen(QPainter &p, const Geometry &g) const;
    void paintAxes(QPainter &p, const Geometry &g) const;
    void bringIntoSight(int row, int step);
    void clampOffset();
    void invalidate();

    const Theme *m_theme;
    std::shared_ptr<const StepHeatLayer> m_layer;
    QString m_metricName;
    bool m_differences = false;
    double m_low = 0;
    double m_high = 1;
    std::pair<int, int> m_selected{-1, -1};
    std::pair<int, int> m_hovered{-1, -1};
    double m_zoom = 1;
    QPointF m_offset;
    bool m_panning = false;
    QPointF m_panFrom;
    QImage m_image;
    bool m_imageValid = false;
    mutable int m_labelWidth = -1;
};

} // namespace rs
