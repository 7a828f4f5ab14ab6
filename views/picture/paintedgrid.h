// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/picture.h"
#include "views/picture/valuescale.h"

#include <QImage>

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Rows × columns as coloured cells. Ctrl+wheel, W and S zoom, the wheel and a drag of the middle button (or with
/// Shift) scroll once zoomed, arrow keys walk from cell to cell, Enter opens one; a double click beside the cells shows
/// all of them again.
class PaintedGrid : public Picture
{
    Q_OBJECT
public:
    using Cell = std::pair<int, int>; ///< row, column; -1: none

    /// Values outside have no colour of the ramp.
    void setRange(double low, double high);
    /// Colours by the logarithm of the value.
    void setLogarithmic(bool on);

    /// Tooltip of a cell.
    [[nodiscard]] QString tip(int row, int column) const;

    [[nodiscard]] QSize minimumSizeHint() const override;

    [[nodiscard]] bool isZoomed() const { return m_zoom > 1; }
    /// All cells in sight; what is chosen stays.
    void resetZoom();

signals:
    void cellClicked(int row, int column);
    void cellActivated(int row, int column);

protected:
    struct Geometry
    {
        QRectF plot;
        QSizeF cell;    ///< pixels
        QPointF offset; ///< scrolled pixels
        int rows = 0;
        int columns = 0;
        QSizeF extent{}; ///< of all cells; not valid: they touch each other
        [[nodiscard]] bool isEmpty() const { return rows == 0 || columns == 0; }
        [[nodiscard]] QSizeF whole() const
        {
            return extent.isValid() ? extent : QSizeF(cell.width() * columns, cell.height() * rows);
        }
        [[nodiscard]] QPointF origin() const { return plot.topLeft() - offset; }
        [[nodiscard]] QRectF cellRect(int row, int column) const
        {
            return {origin() + QPointF(column * cell.width(), row * cell.height()), cell};
        }
        /// Cell at a point; cells touch each other.
        [[nodiscard]] Cell cellAt(const QPointF &at) const;
    };

    /// Colours of values, looked up: there may be a hundred thousand.
    struct Ramp
    {
        static constexpr size_t steps = 256;
        std::array<QRgb, steps> colors{};
        QRgb outside = 0;
        ValueScale scale;
        [[nodiscard]] QRgb at(double value) const;
    };

    /// Labels beside rows and below columns.
    struct Labels
    {
        std::function<QString(int)> row;
        std::function<QString(int)> column; ///< none: columns have no labels
        int rowWidth = 0;                   ///< in pixels of the small font, of those that are not elided
        int columnWidth = 0;
        QString rows; ///< titles
        QString columns;
    };

    explicit PaintedGrid(const Theme *theme, QWidget *parent);

    /// Cells beside their labels: as large as fits, `widest` at most, by zooming `largest`.
    [[nodiscard]] Geometry fitted(int rows, int columns, int rowWidth, const QSizeF &widest,
                                  const QSizeF &largest) const;
    /// As many labels as fit, always a round number of cells apart, those of the chosen cell in the colour of text.
    void paintLabels(QPainter &painter, const Geometry &g, const Labels &labels) const;

    [[nodiscard]] virtual Geometry geometry() const = 0;
    [[nodiscard]] virtual Cell hit(const QPointF &at) const { return geometry().cellAt(at); }
    [[nodiscard]] virtual QRectF rectOf(int row, int column) const { return geometry().cellRect(row, column); }
    /// As large as cells get by zooming.
    [[nodiscard]] virtual QSizeF largestCell() const = 0;
    [[nodiscard]] virtual TipLines tipLines(int row, int column) const = 0;
    /// A click beside the cells.
    virtual void clickedBeside(const QPointF & /*at*/) {}
    virtual void hoverMoved(const QPointF & /*at*/) {}

    [[nodiscard]] double low() const { return m_scale.low; }
    [[nodiscard]] double high() const { return m_scale.high; }
    [[nodiscard]] const ValueScale &scale() const { return m_scale; }
    [[nodiscard]] double zoom() const { return m_zoom; }
    [[nodiscard]] QPointF offset() const { return m_offset; }
    [[nodiscard]] Cell selected() const { return m_selected; }
    [[nodiscard]] Cell hovered() const { return m_hovered; }
    /// A part that is -1 means the whole row or column; brought into sight.
    void select(int row, int column);
    /// Nothing chosen, all in sight: for other cells than before.
    void startAnew();
    void forgetHover() { m_hovered = {-1, -1}; }
    void invalidate();

    /// Paints the visible cells, hatched without data, as in image() or sight().
    void paintCells(QPainter &painter, const Geometry &g);
    /// All cells, at most a pixel for each; transparent where nothing is known.
    [[nodiscard]] virtual QImage image(const Geometry & /*g*/) const { return {}; }
    /// Whether paintCells() takes the image of sight() instead.
    [[nodiscard]] virtual bool hasSight() const { return false; }
    /// The pixels of `frame`, whose corner is at `frame.topLeft()`, `dpr` for each of the screen's: of so many cells
    /// that those out of sight would take long. Opaque where everything is known.
    [[nodiscard]] virtual QImage sight(const Geometry & /*g*/, const QRect & /*frame*/, double /*dpr*/) const
    {
        return {};
    }
    /// Colours of the range; `diverging` from its middle.
    [[nodiscard]] Ramp ramp(bool diverging) const;
    /// Cells and what lies on them; clipped to the plot. The frames of the chosen cell follow.
    virtual void paintInside(QPainter &painter, const Geometry &g) = 0;
    /// Labels and titles, and what else lies beside the cells.
    virtual void paintAxes(QPainter &painter, const Geometry &g) const = 0;
    void paintGridLines(QPainter &painter, const Geometry &g, double least) const;
    /// Two lines along the inner edge of `frame`, so that it shows on every colour: one of `color`, `width` pixels
    /// wide, and within it, or around a small one, a thin one of the background.
    void paintFrame(QPainter &painter, const QRectF &frame, const QColor &color, double width) const;
    /// A triangle in the upper left corner of a cell, small in small ones but never lost, on every colour.
    void paintCorner(QPainter &painter, const QRectF &cell, const QColor &color) const;
    void themeChanged() override { invalidate(); }
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    void showAll() override { resetZoom(); }
    [[nodiscard]] bool isKey(const QKeyEvent &event) const override;
    bool runKey(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void paint(QPainter &painter) final;
    /// Frames around the cell under the mouse and the chosen one: those that lie within their cells stay to be seen.
    void paintChosen(QPainter &painter, const Geometry &g) const;
    void paintFocus(QPainter &painter, const Geometry &g) const;
    void clampOffset();
    /// `at` is a position that keeps what is below it.
    void zoomAt(const QPointF &at, double factor);
    void paintSight(QPainter &painter, const Geometry &g);
    void bringIntoSight(int row, int column);

    ValueScale m_scale;
    Cell m_selected{-1, -1};
    Cell m_hovered{-1, -1};
    double m_zoom = 1;
    QPointF m_offset;
    bool m_panning = false;
    QPointF m_panFrom;
    std::optional<QPointF> m_pressed; ///< where a click or a drag began
    QImage m_image;
    bool m_imageValid = false;
    /// Sight for which m_image was made.
    struct Sight
    {
        QRectF plot;
        QSizeF cell;
        QPointF offset;
        double dpr = 0;
        bool operator==(const Sight &) const = default;
    } m_sight;
};

} // namespace rs
