// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operatorstats.h"

#include <vector>

namespace rs {

struct CompareQuery
{
    OperatorGrouping grouping = OperatorGrouping::Type;
    OperatorKind kind = OperatorKind::All;
    QString coreType;
    std::optional<Interval> baseWindow;
    std::optional<Interval> otherWindow;
};

struct CompareSide
{
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 minNs = 0;
    qint64 maxNs = 0;
    SliceId longest = NoSlice; ///< its longest occurrence in that rank's trace
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
    [[nodiscard]] qint64 differenceNs() const { return saturatedDifference(other.totalNs, base.totalNs); }
    /// Total of other / total of base; infinite when base is 0, 1 when both are.
    [[nodiscard]] double ratio() const;
};

struct RankComparison
{
    OperatorGrouping grouping = OperatorGrouping::Type; ///< of both sides: what the poorer one allows
    OperatorNote baseNote = OperatorNote::None;
    OperatorNote otherNote = OperatorNote::None;
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

[[nodiscard]] RankComparison compareRanks(const RankData &base, const RankData &other, const CompareQuery &query,
                                          const JobContext &job = JobContext());

} // namespace rs
