// SPDX-License-Identifier: Apache-2.0
#include "analysis/clusterfindings.h"
#include "analysis/commadvice.h"
#include "analysis/commdurations.h"
#include "analysis/commtraffic.h"
#include "analysis/transportrows.h"

#include "core/threadpool.h"
#include "support/fixtures.h"

#include <QTest>

#include <cmath>
#include <string_view>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

const QString dp = QStringLiteral("3985310396883821534"); // group_name_17
constexpr qint64 us = 1000;
constexpr qint64 base = 1'736'412'474'000'000'000;

CommOp op(const QString &name, double startUs, double elapse, double transit, double wait)
{
    CommOp o;
    o.step = QStringLiteral("5");
    o.name = name;
    o.groupHash = dp;
    o.startUs = static_cast<double>(base / us) + startUs;
    o.startText = QString::number(base / us + static_cast<qint64>(startUs)) + QStringLiteral(".0");
    o.elapseMs = elapse;
    o.transitMs = transit;
    o.waitMs = wait;
    o.synchronizationMs = wait;
    o.idleMs = elapse - transit - wait;
    return o;
}

TransportInfo moved(const QString &transport, double sizeMb, double timeMs, qint64 packets = 0, double large = 0)
{
    TransportInfo t;
    t.transport = transport;
    t.sizeMb = sizeMb;
    t.timeMs = timeMs;
    t.bandwidthGbs = sizeMb / timeMs;
    t.largePacketRatio = large;
    if (packets > 0)
        t.packets = {{sizeMb / static_cast<double>(packets), packets, timeMs}};
    return t;
}

GroupInfo group(std::vector<int> ranks)
{
    GroupInfo g;
    g.commName = QStringLiteral("group_name_17");
    g.hash = groupHash(g.commName);
    g.pgName = QStringLiteral("dp");
    g.globalRanks = std::move(ranks);
    return g;
}

// Four calls on rank 0 of 1, 2, 3 and 10 ms, of each 1 ms transit; the same on rank 1 with half the time.
Run fourCalls()
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 2; ++r) {
        TinyRank t(r);
        t.data.groups = {group({0, 1})};
        int i = 0;
        for (const double ms : {1.0, 2.0, 3.0, 10.0}) {
            const double own = r == 0 ? ms : ms / 2;
            t.commOps.push_back(op(QStringLiteral("hcom_allReduce__534_%1_1").arg(i), 1000 * i, own, 0.5, own / 4));
            ++i;
        }
        ranks.push_back(t.finish());
    }
    return makeRun(ranks);
}

/// A rank with one operator of 100 us and tasks below it, put together by hand.
class PlaneRank
{
public:
    PlaneRank()
    {
        meta(TraceChunk::MetaKind::ProcessName, "4", {}, "Communication");
        meta(TraceChunk::MetaKind::ThreadName, "4", "0", "Group group_name_17 Communication");
        meta(TraceChunk::MetaKind::ThreadName, "4", "1", "Plane 0");
        meta(TraceChunk::MetaKind::ThreadName, "4", "2", "Plane 1");
        slice("0", "hcom_allReduce__534_0_1", 0, 100 * us, 0);
    }
    void task(std::string_view plane, qint64 startNs, qint64 ns, int to, qint64 bytes)
    {
        TaskDetail d;
        d.srcRank = 0;
        d.dstRank = to;
        d.sizeBytes = bytes;
        d.transport = m_chunk.strings.intern("SDMA");
        d.linkType = m_chunk.strings.intern("HCCS");
        m_chunk.details.push_back(d);
        slice(plane, "Memcpy", startNs, ns, static_cast<quint32>(m_chunk.details.size()));
    }
    Run finish()
    {
        TraceBuilder builder;
        builder.addChunk(std::move(m_chunk));
        ThreadPool pool(1);
        ImportReport report;
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        rank->groups = {group({0, 1, 2})};
        rank->trace = builder.seal(pool, JobContext(), report);
        return makeRun({rank});
    }

private:
    void meta(TraceChunk::MetaKind kind, std::string_view pid, std::string_view tid, std::string_view name)
    {
        StringPool &s = m_chunk.strings;
        m_chunk.metas.push_back({kind, s.intern(pid), tid.empty() ? StrId{} : s.intern(tid), s.intern(name), 0});
    }
    void slice(std::string_view tid, std::string_view name, qint64 startNs, qint64 ns, quint32 detail)
    {
        TraceChunk::Slice s;
        s.lane = m_chunk.lane("4", tid);
        s.start = base + startNs;
        s.duration = ns;
        s.name = m_chunk.strings.intern(name);
        s.detail = detail;
        m_chunk.slices.push_back(s);
    }

