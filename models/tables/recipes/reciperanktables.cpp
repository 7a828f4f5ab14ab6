// SPDX-License-Identifier: Apache-2.0
// Results of recipes that speak of ranks: calls of CANN, frequencies, experts, times of steps.
#include "analysis/recipes/recipecalls.h"
#include "analysis/recipes/reciperanks.h"
#include "tables/recipes/recipefields.h"

#include <QStringList>

#include <algorithm>
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

std::vector<ColumnSpec> apiSumColumns(bool ofEach)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out{
        {"name", "name", RS_TABLE("Name"), K::Text, RS_TABLE("Without its level: calls of one name count together.")},
        {"share", ofEach ? "durationRatio" : "timeRatio", RS_TABLE("Share"), K::Percent,
         RS_TABLE("Of the time in all calls, which may lie in each other.")},
        {"total", "totalTimeNs", RS_TABLE("Total (ns)"), K::Integer},
        {"count", "totalCount", RS_TABLE("Calls"), K::Integer},
        {"mean", "averageNs", RS_TABLE("Mean (ns)"), K::Real},
        {"min", "minNs", RS_TABLE("Min (ns)"), K::Integer},
        {"q1", "Q1Ns", RS_TABLE("First quartile (ns)"), K::Real,
         ofEach ? "" : RS_TABLE("Minimum of the ranks, as in the recipe.")},
        {"median", "medNs", RS_TABLE("Median (ns)"), K::Real,
         ofEach ? "" : RS_TABLE("Median of the ranks' medians, as in the recipe.")},
        {"q3", "Q3Ns", RS_TABLE("Third quartile (ns)"), K::Real,
         ofEach ? "" : RS_TABLE("Maximum of the ranks, as in the recipe.")},
        {"max", "maxNs", RS_TABLE("Max (ns)"), K::Integer},
        {"deviation", "stdev", RS_TABLE("Standard deviation (ns)"), K::Real},
    };
    if (ofEach) {
        out.push_back({"rank", "rank", RS_TABLE("Rank"), K::Label});
        return out;
    }
    // The official table of all ranks has the least behind the quartiles.
    const auto least = out.begin() + 5;
    std::rotate(least, least + 1, least + 4);
    out.push_back({"min-rank", "minRank", RS_TABLE("Shortest on"), K::Text});
    out.push_back({"max-rank", "maxRank", RS_TABLE("Longest on"), K::Text});
    return out;
}

void appendApiSums(CellRows &rows, const Run &run, const JobContext &job)
{
    const QString comma = QStringLiteral(", ");
    for (const ApiSum &r : apiSums(apiSumsOfRanks(run, job)))
        rows.add({r.mostRanks.empty() ? -1 : r.mostRanks.front(), r.longest, {}},
                 {r.name, r.percent, r.sumNs, r.count, r.meanNs, r.q1Ns, r.medianNs, r.q3Ns, r.leastNs, r.mostNs,
                  r.deviationNs, labelsOfRanks(run, r.leastRanks, comma), labelsOfRanks(run, r.mostRanks, comma)});
}

void appendApiSumsOfRanks(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const ApiSum &r : apiSumsOfRanks(run, job))
        rows.add({r.mostRanks.empty() ? -1 : r.mostRanks.front(), r.longest, {}},
                 {r.name, r.percent, r.sumNs, r.count, r.meanNs, r.leastNs, r.q1Ns, r.medianNs, r.q3Ns, r.mostNs,
                  r.deviationNs, rankLabel(run, r.rankIndex)});
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

std::vector<ColumnSpec> frequencyColumns()
{
    using K = ValueKind;
    return {
        {"rank", "rank", RS_TABLE("Rank"), K::Label},
        {"frequencies", "frequencies(MHz)", RS_TABLE("Frequencies (MHz)"), K::Text,
         RS_TABLE("Every value that the AI cores had.")},
        {"kind", "kind", RS_TABLE("Kind"), K::Word,
         RS_TABLE("Normal: always the highest of the run. Free: also 800 MHz, at which cores rest. Abnormal: "
                  "anything else.")},
    };
}

void appendFrequencies(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const RankFrequencies &r : rankFrequencies(run, job))
        rows.add({r.rankIndex, NoSlice, {}}, {rankLabel(run, r.rankIndex), joinedNumbers(r.mhz), kindName(r.kind)});
}

std::vector<ColumnSpec> expertTokenColumns()
{
    using K = ValueKind;
    return {
        {"rank", "rank", RS_TABLE("Rank"), K::Label},
        {"ep-ranks", "epRanks", RS_TABLE("Expert domain"), K::Text,
         RS_TABLE("The ranks of the domain that the files call exp.")},
        {"tokens", "inputShapesSummary", RS_TABLE("Tokens"), K::Integer,
         RS_TABLE("Sum of the first dimensions of all inputs but the last two, over every GroupedMatmul.")},
    };
}

void appendExpertTokens(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const ExpertTokens &r : expertTokens(run, job))
        rows.add({r.rankIndex, NoSlice, {}}, {rankLabel(run, r.rankIndex), joinedNumbers(r.domain), r.tokens});
}

std::vector<ColumnSpec> expertBalanceColumns()
{
    using K = ValueKind;
    return {
        {"ep-ranks", "epRanks", RS_TABLE("Expert domain"), K::Text},
        {"difference", "tokensDiff", RS_TABLE("Difference of tokens"), K::Integer,
         RS_TABLE("The rank with most of them less the one with fewest.")},
        {"most", "maxTokens", RS_TABLE("Most tokens"), K::Integer},
        {"fewest", "minTokens", RS_TABLE("Fewest tokens"), K::Integer},
        {"most-rank", "maxRank", RS_TABLE("Most on"), K::Label},
    };
}

