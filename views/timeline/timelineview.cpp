// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timelineview.h"

#include "analysis/flowchain.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/clocktexts.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/axis/timeticks.h"
#include "views/timeline/canvas/minimap.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"
#include "words/launchwords.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace rs {

namespace {
constexpr int standardLabelWidth = 220;

QToolButton *button(QWidget *parent, const QString &icon)
{
    auto *b = new QToolButton(parent);
    b->setAutoRaise(true);
    b->setFocusPolicy(Qt::NoFocus);
    b->setIcon(symbol(icon));
    return b;
}
} // namespace

TimelineView::TimelineView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("timeline"), context, parent), m_data(new TimelineData(context.runs, context.pool, context.paintPool, this)),
      m_layout(new LaneLayout(this)),
      m_lanes(new LaneModel(m_data, m_layout, LaneModel::Content::Tree, this)),
      m_pinned(new LaneModel(m_data, m_layout, LaneModel::Content::Pins, this)),
      m_layoutState(new LaneLayoutState(m_layout, m_lanes, m_pinned, context.runs, this)),
      m_navigator(new TimelineNavigator(context.state, this))
{
    build();
    buildCommands();
    connectAll();
    retranslate();
    ranksChanged();
    windowChanged();
    pinsChanged();
    applyFlowKinds();
    applyDerivedLanes();
    m_data->setHighlight(state().highlight());
    m_data->setOffsets(state().offsets());
}

