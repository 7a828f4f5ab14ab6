// SPDX-License-Identifier: Apache-2.0
// Results of recipes that name a rank or a cause: slow ranks, gaps, bottlenecks, marks of mstx, modules.
#include "analysis/recipes/recipecauses.h"
#include "analysis/recipes/recipemarks.h"
#include "analysis/recipes/recipevotes.h"
#include "tables/recipes/recipefields.h"

#include <memory>
#include <vector>

namespace rs {

namespace {

std::vector<ColumnSpec> voteColumns()
{
    using K = ValueKind;
    return {
        {"rank", "rankId", RS_TABLE("Rank"), K::Label},
        {"votes", "slowAffectCount", RS_TABLE("Operators pointing to it"), K::Integer,
         RS_TABLE("Collectives in which it took so much less time than the others that they waited for it.")},
    };
}

void appendVotes(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const RankVotes &r : slowRankRecipe(run, job).votes)
        rows.add({r.rankIndex, NoSlice, {}}, {rankLabel(run, r.rankIndex), r.votes});
}

std::vector<ColumnSpec> slowOperatorColumns()
{
    using K = ValueKind;
    return describedColumns({
        {"rank", "SlowRank", RS_TABLE("Slow rank"), K::Text},
        {"name", "OpName", RS_TABLE("Operator"), K::Text},
        {"domain", "GroupName", RS_TABLE("Domain"), K::Text},
        {"start", "Timestamp", RS_TABLE("Start (ns)"), K::Identifier},
    });
}

void appendSlowOperators(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const SlowOperator &r : slowRankRecipe(run, job).operators)
        rows.add(
            {r.ranks.front(), r.slice, {}},
            describedCells({labelsOfRanks(run, r.ranks, QStringLiteral(",")), r.name, r.domain, r.startNs}, r.time));
}

std::vector<ColumnSpec> maskingColumns()
{
    using K = ValueKind;
    return {
        {"step", "stepId", RS_TABLE("Step"), K::Label},
        {"type", "parallelType", RS_TABLE("Parallelism"), K::Text,
         RS_TABLE("Names of the domains whose operators count.")},
        {"start", "stepStartTime", RS_TABLE("Step start (ns)"), K::Identifier},
        {"end", "stepEndTime", RS_TABLE("Step end (ns)"), K::Identifier},
        {"communication", "totalCommunicationOperatorTime", RS_TABLE("Communication (ns)"), K::Integer,
         RS_TABLE("Overlapping operators count once.")},
        {"share", "timeRatioOfStepCommunicationOperator", RS_TABLE("Communication share of the step"), K::Ratio},
        {"uncovered", "totalTimeWithoutCommunicationBlackout", RS_TABLE("Non-overlapped (ns)"), K::Integer,
         RS_TABLE("While no kernel runs.")},
        {"uncovered-share", "ratioOfUnmaskedCommunication", RS_TABLE("Non-overlapped share of the step"), K::Ratio},
        {"rank", "rankId", RS_TABLE("Rank"), K::Label},
    };
}

void appendMaskings(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const Masking &r : maskings(run, job))
        rows.add({r.rankIndex, NoSlice, Interval{r.startNs, r.endNs}},
                 {r.step, r.types, r.startNs, r.endNs, r.communicationNs, r.communicationShare(), r.uncoveredNs,
                  r.uncoveredShare(), rankLabel(run, r.rankIndex)});
}

std::vector<ColumnSpec> freeColumns()
{
    using K = ValueKind;
    return {
        {"rank", "rankId", RS_TABLE("Rank"), K::Label},
        {"start", "startTime(us)", RS_TABLE("Start (%1)"), K::Stamp},
        {"end", "endTime(us)", RS_TABLE("End (%1)"), K::Stamp},
        {"duration", "duration(us)", RS_TABLE("Duration (%1)"), K::Time},
        {"framework", "pytorchIdleTime(us)", RS_TABLE("Idle in the framework (%1)"), K::Difference,
         RS_TABLE("Between the ends of the operators that launched the tasks around the gap.")},
        {"cann", "cannIdleTime(us)", RS_TABLE("Idle in CANN (%1)"), K::Difference,
         RS_TABLE("Between the ends of the launches of the tasks around the gap.")},
        {"reason", "reason", RS_TABLE("Reason"), K::Sentence},
    };
}

