// SPDX-License-Identifier: Apache-2.0
// ftrace_data.db: states of threads are lanes, switches and interrupts are tables.
#include "core/trace/trace.h"
#include "foundruns.h"
#include "importers/dbrank/dbftrace.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "importers/trace/eventtext.h"
#include "runfolder.h"
#include "sql/sqlengine.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;
using rs::test::makeDatabase;

namespace {

const QString Name = QStringLiteral("ftrace_data.db");

/// As trace_convert.py declares its tables. The trace of RunFolder begins at 1,000,000 ns.
QStringList emptyTables()
{
    return {QStringLiteral("CREATE TABLE process (pid TEXT PRIMARY KEY, process_name TEXT, label TEXT, "
                           "process_sort_index INTEGER, parentPid TEXT DEFAULT '0')"),
            QStringLiteral("CREATE TABLE thread (track_id INTEGER PRIMARY KEY, tid TEXT, pid TEXT, thread_name TEXT, "
                           "thread_sort_index INTEGER)"),
            QStringLiteral("CREATE TABLE slice (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp INTEGER, duration "
                           "INTEGER, name TEXT, depth INTEGER, track_id INTEGER, cat TEXT, args TEXT, cname TEXT, "
                           "end_time INTEGER, flag_id TEXT)"),
            QStringLiteral("CREATE TABLE counter (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, pid TEXT, "
                           "timestamp INTEGER, cat TEXT, args TEXT)")};
}

QStringList lanes()
{
    return {QStringLiteral("INSERT INTO process VALUES ('Process Scheduling','Process Scheduling',NULL,NULL,'0'),"
                           "('CPU Scheduling','CPU Scheduling',NULL,NULL,'0')"),
            QStringLiteral("INSERT INTO thread VALUES (1,'CPU 003','CPU Scheduling','CPU 003',0),"
                           "(2,'python:7','Process Scheduling','python:7',0),"
                           "(3,'Watch::9','Process Scheduling','Watch::9',0)")};
}

QString kernelEvent(qint64 start, qint64 duration, const char *name, int track, const QString &args = {})
{
    return QStringLiteral("INSERT INTO slice VALUES (NULL,%1,%2,'%3',NULL,%4,NULL,%5,NULL,%6,NULL)")
        .arg(start)
        .arg(duration)
        .arg(QLatin1String(name))
        .arg(track)
        .arg(args.isEmpty() ? QStringLiteral("NULL") : u'\'' + args + u'\'')
        .arg(start + duration);
}

QStringList events()
{
    const QString cpu = QStringLiteral(R"({"cpu": "3"})");
    return {
        kernelEvent(1'000'000, 800, "Running", 2, cpu),
        kernelEvent(1'000'800, 50, "Runnable", 2, cpu),
        kernelEvent(1'000'850, 100, "Running", 2, cpu),
        kernelEvent(1'000'950, 40, "Sleeping", 2, cpu),
        kernelEvent(1'000'000, 30, "Sleeping", 3),
        kernelEvent(1'000'000, 800, "python:7", 1, QStringLiteral(R"({"prio": "120"})")),
        kernelEvent(
            1'000'800, 0, "sched_switch", 1,
            QStringLiteral(R"({"prev_comm": "python", "prev_pid": "7", "prev_prio": "120", "prev_state": "R+", )"
                           R"("next_comm": "hog", "next_pid": "8", "next_prio": "100"})")),
        kernelEvent(1'000'950, 0, "sched_switch", 1,
                    QStringLiteral(R"({"prev_comm": "python", "prev_pid": "7", "prev_prio": "120", "prev_state": "S", )"
                                   R"("next_comm": "<idle>", "next_pid": "0", "next_prio": "120"})")),
        kernelEvent(1'000'100, 5, "irq", 1,
                    QStringLiteral(R"({"irq": "64", "name": "eth0", "ret": "handled", "task": "python:7"})")),
        kernelEvent(1'000'200, 8, "softirq", 1,
                    QStringLiteral(R"({"vec": "3", "action": "NET_RX", "task": "<idle>:0"})"))};
}

QString rowsOf(const std::shared_ptr<const Table> &table)
{
    QStringList rows;
    for (int r = 0; table && r < table->rows(); ++r) {
        QStringList cells;
        for (int c = 0; c < table->columnCount(); ++c) {
            const bool isText = table->at(c).type == ColumnType::Text;
            cells << (!table->has(r, c) ? QStringLiteral("-")
                      : isText          ? QString::fromUtf8(table->textView(r, c).data(),
                                                            static_cast<qsizetype>(table->textView(r, c).size()))
                                        : QString::number(table->integer(r, c)));
        }
        rows << cells.join(u' ');
    }
    return rows.join(u'\n');
}

/// "name start+duration" of the slices of a lane, by start.
QString slicesOf(const Trace &trace, const char *process, const char *lane)
{
    QStringList out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const LaneId id{l};
        if (trace.processLabel(trace.lane(id).process) != QLatin1String(process) ||
            trace.laneLabel(id) != QLatin1String(lane))
            continue;
        const SliceStore::Span in = trace.slicesOf(id);
        for (quint32 i = in.first; i < in.last; ++i)
            out << QStringLiteral("%1 %2+%3")
                       .arg(trace.strings().text(trace.slices().name(SliceId(i))))
                       .arg(trace.slices().start(SliceId(i)))
                       .arg(trace.slices().duration(SliceId(i)));
    }
    return out.join(u' ');
}

