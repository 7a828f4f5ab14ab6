// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbftrace.h"

#include "core/base/stamprange.h"
#include "core/base/timens.h"
#include "core/job/outofmemory.h"
#include "importers/db/dbrows.h"
#include "importers/db/dbscan.h"
#include "importers/csv/growingtable.h"
#include "importers/files/bytesource.h"
#include "importers/files/fasttext.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

using Json = nlohmann::json;

constexpr std::string_view cpuProcess = "CPU Scheduling";
constexpr qint64 firstSortIndex = 1000; // below everything that the profiler shows

struct FtraceThread
{
    quint32 lane = 0;
    std::string name;
    bool isCpu = false;
    int cpu = -1; ///< CPU, for lanes of CPUs
};

/// "python:4711" as command and thread; -1 where there is no number.
std::pair<std::string_view, qint64> commandAndThread(std::string_view text)
{
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return {text, -1};
    const auto id = parseNumber<qint64>(text.substr(colon + 1));
    return id ? std::pair(text.substr(0, colon), *id) : std::pair(text, qint64{-1});
}

/// "CPU 003"
int cpuOfName(std::string_view name)
{
    constexpr std::string_view prefix = "CPU ";
    int cpu = -1;
    if (name.starts_with(prefix))
        std::from_chars(name.data() + prefix.size(), name.data() + name.size(), cpu);
    return cpu;
}

/// Members of the arguments of an event, which the writer spells as text or as numbers.
std::string textMember(const Json &args, const char *key)
{
    const auto at = args.is_object() ? args.find(key) : args.end();
    if (!args.is_object() || at == args.end())
        return {};
    return at->is_string() ? at->get<std::string>() : at->is_number_integer() ? at->dump() : std::string();
}

std::optional<qint64> numberMember(const Json &args, const char *key)
{
    return parseNumber<qint64>(textMember(args, key));
}

/// Time of a thread on one CPU; CPUs that the file does not name are one.
struct ThreadSum
{
    qint64 runningNs = 0;
    qint64 runnableNs = 0;
    qint64 sleepingNs = 0;
    qint64 switches = 0;
    qint64 preemptions = 0;
    qint64 softCount = 0;
    qint64 softNs = 0;
    qint64 hardCount = 0;
    qint64 hardNs = 0;
};

class FtraceReader
{
public:
    FtraceReader(const QString &path, const ReadContext &ctx, quint8 source)
        : m_ctx(ctx), m_file(path, ctx.reportName, ctx.job, ctx.report), m_source(source),
          m_memory(ctx.job.sharedBudget()), m_switches(ctx.reportName, ctx.job,
                                                       {{"Start Time(us)", ColumnType::TimeStamp},
                                                        {"CPU", ColumnType::Integer},
                                                        {"From", ColumnType::Text},
                                                        {"From Thread ID", ColumnType::Integer},
                                                        {"From State", ColumnType::Text},
                                                        {"From Priority", ColumnType::Integer},
                                                        {"To", ColumnType::Text},
                                                        {"To Thread ID", ColumnType::Integer},
                                                        {"To Priority", ColumnType::Integer}}),
          m_interrupts(ctx.reportName, ctx.job,
                       {{"Start Time(us)", ColumnType::TimeStamp},
                        {"Duration(us)", ColumnType::Duration},
                        {"CPU", ColumnType::Integer},
                        {"Kind", ColumnType::Text},
                        {"Number", ColumnType::Integer},
                        {"Name", ColumnType::Text},
                        {"Interrupted", ColumnType::Text},
                        {"Interrupted Thread ID", ColumnType::Integer}})
    {
    }

    TraceChunk chunk;

