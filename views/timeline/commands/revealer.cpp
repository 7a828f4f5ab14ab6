// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/revealer.h"

#include "analysis/host/hostclock.h"
#include "analysis/operators/frequency.h"
#include "analysis/ranks/collectives.h"
#include "items/format.h"
#include "views/state/runstore.h"
#include "views/picture/timecoordinates.h"
#include "views/picture/timelinenavigator.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/timeline/lanes/lanelayoutstate.h"
#include "views/timeline/lanes/stepspans.h"
#include "views/state/viewstate.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr int leastVisible = 4; // pixels that a revealed slice takes at least
} // namespace

Revealer::Revealer(const TimelineParts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_jumps(parts.layout, parts.lanes)
{
}

void Revealer::ranksChanged()
{
    m_parts.state->inLastStep([this] {
        const size_t awaited = m_awaited.size();
        std::erase_if(m_awaited, [this](RankRef ref) { return m_parts.data->rank(ref) != nullptr; });
        if (m_awaited.size() < awaited)
            pinTogether();
        showTop();
        showSought();
        showAwaitedStep();
    });
}

void Revealer::revealSlice(RankRef ref, SliceId slice, TimeWindow span)
{
    const TimelineRank *rank = m_parts.data->rank(ref);
    if (!rank && m_parts.runs->info(ref))
        m_sought = {ref, slice, span};
    if (!rank || slice == NoSlice || raw(slice) >= rank->trace->slices().size())
        return;
    m_sought.reset();
    leaveMeasured();
    const SliceStore &slices = rank->trace->slices();
    const LaneId lane = rank->trace->laneOf(slice);
    m_jumps.record([&] {
        tell(m_parts.lanes->reveal(ref, {lane}, true),
             tr("%1 · %2", "rank, lane").arg(m_parts.runs->rankLabel(ref), rank->laneName(lane)));
    });
    m_parts.pane->markSelection(m_parts.state->selection());

    if (span.isEmpty()) {
        const qint64 from = rank->drawnSpan(slice).fromNs;
        const TimeWindow drawn{from, from + std::max<qint64>(1, slices.duration(slice))};
        showSpan(drawn, false);
    } else {
        const qint64 shift = rank->shiftOf(slice);
        const TimeWindow drawn{span.fromNs - shift, span.toNs - shift};
        showSpan(drawn, true);
        // Rows that are followed while the timeline is not seen are no jump that one could take back.
        if (m_parts.ruler->isVisible()) {
            m_parts.ruler->setMeasure(drawn);
            m_measured = drawn;
        }
    }
    const int row = m_parts.lanes->rowShowing(ref, lane);
    const int y = m_parts.lanes->rowCentres(ref)[raw(slices.rowOf(slice))];
    if (row >= 0 && y >= 0) {
        const LaneRow &shown = m_parts.lanes->rows()[static_cast<size_t>(row)];
        m_parts.pane->bringIntoSight(LaneModel::keyOf(shown), y - shown.y);
    }
}

// The length that an earlier jump measured is not that of the next target.
void Revealer::leaveMeasured()
{
    if (!m_measured.isEmpty() && m_parts.ruler->measure() == m_measured)
        m_parts.ruler->setMeasure({});
}

// A slice that is wide enough stays as it is drawn and is only moved into the window; a span that is `whole` fills it.
void Revealer::showSpan(TimeWindow drawn, bool whole)
{
    constexpr double around = 0.1;  // of a span
    constexpr double context = 4.5; // of a slice: a tenth of the width is readable and its neighbours tell where it is
    const TimeWindow w = m_parts.state->window();
    if (w.isEmpty())
        return;
    if (drawn.fromNs >= m_parts.navigator->limits().toNs || drawn.toNs <= m_parts.navigator->limits().fromNs) {
        // Set aside from the axis because its stamp is mad: the window leaves the axis for it.
        m_parts.state->setWindow(timeline::padded(drawn, context));
        return;
    }
    if (whole) {
        m_parts.navigator->show(timeline::padded(drawn, around));
        return;
    }
    const TimeMap map(w, m_parts.navigator->width());
    const bool inside = drawn.fromNs >= w.fromNs && drawn.toNs <= w.toNs;
    const bool large = static_cast<double>(drawn.lengthNs()) >= leastVisible * map.nsPerPixel();
    if (!large || drawn.lengthNs() > w.lengthNs()) {
        m_parts.navigator->show(timeline::padded(drawn, context));
    } else if (!inside) {
        const qint64 middle = drawn.fromNs + drawn.lengthNs() / 2;
        m_parts.navigator->show({middle - w.lengthNs() / 2, middle - w.lengthNs() / 2 + w.lengthNs()});
    }
}

void Revealer::revealRank(RankRef ref, TimeWindow span)
{
    m_sought.reset();
    const TimelineRank *const rank = m_parts.data->rank(ref);
    if (!rank) {
        const auto data = m_parts.runs->rank(ref);
        const bool comes =
            m_parts.runs->info(ref) && !(m_parts.runs->state(ref) == RankState::Loaded && data && !data->trace);
        if (comes) {
            m_sought = {ref, NoSlice, span};
            emit notice(tr("%1 is not loaded yet; its lanes are shown as soon as they are there.", "rank")
                            .arg(m_parts.runs->rankLabel(ref)));
        } else {
            emit notice(tr("%1 has no trace that the timeline could show.", "rank").arg(m_parts.runs->rankLabel(ref)));
        }
        scrollTo(ref);
        return;
    }
    leaveMeasured();
    const Trace &trace = *rank->trace;
    const std::vector<LaneId> lanes = deviceLanes(trace);
    if (std::exchange(m_together, false) && holdsRanks()) {
        // Their lanes are pinned; a second picture of them would only be crossed by the lines of the first.
        m_parts.pane->bringToTop({ref, LaneKey::Type::Rank, 0}, 0);
    } else {
        m_jumps.record([&] {
            tell(m_parts.lanes->reveal(ref, lanes, false),
                 tr("The lanes of the device of %1", "rank").arg(m_parts.runs->rankLabel(ref)));
            keepCompact(ref, lanes);
        });
        scrollTo(ref);
    }
    if (!span.isEmpty()) {
        const qint64 shift = lanes.empty() ? rank->shiftNs : rank->shiftOf(lanes.front());
        const TimeWindow drawn{span.fromNs - shift, span.toNs - shift};
        showSpan(drawn, true);
        return;
    }
    const TimeWindow w = m_parts.state->window();
    const TimeWindow own{trace.startNs() - rank->shiftNs, trace.endNs() - rank->shiftNs};
    if (!own.isEmpty() && !w.isEmpty() && (own.toNs <= w.fromNs || own.fromNs >= w.toNs))
        m_parts.navigator->show(timeline::padded(own, 0.01));
}

// One deep stream alone would fill the pane and push the others out of sight.
void Revealer::keepCompact(RankRef ref, const std::vector<LaneId> &lanes)
{
    const Trace &trace = *m_parts.data->rank(ref)->trace;
    const auto isOne = [&lanes](LaneId lane) { return std::find(lanes.begin(), lanes.end(), lane) != lanes.end(); };
    int height = 0;
    for (const LaneRow &row : m_parts.lanes->rows()) {
        if (row.rank == ref && row.type == LaneRow::Type::Lane &&
            (isOne(row.lane) || isOne(trace.lane(row.lane).group)))
            height += row.height;
    }
    if (height * 2 > m_parts.pane->height())
        m_parts.lanes->foldInside(ref, lanes);
}

void Revealer::revealStep()
{
    constexpr double around = 0.02; // what comes before and after is seen to be something else
    m_awaitedStep.reset();
    const ViewState &state = *m_parts.state;
    if (state.step().isEmpty())
        return m_parts.navigator->fit();
    const TimelineRank *const own = m_parts.data->rank(state.currentRank());
    TimeWindow step = own ? drawnStep(*own, state.step()) : TimeWindow();
    for (const auto &[ref, rank] : m_parts.data->ranks()) {
        if (step.isEmpty() && ref.run == state.currentRank().run)
            step = drawnStep(rank, state.step());
    }
    if (!step.isEmpty())
        m_parts.navigator->show(timeline::padded(step, around));
    if (!own)
        m_awaitedStep = AwaitedStep{state.step(), state.window(), !step.isEmpty()};
}

// The user may have chosen another time meanwhile; the whole axis, which grows as ranks come, is none.
void Revealer::showAwaitedStep()
{
    const ViewState &state = *m_parts.state;
    if (!m_awaitedStep || (m_awaitedStep->shown && !m_parts.data->rank(state.currentRank())))
        return;
    const TimeWindow shown = state.window();
    const bool stays = shown == m_awaitedStep->window || shown == m_parts.navigator->limits();
    if (stays && state.step() == m_awaitedStep->step)
        revealStep();
    else
        m_awaitedStep.reset();
}

void Revealer::bringTogether()
{
    const std::vector<RankRef> &ranks = m_parts.state->ranksTogether();
    m_together = !ranks.empty();
    m_jumps.record([&] { std::for_each(ranks.rbegin(), ranks.rend(), [this](RankRef ref) { moveToFront(ref); }); });
    m_communicator = selectedCommunicator();
    pinTogether();
}

void Revealer::moveToFront(RankRef ref)
{
    LaneModel &lanes = *m_parts.lanes;
    const auto toFront = [&lanes](const LaneKey &key) {
        if (const int row = lanes.indexOf(key); row >= 0)
            lanes.moveRow(row, 0);
    };
    const LaneKey heading{ref, LaneKey::Type::Rank, 0};
    if (const int row = lanes.indexOf(heading); row >= 0)
        toFront(lanes.rows()[static_cast<size_t>(row)].host);
    toFront(heading);
    std::map<LaneKey, bool> folded = lanes.expansion();
    folded[heading] = false;
    lanes.setExpansion(std::move(folded));
}

void Revealer::togetherChanged()
{
    m_communicator = selectedCommunicator();
    m_together = false; // a jump to them says so next
    if (m_showsPath && m_parts.state->togetherLook() != TogetherLook::Path)
        m_parts.state->setHighlight({});
    pinTogether();
}

void Revealer::highlightChanged()
{
    const auto &highlight = m_parts.state->highlight();
    const bool shows = highlight && !highlight->path.empty();
    if (std::exchange(m_showsPath, shows) || shows)
        pinTogether();
}

// Ranks with a part of the critical path, most of it first.
std::vector<RankRef> Revealer::ranksOfPath() const
{
    constexpr size_t mostRanks = 8; // whose lanes are pinned
    std::vector<std::pair<qint64, RankRef>> ranks;
    for (const auto &[ref, parts] : m_parts.state->highlight()->path) {
        qint64 ns = 0;
        for (const PathPart &p : *parts)
            ns += p.range.length();
        ranks.emplace_back(-ns, ref);
    }
    std::ranges::sort(ranks);
    std::vector<RankRef> out;
    for (size_t i = 0; i < std::min(mostRanks, ranks.size()); ++i)
        out.push_back(ranks[i].second);
    return out;
}

// Communicator of the operator by which ranks are brought together; a later selection changes nothing.
QString Revealer::selectedCommunicator() const
{
    const Selection &s = m_parts.state->selection();
    const TimelineRank *const rank = s.kind == Selection::Kind::Slice ? m_parts.data->rank(s.rank) : nullptr;
    if (!rank || raw(s.slice) >= rank->trace->slices().size())
        return {};
    return communicatorOf(rank->trace->laneLabel(rank->trace->laneOf(s.slice)));
}

// Launches, kernels, and why nothing ran in between tell a device that waits from one that is kept busy; the frequency
// over the kernels one that is slowed down.
std::vector<LaneKey> Revealer::lanesToCompare(RankRef ref) const
{
    std::vector<LaneKey> out;
    const TimelineRank *const rank = m_parts.data->rank(ref);
    if (!rank || m_parts.state->togetherLook() == TogetherLook::Path)
        return out;
    const Trace &trace = *rank->trace;
    if (m_parts.state->togetherLook() == TogetherLook::Communication) {
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            const QString communicator = communicatorOf(trace.laneLabel(LaneId{l}));
            if (!communicator.isEmpty() && (m_communicator.isEmpty() || communicator == m_communicator))
                out.push_back({ref, LaneKey::Type::Lane, l});
        }
        return out;
    }
    const bool launches = m_parts.state->togetherLook() == TogetherLook::Launches;
    if (!launches) {
        for (const CounterId counter : frequencyCounters(trace))
            out.push_back({ref, LaneKey::Type::Counter, raw(counter)});
    }
    for (quint32 p = 0; launches && p < trace.processes().size(); ++p) {
        if (trace.process(ProcessId{p}).kind == ProcessKind::Cann)
            out.push_back({ref, LaneKey::Type::Process, p});
    }
    // Lines of launches are to be seen between host and stream; the stream with most tasks may receive none.
    const auto worth = [&](LaneId lane) {
        return std::pair(launches ? flowsInto(trace, lane) : 0, trace.lane(lane).sliceCount);
    };
    LaneId busiest = NoLane;
    for (const LaneId lane : deviceLanes(trace)) {
        const bool isStream = trace.process(trace.lane(lane).process).kind == ProcessKind::AscendHardware;
        if (isStream && (busiest == NoLane || worth(lane) > worth(busiest)))
            busiest = lane;
    }
    if (busiest == NoLane)
        return out;
    out.push_back({ref, LaneKey::Type::Lane, raw(busiest)});
    if (launches && m_parts.state->showsDerivedLanes())
        out.push_back({ref, LaneKey::Type::Derived, LaneKey::derivedIdle});
    return out;
}

