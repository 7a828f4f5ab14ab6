// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/graphmemory.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace rs {

namespace {

// Beyond that a place on the axis has no room in 64 bits.
constexpr qint64 lastNodePossible = StaticMemoryColumns::FreedNever;

struct Graph
{
    std::map<qint64, double> changes; ///< KB by the node from which on they are held, or no more
    std::optional<qint64> firstNode;
    qint64 lastNode = 0;
    std::optional<double> totalKb;
};

std::optional<qint64> nodeAt(const Table &table, int row, int column)
{
    if (!table.has(row, column))
        return std::nullopt;
    const qint64 node = table.integer(row, column);
    return node >= 0 && node <= lastNodePossible ? std::optional(node) : std::nullopt;
}

} // namespace

QString graphName(const QString &model, const QString &graph)
{
    return model.isEmpty() || model == u"0" ? graph : QString(model + u'/' + graph);
}

bool isGraphTotal(std::string_view operatorName)
{
    return operatorName == "TOTAL";
}

std::shared_ptr<const Table> graphMemory(const Table &table, const JobContext &job)
{
    const StaticMemoryColumns c(table);
    std::map<QString, Graph> graphs;
    JobPoll poll(job);
    for (int row = 0; row < table.rows(); ++row) {
        if (poll.isCanceled())
            return nullptr;
        const auto first = nodeAt(table, row, c.first);
        if (!first || !table.has(row, c.sizeKb))
            continue;
        const double kb = table.real(row, c.sizeKb);
        Graph &graph = graphs[graphName(table.textOf(row, c.model), table.textOf(row, c.graph))];
        if (isGraphTotal(table.textView(row, c.name))) {
            graph.totalKb = kb;
            continue;
        }
        graph.changes[*first] += kb;
        graph.firstNode = std::min(graph.firstNode.value_or(*first), *first);
        graph.lastNode = std::max(graph.lastNode, *first);
        const auto last = nodeAt(table, row, c.last);
        if (!last || *last == StaticMemoryColumns::FreedNever)
            continue;
        graph.lastNode = std::max(graph.lastNode, *last);
        graph.changes[std::max(*first, *last) + 1] -= kb;
    }

    auto out = std::make_shared<Table>();
    out->addColumn(QStringLiteral("Graph"), ColumnType::Text);
    out->addColumn(QStringLiteral("Place"), ColumnType::Integer);
    out->addColumn(QStringLiteral("Held(KB)"), ColumnType::Real);
    out->addColumn(QStringLiteral("Total(KB)"), ColumnType::Real);
    for (const auto &[name, graph] : graphs) {
        if (!graph.firstNode)
            continue;
        const std::string text = name.toStdString();
        const auto add = [&out, &text, total = graph.totalKb](qint64 node, double kb) {
            out->appendText(static_cast<int>(GraphMemoryColumn::Graph), text);
            out->appendInteger(static_cast<int>(GraphMemoryColumn::Place), node * GraphNodeLength);
            out->appendReal(static_cast<int>(GraphMemoryColumn::Held), kb);
            if (total)
                out->appendReal(static_cast<int>(GraphMemoryColumn::Total), *total);
            else
                out->appendMissing(static_cast<int>(GraphMemoryColumn::Total));
            out->finishRow();
        };
        double held = 0;
        for (const auto &[node, kb] : graph.changes) {
            if (poll.isCanceled())
                return nullptr;
            held += kb;
            // Sums of what was added and taken away end beside 0.
            add(node, std::abs(held) < 1e-6 ? 0 : held);
        }
        // The last node is as long as the others.
        if (graph.changes.rbegin()->first <= graph.lastNode)
            add(graph.lastNode + 1, held);
    }
    return out;
}

} // namespace rs
