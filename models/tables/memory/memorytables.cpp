// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "tables/memory/memoryparts.h"
#include "tables/base/cellrows.h"
#include "tables/base/lookuprows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace rs {

namespace {

std::shared_ptr<const StringPool> textsOf(const std::shared_ptr<const Table> &table)
{
    return {table, &table->strings()};
}

/// Rows of a file that were picked, in an order of their own.
class PickedRows
{
public:
    PickedRows(std::vector<ColumnSpec> columns, const std::shared_ptr<const Table> &table, std::vector<quint32> picked,
               std::shared_ptr<const RowTexts> texts = {})
        : rows(std::make_shared<LookupRows>(std::move(columns),
                                            texts ? texts : std::make_shared<const RowTexts>(textsOf(table)))),
          m_table(*table), m_picked(std::make_shared<const std::vector<quint32>>(std::move(picked)))
    {
        rows->setCount(m_picked->size());
        rows->setBytes(std::ssize(*m_picked) * static_cast<qint64>(sizeof(quint32)));
    }

    const std::shared_ptr<LookupRows> rows;

    /// `get` finds a cell by the row of the file.
    template <typename Get>
    void set(QStringView id, Get get)
    {
        rows->set(id, [picked = m_picked, get](quint32 row) { return get(static_cast<int>((*picked)[row])); });
    }
    void setFrom(QStringView id, int column)
    {
        rows->setFrom(rows->columnOf(id), m_table, column,
                      [picked = m_picked](quint32 row) { return static_cast<int>((*picked)[row]); });
    }
    void setMegabytes(QStringView id, const ScaledColumn &column)
    {
        set(id, [&t = m_table, column](int row) { return column.at(t, row); });
    }
    void setFragmentation(const std::array<ScaledColumn, MemoryMeasures> &of)
    {
        set(u"fragmentation", [&t = m_table, of](int row) -> std::optional<double> {
            const auto reserved = of[static_cast<size_t>(MemoryMeasure::Reserved)].at(t, row);
            const auto allocated = of[static_cast<size_t>(MemoryMeasure::Allocated)].at(t, row);
            return reserved && allocated && !isAboveReserved(*allocated, *reserved)
                       ? std::optional(*reserved - *allocated)
                       : std::nullopt;
        });
    }
    template <typename Get>
    void setPlace(Get get)
    {
        rows->setPlace([picked = m_picked, get](quint32 row) { return get(static_cast<int>((*picked)[row])); });
    }

private:
    const Table &m_table;
    std::shared_ptr<const std::vector<quint32>> m_picked;
};

ColumnSpec fragmentationColumn()
{
    return {"fragmentation", "Fragmentation(MB)", RS_TABLE("Fragmentation (MB)"), ValueKind::Real,
            RS_TABLE("Reserved less allocated: taken from the device and held by no operator.")};
}

// ---- memory.curves ------------------------------------------------------------------------------------------------

std::vector<ColumnSpec> curveColumns()
{
    using K = ValueKind;
    return {
        {"component", "Component", RS_TABLE("Component"), K::Text,
         RS_TABLE("PTA and MindSpore: the framework. GE: compiled graphs. Two with a plus: their sum. APP: the whole "
                  "process.")},
        {"time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp},
        {"allocated", "Allocated(MB)", RS_TABLE("Allocated (MB)"), K::Real,
         RS_TABLE("What operators hold, as the file says.")},
        {"active", "Active(MB)", RS_TABLE("Active (MB)"), K::Real,
         RS_TABLE("What the device may still use, released or not.")},
        {"reserved", "Reserved(MB)", RS_TABLE("Reserved (MB)"), K::Real,
         RS_TABLE("What the allocator took from the device.")},
        fragmentationColumn(),
        {"stream", "Stream", RS_TABLE("Stream"), K::Text,
         RS_TABLE("Stream for which the allocator acted. The values are those of the device.")},
        {"device", "Device", RS_TABLE("Device"), K::Text},
    };
}

std::shared_ptr<const RowSource> makeCurves(const TableQuery &query, const JobContext &job)
{
    const auto table = memoryTable(query, "memory_record");
    PickedRows out(curveColumns(), table, memoryRows(*table, query.component, query.window, job));
    if (job.isCanceled())
        return nullptr;
    const MemoryRecordColumns c(*table);
    const auto measure = [&c](MemoryMeasure m) { return c.measures[static_cast<size_t>(m)]; };
    out.setFrom(u"component", c.component);
    out.setFrom(u"time", c.time);
    out.setMegabytes(u"allocated", measure(MemoryMeasure::Allocated));
    out.setMegabytes(u"active", measure(MemoryMeasure::Active));
    out.setMegabytes(u"reserved", measure(MemoryMeasure::Reserved));
    out.setFragmentation(c.measures);
    out.setFrom(u"stream", c.stream);
    out.setFrom(u"device", c.device);
    out.setPlace([table, time = c.time, index = query.rank](int row) {
        const qint64 ns = table->integer(row, time);
        return RowPlace{index, NoSlice, Interval{ns, ns}};
    });
    return out.rows;
}

// ---- memory.allocations -------------------------------------------------------------------------------------------

std::vector<ColumnSpec> blockColumns()
{
    using K = ValueKind;
    return {
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"component", "Component", RS_TABLE("Component"), K::Text, componentOfBlocks},
        {"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real},
        {"allocated", "Allocated(ns)", RS_TABLE("Allocated (%1)"), K::Stamp},
        {"released", "Released(ns)", RS_TABLE("Released (%1)"), K::Stamp},
        {"activeReleased", "Active Released(ns)", RS_TABLE("Active released (%1)"), K::Stamp,
         RS_TABLE("When the device was done with the block."), false},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
         RS_TABLE("From allocation to release, as the file says.")},
        {"activeDuration", "Active Duration(ns)", RS_TABLE("Active duration (%1)"), K::Time, "", false},
        {"totalAllocated", "Total Allocated(MB)", RS_TABLE("Total allocated (MB)"), K::Real,
         RS_TABLE("Of the component, when the block was allocated.")},
        {"totalActive", "Total Active(MB)", RS_TABLE("Total active (MB)"), K::Real, "", false},
        {"totalReserved", "Total Reserved(MB)", RS_TABLE("Total reserved (MB)"), K::Real},
        fragmentationColumn(),
        {"releaseAllocated", "Release Total Allocated(MB)", RS_TABLE("Allocated after release (MB)"), K::Real, "",
         false},
        {"releaseActive", "Release Total Active(MB)", RS_TABLE("Active after release (MB)"), K::Real, "", false},
        {"releaseReserved", "Release Total Reserved(MB)", RS_TABLE("Reserved after release (MB)"), K::Real, "", false},
        {"stream", "Stream", RS_TABLE("Stream"), K::Text, "", false},
        {"device", "Device", RS_TABLE("Device"), K::Text, "", false},
    };
}

std::shared_ptr<const RowSource> makeAllocations(const TableQuery &query, const JobContext &job)
{
    const auto rank = query.rankData();
    const auto table = memoryTable(query, "operator_memory");
    const auto blocks = std::make_shared<const MemoryBlocks>(rank ? MemoryBlocks(*rank) : MemoryBlocks());
    std::vector<quint32> picked = blocksIn(*blocks, query.window, query.unreleased, job);
    if (!query.component.isEmpty())
        std::erase_if(picked, [&](quint32 row) { return !blocks->isOf(static_cast<int>(row), query.component); });
    if (job.isCanceled())
        return nullptr;
    const auto texts = std::make_shared<RowTexts>(textsOf(table));
    // One row of each kind of block tells the word.
    const StrId graph = texts->add(QStringLiteral("GE"));
    const auto ofFramework = std::ranges::find_if(
        picked, [&blocks](quint32 row) { return blocks->component(static_cast<int>(row)) != QLatin1String("GE"); });
    const StrId framework =
        ofFramework == picked.end() ? NoText : texts->add(blocks->component(static_cast<int>(*ofFramework)));
    const auto slices = std::make_shared<const std::vector<SliceId>>(
        rank && rank->trace ? allocatingSlices(*rank->trace, *blocks, job) : std::vector<SliceId>());
    // A block that is never released stays until the capture ends, which may be long after the last release.
    Interval record = recordOf(*blocks, job);
    if (rank && rank->trace)
        record.to = std::max(record.to, rank->trace->endNs());
    if (job.isCanceled())
        return nullptr;

    PickedRows out(blockColumns(), table, std::move(picked), texts);
    const AllocationColumns c(*table);
    out.setFrom(u"name", c.name);
    out.set(u"component", [blocks, graph, framework](int row) {
        return blocks->component(row) == QLatin1String("GE") ? graph : framework;
    });
    out.set(u"size", [blocks](int row) { return blocks->sizeKb(row); });
    out.setFrom(u"allocated", c.allocated);
    out.rows->setMissing(u"allocated", RS_TABLE("before the profile"));
    out.set(u"released", [c, &t = *table](int row) { return c.releasedAt(t, row); });
    out.rows->setMissing(u"released", RS_TABLE("never"));
    out.setFrom(u"activeReleased", c.activeReleased);
    out.setFrom(u"duration", c.duration);
    out.setFrom(u"activeDuration", c.activeDuration);
    const auto setTotals = [&out](std::initializer_list<QStringView> ids,
                                  const std::array<ScaledColumn, MemoryMeasures> &of) {
        const MemoryMeasure measures[] = {MemoryMeasure::Allocated, MemoryMeasure::Active, MemoryMeasure::Reserved};
        for (size_t i = 0; i < ids.size(); ++i)
            out.setMegabytes(ids.begin()[i], of[static_cast<size_t>(measures[i])]);
    };
    setTotals({u"totalAllocated", u"totalActive", u"totalReserved"}, c.totals);
    out.setFragmentation(c.totals);
    setTotals({u"releaseAllocated", u"releaseActive", u"releaseReserved"}, c.releaseTotals);
    out.setFrom(u"stream", c.stream);
    out.setFrom(u"device", c.device);
    out.rows->setBytes(out.rows->rows() * qint64{sizeof(quint32)} + std::ssize(*slices) * qint64{sizeof(SliceId)});
    out.setPlace([blocks, slices, record, index = query.rank](int row) {
        RowPlace place{index, slices->empty() ? NoSlice : (*slices)[static_cast<size_t>(row)], {}};
        // Memory of before is there as far as the file tells.
        if (const auto held = blocks->held(row))
            place.time = Interval{std::max(held->from, record.from), std::min(held->to, record.to)};
        return place;
    });
    return out.rows;
}

// ---- memory.components, memory.static -----------------------------------------------------------------------------

std::vector<ColumnSpec> moduleColumns()
{
    using K = ValueKind;
    return {
        {"component", "Component", RS_TABLE("Component"), K::Text,
         RS_TABLE("A module of CANN; APP: the process itself.")},
        {"peak", "Peak Reserved(MB)", RS_TABLE("Peak reserved (MB)"), K::Real},
        {"time", "Peak At(ns)", RS_TABLE("Peak at (%1)"), K::Stamp},
        {"first", "First(MB)", RS_TABLE("First (MB)"), K::Real},
        {"last", "Last(MB)", RS_TABLE("Last (MB)"), K::Real},
        {"samples", "Samples", RS_TABLE("Samples"), K::Integer},
        {"device", "Device", RS_TABLE("Device"), K::Text},
    };
}

std::shared_ptr<const RowSource> makeModules(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(moduleColumns());
    for (const ModuleMemory &m : moduleMemory(*memoryTable(query, "npu_module_mem"), job))
        rows->add({query.rank, NoSlice, Interval{m.peak.ns, m.peak.ns}},
                  {m.component, m.peak.mb, m.peak.ns, m.first.mb, m.last.mb, m.samples, m.device});
    return job.isCanceled() ? nullptr : rows;
}

std::vector<ColumnSpec> staticColumns()
{
    using K = ValueKind;
    return {
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real},
        {"first", "First Node", RS_TABLE("First node"), K::Identifier,
         RS_TABLE("Nodes of the graph in the order in which they run.")},
        {"last", "Last Node", RS_TABLE("Last node"), K::Identifier},
        {"graph", "Graph ID", RS_TABLE("Graph"), K::Identifier},
        {"model", "Model", RS_TABLE("Model"), K::Text},
    };
}

