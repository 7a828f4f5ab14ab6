// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/mfu.h"
#include "analysis/recipes/recipemarks.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"
#include "tables/base/userlists.h"
#include "tables/operators/operatorfields.h"
#include "tables/operators/operatorgrouptables.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

const char *flopsWord(const std::optional<FlopsSource> &source)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {RS_TABLE("recorded"), RS_TABLE("counted"), RS_TABLE("by shapes"),
                                  RS_TABLE("at most")};
    return source ? words[static_cast<size_t>(*source)] : "";
}

const char *limitWord(RoofLimit limit)
{
    constexpr std::array words = {"", RS_TABLE("compute"), RS_TABLE("memory")};
    return words[static_cast<size_t>(limit)];
}

Cell percentCell(const std::optional<double> &share)
{
    return share ? Cell(100 * *share) : Cell();
}

ColumnSpec sourceColumn()
{
    return {"source", "FLOPs Source", RS_TABLE("Source of FLOPs"), ValueKind::Word,
            RS_TABLE("Recorded by the framework (with_flops); counted by the cores (ArithmeticUtilization); by shapes; "
                     "at most: shapes with padding, or with what a mask or empty groups leave out.")};
}

std::vector<ColumnSpec> mfuColumns(OperatorGrouping by)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = identityColumns(by);
    const std::vector<ColumnSpec> numbers = {
        {"data-type", "Data Type", RS_TABLE("Data type"), K::Text, RS_TABLE("Of the first input.")},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time},
        {"flops", "FLOPs(G)", RS_TABLE("FLOPs (G)"), K::Real,
         RS_TABLE("Operations of the calls of which they are known; 2·M·N·K of a matrix product.")},
        sourceColumn(),
        {"rate", "Rate(TFLOP/s)", RS_TABLE("TFLOP/s"), K::Real, RS_TABLE("Operations / the time in which they ran.")},
        {"peak", "Peak(TFLOP/s)", RS_TABLE("Peak (TFLOP/s)"), K::Real,
         RS_TABLE("Of the cube units for the data type.")},
        {"mfu", "MFU(%)", RS_TABLE("MFU (%)"), K::Percent,
         RS_TABLE("Operations / (time × peak), as operator_mfu of msprof-analyze has it.")},
        {"bytes", "Bytes(B)", RS_TABLE("Bytes"), K::Bytes,
         RS_TABLE("Every input read once and every output written once, by shapes.")},
        {"intensity", "Intensity(FLOP/B)", RS_TABLE("FLOP/B"), K::Real, RS_TABLE("Operations / bytes.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
         RS_TABLE("Bytes / time; more than the memory has where the cache holds the data.")},
        {"memory-peak", "Memory Peak(GB/s)", RS_TABLE("Memory peak (GB/s)"), K::Real,
         RS_TABLE("Bandwidth of the memory of the chip: the reference value, else that of peaks.json."), false},
        {"roof-share", "Of Roof(%)", RS_TABLE("Of the roof (%)"), K::Percent,
         RS_TABLE("Rate / the lower of peak and (operations a byte × bandwidth of the memory).")},
        {"limit", "Limit", RS_TABLE("Limited by"), K::Word, RS_TABLE("The lower of these two.")},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    int place = 0;
    for (const QStringView id : {u"type", u"name", u"total", u"mfu", u"roof-share", u"rate", u"intensity", u"shapes"}) {
        for (ColumnSpec &c : out) {
            if (c.id == id)
                c.place = ++place;
        }
    }
    return out;
}

MfuQuery mfuQuery(const TableQuery &query)
{
    return {query.by, query.step, query.core};
}

std::vector<RowNote> notesOn(const MfuGroups &found, const ChipPeaks &peaks)
{
    std::vector<RowNote> out{found.peak.sentence()};
    if (!found.typesWithoutPeak.isEmpty())
        out.emplace_back(Phrase(RS_MESSAGE("No factor in peaks.json gives the peak of these data types: %1."),
                                {found.typesWithoutPeak.join(QStringLiteral(", "))}));
    if (!found.peak.memoryGbs)
        out.emplace_back(RS_MESSAGE(
            "The bandwidth of the memory of the chip is unknown, so there is no roof of memory. Enter it under "
            "Analyse > Reference Values of the Hardware, by --rate BANDWIDTH=… or as gbps in peaks.json."));
    if (found.totalNs > 0)
        out.emplace_back(
            Phrase(RS_MESSAGE("Operations are known of %1 % of the time of these kernels. Vector operators have some "
                              "only by counters (aic_metrics=ArithmeticUtilization)."),
                   {QString::number(100.0 * static_cast<double>(found.flopsNs) / static_cast<double>(found.totalNs),
                                    'f', 1)}));
    if (peaks.fault)
        out.emplace_back(*peaks.fault);
    return out;
}

