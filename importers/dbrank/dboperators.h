// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "importers/db/dbdevice.h"
#include "importers/db/dbhost.h"

#include <memory>

namespace rs {

/// operator_details, as the text export has it: the calls of operators of the framework with shapes, call stack, their
/// time on the host and that of the tasks that they launched. Null without calls. Links in order.
[[nodiscard]] std::shared_ptr<const Table> operatorDetailsOf(const DbSource &source, const DbFrameworkCalls &framework,
                                                             const DbDevice &device);

} // namespace rs