std::shared_ptr<const RowSource> makeStatic(const TableQuery &query, const JobContext &)
{
    const auto table = memoryTable(query, "static_op_mem");
    const StaticMemoryColumns c(*table);
    std::vector<quint32> picked;
    for (int row = 0; row < table->rows(); ++row) {
        // The total is no operator; memory.graphs has it.
        if (!isGraphTotal(table->textView(row, c.name)))
            picked.push_back(static_cast<quint32>(row));
    }
    PickedRows out(staticColumns(), table, std::move(picked));
    out.setFrom(u"name", c.name);
    out.setFrom(u"size", c.sizeKb);
    out.setFrom(u"first", c.first);
    out.set(u"last", [&t = *table, c](int row) {
        const bool known = t.has(row, c.last) && t.integer(row, c.last) != StaticMemoryColumns::FreedNever;
        return known ? std::optional(t.integer(row, c.last)) : std::nullopt;
    });
    out.rows->setMissing(u"last", RS_TABLE("to the end"));
    out.setFrom(u"graph", c.graph);
    out.setFrom(u"model", c.model);
    out.setPlace([index = query.rank](int) { return RowPlace{index, NoSlice, {}}; });
    return out.rows;
}

constexpr const char *NoModules =
    RS_TABLE("The rank has no npu_module_mem.csv. The profiler writes it when its option profile_memory is on "
             "(profile_memory=True; --sys-hardware-mem=on of msprof).");

} // namespace

