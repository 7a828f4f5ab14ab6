// SPDX-License-Identifier: Apache-2.0
// The graph of operators by stage: kinds, folded operators, transfers, halo, search; and where its boxes stand.
#include "analysis/parallel/graphlayout.h"
#include "analysis/parallel/strategygraph.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/graphfixture.h"
#include "support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

QString sourcesOf(const StrategyGraph &g, quint32 node)
{
    QStringList out;
    for (const quint32 n : g.sources(node))
        out << g.text(n, &StrategyColumns::node);
    return out.join(u' ');
}

/// Boxes of a column as "layer.slot name": a name and how many there are, for a namespace.
QString boxesOf(const StrategyGraph &g, const GraphLayout &layout, size_t column)
{
    QStringList out;
    for (quint32 b = layout.columns[column].first; b < layout.columns[column].last; ++b) {
        const GraphBox &box = layout.boxes[b];
        const QString name =
            box.isGroup()
                ? QStringLiteral("%1*%2").arg(g.scopes[static_cast<size_t>(box.scope)].leaf).arg(box.operators)
                : g.text(box.first, &StrategyColumns::node);
        out << QStringLiteral("%1.%2 %3").arg(box.layer).arg(box.slot).arg(name);
    }
    return out.join(QLatin1String(", "));
}

QString nodesWith(const std::vector<quint8> &flags, quint8 flag)
{
    QStringList out;
    for (size_t n = 0; n < flags.size(); ++n) {
        if (flags[n] & flag)
            out << QString::number(n);
    }
    return out.join(u' ');
}

/// Stage 0 sends what stage 1 receives, and gets a gradient back.
Run twoStages()
{
    GraphRank a(0, 0);
    a.add("GetNext", "Default/in");                               // 0
    a.add("MatMul", "Default/net", "1;w0", {"[[2, 1], [1, 1]]"}); // 1
    a.add("Send", "Default/net", "2", {{}, {}, "pp", 1, 5});      // 2
    a.add("Receive", "Gradients/net", {}, {{}, {}, "pp", 1, 6});  // 3
    a.add("MatMul", "Gradients/net", "4;2");                      // 4
    GraphRank b(1, 1);
    b.add("Receive", "Default/net", {}, {{}, {}, "pp", 0, 5}); // 5
    b.add("ReLU", "Default/net", "1");                         // 6
    b.add("Send", "Gradients/net", "2", {{}, {}, "pp", 0, 6}); // 7
    return makeRun({a.finish(), b.finish()});
}

} // namespace

class TestStrategyGraph : public QObject
{
    Q_OBJECT
private slots:
    void splitsAreParsed()
    {
        const std::vector<std::vector<int>> two{{2, 1}, {1, 16}};
        QCOMPARE(cells(splitOf("[[2, 1], [1, 16]]"), splitOf("((2,1),(1,16))")), cells(two, two));
        QVERIFY(splitOf("").empty() && splitOf("[2, 1]").empty() && splitOf("[[2, 1]").empty());
        QVERIFY(splitOf("[[a]]").empty() && splitOf("[[[1]]]").empty() && splitOf("[[99999999999]]").empty());
        QCOMPARE(splitOf("[[], [3]]"), (std::vector<std::vector<int>>{{}, {3}}));
    }

    void kindsFollowPurposeThenType()
    {
        GraphRank r(0, 0);
        r.add("MatMul", "a", {}, {"[[2]]"});
        r.add("ReLU", "a");
        r.add("AllGather", "a", {}, {{}, "redistribution_1"});
        r.add("AllReduce", "a", {}, {{}, "grad_mirror_w"});
        r.add("AllReduce", "a");
        r.add("Send", "a");
        r.add("Receive", "a");
        r.add("StridedSlice", "a", {}, {"[[2]]", "redistribution"});
        r.add("TupleGetItem", "a", {}, {{}, "redistribution"});
        r.add("ScalarSummary", "a");
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        using K = GraphKind;
        const K expected[] = {K::Split,         K::Compute, K::Redistribution, K::GradientAggregation,
                              K::Communication, K::Send,    K::Receive,        K::Redistribution,
                              K::Special,       K::Special};
        QCOMPARE(g.nodes.size(), std::size(expected));
        for (size_t n = 0; n < g.nodes.size(); ++n)
            QCOMPARE(static_cast<int>(g.nodes[n].kind), static_cast<int>(expected[n]));
        QCOMPARE(cells(g.counts.operators, g.counts.special, g.counts.split, g.counts.redistribution,
                       g.counts.gradientAggregation, g.counts.unpaired),
                 cells(8, 2, 2, 2, 1, 2));
    }

