// SPDX-License-Identifier: Apache-2.0
// Tasks of the devices.
#include "importers/db/dbdevice.h"

#include "core/base/intervals.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <limits>

namespace rs {

namespace {

constexpr qint64 hardwareSort = 13;
constexpr qint64 communicationSort = 15;
constexpr qint64 overlapSort = 23;
/// By the type of a row of OVERLAP_ANALYSIS.
constexpr const char *overlapNames[] = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};

qint32 smallId(std::optional<qint64> id)
{
    return id && !isNoDbId(*id) && *id <= std::numeric_limits<qint32>::max() ? static_cast<qint32>(*id) : -1;
}

} // namespace

struct DbDevice::Task
{
    qint64 startNs = 0;
    qint64 endNs = 0;
    qint64 device = -1;
    qint64 connection = -1;
    qint64 globalTaskId = -1;
    qint64 taskType = -1;
    qint64 context = -1;
    qint64 stream = -1;
    qint64 task = -1;
    qint64 model = -1;
    quint64 address = 0;

    /// Key that the parts of a task that was launched as a whole have in common with it.
    [[nodiscard]] std::tuple<qint64, qint64, qint64, qint64> whole() const
    {
        return {device, stream, task, connection};
    }
};

void DbDevice::countMemory()
{
    constexpr qint64 entryBytes = 40;
    m_memory.hold(rows.chunk.bytes() +
                  static_cast<qint64>(infos.size() * sizeof(DbComputeInfo) + kernels.size() * sizeof(DbKernel) +
                                      operators.capacity() * sizeof(DbCommunicationOp) +
                                      m_communication.capacity() * sizeof(CommunicationTask)) +
                  bytesOf(links) + bytesOf(marks) +
                  static_cast<qint64>(m_infoOfTask.size() + m_communicationOfTask.size() + m_copies.size() +
                                      m_operatorOfConnection.size() + m_operatorOfId.size() +
                                      m_markOfConnection.size()) *
                      entryBytes);
}

void DbDevice::readComputeInfos()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    // Since version 1.2 blockDim is a text, and the number is called blockNum.
    enum : int { Id = DbComputeInfo::TextCount, Blocks, OldBlocks, MixBlocks };
    DbScan row(file, "COMPUTE_TASK_INFO",
               {"name", "taskType", "opType", "inputFormats", "inputDataTypes", "inputShapes", "outputFormats",
                "outputDataTypes", "outputShapes", "opState", "hf32Eligible", "globalTaskId", "blockNum",
                "blockDim|block_dim", "mixBlockNum|mixBlockDim|mix_block_dim"});
    while (row.next()) {
        const auto id = row.integer(Id);
        if (!id) {
            row.reject("db.kernel-task",
                       RS_MESSAGE("Kernels that belong to no task are neither in the timeline nor in any table."));
            continue;
        }
        DbComputeInfo info;
        for (size_t i = 0; i < DbComputeInfo::TextCount; ++i)
            info.texts[i] = row.integer(static_cast<int>(i), -1);
        info.blocks = row.integer(row.hasColumn(Blocks) ? Blocks : OldBlocks, -1);
        info.mixBlocks = row.integer(MixBlocks, -1);
        if (m_infoOfTask.try_emplace(*id, static_cast<quint32>(infos.size())).second)
            infos.push_back(info);
        countMemory();
    }
}

void DbDevice::readOperators()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    enum : int { Name, Start, End, Connection, Group, Id, Type, Device };
    DbScan row(file, "COMMUNICATION_OP",
               {"opName", "startNs", "endNs", "connectionId", "groupName", "opId", "opType", "deviceId", "dataType"});
    constexpr int dataType = 8;
    while (row.next()) {
        const auto times = row.times(Start, End);
        if (!times)
            continue;
        DbCommunicationOp op;
        op.name = row.integer(Name, -1);
        op.type = row.integer(Type, -1);
        op.group = row.integer(Group, -1);
        std::tie(op.startNs, op.endNs) = *times;
        op.connection = row.integer(Connection, -1);
        op.id = row.integer(Id, -1);
        op.device = row.integer(Device, -1);
        op.dataType = row.integer(dataType);
        op.address = dbRowAddress(DbSliceTable::CommunicationOp, row.rowId());
        m_operatorOfId.try_emplace(op.id, operators.size());
        if (!isNoDbId(op.connection))
            m_operatorOfConnection.try_emplace(op.connection, operators.size());
        operators.push_back(op);
        countMemory();
    }
}

