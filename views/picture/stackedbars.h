// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/picture.h"

#include <QColor>
#include <QStringList>

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QScrollBar;

namespace rs {

/// One bar: the parts from bottom to top, and what the two lines show. What is in nanoseconds here is in the unit of a
/// series that has one.
struct StackedBar
{
    static constexpr size_t partCount = 8;
    QString label; ///< under the bar
    QString key;
    std::array<qint64, partCount> partsNs{};       ///< in the order of the series
    std::array<bool, partCount> missing{};         ///< a part that the bar has, but whose length nobody knows
    std::array<bool, partCount> held{};            ///< a missing part is in another one, so the bar is as long as it is
    std::optional<qint64> totalNs;                 ///< of all parts
    std::array<std::optional<double>, 2> ratios{}; ///< of the lines, 0..1
    std::optional<qint64> computingNs;             ///< what tells an outlier when bars share a pixel
    bool isWholeCompute = false; ///< the first part is all of computing: what of it covers communication is not known
    int steps = 1;
    int incompleteSteps = 0;        ///< how many of them lack a part
    std::optional<qint64> peersNs;  ///< what the parts of the mark are together in the median of its peers
    std::optional<qint64> offNs;    ///< how far it is from that
    std::optional<double> offRatio; ///< and as a share of it
    bool outlier = false;           ///< it stands apart: the difference is written over it
    bool accused = false;           ///< a verdict names it: it stands on a line of the colour of errors
    bool marked = false;            ///< a rule names it: it stands on a line of the colour of text
    bool begins = false;            ///< a group: a line parts it from the bar before
    std::optional<qint64> lowNs;    ///< the smallest and the largest of those that are folded into the bar
    std::optional<qint64> highNs;
    [[nodiscard]] bool isIncomplete() const;
};

/// Unit of values that are no times.
struct BarUnit
{
    std::function<QString()> title;            ///< of the axis
    double each = 1;                           ///< what of a value makes one on the axis
    std::function<QString(qint64 value)> text; ///< with its unit
};

/// Parts and lines of bars. Texts are asked for when they are shown, so that they follow the language.
struct BarSeries
{
    size_t parts = 5; ///< how many of a bar's parts there are
    size_t lines = 2; ///< likewise of its ratios
    std::function<QString(size_t part)> partName;
    std::function<QColor(const Theme &, size_t part)> partColor;
    std::function<QString(size_t line)> lineName;
    std::function<QString(size_t line)> lineLegend; ///< the same, with the axis that it belongs to
    std::function<QString(bool folded)> markLegend; ///< what the marks are; `folded`: with the range of a group
    std::function<QString()> markHelp;              ///< and of what
    /// Tooltip below the parts: names and lengths, empty if a length is unknown.
    std::function<std::vector<std::pair<QString, std::optional<qint64>>>(const StackedBar &)> sums;
    std::optional<BarUnit> unit = {}; ///< none: nanoseconds
    bool linesAtFirst = true;         ///< false: lines are there when they are asked for
};

/// Stacked time per rank, or what else the series tells, as it is or in per cent of each bar, with ratio lines on a
/// right axis; from eight bars on the lines are there when they are asked for. A mark shows where parts of a bar would
/// end if they were like the median of its peers; what stands apart from them is labelled with the difference.
/// Ctrl+wheel widens the bars; a scroll bar appears then. Where bars are narrower than a pixel, the one that stands out
/// most of each pixel is drawn. A bar of which a part is not known ends in an open, hatched box, which the legend
/// explains; lines do not pass through it.
class StackedBars : public Picture
{
    Q_OBJECT
public:
    /// Bars of the time categories of a step.
    explicit StackedBars(const Theme *theme, QWidget *parent = nullptr);
    StackedBars(const Theme *theme, BarSeries series, QWidget *parent = nullptr);

    [[nodiscard]] static std::array<TimeCategory, 5> categories();
    [[nodiscard]] static QString categoryName(TimeCategory category);
    /// Name of the first part of a bar that has all of computing there.
    [[nodiscard]] static QString wholeComputeName();

