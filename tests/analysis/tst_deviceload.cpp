// SPDX-License-Identifier: Apache-2.0
// Memory and arithmetic of devices, worked by hand: of old files, of counters, and by shapes.
#include "analysis/operators/deviceload.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/legacyfixture.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace rs;
using namespace rs::test;

Q_DECLARE_METATYPE(std::optional<double>)

namespace {

std::shared_ptr<RankData> emptyRank(int rank)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->info.host = QStringLiteral("a");
    out->info.device = rank;
    return out;
}

std::shared_ptr<RankData> legacyLoad(int rank, double mflops, double rate)
{
    auto out = emptyRank(rank);
    addLegacyRow(*out, LegacyFlops::Kind, {""}, {mflops, rate, 0.5});
    addLegacyRow(*out, LegacyMemory::Kind, {}, {31.0, 15.5, 4.0});
    return out;
}

bool isNear(const std::optional<double> &value, double expected)
{
    return value && std::abs(*value - expected) < 1e-9 * std::max(1.0, std::abs(expected));
}

} // namespace

class TestDeviceLoad : public QObject
{
    Q_OBJECT

private slots:
    // The heat values of the sample of four ranks: 0.325, 0.325, 0.999, 1.
    void oldFiles()
    {
        const Run run = makeRun({legacyLoad(0, 107146.763, 5385.552), legacyLoad(1, 107145.034, 5386.261),
                                 legacyLoad(2, 329608.369, 4859.39), legacyLoad(3, 329612.4, 4897.642)});
        const auto loads = deviceLoads(run);
        QCOMPARE(loads.size(), size_t{4});
        const double heats[] = {0.325, 0.325, 0.999, 1};
        for (size_t i = 0; i < 4; ++i)
            QCOMPARE(std::floor(*loads[i].mflopsShare * 1000) / 1000, heats[i]);
        QVERIFY(isNear(loads[0].memoryShare(), 0.5));
        QCOMPARE(loads[0].memorySource, LoadSource::Theory);
        QVERIFY(isNear(loads[0].gflopsPerSecond, 5385.552));
        QVERIFY(isNear(loads[1].rateShare, 1));
    }

    // 10 M at 5 G/s take 2 ms and 30 M at 30 G/s 1 ms: 40 M in 3 ms, not the mean of 17.5 G/s.
    void ratesOfOperators()
    {
        auto rank = emptyRank(0);
        addLegacyRow(*rank, LegacyFlops::Kind, {""}, {40.0, 17.5});
        addLegacyRow(*rank, LegacyFlops::Operators, {""}, {10.0, 5.0});
        addLegacyRow(*rank, LegacyFlops::Operators, {""}, {30.0, 30.0});
        const auto loads = deviceLoads(makeRun({rank}));
        QCOMPARE(loads.size(), size_t{1});
        QVERIFY(isNear(loads[0].gflopsPerSecond, 40.0 / 3));
        QVERIFY(!loads[0].peakGib); // missing is not 0
    }

    void partsOfOldFiles_data()
    {
        using Value = std::optional<double>;
        QTest::addColumn<bool>("summary");
        QTest::addColumn<Value>("ofSummary"); // MFLOPs
        QTest::addColumn<Value>("rate");
        QTest::addColumn<Value>("ofFirst");
        QTest::addColumn<Value>("ofSecond");
        QTest::addColumn<bool>("shown");
        QTest::addColumn<Value>("mflops");
        const Value none;
        QTest::newRow("operators without numbers") << false << none << none << none << none << false << none;
        QTest::newRow("one operator without") << false << none << none << none << Value(3) << true << Value(3);
        QTest::newRow("a summary of rates") << true << none << Value(7) << none << none << true << none;
        QTest::newRow("a summary of rates and operators")
            << true << none << Value(7) << Value(2) << Value(3) << true << Value(5);
        QTest::newRow("a whole summary") << true << Value(9) << Value(7) << Value(2) << none << true << Value(9);
    }