    TraceChunk m_chunk;
};

} // namespace

/// How long communication takes, over what it goes, when, and what is odd about it.
class TestCommTimes : public QObject
{
    Q_OBJECT
private slots:
    void quartiles();
    void durationsOfAKind();
    void durationsWithoutFiles();
    void whoWasWaitedFor();
    void unequalExchangesAreNotJudged();
    void bandwidthOfTransports();
    void packetsBySize();
    void referenceRatesAreSettings();
    void smallPackets();
    void contentionWithAMultiplication();
    void transfersThatAreNotAligned();
    void retransmissions();
    void bytesInFlight();
    void bytesInFlightOfTheFile();
    void idleLinks();
    void coverageOfADomain();
    void aClusterAnalysisThatAgrees();
    void aClusterAnalysisThatDiffers();
};

void TestCommTimes::quartiles()
{
    const Distribution d = distributionOf({10, 1, 3, 2});
    QCOMPARE(d.least, 1.0);
    QCOMPARE(d.q1, 1.75);
    QCOMPARE(d.median, 2.5);
    QCOMPARE(d.q3, 4.75);
    QCOMPARE(d.most, 10.0);
    QCOMPARE(distributionOf({7}).q3, 7.0);
}

void TestCommTimes::durationsOfAKind()
{
    const std::vector<DurationRow> rows = durationRows(fourCalls());
    QCOMPARE(rows.size(), size_t(2));
    const DurationRow &r = rows.front();
    QCOMPARE(r.first.kind, QStringLiteral("allreduce"));
    QCOMPARE(r.first.rankLabel, QStringLiteral("0"));
    QCOMPARE(r.first.rankIndex, 0);
    QCOMPARE(r.calls, 4);
    QCOMPARE(r.first.elapseMs, 16.0);
    QCOMPARE(r.first.transitMs, std::optional(2.0));
    QCOMPARE(r.first.waitMs, std::optional(4.0));
    QCOMPARE(r.first.idleMs, std::optional(10.0));
    QCOMPARE(r.elapse.median, 2.5);
    QCOMPARE(r.waitRatio, std::optional(0.6667));
    QVERIFY(!r.first.isFromTrace());
    QVERIFY(durationRows(fourCalls(), {QStringLiteral("6"), {}, {}}).empty());
}

// Where communication.json is missing, the trace has durations and nothing else.
void TestCommTimes::durationsWithoutFiles()
{
    TinyRank t(3);
    t.step(5, base, 1000 * us);
    t.communication("hcom_allReduce__534_0_1", base + 10 * us, 40 * us);
    t.communication("hcom_allReduce__534_1_1", base + 110 * us, 60 * us);
    const std::vector<DurationRow> rows = durationRows(makeRun({t.finish()}));
    QCOMPARE(rows.size(), size_t(1));
    QVERIFY(rows.front().first.isFromTrace());
    QCOMPARE(rows.front().calls, 2);
    QVERIFY(std::abs(rows.front().first.elapseMs - 0.1) < 1e-9);
    QVERIFY(!rows.front().first.transitMs);
    QVERIFY(!rows.front().waitRatio);
    QVERIFY(rows.front().longest != NoSlice);
}

