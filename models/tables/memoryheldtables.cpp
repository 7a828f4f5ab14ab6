// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "tables/memoryparts.h"
#include "tables/structsource.h"
#include "tables/tables.h"

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
    switch (q) {
    case MemoryQuantity::Allocated:
        return RS_TABLE("allocated");
    case MemoryQuantity::Active:
        return RS_TABLE("active");
    case MemoryQuantity::Reserved:
        return RS_TABLE("reserved");
    case MemoryQuantity::Fragmentation:
        return RS_TABLE("fragmentation");
    }
    return "";
}

// ---- memory.peak --------------------------------------------------------------------------------------------------

struct PeakRow
{
    QString component;
    QString stream;
    QString device;
    MemoryQuantity quantity = MemoryQuantity::Allocated;
    MemoryPoint peak;
    double firstMb = 0;
    double lastMb = 0;
    qint64 samples = 0;
};

std::vector<Field<PeakRow>> peakFields()
{
    using R = PeakRow;
    using K = ValueKind;
    return {
        {{"component", "Component", RS_TABLE("Component"), K::Text}, [](const R &r) { return r.component; }},
        {{"quantity", "Quantity", RS_TABLE("Quantity"), K::Word},
         [](const R &r) { return QString::fromLatin1(quantityWord(r.quantity)); }},
        {{"peak", "Peak(MB)", RS_TABLE("Peak (MB)"), K::Real}, [](const R &r) { return r.peak.mb; }},
        {{"time", "Peak At(ns)", RS_TABLE("Peak at (%1)"), K::Stamp,
          RS_TABLE("When it was first reached, or the start of the window.")},
         [](const R &r) { return r.peak.ns; }},
        {{"first", "First(MB)", RS_TABLE("First (MB)"), K::Real}, [](const R &r) { return r.firstMb; }},
        {{"last", "Last(MB)", RS_TABLE("Last (MB)"), K::Real}, [](const R &r) { return r.lastMb; }},
        {{"samples", "Samples", RS_TABLE("Samples"), K::Integer}, [](const R &r) { return r.samples; }},
        {{"stream", "Stream", RS_TABLE("Stream"), K::Text}, [](const R &r) { return r.stream; }},
        {{"device", "Device", RS_TABLE("Device"), K::Text}, [](const R &r) { return r.device; }},
    };
}

