// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"
#include "core/table/othertables.h"
#include "core/table/table.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

ValueKind kindOf(const Column &column)
{
    switch (column.type) {
    case ColumnType::Text:
        return ValueKind::Text;
    case ColumnType::Integer:
        return column.name.endsWith(QLatin1String("id"), Qt::CaseInsensitive) ? ValueKind::Identifier
                                                                              : ValueKind::Integer;
    case ColumnType::Real:
        return ValueKind::Real;
    case ColumnType::TimeStamp:
        return ValueKind::Stamp;
    case ColumnType::Duration:
        break;
    }
    return ValueKind::Time;
}

/// "Duration(us)" -> "Duration"; a time is shown in a unit of its own.
QString withoutUnit(const Column &column)
{
    const QString suffix = u'(' + column.unit + u')';
    return !column.unit.isEmpty() && column.name.endsWith(suffix) ? column.name.chopped(suffix.size()).trimmed()
                                                                  : column.name;
}

// Columns of tables that are made from events: our words, by the header that files and statements have.
struct OwnColumn
{
    const char *header;
    const char *title;
    const char *hint;
};
const OwnColumn ownColumns[] = {
    {"Command", QT_TRANSLATE_NOOP("Tables", "Command"),
     QT_TRANSLATE_NOOP("Tables", "Name of the thread as the kernel has it.")},
    {"Thread ID", QT_TRANSLATE_NOOP("Tables", "Thread ID"), QT_TRANSLATE_NOOP("Tables", "Number of the thread.")},
    {"CPU", QT_TRANSLATE_NOOP("Tables", "CPU"),
     QT_TRANSLATE_NOOP("Tables", "Number of the CPU; empty where the file does not name it.")},
    {"Running(us)", QT_TRANSLATE_NOOP("Tables", "Running (%1)"),
     QT_TRANSLATE_NOOP("Tables", "How long the thread had the CPU.")},
    {"Runnable(us)", QT_TRANSLATE_NOOP("Tables", "Runnable (%1)"),
     QT_TRANSLATE_NOOP("Tables", "How long the thread would have run, but waited for a CPU.")},
    {"Sleeping(us)", QT_TRANSLATE_NOOP("Tables", "Sleeping (%1)"),
     QT_TRANSLATE_NOOP("Tables", "How long the thread waited for something else.")},
    {"Context Switches", QT_TRANSLATE_NOOP("Tables", "Context Switches"),
     QT_TRANSLATE_NOOP("Tables", "How often the CPU went from the thread to another.")},
    {"Preemptions", QT_TRANSLATE_NOOP("Tables", "Preemptions"),
     QT_TRANSLATE_NOOP("Tables", "How many of the switches came although the thread wanted to go on.")},
    {"Soft IRQs", QT_TRANSLATE_NOOP("Tables", "Soft IRQs"),
     QT_TRANSLATE_NOOP("Tables", "How many soft interrupts came while the thread had the CPU.")},
    {"Soft IRQ Time(us)", QT_TRANSLATE_NOOP("Tables", "Soft IRQ Time (%1)"),
     QT_TRANSLATE_NOOP("Tables", "How long they took together.")},
    {"Hard IRQs", QT_TRANSLATE_NOOP("Tables", "Hard IRQs"),
     QT_TRANSLATE_NOOP("Tables", "How many interrupts came while the thread had the CPU.")},
    {"Hard IRQ Time(us)", QT_TRANSLATE_NOOP("Tables", "Hard IRQ Time (%1)"),
     QT_TRANSLATE_NOOP("Tables", "How long they took together.")},
    {"Start Time(us)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"),
     QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run.")},
    {"Duration(us)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), QT_TRANSLATE_NOOP("Tables", "How long it took.")},
    {"From", QT_TRANSLATE_NOOP("Tables", "From Thread"),
     QT_TRANSLATE_NOOP("Tables", "The thread that had the CPU until then.")},
    {"From Thread ID", QT_TRANSLATE_NOOP("Tables", "From Thread ID"),
     QT_TRANSLATE_NOOP("Tables", "Number of that thread.")},
    {"From State", QT_TRANSLATE_NOOP("Tables", "From State"),
     QT_TRANSLATE_NOOP("Tables", "In which it was left: R means that it wanted to go on, S that it sleeps.")},
    {"From Priority", QT_TRANSLATE_NOOP("Tables", "From Priority"),
     QT_TRANSLATE_NOOP("Tables", "Its priority; a lower number goes first.")},
    {"To", QT_TRANSLATE_NOOP("Tables", "To Thread"),
     QT_TRANSLATE_NOOP("Tables", "The thread that has the CPU from then on.")},
    {"To Thread ID", QT_TRANSLATE_NOOP("Tables", "To Thread ID"),
     QT_TRANSLATE_NOOP("Tables", "Number of that thread.")},
    {"To Priority", QT_TRANSLATE_NOOP("Tables", "To Priority"),
     QT_TRANSLATE_NOOP("Tables", "Its priority; a lower number goes first.")},
    {"Kind", QT_TRANSLATE_NOOP("Tables", "Kind"),
     QT_TRANSLATE_NOOP("Tables", "irq: of a device; softirq: work that the kernel put off.")},
    {"Number", QT_TRANSLATE_NOOP("Tables", "Number"),
     QT_TRANSLATE_NOOP("Tables", "Of the interrupt, as the kernel counts them.")},
    {"Name", QT_TRANSLATE_NOOP("Tables", "Name"),
     QT_TRANSLATE_NOOP("Tables", "The device, or what the soft interrupt does.")},
    {"Interrupted", QT_TRANSLATE_NOOP("Tables", "Interrupted Thread"),
     QT_TRANSLATE_NOOP("Tables", "The thread that had the CPU.")},
    {"Interrupted Thread ID", QT_TRANSLATE_NOOP("Tables", "Interrupted Thread ID"),
     QT_TRANSLATE_NOOP("Tables", "Number of that thread.")},
};

void useOwnWords(std::vector<ColumnSpec> &columns)
{
    for (ColumnSpec &c : columns) {
        const auto own = std::find_if(std::begin(ownColumns), std::end(ownColumns),
                                      [&c](const OwnColumn &o) { return c.header == QLatin1String(o.header); });
        if (own == std::end(ownColumns))
            continue;
        c.title = QLatin1String(own->title);
        c.hint = QLatin1String(own->hint);
    }
}

// The columns of the file, in its order and under its names, which are not translated.
std::vector<ColumnSpec> columnsOfFile(const Table &table, bool isOurs = false)
{
    std::vector<ColumnSpec> out;
    for (int i = 0; i < table.columnCount(); ++i) {
        const Column &from = table.at(i);
        ColumnSpec c;
        // The position makes it unique: some writers repeat names.
        c.id = QStringLiteral("%1:%2").arg(i).arg(from.name);
        c.header = from.name;
        c.hint = from.name;
        c.kind = kindOf(from);
        c.title = from.type == ColumnType::TimeStamp || from.type == ColumnType::Duration
                      ? withoutUnit(from) + QLatin1String(" (%1)")
                      : from.name;
        out.push_back(std::move(c));
    }
    if (isOurs)
        useOwnWords(out);
    return out;
}

int firstStampColumn(const Table &table)
{
    for (int i = 0; i < table.columnCount(); ++i) {
        if (table.at(i).type == ColumnType::TimeStamp)
            return i;
    }
    return -1;
}

/// A deliverable as rows.
class FileRows final : public RowSource
{
public:
    /// `isOurs`: no file has the table as it is, so its words are ours.
    FileRows(std::shared_ptr<const RankData> rank, std::shared_ptr<const Table> table, int index, bool isOurs = false)
        : RowSource(columnsOfFile(*table, isOurs)), m_rank(std::move(rank)), m_table(std::move(table)),
          m_kernel(*m_table), m_index(index), m_stamp(m_kernel.start < 0 ? firstStampColumn(*m_table) : -1)
    {
        for (const FileEntry &f : m_rank ? m_rank->info.files : std::vector<FileEntry>()) {
            if (f.used && readBytesOf(f.kind, f.bytes) < f.bytes && m_table->source.endsWith(f.name))
                setNotes({RowNote(Phrase{RS_MESSAGE("%1 is larger than 512 MB, and no file of the profiler that is "
                                                    "known: these are the rows of its first 16 MB."),
                                         {f.name}})});
        }
    }

    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_table->rows()); }
    [[nodiscard]] quint32 textCount() const override { return m_table->strings().size(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_table->strings().view(id); }
    [[nodiscard]] QString shownText(StrId id) const override
    {
        const std::string_view shown = displayShape(textView(id));
        return QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
    }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        return m_table->textId(static_cast<int>(row), column);
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        const int r = static_cast<int>(row);
        return m_table->has(r, column) ? std::optional(m_table->integer(r, column)) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override
    {
        const int r = static_cast<int>(row);
        return m_table->has(r, column) ? std::optional(m_table->real(r, column)) : std::nullopt;
    }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        RowPlace out{m_index, NoSlice, {}};
        const int r = static_cast<int>(row);
        if (m_stamp >= 0 && m_table->has(r, m_stamp)) {
            const qint64 at = m_table->integer(r, m_stamp);
            out.time = Interval{at, at};
        }
        if (m_rank && m_table == m_rank->kernels && row < m_rank->sliceOfKernel.size())
            out.slice = m_rank->sliceOfKernel[row];
        if (m_table->has(r, m_kernel.start)) {
            const qint64 start = m_table->integer(r, m_kernel.start);
            out.time = Interval{start, start + m_table->integer(r, m_kernel.duration)};
        }
        return out;
    }

