// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"
#include "items/rowsource.h"

#include <QCoreApplication>

namespace rs {

/// Every slice of one lane as rows, straight from the columns of the trace.
class LaneEvents final : public RowSource
{
    Q_DECLARE_TR_FUNCTIONS(rs::LaneEvents)
public:
    enum Column : quint8 { Name, Start, Duration, Self, Depth, Stamp };

    /// Computes the self times, so call it from a job; `originNs` is the zero of the Start column.
    LaneEvents(std::shared_ptr<const RankData> rank, LaneId lane, qint64 originNs);

    /// In the user's language.
    [[nodiscard]] static std::vector<TableColumn> titles();
    [[nodiscard]] const RankData &rank() const { return *m_rank; }
    [[nodiscard]] LaneId lane() const { return m_lane; }
    /// Row of a slice of this lane.
    [[nodiscard]] quint32 rowOf(SliceId slice) const { return raw(slice) - m_span.first; }

    [[nodiscard]] quint32 rows() const override { return m_span.size(); }
    [[nodiscard]] const StringPool &strings() const override { return m_rank->trace->strings(); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<double> real(quint32, int) const override { return std::nullopt; }
    [[nodiscard]] std::optional<Interval> time(quint32 row) const override;
    [[nodiscard]] SliceId slice(quint32 row) const override { return SliceId{m_span.first + row}; }

private:
    std::shared_ptr<const RankData> m_rank;
    LaneId m_lane;
    qint64 m_originNs;
    SliceStore::Span m_span;
    std::vector<qint64> m_self;
};

} // namespace rs
