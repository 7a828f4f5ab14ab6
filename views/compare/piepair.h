// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/piechart.h"

#include <QWidget>

#include <array>
#include <vector>

namespace rs {

class Theme;

/// The pies of two sides with the same parts, and between them one legend with the numbers of each side beside its pie.
/// The pies keep their size: where the width does not hold all of the legend, labels are elided first, then it has
/// values alone, and then shares alone; tool tips have both.
class PiePair final : public QWidget
{
    Q_OBJECT
public:
    explicit PiePair(const Theme *theme, QWidget *parent = nullptr);

    /// Heading of a pie.
    struct Title
    {
        QString name;
        QString total;
    };
    void setTitles(Title left, Title right);
    /// Part by part the same labels and colours.
    void setSlices(std::vector<PieSlice> left, std::vector<PieSlice> right);
    [[nodiscard]] PieChart *left() const { return m_pies[0]; }
    [[nodiscard]] PieChart *right() const { return m_pies[1]; }
    /// Whether a position is nearer to the right side.
    [[nodiscard]] bool isRight(QPoint at) const { return at.x() > width() / 2; }
    /// The diameter of both pies.
    [[nodiscard]] int diameter() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    /// Columns that the legend has room for.
    struct Columns
    {
        int label = 0; ///< widths
        int value = 0; ///< 0: none are shown
        int share = 0;
        [[nodiscard]] int numbers() const;
        [[nodiscard]] int width() const;
    };
    struct Geometry
    {
        std::array<QRect, 2> pies;
        QRect legend; ///< of all entries
        Columns columns;
        int entry = 0; ///< height
        int shown = 0; ///< entries
        int left = 0;  ///< entries without room, counted in the last line
    };
    [[nodiscard]] Columns columnsFor(int room) const;
    [[nodiscard]] Geometry geometry() const;
    [[nodiscard]] int titleHeight() const;
    [[nodiscard]] QFont smallFont() const;
    void paintTitle(QPainter &painter, const QRect &pie, const Title &title) const;
    void paintNumbers(QPainter &painter, const QRect &room, const PieChart &pie, size_t entry,
                      const Columns &columns) const;

    const Theme *m_theme;
    std::array<PieChart *, 2> m_pies;
    std::array<Title, 2> m_titles;
};

} // namespace rs
