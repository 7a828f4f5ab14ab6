// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/collectives.h"

#include <QString>

#include <vector>

namespace rs {

class DomainIndex;

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

/// A send and its receive of communication.json, in the sequences that they were paired from.
struct RecordedTransfer
{
    int sender = -1; ///< into run.ranks
    int receiver = -1;
    const CollectiveOp *send = nullptr;
    const CollectiveOp *receive = nullptr;
    QString domain;
    int ordinal = 0; ///< n-th from the one to the other, from 0
};

struct RecordedTransfers
{
    std::vector<RecordedTransfer> pairs;
    qint64 alone = 0; ///< operators without a partner
};

/// Pairs sends with receives of files, which name no peer: in a group of two ranks there is only one, and the transfers
/// of each direction come in order. `ranks`: sends and receives of each of the run's ranks; they outlive the result.
[[nodiscard]] RecordedTransfers pairRecordedTransfers(const std::vector<std::vector<CollectiveSequence>> &ranks,
                                                      const DomainIndex &domains);

/// Findings on what pairing gave up; empty if nothing.
[[nodiscard]] std::vector<Finding> transferFindings(const TransferPairs &transfers);

} // namespace rs
