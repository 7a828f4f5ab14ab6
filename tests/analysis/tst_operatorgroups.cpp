// SPDX-License-Identifier: Apache-2.0
// Operators put together, what bounds them, their spread and steps, and the L2 cache, by hand.
#include "analysis/operators/l2kernels.h"
#include "analysis/operators/operatorgroups.h"
#include "analysis/operators/operatorsteps.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/kernelfixture.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <array>
#include <optional>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

std::shared_ptr<const RankData> rankOf(const std::shared_ptr<const Table> &kernels, int rank = 0)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->kernels = kernels;
    return out;
}

/// Two steps of a matrix multiplication, an addition, and a collective.
std::shared_ptr<const Table> level2()
{
    return kernelTable({
        // step, name, type, core, shapes, start, duration, wait, blocks
        {{"1", "MatMul1", "MatMul", "AI_CORE", "\"2,3;3,4\"", 0, 100 * us, 10 * us, 20},
         {{"aicore_time(us)", 80},
          {"aic_mac_ratio", 0.9},
          {"aic_mte2_ratio", 0.5},
          {"aiv_time(us)", 0},
          {"aiv_vec_ratio", 0}}},
        {{"2", "MatMul1", "MatMul", "AI_CORE", "\"2,3;3,4\"", 1000 * us, 300 * us, 10 * us, 40},
         {{"aicore_time(us)", 240},
          {"aic_mac_ratio", 0.5},
          {"aic_mte2_ratio", 0.9},
          {"aiv_time(us)", 0},
          {"aiv_vec_ratio", 0}}},
        {{"1", "MatMul2", "MatMul", "AI_CORE", "8,8;8,8", 200 * us, 50 * us, {}, 20}, {}},
        {{"1", "Add1", "Add", "AI_VECTOR_CORE", "2,3", 300 * us, 20 * us, 30 * us, 8},
         {{"aicore_time(us)", 0}, {"aic_mac_ratio", 0}, {"aiv_time(us)", 18}, {"aiv_vec_ratio", 0.4}}},
        {{"2", "hcom_allReduce__271_0_1", "hcom_allReduce_", "HCCL", "", 1400 * us, 500 * us, {}, {}}, {}},
    });
}

OperatorGroups groupsOf(const Run &run, OperatorGroupBy by, const QString &step = {}, std::vector<int> ranks = {0})
{
    OperatorGroupQuery query{.by = by, .step = step};
    return operatorGroups(run, ranks, query);
}

QStringList texts(std::initializer_list<const char *> all)
{
    QStringList out;
    for (const char *const text : all)
        out << QString::fromLatin1(text);
    return out;
}

QStringList printed(const OperatorGroups &groups)
{
    QStringList out;
    for (const OperatorGroup &g : groups.rows)
        out << QStringLiteral("%1|%2|%3|%4 %5x %6")
                   .arg(g.key.type, g.key.name, g.key.shapes, g.key.core)
                   .arg(g.calls)
                   .arg(g.totalNs / us);
    return out;
}

} // namespace

class TestOperatorGroups : public QObject
{
    Q_OBJECT
private slots:
    void groupings_data()
    {
        const Scenarios<int, QStringList> table;
        using By = OperatorGroupBy;
        const auto row = [&](const char *name, By by, const QStringList &rows) {
            table(name, static_cast<int>(by), rows);
        };
        row("operator", By::Operator,
            texts(
                {"MatMul|MatMul1||AI_CORE 2x 400", "MatMul|MatMul2||AI_CORE 1x 50", "Add|Add1||AI_VECTOR_CORE 1x 20"}));
        row("type", By::Type, texts({"MatMul|||AI_CORE 3x 450", "Add|||AI_VECTOR_CORE 1x 20"}));
        row("name and shape", By::NameShape,
            texts({"|MatMul1|2,3;3,4|AI_CORE 2x 400", "|MatMul2|8,8;8,8|AI_CORE 1x 50",
                   "|Add1|2,3|AI_VECTOR_CORE 1x 20"}));
        row("core", By::Core, texts({"|||AI_CORE 3x 450", "|||AI_VECTOR_CORE 1x 20"}));
        row("communication", By::CommOperator, texts({"hcom_allReduce_|hcom_allReduce__271_0_1|| 1x 500"}));
        row("communication type", By::CommType, texts({"hcom_allReduce_||| 1x 500"}));
    }

