// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "views/host/launchpage.h"
#include "views/tables/tableview.h"

class QPushButton;

namespace rs {

/// By how much the clocks of the ranks differ, and which clock the pictures use.
class AlignPage final : public LaunchPage
{
    Q_OBJECT
public:
    explicit AlignPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Clock alignment"); }
    [[nodiscard]] bool hasStamps() const override { return false; }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override { return !m_job.isRunning(); }
    void retranslate() override;

    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] const RowSourceModel &model() const { return *m_table->rows(); }
    [[nodiscard]] QPushButton *alignButton() const { return m_align; }
    [[nodiscard]] QPushButton *filesButton() const { return m_files; }
    /// Which clock pictures of the ranks of this run show now.
    [[nodiscard]] ClockUse clock() const;

protected:
    void refresh() override;
    /// communication.json has the ends of collectives too.
    [[nodiscard]] bool serves(const RankData &rank) const override;

private:
    void show();
    void apply(bool aligned);
    /// What is taken off the rank's stamps is what its alignment says.
    [[nodiscard]] bool isApplied(const RankAlignment &alignment) const;
    [[nodiscard]] RankRef refOf(const RankAlignment &a) const { return {m_run, a.rankIndex}; }

    TableView *m_table;
    QPushButton *m_align;
    QPushButton *m_files;
    LatestJob<std::vector<RankAlignment>> m_job;
    std::vector<RankAlignment> m_clocks;
    int m_run = -1;
};

} // namespace rs
