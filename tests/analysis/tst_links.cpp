// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/linkcostmodel.h"
#include "analysis/links/linkrows.h"
#include "analysis/links/linksteps.h"
#include "analysis/recipes/linkrecipe.h"

#include "linkruns.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <cmath>
#include <string>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

CommOp op(const QString &name, qint64 packets, std::optional<double> large)
{
    CommOp o{.step = QStringLiteral("5"), .name = name, .groupHash = dp};
    TransportInfo t{
        .transport = hccs, .sizeMb = 1, .timeMs = 1, .largePacketRatio = large, .packets = {{1, packets, 1}}};
    o.transports = {t};
    return o;
}

// Ranks 0 to `ranks` - 1 of one domain, each with links to the others: 40 MB by two operators in 4 ms, rank 0 to 1 in
// 8 ms.
Run ranksOfADomain(int ranks)
{
    GroupInfo g{.commName = QStringLiteral("group_name_17")};
    g.hash = groupHash(g.commName);
    g.pgName = QStringLiteral("dp");
    std::vector<std::shared_ptr<const RankData>> out;
    for (int r = 0; r < ranks; ++r)
        g.globalRanks.push_back(r);
    for (int r = 0; r < ranks; ++r) {
        TinyRank t(r);
        t.data.groups = {g};
        t.links.push_back(link(QStringLiteral("total"), r, r, 40, 0.1));
        for (int other = 0; other < ranks; ++other) {
            if (other == r)
                continue;
            const double time = r == 0 && other == 1 ? 8 : 4;
            t.links.push_back(link(QStringLiteral("total"), r, other, 40, time));
            t.links.push_back(link(QStringLiteral("top1"), r, other, 25, time / 2));
        }
        t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 30, 0.5),
                     op(QStringLiteral("hcom_allReduce__534_1_1"), 10, 0.1),
                     op(QStringLiteral("hcom_allGather__534_2_1"), 7, 1)};
        out.push_back(t.finish());
    }
    return makeRun(out);
}

// As the reader of hccl_raw_*.csv gives it: what comes in to the rank of the file.
MatrixLink linkOfFile(const QString &key, int source, int destination, double mb)
{
    MatrixLink l{.step = QStringLiteral("1"),
                 .key = key,
                 .source = source,
                 .destination = destination,
                 .globalRanks = true,
                 .ownerRank = destination,
                 .transport = QStringLiteral("SDMA"),
                 .sizeMb = mb,
                 .timeMs = mb / 20};
    if (key != TotalOp) {
        l.opName = key;
        l.p2p = key.startsWith(QLatin1String("Receive"));
    }
    return l;
}

CommOp operatorOfFile(const QString &name, std::optional<double> transitMs)
{
    return timedOp({.step = QStringLiteral("1"), .name = name}, {.transitMs = transitMs});
}

QStringList callsOfLinks(const Run &run)
{
    QStringList out;
    for (const LinkRow &r : linkRows(run))
        out << QStringLiteral("%1 %2-%3: %4 of %5")
                   .arg(r.cell.op)
                   .arg(r.cell.source)
                   .arg(r.cell.destination)
                   .arg(r.calls.value_or(-1))
                   .arg(r.messageMb.value_or(-1));
    return out;
}

} // namespace

