// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/strategygraphpage.h"

#include "core/job/jobcontext.h"
#include "items/format.h"
#include "items/sentencetext.h"
#include "views/page/propertytree.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace rs {

namespace {

constexpr size_t automaticBoxes = 24;  // of a stage, so that they can be read
constexpr qsizetype mostToggled = 200; // of a session
constexpr size_t mostListed = 40;      // inputs or outputs of an operator

} // namespace

StrategyGraphPage::StrategyGraphPage(const ViewContext &context, QWidget *parent)
    : StrategyGraphPage(new GraphCanvas(context.theme), context, parent)
{
}

StrategyGraphPage::StrategyGraphPage(GraphCanvas *canvas, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("strategy.graph"), QStringLiteral("graph"),
                     new ChartFrame(new QSplitter(Qt::Horizontal), QStringLiteral("strategy-graph"), context.theme),
                     context, parent),
      m_canvas(canvas), m_attributes(new PropertyTree), m_depth(new Picker(this)), m_search(new QLineEdit(this)),
      m_previous(new QToolButton(this)), m_next(new QToolButton(this)), m_foundLabel(plainLabel(this)),
      m_longLinks(new QCheckBox(this))
{
    addWork(m_job);
    addWork(m_layoutJob);
    addWork(m_neighbourJob);
    addWork(m_searchJob);
    auto *const splitter = qobject_cast<QSplitter *>(frame()->content());
    splitter->addWidget(m_canvas);
    splitter->addWidget(m_attributes);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 1);
    // A tree gives names at most 45 % of its width; the longest name needs 24 letters.
    splitter->setSizes({800, fontMetrics().averageCharWidth() * 24 * 100 / 45 + 20});
    m_attributes->hide();
    m_depth->setValue(automatic);
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    m_previous->setIcon(symbol(QStringLiteral("up")));
    m_next->setIcon(symbol(QStringLiteral("down")));
    for (QToolButton *const b : {m_previous, m_next})
        b->setAutoRaise(true);
    frame()->wrapHead();
    // A line is never broken between the two.
    auto *const steps = new QWidget(this);
    auto *const beside = new QHBoxLayout(steps);
    beside->setContentsMargins(0, 0, 0, 0);
    beside->setSpacing(0);
    for (QToolButton *const b : {m_previous, m_next})
        beside->addWidget(b);
    for (QWidget *const w : std::initializer_list<QWidget *>{m_depth, m_longLinks, m_search, steps, m_foundLabel})
        frame()->addControl(w);
    frame()->setScope([this] { return scopeWith({}); });
    setFocusProxy(m_canvas);
    connect(m_depth, &Picker::chosen, this, [this](const QVariant &v) { setDepth(v.toInt()); });
    connect(m_longLinks, &QCheckBox::toggled, this, [this](bool on) {
        m_canvas->setLongLinks(on);
        emit arrangementChanged();
    });
    connect(m_search, &QLineEdit::textChanged, this, &StrategyGraphPage::find);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { stepFound(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { stepFound(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { stepFound(1); });
    connect(m_canvas, &GraphCanvas::nodeChosen, this, &StrategyGraphPage::chooseNode);
    connect(m_canvas, &GraphCanvas::nodeActivated, this, &StrategyGraphPage::openNode);
    connect(m_canvas, &GraphCanvas::foldRequested, this, &StrategyGraphPage::setFolded);
    connect(m_canvas, &GraphCanvas::windowChanged, this, [this] {
        if (m_applying)
            return;
        m_wanted = m_canvas->window();
        emit arrangementChanged();
    });
    connect(frame(), &ChartFrame::menuRequested, this, &StrategyGraphPage::fillMenu);
    connect(&this->state(), &ViewState::currentRankChanged, this, &StrategyGraphPage::followState);
    // Rows are the operators in their order.
    table()->setActivation([this](quint32 row) {
        if (m_answer.graph && row < m_answer.graph->nodes.size() && table()->rows() &&
            table()->rows()->rows() == m_answer.graph->nodes.size())
            showNode(row);
    });
}

void StrategyGraphPage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    out[QStringLiteral("depth")] = m_folding.depth;
    if (m_longLinks->isChecked())
        out[QStringLiteral("longLinks")] = true;
    QJsonArray toggled;
    for (const auto &[path, open] : m_folding.toggled)
        toggled.append(QJsonArray{path, open});
    if (!toggled.isEmpty())
        out[QStringLiteral("folds")] = toggled;
    saveWindow(out, m_wanted);
    if (m_wantedNode.first >= 0) {
        out[QStringLiteral("stage")] = m_wantedNode.first;
        out[QStringLiteral("node")] = m_wantedNode.second;
    }
}

void StrategyGraphPage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    m_folding = {};
    const QJsonValue depth = state[QStringLiteral("depth")];
    m_folding.depth = depth.isDouble() ? std::clamp(depth.toInt(automatic), automatic, allOperators) : automatic;
    for (const QJsonValue &v : state[QStringLiteral("folds")].toArray()) {
        const QJsonArray pair = v.toArray();
        if (pair.size() == 2 && pair[0].isString() && std::ssize(m_folding.toggled) < mostToggled)
            m_folding.toggled.emplace_back(pair[0].toString(), pair[1].toBool());
    }
    m_depth->setValue(m_folding.depth);
    m_longLinks->setChecked(state[QStringLiteral("longLinks")].toBool());
    m_wanted = savedWindow(state);
    m_wantedNode = {state[QStringLiteral("stage")].toInt(-1), state[QStringLiteral("node")].toString()};
    invalidate();
}

