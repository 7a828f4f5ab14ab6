// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/baseinformation.h"
#include "tables/base/rowsource.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QWidget>

#include <memory>
#include <vector>

class QToolButton;

namespace rs {

class ElidedLabel;
class TableView;

/// Base information of the run in one line, which unfolds to the table `base`.
class BaseHead : public QWidget
{
    Q_OBJECT
public:
    explicit BaseHead(const ViewContext &context, QWidget *parent = nullptr);

    void setRun(int run);
    /// Hides the line on a page that is too low for it.
    void setCompact(bool compact);
    [[nodiscard]] bool isUnfolded() const;
    void setUnfolded(bool unfolded);
    [[nodiscard]] QString line() const;
    [[nodiscard]] QToolButton *button() const { return m_fold; }
    [[nodiscard]] TableView *table() const { return m_table; }
    void retranslate();

signals:
    void folded(bool unfolded);

private:
    struct Answer
    {
        std::vector<BaseFact> facts;
        std::shared_ptr<const RowSource> rows;
        int stopped = 0; ///< ranks with fewer steps than the schedule of the profiler asks for
    };
    void refresh();
    void showLine();

    ViewContext m_context;
    QToolButton *m_fold;
    ElidedLabel *m_line;
    TableView *m_table;
    LatestJob<Answer> m_job;
    Answer m_answer;
    int m_run = -1;
    bool m_compact = false;
    std::weak_ptr<const Run> m_of;
};

} // namespace rs
