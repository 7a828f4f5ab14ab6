// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/dispatch.h"
#include "views/page/tablespage.h"

namespace rs {

class TrendChart;

/// Whether the device waits for the host: delays between launch and start for each rank and step, the stretches in
/// which the lines between host and device stand vertical, and above them the delays of the current rank over time.
class DispatchPage final : public TablesPage
{
    Q_OBJECT
public:
    explicit DispatchPage(const ViewContext &context, QWidget *parent = nullptr);

    /// The current rank is that of the trend.
    [[nodiscard]] bool isOfRun() const override { return false; }
    void retranslate() override;

    [[nodiscard]] TrendChart *trendChart() const { return m_trend; }

protected:
    void refresh() override;

private:
    void show(std::vector<DelayTrendPoint> trend);

    TrendChart *m_trend;
    ChartFrame *m_frame;
    LatestJob<std::vector<DelayTrendPoint>> m_job;
    std::shared_ptr<const RankData> m_rank; ///< that the trend is of
};

} // namespace rs