std::shared_ptr<const RowSource> makeMfu(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(mfuColumns(query.by));
    if (!query.run)
        return rows;
    const ChipPeaks peaks = userChipPeaks();
    const MfuGroups found = mfuGroups(*query.run, query.rank, mfuQuery(query), peaks, query.rates.device, job);
    if (job.isCanceled())
        return nullptr;
    const IdentityColumns has = identityOf(query.by);
    for (const MfuGroup &g : found.rows) {
        std::vector<Cell> cells{g.type};
        if (has.name)
            cells.emplace_back(g.name);
        if (has.shapes)
            cells.emplace_back(g.shapes);
        const auto bytes = g.bytes > 0 ? std::optional(static_cast<qint64>(g.bytes)) : std::nullopt;
        cells.insert(cells.end(),
                     {g.core, g.dataType, g.calls, g.totalNs, cellIf(g.source.has_value(), g.operations / 1e9),
                      flopsWord(g.source), g.teraflops(), g.peakTeraflops, percentCell(g.mfu()), bytes, g.intensity(),
                      g.gigabytes(), g.memoryGbs, percentCell(g.ofRoof()), limitWord(g.limit())});
        rows->add({query.rank, g.longest, {}}, cells);
        for (const auto &[id, share] : {std::pair(u"mfu", g.mfu()), std::pair(u"roof-share", g.ofRoof())}) {
            rows->setExpected(id);
            rows->setShare(id, share ? std::optional(std::min(1.0, *share)) : std::nullopt);
        }
    }
    rows->setNotes(notesOn(found, peaks));
    return rows;
}

Phrase whyNoMfu(const TableQuery &query)
{
    const auto hasKernels = [&query](int index) {
        const std::shared_ptr<const RankData> rank = query.run->rank(index);
        return rank && rank->kernels;
    };
    if (query.rank < 0 && query.run && !query.step.isEmpty() && std::ranges::any_of(query.rankIndices(), hasKernels))
        return tableReason(RS_TABLE("No kernel belongs to that step."));
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && rank->kernels)
        return tableReason(RS_TABLE("No kernel of the rank belongs to that step and ran on that core."));
    return tableReason(RS_TABLE("No kernel table of a rank has operations or shapes (kernel_details.csv, op_summary): "
                                "the profiler writes it with shapes at Level1 or higher."));
}

std::vector<ColumnSpec> mfuModuleColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"parent", "Parent Module", RS_TABLE("Modules around it"), K::Text},
        {"module", "Module", RS_TABLE("Module"), K::Text},
        {"calls", "Kernels", RS_TABLE("Kernels"), K::Integer,
         RS_TABLE("Those of its own operators; modules inside of it have rows of their own.")},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time},
        {"known", "Known(us)", RS_TABLE("Of known FLOPs (%1)"), K::Time,
         RS_TABLE("Durations of the kernels whose operations are known.")},
        {"flops", "FLOPs(G)", RS_TABLE("FLOPs (G)"), K::Real, RS_TABLE("Their operations.")},
        sourceColumn(),
        {"rate", "Rate(TFLOP/s)", RS_TABLE("TFLOP/s"), K::Real, RS_TABLE("Operations / the time in which they ran.")},
        {"mfu", "MFU(%)", RS_TABLE("MFU (%)"), K::Percent,
         RS_TABLE("Time that these operations take at the peaks of their data types, of the durations of their "
                  "kernels.")},
    };
    setUnitGroup(out, 1, {u"total", u"known"});
    leadWith(out, {u"module", u"total", u"mfu", u"rate", u"parent"});
    return out;
}

std::shared_ptr<const RowSource> makeMfuModules(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(mfuModuleColumns());
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (!rank)
        return rows;
    const ChipPeaks peaks = userChipPeaks();
    const std::vector<ModuleMfu> found = moduleMfu(*query.run, query.rank, peaks, query.rates.device, job);
    if (job.isCanceled())
        return nullptr;
    for (const ModuleMfu &m : found) {
        const std::optional<double> mfu = m.kernelMfu();
        rows->add({query.rank, m.longest, {}},
                  {m.parent, m.module, m.kernels, m.kernelNs, cellIf(m.flopsNs > 0, m.flopsNs),
                   cellIf(m.source.has_value(), m.operations / 1e9), flopsWord(m.source), m.kernelTeraflops(),
                   percentCell(mfu)});
        rows->setExpected(u"mfu");
        rows->setShare(u"mfu", mfu ? std::optional(std::min(1.0, *mfu)) : std::nullopt);
    }
    std::vector<RowNote> notes{peakOf(rank->info, peaks, query.rates.device).sentence()};
    if (peaks.fault)
        notes.emplace_back(*peaks.fault);
    rows->setNotes(std::move(notes));
    return rows;
}

