// SPDX-License-Identifier: Apache-2.0
// Whether a device is slow, some of its operators are, or its input is larger.
#include "analysis/compare/slowdowncause.h"
#include "core/text/missingname.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

OperatorPair pair(const char *type, qint64 baseNs, qint64 otherNs, const char *shapes = "", qint64 otherCalls = 10)
{
    return {QString::fromLatin1(type), QString::fromLatin1(shapes), baseNs, otherNs, 10, otherCalls};
}

std::vector<OperatorPair> swapped(std::vector<OperatorPair> pairs)
{
    for (OperatorPair &p : pairs) {
        std::swap(p.baseNs, p.otherNs);
        std::swap(p.baseCalls, p.otherCalls);
    }
    return pairs;
}

} // namespace

class TestSlowdownCause : public QObject
{
    Q_OBJECT
private slots:
    // 1000 against 1300: 1.3. MatMul 1.3, Add 1.35, Cast 1.2, all within 0.3 +- 0.12.
    void allTypesAreTheDevice()
    {
        const std::vector<OperatorPair> types{pair("MatMul", 700, 910), pair("Add", 200, 270), pair("Cast", 100, 120)};
        const SlowdownCause s = slowdownCauseOf(types);
        QCOMPARE(cells(s.kind, s.ofBase, s.factor, s.moreNs), cells(SlowdownKind::Device, false, 1.3, 300));
        QCOMPARE(
            slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
            QStringLiteral("All types of operators take about 1.30 times as long on rank 5 as on rank 4: the device is "
                           "slow, not an operator."));
        const SlowdownCause back = slowdownCauseOf(swapped(types));
        QCOMPARE(cells(back.kind, back.ofBase), cells(SlowdownKind::Device, true));
        QVERIFY(slowdownCausePhrase(back, QStringLiteral("a"), QStringLiteral("b"))
                    .english()
                    .contains(QLatin1String("as long on a as on b")));
        // One type alone does not tell; nor do types that ran more often.
        QCOMPARE(slowdownCauseOf({pair("MatMul", 700, 910)}).kind, SlowdownKind::None);
        QVERIFY(slowdownCauseOf({pair("MatMul", 700, 910, "", 13), pair("Add", 300, 390)}).kind !=
                SlowdownKind::Device);
    }

    // 1200 against 1500. MatMul has 290 of the 300 (96.7 %), others 10 of 1000: 29 times as much above 1 and more.
    void fewTypesAreAnOperator()
    {
        const SlowdownCause s = slowdownCauseOf(
            {pair("MatMul", 200, 490), pair("Add", 500, 505), pair("Cast", 300, 300), pair("Mul", 200, 205)});
        QCOMPARE(cells(s.kind, s.few, s.factor), cells(SlowdownKind::Operators, "MatMul", 1.25));
        QVERIFY(std::abs(s.share - 290.0 / 300) < 1e-9);
        QCOMPARE(slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
                 QStringLiteral("Only a few types of operators take longer on rank 5 than on rank 4: 97 % of it is in "
                                "MatMul. It is an operator, not the device."));
        // Two of four are not few.
        QCOMPARE(slowdownCauseOf(
                     {pair("MatMul", 200, 350), pair("Add", 500, 640), pair("Cast", 300, 300), pair("Mul", 200, 205)})
                     .kind,
                 SlowdownKind::None);
        // Nor is one that the others are slow beside: 2.0 against 1.5.
        QCOMPARE(slowdownCauseOf({pair("MatMul", 800, 1600), pair("Add", 150, 225), pair("Cast", 150, 225)}).kind,
                 SlowdownKind::None);
    }

