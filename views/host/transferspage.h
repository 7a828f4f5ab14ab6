// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/rowsourcemodel.h"
#include "views/host/launchpage.h"

namespace rs {

class TableView;

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
    [[nodiscard]] const RowSourceModel &pairs() const { return *m_pairs; }
    [[nodiscard]] const RowSourceModel &unmatched() const { return *m_unmatched; }
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
    void reveal(const RowSourceModel &model, int row);
    void follow(const RowSourceModel &model, int row);

    RowSourceModel *m_pairs;
    RowSourceModel *m_unmatched;
    TableView *m_pairTable;
    TableView *m_unmatchedTable;
    LatestJob<Result> m_job;
    int m_run = -1;
};

} // namespace rs
