// SPDX-License-Identifier: Apache-2.0
#include "analysis/replay/whatif.h"

#include "analysis/overview/peerspread.h"
#include "analysis/ranks/peeroutliers.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/devicesets.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <tuple>

namespace rs {

namespace {

// A step is held against those of peers in so many parts, so that what a rank gains is gained where it lost it.
constexpr size_t mostSlots = 64;
// Stamps of one device may be off by as much.
constexpr qint64 nearNs = 1000;
// A device that pauses for less between two tasks was not waiting for anything.
constexpr qint64 pauseNs = 20'000;
// Ranks of which it is tried who gains most.
constexpr size_t mostCandidates = 8;

// A rank is no measure of itself beside one other.
qint64 measureOf(const std::vector<qint64> &ofPeers, qint64 own)
{
    std::vector<qint64> all = ofPeers;
    if (all.size() > 1)
        all.push_back(own);
    return medianOf(std::move(all));
}

void addDifference(IntervalSet where, qint64 own, qint64 measure, bool onHost, std::vector<Relief> &out)
{
    if (own > 0 && own != measure)
        out.push_back(
            {IntervalLengths(std::move(where)), static_cast<double>(own - measure) / static_cast<double>(own), onHost});
}

// Visits kernels with their type, as the kernel table has it; without one with their name.
template <typename Visit>
void visitKernels(const RankData &rank, Visit visit)
{
    const Trace &trace = *rank.trace;
    const bool isTyped = rank.kernels && !rank.kernelOfSlice.empty();
    const int type = isTyped ? KernelColumns(*rank.kernels).type : -1;
    auto known = rank.kernelOfSlice.begin();
    for (quint32 i = 0; i < trace.slices().size(); ++i) {
        const SliceId id{i};
        while (known != rank.kernelOfSlice.end() && raw(known->first) < i)
            ++known;
        if (!isComputing(trace.slices().kind(id)) || !trace.isInside(id))
            continue;
        if (!isTyped)
            visit(id, trace.strings().view(trace.slices().name(id)));
        else if (known != rank.kernelOfSlice.end() && known->first == id)
            visit(id, rank.kernels->textView(known->second, type));
    }
}

qint64 transferOf(const MatchedCollectives &all, const MatchedCollective &m)
{
    qint64 left = std::numeric_limits<qint64>::max();
    for (quint32 e = m.first; e < m.last; ++e)
        left = std::min(left, all.ends[e].leftNs);
    return std::max<qint64>(0, left - all.ends[all.lastArrival(m)].arrivalNs);
}

Phrase assumptionsOf(const WhatIfQuestion &q)
{
    switch (q.kind) {
    case WhatIfKind::Rank:
        return {RS_MESSAGE("Its device and its host take as long in each part of a step as the median of the ranks of "
                           "its pipeline stage; all else stays as it is.")};
    case WhatIfKind::Link:
        return {RS_MESSAGE("Its transfers take as long as those of comparable links; a collective then ends with the "
                           "slowest of its other links.")};
    case WhatIfKind::Operator:
        return {RS_MESSAGE("Kernels of this type take that much less time; launches stay as they are.")};
    case WhatIfKind::Overlap:
        return {RS_MESSAGE("At most: no kernel waits for collectives, whether it needs their result or not; they run "
                           "beside it for as long as before. Sends and receives are waited for as before.")};
    case WhatIfKind::Launches:
        return {RS_MESSAGE("All that hosts do between the first and the last launch of a step, but for waiting, takes "
                           "that much less time.")};
    case WhatIfKind::Buckets:
        return {RS_MESSAGE("A rough estimate, mostly too low: collectives that stand one behind the other become one. "
                           "It begins when the last of them can, and takes as long as all of them less the latency of "
                           "the others.")};
    case WhatIfKind::Stages:
        if (!q.changes.empty())
            return {RS_MESSAGE("The same layers are split so that the longest stage is as short as it can be, or the "
                               "operators of a slow stage take as long as on the others.")};
        break;
    case WhatIfKind::Count:
        break;
    }
    return {RS_MESSAGE("Each stage computes as long as the mean of all; which layers move is not looked at.")};
}

} // namespace

QString whatIfKey(WhatIfKind kind)
{
    static const char *const keys[] = {"rank-like-peers", "link-like-others", "faster-kernels", "overlap",
                                       "faster-launches", "even-stages",      "merged-buckets"};
    static_assert(std::size(keys) == static_cast<size_t>(WhatIfKind::Count));
    return QLatin1String(keys[static_cast<size_t>(kind)]);
}

WhatIf::WhatIf(const Run &run, const JobContext &job, ThreadPool *pool)
    : m_run(run), m_domains(run, job), m_collectives(matchedCollectives(run, job, MatchFill::Files)),
      m_ranks(run.ranks.size()), m_tasks(run.ranks.size())
{
    if (m_collectives.source != MatchSource::Traces || m_collectives.all.empty())
        return;
    for (const auto &rank : run.ranks) {
        for (const QString &step : rank && rank->trace ? stepNames(*rank) : QStringList()) {
            if (!m_steps.contains(step))
                m_steps << step;
        }
    }
    parallelFor(pool, std::ssize(run.ranks), [&](qsizetype r) {
        if (!job.isCanceled())
            readRank(static_cast<size_t>(r), job);
    });
    m_stages = pipelineStages(run, m_domains.all());
    m_replay.emplace(m_collectives, m_ranks);
    m_error = m_replay->error(job);
    m_lengthNs = m_replay->lengthNs();
    m_stepLengths = m_replay->stepLengths();
    m_stepLengths.resize(static_cast<size_t>(m_steps.size()));
    m_canAnswer = !m_steps.isEmpty() && m_lengthNs > 0 && !job.isCanceled();
}

void WhatIf::readRank(size_t rank, const JobContext &job)
{
    const auto &data = m_run.ranks[rank];
    if (!data || !data->trace || !m_collectives.isAligned(static_cast<int>(rank)))
        return;
    ReplayRank &known = m_ranks[rank];
    addLaunches(*data->trace, known, job);
    if (known.tasks.empty())
        known.compute = deviceSets(*data->trace, -1, nullptr, job).compute;
    known.stepEnds.resize(static_cast<size_t>(m_steps.size()));
    m_tasks[rank].resize(static_cast<size_t>(m_steps.size()));
    const std::vector<StepWindow> windows = stepWindows(*data, job);
    known.beginNs = beginOf(*data->trace, windows);
    const auto firstOf = [&](size_t w) {
        return static_cast<size_t>(std::ranges::partition_point(known.tasks,
                                                                [&](const ReplayTask &t) {
                                                                    return t.launchNs == ReplayTask::unknown
                                                                               ? t.startNs < windows[w].device.from
                                                                               : t.launchNs < windows[w].hostStartNs;
                                                                }) -
                                   known.tasks.begin());
    };
    for (size_t w = 0; w < windows.size(); ++w) {
        const auto s = static_cast<size_t>(m_steps.indexOf(windows[w].step));
        if (s >= known.stepEnds.size())
            continue;
        known.stepEnds[s] = windows[w].device.to;
        m_tasks[rank][s] = {firstOf(w), w + 1 < windows.size() ? firstOf(w + 1) : known.tasks.size()};
    }
}

WhatIf::Part WhatIf::partOf(size_t rank, Tasks tasks) const
{
    Part out;
    const ReplayRank &known = m_ranks[rank];
    std::vector<Interval> device;
    for (size_t k = tasks.first; k < tasks.last; ++k)
        device.push_back({known.tasks[k].startNs, known.tasks[k].endNs});
    out.device = mergeIntervals(std::move(device));
    out.deviceNs = totalLength(out.device);
    const qint64 from = tasks.first > 0 && tasks.last > 0 ? known.tasks[tasks.first - 1].launchNs : ReplayTask::unknown;
    const qint64 to = tasks.last > tasks.first ? known.tasks[tasks.last - 1].launchNs : ReplayTask::unknown;
    if (from != ReplayTask::unknown && to > from)
        out.host = subtractSets({{from, to}}, clipSet(known.hostWaits, {from, to}));
    out.hostNs = totalLength(out.host);
    return out;
}

std::vector<int> WhatIf::peersOf(int rank) const
{
    const auto stageOf = [this](size_t r) {
        const auto at = m_stages.find(m_run.infos[r].rank);
        return at == m_stages.end() ? -1 : at->second;
    };
    std::vector<int> out;
    for (size_t r = 0; r < m_ranks.size(); ++r) {
        if (static_cast<int>(r) != rank && !m_ranks[r].tasks.empty() && isReplayed(r) &&
            stageOf(r) == stageOf(static_cast<size_t>(rank)))
            out.push_back(static_cast<int>(r));
    }
    return out;
}

// The first step begins as late as later ones do: when a capture began tells no more.
void WhatIf::addLateBegin(size_t rank, qint64 atMost, std::vector<Relief> &out) const
{
    const auto begin = [this](size_t r) {
        return m_collectives.clocks[r].aligned(saturatedSum(m_ranks[r].tasks.front().launchNs, m_ranks[r].offsetNs));
    };
    const auto isKnown = [this](size_t r) {
        return !m_ranks[r].tasks.empty() && m_ranks[r].tasks.front().launchNs != ReplayTask::unknown;
    };
    std::vector<qint64> ofPeers;
    for (const int p : isKnown(rank) ? peersOf(static_cast<int>(rank)) : std::vector<int>()) {
        if (isKnown(static_cast<size_t>(p)))
            ofPeers.push_back(begin(static_cast<size_t>(p)));
    }
    const qint64 later = ofPeers.empty() ? 0 : begin(rank) - medianOf(std::move(ofPeers));
    const qint64 launch = m_ranks[rank].tasks.empty() ? 0 : m_ranks[rank].tasks.front().launchNs;
    if (const qint64 ns = std::min(later, atMost); ns > 0)
        out.push_back({IntervalLengths(IntervalSet{{launch - ns, launch}}), 1, true});
}

std::vector<Relief> WhatIf::toMedian(int rank, const JobContext &job) const
{
    std::vector<Relief> out;
    const auto own = static_cast<size_t>(rank);
    qint64 late = 0; // at most, where a step begins
    for (size_t s = 0; s < m_tasks[own].size() && !job.isCanceled(); ++s) {
        const Tasks all = m_tasks[own][s];
        const size_t count = all.last - all.first;
        std::vector<size_t> peers;
        for (const int p : peersOf(rank)) {
            const Tasks &theirs = m_tasks[static_cast<size_t>(p)][s];
            if (count > 0 && theirs.last - theirs.first == count)
                peers.push_back(static_cast<size_t>(p));
        }
        const size_t parts = std::min(count, mostSlots);
        for (size_t i = 0; i < parts && !peers.empty(); ++i) {
            const auto tasksOf = [&](size_t r) {
                const size_t first = m_tasks[r][s].first;
                return Tasks{first + count * i / parts, first + count * (i + 1) / parts};
            };
            Part part = partOf(own, tasksOf(own));
            std::vector<qint64> device;
            std::vector<qint64> host;
            for (const size_t p : peers) {
                const Part theirs = partOf(p, tasksOf(p));
                device.push_back(theirs.deviceNs);
                host.push_back(theirs.hostNs);
            }
            const qint64 hostMeasure = measureOf(host, part.hostNs);
            late = std::max(late, i == 0 ? part.hostNs - hostMeasure : 0);
            addDifference(std::move(part.device), part.deviceNs, measureOf(device, part.deviceNs), false, out);
            addDifference(std::move(part.host), part.hostNs, hostMeasure, true, out);
        }
    }
    addLateBegin(own, late, out);
    return out;
}

const LinkJudgement &WhatIf::links(const JobContext &job) const
{
    if (!m_links)
        m_links = judgeLinks(m_run, 0.3, {}, job);
    return *m_links;
}

// As the links of the same operators let expect; a collective ends with the slowest of its links. Without a peer all
// links of the rank are sound.
std::optional<ReplayChange> WhatIf::soundLinks(int rank, int peer, const JobContext &job) const
{
    using Key = std::tuple<QString, QString, int>; // step, hash; sender of sends
    using Pair = std::pair<int, int>;              // numbers of ranks
    const auto numberOf = [this](int r) { return m_run.infos[static_cast<size_t>(r)].rank; };
    const auto pairOf = [](const MatrixCell &c) { return Pair(std::minmax(c.source, c.destination)); };
    const auto isMeant = [&](const MatrixCell &c) {
        const auto isEnd = [&](int number) { return c.source == number || c.destination == number; };
        return isEnd(numberOf(rank)) && (peer < 0 ? c.source != c.destination : isEnd(numberOf(peer)));
    };
    const LinkJudgement &judgement = links(job);
    std::map<std::tuple<QString, QString, QString>, double> others; // step, hash, operator: the slowest of them
    for (const JudgedLink &j : judgement.judged) {
        const MatrixCell &c = judgement.rows[j.row].cell;
        if (!isMeant(c) && !c.p2p && c.timeMs)
            others[{c.step, c.domainHash, c.op}] = std::max(others[{c.step, c.domainHash, c.op}], *c.timeMs);
    }
    std::map<Pair, std::map<std::pair<Key, int>, double>> gainMs; // and source
    for (const JudgedLink &j : judgement.judged) {
        const MatrixCell &c = judgement.rows[j.row].cell;
        if (!isMeant(c) || !c.timeMs)
            continue;
        const auto other = others.find({c.step, c.domainHash, c.op});
        const double least = std::max(j.expectedMs, c.p2p || other == others.end() ? 0.0 : other->second);
        gainMs[pairOf(c)][{{c.step, c.domainHash, c.p2p ? c.source : -1}, c.source}] +=
            std::max(0.0, *c.timeMs - least);
    }
    if (gainMs.empty())
        return std::nullopt;
    std::map<quint32, qint64> transfers; // those of several links are under way together
    for (const auto &[ends, gains] : gainMs) {
        std::map<Key, double> ofKey; // directions of a collective are under way together
        for (const auto &[key, ms] : gains)
            ofKey[key.first] = std::max(ofKey[key.first], ms);
        std::map<Key, qint64> whole;
        std::vector<std::pair<quint32, Key>> met;
        for (quint32 i = 0; i < m_collectives.all.size(); ++i) {
            const MatchedCollective &m = m_collectives.all[i];
            if (!m_collectives.endOf(m, m_run.indexOf(ends.first)) ||
                !m_collectives.endOf(m, m_run.indexOf(ends.second)))
                continue;
            Key key{m.step, m.domain, m.isTransfer() ? numberOf(m.sender) : -1};
            if (!ofKey.contains(key))
                key = {QString(), m.domain, m.isTransfer() ? numberOf(m.sender) : -1};
            whole[key] += transferOf(m_collectives, m);
            met.emplace_back(i, key);
        }
        for (const auto &[i, key] : met) {
            const double share = whole[key] > 0 ? std::min(1.0, ofKey[key] * 1e6 / static_cast<double>(whole[key])) : 0;
            const double ns = share * static_cast<double>(transferOf(m_collectives, m_collectives.all[i]));
            transfers[i] = std::max(transfers[i], saturatedRound(ns));
        }
    }
    std::erase_if(transfers, [](const auto &t) { return t.second <= 0; });
    ReplayChange out;
    out.transfers.assign(transfers.begin(), transfers.end());
    return out;
}

ReplayChange WhatIf::fasterKernels(size_t rank, const QString &type, int times) const
{
    ReplayChange out;
    out.rankIndex = static_cast<int>(rank);
    const auto &data = m_run.ranks[rank];
    if (!data || !data->trace)
        return out;
    const std::string wanted = type.toStdString();
    std::vector<Interval> where;
    visitKernels(*data, [&](SliceId id, std::string_view name) {
        if (name == wanted)
            where.push_back({data->trace->slices().start(id), data->trace->slices().end(id)});
    });
    if (!where.empty())
        out.reliefs.push_back({IntervalLengths(mergeIntervals(std::move(where))), 1 - 1.0 / times});
    return out;
}

ReplayChange WhatIf::fasterLaunches(size_t rank, int times) const
{
    ReplayChange out;
    out.rankIndex = static_cast<int>(rank);
    for (const Tasks &step : m_tasks[rank]) {
        if (step.last > step.first + 1) {
            Part part = partOf(rank, {step.first + 1, step.last});
            out.reliefs.push_back({IntervalLengths(std::move(part.host)), 1 - 1.0 / times, true});
        }
    }
    return out;
}

std::vector<ReplayChange> WhatIf::evenStages() const
{
    std::vector<ReplayChange> out;
    for (size_t r = 0; r < m_ranks.size(); ++r)
        out.push_back({static_cast<int>(r), {}, {}});
    for (size_t s = 0; s < static_cast<size_t>(m_steps.size()); ++s) {
        std::map<int, std::vector<std::pair<size_t, Part>>> ofStage;
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            const auto stage = m_stages.find(m_run.infos[r].rank);
            if (stage != m_stages.end() && s < m_tasks[r].size() && m_tasks[r][s].last > m_tasks[r][s].first)
                ofStage[stage->second].emplace_back(r, partOf(r, m_tasks[r][s]));
        }
        std::map<int, double> means;
        double all = 0;
        for (const auto &[stage, ranks] : ofStage) {
            for (const auto &[rank, part] : ranks)
                means[stage] += static_cast<double>(part.deviceNs) / static_cast<double>(ranks.size());
            all += means[stage] / static_cast<double>(ofStage.size());
        }
        for (auto &[stage, ranks] : ofStage) {
            for (auto &[rank, part] : ranks) {
                if (ofStage.size() > 1 && means[stage] > 0)
                    out[rank].reliefs.push_back({IntervalLengths(std::move(part.device)), 1 - all / means[stage]});
            }
        }
    }
    return out;
}

