// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/lanesubject.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/slicestats.h"

#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>
#include <set>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

const SliceStat *row(const SliceStats &s, const Trace &trace, std::string_view name)
{
    for (const SliceStat &r : s.rows) {
        if (trace.strings().view(r.name) == name)
            return &r;
    }
    return nullptr;
}

std::vector<LaneId> allLanes(const Trace &trace)
{
    std::vector<LaneId> out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l)
        out.push_back(LaneId{l});
    return out;
}

} // namespace

class TestSliceStats : public QObject
{
    Q_OBJECT
private slots:
    void statisticsOfAWholeLane()
    {
        TinyRank r;
        r.host("outer", 0, 100);
        r.host("inner", 10, 20);
        r.host("inner", 40, 30);
        r.host("leaf", 12, 5);
        r.host("outer", 200, 50);
        const auto trace = r.seal();
        const SliceStats s = sliceStats(*trace);
        QCOMPARE(cells(s.complete, s.count, s.totalNs, s.unionNs), cells(true, 5, 205, 150));
        QCOMPARE(trace->strings().view(s.rows.front().name), std::string_view("outer"));
        const SliceStat *outer = row(s, *trace, "outer");
        QCOMPARE(cells(outer->count, outer->totalNs, outer->selfNs, outer->minNs, outer->maxNs, outer->averageNs()),
                 cells(2, 150, 100, 50, 100, 75.0));
        QCOMPARE(trace->slices().duration(outer->longest), qint64(100));
        QCOMPARE(cells(row(s, *trace, "inner")->selfNs, row(s, *trace, "leaf")->selfNs), cells(45, 5));
    }

    void windowClipsButCountsWholeSlices()
    {
        TinyRank r;
        r.host("a", 0, 100);
        r.host("a", 200, 100);
        r.host("zero", 250, 0);
        r.host("a", 400, 100);
        const auto trace = r.seal();
        const SliceStats s = sliceStats(*trace, allLanes(*trace), {50, 260});
        const SliceStat *a = row(s, *trace, "a");
        QCOMPARE(cells(a->count, a->totalNs, a->clippedNs), cells(2, 200, 110));
        QCOMPARE(s.unionNs, qint64(110));
        QCOMPARE(row(s, *trace, "zero")->count, qint64(1));
        QVERIFY(sliceStats(*trace, allLanes(*trace), {100, 200}).rows.empty());
        QVERIFY(sliceStats(*trace, {}, {0, 1000}).rows.empty());
    }

    void selfTimeCountsChildrenOutsideTheWindow()
    {
        TinyRank r;
        r.host("outer", 0, 100);
        r.host("early", 5, 20);
        r.host("late", 80, 15);
        const auto trace = r.seal();
        const SliceStats s = sliceStats(*trace, allLanes(*trace), {40, 60});
        QCOMPARE(s.rows.size(), size_t(1));
        QCOMPARE(cells(s.rows[0].selfNs, s.rows[0].clippedNs), cells(65, 20));
    }

