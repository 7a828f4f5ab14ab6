// SPDX-License-Identifier: Apache-2.0
// Answer of a statement as a table: kinds of its columns, where its rows lead, and what comes while it runs.
#include "core/trace/trace.h"
#include "sql/sqlresult.h"
#include "support/fixtures.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <sqlite3.h>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOf(int number, qint64 slower)
{
    TinyRank r(number);
    r.step(1, 0, 20'000);
    r.kernel("MatMul", 1'000, 4'000 + slower);
    r.kernel("Add", 10'000, 1'000);
    r.kernel("MatMul", 12'000, 2'000);
    return r.finish();
}

std::shared_ptr<const Run> twoRanks()
{
    return std::make_shared<const Run>(makeRun({rankOf(0, 0), rankOf(1, 500)}));
}

/// The words of ValueKind, for failures that can be read.
QString kindName(ValueKind k)
{
    static constexpr const char *names[] = {"Text",       "Word",    "Sentence",   "Label",        "Written",
                                            "NumberText", "Integer", "Identifier", "Bytes",        "Time",
                                            "Difference", "Stamp",   "MeanTime",   "Microseconds", "Milliseconds",
                                            "Real",       "Percent", "Ratio",      "Factor"};
    return QString::fromLatin1(names[static_cast<size_t>(k)]);
}

} // namespace

class TestSqlResult : public QObject
{
    Q_OBJECT
private slots:
    void kindsFollowFromWhereAColumnComesFrom_data()
    {
        const Scenarios<QString, QString, QString> table;
        const auto row = [&](const char *sql, const char *kind, const char *title) {
            table(sql, QString::fromUtf8(sql), QString::fromLatin1(kind), QString::fromUtf8(title));
        };
        row("SELECT rank FROM slices", "Label", "rank");
        row("SELECT name FROM slices", "Text", "name");
        row("SELECT start_ns FROM slices", "Stamp", "start (%1)");
        row("SELECT duration_ns FROM slices", "Time", "duration (%1)");
        row("SELECT depth FROM slices", "Integer", "depth");
        row("SELECT duration_ns AS d FROM slices", "Time", "d (%1)");
        row("SELECT d FROM (SELECT duration_ns AS d FROM slices)", "Time", "d (%1)");
        row("SELECT sum(duration_ns) FROM slices", "Time", "sum(duration) (%1)");
        row("SELECT avg(duration_ns) FROM slices", "MeanTime", "avg(duration) (%1)");
        row("SELECT 5 - 9 AS lost_ns", "Difference", "lost (%1)");
        row("SELECT 1736412474714258990 AS first_ns", "Stamp", "first (%1)");
        row("SELECT 7 AS ns", "Time", "ns (%1)");
        row("SELECT 7 AS turns", "Integer", "turns");
        row("SELECT 7 AS task_id", "Identifier", "task_id");
        row("SELECT 2.5 AS share_percent", "Percent", "share_percent");
        row("SELECT 2.5 AS x", "Real", "x");
        row("SELECT 1 AS x UNION ALL SELECT 2.5", "Real", "x");
        row("SELECT 1 AS x UNION ALL SELECT 'a'", "Written", "x");
        row("SELECT 'a' AS x UNION ALL SELECT NULL", "Text", "x");
        row("SELECT NULL AS x", "Text", "x");
        row("SELECT 3 AS step", "Label", "step");
        row("SELECT 'x' AS \"50%1\"", "Text", "50\uFF051");
    }

    void kindsFollowFromWhereAColumnComesFrom()
    {
        const auto [sql, kind, title] = scenario<QString, QString, QString>();
        const SqlAnswer a = ask(sql);
        QCOMPARE(a.outcome.error, QString());
        QVERIFY(a.rows);
        QCOMPARE(kindName(a.rows->kind(0)), kind);
        QCOMPARE(a.rows->columns().front().title, title);
    }

