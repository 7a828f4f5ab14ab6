// SPDX-License-Identifier: Apache-2.0
#include "rankdb.h"

#include <cmath>

namespace rs::gen {

namespace {

constexpr qint64 noTask = 4294967295LL;
constexpr qint64 noNotify = 9223372036854775807LL;
constexpr double mebibyte = 1048576;
// Above every connection of CANN, which counts on from some hundreds, and below 4294967295, which means none.
constexpr qint64 firstCorrelation = 1'000'000'000;
constexpr qint64 firstGradientPair = 2'000'000'000;
constexpr qint64 firstOfCalls = 3'000'000'000; // that launch nothing: the column is a key

qint64 bytesOf(double mb)
{
    return std::llround(mb * mebibyte);
}

/// "a;b" as a column of shapes or types of PyTorch spells it.
std::string framework(std::string_view parts)
{
    std::string out;
    for (const char c : parts)
        out += c == ';' ? std::string(";\r\n") : std::string(1, c);
    return out;
}

std::string formats(std::string_view types)
{
    std::string out = types.empty() ? "N/A" : "FORMAT_ND";
    for (const char c : types)
        out += c == ';' ? ";FORMAT_ND" : "";
    return out;
}

std::string orNone(std::string_view cell)
{
    return std::string(cell.empty() ? "N/A" : cell);
}

std::string quoted(std::string_view shapes)
{
    return shapes.empty() ? "N/A" : '"' + std::string(shapes) + '"';
}

/// The host's name for a kernel that runs there.
const char *hostTaskType(Core core)
{
    switch (core) {
    case Core::AiCore:
    case Core::MixAic:
        return "KERNEL_AICORE";
    case Core::Vector:
        return "KERNEL_AIVEC";
    case Core::MixAiv:
        return "MIX_AIV";
    case Core::AiCpu:
        return "KERNEL_AICPU";
    case Core::Dsa:
        return "STARS_COMMON";
    }
    return "";
}

QString databasePath(const RankContext &context)
{
    const QString framework = context.pytorch() ? QStringLiteral("pytorch") : QStringLiteral("mindspore");
    return context.outputFile(QStringLiteral("ascend_%1_profiler_%2.db").arg(framework).arg(context.rank));
}

const char *computeColumns(bool old)
{
    return old ? "name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockDim INTEGER,mixBlockDim INTEGER,taskType INTEGER,"
                 "opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,inputShapes INTEGER,outputFormats INTEGER,"
                 "outputDataTypes INTEGER,outputShapes INTEGER,attrInfo INTEGER"
               : "name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockNum INTEGER,mixBlockNum INTEGER,taskType INTEGER,"
                 "opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,inputShapes INTEGER,outputFormats INTEGER,"
                 "outputDataTypes INTEGER,outputShapes INTEGER,attrInfo INTEGER,opState INTEGER,hf32Eligible INTEGER,"
                 "gridDim INTEGER,blockDim INTEGER";
}

const char *commOpColumns(bool old)
{
    return old ? "opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,"
                 "opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,dataType INTEGER,algType INTEGER,count NUMERIC,"
                 "opType INTEGER"
               : "opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,"
                 "opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,dataType INTEGER,algType INTEGER,count NUMERIC,"
                 "opType INTEGER,deviceId INTEGER,rankSize INTEGER";
}

const char *commTaskColumns(bool old)
{
    return old ? "name INTEGER,globalTaskId INTEGER,taskType INTEGER,planeId INTEGER,groupName INTEGER,"
                 "notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,dstRank INTEGER,transportType INTEGER,"
                 "size INTEGER,dataType INTEGER,linkType INTEGER,opId INTEGER"
               : "name INTEGER,globalTaskId INTEGER,taskType INTEGER,planeId INTEGER,groupName INTEGER,"
                 "notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,dstRank INTEGER,transportType INTEGER,"
                 "size INTEGER,dataType INTEGER,linkType INTEGER,opId INTEGER,isMaster INTEGER,bandwidth NUMERIC";
}

} // namespace

RankDb::RankDb(const RankContext &context)
    : m_context(context), m_old(context.options->oldCann), m_out(databasePath(context)),
      m_strings(m_out, "STRING_IDS", "id INTEGER PRIMARY KEY,value TEXT"),
      m_session(m_out, "SESSION_TIME_INFO", "startTimeNs INTEGER,endTimeNs INTEGER"),
      m_npu(m_out, "NPU_INFO", "id INTEGER,name TEXT"), m_host(m_out, "HOST_INFO", "hostUid TEXT,hostName TEXT"),
      m_rankMap(m_out, "RANK_DEVICE_MAP", "rankId INTEGER, deviceId INTEGER"),
      m_metaData(m_out, "META_DATA", "name TEXT,value TEXT"),
      m_tasks(m_out, "TASK",
              "startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,"
              "globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,taskId INTEGER,modelId INTEGER"),
      m_compute(m_out, "COMPUTE_TASK_INFO", computeColumns(m_old)),
      m_commOps(m_out, "COMMUNICATION_OP", commOpColumns(m_old)),
      m_commTasks(m_out, "COMMUNICATION_TASK_INFO", commTaskColumns(m_old)),
      m_apis(m_out, "CANN_API",
             "startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER PRIMARY KEY,"
             "name INTEGER"),
      m_mstx(m_out, "MSTX_EVENTS",
             "startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,category INTEGER,message INTEGER,"
             "globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,connectionId INTEGER"),
      m_copies(m_out, "MEMCPY_INFO", "globalTaskId INTEGER,size NUMERIC,memcpyOperation INTEGER"),
      m_pmu(m_out, "TASK_PMU_INFO", "globalTaskId INTEGER,name INTEGER,value NUMERIC"),
      m_overlap(m_out, "OVERLAP_ANALYSIS",
                "id INTEGER PRIMARY KEY,deviceId INTEGER,startNs INTEGER,endNs INTEGER,type INTEGER"),
      m_frequency(m_out, "AICORE_FREQ", "deviceId INTEGER,timestampNs NUMERIC,freq INTEGER"),
      m_hbm(m_out, "HBM", "deviceId INTEGER,timestampNs INTEGER,bandwidth NUMERIC,hbmId INTEGER,type INTEGER"),
      m_llc(m_out, "LLC",
            "deviceId INTEGER,llcId INTEGER,timestampNs INTEGER,hitRate REAL,throughput INTEGER,mode INTEGER"),
      m_npuMemory(m_out, "NPU_MEM", "type INTEGER,ddr NUMERIC,hbm NUMERIC,timestampNs INTEGER,deviceId INTEGER"),
      m_moduleMemory(m_out, "NPU_MODULE_MEM",
                     "moduleId INTEGER,timestampNs INTEGER,totalReserved NUMERIC,deviceId INTEGER"),
      m_opMemory(m_out, "NPU_OP_MEM",
                 "operatorName INTEGER,addr INTEGER,type INTEGER,size INTEGER,timestampNs INTEGER,globalTid INTEGER,"
                 "totalAllocate NUMERIC,totalReserve NUMERIC,component INTEGER,deviceId INTEGER"),
      m_acc(m_out, "ACC_PMU",
            "accId INTEGER,readBwLevel INTEGER,writeBwLevel INTEGER,readOstLevel INTEGER,writeOstLevel INTEGER,"
            "timestampNs NUMERIC,deviceId INTEGER"),
      m_soc(m_out, "SOC_BANDWIDTH_LEVEL",
            "l2BufferBwLevel INTEGER,mataBwLevel INTEGER,timestampNs NUMERIC,deviceId INTEGER"),
      m_qos(m_out, "QOS", "deviceId INTEGER,eventName INTEGER,bandwidth NUMERIC,timestampNs NUMERIC"),
      m_frameworkApis(m_out, "PYTORCH_API",
                      "startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, name INTEGER, "
                      "sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER, inputShapes INTEGER, "
                      "callchainId INTEGER, type INTEGER"),
      m_connections(m_out, "CONNECTION_IDS", "id INTEGER, connectionId INTEGER"),
      m_callChains(m_out, "PYTORCH_CALLCHAINS", "id INTEGER, stack INTEGER, stackDepth INTEGER"),
      m_steps(m_out, "STEP_TIME", "id INTEGER, startNs INTEGER, endNs INTEGER"),
      m_gc(m_out, "GC_RECORD", "startNs INTEGER, endNs INTEGER, globalTid INTEGER"),
      m_memoryRecords(m_out, "MEMORY_RECORD",
                      "component INTEGER, timestamp INTEGER, totalAllocated INTEGER, totalReserved INTEGER, "
                      "totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER"),
      m_memoryBlocks(m_out, "OP_MEMORY",
                     "name INTEGER, size INTEGER, allocationTime INTEGER, releaseTime INTEGER, "
                     "activeReleaseTime INTEGER, duration INTEGER, activeDuration INTEGER, "
                     "allocationTotalAllocated INTEGER, allocationTotalReserved INTEGER, "
                     "allocationTotalActive INTEGER, releaseTotalAllocated INTEGER, releaseTotalReserved INTEGER, "
                     "releaseTotalActive INTEGER, streamPtr INTEGER, deviceId INTEGER"),
      m_ids(3)
{
    m_ids[1].first = Torch;
    m_ids[2].first = TorchMemory;
}

qint64 RankDb::text(std::string_view value, Origin origin)
{
    Ids &ids = m_ids[static_cast<size_t>(origin >> 28)];
    auto at = ids.of.find(value);
    if (at == ids.of.end()) {
        const qint64 id = ids.first + static_cast<qint64>(ids.of.size());
        at = ids.of.emplace(std::string(value), id).first;
        m_strings.row(id, value);
    }
    return at->second;
}

void RankDb::api(std::string_view level, std::string_view name, qint64 tid, qint64 startNs, qint64 endNs,
                 quint32 connection)
{
    const qint64 id = connection > 0 ? qint64{connection} : firstOfCalls + m_nextCall++;
    m_apis.row(startNs, endNs, dbEnumId(m_old, "ENUM_API_TYPE", level), thread(tid), id, text(name));
}

/// A row of TASK; its globalTaskId.
qint64 RankDb::task(std::string_view type, const Record &record, qint64 startNs, qint64 endNs, qint64 contextId)
{
    const qint64 id = m_nextTask++;
    m_tasks.row(startNs, endNs, m_context.device, record.connection, id, m_context.hostPid, text(type), contextId,
                streamIds[record.stream], record.task & 0xffff, noTask);
    return id;
}

void RankDb::kernel(const Record &record, qint64 startNs, qint64 endNs)
{
    const OpTemplate &op = m_context.op(record.op);
    const qint64 id = task(hostTaskType(op.core), record, startNs, endNs, noTask);
    // Level 0 knows neither types nor cores.
    const bool bare = m_context.options->level0;
    const std::string_view inTypes = bare ? "" : op.inTypes;
    const std::string_view outTypes = bare ? "" : op.outTypes;
    const qint64 name = text(op.kernel);
    const qint64 type = text(bare ? "N/A" : coreName(op.core));
    const qint64 opType = text(bare ? "N/A" : op.type);
    const qint64 inFormats = text(formats(inTypes));
    const qint64 inTypeIds = text(orNone(inTypes));
    const qint64 inShapes = text(quoted(bare ? "" : op.inShapes));
    const qint64 outFormats = text(formats(outTypes));
    const qint64 outTypeIds = text(orNone(outTypes));
    const qint64 outShapes = text(quoted(bare ? "" : op.outShapes));
    const qint64 none = text("N/A");
    const int blocks = bare ? 0 : op.blockDim;
    const int mixBlocks = op.core == Core::MixAic ? 2 * blocks : 0;
    if (m_old) {
        m_compute.row(name, id, blocks, mixBlocks, type, opType, inFormats, inTypeIds, inShapes, outFormats, outTypeIds,
                      outShapes, none);
    } else {
        m_compute.row(name, id, blocks, mixBlocks, type, opType, inFormats, inTypeIds, inShapes, outFormats, outTypeIds,
                      outShapes, none, text(bare ? "N/A" : "dynamic"),
                      text(bare                      ? "N/A"
                           : op.core == Core::AiCore ? "YES"
                                                     : "NO"),
                      none, none);
    }
}

void RankDb::event(const Record &record, qint64 startNs, qint64 endNs)
{
    (void)task(record.kind == RecordKind::EventWait ? "EVENT_WAIT" : "EVENT_RECORD", record, startNs, endNs, noTask);
}

void RankDb::copy(const Record &part, qint64 startNs, qint64 endNs)
{
    const qint64 id = task("MEMCPY_ASYNC", part, startNs, endNs, noTask);
    if (!m_old)
        m_copies.row(id, part.bytes,
                     dbEnumId(m_old, "ENUM_MEMCPY_OPERATION", part.toHost ? "device to host" : "host to device"));
}

void RankDb::pmu(std::string_view name, double value)
{
    m_pmu.row(m_nextTask - 1, text(name), value);
}

void RankDb::communication(const Record &record, const CommDetail &detail, std::string_view name,
                           std::string_view dataType, std::string_view algorithm, qint64 count, qint64 startNs,
                           qint64 endNs)
{
    const Group &group = m_context.topology->groups()[static_cast<size_t>(detail.group)];
    const qint64 type = dbEnumId(m_old, "ENUM_HCCL_DATA_TYPE", dataType);
    const qint64 nameId = text(name);
    const qint64 groupId = text(group.commName);
    const qint64 algorithmId = text(algorithm);
    const qint64 opType = text(std::string(commOpName(detail.kind)) + '_');
    const qint64 id = ++m_nextOp;
    if (m_old) {
        m_commOps.row(nameId, startNs, endNs, record.connection, groupId, id, 0, 0, type, algorithmId, count, opType);
    } else {
        m_commOps.row(nameId, startNs, endNs, record.connection, groupId, id, 0, 0, type, algorithmId, count, opType,
                      m_context.device, group.ranks.size());
    }
    m_commName = nameId;
    m_commGroup = groupId;
}

void RankDb::planeTask(const Record &record, const PlaneTask &task, const char *streamName, int contextId,
                       qint64 notifyId, qint64 startNs, qint64 endNs)
{
    const qint64 id = this->task(streamName, record, startNs, endNs, contextId);
    if (m_context.options->level0)
        return; // which knows of no planes
    const std::string_view kind = task.name;
    const char *const rdma = kind != "RDMASend" ? "INVALID_TYPE"
                             : task.payload     ? "RDMA_SEND_PAYLOAD"
                                                : "RDMA_SEND_NOTIFY";
    const qint64 type = text(task.name);
    const qint64 notify = notifyId < 0 ? noNotify : notifyId;
    const qint64 rdmaType = dbEnumId(m_old, "ENUM_HCCL_RDMA_TYPE", rdma);
    const qint64 destination = task.destination < 0 ? noTask : task.destination;
    const qint64 transport = dbEnumId(m_old, "ENUM_HCCL_TRANSPORT_TYPE", task.transport);
    const qint64 data = dbEnumId(m_old, "ENUM_HCCL_DATA_TYPE", task.dataType);
    const qint64 link = dbEnumId(m_old, "ENUM_HCCL_LINK_TYPE", task.linkType);
    if (m_old) {
        m_commTasks.row(m_commName, id, type, task.plane, m_commGroup, notify, rdmaType, task.source, destination,
                        transport, task.bytes, data, link, m_nextOp);
    } else {
        const double bandwidth =
            task.bytes > 0 ? static_cast<double>(task.bytes) / static_cast<double>(endNs - startNs) * 1e9 : 0;
        m_commTasks.row(m_commName, id, type, task.plane, m_commGroup, notify, rdmaType, task.source, destination,
                        transport, task.bytes, data, link, m_nextOp, task.plane == 0 ? 1 : 0, bandwidth);
    }
}

void RankDb::mstx(std::string_view message, qint64 tid, quint32 connection, int id, Span host, Span device)
{
    const qint64 name = text(message);
    m_mstx.row(host.from, host.to, dbEnumId(m_old, "ENUM_MSTX_EVENT_TYPE", "start/end"), id, noTask, name, thread(tid),
               thread(tid), text("default"), connection);
    m_tasks.row(device.from, device.to, m_context.device, connection, m_nextTask++, m_context.hostPid,
                text("PLACE_HOLDER_SQE"), noTask, markStreamId, id, noTask);
}

void RankDb::overlap(const OverlapSweep::Step &step)
{
    if (m_old)
        return; // which leaves the analysis to the reader
    const auto pieces = [this](const Spans &set, int type) {
        for (const Span &s : set)
            m_overlap.row(m_nextOverlap++, m_context.device, s.from, s.to, type);
    };
    if (step.freeBefore)
        pieces({*step.freeBefore}, 3);
    pieces(step.compute, 0);
    pieces(step.communication, 1);
    pieces(step.notOverlapped, 2);
    pieces(step.free, 3);
}

void RankDb::frameworkCall(std::string_view name, const Call &call)
{
    std::optional<qint64> connection;
    const auto connect = [&](qint64 id) {
        if (!connection)
            connection = m_nextConnection++;
        m_connections.row(*connection, id);
    };
    if (call.connection)
        connect(*call.connection);
    if (call.correlation)
        connect(firstCorrelation + *call.correlation);
    if (call.gradientPair)
        connect(firstGradientPair + call.sequence.value_or(0));
    const auto cell = [this](std::string_view parts) -> std::optional<qint64> {
        if (parts.empty())
            return std::nullopt;
        return text(framework(parts), Torch);
    };
    const auto types = cell(call.types);
    const auto shapes = cell(call.shapes);
    // Files of schema 1.0.0 carry shapes under the name of types, and types under that of shapes.
    m_frameworkApis.row(std::to_string(call.span.from), std::to_string(call.span.to), thread(call.tid), connection,
                        text(name, Torch), call.sequence, call.forwardThread, m_old ? shapes : types,
                        m_old ? types : shapes, call.callStack, static_cast<qint64>(call.type));
}

void RankDb::callStack(qint64 id, std::string_view frames)
{
    for (int depth = 0;; ++depth) {
        const size_t end = frames.find(';');
        m_callChains.row(id, text(frames.substr(0, end), Torch), depth);
        if (end == std::string_view::npos)
            return;
        frames.remove_prefix(end + 1);
    }
}

void RankDb::step(int id, qint64 startNs, qint64 endNs)
{
    if (m_context.pytorch())
        m_steps.row(id, startNs, endNs);
}

void RankDb::garbageCollection(qint64 startNs, qint64 endNs)
{
    m_gc.row(startNs, endNs, thread(m_context.hostPid));
}

void RankDb::frequency(qint64 ns, qint64 mhz)
{
    m_frequency.row(m_context.device, ns, mhz);
}

void RankDb::hbm(qint64 ns, int id, bool read, double mibPerSecond)
{
    m_hbm.row(m_context.device, ns, mibPerSecond * mebibyte, id, text(read ? "read" : "write"));
}

void RankDb::cache(qint64 ns, int id, double hitPercent, double mibPerSecond)
{
    m_llc.row(m_context.device, id, ns, hitPercent, std::llround(mibPerSecond * mebibyte), text("read"));
}

void RankDb::deviceMemory(qint64 ns, bool app, double ddrKb, double hbmKb)
{
    m_npuMemory.row(text(app ? "app" : "device"), ddrKb * 1024, hbmKb * 1024, ns, m_context.device);
}

void RankDb::qos(qint64 ns, std::string_view name, qint64 mbPerSecond)
{
    m_qos.row(m_context.device, text(name), mbPerSecond, ns);
}

void RankDb::accelerator(qint64 ns, int id, qint64 readBandwidth, qint64 writeBandwidth, qint64 readOst,
                         qint64 writeOst)
{
    m_acc.row(id, readBandwidth, writeBandwidth, readOst, writeOst, ns, m_context.device);
}

void RankDb::chipLevels(qint64 ns, qint64 l2Buffer, qint64 mata)
{
    m_soc.row(l2Buffer, mata, ns, m_context.device);
}

void RankDb::memoryRecord(std::string_view component, qint64 ns, double allocatedMb, double reservedMb, bool active)
{
    if (!m_context.pytorch())
        return;
    m_memoryRecords.row(text(component, TorchMemory), ns, bytesOf(allocatedMb), bytesOf(reservedMb),
                        active ? bytesOf(allocatedMb) : 0, active ? std::optional(streamPointer) : std::nullopt,
                        m_context.device);
}

void RankDb::memoryBlock(const Block &b)
{
    if (!m_context.pytorch())
        return;
    const auto bytes = [](bool there, double mb) { return there ? std::optional(bytesOf(mb)) : std::nullopt; };
    const auto since = [&b](std::optional<qint64> end) { return end ? std::optional(*end - b.atNs) : std::nullopt; };
    const bool released = b.releaseNs.has_value();
    m_memoryBlocks.row(text(b.name, b.active ? TorchMemory : Cann), bytesOf(b.mb), b.atNs, b.releaseNs,
                       b.activeReleaseNs, since(b.releaseNs), since(b.activeReleaseNs), bytesOf(b.allocatedMb),
                       bytesOf(b.reservedMb), bytes(b.active, b.allocatedMb), bytes(released, b.releaseAllocatedMb),
                       bytes(released, b.releaseReservedMb), bytes(released && b.active, b.releaseAllocatedMb),
                       b.active ? std::optional(streamPointer) : std::nullopt, m_context.device);
}

void RankDb::engineMemory(std::string_view name, qint64 ns, bool release, double mb, double allocatedMb,
                          double reservedMb)
{
    constexpr qint64 address = 20617629794304LL;
    m_opMemory.row(text(name), address, text(release ? "release" : "allocate"), bytesOf(mb), ns,
                   thread(m_context.hostPid), bytesOf(allocatedMb), bytesOf(reservedMb), text("GE"), m_context.device);
}

void RankDb::moduleMemory(std::string_view module, qint64 ns, double reservedKb)
{
    m_moduleMemory.row(dbEnumId(m_old, "ENUM_MODULE", module), ns, std::llround(reservedKb * 1024), m_context.device);
}

void RankDb::metaData(std::string_view name, std::string_view json)
{
    m_metaData.row(name, json);
}

bool RankDb::close(qint64 startNs, qint64 endNs, QString &error)
{
    m_session.row(startNs, endNs);
    m_npu.row(m_context.device, "Ascend910B");
    m_host.row(std::to_string(3538958389648580163LL + m_context.topology->nodeOf(m_context.rank)), m_context.host);
    m_rankMap.row(m_context.rank, m_context.device);
    const char *const version = m_old ? "1.0.0" : "1.2.0";
    metaData("SCHEMA_VERSION_MAJOR", "1");
    metaData("SCHEMA_VERSION_MINOR", m_old ? "0" : "2");
    metaData("SCHEMA_VERSION_MICRO", "0");
    metaData("SCHEMA_VERSION", version);
    for (const DbEnum &e : dbEnums(m_old)) {
        Table table(m_out, e.table, "id INTEGER PRIMARY KEY,name TEXT");
        for (const auto &[id, name] : e.values)
            table.row(id, name);
    }
    if (m_tasks.hasRows())
        m_out.run("CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId)");
    if (m_commTasks.hasRows())
        m_out.run("CREATE INDEX CommunicationTaskIndex ON COMMUNICATION_TASK_INFO (globalTaskId)");
    const bool ok = m_out.close();
    if (!ok)
        error = m_out.error();
    return ok;
}

} // namespace rs::gen
