// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/rankcompare.h"

#include <vector>

namespace rs {

/// How long the executions of one operator took on the two sides of a comparison, in bins of a logarithmic axis that
/// both share.
struct CompareDurations
{
    static constexpr size_t binCount = 40;
    qint64 leastNs = 0; ///< of all executions of both sides
    qint64 mostNs = 0;
    std::vector<qint64> base; ///< executions in each bin; empty where neither side has any
    std::vector<qint64> other;
    [[nodiscard]] bool isEmpty() const { return base.empty(); }
    /// Where a bin begins; binCount: where the last one ends.
    [[nodiscard]] double edgeNs(size_t bin) const;
};

/// Values of both sides, negative ones left out; all in the first bin where they are all the same.
[[nodiscard]] CompareDurations binDurations(const std::vector<qint64> &base, const std::vector<qint64> &other);

/// Of a row of `comparison`, which was made of the two sides by `query`. Cancelled: empty.
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