void TestCommTimes::whoWasWaitedFor()
{
    const std::vector<SlowRankRow> rows = slowRanksByDuration(fourCalls());
    QCOMPARE(rows.size(), size_t(4)); // rank 1, and its three worst operators
    QCOMPARE(rows[0].at.rankLabel, QStringLiteral("1"));
    QCOMPARE(rows[0].at.op, QString(TotalOp));
    QCOMPARE(rows[0].fastestLabel, QStringLiteral("0"));
    QCOMPARE(rows[0].fastestMs, 16.0);
    QCOMPARE(rows[0].differenceMs(), 8.0);
    QCOMPARE(rows[1].at.op, QStringLiteral("hcom_allReduce__534_3_1"));
    QCOMPARE(rows[1].differenceMs(), 5.0);
    QCOMPARE(rows[3].differenceMs(), 1.0);
}

void TestCommTimes::unequalExchangesAreNotJudged()
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 2; ++r) {
        TinyRank t(r);
        t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 0, r == 0 ? 9 : 1, 1, 0),
                     op(QStringLiteral("hcom_alltoallv__534_1_1"), 9000, 1, 1, 0)};
        ranks.push_back(t.finish());
    }
    QVERIFY(slowRanksByDuration(makeRun(ranks)).empty());
}

void TestCommTimes::bandwidthOfTransports()
{
    TinyRank t(0);
    CommOp a = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 2, 1, 0);
    a.transports = {moved(QStringLiteral("HCCS"), 18, 2, 30, 0.5), moved(QStringLiteral("RDMA"), 0, 0)};
    a.transports.back().timeMs = 0;
    CommOp b = op(QStringLiteral("hcom_allReduce__534_1_1"), 5000, 2, 1, 0);
    b.transports = {moved(QStringLiteral("HCCS"), 18, 6, 10, 0.1)};
    t.commOps = {a, b};
    const std::vector<TransportRow> rows = transportRows(makeRun({t.finish()}), {{}, {}, {}, true});
    QCOMPARE(rows.size(), size_t(1)); // nothing went over RDMA
    const TransportRow &r = rows.front();
    QCOMPARE(r.transport.sizeMb, std::optional(36.0));
    QCOMPARE(r.transport.bandwidthGbs, std::optional(4.5));
    QCOMPARE(r.ofReference, std::optional(0.25)); // of 18
    QCOMPARE(r.packets, std::optional<qint64>(40));
    QCOMPARE(r.transport.largePacketRatio, std::optional(0.4)); // (30 * 0.5 + 10 * 0.1) / 40
    QVERIFY(r.op.total);
}

void TestCommTimes::packetsBySize()
{
    TinyRank t(0);
    CommOp a = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 2, 1, 0);
    a.transports = {moved(QStringLiteral("HCCS"), 12, 2)};
    a.transports.front().packets = {{4, 2, 1}, {1, 4, 0.5}};
    t.commOps = {a};
    const std::vector<PacketRow> rows = packetRows(makeRun({t.finish()}), {{}, {}, a.name});
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(rows[0].packet.sizeMb, 1.0);
    QCOMPARE(rows[0].bandwidthGbs, std::optional(8.0));
    QCOMPARE(rows[1].packet.count, 2);
    QCOMPARE(rows[1].bandwidthGbs, std::optional(8.0));
}

void TestCommTimes::referenceRatesAreSettings()
{
    ReferenceRates r;
    QVERIFY(changedRates(r).isEmpty());
    r.rdma = 25;
    const QMap<QString, double> changed = changedRates(r);
    QCOMPARE(changed, (QMap<QString, double>{{QStringLiteral("rdma"), 25.0}}));
    QCOMPARE(ratesOf(changed).of(QStringLiteral("RDMA")), std::optional(25.0));
    QCOMPARE(ratesOf({{QStringLiteral("rdma"), -1.0}, {QStringLiteral("what"), 3.0}}).rdma, 12.5);
    QVERIFY(!r.of(QStringLiteral("SIO")));
}

