// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/stepmerge.h"
#include "support/cells.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

MatrixCell cell(const char *step, int source, int destination, std::optional<double> sizeMb, double timeMs)
{
    MatrixCell c{.step = QLatin1String(step),
                 .domainHash = QStringLiteral("77"),
                 .op = QStringLiteral("allreduce-top1"),
                 .source = source,
                 .destination = destination,
                 .global = true,
                 .transport = QStringLiteral("HCCS"),
                 .sizeMb = sizeMb,
                 .timeMs = timeMs,
                 .bandwidthGbs = 17};
    c.opName = QStringLiteral("hcom_allReduce__77_") + c.step;
    return c;
}

} // namespace

class TestStepMerge : public QObject
{
    Q_OBJECT
private slots:
    // 8 MB in 1 ms and 4 MB in 2 ms are 12 MB in 3 ms.
    void sizesAndTimesAreSummed()
    {
        std::vector<MatrixCell> matrix = {cell("1", 0, 1, 8, 1), cell("1", 1, 0, 6, 2), cell("2", 0, 1, 4, 2)};
        matrix[2].transport = QStringLiteral("RDMA");
        const std::vector<MergedLink> sum = mergeSteps(matrix, {});
        QCOMPARE(sum.size(), size_t(2));
        QCOMPARE(cells(sum[0].longest, sum[1].longest), cells(2, 1));
        const MatrixCell &both = sum[0].cell;
        QCOMPARE(cells(both.sizeMb, both.timeMs, both.bandwidthGbs, both.transport),
                 cells(12.0, 3.0, 4.0, "HCCS + RDMA"));
        QCOMPARE(sum[0].steps, 2);
        QVERIFY(both.step.isEmpty() && both.opName.isEmpty());
        const MatrixCell &one = sum[1].cell;
        QCOMPARE(sum[1].steps, 1);
        QCOMPARE(one.bandwidthGbs, std::optional(17.0)); // as its file says
        QCOMPARE(one.opName, QStringLiteral("hcom_allReduce__77_1"));
    }

    void whatALinkIsMadeOfIsKnown()
    {
        const std::vector<MatrixCell> matrix = {cell("1", 0, 1, 8, 1), cell("1", 1, 0, 6, 2), cell("2", 0, 1, 4, 2)};
        const std::vector<const MatrixCell *> all = {&matrix[0], &matrix[1], &matrix[2]};
        MergeParts parts;
        QCOMPARE(mergeSteps(all, {true, false}, JobContext(), parts).size(), size_t(2));
        QCOMPARE(cells(parts.linkOf, parts.ofSteps), cells("0,1,0", "2,2"));
        QCOMPARE(mergeSteps(all, {false, false}, JobContext(), parts).size(), size_t(2));
        QCOMPARE(parts.ofSteps, (std::vector<int>{1, 1}));
    }

    // Half for 1 ms and all for 3 ms: (0.5 + 3) / 4.
    void sharesAreWeighedByTime()
    {
        ShareSum sum;
        QVERIFY(!sum.share());
        sum.add(0.5, 1);
        QCOMPARE(sum.share(), std::optional(0.5));
        sum.add(1, 3);
        QCOMPARE(sum.share(), std::optional(0.875));
        QCOMPARE(transportsOf(joinedTransports(QStringLiteral("HCCS"), QStringLiteral("RDMA"))), texts("HCCS", "RDMA"));
        // A part that names none adds none.
        for (const auto &[one, other] : {std::pair("HCCS", ""), std::pair("", "HCCS")})
            QCOMPARE(joinedTransports(QLatin1String(one), QLatin1String(other)), QStringLiteral("HCCS"));
    }

    // 0 to 1 carries 8 MB here and 6 MB there; the links back stand in one of the runs alone, and so does step 2.
    void linksOfTwoRunsArePaired()
    {
        std::vector<MergedLink> links{
            {cell("1", 0, 1, 8, 1), 1, 0}, {cell("2", 0, 1, 9, 1), 1, 0}, {cell("1", 1, 0, 8, 1), 1, 0}};
        const std::vector<MergedLink> others{{cell("1", 2, 0, 5, 1), 1, 0}, {cell("1", 0, 1, 6, 2), 1, 0}};
        pairLinks(links, others, {true, true});
        QVERIFY(links[0].other && !links[1].other && !links[2].other);
        QCOMPARE(cells(links[0].other->sizeMb, links[0].other->timeMs, links[0].other->bandwidthGbs),
                 cells(6.0, 2.0, 17.0));
        // If the runs name their steps otherwise, the sums over all steps are compared.
        pairLinks(links, others, {false, true});
        QVERIFY(links[1].other && !links[2].other);
        // By the operator, the domain and whether its ends are ranks.
        MatrixCell &c = links[0].cell;
        c.op = QStringLiteral("broadcast-top1");
        pairLinks(links, others, {true, true});
        QVERIFY(!links[0].other);
        pairLinks(links, others, {true, true, false});
        QVERIFY(links[0].other);
        c.domain = QStringLiteral("tp:(0,1)");
        pairLinks(links, others, {true, true, false});
        QVERIFY(!links[0].other);
        pairLinks(links, others, {true, false, false});
        QVERIFY(links[0].other);
        c.global = false;
        pairLinks(links, others, {true, false, false});
        QVERIFY(!links[0].other);
    }

