// SPDX-License-Identifier: Apache-2.0
#include "support/diagnosistrial.h"
#include "support/says.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace rs;
using namespace rs::test;

/// The diagnosis of generated runs, through the files: a fixed set of the runs that bench_diagnosis measures.
class TestDiagnosisRuns : public QObject
{
    Q_OBJECT
private slots:
    void whatWasPlantedComesFirst_data();
    void whatWasPlantedComesFirst();
    void slowLinksCostWhatTheStepsLose();
    void loadedExpertsCostWhatTheStepsLose();
    void allLinksOfAHost_data();
    void allLinksOfAHost();
    void brokenFilesAccuseNobody();
    void twoThatHideEachOther_data();
    void twoThatHideEachOther();
    void garbageIsNamedWhereItIsSeen();
    void hostBoundInAPipelineCostsWhatTheStepsLose();
    void twoFaultsAreBothNamed();
    void aSlowRankAndADropInOneStage();
    void otherStagesTellWhichOfTwoPeersIsSlow();
    void peersThatDifferAreToldBesideAProblem();
    void aSlowStageIsNamed_data();
    void aSlowStageIsNamed();
    void aStageThatIsSlowInAStepIsNamed();
    void allHostsPauseInAPipeline();
    void allHostsLaunchTooLate();
    void aHostThatCostsLittleIsANotice();
    void aHostThatWaitsForItsDeviceIsNamed();
    void transfersWithoutPartnersLeaveAnEstimate();
    void layersOfAStageThatHasMore();
    void halfOfEachStageIsSlow();
    void cutTracesDoNotTellWhoWaits();
    void whatARankThatNobodySeesDidIsNoOthers();
    void soundRunsAccuseNobody();
    void aCallThatTookLongOnceIsANotice();
    void ranksWithoutATraceAreHeldAgainstTheirOwnStage();
};

void TestDiagnosisRuns::whatWasPlantedComesFirst_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<quint64>("seed");
    quint64 seed = 1;
    for (const auto kind : {gen::Fault::SlowRank, gen::Fault::HostBound, gen::Fault::LateRank, gen::Fault::SlowLink,
                            gen::Fault::FreqDrop}) {
        for (const auto &[tp, pp] : {std::pair(2, 1), std::pair(2, 2), std::pair(1, 1)}) {
            QTest::addRow("%s, tp %d, pp %d", qPrintable(gen::faultName(kind)), tp, pp)
                << static_cast<int>(kind) << tp << pp << seed;
            ++seed;
        }
    }
}

void TestDiagnosisRuns::whatWasPlantedComesFirst()
{
    QFETCH(int, kind);
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(quint64, seed);
    gen::GeneratorOptions o = diagnosisRun(seed, 8, tp, pp);
    o.faults.push_back(usualFault(static_cast<gen::Fault::Kind>(kind), seed, o));
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const QByteArray said = t.text().toUtf8();
    const Verdict *const v = t.found(o.faults.front());
    QVERIFY2(v, said.constData());
    QVERIFY2(v == t.diagnosis.problems.data(), said.constData());
    QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.1, said.constData());
    QVERIFY2(t.falseAlarms() == 0, said.constData());
    if (gen::namesStep(o.faults.front().kind))
        QCOMPARE(v->steps, QStringList{QString::number(o.faults.front().step)});
    else
        QCOMPARE(v->steps, QStringList());
}

// A transfer between stages costs what the pipeline waits for it, not what it takes longer.
void TestDiagnosisRuns::slowLinksCostWhatTheStepsLose()
{
    quint64 seed = 61;
    for (const LinkPlace place : {LinkPlace::Data, LinkPlace::Tensor, LinkPlace::Stages}) {
        gen::GeneratorOptions o = diagnosisRun(seed, 8, 2, 2);
        o.faults.push_back(slowLink(place, seed++, o));
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const QByteArray said = t.text().toUtf8();
        const Verdict *const v = t.found(o.faults.front());
        QVERIFY2(v && t.diagnosis.problems.size() == 1, said.constData());
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.05, said.constData());
    }
}