void TimelineView::build()
{
    m_stack = new QStackedWidget(this);
    m_empty = new EmptyState(m_stack);
    m_page = new QWidget(m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);

    m_back = button(m_page, QStringLiteral("back"));
    m_forward = button(m_page, QStringLiteral("forward"));
    m_fit = button(m_page, QStringLiteral("fit"));
    m_zoomIn = button(m_page, QStringLiteral("zoom-in"));
    m_zoomOut = button(m_page, QStringLiteral("zoom-out"));
    m_laneButton = button(m_page, QStringLiteral("layout"));
    m_flowButton = button(m_page, QStringLiteral("link"));
    m_markButton = button(m_page, QStringLiteral("pin"));
    m_clockButton = button(m_page, QStringLiteral("waiting"));
    m_clockMenu = new QMenu(m_clockButton);
    m_laneMenu = new QMenu(m_laneButton);
    m_flowMenu = new QMenu(m_flowButton);
    m_markMenu = new QMenu(m_markButton);
    for (const auto &[b, menu] : {std::pair(m_laneButton, m_laneMenu), std::pair(m_flowButton, m_flowMenu),
                                  std::pair(m_markButton, m_markMenu), std::pair(m_clockButton, m_clockMenu)}) {
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        attachMenu(b, menu);
        menu->setToolTipsVisible(true);
    }
    m_markMenu->installEventFilter(this);
    m_filter = new QLineEdit(m_page);
    m_filter->setObjectName(QStringLiteral("laneFilter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(140);
    m_goTo = new QLineEdit(m_page);
    m_goTo->setObjectName(QStringLiteral("goTo"));
    m_goTo->setMinimumWidth(120);
    m_goTo->hide();
    auto *bar = new QWidget(m_page);
    auto *barLayout = new FlowLayout(bar, 4);
    barLayout->setContentsMargins(4, 2, 4, 2);
    for (QWidget *w : std::initializer_list<QWidget *>{m_back, m_forward, m_fit, m_zoomIn, m_zoomOut, m_laneButton,
                                                       m_filter, m_flowButton, m_markButton, m_clockButton, m_goTo})
        barLayout->addWidget(w);

    m_pane = new TimelinePane(m_lanes, &state(), m_navigator, &theme(), m_page);
    m_pinPane = new TimelinePane(m_pinned, &state(), m_navigator, &theme(), m_page);
    for (TimelinePane *pane : {m_pane, m_pinPane}) {
        if (context().keys)
            pane->canvas()->setKeys(context().keys);
    }
    m_splitter = new QSplitter(Qt::Vertical, m_page);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(3);
    m_splitter->addWidget(m_pinPane);
    m_splitter->addWidget(m_pane);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_ruler = new TimeRuler(&state(), &theme(), m_page);
    // A click on the ruler brings the timeline's keys, as one on the lanes does.
    m_ruler->setFocusPolicy(Qt::ClickFocus);
    m_ruler->setFocusProxy(m_pane->canvas());
    m_minimap = new Minimap(m_data, &state(), m_navigator, &theme(), m_page);
    m_span = plainLabel(m_page);
    m_total = plainLabel(m_page);
    for (QLabel *l : {m_span, m_total})
        l->setAlignment(Qt::AlignCenter);
    m_rulerGap = new QWidget(m_page);
    m_minimapGap = new QWidget(m_page);
    for (QWidget *gap : {m_rulerGap, m_minimapGap})
        gap->setFixedWidth(m_pane->scrollBarWidth());

    auto *grid = new QGridLayout(m_page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    m_lineNote = new ElidedLabel(m_page);
    m_lineNote->setObjectName(QStringLiteral("lineNote"));
    m_lineNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_lineNote->setForegroundRole(QPalette::PlaceholderText);
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 8, 0);
    head->addWidget(bar);
    head->addWidget(m_lineNote, 1);
    grid->addLayout(head, 0, 0, 1, 3);
    grid->addWidget(m_total, 1, 0);
    grid->addWidget(m_minimap, 1, 1);
    grid->addWidget(m_minimapGap, 1, 2);
    grid->addWidget(m_span, 2, 0);
    grid->addWidget(m_ruler, 2, 1);
    grid->addWidget(m_rulerGap, 2, 2);
    grid->addWidget(m_splitter, 3, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(3, 1);
    setLabelWidth(standardLabelWidth);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    setFocusProxy(m_pane->canvas());
}

void TimelineView::connectAll()
{
    connect(m_data, &TimelineData::ranksChanged, this, &TimelineView::ranksChanged);
    connect(m_data, &TimelineData::rankRefined, this, &TimelineView::fillFlowMenu);
    connect(m_data, &TimelineData::transfersChanged, this, &TimelineView::fillFlowMenu);
    connect(&runs(), &RunStore::stateChanged, this, &TimelineView::updateEmptyState);
    connect(&runs(), &RunStore::runAdded, this, &TimelineView::runAdded);
    connect(&runs(), &RunStore::runClosed, this, &TimelineView::runClosed);
    connect(m_layout, &LaneLayout::changed, this, &TimelineView::pinsChanged);
    for (const LaneModel *const model : {m_lanes, m_pinned}) {
        connect(model, &LaneModel::changed, this, &TimelineView::arrangementChanged);
        connect(model, &LaneModel::changed, this, [this] { updateBox(false); });
    }
    connect(&state(), &ViewState::boxChanged, this, [this] { updateBox(false); });
    connect(m_layoutState, &LaneLayoutState::presetsChanged, this, &TimelineView::arrangementChanged);
    connect(m_layoutState, &LaneLayoutState::leftOut, this, &TimelineView::leftOut);
    connect(&state(), &ViewState::windowChanged, this, &TimelineView::windowChanged);
    connect(&state(), &ViewState::revealRequested, this, &TimelineView::reveal);
    connect(&state(), &ViewState::rankRevealRequested, this, &TimelineView::revealRank);
    connect(&state(), &ViewState::selectionChanged, this, &TimelineView::selectionChanged);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        if (!m_pane->shows(state().currentRank()))
            scrollToRank(state().currentRank());
    });
    // Beside the tool bar: upon the lanes it would hide slices.
    connect(m_pane->canvas(), &TimelineCanvas::lineNotesChanged, this, [this] {
        const QStringList notes = m_pane->canvas()->lineNotes();
        m_lineNote->setText(notes.join(tr(" · ", "between notes on connection lines")));
        m_lineNote->setToolTip(format::tooltipText(notes.join(u'\n')));
    });
    connect(&state(), &ViewState::shownFlowsChanged, this, &TimelineView::applyFlowKinds);
    connect(&state(), &ViewState::derivedLanesChanged, this, &TimelineView::applyDerivedLanes);
    connect(&state(), &ViewState::highlightChanged, this, [this] { m_data->setHighlight(state().highlight()); });
    connect(&state(), &ViewState::marksChanged, this, &TimelineView::fillMarkMenu);
    connect(&state(), &ViewState::bookmarksChanged, this, &TimelineView::fillMarkMenu);
    connect(&state(), &ViewState::historyChanged, this, [this] {
        m_back->setEnabled(state().canGoBack());
        m_forward->setEnabled(state().canGoForward());
    });
    m_back->setEnabled(state().canGoBack());
    m_forward->setEnabled(state().canGoForward());
    connectPane(m_pane);
    connectPane(m_pinPane);
    m_pane->canvas()->setNeighbour(m_pinPane->canvas());
    m_pinPane->canvas()->setNeighbour(m_pane->canvas());
    connect(&state(), &ViewState::offsetsChanged, this, [this] {
        m_data->setOffsets(state().offsets());
        updateBox(true);
        updateClock();
    });
    connect(m_data, &TimelineData::rankRefined, this, [this](RankRef ref) {
        // A rank that comes while the clocks are aligned joins the others.
        const TimelineRank *const rank = m_data->rank(ref);
        if (rank && rank->clock.known && !state().offsets().devices.empty() && state().offsets().ofDevice(ref) == 0) {
            state().joinDevices(ref, rank->clock.offsetNs);
        }
        updateClock();
    });

    connect(m_ruler, &TimeRuler::wheelTurned, this, [this](QWheelEvent *e) {
        m_navigator->zoomAt(e->position().x(), std::pow(0.8, e->angleDelta().y() / 120.0));
        e->accept();
    });
    m_ruler->setScale([this] { return m_data->scale(state()); });
    m_ruler->setSnap([this](double x) { return m_pane->canvas()->snapTime(x); });
    connect(m_ruler, &TimeRuler::measureChanged, this, [this](TimeWindow w) {
        m_pane->canvas()->setMeasure(w);
        m_pinPane->canvas()->setMeasure(w);
    });
    connect(m_ruler, &TimeRuler::markWanted, this, [this](qint64 ns) {
        auto marks = state().marks();
        const int number = static_cast<int>(marks.size()) + 1;
        marks.push_back({ns, ns, tr("Mark %1").arg(number), number - 1});
        state().setMarks(std::move(marks));
    });
    connect(m_ruler, &TimeRuler::zoomWanted, this,
            [this](TimeWindow w) { m_navigator->show(timeline::padded(w, 0.05)); });
    connect(m_ruler, &TimeRuler::editWanted, this,
            [this](int mark) { editMark(state().marks()[static_cast<size_t>(mark)]); });
    connect(m_ruler, &TimeRuler::menuRequested, this, &TimelineView::showRulerMenu);
    m_navigator->setAnchor([this] {
        for (const TimelinePane *pane : {m_pane, m_pinPane}) {
            if (pane->canvas()->cursorX() >= 0)
                return double(pane->canvas()->cursorX());
        }
        return m_pane->canvas()->width() / 2.0;
    });

    connect(m_back, &QToolButton::clicked, &state(), &ViewState::back);
    connect(m_forward, &QToolButton::clicked, &state(), &ViewState::forward);
    connect(m_fit, &QToolButton::clicked, m_navigator, &TimelineNavigator::fit);
    connect(m_zoomIn, &QToolButton::clicked, this, [this] { m_navigator->zoomAt(m_navigator->width() / 2.0, 0.5); });
    connect(m_zoomOut, &QToolButton::clicked, this, [this] { m_navigator->zoomAt(m_navigator->width() / 2.0, 2.0); });
    connect(m_laneMenu, &QMenu::aboutToShow, this, &TimelineView::fillLaneMenu);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        LaneFilter filter = m_layout->filter();
        filter.text = text.trimmed();
        m_layout->setFilter(filter);
        const QRegularExpression expression(filter.text);
        if (!expression.isValid())
            emit notice(tr("The filter is no regular expression and is looked for as it stands."));
    });
    connect(m_layout, &LaneLayout::changed, this, [this] {
        if (m_layout->filter().text != m_filter->text().trimmed())
            m_filter->setText(m_layout->filter().text);
    });
    connect(m_goTo, &QLineEdit::returnPressed, this, [this] {
        if (m_goTo->text().startsWith(u'#')) {
            goToOccurrence(m_goTo->text().mid(1).trimmed().toLongLong());
            m_pane->canvas()->setFocus();
        } else if (goToTime(m_goTo->text())) {
            m_goTo->hide();
            m_pane->canvas()->setFocus();
        } else {
            m_goTo->selectAll();
            emit notice(tr("This is no time. Write it with its unit, such as 12.5 ms, or # and a number for a slice."));
        }
    });
    connect(m_goTo, &QLineEdit::editingFinished, this, [this] {
        if (!m_goTo->hasFocus())
            m_goTo->hide();
    });
}

