// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlengine.h"
#include "sql/sqlspill.h"
#include "support/fixtures.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QBuffer>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <limits>
#include <set>
#include <thread>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 all = std::numeric_limits<qint64>::max();

std::shared_ptr<const RankData> rankOf(int number, qint64 slower)
{
    TinyRank r(number);
    r.step(1, 0, 20'000);
    r.kernel("MatMul", 1'000, 4'000 + slower);
    r.kernel("Add", 10'000, 1'000);
    r.kernel("MatMul", 12'000, 2'000);
    r.communication("hcom_allReduce__1_0_1", 13'000, 5'000);
    r.step(2, 20'000, 20'000);
    r.kernel("MatMul", 21'000, 3'000);
    return r.finish();
}

// Two ranks of two steps; the second is 500 ns slower in one MatMul.
std::shared_ptr<const Run> tinyRun()
{
    return std::make_shared<const Run>(makeRun({rankOf(0, 0), rankOf(1, 500)}));
}

struct Answer
{
    QString text; ///< CSV without its carriage returns
    SqlOutcome outcome;
    QString reasons; ///< those of the outcome
};

Answer ask(SqlEngine &engine, const QString &sql, qint64 limit = all, qint64 skip = 0)
{
    QBuffer out;
    (void)out.open(QIODevice::WriteOnly);
    const auto sink = makeCsvSink(out);
    sink->setPage({skip, limit, {}});
    Answer a;
    a.outcome = engine.query(sql, *sink);
    if (a.outcome.error.isEmpty() && !a.outcome.isCanceled)
        sink->end();
    a.text = QString::fromUtf8(out.data()).remove(u'\r');
    for (const Phrase &why : a.outcome.reasons)
        a.reasons += why.english();
    return a;
}

} // namespace

class TestSql : public QObject
{
    Q_OBJECT

private slots:
    void namesAreUniqueAndHiddenColumnsStandLast()
    {
        std::set<QString> tables;
        for (const SqlTable &t : sqlTables(tinyRun(), m_tables)) {
            QVERIFY2(tables.insert(t.name).second, qPrintable(t.name));
            std::set<QString> columns;
            bool hidden = false;
            for (const SqlColumn &c : t.columns) {
                QVERIFY2(columns.insert(c.name).second, qPrintable(t.name + u'.' + c.name));
                QVERIFY2(!hidden || c.source == SqlSource::Parameter, qPrintable(t.name + u'.' + c.name));
                hidden = hidden || c.source == SqlSource::Parameter;
            }
            if (t.spec->scope == TableScope::Rank)
                QVERIFY2(columns.contains(QStringLiteral("rank")), qPrintable(t.name));
        }
        QVERIFY(tables.contains(QStringLiteral("slices")));
        QVERIFY(tables.contains(QStringLiteral("operators_groups")));
    }

    void answersAreThoseOfTheTables_data()
    {
        const Scenarios<QString, QString> row;

        row("sum by rank",
            "SELECT rank, count(*) n, sum(duration_ns) ns FROM slices WHERE name = 'MatMul' GROUP BY rank",
            "rank,n,ns\n0,3,9000\n1,3,9500\n");
        row("rank as number", "SELECT count(*) n FROM slices WHERE rank = 1 AND name = 'Add'", "n\n1\n");
        row("rank as text", "SELECT count(*) n FROM slices WHERE rank = '1' AND name = 'Add'", "n\n1\n");
        row("no such rank", "SELECT count(*) n FROM slices WHERE rank = 7", "n\n0\n");
        row("no rank at all", "SELECT count(*) n FROM slices WHERE rank = NULL", "n\n0\n");
        row("a window of moments",
            "SELECT name, start_ns FROM slices WHERE rank = 0 AND name <> 'x' AND "
            "process LIKE 'Ascend%' AND start_ns >= 10000 AND "
            "start_ns < 12000 ORDER BY start_ns",
            "name,start_ns\nAdd,10000\n");
        row("ranks against each other",
            "SELECT a.start_ns, b.duration_ns - a.duration_ns AS more FROM slices a JOIN slices b ON b.name = a.name "
            "AND "
            "b.start_ns = a.start_ns WHERE a.rank = 0 AND b.rank = 1 AND a.name = 'MatMul' ORDER BY 1",
            "start_ns,more\n1000,500\n12000,0\n21000,0\n");
        row("numbers of slices", "SELECT count(*) = count(DISTINCT slice) AS one FROM slices WHERE rank = 0",
            "one\n1\n");
        row("no such slice", "SELECT count(*) n FROM slices WHERE slice = -1 OR slice = 99999999999", "n\n0\n");
        row("the same name twice", "SELECT 1 AS a, 2 AS a", "a,a_2\n1,2\n");
        row("nothing behind it", "SELECT 1 AS a;; -- done\n/* all */ ;", "a\n1\n");
        row("values of all kinds", "SELECT 1 AS i, 2.5 AS r, 'x' AS t, NULL AS n, x'00ff' AS b",
            "i,r,t,n,b\n1,2.5,x,,00ff\n");
        row("overlap", "SELECT span_overlap(0, 10, 5, 20) a, span_overlap(0, 5, 5, 9) b, span_overlap(NULL, 1, 2, 3) c",
            "a,b,c\n5,0,\n");
        row("union", "WITH s(f, t) AS (VALUES (0, 10), (5, 12), (20, 30), (30, 31)) SELECT span_union(f, t) u FROM s",
            "u\n23\n");
        row("union of nothing", "SELECT span_union(1, 2) u FROM ranks WHERE rank = 9", "u\n\n");
        // The communication lies beside the second MatMul for 1,000 ns.
        row("union of slices",
            "SELECT span_union(start_ns, start_ns + duration_ns) u FROM slices WHERE rank "
            "= 0 AND start_ns >= 12000 AND start_ns < 20000 "
            "AND (name = 'MatMul' OR name LIKE 'hcom%')",
            "u\n6000\n");
        row("steps of moments", "SELECT ns_to_step(0, 1000) a, ns_to_step(1, 21000) b, ns_to_step(0, 90000) c",
            "a,b,c\n1,2,\n");
        row("regular expressions", "SELECT count(*) n FROM slices WHERE rank = 0 AND name REGEXP '^hcom_.*_1$'",
            "n\n1\n");
    }

