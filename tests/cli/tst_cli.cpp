// SPDX-License-Identifier: Apache-2.0
#include "cli/clirank.h"
#include "support/sqlitefile.h"
#include "support/sanitizers.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <vector>

using namespace rs::test;

namespace {

// A rank whose trace is small beside what is computed of it.
void writeManyKernels(const QString &rank)
{
    write(rank + QStringLiteral("/profiler_info_0.json"), "{\"config\":{}}");
    QByteArray trace = R"([{"ph":"M","name":"process_name","pid":2,"tid":0,"args":{"name":"Ascend Hardware"}})";
    for (int i = 0; i < 100'000; ++i)
        trace += R"(,{"ph":"X","name":"MatMul","pid":2,"tid":7,"ts":")" + QByteArray::number(1'000'000 + 2 * i) +
                 R"(.000","dur":1,"args":{"Task Type":"AI_CORE"}})";
    write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), trace + ']');
}

} // namespace

class TestCli : public QObject
{
    Q_OBJECT
private slots:
    void schemaDescribesDatabases_data()
    {
        // rows: of databases: table, column, type
        const Scenarios<QStringList, QStringList, int> row;
        const auto ofTable = [](const char *name) { return texts({"--table", QString::fromLatin1(name)}); };
        const QStringList task{QStringLiteral("rank0.TASK,,"), QStringLiteral("rank0.TASK,startNs,INTEGER"),
                               QStringLiteral("rank0.TASK,name,TEXT")};
        const QStringList own{QStringLiteral("rank1.OWN,,"), QStringLiteral("rank1.OWN,a,REAL")};
        const QStringList other = QStringList(task).replaceInStrings(QStringLiteral("rank0"), QStringLiteral("rank1"));
        const auto database = [](int rank) { return QStringLiteral("rank%1,,database").arg(rank); };
        row("a table", ofTable("TASK"), task, 0);
        row("a table of a database", ofTable("rank1.TASK"), other, 0);
        row("in either case", ofTable("Rank1.own"), own, 0);
        row("of the second database alone", ofTable("OWN"), own, 0);
        row("a database", ofTable("rank0"), (QStringList(database(0)) + task), 0);
        // Rank 2 has the tables of rank 0.
        row("all", QStringList(),
            (QStringList(database(0)) + task + QStringList(database(1)) + own + other + QStringList(database(2))), 0);
        row("without columns", QStringList(QStringLiteral("--tables")),
            QStringList{database(0), QStringLiteral("rank0.TASK,,"), database(1), QStringLiteral("rank1.OWN,,"),
                        QStringLiteral("rank1.TASK,,"), database(2)},
            0);
        row("none", ofTable("rank2.OWN"), QStringList(), 1);
    }

