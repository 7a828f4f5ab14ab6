// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/dispatch.h"
#include "views/picture/curvepicture.h"

#include <array>
#include <vector>

namespace rs {

/// Median and 95th percentile of the launch-to-start delay over time, for one rank; nothing where nothing was launched.
/// Falling to the ground means that the queue runs dry. A few long delays do not flatten the others: the axis is in
/// decades then.
class TrendChart final : public CurvePicture
{
    Q_OBJECT
public:
    explicit TrendChart(const Theme *theme, QWidget *parent = nullptr) : CurvePicture(theme, parent) {}

    /// Times are shown from `originNs` on.
    void setTrend(std::vector<DelayTrendPoint> trend, qint64 originNs);
    [[nodiscard]] const std::vector<DelayTrendPoint> &trend() const { return m_trend; }
    [[nodiscard]] ValueAxis valueAxis(int height) const override;
    void retranslate();

protected:
    [[nodiscard]] int curveCount() const override { return m_trend.empty() ? 0 : static_cast<int>(m_on.size()); }
    [[nodiscard]] CurveLook look(int curve) const override;
    void setOn(int curve, bool on) override { m_on[static_cast<size_t>(curve)] = on; }
    [[nodiscard]] std::vector<CurvePixel> pixelsOf(int curve, Interval window, int width) const override;
    [[nodiscard]] QString valueText(int curve, qint64 ns) const override;

private:
    [[nodiscard]] qint64 delayOf(const DelayTrendPoint &point, int curve) const;
    /// Time that a point stands for.
    [[nodiscard]] Interval stretchOf(const DelayTrendPoint &point) const;

    std::vector<DelayTrendPoint> m_trend;
    qint64 m_halfNs = 0; ///< of a stretch
    std::array<bool, 2> m_on{true, true};
};

} // namespace rs