/// Transfers of single links, compared with links of their type.
class TestLinks : public QObject
{
    Q_OBJECT
private slots:
    // A row for each operator by its name: two large ones of the usual time, and a small one of 0.1 ms, five times of
    // that between ranks 0 and 1.
    void matricesOf2023HaveSingleOperators()
    {
        Run run;
        std::vector<MatrixLink> links;
        std::vector<CommOp> ops;
        for (int n = 0; n < 3; ++n) {
            const QString name = QStringLiteral("hcom_allReduce__534_%1_1").arg(n);
            const double mb = n == 2 ? 0.008 : 4;
            for (int a = 0; a < 4; ++a) {
                ops.push_back(op(name, n + 1, 0.5));
                ops.back().rank = a;
                for (int b = 0; b < 4; ++b) {
                    if (a == b)
                        continue;
                    const double factor = a + b == 1 && n == 2 ? 5 : 1;
                    links.push_back(link(QString(), a, b, mb, (n == 2 ? 0.1 : usual(mb)) * factor));
                    links.back().key = name;
                    links.back().globalRanks = true;
                }
            }
        }
        run.cluster.links = MatrixLinks(links);
        run.cluster.commOps = CommOps(ops);
        for (const LinkRow &r : linkRows(run)) {
            QVERIFY(r.cell.op == TotalOp || r.cell.op.startsWith(QLatin1String("hcom_")));
            const bool total = r.cell.op == TotalOp;
            QCOMPARE(r.calls, std::optional<qint64>(total ? 3 : 1));
            // 1 + 2 + 3 packets.
            QCOMPARE(r.packets, std::optional<qint64>(total ? 6 : r.cell.op.at(r.cell.op.size() - 3).digitValue() + 1));
        }
        const LinkJudgement judgement = judgeLinks(run);
        QCOMPARE(judgement.faults.size(), size_t(1));
        QCOMPARE(judgement.faults.front().kind, LinkFaultKind::Link);
        const LinkFault &fault = judgement.faults.front();
        QVERIFY(fault.source + fault.destination == 1);
        for (const SlowLink &slow : slowLinksOf(judgement)) {
            QCOMPARE(slow.link.messageMb, std::optional(0.008));
            QVERIFY(std::abs(slow.judged.ratio - 5) < 1e-6); // of its like, however far the line is from all of them
        }
    }

    // Rank 0 receives 12 MB from rank 1 of the other stage, which receives and sends more often itself, and so has
    // another number of operators than the link.
    void linksOfOldFilesNameTheirOperators()
    {
        TinyRank receiver(0);
        receiver.links = {linkOfFile(TotalOp, 1, 0, 20), linkOfFile(QStringLiteral("Receive-op1"), 1, 0, 12),
                          linkOfFile(QStringLiteral("AllReduce-op2"), 1, 0, 8)};
        receiver.commOps = {operatorOfFile(QStringLiteral("Receive-op1"), 1),
                            operatorOfFile(QStringLiteral("AllReduce-op2"), 1),
                            operatorOfFile(QStringLiteral("Send-op3"), 1)};
        TinyRank sender(1);
        for (int i = 0; i < 5; ++i)
            sender.commOps.push_back(operatorOfFile(QStringLiteral("Receive-op%1").arg(i + 10), 1));
        QCOMPARE(callsOfLinks(makeRun({receiver.finish(), sender.finish()})),
                 texts("AllReduce-op2 1-0: 1 of 8", "Receive-op1 1-0: 1 of 12", "Total Op Info 1-0: 2 of 10"));
    }

    // The version of r1.3 adds links up over a step; that another file knows when operators ran does not say who used
    // them.
    void sumsOfOldFilesTellNoOperators()
    {
        TinyRank t(0);
        t.links = {linkOfFile(TotalOp, 1, 0, 20)};
        t.commOps = {operatorOfFile(TotalOp, 1), operatorOfFile(QStringLiteral("AllReduce-op2"), std::nullopt)};
        TinyRank other(1);
        other.commOps = {operatorOfFile(QStringLiteral("AllReduce-op2"), std::nullopt),
                         operatorOfFile(QStringLiteral("AllReduce-op4"), std::nullopt)};
        QCOMPARE(callsOfLinks(makeRun({t.finish(), other.finish()})),
                 QStringList(QStringLiteral("Total Op Info 1-0: -1 of 20")));
    }

    void theBestTenth()
    {
        std::vector<LinkSample> samples;
        for (int i = 1; i <= 20; ++i)
            samples.push_back({hccs, 10, static_cast<double>(i)});
        // The best tenth of 20 are two: each of them reaches 19.
        const BestObservedRate of20(samples);
        QCOMPARE(cells(of20.best(hccs, 10), of20.shareOf({hccs, 10, 9.5})), cells(19.0, 0.5));
        QVERIFY(of20.shareOf({hccs, 10, 20}).value() > 1);
        // The best one of three; two say nothing.
        QCOMPARE(BestObservedRate({{hccs, 1, 5}, {hccs, 1, 7}, {hccs, 1, 6}}).best(hccs, 1), std::optional(7.0));
        QVERIFY(!BestObservedRate({{hccs, 1, 5}, {hccs, 1, 7}}).best(hccs, 1));
        QVERIFY(!of20.best(QStringLiteral("RDMA"), 10));
        QVERIFY(!of20.best(hccs, 0));
        QVERIFY(!of20.shareOf({hccs, 10, 0}));
    }

