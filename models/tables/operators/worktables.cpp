// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/devicework.h"
#include "core/base/saturate.h"
#include "core/trace/trace.h"
#include "tables/communication/communicationfields.h"
#include "tables/base/cellrows.h"
#include "tables/operators/operatorgrouptables.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr double mostShare = 100'000; // shares have three decimals as per cent

WorkQuery workQuery(const TableQuery &query)
{
    return {query.step, query.core};
}

std::vector<ColumnSpec> coreColumns()
{
    using K = ValueKind;
    return {
        {"core", "Core Type", RS_TABLE("Core type"), K::Text, RS_TABLE("As in kernel_details.csv; empty if unknown.")},
        {"kernels", "Kernels", RS_TABLE("Kernels"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time,
         RS_TABLE("Durations of its kernels; those of several streams may run at the same time, so this may be more "
                  "than the compute time.")},
        {"longest", "Longest(us)", RS_TABLE("Longest kernel (%1)"), K::Time},
        {"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent, RS_TABLE("Of the total of all rows.")},
    };
}

std::shared_ptr<const RowSource> makeCores(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    const std::vector<CoreWork> works = rank ? coreWorks(*rank, workQuery(query), job) : std::vector<CoreWork>();
    qint64 total = 0;
    for (const CoreWork &w : works)
        total = saturatedSum(total, w.totalNs);
    auto rows = std::make_shared<CellRows>(coreColumns());
    for (const CoreWork &w : works) {
        const double share = partOf(w.totalNs, total);
        rows->add({query.rank, w.longest, {}},
                  {w.core, w.kernels, w.totalNs, w.longestNs, std::round(share * mostShare) / (mostShare / 100)});
        rows->setShare(u"total", share);
    }
    return job.isCanceled() ? nullptr : rows;
}

std::shared_ptr<const RowSource> makeKernels(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    KernelWorks works = rank ? kernelWorks(*rank, workQuery(query), job) : KernelWorks();
    return job.isCanceled() ? nullptr : kernelRows(rank, query.rank, std::move(works));
}

std::vector<ColumnSpec> copyColumns()
{
    using K = ValueKind;
    return {
        {"direction", "Direction", RS_TABLE("Direction"), K::Text, RS_TABLE("As in the file; empty if unknown.")},
        {"stream", "Stream", RS_TABLE("Stream"), K::Text},
        {"copies", "Copies", RS_TABLE("Copies"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time,
         RS_TABLE("Copies of several streams may run at the same time.")},
        {"uncovered", "Uncovered(us)", RS_TABLE("Non-overlapped (%1)"), K::Time,
         RS_TABLE("While the device neither computes nor communicates: the part that delays the step.")},
        {"longest", "Longest(us)", RS_TABLE("Longest copy (%1)"), K::Time},
        {"size", "Size(B)", RS_TABLE("Size"), K::Bytes, RS_TABLE("Of the copies whose size the file has.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real, RS_TABLE("Size / time.")},
    };
}

std::shared_ptr<const RowSource> makeCopies(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    auto rows = std::make_shared<CellRows>(copyColumns());
    for (const CopyWork &w : rank ? copyWorks(*rank, workQuery(query), job) : std::vector<CopyWork>()) {
        rows->add({query.rank, w.longest, {}},
                  {w.direction, rank->trace->laneLabel(w.stream), w.copies, w.totalNs, w.uncoveredNs,
                   rank->trace->slices().duration(w.longest), w.bytes, w.bandwidthGbs});
        rows->setShare(u"uncovered", partOf(w.uncoveredNs, w.totalNs));
    }
    return job.isCanceled() ? nullptr : rows;
}

std::vector<ColumnSpec> overlapColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        {"uncovered", "Uncovered(us)", RS_TABLE("Non-overlapped (%1)"), K::Time,
         RS_TABLE("While no kernel runs. Operators of several domains may run at the same time, so their sum may "
                  "be more than the step's non-overlapped communication. Unknown without a trace.")},
        {"covered", "Covered(us)", RS_TABLE("Overlapped (%1)"), K::Time,
         RS_TABLE("While kernels run at the same time.")},
        {"duration", "Duration(us)", RS_TABLE("Duration (%1)"), K::Time},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"step", "Step", RS_TABLE("Step"), K::Label},
    };
    leadWith(out, {u"uncovered", u"covered", u"operator"});
    for (ColumnSpec &c : out)
        c.unitGroup = c.kind == K::Time ? 1 : 0;
    return out;
}

std::shared_ptr<const RowSource> makeOverlap(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<CommWork> works =
        rank ? commWorks(*query.run, query.rank, workQuery(query), job) : std::vector<CommWork>();
    const DomainChoice chosen = domainChoice(query, job);
    std::erase_if(works, [&chosen](const CommWork &w) { return !chosen.hasLabel(w.domain); });
    const bool namesSlices = !works.empty() && works.front().slice != NoSlice;
    auto rows = std::make_shared<CellRows>(overlapColumns(), rank);
    for (const CommWork &w : works) {
        RowPlace place{query.rank, w.slice, {}};
        if (w.startNs && w.durationNs)
            place.time = Interval{*w.startNs, saturatedSum(*w.startNs, *w.durationNs)};
        rows->add(place, {namesSlices ? Cell(w.slice) : Cell(w.name), w.uncoveredNs, w.coveredNs, w.durationNs,
                          w.startNs, w.domain, w.step});
        for (const auto &[id, part] : {std::pair(u"uncovered", w.uncoveredNs), std::pair(u"covered", w.coveredNs)}) {
            rows->setExpected(id);
            if (part)
                rows->setShare(id, partOf(*part, w.durationNs.value_or(0)));
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

Phrase whyNoKernels(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && !(query.step.isEmpty() && query.core.isEmpty()) && !kernelWorks(*rank, {}).kernels.empty())
        return tableReason(RS_TABLE("No kernel of the rank belongs to that step and ran on that core."));
    return tableReason(RS_TABLE(
        "No kernel of the rank is known: it has neither kernel_details.csv (op_summary*.csv of msprof) nor a trace "
        "with kernels. The profiler writes both when NPU activity is collected (ProfilerActivity.NPU)."));
}

Phrase whyNoCopies(const TableQuery &query)
{
    if (const Phrase why = whyNoSlices(query); !why.isEmpty())
        return why;
    return tableReason(RS_TABLE("The trace of the rank has no copy in the chosen steps: tasks such as MEMCPY_ASYNC."));
}

Phrase whyNoOverlap(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && !query.domain.isEmpty() && !commWorks(*query.run, query.rank, {}).empty())
        return tableReason(RS_TABLE("No communication operator of the rank belongs to the chosen steps and domains."));
    if (rank && !query.step.isEmpty() && !commWorks(*query.run, query.rank, {}).empty())
        return tableReason(RS_TABLE("No communication operator of the rank belongs to that step."));
    return tableReason(
        RS_TABLE("No communication operator of the rank is known: its trace has no lanes of communication domains, "
                 "and there is no communication.json. The profiler writes the lanes when NPU activity is collected "
                 "(ProfilerActivity.NPU), the file at profiler level Level1 or higher; runs with one rank have "
                 "none."));
}

} // namespace

void addWorkTables(Catalogue &catalogue)
{
    using P = Parameter;
    const QStringList kernels{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")};
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, std::vector<P> parameters,
                                  const QStringList &sources, auto columns, auto make, auto whyEmpty) {
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint, columns, make, whyEmpty);
        table.parameters = std::move(parameters);
        table.sources = {sources, {}};
        table.ownPage = true;
    };
    add("cores", RS_TABLE("Compute by accelerator core"),
        RS_TABLE("How many kernels of a rank ran on each kind of core, and how long: cube, vector, mixed, AI CPU."),
        {P::Step}, kernels, coreColumns, makeCores, whyNoKernels);
    add("cores.kernels", RS_TABLE("Longest kernels"),
        RS_TABLE("The kernels of a rank, the longest first, with wait, blocks and shapes: which ones took the compute "
                 "time of a step?"),
        {P::Step, P::Core}, kernels, kernelColumns, makeKernels, whyNoKernels);
    add("copies", RS_TABLE("Copies by direction"),
        RS_TABLE("What a rank copied between host and device, on which stream, at what bandwidth, and how much of it "
                 "delayed the device."),
        {P::Step}, {QStringLiteral("trace")}, copyColumns, makeCopies, whyNoCopies);
    add("communication.overlap", RS_TABLE("Overlapped communication"),
        RS_TABLE("Every communication operator of a rank with its overlapped and non-overlapped time, the longest "
                 "non-overlapped first: which ones delayed the device?"),
        {P::Step, P::Domain},
        {QStringLiteral("trace"), QStringLiteral("communication"), QStringLiteral("kernel_details"),
         QStringLiteral("op_summary")},
        overlapColumns, makeOverlap, whyNoOverlap);
}

} // namespace rs