Phrase whyNoModules(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (!rank || !rank->kernels)
        return whyNoMfu(query);
    return tableReason(RS_TABLE(
        "No modules are known: there is no range of mstx around operators "
        "(torch_npu.npu.mstx.range_start(NAME, domain=\"Module\")), no function called nn.Module "
        "(with_modules=True of the profiler), and no scope in the names of kernels (graph mode of MindSpore)."));
}

std::vector<ColumnSpec> mfuStepColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"step-time", "Step(us)", RS_TABLE("Step (%1)"), K::Time,
         RS_TABLE("From the first work of the step on the device to the last.")},
        {"kernels", "Kernels(us)", RS_TABLE("Kernels (%1)"), K::Time, RS_TABLE("Durations of its compute kernels.")},
        {"known", "Known(us)", RS_TABLE("Of known FLOPs (%1)"), K::Time,
         RS_TABLE("Durations of the kernels whose operations are known.")},
        {"flops", "FLOPs(G)", RS_TABLE("FLOPs (G)"), K::Real, RS_TABLE("Their operations.")},
        sourceColumn(),
        {"rate", "Rate(TFLOP/s)", RS_TABLE("TFLOP/s"), K::Real, RS_TABLE("Operations / the time of the step.")},
        {"mfu", "MFU(%)", RS_TABLE("MFU (%)"), K::Percent,
         RS_TABLE("Time that these operations take at the peaks of their data types, of the step; operations that are "
                  "not known would add to it.")},
        {"kernel-mfu", "Kernel MFU(%)", RS_TABLE("MFU of kernels (%)"), K::Percent,
         RS_TABLE("The same, of the durations of these kernels.")},
    };
    setUnitGroup(out, 1, {u"step-time", u"kernels", u"known"});
    return out;
}

std::shared_ptr<const RowSource> makeMfuSteps(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(mfuStepColumns());
    if (!query.run)
        return rows;
    const ChipPeaks peaks = userChipPeaks();
    const std::vector<int> ranks = query.rankIndices();
    const std::vector<MfuStep> steps = mfuSteps(*query.run, ranks, peaks, query.rates.device, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<RowNote> notes;
    QStringList said;
    int last = -1;
    for (const MfuStep &s : steps) {
        if (!query.step.isEmpty() && s.step != query.step)
            continue;
        rows->add({s.rankIndex, NoSlice, {}},
                  {rankLabel(*query.run, s.rankIndex), s.step, s.stepNs, s.kernelNs, cellIf(s.flopsNs > 0, s.flopsNs),
                   cellIf(s.source.has_value(), s.operations / 1e9), flopsWord(s.source), s.teraflops(),
                   percentCell(s.mfu()), percentCell(s.kernelMfu())});
        rows->setExpected(u"mfu");
        rows->setShare(u"mfu", s.mfu() ? std::optional(std::min(1.0, *s.mfu())) : std::nullopt);
        if (s.rankIndex == last)
            continue;
        last = s.rankIndex;
        const Phrase origin =
            peakOf(query.run->ranks[static_cast<size_t>(last)]->info, peaks, query.rates.device).sentence();
        if (!said.contains(origin.english())) {
            said << origin.english();
            notes.emplace_back(origin);
        }
    }
    if (peaks.fault)
        notes.emplace_back(*peaks.fault);
    rows->setNotes(std::move(notes));
    return rows;
}

} // namespace

void addMfuTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources kernels{{QStringLiteral("kernel_details"), QStringLiteral("op_summary")}, {}};
    TableSpec &groups = catalogue.add(
        "mfu", TableScope::Rank, RS_TABLE("MFU and roofline"),
        RS_TABLE(
            "Operations, bytes and rates of the kernels of a rank against the peak of the chip: which ones are far "
            "from it, and does computing or memory limit them?"));
    groups.parameters = {P::By, P::Core, P::Step};
    groups.sources = kernels;
    groups.columns = [](const TableQuery &query) { return mfuColumns(query.by); };
    groups.make = makeMfu;
    groups.whyEmpty = whyNoMfu;
    groups.takesRates = true;
    TableSpec &modules = catalogue.add(
        "mfu.modules", TableScope::Rank, RS_TABLE("MFU by module"),
        RS_TABLE("Operations of the kernels of each module of a rank against the peak of the chip: which part of the "
                 "model is far from it?"),
        mfuModuleColumns, makeMfuModules, whyNoModules);
    modules.sources = kernels;
    modules.takesRates = true;
    TableSpec &steps = catalogue.add(
        "mfu.steps", TableScope::Run, RS_TABLE("MFU by step"),
        RS_TABLE(
            "Operations of each step of each rank against the peak of the chip: how much of it does the step use?"),
        mfuStepColumns, makeMfuSteps, whyNoMfu);
    steps.parameters = {P::Step};
    steps.sources = kernels;
    steps.needsAllRanks = true;
    steps.takesRanks = true;
    steps.takesRates = true;
}

} // namespace rs
