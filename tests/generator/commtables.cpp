// SPDX-License-Identifier: Apache-2.0
#include "commtables.h"

#include "analysisdb.h"

#include <algorithm>
#include <cmath>

namespace rs::gen {

namespace {

constexpr qint64 largeHccsBytes = 16'000'000;
constexpr qint64 largeRdmaBytes = 1'000'000;

double toMs(qint64 ns)
{
    return static_cast<double>(ns) / 1e6;
}

double toMb(qint64 bytes)
{
    return static_cast<double>(bytes) / 1e6;
}

/// A double near 1.7e15 has a grain of 0.25 µs, of which one decimal is written.
qint64 startTenthsUs(qint64 startNs)
{
    const qint64 quarters = (startNs + 125) / 250;
    static constexpr int decimal[] = {0, 2, 5, 8};
    return quarters / 4 * 10 + decimal[quarters % 4];
}

double ratio(qint64 part, qint64 rest)
{
    return part + rest == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(part + rest);
}

/// "allreduce" … ; the writers try "reduce" before "reducescatter", so reduceScatter is filed as reduce.
const char *matrixKind(CommKind kind)
{
    static const char *const names[] = {"allreduce", "allgather",     "reduce",        "send",
                                        "receive",   "batchsendrecv", "batchsendrecv", "alltoall"};
    return names[static_cast<int>(kind)];
}

} // namespace

bool hasCommunicationFiles(const GeneratorOptions &options)
{
    return options.ranks > 1 && !options.level0;
}

double CommTables::bandwidth(const Traffic &traffic)
{
    return traffic.ns == 0 ? 0 : std::round(toMb(traffic.bytes) / toMs(traffic.ns) * 1e4) / 1e4;
}

double CommTables::largeRatio(const Traffic &traffic)
{
    return traffic.count == 0
               ? 0
               : std::round(static_cast<double>(traffic.large) / static_cast<double>(traffic.count) * 1e4) / 1e4;
}

CommTables::CommTables(const RankContext &context) : m_context(context)
{
    if (context.countOnly || !hasCommunicationFiles(*context.options))
        return;
    m_writes = true;
    if (context.writesText()) {
        m_out.open(context.outputFile(QStringLiteral("communication.json")));
        m_matrix.open(context.outputFile(QStringLiteral("communication_matrix.json")));
    }
    m_out << '{';
    m_matrix << '{';
}

/// PyTorch files send and receive under p2p. MindSpore looks for "Send" and "Receive" as graph mode spells them, so
/// hcom_send__ lands among the collectives, and hcom_batchSendRecv__ does not.
bool CommTables::isP2pClass(CommKind kind) const
{
    return kind == CommKind::BatchSend || kind == CommKind::BatchReceive ||
           (m_context.pytorch() && (isSend(kind) || isReceive(kind)));
}

void CommTables::add(const Record &record, const CommDetail &detail, const std::vector<PlaneTask> &tasks)
{
    Operator op;
    op.group = detail.group;
    op.kind = detail.kind;
    appendCommName(op.name, detail, m_context.topology->groups()[static_cast<size_t>(detail.group)]);
    op.startNs = m_context.deviceNs(record.deviceStartNs);
    op.elapseNs = record.deviceEndNs - record.deviceStartNs;
    bool data = false;
    bool synchronised = false;
    const bool batch = detail.kind == CommKind::BatchReceive; // of one name with the sending ones
    Links &links = m_links[{detail.group, batch ? CommKind::BatchSend : detail.kind}];
    std::map<int, LinkUse> uses;
    for (const PlaneTask &t : tasks) {
        const qint64 ns = t.endNs - t.startNs;
        const bool wait = std::string_view(t.name) == "Notify_Wait";
        const bool rdma = std::string_view(t.transport) == "RDMA";
        const bool moves = t.payload || t.ofTransfer;
        if (t.plane == 0) { // the master plane tells the operator's times
            data = data || moves;
            if (moves) {
                op.transitNs += ns;
            } else if (wait) {
                op.waitNs += ns;
                if (!data && !synchronised)
                    op.syncNs = ns;
                synchronised = true;
            }
        }
        if (moves) {
            Traffic &traffic = rdma ? op.rdma : op.hccs;
            traffic.ns += ns;
            uses[t.destination].ns += ns;
            if (t.payload) {
                traffic.bytes += t.bytes;
                ++traffic.count;
                traffic.large += t.bytes >= (rdma ? largeRdmaBytes : largeHccsBytes) ? 1 : 0;
                Packets &p = traffic.packets[t.bytes];
                ++p.count;
                p.ns += ns;
                uses[t.destination].bytes += t.bytes;
                links[t.destination].transport = rdma ? "RDMA" : "HCCS";
            }
        } else if (t.bytes > 0) {
            uses[t.destination].bytes += t.bytes;
            uses[t.destination].ns += ns;
            links[t.destination].transport = "LOCAL";
        }
    }
    for (auto &[destination, use] : uses) {
        use.op = static_cast<quint32>(m_ops.size());
        links[destination].uses.push_back(use);
        // The database of MindSpore knows the links of each operator, that of PyTorch the statistics of their kinds.
        if (m_context.analysisDb && !m_context.pytorch())
            addLink(op.name, op.group, false, {destination, links[destination].transport, use, {}});
    }
    m_ops.push_back(std::move(op));
}

void CommTables::addLink(std::string_view name, int group, bool p2p, const DbLink &link)
{
    const Group &g = m_context.topology->groups()[static_cast<size_t>(group)];
    m_context.analysisDb->link({name, g.hash, m_step, p2p},
                               {g.localIndex(m_context.rank), link.destination, link.transport, toMb(link.use.bytes),
                                toMs(link.use.ns), std::round(link.use.bandwidth() * 1e4) / 1e4, link.opName});
}

void CommTables::addOperator(const Operator &op, bool p2p)
{
    const Group &group = m_context.topology->groups()[static_cast<size_t>(op.group)];
    const AnalysisDb::Operator key{op.name, group.hash, m_step, p2p};
    AnalysisDb &db = *m_context.analysisDb;
    db.times(key, {static_cast<double>(startTenthsUs(op.startNs)) / 10, toMs(op.elapseNs), toMs(op.transitNs),
                   toMs(op.waitNs), toMs(op.syncNs), toMs(op.elapseNs - op.transitNs - op.waitNs)});
    const auto traffic = [&](const char *transport, const Traffic &t, bool packets) {
        if (t.bytes == 0 && t.ns == 0)
            return; // of which the database has no row
        AnalysisDb::Packets row{transport, toMb(t.bytes), toMs(t.ns), bandwidth(t), 0, 0, 0, 0};
        if (!packets || t.packets.empty())
            return db.packets(key, row);
        row.largeRatio = largeRatio(t);
        for (const auto &[bytes, p] : t.packets) {
            row.packageMb = toMb(bytes);
            row.count = p.count;
            row.totalMs = toMs(p.ns);
            db.packets(key, row);
        }
    };
    traffic("RDMA", op.rdma, true);
    traffic("HCCS", op.hccs, true);
    traffic("SDMA", op.hccs, false);
}

void CommTables::writeTraffic(const char *name, const Traffic &traffic, bool total, bool packets)
{
    m_out << '"' << name << "\": {\"Transit Size(MB)\": ";
    const auto value = [this](double v) {
        if (v == 0)
            m_out << '0';
        else
            m_out.number(v);
    };
    value(toMb(traffic.bytes));
    m_out << ", \"Transit Time(ms)\": ";
    value(toMs(traffic.ns));
    if (!total) {
        m_out << ", \"Bandwidth(GB/s)\": ";
        value(bandwidth(traffic));
        m_out << ", \"Large Packet Ratio\": ";
        if (packets && traffic.count > 0)
            m_out.number(largeRatio(traffic));
        else
            m_out << '0';
    }
    m_out << ", \"Size Distribution\": {";
    bool first = true;
    for (const auto &[bytes, p] : traffic.packets) {
        if (!packets)
            break;
        m_out << (first ? "\"" : ", \"");
        first = false;
        m_out.number(toMb(bytes)) << "\": [" << p.count << ", ";
        m_out.number(toMs(p.ns)) << ']';
    }
    m_out << "}}";
}

void CommTables::writeOperator(const Operator &op, bool total)
{
    const auto ms = [this](const char *name, qint64 ns) {
        m_out << '"' << name << "\": ";
        m_out.number(toMs(ns)) << ", ";
    };
    m_out << "{\"Communication Time Info\": {";
    if (!total) {
        const qint64 tenths = startTenthsUs(op.startNs);
        m_out << "\"Start Timestamp(us)\": " << tenths / 10 << '.' << tenths % 10 << ", ";
    }
    ms("Elapse Time(ms)", op.elapseNs);
    ms("Transit Time(ms)", op.transitNs);
    ms("Wait Time(ms)", op.waitNs);
    ms("Synchronization Time(ms)", op.syncNs);
    ms("Idle Time(ms)", op.elapseNs - op.transitNs - op.waitNs);
    m_out << "\"Wait Time Ratio\": ";
    m_out.number(ratio(op.waitNs, op.transitNs), 4) << ", \"Synchronization Time Ratio\": ";
    m_out.number(ratio(op.syncNs, op.transitNs), 4) << "}, \"Communication Bandwidth Info\": {";
    const Traffic nothing;
    writeTraffic("RDMA", op.rdma, total, true);
    m_out << ", ";
    writeTraffic("HCCS", op.hccs, total, true);
    m_out << ", ";
    writeTraffic("PCIE", nothing, total, true);
    m_out << ", ";
    writeTraffic("SDMA", op.hccs, total, false);
    m_out << ", ";
    writeTraffic("SIO", nothing, total, true);
    m_out << "}}";
}

void CommTables::writeClass(bool p2p)
{
    Operator total;
    bool first = true;
    for (const Operator &op : m_ops) {
        if (isP2pClass(op.kind) != p2p)
            continue;
        m_out << (first ? "\"" : ", \"") << op.name << '@'
              << m_context.topology->groups()[static_cast<size_t>(op.group)].hash << "\": ";
        first = false;
        writeOperator(op, false);
        if (m_context.analysisDb)
            addOperator(op, p2p);
        total.elapseNs += op.elapseNs;
        total.transitNs += op.transitNs;
        total.waitNs += op.waitNs;
        total.syncNs += op.syncNs;
        const auto merge = [](Traffic &into, const Traffic &from) {
            into.bytes += from.bytes;
            into.ns += from.ns;
            for (const auto &[bytes, p] : from.packets) {
                into.packets[bytes].count += p.count;
                into.packets[bytes].ns += p.ns;
            }
        };
        merge(total.hccs, op.hccs);
        merge(total.rdma, op.rdma);
    }
    if (!first) {
        m_out << ", \"Total Op Info\": ";
        writeOperator(total, true);
    }
}

void CommTables::writeMatrixClass(bool p2p)
{
    static const char *const statistics[] = {"top1", "middle", "bottom1", "bottom2", "bottom3", "total"};
    const int self = m_context.rank;
    bool firstKey = true;
    std::map<int, std::map<int, std::pair<const char *, LinkUse>>> totals; // by group, destination
    for (auto &[key, links] : m_links) {
        if (isP2pClass(key.second) != p2p || links.empty())
            continue;
        const Group &group = m_context.topology->groups()[static_cast<size_t>(key.first)];
        const int local = group.localIndex(self);
        for (auto &[destination, link] : links) {
            std::stable_sort(link.uses.begin(), link.uses.end(),
                             [](const LinkUse &a, const LinkUse &b) { return a.bandwidth() > b.bandwidth(); });
        }
        for (size_t s = 0; s < 6; ++s) {
            m_matrix << (firstKey ? "\"" : ", \"") << matrixKind(key.second) << '-' << statistics[s] << '@'
                     << group.hash << "\": {";
            firstKey = false;
            bool firstLink = true;
            for (const auto &[destination, link] : links) {
                const std::vector<LinkUse> &uses = link.uses;
                const size_t n = uses.size();
                LinkUse use;
                if (s < 5) {
                    const size_t index[] = {0, n / 2, n - 1, n - std::min<size_t>(2, n), n - std::min<size_t>(3, n)};
                    use = uses[index[s]];
                } else {
                    for (const LinkUse &u : uses) {
                        use.bytes += u.bytes;
                        use.ns += u.ns;
                    }
                }
                if (m_context.analysisDb && m_context.pytorch())
                    addLink(std::string(matrixKind(key.second)) + '-' + statistics[s], key.first, p2p,
                            {destination, link.transport, use,
                             s < 5 ? std::string_view(m_ops[use.op].name) : std::string_view()});
                m_matrix << (firstLink ? "\"" : ", \"") << local << '-' << destination << "\": {\"Transport Type\": \""
                         << link.transport << "\", \"Transit Size(MB)\": ";
                firstLink = false;
                m_matrix.number(toMb(use.bytes)) << ", \"Transit Time(ms)\": ";
                m_matrix.number(toMs(use.ns)) << ", \"Bandwidth(GB/s)\": ";
                m_matrix.number(use.bandwidth(), 4);
                if (s < 5) {
                    m_matrix << (m_context.pytorch() ? ", \"Op Name\": \"" : ", \"op_name\": \"") << m_ops[use.op].name
                             << '"';
                }
                m_matrix << '}';
            }
            m_matrix << '}';
        }
    }
}

void CommTables::stepEnd(const Record &record)
{
    if (!m_writes) {
        m_ops.clear();
        m_links.clear();
        return;
    }
    m_step = record.step;
    for (TextOut *out : {&m_out, &m_matrix})
        *out << (m_anyStep ? ", \"step" : "\"step") << record.step << "\": {\"p2p\": {";
    m_anyStep = true;
    writeClass(true);
    writeMatrixClass(true);
    m_out << "}, \"collective\": {";
    m_matrix << "}, \"collective\": {";
    writeClass(false);
    writeMatrixClass(false);
    m_out << "}}";
    m_matrix << "}}";
    m_ops.clear();
    m_links.clear();
}

bool CommTables::close(QString &error)
{
    if (!m_writes)
        return true;
    m_out << '}';
    m_matrix << '}';
    bool ok = true;
    for (TextOut *out : {&m_out, &m_matrix}) {
        if (!out->close()) {
            error = out->error();
            ok = false;
        }
    }
    return ok;
}

} // namespace rs::gen
