// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/dispatch.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/time/stepwindows.h"

#include "support/says.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QMap>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

// Step 1 on the host 1000 … 100000; on the device
//   kernels        20000-30000           50000-60000    70000-80000
//   communication        25000-45000               62000-66000
// so computing 30000, communication 24000, alone 15000 + 4000, covered 5000, gaps 45-50, 60-62, 66-70 = 11000.
TinyRank oneStep(Framework framework = Framework::PyTorch)
{
    TinyRank r(0, framework);
    r.step(1, 1000, 99000);
    r.host("aten::mm", 2000, 500);
    r.kernel("MatMul", 20000, 10000);
    r.kernel("Cast", 50000, 10000, "AI_VECTOR_CORE");
    r.kernel("Add", 70000, 10000);
    r.kernel("MEMCPY_ASYNC", 46000, 2000, "PCIE_DMA_SQE");
    r.communication("hcom_allReduce__1_0_1", 25000, 20000);
    r.communication("hcom_receive__1_1_1", 62000, 4000);
    r.launch(2000, 20000);
    r.launch(2000, 70000);
    return r;
}

constexpr std::array OverlapNames{"Computing", "Communication", "Communication(Not Overlapped)", "Free"};

/// The lanes of the trace's own analysis of oneStep(), as long as said: the last piece of each is made longer or
/// shorter. Below 0 the lane is not there.
void addOverlap(TinyRank &r, std::string_view pid, std::string_view label, const std::array<qint64, 4> &ns,
                qint64 later = 0)
{
    static const std::array<std::vector<std::pair<qint64, qint64>>, 4> pieces{{
        {{20000, 10000}, {50000, 10000}, {70000, 10000}},
        {{25000, 20000}, {62000, 4000}},
        {{30000, 15000}, {62000, 4000}},
        {{45000, 5000}, {60000, 2000}, {66000, 4000}},
    }};
    r.process(pid, "Overlap Analysis", 5, label);
    for (size_t i = 0; i < ns.size(); ++i) {
        const std::string tid = std::to_string(i);
        r.thread(pid, tid, OverlapNames[i]);
        qint64 left = ns[i];
        for (size_t p = 0; p < pieces[i].size() && left > 0; ++p) {
            const qint64 length = p + 1 == pieces[i].size() ? left : std::min(left, pieces[i][p].second);
            r.slice(pid, tid, OverlapNames[i], pieces[i][p].first + later, length);
            left -= length;
        }
    }
}

QStringList overlapFindings(const std::shared_ptr<const RankData> &rank)
{
    QStringList out;
    for (const Finding &f : overviewDisagreements(makeRun({rank}))) {
        if (f.code.startsWith(QLatin1String("overlap.")))
            out << f.place.text() + u' ' + f.argument;
    }
    return out;
}

} // namespace

class TestStepBreakdown : public QObject
{
    Q_OBJECT
private slots:
    void derivesTheOfficialColumnsOfTorch()
    {
        TinyRank r = oneStep();
        const auto rows = deriveOverview(*r.finish());
        QCOMPARE(rows.size(), size_t(1));
        const OverviewRow &row = rows.front();
        QCOMPARE(row.step, QStringLiteral("1"));
        QCOMPARE(row.computingUs.value(), 30.0);
        QCOMPARE(row.communicationUs.value(), 24.0);
        QCOMPARE(row.notOverlappedUs.value(), 19.0);
        QCOMPARE(row.overlappedUs.value(), 5.0);
        QCOMPARE(row.freeUs.value(), 11.0);
        QCOMPARE(row.bubbleUs.value(), 4.0);
        QCOMPARE(row.stageUs.value(), 60.0 - 4.0);
        QCOMPARE(row.notOverlappedExcludeReceiveUs.value(), 15.0);
        QCOMPARE(row.preparingUs.value(), 19.0);
        QCOMPARE(row.pureComputeUs().value(), 25.0);
        QCOMPARE(row.totalUs().value(), 30.0 + 19.0 + 11.0 + 19.0);
        QCOMPARE(row.ratio(row.freeUs).value(), 11.0 / 79.0);
        QCOMPARE(row.source, QStringLiteral("derived"));
    }

