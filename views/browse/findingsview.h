// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "views/page/dockview.h"
#include "views/page/rowjump.h"
#include "views/widgets/latestjob.h"

#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QTabBar;
class QStackedLayout;

namespace rs {

class TableView;
class EmptyState;
class WhatIfPanel;
class RowSourceModel;

/// Two tables: problems of the open runs, the most costly first, each row leading to the next look; and findings on the
/// files that were read, with file, place and consequence.
class FindingsView final : public DockView
{
    Q_OBJECT
public:
    explicit FindingsView(const ViewContext &context, QWidget *parent = nullptr);

    /// With the number of files that could not be read, else of those that lost data.
    [[nodiscard]] QString title() const override;
    /// "diagnosis" or "files".
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] QString summary() const;
    [[nodiscard]] RowSourceModel *model() const;
    /// Behind a row of the model.
    [[nodiscard]] const Finding &finding(int row) const { return m_rows[static_cast<size_t>(row)].finding; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] TableView *diagnosisTable() const { return m_diagnosis; }
    /// Asks for the gain without a verdict of a run, whose row is selected as soon as it is there.
    void askGain(int run, const Verdict &verdict);
    /// Beside the diagnosis: what the steps would gain.
    [[nodiscard]] WhatIfPanel *whatIf() const { return m_whatIf; }
    /// Diagnosis, files.
    [[nodiscard]] QTabBar *tabs() const { return m_tabs; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

protected:
    void retranslate() override;
    void showEvent(QShowEvent *event) override;

private:
    struct Row
    {
        int run = -1;
        Finding finding;
    };
    void refresh();
    [[nodiscard]] RankRef rankOf(const Row &row) const;
    /// Shows the place of a finding, or its rank if it names no step that the trace has.
    void showInTimeline(const Row &row);
    void refreshSoon();
    void checkRuns();
    /// Only for who looks at it.
    void diagnoseRuns();
    void sayWhyNoDiagnosis();
    void selectAsked();
    [[nodiscard]] bool isDiagnosing() const;
    void showTab();
    void layOut();
    void connectTables();
    [[nodiscard]] std::map<int, std::shared_ptr<const Run>> openRuns() const;

    /// Findings by the position of their run.
    using RunFindings = std::map<int, std::vector<Finding>>;

    std::vector<Row> m_rows; ///< the worst first
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_page;
    QLabel *m_health;
    QLabel *m_counts;
    QTabBar *m_tabs;
    bool m_tabChosen = false; ///< by the user; else files stand first where something was lost
    QStackedLayout *m_tables = nullptr;
    TableView *m_table;
    TableView *m_diagnosis;
    WhatIfPanel *m_whatIf;
    std::optional<std::pair<int, Phrase>>
        m_asked; ///< run and sentence of the verdict whose row is still to be selected
    RowJump m_rowJump;
    std::map<int, std::shared_ptr<const Diagnosis>> m_diagnosed; ///< what the rows of the diagnosis say, by run
    QTimer m_refresh{this};
    LatestJob<RunFindings> m_checks;
    LatestJob<TimeWindow> m_jump;
    RunFindings m_disagreements;
    bool m_checksAreNew = false; ///< the rows of the diagnosis do not have what they found
    /// The states of the runs that m_disagreements is of. Weak: a rank that has to go must not live on here.
    std::map<int, std::weak_ptr<const Run>> m_checked;
    int m_errors = 0;
    int m_losses = 0;
    bool m_manyRuns = false;
};

} // namespace rs
