// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/overviewfigures.h"
#include "analysis/overview/timebreakdownrows.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace rs {

/// The buckets of what the bars show. The bars are there before: these follow a moment later, once the user is not
/// choosing on.
class BarBreakdowns : public QObject
{
    Q_OBJECT
public:
    explicit BarBreakdowns(const ViewContext &context, QObject *parent = nullptr);

    /// Shows these figures of a run; null: none.
    void show(const std::shared_ptr<const Run> &run, const OverviewFacts *facts, const FiguresQuery &figures);
    /// Makes the next show() compute anew, even if nothing seems to change.
    void forget() { m_of = {}; }
    /// Null while they are not there, or not known.
    [[nodiscard]] const TimeBreakdownTotals *of(const OverviewItem &item) const;

signals:
    void changed();

private:
    struct Of
    {
        const OverviewFacts *facts = nullptr;
        QString step;
        int rank = -1;
        bool sums = false;
        bool operator==(const Of &) const = default;
    };
    void start();

    ThreadPool *m_pool;
    LatestJob<TimeBreakdownSums> m_job;
    TimeBreakdownSums m_breakdowns;
    Of m_of;
    std::weak_ptr<const Run> m_run;
    QTimer m_delay{this};
};

} // namespace rs
