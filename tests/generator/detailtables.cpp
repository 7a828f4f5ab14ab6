// SPDX-License-Identifier: Apache-2.0
#include "detailtables.h"

#include "prng.h"

#include <algorithm>
#include <array>
#include <string_view>

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
    if (!context.writesText())
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
    const OpTemplate *op = record.kind == RecordKind::Kernel ? &m_context.op(record.op) : nullptr;
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
    // No connection leads to events.
    const bool isEvent = record.kind == RecordKind::EventRecord || record.kind == RecordKind::EventWait;
    const qint64 device = isEvent ? 0 : record.deviceEndNs - record.deviceStartNs;
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

void DetailTables::aiCpuRow(const Record &record)
{
    if (!m_hasAiCpu) { // of a rank without such kernels there is no file
        m_hasAiCpu = true;
        m_aiCpu.open(m_context.outputFile(QStringLiteral("data_preprocess.csv")));
        m_aiCpu << "Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),"
                   "Total_time(us),Stream ID,Task ID\n";
    }
    const qint64 task = record.deviceEndNs - record.deviceStartNs;
    const qint64 copied = task / 8;
    const qint64 dispatch = 2'000 + record.task % 3'000;
    m_aiCpu.stampUs(m_context.deviceNs(record.deviceStartNs));
    m_aiCpu << "\t," << opTable()[record.op].kernel;
    for (const qint64 ns : {task - copied, copied, task, dispatch, task + dispatch}) {
        m_aiCpu << ',';
        m_aiCpu.stampUs(ns);
    }
    m_aiCpu << ',' << streamIds[record.stream] << ',' << (record.task & 0xffff) << '\n';
}

void DetailTables::task(const Record &record)
{
    if (!m_context.writesText())
        return;
    const bool kernel = record.kind == RecordKind::Kernel;
    const Core core = kernel ? opTable()[record.op].core : Core::Dsa;
    if (kernel && runsOnAiCore(core))
        cacheRow(record);
    if (kernel && writesAiCpu() && m_context.op(record.op).core == Core::AiCpu)
        aiCpuRow(record);
    // MindSpore's own events are no operators.
    if (!m_context.pytorch() && !kernel)
        return;
    m_name.clear();
    m_names.append(m_name, record);
    // torch_npu counts neither kind of mixed kernels.
    operatorRow(record, core == Core::AiCore || core == Core::Vector);
}

void DetailTables::comm(const Record &record, const CommDetail &detail)
{
    if (!m_context.writesText())
        return;
    m_name.clear();
    m_names.appendComm(m_name, record, detail);
    operatorRow(record, false);
}

void DetailTables::stepBegin(const Record &record)
{
    if (!m_context.writesText() || !m_context.pytorch())
        return;
    m_operators << "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__,,,";
    const qint64 host = record.inferEndNs - record.inferStartNs - 3000; // as the trace shows it
    m_operators.floatUs(host) << ',';
    m_operators.floatUs(host) << ",0,0,0,0\n";
}

bool DetailTables::close(QString &error)
{
    for (TextOut *out : {&m_operators, &m_cache, &m_aiCpu}) {
        if (out == &m_aiCpu && !m_hasAiCpu)
            continue;
        if (!out->close()) {
            error = out->error();
            return false;
        }
    }
    return true;
}

