// SPDX-License-Identifier: Apache-2.0
#include "views/host/stackspage.h"

#include "analysis/host/hostoperators.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/hoststackmodel.h"
#include "items/rowsourcemodel.h"
#include "tables/base/catalogue.h"
#include "views/host/flamegraph.h"
#include "views/page/picturescope.h"
#include "views/widgets/celldelegate.h"
#include "views/picture/chartframe.h"

#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace rs {

StacksPage::StacksPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("host.stacks"), context, parent), m_graph(new FlameGraph(context.theme)),
      m_frame(new ChartFrame(m_graph, QStringLiteral("call-stacks"), context.theme)), m_search(new QLineEdit(m_frame)),
      m_all(new QPushButton(m_frame)), m_model(new HostStackModel(this)), m_tree(new QTreeView)
{
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    m_frame->addControl(m_search);
    m_all->setObjectName(QStringLiteral("showAll"));
    m_frame->addControl(m_all);
    m_frame->setScope([this] { return pictureScope(runs(), m_of.run, {}, {}); });
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new CellDelegate(context.theme, m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setIndentation(fontMetrics().averageCharWidth() * 2);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(HostStackModel::Name, QHeaderView::Stretch);
    m_tree->header()->setSortIndicator(HostStackModel::HostTotal, Qt::DescendingOrder);
    m_tree->setSortingEnabled(true);
    auto *const halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_frame);
    halves->addWidget(m_tree);
    halves->setChildrenCollapsible(false);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setSizes({600, 400});
    addWork(m_job);
    addPicture(m_frame, [this] { return m_shown.stacks != nullptr; });
    body()->setContent(halves);
    setFocusProxy(m_graph);

    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_graph->setSearch(text.trimmed());
        showNote();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        const bool isBack = (QApplication::keyboardModifiers() & Qt::ShiftModifier) != 0;
        if (const auto node = m_graph->goToMatch(!isBack))
            chooseInTree(*node);
    });
    connect(m_all, &QPushButton::clicked, this, [this] { m_graph->zoomTo(HostStacks::Root); });
    connect(m_graph, &FlameGraph::zoomChanged, this,
            [this] { m_all->setEnabled(m_graph->zoomed() != HostStacks::Root); });
    connect(m_graph, &FlameGraph::nodeChosen, this, &StacksPage::chooseInTree);
    connect(m_graph, &FlameGraph::nodeActivated, this, &StacksPage::reveal);
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (const auto node = m_shown.stacks ? m_graph->nodeAt(at) : std::nullopt)
            addToMenu(menu, *node);
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (!m_follows && index.isValid())
            m_graph->setChosen(m_model->nodeOf(index));
    });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) { reveal(m_model->nodeOf(index)); });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](const QPoint &at) {
        const QModelIndex index = m_tree->indexAt(at);
        if (!index.isValid())
            return;
        auto *const menu = new QMenu(m_tree);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addToMenu(menu, m_model->nodeOf(index));
        menu->popup(m_tree->viewport()->mapToGlobal(at));
    });
    retranslate();
}

QString StacksPage::title() const
{
    return tableText(context().tables->find(u"host.stacks")->title);
}

QString StacksPage::hint() const
{
    return tableText(context().tables->find(u"host.stacks")->hint);
}

QString StacksPage::whyWhole() const
{
    return tr("These are sums over the whole capture.");
}

void StacksPage::retranslate()
{
    m_search->setPlaceholderText(tr("Search functions and operators"));
    m_search->setToolTip(
        format::tooltipText(tr("Return goes to the next hit, the longest first; Shift+Return goes back.")));
    m_search->setAccessibleName(tr("Search functions and operators"));
    m_all->setText(tr("Show All"));
    m_all->setToolTip(format::tooltipText(tr("Every call stack again (Escape)")));
    m_tree->setAccessibleName(tr("Tree of call stacks"));
    m_graph->retranslate();
    m_model->retranslate();
    showNote();
    invalidate();
}

void StacksPage::forget()
{
    m_search->clear();
    m_graph->zoomTo(HostStacks::Root);
    m_graph->setChosen(HostStacks::Root);
    m_chosen.clear();
    m_zoomed.clear();
}

StacksPage::Path StacksPage::pathOf(const HostStacks &stacks, quint32 node)
{
    Path out;
    for (; node != HostStacks::Root; node = stacks.at(node).parent)
        out.emplace_back(stacks.at(node).kind, stacks.texts()->text(stacks.at(node).text));
    std::reverse(out.begin(), out.end());
    return out;
}

// The root where the stacks do not have it.
quint32 StacksPage::nodeAt(const HostStacks &stacks, const Path &path)
{
    quint32 out = HostStacks::Root;
    for (const auto &step : path) {
        const auto children = stacks.childrenOf(out);
        const auto at = std::find_if(children.begin(), children.end(), [&](quint32 child) {
            return stacks.at(child).kind == step.first && stacks.texts()->text(stacks.at(child).text) == step.second;
        });
        if (at == children.end())
            return HostStacks::Root;
        out = *at;
    }
    return out;
}

// The same functions are looked at in another rank, in another capture, and when the run is read again.
void StacksPage::keepPlace()
{
    const std::shared_ptr<const HostStacks> stacks = m_graph->stacks();
    if (!stacks)
        return;
    m_chosen = pathOf(*stacks, m_graph->chosen());
    m_zoomed = pathOf(*stacks, m_graph->zoomed());
}

