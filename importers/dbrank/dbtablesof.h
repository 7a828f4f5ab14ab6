// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "importers/db/dbhost.h"

#include <map>
#include <memory>

namespace rs {

/// Tables that the text export has as files of their own, by the kind of that file, each with its columns and units:
/// memory_record, operator_memory and npu_module_mem.
[[nodiscard]] std::map<QString, std::shared_ptr<const Table>> plainTablesOf(const DbSource &source);
/// api_statistic, of the durations of all calls; null without them.
[[nodiscard]] std::shared_ptr<const Table> callStatisticOf(const DbSource &source, const DbCannCalls &calls);
/// op_statistic, summed up from kernels; null without them.
[[nodiscard]] std::shared_ptr<const Table> operatorStatisticOf(const DbSource &source, const Table *kernels);

} // namespace rs
