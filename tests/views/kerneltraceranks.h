// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/trace/tracebuilder.h"

namespace rs::test {

/// A rank with a stream of one kernel at 1,000 ns, and from the kernel trace at `path` two lanes that are the same for
/// every rank: a thread that runs at 1,100 ns and a CPU that runs it.
inline std::shared_ptr<const RankData> rankWithKernelTrace(int rank, const QString &path, const QString &host)
{
    auto data = std::make_shared<RankData>();
    data->info.rank = rank;
    data->info.label = QString::number(rank);
    data->info.host = host;
    data->info.path = QStringLiteral("/run/%1").arg(rank);
    data->info.files.push_back({QStringLiteral("ftrace_data.db"), path, QStringLiteral("ftrace"), 1, true, {}});
    TraceBuilder builder;
    SourceFile trace;
    trace.path = data->info.path + QStringLiteral("/trace_view.json");
    SourceFile kernelTrace;
    kernelTrace.path = path;
    const quint8 own = builder.addSource(trace);
    const quint8 shared = builder.addSource(kernelTrace);
    TraceChunk c;
    const auto slice = [&c](std::string_view process, std::string_view thread, std::string_view name, qint64 start,
                            quint8 source) {
        using Kind = TraceChunk::MetaKind;
        c.metas.push_back({Kind::ProcessName, c.strings.intern(process), {}, c.strings.intern(process), 0});
        c.metas.push_back(
            {Kind::ThreadName, c.strings.intern(process), c.strings.intern(thread), c.strings.intern(thread), 0});
        TraceChunk::Slice s;
        s.lane = c.lane(process, thread);
        s.start = start;
        s.duration = 500;
        s.name = c.strings.intern(name);
        s.argsAt = TraceChunk::packSource(source, 0);
        c.slices.push_back(s);
    };
    slice("Ascend Hardware", "Stream 2", "MatMul", 1'000, own);
    slice("Process Scheduling", "python:7", "Running", 1'100, shared);
    slice("CPU Scheduling", "CPU 003", "python:7", 1'100, shared);
    builder.addChunk(std::move(c));
    ThreadPool pool(1);
    data->trace = builder.seal(pool, JobContext(), data->report);
    return data;
}

} // namespace rs::test
