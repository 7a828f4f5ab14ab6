// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/strategygraph.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace rs {

namespace {

QString inputsOf(const StrategyGraph &graph, quint32 node)
{
    QStringList out;
    for (const quint32 input : graph.rawInputs(node))
        out << graph.shortName(input);
    out << graph.namedInputs(node);
    return out.join(QLatin1String("; "));
}

std::vector<ColumnSpec> graphColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier},
        {"order", "Order", RS_TABLE("Order of execution"), K::Identifier,
         RS_TABLE("From 1 in each stage: as the file lists the operators, or as they start in the trace.")},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        {"type", "Type", RS_TABLE("Type"), K::Text},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word,
         RS_TABLE("What the operator is for: redistribution and gradient aggregation were put in by the compiler, "
                  "special ones run nothing.")},
        {"strategy", "Split Strategy", RS_TABLE("Split strategy"), K::Text,
         RS_TABLE("For each input, into how many parts each dimension is split over the ranks of the stage.")},
        {"group", "Group", RS_TABLE("Communication domain"), K::Text,
         RS_TABLE("Including domains of all ranks of "
                  "the stage.")},
        {"group-ranks", "Group Ranks", RS_TABLE("Ranks of the domain"), K::Text},
        {"peer-stage", "Peer Stage", RS_TABLE("Other stage"), K::Identifier,
         RS_TABLE("For a Send the receiving stage, for a Receive the sending stage.")},
        {"peer", "Peer", RS_TABLE("Other end"), K::Text},
        {"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time,
         RS_TABLE(
             "For how long a Receive ran before its Send began, on aligned clocks; needs the traces of both stages.")},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
         RS_TABLE("Of its first execution in the step, in the trace of the first rank of the stage.")},
        {"inputs", "Inputs", RS_TABLE("Inputs"), K::Text},
        {"output", "Output", RS_TABLE("Output"), K::Text},
        {"scope", "Namespace", RS_TABLE("Namespace"), K::Text},
        {"node", "Node", RS_TABLE("Node"), K::Text, RS_TABLE("Its number in the file."), false},
        {"name", "Name", RS_TABLE("Full name"), K::Text, "", false},
        {"instance", "Instance", RS_TABLE("Instance"), K::Text, RS_TABLE("Why the compiler inserted it."), false},
    };
    setUnitGroup(out, 1, {u"wait", u"duration"});
    return out;
}

// The file of a graph is of no step; operators of a trace that are of another one are no answer.
bool isOfNoStep(const TableQuery &query)
{
    const QStringList steps = query.run->steps();
    const auto &ranks = query.run->ranks;
    return !query.step.isEmpty() && !steps.isEmpty() && !steps.contains(query.step) &&
           std::ranges::none_of(ranks, [](const std::shared_ptr<const RankData> &rank) {
               return rank && rank->table(ParallelStrategyKind);
           });
}

std::shared_ptr<const RowSource> makeGraph(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(graphColumns());
    if (isOfNoStep(query))
        return rows;
    const StrategyGraph graph = strategyGraph(*query.run, {query.step, query.rank}, job);
    if (job.isCanceled())
        return nullptr;
    for (quint32 n = 0; n < graph.nodes.size(); ++n) {
        const GraphNode &node = graph.nodes[n];
        const auto &stage = graph.stageOf(n);
        if (query.stage >= 0 && stage.stage != query.stage)
            continue;
        const quint32 paired = graph.pairOf[n];
        const GraphPair *const pair = paired == StrategyGraph::None ? nullptr : &graph.pairs[paired];
        const quint32 peer = !pair ? StrategyGraph::None : pair->send == n ? pair->receive : pair->send;
        const auto text = [&graph, n](int StrategyColumns::*column) { return graph.text(n, column); };
        using C = StrategyColumns;
        rows->add({stage.rankIndex, node.slice, {}},
                  {stage.stage, graph.order(n), graph.shortName(n), text(&C::type), graphKindWord(node.kind),
                   text(&C::strategy), graph.groups(n).join(QLatin1String(", ")), text(&C::groupRanks),
                   pair ? Cell(graph.stageOf(peer).stage) : Cell(), pair ? graph.shortName(peer) : QString(),
                   pair && pair->receive == n ? Cell(pair->waitNs) : Cell(),
                   cellIf(node.durationNs >= 0, node.durationNs), inputsOf(graph, n), text(&C::output), text(&C::scope),
                   text(&C::node), text(&C::name), text(&C::instance)});
    }
    rows->hideEmpty({u"strategy", u"group", u"group-ranks", u"peer-stage", u"peer", u"wait", u"duration", u"inputs",
                     u"output", u"scope"});
    return rows;
}

Phrase whyNoGraph(const TableQuery &query)
{
    const auto hasOperators = [](const std::shared_ptr<const RankData> &rank) {
        return rank && (rank->trace || rank->table(ParallelStrategyKind));
    };
    const auto &ranks = query.run->ranks;
    if (isOfNoStep(query))
        return whyNoSteps(query);
    if (const auto why = whyNotThatStage(query); why && std::ranges::any_of(ranks, hasOperators))
        return *why;
    if (const auto said = fileGaveNothing(query, {QString(ParallelStrategyKind)}))
        return *said;
    return tableReason(RS_TABLE(
        "No rank has a parallel_strategy_*.json, which MindSpore in graph mode writes with parallel_strategy=true, nor "
        "a trace with kernels or an ascend_timeline_display_*.json, whose order would stand for the graph."));
}

} // namespace

const char *graphKindWord(GraphKind kind)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        RS_TABLE("special"), RS_TABLE("gradient aggregation"), RS_TABLE("redistribution"),   RS_TABLE("send"),
        RS_TABLE("receive"), RS_TABLE("communication"),        RS_TABLE("computing, split"), RS_TABLE("computing"),
    };
    return words[static_cast<size_t>(kind)];
}

void addGraphTables(Catalogue &catalogue)
{
    TableSpec &table =
        catalogue.add("strategy.graph", TableScope::Run, RS_TABLE("Strategy graph"),
                      RS_TABLE("The operators of each pipeline stage in the order of execution: how each is split over "
                               "the ranks, what it takes, and which Send each Receive waits for."),
                      graphColumns, makeGraph, whyNoGraph);
    table.parameters = {Parameter::Step, Parameter::Stage};
    table.sources = {{QString(ParallelStrategyKind), QStringLiteral("trace")}, {}};
    table.needsAllRanks = true;
}

} // namespace rs