// Others wait for the operators of the experts alone, whatever else the rank computes.
void TestDiagnosisRuns::loadedExpertsCostWhatTheStepsLose()
{
    // With tensors in parallel ranks of a stage differ that share no experts.
    for (const auto &[seed, tp, pp] : {std::tuple(12, 1, 1), std::tuple(13, 1, 1), std::tuple(14, 2, 2)}) {
        gen::GeneratorOptions o = diagnosisRun(static_cast<quint64>(seed), 8, tp, pp);
        o.mbPerRank *= tp > 1 ? 3 : 1;
        o.experts = true;
        const gen::Fault fault{gen::Fault::MoeImbalance, 3, -1, -1, tp > 1 ? 2.5 : 1.8};
        o.faults.push_back(fault);
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const QByteArray said = t.text().toUtf8();
        const Verdict *const v = t.found(fault);
        QVERIFY2(v && t.diagnosis.problems.size() == 1, said.constData());
        QVERIFY2(t.diagnosis.areas.front().state != DiagnosisState::Difference, said.constData());
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.1, said.constData());
    }
}

void TestDiagnosisRuns::allLinksOfAHost_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<int>("nodeSize");
    QTest::addColumn<int>("host");
    QTest::addColumn<double>("factor");
    for (const double factor : {4.0, 10.0}) {
        QTest::addRow("two hosts of a stage each, %g times", factor) << 8 << 1 << 2 << 4 << 0 << factor;
        QTest::addRow("three hosts, %g times", factor) << 9 << 1 << 3 << 3 << 0 << factor;
        QTest::addRow("four hosts, %g times", factor) << 16 << 1 << 4 << 4 << 0 << factor;
        QTest::addRow("two hosts, tensors in parallel, %g times", factor) << 16 << 2 << 2 << 8 << 0 << factor;
    }
}

// The ranks of a host are one domain of the data, or several: nothing else on the host tells how slow they are.
void TestDiagnosisRuns::allLinksOfAHost()
{
    QFETCH(int, ranks);
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(int, nodeSize);
    QFETCH(int, host);
    QFETCH(double, factor);
    gen::GeneratorOptions o = diagnosisRun(17, ranks, tp, pp);
    o.nodeSize = nodeSize;
    const DiagnosisTrial sound = diagnosisTrial(o);
    QVERIFY2(sound.error.isEmpty() && sound.diagnosis.isFine(), qPrintable(sound.text()));
    for (int a = host * nodeSize; a < (host + 1) * nodeSize; ++a) {
        for (int b = a + 1; b < (host + 1) * nodeSize; ++b)
            o.faults.push_back({gen::Fault::SlowLink, a, b, -1, factor});
    }
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const QByteArray said = t.text().toUtf8();
    QVERIFY2(t.diagnosis.problems.size() == 1, said.constData());
    const Verdict &v = t.diagnosis.problems.front();
    QVERIFY2(v.kind == DiagnosisKind::SlowLink && v.sentence.english().startsWith(QLatin1String("The links of host ")),
             said.constData());
    QVERIFY2(v.rank / nodeSize == host && v.peer / nodeSize == host, said.constData());
    const double planted = t.runMs - sound.runMs;
    QVERIFY2(v.costNs && std::abs(static_cast<double>(*v.costNs) / 1e6 - planted) < 0.05 * planted, said.constData());
}

// Stages of which files say unlike things are not known: who is in another one computes longer without any fault.
void TestDiagnosisRuns::brokenFilesAccuseNobody()
{
    gen::GeneratorOptions o;
    o.ranks = 4;
    o.steps = 3;
    o.mbPerRank = 2;
    o.nonsense = 11;
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    QVERIFY2(t.diagnosis.isFine(), qPrintable(t.text()));
    QVERIFY2(
        std::ranges::none_of(t.diagnosis.areas, [](const Verdict &v) { return v.state == DiagnosisState::Difference; }),
        qPrintable(t.text()));
}

void TestDiagnosisRuns::twoThatHideEachOther_data()
{
    QTest::addColumn<int>("second");
    QTest::newRow("both slow") << static_cast<int>(gen::Fault::SlowRank);
    QTest::newRow("slow and late") << static_cast<int>(gen::Fault::LateRank);
    QTest::newRow("slow and a slow link") << static_cast<int>(gen::Fault::SlowLink);
}

