// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commadvice.h"
#include "analysis/communication/commdurations.h"
#include "analysis/communication/commtraffic.h"
#include "analysis/links/transportrows.h"

#include "analysis/ranks/domainchoice.h"
#include "core/job/threadpool.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

const QString dp = QStringLiteral("3985310396883821534"); // group_name_17
constexpr qint64 us = 1000;
constexpr qint64 base = 1'736'412'474'000'000'000;

CommOp op(const QString &name, double startUs, double elapse, double transit, double wait)
{
    return timedOp({.step = QStringLiteral("5"),
                    .name = name,
                    .groupHash = dp,
                    .startUs = static_cast<double>(base / us) + startUs,
                    .startText = QString::number(base / us + static_cast<qint64>(startUs)) + QStringLiteral(".0")},
                   {.elapseMs = elapse,
                    .transitMs = transit,
                    .waitMs = wait,
                    .synchronizationMs = wait,
                    .idleMs = elapse - transit - wait});
}

TransportInfo moved(const QString &transport, double sizeMb, double timeMs, qint64 packets = 0, double large = 0)
{
    TransportInfo t{.transport = transport,
                    .sizeMb = sizeMb,
                    .timeMs = timeMs,
                    .bandwidthGbs = sizeMb / timeMs,
                    .largePacketRatio = large};
    if (packets > 0)
        t.packets = {{sizeMb / static_cast<double>(packets), packets, timeMs}};
    return t;
}

GroupInfo group(std::vector<int> ranks)
{
    return describedGroup(QStringLiteral("group_name_17"), QStringLiteral("dp"), std::move(ranks));
}

