// SPDX-License-Identifier: Apache-2.0
// operator_details.csv from the file to the tables: quoted line ends, call stacks, broken input, sums by hand.
#include "../importers/runfolder.h"
#include "analysis/host/hoststacks.h"
#include "importers/csv/kernelcsv.h"
#include "importers/discovery/deliverables.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QFileInfo>
#include <QTest>

#include <map>

using namespace rs;
using namespace rs::test;

namespace {

const QByteArray Header =
    "Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self Duration(us),Device Total "
    "Duration(us),Device Self Duration With AICore(us),Device Total Duration With AICore(us)\n";
const QByteArray Train = "\"m.py(5): train;\nm.py(1): main\"";
const QByteArray Validate = "\"m.py(9): val;\r\nm.py(1): main;\r\n\"";

/// mul calls add; relu was recorded without a stack.
const QByteArray Sound = Header + "aten::mul,\"2,3;\n;\n\"," + Train + ",10,15,1,7,1,7\n" + "aten::add,\"2,3;\n\"," +
                         Train + ",5,5,6,6,6,6\n" + "aten::mul,4," + Train + ",2,2,0.5,0.5,0,0\n" +
                         "aten::add,\"2,3;\n\"," + Validate + ",3,3,0,0,0,0\n" + "aten::relu,,,4,4,0,0,0,0\n";

std::shared_ptr<const Table> readText(const QByteArray &text, ImportReport &report)
{
    RunFolder d;
    const QString path = d.write(QStringLiteral("operator_details.csv"), text);
    const Deliverable *const known = deliverable(QStringLiteral("operator_details"));
    ThreadPool pool(2);
    return readPlainTable({{path, QStringLiteral("f")}}, wordsOf(known->columns), wordsOf(known->partial), JobContext(),
                          report, &pool);
}

std::shared_ptr<const Run> runOf(std::shared_ptr<const Table> table)
{
    TinyRank tiny(0);
    tiny.host("aten::mul", 0, 10);
    tiny.host("aten::mul", 20, 30);
    tiny.host("m.py(1): main", 60, 5);
    auto rank = std::make_shared<RankData>(*tiny.finish());
    if (table)
        rank->tables[QStringLiteral("operator_details")] = std::move(table);
    return std::make_shared<const Run>(makeRun({rank}));
}

TableQuery queryOf(const std::shared_ptr<const Run> &run)
{
    TableQuery query;
    query.run = run;
    query.rank = 0;
    return query;
}

QStringList printed(const RowSource &rows)
{
    QBuffer out;
    (void)out.open(QIODevice::WriteOnly);
    const auto sink = makeCsvSink(out);
    sink->begin(printedHeaders(rows.columns()));
    (void)writeRows(*sink, rows, JobContext());
    sink->end();
    return QString::fromUtf8(out.data()).remove(u'\r').trimmed().split(u'\n').mid(1);
}

} // namespace

class TestHost : public QObject
{
    Q_OBJECT
private slots:
    void files_data()
    {
        // rows: -1: nothing was read
        const Scenarios<QByteArray, int, QString> table;
        QByteArray crlf = Sound;
        crlf.replace("\r\n", "\n").replace("\n", "\r\n");
        table("sound", Sound, 5, "");
        table("CRLF", crlf, 5, "");
        table("names and shapes alone, as MindSpore writes it",
              QByteArray("Name,Input Shapes\nMatMul,\"6,2;;\"\nAdd,\n"), 2, "");
        table("cut in a number", Sound.chopped(2), 5, "csv.cut");
        table("cut in a call stack", Sound.left(Sound.indexOf("m.py(1)") + 3), 0, "?");
        table("a time that is no number", Header + "aten::mul,,,ten,15,1,7,1,7\naten::mul,,,1,15,1,7,1,7\n", 2,
              "csv.number");
        table("a row of another width", Header + "aten::mul,,,1\naten::add,,,1,1,1,1,1,1\n", 1, "?");
        table("another file", QByteArray("a,b\n1,2\n"), -1, "?");
        table("empty", QByteArray(), -1, "?");
    }

    void files()
    {
        const auto [text, rows, codes] = scenario<QByteArray, int, QString>();
        ImportReport report;
        const auto table = readText(text, report);
        QCOMPARE(table ? table->rows() : -1, rows);
        // Faults are said; the tests of the readers know by which code.
        QCOMPARE(report.isEmpty(), codes.isEmpty());
    }

