// SPDX-License-Identifier: Apache-2.0
// Pipelines of generated runs: the passes are those that the generator played.
#include "analysis/overview/overviewfindings.h"
#include "analysis/parallel/pipelinechart.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

struct Trial
{
    QTemporaryDir dir;
    gen::GeneratorResult made;
    std::shared_ptr<const Run> run;
};

std::unique_ptr<Trial> trial(bool pytorch, bool batchSendRecv, bool runAhead = false)
{
    auto t = std::make_unique<Trial>();
    gen::GeneratorOptions o;
    o.outDir = t->dir.path();
    o.ranks = 8;
    o.tp = 2;
    o.pp = 4;
    o.steps = 2;
    o.mbPerRank = 2;
    o.clockOffsetMs = 60'000;
    o.pytorch = pytorch;
    o.batchSendRecv = batchSendRecv;
    o.runAhead = runAhead;
    o.oldCann = runAhead; // which writes Stage and Bubble
    o.threads = 1;
    t->made = gen::generate(o);
    ThreadPool pool(1);
    ImportReport report;
    std::vector<Run> found = discover({t->dir.path()}, JobContext(), report);
    if (t->made.ok && found.size() == 1)
        t->run = loadRun(std::move(found.front()), pool, JobContext());
    return t;
}

int countOf(const PipelineStage &stage, PipelineWork work)
{
    return static_cast<int>(std::count_if(stage.blocks.begin(), stage.blocks.end(),
                                          [work](const PipelineBlock &b) { return b.work == work; }));
}

} // namespace

class TestGenPipelines : public QObject
{
    Q_OBJECT
private slots:
    void passesAreThoseOfTheGenerator_data();
    void passesAreThoseOfTheGenerator();
    void sendsThatAlsoReceive();
    void stepTimesOfHostsThatRunAhead_data() { passesAreThoseOfTheGenerator_data(); }
    void stepTimesOfHostsThatRunAhead();
};

void TestGenPipelines::passesAreThoseOfTheGenerator_data()
{
    const Scenarios<bool> row;
    row("MindSpore", false);
    row("PyTorch", true);
}

// Work of the device counts in the step in which it begins, as official writers have it.
void TestGenPipelines::stepTimesOfHostsThatRunAhead()
{
    const auto [pytorch] = scenario<bool>();
    const auto t = trial(pytorch, false, true);
    QVERIFY(t->run);
    const std::vector<Finding> found = overviewDisagreements(*t->run);
    QVERIFY2(found.empty(), qPrintable(found.empty() ? QString() : found.front().argument));
}

// All forwards, then all backwards, of which each crosses every border once.
void TestGenPipelines::passesAreThoseOfTheGenerator()
{
    const auto [pytorch] = scenario<bool>();
    const auto t = trial(pytorch, false);
    QVERIFY(t->run);
    const int m = t->made.microBatches;
    QVERIFY(m > 1);
    const PipelineChart chart = pipelineChart(*t->run);
    QCOMPARE(chart.pipelines, (std::vector<std::vector<int>>{{0, 2, 4, 6}, {1, 3, 5, 7}}));
    QCOMPARE(chart.steps.size(), size_t{4});
    for (const PipelineStep &step : chart.steps) {
        QCOMPARE(step.links.size(), static_cast<size_t>(2 * 3 * m));
        for (const PipelineStage &stage : step.stages) {
            const QByteArray where = QStringLiteral("step %1, rank %2").arg(step.step).arg(stage.rank).toUtf8();
            QVERIFY2(stage.lack == PipelineLack::None, where);
            QCOMPARE(stage.microBatches, std::optional(m));
            QCOMPARE(countOf(stage, PipelineWork::Forward), m);
            QCOMPARE(countOf(stage, PipelineWork::Backward), m);
            QCOMPARE(countOf(stage, PipelineWork::ForwardBackward), 0);
            QVERIFY2(countOf(stage, PipelineWork::Other) >= 1, where); // the optimiser
            QCOMPARE(step.idealShare(stage), std::optional(3.0 / m));
            QVERIFY2(stage.bubbleNs && stage.busyNs, where);
            QVERIFY2(*stage.bubbleNs > 0 && *stage.bubbleNs + *stage.busyNs <= step.span.length(), where);
        }
        for (const PipelineLink &l : step.links) {
            const PipelineTransferEnd &send = step.stages[static_cast<size_t>(l.fromStage)].transfers[l.send];
            const PipelineTransferEnd &receive = step.stages[static_cast<size_t>(l.toStage)].transfers[l.receive];
            QCOMPARE(send.microBatch, receive.microBatch);
            QCOMPARE(std::abs(l.fromStage - l.toStage), 1);
        }
    }
}

void TestGenPipelines::sendsThatAlsoReceive()
{
    const auto t = trial(true, true);
    QVERIFY(t->run);
    const PipelineChart chart = pipelineChart(*t->run);
    QCOMPARE(chart.steps.size(), size_t{4});
    for (const PipelineStage &stage : chart.steps.front().stages) {
        QCOMPARE(stage.lack, PipelineLack::BothWays);
        QVERIFY(stage.blocks.empty() && !stage.microBatches);
        QVERIFY(stage.busyNs && !stage.transfers.empty());
    }
}

RS_TEST(TestGenPipelines, QCoreApplication);

#include "tst_genpipelines.moc"
