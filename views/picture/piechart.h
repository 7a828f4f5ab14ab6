// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QChartView;
class QPieSeries;

namespace rs {

class Theme;

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
/// Where a value is not known, the pie holds the others and says no shares: they would be shares of too little.
class PieChart : public QWidget
{
    Q_OBJECT
public:
    explicit PieChart(const Theme *theme, QWidget *parent = nullptr);
    ~PieChart() override;

    void setSlices(std::vector<PieSlice> slices);
    [[nodiscard]] const std::vector<PieSlice> &slices() const { return m_slices; }
    /// Where the width does not hold the pie and its legend, values give way to it: tool tips have them.
    void keepPie();
    /// What such a pie takes with its legend before labels are elided: how charts beside each other share their room.
    [[nodiscard]] int keptWidth() const;
    /// For a pie whose legend stands elsewhere.
    void hideLegend();
    /// Part of the whole as the legend says it.
    [[nodiscard]] QString shareText(size_t i, int decimals = 1) const;
    /// Index of the slice drawn at a position, in the pie or in its legend; -1 elsewhere.
    [[nodiscard]] int sliceAt(const QPointF &at) const;
    /// What the tooltip of a slice says: label and value.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(int slice) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void sliceClicked(int index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

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
    [[nodiscard]] QFont smallFont() const;
    void placePie();
    void fillPie();
    void refill();

    const Theme *m_theme;
    QPieSeries *m_series; ///< owned by the chart of the view
    QChartView *m_view;   ///< draws the pie; the legend beside it is ours
    std::vector<PieSlice> m_slices;
    double m_total = 0;     ///< of the slices that are known
    bool m_complete = true; ///< all are
    bool m_hasLegend = true;
    bool m_keepsPie = false;
    bool m_filled = false; ///< the slices of `m_series` are those of `m_slices`
    int m_hovered = -1;
};

} // namespace rs
