// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"

#include <utility>
#include <vector>

namespace rs {

/// Places of two sequences that hold the same, ascending on both sides.
using SequencePairs = std::vector<std::pair<quint32, quint32>>;

/// A longest common subsequence, in memory that grows with the length alone (E. Myers, "An O(ND) Difference Algorithm
/// and Its Variations", 1986, the linear-space refinement). What lies in no pair was inserted or removed. Stretches of
/// more than 16,384 places are cut where 128 in a row agree behind the fewest edits, and any stretch behind `mostEdits`
/// of them where the ways got furthest, as diff tools do: the pairs are sound then, but there might be more of them;
/// the time stays within length x mostEdits. Cancelled: no pairs.
[[nodiscard]] SequencePairs commonSubsequence(const std::vector<quint32> &a, const std::vector<quint32> &b,
                                              const JobContext &job = JobContext(), qint64 mostEdits = 256);

/// A longest common subsequence of what is expected to be nearly the same: no cut is guessed, and where more than
/// `mostDifferences` places are in no pair there are no pairs at all. Equal sequences cost one pass.
[[nodiscard]] SequencePairs closeSubsequence(const std::vector<quint64> &a, const std::vector<quint64> &b,
                                             qint64 mostDifferences = 2000);

} // namespace rs
