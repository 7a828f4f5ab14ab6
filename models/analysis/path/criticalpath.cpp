// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/criticalpath.h"

#include "analysis/path/devicechain.h"
#include "analysis/path/hostchain.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/text/shortlist.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// A rank that left a collective so long before another one came did not wait for it.
constexpr qint64 leftBeforeNs = 20'000;
// Python between two operators takes less.
constexpr qint64 leastUnseenWaitNs = 100'000;

/// A step of one rank: on the clock of the reference, and its end in the rank's own stamps of the device.
struct PathStep
{
    QString step;
    Interval range;
    qint64 ownEndNs = 0;
    SliceId mark = NoSlice; ///< whose end is that of the step; NoSlice: a task of the device ended last
};

/// Data of a rank that the path visits.
struct VisitedRank
{
    VisitedRank(const Trace &trace, const JobContext &job) : device(trace, job), host(trace, job) {}
    DeviceChain device;
    HostChain host;
};

class PathWalker
{
public:
    PathWalker(const Run &run, const PathQuery &query, const JobContext &job, ThreadPool *pool)
        : m_run(run), m_query(query), m_job(job), m_pool(pool)
    {
    }
    CriticalPath take();

private:
    [[nodiscard]] bool isUsable(size_t rank) const;
    [[nodiscard]] bool hasCommonClock() const;
    [[nodiscard]] std::vector<PathStep> stepsOf(int rank);
    [[nodiscard]] std::vector<std::vector<PathStep>> recordedSteps() const;
    void indexEnds();
    void findLimits();
    void walkSteps();
    void walkWindow();
    [[nodiscard]] Interval insideOfRun(Interval range) const;
    StepPath walk(const PathStep &from, Interval range, int rankIndex);

    [[nodiscard]] const Trace *traceOf(int rank) const;
    [[nodiscard]] VisitedRank &visit(int rank);
    [[nodiscard]] qint64 aligned(int rank, qint64 ownNs) const;
    [[nodiscard]] qint64 ownOf(int rank, qint64 alignedNs) const;
    [[nodiscard]] std::optional<quint32> endOf(int rank, SliceId slice) const;
    PathPart *addPart(PathKind kind, qint64 fromNs, qint64 ownFromNs, SliceId slice = NoSlice);
    void goOnDevice(int rank, qint64 ownNs, SliceId task);
    void goOnHost(SliceId call, qint64 ownNs);
    void stepOnDevice();
    void stepOnHost();
    void enterTask(SliceId task);
    [[nodiscard]] const CollectiveEnd &lastFor(quint32 end) const;
    void meet(quint32 end, SliceId task);
    void stepWithoutTrace();
    [[nodiscard]] const SyncCall *waitingSync(qint64 hostNs);
    [[nodiscard]] SliceId unseenWait(const HostStretch &stretch);

    const Run &m_run;
    const PathQuery &m_query;
    const JobContext &m_job;
    ThreadPool *const m_pool;
    CriticalPath m_out;
    std::vector<std::unique_ptr<VisitedRank>> m_visited;
    std::vector<quint32> m_collectiveOf;      ///< by end
    std::vector<std::vector<quint32>> m_ends; ///< by rank, of a rank without a trace by their end, else by slice

    // Place of the walk.
    std::vector<PathPart> m_parts; ///< backwards
    std::vector<char> m_met;       ///< by collective: it was passed
    std::vector<qint64> m_lowest;  ///< by rank, own stamps: it was followed down to there
    qint64 m_begin = 0;
    qint64 m_at = 0;
    int m_rank = -1;
    qint64 m_own = 0;
    SliceId m_task = NoSlice; ///< what begins at m_own
    int m_next = -1;          ///< without a trace: the collective that begins at m_own
    bool m_onHost = false;
    const SyncCall *m_sync = nullptr; ///< the last one before the host's moment that the device kept waiting
    bool m_isSyncKnown = false;
};

bool PathWalker::isUsable(size_t rank) const
{
    return m_run.ranks[rank] && (!hasCommonClock() || m_out.collectives.isAligned(static_cast<int>(rank)));
}

