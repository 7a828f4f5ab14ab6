// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commadvice.h"
#include "analysis/communication/commmatrix.h"
#include "analysis/communication/mc2.h"
#include "analysis/communication/p2ppairs.h"
#include "analysis/host/dispatch.h"
#include "analysis/host/idlecauses.h"
#include "analysis/host/kernelchain.h"
#include "analysis/operators/frequency.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/slicestats.h"
#include "support/fixtures.h"
#include "support/growth.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <functional>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;
using Work = std::function<void()>;
using Rank = std::shared_ptr<const RankData>;

// Each slice overlaps all others and contains none, so every one stands on a row of its own.
void overlapping(TinyRank &r, std::string_view pid, std::string_view tid, std::string_view name, int n)
{
    for (int i = 0; i < n; ++i)
        r.slice(pid, tid, name, base + i * us, n * us, "AI_CORE");
}

Rank overlappingRank(std::string_view pid, std::string_view tid, int n)
{
    TinyRank r;
    overlapping(r, pid, tid, "x", n);
    return r.finish();
}

Rank launchedFromOverlappingCalls(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        const std::string id = std::to_string(i);
        r.slice("2", "1", "call", base + i * us, n * us);
        r.kernel("k", base + (n + i) * us, us / 2);
        r.flow("HostToDevice", id, "2", "1", base + i * us, "3", "7", base + (n + i) * us);
    }
    return r.finish();
}

// Steps in each other, gaps between the kernels, and as many collectives.
Rank nestedSteps(int n, Framework framework)
{
    TinyRank r(0, framework);
    for (int i = 0; i < n; ++i) {
        r.step(i, base + i * us, (4 * n - 2 * i) * us);
        r.kernel("k", base + 4 * i * us, us);
        r.communication("hcom_allReduce__1_" + std::to_string(i) + "_1", base + (4 * i + 2) * us, us);
        r.launch(base + i * us + us / 2, base + 4 * i * us);
    }
    return r.finish();
}

// One operator behind all kernels, which called many functions that put nothing into the queue.
Rank oneOperator(int n)
{
    TinyRank r;
    r.host("op", base, 4 * n * us);
    for (int i = 0; i < n; ++i) {
        r.host("inner", base + (2 * i + 1) * us, us);
        r.kernel("k", base + (2 * i + 1) * us, us);
        r.flow("async_npu", std::to_string(i), "1", "1", base, "3", "7", base + (2 * i + 1) * us);
    }
    r.slice("1", "2", "Dequeue@x", base, us);
    r.flow("async_task_queue", "q", "1", "1", base + (2 * n + 2) * us, "1", "2", base);
    return r.finish();
}

Rank manyTypesOfOneName(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i)
        r.kernelRow("k", "T" + std::to_string(i), "C" + std::to_string(i), "1", base + i * us, us);
    return r.finish();
}

Rank manyGroups(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        GroupInfo g;
        g.commName = QStringLiteral("group_%1").arg(i);
        g.hash = groupHash(g.commName);
        g.pgName = QStringLiteral("pp%1").arg(i);
        g.globalRanks = {0, i + 1};
        r.data.groups.push_back(g);
        const std::string tid = std::to_string(10 + i);
        r.thread("4", tid, "Group " + g.commName.toStdString() + " Communication");
        r.slice("4", tid, "hcom_send__1_0_1", base + i * us, us);
    }
    return r.finish();
}

Rank recordsOfOneName(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        CommOp op;
        op.step = QStringLiteral("1");
        op.name = QStringLiteral("hcom_allReduce__1_0_1");
        op.groupHash = QStringLiteral("7");
        op.startUs = static_cast<double>(base / us + i * 2);
        TransportInfo t;
        t.transport = QStringLiteral("T%1").arg(i);
        t.packets.push_back({0.5, 1, 1});
        op.transports.push_back(t);
        t.transport = QStringLiteral("HCCS");
        t.packets.front().sizeMb = i;
        op.transports.push_back(t);
        r.commOps.push_back(op);
        r.communication("hcom_allReduce__1_0_1", base + i * 2 * us, us);
    }
    return r.finish();
}

// As many ranks as operators of each rank are few.
Run ranksWithRecords(int n)
{
    std::vector<Rank> ranks;
    for (int i = 0; i < n; ++i) {
        TinyRank r(i);
        r.kernel("aclnnMatmul_MatMulV2", base, 100 * us);
        for (int k = 0; k < 4; ++k) {
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__1_%1_1").arg(k);
            op.groupHash = QStringLiteral("7");
            op.startText = QString::number(base / us + k * 10) + QStringLiteral(".0");
            op.startUs = op.startText.toDouble();
            op.elapseMs = 0.005;
            TransportInfo t;
            t.transport = QStringLiteral("SDMA");
            t.sizeMb = 20;
            t.timeMs = 20;
            t.bandwidthGbs = 1;
            op.transports.push_back(t);
            r.commOps.push_back(op);
            r.communication("hcom_allReduce__1_" + std::to_string(k) + "_1", base + k * 10 * us, 5 * us);
        }
        ranks.push_back(r.finish());
    }
    return makeRun(std::move(ranks));
}

