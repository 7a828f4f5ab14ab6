// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

namespace rs {

class ChartTablePage;
class DevicesPage;
class ExpertsPage;
class MareyPage;
class StagesPage;
class StrategyGraphPage;
class TimePage;
class TrajectoryPage;

/// Pages on the iterations of the ranks of a parallel job, the load of their devices, and the split of their graph.
class ParallelView final : public PageHost
{
    Q_OBJECT
public:
    explicit ParallelView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Parallel"); }
    /// "trajectory", "devices", "experts", "stages", "marey", "times", "graph", "cluster" or
    /// "execution".
    void showPage(const QString &name) override;
    [[nodiscard]] QJsonObject saveState() const override;
    /// Without a page, the first one that has something to show.
    void restoreState(const QJsonObject &state) override;

    [[nodiscard]] TrajectoryPage *trajectory() const { return m_trajectory; }
    [[nodiscard]] DevicesPage *devices() const { return m_devices; }
    [[nodiscard]] ExpertsPage *experts() const { return m_experts; }
    [[nodiscard]] StagesPage *stages() const { return m_stages; }
    [[nodiscard]] MareyPage *marey() const { return m_marey; }
    [[nodiscard]] TimePage *times() const { return m_times; }
    [[nodiscard]] StrategyGraphPage *graph() const { return m_graph; }

protected:
    void forget() override;

private:
    void followPage();
    /// Until the user chooses a page, one that has nothing gives way to the next.
    void showNext(const ChartTablePage *empty);
    void open(Page *page);

    TrajectoryPage *m_trajectory;
    DevicesPage *m_devices;
    ExpertsPage *m_experts;
    StagesPage *m_stages;
    MareyPage *m_marey;
    TimePage *m_times;
    StrategyGraphPage *m_graph;
    bool m_chosen = false;  ///< the page, by the user
    bool m_found = false;   ///< else the first that had something
    bool m_opening = false; ///< a page that nobody chose
};

} // namespace rs