// Pins stay beside each other however many lanes the ranks have.
void Revealer::pinTogether()
{
    LaneLayout &layout = *m_parts.layout;
    m_awaited.clear();
    const auto isOwn = [&](const LaneKey &key) {
        return layout.isPinned(key) && std::find(m_pinned.begin(), m_pinned.end(), key) == m_pinned.end();
    };
    std::map<LaneKey, bool> folded = m_parts.pinned->expansion();
    std::vector<LaneKey> keys;
    for (const RankRef ref : m_showsPath ? ranksOfPath() : m_parts.state->ranksTogether()) {
        if (!m_parts.data->rank(ref))
            m_awaited.insert(ref);
        const LaneKey path{ref, LaneKey::Type::Derived, LaneKey::derivedPath};
        for (const LaneKey &key : m_showsPath ? std::vector{path} : lanesToCompare(ref)) {
            if (isOwn(key))
                continue;
            keys.push_back(key);
            folded[key] = false;
        }
    }
    const auto isThere = [&](const LaneKey &key) { return layout.isPinned(key); };
    if (keys == m_pinned && std::all_of(keys.begin(), keys.end(), isThere))
        return;
    for (const LaneKey &key : std::exchange(m_pinned, keys))
        layout.unpin(key);
    m_parts.pinned->setExpansion(std::move(folded));
    layout.pin(keys);
    for (int i = 0; i < static_cast<int>(keys.size()); ++i)
        layout.movePin(keys[static_cast<size_t>(i)], i);
}

