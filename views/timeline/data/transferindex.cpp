// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/transferindex.h"

namespace rs {

void TransferIndex::add(int run, const Run &data, const JobContext &job)
{
    const TransferPairs found = pairTransfers(data, job);
    unmatched += static_cast<qint64>(found.unmatched.size());
    for (const Transfer &t : found.pairs) {
        const auto rowOf = [&data](const TransferEnd &e) {
            return data.ranks[static_cast<size_t>(e.rankIndex)]->trace->slices().rowOf(e.slice);
        };
        TransferLine line;
        line.from = {run, t.send.rankIndex};
        line.to = {run, t.receive.rankIndex};
        line.fromSlice = t.send.slice;
        line.toSlice = t.receive.slice;
        line.fromRow = rowOf(t.send);
        line.toRow = rowOf(t.receive);
        line.fromNs = t.send.startNs;
        line.toNs = t.receive.endNs;
        line.bytes = t.bytes;
        line.bandwidthGbs = t.bandwidthGbs;
        const auto index = static_cast<quint32>(lines.size());
        linesOf[{line.from, line.fromSlice}].push_back(index);
        linesOf[{line.to, line.toSlice}].push_back(index);
        lines.push_back(line);
    }
}

const std::vector<quint32> &TransferIndex::of(RankRef rank, SliceId slice) const
{
    static const std::vector<quint32> none;
    const auto it = linesOf.find({rank, slice});
    return it == linesOf.end() ? none : it->second;
}

} // namespace rs
