// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timelineview.h"

#include "core/run/remotepath.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/state/clocktexts.h"
#include "views/state/databasetexts.h"
#include "views/page/picturescope.h"
#include "views/picture/timelinenavigator.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/causelegend.h"
#include "views/timeline/canvas/minimap.h"
#include "views/timeline/commands/clockmenu.h"
#include "views/timeline/commands/contextmenus.h"
#include "views/timeline/commands/flowmenu.h"
#include "views/timeline/commands/gotobox.h"
#include "views/timeline/commands/markeditor.h"
#include "views/timeline/commands/markmenu.h"
#include "views/timeline/commands/revealer.h"
#include "views/timeline/commands/timelinebar.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/commands/timeshifts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/plaintext.h"
#include "words/launchwords.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLabel>
#include <QSplitter>
#include <QTimer>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace rs {

namespace {
constexpr int standardLabelWidth = 220;
} // namespace

TimelineView::TimelineView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("timeline"), context, parent), m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(m_stack)), m_page(new QWidget(m_stack)), m_parts(makeParts()),
      m_minimap(new Minimap(m_parts.data, &state(), m_parts.navigator, &theme(), m_page)),
      m_goTo(new GoToBox(m_parts, m_page)), m_marks(new MarkEditor(m_parts, this)),
      m_shifts(new TimeShifts(m_parts, this)), m_revealer(new Revealer(m_parts, this)),
      m_commands(new TimelineCommands(m_parts, m_goTo, m_marks, m_shifts, this)),
      m_menus(new ContextMenus(m_parts, m_commands, m_marks, m_shifts, this)),
      m_bar(new TimelineBar(m_parts, m_commands, m_marks, m_goTo, m_page)),
      m_whole(m_parts.data, &state(), m_parts.navigator), m_chain(m_parts.data, context.pool,
                                                                  [this](const DrawnChain &chain) {
                                                                      for (TimelinePane *const pane : m_parts.panes()) {
                                                                          pane->canvas()->flows().setChain(chain);
                                                                          pane->canvas()->update();
                                                                      }
                                                                  }),
      m_splitter(new QSplitter(Qt::Vertical, m_page)), m_span(plainLabel(m_page)), m_lineNote(new ElidedLabel(m_page)),
      m_total(plainLabel(m_page)), m_rulerGap(new QWidget(m_page)), m_minimapGap(new QWidget(m_page)),
      m_whyIdle(plainLabel(m_page)), m_causes(new CauseLegend(m_parts.data, &theme(), m_page)),
      m_threads(plainLabel(m_page)), m_threadStates(new ThreadLegend(m_parts.data, &theme(), m_page))
{
    layOut();
    connectRuns();
    connectState();
    connectRuler();
    for (TimelinePane *const pane : m_parts.panes())
        connectPane(pane);
    m_parts.pane->canvas()->setNeighbour(m_parts.pinPane->canvas());
    m_parts.pinPane->canvas()->setNeighbour(m_parts.pane->canvas());
    connect(m_goTo, &GoToBox::notice, this, &TimelineView::notice);
    connect(m_marks, &MarkEditor::notice, this, &TimelineView::notice);
    connect(m_shifts, &TimeShifts::notice, this, &TimelineView::notice);
    connect(m_revealer, &Revealer::notice, this, &TimelineView::notice);
    connect(m_commands, &TimelineCommands::notice, this, &TimelineView::notice);
    connect(m_commands, &TimelineCommands::savePictureWanted, this,
            [this] { picture().askAndSave(ChartPicture::Format::Png, QStringLiteral("timeline"), this); });
    connect(m_commands, &TimelineCommands::copyPictureWanted, this, [this] { picture().copy(); });
    connect(m_bar, &TimelineBar::notice, this, &TimelineView::notice);
    retranslate();
    ranksChanged();
    windowChanged();
    pinsChanged();
    applyFlowKinds();
    applyDerivedLanes();
    data()->setHighlight(state().highlight());
    data()->setOffsets(state().offsets());
    laneLayout()->setRecorder([this](const std::function<void()> &change) { m_revealer->arrange(change); });
}

