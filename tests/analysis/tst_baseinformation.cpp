// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/baseinformation.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 start = 1'700'000'000'123'000'000; // 2023-11-14 22:13:20.123 UTC

std::shared_ptr<const RankData> rankOf(int rank, const QString &cann, qint64 worldSize)
{
    TinyRank r(rank);
    r.step(1, start, 2'000'000);
    r.kernel("MatMul", start + 1'000'000, 500'000 + rank * 1'000'000);
    r.data.info.host = rank < 2 ? QStringLiteral("a") : QStringLiteral("b");
    r.data.info.device = rank % 2;
    r.data.info.level = QStringLiteral("Level1");
    r.data.info.settings = {{QStringLiteral("cann_version"), cann},
                            {QStringLiteral("with_stack"), QStringLiteral("false")},
                            {QStringLiteral("profiler_level"), QStringLiteral("Level1")},
                            {QStringLiteral("rank_id"), QString::number(rank)},
                            {QStringLiteral("schedule.active"), QStringLiteral("1")},
                            {QStringLiteral("schedule.warmup"), QStringLiteral("10")}};
    if (worldSize > 0)
        r.data.info.distributedArgs = {{QStringLiteral("world_size"), worldSize}};
    r.data.info.files.push_back({.bytes = 1'500'000});
    return r.finish();
}

QStringList linesOf(const Run &run)
{
    QStringList out;
    for (const BaseFact &f : baseInformation(run))
        out << QStringLiteral("%1|%2|%3|%4").arg(static_cast<int>(f.subject)).arg(f.detail, f.value, f.ranks);
    return out;
}

QString line(BaseSubject subject, const char *rest)
{
    return QStringLiteral("%1|%2").arg(static_cast<int>(subject)).arg(QLatin1String(rest));
}

} // namespace

class TestBaseInformation : public QObject
{
    Q_OBJECT
private slots:
    void spansOfRanks()
    {
        QCOMPARE(cells(rankSpans({}), rankSpans({3}), rankSpans({0, 1, 2, 5, 7, 8})),
                 cells(QString(), "3", "0-2, 5, 7-8"));
    }

    void everyFactOfARun()
    {
        const QString c82 = QStringLiteral("8.2");
        const QString c83 = QStringLiteral("8.3");
        const Run run = makeRun({rankOf(0, c83, 6), rankOf(1, c83, 6), rankOf(3, c82, 6)});
        QCOMPARE(
            linesOf(run),
            QStringList(
                {line(BaseSubject::Framework, "|pytorch|0-1, 3"), line(BaseSubject::Version, "cann_version|8.2|3"),
                 line(BaseSubject::Version, "cann_version|8.3|0-1"), line(BaseSubject::Level, "|Level1|0-1, 3"),
                 line(BaseSubject::Schedule, "|skip_first 0, wait 0, warmup 10, active 1, repeat 0|0-1, 3"),
                 line(BaseSubject::RanksFound, "|3|0-1, 3"), line(BaseSubject::WorldSize, "distributed_args|6|"),
                 line(BaseSubject::RanksMissing, "|3|2, 4-5"), line(BaseSubject::Hosts, "|a|0-1"),
                 line(BaseSubject::Hosts, "|b|3"), line(BaseSubject::Devices, "|3|"), line(BaseSubject::Steps, "|1|"),
                 line(BaseSubject::StepIds, "|1|"), line(BaseSubject::CaptureStart, "|2023-11-14T22:13:20.123Z|"),
                 line(BaseSubject::Duration, "|4.500|"), line(BaseSubject::Size, "|4.500|"),
                 line(BaseSubject::Setting, "with_stack|false|0-1, 3")}));
    }

    // Machines that nothing tells apart have a device for each rank.
    void devicesOfUnknownHosts()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (const int rank : {0, 1}) {
            const auto data = std::make_shared<RankData>();
            data->info.rank = rank;
            data->info.label = QString::number(rank);
            data->info.device = 0;
            ranks.push_back(data);
        }
        QVERIFY(linesOf(makeRun(ranks)).contains(line(BaseSubject::Devices, "|2|")));
    }

    void whatNoFileTellsIsLeftOut()
    {
        auto bare = std::make_shared<RankData>();
        bare->info.label = QStringLiteral("folder"); // a rank without a number
        QCOMPARE(linesOf(makeRun({bare})), QStringList({line(BaseSubject::RanksFound, "|1|")}));
        QVERIFY(baseInformation({}).empty());
        // A group names the last rank; none of them can be called missing beside a rank without a number.
        bare->groups.push_back({.commName = QStringLiteral("g"), .globalRanks = {0, 3}});
        QCOMPARE(linesOf(makeRun({bare})), QStringList({line(BaseSubject::RanksFound, "|1|"),
                                                        line(BaseSubject::WorldSize, "parallel_group_info|4|")}));
    }
};

RS_TEST(TestBaseInformation, QCoreApplication);
#include "tst_baseinformation.moc"
