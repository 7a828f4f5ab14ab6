// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/stepgrid.h"
#include "views/widgets/paintedgrid.h"

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

/// Ranks × steps as coloured cells. Where a pixel stands for several ranks, it shows the one furthest from its peers.
class StepHeatMap : public PaintedGrid
{
    Q_OBJECT
public:
    explicit StepHeatMap(const Theme *theme, QWidget *parent = nullptr);

    void setLayer(std::shared_ptr<const StepHeatLayer> layer);
    void setDifferences(bool on);
    /// -1: none. A step without a rank is a whole column, a rank without a step a whole row.
    void setSelected(int row, int step) { select(row, step); }

    /// Row and step at a position, (-1, -1) outside.
    [[nodiscard]] Cell cellAt(const QPointF &at) const { return hit(at); }
    [[nodiscard]] QRectF cellRect(int row, int step) const { return rectOf(row, step); }
    [[nodiscard]] QString tip(int row, int step) const;
    /// What the time is called in tooltips.
    void setMetricName(const QString &name) { m_metricName = name; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] QSizeF largestCell() const override;
    [[nodiscard]] QString tipOf(int row, int step) const override { return tip(row, step); }
    [[nodiscard]] QImage image(const Geometry &g) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int labelWidth(const QFontMetrics &metrics) const;
    [[nodiscard]] QString rowLabel(int row) const;
    [[nodiscard]] QString stepLabel(int step) const;
    [[nodiscard]] QColor colorOf(double value) const;
    void paintValues(QPainter &p, const Geometry &g) const;
    void paintOutliers(QPainter &p, const Geometry &g) const;
    void paintAxes(QPainter &p, const Geometry &g) const;

    std::shared_ptr<const StepHeatLayer> m_layer;
    QString m_metricName;
    bool m_differences = false;
    mutable int m_labelWidth = -1;
};

} // namespace rs
