// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/trace/trace.h"
#include "views/state/viewstate.h"

#include <memory>
#include <span>
#include <vector>

namespace rs {

/// Data of the timeline for one trace beside its columns, computed once per rank in a job: the shade of each name,
/// level-of-detail nodes per row, and the span of time that its axis shows.
///
/// A node stands for a run of neighbouring slices of one row. It may be painted as one solid span exactly when every
/// slice and every gap inside it is shorter than a pixel: then no pixel under it is free of slices, and none of its
/// slices had a pixel of its own. So nodes never change which pixels are painted, only how many steps that takes.
class LodIndex
{
public:
    struct Node
    {
        qint64 startNs = 0;
        qint64 endNs = 0;
        quint32 coarse16 = 0; ///< longest slice or gap inside, in units of 16 ns, rounded up; all ones: longer
        SliceKind kind = SliceKind::Other; ///< of the longest slice
        quint8 shade = 0;
        quint16 fill = 0; ///< share of the span that slices cover, 65535 = all

        [[nodiscard]] qint64 coarseNs() const
        {
            return coarse16 == 0xffffffffU ? std::numeric_limits<qint64>::max() : qint64{coarse16} * 16;
        }
    };
    /// Look of a row if a pixel is `pixelNs` long or longer: each slice of that length by itself, and between them runs
    /// of shorter slices that are closer than that to each other. A walk over them never touches the slices.
    struct Fold
    {
        qint64 startNs = 0;
        qint64 endNs = 0;
        quint32 first = 0;                 ///< slice; the run ends where the next fold begins
        quint32 longest16 = 0;             ///< longest slice inside, as Node::coarse16
        SliceKind kind = SliceKind::Other; ///< of the longest slice
        quint8 shade = 0;
        quint16 fill = 0;
    };
    struct FoldLevel
    {
        qint64 pixelNs = 0;
        std::vector<Fold> folds;
    };
    static constexpr quint32 base = 16; ///< slices per node of level 0
    static constexpr quint32 fan = 4;   ///< nodes per node of the next level

    /// Shades and axis only: quick, so that a rank can be shown before its nodes stand.
    static std::shared_ptr<LodIndex> outline(const Trace &trace);
    /// Null when cancelled.
    static std::shared_ptr<const LodIndex> build(const Trace &trace, ThreadPool &pool, const JobContext &job);

    [[nodiscard]] int levels(RowId row) const { return m_rows.empty() ? 0 : static_cast<int>(m_rows[raw(row)].size()); }
    [[nodiscard]] std::span<const Node> level(RowId row, int level) const
    {
        return m_rows[raw(row)][static_cast<size_t>(level)];
    }
    /// The coarsest level that may be used where a pixel is so long; null when only slices and nodes are fine enough.
    [[nodiscard]] const FoldLevel *foldsFor(RowId row, qint64 pixelNs) const;
    [[nodiscard]] quint8 shade(StrId name) const { return m_shades[raw(name)]; }
    [[nodiscard]] const quint8 *shades() const { return m_shades.data(); }
    /// Span of nearly all of the trace: stamps far away from everything else (ts = 0, year 2200) are left out of it and
    /// counted instead.
    [[nodiscard]] TimeWindow axis() const { return m_axis; }
    [[nodiscard]] qint64 outsideAxis() const { return m_outside; }
    /// The slices that are left out of the axis, by time; of very many the first thousand.
    [[nodiscard]] std::vector<SliceId> outside(const Trace &trace) const;
    [[nodiscard]] qint64 bytes() const;

private:
    std::vector<quint8> m_shades;
    std::vector<std::vector<std::vector<Node>>> m_rows; // row, level
    std::vector<std::vector<FoldLevel>> m_folds;        // row, from fine to coarse
    TimeWindow m_axis;
    qint64 m_outside = 0;
};

} // namespace rs
