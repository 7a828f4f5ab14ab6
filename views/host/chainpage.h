// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"
#include "views/host/launchpage.h"
#include "words/launchwords.h"

namespace rs {

class TableView;

/// The way of every kernel of the current rank: framework operator, queue, CANN call, launch, device, with a time for
/// each.
class ChainPage final : public LaunchPage
{
    Q_OBJECT
public:
    explicit ChainPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Kernel dispatch"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool followsStep() const override { return true; }
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] TableView *table() const { return m_table; }
    /// Actions that jump to the members of a row's chain.
    void addActions(QMenu *menu, int row);

protected:
    void refresh() override;

private:
    /// The table, and what the line above it says of it.
    struct Answer
    {
        std::shared_ptr<const RowSource> rows;
        ChainTotals totals;
    };
    [[nodiscard]] static Answer answerOf(std::shared_ptr<const RowSource> rows);
    void take(const Answer &answer);
    void say();

    TableView *m_table;
    LatestJob<Answer> m_job;
    LatestJob<std::optional<Interval>> m_timeJob; ///< to which the rows are narrowed
    Answer m_answer;
    std::shared_ptr<const RankData> m_data; ///< that the rows are of
    RankRef m_rank;
};

} // namespace rs