void appendExpertBalance(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const ExpertBalance &r : expertBalance(expertTokens(run, job)))
        rows.add({r.mostRank, NoSlice, {}},
                 {joinedNumbers(r.domain), r.difference(), r.mostTokens, r.leastTokens, rankLabel(run, r.mostRank)});
}

std::vector<ColumnSpec> timeSummaryColumns()
{
    using K = ValueKind;
    return {
        {"rank", "rank", RS_TABLE("Rank"), K::Label},
        {"step", "step", RS_TABLE("Step"), K::Label},
        {"step-time", "stepTime(us)", RS_TABLE("Step time (%1)"), K::Microseconds,
         RS_TABLE("As the host marks the step.")},
        {"computation", "computation(us)", RS_TABLE("Computing (%1)"), K::Microseconds},
        {"uncovered", "communicationNotOverlapComputation(us)", RS_TABLE("Non-overlapped communication (%1)"),
         K::Microseconds},
        {"covered", "communicationOverlapComputation(us)", RS_TABLE("Overlapped communication (%1)"), K::Microseconds},
        {"communication", "communication(us)", RS_TABLE("Communication (%1)"), K::Microseconds},
        {"free", "free(us)", RS_TABLE("Free (%1)"), K::Microseconds, RS_TABLE("Without non-overlapped copies.")},
        {"wait", "communicationWaitStageTime(us)", RS_TABLE("Waiting in communication (%1)"), K::Microseconds,
         RS_TABLE("Time beyond the shortest rank of the domain; only for operators that all its ranks have.")},
        {"transmit", "communicationTransmitStageTime(us)", RS_TABLE("Transfer in communication (%1)"), K::Microseconds,
         RS_TABLE("The shortest of the ranks of the domain.")},
        {"memory", "memory(us)", RS_TABLE("Copies (%1)"), K::Microseconds, RS_TABLE("MEMCPY_ASYNC tasks.")},
        {"memory-alone", "memoryNotOverlapComputationCommunication(us)", RS_TABLE("Non-overlapped copies (%1)"),
         K::Microseconds},
    };
}

void appendTimeSummaries(CellRows &rows, const Run &run, const JobContext &job)
{
    for (const TimeSummary &r : timeSummaries(run, job))
        rows.add({r.rankIndex, NoSlice, {}},
                 {rankLabel(run, r.rankIndex), r.step, r.stepUs, r.computationUs, r.uncoveredUs, r.coveredUs,
                  r.communicationUs, r.freeUs, r.waitUs, r.transmitUs, r.memoryUs, r.uncoveredMemoryUs});
}

} // namespace

void addRankRecipeTables(Catalogue &catalogue)
{
    const TableSources trace{{QStringLiteral("trace")}, {}};
    const TableSources kernels{{QStringLiteral("kernel_details"), QStringLiteral("op_summary")}, {}};
    for (const bool ofEach : {false, true})
        addRecipe(
            catalogue,
            {ofEach ? "recipe.cann-api.ranks" : "recipe.cann-api",
             ofEach ? RS_TABLE("cann_api_sum: each rank") : RS_TABLE("cann_api_sum: all ranks"),
             ofEach ? RS_TABLE("The same for each rank: CannApiSumRank.")
                    : RS_TABLE("What cann_api_sum of msprof-analyze computes of the calls of CANN on the hosts of all "
                               "ranks: CannApiSum."),
             trace,
             RS_TABLE("No trace has CANN calls: the profiler writes them when CPU activity is on, at Level1 or "
                      "higher.")},
            apiSumColumns(ofEach), ofEach ? appendApiSumsOfRanks : appendApiSums);
    addRecipe(
        catalogue,
        {"recipe.frequency", RS_TABLE("freq_analysis"),
         RS_TABLE("What freq_analysis of msprof-analyze says of the frequency of the AI cores: which ranks ran at "
                  "another than the highest? FreeFrequencyRanks, AbnormalFrequencyRanks."),
         trace,
         RS_TABLE("No trace has the frequency of the AI cores: the profiler writes it when NPU activity is on.")},
        frequencyColumns(), appendFrequencies);
    addRecipe(catalogue,
              {"recipe.experts", RS_TABLE("ep_load_balance: each rank"),
               RS_TABLE("What ep_load_balance of msprof-analyze computes: how many tokens the experts of "
                        "each rank worked on. EPTokensSummary."),
               kernels,
               RS_TABLE("No rank has a GroupedMatmul with its input shapes in its kernel table: the run has no "
                        "experts, or the profiler wrote no shapes (Level0).")},
              expertTokenColumns(), appendExpertTokens);
    addRecipe(
        catalogue,
        {"recipe.experts.top", RS_TABLE("ep_load_balance: most unequal domains"),
         RS_TABLE("The 20 expert domains whose ranks differ most in tokens: TopEPTokensInfo."), kernels,
         RS_TABLE("No rank with a GroupedMatmul in its kernel table names a group called exp: parallel_group_info of "
                  "profiler_metadata.json has it.")},
        expertBalanceColumns(), appendExpertBalance);
    addRecipe(
        catalogue,
        {"recipe.times",
         RS_TABLE("cluster_time_summary"),
         RS_TABLE("What cluster_time_summary of msprof-analyze says of every step of every rank: computing, "
                  "communication as transfer and waiting, copies, free. ClusterTimeSummary."),
         {{QStringLiteral("step_trace_time"), QStringLiteral("trace")}, {}},
         RS_TABLE("No rank has a trace with device lanes or step_trace_time.csv: the profiler writes both when NPU "
                  "activity is on.")},
        timeSummaryColumns(), appendTimeSummaries);
}

} // namespace rs
