// SPDX-License-Identifier: Apache-2.0
// The passes of microbatches through the stages of a pipeline, worked by hand.
#include "analysis/parallel/pipelinechart.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

using W = PipelineWork;
using B = StageBorder;
constexpr qint64 us = 1000;

enum Word : quint32 { Matrix, Sum, MatrixGrad, SumGrad, Optimizer, Init };

/// A stage by hand; times in microseconds.
struct Stage
{
    StageWork work;
    void kernel(qint64 from, qint64 to, quint32 name, KernelPass pass = KernelPass::Unknown)
    {
        work.kernels.push_back({{from * us, to * us}, SliceId{static_cast<quint32>(work.kernels.size())}, name, pass});
    }
    void forward(qint64 from)
    {
        kernel(from, from + 4, Matrix);
        kernel(from + 4, from + 10, Sum);
    }
    void backward(qint64 from)
    {
        kernel(from, from + 8, MatrixGrad);
        kernel(from + 8, from + 20, SumGrad);
    }
    void transfer(B border, qint64 from, qint64 to) { work.transfers.push_back({border, {from * us, to * us}}); }
};

/// "F0 0-10, B0 44-64, …"
std::string textOf(const std::optional<std::vector<PipelineBlock>> &blocks)
{
    if (!blocks)
        return "none";
    std::string out;
    for (const PipelineBlock &b : *blocks) {
        out += out.empty() ? "" : ", ";
        out += b.work == W::Forward ? "F" : b.work == W::Backward ? "B" : b.work == W::ForwardBackward ? "FB" : "other";
        if (b.microBatch >= 0)
            out += std::to_string(b.microBatch);
        out += " " + std::to_string(b.time.from / us) + "-" + std::to_string(b.time.to / us);
    }
    return out;
}

/// The first of two stages with four microbatches, one forward ahead (1F1B).
Stage firstOfTwo()
{
    Stage s;
    s.work.isFirst = true;
    for (const qint64 f : {0, 10})
        s.forward(f);
    s.backward(44);
    s.forward(64);
    s.backward(76);
    s.forward(96);
    s.backward(108);
    s.backward(140);
    s.kernel(160, 165, Optimizer);
    s.transfer(B::ToNext, 10, 12);
    s.transfer(B::ToNext, 20, 44);
    s.transfer(B::FromNext, 20, 44);
    s.transfer(B::ToNext, 74, 76);
    s.transfer(B::FromNext, 74, 76);
    s.transfer(B::ToNext, 106, 108);
    s.transfer(B::FromNext, 106, 108);
    s.transfer(B::FromNext, 128, 140);
    return s;
}

Stage lastOfTwo()
{
    Stage s;
    s.work.isLast = true;
    for (const qint64 f : {12, 44, 76, 108}) {
        s.forward(f);
        s.backward(f + 10);
        s.transfer(B::FromPrevious, f == 12 ? 0 : f - 2, f);
        s.transfer(B::ToPrevious, f + 30, f + 32);
    }
    s.kernel(142, 147, Optimizer);
    return s;
}

std::string blocksOf(const Stage &s)
{
    return textOf(blocksByTransfers(s.work, tensorsOfBorders(s.work)));
}

/// The same two stages as ranks 0 and 1 in one group, from `base`.
class TwoStages
{
public:
    explicit TwoStages(const char *suffix = "") : m_suffix(suffix)
    {
        for (TinyRank *r : {&first, &last}) {
            r->data.groups.push_back(describedGroup(QStringLiteral("group_name_19"), QStringLiteral("pp"), {0, 1}));
            r->thread("4", "0", "Group group_name_19 Communication");
        }
    }
    void add(TinyRank &rank, const Stage &stage, qint64 base = 1000 * us)
    {
        constexpr std::string_view names[] = {"MatMul", "Add", "MatMulGrad", "AddGrad", "Adam", "Zeros"};
        for (const StageKernel &k : stage.work.kernels)
            rank.kernel(std::string(names[k.name]) + std::to_string(m_count++), base + k.time.from, k.time.length());
        for (const BorderTransfer &t : stage.work.transfers) {
            const std::string kind = !m_suffix.empty() ? m_suffix : isReceive(t.border) ? "receive" : "send";
            rank.communication("hcom_" + kind + "__128_" + std::to_string(m_count++) + "_1", base + t.time.from,
                               t.time.length());
        }
    }
    Run take() { return makeRun({first.finish(), last.finish()}); }

