// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixframes.h"
#include "views/links/heatvalues.h"
#include "views/picture/paintedgrid.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

class TextWidths;
class Theme;

/// Source × destination as coloured cells, the medians of rows and columns at its edges. Where a pixel stands for
/// several, it shows the one that matters: the slowest bandwidth, the largest size or time.
class HeatMap : public PaintedGrid
{
    Q_OBJECT
public:
    explicit HeatMap(const Theme *theme, QWidget *parent = nullptr);

    /// `values` are those of the grid; without them they are read here, which of a thousand ranks takes long.
    void setGrid(std::shared_ptr<const MatrixGrid> grid, std::shared_ptr<const HeatValues> values = nullptr);
    /// Sets values of the same grid for another scope.
    void setValues(std::shared_ptr<const HeatValues> values, const QString &unit);
    [[nodiscard]] const HeatValues &values() const { return *m_values; }
    /// Slow links of the grid, which are outlined; ascending by link.
    void setFrames(std::vector<MatrixFrame> frames);
    /// Links that are left out of the scale have no colour; those that carried too little are crossed.
    void setScope(const MatrixScope &scope, const QString &unit);
    void setSelected(int source, int destination) { select(source, destination); }
    void retranslate() { update(); }

    /// Medians of rows and columns, at the edges.
    [[nodiscard]] bool hasMedians() const { return !rowMedians().empty(); }
    /// The median of what each rank sends, of the links that count but for its own to itself; nothing without such.
    [[nodiscard]] const std::vector<std::optional<double>> &rowMedians() const { return m_values->rowMedians; }
    /// Median of what each destination receives.
    [[nodiscard]] const std::vector<std::optional<double>> &columnMedians() const { return m_values->columnMedians; }
    /// MatrixGrid::range() of the scope; nothing for types.
    [[nodiscard]] std::optional<std::pair<double, double>> valueRange() const { return m_values->range; }
    [[nodiscard]] const std::vector<MatrixFrame> &frames() const { return m_frames; }
    [[nodiscard]] QColor transportColor(const QString &transport) const;
    /// Colour of a link with the same type in both compared runs.
    [[nodiscard]] QColor paleColor(const QString &transport) const;
    /// Source and destination index at a position, (-1, -1) outside.
    [[nodiscard]] QPoint cellAt(const QPointF &at) const;
    [[nodiscard]] QRectF cellRect(int source, int destination) const { return rectOf(source, destination); }
    [[nodiscard]] QColor cellColor(const MatrixLinkSum &link) const;
    /// Reason why a link has no colour of the scale; empty if it has one, or carried too little.
    [[nodiscard]] QString whyGrey(const MatrixLinkSum &link) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] Cell hit(const QPointF &position) const override;
    [[nodiscard]] QSizeF largestCell() const override;
    [[nodiscard]] bool hasSight() const override { return true; }
    [[nodiscard]] QImage sight(const Geometry &g, const QRect &frame, double dpr) const override;
    [[nodiscard]] TipLines tipLines(int source, int destination) const override;
    void paintInside(QPainter &p, const Geometry &g) override;
    void paintAxes(QPainter &p, const Geometry &g) const override;

private:
    /// Colours of HeatValues::typeOf().
    [[nodiscard]] std::vector<QRgb> typeColors() const;
    void hatchSmall(QPainter &p, const Geometry &g) const;
    void outlineSlow(QPainter &p, const Geometry &g) const;
    void outlineOtherTypes(QPainter &p, const Geometry &g) const;
    /// With as many decimals as there is room for; empty where there is none.
    [[nodiscard]] QString cellText(const MatrixLinkSum &link, double room, const TextWidths &widths) const;
    [[nodiscard]] const MatrixScope &scope() const { return m_values->scope; }
    [[nodiscard]] size_t indexOf(int source, int destination) const;
    /// Cell that a pixel of several cells shows; -1 without data.
    [[nodiscard]] std::ptrdiff_t telling(int rowFrom, int rowTo, int columnFrom, int columnTo) const;
    void paintTexts(QPainter &p, const Geometry &g) const;
    void paintBlocks(QPainter &p, const Geometry &g) const;
    void paintMedians(QPainter &p, const Geometry &g) const;
    /// Too small for more than cells and the numbers of ranks.
    [[nodiscard]] bool isSmall() const;
    /// As thick as the medians at the edges are, with the gap before them; 0 where none are shown.
    [[nodiscard]] double edge(double side) const;

    std::shared_ptr<const MatrixGrid> m_grid;
    std::shared_ptr<const HeatValues> m_values = std::make_shared<const HeatValues>();
    QString m_unit;
    std::vector<MatrixFrame> m_frames;
    QString m_longest; ///< label
};

} // namespace rs
