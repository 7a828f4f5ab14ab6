// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "importers/cache/rankcache.h"

#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace rs {

/// Progress of each rank of one load. Made by the caller, filled by loadRun, polled from any thread.
class RankProgress
{
public:
    enum class State : quint8 { Waiting, Loading, Done };

    explicit RankProgress(size_t ranks) : m_parts(ranks) {}
    [[nodiscard]] State state(int rankIndex) const;
    /// 0..1, by bytes read; 1 when the rank is done.
    [[nodiscard]] double fraction(int rankIndex) const;

    // For the loader.
    void begin(int rankIndex, const JobContext &job, qint64 bytes);
    void end(int rankIndex);

private:
    struct Part
    {
        State state = State::Waiting;
        JobContext job;
        qint64 bytes = 0;
    };
    mutable std::mutex m_mutex;
    std::vector<Part> m_parts;
};

struct LoadOptions
{
    /// Called from a worker thread when the reading of a rank begins.
    std::function<void(int rankIndex)> onStart;
    /// Called from a worker thread with what RankData::withoutTrace() keeps of a rank, long before the rank is
    /// complete: with its steps, and again with its communication files, but for the rank that is begun first. Not for
    /// ranks without any of it.
    std::function<void(int rankIndex, std::shared_ptr<const RankData>)> onPart;
    /// Called from a worker thread with the trace of a rank before its tables are read. The rank comes with another one
    /// that shares its columns and may differ in kinds. Not for ranks that come whole from the cache.
    std::function<void(int rankIndex, std::shared_ptr<const Trace>)> onLanes;
    /// Called from a worker thread as soon as a rank is complete. A rank of which nothing could be read carries the
    /// findings that say why; it is null only when there was no memory even for those.
    std::function<void(int rankIndex, std::shared_ptr<const RankData>)> onRank;
    /// Only these indices of Run::infos, begun in this order, the first one before all others; empty = all, in rank
    /// order.
    std::vector<int> only;
    /// Ranks of an index are read while their packs have so many bytes together, but for the first one, which always
    /// is; onPart brings the summaries of the others, and onRank does not come.
    qint64 packBytes = std::numeric_limits<qint64>::max();
    /// Called from a worker thread before the pack of a rank is read, which it brings where the pack lies elsewhere.
    /// False: the rank keeps its summary, and onRank does not come.
    std::function<bool(int rankIndex)> fetch;
    /// Ranks that were read before come from here, and others are kept here; null: every file is read.
    std::shared_ptr<const RankCache> cache;
    /// Per-rank progress for display; may be null.
    std::shared_ptr<RankProgress> progress;
};

/// Gives ranks the hosts and devices that only the cluster analysis states.
void placeRanks(Run &run, const JobContext &job, ImportReport &report);
/// Reads what the cluster analysis says of the run.
void readCluster(Run &run, const JobContext &job, ImportReport &report);

/// Reads the ranks, several at a time, and the run-wide files. Each file that is called used is read whole.
/// Null when cancelled. When the memory budget does not hold a rank, RankData::overBudget is set, it carries an Error
/// finding and the job is marked over budget; what is loaded stays counted in the budget until its RankData is given
/// up. The same where the machine gives no more memory. Throws std::bad_alloc only when there is none to begin with.
std::shared_ptr<const Run> loadRun(Run skeleton, ThreadPool &pool, const JobContext &job,
                                   const LoadOptions &options = {});

/// The run with what the communication files of the ranks say that were not read, and who is in their groups; nothing
/// else of them, and none of their findings. Null when cancelled.
std::shared_ptr<const Run> withCommunicationOfOthers(const Run &run, ThreadPool &pool, const JobContext &job);

/// One rank, e.g. again after its files changed. Null when cancelled.
std::shared_ptr<const RankData> loadRank(const Run &run, int rankIndex, ThreadPool &pool, const JobContext &job);

} // namespace rs
