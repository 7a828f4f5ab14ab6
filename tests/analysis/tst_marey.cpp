// SPDX-License-Identifier: Apache-2.0
// The same operator on several devices, worked by hand.
#include "analysis/parallel/marey.h"
#include "analysis/parallel/mareylines.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/legacyfixture.h"
#include "support/memoryfixture.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'000'000 * us;

struct Kernel
{
    const char *name;
    qint64 from;
    qint64 length;
};

std::shared_ptr<const RankData> deviceWith(int rank, const std::vector<Kernel> &kernels, qint64 clock = 0)
{
    TinyRank r(rank);
    for (const Kernel &k : kernels)
        r.kernel(k.name, base + clock + k.from * us, k.length * us);
    return r.finish();
}

GroupInfo group(const char *name, const QString &pgName, std::vector<int> ranks)
{
    return describedGroup(QString::fromLatin1(name), pgName, std::move(ranks));
}

/// "MatMul 2 devices 10-14 us" of the entries with that name, in order.
QStringList textOf(const MareyChart &chart, const QString &name)
{
    QStringList out;
    for (const MareyEntry &e : chart.entries) {
        if (chart.names.text(StrId{e.name}) == name)
            out << QStringLiteral("%1: %2 devices %3-%4")
                       .arg(e.occurrence)
                       .arg(e.devices)
                       .arg(e.shortestNs / us)
                       .arg(e.longestNs / us);
    }
    return out;
}

} // namespace

class TestMarey : public QObject
{
    Q_OBJECT
private slots:
    void theSameOperatorHasNameAndOccurrence()
    {
        const Run run = makeRun({deviceWith(0, {{"MatMul", 0, 10}, {"Add", 12, 2}, {"MatMul", 20, 10}}),
                                 deviceWith(1, {{"MatMul", 1, 12}, {"Add", 15, 2}, {"MatMul", 24, 40}})});
        const MareyChart chart = mareyChart(run);
        QCOMPARE(chart.rows.size(), size_t(2));
        QVERIFY(chart.stages.empty());
        QCOMPARE(textOf(chart, QStringLiteral("MatMul")), texts("0: 2 devices 10-12", "1: 2 devices 10-40"));
        QCOMPARE(textOf(chart, QStringLiteral("Add")), QStringList(QStringLiteral("0: 2 devices 2-2")));
        // Joined with its own, the third with the third.
        QCOMPARE(cells(chart.rows[0].work[2].below, chart.rows[0].work[2].entry, chart.rows[1].work[2].below),
                 cells(2U, chart.rows[1].work[2].entry, MareyOperator::none));
        const std::vector<quint32> exceptions = chart.exceptions();
        const MareyEntry &worst = chart.entries[exceptions.front()];
        QCOMPARE(cells(worst.spreadNs(), *worst.ratio(), worst.longestRow, worst.shortestRow, worst.medianNs,
                       worst.lastStartNs - worst.span.from),
                 cells(30 * us, 4.0, 1, 0, 25 * us, 4 * us));
        QCOMPARE(worst.span.length(), 44 * us); // 20 to 64
    }

    // The second device lacks the second A: what stands around it is still joined with what stands there.
    void devicesThatDisagreeAreMatchedByTheirOrder()
    {
        const Run run = makeRun({deviceWith(0, {{"A", 0, 1}, {"B", 2, 1}, {"A", 4, 1}, {"C", 6, 1}, {"A", 8, 1}}),
                                 deviceWith(1, {{"A", 0, 2}, {"B", 2, 2}, {"C", 6, 2}, {"A", 8, 2}})});
        const MareyChart chart = mareyChart(run);
        QCOMPARE(textOf(chart, QStringLiteral("A")), texts("0: 2 devices 1-2", "1: 1 devices 1-1", "2: 2 devices 1-2"));
        QCOMPARE(cells(chart.rows[0].work[2].below, chart.rows[0].work[4].below), cells(MareyOperator::none, 3U));
    }