// Work that begins once a collective is over and before the next one does was waiting for it, unless other work went on
// meanwhile: the two cannot be one.
bool WhatIf::isAwaited(quint32 collective, quint32 next) const
{
    const MatchedCollective &m = m_collectives.all[collective];
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &end = m_collectives.ends[e];
        const CollectiveEnd *const behind = m_collectives.endOf(m_collectives.all[next], end.rankIndex);
        const std::vector<ReplayTask> &tasks = m_ranks[static_cast<size_t>(end.rankIndex)].tasks;
        const auto first = std::ranges::lower_bound(tasks, end.endNs - nearNs, {}, &ReplayTask::startNs);
        const bool goesOn = first != tasks.begin() && std::prev(first)->endNs > end.endNs - pauseNs;
        if (!behind || tasks.empty() || (!goesOn && first != tasks.end() && first->startNs < behind->startNs))
            return true;
    }
    return false;
}

// Collectives of a domain of one kind in a step, as far as they could be one.
std::vector<std::vector<quint32>> WhatIf::queuesOf(const QString &domain) const
{
    std::vector<std::vector<quint32>> out;
    quint32 last = std::numeric_limits<quint32>::max();
    for (quint32 i = 0; i < m_collectives.all.size(); ++i) {
        const MatchedCollective &m = m_collectives.all[i];
        if (m.domain != domain || m.isTransfer())
            continue;
        const bool goesOn = last < i && m_collectives.all[last].kind == m.kind &&
                            m_collectives.all[last].step == m.step && !isAwaited(last, i);
        if (!goesOn)
            out.emplace_back();
        out.back().push_back(i);
        last = i;
    }
    std::erase_if(out, [](const std::vector<quint32> &queue) { return queue.size() < 2; });
    return out;
}

