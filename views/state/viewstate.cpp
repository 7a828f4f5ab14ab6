// SPDX-License-Identifier: Apache-2.0
#include "views/state/viewstate.h"

#include <QDateTime>
#include <QScopeGuard>

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr qint64 gestureMs = 400;
constexpr size_t historyLimit = 1000;
} // namespace

bool ShownRanks::lets(int ofRun, int rank) const
{
    return isEmpty() || ofRun != run || std::binary_search(ranks.begin(), ranks.end(), rank);
}

ViewState::ViewState(QObject *parent) : QObject(parent) {}

void ViewState::apply(const State &asked, bool merge)
{
    State next = asked;
    if (!m_asksMetric && next.rank != m_now.rank)
        next.metric.reset();
    if (next == m_now)
        return;
    const State before = m_now;
    if (m_jump != Jump::GoesOn && !merge) {
        if (m_jump == Jump::Begins)
            m_jump = Jump::GoesOn;
        else
            askPlace();
        pushStep({before, m_places});
    }
    m_forward.clear();
    m_now = next;
    announce(before);
}

void ViewState::pushStep(Step left)
{
    m_back.push_back(std::move(left));
    ++m_steps;
    if (m_back.size() > historyLimit)
        m_back.erase(m_back.begin());
}

void ViewState::changePlace(const std::function<bool()> &change)
{
    askPlace();
    Step left{m_now, m_places};
    if (!change())
        return;
    pushStep(std::move(left));
    m_forward.clear();
    emit historyChanged();
}

void ViewState::askPlace()
{
    m_places = {};
    emit aboutToStep();
}

void ViewState::announce(const State &before)
{
    if (m_now.workspace != before.workspace)
        emit workspaceChanged();
    announcePages(before);
    if (m_now.window != before.window)
        emit windowChanged();
    if (m_now.timeSelection != before.timeSelection)
        emit timeSelectionChanged();
    if (m_now.rank != before.rank)
        emit currentRankChanged();
    if (m_now.base != before.base || m_now.other != before.other)
        emit sidesChanged();
    if (m_now.step != before.step)
        emit stepChanged();
    if (m_now.domain != before.domain)
        emit domainChanged();
    if (m_now.group != before.group)
        emit rankGroupChanged();
    if (m_now.metric != before.metric)
        emit askedMetricChanged();
    if (m_now.offsets != before.offsets)
        emit offsetsChanged();
    if (m_now.flows != before.flows)
        emit shownFlowsChanged();
    if (m_now.derivedLanes != before.derivedLanes)
        emit derivedLanesChanged();
    if (m_now.together != before.together || m_now.look != before.look)
        emit ranksTogetherChanged();
    if (m_now.selection != before.selection)
        emit selectionChanged();
    emit historyChanged();
}

void ViewState::announcePages(const State &before)
{
    const std::map<QString, QString> now = m_now.pages; // who answers may change them
    for (const auto &[view, name] : now) {
        if (const auto at = before.pages.find(view); at == before.pages.end() || at->second != name)
            emit pageChanged(view);
    }
}

void ViewState::setWindow(TimeWindow w)
{
    if (w.isEmpty() || w == m_now.window)
        return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    // The first window of a run is not a navigation step: there is nothing to go back to.
    const bool merge = m_now.window.isEmpty() || now - m_lastWindowChangeMs < gestureMs;
    m_lastWindowChangeMs = now;
    State next = m_now;
    next.window = w;
    apply(next, merge);
}

void ViewState::followWindow(TimeWindow w)
{
    if (w.isEmpty())
        return;
    State next = m_now;
    next.window = w;
    apply(next, true);
}

TimeWindow ViewState::timeSelectionOf(RankRef rank) const
{
    const TimeWindow w = m_now.timeSelection;
    const qint64 moved = m_now.offsets.ofRank(rank);
    return w.isEmpty() ? w : TimeWindow{saturatedSum(w.fromNs, moved), saturatedSum(w.toNs, moved)};
}