    void typesOfColumns()
    {
        ImportReport report;
        // Shapes and stacks stay texts where all of them look like numbers.
        const auto table = readText(Header + "1,2,3,4,5,6,7,8,9\n", report);
        QVERIFY(table && report.isEmpty());
        const HostColumns c(*table);
        QCOMPARE(table->textView(0, c.name), std::string_view("1"));
        QCOMPARE(table->textView(0, c.shapes), std::string_view("2"));
        QCOMPARE(table->textView(0, c.stack), std::string_view("3"));
        for (size_t i = 0; i < HostTimes; ++i)
            QCOMPARE(table->real(0, c.times[i]), 4.0 + double(i));
    }

    void framesOfAStack_data()
    {
        const Scenarios<QByteArray, QString> row;
        row("none", QByteArray(), "");
        row("line ends", QByteArray("b;\r\na;\n"), "b|a");
        row("one", QByteArray("a"), "a");
        row("a semicolon in a path", QByteArray("/x;y/b.py(1): f;\na"), "/x;y/b.py(1): f|a");
        row("blanks alone", QByteArray(";\n;\n "), "");
    }

    void framesOfAStack()
    {
        const auto [stack, frames] = scenario<QByteArray, QString>();
        QStringList out;
        eachFrame({stack.constData(), size_t(stack.size())}, [&out](std::string_view frame) {
            out << QString::fromUtf8(frame.data(), qsizetype(frame.size()));
            return true;
        });
        QCOMPARE(out.join(u'|'), frames);
        QCOMPARE(shapesInOneLine("1,3;\r\n;\r\n4;\r\n"), QStringLiteral("1,3; ; 4;"));
        QCOMPARE(shapesInOneLine(""), QString());
    }

    void operators()
    {
        ImportReport report;
        const auto run = runOf(readText(Sound, report));
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &spec = *tables.find(u"host.operators");
        const auto rows = spec.make(queryOf(run), JobContext());
        // Operator, shapes, variants, calls, host self and total, device self and total, core self and total, average,
        // longest.
        QCOMPARE(printed(*rows), texts({"aten::mul,,2,2,12,17,1.5,7.5,1,7,6,10", "aten::add,,1,2,8,8,6,6,6,6,4,5",
                                        "aten::relu,,1,1,4,4,0,0,0,0,4,4"}));
        // The longest call of that name in the trace.
        QVERIFY(rows->place(0).slice != NoSlice);
        QCOMPARE(run->ranks[0]->trace->slices().start(rows->place(0).slice), 20);
        QCOMPARE(rows->place(1).slice, NoSlice);
        QCOMPARE(rows->share(0, rows->columnOf(u"hostSelf")), std::optional(0.5));
        const RowDetails shapes = spec.unfold(queryOf(run), *rows, 0, 10, JobContext());
        QCOMPARE(printed(*shapes.rows),
                 texts({"aten::mul,\"2,3; ;\",,1,10,15,1,7,1,7,10,10", "aten::mul,4,,1,2,2,0.5,0.5,0,0,2,2"}));
        QVERIFY(spec.whyEmpty(queryOf(run)).literal.isEmpty());
    }

    // Worked by hand: the self times of all operators are 24 us, 20 of them below main; add counts in train once, not
    // once more in the total of mul that calls it.
    void stacks()
    {
        ImportReport report;
        const auto run = runOf(readText(Sound, report));
        const Catalogue tables = Catalogue::ofProgram();
        const auto rows = tables.find(u"host.stacks")->make(queryOf(run), JobContext());
        QCOMPARE(printed(*rows),
                 texts({"0,everything,,5,0,24,0,7.5,0,7", "1,Python function,m.py(1): main,4,0,20,0,7.5,0,7",
                        "2,Python function,m.py(5): train,3,17,17,7.5,7.5,7,7",
                        "3,operator,aten::mul,2,12,17,1.5,7.5,1,7", "3,operator,aten::add,1,5,5,6,6,6,6",
                        "2,Python function,m.py(9): val,1,3,3,0,0,0,0", "3,operator,aten::add,1,3,3,0,0,0,0",
                        "1,without a call stack,,1,4,4,0,0,0,0", "2,operator,aten::relu,1,4,4,0,0,0,0"}));
        QVERIFY(rows->place(1).slice != NoSlice); // a slice of the same function
    }