    /// `lastPart` false leaves the last part out of the legend: the source does not have it.
    void setBars(std::vector<StackedBar> bars, bool lastPart);
    [[nodiscard]] const std::vector<StackedBar> &bars() const { return m_bars; }
    /// Tooltip of a bar besides its parts; asked when it is shown. A pair without a value is a heading.
    struct Details
    {
        QString heading;
        std::vector<std::pair<QString, QString>> lines;
    };
    void setDetails(std::function<Details(int bar)> details) { m_details = std::move(details); }
    /// Parts as shares of their bar.
    void setPercent(bool percent);
    [[nodiscard]] bool isPercent() const { return m_percent; }
    /// Title of the axis of bars: "Rank".
    void setAxisTitle(const QString &title);
    /// Which parts, one beside the other, the marks are about; none: no marks.
    struct Mark
    {
        size_t first = 0;
        size_t count = 0;
        bool operator==(const Mark &) const = default;
    };
    void setMark(Mark mark);
    /// Bit by part, in the order of the series: those that the legend has switched off.
    void setHiddenParts(unsigned hidden);
    [[nodiscard]] unsigned hiddenParts() const;
    void setSelected(const QString &key);
    [[nodiscard]] int selected() const { return m_selected; }
    [[nodiscard]] bool isPartShown(size_t part) const { return m_shown[part]; }
    /// Index of the bar at a position, -1 outside the plot.
    [[nodiscard]] int barAt(const QPointF &at) const;
    /// Centre of a bar, in the widget's coordinates; it may be scrolled out of sight.
    [[nodiscard]] QPointF centerOf(int bar) const;
    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    [[nodiscard]] bool areMarksShown() const;
    [[nodiscard]] bool isLineShown(size_t line) const;
    /// The labels that are drawn, and where.
    struct OutlierLabel
    {
        int bar = -1;
        QRectF at;
        QStringList lines;
    };
    [[nodiscard]] std::vector<OutlierLabel> outlierLabels() const;
    /// Tooltip of a bar: label and value.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(int bar) const;
    void retranslate();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void legendChanged();
    void clicked(int bar);
    void activated(int bar);

protected:
    [[nodiscard]] QFont legendFont() const override { return smallFont(); }
    [[nodiscard]] bool isSwitch(int entry) const override;
    void switchEntry(int entry) override;
    [[nodiscard]] QString entryHelp(int entry) const override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] int itemCount() const override { return static_cast<int>(m_bars.size()); }
    [[nodiscard]] int itemAt(const QPoint &at) const override { return barAt(at); }
    [[nodiscard]] int chosenItem() const override { return m_selected; }
    void chooseItem(int item) override;
    void activateItem(int item) override { emit activated(item); }
    void showAll() override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Geometry
    {
        QRect plot;
        bool titled = true; ///< there is room for the titles of the axes
        double slot = 0;    ///< width of a bar with its gap
        double offset = 0;  ///< scrolled part
        double top = 0;     ///< what the plot's height stands for: nanoseconds or per cent
        double step = 1;
        double unitOf = 1; ///< of the axis
        format::TimeUnit unit = format::TimeUnit::Us;
        bool ratioAsPercent = false; ///< lines share the left axis
        [[nodiscard]] double highOfRatio(double ratio) const
        {
            return ratioAsPercent ? high(ratio * 100) : ratio * (plot.height() - 1);
        }
        [[nodiscard]] double high(double value) const { return top > 0 ? value / top * (plot.height() - 1) : 0; }
    };
    /// The bars that are drawn, from left to right: where, how wide.
    struct Drawn
    {
        int bar = -1;
        double left = 0;
        double wide = 1;
        double slotLeft = 0; ///< with its share of the gaps
        double slotWide = 1;
    };
    [[nodiscard]] Geometry geometry() const;
    [[nodiscard]] static BarSeries timeSeries();
    [[nodiscard]] size_t parts() const { return m_lastPart ? m_series.parts : m_series.parts - 1; }
    [[nodiscard]] double inAxis(const StackedBar &bar, qint64 ns) const;
    [[nodiscard]] double heightOf(const StackedBar &bar) const;
    [[nodiscard]] double markBase(const StackedBar &bar) const;
    [[nodiscard]] int representative(int first, int last) const;
    [[nodiscard]] std::vector<Drawn> drawn(const Geometry &g) const;
    [[nodiscard]] QStringList outlierText(const StackedBar &bar, format::TimeUnit unit) const;
    [[nodiscard]] QString valueText(qint64 value, format::TimeUnit unit) const;
    [[nodiscard]] std::vector<OutlierLabel> outlierLabels(const Geometry &g) const;
    void measure();
    void measureLabels();
    void updateScroll();
    void paintAxes(QPainter &p, const Geometry &g) const;
    void paintLabels(QPainter &p, const Geometry &g) const;
    void paintGroups(QPainter &p, const Geometry &g, const std::vector<Drawn> &all) const;
    void paintBar(QPainter &p, const Geometry &g, const Drawn &at) const;
    void paintLines(QPainter &p, const Geometry &g, const std::vector<Drawn> &all) const;
    void paintMarks(QPainter &p, const Geometry &g, const std::vector<Drawn> &all) const;
    void paintOutliers(QPainter &p, const Geometry &g) const;

    BarSeries m_series;
    QScrollBar *m_scroll;
    std::vector<StackedBar> m_bars;
    std::array<bool, StackedBar::partCount> m_shown{true, true, true, true, true, true, true, true};
    std::array<std::optional<bool>, 2> m_lines; ///< what the user chose
    bool m_marksWanted = true;
    Mark m_mark;
    QString m_axisTitle;
    std::function<Details(int)> m_details;
    bool m_percent = false;
    bool m_lastPart = false;
    double m_highest = 0;  ///< of all bars
    int m_widestLabel = 0; ///< in pixels
    bool m_folded = false;
    bool m_labelled = false; ///< some bar stands apart
    bool m_open = false;     ///< some bar is incomplete
    qint64 m_medianComputingNs = 0;
    int m_selected = -1;
    QString m_selectedKey;
    double m_zoom = 1;
};

} // namespace rs
