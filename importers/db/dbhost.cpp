// SPDX-License-Identifier: Apache-2.0
// Calls of CANN and of the framework on the host.
#include "importers/db/dbhost.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace rs {

namespace {

constexpr qint64 pythonSort = 0;
constexpr qint64 markSort = 5;
constexpr qint64 cannSort = 7;
constexpr qint64 gcSort = 1;
constexpr qint64 osSort = 30;

/// Threads of one kind of process, each with its lane.
class DbThreads
{
public:
    /// `sortIndex` < 0: the pid of the process is that of the host process itself.
    DbThreads(DbChunk &rows, const char *process, qint64 sortIndex, bool ownPid)
        : m_rows(rows), m_process(process), m_sort(sortIndex), m_ownPid(ownPid)
    {
    }
    quint32 laneOf(qint64 globalTid)
    {
        const auto [at, isNew] = m_lanes.try_emplace(globalTid, 0);
        if (!isNew)
            return at->second;
        const qint64 pid = (globalTid >> 32) & 0xffffffff;
        const qint64 tid = globalTid & 0xffffffff;
        const std::string process = m_ownPid ? std::to_string(pid) : cannPid(pid, m_sort, HostDevice);
        if (m_named.insert(pid).second)
            m_rows.process(process, m_process, "CPU", m_sort);
        at->second = m_rows.thread(process, std::to_string(tid), "Thread " + std::to_string(tid), tid);
        m_last = std::max(m_last, tid);
        return at->second;
    }
    /// Behind the others.
    void sortLast(const std::set<qint64> &globalTids)
    {
        for (const qint64 globalTid : globalTids) {
            TraceChunk::Meta m;
            m.kind = TraceChunk::MetaKind::ThreadSortIndex;
            m.pid = m_rows.text(std::to_string((globalTid >> 32) & 0xffffffff));
            m.tid = m_rows.text(std::to_string(globalTid & 0xffffffff));
            m.number = m_last + 1;
            m_rows.chunk.metas.push_back(m);
        }
    }

private:
    DbChunk &m_rows;
    const char *m_process;
    qint64 m_sort;
    bool m_ownPid;
    std::unordered_map<qint64, quint32> m_lanes;
    std::set<qint64> m_named;
    qint64 m_last = 0;
};

/// "acl" -> "AscendCL@": how the text export begins the name of a call.
std::string callPrefix(std::string_view level)
{
    if (level == "acl")
        return "AscendCL@";
    if (level.empty())
        return {};
    std::string out(level);
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out + "@";
}

/// Among calls that share a connection the launch is used, else the outermost one.
quint8 launchRank(std::string_view level)
{
    return level == "node" ? 0 : level == "acl" ? 1 : 2;
}

} // namespace

std::string_view apiTypeName(const DbNames &names, qint64 type)
{
    if (names.hasEnum("ENUM_API_TYPE"))
        return names.ofEnum("ENUM_API_TYPE", type);
    static constexpr std::pair<qint64, std::string_view> usual[] = {
        {5000, "runtime"}, {5500, "communication"}, {10000, "node"},  {15000, "model"}, {20000, "acl"},
        {20500, "tx"},     {50001, "op"},           {50002, "queue"}, {50003, "trace"}, {50004, "mstx"}};
    for (const auto &[id, name] : usual) {
        if (id == type)
            return name;
    }
    return {};
}

void DbDurations::add(double ns)
{
    ++count;
    sum += ns;
    least = std::min(least, ns);
    most = std::max(most, ns);
    const double before = ns - average;
    average += before / static_cast<double>(count);
    squares += before * (ns - average);
}

void DbDurations::add(const DbDurations &other)
{
    const auto mine = static_cast<double>(count);
    const auto theirs = static_cast<double>(other.count);
    const double apart = other.average - average;
    count += other.count;
    sum += other.sum;
    least = std::min(least, other.least);
    most = std::max(most, other.most);
    squares += other.squares + apart * apart * mine * theirs / (mine + theirs);
    average = sum / static_cast<double>(count);
}

