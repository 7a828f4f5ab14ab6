// SPDX-License-Identifier: Apache-2.0
#include "tracetext.h"

#include "prng.h"
#include "rankdb.h"
#include "tables.h"

namespace rs::gen {

namespace {

bool isEvent(const Record &record)
{
    return record.kind == RecordKind::EventWait || record.kind == RecordKind::EventRecord;
}

constexpr const char *none32 = "4294967295";

// Python frames of a training script, as with_stack records them.
const char *const frames[] = {
    "/home/ma-user/work/train/pretrain_gpt.py(412): train_one_step",
    "/home/ma-user/work/train/gpt/pipeline.py(188): forward_backward_pipelining",
    "/home/ma-user/anaconda3/envs/train/lib/python3.9/site-packages/PKG/nn/cell.py(1213): __call__",
    "/home/ma-user/anaconda3/envs/train/lib/python3.9/site-packages/PKG/nn/cell.py(680): _run_construct",
    "/home/ma-user/work/train/gpt/transformer.py(655): construct",
    "/home/ma-user/work/train/gpt/attention.py(301): construct",
    "/home/ma-user/anaconda3/envs/train/lib/python3.9/site-packages/PKG/common/api.py(941): staging_specialize",
    ("/home/ma-user/anaconda3/envs/train/lib/python3.9/site-packages/PKG/ops/auto_generate/gen_ops_prim.py(7342): "
     "__call__"),
    "<built-in method builtins.isinstance>",
    "/home/ma-user/work/train/gpt/mlp.py(77): construct",
    "/home/ma-user/anaconda3/envs/train/lib/python3.9/contextlib.py(126): __exit__",
    "<built-in method _tensor.view>",
};
constexpr size_t frameCount = sizeof(frames) / sizeof(frames[0]);

/// aclnnMatmul of aclnnMatmul_MatMulV3Common_MatMulV3.
std::string_view aclName(const char *kernel)
{
    const std::string_view text(kernel);
    return text.substr(0, text.find('_'));
}

const char *traceTaskType(Core core, bool oldCann)
{
    // Old CANN calls vector kernels AI_CORE here; only kernel_details knows better.
    return oldCann && core == Core::Vector ? "AI_CORE" : coreName(core);
}

/// Name of a task of a plane on its stream.
const char *streamTaskName(const PlaneTask &t)
{
    const std::string_view name(t.name);
    return name == "Notify_Wait" ? "Notify Wait" : name == "Memcpy" || name == "Reduce_Inline" ? "SDMA" : "Write Value";
}

} // namespace

TraceText::TraceText(const RankContext &context, const OpNames &names, ApiStatistic &apis)
    : m_context(context), m_names(names), m_apis(apis)
{
    const bool gzip = context.options->gzip;
    if (context.writesText())
        m_out.open(context.outputFile(gzip ? QStringLiteral("trace_view.json.gz") : QStringLiteral("trace_view.json")),
                   gzip);
    m_mainTid = context.hostPid;
    m_inferTid = context.pytorch() ? m_mainTid : context.hostPid + 611;
    m_backwardTid = context.pytorch() ? context.hostPid + 8292 : m_inferTid;
    m_launchTid = context.hostPid + 3539;
    m_dataTid = context.hostPid + 702;
    const bool old = context.options->oldCann;
    const std::string npu = old ? "NPU" : "NPU " + std::to_string(context.device);
    frameworkMetadata();
    cannMetadata(npu);
    counterMetadata(npu);
    for (const char *const frame : frames)
        m_frames.push_back(frameName(frame));
    // The innermost frame first, as PyTorch spells it.
    for (const size_t first : {size_t{7}, size_t{9}, size_t{5}, size_t{2}}) {
        m_callStacks.push_back(m_frames[first]);
        for (const size_t next : {size_t{4}, size_t{1}, size_t{0}})
            m_callStacks.back() += ';' + m_frames[next];
        m_stackArgs.push_back(m_callStacks.back());
        std::string &arg = m_stackArgs.back();
        for (size_t at = arg.find(';'); at != std::string::npos; at = arg.find(';', at + 1))
            arg.insert(at + 1, "\\r\\n");
        if (context.db && context.pytorch())
            context.db->callStack(static_cast<qint64>(m_callStacks.size()) - 1, m_callStacks.back());
    }
    m_out << "[{\"name\": \"process_sort_index\", " << laneText(context.pytorch() ? context.hostPid : 1, 0)
          << ", \"args\": {\"sort_index\": " << (context.pytorch() ? 0 : 1) << "}, \"ph\": \"M\"}";
}

void TraceText::cannSlice(std::string_view name, const Lane &lane, qint64 startNs, qint64 endNs)
{
    m_out << ", {\"name\": \"" << name << "\", " << lane << ", \"ts\": \"";
    m_out.stampUs(startNs) << "\", \"dur\": ";
    m_out.floatUs(endNs - startNs);
}

void TraceText::deviceSlice(std::string_view name, const Lane &lane, qint64 startNs, qint64 endNs, quint32 salt)
{
    m_out << ", {\"name\": \"" << name << "\", " << lane << ", \"ts\": \"";
    m_out.stampUs(startNs) << "\", \"dur\": ";
    m_out.deviceUs(endNs - startNs, salt);
}

void TraceText::frameworkSlice(std::string_view name, const Lane &lane, qint64 startNs, qint64 endNs)
{
    m_out << ", {\"ph\": \"X\", \"name\": \"" << name << "\", " << lane << ", \"ts\": \"";
    m_out.stampUs(startNs) << "\", \"dur\": ";
    m_out.floatUs(endNs - startNs);
}

void TraceText::api(const char *level, std::string_view prefix, std::string_view name, std::string_view mode,
                    std::string_view item, const Lane &lane, qint64 tid, qint64 startNs, qint64 endNs,
                    quint32 connection)
{
    if (m_context.options->level0)
        return;
    m_out << ", {\"name\": \"" << prefix << '@' << name << "\", " << lane << ", \"ts\": \"";
    m_out.stampUs(startNs) << "\", \"dur\": ";
    m_out.floatUs(endNs - startNs) << ", \"args\": {\"Thread Id\": " << tid << ", \"Mode\": \"" << mode
                                   << "\", \"level\": \"" << level << "\", \"id\": \"";
    if (std::string_view(level) == "acl")
        m_out << name;
    else
        m_out << '0';
    m_out << "\", \"item_id\": \"" << item << "\", \"connection_id\": " << connection << "}, \"ph\": \"X\"}";
    m_apis.add(level, name, endNs - startNs);
    if (m_context.db)
        m_context.db->api(level, name, tid, startNs, endNs, connection);
}

void TraceText::flow(char phase, std::string_view name, std::string_view category, qint64 id, bool idIsText,
                     const Lane &lane, qint64 ns)
{
    m_out << ", {\"ph\": \"" << phase << "\", \"bp\": \"e\", \"name\": \"" << name << "\", \"id\": ";
    if (idIsText) {
        m_out << '"';
        m_out.stampUs(id) << '"';
    } else {
        m_out << id;
    }
    m_out << ", " << lane << ", \"ts\": \"";
    m_out.stampUs(ns) << "\", \"cat\": \"" << category << "\"}";
}

/// CANN's own flow. Old versions pack the task's key of a kernel into the id, beyond 64 bits; new ones use the
/// connection.
void TraceText::hostToDevice(char phase, const Record &record, const Lane &lane, qint64 ns)
{
    char id[48];
    char *end = id;
    const bool old = m_context.options->oldCann;
    if (!old) {
        end = std::to_chars(id, id + sizeof(id), static_cast<quint64>(record.connection) << 32).ptr;
    } else if (record.kind == RecordKind::Kernel) {
        // (stream << 64) | (task << 48) | (batch << 32) | subtask, in decimal
        __extension__ using Wide = unsigned __int128;
        Wide value = (static_cast<Wide>(streamIds[record.stream]) << 64) |
                     (static_cast<Wide>(record.task & 0xffff) << 48) | (static_cast<Wide>(record.task >> 16) << 32) |
                     4294967295U;
        char reversed[48];
        int digits = 0;
        for (; value != 0; value /= 10)
            reversed[digits++] = static_cast<char>('0' + static_cast<int>(value % 10));
        while (digits > 0)
            *end++ = reversed[--digits];
    } else if (record.kind == RecordKind::Comm) {
        end = std::to_chars(id, id + sizeof(id), (static_cast<quint64>(record.connection) << 32) - 1).ptr;
    } else {
        end = std::to_chars(id, id + sizeof(id), record.connection).ptr;
    }
    const std::string_view text(id, static_cast<size_t>(end - id));
    m_out << ", {\"name\": \"HostToDevice" << text << "\", \"ph\": \"" << phase
          << "\", \"cat\": \"HostToDevice\", \"id\": \"" << text << "\", " << lane << ", \"ts\": \"";
    m_out.stampUs(ns) << (phase == 'f' ? "\", \"bp\": \"e\"}" : "\"}");
}

/// Work of the framework for one device task: prepare on one thread, launch on another, and the flows between them. No
/// flow leads to a task that records or awaits an event.
void TraceText::frameworkLaunch(const Record &record, std::string_view fullName, std::string_view launchName,
                                const Lane &target)
{
    const bool launches = !isEvent(record);
    const qint64 inferStart = m_context.hostNs(record.inferStartNs);
    const qint64 inferEnd = m_context.hostNs(record.inferEndNs);
    const qint64 launchStart = m_context.hostNs(record.launchStartNs);
    const qint64 launchEnd = m_context.hostNs(record.launchEndNs);
    const qint64 device = m_context.deviceNs(record.deviceStartNs);
    const quint32 correlation = m_correlation++;
    if (!m_context.pytorch()) {
        m_name.assign("RuntimeFramework::KernelInfer::").append(fullName);
        frameworkSlice(m_name, m_infer, inferStart, inferEnd);
        m_out << ", \"args\": {}}";
        flow('s', "mindspore_to_self", "async_mindspore", correlation, false, m_infer, inferStart);
        m_name.assign("RuntimeFramework::KernelLaunch::").append(fullName);
        frameworkSlice(m_name, m_launch, launchStart, launchEnd);
        m_out << ", \"args\": {}}";
        flow('f', "mindspore_to_self", "async_mindspore", correlation, false, m_launch, launchStart);
        flow('s', "mindspore_to_npu", "async_npu", device, true, m_launch, launchStart);
        flow('f', "mindspore_to_npu", "async_npu", device, true, target, device);
        return;
    }
    const bool backward = record.pass == Pass::Backward;
    const Lane &lane = backward ? m_backward : m_main;
    const OpTemplate *op = record.kind == RecordKind::Kernel ? &m_context.op(record.op) : nullptr;
    // A forward operator and its gradient share a sequence number, unique over the run.
    qint64 sequence = -1;
    if (op && op->pair > 0) {
        const int layers = m_context.shape.layersPerStage * m_context.options->pp;
        sequence = (static_cast<qint64>(record.step) * m_context.shape.microBatches + record.microBatch) * layers +
                   record.layer;
        sequence = sequence * 16 + op->pair;
    }
    frameworkSlice(fullName, lane, inferStart, inferEnd);
    m_out << ", \"cat\": \"cpu_op\", \"args\": {\"Sequence number\": " << sequence
          << ", \"Fwd thread id\": " << (backward && sequence >= 0 ? m_mainTid : 0);
    if (op && *op->inShapes) {
        m_out << ", \"Input Dims\": \"";
        for (const char *c = op->inShapes; *c; ++c) {
            if (*c == ';')
                m_out << ";\\r\\n";
            else
                m_out << *c;
        }
        m_out << "\", \"Input type\": \"";
        for (const char *c = op->inTypes; *c; ++c) {
            if (*c == ';')
                m_out << ";\\r\\n";
            else
                m_out << *c;
        }
        m_out << '"';
    }
    if (hasCallStack(record))
        m_out << ", \"Call stack\": \"" << m_stackArgs[record.op % m_stackArgs.size()] << '"';
    m_out << "}}";
    if (sequence >= 0) {
        const bool gradient = std::string_view(op->aten).find("Backward") != std::string_view::npos;
        flow(gradient ? 'f' : 's', "fwdbwd", "fwdbwd", sequence, false, lane, inferStart);
    }
    const qint64 enqueue = inferEnd - (inferEnd - inferStart) / 3;
    frameworkSlice("Enqueue", lane, enqueue, inferEnd - 40);
    m_out << ", \"cat\": \"enqueue\", \"args\": {\"correlation_id\": " << correlation << "}}";
    flow('s', "enqueue_to_dequeue", "async_task_queue", correlation, false, lane, enqueue);
    m_name.assign("Dequeue@").append(launchName);
    frameworkSlice(m_name, m_launch, launchStart, launchEnd);
    m_out << ", \"cat\": \"dequeue\", \"args\": {\"correlation_id\": " << correlation << "}}";
    flow('f', "enqueue_to_dequeue", "async_task_queue", correlation, false, m_launch, launchStart);
    if (launches) {
        flow('s', "torch_to_npu", "async_npu", device, false, lane, inferStart);
        flow('f', "torch_to_npu", "async_npu", device, false, target, device);
    }
    if (!m_context.db)
        return;
    const qint64 tid = backward ? m_backwardTid : m_mainTid;
    RankDb::Call call;
    call.type = RankDb::Framework::Operator;
    call.tid = tid;
    call.span = {inferStart, inferEnd};
    call.sequence = sequence;
    call.forwardThread = backward && sequence >= 0 ? m_mainTid : 0;
    if (op && *op->inShapes) {
        call.shapes = op->inShapes;
        call.types = op->inTypes;
    }
    if (hasCallStack(record))
        call.callStack = static_cast<qint64>(record.op % m_callStacks.size());
    if (launches)
        call.connection = record.connection;
    call.gradientPair = sequence >= 0;
    m_context.db->frameworkCall(fullName, call);
    RankDb::Call queue;
    queue.type = RankDb::Framework::Queue;
    queue.tid = tid;
    queue.span = {enqueue, inferEnd - 40};
    queue.correlation = correlation;
    m_context.db->frameworkCall("Enqueue", queue);
    queue.tid = m_launchTid;
    queue.span = {launchStart, launchEnd};
    m_context.db->frameworkCall(m_name, queue);
}

void TraceText::taskArgs(const Record &record, const char *taskType, int subtask)
{
    m_out << ", \"args\": {\"Model Id\": " << none32 << ", \"Task Type\": \"" << taskType << "\", \""
          << (m_context.options->oldCann ? "Stream Id" : "Physic Stream Id") << "\": " << streamIds[record.stream]
          << ", \"Task Id\": " << (record.task & 0xffff) << ", \"Batch Id\": " << (record.task >> 16)
          << ", \"Subtask Id\": ";
    if (subtask < 0)
        m_out << none32;
    else
        m_out << subtask;
    m_out << ", \"connection_id\": " << record.connection;
}

void TraceText::task(const Record &record)
{
    m_full.clear();
    m_names.append(m_full, record);
    const Lane &stream = m_stream[record.stream];
    const qint64 device = m_context.deviceNs(record.deviceStartNs);
    const qint64 deviceEnd = m_context.deviceNs(record.deviceEndNs);
    const qint64 launch = m_context.hostNs(record.launchStartNs);
    const qint64 length = record.launchEndNs - record.launchStartNs;
    if (m_firstDeviceNs < 0)
        m_firstDeviceNs = device;
    if (record.kind == RecordKind::Kernel) {
        const OpTemplate &op = opTable()[record.op];
        const std::string_view acl = aclName(op.kernel);
        frameworkLaunch(record, m_full, acl, stream);
        api("acl", "AscendCL", acl, "ACL_NN", "0", m_cannLaunch, m_launchTid, launch + length / 12,
            launch + length - length / 12, record.connection - 1);
        const qint64 node = launch + length / 4;
        const qint64 nodeEnd = launch + length - length / 8;
        api("node", "Node", "launch", "launch", op.kernel, m_cannLaunch, m_launchTid, node, nodeEnd, record.connection);
        hostToDevice('s', record, m_cannLaunch, m_context.options->oldCann ? node + 300 : node);
        api("runtime", "Runtime", "KernelLaunchWithHandle", "KernelLaunchWithHandle", "0", m_cannLaunch, m_launchTid,
            node + 260, nodeEnd - length / 8, record.connection + 1);
        deviceSlice(op.kernel, stream, device, deviceEnd, record.connection * 7);
        taskArgs(record, traceTaskType(op.core, m_context.options->oldCann));
        if (!m_context.pytorch())
            m_out << ", \"mindspore_op\": \"" << m_full << '"';
        if (m_context.db)
            m_context.db->kernel(record, device, deviceEnd);
    } else {
        const bool copy = record.kind == RecordKind::Memcpy;
        const bool wait = record.kind == RecordKind::EventWait;
        const char *const acl = copy ? "aclrtMemcpyAsync" : wait ? "aclrtStreamWaitEvent" : "aclrtRecordEvent";
        const char *const runtime = copy ? "MemcpyAsync" : wait ? "StreamWaitEvent" : "EventRecord";
        if (copy)
            frameworkLaunch(record, m_full, "acl_memcpy", stream);
        else if (m_context.pytorch())
            frameworkLaunch(record, m_full, wait ? "wait_event" : "record_event", stream);
        api("acl", "AscendCL", acl, "ACL_RTS", "0", m_cannLaunch, m_launchTid, launch + length / 12,
            launch + length - length / 12, record.connection);
        if (copy)
            hostToDevice('s', record, m_cannLaunch, launch + length / 12);
        api("runtime", "Runtime", runtime, runtime, "0", m_cannLaunch, m_launchTid, launch + length / 4,
            launch + length - length / 6, record.connection + 1);
        if (copy) {
            copyTasks(record);
            return;
        }
        deviceSlice(wait ? "EVENT_WAIT" : "EVENT_RECORD", stream, device, deviceEnd, record.connection * 7);
        taskArgs(record, wait ? "EVENT_WAIT_SQE" : "EVENT_RECORD_SQE");
        if (m_context.db)
            m_context.db->event(record, device, deviceEnd);
    }
    m_out << "}, \"ph\": \"X\"}";
    if (!isEvent(record))
        hostToDevice('f', record, stream, device);
}

/// A copy to the device is two tasks of one call, whose flow then has one start and two ends.
void TraceText::copyTasks(const Record &record)
{
    const bool old = m_context.options->oldCann;
    const Lane &stream = m_stream[record.stream];
    const int parts = copyTaskCount(record);
    const qint64 whole = record.deviceEndNs - record.deviceStartNs;
    const char *const direction = record.toHost ? "device to host" : "host to device";
    Record part = record;
    part.bytes = record.bytes / parts;
    for (int i = 0; i < parts; ++i) {
        part.deviceStartNs = record.deviceStartNs + whole * i / parts + (i == 0 ? 0 : 40);
        part.deviceEndNs = record.deviceStartNs + whole * (i + 1) / parts;
        const qint64 device = m_context.deviceNs(part.deviceStartNs);
        deviceSlice("MEMCPY_ASYNC", stream, device, m_context.deviceNs(part.deviceEndNs), record.connection * 7);
        taskArgs(part, "PCIE_DMA_SQE");
        if (old) {
            m_out << ", \"data size(Byte)\": " << part.bytes << ", \"memcpy direction\": \"" << direction << '"';
        } else {
            m_out << ", \"size(B)\": " << part.bytes << ", \"bandwidth(GB/s)\": ";
            m_out.number(static_cast<double>(part.bytes) / static_cast<double>(part.deviceEndNs - part.deviceStartNs))
                << ", \"operation\": \"" << direction << '"';
        }
        m_out << "}, \"ph\": \"X\"}";
        hostToDevice('f', record, stream, device);
        if (m_context.db)
            m_context.db->copy(part, device, m_context.deviceNs(part.deviceEndNs));
        ++part.task;
    }
}

void TraceText::comm(const Record &record, const CommDetail &detail, const std::vector<PlaneTask> &tasks)
{
    const bool old = m_context.options->oldCann;
    const auto index = static_cast<size_t>(detail.group);
    const Group &group = m_context.topology->groups()[index];
    const GroupLanes &lanes = m_groups[index];
    const qint64 device = m_context.deviceNs(record.deviceStartNs);
    const qint64 launch = m_context.hostNs(record.launchStartNs);
    const qint64 length = record.launchEndNs - record.launchStartNs;
    const std::string kind = std::string(commOpName(detail.kind)) + "_";
    std::string name;
    appendCommName(name, detail, group);
    m_full.clear();
    m_names.appendComm(m_full, record, detail);
    frameworkLaunch(record, m_full, kind, lanes.group);
    api("acl", "AscendCL", kind, "HOST_HCCL", kind, m_cannLaunch, m_launchTid, launch + length / 12,
        launch + length - length / 12, record.connection - 1);
    const qint64 node = launch + length / 6;
    api("node", "Node", "launch", "launch", kind, m_cannLaunch, m_launchTid, node, launch + length - length / 8,
        record.connection);
    hostToDevice('s', record, m_cannLaunch, node);
    api(old ? "hccl" : "communication", old ? "Hccl" : "Communication", "Launch_Ffts", "master", "Launch_Ffts",
        m_cannLaunch, m_launchTid, launch + length / 2, launch + length - length / 6, record.connection + 1);

    deviceSlice(name, lanes.group, device, m_context.deviceNs(record.deviceEndNs), record.connection * 5);
    const bool half = detail.kind != CommKind::AllReduce || detail.bytes < (24 << 20);
    const char *const dataType = half ? "BFP16" : "FP32";
    const char *const algorithm = group.ranks.size() > 8 ? "RING" : "MESH-RING";
    const qint64 count = detail.bytes / (half ? 2 : 4);
    m_out << ", \"args\": {\"connection_id\": " << record.connection << ", \"model id\": " << none32
          << ", \"data_type\": \"" << dataType << "\", \"alg_type\": \"" << algorithm << "\", \"count\": " << count;
    if (m_context.db)
        m_context.db->communication(record, detail, name, dataType, algorithm, count, device,
                                    m_context.deviceNs(record.deviceEndNs));
    if (!old)
        m_out << ", \"rank_size\": " << static_cast<int>(group.ranks.size())
              << ", \"relay\": \"no\", \"retry\": \"no\"";
    m_out << "}, \"ph\": \"X\"}";
    hostToDevice('f', record, lanes.group, device);

    int contextId = 0;
    for (const PlaneTask &t : tasks) {
        const qint64 from = m_context.deviceNs(t.startNs);
        const qint64 to = m_context.deviceNs(t.endNs);
        const double ns = static_cast<double>(to - from);
        // The same task on its stream, where the tasks of all planes lie upon each other.
        const char *const task = streamTaskName(t);
        deviceSlice(task, m_stream[record.stream], from, to, record.connection + 3U * static_cast<quint32>(contextId));
        taskArgs(record, task, contextId);
        m_out << "}, \"ph\": \"X\"}";
        const qint64 notify = t.bytes > 0 ? -1 : (static_cast<qint64>(t.plane + 1) << 32) + 84 + contextId;
        if (m_context.db)
            m_context.db->planeTask(record, t, task, contextId, notify, from, to);
        if (m_context.options->level0) {
            ++contextId;
            continue;
        }
        deviceSlice(t.name, lanes.planes[static_cast<size_t>(t.plane)], from, to,
                    record.connection + 3U * static_cast<quint32>(contextId));
        m_out << ", \"args\": {\"notify_id\": \""
              << (t.bytes > 0 ? std::string_view("18446744073709551615") : std::string_view());
        if (t.bytes == 0)
            m_out << notify;
        m_out << "\", \"duration estimated(us)\": ";
        m_out.number(t.bytes > 0 ? ns * 0.00092 : 1.0)
            << ", \"stream id\": " << streamIds[record.stream] << ", \"task id\": " << (record.task & 0xffff)
            << ", \"context id\": " << contextId << ", \"task type\": \"" << t.name << "\", \"src rank\": " << t.source
            << ", \"dst rank\": ";
        if (t.destination < 0)
            m_out << none32;
        else
            m_out << t.destination;
        m_out << ", \"transport type\": \"" << t.transport << "\", \"size(Byte)\": " << t.bytes << ", \"data type\": \""
              << t.dataType << "\", \"link type\": \"" << t.linkType << "\", \"bandwidth(GB/s)\": ";
        m_out.number(t.bytes > 0 ? static_cast<double>(t.bytes) / ns : 0.0)
            << ", \"model id\": " << none32 << "}, \"ph\": \"X\"}";
        ++contextId;
    }
}

/// The frame with the name of the framework's package in it.
std::string TraceText::frameName(std::string_view frame) const
{
    std::string name(frame);
    const size_t package = name.find("PKG");
    if (package != std::string::npos)
        name.replace(package, 3, m_context.pytorch() ? "torch" : "mindspore");
    return name;
}

void TraceText::pythonFrame(const std::string &frame, const Lane &lane, qint64 startNs, qint64 endNs, qint64 parent)
{
    frameworkSlice(frame, lane, startNs, endNs);
    m_out << ", \"cat\": \"python_function\", \"args\": {\"Python id\": " << ++m_pythonId
          << ", \"Python parent id\": " << parent << "}}";
    frameworkCall(frame, &lane == &m_backward ? m_backwardTid : m_mainTid, {startNs, endNs});
}

/// The same slice in the database of PyTorch, which shows its framework there; `sequence` is one of an operator.
void TraceText::frameworkCall(std::string_view name, qint64 tid, Span span, std::optional<qint64> sequence)
{
    if (!m_context.db || !m_context.pytorch())
        return;
    RankDb::Call call;
    call.tid = tid;
    call.span = span;
    if (sequence) {
        call.type = RankDb::Framework::Operator;
        call.sequence = sequence;
        call.forwardThread = 0;
    }
    m_context.db->frameworkCall(name, call);
}

void TraceText::pythonFrames(const Record &record)
{
    m_frameDebt += m_context.framesPerBlock;
    auto count = static_cast<qint64>(m_frameDebt);
    m_frameDebt -= static_cast<double>(count);
    const Lane &lane = m_context.pytorch() && record.pass == Pass::Backward ? m_backward : m_main;
    const qint64 from = m_context.hostNs(record.inferStartNs);
    const qint64 window = record.launchStartNs - record.inferStartNs;
    constexpr qint64 depth = 8;
    const qint64 chains = (count + depth - 1) / depth;
    quint64 pick = mix64(static_cast<quint64>(m_pythonId) ^ m_context.options->seed);
    for (qint64 chain = 0; chain < chains; ++chain) {
        const qint64 start = from + window * chain / chains;
        const qint64 end = from + window * (chain + 1) / chains - 1;
        const qint64 shrink = std::max<qint64>(0, (end - start) / 20);
        for (qint64 level = 0; level < depth && count > 0; ++level, --count) {
            pythonFrame(m_frames[(pick + static_cast<quint64>(level)) % frameCount], lane, start + level * shrink,
                        std::max(start + level * shrink, end - level * shrink), level == 0 ? 13 : m_pythonId);
        }
        pick = mix64(pick);
    }
}

void TraceText::block(const Record &record)
{
    pythonFrames(record);
    const bool layer = record.pass == Pass::Forward || record.pass == Pass::Backward;
    if (m_context.pytorch()) {
        if (layer) {
            m_name = "nn.Module: TransformerLayer_" + std::to_string(record.layer);
            frameworkSlice(m_name, record.pass == Pass::Backward ? m_backward : m_main,
                           m_context.hostNs(record.inferStartNs), m_context.hostNs(record.inferEndNs));
            m_out << ", \"cat\": \"python_function\", \"args\": {\"Python id\": " << ++m_pythonId
                  << ", \"Python parent id\": 13, \"Python module id\": " << record.layer << "}}";
            frameworkCall(m_name, record.pass == Pass::Backward ? m_backwardTid : m_mainTid,
                          {m_context.hostNs(record.inferStartNs), m_context.hostNs(record.inferEndNs)});
        }
    } else {
        m_name = "RuntimeFramework::GraphLaunch::kernel_graph_" + std::to_string(static_cast<int>(record.pass));
        frameworkSlice(m_name, m_main, m_context.hostNs(record.inferStartNs), m_context.hostNs(record.inferEndNs));
        m_out << ", \"args\": {\"custom_info\": \"micro_batch " << record.microBatch << "\"}}";
        for (int depth = 0; layer && depth < 4 && record.deviceEndNs > record.deviceStartNs; ++depth) {
            cannSlice(m_names.scope(record.pass, record.layer, depth), m_scope[static_cast<size_t>(depth)],
                      m_context.deviceNs(record.deviceStartNs), m_context.deviceNs(record.deviceEndNs));
            m_out << ", \"ph\": \"X\"}";
        }
    }
    counters(m_context.deviceNs(record.deviceEndNs));
    // As in real files the metadata of lanes lies between their events, behind the first of them.
    writeMetadata(m_metadata[FrameworkMeta].empty() ? CannMeta : FrameworkMeta);
}

void TraceText::stepBegin(const Record &record)
{
    const qint64 from = m_context.hostNs(record.inferStartNs);
    const qint64 to = m_context.hostNs(record.inferEndNs);
    m_firstDeviceNs = -1;
    if (m_context.pytorch()) {
        constexpr std::string_view loader = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";
        frameworkSlice(loader, m_main, from + 2000, to - 1000);
        frameworkCall(loader, m_mainTid, {from + 2000, to - 1000}, -1);
        m_out << ", \"cat\": \"cpu_op\", \"args\": {\"Sequence number\": -1, \"Fwd thread id\": 0}}";
        garbageCollection(from + 20000, from + 20000 + (to - from) / 9);
    } else {
        const qint64 part = (to - from) / 4;
        const auto dataset = [&](const char *name, const char *info, qint64 a, qint64 b) {
            frameworkSlice(name, m_data, a, b);
            m_out << ", \"args\": {\"custom_info\": \"" << info << "\"}}";
        };
        dataset("Dataset::MindRecordOp::WorkerEntry", "{'num_rows': '1024'}", from + 1000, from + part);
        dataset("Dataset::BatchOp::WorkerEntry", "", from + part + 500, from + 2 * part);
        dataset("Dataset::DataQueueOp::PushToAscend", "{'queue': 'gpt', 'rows': '1'}", from + 2 * part + 700,
                to - 3000);
        cannSlice("Default/data-GetNext/TensorToScalar-op1", m_cpuOp, to - 2500, to - 400);
        m_out << ", \"ph\": \"X\"}";
    }
    double mhz = 1800;
    for (const Fault &f : m_context.options->faults) {
        if (f.kind == Fault::FreqDrop && f.rank == m_context.rank && f.step == record.step)
            mhz /= f.value;
    }
    if (mhz != m_mhz) {
        const qint64 pid = devicePid(14);
        m_mhz = mhz;
        m_out << ", {\"name\": \"AI Core Freq\", \"ts\": \"";
        m_out.stampUs(from + m_context.deviceOffsetNs)
            << "\", \"pid\": " << pid << ", \"tid\": 0, \"args\": {\"MHz\": " << static_cast<qint64>(mhz + 0.5)
            << "}, \"ph\": \"C\"}";
        if (m_context.db)
            m_context.db->frequency(from + m_context.deviceOffsetNs, static_cast<qint64>(mhz + 0.5));
    }
}

void TraceText::garbageCollection(qint64 startNs, qint64 endNs)
{
    cannSlice("GC", m_gc, startNs, endNs);
    m_out << ", \"ph\": \"X\"}";
    if (m_context.db)
        m_context.db->garbageCollection(startNs, endNs);
}

void TraceText::pause(const Record &record)
{
    // Only PyTorch has a lane for it; in MindSpore's trace the thread just stands still.
    if (!m_context.pytorch())
        return;
    garbageCollection(m_context.hostNs(record.inferStartNs), m_context.hostNs(record.inferEndNs));
}

void TraceText::compile(const Record &record)
{
    constexpr qint64 operators = 24;
    const qint64 from = m_context.hostNs(record.inferStartNs);
    const qint64 each = (m_context.hostNs(record.inferEndNs) - from) / operators;
    for (qint64 i = 0; i < operators; ++i)
        api("acl", "AscendCL", "aclopCompileAndExecute", "ACL_OP", "0", m_cannMain, m_mainTid, from + i * each + 200,
            from + (i + 1) * each - 200, 0);
}

void TraceText::synchronize(const Record &record)
{
    const qint64 from = m_context.hostNs(record.inferStartNs);
    const qint64 to = m_context.hostNs(record.inferEndNs);
    if (m_context.pytorch()) {
        frameworkSlice("aten::item", m_main, from, to);
        m_out << ", \"cat\": \"cpu_op\", \"args\": {\"Sequence number\": -1, \"Fwd thread id\": 0}}";
        frameworkCall("aten::item", m_mainTid, {from, to}, -1);
    }
    api("acl", "AscendCL", "aclrtSynchronizeStreamWithTimeout", "ACL_RTS", "0", m_cannMain, m_mainTid, from + 2000,
        to - 2000, record.connection);
}

void TraceText::save(const Record &record)
{
    const qint64 end = m_context.hostNs(record.inferEndNs);
    pythonFrame("/home/ma-user/work/train/gpt/checkpointing.py(231): save_checkpoint", m_main,
                m_context.hostNs(record.inferStartNs), end, 13);
    const qint64 outer = m_pythonId;
    const char *const frame =
        m_context.pytorch()
            ? "/home/ma-user/anaconda3/envs/train/lib/python3.9/site-packages/PKG/serialization.py(849): save"
            : "/home/ma-user/anaconda3/envs/train/lib/python3.9/site-packages/PKG/train/serialization.py(612): "
              "_exec_save";
    pythonFrame(frameName(frame), m_main, m_context.hostNs(record.launchStartNs), end - 4000, outer);
}

void TraceText::stepEnd(const Record &record)
{
    const qint64 from = m_context.hostNs(record.inferStartNs);
    const qint64 to = m_context.hostNs(record.inferEndNs);
    m_name = "ProfilerStep#" + std::to_string(record.step);
    frameworkSlice(m_name, m_main, from, to);
    m_out << (m_context.pytorch() ? ", \"cat\": \"cpu_op\", \"args\": {\"Sequence number\": -1, \"Fwd thread id\": 0}}"
                                  : ", \"args\": {}}");
    frameworkCall(m_name, m_mainTid, {from, to}, -1);
    if (m_context.db)
        m_context.db->step(record.step, from, to);
    api("acl", "AscendCL", "aclrtSynchronizeStreamWithTimeout", "ACL_RTS", "0", m_cannMain, m_mainTid,
        m_context.hostNs(record.launchStartNs), m_context.hostNs(record.launchEndNs), record.connection);

    // The training script marks each step with mstx: framework call -> mstx range -> mark on the device.
    const qint64 mark = from + 9000;
    if (!m_context.pytorch()) {
        frameworkSlice("Mstx::range_start::train_step", m_main, mark - 2000, mark - 200);
        m_out << ", \"args\": {\"custom_info\": \"train_step\"}}";
        flow('s', "mindspore_to_mstx", "MsTx", mark, true, m_main, mark - 2000);
        flow('f', "mindspore_to_mstx", "MsTx", mark, true, m_mstx, mark);
    }
    cannSlice("train_step", m_mstx, mark, to - 2000);
    m_out << ", \"args\": {\"Thread Id\": " << m_mainTid << ", \"event_type\": \"start/end\", \"domain\": \"default\", "
          << "\"connection_id\": " << record.connection << "}, \"ph\": \"X\"}";
    m_name = "MsTx_" + std::to_string(record.connection);
    flow('s', m_name, "MsTx", record.connection, false, m_mstx, mark);
    const qint64 device = m_firstDeviceNs - 900;
    deviceSlice("train_step", m_markStream, device, m_context.deviceNs(record.deviceEndNs), record.connection);
    m_out << ", \"args\": {\"Model Id\": " << none32
          << ", \"Task Type\": \"PLACE_HOLDER_SQE\", \"Physic Stream Id\": " << markStreamId
          << ", \"Task Id\": " << record.step << ", \"Batch Id\": 0, \"Subtask Id\": " << none32
          << ", \"connection_id\": " << record.connection << "}, \"ph\": \"X\"}";
    flow('f', m_name, "MsTx", record.connection, false, m_markStream, device);
    if (m_context.db)
        m_context.db->mstx("train_step", m_mainTid, record.connection, record.step, {mark, to - 2000},
                           {device, m_context.deviceNs(record.deviceEndNs)});
}

void TraceText::overlap(const OverlapSweep::Step &step)
{
    writeMetadata(CannMeta); // of a step with one block
    writeMetadata(CounterMeta);
    const auto pieces = [this](const Spans &set, size_t lane, const char *name) {
        for (const Span &i : set) {
            cannSlice(name, m_overlap[lane], i.from, i.to);
            m_out << ", \"ph\": \"X\"}";
        }
    };
    if (step.freeBefore)
        pieces({*step.freeBefore}, 3, "Free");
    pieces(step.compute, 0, "Computing");
    pieces(step.communication, 1, "Communication");
    pieces(step.notOverlapped, 2, "Communication(Not Overlapped)");
    pieces(step.free, 3, "Free");
    if (m_context.db)
        m_context.db->overlap(step);
}

bool TraceText::close(QString &error)
{
    m_out << ']';
    const bool ok = m_out.close();
    if (!ok)
        error = m_out.error();
    return ok;
}

} // namespace rs::gen
