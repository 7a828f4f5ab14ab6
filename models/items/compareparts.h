// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/rankcompare.h"

#include <QString>

#include <vector>

namespace rs {

/// Label of an operator of a comparison: its type, name and shapes, as far as the grouping has them.
[[nodiscard]] QString compareLabel(const CompareRow &row, OperatorGrouping grouping);

/// One slice of the two pies: the same operators on both sides, so that they have the same colour.
struct ComparePart
{
    QString label;
    qint64 baseNs = 0;
    qint64 otherNs = 0;
    bool rest = false; ///< all operators that are not among the top
};

/// The `top` largest operators by the time of both sides together, then one part with the rest. 0: no limit.
[[nodiscard]] std::vector<ComparePart> compareParts(const RankComparison &comparison, int top);

} // namespace rs
