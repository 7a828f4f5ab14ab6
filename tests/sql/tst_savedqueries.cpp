// SPDX-License-Identifier: Apache-2.0
// Statements of the user's as files, and as tables of the catalogue.
#include "sql/savedqueries.h"
#include "sql/sqlschema.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/catalogue/catalogueexport.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOf(int number)
{
    TinyRank r(number);
    r.step(1, 0, 20'000);
    r.kernel("MatMul", 1'000, 4'000 + number);
    return r.finish();
}

void write(const QDir &folder, const char *name, const QByteArray &text)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class TestSavedQueries : public QObject
{
    Q_OBJECT
private slots:
    void whatIsSavedIsFound()
    {
        const QTemporaryDir temp;
        const QString folder = temp.filePath(QStringLiteral("new/queries"));
        QCOMPARE(saveQuery(folder, QStringLiteral("My  MatMul; 卡"), QStringLiteral(" SELECT 1\n")), QString());
        std::vector<SavedQuery> all = savedQueries(folder);
        QCOMPARE(all.size(), size_t{1});
        QCOMPARE(all[0].name, QStringLiteral("my-matmul-卡"));
        QCOMPARE(all[0].title, QStringLiteral("My MatMul; 卡"));
        QCOMPARE(all[0].sql, QStringLiteral("SELECT 1"));
        QVERIFY(all[0].error.isEmpty());
        QCOMPARE(saveQuery(folder, QStringLiteral("my matmul 卡"), QStringLiteral("SELECT 2")), QString());
        all = savedQueries(folder);
        QCOMPARE(all.size(), size_t{1});
        QCOMPARE(all[0].sql, QStringLiteral("SELECT 2"));
        QCOMPARE(removeQuery(all[0]), QString());
        QVERIFY(savedQueries(folder).empty());
        QVERIFY(!removeQuery(all[0]).isEmpty());
        // A file where the folder should be.
        write(QDir(temp.path()), "file", "x");
        QVERIFY(!saveQuery(temp.filePath(QStringLiteral("file")), QStringLiteral("a"), QStringLiteral("SELECT 1"))
                     .isEmpty());
    }

    void namesFitFilesAndVerbs_data()
    {
        const Scenarios<QString, QString> row;
        row("words", "Late ranks", "late-ranks");
        row("a path", "../../etc/passwd", "etc-passwd");
        row("signs", "--- ; ---", "");
        row("long", QString(100, u'a'), QString(60, u'a'));
    }

    void namesFitFilesAndVerbs()
    {
        const auto [title, name] = scenario<QString, QString>();
        QCOMPARE(savedQueryName(title), name);
    }

    void aFolderThatIsNotThereHasNone()
    {
        Catalogue tables;
        addSavedQueries(tables, QStringLiteral("/nowhere/at all"));
        QVERIFY(tables.all().empty());
    }

    void statementsBecomeTables()
    {
        const QTemporaryDir temp;
        write(QDir(temp.path()), "sums.sql",
              "-- Sums by rank\n-- of kernels\nSELECT rank, sum(duration_ns) AS total_ns FROM slices WHERE name = "
              "'MatMul' "
              "GROUP BY rank ORDER BY rank;\n-- end\n");
        Catalogue tables = Catalogue::ofProgram();
        const size_t before = tables.all().size();
        addSavedQueries(tables, temp.path());
        QCOMPARE(tables.all().size(), before + 1);
        const TableSpec *const table = tables.find(u"query.sums");
        QVERIFY(table);
        QCOMPARE(table->title, QStringLiteral("Sums by rank"));
        TableQuery query;
        query.run = m_run;
        const auto rows = table->rows(query, JobContext());
        QVERIFY(rows);
        QBuffer out;
        QVERIFY(out.open(QIODevice::WriteOnly));
        const auto sink = makeCsvSink(out);
        sink->begin(printedHeaders(rows->columns()));
        QVERIFY(writeRows(*sink, *rows, JobContext()));
        sink->end();
        QCOMPARE(out.data(), QByteArray("rank,total(ns)\r\n0,4000\r\n1,4001\r\n"));
        QCOMPARE(printedHeaders(table->columns(query)).size(), 2);
        QCOMPARE(rows->place(1).rank, 1);
    }

    void onlyTheRanksThatAreAskedFor()
    {
        const QTemporaryDir temp;
        write(QDir(temp.path()), "ranks.sql", "SELECT DISTINCT rank FROM slices");
        Catalogue tables;
        addSavedQueries(tables, temp.path());
        TableQuery query;
        query.run = m_run;
        query.ranks = {1};
        const auto rows = tables.find(u"query.ranks")->rows(query, JobContext());
        QCOMPARE(rows->rows(), 1U);
        QCOMPARE(rows->text(0, 0), std::string_view("1"));
    }

    void brokenOnesSayWhy_data()
    {
        const Scenarios<QByteArray, QString> row;
        row("empty", QByteArray(), "no statement");
        row("a title alone", QByteArray("-- title"), "no statement");
        row("no SQL", QByteArray("\xff\xfe hello"), "syntax error");
        row("no such table", QByteArray("SELECT * FROM nowhere"), "nowhere");
        row("writes", QByteArray("CREATE TABLE x(a)"), "Only statements that read");
        row("nothing meets it", QByteArray("SELECT 1 WHERE 0"), "conditions");
        row("a file is missing", QByteArray("SELECT * FROM operators_l2"), "l2_cache");
        row("too large", QByteArray((1 << 20) + 1, 'x'), "1 MB");
    }

    void brokenOnesSayWhy()
    {
        const auto [text, part] = scenario<QByteArray, QString>();
        const QTemporaryDir temp;
        write(QDir(temp.path()), "broken.sql", text);
        Catalogue tables;
        addSavedQueries(tables, temp.path());
        const TableSpec *const table = tables.find(u"query.broken");
        QVERIFY(table);
        TableQuery query;
        query.run = m_run;
        (void)table->columns(query);
        const auto rows = table->rows(query, JobContext());
        QVERIFY(rows);
        QCOMPARE(rows->rows(), 0U);
        const QString why = table->whyEmpty(query).english();
        QVERIFY2(why.contains(part), qPrintable(why));
    }

    void noStatementNamesAnother()
    {
        const QTemporaryDir temp;
        write(QDir(temp.path()), "self.sql", "SELECT * FROM query_self");
        Catalogue tables = Catalogue::ofProgram();
        addSavedQueries(tables, temp.path());
        const std::vector<SqlTable> seen = sqlTables(m_run, tables);
        QVERIFY(!seen.empty());
        QVERIFY(std::none_of(seen.begin(), seen.end(),
                             [](const SqlTable &t) { return t.spec->id.startsWith(SavedQueryPrefix); }));
        TableQuery query;
        query.run = m_run;
        QVERIFY(tables.find(u"query.self")->whyEmpty(query).english().contains(QLatin1String("query_self")));
    }

    // Rows that are not kept are told.
    void moreRowsThanAreKeptAreTold()
    {
        const QTemporaryDir temp;
        write(QDir(temp.path()), "all.sql",
              "SELECT value FROM (SELECT 1 AS value UNION ALL SELECT 2 UNION ALL SELECT 3)");
        for (const auto &[rows, isCut] : {std::pair(2, true), std::pair(3, false)}) {
            Catalogue tables = Catalogue::ofProgram();
            addSavedQueries(tables, temp.path(), {rows});
            TableQuery query;
            query.run = m_run;
            const auto source = tables.find(u"query.all")->rows(query, JobContext());
            QCOMPARE(source->rows(), static_cast<quint32>(rows));
            QCOMPARE(source->notes().size(), size_t(isCut));
            QCOMPARE(dynamic_cast<const SqlResult &>(*source).isCut(), isCut);
            // A folder of tables says so as well.
            const QTemporaryDir out;
            CatalogueExport all(tables, CsvReader::Program, JobContext());
            QVERIFY(all.write(m_run, out.path()));
            QCOMPARE(all.leftOut().filter(QStringLiteral("query.all: The statement has more rows")).size(),
                     qsizetype(isCut));
        }
    }

    void aCanceledJobHasNoRows()
    {
        const QTemporaryDir temp;
        write(QDir(temp.path()), "endless.sql",
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n");
        Catalogue tables;
        addSavedQueries(tables, temp.path());
        TableQuery query;
        query.run = m_run;
        const JobContext job;
        job.cancel();
        QVERIFY(!tables.find(u"query.endless")->rows(query, job));
    }

private:
    const std::shared_ptr<const Run> m_run = std::make_shared<const Run>(makeRun({rankOf(0), rankOf(1)}));
};

RS_TEST(TestSavedQueries, QCoreApplication);
#include "tst_savedqueries.moc"
