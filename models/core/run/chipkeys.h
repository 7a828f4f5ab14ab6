// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1String>

namespace rs {

// Keys of RankInfo::settings that describe the chip: NPU_INFO of a database, and info.json of the raw data.
inline constexpr QLatin1String chipNameKey("chip.name");
inline constexpr QLatin1String chipCoresKey("chip.ai_core_num");
inline constexpr QLatin1String chipFrequencyKey("chip.aic_frequency"); ///< MHz

} // namespace rs