TimelineParts TimelineView::makeParts()
{
    TimelineParts p;
    p.runs = &runs();
    p.state = &state();
    p.theme = &theme();
    p.pool = context().pool;
    p.data = new TimelineData(context().runs, context().pool, context().paintPool, this);
    p.layout = new LaneLayout(this);
    p.lanes = new LaneModel(p.data, p.layout, LaneModel::Content::Tree, this);
    p.pinned = new LaneModel(p.data, p.layout, LaneModel::Content::Pins, this);
    p.layoutState = new LaneLayoutState(p.layout, p.lanes, p.pinned, context().runs, this);
    p.navigator = new TimelineNavigator([this] { return context().state->window(); },
                                        [this](TimeWindow w) { context().state->setWindow(w); }, this);
    p.pane = new TimelinePane(p.lanes, &state(), p.navigator, &theme(), m_page);
    p.pinPane = new TimelinePane(p.pinned, &state(), p.navigator, &theme(), m_page);
    p.ruler = new TimeRuler(&state(), &theme(), m_page);
    return p;
}

void TimelineView::layOut()
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(3);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_pinsFit = false; });
    m_splitter->addWidget(m_parts.pinPane);
    m_splitter->addWidget(m_parts.pane);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    // A click on the ruler brings the timeline's keys, as one on the lanes does.
    ruler()->setFocusPolicy(Qt::ClickFocus);
    ruler()->setFocusProxy(canvas());
    for (QLabel *l : {m_span, m_total, m_whyIdle, m_threads})
        l->setAlignment(Qt::AlignCenter);
    for (QWidget *gap : {m_rulerGap, m_minimapGap})
        gap->setFixedWidth(m_parts.pane->scrollBarWidth());
    m_lineNote->setObjectName(QStringLiteral("lineNote"));
    m_lineNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_lineNote->setForegroundRole(QPalette::PlaceholderText);

    auto *grid = new QGridLayout(m_page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 8, 0);
    head->addWidget(m_bar);
    head->addWidget(m_lineNote, 1);
    grid->addLayout(head, 0, 0, 1, 3);
    grid->addWidget(m_whyIdle, 1, 0);
    grid->addWidget(m_causes, 1, 1, 1, 2);
    grid->addWidget(m_threads, 2, 0);
    grid->addWidget(m_threadStates, 2, 1, 1, 2);
    grid->addWidget(m_total, 3, 0);
    grid->addWidget(m_minimap, 3, 1);
    grid->addWidget(m_minimapGap, 3, 2);
    grid->addWidget(m_span, 4, 0);
    grid->addWidget(ruler(), 4, 1);
    grid->addWidget(m_rulerGap, 4, 2);
    grid->addWidget(m_splitter, 5, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(5, 1);
    setLabelWidth(standardLabelWidth);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    setFocusProxy(canvas());
}

void TimelineView::connectRuns()
{
    connect(data(), &TimelineData::ranksChanged, this, &TimelineView::ranksChanged);
    for (LaneLegend *const legend : std::initializer_list<LaneLegend *>{m_causes, m_threadStates})
        connect(legend, &LaneLegend::entriesChanged, this, &TimelineView::updateLegend);
    connect(data(), &TimelineData::rankRefined, m_bar->flowMenu(), &FlowMenu::fill);
    connect(data(), &TimelineData::rankRefined, m_bar->clockMenu(), &ClockMenu::join);
    connect(data(), &TimelineData::transfersChanged, m_bar->flowMenu(), &FlowMenu::fill);
    connect(&runs(), &RunStore::stateChanged, this, &TimelineView::updateEmptyState);
    connect(&runs(), &RunStore::runAdded, this, &TimelineView::runAdded);
    connect(&runs(), &RunStore::runClosed, this, &TimelineView::runClosed);
    connect(laneLayout(), &LaneLayout::changed, this, &TimelineView::pinsChanged);
    // Lanes that are computed, and ranks that are read, come to the pins later.
    connect(pinnedLanes(), &LaneModel::changed, this, [this] {
        if (m_pinsFit && pinnedLanes()->height() != m_pinsHeight)
            givePinsRoom();
    });
    for (const LaneModel *const model : {lanes(), pinnedLanes()}) {
        connect(model, &LaneModel::changed, this, &TimelineView::arrangementChanged);
        connect(model, &LaneModel::changed, this, [this] { updateBox(false); });
    }
    connect(layoutState(), &LaneLayoutState::presetsChanged, this, &TimelineView::arrangementChanged);
    connect(layoutState(), &LaneLayoutState::leftOut, this, &TimelineView::leftOut);
}

