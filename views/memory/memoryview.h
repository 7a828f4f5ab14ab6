// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"
#include "views/page/pagespec.h"
#include "views/state/viewstate.h"
#include "views/widgets/latestjob.h"

#include <utility>
#include <vector>

namespace rs {

class MemoryCurvesPage;
class RowSource;

/// Memory of the current rank: its curves, and below them who allocated what, who held the peak, what was never
/// released, what modules of CANN took, and how a second rank differs. The selected time restricts all of it.
class MemoryView final : public PageHost
{
    Q_OBJECT
public:
    explicit MemoryView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Memory"); }

    [[nodiscard]] MemoryCurvesPage *curves() const { return m_curves; }
    /// Names and values, as in the table, of the selected block of memory, or of that of the selected operator; empty:
    /// none is selected, or its row is not shown.
    [[nodiscard]] std::vector<std::pair<QString, QString>> factsOf(const Selection &selection) const;

signals:
    /// factsOf() may say something else of what is selected.
    void factsChanged();

protected:
    /// The block that was clicked is marked in the curves: they may be lower then, with three rows below them.
    [[nodiscard]] bool hasRoom() const override;

private:
    void addTable(PageSpec spec, std::function<QString()> tabText);
    /// Marks what the current row of a table speaks of in the chart.
    void showRow(const TablePage &page, int row);
    /// Selects a block that no operator of the trace made, so that its details are shown.
    void selectBlock(const TablePage &page, int row);
    /// Selects the blocks that were allocated inside of the slice that is selected elsewhere, where there are any.
    void followSelection();
    /// The same of a row of `memory.static`.
    void showNodes(const RowSource &rows, quint32 row);

    MemoryCurvesPage *m_curves;
    LatestJob<std::vector<int>> m_madeJob;
};

} // namespace rs
