// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commtraffic.h"
#include "views/picture/curvechart.h"

#include <QString>

#include <vector>

namespace rs {

/// Traffic of a rank over time, a curve for each type of link. A click marks a moment, Shift with the
/// arrow keys moves it, Return goes to it, Escape takes it away.
class TrafficChart final : public CurveChart
{
    Q_OBJECT
public:
    enum class Value : quint8 { Bandwidth, InFlight };

    explicit TrafficChart(const Theme *theme, QWidget *parent = nullptr);

    /// `step` is shaded, where it has a length.
    void setTraffic(std::vector<TrafficSeries> series, qint64 originNs, Interval step);
    [[nodiscard]] const std::vector<TrafficSeries> &series() const { return m_series; }
    [[nodiscard]] Interval step() const { return m_step; }
    void setValue(Value value);
    [[nodiscard]] ValueAxis valueAxis(int height) const override;

signals:
    /// Return: the marked moment is to be shown elsewhere; without one the middle.
    void activated(qint64 ns);

protected:
    [[nodiscard]] QString valueText(int curve, qint64 ns) const override;
    void paintBelow(QPainter &painter, const ValueAxis &axis) const override;
    void momentClicked(qint64 ns) override { setMoment(ns); }
    [[nodiscard]] bool hasSelection() const override { return moment().has_value(); }
    [[nodiscard]] TimeWindow windowOfSelection() const override { return {}; }
    void clearSelection() override { setMoment(std::nullopt); }
    [[nodiscard]] double anchor() const override;
    bool runKey(QKeyEvent *event) override;

private:
    void fill();

    std::vector<TrafficSeries> m_series;
    qint64 m_origin = 0;
    Interval m_step;
    Value m_value = Value::Bandwidth;
};

} // namespace rs
