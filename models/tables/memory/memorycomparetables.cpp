// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/memorycompare.h"
#include "tables/base/cellrows.h"
#include "tables/run/othertables.h"
#include "tables/base/tables.h"

#include <limits>

namespace rs {

namespace {

std::vector<ColumnSpec> differenceColumns(BlockGrouping by)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out;
    if (by == BlockGrouping::Operator)
        out.push_back({"name", "Operator", RS_TABLE("Operator"), K::Text});
    out.push_back({"component", "Component", RS_TABLE("Component"), K::Text});
    if (by == BlockGrouping::Size)
        out.push_back({"size", "Size(KB)", RS_TABLE("Size (KB)"), K::Real, RS_TABLE("Of one block.")});
    const std::vector<ColumnSpec> numbers = {
        {"difference", "Difference(KB)", RS_TABLE("Difference (KB)"), K::Real,
         RS_TABLE("Of the other rank less the base, each at its own peak.")},
        {"base", "Base(KB)", RS_TABLE("Rank %2 (KB)"), K::Real, RS_TABLE("Held at the peak of the base.")},
        {"other", "Other(KB)", RS_TABLE("Rank %3 (KB)"), K::Real, RS_TABLE("Held at the peak of the other rank.")},
        {"ratio", "Ratio", RS_TABLE("Ratio"), K::Ratio, RS_TABLE("Other / base.")},
        {"baseBlocks", "Base Blocks", RS_TABLE("Rank %2: blocks"), K::Integer},
        {"otherBlocks", "Other Blocks", RS_TABLE("Rank %3: blocks"), K::Integer},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    return out;
}

void addDifference(CellRows &to, const MemoryDifference &r, BlockGrouping by)
{
    std::vector<Cell> cells;
    if (by == BlockGrouping::Operator)
        cells.emplace_back(r.name);
    cells.emplace_back(r.component);
    if (by == BlockGrouping::Size)
        cells.emplace_back(r.sizeKb);
    const double ratio =
        r.base.totalKb > 0 ? r.other.totalKb / r.base.totalKb : std::numeric_limits<double>::infinity();
    cells.insert(cells.end(), {r.differenceKb(), r.base.totalKb, r.other.totalKb, ratio,
                               cellIf(!r.isRest, r.base.blocks), cellIf(!r.isRest, r.other.blocks)});
    to.add({}, cells);
    if (r.isRest)
        to.setPhrase(to.columns().front().id, {RS_TABLE("before the profile, or not listed"), {}});
}

bool isOfAllTime(const TableQuery &query)
{
    return query.window == TableQuery().window;
}

Phrase peaksNote(const TableQuery &query, const MemoryComparison &found)
{
    const auto mb = [](const MemoryMoment &moment) { return QString::number(*moment.allocatedMb, 'f', 1); };
    const QStringList said{query.rankData()->info.label, mb(*found.base), query.otherData()->info.label,
                           mb(*found.other)};
    return isOfAllTime(query)
               ? Phrase{RS_MESSAGE("Each rank at the peak of its whole capture: %2 MB on rank %1, %4 MB on rank %3."),
                        said}
               : Phrase{RS_MESSAGE(
                            "Each rank at its peak in the selected time or step: %2 MB on rank %1, %4 MB on rank %3."),
                        said};
}

std::shared_ptr<const RowSource> makeDifferences(const TableQuery &query, const JobContext &job)
{
    const auto base = query.rankData();
    const auto other = query.otherData();
    MemoryComparison found;
    if (base && other)
        found = compareMemory(*base, *other, query.heldBy, query.component, query.window,
                              query.otherWindow.value_or(query.window), job);
    if (job.isCanceled())
        return nullptr;
    std::vector<RowNote> notes;
    if (!found.rows.empty() && found.base->allocatedMb && found.other->allocatedMb)
        notes.emplace_back(peaksNote(query, found));
    auto out = std::make_shared<CellRows>(differenceColumns(query.heldBy));
    for (const MemoryDifference &r : found.rows)
        addDifference(*out, r, query.heldBy);
    if (base && other)
        out->setNames({base->info.label, other->info.label});
    out->setNotes(std::move(notes));
    return out;
}

Phrase whyNoDifferences(const TableQuery &query)
{
    for (const auto &rank : {query.rankData(), query.otherData()}) {
        if (!rank && query.other < 0)
            return tableReason(RS_TABLE("Choose a second rank beside the curves to see what operators hold at the "
                                        "peak of each."));
        if (!rank)
            return tableReason(RS_TABLE("Two ranks are compared, and one of them is not loaded."));
        for (const char *const kind : {"memory_record", "operator_memory"}) {
            const auto table = rank->table(QString::fromLatin1(kind));
            if (!table || table->rows() == 0)
                return tableReason(RS_TABLE("Rank %1 has no row of %2.csv. The profiler writes the file when its "
                                            "option profile_memory is on (profile_memory=True)."),
                                   {rank->info.label, QString::fromLatin1(kind)});
        }
    }
    if (!isOfAllTime(query))
        return tableReason(RS_TABLE("Not both ranks have a value of memory in the selected time or step."));
    return tableReason(RS_TABLE("No component has a peak on both ranks."));
}

} // namespace

void addMemoryCompareTable(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add(
        "memory.compare", TableScope::Pair, RS_TABLE("Memory of two ranks"),
        RS_TABLE("Which operators hold how much at the peak of each of two ranks: why does one need more memory "
                 "than the other?"));
    table.parameters = {Parameter::HeldBy, Parameter::Component, Parameter::Window};
    table.sumsWindow = true;
    table.stepSide = StepSide::Host; // stamps of the allocator
    table.sources = {{QStringLiteral("operator_memory")}, {}};
    table.columns = [](const TableQuery &query) { return differenceColumns(query.heldBy); };
    table.make = makeDifferences;
    table.whyEmpty = whyNoDifferences;
}

} // namespace rs
