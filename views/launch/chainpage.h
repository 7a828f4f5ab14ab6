// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/launchrows.h"
#include "views/launch/launchpage.h"

namespace rs {

class RowTable;

/// The way of every kernel of the current rank: framework operator, queue, CANN call, launch, device, with a time for
/// each.
class ChainPage final : public LaunchPage
{
    Q_OBJECT
public:
    explicit ChainPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Kernel dispatch"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] RowTable *table() const { return m_table; }
    /// Actions that jump to the members of a row's chain.
    void addActions(QMenu *menu, int row);

protected:
    void refresh() override;

private:
    void show(std::shared_ptr<const KernelChainRows> rows);
    void reveal(SliceId slice);

    RowTable *m_table;
    LatestJob<std::shared_ptr<const KernelChainRows>> m_job;
    std::shared_ptr<const KernelChainRows> m_rows;
    RankRef m_rank;
};

} // namespace rs
