// SPDX-License-Identifier: Apache-2.0
#include "tables.h"

#include "analysisdb.h"
#include "prng.h"
#include "rankdb.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs::gen {

namespace {

double toUs(qint64 ns)
{
    return static_cast<double>(ns) / 1000.0;
}

/// "a;b" as kernel_details spells shapes: quoted inside the cell's own quotes.
void shapeCell(TextOut &out, const char *shapes)
{
    if (*shapes)
        out << ",\"\"\"" << shapes << "\"\"\"";
    else
        out << ",N/A";
}

void plainCell(TextOut &out, const char *text)
{
    out << ',' << (*text ? text : "N/A");
}

void formatCell(TextOut &out, const char *types)
{
    if (!*types) {
        out << ",N/A";
        return;
    }
    out << ",FORMAT_ND";
    for (const char *c = types; *c; ++c) {
        if (*c == ';')
            out << ";FORMAT_ND";
    }
}

} // namespace

void ApiStatistic::add(const char *level, std::string_view name, qint64 ns)
{
    m_key.assign(level).append(1, ',').append(name);
    auto it = m_entries.find(std::string_view(m_key));
    if (it == m_entries.end())
        it = m_entries.emplace(m_key, Entry{0, 0, ns, ns, 0}).first;
    Entry &e = it->second;
    ++e.count;
    e.total += ns;
    e.minimum = std::min(e.minimum, ns);
    e.maximum = std::max(e.maximum, ns);
    e.squares += toUs(ns) * toUs(ns);
}

void ApiStatistic::write(const RankContext &context, TextOut &out) const
{
    const bool device = context.pytorch() && !context.options->oldCann;
    out << (device ? "Device_id," : "") << "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n";
    std::vector<const std::string *> keys;
    for (const auto &[key, entry] : m_entries)
        keys.push_back(&key);
    std::sort(keys.begin(), keys.end(), [](const auto *a, const auto *b) { return *a < *b; });
    for (const std::string *key : keys) {
        const Entry &e = m_entries.find(*key)->second;
        const double average = toUs(e.total) / static_cast<double>(e.count);
        const double variance = std::max(0.0, e.squares / static_cast<double>(e.count) - average * average);
        out << (device ? "host," : "") << *key << ',';
        out.floatUs(e.total) << ',' << e.count << ',';
        out.number(average, 3) << ',';
        out.floatUs(e.minimum) << ',';
        out.floatUs(e.maximum) << ',';
        out.number(variance, 3) << '\n';
    }
}

KernelTable::KernelTable(const RankContext &context, const OpNames &names)
    : m_context(context), m_names(names), m_entryOfOp(opTable().size(), nullptr)
{
    if (context.writesText())
        m_file.open(context.outputFile(QStringLiteral("kernel_details.csv")));
    m_file << (context.pytorch() ? "Step Id," : "Step ID,");
    if (context.pytorch() && !context.options->oldCann)
        m_file << "Device_id,";
    if (context.options->level0) {
        m_file << "Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\r\n";
        return;
    }
    m_file
        << "Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),"
           "Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,"
           "Output Data Types,Output Formats,Context "
           "ID,aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,"
           "aic_scalar_time(us),aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,aic_mte2_time(us),aic_mte2_ratio,"
           "aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,aiv_time(us),aiv_total_cycles,aiv_vec_time(us),"
           "aiv_vec_ratio,aiv_scalar_time(us),aiv_scalar_ratio,aiv_mte2_time(us),aiv_mte2_ratio,aiv_mte3_time(us),"
           "aiv_mte3_ratio,aiv_icache_miss_rate,cube_utilization(%)\r\n";
}

void KernelTable::beginRow(const Record &record)
{
    m_out << record.step;
    if (m_context.pytorch() && !m_context.options->oldCann)
        m_out << ',' << m_context.device;
    m_out << (m_context.options->level0 ? "," : ",4294967295,");
}

