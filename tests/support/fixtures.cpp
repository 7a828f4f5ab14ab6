// SPDX-License-Identifier: Apache-2.0
#include "support/fixtures.h"

#include <algorithm>
#include <numeric>

namespace rs::test {

TinyRank::TinyRank(int rank, Framework framework)
{
    data.info.rank = rank;
    data.info.label = QString::number(rank);
    data.info.framework = framework;
    process("1", framework == Framework::MindSpore ? "MindSpore" : "Python", 0, "CPU");
    process("2", "CANN", 1, "CPU");
    process("3", "Ascend Hardware", 2, "NPU");
    process("4", "Communication", 3, "NPU");
    thread("3", "7", "Stream 7");
    thread("4", "0", "Group 0 Communication");
    thread("4", "1", "Plane 0");
}

void TinyRank::process(std::string_view pid, std::string_view name, int sort, std::string_view label)
{
    StringPool &s = m_chunk.strings;
    m_chunk.metas.push_back({TraceChunk::MetaKind::ProcessName, s.intern(pid), {}, s.intern(name), 0});
    m_chunk.metas.push_back({TraceChunk::MetaKind::ProcessSortIndex, s.intern(pid), {}, {}, sort});
    if (!label.empty())
        m_chunk.metas.push_back({TraceChunk::MetaKind::ProcessLabels, s.intern(pid), {}, s.intern(label), 0});
}

void TinyRank::thread(std::string_view pid, std::string_view tid, std::string_view name)
{
    StringPool &s = m_chunk.strings;
    m_chunk.metas.push_back({TraceChunk::MetaKind::ThreadName, s.intern(pid), s.intern(tid), s.intern(name), 0});
}

void TinyRank::slice(std::string_view pid, std::string_view tid, std::string_view name, qint64 start, qint64 duration,
                     std::string_view taskType)
{
    TraceChunk::Slice s;
    s.lane = m_chunk.lane(pid, tid);
    s.start = start;
    s.duration = duration;
    s.name = m_chunk.strings.intern(name);
    if (!taskType.empty()) {
        TaskDetail d;
        d.taskType = m_chunk.strings.intern(taskType);
        m_chunk.details.push_back(d);
        s.detail = static_cast<quint32>(m_chunk.details.size());
    }
    m_chunk.slices.push_back(s);
}

void TinyRank::flow(std::string_view category, std::string_view id, std::string_view fromPid, std::string_view fromTid,
                    qint64 from, std::string_view toPid, std::string_view toTid, qint64 to)
{
    const StrId cat = m_chunk.strings.intern(category);
    const FlowId flowId = FlowId::fromText(id, m_chunk.strings);
    m_chunk.addFlowEnd(flowId, from, cat, m_chunk.lane(fromPid, fromTid), TraceChunk::FlowPhase::Start);
    m_chunk.addFlowEnd(flowId, to, cat, m_chunk.lane(toPid, toTid), TraceChunk::FlowPhase::End);
}

void TinyRank::step(int number, qint64 start, qint64 duration)
{
    slice("1", "1", "ProfilerStep#" + std::to_string(number), start, duration);
}

void TinyRank::host(std::string_view name, qint64 start, qint64 duration)
{
    slice("1", "1", name, start, duration);
}

void TinyRank::python(std::string_view name, qint64 start, qint64 duration)
{
    host(name, start, duration);
    m_chunk.slices.back().kind = SliceKind::Python;
}

void TinyRank::kernel(std::string_view name, qint64 start, qint64 duration, std::string_view taskType)
{
    slice("3", "7", name, start, duration, taskType);
}

void TinyRank::communication(std::string_view name, qint64 start, qint64 duration)
{
    slice("4", "0", name, start, duration);
}

void TinyRank::frequency(qint64 at, double mhz)
{
    m_chunk.samples.push_back({at, mhz, m_chunk.seriesOf("9", "AI Core Freq", "MHz")});
}

void TinyRank::launch(qint64 from, qint64 to)
{
    flow("async_npu", std::to_string(m_nextFlow++), "1", "1", from, "3", "7", to);
}

void TinyRank::kernelRow(std::string_view name, std::string_view type, std::string_view core, std::string_view shapes,
                         qint64 start, qint64 duration)
{
    if (!m_kernels) {
        m_kernels = std::make_shared<Table>();
        m_kernels->source = QStringLiteral("kernel_details.csv");
        m_kernels->addColumn(QStringLiteral("Name"), ColumnType::Text);
        m_kernels->addColumn(QStringLiteral("Type"), ColumnType::Text);
        m_kernels->addColumn(QStringLiteral("Accelerator Core"), ColumnType::Text);
        m_kernels->addColumn(QStringLiteral("Input Shapes"), ColumnType::Text);
        m_kernels->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
        m_kernels->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
    }
    int column = 0;
    for (const std::string_view text : {name, type, core, shapes}) {
        if (text.empty())
            m_kernels->appendMissing(column++);
        else
            m_kernels->appendText(column++, text);
    }
    m_kernels->appendInteger(4, start);
    m_kernels->appendInteger(5, duration);
    m_kernels->finishRow();
    m_kernelStart.push_back(start);
}

std::unique_ptr<Trace> TinyRank::seal()
{
    TraceBuilder builder(QStringLiteral("trace_view.json"));
    builder.addChunk(std::move(m_chunk));
    m_chunk = TraceChunk();
    ThreadPool pool(1);
    return builder.seal(pool, JobContext(), report);
}

std::shared_ptr<const RankData> TinyRank::finish()
{
    std::unique_ptr<Trace> trace = seal();
    if (m_kernels) {
        data.sliceOfKernel.assign(static_cast<size_t>(m_kernels->rows()), NoSlice);
        for (int row = 0; row < m_kernels->rows(); ++row) {
            for (quint32 i = 0; i < trace->slices().size(); ++i) {
                const SliceId id{i};
                if (trace->slices().start(id) == m_kernelStart[static_cast<size_t>(row)] &&
                    trace->strings().view(trace->slices().name(id)) == m_kernels->textView(row, 0)) {
                    data.sliceOfKernel[static_cast<size_t>(row)] = id;
                    data.kernelOfSlice.emplace_back(id, row);
                }
            }
        }
        std::sort(data.kernelOfSlice.begin(), data.kernelOfSlice.end(),
                  [](const auto &a, const auto &b) { return raw(a.first) < raw(b.first); });
        data.kernels = m_kernels;
    }
    if (trace->slices().size() > 0)
        data.trace = std::move(trace);
    data.report = report;
    data.commOps = CommOps(commOps);
    data.links = MatrixLinks(links);
    return std::make_shared<const RankData>(data);
}

Run makeRun(std::vector<std::shared_ptr<const RankData>> ranks)
{
    Run run;
    run.name = QStringLiteral("tiny");
    for (auto &rank : ranks) {
        run.framework = rank->info.framework;
        run.infos.push_back(rank->info);
        run.ranks.push_back(std::move(rank));
    }
    return run;
}

Run makeRun(const std::vector<int> &numbers, const FillRank &fill)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const int number : numbers) {
        TinyRank rank(number);
        fill(rank, number);
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

Run makeRun(int count, const FillRank &fill)
{
    std::vector<int> numbers(static_cast<size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return makeRun(numbers, fill);
}

SliceId sliceNamed(const Trace &trace, std::string_view name)
{
    for (quint32 i = 0; i < trace.slices().size(); ++i) {
        if (trace.strings().view(trace.slices().name(SliceId{i})) == name)
            return SliceId{i};
    }
    return NoSlice;
}

std::vector<std::shared_ptr<const RankData>> pipelineRanks(int sender, int receiver, qint64 baseNs,
                                                           qint64 receiverClock)
{
    constexpr qint64 us = 1000;
    TinyRank from(sender);
    TinyRank to(receiver);
    for (TinyRank *r : {&from, &to}) {
        GroupInfo g;
        g.commName = QStringLiteral("group_name_19");
        g.hash = groupHash(g.commName);
        g.pgName = QStringLiteral("pp");
        g.globalRanks = {sender, receiver};
        r->data.groups.push_back(g);
        r->thread("4", "0", "Group group_name_19 Communication");
    }
    for (int i = 0; i < 3; ++i) {
        const qint64 at = baseNs + i * 100 * us;
        from.communication("hcom_send__128_" + std::to_string(i) + "_1", at, 10 * us);
        if (i < 2)
            to.communication("hcom_receive__128_" + std::to_string(i) + "_1", at + receiverClock - 5 * us, 15 * us);
    }
    return {from.finish(), to.finish()};
}

} // namespace rs::test
