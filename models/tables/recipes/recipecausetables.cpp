// SPDX-License-Identifier: Apache-2.0
// Results of recipes that name a rank or a cause: slow ranks, gaps, bottlenecks, marks of mstx, modules.
#include "analysis/recipes/recipecauses.h"
#include "analysis/recipes/recipemarks.h"
#include "analysis/recipes/recipevotes.h"
#include "tables/recipes/recipefields.h"

#include <QStringList>

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

std::vector<Field<RankVotes>> voteFields(const std::shared_ptr<const Run> &run)
{
    using R = RankVotes;
    return {
        rankIndexField(run, "rank", "rankId", RS_TABLE("Rank"), &R::rankIndex),
        {{"votes", "slowAffectCount", RS_TABLE("Operators against it"), ValueKind::Integer,
          RS_TABLE("Collectives in which it took so much less time than the others that they waited for it.")},
         [](const R &r) { return r.votes; }},
    };
}

std::vector<Field<SlowOperator>> slowOperatorFields(const std::shared_ptr<const Run> &run)
{
    using R = SlowOperator;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"rank", "SlowRank", RS_TABLE("Slow rank"), K::Text},
         [run](const R &r) { return labelsOfRanks(run, r.ranks, QStringLiteral(",")); }},
        {{"name", "OpName", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.name; }},
        {{"domain", "GroupName", RS_TABLE("Domain"), K::Text}, [](const R &r) { return r.domain; }},
        {{"start", "Timestamp", RS_TABLE("Start (ns)"), K::Identifier}, [](const R &r) { return r.startNs; }},
    };
    std::vector<Field<R>> numbers = fieldsOfPart<R>(describedFields(), &R::time);
    std::move(numbers.begin(), numbers.end(), std::back_inserter(out));
    return out;
}

std::vector<Field<Masking>> maskingFields(const std::shared_ptr<const Run> &run)
{
    using R = Masking;
    using K = ValueKind;
    return {
        {{"step", "stepId", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step; }},
        {{"type", "parallelType", RS_TABLE("Parallelism"), K::Text,
          RS_TABLE("What the groups are called whose operators count.")},
         [](const R &r) { return r.types; }},
        {{"start", "stepStartTime", RS_TABLE("Step start (ns)"), K::Identifier}, [](const R &r) { return r.startNs; }},
        {{"end", "stepEndTime", RS_TABLE("Step end (ns)"), K::Identifier}, [](const R &r) { return r.endNs; }},
        {{"communication", "totalCommunicationOperatorTime", RS_TABLE("Communication (ns)"), K::Integer,
          RS_TABLE("Operators that lie upon each other count once.")},
         [](const R &r) { return r.communicationNs; }},
        {{"share", "timeRatioOfStepCommunicationOperator", RS_TABLE("Communication of the step"), K::Ratio},
         [](const R &r) { return r.communicationShare(); }},
        {{"uncovered", "totalTimeWithoutCommunicationBlackout", RS_TABLE("Not covered (ns)"), K::Integer,
          RS_TABLE("While no kernel runs.")},
         [](const R &r) { return r.uncoveredNs; }},
        {{"uncovered-share", "ratioOfUnmaskedCommunication", RS_TABLE("Not covered of the step"), K::Ratio},
         [](const R &r) { return r.uncoveredShare(); }},
        rankIndexField(run, "rank", "rankId", RS_TABLE("Rank"), &R::rankIndex),
    };
}

