// SPDX-License-Identifier: Apache-2.0
// Databases of which something is missing, or that contradict themselves, say so; sound ones say nothing.
#include "core/table/databasekinds.h"
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"
#include "dbprofile.h"
#include "foundruns.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QFileInfo>
#include <QTest>

#include <set>

using namespace rs;
using namespace rs::test;

namespace {

/// "severity code place: argument xcount" of the findings of a rank whose code begins so.
QStringList saidOf(const RankData &rank, const char *code)
{
    QStringList out;
    for (const Finding &f : rank.report.findings()) {
        if (f.code.startsWith(QLatin1String(code)))
            out << QStringLiteral("%1 %2 %3: %4 x%5")
                       .arg(severityName(f.severity), f.code, f.place.text(), f.argument)
                       .arg(f.count);
    }
    return out;
}

QString sql(const char *statement)
{
    return QString::fromLatin1(statement);
}

} // namespace

class TestDbFaults : public QObject
{
    Q_OBJECT
private slots:
    void aJournalBesideADatabase_data()
    {
        // isText: the rank is read from text files
        const Scenarios<QByteArray, bool, QString> row;
        const QByteArray magic = QByteArray::fromHex("d9d505f920a163d7");
        const QByteArray pages(600, 'x');

        row("nothing in it", {}, false, "");
        row("pages were kept", magic + QByteArray::fromHex("00000003") + pages, false, "loss");
        row("as many as there are", magic + QByteArray::fromHex("ffffffff") + pages, false, "loss");
        row("beside a database that is not used", magic + QByteArray::fromHex("00000003") + pages, true, "notice");
        row("the database was not touched yet", magic + QByteArray(4, '\0') + pages, false, "");
        row("the change is done", QByteArray(28, '\0') + pages, false, "");
        row("another file of that name", pages, false, "");
        row("a part of its header", magic + QByteArray(3, 'x'), false, "");
    }

    void aJournalBesideADatabase()
    {
        const auto [journal, isText, severity] = scenario<QByteArray, bool, QString>();
        const RunFolder d;
        const QString out = QStringLiteral("rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/");
        if (isText)
            d.write(out + QStringLiteral("trace_view.json"), RunFolder::trace());
        const QString database = d.path(out + QStringLiteral("ascend_pytorch_profiler_3.db"));
        d.folder(out);
        QCOMPARE(makeDatabase(database, {"CREATE TABLE TASK (startNs, endNs)", "INSERT INTO TASK VALUES (1, 2)"}),
                 QString());
        d.write(out + QStringLiteral("ascend_pytorch_profiler_3.db-journal"), journal);
        ImportReport report;
        DiscoveryLimits limits;
        limits.exported = isText ? ExportChoice::Text : ExportChoice::Fuller;
        const std::vector<Run> runs = discover({d.path()}, JobContext(), report, limits);
        QCOMPARE(runs.size(), size_t(1));
        QStringList told;
        for (const Finding &f : runs[0].report.findings()) {
            if (f.code == u"db.journal")
                told << severityName(f.severity) + u' ' + f.argument;
        }
        QCOMPARE(told.join(u'\n'),
                 severity.isEmpty() ? QString() : severity + QStringLiteral(" ascend_pytorch_profiler_3.db-journal"));
        const FileEntry *const file =
            fileOf(runs[0].infos.at(0), QStringLiteral("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db-journal"));
        QVERIFY(file);
        QCOMPARE(file->kind, QStringLiteral("logs"));
    }

    // Whatever page a copy broke off at.
    void tablesThatCannotBeReadAreNamedOnce()
    {
        RunFolder d;
        write(d, {}, false);
        const QString file = d.path(Profile);
        constexpr qint64 pageBytes = 4096;
        std::set<QString> named;
        for (qint64 left = QFileInfo(file).size() / pageBytes - 1; left > 0; --left) {
            QVERIFY(QFile::resize(file, left * pageBytes));
            const auto rank = load(d.path());
            QVERIFY(rank);
            std::set<QString> damaged;
            for (const Finding &f : rank->report.findings()) {
                if (f.code != QLatin1String(damagedCode) && !f.code.startsWith(QLatin1String(cutLanesCode)) &&
                    !f.code.startsWith(QLatin1String(damagedCode)))
                    continue;
                // A file of which tables are read is not called unread.
                QVERIFY2(!f.place.isEmpty(), qPrintable(f.text()));
                QVERIFY2(f.count == 1 && f.code.endsWith(u'-' + f.place.text()), qPrintable(f.code));
                damaged.insert(f.place.text());
            }
            named.insert(damaged.begin(), damaged.end());
            for (const Finding &f : rank->report.findings()) {
                QVERIFY2(f.code != u"db.memory-of-cann" || !damaged.contains(QStringLiteral("MEMORY_RECORD")),
                         qPrintable(f.text()));
            }
        }
        for (const char *const table :
             {"STRING_IDS", "TASK", "MEMORY_RECORD", "OP_MEMORY", "STEP_TIME", "CONNECTION_IDS"})
            QVERIFY2(named.contains(QLatin1String(table)), table);
    }