// Latency as the slowest type of the domain's links has it.
ReplayChange WhatIf::mergedBuckets(const QString &domain, int times, const JobContext &job) const
{
    const LinkJudgement &judgement = links(job);
    double latencyMs = 0;
    for (const LinkCostModel &fit : judgement.fits) {
        const bool isOfDomain = std::ranges::any_of(judgement.rows, [&](const LinkRow &row) {
            return row.cell.domainHash == domain && row.cell.transport == fit.transport;
        });
        latencyMs = isOfDomain ? std::max(latencyMs, fit.latencyMs) : latencyMs;
    }
    ReplayChange out;
    if (latencyMs <= 0)
        return out; // not known
    for (const std::vector<quint32> &queue : queuesOf(domain)) {
        for (size_t first = 0; first < queue.size(); first += static_cast<size_t>(times)) {
            const size_t behind = std::min(queue.size(), first + static_cast<size_t>(times));
            qint64 moved = 0;
            for (size_t i = first; i + 1 < behind; ++i) {
                const qint64 ns = transferOf(m_collectives, m_collectives.all[queue[i]]);
                out.merged.emplace_back(queue[i], ns);
                moved = saturatedSum(moved, std::max<qint64>(0, ns - saturatedRound(latencyMs * 1e6)));
            }
            if (moved > 0)
                out.merged.emplace_back(queue[behind - 1], -moved);
        }
    }
    return out;
}

