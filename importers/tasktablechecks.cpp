// SPDX-License-Identifier: Apache-2.0
#include "core/cancelsort.h"
#include "core/kernelcolumns.h"
#include "importers/faultyrows.h"
#include "importers/tablechecks.h"

#include <QString>
#include <QStringView>

#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace rs {

namespace {

constexpr qint64 NoValue = std::numeric_limits<qint64>::min();

struct DeviceTask
{
    quint32 name = 0; ///< of TaskNames
    qint64 stream = NoValue;
    qint64 task = NoValue;
    qint64 startNs = NoValue;
    qint64 durationNs = NoValue;
    int row = -1;

    [[nodiscard]] auto key() const { return std::tie(name, stream, task); }
    bool operator<(const DeviceTask &o) const
    {
        return std::tie(name, stream, task, startNs) < std::tie(o.name, o.stream, o.task, o.startNs);
    }
};

struct TaskColumns
{
    int name = -1;
    int stream = -1;
    int task = -1;
    int start = -1;
    int duration = -1;
    int core = -1;
};

/// Numbers for the names of kernels in several pools, as the trace has them; 0 for what is none.
class TaskNames
{
public:
    /// Of one pool at a time: `known` is its memory.
    quint32 of(const StringPool &strings, StrId id, std::vector<quint32> &known)
    {
        constexpr quint32 unasked = ~0U;
        known.resize(strings.size(), unasked);
        quint32 &number = known[raw(id)];
        if (number == unasked) {
            const std::string_view name = kernelShortName(strings.view(id));
            number = name.empty() || isCommunicationName(name)
                         ? 0
                         : m_numbers.try_emplace(name, static_cast<quint32>(m_numbers.size()) + 1).first->second;
        }
        return number;
    }

private:
    std::map<std::string_view, quint32> m_numbers;
};

/// Only of what both files have are the keys made.
std::vector<DeviceTask> tasksOf(const Table &table, const TaskColumns &c, TaskNames &names)
{
    std::vector<DeviceTask> out;
    out.reserve(static_cast<size_t>(table.rows()));
    std::vector<quint32> known;
    for (int row = 0; row < table.rows(); ++row) {
        const quint32 name = names.of(table.strings(), table.textId(row, c.name), known);
        if (name != 0 && !isCommunicationCore(table.textView(row, c.core)))
            out.push_back({name, table.integer(row, c.stream, NoValue), table.integer(row, c.task, NoValue),
                           table.integer(row, c.start, NoValue), table.integer(row, c.duration, NoValue), row});
    }
    return out;
}

std::vector<DeviceTask> tasksOf(const Trace &trace, bool timed, TaskNames &names)
{
    std::vector<DeviceTask> out;
    std::vector<quint32> known;
    const SliceStore &slices = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::Stream || trace.process(lane.process).kind != ProcessKind::AscendHardware)
            continue;
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            const SliceId slice{i};
            out.push_back({names.of(trace.strings(), slices.name(slice), known), NoValue, NoValue,
                           timed ? slices.start(slice) : NoValue, timed ? slices.duration(slice) : NoValue, -1});
        }
    }
    return out;
}

/// What a table of tasks and the kernels of the rank have in common.
struct TaskMatch
{
    FaultyRows alone;                         ///< rows without a kernel
    FaultyRows longer;                        ///< of another duration
    qint64 known = 0;                         ///< rows whose operator is a kernel's
    std::vector<const DeviceTask *> unlisted; ///< kernels without a row
};

/// Both in order. Kernels are used up: a row that stands twice has none the second time.
TaskMatch matchTasks(const std::vector<DeviceTask> &rows, const std::vector<DeviceTask> &kernels, bool onlyKnownNames)
{
    constexpr qint64 sameStartNs = 1000;
    constexpr qint64 sameDurationNs = 10;
    TaskMatch out;
    auto k = kernels.begin();
    auto sameName = kernels.begin(); // the first of the name, or behind it
    for (const DeviceTask &t : rows) {
        while (sameName != kernels.end() && sameName->name < t.name)
            ++sameName;
        const bool isKnown = sameName != kernels.end() && sameName->name == t.name;
        out.known += isKnown ? 1 : 0;
        const auto isBefore = [&t](const DeviceTask &kernel) {
            return kernel.key() < t.key() ||
                   (kernel.key() == t.key() && t.startNs != NoValue && kernel.startNs < t.startNs - sameStartNs);
        };
        for (; k != kernels.end() && isBefore(*k); ++k)
            out.unlisted.push_back(&*k);
        const bool found = k != kernels.end() && k->key() == t.key() &&
                           (t.startNs == NoValue || k->startNs <= t.startNs + sameStartNs);
        if (found) {
            if (t.durationNs != NoValue && k->durationNs != NoValue &&
                std::abs(t.durationNs - k->durationNs) > sameDurationNs)
                out.longer.add(t.row);
            ++k;
        } else if (isKnown || !onlyKnownNames) {
            out.alone.add(t.row);
        }
    }
    for (; k != kernels.end(); ++k)
        out.unlisted.push_back(&*k);
    return out;
}

