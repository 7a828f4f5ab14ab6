// SPDX-License-Identifier: Apache-2.0
// Results of recipes that name a rank or a cause: slow ranks, gaps, bottlenecks, marks of mstx, modules.
#include "analysis/recipes/recipecauses.h"
#include "analysis/recipes/recipemarks.h"
#include "analysis/recipes/recipevotes.h"
#include "tables/recipefields.h"

#include <QStringList>

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

/// A rank and the operators that speak against it.
struct RankVotes
{
    int rankIndex = -1;
    qint64 votes = 0;
};

QString labelsOf(const std::shared_ptr<const Run> &run, const std::vector<int> &ranks)
{
    QStringList out;
    for (const int rank : ranks)
        out << (run ? run->infos[static_cast<size_t>(rank)].label : QString());
    return out.join(u',');
}

std::vector<Field<RankVotes>> voteFields(const std::shared_ptr<const Run> &run)
{
    using R = RankVotes;
    return {
        rankIndexField(run, "rank", "rankId", QT_TRANSLATE_NOOP("Tables", "Rank"), &R::rankIndex),
        {tableColumn("votes", "slowAffectCount", QT_TRANSLATE_NOOP("Tables", "Operators against it"),
                     ValueKind::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Collectives in which it took so much less time than the others that "
                                                 "they waited for it.")),
         [](const R &r) { return r.votes; }},
    };
}

