// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/picture.h"
#include "views/picture/valueaxis.h"

#include <QPointF>

#include <functional>
#include <optional>
#include <vector>

namespace rs {

/// A value over another one, both in decades: points of several kinds, and for each kind the line that is fitted to it.
class ScatterChart final : public Picture
{
    Q_OBJECT
public:
    struct Point
    {
        double x = 1; ///< above zero
        double y = 1;
        bool marked = false; ///< it stands apart
        TipLines tipLines;
        double size = 1; ///< times the usual radius
    };
    struct Series
    {
        QString name;
        std::vector<Point> points;
        std::function<double(double x)> line; ///< none: there is no fit
        bool on = true;
        std::optional<QPointF> corner{}; ///< of the line: in sight wherever the points are
    };
    /// Names of the axes and the marks.
    struct Texts
    {
        QString x;
        QString y;
        QString mark; ///< of points, for the legend
        std::function<QString(double)> xText;
        std::function<QString(double)> yText;
    };

    explicit ScatterChart(const Theme *theme, QWidget *parent = nullptr) : Picture(theme, parent) {}

    void setSeries(std::vector<Series> series);
    [[nodiscard]] const std::vector<Series> &series() const { return m_series; }
    void setTexts(const Texts &texts);
    [[nodiscard]] QRect plot() const;
    /// Place of a point; points are counted over all series.
    [[nodiscard]] QPointF placeOf(int point) const;
    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    /// Outlines a point, counted over all series, without a signal; -1: none.
    void setChosen(int point);
    [[nodiscard]] int chosen() const { return m_chosen; }

signals:
    /// By mouse or keys; a point counted over all series, -1: beside all of them.
    void pointChosen(int point);
    /// By mouse or keys; a point counted over all series.
    void pointActivated(int point);

protected:
    [[nodiscard]] bool isSwitch(int entry) const override { return entry < static_cast<int>(m_series.size()); }
    void switchEntry(int entry) override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPoint &at) const override;
    [[nodiscard]] int chosenItem() const override { return m_chosen; }
    void chooseItem(int item) override;
    void activateItem(int item) override;
    void paint(QPainter &painter) override;

private:
    struct Axes
    {
        ValueAxis x;
        ValueAxis y;
    };
    [[nodiscard]] Axes axes() const;
    [[nodiscard]] QRect plotOf(const ValueAxis &y) const;
    [[nodiscard]] static QPointF placeOf(const Axes &axes, const QRect &plot, double x, double y);
    [[nodiscard]] std::pair<int, int> pointOf(int item) const;
    void paintFit(QPainter &painter, const Axes &axes, const QRect &plot, const Series &series) const;

    std::vector<Series> m_series;
    Texts m_texts;
    int m_chosen = -1;
};

} // namespace rs