bool PathWalker::hasCommonClock() const
{
    return !m_out.collectives.clocks.empty() && m_out.collectives.none != MatchLack::NoClocks;
}

const Trace *PathWalker::traceOf(int rank) const
{
    const auto &data = m_run.ranks[static_cast<size_t>(rank)];
    const bool isReplaced = isOfFiles(m_out.collectives.source) || m_out.collectives.isRecorded(rank);
    return data && !isReplaced ? data->trace.get() : nullptr;
}

VisitedRank &PathWalker::visit(int rank)
{
    auto &visited = m_visited[static_cast<size_t>(rank)];
    if (!visited)
        visited = std::make_unique<VisitedRank>(*traceOf(rank), m_job);
    return *visited;
}

qint64 PathWalker::aligned(int rank, qint64 ownNs) const
{
    const auto &clocks = m_out.collectives.clocks;
    return clocks.empty() ? ownNs : clocks[static_cast<size_t>(rank)].aligned(ownNs);
}

qint64 PathWalker::ownOf(int rank, qint64 alignedNs) const
{
    // Drift is parts of a million: what it moves the second guess by is below a nanosecond.
    qint64 own = alignedNs;
    for (int i = 0; i < 3; ++i)
        own = saturatedSum(own, saturatedDifference(alignedNs, aligned(rank, own)));
    return own;
}

// Steps that the trace of a rank marks, or its work as a whole.
std::vector<PathStep> PathWalker::stepsOf(int rank)
{
    const RankData &data = *m_run.ranks[static_cast<size_t>(rank)];
    const Trace &trace = *data.trace;
    const HostClock clock = estimateHostClock(trace);
    const auto onDevice = [&](qint64 hostNs) { return saturatedSum(hostNs, clock.known ? clock.offsetNs : 0); };
    std::vector<PathStep> out;
    for (const StepWindow &w : stepWindows(data, m_job)) {
        PathStep s{w.step, w.device, w.device.to, NoSlice};
        if (w.marked) {
            const auto mark = std::ranges::find(trace.steps(), w.hostStartNs, &StepMark::startNs);
            const qint64 markEnd = mark == trace.steps().end() ? w.device.to : mark->endNs;
            const qint64 taskEnd = w.device.to == markEnd ? beforeAllNs : w.device.to;
            s.ownEndNs = std::max(taskEnd, onDevice(markEnd));
            s.mark = s.ownEndNs > taskEnd && mark != trace.steps().end() ? mark->slice : NoSlice;
            const qint64 taskStart = w.device.from == w.hostStartNs ? s.ownEndNs : w.device.from;
            s.range.from = std::min(taskStart, onDevice(w.hostStartNs));
        } else {
            const Interval span = visit(rank).device.span();
            s.step.clear();
            s.range.from = span.from;
            s.ownEndNs = span.to;
        }
        s.range = {aligned(rank, s.range.from), aligned(rank, s.ownEndNs)};
        if (s.range.length() > 0)
            out.push_back(s);
    }
    return out;
}

// Steps of ranks without traces: a step lasts from its first arrival at a collective to the last end.
std::vector<std::vector<PathStep>> PathWalker::recordedSteps() const
{
    const MatchedCollectives &c = m_out.collectives;
    std::vector<std::map<QString, PathStep>> steps(m_run.ranks.size());
    for (const MatchedCollective &m : c.all) {
        for (quint32 e = m.first; e < m.last; ++e) {
            const CollectiveEnd &end = c.ends[e];
            const auto [at, isNew] = steps[static_cast<size_t>(end.rankIndex)].try_emplace(
                m.step, PathStep{m.step, {end.arrivalNs, end.leftNs}, end.endNs, NoSlice});
            Interval &range = at->second.range;
            range.from = std::min(range.from, end.arrivalNs);
            if (end.leftNs > range.to) {
                range.to = end.leftNs;
                at->second.ownEndNs = end.endNs;
            }
        }
    }
    std::vector<std::vector<PathStep>> out(steps.size());
    for (size_t r = 0; r < steps.size(); ++r) {
        for (auto &[name, step] : steps[r])
            out[r].push_back(std::move(step));
    }
    return out;
}

