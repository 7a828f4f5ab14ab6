// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commtraffic.h"

#include "analysis/ranks/collectives.h"
#include "analysis/operators/devicework.h"
#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/base/timens.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// A transfer of data to or from another rank.
struct Movement
{
    Interval time;
    qint64 bytes = 0;
};

// The task of a plane as such a transfer; nothing for what moves no data, or inside a card.
std::optional<Movement> movementOf(const Trace &trace, SliceId slice)
{
    const SliceStore &s = trace.slices();
    const TaskDetail *const d = s.detail(slice);
    if (s.kind(slice) != SliceKind::CommTask || !d || d->sizeBytes <= 0 || d->srcRank < 0 || d->dstRank < 0 ||
        d->srcRank == d->dstRank || s.end(slice) <= s.start(slice))
        return std::nullopt;
    return Movement{{s.start(slice), s.end(slice)}, d->sizeBytes};
}

// As communication.json and the matrix call it: what goes over ROCE is RDMA there.
QString linkTypeOf(const Trace &trace, const TaskDetail &d)
{
    constexpr std::string_view asFilesSay = "RDMA";
    const std::string_view own = trace.strings().view(d.linkType);
    if (trace.strings().view(d.transport) == asFilesSay || own.ends_with("ROCE"))
        return QString::fromLatin1(asFilesSay.data(), static_cast<qsizetype>(asFilesSay.size()));
    const QString type = trace.strings().text(d.linkType);
    return type.isEmpty() ? trace.strings().text(d.transport) : type;
}

using Movements = std::map<QString, std::vector<Movement>>; // by type of link

Movements movementsOfTrace(const Trace &trace, const JobContext &job)
{
    Movements out;
    JobPoll poll(job);
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::CommPlane)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last && !poll.isCanceled(); ++i) {
            if (const auto m = movementOf(trace, SliceId{i}))
                out[linkTypeOf(trace, *trace.slices().detail(SliceId{i}))].push_back(*m);
        }
    }
    return out;
}

// Tasks on the planes below an operator that run at its time.
template <typename Use>
void forTasksBelow(const Trace &trace, const CollectiveOp &op, const Use &use)
{
    for (quint32 l = raw(op.lane) + 1; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::CommPlane || lane.group != op.lane)
            break;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            for (const SliceId slice : trace.slices().visible(RowId{r}, op.startNs, op.endNs))
                use(slice);
        }
    }
}

Movements movementsOfDomains(const RankData &rank, const DomainChoice &chosen, const JobContext &job)
{
    Movements out;
    const Trace &trace = *rank.trace;
    for (const CollectiveSequence &sequence : collectiveSequences(rank, job)) {
        JobPoll poll(job);
        for (const CollectiveOp &op : sequence.ops) {
            if (poll.isCanceled())
                return out;
            if (!chosen.has(sequence.domain) && !chosen.has(trace.laneLabel(op.lane)))
                continue;
            forTasksBelow(trace, op, [&](SliceId task) {
                // One that reaches into the next operator is of the one in which it began.
                const qint64 start = trace.slices().start(task);
                const auto m = start >= op.startNs && start < op.endNs ? movementOf(trace, task) : std::nullopt;
                if (m)
                    out[linkTypeOf(trace, *trace.slices().detail(task))].push_back(*m);
            });
        }
    }
    return out;
}

Movements movementsOfFile(const CommOps &ops, const DomainChoice &chosen, const JobContext &job)
{
    Movements out;
    JobPoll poll(job);
    for (const CommOpRef op : ops) {
        if (poll.isCanceled())
            return out;
        const std::optional<qint64> start = parseDecimalUs(op.startTextView());
        if (op.isTotal() || !start || op.elapseMs().value_or(0) <= 0)
            continue;
        if (!chosen.has(op.groupHash()))
            continue;
        const qint64 end = saturatedSum(*start, saturatedRound(*op.elapseMs() * 1e6));
        for (const TransportRef t : op.transports()) {
            // It repeats what HCCS, PCIE and SIO say.
            if (t.transport() == u"SDMA" || t.sizeMb().value_or(0) <= 0)
                continue;
            out[t.transport()].push_back({{*start, end}, saturatedRound(*t.sizeMb() * 1e6)});
        }
    }
    return out;
}

