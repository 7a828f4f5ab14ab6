// SPDX-License-Identifier: Apache-2.0
#include "views/links/graphpage.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/picture/colorscale.h"
#include "views/links/linkgraphview.h"
#include "views/links/matrixorders.h"
#include "views/links/matrixtexts.h"
#include "views/links/slowlinkframes.h"
#include "views/page/picturescope.h"
#include "views/page/rankmenu.h"
#include "views/page/systemtexts.h"
#include "views/picture/chartframe.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"

#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr QLatin1StringView innerType("LOCAL");
constexpr int usualMost = 500;
constexpr int mostDrawn = 10'000; // of a thousand ranks all links would be a million, which nobody tells apart
constexpr double leastMb = 0.064; // as the matrix begins with: less tells nothing of a link
} // namespace

GraphPage::GraphPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("links.graph"), context, parent), m_op(new Picker(this)), m_value(new Picker(this)),
      m_group(new Picker(this)), m_most(new Picker(this)), m_bar(new QWidget), m_flow(new FlowLayout(m_bar, 12)),
      m_hidden({QString(innerType)}), m_view(new LinkGraphView(context.theme)), m_scale(new ColorScale(context.theme)),
      m_picture(new QWidget), m_frame(new ChartFrame(m_picture, QStringLiteral("communication-graph"), context.theme)),
      m_slow(new SlowLinkFrames(context, this))
{
    addWork(m_job);
    addPicture(m_frame, [this] { return !m_answer.data.isEmpty(); });
    body()->onDue(refreshDelayMs, [this] { refresh(); });
    auto *const rows = new QVBoxLayout(m_picture);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_view, 1);
    rows->addWidget(m_scale);
    for (Picker *const picker : {m_op, m_value, m_group, m_most})
        m_flow->addWidget(picker);
    auto *const page = new QWidget;
    auto *const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_bar);
    column->addWidget(m_frame, 1);
    body()->setContent(page);
    m_op->setValue(QString(TotalOp));
    m_op->setSearched();
    m_op->setFurther([this] { return MatrixTexts::namedOperators(m_answer.data); });
    m_value->setValue(static_cast<int>(MatrixValue::Bandwidth));
    m_group->setValue(MatrixOrders::byHosts());
    m_most->setValue(usualMost);
    m_frame->setScope([this] {
        return pictureScope(runs(), m_run, state().step(),
                            {tr("domain: %1").arg(MatrixTexts::domain(m_answer.data)),
                             tr("operator: %1").arg(m_op->box()->currentText())});
    });
    setFocusProxy(m_view);
    connectParts();
}

