// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/memorycurves.h"
#include "analysis/time/intervals.h"
#include "views/picture/legend.h"

#include <QFont>
#include <QPoint>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// What the curves are over.
enum class MemoryAxis : quint8 {
    Time,
    Nodes, ///< of a compiled graph: times are places, see GraphNodeLength
};

/// The curves of a second rank, on the axes of the first.
struct MemoryBeside
{
    std::shared_ptr<const MemoryCurves> curves;
    qint64 shiftNs = 0; ///< added to its stamps to get those of the first rank
};

/// Memory over time as curves of steps, of millions of values without losing a peak. The wheel zooms on the time, with
/// Shift it moves it, a drag selects a span, a click chooses a moment, a double click shows all; a click on an entry of
/// the legend hides its curve. Arrow keys move, + and - zoom, 0 and Home show all, Escape takes the selection back.
/// Over nodes of a graph it is the same, and the axis says so.
class MemoryChart final : public QWidget
{
    Q_OBJECT
public:
    /// A curve and how it is drawn.
    struct Line
    {
        const MemoryCurve *curve = nullptr; ///< of the curves that are set with it
        QString name;                       ///< as people read it
        int color = 0;                      ///< for Theme::series()
        bool dashed = false;
        bool on = true;      ///< false: hidden until its entry is clicked
        bool beside = false; ///< of the second rank
    };
    /// A span of time that is shaded, with a name above it.
    struct Band
    {
        Interval span; ///< both ends equal: a moment
        QString name;
        int color = 0; ///< for Theme::series()
        bool operator==(const Band &) const = default;
    };

    /// What the height of the plot stands for, in MB.
    struct Scale
    {
        double low = 0;
        double high = 1;
    };

    explicit MemoryChart(const Theme *theme, QWidget *parent = nullptr);

    /// Times are shown from `originNs` on. The window stays where it holds any of the curves.
    void setCurves(std::shared_ptr<const MemoryCurves> curves, std::vector<Line> lines, qint64 originNs,
                   MemoryBeside beside = {}, MemoryAxis axis = MemoryAxis::Time);
    [[nodiscard]] MemoryAxis axis() const { return m_axis; }
    [[nodiscard]] const std::vector<Line> &lines() const { return m_lines; }
    [[nodiscard]] Interval window() const { return m_window; }
    /// From zero to the greatest value of all curves that are on, or, where it fits, what they do in the window.
    [[nodiscard]] Scale scale() const;
    [[nodiscard]] bool fitsScale() const { return m_fitsScale; }
    void setFitsScale(bool fits);
    void setWindow(Interval window);
    /// What tables are restricted to; empty: nothing.
    void setSelected(Interval span);
    [[nodiscard]] Interval selected() const { return m_selected; }
    /// The first curve and what it has at the moment that is asked about; empty: none is.
    [[nodiscard]] QString momentText() const;
    /// The moment that is asked about; nothing: the peak.
    void setMoment(std::optional<qint64> ns);
    [[nodiscard]] std::optional<qint64> moment() const { return m_moment; }
    /// From when until when the block of the current row was held.
    void setHeld(std::optional<Interval> span);
    [[nodiscard]] std::optional<Interval> held() const { return m_held; }
    /// The chosen step: its peak is told where no time is selected. An empty span: no step.
    void setStep(Interval span, const QString &name, Interval beside = {});
    void setBands(std::vector<Band> bands);
    [[nodiscard]] const std::vector<Band> &bands() const { return m_bands; }
    void setShown(int line, bool shown);
    /// Whether the curve was looked up for the picture as it is: hidden ones are not.
    [[nodiscard]] bool isLookedUp(int line) const;
    [[nodiscard]] bool isShown(int line) const { return m_lines[static_cast<size_t>(line)].on; }

    /// Of the first line that is shown: what the peak line is drawn of. Nothing where none is. `beside`: of the second
    /// rank, in stamps of the first.
    [[nodiscard]] std::optional<MemoryPoint> peak(bool beside = false) const;
    /// The peaks of both ranks.
    [[nodiscard]] QString peakText() const;
    /// Entry of the legend, in the order of the lines.
    [[nodiscard]] QRect legendRect(int index) const;
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] double xOf(qint64 ns) const;
    [[nodiscard]] qint64 timeAt(double x) const;
    /// What is said of a place in the plot; empty beside it.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(const QPoint &at) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; empty: none any more.
    void selectedChanged(rs::Interval span);
    /// By the user. A double click takes back what its first click chose.
    void momentChosen(std::optional<qint64> ns);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] std::vector<LegendEntry> legend() const;
    [[nodiscard]] std::vector<QRect> legendRects() const;
    [[nodiscard]] Interval asked(bool beside) const
    {
        return m_selected.length() > 0 ? m_selected : beside ? m_besideStep : m_step;
    }
    [[nodiscard]] QColor colorOf(const Line &line) const;
    [[nodiscard]] double highest() const;
    [[nodiscard]] const Line *firstShown(bool beside) const;
    [[nodiscard]] qint64 shiftOf(const Line &line) const { return line.beside ? m_beside.shiftNs : 0; }
    [[nodiscard]] QString peakTextOf(bool beside) const;
    /// Of a moment, or of a node.
    [[nodiscard]] QString offsetText(qint64 ns) const;
    [[nodiscard]] qint64 narrowest() const;
    [[nodiscard]] Interval wholeOfGraph() const;
    void zoom(double factor, qint64 anchor);
    void move(double part);
    void choose(Interval span);
    void paintAxes(QPainter &painter, const Scale &scale) const;
    void paintTimes(QPainter &painter) const;
    void paintNodes(QPainter &painter) const;
    /// Of the axis at `x`, with its line across the plot.
    void paintTick(QPainter &painter, double x, const QString &text) const;
    void paintShade(QPainter &painter, Interval span, QColor color, const QString &name) const;
    void paintMoment(QPainter &painter, qint64 ns, const QColor &color, Qt::PenStyle style) const;
    void paintLine(QPainter &painter, size_t line, const Scale &scale);
    void paintPeak(QPainter &painter, const Scale &scale, bool beside) const;

    const Theme *m_theme;
    /// Of the last look: the plot lies below the legend, and is asked for dozens of times for one picture.
    struct PlacedLegend
    {
        QStringList names;
        QFont font;
        int width = -1;
        std::vector<QRect> rects;
    };
    mutable PlacedLegend m_placed;
    std::shared_ptr<const MemoryCurves> m_curves;
    MemoryBeside m_beside;
    std::vector<Line> m_lines;
    /// By line, nothing of one that is hidden, for the window and width below: what hovers and selects does not look
    /// the curves up again.
    std::vector<std::optional<std::vector<CurvePixel>>> m_pixels;
    Interval m_pixelsOf;
    int m_pixelsWidth = 0;
    Interval m_whole;
    Interval m_window;
    Interval m_selected;
    Interval m_step;
    QString m_stepName;
    Interval m_besideStep; ///< of the second rank, on the axis of the first
    std::optional<qint64> m_moment;
    std::optional<qint64> m_momentBefore; ///< the last click
    std::optional<Interval> m_held;
    std::vector<Band> m_bands;
    qint64 m_originNs = 0;
    MemoryAxis m_axis = MemoryAxis::Time;
    bool m_fitsScale = false;
    std::optional<QPoint> m_pressed;
    std::optional<Interval> m_drawn; ///< while the mouse draws it
};

} // namespace rs