void DbDevice::readCommunicationTasks()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    enum : int { Id, Type, Plane, Group, Source, Destination, Transport, Size, DataType, Link, Operator };
    DbScan row(file, "COMMUNICATION_TASK_INFO",
               {"globalTaskId", "taskType", "planeId", "groupName", "srcRank", "dstRank", "transportType", "size",
                "dataType", "linkType", "opId"});
    const auto word = [&](const char *table, int column) {
        const auto id = row.integer(column);
        return id ? rows.text(m_source.names.ofEnum(table, id)) : NoText;
    };
    while (row.next()) {
        const auto id = row.integer(Id);
        if (!id)
            continue;
        CommunicationTask info;
        info.type = row.integer(Type, -1);
        info.group = row.integer(Group, -1);
        info.plane = row.integer(Plane, -1);
        info.operatorId = row.integer(Operator, -1);
        info.bytes = row.integer(Size, -1);
        info.source = smallId(row.integer(Source));
        info.destination = smallId(row.integer(Destination));
        info.transport = word("ENUM_HCCL_TRANSPORT_TYPE", Transport);
        info.dataType = word("ENUM_HCCL_DATA_TYPE", DataType);
        info.link = word("ENUM_HCCL_LINK_TYPE", Link);
        info.address = dbRowAddress(DbSliceTable::CommunicationTask, row.rowId());
        constexpr qint64 mostPlanes = 4096;
        // At Level0 there are no planes.
        constexpr qint64 noPlane = 4294967295;
        if (info.plane == noPlane)
            continue;
        if (info.plane < 0 || info.plane > mostPlanes) {
            row.reject("db.plane", RS_MESSAGE("Communication tasks without a plane are shown on their stream only."));
            continue;
        }
        m_planesOfGroup[info.group] = std::max(m_planesOfGroup[info.group], info.plane);
        if (m_communicationOfTask.try_emplace(*id, static_cast<quint32>(m_communication.size())).second)
            m_communication.push_back(info);
        countMemory();
    }
}

void DbDevice::readCopies()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    DbScan row(file, "MEMCPY_INFO", {"globalTaskId", "size", "memcpyOperation"});
    while (row.next()) {
        const auto direction = row.integer(2);
        if (const auto id = row.integer(0))
            m_copies[*id] = {row.integer(1, -1),
                             direction ? rows.text(m_source.names.ofEnum("ENUM_MEMCPY_OPERATION", direction)) : NoText};
        countMemory();
    }
}

void DbDevice::readMarks()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    DbScan row(file, "MSTX_EVENTS", {"connectionId", "message"});
    while (row.next()) {
        const qint64 connection = row.integer(0, -1);
        if (!isNoDbId(connection))
            m_markOfConnection.try_emplace(connection, row.integer(1, -1));
        countMemory();
    }
}

std::string DbDevice::deviceProcess(const char *name, qint64 device, qint64 sort)
{
    std::string pid = cannPid(m_source.hostPid, sort, device);
    if (m_named.insert(pid).second)
        rows.process(pid, name, npuLabel(device), sort);
    return pid;
}

quint32 DbDevice::streamLane(qint64 device, qint64 stream)
{
    const auto [at, isNew] = m_streams.try_emplace({device, stream}, 0);
    if (isNew) {
        const std::string pid = deviceProcess("Ascend Hardware", device, hardwareSort);
        at->second = rows.thread(pid, std::to_string(stream), "Stream " + std::to_string(stream), stream);
    }
    return at->second & 0xffffffU;
}