void PathWalker::indexEnds()
{
    const MatchedCollectives &c = m_out.collectives;
    m_collectiveOf.assign(c.ends.size(), 0);
    m_ends.assign(m_run.ranks.size(), {});
    std::vector<size_t> counts(m_run.ranks.size(), 0);
    for (const CollectiveEnd &e : c.ends)
        ++counts[static_cast<size_t>(e.rankIndex)];
    for (size_t r = 0; r < counts.size(); ++r)
        m_ends[r].reserve(counts[r]);
    for (quint32 i = 0; i < c.all.size(); ++i) {
        for (quint32 e = c.all[i].first; e < c.all[i].last; ++e) {
            m_collectiveOf[e] = i;
            m_ends[static_cast<size_t>(c.ends[e].rankIndex)].push_back(e);
        }
    }
    parallelFor(m_pool, std::ssize(m_ends), [&](qsizetype r) {
        const bool hasTrace = traceOf(static_cast<int>(r)) != nullptr;
        std::ranges::sort(m_ends[static_cast<size_t>(r)], {}, [&](quint32 e) {
            return std::pair(hasTrace ? qint64(raw(c.ends[e].slice)) : c.ends[e].endNs, e);
        });
    });
    m_met.assign(c.all.size(), 0);
}

// Ranks of which the path knows little or nothing, those that the run lacks among them.
void PathWalker::findLimits()
{
    for (size_t r = 0; r < m_run.ranks.size(); ++r) {
        const int rank = static_cast<int>(r);
        const bool isKnown = isUsable(r) && traceOf(rank);
        if (isKnown || isOfFiles(m_out.collectives.source))
            continue;
        (m_ends[r].empty() ? m_out.leftOut : m_out.byCollectives) << m_run.infos[r].label;
    }
    std::set<int> absent;
    for (const Domain &domain : domains(m_run, m_job)) {
        for (const int rank : domain.ranks) {
            if (rank >= 0 && m_run.indexOf(rank) < 0)
                absent.insert(rank);
        }
    }
    for (const int rank : absent)
        m_out.leftOut << QString::number(rank);
}

// The rank that came last of those for which the rank of this end waited.
const CollectiveEnd &PathWalker::lastFor(quint32 end) const
{
    const MatchedCollectives &c = m_out.collectives;
    const MatchedCollective &m = c.all[m_collectiveOf[end]];
    const CollectiveEnd *late = &c.ends[end];
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &other = c.ends[e];
        if (other.arrivalNs > late->arrivalNs && other.arrivalNs <= saturatedSum(c.ends[end].leftNs, leftBeforeNs))
            late = &other;
    }
    return *late;
}

// The end of an operator that was not passed yet. One call may hold several transfers: that whose partner came last.
std::optional<quint32> PathWalker::endOf(int rank, SliceId slice) const
{
    const auto &ends = m_ends[static_cast<size_t>(rank)];
    const auto sliceOf = [this](quint32 e) { return raw(m_out.collectives.ends[e].slice); };
    std::optional<quint32> best;
    for (auto at = std::ranges::lower_bound(ends, raw(slice), {}, sliceOf);
         at != ends.end() && sliceOf(*at) == raw(slice); ++at) {
        if (!m_met[m_collectiveOf[*at]] && (!best || lastFor(*at).arrivalNs > lastFor(*best).arrivalNs))
            best = *at;
    }
    return best;
}

// A part down to that moment; null where it has no length. Clocks may disagree a little: it never reaches behind
// the part that follows.
PathPart *PathWalker::addPart(PathKind kind, qint64 fromNs, qint64 ownFromNs, SliceId slice)
{
    const Interval range{std::clamp(fromNs, m_begin, m_at), m_at};
    const Interval own{std::min(ownFromNs, m_own), m_own};
    m_at = range.from;
    m_own = own.from;
    return range.length() > 0 ? &m_parts.emplace_back(PathPart{range, own, m_rank, kind, slice, NoSlice, -1, -1})
                              : nullptr;
}

