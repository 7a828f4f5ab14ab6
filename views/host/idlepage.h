// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/host/launchpage.h"
#include "views/tables/tableview.h"

namespace rs {

/// Why the device stood still: causes for each rank and step, which add up to Free, and every gap of the current rank.
class IdlePage final : public LaunchPage
{
    Q_OBJECT
public:
    explicit IdlePage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Why idle"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] TableView *totalsTable() const { return m_totalsTable; }
    [[nodiscard]] TableView *gapTable() const { return m_gapTable; }
    [[nodiscard]] const RowSourceModel &totals() const { return *m_totalsTable->rows(); }

protected:
    void refresh() override;

private:
    void showTotals();
    void loadGaps();
    TableView *m_totalsTable;
    TableView *m_gapTable;
    struct Result
    {
        std::vector<IdleStep> steps;
        std::shared_ptr<const RowSource> rows;
    };
    RankResults<Result> m_results;
    LatestJob<std::shared_ptr<const RowSource>> m_job;
    std::shared_ptr<const RowSource> m_gaps;
    std::shared_ptr<const RankData> m_gapData; ///< that the gaps are of
    RankRef m_rank;                            ///< of the gaps
    QString m_step;                            ///< of the gaps; empty: all
};

} // namespace rs
