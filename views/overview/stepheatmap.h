// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepgrid.h"
#include "views/state/highlightedranks.h"
#include "views/picture/paintedgrid.h"

#include <memory>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// Ranks × steps as coloured cells. Where a pixel stands for several ranks, it shows the one furthest from its peers.
class StepHeatMap : public PaintedGrid
{
    Q_OBJECT
public:
    explicit StepHeatMap(const Theme *theme, QWidget *parent = nullptr);

    void setLayer(std::shared_ptr<const StepHeatLayer> layer);
    void setDifferences(bool on);
    /// Ranks that verdicts name have a mark beside their row, and in the steps that are named.
    void setMarks(HighlightedRanks marks);
    [[nodiscard]] const HighlightedRanks &marks() const { return m_marks; }
    /// -1: none. A step without a rank is a whole column, a rank without a step a whole row.
    void setSelected(int row, int step) { select(row, step); }

    /// Row and step at a position, (-1, -1) outside.
    [[nodiscard]] Cell cellAt(const QPointF &at) const { return hit(at); }
    [[nodiscard]] QRectF cellRect(int row, int step) const { return rectOf(row, step); }
    /// Name of the time in tooltips.
    void setMetricName(const QString &name) { m_metricName = name; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] QSizeF largestCell() const override;
    [[nodiscard]] QImage image(const Geometry &g) const override;
    [[nodiscard]] TipLines tipLines(int row, int step) const override;
    void paintInside(QPainter &p, const Geometry &g) override;
    void paintAxes(QPainter &p, const Geometry &g) const override;

private:
    [[nodiscard]] int labelWidth(const QFontMetrics &metrics) const;
    [[nodiscard]] QString rowLabel(int row) const;
    [[nodiscard]] QString stepLabel(int step) const;
    [[nodiscard]] QColor colorOf(double value) const;
    void paintValues(QPainter &p, const Geometry &g) const;
    void paintOutliers(QPainter &p, const Geometry &g) const;
    void paintMarks(QPainter &p, const Geometry &g) const;
    void paintRowMarks(QPainter &p, const Geometry &g) const;

    std::shared_ptr<const StepHeatLayer> m_layer;
    QString m_metricName;
    HighlightedRanks m_marks;
    bool m_differences = false;
    mutable int m_labelWidth = -1;
};

} // namespace rs
