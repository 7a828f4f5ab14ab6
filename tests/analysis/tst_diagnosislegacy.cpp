// SPDX-License-Identifier: Apache-2.0
// Diagnosis of files of MindSpore 1.x: worked by hand, and of the samples by the numbers of MindInsight.
#include "analysis/diagnosis/diagnosis.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/legacyfixture.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 ms = 1'000'000;

struct OldRank
{
    qint64 passesMs = 100;
    qint64 intervalMs = 2;
    double waitMs = 1;
    double gflops = 1000;
};

/// Three steps, of which the first one takes ten times as long.
Run oldRun(const std::vector<OldRank> &ranks)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (size_t r = 0; r < ranks.size(); ++r) {
        TinyRank rank(static_cast<int>(r), Framework::MindSpore);
        addLegacyRow(rank.data, LegacyFlops::Kind, {""}, {5000, ranks[r].gflops});
        std::vector<LegacySteps::Row> steps;
        for (int step = 1; step <= 3; ++step) {
            const qint64 times = step == 1 ? 10 : 1;
            const qint64 passes = ranks[r].passesMs * times * ms;
            const qint64 interval = ranks[r].intervalMs * times * ms;
            steps.push_back({step, passes + interval + ms, interval, passes, ms});
            rank.data.stepTrace.push_back({.step = QString::number(step), .rank = static_cast<int>(r)});
            CommOp op = timedOp(
                {.step = QString::number(step), .name = QStringLiteral("AllReduce-op1"), .rank = static_cast<int>(r)},
                {.transitMs = 4, .waitMs = ranks[r].waitMs * static_cast<double>(times)});
            op.elapseMs = 5 + *op.waitMs;
            rank.commOps.push_back(op);
        }
        rank.data.tables[LegacySteps::Kind] = LegacySteps::tableOf(steps);
        auto data = std::make_shared<RankData>(*rank.finish());
        data->trace.reset();
        out.push_back(data);
    }
    return makeRun(std::move(out));
}

const Verdict &areaOf(const Diagnosis &d, DiagnosisKind kind)
{
    return *std::find_if(d.areas.begin(), d.areas.end(), [kind](const Verdict &v) { return v.kind == kind; });
}

QString sayingOf(const Verdict &v)
{
    QStringList out{v.sentence.english()};
    for (const Phrase &p : v.details)
        out << p.english();
    return out.join(u'\n');
}

std::shared_ptr<const Run> sample(const char *name)
{
    const QString path = QStringLiteral(RANKSCOPE_SHARED_DATA "/legacy/") + QLatin1String(name);
    if (!QDir(path).exists())
        return nullptr;
    ImportReport report;
    std::vector<Run> runs = discover({path}, JobContext(), report);
    ThreadPool pool(2);
    return runs.size() == 1 ? loadRun(std::move(runs.front()), pool, JobContext(), {}) : nullptr;
}

} // namespace

class TestDiagnosisLegacy : public QObject
{
    Q_OBJECT
private slots:
    // The first step is left out: 130 beside 100 and 102 ms.
    void theSlowestRankIsNamed()
    {
        const Diagnosis d = diagnose(oldRun({{100, 2, 33}, {130, 2, 3}, {102, 2, 31}}));
        QVERIFY(d.isFine());
        const Verdict &compute = areaOf(d, DiagnosisKind::Compute);
        QCOMPARE(cells(compute.state, compute.rank, compute.sentence.english()),
                 cells(DiagnosisState::Notice, 1,
                       QStringLiteral(
                           "Forward and backward take longest on rank 1: 130 ms a step on average, 29.0 ms (28.7 %) "
                           "longer than on its peers.")));
        const Verdict &scheduling = areaOf(d, DiagnosisKind::Scheduling);
        QCOMPARE(scheduling.state, DiagnosisState::Fine);
        const Verdict &communication = areaOf(d, DiagnosisKind::Communication);
        QCOMPARE(communication.state, DiagnosisState::Notice); // 67 of 341 ms
        const QString said = sayingOf(communication);
        QVERIFY(begins(said, "Ranks wait for 19.6 % of the steps"));
        QVERIFY(says(said, "Among its peers rank 1 waits least inside communication operators: "
                           "3.00 ms a step, rank 0 33.0 ms."));
    }

    void anIntervalOfOneRankAndASlowDevice()
    {
        const Diagnosis d = diagnose(oldRun({{100, 2, 1}, {100, 2, 1}, {100, 20, 1, 500}}));
        const Verdict &scheduling = areaOf(d, DiagnosisKind::Scheduling);
        QCOMPARE(cells(scheduling.state, scheduling.rank), cells(DiagnosisState::Notice, 2));
        // 24 of 327 ms; 20 against a mean of 8.
        QVERIFY(begins(scheduling.sentence,
                       "The step interval is longest on rank 2: 20.0 ms a step, 150.0 % above the mean of "
                       "the ranks, which is 7.3 % of the steps."));
        const Verdict &compute = areaOf(d, DiagnosisKind::Compute);
        QCOMPARE(compute.state, DiagnosisState::Fine);
        QVERIFY(says(sayingOf(compute), "rank 2: its operators reach 500.0 G/s, 40.0 % below"));
    }

