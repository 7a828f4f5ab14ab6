// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/flowstats.h"
#include "core/base/saturate.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// Joined connection lines in the order of the trace.
class FlowRows final : public RowSource
{
public:
    FlowRows(std::shared_ptr<const RankData> rank, const TableQuery &query, const JobContext &job)
        : RowSource(flowColumns()), m_rank(std::move(rank)), m_index(query.rank), m_texts(traceTexts(m_rank))
    {
        if (!m_rank || !m_rank->trace)
            return;
        const Trace &trace = *m_rank->trace;
        const PrintedLanes labels(trace);
        for (quint32 l = 0; l < trace.lanes().size(); ++l)
            m_lanes.push_back(m_texts.add(labels.both(LaneId{l})));
        const SharedColumn<Flow> &flows = trace.flows().flows();
        m_all = query.category.isEmpty();
        m_count = static_cast<quint32>(flows.size());
        if (m_all)
            return;
        m_count = 0;
        for (quint32 i = 0; i < flows.size(); ++i) {
            if ((i & 0xfffU) == 0 && job.isCanceled())
                return;
            if (trace.strings().text(trace.flows().categories()[flows[i].category].name) == query.category)
                m_chosen.push_back(i);
        }
        m_count = static_cast<quint32>(m_chosen.size());
    }

    [[nodiscard]] quint32 rows() const override { return m_count; }
    [[nodiscard]] quint32 textCount() const override { return m_texts.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        const Flow &f = flow(row);
        const Trace &trace = *m_rank->trace;
        switch (column) {
        case 0:
            return trace.flows().categories()[f.category].name;
        case 2:
            return m_lanes[raw(trace.laneOf(f.from))];
        case 3:
            return trace.slices().name(f.from);
        case 5:
            return m_lanes[raw(trace.laneOf(f.to))];
        default:
            return trace.slices().name(f.to);
        }
    }
    [[nodiscard]] std::string written(quint32 row, int) const override
    {
        return flow(row).id.text(m_rank->trace->strings());
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        const Flow &f = flow(row);
        return column == 4 ? f.fromNs : column == 7 ? f.toNs : saturatedDifference(f.toNs, f.fromNs);
    }
    [[nodiscard]] RowPlace cellPlace(quint32 row, int column) const override
    {
        constexpr int fromName = 3;
        constexpr int toName = 6;
        const Flow &f = flow(row);
        return {m_index, column == fromName ? f.from : column == toName ? f.to : NoSlice, {}};
    }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        const Flow &f = flow(row);
        return {m_index, f.to, Interval{std::min(f.fromNs, f.toNs), std::max(f.fromNs, f.toNs)}};
    }

private:
    [[nodiscard]] const Flow &flow(quint32 row) const
    {
        return m_rank->trace->flows().flows()[m_all ? row : m_chosen[row]];
    }

    std::shared_ptr<const RankData> m_rank;
    int m_index;
    RowTexts m_texts;
    std::vector<StrId> m_lanes;
    bool m_all = true;
    std::vector<quint32> m_chosen; ///< where one category is wanted
    quint32 m_count = 0;
};

std::shared_ptr<const RowSource> makeFlows(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<FlowRows>(query.rankData(), query, job);
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
            RS_TABLE("Rank %1 has no flows in its trace: the profiler writes them when CPU and NPU activities are on."),
            {label});
    return query.category.isEmpty() ? tableReason(RS_TABLE("No flow has both its ends in the trace of rank %1: --stats "
                                                           "counts the ends without a partner."),
                                                  {label})
                                    : tableReason(RS_TABLE("No flow of category %1 has both its ends in the trace of "
                                                           "rank %2: --stats counts the ends without a partner."),
                                                  {query.category, label});
}

} // namespace

void addFlowTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources traces{{QStringLiteral("trace")}, {}};
    TableSpec &flows = catalogue.add("flows", TableScope::Rank, RS_TABLE("Connection lines"),
                                     RS_TABLE("Which host call led to which device task, and after what delay."));
    flows.parameters = {P::Category};
    flows.sources = traces;
    flows.columns = [](const TableQuery &) { return flowColumns(); };
    flows.make = makeFlows;
    flows.whyEmpty = whyNoFlows;

    TableSpec &flowStats = catalogue.add(
        "flows.stats", TableScope::Rank, RS_TABLE("Connection lines by category"),
        RS_TABLE("Statistics of the delays of a rank's connection lines, and of ends without a partner."));
    flowStats.parameters = {P::Category};
    flowStats.sources = traces;
    flowStats.columns = [](const TableQuery &) { return flowStatColumns(); };
    flowStats.make = makeFlowStats;
    flowStats.whyEmpty = whyNoFlows;
    flowStats.files = {{QStringLiteral("flow_statistics"), {}}};
}

} // namespace rs
