// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timebreakdownrows.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

StepTraceRow fileRow(const char *step, double computingUs, double overlappedUs)
{
    StepTraceRow out;
    out.step = QString::fromLatin1(step);
    out.computingUs = computingUs;
    out.overlappedUs = overlappedUs;
    out.notOverlappedUs = 2.5;
    out.freeUs = 4;
    out.preparingUs = 1;
    return out;
}

std::shared_ptr<const RankData> tracedRank(int number)
{
    TinyRank r(number);
    r.data.stepTrace.push_back(fileRow("1", 99, 9)); // that its trace outdoes
    r.step(1, 0, 20'000);
    r.kernel("MatMul", 3'001, 4'000);
    r.communication("hcom_allReduce__1_0_1", 6'001, 2'500);
    r.kernel("MEMCPY_ASYNC", 9'000, 1'000, "SDMA_SQE");
    r.kernel("Add", 12'000, 1'000);
    r.step(2, 20'000, 5'000);
    return r.finish();
}

std::shared_ptr<const RankData> rankOfFile(int number)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = number;
    out->info.label = QString::number(number);
    out->stepTrace = {fileRow("1", 30, 5), fileRow("2", 3, 5)};
    return out;
}

QByteArray printed(const RowSource &rows)
{
    QBuffer out;
    (void)out.open(QIODevice::WriteOnly);
    const auto sink = makeCsvSink(out);
    sink->begin(printedHeaders(rows.columns()));
    (void)writeRows(*sink, rows, JobContext());
    sink->end();
    return out.data();
}

} // namespace

/// The table "books".
class TestBooks : public QObject
{
    Q_OBJECT
private slots:
    void tracesAndFiles()
    {
        Run run = makeRun({tracedRank(0), rankOfFile(1)});
        StepTraceRow ofCluster = fileRow("1", 7, 0);
        ofCluster.rank = 9; // no folder of this rank is here
        run.cluster.stepTrace.push_back(ofCluster);
        TableQuery query;
        query.run = std::make_shared<const Run>(run);
        const auto rows = m_tables.find(u"books")->make(query, JobContext());
        QCOMPARE(
            printed(*rows),
            QByteArray("Step,Rank,Device,Window Start(ns),Window End(ns),Pure Compute(us),Covered "
                       "Communication(us),Uncovered Communication(us),Copy Only(us),Idle(us),Preparing(us),Tail(us),"
                       "Sum(us),Source\r\n"
                       "1,0,,0,20000,4,1,1.5,1,2.499,3.001,7,20,trace\r\n"
                       // A file tells no copies from idle time, and no tail.
                       "1,1,,,,25,5,2.5,,,1,,,file\r\n"
                       "1,9,,,,7,0,2.5,,,1,,,file\r\n"
                       "2,0,,20000,25000,0,0,0,0,5,0,0,5,trace\r\n"
                       "2,1,,,,,5,2.5,,,1,,,file\r\n")); // covers more than it computes: nonsense
        QCOMPARE(rows->place(0).rank, 0);
        QCOMPARE(rows->place(0).time, std::optional(Interval{0, 20'000}));
        QVERIFY(rows->isExpected(1, rows->columnOf(u"idle")));
    }

    void oneRankOrStep()
    {
        const auto run = std::make_shared<const Run>(makeRun({tracedRank(0), rankOfFile(1)}));
        QCOMPARE(timeBreakdownRows(*run).size(), size_t(4));
        QCOMPARE(timeBreakdownRows(*run, {QStringLiteral("2"), -1}).size(), size_t(2));
        TableQuery query;
        query.run = run;
        query.rank = 1; // as the page of a rank asks
        const auto rows = m_tables.find(u"books")->make(query, JobContext());
        QCOMPARE(rows->rows(), 2U);
        QCOMPARE(rows->text(0, rows->columnOf(u"source")), std::string_view("file"));
        query.step = QStringLiteral("9");
        QCOMPARE(m_tables.find(u"books")->make(query, JobContext())->rows(), 0U);
        for (const QStringView table : {u"books", u"steps.deviation"}) {
            query.step = QStringLiteral("9");
            QVERIFY(m_tables.find(table)->whyEmpty(query).english().endsWith(QStringLiteral("there are: 1, 2.")));
            // One that there is: whatever lacks, it is not the step.
            query.step = QStringLiteral("2");
            const QString why = m_tables.find(table)->whyEmpty(query).english();
            QVERIFY2(why.contains(QLatin1String("step_trace_time.csv")), qPrintable(why));
        }
        const JobContext job;
        job.cancel();
        QVERIFY(!m_tables.find(u"books")->make(query, job));
    }

    // Lanes missing in the trace would count as idle time.
    void lostLanesAreNotCounted()
    {
        for (const bool hasFile : {true, false}) {
            TinyRank r;
            r.step(1, 0, 100'000);
            r.kernel("k", 10'000, 20'000);
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__1_0_1");
            r.commOps.push_back(op);
            if (hasFile)
                r.data.stepTrace.push_back(fileRow("1", 30, 5));
            const std::vector<TimeBreakdownRow> rows = timeBreakdownRows(makeRun({r.finish()}));
            QCOMPARE(rows.size(), size_t(1));
            QCOMPARE(rows[0].fromTrace, !hasFile);
            QCOMPARE(rows[0].pureComputeNs, hasFile ? std::optional<qint64>(25'000) : std::nullopt);
            QCOMPARE(rows[0].window.has_value(), !hasFile);
            QVERIFY(!rows[0].idleNs && !rows[0].sumNs);
        }
    }

    void devicesOfARank()
    {
        TinyRank r;
        r.step(1, 0, 1'000);
        r.process("3", "Ascend Hardware", 2, "NPU 4");
        r.process("6", "Ascend Hardware", 2, "NPU 5");
        r.thread("6", "7", "Stream 7");
        r.kernel("k", 100, 300);
        r.slice("6", "7", "k", 200, 700, "AI_CORE");
        const std::vector<TimeBreakdownRow> rows = timeBreakdownRows(makeRun({r.finish()}));
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].device, 4);
        QCOMPARE(rows[0].pureComputeNs, std::optional<qint64>(300));
        QCOMPARE(rows[1].device, 5);
        QCOMPARE(rows[1].sumNs, std::optional<qint64>(1'000));
        QVERIFY(rows[1].hasOwnDevice);
    }

private:
    const Catalogue m_tables = Catalogue::ofProgram();
};

RS_TEST(TestBooks, QCoreApplication);
#include "tst_books.moc"