/// One table of tasks, by the names of its columns.
struct TaskTable
{
    const char *kind;
    QStringView name;
    QStringView stream;
    QStringView task;
    QStringView start;
    QStringView duration;
    /// It lists every task of the device: all kernels, and what is none.
    bool listsAll;
};

/// `name`: the column. `unlisted`: the first of the kernels without a row; empty where that says nothing.
void tellTasks(const Table &table, int name, TaskMatch &match, const QString &unlisted, ImportReport &report)
{
    if (match.known == 0) {
        report.add({Severity::Notice,
                    table.source,
                    {},
                    QStringLiteral("table.other-names"),
                    QStringLiteral("No row of this file names a kernel that the rank has (the first one: %1): the file "
                                   "is of another capture, or its names are of another kind."),
                    nameAt(table, 0, name)});
        return;
    }
    if (match.alone.count > 0)
        match.alone.argument = nameAt(table, match.alone.first, name);
    match.alone.tell(
        {"table.no-kernel",
         "Rows whose operator, task and time are those of no kernel that the rank has, by its kernel table "
         "or else its trace (the first one: %1): they stand twice, or the file is of another rank or "
         "capture.",
         false},
        table, report);
    if (!unlisted.isEmpty())
        report.add({Severity::Notice,
                    table.source,
                    {},
                    QStringLiteral("table.no-row"),
                    QStringLiteral("Kernels of the rank, by its kernel table, of which this file has no row (the first "
                                   "one: %1): it lacks them."),
                    unlisted,
                    static_cast<qint64>(match.unlisted.size())});
    match.longer.tell({"table.other-duration",
                       "Tasks of another duration than their kernel in the kernel table, or else the trace: one of the "
                       "two is wrong."},
                      table, report);
}

void noteTasksOf(const TaskTable &spec, const RankData &rank, const JobContext &job, ImportReport &report)
{
    const auto table = rank.table(QString::fromLatin1(spec.kind));
    if (!table || (!rank.kernels && !rank.trace))
        return;
    TaskColumns own{table->column(spec.name),  table->column(spec.stream),   table->column(spec.task),
                    table->column(spec.start), table->column(spec.duration), -1};
    MemoryReservation memory(job.sharedBudget());
    const qint64 most = rank.kernels ? rank.kernels->rows() : rank.trace->slices().size();
    memory.hold((table->rows() + most) * static_cast<qint64>(sizeof(DeviceTask) + sizeof(DeviceTask *)));
    TaskNames names;
    std::vector<DeviceTask> kernels;
    int kernelName = -1;
    if (rank.kernels) {
        const KernelColumns c(*rank.kernels);
        kernelName = c.name;
        const bool ids = own.stream >= 0 && own.task >= 0 && c.stream >= 0 && c.task >= 0;
        if (!ids)
            own.stream = own.task = -1;
        const bool timed = own.start >= 0 && c.isTimed();
        if (!timed)
            own.start = own.duration = -1;
        kernels = tasksOf(
            *rank.kernels,
            {c.name, ids ? c.stream : -1, ids ? c.task : -1, timed ? c.start : -1, timed ? c.duration : -1, c.core},
            names);
    } else {
        own.stream = own.task = -1;
        kernels = tasksOf(*rank.trace, own.start >= 0, names);
    }
    std::vector<DeviceTask> rows = tasksOf(*table, own, names);
    const auto isBefore = [](const DeviceTask &a, const DeviceTask &b) { return a < b; };
    if (rows.empty() || kernels.empty() || !sortCancellably(rows, job, isBefore) ||
        !sortCancellably(kernels, job, isBefore))
        return;
    TaskMatch match = matchTasks(rows, kernels, spec.listsAll);
    const bool lacks = spec.listsAll && rank.kernels && !match.unlisted.empty();
    tellTasks(*table, own.name, match,
              lacks ? nameAt(*rank.kernels, match.unlisted.front()->row, kernelName) : QString(), report);
}

} // namespace

void noteTasksOfTables(const RankData &rank, const JobContext &job, ImportReport &report)
{
    for (const TaskTable &spec :
         {TaskTable{"l2_cache", u"Op Name", u"Stream Id", u"Task Id", u"", u"", false},
          TaskTable{"task_time", u"kernel_name", u"stream_id", u"task_id", u"task_start(us)", u"task_time(us)", true}})
        noteTasksOf(spec, rank, job, report);
}

} // namespace rs
