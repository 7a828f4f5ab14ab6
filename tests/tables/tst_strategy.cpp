// SPDX-License-Identifier: Apache-2.0
#include "support/fixtures.h"
#include "support/graphfixture.h"
#include "tables/tables.h"
#include "tables/tablesink.h"

#include <QBuffer>
#include <QTest>

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
        QBuffer out;
        QVERIFY(out.open(QIODevice::WriteOnly));
        const auto sink = makeCsvSink(out);
        sink->begin(printedHeaders(rows->columns()));
        (void)writeRows(*sink, *rows, JobContext());
        sink->end();
        QCOMPARE(QString::fromUtf8(out.data()).remove(u'\r'),
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
        const auto printed = [&] {
            const auto rows = table.rows(query, JobContext());
            QBuffer out;
            if (!out.open(QIODevice::WriteOnly))
                return QString();
            const auto sink = makeCsvSink(out);
            sink->begin(printedHeaders(rows->columns()));
            (void)writeRows(*sink, *rows, JobContext());
            sink->end();
            return QString::fromUtf8(out.data()).remove(u'\r');
        };
        const QString head = QStringLiteral("Stage,Order,Operator,Type,Kind,Split Strategy,Group,Group Ranks,Peer "
                                            "Stage,Peer,Wait(ns),Duration(ns),Inputs,Output,Namespace,Node,Name,"
                                            "Instance\n");
        const QString last = QStringLiteral("1,1,Receive-op1,Receive,receive,,,,0,Send-op3,,,,,n,1,n/Receive-op1,\n");
        QCOMPARE(printed(),
                 head +
                     QStringLiteral("0,1,Load-op1,Load,special,,,,,,,,w0,,n,1,n/Load-op1,\n"
                                    "0,2,MatMul-op2,MatMul,\"computing, split\",\"[[2, 1]]\",,,,,,,Load-op1; cst,,n,2,"
                                    "n/MatMul-op2,\n"
                                    "0,3,Send-op3,Send,send,,pp-0,,1,Receive-op1,,,MatMul-op2,,n,3,n/Send-op3,\n") +
                     last);
        query.stage = 1;
        QCOMPARE(printed(), head + last);
        query.run = std::make_shared<const Run>(makeRun({std::make_shared<RankData>()}));
        QCOMPARE(table.rows(query, JobContext())->rows(), 0U);
        QVERIFY(table.whyEmpty(query).english().contains(QLatin1String("parallel_strategy=true")));
    }
};

QTEST_GUILESS_MAIN(TestStrategy)
#include "tst_strategy.moc"
