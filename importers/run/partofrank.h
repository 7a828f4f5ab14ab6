// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "importers/csv/csvtable.h"
#include "importers/files/rankfiles.h"

#include <memory>
#include <vector>

namespace rs {

/// The rows of a table that are of a device, or that do not say of which they are. The same table where that is all of
/// them; null stays null. `places`, where given, becomes that of the rows. Throws OverBudget.
[[nodiscard]] std::shared_ptr<const Table> rowsOfDevice(std::shared_ptr<const Table> table, int device,
                                                        const JobContext &job, CsvPlaces *places = nullptr);

/// Leaves out the steps of other devices.
void keepStepsOfDevice(std::vector<StepTraceRow> &steps, int device);

/// Notices, in the report of the rank, what is told of several devices at once: a trace whose devices nobody knew of
/// before it was read, and files that do not say of which device they speak. `areOperatorsParted`: those of
/// communication are of the rank's device alone.
void noteSharedDevices(RankData &rank, bool areOperatorsParted, const Trace *trace, const RankFiles &files);

} // namespace rs