// Of four operators over SDMA one moves 10 MB: a quarter is small. Of five over SDMA none of the others matter.
void TestCommTimes::smallPackets()
{
    const auto advised = [](int large) {
        TinyRank t(0);
        for (int i = 0; i <= large; ++i) {
            t.commOps.push_back(op(QStringLiteral("hcom_allReduce__534_%1_1").arg(i), 1000 * i, 1, 1, 0));
            t.commOps.back().transports = {moved(QStringLiteral("SDMA"), i == 0 ? 10 : 40, 3)};
        }
        return commAdvice(makeRun({t.finish()}));
    };
    const std::vector<CommAdviceRow> rows = advised(3);
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows.front().kind, CommAdviceKind::SmallPackets);
    QCOMPARE(rows.front().share, std::optional(0.25));
    QCOMPARE(rows.front().sizeMb, std::optional(10.0));
    QVERIFY(
        adviceSentence(rows.front()).english().startsWith(QLatin1String("25 % of the operators move less than 16")));
    QVERIFY(advised(4).empty()); // 20 % is not too many
}

void TestCommTimes::contentionWithAMultiplication()
{
    const auto advised = [](qint64 kernelAt, double gbs) {
        TinyRank t(0);
        t.kernel("aclnnMatmul_MatMulV2", base + kernelAt, 100 * us);
        t.communication("hcom_allReduce__534_0_1", base + 1000 * us, 2000 * us);
        t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 1000, 2, 1, 0)};
        t.commOps.front().transports = {moved(QStringLiteral("SDMA"), 20 * gbs, 20)};
        return commAdvice(makeRun({t.finish()}));
    };
    const std::vector<CommAdviceRow> rows = advised(1500 * us, 14);
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows.front().kind, CommAdviceKind::Contention);
    QVERIFY(rows.front().slice != NoSlice);
    QVERIFY(adviceSentence(rows.front()).english().contains(QLatin1String("14.4 GB/s")));
    QVERIFY(advised(1500 * us, 14.5).empty());
    QVERIFY(advised(4000 * us, 14).empty());
}

void TestCommTimes::transfersThatAreNotAligned()
{
    PlaneRank rank;
    rank.task("1", 10 * us, 10 * us, 1, 1024);
    rank.task("1", 30 * us, 10 * us, 1, 1000);
    rank.task("2", 30 * us, 10 * us, 2, 5000);
    rank.task("2", 50 * us, 10 * us, 2, 300);
    const std::vector<CommAdviceRow> rows = commAdvice(rank.finish());
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows.front().kind, CommAdviceKind::Alignment);
    QCOMPARE(rows.front().transfers, 2);
    QCOMPARE(rows.front().sizeMb, std::optional(0.005));
    QCOMPARE(rows.front().op.op, QStringLiteral("hcom_allReduce__534_0_1"));
    QCOMPARE(rows.front().op.domain, QStringLiteral("dp:(0,1,2)"));
}

void TestCommTimes::retransmissions()
{
    const auto advised = [](double least) {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank t(r);
            t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 0, r == 0 ? least : 9000, 1, 0)};
            t.commOps.front().transports = {moved(QStringLiteral("RDMA"), 50, r == 0 ? 100 : 4001)};
            ranks.push_back(t.finish());
        }
        return commAdvice(makeRun(ranks));
    };
    QCOMPARE(advised(4000).size(), size_t(2));
    QCOMPARE(advised(4000).front().kind, CommAdviceKind::Retransmission);
    QVERIFY(advised(3999).empty());
}

