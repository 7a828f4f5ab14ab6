// SPDX-License-Identifier: Apache-2.0
#include "support/fixtures.h"
#include "support/graphfixture.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QTest>

#include <map>

using namespace rs;
using namespace rs::test;

namespace {

// Ranks 0, 1 and 3 of four: two stages of two copies.
std::shared_ptr<const Run> fourWithoutOne(int pipelines)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const int rank : {0, 1, 3}) {
        auto data = std::make_shared<RankData>();
        data->info.rank = rank;
        data->info.label = QString::number(rank);
        data->info.distributedArgs = {{QStringLiteral("pipeline_model_parallel_size"), pipelines},
                                      {QStringLiteral("data_parallel_size"), 2},
                                      {QStringLiteral("world_size"), 4}};
        GroupInfo group;
        group.commName = QStringLiteral("g%1").arg(rank % 2);
        group.pgName = QStringLiteral("pp");
        group.globalRanks = {rank % 2, rank % 2 + 2};
        data->groups.push_back(group);
        ranks.push_back(data);
    }
    return std::make_shared<const Run>(makeRun(std::move(ranks)));
}

QString printed(const TableSpec &table, const TableQuery &query)
{
    const auto rows = table.rows(query, JobContext());
    QBuffer out;
    if (!out.open(QIODevice::WriteOnly))
        return {};
    const auto sink = makeCsvSink(out);
    sink->begin(printedHeaders(rows->columns()));
    (void)writeRows(*sink, *rows, JobContext());
    sink->end();
    return QString::fromUtf8(out.data()).remove(u'\r');
}

} // namespace

class TestStrategy : public QObject
{
    Q_OBJECT
private slots:
    void everyRankHasItsPlace()
    {
        TableQuery query;
        query.run = fourWithoutOne(2);
        const Catalogue tables = Catalogue::ofProgram();
        const auto rows = tables.find(u"strategy")->rows(query, JobContext());
        QCOMPARE(printed(*tables.find(u"strategy"), query),
                 QStringLiteral("Rank,TP,CP,DP,PP,EP,Stage,Found,Source,Order\n"
                                "0,0,0,0,0,0,0,yes,collected,Megatron-LM (tp-cp-ep-dp-pp)\n"
                                "1,0,0,1,0,0,0,yes,collected,Megatron-LM (tp-cp-ep-dp-pp)\n"
                                "2,0,0,0,1,0,1,no,collected,Megatron-LM (tp-cp-ep-dp-pp)\n"
                                "3,0,0,1,1,0,1,yes,collected,Megatron-LM (tp-cp-ep-dp-pp)\n"));
        QVERIFY(rows->notes().empty());
        QCOMPARE(rows->place(3).rank, 2); // third folder
    }

    void whatIsBrokenIsSaid()
    {
        TableQuery query;
        query.run = fourWithoutOne(3);
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &table = *tables.find(u"strategy");
        QCOMPARE(table.rows(query, JobContext())->rows(), 0U);
        QCOMPARE(table.whyEmpty(query).english(), QStringLiteral("TP × CP × DP × PP = 6 is not the world size, 4."));
        query.run = std::make_shared<const Run>(makeRun({std::make_shared<RankData>()}));
        QCOMPARE(table.rows(query, JobContext())->rows(), 0U);
        QVERIFY(table.whyEmpty(query).english().contains(QLatin1String("distributed_args")));
    }

    // The window shows whose experts have how much before what that is made of.
    void whatTellsTheLoadOfExpertsStandsFirst()
    {
        const Catalogue tables = Catalogue::ofProgram();
        std::map<int, QString> places;
        for (const ColumnSpec &c : tables.find(u"moe.load")->columns({})) {
            if (c.place > 0)
                places[c.place] = c.id;
        }
        QStringList order;
        for (const auto &[place, id] : places)
            order << id;
        QCOMPARE(order.join(u' '), QStringLiteral("domain ranks rank of-mean tokens wait cost"));
    }

