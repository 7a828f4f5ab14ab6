// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbdevice.h"
#include "importers/db/dbhost.h"

namespace rs {

/// By connection, the preferred one first.
void orderLinks(std::vector<DbLink> &links);

/// Joins what has the same connection: calls with what they launched, operators of the framework with the device and
/// with their backward operator, the two ends of the queue, marks with those of the device. All links are in
/// order.
void addDbFlows(DbCannCalls &calls, DbFrameworkCalls &framework, DbDevice &device);

} // namespace rs