    void linesGoThroughWhatRunsNothing()
    {
        GraphRank r(0, 0);
        r.add("MatMul", "a", "w0");
        r.add("Load", "a", "w1");
        r.add("MakeTuple", "a", "1;2");
        r.add("TupleGetItem", "a", "3");
        r.add("Depend", "a", "4;1");
        r.add("ReLU", "a", "5;2;cst");
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        QCOMPARE(cells(sourcesOf(g, 5), sourcesOf(g, 0)), cells("1", QString()));
        QCOMPARE(std::vector<quint32>(g.rawInputs(5).begin(), g.rawInputs(5).end()), (std::vector<quint32>{4, 1}));
        QCOMPARE(g.namedInputs(5), QStringList(QStringLiteral("cst")));
        QCOMPARE(g.namedInputs(0), QStringList(QStringLiteral("w0")));
        const GraphLayout layout = graphLayout(g, GraphFolds(g, 10));
        QCOMPARE(layout.boxes.size(), size_t{2});
        QCOMPARE(layout.links.size(), size_t{1});
        QCOMPARE(layout.boxOf[4], StrategyGraph::None);
    }

    void aMeetingOfMostOperatorsIsThinnedAndCounted()
    {
        GraphRank r(0, 0);
        std::string all;
        for (int i = 0; i < 40; ++i)
            all += (all.empty() ? "" : ";") + std::to_string(r.add("Add", "a"));
        r.add("UpdateState", "a", all);
        r.add("ReLU", "a", "41");
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        QCOMPARE(g.counts.leftOut, 16);
        const auto sources = g.sources(41);
        QCOMPARE(std::distance(sources.begin(), sources.end()), 24);
        QCOMPARE(*(sources.end() - 1), 39U); // the nearest stay
    }

    void cyclesAndItselfEnd()
    {
        GraphRank r(0, 0);
        r.add("Add", "a", "2;1");
        r.add("Depend", "a", "3");
        r.add("Sub", "a", "1");
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        const GraphLayout layout = graphLayout(g, GraphFolds(g, 10));
        QCOMPARE(boxesOf(g, layout, 0), QStringLiteral("0.0 1, 1.0 3"));
        QCOMPARE(nodesWith(graphHalo(g, {0}), HaloUpstream), QStringLiteral("1 2"));
    }

    void transfersArePairedByStageAndTag()
    {
        const StrategyGraph g = strategyGraph(twoStages());
        QCOMPARE(g.stages.size(), size_t{2});
        QCOMPARE(g.pairs.size(), size_t{2});
        QCOMPARE(cells(g.pairs[0].send, g.pairs[0].receive, g.pairs[1].send, g.pairs[1].receive, g.pairOf[3]),
                 cells(2U, 5U, 7U, 3U, 1U));
        QVERIFY(!g.pairs[0].waitNs);
        QCOMPARE(cells(g.counts.unpaired, g.order(7)), cells(0, 3));
    }

    void aTagThatComesAgainIsTakenInOrder()
    {
        GraphRank a(0, 0);
        GraphRank b(1, 1);
        for (int i = 0; i < 3; ++i)
            a.add("Send", "s", {}, {{}, {}, {}, 1, 0});
        for (int i = 0; i < 2; ++i)
            b.add("Receive", "s", {}, {{}, {}, {}, 0, 0});
        b.add("Receive", "s", {}, {{}, {}, {}, 7, 0}); // no such stage
        const StrategyGraph g = strategyGraph(makeRun({a.finish(), b.finish()}));
        QCOMPARE(g.pairs.size(), size_t{2});
        QCOMPARE(cells(g.pairs[1].send, g.pairs[1].receive, g.counts.unpaired), cells(1U, 4U, 2));
    }

    void ranksOfAStageAreOneColumnWithAllGroups()
    {
        GraphRank a(0, 0);
        GraphRank b(1, 0);
        GraphRank c(2, 0);
        a.add("AllReduce", "a", {}, {{}, {}, "dp-1"});
        b.add("AllReduce", "a", {}, {{}, {}, "dp-0"});
        c.add("Add", "a");
        c.add("Add", "a");
        const StrategyGraph g = strategyGraph(makeRun({a.finish(), b.finish(), c.finish()}));
        QCOMPARE(g.stages.size(), size_t{1});
        QCOMPARE(cells(g.stages[0].ranks, g.stages[0].different, g.groups(0)), cells("0,1,2", "2", "dp-0,dp-1"));
    }