    // The same, of which all is in one of two shapes; the other one takes what it takes on the base.
    void fewShapesAreTheInput()
    {
        const std::vector<OperatorPair> others{pair("Add", 500, 505, "8"), pair("Cast", 300, 300, "8"),
                                               pair("Mul", 200, 205, "8")};
        std::vector<OperatorPair> shapes = others;
        shapes.push_back(pair("MatMul", 100, 390, "8,16;16,4"));
        shapes.push_back(pair("MatMul", 100, 100, "8,8;8,4"));
        SlowdownCause s = slowdownCauseOf(shapes);
        QCOMPARE(cells(s.kind, s.isOfInput(), s.few), cells(SlowdownKind::OfShapes, false, "MatMul 8,16;16,4"));
        QCOMPARE(
            slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
            QStringLiteral("Only a few operators take longer on rank 5 than on rank 4, and only with some input "
                           "shapes: 97 % of it is in MatMul 8,16;16,4. Both have these shapes equally often: it is "
                           "an operator, neither the device nor the input."));
        // Twice the calls explain 100 of the 300.
        shapes[3].otherCalls = 20;
        QCOMPARE(slowdownCauseOf(shapes).kind, SlowdownKind::OfShapes);
        // 39 calls instead of 10.
        shapes[3].otherCalls = 39;
        s = slowdownCauseOf(shapes);
        QCOMPARE(s.kind, SlowdownKind::Shapes);
        QCOMPARE(slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
                 QStringLiteral("Only a few input shapes take longer on rank 5 than on rank 4: 97 % of it is in "
                                "MatMul 8,16;16,4. It is the input, neither the device nor an operator."));
        // A shape in the place of another one.
        shapes = others;
        shapes.push_back({QStringLiteral("MatMul"), QStringLiteral("8,8;8,4"), 200, 0, 10, 0});
        shapes.push_back({QStringLiteral("MatMul"), QStringLiteral("8,32;32,4"), 0, 490, 0, 10});
        QCOMPARE(slowdownCauseOf(shapes).kind, SlowdownKind::Shapes);
        // Both shapes twice as slow: the operator.
        shapes = others;
        shapes.push_back(pair("MatMul", 100, 245, "8,16;16,4"));
        shapes.push_back(pair("MatMul", 100, 245, "8,8;8,4"));
        QCOMPARE(slowdownCauseOf(shapes).kind, SlowdownKind::Operators);
    }

    // 1000 against 1900: all that became longer has other shapes, 1800 of 1900 (94.7 %), and takes 900 longer; what
    // kept its shape, 100 of 1000, takes as long.
    void otherShapesAreTheInput()
    {
        const auto grown = [](const char *type, qint64 ns) {
            return std::vector<OperatorPair>{{QString::fromLatin1(type), QStringLiteral("1024"), ns, 0, 10, 0},
                                             {QString::fromLatin1(type), QStringLiteral("2048"), 0, 2 * ns, 0, 10}};
        };
        std::vector<OperatorPair> all;
        for (const auto &pairs : {grown("MatMul", 500), grown("Add", 200), grown("Mul", 200)})
            all.insert(all.end(), pairs.begin(), pairs.end());
        SlowdownCause s = slowdownCauseOf(all);
        QCOMPARE(cells(s.kind, s.strange, s.sameFactor), cells(SlowdownKind::Input, 1.0, 0.0));
        QCOMPARE(
            slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
            QStringLiteral("The input differs: 100 % of the time of rank 5 is in input shapes that rank 4 does not "
                           "have. Such shapes and numbers of calls make up 100 % of the difference, which says "
                           "nothing about the device or an operator."));
        all.push_back(pair("Cast", 100, 100, "8"));
        s = slowdownCauseOf(all);
        QCOMPARE(cells(s.kind, s.share), cells(SlowdownKind::Input, 1.0));
        QVERIFY(std::abs(s.strange - 1800.0 / 1900) < 1e-9);
        QCOMPARE(s.sameFactor, 1.0);
        QVERIFY(slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5"))
                    .english()
                    .startsWith(QLatin1String("The input differs: 95 % of the time of rank 5")));
        QVERIFY(slowdownCauseOf(swapped(all)).ofBase);
        QCOMPARE(slowdownCauseOf(swapped(all)).kind, SlowdownKind::Input);
        // Without shapes nothing tells the input from the device.
        for (OperatorPair &p : all)
            p.shapes.clear();
        QVERIFY(!slowdownCauseOf(all).isOfInput());
    }

    // 1000 against 1980: twice the calls of the same shapes, each of which takes 0.99 times as long.
    void moreCallsAreTheInput()
    {
        std::vector<OperatorPair> all;
        for (const auto &[type, ns] : {std::pair("MatMul", 600), std::pair("Add", 200), std::pair("Mul", 200)}) {
            OperatorPair p = pair(type, ns, ns * 198 / 100, "8");
            p.otherCalls = 2 * p.baseCalls;
            all.push_back(p);
        }
        const SlowdownCause s = slowdownCauseOf(all);
        QCOMPARE(cells(s.kind, s.isOfCalls()), cells(SlowdownKind::Input, true));
        QVERIFY(std::abs(s.factor - 1.98) < 1e-9);
        QVERIFY(std::abs(s.sameFactor - 0.99) < 1e-9);
        QCOMPARE(
            slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
            QStringLiteral("The input differs: rank 5 runs operators with the same input shapes more often than "
                           "rank 4, which makes up 100 % of the difference. Per call they take 0.99 times as long."));
    }

