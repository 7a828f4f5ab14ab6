// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/chainfinder.h"

#include "analysis/host/flowchain.h"
#include "views/state/viewstate.h"

#include <utility>

namespace rs {

ChainFinder::ChainFinder(const TimelineData *data, ThreadPool *pool, std::function<void(const DrawnChain &)> show)
    : m_data(data), m_pool(pool), m_show(std::move(show))
{
}

void ChainFinder::find(const Selection &selection)
{
    const TimelineRank *const rank = selection.kind == Selection::Kind::Slice ? m_data->rank(selection.rank) : nullptr;
    m_show({});
    if (!rank || raw(selection.slice) >= rank->trace->slices().size())
        return m_job.cancel();
    m_job.start(
        *m_pool,
        [trace = rank->trace, ref = selection.rank, slice = selection.slice](const JobContext &job) {
            return DrawnChain{ref, slice, flowsBeyond(*trace, flowChain(*trace, slice, job))};
        },
        m_show);
}

} // namespace rs
