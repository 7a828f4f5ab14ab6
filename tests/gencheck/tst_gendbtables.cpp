// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"
#include "generator/sqliteout.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <algorithm>

using namespace rs;
using namespace rs::gen;

namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>; ///< sorted

/// Answer of a statement as text, NULL as "-". Read with SQLite alone, without the importers.
Rows query(const QString &path, const QString &sql)
{
    sqlite3 *db = nullptr;
    sqlite3_stmt *statement = nullptr;
    Rows rows;
    const QString uri = QStringLiteral("file:%1?immutable=1").arg(path);
    if (sqlite3_open_v2(uri.toUtf8().constData(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql.toUtf8().constData(), -1, &statement, nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            Row &row = rows.emplace_back();
            for (int c = 0; c < sqlite3_column_count(statement); ++c) {
                const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, c));
                row.emplace_back(text ? text : "-");
            }
        }
    } else {
        rows.push_back({"error", sqlite3_errmsg(db)});
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    std::sort(rows.begin(), rows.end());
    return rows;
}

const QString realDatabases = QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_db_level2/rank0_ascend_pt/");

} // namespace

/// Databases of generated runs, beside text and alone. tst_textordatabase compares what they say.
class TestGenDbTables : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    [[nodiscard]] GeneratorOptions options(const char *name, bool oldCann = false) const
    {
        GeneratorOptions o = smallRun(m_dir.filePath(QLatin1String(name)));
        o.mbPerRank = 0.5;
        o.pytorch = true;
        o.oldCann = oldCann;
        o.nodeSize = 2; // links of both kinds
        o.format = OutputFormat::Both;
        return o;
    }

private slots:

    // Each millisecond has 900 us running, 50 us runnable and 50 us asleep, with two switches away from it.
    void kernelTraceIsThatOfItsPlan()
    {
        QTemporaryDir dir;
        GeneratorOptions o;
        o.outDir = dir.filePath(QStringLiteral("run"));
        o.ranks = 2;
        o.steps = 2;
        o.mbPerRank = 0.3;
        o.kernelTrace = true;
        QVERIFY(generate(o).ok);
        const QString path = o.outDir + QStringLiteral("/ftrace_data.db");
        const auto count = [&path](const char *what) {
            return query(path, QStringLiteral("SELECT count(*), sum(duration) FROM slice WHERE ") + QLatin1String(what))
                .front();
        };
        const Row asleep = count("name = 'Sleeping'");
        const long long periods = std::stoll(asleep[0]);
        QVERIFY(periods > 2);
        QCOMPARE(asleep[1], std::to_string(periods * 50'000));
        QCOMPARE(count("name = 'Running'"), Row({std::to_string(2 * periods), std::to_string(periods * 900'000)}));
        QCOMPARE(count("name = 'Runnable'"), Row({std::to_string(periods), std::to_string(periods * 50'000)}));
        QCOMPARE(count("name = 'sched_switch' AND args LIKE '%\"prev_comm\": \"python\"%'")[0],
                 std::to_string(2 * periods));
        QCOMPARE(query(path, QStringLiteral("SELECT count(*) FROM thread WHERE tid LIKE 'python:%'")), Rows({{"2"}}));
        // On the clock of the trace, which begins at 1762157700 s.
        QCOMPARE(query(path, QStringLiteral("SELECT min(timestamp) >= 1762157700000000000, max(end_time) < "
                                            "1762157760000000000 FROM slice")),
                 Rows({{"1", "1"}}));
        // Written anew, it is gone when it is not wanted.
        o.kernelTrace = false;
        QVERIFY(generate(o).ok);
        QVERIFY(!QFile::exists(path));
    }

    void oldTablesAreThoseOfARealDatabase()
    {
        const QString output = QStringLiteral("ASCEND_PROFILER_OUTPUT/");
        if (!QFile::exists(realDatabases + output + QLatin1String("analysis.db")))
            QSKIP("The real profile pytorch_db_level2 is not here.");
        const GeneratorResult old = generate(options("old", true));
        QVERIFY2(old.ok, qPrintable(old.error));
        const QString columns = QStringLiteral("SELECT m.name, p.cid, p.name, p.type, p.pk FROM sqlite_master m, "
                                               "pragma_table_info(m.name) p WHERE m.type = 'table' UNION ALL SELECT "
                                               "name, '', '', '', '' FROM sqlite_master WHERE type = 'index'");
        int shared = 0;
        const std::pair<QString, QString> files[] = {
            {QStringLiteral("ascend_pytorch_profiler_0.db"), QStringLiteral("ascend_pytorch_profiler_1.db")},
            {QStringLiteral("analysis.db"), QStringLiteral("analysis.db")}};
        for (const auto &[real, own] : files) {
            std::map<std::string, Rows> theirs;
            for (const Row &row : query(realDatabases + output + real, columns))
                theirs[row[0]].push_back(row);
            std::map<std::string, Rows> ours;
            for (const Row &row : query(old.ranks[1].dir + u'/' + output + own, columns))
                ours[row[0]].push_back(row);
            for (const auto &[table, rows] : theirs) {
                QVERIFY2(ours.contains(table), table.c_str());
                QVERIFY2(ours[table] == rows, table.c_str());
                ++shared;
            }
        }
        QVERIFY(shared > 35);
    }

    void formatsAreRead()
    {
        OutputFormat format = OutputFormat::Text;
        QCOMPARE(parseFormat(QStringLiteral("both"), format), QString());
        QCOMPARE(format, OutputFormat::Both);
        QCOMPARE(parseFormat(QStringLiteral("sqlite"), format),
                 QStringLiteral("--format needs text, db or both, and got \"sqlite\"."));
        GeneratorOptions o = options("none");
        o.nonsense = 7;
        QVERIFY(completeOptions(o).contains(QLatin1String("--nonsense")));
        o.nonsense.reset();
        o.format = OutputFormat::Db;
        o.gzip = true;
        QVERIFY(completeOptions(o).contains(QLatin1String("--gz")));
    }

    void aFileThatCannotBeWrittenIsSaid()
    {
        SqliteOut out(m_dir.path()); // a folder where the file would be
        SqliteOut::Table table(out, "T", "a INTEGER");
        table.row(1);
        QVERIFY(!out.close());
        QVERIFY2(out.error().contains(m_dir.path()), qPrintable(out.error()));
    }
};

RS_TEST(TestGenDbTables, QCoreApplication);
#include "tst_gendbtables.moc"