    // Two devices run A, B, A in each of two steps: the A's of a step are two executions, of a graph one operator.
    void theSameOperatorInEveryStep()
    {
        const MareyChart chart = mareyChart(makeRun(2, [&](TinyRank &r, int) {
            for (const qint64 step : {0, 1}) {
                const qint64 at = base + step * 100 * us;
                r.step(static_cast<int>(step) + 1, at, 100 * us);
                r.kernel("A", at, us);
                r.kernel("B", at + 10 * us, us);
                r.kernel("A", at + 20 * us, us);
            }
        }));
        const MareyLane &lane = chart.rows[0].work;
        QCOMPARE(lane.size(), size_t(6));
        const auto same = [&](std::vector<SliceId> of, MareySameness sameness) {
            const std::vector<bool> found = sameOperators(chart, 0, of, sameness);
            QString out;
            for (const MareyOperator &op : chart.rows[1].work)
                out += QLatin1Char(found[op.entry] ? 'x' : '-');
            return out;
        };
        QCOMPARE(cells(same({lane[2].slice}, MareySameness::Occurrence), same({lane[2].slice}, MareySameness::Operator),
                       same({lane[0].slice, lane[4].slice}, MareySameness::Occurrence),
                       same({NoSlice}, MareySameness::Operator)),
                 cells("--x--x", "x-xx-x", "xx-xx-", "------"));

        const auto on = [&](int rank, size_t place) {
            return MareyExecution{rank, chart.rows[static_cast<size_t>(rank)].work[place].slice};
        };
        QCOMPARE(executionsOf(chart, lane[2].entry, {1}, MareySameness::Occurrence), (std::vector{on(1, 2), on(1, 5)}));
        // Those of its own occurrence come first.
        QCOMPARE(executionsOf(chart, lane[2].entry, {1}, MareySameness::Operator),
                 (std::vector{on(1, 2), on(1, 5), on(1, 0), on(1, 3)}));
        QVERIFY(executionsOf(chart, lane[2].entry, {7}, MareySameness::Operator).empty());
    }

    // Operators that the longest device lacks are still shared by the others.
    void whatTheReferenceLacksIsMatchedToo()
    {
        const Run run = makeRun({deviceWith(0, {{"A", 0, 1}, {"B", 2, 1}, {"B", 4, 1}, {"B", 6, 1}}),
                                 deviceWith(1, {{"A", 0, 1}, {"X", 2, 1}}), deviceWith(2, {{"A", 0, 1}, {"X", 2, 5}})});
        QCOMPARE(textOf(mareyChart(run), QStringLiteral("X")), QStringList(QStringLiteral("0: 2 devices 1-5")));
    }

    void occurrencesBeginAgainInEachStep()
    {
        const Run run = makeRun(2, [&](TinyRank &r, int rank) {
            r.step(1, base, 100 * us);
            r.step(2, base + 100 * us, 100 * us);
            // The second device runs it once more in the first step.
            r.kernel("MatMul", base + 10 * us, 10 * us);
            if (rank == 1)
                r.kernel("MatMul", base + 30 * us, 10 * us);
            r.kernel("MatMul", base + 110 * us, 20 * us);
        });
        const MareyChart chart = mareyChart(run);
        QCOMPARE(chart.steps, texts("1", "2"));
        const MareyEntry &second = chart.entries[chart.rows[0].work[1].entry];
        QCOMPARE(cells(second.step, second.occurrence, second.devices), cells(1, 0U, 2U));
        const MareyChart one = mareyChart(run, {QStringLiteral("2")});
        QCOMPARE(one.rows[1].work.size(), size_t(1));
        QCOMPARE(one.whole.from, base + 110 * us);
        const MareyChart absent = mareyChart(run, {QStringLiteral("7")});
        QCOMPARE(cells(absent.isEmpty(), absent.rows[0].lack), cells(true, MareyLack::NoStep));
    }