void PathWalker::goOnDevice(int rank, qint64 ownNs, SliceId task)
{
    qint64 &lowest = m_lowest[static_cast<size_t>(rank)];
    m_onHost = false;
    m_rank = rank;
    m_own = std::min(ownNs, lowest);
    m_task = ownNs <= lowest ? task : NoSlice;
    lowest = m_own;
}

void PathWalker::enterTask(SliceId task)
{
    const SliceStore &s = traceOf(m_rank)->slices();
    const SliceKind kind = s.kind(task);
    const qint64 start = std::min(s.start(task), m_own);
    if (kind == SliceKind::CommOperator) {
        if (const std::optional<quint32> end = endOf(m_rank, task))
            return meet(*end, task);
    }
    addPart(kind == SliceKind::CommOperator ? PathKind::Communication
            : kind == SliceKind::MemoryCopy ? PathKind::Copy
                                            : PathKind::Compute,
            aligned(m_rank, start), start, task);
    goOnDevice(m_rank, start, task);
}

// A collective transfers from when its last rank has come; before that it is that rank which counts.
void PathWalker::meet(quint32 end, SliceId task)
{
    const quint32 number = m_collectiveOf[end];
    const CollectiveEnd &late = lastFor(end);
    m_met[number] = 1;
    if (PathPart *const part = addPart(PathKind::Communication, late.arrivalNs, ownOf(m_rank, late.arrivalNs), task)) {
        part->collective = static_cast<int>(number);
        part->peer = late.rankIndex;
    }
    m_next = static_cast<int>(number);
    goOnDevice(late.rankIndex, late.startNs, late.slice);
}

// Between two collectives of a rank without a trace nobody knows what it did.
void PathWalker::stepWithoutTrace()
{
    const MatchedCollectives &c = m_out.collectives;
    const auto &ends = m_ends[static_cast<size_t>(m_rank)];
    auto behind = std::ranges::upper_bound(ends, m_own, {}, [&](quint32 e) { return c.ends[e].endNs; });
    while (behind != ends.begin() && m_met[m_collectiveOf[*std::prev(behind)]])
        --behind;
    const CollectiveEnd *const last = behind == ends.begin() ? nullptr : &c.ends[*std::prev(behind)];
    if (PathPart *const part = addPart(PathKind::Work, last ? last->leftNs : m_begin, last ? last->endNs : m_own))
        part->collective = m_next;
    if (last)
        meet(*std::prev(behind), NoSlice);
}

void PathWalker::stepOnDevice()
{
    VisitedRank &rank = visit(m_rank);
    const DeviceCause cause = rank.device.causeOf(m_task, m_own);
    const qint64 at = aligned(m_rank, cause.ns);
    switch (cause.kind) {
    case CauseKind::None:
        addPart(PathKind::Idle, m_begin, m_own, m_task);
        return;
    case CauseKind::Task:
        addPart(PathKind::Idle, at, cause.ns, m_task);
        return enterTask(cause.slice);
    case CauseKind::Wait:
        addPart(PathKind::Wait, at, cause.ns, cause.slice);
        m_task = cause.slice;
        return;
    case CauseKind::Launch:
        break;
    }
    if (PathPart *const part = addPart(PathKind::Launch, at, cause.ns, m_task))
        part->launch = cause.slice;
    goOnHost(cause.slice, cause.ns);
}

// On the thread of that call, from a stamp of the device on.
void PathWalker::goOnHost(SliceId call, qint64 ownNs)
{
    VisitedRank &rank = visit(m_rank);
    rank.host.begin(call, saturatedDifference(ownNs, rank.device.hostOffsetNs()));
    m_onHost = true;
    m_isSyncKnown = false;
}

