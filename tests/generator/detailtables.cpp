// SPDX-License-Identifier: Apache-2.0
#include "detailtables.h"

#include "prng.h"

#include <algorithm>

namespace rs::gen {

namespace {

bool runsOnAiCore(Core core)
{
    return core != Core::AiCpu && core != Core::Dsa;
}

/// A cell whose parts stand on a line each.
std::string linesCell(std::string_view parts)
{
    std::string out = "\"";
    for (const char c : parts) {
        out += c;
        if (c == ';')
            out += '\n';
    }
    return out + '"';
}

} // namespace

DetailTables::DetailTables(const RankContext &context, const OpNames &names, const std::vector<std::string> &callStacks)
    : m_context(context), m_names(names)
{
    if (context.countOnly)
        return;
    m_operators.open(context.outputFile(QStringLiteral("operator_details.csv")));
    m_cache.open(context.outputFile(QStringLiteral("l2_cache.csv")));
    m_operators << (context.pytorch()
                        ? "Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self "
                          "Duration(us),Device Total Duration(us),Device Self Duration With AICore(us),Device Total "
                          "Duration With AICore(us)\n"
                        : "Name,Input Shapes\n");
    m_cache << (context.pytorch() && !context.options->oldCann ? "Device_id," : "")
            << "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n";
    for (const std::string &stack : callStacks)
        m_stacks.push_back(linesCell(stack));
}

void DetailTables::operatorRow(const Record &record, bool aiCore)
{
    const OpTemplate *op = record.kind == RecordKind::Kernel ? &opTable()[record.op] : nullptr;
    m_operators << m_name << ',';
    if (!m_context.pytorch()) {
        if (op && *op->inShapes)
            m_operators << '"' << op->inShapes << '"';
        m_operators << '\n';
        return;
    }
    if (op && *op->inShapes)
        m_operators << linesCell(op->inShapes);
    m_operators << ',';
    if (hasCallStack(record))
        m_operators << m_stacks[record.op % m_stacks.size()];
    const qint64 host = record.inferEndNs - record.inferStartNs;
    const qint64 device = record.deviceEndNs - record.deviceStartNs;
    m_operators << ',';
    m_operators.floatUs(host) << ',';
    m_operators.floatUs(host);
    for (const qint64 ns : {device, device, aiCore ? device : 0, aiCore ? device : 0}) {
        m_operators << ',';
        if (ns == 0)
            m_operators << '0';
        else
            m_operators.floatUs(ns);
    }
    m_operators << '\n';
}

void DetailTables::cacheRow(const Record &record)
{
    const OpTemplate &op = opTable()[record.op];
    if (m_context.pytorch() && !m_context.options->oldCann)
        m_cache << m_context.device << ',';
    Prng random(static_cast<quint64>(record.connection) ^ (static_cast<quint64>(record.op) << 40));
    m_cache << streamIds[record.stream] << ',' << (record.task & 0xffff) << ',';
    // Old CANN knows no hit rate.
    if (m_context.options->oldCann)
        m_cache << "N/A";
    else
        m_cache.number(0.45 + 0.5 * random.uniform(), 6);
    m_cache << ',';
    m_cache.number(0.3 * random.uniform(), 6) << ',' << op.kernel << '\n';
}

void DetailTables::task(const Record &record)
{
    if (m_context.countOnly)
        return;
    const bool kernel = record.kind == RecordKind::Kernel;
    const bool aiCore = kernel && runsOnAiCore(opTable()[record.op].core);
    if (aiCore)
        cacheRow(record);
    // MindSpore's own events are no operators.
    if (!m_context.pytorch() && !kernel)
        return;
    m_name.clear();
    m_names.append(m_name, record);
    operatorRow(record, aiCore);
}

void DetailTables::comm(const Record &record, const CommDetail &detail)
{
    if (m_context.countOnly)
        return;
    m_name.clear();
    m_names.appendComm(m_name, record, detail);
    operatorRow(record, false);
}

void DetailTables::stepBegin(const Record &record)
{
    if (m_context.countOnly || !m_context.pytorch())
        return;
    m_operators << "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__,,,";
    const qint64 host = record.inferEndNs - record.inferStartNs - 3000; // as the trace shows it
    m_operators.floatUs(host) << ',';
    m_operators.floatUs(host) << ",0,0,0,0\n";
}

bool DetailTables::close(QString &error)
{
    for (TextOut *out : {&m_operators, &m_cache}) {
        if (!out->close()) {
            error = out->error();
            return false;
        }
    }
    return true;
}

bool writeMinddata(const RankContext &context, qint64 endNs, QString &error)
{
    // From the root, which feeds the device, to the leaf, which reads the files.
    static constexpr const char *ops[] = {"DataQueue", "Batch", "Map", "MindRecord"};
    static constexpr int workers[] = {1, 4, 8, 8};
    static constexpr int queue = 16;
    static constexpr int count = 4;
    constexpr qint64 intervalNs = 10'000'000;
    Prng random(context.options->seed + static_cast<quint64>(context.rank) * 977);
    const auto samples = static_cast<int>(std::clamp<qint64>(endNs / intervalNs, 1, 400));
    double average[count] = {-1, 0, 0, 0};
    int empty[count] = {};
    std::string lengths[count];
    for (int op = 1; op < count; ++op) {
        qint64 sum = 0;
        for (int i = 0; i < samples; ++i) {
            const qint64 length = random.between(0, 3) == 0 ? random.between(0, 4) : random.between(8, queue);
            sum += length;
            empty[op] += length == 0 ? 1 : 0;
            lengths[op] += (i == 0 ? "" : ", ") + std::to_string(length);
        }
        average[op] = static_cast<double>(sum) / samples;
    }
    const QString name = QStringLiteral("minddata_pipeline_%1_%2.%3");
    const auto file = [&](const char *part, const char *ending) {
        return context.outputFile(name.arg(QLatin1String(part)).arg(context.rank).arg(QLatin1String(ending)));
    };
    TextOut raw(file("raw", "csv"));
    raw << "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,output_queue_length,"
           "output_queue_usage_rate,sample_interval,parent_id,children_id\r\n";
    for (int op = 0; op < count; ++op) {
        raw << op << ',' << ops[op] << "Op," << workers[op] << ',';
        if (op == 0) {
            raw << ",,,,";
        } else {
            raw << "\"[" << lengths[op] << "]\",";
            raw.number(average[op], 2) << ',' << queue << ',';
            raw.number(average[op] / queue, 4) << ',';
        }
        raw << intervalNs / 1'000'000 << ',';
        if (op > 0)
            raw << op - 1;
        raw << ',';
        if (op + 1 < count)
            raw << '[' << op + 1 << ']';
        raw << "\r\n";
    }
    TextOut json(file("summary", "json"));
    TextOut csv(file("summary", "csv"));
    json << '{';
    bool first = true;
    const auto row = [&](const char *key, auto value) {
        json << (first ? "\"" : ", \"") << key << "\": [";
        csv << key;
        first = false;
        for (int op = 0; op < count; ++op) {
            const std::string text = value(op);
            json << (op == 0 ? "" : ", ") << text;
            const bool list = text.find(',') != std::string::npos;
            csv << ',' << (list ? "\"" : "");
            for (const char c : text) {
                if (c != '"')
                    csv << c;
            }
            csv << (list ? "\"" : "");
        }
        json << ']';
        csv << "\r\n";
    };
    const auto decimal = [](double value) {
        const auto hundredths = static_cast<qint64>(value * 100 + 0.5);
        return std::to_string(hundredths / 100) + '.' + std::to_string(hundredths % 100 / 10) +
               std::to_string(hundredths % 10);
    };
    const auto quoted = [](const std::string &text) { return '"' + text + '"'; };
    row("op_ids", [](int op) { return std::to_string(op); });
    row("op_names", [&](int op) { return quoted(ops[op]); });
    row("pipeline_ops", [&](int op) { return quoted(std::string(ops[op]) + "(id=" + std::to_string(op) + ')'); });
    row("num_workers", [](int op) { return std::to_string(workers[op]); });
    row("queue_average_size", [&](int op) { return op == 0 ? "-1" : decimal(average[op]); });
    row("queue_utilization_pct", [&](int op) { return op == 0 ? "-1" : decimal(average[op] / queue * 100); });
    row("queue_empty_freq_pct", [&](int op) { return op == 0 ? "-1" : decimal(100.0 * empty[op] / samples); });
    row("children_ids", [](int op) { return op + 1 < count ? '[' + std::to_string(op + 1) + ']' : std::string("[]"); });
    row("parent_id", [](int op) { return std::to_string(op - 1); });
    row("avg_cpu_pct", [&](int op) { return decimal(0.4 + op + random.uniform()); });
    const auto one = [&](const char *key, double ms) {
        json << ", \"" << key << "\": [" << decimal(ms) << ']';
        csv << key << ',' << decimal(ms) << "\r\n";
    };
    one("per_pipeline_time", 6 + random.uniform());
    one("per_push_queue_time", 0.2 + 0.1 * random.uniform());
    one("per_batch_time", 6.3 + random.uniform());
    json << '}';
    for (TextOut *out : {&raw, &json, &csv}) {
        if (!out->close()) {
            error = out->error();
            return false;
        }
    }
    return true;
}

} // namespace rs::gen
