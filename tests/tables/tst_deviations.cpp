// SPDX-License-Identifier: Apache-2.0
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOfFile(int number, double computingUs, const QStringList &steps)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = number;
    out->info.label = QString::number(number);
    for (const QString &step : steps) {
        StepTraceRow row;
        row.step = step;
        row.rank = number;
        row.computingUs = computingUs;
        out->stepTrace.push_back(row);
    }
    GroupInfo group; // ranks 0, 2, 4, 6 are the first stage
    group.commName = QStringLiteral("pp%1").arg(number / 2);
    group.pgName = QStringLiteral("pp");
    group.globalRanks = {number / 2 * 2, number / 2 * 2 + 1};
    out->groups.push_back(group);
    return out;
}

QString printed(const std::shared_ptr<const Run> &run, const QString &step)
{
    const Catalogue tables = Catalogue::ofProgram();
    TableQuery query;
    query.run = run;
    query.step = step;
    const TableSpec &table = *tables.find(u"steps.deviation");
    const auto rows = table.rows(query, JobContext());
    if (rows->rows() == 0)
        return table.whyEmpty(query).english();
    QBuffer out;
    (void)out.open(QIODevice::WriteOnly);
    const auto sink = makeCsvSink(out);
    sink->begin(printedHeaders(rows->columns()));
    (void)writeRows(*sink, *rows, JobContext());
    sink->end();
    return QString::fromUtf8(out.data()).remove(u'\r').section(u'\n', 1);
}

} // namespace

class TestDeviations : public QObject
{
    Q_OBJECT
private slots:
    void everyTimeStandsBesideItsPeers()
    {
        const QString one = QStringLiteral("1");
        const QString two = QStringLiteral("2");
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 8; ++rank) {
            const double us = rank % 2 == 1 ? 30 : rank == 6 ? 15 : 10;
            ranks.push_back(rankOfFile(rank, us, rank == 3 ? QStringList{one, two} : QStringList{one}));
        }
        const auto run = std::make_shared<const Run>(makeRun(std::move(ranks)));
        QCOMPARE(printed(run, one), QStringLiteral("1,0,0,computing,10000,10000,0,no\n"
                                                   "1,1,1,computing,30000,30000,0,no\n"
                                                   "1,2,0,computing,10000,10000,0,no\n"
                                                   "1,3,1,computing,30000,30000,0,no\n"
                                                   "1,4,0,computing,10000,10000,0,no\n"
                                                   "1,5,1,computing,30000,30000,0,no\n"
                                                   "1,6,0,computing,15000,10000,5000,yes\n"
                                                   "1,7,1,computing,30000,30000,0,no\n"));
        // Nobody to compare with.
        QCOMPARE(printed(run, two), QStringLiteral("2,3,1,computing,30000,,,\n"));
        QCOMPARE(printed(run, QStringLiteral("9")), QStringLiteral("There is no step 9; there are: 1, 2."));
    }

    void aRunWithoutTimesSaysWhatIsMissing()
    {
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        const QString why = printed(std::make_shared<const Run>(makeRun({bare})), {});
        QVERIFY2(why.contains(QLatin1String("step_trace_time.csv")), qPrintable(why));
    }
};

RS_TEST(TestDeviations, QCoreApplication);
#include "tst_deviations.moc"
