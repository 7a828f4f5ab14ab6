// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"
#include "views/widgets/latestjob.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace rs {

/// A loaded rank with a trace.
struct LoadedRank
{
    RankRef ref;
    std::shared_ptr<const RankData> data;
};

/// One result for each rank of a run. A rank is computed once; when another one comes, only that one is.
template <typename Result>
class RankResults
{
public:
    using Work = std::function<Result(const LoadedRank &, const JobContext &)>;
    struct Entry
    {
        LoadedRank rank;
        std::shared_ptr<const Result> result;
    };

    /// `done` is called on the GUI thread, at once when nothing is missing.
    void update(ThreadPool &pool, const std::vector<LoadedRank> &ranks, const Work &work,
                const std::function<void()> &done)
    {
        std::erase_if(m_entries, [&ranks](const Entry &e) {
            return std::none_of(ranks.begin(), ranks.end(),
                                [&e](const LoadedRank &r) { return r.data == e.rank.data; });
        });
        std::vector<LoadedRank> missing;
        for (const LoadedRank &r : ranks) {
            if (!of(r.data))
                missing.push_back(r);
        }
        if (missing.empty()) {
            m_job.cancel();
            done();
            return;
        }
        m_job.start(
            pool,
            [missing, work](const JobContext &job) {
                std::vector<Entry> out;
                for (const LoadedRank &r : missing) {
                    auto result = std::make_shared<const Result>(work(r, job));
                    if (job.isCanceled())
                        break;
                    out.push_back({r, std::move(result)});
                }
                return out;
            },
            [this, done](std::vector<Entry> fresh) {
                m_entries.insert(m_entries.end(), std::make_move_iterator(fresh.begin()),
                                 std::make_move_iterator(fresh.end()));
                std::sort(m_entries.begin(), m_entries.end(),
                          [](const Entry &a, const Entry &b) { return a.rank.ref < b.rank.ref; });
                done();
            });
    }

    /// As LatestJob has it.
    void onOutOfMemory(std::function<void(Shortage)> tell) { m_job.onOutOfMemory(std::move(tell)); }
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }
    /// In rank order.
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }
    [[nodiscard]] const Result *of(const std::shared_ptr<const RankData> &data) const
    {
        const auto it =
            std::find_if(m_entries.begin(), m_entries.end(), [&data](const Entry &e) { return e.rank.data == data; });
        return it == m_entries.end() ? nullptr : it->result.get();
    }
    void clear()
    {
        m_job.cancel();
        m_entries.clear();
    }

private:
    std::vector<Entry> m_entries;
    LatestJob<std::vector<Entry>> m_job;
};

} // namespace rs
