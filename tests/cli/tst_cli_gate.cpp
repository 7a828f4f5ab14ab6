// SPDX-License-Identifier: Apache-2.0
#include "clirun.h"
#include "support/testprogram.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <initializer_list>

using namespace rs::test;

class TestCliGate : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void aGateFailsBeyondItsLimit();
    void ofOneStepNothingIsKnown();
    void ofOtherRanksOrFrameworksNothingIsKnown();
    void mistakesAreSaid();
    void severalRunsAreATrend();

private:
    // A rank whose steps compute so long, communicate 50 us and are idle for 10.
    void addRun(const char *name, std::initializer_list<int> computingUs, const char *rank = "rank0_ascend_pt");
    [[nodiscard]] QString run(const char *name) const { return m_dir.filePath(QLatin1String(name)); }
    [[nodiscard]] Result gate(const char *other, const QStringList &more) const
    {
        return cli(QStringList{QStringLiteral("gate"), run("before"), run(other)} + more);
    }

    QTemporaryDir m_dir;
};

void TestCliGate::addRun(const char *name, std::initializer_list<int> computingUs, const char *rank)
{
    const QString folder = run(name) + u'/' + QLatin1String(rank);
    write(folder + QStringLiteral("/profiler_info_%1.json").arg(rank[4]), R"({"config":{}})");
    QByteArray csv =
        "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
        "Communication(Not Overlapped and Exclude Receive)\n";
    int step = 0;
    for (const int us : computingUs)
        csv += QStringLiteral("0,%1,%2,50,0,50,10,%3,0,50\n").arg(++step).arg(us).arg(us + 60).toUtf8();
    write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"), csv);
}

void TestCliGate::initTestCase()
{
    addRun("before", {100, 102, 98, 100});
    addRun("slower", {109, 111, 107, 109}); // each step by 9 us, 5.6 % of 160
    addRun("one", {200});
    addRun("two", {100, 102, 98, 100});
    addRun("two", {100, 102, 98, 100}, "rank1_ascend_pt");
    addRun("mind", {100, 102, 98, 100}, "rank0_ascend_ms");
}

void TestCliGate::aGateFailsBeyondItsLimit()
{
    const QString junit = m_dir.filePath(QStringLiteral("gate.xml"));
    const QStringList limits{QStringLiteral("--fail"),  QStringLiteral("step=5%"), QStringLiteral("--fail"),
                             QStringLiteral("idle=5%"), QStringLiteral("--junit"), junit};
    const Result failed = gate("slower", limits);
    QCOMPARE(failed.status, 5);
    QCOMPARE(failed.out, QByteArray("Limit,Verdict,Base(us),Other(us),Difference(us),Least Change(us),Allowed(us)\r\n"
                                    "step=5%,failed,160,169,9,9,8\r\n"
                                    "idle=5%,passed,10,10,0,0,0.5\r\n"));
    QFile file(junit);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray first = file.readAll();
    QVERIFY2(first.contains(R"(tests="2" failures="1" skipped="0")"), first.constData());
    file.close();
    QCOMPARE(gate("slower", limits).out, failed.out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), first);
    QCOMPARE(gate("slower", {QStringLiteral("--fail"), QStringLiteral("step=6%,computing=0.01ms")}).status, 0);
    QVERIFY(gate("slower", limits + QStringList{QStringLiteral("--format"), QStringLiteral("json")})
                .out.contains(R"("passed":false)"));
}

void TestCliGate::ofOneStepNothingIsKnown()
{
    const QStringList limit{QStringLiteral("--fail"), QStringLiteral("step=3%")};
    const Result r = gate("one", limit);
    QCOMPARE(r.status, 0);
    QVERIFY2(r.out.contains("step=3%,not known,160,260,100,,4.8"), r.out.constData());
    QCOMPARE(gate("one", limit + QStringList{QStringLiteral("--fail-unknown")}).status, 5);
}

void TestCliGate::ofOtherRanksOrFrameworksNothingIsKnown()
{
    const QStringList limit{QStringLiteral("--fail"), QStringLiteral("step=3%")};
    for (const auto &[other, why] : {std::pair("two", "not known, because BASE has 1 rank and NEW has 2 ranks ("),
                                     std::pair("mind", "not known, because the runs are of different frameworks (")}) {
        const Result r = gate(other, limit);
        QCOMPARE(r.status, 0);
        QVERIFY2(r.out.contains("step=3%,not known,160,160,0,"), r.out.constData());
        QVERIFY2(r.err.contains(QLatin1String(why)), qPrintable(r.err));
        QVERIFY2(r.err.contains(QLatin1String("The gate did not fail, but is not known.")), qPrintable(r.err));
        QCOMPARE(gate(other, limit + QStringList{QStringLiteral("--fail-unknown")}).status, 5);
    }
}

void TestCliGate::mistakesAreSaid()
{
    QCOMPARE(gate("slower", {}).status, 1);
    QCOMPARE(gate("slower", {QStringLiteral("--fail"), QStringLiteral("steps=3%")}).status, 1);
    QCOMPARE(gate("slower", {QStringLiteral("--fail"), QStringLiteral("step=3%"), QStringLiteral("--junit"),
                             run("before/gate.xml")})
                 .status,
             1); // nothing is written beside the data
    QCOMPARE(gate("nothing", {QStringLiteral("--fail"), QStringLiteral("step=3%")}).status, 2);
    const Result r =
        cli({QStringLiteral("diagnose"), run("before"), QStringLiteral("--fail-above"), QStringLiteral("much")});
    QCOMPARE(r.status, 1);
}

// Steps of 160, 169 and 260 us on average; of the single step nobody knows whether it is chance.
void TestCliGate::severalRunsAreATrend()
{
    const Result r =
        cli({QStringLiteral("trend.runs"), run("before"), run("slower"), run("one"), QStringLiteral("--fields"),
             QStringLiteral("Steps,Step(us),Idle(us),Difference(us),Low(us),Change(%),State")});
    QCOMPARE(r.out, QByteArray("Steps,Step(us),Idle(us),Difference(us),Low(us),Change(%),State\r\n"
                               "4,160,10,,,,\r\n"
                               "4,169,10,9,9,5.625,grown\r\n"
                               "1,260,10,100,,62.5,too few steps\r\n"));
}

RS_TEST(TestCliGate, QCoreApplication);
#include "tst_cli_gate.moc"