GraphFolds StrategyGraphPage::foldsOf(const StrategyGraph &graph, const Folding &folding, const JobContext &job)
{
    GraphFolds out = folding.depth == automatic ? GraphFolds::forBoxes(graph, automaticBoxes * graph.stages.size(), job)
                                                : GraphFolds(graph, folding.depth);
    for (const auto &[path, open] : folding.toggled) {
        for (size_t s = 1; s < graph.scopes.size(); ++s) {
            if (graph.scopes[s].path == path)
                out.setOpen(graph, static_cast<int>(s), open);
        }
    }
    return out;
}

void StrategyGraphPage::refresh()
{
    std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_layoutJob.cancel();
        m_answer = {};
        return m_canvas->setContent({});
    }
    query->rank = state().currentRank().run == run() ? state().currentRank().index : -1;
    m_layoutJob.cancel();
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"strategy.graph"), query = *query, of = run(),
         folding = m_folding](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Answer out;
            out.run = of;
            auto graph =
                std::make_shared<const StrategyGraph>(strategyGraph(*query.run, {query.step, query.rank}, job));
            out.graph = graph;
            if (graph->nodes.empty()) {
                out.whyEmpty = spec.whyEmpty(query);
                return out;
            }
            out.folding = folding;
            out.layout = std::make_shared<const GraphLayout>(graphLayout(*graph, foldsOf(*graph, folding, job), job));
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void StrategyGraphPage::take(Answer answer)
{
    m_answer = std::move(answer);
    fillDepths();
    if (m_answer.graph->nodes.empty()) {
        m_canvas->setContent({});
        return showNothing(tr("There is no graph of operators to show"), m_answer.whyEmpty);
    }
    body()->showContent();
    showContent();
    find();
    if (!(m_answer.folding == m_folding))
        layOut();
}

void StrategyGraphPage::showContent()
{
    GraphCanvas::Content content{m_answer.graph, m_answer.layout, {}};
    for (const GraphStage &stage : m_answer.graph->stages)
        content.titles.push_back(titleOf(stage));
    m_applying = true;
    m_canvas->setContent(std::move(content));
    if (!m_wanted.isEmpty())
        m_canvas->setWindow(m_wanted);
    // Earlier selection, if the graph has it.
    quint32 node = GraphCanvas::None;
    for (const GraphStage &stage : m_answer.graph->stages) {
        for (quint32 n = stage.first; n < stage.last && stage.stage == m_wantedNode.first; ++n) {
            if (m_answer.graph->text(n, &StrategyColumns::node) == m_wantedNode.second)
                node = n;
        }
    }
    m_canvas->setSelected(node);
    if (m_toReveal != GraphCanvas::None && node == m_toReveal)
        m_canvas->setSelected(node, true);
    m_toReveal = GraphCanvas::None;
    m_applying = false;
    frame()->setHeading(tr("Operators of the stages in the order of execution"));
    frame()->setNote(note());
    describe();
    showFound();
}

void StrategyGraphPage::layOut()
{
    if (!m_answer.graph || m_answer.graph->nodes.empty())
        return;
    m_layoutJob.start(
        *context().pool,
        [graph = m_answer.graph, folding = m_folding, of = m_answer.run](const JobContext &job) {
            Answer out;
            out.run = of;
            out.graph = graph;
            out.folding = folding;
            out.layout = std::make_shared<const GraphLayout>(graphLayout(*graph, foldsOf(*graph, folding, job), job));
            return out;
        },
        [this](Answer answer) {
            m_answer = std::move(answer);
            showContent();
        });
}

void StrategyGraphPage::setDepth(int depth)
{
    m_folding = {depth, {}};
    m_wanted = {};
    layOut();
    emit arrangementChanged();
}

void StrategyGraphPage::setFolded(int scope, bool open)
{
    const QString path = m_answer.graph->scopes[static_cast<size_t>(scope)].path;
    std::erase_if(m_folding.toggled, [&path](const auto &t) { return t.first == path; });
    m_folding.toggled.emplace_back(path, open);
    // Restores the visible part: layers before it may have come or gone.
    m_wanted = {};
    m_toReveal = m_canvas->selected();
    layOut();
    emit arrangementChanged();
}

void StrategyGraphPage::fillDepths()
{
    int deepest = 0;
    if (m_answer.graph) {
        for (const GraphScope &s : m_answer.graph->scopes)
            deepest = std::max(deepest, s.depth);
    }
    std::vector<PickerItem> items{{tr("Automatic"), automatic}};
    constexpr int mostLevels = 12;
    for (int d = 0; d < std::min(deepest, mostLevels); ++d)
        items.push_back({d == 0 ? tr("All folded") : tr("Open to level %1").arg(d), d});
    items.push_back({tr("All open"), allOperators});
    m_depth->setItems(items);
}

RankRef StrategyGraphPage::refOf(quint32 node) const
{
    const int index = m_answer.graph ? m_answer.graph->stageOf(node).rankIndex : -1;
    return index < 0 || m_answer.run < 0 ? RankRef() : RankRef{m_answer.run, index};
}

QString StrategyGraphPage::titleOf(const GraphStage &stage) const
{
    const QString ranks = format::rankIntervals(stage.ranks);
    return stage.ranks.size() > 1 ? tr("Stage %1, ranks %2").arg(QString::number(stage.stage), ranks)
                                  : tr("Stage %1, rank %2").arg(QString::number(stage.stage), ranks);
}

std::vector<int> StrategyGraphPage::rankIndexes() const
{
    std::vector<int> out;
    for (size_t s = 0; m_answer.graph && s < m_answer.graph->stages.size(); ++s)
        out.push_back(m_answer.graph->stages[s].rankIndex);
    return out;
}

MareySameness StrategyGraphPage::sameness() const
{
    return m_answer.graph && m_answer.graph->source == GraphSource::Traces ? MareySameness::Occurrence
                                                                           : MareySameness::Operator;
}

void StrategyGraphPage::followOperator(const std::vector<MareyExecution> &executions)
{
    if (!m_answer.graph || m_canvas->isEmpty())
        return;
    const StrategyGraph &g = *m_answer.graph;
    std::map<std::pair<int, SliceId>, size_t> places;
    for (size_t i = 0; i < executions.size(); ++i)
        places.emplace(std::pair(executions[i].rankIndex, executions[i].slice), i);
    quint32 found = GraphCanvas::None;
    size_t best = executions.size();
    for (quint32 n = 0; n < g.nodes.size(); ++n) {
        const auto at = places.find({g.stageOf(n).rankIndex, g.nodes[n].slice});
        if (at == places.end() || at->second >= best || m_answer.layout->boxOf[n] == GraphCanvas::None)
            continue;
        best = at->second;
        found = n;
    }
    m_wantedNode = {-1, QString()};
    if (found != GraphCanvas::None)
        m_wantedNode = {g.stageOf(found).stage, g.text(found, &StrategyColumns::node)};
    m_canvas->setSelected(found, found != GraphCanvas::None);
    describe();
    emit arrangementChanged();
}

void StrategyGraphPage::chooseNamespace(quint32 node)
{
    const quint32 at = node == GraphCanvas::None ? GraphCanvas::None : m_answer.layout->boxOf[node];
    if (at == GraphCanvas::None || !m_answer.layout->boxes[at].isGroup()) {
        emit namespaceChosen({}, {}, {});
        return;
    }
    const StrategyGraph &g = *m_answer.graph;
    const GraphBox &box = m_answer.layout->boxes[at];
    std::vector<SliceId> executions;
    for (quint32 n = box.first; n <= box.last; ++n) {
        if (m_answer.layout->boxOf[n] == at && g.nodes[n].slice != NoSlice)
            executions.push_back(g.nodes[n].slice);
    }
    emit namespaceChosen(g.scopes[static_cast<size_t>(box.scope)].leaf, refOf(node), executions);
}

void StrategyGraphPage::chooseNode(quint32 node)
{
    m_wantedNode = {-1, QString()};
    chooseNamespace(node);
    if (node != GraphCanvas::None) {
        m_wantedNode = {m_answer.graph->stageOf(node).stage, m_answer.graph->text(node, &StrategyColumns::node)};
        const RankRef rank = refOf(node);
        const SliceId slice = m_answer.graph->nodes[node].slice;
        const bool isGroup = m_answer.layout->boxes[m_answer.layout->boxOf[node]].isGroup();
        if (rank.isValid() && slice != NoSlice && !isGroup)
            state().followSlice(rank, slice);
    }
    describe();
    emit arrangementChanged();
}

void StrategyGraphPage::showNode(quint32 node)
{
    const StrategyGraph &g = *m_answer.graph;
    if (g.nodes[node].kind == GraphKind::Special)
        return state().notice(tr("Operators that run nothing are folded in the graph: its lines go through them."));
    m_wantedNode = {g.stageOf(node).stage, g.text(node, &StrategyColumns::node)};
    const GraphBox &box = m_answer.layout->boxes[m_answer.layout->boxOf[node]];
    if (box.isGroup()) {
        const QString path = g.scopes[static_cast<size_t>(g.nodes[node].scope)].path;
        std::erase_if(m_folding.toggled, [&path](const auto &t) { return t.first == path; });
        m_folding.toggled.emplace_back(path, true);
        m_wanted = {};
        m_toReveal = node;
        layOut();
    } else {
        m_canvas->setSelected(node, true);
        describe();
    }
    emit arrangementChanged();
}

// Inputs and users of the selection take a walk through the graph.
void StrategyGraphPage::describe()
{
    const quint32 node = m_canvas->selected();
    m_neighbourJob.cancel();
    m_users.clear();
    const quint32 at = m_canvas->selectedBox();
    m_attributes->setVisible(at != GraphCanvas::None);
    if (at == GraphCanvas::None)
        return m_canvas->setHalo({});
    const GraphBox &box = m_answer.layout->boxes[at];
    if (box.isGroup())
        describeBox(box);
    else
        describe(node);
    m_neighbourJob.start(
        *context().pool,
        [graph = m_answer.graph, layout = m_answer.layout, at](const JobContext &job) {
            Neighbours out;
            const GraphBox &b = layout->boxes[at];
            std::vector<quint32> own;
            for (quint32 n = b.first; n <= b.last; ++n) {
                if (layout->boxOf[n] == at)
                    own.push_back(n);
            }
            out.halo = graphHalo(*graph, own, job);
            JobPoll poll(job);
            const GraphStage &stage = graph->stageOf(b.first);
            for (quint32 n = stage.first; n < stage.last && !b.isGroup() && !poll.isCanceled(); ++n) {
                const auto inputs = graph->rawInputs(n);
                if (std::find(inputs.begin(), inputs.end(), b.first) != inputs.end())
                    out.users.push_back(n);
            }
            return out;
        },
        [this](Neighbours found) {
            m_canvas->setHalo(found.halo);
            m_users = std::move(found.users);
            const quint32 now = m_canvas->selectedBox();
            if (now != GraphCanvas::None && !m_answer.layout->boxes[now].isGroup())
                describe(m_canvas->selected());
        });
}

void StrategyGraphPage::describeBox(const GraphBox &box)
{
    const StrategyGraph &g = *m_answer.graph;
    m_attributes->clear();
    std::vector<qint64> kinds(graphKinds, 0);
    for (quint32 n = box.first; n <= box.last; ++n)
        ++kinds[static_cast<size_t>(g.nodes[n].kind)];
    const GraphScope &scope = g.scopes[static_cast<size_t>(box.scope)];
    m_attributes->addSection(tr("Namespace"),
                             {{tr("Name"), format::displayText(scope.leaf)},
                              {tr("In full"), format::displayText(scope.path)},
                              {tr("Stage"), QString::number(g.stageOf(box.first).stage)},
                              {tr("Order"), tr("%1 to %2").arg(g.order(box.first)).arg(g.order(box.last))},
                              {tr("Operators here"), format::integer(box.operators)},
                              {tr("Operators in all stages"), format::integer(scope.operators)}});
    std::vector<Property> lines;
    for (int k = 0; k < graphKinds; ++k) {
        if (kinds[static_cast<size_t>(k)] > 0)
            lines.push_back(
                {GraphCanvas::kindName(static_cast<GraphKind>(k)), format::integer(kinds[static_cast<size_t>(k)])});
    }
    m_attributes->addSection(tr("Kinds"), lines);
}

void StrategyGraphPage::describe(quint32 node)
{
    const StrategyGraph &g = *m_answer.graph;
    m_attributes->clear();
    std::vector<Property> lines;
    const auto add = [&lines](const QString &name, const QString &value) {
        if (!value.isEmpty())
            lines.push_back({name, format::displayText(value)});
    };
    add(tr("Name"), g.shortName(node));
    add(tr("Type"), g.text(node, &StrategyColumns::type));
    add(tr("Kind"), GraphCanvas::kindName(g.nodes[node].kind));
    add(tr("Stage"), QString::number(g.stageOf(node).stage));
    add(tr("Ranks"), format::rankIntervals(g.stageOf(node).ranks));
    add(tr("Order"), QString::number(g.order(node)));
    const bool ofFiles = g.source == GraphSource::Files;
    add(tr("Node"), ofFiles ? g.text(node, &StrategyColumns::node) : QString());
    add(tr("Namespace"), g.text(node, &StrategyColumns::scope));
    const QString split = g.text(node, &StrategyColumns::strategy);
    add(tr("Split strategy"), split.isEmpty() ? tr("—") : split);
    add(tr("Inserted for"), g.text(node, &StrategyColumns::instance));
    add(tr("Communication domain"), g.groups(node).join(QStringLiteral(", ")));
    add(tr("Ranks of the domain"), g.text(node, &StrategyColumns::groupRanks));
    add(tr("Output"), g.text(node, &StrategyColumns::output));
    if (const quint32 p = g.pairOf[node]; p != StrategyGraph::None) {
        const GraphPair &pair = g.pairs[p];
        const bool sends = pair.send == node;
        const quint32 other = sends ? pair.receive : pair.send;
        add(sends ? tr("Received by") : tr("Sent by"),
            tr("%1 of stage %2").arg(g.shortName(other), QString::number(g.stageOf(other).stage)));
        add(tr("The Receive waits"), pair.waitNs ? format::duration(*pair.waitNs) : tr("not known"));
    }
    if (g.nodes[node].durationNs >= 0)
        add(tr("Duration"), format::duration(g.nodes[node].durationNs));
    m_attributes->addSection(tr("Operator"), lines);

    lines.clear();
    const auto splits = g.split(node);
    size_t input = 0;
    for (const quint32 n : g.rawInputs(node)) {
        const size_t at = input++;
        QString said = g.text(n, &StrategyColumns::output);
        if (at < splits.size()) {
            QStringList parts;
            for (const int part : splits[at])
                parts << QString::number(part);
            const QString how = QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
            said = said.isEmpty() ? tr("split %1").arg(how) : tr("%1, split %2").arg(said, how);
        }
        if (lines.size() < mostListed)
            lines.push_back({format::displayText(g.shortName(n)), format::displayText(said)});
    }
    for (const QString &name : g.namedInputs(node)) {
        if (lines.size() < mostListed)
            lines.push_back({format::displayText(name), tr("parameter or constant")});
    }
    m_attributes->addSection(tr("Inputs"), lines);
    lines.clear();
    for (size_t i = 0; i < m_users.size() && i < mostListed; ++i)
        lines.push_back(
            {format::displayText(g.shortName(m_users[i])), GraphCanvas::kindName(g.nodes[m_users[i]].kind)});
    m_attributes->addSection(tr("Used by"), lines);
    lines.clear();
    for (const QString &line : g.text(node, &StrategyColumns::attributes).split(u'\n', Qt::SkipEmptyParts))
        add(line.section(u'=', 0, 0), line.section(u'=', 1));
    m_attributes->addSection(tr("Attributes"), lines, true);
}

void StrategyGraphPage::find()
{
    const QString text = m_search->text().trimmed();
    m_found.clear();
    m_foundAt = -1;
    if (text.isEmpty() || !m_answer.graph || m_answer.graph->nodes.empty()) {
        m_searchJob.cancel();
        return showFound();
    }
    m_searchJob.start(
        *context().pool,
        [graph = m_answer.graph, text](const JobContext &job) { return searchGraph(*graph, text, job); },
        [this](std::vector<quint32> found) {
            m_found = std::move(found);
            m_foundAt = -1;
            showFound();
        });
}

void StrategyGraphPage::showFound()
{
    for (QToolButton *const b : {m_previous, m_next})
        b->setEnabled(!m_found.empty());
    m_canvas->setFound(m_found, m_foundAt);
    if (m_search->text().trimmed().isEmpty())
        m_foundLabel->clear();
    else if (m_foundAt < 0)
        m_foundLabel->setText(tr("%1 found").arg(format::integer(std::ssize(m_found))));
    else
        m_foundLabel->setText(tr("%1 of %2").arg(format::integer(m_foundAt + 1), format::integer(std::ssize(m_found))));
}

void StrategyGraphPage::stepFound(int by)
{
    if (m_found.empty())
        return;
    const auto count = static_cast<int>(m_found.size());
    m_foundAt = m_foundAt < 0 ? (by > 0 ? 0 : count - 1) : (m_foundAt + by + count) % count;
    showNode(m_found[static_cast<size_t>(m_foundAt)]);
    showFound();
}

void StrategyGraphPage::openNode(quint32 node)
{
    const RankRef rank = refOf(node);
    const SliceId slice = m_answer.graph->nodes[node].slice;
    if (!rank.isValid())
        return;
    if (slice != NoSlice)
        return state().revealSlice(rank, slice);
    const auto loaded = runs().rank(rank);
    if (loaded && loaded->trace)
        state().showInTimeline(rank);
    state().notice(loaded && loaded->trace
                       ? tr("The trace of the rank has no operator of this name; its lanes are shown.")
                       : tr("The rank has no trace to show the operator in."));
}

void StrategyGraphPage::showInOperators(quint32 node)
{
    const RankRef rank = refOf(node);
    if (!rank.isValid())
        return;
    state().inOneStep([&] {
        state().followSlice(rank, m_answer.graph->nodes[node].slice);
        state().setCurrentRank(rank);
        state().showView(QStringLiteral("operators/groups"));
    });
}

void StrategyGraphPage::followState()
{
    if (!m_answer.graph || m_answer.graph->source != GraphSource::Traces || m_answer.run != state().currentRank().run)
        return;
    // The rank's pipeline of several.
    const auto &stages = m_answer.graph->stages;
    if (std::none_of(stages.begin(), stages.end(),
                     [this](const GraphStage &s) { return s.rankIndex == state().currentRank().index; }))
        invalidate();
}

void StrategyGraphPage::fillMenu(QMenu *menu, const QPoint &at)
{
    if (m_canvas->isEmpty())
        return;
    const QPoint pos = m_canvas->mapFrom(frame()->content(), at);
    const quint32 under = m_canvas->boxAt(pos);
    const quint32 box = under != GraphCanvas::None ? under : m_canvas->selectedBox();
    if (box != GraphCanvas::None) {
        const GraphBox b = m_answer.layout->boxes[box];
        const StrategyGraph &g = *m_answer.graph;
        if (b.isGroup()) {
            menu->addAction(tr("Open Namespace"), this, [this, b] { setFolded(b.scope, true); });
        } else {
            addShowInTimeline(menu, state(), refOf(b.first), runs(), [this, b] { openNode(b.first); });
            QAction *const operators = menu->addAction(symbol(QStringLiteral("jump")), tr("Show in Operators"), this,
                                                       [this, b] { showInOperators(b.first); });
            operators->setObjectName(QStringLiteral("nodeInOperators"));
            setAvailable(operators, g.nodes[b.first].slice != NoSlice
                                        ? QString()
                                        : tr("No operator of this name ran in the trace of the rank."));
        }
        const int around = m_canvas->scopeAround(box);
        if (around > 0)
            menu->addAction(
                tr("Fold Namespace %1").arg(format::displayText(g.scopes[static_cast<size_t>(around)].leaf)), this,
                [this, around] { setFolded(around, false); });
    }
    menu->addAction(tr("Show All"), this, [this] { m_canvas->fit(); });
    menu->addSeparator();
}

QString StrategyGraphPage::note() const
{
    const StrategyGraph &g = *m_answer.graph;
    const GraphCounts &c = g.counts;
    QStringList out;
    if (g.source == GraphSource::Files) {
        out << tr("Operators: %1, with a split strategy: %2, redistribution: %3, gradient aggregation: %4.")
                   .arg(format::integer(c.operators), format::integer(c.split), format::integer(c.redistribution),
                        format::integer(c.gradientAggregation));
        if (c.special > 0)
            out << tr("Lines go through %1 operators that run nothing (Depend, Load, TupleGetItem and the like).")
                       .arg(format::integer(c.special));
    } else {
        out << (g.step.isEmpty()
                    ? tr("The order and the transfers of the trace: there is no parallel_strategy_*.json "
                         "(parallel_strategy=true), which has inputs and splits.")
                    : tr("The order and the transfers of step %1 in the trace: there is no parallel_strategy_*.json "
                         "(parallel_strategy=true), which has inputs and splits.")
                          .arg(format::displayText(g.step)));
        if (g.isCut)
            out << tr("The step has more operators than are shown here.");
    }
    if (c.unpaired > 0)
        out << tr("Sends and Receives without the other end: %1.").arg(format::integer(c.unpaired));
    if (c.leftOut > 0)
        out << tr("Lines left out, because they would meet in one operator: %1.").arg(format::integer(c.leftOut));
    if (m_answer.layout && m_answer.layout->reversed > 0)
        out << tr("Pipeline stages with circular dependencies: %1.").arg(format::integer(m_answer.layout->reversed));
    for (const GraphStage &s : g.stages) {
        if (!s.different.empty())
            out << tr("In stage %1 these ranks have other operators than the first: %2.")
                       .arg(QString::number(s.stage), format::rankIntervals(s.different));
    }
    return joinedSentences(out);
}

void StrategyGraphPage::retranslate()
{
    m_depth->setLabel(tr("Namespaces"));
    m_longLinks->setText(tr("Long lines"));
    m_longLinks->setToolTip(format::tooltipText(tr("Draws lines over many layers as well.")));
    m_search->setPlaceholderText(tr("Find operators"));
    m_search->setAccessibleName(tr("Find operators"));
    m_previous->setToolTip(format::tooltipText(tr("Previous operator that was found")));
    m_next->setToolTip(format::tooltipText(tr("Next operator that was found (Enter)")));
    m_previous->setAccessibleName(tr("Previous operator that was found"));
    m_next->setAccessibleName(tr("Next operator that was found"));
    m_attributes->setAccessibleName(tr("Attributes of the selected operator"));
    m_canvas->retranslate();
    ChartTablePage::retranslate();
    fillDepths();
    invalidate();
}

} // namespace rs

#include "moc_strategygraphpage.cpp"
