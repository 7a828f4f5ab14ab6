// SPDX-License-Identifier: Apache-2.0
// Parts of knownFindingTexts(); of no use elsewhere.
#pragma once

#include <vector>

namespace rs {

/// Of communication: its files, domains, links, and what is advised on them.
[[nodiscard]] const std::vector<const char *> &communicationFindingTexts();
/// Of databases of the profiler.
[[nodiscard]] const std::vector<const char *> &databaseFindingTexts();
/// Of memory and of the data pipeline.
[[nodiscard]] const std::vector<const char *> &dataFindingTexts();

} // namespace rs