    void agreesWithBruteForce()
    {
        QRandomGenerator random(5);
        TinyRank r;
        const char *names[] = {"a", "b", "c", "d"};
        for (int i = 0; i < 3000; ++i) {
            const qint64 at = random.bounded(20000);
            const qint64 length = random.bounded(10) == 0 ? 0 : random.bounded(random.bounded(8) == 0 ? 900 : 40);
            r.slice(i % 3 == 0 ? "1" : "3", i % 2 == 0 ? "1" : "7", names[random.bounded(4)], at, length);
        }
        const auto trace = r.seal();
        const SliceStore &s = trace->slices();
        for (int round = 0; round < 30; ++round) {
            const qint64 from = random.bounded(20000);
            const Interval window{from, from + random.bounded(4000)};
            std::map<quint32, SliceStat> expected;
            std::vector<Interval> ranges;
            for (quint32 i = 0; i < s.size(); ++i) {
                const SliceId id{i};
                const bool touches = (s.end(id) > window.from && s.start(id) < window.to) ||
                                     (s.duration(id) == 0 && s.start(id) >= window.from && s.start(id) < window.to);
                if (!touches)
                    continue;
                SliceStat &e = expected[raw(s.name(id))];
                const Interval clipped{std::max(s.start(id), window.from), std::min(s.end(id), window.to)};
                ++e.count;
                e.totalNs += s.duration(id);
                e.clippedNs += clipped.length();
                e.selfNs += trace->selfTime(id);
                ranges.push_back(clipped);
            }
            const SliceStats found = sliceStats(*trace, allLanes(*trace), window);
            QCOMPARE(found.rows.size(), expected.size());
            for (const SliceStat &f : found.rows) {
                const SliceStat &e = expected[raw(f.name)];
                QCOMPARE(cells(f.count, f.totalNs, f.clippedNs, f.selfNs),
                         cells(e.count, e.totalNs, e.clippedNs, e.selfNs));
            }
            QCOMPARE(found.unionNs, totalLength(mergeIntervals(ranges)));
        }
    }

    void threadsChangeNothing()
    {
        // Two lanes, one of them in several pieces of work, with children that straddle where the pieces meet.
        QRandomGenerator random(9);
        TinyRank r;
        const char *names[] = {"a", "b", "c", "d", "e"};
        qint64 t = 0;
        for (int i = 0; i < 300'000; ++i) {
            r.slice("1", "1", names[i % 5], t, 100);
            r.slice("1", "1", names[random.bounded(5)], t + 10, 30);
            r.slice("1", "1", names[random.bounded(5)], t + 50, 1 + random.bounded(40));
            t += 100 + (i % 9 == 0 ? random.bounded(300) : 0);
        }
        r.slice("1", "1", "whole", 0, t + 1000);
        r.slice("3", "7", "other", 500, 700);
        const auto trace = r.seal();
        QVERIFY(trace->slices().row(RowId{1}).size() > (1U << 18));
        ThreadPool pool(3);
        for (const Interval window : {Interval{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()},
                                      Interval{t / 3, t / 2}}) {
            const SliceStats one = sliceStats(*trace, allLanes(*trace), window);
            const SliceStats many = sliceStats(*trace, allLanes(*trace), window, pool);
            QVERIFY(many.complete);
            QCOMPARE(many.rows.size(), one.rows.size());
            QCOMPARE(cells(many.unionNs, many.clippedNs), cells(one.unionNs, one.clippedNs));
            for (size_t i = 0; i < one.rows.size(); ++i) {
                QCOMPARE(cells(many.rows[i].name, many.rows[i].count, many.rows[i].selfNs, many.rows[i].longest),
                         cells(one.rows[i].name, one.rows[i].count, one.rows[i].selfNs, one.rows[i].longest));
            }
        }
        // Self time from the definition, for the slice that all pieces have a share in.
        const SliceStats all = sliceStats(*trace, allLanes(*trace), {0, t}, pool);
        const SliceStat *whole = row(all, *trace, "whole");
        QCOMPARE(whole->selfNs, trace->selfTime(whole->longest));
        const JobContext job;
        job.cancel();
        QVERIFY(!sliceStats(*trace, allLanes(*trace), {0, t}, pool, job).complete);
    }

    void selfTimesAgreeWithTheTrace()
    {
        QRandomGenerator random(6);
        TinyRank r;
        for (int i = 0; i < 800; ++i)
            r.host("x", random.bounded(5000), random.bounded(i % 7 == 0 ? 600 : 50));
        const auto trace = r.seal();
        for (const LaneId lane : allLanes(*trace)) {
            const auto span = trace->slicesOf(lane);
            const std::vector<qint64> self = selfTimes(*trace, lane);
            QCOMPARE(self.size(), size_t(span.size()));
            for (quint32 i = span.first; i < span.last; ++i)
                QCOMPARE(self[i - span.first], trace->selfTime(SliceId{i}));
        }
    }

