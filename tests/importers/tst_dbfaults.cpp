// SPDX-License-Identifier: Apache-2.0
// Databases of which something is missing, or that contradict themselves, say so; sound ones say nothing.
#include "dbprofile.h"
#include "foundruns.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

class TestDbFaults : public QObject
{
    Q_OBJECT
private slots:
    void aJournalBesideADatabase_data();
    void aJournalBesideADatabase();
};

void TestDbFaults::aJournalBesideADatabase_data()
{
    QTest::addColumn<QByteArray>("journal");
    QTest::addColumn<bool>("isText"); // the rank is read from text files
    QTest::addColumn<QString>("severity");
    const QByteArray magic = QByteArray::fromHex("d9d505f920a163d7");
    const QByteArray pages(600, 'x');
    const auto row = [](const char *name, const QByteArray &journal, const char *severity, bool isText = false) {
        QTest::newRow(name) << journal << isText << QString::fromLatin1(severity);
    };
    row("nothing in it", {}, "");
    row("pages were kept", magic + QByteArray::fromHex("00000003") + pages, "loss");
    row("as many as there are", magic + QByteArray::fromHex("ffffffff") + pages, "loss");
    row("beside a database that is not used", magic + QByteArray::fromHex("00000003") + pages, "notice", true);
    row("the database was not touched yet", magic + QByteArray(4, '\0') + pages, "");
    row("the change is done", QByteArray(28, '\0') + pages, "");
    row("another file of that name", pages, "");
    row("a part of its header", magic + QByteArray(3, 'x'), "");
}

void TestDbFaults::aJournalBesideADatabase()
{
    QFETCH(const QByteArray, journal);
    QFETCH(const bool, isText);
    QFETCH(const QString, severity);
    const RunFolder d;
    const QString out = QStringLiteral("rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    if (isText)
        d.write(out + QStringLiteral("trace_view.json"), RunFolder::trace());
    const QString database = d.path(out + QStringLiteral("ascend_pytorch_profiler_3.db"));
    d.folder(out);
    QCOMPARE(makeDatabase(database, {QStringLiteral("CREATE TABLE TASK (startNs, endNs)"),
                                     QStringLiteral("INSERT INTO TASK VALUES (1, 2)")}),
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

QTEST_GUILESS_MAIN(TestDbFaults)
#include "tst_dbfaults.moc"