    void groupings()
    {
        const auto [by, rows] = scenario<int, QStringList>();
        const Run run = makeRun({rankOf(level2())});
        const OperatorGroups groups = groupsOf(run, static_cast<OperatorGroupBy>(by));
        QCOMPARE(printed(groups), rows);
        QCOMPARE(groups.note, GroupNote::None);
    }

    void numbersOfAGroup()
    {
        const Run run = makeRun({rankOf(level2())});
        const OperatorGroups groups = groupsOf(run, OperatorGroupBy::Type);
        const OperatorGroup &g = groups.rows.front();
        QCOMPARE(cells(g.minNs, g.medianNs), cells(50 * us, 100 * us));
        QCOMPARE(g.p95Ns, 280 * us); // 100 + 0.9 of the way to 300
        QCOMPARE(cells(g.maxNs, g.averageNs(), g.waitNs, g.blocks), cells(300 * us, 150.0 * us, 20 * us, 80.0 / 3));
        QCOMPARE(groups.totalNs, 470 * us);
        QCOMPARE(g.share, 100.0 * 450 / 470);
        QVERIFY(groups.waits);
        // Nobody knows how long a collective waited.
        QCOMPARE(groupsOf(run, OperatorGroupBy::CommType).rows.front().waitNs, std::optional<qint64>());
    }

    void countersAreWeightedByTheirCore()
    {
        const Run run = makeRun({rankOf(level2())});
        const OperatorGroups groups = groupsOf(run, OperatorGroupBy::Operator);
        QCOMPARE(groups.pmu,
                 texts({"aicore_time(us)", "aic_mac_ratio", "aic_mte2_ratio", "aiv_time(us)", "aiv_vec_ratio"}));
        const auto &pmu = groups.rows[0].pmu;
        QCOMPARE(pmu[0], std::optional(160.0));          // mean of 80 and 240
        QCOMPARE(*pmu[1], (0.9 * 80 + 0.5 * 240) / 320); // weighted with aicore_time
        QCOMPARE(*pmu[2], (0.5 * 80 + 0.9 * 240) / 320);
        QCOMPARE(pmu[4], std::optional<double>());                   // its vector cores did not run
        QCOMPARE(groups.rows[0].bound.bound, OperatorBound::Memory); // MTE2 0.8
        QCOMPARE(groups.rows[0].bound.busiest->pipe, CorePipe::Mte2);
        QCOMPARE(groups.rows[1].bound.bound, OperatorBound::Unknown); // no counter in its row
        QCOMPARE(groups.rows[2].pmu[1], std::optional<double>());
        QCOMPARE(groups.rows[2].bound.bound, OperatorBound::Wait); // waits 30, runs 20
        QVERIFY(groups.pipes);
    }

