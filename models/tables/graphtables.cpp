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
        {tableColumn("stage", "Stage", QT_TRANSLATE_NOOP("Tables", "Pipeline stage"), K::Identifier),
         [](const R &r) { return static_cast<qint64>(r.graph->stageOf(r.node).stage); }},
        {tableColumn("order", "Order", QT_TRANSLATE_NOOP("Tables", "Order of execution"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "From 1 in each stage: as the file lists the operators, or as they "
                                                 "start in the trace.")),
         [](const R &r) { return static_cast<qint64>(r.graph->order(r.node)); }},
        {tableColumn("operator", "Operator", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return textOf(r.graph->shortName(r.node)); }},
        {tableColumn("type", "Type", QT_TRANSLATE_NOOP("Tables", "Type"), K::Text), text(&StrategyColumns::type)},
        {tableColumn("kind", "Kind", QT_TRANSLATE_NOOP("Tables", "Kind"), K::Word,
                     QT_TRANSLATE_NOOP("Tables", "What the operator is for: redistribution and gradient aggregation "
                                                 "were put in by the compiler, special ones run nothing.")),
         [](const R &r) { return QString::fromLatin1(graphKindWord(r.at().kind)); }},
        {tableColumn("strategy", "Split Strategy", QT_TRANSLATE_NOOP("Tables", "Split strategy"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Of each input how often each of its dimensions is split over the "
                                                 "ranks of the stage.")),
         text(&StrategyColumns::strategy)},
        {tableColumn("group", "Group", QT_TRANSLATE_NOOP("Tables", "Communication group"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Those of all ranks of the stage.")),
         [](const R &r) { return textOf(r.graph->groups(r.node).join(QLatin1String(", "))); }},
        {tableColumn("group-ranks", "Group Ranks", QT_TRANSLATE_NOOP("Tables", "Ranks of the group"), K::Text),
         text(&StrategyColumns::groupRanks)},
        {tableColumn("peer-stage", "Peer Stage", QT_TRANSLATE_NOOP("Tables", "Other stage"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "Of a Send where it is received, of a Receive where it was sent.")),
         [](const R &r) {
             const GraphPair *const p = r.pair();
             return p ? FieldValue(
                            static_cast<qint64>(r.graph->stageOf(p->send == r.node ? p->receive : p->send).stage))
                      : FieldValue();
         }},
        {tableColumn("peer", "Peer", QT_TRANSLATE_NOOP("Tables", "Other end"), K::Text),
         [](const R &r) {
             const GraphPair *const p = r.pair();
             return p ? textOf(r.graph->shortName(p->send == r.node ? p->receive : p->send)) : FieldValue();
         }},
        {tableColumn("wait", "Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "For how long a Receive ran before its Send began, on aligned "
                                                 "clocks; needs the traces of both stages.")),
         [](const R &r) {
             const GraphPair *const p = r.pair();
             return p && p->receive == r.node ? fieldOf(p->waitNs) : FieldValue();
         }},
        {tableColumn("duration", "Duration(ns)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Of its first execution in the step, in the trace of the first rank "
                                                 "of the stage.")),
         [](const R &r) { return known(r.at().durationNs >= 0, r.at().durationNs); }},
        {tableColumn("inputs", "Inputs", QT_TRANSLATE_NOOP("Tables", "Inputs"), K::Text),
         [](const R &r) { return textOf(inputsOf(r)); }},
        {tableColumn("output", "Output", QT_TRANSLATE_NOOP("Tables", "Output"), K::Text),
         text(&StrategyColumns::output)},
        {tableColumn("scope", "Namespace", QT_TRANSLATE_NOOP("Tables", "Namespace"), K::Text),
         text(&StrategyColumns::scope)},
        {tableColumn("node", "Node", QT_TRANSLATE_NOOP("Tables", "Node"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "What the file calls it by."), false),
         text(&StrategyColumns::node)},
        {tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Full name"), K::Text, "", false),
         text(&StrategyColumns::name)},
        {tableColumn("instance", "Instance", QT_TRANSLATE_NOOP("Tables", "Instance"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "What the compiler put it in for."), false),
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
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables",
        "No rank has a parallel_strategy_*.json, which MindSpore in graph mode writes with parallel_strategy=true, nor "
        "a trace with kernels or an ascend_timeline_display_*.json, whose order would stand for the graph."));
}

} // namespace

const char *graphKindWord(GraphKind kind)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        QT_TRANSLATE_NOOP("Tables", "special"),          QT_TRANSLATE_NOOP("Tables", "gradient aggregation"),
        QT_TRANSLATE_NOOP("Tables", "redistribution"),   QT_TRANSLATE_NOOP("Tables", "send"),
        QT_TRANSLATE_NOOP("Tables", "receive"),          QT_TRANSLATE_NOOP("Tables", "communication"),
        QT_TRANSLATE_NOOP("Tables", "computing, split"), QT_TRANSLATE_NOOP("Tables", "computing"),
    };
    return words[static_cast<size_t>(kind)];
}

void addGraphTables(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add(
        "strategy.graph", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Strategy graph"),
        QT_TRANSLATE_NOOP("Tables", "The operators of each pipeline stage in the order of execution: how each is split "
                                    "over the ranks, what it takes, and which Send each Receive waits for."));
    table.parameters = {Parameter::Step, Parameter::Stage};
    table.sources = {{QString(ParallelStrategyKind), QStringLiteral("trace")}, {}};
    table.columns = [](const TableQuery &) { return columnsOf(graphFields()); };
    table.make = makeGraph;
    table.whyEmpty = whyNoGraph;
    table.needsAllRanks = true;
}

} // namespace rs