    void cancelledIsIncomplete()
    {
        TinyRank r;
        r.host("a", 0, 10);
        const auto trace = r.seal();
        const JobContext job;
        job.cancel();
        QVERIFY(!sliceStats(*trace, job).complete);
    }

    void lanesOfASubject()
    {
        TinyRank r;
        r.host("aten::add", 100, 50);
        r.kernel("Add_1", 500, 100);
        r.communication("hcom_allReduce__1_0_1", 700, 100);
        const auto data = r.finish();
        const Trace &trace = *data->trace;
        const auto names = [&](LaneSubject subject) {
            std::set<std::string> out;
            for (const LaneId l : lanesOf(trace, subject)) {
                const SliceStore::Span span = trace.slicesOf(l);
                for (quint32 i = span.first; i < span.last; ++i)
                    out.insert(std::string(trace.strings().view(trace.slices().name(SliceId{i}))));
            }
            return out;
        };
        QCOMPARE(names(LaneSubject::Framework), std::set<std::string>{"aten::add"});
        QCOMPARE(names(LaneSubject::Tasks), std::set<std::string>{"Add_1"});
        QCOMPARE(names(LaneSubject::Communication), std::set<std::string>{"hcom_allReduce__1_0_1"});
        QVERIFY(names(LaneSubject::Cann).empty());
        QVERIFY(names(LaneSubject::Overlap).empty());
    }

    void emptyTrace()
    {
        const Trace trace;
        const SliceStats s = sliceStats(trace);
        QVERIFY(s.complete);
        QVERIFY(s.rows.empty());
        QVERIFY(flowStats(trace).empty());
    }

    void flowDelays()
    {
        TinyRank r;
        for (int i = 0; i < 5; ++i) {
            const qint64 at = 1000 * i;
            r.host("op", at, 100);
            r.kernel("k", at + (i == 4 ? -50 : 200 + 10 * i), 20);
            r.launch(at, at + (i == 4 ? -50 : 200 + 10 * i));
        }
        r.flow("fwdbwd", "1", "1", "1", 0, "404", "1", 10); // no slice at the end
        const auto trace = r.seal();
        const auto stats = flowStats(*trace);
        QCOMPARE(stats.size(), size_t(2));
        QCOMPARE(trace->strings().view(stats[0].category), std::string_view("async_npu"));
        QCOMPARE(cells(stats[0].joined, stats[0].negative), cells(5, 1));
        QCOMPARE(stats[0].medianNs.value(), qint64(210)); // of -50 200 210 220 230
        QCOMPARE(cells(stats[0].p5Ns.value(), stats[0].p95Ns.value()), cells(0, 228));
        QCOMPARE(cells(stats[1].joined, stats[1].orphanStarts, stats[1].orphanEnds), cells(0, 1, 1));
        QVERIFY(!stats[1].medianNs);
    }

    void percentiles_data()
    {
        const Scenarios<QList<qint64>, double, qint64> row;
        using L = QList<qint64>;
        row("one value", L{7}, 0.95, qint64(7));
        row("even median", L{1, 2, 4, 9}, 0.5, qint64(3));
        row("lowest", L{1, 2, 4}, 0.0, qint64(1));
        row("highest", L{1, 2, 4}, 1.0, qint64(4));
        row("negative", L{-10, 0}, 0.05, qint64(-10 + 1)); // -9.5 away from the rank below, rounded up
    }

    void percentiles()
    {
        const auto [values, p, expected] = scenario<QList<qint64>, double, qint64>();
        QCOMPARE(percentile(std::vector<qint64>(values.begin(), values.end()), p), expected);
    }
};

RS_TEST(TestSliceStats, QCoreApplication);
#include "tst_slicestats.moc"
