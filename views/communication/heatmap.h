// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixframes.h"
#include "views/widgets/paintedgrid.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// Source × destination as coloured cells, the medians of rows and columns at its edges. Where a pixel stands for
/// several, it shows the one that matters: the slowest bandwidth, the largest size or time.
class HeatMap : public PaintedGrid
{
    Q_OBJECT
public:
    explicit HeatMap(const Theme *theme, QWidget *parent = nullptr);

    void setGrid(std::shared_ptr<const MatrixGrid> grid);
    /// Slow links of the grid, which are outlined; ascending by link.
    void setFrames(std::vector<MatrixFrame> frames);
    /// Links that are left out of the scale have no colour; those that carried too little are crossed.
    void setScope(const MatrixScope &scope, const QString &unit);
    void setSelected(int source, int destination) { select(source, destination); }
    void retranslate() { update(); }

    /// Of rows and columns, at the edges.
    [[nodiscard]] bool hasMedians() const { return !m_rowMedians.empty(); }
    /// The median of what each rank sends, of the links that count but for its own to itself; nothing without such.
    [[nodiscard]] const std::vector<std::optional<double>> &rowMedians() const { return m_rowMedians; }
    /// Of what it receives.
    [[nodiscard]] const std::vector<std::optional<double>> &columnMedians() const { return m_columnMedians; }
    /// MatrixGrid::range() of the scope; nothing for types.
    [[nodiscard]] std::optional<std::pair<double, double>> valueRange() const { return m_range; }
    [[nodiscard]] const std::vector<MatrixFrame> &frames() const { return m_frames; }
    [[nodiscard]] QColor transportColor(const QString &transport) const;
    /// Of a link that has this type in both runs that are compared.
    [[nodiscard]] QColor paleColor(const QString &transport) const;
    /// Source and destination index at a position, (-1, -1) outside.
    [[nodiscard]] QPoint cellAt(const QPointF &at) const;
    [[nodiscard]] QRectF cellRect(int source, int destination) const { return rectOf(source, destination); }
    [[nodiscard]] QColor cellColor(const MatrixLinkSum &link) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] Cell hit(const QPointF &position) const override;
    [[nodiscard]] QSizeF largestCell() const override;
    [[nodiscard]] QImage image(const Geometry &g) const override;
    [[nodiscard]] QSize imageSize(const Geometry &g) const override;
    [[nodiscard]] TipLines tipLines(int source, int destination) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    void readValues();
    void readMedians();
    void hatchSmall(QPainter &p, const Geometry &g) const;
    void outlineSlow(QPainter &p) const;
    void outlineOtherTypes(QPainter &p, const Geometry &g) const;
    /// With as many decimals as there is room for; empty where there is none.
    [[nodiscard]] QString cellText(const MatrixLinkSum &link, double room, const QFontMetrics &metrics) const;
    [[nodiscard]] size_t indexOf(int source, int destination) const;
    /// Of all cells of a pixel the one that it shows; -1 without data.
    [[nodiscard]] std::ptrdiff_t telling(int rowFrom, int rowTo, int columnFrom, int columnTo) const;
    /// Of cells that show their type.
    void fillTypes(QImage &out) const;
    [[nodiscard]] bool isRate() const;
    void paintTexts(QPainter &p, const Geometry &g) const;
    void paintBlocks(QPainter &p, const Geometry &g) const;
    void paintMedians(QPainter &p, const Geometry &g) const;
    void paintAxes(QPainter &p, const Geometry &g) const;
    /// Too small for more than cells and the numbers of ranks.
    [[nodiscard]] bool isSmall() const;
    /// As thick as the medians at the edges are, with the gap before them; 0 where none are shown.
    [[nodiscard]] double edge(double side) const;

    std::shared_ptr<const MatrixGrid> m_grid;
    MatrixScope m_scope;
    QString m_unit;
    std::vector<MatrixFrame> m_frames;
    /// Beside MatrixGrid::at; larger where a value is worse: that one is shown of several in a pixel.
    std::vector<double> m_keys;
    std::optional<std::pair<double, double>> m_range;
    std::vector<std::optional<double>> m_rowMedians;
    std::vector<std::optional<double>> m_columnMedians;
    QString m_longest; ///< label
};

} // namespace rs