quint32 DbDevice::groupLane(qint64 device, qint64 group, qint64 plane)
{
    const auto [at, isNew] = m_planes.try_emplace({device, group, plane}, 0);
    if (!isNew)
        return at->second;
    const std::string pid = deviceProcess("Communication", device, communicationSort);
    const auto [tid, isNewGroup] = m_groupTid.try_emplace({device, group}, 0);
    if (isNewGroup) {
        // The planes of a group stand below it.
        qint64 next = 0;
        for (const auto &[other, first] : m_groupTid) {
            if (other.first == device && other.second != group)
                next = std::max(next, first + m_planesOfGroup[other.second] + 2);
        }
        tid->second = next;
        const std::string name(m_source.names.text(group));
        rows.thread(pid, std::to_string(next),
                    name.empty() ? std::string("Communication") : "Group " + name + " Communication", next);
    }
    if (plane < 0)
        at->second = rows.chunk.lane(pid, std::to_string(tid->second)) & 0xffffffU;
    else
        at->second = rows.thread(pid, std::to_string(tid->second + 1 + plane), "Plane " + std::to_string(plane),
                                 tid->second + 1 + plane) &
                     0xffffffU;
    return at->second;
}

void DbDevicesByConnection::add(qint64 connection, qint64 device)
{
    constexpr qint64 several = -2;
    if (isNoDbId(connection) || device < 0)
        return;
    const auto [at, isNew] = m_devices.try_emplace(connection, device);
    if (!isNew && at->second != device)
        at->second = several;
}

qint64 DbDevicesByConnection::deviceOf(qint64 connection) const
{
    const auto at = isNoDbId(connection) ? m_devices.end() : m_devices.find(connection);
    return at == m_devices.end() || at->second < 0 ? -1 : at->second;
}

/// Operators get the device and the model of their tasks, also those of other devices.
void DbDevice::tellDevice(const Task &task, const CommunicationTask *info)
{
    const auto op = info ? m_operatorOfId.find(info->operatorId) : m_operatorOfId.end();
    if (op != m_operatorOfId.end()) {
        DbCommunicationOp &of = operators[op->second];
        if (of.device < 0)
            of.device = task.device;
        if (of.model < 0)
            of.model = task.model;
    }
    if (m_source.device >= 0 && m_operatorOfConnection.contains(task.connection))
        m_deviceOfConnection.add(task.connection, task.device);
}

void DbDevice::addCommunicationTask(const Task &task, const CommunicationTask &info)
{
    TraceChunk::Slice *const slice = rows.slice(task.startNs, task.endNs, info.address);
    if (!slice)
        return;
    slice->name = rows.name(info.type);
    slice->lane = groupLane(task.device, info.group, info.plane) & 0xffffffU;
    TaskDetail detail;
    detail.sizeBytes = info.bytes;
    detail.streamId = smallId(task.stream);
    detail.taskId = smallId(task.task);
    detail.srcRank = info.source;
    detail.dstRank = info.destination;
    detail.taskType = rows.word(info.type);
    detail.linkType = info.link;
    detail.transport = info.transport;
    detail.dataType = info.dataType;
    rows.setDetail(*slice, detail);
}

bool DbDevice::isOfCommunication(const Task &task) const
{
    return m_communicationOfTask.contains(task.globalTaskId) ||
           (!isNoDbId(task.connection) && m_operatorOfConnection.contains(task.connection));
}

