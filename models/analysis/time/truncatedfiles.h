// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <vector>

namespace rs {

/// A file of which the rank's numbers are only a part.
struct TruncatedFile
{
    int rankIndex = -1;
    QString file; ///< "communication.json"
};

/// Files of communication that end early or are broken, of the loaded ranks of a run, by rank.
[[nodiscard]] std::vector<TruncatedFile> truncatedCommunicationFiles(const Run &run);

/// Tables of a database of the rank end early of which lanes and kernels are made: any of what it did may be missing.
[[nodiscard]] bool isDatabaseTruncated(const RankData &rank);

/// The trace of the rank ends early: what was done last is missing, and of a step that it marks a part may be. Also
/// that of a database that was read in part.
[[nodiscard]] bool isTraceTruncated(const RankData &rank);

} // namespace rs
