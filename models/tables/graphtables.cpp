// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/strategygraph.h"
#include "tables/emptycolumns.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

struct GraphRow
{
    std::shared_ptr<const StrategyGraph> graph;
    quint32 node = 0;
    [[nodiscard]] const GraphNode &at() const { return graph->nodes[node]; }
    [[nodiscard]] const GraphPair *pair() const
    {
        const quint32 p = graph->pairOf[node];
        return p == StrategyGraph::None ? nullptr : &graph->pairs[p];
    }
};

FieldValue textOf(const QString &text)
{
    return known(!text.isEmpty(), text);
}

QString inputsOf(const GraphRow &r)
{
    QStringList out;
    for (const quint32 input : r.graph->rawInputs(r.node))
        out << r.graph->shortName(input);
    out << r.graph->namedInputs(r.node);
    return out.join(QLatin1String("; "));
}

std::vector<Field<GraphRow>> graphFields()
{
    using R = GraphRow;
    using K = ValueKind;
    const auto text = [](int StrategyColumns::*column) {
        return [column](const R &r) { return textOf(r.graph->text(r.node, column)); };
    };
    std::vector<Field<R>> out = {
        {{"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier},
         [](const R &r) { return static_cast<qint64>(r.graph->stageOf(r.node).stage); }},
        {{"order", "Order", RS_TABLE("Order of execution"), K::Identifier,
          RS_TABLE("From 1 in each stage: as the file lists the operators, or as they start in the trace.")},
         [](const R &r) { return static_cast<qint64>(r.graph->order(r.node)); }},
        {{"operator", "Operator", RS_TABLE("Operator"), K::Text},
         [](const R &r) { return textOf(r.graph->shortName(r.node)); }},
        {{"type", "Type", RS_TABLE("Type"), K::Text}, text(&StrategyColumns::type)},
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word,
          RS_TABLE("What the operator is for: redistribution and gradient aggregation were put in by the compiler, "
                   "special ones run nothing.")},
         [](const R &r) { return QString::fromLatin1(graphKindWord(r.at().kind)); }},
        {{"strategy", "Split Strategy", RS_TABLE("Split strategy"), K::Text,
          RS_TABLE("Of each input how often each of its dimensions is split over the ranks of the stage.")},
         text(&StrategyColumns::strategy)},
        {{"group", "Group", RS_TABLE("Communication group"), K::Text, RS_TABLE("Those of all ranks of the stage.")},
         [](const R &r) { return textOf(r.graph->groups(r.node).join(QLatin1String(", "))); }},
        {{"group-ranks", "Group Ranks", RS_TABLE("Ranks of the group"), K::Text}, text(&StrategyColumns::groupRanks)},
        {{"peer-stage", "Peer Stage", RS_TABLE("Other stage"), K::Identifier,
          RS_TABLE("Of a Send where it is received, of a Receive where it was sent.")},
         [](const R &r) {
             const GraphPair *const p = r.pair();
             return p ? FieldValue(
                            static_cast<qint64>(r.graph->stageOf(p->send == r.node ? p->receive : p->send).stage))
                      : FieldValue();
         }},
        {{"peer", "Peer", RS_TABLE("Other end"), K::Text},
         [](const R &r) {
             const GraphPair *const p = r.pair();
             return p ? textOf(r.graph->shortName(p->send == r.node ? p->receive : p->send)) : FieldValue();
         }},
        {{"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time,
          RS_TABLE(
              "For how long a Receive ran before its Send began, on aligned clocks; needs the traces of both stages.")},
         [](const R &r) {
             const GraphPair *const p = r.pair();
             return p && p->receive == r.node ? fieldOf(p->waitNs) : FieldValue();
         }},
        {{"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
          RS_TABLE("Of its first execution in the step, in the trace of the first rank of the stage.")},
         [](const R &r) { return known(r.at().durationNs >= 0, r.at().durationNs); }},
        {{"inputs", "Inputs", RS_TABLE("Inputs"), K::Text}, [](const R &r) { return textOf(inputsOf(r)); }},
        {{"output", "Output", RS_TABLE("Output"), K::Text}, text(&StrategyColumns::output)},
        {{"scope", "Namespace", RS_TABLE("Namespace"), K::Text}, text(&StrategyColumns::scope)},
        {{"node", "Node", RS_TABLE("Node"), K::Text, RS_TABLE("What the file calls it by."), false},
         text(&StrategyColumns::node)},
        {{"name", "Name", RS_TABLE("Full name"), K::Text, "", false}, text(&StrategyColumns::name)},
        {{"instance", "Instance", RS_TABLE("Instance"), K::Text, RS_TABLE("What the compiler put it in for."), false},
         text(&StrategyColumns::instance)},
    };
    for (const char *const id : {"wait", "duration"})
        fieldNamed(out, QString::fromLatin1(id)).column.unitGroup = 1;
    return out;
}

// The file of a graph is of no step; operators of a trace that are of another one are no answer.
bool isOfNoStep(const TableQuery &query)
{
    const QStringList steps = query.run->steps();
    const auto &ranks = query.run->ranks;
    return !query.step.isEmpty() && !steps.isEmpty() && !steps.contains(query.step) &&
           std::none_of(ranks.begin(), ranks.end(), [](const std::shared_ptr<const RankData> &rank) {
               return rank && rank->table(ParallelStrategyKind);
           });
}

std::shared_ptr<const RowSource> makeGraph(const TableQuery &query, const JobContext &job)
{
    if (isOfNoStep(query))
        return std::make_shared<StructSource<GraphRow>>(graphFields(), std::vector<GraphRow>());
    const auto graph = std::make_shared<const StrategyGraph>(strategyGraph(*query.run, {query.step, query.rank}, job));
    if (job.isCanceled())
        return nullptr;
    std::vector<GraphRow> rows;
    rows.reserve(graph->nodes.size());
    for (quint32 n = 0; n < graph->nodes.size(); ++n) {
        if (query.stage < 0 || graph->stageOf(n).stage == query.stage)
            rows.push_back({graph, n});
    }
    std::vector<Field<GraphRow>> fields = graphFields();
    hideEmpty(fields, rows,
              {u"strategy", u"group", u"group-ranks", u"peer-stage", u"peer", u"wait", u"duration", u"inputs",
               u"output", u"scope"});
    auto out = std::make_shared<StructSource<GraphRow>>(std::move(fields), std::move(rows), [](const GraphRow &r) {
        return RowPlace{r.graph->stageOf(r.node).rankIndex, r.at().slice, {}};
    });
    out->shareTexts(graph->bytes());
    return out;
}

Phrase whyNoGraph(const TableQuery &query)
{
    const auto hasOperators = [](const std::shared_ptr<const RankData> &rank) {
        return rank && (rank->trace || rank->table(ParallelStrategyKind));
    };
    const auto &ranks = query.run->ranks;
    if (isOfNoStep(query))
        return whyNoSteps(query);
    if (const auto why = whyNotThatStage(query); why && std::any_of(ranks.begin(), ranks.end(), hasOperators))
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
                               "the ranks, what it takes, and which Send each Receive waits for."));
    table.parameters = {Parameter::Step, Parameter::Stage};
    table.sources = {{QString(ParallelStrategyKind), QStringLiteral("trace")}, {}};
    table.columns = [](const TableQuery &) { return columnsOf(graphFields()); };
    table.make = makeGraph;
    table.whyEmpty = whyNoGraph;
    table.needsAllRanks = true;
}

} // namespace rs
