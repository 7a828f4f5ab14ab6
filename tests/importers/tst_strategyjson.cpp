// SPDX-License-Identifier: Apache-2.0
// parallel_strategy_*.json: operators, inputs, splits and stages, where such files lie, and what is wrong with bad
// ones.
#include "core/table/strategycolumns.h"
#include "foundruns.h"
#include "importers/discovery/discovery.h"
#include "importers/legacy/strategyjson.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

QByteArray node(const QByteArray &id, const QByteArray &type, const QByteArray &inputs = {},
                const QByteArray &attributes = {}, const QByteArray &more = {})
{
    QByteArray in;
    for (const QByteArray &i : inputs.split(' ')) {
        if (!i.isEmpty())
            in += (in.isEmpty() ? "" : ",") + QByteArray(R"({"name":")") + i + R"(","type":"DATA_EDGE"})";
    }
    return R"({"name":")" + id + R"(","opType":")" + type + R"(","scope":"Default/net","input":[)" + in +
           R"(],"attribute":[)" + attributes + R"(],"fullName":"Default/net/)" + type + "-op" + id + '"' + more + '}';
}

QByteArray tuple(const QByteArray &name, const QByteArray &vectors)
{
    QByteArray out;
    for (const QByteArray &v : vectors.split(' ')) {
        QByteArray values;
        for (const QByteArray &n : v.split(','))
            values += (values.isEmpty() ? "" : ",") + QByteArray(R"({"dtype":"DT_INT64","intVal":")") + n + "\"}";
        out += (out.isEmpty() ? "" : ",") + QByteArray(R"({"dtype":"DT_TUPLE","values":[)") + values + "]}";
    }
    return R"({"name":")" + name + R"(","value":{"dtype":"DT_TUPLE","values":[)" + out + "]}}";
}

QByteArray number(const QByteArray &name, const QByteArray &value)
{
    return R"({"name":")" + name + R"(","value":{"dtype":"DT_INT64")" +
           (value.isEmpty() ? QByteArray() : R"(,"intVal":")" + value + '"') + "}}";
}

QByteArray said(const QByteArray &name, const QByteArray &value)
{
    return R"({"name":")" + name + R"(","value":{"dtype":"DT_STRING","strVal":")" + value + "\"}}";
}

const QByteArray twoStages = R"({"rankId":2,"stageId":1,"stageDevices":[{"dim":[{"size":"0"},{"size":"1"}]},)"
                             R"({"dim":[{"size":"2"},{"size":"3"}]}]})";

QByteArray file(const QByteArrayList &nodes, const QByteArray &config = twoStages)
{
    return R"({"version":"1.0","config":)" + config + R"(,"graph":{"node":[)" + nodes.join(',') +
           R"(],"parameters":[{"name":"w0"}],"constVals":[{"key":"cst1"}]}})";
}

struct Read
{
    ImportReport report;
    std::shared_ptr<const Table> table;
    StrategyColumns c;

    explicit Read(const QByteArray &text, int rank = 2)
    {
        const RunFolder d;
        table = readParallelStrategy(d.write("parallel_strategy_2.json", text), QStringLiteral("f"), rank, JobContext(),
                                     report);
        if (table)
            c = StrategyColumns(*table);
    }
    [[nodiscard]] QString text(int row, int column) const
    {
        const std::string_view view = table->textView(row, column);
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    }
};

QString sample(const char *name)
{
    return QStringLiteral(RANKSCOPE_SHARED_DATA "/legacy/") + QLatin1String(name);
}

std::vector<Run> found(const QString &path)
{
    ImportReport report;
    return discover({path}, JobContext(), report);
}

} // namespace