void TestCommTimes::bytesInFlight()
{
    PlaneRank rank;
    rank.task("1", 10 * us, 20 * us, 1, 20'000);
    rank.task("2", 20 * us, 20 * us, 2, 40'000);
    const std::vector<TrafficSeries> series = trafficSeries(*rank.finish().ranks.front());
    QCOMPARE(series.size(), size_t(1));
    QCOMPARE(series.front().linkType, QStringLiteral("HCCS"));
    const std::vector<TrafficPoint> &p = series.front().points;
    QCOMPARE(p.size(), size_t(4));
    const std::vector<std::pair<qint64, qint64>> expected = {{10, 20'000}, {20, 60'000}, {30, 40'000}, {40, 0}};
    const std::vector<double> gbs = {1, 3, 2, 0};
    for (size_t i = 0; i < p.size(); ++i) {
        QCOMPARE(p[i].ns, base + expected[i].first * us);
        QCOMPARE(p[i].bytes, expected[i].second);
        QCOMPARE(p[i].gbs, gbs[i]);
    }
}

void TestCommTimes::bytesInFlightOfTheFile()
{
    RankData rank;
    CommOp o = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 1, 1, 0);
    o.transports = {moved(QStringLiteral("HCCS"), 4, 1), moved(QStringLiteral("SDMA"), 4, 1)};
    rank.commOps = CommOps({o});
    const std::vector<TrafficSeries> series = trafficSeries(rank);
    QCOMPARE(series.size(), size_t(1)); // SDMA says the same once more
    QCOMPARE(series.front().points.size(), size_t(2));
    QCOMPARE(series.front().points.front().bytes, 4'000'000);
    QCOMPARE(series.front().points.front().gbs, 4.0);
}

// The link to rank 2 is done 20 us before the operator and begins 10 us after the first data.
void TestCommTimes::idleLinks()
{
    PlaneRank rank;
    rank.task("1", 10 * us, 90 * us, 1, 20'000);
    rank.task("2", 20 * us, 60 * us, 2, 20'000);
    const std::vector<LinkUse> uses = linkUses(rank.finish(), 0);
    QCOMPARE(uses.size(), size_t(2));
    QCOMPARE(uses[0].peer, 1);
    QCOMPARE(uses[0].windowNs, 90 * us);
    QCOMPARE(uses[0].idleNs(), 0);
    QCOMPARE(uses[1].peer, 2);
    QVERIFY(!uses[1].peerIsLocal);
    QCOMPARE(uses[1].idleNs(), 30 * us);
}

void TestCommTimes::coverageOfADomain()
{
    TinyRank t(0);
    t.step(5, base, 1000 * us);
    t.kernel("MatMul", base + 100 * us, 100 * us);
    t.communication("hcom_allReduce__534_0_1", base + 150 * us, 100 * us);
    t.communication("hcom_allReduce__534_1_1", base + 300 * us, 50 * us);
    const std::vector<DomainCoverage> rows = domainCoverage(makeRun({t.finish()}));
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows.front().operators, 2);
    QCOMPARE(rows.front().durationNs, 150 * us);
    QCOMPARE(rows.front().coveredNs, 50 * us);
    QCOMPARE(rows.front().uncoveredNs, 100 * us);
}

void TestCommTimes::aClusterAnalysisThatAgrees()
{
    Run run = fourCalls();
    std::vector<CommOp> ops;
    for (const auto &rank : run.ranks) {
        for (CommOp o : rank->commOps.records()) {
            o.rank = rank->info.rank;
            ops.push_back(o);
        }
    }
    run.cluster.commOps = CommOps(ops);
    QVERIFY(clusterDisagreements(run).empty());
    QVERIFY(clusterDisagreements(fourCalls()).empty());
}

void TestCommTimes::aClusterAnalysisThatDiffers()
{
    Run run = fourCalls();
    CommOp o = run.ranks.front()->commOps.records().front();
    o.rank = 0;
    o.elapseMs = 1.5;
    o.transitMs = 0.75;
    run.cluster.commOps = CommOps({o});
    const std::vector<Finding> found = clusterDisagreements(run);
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found.front().code, QStringLiteral("communication.cluster-disagreement"));
    QCOMPARE(found.front().count, 2);
    QCOMPARE(found.front().argument, QStringLiteral("5, hcom_allReduce__534_0_1, 0, Elapse Time(ms): 1.5 ≠ 1"));
}

QTEST_GUILESS_MAIN(TestCommTimes)
#include "tst_commtimes.moc"
