// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "tables/memory/memoryparts.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <functional>
#include <utility>

namespace rs {

namespace {

std::shared_ptr<const StringPool> textsOf(const std::shared_ptr<const Table> &table)
{
    return {table, &table->strings()};
}

/// Rows of a file that were picked, in an order of their own: millions of them, looked up when they are asked for.
class MemoryRows final : public RowSource
{
public:
    struct Cells
    {
        ColumnSpec column;
        std::function<StrId(int)> text;
        std::function<std::optional<qint64>(int)> integer;
        std::function<std::optional<double>(int)> real;
        const char *missing = nullptr; ///< what a missing value means, where it means something
    };
    using Place = std::function<RowPlace(int)>;

    MemoryRows(std::shared_ptr<const Table> table, std::vector<quint32> rows, RowTexts texts, std::vector<Cells> cells,
               Place place, qint64 placeBytes = 0)
        : m_table(std::move(table)), m_rows(std::move(rows)), m_texts(std::move(texts)), m_cells(std::move(cells)),
          m_place(std::move(place)), m_placeBytes(placeBytes)
    {
        std::vector<ColumnSpec> columns;
        for (const Cells &c : m_cells)
            columns.push_back(c.column);
        setColumns(std::move(columns));
    }

    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_rows.size()); }
    [[nodiscard]] quint32 textCount() const override { return m_texts.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        return cells(column).text(static_cast<int>(m_rows[row]));
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        return cells(column).integer(static_cast<int>(m_rows[row]));
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override
    {
        return cells(column).real(static_cast<int>(m_rows[row]));
    }
    [[nodiscard]] CellPhrase phrase(quint32 row, int column) const override
    {
        const char *const missing = cells(column).missing;
        return missing && !integer(row, column) ? CellPhrase{missing, {}} : CellPhrase();
    }
    [[nodiscard]] bool hasPhrases(int column) const override { return cells(column).missing != nullptr; }
    [[nodiscard]] RowPlace place(quint32 row) const override { return m_place(static_cast<int>(m_rows[row])); }
    [[nodiscard]] qint64 bytes() const override
    {
        return std::ssize(m_rows) * static_cast<qint64>(sizeof(quint32)) + m_placeBytes;
    }

private:
    [[nodiscard]] const Cells &cells(int column) const { return m_cells[static_cast<size_t>(column)]; }

    std::shared_ptr<const Table> m_table;
    std::vector<quint32> m_rows;
    RowTexts m_texts;
    std::vector<Cells> m_cells;
    Place m_place;
    qint64 m_placeBytes; ///< what it holds
};

using Cells = MemoryRows::Cells;

Cells textCells(ColumnSpec spec, const Table &t, int column)
{
    return {std::move(spec), [&t, column](int row) { return column < 0 ? NoText : t.textId(row, column); }, {}, {}};
}

Cells integerCells(ColumnSpec spec, const Table &t, int column)
{
    return {std::move(spec),
            {},
            [&t, column](int row) {
                return column >= 0 && t.has(row, column) ? std::optional(t.integer(row, column)) : std::nullopt;
            },
            {}};
}

Cells megabytes(ColumnSpec spec, const Table &t, MegabyteColumn column)
{
    return {std::move(spec), {}, {}, [&t, column](int row) { return column.at(t, row); }};
}

Cells fragmentation(ColumnSpec spec, const Table &t, const std::array<MegabyteColumn, MemoryMeasures> &of)
{
    return {std::move(spec), {}, {}, [&t, of](int row) -> std::optional<double> {
                const auto reserved = of[static_cast<size_t>(MemoryMeasure::Reserved)].at(t, row);
                const auto allocated = of[static_cast<size_t>(MemoryMeasure::Allocated)].at(t, row);
                return reserved && allocated && !isAboveReserved(*allocated, *reserved)
                           ? std::optional(*reserved - *allocated)
                           : std::nullopt;
            }};
}

// ---- memory.curves ------------------------------------------------------------------------------------------------

std::vector<Cells> curveCells(const Table &t)
{
    using K = ValueKind;
    const MemoryRecordColumns c(t);
    const auto measure = [&](MemoryMeasure m) { return c.measures[static_cast<size_t>(m)]; };
    return {
        textCells(ColumnSpec("component", "Component", RS_TABLE("Component"), K::Text,
                             RS_TABLE("PTA and MindSpore: the framework. GE: compiled graphs. Two with a plus: their "
                                      "sum. APP: the whole process.")),
                  t, c.component),
        integerCells(ColumnSpec("time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp), t, c.time),
        megabytes(ColumnSpec("allocated", "Allocated(MB)", RS_TABLE("Allocated (MB)"), K::Real,
                             RS_TABLE("What operators hold, as the file says.")),
                  t, measure(MemoryMeasure::Allocated)),
        megabytes(ColumnSpec("active", "Active(MB)", RS_TABLE("Active (MB)"), K::Real,
                             RS_TABLE("What the device may still use, released or not.")),
                  t, measure(MemoryMeasure::Active)),
        megabytes(ColumnSpec("reserved", "Reserved(MB)", RS_TABLE("Reserved (MB)"), K::Real,
                             RS_TABLE("What the allocator took from the device.")),
                  t, measure(MemoryMeasure::Reserved)),
        fragmentation(ColumnSpec("fragmentation", "Fragmentation(MB)", RS_TABLE("Fragmentation (MB)"), K::Real,
                                 RS_TABLE("Reserved less allocated: taken from the device and held by no operator.")),
                      t, c.measures),
        textCells(
            ColumnSpec("stream", "Stream", RS_TABLE("Stream"), K::Text,
                       RS_TABLE("For which the allocator did something then. The values are those of the device.")),
            t, c.stream),
        textCells(ColumnSpec("device", "Device", RS_TABLE("Device"), K::Text), t, c.device),
    };
}

template <typename MakeCells>
std::vector<ColumnSpec> specsOf(MakeCells make)
{
    std::vector<ColumnSpec> out;
    for (Cells &c : make(Table()))
        out.push_back(std::move(c.column));
    return out;
}

std::shared_ptr<const RowSource> makeCurves(const TableQuery &query, const JobContext &job)
{
    const auto table = memoryTable(query, "memory_record");
    std::vector<quint32> rows = memoryRows(*table, query.component, query.window, job);
    if (job.isCanceled())
        return nullptr;
    const int time = MemoryRecordColumns(*table).time;
    return std::make_shared<MemoryRows>(table, std::move(rows), RowTexts(textsOf(table)), curveCells(*table),
                                        [table, time, index = query.rank](int row) {
                                            const qint64 ns = table->integer(row, time);
                                            return RowPlace{index, NoSlice, Interval{ns, ns}};
                                        });
}

// ---- memory.allocations -------------------------------------------------------------------------------------------

/// `component`: texts of the rows, by what MemoryBlocks calls it.
std::vector<Cells> blockCells(const std::shared_ptr<const MemoryBlocks> &blocks,
                              const std::function<StrId(int)> &component, const Table &t)
{
    using K = ValueKind;
    const AllocationColumns c(t);
    const auto total = [&](MemoryMeasure m) { return c.totals[static_cast<size_t>(m)]; };
    const auto releaseTotal = [&](MemoryMeasure m) { return c.releaseTotals[static_cast<size_t>(m)]; };
    std::vector<Cells> out{
        textCells(ColumnSpec("name", "Operator", RS_TABLE("Operator"), K::Text), t, c.name),
        {{"component", "Component", RS_TABLE("Component"), K::Text, componentOfBlocks}, component, {}, {}},
        {{"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real},
         {},
         {},
         [blocks](int row) { return blocks->sizeKb(row); }},
        integerCells(ColumnSpec("allocated", "Allocated(ns)", RS_TABLE("Allocated (%1)"), K::Stamp), t, c.allocated),
        {{"released", "Released(ns)", RS_TABLE("Released (%1)"), K::Stamp},
         {},
         [c, &t](int row) { return c.releasedAt(t, row); },
         {}},
        integerCells(ColumnSpec("activeReleased", "Active Released(ns)", RS_TABLE("Active released (%1)"), K::Stamp,
                                RS_TABLE("When the device was done with the block."), false),
                     t, c.activeReleased),
        integerCells(ColumnSpec("duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
                                RS_TABLE("From allocation to release, as the file says.")),
                     t, c.duration),
        integerCells(
            ColumnSpec("activeDuration", "Active Duration(ns)", RS_TABLE("Active duration (%1)"), K::Time, "", false),
            t, c.activeDuration),
        megabytes(ColumnSpec("totalAllocated", "Total Allocated(MB)", RS_TABLE("Total allocated (MB)"), K::Real,
                             RS_TABLE("Of the component, when the block was allocated.")),
                  t, total(MemoryMeasure::Allocated)),
        megabytes(ColumnSpec("totalActive", "Total Active(MB)", RS_TABLE("Total active (MB)"), K::Real, "", false), t,
                  total(MemoryMeasure::Active)),
        megabytes(ColumnSpec("totalReserved", "Total Reserved(MB)", RS_TABLE("Total reserved (MB)"), K::Real), t,
                  total(MemoryMeasure::Reserved)),
        fragmentation(ColumnSpec("fragmentation", "Fragmentation(MB)", RS_TABLE("Fragmentation (MB)"), K::Real,
                                 RS_TABLE("Reserved less allocated: taken from the device and held by no operator.")),
                      t, c.totals),
        megabytes(ColumnSpec("releaseAllocated", "Release Total Allocated(MB)",
                             RS_TABLE("Allocated after release (MB)"), K::Real, "", false),
                  t, releaseTotal(MemoryMeasure::Allocated)),
        megabytes(ColumnSpec("releaseActive", "Release Total Active(MB)", RS_TABLE("Active after release (MB)"),
                             K::Real, "", false),
                  t, releaseTotal(MemoryMeasure::Active)),
        megabytes(ColumnSpec("releaseReserved", "Release Total Reserved(MB)", RS_TABLE("Reserved after release (MB)"),
                             K::Real, "", false),
                  t, releaseTotal(MemoryMeasure::Reserved)),
        textCells(ColumnSpec("stream", "Stream", RS_TABLE("Stream"), K::Text, "", false), t, c.stream),
        textCells(ColumnSpec("device", "Device", RS_TABLE("Device"), K::Text, "", false), t, c.device),
    };
    out[3].missing = RS_TABLE("before the profile");
    out[4].missing = RS_TABLE("never");
    return out;
}

std::shared_ptr<const RowSource> makeAllocations(const TableQuery &query, const JobContext &job)
{
    const auto rank = query.rankData();
    const auto table = memoryTable(query, "operator_memory");
    const auto blocks = std::make_shared<const MemoryBlocks>(rank ? MemoryBlocks(*rank) : MemoryBlocks());
    std::vector<quint32> rows = blocksIn(*blocks, query.window, query.unreleased, job);
    if (!query.component.isEmpty())
        std::erase_if(rows, [&](quint32 row) { return !blocks->isOf(static_cast<int>(row), query.component); });
    if (job.isCanceled())
        return nullptr;
    RowTexts texts(textsOf(table));
    // Of each kind of block one row tells the word.
    const StrId graph = texts.add(QStringLiteral("GE"));
    StrId framework = NoText;
    for (const quint32 row : rows) {
        const QString &component = blocks->component(static_cast<int>(row));
        if (component != QLatin1String("GE")) {
            framework = texts.add(component);
            break;
        }
    }
    const auto component = [blocks, graph, framework](int row) {
        return blocks->component(row) == QLatin1String("GE") ? graph : framework;
    };
    auto cells = blockCells(blocks, component, *table);
    const auto slices = std::make_shared<const std::vector<SliceId>>(
        rank && rank->trace ? allocatingSlices(*rank->trace, *blocks, job) : std::vector<SliceId>());
    // What is never released stays until the capture ends, which may be long after the last block was released.
    Interval record = recordOf(*blocks, job);
    if (rank && rank->trace)
        record.to = std::max(record.to, rank->trace->endNs());
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<MemoryRows>(
        table, std::move(rows), std::move(texts), std::move(cells),
        [blocks, slices, record, index = query.rank](int row) {
            RowPlace out{index, slices->empty() ? NoSlice : (*slices)[static_cast<size_t>(row)], {}};
            // What was there before is there as far as the file tells.
            if (const auto held = blocks->held(row))
                out.time = Interval{std::max(held->from, record.from), std::min(held->to, record.to)};
            return out;
        },
        std::ssize(*slices) * static_cast<qint64>(sizeof(SliceId)));
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

std::vector<Cells> staticCells(const Table &t)
{
    using K = ValueKind;
    const StaticMemoryColumns c(t);
    std::vector<Cells> out{
        textCells(ColumnSpec("name", "Operator", RS_TABLE("Operator"), K::Text), t, c.name),
        {{"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real},
         {},
         {},
         [&t, c](int row) {
             return c.sizeKb >= 0 && t.has(row, c.sizeKb) ? std::optional(t.real(row, c.sizeKb)) : std::nullopt;
         }},
        integerCells(ColumnSpec("first", "First Node", RS_TABLE("First node"), K::Identifier,
                                RS_TABLE("Nodes of the graph in the order in which they run.")),
                     t, c.first),
        {{"last", "Last Node", RS_TABLE("Last node"), K::Identifier},
         {},
         [&t, c](int row) {
             const bool known =
                 c.last >= 0 && t.has(row, c.last) && t.integer(row, c.last) != StaticMemoryColumns::FreedNever;
             return known ? std::optional(t.integer(row, c.last)) : std::nullopt;
         },
         {}},
        integerCells(ColumnSpec("graph", "Graph ID", RS_TABLE("Graph"), K::Identifier), t, c.graph),
        textCells(ColumnSpec("model", "Model", RS_TABLE("Model"), K::Text), t, c.model),
    };
    out[3].missing = RS_TABLE("to the end");
    return out;
}

std::shared_ptr<const RowSource> makeStatic(const TableQuery &query, const JobContext &)
{
    const auto table = memoryTable(query, "static_op_mem");
    const StaticMemoryColumns c(*table);
    std::vector<quint32> rows;
    for (int row = 0; row < table->rows(); ++row) {
        // The total is no operator; memory.graphs has it.
        if (!isGraphTotal(table->textView(row, c.name)))
            rows.push_back(static_cast<quint32>(row));
    }
    return std::make_shared<MemoryRows>(table, std::move(rows), RowTexts(textsOf(table)), staticCells(*table),
                                        [index = query.rank](int) {
                                            return RowPlace{index, NoSlice, {}};
                                        });
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
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint);
        table.sources = {{QString::fromLatin1(source)}, {}};
        if (!parameters.empty())
            table.stepSide = StepSide::Host; // stamps of the allocator
        table.parameters = std::move(parameters);
        table.columns = [columns](const TableQuery &) { return columns(); };
        table.make = make;
        table.whyEmpty = whyNoMemory(source, why);
    };
    add(
        "memory.curves", RS_TABLE("Memory over time"),
        RS_TABLE("Every sample of memory_record.csv by component and time: how much memory was in use when?"),
        "memory_record", {P::Component, P::Window}, [] { return specsOf(curveCells); }, makeCurves, noMemoryRecord);
    add(
        "memory.allocations", RS_TABLE("Memory allocations"),
        RS_TABLE("Every block of operator_memory.csv, or those that are held in a window: who allocated what, and for "
                 "how long?"),
        "operator_memory", {P::Component, P::Window, P::Unreleased},
        [] { return specsOf([](const Table &t) { return blockCells({}, {}, t); }); }, makeAllocations, noMemoryBlocks);
    addMemoryHeldTables(catalogue);
    add("memory.components", RS_TABLE("Memory of components"),
        RS_TABLE("What each module of CANN reserved at most, by npu_module_mem.csv: who takes memory beside the "
                 "operators?"),
        "npu_module_mem", {}, moduleColumns, makeModules, NoModules);
    add(
        "memory.static", RS_TABLE("Memory of compiled graphs"),
        RS_TABLE("What each operator of a compiled graph holds and from which node to which, by static_op_mem.csv."),
        "static_op_mem", {}, [] { return specsOf(staticCells); }, makeStatic, noStaticMemory);
}

} // namespace rs
