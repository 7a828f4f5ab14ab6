// SPDX-License-Identifier: Apache-2.0
#include "tracetext.h"

#include <utility>

namespace rs::gen {

std::string TraceText::laneText(qint64 pid, qint64 tid)
{
    return "\"pid\": " + std::to_string(pid) + ", \"tid\": " + std::to_string(tid);
}

qint64 TraceText::devicePid(int sortIndex) const
{
    return (m_context.hostPid << 10) | (sortIndex << 5) | m_context.device;
}

qint64 TraceText::hostPid(int sortIndex) const
{
    return (m_context.hostPid << 10) | (sortIndex << 5) | 31;
}

namespace {

/// Metadata of one process: its name, label and place.
std::string processMeta(qint64 pid, const std::string &name, const std::string &label, int sortIndex)
{
    const std::string lane = TraceText::laneText(pid, 0);
    std::string out =
        ", {\"name\": \"process_name\", " + lane + ", \"args\": {\"name\": \"" + name + "\"}, \"ph\": \"M\"}";
    if (!label.empty())
        out +=
            ", {\"name\": \"process_labels\", " + lane + ", \"args\": {\"labels\": \"" + label + "\"}, \"ph\": \"M\"}";
    return out + ", {\"name\": \"process_sort_index\", " + lane +
           ", \"args\": {\"sort_index\": " + std::to_string(sortIndex) + "}, \"ph\": \"M\"}";
}

std::string threadMeta(qint64 pid, qint64 tid, const std::string &name)
{
    const std::string lane = TraceText::laneText(pid, tid);
    return ", {\"name\": \"thread_name\", " + lane + ", \"args\": {\"name\": \"" + name +
           "\"}, \"ph\": \"M\"}, {\"name\": \"thread_sort_index\", " + lane +
           ", \"args\": {\"sort_index\": " + std::to_string(tid) + "}, \"ph\": \"M\"}";
}

std::string threadMeta(qint64 pid, qint64 tid)
{
    return threadMeta(pid, tid, "Thread " + std::to_string(tid));
}

} // namespace

void TraceText::frameworkMetadata()
{
    const bool torch = m_context.pytorch();
    const qint64 framework = torch ? m_context.hostPid : 1;
    m_main = laneText(framework, m_mainTid);
    m_infer = laneText(framework, m_inferTid);
    m_backward = laneText(framework, m_backwardTid);
    m_launch = laneText(framework, m_launchTid);
    m_data = laneText(framework, m_dataTid);
    std::string &meta = m_metadata[FrameworkMeta];
    meta += processMeta(framework, torch ? "Python" : "MindSpore", "CPU", torch ? 0 : 1);
    for (const qint64 tid : {m_mainTid, torch ? m_backwardTid : m_inferTid, m_launchTid, m_dataTid})
        meta += threadMeta(framework, tid);
    if (torch) {
        meta += processMeta(hostPid(2), "Python GC", "CPU", 2) + threadMeta(hostPid(2), 0, "Python GC");
        m_gc = laneText(hostPid(2), 0);
        return;
    }
    meta += processMeta(2, "CPU OP", "CPU", 2) + threadMeta(2, m_inferTid);
    m_cpuOp = laneText(2, m_inferTid);
    meta += processMeta(3, "Scope Layer", "", 12);
    for (int n = 0; n < 4; ++n) {
        meta += threadMeta(3, n);
        m_scope.push_back(laneText(3, n));
    }
}

void TraceText::cannMetadata(const std::string &npu)
{
    std::string &meta = m_metadata[CannMeta];
    meta += processMeta(hostPid(4), "python3", "CPU", 4) + threadMeta(hostPid(4), m_mainTid);
    m_mstx = laneText(hostPid(4), m_mainTid);
    // Level 0 leaves the name and the slices out, and keeps the threads and the starts of flows.
    if (!m_context.options->level0)
        meta += processMeta(hostPid(7), "CANN", "CPU", 7);
    meta += threadMeta(hostPid(7), m_launchTid) + threadMeta(hostPid(7), m_mainTid);
    m_cannLaunch = laneText(hostPid(7), m_launchTid);
    m_cannMain = laneText(hostPid(7), m_mainTid);
    const qint64 hardware = devicePid(13);
    meta += processMeta(hardware, "Ascend Hardware", npu, 13);
    const auto stream = [&](int id) { meta += threadMeta(hardware, id, "Stream " + std::to_string(id)); };
    stream(markStreamId);
    m_markStream = laneText(hardware, markStreamId);
    for (const int id : streamIds)
        m_stream.push_back(laneText(hardware, id));
    stream(streamIds[ComputeStream]);
    for (const GroupRole role : {GroupRole::World, GroupRole::Tp, GroupRole::Dp, GroupRole::Pp, GroupRole::Ep}) {
        if (m_context.topology->groupOf(m_context.rank, role) >= 0)
            stream(streamIds[streamOf(role)]);
    }
    const bool old = m_context.options->oldCann;
    const int communication = old ? 15 : 16;
    const qint64 commPid = devicePid(communication);
    const auto &groups = m_context.topology->groups();
    m_groups.resize(groups.size());
    if (!groups.empty())
        meta += processMeta(commPid, old ? "HCCL" : "Communication", npu, communication);
    qint64 tid = 0;
    int ordinal = 0;
    for (size_t g = 0; g < groups.size(); ++g) {
        if (groups[g].localIndex(m_context.rank) < 0)
            continue;
        meta += threadMeta(commPid, tid,
                           "Group " + (old ? std::to_string(ordinal) : groups[g].commName) + " Communication");
        ++ordinal;
        m_groups[g].group = laneText(commPid, tid++);
        for (int plane = 0; plane < (m_context.options->level0 ? 1 : planeCount(groups[g])); ++plane) {
            meta += threadMeta(commPid, tid, "Plane " + std::to_string(plane));
            m_groups[g].planes.push_back(laneText(commPid, tid++));
        }
    }
}

void TraceText::counterMetadata(const std::string &npu)
{
    std::string &meta = m_metadata[CounterMeta];
    static constexpr std::pair<int, const char *> processes[] = {
        {14, "AI Core Freq"},   {17, "HBM"},     {18, "LLC"}, {19, "NPU MEM"},
        {20, "Stars Soc Info"}, {21, "Acc PMU"}, {22, "QoS"}, {23, "Overlap Analysis"}};
    for (const auto &[index, name] : processes)
        meta += processMeta(devicePid(index), name, npu, index);
    const char *const overlapNames[] = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};
    for (int i = 0; i < 4; ++i) {
        meta += threadMeta(devicePid(23), i, overlapNames[i]);
        m_overlap.push_back(laneText(devicePid(23), i));
    }
}

void TraceText::writeMetadata(MetaPart part)
{
    m_out << m_metadata[part];
    m_metadata[part].clear();
}

} // namespace rs::gen
