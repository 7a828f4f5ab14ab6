// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"
#include "views/widgets/latestjob.h"

#include <QTimer>

#include <map>
#include <memory>
#include <vector>

class QLabel;
class QStackedLayout;

namespace rs {

class TableView;
class EmptyState;
class RowSourceModel;

/// The health of what was read: a summary, and every finding with its file, place and consequence.
class FindingsView final : public DockView
{
    Q_OBJECT
public:
    explicit FindingsView(const ViewContext &context, QWidget *parent = nullptr);

    /// With the number of findings that lost data or could not be read.
    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool isComplete() const override
    {
        return !m_refresh.isActive() && !m_checks.isRunning() && !m_jump.isRunning();
    }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] RowSourceModel *model() const { return m_model; }
    /// Behind a row of the model.
    [[nodiscard]] const Finding &finding(int row) const { return m_rows[static_cast<size_t>(row)].finding; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

protected:
    void retranslate() override;

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

    /// Findings by the position of their run.
    using RunFindings = std::map<int, std::vector<Finding>>;

    std::vector<Row> m_rows; ///< the worst first
    RowSourceModel *m_model;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_page;
    QLabel *m_health;
    QLabel *m_counts;
    TableView *m_table;
    QTimer m_refresh{this};
    LatestJob<RunFindings> m_checks;
    LatestJob<TimeWindow> m_jump;
    RunFindings m_disagreements;
    /// The states of the runs that m_disagreements is of. Weak: a rank that has to go must not live on here.
    std::map<int, std::weak_ptr<const Run>> m_checked;
    int m_bad = 0;
    bool m_manyRuns = false;
};

} // namespace rs
