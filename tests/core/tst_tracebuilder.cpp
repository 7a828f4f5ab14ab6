// SPDX-License-Identifier: Apache-2.0
#include "core/trace/tracebuilder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <memory>
#include <numeric>

using namespace rs;
using namespace rs::test;

namespace {

struct Fixture
{
    TraceChunk chunk;
    ThreadPool pool{2};
    JobContext job;
    ImportReport report;

    void process(std::string_view pid, std::string_view name, int sort = 0)
    {
        chunk.metas.push_back(
            {TraceChunk::MetaKind::ProcessName, chunk.strings.intern(pid), {}, chunk.strings.intern(name), 0});
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
        chunk.addFlowEnd(FlowId::fromText(id, chunk.strings), ts, chunk.strings.intern("HostToDevice"),
                         chunk.lane(pid, tid), phase);
    }
    std::unique_ptr<Trace> seal()
    {
        TraceBuilder b;
        b.addChunk(std::move(chunk));
        chunk = TraceChunk();
        return b.seal(pool, job, report);
    }
};

struct Range
{
    qint64 start;
    qint64 duration;
};

// Up to `wide` slices are open at a time: far more than the rows that are walked one by one.
std::vector<Range> hostileRanges(const QString &shape, int count, QRandomGenerator &random)
{
    std::vector<Range> out;
    const auto add = [&](qint64 start, qint64 end) { out.push_back({start, end - start}); };
    for (int i = 0; i < count; ++i) {
        if (shape == QLatin1String("staircase"))
            add(i, i + 700);
        else if (shape == QLatin1String("nested"))
            add(i % 600, 1200 - i % 600);
        else if (shape == QLatin1String("equal starts"))
            add(i / 4, i / 4 + random.bounded(600));
        else if (shape == QLatin1String("waves"))
            add(i + i / 400 * 1000, i / 400 * 1400 + 400 + (i % 2 ? i % 400 : 400 - i % 400));
        else if (shape == QLatin1String("few long, many short"))
            add(i, i % 3 == 0 ? i + random.bounded(3000) : i + random.bounded(3));
        else
            add(random.bounded(3000), 3000 + random.bounded(1000) * (random.bounded(4) - 1));
        out.back().duration = std::max<qint64>(0, out.back().duration);
    }
    std::stable_sort(out.begin(), out.end(), [](const Range &a, const Range &b) {
        return a.start != b.start ? a.start < b.start : a.duration > b.duration;
    });
    return out;
}

void hostileShapes()
{
    QTest::addColumn<QString>("shape");
    for (const char *const shape : {"staircase", "nested", "equal starts", "waves", "few long, many short", "random"})
        QTest::newRow(shape) << QString::fromLatin1(shape);
}

} // namespace

class TestTraceBuilder : public QObject
{
    Q_OBJECT
private slots:
    void packsNestedAndOverlapping_data()
    {
        // slices: start, duration
        const Scenarios<QList<QPair<int, int>>, QList<int>> row;
        using L = QList<QPair<int, int>>;
        row("siblings", L{{0, 10}, {10, 5}, {15, 1}}, QList<int>{0, 0, 0});
        row("nested", L{{0, 100}, {10, 20}, {12, 3}, {40, 10}}, QList<int>{0, 1, 2, 1});
        row("overlap without nesting", L{{0, 10}, {5, 10}, {10, 10}}, QList<int>{0, 1, 0});
        row("child of an overflow slice stays below it", L{{0, 10}, {5, 20}, {12, 3}}, QList<int>{0, 1, 2});
        row("zero durations", L{{0, 0}, {0, 0}, {0, 10}, {3, 0}, {10, 0}}, QList<int>{0, 0, 0, 1, 0});
        row("same range twice", L{{0, 10}, {0, 10}}, QList<int>{0, 1});
    }