    /// False where the file has no events.
    bool read()
    {
        if (!m_file.isOpen()) {
            m_file.noteProblem(false);
            return false;
        }
        if (!m_file.tables().leftOut.isEmpty())
            m_file.note(Severity::Loss, "db.computed-tables",
                        RS_MESSAGE("Views and virtual tables of the database (%1) would execute code, so they are "
                                   "not read."),
                        {}, m_file.tables().leftOut.join(QStringLiteral(", ")), m_file.tables().leftOut.size());
        readProcesses();
        readThreads();
        readEvents();
        if (!m_any && m_file.isOpen() && !m_file.isDamaged())
            m_file.note(Severity::Error, "ftrace.empty",
                        RS_MESSAGE("The file has no event of the scheduler (tables thread and slice): nothing is shown "
                                   "of threads and CPUs."));
        return m_any;
    }

    void takeTables(std::map<QString, std::shared_ptr<const Table>> &tables)
    {
        const auto keep = [&tables](QLatin1String kind, GrowingTable &table) {
            if (auto done = table.done())
                tables[kind] = std::move(done);
        };
        keep(FtraceSwitches, m_switches);
        keep(FtraceInterrupts, m_interrupts);
        GrowingTable threads(m_ctx.reportName, m_ctx.job,
                             {{"Command", ColumnType::Text},
                              {"Thread ID", ColumnType::Integer},
                              {"CPU", ColumnType::Integer},
                              {"Running(us)", ColumnType::Duration},
                              {"Runnable(us)", ColumnType::Duration},
                              {"Sleeping(us)", ColumnType::Duration},
                              {"Context Switches", ColumnType::Integer},
                              {"Preemptions", ColumnType::Integer},
                              {"Soft IRQs", ColumnType::Integer},
                              {"Soft IRQ Time(us)", ColumnType::Duration},
                              {"Hard IRQs", ColumnType::Integer},
                              {"Hard IRQ Time(us)", ColumnType::Duration}});
        for (const auto &[who, sum] : m_sums) {
            const auto &[thread, cpu] = who;
            const auto [command, id] = commandAndThread(thread);
            threads.text(command)
                .number(id >= 0 ? std::optional(id) : std::nullopt)
                .number(cpu >= 0 ? std::optional<qint64>(cpu) : std::nullopt)
                .number(sum.runningNs)
                .number(sum.runnableNs)
                .number(sum.sleepingNs)
                .number(sum.switches)
                .number(sum.preemptions)
                .number(sum.softCount)
                .number(sum.softNs)
                .number(sum.hardCount)
                .number(sum.hardNs);
            threads.finishRow();
        }
        keep(FtraceThreads, threads);
    }

private:
    using Kind = TraceChunk::MetaKind;

    void addMeta(Kind kind, std::string_view pid, std::string_view tid, std::string_view text, qint64 number)
    {
        TraceChunk::Meta m;
        m.kind = kind;
        m.pid = chunk.strings.intern(pid);
        if (!tid.empty())
            m.tid = chunk.strings.intern(tid);
        if (!text.empty())
            m.text = chunk.strings.intern(text);
        m.number = number;
        chunk.metas.push_back(m);
    }

    void readProcesses()
    {
        DbScan row(m_file, "process", {"pid", "process_name|processName"});
        qint64 sort = firstSortIndex;
        while (row.next()) {
            const std::string pid = row.textBytes(0);
            if (pid.empty()) {
                row.reject("ftrace.process", RS_MESSAGE("Processes without a number are left out."));
                continue;
            }
            const std::string name = row.textBytes(1);
            addMeta(Kind::ProcessName, pid, {}, name.empty() ? pid : name, 0);
            addMeta(Kind::ProcessSortIndex, pid, {}, {}, sort++);
        }
    }