void TimelineView::connectState()
{
    connect(&state(), &ViewState::boxChanged, this, [this] { updateBox(false); });
    connect(&state(), &ViewState::windowChanged, this, &TimelineView::windowChanged);
    connect(&state(), &ViewState::revealRequested, m_revealer, &Revealer::revealSlice);
    connect(&state(), &ViewState::ranksBroughtTogether, m_revealer, &Revealer::bringTogether);
    connect(&state(), &ViewState::ranksTogetherChanged, m_revealer, &Revealer::togetherChanged);
    connect(&state(), &ViewState::rankRevealRequested, m_revealer, &Revealer::revealRank);
    connect(&state(), &ViewState::aboutToStep, this, [this] { state().setPlace(id(), m_revealer->place()); });
    connect(&state(), &ViewState::placeReturned, this, [this](const QJsonObject &places) {
        m_rankChosenUnseen = false; // where one was is what comes back
        m_revealer->returnTo(places[id()].toObject());
    });
    connect(&state(), &ViewState::selectionChanged, this, &TimelineView::selectionChanged);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        m_rankChosenUnseen = !isVisible();
        markCurrentRank();
        showCurrentRank();
    });
    connect(&state(), &ViewState::stepChosen, m_revealer, &Revealer::revealStep);
    connect(&state(), &ViewState::shownFlowsChanged, this, &TimelineView::applyFlowKinds);
    connect(&state(), &ViewState::derivedLanesChanged, this, &TimelineView::applyDerivedLanes);
    connect(&state(), &ViewState::highlightChanged, this, [this] {
        data()->setHighlight(state().highlight());
        m_revealer->highlightChanged();
    });
    connect(&state(), &ViewState::marksChanged, m_bar->markMenu(), &MarkMenu::fill);
    connect(&state(), &ViewState::bookmarksChanged, m_bar->markMenu(), &MarkMenu::fill);
    connect(&state(), &ViewState::offsetsChanged, this, [this] {
        data()->setOffsets(state().offsets());
        updateBox(true);
        m_bar->clockMenu()->updateClock();
    });
}

void TimelineView::connectRuler()
{
    connect(ruler(), &TimeRuler::wheelTurned, this, [this](QWheelEvent *e) {
        navigator()->zoomAt(e->position().x(), std::pow(0.8, e->angleDelta().y() / 120.0));
        e->accept();
    });
    ruler()->setScale([this] { return data()->scale(state()); });
    ruler()->setSnap([this](double x) { return canvas()->snapTime(x); });
    connect(ruler(), &TimeRuler::measureChanged, this, [this](TimeWindow w) {
        for (TimelinePane *const pane : m_parts.panes())
            pane->canvas()->setMeasure(w);
    });
    connect(ruler(), &TimeRuler::markWanted, m_marks, [this](qint64 ns) { m_marks->mark({ns, ns}); });
    connect(ruler(), &TimeRuler::zoomWanted, this,
            [this](TimeWindow w) { navigator()->show(timeline::padded(w, 0.05)); });
    connect(ruler(), &TimeRuler::editWanted, m_marks,
            [this](int mark) { m_marks->edit(state().marks()[static_cast<size_t>(mark)]); });
    connect(ruler(), &TimeRuler::menuRequested, m_menus, &ContextMenus::showOfRuler);
    navigator()->setAnchor([this] {
        for (const TimelinePane *pane : m_parts.panes()) {
            if (pane->canvas()->cursorX() >= 0)
                return double(pane->canvas()->cursorX());
        }
        return canvas()->width() / 2.0;
    });
}

