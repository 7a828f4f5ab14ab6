// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/exportcontents.h"

#include "importers/db/safedatabase.h"
#include "importers/files/osfile.h"

#include <QFile>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

struct ContentNames
{
    Content content;
    const char *kind; ///< of the text file
    const char *file; ///< its name
    const char *tables[5];
};

constexpr ContentNames contentNames[] = {
    {Content::Timeline,
     "trace",
     "trace_view.json",
     {"TASK", "CANN_API", "PYTORCH_API", "COMMUNICATION_OP", "MSTX_EVENTS"}},
    {Content::Kernels, "kernel_details", "kernel_details.csv", {"COMPUTE_TASK_INFO"}},
    {Content::StepTimes, "step_trace_time", "step_trace_time.csv", {"StepTraceTime"}},
    {Content::Communication, "communication", "communication.json", {"CommAnalyzerTime"}},
    {Content::Links, "communication_matrix", "communication_matrix.json", {"CommAnalyzerMatrix"}},
    {Content::Memory, "memory_record", "memory_record.csv", {"MEMORY_RECORD"}},
    {Content::OperatorMemory, "operator_memory", "operator_memory.csv", {"OP_MEMORY"}},
    {Content::ModuleMemory, "npu_module_mem", "npu_module_mem.csv", {"NPU_MODULE_MEM"}},
};

constexpr qint64 mostLookMs = 2000;
constexpr qint64 bytesLookedAt = 64 * 1024;

bool isBlankByte(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

bool isGzip(const QByteArray &head)
{
    return head.startsWith("\x1f\x8b");
}

bool hasRow(SafeDatabase &database, const QString &table)
{
    bool any = false;
    {
        auto row = database.rows(table, {}, 1);
        any = row.next() || row.endedAtOversizedRow();
    }
    // Damage of one table leaves the others.
    (void)database.takeDamage();
    return any;
}

} // namespace

std::optional<Content> contentOfText(const QString &kind)
{
    const QString known = kind == QLatin1String("op_summary") ? QStringLiteral("kernel_details") : kind;
    const auto *const at = std::find_if(std::begin(contentNames), std::end(contentNames),
                                        [&](const ContentNames &c) { return known == QLatin1String(c.kind); });
    return at == std::end(contentNames) ? std::nullopt : std::optional(at->content);
}

bool saysAnything(const QString &path)
{
    QFile file;
    if (!openRegular(path, file))
        return false;
    const QByteArray head = file.read(bytesLookedAt);
    if (isGzip(head))
        return true;
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return head.contains('"');
    const qsizetype line = head.indexOf('\n');
    return line >= 0 && std::any_of(head.begin() + line, head.end(), [](char c) { return !isBlankByte(c); });
}

Contents contentsOfDatabase(const QString &path, const JobContext &job)
{
    Contents out;
    SafeDatabase::Limits limits;
    limits.milliseconds = mostLookMs;
    SafeDatabase database(path, job, limits);
    const QStringList tables = database.tables().names;
    for (const ContentNames &c : contentNames) {
        if (std::any_of(std::begin(c.tables), std::end(c.tables), [&](const char *name) {
                return name && tables.contains(QLatin1String(name)) && hasRow(database, QLatin1String(name));
            }))
            out.insert(c.content);
    }
    return out;
}

bool isCutTrace(const QString &path)
{
    QFile file;
    if (!openRegular(path, file))
        return false;
    const QByteArray head = file.read(bytesLookedAt);
    const auto first = std::find_if(head.begin(), head.end(), [](char c) { return c == '[' || c == '{'; });
    // Compressed, or no trace at all.
    if (isGzip(head) || first == head.end())
        return false;
    constexpr qint64 bytesOfEnd = 4096;
    if (!file.seek(std::max<qint64>(0, file.size() - bytesOfEnd)))
        return false;
    const QByteArray tail = file.read(bytesOfEnd);
    const auto last = std::find_if_not(tail.rbegin(), tail.rend(), isBlankByte);
    return last == tail.rend() || *last != (*first == '[' ? ']' : '}');
}

QString namesOfContents(const Contents &contents)
{
    QStringList out;
    for (const ContentNames &c : contentNames) {
        if (contents.contains(c.content))
            out << QLatin1String(c.file);
    }
    return out.join(QStringLiteral(", "));
}

} // namespace rs