void DbCannCalls::read(const DbSource &source)
{
    DbFile file(source.path, source.reportName, source.job, source.report);
    const size_t most = file.mostRows("CANN_API");
    rows.expect(most, most);
    expectMore(links, most);
    enum : int { Start, End, Type, Thread, Connection, Name };
    DbScan row(file, "CANN_API", {"startNs", "endNs", "type", "globalTid", "connectionId", "name"});
    DbThreads threads(rows, "CANN", cannSort, false);
    MemoryReservation memory(source.job.sharedBudget());
    struct Call
    {
        StrId name = NoText;
        quint8 rank = 0;
        DbDurations *durations = nullptr;
    };
    std::map<std::pair<qint64, qint64>, Call> known;
    TaskDetail detail;
    while (row.next()) {
        TraceChunk::Slice *const slice = rows.slice(row, Start, End, DbSliceTable::CannApi);
        if (!slice)
            continue;
        const std::pair key(row.integer(Type, -1), row.integer(Name, -1));
        const auto [at, isNew] = known.try_emplace(key);
        Call &call = at->second;
        if (isNew) {
            const std::string_view level = apiTypeName(source.names, key.first);
            call.name = rows.text(callPrefix(level) + std::string(source.names.name(key.second)));
            call.rank = launchRank(level);
            call.durations = &durations[key];
        }
        call.durations->add(static_cast<double>(slice->duration));
        slice->name = call.name;
        slice->lane = threads.laneOf(row.integer(Thread, 0)) & 0xffffffU;
        const qint64 connection = row.integer(Connection, -1);
        if (!isNoDbId(connection)) {
            detail.connectionId = connection;
            rows.setDetail(*slice, detail);
            links.push_back({connection, slice->start, slice->lane, call.rank});
        }
        memory.hold(rows.chunk.bytes() + bytesOf(links));
    }
}

namespace {

/// Connections of CANN by the number of an operator.
class DbConnections
{
public:
    DbConnections(DbFile &file, const JobContext &job) : m_memory(job.sharedBudget())
    {
        expectMore(m_all, file.mostRows("CONNECTION_IDS"));
        DbScan row(file, "CONNECTION_IDS", {"id", "connectionId"});
        while (row.next()) {
            const auto id = row.integer(0);
            const auto connection = row.integer(1);
            if (id && connection && !isNoDbId(*connection))
                m_all.emplace_back(*id, *connection);
            m_memory.hold(static_cast<qint64>(m_all.size() * sizeof m_all[0]));
        }
        if (!std::ranges::is_sorted(m_all))
            std::ranges::sort(m_all);
    }
    [[nodiscard]] size_t size() const { return m_all.size(); }
    /// Fast where numbers are asked for in their order.
    template <typename Use>
    void each(qint64 id, Use use)
    {
        const std::pair first(id, std::numeric_limits<qint64>::min());
        const bool isNext = (m_at == m_all.size() || m_all[m_at] >= first) && (m_at == 0 || m_all[m_at - 1] < first);
        if (!isNext)
            m_at = static_cast<size_t>(std::ranges::lower_bound(m_all, first) - m_all.begin());
        for (; m_at < m_all.size() && m_all[m_at].first == id; ++m_at)
            use(m_all[m_at].second);
    }

private:
    MemoryReservation m_memory;
    std::vector<std::pair<qint64, qint64>> m_all;
    size_t m_at = 0;
};

} // namespace

void DbFrameworkCalls::readPytorch(const DbSource &source, DbFile &file)
{
    DbConnections connections(file, source.job);
    rows.expect(file.mostRows("PYTORCH_API"), 0);
    expectMore(operators, connections.size());
    expectMore(queue, connections.size());
    enum : int { Start, End, Thread, Connection, Name, Type, Shapes, Types, Chain };
    DbScan row(
        file, "PYTORCH_API",
        {"startNs", "endNs", "globalTid", "connectionId", "name", "type", "inputShapes", "inputDtypes", "callchainId"});
    DbThreads threads(rows, "Python", pythonSort, true);
    MemoryReservation memory(source.job.sharedBudget());
    struct Known
    {
        StrId name = NoText;
        bool isEnqueue = false;
        bool isStep = false;
    };
    std::unordered_map<qint64, Known> texts;
    std::map<qint64, SliceKind> kinds;
    std::set<qint64> operatorTypes;
    std::set<qint64> dequeues;
    while (row.next()) {
        TraceChunk::Slice *const slice = rows.slice(row, Start, End, DbSliceTable::PytorchApi);
        if (!slice)
            continue;
        const qint64 thread = row.integer(Thread, 0);
        const qint64 type = row.integer(Type, -1);
        const auto [kind, isNewKind] = kinds.try_emplace(type, SliceKind::Framework);
        if (isNewKind) {
            const std::string_view level = apiTypeName(source.names, type);
            kind->second = level == "trace"   ? SliceKind::Python
                           : level == "queue" ? SliceKind::Queue
                                              : SliceKind::Framework;
            if (level == "op")
                operatorTypes.insert(type);
        }
        Known text;
        if (const auto nameId = row.integer(Name)) {
            const auto [at, isNew] = texts.try_emplace(*nameId);
            if (isNew) {
                const std::string_view name = source.names.text(nameId);
                at->second = {rows.name(nameId), name.starts_with("Enqueue"), name.starts_with("ProfilerStep#")};
                // If steps are marked as such, STEP_TIME repeats them.
                m_marksSteps = m_marksSteps || at->second.isStep;
            }
            text = at->second;
        }
        slice->name = text.name;
        slice->lane = threads.laneOf(thread) & 0xffffffU;
        slice->kind = kind->second;
        const bool isQueue = slice->kind == SliceKind::Queue;
        const bool isDequeue = isQueue && !text.isEnqueue;
        if (isDequeue)
            dequeues.insert(thread);
        if (const auto id = row.integer(Connection); id && !isNoDbId(*id)) {
            connections.each(*id, [&](qint64 connection) {
                (isQueue ? queue : operators)
                    .push_back({connection, slice->start, slice->lane, static_cast<quint8>(isDequeue)});
            });
        }
        if (!text.isStep && operatorTypes.contains(type))
            calls.push_back({static_cast<quint32>(rows.chunk.slices.size() - 1), row.integer(Name, -1),
                             row.integer(Shapes, -1), row.integer(Types, -1), row.integer(Chain, -1)});
        memory.hold(rows.chunk.bytes() + bytesOf(queue) + bytesOf(operators) +
                    static_cast<qint64>(calls.size() * sizeof(DbOperatorCall)));
    }
    threads.sortLast(dequeues);
}