void TimelineView::connectPane(TimelinePane *pane)
{
    connect(pane->canvas(), &TimelineCanvas::cursorMoved, ruler(), &TimeRuler::setCursorX);
    connect(pane->canvas(), &TimelineCanvas::menuRequested, m_menus,
            [this, pane](const QPoint &at) { m_menus->showOfCanvas(pane, at); });
    connect(pane->canvas(), &TimelineCanvas::boxSought, m_revealer, &Revealer::revealBox);
    connect(pane->canvas(), &TimelineCanvas::escapePressed, this, [this] { ruler()->setMeasure({}); });
    connect(pane->labels(), &LaneLabels::menuRequested, m_menus, &ContextMenus::showOfLane);
    connect(pane->labels(), &LaneLabels::widthWanted, this, [this](int w) { setLabelWidth(std::min(w, width() / 2)); });
    connect(pane->canvas(), &TimelineCanvas::lineNotesChanged, this, &TimelineView::updateLineNote);
}

// Beside the tool bar: upon the lanes it would hide slices.
void TimelineView::updateLineNote()
{
    // The lines of ranks shown together are among the pins.
    const QStringList notes = (m_revealer->holdsRanks() ? m_parts.pinPane->canvas() : canvas())->lineNotes();
    m_lineNote->setText(notes.join(tr(" · ", "between notes on connection lines")));
    m_lineNote->setToolTip(format::tooltipText(notes.join(u'\n')));
}

void TimelineView::setLabelWidth(int w)
{
    for (QWidget *widget : std::initializer_list<QWidget *>{m_parts.pane->labels(), m_parts.pinPane->labels(), m_span,
                                                            m_total, m_whyIdle, m_threads})
        widget->setFixedWidth(w);
}

QString TimelineView::title() const
{
    return tr("Timeline");
}

bool TimelineView::isComplete() const
{
    return data()->isComplete() && !m_chain.isRunning() && canvas()->isComplete() &&
           m_parts.pinPane->canvas()->isComplete() && m_minimap->isComplete();
}

std::vector<PictureExport> TimelineView::pictures() const
{
    if (data()->ranks().empty())
        return {};
    return {{QStringLiteral("timeline"), picture()}};
}

ChartPicture TimelineView::picture() const
{
    const TimeWindow shown = state().window();
    const qint64 start = saturatedDifference(shown.fromNs, data()->originNs());
    const QString length = format::duration(shown.lengthNs());
    const QString span =
        start < 0 ? tr("%1, starting %2 before the start of the run", "length of the time that is shown, moment")
                        .arg(length, format::duration(-start))
                  : tr("%1, starting %2 after the start of the run", "length of the time that is shown, moment")
                        .arg(length, format::duration(start));
    return {m_page,
            &theme(),
            {title(), pictureScope(runs(), {span}), ClockTexts::clock(state().offsets().clockUse())},
            m_bar,
            [this] { return endOfWholeRows(); }};
}

// On paper nobody can scroll: a lane of which only a part is in sight would look like a whole one.
int TimelineView::endOfWholeRows() const
{
    const int shown = canvas()->height();
    const int end = canvas()->scrollY() + shown;
    const int cut = lanes()->rowAt(end);
    const int top = cut < 0 ? end : lanes()->rows()[static_cast<size_t>(cut)].y;
    const int left = top - canvas()->scrollY();
    // A row higher than the window is shown as far as it goes.
    return canvas()->mapTo(m_page, QPoint(0, left > shown / 2 ? left : shown)).y();
}

std::vector<const QMenu *> TimelineView::commandMenus()
{
    return m_bar->menus();
}

QSize TimelineView::minimumSizeHint() const
{
    constexpr int lines = 6;
    return {DockView::minimumSizeHint().width(), fontMetrics().height() * lines};
}

QJsonObject TimelineView::saveState() const
{
    QJsonObject out = layoutState()->save();
    if (const QJsonObject top = m_revealer->saveTop(); !top.isEmpty())
        out[QStringLiteral("top")] = top;
    if (!state().window().isEmpty()) {
        QJsonArray paths;
        for (const int run : m_whole.shownWhole()) {
            if (const auto shown = runs().run(run))
                paths.append(shown->path);
        }
        out[QStringLiteral("whole")] = paths;
    }
    return out;
}

void TimelineView::restoreState(const QJsonObject &state)
{
    layoutState()->restore(state);
    m_rankChosenUnseen = false;
    m_revealer->restoreTop(state[QStringLiteral("top")].toObject());
    // Older files do not tell what their window stands for.
    if (!state[QStringLiteral("whole")].isArray())
        return;
    const QJsonArray paths = state[QStringLiteral("whole")].toArray();
    std::set<int> whole;
    for (const int run : m_whole.openRuns()) {
        if (paths.contains(runs().run(run)->path))
            whole.insert(run);
    }
    if (!whole.empty() || paths.isEmpty())
        m_whole.standFor(whole);
}