void addMemoryTables(Catalogue &catalogue)
{
    using P = Parameter;
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, const char *source,
                                  std::vector<P> parameters, auto columns, auto make, const char *why) {
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint, columns, make, whyNoMemory(source, why));
        table.sources = {{QString::fromLatin1(source)}, {}};
        if (!parameters.empty())
            table.stepSide = StepSide::Host; // stamps of the allocator
        table.parameters = std::move(parameters);
    };
    add("memory.curves", RS_TABLE("Memory over time"),
        RS_TABLE("Every sample of memory_record.csv by component and time: how much memory was in use when?"),
        "memory_record", {P::Component, P::Window}, curveColumns, makeCurves, noMemoryRecord);
    add("memory.allocations", RS_TABLE("Memory allocations"),
        RS_TABLE("Every block of operator_memory.csv, or those that are held in a window: who allocated what, and for "
                 "how long?"),
        "operator_memory", {P::Component, P::Window, P::Unreleased}, blockColumns, makeAllocations, noMemoryBlocks);
    addMemoryHeldTables(catalogue);
    add("memory.components", RS_TABLE("Memory of components"),
        RS_TABLE("The most that each CANN module reserved, by npu_module_mem.csv: what takes memory besides the "
                 "operators?"),
        "npu_module_mem", {}, moduleColumns, makeModules, NoModules);
    add("memory.static", RS_TABLE("Memory of compiled graphs"),
        RS_TABLE("What each operator of a compiled graph holds and from which node to which, by static_op_mem.csv."),
        "static_op_mem", {}, staticColumns, makeStatic, noStaticMemory);
}

} // namespace rs
