// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorstats.h"
#include "core/text/phrase.h"

#include <vector>

namespace rs {

/// Numbers of steps and ranks behind the time of each side of a comparison; 0 steps: not known.
struct SideSteps
{
    int base = 0;
    int other = 0;
    int baseRanks = 1;
    int otherRanks = 1;
    /// Totals of different numbers of steps say nothing of each other: the mean step of each side is compared.
    [[nodiscard]] bool arePerStep() const { return base > 0 && other > 0 && base != other; }
    /// True if the compared values are not the totals of both sides.
    [[nodiscard]] bool areMeans() const { return arePerStep() || baseRanks > 1 || otherRanks > 1; }
    /// By what the total of a side is divided before it is compared.
    [[nodiscard]] int baseParts() const { return baseRanks * (arePerStep() ? base : 1); }
    [[nodiscard]] int otherParts() const { return otherRanks * (arePerStep() ? other : 1); }
    [[nodiscard]] bool operator==(const SideSteps &) const = default;
};

struct CompareQuery
{
    OperatorGrouping grouping = OperatorGrouping::Type;
    OperatorKind kind = OperatorKind::All;
    QString coreType;
    std::optional<Interval> baseWindow;
    std::optional<Interval> otherWindow;
    SideSteps steps; ///< of these windows
};

/// Operators of one side of a comparison: of one rank, or of several as if they were one.
struct CompareGroup
{
    std::vector<const RankData *> ranks{};          ///< none is null
    std::vector<std::optional<Interval>> windows{}; ///< beside them: only operators that touch it
};

struct CompareSide
{
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 minNs = 0;
    qint64 maxNs = 0;
    SliceId longest = NoSlice; ///< its longest occurrence in that rank's trace
    int longestOf = 0;         ///< of several ranks: the place in the group of the one that has it
    [[nodiscard]] double averageNs() const
    {
        return calls == 0 ? 0 : static_cast<double>(totalNs) / static_cast<double>(calls);
    }
};

enum class OnlyIn : quint8 { Both, Base, Other };

struct CompareRow
{
    QString type;
    QString name;
    QString shapes;
    QString coreType;
    CompareSide base;
    CompareSide other;
    OnlyIn onlyIn = OnlyIn::Both;
    SideSteps steps{}; ///< of the comparison
    /// Value compared with the other side: the total, or that of the mean step if the numbers of steps differ, and of
    /// the mean rank if that is asked for.
    [[nodiscard]] qint64 baseComparedNs() const;
    [[nodiscard]] qint64 otherComparedNs() const;
    [[nodiscard]] qint64 differenceNs() const { return saturatedDifference(otherComparedNs(), baseComparedNs()); }
    /// Compared value of other / of base; infinite when base is 0, 1 when both are.
    [[nodiscard]] double ratio() const;
};

struct RankComparison
{
    OperatorGrouping grouping = OperatorGrouping::Type; ///< of both sides: what the poorer one allows
    OperatorNote baseNote = OperatorNote::None;
    OperatorNote otherNote = OperatorNote::None;
    SideSteps steps;
    qint64 baseTotalNs = 0;
    qint64 otherTotalNs = 0;
    std::vector<CompareRow> rows; ///< by the size of the difference, largest first
    /// False when no operator of a side is known, or none under a name that the other side uses, or one core is asked
    /// for and a side names none: then there are no rows, because a difference to nothing says nothing.
    [[nodiscard]] bool isPossible() const { return !hinders(baseNote) && !hinders(otherNote); }
    [[nodiscard]] static bool hinders(OperatorNote note)
    {
        return note == OperatorNote::NoData || note == OperatorNote::NoMatch || note == OperatorNote::NoChoice;
    }
};

/// Steps of the whole captures of two ranks, or of one step if a side is compared by it (`baseStep`, `otherStep`).
[[nodiscard]] SideSteps sideSteps(const RankData &base, const RankData &other, bool baseStep = false,
                                  bool otherStep = false);
/// That the numbers of steps differ and what follows for the rows of operators, `base` and `other` named as a reader
/// knows them; empty where nothing follows.
[[nodiscard]] Phrase perStepPhrase(const SideSteps &steps, const QString &base, const QString &other);
/// The same for a table of totals, which are compared nevertheless.
[[nodiscard]] Phrase unequalStepsPhrase(const SideSteps &steps, const QString &base, const QString &other);

/// Ranks that do not know their operators are left out of a group of several. Counted from what all of them have.
[[nodiscard]] RankComparison compareGroups(const CompareGroup &base, const CompareGroup &other,
                                           const CompareQuery &query, const JobContext &job = JobContext());
/// The same of two ranks, in the windows of the query.
[[nodiscard]] RankComparison compareRanks(const RankData &base, const RankData &other, const CompareQuery &query,
                                          const JobContext &job = JobContext());

} // namespace rs
