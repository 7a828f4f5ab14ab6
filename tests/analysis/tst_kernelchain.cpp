// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/kernelchain.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// An operator of 40 us at `t`: enqueued after 20 us in 5 us, dequeued 10 us later by thread 2, launched 4 us into that
// call; the kernel starts 8 us after the launch, which takes 6 us, has returned.
struct TorchKernel
{
    const char *op = "aten::mm";
    const char *kernel = "MatMul";
    bool launch = true;
    bool npuFlow = true;
};

void add(TinyRank &r, qint64 t, int number, const TorchKernel &k)
{
    const std::string id = std::to_string(number);
    r.host(k.op, t, 40 * us);
    r.host("Enqueue", t + 20 * us, 5 * us);
    r.slice("1", "2", "Dequeue@aclnnMm", t + 35 * us, 20 * us);
    r.slice("2", "2", "AscendCL@aclnnMm", t + 37 * us, 14 * us);
    r.slice("2", "2", "Node@launch", t + 39 * us, 6 * us);
    r.slice("2", "2", "Runtime@KernelLaunch", t + 40 * us, 4 * us);
    r.kernel(k.kernel, t + 53 * us, 9 * us);
    r.flow("async_task_queue", "q" + id, "1", "1", t + 20 * us, "1", "2", t + 35 * us);
    if (k.launch)
        r.flow("HostToDevice", "h" + id, "2", "2", t + 41 * us, "3", "7", t + 53 * us); // inside the innermost call
    if (k.npuFlow)
        r.flow("async_npu", "n" + id, "1", "1", t, "3", "7", t + 53 * us);
}

} // namespace

class TestKernelChain : public QObject
{
    Q_OBJECT
private slots:
    void wholeChainByHand()
    {
        TinyRank r;
        add(r, base, 1, {});
        const auto rank = r.finish();
        const Trace &t = *rank->trace;
        const KernelChains chains = kernelChains(t, {});
        QCOMPARE(chains.rows.size(), size_t(1));
        QVERIFY(chains.hasQueue);
        const KernelChain &c = chains.rows.front();
        QCOMPARE(cells(c.status, c.task, c.op, c.enqueue, c.dequeue, c.api, c.launch, *c.prepareNs, *c.opNs,
                       *c.enqueueNs, *c.queueNs),
                 cells(ChainStatus::Normal, sliceNamed(t, "MatMul"), sliceNamed(t, "aten::mm"),
                       sliceNamed(t, "Enqueue"), sliceNamed(t, "Dequeue@aclnnMm"), sliceNamed(t, "AscendCL@aclnnMm"),
                       sliceNamed(t, "Node@launch"), 20 * us, 40 * us, 5 * us, 10 * us));
        QCOMPARE(*c.pipelineNs, 10 * us); // 35 .. 45
        QCOMPARE(*c.launchNs, 6 * us);
        QCOMPARE(*c.endToEndNs, 45 * us); // 0 .. 45
        QCOMPARE(cells(*c.deviceDelayNs, c.deviceNs), cells(8 * us, 9 * us));
    }

    void withoutAnyFlowItIsIncomplete()
    {
        TinyRank r;
        add(r, base, 1, {});
        r.kernel("Lonely", base + 500 * us, us);
        const KernelChains chains = kernelChains(*r.finish()->trace, {});
        QCOMPARE(chains.rows.size(), size_t(2));
        QCOMPARE(cells(chains.rows[1].status, chains.rows[1].op), cells(ChainStatus::Incomplete, NoSlice));
        QVERIFY(!chains.rows[1].endToEndNs);
        QCOMPARE(chains.count[static_cast<size_t>(ChainStatus::Incomplete)], 1);
    }

    void withoutALaunchTheQueueEndsIt()
    {
        TinyRank r;
        add(r, base, 1, {"aten::mm", "MatMul", false, true});
        const KernelChains chains = kernelChains(*r.finish()->trace, {});
        const KernelChain &c = chains.rows.front();
        QCOMPARE(cells(c.status, c.launch, *c.queueNs), cells(ChainStatus::Fallback, NoSlice, 10 * us));
        QCOMPARE(*c.pipelineNs, 20 * us); // the dequeued call
        QCOMPARE(*c.endToEndNs, 55 * us);
        QVERIFY(!c.launchNs);
        QVERIFY(!c.deviceDelayNs);
    }