    void recursionIsALongPath()
    {
        QByteArray deep;
        for (int i = 0; i < 5000; ++i)
            deep += "f.py(1): f;\n";
        ImportReport report;
        const auto table = readText(Header + "op,,\"" + deep + "\",1,1,0,0,0,0\n", report);
        QVERIFY(table);
        const auto stacks = hostStacks(*table);
        QCOMPARE(stacks->deepest(), quint32(HostStacks::MostFrames + 1));
        QCOMPARE(stacks->at(HostStacks::Root).sums.us(HostTime::HostTotal), 1.0);
        QVERIFY(rowsOfAll(table) == int(HostStacks::MostFrames) + 2);
        JobContext cancelled;
        cancelled.cancel();
        QVERIFY(!hostStacks(*table, cancelled));
        // A budget that the tree does not fit in is kept to.
        QVERIFY_THROWS_EXCEPTION(OverBudget,
                                 (void)hostStacks(*table, JobContext(std::make_shared<MemoryBudget>(1000))));
    }

    void whatIsMissingIsSaid_data()
    {
        const Scenarios<QByteArray, QString, QString> row;
        row("no file", QByteArray(), "operator_details.csv", "operator_details.csv");
        row("no stacks", Header + "a,,,1,1,1,1,1,1\n", "", "with_stack");
        row("no column of stacks", QByteArray("Name,Input Shapes\na,\n"), "", "with_modules");
    }

    // main 0..100, in it __enter__ 10..20 and forward 25..55; the range step 15..60 is begun in __enter__, with mul
    // 30..40 in forward.
    void aRangeThatOutlastsItsFunction()
    {
        constexpr qint64 us = 1'000;
        TinyRank tiny(0);
        tiny.python("m.py(1): main", 0, 100 * us);
        tiny.python("p.py(3): __enter__", 10 * us, 10 * us);
        tiny.python("m.py(5): forward", 25 * us, 30 * us);
        tiny.host("step", 15 * us, 45 * us);
        tiny.host("aten::mul", 30 * us, 10 * us);
        const auto rank = tiny.finish();
        const auto stacks = hostStacks(*rank->trace);
        const auto totalOf = [&stacks](std::string_view text) {
            for (const StackNode &n : stacks->nodes()) {
                if (n.text != NoText && stacks->texts()->view(n.text) == text)
                    return n.sums.us(HostTime::HostTotal);
            }
            return -1.0;
        };
        QCOMPARE(totalOf("m.py(1): main"), 100.0);
        QCOMPARE(totalOf("p.py(3): __enter__"), 10.0);
        QCOMPARE(totalOf("step"), 40.0); // 20..60
        QCOMPARE(totalOf("m.py(5): forward"), 30.0);
        QCOMPARE(totalOf("aten::mul"), 10.0);
        QCOMPARE(stacks->at(HostStacks::Root).sums.us(HostTime::HostTotal), 100.0);
    }

