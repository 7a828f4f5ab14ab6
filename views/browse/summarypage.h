// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/lanesubject.h"
#include "analysis/time/slicestats.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

class QLabel;

namespace rs {

class RowSourceModel;
class TableView;

/// Statistics by name over the lanes of one kind: framework operators, CANN API, device tasks, communication operators,
/// or overlap analysis.
class SummaryPage final : public Page
{
    Q_OBJECT
public:
    SummaryPage(LaneSubject subject, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool followsStep() const override { return true; }
    void retranslate() override;

    [[nodiscard]] RowSourceModel *model() const;
    /// Statistics behind the rows of the model.
    [[nodiscard]] const SliceStats &statistics() const { return m_stats; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] QString totals() const;

protected:
    void refresh() override;

private:
    void show(SliceStats stats);
    void showLongest(int row);
    void updateTotals();
    [[nodiscard]] QString whyNoLanes() const;

    LaneSubject m_subject;
    TableView *m_table;
    QLabel *m_totals;
    LatestJob<SliceStats> m_job;
    SliceStats m_stats;
    RankRef m_rank;
    std::shared_ptr<const RankData> m_data;
};

} // namespace rs
