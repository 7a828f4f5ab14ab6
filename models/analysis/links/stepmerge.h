// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/links/stepaggregation.h"
#include "core/job/jobcontext.h"

#include <functional>
#include <optional>
#include <vector>

namespace rs {

struct StepMergeChoice
{
    bool mean = false;    ///< divided by the steps in which any link has the operator
    bool domains = false; ///< what is of several domains is one link, as far as its ranks are known
    bool named = false;   ///< cells are told apart by the single operator, not by the statistic
    /// Others only count for the number of steps that a mean is over; empty: all are kept.
    std::function<bool(const MatrixCell &)> keep = {};
};

/// What a link carried; nothing where no file says it.
struct LinkAmounts
{
    std::optional<double> sizeMb;
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
    QString transport;
};

/// A link over steps.
struct MergedLink
{
    MatrixCell cell;                       ///< without a step, where it is of several; domains are joined by "; "
    int steps = 1;                         ///< in which it has the operator
    size_t longest = 0;                    ///< the cell it was made of that took longest
    std::optional<LinkAmounts> other = {}; ///< of the same link in another run; see pairLinks()
};

/// Sizes and times of `cells`, which come by step, over these, one for each link, operator and domain, in the order in
/// which these are met; the bandwidth of several is size / time, of a single one what its file says. What differs
/// between the steps is joined (link types, by " + ") or left out (names of single operators). Of no use when
/// cancelled.
[[nodiscard]] std::vector<MergedLink> mergeSteps(const std::vector<const MatrixCell *> &cells,
                                                 const StepMergeChoice &choice, const JobContext &job = JobContext());
[[nodiscard]] std::vector<MergedLink> mergeSteps(const std::vector<MatrixCell> &cells, const StepMergeChoice &choice,
                                                 const JobContext &job = JobContext());

/// Link types of two cells as one text: "HCCS + RDMA".
[[nodiscard]] QString joinedTransports(const QString &transports, const QString &other);

} // namespace rs
