// SPDX-License-Identifier: Apache-2.0
// What ran on the host: calls of CANN and of the framework.
#include "importers/db/dbhost.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

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

/// Of calls that share a connection, the launch is meant, else the outermost one.
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

void DbCannCalls::read(const DbSource &source)
{
    DbFile file(source.path, source.reportName, source.job, source.report);
    enum : int { Start, End, Type, Thread, Connection, Name };
    DbScan row(file, "CANN_API", {"startNs", "endNs", "type", "globalTid", "connectionId", "name"});
    DbThreads threads(rows, "CANN", cannSort, false);
    MemoryReservation memory(source.job.sharedBudget());
    std::map<std::pair<qint64, qint64>, StrId> known; // type and name
    TaskDetail detail;
    while (row.next()) {
        TraceChunk::Slice *const slice = rows.slice(row, Start, End, DbSliceTable::CannApi);
        if (!slice)
            continue;
        const qint64 type = row.integer(Type, -1);
        const qint64 name = row.integer(Name, -1);
        const std::string_view level = apiTypeName(source.names, type);
        const auto [at, isNew] = known.try_emplace({type, name}, NoText);
        if (isNew)
            at->second = rows.text(callPrefix(level) + std::string(source.names.text(name)));
        slice->name = at->second;
        slice->lane = threads.laneOf(row.integer(Thread, 0)) & 0xffffffU;
        const qint64 connection = row.integer(Connection, -1);
        if (!isNoDbId(connection)) {
            detail.connectionId = connection;
            rows.setDetail(*slice, detail);
            links.push_back({connection, slice->start, slice->lane, launchRank(level)});
        }
        memory.hold(rows.chunk.bytes() + static_cast<qint64>(links.capacity() * sizeof(DbLink)));
    }
}

void DbFrameworkCalls::readPytorch(const DbSource &source, DbFile &file)
{
    // (id of the operator's row, connection of CANN), by id.
    std::vector<std::pair<qint64, qint64>> connections;
    MemoryReservation linkMemory(source.job.sharedBudget());
    {
        DbScan row(file, "CONNECTION_IDS", {"id", "connectionId"});
        while (row.next()) {
            const auto id = row.integer(0);
            const auto connection = row.integer(1);
            if (id && connection && !isNoDbId(*connection))
                connections.emplace_back(*id, *connection);
            linkMemory.hold(static_cast<qint64>(connections.capacity() * sizeof(std::pair<qint64, qint64>)));
        }
    }
    std::sort(connections.begin(), connections.end());
    enum : int { Start, End, Thread, Connection, Name, Type };
    DbScan row(file, "PYTORCH_API", {"startNs", "endNs", "globalTid", "connectionId", "name", "type"});
    DbThreads threads(rows, "Python", pythonSort, true);
    MemoryReservation memory(source.job.sharedBudget());
    std::set<qint64> dequeues;
    while (row.next()) {
        TraceChunk::Slice *const slice = rows.slice(row, Start, End, DbSliceTable::PytorchApi);
        if (!slice)
            continue;
        const qint64 thread = row.integer(Thread, 0);
        const std::string_view level = apiTypeName(source.names, row.integer(Type, -1));
        const auto nameId = row.integer(Name);
        const std::string_view name = source.names.text(nameId);
        slice->name = rows.word(nameId);
        slice->lane = threads.laneOf(thread) & 0xffffffU;
        slice->kind = level == "trace" ? SliceKind::Python : level == "queue" ? SliceKind::Queue : SliceKind::Framework;
        const bool isQueue = level == "queue";
        const bool isEnqueue = isQueue && name.substr(0, 7) == "Enqueue";
        if (isQueue && !isEnqueue)
            dequeues.insert(thread);
        // Where steps are marked as such, STEP_TIME says the same again.
        m_marksSteps = m_marksSteps || name.substr(0, 13) == "ProfilerStep#";
        if (const auto id = row.integer(Connection)) {
            for (auto at = std::lower_bound(connections.begin(), connections.end(), std::pair(*id, qint64{0}));
                 at != connections.end() && at->first == *id; ++at) {
                (isQueue ? queue : operators)
                    .push_back({at->second, slice->start, slice->lane, static_cast<quint8>(isQueue && !isEnqueue)});
            }
        }
        memory.hold(rows.chunk.bytes() +
                    static_cast<qint64>((queue.capacity() + operators.capacity()) * sizeof(DbLink)));
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
        slice->name = rows.word(row.integer(Message));
        slice->lane = threads.laneOf(row.integer(Thread, 0)) & 0xffffffU;
        if (const qint64 connection = row.integer(Connection, -1); !isNoDbId(connection)) {
            TaskDetail detail;
            detail.connectionId = connection;
            rows.setDetail(*slice, detail);
            marks.push_back({connection, slice->start, slice->lane, 0});
        }
        memory.hold(rows.chunk.bytes() + static_cast<qint64>(marks.capacity() * sizeof(DbLink)));
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
            slice->name = rows.word(row.integer(3));
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