void TestDiagnosisRuns::twoThatHideEachOther()
{
    QFETCH(int, second);
    for (const int pp : {1, 2}) {
        gen::GeneratorOptions o = diagnosisRun(5, 8, 2, pp);
        o.faults.push_back(usualFault(gen::Fault::SlowRank, 5, o)); // rank 1
        o.faults.push_back(usualFault(static_cast<gen::Fault::Kind>(second), 6, o));
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const QByteArray said = t.text().toUtf8();
        for (const PlantedFault &p : t.planted) {
            const Verdict *const v = t.found(p.fault);
            QVERIFY2(v, said.constData());
            QVERIFY2(std::abs(DiagnosisTrial::costError(*v, p)) < 0.1, said.constData());
            QVERIFY2(std::abs(DiagnosisTrial::wholeError(*v, p)) < 0.1, said.constData());
        }
        QVERIFY2(t.falseAlarms() == 0, said.constData());
    }
}

// Both frameworks pause alike; only torch writes down that it collected garbage.
void TestDiagnosisRuns::garbageIsNamedWhereItIsSeen()
{
    for (const quint64 seed : {6, 7}) {
        gen::GeneratorOptions o = diagnosisRun(seed, 8, 2, 2);
        o.faults.push_back({gen::Fault::GcPause, 3, -1, 2, 8});
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const Verdict *const v = t.found(o.faults.front());
        QVERIFY2(v && t.falseAlarms() == 0, qPrintable(t.text()));
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.1, qPrintable(t.text()));
        QVERIFY(!v->details.empty());
        const QString why = v->details.front().english();
        QVERIFY2(why.endsWith(o.pytorch ? QLatin1String("the host collected garbage (Python).")
                                        : QLatin1String("the host dispatched too late.")),
                 qPrintable(why));
    }
}

// Late launches while other communication is under way are no idle time, and cost the step all the same.
void TestDiagnosisRuns::hostBoundInAPipelineCostsWhatTheStepsLose()
{
    for (const quint64 seed : {1, 3, 9}) {
        gen::GeneratorOptions o = diagnosisRun(seed, 8, 2, 2);
        o.faults.push_back(usualFault(gen::Fault::HostBound, seed, o));
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const Verdict *const v = t.found(o.faults.front());
        QVERIFY2(v && t.falseAlarms() == 0, qPrintable(t.text()));
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.07, qPrintable(t.text()));
    }
}

void TestDiagnosisRuns::twoFaultsAreBothNamed()
{
    for (const quint64 seed : {3, 4}) {
        gen::GeneratorOptions o = diagnosisRun(seed, 8, 2, 1);
        o.faults.push_back(usualFault(gen::Fault::FreqDrop, 2, o));  // rank 2 in step 2
        o.faults.push_back(usualFault(gen::Fault::HostBound, 5, o)); // rank 1 in step 3
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        for (const PlantedFault &p : t.planted) {
            const Verdict *const v = t.found(p.fault);
            QVERIFY2(v, qPrintable(t.text()));
            QVERIFY2(std::abs(DiagnosisTrial::costError(*v, p)) < 0.1, qPrintable(t.text()));
        }
        QVERIFY2(t.falseAlarms() == 0, qPrintable(t.text()));
    }
}

// Two of the four ranks of a stage stand apart in one step: the frequency is measured, and the slow rank is slow in
// every other step.
void TestDiagnosisRuns::aSlowRankAndADropInOneStage()
{
    for (const quint64 seed : {21, 22}) {
        gen::GeneratorOptions o = diagnosisRun(seed, 8, 2, 2);
        o.mbPerRank = 3;
        if (seed == 21)
            o.faults = {{gen::Fault::SlowRank, 5, -1, -1, 1.3}, {gen::Fault::FreqDrop, 6, -1, 4, 1.5}};
        else
            o.faults = {{gen::Fault::SlowRank, 1, -1, -1, 1.3}, {gen::Fault::FreqDrop, 2, -1, 3, 1.6}};
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const QByteArray said = t.text().toUtf8();
        for (const PlantedFault &p : t.planted) {
            const Verdict *const v = t.found(p.fault);
            QVERIFY2(v, said.constData());
            const bool isDrop = p.fault.kind == gen::Fault::FreqDrop;
            QVERIFY2((v->kind == DiagnosisKind::Frequency) == isDrop, said.constData());
            QCOMPARE(v->steps, isDrop ? QStringList{QString::number(p.fault.step)} : QStringList());
            QVERIFY2(std::abs(DiagnosisTrial::costError(*v, p)) < 0.1, said.constData());
        }
        QVERIFY2(t.falseAlarms() == 0, said.constData());
    }
}