    void readThreads()
    {
        DbScan row(m_file, "thread", {"track_id|trackId", "tid", "pid", "thread_name|threadName"});
        while (row.next()) {
            const auto track = row.integer(0);
            const std::string tid = row.textBytes(1);
            const std::string pid = row.textBytes(2);
            if (!track || tid.empty() || pid.empty()) {
                row.reject("ftrace.thread", RS_MESSAGE("Threads without a number are left out."));
                continue;
            }
            const std::string name = row.textBytes(3);
            FtraceThread t;
            t.lane = chunk.lane(pid, tid);
            t.name = name.empty() ? tid : name;
            t.isCpu = pid == cpuProcess;
            t.cpu = t.isCpu ? cpuOfName(t.name) : -1;
            addMeta(Kind::ThreadName, pid, tid, t.name, 0);
            addMeta(Kind::ThreadSortIndex, pid, tid, {}, static_cast<qint64>(m_threads.size()));
            m_threads.try_emplace(*track, std::move(t));
            m_memory.hold(chunk.bytes());
        }
    }

    void readEvents()
    {
        enum : int { Start, Duration, Name, Track, Args };
        DbScan row(m_file, "slice", {"timestamp", "duration", "name", "track_id|trackId", "args"});
        while (row.next()) {
            const auto start = row.stamp(Start);
            const auto duration = row.integer(Duration);
            if (!start || !duration || *duration < 0 || *duration > MaxDurationNs) {
                row.rejectTimes();
                continue;
            }
            const auto track = row.integer(Track);
            const auto thread = track ? m_threads.find(*track) : m_threads.end();
            if (thread == m_threads.end()) {
                row.reject("ftrace.track", RS_MESSAGE("Events of a thread that the file does not name are left out."));
                continue;
            }
            m_any = true;
            add(row, thread->second, row.textBytes(Name), *start, *duration, Args);
        }
    }

    void add(DbScan &row, const FtraceThread &thread, const std::string &name, qint64 start, qint64 duration,
             int argsColumn)
    {
        const std::string text = row.longText(argsColumn);
        Json args;
        if (!text.empty()) {
            args = Json::parse(text, nullptr, false);
            if (!args.is_object()) {
                args = Json();
                m_file.note(Severity::Loss, "ftrace.args",
                            RS_MESSAGE("Event args that are not a JSON object are treated as missing."),
                            Place::name(QStringLiteral("slice")).with(Place::Kind::Row, QString::number(row.rowId())));
            }
        }
        if (thread.isCpu && name == "sched_switch") {
            addSwitch(thread, start, args);
            return;
        }
        if (thread.isCpu && (name == "irq" || name == "softirq")) {
            addInterrupt(thread, name, start, duration, args);
            return;
        }
        if (!thread.isCpu) {
            qint64 ThreadSum::*const state = name == "Running"    ? &ThreadSum::runningNs
                                             : name == "Runnable" ? &ThreadSum::runnableNs
                                             : name == "Sleeping" ? &ThreadSum::sleepingNs
                                                                  : nullptr;
            if (state)
                m_sums[{thread.name, static_cast<int>(numberMember(args, "cpu").value_or(-1))}].*state += duration;
        }
        TraceChunk::Slice s;
        s.start = start;
        s.duration = duration;
        s.kind = thread.isCpu         ? SliceKind::ThreadRunning
                 : name == "Running"  ? SliceKind::ThreadRunning
                 : name == "Runnable" ? SliceKind::ThreadRunnable
                 : name == "Sleeping" ? SliceKind::ThreadSleeping
                                      : SliceKind::Other;
        s.name = chunk.strings.intern(name);
        s.lane = thread.lane & 0xffffffU;
        const quint64 address = text.empty() ? 0 : dbRowAddress(DbSliceTable::FtraceSlice, row.rowId());
        s.argsAt = TraceChunk::packSource(m_source, address);
        s.argsLength = address == 0 ? 0 : 1;
        chunk.slices.push_back(s);
        constexpr size_t slicesBetween = 4096;
        if (chunk.slices.size() % slicesBetween == 0)
            m_memory.hold(chunk.bytes());
    }