    TinyRank first{0};
    TinyRank last{1};

private:
    std::string m_suffix;
    int m_count = 0;
};

/// Sum of the stage's parts; -1 if it differs from its work and waits.
qint64 partsOf(const PipelineStage &s)
{
    const qint64 parts = s.beforeNs.value_or(0) + s.phases->warmUp.length() + s.phases->steady.length() +
                         s.phases->coolDown.length() + s.afterNs.value_or(0);
    return parts == s.busyNs.value_or(0) + s.otherNs.value_or(0) + s.bubbleNs.value_or(0) ? parts : -1;
}

} // namespace

class TestPipelineChart : public QObject
{
    Q_OBJECT

private slots:
    // Backward 0 and forward 2 have no transfer between them: the kernels are those of a forward that stands alone.
    void firstStageByNames()
    {
        QCOMPARE(blocksOf(firstOfTwo()), std::string("F0 0-10, F1 10-20, B0 44-64, F2 64-74, B1 76-96, F3 96-106, "
                                                     "B2 108-128, B3 140-160, other 160-165"));
    }

    void lastStageHoldsBoth()
    {
        QCOMPARE(blocksOf(lastOfTwo()), std::string("FB0 12-42, FB1 44-74, FB2 76-106, FB3 108-138, other 142-147"));
    }

    void lastStageByLaunches()
    {
        Stage s = lastOfTwo();
        for (StageKernel &k : s.work.kernels)
            k.pass = k.name == MatrixGrad || k.name == SumGrad ? KernelPass::Backward : KernelPass::Forward;
        QCOMPARE(blocksOf(s), std::string("F0 12-22, B0 22-42, F1 44-54, B1 54-74, F2 76-86, B2 86-106, F3 108-118, "
                                          "B3 118-138, other 142-147"));
        // Mixed on several streams: nothing tells.
        std::swap(s.work.kernels[1].pass, s.work.kernels[2].pass);
        QVERIFY(blocksOf(s).starts_with("FB0 12-42, F1 44-54"));
    }

    void middleStage()
    {
        Stage s;
        s.kernel(0, 1, Init);
        s.forward(12);
        s.forward(24);
        s.backward(60);
        s.backward(90);
        s.kernel(112, 115, Optimizer);
        s.transfer(B::FromPrevious, 0, 12);
        s.transfer(B::ToNext, 22, 24);
        s.transfer(B::FromPrevious, 22, 24);
        s.transfer(B::ToNext, 34, 36);
        s.transfer(B::FromNext, 34, 60);
        s.transfer(B::ToPrevious, 80, 82);
        s.transfer(B::FromNext, 80, 90);
        s.transfer(B::ToPrevious, 110, 112);
        QCOMPARE(blocksOf(s), std::string("other 0-1, F0 12-22, F1 24-34, B0 60-80, B1 90-110, other 112-115"));
    }

    // GPipe: the forwards of the last stage end with the next receive, and the last of them runs into a backward.
    void allForwardsFirst()
    {
        Stage s;
        s.work.isLast = true;
        for (const qint64 f : {12, 30, 50}) {
            s.transfer(B::FromPrevious, f == 12 ? 0 : f - 5, f);
            s.forward(f);
        }
        for (const qint64 b : {60, 80, 100}) {
            s.backward(b);
            s.transfer(B::ToPrevious, b + 20, b + 22);
        }
        QCOMPARE(blocksOf(s), std::string("F0 12-22, F1 30-40, F2 50-60, B0 60-80, B1 80-100, B2 100-120"));
    }

