// SPDX-License-Identifier: Apache-2.0
#include "app/tracesession.h"

#include "core/noroom.h"
#include "importers/files/osfile.h"

#include <QThread>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>

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
    : QObject(parent), m_runs(runs), m_state(state), m_reader(std::move(reader)), m_open(runs, state, m_disposal),
      m_memory(runs, state, m_disposal),
      m_arrivals([this](const Arrivals::Source &load, const std::vector<Arrival> &ranks) { arrived(load, ranks); })
{
    m_progressTimer.setInterval(progressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, &TraceSession::pollProgress);
    connect(&m_memory, &RankMemory::wanted, this, &TraceSession::loadRank);
    connect(&m_state, &ViewState::rankRevealRequested, this, &TraceSession::loadRank);
}

TraceSession::~TraceSession()
{
    for (const auto &s : m_searches)
        s->job.cancel();
    for (const auto &l : m_loads)
        l->job.cancel();
    m_searchPool.waitForDone();
    m_loadPool.waitForDone();
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
    if (std::find(m_searches.begin(), m_searches.end(), search) == m_searches.end())
        return;
    const OpenRuns::Places before = m_open.places();
    // The loads start before the search leaves the list, so that the session is never idle in between.
    if (runs.empty()) {
        std::erase(m_searches, search);
        emit nothingFound(search->paths, report.findings());
        workChanged(true);
        return;
    }
    if (search->replace) {
        emit aboutToReplace();
        for (const int run : m_open.all())
            dropRun(run);
    }
    // A run of the same place is the same run. When the older one has ranks that were not asked for again (rank folders
    // dropped one after the other), all of them together are looked for once more.
    const OpenRuns::Older older = m_open.olderSelves(runs, search->paths);
    if (!older.missing.isEmpty()) {
        std::erase(m_searches, search);
        this->search(search->paths + older.missing, false);
        return;
    }
    if (!older.runs.empty())
        emit aboutToReplace();
    for (const int run : older.runs)
        dropRun(run);
    runs.front().report.merge(report);
    for (Run &run : runs) {
        const int index = m_open.add(std::move(run), search->paths, runs.size() == 1);
        startLoad(index, OpenRuns::loadOrder(*m_runs.run(index), before));
    }
    std::erase(m_searches, search);
    m_open.choose(before);
    if (search->replace || !older.runs.empty())
        emit replaced();
    emit opened(search->paths);
    workChanged(true);
}

// What a load tells while it works, from the threads of the pool.
LoadEvents TraceSession::eventsOf(const std::shared_ptr<Load> &load)
{
    LoadEvents events;
    events.onStart = [this, load](int i) { m_arrivals.begun(load, i); };
    events.onPart = [this, load](int i, std::shared_ptr<const RankData> part) {
        m_arrivals.part(load, i, std::move(part));
    };
    events.onRank = [this, load](int i, std::shared_ptr<const RankData> data) {
        // Both walk through all records of a rank, which is not for the GUI thread.
        const qint64 bytes = data ? data->bytesUsed() : 0;
        if (data && data->overBudget)
            data = data->withoutTrace();
        m_arrivals.ended(load, i, std::move(data), bytes);
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
    load->job = JobContext(m_memory.budget());
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

void TraceSession::arrived(const Arrivals::Source &source, const std::vector<Arrival> &ranks)
{
    const auto at = std::find_if(m_loads.begin(), m_loads.end(), [&](const auto &l) { return l == source; });
    if (at == m_loads.end())
        return;
    const std::shared_ptr<Load> load = *at;
    std::vector<RankNews> news;
    std::vector<int> unfit;
    for (const Arrival &a : ranks) {
        const RankRef ref{load->run, a.index};
        if (a.begun && !a.ended && m_runs.state(ref) == RankState::Waiting)
            m_runs.setState(ref, RankState::Loading);
        if (a.ended && !a.data)
            m_runs.setState(ref, RankState::Failed);
        if (!a.data)
            continue;
        const bool fits = !a.data->overBudget;
        if (!fits)
            unfit.push_back(a.index);
        if (a.ended && fits)
            m_memory.noteLoaded(ref, a.bytes);
        m_disposal.takeReplaced(m_runs.rank(ref));
        news.push_back({a.index, a.data, a.ended && fits});
    }
    m_runs.publish(load->run, news);
    for (const int index : unfit)
        didNotFit(load, {load->run, index});
    const auto whole = std::find_if(news.begin(), news.end(), [](const RankNews &n) { return n.whole; });
    if (whole != news.end() && !m_state.currentRank().isValid())
        m_state.setCurrentRank({load->run, whole->index});
}

// A rank that somebody looks at gets the room of others, once they are gone; the last one who holds a rank may need a
// moment.
void TraceSession::didNotFit(const std::shared_ptr<Load> &load, RankRef ref)
{
    constexpr int attempts = 5;
    constexpr int pauseMs = 100;
    if (m_memory.isShown(ref) && load->attempt < attempts) {
        m_memory.makeMoreRoomFor(ref);
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

void TraceSession::loadEnded(const std::shared_ptr<Load> &load)
{
    m_arrivals.deliver(load);
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
        m_arrivals.forget(load);
        return true;
    });
}

void TraceSession::cancel()
{
    const bool wasBusy = isBusy();
    for (const auto &s : m_searches)
        s->job.cancel();
    m_searches.clear();
    for (const auto &load : std::vector(m_loads))
        m_arrivals.deliver(load);
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
    m_memory.forgetRun(run);
    m_open.drop(run);
}

void TraceSession::closeRun(int run)
{
    const bool wasBusy = isBusy();
    dropRun(run);
    m_open.choose({});
    if (m_runs.isEmpty())
        m_state.reset();
    workChanged(wasBusy);
}

void TraceSession::closeAll()
{
    cancel();
    for (const int run : m_open.all())
        dropRun(run);
    m_state.reset();
}

void TraceSession::loadRank(RankRef ref)
{
    const RankState s = m_runs.state(ref);
    if (!m_runs.info(ref) || (s != RankState::Unloaded && s != RankState::Failed && s != RankState::Displaced))
        return;
    m_memory.makeRoomFor(ref);
    startLoad(ref.run, {ref.index});
}

void TraceSession::unloadRank(RankRef ref)
{
    auto held = m_runs.rank(ref);
    if (!held)
        return;
    m_runs.setRank(ref, nullptr);
    m_disposal.take(std::move(held));
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
        if (*found && m_open.holds(ref.run)) {
            const OpenRuns::Places before = m_open.places();
            emit aboutToReplace();
            cancelLoads(ref.run);
            m_memory.forgetRun(ref.run);
            OpenRuns::Exchanged exchanged = m_open.exchange(ref.run, std::move(*next), ref.index);
            startLoad(exchanged.run, std::move(exchanged.load));
            m_open.choose(before);
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

double TraceSession::progress() const
{
    if (m_loads.empty())
        return 0;
    double sum = 0;
    for (const auto &load : m_loads)
        sum += load->job.progress();
    return sum / static_cast<double>(m_loads.size());
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