    // Without groups the sizes tell the stages, to each table the same.
    void stagesOfSizesAreThoseOfAllTables()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 4; ++rank) {
            auto data = std::make_shared<RankData>();
            data->info.rank = rank;
            data->info.label = QString::number(rank);
            data->info.distributedArgs = {{QStringLiteral("pipeline_model_parallel_size"), 2},
                                          {QStringLiteral("world_size"), 4}};
            StepTraceRow row;
            row.step = QStringLiteral("1");
            row.rank = rank;
            row.computingUs = 1000;
            data->stepTrace.push_back(row);
            ranks.push_back(data);
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun(std::move(ranks)));
        const Catalogue tables = Catalogue::ofProgram();
        for (const QStringView id : {u"strategy", u"trajectory"}) {
            const QStringList lines = printed(*tables.find(id), query).split(u'\n', Qt::SkipEmptyParts);
            const auto stage = lines.front().split(u',').indexOf(QStringLiteral("Stage"));
            QVERIFY(stage > 0);
            std::map<QString, QString> stageOf;
            for (const QString &line : lines.mid(1))
                stageOf[line.section(u',', 0, 0)] = line.split(u',').at(stage);
            QCOMPARE(stageOf.size(), size_t(4));
            QCOMPARE(stageOf.at(QStringLiteral("1")), QStringLiteral("0"));
            QCOMPARE(stageOf.at(QStringLiteral("2")), QStringLiteral("1"));
        }
        // The pipeline is known: what is missing is a trace.
        const QString why = tables.find(u"stages")->whyEmpty(query).english();
        QVERIFY2(!why.contains(QLatin1String("pipeline stages")) && why.contains(QLatin1String("trace")),
                 qPrintable(why));
        // Old files name another place to look.
        auto old = std::make_shared<RankData>(*query.run->ranks.front());
        old->legacy = true;
        auto withOld = std::make_shared<Run>(*query.run);
        withOld->ranks.front() = old;
        TableQuery ofOld = query;
        ofOld.run = withOld;
        QVERIFY(tables.find(u"stages")->whyEmpty(ofOld).english().contains(QLatin1String("iteration breakdown")));
        query.stage = 5;
        for (const QStringView id : {u"trajectory", u"trajectory.steps", u"stages", u"marey", u"marey.exceptions"}) {
            QCOMPARE(tables.find(id)->rows(query, JobContext())->rows(), 0U);
            QCOMPARE(tables.find(id)->whyEmpty(query).english(),
                     QStringLiteral("There is no pipeline stage 5; there are: 0, 1."));
        }
    }

    void stagesOfStrategyFilesAreThoseOfAllTables()
    {
        GraphRank a(0, 0);
        a.add("MatMul", "n");
        GraphRank b(1, 1);
        b.add("MatMul", "n");
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({a.finish(), b.finish()}));
        query.stage = 7;
        const Catalogue tables = Catalogue::ofProgram();
        for (const QStringView id : {u"strategy.graph", u"stages"})
            QCOMPARE(tables.find(id)->whyEmpty(query).english(),
                     QStringLiteral("There is no pipeline stage 7; there are: 0, 1."));
    }

    // The old file of parts has one of three calls: they took 5 + 6 + 7 ms, of which an unknown part was transfer.
    void whatOldFilesDoNotHoldIsSaid()
    {
        auto data = std::make_shared<RankData>();
        std::vector<CommOp> calls;
        data->info.rank = 2;
        data->info.label = QStringLiteral("2");
        data->legacy = true;
        for (int i = 0; i < 3; ++i) {
            CommOp op;
            op.step = QStringLiteral("2");
            op.name = QStringLiteral("AllReduce-op%1").arg(i);
            op.elapseMs = 5 + i;
            if (i == 0) {
                op.transitMs = 1;
                op.waitMs = 4;
                op.idleMs = 0;
            }
            calls.push_back(op);
        }
        data->commOps = CommOps(calls);
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({data}));
        const Catalogue tables = Catalogue::ofProgram();
        for (const QStringView id : {u"durations.ranks", u"durations"}) {
            const auto rows = tables.find(id)->rows(query, JobContext());
            QCOMPARE(rows->rows(), 1U);
            QCOMPARE(rows->notes().size(), size_t(1));
            const QString note = rows->notes().front().english();
            QVERIFY2(note.contains(QLatin1String("1 of 3 calls")) && note.contains(QLatin1String("hccl_raw_*.csv")),
                     qPrintable(note));
            const QString text = printed(*tables.find(id), query);
            QVERIFY2(text.contains(QLatin1String("18")) && text.contains(QLatin1String("hccl_raw_*")) &&
                         !text.contains(QLatin1String("communication.json")),
                     qPrintable(text));
        }
        // One that holds them all says nothing.
        auto whole = std::make_shared<RankData>(*data);
        whole->commOps = CommOps({calls.front()});
        query.run = std::make_shared<const Run>(makeRun({whole}));
        QVERIFY(tables.find(u"durations.ranks")->rows(query, JobContext())->notes().empty());
    }

    // Steps 1 and 2 of the old file of costs, of which the other one has the times of step 1.
    void timesThatOldFilesDoNotHoldAreSaid()
    {
        auto data = std::make_shared<RankData>();
        data->info.rank = 2;
        data->info.label = QStringLiteral("2");
        data->legacy = true;
        std::vector<CommOp> calls;
        for (const char *const step : {"1", "2"}) {
            CommOp op;
            op.step = QLatin1String(step);
            op.name = QStringLiteral("AllReduce-op1");
            op.transitMs = 1.5;
            op.waitMs = 4;
            if (calls.empty())
                op.elapseMs = 7;
            calls.push_back(op);
        }
        data->commOps = CommOps(calls);
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({data}));
        const Catalogue tables = Catalogue::ofProgram();
        for (const QStringView id : {u"durations.ranks", u"durations"}) {
            query.step = QStringLiteral("2");
            const auto rows = tables.find(id)->rows(query, JobContext());
            QCOMPARE(rows->rows(), 1U);
            QVERIFY(!rows->real(0, rows->columnOf(u"elapse")));
            QCOMPARE(rows->real(0, rows->columnOf(u"wait")), 4.0);
            QVERIFY(rows->notes().front().english().contains(QLatin1String("0 of 1 calls")));
        }
        query.step.clear();
        const auto all = tables.find(u"durations.ranks")->rows(query, JobContext());
        QVERIFY(!all->real(0, all->columnOf(u"elapse")));
        QCOMPARE(all->real(0, all->columnOf(u"transit")), 3.0);
        QCOMPARE(all->notes().size(), size_t(1));
        QVERIFY(all->notes().front().english().contains(QLatin1String("1 of 2 calls")));
    }

    void tracesHaveNoGraphOfAnotherStep()
    {
        TinyRank r(0);
        r.step(1, 0, 1'000'000);
        r.kernel("Default/net/MatMul-op1", 1000, 10'000);
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({r.finish()}));
        QCOMPARE(query.run->steps(), QStringList(QStringLiteral("1")));
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &table = *tables.find(u"strategy.graph");
        query.step = QStringLiteral("1");
        QCOMPARE(table.rows(query, JobContext())->rows(), 1U);
        query.step = QStringLiteral("9");
        QCOMPARE(table.rows(query, JobContext())->rows(), 0U);
        QCOMPARE(table.whyEmpty(query).english(), QStringLiteral("There is no step 9; there are: 1."));
        // A file is of no step.
        GraphRank file(0, 0);
        file.add("MatMul", "n");
        query.run = std::make_shared<const Run>(makeRun({file.finish()}));
        QCOMPARE(table.rows(query, JobContext())->rows(), 1U);
    }

    void oldRunsNameTheirOwnFiles()
    {
        auto data = std::make_shared<RankData>();
        data->legacy = true;
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({data}));
        const Catalogue tables = Catalogue::ofProgram();
        const auto why = [&](QStringView id) { return tables.find(id)->whyEmpty(query).english(); };
        for (const QStringView id : {u"trajectory", u"trajectory.steps"})
            QVERIFY2(why(id).contains(QLatin1String("step_trace_raw_*")), qPrintable(why(id)));
        QVERIFY2(why(u"durations.ranks").contains(QLatin1String("hccl_raw_*.csv")),
                 qPrintable(why(u"durations.ranks")));
    }

    void operatorsOfTheGraphAreRows()
    {
        GraphRank a(0, 0);
        a.add("Load", "n", "w0");
        a.add("MatMul", "n", "1;cst", {"[[2, 1]]"});
        a.add("Send", "n", "2", {{}, {}, "pp-0", 1, 5});
        GraphRank b(1, 1);
        b.add("Receive", "n", {}, {{}, {}, {}, 0, 5});
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({a.finish(), b.finish()}));
        const Catalogue tables = Catalogue::ofProgram();
        const TableSpec &table = *tables.find(u"strategy.graph");
        const QString head = QStringLiteral("Stage,Order,Operator,Type,Kind,Split Strategy,Group,Group Ranks,Peer "
                                            "Stage,Peer,Wait(ns),Duration(ns),Inputs,Output,Namespace,Node,Name,"
                                            "Instance\n");
        const QString last = QStringLiteral("1,1,Receive-op1,Receive,receive,,,,0,Send-op3,,,,,n,1,n/Receive-op1,\n");
        QCOMPARE(printed(table, query),
                 head +
                     QStringLiteral("0,1,Load-op1,Load,special,,,,,,,,w0,,n,1,n/Load-op1,\n"
                                    "0,2,MatMul-op2,MatMul,\"computing, split\",\"[[2, 1]]\",,,,,,,Load-op1; cst,,n,2,"
                                    "n/MatMul-op2,\n"
                                    "0,3,Send-op3,Send,send,,pp-0,,1,Receive-op1,,,MatMul-op2,,n,3,n/Send-op3,\n") +
                     last);
        query.stage = 1;
        QCOMPARE(printed(table, query), head + last);
        query.run = std::make_shared<const Run>(makeRun({std::make_shared<RankData>()}));
        QCOMPARE(table.rows(query, JobContext())->rows(), 0U);
        QVERIFY(table.whyEmpty(query).english().contains(QLatin1String("parallel_strategy=true")));
    }
};

RS_TEST(TestStrategy, QCoreApplication);
#include "tst_strategy.moc"