    void cellsAreThoseOfTheStatement()
    {
        const SqlAnswer a = ask(QStringLiteral("SELECT 7 AS i, 2.5 AS r, 'Add' AS t, NULL AS n, 4 AS step, 1 AS mixed "
                                               "UNION ALL SELECT -1, 4, '', NULL, 'x', 'two' "
                                               "UNION ALL SELECT NULL, NULL, 'Add', NULL, NULL, 0.1"));
        QCOMPARE(a.outcome.error, QString());
        const SqlResult &r = *a.rows;
        QCOMPARE(r.rows(), 3U);
        QCOMPARE(r.integer(0, 0), std::optional<qint64>(7));
        QCOMPARE(r.integer(1, 0), std::optional<qint64>(-1));
        QVERIFY(!r.integer(2, 0));
        QCOMPARE(r.real(0, 1), std::optional(2.5));
        QCOMPARE(r.real(1, 1), std::optional(4.0));
        QVERIFY(!r.real(2, 1));
        QCOMPARE(r.text(0, 2), std::string_view("Add"));
        QCOMPARE(r.textId(0, 2), r.textId(2, 2)); // told apart once
        QCOMPARE(r.textId(1, 2), NoText);
        QCOMPARE(r.textId(0, 3), NoText);
        QCOMPARE(r.text(0, 4), std::string_view("4"));
        QCOMPARE(r.text(1, 4), std::string_view("x"));
        QCOMPARE(r.written(0, 5), std::string("1"));
        QCOMPARE(r.written(1, 5), std::string("two"));
        QCOMPARE(r.written(2, 5), std::string("0.1"));
        QVERIFY(r.bytes() > 0);
    }