// The last call before that moment that the device kept waiting.
const SyncCall *PathWalker::waitingSync(qint64 hostNs)
{
    VisitedRank &rank = visit(m_rank);
    const qint64 offset = rank.device.hostOffsetNs();
    for (const SyncCall *call = rank.host.lastSync(hostNs); call; call = rank.host.lastSync(call->endNs - 1)) {
        if (aligned(m_rank, saturatedSum(call->endNs, offset)) <= m_begin)
            return nullptr;
        if (rank.device.lastEnding(saturatedSum(call->startNs, offset), saturatedSum(call->endNs, offset)) != NoSlice)
            return call;
    }
    return nullptr;
}

// If no call of CANN is recorded, a host that stands still until some task has ended is taken to have waited for it.
SliceId PathWalker::unseenWait(const HostStretch &stretch)
{
    VisitedRank &rank = visit(m_rank);
    const qint64 offset = rank.device.hostOffsetNs();
    const qint64 now = saturatedDifference(m_own, offset);
    if (stretch.slice != NoSlice || rank.host.showsSyncs() ||
        now - std::max(stretch.fromNs, now - leastUnseenWaitNs) < leastUnseenWaitNs)
        return NoSlice;
    return rank.device.lastEnding(saturatedSum(stretch.fromNs, offset), m_own);
}

void PathWalker::stepOnHost()
{
    VisitedRank &rank = visit(m_rank);
    const qint64 offset = rank.device.hostOffsetNs();
    const auto addHost = [&](PathKind kind, qint64 hostNs, SliceId slice) {
        const qint64 ns = saturatedSum(hostNs, offset);
        addPart(kind, aligned(m_rank, ns), ns, slice);
    };
    if (!m_isSyncKnown || (m_sync && m_sync->endNs > rank.host.now()))
        m_sync = waitingSync(rank.host.now());
    m_isSyncKnown = true;
    const SyncCall *const sync = m_sync;
    if (sync && sync->endNs == rank.host.now()) {
        const SliceId task = rank.device.lastEnding(beforeAllNs, saturatedSum(sync->endNs, offset));
        const qint64 end = std::min(m_own, traceOf(m_rank)->slices().end(task));
        addHost(PathKind::Host, saturatedDifference(end, offset), sync->slice);
        m_onHost = false;
        return enterTask(task);
    }
    const qint64 least = saturatedDifference(ownOf(m_rank, m_begin), offset);
    const HostStretch s = rank.host.previous(std::max(sync ? sync->endNs : beforeAllNs, saturatedDifference(least, 1)));
    if (const SliceId task = unseenWait(s); task != NoSlice) {
        addHost(PathKind::Host, saturatedDifference(traceOf(m_rank)->slices().end(task), offset), NoSlice);
        m_onHost = false;
        return enterTask(task);
    }
    addHost(s.slice == NoSlice && !s.inStep ? PathKind::Idle : PathKind::Host, s.fromNs, s.slice);
}

StepPath PathWalker::walk(const PathStep &from, Interval range, int rankIndex)
{
    StepPath out{from.step, range, rankIndex, {}};
    m_parts.clear();
    std::ranges::fill(m_met, 0);
    m_lowest.assign(m_run.ranks.size(), std::numeric_limits<qint64>::max());
    m_begin = range.from;
    m_at = range.to;
    m_next = -1;
    goOnDevice(rankIndex, from.ownEndNs, NoSlice);
    if (from.mark != NoSlice && visit(rankIndex).host.showsSyncs())
        goOnHost(from.mark, from.ownEndNs);
    JobPoll poll(m_job);
    while (m_at > m_begin && !poll.isCanceled()) {
        if (!traceOf(m_rank))
            stepWithoutTrace();
        else if (m_onHost)
            stepOnHost();
        else
            stepOnDevice();
    }
    out.parts.assign(m_parts.rbegin(), m_parts.rend());
    return out;
}

