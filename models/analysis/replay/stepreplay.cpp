// SPDX-License-Identifier: Apache-2.0
#include "analysis/replay/stepreplay.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace rs {

namespace {

constexpr qint64 longBefore = std::numeric_limits<qint64>::min();
constexpr qint64 afterAll = std::numeric_limits<qint64>::max();
// A rank that ends this long before the last one came did not wait for it; see the wait attribution.
constexpr qint64 leftEarlyNs = 20'000;
// A task that begins this soon after another one was waiting for it.
constexpr qint64 soonNs = 20'000;
// A longer delay is not explained by what was over last before it.
constexpr qint64 explainedNs = 50'000;
// Stamps of one device may be off by as much.
constexpr qint64 stampNs = 1000;
// Tasks of other streams that may be under way when one begins.
constexpr quint32 mostStreams = 8;

qint64 relievedOf(const std::vector<const Relief *> &reliefs, qint64 from, qint64 to)
{
    double sum = 0;
    for (const Relief *r : reliefs) {
        if (from < to && !r->where.set().empty() && r->where.set().front().from < to && r->where.set().back().to > from)
            sum += r->part * static_cast<double>(r->where.inside({from, to}));
    }
    return saturatedRound(sum);
}

/// By how much a host is ahead of what it did, over its own time.
class HostLead
{
public:
    void add(const Relief &relief) { m_reliefs.push_back(&relief); }
    [[nodiscard]] qint64 at(qint64 t) const
    {
        if (m_set.empty() && m_reliefs.empty())
            return 0;
        const auto next = std::ranges::upper_bound(m_set, t, {}, [](const auto &e) { return e.first; });
        const auto [from, lead] = next == m_set.begin() ? std::pair(longBefore, qint64(0)) : *std::prev(next);
        return saturatedSum(lead, relieved(from, t));
    }
    /// Not before the moment that was set last.
    void set(qint64 t, qint64 lead)
    {
        if (!m_set.empty() && m_set.back().first >= t)
            m_set.back().second = lead;
        else
            m_set.emplace_back(t, lead);
    }
    /// From `t` on, or the moment that was set last.
    void gain(qint64 t, qint64 ns)
    {
        const qint64 from = m_set.empty() ? t : std::max(t, m_set.back().first);
        set(from, saturatedSum(at(from), ns));
    }
    [[nodiscard]] qint64 relieved(qint64 from, qint64 to) const { return relievedOf(m_reliefs, from, to); }

private:
    std::vector<const Relief *> m_reliefs;
    std::vector<std::pair<qint64, qint64>> m_set; // by time
};

/// Cause of a wait before a task began.
enum class Cause : quint8 { Task, Launch, Operator, Call };

/// Conditions that must end before a task may begin at `at`: when it was over, and when it would be.
class Conditions
{
public:
    Conditions(qint64 at, const std::array<qint64, 4> &usual) : m_at(at), m_usual(usual) {}
    void add(Cause cause, qint64 wasNs, qint64 nowNs)
    {
        if (wasNs > m_at) {
            nowNs = saturatedDifference(nowNs, wasNs - m_at);
            wasNs = m_at;
        }
        if (wasNs > m_was) {
            m_was = wasNs;
            m_cause = cause;
            m_lastNow = nowNs;
        }
        m_now = std::max(m_now, nowNs);
        const qint64 delay = std::min(m_usual[static_cast<size_t>(cause)], m_at - wasNs);
        m_nowAndUsual = std::max(m_nowAndUsual, saturatedSum(nowNs, delay));
    }
    [[nodiscard]] qint64 was() const { return m_was; }
    [[nodiscard]] qint64 now() const { return m_now; }
    [[nodiscard]] Cause cause() const { return m_cause; }
    /// Begin, `delay` behind what was over last. A short delay is that of its cause, a long one of something unknown.
    [[nodiscard]] qint64 begin(qint64 delay) const
    {
        return delay > explainedNs ? saturatedSum(m_now, delay)
                                   : std::max(saturatedSum(m_lastNow, delay), m_nowAndUsual);
    }

private:
    qint64 m_at;
    const std::array<qint64, 4> &m_usual;
    qint64 m_was = longBefore;
    qint64 m_now = longBefore;
    qint64 m_lastNow = longBefore; // of what was over last
    qint64 m_nowAndUsual = longBefore;
    Cause m_cause = Cause::Task;
};

/// Short delays behind what something waited for, by cause.
struct DelaySums
{
    std::array<double, 4> sum{};
    std::array<double, 4> count{};
    void add(Cause cause, qint64 ns)
    {
        sum[static_cast<size_t>(cause)] += static_cast<double>(ns);
        ++count[static_cast<size_t>(cause)];
    }
    [[nodiscard]] std::array<qint64, 4> means() const
    {
        std::array<qint64, 4> out{};
        for (size_t c = 0; c < out.size(); ++c)
            out[c] = count[c] > 0 ? saturatedRound(sum[c] / count[c]) : 0;
        return out;
    }
};

// By collective: the slowest link's excess.
std::vector<qint64> slowestLinks(const StepReplay::Changes &changes, size_t collectives)
{
    std::vector<qint64> out;
    for (const ReplayChange *change : changes) {
        for (const auto &[collective, ns] : change->transfers) {
            if (collective >= collectives)
                continue;
            out.resize(collectives, 0);
            out[collective] = ns < 0 ? ns : std::max(out[collective], ns);
        }
    }
    return out;
}

} // namespace

