// SPDX-License-Identifier: Apache-2.0
// Results of recipes that speak of ranks: calls of CANN, frequencies, experts, times of steps.
#include "analysis/recipes/recipecalls.h"
#include "analysis/recipes/reciperanks.h"
#include "tables/recipes/recipefields.h"

#include <QStringList>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

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
    return rankIndexField(run, "rank", "rank", RS_TABLE("Rank"), &R::rankIndex);
}

std::vector<Field<ApiSum>> apiSumFields(const std::shared_ptr<const Run> &run, bool ofEach)
{
    using R = ApiSum;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"name", "name", RS_TABLE("Name"), K::Text, RS_TABLE("Without its level: calls of one name count together.")},
         [](const R &r) { return r.name; }},
        {{"share", ofEach ? "durationRatio" : "timeRatio", RS_TABLE("Share"), K::Percent,
          RS_TABLE("Of the time in all calls, which may lie in each other.")},
         [](const R &r) { return r.percent; }},
        {{"total", "totalTimeNs", RS_TABLE("Total (ns)"), K::Integer}, [](const R &r) { return r.sumNs; }},
        {{"count", "totalCount", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.count; }},
        {{"mean", "averageNs", RS_TABLE("Mean (ns)"), K::Real}, [](const R &r) { return r.meanNs; }},
        {{"min", "minNs", RS_TABLE("Min (ns)"), K::Integer}, [](const R &r) { return r.leastNs; }},
        {{"q1", "Q1Ns", RS_TABLE("First quartile (ns)"), K::Real,
          ofEach ? "" : RS_TABLE("The least of the ranks, as the recipe has it.")},
         [](const R &r) { return r.q1Ns; }},
        {{"median", "medNs", RS_TABLE("Median (ns)"), K::Real,
          ofEach ? "" : RS_TABLE("The median of those of the ranks, as the recipe has it.")},
         [](const R &r) { return r.medianNs; }},
        {{"q3", "Q3Ns", RS_TABLE("Third quartile (ns)"), K::Real,
          ofEach ? "" : RS_TABLE("The greatest of the ranks, as the recipe has it.")},
         [](const R &r) { return r.q3Ns; }},
        {{"max", "maxNs", RS_TABLE("Max (ns)"), K::Integer}, [](const R &r) { return r.mostNs; }},
        {{"deviation", "stdev", RS_TABLE("Standard deviation (ns)"), K::Real},
         [](const R &r) { return fieldOf(r.deviationNs); }},
    };
    if (ofEach) {
        out.push_back(rankOfRow<R>(run));
        return out;
    }
    // The official table of all ranks has the least behind the quartiles.
    const auto isLeast = [](const Field<R> &f) { return f.column.id == u"min"; };
    const auto least = std::find_if(out.begin(), out.end(), isLeast);
    std::rotate(least, least + 1, least + 4);
    out.push_back({{"min-rank", "minRank", RS_TABLE("Shortest on"), K::Text},
                   [run](const R &r) { return labelsOfRanks(run, r.leastRanks, QStringLiteral(", ")); }});
    out.push_back({{"max-rank", "maxRank", RS_TABLE("Longest on"), K::Text},
                   [run](const R &r) { return labelsOfRanks(run, r.mostRanks, QStringLiteral(", ")); }});
    return out;
}

const char *kindName(RankFrequencies::Kind kind)
{
    switch (kind) {
    case RankFrequencies::Kind::Normal:
        return RS_TABLE("normal");
    case RankFrequencies::Kind::Free:
        return RS_TABLE("free");
    case RankFrequencies::Kind::Abnormal:
        break;
    }
    return RS_TABLE("abnormal");
}

std::vector<Field<RankFrequencies>> frequencyFields(const std::shared_ptr<const Run> &run)
{
    using R = RankFrequencies;
    using K = ValueKind;
    return {
        rankOfRow<R>(run),
        {{"frequencies", "frequencies(MHz)", RS_TABLE("Frequencies (MHz)"), K::Text,
          RS_TABLE("Every value that the AI cores had.")},
         [](const R &r) { return joinedNumbers(r.mhz); }},
        {{"kind", "kind", RS_TABLE("Kind"), K::Word,
          RS_TABLE("Normal: always the highest of the run. Free: 800 MHz besides, at which cores rest. Abnormal: "
                   "anything else.")},
         [](const R &r) { return QString::fromLatin1(kindName(r.kind)); }},
    };
}