    // The second send starts when the forward behind it runs already: the receives tell that two belong together.
    void twoTensors()
    {
        Stage first = firstOfTwo();
        Stage last = lastOfTwo();
        for (Stage *const s : {&first, &last}) {
            std::vector<BorderTransfer> twice;
            for (const BorderTransfer &t : s->work.transfers) {
                const qint64 middle = t.time.to - us;
                twice.push_back({t.border, {t.time.from, middle}});
                twice.push_back({t.border, {middle, t.time.to}});
            }
            s->work.transfers = std::move(twice);
        }
        const BorderCounts ofLast = tensorsOfBorders(last.work);
        QCOMPARE(ofLast[static_cast<size_t>(B::FromPrevious)], 2);
        BorderCounts counts = tensorsOfBorders(first.work);
        QCOMPARE(cells(counts[static_cast<size_t>(B::FromNext)], counts[static_cast<size_t>(B::ToNext)]), cells(2, 1));
        counts[static_cast<size_t>(B::ToNext)] = ofLast[static_cast<size_t>(B::FromPrevious)];
        QCOMPARE(textOf(blocksByTransfers(first.work, counts)), blocksOf(firstOfTwo()));
        // One that belongs to none.
        first.transfer(B::ToNext, 170, 171);
        QCOMPARE(textOf(blocksByTransfers(first.work, counts)), std::string("none"));
    }

    // A transfer posted while another block runs begins the one behind it.
    void postedAhead()
    {
        Stage s;
        s.forward(12);
        s.backward(22);
        s.transfer(B::FromPrevious, 0, 12);
        s.transfer(B::FromNext, 12, 18);
        s.transfer(B::ToNext, 22, 24);
        s.transfer(B::ToPrevious, 42, 44);
        QCOMPARE(blocksOf(s), std::string("F0 12-22, B0 22-42"));
    }

    void noOrder()
    {
        Stage s = firstOfTwo();
        s.work.isFirst = false; // a forward that nothing was received for
        QCOMPARE(cells(blocksOf(s), blocksOf(Stage())), cells(std::string("none"), std::string("none")));
    }

    void marksOfTheUser()
    {
        Stage s = lastOfTwo();
        const std::vector<PassMark> marks = {{KernelPass::Forward, {12 * us, 22 * us}, SliceId{7}},
                                             {KernelPass::Backward, {22 * us, 42 * us}, SliceId{8}},
                                             {KernelPass::Forward, {44 * us, 54 * us}, SliceId{9}}};
        const std::vector<PipelineBlock> blocks = blocksByMarks(s.work, marks);
        QCOMPARE(textOf(blocks), std::string("F0 12-22, B0 22-42, F1 44-54, other 54-147"));
        QCOMPARE(blocks[1].slice, SliceId{8});
    }

    void phases()
    {
        const auto phasesOf = [](const Stage &s) {
            return pipelinePhases(*blocksByTransfers(s.work, tensorsOfBorders(s.work)));
        };
        const auto first = phasesOf(firstOfTwo());
        QVERIFY(first);
        QCOMPARE(first->warmUp, (Interval{0, 10 * us}));
        QCOMPARE(first->steady, (Interval{10 * us, 128 * us}));
        QCOMPARE(first->coolDown, (Interval{128 * us, 160 * us}));
        const auto last = phasesOf(lastOfTwo());
        QVERIFY(last);
        QCOMPARE(last->warmUp.length(), 0);
        QCOMPARE(last->steady, (Interval{12 * us, 138 * us}));
        QCOMPARE(last->coolDown.length(), 0);
        QVERIFY(!pipelinePhases({{W::Forward, 0, {0, 1}, NoSlice}}));
    }