void StacksPage::restorePlace()
{
    const HostStacks &stacks = *m_shown.stacks;
    m_graph->zoomTo(nodeAt(stacks, m_zoomed));
    const quint32 chosen = nodeAt(stacks, m_chosen);
    if (chosen == HostStacks::Root)
        return;
    m_graph->setChosen(chosen);
    chooseInTree(chosen);
}

void StacksPage::empty(const QString &why)
{
    keepPlace();
    m_job.cancel();
    m_rank = nullptr;
    m_shown = {};
    m_graph->setStacks(nullptr);
    m_model->setStacks(nullptr);
    body()->showEmpty(tr("There are no call stacks to show"), why);
}

void StacksPage::refresh()
{
    m_of = state().currentRank();
    if (const QString why = whyNoTable(QStringLiteral("operator_details.csv")); !why.isEmpty())
        return empty(why);
    const auto rankData = rank();
    if (rankData && rankData == m_rank && (m_job.isRunning() || m_shown.stacks))
        return;
    const bool some = rankData && (rankData->table(QStringLiteral("operator_details")) ||
                                   (rankData->trace && hasPythonStacks(*rankData->trace)));
    if (!some)
        return empty(whyEmpty(u"host.stacks"));
    m_rank = rankData;
    m_shown = {};
    m_job.start(
        *context().pool,
        [rankData](const JobContext &job) {
            Answer out;
            out.stacks = hostStacks(*rankData, out.fromTrace, job);
            if (!out.stacks || !rankData->trace)
                return out;
            const std::vector<SliceId> ofName = longestHostSlices(*rankData->trace, job);
            if (ofName.empty())
                return out;
            // Most nodes share their texts.
            std::vector<SliceId> ofText(out.stacks->texts()->size(), NoSlice);
            for (quint32 i = 1; i < out.stacks->texts()->size(); ++i) {
                if (const auto id = rankData->trace->strings().find(out.stacks->texts()->view(StrId{i})))
                    ofText[i] = ofName[raw(*id)];
            }
            out.slices.reserve(out.stacks->size());
            for (const StackNode &node : out.stacks->nodes())
                out.slices.push_back(ofText[raw(node.text)]);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void StacksPage::take(Answer answer)
{
    if (!answer.stacks || !answer.stacks->hasFrames())
        return empty(whyEmpty(u"host.stacks"));
    keepPlace();
    m_shown = std::move(answer);
    m_graph->setStacks(m_shown.stacks);
    m_model->setStacks(m_shown.stacks);
    for (int column = HostStackModel::HostTotal; column < HostStackModel::ColumnCount; ++column)
        m_tree->header()->resizeSection(
            column, std::max(m_tree->header()->sectionSizeHint(column), fontMetrics().averageCharWidth() * 18));
    // The way to where the stacks branch: a script has a dozen functions above its training loop.
    QModelIndex index = m_model->index(0, 0);
    while (index.isValid() && m_model->rowCount(index) > 0) {
        m_tree->expand(index);
        if (m_model->rowCount(index) > 1)
            break;
        index = m_model->index(0, 0, index);
    }
    showNote();
    body()->showContent();
    restorePlace();
}

void StacksPage::showNote()
{
    if (!m_shown.stacks)
        return;
    m_frame->setHeading(tr("Host time by call stack: %1", "a rank").arg(format::displayText(runs().rankLabel(m_of))));
    const auto percent = [](double part) { return format::percent(part); };
    if (!m_search->text().trimmed().isEmpty()) {
        m_frame->setNote(tr("%n hit(s), %1 of the host time", nullptr, format::plural(m_graph->matches()))
                             .arg(percent(m_graph->matchedShare())));
        return;
    }
    const StackNode &all = m_shown.stacks->at(HostStacks::Root);
    if (m_shown.fromTrace)
        return m_frame->setNote(phraseText(stacksOfTraceNote(*m_rank)));
    m_frame->setNote(
        m_shown.stacks->withoutStack() > 0
            ? tr("%1 of %2 calls were recorded without a stack and are left out: those of other threads, such as the "
                 "backward pass.")
                  .arg(format::integer(m_shown.stacks->withoutStack()), format::integer(all.calls))
            : tr("%n call(s) of operators", nullptr, format::plural(all.calls)));
}

void StacksPage::chooseInTree(quint32 node)
{
    m_follows = true;
    const QModelIndex index = m_model->indexOf(node);
    m_tree->setCurrentIndex(index);
    if (index.isValid())
        m_tree->scrollTo(index);
    m_follows = false;
}

SliceId StacksPage::sliceOf(quint32 node) const
{
    return node < m_shown.slices.size() ? m_shown.slices[node] : NoSlice;
}

void StacksPage::reveal(quint32 node)
{
    if (const SliceId slice = sliceOf(node); slice != NoSlice)
        state().revealSlice(m_of, slice);
}

void StacksPage::addToMenu(QMenu *menu, quint32 node)
{
    QAction *const jump =
        menu->addAction(tr("Show the Longest Call in Timeline"), this, [this, node] { reveal(node); });
    jump->setEnabled(sliceOf(node) != NoSlice);
    menu->addAction(tr("Fill the Width with It"), this, [this, node] { m_graph->zoomTo(node); });
    if (const StackNode &n = m_shown.stacks->at(node); n.text != NoText) {
        menu->addAction(tr("Search for It Here"), this, [this, node] {
            m_search->setText(m_shown.stacks->texts()->text(m_shown.stacks->at(node).text));
        });
    }
}

} // namespace rs

#include "moc_stackspage.cpp"