void ViewState::setTimeSelection(TimeWindow w)
{
    State next = m_now;
    next.timeSelection = w.isEmpty() ? TimeWindow() : w;
    apply(next, false);
}

void ViewState::setCurrentRank(RankRef r)
{
    State next = m_now;
    next.rank = r;
    // A jump says itself which step it means.
    if (m_jump == Jump::None && m_now.rank.isValid() && r.run != m_now.rank.run)
        next.step.clear();
    // A selected rank becomes the current one.
    if (next.selection.kind == Selection::Kind::Rank)
        next.selection.rank = r;
    apply(next, !m_now.rank.isValid());
}

void ViewState::setSides(RankRef base, RankRef other)
{
    State next = m_now;
    next.base = base;
    next.other = other;
    next.sidesChosen = true;
    // The initial choices of a run are no step of the user's, nor is a choice that changes nothing.
    const bool same = base == m_now.base && other == m_now.other;
    apply(next, same || !m_now.base.isValid() || !m_now.other.isValid());
}

void ViewState::keepSides(RankRef base, RankRef other)
{
    const State before = m_now;
    m_now.base = base;
    m_now.other = other;
    m_now.sidesChosen = false;
    announce(before); // it is no step of the user's, so the way forward stays
}

void ViewState::setBaseRank(RankRef r)
{
    setSides(r, r == m_now.other ? m_now.base : m_now.other);
}

void ViewState::setOtherRank(RankRef r)
{
    setSides(r == m_now.base ? m_now.other : m_now.base, r);
}

void ViewState::swapSides()
{
    setSides(m_now.other, m_now.base);
}

void ViewState::setThresholds(const DiagnosisThresholds &thresholds)
{
    if (changedThresholds(thresholds) == changedThresholds(m_thresholds))
        return;
    m_thresholds = thresholds;
    emit thresholdsChanged();
}

void ViewState::setRates(const ReferenceRates &rates)
{
    if (changedRates(rates) == changedRates(m_rates))
        return;
    m_rates = rates;
    emit ratesChanged();
}

void ViewState::setStep(const QString &step)
{
    inOneStep([&] {
        State next = m_now;
        next.step = step;
        apply(next, false);
        emit stepChosen();
    });
}

void ViewState::chooseRankAndStep(RankRef r, const QString &step)
{
    inOneStep([&] {
        State next = m_now;
        next.step = step;
        if (r.isValid()) {
            next.rank = r;
            next.selection = {};
            next.selection.kind = Selection::Kind::Rank;
            next.selection.rank = r;
        }
        apply(next, false);
        emit stepChosen();
    });
}

void ViewState::setDomain(const QString &hash)
{
    State next = m_now;
    next.domain = hash;
    apply(next, false);
}

void ViewState::setRankGroup(const ShownRanks &group)
{
    State next = m_now;
    next.group = group;
    next.outerGroups.clear();
    apply(next, false);
}

void ViewState::keepRankGroup(const ShownRanks &group)
{
    State next = m_now;
    next.group = group;
    next.outerGroups.clear();
    apply(next, true);
}

void ViewState::narrowRankGroup(const ShownRanks &group)
{
    State next = m_now;
    if (group != m_now.group && !m_now.group.isEmpty())
        next.outerGroups.push_back(m_now.group);
    next.group = group;
    apply(next, false);
}

void ViewState::leaveRankGroup()
{
    State next = m_now;
    next.group = outerRankGroup();
    if (!next.outerGroups.empty())
        next.outerGroups.pop_back();
    apply(next, false);
}

void ViewState::returnFromRankGroup()
{
    const auto at = std::find_if(m_back.rbegin(), m_back.rend(),
                                 [this](const Step &step) { return step.state.group != m_now.group; });
    if (at != m_back.rend())
        return travel(m_back, m_forward,
                      at->state.workspace == m_now.workspace ? static_cast<size_t>(at - m_back.rbegin()) + 1 : 1);
    State next = m_now;
    next.group = outerRankGroup();
    if (!next.outerGroups.empty())
        next.outerGroups.pop_back();
    apply(next, true);
}

