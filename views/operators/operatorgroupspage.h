// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorgroups.h"
#include "tables/operators/operatorgrouptables.h"
#include "views/operators/operatorpies.h"
#include "views/page/rowjump.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QSplitter;
class QTabWidget;

namespace rs {

class ChartFrame;
class Histogram;
class Picker;
class TablePage;
class TableView;
class ValueBars;

/// Operators of the current rank, or of all ranks, in groups: pies, a table, and of the selected group its kernels, how
/// long they take, whether that changes from step to step, and what bounds them.
class OperatorGroupsPage final : public Page
{
    Q_OBJECT
public:
    explicit OperatorGroupsPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return isOfAllRanks(); }
    [[nodiscard]] bool takesRankGroup() const override { return isOfAllRanks(); }
    [[nodiscard]] bool hasStamps() const override { return true; }
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    /// "groups", "kernels" or "l2".
    void showTable(const QString &name);
    [[nodiscard]] QString shownTable() const;

    [[nodiscard]] Picker *groupingPicker() const { return m_by; }
    [[nodiscard]] Picker *ranksPicker() const { return m_ranks; }
    [[nodiscard]] Picker *corePicker() const { return m_core; }
    [[nodiscard]] Picker *topPicker() const { return m_top; }
    [[nodiscard]] OperatorPies *pies() const { return m_pies; }
    [[nodiscard]] TableView *groups() const { return m_groups; }
    [[nodiscard]] TableView *kernels() const { return m_kernels; }
    [[nodiscard]] TablePage *l2() const { return m_l2; }
    [[nodiscard]] Histogram *durations() const { return m_durations; }
    [[nodiscard]] ValueBars *steps() const { return m_steps; }
    /// Sentence on the selected group.
    [[nodiscard]] QString verdict() const;

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Groups
    {
        OperatorGroups found; ///< without its rows
        std::shared_ptr<const OperatorGroupRows> rows;
        std::vector<OperatorPies::Part> cores;
        QStringList coreNames; ///< that can be chosen
        QString core;          ///< that the rows are of; empty: all
        Phrase whyEmpty;
    };
    struct Detail
    {
        GroupProfile profile;
        std::shared_ptr<const RowSource> kernels;
        int rank = -1; ///< whose kernels they are
    };

    [[nodiscard]] bool isOfAllRanks() const;
    [[nodiscard]] OperatorGroupBy grouping() const;
    [[nodiscard]] OperatorGroupQuery query() const;
    [[nodiscard]] std::vector<int> rankIndices(const Run &run) const;
    [[nodiscard]] std::shared_ptr<const Run> runInUse() const;
    void build();
    void take(Groups groups);
    void showPies();
    void addChoices();
    [[nodiscard]] std::vector<PickerItem> cores() const;
    void fillCores();
    void empty(const QString &why);
    void select(int row);
    void followSelection();
    void showDetail(Detail detail);
    /// Tabs say whose rows they list where the groups are of all ranks.
    void showRanks();
    void showVerdict();
    void showBin(int bin);
    [[nodiscard]] const OperatorGroup *selected() const;
    [[nodiscard]] QString selectedName() const;
    [[nodiscard]] QString groupingTitle() const;

    Picker *m_by = nullptr;
    Picker *m_ranks = nullptr;
    Picker *m_core = nullptr;
    Picker *m_top = nullptr;
    OperatorPies *m_pies;
    ChartFrame *m_pieFrame;
    Histogram *m_durations;
    ChartFrame *m_durationFrame;
    ValueBars *m_steps;
    ChartFrame *m_stepFrame;
    QTabWidget *m_charts;
    QLabel *m_verdict;
    QTabWidget *m_tables;
    TableView *m_groups;
    TableView *m_kernels;
    TablePage *m_l2;
    RowJump m_jump;
    LatestJob<Groups> m_job;
    LatestJob<Detail> m_detailJob;
    std::shared_ptr<const OperatorGroupRows> m_rows;
    OperatorGroups m_found; ///< of the rows, without them
    std::vector<OperatorPies::Part> m_cores;
    QStringList m_coreNames;
    OperatorGroupKey m_key; ///< of the selected group
    GroupProfile m_profile;
    int m_selected = -1;
    bool m_follows = false; ///< the selection has changed and its group is still to be shown
    int m_kernelsOf = -1;   ///< whose kernels are listed
    std::optional<qint64> m_kernelCount;
    RankRef m_of;
};

} // namespace rs