class TestStrategyJson : public QObject
{
    Q_OBJECT
private slots:
    void operatorsComeInOrderWithWhatIsSaidOfThem()
    {
        const Read r(
            file({node("1", "GetNext"),
                  node("2", "MatMul", "1 w0 cst1",
                       tuple("in_strategy", "2,1 1,4") + ',' + tuple("gen_strategy", "8,8") + ',' + number("k", "7"),
                       R"(,"instanceName":"redistribution_1","outputType":{"dataType":"DT_TENSOR","tensorType":)"
                       R"({"elemType":"DT_FLOAT16","shape":{"dim":[{"size":"4"},{"size":"512"}]}}})"),
                  node("3", "Send", "2",
                       number("sr_tag", "") + ',' + number("dest_rank", "1") + ',' + said("group", "pp-0") + ',' +
                           said("group_ranks", "0-2"))}));
        QVERIFY(r.table && r.report.isEmpty());
        QCOMPARE(r.table->rows(), 3);
        QCOMPARE(r.text(1, r.c.node), QStringLiteral("2"));
        QCOMPARE(r.text(1, r.c.name), QStringLiteral("Default/net/MatMul-op2"));
        QCOMPARE(r.text(1, r.c.type), QStringLiteral("MatMul"));
        QCOMPARE(r.text(1, r.c.scope), QStringLiteral("Default/net"));
        QCOMPARE(r.text(1, r.c.inputs), QStringLiteral("1;w0;cst1"));
        QCOMPARE(r.text(1, r.c.strategy), QStringLiteral("[[2, 1], [1, 4]]"));
        QCOMPARE(r.text(1, r.c.instance), QStringLiteral("redistribution_1"));
        QCOMPARE(r.text(1, r.c.output), QStringLiteral("FLOAT16[4, 512]"));
        QCOMPARE(r.text(1, r.c.attributes), QStringLiteral("k=7"));
        QCOMPARE(r.table->integer(1, r.c.stage, -1), 1);
        QVERIFY(!r.table->has(1, r.c.tag));
        QCOMPARE(r.table->integer(2, r.c.tag, -1), 0); // a default is absent in the file
        QCOMPARE(r.table->integer(2, r.c.peerStage, -1), 1);
        QCOMPARE(r.text(2, r.c.group), QStringLiteral("pp-0"));
        QCOMPARE(r.text(2, r.c.groupRanks), QStringLiteral("0-2"));
    }

    void oldFilesHaveOnlyTheGeneratedSplit()
    {
        const Read r(
            file({node("1", "Conv2D", "w0", tuple("gen_strategy", "2,1,1,1 1,1,1,1") + ',' + number("group", "1"))}));
        QCOMPARE(r.text(0, r.c.strategy), QStringLiteral("[[2, 1, 1, 1], [1, 1, 1, 1]]"));
        QVERIFY(!r.table->has(0, r.c.group)); // of a convolution it is a number
    }

    void loadsAndSummariesAreCalledByTheirScope()
    {
        const Read r(file({R"({"name":"7","opType":"Load","scope":"Default/a","fullName":"Parameter/w"})",
                           R"({"name":"8","opType":"ScalarSummary","scope":"Default/b","fullName":"x"})",
                           R"({"name":"9","opType":"Add","scope":"Default/c"})"}));
        QCOMPARE(r.text(0, r.c.name), QStringLiteral("Default/a/Load-op7"));
        QCOMPARE(r.text(1, r.c.name), QStringLiteral("Default/b/ScalarSummary-op8"));
        QCOMPARE(r.text(2, r.c.name), QStringLiteral("Default/c/Add-op9"));
    }

    void stageOfTheRank_data()
    {
        // stage: -1: missing
        const Scenarios<QByteArray, qint64> row;
        row("said", R"({"stageId":3})", qint64{3});
        row("by devices", R"({"stageDevices":[{"dim":[{"size":"0"}]},{"dim":[{"size":"2"}]}]})", qint64{1});
        row("not among devices", R"({"stageDevices":[{"dim":[{"size":"0"}]}]})", qint64{-1});
        row("nothing", "{}", qint64{-1});
        row("wrong type", R"({"stageId":"x"})", qint64{-1});
        row("no object", "[]", qint64{-1});
    }
    void stageOfTheRank()
    {
        const auto [config, stage] = scenario<QByteArray, qint64>();
        const Read r(file({node("1", "Add")}, config));
        QVERIFY(r.table);
        QCOMPARE(r.table->integer(0, r.c.stage, -1), stage);
    }

