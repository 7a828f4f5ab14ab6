// SPDX-License-Identifier: Apache-2.0
#include "app/tracesession.h"

#include "core/machinememory.h"
#include "core/noroom.h"
#include "importers/files/osfile.h"

#include <QThread>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>
#include <numeric>

namespace rs {

namespace {

constexpr int progressMs = 100;

QStringList absolutePaths(const QStringList &paths)
{
    QStringList out;
    for (const QString &path : paths) {
        const QString clean = osAbsolutePath(path);
        if (!path.isEmpty() && !out.contains(clean))
            out.append(clean);
    }
    return out;
}

} // namespace

void TraceSession::noteOwnThread(ImportReport &report) const
{
    if (QThread::currentThread() == thread())
        report.add({Severity::Notice,
                    {},
                    {},
                    QStringLiteral("memory.threads"),
                    QStringLiteral("The system gives no more threads: the run was read by the window itself, which "
                                   "stood still meanwhile. It lacks nothing."),
                    {}});
}

/// What a worker does for the session. A worker that finds no memory to post its end leaves `over` alone, which the
/// session looks at now and then: it would wait for ever else.
struct TraceSession::Work
{
    std::atomic<bool> over{false};
    std::atomic<bool> noMemory{false};
};

struct TraceSession::Search : Work
{
    QStringList paths;
    bool replace = false; ///< a reload: every open run of these paths gives way
    JobContext job;
    QElapsedTimer clock;
    ImportReport report;
    std::vector<Run> runs;
    /// Ends the search on the thread of the window; nothing when it was overtaken.
    std::function<void(const std::shared_ptr<Search> &)> end;
};

struct TraceSession::Load : Work
{
    Run result;
    int run = -1;
    std::vector<int> only;
    int attempt = 0;        ///< how often the memory did not suffice
    bool displaced = false; ///< a rank did not fit
    JobContext job;
    std::shared_ptr<LoadProgress> progress = std::make_shared<LoadProgress>();
    QElapsedTimer clock;
};

TraceSession::TraceSession(RunStore &runs, ViewState &state, RunReader reader, QObject *parent)
    : QObject(parent), m_runs(runs), m_state(state), m_reader(std::move(reader)), m_residency(runs, state),
      m_budget(std::make_shared<MemoryBudget>(MemoryBudget::defaultLimit()))
{
    m_budget->onShortage([this](qint64 bytes) {
        const bool fits = m_budget->used() + bytes <= m_budget->limit();
        return fits || makeRoom(bytes);
    });
    m_progressTimer.setInterval(progressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, &TraceSession::pollProgress);
    for (const auto signal : {&ViewState::currentRankChanged, &ViewState::sidesChanged, &ViewState::selectionChanged,
                              &ViewState::boxChanged})
        connect(&m_state, signal, this, &TraceSession::followShown);
    // The base of a comparison is loaded when it is chosen. Later it may give way: who clicks on a third rank wants to
    // see that one.
    connect(&m_state, &ViewState::sidesChanged, this, [this] {
        const RankRef base = m_state.baseRank();
        if (!base.isValid())
            return;
        m_residency.noteUse(base);
        if (m_runs.state(base) == RankState::Displaced)
            loadRank(base);
    });
    connect(&m_state, &ViewState::heldRanksChanged, this, &TraceSession::loadHeld);
    connect(&m_state, &ViewState::rankRevealRequested, this, &TraceSession::loadRank);
}

TraceSession::~TraceSession()
{
    m_budget->onShortage({});
    for (const auto &s : m_searches)
        s->job.cancel();
    for (const auto &l : m_loads)
        l->job.cancel();
    m_searchPool.waitForDone();
    m_loadPool.waitForDone();
    m_freePool.waitForDone();
}

template <typename F>
void TraceSession::post(F f)
{
    QMetaObject::invokeMethod(this, std::move(f), Qt::QueuedConnection);
}

void TraceSession::open(const QStringList &paths)
{
    search(absolutePaths(paths), false);
}

void TraceSession::reload()
{
    const QStringList paths = openPaths();
    if (!paths.isEmpty())
        search(paths, true);
}

template <typename W, typename F>
void TraceSession::workIsOver(const std::shared_ptr<W> &work, F end)
{
    try {
        post(std::move(end));
    } catch (const std::bad_alloc &) {
        work->noMemory = true;
    }
    work->over = true;
}

void TraceSession::search(const QStringList &paths, bool replace)
{
    if (paths.isEmpty())
        return;
    const bool wasBusy = isBusy();
    const auto next = std::make_shared<Search>();
    next->paths = paths;
    next->replace = replace;
    next->clock.start();
    // An older request for any of these paths, or an older reload, has been overtaken.
    std::erase_if(m_searches, [&](const std::shared_ptr<Search> &old) {
        const bool overtaken =
            (replace && old->replace) ||
            std::any_of(old->paths.begin(), old->paths.end(), [&](const QString &p) { return paths.contains(p); });
        if (overtaken) {
            old->job.cancel();
            for (const QString &p : old->paths) {
                if (!next->paths.contains(p))
                    next->paths.append(p);
            }
        }
        return overtaken;
    });
    m_searches.push_back(next);
    next->end = [this](const std::shared_ptr<Search> &search) {
        found(search, std::move(search->runs), search->report);
    };
    m_searchPool.start([this, next] {
        try {
            if (!next->job.isCanceled())
                next->runs = m_reader.discover(next->paths, next->job, next->report);
        } catch (const std::bad_alloc &) {
            next->runs.clear();
            noteNoRoom(NoRoom::MachineForSearch, next->job, next->report, {});
        }
        workIsOver(next, [next] { next->end(next); });
    });
    workChanged(wasBusy);
}

void TraceSession::found(const std::shared_ptr<Search> &search, std::vector<Run> runs, const ImportReport &report)
{
    const auto at = std::find(m_searches.begin(), m_searches.end(), search);
    if (at == m_searches.end())
        return;
    const Places before = places();
    // The loads start before the search leaves the list, so that the session is never idle in between.
    if (runs.empty()) {
        m_searches.erase(at);
        emit nothingFound(search->paths, report.findings());
        workChanged(true);
        return;
    }
    if (search->replace) {
        emit aboutToReplace();
        const std::vector<OpenRun> open = m_open;
        for (const OpenRun &o : open)
            dropRun(o.run);
    }
    // A run of the same place is the same run. When the older one has ranks that were not asked for again (rank folders
    // dropped one after the other), all of them together are looked for once more.
    std::vector<int> older;
    QStringList missing;
    for (const Run &run : runs) {
        for (const OpenRun &o : m_open) {
            const auto old = m_runs.run(o.run);
            if (!old || old->path != run.path || old->framework != run.framework)
                continue;
            older.push_back(o.run);
            for (const RankInfo &info : old->infos) {
                const bool again = std::any_of(run.infos.begin(), run.infos.end(), [&](const RankInfo &i) {
                    return i.path == info.path || i.captures.contains(info.path);
                });
                if (!again && osInfo(info.path).exists && !search->paths.contains(info.path))
                    missing.append(info.path);
            }
        }
    }
    if (!missing.isEmpty()) {
        std::erase(m_searches, search);
        this->search(search->paths + missing, false);
        return;
    }
    const bool replaces = search->replace || !older.empty();
    if (!older.empty())
        emit aboutToReplace();
    for (const int run : older)
        dropRun(run);
    runs.front().report.merge(report);
    for (Run &run : runs) {
        QStringList paths;
        for (const QString &p : search->paths) {
            if (p == run.path || p.startsWith(run.path + QLatin1Char('/')) || run.path.startsWith(p + QLatin1Char('/')))
                paths.append(p);
        }
        if (paths.isEmpty() || runs.size() == 1)
            paths = search->paths;
        const int index = m_runs.addRun(std::move(run));
        m_open.push_back({index, paths});
        startLoad(index, loadOrder(*m_runs.run(index), before));
    }
    std::erase(m_searches, search);
    chooseRanks(before);
    if (replaces)
        emit replaced();
    emit opened(search->paths);
    workChanged(true);
}

TraceSession::Places TraceSession::places() const
{
    const auto placeOf = [this](RankRef ref) {
        const auto run = m_runs.run(ref.run);
        const RankInfo *const info = m_runs.info(ref);
        return run && info ? Place{run->path, run->framework, info->rank} : Place();
    };
    const Selection &selection = m_state.selection();
    return {placeOf(m_state.currentRank()), placeOf(m_state.baseRank()), placeOf(m_state.otherRank()),
            selection.kind == Selection::Kind::Rank ? placeOf(selection.rank) : Place()};
}

// The ranks that will be looked at come first.
std::vector<int> TraceSession::loadOrder(const Run &run, const Places &before)
{
    std::vector<int> all(run.infos.size());
    std::iota(all.begin(), all.end(), 0);
    std::stable_sort(all.begin(), all.end(), [&](int a, int b) {
        const auto turn = [&](int i) {
            const Place place{run.path, run.framework, run.infos[static_cast<size_t>(i)].rank};
            return place.rank < 0          ? 3
                   : place == before.rank  ? 0
                   : place == before.base  ? 1
                   : place == before.other ? 2
                                           : 3;
        };
        return turn(a) < turn(b);
    });
    return all;
}

// What a load tells while it works, from the threads of the pool.
LoadEvents TraceSession::eventsOf(const std::shared_ptr<Load> &load)
{
    LoadEvents events;
    events.onStart = [this, load](int i) {
        post([this, load, i] {
            if (std::find(m_loads.begin(), m_loads.end(), load) != m_loads.end() &&
                m_runs.state({load->run, i}) == RankState::Waiting)
                m_runs.setState({load->run, i}, RankState::Loading);
        });
    };
    events.onPart = [this, load](int i, std::shared_ptr<const RankData> part) {
        post([this, load, i, part = std::move(part)] { partArrived(load, i, part); });
    };
    events.onRank = [this, load](int i, std::shared_ptr<const RankData> data) {
        // Both walk through all records of a rank, which is not for the GUI thread.
        const qint64 bytes = data ? data->bytesUsed() : 0;
        if (data && data->overBudget)
            data = data->withoutTrace();
        post([this, load, i, data = std::move(data), bytes] { rankArrived(load, i, data, bytes); });
    };
    events.progress = load->progress;
    return events;
}

void TraceSession::startLoad(int run, std::vector<int> only, int attempt)
{
    const bool wasBusy = isBusy();
    const auto load = std::make_shared<Load>();
    load->run = run;
    load->only = std::move(only);
    load->attempt = attempt;
    load->job = JobContext(m_budget);
    load->clock.start();
    m_loads.push_back(load);
    for (const int i : load->only)
        m_runs.setState({run, i}, RankState::Waiting);
    const auto skeleton = m_runs.run(run);
    load->result = *skeleton;
    m_loadPool.start([this, load, skeleton] {
        try {
            if (!load->job.isCanceled())
                load->result = m_reader.load(*skeleton, load->only, m_loadPool, load->job, eventsOf(load));
            noteOwnThread(load->result.report);
            // The ranks went over one by one; holding them here would keep an unloaded rank alive.
            load->result.ranks.clear();
        } catch (const std::bad_alloc &) {
            load->result.ranks.clear();
            load->noMemory = true;
            noteNoRoom(NoRoom::MachineForSearch, load->job, load->result.report, skeleton->path);
        }
        workIsOver(load, [this, load] { loadEnded(load); });
    });
    workChanged(wasBusy);
}

void TraceSession::rankArrived(const std::shared_ptr<Load> &load, int index, std::shared_ptr<const RankData> data,
                               qint64 bytes)
{
    if (std::find(m_loads.begin(), m_loads.end(), load) == m_loads.end())
        return;
    const RankRef ref{load->run, index};
    if (!data) {
        m_runs.setState(ref, RankState::Failed);
        return;
    }
    if (data->overBudget)
        return didNotFit(load, ref, std::move(data));
    m_residency.noteBytes(ref, bytes);
    giveBack(partOf(ref));
    m_runs.setRank(ref, std::move(data));
    if (!m_state.currentRank().isValid())
        m_state.setCurrentRank(ref);
}

void TraceSession::partArrived(const std::shared_ptr<Load> &load, int index, std::shared_ptr<const RankData> part)
{
    if (std::find(m_loads.begin(), m_loads.end(), load) == m_loads.end())
        return;
    const RankRef ref{load->run, index};
    giveBack(partOf(ref));
    m_runs.setPart(ref, std::move(part));
}

// A rank that somebody looks at gets the room of others, once they are gone; the last one who holds a rank may need a
// moment.
void TraceSession::didNotFit(const std::shared_ptr<Load> &load, RankRef ref, std::shared_ptr<const RankData> part)
{
    constexpr int attempts = 5;
    constexpr int pauseMs = 100;
    m_runs.setPart(ref, std::move(part));
    if (m_residency.isShown(ref) && load->attempt < attempts) {
        // It needs more than was thought.
        if (!makeRoom(m_residency.needOf(ref)) && m_budget->limit() > 0) {
            for (const RankRef victim : m_residency.victims(1))
                displace(victim);
        }
        m_runs.setState(ref, RankState::Waiting);
        m_waiting.insert(ref);
        QTimer::singleShot(pauseMs, this, [this, ref, attempt = load->attempt + 1] {
            if (m_runs.state(ref) == RankState::Waiting)
                startLoad(ref.run, {ref.index}, attempt);
            m_waiting.erase(ref);
            workChanged(true);
        });
        return;
    }
    load->displaced = true;
    m_runs.setState(ref, RankState::Displaced);
}

// Giving back gigabytes takes a while; the last reference goes away on another thread, after the views let go.
void TraceSession::giveBack(std::shared_ptr<const void> held)
{
    QTimer::singleShot(0, this, [this, held = std::move(held)]() mutable {
        m_freePool.start([gone = std::move(held)]() mutable {
            gone.reset();
            returnFreedMemory();
        });
    });
}

// What the run holds of a rank so far.
std::shared_ptr<const RankData> TraceSession::partOf(RankRef ref) const
{
    const auto run = m_runs.run(ref.run);
    return run && ref.index < static_cast<int>(run->ranks.size()) ? run->ranks[static_cast<size_t>(ref.index)]
                                                                  : nullptr;
}

void TraceSession::displace(RankRef ref)
{
    if (auto held = m_runs.rank(ref)) {
        m_runs.displace(ref);
        giveBack(std::move(held));
    }
}

// True when ranks had to go.
bool TraceSession::makeRoom(qint64 bytes)
{
    const qint64 limit = m_budget->limit();
    const qint64 missing = m_budget->used() + bytes - limit;
    if (limit <= 0 || missing <= 0)
        return false;
    const std::vector<RankRef> victims = m_residency.victims(missing);
    for (const RankRef ref : victims)
        displace(ref);
    return !victims.empty();
}

void TraceSession::setMemoryLimit(qint64 bytes)
{
    m_budget->setLimit(bytes);
    makeRoom(0);
    followShown();
    loadHeld();
}

void TraceSession::followShown()
{
    m_residency.noteUse();
    const auto &held = m_state.heldRanks();
    for (const RankRef ref : m_residency.shown()) {
        if (m_runs.state(ref) == RankState::Displaced &&
            (!held.contains(ref) || ref == m_state.currentRank() || ref == m_state.otherRank()))
            loadRank(ref);
    }
}

// Pinned lanes of many ranks may be more than the memory holds: those are loaded that find room, once, and stay.
void TraceSession::loadHeld()
{
    m_residency.noteUse();
    qint64 room = m_budget->limit() - m_budget->used() + m_residency.idleBytes();
    for (const RankRef ref : m_state.heldRanks()) {
        if (m_runs.state(ref) != RankState::Displaced)
            continue;
        room -= m_residency.needOf(ref);
        if (m_budget->limit() <= 0 || room >= 0)
            loadRank(ref);
    }
}

void TraceSession::loadEnded(const std::shared_ptr<Load> &load)
{
    if (std::find(m_loads.begin(), m_loads.end(), load) == m_loads.end())
        return;
    for (const int i : load->only) {
        const RankState s = m_runs.state({load->run, i});
        if ((s == RankState::Waiting || s == RankState::Loading) && !m_waiting.contains({load->run, i}))
            m_runs.setState({load->run, i}, RankState::Failed);
    }
    m_lastSeconds = static_cast<double>(load->clock.elapsed()) / 1000.0;
    load->result.importSeconds = m_lastSeconds;
    m_runs.updateRun(load->run, load->result);
    std::erase(m_loads, load);
    if (load->displaced || load->noMemory) {
        m_overBudget = true;
        emit memoryBudgetReached();
    }
    workChanged(true);
}

void TraceSession::cancelLoads(int run)
{
    std::erase_if(m_loads, [&](const std::shared_ptr<Load> &load) {
        if (run >= 0 && load->run != run)
            return false;
        load->job.cancel();
        return true;
    });
}

void TraceSession::cancel()
{
    const bool wasBusy = isBusy();
    for (const auto &s : m_searches)
        s->job.cancel();
    m_searches.clear();
    cancelLoads(-1);
    for (const RankRef ref : m_runs.allRanks()) {
        const RankState s = m_runs.state(ref);
        if (s == RankState::Waiting || s == RankState::Loading)
            m_runs.setState(ref, RankState::Unloaded);
    }
    workChanged(wasBusy);
}

void TraceSession::dropRun(int run)
{
    cancelLoads(run);
    const auto held = m_runs.run(run);
    std::erase_if(m_open, [run](const OpenRun &o) { return o.run == run; });
    m_state.forgetRun(run);
    m_residency.forgetRun(run);
    m_runs.closeRun(run);
    if (held)
        giveBack(held);
}

void TraceSession::closeRun(int run)
{
    const bool wasBusy = isBusy();
    dropRun(run);
    chooseRanks({});
    if (m_runs.isEmpty())
        m_state.reset();
    workChanged(wasBusy);
}

void TraceSession::closeAll()
{
    cancel();
    for (int i = 0; i < m_runs.count(); ++i)
        dropRun(i);
    m_state.reset();
}

void TraceSession::loadRank(RankRef ref)
{
    const RankState s = m_runs.state(ref);
    if (!m_runs.info(ref) || (s != RankState::Unloaded && s != RankState::Failed && s != RankState::Displaced))
        return;
    makeRoom(m_residency.needOf(ref));
    startLoad(ref.run, {ref.index});
}

void TraceSession::unloadRank(RankRef ref)
{
    auto held = m_runs.rank(ref);
    if (!held)
        return;
    m_runs.setRank(ref, nullptr);
    giveBack(std::move(held));
}

void TraceSession::useCapture(RankRef ref, const QString &folder)
{
    const auto run = m_runs.run(ref.run);
    const RankInfo *const info = m_runs.info(ref);
    if (!run || !info || info->path == folder || !m_reader.useCapture)
        return;
    const bool wasBusy = isBusy();
    const auto search = std::make_shared<Search>();
    search->clock.start();
    m_searches.push_back(search);
    const auto next = std::make_shared<Run>(*run);
    const auto found = std::make_shared<bool>(false);
    search->end = [this, next, ref, found](const std::shared_ptr<Search> &self) {
        if (std::find(m_searches.begin(), m_searches.end(), self) == m_searches.end())
            return;
        const auto open =
            std::find_if(m_open.begin(), m_open.end(), [&](const OpenRun &o) { return o.run == ref.run; });
        if (*found && open != m_open.end()) {
            const Places before = places();
            const QStringList paths = open->paths;
            std::vector<int> only;
            struct Other
            {
                int index;
                RankState state;
                std::shared_ptr<const RankData> part;
            };
            std::vector<Other> others; // neither loaded nor about to be
            for (int i = 0; i < static_cast<int>(next->infos.size()); ++i) {
                const RankState s = m_runs.state({ref.run, i});
                const bool loaded = s == RankState::Loaded && i != ref.index;
                next->ranks[static_cast<size_t>(i)] = loaded ? m_runs.rank({ref.run, i}) : nullptr;
                if (i == ref.index || s == RankState::Loading || s == RankState::Waiting)
                    only.push_back(i);
                else if (!loaded)
                    others.push_back({i, s, m_runs.rank({ref.run, i})});
            }
            emit aboutToReplace();
            dropRun(ref.run);
            const int index = m_runs.addRun(std::move(*next));
            for (const Other &o : others) {
                m_runs.setPart({index, o.index}, o.part);
                m_runs.setState({index, o.index}, o.state);
            }
            m_open.push_back({index, paths});
            startLoad(index, std::move(only));
            chooseRanks(before);
            emit replaced();
        }
        std::erase(m_searches, self);
        workChanged(true);
    };
    m_searchPool.start([this, search, next, ref, folder, found] {
        try {
            *found = m_reader.useCapture(*next, ref.index, folder, search->job);
        } catch (const std::bad_alloc &) {
            // The capture that is shown stays.
        }
        workIsOver(search, [search] { search->end(search); });
    });
    workChanged(wasBusy);
}

void TraceSession::chooseRanks(const Places &before)
{
    const std::vector<RankRef> all = m_runs.allRanks();
    const auto again = [&](const Place &place) {
        const auto at = std::find_if(all.begin(), all.end(), [&](RankRef ref) {
            const auto run = m_runs.run(ref.run);
            return place.rank >= 0 && place == Place{run->path, run->framework, m_runs.info(ref)->rank};
        });
        return at == all.end() ? RankRef() : *at;
    };
    const auto firstExcept = [&all](RankRef except) {
        const auto at = std::find_if(all.begin(), all.end(), [except](RankRef r) { return r != except; });
        return at == all.end() ? RankRef() : *at;
    };
    if (!m_state.currentRank().isValid() && !all.empty()) {
        const RankRef rank = again(before.rank);
        m_state.setCurrentRank(rank.isValid() ? rank : all.front());
    }
    // A side that is left stays where it is; both may come back.
    const RankRef wantedOther = m_state.otherRank().isValid() ? m_state.otherRank() : again(before.other);
    if (!m_state.baseRank().isValid() && !all.empty()) {
        const RankRef base = again(before.base);
        const RankRef current = m_state.currentRank();
        const RankRef first = current != wantedOther ? current : firstExcept(wantedOther);
        if (base.isValid() || first.isValid())
            m_state.setBaseRank(base.isValid() ? base : first);
    }
    if (!m_state.otherRank().isValid() && all.size() > 1) {
        const RankRef base = m_state.baseRank();
        m_state.setOtherRank(wantedOther.isValid() && wantedOther != base ? wantedOther : firstExcept(base));
    }
    if (const RankRef selected = again(before.selected);
        selected.isValid() && m_state.selection().kind == Selection::Kind::None) {
        Selection rank;
        rank.kind = Selection::Kind::Rank;
        rank.rank = selected;
        m_state.select(rank);
    }
}

double TraceSession::progress() const
{
    if (m_loads.empty())
        return 0;
    double sum = 0;
    for (const auto &load : m_loads)
        sum += load->job.progress();
    return sum / static_cast<double>(m_loads.size());
}

QStringList TraceSession::openPaths() const
{
    QStringList out;
    for (const OpenRun &o : m_open) {
        for (const QString &p : o.paths) {
            if (!out.contains(p))
                out.append(p);
        }
    }
    return out;
}

QStringList TraceSession::pathsOf(int run) const
{
    const auto at = std::find_if(m_open.begin(), m_open.end(), [run](const OpenRun &o) { return o.run == run; });
    return at == m_open.end() ? QStringList() : at->paths;
}

void TraceSession::endSilentWork()
{
    const auto isSilent = [](const auto &work) { return work->over && work->noMemory; };
    for (const auto &search : std::vector(m_searches)) {
        if (!isSilent(search))
            continue;
        noteNoRoom(NoRoom::MachineForSearch, search->job, search->report, {});
        search->end(search);
    }
    for (const auto &load : std::vector(m_loads)) {
        if (isSilent(load))
            loadEnded(load);
    }
}

void TraceSession::pollProgress()
{
    endSilentWork();
    for (const auto &load : m_loads) {
        for (const int i : load->only) {
            const RankRef ref{load->run, i};
            if (m_runs.state(ref) == RankState::Loading)
                m_runs.setState(ref, RankState::Loading, load->progress->fraction(i));
        }
    }
    emit progressChanged();
}

void TraceSession::workChanged(bool wasBusy)
{
    const bool busy = isBusy();
    if (busy)
        m_progressTimer.start();
    else
        m_progressTimer.stop();
    emit progressChanged();
    if (busy != wasBusy)
        emit busyChanged();
    if (wasBusy && !busy)
        emit idle();
}

} // namespace rs
