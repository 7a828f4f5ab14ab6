// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/p2ppairs.h"

#include "analysis/ranks/domains.h"
#include "core/base/saturate.h"

#include <QMap>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

struct Side
{
    TransferEnd end;
    bool send = false;
    qint64 bytes = -1;
    int own = -1;  // local rank
    int peer = -1; // local rank
};

// Limit of the tasks looked at for the operators of one sequence. Each task lies under one operator, or under a few; if
// all operators overlap, all tasks would be looked at for each of them.
class LookBudget
{
public:
    explicit LookBudget(qint64 operators) : m_left(mostPerOperator * operators) {}
    /// Whether that many more may be looked at for one operator.
    [[nodiscard]] bool take(qint64 tasks)
    {
        m_left -= std::min(m_left, tasks);
        return m_left > 0;
    }

private:
    static constexpr qint64 mostPerOperator = 4096; // on average
    qint64 m_left;
};

// Reads partners and sizes from the plane tasks under an operator. What the budget does not hold is not looked at:
// false.
bool readTasks(const RankData &rank, const CollectiveOp &op, std::vector<Side> &sides, const Side &proto,
               LookBudget &budget)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    struct Peers
    {
        std::set<int> out;
        std::set<int> in;
        std::set<int> data; // those of `out` that got more than notifications
        qint64 outBytes = 0;
        qint64 inBytes = 0;
    };
    Peers seen;
    int own = proto.own;
    bool whole = true;
    for (quint32 l = raw(op.lane) + 1; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::CommPlane || lane.group != op.lane)
            break;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = s.visible(RowId{r}, op.startNs, op.endNs);
            if (!budget.take(1 + span.size())) {
                whole = false;
                break;
            }
            for (const SliceId slice : span) {
                const TaskDetail *d = s.detail(slice);
                if (!d || d->srcRank < 0 || d->dstRank < 0 || d->srcRank == d->dstRank)
                    continue;
                const bool outgoing = own < 0 ? op.kind.contains(QLatin1String("send")) : d->srcRank == own;
                const int peer = outgoing ? d->dstRank : d->srcRank == own || own < 0 ? d->dstRank : d->srcRank;
                (outgoing ? seen.out : seen.in).insert(peer);
                if (own < 0)
                    own = d->srcRank;
                const bool payload = trace.strings().view(s.name(slice)).find("Notify") == std::string_view::npos;
                if (outgoing && payload)
                    seen.data.insert(peer);
                qint64 &bytes = outgoing ? seen.outBytes : seen.inBytes;
                if (payload && d->sizeBytes > 0)
                    bytes = saturatedSum(bytes, d->sizeBytes);
            }
        }
    }
    const bool both = op.kind.contains(QLatin1String("sendrecv"));
    const bool sends = op.kind.contains(QLatin1String("send"));
    const auto add = [&](bool send, const std::set<int> &peers, qint64 bytes) {
        Side side = proto;
        side.send = send;
        side.own = own;
        if (peers.size() == 1)
            side.peer = *peers.begin();
        side.bytes = bytes > 0 ? bytes : proto.bytes;
        sides.push_back(side);
    };
    if (both) {
        // A rank that receives notifies the sender, too: only data that it hands on makes it one that sends.
        for (const int peer : seen.out) {
            if (!seen.data.contains(peer))
                seen.in.insert(peer);
        }
        if (!seen.data.empty())
            add(true, seen.data, seen.outBytes);
        if (!seen.in.empty())
            add(false, seen.in, seen.inBytes);
        if (seen.out.empty() && seen.in.empty())
            add(true, {}, 0);
        return whole;
    }
    std::set<int> peers = seen.out;
    peers.insert(seen.in.begin(), seen.in.end());
    peers.erase(own);
    add(sends, peers, saturatedSum(seen.outBytes, seen.inBytes));
    return whole;
}

} // namespace