    void packsNestedAndOverlapping()
    {
        const auto [slices, rows] = scenario<QList<QPair<int, int>>, QList<int>>();
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

    void packsAsTheWrittenRule_data() { hostileShapes(); }

    void packsAsTheWrittenRule()
    {
        QFETCH(QString, shape);
        QRandomGenerator random(11);
        const std::vector<Range> ranges = hostileRanges(shape, 4000, random);
        std::vector<qint64> start;
        std::vector<qint64> duration;
        for (const Range &r : ranges) {
            start.push_back(r.start);
            duration.push_back(r.duration);
        }
        std::vector<quint32> row;
        const quint32 rows = packRows(start, duration, row);
        QVERIFY2(rows > 200, qPrintable(QString::number(rows)));
        std::vector<qint64> ends; // of each row
        for (size_t i = 0; i < ranges.size(); ++i) {
            const qint64 from = start[i];
            const qint64 to = from + duration[i];
            size_t want = 0;
            for (size_t r = 0; r < ends.size(); ++r) {
                if (ends[r] > from && ends[r] >= to)
                    want = r + 1;
            }
            while (want < ends.size() && ends[want] > from)
                ++want;
            QCOMPARE(size_t(row[i]), want);
            ends.resize(std::max(ends.size(), want + 1));
            ends[want] = to;
        }
        QCOMPARE(size_t(rows), ends.size());
    }

    void neverOverlapsInsideARow()
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

    void keepsAllOfAWideLane()
    {
        QRandomGenerator random(5);
        std::vector<Range> ranges = hostileRanges(QStringLiteral("random"), 5000, random);
        Fixture f;
        for (const Range &r : ranges)
            f.slice("1", "1", "s", r.start, r.duration);
        const auto trace = f.seal();
        const SliceStore &s = trace->slices();
        QVERIFY(s.rowCount() > 500);
        std::vector<std::pair<qint64, qint64>> want;
        std::vector<std::pair<qint64, qint64>> have;
        for (const Range &r : ranges)
            want.emplace_back(r.start, r.duration);
        for (quint32 r = 0; r < s.rowCount(); ++r) {
            const auto span = s.row(RowId{r});
            for (quint32 i = span.first; i < span.last; ++i) {
                have.emplace_back(s.start(SliceId{i}), s.duration(SliceId{i}));
                QVERIFY(i == span.first || s.start(SliceId{i}) >= s.end(SliceId{i - 1}));
            }
        }
        std::sort(want.begin(), want.end());
        std::sort(have.begin(), have.end());
        QCOMPARE(have, want);
    }

    void bindsFlowsInWideLanes_data() { hostileShapes(); }

    // Every end against a walk over all rows of its lane.
    void bindsFlowsInWideLanes()
    {
        QFETCH(QString, shape);
        QRandomGenerator random(3);
        Fixture f;
        for (const Range &r : hostileRanges(shape, 3000, random))
            f.slice("1", "1", "s", r.start, r.duration);
        f.slice("2", "2", "partner", 0, 1000000);
        constexpr int flows = 2000;
        using Phase = TraceChunk::FlowPhase;
        std::vector<std::pair<qint64, Phase>> ends; // on the wide lane
        for (int i = 0; i < flows; ++i) {
            const std::string id = std::to_string(i);
            const bool back = i % 2 == 1;
            const Phase phase = i % 4 == 0 ? Phase::End : Phase::NextEnd;
            const qint64 ts = random.bounded(5000);
            ends.emplace_back(ts, back ? Phase::Start : phase);
            f.flow(Phase::Start, back ? "1" : "2", back ? "1" : "2", id, back ? ts : 7);
            f.flow(back ? Phase::End : phase, back ? "2" : "1", back ? "2" : "1", id, back ? 7 : ts);
        }
        const auto trace = f.seal();
        const SliceStore &s = trace->slices();
        const Lane &lane = trace->lane(LaneId{0});
        QCOMPARE(trace->strings().view(lane.tid), std::string_view("1"));
        const auto walk = [&](qint64 ts, Phase phase) {
            SliceId around = NoSlice;
            SliceId next = NoSlice;
            for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
                const auto span = s.row(RowId{r});
                const quint32 after = s.firstStartingAtOrAfter(ts + 1, span);
                if (after < span.last && (next == NoSlice || s.start(SliceId{after}) < s.start(next)))
                    next = SliceId{after};
                if (after == span.first)
                    continue;
                if (phase != Phase::Start && s.start(SliceId{after - 1}) == ts)
                    return SliceId{after - 1};
                if (s.end(SliceId{after - 1}) >= ts)
                    around = SliceId{after - 1};
            }
            return phase == Phase::NextEnd ? next : around;
        };
        quint32 checked = 0;
        for (const Flow &flow : trace->flows().flows()) {
            const bool into = trace->laneOf(flow.to) == LaneId{0};
            const qint64 ts = into ? flow.toNs : flow.fromNs;
            const auto i = static_cast<size_t>(std::stoi(flow.id.text(trace->strings())));
            QCOMPARE(raw(into ? flow.to : flow.from), raw(walk(ts, ends[i].second)));
            ++checked;
        }
        const FlowCategory &c = trace->flows().categories().front();
        const auto want =
            std::count_if(ends.begin(), ends.end(), [&](const auto &e) { return walk(e.first, e.second) != NoSlice; });
        QCOMPARE(checked, quint32(want));
        QCOMPARE(checked, c.joined);
        QVERIFY2(checked > 100, qPrintable(QString::number(checked)));
        QCOMPARE(c.joined + c.orphanEnds, quint32(flows));
    }

