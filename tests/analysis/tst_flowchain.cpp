// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/flowchain.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// aten::mm (40 us) enqueues after 20 us; thread 2 dequeues 35 us in and launches 4 us later; the kernel starts at 53
// us.
void addTorch(TinyRank &r, bool npuFlow)
{
    r.host("aten::mm", base, 40 * us);
    r.host("Enqueue", base + 20 * us, 5 * us);
    r.slice("1", "2", "Dequeue@aclnnMm", base + 35 * us, 20 * us);
    r.slice("2", "2", "AscendCL@aclnnMm", base + 37 * us, 14 * us);
    r.slice("2", "2", "Node@launch", base + 39 * us, 6 * us);
    r.kernel("MatMul", base + 53 * us, 9 * us);
    r.flow("async_task_queue", "q", "1", "1", base + 20 * us, "1", "2", base + 35 * us);
    r.flow("HostToDevice", "h", "2", "2", base + 39 * us, "3", "7", base + 53 * us);
    if (npuFlow)
        r.flow("async_npu", "n", "1", "1", base, "3", "7", base + 53 * us);
}

QString namesOf(const Trace &t, const FlowChain &chain)
{
    QStringList out;
    for (const ChainMember &m : chain.members)
        out.append(t.strings().text(t.slices().name(m.slice)));
    return out.join(QLatin1String(", "));
}

QString stepText(const Trace &t, const ChainStep &s)
{
    const QString category = s.category == ChainStep::inside
                                 ? QStringLiteral("inside")
                                 : t.strings().text(t.flows().categories()[static_cast<size_t>(s.category)].name);
    return QStringLiteral("%1 %2 %3").arg(t.strings().text(t.slices().name(s.from)), category).arg(s.delayNs / us);
}

QString stepsOf(const Trace &t, const FlowChain &chain, std::string_view name)
{
    QStringList out;
    for (const ChainMember &m : chain.members) {
        if (t.strings().view(t.slices().name(m.slice)) != name)
            continue;
        for (const ChainStep &s : m.steps)
            out.append(stepText(t, s));
    }
    out.sort();
    return out.join(QLatin1String(", "));
}

} // namespace

