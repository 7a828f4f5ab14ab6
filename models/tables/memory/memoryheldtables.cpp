// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "tables/memory/memoryparts.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

/// Peaks of memory, who held it then, and what was never released.
namespace rs {

namespace {

const char *quantityWord(MemoryQuantity q)
{
    static constexpr const char *words[] = {RS_TABLE("allocated"), RS_TABLE("active"), RS_TABLE("reserved"),
                                            RS_TABLE("fragmentation")};
    return words[static_cast<size_t>(q)];
}

// ---- memory.peak --------------------------------------------------------------------------------------------------

std::vector<ColumnSpec> peakColumns()
{
    using K = ValueKind;
    return {
        {"component", "Component", RS_TABLE("Component"), K::Text},
        {"quantity", "Quantity", RS_TABLE("Quantity"), K::Word},
        {"peak", "Peak(MB)", RS_TABLE("Peak (MB)"), K::Real},
        {"time", "Peak At(ns)", RS_TABLE("Peak at (%1)"), K::Stamp,
         RS_TABLE("When it was first reached, or the start of the window.")},
        {"first", "First(MB)", RS_TABLE("First (MB)"), K::Real},
        {"last", "Last(MB)", RS_TABLE("Last (MB)"), K::Real},
        {"samples", "Samples", RS_TABLE("Samples"), K::Integer},
        {"stream", "Stream", RS_TABLE("Stream"), K::Text},
        {"device", "Device", RS_TABLE("Device"), K::Text},
    };
}

std::shared_ptr<const RowSource> makePeaks(const TableQuery &query, const JobContext &job)
{
    const MemoryCurves all = memoryCurves(memoryTable(query, query.streams ? "operator_memory" : "memory_record"),
                                          query.streams ? MemoryGrouping::Stream : MemoryGrouping::Component, job);
    auto rows = std::make_shared<CellRows>(peakColumns());
    for (const MemoryCurve &c : all.curves) {
        const auto peak = c.peakIn(query.window);
        const bool isWanted = query.streams || query.component.isEmpty() || c.component == query.component;
        if (!peak || !isWanted)
            continue;
        const size_t first = c.firstAtOrAfter(query.window.from);
        const size_t last = c.firstAtOrAfter(query.window.to);
        rows->add({query.rank, NoSlice, Interval{peak->ns, peak->ns}},
                  {c.component, quantityWord(c.quantity), peak->mb, peak->ns, c.at(std::min(first, c.size() - 1)).mb,
                   c.at(last > 0 ? last - 1 : 0).mb, static_cast<qint64>(last - first), c.stream, c.device});
    }
    return job.isCanceled() ? nullptr : rows;
}

// ---- memory.graphs ------------------------------------------------------------------------------------------------

/// The most that the operators of a compiled graph hold together, and the node at which they do so first.
struct GraphPeak
{
    QString graph;
    double heldKb = 0;
    qint64 node = 0;
    std::optional<double> totalKb;
};

std::vector<ColumnSpec> graphPeakColumns()
{
    using K = ValueKind;
    return {
        {"graph", "Graph", RS_TABLE("Graph"), K::Label},
        {"peak", "Peak(KB)", RS_TABLE("Peak (KB)"), K::Real},
        {"node", "Peak At Node", RS_TABLE("Peak at node"), K::Integer, RS_TABLE("Where it is first reached.")},
        {"total", "Taken(KB)", RS_TABLE("Taken (KB)"), K::Real,
         RS_TABLE("Memory taken for the whole graph, if the file says so.")},
    };
}

std::shared_ptr<const RowSource> makeGraphPeaks(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Table> held = graphMemory(*memoryTable(query, "static_op_mem"), job);
    if (!held)
        return nullptr;
    const auto column = [](GraphMemoryColumn c) { return static_cast<int>(c); };
    std::vector<GraphPeak> peaks;
    std::map<QString, size_t> places;
    for (int row = 0; row < held->rows(); ++row) {
        const QString graph = held->strings().text(held->textId(row, column(GraphMemoryColumn::Graph)));
        const double kb = held->real(row, column(GraphMemoryColumn::Held));
        const auto [at, isNew] = places.emplace(graph, peaks.size());
        if (isNew)
            peaks.push_back({graph, 0, 0, {}});
        GraphPeak &peak = peaks[at->second];
        if (held->has(row, column(GraphMemoryColumn::Total)))
            peak.totalKb = held->real(row, column(GraphMemoryColumn::Total));
        if (isNew || kb > peak.heldKb) {
            peak.heldKb = kb;
            peak.node = held->integer(row, column(GraphMemoryColumn::Place)) / GraphNodeLength;
        }
    }
    auto rows = std::make_shared<CellRows>(graphPeakColumns());
    for (const GraphPeak &p : peaks)
        rows->add({query.rank, NoSlice, {}}, {p.graph, p.heldKb, p.node, p.totalKb});
    return rows;
}

// ---- memory.alive, memory.leaks -----------------------------------------------------------------------------------

std::vector<ColumnSpec> aliveColumns(BlockGrouping by)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out;
    if (by == BlockGrouping::Operator)
        out.push_back({"name", "Operator", RS_TABLE("Operator"), K::Text,
                       RS_TABLE("Empty: allocated before the profile, or not listed in operator_memory.csv.")});
    out.push_back({"component", "Component", RS_TABLE("Component"), K::Text, componentOfBlocks});
    if (by == BlockGrouping::Size)
        out.push_back({"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real, RS_TABLE("Of one block.")});
    out.push_back({"total", "Total(KB)", RS_TABLE("Total (KB)"), K::Real});
    out.push_back({"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent,
                   RS_TABLE("Of the memory allocated at that moment by the curve.")});
    out.push_back({"blocks", "Blocks", RS_TABLE("Blocks"), K::Integer});
    out.push_back({"time", "At(ns)", RS_TABLE("At (%1)"), K::Stamp,
                   RS_TABLE("The moment that was asked about: the peak, or another."), false});
    return out;
}

void addAlive(CellRows &to, const TableQuery &query, const HeldMemory &held, const MemoryMoment &moment, bool isRest)
{
    const std::optional<double> kb = held.knownKb();
    std::optional<double> share; // of what the curve says
    if (kb && moment.allocatedMb && *moment.allocatedMb > 0)
        share = *kb / 1024 / *moment.allocatedMb;
    std::vector<Cell> cells;
    if (query.heldBy == BlockGrouping::Operator)
        cells.push_back(held.name);
    cells.push_back(held.component);
    if (query.heldBy == BlockGrouping::Size)
        cells.push_back(held.sizeKb);
    for (const Cell &cell :
         {Cell(kb), share ? Cell(100 * *share) : Cell(), cellIf(!isRest, held.blocks), Cell(moment.ns)})
        cells.push_back(cell);
    to.add({query.rank, NoSlice, Interval{moment.ns, moment.ns}}, cells);
    to.setShare(u"share", share);
    if (isRest)
        to.setPhrase(query.heldBy == BlockGrouping::Operator ? u"name" : u"component",
                     {RS_TABLE("before the profile, or not listed"), {}});
}

std::shared_ptr<const RowSource> makeAlive(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(aliveColumns(query.heldBy));
    if (const auto rank = query.rankData()) {
        const MemoryCurves curves =
            memoryCurves(rank->table(QStringLiteral("memory_record")), MemoryGrouping::Component, job);
        const auto moment =
            explainMemory(curves, MemoryBlocks(*rank), query.heldBy, query.at, query.window, query.component, job);
        if (moment && !moment->held.empty()) {
            for (const HeldMemory &h : moment->held)
                addAlive(*rows, query, h, *moment, false);
            // The rest of the curve, beyond the blocks.
            if (const auto rest = moment->otherMb(); rest && *rest > 0) {
                HeldMemory other;
                other.totalKb = *rest * 1024;
                addAlive(*rows, query, other, *moment, true);
            }
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

std::vector<ColumnSpec> leakColumns()
{
    using K = ValueKind;
    return {
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"component", "Component", RS_TABLE("Component"), K::Text, componentOfBlocks},
        {"total", "Total(KB)", RS_TABLE("Total (KB)"), K::Real},
        {"blocks", "Blocks", RS_TABLE("Blocks"), K::Integer},
        {"first", "First Allocated(ns)", RS_TABLE("First allocated (%1)"), K::Stamp},
        {"last", "Last Allocated(ns)", RS_TABLE("Last allocated (%1)"), K::Stamp},
    };
}

std::shared_ptr<const RowSource> makeLeaks(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(leakColumns());
    if (const auto rank = query.rankData()) {
        for (const HeldMemory &h : keptMemory(MemoryBlocks(*rank), query.window, BlockGrouping::Operator, job)) {
            const auto time = h.lastNs ? std::optional(Interval{*h.lastNs, *h.lastNs}) : std::nullopt;
            rows->add({query.rank, NoSlice, time}, {h.name, h.component, h.knownKb(), h.blocks, h.firstNs, h.lastNs});
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

} // namespace

void addMemoryHeldTables(Catalogue &catalogue)
{
    using P = Parameter;
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, const char *source,
                                  std::vector<P> parameters, auto columns, auto make, auto whyEmpty) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint);
        table.sources = {{QString::fromLatin1(source)}, {}};
        table.sumsWindow = !parameters.empty();
        if (table.sumsWindow)
            table.stepSide = StepSide::Host; // stamps of the allocator
        table.parameters = std::move(parameters);
        table.columns = columns;
        table.make = make;
        table.whyEmpty = whyEmpty;
        return table;
    };
    const auto always = [](auto columns) { return [columns](const TableQuery &) { return columns(); }; };
    add("memory.peak", RS_TABLE("Peaks of memory"),
        RS_TABLE("The greatest value of each curve and its moment: when was most memory in use?"), "memory_record",
        {P::Component, P::Streams, P::Window}, always(peakColumns), makePeaks, [](const TableQuery &query) -> Phrase {
            const auto blocks = memoryTable(query, "operator_memory");
            if (!query.streams)
                return whyNoMemory("memory_record", noMemoryRecord)(query);
            if (!blocks)
                return whyNoMemory("operator_memory", noMemoryBlocks)(query);
            return tableReason(
                RS_TABLE("operator_memory.csv does not say on which streams the blocks of this rank are."));
        });
    const auto hasBlocks = [](const TableQuery &query) { return memoryTable(query, "operator_memory")->rows() > 0; };
    add(
        "memory.alive", RS_TABLE("Memory held at a moment"),
        RS_TABLE("Which operators held how much at the peak of allocated memory, or at another moment: what is the "
                 "peak made of?"),
        "operator_memory", {P::At, P::HeldBy, P::Component, P::Window},
        [](const TableQuery &query) { return aliveColumns(query.heldBy); }, makeAlive,
        [hasBlocks](const TableQuery &query) -> Phrase {
            const auto rank = query.rankData();
            if (hasBlocks(query) && !rank->table(QStringLiteral("memory_record")) && !query.at)
                return whyNoMemory("memory_record", noMemoryRecord)(query);
            return whyNoMemory("operator_memory", noMemoryBlocks)(query);
        });
    add("memory.leaks", RS_TABLE("Leak suspects"),
        RS_TABLE("Blocks that were allocated in the window and never released, by operator: what leaks is among them, "
                 "and what stays on purpose."),
        "operator_memory", {P::Window}, always(leakColumns), makeLeaks,
        [hasBlocks](const TableQuery &query) -> Phrase {
            return hasBlocks(query)
                       ? tableReason(RS_TABLE("Every block that was allocated in the window was released."))
                       : whyNoMemory("operator_memory", noMemoryBlocks)(query);
        })
        .noneIsAnswer = hasBlocks;
    add("memory.graphs", RS_TABLE("Peaks of compiled graphs"),
        RS_TABLE("The most that the operators of each compiled graph hold together, and from which node on, by "
                 "static_op_mem.csv."),
        "static_op_mem", {}, always(graphPeakColumns), makeGraphPeaks, whyNoMemory("static_op_mem", noStaticMemory));
}

} // namespace rs
