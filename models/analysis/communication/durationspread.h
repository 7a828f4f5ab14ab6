// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commdurations.h"

#include <vector>

namespace rs {

/// How long single operators take on one rank, over the domains and steps that were asked for.
struct DurationSpread
{
    OperatorTime first; ///< the rank; the rest is that of its first operator
    qint64 calls = 0;
    Distribution elapse;          ///< ms
    double lowMs = 0;             ///< the least that is no outlier
    double highMs = 0;            ///< the most that is none
    std::vector<double> outliers; ///< ms: more than 1.5 interquartile ranges beyond the quartiles; the least first
    bool isApart = false; ///< its median is such an outlier, and differs by a tenth of the ranks' median or more
};

/// By number, then by label; `of` as in rankDurations(). Fewer than four ranks do not tell who is apart.
/// Empty when cancelled.
[[nodiscard]] std::vector<DurationSpread> durationSpreads(const Run &run, const CommQuery &query = {},
                                                          const QString &of = {}, const JobContext &job = JobContext());

} // namespace rs
