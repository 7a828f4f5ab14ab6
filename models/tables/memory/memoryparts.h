// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"

#include <functional>
#include <memory>

/// Parts that the tables of memory share.
namespace rs {

/// memory.peak, memory.graphs, memory.alive, memory.leaks.
void addMemoryHeldTables(Catalogue &catalogue);

/// The file of that kind of the rank of a query; an empty table where it has none.
[[nodiscard]] std::shared_ptr<const Table> memoryTable(const TableQuery &query, const char *kind);
/// Reason why a table of a file has no rows, said of the file that is not there or of the one that gave nothing; of a
/// rank of MindSpore 1.x where its memory is shown instead.
[[nodiscard]] std::function<Phrase(const TableQuery &)> whyNoMemory(const char *kind, const char *why);

inline constexpr const char *componentOfBlocks =
    RS_TABLE("GE: operators of compiled graphs (cann::). PTA or MindSpore: those of the framework.");

inline constexpr const char *noMemoryRecord = RS_TABLE("The rank has no memory_record.csv. The profiler writes it when "
                                                       "its option profile_memory is on (profile_memory=True).");
inline constexpr const char *noMemoryBlocks = RS_TABLE("The rank has no operator_memory.csv. The profiler writes it "
                                                       "when its option profile_memory is on (profile_memory=True).");
inline constexpr const char *noStaticMemory =
    RS_TABLE("The rank has no static_op_mem.csv. The profiler writes it for compiled graphs (MindSpore with jit_level "
             "O2) when its option profile_memory is on.");
inline constexpr const char *onlyGraphMemory = RS_TABLE(
    "The rank has no memory over time. What its graphs hold from operator to operator, by memory_usage_details_*.json "
    "of MindSpore 1.x, is in the workspace Parallel under Operators across devices: choose memory under Curves there.");

} // namespace rs