    // Some shapes differ, as they do from batch to batch; what both have takes 1.5 times as long, the whole 1.5 times.
    void shapesOnOneSideAreNoDevice()
    {
        std::vector<OperatorPair> all{pair("MatMul", 400, 600, "8"),
                                      pair("Add", 200, 300, "8"),
                                      {QStringLiteral("MatMul"), QStringLiteral("9"), 400, 0, 10, 0},
                                      {QStringLiteral("MatMul"), QStringLiteral("10"), 0, 600, 0, 10}};
        SlowdownCause s = slowdownCauseOf(all);
        QCOMPARE(cells(s.kind, s.sameFactor), cells(SlowdownKind::Device, 1.5));
        // The same take 1.04 times as long, by one factor each, the whole 1.5 times: not the device.
        all[0].otherNs = 416;
        all[1].otherNs = 208;
        all[3].otherNs = 876;
        s = slowdownCauseOf(all);
        QCOMPARE(s.factor, 1.5);
        QVERIFY(s.kind != SlowdownKind::Device);
        QVERIFY(s.isOfInput());
        // A type that only one side has is no other input.
        const std::vector<OperatorPair> fused{pair("Add", 500, 500, "8"),
                                              {QStringLiteral("Fused"), QStringLiteral("8"), 0, 500, 0, 10}};
        QVERIFY(!slowdownCauseOf(fused).isOfInput());
        // 1000 against 1300, Adam with a tenth of the time 1.1 times: not all types.
        s = slowdownCauseOf({pair("MatMul", 700, 910), pair("Add", 200, 280), pair("Adam", 100, 110)});
        QCOMPARE(cells(s.kind, s.isOfAll()), cells(SlowdownKind::Device, false));
        QCOMPARE(
            slowdownCausePhrase(s, QStringLiteral("rank 4"), QStringLiteral("rank 5")).english(),
            QStringLiteral("Most types of operators, with 90 % of the time, take about 1.30 times as long on rank 5 as "
                           "on rank 4: the device is slow, not an operator."));
    }

    void neitherOneNorTheOther()
    {
        QCOMPARE(slowdownCauseOf({}).kind, SlowdownKind::None);
        QCOMPARE(slowdownCauseOf({pair("MatMul", 0, 100), pair("Add", 0, 10)}).kind, SlowdownKind::None);
        QCOMPARE(slowdownCauseOf({pair("MatMul", 1000, 1020), pair("Add", 1000, 1020)}).kind, SlowdownKind::None);
        QVERIFY(slowdownCausePhrase({}, {}, {}).isEmpty());
    }

    // Communication is longer on who waits: it is left out. A window leaves out what is not in it.
    void twoRanks()
    {
        const auto rank = [](int number, qint64 factor, qint64 waitNs) {
            TinyRank r(number);
            r.kernelRow("mm_1", "MatMul", "AI_CORE", "2,3;3,4", 100, 100 * factor);
            r.kernelRow("add_1", "Add", "AI_VECTOR_CORE", "2,3", 2000, 50 * factor);
            r.kernelRow("hcom_allReduce__271_0_1", "hcom_allReduce_", "HCCL", "", 3000, waitNs);
            r.kernelRow("mm_2", "MatMul", "AI_CORE", "2,3;3,4", 9000, 100);
            return r.finish();
        };
        const auto base = rank(0, 1, 900);
        const auto slow = rank(1, 2, 100);
        CompareQuery query;
        query.baseWindow = query.otherWindow = Interval{0, 5000};
        const SlowdownCause s = rankSlowdownCause(*base, *slow, query);
        QCOMPARE(cells(s.kind, s.ofBase, s.factor), cells(SlowdownKind::Device, false, 2.0));
        QCOMPARE(rankSlowdownCause(*base, *rank(2, 1, 100), {}).kind, SlowdownKind::None);
        QCOMPARE(rankSlowdownCause(*base, RankData(), {}).kind, SlowdownKind::None);
    }

