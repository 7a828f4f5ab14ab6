// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "tables/base/lookuprows.h"

#include <memory>
#include <vector>

namespace rs {

/// Every slice of one lane as rows, straight from the columns of the trace.
class LaneEvents final : public LookupRows
{
public:
    enum Column : quint8 { Name, Start, Duration, Self, Depth };

    /// Computes the self times, so call it from a job. `index`: of the rank in its run.
    LaneEvents(std::shared_ptr<const RankData> rank, LaneId lane, int index);

    [[nodiscard]] static std::vector<ColumnSpec> specs();
    [[nodiscard]] const RankData &rank() const { return *m_rank; }
    [[nodiscard]] LaneId lane() const { return m_lane; }
    /// Row of a slice of this lane.
    [[nodiscard]] quint32 rowOf(SliceId slice) const { return raw(slice) - m_first; }
    [[nodiscard]] SliceId slice(quint32 row) const { return SliceId{m_first + row}; }

private:
    std::shared_ptr<const RankData> m_rank;
    LaneId m_lane;
    quint32 m_first = 0; ///< slice
};

} // namespace rs