private:
    std::shared_ptr<const RankData> m_rank;
    std::shared_ptr<const Table> m_table;
    KernelColumns m_kernel;
    int m_index;
    int m_stamp; ///< where the columns of kernels have none; -1: there is none
};

struct FileTable
{
    const char *id;
    const char *kinds; ///< of its file
    const char *file;  ///< of an export
    const char *title;
    const char *hint;
    const char *whyEmpty;
    const char *table = nullptr; ///< in RankData::tables, where a file holds several
};

constexpr const char *whyNoKernelTrace = QT_TRANSLATE_NOOP(
    "Tables",
    "The rank has no kernel trace of its host. trace_record.py and trace_convert.py of MindStudio Insight make "
    "ftrace_data.db; it belongs into the folder of the rank or of all ranks of the host.");

const FileTable fileTables[] = {
    {"kernels", "kernel_details op_summary", "kernels", QT_TRANSLATE_NOOP("Tables", "Kernel details"),
     QT_TRANSLATE_NOOP("Tables", "Every kernel with all columns of kernel_details.csv (op_summary*.csv of msprof)."),
     QT_TRANSLATE_NOOP(
         "Tables",
         "The rank has no kernel_details.csv (op_summary*.csv of msprof). The profiler writes it when NPU activity is "
         "collected (ProfilerActivity.NPU).")},
    {"op-statistic", "op_statistic", "operator_statistic", QT_TRANSLATE_NOOP("Tables", "Operator statistic (file)"),
     QT_TRANSLATE_NOOP("Tables", "Counts and times by operator type as op_statistic.csv gives them."),
     QT_TRANSLATE_NOOP("Tables",
                       "The rank has no op_statistic.csv. The profiler writes it at profiler level Level1 or higher.")},
    {"api-statistic", "api_statistic", "api_statistic", QT_TRANSLATE_NOOP("Tables", "API statistic (file)"),
     QT_TRANSLATE_NOOP("Tables", "Counts and times of host API calls as api_statistic.csv gives them."),
     QT_TRANSLATE_NOOP(
         "Tables", "The rank has no api_statistic.csv. The profiler writes it at profiler level Level1 or higher.")},
    {"l2-cache", "l2_cache", "l2_cache", QT_TRANSLATE_NOOP("Tables", "L2 cache (file)"),
     QT_TRANSLATE_NOOP("Tables",
                       "Hit and victim rates of the L2 cache for every task, as l2_cache.csv gives them; 0 to 1."),
     QT_TRANSLATE_NOOP("Tables", "The rank has no l2_cache.csv. The profiler writes it when its option l2_cache is on "
                                 "(l2_cache=True; --l2=on of msprof).")},
    {"task-time", "task_time", "task_time", QT_TRANSLATE_NOOP("Tables", "Task time (file)"),
     QT_TRANSLATE_NOOP("Tables", "Start, end and duration of every task of the device, as task_time.csv gives them."),
     QT_TRANSLATE_NOOP("Tables",
                       "The rank has no task_time.csv. msprof writes it when its option --task-time is on, "
                       "which it is by default; older profilers of the frameworks leave it inside of PROF_*.")},
    {"scheduling.threads", "ftrace", "scheduling_threads", QT_TRANSLATE_NOOP("Tables", "Threads on CPUs"),
     QT_TRANSLATE_NOOP("Tables", "How long each thread of the host ran on each CPU, was runnable without a CPU, and "
                                 "slept; how often it was switched away, preempted and interrupted. From the kernel "
                                 "trace (ftrace_data.db)."),
     whyNoKernelTrace, "ftrace_threads"},
    {"scheduling.switches", "ftrace", "scheduling_switches", QT_TRANSLATE_NOOP("Tables", "Context switches"),
     QT_TRANSLATE_NOOP("Tables", "Every switch of a CPU from one thread to another. A state that begins with R is a "
                                 "thread that wanted to go on: it was preempted."),
     whyNoKernelTrace, "ftrace_switches"},
    {"scheduling.interrupts", "ftrace", "scheduling_interrupts", QT_TRANSLATE_NOOP("Tables", "Interrupts"),
     QT_TRANSLATE_NOOP("Tables", "Every interrupt (irq) and soft interrupt (softirq) of the CPUs, and the thread that "
                                 "it interrupted."),
     whyNoKernelTrace, "ftrace_interrupts"},
};

} // namespace

