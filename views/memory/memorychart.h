// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/memorycurves.h"
#include "core/base/intervals.h"
#include "views/picture/curvepicture.h"

#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Horizontal axis of the curves.
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

/// Memory over time, or over the nodes of a graph; a click chooses a moment.
class MemoryChart final : public CurvePicture
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

    /// Range of the plot's height in MB.
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
    /// From zero to the greatest value of all curves that are on, or, where it fits, what they do in the window.
    [[nodiscard]] Scale scale() const;
    [[nodiscard]] bool fitsScale() const { return m_fitsScale; }
    void setFitsScale(bool fits);
    /// The first curve and what it has at the moment that is asked about; empty: none is.
    [[nodiscard]] QString momentText() const;
    /// From when until when the block of the current row was held.
    void setHeld(std::optional<Interval> span);
    [[nodiscard]] std::optional<Interval> held() const { return m_held; }
    /// The chosen step: its peak is told where no time is selected. An empty span: no step.
    void setStep(Interval span, const QString &name, Interval beside = {});
    void setBands(std::vector<Band> bands);
    [[nodiscard]] const std::vector<Band> &bands() const { return m_bands; }
    /// Peak of the first shown line, for the peak line. Nothing if none is shown. `beside`: of the second rank, in
    /// stamps of the first.
    [[nodiscard]] std::optional<MemoryPoint> peak(bool beside = false) const;
    /// The peaks of both ranks.
    [[nodiscard]] QString peakText() const;

signals:
    /// By the user. A double click takes back what its first click chose.
    void momentChosen(std::optional<qint64> ns);

protected:
    [[nodiscard]] int curveCount() const override { return static_cast<int>(m_lines.size()); }
    [[nodiscard]] CurveLook look(int curve) const override;
    void setOn(int curve, bool on) override { m_lines[static_cast<size_t>(curve)].on = on; }
    [[nodiscard]] std::vector<CurvePixel> pixelsOf(int curve, Interval window, int width) const override;
    [[nodiscard]] ValueAxis valueAxis(int height) const override;
    [[nodiscard]] QString valueText(int curve, qint64 ns) const override;
    [[nodiscard]] QString placeText(qint64 ns) const override;
    [[nodiscard]] QString axisTitle() const override;
    void paintPlaces(QPainter &painter, const QRect &plot) const override;
    void paintBelow(QPainter &painter, const ValueAxis &axis) const override;
    void paintAbove(QPainter &painter) const override;
    [[nodiscard]] int linesAbove() const override { return 1; } // names of bands
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    void momentClicked(qint64 ns) override;
    void doubleClicked(const QPoint &at) override;

private:
    [[nodiscard]] Interval asked(bool beside) const
    {
        return selected().length() > 0 ? selected() : beside ? m_besideStep : m_step;
    }
    [[nodiscard]] QColor colorOf(const Line &line) const;
    [[nodiscard]] double highest() const;
    [[nodiscard]] const Line *firstShown(bool beside) const;
    [[nodiscard]] qint64 shiftOf(const Line &line) const { return line.beside ? m_beside.shiftNs : 0; }
    [[nodiscard]] QString peakTextOf(bool beside) const;
    [[nodiscard]] Interval wholeOfGraph() const;
    void paintPeak(QPainter &painter, const ValueAxis &axis, bool beside) const;

    std::shared_ptr<const MemoryCurves> m_curves;
    MemoryBeside m_beside;
    std::vector<Line> m_lines;
    Interval m_step;
    QString m_stepName;
    Interval m_besideStep;                ///< of the second rank, on the axis of the first
    std::optional<qint64> m_momentBefore; ///< the last click
    std::optional<Interval> m_held;
    std::vector<Band> m_bands;
    MemoryAxis m_axis = MemoryAxis::Time;
    bool m_fitsScale = false;
};

} // namespace rs