TrafficSeries seriesOf(const QString &linkType, const std::vector<Movement> &movements)
{
    struct Change
    {
        qint64 bytes = 0;
        double gbs = 0;
        int transfers = 0;
    };
    std::map<qint64, Change> changes;
    for (const Movement &m : movements) {
        const double gbs = static_cast<double>(m.bytes) / static_cast<double>(m.time.length());
        Change &begin = changes[m.time.from];
        begin.bytes = saturatedSum(begin.bytes, m.bytes);
        begin.gbs += gbs;
        ++begin.transfers;
        Change &end = changes[m.time.to];
        end.bytes = saturatedDifference(end.bytes, m.bytes);
        end.gbs -= gbs;
        --end.transfers;
    }
    TrafficSeries out{linkType, {}};
    out.points.reserve(changes.size());
    TrafficPoint now;
    int transfers = 0;
    for (const auto &[ns, change] : changes) {
        transfers += change.transfers;
        now.ns = ns;
        now.bytes = transfers > 0 ? saturatedSum(now.bytes, change.bytes) : 0;
        // The rest of a sum of fractions is no bandwidth.
        now.gbs = transfers > 0 ? now.gbs + change.gbs : 0;
        out.points.push_back(now);
    }
    return out;
}

// Links of one operator: tasks below it, by type of link, source and destination in the group.
using Ends = std::map<std::tuple<QString, int, int>, std::vector<Interval>>;

Ends endsOf(const Trace &trace, const CollectiveOp &op)
{
    Ends out;
    forTasksBelow(trace, op, [&](SliceId task) {
        const auto m = movementOf(trace, task);
        if (!m)
            return;
        const TaskDetail &d = *trace.slices().detail(task);
        out[{linkTypeOf(trace, d), d.srcRank, d.dstRank}].push_back(
            {std::max(m->time.from, op.startNs), std::min(m->time.to, op.endNs)});
    });
    return out;
}

// Rows of one key added up; means of what each rank and step has.
template <typename KeyOf>
std::vector<CoverageSum> coverageSums(const std::vector<DomainCoverage> &rows, const KeyOf &keyOf)
{
    struct Sum
    {
        CoverageSum of;
        std::set<std::pair<int, QString>> parts; // rank and step
    };
    std::map<std::pair<int, QString>, Sum> sums;
    for (const DomainCoverage &row : rows) {
        const std::pair<int, QString> key = keyOf(row);
        Sum &sum = sums[key];
        std::tie(sum.of.rankIndex, sum.of.domain) = key;
        sum.of.operators += row.operators;
        sum.of.coveredNs = saturatedSum(sum.of.coveredNs, row.coveredNs);
        sum.of.uncoveredNs = saturatedSum(sum.of.uncoveredNs, row.uncoveredNs);
        sum.parts.emplace(row.rankIndex, row.step);
    }
    std::vector<CoverageSum> out;
    for (auto &[key, sum] : sums) {
        const auto parts = static_cast<qint64>(sum.parts.size());
        sum.of.coveredNs /= parts;
        sum.of.uncoveredNs /= parts;
        sum.of.durationNs = saturatedSum(sum.of.coveredNs, sum.of.uncoveredNs);
        out.push_back(std::move(sum.of));
    }
    return out;
}

} // namespace

Traffic trafficOf(const RankData &rank, const DomainChoice &chosen, const JobContext &job)
{
    Movements movements;
    if (rank.trace)
        movements = chosen.isAll() ? movementsOfTrace(*rank.trace, job) : movementsOfDomains(rank, chosen, job);
    Traffic out;
    out.ofFile = movements.empty();
    if (out.ofFile)
        movements = movementsOfFile(rank.commOps, chosen, job);
    for (const auto &[linkType, of] : movements)
        out.series.push_back(seriesOf(linkType, of));
    return job.isCanceled() ? Traffic() : out;
}