void GraphPage::connectParts()
{
    for (const auto signal : {&ViewState::domainChanged, &ViewState::rankGroupChanged})
        connect(&state(), signal, this, [this] { compute(false); });
    connect(&state(), &ViewState::stepChanged, this, &GraphPage::invalidate);
    for (const auto signal : {&ViewState::currentRankChanged, &ViewState::selectionChanged})
        connect(&state(), signal, this, &GraphPage::followState);
    connect(m_slow, &SlowLinkFrames::changed, this, [this] { compute(false); });
    connect(context().theme, &Theme::changed, this, [this] { showScale(false); });
    connect(m_op, &Picker::chosen, this, [this] { m_wantedOp.clear(); });
    for (Picker *const picker : {m_op, m_group, m_most})
        connect(picker, &Picker::chosen, this, [this] { compute(false); });
    connect(m_value, &Picker::chosen, this, [this] {
        if (scope().value == MatrixValue::BestShare && !m_answer.data.shares)
            compute(false);
        else
            showScale(true);
    });
    for (Picker *const picker : {m_op, m_value, m_group, m_most})
        connect(picker, &Picker::chosen, this, &Page::arrangementChanged);
    connect(m_scale, &ColorScale::rangeChanged, this,
            [this](double low, double high) { m_view->setScope(scope(), low, high); });
    connect(m_view, &LinkGraphView::nodeClicked, this, &GraphPage::nodeChosen);
    connect(m_view, &LinkGraphView::linkClicked, this, &GraphPage::linkChosen);
    connect(m_view, &LinkGraphView::nodesPicked, this, &GraphPage::restrictTo);
    connect(m_view, &LinkGraphView::backRequested, this, [this] { state().returnFromRankGroup(); });
    connect(m_view, &LinkGraphView::leaveRequested, this, [this] { state().leaveRankGroup(); });
    connect(m_view, &LinkGraphView::ranksActivated, this, &GraphPage::matrixRequested);
    connect(m_view, &LinkGraphView::markedChanged, this, [this] { m_frame->setNote(note()); });
    connect(m_view, &LinkGraphView::nodeActivated, this, [this](int node) {
        if (const RankRef rank = refOf(node); rank.isValid())
            state().showInTimeline(rank);
        else
            state().notice(whyNoTimeline());
    });
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        const QPoint place = m_view->mapFrom(m_picture, at);
        const int node = m_view->nodeAt(place);
        const int link = node < 0 ? m_view->linkAt(place) : -1;
        std::vector<int> nodes = node < 0 ? std::vector<int>() : std::vector<int>{node};
        if (link >= 0) {
            const MatrixLinkSum &l = m_answer.data.grid->links[static_cast<size_t>(link)];
            nodes = l.source == l.destination ? std::vector<int>{l.source} : std::vector<int>{l.source, l.destination};
            menu->addAction(tr("Show the Link in the Matrix"), this, [this, link] {
                this->state().inOneStep([this, link] {
                    linkChosen(link);
                    emit linkRequested();
                });
            });
        }
        for (const int of : nodes) {
            QAction *const show = addShowInTimeline(menu, state(), refOf(of), runs());
            if (!refOf(of).isValid())
                setAvailable(show, whyNoTimeline());
        }
        if (!m_view->marked().empty())
            menu->addAction(tr("Show Only the Marked Ranks"), m_view, &LinkGraphView::pickMarked);
        if (isRestricted())
            menu->addAction(tr("Show the Matrix of These Ranks"), this, &GraphPage::matrixRequested);
        if (!state().rankGroup().isEmpty())
            menu->addAction(tr("Show All Ranks"), this, &GraphPage::showAllRanks);
    });
}

QString GraphPage::title() const
{
    return tr("Graph");
}

QString GraphPage::hint() const
{
    return tr("Ranks in a ring with their links: draw a line around ranks, or mark them with Ctrl+click and press "
              "Enter, to see only the links between them; Enter then shows their matrix.");
}

QString GraphPage::whyWhole() const
{
    return tr("The file of the matrix has no times: choose a step instead.");
}

bool GraphPage::isComplete() const
{
    return Page::isComplete() && !m_slow->isRunning();
}

void GraphPage::saveMore(QJsonObject &out) const
{
    out = {{QStringLiteral("operator"), wantedOperator()},
           {QStringLiteral("value"), m_value->value().toInt()},
           {QStringLiteral("group"), m_group->value().toString()},
           {QStringLiteral("most"), m_most->value().toInt()},
           {QStringLiteral("hidden"), QJsonArray::fromStringList(m_hidden)}};
}

void GraphPage::restoreMore(const QJsonObject &state)
{
    if (state.isEmpty())
        return;
    m_wantedOp = state[QStringLiteral("operator")].toString();
    m_op->setValue(m_wantedOp);
    m_value->setValue(std::clamp(state[QStringLiteral("value")].toInt(), static_cast<int>(MatrixValue::Bandwidth),
                                 static_cast<int>(MatrixValue::BestShare)));
    m_group->setValue(state[QStringLiteral("group")].toString());
    m_most->setValue(std::max(0, state[QStringLiteral("most")].toInt()));
    m_hidden = state[QStringLiteral("hidden")].toVariant().toStringList();
    fillPickers();
    invalidate();
}