    void partsOfOldFiles()
    {
        using Value = std::optional<double>;
        QFETCH(const bool, summary);
        QFETCH(const Value, ofSummary);
        QFETCH(const Value, rate);
        QFETCH(const Value, ofFirst);
        QFETCH(const Value, ofSecond);
        QFETCH(const bool, shown);
        QFETCH(const Value, mflops);
        auto rank = emptyRank(0);
        if (summary)
            addLegacyRow(*rank, LegacyFlops::Kind, {""}, {ofSummary, rate});
        addLegacyRow(*rank, LegacyFlops::Operators, {""}, {ofFirst});
        addLegacyRow(*rank, LegacyFlops::Operators, {""}, {ofSecond});
        const auto loads = deviceLoads(makeRun({rank}));
        QCOMPARE(!loads.empty(), shown);
        if (!shown)
            return;
        QCOMPARE(cells(loads[0].mflops, loads[0].gflopsPerSecond, loads[0].flopsSource),
                 cells(mflops, rate, LoadSource::Theory));
    }

    void countersOfToday()
    {
        auto rank = emptyRank(0);
        auto kernels = std::make_shared<Table>();
        const int duration = kernels->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        const int cube = kernels->addColumn(QStringLiteral("aic_cube_fops"), ColumnType::Real);
        const int vector = kernels->addColumn(QStringLiteral("aiv_vector_fops"), ColumnType::Real);
        kernels->appendInteger(duration, 2000);
        kernels->appendReal(cube, 3e6);
        kernels->appendReal(vector, 1e6);
        kernels->finishRow();
        kernels->appendInteger(duration, 9000); // counted by nobody
        kernels->finishRow();
        rank->kernels = kernels;
        auto memory = std::make_shared<Table>();
        const int component = memory->addColumn(QStringLiteral("Component"), ColumnType::Text);
        const int reserved = memory->addColumn(QStringLiteral("Total Reserved(MB)"), ColumnType::Real);
        for (const auto &[who, mb] : {std::pair("PTA", 4096.0), std::pair("APP", 2048.0), std::pair("APP", 1024.0)}) {
            memory->appendText(component, who);
            memory->appendReal(reserved, mb);
            memory->finishRow();
        }
        rank->tables[QStringLiteral("memory_record")] = memory;
        const auto loads = deviceLoads(makeRun({rank}));
        QCOMPARE(loads.size(), size_t{1});
        QVERIFY(isNear(loads[0].mflops, 4));
        QVERIFY(isNear(loads[0].gflopsPerSecond, 2000)); // 4e6 in 2 us
        QCOMPARE(loads[0].flopsSource, LoadSource::Measured);
        QVERIFY(isNear(loads[0].peakGib, 2)); // of the process
        QCOMPARE(loads[0].memorySource, LoadSource::Measured);
        QVERIFY(!loads[0].memoryShare());
    }

    // 4 M in 2 us are 2000 G/s, whatever a kernel did whose time is not known.
    void kernelsWithoutTime()
    {
        for (const bool counted : {true, false}) {
            auto kernels = std::make_shared<Table>();
            const int type = kernels->addColumn(QStringLiteral("Type"), ColumnType::Text);
            const int duration = kernels->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
            const int in = kernels->addColumn(QStringLiteral("Input Shapes"), ColumnType::Text);
            const int out = kernels->addColumn(QStringLiteral("Output Shapes"), ColumnType::Text);
            const int cube = kernels->addColumn(QStringLiteral("aic_cube_fops"), ColumnType::Real);
            for (const bool timed : {true, false}) {
                kernels->appendText(type, "MatMulV2");
                kernels->appendText(in, "\"100,200;200,100\""); // 2 · 100 · 200 · 100
                kernels->appendText(out, "\"100,100\"");
                if (counted)
                    kernels->appendReal(cube, 4e6);
                if (timed)
                    kernels->appendInteger(duration, 2000);
                kernels->finishRow();
            }
            auto rank = emptyRank(0);
            rank->kernels = kernels;
            const auto loads = deviceLoads(makeRun({rank}));
            QCOMPARE(loads.size(), size_t{1});
            QCOMPARE(loads[0].flopsSource, counted ? LoadSource::Measured : LoadSource::Estimated);
            QVERIFY(isNear(loads[0].mflops, 8));
            QVERIFY(isNear(loads[0].gflopsPerSecond, 2000));
        }
    }