void KernelTable::kernel(const Record &record)
{
    const OpTemplate &op = m_context.op(record.op);
    const qint64 start = m_context.deviceNs(record.deviceStartNs);
    const qint64 end = m_context.deviceNs(record.deviceEndNs);
    const qint64 duration = end - start;
    const bool cube = op.core == Core::AiCore || op.core == Core::MixAic;
    const bool vector = op.core == Core::Vector || op.core == Core::MixAiv || op.core == Core::MixAic;
    beginRow(record);
    count(record, duration);
    if (m_context.options->level0) {
        level0Row(op.kernel, "N/A", record);
        return;
    }
    m_out << (record.task & 0xffff) << ',' << streamIds[record.stream] << ',';
    if (!m_context.pytorch()) {
        m_name.clear();
        m_names.append(m_name, record);
        m_out << m_name << '/';
    }
    m_out << op.kernel << ',' << op.type << ",dynamic," << coreName(op.core) << ',';
    m_out.stampUs(start) << "\t,";
    m_out.floatUs(duration) << ',';
    waitHere(record);
    m_out << ',' << op.blockDim << ',' << (op.core == Core::MixAic ? op.blockDim * 2 : 0) << ','
          << (op.core == Core::AiCore ? "YES" : "NO");
    shapeCell(m_out, op.inShapes);
    plainCell(m_out, op.inTypes);
    formatCell(m_out, op.inTypes);
    shapeCell(m_out, op.outShapes);
    plainCell(m_out, op.outTypes);
    formatCell(m_out, op.outTypes);
    m_out << (op.core == Core::MixAic || op.core == Core::MixAiv ? ",0" : ",N/A");
    if (!cube && !vector) {
        for (int i = 0; i < 25; ++i)
            m_out << ",N/A";
    } else {
        Prng random(static_cast<quint64>(duration) ^ (static_cast<quint64>(record.op) << 40));
        struct Pipe
        {
            const char *name;
            double ratio;
        };
        const auto pipes = [&](bool on, const std::string &core, std::initializer_list<Pipe> list) {
            const auto pmu = [&](const std::string &metric, double value) {
                if (m_context.db)
                    m_context.db->pmu(core + metric, value);
            };
            const qint64 time = on ? std::max<qint64>(1, duration - 1300) : 0;
            const qint64 cycles = on ? time * op.blockDim * 9 / 5 : 0;
            m_out << ',';
            m_out.floatUs(time) << ',' << cycles;
            pmu("total_time", static_cast<double>(time));
            pmu("total_cycles", static_cast<double>(cycles));
            for (const Pipe &pipe : list) {
                const double r = on ? std::round(pipe.ratio * (0.97 + 0.06 * random.uniform()) * 1000) / 1000 : 0.0;
                m_out << ',';
                m_out.number(toUs(time) * r, 3) << ',';
                m_out.number(r);
                pmu(std::string(pipe.name) + "_time", std::round(toUs(time) * r * 1000));
                pmu(std::string(pipe.name) + "_ratio", r);
            }
            const double missed = on ? std::round(0.02 * random.uniform() * 1000) / 1000 : 0.0;
            m_out << ',';
            m_out.number(missed);
            pmu("icache_miss_rate", missed);
        };
        const bool matmul = op.core == Core::AiCore;
        pipes(cube, "aic_",
              {{"mac", matmul ? 0.71 : 0.34},
               {"scalar", 0.12},
               {"mte1", matmul ? 0.55 : 0.27},
               {"mte2", matmul ? 0.62 : 0.35},
               {"fixpipe", 0.11}});
        pipes(vector, "aiv_",
              {{"vec", op.core == Core::MixAic ? 0.52 : 0.31}, {"scalar", 0.09}, {"mte2", 0.61}, {"mte3", 0.44}});
        m_out << ',';
        m_out.number(cube ? (matmul ? 68.0 : 33.0) + 6 * random.uniform() : 0.0, 3);
    }
    endRow();
}

