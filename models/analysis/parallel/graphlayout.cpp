// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/graphlayout.h"

#include "core/job/jobcontext.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

GraphFolds::GraphFolds(const StrategyGraph &graph, int depth) : m_open(graph.scopes.size())
{
    for (size_t s = 0; s < graph.scopes.size(); ++s)
        m_open[s] = graph.scopes[s].depth <= depth;
    if (!m_open.empty())
        m_open[0] = true;
}

void GraphFolds::setOpen(const StrategyGraph &graph, int scope, bool open)
{
    if (scope <= 0)
        return;
    m_open[static_cast<size_t>(scope)] = open;
    for (int s = graph.scopes[static_cast<size_t>(scope)].parent; open && s > 0;
         s = graph.scopes[static_cast<size_t>(s)].parent)
        m_open[static_cast<size_t>(s)] = true;
}

int GraphFolds::foldedScope(const StrategyGraph &graph, int scope) const
{
    int out = -1;
    for (int s = scope; s > 0; s = graph.scopes[static_cast<size_t>(s)].parent) {
        if (!m_open[static_cast<size_t>(s)])
            out = s;
    }
    return out;
}

GraphFolds GraphFolds::forBoxes(const StrategyGraph &graph, size_t most, const JobContext &job)
{
    int deepest = 0;
    for (const GraphScope &s : graph.scopes)
        deepest = std::max(deepest, s.depth);
    GraphFolds best(graph, 0);
    JobPoll poll(job);
    for (int depth = 1; depth <= deepest && !job.isCanceled(); ++depth) {
        GraphFolds folds(graph, depth);
        std::vector<int> foldOf(graph.scopes.size());
        for (size_t s = 0; s < foldOf.size(); ++s)
            foldOf[s] = folds.foldedScope(graph, static_cast<int>(s));
        size_t boxes = 0;
        int last = -1;
        for (quint32 n = 0; n < graph.nodes.size() && boxes <= most && !poll.isCanceled(); ++n) {
            if (graph.nodes[n].kind == GraphKind::Special)
                continue;
            const int fold = foldOf[static_cast<size_t>(graph.nodes[n].scope)];
            boxes += fold < 0 || fold != last;
            last = fold;
        }
        if (boxes > most)
            break;
        best = std::move(folds);
    }
    return best;
}

namespace {

class GraphPlacer
{
public:
    GraphPlacer(const StrategyGraph &graph, const GraphFolds &folds, const JobContext &job)
        : m_graph(graph), m_poll(job)
    {
        m_foldOf.reserve(graph.scopes.size());
        for (size_t s = 0; s < graph.scopes.size(); ++s)
            m_foldOf.push_back(folds.foldedScope(graph, static_cast<int>(s)));
    }

    GraphLayout place()
    {
        m_out.boxOf.assign(m_graph.nodes.size(), StrategyGraph::None);
        for (const GraphStage &stage : m_graph.stages)
            addBoxes(stage);
        addLinks();
        placeBoxes();
        addRuns();
        for (GraphColumn &c : m_out.columns) {
            for (quint32 b = c.first; b < c.last; ++b)
                c.lanes = std::max(c.lanes, m_out.boxes[b].slot + 1);
        }
        return std::move(m_out);
    }

private:
    void addBoxes(const GraphStage &stage)
    {
        GraphColumn column;
        column.first = static_cast<quint32>(m_out.boxes.size());
        std::array<quint32, graphKinds> kinds{};
        const auto finish = [&] {
            if (m_out.boxes.size() == column.first)
                return;
            GraphBox &box = m_out.boxes.back();
            if (box.operators == 1)
                box.scope = -1; // nothing is folded
            box.kind = static_cast<GraphKind>(std::ranges::max_element(kinds) - kinds.begin());
            kinds = {};
        };
        for (quint32 n = stage.first; n < stage.last && !m_poll.isCanceled(); ++n) {
            const GraphNode &node = m_graph.nodes[n];
            if (node.kind == GraphKind::Special)
                continue;
            const int fold = m_foldOf[static_cast<size_t>(node.scope)];
            const bool goesOn = fold >= 0 && m_out.boxes.size() > column.first && m_out.boxes.back().scope == fold;
            if (goesOn) {
                m_out.boxes.back().last = n;
                ++m_out.boxes.back().operators;
            } else {
                finish();
                m_out.boxes.push_back({n, n, 1, fold, node.kind, 0, 0});
            }
            ++kinds[static_cast<size_t>(node.kind)];
            m_out.boxOf[n] = static_cast<quint32>(m_out.boxes.size()) - 1;
        }
        finish();
        column.last = static_cast<quint32>(m_out.boxes.size());
        m_out.columns.push_back(column);
    }

    void addLinks()
    {
        for (quint32 n = 0; n < m_graph.nodes.size() && !m_poll.isCanceled(); ++n) {
            const quint32 to = m_out.boxOf[n];
            if (to == StrategyGraph::None)
                continue;
            for (const quint32 source : m_graph.sources(n)) {
                const quint32 from = m_out.boxOf[source];
                if (from != to && from != StrategyGraph::None)
                    m_out.links.push_back({from, to});
            }
        }
        for (const GraphPair &p : m_graph.pairs)
            m_out.transfers.push_back({m_out.boxOf[p.send], m_out.boxOf[p.receive]});
        for (std::vector<GraphLink> *const links : {&m_out.links, &m_out.transfers}) {
            const auto key = [](const GraphLink &l) { return std::pair(l.to, l.from); };
            std::ranges::sort(*links, {}, key);
            const auto isSame = [key](const GraphLink &a, const GraphLink &b) { return key(a) == key(b); };
            links->erase(std::unique(links->begin(), links->end(), isSame), links->end());
        }
    }