std::vector<Field<ExpertTokens>> expertTokenFields(const std::shared_ptr<const Run> &run)
{
    using R = ExpertTokens;
    using K = ValueKind;
    return {
        rankOfRow<R>(run),
        {{"ep-ranks", "epRanks", RS_TABLE("Expert domain"), K::Text,
          RS_TABLE("The ranks of the group that the files call exp.")},
         [](const R &r) { return joinedNumbers(r.domain); }},
        {{"tokens", "inputShapesSummary", RS_TABLE("Tokens"), K::Integer,
          RS_TABLE("Of every GroupedMatmul the first dimensions of all inputs but the last two.")},
         [](const R &r) { return r.tokens; }},
    };
}

std::vector<Field<ExpertBalance>> expertBalanceFields(const std::shared_ptr<const Run> &run)
{
    using R = ExpertBalance;
    using K = ValueKind;
    return {
        {{"ep-ranks", "epRanks", RS_TABLE("Expert domain"), K::Text},
         [](const R &r) { return joinedNumbers(r.domain); }},
        {{"difference", "tokensDiff", RS_TABLE("Difference of tokens"), K::Integer,
          RS_TABLE("The rank with most of them less the one with fewest.")},
         [](const R &r) { return r.difference(); }},
        {{"most", "maxTokens", RS_TABLE("Most tokens"), K::Integer}, [](const R &r) { return r.mostTokens; }},
        {{"fewest", "minTokens", RS_TABLE("Fewest tokens"), K::Integer}, [](const R &r) { return r.leastTokens; }},
        rankIndexField(run, "most-rank", "maxRank", RS_TABLE("Most on"), &R::mostRank),
    };
}

std::vector<Field<TimeSummary>> timeSummaryFields(const std::shared_ptr<const Run> &run)
{
    using R = TimeSummary;
    using K = ValueKind;
    std::vector<Field<R>> out{
        rankOfRow<R>(run),
        {{"step", "step", RS_TABLE("Step"), K::Label}, [](const R &r) { return known(!r.step.isEmpty(), r.step); }},
    };
    const auto time = [&out](const char *id, const char *header, const char *title, std::optional<double> R::*member,
                             const char *hint = "") {
        out.push_back(
            {{id, header, title, K::Microseconds, hint}, [member](const R &r) { return fieldOf(r.*member); }});
    };
    time("step-time", "stepTime(us)", RS_TABLE("Step time (%1)"), &R::stepUs, RS_TABLE("As the host marks the step."));
    time("computation", "computation(us)", RS_TABLE("Computing (%1)"), &R::computationUs);
    time("uncovered", "communicationNotOverlapComputation(us)", RS_TABLE("Communication, not overlapped (%1)"),
         &R::uncoveredUs);
    time("covered", "communicationOverlapComputation(us)", RS_TABLE("Communication, overlapped (%1)"), &R::coveredUs);
    time("communication", "communication(us)", RS_TABLE("Communication (%1)"), &R::communicationUs);
    time("free", "free(us)", RS_TABLE("Free (%1)"), &R::freeUs, RS_TABLE("Without copies that nothing covers."));
    time("wait", "communicationWaitStageTime(us)", RS_TABLE("Waiting in communication (%1)"), &R::waitUs,
         RS_TABLE("What operators took longer than on the rank of their domain with the shortest; only of operators "
                  "that all its ranks have."));
    time("transmit", "communicationTransmitStageTime(us)", RS_TABLE("Transfer in communication (%1)"), &R::transmitUs,
         RS_TABLE("The shortest of the ranks of the domain."));
    time("memory", "memory(us)", RS_TABLE("Copies (%1)"), &R::memoryUs, RS_TABLE("MEMCPY_ASYNC tasks."));
    time("memory-alone", "memoryNotOverlapComputationCommunication(us)", RS_TABLE("Copies that nothing covers (%1)"),
         &R::uncoveredMemoryUs);
    return out;
}

} // namespace