void KernelTable::waitHere(const Record &record)
{
    std::string before = m_out.take();
    if (m_context.writesText())
        m_rows.push_back(
            {m_context.deviceNs(record.deviceStartNs), m_context.deviceNs(record.deviceEndNs), std::move(before), {}});
}

void KernelTable::endRow()
{
    m_out << "\r\n";
    std::string behind = m_out.take();
    if (m_context.writesText())
        m_rows.back().behind = std::move(behind);
}

void KernelTable::count(const Record &record, qint64 duration)
{
    const OpTemplate &op = opTable()[record.op];
    Entry *&entry = m_entryOfOp[record.op];
    if (!entry) {
        entry = &m_statistic[{op.type, coreName(op.core)}];
        if (entry->count == 0)
            entry->minimum = duration;
    }
    ++entry->count;
    entry->total += duration;
    entry->minimum = std::min(entry->minimum, duration);
    entry->maximum = std::max(entry->maximum, duration);
}

/// Level 0 knows neither types nor cores, except that of communication.
void KernelTable::level0Row(const char *kernel, const char *core, const Record &record)
{
    if (!m_context.pytorch() && record.kind == RecordKind::Kernel) {
        m_name.clear();
        m_names.append(m_name, record);
        m_out << m_name << '/';
    }
    m_out << kernel << ",N/A," << core << ',';
    m_out.stampUs(m_context.deviceNs(record.deviceStartNs)) << "\t,";
    m_out.floatUs(record.deviceEndNs - record.deviceStartNs) << ',';
    waitHere(record);
    m_out << ",0";
    endRow();
}

void KernelTable::comm(const Record &record, const CommDetail &detail)
{
    const Group &group = m_context.topology->groups()[static_cast<size_t>(detail.group)];
    beginRow(record);
    const char *const core = m_context.options->oldCann ? "HCCL" : "COMMUNICATION";
    if (m_context.options->level0) {
        std::string name;
        appendCommName(name, detail, group);
        level0Row(name.c_str(), core, record);
        return;
    }
    m_out << "N/A,N/A,";
    m_name.clear();
    appendCommName(m_name, detail, group);
    m_out << m_name << ',' << commOpName(detail.kind) << "_,N/A," << core << ',';
    m_out.stampUs(m_context.deviceNs(record.deviceStartNs)) << "\t,";
    m_out.floatUs(record.deviceEndNs - record.deviceStartNs) << ',';
    waitHere(record);
    m_out << ",0";
    for (int i = 0; i < 34; ++i)
        m_out << ",N/A";
    endRow();
}

void KernelTable::writeStatistic(TextOut &out) const
{
    const bool device = m_context.pytorch() && !m_context.options->oldCann;
    out << (device ? "Device_id," : "")
        << "OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n";
    qint64 sum = 0;
    std::vector<std::pair<qint64, const std::pair<const std::pair<std::string, std::string>, Entry> *>> rows;
    for (const auto &item : m_statistic) {
        sum += item.second.total;
        rows.emplace_back(item.second.total, &item);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (const auto &[total, item] : rows) {
        const Entry &e = item->second;
        if (device)
            out << m_context.device << ',';
        out << item->first.first << ',' << item->first.second << ',' << e.count << ',';
        out.floatUs(e.total) << ',';
        out.floatUs(e.minimum) << ',';
        out.number(toUs(e.total) / static_cast<double>(e.count), 3) << ',';
        out.floatUs(e.maximum) << ',';
        out.number(100.0 * static_cast<double>(e.total) / static_cast<double>(sum), 3) << '\n';
    }
}

bool KernelTable::close(QString &error)
{
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row &a, const Row &b) { return a.startNs < b.startNs; });
    std::optional<qint64> endBefore;
    for (const Row &row : m_rows) {
        m_file << row.before;
        m_file.floatUs(std::max<qint64>(0, row.startNs - endBefore.value_or(row.startNs))) << row.behind;
        endBefore = row.endNs;
    }
    m_rows.clear();
    const bool ok = m_file.close();
    if (!ok)
        error = m_file.error();
    return ok;
}