    // One type of nine takes twice as long: of one step and of two nobody can tell whether by chance, of three one can.
    void fewStepsMayBeChance()
    {
        const auto rank = [](int number, int steps, qint64 factor) {
            TinyRank r(number);
            for (int i = 0; i < steps; ++i) {
                const qint64 start = 1'000'000 * (i + 1);
                r.step(i, start, 900'000);
                for (int type = 0; type < 9; ++type) {
                    const std::string name = "Type" + std::to_string(type);
                    const qint64 ns = 50'000 * (type == 4 ? factor : 1);
                    r.kernel(name, start + 1'000 + type * 100'000, ns);
                    r.kernelRow(name, name, "AI_CORE", "2,3", start + 1'000 + type * 100'000, ns);
                }
            }
            return r.finish();
        };
        for (const int steps : {1, 2, 3}) {
            const SlowdownCause s = rankSlowdownCause(*rank(0, steps, 1), *rank(1, steps, 2), {});
            QCOMPARE(cells(s.kind, s.areStepsFew), cells(SlowdownKind::Operators, steps < 3));
            const QString said = slowdownCausePhrase(s, QStringLiteral("rank 0"), QStringLiteral("rank 1")).english();
            QCOMPARE(said.endsWith(QLatin1String("It is an operator, not the device.")), steps == 3);
            QCOMPARE(said.endsWith(QLatin1String("fewer than three steps, so it may be chance.")), steps < 3);
        }
    }

    // Five steps of 100 and 50 us; on the slow rank both types take 3 times as long in step 3. All together 1050 us
    // against 750, by one factor: 1.4. Of the 300 us all are in step 3.
    void oneStepIsNoDevice()
    {
        const auto rank = [](int number, int slowStep, qint64 factor, int alsoSlow) {
            TinyRank r(number);
            for (int i = 0; i < 5; ++i) {
                const qint64 start = 1'000'000 * (i + 1);
                const qint64 times = i == slowStep || i == alsoSlow ? factor : 1;
                r.step(i, start, 900'000);
                r.kernel("mm", start + 1'000, 100'000 * times);
                r.kernelRow("mm", "MatMul", "AI_CORE", "2,3", start + 1'000, 100'000 * times);
                r.kernel("add", start + 500'000, 50'000 * times);
                r.kernelRow("add", "Add", "AI_VECTOR_CORE", "2,3", start + 500'000, 50'000 * times);
            }
            return r.finish();
        };
        const auto base = rank(0, -1, 1, -1);
        const auto slow = rank(1, 3, 3, -1);
        const SlowdownCause s = rankSlowdownCause(*base, *slow, {});
        QCOMPARE(cells(s.kind, s.few, s.share, s.moreNs), cells(SlowdownKind::Steps, "3", 1.0, 300'000));
        QVERIFY(!s.ofBase && rankSlowdownCause(*slow, *base, {}).ofBase);
        QCOMPARE(slowdownCausePhrase(s, QStringLiteral("rank 0"), QStringLiteral("rank 1")).english(),
                 QStringLiteral("rank 1 takes longer than rank 0 in one step only: 100 % of it is in step 3. Neither "
                                "the device nor an operator is slow in general; compare that step to find the cause."));
        const SlowdownCause two = rankSlowdownCause(*base, *rank(1, 3, 3, 1), {});
        QCOMPARE(two.kind, SlowdownKind::Steps);
        QVERIFY(slowdownCausePhrase(two, QStringLiteral("a"), QStringLiteral("b"))
                    .english()
                    .contains(QLatin1String("steps 1, 3")));
        // A comparison of that step alone has its own cause.
        CompareQuery step;
        step.baseWindow = step.otherWindow = Interval{4'000'000, 4'900'000};
        QCOMPARE(rankSlowdownCause(*base, *slow, step).kind, SlowdownKind::Device);
        // Both are slow there: the rest tells.
        QCOMPARE(rankSlowdownCause(*slow, *slow, {}).kind, SlowdownKind::None);
    }

    void lostTypesTellNothing_data()
    {
        const Scenarios<std::vector<OperatorPair>, bool, SlowdownKind> row;
        using Pairs = std::vector<OperatorPair>;
        row("all of one side", Pairs{pair("MatMul", 700, 0), pair("Add", 200, 0), pair(MissingName, 0, 1300)}, true,
            SlowdownKind::None);
        row("empty", Pairs{pair("MatMul", 700, 0), pair("Add", 200, 0), pair("", 0, 1300)}, true, SlowdownKind::None);
        // 100 that are lost cannot be the 700 by which MatMul is longer.
        row("a little",
            Pairs{pair("MatMul", 500, 1200), pair("Add", 200, 200), pair("Cast", 200, 200), pair("Mul", 200, 200),
                  pair(MissingName, 0, 100)},
            false, SlowdownKind::Operators);
        row("nothing", Pairs{pair("MatMul", 700, 910), pair("Add", 200, 270), pair("Cast", 100, 120)}, false,
            SlowdownKind::Device);
    }

    void lostTypesTellNothing()
    {
        const auto [pairs, mayBeAll, kind] = scenario<std::vector<OperatorPair>, bool, SlowdownKind>();
        QCOMPARE(lostTypes(pairs).mayBeAll, mayBeAll);
        QVERIFY(!lostTypes(pairs).ofBase);
        QCOMPARE(lostTypes(swapped(pairs)).ofBase,
                 std::any_of(pairs.begin(), pairs.end(), [](const OperatorPair &p) { return isMissingName(p.type); }));
        QCOMPARE(slowdownCauseOf(pairs).kind, kind);
        QVERIFY(!slowdownCauseOf(pairs).few.contains(QLatin1String(MissingName)));
    }
};

RS_TEST(TestSlowdownCause, QCoreApplication);
#include "tst_slowdowncause.moc"
