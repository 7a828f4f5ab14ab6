// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <vector>

namespace rs {

/// Depths of slices as the file has them: the Python calls of a thread, which are a lane of their own in the timeline,
/// and its operators lie within each other on one thread.
class ThreadDepths
{
public:
    /// Looks at these lanes. Depths stay those of the timeline where the job is cancelled.
    ThreadDepths(const Trace &trace, const std::vector<LaneId> &lanes, const JobContext &job);

    /// 0 on top. `row` is that of the slice in its lane.
    [[nodiscard]] quint32 of(LaneId lane, quint32 row, SliceId slice) const;
    /// Rows that the thread of the lane takes.
    [[nodiscard]] quint32 rowsOf(LaneId lane) const;
    [[nodiscard]] qint64 bytes() const;

private:
    struct Shared
    {
        std::vector<quint32> depth; ///< by slice of the lane; empty: its own
        quint32 rows = 0;
    };
    const Trace &m_trace;
    std::vector<Shared> m_lanes; ///< empty without Python calls
};

} // namespace rs
