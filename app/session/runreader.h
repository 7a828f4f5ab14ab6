// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/exportchoice.h"
#include "core/run/rundata.h"
#include "views/state/viewcontext.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace rs {

/// Reports of a loader while it works. Called from worker threads.
struct LoadEvents
{
    std::function<void(int index)> onStart;
    /// The small part of a rank, before the rank itself.
    std::function<void(int index, std::shared_ptr<const RankData>)> onPart;
    /// The trace of a rank, before the rank itself.
    std::function<void(int index, std::shared_ptr<const Trace>)> onLanes;
    /// Null data: the rank could not be read.
    std::function<void(int index, std::shared_ptr<const RankData>)> onRank;
    /// The loader puts here how far a rank is, 0..1; the session asks now and then. Never null.
    std::shared_ptr<class LoadProgress> progress;
};

/// A question that the loader answers from any thread and the session asks on the GUI thread.
class LoadProgress
{
public:
    void answerWith(std::function<double(int index)> fraction)
    {
        const std::lock_guard lock(m_mutex);
        m_fraction = std::move(fraction);
    }
    /// 0 while nobody answers.
    [[nodiscard]] double fraction(int index) const
    {
        const std::lock_guard lock(m_mutex);
        return m_fraction ? m_fraction(index) : 0;
    }

private:
    mutable std::mutex m_mutex;
    std::function<double(int)> m_fraction;
};

/// Functions of the importers that a session needs. Handed in, so that tests can hold a load at any stage.
struct RunReader
{
    std::function<std::vector<Run>(const QStringList &paths, const JobContext &, ImportReport &)> discover;
    /// Loads the ranks of `only` (indices into infos). The returned run holds the run-wide data.
    std::function<Run(Run skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &, const LoadEvents &)>
        load;
    /// Turns a rank to another of its captures; false when that is not there.
    std::function<bool(Run &run, int index, const QString &folder, const JobContext &)> useCapture;
};

/// Export that the user wants of ranks that were exported twice. Asked from workers.
using WantedExport = std::shared_ptr<const std::atomic<ExportChoice>>;

/// The real importers. Ranks go through `cache` where there is one, paths on other hosts through `remote`.
[[nodiscard]] RunReader fileRunReader(std::shared_ptr<const class RankCache> cache = {}, WantedExport wanted = {},
                                      std::shared_ptr<class RemoteRuns> remote = {});
/// Args of a slice from its source file; for ViewContext::readArgs.
[[nodiscard]] ArgLines readArgLines(const Trace &trace, SliceId slice);
/// Args in the text of one event; for EventAccess::parse.
[[nodiscard]] ArgLines parseArgLines(std::string_view event);

} // namespace rs
