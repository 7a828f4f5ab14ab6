// SPDX-License-Identifier: Apache-2.0
#include "hardwaretables.h"

#include "prng.h"

#include <algorithm>

namespace rs::gen {

namespace {

constexpr qint64 sampleNs = 10'000'000; // 100 Hz, as msprof samples by default

} // namespace

HardwareTables::HardwareTables(const RankContext &context) : m_context(context)
{
    if (!writes())
        return;
    m_tasks.open(context.outputFile(QStringLiteral("task_time.csv")));
    m_tasks << "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n";
}

void HardwareTables::task(const Record &record)
{
    if (!writes())
        return;
    const bool kernel = record.kind == RecordKind::Kernel;
    m_tasks << m_context.device << ',';
    if (kernel)
        m_tasks << opTable()[record.op].kernel << ',' << coreName(opTable()[record.op].core);
    else if (record.kind == RecordKind::Memcpy)
        m_tasks << "N/A,SDMA_SQE";
    else
        m_tasks << "N/A," << (record.kind == RecordKind::EventWait ? "EVENT_WAIT_SQE" : "EVENT_RECORD_SQE");
    const qint64 start = m_context.deviceNs(record.deviceStartNs);
    const qint64 end = m_context.deviceNs(record.deviceEndNs);
    m_tasks << ',' << streamIds[record.stream] << ',' << (record.task & 0xffff) << ',';
    m_tasks.floatUs(end - start) << ',';
    m_tasks.stampUs(start) << "\t,";
    m_tasks.stampUs(end) << "\t\n";
}

bool HardwareTables::writeText(const char *name, const std::string &text, QString &error) const
{
    TextOut out(m_context.outputFile(QLatin1String(name)));
    out << text;
    if (!out.close()) {
        error = out.error();
        return false;
    }
    return true;
}

bool HardwareTables::writePorts(const char *name, double megabytesPerSecond, qint64 firstNs, qint64 endNs,
                                QString &error) const
{
    TextOut out(m_context.outputFile(QLatin1String(name)));
    out << "Device_id,Timestamp(us),Bandwidth(MB/s),Rx Bandwidth efficiency(%),rxPacket/s,rxError rate(%),"
           "rxDropped rate(%),Tx Bandwidth efficiency(%),txPacket/s,txError rate(%),txDropped rate(%),funcId\n";
    Prng random(m_context.options->seed ^ (static_cast<quint64>(m_context.rank) << 32));
    for (qint64 ns = firstNs; ns <= endNs; ns += sampleNs) {
        for (int function = 0; function < 2; ++function) {
            out << m_context.device << ',';
            out.stampUs(ns) << ',';
            out.number(megabytesPerSecond, 1);
            for (const char *const side : {"rx", "tx"}) {
                const double used = 100 * random.uniform() * (function == 0 ? 0.6 : 0.1);
                out << ',';
                out.number(used, 6) << ',';
                out.number(used * megabytesPerSecond / (*side == 'r' ? 0.4096 : 0.2048), 1) << ",0.0,0.0";
            }
            out << ',' << function << '\n';
        }
    }
    if (!out.close()) {
        error = out.error();
        return false;
    }
    return true;
}

bool HardwareTables::close(qint64 firstNs, qint64 endNs, QString &error)
{
    if (!writes())
        return true;
    if (!m_tasks.close()) {
        error = m_tasks.error();
        return false;
    }
    const std::string device = std::to_string(m_context.device) + ',';
    std::string hbm = "Device_id,Metric,Read(MB/s),Write(MB/s)\n";
    hbm += device + "Average,216481.375,98304.5\n";
    for (int stack = 0; stack < 4; ++stack)
        hbm += device + std::to_string(stack) + ",54" + std::to_string(120 + stack) + ".344,24576.125\n";
    const std::string hccs = "Device_id,Mode,Max,Min,Average\n" + device + "txThroughput(MB/s),18432.7,0.0,5210.331\n" +
                             device + "rxThroughput(MB/s),18398.2,0.0,5188.907\n";
    std::string pcie = "Device_id,Mode,Min,Max,Avg\n";
    for (const char *const mode : {"Tx_p_avg(MB/s)", "Tx_np_avg(MB/s)", "Tx_cpl_avg(MB/s)", "Rx_p_avg(MB/s)",
                                   "Rx_np_avg(MB/s)", "Rx_cpl_avg(MB/s)"})
        pcie += device + mode + ",0.0,1532.25,240.118\n";
    pcie += device + "Tx_np_lat_avg(us),0.0,2.375,0.912\n";
    return writePorts("nic.csv", 25600, firstNs, endNs, error) &&
           writePorts("roce.csv", 25000, firstNs, endNs, error) && writeText("hbm.csv", hbm, error) &&
           writeText("hccs.csv", hccs, error) && writeText("pcie.csv", pcie, error);
}

bool writeStaticMemory(const RankContext &context, QString &error)
{
    if (!context.writesText() || !context.options->staticGraph)
        return true;
    constexpr qint64 never = 4294967295;
    TextOut out(context.outputFile(QStringLiteral("static_op_mem.csv")));
    out << "Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)\n";
    const auto row = [&out](const std::string &name, int graph, qint64 first, qint64 last, double kb) {
        out << "host," << name << ",0," << graph << ',' << first << ',' << last << ',';
        out.number(kb, 3) << '\n';
    };
    const int layers = std::max(1, context.shape.layersPerStage);
    const qint64 nodes = 8LL * layers; // four forward and four backward of each layer
    row("Default/weights", 1, 0, never, 8192);
    double total = 8192;
    for (qint64 node = 0; node < nodes; ++node) {
        const bool isForward = node < nodes / 2;
        const std::string layer = std::to_string((isForward ? node : nodes - 1 - node) / 4);
        const std::string name = std::string(isForward ? "Default/layers-" : "Gradients/layers-") + layer +
                                 "/MatMul-op" + std::to_string(node);
        const double kb = 512.0 * static_cast<double>(1 + node % 4);
        // The last node of a layer is kept for its backward pass.
        row(name, 1, node, isForward && node % 4 == 3 ? nodes - 1 - node : node + 1, kb);
        total += isForward && node % 4 == 3 ? kb : 0;
    }
    row("TOTAL", 1, 0, never, total + 4096);
    for (int node = 0; node < layers; ++node)
        row("Optimizer/AdamWeightDecay-op" + std::to_string(node), 2, node, node, 2048);
    row("TOTAL", 2, 0, never, 2048);
    if (!out.close()) {
        error = out.error();
        return false;
    }
    return true;
}

} // namespace rs::gen