// Two ranks a stage: the other stages have the operators of 2 and 3 as well.
void TestDiagnosisRuns::otherStagesTellWhichOfTwoPeersIsSlow()
{
    for (const auto &[ranks, pp] : {std::pair(4, 2), std::pair(8, 4)}) {
        gen::GeneratorOptions o = diagnosisRun(9, ranks, ranks / pp, pp);
        o.faults = {{gen::Fault::SlowRank, 2, -1, -1, 1.5}};
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const QByteArray said = t.text().toUtf8();
        const Verdict *const v = t.found(t.planted.front().fault);
        QVERIFY2(v && v->kind == DiagnosisKind::Compute && v->rank == 2 && v->normalPeer == 3, said.constData());
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.1, said.constData());
        QVERIFY2(t.falseAlarms() == 0, said.constData());
    }
}

// Without shapes of two ranks of a stage nobody can tell which is the odd one, and a drop in the other stage is a
// problem.
void TestDiagnosisRuns::peersThatDifferAreToldBesideAProblem()
{
    gen::GeneratorOptions o = diagnosisRun(5, 4, 2, 2);
    o.level0 = true;
    o.faults = {{gen::Fault::SlowRank, 3, -1, -1, 1.4}, {gen::Fault::FreqDrop, 1, -1, 3, 1.6}};
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const auto &said = t.diagnosis.observations;
    QVERIFY2(std::any_of(said.begin(), said.end(),
                         [](const Verdict &v) {
                             return v.kind == DiagnosisKind::Compute && v.state == DiagnosisState::Difference &&
                                    v.rank == 3 && v.peer == 2;
                         }),
             qPrintable(t.text()));
}

void TestDiagnosisRuns::aSlowStageIsNamed_data()
{
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<int>("stage");
    QTest::newRow("first of two") << 2 << 2 << 0;
    QTest::newRow("last of two") << 2 << 2 << 1;
    QTest::newRow("inner of four") << 2 << 4 << 2;
    QTest::newRow("last of four") << 1 << 4 << 3;
    QTest::newRow("one rank a stage") << 1 << 8 << 4;
}

void TestDiagnosisRuns::aSlowStageIsNamed()
{
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(int, stage);
    gen::GeneratorOptions o = diagnosisRun(static_cast<quint64>(31 + stage), 8, tp, pp);
    const DiagnosisTrial sound = diagnosisTrial(o);
    QVERIFY2(sound.error.isEmpty() && sound.diagnosis.isFine(), qPrintable(sound.text()));
    for (int rank = 8 / pp * stage; rank < 8 / pp * (stage + 1); ++rank)
        o.faults.push_back({gen::Fault::SlowRank, rank, -1, -1, 1.35});
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const QByteArray said = t.text().toUtf8();
    QVERIFY2(t.diagnosis.problems.size() == 1, said.constData());
    const Verdict &v = t.diagnosis.problems.front();
    QVERIFY2(v.kind == DiagnosisKind::Stage && v.stage == stage, said.constData());
    const double planted = t.runMs - sound.runMs;
    QVERIFY2(v.costNs && std::abs(static_cast<double>(*v.costNs) / 1e6 - planted) < 0.1 * planted,
             qPrintable(QString::number(planted) + QStringLiteral(" ms planted\n") + t.text()));
}