std::vector<ReplayChange> WhatIf::changesFor(const WhatIfQuestion &q, const JobContext &job) const
{
    std::vector<ReplayChange> out = q.changes;
    if (!out.empty())
        return out;
    const auto each = [&](auto change) {
        for (size_t r = 0; r < m_ranks.size() && !job.isCanceled(); ++r) {
            if (q.rank < 0 || static_cast<size_t>(q.rank) == r)
                out.push_back(change(r));
        }
    };
    switch (q.kind) {
    case WhatIfKind::Rank:
        out.push_back({q.rank, toMedian(q.rank, job), {}});
        break;
    case WhatIfKind::Link:
        if (std::optional<ReplayChange> sound = soundLinks(q.rank, q.peer, job))
            out.push_back(std::move(*sound));
        return out; // a sound one gains nothing, which is an answer
    case WhatIfKind::Operator:
        each([&](size_t r) { return fasterKernels(r, q.op, q.times); });
        break;
    case WhatIfKind::Overlap:
        out.push_back({-1, {}, {}, true});
        break;
    case WhatIfKind::Launches:
        each([&](size_t r) { return fasterLaunches(r, q.times); });
        break;
    case WhatIfKind::Stages:
        out = evenStages();
        break;
    case WhatIfKind::Buckets:
        for (const Domain &domain : m_domains.all()) {
            if (q.domain.isEmpty() || q.domain == domain.hash)
                out.push_back(mergedBuckets(domain.hash, q.times, job));
        }
        break;
    case WhatIfKind::Count:
        break;
    }
    std::erase_if(out, [](const ReplayChange &c) {
        return c.reliefs.empty() && c.transfers.empty() && c.merged.empty() && !c.overlapped;
    });
    return out;
}

