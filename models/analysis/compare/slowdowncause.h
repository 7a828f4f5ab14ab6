// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/rankcompare.h"
#include "core/text/phrase.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace rs {

/// The time of one type of operators, or of one input shape of it, on the two sides of a comparison.
struct OperatorPair
{
    QString type;
    QString shapes; ///< empty: of all shapes, or not known
    qint64 baseNs = 0;
    qint64 otherNs = 0;
    qint64 baseCalls = 0;
    qint64 otherCalls = 0;
};

/// Kind of excess of one side of a comparison.
enum class SlowdownKind : quint8 {
    None,      ///< they take about as long, or what takes longer is neither spread evenly nor in few
    Device,    ///< all types of operators by about the same factor
    Operators, ///< few types
    Shapes,    ///< few input shapes of few types that the faster side does not have, or not as often: it is the input
    OfShapes,  ///< few input shapes of few types, as often on both sides, while their other shapes do not: an operator
    Input,     ///< many input shapes that the faster side does not have, or not as often
    Steps,     ///< few steps, whatever runs in them: neither the device nor an operator is slow in all others
};

struct SlowdownCause
{
    SlowdownKind kind = SlowdownKind::None;
    bool ofBase = false; ///< the base is the slower side
    double factor = 1;   ///< time of the slower side / of the faster one, all operators together
    qint64 moreNs = 0;   ///< what the slower side takes longer, all operators together
    QStringList few;     ///< types, types with their shapes, or steps that make most of it; the largest first
    /// Share of the excess that `few` take. Device: share of the time with about that factor. Input: share of the
    /// excess in such shapes and calls.
    double share = 0;
    bool isShort = false; ///< Steps: not that the slower side takes longer in them, but that the faster one takes less
    bool areStepsFew = false; ///< Operators, OfShapes: a side has fewer steps than `leastNoiseSteps`; it may be chance
    double strange = 0;       ///< of the time of the slower side, what is in shapes that the faster one does not have
    /// `factor` of what both sides have, with the same shapes and call for call; 0: nothing, or next to nothing.
    double sameFactor = 0;
    [[nodiscard]] bool isOfAll() const; ///< of the device: every type takes about that factor
    [[nodiscard]] bool isOfInput() const { return kind == SlowdownKind::Input || kind == SlowdownKind::Shapes; }
    /// True if the input differs in calls only: both sides have the same shapes, and the slower one has them more
    /// often.
    [[nodiscard]] bool isOfCalls() const { return isOfInput() && strange < 0.005 && sameFactor > 0; }
};

/// In percent, without its sign; what is not all is below 100.
[[nodiscard]] QString slowdownPercent(double share);

/// Sides that differ by less are alike.
inline constexpr double leastSlowdown = 0.03;

/// So much of the time is in operators whose types are lost that all of the difference may be in them: nothing is to be
/// said of types then. `ofBase`: whose.
struct LostTypes
{
    bool mayBeAll = false;
    bool ofBase = false;
};
[[nodiscard]] LostTypes lostTypes(const std::vector<OperatorPair> &operators);

/// Operators of equal type and shapes are held against each other. A device is slow where types with at least 80 % of
/// their time take one factor, to within 40 % of what it is above 1, with as many calls, and that factor is the one of
/// the whole. Else it is the input where shapes that one side lacks, and calls that it has more of, make 80 % of the
/// difference. Few are three at most, a quarter of all at most (one in any case), with at least 80
/// % of what takes longer, and slower by three times what the others are. Types that are lost are left out; None where
/// that may be all.
[[nodiscard]] SlowdownCause slowdownCauseOf(const std::vector<OperatorPair> &operators);

/// Cause by the compute operators of two ranks, whatever core they run on; kind, grouping and core of the query are not
/// used. Whole captures of which few steps carry the difference (StepConcentrationFinder), at least 80 % of it or all
/// but what is no slowness: Steps. Nothing known: None.
[[nodiscard]] SlowdownCause rankSlowdownCause(const RankData &base, const RankData &other, const CompareQuery &query,
                                              const JobContext &job = JobContext());

/// Sentence on it, with `base` and `other` named as a reader knows them ("rank 5"); empty for None.
[[nodiscard]] Phrase slowdownCausePhrase(const SlowdownCause &slowness, const QString &base, const QString &other);

} // namespace rs