    void derivesTheOfficialColumnsOfMindSpore()
    {
        TinyRank r = oneStep(Framework::MindSpore);
        r.communication("hcom_send__1_2_1", 67000, 1000);
        const OverviewRow row = deriveOverview(*r.finish()).front();
        QCOMPARE(cells(row.computingUs.value(), row.communicationUs.value(), row.notOverlappedUs.value(),
                       row.freeUs.value(), row.bubbleUs.value()),
                 cells(30.0, 25.0, 20.0, 10.0, 5.0));
        QCOMPARE(row.stageUs.value(), 43.0 - 5.0); // 25000 … 68000
        QCOMPARE(cells(row.notOverlappedExcludeReceiveUs.value(), row.preparingUs.value()), cells(15.0, 19.0));
    }

    void oneRowWithoutStepMarks()
    {
        TinyRank torch(0);
        torch.host("aten::mm", 500, 100);
        torch.kernel("MatMul", 2000, 1000);
        torch.kernel("MatMul", 5000, 1000);
        const auto rows = deriveOverview(*torch.finish());
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(cells(rows.front().step, rows.front().computingUs.value(), rows.front().freeUs.value(),
                       rows.front().preparingUs.value()),
                 cells("0", 2.0, 2.0, 1.5));

        TinyRank mindSpore(0, Framework::MindSpore);
        mindSpore.kernel("MatMul", 2000, 1000);
        const auto other = deriveOverview(*mindSpore.finish());
        QCOMPARE(other.front().step, QStringLiteral("0"));
        QCOMPARE(other.front().preparingUs.value(), 0.0); // nothing on the host to prepare from
    }

