// SPDX-License-Identifier: Apache-2.0
// The strategy graph from files or from traces.
#include "analysis/parallel/strategygraph.h"

#include "analysis/operators/operatorscan.h"
#include "analysis/parallel/legacygraph.h"
#include "analysis/parallel/pipelinechart.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/stepwindows.h"
#include "core/job/jobcontext.h"
#include "core/text/textsearch.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr size_t mostSources = 24; // through special operators, of one node
constexpr size_t mostTraceOperators = 200000;

constexpr std::array specialTypes = {
    std::string_view("Depend"),       std::string_view("Load"),          std::string_view("TupleGetItem"),
    std::string_view("MakeTuple"),    std::string_view("UpdateState"),   std::string_view("Return"),
    std::string_view("ListGetItem"),  std::string_view("MakeList"),      std::string_view("ControlDepend"),
    std::string_view("StopGradient"), std::string_view("RealMakeTuple"), std::string_view("RealTupleGetItem"),
    std::string_view("Partial"),      std::string_view("Parameter"),     std::string_view("ValueNode"),
};

std::string plainType(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    // "hcom_allReduce__…" and "AllReduce" are the same.
    std::erase(out, '_');
    if (out.starts_with("hcom"))
        out.erase(0, 4);
    return out;
}

/// "hcom_allReduce_" -> "hcom_allReduce", "MatMul-op12" -> "MatMul": traces add what tells executions apart.
std::string_view typeOf(std::string_view text)
{
    const size_t number = text.rfind("-op");
    if (number != std::string_view::npos && number > 0 && number + 3 < text.size() &&
        text.find_first_not_of("0123456789", number + 3) == std::string_view::npos)
        text = text.substr(0, number);
    while (text.size() > 1 && text.back() == '_')
        text.remove_suffix(1);
    return text;
}

bool isCollectiveType(std::string_view type)
{
    constexpr std::array names = {"allreduce", "allgather", "reducescatter",    "alltoall",     "broadcast",
                                  "barrier",   "allswap",   "neighborexchange", "batchsendrecv"};
    const std::string name = plainType(type);
    return std::ranges::any_of(names, [&](const char *n) { return name.starts_with(n); });
}

bool isSpecialType(std::string_view type)
{
    return std::ranges::find(specialTypes, type) != specialTypes.end() || type.ends_with("Summary");
}

GraphKind graphKindOf(std::string_view type, std::string_view instance, bool split)
{
    if (isSpecialType(type))
        return GraphKind::Special;
    if (instance.find("grad_mirror") != std::string_view::npos)
        return GraphKind::GradientAggregation;
    if (instance.find("redistribution") != std::string_view::npos)
        return GraphKind::Redistribution;
    const std::string name = plainType(type);
    if (name.starts_with("send") || name.starts_with("isend"))
        return GraphKind::Send;
    if (name.starts_with("receive") || name.starts_with("recv") || name.starts_with("irecv"))
        return GraphKind::Receive;
    if (isCollectiveType(type))
        return GraphKind::Communication;
    return split ? GraphKind::Split : GraphKind::Compute;
}

