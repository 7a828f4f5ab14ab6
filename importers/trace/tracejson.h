// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/tracebuilder.h"
#include "importers/trace/importer.h"
#include "importers/trace/sectionreader.h"

#include <QString>

namespace rs {

/// Reads trace_view.json or msprof*.json, plain or gzip: a list of Chrome trace events, or an object with such a list
/// under "traceEvents". Uses all threads of ctx.pool and the calling one. Registers the file with `builder` and adds
/// its chunks in file order; several files may go into one builder. False when nothing usable was read, or when it was
/// cancelled; findings of ctx.report say why and where.
bool readTraceFile(const QString &path, TraceBuilder &builder, const ReadContext &ctx,
                   const TraceReadLimits &limits = {});

} // namespace rs
