// SPDX-License-Identifier: Apache-2.0
#include "rankcontext.h"

#include <algorithm>

namespace rs::gen {

namespace {
constexpr const char *network = "Default/network-PipelineTrainOneStepCell/network-GPTForCausalLM/model-GPTModel";
}

OpNames::OpNames(const RankContext &context)
    : m_topology(context.topology), m_pytorch(context.pytorch()),
      m_layers(context.shape.layersPerStage * context.options->pp)
{
    for (int pass = 0; pass <= static_cast<int>(Pass::StepEnd); ++pass) {
        for (int layer = 0; layer < m_layers; ++layer) {
            const std::string in = "/decoder-TransformerBlock/layers-" + std::to_string(layer) + "-TransformerLayer/";
            switch (static_cast<Pass>(pass)) {
            case Pass::Forward:
                m_prefix.push_back(network + in);
                break;
            case Pass::Backward:
                m_prefix.push_back(std::string("Gradients/") + network + in);
                break;
            case Pass::Head:
                m_prefix.push_back(std::string(network) + "/");
                break;
            default:
                m_prefix.push_back("Default/optimizer-AdamWeightDecay/");
                break;
            }
        }
    }
}

void OpNames::append(std::string &out, const Record &record) const
{
    if (record.kind == RecordKind::Memcpy) {
        out += m_pytorch       ? "aten::copy_"
               : record.toHost ? "Default/StreamSend/MemcpyD2H"
                               : "Default/StreamRecv/MemcpyH2D";
        return;
    }
    if (record.kind == RecordKind::EventRecord || record.kind == RecordKind::EventWait) {
        const bool wait = record.kind == RecordKind::EventWait;
        out += m_pytorch ? (wait ? "npu::wait_event" : "npu::record_event")
                         : (wait ? "Default/StreamRecv-op" : "Default/StreamSend-op");
        if (!m_pytorch)
            out += std::to_string(record.layer * 100 + record.place);
        return;
    }
    const OpTemplate &op = opTable()[record.op];
    if (m_pytorch) {
        out += op.aten;
        return;
    }
    out +=
        m_prefix[static_cast<size_t>(record.pass) * static_cast<size_t>(m_layers) + static_cast<size_t>(record.layer)];
    if (*op.path) {
        out += op.path;
        out += '/';
    }
    out += op.op;
    out += "-op";
    char digits[16];
    const int number = (static_cast<int>(record.pass) * m_layers + record.layer) * 64 + record.place;
    out.append(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr);
}

void OpNames::appendComm(std::string &out, const Record &record, const CommDetail &detail) const
{
    const char *const kind = commOpName(detail.kind) + 5;
    if (m_pytorch) {
        out.append("Hccl").append(kind);
        return;
    }
    const Group &group = m_topology->groups()[static_cast<size_t>(detail.group)];
    out.append("Default/").append(group.pgName).append(1, '/').append(kind).append("-op");
    out += std::to_string(record.layer * 100 + record.place);
}

bool hasCallStack(const Record &record)
{
    return record.kind == RecordKind::Kernel && opTable()[record.op].pair > 0 && record.pass != Pass::Backward;
}

std::string OpNames::scope(Pass pass, int layer, int depth) const
{
    const bool gradient = pass == Pass::Backward;
    switch (depth) {
    case 0:
        return gradient ? "Gradients" : "Default";
    case 1:
        return "network-PipelineTrainOneStepCell";
    case 2:
        return "model-GPTModel";
    default:
        return "layers-" + std::to_string(layer) + "-TransformerLayer";
    }
}

void appendCommName(std::string &out, const CommDetail &detail, const Group &group)
{
    out += commOpName(detail.kind);
    out += "__";
    out += group.suffix;
    out += '_';
    char digits[16];
    out.append(digits, std::to_chars(digits, digits + sizeof(digits), detail.sequence).ptr);
    out += "_1";
}

int planeCount(const Group &group)
{
    return group.ranks.size() > 8 ? 1 : static_cast<int>(group.ranks.size()) - 1;
}

void planTasks(const Record &record, const CommDetail &d, const Topology &topology, int rank,
               std::vector<PlaneTask> &out)
{
    out.clear();
    const Group &group = topology.groups()[static_cast<size_t>(d.group)];
    const int self = group.localIndex(rank);
    const qint64 arrival = record.deviceStartNs;
    const qint64 end = record.deviceEndNs;
    for (size_t p = 0; p < d.parts.size(); ++p) {
        const PeerPart &part = d.parts[p];
        const int plane = static_cast<int>(p);
        const bool rdma = topology.link(rank, group.ranks[static_cast<size_t>(part.peer)]) == LinkType::Rdma;
        const auto add = [&](const char *name, const char *transport, qint64 from, qint64 to) -> PlaneTask & {
            PlaneTask t;
            t.name = name;
            t.transport = transport;
            t.plane = plane;
            t.source = self;
            t.destination = part.peer;
            t.startNs = from;
            t.endNs = to;
            out.push_back(t);
            return out.back();
        };
        qint64 cursor = arrival;
        if (p == 0 && d.localNs > 0) {
            PlaneTask &copy = add("Memcpy", "SDMA", cursor, cursor + d.localNs);
            copy.destination = self;
            copy.linkType = "ON_CHIP";
            copy.bytes = d.localBytes;
            cursor = copy.endNs;
        }
        cursor += 200 + 150 * plane;
        const char *const fabric = rdma ? "RDMA" : "SDMA";
        // Tasks of several planes lie upon each other on their stream; no two of them are the same slice.
        const qint64 apart = 40 * static_cast<qint64>(plane);
        add("Notify_Record", fabric, cursor, cursor + 620 + apart / 2);
        const qint64 barrier = d.dataNs - 200;
        // The first plane is the master: it waits for everybody.
        const qint64 ready = p == 0 ? barrier : std::clamp(part.waitEndNs + 1500, cursor + 1120, barrier);
        add("Notify_Wait", "LOCAL", cursor + 1100, ready);
        cursor = d.dataNs + apart;
        for (const bool reduce : {true, false}) {
            const qint64 ns = reduce ? part.reduceNs : part.copyNs;
            if (ns == 0)
                continue;
            PlaneTask &payload = add(rdma     ? "RDMASend"
                                     : reduce ? "Reduce_Inline"
                                              : "Memcpy",
                                     fabric, cursor, cursor + ns);
            payload.linkType = rdma ? "ROCE" : "HCCS";
            payload.dataType = reduce ? "BFP16" : "INVALID_TYPE";
            payload.bytes = part.bytes;
            payload.payload = true;
            cursor = payload.endNs;
            if (rdma) {
                PlaneTask &notify = add("RDMASend", fabric, cursor, cursor + 500 - apart / 2);
                notify.linkType = "ROCE";
                notify.bytes = 4;
                notify.ofTransfer = true;
                add("Notify_Wait", fabric, cursor + 500, cursor + 1200 - apart / 2).ofTransfer = true;
                cursor += 1200;
            }
        }
        add("Notify_Record", fabric, cursor + 100, cursor + 720 + apart / 2);
        add("Notify_Wait", "LOCAL", cursor + 1000, end - 300 - apart / 2);
    }
}

} // namespace rs::gen