    void aMeanIsOverTheStepsOfTheOperator()
    {
        std::vector<MatrixCell> matrix = {cell("1", 0, 1, 8, 1), cell("2", 0, 1, 4, 2), cell("2", 1, 0, 6, 2)};
        matrix.push_back(cell("3", 0, 1, 5, 5));
        matrix.back().op = QStringLiteral("broadcast-top1");
        std::vector<MergedLink> mean = mergeSteps(matrix, {true});
        QCOMPARE(mean.size(), size_t(3));
        QCOMPARE(cells(mean[0].cell.sizeMb, mean[0].cell.timeMs, mean[0].cell.bandwidthGbs), cells(6.0, 1.5, 4.0));
        QCOMPARE(mean[1].cell.sizeMb, std::optional(3.0)); // nothing crossed it in step 1
        QCOMPARE(cells(mean[1].steps, mean[2].cell.sizeMb), cells(1, 5.0));
        // Links that are left out count as steps all the same.
        mean = mergeSteps(matrix, {true, false, false, [](const MatrixCell &c) { return c.source == 1; }});
        QCOMPARE(mean.size(), size_t(1));
        QCOMPARE(mean[0].cell.sizeMb, std::optional(3.0));
    }

    void whatNoFileSaysIsNotSummed()
    {
        const std::vector<MatrixCell> matrix = {cell("1", 0, 1, 8, 1), cell("2", 0, 1, std::nullopt, 2)};
        const std::vector<MergedLink> sum = mergeSteps(matrix, {true});
        QVERIFY(!sum[0].cell.sizeMb);
        QVERIFY(!sum[0].cell.bandwidthGbs);
        QCOMPARE(sum[0].cell.timeMs, std::optional(1.5));
    }

    void domainsAndOperatorsStayApart()
    {
        std::vector<MatrixCell> matrix = {cell("1", 0, 1, 8, 1), cell("2", 0, 1, 4, 2), cell("2", 0, 1, 2, 1)};
        matrix[1].domainHash = QStringLiteral("78");
        matrix[2].statistic = matrix[2].op = QStringLiteral("allreduce-bottom1");
        matrix[0].opName = matrix[2].opName;
        QCOMPARE(mergeSteps(matrix, {}).size(), size_t(3));
        const std::vector<MergedLink> named = mergeSteps(matrix, {false, false, true});
        QCOMPARE(named.size(), size_t(2));
        QCOMPARE(cells(named[0].cell.op, named[0].cell.sizeMb), cells(matrix[2].opName, 10.0));
    }

    // As the matrix of all domains has them.
    void domainsAreSummedWhereThatIsAskedFor()
    {
        std::vector<MatrixCell> matrix = {cell("1", 0, 1, 8, 1), cell("1", 0, 1, 4, 2), cell("2", 0, 1, 2, 1)};
        matrix[0].domain = matrix[2].domain = QStringLiteral("tp:(0,1)");
        matrix[1].domain = QStringLiteral("dp:(0,1,2)");
        matrix[1].domainHash = QStringLiteral("78");
        std::vector<MergedLink> sum = mergeSteps(matrix, {false, true});
        QCOMPARE(sum.size(), size_t(1));
        QCOMPARE(cells(sum[0].cell.sizeMb, sum[0].cell.bandwidthGbs, sum[0].cell.domain, sum[0].steps),
                 cells(14.0, 3.5, "tp:(0,1); dp:(0,1,2)", 2));
        matrix.pop_back();
        sum = mergeSteps(matrix, {false, true});
        QCOMPARE(cells(sum[0].steps, sum[0].cell.step), cells(1, "1"));
        // Indices inside groups are other ranks in each.
        matrix[0].global = matrix[1].global = false;
        QCOMPARE(mergeSteps(matrix, {false, true}).size(), size_t(2));
    }
};

RS_TEST(TestStepMerge, QCoreApplication);
#include "tst_stepmerge.moc"
