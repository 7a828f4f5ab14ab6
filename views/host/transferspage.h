// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/host/launchpage.h"
#include "views/tables/tableview.h"

namespace rs {

/// Sends with their receives over the ranks of the run, and those without a partner.
class TransfersPage final : public LaunchPage
{
    Q_OBJECT
public:
    explicit TransfersPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Send and receive"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override { return !m_job.isRunning(); }
    void retranslate() override;

    [[nodiscard]] TableView *pairTable() const { return m_pairTable; }
    [[nodiscard]] const RowSourceModel &pairs() const { return *m_pairTable->rows(); }
    [[nodiscard]] const RowSourceModel &unmatched() const { return *m_unmatchedTable->rows(); }
    /// Actions that jump to the sides of a row's transfer.
    void addActions(QMenu *menu, int row);

protected:
    void refresh() override;

private:
    struct Result
    {
        std::shared_ptr<const RowSource> pairs;
        std::shared_ptr<const RowSource> unmatched;
    };
    void show(Result result);
    void showSummary();
    void reveal(const TableView &table, int row);
    void follow(const TableView &table, int row);

    TableView *m_pairTable;
    TableView *m_unmatchedTable;
    LatestJob<Result> m_job;
    int m_run = -1;
};

} // namespace rs