QString GraphPage::wantedOperator() const
{
    return m_wantedOp.isEmpty() ? m_op->value().toString() : m_wantedOp;
}

bool GraphPage::isRestricted() const
{
    const ShownRanks &group = state().rankGroup();
    return !group.isEmpty() && group.run == m_run;
}

MatrixScope GraphPage::scope() const
{
    return {static_cast<MatrixValue>(m_value->value().toInt()), !m_hidden.contains(QString(innerType)), leastMb, false};
}

void GraphPage::refresh()
{
    // While ranks keep arriving a running computation is let through, or nothing would be seen before the last one.
    if (m_job.isRunning() && runs().isLoading())
        return body()->schedule();
    compute(true);
}

void GraphPage::compute(bool reload)
{
    if (!isVisible() && !reload)
        return invalidate(); // when it is looked at
    m_run = runs().openRun(state().currentRank().run);
    const auto run = runs().run(m_run);
    if (!run) {
        m_job.cancel();
        m_slow->judge(nullptr, -1);
        return take({});
    }
    if (!m_answer.data.loaded->run) {
        const auto [heading, why] = MatrixTexts::whyEmpty(context(), m_run, m_answer.data);
        body()->showEmpty(heading, why);
    }
    // A choice replaces the job that reads the run: then the new one has to read it.
    m_reloading = reload || m_answer.data.loaded->run != run || (m_job.isRunning() && m_reloading);
    MatrixAsk ask;
    ask.domain = state().domain();
    ask.op = wantedOperator();
    ask.order = m_group->value().toString();
    ask.shares = scope().value == MatrixValue::BestShare;
    ask.step = state().step();
    if (isRestricted())
        ask.ranks = state().rankGroup().ranks;
    const int most = m_most->value().toInt();
    m_job.start(
        *context().pool,
        [run, ask, before = m_reloading ? MatrixData() : m_answer.data, slow = m_slow->slowOf(run),
         choice = LinkGraphChoice{m_hidden, most > 0 ? most : mostDrawn}](const JobContext &job) {
            const MemoryReservation room = roomFor(ask.shares ? u"links" : u"matrix", *run, job);
            Answer out;
            out.data = matrixData(run, before, ask, job);
            out.frames = matrixFrames(*out.data.grid, slow, {ask.step, out.data.chosen});
            out.graph = linkGraph(*out.data.grid, out.frames, choice);
            return out;
        },
        [this](Answer answer) {
            m_reloading = false;
            take(std::move(answer));
        });
}

void GraphPage::take(Answer answer)
{
    Answer old = std::exchange(m_answer, std::move(answer));
    if (m_answer.data.has(m_wantedOp) || (!m_answer.data.ops.isEmpty() && !runs().isLoading()))
        m_wantedOp.clear();
    if (m_wantedOp.isEmpty())
        m_op->setValue(m_answer.data.op);
    m_view->setRestricted(isRestricted());
    fillPickers();
    fillTypes();
    m_slow->addCosts(m_answer.data, m_answer.frames);
    m_view->setGraph(m_answer.data.grid, m_answer.graph, m_answer.frames);
    showScale(true);
    followState();
    if (m_answer.data.isEmpty()) {
        const auto [heading, why] = MatrixTexts::whyEmpty(context(), m_run, m_answer.data);
        body()->showEmpty(heading, why);
    } else {
        body()->showContent();
    }
    m_slow->judge(m_answer.data.loaded->run, m_run);
    context().pool->start([old = std::move(old)] {}); // a million links take long to be given back
}

