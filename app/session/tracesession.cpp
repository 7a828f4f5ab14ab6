// SPDX-License-Identifier: Apache-2.0
#include "app/session/tracesession.h"

#include "app/session/backgroundwork.h"
#include "core/job/outofmemory.h"
#include "importers/files/osfile.h"

#include <algorithm>
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

struct TraceSession::Search : BackgroundWork
{
    QStringList paths;
    Mode mode = Mode::Beside;
    JobContext job;
    QElapsedTimer clock;
    ImportReport report;
    std::vector<Run> runs;
    /// Ends the search on the thread of the window; nothing when it was overtaken.
    std::function<void(const std::shared_ptr<Search> &)> end;
};

TraceSession::TraceSession(RunStore &runs, ViewState &state, RunReader reader, QObject *parent)
    : QObject(parent), m_runs(runs), m_state(state), m_reader(std::move(reader)), m_open(runs, state, m_release),
      m_memory(runs, state, m_release), m_loads(runs, state, m_memory, m_release, m_reader.load)
{
    m_progressTimer.setInterval(progressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, &TraceSession::poll);
    connect(&m_loads, &RankLoads::changed, this, &TraceSession::workChanged);
    connect(&m_loads, &RankLoads::memoryBudgetReached, this, &TraceSession::memoryBudgetReached);
    connect(&m_memory, &RankMemory::wanted, this, &TraceSession::loadRank);
    connect(&m_state, &ViewState::rankRevealRequested, this, &TraceSession::loadRank);
    for (const auto signal : {&ViewState::ranksBroughtTogether, &ViewState::ranksTogetherChanged}) {
        connect(&m_state, signal, this, [this] {
            const std::vector<RankRef> ranks = m_state.ranksTogether(); // what comes may change them
            for (const RankRef ref : ranks)
                loadRank(ref);
        });
    }
}

TraceSession::~TraceSession()
{
    for (const auto &s : m_searches)
        s->job.cancel();
    m_searchPool.waitForDone();
}

void TraceSession::open(const QStringList &paths)
{
    search(absolutePaths(paths), Mode::Beside);
}

void TraceSession::openInstead(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    cancel();
    search(absolutePaths(paths), Mode::Instead);
}

void TraceSession::reload()
{
    const QStringList paths = openPaths();
    if (!paths.isEmpty())
        search(paths, Mode::Again);
}

void TraceSession::search(const QStringList &paths, Mode mode)
{
    if (paths.isEmpty())
        return;
    const auto next = std::make_shared<Search>();
    next->paths = paths;
    next->mode = mode;
    next->clock.start();
    // An older request for any of these paths, or an older reload, has been overtaken.
    std::erase_if(m_searches, [&](const std::shared_ptr<Search> &old) {
        const bool overtaken =
            (mode == Mode::Again && old->mode == Mode::Again) ||
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
            noteOutOfMemory(OutOfMemory::MachineForSearch, next->job, next->report, {});
        }
        next->endWith(this, [next] { next->end(next); });
    });
    workChanged();
}

void TraceSession::found(const std::shared_ptr<Search> &search, std::vector<Run> runs, const ImportReport &report)
{
    if (std::find(m_searches.begin(), m_searches.end(), search) == m_searches.end())
        return;
    const OpenRuns::Places before = search->mode == Mode::Instead ? OpenRuns::Places() : m_open.places();
    // The loads start before the search leaves the list, so that the session is never idle in between.
    if (runs.empty()) {
        std::erase(m_searches, search);
        emit nothingFound(search->paths, report.findings());
        workChanged();
        return;
    }
    if (search->mode == Mode::Instead) {
        for (const int run : m_open.all())
            dropRun(run);
        m_state.reset();
    } else if (search->mode == Mode::Again) {
        emit aboutToReplace();
        for (const int run : m_open.all())
            dropRun(run);
    }
    // A run of the same place is the same run. When the older one has ranks that were not asked for again (rank folders
    // dropped one after the other), all of them together are looked for once more.
    const OpenRuns::Older older = m_open.olderSelves(runs, search->paths);
    if (!older.missing.isEmpty()) {
        std::erase(m_searches, search);
        this->search(search->paths + older.missing, Mode::Beside);
        return;
    }
    if (!older.runs.empty())
        emit aboutToReplace();
    for (const int run : older.runs)
        dropRun(run);
    runs.front().report.merge(report);
    for (Run &run : runs) {
        const int index = m_open.add(std::move(run), search->paths, runs.size() == 1);
        m_loads.start(index, OpenRuns::loadOrder(*m_runs.run(index), before));
    }
    std::erase(m_searches, search);
    m_open.choose(before);
    if (search->mode == Mode::Again || !older.runs.empty())
        emit replaced();
    emit opened(search->paths);
    workChanged();
}

