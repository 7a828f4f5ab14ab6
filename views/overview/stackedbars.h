// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/bookrows.h"
#include "items/format.h"
#include "views/theme.h"
#include "views/widgets/legend.h"

#include <QWidget>

#include <array>
#include <optional>
#include <utility>
#include <vector>

class QScrollBar;

namespace rs {

/// One bar: the parts from bottom to top, and what the two lines show.
struct StackedBar
{
    static constexpr size_t partCount = 5;
    QString label; ///< under the bar
    QString key;
    std::array<qint64, partCount> partsNs{};  ///< in the order of StackedBars::categories()
    std::array<bool, partCount> missing{};    ///< a part that the bar has, but whose length nobody knows
    std::optional<qint64> totalNs;            ///< of all parts
    std::optional<double> computingRatio;     ///< 0..1
    std::optional<double> communicationRatio; ///< 0..1
    std::optional<qint64> computingNs;        ///< what tells an outlier when bars share a pixel
    int steps = 1;
    std::optional<BookTotals> book; ///< every nanosecond of it, once that is known
    int incompleteSteps = 0;        ///< how many of them lack a part
    [[nodiscard]] bool isIncomplete() const;
};

/// Stacked time per rank with ratio lines on a right axis. Ctrl+wheel widens the bars; a scroll bar appears then. Where
/// bars are narrower than a pixel, the one that stands out most of each pixel is drawn. A bar of which a part is not
/// known ends in an open, hatched box; lines do not pass through it.
class StackedBars : public QWidget
{
    Q_OBJECT
public:
    explicit StackedBars(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] static std::array<TimeCategory, StackedBar::partCount> categories();
    [[nodiscard]] static QString categoryName(TimeCategory category);

    /// `preparing` false leaves the fifth part out of the legend: the source does not have it.
    void setBars(std::vector<StackedBar> bars, bool preparing);
    [[nodiscard]] const std::vector<StackedBar> &bars() const { return m_bars; }
    void setSelected(const QString &key);
    [[nodiscard]] int selected() const { return m_selected; }
    [[nodiscard]] bool isPartShown(size_t part) const { return m_shown[part]; }
    /// Index of the bar at a position, -1 outside the plot.
    [[nodiscard]] int barAt(const QPointF &at) const;
    /// Centre of a bar, in the widget's coordinates; it may be scrolled out of sight.
    [[nodiscard]] QPointF centerOf(int bar) const;
    [[nodiscard]] QRect legendRect(size_t entry) const;
    /// What the tooltip of a bar says: label and value.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(int bar) const;
    void retranslate();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void clicked(int bar);
    void activated(int bar);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Geometry
    {
        QRect plot;
        bool titled = true; ///< there is room for the titles of the axes
        QPoint legendAt;
        std::vector<QRect> legend;
        double slot = 0;   ///< width of a bar with its gap
        double offset = 0; ///< scrolled part
        qint64 maxNs = 0;
        double stepNs = 1;
        format::TimeUnit unit = format::TimeUnit::Us;
    };
    [[nodiscard]] Geometry geometry() const;
    [[nodiscard]] std::vector<LegendEntry> legend() const;
    [[nodiscard]] QFont smallFont() const;
    [[nodiscard]] qint64 heightOf(const StackedBar &bar) const;
    [[nodiscard]] int representative(int first, int last) const;
    void updateScroll();
    void paintAxes(QPainter &p, const Geometry &g) const;
    void paintBars(QPainter &p, const Geometry &g) const;
    void paintLines(QPainter &p, const Geometry &g) const;
    void showTip(int bar, const QPoint &globalAt);

    const Theme *m_theme;
    QScrollBar *m_scroll;
    std::vector<StackedBar> m_bars;
    std::array<bool, StackedBar::partCount> m_shown{true, true, true, true, true};
    std::array<bool, 2> m_lines{true, true};
    bool m_preparing = false;
    qint64 m_medianComputingNs = 0;
    int m_selected = -1;
    QString m_selectedKey;
    int m_hovered = -1;
    double m_zoom = 1;
};

} // namespace rs
