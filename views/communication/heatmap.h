// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixgrid.h"

#include <QImage>
#include <QWidget>

#include <memory>
#include <vector>

namespace rs {

class Theme;

/// Source × destination as coloured cells. One image holds all cells; where a pixel stands for several, it shows the
/// one that matters: the slowest bandwidth, the largest size or time. Ctrl+wheel zooms, middle or Shift drag pans.
class HeatMap : public QWidget
{
    Q_OBJECT
public:
    explicit HeatMap(const Theme *theme, QWidget *parent = nullptr);

    void setGrid(std::shared_ptr<const MatrixGrid> grid);
    void setValue(MatrixValue what);
    void setInnerShown(bool shown);
    /// Links that carried less are hatched.
    void setLeastMb(double leastMb);
    /// Cells outside are drawn without a colour of the ramp.
    void setRange(double low, double high);
    void setSelected(int source, int destination);
    void retranslate() { update(); }

    /// Links that are outlined: far slower than others of their kind.
    [[nodiscard]] const std::vector<int> &slowLinks() const { return m_slow; }
    [[nodiscard]] QColor transportColor(const QString &transport) const;
    /// Source and destination index at a position, (-1, -1) outside.
    [[nodiscard]] QPoint cellAt(const QPointF &at) const;
    [[nodiscard]] QRectF cellRect(int source, int destination) const;
    [[nodiscard]] QColor cellColor(const MatrixLinkSum &link) const;
    [[nodiscard]] QString tip(int source, int destination) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void cellClicked(int source, int destination);

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
        double cell = 0; ///< pixels
        QPointF offset;  ///< scrolled pixels
    };
    [[nodiscard]] Geometry geometry() const;
    [[nodiscard]] QFont smallFont() const;
    void findSlow();
    void hatchSmall(QPainter &p, int firstRow, int lastRow, int firstColumn, int lastColumn) const;
    void outlineSlow(QPainter &p) const;
    [[nodiscard]] QString cellText(const MatrixLinkSum &link) const;
    [[nodiscard]] int linkFor(int rowFrom, int rowTo, int columnFrom, int columnTo) const;
    void rebuildImage(const Geometry &g);
    void paintAxes(QPainter &p, const Geometry &g) const;
    void clampOffset();
    void invalidate();

    const Theme *m_theme;
    std::shared_ptr<const MatrixGrid> m_grid;
    MatrixValue m_value = MatrixValue::Bandwidth;
    bool m_innerShown = false;
    double m_leastMb = 0;
    std::vector<int> m_slow; ///< links of the grid
    double m_low = 0;
    double m_high = 1;
    QPoint m_selected{-1, -1};
    QPoint m_hovered{-1, -1};
    double m_zoom = 1;
    QPointF m_offset;
    bool m_panning = false;
    QPointF m_panFrom;
    QImage m_image;
    bool m_imageValid = false;
};

} // namespace rs