std::vector<Field<FreeReason>> freeFields(const std::shared_ptr<const Run> &run)
{
    using R = FreeReason;
    using K = ValueKind;
    std::vector<Field<R>> out{
        rankIndexField(run, "rank", "rankId", RS_TABLE("Rank"), &R::rankIndex),
        {{"start", "startTime(us)", RS_TABLE("Start (%1)"), K::Stamp}, [](const R &r) { return r.gap.from; }},
        {{"end", "endTime(us)", RS_TABLE("End (%1)"), K::Stamp}, [](const R &r) { return r.gap.to; }},
        {{"duration", "duration(us)", RS_TABLE("Duration (%1)"), K::Time}, [](const R &r) { return r.gap.length(); }},
        {{"framework", "pytorchIdleTime(us)", RS_TABLE("Idle in the framework (%1)"), K::Difference,
          RS_TABLE("Between the ends of the operators that launched what stands around the gap.")},
         [](const R &r) { return fieldOf(r.frameworkIdleNs); }},
        {{"cann", "cannIdleTime(us)", RS_TABLE("Idle in CANN (%1)"), K::Difference,
          RS_TABLE("Between the ends of the launches of what stands around the gap.")},
         [](const R &r) { return fieldOf(r.cannIdleNs); }},
        {{"reason", "reason", RS_TABLE("Reason"), K::Sentence}, [](const R &r) { return r.reason.english(); }},
    };
    fieldNamed(out, u"reason").wording = [](const R &r) { return Wording{r.reason, {}}; };
    return out;
}

std::vector<Field<Bottleneck>> bottleneckFields(const std::shared_ptr<const Run> &run)
{
    using R = Bottleneck;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"start", "startTime(us)", RS_TABLE("Start (%1)"), K::Stamp}, [](const R &r) { return r.range.from; }},
        {{"end", "endTime(us)", RS_TABLE("End (%1)"), K::Stamp}, [](const R &r) { return r.range.to; }},
        {{"duration", "duration(us)", RS_TABLE("Duration (%1)"), K::Time}, [](const R &r) { return r.range.length(); }},
        {{"operator", "communicationOp", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.op; }},
        rankIndexField(run, "slow", "slowRankId", RS_TABLE("Slow rank"), &R::slowRank),
        rankIndexField(run, "fast", "fastRankId", RS_TABLE("Fast rank"), &R::fastRank),
        {{"reason", "reason", RS_TABLE("Reason"), K::Sentence}, [](const R &r) { return r.reason.english(); }},
    };
    fieldNamed(out, u"reason").wording = [](const R &r) { return Wording{r.reason, {}}; };
    return out;
}

std::vector<Field<MarkSum>> markSumFields(const std::shared_ptr<const Run> &run)
{
    using R = MarkSum;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Several of a name in a step are numbered.")},
         [](const R &r) { return r.name; }}};
    for (Field<R> &number : fieldsOfPart<R>(describedFields(), &R::time)) {
        const QString id = number.column.id;
        out.push_back(std::move(number));
        if (id == u"min")
            out.push_back(rankIndexField(run, "min-rank", "MinRank", RS_TABLE("Shortest on"), &R::leastRank));
        else if (id == u"max")
            out.push_back(rankIndexField(run, "max-rank", "MaxRank", RS_TABLE("Longest on"), &R::mostRank));
    }
    out.push_back({{"dispersion", "Dispersion(%)", RS_TABLE("Dispersion (%)"), K::Percent,
                    RS_TABLE("How far the longest is above the third quartile, of the sum.")},
                   [](const R &r) { return r.dispersionPercent; }});
    out.push_back({{"step", "StepId", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step; }});
    return out;
}