    // MatMul1: 6e9 and 2e9 operations in 100 and 300 us, so 4e9 in 200 us: 20,000 in a ns. MatMul2 does 1e9 in 100 us,
    // half as many; the vector cores have a best of their own.
    void countedOperationsAreHeldAgainstTheBest()
    {
        const auto table = kernelTable({
            {{"1", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 0, 100 * us, {}, 20},
             {{"aic_cube_fops", 6e9}, {"aiv_vector_fops", 0}}},
            {{"1", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 1000 * us, 300 * us, {}, 20},
             {{"aic_cube_fops", 2e9}, {"aiv_vector_fops", 0}}},
            {{"1", "MatMul2", "MatMul", "AI_CORE", "8,8;8,8", 2000 * us, 100 * us, {}, 20},
             {{"aic_cube_fops", 1e9}, {"aiv_vector_fops", 0}}},
            {{"1", "Add1", "Add", "AI_VECTOR_CORE", "2,3", 3000 * us, 20 * us, {}, 8},
             {{"aic_cube_fops", 0}, {"aiv_vector_fops", 2e6}}},
        });
        const Run run = makeRun({rankOf(table)});
        const OperatorGroups groups = groupsOf(run, OperatorGroupBy::Operator);
        QCOMPARE(cells(groups.rows[0].gigaOps, groups.rows[0].ofBest, groups.rows[1].gigaOps, groups.rows[1].ofBest,
                       groups.rows[2].gigaOps, groups.rows[2].ofBest),
                 cells(20'000.0, 1.0, 10'000.0, 0.5, 100.0, 1.0));
        QVERIFY(opsSentence(groups.rows[1])
                    .english()
                    .startsWith(QStringLiteral("10000.0 billion operations a second, 50.0 %")));
        QVERIFY(!groups.pipes);
        const Run without = makeRun({rankOf(level2())});
        QVERIFY(!groupsOf(without, OperatorGroupBy::Operator).rows[0].gigaOps);
        QVERIFY(opsSentence(groupsOf(without, OperatorGroupBy::Operator).rows[0]).isEmpty());
    }

    void severalRanksAsOne()
    {
        const auto slow = kernelTable({{{"1", "MatMul1", "MatMul", "AI_CORE", "2,3;3,4", 0, 700 * us, {}, 20}, {}}});
        Run run = makeRun({rankOf(level2(), 0), rankOf(slow, 1)});
        run.ranks.push_back(nullptr); // not loaded
        const OperatorGroups groups = groupsOf(run, OperatorGroupBy::Operator, {}, {0, 1, 2});
        const OperatorGroup &g = groups.rows.front();
        QCOMPARE(cells(g.calls, g.totalNs, g.ranks, g.slowestRank, g.slowestNs, g.longestRank),
                 cells(3, 1100 * us, 2, 1, 700 * us, 1));
        QCOMPARE(cells(groups.rows[1].ranks, groups.rows[1].slowestRank), cells(1, 0));
        // Counters of the one that has them.
        QCOMPARE(g.pmu[0], std::optional(160.0));
    }

    void level0IsGroupedByName()
    {
        const Run run =
            makeRun({rankOf(kernelTable({{{"1", "MatMul1", "", "", "", 0, 10 * us, {}, {}}, {}},
                                         {{"1", "hcom_send__1_0_1", "", "", "", 0, 5 * us, {}, {}}, {}}}))});
        for (const auto &[by, note] : {std::pair(OperatorGroupBy::Type, GroupNote::NoTypes),
                                       std::pair(OperatorGroupBy::NameShape, GroupNote::NoShapes),
                                       std::pair(OperatorGroupBy::Core, GroupNote::NoCores)}) {
            const OperatorGroups groups = groupsOf(run, by);
            QCOMPARE(cells(groups.by, groups.note), cells(OperatorGroupBy::Operator, note));
            QCOMPARE(printed(groups), texts({"|MatMul1|| 1x 10"}));
        }
        // The type of communication follows from the name.
        QCOMPARE(printed(groupsOf(run, OperatorGroupBy::CommType)), texts({"hcom_send_||| 1x 5"}));
    }