void TimelineView::retranslate()
{
    m_commands->retranslate();
    m_bar->retranslate();
    m_goTo->retranslate();
    applyDerivedLanes();
    for (TimelinePane *pane : m_parts.panes()) {
        pane->canvas()->setAccessibleName(tr("Timeline lanes"));
        pane->labels()->setAccessibleName(tr("Lane names"));
        pane->lanes()->rebuild();
    }
    m_span->setToolTip(tr("Length of the time span that is shown"));
    m_total->setToolTip(tr("Length of the whole run"));
    m_whyIdle->setText(tr("Why idle"));
    m_whyIdle->setToolTip(tr("Colours of the lanes that tell why a device is idle"));
    m_threads->setText(tr("Threads"));
    m_threads->setToolTip(tr("Colours of the lanes that tell what the scheduler of the host did"));
    m_threadStates->retranslate();
    updateEmptyState();
    updateTotal();
    windowChanged();
}

// The lanes and the ruler are what is left when there is no room for more.
void TimelineView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    constexpr int linesForOverview = 11;
    const bool room = height() >= fontMetrics().height() * linesForOverview;
    for (QWidget *const w : std::initializer_list<QWidget *>{m_total, m_minimap, m_minimapGap})
        w->setVisible(room);
    updateLegend();
    givePinsRoomLater();
}

// Before the lanes have their heights nobody knows which of them are in sight.
void TimelineView::showEvent(QShowEvent *event)
{
    DockView::showEvent(event);
    QTimer::singleShot(0, this, [this] {
        if (std::exchange(m_rankChosenUnseen, false))
            showCurrentRank();
    });
}

// A row of the rank that is current stays the marked one.
void TimelineView::markCurrentRank()
{
    const RankRef rank = state().currentRank();
    if (m_parts.pane->labels()->currentRow().rank != rank)
        m_parts.pane->labels()->setCurrentRow({rank, LaneKey::Type::Rank, 0});
}

void TimelineView::showCurrentRank()
{
    if (!m_parts.pane->shows(state().currentRank()))
        m_revealer->scrollTo(state().currentRank());
}

void TimelineView::runAdded(int run)
{
    if (m_whole.openRuns().size() > 1 && laneLayout()->exemptRun(run))
        emit notice(tr("Lanes stay filtered in the runs that were open; %1 is shown whole.")
                        .arg(format::clipText(format::displayText(runs().run(run)->name), 60)));
    updateEmptyState();
}

void TimelineView::runClosed(int run)
{
    laneLayout()->forgetRun(run);
    m_revealer->forgetJumps();
    m_whole.runClosed();
    updateEmptyState();
}

void TimelineView::ranksChanged()
{
    m_whole.axisChanged();
    ruler()->update();
    updateTotal();
    m_bar->flowMenu()->fill();
    m_bar->markMenu()->fill(); // its times count from the start of the run
    updateEmptyState();
    m_chain.find(state().selection());
    windowChanged();
    m_revealer->ranksChanged();
}

void TimelineView::selectionChanged()
{
    for (TimelinePane *const pane : m_parts.panes())
        pane->markSelection(state().selection());
    m_chain.find(state().selection());
    if (const auto kind = state().selection().kind; kind == Selection::Kind::Rank || kind == Selection::Kind::Link)
        m_revealer->scrollTo(state().selection().rank);
    m_shifts->selectionChanged();
}

void TimelineView::windowChanged()
{
    const TimeWindow w = state().window();
    data()->setWindow(w);
    m_span->setText(w.isEmpty() ? QString() : tr("in view %1").arg(format::briefDuration(w.lengthNs())));
}

