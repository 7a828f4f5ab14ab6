// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"
#include "core/text/stringpool.h"

#include <vector>

namespace rs {

/// One execution of an operator on one side.
struct OrderedCall
{
    StrId type{}; ///< texts of OrderComparison::texts
    StrId name{};
    StrId shapes{};
    qint64 startNs = 0;
    qint64 durationNs = 0;
    SliceId slice = NoSlice;
    bool isCommunication = false;
};

/// A pair of executions that correspond, or one that has no partner.
struct OrderedRow
{
    static constexpr quint32 none = ~quint32{0};
    quint32 base = none; ///< into OrderComparison::base
    quint32 other = none;
};

/// Two ranks, operator by operator in the order of execution.
struct OrderComparison
{
    OperatorNote baseNote = OperatorNote::None;
    OperatorNote otherNote = OperatorNote::None;
    bool typed = false; ///< matched by type and shapes, else by name and shapes
    StringPool texts;
    std::vector<OrderedCall> base;
    std::vector<OrderedCall> other;
    std::vector<OrderedRow> rows; ///< as the base ran; what the other alone ran stands before the pair that follows it
    [[nodiscard]] bool isPossible() const
    {
        return !RankComparison::hinders(baseNote) && !RankComparison::hinders(otherNote);
    }
    [[nodiscard]] CompareState stateOf(const OrderedRow &row) const;
    /// Difference of the pair: other less base, or the time of the one without a partner, with the sign of added or
    /// removed.
    [[nodiscard]] qint64 differenceNs(const OrderedRow &row) const;
};

/// Operators correspond that have the same type and input shapes (the same name, where a side has no types), by a
/// longest common subsequence of the two executions (commonSubsequence()), by start. Communication has streams of its
/// own and starts now before, now after a kernel beside it, so it is matched apart from computation. Names of
/// communication operators count without what tells their group. Grouping of the query is not used. Cancelled: no rows.
[[nodiscard]] OrderComparison compareInOrder(const RankData &base, const RankData &other, const CompareQuery &query,
                                             const JobContext &job = JobContext());

} // namespace rs
