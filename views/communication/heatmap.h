// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixgrid.h"
#include "views/widgets/paintedgrid.h"

#include <memory>
#include <vector>

namespace rs {

class Theme;

/// Source × destination as coloured cells. Where a pixel stands for several, it shows the one that matters: the slowest
/// bandwidth, the largest size or time.
class HeatMap : public PaintedGrid
{
    Q_OBJECT
public:
    explicit HeatMap(const Theme *theme, QWidget *parent = nullptr);

    void setGrid(std::shared_ptr<const MatrixGrid> grid);
    void setValue(MatrixValue what);
    void setInnerShown(bool shown);
    /// Links that carried less are hatched.
    void setLeastMb(double leastMb);
    void setSelected(int source, int destination) { select(source, destination); }
    void retranslate() { update(); }

    /// Links that are outlined: far slower than others of their kind.
    [[nodiscard]] const std::vector<int> &slowLinks() const { return m_slow; }
    [[nodiscard]] QColor transportColor(const QString &transport) const;
    /// Source and destination index at a position, (-1, -1) outside.
    [[nodiscard]] QPoint cellAt(const QPointF &at) const;
    [[nodiscard]] QRectF cellRect(int source, int destination) const { return rectOf(source, destination); }
    [[nodiscard]] QColor cellColor(const MatrixLinkSum &link) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] Cell hit(const QPointF &at) const override;
    [[nodiscard]] QSizeF largestCell() const override;
    [[nodiscard]] QImage image(const Geometry &g) const override;
    [[nodiscard]] TipLines tipLines(int source, int destination) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    void findSlow();
    void hatchSmall(QPainter &p, const Geometry &g) const;
    void outlineSlow(QPainter &p) const;
    [[nodiscard]] QString cellText(const MatrixLinkSum &link) const;
    [[nodiscard]] int linkFor(int rowFrom, int rowTo, int columnFrom, int columnTo) const;
    void paintTexts(QPainter &p, const Geometry &g) const;
    void paintAxes(QPainter &p, const Geometry &g) const;

    std::shared_ptr<const MatrixGrid> m_grid;
    MatrixValue m_value = MatrixValue::Bandwidth;
    bool m_innerShown = false;
    double m_leastMb = 0;
    std::vector<int> m_slow; ///< links of the grid
};

} // namespace rs
