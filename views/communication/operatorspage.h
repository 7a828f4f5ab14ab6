// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/communication/operatorbars.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>

class QLabel;
class QLineEdit;

namespace rs {

class ChartFrame;
class ChartHalves;
class OperatorChart;
class Picker;
class RowSource;
class TableView;

/// Communication › Operators: the operators of the chosen domain and step over the ranks, and the times of all ranks of
/// the selected one.
class OperatorsPage final : public Page
{
    Q_OBJECT
public:
    explicit OperatorsPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    void retranslate() override;

    [[nodiscard]] OperatorChart *chart() const { return m_chart; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] ChartHalves *halves() const { return m_halves; }
    [[nodiscard]] Picker *alignmentPicker() const { return m_alignPicker; }
    [[nodiscard]] QLineEdit *nameFilter() const { return m_name; }
    /// Text on the selected operator if it has no table.
    [[nodiscard]] QString help() const;

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;

private:
    // Not the run itself: ranks that give way leave the memory.
    struct Shown
    {
        std::shared_ptr<const CommOperators> operators;
        std::shared_ptr<const OperatorBars> bars;
        int runAt = -1;
        QString step;                       ///< whose operators they are; empty: all
        std::vector<int> clusterRanks = {}; ///< their numbers, where the run has no rank folders
    };

    void compute(bool reload);
    void take(Shown shown);
    void showEmptyReason();
    void operatorChosen(int row, int op);
    void showTable();
    void describeSelected();
    void followSelection();
    /// Shows the target of a jump, even if type and name leave it out.
    void showAsked(std::pair<int, int> place);
    [[nodiscard]] int firstOf(const RankOperators &rank, const QString &name) const;
    [[nodiscard]] int firstRowWith(const QString &name) const;
    void showInTimeline(int row, int op);
    /// Shows the operator of a rank of the table in the timeline.
    void openRow(int row);
    [[nodiscard]] const RankOperator *selectedOperator() const;
    void alignBySelected();
    void nameAnchor();
    [[nodiscard]] OperatorAlignment alignment() const;
    [[nodiscard]] QString labelOf(int rankIndex) const;
    /// Invalid: the rank is none of the run's own, and there is nothing to jump to.
    [[nodiscard]] RankRef shownRank(int rankIndex) const;

    Picker *m_alignPicker;
    Picker *m_kindPicker;
    QLineEdit *m_name;
    QLabel *m_help; ///< where there is no table below: what opens it
    OperatorChart *m_chart;
    ChartFrame *m_frame;
    TableView *m_table;
    ChartHalves *m_halves;
    LatestJob<Shown> m_job;
    LatestJob<std::shared_ptr<const RowSource>> m_rowsJob;
    bool m_reloading = false;
    bool m_asked = false; ///< a jump led here, and nothing was chosen since
    Shown m_shown;
    int m_run = -1;
    quint32 m_anchor = RankOperator::none;
    TimeWindow m_restored; ///< of a session, until there is something to show in it
};

} // namespace rs