/// Rows of a statement, "-" for no value.
class Rows final : public SqlReceiver
{
public:
    QStringList rows;

private:
    QString begin(const std::vector<SqlAnswerColumn> & /*columns*/) override { return {}; }
    bool row(const CellRow &cells) override
    {
        QStringList out;
        for (const PrintedCell &c : cells) {
            std::string holder;
            const std::string_view text = cellText(c, holder);
            const bool isMissing = std::holds_alternative<std::monostate>(c);
            out << (isMissing ? QStringLiteral("-")
                              : QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        }
        rows << out.join(u' ');
        return true;
    }
};

QString answerOf(SqlEngine &engine, const QByteArray &sql, QString *error = nullptr)
{
    Rows rows;
    const SqlOutcome outcome = engine.query(QString::fromUtf8(sql), rows, 1000);
    if (error)
        *error = outcome.error;
    else if (!outcome.error.isEmpty())
        return outcome.error;
    return rows.rows.join(u'\n');
}

bool hasFinding(const Run &run, const char *code)
{
    return hasCode(run.report, code) || (run.ranks[0] && hasCode(run.ranks[0]->report, code));
}

} // namespace

class TestFtrace : public QObject
{
    Q_OBJECT
private slots:
    void statesAreLanes()
    {
        const RunFolder d;
        QCOMPARE(inRank(d, events()), QString());
        const auto run = loadedRun({d.path("r_ascend_pt")});
        QVERIFY(run && run->ranks[0] && run->ranks[0]->trace);
        const Trace &trace = *run->ranks[0]->trace;
        QCOMPARE(slicesOf(trace, "Process Scheduling", "python:7"),
                 QStringLiteral("Running 1000000+800 Runnable 1000800+50 Running 1000850+100 Sleeping 1000950+40"));
        QCOMPARE(slicesOf(trace, "Process Scheduling", "Watch::9"), QStringLiteral("Sleeping 1000000+30"));
        // Switches and interrupts are rows of tables.
        QCOMPARE(slicesOf(trace, "CPU Scheduling", "CPU 003"), QStringLiteral("python:7 1000000+800"));
        bool seen = false;
        for (quint32 i = 0; i < trace.slices().size(); ++i) {
            if (trace.strings().view(trace.slices().name(SliceId(i))) != "python:7")
                continue;
            seen = true;
            QCOMPARE(QString::fromUtf8(readEventText(trace, SliceId(i)).json),
                     QStringLiteral(R"({"name":"python:7","args":{"prio": "120"}})"));
        }
        QVERIFY(seen);
        QVERIFY(!hasFinding(*run, "ftrace.clock"));
        QVERIFY(!QFile::exists(d.path(QStringLiteral("r_ascend_pt/") + Name + QStringLiteral("-wal"))));
    }