std::vector<Field<SlowOperator>> slowOperatorFields(const std::shared_ptr<const Run> &run)
{
    using R = SlowOperator;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {tableColumn("rank", "SlowRank", QT_TRANSLATE_NOOP("Tables", "Slow rank"), K::Text),
         [run](const R &r) { return labelsOf(run, r.ranks); }},
        {tableColumn("name", "OpName", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.name; }},
        {tableColumn("domain", "GroupName", QT_TRANSLATE_NOOP("Tables", "Domain"), K::Text),
         [](const R &r) { return r.domain; }},
        {tableColumn("start", "Timestamp", QT_TRANSLATE_NOOP("Tables", "Start (ns)"), K::Identifier),
         [](const R &r) { return r.startNs; }},
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
        {tableColumn("step", "stepId", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return r.step; }},
        {tableColumn("type", "parallelType", QT_TRANSLATE_NOOP("Tables", "Parallelism"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "What the groups are called whose operators count.")),
         [](const R &r) { return r.types; }},
        {tableColumn("start", "stepStartTime", QT_TRANSLATE_NOOP("Tables", "Step start (ns)"), K::Identifier),
         [](const R &r) { return r.startNs; }},
        {tableColumn("end", "stepEndTime", QT_TRANSLATE_NOOP("Tables", "Step end (ns)"), K::Identifier),
         [](const R &r) { return r.endNs; }},
        {tableColumn("communication", "totalCommunicationOperatorTime",
                     QT_TRANSLATE_NOOP("Tables", "Communication (ns)"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Operators that lie upon each other count once.")),
         [](const R &r) { return r.communicationNs; }},
        {tableColumn("share", "timeRatioOfStepCommunicationOperator",
                     QT_TRANSLATE_NOOP("Tables", "Communication of the step"), K::Ratio),
         [](const R &r) { return r.communicationShare(); }},
        {tableColumn("uncovered", "totalTimeWithoutCommunicationBlackout",
                     QT_TRANSLATE_NOOP("Tables", "Not covered (ns)"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "While no kernel runs.")),
         [](const R &r) { return r.uncoveredNs; }},
        {tableColumn("uncovered-share", "ratioOfUnmaskedCommunication",
                     QT_TRANSLATE_NOOP("Tables", "Not covered of the step"), K::Ratio),
         [](const R &r) { return r.uncoveredShare(); }},
        rankIndexField(run, "rank", "rankId", QT_TRANSLATE_NOOP("Tables", "Rank"), &R::rankIndex),
    };
}

std::vector<Field<FreeReason>> freeFields(const std::shared_ptr<const Run> &run)
{
    using R = FreeReason;
    using K = ValueKind;
    std::vector<Field<R>> out{
        rankIndexField(run, "rank", "rankId", QT_TRANSLATE_NOOP("Tables", "Rank"), &R::rankIndex),
        {tableColumn("start", "startTime(us)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp),
         [](const R &r) { return r.gap.from; }},
        {tableColumn("end", "endTime(us)", QT_TRANSLATE_NOOP("Tables", "End (%1)"), K::Stamp),
         [](const R &r) { return r.gap.to; }},
        {tableColumn("duration", "duration(us)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time),
         [](const R &r) { return r.gap.length(); }},
        {tableColumn("framework", "pytorchIdleTime(us)", QT_TRANSLATE_NOOP("Tables", "Idle in the framework (%1)"),
                     K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "Between the ends of the operators that launched what stands around "
                                                 "the gap.")),
         [](const R &r) { return fieldOf(r.frameworkIdleNs); }},
        {tableColumn("cann", "cannIdleTime(us)", QT_TRANSLATE_NOOP("Tables", "Idle in CANN (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "Between the ends of the launches of what stands around the gap.")),
         [](const R &r) { return fieldOf(r.cannIdleNs); }},
        {tableColumn("reason", "reason", QT_TRANSLATE_NOOP("Tables", "Reason"), K::Sentence),
         [](const R &r) { return r.reason.english(); }},
    };
    fieldNamed(out, u"reason").wording = [](const R &r) { return Wording{r.reason, {}}; };
    return out;
}

std::vector<Field<Bottleneck>> bottleneckFields(const std::shared_ptr<const Run> &run)
{
    using R = Bottleneck;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {tableColumn("start", "startTime(us)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp),
         [](const R &r) { return r.range.from; }},
        {tableColumn("end", "endTime(us)", QT_TRANSLATE_NOOP("Tables", "End (%1)"), K::Stamp),
         [](const R &r) { return r.range.to; }},
        {tableColumn("duration", "duration(us)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time),
         [](const R &r) { return r.range.length(); }},
        {tableColumn("operator", "communicationOp", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.op; }},
        rankIndexField(run, "slow", "slowRankId", QT_TRANSLATE_NOOP("Tables", "Slow rank"), &R::slowRank),
        rankIndexField(run, "fast", "fastRankId", QT_TRANSLATE_NOOP("Tables", "Fast rank"), &R::fastRank),
        {tableColumn("reason", "reason", QT_TRANSLATE_NOOP("Tables", "Reason"), K::Sentence),
         [](const R &r) { return r.reason.english(); }},
    };
    fieldNamed(out, u"reason").wording = [](const R &r) { return Wording{r.reason, {}}; };
    return out;
}

std::vector<Field<MarkSum>> markSumFields(const std::shared_ptr<const Run> &run)
{
    using R = MarkSum;
    using K = ValueKind;
    std::vector<Field<R>> out{{tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text,
                                           QT_TRANSLATE_NOOP("Tables", "Several of a name in a step are numbered.")),
                               [](const R &r) { return r.name; }}};
    for (Field<R> &number : fieldsOfPart<R>(describedFields(), &R::time)) {
        const QString id = number.column.id;
        out.push_back(std::move(number));
        if (id == u"min")
            out.push_back(
                rankIndexField(run, "min-rank", "MinRank", QT_TRANSLATE_NOOP("Tables", "Shortest on"), &R::leastRank));
        else if (id == u"max")
            out.push_back(
                rankIndexField(run, "max-rank", "MaxRank", QT_TRANSLATE_NOOP("Tables", "Longest on"), &R::mostRank));
    }
    out.push_back({tableColumn("dispersion", "Dispersion(%)", QT_TRANSLATE_NOOP("Tables", "Dispersion (%)"), K::Percent,
                               QT_TRANSLATE_NOOP("Tables", "How far the longest is above the third quartile, of the "
                                                           "sum.")),
                   [](const R &r) { return r.dispersionPercent; }});
    out.push_back({tableColumn("step", "StepId", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
                   [](const R &r) { return r.step; }});
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
        {MarkSide::Framework, "framework", "FrameworkDurationNs", QT_TRANSLATE_NOOP("Tables", "Framework (ns)"),
         "framework-share", "FrameworkDurationRatio(%)", QT_TRANSLATE_NOOP("Tables", "Framework (%)")},
        {MarkSide::Cann, "cann", "CannDurationNs", QT_TRANSLATE_NOOP("Tables", "CANN (ns)"), "cann-share",
         "CannDurationRatio(%)", QT_TRANSLATE_NOOP("Tables", "CANN (%)")},
        {MarkSide::Device, "device", "DeviceDurationNs", QT_TRANSLATE_NOOP("Tables", "Device (ns)"), "device-share",
         "DeviceDurationRatio(%)", QT_TRANSLATE_NOOP("Tables", "Device (%)")},
    };
    std::vector<Field<R>> out{
        {tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text), [](const R &r) { return r.name; }}};
    for (const Side &side : sides) {
        const auto at = static_cast<size_t>(side.side);
        out.push_back(
            {tableColumn(side.id, side.header, side.title, K::Integer), [at](const R &r) { return r.ns[at]; }});
        out.push_back({tableColumn(side.shareId, side.shareHeader, side.shareTitle, K::Percent,
                                   QT_TRANSLATE_NOOP("Tables", "Of the sum over the marks of the rank.")),
                       [at](const R &r) { return r.percent[at]; }});
    }
    out.push_back(rankIndexField(run, "rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), &R::rankIndex));
    out.push_back({tableColumn("step", "StepId", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
                   [](const R &r) { return r.step; }});
    return out;
}

std::vector<Field<ModuleSum>> moduleFields(const std::shared_ptr<const Run> &run)
{
    using R = ModuleSum;
    using K = ValueKind;
    return {
        {tableColumn("parent", "parentModule", QT_TRANSLATE_NOOP("Tables", "Modules around it"), K::Text),
         [](const R &r) { return r.parent; }},
        {tableColumn("module", "module", QT_TRANSLATE_NOOP("Tables", "Module"), K::Text),
         [](const R &r) { return r.module; }},
        {tableColumn("operator", "opName", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.op; }},
        {tableColumn("kernels", "kernelList", QT_TRANSLATE_NOOP("Tables", "Kernels"), K::Text),
         [](const R &r) { return r.kernels; }},
        {tableColumn("total", "totalKernelDuration(ns)", QT_TRANSLATE_NOOP("Tables", "Kernels, total (ns)"),
                     K::Integer),
         [](const R &r) { return r.totalNs; }},
        {tableColumn("mean", "avgKernelDuration(ns)", QT_TRANSLATE_NOOP("Tables", "Kernels, mean (ns)"), K::Real),
         [](const R &r) { return r.meanNs(); }},
        {tableColumn("count", "opCount", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return r.count; }},
        rankIndexField(run, "rank", "rankID", QT_TRANSLATE_NOOP("Tables", "Rank"), &R::rankIndex),
    };
}

constexpr const char *noRanks = QT_TRANSLATE_NOOP(
    "Tables",
    "Only the results of a cluster analysis are there, and the recipe is computed from the files of the ranks "
    "themselves. What recipes left in cluster_analysis.db SQL can be asked for: SELECT * FROM cluster.NAME, "
    "such as cluster.SlowRank.");

/// Rows that follow from the run alone.
template <typename R>
TableSpec &addCauseTable(Catalogue &catalogue, const char *id, const char *title, const char *hint,
                         const QStringList &files, const char *none,
                         std::vector<Field<R>> (*fields)(const std::shared_ptr<const Run> &),
                         std::function<std::vector<R>(const TableQuery &, const JobContext &)> rows,
                         std::function<RowPlace(const R &)> place)
{
    TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
    table.sources = {files, {}};
    table.columns = [fields](const TableQuery &q) { return columnsOf(fields(q.run)); };
    table.make = [fields, rows = std::move(rows), place = std::move(place)](
                     const TableQuery &q, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<R> made = rows(q, job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<R>>(fields(q.run), std::move(made), place);
    };
    table.whyEmpty = [none](const TableQuery &q) { return tableReason(q.run->infos.empty() ? noRanks : none); };
    table.needsAllRanks = true;
    return table;
}

const QStringList OfTrace{QStringLiteral("trace")};
const QStringList OfOperators{QStringLiteral("trace"), QStringLiteral("communication")};

constexpr const char *noMarks = QT_TRANSLATE_NOOP(
    "Tables", "No trace has a range of mstx with a mark on the device, or marks called NAME_start and NAME_stop: the "
              "script sets them with torch_npu.npu.mstx or mindspore.profiler.mstx, and the profiler writes them when "
              "its option mstx is on.");

void addSlowRankTables(Catalogue &catalogue)
{
    constexpr const char *none = QT_TRANSLATE_NOOP(
        "Tables", "No collective speaks against a rank: none of three ranks or more has one whose part is much shorter "
                  "than that of the others, or there are none.");
    TableSpec &ranks = addCauseTable<RankVotes>(
        catalogue, "recipe.slow-rank", QT_TRANSLATE_NOOP("Tables", "slow_rank: ranks"),
        QT_TRANSLATE_NOOP("Tables",
                          "What slow_rank of msprof-analyze counts: how many collectives a rank is through with "
                          "so much sooner than the others that they must have waited for it (Dixon's test, "
                          "three standard deviations above 100 ranks). SlowRank."),
        OfOperators, none, voteFields,
        [](const TableQuery &q, const JobContext &job) {
            std::vector<RankVotes> out;
            for (const auto &[rank, votes] : slowRankRecipe(*q.run, job).votes)
                out.push_back({rank, votes});
            return out;
        },
        [](const RankVotes &r) {
            return RowPlace{r.rankIndex, NoSlice, {}};
        });
    ranks.noneIsAnswer = [](const TableQuery &q) { return slowRankRecipe(*q.run).collectives > 0; };
    TableSpec &operators = addCauseTable<SlowOperator>(
        catalogue, "recipe.slow-rank.operators", QT_TRANSLATE_NOOP("Tables", "slow_rank: operators"),
        QT_TRANSLATE_NOOP("Tables", "The collectives that speak against a rank: SlowOpStats."), OfOperators, none,
        slowOperatorFields,
        [](const TableQuery &q, const JobContext &job) { return slowRankRecipe(*q.run, job).operators; },
        [](const SlowOperator &r) {
            return RowPlace{r.ranks.front(), r.slice, {}};
        });
    operators.noneIsAnswer = ranks.noneIsAnswer;
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
        {MarkSide::Cann, "recipe.mstx.cann", QT_TRANSLATE_NOOP("Tables", "mstx_sum: CANN"),
         QT_TRANSLATE_NOOP("Tables", "What mstx_sum of msprof-analyze computes of the ranges of mstx by step and name, "
                                     "as the host measures them: MSTXAllCannStats.")},
        {MarkSide::Device, "recipe.mstx.device", QT_TRANSLATE_NOOP("Tables", "mstx_sum: device"),
         QT_TRANSLATE_NOOP("Tables", "The same on the device: MSTXAllDeviceStats.")},
        {MarkSide::Framework, "recipe.mstx.framework", QT_TRANSLATE_NOOP("Tables", "mstx_sum: framework"),
         QT_TRANSLATE_NOOP("Tables", "The same in the framework, of pairs of marks alone: MSTXAllFrameworkStats.")},
    };
    for (const Sums &s : sums)
        addCauseTable<MarkSum>(
            catalogue, s.id, s.title, s.hint, OfTrace, noMarks, markSumFields,
            [side = s.side](const TableQuery &q, const JobContext &job) {
                return markSums(markedTimes(*q.run, job), side);
            },
            [](const MarkSum &r) {
                return RowPlace{r.mostRank, r.longest, {}};
            });
    addCauseTable<MarkedTime>(
        catalogue, "recipe.mstx.marks", QT_TRANSLATE_NOOP("Tables", "mstx_sum: marks"),
        QT_TRANSLATE_NOOP("Tables", "Each range of mstx, and each pair of marks: MSTXMarkStats."), OfTrace, noMarks,
        markFields, [](const TableQuery &q, const JobContext &job) { return markedTimes(*q.run, job); },
        [](const MarkedTime &r) {
            return RowPlace{r.rankIndex, r.slice, {}};
        });
}

void addBottleneckTable(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add(
        "recipe.bottleneck", TableScope::Rank, QT_TRANSLATE_NOOP("Tables", "communication_bottleneck"),
        QT_TRANSLATE_NOOP("Tables",
                          "What communication_bottleneck of msprof-analyze says of the ten longest communication "
                          "operators of a rank: which rank the others waited for, and which of its tasks before it "
                          "differ most from those of the rank that waited longest. CommunicationBottleneck."));
    table.sources = {OfTrace, {}};
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
        return tableReason(QT_TRANSLATE_NOOP("Tables", "The rank has no trace with communication operators: the "
                                                       "profiler writes them when NPU activity is on."));
    };
    table.needsAllRanks = true;
}

} // namespace

void addRecipeCauseTables(Catalogue &catalogue)
{
    addMarkTables(catalogue);
    addSlowRankTables(catalogue);
    addCauseTable<FreeReason>(
        catalogue, "recipe.free", QT_TRANSLATE_NOOP("Tables", "free_analysis"),
        QT_TRANSLATE_NOOP("Tables", "What free_analysis of msprof-analyze says of the ten longest gaps of each device: "
                                    "were other tasks in it, was the framework idle, or was CANN late? FreeAnalysis."),
        OfTrace,
        QT_TRANSLATE_NOOP("Tables",
                          "No trace has a gap between kernels and communication operators: the profiler writes "
                          "both when NPU activity is on."),
        freeFields, [](const TableQuery &q, const JobContext &job) { return freeReasons(*q.run, job); },
        [](const FreeReason &r) {
            return RowPlace{r.rankIndex, r.next, r.gap};
        });
    addCauseTable<Masking>(
        catalogue, "recipe.masking", QT_TRANSLATE_NOOP("Tables", "computational_op_masking"),
        QT_TRANSLATE_NOOP("Tables",
                          "What computational_op_masking of msprof-analyze computes: how much of each step is "
                          "communication of one kind of parallelism, and how much of it no kernel covers. "
                          "ComputationalOperatorMaskingLinearity."),
        OfTrace,
        QT_TRANSLATE_NOOP("Tables", "No trace with marked steps has communication operators whose group has a name: "
                                    "parallel_group_info of profiler_metadata.json has it."),
        maskingFields, [](const TableQuery &q, const JobContext &job) { return maskings(*q.run, job); },
        [](const Masking &r) {
            return RowPlace{r.rankIndex, NoSlice, Interval{r.startNs, r.endNs}};
        });
    addCauseTable<ModuleSum>(
        catalogue, "recipe.modules", QT_TRANSLATE_NOOP("Tables", "module_statistic"),
        QT_TRANSLATE_NOOP("Tables",
                          "What module_statistic of msprof-analyze computes: the kernels of each operator of "
                          "each module. Modules are ranges of mstx around operators, else functions of Python "
                          "called nn.Module. ModuleStatistic."),
        OfTrace,
        QT_TRANSLATE_NOOP("Tables",
                          "No trace has operators with kernels inside of a range of mstx or of a function called "
                          "nn.Module: the profiler writes the latter with its option with_modules."),
        moduleFields, [](const TableQuery &q, const JobContext &job) { return moduleSums(*q.run, job); },
        [](const ModuleSum &r) {
            return RowPlace{r.rankIndex, r.slice, {}};
        });
    addBottleneckTable(catalogue);
}

} // namespace rs