void DbDevice::addTask(const Task &task)
{
    TraceChunk::Slice *const slice = rows.slice(task.startNs, task.endNs, task.address);
    if (!slice)
        return;
    slice->lane = streamLane(task.device, task.stream) & 0xffffffU;
    TaskDetail detail;
    detail.connectionId = isNoDbId(task.connection) ? -1 : task.connection;
    detail.streamId = smallId(task.stream);
    detail.taskId = smallId(task.task);
    detail.taskType = rows.word(task.taskType);
    slice->name = rows.name(task.taskType);
    if (const auto copy = m_copies.find(task.globalTaskId); copy != m_copies.end()) {
        detail.sizeBytes = copy->second.bytes;
        detail.linkType = copy->second.direction;
    }
    const auto mark = m_markOfConnection.find(task.connection);
    const bool isMark = mark != m_markOfConnection.end();
    const auto info = m_infoOfTask.find(task.globalTaskId);
    if (info != m_infoOfTask.end()) {
        const DbComputeInfo &compute = infos[info->second];
        slice->name = rows.name(compute.texts[DbComputeInfo::Name]);
        if (const StrId core = rows.word(compute.texts[DbComputeInfo::TaskType]); core != NoText)
            detail.taskType = core;
        kernels.push_back({slice->start, slice->duration, task.globalTaskId, task.connection, task.model, task.task,
                           task.context, task.device, task.stream, info->second});
    } else if (isMark) {
        if (const StrId message = rows.name(mark->second); message != NoText)
            slice->name = message;
    }
    rows.setDetail(*slice, detail);
    // An operator of communication may run on cores as well, and computes nothing.
    if (info == m_infoOfTask.end() && isOfCommunication(task) &&
        isComputing(deviceSliceKind(rows.chunk.strings.view(detail.taskType), {})))
        slice->kind = SliceKind::CommTask;
    // Events are recorded and waited for, not launched; tasks of communication follow from their operator.
    if (isNoDbId(task.connection) || m_operatorOfConnection.contains(task.connection))
        return;
    if (isMark)
        marks.push_back({task.connection, slice->start, slice->lane, 0});
    else if (!rows.chunk.strings.view(rows.word(task.taskType)).starts_with("EVENT"))
        links.push_back({task.connection, slice->start, slice->lane, 0});
}

void DbDevice::readTasks()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    enum : int { Start, End, Device, Connection, Id, Type, Context, Stream, TaskId, Model };
    DbScan row(file, "TASK",
               {"startNs", "endNs", "deviceId", "connectionId", "globalTaskId", "taskType", "contextId", "streamId",
                "taskId", "modelId"});
    // A task launched as a whole is listed once as such and once for each of its parts; the parts are used.
    std::vector<Task> mayBeWholes;
    std::set<std::tuple<qint64, qint64, qint64, qint64>> wholes;
    while (row.next()) {
        Task task;
        task.globalTaskId = row.integer(Id, -1);
        const auto info = m_infoOfTask.find(task.globalTaskId);
        const auto communication = m_communicationOfTask.find(task.globalTaskId);
        const auto times = row.times(Start, End);
        if (!times)
            continue;
        std::tie(task.startNs, task.endNs) = *times;
        task.device = row.integer(Device, -1);
        task.connection = row.integer(Connection, -1);
        task.taskType = row.integer(Type, -1);
        task.context = row.integer(Context, -1);
        task.stream = row.integer(Stream, -1);
        task.task = row.integer(TaskId, -1);
        task.model = row.integer(Model, -1);
        task.address = dbRowAddress(DbSliceTable::Task, row.rowId());
        const bool isKnown = communication != m_communicationOfTask.end() || info != m_infoOfTask.end();
        const CommunicationTask *const ofOperator =
            communication != m_communicationOfTask.end() ? &m_communication[communication->second] : nullptr;
        tellDevice(task, ofOperator);
        if (m_source.isOther(task.device))
            continue;
        devices.insert(task.device);
        if (ofOperator)
            addCommunicationTask(task, *ofOperator);
        if (!isNoDbId(task.context))
            wholes.insert(task.whole());
        if (isNoDbId(task.context) && !isKnown)
            mayBeWholes.push_back(task);
        else
            addTask(task);
        countMemory();
    }
    for (const Task &task : mayBeWholes) {
        if (!wholes.contains(task.whole()))
            addTask(task);
    }
    std::ranges::sort(kernels, [](const DbKernel &a, const DbKernel &b) {
        return std::pair(a.startNs, a.globalTaskId) < std::pair(b.startNs, b.globalTaskId);
    });
}