/// The run, once more.
class StepReplay::Playback
{
public:
    Playback(const StepReplay &replay, const Changes &made, const Changes &left);
    /// Counts the short delays of the run as it was.
    void count(DelaySums &delays) { m_counts = &delays; }
    /// Lets short delays be as long as they usually are.
    void evenOut() { m_even = true; }
    /// False when cancelled.
    bool play(const JobContext &job);
    struct StepEnd
    {
        qint64 was = longBefore;
        qint64 now = longBefore;
    };
    /// On the common clock.
    [[nodiscard]] std::vector<StepEnd> stepEnds();

private:
    struct Rank
    {
        size_t task = 0; // the next one
        size_t wait = 0;
        size_t hostWait = 0;
        HostLead host;
        std::vector<const Relief *> reliefs;
        qint64 creditedTo = longBefore; // reliefs until then are gained by the host
        std::vector<qint64> ends;       // of tasks, as they would be
    };

    void meet(quint32 collective);
    [[nodiscard]] qint64 arrivalLead(quint32 end);
    void advance(size_t r, qint64 to);
    void playTask(size_t r, quint32 task);
    void playHostWait(size_t r, Interval call);
    [[nodiscard]] qint64 begin(const Rank &rank, const Conditions &conditions, qint64 at) const;
    void addTask(size_t r, quint32 before, Conditions &conditions, qint64 at) const;
    /// `free`: it would not have been waited for.
    void addEnd(quint32 end, Conditions &conditions, bool free = false) const;
    void addLaunch(size_t r, qint64 launchNs, qint64 from, Conditions &conditions);
    [[nodiscard]] qint64 startOf(size_t r, quint32 task) const;

    const StepReplay &m_replay;
    const MatchedCollectives &m_meetings;
    std::vector<Rank> m_ranks;
    std::vector<qint64> m_faster;
    std::vector<qint64> m_stillSlow;
    std::map<quint32, qint64> m_merged;
    std::vector<qint64> m_leads; // by end: how much earlier it is over
    DelaySums *m_counts = nullptr;
    bool m_even = false;
    bool m_overlapped = false;
    std::vector<bool> m_ofTransfer; // by end, when overlapped
};

StepReplay::Playback::Playback(const StepReplay &replay, const Changes &made, const Changes &left)
    : m_replay(replay), m_meetings(replay.m_meetings), m_ranks(replay.m_ranks.size()),
      m_faster(slowestLinks(made, m_meetings.all.size())), m_stillSlow(slowestLinks(left, m_meetings.all.size())),
      m_leads(m_meetings.ends.size(), 0)
{
    for (const ReplayChange *change : made) {
        m_overlapped = m_overlapped || change->overlapped;
        m_merged.insert(change->merged.begin(), change->merged.end());
        if (change->rankIndex < 0 || static_cast<size_t>(change->rankIndex) >= m_ranks.size())
            continue;
        Rank &rank = m_ranks[static_cast<size_t>(change->rankIndex)];
        for (const Relief &relief : change->reliefs) {
            if (relief.onHost)
                rank.host.add(relief);
            else
                rank.reliefs.push_back(&relief);
        }
    }
    for (size_t r = 0; r < m_ranks.size(); ++r)
        m_ranks[r].ends.assign(replay.tasksOf(r).size(), 0);
    if (!m_overlapped)
        return;
    m_ofTransfer.resize(m_meetings.ends.size());
    for (const MatchedCollective &m : m_meetings.all) {
        for (quint32 e = m.first; e < m.last; ++e)
            m_ofTransfer[e] = m.isTransfer();
    }
}

