// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/call.h"
#include "app/cli/runkeeper.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "importers/run/remoteruns.h"
#include "sql/savedqueries.h"
#include "tables/base/catalogue.h"

#include <QStringList>

#include <memory>
#include <thread>
#include <vector>

namespace rs::cli {

/// Watches for Ctrl+C and SIGTERM and cancels the job, and draws progress on stderr when that is a terminal. A second
/// Ctrl+C ends the program at once. Construct it before any other thread, which must inherit the blocked signals.
class Watcher
{
public:
    explicit Watcher(JobContext job);
    ~Watcher();
    Q_DISABLE_COPY_MOVE(Watcher)

    /// Ends the progress line; signals stay watched.
    void endProgress() { m_progress = false; }

private:
    void watch();

    JobContext m_job;
    std::atomic<bool> m_progress{true};
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

/// One call of the program: what was found, what was loaded, and what status that makes.
class Session
{
public:
    /// `limitMb` 0: 60 % of the machine's memory; a call with a keeper has the keeper's. `call` outlives the session.
    Session(Call &call, qint64 limitMb);

    [[nodiscard]] Call &call() { return m_call; }

    /// The runs below the paths. Ends the verb where there is none.
    [[nodiscard]] std::vector<Run> find(const QStringList &paths);
    /// Loads the ranks of that index (empty: all) and keeps their findings for the status. Ends the verb when
    /// interrupted.
    [[nodiscard]] std::shared_ptr<const Run> load(Run skeleton, const std::vector<int> &only = {});
    /// The same in two steps, for runs that may turn out not to be what the answer is made from.
    [[nodiscard]] std::shared_ptr<const Run> read(Run skeleton, const std::vector<int> &only = {});
    void keep(const Run &run, bool whole);
    /// The run, of which some ranks are loaded: where no file describes a domain, with the communication files of the
    /// others, which say who is in it. Ends the verb when interrupted.
    [[nodiscard]] std::shared_ptr<const Run> withNamedDomains(std::shared_ptr<const Run> run);

    [[nodiscard]] const JobContext &job() const { return m_job; }
    [[nodiscard]] ThreadPool &pool() { return m_call.keeper() ? m_call.keeper()->pool() : *m_pool; }
    /// The table of that id, which there must be.
    [[nodiscard]] const TableSpec &table(QStringView id) const { return *m_tables.find(id); }
    /// Findings of one loaded run and its ranks.
    struct RunReport
    {
        QString path;
        QString title;
        ImportReport report;
    };
    /// In the order in which the runs were loaded.
    [[nodiscard]] const std::vector<RunReport> &runReports() const { return m_runs; }
    /// Findings that belong to no run.
    [[nodiscard]] std::vector<Finding> findings() const { return m_report.findings(); }
    /// Adds what an analysis found out about the run that was loaded last.
    void addFindings(const std::vector<Finding> &findings);
    [[nodiscard]] double seconds() const { return m_seconds; }

    /// Ends the output: lost and unreadable data is repeated on stderr, and the status of all of it is given.
    [[nodiscard]] Exit finish(bool outputOk);
    /// Ends the verb when it was interrupted.
    void endIfInterrupted();
    /// The same when nothing could be answered, which the caller has explained: Nothing, unless the call was
    /// interrupted or ran out of memory.
    [[nodiscard]] Exit finishEmpty();

private:
    Call &m_call;
    JobContext m_job;
    std::unique_ptr<Watcher> m_watcher; ///< null where the caller cancels
    std::unique_ptr<ThreadPool> m_pool; ///< null where the keeper has one
    RemoteRuns m_remote;
    ImportReport m_report; ///< of no run
    std::vector<RunReport> m_runs;
    double m_seconds = 0;
    const Catalogue m_tables = catalogueOfUser();
};

/// Largest resident memory of the process so far, in units of 10^6 bytes; 0 where the system does not say.
[[nodiscard]] double peakMegabytes();

} // namespace rs::cli
