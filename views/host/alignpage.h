// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "views/page/page.h"
#include "views/tables/tableview.h"
#include "views/widgets/latestjob.h"

class QLabel;
class QPushButton;

namespace rs {

/// By how much the clocks of the ranks differ, and which clock the pictures use.
class AlignPage final : public Page
{
    Q_OBJECT
public:
    explicit AlignPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Clock alignment"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] QString whyWhole() const override;
    void retranslate() override;

    /// Which clock is used, and which ranks can be aligned.
    [[nodiscard]] QString note() const;
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] const RowSourceModel &model() const { return *m_table->rows(); }
    [[nodiscard]] QPushButton *alignButton() const { return m_align; }
    [[nodiscard]] QPushButton *filesButton() const { return m_files; }
    /// Which clock pictures of the ranks of this run show now.
    [[nodiscard]] ClockUse clock() const;

protected:
    void refresh() override;

private:
    void show();
    void apply(bool aligned);
    /// True if the rank's timestamps are corrected by its alignment.
    [[nodiscard]] bool isApplied(const RankAlignment &alignment) const;
    [[nodiscard]] RankRef refOf(const RankAlignment &a) const { return {m_run, a.rankIndex}; }

    TableView *m_table;
    QPushButton *m_align;
    QPushButton *m_files;
    QLabel *m_note;
    LatestJob<std::vector<RankAlignment>> m_job;
    std::vector<std::shared_ptr<const RankData>> m_ranks; ///< whose clocks they are, or are being compared
    std::vector<RankAlignment> m_clocks;
    int m_run = -1;
};

} // namespace rs
