// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "core/text/importreport.h"
#include "importers/csv/csvtable.h"

namespace rs {

class JobContext;

// Where the kernel table contradicts itself. As in crosschecks.h, nothing is mended.

/// The kernel table against itself: rows that stand twice.
void noteRepeatedKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report);

/// Waits that are longer than the time since the row before of the device ended, from which the profiler counts them,
/// and since the kernel before on the same stream did.
void noteWaitsOfKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report);

/// Ratios, rates and per cent of kernels that are more than the whole.
void notePartsOfKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report);

/// Times of the cores that are longer than the kernel.
void noteCoreTimes(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report);

/// Times of pipes that are not their ratio of the core's, or longer than it.
void notePipesOfKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report);

} // namespace rs
