// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/filekinds.h"

#include "importers/files/osfile.h"

#include <QFile>
#include <QRegularExpression>

#include <array>
#include <zlib.h>

namespace rs {

namespace {

struct KnownKind
{
    const char *stem; ///< name without stamp, slice number and suffix; a final '*' stands for any ending
    const char *suffix;
    const char *kind;
    const char *why; ///< null: a reader exists
    bool runWide = false;
};

constexpr const char *MemoryLater = "Not read yet: the memory use of this rank cannot be shown.";
constexpr const char *CountersLater =
    "Not read yet: this summary of hardware counters cannot be shown; the curves of the trace are.";
constexpr const char *DataLater = "Not read yet: the data pipeline of this rank cannot be shown.";
constexpr const char *TableLater = "Not read yet: this table cannot be shown.";
constexpr const char *DbLater = "Database files are read in a later version.";

// The first match counts.
constexpr KnownKind Kinds[] = {
    {"trace_view", "json", "trace", nullptr},
    {"msprof_tx*", "json", "msprof_tx", "Not read: msprof*.json holds the same marks."},
    {"step_trace", "json", "step_trace_raw", "Not read: msprof*.json holds the same lanes."},
    {"msprof*", "json", "trace", nullptr},
    {"profiler_info*", "json", "profiler_info", nullptr},
    {"profiler_metadata", "json", "profiler_metadata", nullptr},
    {"communication", "json", "communication", nullptr},
    {"communication_matrix", "json", "communication_matrix", nullptr},
    {"cluster_communication", "json", "cluster_communication", nullptr, true},
    {"cluster_communication_matrix", "json", "cluster_communication_matrix", nullptr, true},
    {"communication_group", "json", "communication_group", nullptr, true},
    {"cluster_step_trace_time", "csv", "cluster_step_trace_time", nullptr, true},
    {"trace*", "json", "trace", nullptr},
    {"step_trace_time", "csv", "step_trace_time", nullptr},
    {"kernel_details", "csv", "kernel_details", nullptr},
    {"op_summary", "csv", "op_summary", nullptr},
    {"op_statistic", "csv", "op_statistic", nullptr},
    {"api_statistic", "csv", "api_statistic", nullptr},
    {"memory_record", "csv", "memory_record", MemoryLater},
    {"operator_memory", "csv", "operator_memory", MemoryLater},
    {"npu_module_mem", "csv", "npu_module_mem", MemoryLater},
    {"npu_mem", "csv", "npu_mem", MemoryLater},
    {"static_op_mem", "csv", "static_op_mem", MemoryLater},
    {"sys_mem", "csv", "sys_mem", MemoryLater},
    {"process_mem", "csv", "process_mem", MemoryLater},
    {"l2_cache", "csv", "l2_cache", nullptr},
    {"operator_details", "csv", "operator_details",
     "Not read yet: host times and call stacks per operator cannot be shown as a table."},
    {"data_preprocess", "csv", "data_preprocess", DataLater},
    {"dataset", "csv", "dataset", DataLater},
    {"minddata_*", "csv", "minddata", DataLater},
    {"minddata_*", "json", "minddata", DataLater},
    {"aicpu*", "csv", "aicpu", DataLater},
    {"dp", "csv", "dp", DataLater},
    {"dvpp*", "csv", "dvpp", DataLater},
    {"task_time", "csv", "task_time", TableLater},
    {"fusion_op", "csv", "fusion_op", TableLater},
    {"communication_statistic", "csv", "communication_statistic", TableLater},
    {"step_trace", "csv", "step_trace_raw", TableLater},
    {"os_runtime_statistic", "csv", "os_runtime_statistic", TableLater},
    {"msprof_tx*", "csv", "msprof_tx", "Not read: the trace holds the same marks."},
    {"ai_core_utilization", "csv", "hardware_counters", CountersLater},
    {"ai_vector_core_utilization", "csv", "hardware_counters", CountersLater},
    {"hbm", "csv", "hardware_counters", CountersLater},
    {"ddr", "csv", "hardware_counters", CountersLater},
    {"llc*", "csv", "hardware_counters", CountersLater},
    {"hccs", "csv", "hardware_counters", CountersLater},
    {"nic", "csv", "hardware_counters", CountersLater},
    {"roce", "csv", "hardware_counters", CountersLater},
    {"pcie", "csv", "hardware_counters", CountersLater},
    {"soc_pmu", "csv", "hardware_counters", CountersLater},
    {"cpu_usage", "csv", "hardware_counters", CountersLater},
    {"host_*", "csv", "hardware_counters", CountersLater},
    {"ub*", "csv", "hardware_counters", CountersLater},
    {"ccu*", "csv", "hardware_counters", CountersLater},
    {"cluster_analysis", "db", "cluster_db", DbLater, true},
    {"mindstudio_insight_data", "db", "foreign_cache", "The cache of another program: nothing is read from it."},
    {"ascend_*", "db", "db", DbLater},
    {"analysis", "db", "db", DbLater},
    {"communication_analyzer", "db", "db", DbLater},
    {"msprof*", "db", "db", DbLater},
    {"cluster_*", "csv", "cluster_other", TableLater, true},
    {"README", "txt", "readme", "A note of the profiler without measurements."},
};

bool matches(const QString &stem, const char *pattern)
{
    const QLatin1String p(pattern);
    if (p.endsWith(u'*'))
        return stem.startsWith(p.chopped(1));
    return stem == p;
}

/// The first bytes of the text, inflated when the file is a gzip.
QByteArray headOf(const QString &path)
{
    constexpr qint64 HeadBytes = 64 * 1024;
    const int fd = openRegular(path);
    QFile file;
    if (fd < 0 || !file.open(fd, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        return {};
    const QByteArray raw = file.read(HeadBytes);
    if (!raw.startsWith("\x1f\x8b"))
        return raw;
    z_stream z{};
    if (inflateInit2(&z, 15 + 16) != Z_OK)
        return {};
    QByteArray out(HeadBytes, '\0');
    QByteArray in = raw;
    z.next_in = reinterpret_cast<Bytef *>(in.data());
    z.avail_in = static_cast<uInt>(in.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    // A cut or broken stream still gives what stands before the break.
    inflate(&z, Z_SYNC_FLUSH);
    out.resize(out.size() - static_cast<qsizetype>(z.avail_out));
    inflateEnd(&z);
    return out;
}

} // namespace

NamedFile classifyFileName(const QString &fileName)
{
    static const QRegularExpression sliceForm(QStringLiteral("_slice_([0-9]{1,9})(?=_|$)"));
    static const QRegularExpression stampForm(QStringLiteral("_([0-9]{14,17})(?=_|$)"));
    NamedFile out;
    out.kind = QStringLiteral("unknown");
    out.why = QStringLiteral("Not a file of the profiler that is known; nothing is read from it.");
    QString name = fileName;
    if (name.endsWith(QLatin1String(".gz"), Qt::CaseInsensitive)) {
        out.gzip = true;
        name.chop(3);
    }
    const qsizetype dot = name.lastIndexOf(u'.');
    if (dot <= 0)
        return out;
    const QString suffix = name.mid(dot + 1).toLower();
    QString stem = name.left(dot);
    if (const auto m = sliceForm.match(stem); m.hasMatch()) {
        out.slice = m.captured(1).toInt();
        stem.remove(m.capturedStart(), m.capturedLength());
    }
    if (const auto m = stampForm.match(stem); m.hasMatch()) {
        out.stamp = m.captured(1);
        stem.remove(m.capturedStart(), m.capturedLength());
    }
    for (const KnownKind &k : Kinds) {
        if (suffix != QLatin1String(k.suffix) || !matches(stem, k.stem))
            continue;
        out.kind = QLatin1String(k.kind);
        out.readable = k.why == nullptr;
        out.why = k.why ? QString::fromLatin1(k.why) : QString();
        out.runWide = k.runWide;
        break;
    }
    if (out.kind == QLatin1String("profiler_info")) {
        static const QRegularExpression infoForm(QStringLiteral("^profiler_info(_[0-9]{1,5})?$"));
        if (!infoForm.match(stem).hasMatch()) {
            out = NamedFile();
            out.kind = QStringLiteral("unknown");
            out.why = QStringLiteral("Not a file of the profiler that is known; nothing is read from it.");
            return out;
        }
    }
    if (out.gzip && out.readable && out.kind != QLatin1String("trace")) {
        out.readable = false;
        out.why = QStringLiteral("Compressed: only traces are read from .gz files. Unpack it to see its data.");
    }
    if (out.kind == QLatin1String("unknown") && suffix == QLatin1String("log")) {
        out.kind = QStringLiteral("logs");
        out.why = QStringLiteral("A log without measurements.");
    }
    return out;
}

HeadKind sniffJson(const QString &path)
{
    QByteArray head = headOf(path);
    if (head.startsWith("\xef\xbb\xbf"))
        head.remove(0, 3);
    const QByteArray text = head.trimmed();
    if (text.isEmpty() || (text.front() != '[' && text.front() != '{'))
        return HeadKind::Other;
    if (text.contains("\"traceEvents\"") || text.contains("\"ph\""))
        return HeadKind::ChromeTrace;
    if (text.front() == '{') {
        if (text.contains("\"Communication Time Info\"") || text.contains("\"Communication Bandwidth Info\""))
            return HeadKind::Communication;
        if (text.contains("\"Transport Type\""))
            return HeadKind::CommunicationMatrix;
    }
    return HeadKind::Other;
}

QString sniffCsv(const QString &path)
{
    const QByteArray head = headOf(path);
    const QString line = QString::fromUtf8(head.left(head.indexOf('\n'))).remove(QChar(0xfeff));
    const auto has = [&line](QLatin1String s) { return line.contains(s); };
    if (has(QLatin1String("Computing")) && has(QLatin1String("Free")) && has(QLatin1String("Overlapped")))
        return has(QLatin1String("Index")) ? QStringLiteral("cluster_step_trace_time")
                                           : QStringLiteral("step_trace_time");
    if (has(QLatin1String("Accelerator Core")) && has(QLatin1String("Start Time")))
        return QStringLiteral("kernel_details");
    if (has(QLatin1String("Task Type")) && has(QLatin1String("Task Start Time")))
        return QStringLiteral("op_summary");
    if (has(QLatin1String("OP Type")) && has(QLatin1String("Core Type")) && has(QLatin1String("Count")))
        return QStringLiteral("op_statistic");
    if (has(QLatin1String("API Name")) && has(QLatin1String("Level")))
        return QStringLiteral("api_statistic");
    if (has(QLatin1String("Hit Rate")) && has(QLatin1String("Victim Rate")))
        return QStringLiteral("l2_cache");
    return {};
}

} // namespace rs