void TraceSession::cancel()
{
    for (const auto &s : m_searches)
        s->job.cancel();
    m_searches.clear();
    m_loads.cancelAll();
    workChanged();
}

void TraceSession::dropRun(int run)
{
    m_loads.cancel(run);
    m_memory.forgetRun(run);
    m_open.drop(run);
}

void TraceSession::closeRun(int run)
{
    dropRun(run);
    m_open.choose({});
    if (m_runs.isEmpty()) {
        m_state.reset();
        emit allClosed();
    }
    workChanged();
}

void TraceSession::closeAll()
{
    cancel();
    for (const int run : m_open.all())
        dropRun(run);
    m_state.reset();
    emit allClosed();
}

void TraceSession::loadRank(RankRef ref)
{
    const RankState s = m_runs.state(ref);
    if (!m_runs.info(ref) || (s != RankState::Unloaded && s != RankState::Failed && s != RankState::Displaced))
        return;
    m_memory.makeRoomFor(ref);
    m_loads.start(ref.run, {ref.index});
}

void TraceSession::unloadRank(RankRef ref)
{
    auto held = m_runs.rank(ref);
    if (!held)
        return;
    m_runs.setRank(ref, nullptr);
    m_release.take(std::move(held));
}

void TraceSession::useCapture(RankRef ref, const QString &folder)
{
    const auto run = m_runs.run(ref.run);
    const RankInfo *const info = m_runs.info(ref);
    if (!run || !info || info->path == folder || !m_reader.useCapture)
        return;
    const auto search = std::make_shared<Search>();
    search->clock.start();
    m_searches.push_back(search);
    const auto next = std::make_shared<Run>(*run);
    const auto found = std::make_shared<bool>(false);
    search->end = [this, next, ref, found](const std::shared_ptr<Search> &self) {
        if (std::find(m_searches.begin(), m_searches.end(), self) == m_searches.end())
            return;
        if (*found && m_open.holds(ref.run)) {
            OpenRuns::Places before = m_open.places();
            before.ranks.erase(ref); // another capture has other clocks and lanes
            emit aboutToReplace();
            m_loads.cancel(ref.run);
            m_memory.forgetRun(ref.run);
            OpenRuns::Exchanged exchanged = m_open.exchange(ref.run, std::move(*next), ref.index);
            m_loads.start(exchanged.run, std::move(exchanged.load));
            m_open.choose(before);
            emit replaced();
        }
        std::erase(m_searches, self);
        workChanged();
    };
    m_searchPool.start([this, search, next, ref, folder, found] {
        try {
            *found = m_reader.useCapture(*next, ref.index, folder, search->job);
        } catch (const std::bad_alloc &) {
            // The capture that is shown stays.
        }
        search->endWith(this, [search] { search->end(search); });
    });
    workChanged();
}

void TraceSession::poll()
{
    for (const auto &search : std::vector(m_searches)) {
        if (!search->isSilent())
            continue;
        noteOutOfMemory(OutOfMemory::MachineForSearch, search->job, search->report, {});
        search->end(search);
    }
    m_loads.poll();
    emit progressChanged();
}

void TraceSession::workChanged()
{
    const bool busy = isBusy();
    if (busy)
        m_progressTimer.start();
    else
        m_progressTimer.stop();
    emit progressChanged();
    if (busy == m_toldBusy)
        return;
    m_toldBusy = busy;
    emit busyChanged();
    if (!busy)
        emit idle();
}

} // namespace rs

#include "moc_tracesession.cpp"
