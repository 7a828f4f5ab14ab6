// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

namespace rs::fuzz {

/// Asks a sealed trace for everything, and requires what its users build on: rows sorted and free of overlaps, ids in
/// range, flows ordered by both ends.
void useTrace(const Trace &trace);
/// Every cell of a table.
void useTable(const Table &table);
/// Every analysis of one rank, and those of the whole run.
void useRank(const RankData &rank);
void useRun(const Run &run);

} // namespace rs::fuzz
