// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/table/strategycolumns.h"

#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rs {

/// Purpose of an operator of the graph. The first that holds: operators inserted by the compiler go before their type.
enum class GraphKind : quint8 {
    Special, ///< Depend, Load, TupleGetItem, …: nothing that runs
    GradientAggregation,
    Redistribution,
    Send,
    Receive,
    Communication,
    Split, ///< computes, with a split strategy
    Compute
};
inline constexpr int graphKinds = 8;

/// Source of the operators.
enum class GraphSource : quint8 {
    None,
    Files, ///< parallel_strategy_*.json
    Traces ///< kernels and communication of one step, in the order in which they start, also those of timelines of
           ///< MindSpore 1.x: without inputs and splits
};

/// The operators of one pipeline stage; those of its first rank stand for all of them.
struct GraphStage
{
    int stage = 0;
    int rankIndex = -1;     ///< into Run::ranks
    std::vector<int> ranks; ///< numbers of the ranks of the stage that have a graph, ascending
    /// Ranks whose graphs have other operators than that of the first.
    std::vector<int> different;
    std::shared_ptr<const Table> table;
    StrategyColumns columns;
    quint32 first = 0; ///< [first, last) of StrategyGraph::nodes, in the order of execution
    quint32 last = 0;
};

struct GraphNode
{
    quint32 stage = 0; ///< into StrategyGraph::stages
    int row = 0;       ///< row in the table of the stage
    int scope = 0;     ///< into StrategyGraph::scopes
    GraphKind kind = GraphKind::Compute;
    bool split = false;      ///< has a strategy, whatever its kind
    SliceId slice = NoSlice; ///< its first execution in the step, in the trace of the stage's rank
    qint64 durationNs = -1;  ///< duration of that; -1: not known
};

/// A part of the names of operators, "Default/network-Net"; the first one is the empty one around all.
struct GraphScope
{
    QString path;
    QString leaf; ///< its last part
    int parent = -1;
    int depth = 0;
    quint32 operators = 0; ///< in it and below, without special ones
};

/// A Send and the Receive that takes what it sends, of two stages.
struct GraphPair
{
    quint32 send = 0;
    quint32 receive = 0;
    /// For how long the Receive ran before the Send began, on aligned clocks. Nothing where no trace tells.
    std::optional<qint64> waitNs;
};

struct GraphCounts
{
    qint64 operators = 0; ///< without special ones
    qint64 special = 0;
    qint64 split = 0;
    qint64 redistribution = 0;
    qint64 gradientAggregation = 0;
    qint64 unpaired = 0; ///< Sends and Receives without the other one
    qint64 leftOut = 0;  ///< edges through special operators that would be too many to draw
};

struct StrategyGraph
{
    static constexpr quint32 None = ~quint32{0};

    GraphSource source = GraphSource::None;
    QString step;                   ///< step of Traces, and of slices; empty where nothing marks steps
    bool isCut = false;             ///< Traces has more operators in the step than are shown
    std::vector<GraphStage> stages; ///< ascending
    std::vector<GraphNode> nodes;   ///< by stage
    std::vector<GraphScope> scopes;
    std::vector<GraphPair> pairs;
    std::vector<quint32> pairOf; ///< partner of each node; None: it has none
    GraphCounts counts;

    struct Span
    {
        const quint32 *from = nullptr;
        const quint32 *to = nullptr;
        [[nodiscard]] const quint32 *begin() const { return from; }
        [[nodiscard]] const quint32 *end() const { return to; }
    };
    /// Inputs of a node, special ones included.
    [[nodiscard]] Span rawInputs(quint32 node) const;
    /// The nearest operators that are not special and whose results a node takes.
    [[nodiscard]] Span sources(quint32 node) const;

    [[nodiscard]] const GraphStage &stageOf(quint32 node) const { return stages[nodes[node].stage]; }
    /// Position in its stage, from 1.
    [[nodiscard]] int order(quint32 node) const { return static_cast<int>(node - stageOf(node).first) + 1; }
    [[nodiscard]] std::string_view view(quint32 node, int StrategyColumns::*column) const;
    [[nodiscard]] QString text(quint32 node, int StrategyColumns::*column) const;
    /// The last part of its name: "MatMul-op3".
    [[nodiscard]] QString shortName(quint32 node) const;
    /// Parameters and constants that it takes.
    [[nodiscard]] QStringList namedInputs(quint32 node) const;
    /// Number of parts of each dimension of each input; empty without a strategy, or with one of another form.
    [[nodiscard]] std::vector<std::vector<int>> split(quint32 node) const;
    /// Groups of that operator on all ranks of the stage, ascending.
    [[nodiscard]] QStringList groups(quint32 node) const;
    [[nodiscard]] qint64 bytes() const;

    // Lists of all nodes behind each other: those of node n are [at[n], at[n + 1]).
    std::vector<quint32> inputAt;
    std::vector<quint32> inputNodes;
    std::vector<quint32> sourceAt;
    std::vector<quint32> sourceNodes;
    std::map<quint32, QStringList> groupsOf; ///< groups of nodes whose ranks have several
};

struct StrategyGraphQuery
{
    QString step;  ///< step of the trace; empty: the first one
    int rank = -1; ///< index: of several pipelines that one's, where traces are the source
};

/// Graph of the files of the loaded ranks, else of their traces. Not usable when cancelled.
[[nodiscard]] StrategyGraph strategyGraph(const Run &run, const StrategyGraphQuery &query = {},
                                          const JobContext &job = JobContext());

/// "[[2, 1], [1, 1]]", or with round brackets; empty for another form.
[[nodiscard]] std::vector<std::vector<int>> splitOf(std::string_view text);

/// Inputs and users of a node, through special operators and from stage to stage.
enum GraphHalo : quint8 { HaloNone = 0, HaloUpstream = 1, HaloDownstream = 2 };
/// A flag for each node; those of `from` have none.
[[nodiscard]] std::vector<quint8> graphHalo(const StrategyGraph &graph, const std::vector<quint32> &from,
                                            const JobContext &job = JobContext());

/// Nodes whose names hold all of these words, whatever their case; by stage and order. None for an empty text.
[[nodiscard]] std::vector<quint32> searchGraph(const StrategyGraph &graph, const QString &text,
                                               const JobContext &job = JobContext());

} // namespace rs