    // Kernels of today, but for the first: 1 µs lies between the second and the operator of communication behind it.
    void nothingWaitsForAStampThatIsSetAside()
    {
        const auto rank =
            loadChanged({"UPDATE TASK SET startNs = startNs + 1700000000000000000, endNs = endNs + 1700000000000000000",
                         "UPDATE COMMUNICATION_OP SET startNs = startNs + 1700000000000000000, endNs = endNs + "
                         "1700000000000000000",
                         "UPDATE TASK SET startNs = 0, endNs = 100 WHERE globalTaskId = 1"});
        QVERIFY(rank && rank->kernels);
        const KernelColumns columns(*rank->kernels);
        QVERIFY(columns.wait >= 0);
        QStringList waits;
        for (int row = 0; row < rank->kernels->rows(); ++row)
            waits << (rank->kernels->has(row, columns.wait) ? QString::number(rank->kernels->integer(row, columns.wait))
                                                            : QStringLiteral("-"));
        QCOMPARE(waits, texts({"-", "0", "1000"}));
    }

    void unknownLayoutsAreSaid_data()
    {
        const Scenarios<bool> row;
        row("1.0.0", true);
        row("1.2.0", true);
        row("1", true);
        row("2.0.0", false);
        row("10.0.0", false);
        row("abc", false);
        row(".1", false);
    }

    void unknownLayoutsAreSaid()
    {
        const auto [isKnown] = scenario<bool>();
        const QString version = QString::fromLatin1(QTest::currentDataTag());
        const auto rank =
            loadChanged({sql("UPDATE META_DATA SET value = '%1' WHERE name = 'SCHEMA_VERSION'").arg(version)});
        QVERIFY(rank && rank->trace);
        QCOMPARE(saidOf(*rank, "db.schema-version").join(u'\n'),
                 isKnown ? QString() : QStringLiteral("notice db.schema-version META_DATA: %1 x1").arg(version));
    }

    void aNumberWithoutATextIsALostName()
    {
        const auto rank = loadChanged({"UPDATE STRING_IDS SET value = NULL WHERE id = 19", // aten::mm
                                       "UPDATE STRING_IDS SET value = '' WHERE id = 26"});
        QVERIFY(rank);
        QCOMPARE(saidOf(*rank, "db.lost-names"), QStringList(QStringLiteral("loss db.lost-names STRING_IDS:  x1")));
    }

    void aDoubledRowIsNamedByTableAndRow()
    {
        const auto rank = loadChanged({"INSERT INTO TASK SELECT * FROM TASK WHERE globalTaskId = 1"});
        QVERIFY(rank && rank->trace);
        QStringList places;
        for (const Finding &f : rank->report.findings()) {
            if (f.code == u"trace.doubled-slice")
                places << f.place.text();
        }
        QCOMPARE(places, QStringList(QStringLiteral("TASK, row 6"))); // of five and this one
    }

    // As Level0 writes it.
    void withoutTypesThereIsNoStatisticOfThem()
    {
        for (const bool hasTypes : {true, false}) {
            RunFolder d;
            const QString types = sql("UPDATE COMPUTE_TASK_INFO SET opType = 90, taskType = 90");
            write(d, hasTypes ? QStringList() : LiteralTexts{"INSERT INTO STRING_IDS VALUES (90,'N/A')", types});
            const auto rank = load(d.path());
            QVERIFY(rank && rank->kernels);
            QCOMPARE(rank->tables.contains(QStringLiteral("op_statistic")), hasTypes);
        }
    }

    void stepsWithoutANumberAreRead_data()
    {
        // step: of SQL
        const Scenarios<QString, QString> row;
        row("a number", "'5'", "5");
        row("nothing", "NULL", "0");
        row("blank", "''", "0");
        row("a word", "'last'", "-");
    }

    void stepsWithoutANumberAreRead()
    {
        const auto [step, read] = scenario<QString, QString>();
        RunFolder d;
        write(d, {});
        QCOMPARE(makeDatabase(d.path(Analysis), {sql("UPDATE StepTraceTime SET step = %1").arg(step)}), QString());
        const auto rank = load(d.path());
        QVERIFY(rank);
        QCOMPARE(rank->stepTrace.empty() ? QStringLiteral("-") : rank->stepTrace.front().step, read);
        QCOMPARE(saidOf(*rank, "step.number").size(), read == u"-" ? 1 : 0);
    }

    // Memory of 4 PB, and a packet that was sent less than never: no other number stands in their place.
    void numbersThatCannotBeAreMissing()
    {
        RunFolder d;
        write(d, {"UPDATE MEMORY_RECORD SET totalAllocated = 4503599627370496 WHERE timestamp = 1000000300"}, false);
        QCOMPARE(makeDatabase(d.path(Analysis),
                              analysis() + LiteralTexts{"UPDATE CommAnalyzerBandwidth SET count = -1 WHERE "
                                                        "package_size = 0.5"}),
                 QString());
        const auto rank = load(d.path());
        QVERIFY(rank);
        const auto memory = rank->table(QStringLiteral("memory_record"));
        QVERIFY(memory);
        const MemoryRecordColumns c(*memory);
        int missing = 0;
        for (int row = 0; row < memory->rows(); ++row) {
            if (memory->integer(row, c.time) == 1000000300)
                missing += c.measures[size_t(MemoryMeasure::Allocated)].at(*memory, row) ? 0 : 1;
        }
        QCOMPARE(missing, 1);
        const CommOp op = rank->commOps.records()[0];
        QCOMPARE(op.transports[0].packets.size(), size_t(1));
        QCOMPARE(op.transports[0].packets[0].sizeMb, 2.0);
        QStringList told;
        for (const Finding &f : rank->report.findings()) {
            if (f.code == QLatin1String("db.cell"))
                told << f.place.text() + QStringLiteral(" x%1").arg(f.count);
        }
        QCOMPARE(told.size(), 2);
    }
};

RS_TEST(TestDbFaults, QCoreApplication);
#include "tst_dbfaults.moc"