    // From 0 to 160 us; the first stage works for 120 of them, the last one for 120 in its passes and 5 on the
    // optimiser.
    void twoStages()
    {
        TwoStages run;
        run.add(run.first, firstOfTwo());
        run.add(run.last, lastOfTwo());
        const PipelineChart chart = pipelineChart(run.take());
        QCOMPARE(chart.none, NoPipeline::None);
        QCOMPARE(chart.pipelines, (std::vector<std::vector<int>>{{0, 1}}));
        QCOMPARE(chart.steps.size(), size_t{1});
        const PipelineStep &step = chart.steps.front();
        QCOMPARE(step.span, (Interval{1000 * us, 1160 * us}));
        QCOMPARE(step.stages.size(), size_t{2});
        const PipelineStage &first = step.stages[0];
        QCOMPARE(cells(first.lack, first.microBatches, first.busyNs, first.bubbleNs, first.bubbleShare()),
                 cells(PipelineLack::None, 4, 120 * us, 40 * us, 40.0 / 120));
        QCOMPARE(step.idealShare(first), std::optional(0.25));
        QVERIFY(!first.byMarks);
        const PipelineStage &last = step.stages[1];
        QCOMPARE(cells(last.microBatches, last.busyNs, last.bubbleNs, last.otherNs, last.beforeNs, last.afterNs),
                 cells(4, 120 * us, 35 * us, 5 * us, 12 * us, 22 * us));
        for (const PipelineStage &s : step.stages)
            QCOMPARE(partsOf(s), step.span.length());
        QCOMPARE(last.blocks.front().work, W::ForwardBackward);
        // Eight transfers, each with both of its ends.
        QCOMPARE(step.links.size(), size_t{8});
        const PipelineLink &link = step.links.front();
        QCOMPARE(link.fromStage + link.toStage, 1);
        const PipelineTransferEnd &send = step.stages[static_cast<size_t>(link.fromStage)].transfers[link.send];
        const PipelineTransferEnd &receive = step.stages[static_cast<size_t>(link.toStage)].transfers[link.receive];
        QVERIFY(send.isSend && !receive.isSend);
        QCOMPARE(cells(send.time.to, send.microBatch), cells(receive.time.to, receive.microBatch));
    }

    void bubbleNeedsTheFirstStage()
    {
        TwoStages run;
        run.add(run.first, firstOfTwo());
        run.add(run.last, lastOfTwo());
        Run both = run.take();
        both.ranks[0] = nullptr;
        const PipelineChart chart = pipelineChart(both);
        QCOMPARE(chart.steps.size(), size_t{1});
        QCOMPARE(chart.steps[0].stages[0].lack, PipelineLack::NotLoaded);
        const PipelineStage &last = chart.steps[0].stages[1];
        QCOMPARE(cells(last.lack, last.microBatches), cells(PipelineLack::None, 4));
        QVERIFY(!last.bubbleNs && !last.otherNs && !last.beforeNs && !last.afterNs);
    }

    // The last stage is done at 138 us and is in the reduction over both stages from 147 us on; the first one comes at
    // 165. A reduction that it has alone with itself, as over the ranks of a stage, is work.
    void waitingInACollectiveIsBubble()
    {
        TwoStages run;
        run.add(run.first, firstOfTwo());
        run.add(run.last, lastOfTwo());
        run.last.communication("hcom_allReduce__128_90_1", 1147 * us, 28 * us);
        run.first.communication("hcom_allReduce__128_90_1", 1165 * us, 10 * us);
        const PipelineChart chart = pipelineChart(run.take());
        QCOMPARE(chart.steps.size(), size_t{1});
        const PipelineStep &step = chart.steps.front();
        QCOMPARE(step.span, (Interval{1000 * us, 1160 * us}));
        QCOMPARE(cells(step.stages[0].bubbleNs, step.stages[1].bubbleNs), cells(40 * us, 35 * us));

        TwoStages other;
        other.add(other.first, firstOfTwo());
        other.add(other.last, lastOfTwo());
        other.last.communication("hcom_allReduce__865_90_1", 1147 * us, 28 * us);
        const PipelineChart worked = pipelineChart(other.take());
        const PipelineStage &last = worked.steps.front().stages[1];
        QCOMPARE(cells(last.bubbleNs, last.otherNs), cells((35 - 13) * us, (5 + 13) * us));
        QCOMPARE(partsOf(last), 160 * us);
    }