    void ordersProcessesAndLanes()
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

    // One host process that drives two devices: the same thread and stream numbers under two labels.
    void devicesOfOneHostProcessStayApart()
    {
        Fixture f;
        const auto label = [&](std::string_view pid, std::string_view text) {
            f.chunk.metas.push_back({TraceChunk::MetaKind::ProcessLabels,
                                     f.chunk.strings.intern(pid),
                                     {},
                                     f.chunk.strings.intern(text),
                                     0});
        };
        f.process("10", "CANN", 1);
        label("10", "CPU");
        for (const auto &[pid, text] :
             {std::pair("21", "NPU 1"), std::pair("20", "NPU 0"), std::pair("22", "NPU"), std::pair("23", "NPU x")}) {
            f.process(pid, "Ascend Hardware", pid[1] - '0' + 10);
            label(pid, text);
            f.slice(pid, "2", std::string("kernel of ") + text, 100, 10);
        }
        f.slice("10", "5", "launch 0", 0, 10);
        f.slice("10", "5", "launch 1", 20, 10);
        f.flow(TraceChunk::FlowPhase::Start, "10", "5", "a", 5);
        f.flow(TraceChunk::FlowPhase::End, "20", "2", "a", 100);
        f.flow(TraceChunk::FlowPhase::Start, "10", "5", "b", 25);
        f.flow(TraceChunk::FlowPhase::End, "21", "2", "b", 100);
        const auto trace = f.seal();
        QCOMPARE(trace->lanes().size(), size_t(5));
        QList<int> devices;
        for (const Process &p : trace->processes())
            devices << p.device;
        QCOMPARE(devices, (QList<int>{-1, 0, 1, -1, -1}));
        QCOMPARE(trace->flows().size(), 2U);
        for (const Flow &flow : trace->flows().flows()) {
            const bool first = trace->strings().view(trace->slices().name(flow.from)) == "launch 0";
            QCOMPARE(trace->processOf(trace->laneOf(flow.to)).device, first ? 0 : 1);
        }
    }

    void joinsFlowsByTextOfTheId()
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