TransferPairs pairTransfers(const Run &run, const JobContext &job)
{
    TransferPairs out;
    const DomainIndex index(run, job);
    const RankMapping mapping(run, job);
    // (domain, sender, receiver), as local ranks, to both lists in time order.
    struct Lists
    {
        std::vector<Side> sends;
        std::vector<Side> receives;
    };
    QMap<std::tuple<QString, int, int>, Lists> links;
    for (size_t r = 0; r < run.ranks.size(); ++r) {
        const auto &rank = run.ranks[r];
        if (!rank || !rank->trace)
            continue;
        std::vector<CollectiveSequence> sequences = collectiveSequences(*rank, job);
        nameDomains(sequences, index.all(), rank->info.rank);
        for (const CollectiveSequence &sequence : sequences) {
            if (job.isCanceled())
                return {};
            const Domain *const domain = index.find(sequence.domain);
            int own = -1;
            if (domain) {
                for (int local = 0; local < static_cast<int>(domain->ranks.size()); ++local) {
                    if (mapping.global(sequence.domain, local) == rank->info.rank)
                        own = local;
                }
            }
            LookBudget budget(std::ssize(sequence.ops));
            for (const CollectiveOp &op : sequence.ops) {
                if (job.isCanceled())
                    return {};
                if (!op.p2p)
                    continue;
                Side proto;
                proto.end = {static_cast<int>(r), op.slice, op.startNs, op.endNs};
                proto.bytes = op.sizeBytes;
                proto.own = own;
                std::vector<Side> sides;
                if (!readTasks(*rank, op, sides, proto, budget))
                    ++out.cutShort;
                for (Side &side : sides) {
                    if (side.peer < 0 && side.own >= 0 && domain && domain->ranks.size() == 2)
                        side.peer = 1 - side.own;
                    if (side.peer < 0 || side.own < 0) {
                        out.unmatched.push_back({sequence.domain, side.end, side.send, side.peer});
                        continue;
                    }
                    Lists &lists =
                        links[{sequence.domain, side.send ? side.own : side.peer, side.send ? side.peer : side.own}];
                    (side.send ? lists.sends : lists.receives).push_back(side);
                }
            }
        }
    }
    for (auto it = links.begin(); it != links.end(); ++it) {
        Lists &lists = it.value();
        const auto byStart = [](const Side &a, const Side &b) { return a.end.startNs < b.end.startNs; };
        std::ranges::sort(lists.sends, byStart);
        std::ranges::sort(lists.receives, byStart);
        const size_t both = std::min(lists.sends.size(), lists.receives.size());
        for (size_t i = 0; i < both; ++i) {
            Transfer t;
            t.domain = std::get<0>(it.key());
            t.send = lists.sends[i].end;
            t.receive = lists.receives[i].end;
            t.bytes = std::max(lists.sends[i].bytes, lists.receives[i].bytes);
            t.ordinal = static_cast<int>(i);
            // The side that came first only waits; the transfer lasts as long as the shorter of the two.
            const qint64 duration = std::min(saturatedDifference(t.send.endNs, t.send.startNs),
                                             saturatedDifference(t.receive.endNs, t.receive.startNs));
            if (t.bytes > 0 && duration > 0)
                t.bandwidthGbs = static_cast<double>(t.bytes) / static_cast<double>(duration);
            out.pairs.push_back(t);
        }
        const auto rest = [&](const std::vector<Side> &sides) {
            for (size_t i = both; i < sides.size(); ++i)
                out.unmatched.push_back({std::get<0>(it.key()), sides[i].end, sides[i].send, sides[i].peer});
        };
        rest(lists.sends);
        rest(lists.receives);
    }
    std::ranges::sort(out.pairs, [](const Transfer &a, const Transfer &b) {
        return std::tuple(a.send.startNs, a.send.rankIndex, raw(a.send.slice)) <
               std::tuple(b.send.startNs, b.send.rankIndex, raw(b.send.slice));
    });
    return out;
}

RecordedTransfers pairRecordedTransfers(const std::vector<std::vector<CollectiveSequence>> &ranks,
                                        const DomainIndex &domains)
{
    RecordedTransfers out;
    std::map<QString, std::vector<std::pair<int, const CollectiveSequence *>>> byDomain;
    for (size_t r = 0; r < ranks.size(); ++r) {
        for (const CollectiveSequence &s : ranks[r])
            byDomain[s.domain].emplace_back(static_cast<int>(r), &s);
    }
    const auto side = [](const CollectiveSequence &sequence, bool send) {
        std::vector<const CollectiveOp *> ops;
        for (const CollectiveOp &op : sequence.ops) {
            if (op.kind.contains(QLatin1String("send")) == send)
                ops.push_back(&op);
        }
        return ops;
    };
    for (const auto &[domain, members] : byDomain) {
        const Domain *const known = domains.find(domain);
        if (members.size() != 2 || (known && known->ranks.size() != 2)) {
            for (const auto &[rank, sequence] : members)
                out.alone += std::ssize(sequence->ops);
            continue;
        }
        for (const size_t from : {size_t(0), size_t(1)}) {
            const std::vector<const CollectiveOp *> sends = side(*members[from].second, true);
            const std::vector<const CollectiveOp *> receives = side(*members[1 - from].second, false);
            const size_t both = std::min(sends.size(), receives.size());
            for (size_t i = 0; i < both; ++i)
                out.pairs.push_back(
                    {members[from].first, members[1 - from].first, sends[i], receives[i], domain, static_cast<int>(i)});
            out.alone += static_cast<qint64>(sends.size() + receives.size() - 2 * both);
        }
    }
    return out;
}

std::vector<Finding> transferFindings(const TransferPairs &transfers)
{
    if (transfers.cutShort == 0)
        return {};
    Finding f;
    f.severity = Severity::Loss;
    f.code = QStringLiteral("transfers.tasks");
    f.message = RS_MESSAGE("Too many sends and receives overlap the same tasks: not all tasks were checked, so "
                           "some may lack a partner or show too small a size.");
    f.count = transfers.cutShort;
    return {f};
}

} // namespace rs