    void schemaDescribesDatabases()
    {
        const auto [options, rows, status] = scenario<QStringList, QStringList, int>();
        const QTemporaryDir dir;
        for (const int rank : {0, 1, 2}) {
            const QString folder = dir.filePath(QStringLiteral("rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT").arg(rank));
            QVERIFY(QDir().mkpath(folder));
            QStringList statements{QStringLiteral("CREATE TABLE TASK (startNs INTEGER, name TEXT)"),
                                   QStringLiteral("INSERT INTO TASK VALUES (1, 'a')")};
            if (rank == 1)
                statements << QStringLiteral("CREATE TABLE OWN (a REAL)");
            QCOMPARE(makeDatabase(folder + QStringLiteral("/ascend_pytorch_profiler_%1.db").arg(rank), statements),
                     QString());
        }
        const Result r = cli(texts({"schema", dir.path(), "--format", "csv"}) + options);
        QStringList said;
        for (const QByteArray &line : r.lines()) {
            const QString text = QString::fromUtf8(line);
            if (text.startsWith(QLatin1String("rank")) && text[4].isDigit())
                said << text.section(u',', 0, 2);
        }
        QCOMPARE(said, rows);
        QVERIFY2((r.status == 1) == (status == 1), qPrintable(QString::number(r.status) + r.err));
    }

    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        m_run = m_dir.filePath(QStringLiteral("一次 run"));
        writeRank(m_run + QStringLiteral("/host_1_20250109084755012_ascend_pt"), 0);
        writeRank(m_run + QStringLiteral("/host_2_20250109084755012_ascend_pt"), 1);
        m_other = m_dir.filePath(QStringLiteral("other"));
        writeRank(m_other + QStringLiteral("/host_1_20250109084755012_ascend_pt"), 0);
        m_before = listing(m_run);
    }

    void helpOfEveryVerb_data()
    {
        const Scenarios<QString> row;
        for (const QByteArray &line : cli({"--help"}).lines()) {
            if (line.startsWith("  ") && !line.startsWith("  rankscope-cli"))
                row(line.simplified().split(' ').front().constData(), QString::fromUtf8(line).section(u' ', 2, 2));
        }
    }

    void helpOfEveryVerb()
    {
        const auto [verb] = scenario<QString>();
        const Result r = cli({verb, "--help"});
        QCOMPARE(r.status, 0);
        QVERIFY(r.out.contains("Usage: rankscope-cli " + verb.toUtf8() + ' '));
        QVERIFY(r.out.contains("\n  --memory-limit <MB> "));
        QVERIFY(r.out.contains("Example:\n  rankscope-cli " + verb.toUtf8() + ' '));
        QVERIFY(r.err.isEmpty());
    }

    void aPatternThatGivesUpIsAMistake_data()
    {
        const Scenarios<QStringList> table;
        const QString nested = QStringLiteral("^(a+)+$");
        const auto row = [&](const char *name, const QStringList &words) { table(name, words + QStringList{nested}); };
        row("name of slices", {QStringLiteral("slices"), QStringLiteral("--name")});
        row("name of statistics", {QStringLiteral("slices"), QStringLiteral("--stats"), QStringLiteral("--name")});
        row("lane", {QStringLiteral("slices"), QStringLiteral("--lane")});
        row("lane of a trace",
            {QStringLiteral("trace"), QStringLiteral("--out"), QStringLiteral("OUT"), QStringLiteral("--lane")});
        row("name of a file", {QStringLiteral("csv"), QStringLiteral("--name")});
    }

    // No rows would say that nothing matches.
    void aPatternThatGivesUpIsAMistake()
    {
        auto [words] = scenario<QStringList>();
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        const std::string name = std::string(60, 'a') + "b";
        const QString output = run + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        write(output + QStringLiteral("trace_view.json"),
              QByteArray::fromStdString(
                  Json::array({meta("process_name", 1, 0, {{"name", name}}),
                               meta("thread_name", 1, 1, {{"name", name}}), slice(name.c_str(), 1, 1, 0, 50)})
                      .dump()));
        write(output + QString::fromStdString(name) + QStringLiteral(".csv"), "x,y\n1,2\n");
        const QString out = dir.filePath(QStringLiteral("out.json"));
        words.replaceInStrings(QStringLiteral("OUT"), out);
        const Result r = cli(words + QStringList{run});
        QVERIFY2(r.status == 1, qPrintable(QStringLiteral("%1: %2").arg(r.status).arg(r.err)));
        QVERIFY2(r.err.contains(QLatin1String("takes too long on one of the texts")), qPrintable(r.err));
        QVERIFY(r.out.isEmpty());
        QVERIFY(!QFile::exists(out));
    }

    void usageMistakes_data()
    {
        const Scenarios<QString, QString> table;
        table("no verb", QString(), "Usage");
        table("unknown verb", "frobnicate", "frobnicate");
        table("no path", "info", "PATH is missing");
        table("unknown option", "overview RUN --nonsense", "nonsense");
        table("option of other verbs", "align RUN --step 1", "step");
        table("value is missing", "overview RUN --step", "step");
        for (const char *const verb : {"overview", "diagnose", "durations", "durations.ranks", "books"})
            QTest::addRow("two runs for %s", verb)
                << QStringLiteral("%1 RUN OTHER").arg(QLatin1String(verb))
                << QStringLiteral("%1 takes one run; runs are compared by compare").arg(QLatin1String(verb));
        table("bad source", "overview RUN --source guess", "guess");
        table("bad format", "overview RUN --format xml", "xml");
        table("no such stage", "trajectory RUN --stage 9", "no pipeline stage 9");
        table("no such step", "overview RUN --step 9", "there are: 5");
        table("no such domain", "overview RUN --domain x", "tp:(0,1)");
        table("no such run", "overview RUN --run 2", "run 2");
        table("rank is missing", "operators RUN", "0, 1");
        table("no such rank", "operators RUN --rank 7", "0, 1");
        table("bad grouping", "operators RUN --rank 0 --by mood", "mood");
        table("bad list of ranks", "operators RUN --ranks 0-x", "0-7,16");
        table("no such ranks", "operators RUN --ranks 0,7", "no rank 7");
        table("rank and ranks", "operators RUN --rank 0 --ranks 1", "exclude each other");
        table("text and databases", "overview RUN --text --databases", "exclude each other");
        table("peaks alone", "compare RUN --base 0 --other 1 --held-by size", "--sheet peaks only");
        table("bad kind", "operators RUN --rank 0 --kind x", "compute");
        table("compare without other rank", "compare RUN --base 0 --other 9", "0, 1");
        table("bad pattern", "slices RUN --rank 0 --name (", "regular expression");
        table("bad number", "slices RUN --rank 0 --from x", "whole number");
        table("window upside down", "slices RUN --rank 0 --from 9 --to 1", "before");
        table("no such category", "flows RUN --rank 0 --category x", "async_npu");
        table("no such operator", "matrix RUN --op x", "allreduce-total");
        table("no such core", "operators RUN --rank 0 --core ZZ", "there are: AI_CORE, AI_VECTOR_CORE, HCCL");
        table("no such core to compare", "compare RUN --core ZZ", "there are: AI_CORE, AI_VECTOR_CORE, HCCL");
        table("no such lane", "slices RUN --rank 0 --lane nosuch", "Ascend Hardware/Stream 7");
        table("no such lane in statistics", "slices RUN --rank 0 --lane nosuch --stats", "Ascend Hardware/Stream 7");
        table("no row at all", "slices RUN --rank 0 --limit 0", "at least 1");
        for (const char *verb : {"communication", "matrix", "dispatch", "idle"})
            QTest::addRow("no such step of %s", verb)
                << QStringLiteral("%1 RUN --step 999").arg(QLatin1String(verb)) << QStringLiteral("there are: 5");
        table("no such rank of launches", "idle RUN --rank 9", "0, 1");
        for (const char *verb : {"links", "durations", "ledger"})
            QTest::addRow("no such domain of %s", verb)
                << QStringLiteral("%1 RUN --domain nosuch").arg(QLatin1String(verb)) << QStringLiteral("tp:(0,1)");
        table("an empty step", "overview RUN --step EMPTY", "empty value");
        table("an empty path", "info EMPTY", "PATH is empty");
        table("export without out", "export RUN", "--out");
    }

    void usageMistakes()
    {
        const auto [line, says] = scenario<QString, QString>();
        QStringList arguments;
        for (const QString &part : line.split(u' ', Qt::SkipEmptyParts))
            arguments << (part == u"RUN" ? m_run : part == u"OTHER" ? m_other : part == u"EMPTY" ? QString() : part);
        const Result r = cli(arguments);
        QCOMPARE(r.status, 1);
        QVERIFY2(r.err.contains(says), qPrintable(r.err));
        QVERIFY(r.out.isEmpty());
    }

    void nothingUsable()
    {
        QTemporaryDir empty;
        for (const char *verb :
             {"info", "overview", "communication", "matrix", "operators", "slices", "flows", "compare"}) {
            const Result r = cli({QString::fromLatin1(verb), empty.path()});
            QCOMPARE(r.status, 2);
            QVERIFY(r.err.contains(QStringLiteral("nothing usable")));
            QVERIFY2(r.out.isEmpty(), r.out.constData());
        }
        QCOMPARE(cli({"info", empty.filePath(QStringLiteral("missing"))}).status, 2);
        QCOMPARE(cli({"export", empty.path(), "--out", m_dir.filePath(QStringLiteral("x"))}).status, 2);
    }

    // Those of the other tables stand in docs/tables.md.
    void headers_data()
    {
        const Scenarios<QString, QString> row;
        row("info", "info RUN", "Run,Rank,Device,Host,Framework,Level,Steps,Slices,Flows,Counters,Findings,Folder");
        row("operators by kernel", "operators RUN --rank 0 --by kernel",
            "Type,Name,Input Shapes,Core Type,Calls,Total(us),Average(us),Min(us),Max(us),Share(%)");
        row("matrix of all steps", "matrix RUN --steps mean",
            "Steps,Domain,Operator,Source Rank,Destination Rank,Rank Kind,Link Type,Transit Size(MB),"
            "Transit Time(ms),Bandwidth(GB/s)");
    }

    void headers()
    {
        const auto [line, header] = scenario<QString, QString>();
        QStringList arguments;
        for (const QString &part : line.split(u' '))
            arguments << (part == u"RUN" ? m_run : part);
        const Result r = cli(arguments); // a pipe: CSV without being asked
        QVERIFY2(r.status == 0, qPrintable(r.err));
        QCOMPARE(r.header(), header);
        QVERIFY(r.lines().size() > 1);
        for (const QByteArray &row : r.lines())
            QVERIFY(row.endsWith('\r'));
    }

    void overviewVerbatimAndDerived()
    {
        const Result file = cli({"overview", m_run});
        QCOMPARE(file.lines().at(1), QByteArray("5,0,15.000000000000002,8,0,8,22,45,0,8,20,step_trace_time.csv\r"));
        QCOMPARE(file.lines().at(2), QByteArray("5,1,30,8,0,8,12,50,0,8,20,step_trace_time.csv\r"));
        const Result derived = cli({"overview", m_run, "--source", "derived"});
        QCOMPARE(derived.status, 0);
        QCOMPARE(derived.lines().at(1), QByteArray("5,0,15,8,0,8,22,45,0,8,20,derived\r"));
        const Result domain = cli({"overview", m_run, "--domain", "tp:(0,1)", "--step", "5"});
        QCOMPARE(domain.lines().size(), 3);
    }

    void operatorsAndCompare()
    {
        const Result type = cli({"operators", m_run, "--rank", "0"});
        QCOMPARE(type.lines().at(1), QByteArray("MatMul,AI_CORE,1,10,10,10,10,66.66666666666667\r"));
        QCOMPARE(type.lines().size(), 3);
        const Result comm = cli({"operators", m_run, "--rank", "0", "--kind", "communication", "--by", "name"});
        QCOMPARE(comm.lines().at(1), QByteArray("hcom_allReduce_,hcom_allReduce__128_0_1,HCCL,1,8,8,8,8,100\r"));
        const Result shape = cli({"compare", m_run, "--base", "0", "--other", "1", "--by", "shape"});
        QCOMPARE(shape.lines().at(1), QByteArray("MatMul,\"2,3;3,4\",AI_CORE,1,10,10,10,10,1,20,20,20,20,10,2,,"
                                                 "10,10,20,20,62.5,,too few steps,,,\r"));
        QVERIFY(shape.out.contains("Add,,AI_VECTOR_CORE,0,0,,,,1,1,1,1,1,1,,other,,,1,1,6.25,,only other,,"));
        QVERIFY(shape.out.contains("hcom_allReduce_,,HCCL,1,8,8,8,8,1,8,8,8,8,0,1,,8,8,8,8,0,,unchanged,,,\r\n"));
        // The same ranks, given as two paths.
        const Result two = cli({"compare", m_run + QStringLiteral("/host_1_20250109084755012_ascend_pt"),
                                m_run + QStringLiteral("/host_2_20250109084755012_ascend_pt"), "--by", "shape"});
        QCOMPARE(two.status, 0);
        QCOMPARE(two.out, shape.out);
        const QStringList pair{QStringLiteral("compare"), m_run,
                               QStringLiteral("--base"),  QStringLiteral("0"),
                               QStringLiteral("--other"), QStringLiteral("1")};
        // Its one step against the whole capture of the base, which has no other.
        const Result step = cli(pair + texts({"--other-step", "5"}));
        QVERIFY2(step.status == 0 && step.out.contains("MatMul"), qPrintable(step.err));
        const Result noStep = cli(pair + texts({"--step", "5", "--other-step", "77"}));
        QVERIFY2(noStep.status != 0 && noStep.err.contains(QStringLiteral("the other side no step 77")),
                 qPrintable(noStep.err));
        // A part of the captures, of each side by its own clock.
        const auto part = [&pair](const QStringList &options) { return cli(pair + options); };
        const QString late = QStringLiteral("9000000000000000000");
        QCOMPARE(
            part({QStringLiteral("--from"), QStringLiteral("0"), QStringLiteral("--to"), late}).out.count("MatMul"), 1);
        QVERIFY(!part({QStringLiteral("--from"), late}).out.contains("MatMul"));
        const Result parts =
            part({QStringLiteral("--from"), QStringLiteral("0"), QStringLiteral("--other-from"), late});
        QVERIFY2(parts.out.contains("only base"), parts.err.toUtf8().constData());
        QCOMPARE(
            part({QStringLiteral("--from"), QStringLiteral("5"), QStringLiteral("--to"), QStringLiteral("4")}).status,
            1);
        QCOMPARE(
            part({QStringLiteral("--from"), QStringLiteral("5"), QStringLiteral("--step"), QStringLiteral("5")}).status,
            1);
        // Rows by what became of them, in the words of the column State, or new and gone.
        const auto ofState = [&pair](const char *states) {
            return cli(pair + texts({"--by", "shape", "--state", QString::fromLatin1(states)}));
        };
        const Result differs = ofState("too-few-steps"); // one step has no noise
        QCOMPARE(differs.lines().size(), 3);             // and the operator of 5 us
        QVERIFY(differs.lines().at(1).startsWith("MatMul,"));
        QVERIFY(!differs.out.contains("unchanged") && !differs.out.contains("only other"));
        const Result added = ofState("new");
        QCOMPARE(added.lines().size(), 2);
        QVERIFY(added.lines().at(1).startsWith("Add,"));
        QCOMPARE(ofState("only-other").out, added.out);
        QCOMPARE(ofState("too-few-steps,new").lines().size(), 4);
        for (const char *const none : {"grown", "shrunk", "within-noise"}) {
            const Result listed = ofState(none);
            QCOMPARE(listed.status, 0); // none is an answer
            QCOMPARE(listed.lines().size(), 1);
            QVERIFY(listed.err.contains(QStringLiteral("one of the chosen states")));
        }
        QCOMPARE(ofState("bigger").status, 1);
        // Operators of communication are asked for by their name or, of all of them, by their kind.
        for (const char *const verb : {"communication", "durations"}) {
            const auto of = [this, verb](const char *op) {
                return cli({QString::fromLatin1(verb), m_run, "--op", QString::fromLatin1(op)});
            };
            const Result kind = of("allreduce");
            QVERIFY2(kind.status == 0 && kind.lines().size() > 1, qPrintable(kind.err));
            QCOMPARE(of("AllReduce").out, kind.out);
            QCOMPARE(of("hcom_allReduce__128_0_1").out, kind.out);
            QVERIFY(of("broadcast").status != 0);
        }
        const Result order = cli(pair + texts({"--by", "order"}));
        QCOMPARE(order.status, 0);
        const Result gone = cli(pair + texts({"--by", "order", "--state", "new"}));
        QVERIFY(gone.out.contains("only other,Add,") && !gone.out.contains("MatMul"));
        QVERIFY(order.lines().at(0).startsWith("State,Type,Name,Input Shapes,Base Start(ns),Base Duration(us),"));
        QVERIFY(order.out.contains("grown,MatMul,"));
        QVERIFY(order.out.contains("only other,Add,"));
        const Result kernels = cli(pair + texts({"--sheet", "kernels"}));
        QVERIFY(kernels.out.contains("MatMul,\"2,3;3,4\",10,10,10,10,1,20,20,20,20,1,2,2,\r\n"));
        const Result sheet = cli(pair + texts({"--sheet", "api", "--by", "name"}));
        QCOMPARE(sheet.status, 1);
        QVERIFY(sheet.err.contains(QStringLiteral("--by does not apply to --sheet")));
        const Result peaks = cli(pair + texts({"--sheet", "peaks"}));
        QVERIFY2(peaks.status != 0 && peaks.err.contains(QStringLiteral("profile_memory")), qPrintable(peaks.err));
        // Several ranks as if they were one; a list of one is that one.
        const Result both = cli({"operators", m_run, "--ranks", "0-1"});
        QCOMPARE(both.status, 0);
        QVERIFY2(both.lines().at(0).contains("Slowest Rank"), both.lines().at(0).constData());
        const Result single = cli({"operators.ranks", m_run, "--ranks", "1"});
        QCOMPARE(single.status, 0);
        QVERIFY(single.out != both.out);
        const Result sided = cli({"compare.many", m_run, "--base", "0", "--ranks", "0"});
        QVERIFY(sided.status != 0); // the baseline is not held against itself
        const Result many = cli({"compare.many", m_run, "--base", "0"});
        QCOMPARE(many.status, 0);
        QVERIFY(many.lines().at(1).startsWith("1,0,MatMul,AI_CORE,1,10,"));
        // A run against itself: every rank has its partner, and nothing differs.
        const Result same = cli({"compare.many", m_run, "--base-run", m_run});
        QCOMPARE(same.status, 0);
        QVERIFY(same.out.contains("0,0,MatMul,") && same.out.contains("1,1,MatMul,"));
        QVERIFY(!same.out.contains("grown") && !same.out.contains("too few steps"));
        QCOMPARE(cli({"compare.many", m_run, "--base", "9"}).status, 1);
        // Runs as a whole: MatMul takes 10 and 20 us.
        const Result whole = cli({"compare.many", m_run, "--whole", "mean", "--base-run", m_run});
        QCOMPARE(whole.status, 0);
        QVERIFY2(whole.out.contains("all,all,MatMul,AI_CORE,2,30,15,20,10,2,30,15,20,10,0,1,"), whole.out.constData());
        QVERIFY(whole.out.contains(",15,15\r\n"));
        QVERIFY(whole.err.contains(QStringLiteral("the mean of 2 ranks is compared")));
        const Result sum = cli({"compare.many", m_run, "--whole", "sum", "--base", "0"});
        QVERIFY2(sum.out.contains("all,0,MatMul,AI_CORE,1,10,10,10,10,2,30,15,20,10,20,3,"), sum.out.constData());
        const Result alone = cli({"compare.many", m_run, "--whole", "mean"});
        QVERIFY2(alone.status == 2 && alone.err.contains(QStringLiteral("with another run")), qPrintable(alone.err));
        // The baseline among several runs is no side.
        const Result twice = cli({"compare.many", m_run, m_run, "--whole", "mean", "--base-run", m_run});
        QCOMPARE(twice.status, 0);
        QCOMPARE(twice.out.count("all,all,MatMul,"), 1);
        // Ranks of two runs against one.
        const Result runs = cli({"compare.many", m_run, m_run, "--base", "0", "--state", "too-few-steps,unchanged"});
        QCOMPARE(runs.status, 0);
        QCOMPARE(runs.out.count(",MatMul,"), 3);
    }

    void levelAndRankMessages()
    {
        QTemporaryDir dir;
        const QString rank = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        write(rank + QStringLiteral("/profiler_info_0.json"), "{\"config\":{}}");
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/kernel_details.csv"),
              "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n"
              "5,mm_1,N/A,N/A,1000020.000\t,10,0,0\n");
        const Result r = cli({"operators", dir.path(), "--by", "shape"});
        QCOMPARE(r.status, 0);
        QCOMPARE(r.lines().at(1), QByteArray(",mm_1,,1,10,10,10,10,100\r"));
        QVERIFY(r.err.contains(QStringLiteral("Level0")));
        const Result comm = cli({"communication", dir.path()});
        QCOMPARE(comm.status, 2);
        QVERIFY(comm.out.isEmpty());
        QVERIFY(comm.err.contains(QStringLiteral("communication.json")));
    }

    void communicationAndMatrix()
    {
        const Result comm = cli({"communication", m_run});
        QCOMPARE(
            comm.lines().at(1),
            QByteArray("5,\"tp:(0,1)\",hcom_allReduce__128_0_1,0,1000045.1,0.008,0.002,0.004,0.006,0,0.6667,0.75\r"));
        QCOMPARE(comm.lines().size(), 5);
        const Result total = cli({"communication", m_run, "--total"});
        QCOMPARE(total.lines().at(1),
                 QByteArray("5,\"tp:(0,1)\",Total Op Info,0,,0.008,0.002,0.004,0.006,0,0.6667,0.75\r"));
        QCOMPARE(total.lines().size(), 3);
        const Result matrix = cli({"matrix", m_run, "--total"});
        QCOMPARE(matrix.lines().size(), 5);
        QCOMPARE(matrix.lines().at(1), QByteArray("5,\"tp:(0,1)\",Total Op Info,0,0,global,LOCAL,4.5,0.25,18\r"));
        QCOMPARE(matrix.lines().at(2), QByteArray("5,\"tp:(0,1)\",Total Op Info,0,1,global,HCCS,4.5,0.25,18\r"));
        const Result op = cli({"matrix", m_run, "--op", "allreduce-total"});
        QCOMPARE(op.lines().size(), 5);
        // As the window calls the sums.
        const Result called = cli({"matrix", m_run, "--op", "Total"});
        QCOMPARE(called.lines(), matrix.lines());
        const Result sum = cli({"matrix", m_run, "--total", "--steps", "sum"});
        QCOMPARE(sum.lines().size(), 5);
        QCOMPARE(sum.lines().at(2), QByteArray("1,\"tp:(0,1)\",Total Op Info,0,1,global,HCCS,4.5,0.25,18\r"));
        // Beside a second run, here itself: what each link carries there, and the difference.
        const Result pair = cli({"matrix", m_run, m_run, "--total"});
        QVERIFY(pair.lines().at(0).endsWith(
            "Transit Size(MB),Other Transit Size(MB),Size Difference(MB),Transit Time(ms),Other Transit Time(ms),"
            "Time Difference(ms),Bandwidth(GB/s),Other Bandwidth(GB/s),Bandwidth Difference(GB/s)\r"));
        QCOMPARE(pair.lines().size(), 5);
        QCOMPARE(pair.lines().at(2),
                 QByteArray("5,\"tp:(0,1)\",Total Op Info,0,1,global,HCCS,HCCS,4.5,4.5,0,0.25,0.25,0,18,18,0\r"));
        QCOMPARE(cli({"matrix", m_run, m_run, "--other-run", "2"}).status, 1);
        QCOMPARE(cli({"matrix", m_run, "--other-run", "1"}).status, 1);
    }

    void ranksWithoutANumberAreCalledByTheirFolder()
    {
        const QTemporaryDir dir;
        for (const char *const rank : {"one_ascend_pt", "two_ascend_pt"})
            write(
                dir.filePath(QLatin1String(rank) + QStringLiteral("/ASCEND_PROFILER_OUTPUT/communication.json")),
                "{\"step5\": {\"collective\": {\"hcom_allReduce__128_0_1@" + hash +
                    "\": {\"Communication Time Info\": {\"Start Timestamp(us)\": 45.5, \"Elapse Time(ms)\": 1.5}}}}}");
        const Result r = cli({"communication", dir.path()});
        QCOMPARE(r.lines().size(), 5); // of each rank the operator and the total
        for (const char *const row :
             {",hcom_allReduce__128_0_1,one_ascend_pt,45.5,1.5,", ",hcom_allReduce__128_0_1,two_ascend_pt,45.5,1.5,",
              ",Total Op Info,one_ascend_pt,,1.5,", ",Total Op Info,two_ascend_pt,,1.5,"})
            QVERIFY2(r.out.contains(row), r.out.constData());
    }

    void devicesOfOneFileAreRanks()
    {
        const QTemporaryDir dir;
        Json trace = Json::array();
        for (int device = 0; device < 2; ++device) {
            const int pid = 20 + device;
            trace.push_back(meta("process_name", pid, 0, {{"name", "Ascend Hardware"}}));
            trace.push_back(meta("process_labels", pid, 0, {{"labels", "NPU " + std::to_string(device)}}));
            trace.push_back(slice("MatMul", pid, 7, 20, 10 * (device + 1), {{"Task Type", "AI_CORE"}}));
        }
        write(dir.filePath(QStringLiteral("PROF_000001_20250109084755012_ABC/mindstudio_profiler_output/"
                                          "msprof_20250109084800.json")),
              QByteArray::fromStdString(trace.dump()));
        const Result overview = cli({"overview", dir.path()});
        QCOMPARE(overview.status, 0);
        QCOMPARE(overview.lines().size(), 3);
        QVERIFY2(overview.lines().at(1).startsWith("0,device 0,10,"), overview.out.constData());
        QVERIFY2(overview.lines().at(2).startsWith("0,device 1,20,"), overview.out.constData());
        for (const char *const rank : {"device 1", "1"}) {
            const Result operators =
                cli({"operators", dir.path(), "--rank", QString::fromLatin1(rank), "--by", "name"});
            QCOMPARE(operators.lines().size(), 2);
            QVERIFY2(operators.lines().at(1).contains(",1,20,20,20,20,100"), operators.out.constData());
        }
        const Result compared =
            cli({"compare", dir.path(), "--base", "device 0", "--other", "device 1", "--by", "name"});
        QVERIFY2(compared.out.contains(",1,10,10,10,10,1,20,20,20,20,10,2,"), compared.out.constData());
        const Json info = Json::parse(cli({"info", dir.path(), "--format", "json"}).out.toStdString());
        QVERIFY2(info.dump().find("\"device 1\"") != std::string::npos, info.dump().c_str());
    }

    // Files of a run without steps leave the step blank, have no column of it, or call it "step".
    void noStepIsChosenAsAnyStep()
    {
        const QTemporaryDir dir;
        writeRank(dir.filePath(QStringLiteral("rank0_ascend_pt")), 0);
        const QString out = dir.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/"));
        const auto change = [&out](const char *name, const char *before, const char *after) {
            QFile f(out + QLatin1String(name));
            QVERIFY(f.open(QIODevice::ReadOnly));
            const QByteArray text = f.readAll();
            f.close();
            QVERIFY(text.contains(before));
            write(f.fileName(), QByteArray(text).replace(before, after));
        };
        change("step_trace_time.csv", "\n5,", "\n,");
        change("kernel_details.csv", "Step Id,", "");
        change("kernel_details.csv", "\n5,", "\n");
        change("communication.json", "step5", "step");
        change("communication_matrix.json", "step5", "step");
        for (const bool isTraced : {true, false}) {
            if (isTraced)
                change("trace_view.json", "ProfilerStep#5", "a");
            else
                QVERIFY(QFile::remove(out + QStringLiteral("trace_view.json")));
            for (const char *const verb : {"overview", "books", "communication", "matrix", "cores.kernels"}) {
                QStringList call{QLatin1String(verb), dir.path()};
                const Result all = cli(call);
                const Result one = cli(call << QStringLiteral("--step") << QStringLiteral("0"));
                QVERIFY2(all.lines().size() > 1, all.err.toUtf8().constData());
                QCOMPARE(one.status, all.status);
                QCOMPARE(one.out, all.out);
            }
            const Json rows = Json::parse(cli({"overview", dir.path(), "--format", "json"}).out.toStdString())["rows"];
            QCOMPARE(rows[0]["step"].get<int>(), 0);
        }
    }

    void startsAreTheTextOfTheFile()
    {
        // A double keeps quarters of a microsecond of a stamp of today.
        const QTemporaryDir dir;
        const QByteArrayList stamps{"1736412474757557.2", "1736412474757558.0", "1736412474757559.90",
                                    "1736412474757560"};
        writeRank(dir.filePath(QStringLiteral("rank0_ascend_pt")), 0);
        QByteArray text = "{\"step5\": {\"collective\": {";
        for (qsizetype i = 0; i < stamps.size(); ++i)
            text += (i > 0 ? "," : "") + QByteArray("\"hcom_allReduce__128_") + QByteArray::number(i) + "_1@" + hash +
                    "\": {\"Communication Time Info\": {\"Start Timestamp(us)\": " + stamps[i] +
                    ", \"Elapse Time(ms)\": 1.5}}";
        write(dir.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json")), text + "}}}");
        const Result csv = cli({"communication", dir.path()});
        const Result json = cli({"communication", dir.path(), "--format", "json"});
        for (const QByteArray &stamp : stamps) {
            QVERIFY2(csv.out.contains(",0," + stamp + ",1.5,"), csv.out.constData());
            QVERIFY2(json.out.contains("\"start_us\":" + stamp + ","), json.out.constData());
        }
        QVERIFY(Json::parse(json.out.toStdString())["rows"][0]["start_us"].is_number());
    }

    void slicesAndFlows()
    {
        const QStringList base{QStringLiteral("slices"), m_run, QStringLiteral("--rank"), QStringLiteral("0")};
        const Result all = cli(base);
        QCOMPARE(all.lines().size(), 6);
        QVERIFY(all.out.contains("0,Python,Thread 1,1,\"aten::mm, \"\"quoted\"\"\",1000005000,3000\r\n"));
        QVERIFY(all.out.contains("0,Ascend Hardware,Stream 7,0,MatMul_1,1000020000,10000\r\n"));
        QCOMPARE(cli(base + texts({"--lane", "^Ascend Hardware/Stream 7$"})).lines().size(), 3);
        QCOMPARE(cli(base + texts({"--name", "_1$"})).lines().size(), 4);
        QCOMPARE(cli(base + texts({"--limit", "2"})).lines().size(), 3);
        QCOMPARE(cli(base + texts({"--from", "1000060000", "--to", "1000061000"})).lines().size(), 3);
        const Result stats = cli(base + texts({"--stats", "--lane", "Python"}));
        QCOMPARE(stats.lines().at(1), QByteArray("ProfilerStep#5,1,100,97,100,100,100\r"));
        const Result flows = cli({"flows", m_run, "--rank", "0"});
        QCOMPARE(flows.lines().at(1),
                 QByteArray("async_npu,77777777777777777777777,Python/Thread 1,\"aten::mm, \"\"quoted\"\"\",1000005000,"
                            "Ascend Hardware/Stream 7,MatMul_1,1000020000,15000\r"));
        const Result flowStats = cli(
            {QStringLiteral("flows"), m_run, QStringLiteral("--rank"), QStringLiteral("0"), QStringLiteral("--stats")});
        QCOMPARE(flowStats.lines().at(1), QByteArray("async_npu,1,0,0,15000,15000,15000,0,0,0,0\r"));
    }

    void threadsAreCalledAsTheTraceCallsThem()
    {
        const QTemporaryDir dir;
        Json python = slice("forward", 1, 12, 0, 50);
        python["cat"] = "python_function";
        Json alone = slice("load", 1, 13, 0, 50);
        alone["cat"] = "python_function";
        write(dir.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")),
              QByteArray::fromStdString(Json{
                  meta("process_name", 1, 0, {{"name", "Python"}}), meta("thread_name", 1, 12, {{"name", "trainer"}}),
                  meta("thread_name", 1, 13, {{"name", "loader"}}), python, alone, slice("aten::mm", 1, 12, 5, 3)}
                                            .dump()));
        const Result r = cli({"slices", dir.path()});
        QCOMPARE(r.lines().size(), 4);
        for (const char *row : {",Python,trainer,0,forward,", ",Python,trainer,1,aten::mm,", ",Python,loader,0,load,"})
            QVERIFY2(r.out.contains(row), r.out.constData());
        QVERIFY(!r.out.contains("Stack"));
    }

    void nothingThatATerminalObeysIsPrinted()
    {
        const QTemporaryDir dir;
        const QString evil = QStringLiteral("a\u001b[2J\u0007b\u202ec\u2066d\u0085e");
        write(dir.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")),
              QByteArray::fromStdString(Json::array({slice(evil.toUtf8().constData(), 1, 12, 0, 50)}).dump()));
        const QString shown = QStringLiteral("a\\u001b[2J\\u0007b\\u202ec\\u2066d\\u0085e");
        for (const char *format : {"table", "json"}) {
            const Result r = cli({"slices", dir.path(), "--format", QString::fromLatin1(format)});
            QVERIFY2(QString::fromUtf8(r.out).contains(shown), r.out.constData());
        }
        // A pipe gets the bytes of the trace.
        QVERIFY(cli({"slices", dir.path()}).out.contains(evil.toUtf8()));
        const Result said = cli({"info", dir.filePath(evil)});
        QVERIFY2(said.err.contains(shown), qPrintable(said.err));
    }

    void jsonTables()
    {
        const Json o = Json::parse(cli({"overview", m_run, "--format", "json"}).out.toStdString()).at("rows");
        QCOMPARE(o[0]["step"].get<int>(), 5);
        QCOMPARE(o[0]["free_us"].get<double>(), 22.0);
        QCOMPARE(o[0]["communication_not_overlapped_us"].get<double>(), 8.0);
        const Json c = Json::parse(cli({"compare", m_run, "--format", "json"}).out.toStdString()).at("rows");
        bool infinite = false;
        for (const Json &row : c)
            infinite = infinite || (row["only_in"] == "other" && row["ratio"].is_null());
        QVERIFY(infinite);
        const Json m = Json::parse(cli({"matrix", m_run, "--format", "json"}).out.toStdString()).at("rows");
        QCOMPARE(m[0]["transit_size_mb"].get<double>(), 4.5);
        QCOMPARE(m[0]["bandwidth_gb_s"].get<double>(), 18.0);
        QCOMPARE(m[0]["rank_kind"].get<std::string>(), std::string("global"));
    }

    void infoJson()
    {
        const Result r = cli({"info", m_run, "--format", "json"});
        QCOMPARE(r.status, 0);
        const Json j = Json::parse(r.out.toStdString());
        QCOMPARE(j["schema"].get<int>(), 1);
        QCOMPARE(j["runs"].size(), size_t(1));
        const Json &run = j["runs"][0];
        QCOMPARE(run["framework"].get<std::string>(), std::string("pytorch"));
        QVERIFY(run["steps"] == Json::array({5}));
        QCOMPARE(run["domains"][0]["name"].get<std::string>(), std::string("tp:(0,1)"));
        QCOMPARE(run["domains"][0]["group_name"].get<std::string>(), std::string("group_name_19"));
        QCOMPARE(run["domains"][0]["kind"].get<std::string>(), std::string("collective"));
        QVERIFY(run["domains"][0]["ranks"] == Json::array({0, 1}));
        QCOMPARE(run["ranks"].size(), size_t(2));
        const Json &rank = run["ranks"][1];
        for (const char *key : {"rank", "device", "host", "path", "level", "files", "slices", "flows", "counters"})
            QVERIFY2(rank.contains(key), key);
        QCOMPARE(rank["rank"].get<int>(), 1);
        QCOMPARE(rank["level"].get<std::string>(), std::string("Level1"));
        QCOMPARE(rank["slices"].get<int>(), 5);
        QCOMPARE(rank["flows"].get<int>(), 1);
        bool trace = false;
        for (const Json &f : rank["files"]) {
            for (const char *key : {"name", "kind", "bytes", "used", "why"})
                QVERIFY2(f.contains(key), key);
            trace = trace || (f["kind"] == "trace" && f["used"] == true && f["bytes"].get<qint64>() > 0);
        }
        QVERIFY(trace);
        QVERIFY(j["findings"].is_array());
        for (const Json &f : j["findings"]) {
            for (const char *key : {"severity", "file", "place", "message", "count"})
                QVERIFY2(f.contains(key), key);
        }
        QVERIFY(j["import"]["seconds"].get<double>() > 0);
        QVERIFY(j["import"]["peak_mb"].get<double>() > 0);
    }

    void tableOnATerminalIsAligned()
    {
        const Result r = cli({"operators", m_run, "--rank", "0", "--format", "table"});
        QCOMPARE(r.status, 0);
        const QList<QByteArray> lines = r.lines();
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith("Type "));
        QVERIFY(lines[1].startsWith("----"));
        // Text stands on the left, numbers on the right of their column.
        const auto end = lines[0].indexOf("Calls") + 5;
        QCOMPARE(lines[2].at(end - 1), '1');
        QCOMPARE(lines[3].at(end - 1), '1');
    }

    void severalRuns()
    {
        QTemporaryDir dir;
        writeRank(dir.filePath(QStringLiteral("a/rank0_ascend_pt")), 0);
        writeRank(dir.filePath(QStringLiteral("b/rank0_ascend_pt")), 0);
        const QString a = dir.filePath(QStringLiteral("a"));
        const QString b = dir.filePath(QStringLiteral("b"));
        const Result info = cli({"info", a, b});
        QCOMPARE(info.status, 0);
        QCOMPARE(info.lines().size(), 3);
        QVERIFY(info.lines().at(2).startsWith("2,0,"));
        const Result compare = cli({"compare", a, b, "--base", "0", "--other", "0"});
        QCOMPARE(compare.status, 0);
        QVERIFY(compare.out.contains(",0,1,,"));
    }

    void brokenTraceGivesThree()
    {
        QTemporaryDir dir;
        const QString rank = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        writeRank(rank, 0);
        const QString path = rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json");
        QFile f(path);
        QVERIFY(f.open(QIODevice::ReadWrite));
        QVERIFY(f.resize(f.size() - 300));
        f.close();
        for (const QStringList &call : {texts({"info"}), texts({"overview"}), texts({"slices", "--rank", "0"})}) {
            const Result r = cli(call + QStringList{dir.path()});
            QVERIFY2(r.status == 3, qPrintable(r.err));
            QVERIFY2(r.err.contains(QStringLiteral("trace_view.json")), qPrintable(r.err));
            QVERIFY(r.lines().size() > 1); // what could be read is there
        }
    }

    void slicesWithoutALengthAreLost()
    {
        const QTemporaryDir dir;
        const QString rank = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        writeRank(rank, 0);
        Json trace = traceOf(0);
        Json none = slice("MatMul_1", 2, 7, 40, 0);
        none.erase("dur");
        Json text = slice("MatMul_1", 2, 7, 44, 0);
        text["dur"] = nullptr;
        for (const Json &e : {slice("MatMul_1", 2, 7, 32, -4), none, text})
            trace.push_back(e);
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
              QByteArray::fromStdString(trace.dump()));
        const QStringList slices{QStringLiteral("slices"), dir.path(),
                                 QStringLiteral("--rank"), QStringLiteral("0"),
                                 QStringLiteral("--name"), QStringLiteral("MatMul")};
        const Result stats = cli(slices + texts({"--stats"}));
        QCOMPARE(stats.status, 3);
        QCOMPARE(stats.lines().at(1), QByteArray("MatMul_1,1,10,10,10,10,10\r")); // none of 0 among them
        for (const char *said : {"trace_view.json", "negative duration", "without a duration", "null"})
            QVERIFY2(stats.err.contains(QLatin1String(said)), qPrintable(stats.err));
        QCOMPARE(cli(slices).lines().size(), 2);
        // A slice that says 0 is one.
        trace = traceOf(0);
        trace.push_back(slice("MatMul_1", 2, 7, 40, 0));
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
              QByteArray::fromStdString(trace.dump()));
        const Result sound = cli(slices + texts({"--stats"}));
        QCOMPARE(sound.status, 0);
        QCOMPARE(sound.lines().at(1), QByteArray("MatMul_1,2,10,10,5,0,10\r"));
        // Beyond what a double holds to the nanosecond, a number is as short as before.
        trace = traceOf(0);
        trace.push_back(slice("MatMul_2", 2, 8, 40, 9e13));
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
              QByteArray::fromStdString(trace.dump()));
        QCOMPARE(cli(slices + texts({"--stats"})).lines().at(1),
                 QByteArray("MatMul_2,1,90000000000000,90000000000000,90000000000000,90000000000000,90000000000000\r"));
    }

    void interruptEndsCleanly()
    {
#ifdef Q_OS_UNIX
        QTemporaryDir dir;
        const QString rank = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        write(rank + QStringLiteral("/profiler_info_0.json"), "{\"config\":{}}");
        Json trace = Json::array({meta("process_name", 1, 0, {{"name", "Python"}})});
        for (int i = 0; i < 40000; ++i)
            trace.push_back(slice("aten::a_rather_long_operator_name", 1, 1, 10.0 * i, 5));
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
              QByteArray::fromStdString(trace.dump()));
        QProcess p;
        p.start(QStringLiteral(RANKSCOPE_CLI),
                {QStringLiteral("slices"), dir.path(), QStringLiteral("--rank"), QStringLiteral("0")});
        QVERIFY(p.waitForStarted());
        // Nobody reads on, so the program stands still with its pipe full.
        QVERIFY(p.waitForReadyRead(60000));
        QVERIFY(::kill(static_cast<pid_t>(p.processId()), SIGINT) == 0);
        QTest::qSleep(300); // no event loop: nothing is read meanwhile
        QVERIFY(p.waitForFinished(60000));
        QCOMPARE(p.exitStatus(), QProcess::NormalExit);
        QCOMPARE(p.exitCode(), 130);
        QVERIFY(p.readAllStandardOutput().count('\n') < 40001);
        QVERIFY(p.readAllStandardError().contains("interrupted"));
