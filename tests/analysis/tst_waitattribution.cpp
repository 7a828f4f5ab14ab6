// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/waitattribution.h"
#include "support/describedgroup.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

#include <array>
#include <memory>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

/// A rank with lanes for named groups, whose clock is ahead by `clockNs`.
class GroupedRank
{
public:
    GroupedRank(int rank, qint64 clockNs = 0) : m_rank(rank), m_clock(base + clockNs) {}
    void group(const char *name, const QString &pgName, const std::vector<int> &ranks)
    {
        m_rank.data.groups.push_back(describedGroup(QString::fromLatin1(name), pgName, ranks));
        m_rank.thread("4", name, std::string("Group ") + name + " Communication");
    }
    // What communication_matrix.json tells of the place of the rank in a group: its links start there.
    void linkFrom(const char *group, int place, int other)
    {
        MatrixLink link;
        link.groupHash = groupHash(QString::fromLatin1(group));
        link.key = QStringLiteral("send-total");
        link.source = place;
        link.destination = other;
        link.p2p = true;
        m_rank.links.push_back(link);
    }
    void communication(const char *group, const std::string &name, qint64 fromUs, qint64 toUs)
    {
        m_rank.slice("4", group, name, m_clock + fromUs * us, (toUs - fromUs) * us);
    }
    void kernel(const char *name, qint64 fromUs, qint64 toUs)
    {
        m_rank.kernel(name, m_clock + fromUs * us, (toUs - fromUs) * us);
    }
    void step(int number, qint64 fromUs, qint64 toUs)
    {
        m_rank.step(number, m_clock + fromUs * us, (toUs - fromUs) * us);
    }
    std::shared_ptr<const RankData> finish() { return m_rank.finish(); }

private:
    TinyRank m_rank;
    qint64 m_clock;
};

std::string reduce(int n)
{
    return "hcom_allReduce__271_" + std::to_string(n) + "_1";
}

