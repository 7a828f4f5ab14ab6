// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace rs;
using namespace rs::test;
using namespace rs::gen;

/// Faults as texts, and notes on those that leave no mark.
class TestGenFaults : public QObject
{
    Q_OBJECT

private:
    static Fault parsed(Fault::Kind kind, const char *text)
    {
        Fault fault;
        if (!parseFault(kind, QString::fromLatin1(text), fault).isEmpty())
            qFatal("%s", text);
        return fault;
    }

private slots:
    void aFaultThatPlantsNothingSaysSo()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.faults = {parsed(Fault::HostBound, "1:2:1.01"), parsed(Fault::SlowRank, "0:1.5")};
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        QCOMPARE(r.notes.size(), size_t{1});
        QVERIFY2(r.notes.front().startsWith(QLatin1String("--host-bound 1:2:1.01 plants nothing")),
                 qPrintable(r.notes.front()));
        const Json faults = planted(dir.path())["faults"];
        QCOMPARE(faults[0]["hidden"].get<bool>(), true);
        QCOMPARE(faults[1]["hidden"].get<bool>(), false);
        QVERIFY(faults[1]["largest_change_ms"].get<double>() > 1);
    }

    void theTextOfAFaultReadsBack_data()
    {
        const Scenarios<int, QString> row;
        row("slow rank", int(Fault::SlowRank), "3:1.5");
        row("host bound", int(Fault::HostBound), "1:2:13");
        row("slow link", int(Fault::SlowLink), "0-1:4");
        row("late rank", int(Fault::LateRank), "0:6.5");
        row("frequency", int(Fault::FreqDrop), "0:1:1.6");
        row("moving", int(Fault::MovingStraggler), "1.25");
        row("garbage", int(Fault::GcPause), "2:1:30");
        row("checkpoint", int(Fault::Checkpoint), "3:200");
        row("experts", int(Fault::MoeImbalance), "2:3");
        row("slow calls", int(Fault::SlowCalls), "2:1:8");
        row("AI CPU", int(Fault::CpuOperator), "2:25");
        row("long stage", int(Fault::LongStage), "2:1");
        row("compilation", int(Fault::Compile), "60");
    }

    void theTextOfAFaultReadsBack()
    {
        const auto [kind, text] = scenario<int, QString>();
        Fault fault;
        QCOMPARE(parseFault(static_cast<Fault::Kind>(kind), text, fault), QString());
        QCOMPARE(faultText(fault), QStringLiteral("--%1 %2").arg(faultName(fault.kind), text));
    }

    void aStragglerNeverStaysWhereItIs()
    {
        GeneratorOptions o;
        o.ranks = 4;
        o.steps = 100;
        const std::vector<int> ranks = stragglers(o);
        QCOMPARE(ranks.size(), size_t{100});
        for (size_t s = 0; s < ranks.size(); ++s) {
            QVERIFY(ranks[s] >= 0 && ranks[s] < o.ranks);
            QVERIFY(s == 0 || ranks[s] != ranks[s - 1]);
        }
        QCOMPARE(std::set<int>(ranks.begin(), ranks.end()).size(), size_t{4});
    }

    void whatCannotBeIsRefused()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path()); // tp 2 and pp 2 leave no rank to share data with
        o.faults = {parsed(Fault::MoeImbalance, "2:3")};
        QVERIFY(generate(o).error.contains(QLatin1String("share the data")));
        o = smallRun(dir.path());
        o.pp = 1;
        o.batchSendRecv = true;
        QVERIFY(generate(o).error.contains(QLatin1String("two pipeline stages")));
    }
};

RS_TEST(TestGenFaults, QCoreApplication);
#include "tst_genfaults.moc"
