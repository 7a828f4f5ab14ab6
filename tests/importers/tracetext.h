// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/timens.h"
#include "importers/trace/tracejson.h"

#include <QByteArray>
#include <QFile>
#include <QStringList>
#include <QTemporaryDir>

#include <zlib.h>

namespace rs::test {

/// A trace and all that was said while it was read.
struct Loaded
{
    bool ok = false;
    std::unique_ptr<Trace> trace;
    QStringList findings; ///< "loss trace.truncated byte 17 x1"
    [[nodiscard]] bool has(const char *code) const
    {
        return !findings.filter(QLatin1Char(' ') + QLatin1String(code) + u' ').isEmpty();
    }
};

inline Loaded load(const QString &path, const TraceReadLimits &limits = {}, const JobContext &job = JobContext(),
                   int threads = 2)
{
    ThreadPool pool(threads);
    ImportReport report;
    TraceBuilder builder(QStringLiteral("t"));
    Loaded out;
    out.ok = readTraceFile(path, builder, {pool, job, report, QStringLiteral("t")}, limits);
    out.trace = builder.seal(pool, job, report);
    for (const Finding &f : report.findings()) {
        out.findings
            << QStringLiteral("%1 %2 %3 x%4").arg(severityName(f.severity), f.code, f.place.text()).arg(f.count);
        if (f.text().isEmpty() || f.text().contains(QLatin1String("%1")) || f.file != QLatin1String("t"))
            out.findings << QStringLiteral("BAD FINDING ") + f.text();
    }
    return out;
}

inline void write(const QString &path, const QByteArray &bytes)
{
    // A new file each time: some file systems flush one that is emptied and written again.
    QFile::remove(path);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// A folder for traces that a test writes.
class TraceDir : public QTemporaryDir
{
public:
    /// Returns the path of the file.
    QString put(const QByteArray &bytes, const QString &name = QStringLiteral("t.json"))
    {
        const QString file = filePath(name);
        write(file, bytes);
        return file;
    }
};

inline QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QByteArray gzipped(const QByteArray &text, int level = 6)
{
    z_stream z = {};
    if (deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("deflateInit2");
    QByteArray out(static_cast<qsizetype>(deflateBound(&z, static_cast<uLong>(text.size()))) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    if (deflate(&z, Z_FINISH) != Z_STREAM_END)
        qFatal("deflate");
    out.resize(static_cast<qsizetype>(z.total_out));
    deflateEnd(&z);
    return out;
}

/// Everything that a trace holds, as text: equal texts are equal traces.
inline QString dump(const Trace &t)
{
    QStringList out;
    const auto text = [&](StrId id) { return t.strings().text(id); };
    const auto us = [](qint64 ns) { return QString::fromStdString(formatUs(ns)); };
    for (quint32 p = 0; p < t.processes().size(); ++p) {
        const Process &process = t.processes()[p];
        out << QStringLiteral("process %1 '%2' label '%3' sort %4 device %5")
                   .arg(text(process.pid), t.processLabel(ProcessId{p}), text(process.label))
                   .arg(process.sortIndex)
                   .arg(process.device);
    }
    for (quint32 l = 0; l < t.lanes().size(); ++l) {
        const LaneId id{l};
        out << QStringLiteral("lane %1/%2 '%3'").arg(text(t.processOf(id).pid), text(t.lane(id).tid), t.laneLabel(id));
        const auto span = t.slicesOf(id);
        for (quint32 i = span.first; i < span.last; ++i) {
            const SliceId s{i};
            const SourceRange r = t.slices().source(s);
            QString line = QStringLiteral("  %1 '%2' %3 +%4 kind %5 @%6+%7")
                               .arg(t.depthOf(s))
                               .arg(text(t.slices().name(s)), us(t.slices().start(s)), us(t.slices().duration(s)))
                               .arg(static_cast<int>(t.slices().kind(s)))
                               .arg(r.offset)
                               .arg(r.length);
            if (const TaskDetail *d = t.slices().detail(s)) {
                line += QStringLiteral(" conn %1 size %2 stream %3 task %4 src %5 dst %6 '%7' '%8' '%9'")
                            .arg(d->connectionId)
                            .arg(d->sizeBytes)
                            .arg(d->streamId)
                            .arg(d->taskId)
                            .arg(d->srcRank)
                            .arg(d->dstRank)
                            .arg(text(d->taskType), text(d->linkType), text(d->transport));
                line += QStringLiteral(" '%1'").arg(text(d->dataType));
            }
            out << line;
        }
    }
    QStringList counters;
    for (const CounterSeries &c : t.counters()) {
        QString line =
            QStringLiteral("counter %1 '%2' '%3':").arg(text(t.process(c.process).pid), text(c.name), text(c.series));
        for (size_t i = 0; i < c.timeNs.size(); ++i)
            line += QStringLiteral(" %1=%2").arg(us(c.timeNs[i]), QString::fromStdString(shortestDouble(c.value[i])));
        counters << line;
    }
    counters.sort();
    out += counters;
    QStringList flows;
    for (const Flow &f : t.flows().flows()) {
        flows << QStringLiteral("flow '%1' %2 '%3' %4 -> '%5' %6")
                     .arg(text(t.flows().categories()[f.category].name), QString::fromStdString(f.id.text(t.strings())),
                          text(t.slices().name(f.from)), us(f.fromNs), text(t.slices().name(f.to)), us(f.toNs));
    }
    flows.sort();
    out += flows;
    return out.join(u'\n');
}

/// A little of everything that real files hold, in an order as scattered as theirs.
inline const char *const mixedTrace =
    R"j([{"ph": "X", "name": "aten::add", "pid": 10, "tid": 11, "ts": "1736412474714258.990", "dur": 167.56, "cat": "cpu_op", "args": {"Call stack": "a.py(1): f;\r\nb.py(2): },{"}}, )j"
    R"j({"name":"HBM 0/Read","ts":"1736412474608102.240","pid":20,"tid":0,"args":{"Read(MB/s)":1.5},"ph":"C"},)j"
    "\n"
    R"j({"name":"MatMul","pid":30,"tid":2,"ts":"1736412474714300.001","dur":18.419999999999998,"args":{"Task Type":"AI_CORE","Physic Stream Id":2,"Task Id":7,"connection_id":5},"ph":"X"},)j"
    R"j({"name":"Node@launch","pid":40,"tid":11,"ts":"1736412474714259.000","dur":20.0,"args":{"connection_id":5,"level":"node"},"ph":"X"},)j"
    R"j({"name":"HostToDevice5","ph":"s","cat":"HostToDevice","id":"40006882869110636543","pid":40,"tid":11,"ts":"1736412474714260.000"},)j"
    R"j({"name":"HostToDevice5","ph":"f","id":"40006882869110636543","ts":"1736412474714300.001","cat":"HostToDevice","pid":30,"tid":2,"bp":"e"},)j"
    R"j({"ph":"M","name":"process_name","pid":30,"tid":0,"args":{"name":"Ascend Hardware"}},)j"
    R"j({"ph":"M","name":"process_labels","pid":30,"tid":0,"args":{"labels":"NPU 3"}},)j"
    R"j({"ph":"M","name":"process_sort_index","pid":30,"tid":0,"args":{"sort_index":13}},)j"
    R"j({"ph":"M","name":"process_name","pid":40,"tid":0,"args":{"name":"CANN"}},)j"
    R"j({"ph":"M","name":"thread_name","pid":30,"tid":2,"args":{"name":"Stream 2"}},)j"
    R"j({"ph":"X","name":"says \"hi\" \u4f60","pid":10,"tid":11,"ts":1736412474714300,"dur":"1.5","cat":"python_function"},)j"
    R"j({"ph":"M","name":"process_name","pid":20,"tid":0,"args":{"name":"HBM"}}])j";

/// Windows so small that cuts fall everywhere.
inline TraceReadLimits tiny(qint64 window, qint64 section)
{
    TraceReadLimits limits;
    limits.windowBytes = window;
    limits.sectionBytes = section;
    limits.minSectionBytes = section;
    return limits;
}

inline QString realTrace(int level, int rank)
{
    return QStringLiteral(RANKSCOPE_SHARED_DATA
                          "/real/pytorch_text_level%1/rank%2_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")
        .arg(level)
        .arg(rank);
}

} // namespace rs::test
