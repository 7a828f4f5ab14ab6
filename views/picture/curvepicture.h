// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/sampledcurve.h"
#include "views/picture/timepicture.h"
#include "views/picture/valueaxis.h"

#include <QColor>
#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Style and name of a curve.
struct CurveLook
{
    QString name;
    QColor color;
    bool dashed = false;
    bool on = true; ///< false: hidden until its entry of the legend is clicked
};

/// Values over time as curves of steps, of millions of values without losing a peak. A drag selects a span where that
/// is allowed, else it shows it; a click asks for a moment; entries of the legend hide curves. The scale is that of all
/// that is shown, so that zooming does not change it.
class CurvePicture : public TimePicture
{
    Q_OBJECT
public:
    [[nodiscard]] Interval window() const { return {TimePicture::window().fromNs, TimePicture::window().toNs}; }
    void setWindow(Interval w) { TimePicture::setWindow({w.from, w.to}); }
    /// A drag selects; off at first.
    void setSelectable(bool on) { m_selectable = on; }
    /// Empty: nothing.
    void setSelected(Interval span);
    [[nodiscard]] Interval selected() const { return m_selected; }
    /// Nothing: none is marked.
    void setMoment(std::optional<qint64> ns);
    [[nodiscard]] std::optional<qint64> moment() const { return m_moment; }
    void setShown(int curve, bool shown);
    [[nodiscard]] bool isShown(int curve) const { return look(curve).on; }

    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    [[nodiscard]] QRect plot() const override;
    [[nodiscard]] double xOf(qint64 ns) const;
    [[nodiscard]] qint64 timeAt(double x) const;
    /// Tip of a place in the plot; empty beside it.
    [[nodiscard]] TipLines tipLines(const QPoint &at) const;
    /// As they are drawn; nothing of a curve that is hidden, or was not drawn yet.
    [[nodiscard]] const std::vector<CurvePixel> *drawnPixels(int curve) const;

signals:
    /// By the user; empty: none any more.
    void selectedChanged(rs::Interval span);

protected:
    explicit CurvePicture(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] virtual int curveCount() const = 0;
    [[nodiscard]] virtual CurveLook look(int curve) const = 0;
    virtual void setOn(int curve, bool on) = 0;
    [[nodiscard]] virtual std::vector<CurvePixel> pixelsOf(int curve, Interval window, int width) const = 0;
    [[nodiscard]] virtual ValueAxis valueAxis(int height) const = 0;
    /// Value of a curve at a time, with its unit; empty: nothing is known.
    [[nodiscard]] virtual QString valueText(int curve, qint64 ns) const = 0;
    /// A place of the axis, and what the axis is.
    [[nodiscard]] virtual QString placeText(qint64 ns) const;
    [[nodiscard]] virtual QString axisTitle() const;
    virtual void paintPlaces(QPainter &painter, const QRect &plot) const;
    virtual void paintBelow(QPainter & /*painter*/, const ValueAxis & /*axis*/) const {}
    virtual void paintAbove(QPainter & /*painter*/) const {}
    /// Lines of text between the legend and the plot.
    [[nodiscard]] virtual int linesAbove() const { return 0; }
    virtual void momentClicked(qint64 /*ns*/) {}

    /// Other curves: the window stays where it holds any of them, unless it showed all of those before.
    void setWhole(Interval whole, qint64 originNs, bool keepsAll);
    [[nodiscard]] qint64 originNs() const { return m_originNs; }
    void paintShade(QPainter &painter, Interval span, QColor color, const QString &name = {}) const;
    void paintMoment(QPainter &painter, qint64 ns, const QColor &color, Qt::PenStyle style = Qt::SolidLine) const;

    [[nodiscard]] bool isSwitch(int /*entry*/) const override { return true; }
    void switchEntry(int entry) override { setShown(entry, !isShown(entry)); }
    [[nodiscard]] Tip tipAt(const QPoint &at) const override { return {tipLines(at)}; }
    [[nodiscard]] bool hasSelection() const override { return m_selected.length() > 0; }
    [[nodiscard]] TimeWindow windowOfSelection() const override;
    void stepAlong(int direction) override;
    void clearSelection() override { select({}); }
    void clicked(const QPoint &at) override;
    [[nodiscard]] bool startsBox(const QPoint &at) const override;
    [[nodiscard]] QRect boxOf(const QPoint &a, const QPoint &b) const override;
    void boxDrawn(const QPoint &a, const QPoint &b) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void select(Interval span);
    void lookUp(int width);
    void paintCurve(QPainter &painter, const QRect &plot, const ValueAxis &axis, int curve) const;

    /// Nothing of a hidden curve: what hovers and selects does not look curves up again.
    std::vector<std::optional<std::vector<CurvePixel>>> m_pixels;
    Interval m_pixelsOf;
    int m_pixelsWidth = 0;
    qint64 m_originNs = 0;
    Interval m_selected;
    std::optional<qint64> m_moment;
    bool m_selectable = false;
};

} // namespace rs