void StepTable::communicationSlice(qint64 startNs, qint64 endNs, bool group, CommKind kind)
{
    // PyTorch looks for the name hcom_receive, MindSpore for sends and batches too.
    const bool counted = kind == CommKind::Receive || (!m_context.pytorch() && (isSend(kind) || isReceive(kind)));
    if (!m_context.pytorch())
        m_slices.push_back({{startNs, endNs}, group && counted});
    else if (group && counted)
        m_bubble += endNs - startNs;
}

void StepTable::deviceTask(qint64 startNs, qint64 endNs)
{
    if (m_firstTask < 0)
        m_firstTask = startNs;
    m_lastTaskEnd = std::max(m_lastTaskEnd, endNs);
}

/// Pieces of PyTorch that begin in the step, whole.
void StepTable::addFree(Row &row, Span piece) const
{
    if (piece.from >= row.windowStart && piece.from < row.windowEnd) {
        row.free += piece.length();
        row.firstNs = std::min(row.firstNs, piece.from);
        row.lastNs = std::max(row.lastNs, piece.to);
    }
}

void StepTable::stepEnd(const Record &record, const OverlapSweep::Step &sweep)
{
    Row row;
    row.step = record.step;
    const qint64 hostStart = m_context.hostNs(record.inferStartNs);
    row.windowStart = hostStart;
    row.windowEnd = m_context.hostNs(record.inferEndNs);
    if (m_context.pytorch()) {
        row.windowStart = m_firstTask;
        row.windowEnd = std::max(row.windowEnd, m_lastTaskEnd);
    }
    if (m_context.pytorch()) {
        row.computing = sumOf(sweep.compute);
        row.communication = sumOf(sweep.communication);
        row.notOverlapped = sumOf(sweep.notOverlapped);
        row.firstNs = sweep.firstNs();
        row.lastNs = sweep.lastNs();
        row.preparing = row.firstNs - hostStart;
        row.bubble = m_bubble;
        for (const Span &piece : sweep.free)
            addFree(row, piece);
        if (sweep.freeBefore) {
            addFree(row, *sweep.freeBefore);
            if (!m_rows.empty())
                addFree(m_rows.back(), *sweep.freeBefore);
        }
    } else {
        addByWindow(row, sweep);
    }
    m_rows.push_back(row);
    m_bubble = 0;
    m_firstTask = -1;
    m_lastTaskEnd = 0;
}