    template <typename Visit>
    static void eachTo(const std::vector<GraphLink> &links, quint32 box, Visit visit)
    {
        auto at = std::ranges::lower_bound(links, box, {}, &GraphLink::to);
        for (; at != links.end() && at->to == box; ++at)
            visit(at->from);
    }

    // Each column goes on until it needs what another one has not placed yet. Where all of them wait, the files
    // contradict themselves, or folding hides the order: the first one goes on all the same.
    void placeBoxes()
    {
        std::vector<quint32> next;
        for (const GraphColumn &c : m_out.columns)
            next.push_back(c.first);
        m_placed.assign(m_out.boxes.size(), false);
        m_rows.assign(m_out.columns.size(), Row());
        while (!m_poll.isCanceled()) {
            bool any = false;
            bool left = false;
            for (size_t c = 0; c < next.size(); ++c) {
                while (next[c] < m_out.columns[c].last && isReady(next[c])) {
                    placeBox(c, next[c]++);
                    any = true;
                }
                left = left || next[c] < m_out.columns[c].last;
            }
            if (!left)
                break;
            for (size_t c = 0; !any && c < next.size(); ++c) {
                if (next[c] < m_out.columns[c].last) {
                    ++m_out.reversed;
                    placeBox(c, next[c]++);
                    any = true;
                }
            }
        }
    }

    [[nodiscard]] bool isReady(quint32 box) const
    {
        bool out = true;
        eachTo(m_out.transfers, box, [&](quint32 from) { out = out && (m_placed[from] || from == box); });
        return out;
    }

    void placeBox(size_t column, quint32 at)
    {
        GraphBox &box = m_out.boxes[at];
        Row &row = m_rows[column];
        int layer = std::max(0, row.layer);
        int wanted = graphSlots;
        eachTo(m_out.links, at, [&](quint32 from) {
            const GraphBox &source = m_out.boxes[from];
            if (!m_placed[from])
                return; // against the order of the file
            layer = std::max(layer, source.layer + 1);
            wanted = std::min(wanted, source.slot);
        });
        eachTo(m_out.transfers, at, [&](quint32 from) {
            if (m_placed[from] && from != at)
                layer = std::max(layer, m_out.boxes[from].layer + 1);
        });
        // Without inputs the order of execution is all that is known.
        if (m_graph.inputNodes.empty())
            layer = std::max(layer, row.layer + 1);
        if (layer == row.layer && row.taken == graphSlots)
            ++layer;
        if (layer != row.layer)
            row = {layer, 0, {}};
        // Below what it takes; the first of a layer at the left, so that no column grows wider and wider.
        if (row.taken == 0 || wanted == graphSlots)
            wanted = 0;
        int slot = wanted;
        for (int by = 0; by < graphSlots; ++by) {
            if (wanted + by < graphSlots && !row.used[static_cast<size_t>(wanted + by)]) {
                slot = wanted + by;
                break;
            }
            if (wanted - by >= 0 && !row.used[static_cast<size_t>(wanted - by)]) {
                slot = wanted - by;
                break;
            }
        }
        row.used[static_cast<size_t>(slot)] = true;
        ++row.taken;
        box.layer = layer;
        box.slot = slot;
        m_placed[at] = true;
        m_out.layers = std::max(m_out.layers, layer + 1);
    }

    void addRuns()
    {
        for (const GraphColumn &c : m_out.columns) {
            for (quint32 b = c.first; b < c.last; ++b) {
                const GraphBox &box = m_out.boxes[b];
                const int scope = box.isGroup() ? m_graph.scopes[static_cast<size_t>(box.scope)].parent
                                                : openScope(m_graph.nodes[box.first].scope);
                if (b > c.first && m_out.runs.back().scope == scope)
                    m_out.runs.back().last = b + 1;
                else
                    m_out.runs.push_back({scope, b, b + 1});
            }
        }
    }

    /// A single operator of a folded namespace stands by itself: it is in the one around that.
    [[nodiscard]] int openScope(int scope) const
    {
        const int fold = m_foldOf[static_cast<size_t>(scope)];
        return fold < 0 ? scope : m_graph.scopes[static_cast<size_t>(fold)].parent;
    }

    /// The layer that a column has come to.
    struct Row
    {
        int layer = -1;
        int taken = 0;
        std::array<bool, graphSlots> used{};
    };

    const StrategyGraph &m_graph;
    JobPoll m_poll;
    GraphLayout m_out;
    std::vector<int> m_foldOf; ///< by scope
    std::vector<bool> m_placed;
    std::vector<Row> m_rows;
};

} // namespace

GraphLayout graphLayout(const StrategyGraph &graph, const GraphFolds &folds, const JobContext &job)
{
    return GraphPlacer(graph, folds, job).place();
}

qint64 GraphLayout::bytes() const
{
    return static_cast<qint64>(boxes.size() * sizeof(GraphBox) + (links.size() + transfers.size()) * sizeof(GraphLink) +
                               runs.size() * sizeof(GraphRun) + boxOf.size() * sizeof(quint32));
}

} // namespace rs
