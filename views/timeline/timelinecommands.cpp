// SPDX-License-Identifier: Apache-2.0
// Commands of the timeline: one list for keys, menus and the command palette. What keys they have is the actions' own
// matter, so that other keys can be given to them.
#include "items/format.h"
#include "views/keymap.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/axis/timeticks.h"
#include "views/timeline/commands/offsetdialog.h"
#include "views/timeline/lanes/laneoffsets.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <type_traits>

namespace rs {

template <typename Handler>
void TimelineView::addCommand(const char *name, const QList<QKeySequence> &keys, Handler handler)
{
    auto *const a = new QAction(this);
    a->setObjectName(QLatin1String("timeline-") + QLatin1String(name));
    a->setShortcuts(keys);
    // The timeline itself hands keys to its commands, while it has the focus: single letters must not act elsewhere.
    a->setShortcutContext(Qt::WidgetShortcut);
    if constexpr (std::is_void_v<std::invoke_result_t<Handler>>) {
        connect(a, &QAction::triggered, this, handler);
    } else {
        connect(a, &QAction::triggered, this, [this, handler] {
            if (const QString why = handler(); !why.isEmpty())
                emit notice(why);
        });
    }
    m_commands.push_back(a);
}

void TimelineView::buildCommands()
{
    using timeline::Edge;
    const auto key = [](Qt::Key k) { return QKeySequence(k); };
    addCommand("fit", {QKeySequence(Qt::CTRL | Qt::Key_0), key(Qt::Key_Home)}, [this] { return showWholeRun(); });
    addCommand("focus", {key(Qt::Key_F), key(Qt::Key_Z), QKeySequence(Qt::SHIFT | Qt::Key_Z)}, [this] {
        const TimeWindow before = state().window();
        m_pane->canvas()->focusSelection();
        return before == state().window() && before == m_navigator->limits() ? wholeRunNote() : QString();
    });
    addCommand("back", {key(Qt::Key_Backspace)}, [this] { state().back(); });
    addCommand("zoom-in", {key(Qt::Key_Plus), key(Qt::Key_Equal)}, [this] {
        return m_navigator->zoomAt(m_navigator->width() / 2.0, 0.5) ? QString() : tr("Nothing is shorter than this.");
    });
    addCommand("zoom-out", {key(Qt::Key_Minus)},
               [this] { return m_navigator->zoomAt(m_navigator->width() / 2.0, 2.0) ? QString() : wholeRunNote(); });
    addCommand("go-to-time", {QKeySequence(Qt::CTRL | Qt::Key_G)}, [this] { openGoTo(); });
    addCommand("go-to-occurrence", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G)}, [this] {
        if (!timeline::isValid(*m_data, selectedSlice()))
            return selectFirst();
        openGoTo(QStringLiteral("#"));
        return QString();
    });
    addCommand("next", {key(Qt::Key_Period), key(Qt::Key_N)}, [this] { return stepSlice(1, false); });
    addCommand("previous", {key(Qt::Key_Comma), key(Qt::Key_P)}, [this] { return stepSlice(-1, false); });
    addCommand("next-of-name", {key(Qt::Key_Greater)}, [this] { return stepSlice(1, true); });
    addCommand("previous-of-name", {key(Qt::Key_Less)}, [this] { return stepSlice(-1, true); });
    addCommand("follow-line", {key(Qt::Key_BracketRight)}, [this] { return followChain(1); });
    addCommand("follow-line-back", {key(Qt::Key_BracketLeft)}, [this] { return followChain(-1); });
    addCommand("mark", {key(Qt::Key_K)}, [this] {
        return addMark(false) ? QString() : tr("Draw a box or point at the timeline first: that is what is marked.");
    });
    addCommand("mark-slice", {QKeySequence(Qt::SHIFT | Qt::Key_M)},
               [this] { return selectedSpan() && addMark(true) ? QString() : selectFirst(); });
    addCommand("delete-mark", {key(Qt::Key_Delete)},
               [this] { return deleteMark() ? QString() : tr("Point at the line or the flag of a mark first."); });
    addCommand("measure-slice", {key(Qt::Key_M)}, [this] {
        const auto span = selectedSpan();
        if (!span && m_ruler->measure().isEmpty())
            return selectFirst();
        m_ruler->setMeasure(span && m_ruler->measure() != *span ? *span : TimeWindow());
        return QString();
    });
    addCommand("time-format", {key(Qt::Key_T)}, [this] {
        const auto next = static_cast<int>(state().timeFormat()) + 1;
        state().setTimeFormat(next > static_cast<int>(TimeFormat::Absolute) ? TimeFormat::FromStart
                                                                            : static_cast<TimeFormat>(next));
    });
    addCommand("align-base", {key(Qt::Key_B)}, [this] { setAlignBase(selectedSlice()); });
    addCommand("align-left", {key(Qt::Key_L)}, [this] { alignSelection(Edge::Start); });
    addCommand("align-right", {key(Qt::Key_R)}, [this] { alignSelection(Edge::End); });
    addCommand("align-pins-left", {QKeySequence(Qt::SHIFT | Qt::Key_L)}, [this] { alignPins(Edge::Start); });
    addCommand("align-pins-right", {QKeySequence(Qt::SHIFT | Qt::Key_R)}, [this] { alignPins(Edge::End); });
    addCommand("offset", {}, [this] { openOffsetDialog({state().currentRank(), LaneKey::Type::Rank, 0}); });
    addCommand("no-offsets", {}, [this] {
        if (state().offsets() == TimeOffsets())
            return nothingMoved();
        state().setOffsets({});
        return QString();
    });
    addCommand("host-clock", {}, [this] {
        state().setOffsets(timeline::onHostClock(*m_data, command(QStringLiteral("host-clock"))->isChecked()));
    });
    command(QStringLiteral("host-clock"))->setCheckable(true);
    addCommand("derived-lanes", {key(Qt::Key_I)},
               [this] { state().setDerivedLanes(command(QStringLiteral("derived-lanes"))->isChecked()); });
    command(QStringLiteral("derived-lanes"))->setCheckable(true);
    addCommand("expand-level", {}, [this] {
        const int count = m_lanes->setLevelExpanded(true);
        return count > 0 ? tr("Unfolded %n lane(s)", nullptr, count) : tr("Everything is unfolded.");
    });
    addCommand("collapse-level", {}, [this] {
        const int count = m_lanes->setLevelExpanded(false);
        return count > 0 ? tr("Folded %n lane(s)", nullptr, count) : tr("Everything is folded.");
    });
    addCommand("fit-heights", {}, [this] {
        const int before = m_lanes->rowHeight();
        m_lanes->fitHeights(m_pane->canvas()->height());
        return m_lanes->rowHeight() == before ? tr("The lanes have the height that fits best.") : QString();
    });
    addCommand("show-hidden", {},
               [this] { return m_layout->showHidden() ? QString() : tr("No lane was hidden by hand."); });
    addCommand("unpin-all", {}, [this] { return m_layout->unpinAll() ? QString() : tr("No lane is pinned."); });
    for (TimelinePane *const pane : {m_pane, m_pinPane})
        pane->canvas()->setCommandFilter([this](const QKeyEvent &event) { return commandFor(event) != nullptr; });
}