/// Work that begins between the marks of the step, no matter which step launched it; Free is clipped to them.
void StepTable::addByWindow(Row &row, const OverlapSweep::Step &sweep)
{
    const auto startsInIt = [&row](const Span &s) { return s.from >= row.windowStart && s.from <= row.windowEnd; };
    qint64 first = std::numeric_limits<qint64>::max();
    const auto take = [&](Spans &kept, const Spans &more, bool isWork) {
        kept.insert(kept.end(), more.begin(), more.end());
        qint64 sum = 0;
        std::erase_if(kept, [&](const Span &s) {
            sum += startsInIt(s) ? s.length() : 0;
            first = isWork && startsInIt(s) ? std::min(first, s.from) : first;
            return s.from <= row.windowEnd;
        });
        return sum;
    };
    row.computing = take(m_compute, sweep.compute, true);
    row.communication = take(m_communication, sweep.communication, true);
    row.notOverlapped = take(m_notOverlapped, sweep.notOverlapped, false);
    row.preparing = first == std::numeric_limits<qint64>::max() ? 0 : first - row.windowStart;
    m_free.insert(m_free.end(), sweep.free.begin(), sweep.free.end());
    if (sweep.freeBefore) {
        m_free.push_back(*sweep.freeBefore);
        // The step before ended without knowing how long it was free.
        if (!m_rows.empty())
            m_rows.back().free += std::max<qint64>(0, std::min(sweep.freeBefore->to, m_rows.back().windowEnd) -
                                                          std::max(sweep.freeBefore->from, m_rows.back().windowStart));
    }
    std::erase_if(m_free, [&row](const Span &s) {
        row.free += std::max<qint64>(0, std::min(s.to, row.windowEnd) - std::max(s.from, row.windowStart));
        return s.to <= row.windowEnd;
    });
    qint64 firstStart = -1;
    Span last{-1, -1};
    std::erase_if(m_slices, [&](const Slice &s) {
        if (startsInIt(s.span)) {
            firstStart = firstStart < 0 ? s.span.from : std::min(firstStart, s.span.from);
            last = s.span.from >= last.from ? s.span : last;
            row.bubble += s.isBubble ? s.span.length() : 0;
        }
        return s.span.from <= row.windowEnd;
    });
    // The writer looks for a process named exactly HCCL; under its new name it finds nothing.
    if (m_context.options->oldCann && firstStart >= 0)
        row.stage = last.to - firstStart - row.bubble;
    else
        row.bubble = 0;
}

void StepTable::write(TextOut &out) const
{
    const bool device = m_context.pytorch() && !m_context.options->oldCann;
    out << (device ? "Device_id," : "")
        << "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
           "Communication(Not Overlapped and Exclude Receive),Preparing\r\n";
    for (const Row &row : m_rows) {
        qint64 exclude = row.notOverlapped - row.bubble;
        qint64 stage = row.stage;
        qint64 preparing = row.preparing;
        if (m_context.pytorch()) {
            exclude = std::max<qint64>(0, exclude);
            stage = row.lastNs - row.firstNs - row.bubble;
            // The PyTorch writer takes both from doubles near 1.7e15, whose grain is 0.25 µs.
            stage = (stage + 125) / 250 * 250;
            preparing = (preparing + 125) / 250 * 250;
        }
        if (m_context.analysisDb)
            m_context.analysisDb->step({row.step, toUs(row.computing), toUs(row.notOverlapped),
                                        toUs(row.communication - row.notOverlapped), toUs(row.communication),
                                        toUs(row.free), toUs(stage), toUs(row.bubble), toUs(exclude), toUs(preparing)});
        if (device)
            out << m_context.device << ',';
        out << row.step;
        for (const qint64 ns : {row.computing, row.notOverlapped, row.communication - row.notOverlapped,
                                row.communication, row.free, stage, row.bubble, exclude, preparing}) {
            out << ',';
            if (ns == 0)
                out << '0';
            else
                out.floatUs(ns);
        }
        out << "\r\n";
    }
}

void DatasetTable::stepBegin(const Record &record)
{
    const qint64 part = (record.inferEndNs - record.inferStartNs) / 4;
    ++m_count;
    m_total[0] += part - 1000;
    m_total[1] += part - 500;
    m_total[2] += (record.inferEndNs - 3000) - (record.inferStartNs + 2 * part + 700);
}

void DatasetTable::write(TextOut &out) const
{
    out << "Operation,Stage,Occurrences,Avg. time (us),Custom Info\r\n";
    const char *const names[] = {"MindRecordOp,WorkerEntry", "BatchOp,WorkerEntry", "DataQueueOp,PushToAscend"};
    const char *const infos[] = {"{'num_rows': '1024'}", "", "\"{'queue': 'gpt', 'rows': '1'}\""};
    for (int i = 0; i < 3; ++i) {
        out << names[i] << ',' << m_count << ',';
        out.number(toUs(m_total[i]) / static_cast<double>(m_count), 2) << ',' << infos[i] << "\r\n";
    }
}

} // namespace rs::gen
