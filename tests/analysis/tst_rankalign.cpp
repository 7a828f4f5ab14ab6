// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/matchedcollectives.h"
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/time/sequencematch.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QRandomGenerator>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

struct Plan
{
    qint64 offset = 0;
    double driftPpm = 0;
    int skipFirst = 0; // operators that the rank's capture lacks at its start
};

// Ranks that run `count` collectives together: each arrives at its own time, all end together but for jitter.
Run collectiveRun(const std::vector<Plan> &plans, int count, quint32 seed, qint64 jitter = 2 * us)
{
    QRandomGenerator random(seed);
    std::vector<qint64> ends;
    std::vector<const char *> kinds;
    qint64 t = base;
    for (int i = 0; i < count; ++i) {
        t += 200 * us + random.bounded(3000) * us;
        ends.push_back(t);
        kinds.push_back(random.bounded(5) == 0 ? "hcom_allGather__865_" : "hcom_allReduce__865_");
    }
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (size_t r = 0; r < plans.size(); ++r) {
        TinyRank rank(static_cast<int>(r));
        for (int i = plans[r].skipFirst; i < count; ++i) {
            const qint64 end = ends[static_cast<size_t>(i)] + random.bounded(static_cast<int>(jitter));
            const qint64 length = 20 * us + random.bounded(150) * us;
            const auto local = [&](qint64 x) {
                return x + plans[r].offset +
                       static_cast<qint64>(plans[r].driftPpm * 1e-6 * static_cast<double>(x - base));
            };
            rank.communication(std::string(kinds[static_cast<size_t>(i)]) + std::to_string(i - plans[r].skipFirst) +
                                   "_1",
                               local(end - length), length);
        }
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

// An operator as communication.json has it.
CommOp record(const QString &name, const QString &hash, qint64 startUs, qint64 endUs)
{
    return timedOp({.step = QStringLiteral("1"),
                    .name = name,
                    .groupHash = hash,
                    .startUs = static_cast<double>(startUs),
                    .startText = QString::number(startUs) + QStringLiteral(".0")},
                   {.elapseMs = static_cast<double>(endUs - startUs) / 1000});
}

} // namespace

class TestRankAlign : public QObject
{
    Q_OBJECT
private slots:
    void kindsAreReadFromOperatorNames()
    {
        QCOMPARE(cells(collectiveKind("hcom_allReduce__865_0_1"), collectiveKind("hcom_batchSendRecv__1_2_3"),
                       collectiveKind("Default/network/AllReduce-op123"), collectiveKind("hcom_allReduce_")),
                 cells("allreduce", "batchsendrecv", "allreduce", "allreduce"));
    }

    void matchesLongestCommonSubsequence_data()
    {
        const Scenarios<QByteArray, QByteArray, QByteArray> row;
        row("equal", QByteArray("abcde"), QByteArray("abcde"), QByteArray("abcde"));
        row("first missing", QByteArray("abcde"), QByteArray("bcde"), QByteArray("bcde"));
        row("last missing", QByteArray("abcde"), QByteArray("abcd"), QByteArray("abcd"));
        row("middle replaced", QByteArray("abcde"), QByteArray("abxde"), QByteArray("abde"));
        row("nothing in common", QByteArray("abc"), QByteArray("xyz"), QByteArray());
        row("one empty", QByteArray("abc"), QByteArray(), QByteArray());
        row("both empty", QByteArray(), QByteArray(), QByteArray());
        row("textbook", QByteArray("abcabba"), QByteArray("cbabac"), QByteArray("baba"));
    }

    void matchesLongestCommonSubsequence()
    {
        const auto [a, b, common] = scenario<QByteArray, QByteArray, QByteArray>();
        const auto pairs = closeSubsequence({a.begin(), a.end()}, {b.begin(), b.end()});
        QCOMPARE(pairs.size(), size_t(common.size()));
        for (size_t i = 0; i < pairs.size(); ++i) {
            QCOMPARE(a[qsizetype(pairs[i].first)], b[qsizetype(pairs[i].second)]);
            if (i > 0)
                QVERIFY(pairs[i].first > pairs[i - 1].first && pairs[i].second > pairs[i - 1].second);
        }
    }

    void givesUpWhereTooMuchDiffers()
    {
        std::vector<quint64> a(5'000);
        for (size_t i = 0; i < a.size(); ++i)
            a[i] = i;
        std::vector<quint64> b = a;
        for (const size_t i : {100, 2'000, 4'999})
            b[i] = 1'000'000 + i; // each is alone on both sides: six differences
        QCOMPARE(closeSubsequence(a, b, 6).size(), a.size() - 3);
        QVERIFY(closeSubsequence(a, b, 5).empty());
        QCOMPARE(closeSubsequence(a, a, 0).size(), a.size());
        const std::vector<quint64> others(5'000, 7'000'000);
        QVERIFY(closeSubsequence(a, others).empty());
    }

    void recoversOffsetsOfMinutes()
    {
        const std::vector<Plan> plans = {{}, {7 * 60'000'000 * us}, {-3 * 60'000'000 * us}, {40 * us}};
        for (quint32 seed = 1; seed <= 100; ++seed) {
            const Run run = collectiveRun(plans, 60, seed);
            const auto alignment = alignRanks(run);
            QCOMPARE(alignment.size(), size_t(4));
            QCOMPARE(alignment[0].refusal, AlignRefusal::Reference);
            for (size_t r = 1; r < 4; ++r) {
                QVERIFY(alignment[r].applies());
                QVERIFY2(std::abs(alignment[r].offsetNs - plans[r].offset) < 2 * us,
                         qPrintable(QStringLiteral("seed %1 rank %2").arg(seed).arg(r)));
                QVERIFY(alignment[r].residualP95Ns < 20 * us);
                QCOMPARE(cells(alignment[r].driftPpm, alignment[r].matches), cells(0.0, 60));
            }
        }
    }

    void recoversDrift()
    {
        const Run run = collectiveRun({{}, {5'000'000, 400}}, 200, 3);
        const RankAlignment a = alignRanks(run)[1];
        QVERIFY(a.applies());
        QVERIFY(std::abs(a.driftPpm - 400) < 20);
        const Trace &reference = *run.ranks[0]->trace;
        const Trace &other = *run.ranks[1]->trace;
        QVERIFY(std::abs(a.aligned(other.endNs()) - reference.endNs()) < 10 * us);
        QVERIFY(std::abs(a.aligned(other.startNs()) - reference.startNs()) < 200 * us);
    }

    void repairsSequencesThatLackTheFirstOperators()
    {
        for (quint32 seed = 1; seed <= 20; ++seed) {
            const Run run = collectiveRun({{}, {90'000'000 * us, 0, 3}}, 80, seed);
            const RankAlignment a = alignRanks(run)[1];
            QVERIFY(a.applies());
            QVERIFY2(std::abs(a.offsetNs - 90'000'000 * us) < 20 * us, qPrintable(QString::number(seed)));
        }
    }

    void twoThatAgreeAreEnough()
    {
        const qint64 offset = 90'000 * us;
        const RankAlignment agreeing = alignRanks(collectiveRun({{}, {offset}}, 2, 7))[1];
        QCOMPARE(cells(agreeing.applies(), agreeing.matches), cells(true, 2));
        QVERIFY(std::abs(agreeing.offsetNs - offset) < 2 * us);
        QVERIFY(agreeing.residualP95Ns < 2 * us);
        // Ends up to 5 ms apart: which of the two is right, nobody can tell. Nor by one alone.
        QCOMPARE(alignRanks(collectiveRun({{}, {offset}}, 2, 7, 5000 * us))[1].refusal, AlignRefusal::NoMatches);
        QCOMPARE(alignRanks(collectiveRun({{}, {offset}}, 1, 7))[1].refusal, AlignRefusal::NoMatches);
        // Two of three: it may be the first or the last one that is missing.
        QCOMPARE(alignRanks(collectiveRun({{}, {offset, 0, 1}}, 3, 7))[1].refusal, AlignRefusal::NoMatches);
    }

    void refusesWithoutCollectives()
    {
        TinyRank a(0);
        a.kernel("k", base, 10);
        TinyRank b(1);
        b.kernel("k", base, 10);
        std::vector<std::shared_ptr<const RankData>> ranks = {a.finish(), b.finish(), std::make_shared<RankData>()};
        const auto alignment = alignRanks(makeRun(std::move(ranks)));
        QCOMPARE(cells(alignment[0].refusal, alignment[1].refusal, alignment[2].refusal, alignment[1].aligned(base)),
                 cells(AlignRefusal::Reference, AlignRefusal::NoMatches, AlignRefusal::NoData, base));
    }

    void refusesWhenTheResidualIsLargerThanTheOffset()
    {
        // Ends scattered over milliseconds, offset of 100 us: nothing to trust.
        const Run run = collectiveRun({{}, {100 * us}}, 60, 5, 8000 * us);
        const RankAlignment a = alignRanks(run)[1];
        QCOMPARE(a.refusal, AlignRefusal::LargeResidual);
        QVERIFY(a.residualP95Ns > a.offsetNs);
    }

    void refusesWhenTheResidualIsMoreThanHalfOfTheOffset()
    {
        // 7 ms, known to 5 ms: no clock. Known to 3 ms it is one.
        const RankAlignment coarse = alignRanks(collectiveRun({{}, {7000 * us}}, 60, 5, 6800 * us))[1];
        QVERIFY(coarse.residualP95Ns < coarse.offsetNs);
        QVERIFY(coarse.residualP95Ns > coarse.offsetNs / 2);
        QCOMPARE(coarse.refusal, AlignRefusal::LargeResidual);
        QCOMPARE(alignRanks(collectiveRun({{}, {7000 * us}}, 60, 5, 3000 * us))[1].refusal, AlignRefusal::None);
        // Small ones are the jitter of the ends, whatever they correct.
        const RankAlignment small = alignRanks(collectiveRun({{}, {100 * us}}, 60, 5, 90 * us))[1];
        QVERIFY(small.residualP95Ns > small.offsetNs / 2);
        QCOMPARE(small.refusal, AlignRefusal::None);
    }

    void pairsSendsWithReceives()
    {
        auto ranks = pipelineRanks(4, 6, base);
        const TransferPairs pairs = pairTransfers(makeRun(std::move(ranks)));
        QCOMPARE(pairs.pairs.size(), size_t(2));
        QCOMPARE(cells(pairs.pairs[1].send.rankIndex, pairs.pairs[1].receive.rankIndex, pairs.pairs[1].ordinal),
                 cells(0, 1, 1));
        QCOMPARE(pairs.unmatched.size(), size_t(1));
        QVERIFY(pairs.unmatched.front().send);
    }

    void transfersLeadWhereNoCollectiveDoes()
    {
        // Two pipeline stages that share a group of two and nothing else; the second one's clock is a minute ahead.
        const QString name = QStringLiteral("group_name_19");
        const qint64 offset = 60'000'000 * us;
        TinyRank sender(4);
        TinyRank receiver(6);
        for (TinyRank *r : {&sender, &receiver}) {
            r->data.groups.push_back(describedGroup(name, {}, {4, 6}));
            r->thread("4", "0", "Group group_name_19 Communication");
        }
        for (int i = 0; i < 5; ++i) {
            const qint64 end = base + (i + 1) * 100 * us;
            sender.communication("hcom_send__128_" + std::to_string(i) + "_1", end - 10 * us, 10 * us);
            receiver.communication("hcom_receive__128_" + std::to_string(i) + "_1", end + offset - (20 + i) * us,
                                   (20 + i) * us + i * us);
        }
        std::vector<std::shared_ptr<const RankData>> ranks = {sender.finish(), receiver.finish()};
        const std::vector<RankAlignment> clocks = alignRanks(makeRun(std::move(ranks)));
        QCOMPARE(cells(clocks[1].applies(), clocks[1].viaTransfers, clocks[1].matches), cells(true, true, 5));
        // Ends differ by 0, 1, 2, 3, 4 us beside the offset.
        QCOMPARE(clocks[1].offsetNs, offset + 2 * us);
        QVERIFY(!clocks[0].viaTransfers);
    }

    // Four collectives end at 1000, 2000, 3000 and 4000 us of the first rank's trace. The second and the third have
    // communication.json alone, their clocks 7 s ahead and 20 ms behind; the third one's ends are 1, 2, 3, 4 us late.
    void filesServeRanksWithoutATrace()
    {
        const QString name = QStringLiteral("group_name_19");
        const QString op = QStringLiteral("hcom_allReduce__128_%1_1");
        TinyRank traced(0);
        traced.thread("4", "0", "Group group_name_19 Communication");
        TinyRank ahead(1);
        TinyRank behind(2);
        for (int i = 0; i < 4; ++i) {
            const qint64 endUs = base / us + 1000 * (i + 1);
            traced.communication(op.arg(i).toStdString(), endUs * us - 50 * us, 50 * us);
            ahead.commOps.push_back(record(op.arg(i), groupHash(name), endUs + 7'000'000 - 300, endUs + 7'000'000));
            behind.commOps.push_back(record(op.arg(i), groupHash(name), endUs - 20'000 - 80, endUs - 20'000 + i + 1));
        }
        ahead.commOps.push_back(record(QStringLiteral("Total Op Info"), groupHash(name), 0, 5000));
        const std::vector<RankAlignment> clocks =
            alignRanks(makeRun({traced.finish(), ahead.finish(), behind.finish()}));
        QCOMPARE(cells(clocks[0].refusal, clocks[0].source), cells(AlignRefusal::Reference, ClockSource::Trace));
        QVERIFY(clocks[1].applies());
        QCOMPARE(cells(clocks[1].source, clocks[1].offsetNs, clocks[1].matches, clocks[1].residualP95Ns),
                 cells(ClockSource::File, 7'000'000 * us, 4, 0));
        QVERIFY(clocks[2].applies());
        QVERIFY(std::abs(clocks[2].offsetNs - (-20'000 * us + 5 * us / 2)) <= us / 2);
        QVERIFY(clocks[2].residualP95Ns <= 2 * us);
    }

    // Lanes that name no communicator, as real ones: rank 0 has communication.json, rank 1 none, of rank 2 the second
    // half is cut off. The digits in the names of operators are those of one group alone.
    void digitsOfNamesTellTheDomain()
    {
        const QString hash = groupHash(QStringLiteral("group_name_19"));
        const QString op = QStringLiteral("hcom_allReduce__128_%1_1");
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 3; ++r) {
            TinyRank rank(r);
            rank.thread("4", "0", "Group 0 Communication");
            for (int i = 0; i < 4; ++i) {
                const qint64 endUs = base / us + 1000 * (i + 1) + r * 500'000;
                rank.communication(op.arg(i).toStdString(), endUs * us - 50 * us, 50 * us);
                if (r == 1 || (r == 2 && i > 1))
                    continue;
                rank.commOps.push_back(record(op.arg(i), hash, endUs - 50, endUs));
                TransportInfo hccs{.transport = QStringLiteral("HCCS"), .sizeMb = 8 << i};
                rank.commOps.back().transports = {hccs};
            }
            ranks.push_back(rank.finish());
        }
        const Run run = makeRun(std::move(ranks));
        const std::vector<RankAlignment> clocks = alignRanks(run);
        for (const size_t r : {size_t(1), size_t(2)}) {
            QVERIFY(clocks[r].applies());
            QCOMPARE(cells(clocks[r].matches, clocks[r].offsetNs), cells(4, static_cast<qint64>(r) * 500'000 * us));
        }
        const MatchedCollectives meetings = matchedCollectives(run);
        QCOMPARE(meetings.all.size(), size_t(4));
        QCOMPARE(meetings.all.front().domain, hash);
        QCOMPARE(meetings.all.front().last - meetings.all.front().first, 3U);
        // Two groups with these digits: nobody can tell.
        std::vector<CollectiveSequence> sequences{{QStringLiteral("?128"), {}}};
        Domain one{.hash = hash};
        Domain other{.hash = QStringLiteral("5128")};
        nameDomains(sequences, {one, other}, 1);
        QCOMPARE(sequences.front().domain, QStringLiteral("?128"));
        // Unless one is known to be without the rank.
        other.ranks = {4, 5};
        other.ranksKnown = true;
        nameDomains(sequences, {one, other}, 1);
        QCOMPARE(sequences.front().domain, hash);
    }

    // Two stages that share sends and receives alone, without any trace.
    void transfersOfFilesLeadToo()
    {
        TinyRank sender(0);
        TinyRank receiver(1);
        for (int i = 0; i < 4; ++i) {
            const qint64 endUs = base / us + 1000 * (i + 1);
            sender.commOps.push_back(
                record(QStringLiteral("hcom_send__9_%1_1").arg(i), QStringLiteral("9"), endUs - 30, endUs));
            receiver.commOps.push_back(record(QStringLiteral("hcom_receive__9_%1_1").arg(i), QStringLiteral("9"),
                                              endUs + 60'000 - 90, endUs + 60'000));
        }
        const std::vector<RankAlignment> clocks = alignRanks(makeRun({sender.finish(), receiver.finish()}));
        QCOMPARE(cells(clocks[1].applies(), clocks[1].viaTransfers), cells(true, true));
        QCOMPARE(cells(clocks[1].offsetNs, clocks[0].source), cells(60'000 * us, ClockSource::File));
    }

    void recordsWithoutTransportsTellNoSize_data()
    {
        QTest::addColumn<int>("bare");
        QTest::newRow("of the reference") << 0;
        QTest::newRow("of another rank") << 2;
    }

    // A rank that lost its analysis has records of times alone, beside others with their sizes.
    void recordsWithoutTransportsTellNoSize()
    {
        QFETCH(const int, bare);
        const QString name = QStringLiteral("group_name_19");
        const QString op = QStringLiteral("hcom_allReduce__128_%1_1");
        const std::vector<RankAlignment> clocks = alignRanks(makeRun(3, [&](TinyRank &rank, int r) {
            rank.thread("4", "0", "Group group_name_19 Communication");
            for (int i = 0; i < 4; ++i) {
                const qint64 endUs = base / us + 1000 * (i + 1) + r * 500'000;
                rank.communication(op.arg(i).toStdString(), endUs * us - 50 * us, 50 * us);
                rank.commOps.push_back(record(op.arg(i), groupHash(name), endUs - 50, endUs));
                TransportInfo hccs{.transport = QStringLiteral("HCCS"), .sizeMb = 8};
                if (r != bare)
                    rank.commOps.back().transports = {hccs};
            }
        }));
        QCOMPARE(clocks[0].refusal, AlignRefusal::Reference);
        for (const size_t r : {size_t(1), size_t(2)}) {
            QVERIFY(clocks[r].applies());
            QCOMPARE(cells(clocks[r].matches, clocks[r].offsetNs), cells(4, static_cast<qint64>(r) * 500'000 * us));
        }
    }
};

RS_TEST(TestRankAlign, QCoreApplication);
#include "tst_rankalign.moc"