Rank mc2Rank(int n)
{
    TinyRank r;
    r.thread("3", "8", "Stream 8");
    for (int i = 0; i < n; ++i) {
        r.slice("3", "7", "AllgatherMatmulAicpu", base + i * 4 * us, us, "AI_CPU");
        r.slice("3", "8", "AllgatherMatmul", base + i * 4 * us, us, "MIX_AIC");
    }
    return r.finish();
}

// Kernels on a row each under a frequency that changes all the time.
std::shared_ptr<const Trace> frequencyTrace(int n)
{
    TraceChunk chunk;
    chunk.metas.push_back(
        {TraceChunk::MetaKind::ProcessName, chunk.strings.intern("3"), {}, chunk.strings.intern("Ascend Hardware"), 0});
    TaskDetail detail;
    detail.taskType = chunk.strings.intern("AI_CORE");
    chunk.details.push_back(detail);
    for (int i = 0; i < n; ++i) {
        TraceChunk::Slice s;
        s.lane = chunk.lane("3", "7");
        s.start = base + i * 4000 * us;
        s.duration = n * 4000 * us;
        s.name = chunk.strings.intern("k");
        s.detail = 1;
        chunk.slices.push_back(s);
        chunk.samples.push_back(
            {base + i * 4000 * us, i % 2 == 0 ? 800.0 : 1800.0, chunk.seriesOf("9", "AI Core Freq", "MHz")});
    }
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ThreadPool pool(1);
    ImportReport report;
    return builder.seal(pool, JobContext(), report);
}

} // namespace

/// Inputs of a kind that no profiler writes: doubling them must not make an analysis four times as slow.
class TestGrowth : public QObject
{
    Q_OBJECT
private slots:
    void growsNoFasterThanItsInput_data();
    void growsNoFasterThanItsInput();
    void overlappingSlicesKeepTheirNumbers();
};

using Prepare = std::function<Work(int)>;
Q_DECLARE_METATYPE(Prepare)