bool StepReplay::Playback::play(const JobContext &job)
{
    JobPoll poll(job);
    for (quint32 i = 0; i < m_meetings.all.size(); ++i) {
        if (poll.isCanceled())
            return false;
        meet(i);
    }
    for (size_t r = 0; r < m_ranks.size() && !job.isCanceled(); ++r)
        advance(r, afterAll);
    return !job.isCanceled();
}

// All wait for the one that comes last then.
void StepReplay::Playback::meet(quint32 collective)
{
    const MatchedCollective &m = m_meetings.all[collective];
    qint64 last = longBefore;
    qint64 newLast = longBefore;
    for (quint32 e = m.first; e < m.last; ++e) {
        m_leads[e] = arrivalLead(e);
        last = std::max(last, m_meetings.ends[e].arrivalNs);
        newLast = std::max(newLast, saturatedDifference(m_meetings.ends[e].arrivalNs, m_leads[e]));
    }
    qint64 earlier = saturatedDifference(last, newLast);
    if (!m_faster.empty())
        earlier =
            saturatedSum(earlier, std::max(std::min<qint64>(0, m_faster[collective]),
                                           m_faster[collective] - (m_stillSlow.empty() ? 0 : m_stillSlow[collective])));
    if (const auto merged = m_merged.find(collective); merged != m_merged.end())
        earlier = saturatedSum(earlier, merged->second);
    for (quint32 e = m.first; e < m.last; ++e) {
        if (m_meetings.ends[e].leftNs >= saturatedDifference(last, leftEarlyNs))
            m_leads[e] = earlier;
    }
}

qint64 StepReplay::Playback::arrivalLead(quint32 e)
{
    const CollectiveEnd &end = m_meetings.ends[e];
    const auto r = static_cast<size_t>(end.rankIndex);
    advance(r, end.startNs);
    const Begin &b = m_replay.m_begins[e];
    Conditions conditions(end.startNs, m_replay.m_usual);
    if (b.task != none)
        addTask(r, b.task, conditions, end.startNs);
    if (b.queued != none)
        addEnd(b.queued, conditions);
    if (b.other != none)
        addEnd(b.other, conditions);
    if (b.launchNs != ReplayTask::unknown)
        addLaunch(r, b.launchNs, conditions.was(), conditions);
    return saturatedDifference(end.startNs, begin(m_ranks[r], conditions, end.startNs));
}

void StepReplay::Playback::advance(size_t r, qint64 to)
{
    Rank &rank = m_ranks[r];
    const std::vector<ReplayTask> &tasks = m_replay.tasksOf(r);
    const ReplayRank &known = m_replay.m_ranks[r];
    for (;;) {
        const qint64 next = rank.task < tasks.size() ? std::min(tasks[rank.task].startNs, to) : to;
        while (rank.hostWait < known.hostWaits.size() &&
               saturatedSum(known.hostWaits[rank.hostWait].to, known.offsetNs) <= next)
            playHostWait(r, known.hostWaits[rank.hostWait++]);
        if (next == to)
            return;
        playTask(r, static_cast<quint32>(rank.task++));
    }
}

void StepReplay::Playback::playTask(size_t r, quint32 task)
{
    Rank &rank = m_ranks[r];
    const ReplayTask &t = m_replay.tasksOf(r)[task];
    Conditions conditions(t.startNs, m_replay.m_usual);
    if (task > 0)
        addTask(r, task - 1, conditions, t.startNs);
    const qint64 free = conditions.was();
    const std::vector<TaskWait> &waits = m_replay.m_waits[r];
    for (; rank.wait < waits.size() && waits[rank.wait].task <= task; ++rank.wait)
        addEnd(waits[rank.wait].end, conditions, m_overlapped && !m_ofTransfer[waits[rank.wait].end]);
    if (t.launchNs != ReplayTask::unknown)
        addLaunch(r, t.launchNs, free, conditions);
    const qint64 length = saturatedDifference(t.endNs, t.startNs);
    const qint64 shorter = rank.reliefs.empty() ? 0 : relievedOf(rank.reliefs, t.startNs, t.endNs);
    rank.ends[task] = saturatedSum(begin(rank, conditions, t.startNs), std::max<qint64>(0, length - shorter));
}