    // Ranks 0 and 1 talk in one group, 2 and 3 in another: the operator is that of the group's name.
    void communicationIsMatchedOverGroupsOfOneName()
    {
        const MareyChart chart = mareyChart(makeRun(4, [&](TinyRank &r, int rank) {
            const GroupInfo g =
                rank < 2 ? group("tp_a", QStringLiteral("tp"), {0, 1}) : group("tp_b", QStringLiteral("tp"), {2, 3});
            r.data.groups.push_back(g);
            r.thread("4", "0", "Group " + g.commName.toStdString() + " Communication");
            r.kernel("MatMul", base, 10 * us);
            for (int i = 0; i < 3; ++i)
                r.communication((rank < 2 ? "hcom_allReduce__128_" : "hcom_allReduce__977_") + std::to_string(i) + "_1",
                                base + (20 + i * 20) * us, (10 + rank) * us);
        }));
        QCOMPARE(textOf(chart, QStringLiteral("hcom_allReduce tp")),
                 texts("0: 4 devices 10-13", "1: 4 devices 10-13", "2: 4 devices 10-13"));
        QCOMPARE(chart.rows[1].communication[2].below, 2U);
        QCOMPARE(chart.entries[chart.rows[0].communication[0].entry].kind, MareyKind::Collective);
    }

