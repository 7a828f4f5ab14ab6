// SPDX-License-Identifier: Apache-2.0
// Results of recipes that speak of ranks: calls of CANN, frequencies, experts, times of steps.
#include "tables/reciperanktables.h"

#include "analysis/recipes/recipecalls.h"
#include "analysis/recipes/reciperanks.h"
#include "tables/structsource.h"

#include <QStringList>

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace rs {

namespace {

QString labelOfRank(const std::shared_ptr<const Run> &run, int rank)
{
    return run && rank >= 0 ? run->infos[static_cast<size_t>(rank)].label : QString();
}

QString labelsOfRanks(const std::shared_ptr<const Run> &run, const std::vector<int> &ranks)
{
    QStringList out;
    for (const int rank : ranks)
        out << labelOfRank(run, rank);
    return out.join(QStringLiteral(", "));
}

template <typename T>
QString joinedNumbers(const std::vector<T> &numbers)
{
    QStringList out;
    for (const T n : numbers)
        out << QString::number(n);
    return out.join(QStringLiteral(", "));
}

template <typename R>
Field<R> rankOfRow(const std::shared_ptr<const Run> &run)
{
    return {tableColumn("rank", "rank", QT_TRANSLATE_NOOP("Tables", "Rank"), ValueKind::Label),
            [run](const R &r) { return known(r.rankIndex >= 0, labelOfRank(run, r.rankIndex)); }};
}

std::vector<Field<ApiSum>> apiSumFields(const std::shared_ptr<const Run> &run, bool ofEach)
{
    using R = ApiSum;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {tableColumn("name", "name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Without its level: calls of one name count together.")),
         [](const R &r) { return r.name; }},
        {tableColumn("share", ofEach ? "durationRatio" : "timeRatio", QT_TRANSLATE_NOOP("Tables", "Share"), K::Percent,
                     QT_TRANSLATE_NOOP("Tables", "Of the time in all calls, which may lie in each other.")),
         [](const R &r) { return r.percent; }},
        {tableColumn("total", "totalTimeNs", QT_TRANSLATE_NOOP("Tables", "Total (ns)"), K::Integer),
         [](const R &r) { return r.totalNs; }},
        {tableColumn("count", "totalCount", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return r.count; }},
        {tableColumn("mean", "averageNs", QT_TRANSLATE_NOOP("Tables", "Mean (ns)"), K::Real),
         [](const R &r) { return r.averageNs; }},
        {tableColumn("min", "minNs", QT_TRANSLATE_NOOP("Tables", "Min (ns)"), K::Integer),
         [](const R &r) { return r.leastNs; }},
        {tableColumn("q1", "Q1Ns", QT_TRANSLATE_NOOP("Tables", "First quartile (ns)"), K::Real,
                     ofEach ? "" : QT_TRANSLATE_NOOP("Tables", "The least of the ranks, as the recipe has it.")),
         [](const R &r) { return r.q1Ns; }},
        {tableColumn("median", "medNs", QT_TRANSLATE_NOOP("Tables", "Median (ns)"), K::Real,
                     ofEach ? ""
                            : QT_TRANSLATE_NOOP("Tables", "The median of those of the ranks, as the recipe has it.")),
         [](const R &r) { return r.medianNs; }},
        {tableColumn("q3", "Q3Ns", QT_TRANSLATE_NOOP("Tables", "Third quartile (ns)"), K::Real,
                     ofEach ? "" : QT_TRANSLATE_NOOP("Tables", "The greatest of the ranks, as the recipe has it.")),
         [](const R &r) { return r.q3Ns; }},
        {tableColumn("max", "maxNs", QT_TRANSLATE_NOOP("Tables", "Max (ns)"), K::Integer),
         [](const R &r) { return r.mostNs; }},
        {tableColumn("deviation", "stdev", QT_TRANSLATE_NOOP("Tables", "Standard deviation (ns)"), K::Real),
         [](const R &r) { return r.deviationNs; }},
    };
    if (ofEach) {
        out.push_back(rankOfRow<R>(run));
        return out;
    }
    // The official table of all ranks has the least behind the quartiles.
    const auto isLeast = [](const Field<R> &f) { return f.column.id == u"min"; };
    const auto least = std::find_if(out.begin(), out.end(), isLeast);
    std::rotate(least, least + 1, least + 4);
    out.push_back({tableColumn("min-rank", "minRank", QT_TRANSLATE_NOOP("Tables", "Shortest on"), K::Text),
                   [run](const R &r) { return labelsOfRanks(run, r.leastRanks); }});
    out.push_back({tableColumn("max-rank", "maxRank", QT_TRANSLATE_NOOP("Tables", "Longest on"), K::Text),
                   [run](const R &r) { return labelsOfRanks(run, r.mostRanks); }});
    return out;
}