// The host goes on when all is done that it waited for.
void StepReplay::Playback::playHostWait(size_t r, Interval call)
{
    Rank &rank = m_ranks[r];
    const qint64 offset = m_replay.m_ranks[r].offsetNs;
    const qint64 returned = saturatedSum(call.to, offset);
    const qint64 called = saturatedSum(call.from, offset);
    Conditions conditions(returned, m_replay.m_usual);
    conditions.add(Cause::Call, called, saturatedDifference(called, rank.host.at(call.from)));
    if (rank.task > 0 && m_replay.tasksOf(r)[rank.task - 1].endNs <= returned)
        addTask(r, static_cast<quint32>(rank.task) - 1, conditions, returned);
    if (const quint32 end = m_replay.lastEndUntil(r, returned); end != none)
        addEnd(end, conditions);
    rank.host.set(call.to, saturatedDifference(returned, conditions.begin(returned - conditions.was())));
}

// A task begins as long after its conditions as it did.
qint64 StepReplay::Playback::begin(const Rank &rank, const Conditions &conditions, qint64 at) const
{
    if (conditions.now() == longBefore)
        return saturatedDifference(at, relievedOf(rank.reliefs, longBefore, at));
    qint64 delay = at - conditions.was();
    if (m_counts && delay <= explainedNs)
        m_counts->add(conditions.cause(), delay);
    if (m_even && delay <= explainedNs)
        delay = m_replay.m_usual[static_cast<size_t>(conditions.cause())];
    if (!rank.reliefs.empty())
        delay = std::max<qint64>(0, delay - relievedOf(rank.reliefs, conditions.was(), at));
    return conditions.begin(delay);
}

qint64 StepReplay::Playback::startOf(size_t r, quint32 task) const
{
    const ReplayTask &t = m_replay.tasksOf(r)[task];
    return saturatedDifference(m_ranks[r].ends[task],
                               std::max<qint64>(0, saturatedDifference(t.endNs, t.startNs) -
                                                       relievedOf(m_ranks[r].reliefs, t.startNs, t.endNs)));
}

// The last task until `before` that was done by then; where all of them are under way, the one that began last.
void StepReplay::Playback::addTask(size_t r, quint32 before, Conditions &conditions, qint64 at) const
{
    const std::vector<ReplayTask> &tasks = m_replay.tasksOf(r);
    for (quint32 back = 0; back < mostStreams && back <= before; ++back) {
        const quint32 k = before - back;
        if (tasks[k].endNs <= at) {
            conditions.add(Cause::Task, tasks[k].endNs, m_ranks[r].ends[k]);
            return;
        }
    }
    const qint64 done = saturatedDifference(at, tasks[before].startNs);
    const qint64 shorter = relievedOf(m_ranks[r].reliefs, tasks[before].startNs, at);
    conditions.add(Cause::Task, at, saturatedSum(startOf(r, before), done - shorter));
}

void StepReplay::Playback::addEnd(quint32 e, Conditions &conditions, bool free) const
{
    const qint64 was = m_meetings.ends[e].endNs;
    conditions.add(Cause::Operator, was, free ? longBefore : saturatedDifference(was, m_leads[e]));
}

// A device that idled less, from `from` on until it was launched, was launched by as much earlier.
void StepReplay::Playback::addLaunch(size_t r, qint64 launchNs, qint64 from, Conditions &conditions)
{
    Rank &rank = m_ranks[r];
    const qint64 was = saturatedSum(launchNs, m_replay.m_ranks[r].offsetNs);
    if (!rank.reliefs.empty()) {
        if (const qint64 ns = relievedOf(rank.reliefs, std::max(from, rank.creditedTo), was); ns > 0)
            rank.host.gain(launchNs, ns);
        rank.creditedTo = std::max(rank.creditedTo, was);
    }
    conditions.add(Cause::Launch, was, saturatedDifference(was, rank.host.at(launchNs)));
}