void TimelineView::pinsChanged()
{
    updateLineNote();
    std::set<RankRef> held;
    for (const LaneKey &key : laneLayout()->pins())
        held.insert(key.rank);
    state().setHeldRanks(held);
    if (m_pinRowHeight > 0 && !m_revealer->holdsRanks()) {
        const bool own = pinnedLanes()->rowHeight() != std::exchange(m_pinRowHeight, 0);
        if (!own)
            pinnedLanes()->setRowHeight(LaneModel::standardRowHeight);
    }
    const bool some = !laneLayout()->pins().empty();
    // The keys stay on lanes: the next in line would be a field, into which they would write.
    if (const QWidget *const focus = window()->focusWidget(); !some && focus && m_parts.pinPane->isAncestorOf(focus))
        canvas()->setFocus();
    m_parts.pinPane->setVisible(some);
    if (!some)
        return;
    m_pinsFit = true;
    givePinsRoom();
}

// Lanes may be pinned before the timeline has its height, as on the way to its workspace.
void TimelineView::givePinsRoomLater()
{
    if (!m_pinsFit)
        return;
    QTimer::singleShot(0, this, [this] {
        if (m_pinsFit && m_parts.pinPane->isVisibleTo(this))
            givePinsRoom();
    });
}

// As high as the pins are, up to a half and to what the lanes below leave empty; the user's own division stays until
// the pins change. Ranks that are held against each other are what one came to see: their lanes fill most of the room.
void TimelineView::givePinsRoom()
{
    constexpr int least = 24;
    constexpr int partOfCompared = 70; // percent
    const int room = m_splitter->height() - m_splitter->handleWidth();
    const bool compared = m_revealer->holdsRanks();
    const int most = std::max({least, compared ? room * partOfCompared / 100 : room / 2, room - lanes()->height() - 1});
    if (compared)
        fitPins(most - 1);
    m_pinsHeight = pinnedLanes()->height();
    const int wanted = std::clamp(m_pinsHeight + 1, least, most);
    m_splitter->setSizes({wanted, std::max(1, m_splitter->height() - wanted)});
}

// Heights that came from elsewhere stay.
void TimelineView::fitPins(int room)
{
    LaneModel &pins = *pinnedLanes();
    if (pins.rowHeight() != (m_pinRowHeight > 0 ? m_pinRowHeight : LaneModel::standardRowHeight))
        return;
    pins.fitHeights(room, LaneModel::standardRowHeight, LaneModel::mostRowHeight);
    m_pinRowHeight = pins.rowHeight();
}

void TimelineView::showFlowKinds(const std::set<std::string> &kinds)
{
    QStringList names;
    for (const std::string &k : kinds)
        names.push_back(QString::fromStdString(k));
    state().setShownFlows(names);
}

void TimelineView::applyFlowKinds()
{
    std::set<std::string> kinds;
    for (const QString &k : state().shownFlows())
        kinds.insert(k.toStdString());
    for (TimelinePane *pane : m_parts.panes()) {
        pane->canvas()->flows().setKinds(kinds);
        pane->canvas()->update();
    }
    m_bar->flowMenu()->fill();
}

void TimelineView::applyDerivedLanes()
{
    const bool shown = state().showsDerivedLanes();
    m_commands->find(QStringLiteral("derived-lanes"))->setChecked(shown);
    if (!shown) {
        data()->setDerived(std::nullopt);
        updateLegend();
        return;
    }
    DerivedLanes::Words words;
    for (size_t i = 0; i < words.causes.size(); ++i)
        words.causes[i] = tableText(QString::fromUtf8(idleCauseTitle(static_cast<IdleCause>(i))));
    words.delay = tr("Launch delay");
    words.outstanding = tr("Outstanding");
    m_causes->setWords(words);
    data()->setDerived(words);
}

// If the lanes have no room, the tooltips of the gaps must do.
void TimelineView::updateLegend()
{
    constexpr int linesForLegend = 14;
    const bool hasRoom = height() >= fontMetrics().height() * linesForLegend;
    const bool causes = hasRoom && state().showsDerivedLanes() && !m_causes->entries().empty();
    const bool threads = hasRoom && !m_threadStates->entries().empty();
    if (causes != m_causes->isVisibleTo(this) || threads != m_threadStates->isVisibleTo(this))
        givePinsRoomLater();
    for (QWidget *const w : std::initializer_list<QWidget *>{m_whyIdle, m_causes})
        w->setVisible(causes);
    for (QWidget *const w : std::initializer_list<QWidget *>{m_threads, m_threadStates})
        w->setVisible(threads);
}