void appendFreeReasons(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const FreeReason &r : freeReasons(run, job))
        rows.add({r.rankIndex, r.next, r.gap}, {rankLabel(run, r.rankIndex), r.gap.from, r.gap.to, r.gap.length(),
                                                r.frameworkIdleNs, r.cannIdleNs, r.reason});
}

std::vector<ColumnSpec> bottleneckColumns()
{
    using K = ValueKind;
    return {
        {"start", "startTime(us)", RS_TABLE("Start (%1)"), K::Stamp},
        {"end", "endTime(us)", RS_TABLE("End (%1)"), K::Stamp},
        {"duration", "duration(us)", RS_TABLE("Duration (%1)"), K::Time},
        {"operator", "communicationOp", RS_TABLE("Operator"), K::Text},
        {"slow", "slowRankId", RS_TABLE("Slow rank"), K::Label},
        {"fast", "fastRankId", RS_TABLE("Fast rank"), K::Label},
        {"reason", "reason", RS_TABLE("Reason"), K::Sentence},
    };
}

std::shared_ptr<const RowSource> makeBottlenecks(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(bottleneckColumns());
    for (const Bottleneck &r : bottlenecks(*query.run, query.rank, job))
        rows->add({query.rank, r.slice, {}},
                  {r.range.from, r.range.to, r.range.length(), r.op, rankLabel(*query.run, r.slowRank),
                   rankLabel(*query.run, r.fastRank), r.reason});
    if (job.isCanceled())
        return nullptr;
    return rows;
}

// The ranks of the shortest and of the longest stand behind their times.
template <typename T>
std::vector<T> withRanks(std::vector<T> parts, const T &leastRank, const T &mostRank)
{
    parts.insert(parts.begin() + 9, mostRank);
    parts.insert(parts.begin() + 5, leastRank);
    return parts;
}

std::vector<ColumnSpec> markSumColumns()
{
    using K = ValueKind;
    return withRanks<ColumnSpec>(
        describedColumns(
            {{"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Several of a name in a step are numbered.")}},
            {{"dispersion", "Dispersion(%)", RS_TABLE("Dispersion (%)"), K::Percent,
              RS_TABLE("Distance of the longest from the third quartile, as a share of the sum.")},
             {"step", "StepId", RS_TABLE("Step"), K::Label}}),
        {"min-rank", "MinRank", RS_TABLE("Shortest on"), K::Label},
        {"max-rank", "MaxRank", RS_TABLE("Longest on"), K::Label});
}

void appendMarkSums(CellRows &rows, MarkSide side, const Run &run, const JobContext &job)
{
    for (const MarkSum &r : markSums(markedTimes(run, job), side))
        rows.add({r.mostRank, r.longest, {}},
                 withRanks<Cell>(describedCells({r.name}, r.time, {r.dispersionPercent, r.step}),
                                 rankLabel(run, r.leastRank), rankLabel(run, r.mostRank)));
}

std::vector<ColumnSpec> markColumns()
{
    using K = ValueKind;
    constexpr const char *shareHint = RS_TABLE("Of the sum over the marks of the rank.");
    return {
        {"name", "Name", RS_TABLE("Name"), K::Text},
        {"framework", "FrameworkDurationNs", RS_TABLE("Framework (ns)"), K::Integer},
        {"framework-share", "FrameworkDurationRatio(%)", RS_TABLE("Framework (%)"), K::Percent, shareHint},
        {"cann", "CannDurationNs", RS_TABLE("CANN (ns)"), K::Integer},
        {"cann-share", "CannDurationRatio(%)", RS_TABLE("CANN (%)"), K::Percent, shareHint},
        {"device", "DeviceDurationNs", RS_TABLE("Device (ns)"), K::Integer},
        {"device-share", "DeviceDurationRatio(%)", RS_TABLE("Device (%)"), K::Percent, shareHint},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"step", "StepId", RS_TABLE("Step"), K::Label},
    };
}