    void bothWays()
    {
        TwoStages run("batchSendRecv");
        run.add(run.first, firstOfTwo());
        run.add(run.last, lastOfTwo());
        const PipelineChart chart = pipelineChart(run.take());
        QCOMPARE(chart.steps.size(), size_t{1});
        for (const PipelineStage &s : chart.steps[0].stages) {
            QCOMPARE(s.lack, PipelineLack::BothWays);
            QVERIFY(s.blocks.empty());
            QVERIFY(!s.transfers.empty());
            QCOMPARE(s.busyNs, std::optional(125 * us)); // of the whole step
            QVERIFY(!s.bubbleNs && !s.microBatches);
        }
    }

    // Two steps, 1 ms apart.
    void oneStep()
    {
        TwoStages run;
        for (TinyRank *const r : {&run.first, &run.last}) {
            for (const int step : {1, 2})
                r->step(step, step * 1000 * us, 900 * us);
        }
        for (const qint64 base : {1000 * us, 2000 * us}) {
            run.add(run.first, firstOfTwo(), base);
            run.add(run.last, lastOfTwo(), base);
        }
        const Run both = run.take();
        QCOMPARE(pipelineChart(both).steps.size(), size_t{2});
        const PipelineChart chart = pipelineChart(both, {QStringLiteral("2"), 1});
        QCOMPARE(chart.steps.size(), size_t{1});
        QCOMPARE(cells(chart.steps[0].step, chart.steps[0].span.from, chart.steps[0].stages[1].microBatches),
                 cells("2", 2000 * us, 4));
        QVERIFY(pipelineChart(both, {QString(), 7}).steps.empty());
    }

    // Ranges of the host count for the kernels that they launched.
    void hostMarks()
    {
        TwoStages run;
        for (TinyRank *const r : {&run.first, &run.last}) {
            r->process("7", "python3");
            r->thread("7", "1", "Thread 1");
            r->slice("7", "1", "forward_step", 100 * us, 50 * us);
            r->slice("7", "1", "model.forward", 110 * us, 10 * us); // inside of the other
            r->slice("7", "1", "backward_step", 200 * us, 50 * us);
            r->slice("7", "1", "forward_backward_func", 90 * us, 200 * us);
            r->kernel("MatMul", 1000 * us, 10 * us);
            r->kernel("Add", 1012 * us, 8 * us);
            r->kernel("MatMulGrad", 1030 * us, 20 * us);
            r->kernel("Adam", 1060 * us, 5 * us);
            r->host("aten::mm", 105 * us, us);
            r->host("aten::add", 125 * us, us);
            r->host("MmBackward", 210 * us, us);
            r->host("Adam", 300 * us, us);
            r->launch(105 * us, 1000 * us);
            r->launch(125 * us, 1012 * us);
            r->launch(210 * us, 1030 * us);
            r->launch(300 * us, 1060 * us);
        }
        for (int i = 0; i < 3; ++i) {
            const std::string name = "__128_" + std::to_string(i) + "_1";
            run.first.communication("hcom_send" + name, (1100 + 20 * i) * us, 10 * us);
            run.last.communication("hcom_receive" + name, (1100 + 20 * i) * us, 10 * us);
        }
        const PipelineChart chart = pipelineChart(run.take());
        QCOMPARE(chart.steps.size(), size_t{1});
        const PipelineStage &stage = chart.steps[0].stages[0];
        QVERIFY(stage.byMarks);
        QCOMPARE(textOf(stage.blocks), std::string("F0 1000-1020, B0 1030-1050, other 1060-1065"));
        QCOMPARE(cells(stage.busyNs, stage.bubbleNs), cells(38 * us, 12 * us));
    }

    void whyThereIsNone()
    {
        TinyRank alone(0);
        alone.kernel("MatMul", 0, 10);
        QCOMPARE(pipelineChart(makeRun({alone.finish()})).none, NoPipeline::NoStages);
        TwoStages run;
        QCOMPARE(pipelineChart(run.take()).none, NoPipeline::NoTraces);
    }
};

RS_TEST(TestPipelineChart, QCoreApplication);

#include "tst_pipelinechart.moc"
