// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbrows.h"

namespace rs {

/// Tables of samples, each with a time in `timestampNs`, that no other reader knows: links, network and disks of newer
/// chips and hosts (PCIE, NIC, ROCE, SIO, UB, CCU, HOST_MEM_USAGE, …), whose columns differ from version to version.
[[nodiscard]] QStringList otherSampleTables(DbFile &file);
/// Their curves: one for each column that holds numbers, under the names and in the units of the database. Columns
/// that number something (portId) or name it (coreType) tell curves of a table apart.
void readOtherSamples(const DbSource &source, DbChunk &rows);

} // namespace rs
