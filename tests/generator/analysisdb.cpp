// SPDX-License-Identifier: Apache-2.0
#include "analysisdb.h"

namespace rs::gen {

namespace {

std::string_view opClass(const AnalysisDb::Operator &op)
{
    return op.p2p ? "p2p" : "collective";
}

std::string stepText(const AnalysisDb::Operator &op)
{
    return "step" + std::to_string(op.step);
}

std::string columns(const char *common, bool pytorch, const char *more = "")
{
    return std::string(common) + (pytorch ? ", step TEXT, type TEXT" : "") + (pytorch ? more : "");
}

} // namespace

AnalysisDb::AnalysisDb(const RankContext &context)
    : m_pytorch(context.pytorch()), m_old(context.options->oldCann), m_device(context.device),
      m_out(context.outputFile(context.pytorch() ? QStringLiteral("analysis.db")
                                                 : QStringLiteral("communication_analyzer.db"))),
      m_steps(m_out, "StepTraceTime",
              std::string(m_old ? "" : "deviceId INTEGER, ") +
                  "step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC, overlapped NUMERIC, "
                  "communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, "
                  "communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC"),
      m_bandwidth(m_out, "CommAnalyzerBandwidth",
                  columns("hccl_op_name TEXT, group_name TEXT, transport_type TEXT, transit_size NUMERIC, "
                          "transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio NUMERIC, package_size NUMERIC, "
                          "count NUMERIC, total_duration NUMERIC",
                          m_pytorch)),
      m_matrix(m_out, "CommAnalyzerMatrix",
               columns("hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank TEXT, transport_type TEXT, "
                       "transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC",
                       m_pytorch, ", op_name TEXT")),
      m_times(m_out, "CommAnalyzerTime",
              columns("hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC, "
                      "transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC",
                      m_pytorch))
{
}

void AnalysisDb::times(const Operator &op, const Times &t)
{
    if (m_pytorch)
        m_times.row(op.name, op.group, t.startUs, t.elapse, t.transit, t.wait, t.synchronization, t.idle, stepText(op),
                    opClass(op));
    else
        m_times.row(op.name, op.group, t.startUs, t.elapse, t.transit, t.wait, t.synchronization, t.idle);
}

void AnalysisDb::packets(const Operator &op, const Packets &p)
{
    if (m_pytorch)
        m_bandwidth.row(op.name, op.group, p.transport, p.transitMb, p.transitMs, p.bandwidth, p.largeRatio,
                        p.packageMb, p.count, p.totalMs, stepText(op), opClass(op));
    else
        m_bandwidth.row(op.name, op.group, p.transport, p.transitMb, p.transitMs, p.bandwidth, p.largeRatio,
                        p.packageMb, p.count, p.totalMs);
}

void AnalysisDb::link(const Operator &op, const Link &l)
{
    const std::string source = std::to_string(l.source);
    const std::string destination = std::to_string(l.destination);
    if (!m_pytorch)
        return m_matrix.row(op.name, op.group, source, destination, l.transport, l.transitMb, l.transitMs, l.bandwidth);
    const auto name = l.opName.empty() ? std::nullopt : std::optional(l.opName);
    m_matrix.row(op.name, op.group, source, destination, l.transport, l.transitMb, l.transitMs, l.bandwidth,
                 stepText(op), opClass(op), name);
}

void AnalysisDb::step(const StepRow &r)
{
    if (!m_pytorch)
        return; // whose file has communication alone
    const std::string step = std::to_string(r.step);
    if (m_old)
        m_steps.row(step, r.computing, r.notOverlapped, r.overlapped, r.communication, r.free, r.stage, r.bubble,
                    r.excludeReceive, r.preparing);
    else
        m_steps.row(m_device, step, r.computing, r.notOverlapped, r.overlapped, r.communication, r.free, r.stage,
                    r.bubble, r.excludeReceive, r.preparing);
}

bool AnalysisDb::close(QString &error)
{
    const bool ok = m_out.close();
    if (!ok)
        error = m_out.error();
    return ok;
}

} // namespace rs::gen