    void onlyMessagesOfASizeAreCompared()
    {
        // Half an octave up and down: 1.41 MB is alike, 2 MB is not.
        const BestObservedRate r({{hccs, 1, 5}, {hccs, 1, 5}, {hccs, 1, 5}, {hccs, 1.41, 8}, {hccs, 2, 16}});
        QCOMPARE(cells(r.best(hccs, 1), r.best(hccs, 1.41)), cells(8.0, 16.0));
        QVERIFY(!r.best(hccs, 4));
        QVERIFY(!r.best(hccs, 2)); // two are alike
        // Types are not compared with each other.
        const BestObservedRate other({{hccs, 1, 5}, {hccs, 1, 5}, {QStringLiteral("RDMA"), 1, 9}});
        QVERIFY(!other.best(hccs, 1));
    }

    void messagesOfALink()
    {
        const std::vector<LinkRow> rows = linkRows(ranksOfADomain(2), {{}, {}, QStringLiteral("allreduce-total")});
        QCOMPARE(rows.size(), size_t(4));
        // 0-0, 0-1, 1-0, 1-1
        const LinkRow &r = rows[1];
        QCOMPARE(cells(r.cell.source, r.cell.destination, r.cell.kind, r.calls, r.messageMb),
                 cells(0, 1, "allreduce", 2, 20.0));
        // Its only link of the type: the packets are its own. (30 * 0.5 + 10 * 0.1) / 40
        QCOMPARE(cells(r.packets, r.largePacketRatio, r.packetsOfRank), cells(40, 0.4, false));
        QVERIFY(!rows[0].packets); // nothing is said of LOCAL
    }

    // communication.json counts what a rank sends, not to whom.
    void sendsToSeveralRanks()
    {
        const QString send = QStringLiteral("send");
        const auto sent = [&send](int to, double mb) {
            MatrixLink l = link(QStringLiteral("total"), 1, to, mb, usual(mb), send);
            l.p2p = true;
            return l;
        };
        const auto callsOf = [&](int sends, const std::vector<MatrixLink> &links) {
            std::vector<std::shared_ptr<const RankData>> ranks;
            GroupInfo g = describedGroup(QStringLiteral("group_name_17"), {}, {0, 1, 2});
            for (int r = 0; r < 3; ++r) {
                TinyRank t(r);
                t.data.groups = {g};
                if (r == 1) {
                    t.links = links;
                    for (int i = 0; i < sends; ++i)
                        t.commOps.push_back(op(QStringLiteral("hcom_send__534_%1_1").arg(i), 1, 0));
                    t.commOps.push_back(op(QStringLiteral("hcom_receive__534_99_1"), 1, 0));
                }
                ranks.push_back(t.finish());
            }
            QStringList out;
            CommQuery query{.total = links.front().kind.isEmpty()};
            query.op = query.total ? QString() : QStringLiteral("send-total");
            for (const LinkRow &r : linkRows(makeRun(ranks), query))
                out << QStringLiteral("1-%1: %2 of %3")
                           .arg(r.cell.destination)
                           .arg(r.calls.value_or(-1))
                           .arg(*r.messageMb);
            return out;
        };
        // One to each; two to each; one and three of a size; of sizes that leave it open.
        QCOMPARE(cells(callsOf(2, {sent(0, 4), sent(2, 6)}), callsOf(4, {sent(0, 8), sent(2, 8)}),
                       callsOf(4, {sent(0, 4), sent(2, 12)}), callsOf(3, {sent(0, 6), sent(2, 6)})),
                 cells("1-0: 1 of 4,1-2: 1 of 6", "1-0: 2 of 4,1-2: 2 of 4", "1-0: 1 of 4,1-2: 3 of 4",
                       "1-0: -1 of 6,1-2: -1 of 6"));
        // All that it sends goes to one.
        QCOMPARE(callsOf(3, {sent(0, 6)}), QStringList(QStringLiteral("1-0: 3 of 2")));
        // A total counts no operators that receive.
        MatrixLink total = sent(0, 6);
        total.key = QStringLiteral("Total Op Info");
        total.kind.clear();
        total.statistic.clear();
        QCOMPARE(callsOf(3, {total}), QStringList(QStringLiteral("1-0: 3 of 2")));
    }

