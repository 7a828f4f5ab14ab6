// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"

#include <QString>

#include <vector>

namespace rs {

/// Source of the times of collectives.
enum class MatchSource : quint8 {
    None,
    Traces,
    Files,  ///< communication.json: nothing is known of what else ran at the time
    Cluster ///< cluster_communication.json, where no rank has its own: as little
};

/// Nothing is known of what else ran at the time.
[[nodiscard]] constexpr bool isOfFiles(MatchSource source)
{
    return source == MatchSource::Files || source == MatchSource::Cluster;
}

/// Reason why a run has no collective.
enum class MatchLack : quint8 {
    None,
    NoData,   ///< no rank has operators of communication, neither in a trace nor in communication.json
    OneRank,  ///< only one has
    NoClocks, ///< no two ranks can be brought to one clock
    NoPartner ///< no operator of one rank has a partner on another
};

/// Source that replaces the trace of a rank that has none, or one that ends early.
enum class MatchFill : quint8 {
    None,
    Files ///< its communication.json, if that has more operators; where it does for all ranks, files are the source
};

/// One rank's operator in a collective.
struct CollectiveEnd
{
    int rankIndex = -1;      ///< into run.ranks
    SliceId slice = NoSlice; ///< NoSlice where a file of operators is the source, or fills in for the rank
    qint64 startNs = 0;      ///< on the clock of the rank
    qint64 endNs = 0;
    qint64 arrivalNs = 0; ///< the same on the clock of the reference
    qint64 leftNs = 0;
};

/// A collective on all its ranks, or a send with its receive.
struct MatchedCollective
{
    QString domain; ///< group hash
    QString step;   ///< in which it starts on one of them; empty where nothing marks steps
    QString op;     ///< name of the operator on one of them
    QString kind;
    int ordinal = 0;   ///< n-th of the domain, from 0; of a transfer: n-th between the two
    int sender = -1;   ///< rank index; -1: a collective
    int missing = 0;   ///< ranks of the domain whose operator is not known
    int unaligned = 0; ///< ranks of the domain whose clock could not be aligned: when they arrived is not known
    quint32 first = 0; ///< [first, last) of MatchedCollectives::ends, by rank index; at least two
    quint32 last = 0;
    [[nodiscard]] bool isTransfer() const { return sender >= 0; }
};

struct MatchedCollectives
{
    MatchSource source = MatchSource::None;
    MatchLack none = MatchLack::None; ///< reason for an empty `all`
    std::vector<RankAlignment>
        clocks; ///< clocks of the source, one for each of run.ranks; with NoClocks the reasons for none
    std::vector<MatchedCollective> all; ///< by the arrival of the last rank
    std::vector<CollectiveEnd> ends;
    qint64 alone = 0;          ///< operators, of collectives and transfers, for which no other rank has a partner
    qint64 unaligned = 0;      ///< operators of ranks whose clock could not be aligned
    std::vector<int> recorded; ///< rank indices: traces are the source, and communication.json fills in for these
    [[nodiscard]] bool isRecorded(int rankIndex) const;
    [[nodiscard]] bool isAligned(int rankIndex) const;
    /// Index of the end that arrives last; of several the first.
    [[nodiscard]] quint32 lastArrival(const MatchedCollective &collective) const;
    /// The end of a rank in a collective; null when it takes no part.
    [[nodiscard]] const CollectiveEnd *endOf(const MatchedCollective &collective, int rankIndex) const;
};

/// Collectives and transfers of a run, matched over its ranks on aligned clocks: in their order, and where a rank lacks
/// some of them, by their ends. From the traces; where fewer than two ranks have one whose clock can be aligned, from
/// communication.json, or from that of the cluster analysis. Of no use when cancelled.
[[nodiscard]] MatchedCollectives matchedCollectives(const Run &run, const JobContext &job = JobContext(),
                                                    MatchFill fill = MatchFill::None);

} // namespace rs