ShownRanks ViewState::outerRankGroup() const
{
    return m_now.outerGroups.empty() ? ShownRanks() : m_now.outerGroups.back();
}

void ViewState::askMetric(StepMetric metric)
{
    inOneStep([&] {
        m_asksMetric = true;
        State next = m_now;
        next.metric = metric;
        apply(next, false);
    });
}

void ViewState::chooseMetric()
{
    everywhere([](State &s) { s.metric.reset(); });
}

void ViewState::select(const Selection &s)
{
    m_isBoxNewest = m_isBoxNewest && s.kind == Selection::Kind::None; // the same again counts, too
    State next = m_now;
    next.selection = s;
    if (s.rank.isValid())
        next.rank = s.rank;
    apply(next, false);
}

void ViewState::keepSelection(const Selection &s)
{
    State next = m_now;
    next.selection = s;
    apply(next, true);
}

void ViewState::setWorkspace(const QString &id)
{
    State next = m_now;
    next.workspace = id;
    // The one that the program begins with is no step of the user's.
    apply(next, m_now.workspace.isEmpty());
}

// With the workspace and the page that it is on.
void ViewState::showView(const QString &id)
{
    inOneStep([&] { emit viewRequested(id); });
}

QString ViewState::page(const QString &view) const
{
    const auto at = m_now.pages.find(view);
    return at == m_now.pages.end() ? QString() : at->second;
}

void ViewState::setPage(const QString &view, const QString &name)
{
    State next = m_now;
    next.pages[view] = name;
    // The one that the view begins with is no step of the user's.
    apply(next, page(view).isEmpty());
}

void ViewState::keepPage(const QString &view, const QString &name)
{
    const State before = m_now;
    m_now.pages[view] = name;
    announce(before);
}

void ViewState::inOneStep(const std::function<void()> &changes)
{
    if (m_jump != Jump::None) {
        changes();
        return;
    }
    askPlace(); // views may scroll before the first change
    m_jump = Jump::Begins;
    const auto done = qScopeGuard([this] {
        m_jump = Jump::None;
        m_asksMetric = false;
    });
    changes();
}

void ViewState::setBox(const BoxSelection &box)
{
    if (box == m_box)
        return;
    m_box = box;
    m_isBoxNewest = !box.isEmpty();
    emit boxChanged();
}

void ViewState::setKeptBox(const BoxSelection &box)
{
    if (box == m_keptBox)
        return;
    m_keptBox = box;
    emit keptBoxChanged();
}

void ViewState::setHeldRanks(const std::set<RankRef> &ranks)
{
    if (ranks == m_heldRanks)
        return;
    m_heldRanks = ranks;
    emit heldRanksChanged();
}

void ViewState::inStepOfClick(RankRef rank, const std::function<void()> &changes)
{
    const std::optional<Followed> followed = std::exchange(m_followed, std::nullopt);
    const bool goesOn = m_jump == Jump::None && followed && followed->rank == rank && followed->step == m_steps &&
                        QDateTime::currentMSecsSinceEpoch() - followed->endedMs <= gestureMs;
    goesOn ? inLastStep(changes) : inOneStep(changes);
}

void ViewState::inLastStep(const std::function<void()> &changes)
{
    if (m_jump != Jump::None)
        return changes();
    m_jump = Jump::GoesOn;
    const auto done = qScopeGuard([this] { m_jump = Jump::None; });
    changes();
}

