// SPDX-License-Identifier: Apache-2.0
#include "support/fixtures.h"
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
};

QTEST_GUILESS_MAIN(TestStrategy)
#include "tst_strategy.moc"