    void tablesAreThere()
    {
        const RunFolder d;
        QCOMPARE(inRank(d, events()), QString());
        const auto run = loadedRun({d.path("r_ascend_pt")});
        QVERIFY(run && run->ranks[0]);
        const RankData &rank = *run->ranks[0];
        QCOMPARE(rowsOf(rank.table(FtraceSwitches)), QStringLiteral("1000800 3 python 7 R+ 120 hog 8 100\n"
                                                                    "1000950 3 python 7 S 120 <idle> 0 120"));
        QCOMPARE(rowsOf(rank.table(FtraceInterrupts)), QStringLiteral("1000100 5 3 irq 64 eth0 python 7\n"
                                                                      "1000200 8 3 softirq 3 NET_RX <idle> 0"));
        // Nobody was interrupted by what came while a CPU was idle.
        QCOMPARE(rowsOf(rank.table(FtraceThreads)), QStringLiteral("Watch: 9 - 0 0 30 0 0 0 0 0 0\n"
                                                                   "python 7 3 900 50 40 2 1 0 0 1 5"));
    }

    void anyRankOfTheHostShowsIt()
    {
        const RunFolder d;
        d.torchRank("run/a_ascend_pt", 0);
        d.torchRank("run/b_ascend_pt", 1);
        QCOMPARE(makeDatabase(d.path(QStringLiteral("run/") + Name), emptyTables() + lanes() + events()), QString());
        QCOMPARE(makeDatabase(d.path(QStringLiteral("run/b_ascend_pt/") + Name),
                              emptyTables() + lanes() + QStringList{kernelEvent(1'000'000, 7, "Running", 3)}),
                 QString());
        const auto run = loadedRun({d.path("run")});
        QVERIFY(run && run->ranks.size() == 2 && run->ranks[0] && run->ranks[1]);
        QVERIFY(!hasCode(run->report, "discovery.beside"));
        QCOMPARE(run->ranks[0]->table(FtraceSwitches)->rows(), 2);
        // The rank's own goes first.
        QCOMPARE(slicesOf(*run->ranks[1]->trace, "Process Scheduling", "Watch::9"),
                 QStringLiteral("Running 1000000+7"));
        QCOMPARE(test::fileOf(run->infos[1], QStringLiteral("../") + Name)->used, false);
        QCOMPARE(test::fileOf(run->infos[0], QStringLiteral("../") + Name)->used, true);
    }

    void whatRanksShareIsThereOnce()
    {
        const RunFolder d;
        d.torchRank("run/a_ascend_pt", 0);
        d.torchRank("run/b_ascend_pt", 1);
        d.torchRank("run/c_ascend_pt", 2);
        QCOMPARE(makeDatabase(d.path(QStringLiteral("run/") + Name), emptyTables() + lanes() + events()), QString());
        QCOMPARE(makeDatabase(d.path(QStringLiteral("run/c_ascend_pt/") + Name),
                              emptyTables() + lanes() + QStringList{kernelEvent(1'000'000, 7, "Running", 3)}),
                 QString());
        const auto run = loadedRun({d.path("run")});
        QVERIFY(run && run->ranks.size() == 3);
        const Catalogue tables = Catalogue::ofProgram();
        SqlEngine engine(run, tables, nullptr, JobContext());

        // Ranks 0 and 1 share the file of the host, rank 2 has one of its own.
        QCOMPARE(answerOf(engine, "SELECT rank, command, running_ns, host FROM scheduling_threads ORDER BY 1, 2"),
                 QStringLiteral("- Watch: 0 run\n- python 900 run\n2 Watch: 7 c_ascend_pt"));
        QCOMPARE(answerOf(engine, "SELECT count(*) FROM scheduling_switches"), QStringLiteral("2"));
        QCOMPARE(answerOf(engine, "SELECT count(*) FROM scheduling_switches WHERE rank = 0"), QStringLiteral("0"));
        const char *const states = "SELECT rank, count(*), sum(duration_ns) FROM slices WHERE name IN ('Running', "
                                   "'Runnable', 'Sleeping') GROUP BY rank ORDER BY rank";
        QCOMPARE(answerOf(engine, states), QStringLiteral("- 5 1020\n2 1 7"));
        QCOMPARE(answerOf(engine, QByteArray(states).replace("FROM slices", "FROM main.slices")),
                 QStringLiteral("- 5 1020\n2 1 7"));
        QCOMPARE(answerOf(engine, "SELECT rank, count(*) FROM slices_stats WHERE name = 'Running' GROUP BY rank"),
                 QStringLiteral("- 1\n2 1"));
        QCOMPARE(answerOf(engine, "SELECT count(*) = count(DISTINCT rowid) FROM slices"), QStringLiteral("1"));
        // Slices of the ranks are theirs.
        QCOMPARE(answerOf(engine, "SELECT count(DISTINCT rank) FROM slices WHERE name NOT IN ('Running')"),
                 QStringLiteral("3"));
    }