    void answersAreThoseOfTheTables()
    {
        const auto [sql, expected] = scenario<QString, QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const Answer a = ask(engine, sql);
        QCOMPARE(a.outcome.error, QString());
        QCOMPARE(a.text, expected);
        // Rows that were made are kept, and give the same answer again.
        QCOMPARE(ask(engine, sql).text, expected);
    }

    void narrowingChangesNoAnswer_data()
    {
        // where: "%1": empty, or what keeps SQLite from handing the constraint on
        const Scenarios<QString> row;
        for (const char *const text : {"%1name = 'MatMul'",
                                       "%1name = 'matmul' COLLATE NOCASE",
                                       "%1name = 'none'",
                                       "%1start_ns = 12000",
                                       "%1start_ns > 12000",
                                       "%1start_ns >= 12000",
                                       "%1start_ns < 12000",
                                       "%1start_ns <= 12000",
                                       "%1start_ns <= 12000.5",
                                       "%1start_ns > 11999.5",
                                       "%1start_ns > '12000'",
                                       "%1depth = 0",
                                       "%1duration_ns = 2000",
                                       "%1duration_ns = 2000.0",
                                       "%1duration_ns = '2000'",
                                       "%1rank = 1.0",
                                       "%1rank = 'x'",
                                       "%1process = 'CANN'",
                                       "%1name = 5",
                                       "%1start_ns < 9e99",
                                       "%1start_ns > NULL",
                                       "%1start_ns > 9223372036854775807"})
            row(text, QString::fromLatin1(text));
    }

    void narrowingChangesNoAnswer()
    {
        const auto [where] = scenario<QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const QString sql = QStringLiteral("SELECT * FROM slices WHERE ");
        const QString order = QStringLiteral(" ORDER BY rank, process, thread, depth, start_ns");
        const Answer narrowed = ask(engine, sql + where.arg(QString()) + order);
        const Answer scanned = ask(engine, sql + where.arg(QStringLiteral("+")) + order);
        QCOMPARE(narrowed.outcome.error, QString());
        QCOMPARE(scanned.outcome.error, QString());
        // A unary plus takes the affinity of a column away as well, so a number and a text differ there.
        if (!where.contains(u'\'') || where.contains(QLatin1String("name")) || where.contains(QLatin1String("process")))
            QCOMPARE(narrowed.text, scanned.text);
        else
            QVERIFY(narrowed.text.size() >= scanned.text.size());
    }

    void groupsByNameAreNotSorted_data()
    {
        // sql: "%1": empty, or what makes SQLite sort the rows
        const Scenarios<QString> row;
        for (const char *const text :
             {"SELECT %1name AS n, count(*), sum(duration_ns), min(start_ns) FROM slices GROUP BY %1name",
              "SELECT %1name AS n, count(DISTINCT rank) FROM slices WHERE rank = 1 GROUP BY %1name HAVING count(*) > 1",
              "SELECT max(n) FROM (SELECT count(*) n FROM slices GROUP BY %1name)",
              "SELECT %1name AS n FROM slices ORDER BY %1name LIMIT 5"})
            row(text, QString::fromLatin1(text));
    }