namespace {

constexpr int pipelineOps = 4;
constexpr int queueSize = 16;
constexpr qint64 queueIntervalNs = 10'000'000;

/// An operator of the data set. They stand from the root, which feeds the device, to the leaf, which reads the files.
struct PipelineOp
{
    const char *name;
    int workers;
    double averageLength = -1; ///< mean length of its queue; the root has none
    double emptyShare = -1;
    std::string lengths = {};
};
using Pipeline = std::array<PipelineOp, pipelineOps>;

Pipeline samplePipeline(qint64 lengthNs, Prng &random)
{
    Pipeline ops{{{"DataQueue", 1}, {"Batch", 4}, {"Map", 8}, {"MindRecord", 8}}};
    const auto samples = static_cast<int>(std::clamp<qint64>(lengthNs / queueIntervalNs, 1, 400));
    for (size_t op = 1; op < ops.size(); ++op) {
        qint64 sum = 0;
        int empty = 0;
        for (int i = 0; i < samples; ++i) {
            const qint64 length = random.between(0, 3) == 0 ? random.between(0, 4) : random.between(8, queueSize);
            sum += length;
            empty += length == 0 ? 1 : 0;
            ops[op].lengths += (i == 0 ? "" : ", ") + std::to_string(length);
        }
        ops[op].averageLength = static_cast<double>(sum) / samples;
        ops[op].emptyShare = static_cast<double>(empty) / samples;
    }
    return ops;
}

std::string twoDecimals(double value)
{
    const auto hundredths = static_cast<qint64>(value * 100 + 0.5);
    return std::to_string(hundredths / 100) + '.' + std::to_string(hundredths % 100 / 10) +
           std::to_string(hundredths % 10);
}

void writeRaw(TextOut &raw, const Pipeline &ops)
{
    raw << "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,output_queue_length,"
           "output_queue_usage_rate,sample_interval,parent_id,children_id\r\n";
    for (int op = 0; op < pipelineOps; ++op) {
        const PipelineOp &o = ops[static_cast<size_t>(op)];
        raw << op << ',' << o.name << "Op," << o.workers << ',';
        if (op == 0) {
            raw << ",,,,";
        } else {
            raw << "\"[" << o.lengths << "]\",";
            raw.number(o.averageLength, 2) << ',' << queueSize << ',';
            raw.number(o.averageLength / queueSize, 4) << ',';
        }
        raw << queueIntervalNs / 1'000'000 << ',';
        if (op > 0)
            raw << op - 1;
        raw << ',';
        if (op + 1 < pipelineOps)
            raw << '[' << op + 1 << ']';
        raw << "\r\n";
    }
}

/// The same as arrays by key, and as rows by key.
class Summary
{
public:
    Summary(TextOut &json, TextOut &csv) : m_json(json), m_csv(csv) { m_json << '{'; }
    void add(const char *key, const std::vector<std::string> &values)
    {
        m_json << (m_first ? "\"" : ", \"") << key << "\": [";
        m_csv << key;
        m_first = false;
        for (size_t i = 0; i < values.size(); ++i) {
            m_json << (i == 0 ? "" : ", ") << values[i];
            m_csv << ',';
            for (const char c : values[i]) {
                if (c != '"')
                    m_csv << c;
            }
        }
        m_json << ']';
        m_csv << "\r\n";
    }
    void end() { m_json << '}'; }

private:
    TextOut &m_json;
    TextOut &m_csv;
    bool m_first = true;
};

void writeSummary(Summary &out, const Pipeline &ops, Prng &random)
{
    const auto each = [&](const char *key, auto value) {
        std::vector<std::string> values;
        for (int op = 0; op < pipelineOps; ++op)
            values.push_back(value(op, ops[static_cast<size_t>(op)]));
        out.add(key, values);
    };
    const auto known = [](double value, double scale) { return value < 0 ? "-1" : twoDecimals(value * scale); };
    each("op_ids", [](int op, const PipelineOp &) { return std::to_string(op); });
    each("op_names", [](int, const PipelineOp &o) { return '"' + std::string(o.name) + '"'; });
    each("pipeline_ops",
         [](int op, const PipelineOp &o) { return '"' + std::string(o.name) + "(id=" + std::to_string(op) + ")\""; });
    each("num_workers", [](int, const PipelineOp &o) { return std::to_string(o.workers); });
    each("queue_average_size", [&](int, const PipelineOp &o) { return known(o.averageLength, 1); });
    each("queue_utilization_pct", [&](int, const PipelineOp &o) { return known(o.averageLength, 100.0 / queueSize); });
    each("queue_empty_freq_pct", [&](int, const PipelineOp &o) { return known(o.emptyShare, 100); });
    each("children_ids", [](int op, const PipelineOp &) {
        return op + 1 < pipelineOps ? '[' + std::to_string(op + 1) + ']' : std::string("[]");
    });
    each("parent_id", [](int op, const PipelineOp &) { return std::to_string(op - 1); });
    std::array<double, pipelineOps> cpu{};
    for (int op = 0; op < pipelineOps; ++op) {
        const PipelineOp &o = ops[static_cast<size_t>(op)];
        // Computing on the host makes a pipeline slow; the others only hand on.
        const double perWorker = std::string_view(o.name) == "Map" ? 78 + 15 * random.uniform() : 21 + random.uniform();
        cpu[static_cast<size_t>(op)] = op == 0 ? 0.4 + random.uniform() : perWorker * o.workers;
    }
    each("avg_cpu_pct", [&](int op, const PipelineOp &) { return twoDecimals(cpu[static_cast<size_t>(op)]); });
    const double getMs = 6 + random.uniform();
    const double pushMs = 0.2 + 0.1 * random.uniform();
    out.add("per_pipeline_time", {twoDecimals(getMs)});
    out.add("per_push_queue_time", {twoDecimals(pushMs)});
    out.add("per_batch_time", {twoDecimals(getMs + pushMs + 0.1 * random.uniform())});
    const auto perWorker = [&](size_t op) { return twoDecimals(cpu[op] / ops[op].workers); };
    each("avg_cpu_pct_per_worker", [&](int op, const PipelineOp &) { return perWorker(static_cast<size_t>(op)); });
    const std::string busy = "\"Map(id=2) is using " + perWorker(2) +
                             "% CPU per worker. Setting num_parallel_workers>8 might bring extra performance.\"";
    out.add("cpu_analysis_details", {busy});
    out.add("bottleneck_warning", {"\"Map(id=2)\""});
    out.add("bottleneck_suggestion", {busy});
}

} // namespace

bool writeMinddata(const RankContext &context, qint64 lengthNs, QString &error)
{
    Prng random(context.options->seed + static_cast<quint64>(context.rank) * 977);
    const Pipeline ops = samplePipeline(lengthNs, random);
    const QString name = QStringLiteral("minddata_pipeline_%1_%2.%3");
    const auto file = [&](const char *part, const char *ending) {
        return context.outputFile(name.arg(QLatin1String(part)).arg(context.rank).arg(QLatin1String(ending)));
    };
    TextOut raw(file("raw", "csv"));
    writeRaw(raw, ops);
    TextOut json(file("summary", "json"));
    TextOut csv(file("summary", "csv"));
    Summary summary(json, csv);
    writeSummary(summary, ops, random);
    summary.end();
    for (TextOut *out : {&raw, &json, &csv}) {
        if (!out->close()) {
            error = out->error();
            return false;
        }
    }
    return true;
}

} // namespace rs::gen