void TimelineView::connectPane(TimelinePane *pane)
{
    connect(pane->canvas(), &TimelineCanvas::cursorMoved, m_ruler, &TimeRuler::setCursorX);
    connect(pane->canvas(), &TimelineCanvas::menuRequested, this,
            [this, pane](const QPoint &at) { showCanvasMenu(pane, at); });
    connect(pane->canvas(), &TimelineCanvas::boxSought, this, &TimelineView::revealBox);
    connect(pane->canvas(), &TimelineCanvas::escapePressed, this, [this] { m_ruler->setMeasure({}); });
    connect(pane->labels(), &LaneLabels::menuRequested, this, &TimelineView::showLaneMenu);
    connect(pane->labels(), &LaneLabels::widthWanted, this, [this](int w) { setLabelWidth(std::min(w, width() / 2)); });
}

void TimelineView::setLabelWidth(int w)
{
    for (QWidget *widget : std::initializer_list<QWidget *>{m_pane->labels(), m_pinPane->labels(), m_span, m_total})
        widget->setFixedWidth(w);
}

QString TimelineView::title() const
{
    return tr("Timeline");
}

bool TimelineView::isComplete() const
{
    return m_data->isComplete() && !m_chainJob.isRunning() && m_pane->canvas()->isComplete() &&
           m_pinPane->canvas()->isComplete() && m_minimap->isComplete();
}