    void aCutFileIsSaidOnce()
    {
        const RunFolder d;
        d.torchRank("run/a_ascend_pt", 0);
        d.torchRank("run/b_ascend_pt", 1);
        const QString path = d.path(QStringLiteral("run/") + Name);
        QStringList many = emptyTables() + lanes();
        many << QStringLiteral(
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000) INSERT INTO "
            "slice SELECT NULL, 1000000 + n, 1, 'Running', NULL, 2, NULL, '{\"cpu\": \"3\"}', NULL, "
            "1000001 + n, NULL FROM c");
        QCOMPARE(makeDatabase(path, many), QString());
        // Tables are there, rows of none: the pages of the schema and of the threads stand in front.
        QFile file(path);
        QVERIFY(file.resize(3 * 4096));

        const auto run = loadedRun({d.path("run")});
        QVERIFY(run && run->ranks.size() == 2 && run->ranks[0] && run->ranks[1]);
        int told = 0;
        for (const Finding &f : wholeReport(*run).findings()) {
            if (f.file != Name)
                continue;
            ++told;
            QVERIFY2(f.code.startsWith(QLatin1String("db.damaged-")), qPrintable(f.code));
            QVERIFY2(f.message.contains(QLatin1String("cannot be read to its end")), qPrintable(f.text()));
            QVERIFY2(f.code.endsWith(f.place.text()) && f.count == 1, qPrintable(f.text()));
        }
        QVERIFY(told > 0);
        const Catalogue tables = Catalogue::ofProgram();
        SqlEngine engine(run, tables, nullptr, JobContext());
        QString error;
        QCOMPARE(answerOf(engine, "SELECT count(*) FROM ftrace.slice", &error), QString());
        QVERIFY2((error + engine.unattached().join(u' ')).contains(path), qPrintable(error));
    }

    // SQLite refuses a file that is shorter than its header says; the pages until there are sound.
    void aCutFileIsAskedUntilItsCut()
    {
        const RunFolder d;
        d.torchRank("run/a_ascend_pt", 0);
        const QString path = d.path(QStringLiteral("run/") + Name);
        QStringList many = emptyTables() + lanes();
        many << QStringLiteral(
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000) INSERT INTO "
            "slice SELECT NULL, 1000000 + n, 1, 'Running', NULL, 2, NULL, '{\"cpu\": \"3\"}', NULL, "
            "1000001 + n, NULL FROM c");
        QCOMPARE(makeDatabase(path, many), QString());
        QFile file(path);
        QVERIFY(file.resize(file.size() * 6 / 10));
        const auto run = loadedRun({d.path("run")});
        QVERIFY(run);
        const Catalogue tables = Catalogue::ofProgram();
        SqlEngine engine(run, tables, nullptr, JobContext());
        QCOMPARE(engine.unattached(), QStringList());
        Rows first;
        const SqlOutcome some = engine.query(
            QStringLiteral("SELECT count(*) FROM (SELECT timestamp FROM ftrace.slice NOT INDEXED LIMIT 100)"), first,
            10);
        QCOMPARE(some.error, QString());
        QCOMPARE(first.rows.join(u'\n'), QStringLiteral("100"));
        QCOMPARE(some.reasons.size(), size_t{1});
        QVERIFY(some.reasons.front().english().contains(path + QStringLiteral(" ends early")));
        Rows all;
        const SqlOutcome whole =
            engine.query(QStringLiteral("SELECT timestamp FROM ftrace.slice NOT INDEXED"), all, 5000);
        QVERIFY2(whole.error.contains(path), qPrintable(whole.error));
        QVERIFY(!all.rows.isEmpty() && all.rows.size() < 2000);
        // Who asks another table is not told.
        Rows other;
        QVERIFY(engine.query(QStringLiteral("SELECT 1 AS one"), other, 10).reasons.empty());
    }

    void ofItself()
    {
        const RunFolder d;
        d.folder("x");
        const QString path = d.path(QStringLiteral("x/") + Name);
        QCOMPARE(makeDatabase(path, emptyTables() + lanes() + events()), QString());
        const auto run = loadedRun({path});
        QVERIFY(run && run->ranks.size() == 1 && run->ranks[0] && run->ranks[0]->trace);
        QCOMPARE(slicesOf(*run->ranks[0]->trace, "Process Scheduling", "Watch::9"),
                 QStringLiteral("Sleeping 1000000+30"));
    }

    // Without the profile, trace_convert.py leaves stamps since the machine was started.
    void anotherClockIsTold()
    {
        const RunFolder d;
        QCOMPARE(inRank(d, {kernelEvent(77'000'000'000, 800, "Running", 2)}), QString());
        const auto run = loadedRun({d.path("r_ascend_pt")});
        QVERIFY(run && run->ranks[0] && run->ranks[0]->trace);
        QVERIFY(hasFinding(*run, "ftrace.clock"));
        QCOMPARE(slicesOf(*run->ranks[0]->trace, "Process Scheduling", "python:7"), QString());
        QCOMPARE(rowsOf(run->ranks[0]->table(FtraceThreads)), QStringLiteral("python 7 - 800 0 0 0 0 0 0 0 0"));
    }

    void brokenFiles_data()
    {
        // threads: /< what is shown after all
        const Scenarios<QStringList, QString, QString> row;
        const QStringList all = emptyTables() + lanes();
        const QString whole = QStringLiteral("python 7 - 800 0 0 0 0 0 0 0 0");
        const QString good = kernelEvent(1'000'000, 800, "Running", 2);
        row("text where numbers belong",
            all + QStringList{good, QStringLiteral("INSERT INTO slice (timestamp, duration, name, track_id) VALUES "
                                                   "('noon', 5, 'Running', 2)")},
            "db.cell", whole);
        row("ends before it starts", all + QStringList{good, kernelEvent(1'000'000, -5, "Running", 2)}, "db.times",
            whole);
        row("a thread that is not there", all + QStringList{good, kernelEvent(1'000'000, 5, "Running", 99)},
            "ftrace.track", whole);
        row("args that are no JSON",
            all + QStringList{kernelEvent(1'000'000, 800, "Running", 2, QStringLiteral("{\"cpu\": "))}, "ftrace.args",
            whole);
        row("args that are a list", all + QStringList{kernelEvent(1'000'000, 800, "Running", 2, QStringLiteral("[3]"))},
            "ftrace.args", whole);
        row("a switch of nothing",
            all + QStringList{good, kernelEvent(1'000'000, 0, "sched_switch", 1, QStringLiteral("[]"))}, "ftrace.args",
            whole);
        row("no events", all, "ftrace.empty", "");
        row("no tables", {"CREATE TABLE other (x)"}, "ftrace.empty", "");
        row("a view that would run",
            emptyTables().mid(0, 2) + lanes() +
                texts({"CREATE VIEW slice AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + "
                       "1 FROM c) SELECT n AS timestamp, 1 AS duration, 'Running' AS name, 2 AS "
                       "track_id, NULL AS args FROM c"}),
            "db.computed-tables", "");
    }

    void brokenFiles()
    {
        const auto [sql, code, threads] = scenario<QStringList, QString, QString>();
        const RunFolder d;
        d.torchRank("r_ascend_pt", 0);
        QCOMPARE(makeDatabase(d.path(QStringLiteral("r_ascend_pt/") + Name), sql), QString());
        const auto run = loadedRun({d.path("r_ascend_pt")});
        QVERIFY(run && run->ranks[0] && run->ranks[0]->trace);
        QVERIFY2(hasFinding(*run, qPrintable(code)), qPrintable(code));
        QCOMPARE(rowsOf(run->ranks[0]->table(FtraceThreads)), threads);
        // The profile is not touched.
        QVERIFY(run->ranks[0]->trace->slices().size() >= 1);
    }

private:
    static QString inRank(const RunFolder &d, const QStringList &sql)
    {
        d.torchRank("r_ascend_pt", 0);
        return makeDatabase(d.path(QStringLiteral("r_ascend_pt/") + Name), emptyTables() + lanes() + sql);
    }
};

RS_TEST(TestFtrace, QCoreApplication);
#include "tst_ftrace.moc"
