// SPDX-License-Identifier: Apache-2.0
// Parts of knownFindingTexts(); of no use elsewhere.
#pragma once

#include <vector>

namespace rs {

/// Of communication: its files, domains, links, and what is advised on them.
[[nodiscard]] const std::vector<const char *> &communicationFindingTexts();
/// Of memory and of the data pipeline.
[[nodiscard]] const std::vector<const char *> &dataFindingTexts();

} // namespace rs