void TestDiagnosisRuns::aStageThatIsSlowInAStepIsNamed()
{
    quint64 seed = 51;
    for (const auto &[tp, pp, stage] : {std::tuple(2, 2, 1), std::tuple(2, 4, 2)}) {
        gen::GeneratorOptions o = diagnosisRun(seed++, 8, tp, pp);
        const DiagnosisTrial sound = diagnosisTrial(o);
        QVERIFY2(sound.error.isEmpty() && sound.diagnosis.isFine(), qPrintable(sound.text()));
        const int slow = o.steps / 2 + 1;
        for (int rank = 8 / pp * stage; rank < 8 / pp * (stage + 1); ++rank)
            o.faults.push_back({gen::Fault::SlowRank, rank, -1, slow, 1.4});
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const QByteArray said = t.text().toUtf8();
        QVERIFY2(t.diagnosis.problems.size() == 1, said.constData());
        const Verdict &v = t.diagnosis.problems.front();
        QVERIFY2(v.kind == DiagnosisKind::Stage && v.stage == stage, said.constData());
        QCOMPARE(v.steps, QStringList{QString::number(slow)});
        const double planted = t.runMs - sound.runMs;
        QVERIFY2(v.costNs && std::abs(static_cast<double>(*v.costNs) / 1e6 - planted) < 0.1 * planted,
                 qPrintable(QString::number(planted) + QStringLiteral(" ms planted\n") + t.text()));
    }
}

// Devices of later stages stand in a receive meanwhile, which is no idle time.
void TestDiagnosisRuns::allHostsPauseInAPipeline()
{
    for (const auto &[ranks, pp] : {std::pair(8, 2), std::pair(12, 3)}) {
        gen::GeneratorOptions o = diagnosisRun(7, ranks, 1, pp);
        o.faults = {{gen::Fault::Compile, -1, -1, -1, 60}};
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const Verdict *const v = t.found(o.faults.front());
        QVERIFY2(v && t.diagnosis.isFine(), qPrintable(t.text()));
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.02, qPrintable(t.text()));
        QVERIFY2(v->sentence.english().startsWith(QLatin1String("In step 1 the hosts of all ranks take 59.9 ms ")),
                 qPrintable(t.text()));
        const Verdict &waits = t.diagnosis.areas.back();
        QVERIFY2(waits.kind == DiagnosisKind::Communication && waits.rank < 0 && !waits.costNs &&
                     waits.steps == QStringList(QStringLiteral("1")),
                 qPrintable(t.text()));
        QVERIFY2(waits.sentence.english().endsWith(QLatin1String("in step 1, in which all ranks pause.")),
                 qPrintable(t.text()));
    }
}

// Devices wait for each other, so that they are hardly idle, while every host is slow. With a usual load they are not.
void TestDiagnosisRuns::allHostsLaunchTooLate()
{
    for (const double load : {1.0, 13.0}) {
        gen::GeneratorOptions o = diagnosisRun(7, 8, 2, 2);
        o.mbPerRank = 2;
        o.hostLoad = load / 2;
        const double without = diagnosisTrial(o).runMs;
        o.hostLoad = load;
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        QVERIFY2(t.diagnosis.isFine(), qPrintable(t.text()));
        const auto at = std::ranges::find(t.diagnosis.areas, DiagnosisKind::Scheduling, &Verdict::kind);
        const QByteArray said =
            QByteArray::number(t.runMs - without) + " of " + QByteArray::number(t.runMs) + '\n' + t.text().toUtf8();
        QCOMPARE(at->state, load > 1 ? DiagnosisState::Notice : DiagnosisState::Fine);
        if (load > 1) {
            QVERIFY2(at->sentence.english().startsWith(QLatin1String("The hosts of all ranks launch too late")), said);
            QVERIFY2(std::abs(static_cast<double>(*at->costNs) / 1e6 - (t.runMs - without)) < 0.1 * (t.runMs - without),
                     said);
        }
    }
}

// A fault of 3 to 5 % of its step: nobody is accused, and nothing is said to be fine.
void TestDiagnosisRuns::aHostThatCostsLittleIsANotice()
{
    gen::GeneratorOptions o = diagnosisRun(5, 8, 1, 1);
    o.mbPerRank = 6;
    o.faults = {{gen::Fault::GcPause, 3, -1, 2, 1.8}};
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const double step = t.runMs / o.steps;
    const QByteArray said =
        QByteArray::number(t.planted.front().costMs) + " of " + QByteArray::number(step) + '\n' + t.text().toUtf8();
    QVERIFY2(t.planted.front().costMs > 0.03 * step && t.planted.front().costMs < 0.045 * step, said.constData());
    QVERIFY2(t.diagnosis.isFine(), said.constData());
    const auto isIt = [](const Verdict &v) {
        return v.kind == DiagnosisKind::Scheduling && v.rank == 3 && v.steps == QStringList(QStringLiteral("2"));
    };
    const auto at = std::ranges::find_if(t.diagnosis.observations, isIt);
    QVERIFY2(at != t.diagnosis.observations.end(), said.constData());
    QVERIFY2(std::abs(DiagnosisTrial::costError(*at, t.planted.front())) < 0.1, said.constData());
    for (const Verdict &v : t.diagnosis.areas)
        QVERIFY2(v.kind != DiagnosisKind::Scheduling || v.state == DiagnosisState::Notice, said.constData());
}

