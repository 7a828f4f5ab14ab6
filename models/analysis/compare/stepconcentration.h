// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/rankcompare.h"

#include <QStringList>

#include <vector>

namespace rs {

/// The middle of the times that steps take, and how far they are from it.
struct StepNoise
{
    qint64 medianNs = 0;
    double noiseNs = 0; ///< 1.4826 x the median of how far they are: the standard deviation, without outliers
};
[[nodiscard]] StepNoise stepNoiseOf(const std::vector<qint64> &ns);

/// With fewer steps than these the median of how far they are from their middle is mostly chance.
inline constexpr size_t leastTrustedSteps = 5;
/// The same noise, but of few steps their standard deviation where that is more, and of three twice that. So an
/// operator that takes as long on both sides reaches `leastSignificance` about once in 1000.
[[nodiscard]] double carefulNoiseOf(const std::vector<qint64> &ns);

/// The steps in which the sides of a comparison differ while in all others they do not.
struct StepConcentration
{
    QStringList steps;       ///< what differs most first; empty: the difference is of no few steps
    double share = 0;        ///< of the difference, what these make; the rest may make up for some of it: 1 at most
    double restNs = 0;       ///< of the difference, what is not in them; below 0: the rest makes up for some of it
    double beyondNs = 0;     ///< what the largest takes beyond the median step, of the mean of the ranks
    double significance = 0; ///< of the largest, against the noise of both sides; infinite where steps do not differ
    [[nodiscard]] bool areKnown() const { return !steps.isEmpty(); }
};

/// Fewer steps than these have no middle that one of them stands apart from.
inline constexpr int leastStepsForConcentration = 3;

/// Tells whether few steps carry a difference: fewer than half, which medians do not see. In each of them what a side
/// takes beyond its own median step is three times the noise of both sides or more, and three times what it is in any
/// other step. They make at least 80 % of the difference, or the median steps differ by less than three times the
/// noise, so that nothing else is known to differ. What both sides take longer in the same step is none.
class StepConcentrationFinder
{
public:
    /// Names of the steps of each side, and by what their totals are divided before they are compared.
    StepConcentrationFinder(const QStringList &base, const QStringList &other, const SideSteps &compared);

    /// Times beside the names, not divided, and the difference of the whole captures, which is.
    [[nodiscard]] StepConcentration of(const std::vector<qint64> &base, const std::vector<qint64> &other,
                                       qint64 differenceNs) const;
    /// All operators that compute, together, by their time on each side: a side has to be slow
    /// (`leastSlowdown`), and these steps make at least 80 % of that, or leave none.
    [[nodiscard]] StepConcentration ofAll(const std::vector<qint64> &base, const std::vector<qint64> &other,
                                          qint64 baseNs, qint64 otherNs) const;

private:
    QStringList m_names;           ///< of the base, then what the other has beside them
    std::vector<size_t> m_placeOf; ///< of the steps of the other, among them
    size_t m_baseSteps;
    SideSteps m_compared;
};

/// Time of operators in each of the steps that a trace marks.
struct MarkedSteps
{
    QStringList names;
    std::vector<qint64> ns; ///< beside them; 0 where none runs
};
/// Steps of the operators that a comparison of that note counted on a side: of its kind and core, from the file that it
/// was counted from. Cancelled, or no steps marked: nothing.
[[nodiscard]] MarkedSteps markedSteps(const RankData &rank, const CompareQuery &query, OperatorNote note,
                                      const JobContext &job = JobContext());

} // namespace rs
