// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/canvas/flowoverlay.h"
#include "views/widgets/latestjob.h"

#include <functional>

namespace rs {

class ThreadPool;
class TimelineData;
struct Selection;

/// Finds, in a job, the chain of causes and effects of the selected slice: the lines that are drawn beside its own.
class ChainFinder
{
public:
    ChainFinder(const TimelineData *data, ThreadPool *pool, std::function<void(const DrawnChain &)> show);

    /// Shows an empty chain at once, and the selection's when it is found.
    void find(const Selection &selection);
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

private:
    const TimelineData *m_data;
    ThreadPool *m_pool;
    std::function<void(const DrawnChain &)> m_show;
    LatestJob<DrawnChain> m_job;
};

} // namespace rs