void TestGrowth::growsNoFasterThanItsInput_data()
{
    const Scenarios<int, Prepare> table;
    const auto add = [&](const char *name, int n, const Prepare &prepare) { table(name, n, prepare); };

    add("statistics of overlapping slices", 10'000, [](int n) -> Work {
        const Rank rank = overlappingRank("1", "1", n);
        return [rank] { QVERIFY(sliceStats(*rank->trace).complete); };
    });
    add("self times of overlapping slices", 10'000, [](int n) -> Work {
        const Rank rank = overlappingRank("1", "1", n);
        return [rank] { QVERIFY(!selfTimes(*rank->trace, LaneId{0}).empty()); };
    });
    add("self time of one slice over overlapping ones", 8'000, [](int n) -> Work {
        TinyRank r;
        r.host("outer", base - us, 3 * n * us);
        overlapping(r, "1", "1", "x", n);
        const Rank rank = r.finish();
        return [rank] { QCOMPARE(rank->trace->selfTime(sliceNamed(*rank->trace, "outer")), qint64(0)); };
    });
    add("chains from overlapping calls", 4'000, [](int n) -> Work {
        const Rank rank = launchedFromOverlappingCalls(n);
        return [rank] { QVERIFY(!kernelChains(*rank->trace, {}).rows.empty()); };
    });
    add("chains of one operator", 8'000, [](int n) -> Work {
        const Rank rank = oneOperator(n);
        return [rank] { QVERIFY(!kernelChains(*rank->trace, {}).rows.empty()); };
    });
    for (const Framework framework : {Framework::PyTorch, Framework::MindSpore}) {
        const bool torch = framework == Framework::PyTorch;
        add(torch ? "steps of torch in each other" : "steps of MindSpore in each other", 2'000,
            [framework](int n) -> Work {
                const Rank rank = nestedSteps(n, framework);
                return [rank] {
                    QVERIFY(!deriveOverview(*rank).empty());
                    QVERIFY(!idleCauses(*rank, dispatchOf(*rank->trace)).gaps.empty());
                };
            });
    }
    add("steps of a file", 10'000, [](int n) -> Work {
        TinyRank r;
        r.kernel("k", base, us);
        for (int i = 0; i < n; ++i) {
            StepTraceRow row;
            row.step = QString::number(i);
            r.data.stepTrace.push_back(row);
            r.step(i, base + i * us, us);
        }
        const auto run = std::make_shared<Run>(makeRun({r.finish()}));
        return [run] {
            QVERIFY(run->steps().size() > 1);
            QVERIFY(overviewDisagreements(*run).empty());
        };
    });
    add("types and cores of one kernel name", 20'000, [](int n) -> Work {
        const Rank rank = manyTypesOfOneName(n);
        return [rank] {
            OperatorQuery query;
            query.grouping = OperatorGrouping::Name;
            query.kind = OperatorKind::All;
            QVERIFY(operatorStats(*rank, query).rows.size() == 1);
            QVERIFY(coreTypes(*rank).size() > 1);
        };
    });
    add("communication groups", 4'000, [](int n) -> Work {
        const auto run = std::make_shared<Run>(makeRun({manyGroups(n)}));
        return [run] {
            const TransferPairs pairs = pairTransfers(*run);
            QVERIFY(!pairs.unmatched.empty());
            const DomainIndex domains(*run);
            for (const UnmatchedTransfer &t : pairs.unmatched)
                QVERIFY(domains.find(t.domain));
        };
    });
    add("records of one communication operator", 5'000, [](int n) -> Work {
        const auto run = std::make_shared<Run>(makeRun({recordsOfOneName(n)}));
        return [run] {
            QVERIFY(!collectiveSequences(*run->ranks.front()).empty());
            QVERIFY(!communicationRows(*run, {}).empty());
        };
    });
    add("fused operators", 4'000, [](int n) -> Work {
        const Rank rank = mc2Rank(n);
        return [rank] { QVERIFY(!mc2Operators(*rank->trace).empty()); };
    });
    add("fused operators over each other", 4'000, [](int n) -> Work {
        TinyRank r;
        overlapping(r, "3", "7", "AllgatherMatmulAicpu", n);
        // In the middle, where all operators run.
        for (int i = 0; i < n; ++i)
            r.slice("3", "7", "SendTask " + std::to_string(i), base + (n - 1) * us + i * us / n, us / n / 2, "AI_CPU");
        const Rank rank = r.finish();
        return [rank] { QVERIFY(!mc2Operators(*rank->trace).empty()); };
    });
    add("advice over ranks", 400, [](int n) -> Work {
        const auto run = std::make_shared<const Run>(ranksWithRecords(n));
        return [run] { QCOMPARE(commAdvice(*run).size(), 4 * run->ranks.size()); };
    });
    add("frequency under overlapping kernels", 4'000, [](int n) -> Work {
        const auto trace = frequencyTrace(n);
        return [trace] { QVERIFY(frequencyStats(*trace, frequencyCounters(*trace).front()).kernelsBelow > 0); };
    });
}

void TestGrowth::growsNoFasterThanItsInput()
{
    const auto [n, prepare] = scenario<int, Prepare>();
    const double times = growth(n, prepare);
    QVERIFY2(times < tooFast, qPrintable(QStringLiteral("%1 times as long at each doubling of the input").arg(times)));
}

// 300 slices in a staircase, each on its own row, with a small one inside of each: what lies in it is its own.
void TestGrowth::overlappingSlicesKeepTheirNumbers()
{
    constexpr int n = 300;
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        r.host("stair", base + i * 10 * us, n * 10 * us);
        // Only the last stair that began before it, and all before that one, contain it; the innermost is the last.
        r.host("inner", base + (i * 10 + 3) * us, 2 * us);
    }
    const Rank rank = r.finish();
    const Trace &trace = *rank->trace;
    QVERIFY(trace.lane(LaneId{0}).rowCount > quint32(n));
    const std::vector<qint64> self = selfTimes(trace, LaneId{0});
    const auto span = trace.slicesOf(LaneId{0});
    qint64 innerOfStairs = 0;
    for (quint32 i = span.first; i < span.last; ++i) {
        const SliceId id{i};
        QCOMPARE(self[i - span.first], trace.selfTime(id));
        const SliceId parent = trace.parentOf(id);
        if (trace.strings().view(trace.slices().name(id)) == "inner") {
            QVERIFY(parent != NoSlice);
            QCOMPARE(trace.slices().start(parent), trace.slices().start(id) - 3 * us);
            QCOMPARE(self[i - span.first], 2 * us);
        } else {
            innerOfStairs += n * 10 * us - self[i - span.first];
        }
    }
    QCOMPARE(innerOfStairs, n * 2 * us);
    const SliceStats stats = sliceStats(trace);
    QCOMPARE(stats.count, qint64(2 * n));
    QCOMPARE(stats.unionNs, ((n - 1) * 10 + n * 10) * us);
    QCOMPARE(stats.rows.front().selfNs, n * n * 10 * us - n * 2 * us);
}

RS_TEST(TestGrowth, QCoreApplication);
#include "tst_growth.moc"
