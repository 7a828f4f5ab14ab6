// SPDX-License-Identifier: Apache-2.0
#include "app/session/tracesession.h"

#include "app/session/backgroundwork.h"
#include "app/session/runfollower.h"
#include "app/session/sessionstate.h"
#include "core/job/outofmemory.h"
#include "core/run/remotepath.h"
#include "importers/files/osfile.h"

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>
#include <utility>

namespace rs {

namespace {

constexpr int progressMs = 100;

template <typename Has>
bool usesAny(const RankInfo &info, const Has &has)
{
    return std::any_of(info.files.begin(), info.files.end(), [&has](const FileEntry &f) { return f.used && has(f); });
}

/// The same files as before, of the same sizes, none of which changed.
bool isUnchanged(const RankInfo &now, const RankInfo &before, const std::set<QString> &changed)
{
    const auto of = [](const RankInfo &info) {
        std::map<QString, qint64> out;
        for (const FileEntry &f : info.files) {
            if (f.used)
                out[f.path] = f.bytes;
        }
        return out;
    };
    return now.path == before.path && of(now) == of(before) &&
           !usesAny(now, [&changed](const FileEntry &f) { return changed.contains(f.path); });
}

/// Puts ranks whose files are still written back to what they were, or out of the run, and tells where each rank stood
/// before; -1: it has to be read.
std::vector<int> settle(Run &found, const Run &before, const FileNews &news)
{
    std::vector<int> out;
    const auto isSamePart = [](const RankInfo &a, const RankInfo &b) {
        return a.part.has_value() == b.part.has_value() && (!a.part || a.part->isSame(*b.part));
    };
    std::erase_if(found.infos, [&](RankInfo &info) {
        const auto old = std::find_if(before.infos.begin(), before.infos.end(), [&](const RankInfo &b) {
            return isSamePart(info, b) && (info.rank >= 0 ? b.rank == info.rank : b.path == info.path);
        });
        const bool isOld = old != before.infos.end();
        const int at = static_cast<int>(old - before.infos.begin());
        if (usesAny(info, [&news](const FileEntry &f) { return news.unfinished.contains(f.path); })) {
            if (isOld) {
                info = *old;
                out.push_back(at);
            }
            return !isOld;
        }
        out.push_back(isOld && isUnchanged(info, *old, news.changed) ? at : -1);
        return false;
    });
    found.ranks.resize(found.infos.size());
    return out;
}

QStringList absolutePaths(const QStringList &paths)
{
    QStringList out;
    for (const QString &path : paths) {
        QString clean = RemotePath::isOne(path) ? path : osAbsolutePath(path);
        while (clean.endsWith(u'/') && RemotePath::parse(clean.chopped(1)))
            clean.chop(1);
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
    FileNews news; ///< of what grows
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
    m_follower = std::make_unique<RunFollower>(*this);
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
    m_follower.reset();
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

void TraceSession::grow(const QStringList &paths, const FileNews &news)
{
    search(paths, Mode::Growing, news);
}

std::map<QString, qint64> TraceSession::filesOf(const QStringList &paths) const
{
    std::map<QString, qint64> out;
    const auto add = [&out](const std::vector<FileEntry> &files) {
        for (const FileEntry &f : files) {
            if (f.used)
                out[f.path] = f.bytes;
        }
    };
    for (const int index : m_open.all()) {
        const auto run = m_runs.run(index);
        if (!run || m_open.pathsOf(index) != paths)
            continue;
        for (const RankInfo &info : run->infos)
            add(info.files);
        add(run->cluster.files);
    }
    return out;
}

void TraceSession::search(const QStringList &paths, Mode mode, const FileNews &news)
{
    if (paths.isEmpty())
        return;
    const auto next = std::make_shared<Search>();
    next->paths = paths;
    next->mode = mode;
    next->news = news;
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
    if (search->mode == Mode::Growing) {
        foundGrown(*search, std::move(runs));
        std::erase(m_searches, search);
        workChanged();
        return;
    }
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

void TraceSession::foundGrown(const Search &search, std::vector<Run> runs)
{
    const std::set<QString> &changed = search.news.changed;
    const OpenRuns::Places places = m_open.places();
    const QJsonObject view = stateToJson(m_state, m_runs);
    const Selection selected = m_state.selection();
    RankRef selectedNow;
    bool grew = false;
    for (Run &run : runs) {
        const int old = m_open.olderSelf(run);
        const Run was = m_runs.skeleton(old);
        std::vector<int> before = settle(run, was, search.news);
        const bool clusterChanged = std::any_of(run.cluster.files.begin(), run.cluster.files.end(),
                                                [&changed](const FileEntry &f) { return changed.contains(f.path); });
        const bool sameRanks =
            before.size() == was.infos.size() && std::find(before.begin(), before.end(), -1) == before.end();
        const bool isNothing = run.infos.empty() && run.cluster.files.empty();
        if (isNothing || (old >= 0 && sameRanks && !clusterChanged))
            continue;
        if (!std::exchange(grew, true))
            emit aboutToReplace();
        if (old < 0) {
            const int index = m_open.add(std::move(run), search.paths, runs.size() == 1);
            m_loads.start(index, OpenRuns::loadOrder(*m_runs.run(index), places));
            continue;
        }
        run.enteredStrategy = was.enteredStrategy;
        if (!clusterChanged)
            run.cluster = was.cluster;
        else if (sameRanks && !before.empty())
            before.front() = -1; // files of the run are read with a rank
        m_loads.cancel(old);
        m_memory.forgetRun(old);
        OpenRuns::Exchanged exchanged = m_open.exchange(old, std::move(run), before);
        if (!exchanged.load.empty())
            m_loads.start(exchanged.run, std::move(exchanged.load));
        if (const auto at = std::find(before.begin(), before.end(), selected.rank.index);
            selected.rank.run == old && selected.rank.isValid() && at != before.end())
            selectedNow = {exchanged.run, static_cast<int>(at - before.begin())};
    }
    if (!grew)
        return;
    m_open.choose(places);
    (void)stateFromJson(view, m_state, m_runs);
    // The trace of that rank is still the same.
    if (selectedNow.isValid()) {
        Selection again = selected;
        again.rank = selectedNow;
        m_state.keepSelection(again);
    }
    emit replaced();
    emit grown();
}

double TraceSession::progress() const
{
    // A search on another host reads there what is read here afterwards.
    return m_loads.isBusy() || m_searches.empty() ? m_loads.progress() : m_searches.front()->job.progress();
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
            // A capture of several devices is several ranks.
            const auto added = static_cast<int>(next->infos.size() - m_runs.run(ref.run)->infos.size());
            std::vector<int> stood(next->infos.size());
            std::iota(stood.begin(), stood.end(), 0);
            for (int &at : stood)
                at = at < ref.index ? at : at <= ref.index + added ? -1 : at - added;
            OpenRuns::Exchanged exchanged = m_open.exchange(ref.run, std::move(*next), stood);
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
