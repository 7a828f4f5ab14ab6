// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/waitattribution.h"
#include "support/cells.h"
#include "support/describedgroup.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <array>
#include <functional>
#include <memory>
#include <numeric>
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
    // Place of the rank in a group, as communication_matrix.json has it: its links start there.
    void linkFrom(const char *group, int place, int other)
    {
        m_rank.links.push_back({.p2p = true,
                                .key = QStringLiteral("send-total"),
                                .groupHash = groupHash(QString::fromLatin1(group)),
                                .source = place,
                                .destination = other});
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

// Ranks of one group, in whose lane `fill` puts what they do. The group has `members`, of which some may not be here.
Run runOfWorld(int count, int members, const std::function<void(GroupedRank &rank, int r)> &fill)
{
    std::vector<int> all(static_cast<size_t>(members));
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < count; ++r) {
        GroupedRank rank(r);
        rank.group("world", QStringLiteral("default_group"), all);
        fill(rank, r);
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

CommOp record(const QString &name, const QString &hash, qint64 startUs, qint64 endUs)
{
    return timedOp({.step = QStringLiteral("4"),
                    .name = name,
                    .groupHash = hash,
                    .startUs = static_cast<double>(startUs),
                    .startText = QString::number(startUs) + QStringLiteral(".0")},
                   {.elapseMs = static_cast<double>(endUs - startUs) / 1000});
}

const WaitEdge *edgeOf(const WaitAttribution &attribution, int culprit, int victim)
{
    for (const WaitEdge &e : attribution.edges) {
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
        WaitAttribution attribution{.stageOf = {0, 0, 1, 1}};
        const auto meet = [&attribution](int late, int waits, qint64 ns, qint64 sharedNs) {
            MatchedCollective m{.first = static_cast<quint32>(attribution.collectives.ends.size())};
            for (const int rank : {late, waits}) {
                attribution.collectives.ends.push_back({.rankIndex = rank});
                attribution.waits.push_back({.ns = rank == waits ? ns : 0, .sharedNs = rank == waits ? sharedNs : 0});
            }
            m.last = static_cast<quint32>(attribution.collectives.ends.size());
            AttributedCollective entry{.collective = static_cast<quint32>(attribution.collectives.all.size()),
                                       .lastRank = late};
            attribution.collectives.all.push_back(m);
            attribution.entries.push_back(entry);
        };
        meet(0, 2, 30 * us, 20 * us);
        meet(1, 3, 10 * us, 10 * us);
        meet(2, 1, 70 * us, 0);
        meet(0, 2, 50 * us, 40 * us);
        const std::vector<StageWait> waits = stageWaits(attribution);
        QCOMPARE(waits.size(), size_t(2));
        QCOMPARE(cells(waits[0].victim, waits[0].late, waits[0].ns, waits[0].collectives), cells(2, 0, 60 * us, 2));
        QCOMPARE(cells(waits[1].victim, waits[1].late, waits[1].ns), cells(3, 1, 10 * us));
        QVERIFY(stageWaits({}).empty());
    }

    void handWorked()
    {
        const WaitAttribution l = waitAttribution(threeRanks());
        QCOMPARE(l.collectives.source, MatchSource::Traces);
        QCOMPARE(l.entries.size(), size_t(3));
        const std::array<int, 3> last{2, 1, 2};
        const std::array<qint64, 3> spread{80, 90, 170};
        const std::array<qint64, 3> wait{150, 130, 180};
        const std::array<qint64, 3> transfer{20, 10, 30};
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(cells(l.entries[i].lastRank, l.entries[i].spreadNs, l.entries[i].waitNs, l.entries[i].transferNs),
                     cells(last[i], spread[i] * us, wait[i] * us, transfer[i] * us));
            const MatchedCollective &m = l.collectives.all[l.entries[i].collective];
            QCOMPARE(cells(m.missing + m.unaligned, m.ordinal, m.op.toStdString()),
                     cells(0, static_cast<int>(i), reduce(static_cast<int>(i))));
            // Stamps of all ranks are on the clock of the first.
            QCOMPARE(l.collectives.ends[m.first + 2].leftNs, base + 1000 * (static_cast<qint64>(i) + 1) * us);
        }
        const std::array<qint64, 3> caused{0, 130, 330};
        const std::array<qint64, 3> suffered{180, 240, 40};
        const std::array<qint64, 3> uncovered{140, 240, 40};
        const std::array<qint64, 3> lastIn{0, 1, 2};
        for (size_t r = 0; r < 3; ++r) {
            QCOMPARE(cells(l.ranks[r].collectives, l.ranks[r].lastIn, l.ranks[r].causedNs, l.ranks[r].directNs,
                           l.ranks[r].sufferedNs, l.ranks[r].uncoveredWaitNs, l.ranks[r].sharedNs + l.ranks[r].selfNs),
                     cells(3, lastIn[r], caused[r] * us, caused[r] * us, suffered[r] * us, uncovered[r] * us, 0));
        }
        QCOMPARE(l.ranks[2].uncoveredCausedNs, std::optional<qint64>(290 * us));
        // Communication: 100 + 100 + 40, 90 + 10 + 200, 20 + 50 + 30, of which 40 are covered.
        QCOMPARE(l.uncoveredCommunicationNs(), std::optional<qint64>((240 + 300 + 100 - 40) * us));
        QCOMPARE(cells(edgeOf(l, 2, 1)->ns, edgeOf(l, 2, 0)->ns, edgeOf(l, 2, 0)->uncoveredNs),
                 cells(240 * us, 90 * us, 50 * us));
        QCOMPARE(cells(l.edges.front().ns, l.incomplete), cells(240 * us, 0));
        QVERIFY(l.missingRanks.empty());
    }

    void whereTheTimeWasLost()
    {
        const Run run = threeRanks();
        const WaitAttribution l = waitAttribution(run);
        QVERIFY(l.ranks[1].lost && l.ranks[2].lost);
        QCOMPARE(cells(l.ranks[1].lost->computeNs, l.ranks[1].lost->idleNs + l.ranks[1].lost->unknownNs,
                       l.ranks[2].lost->idleNs, l.ranks[2].lost->unknownNs),
                 cells(130 * us, 0, 180 * us, 150 * us));
    }

    void queriesOfStepAndDomain()
    {
        const Run run = threeRanks();
        const WaitAttribution second = waitAttribution(run, {QStringLiteral("2"), {}});
        QCOMPARE(second.entries.size(), size_t(2));
        QCOMPARE(cells(second.ranks[2].causedNs, second.ranks[0].uncoveredCommunicationNs), cells(180 * us, 140 * us));
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
        QCOMPARE(cells(l.ranks[0].causedNs, l.ranks[0].directNs, l.ranks[1].causedNs, l.ranks[1].lastIn,
                       l.ranks[1].sufferedNs, l.ranks[2].sufferedNs),
                 cells(2400 * us, 1200 * us, 0, 3, 1200 * us, 1200 * us));
        QCOMPARE(l.edges.size(), size_t(2));
        QCOMPARE(cells(edgeOf(l, 0, 1)->ns, edgeOf(l, 0, 2)->ns), cells(1200 * us, 1200 * us));
    }

    // Two pipelines, 0 -> 2 and 1 -> 3. Both receivers wait 300 us for their stage, rank 3 another 100 us for rank 1,
    // and rank 2 the same 100 us for rank 3 afterwards.
    void whatEveryPipelineWaitsIsNobodysFault_data()
    {
        const Scenarios<bool, bool, bool> row;
        row("groups tell the pipelines", true, false, true);
        row("a cluster file tells the stages", false, true, true);
        row("no group is described, who sends tells them", false, false, false);
        row("only other groups are described", false, false, true);
    }

    void whatEveryPipelineWaitsIsNobodysFault()
    {
        const auto [groups, stages, others] = scenario<bool, bool, bool>();
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
            StepTraceRow row{.stageRanks = QLatin1String(stage)};
            if (stages)
                run.cluster.stepTrace.push_back(row);
        }
        const WaitAttribution l = waitAttribution(run);
        QCOMPARE(l.collectives.alone, 0);
        QCOMPARE(l.entries.size(), size_t(15));
        QCOMPARE(l.ranks[2].sufferedNs, (900 + 300) * us);
        if (!groups && !stages && others) {
            QCOMPARE(l.ranks[2].sharedNs + l.ranks[3].sharedNs, 0);
            return;
        }
        QCOMPARE(cells(l.ranks[2].sharedNs, l.ranks[3].sufferedNs, l.ranks[3].sharedNs, l.ranks[1].causedNs),
                 cells(900 * us, 1200 * us, 900 * us, 600 * us));
        for (const size_t r : {size_t(0), size_t(2), size_t(3)})
            QCOMPARE(l.ranks[r].causedNs, 0);
        QCOMPARE(cells(edgeOf(l, 1, 2)->ns, edgeOf(l, 1, 3)->ns), cells(300 * us, 300 * us));
    }

    void missingRanksAreSaid()
    {
        Run run = runOfWorld(3, 4, [](GroupedRank &rank, int r) {
            for (int i = 0; i < 4; ++i) {
                // Rank 2 lacks one, and rank 1 has one that nobody else has.
                const std::string name = i % 2 == 0 ? reduce(i) : "hcom_allGather__271_" + std::to_string(i) + "_1";
                if (r != 2 || i != 1)
                    rank.communication("world", name, 1000 * i + 10 * r, 1000 * i + 100);
            }
            if (r == 1)
                rank.communication("world", "hcom_broadcast__271_9_1", 9000, 9100);
        });
        run.infos.push_back({.rank = 3, .label = QStringLiteral("3")});
        run.ranks.push_back(nullptr);
        const WaitAttribution l = waitAttribution(run);
        QCOMPARE(l.entries.size(), size_t(4));
        for (size_t i = 0; i < 4; ++i) {
            const MatchedCollective &m = l.collectives.all[l.entries[i].collective];
            QCOMPARE(m.missing, i == 1 ? 2 : 1);
            QCOMPARE(l.entries[i].spreadNs, (i == 1 ? 10 : 20) * us);
            QVERIFY(!l.entries[i].isComplete(m));
        }
        QCOMPARE(cells(l.incomplete, l.collectives.alone, l.missingRanks, l.ranks[2].causedNs, l.ranks[1].causedNs,
                       l.ranks[3].uncoveredWaitNs, l.ranks[3].uncoveredCommunicationNs),
                 cells(4, 1, "3", 3 * 30 * us, 10 * us, std::nullopt, std::nullopt));
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
                op.transports.push_back({.transport = QStringLiteral("HCCS"), .sizeMb = r == 0 ? 1.0 : 64.0 * (i + 1)});
                rank.commOps.push_back(op);
            }
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.collectives.source, MatchSource::Traces);
        QCOMPARE(l.entries.size(), size_t(4));
        QCOMPARE(l.ranks[1].causedNs, 120 * us);
    }

    void ranksWithoutAClockAreSaid()
    {
        const WaitAttribution l = waitAttribution(runOfWorld(3, 3, [](GroupedRank &rank, int r) {
            for (int i = 0; i < 12; ++i) {
                // The ends of rank 2 lie anywhere within 6 ms: no clock makes them agree.
                const qint64 end = 10'000 * (i + 1) + (r == 2 ? (i * 7 % 12) * 500 : 0);
                rank.communication("world", reduce(i), end - 100 + 20 * r, end);
            }
        }));
        QCOMPARE(l.collectives.clocks[2].refusal, AlignRefusal::LargeResidual);
        QCOMPARE(l.entries.size(), size_t(12));
        QCOMPARE(cells(l.collectives.unaligned, l.incomplete, l.collectives.all[0].unaligned,
                       l.collectives.all[0].missing, l.missingRanks, l.ranks[1].causedNs, l.ranks[2].causedNs,
                       l.ranks[2].uncoveredCausedNs),
                 cells(12, 12, 1, 0, "2", 12 * 20 * us, 0, std::nullopt));
    }

    void aRootThatLeftEarlyDidNotWait()
    {
        const WaitAttribution l = waitAttribution(runOfWorld(3, 3, [](GroupedRank &rank, int r) {
            for (int i = 0; i < 40; ++i)
                rank.communication("world", reduce(i), 1000 * i, 1000 * i + 50);
            // Rank 2 comes 400 us after the root has gone, rank 1 waits for it.
            const qint64 from = r == 2 ? 44'500 : 44'000;
            rank.communication("world", "hcom_broadcast__271_3_1", from, r == 0 ? 44'100 : 44'540);
        }));
        QCOMPARE(l.entries.size(), size_t(41));
        QCOMPARE(cells(l.entries[40].leftEarly, l.entries[40].spreadNs, l.entries[40].transferNs, l.ranks[0].sufferedNs,
                       l.ranks[1].sufferedNs, l.ranks[2].causedNs),
                 cells(1, 500 * us, 40 * us, 0, 500 * us, 500 * us));
    }

    void nothingToSay()
    {
        const WaitAttribution none = waitAttribution(Run());
        QCOMPARE(none.collectives.none, MatchLack::NoData);
        GroupedRank alone(0);
        alone.group("world", QStringLiteral("default_group"), {0, 1});
        for (int i = 0; i < 4; ++i)
            alone.communication("world", reduce(i), 1000 * i, 1000 * i + 100);
        GroupedRank mute(1);
        mute.kernel("k", 0, 100);
        const WaitAttribution one = waitAttribution(makeRun({alone.finish(), mute.finish()}));
        QCOMPARE(one.collectives.none, MatchLack::OneRank);
        QVERIFY(one.entries.empty());
        QCOMPARE(one.missingRanks.size(), size_t(2));
        QVERIFY(!one.ranks[0].uncoveredWaitNs);
        QVERIFY(!one.uncoveredCommunicationNs());
        QCOMPARE(
            waitAttribution(
                runOfWorld(2, 2, [](GroupedRank &rank, int r) { rank.communication("world", reduce(0), 10 * r, 100); }))
                .collectives.none,
            MatchLack::NoClocks);
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
            rank.commOps.push_back(record(QStringLiteral("Total Op Info"), QStringLiteral("77"), 0, 9000));
            ranks.push_back(rank.finish());
        }
        const WaitAttribution l = waitAttribution(makeRun(std::move(ranks)));
        QCOMPARE(l.collectives.source, MatchSource::Files);
        QCOMPARE(l.entries.size(), size_t(3));
        QCOMPARE(cells(l.collectives.all[0].step, l.collectives.alone), cells("4", 1));
        const std::array<qint64, 3> caused{0, 130, 330};
        const std::array<qint64, 3> suffered{180, 240, 40};
        for (size_t r = 0; r < 3; ++r) {
            QCOMPARE(cells(l.ranks[r].causedNs, l.ranks[r].sufferedNs), cells(caused[r] * us, suffered[r] * us));
            // Other work is not known.
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
        QCOMPARE(cells(l.collectives.all[0].sender, l.collectives.alone, l.ranks[0].causedNs, l.ranks[1].sufferedNs),
                 cells(0, 1, 600 * us, 600 * us));
    }

    void cancelled()
    {
        const JobContext job;
        job.cancel();
        const Run run = threeRanks();
        const WaitAttribution l = waitAttribution(run, {}, job);
        QVERIFY(l.entries.empty());
        QVERIFY(l.ranks.empty());
    }
};

RS_TEST(TestWaitAttribution, QCoreApplication);
#include "tst_waitattribution.moc"
