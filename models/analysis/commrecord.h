// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"

#include <optional>

namespace rs {

/// The record of communication.json for a communication operator of the trace: same name, and a start no further away
/// than the file's one decimal of a microsecond explains (0.3 us). Nothing where the file has none.
/// Valid while the rank is.
[[nodiscard]] std::optional<CommOpRef> commRecordOf(const RankData &rank, SliceId slice);

} // namespace rs