// Four calls on rank 0 of 1, 2, 3 and 10 ms, of each 1 ms transit; the same on rank 1 with half the time.
Run fourCalls()
{
    return makeRun(2, [&](TinyRank &t, int r) {
        t.data.groups = {group({0, 1})};
        int i = 0;
        for (const double ms : {1.0, 2.0, 3.0, 10.0}) {
            const double own = r == 0 ? ms : ms / 2;
            t.commOps.push_back(op(QStringLiteral("hcom_allReduce__534_%1_1").arg(i), 1000 * i, own, 0.5, own / 4));
            ++i;
        }
    });
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
    void task(std::string_view plane, qint64 startNs, qint64 ns, int to, qint64 bytes,
              std::string_view transport = "SDMA", std::string_view linkType = "HCCS")
    {
        m_chunk.details.push_back({.sizeBytes = bytes,
                                   .srcRank = 0,
                                   .dstRank = to,
                                   .linkType = m_chunk.strings.intern(linkType),
                                   .transport = m_chunk.strings.intern(transport)});
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

/// Times, transports, moments and oddities of communication.
class TestCommTimes : public QObject
{
    Q_OBJECT
private slots:
    // The rule looks at each step; the label stands beside the sums of all that were asked for.
    void aRankThatIsSlowInOneStepOnly_data()
    {
        // second: of rank 1 in step 6, where rank 0 spends 90 ms
        const Scenarios<double, double> row;
        row("as much as the other over both", 92.0, 0.0); // 100 against 100
        row("less over both", 70.0, 22.0);                // 78 against 100
    }

    void aRankThatIsSlowInOneStepOnly()
    {
        const auto [second, behind] = scenario<double, double>();
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank t(r);
            t.data.groups = {group({0, 1})};
            t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 0, r == 0 ? 10 : 8, 1, 0),
                         op(QStringLiteral("hcom_allReduce__534_1_1"), 90'000, r == 0 ? 90 : second, 1, 0)};
            t.commOps[1].step = QStringLiteral("6");
            ranks.push_back(t.finish());
        }
        const Run run = makeRun(ranks);
        CommQuery query{.domain = dp};
        const RankDurations both = rankDurations(run, query);
        QCOMPARE(cells(both.ranks[1].behindMs, both.ranks[1].shortOperators.empty()), cells(behind, behind == 0));
        QCOMPARE(both.ranks[1].steps, 2);
        // That it is slow in a step is not lost where it is not over all.
        QCOMPARE(cells(both.areJudged, both.slowInSomeStep), cells(true, behind == 0 ? 1 : 0));
        query.step = QStringLiteral("5");
        const RankDurations one = rankDurations(run, query);
        QCOMPARE(one.ranks[1].steps, 1);
        QCOMPARE(cells(one.ranks[1].behindMs, one.ranks[1].fastestMs), cells(2.0, 10.0));
    }

    void durationsOfARankAreSums()
    {
        const Run run = fourCalls();
        const RankDurations d = rankDurations(run);
        QCOMPARE(d.kinds, QStringList{QStringLiteral("allreduce")});
        QCOMPARE(d.ranks.size(), size_t(2));
        const RankDuration &first = d.ranks.front();
        QCOMPARE(first.calls, 4);
        QCOMPARE(first.sum.elapseMs, 16.0); // 1 + 2 + 3 + 10
        QCOMPARE(cells(first.sum.transitMs, first.sum.waitMs, first.sum.idleMs), cells(2.0, 4.0, 10.0));
        QCOMPARE(first.waitRatio, std::optional(0.6667)); // 4 / 6
        QCOMPARE(d.ranks[1].behindMs, 0.0);               // the rule speaks of one domain
        QVERIFY(!d.areJudged);
        CommQuery ofDomain{.domain = run.ranks.front()->groups.front().hash};
        const RankDurations inDomain = rankDurations(run, ofDomain);
        QCOMPARE(inDomain.ranks[0].behindMs, 0.0);
        QCOMPARE(inDomain.ranks[1].behindMs, 8.0); // spends half of the time of rank 0
        QCOMPARE(inDomain.ranks[1].fastestMs, 16.0);
        const RankDurations ofKind = rankDurations(run, ofDomain, QStringLiteral("allreduce"));
        QCOMPARE(ofKind.ranks[1].sum.elapseMs, 8.0);
        QCOMPARE(ofKind.ranks[1].behindMs, 0.0); // the rule speaks of all operators
        QVERIFY(rankDurations(run, {}, QStringLiteral("broadcast")).ranks.empty());
        // A single one by its name, and what can be asked for whatever was.
        const RankDurations named = rankDurations(run, {}, d.names.front().op);
        QVERIFY(!named.ranks.empty() && named.ranks.front().calls <= d.ranks.front().calls);
        QCOMPARE(named.names.size(), d.names.size());
        QCOMPARE(named.kinds, d.kinds);
        QVERIFY(named.has(d.names.back().op) && named.has(d.kinds.front()) && !named.has(QStringLiteral("broadcast")));
        // The longest ones of a rank, and what the others are together.
        CommQuery ofRank{.rank = d.ranks.front().sum.rankLabel};
        const LongestOperators whole = longestOperators(run, ofRank, {}, 100);
        QCOMPARE(whole.others, qint64(0));
        QCOMPARE(std::ssize(whole.longest), d.ranks.front().calls);
        const LongestOperators one = longestOperators(run, ofRank, {}, 1);
        QCOMPARE(one.longest.size(), size_t(1));
        QCOMPARE(one.others, d.ranks.front().calls - 1);
        double most = 0;
        for (const OperatorTime &t : whole.longest) {
            QCOMPARE(t.rankLabel, ofRank.rank);
            most = std::max(most, t.elapseMs.value_or(0));
        }
        QCOMPARE(one.longest.front().elapseMs, most);
        if (one.others > 0)
            QVERIFY(std::abs(*one.rest.elapseMs + most - *d.ranks.front().sum.elapseMs) < 1e-9);
    }

    // 1, 2, 3 and 10 ms: quartiles 1.75 and 4.75, so values up to 4.75 + 1.5 * 3 = 9.25 are no outliers.
    void outliersOfARank()
    {
        const std::vector<DurationSpread> all = durationSpreads(fourCalls(), {}, QStringLiteral("allreduce"));
        QCOMPARE(all.size(), size_t(2));
        const DurationSpread &s = all.front();
        QCOMPARE(cells(s.calls, s.elapse.q1, s.elapse.median, s.elapse.q3, s.lowMs, s.highMs),
                 cells(4, 1.75, 2.5, 4.75, 1.0, 3.0));
        QCOMPARE(s.outliers, std::vector<double>{10});
        QVERIFY(!s.isApart); // two ranks do not tell
        QVERIFY(durationSpreads(fourCalls(), {}, QStringLiteral("broadcast")).empty());
    }

    // Medians 5, 9.9, 10, 10, 10.1: quartiles 9.9 and 10, so from 9.75 to 10.15 nobody is apart. Of 9.6 in place of 5
    // the difference is too small.
    void aRankApart()
    {
        for (const double odd : {5.0, 9.6}) {
            std::vector<std::shared_ptr<const RankData>> ranks;
            for (const double ms : {10.0, 10.1, 9.9, 10.0, odd}) {
                TinyRank t(static_cast<int>(ranks.size()));
                t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 0, ms, 1, 0)};
                ranks.push_back(t.finish());
            }
            const std::vector<DurationSpread> all = durationSpreads(makeRun(ranks));
            QCOMPARE(all.size(), size_t(5));
            for (size_t r = 0; r < 4; ++r)
                QVERIFY(!all[r].isApart);
            QCOMPARE(all[4].isApart, odd == 5.0);
        }
    }

    void quartiles()
    {
        const Distribution d = distributionOf({10, 1, 3, 2});
        QCOMPARE(cells(d.least, d.q1, d.median, d.q3, d.most), cells(1.0, 1.75, 2.5, 4.75, 10.0));
        QCOMPARE(distributionOf({7}).q3, 7.0);
    }

    void durationsOfAKind()
    {
        const std::vector<DurationRow> rows = durationRows(fourCalls());
        QCOMPARE(rows.size(), size_t(2));
        const DurationRow &r = rows.front();
        QCOMPARE(cells(r.first.kind, r.first.rankLabel, r.first.rankIndex, r.calls, r.first.elapseMs, r.first.transitMs,
                       r.first.waitMs, r.first.idleMs, r.elapse->median, r.waitRatio, r.first.isFromTrace()),
                 cells("allreduce", "0", 0, 4, 16.0, 2.0, 4.0, 10.0, 2.5, 0.6667, false));
        QVERIFY(!r.first.startNs); // a sum starts nowhere
        QCOMPARE(cells(r.longest.op, r.longest.startNs), cells("hcom_allReduce__534_3_1", base + 3000 * us));
        QVERIFY(durationRows(fourCalls(), {QStringLiteral("6"), {}, {}}).empty());
    }

    // Without communication.json the trace has durations and nothing else.
    void durationsWithoutFiles()
    {
        TinyRank t(3);
        t.step(5, base, 1000 * us);
        t.communication("hcom_allReduce__534_0_1", base + 10 * us, 40 * us);
        t.communication("hcom_allReduce__534_1_1", base + 110 * us, 60 * us);
        const std::vector<DurationRow> rows = durationRows(makeRun({t.finish()}));
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(cells(rows.front().first.isFromTrace(), rows.front().calls), cells(true, 2));
        QVERIFY(std::abs(*rows.front().first.elapseMs - 0.1) < 1e-9);
        QCOMPARE(cells(rows.front().first.transitMs, rows.front().waitRatio), cells(std::nullopt, std::nullopt));
        QVERIFY(rows.front().longest.slice != NoSlice);
        QCOMPARE(rows.front().longest.op, QStringLiteral("hcom_allReduce__534_1_1"));
    }

    void whoWasWaitedFor()
    {
        const std::vector<SlowRankRow> rows = slowRanksByDuration(fourCalls());
        QCOMPARE(rows.size(), size_t(4)); // rank 1, and its three worst operators
        QCOMPARE(
            cells(rows[0].at.rankLabel, rows[0].at.op, rows[0].fastestLabel, rows[0].fastestMs, rows[0].differenceMs()),
            cells("1", QString(TotalOp), "0", 16.0, 8.0));
        QCOMPARE(cells(rows[1].at.op, rows[1].differenceMs()), cells("hcom_allReduce__534_3_1", 5.0));
        QVERIFY(!rows[0].at.startNs);
        QCOMPARE(cells(rows[1].at.startNs, rows[3].differenceMs()), cells(base + 3000 * us, 1.0));
    }

    void unequalExchangesAreNotJudged()
    {
        QVERIFY(slowRanksByDuration(makeRun(2, [&](TinyRank &t, int r) {
                    t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 0, r == 0 ? 9 : 1, 1, 0),
                                 op(QStringLiteral("hcom_alltoallv__534_1_1"), 9000, 1, 1, 0)};
                })).empty());
    }

    void bandwidthOfTransports()
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
        QCOMPARE(cells(r.transport.sizeMb, r.transport.bandwidthGbs), cells(36.0, 4.5));
        QCOMPARE(r.ofReference, std::optional(0.25)); // of 18
        QCOMPARE(r.packets, std::optional<qint64>(40));
        QCOMPARE(r.transport.largePacketRatio, std::optional(0.4)); // (30 * 0.5 + 10 * 0.1) / 40
        QVERIFY(r.op.total);
    }

    void packetsBySize()
    {
        TinyRank t(0);
        CommOp a = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 2, 1, 0);
        a.transports = {moved(QStringLiteral("HCCS"), 12, 2)};
        a.transports.front().packets = {{4, 2, 1}, {1, 4, 0.5}};
        t.commOps = {a};
        const std::vector<PacketRow> rows = packetRows(makeRun({t.finish()}), {{}, {}, a.name});
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(cells(rows[0].packet.sizeMb, rows[0].bandwidthGbs), cells(1.0, 8.0));
        QCOMPARE(cells(rows[1].packet.count, rows[1].bandwidthGbs), cells(2, 8.0));
    }

    // Rank 0 moves 4 MB in 2 ms and 2 MB in 2 ms, rank 1 6 MB in 2 ms: 1.5 and 3 GB/s, and 12 MB in 6 ms together.
    void transportsOfAllRanks()
    {
        const Run run = makeRun(2, [&](TinyRank &t, int r) {
            CommOp a = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 2, 1, 0);
            CommOp b = op(QStringLiteral("hcom_allReduce__534_1_1"), 5000, 2, 1, 0);
            a.transports = {moved(QStringLiteral("HCCS"), r == 0 ? 4 : 6, 2)};
            a.transports.front().packets = {{1, 4, 1}, {0.0015, 2, 0.5}};
            if (r == 0) {
                b.transports = {moved(QStringLiteral("HCCS"), 2, 2), moved(QStringLiteral("RDMA"), 1, 1)};
                b.transports.front().packets = {{1.9, 1, 1}};
                b.transports.back().sizeMb.reset();
            }
            t.commOps = {a, b};
        });
        ReferenceRates rates{.hccs = 4};
        const std::vector<TransportSum> all = transportSums(run, {}, nullptr, rates);
        QCOMPARE(all.size(), size_t(2));
        const TransportSum &hccs = all.front();
        QCOMPARE(cells(hccs.transport, hccs.sizeMb, hccs.bandwidthGbs, hccs.referenceGbs, hccs.slowest->rank,
                       hccs.slowest->gbs, hccs.fastest->gbs),
                 cells("HCCS", 12.0, 2.0, 4.0, "0", 1.5, 3.0));
        // From 1,000 to 2,000 bytes, then without gaps to the bin from 1 to 2 MB.
        QCOMPARE(hccs.packets.size(), size_t(10));
        QCOMPARE(cells(hccs.packets.front().fromBytes, hccs.packets.front().toBytes, hccs.packets.front().count,
                       hccs.packets.front().bytes, hccs.packets[1].count, hccs.packets.back().fromBytes,
                       hccs.packets.back().count, hccs.packets.back().bytes, hccs.packets.back().timeMs,
                       hccs.hasPackets()),
                 cells(1'000, 2'000, 4, 6'000.0, 0, 1'000'000, 9, 9'900'000.0, 3.0, true));
        QVERIFY(!all.back().bandwidthGbs); // nobody says how much went over RDMA
        QVERIFY(!all.back().hasPackets());
        const std::vector<TransportSum> one = transportSums(run, {}, &run.infos[1], rates);
        QCOMPARE(one.size(), size_t(1));
        QCOMPARE(cells(one.front().bandwidthGbs, one.front().slowest->rank), cells(3.0, "1"));
    }

    void referenceRatesAreSettings()
    {
        ReferenceRates r;
        QVERIFY(changedRates(r).isEmpty());
        r.rdma = 25;
        const QMap<QString, double> changed = changedRates(r);
        QCOMPARE(changed, (QMap<QString, double>{{QStringLiteral("rdma"), 25.0}}));
        QCOMPARE(ratesOf(changed).of(QStringLiteral("RDMA")), std::optional(25.0));
        QCOMPARE(ratesOf({{QStringLiteral("rdma"), -1.0}, {QStringLiteral("what"), 3.0}}).rdma, 12.5);
        // A rate that is not given is none to hold against.
        QCOMPARE(ReferenceRates().of(QStringLiteral("SIO")), std::nullopt);
        QCOMPARE(ratesOf({{QStringLiteral("sio"), 40.0}}).of(QStringLiteral("SIO")), std::optional(40.0));
        QVERIFY(!r.of(QStringLiteral("SIO")));
    }

    // One of four operators over SDMA moves 10 MB: a quarter is small. None of five other ones over SDMA matters.
    void smallPackets()
    {
        const auto advised = [](int large) {
            TinyRank t(0);
            for (int i = 0; i <= large; ++i) {
                t.commOps.push_back(op(QStringLiteral("hcom_allReduce__534_%1_1").arg(i), 1000 * i, 1, 1, 0));
                t.commOps.back().transports = {moved(QStringLiteral("SDMA"), i == 0 ? 10 : 40, 3)};
            }
            t.communication("hcom_allReduce__534_0_1", base, 1000 * us);
            return commAdvice(makeRun({t.finish()}));
        };
        const std::vector<CommAdviceRow> rows = advised(3);
        QCOMPARE(rows.size(), size_t(1));
        QVERIFY(rows.front().slice != NoSlice);
        QCOMPARE(cells(rows.front().rankIndex, rows.front().kind, rows.front().share, rows.front().sizeMb),
                 cells(0, CommAdviceKind::SmallPackets, 0.25, 10.0));
        QVERIFY(adviceSentence(rows.front())
                    .english()
                    .startsWith(QLatin1String("25 % of the operators move less than 16")));
        QVERIFY(advised(4).empty()); // 20 % is not too many
    }

    // Whatever the kind; nobody knows what an operator without a duration costs.
    void adviceIsInTheOrderOfItsCost()
    {
        TinyRank t(0);
        t.kernel("aclnnMatmul_MatMulV2", base, 30'000 * us);
        for (const auto &[start, ms, mb] :
             {std::tuple(1000, 2.0, 10.0), {4000, 0.0, 10.0}, {5000, 7.0, 40.0}, {13000, 3.0, 10.0}}) {
            t.commOps.push_back(op(QStringLiteral("hcom_allReduce__534_%1_1").arg(start), start, ms, 1, 0));
            t.commOps.back().transports = {moved(QStringLiteral("SDMA"), mb, mb)};
            if (ms == 0)
                t.commOps.back().elapseMs.reset();
        }
        QStringList order;
        for (const CommAdviceRow &r : commAdvice(makeRun({t.finish()})))
            order << (r.kind == CommAdviceKind::Contention ? QStringLiteral("contention ") : QStringLiteral("small ")) +
                         QString::number(r.op.elapseMs.value_or(-1));
        QCOMPARE(order, texts("contention 7", "small 3", "contention 3", "small 2", "contention 2", "small -1"));
    }

    // Two ranks with a small allreduce each, of 1 and 3 ms, and one with an allgather of 2 ms.
    void adviceIsSummedUp()
    {
        const auto row = [](int rank, const char *name, double ms, CommAdviceKind kind) {
            CommAdviceRow r{.kind = kind};
            r.op.op = QLatin1String(name);
            r.op.rank = rank;
            r.op.elapseMs = ms;
            r.transport = QStringLiteral("SDMA");
            return r;
        };
        using K = CommAdviceKind;
        const std::vector<CommAdviceGroup> groups =
            commAdviceGroups({row(0, "hcom_allReduce__534_0_1", 1, K::SmallPackets),
                              row(0, "hcom_allGather__534_1_1", 2, K::SmallPackets),
                              row(1, "hcom_allReduce__534_0_1", 3, K::SmallPackets),
                              row(1, "hcom_allReduce__534_0_1", 3, K::Contention)});
        QCOMPARE(groups.size(), size_t(3));
        QCOMPARE(
            cells(groups[0].type, groups[0].operators, groups[0].ranks, groups[0].totalMs, groups[0].longest.op.rank),
            cells("allreduce", 2, 2, 4.0, 1));
        // 3 ms, then 2: by what they take, not by kind.
        QCOMPARE(cells(groups[1].longest.kind, groups[2].type), cells(K::Contention, "allgather"));
        QVERIFY(commAdviceGroups({}).empty());
    }

    void contentionWithAMultiplication()
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

    void transfersThatAreNotAligned()
    {
        PlaneRank rank;
        rank.task("1", 10 * us, 10 * us, 1, 1024);
        rank.task("1", 30 * us, 10 * us, 1, 1000);
        rank.task("2", 30 * us, 10 * us, 2, 5000);
        rank.task("2", 50 * us, 10 * us, 2, 300);
        const std::vector<CommAdviceRow> rows = commAdvice(rank.finish());
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(cells(rows.front().kind, rows.front().transfers, rows.front().sizeMb, rows.front().op.op,
                       rows.front().op.domain),
                 cells(CommAdviceKind::Alignment, 2, 0.005, "hcom_allReduce__534_0_1", "dp:(0,1,2)"));
    }

    void retransmissions()
    {
        const auto advised = [](double least) {
            return commAdvice(makeRun(2, [&](TinyRank &t, int r) {
                t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 0, r == 0 ? least : 9000, 1, 0)};
                t.commOps.front().transports = {moved(QStringLiteral("RDMA"), 50, r == 0 ? 100 : 4001)};
                if (r == 1)
                    t.communication("hcom_allReduce__534_0_1", base, 9'000'000 * us);
            }));
        };
        QVERIFY(advised(4000)[0].slice != NoSlice); // rank 1, which takes longer
        QCOMPARE(advised(4000)[1].slice, NoSlice);  // its trace has none
        QCOMPARE(advised(4000).size(), size_t(2));
        QCOMPARE(advised(4000).front().kind, CommAdviceKind::Retransmission);
        QVERIFY(advised(3999).empty());
    }

    void bytesInFlight()
    {
        PlaneRank rank;
        rank.task("1", 10 * us, 20 * us, 1, 20'000);
        rank.task("2", 20 * us, 20 * us, 2, 40'000);
        const std::vector<TrafficSeries> series = trafficOf(*rank.finish().ranks.front()).series;
        QCOMPARE(series.size(), size_t(1));
        QCOMPARE(series.front().linkType, QStringLiteral("HCCS"));
        const std::vector<TrafficPoint> &p = series.front().points;
        QCOMPARE(p.size(), size_t(4));
        const std::vector<std::pair<qint64, qint64>> expected = {{10, 20'000}, {20, 60'000}, {30, 40'000}, {40, 0}};
        const std::vector<double> gbs = {1, 3, 2, 0};
        for (size_t i = 0; i < p.size(); ++i) {
            QCOMPARE(cells(p[i].ns, p[i].bytes, p[i].gbs),
                     cells(base + expected[i].first * us, expected[i].second, gbs[i]));
        }
    }

    void bytesInFlightOfTheFile()
    {
        RankData rank;
        CommOp o = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 1, 1, 0);
        o.transports = {moved(QStringLiteral("HCCS"), 4, 1), moved(QStringLiteral("SDMA"), 4, 1)};
        rank.commOps = CommOps({o});
        const std::vector<TrafficSeries> series = trafficOf(rank).series;
        QCOMPARE(series.size(), size_t(1)); // SDMA says the same once more
        QCOMPARE(series.front().points.size(), size_t(2));
        QCOMPARE(cells(series.front().points.front().bytes, series.front().points.front().gbs), cells(4'000'000, 4.0));
    }

    void bytesInFlightOfADomain()
    {
        PlaneRank rank;
        rank.task("1", 10 * us, 20 * us, 1, 20'000);
        rank.task("2", 120 * us, 20 * us, 1, 20'000); // behind the only operator
        const Run run = rank.finish();
        const DomainChoice ofDp({}, dp);
        const DomainChoice ofNone({}, QStringLiteral("1"));
        const Traffic all = trafficOf(*run.ranks.front());
        QCOMPARE(all.series.front().points.size(), size_t(4));
        QVERIFY(!all.ofFile);
        const Traffic inDomain = trafficOf(*run.ranks.front(), ofDp);
        QCOMPARE(inDomain.series.size(), size_t(1));
        QCOMPARE(inDomain.series.front().points.size(), size_t(2));
        QCOMPARE(inDomain.series.front().points.front().ns, base + 10 * us);
        QVERIFY(trafficOf(*run.ranks.front(), ofNone).series.empty());

        RankData ofFile;
        CommOp o = op(QStringLiteral("hcom_allReduce__534_0_1"), 0, 1, 1, 0);
        o.transports = {moved(QStringLiteral("HCCS"), 4, 1)};
        ofFile.commOps = CommOps({o});
        QVERIFY(trafficOf(ofFile, ofDp).ofFile);
        QCOMPARE(trafficOf(ofFile, ofDp).series.size(), size_t(1));
        QVERIFY(trafficOf(ofFile, ofNone).series.empty());
    }

    // The link to rank 2 is done 20 us before the operator and begins 10 us after the first data.
    void idleLinks()
    {
        PlaneRank rank;
        rank.task("1", 10 * us, 90 * us, 1, 20'000);
        rank.task("2", 20 * us, 60 * us, 2, 20'000);
        const std::vector<LinkUse> uses = linkUses(rank.finish(), 0);
        QCOMPARE(uses.size(), size_t(2));
        QCOMPARE(cells(uses[0].peer, uses[0].windowNs, uses[0].idleNs()), cells(1, 90 * us, 0));
        QCOMPARE(cells(uses[1].peer, uses[1].peerIsLocal, uses[1].idleNs()), cells(2, false, 30 * us));
    }

    // The matrix calls RDMA what the trace calls ROCE.
    void linkTypesAreThoseOfTheMatrix()
    {
        const auto typeOf = [](std::string_view transport, std::string_view linkType) {
            PlaneRank rank;
            rank.task("1", 10 * us, 20 * us, 1, 20'000, transport, linkType);
            const Run run = rank.finish();
            const QString type = trafficOf(*run.ranks.front()).series.front().linkType;
            return linkUses(run, 0).front().linkType == type ? type : QString();
        };
        QCOMPARE(cells(typeOf("RDMA", "ROCE"), typeOf("RDMA", ""), typeOf("", "STANDARD_ROCE"), typeOf("SDMA", "PCIE"),
                       typeOf("SDMA", "")),
                 cells("RDMA", "RDMA", "RDMA", "PCIE", "SDMA"));
    }

    void coverageOfADomain()
    {
        TinyRank t(0);
        t.step(5, base, 1000 * us);
        t.kernel("MatMul", base + 100 * us, 100 * us);
        t.communication("hcom_allReduce__534_0_1", base + 150 * us, 100 * us);
        t.communication("hcom_allReduce__534_1_1", base + 300 * us, 50 * us);
        const Run run = makeRun({t.finish()});
        const std::vector<DomainCoverage> rows = domainCoverage(run);
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(
            cells(rows.front().operators, rows.front().durationNs, rows.front().coveredNs, rows.front().uncoveredNs),
            cells(2, 150 * us, 50 * us, 100 * us));
        CommQuery query{.domain = rows.front().domain};
        QCOMPARE(domainCoverage(run, query).size(), size_t(1));
        query.domain = QStringLiteral("another");
        QVERIFY(domainCoverage(run, query).empty());
    }

    // The lane has a number, no file a description: communication.json tells the domain, by whatever ranks are read.
    void lanesWithoutAGroup()
    {
        const QString hash = QStringLiteral("11022204950826225271");
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank t(r);
            t.step(5, base, 1000 * us);
            t.thread("4", "0", "Group 0 Communication");
            t.slice("4", "0", "hcom_allReduce__271_0_1", base + 100 * us, 50 * us);
            CommOp o = op(QStringLiteral("hcom_allReduce__271_0_1"), 0, 1, 1, 0);
            o.groupHash = hash;
            o.rank = r;
            t.commOps.push_back(o);
            ranks.push_back(t.finish());
        }
        const Run run = makeRun(ranks);
        const std::vector<DomainCoverage> rows = domainCoverage(run);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows.front().domain, QStringLiteral("(0,1)@225271"));
        CommQuery query{.domain = rows.front().domain};
        QCOMPARE(domainCoverage(run, query).size(), size_t(2));
        // One rank alone is read: its domain has another label, which is asked for by that of the run as well.
        const std::vector<Domain> ofOne = domains(makeRun({ranks.front()}));
        QCOMPARE(ofOne.size(), size_t(1));
        QCOMPARE(ofOne.front().label(), QStringLiteral("(0)@225271"));
        QCOMPARE(findDomain(ofOne, rows.front().domain), &ofOne.front());
        QVERIFY(!findDomain(ofOne, QStringLiteral("(0,1)@225272")));
        QVERIFY(!findDomain(ofOne, QStringLiteral("@225271")));
    }

    // No file tells the domain at all, as at level 0: tables call it by its lane, and that is what is asked for.
    void lanesWithoutAnyFile()
    {
        TinyRank t(0);
        t.step(5, base, 1000 * us);
        t.thread("4", "0", "Group 0 Communication");
        t.thread("4", "1", "Group 1 Communication");
        t.slice("4", "0", "hcom_allReduce__271_0_1", base + 100 * us, 50 * us);
        t.slice("4", "1", "hcom_allReduce__534_0_1", base + 200 * us, 70 * us);
        t.slice("4", "1", "hcom_allReduce__534_1_1", base + 300 * us, 70 * us);
        const Run run = makeRun({t.finish()});
        const QString second = QStringLiteral("Group 1 Communication");
        QCOMPARE(unknownDomains(run), (QStringList{QStringLiteral("Group 0 Communication"), second,
                                                   QStringLiteral("?271"), QStringLiteral("?534")}));
        for (const QString &text : {second, QStringLiteral("?534")}) {
            CommQuery query{.domain = text};
            const std::vector<OperatorTime> times = operatorTimes(run, query);
            QCOMPARE(times.size(), size_t(2));
            QCOMPARE(cells(times.front().domain, times.front().elapseMs), cells(second, 0.07));
        }
        CommQuery query{.domain = second};
        const std::vector<DomainCoverage> rows = domainCoverage(run, query);
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(rows.front().operators, 2);
        // A domain that a file describes is no longer one of them.
        auto described = std::make_shared<RankData>(*run.ranks.front());
        GroupInfo g{.commName = QStringLiteral("other"),
                    .hash = QStringLiteral("1000534"),
                    .pgName = QStringLiteral("dp"),
                    .globalRanks = {0, 1}};
        described->groups = {g};
        QCOMPARE(unknownDomains(makeRun({described})), texts("Group 0 Communication", "?271"));
    }

    void coverageAddedUp()
    {
        const auto row = [](const char *step, const char *domain, int rank, qint64 covered, qint64 uncovered) {
            return DomainCoverage{
                QLatin1String(step), QLatin1String(domain), rank, 1, covered + uncovered, covered, uncovered};
        };
        const std::vector<DomainCoverage> rows = {row("1", "dp", 0, 60, 20), row("1", "tp", 0, 0, 100),
                                                  row("2", "dp", 0, 20, 40), row("1", "dp", 1, 40, 0)};
        const std::vector<CoverageSum> domains = coverageByDomain(rows);
        QCOMPARE(domains.size(), size_t(2));
        QCOMPARE(domains[0].domain, QStringLiteral("tp")); // the longest uncovered time
        QCOMPARE(domains[0].uncoveredNs, 100);
        QCOMPARE(cells(domains[1].domain, domains[1].operators), cells("dp", 3));
        QCOMPARE(domains[1].coveredNs, 40); // 120 over three ranks and steps
        QCOMPARE(cells(domains[1].uncoveredNs, domains[1].durationNs), cells(20, 60));
        const std::vector<CoverageSum> ranks = coverageByRank(rows);
        QCOMPARE(ranks.size(), size_t(2));
        QCOMPARE(ranks[0].rankIndex, 0);
        QCOMPARE(ranks[0].coveredNs, 40);   // 80 over two steps
        QCOMPARE(ranks[0].uncoveredNs, 80); // 160 over two steps
        QCOMPARE(ranks[1].durationNs, 40);
        QVERIFY(coverageByDomain({}).empty());
    }

    // The same records, of communication.json on rank 0 and of analysis.db on rank 1.
    void timesOfDatabasesAreToldApart()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (const auto &rank : fourCalls().ranks) {
            auto copy = std::make_shared<RankData>(*rank);
            const bool isText = rank->info.rank == 0;
            copy->info.files.push_back({QLatin1String(isText ? "communication.json" : "analysis.db"),
                                        {},
                                        QLatin1String(isText ? "communication" : "db"),
                                        1,
                                        true,
                                        {}});
            ranks.push_back(copy);
        }
        const std::vector<OperatorTime> times = operatorTimes(makeRun(ranks));
        QCOMPARE(times.size(), size_t(8));
        for (const OperatorTime &t : times)
            QCOMPARE(t.isOfDatabase, t.rank == 1);
    }
};

RS_TEST(TestCommTimes, QCoreApplication);
#include "tst_commtimes.moc"