void TimelineView::updateTotal()
{
    const TimeWindow axis = data()->axis();
    m_total->setText(axis.isEmpty() ? QString() : tr("run %1").arg(format::briefDuration(axis.lengthNs())));
}

namespace {

// A run on this machine keeps ranks out for want of memory, one on another host until somebody looks at them.
bool hasDisplacedRank(const RunStore &runs, bool isRemote)
{
    const std::vector<RankRef> all = runs.allRanks();
    return std::any_of(all.begin(), all.end(), [&](RankRef ref) {
        return runs.state(ref) == RankState::Displaced && RemotePath::isOne(runs.info(ref)->path) == isRemote;
    });
}

} // namespace

// A lane that was hidden after the box was drawn is no longer in it, until it is shown again; one that was `moved` lies
// with another part of its time in it.
void TimelineView::updateBox(bool moved)
{
    BoxSelection box = state().box();
    for (BoxSelection::Part &part : box.parts) {
        const TimelineRank *const rank = data()->rank(part.rank);
        if (!rank || raw(part.lane) >= rank->trace->lanes().size())
            continue;
        part.hidden = !lanes()->lets(part.rank, part.lane) && !pinnedLanes()->lets(part.rank, part.lane);
        if (moved)
            part.shiftNs = rank->shiftOf(part.lane);
    }
    state().setBox(box);
}

void TimelineView::updateEmptyState()
{
    if (!data()->ranks().empty()) {
        m_stack->setCurrentWidget(m_page);
        return;
    }
    m_stack->setCurrentWidget(m_empty);
    if (runs().isEmpty()) {
        m_empty->setText(tr("No run is open"), tr("Open a folder with profiling data, or drop it on the window."));
    } else if (!data()->withoutMemory().empty()) {
        m_empty->setText(tr("Not enough memory for the timeline"),
                         tr("Memory ran out while the lanes were laid out, so nothing is drawn. Close other runs "
                            "or programs, then reload the run."));
    } else if (runs().isLoading() || !data()->isComplete()) {
        m_empty->setText(tr("The trace is being read"),
                         tr("The lanes of each rank appear as soon as its trace is read, before its tables."));
    } else if (hasDisplacedRank(runs(), true)) {
        m_empty->setText(tr("No rank has come from its host"),
                         tr("A click on a rank in the explorer brings it. If it does not come, the findings say why."));
    } else if (hasDisplacedRank(runs(), false)) {
        m_empty->setText(tr("No rank fits into the memory budget"),
                         tr("The memory budget is used up, so no lanes are drawn. Raise it in View > Memory Budget, or "
                            "close other runs, then load a rank with a click on it in the explorer."));
    } else if (DatabaseTexts::isAllOf(runs(), -1)) {
        m_empty->setText(DatabaseTexts::heading(), DatabaseTexts::ofRun(QStringLiteral("trace_view.json")));
    } else {
        m_empty->setText(
            tr("This run has no trace"),
            tr("The timeline is drawn from trace_view.json or msprof_*.json, which the profiler writes when it "
               "exports text (export_type Text)."));
    }
}

void TimelineView::forget()
{
    DockView::forget();
    laneLayout()->clear();
    lanes()->setExpansion({});
    pinnedLanes()->setExpansion({});
    for (const TimelinePane *const pane : m_parts.panes())
        pane->lanes()->setRowHeight(LaneModel::standardRowHeight);
    m_pinRowHeight = 0;
    navigator()->stop();
    m_revealer->forget();
    ruler()->setMeasure({});
    m_goTo->forget();
    m_shifts->forget();
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers m = event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
    const int number = event->key() - Qt::Key_0;
    if (QAction *const action = m_commands->commandFor(*event)) {
        action->trigger();
    } else if (event->key() == Qt::Key_Escape && m_goTo->isVisible()) {
        m_goTo->leave();
    } else if (number >= 1 && number <= 9 && m == Qt::AltModifier) {
        state().setBookmark(number, state().window());
    } else if (number >= 1 && number <= 9 && m == Qt::NoModifier && state().bookmarks().contains(number)) {
        navigator()->show(state().bookmarks().at(number));
    } else {
        DockView::keyPressEvent(event);
    }
}

} // namespace rs

#include "moc_timelineview.cpp"