    void badValuesAreFindings_data()
    {
        // rows: -1: no table
        const Scenarios<QByteArray, QString, int> row;

        row("another document", R"({"graph": 5})", "strategy.form", -1);
        row("a list", "[1, 2]", "strategy.form", -1);
        row("nothing in it", file({}), "strategy.empty", -1);
        row("unknown input", file({node("1", "Add", "77")}), "strategy.input", 1);
        row("itself", file({node("1", "Add", "1")}), "strategy.order", 1);
        row("a cycle", file({node("1", "Add", "2"), node("2", "Add", "1")}), "strategy.order", 2);
        row("a name twice", file({node("1", "Add"), node("1", "Sub")}), "strategy.node", 1);
        row("no name", file({R"({"opType":"Add"})", node("1", "Sub")}), "strategy.node", 1);
        row("nodes of other types", file({"5", "\"a\"", "[]", node("1", "Sub")}), "strategy.node", 1);
        row("another rank", file({node("1", "Add")}, R"({"rankId":7,"stageId":0})"), "strategy.rank", 1);
        row("stage of another type", file({node("1", "Add")}, R"({"stageId":[1]})"), "strategy.stage", 1);
    }
    void badValuesAreFindings()
    {
        const auto [text, code, rows] = scenario<QByteArray, QString, int>();
        const Read r(text);
        QVERIFY(hasCode(r.report, qPrintable(code)));
        QCOMPARE(r.table ? r.table->rows() : -1, rows);
    }

    void whatBreaksOffKeepsWhatStandsBefore()
    {
        const QByteArray whole = file({node("1", "Add"), node("2", "Sub", "1"), node("3", "Mul", "2")});
        const Read r(whole.left(whole.indexOf(R"("name":"3")") + 4));
        QVERIFY(r.table && !r.report.isEmpty());
        QCOMPARE(r.table->rows(), 2);
        // At every byte: no crash, no silence, never more than there is.
        for (qsizetype n = 1; n < whole.size(); n += 7) {
            const Read cut(whole.left(n));
            QVERIFY(!cut.report.isEmpty());
            QVERIFY(!cut.table || cut.table->rows() <= 3);
        }
        QVERIFY(!Read(QByteArray()).report.isEmpty());
    }

    void strangeInputsAndAttributesDoNoHarm()
    {
        const Read r(file({R"({"name":"1","opType":"Add","input":{"name":"x"},"attribute":[5,{"name":"a"},)"
                           R"({"name":"b","value":{"dtype":"DT_TUPLE"}},{"name":"in_strategy","value":7}]})",
                           R"({"name":2,"opType":null,"scope":[1],"input":["x",{"name":"1"}],"attribute":"y"})"}));
        QVERIFY(r.table);
        QCOMPARE(r.table->rows(), 2);
        QCOMPARE(r.text(1, r.c.inputs), QStringLiteral("1"));
        // Tuples in tuples end.
        QByteArray deep = R"({"dtype":"DT_INT64","intVal":"1"})";
        for (int i = 0; i < 60; ++i)
            deep = R"({"dtype":"DT_TUPLE","values":[)" + deep + "]}";
        const Read nested(file({node("1", "Add", {}, R"({"name":"t","value":)" + deep + '}')}));
        QVERIFY(nested.table);
        QVERIFY(nested.text(0, nested.c.attributes).contains(u'…'));
        const Read large(file({node("1", "Add", {}, said("t", QByteArray(2000, 'x')))}));
        QVERIFY(!large.table->has(0, large.c.attributes));
    }

    void largeGraphsAreReadInATimeThatGrowsWithThem()
    {
        const auto seconds = [](int count) {
            QByteArrayList nodes;
            for (int i = 1; i <= count; ++i)
                nodes << node(QByteArray::number(i), "MatMul", i > 1 ? QByteArray::number(i - 1) : QByteArray(),
                              tuple("in_strategy", "2,1 1,4"));
            QElapsedTimer timer;
            timer.start();
            const Read r(file(nodes));
            return r.table && r.table->rows() == count ? static_cast<double>(timer.nsecsElapsed()) / 1e9 : -1;
        };
        const double few = seconds(4000);
        const double many = seconds(32000);
        QVERIFY(few > 0 && many > 0);
        QVERIFY2(many < 40 * few + 1, qPrintable(QStringLiteral("%1 s, %2 s").arg(few).arg(many)));
    }

