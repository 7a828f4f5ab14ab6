// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "views/page/dockview.h"
#include "views/page/rowjump.h"
#include "views/widgets/latestjob.h"

#include <QTimer>

#include <map>
#include <memory>
#include <vector>

class QLabel;
class QTabBar;
class QStackedLayout;

namespace rs {

class TableView;
class EmptyState;
class RowSourceModel;

/// What there is to act on, in two tables: what holds the open runs up, the dearest first, each row leading on to where
/// the next look belongs; and the health of what was read, every finding with its file, place and consequence.
class FindingsView final : public DockView
{
    Q_OBJECT
public:
    explicit FindingsView(const ViewContext &context, QWidget *parent = nullptr);

    /// With the number of findings that lost data or could not be read.
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
    /// What a finding names, or its rank alone where it names no step that the trace has.
    void showInTimeline(const Row &row);
    void refreshSoon();
    void checkRuns();
    /// Only for who looks at it.
    void diagnoseRuns();
    void sayWhyNoDiagnosis();
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
    RowJump m_rowJump;
    std::map<int, std::shared_ptr<const Diagnosis>> m_diagnosed; ///< what the rows of the diagnosis say, by run
    QTimer m_refresh{this};
    LatestJob<RunFindings> m_checks;
    LatestJob<TimeWindow> m_jump;
    RunFindings m_disagreements;
    bool m_checksAreNew = false; ///< the rows of the diagnosis do not have what they found
    /// The states of the runs that m_disagreements is of. Weak: a rank that has to go must not live on here.
    std::map<int, std::weak_ptr<const Run>> m_checked;
    int m_bad = 0;
    bool m_manyRuns = false;
};

} // namespace rs