std::vector<StepReplay::Playback::StepEnd> StepReplay::Playback::stepEnds()
{
    std::vector<StepEnd> out;
    for (size_t r = 0; r < m_ranks.size(); ++r) {
        if (!m_meetings.isAligned(static_cast<int>(r)))
            continue;
        const ReplayRank &known = m_replay.m_ranks[r];
        const std::vector<ReplayTask> &tasks = m_replay.tasksOf(r);
        out.resize(std::max(out.size(), known.stepEnds.size()));
        for (size_t s = 0; s < known.stepEnds.size(); ++s) {
            if (!known.stepEnds[s])
                continue;
            const qint64 t = *known.stepEnds[s];
            Conditions conditions(t, m_replay.m_usual);
            const auto next = std::ranges::lower_bound(tasks, t, {}, &ReplayTask::startNs);
            if (next != tasks.begin())
                addTask(r, static_cast<quint32>(next - tasks.begin()) - 1, conditions, t);
            if (const quint32 end = m_replay.lastEndUntil(r, t); end != none)
                addEnd(end, conditions);
            const qint64 onHost = conditions.was() != longBefore
                                      ? m_ranks[r].host.relieved(conditions.was() - known.offsetNs, t - known.offsetNs)
                                      : 0;
            const qint64 lead = saturatedDifference(t, begin(m_ranks[r], conditions, t) - onHost);
            const qint64 aligned = m_meetings.clocks[r].aligned(t);
            out[s].was = std::max(out[s].was, aligned);
            out[s].now = std::max(out[s].now, saturatedDifference(aligned, lead));
        }
    }
    return out;
}

StepReplay::StepReplay(const MatchedCollectives &collectives, const std::vector<ReplayRank> &ranks)
    : m_meetings(collectives), m_ranks(ranks), m_pieces(ranks.size()), m_endsOf(ranks.size()), m_waits(ranks.size())
{
    for (size_t r = 0; r < ranks.size(); ++r) {
        for (const Interval &i : ranks[r].tasks.empty() ? ranks[r].compute : IntervalSet())
            m_pieces[r].push_back({i.from, i.to});
    }
    findEnds();
    findBegins();
    for (size_t r = 0; r < ranks.size(); ++r)
        findWaits(r);
    DelaySums delays;
    Playback asItWas(*this, {}, {});
    asItWas.count(delays);
    if (asItWas.play(JobContext()))
        m_usual = delays.means();
}

const std::vector<ReplayTask> &StepReplay::tasksOf(size_t rank) const
{
    return m_ranks[rank].tasks.empty() ? m_pieces[rank] : m_ranks[rank].tasks;
}

void StepReplay::findEnds()
{
    for (quint32 e = 0; e < m_meetings.ends.size(); ++e)
        m_endsOf[static_cast<size_t>(m_meetings.ends[e].rankIndex)].push_back(e);
    for (std::vector<quint32> &ends : m_endsOf)
        std::ranges::sort(ends, {}, [this](quint32 e) { return m_meetings.ends[e].endNs; });
}

quint32 StepReplay::lastEndUntil(size_t rank, qint64 ns) const
{
    const std::vector<quint32> &ends = m_endsOf[rank];
    const auto next = std::ranges::upper_bound(ends, ns, {}, [this](quint32 e) { return m_meetings.ends[e].endNs; });
    return next == ends.begin() ? none : *std::prev(next);
}

// The last task that was launched before an operator and done when it began. Without launches the last one that had
// begun.
quint32 StepReplay::taskBefore(const CollectiveEnd &end, qint64 launchNs) const
{
    const std::vector<ReplayTask> &tasks = tasksOf(static_cast<size_t>(end.rankIndex));
    auto next = std::ranges::lower_bound(tasks, end.startNs, {}, &ReplayTask::startNs);
    if (launchNs != ReplayTask::unknown) {
        while (next != tasks.begin() && (std::prev(next)->launchNs >= launchNs || std::prev(next)->endNs > end.startNs))
            --next;
    }
    return next == tasks.begin() ? none : static_cast<quint32>(next - tasks.begin()) - 1;
}

void StepReplay::findBegins()
{
    m_begins.resize(m_meetings.ends.size());
    std::map<std::pair<QString, int>, quint32> latest; // by domain and rank
    for (const MatchedCollective &m : m_meetings.all) {
        for (quint32 e = m.first; e < m.last; ++e) {
            const CollectiveEnd &end = m_meetings.ends[e];
            const auto r = static_cast<size_t>(end.rankIndex);
            const auto gapBehind = [&](quint32 other) {
                return saturatedDifference(end.startNs, m_meetings.ends[other].endNs);
            };
            Begin &b = m_begins[e];
            const auto [at, isFirst] = latest.try_emplace({m.domain, end.rankIndex}, e);
            if (!isFirst && gapBehind(at->second) >= 0)
                b.queued = at->second;
            at->second = e;
            const auto &launches = m_ranks[r].launches;
            const auto launch =
                std::ranges::lower_bound(launches, end.slice, {}, [](const auto &l) { return l.first; });
            if (launch != launches.end() && launch->first == end.slice)
                b.launchNs = launch->second;
            const bool launched = b.launchNs != ReplayTask::unknown;
            // Who begins when the stream is free does not show since when it was ready.
            if (launched || b.queued == none || gapBehind(b.queued) > soonNs)
                b.task = taskBefore(end, b.launchNs);
            const quint32 other = lastEndUntil(r, end.startNs);
            const bool follows =
                other != none && (b.task == none || m_meetings.ends[other].endNs > tasksOf(r)[b.task].endNs);
            if (follows && other != b.queued && (!launched || gapBehind(other) <= soonNs))
                b.other = other;
        }
    }
}