    // main 0..100, in it train 10..70 with mul 20..50 and add 30..40 inside, and val 70..90; relu outside.
    void stacksOfTheTrace()
    {
        constexpr qint64 us = 1'000;
        TinyRank tiny(0);
        tiny.python("m.py(1): main", 0, 100 * us);
        tiny.python("m.py(5): train", 10 * us, 60 * us);
        tiny.host("aten::mul", 20 * us, 30 * us);
        tiny.host("aten::add", 30 * us, 10 * us);
        tiny.python("m.py(9): val", 70 * us, 20 * us);
        tiny.host("aten::relu", 200 * us, 5 * us);
        const auto rank = tiny.finish();
        QVERIFY(hasPythonStacks(*rank->trace));
        const auto stacks = hostStacks(*rank->trace);
        QVERIFY(stacks->hasFrames());
        const auto times = [&stacks](std::string_view text) {
            for (const StackNode &n : stacks->nodes()) {
                if (n.text != NoText && stacks->texts()->view(n.text) == text)
                    return std::pair(n.sums.us(HostTime::HostSelf), n.sums.us(HostTime::HostTotal));
            }
            return std::pair(-1.0, -1.0);
        };
        QCOMPARE(times("m.py(1): main"), std::pair(20.0, 100.0));
        QCOMPARE(times("m.py(5): train"), std::pair(60.0, 60.0)); // 30 itself, 20 and 10 of its operators
        QCOMPARE(times("m.py(9): val"), std::pair(20.0, 20.0));
        QCOMPARE(times("aten::mul"), std::pair(20.0, 30.0));
        QCOMPARE(times("aten::add"), std::pair(10.0, 10.0));
        QCOMPARE(stacks->at(HostStacks::Root).sums.us(HostTime::HostTotal), 105.0);
        QCOMPARE(stacks->at(HostStacks::Root).calls, qint64(3));
        QCOMPARE(stacks->withoutStack(), qint64(1));
        QVERIFY(!stacks->at(HostStacks::Root).sums.has(HostTime::DeviceTotal)); // not known, not 0
        JobContext cancelled;
        cancelled.cancel();
        QVERIFY(!hostStacks(*rank->trace, cancelled));

        auto run = std::make_shared<const Run>(makeRun({rank}));
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &spec = *tables.find(u"host.stacks");
        QVERIFY(spec.whyEmpty(queryOf(run)).isEmpty());
        const auto rows = spec.make(queryOf(run), JobContext());
        QCOMPARE(rows->rows(), 8U); // with the root, and what stands for no stack
        QCOMPARE(rows->notes().size(), size_t(1));
        const QString without = rows->notes()[0].english();
        QVERIFY2(without.contains(QLatin1String("has no operator_details.csv")) &&
                     without.contains(QLatin1String("with_stack=True")),
                 qPrintable(without));
        QVERIFY(rows->place(1).slice != NoSlice);

        // The file knows the device, too, so it goes before the trace.
        ImportReport report;
        auto both = std::make_shared<RankData>(*rank);
        both->tables[QStringLiteral("operator_details")] = readText(Sound, report);
        bool fromTrace = true;
        QVERIFY(hostStacks(*both, fromTrace)->hasFrames());
        QVERIFY(!fromTrace);
        run = std::make_shared<const Run>(makeRun({both}));
        QVERIFY(spec.make(queryOf(run), JobContext())->notes().empty());
    }

    void whatIsMissingIsSaid()
    {
        const auto [text, operators, stacks] = scenario<QByteArray, QString, QString>();
        ImportReport report;
        const auto run = runOf(text.isEmpty() ? nullptr : readText(text, report));
        const Catalogue tables = Catalogue::ofProgram();
        const QString whyOperators = tables.find(u"host.operators")->whyEmpty(queryOf(run)).literal;
        const QString whyStacks = tables.find(u"host.stacks")->whyEmpty(queryOf(run)).literal;
        QCOMPARE(whyOperators.isEmpty(), operators.isEmpty());
        QVERIFY(whyOperators.contains(operators));
        QVERIFY2(whyStacks.contains(stacks), qPrintable(whyStacks));
        QCOMPARE(tables.find(u"host.stacks")->make(queryOf(run), JobContext())->rows(), 0U);
    }

