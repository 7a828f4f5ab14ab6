// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/table.h"

#include <memory>

namespace rs {

/// Columns of what streamMemory() returns.
enum class StreamMemoryColumn : quint8 {
    Component, ///< always missing: a stream has blocks of any
    Time,      ///< TimeStamp
    Held,      ///< Real, KB: by the blocks of the stream from then on
    Stream,    ///< Text
    Device,    ///< Text
    Count
};

/// Whether operator_memory.csv has a column of streams.
[[nodiscard]] bool canHaveStreams(const Table &blocks);

/// Memory that the blocks of each stream hold together, from operator_memory.csv: a row for each time at which that
/// changes. A block that was there before the profile began is held from the first stamp of the file on. Blocks of no
/// stream, of no size or of no time are left out. Without rows where no block has all three; null when cancelled.
/// memory_record.csv does not tell it: its rows name a stream, and their values are of the whole allocator.
[[nodiscard]] std::shared_ptr<const Table> streamMemory(const Table &blocks, const JobContext &job = JobContext());

} // namespace rs
