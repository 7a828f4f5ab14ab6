// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"
#include "analysis/operators/operatorstats.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Times of a step that two runs are compared by. Those from Computing to Preparing add up to Step.
enum class ChangePart : quint8 {
    Step,
    Computing,
    Uncovered, ///< communication that computing does not hide
    Idle,      ///< without what preparing counts, too
    Preparing,
    Communication, ///< all of it, also what computing hides
    Bubble,
    Operator, ///< of one type or name
    Domain,   ///< communication of one communication domain, waits included
};
/// "step", "computing", "uncovered communication", …: the words of tables.
[[nodiscard]] const char *changePartName(ChangePart part);

/// A time of the mean step in two runs.
struct RunChangeRow
{
    ChangePart part = ChangePart::Step;
    QString name{};                 ///< of an operator or a domain
    int rankIndex = -1;             ///< into Run::infos of the other run; -1: of none
    QString rank{};                 ///< label in the other run; empty: the mean over all ranks
    QString baseRank{};             ///< label in the base
    std::optional<qint64> baseNs{}; ///< missing where a side does not have it
    std::optional<qint64> otherNs{};
    /// 95 % interval of the difference; missing with one step on a side.
    std::optional<qint64> lowNs{};
    std::optional<qint64> highNs{};
    std::optional<qint64> leastNs{}; ///< where the 99 % interval begins, for who must not be wrong
    CompareState state = CompareState::Unchanged;
    /// Other - base; a side without it counts 0.
    [[nodiscard]] qint64 differenceNs() const;
    /// The difference / the base; empty where the base has none.
    [[nodiscard]] std::optional<double> ratio() const;
};

struct RunChange
{
    int baseSteps = 0; ///< that are compared; 0: a side has no step with all parts of its time
    int otherSteps = 0;
    bool isOtherFramework = false; ///< both are known, and not the same
    bool areMatched = false;       ///< each step is held against the one of the same name; else the means are compared
    int baseRanks = 0;
    int otherRanks = 0;
    int pairedRanks = 0;
    /// From the end of the last work on the device to the end of the last step on the host, which no time of a step
    /// holds: the mean of the ranks with a trace.
    std::optional<qint64> baseTailNs;
    std::optional<qint64> otherTailNs;
    /// Rows of all ranks in the order of ChangePart, operators and domains by the size of the difference, then of each
    /// rank that both runs have.
    std::vector<RunChangeRow> rows;
    /// True for as many ranks of the same framework: else a longer step need be no fault.
    [[nodiscard]] bool isAlike() const { return baseRanks == otherRanks && !isOtherFramework; }
    /// Row of all ranks together; null where there is none.
    [[nodiscard]] const RunChangeRow *of(ChangePart part) const;
};

/// An interval within this share of the step is that of equal runs: nearly all of them lie there, be their steps four.
inline constexpr double mostUnchanged = 0.03;

/// Difference of the mean steps of two runs.
struct MeanChange
{
    double differenceNs = 0;
    std::optional<double> lowNs{}; ///< of the 95 % interval
    std::optional<double> highNs{};
    std::optional<double> leastNs{}; ///< of the 99 % interval
};
/// By bootstrap over steps with a fixed seed, widened as Student's t is wider than the normal distribution, which few
/// steps need. `areMatched`: both sides have as many steps, and differ step by step. No interval where a side has fewer
/// than two.
[[nodiscard]] MeanChange meanChange(const std::vector<double> &baseNs, const std::vector<double> &otherNs,
                                    bool areMatched);

/// Holds `other` against `base`. Ranks are paired by their place in the parallelism where both runs tell it, else by
/// number, else by order; operators by type or name (`by`), domains by their ranks. Only steps count that all ranks
/// have. Without `by` only the step of all ranks and its parts are compared. A row is changed where its interval
/// excludes 0 and the difference is at least `leastChange` of the base's step; else it is unchanged where all of the
/// interval lies within `mostUnchanged` of that step. Useless when cancelled.
[[nodiscard]] RunChange compareRuns(const Run &base, const Run &other, std::optional<OperatorGrouping> by,
                                    const JobContext &job = JobContext());

/// Sentences on the step, and on the part that makes most of the difference. Empty without a step.
[[nodiscard]] std::vector<Phrase> runChangePhrases(const RunChange &change, const QString &base);

} // namespace rs
