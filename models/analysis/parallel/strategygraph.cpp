// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/strategygraph.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace rs {

StrategyGraph::Span StrategyGraph::rawInputs(quint32 node) const
{
    const size_t end = node + 1 < inputAt.size() ? inputAt[node + 1] : inputNodes.size();
    return {inputNodes.data() + inputAt[node], inputNodes.data() + end};
}

StrategyGraph::Span StrategyGraph::sources(quint32 node) const
{
    const size_t end = node + 1 < sourceAt.size() ? sourceAt[node + 1] : sourceNodes.size();
    return {sourceNodes.data() + sourceAt[node], sourceNodes.data() + end};
}

std::string_view StrategyGraph::view(quint32 node, int StrategyColumns::*column) const
{
    const GraphStage &stage = stageOf(node);
    return stage.table->textView(nodes[node].row, stage.columns.*column);
}

QString StrategyGraph::text(quint32 node, int StrategyColumns::*column) const
{
    const std::string_view found = view(node, column);
    return QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size()));
}

QString StrategyGraph::shortName(quint32 node) const
{
    std::string_view found = view(node, &StrategyColumns::name);
    found.remove_prefix(found.rfind('/') + 1); // npos + 1 is 0
    return QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size()));
}

QStringList StrategyGraph::namedInputs(quint32 node) const
{
    std::set<QString> own;
    for (const quint32 from : rawInputs(node))
        own.insert(text(from, &StrategyColumns::node));
    QStringList out;
    for (const QString &name :
         text(node, &StrategyColumns::inputs).split(QLatin1Char(StrategyColumns::separator), Qt::SkipEmptyParts)) {
        if (!own.contains(name))
            out << name;
    }
    return out;
}

QStringList StrategyGraph::groups(quint32 node) const
{
    if (const auto at = groupsOf.find(node); at != groupsOf.end())
        return at->second;
    const QString own = text(node, &StrategyColumns::group);
    return own.isEmpty() ? QStringList() : QStringList(own);
}

std::vector<std::vector<int>> StrategyGraph::split(quint32 node) const
{
    return splitOf(view(node, &StrategyColumns::strategy));
}

qint64 StrategyGraph::bytes() const
{
    qint64 out = static_cast<qint64>(
        nodes.size() * sizeof(GraphNode) + pairs.size() * sizeof(GraphPair) +
        (inputAt.size() + inputNodes.size() + sourceAt.size() + sourceNodes.size() + pairOf.size()) * sizeof(quint32));
    for (const GraphScope &s : scopes)
        out += static_cast<qint64>(sizeof s) + 2 * (s.path.size() + s.leaf.size());
    // Those of files are the ranks' own.
    for (const GraphStage &s : stages)
        out += source == GraphSource::Traces && s.table ? s.table->bytes() : 0;
    return out;
}

std::vector<std::vector<int>> splitOf(std::string_view text)
{
    std::vector<std::vector<int>> out;
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '[' || c == '(') {
            if (++depth == 2)
                out.emplace_back();
            else if (depth > 2)
                return {};
        } else if (c == ']' || c == ')') {
            --depth;
        } else if (c >= '0' && c <= '9' && depth == 2) {
            int value = 0;
            const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), value);
            if (error != std::errc())
                return {};
            out.back().push_back(value);
            i = static_cast<size_t>(end - text.data()) - 1;
        } else if (c != ',' && c != ' ') {
            return {};
        }
    }
    return depth == 0 ? out : std::vector<std::vector<int>>();
}

std::vector<quint8> graphHalo(const StrategyGraph &graph, const std::vector<quint32> &from, const JobContext &job)
{
    std::vector<quint8> out(graph.nodes.size(), HaloNone);
    JobPoll poll(job);
    // Users of each node, behind each other.
    std::vector<quint32> userAt(graph.nodes.size() + 1, 0);
    for (const quint32 input : graph.inputNodes)
        ++userAt[input + 1];
    for (size_t n = 1; n < userAt.size(); ++n)
        userAt[n] += userAt[n - 1];
    std::vector<quint32> users(graph.inputNodes.size());
    std::vector<quint32> next(userAt.begin(), userAt.end() - 1);
    for (quint32 n = 0; n < graph.nodes.size(); ++n) {
        for (const quint32 input : graph.rawInputs(n))
            users[next[input]++] = n;
    }
    const auto walk = [&](quint8 flag, const auto &neighbours) {
        std::vector<bool> seen(graph.nodes.size(), false);
        std::vector<quint32> todo = from;
        for (const quint32 n : from)
            seen[n] = true;
        while (!todo.empty() && !poll.isCanceled()) {
            const quint32 n = todo.back();
            todo.pop_back();
            neighbours(n, [&](quint32 other) {
                if (seen[other])
                    return;
                seen[other] = true;
                out[other] |= flag;
                todo.push_back(other);
            });
        }
    };
    const auto pairAt = [&graph](quint32 n) {
        const quint32 p = graph.pairOf[n];
        return p == StrategyGraph::None ? nullptr : &graph.pairs[p];
    };
    walk(HaloUpstream, [&](quint32 n, const auto &visit) {
        for (const quint32 input : graph.rawInputs(n))
            visit(input);
        if (const GraphPair *const p = pairAt(n); p && p->receive == n)
            visit(p->send);
    });
    walk(HaloDownstream, [&](quint32 n, const auto &visit) {
        for (quint32 i = userAt[n]; i < userAt[n + 1]; ++i)
            visit(users[i]);
        if (const GraphPair *const p = pairAt(n); p && p->send == n)
            visit(p->receive);
    });
    return out;
}

std::vector<quint32> searchGraph(const StrategyGraph &graph, const QString &text, const JobContext &job)
{
    std::vector<quint32> out;
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    JobPoll poll(job);
    for (quint32 n = 0; n < graph.nodes.size() && !words.isEmpty() && !poll.isCanceled(); ++n) {
        if (graph.nodes[n].kind == GraphKind::Special)
            continue;
        const QString name = graph.text(n, &StrategyColumns::name);
        if (std::ranges::all_of(words, [&name](const QString &w) { return name.contains(w, Qt::CaseInsensitive); }))
            out.push_back(n);
    }
    return out;
}

} // namespace rs
