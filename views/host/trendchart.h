// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/dispatch.h"

#include <QChartView>

#include <vector>

class QLineSeries;
class QValueAxis;

namespace rs {

class Theme;

/// Median and 95th percentile of the launch-to-start delay over time, for one rank. Falling to the ground means that
/// the queue runs dry.
class TrendChart : public QChartView
{
    Q_OBJECT
public:
    explicit TrendChart(const Theme *theme, QWidget *parent = nullptr);

    /// Times are shown from `originNs` on.
    void setTrend(std::vector<DelayTrendPoint> trend, qint64 originNs);
    [[nodiscard]] const std::vector<DelayTrendPoint> &trend() const { return m_trend; }
    [[nodiscard]] const QLineSeries *median() const { return m_median; }
    void retranslate();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fill();
    void restyle();

    const Theme *m_theme;
    QLineSeries *m_median; ///< series and axes belong to the chart
    QLineSeries *m_p95;
    QValueAxis *m_time;
    QValueAxis *m_delay;
    std::vector<DelayTrendPoint> m_trend;
    qint64 m_originNs = 0;
    bool m_titled = true;
};

} // namespace rs