std::optional<WhatIfAnswer> WhatIf::answer(const WhatIfQuestion &question, const JobContext &job) const
{
    const std::vector<ReplayChange> changes = m_canAnswer ? changesFor(question, job) : std::vector<ReplayChange>();
    if (changes.empty() || job.isCanceled())
        return std::nullopt;
    StepReplay::Changes made;
    for (const ReplayChange &change : changes)
        made.push_back(&change);
    WhatIfAnswer out{question, m_replay->gains(made, {}, job), m_lengthNs, 0, m_error, assumptionsOf(question)};
    for (const qint64 ns : out.gains)
        out.gainNs = saturatedSum(out.gainNs, ns);
    // One message does not take longer than several: the replay misses how these stood in their queues.
    if (question.kind == WhatIfKind::Buckets && out.gainNs < 0)
        return std::nullopt;
    return job.isCanceled() ? std::nullopt : std::optional(std::move(out));
}

Phrase WhatIf::whyNotReplayed()
{
    return {RS_MESSAGE("Not replayed: it has no trace, one that lacks steps, or a clock that cannot be aligned.")};
}

bool WhatIf::isReplayed(size_t rank) const
{
    const auto &ends = m_ranks[rank].stepEnds;
    const bool isWhole = !ends.empty() && std::ranges::all_of(ends, [](const auto &e) { return e.has_value(); });
    return isWhole && !m_collectives.isRecorded(static_cast<int>(rank));
}