void DbDevice::addOperators()
{
    for (DbCommunicationOp &op : operators) {
        if (op.device < 0)
            op.device = m_deviceOfConnection.deviceOf(op.connection);
    }
    std::erase_if(operators, [this](const DbCommunicationOp &op) { return m_source.isOther(op.device); });
    for (DbCommunicationOp &op : operators) {
        if (op.device < 0 && devices.size() == 1)
            op.device = *devices.begin();
        TraceChunk::Slice *const slice = rows.slice(op.startNs, op.endNs, op.address);
        if (!slice)
            continue;
        slice->name = rows.name(op.name);
        slice->lane = groupLane(op.device, op.group, -1) & 0xffffffU;
        TaskDetail detail;
        detail.connectionId = isNoDbId(op.connection) ? -1 : op.connection;
        detail.dataType = op.dataType ? rows.text(m_source.names.ofEnum("ENUM_HCCL_DATA_TYPE", op.dataType)) : NoText;
        rows.setDetail(*slice, detail);
        if (!isNoDbId(op.connection))
            links.push_back({op.connection, slice->start, slice->lane, 0});
        countMemory();
    }
}

quint32 DbDevice::overlapLane(qint64 device, int type)
{
    const auto [at, isNew] = m_overlap.try_emplace({device, type}, 0);
    if (isNew) {
        const std::string pid = deviceProcess("Overlap Analysis", device, overlapSort);
        at->second = rows.thread(pid, std::to_string(type), overlapNames[type], type);
    }
    return at->second & 0xffffffU;
}

void DbDevice::readOverlap()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    DbScan row(file, "OVERLAP_ANALYSIS", {"deviceId", "startNs", "endNs", "type"});
    bool any = false;
    while (row.next()) {
        if (m_source.isOther(row.integer(0, -1)))
            continue;
        const qint64 type = row.integer(3, -1);
        TraceChunk::Slice *const slice = type >= 0 && type < 4 ? rows.slice(row, 1, 2, DbSliceTable::None) : nullptr;
        if (!slice)
            continue;
        any = true;
        slice->lane = overlapLane(row.integer(0, -1), static_cast<int>(type)) & 0xffffffU;
        slice->name = rows.text(overlapNames[type]);
        countMemory();
    }
    if (!any)
        deriveOverlap();
}

void DbDevice::deriveOverlap()
{
    for (const qint64 device : devices) {
        std::vector<Interval> ofKernels;
        std::vector<Interval> ofOperators;
        for (const DbKernel &k : kernels) {
            if (k.device == device)
                ofKernels.push_back({k.startNs, k.startNs + k.durationNs});
        }
        for (const DbCommunicationOp &op : operators) {
            if (op.device == device)
                ofOperators.push_back({op.startNs, op.endNs});
        }
        const IntervalSet computing = mergeIntervals(std::move(ofKernels));
        const IntervalSet communication = mergeIntervals(std::move(ofOperators));
        const IntervalSet parts[] = {computing, communication, subtractSets(communication, computing),
                                     gapsOf(uniteSets(computing, communication))};
        for (int type = 0; type < 4; ++type) {
            for (const Interval &part : parts[type]) {
                if (TraceChunk::Slice *const slice = rows.slice(part.from, part.to, 0)) {
                    slice->lane = overlapLane(device, type) & 0xffffffU;
                    slice->name = rows.text(overlapNames[type]);
                }
            }
            countMemory();
        }
    }
}

void DbDevice::expectRows()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    const size_t tasks = file.mostRows("TASK");
    const size_t ofCommunication = file.mostRows("COMMUNICATION_OP") + file.mostRows("COMMUNICATION_TASK_INFO");
    rows.expect(tasks + ofCommunication + file.mostRows("OVERLAP_ANALYSIS"), tasks + ofCommunication);
    expectMore(links, tasks);
    const size_t computed = file.mostRows("COMPUTE_TASK_INFO");
    expectMore(infos, computed);
    expectMore(kernels, computed);
}

void DbDevice::read()
{
    for (void (DbDevice::*const part)() :
         {&DbDevice::expectRows, &DbDevice::readComputeInfos, &DbDevice::readOperators,
          &DbDevice::readCommunicationTasks, &DbDevice::readCopies, &DbDevice::readMarks, &DbDevice::readTasks,
          &DbDevice::addOperators, &DbDevice::readOverlap}) {
        if (!m_source.job.isCanceled())
            (this->*part)();
    }
    m_communication = {};
    m_communicationOfTask = {};
    m_infoOfTask = {};
    m_copies = {};
    m_markOfConnection = {};
    m_deviceOfConnection = {};
    countMemory();
}

} // namespace rs