std::shared_ptr<const RowSource> makePeaks(const TableQuery &query, const JobContext &job)
{
    const MemoryCurves all = memoryCurves(memoryTable(query, query.streams ? "operator_memory" : "memory_record"),
                                          query.streams ? MemoryGrouping::Stream : MemoryGrouping::Component, job);
    std::vector<PeakRow> rows;
    for (const MemoryCurve &c : all.curves) {
        const auto peak = c.peakIn(query.window);
        const bool isWanted = query.streams || query.component.isEmpty() || c.component == query.component;
        if (!peak || !isWanted)
            continue;
        const size_t first = c.firstAtOrAfter(query.window.from);
        const size_t last = c.firstAtOrAfter(query.window.to);
        rows.push_back({c.component, c.stream, c.device, c.quantity, *peak, c.at(std::min(first, c.size() - 1)).mb,
                        c.at(last > 0 ? last - 1 : 0).mb, static_cast<qint64>(last - first)});
    }
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<PeakRow>>(peakFields(), std::move(rows),
                                                   [index = query.rank](const PeakRow &r) {
                                                       return RowPlace{index, NoSlice, Interval{r.peak.ns, r.peak.ns}};
                                                   });
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

std::vector<Field<GraphPeak>> graphPeakFields()
{
    using R = GraphPeak;
    using K = ValueKind;
    return {
        {{"graph", "Graph", RS_TABLE("Graph"), K::Label}, [](const R &r) { return r.graph; }},
        {{"peak", "Peak(KB)", RS_TABLE("Peak (KB)"), K::Real}, [](const R &r) { return r.heldKb; }},
        {{"node", "Peak At Node", RS_TABLE("Peak at node"), K::Integer, RS_TABLE("Where it is first reached.")},
         [](const R &r) { return r.node; }},
        {{"total", "Taken(KB)", RS_TABLE("Taken (KB)"), K::Real,
          RS_TABLE("What was taken for the whole graph, where the file says so.")},
         [](const R &r) { return fieldOf(r.totalKb); }},
    };
}

std::shared_ptr<const RowSource> makeGraphPeaks(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Table> held = graphMemory(*memoryTable(query, "static_op_mem"), job);
    if (!held)
        return nullptr;
    const auto column = [](GraphMemoryColumn c) { return static_cast<int>(c); };
    std::vector<GraphPeak> rows;
    std::map<QString, size_t> places;
    for (int row = 0; row < held->rows(); ++row) {
        const QString graph = held->strings().text(held->textId(row, column(GraphMemoryColumn::Graph)));
        const double kb = held->real(row, column(GraphMemoryColumn::Held));
        const auto [at, isNew] = places.emplace(graph, rows.size());
        if (isNew)
            rows.push_back({graph, 0, 0, {}});
        GraphPeak &peak = rows[at->second];
        if (held->has(row, column(GraphMemoryColumn::Total)))
            peak.totalKb = held->real(row, column(GraphMemoryColumn::Total));
        if (isNew || kb > peak.heldKb) {
            peak.heldKb = kb;
            peak.node = held->integer(row, column(GraphMemoryColumn::Place)) / GraphNodeLength;
        }
    }
    return std::make_shared<StructSource<GraphPeak>>(graphPeakFields(), std::move(rows),
                                                     [index = query.rank](const GraphPeak &) {
                                                         return RowPlace{index, NoSlice, {}};
                                                     });
}

// ---- memory.alive, memory.leaks -----------------------------------------------------------------------------------

struct AliveRow
{
    HeldMemory held;
    qint64 ns = 0;
    std::optional<double> share; ///< of what the curve says
    bool isRest = false;         ///< what the curve says beyond the blocks
};

std::vector<Field<AliveRow>> aliveFields(BlockGrouping by)
{
    using K = ValueKind;
    using R = AliveRow;
    std::vector<Field<R>> out;
    if (by == BlockGrouping::Operator) {
        out.push_back(
            {{"name", "Operator", RS_TABLE("Operator"), K::Text,
              RS_TABLE("Empty: what was allocated before the profile, or by nobody whom operator_memory.csv lists.")},
             [](const R &r) { return r.held.name; }});
        out.back().phrase = [](const R &r) {
            return r.isRest ? CellPhrase{RS_TABLE("before the profile, or not listed"), {}} : CellPhrase();
        };
    }
    out.push_back({{"component", "Component", RS_TABLE("Component"), K::Text, componentOfBlocks},
                   [](const R &r) { return r.held.component; }});
    if (by != BlockGrouping::Operator) {
        out.back().phrase = [](const R &r) {
            return r.isRest ? CellPhrase{RS_TABLE("before the profile, or not listed"), {}} : CellPhrase();
        };
    }
    if (by == BlockGrouping::Size)
        out.push_back({{"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real, RS_TABLE("Of one block.")},
                       [](const R &r) { return fieldOf(r.held.sizeKb); }});
    out.push_back({{"total", "Total(KB)", RS_TABLE("Total (KB)"), K::Real},
                   [](const R &r) { return fieldOf(r.held.knownKb()); }});
    out.push_back({{"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent,
                    RS_TABLE("Of what the curve says was allocated at that moment.")},
                   [](const R &r) { return r.share ? FieldValue(100 * *r.share) : FieldValue(); }});
    out.back().share = [](const R &r) { return r.share; };
    out.push_back({{"blocks", "Blocks", RS_TABLE("Blocks"), K::Integer},
                   [](const R &r) { return known(!r.isRest, r.held.blocks); }});
    out.push_back({{"time", "At(ns)", RS_TABLE("At (%1)"), K::Stamp,
                    RS_TABLE("The moment that was asked about: the peak, or another."), false},
                   [](const R &r) { return r.ns; }});
    return out;
}

std::shared_ptr<const RowSource> makeAlive(const TableQuery &query, const JobContext &job)
{
    std::vector<AliveRow> rows;
    if (const auto rank = query.rankData()) {
        const MemoryCurves curves =
            memoryCurves(rank->table(QStringLiteral("memory_record")), MemoryGrouping::Component, job);
        const auto moment =
            explainMemory(curves, MemoryBlocks(*rank), query.heldBy, query.at, query.window, query.component, job);
        if (moment && !moment->held.empty()) {
            const auto shareOf = [&](double mb) {
                return moment->allocatedMb && *moment->allocatedMb > 0 ? std::optional(mb / *moment->allocatedMb)
                                                                       : std::nullopt;
            };
            for (const HeldMemory &h : moment->held)
                rows.push_back({h, moment->ns, h.knownKb() ? shareOf(h.totalKb / 1024) : std::nullopt, false});
            if (const auto rest = moment->otherMb(); rest && *rest > 0) {
                HeldMemory other;
                other.totalKb = *rest * 1024;
                rows.push_back({other, moment->ns, shareOf(*rest), true});
            }
        }
    }
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<AliveRow>>(aliveFields(query.heldBy), std::move(rows),
                                                    [index = query.rank](const AliveRow &r) {
                                                        return RowPlace{index, NoSlice, Interval{r.ns, r.ns}};
                                                    });
}

std::vector<Field<HeldMemory>> leakFields()
{
    using R = HeldMemory;
    using K = ValueKind;
    return {
        {{"name", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.name; }},
        {{"component", "Component", RS_TABLE("Component"), K::Text, componentOfBlocks},
         [](const R &r) { return r.component; }},
        {{"total", "Total(KB)", RS_TABLE("Total (KB)"), K::Real}, [](const R &r) { return fieldOf(r.knownKb()); }},
        {{"blocks", "Blocks", RS_TABLE("Blocks"), K::Integer}, [](const R &r) { return r.blocks; }},
        {{"first", "First Allocated(ns)", RS_TABLE("First allocated (%1)"), K::Stamp},
         [](const R &r) { return fieldOf(r.firstNs); }},
        {{"last", "Last Allocated(ns)", RS_TABLE("Last allocated (%1)"), K::Stamp},
         [](const R &r) { return fieldOf(r.lastNs); }},
    };
}

std::shared_ptr<const RowSource> makeLeaks(const TableQuery &query, const JobContext &job)
{
    std::vector<HeldMemory> rows;
    if (const auto rank = query.rankData())
        rows = keptMemory(MemoryBlocks(*rank), query.window, BlockGrouping::Operator, job);
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<HeldMemory>>(leakFields(), std::move(rows),
                                                      [index = query.rank](const HeldMemory &r) {
                                                          RowPlace out{index, NoSlice, {}};
                                                          if (r.lastNs)
                                                              out.time = Interval{*r.lastNs, *r.lastNs};
                                                          return out;
                                                      });
}

} // namespace

void addMemoryHeldTables(Catalogue &catalogue)
{
    using P = Parameter;
    const auto sources = [](const char *kind) { return TableSources{{QString::fromLatin1(kind)}, {}}; };

    TableSpec &peaks =
        catalogue.add("memory.peak", TableScope::Rank, RS_TABLE("Peaks of memory"),
                      RS_TABLE("The greatest value of each curve and its moment: when was most memory in use?"));
    peaks.parameters = {P::Component, P::Streams, P::Window};
    peaks.sources = sources("memory_record");
    peaks.columns = [](const TableQuery &) { return columnsOf(peakFields()); };
    peaks.sumsWindow = true;
    peaks.stepSide = StepSide::Host; // stamps of the allocator
    peaks.make = makePeaks;
    peaks.whyEmpty = [](const TableQuery &query) -> Phrase {
        const auto blocks = memoryTable(query, "operator_memory");
        if (!query.streams)
            return whyNoMemory("memory_record", noMemoryRecord)(query);
        if (!blocks)
            return whyNoMemory("operator_memory", noMemoryBlocks)(query);
        return tableReason(RS_TABLE("operator_memory.csv does not say on which streams the blocks of this rank are."));
    };

    TableSpec &alive = catalogue.add("memory.alive", TableScope::Rank, RS_TABLE("Memory held at a moment"),
                                     RS_TABLE("Who held how much at the peak of what operators allocated, or at "
                                              "another moment: what is the peak made of?"));
    alive.parameters = {P::At, P::HeldBy, P::Component, P::Window};
    alive.sources = sources("operator_memory");
    alive.columns = [](const TableQuery &query) { return columnsOf(aliveFields(query.heldBy)); };
    alive.sumsWindow = true;
    alive.stepSide = StepSide::Host; // stamps of the allocator
    alive.make = makeAlive;
    alive.whyEmpty = [](const TableQuery &query) -> Phrase {
        const auto rank = query.rankData();
        const bool recorded = rank && rank->table(QStringLiteral("memory_record"));
        const auto blocks = rank ? rank->table(QStringLiteral("operator_memory")) : nullptr;
        if (blocks && blocks->rows() > 0 && !recorded && !query.at)
            return whyNoMemory("memory_record", noMemoryRecord)(query);
        return whyNoMemory("operator_memory", noMemoryBlocks)(query);
    };

    TableSpec &leaks = catalogue.add("memory.leaks", TableScope::Rank, RS_TABLE("Leak suspects"),
                                     RS_TABLE("Blocks that were allocated in the window and never released, by "
                                              "operator: what leaks is among them, and what stays on purpose."));
    leaks.parameters = {P::Window};
    leaks.sources = sources("operator_memory");
    leaks.columns = [](const TableQuery &) { return columnsOf(leakFields()); };
    leaks.sumsWindow = true;
    leaks.stepSide = StepSide::Host; // stamps of the allocator
    leaks.make = makeLeaks;
    leaks.whyEmpty = [](const TableQuery &query) -> Phrase {
        const auto rank = query.rankData();
        const auto blocks = rank ? rank->table(QStringLiteral("operator_memory")) : nullptr;
        return blocks && blocks->rows() > 0
                   ? tableReason(RS_TABLE("Every block that was allocated in the window was released."))
                   : whyNoMemory("operator_memory", noMemoryBlocks)(query);
    };
    leaks.noneIsAnswer = [](const TableQuery &query) {
        const auto rank = query.rankData();
        const auto blocks = rank ? rank->table(QStringLiteral("operator_memory")) : nullptr;
        return blocks && blocks->rows() > 0;
    };

    TableSpec &graphs = catalogue.add("memory.graphs", TableScope::Rank, RS_TABLE("Peaks of compiled graphs"),
                                      RS_TABLE("The most that the operators of each compiled graph hold together, and "
                                               "from which node on, by static_op_mem.csv."));
    graphs.sources = sources("static_op_mem");
    graphs.columns = [](const TableQuery &) { return columnsOf(graphPeakFields()); };
    graphs.make = makeGraphPeaks;
    graphs.whyEmpty = whyNoMemory("static_op_mem", noStaticMemory);
}

} // namespace rs
