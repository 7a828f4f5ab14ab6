// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"
#include "core/table/othertables.h"
#include "core/table/table.h"
#include "tables/base/lookuprows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

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
    {"Command", RS_TABLE("Command"), RS_TABLE("Name of the thread as the kernel has it.")},
    {"Thread ID", RS_TABLE("Thread ID"), RS_TABLE("Number of the thread.")},
    {"CPU", RS_TABLE("CPU"), RS_TABLE("Number of the CPU; empty where the file does not name it.")},
    {"Running(us)", RS_TABLE("Running (%1)"), RS_TABLE("How long the thread had the CPU.")},
    {"Runnable(us)", RS_TABLE("Runnable (%1)"), RS_TABLE("How long the thread would have run, but waited for a CPU.")},
    {"Sleeping(us)", RS_TABLE("Sleeping (%1)"), RS_TABLE("How long the thread waited for something else.")},
    {"Context Switches", RS_TABLE("Context Switches"), RS_TABLE("How often the CPU went from the thread to another.")},
    {"Preemptions", RS_TABLE("Preemptions"),
     RS_TABLE("How many of the switches came although the thread wanted to go on.")},
    {"Soft IRQs", RS_TABLE("Soft IRQs"), RS_TABLE("How many soft interrupts came while the thread had the CPU.")},
    {"Soft IRQ Time(us)", RS_TABLE("Soft IRQ Time (%1)"), RS_TABLE("How long they took together.")},
    {"Hard IRQs", RS_TABLE("Hard IRQs"), RS_TABLE("How many interrupts came while the thread had the CPU.")},
    {"Hard IRQ Time(us)", RS_TABLE("Hard IRQ Time (%1)"), RS_TABLE("How long they took together.")},
    {"Start Time(us)", RS_TABLE("Start (%1)"), RS_TABLE("Start as an offset from the start of the run.")},
    {"Duration(us)", RS_TABLE("Duration (%1)"), RS_TABLE("How long it took.")},
    {"From", RS_TABLE("From Thread"), RS_TABLE("The thread that had the CPU until then.")},
    {"From Thread ID", RS_TABLE("From Thread ID"), RS_TABLE("Number of that thread.")},
    {"From State", RS_TABLE("From State"),
     RS_TABLE("In which it was left: R means that it wanted to go on, S that it sleeps.")},
    {"From Priority", RS_TABLE("From Priority"), RS_TABLE("Its priority; a lower number goes first.")},
    {"To", RS_TABLE("To Thread"), RS_TABLE("The thread that has the CPU from then on.")},
    {"To Thread ID", RS_TABLE("To Thread ID"), RS_TABLE("Number of that thread.")},
    {"To Priority", RS_TABLE("To Priority"), RS_TABLE("Its priority; a lower number goes first.")},
    {"Kind", RS_TABLE("Kind"), RS_TABLE("irq: of a device; softirq: work that the kernel put off.")},
    {"Number", RS_TABLE("Number"), RS_TABLE("Of the interrupt, as the kernel counts them.")},
    {"Name", RS_TABLE("Name"), RS_TABLE("The device, or what the soft interrupt does.")},
    {"Interrupted", RS_TABLE("Interrupted Thread"), RS_TABLE("The thread that had the CPU.")},
    {"Interrupted Thread ID", RS_TABLE("Interrupted Thread ID"), RS_TABLE("Number of that thread.")},
};