/// Fills a graph stage by stage.
class GraphMaker
{
public:
    GraphMaker(const Run &run, const StrategyGraphQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_poll(job)
    {
        m_out.scopes.push_back({});
        m_scopeOf[std::string()] = 0;
    }

    StrategyGraph make()
    {
        if (ofFiles()) {
            m_out.source = GraphSource::Files;
        } else if (ofTraces() || ofOldTimelines()) {
            m_out.source = GraphSource::Traces;
        } else {
            return {};
        }
        for (GraphStage &stage : m_out.stages)
            addStage(stage);
        pairOldTransfers();
        if (m_out.source == GraphSource::Files) {
            pairByTags();
            findSlices();
        }
        joinTransfers();
        m_out.pairOf.assign(m_out.nodes.size(), StrategyGraph::None);
        for (size_t p = 0; p < m_out.pairs.size(); ++p) {
            m_out.pairOf[m_out.pairs[p].send] = static_cast<quint32>(p);
            m_out.pairOf[m_out.pairs[p].receive] = static_cast<quint32>(p);
        }
        count();
        return std::move(m_out);
    }

private:
    bool ofFiles()
    {
        std::map<int, GraphStage> byStage;
        const std::map<int, int> known = pipelineStages(m_run, domains(m_run));
        for (size_t i = 0; i < m_run.ranks.size(); ++i) {
            const auto &rank = m_run.ranks[i];
            const auto table = rank ? rank->table(ParallelStrategyKind) : nullptr;
            if (!table || table->rows() == 0)
                continue;
            const StrategyColumns columns(*table);
            const int number = m_run.infos[i].rank;
            int stage = static_cast<int>(table->integer(0, columns.stage, -1));
            if (const auto at = known.find(number); stage < 0 && at != known.end())
                stage = at->second;
            GraphStage &to = byStage[std::max(0, stage)];
            to.ranks.push_back(number);
            if (to.table) {
                m_others[std::max(0, stage)].emplace_back(number, table);
                continue;
            }
            to.stage = std::max(0, stage);
            to.rankIndex = static_cast<int>(i);
            to.table = table;
            to.columns = columns;
        }
        for (auto &[number, stage] : byStage) {
            std::ranges::sort(stage.ranks);
            m_out.stages.push_back(std::move(stage));
        }
        return !m_out.stages.empty();
    }

    // One rank of each stage; of one pipeline, where there are several.
    bool ofTraces()
    {
        PipelineQuery asked{m_query.step, -1};
        if (m_query.rank >= 0)
            asked.rank = m_run.infos[static_cast<size_t>(m_query.rank)].rank;
        m_chart = pipelineChart(m_run, asked, m_job);
        m_hasChart = true;
        if (m_chart.steps.empty() && asked.rank >= 0)
            m_chart = pipelineChart(m_run, {m_query.step, -1}, m_job);
        std::vector<std::pair<int, int>> ranks; // stage, rank index
        if (!m_chart.steps.empty()) {
            m_out.step = m_chart.steps.front().step;
            for (const PipelineStage &s : m_chart.steps.front().stages) {
                if (s.rankIndex >= 0)
                    ranks.emplace_back(s.stage, s.rankIndex);
            }
        } else {
            int rank = m_query.rank;
            for (size_t i = 0; i < m_run.ranks.size() && (rank < 0 || !hasTrace(rank)); ++i)
                rank = hasTrace(static_cast<int>(i)) ? static_cast<int>(i) : rank;
            if (rank >= 0)
                ranks.emplace_back(0, rank);
            m_out.step = m_query.step;
        }
        for (const auto &[number, index] : ranks) {
            if (!hasTrace(index))
                continue;
            GraphStage stage;
            stage.stage = number;
            stage.rankIndex = index;
            stage.ranks = {m_run.infos[static_cast<size_t>(index)].rank};
            addOperators(stage);
            if (stage.table && stage.table->rows() > 0) // cancelled: it has none
                m_out.stages.push_back(std::move(stage));
        }
        return !m_out.stages.empty();
    }

    /// Timelines of MindSpore 1.x, which name no process of the device.
    bool ofOldTimelines()
    {
        const LegacyGraph old = legacyTimelineGraph(m_run, m_query.step, m_query.rank, m_job);
        m_out.step = old.step;
        for (const LegacyGraphStage &from : old.stages) {
            GraphStage stage;
            stage.stage = from.stage;
            stage.rankIndex = from.rankIndex;
            stage.ranks = {m_run.infos[static_cast<size_t>(from.rankIndex)].rank};
            auto table = std::make_shared<Table>();
            stage.columns = StrategyColumns::addTo(*table);
            const size_t shown = std::min(from.operators.size(), mostTraceOperators);
            m_out.isCut = m_out.isCut || shown < from.operators.size();
            for (size_t i = 0; i < shown; ++i) {
                const LegacyGraphOperator &op = from.operators[i];
                addName(*table, stage, op.name, op.type);
                table->finishRow();
                m_calls.push_back({op.slice, op.durationNs});
            }
            stage.table = std::move(table);
            m_out.stages.push_back(std::move(stage));
        }
        m_oldPairs = old.pairs;
        return !m_out.stages.empty();
    }

    void pairOldTransfers()
    {
        for (const LegacyGraphPair &p : m_oldPairs) {
            const GraphStage &from = m_out.stages[p.fromStage];
            const GraphStage &to = m_out.stages[p.toStage];
            const size_t send = from.first + p.send;
            const size_t receive = to.first + p.receive;
            if (send < from.last && receive < to.last)
                m_out.pairs.push_back({static_cast<quint32>(send), static_cast<quint32>(receive), p.waitNs});
        }
    }

    [[nodiscard]] bool hasTrace(int index) const
    {
        const auto &rank = m_run.ranks[static_cast<size_t>(index)];
        return rank && rank->trace;
    }

    [[nodiscard]] Interval windowOf(const RankData &rank)
    {
        const std::vector<StepWindow> windows = stepWindows(rank, m_job);
        for (const StepWindow &w : windows) {
            if (m_out.step.isEmpty() || w.step == m_out.step) {
                m_out.step = w.marked ? w.step : m_out.step;
                return w.device;
            }
        }
        return {};
    }

    /// Operators of the step as a table, in the order in which they start.
    void addOperators(GraphStage &stage)
    {
        const RankData &rank = *m_run.ranks[static_cast<size_t>(stage.rankIndex)];
        auto table = std::make_shared<Table>();
        stage.columns = StrategyColumns::addTo(*table);
        StringPool texts;
        std::vector<OperatorCall> calls;
        OperatorQuery query;
        query.kind = OperatorKind::All;
        query.fromTrace = !rank.kernels;
        const Interval window = windowOf(rank);
        if (window.length() > 0)
            query.window = window;
        const auto visit = [&](const OperatorCall &call) {
            if (window.length() <= 0 || (call.startNs >= window.from && call.startNs < window.to))
                calls.push_back(call);
        };
        if (rank.kernels) {
            if (!scanKernels(rank, query, texts, m_job, visit))
                return;
        } else if (scanTrace(rank, query, texts, m_job, visit) == TraceScan::Canceled) {
            return;
        }
        std::ranges::stable_sort(calls, {}, &OperatorCall::startNs);
        if (calls.size() > mostTraceOperators) {
            m_out.isCut = true;
            calls.resize(mostTraceOperators);
        }
        const std::map<QString, QString> groups = groupNames(rank);
        for (const OperatorCall &call : calls) {
            const std::string_view name = texts.view(call.name);
            std::string_view type = texts.view(call.type);
            type = type.empty() || type == "N/A" ? lastPart(name) : type;
            addName(*table, stage, name, typeOf(type));
            addGroup(*table, stage.columns, rank, call, isCollectiveType(type) || isCollectiveType(lastPart(name)),
                     groups);
            table->finishRow();
        }
        for (const OperatorCall &call : calls)
            m_calls.push_back({call.slice, call.durationNs});
        stage.table = std::move(table);
    }

    static void addName(Table &table, const GraphStage &stage, std::string_view name, std::string_view type)
    {
        const std::string_view leaf = lastPart(name);
        table.appendText(stage.columns.node, std::to_string(table.rows() + 1));
        table.appendText(stage.columns.name, name);
        table.appendText(stage.columns.type, type);
        if (leaf.size() < name.size())
            table.appendText(stage.columns.scope, name.substr(0, name.size() - leaf.size() - 1));
        else
            table.appendMissing(stage.columns.scope);
        table.appendInteger(stage.columns.stage, stage.stage);
    }

    /// Name of a lane of a group -> what the framework calls the group.
    static std::map<QString, QString> groupNames(const RankData &rank)
    {
        std::map<QString, QString> out;
        for (const GroupInfo &g : rank.groups) {
            if (!g.commName.isEmpty() && !g.pgName.isEmpty())
                out[QStringLiteral("Group %1 Communication").arg(g.commName)] = g.pgName;
        }
        return out;
    }

    // The group replaces the name that the compiler would give.
    static void addGroup(Table &table, const StrategyColumns &columns, const RankData &rank, const OperatorCall &call,
                         bool collective, const std::map<QString, QString> &groups)
    {
        QString group;
        if (collective && call.slice != NoSlice) {
            const Lane &lane = rank.trace->lane(rank.trace->laneOf(call.slice));
            if (const auto at = groups.find(rank.trace->strings().text(lane.name)); at != groups.end())
                group = at->second;
        }
        if (group.isEmpty())
            return;
        const std::string kind = plainType(table.textView(table.rows(), columns.type));
        const auto is = [&kind](const char *what) { return kind.find(what) != std::string::npos; };
        table.appendText(columns.group, group.toStdString());
        if (group.startsWith(QLatin1String("tp")) && (is("allgather") || is("reducescatter") || is("alltoall")))
            table.appendText(columns.instance, "redistribution");
        else if (group.startsWith(QLatin1String("dp")) && (is("allreduce") || is("reducescatter")))
            table.appendText(columns.instance, "grad_mirror");
    }

    int scopeOf(std::string_view path)
    {
        const std::string key(path);
        if (const auto at = m_scopeOf.find(key); at != m_scopeOf.end())
            return at->second;
        const size_t slash = path.rfind('/');
        const bool isTop = slash == std::string_view::npos;
        const int parent = isTop ? 0 : scopeOf(path.substr(0, slash));
        GraphScope made;
        made.path = QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
        made.leaf = made.path.section(u'/', -1);
        made.parent = parent;
        made.depth = m_out.scopes[static_cast<size_t>(parent)].depth + 1;
        m_out.scopes.push_back(std::move(made));
        return m_scopeOf[key] = static_cast<int>(m_out.scopes.size()) - 1;
    }

    void addStage(GraphStage &stage)
    {
        const Table &t = *stage.table;
        const StrategyColumns &c = stage.columns;
        stage.first = static_cast<quint32>(m_out.nodes.size());
        std::map<std::string_view, quint32> nodeOf;
        for (int row = 0; row < t.rows() && !m_poll.isCanceled(); ++row)
            nodeOf.emplace(t.textView(row, c.node), stage.first + static_cast<quint32>(row));
        for (int row = 0; row < t.rows() && !m_poll.isCanceled(); ++row) {
            GraphNode node;
            node.stage = static_cast<quint32>(&stage - m_out.stages.data());
            node.row = row;
            node.split = t.has(row, c.strategy);
            node.kind = graphKindOf(t.textView(row, c.type), t.textView(row, c.instance), node.split);
            std::string_view scope = t.textView(row, c.scope);
            // Deeper than anybody can fold.
            constexpr size_t longest = 2000;
            node.scope = scopeOf(scope.substr(0, longest));
            if (m_out.source == GraphSource::Traces) {
                node.slice = m_calls[m_out.nodes.size()].first;
                node.durationNs = m_calls[m_out.nodes.size()].second;
            }
            m_out.nodes.push_back(node);
        }
        stage.last = static_cast<quint32>(m_out.nodes.size());
        if (m_out.source == GraphSource::Traces)
            placeCollectives(stage);
        for (quint32 n = stage.first; n < stage.last; ++n) {
            const GraphNode &node = m_out.nodes[n];
            for (int s = node.scope; s >= 0 && node.kind != GraphKind::Special; s = parentOf(s))
                ++m_out.scopes[static_cast<size_t>(s)].operators;
        }
        addInputs(stage, nodeOf);
        addSources(stage);
        compareRanks(stage);
    }

    [[nodiscard]] int parentOf(int scope) const { return m_out.scopes[static_cast<size_t>(scope)].parent; }

    /// The innermost namespace around both.
    [[nodiscard]] int around(int a, int b) const
    {
        const auto depth = [this](int scope) { return m_out.scopes[static_cast<size_t>(scope)].depth; };
        while (a != b) {
            if (depth(a) >= depth(b))
                a = parentOf(a);
            else
                b = parentOf(b);
        }
        return a;
    }

    // A trace names no namespace of a collective. In that of the operators around it, it does not part them.
    void placeCollectives(const GraphStage &stage)
    {
        const auto isBare = [this](quint32 n) {
            const GraphNode &node = m_out.nodes[n];
            return node.scope == 0 &&
                   (node.kind == GraphKind::Communication || node.kind == GraphKind::Redistribution ||
                    node.kind == GraphKind::GradientAggregation);
        };
        for (quint32 n = stage.first; n < stage.last; ++n) {
            if (!isBare(n))
                continue;
            quint32 next = n + 1;
            while (next < stage.last && isBare(next))
                ++next;
            const int before = n > stage.first ? m_out.nodes[n - 1].scope : 0;
            const int scope = next < stage.last ? around(before, m_out.nodes[next].scope) : 0;
            for (; n < next; ++n)
                m_out.nodes[n].scope = scope;
        }
    }

    void addInputs(const GraphStage &stage, const std::map<std::string_view, quint32> &nodeOf)
    {
        for (quint32 n = stage.first; n < stage.last && !m_poll.isCanceled(); ++n) {
            m_out.inputAt.push_back(static_cast<quint32>(m_out.inputNodes.size()));
            std::string_view rest = stage.table->textView(m_out.nodes[n].row, stage.columns.inputs);
            while (!rest.empty()) {
                const size_t end = std::min(rest.find(StrategyColumns::separator), rest.size());
                if (const auto at = nodeOf.find(rest.substr(0, end)); at != nodeOf.end() && at->second != n)
                    m_out.inputNodes.push_back(at->second);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
        m_out.inputAt.resize(stage.last, static_cast<quint32>(m_out.inputNodes.size()));
    }

    // Sources of special nodes, which are left out of the picture, replace them.
    void addSources(const GraphStage &stage)
    {
        std::vector<std::vector<quint32>> through(stage.last - stage.first);
        for (quint32 n = stage.first; n < stage.last && !m_poll.isCanceled(); ++n) {
            std::vector<quint32> found;
            const quint32 end =
                n + 1 < m_out.inputAt.size() ? m_out.inputAt[n + 1] : static_cast<quint32>(m_out.inputNodes.size());
            for (quint32 i = m_out.inputAt[n]; i < end; ++i) {
                const quint32 from = m_out.inputNodes[i];
                if (m_out.nodes[from].kind != GraphKind::Special) {
                    found.push_back(from);
                } else {
                    const std::vector<quint32> &theirs = through[from - stage.first];
                    found.insert(found.end(), theirs.begin(), theirs.end());
                }
            }
            std::ranges::sort(found);
            found.erase(std::unique(found.begin(), found.end()), found.end());
            std::erase(found, n);
            if (found.size() > mostSources) {
                m_out.counts.leftOut += static_cast<qint64>(found.size() - mostSources);
                found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(mostSources)); // the nearest stay
            }
            m_out.sourceAt.push_back(static_cast<quint32>(m_out.sourceNodes.size()));
            if (m_out.nodes[n].kind == GraphKind::Special)
                through[n - stage.first] = std::move(found);
            else
                m_out.sourceNodes.insert(m_out.sourceNodes.end(), found.begin(), found.end());
        }
        m_out.sourceAt.resize(stage.last, static_cast<quint32>(m_out.sourceNodes.size()));
    }

    /// Groups of the other ranks of a stage, and whether they have the same operators.
    void compareRanks(GraphStage &stage)
    {
        const auto others = m_others.find(stage.stage);
        if (others == m_others.end())
            return;
        for (const auto &[number, table] : others->second) {
            const StrategyColumns c(*table);
            bool same = table->rows() == stage.table->rows();
            for (int row = 0; same && row < table->rows() && !m_poll.isCanceled(); ++row) {
                same = table->textView(row, c.type) == stage.table->textView(row, stage.columns.type);
                const std::string_view group = table->textView(row, c.group);
                const std::string_view own = stage.table->textView(row, stage.columns.group);
                if (!same || group == own || group.empty())
                    continue;
                QStringList &all = m_out.groupsOf[stage.first + static_cast<quint32>(row)];
                if (all.isEmpty() && !own.empty())
                    all << QString::fromUtf8(own.data(), static_cast<qsizetype>(own.size()));
                const QString text = QString::fromUtf8(group.data(), static_cast<qsizetype>(group.size()));
                if (!all.contains(text))
                    all << text;
            }
            if (!same)
                stage.different.push_back(number);
        }
        for (auto &[node, all] : m_out.groupsOf)
            all.sort();
    }

    [[nodiscard]] int stageIndexOf(qint64 said) const
    {
        for (size_t s = 0; s < m_out.stages.size(); ++s) {
            if (m_out.stages[s].stage == said)
                return static_cast<int>(s);
        }
        // Some writers put the rank there.
        for (size_t s = 0; s < m_out.stages.size(); ++s) {
            const std::vector<int> &ranks = m_out.stages[s].ranks;
            if (std::ranges::find(ranks, said) != ranks.end())
                return static_cast<int>(s);
        }
        return -1;
    }

    // The k-th Send of a tag to a stage is taken by its k-th Receive.
    void pairByTags()
    {
        using Key = std::tuple<int, int, qint64>; // from, to, tag
        std::map<Key, std::pair<std::vector<quint32>, std::vector<quint32>>> ends;
        for (quint32 n = 0; n < m_out.nodes.size() && !m_poll.isCanceled(); ++n) {
            const GraphNode &node = m_out.nodes[n];
            if (node.kind != GraphKind::Send && node.kind != GraphKind::Receive)
                continue;
            const GraphStage &stage = m_out.stageOf(n);
            const int own = static_cast<int>(node.stage);
            const int peer = stageIndexOf(stage.table->integer(node.row, stage.columns.peerStage, -1));
            if (peer < 0)
                continue;
            const qint64 tag = stage.table->integer(node.row, stage.columns.tag, -1);
            if (node.kind == GraphKind::Send)
                ends[{own, peer, tag}].first.push_back(n);
            else
                ends[{peer, own, tag}].second.push_back(n);
        }
        for (const auto &[key, both] : ends) {
            for (size_t i = 0; i < std::min(both.first.size(), both.second.size()); ++i)
                m_out.pairs.push_back({both.first[i], both.second[i], {}});
        }
        std::ranges::sort(m_out.pairs, {}, &GraphPair::send);
    }

    /// Operators of the files in the traces of their ranks, by their full or short names.
    void findSlices()
    {
        m_out.step = m_query.step;
        for (const GraphStage &stage : m_out.stages) {
            if (!hasTrace(stage.rankIndex))
                continue;
            const RankData &rank = *m_run.ranks[static_cast<size_t>(stage.rankIndex)];
            const Trace &trace = *rank.trace;
            std::vector<quint32> nodeOf(trace.strings().size(), StrategyGraph::None);
            bool any = false;
            for (quint32 n = stage.first; n < stage.last && !m_poll.isCanceled(); ++n) {
                const std::string_view name = m_out.view(n, &StrategyColumns::name);
                std::optional<StrId> id = trace.strings().find(name);
                if (!id)
                    id = trace.strings().find(lastPart(name));
                if (id && nodeOf[raw(*id)] == StrategyGraph::None) {
                    nodeOf[raw(*id)] = n;
                    any = true;
                }
            }
            const Interval window = any ? windowOf(rank) : Interval();
            const SliceStore &s = trace.slices();
            for (quint32 l = 0; any && l < trace.lanes().size(); ++l) {
                const Lane &lane = trace.lanes()[l];
                if (trace.process(lane.process).kind != ProcessKind::AscendHardware && lane.kind != LaneKind::CommGroup)
                    continue;
                const SliceStore::Span span = trace.slicesOf(LaneId{l});
                for (quint32 i = span.first; i < span.last && !m_poll.isCanceled(); ++i) {
                    const SliceId id{i};
                    const quint32 n = nodeOf[raw(s.name(id))];
                    if (n == StrategyGraph::None ||
                        (window.length() > 0 && (s.start(id) < window.from || s.start(id) > window.to)))
                        continue;
                    GraphNode &node = m_out.nodes[n];
                    if (node.slice != NoSlice && s.start(node.slice) <= s.start(id))
                        continue;
                    node.slice = id;
                    node.durationNs = s.duration(id);
                }
            }
        }
    }

    /// Adds the waits of Receives, and for traces the Send they wait for: as the pipeline chart pairs them.
    void joinTransfers()
    {
        std::map<std::pair<int, SliceId>, quint32> nodeOf;
        for (quint32 n = 0; n < m_out.nodes.size(); ++n) {
            const GraphNode &node = m_out.nodes[n];
            if (node.slice != NoSlice && (node.kind == GraphKind::Send || node.kind == GraphKind::Receive))
                nodeOf.emplace(std::pair(m_out.stageOf(n).rankIndex, node.slice), n);
        }
        if (nodeOf.empty())
            return;
        if (!m_hasChart)
            m_chart = pipelineChart(m_run, {m_out.step, -1}, m_job);
        std::map<std::pair<quint32, quint32>, size_t> known;
        for (size_t p = 0; p < m_out.pairs.size(); ++p)
            known.emplace(std::pair(m_out.pairs[p].send, m_out.pairs[p].receive), p);
        for (const PipelineStep &step : m_chart.steps) {
            for (const PipelineLink &link : step.links) {
                const PipelineStage &from = step.stages[static_cast<size_t>(link.fromStage)];
                const PipelineStage &to = step.stages[static_cast<size_t>(link.toStage)];
                const PipelineTransferEnd &send = from.transfers[link.send];
                const PipelineTransferEnd &receive = to.transfers[link.receive];
                const auto sender = nodeOf.find({from.rankIndex, send.slice});
                const auto receiver = nodeOf.find({to.rankIndex, receive.slice});
                if (sender == nodeOf.end() || receiver == nodeOf.end())
                    continue;
                std::optional<qint64> wait;
                if (from.lack != PipelineLack::NoClock && to.lack != PipelineLack::NoClock)
                    wait = std::max<qint64>(0, std::min(send.time.from, receive.time.to) - receive.time.from);
                const auto at = known.find({sender->second, receiver->second});
                if (at != known.end())
                    m_out.pairs[at->second].waitNs = wait;
                else if (m_out.source == GraphSource::Traces)
                    m_out.pairs.push_back({sender->second, receiver->second, wait});
            }
        }
    }

    void count()
    {
        GraphCounts &c = m_out.counts;
        for (quint32 n = 0; n < m_out.nodes.size(); ++n) {
            const GraphNode &node = m_out.nodes[n];
            const bool special = node.kind == GraphKind::Special;
            (special ? c.special : c.operators) += 1;
            c.split += node.split;
            c.redistribution += node.kind == GraphKind::Redistribution;
            c.gradientAggregation += node.kind == GraphKind::GradientAggregation;
            c.unpaired += (node.kind == GraphKind::Send || node.kind == GraphKind::Receive) &&
                          m_out.pairOf[n] == StrategyGraph::None;
        }
    }

    const Run &m_run;
    const StrategyGraphQuery &m_query;
    const JobContext &m_job;
    JobPoll m_poll;
    StrategyGraph m_out;
    std::map<std::string, int, std::less<>> m_scopeOf;
    std::map<int, std::vector<std::pair<int, std::shared_ptr<const Table>>>> m_others; ///< by stage
    std::vector<std::pair<SliceId, qint64>> m_calls; ///< calls in traces, as the nodes will be
    std::vector<LegacyGraphPair> m_oldPairs;
    PipelineChart m_chart;
    bool m_hasChart = false;
};

} // namespace

StrategyGraph strategyGraph(const Run &run, const StrategyGraphQuery &query, const JobContext &job)
{
    return GraphMaker(run, query, job).make();
}

} // namespace rs