    void withoutTableFromTheTrace()
    {
        TinyRank tiny(0);
        tiny.step(7, 0, 900);
        tiny.kernel("MatMul1", 100, 50);
        tiny.kernel("MatMul1", 200, 70);
        tiny.communication("hcom_allGather__9_0_1", 300, 20);
        const Run run = makeRun({tiny.finish()});
        const OperatorGroups groups = groupsOf(run, OperatorGroupBy::Type);
        QCOMPARE(groups.note, GroupNote::FromTrace);
        QCOMPARE(groups.rows.size(), size_t(1));
        QCOMPARE(cells(groups.rows[0].key.name, groups.rows[0].totalNs), cells("MatMul1", 120));
        QVERIFY(groups.rows[0].longest != NoSlice);
        QCOMPARE(groupsOf(run, OperatorGroupBy::CommType).rows[0].key.type, QStringLiteral("hcom_allGather_"));
        QCOMPARE(groupsOf(makeRun({std::make_shared<RankData>()}), OperatorGroupBy::Type).note, GroupNote::NoData);
    }

    void domainOfCommunication()
    {
        TinyRank tiny(0);
        CommOp op{.step = QStringLiteral("2"),
                  .name = QStringLiteral("hcom_allReduce__271_0_1"),
                  .groupHash = QStringLiteral("271"),
                  .rank = 0};
        tiny.commOps.push_back(op);
        op.name = QStringLiteral("hcom_other__5_0_1");
        op.groupHash = QStringLiteral("5");
        tiny.commOps.push_back(op);
        auto rank = std::make_shared<RankData>(*tiny.finish());
        rank->kernels = level2();
        const Run run = makeRun({rank});
        OperatorGroupQuery query{.by = OperatorGroupBy::CommOperator, .domain = QStringLiteral("271")};
        const std::array<int, 1> ranks{0};
        QCOMPARE(operatorGroups(run, ranks, query).rows.size(), size_t(1));
        query.domain = QStringLiteral("5");
        QCOMPARE(operatorGroups(run, ranks, query).rows.size(), size_t(0));
        // A domain says nothing of compute operators.
        query.by = OperatorGroupBy::Type;
        QCOMPARE(operatorGroups(run, ranks, query).rows.size(), size_t(2));
    }

    void callsOfAGroup()
    {
        const Run run = makeRun({rankOf(level2())});
        OperatorGroupQuery query{.by = OperatorGroupBy::NameShape};
        OperatorGroupKey key{
            .name = QStringLiteral("MatMul1"), .shapes = QStringLiteral("2,3;3,4"), .core = QStringLiteral("AI_CORE")};
        const GroupCalls calls = groupCalls(run, 0, query, key);
        QCOMPARE(calls.calls.size(), size_t(2));
        QCOMPARE(calls.calls[0].row, 1); // the longest first
        QCOMPARE(calls.calls[1].row, 0);
        key.core = QStringLiteral("AI_CPU");
        QVERIFY(groupCalls(run, 0, query, key).calls.empty());
        QCOMPARE(groupCalls(run, 0, query, {}).calls.size(), size_t(4)); // every compute operator
        QVERIFY(groupCalls(run, 5, query, {}).calls.empty());
    }

    void profileOfAGroup()
    {
        const Run run = makeRun({rankOf(level2())});
        OperatorGroupQuery query{.by = OperatorGroupBy::Type};
        OperatorGroupKey key{.type = QStringLiteral("MatMul"), .core = QStringLiteral("AI_CORE")};
        const std::array<int, 1> ranks{0};
        const GroupProfile p = groupProfile(run, ranks, query, key, 24);
        QCOMPARE(p.calls, 3);
        qint64 inBins = 0;
        for (const SliceNameStats::Bin &b : p.durations.bins)
            inBins += b.count;
        QCOMPARE(inBins, 3);
        QCOMPARE(cells(p.durations.minNs, p.durations.maxNs, p.durations.totalNs), cells(50 * us, 300 * us, 450 * us));
        QVERIFY(!p.durations.logarithmic); // less than a decade
        QCOMPARE(p.steps.size(), size_t(2));
        QCOMPARE(cells(p.steps[0].step, p.steps[0].calls, p.steps[0].medianNs, p.steps[1].totalNs),
                 cells("1", 2, 75 * us, 300 * us));
        key.type = QStringLiteral("none");
        QCOMPARE(groupProfile(run, ranks, query, key, 24).calls, 0);
    }

