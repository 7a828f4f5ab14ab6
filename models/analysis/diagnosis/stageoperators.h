// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/runevidence.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

/// Operators of one type and shapes, on one rank.
struct KernelSum
{
    QString type;
    qint64 calls = 0;
    qint64 ns = 0;
    [[nodiscard]] double averageNs() const { return static_cast<double>(ns) / static_cast<double>(calls); }
};

using OperatorKey = std::pair<QString, QString>; ///< type and shapes

/// The operators of a rank.
struct KernelSums
{
    std::map<OperatorKey, KernelSum> sums;
    qint64 totalNs = 0;
    bool shapes = false; ///< its files tell them
};

/// Usual time of a call of an operator, in ns: the median of each of several stages, by type and shapes.
using UsualTimes = std::map<OperatorKey, std::vector<double>>;

/// Operators of a rank that other stages have too. They do the same work in whatever stage they are.
struct CommonOperators
{
    double commonNs = 0;            ///< their time
    double longerNs = 0;            ///< of it, beyond what is usual of them; without what drops of the frequency took
    qint64 totalNs = 0;             ///< of all operators of the rank
    std::map<QString, double> more; ///< longerNs by type, with those drops
    bool even = false;              ///< all types take longer by about that
    /// Enough of the rank's time is in them to judge it by.
    [[nodiscard]] bool isEnough() const;
    /// They take longer by that part of what is usual of them.
    [[nodiscard]] bool isSlow(double deviation) const;
    /// Their time against the usual one.
    [[nodiscard]] double factor() const { return commonNs / (commonNs - longerNs); }
};

/// Time of the operators of a rank that others have alike: of the same type and shapes, and as often.
struct AlikeOperators
{
    qint64 ns = 0;      ///< without what drops of the frequency took
    qint64 totalNs = 0; ///< of all operators of the rank
    [[nodiscard]] bool isEnough() const;
};

/// Operators of the ranks of a run, read once.
class StageOperators
{
public:
    /// `base` outlives it.
    explicit StageOperators(const RunEvidence &base) : m_base(base) {}

    /// Without `steps` of the whole capture; of a few steps without known times nothing.
    const KernelSums &of(int rank, const std::vector<size_t> &steps = {});
    /// `stages`: rank indices of each.
    [[nodiscard]] UsualTimes usualOf(const std::vector<std::vector<int>> &stages,
                                     const std::vector<size_t> &steps = {});
    /// `drops`: steps whose drops of the frequency are no part of it. Nothing where shapes or operators are not known.
    [[nodiscard]] std::optional<CommonOperators>
    commonOf(int rank, const UsualTimes &usual, const std::vector<size_t> &steps, const std::vector<size_t> &drops);

    /// Operators that all of these have alike, in the whole capture; beside `ranks`, empty where shapes of one are not
    /// known.
    [[nodiscard]] std::vector<AlikeOperators> alikeOf(const std::vector<int> &ranks);

    /// Operators that all of these have, and as often.
    [[nodiscard]] std::set<OperatorKey> alikeOperators(const std::vector<int> &ranks);
    /// When the rank ran these operators, or all but these.
    [[nodiscard]] IntervalSet kernelsOf(int rank, const std::set<OperatorKey> &operators, bool allBut = false) const;

private:
    [[nodiscard]] qint64 droppedOf(int rank, const std::vector<size_t> &steps) const;

    const RunEvidence &m_base;
    std::map<std::pair<int, std::vector<size_t>>, KernelSums> m_operators; ///< by rank index and steps
};

} // namespace rs