    // So many that parts of their hashes are equal, in random order, over two chunks and two categories with the same
    // ids.
    void joinsEachOfManyIds()
    {
        constexpr int count = 150000;
        constexpr int apart = 10;
        std::vector<int> order(count);
        std::iota(order.begin(), order.end(), 0);
        QRandomGenerator random(11);
        std::shuffle(order.begin(), order.end(), random);
        Fixture host;
        Fixture device;
        for (int i = 0; i < count; ++i) {
            host.slice("1", "1", "launch", i * apart, 2);
            device.slice("2", "2", "kernel", i * apart + 4, 2);
        }
        const quint32 hostLane = host.chunk.lane("1", "1");
        const quint32 deviceLane = device.chunk.lane("2", "2");
        for (const int i : order) {
            const std::string id = std::to_string(i);
            for (const char *const category : {"HostToDevice", "async_npu"}) {
                // Lines of one category keep the order of the slices, those of the other turn it round.
                const int to = category[0] == 'H' ? i : count - 1 - i;
                host.chunk.addFlowEnd(FlowId::fromText(id, host.chunk.strings), i * apart + 1,
                                      host.chunk.strings.intern(category), hostLane, TraceChunk::FlowPhase::Start);
                device.chunk.addFlowEnd(FlowId::fromText(id, device.chunk.strings), to * apart + 4,
                                        device.chunk.strings.intern(category), deviceLane, TraceChunk::FlowPhase::End);
            }
        }
        TraceBuilder b;
        b.addChunk(std::move(device.chunk));
        b.addChunk(std::move(host.chunk));
        const auto trace = b.seal(host.pool, host.job, host.report);
        QVERIFY(trace);
        const FlowStore &flows = trace->flows();
        QCOMPARE(flows.size(), 2U * count);
        QCOMPARE(flows.categories().size(), size_t(2));
        for (const FlowCategory &c : flows.categories()) {
            QCOMPARE(c.joined, quint32(count));
            QCOMPARE(c.orphanStarts + c.orphanEnds, 0U);
        }
        const SliceStore &s = trace->slices();
        int wrong = 0;
        for (quint32 f = 0; f < flows.size(); ++f) {
            const Flow &flow = flows.at(FlowIndex{f});
            const qint64 i = std::stoll(flow.id.text(trace->strings()));
            const bool turned = trace->strings().view(flows.categories()[flow.category].name) == "async_npu";
            const qint64 to = turned ? count - 1 - i : i;
            wrong += s.start(flow.from) != i * apart || s.start(flow.to) != to * apart + 4;
            wrong += f > 0 && raw(flows.at(FlowIndex{f - 1}).from) > raw(flow.from);
        }
        QCOMPARE(wrong, 0);
        for (const int i : {0, 1, count / 2, count - 1}) {
            const auto span = trace->slicesOf(trace->laneOf(flows.at(FlowIndex{0}).to));
            const auto incoming = flows.incoming(SliceId{span.first + static_cast<quint32>(i)});
            QCOMPARE(incoming.size(), size_t(2));
            QVERIFY(flows.at(incoming[0]).from != flows.at(incoming[1]).from);
        }
    }