// The steps of all ranks in order of time: each begins where the one before it ended, or where its first rank begins.
void PathWalker::walkSteps()
{
    std::vector<std::vector<PathStep>> found(m_run.ranks.size());
    if (isOfFiles(m_out.collectives.source)) {
        found = recordedSteps();
    } else {
        parallelFor(m_pool, std::ssize(found), [&](qsizetype r) {
            if (isUsable(static_cast<size_t>(r)) && traceOf(static_cast<int>(r)) && !m_job.isCanceled())
                found[static_cast<size_t>(r)] = stepsOf(static_cast<int>(r));
        });
    }
    struct Bounds
    {
        PathStep last;
        int rankIndex = -1;
        qint64 beginNs = 0;
    };
    std::map<QString, Bounds> byName;
    const bool isOfOneRank = !hasCommonClock();
    for (size_t r = 0; r < found.size(); ++r) {
        for (const PathStep &s : found[r]) {
            const auto [at, isNew] = byName.try_emplace(s.step, Bounds{s, static_cast<int>(r), s.range.from});
            Bounds &b = at->second;
            m_out.isOfOneRank = m_out.isOfOneRank || (isOfOneRank && !isNew);
            const bool isLast = isOfOneRank ? s.range.length() > b.last.range.length() : s.range.to > b.last.range.to;
            if (isLast) {
                b.last = s;
                b.rankIndex = static_cast<int>(r);
            }
            b.beginNs = isOfOneRank ? b.last.range.from : std::min(b.beginNs, s.range.from);
        }
    }
    std::vector<Bounds> steps;
    for (auto &[name, bounds] : byName)
        steps.push_back(std::move(bounds));
    std::ranges::sort(steps, {}, [](const Bounds &b) { return b.last.range.to; });
    for (size_t i = 0; i < steps.size() && !m_job.isCanceled(); ++i) {
        const Bounds &b = steps[i];
        if (!m_query.step.isEmpty() && b.last.step != m_query.step)
            continue;
        const bool follows = i > 0 && (!isOfOneRank || steps[i - 1].rankIndex == b.rankIndex);
        const qint64 from = follows ? std::max(b.beginNs, steps[i - 1].last.range.to) : b.beginNs;
        if (from < b.last.range.to)
            m_out.steps.push_back(walk(b.last, {from, b.last.range.to}, b.rankIndex));
    }
}

// The part of a range in which the run has work.
Interval PathWalker::insideOfRun(Interval range) const
{
    Interval run{std::numeric_limits<qint64>::max(), std::numeric_limits<qint64>::min()};
    const auto add = [&run](qint64 from, qint64 to) { run = {std::min(run.from, from), std::max(run.to, to)}; };
    for (size_t r = 0; r < m_run.ranks.size(); ++r) {
        const Trace *const trace = traceOf(static_cast<int>(r));
        if (trace && isUsable(r) && trace->slices().size() > 0)
            add(aligned(static_cast<int>(r), trace->startNs()), aligned(static_cast<int>(r), trace->endNs()));
    }
    for (const CollectiveEnd &end : m_out.collectives.ends)
        add(end.arrivalNs, end.leftNs);
    return {std::max(range.from, run.from), std::min(range.to, run.to)};
}

// A range ends on the rank that is the last to come to the next collective.
void PathWalker::walkWindow()
{
    const MatchedCollectives &c = m_out.collectives;
    const auto lastOf = [&c](const MatchedCollective &m) { return c.ends[c.lastArrival(m)]; };
    const auto next = std::ranges::lower_bound(c.all, m_query.window->to, {},
                                               [&](const MatchedCollective &m) { return lastOf(m).arrivalNs; });
    int rank = c.all.empty() ? -1 : lastOf(next == c.all.end() ? c.all.back() : *next).rankIndex;
    for (size_t r = 0; r < m_run.ranks.size() && rank < 0; ++r) {
        if (traceOf(static_cast<int>(r)))
            rank = static_cast<int>(r);
    }
    const Interval window = insideOfRun(*m_query.window);
    if (rank < 0 || window.length() <= 0)
        return;
    m_out.isOfOneRank = !hasCommonClock() && m_run.ranks.size() > 1;
    m_out.steps.push_back(walk({{}, window, ownOf(rank, window.to), NoSlice}, window, rank));
}

