// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/trace/eventblock.h"
#include "core/trace/trace.h"

#include <functional>
#include <vector>

namespace rs {

/// Reads the events of many slices from front to back of their files, pieces of a file side by side on all threads; of
/// a .gz file what lies between two of its checkpoints is one piece. `visit` is called on several threads. Each slice
/// counts as one done step of the job. Gives the number of slices whose text could not be read; slices without a source
/// are left out.
qint64 readEventBlocks(const Trace &trace, const std::vector<SliceId> &slices, ThreadPool &pool, const JobContext &job,
                       const std::function<void(const EventBlock &)> &visit);

} // namespace rs
