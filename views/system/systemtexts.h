// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/runstore.h"

#include <QString>

/// Why a page of the system view has nothing to show, in whole sentences for its empty state.
namespace rs::systemtexts {

/// Empty when the rank is loaded.
[[nodiscard]] QString whyNoRank(const RunStore &runs, RankRef ref);
/// Empty when the rank is loaded and has a trace.
[[nodiscard]] QString whyNoTrace(const RunStore &runs, RankRef ref);

} // namespace rs::systemtexts