// Hosts are compared without such waits.
void TestDiagnosisRuns::aHostThatWaitsForItsDeviceIsNamed()
{
    gen::GeneratorOptions o = diagnosisRun(1, 8, 1, 1);
    o.pytorch = true;
    o.mbPerRank = 3;
    o.faults.push_back({gen::Fault::HostSync, 5, -1, -1, 40});
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const QByteArray said = t.text().toUtf8();
    const Verdict *const v = t.found(o.faults.front());
    QVERIFY2(v && t.diagnosis.problems.size() == 1, said.constData());
    QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.1, said.constData());
    QVERIFY2(says(v->details, "most of them in aten::item; that of rank"), said.constData());
}

// Level 0 does not tell between which of three stages a transfer is.
void TestDiagnosisRuns::transfersWithoutPartnersLeaveAnEstimate()
{
    gen::GeneratorOptions o = diagnosisRun(6, 12, 1, 3);
    o.level0 = true;
    QVERIFY(diagnosisTrial(o).diagnosis.isFine());
    o.faults = {{gen::Fault::SlowRank, 6, -1, -1, 1.4}};
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const Verdict *const v = t.found(o.faults.front());
    QVERIFY2(v && t.falseAlarms() == 0, qPrintable(t.text()));
    QVERIFY2(v->certainty == Certainty::Low && DiagnosisTrial::costError(*v, t.planted.front()) > 0,
             qPrintable(t.text()));
    QVERIFY2(std::ranges::any_of(
                 v->details, [](const Phrase &p) { return p.english().contains(QLatin1String("have no partner")); }),
             qPrintable(t.text()));
}

void TestDiagnosisRuns::layersOfAStageThatHasMore()
{
    for (const auto &[tp, stage] : {std::pair(1, 0), std::pair(1, 1), std::pair(2, 0)}) {
        gen::GeneratorOptions o = diagnosisRun(static_cast<quint64>(71 + stage), 8, tp, 2);
        o.mbPerRank = 6;
        o.faults = {{gen::Fault::LongStage, 4 * stage, -1, -1, 1}};
        const DiagnosisTrial t = diagnosisTrial(o);
        QCOMPARE(t.error, QString());
        const Verdict *const v = t.found(o.faults.front());
        QVERIFY2(v && v->stage == stage && t.diagnosis.isFine(), qPrintable(t.text()));
        QVERIFY2(std::abs(DiagnosisTrial::costError(*v, t.planted.front())) < 0.1, qPrintable(t.text()));
    }
}

void TestDiagnosisRuns::halfOfEachStageIsSlow()
{
    gen::GeneratorOptions o = diagnosisRun(2, 16, 2, 2);
    for (int r = 0; r < o.ranks; r += 2)
        o.faults.push_back({gen::Fault::SlowRank, r, -1, -1, 1.4});
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    QVERIFY2(t.diagnosis.isFine(), qPrintable(t.text()));
    const Verdict &v = t.diagnosis.areas.front();
    QVERIFY2(v.state == DiagnosisState::Difference && v.kind == DiagnosisKind::Compute && v.costNs,
             qPrintable(t.text()));
    QVERIFY2(std::abs(static_cast<double>(*v.costNs) / 1e6 - t.togetherMs) < 0.05 * t.togetherMs,
             qPrintable(QString::number(t.togetherMs) + u'\n' + t.text()));
}