std::vector<Field<MarkedTime>> markFields(const std::shared_ptr<const Run> &run)
{
    using R = MarkedTime;
    using K = ValueKind;
    struct Side
    {
        MarkSide side;
        const char *id;
        const char *header;
        const char *title;
        const char *shareId;
        const char *shareHeader;
        const char *shareTitle;
    };
    static constexpr Side sides[] = {
        {MarkSide::Framework, "framework", "FrameworkDurationNs", RS_TABLE("Framework (ns)"), "framework-share",
         "FrameworkDurationRatio(%)", RS_TABLE("Framework (%)")},
        {MarkSide::Cann, "cann", "CannDurationNs", RS_TABLE("CANN (ns)"), "cann-share", "CannDurationRatio(%)",
         RS_TABLE("CANN (%)")},
        {MarkSide::Device, "device", "DeviceDurationNs", RS_TABLE("Device (ns)"), "device-share",
         "DeviceDurationRatio(%)", RS_TABLE("Device (%)")},
    };
    std::vector<Field<R>> out{{{"name", "Name", RS_TABLE("Name"), K::Text}, [](const R &r) { return r.name; }}};
    for (const Side &side : sides) {
        const auto at = static_cast<size_t>(side.side);
        out.push_back({{side.id, side.header, side.title, K::Integer}, [at](const R &r) { return r.ns[at]; }});
        out.push_back({{side.shareId, side.shareHeader, side.shareTitle, K::Percent,
                        RS_TABLE("Of the sum over the marks of the rank.")},
                       [at](const R &r) { return r.percent[at]; }});
    }
    out.push_back(rankIndexField(run, "rank", "Rank", RS_TABLE("Rank"), &R::rankIndex));
    out.push_back({{"step", "StepId", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step; }});
    return out;
}

std::vector<Field<ModuleSum>> moduleSumFields(const std::shared_ptr<const Run> &run)
{
    using R = ModuleSum;
    using K = ValueKind;
    return {
        {{"parent", "parentModule", RS_TABLE("Modules around it"), K::Text}, [](const R &r) { return r.parent; }},
        {{"module", "module", RS_TABLE("Module"), K::Text}, [](const R &r) { return r.module; }},
        {{"operator", "opName", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.op; }},
        {{"kernels", "kernelList", RS_TABLE("Kernels"), K::Text}, [](const R &r) { return r.kernels; }},
        {{"total", "totalKernelDuration(ns)", RS_TABLE("Kernels, total (ns)"), K::Integer},
         [](const R &r) { return r.totalNs; }},
        {{"mean", "avgKernelDuration(ns)", RS_TABLE("Kernels, mean (ns)"), K::Real},
         [](const R &r) { return r.meanNs(); }},
        {{"count", "opCount", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.count; }},
        rankIndexField(run, "rank", "rankID", RS_TABLE("Rank"), &R::rankIndex),
    };
}

constexpr const char *noRanks =
    RS_TABLE("Only the results of a cluster analysis are there, and the recipe is computed from the files of the ranks "
             "themselves. What recipes left in cluster_analysis.db SQL can be asked for: SELECT * FROM cluster.NAME, "
             "such as cluster.SlowRank.");

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
    constexpr const char *none = RS_TABLE("No collective speaks against a rank: none of three ranks or more has one "
                                          "whose part is much shorter than that of the others, or there are none.");
    const TableSources sources{{QStringLiteral("trace"), QStringLiteral("communication")}, {}};
    const auto noneIsAnswer = [](const TableQuery &q) { return slowRankRecipe(*q.run).collectives > 0; };
    namesCluster(addRecipe<RankVotes>(
                     catalogue,
                     {"recipe.slow-rank", RS_TABLE("slow_rank: ranks"),
                      RS_TABLE("What slow_rank of msprof-analyze counts: how many collectives a rank is through with "
                               "so much sooner than the others that they must have waited for it (Dixon's test, three "
                               "standard deviations above 100 ranks). SlowRank."),
                      sources, none},
                     voteFields, [](const Run &run, const JobContext &job) { return slowRankRecipe(run, job).votes; },
                     placeOf(&RankVotes::rankIndex)))
        .noneIsAnswer = noneIsAnswer;
    namesCluster(addRecipe<SlowOperator>(
                     catalogue,
                     {"recipe.slow-rank.operators", RS_TABLE("slow_rank: operators"),
                      RS_TABLE("The collectives that speak against a rank: SlowOpStats."), sources, none},
                     slowOperatorFields,
                     [](const Run &run, const JobContext &job) { return slowRankRecipe(run, job).operators; },
                     [](const SlowOperator &r) {
                         return RowPlace{r.ranks.front(), r.slice, {}};
                     }))
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
        namesCluster(addRecipe<MarkSum>(
            catalogue, {s.id, s.title, s.hint, ofTrace, noMarks}, markSumFields,
            [side = s.side](const Run &run, const JobContext &job) { return markSums(markedTimes(run, job), side); },
            placeOf(&MarkSum::mostRank, &MarkSum::longest)));
    namesCluster(addRecipe<MarkedTime>(catalogue,
                                       {"recipe.mstx.marks", RS_TABLE("mstx_sum: marks"),
                                        RS_TABLE("Each range of mstx, and each pair of marks: MSTXMarkStats."), ofTrace,
                                        noMarks},
                                       markFields, markedTimes, placeOf(&MarkedTime::rankIndex, &MarkedTime::slice)));
}

