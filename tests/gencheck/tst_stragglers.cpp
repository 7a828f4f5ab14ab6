// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/waitattribution.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

using namespace rs;

namespace {

struct Trial
{
    QString error;
    QTemporaryDir dir;
    std::shared_ptr<const Run> run;
    WaitAttribution attribution;
    double plantedMs = 0;    ///< waiting that the first fault costs all other ranks, by the generator's own account
    double runWaitingMs = 0; ///< all waiting of the run
};

void readPlanted(Trial &t)
{
    QFile f(t.dir.filePath(QStringLiteral("planted.json")));
    if (!f.open(QIODevice::ReadOnly))
        return;
    const QByteArray text = f.readAll();
    const auto j = nlohmann::json::parse(text.constData(), text.constData() + text.size());
    for (const auto &row : j["run"]["ranks"])
        t.runWaitingMs += row["waiting_ms"].get<double>();
    for (const auto &fault : j["faults"]) {
        for (const auto &row : fault["ranks"]) {
            if (row["rank"] != fault["rank"])
                t.plantedMs += row["waiting_ms"].get<double>();
        }
        break;
    }
}

gen::GeneratorOptions eightRanks(quint64 seed, int tp, int pp)
{
    gen::GeneratorOptions o;
    o.ranks = 8;
    o.steps = 3;
    o.mbPerRank = 2;
    o.seed = seed;
    o.tp = tp;
    o.pp = pp;
    o.clockOffsetMs = 60'000;
    o.pytorch = seed % 2 == 0;
    o.threads = 1;
    return o;
}

std::unique_ptr<Trial> trial(gen::GeneratorOptions options)
{
    auto t = std::make_unique<Trial>();
    options.outDir = t->dir.path();
    const gen::GeneratorResult made = gen::generate(options);
    ThreadPool pool(1);
    ImportReport report;
    std::vector<Run> found = discover({t->dir.path()}, JobContext(), report);
    if (!made.ok || found.size() != 1) {
        t->error = made.ok ? QStringLiteral("the run was not found") : made.error;
        return t;
    }
    t->run = loadRun(std::move(found.front()), pool, JobContext());
    t->attribution = waitAttribution(*t->run);
    readPlanted(*t);
    return t;
}

} // namespace

/// planted.json cannot know how long the rank would have kept the others waiting anyway: the faults are so large that
/// it is little beside them.
class TestStragglers : public QObject
{
    Q_OBJECT
private slots:
    void whoIsSlowKeepsTheOthersWaiting_data();
    void whoIsSlowKeepsTheOthersWaiting();
    void aSoundRunAccusesNobody();
};

void TestStragglers::whoIsSlowKeepsTheOthersWaiting_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<quint64>("seed");
    quint64 seed = 1;
    for (const auto kind : {gen::Fault::SlowRank, gen::Fault::LateRank, gen::Fault::HostBound}) {
        for (const auto &[tp, pp] : {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2), std::pair(2, 2)}) {
            QTest::addRow("%s, tp %d, pp %d", qPrintable(gen::faultName(kind)), tp, pp)
                << static_cast<int>(kind) << tp << pp << seed;
            ++seed;
        }
    }
}

void TestStragglers::whoIsSlowKeepsTheOthersWaiting()
{
    QFETCH(int, kind);
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(quint64, seed);
    const int bad = static_cast<int>(seed * 5 % 8);
    gen::GeneratorOptions o = eightRanks(seed, tp, pp);
    gen::Fault fault;
    fault.kind = static_cast<gen::Fault::Kind>(kind);
    fault.rank = bad;
    fault.step = fault.kind == gen::Fault::HostBound ? 2 : -1;
    fault.value = fault.kind == gen::Fault::SlowRank ? 1.6 : fault.kind == gen::Fault::LateRank ? 10 : 40;
    o.faults.push_back(fault);
    const auto t = trial(o);
    QCOMPARE(t->error, QString());
    const WaitAttribution &l = t->attribution;
    QCOMPARE(l.collectives.source, MatchSource::Traces);
    QCOMPARE(l.collectives.alone + l.collectives.unaligned + l.incomplete, 0);
    // All waiting of the run is found, by stamps that were moved by minutes.
    qint64 suffered = 0;
    qint64 blamed = 0;
    qint64 booked = 0;
    for (const RankWaitSums &r : l.ranks) {
        suffered += r.sufferedNs;
        blamed += r.causedNs;
        booked += r.causedNs + r.sharedNs + r.selfNs;
    }
    QVERIFY2(std::abs(static_cast<double>(suffered) / 1e6 - t->runWaitingMs) < 0.01 * t->runWaitingMs,
             qPrintable(QStringLiteral("%1 ms, of the generator %2").arg(suffered / 1e6).arg(t->runWaitingMs)));
    QCOMPARE(booked, suffered); // the part on which no chain is followed stays with the one that was late
    const RankWaitSums &rank = l.ranks[static_cast<size_t>(bad)];
    const double causedMs = static_cast<double>(rank.causedNs) / 1e6;
    QString all;
    for (const RankWaitSums &r : l.ranks)
        all += QStringLiteral(" %1").arg(static_cast<double>(r.causedNs) / 1e6, 0, 'f', 2);
    const QByteArray said =
        QStringLiteral("rank %1 planted %2 ms, caused%3").arg(bad).arg(t->plantedMs).arg(all).toUtf8();
    for (size_t r = 0; r < l.ranks.size(); ++r)
        QVERIFY2(static_cast<int>(r) == bad || l.ranks[r].causedNs * 3 < rank.causedNs, said.constData());
    QVERIFY2(rank.causedNs * 10 > blamed * 7, said.constData());
    // The ranks of a slow stage of several wait less for the others, which no account of who waited for whom knows.
    if (pp == 1 || tp == 1)
        QVERIFY2(std::abs(causedMs - t->plantedMs) <= 0.1 * t->plantedMs, said.constData());
    if (tp == 1 || fault.kind == gen::Fault::LateRank)
        return;
    QVERIFY(rank.lost);
    const qint64 where = fault.kind == gen::Fault::SlowRank ? rank.lost->computeNs : rank.lost->idleNs;
    QVERIFY(where * 10 > (rank.directNs - rank.lost->unknownNs) * 8);
}

void TestStragglers::aSoundRunAccusesNobody()
{
    quint64 seed = 31;
    for (const auto &[tp, pp] : {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2), std::pair(2, 2)}) {
        const auto t = trial(eightRanks(seed++, tp, pp));
        QCOMPARE(t->error, QString());
        const WaitAttribution &l = t->attribution;
        const std::optional<qint64> all = l.uncoveredCommunicationNs();
        QVERIFY(all && *all > 0);
        for (const RankWaitSums &r : l.ranks) {
            QVERIFY2(r.uncoveredCausedNs && *r.uncoveredCausedNs * 2 < *all,
                     qPrintable(QStringLiteral("%1 ms of %2").arg(r.causedNs / 1e6).arg(*all / 1e6)));
        }
    }
}

RS_TEST(TestStragglers, QCoreApplication);
#include "tst_stragglers.moc"