/// Three ranks, three collectives that end at 1000, 2000 and 3000 us on every rank.
///
///             rank 0   rank 1   rank 2   last   waits             transfer
///   starts       900      910      980   2      80 +  70 + 0            20
///               1900     1990     1950   1      90 +   0 + 40           10
///               2960     2800     2970   2      10 + 170 + 0            30
///
/// caused: rank 1 130, rank 2 150 + 180 = 330; suffered: 180, 240, 40. Rank 0 computes from 880 to 940: 40 us of its
/// first wait are covered. Between the first two collectives each computes up to 5 us before it comes: rank 1 for 90 us
/// longer than the lower of the other two (890, 940). Between the last two nobody computes: rank 2 idles for 170 us
/// longer than the lower (960, 800). What rank 2 lost before the first one cannot be told.
Run threeRanks()
{
    constexpr std::array<std::array<qint64, 3>, 3> starts{{{900, 1900, 2960}, {910, 1990, 2800}, {980, 1950, 2970}}};
    constexpr std::array<qint64, 3> clocks{0, 5'000'000, -7'000'000'000};
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 3; ++r) {
        GroupedRank rank(r, clocks[static_cast<size_t>(r)]);
        rank.group("world", QStringLiteral("default_group"), {0, 1, 2});
        const auto &own = starts[static_cast<size_t>(r)];
        for (int i = 0; i < 3; ++i)
            rank.communication("world", reduce(i), own[static_cast<size_t>(i)], 1000 * (i + 1));
        rank.kernel("slow", 1005, own[1] - 5);
        if (r == 0)
            rank.kernel("cover", 880, 940);
        rank.step(1, 800, 1500);
        rank.step(2, 1500, 3500);
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

CommOp record(const QString &name, const QString &hash, qint64 startUs, qint64 endUs)
{
    CommOp op;
    op.step = QStringLiteral("4");
    op.name = name;
    op.groupHash = hash;
    op.startUs = static_cast<double>(startUs);
    op.startText = QString::number(startUs) + QStringLiteral(".0");
    op.elapseMs = static_cast<double>(endUs - startUs) / 1000;
    return op;
}

const WaitEdge *edgeOf(const WaitAttribution &ledger, int culprit, int victim)
{
    for (const WaitEdge &e : ledger.edges) {
        if (e.culprit == culprit && e.victim == victim)
            return &e;
    }
    return nullptr;
}

} // namespace

class TestWaitAttribution : public QObject
{
    Q_OBJECT
private slots:
    // Ranks 0 and 1 are a stage, 2 and 3 the next one. Rank 2 waits 30 us for rank 0 of which 20 are the pipeline's,
    // then 50 of which 40 are; rank 3 waits 10 for rank 1, all of it the pipeline's; rank 1 waits for rank 2, which is
    // to blame.
    void whatStagesWaitForEachOther()
    {
        WaitAttribution ledger;
        ledger.stageOf = {0, 0, 1, 1};
        const auto meet = [&ledger](int late, int waits, qint64 ns, qint64 sharedNs) {
            MatchedCollective m;
            m.first = static_cast<quint32>(ledger.meetings.ends.size());
            for (const int rank : {late, waits}) {
                CollectiveEnd end;
                end.rankIndex = rank;
                ledger.meetings.ends.push_back(end);
                RankWait wait;
                wait.ns = rank == waits ? ns : 0;
                wait.sharedNs = rank == waits ? sharedNs : 0;
                ledger.waits.push_back(wait);
            }
            m.last = static_cast<quint32>(ledger.meetings.ends.size());
            AttributedCollective entry;
            entry.meeting = static_cast<quint32>(ledger.meetings.all.size());
            entry.lastRank = late;
            ledger.meetings.all.push_back(m);
            ledger.entries.push_back(entry);
        };
        meet(0, 2, 30 * us, 20 * us);
        meet(1, 3, 10 * us, 10 * us);
        meet(2, 1, 70 * us, 0);
        meet(0, 2, 50 * us, 40 * us);
        const std::vector<StageWait> waits = stageWaits(ledger);
        QCOMPARE(waits.size(), size_t(2));
        QCOMPARE(waits[0].victim, 2);
        QCOMPARE(waits[0].late, 0);
        QCOMPARE(waits[0].ns, 60 * us);
        QCOMPARE(waits[0].meetings, qint64(2));
        QCOMPARE(waits[1].victim, 3);
        QCOMPARE(waits[1].late, 1);
        QCOMPARE(waits[1].ns, 10 * us);
        QVERIFY(stageWaits({}).empty());
    }

    void handWorked()
    {
        const WaitAttribution l = waitAttribution(threeRanks());
        QCOMPARE(l.meetings.source, MatchSource::Traces);
        QCOMPARE(l.entries.size(), size_t(3));
        const std::array<int, 3> last{2, 1, 2};
        const std::array<qint64, 3> spread{80, 90, 170};
        const std::array<qint64, 3> wait{150, 130, 180};
        const std::array<qint64, 3> transfer{20, 10, 30};
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(l.entries[i].lastRank, last[i]);
            QCOMPARE(l.entries[i].spreadNs, spread[i] * us);
            QCOMPARE(l.entries[i].waitNs, wait[i] * us);
            QCOMPARE(l.entries[i].transferNs, std::optional<qint64>(transfer[i] * us));
            const MatchedCollective &m = l.meetings.all[l.entries[i].meeting];
            QCOMPARE(m.missing + m.unaligned, 0);
            QCOMPARE(m.ordinal, static_cast<int>(i));
            QCOMPARE(m.op.toStdString(), reduce(static_cast<int>(i)));
            // Stamps of all ranks are on the clock of the first.
            QCOMPARE(l.meetings.ends[m.first + 2].leftNs, base + 1000 * (static_cast<qint64>(i) + 1) * us);
        }
        const std::array<qint64, 3> caused{0, 130, 330};
        const std::array<qint64, 3> suffered{180, 240, 40};
        const std::array<qint64, 3> uncovered{140, 240, 40};
        const std::array<qint64, 3> lastIn{0, 1, 2};
        for (size_t r = 0; r < 3; ++r) {
            QCOMPARE(l.ranks[r].meetings, 3);
            QCOMPARE(l.ranks[r].lastIn, lastIn[r]);
            QCOMPARE(l.ranks[r].causedNs, caused[r] * us);
            QCOMPARE(l.ranks[r].directNs, caused[r] * us);
            QCOMPARE(l.ranks[r].sufferedNs, suffered[r] * us);
            QCOMPARE(l.ranks[r].uncoveredWaitNs, std::optional<qint64>(uncovered[r] * us));
            QCOMPARE(l.ranks[r].sharedNs + l.ranks[r].selfNs, 0);
        }
        QCOMPARE(l.ranks[2].uncoveredCausedNs, std::optional<qint64>(290 * us));
        // Communication: 100 + 100 + 40, 90 + 10 + 200, 20 + 50 + 30, of which 40 are covered.
        QCOMPARE(l.uncoveredCommunicationNs(), std::optional<qint64>((240 + 300 + 100 - 40) * us));
        QCOMPARE(edgeOf(l, 2, 1)->ns, 240 * us);
        QCOMPARE(edgeOf(l, 2, 0)->ns, 90 * us);
        QCOMPARE(edgeOf(l, 2, 0)->uncoveredNs, std::optional<qint64>(50 * us));
        QCOMPARE(l.edges.front().ns, 240 * us);
        QCOMPARE(l.incomplete, 0);
        QVERIFY(l.missingRanks.empty());
    }

    void whereTheTimeWasLost()
    {
        const Run run = threeRanks();
        const WaitAttribution l = waitAttribution(run);
        QVERIFY(l.ranks[1].lost && l.ranks[2].lost);
        QCOMPARE(l.ranks[1].lost->computeNs, 130 * us);
        QCOMPARE(l.ranks[1].lost->idleNs + l.ranks[1].lost->unknownNs, 0);
        QCOMPARE(l.ranks[2].lost->idleNs, 180 * us);
        QCOMPARE(l.ranks[2].lost->unknownNs, 150 * us);
        const LostOperators lost = lostOperators(run, l, 1);
        QCOMPARE(lost.meetings, 1);
        QCOMPARE(lost.waitNs, 130 * us);
        QCOMPARE(lost.rows.size(), size_t(1));
        QCOMPARE(lost.rows[0].name, QStringLiteral("slow"));
        QCOMPARE(lost.rows[0].ns, 90 * us);
        QCOMPARE(lost.rows[0].calls, 1);
        QCOMPARE(lost.rows[0].longest, sliceNamed(*run.ranks[1]->trace, "slow"));
    }

    void queriesOfStepAndDomain()
    {
        const Run run = threeRanks();
        const WaitAttribution second = waitAttribution(run, {QStringLiteral("2"), {}});
        QCOMPARE(second.entries.size(), size_t(2));
        QCOMPARE(second.ranks[2].causedNs, 180 * us);
        QCOMPARE(second.ranks[0].uncoveredCommunicationNs, std::optional<qint64>(140 * us));
        QCOMPARE(waitAttribution(run, {QStringLiteral("3"), {}}).entries.size(), size_t(0));
        QCOMPARE(waitAttribution(run, {{}, QStringLiteral("world")}).entries.size(), size_t(3));
        QCOMPARE(waitAttribution(run, {{}, QStringLiteral("tp")}).entries.size(), size_t(0));
    }

    // Each round rank 1 sends 400 us late, so rank 2 is as late to the allreduce with rank 3.
    void whoWaitedItselfIsNotBlamed()
    {
        GroupedRank one(1);
        GroupedRank two(2, 3'000'000);
        GroupedRank three(3, -9'000'000'000);
        one.group("pipe", QStringLiteral("pp"), {1, 2});
        two.group("pipe", QStringLiteral("pp"), {1, 2});
        two.group("replicas", QStringLiteral("dp"), {2, 3});
        three.group("replicas", QStringLiteral("dp"), {2, 3});
        for (int i = 0; i < 3; ++i) {
            const qint64 t = 1000 * i;
            const std::string n = std::to_string(i);
            one.communication("pipe", "hcom_send__128_" + n + "_1", t + 500, t + 520);
            two.communication("pipe", "hcom_receive__128_" + n + "_1", t + 100, t + 520);
            two.communication("replicas", reduce(i), t + 600, t + 620);
            three.communication("replicas", reduce(i), t + 200, t + 620);
        }
        const WaitAttribution l = waitAttribution(makeRun({one.finish(), two.finish(), three.finish()}));
        QCOMPARE(l.entries.size(), size_t(6));
        QCOMPARE(l.ranks[0].causedNs, 2400 * us);
        QCOMPARE(l.ranks[0].directNs, 1200 * us);
        QCOMPARE(l.ranks[1].causedNs, 0);
        QCOMPARE(l.ranks[1].lastIn, 3);
        QCOMPARE(l.ranks[1].sufferedNs, 1200 * us);
        QCOMPARE(l.ranks[2].sufferedNs, 1200 * us);
        QCOMPARE(l.edges.size(), size_t(2));
        QCOMPARE(edgeOf(l, 0, 1)->ns, 1200 * us);
        QCOMPARE(edgeOf(l, 0, 2)->ns, 1200 * us);
    }

    // Two pipelines, 0 -> 2 and 1 -> 3. Both receivers wait 300 us for their stage, rank 3 another 100 us for rank 1,
    // and rank 2 the same 100 us for rank 3 afterwards.
    void whatEveryPipelineWaitsIsNobodysFault_data()
    {
        QTest::addColumn<bool>("groups");
        QTest::addColumn<bool>("stages");
        QTest::addColumn<bool>("others");
        QTest::newRow("groups tell the pipelines") << true << false << true;
        QTest::newRow("a cluster file tells the stages") << false << true << true;
        QTest::newRow("no group is described, who sends tells them") << false << false << false;
        QTest::newRow("only other groups are described") << false << false << true;
    }

    void whatEveryPipelineWaitsIsNobodysFault()
    {
        QFETCH(const bool, groups);
        QFETCH(const bool, stages);
        QFETCH(const bool, others);
        std::vector<GroupedRank> ranks;
        for (int r = 0; r < 4; ++r)
            ranks.emplace_back(r, r * 1'000'000);
        for (int r = 0; r < 4; ++r) {
            GroupedRank &rank = ranks[static_cast<size_t>(r)];
            const bool sends = r < 2;
            const qint64 late = r % 2 == 1 ? 100 : 0;
            const char *const pipe = r % 2 == 0 ? "pipe0" : "pipe1";
            const char *const stage = sends ? "stage0" : "stage1";
            // Without ranks: a group that was only seen.
            rank.group(pipe, groups ? QStringLiteral("pp") : QString(),
                       groups ? std::vector<int>{r % 2, r % 2 + 2} : std::vector<int>());
            if (!groups)
                rank.linkFrom(pipe, sends ? 0 : 1, sends ? 1 : 0);
            rank.group(stage, others ? QStringLiteral("tp") : QString(),
                       !others ? std::vector<int>()
                       : sends ? std::vector<int>{0, 1}
                               : std::vector<int>{2, 3});
            rank.group("world", others ? QStringLiteral("default_group") : QString(),
                       others ? std::vector<int>{0, 1, 2, 3} : std::vector<int>());
            for (int i = 0; i < 3; ++i) {
                const qint64 t = 1000 * i;
                const std::string name = (sends ? "hcom_send__128_" : "hcom_receive__128_") + std::to_string(i) + "_1";
                rank.communication(pipe, name, sends ? t + 400 + late : t + 100, t + 410 + late);
                rank.communication(stage, reduce(i), sends ? t + 600 : t + 420 + late, sends ? t + 610 : t + 530);
                rank.communication("world", reduce(i), t + 900, t + 910);
            }
        }
        std::vector<std::shared_ptr<const RankData>> finished;
        for (GroupedRank &r : ranks)
            finished.push_back(r.finish());
        Run run = makeRun(std::move(finished));
        for (const char *const stage : {"(0, 1)", "(2, 3)"}) {
            StepTraceRow row;
            row.stageRanks = QLatin1String(stage);
            if (stages)
                run.cluster.stepTrace.push_back(row);
        }
        const WaitAttribution l = waitAttribution(run);
        QCOMPARE(l.meetings.alone, 0);
        QCOMPARE(l.entries.size(), size_t(15));
        QCOMPARE(l.ranks[2].sufferedNs, (900 + 300) * us);
        if (!groups && !stages && others) {
            QCOMPARE(l.ranks[2].sharedNs + l.ranks[3].sharedNs, 0);
            return;
        }
        QCOMPARE(l.ranks[2].sharedNs, 900 * us);
        QCOMPARE(l.ranks[3].sufferedNs, 1200 * us);
        QCOMPARE(l.ranks[3].sharedNs, 900 * us);
        QCOMPARE(l.ranks[1].causedNs, 600 * us);
        for (const size_t r : {size_t(0), size_t(2), size_t(3)})
            QCOMPARE(l.ranks[r].causedNs, 0);
        QCOMPARE(edgeOf(l, 1, 2)->ns, 300 * us);
        QCOMPARE(edgeOf(l, 1, 3)->ns, 300 * us);
    }

    void missingRanksAreSaid()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 3; ++r) {
            GroupedRank rank(r);
            rank.group("world", QStringLiteral("default_group"), {0, 1, 2, 3});
            for (int i = 0; i < 4; ++i) {
                // Rank 2 lacks one, and rank 1 has one that nobody else has.
                const std::string name = i % 2 == 0 ? reduce(i) : "hcom_allGather__271_" + std::to_string(i) + "_1";
                if (r != 2 || i != 1)
                    rank.communication("world", name, 1000 * i + 10 * r, 1000 * i + 100);
            }
            if (r == 1)
                rank.communication("world", "hcom_broadcast__271_9_1", 9000, 9100);
            ranks.push_back(rank.finish());
        }
        Run run = makeRun(std::move(ranks));
        RankInfo info;
        info.rank = 3;
        info.label = QStringLiteral("3");
        run.infos.push_back(info);
        run.ranks.push_back(nullptr);
        const WaitAttribution l = waitAttribution(run);
        QCOMPARE(l.entries.size(), size_t(4));
        for (size_t i = 0; i < 4; ++i) {
            const MatchedCollective &m = l.meetings.all[l.entries[i].meeting];
            QCOMPARE(m.missing, i == 1 ? 2 : 1);
            QCOMPARE(l.entries[i].spreadNs, (i == 1 ? 10 : 20) * us);
            QVERIFY(!l.entries[i].isComplete(m));
        }
        QCOMPARE(l.incomplete, 4);
        QCOMPARE(l.meetings.alone, 1);
        QCOMPARE(l.missingRanks, std::vector<int>{3});
        QCOMPARE(l.ranks[2].causedNs, 3 * 30 * us);
        QCOMPARE(l.ranks[1].causedNs, 10 * us);
        QVERIFY(!l.ranks[3].uncoveredWaitNs);
        QVERIFY(!l.ranks[3].uncoveredCommunicationNs);
    }

    // In alltoallv each rank moves another amount.
    void operatorsOfDifferentSizesMeet()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        const QString hash = groupHash(QStringLiteral("experts"));
        for (int r = 0; r < 2; ++r) {
            TinyRank rank(r);
            rank.thread("4", "0", "Group experts Communication");
            for (int i = 0; i < 4; ++i) {
                const std::string name = "hcom_alltoallv__271_" + std::to_string(i) + "_1";
                rank.communication(name, (1000 * i + 30 * r) * us, (100 - 30 * r) * us);
                CommOp op = record(QString::fromStdString(name), hash, 1000 * i + 30 * r, 1000 * i + 100);
                TransportInfo t;
                t.transport = QStringLiteral("HCCS");
                t.sizeMb = r == 0 ? 1.0 : 64.0 * (i + 1);
                op.transports.push_back(t);
                rank.commOps.push_back(op);
            }
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.meetings.source, MatchSource::Traces);
        QCOMPARE(l.entries.size(), size_t(4));
        QCOMPARE(l.ranks[1].causedNs, 120 * us);
    }

    void ranksWithoutAClockAreSaid()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 3; ++r) {
            GroupedRank rank(r);
            rank.group("world", QStringLiteral("default_group"), {0, 1, 2});
            for (int i = 0; i < 12; ++i) {
                // The ends of rank 2 lie anywhere within 6 ms: no clock makes them agree.
                const qint64 end = 10'000 * (i + 1) + (r == 2 ? (i * 7 % 12) * 500 : 0);
                rank.communication("world", reduce(i), end - 100 + 20 * r, end);
            }
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.meetings.clocks[2].refusal, AlignRefusal::LargeResidual);
        QCOMPARE(l.entries.size(), size_t(12));
        QCOMPARE(l.meetings.unaligned, 12);
        QCOMPARE(l.incomplete, 12);
        QCOMPARE(l.meetings.all[0].unaligned, 1);
        QCOMPARE(l.meetings.all[0].missing, 0);
        QCOMPARE(l.missingRanks, std::vector<int>{2});
        QCOMPARE(l.ranks[1].causedNs, 12 * 20 * us);
        QCOMPARE(l.ranks[2].causedNs, 0);
        QVERIFY(!l.ranks[2].uncoveredCausedNs);
    }

    void aRootThatLeftEarlyDidNotWait()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 3; ++r) {
            GroupedRank rank(r);
            rank.group("world", QStringLiteral("default_group"), {0, 1, 2});
            for (int i = 0; i < 40; ++i)
                rank.communication("world", reduce(i), 1000 * i, 1000 * i + 50);
            // Rank 2 comes 400 us after the root has gone, rank 1 waits for it.
            const qint64 from = r == 2 ? 44'500 : 44'000;
            rank.communication("world", "hcom_broadcast__271_3_1", from, r == 0 ? 44'100 : 44'540);
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.entries.size(), size_t(41));
        QCOMPARE(l.entries[40].leftEarly, 1);
        QCOMPARE(l.entries[40].spreadNs, 500 * us);
        QCOMPARE(l.entries[40].transferNs, std::optional<qint64>(40 * us));
        QCOMPARE(l.ranks[0].sufferedNs, 0);
        QCOMPARE(l.ranks[1].sufferedNs, 500 * us);
        QCOMPARE(l.ranks[2].causedNs, 500 * us);
    }

    void nothingToSay()
    {
        const WaitAttribution none = waitAttribution(Run());
        QCOMPARE(none.meetings.none, MatchLack::NoData);
        GroupedRank alone(0);
        alone.group("world", QStringLiteral("default_group"), {0, 1});
        for (int i = 0; i < 4; ++i)
            alone.communication("world", reduce(i), 1000 * i, 1000 * i + 100);
        GroupedRank mute(1);
        mute.kernel("k", 0, 100);
        const WaitAttribution one = waitAttribution(makeRun({alone.finish(), mute.finish()}));
        QCOMPARE(one.meetings.none, MatchLack::OneRank);
        QVERIFY(one.entries.empty());
        QCOMPARE(one.missingRanks.size(), size_t(2));
        QVERIFY(!one.ranks[0].uncoveredWaitNs);
        QVERIFY(!one.uncoveredCommunicationNs());
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            GroupedRank rank(r);
            rank.group("world", QStringLiteral("default_group"), {0, 1});
            rank.communication("world", reduce(0), 10 * r, 100);
            ranks.push_back(rank.finish());
        }
        QCOMPARE(waitAttribution(makeRun(std::move(ranks))).meetings.none, MatchLack::NoClocks);
    }

    // The waits of handWorked(), from communication.json; one collective of another group has no end on its second
    // rank.
    void communicationFilesAlone()
    {
        constexpr std::array<std::array<qint64, 3>, 3> starts{
            {{900, 1900, 2960}, {910, 1990, 2800}, {980, 1950, 2970}}};
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 3; ++r) {
            TinyRank rank(r);
            for (int i = 0; i < 3; ++i) {
                const qint64 clock = 1'736'412'474'714'000 + 70'000'000 * r;
                rank.commOps.push_back(record(QString::fromStdString(reduce(i)), QStringLiteral("77"),
                                              clock + starts[static_cast<size_t>(r)][static_cast<size_t>(i)],
                                              clock + 1000 * (i + 1)));
            }
            if (r == 0)
                rank.commOps.push_back(record(QStringLiteral("hcom_allGather__5_0_1"), QStringLiteral("5"), 10, 20));
            CommOp total = record(QStringLiteral("Total Op Info"), QStringLiteral("77"), 0, 9000);
            rank.commOps.push_back(total);
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.meetings.source, MatchSource::Files);
        QCOMPARE(l.entries.size(), size_t(3));
        QCOMPARE(l.meetings.all[0].step, QStringLiteral("4"));
        QCOMPARE(l.meetings.alone, 1);
        const std::array<qint64, 3> caused{0, 130, 330};
        const std::array<qint64, 3> suffered{180, 240, 40};
        for (size_t r = 0; r < 3; ++r) {
            QCOMPARE(l.ranks[r].causedNs, caused[r] * us);
            QCOMPARE(l.ranks[r].sufferedNs, suffered[r] * us);
            // What else ran is not known.
            QVERIFY(!l.ranks[r].uncoveredWaitNs);
            QVERIFY(!l.ranks[r].uncoveredCausedNs);
            QVERIFY(!l.ranks[r].lost);
        }
        QVERIFY(!l.uncoveredCommunicationNs());
        QVERIFY(!l.edges.front().uncoveredNs);
        QVERIFY(l.entries[0].transferNs);
    }

    void transfersOfFilesAlone()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank rank(r);
            for (int i = 0; i < 4; ++i) {
                const QString name = QStringLiteral("hcom_%1__128_%2_1")
                                         .arg(r == 0 ? QStringLiteral("send") : QStringLiteral("receive"))
                                         .arg(i);
                // The last send has no receive.
                if (r == 0 || i < 3)
                    rank.commOps.push_back(
                        record(name, QStringLiteral("9"), 1000 * i + (r == 0 ? 300 : 100), 1000 * i + 320));
            }
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.entries.size(), size_t(3));
        QCOMPARE(l.meetings.all[0].sender, 0);
        QCOMPARE(l.meetings.alone, 1);
        QCOMPARE(l.ranks[0].causedNs, 600 * us);
        QCOMPARE(l.ranks[1].sufferedNs, 600 * us);
    }

    void cancelled()
    {
        const JobContext job;
        job.cancel();
        const Run run = threeRanks();
        const WaitAttribution l = waitAttribution(run, {}, job);
        QVERIFY(l.entries.empty());
        QVERIFY(l.ranks.empty());
        QVERIFY(lostOperators(run, waitAttribution(run), 1, 64, job).rows.empty());
    }
};

RS_TEST(TestWaitAttribution, QCoreApplication);
#include "tst_waitattribution.moc"