    void addSwitch(const FtraceThread &cpu, qint64 start, const Json &args)
    {
        const std::string from = textMember(args, "prev_comm");
        const auto fromThread = numberMember(args, "prev_pid");
        const std::string state = textMember(args, "prev_state");
        m_switches.number(start)
            .number(cpu.cpu >= 0 ? std::optional<qint64>(cpu.cpu) : std::nullopt)
            .text(from)
            .number(fromThread)
            .text(state)
            .number(numberMember(args, "prev_prio"))
            .text(textMember(args, "next_comm"))
            .number(numberMember(args, "next_pid"))
            .number(numberMember(args, "next_prio"));
        m_switches.finishRow();
        if (from.empty() || !fromThread)
            return;
        ThreadSum &sum = m_sums[{from + ':' + std::to_string(*fromThread), cpu.cpu}];
        ++sum.switches;
        // It wanted to go on: "R", or "R+" where the kernel says that it was preempted.
        sum.preemptions += state.starts_with('R') ? 1 : 0;
    }

    void addInterrupt(const FtraceThread &cpu, const std::string &kind, qint64 start, qint64 duration, const Json &args)
    {
        const bool isSoft = kind == "softirq";
        const std::string task = textMember(args, "task");
        const auto [command, thread] = commandAndThread(task);
        m_interrupts.number(start)
            .number(duration)
            .number(cpu.cpu >= 0 ? std::optional<qint64>(cpu.cpu) : std::nullopt)
            .text(kind)
            .number(numberMember(args, isSoft ? "vec" : "irq"))
            .text(textMember(args, isSoft ? "action" : "name"))
            .text(command)
            .number(thread >= 0 ? std::optional(thread) : std::nullopt);
        m_interrupts.finishRow();
        if (thread < 0 || command == "<idle>")
            return;
        ThreadSum &sum = m_sums[{task, cpu.cpu}];
        ++(isSoft ? sum.softCount : sum.hardCount);
        (isSoft ? sum.softNs : sum.hardNs) += duration;
    }

    const ReadContext &m_ctx;
    DbFile m_file;
    quint8 m_source;
    MemoryReservation m_memory;
    std::unordered_map<qint64, FtraceThread> m_threads;
    std::map<std::pair<std::string, int>, ThreadSum> m_sums; ///< by thread and CPU
    GrowingTable m_switches;
    GrowingTable m_interrupts;
    bool m_any = false;
};

} // namespace

bool readFtraceDatabase(const QString &path, TraceBuilder &builder, const ReadContext &ctx,
                        std::map<QString, std::shared_ptr<const Table>> &tables)
{
    OpenFailure failure;
    SourceFile source;
    source.path = path;
    if (const auto file = FileSource::open(path, failure)) {
        source.bytes = file->size();
        source.modifiedMs = file->modifiedMs();
    }
    const qint64 bytes = source.bytes;
    const std::optional<StampRange> profile = builder.span();
    bool added = false;
    try {
        FtraceReader reader(path, ctx, builder.addSource(std::move(source)));
        if (reader.read() && !ctx.job.isCanceled()) {
            reader.takeTables(tables);
            const std::optional<StampRange> own = reader.chunk.span();
            const bool isOfProfile = !profile || !own || (own->from <= profile->to && profile->from <= own->to);
            if (!isOfProfile)
                ctx.report.add(
                    Severity::Notice, ctx.reportName, "ftrace.clock",
                    RS_MESSAGE("The kernel trace does not overlap the profile in time, so its threads and CPUs are "
                               "shown as tables only: convert it with --profiling_data, which aligns the clocks."));
            added = isOfProfile && !reader.chunk.slices.empty();
            if (added) {
                MemoryReservation memory(ctx.job.sharedBudget());
                memory.hold(reader.chunk.bytes());
                builder.addChunk(std::move(reader.chunk));
                builder.hold(std::move(memory));
            }
        }
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, ctx.job, ctx.report, ctx.reportName);
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForRest, ctx.job, ctx.report, ctx.reportName);
    }
    ctx.job.addDone(bytes);
    return added;
}

} // namespace rs