const char *kindName(RankFrequencies::Kind kind)
{
    switch (kind) {
    case RankFrequencies::Kind::Normal:
        return QT_TRANSLATE_NOOP("Tables", "normal");
    case RankFrequencies::Kind::Free:
        return QT_TRANSLATE_NOOP("Tables", "free");
    case RankFrequencies::Kind::Abnormal:
        break;
    }
    return QT_TRANSLATE_NOOP("Tables", "abnormal");
}

std::vector<Field<RankFrequencies>> frequencyFields(const std::shared_ptr<const Run> &run)
{
    using R = RankFrequencies;
    using K = ValueKind;
    return {
        rankOfRow<R>(run),
        {tableColumn("frequencies", "frequencies(MHz)", QT_TRANSLATE_NOOP("Tables", "Frequencies (MHz)"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Every value that the AI cores had.")),
         [](const R &r) { return joinedNumbers(r.mhz); }},
        {tableColumn("kind", "kind", QT_TRANSLATE_NOOP("Tables", "Kind"), K::Word,
                     QT_TRANSLATE_NOOP("Tables",
                                       "Normal: always the highest of the run. Free: 800 MHz besides, at which "
                                       "cores rest. Abnormal: anything else.")),
         [](const R &r) { return QString::fromLatin1(kindName(r.kind)); }},
    };
}

std::vector<Field<ExpertTokens>> expertTokenFields(const std::shared_ptr<const Run> &run)
{
    using R = ExpertTokens;
    using K = ValueKind;
    return {
        rankOfRow<R>(run),
        {tableColumn("ep-ranks", "epRanks", QT_TRANSLATE_NOOP("Tables", "Expert domain"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "The ranks of the group that the files call exp.")),
         [](const R &r) { return joinedNumbers(r.domain); }},
        {tableColumn("tokens", "inputShapesSummary", QT_TRANSLATE_NOOP("Tables", "Tokens"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Of every GroupedMatmul the first dimensions of all inputs but the "
                                                 "last two.")),
         [](const R &r) { return r.tokens; }},
    };
}

std::vector<Field<ExpertBalance>> expertBalanceFields(const std::shared_ptr<const Run> &run)
{
    using R = ExpertBalance;
    using K = ValueKind;
    return {
        {tableColumn("ep-ranks", "epRanks", QT_TRANSLATE_NOOP("Tables", "Expert domain"), K::Text),
         [](const R &r) { return joinedNumbers(r.domain); }},
        {tableColumn("difference", "tokensDiff", QT_TRANSLATE_NOOP("Tables", "Difference of tokens"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "The rank with most of them less the one with fewest.")),
         [](const R &r) { return r.difference(); }},
        {tableColumn("most", "maxTokens", QT_TRANSLATE_NOOP("Tables", "Most tokens"), K::Integer),
         [](const R &r) { return r.mostTokens; }},
        {tableColumn("fewest", "minTokens", QT_TRANSLATE_NOOP("Tables", "Fewest tokens"), K::Integer),
         [](const R &r) { return r.leastTokens; }},
        {tableColumn("most-rank", "maxRank", QT_TRANSLATE_NOOP("Tables", "Most on"), K::Label),
         [run](const R &r) { return labelOfRank(run, r.mostRank); }},
    };
}

std::vector<Field<TimeSummary>> timeSummaryFields(const std::shared_ptr<const Run> &run)
{
    using R = TimeSummary;
    using K = ValueKind;
    std::vector<Field<R>> out{
        rankOfRow<R>(run),
        {tableColumn("step", "step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return known(!r.step.isEmpty(), r.step); }},
    };
    const auto time = [&out](const char *id, const char *header, const char *title, std::optional<double> R::*member,
                             const char *hint = "") {
        out.push_back({tableColumn(id, header, title, K::Microseconds, hint),
                       [member](const R &r) { return fieldOf(r.*member); }});
    };
    time("step-time", "stepTime(us)", QT_TRANSLATE_NOOP("Tables", "Step time (%1)"), &R::stepUs,
         QT_TRANSLATE_NOOP("Tables", "As the host marks the step."));
    time("computation", "computation(us)", QT_TRANSLATE_NOOP("Tables", "Computing (%1)"), &R::computationUs);
    time("uncovered", "communicationNotOverlapComputation(us)",
         QT_TRANSLATE_NOOP("Tables", "Communication, not overlapped (%1)"), &R::uncoveredUs);
    time("covered", "communicationOverlapComputation(us)",
         QT_TRANSLATE_NOOP("Tables", "Communication, overlapped (%1)"), &R::coveredUs);
    time("communication", "communication(us)", QT_TRANSLATE_NOOP("Tables", "Communication (%1)"), &R::communicationUs);
    time("free", "free(us)", QT_TRANSLATE_NOOP("Tables", "Free (%1)"), &R::freeUs,
         QT_TRANSLATE_NOOP("Tables", "Without copies that nothing covers."));
    time("wait", "communicationWaitStageTime(us)", QT_TRANSLATE_NOOP("Tables", "Waiting in communication (%1)"),
         &R::waitUs,
         QT_TRANSLATE_NOOP("Tables", "What operators took longer than on the rank of their domain with the shortest; "
                                     "only of operators that all its ranks have."));
    time("transmit", "communicationTransmitStageTime(us)",
         QT_TRANSLATE_NOOP("Tables", "Transfer in communication (%1)"), &R::transmitUs,
         QT_TRANSLATE_NOOP("Tables", "The shortest of the ranks of the domain."));
    time("memory", "memory(us)", QT_TRANSLATE_NOOP("Tables", "Copies (%1)"), &R::memoryUs,
         QT_TRANSLATE_NOOP("Tables", "MEMCPY_ASYNC tasks."));
    time("memory-alone", "memoryNotOverlapComputationCommunication(us)",
         QT_TRANSLATE_NOOP("Tables", "Copies that nothing covers (%1)"), &R::uncoveredMemoryUs);
    return out;
}

template <typename R>
std::shared_ptr<const RowSource> rowsOfRecipe(std::vector<Field<R>> fields, std::vector<R> rows, const JobContext &job)
{
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<R>>(std::move(fields), std::move(rows), [](const R &r) {
        if constexpr (std::is_same_v<R, ApiSum>)
            return RowPlace{r.mostRanks.empty() ? -1 : r.mostRanks.front(), r.longest, {}};
        else if constexpr (std::is_same_v<R, ExpertBalance>)
            return RowPlace{r.mostRank, NoSlice, {}};
        else
            return RowPlace{r.rankIndex, NoSlice, {}};
    });
}

TableSpec &addRankRecipe(Catalogue &catalogue, const char *id, const char *title, const char *hint,
                         const QStringList &files, const char *none)
{
    TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
    table.sources = {files, {}};
    table.whyEmpty = [none](const TableQuery &) { return tableReason(none); };
    table.needsAllRanks = true;
    return table;
}

} // namespace

void addRankRecipeTables(Catalogue &catalogue)
{
    const QStringList trace{QStringLiteral("trace")};
    const QStringList kernels{QStringLiteral("kernel_details"), QStringLiteral("op_summary")};
    for (const bool ofEach : {false, true}) {
        TableSpec &table = addRankRecipe(
            catalogue, ofEach ? "recipe.cann-api.ranks" : "recipe.cann-api",
            ofEach ? QT_TRANSLATE_NOOP("Tables", "cann_api_sum: each rank")
                   : QT_TRANSLATE_NOOP("Tables", "cann_api_sum: all ranks"),
            ofEach ? QT_TRANSLATE_NOOP("Tables", "The same for each rank: CannApiSumRank.")
                   : QT_TRANSLATE_NOOP("Tables", "What cann_api_sum of msprof-analyze computes of the calls of CANN on "
                                                 "the hosts of all ranks: CannApiSum."),
            trace,
            QT_TRANSLATE_NOOP("Tables", "No trace has calls of CANN: the profiler writes them when CPU activity is on, "
                                        "from profiler level 1 on."));
        table.columns = [ofEach](const TableQuery &q) { return columnsOf(apiSumFields(q.run, ofEach)); };
        table.make = [ofEach](const TableQuery &q, const JobContext &job) {
            std::vector<ApiSum> rows = apiSumsOfRanks(*q.run, job);
            return rowsOfRecipe(apiSumFields(q.run, ofEach), ofEach ? std::move(rows) : apiSums(rows), job);
        };
    }
    TableSpec &frequency = addRankRecipe(
        catalogue, "recipe.frequency", QT_TRANSLATE_NOOP("Tables", "freq_analysis"),
        QT_TRANSLATE_NOOP("Tables",
                          "What freq_analysis of msprof-analyze says of the frequency of the AI cores: which "
                          "ranks ran at another than the highest? FreeFrequencyRanks, AbnormalFrequencyRanks."),
        trace,
        QT_TRANSLATE_NOOP("Tables", "No trace has the frequency of the AI cores: the profiler writes it when NPU "
                                    "activity is on."));
    frequency.columns = [](const TableQuery &q) { return columnsOf(frequencyFields(q.run)); };
    frequency.make = [](const TableQuery &q, const JobContext &job) {
        return rowsOfRecipe(frequencyFields(q.run), rankFrequencies(*q.run, job), job);
    };
    TableSpec &tokens = addRankRecipe(
        catalogue, "recipe.experts", QT_TRANSLATE_NOOP("Tables", "ep_load_balance: each rank"),
        QT_TRANSLATE_NOOP("Tables", "What ep_load_balance of msprof-analyze computes: how many tokens the experts of "
                                    "each rank worked on. EPTokensSummary."),
        kernels,
        QT_TRANSLATE_NOOP("Tables", "No rank has a GroupedMatmul with its input shapes in its kernel table: the run "
                                    "has no experts, or the profiler wrote no shapes (profiler level 0)."));
    tokens.columns = [](const TableQuery &q) { return columnsOf(expertTokenFields(q.run)); };
    tokens.make = [](const TableQuery &q, const JobContext &job) {
        return rowsOfRecipe(expertTokenFields(q.run), expertTokens(*q.run, job), job);
    };
    TableSpec &balance = addRankRecipe(
        catalogue, "recipe.experts.top", QT_TRANSLATE_NOOP("Tables", "ep_load_balance: most unequal domains"),
        QT_TRANSLATE_NOOP("Tables", "The 20 expert domains whose ranks differ most in tokens: TopEPTokensInfo."),
        kernels,
        QT_TRANSLATE_NOOP("Tables", "No rank with a GroupedMatmul in its kernel table names a group called exp: "
                                    "parallel_group_info of profiler_metadata.json has it."));
    balance.columns = [](const TableQuery &q) { return columnsOf(expertBalanceFields(q.run)); };
    balance.make = [](const TableQuery &q, const JobContext &job) {
        return rowsOfRecipe(expertBalanceFields(q.run), expertBalance(expertTokens(*q.run, job)), job);
    };
    TableSpec &times = addRankRecipe(
        catalogue, "recipe.times", QT_TRANSLATE_NOOP("Tables", "cluster_time_summary"),
        QT_TRANSLATE_NOOP("Tables",
                          "What cluster_time_summary of msprof-analyze says of every step of every rank: "
                          "computing, communication as transfer and waiting, copies, free. ClusterTimeSummary."),
        {QStringLiteral("step_trace_time"), QStringLiteral("trace")},
        QT_TRANSLATE_NOOP("Tables", "No rank has a trace with device lanes or step_trace_time.csv: the profiler writes "
                                    "both when NPU activity is on."));
    times.columns = [](const TableQuery &q) { return columnsOf(timeSummaryFields(q.run)); };
    times.make = [](const TableQuery &q, const JobContext &job) {
        return rowsOfRecipe(timeSummaryFields(q.run), timeSummaries(*q.run, job), job);
    };
}

} // namespace rs
