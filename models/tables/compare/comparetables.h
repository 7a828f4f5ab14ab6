// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"
#include "analysis/compare/manycompare.h"
#include "analysis/compare/ordercompare.h"
#include "core/base/saturate.h"
#include "tables/base/catalogue.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace rs {

/// compare and what belongs to it: in order, many ranks, steps, and the sheets.
void addCompareTables(Catalogue &catalogue);
/// compare.overall, .kernels, .communication, .api, .memory: the sheets of the official comparison.
void addCompareSheets(Catalogue &catalogue);

/// Rows of "compare" with medians, significance and states, in the order of the comparison; `spread` has one for each
/// row, or is empty. `names`: what base and other are called where people read it. The rows lead nowhere: the two sides
/// may be of two runs.
[[nodiscard]] std::shared_ptr<const RowSource> compareRows(const RankComparison &comparison,
                                                           const std::vector<RowSpread> &spread, QStringList names);

/// Subject of the rows of one side of "compare.many" or "compare.steps".
struct SideOf
{
    SideComparison of; ///< without its rows
    CompareQuery query;
    QString label;    ///< rank or step; "all" for a whole run
    QString baseline; ///< the same of what it is held against
    QString run;      ///< title
    QString baseRun;
};
struct SideRow
{
    std::shared_ptr<const SideOf> side;
    CompareRow row;
};
/// Without a side for rows of other tables.
[[nodiscard]] SideRow sideRowOf(const RowSource &rows, quint32 row);
/// The side alone, which is the same object for all rows of a side.
[[nodiscard]] const SideOf *sideOf(const RowSource &rows, quint32 row);

/// Totals of the rows of one side of "compare.many" or "compare.steps": of the mean step where the numbers of
/// steps differ.
struct SideTotal
{
    std::shared_ptr<const SideOf> side;
    qint64 totalNs = 0;
    qint64 baseNs = 0;
    [[nodiscard]] qint64 differenceNs() const { return saturatedDifference(totalNs, baseNs); }
};
/// By the size of the difference, largest first. Empty for rows of other tables.
[[nodiscard]] std::vector<SideTotal> sideTotals(const RowSource &rows);

} // namespace rs