std::shared_ptr<const RowSource> fileRows(std::shared_ptr<const RankData> rank, std::shared_ptr<const Table> table,
                                          int index)
{
    return std::make_shared<FileRows>(std::move(rank), std::move(table), index);
}

std::optional<Phrase> fileGaveNothing(const TableQuery &query, const QStringList &kinds)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    for (const FileEntry &f : rank ? rank->info.files : std::vector<FileEntry>()) {
        if (kinds.contains(f.kind))
            return tableReason(
                QT_TRANSLATE_NOOP("Tables",
                                  "%1 of rank %2 has no row that could be read: info says what is wrong with it."),
                {f.name, rank->info.label});
    }
    return std::nullopt;
}

void addFileTables(Catalogue &catalogue)
{
    for (const FileTable &d : fileTables) {
        TableSpec &table = catalogue.add(d.id, TableScope::Rank, d.title, d.hint);
        table.sources = {QString(QLatin1String(d.kinds)).split(u' '), {}};
        const QString key = d.table ? QString(QLatin1String(d.table)) : table.sources.ofRank.front();
        const auto tableOf = [kind = key](const TableQuery &query) {
            const std::shared_ptr<const RankData> rank = query.rankData();
            if (!rank)
                return std::shared_ptr<const Table>();
            return kind == QLatin1String("kernel_details") ? rank->kernels : rank->table(kind);
        };
        const bool isOurs = d.table != nullptr;
        table.columns = [tableOf, isOurs](const TableQuery &query) {
            const auto t = tableOf(query);
            return t ? columnsOfFile(*t, isOurs) : std::vector<ColumnSpec>();
        };
        table.make = [tableOf, isOurs](const TableQuery &query, const JobContext &) {
            const auto t = tableOf(query);
            return std::make_shared<const FileRows>(query.rankData(), t ? t : std::make_shared<const Table>(),
                                                    query.rank, isOurs);
        };
        table.whyEmpty = [tableOf, why = d.whyEmpty, kinds = table.sources.ofRank](const TableQuery &query) -> Phrase {
            const auto t = tableOf(query);
            if (t && t->rows() > 0)
                return {};
            return fileGaveNothing(query, kinds).value_or(tableReason(why));
        };
        table.files = {{QLatin1String(d.file), {}}};
        table.ownPage = true;
        if (table.id == u"kernels") // the others have no stamps that all versions write
            table.stepSide = StepSide::Device;
    }
}

} // namespace rs
