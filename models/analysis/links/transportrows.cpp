// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/transportrows.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace rs {

namespace {

// 0, 1, 2, 5, 10, 20 …
const std::vector<qint64> &packetEdges()
{
    static const std::vector<qint64> edges = [] {
        constexpr qint64 most = std::numeric_limits<qint64>::max();
        std::vector<qint64> out = {0};
        for (qint64 power = 1; power <= most / 10; power *= 10) {
            for (const qint64 factor : {1, 2, 5})
                out.push_back(factor * power);
        }
        out.push_back(most);
        return out;
    }();
    return edges;
}

// The bin that a packet belongs to: it begins at the edge of that number.
size_t packetBin(double sizeMb)
{
    const std::vector<qint64> &edges = packetEdges();
    const qint64 bytes = std::llround(std::clamp(sizeMb * 1e6, 0.0, 9e18));
    return static_cast<size_t>(std::upper_bound(edges.begin(), edges.end() - 1, bytes) - edges.begin()) - 1;
}

struct SumOfTransport
{
    TransportSum sum;
    struct Moved
    {
        QString label;
        double sizeMb = 0;
        double timeMs = 0;
    };
    std::map<std::pair<int, QString>, Moved> ranks;
    std::map<size_t, PacketBin> bins;

    void add(const TransportRow &row)
    {
        const TransportInfo &t = row.transport;
        if (t.sizeMb && t.timeMs) {
            sum.sizeMb += *t.sizeMb;
            sum.timeMs += *t.timeMs;
            Moved &rank = ranks[{row.op.rank, row.op.rankLabel}];
            rank.label = row.op.rank >= 0 ? QString::number(row.op.rank) : row.op.rankLabel;
            rank.sizeMb += *t.sizeMb;
            rank.timeMs += *t.timeMs;
        }
        for (const TransportInfo::Packet &p : t.packets) {
            PacketBin &bin = bins[packetBin(p.sizeMb)];
            bin.count = saturatedSum(bin.count, p.count);
            bin.bytes += p.sizeMb * 1e6 * static_cast<double>(p.count);
            bin.timeMs += p.timeMs;
        }
    }

    // Bins [first, last].
    TransportSum take(size_t first, size_t last, const ReferenceRates &rates)
    {
        sum.referenceGbs = rates.of(sum.transport);
        if (sum.timeMs > 0)
            sum.bandwidthGbs = sum.sizeMb / sum.timeMs;
        for (const auto &[name, rank] : ranks) {
            if (!(rank.timeMs > 0))
                continue;
            const TransportSum::RankBandwidth at{rank.label, rank.sizeMb / rank.timeMs};
            if (!sum.slowest || at.gbs < sum.slowest->gbs)
                sum.slowest = at;
            if (!sum.fastest || at.gbs > sum.fastest->gbs)
                sum.fastest = at;
        }
        for (size_t i = first; i <= last; ++i) {
            PacketBin &bin = sum.packets.emplace_back(bins[i]);
            bin.fromBytes = packetEdges()[i];
            bin.toBytes = packetEdges()[i + 1];
        }
        return std::move(sum);
    }
};

bool isOfRank(const CommRow &row, const RankInfo &rank)
{
    return rank.rank >= 0 ? row.rank == rank.rank : row.rank < 0 && row.rankLabel == rank.label;
}

} // namespace

std::vector<TransportRow> transportRows(const Run &run, const CommQuery &query, const ReferenceRates &rates,
                                        const JobContext &job)
{
    std::vector<TransportRow> out;
    for (CommRow &op : communicationRows(run, query, job)) {
        std::vector<TransportInfo> transports = std::move(op.transports);
        op.transports = {};
        for (TransportInfo &t : transports) {
            const bool nothing = t.sizeMb.value_or(0) == 0 && t.timeMs.value_or(0) == 0 && t.packets.empty();
            if (nothing)
                continue;
            TransportRow &row = out.emplace_back();
            row.op = op;
            for (const TransportInfo::Packet &p : t.packets)
                row.packets = saturatedSum(row.packets.value_or(0), p.count);
            if (const auto rate = rates.of(t.transport); rate && t.bandwidthGbs)
                row.ofReference = *t.bandwidthGbs / *rate;
            row.transport = std::move(t);
        }
    }
    return job.isCanceled() ? std::vector<TransportRow>() : out;
}

std::vector<PacketRow> packetRows(const Run &run, const CommQuery &query, const JobContext &job)
{
    std::vector<PacketRow> out;
    for (TransportRow &row : transportRows(run, query, {}, job)) {
        std::vector<TransportInfo::Packet> &packets = row.transport.packets;
        std::ranges::sort(packets, {}, &TransportInfo::Packet::sizeMb);
        for (const TransportInfo::Packet &p : packets) {
            PacketRow &to = out.emplace_back();
            to.op = row.op;
            to.transport = row.transport.transport;
            to.packet = p;
            if (p.timeMs > 0)
                to.bandwidthGbs = p.sizeMb * static_cast<double>(p.count) / p.timeMs;
        }
    }
    return job.isCanceled() ? std::vector<PacketRow>() : out;
}

bool TransportSum::hasPackets() const
{
    return std::ranges::any_of(packets, [](const PacketBin &bin) { return bin.count > 0; });
}

std::vector<TransportSum> transportSums(const Run &run, const CommQuery &query, const RankInfo *only,
                                        const ReferenceRates &rates, const JobContext &job)
{
    std::map<QString, SumOfTransport> sums;
    size_t first = packetEdges().size();
    size_t last = 0;
    for (const TransportRow &row : transportRows(run, query, rates, job)) {
        if (row.op.total || (only && !isOfRank(row.op, *only)))
            continue;
        SumOfTransport &sum = sums[row.transport.transport];
        sum.sum.transport = row.transport.transport;
        sum.add(row);
        if (!sum.bins.empty()) {
            first = std::min(first, sum.bins.begin()->first);
            last = std::max(last, sum.bins.rbegin()->first);
        }
    }
    std::vector<TransportSum> out;
    for (auto &[name, sum] : sums)
        out.push_back(sum.take(first, last, rates));
    return job.isCanceled() ? std::vector<TransportSum>() : out;
}

} // namespace rs
