// SPDX-License-Identifier: Apache-2.0
// The whole chain of a selected slice, drawn in the timeline with the delay of each step.
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "views/timelinefixture.h"

#include <QApplication>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'736'412'474'000'000'000;

struct Torch : TimelineFixture
{
    int run = addRun(1);

    Torch()
    {
        TinyRank r;
        r.host("aten::mm", base, 40 * us);
        r.host("Enqueue", base + 20 * us, 5 * us);
        r.slice("1", "2", "Dequeue@mm", base + 35 * us, 20 * us);
        r.slice("2", "2", "Node@launch", base + 39 * us, 6 * us);
        r.kernel("MatMul", base + 53 * us, 9 * us);
        r.flow("async_task_queue", "q", "1", "1", base + 20 * us, "1", "2", base + 35 * us);
        r.flow("HostToDevice", "h", "2", "2", base + 39 * us, "3", "7", base + 53 * us);
        runs.setRank({run, 0}, r.finish());
        settle();
        view->lanes()->setAllExpanded(true);
    }
    [[nodiscard]] SliceId slice(const char *name) const { return sliceNamed(*runs.rank({run, 0})->trace, name); }
    void pick(const char *name)
    {
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = {run, 0};
        s.slice = slice(name);
        state.select(s);
    }
    bool select(const char *name)
    {
        pick(name);
        return settle();
    }
    [[nodiscard]] std::vector<FlowOverlay::SliceLine> lines() const
    {
        TimelineCanvas &canvas = *view->canvas();
        return FlowOverlay::sliceLines(*view->lanes(), canvas.flowView(), {run, 0}, state.selection().slice,
                                       canvas.flows().chain());
    }
};

} // namespace

class TestChainLines : public QObject
{
    Q_OBJECT
private slots:
    void everyStepIsDrawnWithItsDelay()
    {
        Torch f;
        QVERIFY(f.select("MatMul"));
        const auto lines = f.lines();
        QCOMPARE(lines.size(), size_t(2));
        QCOMPARE(lines[0].kind, std::string("HostToDevice"));
        QVERIFY(lines[0].direct);
        QCOMPARE(lines[0].delayNs, 14 * us);
        QCOMPARE(lines[1].kind, std::string("async_task_queue"));
        QVERIFY(!lines[1].direct);
        QCOMPARE(lines[1].delayNs, 15 * us);
        QVERIFY(lines[1].from.x() < lines[1].to.x() && lines[1].to.x() < lines[0].to.x());
        // Delays follow the clock that is drawn.
        TimeOffsets offsets;
        offsets.setDevice({f.run, 0}, 4 * us);
        f.state.setOffsets(offsets);
        QVERIFY(f.settle());
        const auto moved = f.lines();
        QCOMPARE(moved.size(), size_t(2));
        QCOMPARE(moved[0].delayNs, 10 * us);
        QCOMPARE(moved[1].delayNs, 15 * us);
    }

    void theChainIsOfTheNewestSelection()
    {
        Torch f;
        f.pick("MatMul");
        QVERIFY(f.select("Enqueue"));
        QCOMPARE(f.view->canvas()->flows().chain().slice, f.slice("Enqueue"));
        const auto lines = f.lines();
        QCOMPARE(lines.size(), size_t(2));
        QCOMPARE(lines[0].kind, std::string("async_task_queue"));
        QVERIFY(lines[0].direct && !lines[1].direct);
        f.state.select({});
        QVERIFY(f.settle());
        QVERIFY(f.view->canvas()->flows().chain().flows.empty());
    }

    void aRankThatGoesTakesItsChainAlong()
    {
        Torch f;
        QVERIFY(f.select("MatMul"));
        QCOMPARE(f.view->canvas()->flows().chain().flows.size(), size_t(1));
        f.runs.setRank({f.run, 0}, nullptr);
        QVERIFY(f.settle());
        QVERIFY(f.view->canvas()->flows().chain().flows.empty());
        QVERIFY(f.lines().empty());
    }
};

RS_TEST(TestChainLines, QApplication);
#include "tst_chainlines.moc"