    void rowsLeadToTheirRankTimeAndSlice_data()
    {
        // from: -1: no time
        const Scenarios<QString, int, qint64, qint64, bool> row;
        row("slice", "SELECT rank, name, start_ns, duration_ns FROM slices WHERE rank = 1 AND name = 'Add'", 1,
            qint64{10'000}, qint64{11'000}, true);
        row("in another order",
            "SELECT duration_ns, start_ns AS s, rank FROM slices WHERE rank = 0 AND name = "
            "'Add'",
            0, qint64{10'000}, qint64{11'000}, true);
        row("no length, but a name", "SELECT rank, name, start_ns FROM slices WHERE rank = 1 AND name = 'Add'", 1,
            qint64{10'000}, qint64{10'000}, true);
        row("a moment", "SELECT rank, start_ns FROM slices WHERE rank = 1 AND name = 'Add'", 1, qint64{10'000},
            qint64{10'000}, false);
        row("the number of a slice", "SELECT rank, slice AS it FROM slices WHERE rank = 1 AND name = 'Add'", 1,
            qint64{10'000}, qint64{11'000}, true);
        row("an end",
            "SELECT rank, start_ns, 1736412474714258990 AS end_ns FROM slices WHERE rank = 1 AND name "
            "= 'Add'",
            1, qint64{10'000}, qint64{1'736'412'474'714'258'990}, false);
        row("rank alone", "SELECT rank, sum(duration_ns) FROM slices WHERE rank = 1", 1, qint64{-1}, qint64{-1}, false);
        row("a computed rank", "SELECT max(rank) AS rank FROM slices", 1, qint64{-1}, qint64{-1}, false);
        row("no such rank", "SELECT 7 AS rank, 1736412474714258990 AS start_ns", -1, qint64{-1}, qint64{-1}, false);
        row("no rank", "SELECT name, start_ns FROM slices WHERE name = 'Add' LIMIT 1", -1, qint64{-1}, qint64{-1},
            false);
        row("NULL", "SELECT rank, NULL AS start_ns FROM slices WHERE rank = 1", 1, qint64{-1}, qint64{-1}, false);
    }

    void rowsLeadToTheirRankTimeAndSlice()
    {
        const auto [sql, rank, from, to, slice] = scenario<QString, int, qint64, qint64, bool>();
        const SqlAnswer a = ask(sql);
        QCOMPARE(a.outcome.error, QString());
        const RowPlace place = a.rows->place(0);
        QCOMPARE(place.rank, rank);
        QCOMPARE(place.time.has_value(), from >= 0);
        if (place.time)
            QCOMPARE(std::pair(place.time->from, place.time->to), std::pair(from, to));
        QCOMPARE(place.slice != NoSlice, slice);
        if (slice)
            QCOMPARE(place.slice, sliceNamed(*m_run->ranks[static_cast<size_t>(rank)]->trace, "Add"));
    }

    void aStampInARankLeadsThere()
    {
        const SqlAnswer a = ask(QStringLiteral(
            "SELECT rank, start_ns, start_ns AS again, duration_ns FROM slices WHERE rank = 1 AND name = "
            "'Add'"));
        const RowPlace again = a.rows->cellPlace(0, 2);
        QCOMPARE(again.rank, 1);
        QCOMPARE(again.slice, NoSlice);
        QVERIFY(again.time);
        QCOMPARE(std::pair(again.time->from, again.time->to), std::pair(qint64{10'000}, qint64{10'000}));
        QVERIFY(a.rows->cellPlace(0, 1).slice != NoSlice); // where the row begins: its slice
        QCOMPARE(a.rows->cellPlace(0, 0).rank, -1);
        QCOMPARE(a.rows->cellPlace(0, 3).rank, -1);
        const RowPlace nobodys =
            ask(QStringLiteral("SELECT start_ns FROM slices WHERE name = 'Add' LIMIT 1")).rows->cellPlace(0, 0);
        QCOMPARE(nobodys.rank, -1);
        QCOMPARE(nobodys.time.value_or(Interval()).from, qint64{10'000});
    }

    void theNumberOfASliceLeadsToIt()
    {
        const SqlAnswer a =
            ask(QStringLiteral("SELECT rank, slice, 7 AS slice_too FROM slices WHERE rank = 1 AND name = "
                               "'Add'"));
        const SliceId add = sliceNamed(*m_run->ranks[1]->trace, "Add");
        QCOMPARE(a.rows->cellPlace(0, 1).slice, add);
        QCOMPARE(a.rows->cellPlace(0, 2).slice, NoSlice); // a number of the statement's own
        QCOMPARE(
            ask(QStringLiteral("SELECT slice FROM slices WHERE rank = 1 AND name = 'Add'")).rows->cellPlace(0, 0).slice,
            NoSlice); // of no known rank
    }

    void aResultKeepsNoRank()
    {
        auto run = twoRanks();
        const std::weak_ptr<const RankData> rank = run->ranks[0];
        SqlAnswer a;
        {
            SqlEngine engine(run, m_tables, nullptr, JobContext());
            a = answerOf(engine, run, QStringLiteral("SELECT rank, name, start_ns FROM slices WHERE name = 'Add'"), {},
                         JobContext());
        }
        QVERIFY(a.rows->place(0).slice != NoSlice);
        run.reset();
        QVERIFY(rank.expired());
        QCOMPARE(a.rows->text(0, 1), std::string_view("Add"));
        QCOMPARE(a.rows->place(0).slice, NoSlice);
        QCOMPARE(a.rows->place(0).time->from, qint64{10'000});
    }

    void stepsAndDomainsAreNamed()
    {
        const SqlAnswer a = ask(QStringLiteral("SELECT 0 AS rank, 2 AS step, 'dp' AS domain"));
        const RowKeys keys = keysOf(*a.rows, 0);
        QCOMPARE(keys.step, QStringLiteral("2"));
        QCOMPARE(keys.place.rank, 0);
        QCOMPARE(keys.op, QString());
    }

    void rowsOfADatabaseLeadToItsRank()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.db"));
        QCOMPARE(makeDatabase(
                     path, {QStringLiteral("CREATE TABLE TASK(startNs INTEGER, endNs INTEGER, taskId INTEGER)"),
                            QStringLiteral("INSERT INTO TASK VALUES (1736412474714258990, 1736412474714259000, 3)")}),
                 QString());
        Run withFile = *m_run;
        withFile.infos.resize(2);
        withFile.infos[0].label = QStringLiteral("0");
        withFile.infos[1].label = QStringLiteral("1");
        withFile.infos[1].files.push_back({QStringLiteral("a.db"), path, QStringLiteral("db"), 1, false, {}});
        const auto run = std::make_shared<const Run>(std::move(withFile));
        SqlEngine engine(run, m_tables, nullptr, JobContext());
        const SqlAnswer a = answerOf(engine, run, QStringLiteral("SELECT * FROM TASK"), {}, JobContext());
        QCOMPARE(a.outcome.error, QString());
        QCOMPARE(kindName(a.rows->kind(0)), QStringLiteral("Stamp"));
        QCOMPARE(kindName(a.rows->kind(2)), QStringLiteral("Identifier"));
        QCOMPARE(a.rows->place(0).rank, 1);
        QCOMPARE(a.rows->place(0).time->to, qint64{1'736'412'474'714'259'000});
        const std::vector<SqlDatabaseTable> tables = contentOf({QStringLiteral("rank1"), path}, JobContext()).tables;
        QCOMPARE(tables.size(), size_t{1});
        QCOMPARE(tables[0].database + u'.' + tables[0].name, QStringLiteral("rank1.TASK"));
        QCOMPARE(tables[0].columns.size(), size_t{3});
        QCOMPARE(tables[0].columns[1], std::pair(QStringLiteral("endNs"), QStringLiteral("INTEGER")));
        // Who looks at what there is has opened no door.
        QVERIFY(!answerOf(engine, run, QStringLiteral("PRAGMA rank1.table_info(TASK)"), {}, JobContext())
                     .outcome.error.isEmpty());
    }

    void aLongAnswerIsSeenWhileItComes()
    {
        std::vector<std::shared_ptr<const SqlResult>> seen;
        const JobContext job;
        SqlEngine engine(m_run, m_tables, nullptr, job);
        const QString endless = QStringLiteral(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 'v' || (i % 3) AS t "
            "FROM n");
        const SqlAnswer a = answerOf(engine, m_run, endless, {std::numeric_limits<qint64>::max()}, job,
                                     [&](std::shared_ptr<const SqlResult> part) {
                                         seen.push_back(std::move(part));
                                         if (seen.size() == 3)
                                             job.cancel();
                                     });
        QVERIFY(a.outcome.isCanceled);
        QCOMPARE(seen.size(), size_t{3});
        QVERIFY(seen[0]->rows() > 0);
        QVERIFY(seen[0]->rows() < seen[1]->rows());
        QVERIFY(seen[1]->rows() < seen[2]->rows());
        // Published rows stay as they are, and the next answer has them in front.
        const quint32 last = seen[0]->rows() - 1;
        QCOMPARE(seen[0]->integer(last, 0), std::optional<qint64>(last + 1));
        QCOMPARE(seen[2]->integer(last, 0), std::optional<qint64>(last + 1));
        QCOMPARE(seen[2]->integer(seen[2]->rows() - 1, 0), std::optional<qint64>(seen[2]->rows()));
        const std::string wanted = "v" + std::to_string(seen[2]->rows() % 3);
        QCOMPARE(seen[2]->text(seen[2]->rows() - 1, 1), std::string_view(wanted));
        QVERIFY(a.rows->rows() >= seen[2]->rows());
    }

    void rowsEndAtTheLimit()
    {
        const SqlAnswer a = ask(QStringLiteral("SELECT name FROM slices"), {3});
        QVERIFY(a.outcome.isTruncated);
        QVERIFY(!a.isOutOfRoom);
        QCOMPARE(a.rows->rows(), 3U);
    }

    void rowsEndWhereTheMemoryDoes()
    {
        const QString many = QStringLiteral(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n");
        const SqlAnswer own = ask(many, {1'000'000, 200'000});
        QVERIFY(own.isOutOfRoom);
        QVERIFY(own.rows->rows() > 0);
        QVERIFY(own.rows->rows() < 100'000);
        const auto budget = std::make_shared<MemoryBudget>(400'000);
        const JobContext job(budget);
        {
            SqlEngine engine(m_run, m_tables, nullptr, job);
            const SqlAnswer shared = answerOf(engine, m_run, many, {}, job);
            QVERIFY(shared.isOutOfRoom);
            QCOMPARE(budget->used(), shared.rows->bytes());
        }
        QCOMPARE(budget->used(), qint64{0}); // the rows give it back
    }

    void mistakesHaveAPlace()
    {
        const SqlAnswer a = ask(QStringLiteral("SELECT '卡', nothing FROM slices"));
        QVERIFY(a.outcome.error.contains(QLatin1String("nothing")));
        QVERIFY(a.outcome.mistake.isEmpty());
#if SQLITE_VERSION_NUMBER >= 3038000
        QCOMPARE(a.outcome.errorAt, QStringLiteral("SELECT '卡', ").size());
#endif
        const SqlAnswer b = ask(QStringLiteral("CREATE TABLE x(a)"));
        QVERIFY(!b.outcome.mistake.isEmpty());
        QCOMPARE(b.outcome.error, b.outcome.mistake.english());
    }

    void nothingBeginsWhereAStatementCannotRun()
    {
        QVERIFY(!ask(QStringLiteral("SELECT nothing FROM slices")).rows);
        const SqlAnswer none = ask(QStringLiteral("SELECT name, duration_ns FROM slices WHERE name = 'no such'"));
        QCOMPARE(none.rows->rows(), 0U);
        QCOMPARE(none.rows->columns().size(), size_t{2});
        const SqlAnswer missing = ask(QStringLiteral("SELECT * FROM operators_l2"));
        QVERIFY(!missing.outcome.reasons.empty());
    }

private:
    [[nodiscard]] SqlAnswer ask(const QString &sql, SqlResultLimits limits = {}) const
    {
        SqlEngine engine(m_run, m_tables, nullptr, JobContext());
        return answerOf(engine, m_run, sql, limits, JobContext());
    }
    const Catalogue m_tables = Catalogue::ofProgram();
    const std::shared_ptr<const Run> m_run = twoRanks();
};

RS_TEST(TestSqlResult, QCoreApplication);
#include "tst_sqlresult.moc"