void GraphPage::fillPickers()
{
    m_op->setItems(MatrixTexts::operators(m_answer.data, m_op->value()));
    m_value->setItems(MatrixTexts::values());
    std::vector<PickerItem> groups;
    if (m_answer.data.loaded->run)
        groups = MatrixOrders::items(*m_answer.data.loaded->run, m_answer.data.loaded->domains);
    m_group->setVisible(groups.size() > 1);
    if (!groups.empty()) {
        // A grouping from another run may not exist in this one; domains of ranks to come are waited for.
        if (!runs().isLoading() && std::none_of(groups.begin(), groups.end(),
                                                [this](const PickerItem &i) { return i.data == m_group->value(); }))
            m_group->setValue(QString());
        m_group->setItems(groups);
    }
    std::vector<PickerItem> most = {{tr("All"), 0}};
    for (const int count : {100, usualMost, 2000})
        most.push_back({format::integer(count), count});
    m_most->setItems(most);
}

void GraphPage::fillTypes()
{
    const QStringList &types = m_answer.data.grid->transports;
    QStringList shown;
    for (const QCheckBox *const box : m_types)
        shown << box->objectName();
    if (shown == types)
        return;
    qDeleteAll(std::exchange(m_types, {}));
    for (const QString &type : types) {
        auto *const box = new QCheckBox(type.isEmpty() ? tr("not known") : format::displayText(type), m_bar);
        box->setObjectName(type);
        box->setChecked(!m_hidden.contains(type));
        connect(box, &QCheckBox::toggled, this, [this, type](bool on) {
            m_hidden.removeAll(type);
            if (!on)
                m_hidden << type;
            compute(false);
            emit arrangementChanged();
        });
        m_flow->addWidget(box);
        box->show();
        m_types.push_back(box);
    }
}

void GraphPage::showScale(bool reset)
{
    const MatrixGrid &grid = *m_answer.data.grid;
    const MatrixScope now = scope();
    const QString unit = MatrixTexts::unit(now.value);
    std::vector<LegendEntry> notes;
    if (now.value == MatrixValue::LinkType) {
        std::vector<LegendEntry> entries;
        for (const QString &type : grid.transports) {
            if (!m_hidden.contains(type))
                entries.push_back({type.isEmpty() ? tr("not known") : format::displayText(type),
                                   MatrixTexts::transportColor(*context().theme, type), LegendEntry::Mark::Line});
        }
        m_scale->setCategories(std::move(entries));
    } else {
        const auto range = colorRange(grid, now, m_answer.frames);
        m_scale->setBounds(range ? range->first : 0, range ? range->second : 0, unit, reset);
        if (std::any_of(grid.links.begin(), grid.links.end(), [](const auto &l) { return l.isSmall(leastMb); }))
            notes.push_back({tr("Small, not in the scale"), context().theme->hairline(), LegendEntry::Mark::Line});
    }
    if (!m_answer.frames.empty())
        notes.push_back({tr("Red edge: slow link"), context().theme->error(), LegendEntry::Mark::Frame});
    m_scale->setNotes(std::move(notes));
    m_view->setScope(now, m_scale->low(), m_scale->high());
    const QString what = m_value->box()->currentText();
    m_frame->setHeading(unit.isEmpty() ? what : tr("%1 (%2)", "quantity (unit)").arg(what, unit));
    m_frame->setNote(note());
}

QString GraphPage::note() const
{
    QStringList said;
    if (!m_view->marked().empty())
        said << tr("%n rank(s) marked: Enter shows only these", nullptr, static_cast<int>(m_view->marked().size()));
    else if (isRestricted())
        said << tr("%n rank(s) alone: Enter shows their matrix, Backspace what was shown before", nullptr,
                   m_answer.data.grid->count());
    // One of many domains at a time, whatever the bar at the top shows.
    if (m_answer.data.domain != state().domain())
        said << tr("domain: %1").arg(MatrixTexts::domain(m_answer.data));
    said << tr("%n link(s)", nullptr, static_cast<int>(m_answer.graph.links.size()));
    if (m_answer.graph.leftOut > 0)
        said << tr("%n that carried less left out", nullptr, m_answer.graph.leftOut);
    if (m_slow->lacksMemory())
        said << tr("not enough memory to look for slow links");
    if (m_answer.data.grid->local)
        said << tr("#: index inside the domain; its rank is unknown, because the run has no parallel_group_info");
    return said.join(tr("; ", "between notes"));
}