#endif
    }

    void memoryBudgetGivesFour()
    {
        QTemporaryDir dir;
        const QString rank = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        write(rank + QStringLiteral("/profiler_info_0.json"), "{\"config\":{}}");
        Json trace = Json::array({meta("process_name", 1, 0, {{"name", "Python"}})});
        for (int i = 0; i < 60000; ++i)
            trace.push_back(slice("aten::add", 1, 1, 10.0 * i, 5));
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
              QByteArray::fromStdString(trace.dump()));
        const Result r = cli({"info", dir.path(), "--memory-limit", "1"});
        QVERIFY2(r.status == 4, qPrintable(r.err));
        QVERIFY(r.err.contains(QStringLiteral("memory")));
        QCOMPARE(cli({"info", dir.path()}).status, 0);
    }

    void whatIsComputedCountsAgainstTheBudget()
    {
        const QTemporaryDir dir;
        writeManyKernels(dir.filePath(QStringLiteral("rank0_ascend_pt")));
        const auto run = [&](const QStringList &verb, int mb) {
            return cli(verb + QStringList{dir.path(), QStringLiteral("--memory-limit"), QString::number(mb)});
        };
        const QTemporaryDir elsewhere;
        const QString out = elsewhere.filePath(QStringLiteral("tables"));
        const QStringList chains{QStringLiteral("chains")};
        QCOMPARE(run({QStringLiteral("info")}, 40).status, 0);
        for (const QStringList &verb : {chains, texts({"export", "--out", out})}) {
            const Result r = run(verb, 40);
            QVERIFY2(r.status == 4, qPrintable(r.err));
            QVERIFY2(r.err.contains(QStringLiteral("40 MB are too few")) && !r.err.contains(QStringLiteral("machine")),
                     qPrintable(r.err));
            QVERIFY(r.out.isEmpty());
        }
        QVERIFY(!QFile::exists(out));
        const Result whole = run(chains, 200);
        QVERIFY2(whole.status == 0, qPrintable(whole.err));
        QCOMPARE(whole.out.count('\n'), 100'001);
    }

    void theMachineIsToldFromTheBudget()
    {
#ifdef Q_OS_LINUX
        if (isSanitized())
            QSKIP("a sanitizer takes more memory than the limits leave");
        const QTemporaryDir dir;
        writeManyKernels(dir.filePath(QStringLiteral("rank0_ascend_pt")));
        const auto within = [](int mb, const QStringList &words) {
            QProcess p;
            p.start(QStringLiteral("/bin/sh"),
                    texts({"-c", QStringLiteral("ulimit -v %1 && exec \"$0\" \"$@\"").arg(mb * 1000),
                           QStringLiteral(RANKSCOPE_CLI)}) +
                        words);
            p.waitForFinished(60000);
            const bool ended = p.state() == QProcess::NotRunning && p.exitStatus() == QProcess::NormalExit;
            return std::pair{ended ? p.exitCode() : -1, QString::fromUtf8(p.readAllStandardError())};
        };
        int refused = 0;
        for (int mb = 60; mb <= 200; mb += 10) {
            // The program cannot say a word if its libraries hardly fit.
            if (within(mb - 8, {QStringLiteral("--version")}).first != 0)
                continue;
            const auto [status, err] = within(
                mb, {QStringLiteral("chains"), dir.path(), QStringLiteral("--memory-limit"), QStringLiteral("10000")});
            if (status == 0)
                continue;
            ++refused;
            QVERIFY2(status == 4, qPrintable(QStringLiteral("%1 MB: status %2: %3").arg(mb).arg(status).arg(err)));
            QVERIFY2(err.contains(QStringLiteral("out of memory")) || err.contains(QStringLiteral("no more threads")),
                     qPrintable(err));
            QVERIFY2(!err.contains(QStringLiteral("--memory-limit")), qPrintable(err));
        }
        if (refused == 0)
            QSKIP("this build takes more or less room than was tried");
#endif
    }

    void aPathNeedNotBeUtf8()
    {
#ifdef Q_OS_UNIX
        QTemporaryDir dir;
        writeRank(dir.filePath(QStringLiteral("plain/rank0_ascend_pt")), 0);
        const QByteArray plain = QFile::encodeName(dir.filePath(QStringLiteral("plain")));
        const QByteArray odd = QFile::encodeName(dir.filePath(QStringLiteral("r"))) + "\xff\xe4n";
        QCOMPARE(std::rename(plain.constData(), odd.constData()), 0);
        // QProcess would turn the bytes into something else, so a shell puts them there.
        const auto run = [&](const QString &folder, const QString &words) {
            QProcess p;
            p.setWorkingDirectory(dir.path());
            p.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"),
                     QStringLiteral("path=$(printf '%b' '%1'); exec \"$0\" %2 \"$path\"").arg(folder, words),
                     QStringLiteral(RANKSCOPE_CLI)});
            Result r;
            if (p.waitForFinished(60000)) {
                r.status = p.exitCode();
                r.out = p.readAllStandardOutput();
                r.err = QString::fromUtf8(p.readAllStandardError());
            }
            return r;
        };
        const QString bytes = QStringLiteral("r\\0377\\0344n");
        for (const QString &folder :
             {dir.path() + u'/' + bytes, bytes, QStringLiteral("./") + bytes + QStringLiteral("/rank0_ascend_pt"),
              bytes + QStringLiteral("/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT"),
              bytes + QStringLiteral("/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")}) {
            const Result r = run(folder, QStringLiteral("slices --rank 0 --stats"));
            QVERIFY2(r.status == 0, qPrintable(folder + u'\n' + r.err));
            QVERIFY2(r.lines().size() > 3, r.out.constData());
        }
        QVERIFY(run(bytes, QStringLiteral("info")).status == 0);
        const Result into = run(bytes, QStringLiteral("export --out out"));
        QVERIFY2(into.status == 0, qPrintable(into.err));
        QVERIFY(QFile::exists(dir.filePath(QStringLiteral("out/ranks.csv"))));
        const Result inside = run(bytes, QStringLiteral("export --out \"$path/tables\""));
        QCOMPARE(inside.status, 1);
        QCOMPARE(run(QStringLiteral("none\\0377"), QStringLiteral("info")).status, 2);
        QCOMPARE(std::rename(odd.constData(), plain.constData()), 0); // Qt could not remove it