    void stepsAndWindows()
    {
        const Run run = makeRun({rankOf(level2())});
        QCOMPARE(printed(groupsOf(run, OperatorGroupBy::Type, QStringLiteral("2"))),
                 texts({"MatMul|||AI_CORE 1x 300"}));
        QVERIFY(groupsOf(run, OperatorGroupBy::Type, QStringLiteral("9")).rows.empty());
        OperatorGroupQuery query{.window = Interval{210 * us, 310 * us}};
        const std::array<int, 1> ranks{0};
        QCOMPARE(printed(operatorGroups(run, ranks, query)),
                 texts({"MatMul|||AI_CORE 1x 50", "Add|||AI_VECTOR_CORE 1x 20"}));
        // Step 1: MatMul 100 and 50; step 2: 300. Typical: 225, the mean of the two in the middle.
        const OperatorSteps steps = operatorSteps(run, 0, {});
        QVERIFY(steps.rows.size() >= 2);
        QCOMPARE(cells(steps.rows[0].key.type, steps.rows[0].step.step, steps.rows[0].step.calls,
                       steps.rows[0].step.totalNs, steps.rows[0].maxNs, steps.rows[0].typicalNs,
                       steps.rows[1].step.step, steps.rows[1].step.totalNs),
                 cells("MatMul", "1", 2, 150 * us, 100 * us, 225 * us, "2", 300 * us));
        const auto isAdd = [](const OperatorStep &r) { return r.key.type == u"Add"; };
        const auto add = std::find_if(steps.rows.begin(), steps.rows.end(), isAdd);
        QVERIFY(add != steps.rows.end() && !add->typicalNs); // in one step alone
        OperatorGroupQuery second{.step = QStringLiteral("2")};
        QCOMPARE(operatorSteps(run, 0, second).rows.size(), size_t(1));
        QCOMPARE(operatorSteps(run, 0, second).rows[0].typicalNs, std::optional(225 * us)); // over all steps
        query.window.reset();
        query.core = QStringLiteral("AI_VECTOR_CORE");
        QCOMPARE(printed(operatorGroups(run, ranks, query)), texts({"Add|||AI_VECTOR_CORE 1x 20"}));
    }

    void pipes_data()
    {
        // pipe: -1: none
        const Scenarios<QString, int, int> table;
        const auto row = [&](const char *name, std::optional<CorePipe> pipe = {}, CoreSide side = CoreSide::Both) {
            table(name, QString::fromLatin1(name), (pipe ? static_cast<int>(*pipe) : -1), static_cast<int>(side));
        };
        row("aic_mac_ratio", CorePipe::Mac, CoreSide::Cube);
        row("aic_fixpipe_ratio", CorePipe::Fixpipe, CoreSide::Cube);
        row("aiv_vec_ratio", CorePipe::Vector, CoreSide::Vector);
        row("aiv_mte3_ratio", CorePipe::Mte3, CoreSide::Vector);
        row("mac_ratio", CorePipe::Mac);
        row("scalar_ratio", CorePipe::Scalar);
        row("aic_mac_fp16_ratio");
        row("aic_mac_time(us)");
        row("aic_icache_miss_rate");
        row("Duration(us)");
    }

    void pipes()
    {
        const auto [column, pipe, side] = scenario<QString, int, int>();
        const std::optional<PipeUse> use = pipeOfColumn(column);
        QCOMPARE(use ? static_cast<int>(use->pipe) : -1, pipe);
        if (use)
            QCOMPARE(static_cast<int>(use->side), side);
    }

