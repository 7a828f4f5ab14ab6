// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/collectives.h"

#include <QString>

#include <vector>

namespace rs {

/// One end of a point-to-point transfer.
struct TransferEnd
{
    int rankIndex = -1; ///< into run.ranks
    SliceId slice = NoSlice;
    qint64 startNs = 0;
    qint64 endNs = 0;
};

/// A send and its receive.
struct Transfer
{
    QString domain; ///< group hash
    TransferEnd send;
    TransferEnd receive;
    qint64 bytes = -1; ///< -1: neither side says
    /// bytes over the time in which both sides ran, GB/s; 0 when that cannot be said.
    double bandwidthGbs = 0;
    int ordinal = 0; ///< n-th transfer between the two, from 0
};

struct UnmatchedTransfer
{
    QString domain;
    TransferEnd end;
    bool send = false;
    int peerLocal = -1; ///< local rank of the peer; -1 unknown
};

struct TransferPairs
{
    std::vector<Transfer> pairs; ///< by start of the send
    std::vector<UnmatchedTransfer> unmatched;
    /// Operators under which more tasks lie than are looked at, because many operators lie over the same tasks: their
    /// peers and sizes may be unknown.
    qint64 cutShort = 0;
};

/// Pairs sends with receives over the loaded ranks by group, peer and order. The peer of an operator is the one remote
/// local rank that its plane tasks name; where they name none, a group of two ranks leaves only one choice.
[[nodiscard]] TransferPairs pairTransfers(const Run &run, const JobContext &job = JobContext());

/// What pairing gave up, and what follows from it; empty when nothing was.
[[nodiscard]] std::vector<Finding> transferFindings(const TransferPairs &transfers);

} // namespace rs