    void theHaloGoesFromStageToStage()
    {
        const StrategyGraph g = strategyGraph(twoStages());
        const std::vector<quint8> halo = graphHalo(g, {6});
        QCOMPARE(cells(nodesWith(halo, HaloUpstream), nodesWith(halo, HaloDownstream),
                       nodesWith(graphHalo(g, {}), HaloUpstream | HaloDownstream)),
                 cells("0 1 2 5", "3 4 7", QString()));
    }

    void wordsAreFoundInFullNames()
    {
        const StrategyGraph g = strategyGraph(twoStages());
        QCOMPARE(searchGraph(g, QStringLiteral("matmul")), (std::vector<quint32>{1, 4}));
        QCOMPARE(searchGraph(g, QStringLiteral(" gradients  MATMUL ")), std::vector<quint32>{4});
        QVERIFY(searchGraph(g, QStringLiteral("  ")).empty());
        QVERIFY(searchGraph(g, QStringLiteral("nothing")).empty());
    }

    void layersFollowTheOrderAndTheTransfers()
    {
        const StrategyGraph g = strategyGraph(twoStages());
        const GraphLayout layout = graphLayout(g, GraphFolds(g, 10));
        // Stage 1 receives below the Send of layer 2; the gradient comes below its Send of layer 5.
        QCOMPARE(boxesOf(g, layout, 0), QStringLiteral("0.0 1, 1.0 2, 2.0 3, 6.0 4, 7.0 5"));
        QCOMPARE(boxesOf(g, layout, 1), QStringLiteral("3.0 1, 4.0 2, 5.0 3"));
        QCOMPARE(cells(layout.layers, layout.reversed), cells(8, 0));
    }

    void whatNeedsNothingOfEachOtherStandsSideBySide()
    {
        GraphRank r(0, 0);
        r.add("Add", "a");
        for (int i = 0; i < 7; ++i)
            r.add("MatMul", "a", "1");
        r.add("Add", "a", "2;8");
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        const GraphLayout layout = graphLayout(g, GraphFolds(g, 10));
        QCOMPARE(boxesOf(g, layout, 0),
                 QStringLiteral("0.0 1, 1.0 2, 1.1 3, 1.2 4, 1.3 5, 1.4 6, 2.0 7, 2.1 8, 3.0 9"));
        QCOMPARE(layout.columns[0].lanes, 5);
    }

    void namespacesFoldInRuns()
    {
        GraphRank r(0, 0);
        r.add("Add", "x/a/b", {});
        r.add("Load", "x/a");
        r.add("Add", "x/a", "1");
        r.add("Add", "x/c", "3");
        r.add("Add", "x/a", "4");
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        QCOMPARE(boxesOf(g, graphLayout(g, GraphFolds(g, 0)), 0), QStringLiteral("0.0 x*4"));
        // Executed twice, it stands twice; one operator is nothing to fold.
        QCOMPARE(boxesOf(g, graphLayout(g, GraphFolds(g, 1)), 0), QStringLiteral("0.0 a*2, 1.0 4, 2.0 5"));
        GraphFolds folds(g, 0);
        const auto scope = std::find_if(g.scopes.begin(), g.scopes.end(),
                                        [](const GraphScope &s) { return s.path == QLatin1String("x/a"); });
        QVERIFY(scope != g.scopes.end());
        QCOMPARE(scope->operators, 3U);
        const auto at = static_cast<int>(scope - g.scopes.begin());
        folds.setOpen(g, at, true);
        const GraphLayout opened = graphLayout(g, folds);
        QCOMPARE(boxesOf(g, opened, 0), QStringLiteral("0.0 1, 1.0 3, 2.0 4, 3.0 5"));
        folds.setOpen(g, at, false);
        QCOMPARE(boxesOf(g, graphLayout(g, folds), 0), QStringLiteral("0.0 a*2, 1.0 4, 2.0 5"));
        QCOMPARE(graphLayout(g, GraphFolds(g, 9)).runs.size(), size_t{4});
    }