bool Revealer::holdsRanks() const
{
    return std::any_of(m_pinned.begin(), m_pinned.end(),
                       [this](const LaneKey &key) { return m_parts.layout->isPinned(key); });
}

void Revealer::scrollTo(RankRef ref)
{
    const auto &rows = m_parts.lanes->rows();
    const LaneKey heading{ref, LaneKey::Type::Rank, 0};
    int first = -1;
    int last = -1;
    if (const TimelineRank *const rank = m_parts.data->rank(ref)) {
        for (const LaneId lane : deviceLanes(*rank->trace)) {
            const int row = m_parts.lanes->rowShowing(ref, lane);
            if (row < 0)
                continue;
            first = first < 0 ? row : std::min(first, row);
            last = std::max(last, row);
        }
    }
    if (first < 0)
        first = last = m_parts.lanes->indexOf(heading);
    if (first < 0)
        return;
    // The name of the process says more than another lane at the bottom would show.
    const int process =
        m_parts.lanes->indexOf({ref, LaneKey::Type::Process, raw(rows[static_cast<size_t>(first)].process)});
    if (rows[static_cast<size_t>(first)].type == LaneRow::Type::Lane && process >= 0)
        first = std::min(first, process);
    m_parts.pane->labels()->setCurrentRow(heading);
    m_parts.pane->bringIntoSight(heading, LaneModel::keyOf(rows[static_cast<size_t>(first)]),
                                 LaneModel::keyOf(rows[static_cast<size_t>(last)]));
}