std::vector<PictureExport> TimelineView::pictures() const
{
    if (m_data->ranks().empty())
        return {};
    return {{QStringLiteral("timeline"), m_page}};
}

QSize TimelineView::minimumSizeHint() const
{
    constexpr int lines = 6;
    return {DockView::minimumSizeHint().width(), fontMetrics().height() * lines};
}

void TimelineView::retranslate()
{
    m_back->setToolTip(tr("Back to the previous view (Backspace)"));
    m_forward->setToolTip(tr("Forward to the next view (Alt+Right)"));
    m_fit->setToolTip(tr("Show the whole run (Ctrl+0)"));
    m_zoomIn->setToolTip(tr("Zoom in (W, or Ctrl and the wheel)"));
    m_zoomOut->setToolTip(tr("Zoom out (S, or Ctrl and the wheel)"));
    for (QToolButton *b : {m_back, m_forward, m_fit, m_zoomIn, m_zoomOut})
        b->setAccessibleName(b->toolTip());
    m_laneButton->setText(tr("Lanes"));
    m_laneButton->setToolTip(tr("Choose which lanes are shown, and how"));
    m_flowButton->setText(tr("Connection lines"));
    m_flowButton->setToolTip(
        tr("Draw every connection line of a kind; the lines of the selected slice are always drawn"));
    m_markButton->setText(tr("Marks"));
    m_markButton->setToolTip(tr("Marks and bookmarks: click the ruler to set a mark, drag on it to measure"));
    for (const auto &[b, menu] : {std::pair(m_laneButton, m_laneMenu), std::pair(m_flowButton, m_flowMenu),
                                  std::pair(m_markButton, m_markMenu)})
        menu->setTitle(b->text());
    fillClockMenu();
    updateClock();
    m_filter->setPlaceholderText(tr("Filter lanes"));
    m_filter->setToolTip(tr("Shows only lanes whose name, or whose process, matches this regular expression"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_goTo->setPlaceholderText(tr("Go to time, e.g. 12.5 ms, or slice #12"));
    m_goTo->setAccessibleName(tr("Go to time"));
    // The example is what tells how to write a time.
    m_goTo->setMinimumWidth(m_goTo->fontMetrics().horizontalAdvance(m_goTo->placeholderText()) + 24);
    retranslateCommands();
    applyDerivedLanes();
    for (TimelinePane *pane : {m_pane, m_pinPane}) {
        pane->canvas()->setAccessibleName(tr("Timeline lanes"));
        pane->labels()->setAccessibleName(tr("Lane names"));
        pane->lanes()->rebuild();
    }
    m_span->setToolTip(tr("Length of the time span that is shown"));
    m_total->setToolTip(tr("Length of the whole run"));
    fillFlowMenu();
    fillMarkMenu();
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
}

void TimelineView::pinsChanged()
{
    std::set<RankRef> held;
    for (const LaneKey &key : m_layout->pins())
        held.insert(key.rank);
    state().setHeldRanks(held);
    const bool some = !m_layout->pins().empty();
    m_pinPane->setVisible(some);
    if (!some)
        return;
    // As high as the pins are, up to a third; the user's own division stays until the pins change.
    const int wanted = std::clamp(m_pinned->height() + 1, 24, std::max(24, m_splitter->height() / 3));
    m_splitter->setSizes({wanted, std::max(1, m_splitter->height() - wanted)});
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
    for (TimelinePane *pane : {m_pane, m_pinPane}) {
        pane->canvas()->flows().setKinds(kinds);
        pane->canvas()->update();
    }
    fillFlowMenu();
}

void TimelineView::updateClock()
{
    const TimeOffsets &offsets = state().offsets();
    QAction *const align = command(QStringLiteral("host-clock"));
    align->setChecked(!offsets.devices.empty());
    const bool known = !offsets.devices.empty() || std::any_of(m_data->ranks().begin(), m_data->ranks().end(),
                                                               [](const auto &r) { return r.second.clock.known; });
    setAvailable(align, known ? QString() : tr("No trace holds launches from which the offset of the clocks follows."));
    if (m_filesClock)
        setAvailable(m_filesClock, offsets == TimeOffsets() ? nothingMoved() : QString());
    const QString clock = ClockTexts::clock(offsets.clockUse());
    m_clockButton->setText(offsets.devices.empty() ? clock : tr("%1, devices on the hosts' clocks").arg(clock));
    m_clockButton->setToolTip(clockTip());
}

// Per rank, because each pair of host and device has an offset of its own.
QString TimelineView::clockTip() const
{
    constexpr size_t most = 16;
    std::vector<std::pair<QString, QString>> lines{{ClockTexts::explained(state().offsets().clockUse()), {}}};
    for (const auto &[ref, rank] : m_data->ranks()) {
        if (lines.size() > most) {
            lines.emplace_back(QStringLiteral("…"), QString());
            break;
        }
        const HostClock &c = rank.clock;
        lines.emplace_back(runs().rankLabel(ref),
                           !c.known ? tr("host and device cannot be compared: fewer than 20 launches")
                           : c.bounded
                               ? tr("device ahead of host by %1 to %2")
                                     .arg(format::signedDuration(c.lowerBoundNs), format::signedDuration(c.offsetNs))
                               : tr("device ahead of host by at most %1").arg(format::signedDuration(c.offsetNs)));
    }
    return format::tooltipTable(lines);
}

void TimelineView::applyDerivedLanes()
{
    const bool shown = state().showsDerivedLanes();
    command(QStringLiteral("derived-lanes"))->setChecked(shown);
    if (!shown) {
        m_data->setDerived(std::nullopt);
        return;
    }
    DerivedLanes::Words words;
    for (size_t i = 0; i < words.causes.size(); ++i)
        words.causes[i] = tableText(QString::fromUtf8(idleCauseTitle(static_cast<IdleCause>(i))));
    words.delay = tr("Launch delay");
    words.outstanding = tr("Outstanding");
    m_data->setDerived(words);
}

void TimelineView::applyPreset(Preset preset, RankRef rank)
{
    LaneFilter filter;
    switch (preset) {
    case Preset::Everything:
        m_layout->showAll();
        return;
    case Preset::CommunicationOfAllRanks:
        filter.kinds = {ProcessKind::Communication};
        break;
    case Preset::OverlapOfAllRanks:
        filter.kinds = {ProcessKind::OverlapAnalysis};
        break;
    case Preset::HostDispatchOfRank:
        filter.kinds = {ProcessKind::Python, ProcessKind::MindSpore, ProcessKind::CpuOp, ProcessKind::Cann,
                        ProcessKind::AscendHardware};
        if (rank.isValid())
            filter.ranks = {rank};
        break;
    }
    m_layout->setFilter(filter);
    if (preset != Preset::HostDispatchOfRank)
        m_lanes->expandRanks();
}

std::optional<TimeWindow> TimelineView::selectedSpan() const
{
    const Selection &s = state().selection();
    const TimelineRank *rank = m_data->rank(s.rank);
    if (s.kind != Selection::Kind::Slice || !rank || raw(s.slice) >= rank->trace->slices().size())
        return std::nullopt;
    return rank->drawnSpan(s.slice);
}

bool TimelineView::addMark(bool spanOfSlice)
{
    auto marks = state().marks();
    const int number = static_cast<int>(marks.size()) + 1;
    TimeMark mark;
    mark.name = tr("Mark %1").arg(number);
    mark.color = number - 1;
    const auto span = selectedSpan();
    const int x = std::max(m_pane->canvas()->cursorX(), m_pinPane->canvas()->cursorX());
    if (!state().box().isEmpty() && !spanOfSlice) {
        mark.fromNs = state().box().window.fromNs;
        mark.toNs = state().box().window.toNs;
    } else if (spanOfSlice && span) {
        const Selection &s = state().selection();
        const Trace &trace = *m_data->rank(s.rank)->trace;
        mark.fromNs = span->fromNs;
        mark.toNs = span->toNs;
        mark.name = format::clipText(trace.strings().text(trace.slices().name(s.slice)), 60);
    } else if (x >= 0 && !state().window().isEmpty()) {
        mark.fromNs = mark.toNs = TimeMap(state().window(), m_navigator->width()).time(x);
    } else {
        return false;
    }
    marks.push_back(std::move(mark));
    state().setMarks(std::move(marks));
    return true;
}

bool TimelineView::deleteMark()
{
    const auto &marks = state().marks();
    int mark = m_ruler->hoveredMark();
    if (const int x = std::max(m_pane->canvas()->cursorX(), m_pinPane->canvas()->cursorX()); mark < 0 && x >= 0)
        mark = m_ruler->markLineAt(x);
    if (mark < 0) {
        const TimeWindow chosen = m_ruler->measure();
        const auto at = std::find_if(marks.begin(), marks.end(), [chosen](const TimeMark &m) {
            return m.isSpan() && TimeWindow{m.fromNs, m.toNs} == chosen;
        });
        mark = at == marks.end() ? -1 : static_cast<int>(at - marks.begin());
    }
    if (mark < 0)
        return false;
    removeMark(TimeMark(marks[static_cast<size_t>(mark)]));
    return true;
}

void TimelineView::removeMark(const TimeMark &mark)
{
    auto marks = state().marks();
    const auto at = std::find(marks.begin(), marks.end(), mark);
    if (at == marks.end())
        return;
    marks.erase(at);
    state().setMarks(std::move(marks));
    if (m_ruler->measure() == TimeWindow{mark.fromNs, mark.toNs})
        m_ruler->setMeasure({});
    emit notice(tr("Deleted the mark %1").arg(format::clipText(format::displayText(mark.name), 60)));
}

void TimelineView::openGoTo(const QString &text)
{
    m_goTo->show();
    m_goTo->setFocus();
    if (text.isEmpty())
        m_goTo->selectAll();
    else
        m_goTo->setText(text);
}

void TimelineView::selectionChanged()
{
    m_pane->markSelection(state().selection());
    m_pinPane->markSelection(state().selection());
    findChain();
    if (state().selection().kind == Selection::Kind::Rank)
        scrollToRank(state().selection().rank);
    if (state().selection().kind != Selection::Kind::Slice || selectedSlice() == m_selected)
        return;
    m_selectedBefore = m_selected;
    m_selected = selectedSlice();
}

void TimelineView::findChain()
{
    const auto show = [this](DrawnChain chain) {
        for (TimelinePane *const pane : {m_pane, m_pinPane}) {
            pane->canvas()->flows().setChain(chain);
            pane->canvas()->update();
        }
    };
    const Selection &s = state().selection();
    const TimelineRank *const rank = s.kind == Selection::Kind::Slice ? m_data->rank(s.rank) : nullptr;
    show({});
    if (!rank || raw(s.slice) >= rank->trace->slices().size())
        return m_chainJob.cancel();
    m_chainJob.start(
        *context().pool,
        [trace = rank->trace, ref = s.rank, slice = s.slice](const JobContext &job) {
            return DrawnChain{ref, slice, flowsBeyond(*trace, flowChain(*trace, slice, job))};
        },
        show);
}

bool TimelineView::goToTime(const QString &text)
{
    const auto t = parseTime(text, m_data->originNs());
    const TimeWindow w = state().window();
    if (!t || w.isEmpty())
        return false;
    // A window that shows nearly everything could not move: come closer.
    const TimeWindow all = m_navigator->limits();
    const qint64 length = w.lengthNs() > all.lengthNs() / 2 ? std::max<qint64>(1, all.lengthNs() / 20) : w.lengthNs();
    m_navigator->show({*t - length / 2, *t - length / 2 + length});
    m_ruler->setMeasure({});
    return true;
}

bool TimelineView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_markMenu || event->type() != QEvent::KeyPress ||
        static_cast<QKeyEvent *>(event)->key() != Qt::Key_Delete)
        return DockView::eventFilter(watched, event);
    removeChosenOfMenu();
    return true;
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers m = event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
    const int number = event->key() - Qt::Key_0;
    if (QAction *const action = commandFor(*event)) {
        action->trigger();
    } else if (event->key() == Qt::Key_Escape && m_goTo->isVisible()) {
        m_goTo->hide();
        m_pane->canvas()->setFocus();
    } else if (number >= 1 && number <= 9 && m == Qt::AltModifier) {
        state().setBookmark(number, state().window());
    } else if (number >= 1 && number <= 9 && m == Qt::NoModifier && state().bookmarks().contains(number)) {
        m_navigator->show(state().bookmarks().at(number));
    } else {
        DockView::keyPressEvent(event);
    }
}

} // namespace rs
