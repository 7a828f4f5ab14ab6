// SPDX-License-Identifier: Apache-2.0
#include "core/job/cancelsort.h"
#include "core/table/kernelcolumns.h"
#include "importers/faultyrows.h"
#include "importers/tablechecks.h"

#include <QString>

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
    int row = -1;

    [[nodiscard]] auto key() const { return std::tie(name, stream, task); }
    bool operator<(const DeviceTask &o) const { return key() < o.key(); }
};

struct TaskColumns
{
    int name = -1;
    int stream = -1;
    int task = -1;
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
            out.push_back({name, table.integer(row, c.stream, NoValue), table.integer(row, c.task, NoValue), row});
    }
    return out;
}

std::vector<DeviceTask> tasksOf(const Trace &trace, TaskNames &names)
{
    std::vector<DeviceTask> out;
    std::vector<quint32> known;
    const SliceStore &slices = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::Stream || trace.process(lane.process).kind != ProcessKind::AscendHardware)
            continue;
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i)
            out.push_back({names.of(trace.strings(), slices.name(SliceId{i}), known), NoValue, NoValue, -1});
    }
    return out;
}

/// What a table of tasks and the kernels of the rank have in common.
struct TaskMatch
{
    FaultyRows alone; ///< rows without a kernel
    qint64 known = 0; ///< rows whose operator is a kernel's
};

/// Both in order. Kernels are used up: a row that stands twice has none the second time.
TaskMatch matchTasks(const std::vector<DeviceTask> &rows, const std::vector<DeviceTask> &kernels)
{
    TaskMatch out;
    auto k = kernels.begin();
    auto sameName = kernels.begin(); // the first of the name, or behind it
    for (const DeviceTask &t : rows) {
        while (sameName != kernels.end() && sameName->name < t.name)
            ++sameName;
        out.known += sameName != kernels.end() && sameName->name == t.name ? 1 : 0;
        while (k != kernels.end() && *k < t)
            ++k;
        if (k != kernels.end() && k->key() == t.key())
            ++k;
        else
            out.alone.add(t.row);
    }
    return out;
}

} // namespace

void noteTasksOfL2Cache(const RankData &rank, const JobContext &job, ImportReport &report)
{
    const auto table = rank.table(QStringLiteral("l2_cache"));
    if (!table || (!rank.kernels && !rank.trace))
        return;
    TaskColumns own{table->column(u"Op Name"), table->column(u"Stream Id"), table->column(u"Task Id"), -1};
    MemoryReservation memory(job.sharedBudget());
    const qint64 most = rank.kernels ? rank.kernels->rows() : rank.trace->slices().size();
    memory.hold((table->rows() + most) * static_cast<qint64>(sizeof(DeviceTask)));
    TaskNames names;
    std::vector<DeviceTask> kernels;
    if (rank.kernels) {
        const KernelColumns c(*rank.kernels);
        const bool ids = own.stream >= 0 && own.task >= 0 && c.stream >= 0 && c.task >= 0;
        if (!ids)
            own.stream = own.task = -1;
        kernels = tasksOf(*rank.kernels, {c.name, ids ? c.stream : -1, ids ? c.task : -1, c.core}, names);
    } else {
        own.stream = own.task = -1;
        kernels = tasksOf(*rank.trace, names);
    }
    std::vector<DeviceTask> rows = tasksOf(*table, own, names);
    const auto isBefore = [](const DeviceTask &a, const DeviceTask &b) { return a < b; };
    if (rows.empty() || kernels.empty() || !sortCancellably(rows, job, isBefore) ||
        !sortCancellably(kernels, job, isBefore))
        return;
    TaskMatch match = matchTasks(rows, kernels);
    if (match.known == 0) {
        report.add({Severity::Notice,
                    table->source,
                    {},
                    QStringLiteral("table.other-names"),
                    RS_MESSAGE("No row of this file names a kernel that the rank has (the first one: %1): the file is "
                               "of another capture, or its names are of another kind."),
                    nameAt(*table, 0, own.name)});
        return;
    }
    if (match.alone.count > 0)
        match.alone.argument = nameAt(*table, match.alone.first, own.name);
    match.alone.tell(
        {"table.no-kernel",
         RS_NOOP("Rows whose operator and task are those of no kernel that the rank has, by its kernel table or else "
                 "its trace (the first one: %1): they stand twice, or the file is of another rank or capture."),
         false},
        *table, report);
}

} // namespace rs