void Revealer::revealBox()
{
    for (TimelinePane *const pane : m_parts.panes()) {
        const std::set<int> shown = pane->canvas()->boxRows(m_parts.state->box());
        if (shown.empty() || !pane->isVisible())
            continue;
        const auto &rows = pane->lanes()->rows();
        const LaneRow &first = rows[static_cast<size_t>(*shown.begin())];
        pane->bringIntoSight({first.rank, LaneKey::Type::Rank, 0}, LaneModel::keyOf(first),
                             LaneModel::keyOf(rows[static_cast<size_t>(*shown.rbegin())]));
    }
}

void Revealer::arrange(const std::function<void()> &change)
{
    m_parts.state->changePlace([&] { return m_jumps.record(change); });
}

QJsonObject Revealer::place() const
{
    // As text: a number of JSON has too few digits for a stamp.
    const TimeWindow measured = m_parts.ruler->measure();
    return {{QStringLiteral("top"), saveTop()},
            {QStringLiteral("jump"), m_jumps.at()},
            {QStringLiteral("measuredFrom"), QString::number(measured.fromNs)},
            {QStringLiteral("measuredTo"), QString::number(measured.toNs)}};
}

void Revealer::returnTo(const QJsonObject &place)
{
    m_jumps.goTo(place[QStringLiteral("jump")].toInteger());
    // A span measured by the user stays.
    const TimeWindow now = m_parts.ruler->measure();
    const TimeWindow then{place[QStringLiteral("measuredFrom")].toString().toLongLong(),
                          place[QStringLiteral("measuredTo")].toString().toLongLong()};
    if (!m_measured.isEmpty() && (now == m_measured || (now.isEmpty() && then == m_measured)))
        m_parts.ruler->setMeasure(then);
    restoreTop(place[QStringLiteral("top")].toObject());
}