QString TimelineView::wholeRunNote() const
{
    return tr("The whole run is in view.");
}

QString TimelineView::selectFirst() const
{
    return tr("Select a slice first: a click on it does.");
}

QString TimelineView::nothingMoved() const
{
    return tr("Nothing is moved in time.");
}

QString TimelineView::showWholeRun()
{
    const TimeWindow before = state().window();
    m_navigator->fit();
    return state().window() == before ? wholeRunNote() : QString();
}

QString TimelineView::stepSlice(int direction, bool sameName)
{
    if (!timeline::isValid(*m_data, selectedSlice()))
        return selectFirst();
    if (m_pane->canvas()->step(direction, sameName))
        return {};
    return sameName ? tr("There is no other slice of this name on this side of its row.")
                    : tr("There is no other slice on this side of its row.");
}

QString TimelineView::followChain(int direction)
{
    if (!timeline::isValid(*m_data, selectedSlice()))
        return selectFirst();
    if (m_pane->canvas()->followFlow(direction))
        return {};
    return direction > 0 ? tr("No line leads on from this slice.") : tr("No line leads to this slice.");
}

void TimelineView::retranslateCommands()
{
    const std::pair<const char *, QString> texts[] = {
        {"fit", tr("Show the Whole Run")},
        {"focus", tr("Zoom to the Selection, Then to the Run")},
        {"back", tr("Back to the View Before")},
        {"zoom-in", tr("Zoom In")},
        {"zoom-out", tr("Zoom Out")},
        {"go-to-time", tr("Go to Time…")},
        {"go-to-occurrence", tr("Go to the n-th Slice of This Name…")},
        {"next", tr("Next Slice in the Lane")},
        {"previous", tr("Previous Slice in the Lane")},
        {"next-of-name", tr("Next Slice of the Same Name")},
        {"previous-of-name", tr("Previous Slice of the Same Name")},
        {"follow-line", tr("Next in the Chain of Causes and Effects")},
        {"follow-line-back", tr("Previous in the Chain of Causes and Effects")},
        {"mark", tr("Mark the Box or the Cursor")},
        {"mark-slice", tr("Mark the Selected Slice")},
        {"delete-mark", tr("Delete the Mark under the Mouse")},
        {"measure-slice", tr("Measure the Selected Slice")},
        {"time-format", tr("Count Time from Run, Step or Epoch")},
        {"align-base", tr("Use the Selected Slice as Base of Alignment")},
        {"align-left", tr("Align Starts with the Base")},
        {"align-right", tr("Align Ends with the Base")},
        {"align-pins-left", tr("Align Pinned Lanes by Starts of This Name")},
        {"align-pins-right", tr("Align Pinned Lanes by Ends of This Name")},
        {"offset", tr("Time Offset of the Current Rank…")},
        {"host-clock", tr("Align Host and Device Clocks")},
        {"no-offsets", tr("Remove All Time Offsets")},
        {"derived-lanes", tr("Show Lanes of Delays and Idle Causes")},
        {"expand-level", tr("Expand One Level of Lanes")},
        {"collapse-level", tr("Collapse One Level of Lanes")},
        {"fit-heights", tr("Fit Lane Heights to the Window")},
        {"show-hidden", tr("Show Hidden Lanes")},
        {"unpin-all", tr("Unpin All Lanes")},
    };
    for (const auto &[name, text] : texts)
        command(QLatin1String(name))->setText(text);
}