CriticalPath PathWalker::take()
{
    m_out.collectives = matchedCollectives(m_run, m_job, MatchFill::Files);
    m_visited.resize(m_run.ranks.size());
    indexEnds();
    findLimits();
    if (m_query.window)
        walkWindow();
    else
        walkSteps();
    return m_job.isCanceled() ? CriticalPath() : std::move(m_out);
}

// "hcom_allReduce" of "hcom_allReduce__865_12_1".
QString withoutNumbers(const QString &op)
{
    const qsizetype at = op.indexOf(QLatin1String("__"));
    return at > 0 ? op.left(at) : op;
}

} // namespace

const char *pathKindKey(PathKind kind)
{
    constexpr const char *keys[] = {"compute", "communication", "copy", "wait", "launch", "host", "idle", "work"};
    static_assert(std::size(keys) == static_cast<size_t>(PathKind::Count));
    return keys[static_cast<size_t>(kind)];
}

CriticalPath criticalPath(const Run &run, const PathQuery &query, const JobContext &job, ThreadPool *pool)
{
    return PathWalker(run, query, job, pool).take();
}

std::vector<Phrase> CriticalPath::remarks() const
{
    std::vector<Phrase> out;
    if (isOfFiles(collectives.source))
        out.emplace_back(
            RS_MESSAGE("Ranks without a trace are followed by their collectives alone: a step lasts from the first to "
                       "the last of them, and what a rank did between two of them is one part."));
    if (!byCollectives.isEmpty())
        out.emplace_back(RS_MESSAGE("Ranks have no whole trace (%1): the path follows them by their collectives alone, "
                                    "and what such a rank did between two of them is one part."),
                         QStringList{shortList(byCollectives)});
    if (!leftOut.isEmpty())
        out.emplace_back(RS_MESSAGE("Ranks are left out of the critical path (%1): they are missing, have no usable "
                                    "trace, or their clocks cannot be aligned."),
                         QStringList{shortList(leftOut)});
    if (isOfOneRank)
        out.emplace_back(RS_MESSAGE("The clocks of the ranks could not be aligned: the path stays on the rank whose "
                                    "step took longest."));
    return out;
}

QString pathPartName(const Run &run, const CriticalPath &path, const PathPart &part)
{
    if (part.kind == PathKind::Idle || part.kind == PathKind::Work)
        return {};
    if (part.slice != NoSlice) {
        const Trace &trace = *run.ranks[static_cast<size_t>(part.rankIndex)]->trace;
        return trace.strings().text(trace.slices().name(part.slice));
    }
    return part.collective < 0 ? QString() : path.collectives.all[static_cast<size_t>(part.collective)].op;
}

std::vector<PathSum> pathSums(const Run &run, const CriticalPath &path, const JobContext &job)
{
    std::vector<PathSum> out;
    JobPoll poll(job);
    for (const StepPath &step : path.steps) {
        std::map<std::tuple<int, PathKind, QString, QString>, PathSum> sums;
        for (const PathPart &p : step.parts) {
            if (poll.isCanceled())
                return out;
            const bool isOperator = p.kind == PathKind::Communication;
            const QString name = pathPartName(run, path, p);
            const QString op = isOperator ? withoutNumbers(name) : name;
            const QString domain = isOperator && p.collective >= 0
                                       ? path.collectives.all[static_cast<size_t>(p.collective)].domain
                                       : QString();
            PathSum &sum = sums[{p.rankIndex, p.kind, op, domain}];
            if (sum.parts++ == 0) {
                sum.step = step.step;
                sum.rankIndex = p.rankIndex;
                sum.kind = p.kind;
                sum.op = op;
                sum.domain = domain;
            }
            sum.ns += p.range.length();
            if (p.range.length() > sum.longest.range.length())
                sum.longest = p;
        }
        const size_t first = out.size();
        for (auto &[key, sum] : sums) {
            sum.share = static_cast<double>(sum.ns) / static_cast<double>(step.range.length());
            out.push_back(std::move(sum));
        }
        std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                         [](const PathSum &a, const PathSum &b) { return a.ns > b.ns; });
    }
    return out;
}

} // namespace rs
