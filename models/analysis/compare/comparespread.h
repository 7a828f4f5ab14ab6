// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/rankcompare.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace rs {

/// Change of an operator on the other side of a comparison.
enum class CompareState : quint8 {
    Unchanged,   ///< differs by less than `leastChange`
    WithinNoise, ///< differs by more, and by no more than steps differ anyway
    TooFewSteps, ///< differs by more, and nothing tells how much steps differ anyway
    NotKnown,    ///< steps of two runs differ too much to tell whether it changed
    Grown,
    Shrunk,
    OnlyBase,
    OnlyOther,
};
/// "grown", …: the words of the tables.
[[nodiscard]] const char *compareStateName(CompareState state);
/// Whether a row of that state is among the wanted ones; none wanted: all are.
[[nodiscard]] bool isWantedState(const std::vector<CompareState> &wanted, CompareState state);

/// Differences below this share of the base's total are none.
inline constexpr double leastChange = 0.01;
/// A difference of that many times the noise between steps is no chance any more.
inline constexpr double leastSignificance = 3;
/// Fewer steps in which an operator runs than these say nothing of its noise.
inline constexpr int leastNoiseSteps = 3;

/// The executions of one operator on one side beyond their sum; missing where it does not run.
struct SideSpread
{
    std::optional<qint64> medianNs;
    std::optional<qint64> p95Ns;
    /// Median of its times by step, over all steps that the trace marks (a step without it counts 0); missing if it
    /// runs in fewer than `leastNoiseSteps` of them.
    std::optional<qint64> stepMedianNs;
    /// 1.4826 x the median of how far its steps are from their median: the standard deviation, without outliers. Of
    /// fewer than `leastTrustedSteps` more (carefulNoiseOf()). Where a step is compared with a step, of the others: one
    /// that is slow would make the noise that hides it.
    std::optional<double> stepNoiseNs;
};

struct RowSpread
{
    SideSpread base;
    SideSpread other;
    double share = 0; ///< the difference, of the sizes of all differences together: -1 to 1
    /// The difference of a step / the noise of both sides, sqrt(base^2 + other^2); infinite where steps do not differ.
    /// If few steps carry the difference, that of the largest of them. Missing where a side has no noise, or the window
    /// is neither everything nor one step.
    std::optional<double> significance;
    /// The few steps of whole captures that carry the difference (StepConcentrationFinder), the largest first; empty:
    /// no few do. Among fewer than `leastTrustedSteps` the largest has to take twice as long as the median step, or all
    /// that computes differs in these steps (StepConcentrationFinder::ofAll).
    QStringList steps{};
    CompareState state = CompareState::Unchanged;
};

/// State of a row, from the difference, the total of the base and the significance. Without a significance a difference
/// is never more than one of too few steps.
[[nodiscard]] CompareState compareStateOf(const CompareRow &row, std::optional<double> significance);

/// For each row of `comparison`, which was made of the two sides by `query`. Cancelled: nothing.
[[nodiscard]] std::vector<RowSpread> spreadOfGroups(const CompareGroup &base, const CompareGroup &other,
                                                    const CompareQuery &query, const RankComparison &comparison,
                                                    const JobContext &job = JobContext());
/// The same of two ranks, in the windows of the query.
[[nodiscard]] std::vector<RowSpread> compareSpread(const RankData &base, const RankData &other,
                                                   const CompareQuery &query, const RankComparison &comparison,
                                                   const JobContext &job = JobContext());

/// Durations of one operator on the two sides of a comparison, in bins of a logarithmic axis that both share.
struct CompareDurations
{
    static constexpr size_t binCount = 40;
    qint64 leastNs = 0; ///< of all executions of both sides
    qint64 mostNs = 0;
    std::vector<qint64> base; ///< executions in each bin; empty where neither side has any
    std::vector<qint64> other;
    [[nodiscard]] bool isEmpty() const { return base.empty(); }
    /// Start of a bin; binCount: where the last one ends.
    [[nodiscard]] double edgeNs(size_t bin) const;
};

/// Values of both sides, negative ones left out; all in the first bin where they are all the same.
[[nodiscard]] CompareDurations binDurations(const std::vector<qint64> &base, const std::vector<qint64> &other);

/// Durations of a row of `comparison`, which was made of the two sides by `query`. Cancelled: empty.
[[nodiscard]] CompareDurations durationsOfGroups(const CompareGroup &base, const CompareGroup &other,
                                                 const CompareQuery &query, const RankComparison &comparison,
                                                 size_t row, const JobContext &job = JobContext());
/// The same of a row alone, whose comparison is made again; empty where it has no such row.
[[nodiscard]] CompareDurations durationsOfRow(const CompareGroup &base, const CompareGroup &other,
                                              const CompareQuery &query, const CompareRow &row,
                                              const JobContext &job = JobContext());
/// The same of two ranks, in the windows of the query.
[[nodiscard]] CompareDurations compareDurations(const RankData &base, const RankData &other, const CompareQuery &query,
                                                const RankComparison &comparison, size_t row,
                                                const JobContext &job = JobContext());

} // namespace rs
