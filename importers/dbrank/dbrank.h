// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "core/trace/tracebuilder.h"
#include "importers/json/metadatajson.h"
#include "importers/trace/importer.h"

#include <QString>

#include <map>
#include <memory>

namespace rs {

/// Content of a rank's database besides its trace: ascend_pytorch_profiler_N.db, ascend_mindspore_profiler_N.db, or
/// msprof_*.db, which have the tables of formats.md 6.1, each of them optional.
struct DbRank
{
    std::shared_ptr<const Table> kernels; ///< as kernel_details.csv; null without kernels
    /// As the files of that kind: memory_record, operator_memory, npu_module_mem, op_statistic, api_statistic.
    std::map<QString, std::shared_ptr<const Table>> tables;
};

/// Reads a database with lanes, names, flows and counters as the trace of the text export has them, so that whatever
/// knows the one knows the other. Registers the file with `builder` and adds its chunks. `device`: of several in the
/// file, the one whose tasks and operators are wanted; -1: all of them. False when nothing usable was read, or when it
/// was cancelled; findings of ctx.report say why and where.
bool readRankDatabase(const QString &path, int device, TraceBuilder &builder, const ReadContext &ctx, DbRank &out);

/// META_DATA and HOST_INFO.
struct DbMetadata
{
    ProfilerMetadata metadata; ///< as profiler_metadata.json
    QString host;
};
[[nodiscard]] DbMetadata readDbMetadata(const QString &path, const QString &reportName, const JobContext &job,
                                        ImportReport &report);

} // namespace rs