void appendMarks(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const MarkedTime &r : markedTimes(run, job))
        rows.add({r.rankIndex, r.slice, {}}, {r.name, r.ns[0], r.percent[0], r.ns[1], r.percent[1], r.ns[2],
                                              r.percent[2], rankLabel(run, r.rankIndex), r.step});
}

std::vector<ColumnSpec> moduleSumColumns()
{
    using K = ValueKind;
    return {
        {"parent", "parentModule", RS_TABLE("Modules around it"), K::Text},
        {"module", "module", RS_TABLE("Module"), K::Text},
        {"operator", "opName", RS_TABLE("Operator"), K::Text},
        {"kernels", "kernelList", RS_TABLE("Kernels"), K::Text},
        {"total", "totalKernelDuration(ns)", RS_TABLE("Kernels, total (ns)"), K::Integer},
        {"mean", "avgKernelDuration(ns)", RS_TABLE("Kernels, mean (ns)"), K::Real},
        {"count", "opCount", RS_TABLE("Calls"), K::Integer},
        {"rank", "rankID", RS_TABLE("Rank"), K::Label},
    };
}

void appendModuleSums(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const ModuleSum &r : moduleSums(run, job))
        rows.add({r.rankIndex, r.slice, {}},
                 {r.parent, r.module, r.op, r.kernels, r.totalNs, r.meanNs(), r.count, rankLabel(run, r.rankIndex)});
}

constexpr const char *noRanks =
    RS_TABLE("Only the results of a cluster analysis are there, and the recipe needs the files of the ranks. SQL "
             "can read results of recipes in cluster_analysis.db: SELECT * FROM cluster.NAME, such as "
             "cluster.SlowRank.");

/// Says of a run of which only a cluster analysis is there where to find what the recipe gave.
TableSpec &namesCluster(TableSpec &table)
{
    table.whyEmpty = [why = table.whyEmpty](const TableQuery &q) {
        return q.run->infos.empty() ? tableReason(noRanks) : why(q);
    };
    return table;
}

const TableSources ofTrace{{QStringLiteral("trace")}, {}};

constexpr const char *noMarks =
    RS_TABLE("No trace has a range of mstx with a mark on the device, or marks called NAME_start and NAME_stop: the "
             "script sets them with torch_npu.npu.mstx or mindspore.profiler.mstx, and the profiler writes them when "
             "its option mstx is on.");

void addSlowRankTables(Catalogue &catalogue)
{
    constexpr const char *none = RS_TABLE("No collective points to a slow rank: in none of three ranks or more is "
                                          "one rank much shorter than the others, or there are none.");
    const TableSources sources{{QStringLiteral("trace"), QStringLiteral("communication")}, {}};
    const auto noneIsAnswer = [](const TableQuery &q) { return slowRankRecipe(*q.run).collectives > 0; };
    namesCluster(
        addRecipe(catalogue,
                  {"recipe.slow-rank", RS_TABLE("slow_rank: ranks"),
                   RS_TABLE("What slow_rank of msprof-analyze counts: in how many collectives a rank took so much "
                            "less time than the others that they must have waited for it (Dixon's test, three "
                            "standard deviations above 100 ranks). SlowRank."),
                   sources, none},
                  voteColumns(), appendVotes))
        .noneIsAnswer = noneIsAnswer;
    namesCluster(addRecipe(catalogue,
                           {"recipe.slow-rank.operators", RS_TABLE("slow_rank: operators"),
                            RS_TABLE("The collectives that point to a slow rank: SlowOpStats."), sources, none},
                           slowOperatorColumns(), appendSlowOperators))
        .noneIsAnswer = noneIsAnswer;
}

