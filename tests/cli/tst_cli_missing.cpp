// SPDX-License-Identifier: Apache-2.0
#include "cli/clirank.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>

using namespace rs::test;

namespace {

// JSON says in its one object why there is nothing; the others print nothing.
bool holdsNoTable(const Result &r, const char *format)
{
    if (QLatin1String(format) != QLatin1String("json"))
        return r.out.isEmpty();
    const Json answer = Json::parse(r.out.toStdString());
    return answer["rows"].empty() && answer["status"] == r.status && answer["code"] == "nothing" &&
           r.err.contains(QString::fromStdString(answer["message"].get<std::string>()));
}

} // namespace

/// Answers of the command line about missing data.
class TestCliMissing : public QObject
{
    Q_OBJECT
private slots:
    void aRankWithoutKernels()
    {
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("run"));
        writeRank(run + QStringLiteral("/rank0_ascend_pt"), 0);
        writeRank(run + QStringLiteral("/rank1_ascend_pt"), 1);
        const QString output = run + QStringLiteral("/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/");
        QVERIFY(QFile::remove(output + QStringLiteral("kernel_details.csv")));
        const QStringList compare{QStringLiteral("compare"), run};
        // The trace speaks for it as long as it has kernels.
        QCOMPARE(cli(compare).status, 0);
        for (const bool trace : {true, false}) {
            if (trace)
                write(output + QStringLiteral("trace_view.json"),
                      QByteArray::fromStdString(
                          Json{meta("process_name", 1, 0, {{"name", "Python"}}), slice("ProfilerStep#5", 1, 1, 0, 100)}
                              .dump()));
            else
                QVERIFY(QFile::remove(output + QStringLiteral("trace_view.json")));
            const Result r = cli(compare);
            QCOMPARE(r.status, 2);
            QVERIFY(r.out.isEmpty());
            for (const char *word : {"rank 1", "kernel_details.csv", "NPU activity"})
                QVERIFY2(r.err.contains(QLatin1String(word)), qPrintable(r.err));
        }
        const QString out = dir.filePath(QStringLiteral("out"));
        const Result exported = cli({"export", run, "--out", out});
        QCOMPARE(exported.status, 0);
        QVERIFY(!QFile::exists(out + QStringLiteral("/compare")));
        QVERIFY2(exported.err.contains(QStringLiteral("No comparison of rank 0 with rank 1")),
                 qPrintable(exported.err));
        const Result operators = cli({"operators", run, "--rank", "1"});
        QCOMPARE(operators.status, 2);
        QVERIFY(operators.out.isEmpty());
    }

    void whatOtherRanksHaveIsNamed()
    {
        const QTemporaryDir dir;
        for (const int rank : {0, 1, 3})
            writeRank(dir.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank)), rank);
        const QString second = QStringLiteral("rank1_ascend_pt");
        const QString output = dir.filePath(second) + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        const auto findings = [&] {
            const Result r = cli({"info", dir.path(), "--format", "json"});
            QStringList out;
            const Json all = Json::parse(r.out.toStdString());
            for (const Json &f : all["findings"])
                out << QString::fromStdString(f["file"].get<std::string>() + ": " + f["message"].get<std::string>());
            return out;
        };
        QVERIFY(findings().filter(QStringLiteral("Other ranks")).isEmpty());
        const QStringList gap = findings().filter(QStringLiteral("missing between those of this run: 2."));
        QCOMPARE(gap.size(), 1);
        QVERIFY(cli({"overview", dir.path()}).err.contains(QStringLiteral("of this run: 2.")));

        struct File
        {
            const char *name;
            const char *verb;
        };
        for (const File &file : {File{"kernel_details.csv", "info"}, File{"communication.json", "communication"},
                                 File{"communication_matrix.json", "matrix"}, File{"trace_view.json", "dispatch"}}) {
            QVERIFY(QFile::remove(output + QLatin1String(file.name)));
            const QString name = QLatin1String(file.name) == QLatin1String("trace_view.json")
                                     ? QStringLiteral("a trace")
                                     : QLatin1String(file.name);
            const QStringList said = findings().filter(QStringLiteral("have ") + name);
            QVERIFY2(said.size() == 1 && said[0].startsWith(second), qPrintable(said.join(u'\n')));
            const Result r = cli({QString::fromLatin1(file.verb), dir.path()});
            QCOMPARE(r.status, 0);
            QVERIFY2(r.err.contains(QStringLiteral("have ") + name), qPrintable(r.err));
        }
        // Without any trace it is the run that lacks it.
        const auto oneLine = [&] { return findings().filter(QStringLiteral("No rank of this run has a trace")); };
        QVERIFY(oneLine().isEmpty());
        const QTemporaryDir bare;
        writeRank(bare.filePath(QStringLiteral("rank0_ascend_pt")), 0);
        QVERIFY(QFile::remove(bare.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"))));
        const Result none = cli({"info", bare.path(), "--format", "json"});
        QVERIFY2(none.out.contains("No rank of this run has a trace"), none.out.constData());
        // Asked for a rank that has everything, nothing of the others is said.
        const Result one = cli({"slices", dir.path(), "--rank", "0"});
        QVERIFY2(one.err.isEmpty(), qPrintable(one.err));
    }

    void nothingToAnswerFrom_data()
    {
        const Scenarios<QStringList, QString, QStringList> row;
        const QStringList trace{QStringLiteral("trace_view.json")};
        for (const char *line :
             {"dispatch RUN", "dispatch RUN --windows", "idle RUN", "idle RUN --gaps --step 5", "transfers RUN",
              "transfers RUN --unmatched", "slices RUN --rank 0", "flows RUN --rank 0", "flows RUN --rank 0 --stats",
              "overview RUN --source derived", "dispatch RUN --rank 1"})
            row(line, trace, QString::fromLatin1(line), {"trace_view.json", "analysed"});
        // Operators of the file tell the clocks as well.
        row("align", (trace + texts({"communication.json"})), "align RUN", {"trace_view.json", "analysed"});
        row("no sends", QStringList(), "transfers RUN", {"hcom_send"});
        row("communication, although Level1", {"communication.json"}, "communication RUN",
            {"communication.json", "although it was profiled at Level1"});
        row("matrix", {"communication_matrix.json"}, "matrix RUN", {"communication_matrix.json", "analysed"});
        row("no step table", {"step_trace_time.csv"}, "overview RUN --source file",
            {"no step_trace_time.csv", "NPU activity"});
        row("operators", {"trace_view.json", "kernel_details.csv"}, "operators RUN --rank 0",
            {"kernel_details.csv", "NPU activity"});
    }

    void nothingToAnswerFrom()
    {
        const auto [removed, line, says] = scenario<QStringList, QString, QStringList>();
        const QTemporaryDir dir;
        for (const int rank : {0, 1}) {
            const QString folder = dir.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank));
            writeRank(folder, rank);
            for (const QString &name : removed)
                QVERIFY(QFile::remove(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + name));
        }
        for (const char *format : {"csv", "json", "table"}) {
            QStringList arguments{QStringLiteral("--format"), QString::fromLatin1(format)};
            for (const QString &part : line.split(u' ').mid(1))
                arguments << (part == u"RUN" ? dir.path() : part);
            const Result r = cli(QStringList{line.section(u' ', 0, 0)} + arguments);
            QVERIFY2(r.status == 2, qPrintable(QString::number(r.status) + r.err));
            QVERIFY2(holdsNoTable(r, format), r.out.constData());
            for (const QString &word : says)
                QVERIFY2(r.err.contains(word), qPrintable(r.err));
        }
    }

    void noTableWithoutRows_data()
    {
        const Scenarios<QByteArray, QString, QString> table;
        const auto row = [](const char *name, const Json &trace, const char *line, const char *says) {
            QTest::addRow("%s: %s", name, line)
                << QByteArray::fromStdString(trace.dump()) << QString::fromLatin1(line) << QString::fromLatin1(says);
        };
        const Json host{meta("process_name", 1, 0, {{"name", "Python"}}), slice("ProfilerStep#5", 1, 1, 0, 100)};
        const Json unpaired{{{"ph", "B"}, {"name", "a"}, {"pid", 1}, {"tid", 1}, {"ts", 5}},
                            {{"ph", "E"}, {"pid", 1}, {"tid", 2}, {"ts", 7}}};
        for (const char *line : {"idle RUN", "idle RUN --gaps"})
            row("host alone", host, line, "no device tasks");
        const Json foreign{meta("process_name", 9, 0, {{"name", "worker"}}), slice("stream 7 kernel", 9, 1, 0, 100)};
        for (const char *line : {"idle RUN", "dispatch RUN"})
            row("another profiler", foreign, line, "not used instead");
        for (const char *line : {"slices RUN --rank 0", "slices RUN --rank 0 --stats"})
            row("unpaired", unpaired, line, "no slice");
        for (const char *line : {"slices RUN --rank 0 --name nosuch", "slices RUN --rank 0 --name nosuch --stats"})
            row("whole", traceOf(0), line, "--name");
        row("whole", traceOf(0), "slices RUN --rank 0 --to 5", "--to");
        row("whole", traceOf(0), "operators RUN --rank 0 --core HCCL", "no compute operator on core HCCL");
        row("whole", traceOf(0), "matrix RUN --op allreduce-total --total", "all conditions at once");
        Json startOnly = traceOf(0);
        startOnly.erase(startOnly.size() - 1);
        row("starts alone", startOnly, "flows RUN --rank 0", "--stats");
    }

    void noTableWithoutRows()
    {
        const auto [trace, line, says] = scenario<QByteArray, QString, QString>();
        const QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        writeRank(folder, 0);
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), trace);
        for (const char *format : {"csv", "json", "table"}) {
            QStringList arguments{QStringLiteral("--format"), QString::fromLatin1(format)};
            for (const QString &part : line.split(u' '))
                arguments << (part == u"RUN" ? dir.path() : part);
            arguments.move(2, 0);
            const Result r = cli(arguments);
            QVERIFY2(r.status == 2, qPrintable(QString::number(r.status) + u' ' + r.err));
            QVERIFY2(holdsNoTable(r, format), r.out.constData());
            QVERIFY2(r.err.contains(says), qPrintable(r.err));
        }
    }

    void anEmptyStepTableIsNotCalledMissing()
    {
        const QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        writeRank(folder, 0);
        const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        write(output + QStringLiteral("step_trace_time.csv"), "Step,Computing,Communication(Not Overlapped),Overlapped,"
                                                              "Communication,Free,Stage,Bubble,"
                                                              "Communication(Not Overlapped and Exclude Receive),"
                                                              "Preparing\r\n");
        QVERIFY(QFile::remove(output + QStringLiteral("trace_view.json")));
        const Result r = cli({"overview", dir.path()});
        QCOMPARE(r.status, 2);
        QVERIFY2(r.err.contains(QStringLiteral("holds no row")), qPrintable(r.err));
        QVERIFY(!r.err.contains(QStringLiteral("neither")));
    }

    void slicesThatAreMissingAreToldWithWhatIsDerived()
    {
        const QTemporaryDir dir;
        const QString output = dir.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/"));
        writeRank(dir.filePath(QStringLiteral("rank0_ascend_pt")), 0);
        const auto traceWithout = [&](const QStringList &names) {
            Json events = Json::array();
            for (const Json &e : traceOf(0)) {
                if (!names.contains(QString::fromStdString(e["name"].get<std::string>())))
                    events.push_back(e);
            }
            write(output + QStringLiteral("trace_view.json"), QByteArray::fromStdString(events.dump()));
        };
        const auto derived = [&] { return cli({"overview", dir.path(), "--source", "derived"}); };
        const QString doubt = QStringLiteral("Derived times of these ranks differ from step_trace_time.csv");
        QVERIFY(derived().err.isEmpty());
        traceWithout({QStringLiteral("MatMul_1")});
        const Result some = derived();
        QCOMPARE(some.status, 0);
        QVERIFY2(some.err.contains(doubt) && some.err.contains(QStringLiteral("from the trace: 0. ")),
                 qPrintable(some.err));
        QVERIFY(cli({"overview", dir.path()}).err.isEmpty());
        traceWithout({QStringLiteral("MatMul_1"), QStringLiteral("Cast_1")});
        const Result none = derived();
        QCOMPARE(none.status, 3);
        QVERIFY2(none.err.contains(QStringLiteral("the trace has no slice of them")), qPrintable(none.err));
        QVERIFY2(none.lines().at(1).startsWith("5,0,,"), none.out.constData());
        // Without the table nobody knows of which cores the rest was.
        QVERIFY(QFile::remove(output + QStringLiteral("kernel_details.csv")));
        QVERIFY2(derived().err.contains(QStringLiteral("the trace has no kernel")), qPrintable(derived().err));
    }

    void aLoneClusterAnalysis()
    {
        const QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("cluster_analysis_output"));
        write(folder + QStringLiteral("/communication_group.json"),
              R"({"collective":[[0,1,2,3]],"p2p":[[0,2]],"comm_group_parallel_info":[)"
              R"({"type":"collective","rank_set":[0,1,2,3],"group_name":"11","group_id":"a","pg_name":"dp"},)"
              R"({"type":"p2p","rank_set":[0,2],"group_name":"12","group_id":"b","pg_name":"pp"}]})");
        write(folder + QStringLiteral("/cluster_step_trace_time.csv"),
              "Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
              "Communication(Not Overlapped and Exclude Receive),Preparing\r\n"
              "7,rank,0,9,2,3,4,5,6,7,8,9\r\n7,rank,1,9,2,3,4,5,6,7,8,9\r\n");
        const Result table = cli({"info", dir.path()});
        QCOMPARE(table.status, 0);
        QCOMPARE(table.lines().size(), 5); // ranks 2 and 3 are those of the groups
        QVERIFY2(table.lines().at(1).startsWith("1,0,,,,,7,,,,"), table.out.constData());
        const Result json = cli({"info", dir.path(), "--format", "json"});
        const Json all = Json::parse(json.out.toStdString());
        const Json &run = all["runs"][0];
        QCOMPARE(run["ranks"].size(), size_t(4));
        QCOMPARE(run["ranks"][1]["rank"].get<int>(), 1);
        QCOMPARE(run["domains"].size(), size_t(2));
        for (const Json &d : run["domains"])
            QCOMPARE(d["kind"].get<std::string>(), std::string(d["ranks"].size() == 2 ? "p2p" : "collective"));
        // No finding is an answer, and said to be one.
        for (const char *format : {"csv", "json", "table"}) {
            const Result none = cli({"findings", dir.path(), "--format", QString::fromLatin1(format)});
            QVERIFY2(none.status == 0, qPrintable(none.err));
            QCOMPARE(none.err, QStringLiteral("Findings: there are none.\n"));
            if (*format == 'j') {
                const Json answer = Json::parse(none.out.toStdString());
                QVERIFY(answer["rows"].empty() && answer["total"] == 0 && answer["code"] == "done");
            } else {
                QCOMPARE(none.out.trimmed(), QByteArray(*format == 'c' ? "Severity,File,Place,Message,Count" : ""));
            }
        }
        const Result rank = cli({"operators", dir.path(), "--rank", "0"});
        QCOMPARE(rank.status, 2);
        QVERIFY2(rank.err.contains(QStringLiteral("known only from the results of the cluster analysis")),
                 qPrintable(rank.err));
    }

    void officialResultsOfALoneClusterAnalysis()
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("cluster_analysis.db"));
        QCOMPARE(makeDatabase(file,
                              {QStringLiteral("CREATE TABLE ComputeOpAllRankStats (OpType TEXT, TotalTimeNs INTEGER)"),
                               QStringLiteral("INSERT INTO ComputeOpAllRankStats VALUES ('MatMul', 7)"),
                               QStringLiteral("CREATE TABLE ClusterStepTraceTime (step TEXT, type TEXT, [index] TEXT)"),
                               QStringLiteral("INSERT INTO ClusterStepTraceTime VALUES ('5', 'rank', '0')")}),
                 QString());
        const QString statement = QStringLiteral("SELECT * FROM cluster.ComputeOpAllRankStats");
        const Result r = cli({"recipe", "compute_op_sum", file});
        QCOMPARE(r.status, 2);
        QVERIFY2(r.err.contains(file) && r.err.contains(u'"' + statement + u'"'), qPrintable(r.err));
        const Result query = cli({"query", file, statement});
        QCOMPARE(query.out, QByteArray("OpType,TotalTimeNs\r\nMatMul,7\r\n"));
        const Result other = cli({"recipe", "hccl_sum", file});
        QCOMPARE(other.status, 2);
        QVERIFY2(!other.err.contains(QLatin1String("SELECT")), qPrintable(other.err));
    }

    void aRankOfDatabasesIsAskedFor_data()
    {
        const Scenarios<QString> row;
        for (const char *verb : {"operators", "cores", "slices", "chains", "kernels", "flows", "recipe export_summary"})
            row(verb, QString::fromLatin1(verb));
    }

    // As of ranks with text files: none of several answers without being asked.
    void aRankOfDatabasesIsAskedFor()
    {
        const auto [verb] = scenario<QString>();
        const QTemporaryDir dir;
        for (const int rank : {0, 1}) {
            const QString folder = dir.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank));
            write(folder + QStringLiteral("/profiler_info_%1.json").arg(rank),
                  R"({"config":{"experimental_config":{"_profiler_level":"Level1"}}})");
            const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
            QVERIFY(QDir().mkpath(output));
            QCOMPARE(
                makeDatabase(output + QStringLiteral("ascend_pytorch_profiler_%1.db").arg(rank),
                             {QStringLiteral("CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)"),
                              QStringLiteral("INSERT INTO STRING_IDS VALUES (1, 'MatMul'), (2, 'AI_CORE')"),
                              QStringLiteral("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, "
                                             "connectionId INTEGER, globalTaskId INTEGER, globalPid INTEGER, "
                                             "taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER, "
                                             "modelId INTEGER)"),
                              QStringLiteral("INSERT INTO TASK VALUES (1000, 2000, 0, 1, 1, 9, 2, 0, 7, 1, 0)"),
                              QStringLiteral("CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER, "
                                             "blockDim INTEGER, opType INTEGER, taskType INTEGER)"),
                              QStringLiteral("INSERT INTO COMPUTE_TASK_INFO VALUES (1, 1, 8, 1, 2)")}),
                QString());
        }
        const Result r = cli(verb.split(u' ') + QStringList{dir.path()});
        QVERIFY2(r.status == 1, qPrintable(r.err));
        QVERIFY2(r.out.isEmpty(), r.out.constData());
        QVERIFY2(r.err.contains(QStringLiteral("--rank is missing; there are the ranks 0, 1")), qPrintable(r.err));
        const Result one =
            cli(verb.split(u' ') + QStringList{dir.path(), QStringLiteral("--rank"), QStringLiteral("1")});
        QVERIFY2(one.status != 1, qPrintable(one.err));
    }

    void databasesAloneAreTheReason()
    {
        const QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        write(folder + QStringLiteral("/profiler_info_0.json"),
              R"({"config":{"experimental_config":{"_profiler_level":"Level1"}}})");
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"), "SQLite format 3");
        for (const char *verb : {"overview", "communication", "matrix", "operators", "slices", "flows", "idle",
                                 "dispatch", "align", "transfers"}) {
            const Result r = cli({QString::fromLatin1(verb), dir.path()});
            QVERIFY2(r.status == 2, qPrintable(r.err));
            QVERIFY2(r.out.isEmpty(), r.out.constData());
            QVERIFY2(r.err.contains(QStringLiteral("only database files")), qPrintable(r.err));
            for (const char *other : {"left behind", "no trace", "kernel_details", "step_trace_time"})
                QVERIFY2(!r.err.contains(QLatin1String(other)), qPrintable(r.err));
        }
        // Two such ranks give the same answer without a choice.
        const QString second = dir.filePath(QStringLiteral("rank1_ascend_pt"));
        write(second + QStringLiteral("/profiler_info_1.json"),
              R"({"config":{"experimental_config":{"_profiler_level":"Level1"}}})");
        write(second + QStringLiteral("/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db"), "SQLite format 3");
        for (const char *verb : {"operators", "slices", "kernels", "compare"}) {
            const Result r = cli({QString::fromLatin1(verb), dir.path()});
            QVERIFY2(r.status == 2, qPrintable(r.err));
            QVERIFY2(r.err.contains(QStringLiteral("only database files")), qPrintable(r.err));
        }
        // Verbs that need none of them answer.
        for (const char *verb : {"findings", "files"}) {
            const Result r = cli({QString::fromLatin1(verb), dir.path()});
            QVERIFY2(r.status == 3, qPrintable(r.err));
            QVERIFY2(r.out.count('\n') > 1, r.out.constData());
        }
    }

    // Verbs that need no database answer, with the loss that they are; all others fail.
    void everyVerbEndsDatabasesAloneAlike()
    {
        const QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("run/rank0_ascend_pt"));
        write(folder + QStringLiteral("/profiler_info_0.json"),
              R"({"config":{"experimental_config":{"_profiler_level":"Level1"}}})");
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"), "SQLite format 3");
        const QStringList told{QStringLiteral("info"),   QStringLiteral("files"), QStringLiteral("findings"),
                               QStringLiteral("export"), QStringLiteral("base"),  QStringLiteral("schema"),
                               QStringLiteral("index")};
        int verbs = 0;
        bool listed = false;
        for (const QByteArray &line : cli({"--help"}).lines()) {
            listed = listed || line == "Verbs:";
            if (!listed || !line.startsWith("  ") || line.startsWith("  rankscope-cli"))
                continue;
            const QString verb = QString::fromUtf8(line).trimmed().section(u' ', 0, 0);
            if (verb == u"mcp" || verb == u"serve") // they answer on their input
                continue;
            QStringList arguments{verb, dir.filePath(QStringLiteral("run"))};
            if (verb == u"recipe")
                arguments.insert(1, QStringLiteral("hccl_sum"));
            if (verb == u"export")
                arguments << QStringLiteral("--out") << dir.filePath(QStringLiteral("out"));
            if (verb == u"report")
                arguments << QStringLiteral("--out") << dir.filePath(QStringLiteral("report.html"));
            if (verb == u"pack")
                arguments << QStringLiteral("--out") << dir.filePath(QStringLiteral("rank.rspack"));
            if (verb == u"index")
                arguments << QStringLiteral("--out") << dir.filePath(QStringLiteral("index"));
            if (verb == u"trace")
                arguments << QStringLiteral("--out") << dir.filePath(QStringLiteral("trace.json"));
            if (verb == u"compare.runs" || verb == u"trend.runs" || verb == u"gate")
                arguments << dir.filePath(QStringLiteral("run"));
            if (verb == u"gate")
                arguments << QStringLiteral("--fail") << QStringLiteral("step=3%");
            if (verb == u"query")
                arguments << QStringLiteral("SELECT * FROM slices");
            if (verb == u"compare")
                arguments << QStringLiteral("--base") << QStringLiteral("0") << QStringLiteral("--other")
                          << QStringLiteral("0");
            const Result r = cli(arguments);
            const int expected = told.contains(verb) ? 3 : 2;
            QVERIFY2(r.status == expected, qPrintable(verb + QStringLiteral(": %1 ").arg(r.status) + r.err));
            QVERIFY2(r.err.contains(QStringLiteral("database")), qPrintable(verb + QStringLiteral(": ") + r.err));
            QVERIFY2(expected == 3 || r.out.isEmpty(), qPrintable(verb));
            ++verbs;
        }
        QVERIFY2(verbs > 30, qPrintable(QString::number(verbs)));
    }

    void whatWasAskedForIsNamed()
    {
        const QTemporaryDir dir;
        for (const int rank : {0, 1})
            writeRank(dir.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank)), rank);
        const Result r = cli({"links", dir.path(), "--op", "nosuch"});
        QCOMPARE(r.status, 2);
        QVERIFY2(r.err.contains(QStringLiteral("no row for --op nosuch; there are: ")), qPrintable(r.err));
        QVERIFY2(r.err.contains(QStringLiteral("allreduce-total")), qPrintable(r.err));
        const Result kind = cli({"links", dir.path(), "--op", "AllReduce"});
        QVERIFY2(kind.err.contains(QStringLiteral("AllReduce; there are: allreduce-")), qPrintable(kind.err));
        const Result of = cli({"bandwidth", dir.path(), "--op", "nosuch"});
        QVERIFY2(of.err.contains(QStringLiteral("nosuch; there are: hcom_")), qPrintable(of.err));
        for (const char *other : {"--step", "--domain", "--total"})
            QVERIFY2(!r.err.contains(QLatin1String(other)), qPrintable(r.err));
    }

    void aRankBesideItself()
    {
        const QTemporaryDir dir;
        for (const int rank : {0, 1})
            writeRank(dir.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank)), rank);
        const auto compare = [&](const char *other) {
            return cli({"compare", dir.path(), "--base", "0", "--other", QString::fromLatin1(other)});
        };
        const Result same = compare("0");
        QCOMPARE(same.status, 0);
        QVERIFY2(same.err.contains(QStringLiteral("Rank 0 is compared with itself")), qPrintable(same.err));
        QVERIFY(!compare("1").err.contains(QStringLiteral("with itself")));
    }

    void oneCardHasNoFilesOfSeveral()
    {
        const QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("rank0_ascend_pt"));
        write(folder + QStringLiteral("/profiler_info_0.json"),
              R"({"config":{"experimental_config":{"_profiler_level":"Level1"}}})");
        write(
            folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
            QByteArray::fromStdString(
                Json{meta("process_name", 1, 0, {{"name", "Python"}}), slice("ProfilerStep#5", 1, 1, 0, 100)}.dump()));
        for (const char *verb : {"communication", "matrix", "links", "durations", "bandwidth"}) {
            const Result r = cli({QString::fromLatin1(verb), dir.path()});
            QVERIFY2(r.status == 2, qPrintable(r.err));
            QVERIFY2(r.err.contains(QStringLiteral("one rank")) && r.err.contains(QStringLiteral("more than one rank")),
                     qPrintable(r.err));
            QVERIFY2(!r.err.contains(QStringLiteral("left behind")), qPrintable(r.err));
        }
    }

    // step_trace_time.csv alone does not say whose it is.
    void ranksWithoutANumberHaveShortNames()
    {
        const QTemporaryDir dir;
        const QString name = QStringLiteral("node-100_21782%1_20251103081500000_ascend_ms");
        for (const int rank : {31, 32, 33})
            write(dir.filePath(name.arg(rank)) + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"),
                  "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                  "Communication(Not Overlapped and Exclude Receive),Preparing\r\n5,9,2,3,4,5,6,7,8,9\r\n");
        const Result overview = cli({"overview", dir.path()});
        QCOMPARE(overview.status, 0);
        QVERIFY2(overview.lines().at(1).startsWith("5,node-100_2178231,"), overview.out.constData());
        const Result info = cli({"info", dir.path()});
        QVERIFY2(info.out.contains(name.arg(31).toUtf8()), info.out.constData());
        // Two captures of one process would be called alike.
        write(dir.filePath(QStringLiteral("node-100_2178231_20251103091500000_ascend_ms")) +
                  QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"),
              "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
              "Communication(Not Overlapped and Exclude Receive),Preparing\r\n5,9,2,3,4,5,6,7,8,9\r\n");
        QVERIFY(cli({"overview", dir.path()}).lines().at(1).startsWith("5,node-100_2178231_2025"));
    }

    void ofSeveralRunsTheFirstThatCanAnswer()
    {
        const QTemporaryDir dir;
        const QString a = dir.filePath(QStringLiteral("a"));
        const QString b = dir.filePath(QStringLiteral("b"));
        writeRank(a + QStringLiteral("/rank0_ascend_pt"), 0);
        writeRank(b + QStringLiteral("/rank0_ascend_pt"), 0);
        writeRank(b + QStringLiteral("/rank1_ascend_pt"), 1);
        const QString output = a + QStringLiteral("/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/");
        QVERIFY(QFile::remove(output + QStringLiteral("communication.json")));
        QVERIFY(QFile::remove(output + QStringLiteral("trace_view.json")));
        const auto run = [&](const QStringList &arguments) { return cli(arguments + QStringList{dir.path()}); };
        const Result overview = run({QStringLiteral("overview")});
        QVERIFY2(overview.err.contains(QStringLiteral("run 1")), qPrintable(overview.err));
        for (const char *verb : {"communication", "dispatch"}) {
            const Result r = run({QString::fromLatin1(verb)});
            QVERIFY2(r.status == 0, qPrintable(r.err));
            QVERIFY2(r.err.contains(QStringLiteral("run 2, the first that can answer")), qPrintable(r.err));
        }
        QCOMPARE(run({QStringLiteral("communication"), QStringLiteral("--run"), QStringLiteral("1")}).status, 2);
        const Result slices = run({QStringLiteral("slices"), QStringLiteral("--rank"), QStringLiteral("0")});
        QVERIFY2(slices.status == 0, qPrintable(slices.err));
        QVERIFY2(slices.err.contains(QStringLiteral("run 2, ") + b), qPrintable(slices.err));
        // Both sides are of one run.
        const Result compare = run({QStringLiteral("compare"), QStringLiteral("--base"), QStringLiteral("0"),
                                    QStringLiteral("--other"), QStringLiteral("1")});
        QVERIFY2(compare.status == 0, qPrintable(compare.err));
        QVERIFY2(compare.err.contains(QStringLiteral("run 2, ") + b), qPrintable(compare.err));
        // One capture against another one: a run of one rank has nothing else, and what was chosen is not told again.
        const QStringList captures{QStringLiteral("compare"), QStringLiteral("--run"), QStringLiteral("1")};
        const Result alone = run(captures);
        QCOMPARE(alone.status, 1);
        QVERIFY2(alone.err.contains(QStringLiteral("--other-run N compares it with another of the 2 runs")),
                 qPrintable(alone.err));
        const Result both = run(captures + texts({"--other-run", "2", "--other", "1"}));
        QVERIFY2(both.status == 0 && !both.out.isEmpty(), qPrintable(both.err));
        QVERIFY2(!both.err.contains(QStringLiteral("chooses")), qPrintable(both.err));
        const Result none = run({QStringLiteral("slices"), QStringLiteral("--rank"), QStringLiteral("9")});
        QCOMPARE(none.status, 1);
        QVERIFY2(none.err.contains(QStringLiteral("run 1 (%1): 0").arg(a)), qPrintable(none.err));
        QVERIFY2(none.err.contains(QStringLiteral("run 2 (%1): 0, 1").arg(b)), qPrintable(none.err));
    }

    void ofSeveralRunsTheFirstWhoseFilesHoldTheAnswer_data()
    {
        const Scenarios<QString, int, QString> row;
        const QString second = QStringLiteral("this is run 2, the first that can answer");
        row("sends", "transfers DIR", 0, second);
        row("none of them without its partner", "transfers DIR --unmatched", 0, second);
        row("domain", "overview DIR --domain pp:(0,1)", 0, second);
        row("domain of communication", "communication DIR --domain pp:(0,1)", 0, second);
        row("step of communication", "matrix DIR --step 6", 0, second);
        row("step", "idle DIR --step 6", 0, second);
        row("of a rank", "slices DIR --rank 0 --name Only.*Here", 0, "rank 0 is that of run 2");
        row("what both have", "dispatch DIR", 0, "this is run 1;");
        // The first one says why, and what there is instead.
        row("what none has", "overview DIR --domain nosuch", 1, "there are: tp:(0,1)");
        row("what none has of a rank", "slices DIR --rank 0 --name nosuch", 2, "rank 0 is that of run 1");
        row("no, of the first", "transfers DIR --run 1", 2, "hcom_send");
    }

    void ofSeveralRunsTheFirstWhoseFilesHoldTheAnswer()
    {
        const auto [line, status, says] = scenario<QString, int, QString>();
        const QTemporaryDir dir;
        for (const int rank : {0, 1}) {
            const QString name = QStringLiteral("/rank%1_ascend_pt").arg(rank);
            writeRank(dir.filePath(QStringLiteral("a")) + name, rank);
            writeRank(dir.filePath(QStringLiteral("b")) + name, rank);
        }
        // The second run sends where the first one reduces, in a step of another number and a domain of another name.
        QDirIterator files(dir.filePath(QStringLiteral("b")), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile f(files.next());
            QVERIFY(f.open(QIODevice::ReadOnly));
            QByteArray text = f.readAll();
            f.close();
            text.replace("hcom_allReduce", f.fileName().contains(QLatin1String("rank0")) ? "hcom_send" : "hcom_receive")
                .replace("ProfilerStep#5", "ProfilerStep#6")
                .replace("step5", "step6")
                .replace("Preparing\r\n5,", "Preparing\r\n6,")
                .replace("aten::mm", "OnlyOneIsHere")
                .replace("\"group_name\":\"tp\"", "\"group_name\":\"pp\"");
            write(f.fileName(), text);
        }
        QStringList arguments;
        for (const QString &part : line.split(u' '))
            arguments << (part == u"DIR" ? dir.path() : part);
        const Result r = cli(arguments);
        QVERIFY2(r.status == status, qPrintable(QString::number(r.status) + u' ' + r.err));
        QVERIFY2(r.err.contains(says), qPrintable(r.err));
        QCOMPARE(r.out.isEmpty(), status != 0);
    }

    void findingsOfTwoRunsStayApart()
    {
        const QTemporaryDir dir;
        for (const char *name : {"a", "b"}) {
            const QString folder = dir.filePath(QLatin1String(name) + QStringLiteral("/rank0_ascend_pt"));
            writeRank(folder, 0);
            write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/communication.json"), "{\"step5\": {");
        }
        const QStringList both{dir.filePath(QStringLiteral("a")), dir.filePath(QStringLiteral("b"))};
        const Result r = cli(texts({"info", "--format", "json"}) + both);
        QCOMPARE(r.status, 3);
        QMap<int, int> counts;
        const Json all = Json::parse(r.out.toStdString());
        for (const Json &f : all["findings"]) {
            if (f["severity"] == "loss")
                counts[f["run"].get<int>()] += f["count"].get<int>();
        }
        QCOMPARE(counts, (QMap<int, int>{{1, 1}, {2, 1}}));
        for (const QString &path : both)
            QVERIFY2(r.err.contains(path + QStringLiteral(": loss: rank0_ascend_pt/")), qPrintable(r.err));
    }

    // msprof stamps each part of an export when it has written it.
    void aPartThatIsMissingIsALoss()
    {
        const QTemporaryDir dir;
        const QString out =
            dir.filePath(QStringLiteral("PROF_000001_20250109084755012_ABC/mindstudio_profiler_output/"));
        const auto events = [](double from) {
            return QByteArray::fromStdString(Json{meta("process_name", 2, 0, {{"name", "Ascend Hardware"}}),
                                                  meta("thread_name", 2, 7, {{"name", "Stream 7"}}),
                                                  slice("MatMul_1", 2, 7, from, 3, {{"Task Type", "AI_CORE"}}),
                                                  slice("Cast_1", 2, 7, from + 5, 3, {{"Task Type", "AI_CORE"}})}
                                                 .dump());
        };
        for (int i = 0; i < 3; ++i)
            write(out + QStringLiteral("msprof_slice_%1_2025010908480%1.json").arg(i), events(20 * i));
        const auto rows = [](const Result &r) { return r.lines().size() - 1; };
        const QStringList slices{QStringLiteral("slices"), dir.path()};
        const Result whole = cli(slices);
        QVERIFY2(whole.status == 0, qPrintable(whole.err));
        QCOMPARE(rows(whole), 6);
        QVERIFY(QFile::remove(out + QStringLiteral("msprof_slice_1_20250109084801.json")));
        const Result cut = cli(slices);
        QCOMPARE(cut.status, 3);
        QCOMPARE(rows(cut), 4);
        QVERIFY2(cut.err.contains(QStringLiteral("Parts of this export are missing (1)")), qPrintable(cut.err));
    }

    void traceOfAnyName()
    {
        const QTemporaryDir dir;
        for (const char *name : {"t.trace", "t.txt", "t.json.txt", "t.gz", "t.log", "t"}) {
            const QString path = dir.filePath(QLatin1String(name));
            write(path, QByteArray::fromStdString(traceOf(0).dump()));
            const Result r = cli({"slices", path});
            QVERIFY2(r.status == 0, qPrintable(r.err));
            QCOMPARE(r.lines().size(), 6);
        }
        const Result all = cli({"info", dir.path()});
        QVERIFY2(all.lines().size() == 7, all.out.constData());
    }
};

RS_TEST(TestCliMissing, QCoreApplication);
#include "tst_cli_missing.moc"
