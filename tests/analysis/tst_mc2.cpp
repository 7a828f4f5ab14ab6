// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/mc2.h"

#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <map>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

TinyRank device()
{
    TinyRank r;
    r.thread("3", "7", "Stream 7");
    r.thread("3", "9", "Stream 9");
    return r;
}

std::string_view nameOf(const Trace &trace, SliceId s)
{
    return trace.strings().view(trace.slices().name(s));
}

} // namespace

class TestMc2 : public QObject
{
    Q_OBJECT
private slots:
    void namesOfOperators()
    {
        QCOMPARE(mc2ComputeName("AllgatherMatmulAicpu"), std::string_view("AllgatherMatmul"));
        QCOMPARE(mc2ComputeName("MatmulAllReduceMc2AicpuKernel"), std::string_view("MatmulAllReduce"));
        QVERIFY(mc2ComputeName("AllgatherMatmul").empty());
        QVERIFY(mc2ComputeName("Aicpu").empty());
        QVERIFY(mc2ComputeName("").empty());
    }

    void namesOfSteps_data()
    {
        const Scenarios<QString, bool, int, int> row;
        row("older", "KfcAlgExe 3", true, 3, static_cast<int>(Mc2Phase::Orchestrate));
        row("newer", "TaskLaunch 12", true, 12, static_cast<int>(Mc2Phase::Send));
        row("outside the turns", "Finalize", true, -1, static_cast<int>(Mc2Phase::Finish));
        row("compute side", "WaitCompute 0", true, 0, static_cast<int>(Mc2Phase::WaitCompute));
        row("no number", "SendTask x", false, -1, 0);
        row("negative", "SendTask -1", false, -1, 0);
        row("longer word", "SendTasks 1", false, -1, 0);
        row("empty", "", false, -1, 0);
    }

    void namesOfSteps()
    {
        const auto [name, valid, turn, phase] = scenario<QString, bool, int, int>();
        Mc2Step step;
        const std::string text = name.toStdString();
        QCOMPARE(parseMc2Step(text, step), valid);
        if (!valid)
            return;
        QCOMPARE(step.turn, turn);
        QCOMPARE(static_cast<int>(step.phase), phase);
    }

    void turnsAndPhases()
    {
        // Two turns that overlap: the second sends while the first waits for its end.
        TinyRank r = device();
        r.slice("3", "9", "AllgatherMatmulAicpu", 1000, 1000, "AI_CPU");
        r.slice("3", "9", "WaitNotify 0", 1000, 100);
        r.slice("3", "9", "KfcAlgExe 0", 1100, 100);
        r.slice("3", "9", "SendTask 0", 1200, 200);
        r.slice("3", "9", "WaitExeEnd 0", 1400, 400);
        r.slice("3", "9", "WaitNotify 1", 1300, 50);
        r.slice("3", "9", "SendTask 1", 1450, 150);
        r.slice("3", "9", "SendTask 5", 2500, 10); // after the operator: not its own
        r.slice("3", "7", "AllgatherMatmul", 1050, 900);
        const auto trace = r.seal();
        const auto all = mc2Operators(*trace);
        QCOMPARE(all.size(), size_t(1));
        const Mc2Operator &op = all[0];
        QCOMPARE(nameOf(*trace, op.communication), std::string_view("AllgatherMatmulAicpu"));
        QCOMPARE(nameOf(*trace, op.compute), std::string_view("AllgatherMatmul"));
        QCOMPARE(op.turns, 2);
        QCOMPARE(op.steps.size(), size_t(6));
        QCOMPARE(op.steps[0].turn, 0);
        QCOMPARE(nameOf(*trace, op.steps[3].slice), std::string_view("WaitExeEnd 0"));
        QCOMPARE(nameOf(*trace, op.steps[4].slice), std::string_view("WaitNotify 1"));
        QCOMPARE(cells(op.phaseNs[static_cast<size_t>(Mc2Phase::WaitNotify)],
                       op.phaseNs[static_cast<size_t>(Mc2Phase::Send)],
                       op.phaseNs[static_cast<size_t>(Mc2Phase::Finish)]),
                 cells(150, 350, 400));
    }

    void theComputeOperatorIsTheOneBeside()
    {
        TinyRank r = device();
        r.slice("3", "7", "MatmulAllReduce", 0, 500);
        r.slice("3", "7", "MatmulAllReduce", 1000, 500);
        r.slice("3", "7", "MatmulAllReduce", 2000, 500);
        r.slice("3", "9", "MatmulAllReduceMc2AicpuKernel", 1100, 600, "AI_CPU");
        const auto trace = r.seal();
        const auto all = mc2Operators(*trace);
        QCOMPARE(all.size(), size_t(1));
        QCOMPARE(trace->slices().start(all[0].compute), qint64(1000));
        QCOMPARE(all[0].turns, 0);
    }

    // No operator of a real trace overlaps another of its stream; but each phase must count once whatever a file says.
    void aPhaseBelongsToTheLastOperatorThatHoldsIt()
    {
        TinyRank r = device();
        r.slice("3", "9", "AAicpu", 0, 1000, "AI_CPU");
        r.slice("3", "9", "BAicpu", 100, 400, "AI_CPU");  // inside of A
        r.slice("3", "9", "CAicpu", 600, 1000, "AI_CPU"); // reaches out of A
        r.slice("3", "9", "SendTask 0", 50, 100);         // begins before B: of A
        r.slice("3", "9", "SendTask 1", 200, 10);         // of B
        r.slice("3", "9", "SendTask 2", 450, 100);        // ends behind B: of A
        r.slice("3", "9", "SendTask 3", 700, 10);         // of C
        r.slice("3", "9", "SendTask 4", 590, 100);        // begins before C: of A
        r.slice("3", "9", "SendTask 5", 1500, 200);       // ends behind C: of none
        r.slice("3", "9", "Finalize", 500, 0);            // where B has ended: of A
        r.slice("3", "9", "Finalize", 1600, 0);           // where C has ended: of none
        const auto trace = r.seal();
        std::map<std::string_view, std::vector<int>> turns;
        for (const Mc2Operator &op : mc2Operators(*trace)) {
            for (const Mc2Step &step : op.steps)
                turns[nameOf(*trace, op.communication)].push_back(step.turn);
        }
        QCOMPARE(turns["AAicpu"], (std::vector<int>{-1, 0, 2, 4}));
        QCOMPARE(turns["BAicpu"], std::vector<int>{1});
        QCOMPARE(turns["CAicpu"], std::vector<int>{3});
    }

    void otherTracesHaveNone()
    {
        TinyRank r = device();
        r.slice("3", "7", "MatMul", 0, 500);
        r.slice("3", "9", "SendTask 0", 100, 50);
        QVERIFY(mc2Operators(*r.seal()).empty());
        QVERIFY(mc2Operators(Trace()).empty());
    }
};

RS_TEST(TestMc2, QCoreApplication);
#include "tst_mc2.moc"