    void callsOfTheTrace()
    {
        TinyRank tiny(0);
        for (const qint64 start : {0, 100})
            tiny.slice("2", "1", "AscendCL@aclrtMalloc", start, 10'000 + start * 100);
        tiny.slice("2", "1", "Runtime@MemAlloc", 50'000, 4'000);
        auto run = std::make_shared<const Run>(makeRun({tiny.finish()}));
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &spec = *tables.find(u"host.api");
        const auto rows = spec.make(queryOf(run), JobContext());
        // Two calls of 10 and 20 us: their mean is 15, their deviation 5.
        QCOMPARE(printed(*rows), texts({"acl,aclrtMalloc,30,2,15,10,20,5", "runtime,MemAlloc,4,1,4,4,4,0"}));
        QCOMPARE(rows->share(0, rows->columnOf(u"total")), std::optional(1.0));
        QCOMPARE(run->ranks[0]->trace->slices().start(rows->place(0).slice), 100);

        // The file counts where there is one; rows still lead to slices of the trace.
        auto rank = std::make_shared<RankData>(*run->ranks[0]);
        RunFolder d;
        const QString path = d.write(QStringLiteral("api_statistic.csv"),
                                     "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n"
                                     "acl,aclrtMalloc,12,3,4,1,9,16\nhccl,x,N/A,1,1,1,1,0\n"
                                     "acl,y,,-1,2,2,2,0\n");
        ImportReport report;
        const Deliverable *const known = deliverable(QStringLiteral("api_statistic"));
        ThreadPool pool(1);
        rank->tables[QStringLiteral("api_statistic")] =
            readPlainTable({{path, QStringLiteral("f")}}, wordsOf(known->columns), wordsOf(known->partial),
                           JobContext(), report, &pool);
        run = std::make_shared<const Run>(makeRun({rank}));
        const auto ofFile = spec.make(queryOf(run), JobContext());
        QCOMPARE(printed(*ofFile),
                 texts({"acl,aclrtMalloc,12,3,4,1,9,4", "communication,x,,1,1,1,1,0", "acl,y,,,2,2,2,0"}));
        QVERIFY(ofFile->place(0).slice != NoSlice);
        QCOMPARE(ofFile->place(1).slice, NoSlice);
    }

    // Sums of the file by another program.
    void realFile()
    {
        const QString path =
            QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_text_level0/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/"
                                                 "operator_details.csv");
        if (!QFileInfo::exists(path))
            QSKIP("the real profiles are not here: not tested with them");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        ImportReport report;
        const auto table = readText(file.readAll(), report);
        QVERIFY(table && report.isEmpty());
        QCOMPARE(table->rows(), 859);
        QCOMPARE(hostOperators(*table).size(), size_t(133));
        const auto stacks = hostStacks(*table);
        const StackNode &all = stacks->at(HostStacks::Root);
        QCOMPARE(all.calls, 859);
        QCOMPARE(stacks->withoutStack(), 544);
        QVERIFY(std::abs(all.sums.us(HostTime::HostTotal) - 128814.08) < 0.01);
        QVERIFY(std::abs(all.sums.us(HostTime::DeviceTotal) - 95366.6456) < 0.01);
        QVERIFY(std::abs(all.sums.us(HostTime::CoreTotal) - 8597.0320) < 0.01);
    }

    // The timeline shows calls of Python on a lane of their own; the thread is one. val begins before train has ended.
    void operatorsLieInTheCallsOfTheirThread()
    {
        TinyRank tiny(0);
        tiny.python("main", 0, 100);
        tiny.python("train", 10, 60);
        tiny.host("mul", 20, 30);
        tiny.host("add", 30, 10);
        tiny.python("val", 65, 25);
        tiny.python("relu", 200, 5);
        tiny.host("aten::relu", 200, 5);
        tiny.host("alone", 300, 7);
        tiny.kernel("MatMul", 50, 10);
        const auto run = std::make_shared<const Run>(makeRun({tiny.finish()}));
        const Catalogue tables = Catalogue::ofProgram();
        const auto rowsOf = [&](QStringView id) { return printed(*tables.find(id)->make(queryOf(run), JobContext())); };
        std::map<QString, QString> depths;
        for (const QString &line : rowsOf(u"slices"))
            depths[line.section(u',', 4, 4)] = line.section(u',', 3, 3);
        const std::map<QString, QString> expected{
            {QStringLiteral("main"), QStringLiteral("0")},       {QStringLiteral("train"), QStringLiteral("1")},
            {QStringLiteral("mul"), QStringLiteral("2")},        {QStringLiteral("add"), QStringLiteral("3")},
            {QStringLiteral("val"), QStringLiteral("2")},        {QStringLiteral("relu"), QStringLiteral("0")},
            {QStringLiteral("aten::relu"), QStringLiteral("1")}, {QStringLiteral("alone"), QStringLiteral("0")},
            {QStringLiteral("MatMul"), QStringLiteral("0")}};
        QCOMPARE(depths, expected);
        // Slices, rows, and what lies on top: main, relu and alone.
        QStringList lanes;
        for (const QString &line : rowsOf(u"lanes"))
            lanes << line.section(u',', 2, 3) + u' ' + line.section(u',', 6, 6);
        QCOMPARE(lanes, (texts({"8,4 112", "1,1 10"})));
    }

private:
    static int rowsOfAll(const std::shared_ptr<const Table> &table)
    {
        const Catalogue tables = Catalogue::ofProgram();
        return int(tables.find(u"host.stacks")->make(queryOf(runOf(table)), JobContext())->rows());
    }
};

RS_TEST(TestHost, QCoreApplication);
#include "tst_host.moc"
