// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/dispatch.h"
#include "views/host/launchpage.h"
#include "views/tables/tableview.h"

#include <optional>

namespace rs {

class ChartFrame;
class TrendChart;

/// Whether the device waits for the host: delays between launch and start for each rank and step, and the stretches in
/// which the lines between host and device stand vertical.
class DispatchPage final : public LaunchPage
{
    Q_OBJECT
public:
    explicit DispatchPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Dispatch"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override { return !m_results.isRunning(); }
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;
    void retranslate() override;

    [[nodiscard]] TableView *stepTable() const { return m_stepTable; }
    [[nodiscard]] TableView *windowTable() const { return m_windowTable; }
    [[nodiscard]] TrendChart *trendChart() const { return m_trend; }
    [[nodiscard]] const RowSourceModel &steps() const { return *m_stepTable->rows(); }
    [[nodiscard]] const RowSourceModel &windows() const { return *m_windowTable->rows(); }

protected:
    void refresh() override;

private:
    struct Result
    {
        DispatchReport report;
        std::shared_ptr<const RowSource> steps;
        std::shared_ptr<const RowSource> windows;
        std::vector<DelayTrendPoint> trend;
    };
    void show();
    void showTrend();
    [[nodiscard]] std::optional<RowPlace> placeOf(int row) const;
    [[nodiscard]] RankRef refOf(const RowPlace &place) const;
    void reveal(int row);

    TableView *m_stepTable;
    TableView *m_windowTable;
    TrendChart *m_trend;
    ChartFrame *m_trendFrame;
    RankResults<Result> m_results;
};

} // namespace rs