void TestDiagnosisRuns::cutTracesDoNotTellWhoWaits()
{
    gen::GeneratorOptions o = diagnosisRun(3, 8, 2, 2);
    o.truncations.push_back({QStringLiteral("rank*/trace_view.json"), 700'000});
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const Verdict &v = t.diagnosis.areas.back();
    QVERIFY2(v.kind == DiagnosisKind::Communication && v.state == DiagnosisState::Unknown, qPrintable(t.text()));
    QVERIFY2(!t.text().contains(QLatin1String("wait for each other")), qPrintable(t.text()));
}

// Rank 5 collects garbage for 20 ms: the hosts of the others are as quick as ever, and rank 1 of the stage before is
// not late by itself.
void TestDiagnosisRuns::whatARankThatNobodySeesDidIsNoOthers()
{
    for (const int pp : {1, 2}) {
        gen::GeneratorOptions o = diagnosisRun(11, 8, 1, pp);
        o.faults = {{gen::Fault::GcPause, 5, -1, 2, 20}};
        o.truncations = {{QStringLiteral("rank5/trace_view.json"), 900'000},
                         {QStringLiteral("rank5/step_trace_time.csv"), 0}};
        const DiagnosisTrial cut = diagnosisTrial(o);
        QCOMPARE(cut.error, QString());
        QVERIFY2(cut.diagnosis.isFine() && !cut.text().contains(QLatin1String("hosts of all")), qPrintable(cut.text()));
    }
    gen::GeneratorOptions o = diagnosisRun(11, 8, 1, 2);
    o.faults = {{gen::Fault::LateRank, 7, -1, -1, 6}};
    const DiagnosisTrial lacking = diagnosisTrial(o, true);
    QCOMPARE(lacking.error, QString());
    const Verdict &waits = lacking.diagnosis.areas.back();
    QVERIFY2(lacking.diagnosis.isFine() && waits.state == DiagnosisState::Notice && waits.rank < 0,
             qPrintable(lacking.text()));
    QVERIFY2(!lacking.text().contains(QLatin1String("most of all for")), qPrintable(lacking.text()));
}

void TestDiagnosisRuns::soundRunsAccuseNobody()
{
    quint64 seed = 41;
    for (const auto &[tp, pp] : {std::pair(2, 1), std::pair(2, 2), std::pair(1, 1), std::pair(1, 2), std::pair(2, 4)}) {
        const DiagnosisTrial t = diagnosisTrial(diagnosisRun(seed++, 8, tp, pp));
        QCOMPARE(t.error, QString());
        QVERIFY2(t.diagnosis.isFine(), qPrintable(t.text()));
    }
}

// One of 15 calls of MatMulV3 takes 0.96 ms in place of 0.53 ms: 5.2 % of a short step, and nobody's fault.
void TestDiagnosisRuns::aCallThatTookLongOnceIsANotice()
{
    gen::GeneratorOptions o = diagnosisRun(1011, 8, 2, 1);
    o.format = gen::OutputFormat::Db;
    o.mbPerRank = 1;
    o.steps = 4;
    o.runAhead = true;
    const DiagnosisTrial t = diagnosisTrial(o);
    QCOMPARE(t.error, QString());
    const QByteArray said = t.text().toUtf8();
    QVERIFY2(t.diagnosis.problems.empty(), said.constData());
    QVERIFY2(said.contains("Rank 2 computes 0.42 ms"), said.constData());
}

void TestDiagnosisRuns::ranksWithoutATraceAreHeldAgainstTheirOwnStage()
{
    for (const int without : {0, 3, 4, 5}) {
        for (const bool slow : {false, true}) {
            gen::GeneratorOptions o = diagnosisRun(3, 8, 2, 2);
            o.truncations.push_back({QStringLiteral("rank%1/trace_view.json").arg(without), 0});
            if (slow)
                o.faults.push_back({gen::Fault::SlowRank, 3, -1, -1, 1.4});
            const DiagnosisTrial t = diagnosisTrial(o);
            QCOMPARE(t.error, QString());
            const QByteArray said = QByteArray::number(without) + ": " + t.text().toUtf8();
            // Eight ranks in two stages: nobody stands alone with one other.
            for (const Verdict &v : t.diagnosis.areas)
                QVERIFY2(v.state != DiagnosisState::Difference, said.constData());
            QCOMPARE(t.diagnosis.isFine(), !slow);
            if (slow) {
                QCOMPARE(t.diagnosis.problems.front().rank, 3);
                QVERIFY2(t.falseAlarms() == 0, said.constData());
            }
        }
    }
}

RS_TEST(TestDiagnosisRuns, QCoreApplication);
#include "tst_diagnosisruns.moc"
