// SPDX-License-Identifier: Apache-2.0
#include "app/session/rankloads.h"

#include "app/session/backgroundwork.h"
#include "app/session/deferredrelease.h"
#include "app/session/rankmemory.h"
#include "importers/run/remoteruns.h"
#include "core/job/outofmemory.h"
#include "core/run/tracecodec.h"
#include "core/text/findingcodes.h"
#include "items/findingtexts.h"

#include <QElapsedTimer>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <new>
#include <utility>

namespace rs {

struct RankLoads::Load : BackgroundWork
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

RankLoads::RankLoads(RunStore &runs, ViewState &state, RankMemory &memory, DeferredRelease &release, Read read,
                     QObject *parent)
    : QObject(parent), m_runs(runs), m_state(state), m_memory(memory), m_release(release), m_read(std::move(read)),
      m_updates([this](const RankUpdates::Source &load, const std::vector<RankUpdate> &ranks) { arrived(load, ranks); })
{
}

RankLoads::~RankLoads()
{
    for (const auto &load : m_loads)
        load->job.cancel();
    m_pool.waitForDone();
}

void RankLoads::noteOwnThread(ImportReport &report) const
{
    if (QThread::currentThread() == thread())
        report.add({Severity::Notice,
                    {},
                    {},
                    findingcodes::memoryThreads,
                    RS_MESSAGE("The system provides no more threads: the window itself read the run and did not "
                               "respond meanwhile. No data is missing."),
                    {}});
}

// Events of a load while it works, from the threads of the pool.
LoadEvents RankLoads::eventsOf(const std::shared_ptr<Load> &load)
{
    LoadEvents events;
    events.onStart = [this, load](int i) { m_updates.begun(load, i); };
    events.onPart = [this, load](int i, std::shared_ptr<const RankData> part) {
        m_updates.part(load, i, std::move(part));
    };
    events.onLanes = [this, load](int i, std::shared_ptr<const Trace> trace) {
        m_updates.lanes(load, i, std::move(trace));
    };
    events.onRank = [this, load](int i, std::shared_ptr<const RankData> data) {
        // Both walk through all records of a rank, which is not for the GUI thread.
        const qint64 bytes = data ? data->bytesUsed() : 0;
        if (data && data->overBudget)
            data = data->withoutTrace();
        m_updates.ended(load, i, std::move(data), bytes);
    };
    events.progress = load->progress;
    return events;
}

void RankLoads::start(int run, std::vector<int> only)
{
    begin(run, std::move(only), 0);
}

void RankLoads::begin(int run, std::vector<int> only, int attempt)
{
    const auto load = std::make_shared<Load>();
    load->run = run;
    load->only = std::move(only);
    load->attempt = attempt;
    load->job = JobContext(m_memory.budget());
    load->clock.start();
    m_loads.push_back(load);
    // Every view follows each delivery: thousands of small ranks come in portions that one still sees grow.
    constexpr int ranksAMs = 8;
    constexpr int longestPauseMs = 400;
    m_updates.setPause(
        std::clamp(static_cast<int>(load->only.size()) / ranksAMs, Throttle::usualPauseMs, longestPauseMs));
    for (const int i : load->only)
        m_runs.setState({run, i}, RankState::Waiting);
    if (m_runs.run(run)->infos.empty())
        m_runs.setReading(run, true);
    const auto skeleton = std::make_shared<const Run>(m_runs.skeleton(run));
    // Facts of thousands of ranks are not copied here: a load that fails leaves those of the run.
    load->result.cluster = skeleton->cluster;
    load->result.report = skeleton->report;
    m_pool.start([this, load, skeleton] {
        try {
            if (!load->job.isCanceled())
                load->result = m_read(*skeleton, load->only, m_pool, load->job, eventsOf(load));
            noteOwnThread(load->result.report);
            // The ranks went over one by one; holding them here would keep an unloaded rank alive.
            load->result.ranks.clear();
        } catch (const std::bad_alloc &) {
            load->result.ranks.clear();
            load->outOfMemory = true;
            noteOutOfMemory(OutOfMemory::MachineForSearch, load->job, load->result.report, skeleton->path);
        }
        load->endWith(this, [this, load] { ended(load); });
    });
    emit changed();
}

void RankLoads::arrived(const RankUpdates::Source &source, const std::vector<RankUpdate> &ranks)
{
    const auto at = std::find_if(m_loads.begin(), m_loads.end(), [&](const auto &l) { return l == source; });
    if (at == m_loads.end())
        return;
    const std::shared_ptr<Load> load = *at;
    std::vector<RankNews> news;
    std::vector<int> unfit;
    for (const RankUpdate &a : ranks) {
        const RankRef ref{load->run, a.index};
        if (a.begun && !a.ended && m_runs.state(ref) == RankState::Waiting)
            m_runs.setState(ref, RankState::Loading);
        if (a.ended && !a.data)
            giveUp(ref, RankState::Failed);
        if (!a.data)
            continue;
        const bool fits = !a.data->overBudget;
        if (!fits)
            unfit.push_back(a.index);
        if (a.ended && fits)
            m_memory.noteLoaded(ref, a.bytes);
        m_release.takeReplaced(m_runs.rank(ref));
        if (a.ended)
            m_release.takeReplaced(m_runs.lanes(ref));
        news.push_back({a.index, a.data, a.ended && fits});
    }
    m_runs.publish(load->run, news);
    for (const RankUpdate &a : ranks) {
        if (a.lanes)
            m_runs.setLanes({load->run, a.index}, a.lanes);
    }
    for (const int index : unfit)
        didNotFit(load, {load->run, index});
    const auto whole = std::find_if(news.begin(), news.end(), [](const RankNews &n) { return n.whole; });
    if (whole != news.end() && !m_state.currentRank().isValid())
        m_state.setCurrentRank({load->run, whole->index});
}

// A rank that somebody looks at gets the room of others, once they are gone; the last one who holds a rank may need a
// moment.
void RankLoads::didNotFit(const std::shared_ptr<Load> &load, RankRef ref)
{
    constexpr int attempts = 5;
    constexpr int pauseMs = 100;
    if (m_memory.isShown(ref) && load->attempt < attempts) {
        m_memory.makeMoreRoomFor(ref);
        giveUp(ref, RankState::Waiting);
        m_waiting.insert(ref);
        QTimer::singleShot(pauseMs, this, [this, ref, attempt = load->attempt + 1] {
            if (m_runs.state(ref) == RankState::Waiting)
                begin(ref.run, {ref.index}, attempt);
            m_waiting.erase(ref);
            emit changed();
        });
        return;
    }
    load->displaced = true;
    giveUp(ref, RankState::Displaced);
}

void RankLoads::giveUp(RankRef ref, RankState state)
{
    auto lanes = m_runs.lanes(ref);
    m_runs.setState(ref, state);
    if (lanes)
        m_release.take(std::move(lanes));
}

void RankLoads::ended(const std::shared_ptr<Load> &load)
{
    m_updates.deliver(load);
    if (std::find(m_loads.begin(), m_loads.end(), load) == m_loads.end())
        return;
    for (const int i : load->only) {
        const RankState s = m_runs.state({load->run, i});
        const RankRef ref{load->run, i};
        // The summary of a rank of an index stands for it until somebody looks at it.
        const RankInfo *const info = m_runs.info(ref);
        const bool isSummary = m_runs.rank(ref) && info && packOf(*info);
        if ((s != RankState::Waiting && s != RankState::Loading) || m_waiting.contains(ref))
            continue;
        giveUp(ref, isSummary ? RankState::Displaced : RankState::Failed);
        // Who looks at it sees that it does not come.
        if (isSummary && (s == RankState::Loading || load->only.size() == 1))
            m_runs.setPart(ref, m_runs.rank(ref));
    }
    m_lastSeconds = static_cast<double>(load->clock.elapsed()) / 1000.0;
    load->result.importSeconds = m_lastSeconds;
    for (const Finding &f : load->result.report.findings()) {
        if (f.code.startsWith(RemoteRuns::Codes))
            m_state.notice(f.file + QStringLiteral(": ") + findingText(f));
    }
    m_runs.updateRun(load->run, load->result);
    std::erase(m_loads, load);
    m_release.take(load);
    if (load->displaced || load->outOfMemory) {
        m_overBudget = true;
        emit memoryBudgetReached();
    }
    emit changed();
}

void RankLoads::cancel(int run)
{
    std::erase_if(m_loads, [&](const std::shared_ptr<Load> &load) {
        if (load->run != run)
            return false;
        load->job.cancel();
        m_updates.forget(load);
        return true;
    });
}

void RankLoads::cancelAll()
{
    for (const auto &load : std::vector(m_loads))
        m_updates.deliver(load);
    for (const auto &load : m_loads) {
        load->job.cancel();
        m_updates.forget(load);
    }
    for (const auto &load : std::exchange(m_loads, {}))
        m_runs.setReading(load->run, false);
    for (const RankRef ref : m_runs.allRanks()) {
        const RankState s = m_runs.state(ref);
        if (s == RankState::Waiting || s == RankState::Loading)
            giveUp(ref, RankState::Unloaded);
    }
}

void RankLoads::poll()
{
    for (const auto &load : std::vector(m_loads)) {
        if (load->isSilent())
            ended(load);
    }
    for (const auto &load : m_loads) {
        for (const int i : load->only) {
            const RankRef ref{load->run, i};
            if (m_runs.state(ref) == RankState::Loading)
                m_runs.setState(ref, RankState::Loading, load->progress->fraction(i));
        }
    }
}

double RankLoads::progress() const
{
    if (m_loads.empty())
        return 0;
    double sum = 0;
    for (const auto &load : m_loads)
        sum += load->job.progress();
    return sum / static_cast<double>(m_loads.size());
}

} // namespace rs

#include "moc_rankloads.cpp"