QAction *TimelineView::command(const QString &name) const
{
    const auto it = std::find_if(m_commands.begin(), m_commands.end(), [&name](const QAction *a) {
        return a->objectName() == QLatin1String("timeline-") + name;
    });
    return it == m_commands.end() ? nullptr : *it;
}

QAction *TimelineView::commandFor(const QKeyEvent &event) const
{
    for (QAction *const a : m_commands) {
        const auto keys = a->shortcuts();
        if (a->isEnabled() && std::any_of(keys.begin(), keys.end(),
                                          [&event](const QKeySequence &k) { return KeyMap::matches(k, event); }))
            return a;
    }
    return nullptr;
}

bool TimelineView::looksAround(const QKeyEvent &event) const
{
    const KeyMap &keys = context().keys ? *context().keys : KeyMap::builtIn();
    if (keys.command(&event))
        return true;
    const QAction *const action = commandFor(event);
    return action && (action == command(QStringLiteral("focus")) || action == command(QStringLiteral("fit")) ||
                      action == command(QStringLiteral("back")) || action == command(QStringLiteral("zoom-in")) ||
                      action == command(QStringLiteral("zoom-out")));
}

timeline::SliceRef TimelineView::selectedSlice() const
{
    const Selection &s = state().selection();
    return s.kind == Selection::Kind::Slice ? timeline::SliceRef{s.rank, s.slice} : timeline::SliceRef();
}

QString TimelineView::sliceName(const timeline::SliceRef &ref) const
{
    constexpr int letters = 40;
    const Trace &trace = *m_data->rank(ref.rank)->trace;
    return format::clipText(format::displayText(trace.strings().text(trace.slices().name(ref.slice))), letters);
}

