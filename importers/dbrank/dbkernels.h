// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table.h"
#include "importers/db/dbdevice.h"
#include "importers/db/dbhost.h"

#include <memory>

namespace rs {

/// The table that kernel_details.csv is: kernels and operators of communication by start, with the columns of the text
/// export. A row belongs to the step in which it was launched, else to the one in which it starts. `launches`: calls
/// of the host in the order of their connections. Null without rows.
[[nodiscard]] std::shared_ptr<const Table> kernelTableOf(const DbSource &source, const DbDevice &device,
                                                         const std::vector<DbStep> &steps,
                                                         const std::vector<DbLink> &launches);

/// The table without the columns in which no row has a cell: a file of the text export does not have them either. It
/// counts against the budget. `strings` are those of the table.
[[nodiscard]] std::shared_ptr<const Table> withoutEmptyColumns(const Table &table, std::shared_ptr<StringPool> strings,
                                                               const JobContext &job);

/// The step that holds a stamp; -1 where none does. `steps` by start.
[[nodiscard]] qint64 stepAt(const std::vector<DbStep> &steps, qint64 ns);

} // namespace rs
