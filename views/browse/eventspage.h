// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/laneevents.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

namespace rs {

class Picker;
class TableView;

/// Every slice of one lane. Follows the selection: the lane of the selected slice is shown, with its row in sight.
class EventsPage final : public Page
{
    Q_OBJECT
public:
    explicit EventsPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Events of a lane"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool hasStamps() const override { return true; }
    [[nodiscard]] bool followsStep() const override { return true; }
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] LaneId lane() const { return m_lane; }

protected:
    void refresh() override;

private:
    struct Shown
    {
        std::shared_ptr<const LaneEvents> events;
        std::optional<Interval> time; ///< to which they are narrowed
    };
    void fillLanes(const Trace &trace);
    void load();
    void followSelection();
    void reveal(quint32 row);
    void setLane(const Trace &trace, LaneId lane);

    Picker *m_lanes;
    TableView *m_table;
    LatestJob<Shown> m_job;
    std::shared_ptr<const LaneEvents> m_events;
    RankRef m_rank;
    LaneId m_lane = NoLane;
    QString m_laneName; ///< by which the lane is found again on another rank
};

} // namespace rs
