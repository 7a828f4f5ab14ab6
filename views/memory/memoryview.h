// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"
#include "views/state/viewstate.h"
#include "views/widgets/latestjob.h"

#include <utility>
#include <vector>

class QSplitter;
class QTabWidget;

namespace rs {

class MemoryCurvesPage;
class Picker;
class RowSource;
class SystemPage;
class TablePage;

/// Memory of the current rank: its curves, and below them who allocated what, who held the peak, what was never
/// released, what modules of CANN took, and how a second rank differs. The selected time restricts all of it.
class MemoryView final : public DockView
{
    Q_OBJECT
public:
    explicit MemoryView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// The id of one of the tables: "memory.alive".
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;

    [[nodiscard]] MemoryCurvesPage *curves() const { return m_curves; }
    /// In the order of the tabs.
    [[nodiscard]] const std::vector<TablePage *> &tables() const { return m_tables; }
    /// Null for an unknown id.
    [[nodiscard]] TablePage *table(QStringView id) const;
    /// What is known of the block of memory that is selected, or whose operator is, as names and values as the table
    /// shows them; empty: it is none, or its row is not shown.
    [[nodiscard]] std::vector<std::pair<QString, QString>> factsOf(const Selection &selection) const;

signals:
    /// factsOf() may say something else of what is selected.
    void factsChanged();

protected:
    void forget() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Null while the curves are in front.
    [[nodiscard]] TablePage *shownTable() const;
    /// Where curves and a table have no room one above the other, the curves are the first tab.
    void arrange();
    void addTable(const char *id);
    [[nodiscard]] static QString tabText(QStringView table);
    /// Marks what the current row of a table speaks of in the chart.
    void showRow(const TablePage &page, int row);
    /// Selects a block that no operator of the trace made, so that its details are shown.
    void selectBlock(const TablePage &page, int row);
    /// Selects the blocks that were allocated inside of the slice that is selected elsewhere, where there are any.
    void followSelection();
    /// The same of a row of `memory.static`.
    void showNodes(const RowSource &rows, quint32 row);

    MemoryCurvesPage *m_curves;
    QSplitter *m_halves;
    QTabWidget *m_tabs;
    Picker *m_heldBy;
    Picker *m_comparedBy;
    std::vector<TablePage *> m_tables;
    LatestJob<std::vector<int>> m_madeJob;
};

} // namespace rs