RankRef GraphPage::refOf(int node) const
{
    const MatrixRank &rank = m_answer.data.grid->ranks[static_cast<size_t>(node)];
    const auto &run = m_answer.data.loaded->run;
    const int index = run && rank.global ? run->indexOf(rank.rank) : -1;
    return index < 0 ? RankRef() : RankRef{m_run, index};
}

QString GraphPage::whyNoTimeline() const
{
    const auto run = runs().run(m_run);
    return run && run->infos.empty()
               ? systemtexts::whyNoRank(runs(), {m_run, 0})
               : tr("The files name this rank only by its index inside the domain, or its folder is not open.");
}

void GraphPage::followState()
{
    if (runs().openRun(state().currentRank().run) != m_run)
        return invalidate();
    const MatrixGrid &grid = *m_answer.data.grid;
    const auto *const info = runs().info(state().currentRank());
    m_view->setSelectedNode(info ? grid.rowOf({info->rank, true}) : -1);
    const Selection &s = state().selection();
    if (s.kind != Selection::Kind::Link)
        return m_view->setSelectedLink(-1);
    const auto at = std::find_if(grid.links.begin(), grid.links.end(), [&](const MatrixLinkSum &l) {
        return grid.ranks[static_cast<size_t>(l.source)].rank == s.source &&
               grid.ranks[static_cast<size_t>(l.destination)].rank == s.destination;
    });
    m_view->setSelectedLink(at == grid.links.end() ? -1 : static_cast<int>(at - grid.links.begin()));
}

void GraphPage::nodeChosen(int node)
{
    if (const RankRef rank = refOf(node); rank.isValid())
        state().setCurrentRank(rank);
    m_view->setSelectedNode(node); // also a rank of which there is no folder
}

void GraphPage::linkChosen(int link)
{
    const MatrixLinkSum &l = m_answer.data.grid->links[static_cast<size_t>(link)];
    state().select(MatrixTexts::selectionOf(m_answer.data, l.source, l.destination, m_run));
    m_view->setSelectedLink(link);
}

void GraphPage::restrictTo(const std::vector<int> &nodes)
{
    std::vector<int> ranks;
    for (const int node : nodes) {
        if (const MatrixRank &rank = m_answer.data.grid->ranks[static_cast<size_t>(node)]; rank.global)
            ranks.push_back(rank.rank);
    }
    if (ranks.empty() && !nodes.empty())
        return state().notice(tr("Only ranks can be picked, and the files name these only by their index inside "
                                 "the domain: the run has no parallel_group_info that says which ranks they are."));
    if (const auto unknown = static_cast<int>(nodes.size() - ranks.size()); unknown > 0)
        state().notice(tr("%n node(s) left out: the file names them by their index inside the domain, and no file "
                          "says which ranks they are.",
                          nullptr, unknown));
    std::sort(ranks.begin(), ranks.end());
    if (!ranks.empty())
        state().narrowRankGroup({m_run, {}, std::move(ranks)});
}

void GraphPage::showAllRanks()
{
    if (!state().rankGroup().isEmpty())
        state().setRankGroup({});
}

void GraphPage::retranslate()
{
    m_op->setLabel(tr("Operator"));
    m_value->setLabel(tr("Show"));
    m_group->setLabel(tr("Group by"));
    m_most->setLabel(tr("Links"));
    m_most->setToolTip(format::tooltipText(
        tr("Draws this many of the links that carried most, %1 at most, and all slow ones. The note counts the others")
            .arg(format::integer(mostDrawn))));
    m_view->setAccessibleName(tr("Graph of links between ranks"));
    m_scale->setAccessibleName(tr("Range of the colour scale"));
    fillPickers();
    invalidate();
}

} // namespace rs

#include "moc_graphpage.cpp"
