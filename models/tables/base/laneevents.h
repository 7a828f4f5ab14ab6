// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "tables/base/rowsource.h"

#include <memory>
#include <vector>

namespace rs {

/// Every slice of one lane as rows, straight from the columns of the trace.
class LaneEvents final : public RowSource
{
public:
    enum Column : quint8 { Name, Start, Duration, Self, Depth };

    /// Computes the self times, so call it from a job. `index`: of the rank in its run.
    LaneEvents(std::shared_ptr<const RankData> rank, LaneId lane, int index);

    [[nodiscard]] static std::vector<ColumnSpec> specs();
    [[nodiscard]] const RankData &rank() const { return *m_rank; }
    [[nodiscard]] LaneId lane() const { return m_lane; }
    /// Row of a slice of this lane.
    [[nodiscard]] quint32 rowOf(SliceId slice) const { return raw(slice) - m_span.first; }
    [[nodiscard]] SliceId slice(quint32 row) const { return SliceId{m_span.first + row}; }

    [[nodiscard]] quint32 rows() const override { return m_span.size(); }
    [[nodiscard]] quint32 textCount() const override { return m_rank->trace->strings().size(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_rank->trace->strings().view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] RowPlace place(quint32 row) const override;

private:
    std::shared_ptr<const RankData> m_rank;
    LaneId m_lane;
    int m_index;
    SliceStore::Span m_span;
    std::vector<qint64> m_self;
};

} // namespace rs
