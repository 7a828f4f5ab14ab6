// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/sampledcurve.h"
#include "views/picture/legend.h"

#include <QPoint>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// Values over time as curves of steps, of millions of values without losing a peak. The wheel zooms on the time, with
/// Shift it moves it, a drag selects a span, a double click shows all; a click on an entry of the legend hides its
/// curve. Arrow keys move, + and - zoom, 0 shows all, Escape takes the selection back.
class CurveChart final : public QWidget
{
    Q_OBJECT
public:
    struct Line
    {
        std::shared_ptr<const SampledCurve> curve;
        QString name;  ///< as people read it
        int color = 0; ///< for Theme::series()
        bool on = true;
    };

    explicit CurveChart(const Theme *theme, QWidget *parent = nullptr);

    /// Times are shown from `originNs` on. `unit` of the values, as the file calls it; "ns": they are times.
    /// `least`: the scale reaches to it at least, of a queue its length. The window stays where it holds any curve.
    void setLines(std::vector<Line> lines, const QString &unit, qint64 originNs, double least = 0);
    [[nodiscard]] const std::vector<Line> &lines() const { return m_lines; }
    [[nodiscard]] Interval window() const { return m_window; }
    void setWindow(Interval window);
    /// A drag selects; off at first.
    void setSelectable(bool on) { m_selectable = on; }
    /// Empty: nothing.
    void setSelected(Interval span);
    [[nodiscard]] Interval selected() const { return m_selected; }
    void setShown(int line, bool shown);
    [[nodiscard]] bool isShown(int line) const { return m_lines[static_cast<size_t>(line)].on; }

    [[nodiscard]] QRect legendRect(int index) const;
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] double xOf(qint64 ns) const;
    [[nodiscard]] qint64 timeAt(double x) const;
    /// What is said of a place in the plot; empty beside it.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(const QPoint &at) const;
    /// With its unit.
    [[nodiscard]] QString valueText(double value) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; empty: none any more.
    void selectedChanged(rs::Interval span);

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
    struct Scale
    {
        double low = 0;
        double high = 1;
    };
    [[nodiscard]] std::vector<LegendEntry> legend() const;
    [[nodiscard]] std::vector<QRect> legendRects() const;
    [[nodiscard]] Scale scale() const;
    [[nodiscard]] double yOf(double value, const Scale &scale) const;
    void zoom(double factor, qint64 anchor);
    void move(double part);
    void choose(Interval span);
    void paintAxes(QPainter &painter, const Scale &scale) const;
    void paintLine(QPainter &painter, size_t line, const Scale &scale) const;

    const Theme *m_theme;
    std::vector<Line> m_lines;
    std::vector<std::vector<CurvePixel>> m_pixels; ///< by line, for the window and width below
    Interval m_pixelsOf;
    int m_pixelsWidth = 0;
    QString m_unit;
    double m_least = 0;
    qint64 m_originNs = 0;
    Interval m_whole;
    Interval m_window;
    Interval m_selected;
    bool m_selectable = false;
    std::optional<QPoint> m_pressed;
    std::optional<Interval> m_drawn; ///< while the mouse draws it
};

} // namespace rs