    void countsOrphansAndNegativeDelays()
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
        QCOMPARE(c.orphansOutOfSlice, 2U); // both ends of 4
        QCOMPARE(c.orphansAlone, 2U);
        QCOMPARE(c.orphansCutOff, 0U);
        QCOMPARE(f.report.findings().size(), size_t(3));
        QCOMPARE(f.report.worst(), Severity::Notice);
    }

    void saysWhyOrphansAreAlone()
    {
        Fixture f;
        for (const qint64 at : {100, 200, 300, 400}) {
            f.slice("1", "1", "launch", at, 10);
            f.slice("2", "7", "kernel", at + 50, 5);
        }
        f.flow(TraceChunk::FlowPhase::End, "2", "7", "before", 150); // launched before the capture began
        f.flow(TraceChunk::FlowPhase::Start, "1", "1", "b", 200);
        f.flow(TraceChunk::FlowPhase::End, "2", "7", "b", 250);
        f.flow(TraceChunk::FlowPhase::Start, "1", "1", "lost", 200); // nobody wrote its end
        f.flow(TraceChunk::FlowPhase::Start, "1", "1", "c", 300);
        f.flow(TraceChunk::FlowPhase::End, "2", "7", "c", 350);
        f.flow(TraceChunk::FlowPhase::Start, "1", "1", "after", 400); // ran after the capture had ended
        f.flow(TraceChunk::FlowPhase::Start, "1", "1", "gone", 300);
        f.flow(TraceChunk::FlowPhase::End, "404", "7", "gone", 350); // its lane is not in the file
        const auto trace = f.seal();
        const FlowCategory &c = trace->flows().categories().front();
        QCOMPARE(c.joined, 2U);
        QCOMPARE(c.orphanStarts, 3U);
        QCOMPARE(c.orphanEnds, 2U);
        QCOMPARE(c.orphansCutOff, 2U);
        QCOMPARE(c.orphansAlone, 1U);
        QCOMPARE(c.orphansOutOfSlice, 2U);
    }

    void parentAndSelfTime()
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

    void visibleFindsWhatTouchesTheWindow()
    {
        Fixture f;
        for (const auto &[s, d] :
             {std::pair(0, 10), std::pair(10, 10), std::pair(20, 0), std::pair(30, 10), std::pair(50, 0)})
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

    void pairsBeginAndEnd()
    {
        Fixture f;
        const auto edge = [&](bool begin, std::string_view name, qint64 ts) {
            TraceChunk::Edge e;
            e.begin = begin;
            e.ts = ts;
            e.name = f.chunk.strings.intern(name);
            e.lane = f.chunk.lane("1", "1");
            e.argsAt = TraceChunk::packSource(3, 100 + static_cast<quint64>(ts));
            f.chunk.edges.push_back(e);
        };
        edge(true, "outer", 0);
        edge(true, "inner", 5);
        edge(false, "inner", 8);
        edge(false, "outer", 20);
        edge(false, "nobody", 40);
        edge(false, "nobody", 30);
        const auto trace = f.seal();
        QCOMPARE(trace->slices().size(), 2U);
        QCOMPARE(trace->slices().duration(SliceId{0}), qint64(20));
        QCOMPARE(trace->slices().duration(SliceId{1}), qint64(3));
        const Finding unpaired = f.report.findings().front();
        QCOMPARE(unpaired.code, QStringLiteral("trace.unpaired-edge"));
        QCOMPARE(unpaired.count, 2);
        QCOMPARE(unpaired.place.text(), QStringLiteral("byte 130"));
    }

    void cancelledSealGivesNothing()
    {
        Fixture f;
        f.slice("1", "1", "s", 0, 1);
        f.job.cancel();
        QVERIFY(!f.seal());
    }

    void otherKindsShareAllTheRest()
    {
        const auto budget = std::make_shared<MemoryBudget>();
        Fixture f;
        f.job = JobContext(budget);
        f.process("1", "Ascend Hardware");
        constexpr int count = 1000;
        for (int i = 0; i < count; ++i)
            f.slice("1", "2", i % 2 ? "a" : "b", i * 10, 5);
        f.flow(TraceChunk::FlowPhase::Start, "1", "2", "9", 12);
        f.flow(TraceChunk::FlowPhase::End, "1", "2", "9", 22);
        f.chunk.samples.push_back({5, 1.5, f.chunk.seriesOf("1", "HBM", "Read")});
        std::shared_ptr<const Trace> first = f.seal();
        QVERIFY(first);
        QCOMPARE(budget->used(), first->bytes());
        PageVector<SliceKind> kinds(first->slices().kinds().begin(), first->slices().kinds().end());
        kinds[7] = SliceKind::KernelCube;
        const std::shared_ptr<const Trace> second = first->withKinds(kinds, budget);
        QVERIFY(second->differsAtMostInKinds(*first) && first->differsAtMostInKinds(*second));
        QVERIFY(!second->differsAtMostInKinds(*f.seal()));
        const SliceStore &a = first->slices();
        const SliceStore &b = second->slices();
        QCOMPARE(b.size(), quint32{count});
        QVERIFY(a.starts().data() == b.starts().data() && a.durations().data() == b.durations().data());
        QVERIFY(a.names().data() == b.names().data() && a.kinds().data() != b.kinds().data());
        QVERIFY(&first->strings() == &second->strings() && &first->counters() == &second->counters());
        QCOMPARE(second->flows().size(), 1U);
        QVERIFY(first->flows().flows().data() == second->flows().flows().data());
        QCOMPARE(second->startNs(), first->startNs());
        QCOMPARE(second->endNs(), first->endNs());
        QCOMPARE(second->laneLabel(LaneId{0}), first->laneLabel(LaneId{0}));
        for (quint32 i = 0; i < count; ++i) {
            QVERIFY(a.kind(SliceId{i}) != SliceKind::KernelCube);
            QVERIFY(b.kind(SliceId{i}) == (i == 7 ? SliceKind::KernelCube : a.kind(SliceId{i})));
            QVERIFY(b.rowOf(SliceId{i}) == a.rowOf(SliceId{i}));
        }
        // Shared parts count once, and as long as one owner lives.
        QCOMPARE(second->bytes(), first->bytes());
        QCOMPARE(budget->used(), second->bytes() + count);
        first.reset();
        QCOMPARE(budget->used(), second->bytes());
        QCOMPARE(second->slices().start(SliceId{999}), 9990);
    }
};

RS_TEST(TestTraceBuilder, QCoreApplication);
#include "tst_tracebuilder.moc"
