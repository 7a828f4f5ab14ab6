// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/flowstats.h"
#include "core/base/saturate.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/lookuprows.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace rs {

namespace {

std::vector<ColumnSpec> flowColumns()
{
    using K = ValueKind;
    return {
        {"category", "Category", RS_TABLE("Category"), K::Text},
        {"id", "Id", RS_TABLE("Id"), K::Written, RS_TABLE("As the trace writes it.")},
        {"from-lane", "From Lane", RS_TABLE("From lane"), K::Text},
        {"from-name", "From Name", RS_TABLE("From slice"), K::Text},
        {"from", "From(ns)", RS_TABLE("From (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"to-lane", "To Lane", RS_TABLE("To lane"), K::Text},
        {"to-name", "To Name", RS_TABLE("To slice"), K::Text},
        {"to", "To(ns)", RS_TABLE("To (%1)"), K::Stamp, RS_TABLE("End as an offset from the start of the run.")},
        {"delay", "Delay(ns)", RS_TABLE("Delay (%1)"), K::Difference,
         RS_TABLE("As measured: negative ones are kept, because host and device clocks differ.")},
    };
}

// Joined connection lines in the order of the trace.
std::shared_ptr<const RowSource> makeFlows(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    const auto texts = std::make_shared<RowTexts>(traceTexts(rank));
    auto rows = std::make_shared<LookupRows>(flowColumns(), texts);
    if (!rank || !rank->trace)
        return rows;
    const Trace &trace = *rank->trace;
    const SharedColumn<Flow> &flows = trace.flows().flows();
    std::shared_ptr<std::vector<quint32>> chosen; // where one category is wanted
    if (!query.category.isEmpty())
        chosen = std::make_shared<std::vector<quint32>>();
    for (quint32 i = 0; chosen && i < flows.size(); ++i) {
        if ((i & 0xfffU) == 0 && job.isCanceled())
            return nullptr;
        if (trace.strings().text(trace.flows().categories()[flows[i].category].name) == query.category)
            chosen->push_back(i);
    }
    rows->setCount(chosen ? chosen->size() : flows.size());
    rows->setBytes(chosen ? std::ssize(*chosen) * static_cast<qint64>(sizeof(quint32)) : 0);

    const auto flow = [&flows, chosen](quint32 row) -> const Flow & { return flows[chosen ? (*chosen)[row] : row]; };
    rows->set(u"category", [&trace, flow](quint32 row) { return trace.flows().categories()[flow(row).category].name; });
    rows->set(u"id", [&trace, flow](quint32 row) { return flow(row).id.text(trace.strings()); });
    const auto lanes = std::make_shared<std::vector<StrId>>();
    const PrintedLanes labels(trace);
    for (quint32 l = 0; l < trace.lanes().size(); ++l)
        lanes->push_back(texts->add(labels.both(LaneId{l})));
    const auto setEnd = [&](QStringView lane, QStringView name, QStringView time, SliceId Flow::*slice,
                            qint64 Flow::*ns) {
        rows->set(lane,
                  [&trace, lanes, flow, slice](quint32 row) { return (*lanes)[raw(trace.laneOf(flow(row).*slice))]; });
        rows->set(name, [&trace, flow, slice](quint32 row) { return trace.slices().name(flow(row).*slice); });
        rows->setCellPlace(name, [flow, slice, index = query.rank](quint32 row) {
            return RowPlace{index, flow(row).*slice, {}};
        });
        rows->set(time, [flow, ns](quint32 row) { return flow(row).*ns; });
    };
    setEnd(u"from-lane", u"from-name", u"from", &Flow::from, &Flow::fromNs);
    setEnd(u"to-lane", u"to-name", u"to", &Flow::to, &Flow::toNs);
    rows->set(u"delay", [flow](quint32 row) { return saturatedDifference(flow(row).toNs, flow(row).fromNs); });
    rows->setPlace([flow, index = query.rank](quint32 row) {
        const Flow &f = flow(row);
        return RowPlace{index, f.to, Interval{std::min(f.fromNs, f.toNs), std::max(f.fromNs, f.toNs)}};
    });
    return job.isCanceled() ? nullptr : rows;
}

std::vector<ColumnSpec> flowStatColumns()
{
    using K = ValueKind;
    return {
        {"category", "Category", RS_TABLE("Category"), K::Text},
        {"joined", "Joined", RS_TABLE("Joined"), K::Integer, RS_TABLE("Pairs whose both ends have a slice.")},
        {"orphan-starts", "Orphan Starts", RS_TABLE("Orphan starts"), K::Integer},
        {"orphan-ends", "Orphan Ends", RS_TABLE("Orphan ends"), K::Integer},
        {"median", "Median Delay(ns)", RS_TABLE("Median delay (%1)"), K::Difference},
        {"p5", "P5(ns)", RS_TABLE("P5 (%1)"), K::Difference, RS_TABLE("5 % of the delays are shorter.")},
        {"p95", "P95(ns)", RS_TABLE("P95 (%1)"), K::Difference, RS_TABLE("5 % of the delays are longer.")},
        {"negative", "Negative", RS_TABLE("Negative"), K::Integer,
         RS_TABLE("Joined pairs that end before they start.")},
        {"out-of-slice", "Orphans Out Of Slice", RS_TABLE("Out of slice"), K::Integer,
         RS_TABLE("A partner is there, but one of the two lies in no slice of the file.")},
        {"cut-off", "Orphans Cut Off", RS_TABLE("Cut off"), K::Integer,
         RS_TABLE("Their partner lies outside of the capture.")},
        {"without-partner", "Orphans Without Partner", RS_TABLE("Without partner"), K::Integer,
         RS_TABLE("No partner, though the capture holds its time.")},
    };
}

std::shared_ptr<const RowSource> makeFlowStats(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    auto rows = std::make_shared<CellRows>(flowStatColumns());
    if (rank && rank->trace) {
        for (const FlowStat &f : flowStats(*rank->trace, job)) {
            const QString category = rank->trace->strings().text(f.category);
            if (query.category.isEmpty() || category == query.category)
                rows->add({}, {category, f.joined, f.orphanStarts, f.orphanEnds, f.medianNs, f.p5Ns, f.p95Ns,
                               f.negative, f.orphansOutOfSlice, f.orphansCutOff, f.orphansAlone});
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

Phrase whyNoFlows(const TableQuery &query)
{
    if (const Phrase why = whyNoTrace(query); !why.isEmpty())
        return why;
    const QString label = rankLabel(*query.run, query.rank);
    if (query.rankData()->trace->flows().categories().empty())
        return tableReason(
            RS_TABLE("Rank %1 has no connection lines in its trace: the profiler writes them when CPU and NPU "
                     "activities are on."),
            {label});
    return query.category.isEmpty() ? tableReason(RS_TABLE("No connection line has both ends in the trace of rank "
                                                           "%1: --stats counts the ends without a partner."),
                                                  {label})
                                    : tableReason(RS_TABLE("No connection line of category %1 has both ends in the "
                                                           "trace of rank %2: --stats counts the ends without a "
                                                           "partner."),
                                                  {query.category, label});
}

} // namespace

void addFlowTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources traces{{QStringLiteral("trace")}, {}};
    TableSpec &flows = catalogue.add("flows", TableScope::Rank, RS_TABLE("Connection lines"),
                                     RS_TABLE("Which host call led to which device task, and after what delay."),
                                     flowColumns, makeFlows, whyNoFlows);
    flows.parameters = {P::Category};
    flows.sources = traces;

    TableSpec &flowStats =
        catalogue.add("flows.stats", TableScope::Rank, RS_TABLE("Connection lines by category"),
                      RS_TABLE("Statistics of the delays of a rank's connection lines, and of ends without a partner."),
                      flowStatColumns, makeFlowStats, whyNoFlows);
    flowStats.parameters = {P::Category};
    flowStats.sources = traces;
    flowStats.files = {{QStringLiteral("flow_statistics"), {}}};
}

} // namespace rs
