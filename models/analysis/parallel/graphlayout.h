// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/strategygraph.h"

#include <vector>

namespace rs {

/// Which namespaces stand as one box, and which as the operators in them.
class GraphFolds
{
public:
    GraphFolds() = default;
    /// Namespaces are open down to that depth: 0 folds all of them.
    GraphFolds(const StrategyGraph &graph, int depth);
    /// The deepest that gives at most that many boxes, but for one that no folding can make fewer.
    [[nodiscard]] static GraphFolds forBoxes(const StrategyGraph &graph, size_t most,
                                             const JobContext &job = JobContext());

    [[nodiscard]] bool isOpen(int scope) const { return m_open[static_cast<size_t>(scope)]; }
    /// Opening a namespace opens those around it; those in it stay as they are.
    void setOpen(const StrategyGraph &graph, int scope, bool open);
    /// The outermost closed namespace around an operator; -1: it stands by itself.
    [[nodiscard]] int foldedScope(const StrategyGraph &graph, int scope) const;
    [[nodiscard]] bool isEmpty() const { return m_open.empty(); }
    [[nodiscard]] bool operator==(const GraphFolds &) const = default;

private:
    std::vector<bool> m_open; ///< by scope; the one around all is always open
};

/// An operator, or operators of a folded namespace that follow each other.
struct GraphBox
{
    quint32 first = 0; ///< its first operator
    quint32 last = 0;  ///< its last operator; special ones in between are none of it
    quint32 operators = 1;
    int scope = -1;                      ///< the folded namespace; -1: an operator by itself
    GraphKind kind = GraphKind::Compute; ///< a namespace has that of most of its operators
    int layer = 0;
    int slot = 0; ///< side by side, from 0
    [[nodiscard]] bool isGroup() const { return scope >= 0; }
};

/// From box to box.
struct GraphLink
{
    quint32 from = 0;
    quint32 to = 0;
};

/// Operators that follow each other and whose innermost open namespace is the same, as boxes.
struct GraphRun
{
    int scope = 0;
    quint32 first = 0; ///< [first, last) boxes
    quint32 last = 0;
};

/// Boxes of a stage.
struct GraphColumn
{
    quint32 first = 0; ///< [first, last) boxes, in the order of execution, which is that of layers
    quint32 last = 0;
    int lanes = 1;
};

/// A layered picture: layers go down with the order of execution and never against it. A box stands below what it
/// takes, and a Receive below its Send in the column of the other stage; boxes that follow each other without needing
/// each other stand side by side, as far as there is room, the first of a layer at the left.
struct GraphLayout
{
    std::vector<GraphBox> boxes;      ///< by column
    std::vector<GraphColumn> columns; ///< by stage
    std::vector<GraphLink> links;     ///< inside of a column, by `to`, each once
    std::vector<GraphLink> transfers; ///< from Send to Receive; `from` may be below `to` where both are folded
    std::vector<GraphRun> runs;
    std::vector<quint32> boxOf; ///< box of each node; StrategyGraph::None: a special one
    int layers = 0;
    /// Receives that had to be placed before their Sends, because the stages wait for each other.
    qint64 reversed = 0;

    [[nodiscard]] qint64 bytes() const;
};

inline constexpr int graphSlots = 5; ///< boxes side by side, at most

/// Takes time that grows with operators and inputs. Of no use when cancelled.
[[nodiscard]] GraphLayout graphLayout(const StrategyGraph &graph, const GraphFolds &folds,
                                      const JobContext &job = JobContext());

} // namespace rs
