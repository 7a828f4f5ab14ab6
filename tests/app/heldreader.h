// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/runreader.h"

#include <QStringList>

#include <condition_variable>
#include <memory>
#include <mutex>

namespace rs::test {

/// A rank with host operators that launch kernels, a communication operator, and one step; kernels are named after
/// `rank`.
[[nodiscard]] std::shared_ptr<const RankData> smallRank(int rank, const QString &folder);

/// A run of that path whose ranks are known and not read yet.
[[nodiscard]] Run unreadRun(const QString &path, int ranks);

/// A reader without files that stops wherever a test wants to look. Every path is a run of `ranks` ranks; a path that
/// holds "empty" is nothing. Gates are open unless a test closes them.
class HeldReader
{
public:
    explicit HeldReader(int ranks = 2) : m_ranks(ranks) {}

    [[nodiscard]] RunReader reader();

    void holdDiscovery() { set(m_discoveryOpen, false); }
    void releaseDiscovery() { set(m_discoveryOpen, true); }
    /// Ranks from this index on are held; 0 holds all.
    void holdRanksFrom(int index) { set(m_ranksOpen, index); }
    void releaseRanks() { set(m_ranksOpen, 1000); }
    /// Waits until so many discoveries or loads were begun. False after ten seconds.
    [[nodiscard]] bool waitForDiscoveries(int count) { return waitFor(m_discoveries, count); }
    [[nodiscard]] bool waitForLoads(int count) { return waitFor(m_loads, count); }
    [[nodiscard]] int loadsEndedByCancel();

private:
    template <typename T>
    void set(T &what, T value)
    {
        const std::lock_guard lock(m_mutex);
        what = value;
        m_changed.notify_all();
    }
    [[nodiscard]] bool waitFor(const int &counter, int count);

    int m_ranks;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_discoveryOpen = true;
    int m_ranksOpen = 1000;
    int m_discoveries = 0;
    int m_loads = 0;
    int m_cancelled = 0;
};

} // namespace rs::test