    void packetsOfARankWithSeveralLinks()
    {
        const std::vector<LinkRow> rows = linkRows(ranksOfADomain(4));
        for (const LinkRow &r : rows) {
            if (r.cell.inner)
                continue;
            const bool single = r.cell.statistic == u"top1";
            QCOMPARE(cells(r.packets.has_value(), r.packetsOfRank), cells(!single, !single));
            if (single)
                QCOMPARE(r.calls, std::optional<qint64>(1));
        }
    }

    void aLinkAgainstTheBest()
    {
        // Twelve links of 10 GB/s, one of them of 5: the best tenth are two and reach 10.
        for (const LinkRow &r : linkRows(ranksOfADomain(4), {{}, {}, QStringLiteral("allreduce-total")})) {
            if (r.cell.inner) {
                QCOMPARE(r.bestShare, std::optional(1.0)); // of four alike
                continue;
            }
            QCOMPARE(r.bestShare, std::optional(r.cell.source == 0 && r.cell.destination == 1 ? 0.5 : 1.0));
        }
        // The operators with the best bandwidth do not raise the bar.
        const Run run = ranksOfADomain(4);
        const std::vector<LinkRow> all = linkRows(run);
        const auto shares = bestShares(run, matrixCells(run));
        QCOMPARE(shares.size(), all.size());
        for (size_t i = 0; i < all.size(); ++i)
            QCOMPARE(shares[i], all[i].bestShare);
        for (const LinkRow &r : linkRows(ranksOfADomain(4), {{}, {}, QStringLiteral("allreduce-top1")})) {
            if (!r.cell.inner)
                QVERIFY(r.bestShare.value() > 0.6);
        }
    }

    void sumsOverKinds()
    {
        const std::vector<LinkRow> rows = linkRows(ranksOfADomain(2), {{}, {}, {}, true});
        QCOMPARE(rows.size(), size_t(4));
        for (const LinkRow &r : rows) {
            QVERIFY(r.cell.kind.isEmpty());
            QCOMPARE(r.calls, std::optional<qint64>(3)); // all that the rank did in the domain
        }
        QCOMPARE(rows[1].packets, std::optional<qint64>(47));
    }

    void filters()
    {
        const Run run = ranksOfADomain(4);
        QVERIFY(linkRows(run, {QStringLiteral("6"), {}, {}}).empty());
        QVERIFY(linkRows(run, {{}, QStringLiteral("nobody"), {}}).empty());
        const auto all = linkRows(run);
        QCOMPARE(linkRows(run, {{}, QStringLiteral("dp"), {}}).size(), all.size());
        QCOMPARE(linkRows(run, {QStringLiteral("5"), dp, {}}).size(), all.size());
    }