QStringList WhatIf::unknownRanks() const
{
    QStringList out;
    for (size_t r = 0; r < m_ranks.size(); ++r) {
        if (!isReplayed(r))
            out << m_run.infos[r].label;
    }
    return out;
}

QString WhatIf::nameOf(const WhatIfQuestion &q) const
{
    const auto label = [this](int r) { return m_run.infos[static_cast<size_t>(r)].label; };
    switch (q.kind) {
    case WhatIfKind::Link:
        return q.peer < 0 ? label(q.rank) : label(q.rank) + u'-' + label(q.peer);
    case WhatIfKind::Operator:
        return q.op;
    case WhatIfKind::Buckets:
        return q.domain.isEmpty() ? QString() : m_domains.label(q.domain);
    default:
        return q.rank < 0 ? QString() : label(q.rank);
    }
}

std::vector<WhatIfQuestion> WhatIf::subjects(WhatIfKind kind, const JobContext &job) const
{
    std::vector<WhatIfQuestion> out;
    if (!m_canAnswer)
        return out;
    const auto addRanks = [&] {
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            if (!m_ranks[r].tasks.empty() && isReplayed(r))
                out.push_back({kind, static_cast<int>(r)});
        }
    };
    switch (kind) {
    case WhatIfKind::Rank:
        addRanks();
        break;
    case WhatIfKind::Launches:
        out.push_back({kind});
        addRanks();
        break;
    case WhatIfKind::Link: {
        const LinkJudgement &judgement = links(job);
        std::vector<std::pair<int, int>> ends;
        for (const LinkFault &fault : judgement.faults) {
            if (const int rank = m_run.indexOf(fault.source); fault.kind == LinkFaultKind::Rank && rank >= 0)
                out.push_back({kind, rank});
            ends.emplace_back(fault.source, fault.destination);
        }
        for (const JudgedLink &j : judgement.judged)
            ends.emplace_back(judgement.rows[j.row].cell.source, judgement.rows[j.row].cell.destination);
        std::set<std::pair<int, int>> known;
        for (const auto &[source, destination] : ends) {
            const std::pair<int, int> link = std::minmax({m_run.indexOf(source), m_run.indexOf(destination)});
            if (link.first >= 0 && link.first != link.second && known.insert(link).second)
                out.push_back({kind, link.first, link.second});
        }
        break;
    }
    case WhatIfKind::Operator: {
        std::map<std::string, qint64, std::less<>> ofType;
        for (size_t r = 0; r < m_ranks.size() && !job.isCanceled(); ++r) {
            if (m_ranks[r].tasks.empty())
                continue;
            const SliceStore &slices = m_run.ranks[r]->trace->slices();
            visitKernels(*m_run.ranks[r], [&](SliceId id, std::string_view type) {
                const auto at = ofType.find(type);
                (at != ofType.end() ? at->second : ofType[std::string(type)]) += slices.duration(id);
            });
        }
        ofType.erase(std::string());
        std::vector<std::pair<qint64, std::string>> longest;
        for (const auto &[type, ns] : ofType)
            longest.emplace_back(ns, type);
        std::ranges::stable_sort(longest, std::greater<>(), [](const auto &t) { return t.first; });
        for (const auto &[ns, type] : longest)
            out.push_back({kind, -1, -1, QString::fromStdString(type)});
        break;
    }
    case WhatIfKind::Stages:
        if (m_stages.empty())
            break;
        [[fallthrough]];
    case WhatIfKind::Overlap:
        out.push_back({kind});
        break;
    case WhatIfKind::Buckets:
        for (const Domain &domain : m_domains.all()) {
            if (!queuesOf(domain.hash).empty())
                out.push_back({.kind = kind, .domain = domain.hash});
        }
        if (!out.empty())
            out.insert(out.begin(), {kind});
        break;
    case WhatIfKind::Count:
        break;
    }
    return out;
}

