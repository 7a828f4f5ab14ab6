// SPDX-License-Identifier: Apache-2.0
#include "core/tracebuilder.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace rs;

namespace {

struct Fixture
{
    TraceChunk chunk;
    ThreadPool pool{2};
    JobContext job;
    ImportReport report;

    void process(std::string_view pid, std::string_view name, int sort = 0)
    {
        chunk.metas.push_back({TraceChunk::MetaKind::ProcessName, chunk.strings.intern(pid), {}, chunk.strings.intern(name), 0});
        chunk.metas.push_back({TraceChunk::MetaKind::ProcessSortIndex, chunk.strings.intern(pid), {}, {}, sort});
    }
    void slice(std::string_view pid, std::string_view tid, std::string_view name, qint64 start, qint64 duration)
    {
        TraceChunk::Slice s;
        s.lane = chunk.lane(pid, tid);
        s.start = start;
        s.duration = duration;
        s.name = chunk.strings.intern(name);
        chunk.slices.push_back(s);
    }
    void flow(TraceChunk::FlowPhase phase, std::string_view pid, std::string_view tid, std::string_view id, qint64 ts)
    {
        chunk.flowEnds.push_back({FlowId::fromText(id, chunk.strings), ts, chunk.strings.intern("HostToDevice"),
                                  chunk.lane(pid, tid), phase});
    }
    std::unique_ptr<Trace> seal()
    {
        TraceBuilder b;
        b.addChunk(std::move(chunk));
        chunk = TraceChunk();
        return b.seal(pool, job, report);
    }
};

} // namespace

class TestTraceBuilder : public QObject
{
    Q_OBJECT
private slots:
    void packsNestedAndOverlapping_data();
    void packsNestedAndOverlapping();
    void neverOverlapsInsideARow();
    void ordersProcessesAndLanes();
    void joinsFlowsByTextOfTheId();
    void countsOrphansAndNegativeDelays();
    void parentAndSelfTime();
    void visibleFindsWhatTouchesTheWindow();
    void pairsBeginAndEnd();
    void cancelledSealGivesNothing();
};

void TestTraceBuilder::packsNestedAndOverlapping_data()
{
    QTest::addColumn<QList<QPair<int, int>>>("slices"); // start, duration
    QTest::addColumn<QList<int>>("rows");
    using L = QList<QPair<int, int>>;
    QTest::newRow("siblings") << L{{0, 10}, {10, 5}, {15, 1}} << QList<int>{0, 0, 0};
    QTest::newRow("nested") << L{{0, 100}, {10, 20}, {12, 3}, {40, 10}} << QList<int>{0, 1, 2, 1};
    QTest::newRow("overlap without nesting") << L{{0, 10}, {5, 10}, {10, 10}} << QList<int>{0, 1, 0};
    QTest::newRow("child of an overflow slice stays below it") << L{{0, 10}, {5, 20}, {12, 3}} << QList<int>{0, 1, 2};
    QTest::newRow("zero durations") << L{{0, 0}, {0, 0}, {0, 10}, {3, 0}, {10, 0}} << QList<int>{0, 0, 0, 1, 0};
    QTest::newRow("same range twice") << L{{0, 10}, {0, 10}} << QList<int>{0, 1};
}

void TestTraceBuilder::packsNestedAndOverlapping()
{
    using L = QList<QPair<int, int>>;
    QFETCH(L, slices);
    QFETCH(QList<int>, rows);
    std::vector<qint64> start;
    std::vector<qint64> duration;
    for (const auto &[s, d] : slices) {
        start.push_back(s);
        duration.push_back(d);
    }
    std::vector<quint32> row;
    packRows(start, duration, row);
    QCOMPARE(QList<int>(row.begin(), row.end()), rows);
}

void TestTraceBuilder::neverOverlapsInsideARow()
{
    QRandomGenerator random(7);
    Fixture f;
    for (int i = 0; i < 3000; ++i)
        f.slice("1", "1", "s", random.bounded(100000), random.bounded(5) == 0 ? 0 : random.bounded(400));
    const auto trace = f.seal();
    const SliceStore &s = trace->slices();
    QCOMPARE(s.size(), 3000U);
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        for (quint32 i = span.first + 1; i < span.last; ++i)
            QVERIFY(s.start(SliceId{i}) >= s.end(SliceId{i - 1}));
    }
}

void TestTraceBuilder::ordersProcessesAndLanes()
{
    Fixture f;
    f.slice("9", "2", "b", 0, 1);
    f.slice("9", "1", "a", 0, 1);
    f.slice("3", "0", "c", 0, 1);
    f.slice("77", "0", "unnamed", 0, 1);
    f.process("9", "Ascend Hardware", 13);
    f.process("3", "Python", 0);
    const auto trace = f.seal();
    QCOMPARE(trace->processLabel(trace->lane(LaneId{0}).process), QStringLiteral("Python"));
    QCOMPARE(trace->strings().view(trace->lane(LaneId{1}).tid), std::string_view("1"));
    QCOMPARE(trace->strings().view(trace->lane(LaneId{2}).tid), std::string_view("2"));
    QCOMPARE(trace->processLabel(trace->lane(LaneId{3}).process), QStringLiteral("Process 77"));
    QCOMPARE(trace->lane(LaneId{1}).kind, LaneKind::Stream);
    QCOMPARE(trace->lane(LaneId{1}).streamId, 1);
}