#endif
    }

    void withoutThreadsGivesFour()
    {
#ifdef Q_OS_LINUX
        if (isSanitized())
            QSKIP("a sanitizer takes more memory than the limits leave");
        QTemporaryDir dir;
        const QString out = dir.filePath(QStringLiteral("out"));
        for (const QStringList &call :
             {texts({"info"}), texts({"operators", "--rank", "0"}), texts({"idle"}), texts({"export", "--out", out})}) {
            QProcess p;
            // A thread whose stack finds no room is refused.
            p.start(QStringLiteral("/bin/sh"), texts({"-c", "ulimit -s 100000000000 || exit 77; exec \"$0\" \"$@\"",
                                                      QStringLiteral(RANKSCOPE_CLI)}) +
                                                   call + QStringList{m_run});
            const bool ended = p.waitForFinished(60000);
            if (!ended)
                p.kill();
            QVERIFY(ended);
            if (p.exitCode() == 77)
                QSKIP("the limit cannot be set here");
            const QString said = QString::fromUtf8(p.readAllStandardError());
            QCOMPARE(p.exitStatus(), QProcess::NormalExit);
            QCOMPARE(p.exitCode(), 4);
            QVERIFY2(said.contains(QStringLiteral("no more threads")), qPrintable(said));
            QVERIFY(!QFile::exists(out));
        }
#endif
    }

    void writesNothingBesideTheInput()
    {
        QCOMPARE(listing(m_run), m_before);
    }

private:
    QTemporaryDir m_dir;
    QString m_run;
    QString m_other;
    QStringList m_before;
};

RS_TEST(TestCli, QCoreApplication);
#include "tst_cli.moc"