void ViewState::followSlice(RankRef rank, SliceId slice, TimeWindow span)
{
    const quint64 stepsBefore = m_steps;
    inOneStep([&] {
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = rank;
        s.slice = slice;
        select(s);
        emit revealRequested(rank, slice, span);
    });
    // From its end on: what showed it may have taken its time.
    m_followed.reset();
    if (m_jump == Jump::None && m_steps == stepsBefore + 1)
        m_followed = {rank, m_steps, QDateTime::currentMSecsSinceEpoch()};
}

void ViewState::revealSlice(RankRef rank, SliceId slice, TimeWindow span)
{
    inStepOfClick(rank, [&] {
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = rank;
        s.slice = slice;
        select(s);
        if (std::find(m_now.together.begin(), m_now.together.end(), rank) == m_now.together.end())
            setTogether({});
        if (!span.isEmpty())
            setHighlight({});
        raiseView(QStringLiteral("timeline"));
        emit revealRequested(rank, slice, span);
    });
}

void ViewState::showInTimeline(RankRef rank, TimeWindow span)
{
    inStepOfClick(rank, [&] {
        setTogether({});
        setCurrentRank(rank);
        if (!span.isEmpty())
            setHighlight({});
        showView(QStringLiteral("timeline"));
        emit rankRevealRequested(rank, span);
    });
}

void ViewState::setTogether(const std::vector<RankRef> &ranks, TogetherLook look)
{
    State next = m_now;
    next.together = ranks;
    next.look = look;
    apply(next, false);
}

void ViewState::showTogether(const std::vector<RankRef> &ranks, TimeWindow span, TogetherLook look)
{
    inOneStep([&] {
        setTogether(ranks, look);
        setCurrentRank(ranks.front());
        setHighlight({});
        showView(QStringLiteral("timeline"));
        emit ranksBroughtTogether();
        emit rankRevealRequested(ranks.front(), span);
    });
}

void ViewState::leavePath()
{
    setHighlight({});
    if (m_now.look == TogetherLook::Path)
        setTogether({});
}

void ViewState::setHighlight(std::shared_ptr<const SearchHighlight> highlight)
{
    if (m_highlight == highlight)
        return;
    m_highlight = std::move(highlight);
    emit highlightChanged();
}

void ViewState::everywhere(const std::function<void(State &)> &change)
{
    for (std::vector<Step> *const history : {&m_back, &m_forward})
        std::for_each(history->begin(), history->end(), [&change](Step &step) { change(step.state); });
    const State before = m_now;
    change(m_now);
    if (m_now != before)
        announce(before);
}

void ViewState::setShownFlows(const QStringList &categories, bool chosen)
{
    if (!chosen) {
        State next = m_now;
        next.flows = categories;
        return apply(next, false);
    }
    const QStringList before = m_now.flows;
    everywhere([&](State &s) {
        for (const QString &kind : before) {
            if (!categories.contains(kind))
                s.flows.removeAll(kind);
        }
        for (const QString &kind : categories) {
            if (!before.contains(kind) && !s.flows.contains(kind))
                s.flows.append(kind);
        }
    });
}

void ViewState::setDerivedLanes(bool shown, bool chosen)
{
    if (m_now.derivedLanes == shown)
        return;
    const auto set = [shown, chosen](State &s) {
        s.derivedLanes = shown;
        s.derivedLanesChosen = chosen;
    };
    if (chosen)
        return everywhere(set);
    State next = m_now;
    set(next);
    apply(next, false);
}

void ViewState::setMarks(std::vector<TimeMark> marks)
{
    std::stable_sort(marks.begin(), marks.end(),
                     [](const TimeMark &a, const TimeMark &b) { return a.fromNs < b.fromNs; });
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    emit marksChanged();
}

void ViewState::setBookmark(int number, TimeWindow w)
{
    if (w.isEmpty())
        m_bookmarks.erase(number);
    else
        m_bookmarks[number] = w;
    emit bookmarksChanged();
}

void ViewState::setOffsets(const TimeOffsets &offsets)
{
    State next = m_now;
    next.offsets = offsets;
    apply(next, false);
}