    void withoutNpuFlowsTheEnqueueingOperatorIsTaken()
    {
        TinyRank r;
        add(r, base, 1, {"aten::mm", "MatMul", true, false});
        const auto rank = r.finish();
        const KernelChains chains = kernelChains(*rank->trace, {});
        QCOMPARE(chains.rows.front().status, ChainStatus::Normal);
        QCOMPARE(chains.rows.front().op, sliceNamed(*rank->trace, "aten::mm"));
    }

    void stampsThatRunBackwardsAreIncomplete()
    {
        TinyRank r;
        r.host("aten::mm", base, 10 * us);
        r.slice("2", "2", "Node@launch", base - 50 * us, 6 * us);
        r.kernel("MatMul", base + 53 * us, 9 * us);
        r.flow("HostToDevice", "1", "2", "2", base - 50 * us, "3", "7", base + 53 * us);
        r.flow("async_npu", "2", "1", "1", base, "3", "7", base + 53 * us);
        const KernelChains chains = kernelChains(*r.finish()->trace, {});
        QCOMPARE(chains.rows.front().status, ChainStatus::Incomplete);
        QCOMPARE(*chains.rows.front().prepareNs, -50 * us);
    }

    void aFrameworkWithoutQueue()
    {
        TinyRank r;
        r.host("aten::mm", base, 60 * us);
        r.slice("2", "1", "AscendCL@aclnnMm", base + 20 * us, 14 * us);
        r.slice("2", "1", "Node@launch", base + 25 * us, 6 * us);
        r.kernel("MatMul", base + 53 * us, 9 * us);
        r.flow("HostToDevice", "1", "2", "1", base + 25 * us, "3", "7", base + 53 * us);
        r.flow("async_npu", "2", "1", "1", base, "3", "7", base + 53 * us);
        const KernelChains chains = kernelChains(*r.finish()->trace, {});
        QVERIFY(!chains.hasQueue);
        const KernelChain &c = chains.rows.front();
        QCOMPARE(cells(c.status, *c.prepareNs, c.queueNs), cells(ChainStatus::Normal, 25 * us, std::nullopt));
        QCOMPARE(*c.pipelineNs, 11 * us); // 20 .. 31
        QCOMPARE(*c.endToEndNs, 31 * us);
    }

    // MindSpore: one thread infers and enqueues an operator, another launches it.
    void anOperatorBehindTheQueue()
    {
        TinyRank r;
        r.host("KernelInfer::mm", base, 12 * us);
        r.slice("1", "2", "KernelLaunch::mm", base + 30 * us, 20 * us);
        r.slice("2", "2", "AscendCL@aclnnMm", base + 32 * us, 14 * us);
        r.slice("2", "2", "Node@launch", base + 35 * us, 6 * us);
        r.kernel("MatMul", base + 53 * us, 9 * us);
        r.flow("async_mindspore", "1", "1", "1", base, "1", "2", base + 30 * us);
        r.flow("async_npu", "2", "1", "2", base + 30 * us, "3", "7", base + 53 * us);
        r.flow("HostToDevice", "3", "2", "2", base + 35 * us, "3", "7", base + 53 * us);
        const auto rank = r.finish();
        const KernelChains chains = kernelChains(*rank->trace, {});
        QVERIFY(chains.hasQueue);
        const KernelChain &c = chains.rows.front();
        QCOMPARE(cells(c.op, c.enqueue, c.dequeue, c.status, c.prepareNs, *c.opNs, *c.enqueueNs),
                 cells(sliceNamed(*rank->trace, "KernelLaunch::mm"), sliceNamed(*rank->trace, "KernelInfer::mm"), c.op,
                       ChainStatus::Normal, std::nullopt, 20 * us, 12 * us));
        QCOMPARE(*c.queueNs, 18 * us);    // 12 .. 30
        QCOMPARE(*c.pipelineNs, 11 * us); // 30 .. 41
        QCOMPARE(*c.endToEndNs, 41 * us); // 0 .. 41
    }

    void theClockIsTakenOff()
    {
        TinyRank r;
        add(r, base, 1, {});
        HostClock clock{.known = true, .offsetNs = -3 * us};
        const KernelChains chains = kernelChains(*r.finish()->trace, clock);
        QCOMPARE(*chains.rows.front().deviceDelayNs, 11 * us);
    }

    void cancelledIsEmpty()
    {
        TinyRank r;
        add(r, base, 1, {});
        const JobContext job;
        job.cancel();
        QVERIFY(kernelChains(*r.finish()->trace, {}, job).rows.empty());
    }
};

RS_TEST(TestKernelChain, QCoreApplication);
#include "tst_kernelchain.moc"