    // 40 MB in 4 ms in step 5 and 20 MB in 4 ms in step 6: 60 MB in 8 ms by three operators, of 20 MB each.
    void linksOverSteps()
    {
        TinyRank t(0);
        t.links = {link(QStringLiteral("total"), 0, 1, 40, 4), link(QStringLiteral("total"), 0, 1, 20, 4),
                   link(QStringLiteral("total"), 1, 0, 5, 1)};
        t.links[1].step = QStringLiteral("6");
        for (MatrixLink &l : t.links)
            l.globalRanks = true;
        t.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 30, 0.5),
                     op(QStringLiteral("hcom_allReduce__534_1_1"), 10, 0.1),
                     op(QStringLiteral("hcom_allReduce__534_2_1"), 20, 0.8)};
        t.commOps[2].step = QStringLiteral("6");
        const Run run = makeRun({t.finish()});
        const CommQuery query{{}, {}, QStringLiteral("allreduce-total")};
        const std::vector<SteppedLink> each = steppedLinks(run, query, StepAggregation::Each);
        QCOMPARE(each.size(), size_t(3));
        QCOMPARE(each[0].row.messageMb, std::optional(20.0));
        const std::vector<SteppedLink> sums = steppedLinks(run, query, StepAggregation::Sum);
        QCOMPARE(sums.size(), size_t(2));
        const LinkRow &sum = sums[0].row;
        QCOMPARE(sums[0].steps, 2);
        QCOMPARE(cells(sum.cell.sizeMb, sum.cell.timeMs, sum.cell.bandwidthGbs, sum.calls, sum.messageMb, sum.packets),
                 cells(60.0, 8.0, 7.5, 3, 20.0, 60));
        QVERIFY(std::abs(sum.largePacketRatio.value() - 32.0 / 60) < 1e-12); // (30 x 0.5 + 10 x 0.1 + 20 x 0.8) / 60
        QVERIFY(!sum.bestShare);                                             // too few links are alike
        QVERIFY(!sums[1].row.calls);                                         // no file of rank 1
        QCOMPARE(sums[1].row.messageMb, std::optional(5.0));
        const std::vector<SteppedLink> means = steppedLinks(run, query, StepAggregation::Mean);
        QCOMPARE(
            cells(means[0].ofSteps, means[0].row.cell.sizeMb, means[0].row.cell.bandwidthGbs, means[0].row.messageMb),
            cells(2, 30.0, 7.5, 20.0));
        QCOMPARE(means[1].row.cell.sizeMb, std::optional(2.5)); // over both steps that have the operator
        QCOMPARE(means[1].steps, 1);
        // Packets that one step lacks are missing in the sum.
        TinyRank lacking(0);
        lacking.links = {link(QStringLiteral("total"), 0, 1, 40, 4), link(QStringLiteral("total"), 0, 1, 20, 4)};
        lacking.links[1].step = QStringLiteral("6");
        lacking.commOps = {op(QStringLiteral("hcom_allReduce__534_0_1"), 30, 0.5)};
        for (MatrixLink &l : lacking.links)
            l.globalRanks = true;
        const std::vector<SteppedLink> some = steppedLinks(makeRun({lacking.finish()}), query, StepAggregation::Sum);
        QCOMPARE(some.size(), size_t(1));
        QVERIFY(!some[0].row.packets && !some[0].row.calls && !some[0].row.largePacketRatio);
        QVERIFY(!some[0].row.messageMb); // 60 MB in how many?
    }

    // Two statistics name the same operator: it carried 25 MB, not 50.
    void anOperatorCrossesALinkOnce()
    {
        TinyRank t(0);
        for (const char *const statistic : {"top1", "bottom1", "total"}) {
            t.links.push_back(link(QLatin1String(statistic), 0, 1, 25, 5));
            t.links.back().globalRanks = true;
            if (t.links.size() < 3)
                t.links.back().opName = QStringLiteral("hcom_allReduce__534_0_1");
        }
        const Run run = makeRun({t.finish()});
        const CommQuery query{{}, {}, QStringLiteral("hcom_allReduce__534_0_1")};
        for (const StepAggregation steps : {StepAggregation::Each, StepAggregation::Sum, StepAggregation::Mean}) {
            const std::vector<SteppedLink> links = steppedLinks(run, query, steps);
            QCOMPARE(links.size(), size_t(1));
            QCOMPARE(links[0].row.cell.sizeMb, std::optional(25.0));
        }
        QVERIFY(steppedLinks(run, {{}, {}, QStringLiteral("nobody")}, StepAggregation::Sum).empty());
    }

    void aFitOfSoundLinks()
    {
        std::vector<LinkPoint> points;
        for (const double mb : {0.001, 0.1, 1.0, 5.0, 80.0})
            points.push_back({mb, usual(mb)});
        const LinkCostModel fit = fitLinkCost(points);
        QVERIFY2(std::abs(fit.latencyMs - 0.02) < 1e-6, qPrintable(QString::number(fit.latencyMs)));
        QVERIFY2(std::abs(fit.msPerMb - 0.05) < 1e-6, qPrintable(QString::number(fit.msPerMb)));
        QVERIFY(fit.spread < 1e-6);
        QCOMPARE(cells(fit.leastMb, fit.mostMb), cells(0.001, 80.0));
        QCOMPARE(fitLinkCost({}).links, size_t(0));
    }

    void slowLinksDoNotMoveTheFit()
    {
        std::vector<LinkPoint> points;
        for (int i = 0; i < 20; ++i) {
            const double mb = 1 + i;
            points.push_back({mb, usual(mb) * (i % 4 == 3 ? 6 : 1)});
        }
        const LinkCostModel fit = fitLinkCost(points);
        QVERIFY2(std::abs(fit.expectedMs(10) - usual(10)) < 0.01 * usual(10), qPrintable(QString::number(fit.msPerMb)));
    }

    void messagesOfOneSizeTellNoLatency()
    {
        const LinkCostModel fit = fitLinkCost({{2, 0.1}, {2, 0.2}, {2, 0.4}});
        QCOMPARE(cells(fit.latencyMs, fit.msPerMb), cells(0.0, 0.1));
    }

    void aSlowLinkAmongMessagesOfAllSizes()
    {
        std::vector<Pair> pairs = everyPair(6);
        QVERIFY(judgeLinks(runOfPairs(6, pairs)).faults.empty());
        pairs[3].factor = 4; // 0-4, 8 MB: 0.42 ms become 1.68
        const LinkJudgement found = judgeLinks(runOfPairs(6, pairs));
        QCOMPARE(found.fits.size(), size_t(1));
        QCOMPARE(found.fits.front().pairs, size_t(15));
        QCOMPARE(found.faults.size(), size_t(1));
        const LinkFault &f = found.faults.front();
        QCOMPARE(f.kind, LinkFaultKind::Link);
        QCOMPARE(std::pair(f.source, f.destination), std::pair(0, 4));
        QCOMPARE(f.links.size(), size_t(2)); // both directions
        const JudgedLink &j = found.judged[f.links.front()];
        QVERIFY2(std::abs(j.ratio - 4) < 0.05, qPrintable(QString::number(j.ratio)));
        QVERIFY2(std::abs(j.lostNs - 1'260'000) < 10'000, qPrintable(QString::number(j.lostNs)));
    }

    void aSlowRank()
    {
        const LinkJudgement found = judgeLinks(runOfPairs(8, everyPair(8, 3)));
        QCOMPARE(found.faults.size(), size_t(1));
        const LinkFault &f = found.faults.front();
        QCOMPARE(cells(f.kind, f.source, f.slowPairs, f.judgedPairs), cells(LinkFaultKind::Rank, 3, 7, 7));
    }

    // The links of another domain take three times as long, all of them: nothing is wrong with one.
    void aSlowDomainIsNoSlowLink()
    {
        const QString other = QStringLiteral("3985310405473756128"); // group_name_19
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 8; ++r) {
            TinyRank t(r);
            GroupInfo g{
                .commName = QStringLiteral("group_name_17"), .hash = dp, .globalRanks = {0, 1, 2, 3, 4, 5, 6, 7}};
            GroupInfo h = g;
            h.commName = QStringLiteral("group_name_19");
            h.hash = other;
            t.data.groups = {g, h};
            for (int b = 0; b < 8; ++b) {
                if (b == r)
                    continue;
                t.links.push_back(link(QStringLiteral("total"), r, b, 4, usual(4)));
                if (r < 3 && b < 3) {
                    t.links.push_back(link(QStringLiteral("total"), r, b, 4, usual(4) * 3));
                    t.links.back().groupHash = other;
                }
            }
            ranks.push_back(t.finish());
        }
        QVERIFY(judgeLinks(makeRun(ranks)).faults.empty());
    }

    void kindsOfOperatorsAreNotMixed()
    {
        std::vector<Pair> pairs = everyPair(6);
        for (const auto &[a, b] : {std::pair(0, 1), std::pair(2, 3), std::pair(4, 5)})
            pairs.push_back({a, b, 4, 2.5, QStringLiteral("reducescatter")});
        QVERIFY(judgeLinks(runOfPairs(6, pairs)).faults.empty());
        // One of the few is slower than its like.
        pairs.back().factor = 10;
        const LinkJudgement found = judgeLinks(runOfPairs(6, pairs));
        QCOMPARE(found.faults.size(), size_t(1));
        QCOMPARE(cells(found.faults.front().source, found.faults.front().destination), cells(4, 5));
    }

    void aSlowTransfer()
    {
        const QString send = QStringLiteral("send");
        const LinkJudgement found =
            judgeLinks(runOfPairs(8, {{0, 4, 4, 1, send}, {1, 5, 4, 1, send}, {2, 6, 4, 1, send}, {3, 7, 4, 5, send}}));
        QCOMPARE(found.faults.size(), size_t(1));
        QCOMPARE(cells(found.faults.front().source, found.faults.front().destination), cells(3, 7));
    }

    // Two of four pairs: among themselves nobody can tell which two are the odd ones, gathers of the same size can.
    // No link is slow if those are as slow, or all four.
    void twoOfFourTransfersBesideOtherKinds()
    {
        const QString send = QStringLiteral("send");
        const QString gather = QStringLiteral("allgather");
        const auto judged = [&](double halfFactor, double restFactor, double gatherFactor, double gatherMb) {
            return judgeLinks(runOfPairs(8, {{0, 4, 4, halfFactor, send},
                                             {2, 6, 4, 0.8 * halfFactor, send},
                                             {1, 5, 4, restFactor, send},
                                             {3, 7, 4, restFactor, send},
                                             {0, 1, gatherMb, gatherFactor, gather},
                                             {2, 3, gatherMb, gatherFactor, gather},
                                             {4, 5, gatherMb, gatherFactor, gather},
                                             {6, 7, gatherMb, gatherFactor, gather}}));
        };
        const LinkJudgement found = judged(5, 1, 1, 4);
        QCOMPARE(found.faults.size(), size_t(2));
        // usual(4) is 0.22 ms: 0.88 ms lost in each direction of the one, 0.66 of the other.
        QCOMPARE(cells(found.faults[0].source, found.faults[0].destination, found.faults[0].lostNs,
                       found.faults[1].source, found.faults[1].destination, found.faults[1].lostNs),
                 cells(0, 4, 2 * 880'000, 2, 6, 2 * 660'000));
        QVERIFY(judged(5, 1, 5, 4).faults.empty());
        QVERIFY(judged(5, 5, 1, 4).faults.empty());
        QVERIFY(judged(5, 1, 1, 64).faults.empty());  // of another size
        QVERIFY(judged(1.4, 1, 1, 4).faults.empty()); // less than the 30 % that are worth a word
    }

    // Eleven collectives of 100 us on two ranks, one of 1,000 us: mean 175, sample deviation 259.81, offset 825 /
    // 259.81.
    void theOfficialRecipe()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank t(r);
            t.thread("4", "world", "Group group_name_17 Communication");
            for (int i = 0; i < 12; ++i) {
                const qint64 ns = (i == 7 ? 1'000'000 : 100'000) + (r == 0 ? 0 : 50'000);
                t.slice("4", "world", "hcom_allReduce__534_" + std::to_string(i) + "_1", 10'000'000 * (i + 1), ns);
            }
            ranks.push_back(t.finish());
        }
        const LinkRecipe found = slowLinkRecipe(makeRun(ranks));
        QCOMPARE(found.rows.size(), size_t(1));
        const RecipeRow &r = found.rows.front();
        QCOMPARE(cells(r.kind, r.count, r.ranks, r.meanNs), cells("allreduce", 12, 2, 175'000.0));
        QVERIFY(std::abs(r.deviationNs - 259'807.6) < 0.1);
        QVERIFY(std::abs(r.offset - 825'000 / 259'807.62) < 1e-6);
        QCOMPARE(cells(r.reported, r.op, r.rankIndex), cells(true, "hcom_allReduce__534_7_1", 0));
    }

    void theOfficialRecipeDoesNotSeeTransfers()
    {
        const LinkRecipe found = slowLinkRecipe(makeRun(pipelineRanks(0, 1, 1'000'000)));
        QVERIFY(found.rows.empty());
        QVERIFY(found.transfers > 0);
    }
};

RS_TEST(TestLinks, QCoreApplication);
#include "tst_links.moc"