void ViewState::keepOffsets(const TimeOffsets &offsets)
{
    State next = m_now;
    next.offsets = offsets;
    apply(next, true);
}

void ViewState::joinDevices(RankRef rank, qint64 ns)
{
    everywhere([rank, ns](State &s) {
        if (!s.offsets.devices.empty() && !s.offsets.devices.contains(rank))
            s.offsets.setDevice(rank, ns);
    });
}

void ViewState::setTimeFormat(TimeFormat format)
{
    if (format == m_timeFormat)
        return;
    m_timeFormat = format;
    emit timeFormatChanged();
}

void ViewState::back()
{
    travel(m_back, m_forward);
}

void ViewState::forward()
{
    travel(m_forward, m_back);
}

void ViewState::travel(std::vector<Step> &from, std::vector<Step> &to, size_t steps)
{
    if (from.size() < steps)
        return;
    askPlace();
    const State before = m_now;
    Step reached{m_now, m_places};
    for (size_t i = 0; i < steps; ++i) {
        to.push_back(std::move(reached));
        reached = std::move(from.back());
        from.pop_back();
    }
    m_now = reached.state;
    // From before there was anything to see.
    if (m_now.window.isEmpty())
        m_now.window = before.window;
    announce(before);
    emit placeReturned(reached.places);
}

void ViewState::restartHistory()
{
    m_back.clear();
    m_forward.clear();
    m_lastWindowChangeMs = 0; // what comes next is a gesture of its own
    emit historyChanged();
}

void ViewState::forgetRun(int run)
{
    const auto points = [run](const Step &step) {
        const State &s = step.state;
        return s.rank.run == run || s.base.run == run || s.other.run == run || s.selection.rank.run == run ||
               s.group.run == run ||
               std::any_of(s.together.begin(), s.together.end(), [run](RankRef r) { return r.run == run; });
    };
    std::erase_if(m_back, points);
    std::erase_if(m_forward, points);
    const State before = m_now;
    if (m_now.rank.run == run)
        m_now.rank = {};
    if (m_now.base.run == run)
        m_now.base = {};
    if (m_now.other.run == run)
        m_now.other = {};
    if (m_now.selection.rank.run == run)
        m_now.selection = {};
    if (m_now.group.run == run)
        m_now.group = {};
    if (!m_now.rank.isValid())
        m_now.metric.reset();
    const auto forgetGroups = [run](State &s) {
        std::erase_if(s.outerGroups, [run](const ShownRanks &group) { return group.run == run; });
    };
    forgetGroups(m_now);
    std::erase_if(m_now.together, [run](RankRef rank) { return rank.run == run; });
    m_now.offsets.forgetRun(run);
    for (std::vector<Step> *const history : {&m_back, &m_forward}) {
        for (Step &s : *history) {
            s.state.offsets.forgetRun(run);
            forgetGroups(s.state);
        }
    }
    announce(before);
    const auto without = [run](BoxSelection box) {
        std::erase_if(box.parts, [run](const BoxSelection::Part &p) { return p.rank.run == run; });
        return box.parts.empty() ? BoxSelection() : box;
    };
    setBox(without(m_box));
    setKeptBox(without(m_keptBox));
    std::set<RankRef> held = m_heldRanks;
    std::erase_if(held, [run](RankRef rank) { return rank.run == run; });
    setHeldRanks(held);
}

void ViewState::reset()
{
    const State before = m_now;
    m_back.clear();
    m_forward.clear();
    m_now = {};
    m_now.workspace = before.workspace; // where the user works, whatever is open
    m_now.pages = before.pages;
    m_lastWindowChangeMs = 0;
    announce(before);
    setBox({});
    setKeptBox({});
    setHeldRanks({});
    setHighlight({});
    setMarks({});
    m_bookmarks.clear();
    emit bookmarksChanged();
    emit wasReset();
}

} // namespace rs

#include "moc_viewstate.cpp"