void useOwnWords(std::vector<ColumnSpec> &columns)
{
    for (ColumnSpec &c : columns) {
        const auto own =
            std::ranges::find_if(ownColumns, [&c](const OwnColumn &o) { return c.header == QLatin1String(o.header); });
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

// `isOurs`: no file has the table as it is, so its words are ours.
std::shared_ptr<LookupRows> lookedUp(const std::shared_ptr<const Table> &table, bool isOurs = false)
{
    const std::shared_ptr<const StringPool> texts(table, &table->strings());
    auto rows = std::make_shared<LookupRows>(columnsOfFile(*table, isOurs), std::make_shared<const RowTexts>(texts));
    rows->setShapes();
    rows->setCount(static_cast<size_t>(table->rows()));
    for (int c = 0; c < table->columnCount(); ++c)
        rows->setFrom(c, *table, c, [](quint32 row) { return static_cast<int>(row); });
    return rows;
}

// A deliverable as rows.
std::shared_ptr<const RowSource> rowsOfFile(const std::shared_ptr<const RankData> &rank,
                                            const std::shared_ptr<const Table> &table, int index, bool isOurs = false)
{
    const std::shared_ptr<LookupRows> rows = lookedUp(table, isOurs);
    for (const FileEntry &f : rank ? rank->info.files : std::vector<FileEntry>()) {
        if (f.used && readBytesOf(f.kind, f.bytes) < f.bytes && table->source.endsWith(f.name))
            rows->setNotes({RowNote(Phrase{RS_MESSAGE("%1 is larger than 512 MB and not a known file of the "
                                                      "profiler: these are the rows of its first 16 MB."),
                                           {f.name}})});
    }
    const KernelColumns kernel(*table);
    const int stamp = kernel.start < 0 ? firstStampColumn(*table) : -1; // where the columns of kernels have none
    rows->setPlace([rank, table, kernel, stamp, index](quint32 row) {
        RowPlace out{index, NoSlice, {}};
        const int r = static_cast<int>(row);
        if (table->has(r, stamp)) {
            const qint64 at = table->integer(r, stamp);
            out.time = Interval{at, at};
        }
        if (rank && table == rank->kernels && row < rank->sliceOfKernel.size())
            out.slice = rank->sliceOfKernel[row];
        if (table->has(r, kernel.start)) {
            const qint64 start = table->integer(r, kernel.start);
            out.time = Interval{start, start + table->integer(r, kernel.duration)};
        }
        return out;
    });
    return rows;
}

/// "rank_id", "rankID" and "Rank Id" are one name.
QString plainName(QString name)
{
    name.remove(u'_').remove(u' ');
    return name.toLower();
}

int columnCalled(const Table &table, std::initializer_list<const char *> names)
{
    for (const char *const name : names) {
        for (int c = 0; c < table.columnCount(); ++c) {
            if (plainName(table.at(c).name) == QLatin1String(name))
                return c;
        }
    }
    return -1;
}

/// Places to which the rows of a table of a database lead, which the names of its columns tell.
class DatabasePlaces
{
public:
    DatabasePlaces(std::shared_ptr<const Table> table, std::shared_ptr<const Run> run, int index)
        : m_table(std::move(table)), m_run(std::move(run)), m_index(index),
          m_rank(columnCalled(*m_table, {"rank", "rankid", "slowrank", "srcrank"})),
          m_type(columnCalled(*m_table, {"type"})), m_ofType(columnCalled(*m_table, {"index"})),
          m_start(columnCalled(*m_table, {"startns", "timestampns"})), m_end(columnCalled(*m_table, {"endns"}))
    {
    }

    [[nodiscard]] RowPlace operator()(quint32 row) const
    {
        RowPlace out;
        if (m_rank >= 0)
            out.rank = rankIn(row, m_rank);
        else if (m_type >= 0 && m_ofType >= 0 && word(row, m_type) == u"rank")
            out.rank = rankIn(row, m_ofType);
        // Stamps are those of the rank whose file it is.
        const std::optional<qint64> start = m_index >= 0 && m_start >= 0 ? number(row, m_start) : std::nullopt;
        if (start && out.rank < 0) {
            out.rank = m_index;
            out.time = Interval{*start, std::max(*start, m_end < 0 ? *start : number(row, m_end).value_or(*start))};
        }
        return out;
    }

private:
    [[nodiscard]] QString word(quint32 row, int column) const
    {
        const int r = static_cast<int>(row);
        if (!m_table->has(r, column))
            return {};
        switch (m_table->at(column).type) {
        case ColumnType::Text: {
            const std::string_view text = m_table->textView(r, column);
            return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        }
        case ColumnType::Real:
            return {};
        default:
            return QString::number(m_table->integer(r, column));
        }
    }
    [[nodiscard]] std::optional<qint64> number(quint32 row, int column) const
    {
        bool is = false;
        const qint64 value = word(row, column).toLongLong(&is); // PyTorch writes stamps as text
        return is ? std::optional(value) : std::nullopt;
    }
    [[nodiscard]] int rankIn(quint32 row, int column) const
    {
        const QString label = word(row, column);
        const auto at = std::ranges::find_if(
            m_run->infos, [&label](const RankInfo &i) { return !label.isEmpty() && i.label == label; });
        return at == m_run->infos.end() ? -1 : static_cast<int>(at - m_run->infos.begin());
    }

    std::shared_ptr<const Table> m_table;
    std::shared_ptr<const Run> m_run;
    int m_index;
    int m_rank; ///< columns; -1: there is none
    int m_type;
    int m_ofType;
    int m_start;
    int m_end;
};

struct FileTable
{
    const char *id;
    const char *kinds; ///< kinds of its file
    const char *file;  ///< file name in an export
    const char *title;
    const char *hint;
    const char *whyEmpty;
    const char *table = nullptr; ///< in RankData::tables, where a file holds several
};

constexpr const char *whyNoKernelTrace =
    RS_TABLE("The rank has no kernel trace of its host. trace_record.py and trace_convert.py of MindStudio Insight "
             "make ftrace_data.db; put it into the folder of the rank or of all ranks of the host.");

const FileTable fileTables[] = {
    {"kernels", "kernel_details op_summary", "kernels", RS_TABLE("Kernel details"),
     RS_TABLE("Every kernel with all columns of kernel_details.csv (op_summary*.csv of msprof)."),
     RS_TABLE("The rank has no kernel_details.csv (op_summary*.csv of msprof). The profiler writes it when NPU "
              "activity is collected (ProfilerActivity.NPU).")},
    {"op-statistic", "op_statistic", "operator_statistic", RS_TABLE("Operator statistic (file)"),
     RS_TABLE("Counts and times by operator type as op_statistic.csv gives them."),
     RS_TABLE("The rank has no op_statistic.csv. The profiler writes it at profiler level Level1 or higher.")},
    {"api-statistic", "api_statistic", "api_statistic", RS_TABLE("API statistic (file)"),
     RS_TABLE("Counts and times of host API calls as api_statistic.csv gives them."),
     RS_TABLE("The rank has no api_statistic.csv. The profiler writes it at profiler level Level1 or higher.")},
    {"l2-cache", "l2_cache", "l2_cache", RS_TABLE("L2 cache (file)"),
     RS_TABLE("Hit and victim rates of the L2 cache for every task, as l2_cache.csv gives them; 0 to 1."),
     RS_TABLE("The rank has no l2_cache.csv. The profiler writes it when its option l2_cache is on (l2_cache=True; "
              "--l2=on of msprof).")},
    {"task-time", "task_time", "task_time", RS_TABLE("Task time (file)"),
     RS_TABLE("Start, end and duration of every task of the device, as task_time.csv gives them."),
     RS_TABLE("The rank has no task_time.csv. msprof writes it when its option --task-time is on, which it is by "
              "default; older profilers of the frameworks leave it inside of PROF_*.")},
    {"scheduling.threads", "ftrace", "scheduling_threads", RS_TABLE("Threads on CPUs"),
     RS_TABLE("How long each thread of the host ran on each CPU, was runnable without a CPU, and slept; how often it "
              "was switched away, preempted and interrupted. From the kernel trace (ftrace_data.db)."),
     whyNoKernelTrace, "ftrace_threads"},
    {"scheduling.switches", "ftrace", "scheduling_switches", RS_TABLE("Context switches"),
     RS_TABLE("Every switch of a CPU from one thread to another. A state that begins with R is a thread that wanted to "
              "go on: it was preempted."),
     whyNoKernelTrace, "ftrace_switches"},
    {"scheduling.interrupts", "ftrace", "scheduling_interrupts", RS_TABLE("Interrupts"),
     RS_TABLE("Every interrupt (irq) and soft interrupt (softirq) of the CPUs, and the thread that it interrupted."),
     whyNoKernelTrace, "ftrace_interrupts"},
};

} // namespace

std::shared_ptr<const RowSource> fileRows(const std::shared_ptr<const RankData> &rank,
                                          const std::shared_ptr<const Table> &table, int index)
{
    return rowsOfFile(rank, table, index);
}

std::shared_ptr<const RowSource> databaseRows(const std::shared_ptr<const Table> &table,
                                              const std::shared_ptr<const Run> &run, int index)
{
    const std::shared_ptr<LookupRows> rows = lookedUp(table);
    if (const int step = columnCalled(*table, {"step", "stepid"}); step >= 0 && run)
        rows->setKey(step, RowKey::Step);
    if (run)
        rows->setPlace(DatabasePlaces(table, run, index));
    return rows;
}

std::optional<Phrase> fileGaveNothing(const TableQuery &query, const QStringList &kinds)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    for (const FileEntry &f : rank ? rank->info.files : std::vector<FileEntry>()) {
        if (kinds.contains(f.kind))
            return tableReason(
                RS_TABLE("%1 of rank %2 has no row that could be read: info says what is wrong with it."),
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
            return rowsOfFile(query.rankData(), t ? t : std::make_shared<const Table>(), query.rank, isOurs);
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
