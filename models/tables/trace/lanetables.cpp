// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/threaddepths.h"
#include "core/base/saturate.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace rs {

namespace {

/// A lane as slices name it: the Python calls of a thread belong to the thread.
struct LaneRow
{
    QString process;
    QString thread;
    qint64 slices = 0;
    qint64 rows = 0;
    qint64 startNs = std::numeric_limits<qint64>::max();
    qint64 endNs = std::numeric_limits<qint64>::min();
    qint64 totalNs = 0;
};

std::vector<ColumnSpec> laneColumns()
{
    using K = ValueKind;
    return {
        {"process", "Process", RS_TABLE("Process"), K::Text},
        {"thread", "Thread", RS_TABLE("Thread"), K::Text},
        {"slices", "Slices", RS_TABLE("Slices"), K::Integer},
        {"depth", "Depth", RS_TABLE("Depth"), K::Integer,
         RS_TABLE("How many rows the lane needs, so that no slice covers another.")},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start of the first slice, as an offset from the start of the run.")},
        {"end", "End(ns)", RS_TABLE("End (%1)"), K::Stamp,
         RS_TABLE("End of the last slice, as an offset from the start of the run.")},
        {"total", "Total(ns)", RS_TABLE("Total (%1)"), K::Time,
         RS_TABLE("Sum of the durations of the slices on top, below which others lie.")},
    };
}

std::shared_ptr<const RowSource> makeLanes(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<LaneRow> all;
    if (rank && rank->trace) {
        const Trace &trace = *rank->trace;
        const SliceStore &slices = trace.slices();
        const PrintedLanes labels(trace);
        std::vector<LaneId> lanes;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (isOfLanes(*rank, LaneId{l}, query.hostLanes))
                lanes.push_back(LaneId{l});
        }
        const ThreadDepths depths(trace, lanes, job);
        std::map<std::pair<QString, QString>, size_t> at;
        for (const LaneId id : lanes) {
            if (job.isCanceled())
                return nullptr;
            const quint32 l = raw(id);
            const auto [known, isNew] = at.try_emplace({labels.process[l], labels.thread[l]}, all.size());
            if (isNew)
                all.push_back({labels.process[l], labels.thread[l]});
            LaneRow &row = all[known->second];
            const Lane &lane = trace.lanes()[l];
            row.rows = std::max<qint64>(row.rows, depths.rowsOf(id));
            row.slices += lane.sliceCount;
            for (quint32 r = 0; r < lane.rowCount; ++r) {
                // Slices of a row never overlap, so the last one ends last.
                const SliceStore::Span span = slices.row(RowId{lane.firstRow + r});
                if (span.isEmpty())
                    continue;
                row.startNs = std::min(row.startNs, slices.start(SliceId{span.first}));
                row.endNs = std::max(row.endNs, slices.end(SliceId{span.last - 1}));
                for (quint32 i = span.first; i < span.last; ++i) {
                    if (depths.of(id, r, SliceId{i}) == 0)
                        row.totalNs = saturatedSum(row.totalNs, slices.duration(SliceId{i}));
                }
            }
        }
    }
    auto rows = std::make_shared<CellRows>(laneColumns());
    for (const LaneRow &r : all) {
        const bool has = r.slices > 0;
        rows->add(has ? RowPlace{query.rank, NoSlice, Interval{r.startNs, r.endNs}} : RowPlace(),
                  {r.process, r.thread, r.slices, r.rows, cellIf(has, r.startNs), cellIf(has, r.endNs), r.totalNs});
    }
    return rows;
}

} // namespace

void addLaneTable(Catalogue &catalogue)
{
    TableSpec &lanes =
        catalogue.add("lanes", TableScope::Rank, RS_TABLE("Lanes"),
                      RS_TABLE("Threads and streams of one rank's trace."), laneColumns, makeLanes, whyNoSlices);
    lanes.sources = {{QStringLiteral("trace")}, {}};
}

} // namespace rs
