// SPDX-License-Identifier: Apache-2.0
// Sums of msprof-analyze's recipes by hand.
#include "analysis/recipes/recipesums.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/kernelfixture.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOf(const std::shared_ptr<const Table> &kernels, int rank)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->kernels = kernels;
    return out;
}

} // namespace

class TestRecipeSums : public QObject
{
    Q_OBJECT
private slots:
    void describedByHand()
    {
        // 1, 2, 4, 9: mean 4, squares 9 + 4 + 0 + 25 = 38 over 3; quartiles at places 0.75, 1.5 and 2.25.
        const Described four = describe({9, 1, 4, 2});
        QCOMPARE(cells(four.count, four.meanNs, *four.deviationNs, four.leastNs, four.q1Ns, four.medianNs, four.q3Ns,
                       four.mostNs, four.sumNs),
                 cells(4, 4.0, std::sqrt(38.0 / 3), 1, 1.75, 3.0, 5.25, 9, 16));
        const Described one = describe({7});
        QVERIFY(!one.deviationNs);
        QVERIFY(one.q1Ns == 7 && one.medianNs == 7 && one.q3Ns == 7 && one.meanNs == 7);
    }

    void groupsByHand()
    {
        const auto kernels = [](qint64 more) {
            return kernelTable({
                {{"1", "MatMul1", "MatMul", "AI_CORE", "\"2,3;3,4\"", 0, 100 + more, {}, {}}, {}},
                {{"1", "MatMul2", "MatMul", "AI_CORE", "8,8;8,8", 200, 50, {}, {}}, {}},
                {{"1", "Add1", "Add", "AI_VECTOR_CORE", "2,3", 300, 20, {}, {}}, {}},
                {{"1", "hcom_allReduce__271_0_1", "hcom_allReduce_", "HCCL", "", 400, 500 - more, {}, {}}, {}},
            });
        };
        const Run run = makeRun({rankOf(kernels(0), 0), rankOf(kernels(10), 1)});
        const auto all = recipeSums(run, RecipeSum::ComputeAll);
        QCOMPARE(all.size(), size_t(2));
        QVERIFY(all[0].type == u"MatMul" && all[0].core == u"AI_CORE" && all[0].time.count == 4);
        QCOMPARE(cells(all[0].time.sumNs, all[1].time.sumNs), cells(310, 40));
        const auto types = recipeSums(run, RecipeSum::ComputeByType);
        QCOMPARE(types.size(), size_t(4));
        QVERIFY(types[0].rankIndex == 1 && types[0].time.sumNs == 160);
        QVERIFY(types[1].rankIndex == 0 && types[1].time.sumNs == 150);
        const auto names = recipeSums(run, RecipeSum::ComputeByName);
        QCOMPARE(names.size(), size_t(6));
        QVERIFY(names[0].name == u"MatMul1" && names[0].shapes == u"2,3;3,4" && names[0].rankIndex == 1);
        const auto collectives = recipeSums(run, RecipeSum::CollectiveByRank);
        QCOMPARE(collectives.size(), size_t(2));
        QVERIFY(collectives[0].type == u"hcom_allReduce_" && collectives[0].time.sumNs == 500);
        const auto top = recipeSums(run, RecipeSum::CollectiveTop);
        QCOMPARE(top.size(), size_t(1));
        QVERIFY(top[0].name == u"hcom_allReduce__271_0_1" && top[0].leastRank == 1 && top[0].mostRank == 0);
        QCOMPARE(top[0].time.meanNs, 495.0);
    }

    void aCancelledSumIsEmpty()
    {
        const Run run = makeRun({rankOf(kernelTable({{{"1", "A", "A", "AI_CORE", "2", 0, 1, {}, {}}, {}}}), 0)});
        const JobContext job;
        job.cancel();
        QVERIFY(recipeSums(run, RecipeSum::ComputeAll, job).empty());
    }
};

RS_TEST(TestRecipeSums, QCoreApplication);
#include "tst_recipesums.moc"