    void foldingThatHidesTheOrderEnds()
    {
        const StrategyGraph g = strategyGraph(twoStages());
        GraphRank a(0, 0);
        GraphRank b(1, 1);
        a.add("Receive", "s", {}, {{}, {}, {}, 1, 0});
        a.add("Send", "s", {}, {{}, {}, {}, 1, 1});
        b.add("Receive", "s", {}, {{}, {}, {}, 0, 1});
        b.add("Send", "s", {}, {{}, {}, {}, 0, 0});
        const StrategyGraph waits = strategyGraph(makeRun({a.finish(), b.finish()}));
        QCOMPARE(waits.pairs.size(), size_t{2});
        const GraphLayout layout = graphLayout(waits, GraphFolds(waits, 9));
        QCOMPARE(layout.boxes.size(), size_t{4});
        QCOMPARE(layout.reversed, 1);
        QCOMPARE(graphLayout(g, GraphFolds(g, 0)).boxes.size(), size_t{4});
    }

    void asManyBoxesAsThereIsRoomFor()
    {
        const Run run = makeRun({pipelineGraph(0, 0, 2, 20), pipelineGraph(1, 1, 2, 20)});
        const StrategyGraph g = strategyGraph(run);
        const GraphLayout few = graphLayout(g, GraphFolds::forBoxes(g, 300));
        QVERIFY(few.boxes.size() <= 300 && few.boxes.size() > 50);
        const GraphLayout all = graphLayout(g, GraphFolds::forBoxes(g, 1000000));
        QCOMPARE(static_cast<qint64>(all.boxes.size()), g.counts.operators);
        // Never against the order of execution, and below what is taken.
        for (const GraphColumn &c : all.columns) {
            for (quint32 b = c.first + 1; b < c.last; ++b)
                QVERIFY(all.boxes[b].layer >= all.boxes[b - 1].layer);
        }
        for (const GraphLink &l : all.links)
            QVERIFY(all.boxes[l.to].layer > all.boxes[l.from].layer);
        for (const GraphLink &t : all.transfers)
            QVERIFY(all.boxes[t.to].layer > all.boxes[t.from].layer);
        QCOMPARE(all.reversed, 0);
    }

    void thousandsOfOperatorsTakeATimeThatGrowsWithThem()
    {
        const auto seconds = [](int layers) {
            const Run run = makeRun({pipelineGraph(0, 0, 2, layers), pipelineGraph(1, 1, 2, layers)});
            QElapsedTimer timer;
            timer.start();
            const StrategyGraph g = strategyGraph(run);
            const GraphLayout layout = graphLayout(g, GraphFolds(g, 100));
            return layout.layers > 0 ? static_cast<double>(timer.nsecsElapsed()) / 1e9 : -1;
        };
        const double few = seconds(100);
        const double many = seconds(800);
        QVERIFY2(few > 0 && many < 24 * few + 0.5, qPrintable(QStringLiteral("%1 s, %2 s").arg(few).arg(many)));
    }

    void theTraceStandsInForFiles()
    {
        TinyRank r(0);
        r.kernel("Default/net/MatMul-op1", 1000 * us, 10 * us);
        r.kernel("Default/net/ReLU-op2", 1020 * us, 10 * us);
        r.kernel("Add", 1040 * us, 10 * us);
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        QCOMPARE(static_cast<int>(g.source), static_cast<int>(GraphSource::Traces));
        QCOMPARE(g.nodes.size(), size_t{3});
        QCOMPARE(cells(g.shortName(1), g.text(1, &StrategyColumns::scope), g.text(1, &StrategyColumns::type),
                       g.text(2, &StrategyColumns::type), g.nodes[1].durationNs),
                 cells("ReLU-op2", "Default/net", "ReLU", "Add", 10 * us));
        QVERIFY(g.nodes[2].slice != NoSlice);
        QCOMPARE(boxesOf(g, graphLayout(g, GraphFolds(g, 9)), 0), QStringLiteral("0.0 1, 1.0 2, 2.0 3"));
    }

