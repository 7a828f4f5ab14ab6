// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/picture.h"

#include <QColor>
#include <QString>

#include <utility>
#include <vector>

class QChartView;
class QPieSeries;

namespace rs {

struct PieSlice
{
    QString label;
    double value = 0;  ///< negative counts as nothing
    QString valueText; ///< with its unit
    QColor color;
    /// Further lines of its tooltip.
    std::vector<std::pair<QString, QString>> more{};
    bool known = true; ///< false: there is a value, but nobody knows it; no slice then has a share

    bool operator==(const PieSlice &) const = default;
};

/// A pie with its legend on the left: colour, label, value and share. Slices without a value keep their legend line.
/// If a value is unknown, the pie holds the others without shares: they would be shares of too little.
class PieChart : public Picture
{
    Q_OBJECT
public:
    explicit PieChart(const Theme *theme, QWidget *parent = nullptr);
    ~PieChart() override;

    void setSlices(std::vector<PieSlice> slices);
    [[nodiscard]] const std::vector<PieSlice> &slices() const { return m_slices; }
    /// Leaves out values if the width is too small for the pie and its legend: tooltips have them.
    void keepPie();
    /// Width of such a pie with its legend before labels are elided: charts beside each other share their room by it.
    [[nodiscard]] int keptWidth() const;
    /// For a pie whose legend stands elsewhere.
    void hideLegend();
    /// Part of the whole as the legend says it.
    [[nodiscard]] QString shareText(size_t i, int decimals = 1) const;
    /// Index of the slice drawn at a position, in the pie or in its legend; -1 elsewhere.
    [[nodiscard]] int sliceAt(const QPointF &at) const;
    /// Tooltip of a slice: label and value.
    [[nodiscard]] TipLines tipLines(int slice) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void sliceClicked(int index);

protected:
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;
    void themeChanged() override { refill(); }
    [[nodiscard]] int itemCount() const override { return static_cast<int>(m_slices.size()); }
    [[nodiscard]] int itemAt(const QPoint &at) const override { return sliceAt(at); }
    [[nodiscard]] int chosenItem() const override { return m_chosen; }
    void chooseItem(int item) override;
    void activateItem(int item) override { emit sliceClicked(item); }
    void mousePressEvent(QMouseEvent *event) override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;

private:
    struct Geometry
    {
        QRectF pie;
        std::vector<QRect> legend;
        bool twoLines = false;
        int labelWidth = 0;
        int valueWidth = 0;
        int shareWidth = 0;
        QRect more;   ///< where it is said how many entries there is no room for
        int left = 0; ///< so many
    };
    [[nodiscard]] Geometry geometry() const;
    [[nodiscard]] Geometry geometry(bool withValues) const;
    [[nodiscard]] double share(size_t i) const;
    void placePie();
    void fillPie();
    void refill();

    QPieSeries *m_series; ///< owned by the chart of the view
    QChartView *m_view;   ///< draws the pie; the legend beside it is ours
    std::vector<PieSlice> m_slices;
    double m_total = 0;     ///< of the slices that are known
    bool m_complete = true; ///< all are
    bool m_hasLegend = true;
    bool m_keepsPie = false;
    bool m_filled = false; ///< the slices of `m_series` are those of `m_slices`
    int m_chosen = -1;     ///< by the user
};

} // namespace rs