void DbFrameworkCalls::readMarks(const DbSource &source, DbFile &file)
{
    enum : int { Start, End, Type, Message, Thread, Connection };
    DbScan row(file, "MSTX_EVENTS", {"startNs", "endNs", "eventType", "message", "globalTid", "connectionId"});
    DbThreads threads(rows, "python", markSort, false);
    MemoryReservation memory(source.job.sharedBudget());
    while (row.next()) {
        TraceChunk::Slice *const slice = rows.slice(row, Start, End, DbSliceTable::MstxEvents);
        if (!slice)
            continue;
        slice->name = rows.name(row.integer(Message));
        slice->lane = threads.laneOf(row.integer(Thread, 0)) & 0xffffffU;
        if (const qint64 connection = row.integer(Connection, -1); !isNoDbId(connection)) {
            TaskDetail detail;
            detail.connectionId = connection;
            rows.setDetail(*slice, detail);
            marks.push_back({connection, slice->start, slice->lane, 0});
        }
        memory.hold(rows.chunk.bytes() + bytesOf(marks));
    }
}

void DbFrameworkCalls::readRest(const DbSource &source, DbFile &file)
{
    {
        DbScan row(file, "GC_RECORD", {"startNs", "endNs", "globalTid"});
        std::map<qint64, quint32> lanes;
        while (row.next()) {
            TraceChunk::Slice *const slice = rows.slice(row, 0, 1, DbSliceTable::None);
            if (!slice)
                continue;
            const qint64 pid = (row.integer(2, 0) >> 32) & 0xffffffff;
            const auto [at, isNew] = lanes.try_emplace(pid, 0);
            if (isNew) {
                const std::string process = cannPid(pid, gcSort, HostDevice);
                rows.process(process, "Python GC", "CPU", gcSort);
                at->second = rows.thread(process, "0", "Python GC", 0);
            }
            slice->name = rows.text("GC");
            slice->lane = at->second & 0xffffffU;
        }
    }
    {
        DbScan row(file, "OSRT_API", {"startNs", "endNs", "globalTid", "name"});
        DbThreads threads(rows, "OS Runtime API", osSort, false);
        while (row.next()) {
            TraceChunk::Slice *const slice = rows.slice(row, 0, 1, DbSliceTable::None);
            if (!slice)
                continue;
            slice->name = rows.name(row.integer(3));
            slice->lane = threads.laneOf(row.integer(2, 0)) & 0xffffffU;
        }
    }
    if (m_marksSteps || steps.empty())
        return;
    // Without operators of the framework nothing else marks them in the timeline.
    const std::string pid = std::to_string(source.hostPid);
    rows.process(pid, file.has("PYTORCH_API") ? "Python" : "MindSpore", "CPU", pythonSort);
    const quint32 lane = rows.thread(pid, "STEP_TIME", "STEP_TIME", 0);
    for (const DbStep &step : steps) {
        if (TraceChunk::Slice *const slice = rows.slice(step.startNs, step.endNs, 0)) {
            slice->name = rows.text("ProfilerStep#" + std::to_string(step.number));
            slice->lane = lane & 0xffffffU;
        }
    }
}

void DbFrameworkCalls::read(const DbSource &source)
{
    // Damage in one table must not keep the others from being read.
    const auto part = [&](auto body) {
        if (source.job.isCanceled())
            return;
        DbFile file(source.path, source.reportName, source.job, source.report);
        body(file);
    };
    part([&](DbFile &file) { steps = stepsOf(file, source.names); });
    part([&](DbFile &file) { readPytorch(source, file); });
    part([&](DbFile &file) { readMarks(source, file); });
    part([&](DbFile &file) { readRest(source, file); });
}

} // namespace rs