// The first task behind an operator waits for it, unless others run meanwhile. Where streams show when they wait, one
// of their waits must end with the operator.
void StepReplay::findWaits(size_t rank)
{
    const std::vector<ReplayTask> &tasks = tasksOf(rank);
    const std::vector<qint64> &shown = m_ranks[rank].eventWaitEnds;
    std::vector<TaskWait> confirmed;
    for (const quint32 e : m_endsOf[rank]) {
        const qint64 end = m_meetings.ends[e].endNs;
        const auto next = std::ranges::lower_bound(tasks, end - stampNs, {}, &ReplayTask::startNs);
        if (next == tasks.end() || (next != tasks.begin() && std::prev(next)->endNs > end + stampNs))
            continue;
        const TaskWait wait{static_cast<quint32>(next - tasks.begin()), e};
        m_waits[rank].push_back(wait);
        const auto seen = std::ranges::lower_bound(shown, end - stampNs);
        if (seen != shown.end() && *seen <= end + soonNs)
            confirmed.push_back(wait);
    }
    if (2 * confirmed.size() >= m_waits[rank].size())
        m_waits[rank] = std::move(confirmed);
}

std::vector<qint64> StepReplay::gains(const Changes &made, const Changes &left, const JobContext &job) const
{
    Playback playback(*this, made, left);
    if (!playback.play(job))
        return {};
    const bool mayLose = std::ranges::any_of(made, [](const ReplayChange *c) { return !c->merged.empty(); });
    std::vector<qint64> out;
    qint64 before = 0;
    for (const auto &end : playback.stepEnds()) {
        if (end.was == longBefore) {
            out.push_back(0);
            continue;
        }
        const qint64 sum = std::max<qint64>(mayLose ? longBefore : 0, saturatedDifference(end.was, end.now));
        out.push_back(saturatedDifference(sum, before));
        before = sum;
    }
    return out;
}

std::optional<double> StepReplay::error(const JobContext &job) const
{
    Playback playback(*this, {}, {});
    playback.evenOut();
    if (!playback.play(job))
        return std::nullopt;
    const auto ends = playback.stepEnds();
    const qint64 length = lengthNs();
    if (length <= 0)
        return std::nullopt;
    return std::abs(static_cast<double>(ends.back().was - ends.back().now)) / static_cast<double>(length);
}

qint64 StepReplay::lengthNs() const
{
    qint64 first = afterAll;
    qint64 last = longBefore;
    for (size_t r = 0; r < m_ranks.size(); ++r) {
        if (!m_meetings.isAligned(static_cast<int>(r)) || tasksOf(r).empty())
            continue;
        const qint64 begin = tasksOf(r).front().startNs;
        first = std::min(first, m_meetings.clocks[r].aligned(std::min(begin, m_ranks[r].beginNs.value_or(begin))));
        for (const auto &end : m_ranks[r].stepEnds)
            last = std::max(last, end ? m_meetings.clocks[r].aligned(*end) : longBefore);
    }
    return last > first ? last - first : 0;
}

std::vector<qint64> StepReplay::stepLengths() const
{
    std::vector<qint64> ends;
    for (size_t r = 0; r < m_ranks.size(); ++r) {
        if (!m_meetings.isAligned(static_cast<int>(r)))
            continue;
        ends.resize(std::max(ends.size(), m_ranks[r].stepEnds.size()), longBefore);
        for (size_t s = 0; s < m_ranks[r].stepEnds.size(); ++s) {
            if (const std::optional<qint64> &end = m_ranks[r].stepEnds[s])
                ends[s] = std::max(ends[s], m_meetings.clocks[r].aligned(*end));
        }
    }
    qint64 begin = ends.empty() ? 0 : saturatedDifference(*std::ranges::max_element(ends), lengthNs());
    std::vector<qint64> out;
    for (const qint64 end : ends) {
        out.push_back(std::max<qint64>(0, saturatedDifference(end, begin)));
        begin = std::max(begin, end);
    }
    return out;
}

} // namespace rs