    void shapes_data()
    {
        QTest::addColumn<QByteArray>("in");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<double>("operations"); // -1: none
        QTest::newRow("M K, K N") << QByteArray("2,3;3,5") << QByteArray("2,5") << 60.0;
        QTest::newRow("second transposed") << QByteArray("2,3;5,3") << QByteArray("2,5") << 60.0;
        QTest::newRow("first transposed") << QByteArray("3,2;3,5") << QByteArray("2,5") << 60.0;
        QTest::newRow("batch") << QByteArray("4,2,3;4,3,5") << QByteArray("4,2,5") << 240.0;
        QTest::newRow("bias") << QByteArray("2,3;3,5;5") << QByteArray("2,5") << 60.0;
        QTest::newRow("no product") << QByteArray("2,3;4,5") << QByteArray("2,5") << -1.0;
        QTest::newRow("one input") << QByteArray("2,3") << QByteArray("2,5") << -1.0;
        QTest::newRow("no numbers") << QByteArray("a,b;c,d") << QByteArray("2,5") << -1.0;
        QTest::newRow("nothing") << QByteArray() << QByteArray() << -1.0;
    }

    void shapes()
    {
        QFETCH(const QByteArray, in);
        QFETCH(const QByteArray, out);
        QTEST(productOperations(in.toStdString(), out.toStdString()).value_or(-1), "operations");
    }

    void estimates()
    {
        TinyRank t(0);
        t.kernelRow("a", "MatMulV2", "AI_CORE", "\"2,3;3,5\"", 1000, 3000);
        t.kernelRow("b", "Add", "AI_CORE", "\"2,3;3,5\"", 5000, 3000);
        const auto rank = t.finish();
        QVERIFY(rank->kernels);
        // The fixture's table has no output shapes: nothing is guessed.
        QVERIFY(deviceLoads(makeRun({rank})).empty());
        auto kernels = std::make_shared<Table>();
        const int type = kernels->addColumn(QStringLiteral("Type"), ColumnType::Text);
        const int duration = kernels->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        const int in = kernels->addColumn(QStringLiteral("Input Shapes"), ColumnType::Text);
        const int out = kernels->addColumn(QStringLiteral("Output Shapes"), ColumnType::Text);
        for (const char *name : {"MatMulV2", "Add"}) {
            kernels->appendText(type, name);
            kernels->appendInteger(duration, 30);
            kernels->appendText(in, "\"2,3;3,5\"");
            kernels->appendText(out, "\"2,5\"");
            kernels->finishRow();
        }
        auto whole = emptyRank(0);
        whole->kernels = kernels;
        const auto loads = deviceLoads(makeRun({whole}));
        QCOMPARE(loads.size(), size_t{1});
        QCOMPARE(loads[0].flopsSource, LoadSource::Estimated);
        QVERIFY(isNear(loads[0].mflops, 60e-6));
        QVERIFY(isNear(loads[0].gflopsPerSecond, 2));
    }

    // Limits that the user entered apply to devices without limits in a file.
    void limitsOfTheUser()
    {
        auto legacy = legacyLoad(0, 107146.763, 5385.552);
        auto rank = emptyRank(1);
        auto memory = std::make_shared<Table>();
        memory->appendReal(memory->addColumn(QStringLiteral("Total Reserved(MB)"), ColumnType::Real), 16384);
        memory->finishRow();
        rank->tables[QStringLiteral("memory_record")] = memory;
        const auto loads = deviceLoads(makeRun({legacy, rank}), JobContext(), {64, 10});
        QCOMPARE(loads.size(), size_t{2});
        QVERIFY(isNear(loads[0].memoryShare(), 0.5));
        QVERIFY(isNear(loads[0].peakShare, 0.5385552));
        QVERIFY(isNear(loads[1].memoryShare(), 0.25));
        QVERIFY(!loads[1].peakShare && !loads[1].utilization);
    }

    void nothingKnown() { QVERIFY(deviceLoads(makeRun({emptyRank(0)})).empty()); }
};

RS_TEST(TestDeviceLoad, QCoreApplication);
#include "tst_deviceload.moc"