void addRankRecipeTables(Catalogue &catalogue)
{
    const TableSources trace{{QStringLiteral("trace")}, {}};
    const TableSources kernels{{QStringLiteral("kernel_details"), QStringLiteral("op_summary")}, {}};
    for (const bool ofEach : {false, true})
        addRecipe<ApiSum>(
            catalogue,
            {ofEach ? "recipe.cann-api.ranks" : "recipe.cann-api",
             ofEach ? RS_TABLE("cann_api_sum: each rank") : RS_TABLE("cann_api_sum: all ranks"),
             ofEach ? RS_TABLE("The same for each rank: CannApiSumRank.")
                    : RS_TABLE("What cann_api_sum of msprof-analyze computes of the calls of CANN on the hosts of all "
                               "ranks: CannApiSum."),
             trace,
             RS_TABLE("No trace has calls of CANN: the profiler writes them when CPU activity is on, from profiler "
                      "level 1 on.")},
            [ofEach](const std::shared_ptr<const Run> &run) { return apiSumFields(run, ofEach); },
            [ofEach](const Run &run, const JobContext &job) {
                std::vector<ApiSum> rows = apiSumsOfRanks(run, job);
                return ofEach ? rows : apiSums(rows);
            },
            [](const ApiSum &r) {
                return RowPlace{r.mostRanks.empty() ? -1 : r.mostRanks.front(), r.longest, {}};
            });
    addRecipe<RankFrequencies>(
        catalogue,
        {"recipe.frequency", RS_TABLE("freq_analysis"),
         RS_TABLE("What freq_analysis of msprof-analyze says of the frequency of the AI cores: which ranks ran at "
                  "another than the highest? FreeFrequencyRanks, AbnormalFrequencyRanks."),
         trace,
         RS_TABLE("No trace has the frequency of the AI cores: the profiler writes it when NPU activity is on.")},
        frequencyFields, rankFrequencies, placeOf(&RankFrequencies::rankIndex));
    addRecipe<ExpertTokens>(catalogue,
                            {"recipe.experts", RS_TABLE("ep_load_balance: each rank"),
                             RS_TABLE("What ep_load_balance of msprof-analyze computes: how many tokens the experts of "
                                      "each rank worked on. EPTokensSummary."),
                             kernels,
                             RS_TABLE("No rank has a GroupedMatmul with its input shapes in its kernel table: the run "
                                      "has no experts, or the profiler wrote no shapes (profiler level 0).")},
                            expertTokenFields, expertTokens, placeOf(&ExpertTokens::rankIndex));
    addRecipe<ExpertBalance>(
        catalogue,
        {"recipe.experts.top", RS_TABLE("ep_load_balance: most unequal domains"),
         RS_TABLE("The 20 expert domains whose ranks differ most in tokens: TopEPTokensInfo."), kernels,
         RS_TABLE("No rank with a GroupedMatmul in its kernel table names a group called exp: parallel_group_info of "
                  "profiler_metadata.json has it.")},
        expertBalanceFields,
        [](const Run &run, const JobContext &job) { return expertBalance(expertTokens(run, job)); },
        placeOf(&ExpertBalance::mostRank));
    addRecipe<TimeSummary>(
        catalogue,
        {"recipe.times",
         RS_TABLE("cluster_time_summary"),
         RS_TABLE("What cluster_time_summary of msprof-analyze says of every step of every rank: computing, "
                  "communication as transfer and waiting, copies, free. ClusterTimeSummary."),
         {{QStringLiteral("step_trace_time"), QStringLiteral("trace")}, {}},
         RS_TABLE("No rank has a trace with device lanes or step_trace_time.csv: the profiler writes both when NPU "
                  "activity is on.")},
        timeSummaryFields, timeSummaries, placeOf(&TimeSummary::rankIndex));
}

} // namespace rs