    // Two stages of two ranks: joined inside of a stage alone, and a stage is the union of its devices. The clock of
    // rank 1 is 5 ms ahead.
    void stagesUniteTheirDevices()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        constexpr qint64 ahead = 5'000 * us;
        for (int rank = 0; rank < 4; ++rank) {
            TinyRank r(rank);
            const int stage = rank / 2;
            r.data.groups.push_back(
                group(rank % 2 == 0 ? "pp_a" : "pp_b", QStringLiteral("pp"), {rank % 2, rank % 2 + 2}));
            const GroupInfo tp = group(stage == 0 ? "tp_a" : "tp_b", QStringLiteral("tp"), {stage * 2, stage * 2 + 1});
            r.data.groups.push_back(tp);
            r.thread("4", "0", "Group " + tp.commName.toStdString() + " Communication");
            const qint64 clock = base + (rank == 1 ? ahead : 0);
            r.kernel("MatMul", clock + rank * us, 10 * us);
            for (int i = 0; i < 4; ++i)
                r.communication("hcom_allReduce__128_" + std::to_string(i) + "_1", clock + (20 + i * 20) * us, 10 * us);
            ranks.push_back(r.finish());
        }
        const MareyChart chart = mareyChart(makeRun(ranks));
        QCOMPARE(chart.rows.size(), size_t(4));
        QCOMPARE(chart.stages.size(), size_t(2));
        QCOMPARE(cells(chart.rows[0].stage, chart.rows[2].stage), cells(0, 1));
        QVERIFY(chart.isAligned(1));
        QCOMPARE(cells(chart.rows[1].work[0].time.from, chart.rows[0].work[0].below, chart.rows[1].work[0].below),
                 cells(base + us, 0U, MareyOperator::none));
        QCOMPARE(chart.stages[0].work.size(), size_t(1));
        QCOMPARE(chart.stages[0].work[0].time.length(), 11 * us); // 0-10 and 1-11
        QCOMPARE(chart.entries[chart.rows[2].work[0].entry].devices, 2U);
    }

    void oneOperatorFarOutIsNotTheMiddle()
    {
        std::vector<Kernel> kernels{{"Early", -1'000'000, 1}};
        for (int i = 0; i < 1000; ++i)
            kernels.push_back({"MatMul", i * 10, 5});
        const MareyChart chart = mareyChart(makeRun({deviceWith(0, kernels)}));
        QCOMPARE(chart.whole.from, base - 1'000'000 * us);
        QVERIFY(chart.middle.from >= base && chart.middle.from < base + 100 * us);
        QVERIFY(chart.middle.to <= chart.whole.to && chart.middle.to > base + 9'900 * us);
    }

    void kernelTablesServeWithoutATrace()
    {
        TinyRank traced(0);
        traced.kernelRow("MatMul1", "MatMul", "AI_CORE", "", base, 10 * us);
        traced.kernelRow("hcom_send__128_0_1", "hcom_send", "HCCL", "", base + 20 * us, 5 * us);
        RankData copy = *traced.finish();
        copy.trace = nullptr;
        const MareyChart chart = mareyChart(makeRun({std::make_shared<const RankData>(copy)}));
        QCOMPARE(chart.rows[0].work.size(), size_t(1));
        QCOMPARE(chart.rows[0].communication.size(), size_t(1));
        QCOMPARE(chart.entries[chart.rows[0].communication[0].entry].kind, MareyKind::Send);
        copy.kernels = nullptr;
        const MareyChart none = mareyChart(makeRun({std::make_shared<const RankData>(copy)}));
        QCOMPARE(cells(none.isEmpty(), none.rows[0].lack), cells(true, MareyLack::NoTrace));
    }

    // 2 * 4 * 8 * 16 operations in 10 us are 0.1024 G/s; two kernels at a time add up.
    void curvesStandOnTheClockOfTheChart()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        auto table = std::make_shared<Table>();
        for (const char *const name : {"Name", "Type", "Input Shapes", "Output Shapes"})
            table->addColumn(QString::fromLatin1(name), ColumnType::Text);
        table->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
        table->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        const auto add = [&table](const char *type, const char *inputs, qint64 from, qint64 length) {
            for (const auto &[column, text] :
                 {std::pair(0, type), std::pair(1, type), std::pair(2, inputs), std::pair(3, "4,8")})
                table->appendText(column, text);
            table->appendInteger(4, from);
            table->appendInteger(5, length);
            table->finishRow();
        };
        add("MatMulV2", "4,16;16,8", base, 10 * us);
        add("MatMulV2", "4,16;16,8", base + 5 * us, 10 * us);
        add("Add", "4,8;4,8", base + 30 * us, 5 * us);
        rank->kernels = table;
        rank->tables[QStringLiteral("memory_record")] =
            memoryRecords({{"PTA", base, 100.0, 200.0}, {"PTA", base + 20 * us, 300.0, 400.0}});
        const Run run = makeRun({rank});
        const MareyLines lines = mareyLines(run, mareyChart(run));
        QCOMPARE(lines.rows.size(), size_t(1));
        QCOMPARE(cells(lines.memorySource, lines.gflopsSource, lines.mostMemoryMb, lines.mostGflops),
                 cells(LoadSource::Measured, LoadSource::Estimated, 300.0, 0.2048));
        const MareyLines::Row &row = lines.rows.front();
        QCOMPARE(cells(row.memoryMb.valueAt(base - 1), row.memoryMb.valueAt(base + 19 * us),
                       row.memoryMb.valueAt(base + 20 * us), row.gflops.valueAt(base + 2 * us),
                       row.gflops.valueAt(base + 7 * us), row.gflops.valueAt(base + 15 * us),
                       row.gflops.valueAt(base + 32 * us)),
                 cells(std::optional<double>(), 100.0, 300.0, 0.1024, 0.2048, 0.0, 0.0));
    }

    // Names of operators in MindSpore 1.x: 3 million operations in 10 us are 300 G/s.
    void oldFilesNameOperators()
    {
        TinyRank r(0);
        r.kernel("MatMul-op1", base, 10 * us);
        r.kernel("Add-op2", base + 20 * us, 10 * us);
        addLegacyRow(r.data, LegacyFlops::Operators, {"Default/net/MatMul-op1"}, {3.0, 150.0, {}});
        addLegacyRow(r.data, LegacyNodes::Kind, {"0", "MatMul-op1"}, {1.5});
        addLegacyRow(r.data, LegacyNodes::Kind, {"0", "Add-op2"}, {0.5});
        const Run run = makeRun({r.finish()});
        const MareyLines lines = mareyLines(run, mareyChart(run));
        QCOMPARE(cells(lines.memorySource, lines.gflopsSource, lines.rows.front().memoryMb.valueAt(base + 15 * us),
                       lines.rows.front().memoryMb.valueAt(base + 25 * us),
                       lines.rows.front().gflops.valueAt(base + 5 * us),
                       lines.rows.front().gflops.valueAt(base + 15 * us)),
                 cells(LoadSource::Theory, LoadSource::Theory, 1536.0, 512.0, 300.0, 0.0));
    }
};

RS_TEST(TestMarey, QCoreApplication);
#include "tst_marey.moc"