void addMarkTables(Catalogue &catalogue)
{
    struct Sums
    {
        MarkSide side;
        const char *id;
        const char *title;
        const char *hint;
    };
    static constexpr Sums sums[] = {
        {MarkSide::Cann, "recipe.mstx.cann", RS_TABLE("mstx_sum: CANN"),
         RS_TABLE("What mstx_sum of msprof-analyze computes of the ranges of mstx by step and name, as the host "
                  "measures them: MSTXAllCannStats.")},
        {MarkSide::Device, "recipe.mstx.device", RS_TABLE("mstx_sum: device"),
         RS_TABLE("The same on the device: MSTXAllDeviceStats.")},
        {MarkSide::Framework, "recipe.mstx.framework", RS_TABLE("mstx_sum: framework"),
         RS_TABLE("The same in the framework, of pairs of marks alone: MSTXAllFrameworkStats.")},
    };
    for (const Sums &s : sums)
        namesCluster(addRecipe(catalogue, {s.id, s.title, s.hint, ofTrace, noMarks}, markSumColumns(),
                               [side = s.side](CellRows &rows, const Run &run, const JobContext &job) {
                                   appendMarkSums(rows, side, run, job);
                               }));
    namesCluster(addRecipe(catalogue,
                           {"recipe.mstx.marks", RS_TABLE("mstx_sum: marks"),
                            RS_TABLE("Each range of mstx, and each pair of marks: MSTXMarkStats."), ofTrace, noMarks},
                           markColumns(), appendMarks));
}

void addBottleneckTable(Catalogue &catalogue)
{
    TableSpec &table =
        catalogue.add("recipe.bottleneck", TableScope::Rank, RS_TABLE("communication_bottleneck"),
                      RS_TABLE("What communication_bottleneck of msprof-analyze says of the ten longest communication "
                               "operators of a rank: which rank the others waited for, and which of its tasks before "
                               "it differ most from those of the rank that waited longest. CommunicationBottleneck."),
                      bottleneckColumns, makeBottlenecks, [](const TableQuery &) {
                          return tableReason(RS_TABLE("The rank has no trace with communication operators: the "
                                                      "profiler writes them when NPU activity is on."));
                      });
    table.sources = ofTrace;
    table.needsAllRanks = true;
}

} // namespace

void addRecipeCauseTables(Catalogue &catalogue)
{
    addMarkTables(catalogue);
    addSlowRankTables(catalogue);
    namesCluster(addRecipe(
        catalogue,
        {"recipe.free", RS_TABLE("free_analysis"),
         RS_TABLE("What free_analysis of msprof-analyze says of the ten longest gaps of each device: were other tasks "
                  "in it, was the framework idle, or was CANN late? FreeAnalysis."),
         ofTrace,
         RS_TABLE("No trace has a gap between kernels and communication operators: the profiler writes both when NPU "
                  "activity is on.")},
        freeColumns(), appendFreeReasons));
    namesCluster(addRecipe(
        catalogue,
        {"recipe.masking", RS_TABLE("computational_op_masking"),
         RS_TABLE(
             "What computational_op_masking of msprof-analyze computes: how much of each step is communication of one "
             "kind of parallelism, and how much of it no kernel covers. ComputationalOperatorMaskingLinearity."),
         ofTrace,
         RS_TABLE("No trace with marked steps has communication operators whose group has a name: parallel_group_info "
                  "of profiler_metadata.json has it.")},
        maskingColumns(), appendMaskings));
    namesCluster(addRecipe(
        catalogue,
        {"recipe.modules", RS_TABLE("module_statistic"),
         RS_TABLE(
             "What module_statistic of msprof-analyze computes: the kernels of each operator of each module. Modules "
             "are ranges of mstx around operators, else functions of Python called nn.Module. ModuleStatistic."),
         ofTrace,
         RS_TABLE("No trace has operators with kernels inside of a range of mstx or of a function called nn.Module: "
                  "the profiler writes the latter with its option with_modules.")},
        moduleSumColumns(), appendModuleSums));
    addBottleneckTable(catalogue);
}

} // namespace rs