    void filesByThemselvesAreRanks()
    {
        const RunFolder d;
        for (const int rank : {0, 3}) {
            d.write(QStringLiteral("profiler/parallel_strategy_%1.json").arg(rank), file({node("1", "Add")}));
            d.write(QStringLiteral("profiler/profiler_info_%1.json").arg(rank), "{}");
        }
        const std::vector<Run> runs = found(d.path());
        QCOMPARE(runs.size(), size_t{1});
        QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 3"));
        ThreadPool pool(2);
        const auto run = loadRun(Run(runs[0]), pool, JobContext(), {});
        QVERIFY(run && run->ranks[1]);
        const auto graph = run->ranks[1]->table(ParallelStrategyKind);
        QVERIFY(graph);
        QCOMPARE(graph->rows(), 1);
        // A file that was named alone.
        const std::vector<Run> alone = found(d.path() + QStringLiteral("/profiler/parallel_strategy_3.json"));
        QCOMPARE(alone.size(), size_t{1});
        QCOMPARE(ranksOf(alone[0]), QStringLiteral("3"));
    }

    void filesBesideRankFoldersBelongToTheRankOfTheirNumber()
    {
        const RunFolder d;
        for (const int rank : {0, 1}) {
            const QString folder = QStringLiteral("profiler/rank-%1_20250101000000_1_ascend_ms/").arg(rank);
            d.write(folder + QStringLiteral("profiler_info_%1.json").arg(rank), "{}");
            d.write(folder + QStringLiteral("ASCEND_PROFILER_OUTPUT/step_trace_time.csv"),
                    "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n1,1,2,3,4,5\n");
            d.write(QStringLiteral("profiler/parallel_strategy_%1.json").arg(rank), file({node("1", "Add")}));
        }
        const std::vector<Run> runs = found(d.path());
        QCOMPARE(runs.size(), size_t{1});
        QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 1"));
        for (const RankInfo &info : runs[0].infos) {
            const FileEntry *const f = fileOf(info, QStringLiteral("../parallel_strategy_%1.json").arg(info.rank));
            QVERIFY(f && f->used);
            QVERIFY(info.path.endsWith(QLatin1String("_ascend_ms")));
        }
    }

    void filesOfARankFolderAreReadWithTheRest()
    {
        const RunFolder d;
        const QString folder = QStringLiteral("rank-2_20250101000000_1_ascend_ms/ASCEND_PROFILER_OUTPUT/");
        d.write(folder + QStringLiteral("step_trace_time.csv"),
                "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n1,1,2,3,4,5\n");
        d.write(folder + QStringLiteral("parallel_strategy_2.json"), file({node("1", "Add")}));
        std::vector<Run> runs = found(d.path());
        QCOMPARE(runs.size(), size_t{1});
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs[0]), pool, JobContext(), {});
        QVERIFY(run->ranks[0] && run->ranks[0]->table(ParallelStrategyKind));
        QCOMPARE(run->ranks[0]->stepTrace.size(), size_t{1});
    }

    void theSample()
    {
        const QString path = sample("parallel_strategy");
        if (!QFileInfo::exists(path))
            QSKIP("no shared data");
        std::vector<Run> runs = found(path);
        QCOMPARE(runs.size(), size_t{1});
        QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 1"));
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs[0]), pool, JobContext(), {});
        for (const auto &rank : run->ranks) {
            const auto t = rank->table(ParallelStrategyKind);
            QVERIFY(t);
            const StrategyColumns c(*t);
            QCOMPARE(t->rows(), 2);
            QVERIFY(!t->has(0, c.strategy));
            QCOMPARE(t->strings().text(t->textId(1, c.strategy)), QStringLiteral("[[2, 1, 1, 1], [1, 1, 1, 1]]"));
            QCOMPARE(t->integer(1, c.stage, -1), 0);
        }
        // The first file names an input, 1000, that it does not hold.
        QVERIFY(hasCode(run->ranks[0]->report, "strategy.input"));
        QVERIFY(!hasCode(run->ranks[1]->report, "strategy.input"));
    }
};

RS_TEST(TestStrategyJson, QCoreApplication);
#include "tst_strategyjson.moc"
