// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs::bench {

/// Writes communication.json and communication_matrix.json of so many ranks, together about `megabytes` a rank, as the
/// profiler of PyTorch writes them at level 1: the world, tensor groups of 8 and data groups across them, 2,000
/// operators a step and all six classes of four kinds of operators in the matrix. False where the folder cannot be
/// written.
[[nodiscard]] bool writeCommunicationRun(const QString &folder, int ranks, int megabytes);

} // namespace rs::bench
