// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/exportchoice.h"
#include "core/run/rundata.h"

#include <QStringList>

#include <list>
#include <memory>
#include <vector>

namespace rs::cli {

/// Threads, the memory budget and the last loaded runs, shared by the calls of a program that answers many. One thread
/// at a time.
class RunKeeper
{
public:
    /// Paths whose runs are kept at once.
    static constexpr size_t mostPaths = 4;

    explicit RunKeeper(std::shared_ptr<MemoryBudget> budget) : m_budget(std::move(budget)) {}

    [[nodiscard]] ThreadPool &pool() { return m_pool; }
    [[nodiscard]] const std::shared_ptr<MemoryBudget> &budget() const { return m_budget; }
    /// Export that is read of ranks that were exported twice.
    void setExport(ExportChoice choice) { m_export = choice; }
    /// The runs below the paths, as they were when they were looked for first.
    [[nodiscard]] std::vector<Run> find(const QStringList &paths, const JobContext &job, ImportReport &report);
    /// All ranks of a run that was found, loaded once. Null when cancelled.
    [[nodiscard]] std::shared_ptr<const Run> read(const Run &skeleton, const JobContext &job);
    /// Looks at the paths anew when they are asked for next.
    void forget(const QStringList &paths);

private:
    struct Found
    {
        QStringList paths;
        std::vector<Run> runs;
        ImportReport report;
        std::vector<std::shared_ptr<const Run>> loaded; ///< by run; null: not yet
    };

    std::shared_ptr<MemoryBudget> m_budget;
    ThreadPool m_pool;
    ExportChoice m_export = ExportChoice::Fuller;
    std::list<Found> m_found; ///< the one that was used last first
};

} // namespace rs::cli