    void twoRanksAreADifference()
    {
        const Diagnosis d = diagnose(oldRun({{100, 2, 1}, {130, 2, 1}}));
        QCOMPARE(areaOf(d, DiagnosisKind::Compute).state, DiagnosisState::Difference);
        QCOMPARE(areaOf(d, DiagnosisKind::Communication).state, DiagnosisState::Fine);
    }

    void theSlowestLink_data()
    {
        QTest::addColumn<bool>("operators"); // the file names them beside the total of the step
        QTest::addColumn<QString>("ending");
        QTest::newRow("operators") << true
                                   << QStringLiteral(" Its messages have 3.000 MB on average: small ones reach less.");
        QTest::newRow("whole steps") << false << QString();
    }
    // 0 to 1 carries 2 and 4 MB in 1 ms each, which is 3 GB/s; 1 to 0 the same in half of the time: the mean is 4.5.
    void theSlowestLink()
    {
        QFETCH(const bool, operators);
        QFETCH(const QString, ending);
        Run run = oldRun({{100, 2, 1}, {100, 2, 1}});
        for (int r = 0; r < 2; ++r) {
            MatrixLink link{.step = QStringLiteral("1"),
                            .key = QStringLiteral("Total Op Info"),
                            .source = 1 - r,
                            .destination = r,
                            .globalRanks = true,
                            .transport = QStringLiteral("SDMA"),
                            .sizeMb = 6,
                            .timeMs = r == 1 ? 2 : 1};
            std::vector<MatrixLink> links{link};
            for (const int mb : {2, 4}) {
                link.key = link.opName = QStringLiteral("AllReduce-op%1").arg(mb);
                link.sizeMb = mb;
                link.timeMs = r == 1 ? 1 : 0.5;
                if (operators)
                    links.push_back(link);
            }
            changeRank(run, static_cast<size_t>(r), [&](RankData &data) { data.links = MatrixLinks(links); });
        }
        const QString said = sayingOf(areaOf(diagnose(run), DiagnosisKind::Communication));
        const QString sentence =
            QStringLiteral("The slowest link of type SDMA is that from rank 0 to rank 1: 3.00 GB/s, "
                           "33.3 % below the mean of its type.");
        QVERIFY2(said.split(u'\n').contains(sentence + ending), qPrintable(said));
    }

    // As MindInsight's helper had it: 25.82 % between stages, 60.3 % within the first, and 50.94 % more operations in
    // the second. The link is the same; by size and time it is not 74 % below the mean.
    void aPipelineOfMindInsight()
    {
        const auto run = sample("cluster_pipeline_2stage_4rank");
        if (!run)
            QSKIP("the sample cluster_pipeline_2stage_4rank is not here");
        const Diagnosis d = diagnose(*run);
        const QString communication = sayingOf(areaOf(d, DiagnosisKind::Communication));
        QVERIFY(begins(communication, "By the files, non-overlapped receives from other stages take 25.8 % of the "
                                      "steps. Non-overlapped collectives take most on ranks 0, 1: 60.3 % of their "
                                      "steps."));
        QVERIFY(says(communication, "The slowest link of type SDMA is that from rank 0 to rank 1: "));
        // 6.659584 MB in the 458 all-reduces that rank 1 lists of it.
        QVERIFY(says(communication, "Its messages have 0.015 MB on average"));
        QCOMPARE(d.observations.size(), size_t(1));
        const QString stage = sayingOf(d.observations.front());
        QVERIFY(says(stage, "Stage 1 (ranks 2, 3) has most to do: 329610.4 million operations on a "
                            "device, 50.9 % above the mean of the stages."));
        for (const Verdict &v : d.areas)
            QVERIFY2(v.state != DiagnosisState::Unknown, qPrintable(sayingOf(v)));
    }

    void hostsOfMindInsight()
    {
        for (const char *const name : {"derived_r13_cluster_layout", "derived_marey_profiler"}) {
            const auto run = sample(name);
            if (!run)
                QSKIP("the samples are not here");
            const Diagnosis d = diagnose(*run);
            for (const Verdict &v : d.areas)
                QVERIFY2(v.state != DiagnosisState::Unknown, qPrintable(sayingOf(v)));
            const QString said = sayingOf(areaOf(d, DiagnosisKind::Communication));
            QVERIFY(says(said, "waits least"));
        }
    }
};

RS_TEST(TestDiagnosisLegacy, QCoreApplication);
#include "tst_diagnosislegacy.moc"
#include "support/timedop.h"
