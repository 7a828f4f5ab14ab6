// SPDX-License-Identifier: Apache-2.0
#include "analysis/transportrows.h"

#include "core/saturate.h"

#include <algorithm>
#include <utility>

namespace rs {

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
        std::sort(packets.begin(), packets.end(),
                  [](const TransportInfo::Packet &a, const TransportInfo::Packet &b) { return a.sizeMb < b.sizeMb; });
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

} // namespace rs