void addBottleneckTable(Catalogue &catalogue)
{
    TableSpec &table =
        catalogue.add("recipe.bottleneck", TableScope::Rank, RS_TABLE("communication_bottleneck"),
                      RS_TABLE("What communication_bottleneck of msprof-analyze says of the ten longest communication "
                               "operators of a rank: which rank the others waited for, and which of its tasks before "
                               "it differ most from those of the rank that waited longest. CommunicationBottleneck."));
    table.sources = ofTrace;
    table.columns = [](const TableQuery &q) { return columnsOf(bottleneckFields(q.run)); };
    table.make = [](const TableQuery &q, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<Bottleneck> rows = q.run ? bottlenecks(*q.run, q.rank, job) : std::vector<Bottleneck>();
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<Bottleneck>>(bottleneckFields(q.run), std::move(rows),
                                                          [rank = q.rank](const Bottleneck &r) {
                                                              return RowPlace{rank, r.slice, {}};
                                                          });
    };
    table.whyEmpty = [](const TableQuery &) {
        return tableReason(RS_TABLE(
            "The rank has no trace with communication operators: the profiler writes them when NPU activity is on."));
    };
    table.needsAllRanks = true;
}

} // namespace

void addRecipeCauseTables(Catalogue &catalogue)
{
    addMarkTables(catalogue);
    addSlowRankTables(catalogue);
    namesCluster(addRecipe<FreeReason>(
        catalogue,
        {"recipe.free", RS_TABLE("free_analysis"),
         RS_TABLE("What free_analysis of msprof-analyze says of the ten longest gaps of each device: were other tasks "
                  "in it, was the framework idle, or was CANN late? FreeAnalysis."),
         ofTrace,
         RS_TABLE("No trace has a gap between kernels and communication operators: the profiler writes both when NPU "
                  "activity is on.")},
        freeFields, freeReasons, [](const FreeReason &r) {
            return RowPlace{r.rankIndex, r.next, r.gap};
        }));
    namesCluster(addRecipe<Masking>(
        catalogue,
        {"recipe.masking", RS_TABLE("computational_op_masking"),
         RS_TABLE(
             "What computational_op_masking of msprof-analyze computes: how much of each step is communication of one "
             "kind of parallelism, and how much of it no kernel covers. ComputationalOperatorMaskingLinearity."),
         ofTrace,
         RS_TABLE("No trace with marked steps has communication operators whose group has a name: parallel_group_info "
                  "of profiler_metadata.json has it.")},
        maskingFields, maskings, [](const Masking &r) {
            return RowPlace{r.rankIndex, NoSlice, Interval{r.startNs, r.endNs}};
        }));
    namesCluster(addRecipe<ModuleSum>(
        catalogue,
        {"recipe.modules", RS_TABLE("module_statistic"),
         RS_TABLE(
             "What module_statistic of msprof-analyze computes: the kernels of each operator of each module. Modules "
             "are ranges of mstx around operators, else functions of Python called nn.Module. ModuleStatistic."),
         ofTrace,
         RS_TABLE("No trace has operators with kernels inside of a range of mstx or of a function called nn.Module: "
                  "the profiler writes the latter with its option with_modules.")},
        moduleSumFields, moduleSums, placeOf(&ModuleSum::rankIndex, &ModuleSum::slice)));
    addBottleneckTable(catalogue);
}

} // namespace rs