std::vector<LinkUse> linkUses(const Run &run, int rankIndex, const JobContext &job)
{
    const auto &rank = run.ranks[static_cast<size_t>(rankIndex)];
    if (!rank || !rank->trace)
        return {};
    const DomainIndex domains(run, job);
    const RankMapping mapping(run, job);
    const std::vector<StepWindow> windows = stepWindows(*rank, job);
    std::vector<std::pair<qint64, LinkUse>> uses;
    std::vector<CollectiveSequence> sequences = collectiveSequences(*rank, job);
    nameDomains(sequences, domains.all(), rank->info.rank);
    for (const CollectiveSequence &sequence : sequences) {
        for (const CollectiveOp &op : sequence.ops) {
            if (job.isCanceled())
                return {};
            const Ends ends = endsOf(*rank->trace, op);
            qint64 first = op.endNs;
            for (const auto &[link, times] : ends) {
                for (const Interval &t : times)
                    first = std::min(first, t.from);
            }
            for (const auto &[link, times] : ends) {
                LinkUse use;
                use.op = op.slice;
                for (const StepWindow &w : windows) {
                    if (use.step.isEmpty() && op.startNs >= w.device.from && op.startNs < w.device.to)
                        use.step = w.step;
                }
                use.domain = domainLabel(domains, sequence.domain, *rank->trace, op.lane);
                use.domainHash = domains.find(sequence.domain) ? sequence.domain : use.domain;
                const auto &[type, source, destination] = link;
                use.linkType = type;
                const bool incoming = mapping.global(sequence.domain, destination) == rank->info.rank;
                use.peer = incoming ? source : destination;
                if (const std::optional<int> peer = mapping.global(sequence.domain, use.peer))
                    use.peer = *peer;
                else
                    use.peerIsLocal = true;
                use.windowNs = op.endNs - first;
                use.busyNs = totalLength(mergeIntervals(times));
                uses.emplace_back(op.startNs, std::move(use));
            }
        }
    }
    std::ranges::stable_sort(uses, [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<LinkUse> out;
    out.reserve(uses.size());
    for (auto &[start, use] : uses)
        out.push_back(std::move(use));
    return out;
}

std::vector<DomainCoverage> domainCoverage(const Run &run, const CommQuery &query, const JobContext &job)
{
    const DomainIndex known(run, job);
    const DomainChoice chosen(known.all(), query.domain);
    const QStringList steps = run.steps();
    std::map<std::tuple<int, qsizetype, QString, QString>, DomainCoverage> sums;
    for (int r = 0; r < static_cast<int>(run.ranks.size()); ++r) {
        for (const CommWork &work : commWorks(run, r, known, {query.step, {}}, job)) {
            if (!work.coveredNs || !work.uncoveredNs || !chosen.hasLabel(work.domain))
                continue;
            DomainCoverage &sum = sums[{r, steps.indexOf(work.step), work.step, work.domain}];
            sum.step = work.step;
            sum.domain = work.domain;
            sum.rankIndex = r;
            ++sum.operators;
            sum.coveredNs = saturatedSum(sum.coveredNs, *work.coveredNs);
            sum.uncoveredNs = saturatedSum(sum.uncoveredNs, *work.uncoveredNs);
            sum.durationNs = saturatedSum(sum.durationNs, saturatedSum(*work.coveredNs, *work.uncoveredNs));
        }
    }
    std::vector<DomainCoverage> out;
    for (auto &[key, sum] : sums)
        out.push_back(std::move(sum));
    return job.isCanceled() ? std::vector<DomainCoverage>() : out;
}

std::vector<CoverageSum> coverageByDomain(const std::vector<DomainCoverage> &rows)
{
    std::vector<CoverageSum> out =
        coverageSums(rows, [](const DomainCoverage &row) { return std::pair(-1, row.domain); });
    std::ranges::stable_sort(out, std::greater<>(), &CoverageSum::uncoveredNs);
    return out;
}

std::vector<CoverageSum> coverageByRank(const std::vector<DomainCoverage> &rows)
{
    return coverageSums(rows, [](const DomainCoverage &row) { return std::pair(row.rankIndex, QString()); });
}

} // namespace rs
