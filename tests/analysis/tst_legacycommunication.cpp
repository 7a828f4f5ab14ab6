// SPDX-License-Identifier: Apache-2.0
// Communication of a rank by hccl_raw_* and step_trace_raw_* of MindSpore 1.x, together and each alone.
#include "analysis/communication/commdurations.h"

#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

using Ms = std::optional<double>;
const Ms none;

CommOp oldOperator(const char *step, const char *name, Ms elapse, Ms transit, Ms wait)
{
    return timedOp({.step = QLatin1String(step), .name = QLatin1String(name)},
                   {.elapseMs = elapse, .transitMs = transit, .waitMs = wait});
}

CommOp wholeStep(const char *step, Ms transit, Ms wait)
{
    return oldOperator(step, "Total Op Info", none, transit, wait);
}

Run runOfOldFiles(std::vector<CommOp> ops, const QStringList &kinds = {})
{
    TinyRank t(0);
    t.commOps = std::move(ops);
    t.data.legacy = true;
    for (const QString &kind : kinds) {
        t.data.info.files.push_back({.kind = kind, .used = true});
    }
    return makeRun({t.finish()});
}

QString textOf(const Ms &value)
{
    return value ? QString::number(*value) : QStringLiteral("-");
}

// calls elapse transit wait of rank 0
QString rankText(const RankDurations &d)
{
    if (d.ranks.size() != 1)
        return QStringLiteral("%1 ranks").arg(d.ranks.size());
    const RankDuration &r = d.ranks.front();
    return QStringLiteral("%1 %2 %3 %4")
        .arg(QString::number(r.calls), textOf(r.sum.elapseMs), textOf(r.sum.transitMs), textOf(r.sum.waitMs));
}

} // namespace

class TestLegacyCommunication : public QObject
{
    Q_OBJECT
private slots:
    void durationsOfARank_data()
    {
        using Ops = std::vector<CommOp>;
        QTest::addColumn<Ops>("ops");
        QTest::addColumn<QString>("step"); // empty: all
        QTest::addColumn<QString>("text");
        const CommOp a1 = oldOperator("1", "AllReduce-op1", 5, 1, 3);
        const CommOp b1 = oldOperator("1", "AllReduce-op2", 7, 2, 4);
        const CommOp a2 = oldOperator("2", "AllReduce-op1", none, 1.5, 2);
        QTest::newRow("both files") << Ops{wholeStep("1", 3, 7), a1, b1} << QString() << QStringLiteral("2 12 3 7");
        // hccl_raw_* has a step more: it is among all, and the time of all is not known.
        QTest::newRow("a step without times") << Ops{wholeStep("1", 3, 7), a1, b1, wholeStep("2", 1.5, 2), a2}
                                              << QString() << QStringLiteral("3 - 4.5 9");
        QTest::newRow("that step") << Ops{a1, b1, a2} << QStringLiteral("2") << QStringLiteral("1 - 1.5 2");
        QTest::newRow("the other step") << Ops{a1, b1, a2} << QStringLiteral("1") << QStringLiteral("2 12 3 7");
        QTest::newRow("hccl_raw alone") << Ops{wholeStep("2", 1.5, 2), a2} << QString() << QStringLiteral("1 - 1.5 2");
        // r1.3 tells transfer and waiting of steps, the other file when operators ran.
        const CommOp timed1 = oldOperator("1", "AllReduce-op1", 5, none, none);
        const CommOp timed2 = oldOperator("2", "AllReduce-op1", 6, none, none);
        QTest::newRow("r1.3") << Ops{wholeStep("1", 3, 7), timed1, wholeStep("2", 1, 2), timed2} << QString()
                              << QStringLiteral("2 11 4 9");
        QTest::newRow("r1.3, one step") << Ops{wholeStep("1", 3, 7), timed1, wholeStep("2", 1, 2), timed2}
                                        << QStringLiteral("2") << QStringLiteral("1 6 1 2");
        QTest::newRow("r1.3, a step less")
            << Ops{wholeStep("1", 3, 7), timed1, timed2} << QString() << QStringLiteral("2 11 - -");
        QTest::newRow("r1.3, a step more")
            << Ops{wholeStep("1", 3, 7), timed1, wholeStep("2", 1, 2)} << QString() << QStringLiteral("0 - 4 9");
        QTest::newRow("r1.3 alone") << Ops{wholeStep("1", 3, 7), wholeStep("2", 1, 2)} << QString()
                                    << QStringLiteral("0 - 4 9");
        QTest::newRow("no such step") << Ops{wholeStep("1", 3, 7)} << QStringLiteral("9") << QStringLiteral("0 ranks");
    }

    void durationsOfARank()
    {
        QFETCH(const std::vector<CommOp>, ops);
        QFETCH(const QString, step);
        CommQuery query{.step = step};
        QTEST(rankText(rankDurations(runOfOldFiles(ops), query)), "text");
    }

    void operatorsWithoutTimes()
    {
        const Run run = runOfOldFiles(
            {oldOperator("1", "AllReduce-op1", none, 1, 3), oldOperator("1", "AllReduce-op2", none, 2, 9)});
        const std::vector<DurationRow> rows = durationRows(run);
        QCOMPARE(rows.size(), size_t{1});
        QCOMPARE(cells(rows.front().calls, rows.front().withElapse), cells(2, 0));
        QVERIFY(!rows.front().elapse && !rows.front().first.elapseMs);
        QCOMPARE(rows.front().first.waitMs, Ms(12));
        QCOMPARE(rows.front().longest.op, QStringLiteral("AllReduce-op2")); // by transfer and waiting
        CommQuery ofRank{.rank = QStringLiteral("0")};
        QCOMPARE(longestOperators(run, ofRank, {}, 1).longest.front().op, QStringLiteral("AllReduce-op2"));
        QVERIFY(slowRanksByDuration(run).empty());
        // An operator of today's files without a time is left out.
        TinyRank today(0);
        today.commOps = {oldOperator("1", "hcom_allReduce__1_0_1", none, 1, 3)};
        QVERIFY(durationRows(makeRun({today.finish()})).empty());
    }

    void whichFilesTell_data()
    {
        QTest::addColumn<QStringList>("kinds");
        QTest::addColumn<LegacyCommFiles>("files");
        const QString costs = QStringLiteral("legacy_hccl");
        const QString times = QStringLiteral("legacy_steps");
        QTest::newRow("both") << QStringList{costs, times} << LegacyCommFiles::Both;
        QTest::newRow("costs") << QStringList{costs} << LegacyCommFiles::Costs;
        QTest::newRow("times") << QStringList{times} << LegacyCommFiles::Times;
        QTest::newRow("iterations") << texts("legacy_iterations", "legacy_hccl_trace") << LegacyCommFiles::Iterations;
    }

    void whichFilesTell()
    {
        QFETCH(const QStringList, kinds);
        const Run run = runOfOldFiles({oldOperator("1", "AllReduce-op1", 5, 1, 3)}, kinds);
        QTEST(rankDurations(run).ranks.front().sum.oldFiles, "files");
        QCOMPARE(legacyCommFilesOf(RankData()), LegacyCommFiles::None);
    }
};

RS_TEST(TestLegacyCommunication, QCoreApplication);
#include "tst_legacycommunication.moc"