    void bounds_data()
    {
        // busiest: -1: none
        const Scenarios<BoundInput, int, int> table;
        using P = CorePipe;
        using S = CoreSide;
        const auto row = [&](const char *name, const BoundInput &input, OperatorBound bound, std::optional<P> busiest) {
            table(name, input, static_cast<int>(bound), (busiest ? static_cast<int>(*busiest) : -1));
        };
        const auto input = [](std::vector<PipeUse> pipes, std::optional<double> cubeUs = {},
                              std::optional<double> vectorUs = {}, std::optional<qint64> wait = {}) {
            return BoundInput{std::move(pipes), cubeUs, vectorUs, 100, wait};
        };
        row("nothing known", input({}), OperatorBound::Unknown, {});
        row("mac", input({{P::Mac, S::Cube, 0.85}, {P::Mte2, S::Cube, 0.6}}), OperatorBound::Compute, P::Mac);
        row("mac at its limit", input({{P::Mac, S::Cube, 0.8}}), OperatorBound::Compute, P::Mac);
        row("below it", input({{P::Mac, S::Cube, 0.79}}), OperatorBound::None, P::Mac);
        row("reads more than it computes", input({{P::Mac, S::Cube, 0.85}, {P::Mte2, S::Cube, 0.95}}),
            OperatorBound::Memory, P::Mte2);
        row("fixpipe binds earlier than a busier mac", input({{P::Fixpipe, S::Cube, 0.76}, {P::Mac, S::Cube, 0.78}}),
            OperatorBound::Memory, P::Fixpipe);
        row("vector cores bind from 0.7 on", input({{P::Vector, S::Vector, 0.72}}), OperatorBound::Compute, P::Vector);
        row("their scalar unit does not", input({{P::Scalar, S::Vector, 0.72}}), OperatorBound::None, P::Scalar);
        row("scalar", input({{P::Scalar, S::Cube, 0.9}, {P::Mac, S::Cube, 0.1}}), OperatorBound::Scalar, P::Scalar);
        row("one after the other",
            input({{P::Vector, S::Vector, 0.35}, {P::Mte2, S::Vector, 0.3}, {P::Mte3, S::Vector, 0.3}}),
            OperatorBound::Serial, P::Vector);
        row("all at once",
            input({{P::Vector, S::Vector, 0.65}, {P::Mte2, S::Vector, 0.65}, {P::Mte3, S::Vector, 0.65}}),
            OperatorBound::None, P::Vector);
        row("scalar fills nothing", input({{P::Vector, S::Vector, 0.35}, {P::Scalar, S::Vector, 0.6}}),
            OperatorBound::None, P::Scalar);
        row("the side that took longer", input({{P::Mac, S::Cube, 0.95}, {P::Vector, S::Vector, 0.2}}, 10, 40),
            OperatorBound::None, P::Vector);
        row("mixed: the cube", input({{P::Mac, S::Cube, 0.95}, {P::Vector, S::Vector, 0.2}}, 40, 10),
            OperatorBound::Compute, P::Mac);
        row("older chips", input({{P::Mac, S::Both, 0.1}, {P::Mte3, S::Both, 0.85}}), OperatorBound::Memory, P::Mte3);
        row("waits longer than it runs", input({{P::Mac, S::Cube, 0.95}}, {}, {}, 101), OperatorBound::Wait, P::Mac);
        row("waits as long", input({{P::Mac, S::Cube, 0.95}}, {}, {}, 100), OperatorBound::Compute, P::Mac);
        row("waits, and no more is known", input({}, {}, {}, 101), OperatorBound::Wait, {});
    }

    void bounds()
    {
        const auto [input, bound, busiest] = scenario<BoundInput, int, int>();
        const BoundVerdict verdict = operatorBound(input);
        QCOMPARE(static_cast<int>(verdict.bound), bound);
        QCOMPARE(verdict.busiest ? static_cast<int>(verdict.busiest->pipe) : -1, busiest);
    }