std::vector<WhatIfQuestion> WhatIf::questions(const JobContext &job) const
{
    std::vector<WhatIfQuestion> out;
    if (!m_canAnswer)
        return out;
    std::vector<qint64> took(m_ranks.size(), 0);
    for (size_t r = 0; r < m_ranks.size() && !job.isCanceled(); ++r) {
        for (const Tasks &step : m_tasks[r]) {
            const Part part = partOf(r, step);
            took[r] = saturatedSum(took[r], saturatedSum(part.deviceNs, part.hostNs));
        }
    }
    std::vector<std::pair<qint64, int>> slow; // excess and rank
    for (size_t r = 0; r < m_ranks.size(); ++r) {
        std::vector<qint64> ofPeers;
        for (const int p :
             m_ranks[r].tasks.empty() || !isReplayed(r) ? std::vector<int>() : peersOf(static_cast<int>(r)))
            ofPeers.push_back(took[static_cast<size_t>(p)]);
        const qint64 excess = ofPeers.empty() ? 0 : took[r] - measureOf(ofPeers, took[r]);
        if (excess > 0)
            slow.emplace_back(excess, static_cast<int>(r));
    }
    std::ranges::sort(slow, std::greater<>());
    slow.resize(std::min(slow.size(), mostCandidates));
    // The rank that takes longest need not be the one that the others wait for.
    for (auto &[ns, rank] : slow)
        ns = answer({WhatIfKind::Rank, rank}, job).value_or(WhatIfAnswer()).gainNs;
    std::ranges::stable_sort(slow, std::greater<>(), [](const auto &s) { return s.first; });
    for (const auto &[ns, rank] : slow) {
        if (rank == slow.front().second || saturatedProduct(100, ns) >= m_lengthNs)
            out.push_back({WhatIfKind::Rank, rank});
    }
    for (int k = 1; k < static_cast<int>(WhatIfKind::Count); ++k) {
        const auto kind = static_cast<WhatIfKind>(k);
        if (kind == WhatIfKind::Buckets)
            continue; // its answers are too rough to be offered
        const std::vector<WhatIfQuestion> all = subjects(kind, job);
        if (!all.empty() && (kind != WhatIfKind::Link || !links(job).faults.empty()))
            out.push_back(all.front());
    }
    // A bound beside forecasts.
    std::stable_partition(out.begin(), out.end(), [](const WhatIfQuestion &q) { return !isBound(q.kind); });
    return out;
}

} // namespace rs