    void groupsByNameAreNotSorted()
    {
        const auto [sql] = scenario<QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const QString plain = sql.arg(QString());
        const QString sorted = sql.arg(QStringLiteral("+"));
        const Answer answer = ask(engine, plain);
        QCOMPARE(answer.outcome.error, QString());
        QVERIFY(answer.text.count(u'\n') > 1);
        QCOMPARE(answer.text, ask(engine, sorted).text);
        const QString plan = QStringLiteral("EXPLAIN QUERY PLAN ");
        QVERIFY(!ask(engine, plan + plain).text.contains(QLatin1String("TEMP B-TREE FOR GROUP BY")));
        QVERIFY(!ask(engine, plan + plain).text.contains(QLatin1String("TEMP B-TREE FOR ORDER BY")));
        QVERIFY(ask(engine, plan + sorted).text.contains(QLatin1String("TEMP B-TREE")));
    }

    void slicesAreJoinedByNumber()
    {
        TinyRank r(0);
        r.host("launch", 9'000, 500);
        r.kernel("Add", 10'000, 1'000);
        r.launch(9'000, 10'000);
        const auto run = std::make_shared<const Run>(makeRun({r.finish(), rankOf(1, 0)}));
        SqlEngine engine(run, m_tables, nullptr, JobContext());
        const Answer joined =
            ask(engine, QStringLiteral(
                            "SELECT f.rank, s.name, t.name FROM flows f JOIN slices s ON s.rank = f.rank AND s.slice = "
                            "f.from_slice JOIN slices t ON t.rank = f.rank AND t.slice = f.to_slice WHERE f.rank = 0"));
        QCOMPARE(joined.outcome.error, QString());
        QCOMPARE(joined.text, QStringLiteral("rank,name,name_2\n0,launch,Add\n"));
        QCOMPARE(ask(engine,
                     QStringLiteral("SELECT f.from_name FROM slices s JOIN flows f ON f.rank = s.rank AND f.to_slice "
                                    "= s.slice WHERE s.name = 'Add' AND s.rank = 0"))
                     .text,
                 QStringLiteral("from_name\nlaunch\n"));
        QCOMPARE(
            ask(engine, QStringLiteral("SELECT rank, process, thread, slices, total_ns FROM lanes WHERE rank = 0 AND "
                                       "process LIKE 'Ascend%'"))
                .text,
            QStringLiteral("rank,process,thread,slices,total_ns\n0,Ascend Hardware,Stream 7,1,1000\n"));
    }

    // Longer than a pattern may be.
    void aVeryLongNameIsFound()
    {
        const std::string name(40'000, 'x');
        TinyRank r(0);
        r.kernel(name, 1'000, 2'000);
        r.kernel("Add", 10'000, 1'000);
        SqlEngine engine(std::make_shared<const Run>(makeRun({r.finish()})), m_tables, nullptr, JobContext());
        const QString sql = QStringLiteral("SELECT duration_ns FROM slices WHERE name = '%1'");
        QCOMPARE(ask(engine, sql.arg(QString::fromStdString(name))).text, QStringLiteral("duration_ns\n2000\n"));
    }

    void onlyReadingIsAllowed_data()
    {
        const Scenarios<QString> row;
        for (const char *const sql :
             {"DELETE FROM slices", "INSERT INTO slices(rank) VALUES (1)", "UPDATE slices SET rank = 1",
              "CREATE TABLE x(a)", "CREATE TEMP TABLE x(a)", "DROP TABLE slices", "ATTACH '/tmp/rankscope_sql.db' AS x",
              "DETACH rank0", "PRAGMA journal_mode = WAL", "VACUUM INTO '/tmp/rankscope_sql.db'", "BEGIN",
              "SELECT load_extension('x')",
              "SELECT json_set('{}', '$' || replace(hex(zeroblob(100000)), '00', '.a'), 1)",
              "SELECT json_insert('{}', '$.a', 1)", "CREATE VIRTUAL TABLE x USING slices", "REINDEX", "ANALYZE", ""})
            row(sql, QString::fromLatin1(sql));
    }

    void onlyReadingIsAllowed()
    {
        const auto [sql] = scenario<QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const Answer a = ask(engine, sql);
        QVERIFY(!a.outcome.error.isEmpty());
        QCOMPARE(a.text, QString());
        QVERIFY(!QFile::exists(QStringLiteral("/tmp/rankscope_sql.db")));
        QCOMPARE(ask(engine, QStringLiteral("SELECT count(*) n FROM ranks")).text, QStringLiteral("n\n2\n"));
    }

    void mistakesAreSaid_data()
    {
        const Scenarios<QString, QString> row;
        row("no statement", "SELEC 1", "syntax error");
        row("no such table", "SELECT * FROM nowhere", "nowhere");
        row("no such column", "SELECT nothing FROM slices", "nothing");
        row("two statements", "SELECT 1; SELECT 2", "SELECT 2");
        row("a statement behind a comment", "SELECT 1; -- one\n ; DELETE FROM slices", "DELETE FROM slices");
        row("half of a second one", "SELECT 1; SELEC", "\"SELEC\" follows the first");
        row("a window of text", "SELECT * FROM slices WHERE window_from = 'noon'", "window_from");
        row("a union of text", "SELECT span_union(name, 1) FROM slices", "span_union");
        row("no pattern", "SELECT * FROM slices WHERE name REGEXP '('", "regular expression");
        row("a pattern that gives up", QStringLiteral("SELECT '%1b' REGEXP '^(a+)+$'").arg(QString(60, u'a')),
            "takes too long on one of the texts");
    }

    void mistakesAreSaid()
    {
        const auto [sql, part] = scenario<QString, QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const Answer a = ask(engine, sql);
        QVERIFY2(a.outcome.error.contains(part), qPrintable(a.outcome.error));
    }

    void limitIsSaid()
    {
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const QString sql = QStringLiteral("SELECT name FROM slices WHERE name = 'MatMul'");
        const Answer cut = ask(engine, sql, 2);
        QVERIFY(cut.outcome.isTruncated);
        QCOMPARE(cut.text, QStringLiteral("name\nMatMul\nMatMul\n"));
        QVERIFY(!ask(engine, sql, 6).outcome.isTruncated);
    }

    void functionsWithABoundAnswerAsSqlites_data()
    {
        const Scenarios<QString> row;
        for (const char *const sql : {"instr('abcabc', 'ca')",
                                      "instr('abc', '')",
                                      "instr('', 'a')",
                                      "instr(NULL, 'a')",
                                      "instr('a', NULL)",
                                      "instr('\u00e9\u00e9x', 'x')",
                                      "instr(x'c3a9ff', x'ff')",
                                      "instr(12345, 34)",
                                      "typeof(instr('a', 'b'))",
                                      "replace('aXbX', 'X', 'long')",
                                      "replace('aXbX', '', 'y')",
                                      "replace(NULL, 'a', 'b')",
                                      "replace(112, 1, 2)",
                                      "trim('xxaxx', 'x')",
                                      "trim('  a ')",
                                      "ltrim('xya', 'yx')",
                                      "rtrim('a\u00e9\u00e8', '\u00e8\u00e9')",
                                      "rtrim('a', NULL)",
                                      "'MatMul' LIKE 'matm%'",
                                      "'MatMul' LIKE '%x%'",
                                      "'a_b' LIKE 'a!_b' ESCAPE '!'",
                                      "'axb' LIKE 'a!_b' ESCAPE '!'",
                                      "'50%' LIKE '%%' ESCAPE '%'",
                                      "NULL LIKE 'a'",
                                      "'a' LIKE NULL",
                                      "123 LIKE '1_3'",
                                      "'\u00c4' LIKE '\u00e4'",
                                      "'MatMul' GLOB 'Mat*'",
                                      "'MatMul' GLOB 'mat*'",
                                      "'a5' GLOB 'a[0-9]'",
                                      "'a]' GLOB 'a[]]'",
                                      "'ab' NOT LIKE '_'",
                                      "json_patch('{\"a\":1}', '{\"a\":null,\"b\":2}')",
                                      "(SELECT sum(value) FROM json_each('[1,2,3]'))",
                                      "(SELECT count(*) FROM json_tree('{\"a\":[1]}'))"})
            row(sql, QString::fromUtf8(sql));
    }

    void functionsWithABoundAnswerAsSqlites()
    {
        const auto [sql] = scenario<QString>();
        sqlite3 *plain = nullptr;
        QCOMPARE(sqlite3_open(":memory:", &plain), SQLITE_OK);
        QString expected = QStringLiteral("r\n");
        const auto take = [](void *to, int, char **values, char **) {
            const QString value = QString::fromUtf8(values[0] ? values[0] : "");
            *static_cast<QString *>(to) +=
                value.contains(u'"') ? u'"' + QString(value).replace(u'"', QStringLiteral("\"\"")) + u'"' : value;
            return 0;
        };
        const QString statement = QStringLiteral("SELECT %1 AS r").arg(sql);
        QCOMPARE(sqlite3_exec(plain, statement.toUtf8().constData(), take, &expected, nullptr), SQLITE_OK);
        sqlite3_close(plain);
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        QCOMPARE(ask(engine, statement).text, expected + u'\n');
    }

    void whatTakesTooMuchIsSaid_data()
    {
        const Scenarios<QString, QString> table;
        const QString longs = QStringLiteral("hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1'");
        for (const char *const name : {"instr", "trim", "ltrim", "rtrim"})
            table(name, QStringLiteral("SELECT %1(%2)").arg(QLatin1String(name), longs), "takes too long");
        table("replace", QStringLiteral("SELECT replace(%1, 'x')").arg(longs), "takes too long");
        table("json_patch", QStringLiteral("SELECT json_patch(%1)").arg(longs), "takes too long");
        table("like", "SELECT hex(zeroblob(2000000)) LIKE '%' || hex(zeroblob(1000)) || '1'", "takes too long");
        table("like with an escape", "SELECT hex(zeroblob(2000000)) LIKE '%' || hex(zeroblob(1000)) ESCAPE '!'",
              "takes too long");
        table("glob", "SELECT hex(zeroblob(2000000)) GLOB '*' || hex(zeroblob(1000)) || '1'", "takes too long");
        table("a long value", "SELECT length(hex(zeroblob(6000000)))", "more than 8 MB");
        table("a long row", "SELECT hex(zeroblob(4000000)), hex(zeroblob(4000000)), hex(zeroblob(4000000))",
              "A row has more than 16 MB");
        QStringList columns;
        for (int i = 0; i < 2000; ++i)
            columns << QStringLiteral("hex(zeroblob(4000000 - %1))").arg(i);
        table("2,000 long values", QStringLiteral("SELECT ") + columns.join(u','), "more than 512 MB");
    }

    void whatTakesTooMuchIsSaid()
    {
        const auto [sql, part] = scenario<QString, QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const Answer a = ask(engine, sql);
        QVERIFY2(a.outcome.error.contains(part), qPrintable(a.outcome.error.left(500)));
        // Nothing of it is left.
        QCOMPARE(ask(engine, QStringLiteral("SELECT count(*) n FROM ranks")).text, QStringLiteral("n\n2\n"));
    }

    void temporaryFilesAreCounted()
    {
        const QString sql =
            QStringLiteral("SELECT max(t) m, count(*) n FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                           "SELECT i + 1 FROM n LIMIT 100000) SELECT DISTINCT hex(zeroblob(100)) || i AS t "
                           "FROM n ORDER BY t DESC LIMIT 90000)");
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const qint64 before = setSpillLimit(4 << 20);
        const Answer refused = ask(engine, sql);
        setSpillLimit(before);
        QVERIFY2(refused.outcome.error.contains(QLatin1String("of temporary files")),
                 qPrintable(refused.outcome.error));
        QCOMPARE(spilledBytes(), 0);
        const Answer whole = ask(engine, sql);
        QCOMPARE(whole.outcome.error, QString());
        QVERIFY2(whole.text.endsWith(QLatin1String(",90000\n")), qPrintable(whole.text));
        QCOMPARE(spilledBytes(), 0);
    }

    void aFunctionHearsThatItIsCanceled_data()
    {
        const Scenarios<QString> row;
        // Each of them takes long, and is within its bound.
        const QString texts = QStringLiteral("hex(zeroblob(60000 + x % 2)), hex(zeroblob(1000)) || '1'");
        row("instr", QStringLiteral("instr(%1)").arg(texts));
        row("trim", QStringLiteral("trim(%1)").arg(texts));
        row("like", "hex(zeroblob(60000 + x % 2)) LIKE '%' || hex(zeroblob(1000)) || '1'");
        row("hex", "length(hex(zeroblob(4000000 + x % 2)))");
    }

    void aFunctionHearsThatItIsCanceled()
    {
        const auto [call] = scenario<QString>();
        const JobContext job;
        SqlEngine engine(tinyRun(), m_tables, nullptr, job);
        QElapsedTimer timer;
        std::thread canceler([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            timer.start();
            job.cancel();
        });
        const Answer a = ask(engine, QStringLiteral("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                                                    "SELECT sum(%1) FROM c")
                                         .arg(call));
        canceler.join();
        QVERIFY(a.outcome.isCanceled);
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    }

    void aCanceledJobEndsAStatement()
    {
        const JobContext job;
        SqlEngine engine(tinyRun(), m_tables, nullptr, job);
        job.cancel();
        const Answer a =
            ask(engine,
                QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"));
        QVERIFY(a.outcome.isCanceled);
        QCOMPARE(a.outcome.error, QString());
        QVERIFY(ask(engine, QStringLiteral("SELECT * FROM slices")).outcome.isCanceled);
    }

    void missingFilesAreSaid()
    {
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        // The same holds of rows that were made before.
        for (int time = 0; time < 2; ++time) {
            for (const char *const sql :
                 {"SELECT * FROM operators_l2", "SELECT * FROM operators_l2 WHERE name = 'Add'"}) {
                const Answer a = ask(engine, QString::fromLatin1(sql));
                QCOMPARE(a.outcome.error, QString());
                QVERIFY2(a.reasons.contains(QLatin1String("l2_cache")), sql);
                QVERIFY(a.outcome.lacksData);
            }
        }
    }

    void conditionsThatNothingMeetsAreAnswered_data()
    {
        const Scenarios<QString> row;
        for (const char *const from : {"slices WHERE name = 'none'", "slices WHERE start_ns > 90000000",
                                       "slices WHERE rank = 7", "slices WHERE name = 'Add' AND start_ns > 90000000",
                                       "slices_stats WHERE name = 'none'", "slices WHERE window_from = 90000000",
                                       "operators_kernels WHERE name = 'none'", "operators_kernels WHERE step = '9'",
                                       "overview WHERE step = '9'", "slices a JOIN slices b ON b.name = a.name || 'x'"})
            row(from, QString::fromLatin1(from));
    }

    void conditionsThatNothingMeetsAreAnswered()
    {
        const auto [from] = scenario<QString>();
        SqlEngine engine(tinyRun(), m_tables, nullptr, JobContext());
        const Answer a = ask(engine, QStringLiteral("SELECT 1 AS one FROM ") + from);
        QCOMPARE(a.outcome.error, QString());
        QCOMPARE(a.reasons, QString());
        QVERIFY(!a.outcome.lacksData);
        QCOMPARE(a.text, QStringLiteral("one\n"));
    }

    void databasesAreAttachedAndLeftAlone()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a%b ?#'.db"));
        QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE TASK(startNs INTEGER, endNs INTEGER)"),
                                     QStringLiteral("INSERT INTO TASK VALUES (5, 9), (9, 12)"), test::endlessView,
                                     QStringLiteral("CREATE VIEW plain AS SELECT startNs FROM TASK")}),
                 QString());
        const QString cluster = folder.filePath(QStringLiteral("cluster_analysis.db"));
        QCOMPARE(
            makeDatabase(cluster, {QStringLiteral("CREATE TABLE SlowRank(rankId INTEGER, slowAffectCount INTEGER)"),
                                   QStringLiteral("INSERT INTO SlowRank VALUES (3, 7)")}),
            QString());
        Run run = *tinyRun();
        run.cluster.files.push_back(
            {QStringLiteral("cluster_analysis.db"), cluster, QStringLiteral("cluster_db"), 1, true, {}});
        run.infos.resize(2);
        run.infos[1].label = QStringLiteral("1");
        run.infos[1].files.push_back({QStringLiteral("a.db"), path, QStringLiteral("db"), 1, false, {}});
        {
            SqlEngine engine(std::make_shared<const Run>(std::move(run)), m_tables, nullptr, JobContext());
            QCOMPARE(engine.unattached(), QStringList());
            QCOMPARE(ask(engine, QStringLiteral("SELECT sum(endNs - startNs) ns FROM TASK")).text,
                     QStringLiteral("ns\n7\n"));
            QCOMPARE(ask(engine, QStringLiteral("SELECT count(*) n FROM rank1.TASK")).text, QStringLiteral("n\n2\n"));
            QCOMPARE(ask(engine, QStringLiteral("SELECT rankId r FROM SlowRank")).text, QStringLiteral("r\n3\n"));
            QCOMPARE(ask(engine, QStringLiteral("SELECT slowAffectCount n FROM cluster.SlowRank")).text,
                     QStringLiteral("n\n7\n"));
            QVERIFY(!ask(engine, QStringLiteral("DELETE FROM rank1.TASK")).outcome.error.isEmpty());
            for (const char *const view :
                 {"SELECT count(*) FROM RANK_DEVICE_MAP", "SELECT * FROM rank1.RANK_DEVICE_MAP r",
                  "SELECT count(*) FROM (SELECT * FROM RANK_DEVICE_MAP)",
                  "SELECT 1 FROM ranks, RANK_DEVICE_MAP LIMIT 1", "SELECT 1 FROM ranks r, rank1.\"RANK_DEVICE_MAP\"",
                  "SELECT 1 FROM (ranks, RANK_DEVICE_MAP)", "SELECT 1 FROM 'RANK_DEVICE_MAP'",
                  "SELECT 1 FROM ranks WHERE 1 IN RANK_DEVICE_MAP",
                  "SELECT EXISTS (SELECT 1 FROM TASK, RANK_DEVICE_MAP)"})
                QCOMPARE(ask(engine, QString::fromLatin1(view)).outcome.error,
                         QStringLiteral("RANK_DEVICE_MAP is a view of a file and is not executed."));
            QCOMPARE(ask(engine, QStringLiteral("SELECT 1 FROM TASK, plain")).outcome.error,
                     QStringLiteral("plain is a view of a file and is not executed."));
            QVERIFY(ask(engine, QStringLiteral("SELECT 1 FROM rank1.nowhere")).outcome.error.contains(u"nowhere"));
            QCOMPARE(
                ask(engine, QStringLiteral("WITH RANK_DEVICE_MAP AS (SELECT 3 AS n) SELECT n FROM RANK_DEVICE_MAP"))
                    .text,
                QStringLiteral("n\n3\n"));
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void profilesAreAttachedBeforeWhatWasAnalysed()
    {
        const QTemporaryDir folder;
        Run run = *tinyRun();
        run.infos.resize(9);
        for (int i = 0; i < 9; ++i) {
            RankInfo &info = run.infos[static_cast<size_t>(i)];
            info.label = QString::number(i);
            for (const char *const name : {"analysis.db", "profile.db"}) {
                const QString path =
                    folder.filePath(QStringLiteral("%1_").arg(i) + QLatin1String(name)).replace(u'_', u'/');
                QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
                const QString table =
                    path.endsWith(u"analysis.db") ? QStringLiteral("StepTraceTime") : QStringLiteral("TASK");
                QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE %1(v INTEGER)").arg(table),
                                             QStringLiteral("INSERT INTO %1 VALUES (%2)").arg(table).arg(i)}),
                         QString());
                info.files.push_back({QLatin1String(name), path, QStringLiteral("db"), 1, true, {}});
            }
        }
        SqlEngine engine(std::make_shared<const Run>(std::move(run)), m_tables, nullptr, JobContext());
        for (int i = 0; i < 9; ++i)
            QCOMPARE(ask(engine, QStringLiteral("SELECT v FROM rank%1.TASK").arg(i)).text,
                     QStringLiteral("v\n%1\n").arg(i));
        // Ten at a time: another one takes a place once it is named.
        for (const int i : {0, 8, 3})
            QCOMPARE(ask(engine, QStringLiteral("SELECT v FROM RANK%1_analysis.StepTraceTime").arg(i)).text,
                     QStringLiteral("v\n%1\n").arg(i));
        QCOMPARE(ask(engine, QStringLiteral("SELECT v FROM \"rank8\" . TASK")).text, QStringLiteral("v\n8\n"));
        QCOMPARE(ask(engine, QStringLiteral("SELECT v FROM TASK")).text, QStringLiteral("v\n0\n"));
        QCOMPARE(engine.unattached(), QStringList());
        QVERIFY(!ask(engine, QStringLiteral("DETACH rank0")).outcome.error.isEmpty());
        QStringList all;
        for (int i = 0; i < 9; ++i)
            all << QStringLiteral("SELECT a.v FROM rank%1.TASK a, rank%1_analysis.StepTraceTime b").arg(i);
        QCOMPARE(ask(engine, all.mid(2, 5).join(QStringLiteral(" UNION ALL "))).text,
                 QStringLiteral("v\n2\n3\n4\n5\n6\n"));
        const QString tooMany = ask(engine, all.join(QStringLiteral(" UNION ALL "))).outcome.error;
        QVERIFY2(tooMany.contains(QLatin1String("18 databases")), qPrintable(tooMany));
        const QString unknown = ask(engine, QStringLiteral("SELECT v FROM rank9.TASK")).outcome.error;
        QVERIFY2(unknown.startsWith(QLatin1String("The run has no database rank9, but rank0, rank1,")),
                 qPrintable(unknown));
        const QString noTable = ask(engine, QStringLiteral("SELECT v FROM rank8.nowhere")).outcome.error;
        QVERIFY2(noTable.contains(QLatin1String("8/profile.db")), qPrintable(noTable));
    }

    // Users of the profiler write their statements against its file, whatever else stands beside it.
    void theProfilersDatabaseBearsTheNameOfTheRank()
    {
        RankInfo info;
        info.label = QStringLiteral("3");
        for (const char *const name :
             {"analysis.db", "msprof_1.db", "ascend_mindspore_profiler_3.db", "ftrace_data.db"})
            info.files.push_back({QLatin1String(name),
                                  QStringLiteral("/r/") + QLatin1String(name),
                                  QString::fromLatin1(name[0] == 'f' ? "ftrace" : "db"),
                                  1,
                                  true,
                                  {}});
        Run run;
        run.infos = {info};
        QStringList names;
        for (const SqlDatabase &database : sqlDatabases(run))
            names << database.name + u' ' + database.path;
        QCOMPARE(names, texts({"rank3 /r/ascend_mindspore_profiler_3.db", "rank3_2 /r/msprof_1.db",
                               "ftrace /r/ftrace_data.db", "rank3_analysis /r/analysis.db"}));
        QVERIFY(namesDatabase(QStringLiteral("select * from [rank3] .TASK"), QStringLiteral("rank3")));
        QVERIFY(!namesDatabase(QStringLiteral("select * from rank3_2.TASK, xrank3.T"), QStringLiteral("rank3")));
    }

    void aBrokenDatabaseIsSaid()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("b.db")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("SQLite format 3");
        file.write(QByteArray(4096, 'x'));
        file.close();
        Run run = *tinyRun();
        run.infos.resize(1);
        run.infos[0].label = QStringLiteral("0");
        run.infos[0].files.push_back({QStringLiteral("b.db"), file.fileName(), QStringLiteral("db"), 1, false, {}});
        run.infos[0].files.push_back(
            {QStringLiteral("c.db"), folder.filePath(QStringLiteral("c.db")), QStringLiteral("db"), 1, false, {}});
        SqlEngine engine(std::make_shared<const Run>(std::move(run)), m_tables, nullptr, JobContext());
        QCOMPARE(engine.unattached().size(), 2);
        QVERIFY(engine.unattached()[0].contains(QLatin1String("b.db")));
        QVERIFY(engine.unattached()[1].contains(QLatin1String("c.db")));
        QCOMPARE(ask(engine, QStringLiteral("SELECT count(*) n FROM ranks")).text, QStringLiteral("n\n1\n"));
    }

    void ofManyDatabasesEachAnswers()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.db"));
        QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE TASK(a)")}), QString());
        Run run = *tinyRun();
        run.infos.resize(64);
        for (size_t i = 0; i < run.infos.size(); ++i) {
            run.infos[i].label = QString::number(i);
            run.infos[i].files.push_back({QStringLiteral("a.db"), path, QStringLiteral("db"), 1, false, {}});
        }
        SqlEngine engine(std::make_shared<const Run>(std::move(run)), m_tables, nullptr, JobContext());
        QCOMPARE(engine.unattached(), QStringList());
        for (const char *const rank : {"rank63", "rank12", "rank0"})
            QCOMPARE(ask(engine, QStringLiteral("SELECT count(*) n FROM %1.TASK").arg(QLatin1String(rank))).text,
                     QStringLiteral("n\n0\n"));
    }

    // SQLite says "interrupted" of an attachment that a cancel ended: no mistake of the statement.
    void aCancelWhileADatabaseIsAttachedIsNoMistake()
    {
        const QTemporaryDir folder;
        const QString small = folder.filePath(QStringLiteral("a.db"));
        QCOMPARE(makeDatabase(small, {QStringLiteral("CREATE TABLE TASK(a)")}), QString());
        const QString large = folder.filePath(QStringLiteral("b.db"));
        QStringList statements{QStringLiteral("BEGIN")};
        for (int i = 0; i < 4'000; ++i)
            statements << QStringLiteral("CREATE TABLE t%1(a)").arg(i);
        statements << QStringLiteral("COMMIT");
        QCOMPARE(makeDatabase(large, statements), QString());
        Run run = *tinyRun();
        run.infos.resize(11);
        for (size_t i = 0; i < run.infos.size(); ++i) {
            const QString path = i < 10 ? small : large;
            run.infos[i].label = QString::number(i);
            run.infos[i].files.push_back({path.section(u'/', -1), path, QStringLiteral("db"), 1, false, {}});
        }
        const auto shared = std::make_shared<const Run>(std::move(run));
        const QString sql = QStringLiteral("SELECT count(*) n FROM rank10.t3999");
        {
            SqlEngine engine(shared, m_tables, nullptr, JobContext());
            QCOMPARE(ask(engine, sql).text, QStringLiteral("n\n0\n"));
        }
        const JobContext job;
        SqlEngine engine(shared, m_tables, nullptr, job);
        job.cancel();
        const Answer asked = ask(engine, sql);
        QVERIFY(asked.outcome.isCanceled);
        QCOMPARE(asked.outcome.error, QString());
        QVERIFY(asked.outcome.mistake.isEmpty());
        // The first ones, too, are attached by a job that can be cancelled.
        const SqlEngine canceled(shared, m_tables, nullptr, job);
        QCOMPARE(canceled.unattached(), QStringList());
    }

    void whatADatabaseHoldsIsRead()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.db"));
        QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE TASK(startNs INTEGER, name TEXT)"),
                                     QStringLiteral("CREATE TABLE \"a b\"(v)"), endlessView,
                                     QStringLiteral("CREATE TABLE NPU_INFO(id INTEGER)")}),
                 QString());
        const SqlDatabaseContent content = contentOf({QStringLiteral("rank12"), path}, JobContext());
        QCOMPARE(content.why.english(), QString());
        QStringList names;
        for (const SqlDatabaseTable &table : content.tables)
            names << table.database + u'.' + table.name;
        QCOMPARE(names, (texts({"rank12.NPU_INFO", "rank12.TASK", "rank12.a b"})));
        QCOMPARE(content.tables[1].columns,
                 (std::vector<std::pair<QString, QString>>{{QStringLiteral("startNs"), QStringLiteral("INTEGER")},
                                                           {QStringLiteral("name"), QStringLiteral("TEXT")}}));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
        const SqlDatabaseContent missing =
            contentOf({QStringLiteral("rank1"), folder.filePath(QStringLiteral("none.db"))}, JobContext());
        QVERIFY(missing.tables.empty());
        QVERIFY2(missing.why.english().contains(QLatin1String("none.db")), qPrintable(missing.why.english()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

private:
    const Catalogue m_tables = Catalogue::ofProgram();
};

RS_TEST(TestSql, QCoreApplication);
#include "tst_sql.moc"