void TestTraceBuilder::joinsFlowsByTextOfTheId()
{
    Fixture f;
    f.slice("1", "1", "outer", 0, 100);
    f.slice("1", "1", "inner", 10, 20);
    f.slice("2", "7", "kernel", 200, 5);
    f.slice("2", "8", "kernel2", 300, 5);
    f.flow(TraceChunk::FlowPhase::End, "2", "7", "40006882869110636543", 200);
    f.flow(TraceChunk::FlowPhase::Start, "1", "1", "40006882869110636543", 15);
    f.flow(TraceChunk::FlowPhase::End, "2", "8", "40006882869110636543", 300);
    const auto trace = f.seal();
    QCOMPARE(trace->flows().size(), 2U);
    const Flow &flow = trace->flows().flows().front();
    QCOMPARE(trace->strings().view(trace->slices().name(flow.from)), std::string_view("inner"));
    QCOMPARE(trace->strings().view(trace->slices().name(flow.to)), std::string_view("kernel"));
    QCOMPARE(flow.id.text(trace->strings()), std::string("40006882869110636543"));
    QCOMPARE(trace->flows().outgoing(flow.from).size(), size_t(2));
    QCOMPARE(trace->flows().incoming(flow.to).size(), size_t(1));
    QVERIFY(trace->flows().incoming(flow.from).empty());
}

void TestTraceBuilder::countsOrphansAndNegativeDelays()
{
    Fixture f;
    f.slice("1", "1", "launch", 100, 10);
    f.slice("2", "7", "kernel", 50, 5);
    f.flow(TraceChunk::FlowPhase::Start, "1", "1", "1", 100);
    f.flow(TraceChunk::FlowPhase::End, "2", "7", "1", 50);
    f.flow(TraceChunk::FlowPhase::Start, "1", "1", "2", 100);
    f.flow(TraceChunk::FlowPhase::End, "2", "7", "3", 50);
    f.flow(TraceChunk::FlowPhase::Start, "404", "0", "4", 1);
    f.flow(TraceChunk::FlowPhase::End, "2", "7", "4", 50);
    const auto trace = f.seal();
    const FlowCategory &c = trace->flows().categories().front();
    QCOMPARE(c.starts, 3U);
    QCOMPARE(c.ends, 3U);
    QCOMPARE(c.joined, 1U);
    QCOMPARE(c.negative, 1U);
    QCOMPARE(c.orphanStarts, 2U);
    QCOMPARE(c.orphanEnds, 2U);
    QCOMPARE(f.report.findings().size(), size_t(3));
    QCOMPARE(f.report.worst(), Severity::Notice);
}

void TestTraceBuilder::parentAndSelfTime()
{
    Fixture f;
    f.slice("1", "1", "outer", 0, 100);
    f.slice("1", "1", "child", 10, 20);
    f.slice("1", "1", "grandchild", 12, 5);
    f.slice("1", "1", "child", 50, 30);
    f.slice("1", "1", "overlap", 90, 30);
    const auto trace = f.seal();
    const auto find = [&](std::string_view name) {
        for (quint32 i = 0; i < trace->slices().size(); ++i) {
            if (trace->strings().view(trace->slices().name(SliceId{i})) == name)
                return SliceId{i};
        }
        return NoSlice;
    };
    QCOMPARE(trace->selfTime(find("outer")), qint64(50));
    QCOMPARE(trace->parentOf(find("grandchild")), find("child"));
    QCOMPARE(trace->selfTime(find("child")), qint64(15));
    QCOMPARE(trace->parentOf(find("overlap")), NoSlice);
    QCOMPARE(trace->depthOf(find("grandchild")), 2U);
}

void TestTraceBuilder::visibleFindsWhatTouchesTheWindow()
{
    Fixture f;
    for (const auto &[s, d] : {std::pair(0, 10), std::pair(10, 10), std::pair(20, 0), std::pair(30, 10), std::pair(50, 0)})
        f.slice("1", "1", "s", s, d);
    const auto trace = f.seal();
    const SliceStore &s = trace->slices();
    const auto count = [&](qint64 from, qint64 to) { return s.visible(RowId{0}, from, to).size(); };
    QCOMPARE(count(0, 100), 5U);
    QCOMPARE(count(10, 11), 1U);
    QCOMPARE(count(20, 30), 1U);
    QCOMPARE(count(21, 30), 0U);
    QCOMPARE(count(19, 31), 3U);
    QCOMPARE(count(50, 51), 1U);
    QCOMPARE(count(51, 60), 0U);
}

void TestTraceBuilder::pairsBeginAndEnd()
{
    Fixture f;
    const auto edge = [&](bool begin, std::string_view name, qint64 ts) {
        TraceChunk::Edge e;
        e.begin = begin;
        e.ts = ts;
        e.name = f.chunk.strings.intern(name);
        e.lane = f.chunk.lane("1", "1");
        f.chunk.edges.push_back(e);
    };
    edge(true, "outer", 0);
    edge(true, "inner", 5);
    edge(false, "inner", 8);
    edge(false, "outer", 20);
    edge(false, "nobody", 30);
    const auto trace = f.seal();
    QCOMPARE(trace->slices().size(), 2U);
    QCOMPARE(trace->slices().duration(SliceId{0}), qint64(20));
    QCOMPARE(trace->slices().duration(SliceId{1}), qint64(3));
    QCOMPARE(f.report.findings().front().code, QStringLiteral("trace.unpaired-edge"));
}

void TestTraceBuilder::cancelledSealGivesNothing()
{
    Fixture f;
    f.slice("1", "1", "s", 0, 1);
    f.job.cancel();
    QVERIFY(!f.seal());
}

QTEST_GUILESS_MAIN(TestTraceBuilder)
#include "tst_tracebuilder.moc"