    void l2_data()
    {
        // rates: stream, task, hit, victim, name; rows: kernel row, cost in us
        const Scenarios<bool, QList<QStringList>, QStringList, int> table;
        const auto row = [&](const char *name, bool ids, const QList<QStringList> &rates, const QStringList &rows,
                             L2Join join) { table(name, ids, rates, rows, static_cast<int>(join)); };
        // The kernels: Add (2, 5) 10 us, Add (2, 6) 40 us, MatMul (2, 5) 100 us.
        row("by task, the dearest first", true,
            {texts({"2", "5", "0.5", "0.1", "Add"}), texts({"2", "5", "0.9", "0.1", "MatMul"}),
             texts({"2", "6", "0.25", "0.1", "Add"})},
            texts({"1 30", "2 10", "0 5"}), L2Join::Tasks);
        row("another name is another task", true, {texts({"2", "5", "0.5", "0.1", "Sub"})}, texts({"-1 -"}),
            L2Join::Tasks);
        row("more rows than kernels", true,
            {texts({"2", "5", "0.5", "0.1", "Add"}), texts({"2", "5", "0.4", "0.1", "Add"})}, texts({"-1 -", "-1 -"}),
            L2Join::Tasks);
        row("a rate that is missing", true,
            {texts({"2", "5", "", "0.1", "MatMul"}), texts({"2", "5", "1", "0.1", "Add"})}, texts({"0 0", "2 -"}),
            L2Join::Tasks);
        row("by name, in order", false,
            {texts({"2", "5", "0.5", "0.1", "Add"}), texts({"2", "6", "0.5", "0.1", "Add"})}, texts({"1 20", "0 5"}),
            L2Join::Names);
        row("by name, one too few", false, {texts({"2", "5", "0.5", "0.1", "Add"})}, texts({"-1 -"}), L2Join::Names);
        row("no rows", true, {}, {}, L2Join::Tasks);
    }

    void l2()
    {
        const auto [ids, rates, rows, join] = scenario<bool, QList<QStringList>, QStringList, int>();
        const auto kernels = kernelTable({{{"1", "Add", "Add", "AI_VECTOR_CORE", "", 0, 10 * us, {}, {}}, {}},
                                          {{"1", "Add", "Add", "AI_VECTOR_CORE", "", 200 * us, 40 * us, {}, {}}, {}},
                                          {{"1", "MatMul", "MatMul", "AI_CORE", "", 90 * us, 100 * us, {}, {}}, {}}});
        if (ids) {
            for (const auto &[name, values] : {std::pair(QStringLiteral("Stream ID"), std::array<qint64, 3>{2, 2, 2}),
                                               std::pair(QStringLiteral("Task ID"), std::array<qint64, 3>{5, 6, 5})}) {
                Column column{.name = name, .type = ColumnType::Integer};
                column.pieces.push_back(
                    {0, std::vector<qint64>(values.begin(), values.end()), std::vector<bool>(3, true)});
                kernels->addColumn(std::move(column));
            }
        }
        auto rank = std::make_shared<RankData>();
        rank->kernels = kernels;
        rank->tables[QStringLiteral("l2_cache")] = l2Table(rates);
        const L2Kernels found = l2Kernels(*rank);
        QStringList printedRows;
        for (const L2Kernel &k : found.kernels)
            printedRows << QStringLiteral("%1 %2")
                               .arg(k.kernelRow)
                               .arg(k.costNs() ? QString::number(*k.costNs() / us) : QStringLiteral("-"));
        QCOMPARE(printedRows, rows);
        QCOMPARE(static_cast<int>(found.join), join);
        QCOMPARE(found.unmatched, printedRows.filter(QStringLiteral("-1 -")).size());
    }

    void canceled()
    {
        const Run run = makeRun({rankOf(level2())});
        const JobContext job;
        job.cancel();
        const std::array<int, 1> ranks{0};
        QVERIFY(operatorGroups(run, ranks, {}, job).rows.empty());
        QVERIFY(groupCalls(run, 0, {}, {}, job).calls.empty());
        QCOMPARE(groupProfile(run, ranks, {}, {}, 8, job).calls, 0);
    }
};

RS_TEST(TestOperatorGroups, QCoreApplication);
#include "tst_operatorgroups.moc"
