// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Result of freq_analysis of msprof-analyze for a rank.
struct RankFrequencies
{
    /// Normal: always the highest of the run. Free: that and the 800 MHz of cores that rest. Abnormal: anything else.
    /// The recipe knows 1800 and 800 MHz, those of one chip; the highest of the run stands for the first.
    enum class Kind : quint8 { Normal, Free, Abnormal };
    int rankIndex = -1;
    std::vector<qint64> mhz; ///< distinct, ascending
    Kind kind = Kind::Normal;
};
/// Frequencies of ranks whose trace has that of the AI cores. Empty when cancelled.
[[nodiscard]] std::vector<RankFrequencies> rankFrequencies(const Run &run, const JobContext &job = JobContext());

/// EPTokensSummary of ep_load_balance: how many tokens the experts of a rank worked on. Of every GroupedMatmul the
/// first dimensions of all inputs but the last two.
struct ExpertTokens
{
    int rankIndex = -1;
    std::vector<int> domain; ///< global ranks of the group called "exp", ascending; empty where none is known
    qint64 tokens = 0;
};
/// Tokens of ranks with a GroupedMatmul in their kernel table whose shapes name such inputs. Empty when cancelled.
[[nodiscard]] std::vector<ExpertTokens> expertTokens(const Run &run, const JobContext &job = JobContext());

/// TopEPTokensInfo: how unequal the ranks of an expert domain are, the most unequal first, 20 at most.
struct ExpertBalance
{
    std::vector<int> domain;
    qint64 mostTokens = 0;
    qint64 leastTokens = 0;
    int mostRank = -1; ///< rank index
    [[nodiscard]] qint64 difference() const { return mostTokens - leastTokens; }
};
[[nodiscard]] std::vector<ExpertBalance> expertBalance(const std::vector<ExpertTokens> &tokens);

/// ClusterTimeSummary of cluster_time_summary; microseconds. What is not known is empty.
struct TimeSummary
{
    int rankIndex = -1;
    QString step;
    std::optional<double> stepUs; ///< as the host marks it
    std::optional<double> computationUs;
    std::optional<double> uncoveredUs;
    std::optional<double> coveredUs;
    std::optional<double> communicationUs;
    std::optional<double> freeUs; ///< without uncoveredMemoryUs, where that is known
    /// For every operator that all ranks of its domain have in the step: the shortest of them, and the excess of this
    /// one. Empty without communication times.
    std::optional<double> transmitUs;
    std::optional<double> waitUs;
    /// Copies (MEMCPY_ASYNC) that start in the step; empty if the trace does not mark it.
    std::optional<double> memoryUs;
    std::optional<double> uncoveredMemoryUs; ///< part of them outside of computing and communication
};
/// By rank, then step, as overview() lists them. Empty when cancelled.
[[nodiscard]] std::vector<TimeSummary> timeSummaries(const Run &run, const JobContext &job = JobContext());

} // namespace rs
