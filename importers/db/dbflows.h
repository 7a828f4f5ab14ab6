// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbdevice.h"
#include "importers/db/dbhost.h"

namespace rs {

/// Joins what has the same connection: calls with what they launched, operators of the framework with the device and
/// with their backward operator, the two ends of the queue, marks with those of the device. The links are in the order
/// of their connections afterwards.
void addDbFlows(DbCannCalls &calls, DbFrameworkCalls &framework, DbDevice &device);

} // namespace rs
