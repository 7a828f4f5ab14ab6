// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commtraffic.h"
#include "analysis/time/intervals.h"
#include "views/picture/legend.h"

#include <QPoint>
#include <QSet>
#include <QString>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// What a rank sends and receives over time, a step curve for each type of link. The wheel zooms on the time, a drag
/// moves it, a double click shows all of it; a click marks a moment, and on an entry of the legend hides its curve.
/// Left and right move, with Shift the moment, + and - zoom, 0 shows all, Return goes to the moment, Escape takes it
/// away.
class TrafficChart final : public QWidget
{
    Q_OBJECT
public:
    enum class Value : quint8 { Bandwidth, InFlight };

    explicit TrafficChart(const Theme *theme, QWidget *parent = nullptr);

    /// Times are shown from `originNs` on; `step` is shaded, where it has a length. The window stays where it holds any
    /// of the curves.
    void setTraffic(std::vector<TrafficSeries> series, qint64 originNs, Interval step);
    [[nodiscard]] const std::vector<TrafficSeries> &series() const { return m_series; }
    [[nodiscard]] Interval step() const { return m_step; }
    void setValue(Value value);
    [[nodiscard]] Interval window() const { return m_window; }
    void setWindow(Interval window);
    /// Nothing: none is marked.
    [[nodiscard]] std::optional<qint64> moment() const { return m_moment; }
    void setMoment(std::optional<qint64> ns);
    [[nodiscard]] qint64 timeAt(double x) const;
    [[nodiscard]] double xOf(qint64 ns) const;
    /// Of a type of link; hidden ones take no part in the scale.
    void setShown(const QString &linkType, bool shown);
    [[nodiscard]] bool isShown(const QString &linkType) const { return !m_hidden.contains(linkType); }
    /// Entry of the legend, in the order of the series.
    [[nodiscard]] QRect legendRect(int index) const;
    [[nodiscard]] QRect plot() const;
    /// Round values along the left axis from 0 on, GB/s or bytes; the last one is the top of the plot.
    [[nodiscard]] std::vector<double> valueTicks() const;
    /// What is said of a place in the plot; empty beside it.
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(const QPoint &at) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// Return: the marked moment is to be shown elsewhere; without one the middle.
    void activated(qint64 ns);

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
    [[nodiscard]] double valueOf(const TrafficPoint &point) const;
    [[nodiscard]] QString tickText(double value) const;
    [[nodiscard]] double valueStep() const;
    void findHighest();
    void zoom(double factor, qint64 anchor);
    void move(double part);
    void paintAxes(QPainter &painter) const;
    void paintSeries(QPainter &painter, const TrafficSeries &series, const QColor &color, double top) const;

    const Theme *m_theme;
    std::vector<TrafficSeries> m_series;
    QSet<QString> m_hidden; ///< types of link
    Interval m_whole;
    Interval m_window;
    Interval m_step;
    qint64 m_originNs = 0;
    Value m_value = Value::Bandwidth;
    double m_highest = 1;
    std::optional<qint64> m_moment;
    std::optional<QPoint> m_dragFrom;
    Interval m_dragged;   ///< the window at the beginning of the drag
    bool m_moved = false; ///< the mouse, so far that it is no click
};

} // namespace rs