    void collectivesOfTheTraceArePartOfTheNamespaceAroundThem()
    {
        TinyRank r(0);
        qint64 at = 1000 * us;
        for (const char *const name :
             {"hcom_allGather__1_0_1", "net/layer/attention/MatMul-op1", "hcom_allReduce__1_1_1",
              "hcom_allReduce__1_2_1", "net/layer/mlp/MatMul-op2", "hcom_send__1_3_1", "net/layer/mlp/MatMul-op3",
              "hcom_allReduce__1_4_1", "optimizer/Adam-op4", "hcom_allReduce__1_5_1"}) {
            r.kernel(name, at, 10 * us);
            at += 20 * us;
        }
        const StrategyGraph g = strategyGraph(makeRun({r.finish()}));
        // Each gets the common part of its neighbours; at the ends, and for transfers to another stage, nothing is
        // known.
        const QStringList wanted{QString(),
                                 QStringLiteral("net/layer/attention"),
                                 QStringLiteral("net/layer"),
                                 QStringLiteral("net/layer"),
                                 QStringLiteral("net/layer/mlp"),
                                 QString(),
                                 QStringLiteral("net/layer/mlp"),
                                 QString(),
                                 QStringLiteral("optimizer"),
                                 QString()};
        QStringList got;
        for (const GraphNode &n : g.nodes)
            got << g.scopes[static_cast<size_t>(n.scope)].path;
        QCOMPARE(got, wanted);
        QVERIFY(g.text(2, &StrategyColumns::scope).isEmpty()); // the table says what the file says
        QCOMPARE(boxesOf(g, graphLayout(g, GraphFolds(g, 1)), 0),
                 QStringLiteral("0.0 1, 1.0 layer*4, 2.0 6, 3.0 7, 4.0 8, 5.0 9, 6.0 10"));
        QCOMPARE(g.scopes[1].operators, quint32{5});
    }

    void operatorsOfFilesAreFoundInTheTrace()
    {
        TinyRank traced(0);
        traced.kernel("MatMul-op1", 1000 * us, 10 * us); // the short form of old timelines
        traced.kernel("MatMul-op1", 1020 * us, 30 * us);
        const auto withTrace = traced.finish();
        GraphRank graph(0, 0);
        graph.add("MatMul", "Default/net");
        graph.add("ReLU", "Default/net", "1");
        graph.data.trace = withTrace->trace;
        const StrategyGraph g = strategyGraph(makeRun({graph.finish()}));
        QVERIFY(g.nodes[0].slice != NoSlice);
        QCOMPARE(g.nodes[0].durationNs, 10 * us); // the first one
        QVERIFY(g.nodes[1].slice == NoSlice);
        QCOMPARE(g.nodes[1].durationNs, -1);
    }

    void transfersOfTheTraceSayWhatTheyWait()
    {
        TinyRank first(0);
        TinyRank last(1);
        for (TinyRank *r : {&first, &last}) {
            r->data.groups.push_back(describedGroup(QStringLiteral("group_name_19"), QStringLiteral("pp"), {0, 1}));
            r->thread("4", "0", "Group group_name_19 Communication");
        }
        // Both ends of a transfer end together; the second Receive runs 6 us before its Send begins.
        for (const int i : {0, 1, 2, 3}) {
            const qint64 at = (1000 + 100 * i) * us;
            const std::string name = "__128_" + std::to_string(i) + "_1";
            first.kernel("MatMul", at, 10 * us);
            first.communication("hcom_send" + name, at + 10 * us, 4 * us);
            last.communication("hcom_receive" + name, at + (i == 1 ? 4 : 8) * us, (i == 1 ? 10 : 6) * us);
            last.kernel("MatMul", at + 14 * us, 10 * us);
        }
        const StrategyGraph g = strategyGraph(makeRun({first.finish(), last.finish()}));
        QCOMPARE(static_cast<int>(g.source), static_cast<int>(GraphSource::Traces));
        QCOMPARE(g.stages.size(), size_t{2});
        QCOMPARE(g.pairs.size(), size_t{4});
        QCOMPARE(static_cast<int>(g.nodes[g.pairs[1].send].kind), static_cast<int>(GraphKind::Send));
        QCOMPARE(static_cast<int>(g.nodes[g.pairs[1].receive].kind), static_cast<int>(GraphKind::Receive));
        QCOMPARE(cells(g.pairs[1].waitNs, g.pairs[2].waitNs), cells(6 * us, 2 * us));
        // A Receive stands below its Send.
        const GraphLayout layout = graphLayout(g, GraphFolds(g, 9));
        for (const GraphPair &p : g.pairs)
            QVERIFY(layout.boxes[layout.boxOf[p.receive]].layer > layout.boxes[layout.boxOf[p.send]].layer);
    }

    void withoutAnythingThereIsNothing()
    {
        const StrategyGraph g = strategyGraph(makeRun({std::make_shared<const RankData>()}));
        QCOMPARE(static_cast<int>(g.source), static_cast<int>(GraphSource::None));
        QVERIFY(g.nodes.empty());
        JobContext job;
        job.cancel();
        (void)strategyGraph(twoStages(), {}, job);
        (void)graphLayout(strategyGraph(twoStages()), GraphFolds(strategyGraph(twoStages()), 1), job);
    }
};

RS_TEST(TestStrategyGraph, QCoreApplication);
#include "tst_strategygraph.moc"
