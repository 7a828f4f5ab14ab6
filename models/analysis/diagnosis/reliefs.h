// SPDX-License-Identifier: Apache-2.0
// The time that ranks would not have spent, were they like their peers.
#pragma once

#include "analysis/diagnosis/peercomparison.h"

#include <map>
#include <optional>
#include <vector>

namespace rs {

/// Reliefs of the rank of an excess.
[[nodiscard]] std::vector<Relief> reliefsOf(const RunEvidence &evidence, const Excess &excess, CellValue value);
/// A part of what the rank computes in these steps.
[[nodiscard]] std::vector<Relief> computeReliefs(const RunEvidence &evidence, int rank, double part,
                                                 const std::vector<size_t> &which);
/// Time by which the host of the rank took longer than the median of its peers before each launch, of its stamps.
[[nodiscard]] std::vector<Relief> hostReliefs(const RunEvidence &evidence, const Excess &excess);
/// Time that the host takes from the first to the last launch of each of these steps, but for waits for the device;
/// nothing where stamps of launches are not known.
[[nodiscard]] std::vector<Relief> launchReliefs(const RunEvidence &evidence, int rank,
                                                const std::vector<size_t> &which);
/// Time by which the rank began each step of the excess later than its peers, on its host; nothing where hosts do not
/// tell. Beside Excess::steps.
[[nodiscard]] std::vector<std::optional<Relief>> lateReliefs(const RunEvidence &evidence, const Excess &excess);
/// Ranks of its group of which traces tell what they compute, the normal peer first.
[[nodiscard]] std::vector<int> comparedPeers(const RunEvidence &evidence, const Excess &excess);
/// Without collectives: by how much longer the rank works in each step than the next slowest of its peers, which is how
/// much longer that one waits.
[[nodiscard]] std::optional<qint64> estimateOf(const RunEvidence &evidence, const Excess &excess);
/// Gain of the steps if none of these ranks computed longer than that.
[[nodiscard]] std::optional<qint64> gainOfComputing(const RunEvidence &evidence, const std::map<int, qint64> &ranks);

} // namespace rs
