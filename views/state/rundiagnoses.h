// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"
#include "views/widgets/latestjob.h"

#include <QObject>

#include <map>
#include <memory>

namespace rs {

/// The diagnosis of each open run, computed once for all views that show it, when the first of them asks. Lives on the
/// GUI thread.
class RunDiagnoses : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive it.
    RunDiagnoses(RunStore &runs, ViewState &state, ThreadPool &pool, QObject *parent = nullptr);

    /// Diagnosis of what is loaded now, by the thresholds and reference rates of the state. Null while ranks load,
    /// while it is computed, which this begins, and if there is no memory for it: changed() tells when to ask again.
    [[nodiscard]] std::shared_ptr<const Diagnosis> of(int run);
    /// Threads for verdicts on whole runs, so that pages do not queue behind them.
    [[nodiscard]] ThreadPool &pool() const { return m_pool; }
    [[nodiscard]] bool isComputing(int run) const;
    [[nodiscard]] bool lacksMemory(int run) const;

signals:
    /// There is an answer, or the one that was given no longer holds.
    void changed(int run);

private:
    struct Entry
    {
        LatestJob<std::shared_ptr<const Diagnosis>> job;
        std::weak_ptr<const Run> run; ///< what is asked about; weak: a rank that has to go must not live on here
        std::shared_ptr<const Diagnosis> answer;
        bool lacksMemory = false;
        void forget();
    };
    [[nodiscard]] bool isCurrent(int run, const Entry &entry) const;
    void dropOutdated(int run, Entry &entry);
    void begin(int run, Entry &entry);

    RunStore &m_runs;
    ViewState &m_state;
    ThreadPool &m_pool;
    std::map<int, Entry> m_entries; ///< by run
};

} // namespace rs
