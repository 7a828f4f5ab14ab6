// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/p2ppairs.h"
#include "views/state/runstore.h"

#include <map>
#include <vector>

namespace rs {

/// A matched send and receive as a line from the start of the one to the end of the other: whatever the two waited for,
/// on clocks that agree it never runs backwards.
struct TransferLine
{
    RankRef from;
    RankRef to;
    SliceId fromSlice = NoSlice;
    SliceId toSlice = NoSlice;
    RowId fromRow{};
    RowId toRow{};
    qint64 fromNs = 0; ///< on the clock of its rank
    qint64 toNs = 0;
    qint64 bytes = -1;       ///< -1: not given
    double bandwidthGbs = 0; ///< 0: cannot be said
};

/// Transfers between the loaded ranks of the open runs.
struct TransferIndex
{
    /// Kind among those of the traces.
    static constexpr const char *kind = "send/receive";

    std::vector<TransferLine> lines;
    qint64 unmatched = 0;
    std::map<std::pair<RankRef, SliceId>, std::vector<quint32>> linesOf; ///< of a slice, by either end

    void add(int run, const Run &data, const JobContext &job);
    [[nodiscard]] const std::vector<quint32> &of(RankRef rank, SliceId slice) const;
};

} // namespace rs