void TimelineView::setAlignBase(const timeline::SliceRef &base)
{
    m_alignBase = timeline::isValid(*m_data, base) ? base : timeline::SliceRef();
    emit notice(timeline::isValid(*m_data, m_alignBase)
                    ? tr("%1 is what other slices are aligned with: select one and press L or R.").arg(sliceName(base))
                    : tr("Select the slice first that others are to be aligned with."));
}

// Without a base that was chosen, the slice that was selected before is it: click one, click the other, press L.
void TimelineView::alignSelection(timeline::Edge edge)
{
    const timeline::SliceRef base = timeline::isValid(*m_data, m_alignBase) ? m_alignBase : m_selectedBefore;
    const timeline::SliceRef moved = selectedSlice();
    if (!timeline::isValid(*m_data, base) || !timeline::isValid(*m_data, moved) || base == moved) {
        emit notice(tr("Select the slice that stays, then the one that is moved to it."));
        return;
    }
    state().setOffsets(timeline::aligned(*m_data, base, moved, edge));
    emit notice(tr("The lane of %1 is aligned with %2.").arg(sliceName(moved), sliceName(base)));
}

int TimelineView::alignPins(timeline::Edge edge)
{
    int ranks = 0;
    state().setOffsets(timeline::alignedPins(*m_data, m_layout->pins(), selectedSlice(), edge, ranks));
    emit notice(ranks > 0
                    ? tr("%n rank(s) aligned with the selected slice", nullptr, ranks)
                    : tr("Pin the lanes first, and select a slice on one of them whose name the others have too."));
    return ranks;
}

void TimelineView::setOffset(const LaneKey &key, qint64 ns)
{
    TimeOffsets offsets = state().offsets();
    if (key.type == LaneKey::Type::Lane)
        offsets.setLane(key.rank, LaneId{key.id}, ns);
    else
        offsets.setRank(key.rank, ns);
    state().setOffsets(offsets);
}

void TimelineView::openOffsetDialog(const LaneKey &key)
{
    if (!m_data->rank(key.rank))
        return;
    const bool lane = key.type == LaneKey::Type::Lane;
    const LaneId id = lane ? LaneId{key.id} : NoLane;
    const qint64 now = lane ? state().offsets().ofLane(key.rank, id) : state().offsets().ofRank(key.rank);
    const QString rank = runs().rankLabel(key.rank);
    auto *const dialog = new OffsetDialog(lane ? tr("%1 · %2", "rank, lane").arg(rank, laneName(key)) : rank, now,
                                          timeline::offsetToStart(*m_data, key.rank, id), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OffsetDialog::chosen, this, [this, key](qint64 ns) { setOffset(key, ns); });
    dialog->open();
}

void TimelineView::goToOccurrence(qint64 number)
{
    const timeline::SliceRef from = selectedSlice();
    if (!timeline::isValid(*m_data, from)) {
        emit notice(tr("Select a slice first: # goes to the n-th slice of its name."));
        return;
    }
    m_occurrenceJob.start(
        *context().pool,
        [trace = m_data->rank(from.rank)->trace, from, number](const JobContext &job) {
            const SliceStore &slices = trace->slices();
            const StrId name = slices.name(from.slice);
            std::vector<SliceId> all;
            for (quint32 i = 0; i < slices.size(); ++i) {
                if ((i & 0xfffffU) == 0 && job.isCanceled())
                    return Occurrence{};
                if (slices.names()[i] == name)
                    all.push_back(SliceId{i});
            }
            const auto count = static_cast<qint64>(all.size());
            if (number < 1 || number > count)
                return Occurrence{NoSlice, count};
            const auto nth = all.begin() + (number - 1);
            std::nth_element(all.begin(), nth, all.end(), [&slices](SliceId a, SliceId b) {
                return slices.start(a) != slices.start(b) ? slices.start(a) < slices.start(b) : raw(a) < raw(b);
            });
            return Occurrence{*nth, count};
        },
        [this, from](Occurrence found) {
            if (found.slice == NoSlice) {
                m_goTo->show();
                m_goTo->selectAll();
                emit notice(tr("%n slice(s) of this name on the rank", nullptr,
                               static_cast<int>(std::min<qint64>(found.count, 1 << 30))));
                return;
            }
            m_goTo->hide();
            state().revealSlice(from.rank, found.slice);
        });
}

} // namespace rs
