// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/linkpairs.h"
#include "analysis/links/mergeparts.h"
#include "analysis/links/stepmerge.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;

namespace {

MatrixCell cell(const char *step, int source, int destination, std::optional<double> sizeMb, double timeMs)
{
    MatrixCell c;
    c.step = QLatin1String(step);
    c.domainHash = QStringLiteral("77");
    c.op = QStringLiteral("allreduce-top1");
    c.source = source;
    c.destination = destination;
    c.global = true;
    c.transport = QStringLiteral("HCCS");
    c.sizeMb = sizeMb;
    c.timeMs = timeMs;
    c.bandwidthGbs = 17;
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
        std::vector<MatrixCell> cells = {cell("1", 0, 1, 8, 1), cell("1", 1, 0, 6, 2), cell("2", 0, 1, 4, 2)};
        cells[2].transport = QStringLiteral("RDMA");
        const std::vector<MergedLink> sum = mergeSteps(cells, {});
        QCOMPARE(sum.size(), size_t(2));
        QCOMPARE(sum[0].longest, size_t(2));
        QCOMPARE(sum[1].longest, size_t(1));
        const MatrixCell &both = sum[0].cell;
        QCOMPARE(both.sizeMb, std::optional(12.0));
        QCOMPARE(both.timeMs, std::optional(3.0));
        QCOMPARE(both.bandwidthGbs, std::optional(4.0));
        QCOMPARE(both.transport, QStringLiteral("HCCS + RDMA"));
        QCOMPARE(sum[0].steps, 2);
        QVERIFY(both.step.isEmpty() && both.opName.isEmpty());
        const MatrixCell &one = sum[1].cell;
        QCOMPARE(sum[1].steps, 1);
        QCOMPARE(one.bandwidthGbs, std::optional(17.0)); // as its file says
        QCOMPARE(one.opName, QStringLiteral("hcom_allReduce__77_1"));
    }

    void whatALinkIsMadeOfIsKnown()
    {
        const std::vector<MatrixCell> cells = {cell("1", 0, 1, 8, 1), cell("1", 1, 0, 6, 2), cell("2", 0, 1, 4, 2)};
        const std::vector<const MatrixCell *> all = {&cells[0], &cells[1], &cells[2]};
        MergeParts parts;
        QCOMPARE(mergeSteps(all, {true, false}, JobContext(), parts).size(), size_t(2));
        QCOMPARE(parts.linkOf, (std::vector<size_t>{0, 1, 0}));
        QCOMPARE(parts.ofSteps, (std::vector<int>{2, 2}));
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
        QCOMPARE(transportsOf(joinedTransports(QStringLiteral("HCCS"), QStringLiteral("RDMA"))),
                 (QStringList{QStringLiteral("HCCS"), QStringLiteral("RDMA")}));
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
        QCOMPARE(links[0].other->sizeMb, std::optional(6.0));
        QCOMPARE(links[0].other->timeMs, std::optional(2.0));
        QCOMPARE(links[0].other->bandwidthGbs, std::optional(17.0));
        // Where the steps of the runs are called otherwise, both are what all of them carry.
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
        std::vector<MatrixCell> cells = {cell("1", 0, 1, 8, 1), cell("2", 0, 1, 4, 2), cell("2", 1, 0, 6, 2)};
        cells.push_back(cell("3", 0, 1, 5, 5));
        cells.back().op = QStringLiteral("broadcast-top1");
        std::vector<MergedLink> mean = mergeSteps(cells, {true});
        QCOMPARE(mean.size(), size_t(3));
        QCOMPARE(mean[0].cell.sizeMb, std::optional(6.0));
        QCOMPARE(mean[0].cell.timeMs, std::optional(1.5));
        QCOMPARE(mean[0].cell.bandwidthGbs, std::optional(4.0));
        QCOMPARE(mean[1].cell.sizeMb, std::optional(3.0)); // nothing crossed it in step 1
        QCOMPARE(mean[1].steps, 1);
        QCOMPARE(mean[2].cell.sizeMb, std::optional(5.0));
        // Links that are left out count as steps all the same.
        mean = mergeSteps(cells, {true, false, false, [](const MatrixCell &c) { return c.source == 1; }});
        QCOMPARE(mean.size(), size_t(1));
        QCOMPARE(mean[0].cell.sizeMb, std::optional(3.0));
    }

    void whatNoFileSaysIsNotSummed()
    {
        const std::vector<MatrixCell> cells = {cell("1", 0, 1, 8, 1), cell("2", 0, 1, std::nullopt, 2)};
        const std::vector<MergedLink> sum = mergeSteps(cells, {true});
        QVERIFY(!sum[0].cell.sizeMb);
        QVERIFY(!sum[0].cell.bandwidthGbs);
        QCOMPARE(sum[0].cell.timeMs, std::optional(1.5));
    }

    void domainsAndOperatorsStayApart()
    {
        std::vector<MatrixCell> cells = {cell("1", 0, 1, 8, 1), cell("2", 0, 1, 4, 2), cell("2", 0, 1, 2, 1)};
        cells[1].domainHash = QStringLiteral("78");
        cells[2].statistic = cells[2].op = QStringLiteral("allreduce-bottom1");
        cells[0].opName = cells[2].opName;
        QCOMPARE(mergeSteps(cells, {}).size(), size_t(3));
        const std::vector<MergedLink> named = mergeSteps(cells, {false, false, true});
        QCOMPARE(named.size(), size_t(2));
        QCOMPARE(named[0].cell.op, cells[2].opName);
        QCOMPARE(named[0].cell.sizeMb, std::optional(10.0));
    }

    // As the matrix of all domains has them.
    void domainsAreSummedWhereThatIsAskedFor()
    {
        std::vector<MatrixCell> cells = {cell("1", 0, 1, 8, 1), cell("1", 0, 1, 4, 2), cell("2", 0, 1, 2, 1)};
        cells[0].domain = cells[2].domain = QStringLiteral("tp:(0,1)");
        cells[1].domain = QStringLiteral("dp:(0,1,2)");
        cells[1].domainHash = QStringLiteral("78");
        std::vector<MergedLink> sum = mergeSteps(cells, {false, true});
        QCOMPARE(sum.size(), size_t(1));
        QCOMPARE(sum[0].cell.sizeMb, std::optional(14.0));
        QCOMPARE(sum[0].cell.bandwidthGbs, std::optional(3.5));
        QCOMPARE(sum[0].cell.domain, QStringLiteral("tp:(0,1); dp:(0,1,2)"));
        QCOMPARE(sum[0].steps, 2);
        cells.pop_back();
        sum = mergeSteps(cells, {false, true});
        QCOMPARE(sum[0].steps, 1);
        QCOMPARE(sum[0].cell.step, QStringLiteral("1"));
        // Indices inside groups are other ranks in each.
        cells[0].global = cells[1].global = false;
        QCOMPARE(mergeSteps(cells, {false, true}).size(), size_t(2));
    }
};

RS_TEST(TestStepMerge, QCoreApplication);
#include "tst_stepmerge.moc"
