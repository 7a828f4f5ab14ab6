// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/slicestore.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rs {

/// Numbers [first, last) whose stamps ascend.
struct AscendingRun
{
    quint32 first = 0;
    quint32 last = 0;
};

/// The numbers of several runs that pass `keep`, one after the other in order of their stamp, then of the number.
/// Nothing is copied, and a stretch of one run costs a comparison each.
template <typename Keep, typename StampOf>
class RunMerge
{
public:
    RunMerge(const std::vector<AscendingRun> &runs, Keep keep, StampOf stampOf)
        : m_keep(std::move(keep)), m_stampOf(std::move(stampOf))
    {
        for (size_t i = 0; i < runs.size(); ++i) {
            Run run{0, runs[i].first, runs[i].last, static_cast<quint32>(i)};
            if (find(run))
                m_runs.push_back(run);
        }
        std::make_heap(m_runs.begin(), m_runs.end(), later);
        takeFirst();
    }

    [[nodiscard]] bool isAtEnd() const { return m_now.at >= m_now.last; }
    [[nodiscard]] quint32 number() const { return m_now.at; }
    [[nodiscard]] qint64 stamp() const { return m_now.stamp; }
    /// Which of the runs the number is of.
    [[nodiscard]] quint32 run() const { return m_now.run; }
    void next()
    {
        ++m_now.at;
        if (!find(m_now)) {
            takeFirst();
        } else if (!m_runs.empty() && later(m_now, m_runs.front())) {
            std::swap(m_now, m_runs.front());
            settleFirst();
        }
    }

private:
    struct Run
    {
        qint64 stamp = 0; ///< stamp of the number `at`
        quint32 at = 0;
        quint32 last = 0;
        quint32 run = 0;
    };
    static bool later(const Run &a, const Run &b) { return a.stamp != b.stamp ? a.stamp > b.stamp : a.at > b.at; }

    bool find(Run &run) const
    {
        while (run.at < run.last && !m_keep(run.at))
            ++run.at;
        if (run.at < run.last)
            run.stamp = m_stampOf(run.at);
        return run.at < run.last;
    }
    // Puts the front of the heap where it belongs: one walk down, where pop_heap() and push_heap() take two.
    void settleFirst()
    {
        size_t i = 0;
        for (size_t child = 1; child < m_runs.size(); child = 2 * i + 1) {
            if (child + 1 < m_runs.size() && later(m_runs[child], m_runs[child + 1]))
                ++child;
            if (!later(m_runs[i], m_runs[child]))
                return;
            std::swap(m_runs[i], m_runs[child]);
            i = child;
        }
    }
    void takeFirst()
    {
        m_now = {};
        if (m_runs.empty())
            return;
        std::pop_heap(m_runs.begin(), m_runs.end(), later);
        m_now = m_runs.back();
        m_runs.pop_back();
    }

    Keep m_keep;
    StampOf m_stampOf;
    Run m_now;
    std::vector<Run> m_runs; ///< a heap of the others, that which comes first in front
};

/// The slices of several rows that pass `keep(slice)`, in order of start: rows are sorted already.
template <typename Keep>
auto mergeRows(const SliceStore &slices, const std::vector<SliceStore::Span> &rows, Keep keep)
{
    std::vector<AscendingRun> runs;
    runs.reserve(rows.size());
    for (const SliceStore::Span &row : rows)
        runs.push_back({row.first, row.last});
    return RunMerge(
        runs, [keep = std::move(keep)](quint32 i) { return keep(SliceId{i}); },
        [&slices](quint32 i) { return slices.start(SliceId{i}); });
}

} // namespace rs
