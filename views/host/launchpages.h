// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagespec.h"

namespace rs {

/// Delays between launch and start by rank and step, and the stretches in which the device waits for the host.
[[nodiscard]] PageSpec dispatchTables();
/// Causes of idle time for each rank and step, which add up to Free, and every gap of the current rank.
[[nodiscard]] PageSpec idlePage();
/// The way of every kernel of the current rank: framework operator, queue, CANN call, launch, device.
[[nodiscard]] PageSpec chainPage();
/// Sends with their receives, and those without a partner.
[[nodiscard]] PageSpec transfersPage();

} // namespace rs
