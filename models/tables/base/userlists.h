// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/advice/advicelists.h"
#include "analysis/operators/chippeaks.h"

namespace rs {

// Lists of the program, and those of a file of the user in RankScope below the folder of settings.
[[nodiscard]] AdviceLists userAdviceLists(); ///< advice.json
[[nodiscard]] ChipPeaks userChipPeaks();     ///< peaks.json

} // namespace rs