QJsonObject Revealer::saveTop() const
{
    const auto &rows = m_parts.lanes->rows();
    auto [row, below] = m_parts.pane->top();
    QJsonObject top;
    for (; row >= 0 && top.isEmpty(); --row) {
        top = m_parts.layoutState->nameOf(LaneModel::keyOf(rows[static_cast<size_t>(row)]));
        if (top.isEmpty())
            below = 0; // a row without a name: the one above it
    }
    if (!top.isEmpty())
        top[QStringLiteral("below")] = below;
    return top;
}

void Revealer::restoreTop(const QJsonObject &top)
{
    m_top = top;
    m_awaitedStep.reset(); // the window that was left comes back, too
    QJsonObject rank = m_top;
    rank[QStringLiteral("type")] = QStringLiteral("rank");
    if (const auto key = m_parts.layoutState->keyOf(rank))
        m_parts.pane->bringToTop(*key, 0);
    else if (const auto host = m_parts.layoutState->keyOf(m_top))
        m_parts.pane->bringToTop(*host, 0);
    else
        m_top = {};
    showTop();
}

void Revealer::showTop()
{
    if (m_top.isEmpty())
        return;
    const auto key = m_parts.layoutState->keyOf(m_top);
    if (!m_parts.pane->keepsSight() || (key && m_parts.lanes->indexOf(*key) >= 0)) {
        const QJsonObject top = std::exchange(m_top, {});
        if (m_parts.pane->keepsSight())
            m_parts.pane->bringToTop(*key, std::max(0, top[QStringLiteral("below")].toInt()));
    }
}

// The user may have gone on to something else meanwhile.
void Revealer::showSought()
{
    if (!m_sought || !m_parts.data->rank(m_sought->rank))
        return;
    const Sought sought = *std::exchange(m_sought, std::nullopt);
    const Selection &s = m_parts.state->selection();
    if (sought.slice != NoSlice) {
        if (s.kind == Selection::Kind::Slice && s.rank == sought.rank && s.slice == sought.slice)
            revealSlice(sought.rank, sought.slice, sought.span);
    } else if (m_parts.state->currentRank() == sought.rank) {
        revealRank(sought.rank, sought.span);
    }
}

void Revealer::tell(LaneModel::Revealed done, const QString &what)
{
    const QString name = format::displayText(format::clipText(what, 80));
    if (done == LaneModel::Revealed::Shown)
        emit notice(tr("%1: hidden or left out by the filter until now, shown again.", "lanes").arg(name));
    else if (done == LaneModel::Revealed::Unfolded)
        emit notice(tr("%1: unfolded.", "lanes").arg(name));
}

} // namespace rs

#include "moc_revealer.cpp"