class TestFlowChain : public QObject
{
    Q_OBJECT
private slots:
    void everythingBeforeAKernel()
    {
        TinyRank r;
        addTorch(r, true);
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "MatMul"));
        QCOMPARE(namesOf(*t, chain), QStringLiteral("aten::mm, Enqueue, Dequeue@aclnnMm, Node@launch, MatMul"));
        QCOMPARE(cells(chain.self, chain.cut), cells(4, false));
        QCOMPARE(cells(stepsOf(*t, chain, "MatMul"), stepsOf(*t, chain, "Node@launch"),
                       stepsOf(*t, chain, "Dequeue@aclnnMm"), stepsOf(*t, chain, "Enqueue")),
                 cells("Node@launch HostToDevice 14, aten::mm async_npu 53", "Dequeue@aclnnMm inside 4",
                       "Enqueue async_task_queue 15", "aten::mm inside 20"));
        QVERIFY(chain.members.front().steps.empty());
    }

    void everythingAfterAnOperator()
    {
        TinyRank r;
        addTorch(r, false);
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "aten::mm"));
        QCOMPARE(namesOf(*t, chain), QStringLiteral("aten::mm, Enqueue, Dequeue@aclnnMm, Node@launch, MatMul"));
        QCOMPARE(chain.self, size_t(0));
        QCOMPARE(stepsOf(*t, chain, "MatMul"), QStringLiteral("Node@launch HostToDevice 14"));
    }

    void theMiddleSeesBothEnds()
    {
        TinyRank r;
        addTorch(r, true);
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "Dequeue@aclnnMm"));
        QCOMPARE(namesOf(*t, chain), QStringLiteral("aten::mm, Enqueue, Dequeue@aclnnMm, Node@launch, MatMul"));
        QCOMPARE(chain.self, size_t(2));
    }

    void walkingReachesTheEndsAndComesBack()
    {
        TinyRank r;
        addTorch(r, true);
        const auto t = r.seal();
        SliceId at = sliceNamed(*t, "MatMul");
        int steps = 0;
        for (SliceId next = flowChain(*t, at).neighbour(-1); next != NoSlice; next = flowChain(*t, at).neighbour(-1)) {
            at = next;
            QVERIFY(++steps < 10);
        }
        QCOMPARE(at, sliceNamed(*t, "aten::mm"));
        QCOMPARE(steps, 4);
        for (SliceId next = flowChain(*t, at).neighbour(1); next != NoSlice; next = flowChain(*t, at).neighbour(1)) {
            at = next;
            QVERIFY(++steps < 10);
        }
        QCOMPARE(at, sliceNamed(*t, "MatMul"));
        QCOMPARE(steps, 8);
    }

    void withoutFlowsBetweenHostProcessesTheThreadTells()
    {
        TinyRank r;
        r.host("aten::add", base, 20 * us);
        r.slice("2", "1", "AscendCL@aclnnAdd", base + 3 * us, 12 * us);
        r.slice("2", "1", "Node@launch", base + 5 * us, 6 * us);
        r.kernel("Add", base + 4 * us, 9 * us); // its clock is behind
        r.flow("HostToDevice", "h", "2", "1", base + 5 * us, "3", "7", base + 4 * us);
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "Add"));
        QCOMPARE(namesOf(*t, chain), QStringLiteral("aten::add, Node@launch, Add"));
        QCOMPARE(stepsOf(*t, chain, "Add"), QStringLiteral("Node@launch HostToDevice -1"));
        QCOMPARE(stepsOf(*t, chain, "Node@launch"), QStringLiteral("aten::add inside 5"));
    }

    void onlyTheInnermostSliceAroundCounts()
    {
        TinyRank r;
        r.host("outer", base, 100 * us);
        r.host("middle", base + 10 * us, 80 * us);
        r.host("inner", base + 20 * us, 10 * us);
        r.kernel("a", base + 200 * us, us);
        r.kernel("b", base + 210 * us, us);
        r.flow("async_npu", "1", "1", "1", base + 10 * us, "3", "7", base + 200 * us);
        r.flow("async_npu", "2", "1", "1", base + 20 * us, "3", "7", base + 210 * us);
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "outer"));
        QCOMPARE(namesOf(*t, chain), QStringLiteral("outer, middle, inner, a, b"));
        QCOMPARE(stepsOf(*t, chain, "middle"), QStringLiteral("outer inside 10"));
        QCOMPARE(stepsOf(*t, chain, "inner"), QStringLiteral("middle inside 10"));
    }

    void aCircleEnds()
    {
        TinyRank r;
        r.host("a", base, 2 * us);
        r.host("b", base + 10 * us, 2 * us);
        r.flow("fwdbwd", "1", "1", "1", base, "1", "1", base + 10 * us);
        r.flow("fwdbwd", "2", "1", "1", base + 10 * us, "1", "1", base);
        const auto t = r.seal();
        QCOMPARE(namesOf(*t, flowChain(*t, sliceNamed(*t, "a"))), QStringLiteral("b, a"));
        QCOMPARE(namesOf(*t, flowChain(*t, sliceNamed(*t, "b"))), QStringLiteral("a, b"));
    }

    void aBroadFanIsCut()
    {
        TinyRank r;
        r.host("graph", base, 1000 * us);
        for (int i = 0; i < 100; ++i) {
            r.kernel("k" + std::to_string(i), base + 2000 * us + i * 10 * us, 5 * us);
            r.flow("async_npu", std::to_string(i), "1", "1", base, "3", "7", base + 2000 * us + i * 10 * us);
        }
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "graph"));
        QCOMPARE(chain.members.size(), FlowChain::most + 1);
        QVERIFY(chain.cut);
        QVERIFY(!flowChain(*t, sliceNamed(*t, "k5")).cut);
    }

    void aLoneSliceIsAChainOfOne()
    {
        TinyRank r;
        r.kernel("k", base, us);
        const auto t = r.seal();
        const FlowChain chain = flowChain(*t, sliceNamed(*t, "k"));
        QCOMPARE(chain.members.size(), size_t(1));
        QCOMPARE(cells(chain.neighbour(1), chain.neighbour(-1)), cells(NoSlice, NoSlice));
        QVERIFY(flowChain(*t, NoSlice).members.empty());
    }

    void connectionsBeyondTheSlice()
    {
        TinyRank r;
        addTorch(r, true);
        const auto t = r.seal();
        const auto kinds = [&t](const char *name) {
            QStringList out;
            for (const FlowIndex i : flowsBeyond(*t, flowChain(*t, sliceNamed(*t, name))))
                out.append(t->strings().text(t->flows().categories()[t->flows().at(i).category].name));
            return out.join(u' ');
        };
        // Its own two lines end in the kernel; the third leads to the call that launched it.
        QCOMPARE(cells(kinds("MatMul"), kinds("Node@launch"), kinds("Enqueue")),
                 cells("async_task_queue", "async_task_queue", "HostToDevice"));
        QVERIFY(flowsBeyond(*t, FlowChain()).empty());
    }
};

RS_TEST(TestFlowChain, QCoreApplication);
#include "tst_flowchain.moc"
