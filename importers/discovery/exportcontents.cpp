// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/exportcontents.h"

#include "importers/db/safedatabase.h"
#include "importers/files/osfile.h"

#include <QFile>

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
    {Content::Bandwidths, "communication", "communication.json", {"CommAnalyzerBandwidth"}},
    {Content::Links, "communication_matrix", "communication_matrix.json", {"CommAnalyzerMatrix"}},
    {Content::Memory, "memory_record", "memory_record.csv", {"MEMORY_RECORD"}},
    {Content::OperatorMemory, "operator_memory", "operator_memory.csv", {"OP_MEMORY"}},
    {Content::ModuleMemory, "npu_module_mem", "npu_module_mem.csv", {"NPU_MODULE_MEM"}},
    {Content::OperatorSums, "op_statistic", "op_statistic.csv", {"COMPUTE_TASK_INFO"}},
    {Content::CallSums, "api_statistic", "api_statistic.csv", {"CANN_API"}},
};

/// Tables of what text files hold as a part of others.
constexpr const char *otherTables[] = {"COMMUNICATION_TASK_INFO", "CONNECTION_IDS", "STEP_TIME", "TASK_PMU_INFO",
                                       "PYTORCH_CALLCHAINS",      "NPU_MEM",        "META_DATA"};

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

/// Whether a text says more than its header.
bool saysAnything(const QString &path)
{
    QFile file;
    if (!openRegular(path, file))
        return false;
    const QByteArray head = file.read(bytesLookedAt);
    if (isGzip(head))
        return true;
    const QByteArray text = (head.startsWith("\xef\xbb\xbf") ? head.mid(3) : head).trimmed();
    if (text.startsWith('[') || text.startsWith('{'))
        return text.contains('"');
    const qsizetype line = head.indexOf('\n');
    return line >= 0 && std::any_of(head.begin() + line, head.end(), [](char c) { return !isBlankByte(c); });
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

Contents contentsOfText(const QString &kind)
{
    const QString known = kind == QLatin1String("op_summary") ? QStringLiteral("kernel_details") : kind;
    Contents out;
    for (const ContentNames &c : contentNames) {
        if (known == QLatin1String(c.kind))
            out.insert(c.content);
    }
    return out;
}

Contents contentsOfText(const FileEntry &file)
{
    Contents out = contentsOfText(file.kind);
    if (!out.empty() && file.bytes <= bytesLookedAt && !saysAnything(file.path))
        out.clear();
    return out;
}

std::optional<QStringList> filledTables(const QString &path, const JobContext &job)
{
    QStringList out;
    SafeDatabase::Limits limits;
    limits.milliseconds = mostLookMs;
    SafeDatabase database(path, job, limits);
    const QStringList tables = database.tables().names;
    const auto add = [&](const char *name) {
        const QString table = QString::fromLatin1(name);
        if (name && tables.contains(table) && !out.contains(table) && hasRow(database, table))
            out << table;
    };
    for (const ContentNames &c : contentNames)
        std::ranges::for_each(c.tables, add);
    std::ranges::for_each(otherTables, add);
    return database.problem().isNone() ? std::optional(out) : std::nullopt;
}

Contents contentsOfTables(const QStringList &tables)
{
    Contents out;
    for (const ContentNames &c : contentNames) {
        if (std::ranges::any_of(c.tables,
                                [&](const char *name) { return name && tables.contains(QLatin1String(name)); }))
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
    const auto first = std::ranges::find_if(head, [](char c) { return c == '[' || c == '{'; });
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
        if (contents.contains(c.content) && !out.contains(QLatin1String(c.file)))
            out << QLatin1String(c.file);
    }
    return out.join(QStringLiteral(", "));
}

} // namespace rs