    void workBelongsToTheStepInWhichItStarts()
    {
        TinyRank r;
        r.step(1, 0, 1000);
        r.step(2, 1000, 1000);
        r.host("a", 100, 10);
        r.host("b", 1100, 10);
        // The device runs late: the first kernel of step 2 starts after the end of its mark.
        r.kernel("k1", 900, 600);
        r.kernel("k2", 2500, 300);
        r.kernel("k3", 2900, 100);
        r.launch(100, 900);
        r.launch(1100, 2500);
        r.launch(1100, 2900);
        const auto rows = deriveOverview(*r.finish());
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].computingUs.value(), 0.6);
        QCOMPARE(rows[0].freeUs.value(), 0.0); // the gap 1500 … 2500 starts where step 1 has ended
        QCOMPARE(cells(rows[1].computingUs.value(), rows[1].freeUs.value(), rows[1].preparingUs.value()),
                 cells(0.4, 0.1, 1.5));
    }

    void mindSporeClipsFreeTimeToTheStep()
    {
        TinyRank r(0, Framework::MindSpore);
        r.step(1, 0, 1000);
        r.step(2, 1000, 1000);
        r.kernel("k1", 100, 100);
        r.kernel("k2", 1500, 100);
        const auto rows = deriveOverview(*r.finish());
        QCOMPARE(cells(rows[0].freeUs.value(), rows[1].freeUs.value()), cells(0.8, 0.5));
    }

    // Step 1 on the host 0 … 1000, its kernel 100-200; step 2 1000 … 2000, its kernel 1500-1600: of the gap 200 … 1500
    // the last 500 are both Free and Preparing of step 2.
    void freeAndPreparingOfMindSporeAreCountedOnce()
    {
        TinyRank r(0, Framework::MindSpore);
        r.step(1, 0, 1000);
        r.step(2, 1000, 1000);
        r.kernel("k1", 100, 100);
        r.kernel("k2", 1500, 100);
        r.kernel("k3", 1900, 100);
        const auto rows = deriveOverview(*r.finish());
        QVERIFY(!rows[0].preparingInFreeUs); // no gap before the first work
        QCOMPARE(rows[0].totalUs().value(), 1.0);
        QCOMPARE(cells(rows[1].freeUs.value(), rows[1].preparingUs.value(), rows[1].preparingInFreeUs.value(),
                       rows[1].idleUs().value(), rows[1].totalUs().value()),
                 cells(0.8, 0.5, 0.5, 0.3, 1.0));

        // The work of step 1 goes on until 1200: the gap is 1200 … 1500.
        TinyRank late(0, Framework::MindSpore);
        late.step(1, 0, 1000);
        late.step(2, 1000, 1000);
        late.kernel("k1", 900, 300);
        late.kernel("k2", 1500, 500);
        const auto after = deriveOverview(*late.finish());
        QCOMPARE(cells(after[1].preparingUs.value(), after[1].preparingInFreeUs.value(), after[1].idleUs().value()),
                 cells(0.5, 0.3, 0.0));
        QCOMPARE(after[1].totalUs().value(), 1.0); // k2, and 0.5 until it began
    }

    // Step 1 on the host 0 … 1000, its kernels 100-200 and 400-500; step 2 1010 … 2000, its kernel 1500-1600. The gaps
    // 200-400 and 500-1500 are Free of step 1; 1010 … 1500 is Preparing of step 2, too.
    void freeOfTorchHoldsThePreparingOfTheNextStep()
    {
        TinyRank r(0);
        r.step(1, 0, 1000);
        r.step(2, 1010, 990);
        r.host("a", 50, 10);
        r.host("b", 1400, 10);
        r.kernel("k1", 100, 100);
        r.kernel("k2", 400, 100);
        r.kernel("k3", 1500, 100);
        r.launch(50, 100);
        r.launch(50, 400);
        r.launch(1400, 1500);
        const auto rows = deriveOverview(*r.finish());
        QCOMPARE(cells(rows[0].freeUs.value(), rows[0].preparingInFreeUs.value(), rows[0].idleUs().value(),
                       rows[0].totalUs().value()),
                 cells(1.2, 0.49, 0.71, 1.01)); // until the host starts step 2
        QVERIFY(!rows[1].preparingInFreeUs);
        QCOMPARE(rows[1].totalUs().value(), 0.59);
    }

    // Step 1 on the host 0 … 1000; the device works for it until 1200, and the gap 1200 … 1500 is in no Free.
    void lateWorkOfTorchLeavesFreeAlone()
    {
        for (const bool late : {false, true}) {
            TinyRank r(0);
            r.step(1, 0, 1000);
            r.step(2, 1000, 1000);
            r.host("a", 50, 10);
            r.host("b", 1100, 10);
            r.kernel("k1", 100, 100);
            r.kernel("k2", 700, late ? 500 : 100);
            r.kernel("k3", 1500, 100);
            r.launch(50, 100);
            r.launch(50, 700);
            r.launch(1100, 1500);
            for (const int step : {1, 2})
                r.data.stepTrace.push_back({.step = QString::number(step),
                                            .computingUs = step == 2 ? 0.1
                                                           : late    ? 0.6
                                                                     : 0.2,
                                            .notOverlappedUs = 0,
                                            .freeUs = step == 2 ? 0
                                                      : late    ? 0.5
                                                                : 1.2,
                                            .preparingUs = step == 2 ? 0.5 : 0.1});
            const auto file = overview(makeRun({r.finish()}), {{}, {}, OverviewSource::File});
            QCOMPARE(file[0].preparingInFreeUs.value_or(0), late ? 0.0 : 0.5);
            const auto derived = deriveOverview(*r.finish());
            QCOMPARE(cells(derived[0].freeUs.value(), derived[0].preparingInFreeUs.value_or(0)),
                     cells(file[0].freeUs.value(), late ? 0.0 : 0.5));
        }
    }

    void preparingOfAFileIsInItsFreeTime()
    {
        for (const Framework framework : {Framework::MindSpore, Framework::PyTorch}) {
            TinyRank r(0, framework);
            for (const int step : {1, 2}) {
                r.data.stepTrace.push_back({.step = QString::number(step),
                                            .computingUs = 100,
                                            .notOverlappedUs = 50,
                                            .overlappedUs = 10,
                                            .communicationUs = 60,
                                            .freeUs = 40,
                                            .preparingUs = 15});
            }
            const auto rows = overview(makeRun({r.finish()}));
            QCOMPARE(rows.size(), size_t(2));
            // Its own of MindSpore, that of the next step of torch.
            const size_t both = framework == Framework::MindSpore ? 1 : 0;
            QCOMPARE(rows[1 - both].totalUs().value(), 205.0);
            QCOMPARE(rows[both].freeUs.value(), 40.0);
            QCOMPARE(rows[both].totalUs().value(), 190.0);
            QCOMPARE(rows[both].idleUs().value(), 25.0);
        }
    }

    void stepsThatTheFileLacksComeFromTheTrace()
    {
        TinyRank r(0, Framework::MindSpore);
        for (const int step : {1, 2, 3}) {
            r.step(step, 1000 * (step - 1), 1000);
            if (step < 3)
                r.kernel("k", 1000 * (step - 1) + 100, 100 * step);
        }
        StepTraceRow file{.step = QStringLiteral("1"), .device = 4, .computingUs = 5};
        r.data.stepTrace.push_back(file);
        const Run run = makeRun({r.finish()});
        const auto best = overview(run);
        QCOMPARE(best.size(), size_t(2)); // nothing worked in step 3
        QCOMPARE(cells(best[0].computingUs.value(), best[0].source), cells(5.0, "step_trace_time.csv"));
        QCOMPARE(cells(best[1].step, best[1].computingUs.value(), best[1].source, best[1].rankIndex),
                 cells("2", 0.2, "derived", 0));
        QCOMPARE(overviewItems(best, true).size(), size_t(1)); // one bar of both steps
        QCOMPARE(overview(run, {{}, {}, OverviewSource::File}).size(), size_t(1));

        // A file that counts otherwise is not mixed with the trace.
        TinyRank whole(0, Framework::MindSpore);
        whole.step(7, 0, 1000);
        whole.kernel("k", 100, 100);
        file.step = QStringLiteral("0");
        whole.data.stepTrace.push_back(file);
        QCOMPARE(overview(makeRun({whole.finish()})).size(), size_t(1));
    }

    // Communication 25000-45000, 62000-66000 (receive) and 67000-68000 (send).
    void stageThatTheFileLeavesAtZeroComesFromTheTrace()
    {
        for (const Framework framework : {Framework::MindSpore, Framework::PyTorch}) {
            TinyRank r = oneStep(framework);
            r.communication("hcom_send__1_2_1", 67000, 1000);
            r.data.stepTrace.push_back({.step = QStringLiteral("1"),
                                        .notOverlappedUs = 20,
                                        .communicationUs = 25,
                                        .stageUs = 0,
                                        .bubbleUs = 0,
                                        .notOverlappedExcludeReceiveUs = 20});
            const Run run = makeRun({r.finish()});
            const bool mindSpore = framework == Framework::MindSpore;
            const OverviewRow best = overview(run).front();
            QCOMPARE(cells(best.stageUs.value(), best.bubbleUs.value(), best.notOverlappedExcludeReceiveUs.value()),
                     cells(mindSpore ? 38.0 : 0.0, mindSpore ? 5.0 : 0.0, mindSpore ? 15.0 : 20.0));
            QCOMPARE(overview(run, {{}, {}, OverviewSource::File}).front().stageUs.value(), 0.0);
        }
    }

    void stageOfZeroWithoutATraceIsMissing()
    {
        const auto runWith = [](double communication) {
            TinyRank r(3, Framework::MindSpore);
            r.data.info.label = QStringLiteral("3");
            StepTraceRow file{
                .step = QStringLiteral("1"), .communicationUs = communication, .stageUs = 0, .bubbleUs = 0};
            r.data.stepTrace.push_back(file);
            auto data = std::make_shared<RankData>(*r.finish());
            data->trace.reset();
            return makeRun({data});
        };
        const Run run = runWith(25);
        QVERIFY(!overview(run).front().stageUs && !overview(run).front().bubbleUs);
        QCOMPARE(overview(run, {{}, {}, OverviewSource::File}).front().stageUs.value(), 0.0);
        const auto findings = overviewDisagreements(run);
        QCOMPARE(findings.size(), size_t(1));
        QCOMPARE(findings[0].code, QStringLiteral("overview.stage-zero"));
        QVERIFY(findings[0].text().endsWith(QStringLiteral("for ranks 3.")));
        // Without communication it is what the writer says.
        QCOMPARE(overview(runWith(0)).front().stageUs.value(), 0.0);
        QVERIFY(overviewDisagreements(runWith(0)).empty());
    }

    void fileWinsAndIsPrintedVerbatim()
    {
        TinyRank r = oneStep();
        r.data.stepTrace.push_back({.step = QStringLiteral("1"), .computingUs = 8868.240000000003});
        const Run run = makeRun({r.finish()});
        const auto best = overview(run);
        QCOMPARE(best.size(), size_t(1));
        QCOMPARE(cells(best[0].computingUs.value(), best[0].freeUs, best[0].rank, best[0].source),
                 cells(8868.240000000003, std::nullopt, 0, "step_trace_time.csv"));
        const auto derived = overview(run, {{}, {}, OverviewSource::Derived});
        QCOMPARE(derived[0].computingUs.value(), 30.0);
    }

    void rowsNameTheFileTheyAreOf_data()
    {
        using Files = QMap<QString, QString>; // kinds by name
        QTest::addColumn<Files>("files");
        QTest::addColumn<QString>("source");
        const QString steps = QStringLiteral("step_trace_raw_3_detail_time.csv");
        const QString shares = QStringLiteral("ascend_cluster_analyse_model-parallel_1_8_3.csv");
        const QString today = QStringLiteral("step_trace_time.csv");
        const QString flops = QStringLiteral("flops_3.txt");
        const QString ofSteps = QStringLiteral("legacy_steps");
        const QString ofShares = QStringLiteral("legacy_shares");
        const QString ofFlops = QStringLiteral("legacy_flops_operators");
        QTest::newRow("step times of 1.x") << Files{{steps, ofSteps}} << steps;
        QTest::newRow("parts of steps of 1.x") << Files{{shares, ofShares}} << shares;
        QTest::newRow("iterations of CANN")
            << Files{{QStringLiteral("step_trace_0_2_1.json"), QStringLiteral("legacy_iterations")},
                     {QStringLiteral("step_trace_0_2_2.json"), QStringLiteral("legacy_iterations")}}
            << QStringLiteral("step_trace_*.json");
        QTest::newRow("both") << Files{{shares, ofShares}, {steps, ofSteps}} << shares + QStringLiteral(", ") + steps;
        QTest::newRow("today's beside an old file")
            << Files{{flops, ofFlops}, {today, QStringLiteral("step_trace_time")}} << today;
        QTest::newRow("a database beside an old file")
            << Files{{flops, ofFlops}, {QStringLiteral("analysis.db"), QStringLiteral("db")}}
            << QStringLiteral("analysis.db: StepTraceTime");
    }

    void rowsNameTheFileTheyAreOf()
    {
        using Files = QMap<QString, QString>;
        QFETCH(const Files, files);
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 3;
        rank->legacy = true;
        for (auto at = files.begin(); at != files.end(); ++at) {
            rank->info.files.push_back(
                {.name = QStringLiteral("profiler/") + at.key(), .kind = at.value(), .used = true});
        }
        StepTraceRow row{.step = QStringLiteral("1"), .rank = 3, .computingUs = 5};
        rank->stepTrace = {row};
        const auto rows = overview(makeRun({rank}));
        QCOMPARE(rows.size(), size_t{1});
        QTEST(rows[0].source, "source");
    }

    void clusterFileServesRanksWithoutAFile()
    {
        TinyRank r = oneStep();
        Run run = makeRun({r.finish()});
        StepTraceRow row{.step = QStringLiteral("1"), .rank = 0, .computingUs = 1};
        run.cluster.stepTrace.push_back(row);
        row.rank = 5; // no folder of this rank is here
        run.cluster.stepTrace.push_back(row);
        row.stageRanks = QStringLiteral("(0, 5)");
        run.cluster.stepTrace.push_back(row);
        const auto rows = overview(run);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].source, QStringLiteral("cluster_step_trace_time.csv"));
        QCOMPARE(cells(rows[1].rank, rows[1].rankIndex), cells(5, -1));
        QCOMPARE(overview(run, {{}, {}, OverviewSource::Derived}).size(), size_t(1));
    }

    void filtersByStepAndDomain()
    {
        const Run run = makeRun(4, [&](TinyRank &r, int i) {
            for (const int step : {10, 9}) {
                r.data.stepTrace.push_back({.step = QString::number(step), .computingUs = i});
            }
            r.data.groups.push_back({.commName = i < 2 ? QStringLiteral("group_a") : QStringLiteral("group_b"),
                                     .pgName = QStringLiteral("tp"),
                                     .globalRanks = i < 2 ? std::vector<int>{0, 1} : std::vector<int>{2, 3}});
        });
        const auto all = overview(run);
        QCOMPARE(all.size(), size_t(8));
        QCOMPARE(all.front().step, QStringLiteral("9"));
        QCOMPARE(overview(run, {QStringLiteral("10"), {}, OverviewSource::Best}).size(), size_t(4));
        const auto second = overview(run, {QStringLiteral("9"), QStringLiteral("tp:(2,3)"), OverviewSource::Best});
        QCOMPARE(second.size(), size_t(2));
        QCOMPARE(second[0].rank, 2);
        QVERIFY(overview(run, {{}, QStringLiteral("nobody"), OverviewSource::Best}).empty());
    }

    void disagreementIsAFinding()
    {
        TinyRank r = oneStep();
        StepTraceRow file{.step = QStringLiteral("1")};
        file.computingUs = 31.004; // 1 us + 5 slices of 1 ns are allowed
        file.freeUs = 12.006;
        file.preparingUs = 19.25;
        file.stageUs = 56.5;
        file.notOverlappedExcludeReceiveUs = 17; // 15
        r.data.stepTrace.push_back(file);
        const auto findings = overviewDisagreements(makeRun({r.finish()}));
        QCOMPARE(findings.size(), size_t(3));
        QVERIFY(findings[0].place.text().contains(QStringLiteral("Free")));
        QVERIFY(findings[1].place.text().contains(QStringLiteral("Stage")));
        QVERIFY(findings[2].place.text().contains(QStringLiteral("Exclude Receive")));
        QVERIFY(findings[0].text().contains(QStringLiteral("12.006 us ≠ 11.000 us, Δ 1.006 us")));
    }

    void emptyTracesOfRanksThatWorked_data()
    {
        const Scenarios<QString, QString, bool> row;
        row("kernels", "trace.empty", "kernel_details", true);
        row("kernels of msprof", "trace.empty", "op_summary", true);
        row("nothing else", "trace.empty", "api_statistic", false);
        row("a broken trace", "trace.not-json", "kernel_details", false);
    }

    void emptyTracesOfRanksThatWorked()
    {
        auto [code, kind, isTold] = scenario<QString, QString, bool>();
        auto rank = std::make_shared<RankData>();
        rank->info.label = QStringLiteral("3");
        rank->report.add({Severity::Notice, QStringLiteral("trace_view.json"), {}, code, QStringLiteral("x"), {}});
        rank->info.files.emplace_back();
        rank->info.files.back().kind = kind;
        rank->info.files.back().used = true;
        const auto findings = overviewDisagreements(makeRun({rank}));
        QCOMPARE(findings.size(), size_t(isTold ? 1 : 0));
        if (isTold) {
            QCOMPARE(findings.front().severity, Severity::Loss);
            QVERIFY(findings.front().place.text().contains(u'3'));
        }
    }

    void aiCpuAloneIsNoTraceOfTheCores()
    {
        for (const bool hasCore : {false, true}) {
            TinyRank r;
            r.step(1, 0, 100'000);
            r.kernel("GetNext", 10'000, 20'000, "AI_CPU");
            if (hasCore)
                r.kernel("MatMul", 40'000, 10'000);
            r.kernelRow("MatMul", "MatMulV2", "AI_CORE", "", 40'000, 10'000);
            const auto rank = r.finish();
            QCOMPARE(deriveOverview(*rank).front().computingUs.has_value(), hasCore);
            QCOMPARE(overviewDisagreements(makeRun({rank})).empty(), hasCore);
        }
    }

    void stageOfOtherWriters_data()
    {
        const Scenarios<Framework, double, bool> row;
        using F = Framework;
        row("whole operators", F::MindSpore, 41.0 - 4.0, false);
        row("to the end of the last task", F::MindSpore, 40.0 - 4.0, false);
        row("to the start of the last task", F::MindSpore, 38.0 - 4.0, false);
        row("to the start of the last operator", F::MindSpore, 37.0 - 4.0, false);
        row("something else", F::MindSpore, 39.0 - 4.0, true);
        row("torch", F::PyTorch, 40.0 - 4.0, true);
    }

    // MindSpore takes the slice of the communication process that starts last, which may be a task on a plane.
    void stageOfOtherWriters()
    {
        const auto [framework, stage, isTold] = scenario<Framework, double, bool>();
        TinyRank r = oneStep(framework);
        r.slice("4", "1", "Notify_Wait", 63000, 2000);
        r.data.stepTrace.emplace_back();
        r.data.stepTrace.back().step = QStringLiteral("1");
        r.data.stepTrace.back().stageUs = stage;
        const auto findings = overviewDisagreements(makeRun({r.finish()}));
        QCOMPARE(!findings.empty(), isTold);
    }

    // Lanes that other files list and the trace lacks are missing, not 0, and said.
    void lanesThatAreNotThereLeaveNoZeros()
    {
        TinyRank r;
        r.step(1, 0, 100'000);
        r.kernel("k", 10'000, 20'000);
        r.commOps.push_back({.step = QStringLiteral("1"), .name = QStringLiteral("hcom_allReduce__1_0_1")});
        const auto rank = r.finish();
        const OverviewRow row = deriveOverview(*rank).front();
        QCOMPARE(row.computingUs, std::optional(20.0));
        for (const std::optional<double> &lost :
             {row.communicationUs, row.notOverlappedUs, row.overlappedUs, row.freeUs, row.stageUs, row.bubbleUs,
              row.notOverlappedExcludeReceiveUs})
            QCOMPARE(lost, std::nullopt);
        const std::vector<Finding> told = overviewDisagreements(makeRun({rank}));
        QCOMPARE(told.size(), size_t{1});
        QCOMPARE(told.front().code, QStringLiteral("overview.lost-lanes"));
        QVERIFY(begins(told.front().message, "communication.json"));
        // A rank with databases has a table that lists them.
        auto ofDatabase = std::make_shared<RankData>(*rank);
        ofDatabase->info.files.push_back({QStringLiteral("analysis.db"), {}, QStringLiteral("db"), 1, true, {}});
        const QString said = overviewDisagreements(makeRun({ofDatabase})).front().message;
        QVERIFY2(said.contains(QLatin1String("CommAnalyzerTime")) &&
                     !said.contains(QLatin1String("communication.json")),
                 qPrintable(said));

        // Rows of communication that found their slices say nothing of the kernels that did not.
        TinyRank lost;
        lost.step(1, 0, 100'000);
        lost.communication("hcom_allReduce__1_0_1", 40'000, 10'000);
        lost.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "HCCL", "", 40'000, 10'000);
        lost.kernelRow("k", "MatMul", "AI_CORE", "", 10'000, 20'000);
        const auto noKernels = lost.finish();
        const OverviewRow gone = deriveOverview(*noKernels).front();
        QCOMPARE(cells(gone.computingUs, gone.freeUs, gone.communicationUs), cells(std::nullopt, std::nullopt, 10.0));
        QCOMPARE(overviewDisagreements(makeRun({noKernels})).front().code, QStringLiteral("overview.lost-lanes"));
        QVERIFY(deviceIdle(*noKernels).gaps.empty());

        // Nor do those of what runs elsewhere.
        for (const bool isThere : {false, true}) {
            TinyRank cut;
            cut.step(1, 0, 100'000);
            cut.kernel("random", 60'000, 1'000, "DSA_SQE");
            cut.kernelRow("random", "DSARandomUniform", "DSA", "", 60'000, 1'000);
            cut.kernelRow("k", "MatMul", "AI_CORE", "", 10'000, 20'000);
            if (isThere)
                cut.kernel("k", 10'000, 20'000);
            QCOMPARE(deriveOverview(*cut.finish()).front().computingUs, isThere ? std::optional(21.0) : std::nullopt);
        }

        TinyRank without;
        without.step(1, 0, 100'000);
        without.kernel("k", 10'000, 20'000);
        without.kernelRow("hcom_allReduce__1_0_1", "hcom_allReduce_", "HCCL", "", 40'000, 10'000);
        const auto honest = without.finish();
        QCOMPARE(deriveOverview(*honest).front().communicationUs, std::optional(0.0));
        QVERIFY(overviewDisagreements(makeRun({honest})).empty());
    }

    void overlapAnalysisOfTheTrace_data()
    {
        // ns: of the lanes
        const Scenarios<QList<qint64>, QStringList> row;
        using L = QList<qint64>;
        const auto told = [](const char *text) {
            return QStringList(QStringLiteral("rank 0 ") + QString::fromUtf8(text));
        };
        row("the same", L{30000, 24000, 19000, 11000}, QStringList());
        // 1 us + 1 ns for each of 5 slices of the device and 10 of the analysis.
        row("rounded up", L{31015, 25015, 20015, 12015}, QStringList());
        row("rounded down", L{28985, 22985, 17985, 9985}, QStringList());
        row("computing", L{31016, 24000, 19000, 11000}, told("Computing: 31.016 µs ≠ 30.000 µs"));
        row("communication", L{30000, 48000, 19000, 11000}, told("Communication: 48.000 µs ≠ 24.000 µs"));
        row("not overlapped", L{30000, 24000, 0, 11000}, told("Communication(Not Overlapped): 0.000 µs ≠ 19.000 µs"));
        row("free", L{30000, 24000, 19000, 9984}, told("Free: 9.984 µs ≠ 11.000 µs"));
        row("a lane is gone", L{30000, 24000, 19000, -1}, told("Free: 0.000 µs ≠ 11.000 µs"));
        row("all are gone", L{-1, -1, -1, -1}, QStringList());
    }

    void overlapAnalysisOfTheTrace()
    {
        const auto [ns, expected] = scenario<QList<qint64>, QStringList>();
        TinyRank r = oneStep();
        addOverlap(r, "5", "NPU", {ns[0], ns[1], ns[2], ns[3]});
        QCOMPARE(overlapFindings(r.finish()), expected);
    }

    // Sums that agree say nothing of lanes that are shifted.
    void overlapAnalysisElsewhere()
    {
        for (const qint64 later : {300, 400, 1000000}) {
            TinyRank r = oneStep();
            addOverlap(r, "5", "NPU", {30000, 24000, 19000, 11000}, later);
            const QStringList told = overlapFindings(r.finish());
            // 3 pieces of 0.4 us are more than 1 us and 2 ns for each of 15 slices.
            QCOMPARE(told.size(), later == 300 ? 0 : later == 400 ? 2 : 4);
            if (later == 400)
                QCOMPARE(told.front(), QStringLiteral("rank 0 Computing: 1.200 µs"));
        }
    }

    // Each device is held against its own analysis; one that names no device against none.
    void overlapAnalysisOfTwoDevices()
    {
        for (const bool named : {true, false}) {
            TinyRank r = oneStep();
            r.process("6", "Ascend Hardware", 6, "NPU 1");
            r.thread("6", "7", "Stream 7");
            r.slice("6", "7", "MatMul", 20000, 40000, "AI_CORE");
            addOverlap(r, "5", named ? "NPU" : "", {30000, 24000, 19000, 11000});
            addOverlap(r, "8", named ? "NPU 1" : "", {50000, -1, -1, -1});
            QCOMPARE(overlapFindings(r.finish()),
                     named ? QStringList(QStringLiteral("rank 0 Computing: 50.000 µs ≠ 40.000 µs")) : QStringList());
        }
    }

    void rankWithoutTraceGivesNothing()
    {
        const RankData empty;
        QVERIFY(deriveOverview(empty).empty());
        QVERIFY(stepWindows(empty).empty());
        QVERIFY(overview(Run()).empty());
        QVERIFY(overviewDisagreements(Run()).empty());
    }

    void nothingIsSummedOverAMissingPart()
    {
        OverviewRow whole;
        whole.computingUs = 30;
        whole.notOverlappedUs = 10;
        whole.overlappedUs = 5;
        whole.freeUs = 20;
        QCOMPARE(whole.totalUs(), std::optional(60.0)); // of a source that knows no preparing
        QCOMPARE(whole.ratio(whole.computingUs), std::optional(0.5));
        whole.preparingUs = 15;
        QCOMPARE(whole.totalUs(), std::optional(75.0));
        for (std::optional<double> OverviewRow::*part :
             {&OverviewRow::computingUs, &OverviewRow::notOverlappedUs, &OverviewRow::freeUs}) {
            OverviewRow row = whole;
            (row.*part).reset();
            QVERIFY(!row.totalUs());
            QVERIFY(!row.ratio(whole.overlappedUs));
        }
        OverviewRow noOverlap = whole;
        noOverlap.overlappedUs.reset();
        QVERIFY(noOverlap.totalUs() && !noOverlap.pureComputeUs());
        OverviewRow noPreparing = whole;
        noPreparing.preparingUs.reset();
        noPreparing.preparingMissing = true;
        QVERIFY(!noPreparing.totalUs());
    }

    void receivesLongerThanTheStepAreMissing_data()
    {
        QTest::addColumn<Framework>("framework");
        QTest::newRow("torch") << Framework::PyTorch;
        QTest::newRow("mindspore") << Framework::MindSpore;
        QTest::newRow("msprof") << Framework::Msprof;
    }

    void receivesLongerThanTheStepAreMissing()
    {
        QFETCH(Framework, framework);
        const auto rankOf = [&](int times) {
            TinyRank r(0, framework);
            r.step(1, 1000, 99000);
            r.kernel("MatMul", 20000, 1000);
            r.kernel("Add", 24000, 1000);
            for (int i = 0; i < times; ++i)
                r.communication("hcom_receive__1_1_1", 21000, 3000);
            r.launch(1500, 20000);
            return r.finish();
        };
        const auto sound = rankOf(1);
        const OverviewRow row = deriveOverview(*sound).front();
        QVERIFY(row.bubbleUs && row.stageUs && row.notOverlappedExcludeReceiveUs);
        QVERIFY(overviewDisagreements(makeRun({sound})).empty());

        const auto doubled = rankOf(2);
        const OverviewRow bad = deriveOverview(*doubled).front();
        QVERIFY(!bad.bubbleUs && !bad.stageUs && !bad.notOverlappedExcludeReceiveUs);
        QCOMPARE(bad.communicationUs, std::optional(3.0)); // a union
        const auto findings = overviewDisagreements(makeRun({doubled}));
        QCOMPARE(findings.size(), size_t(1));
        QCOMPARE(findings[0].code, QStringLiteral("overview.receives"));
        QVERIFY(findings[0].place.text().contains(QStringLiteral("rank 0")));
    }
};

RS_TEST(TestStepBreakdown, QCoreApplication);
#include "tst_stepbreakdown.moc"
