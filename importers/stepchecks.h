// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importreport.h"
#include "core/jobcontext.h"
#include "core/table.h"

namespace rs {

/// The steps of a kernel table against the starts of their rows: on average, a later step starts later.
void noteStepsOfKernels(const Table &kernels, const JobContext &job, ImportReport &report);

} // namespace rs
