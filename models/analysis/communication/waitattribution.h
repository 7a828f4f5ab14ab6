// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/matchedcollectives.h"

#include <optional>
#include <vector>

namespace rs {

struct AttributionQuery
{
    QString step;   ///< empty: every step
    QString domain; ///< label, group name or hash of a domain; empty: every domain
    MatchFill fill = MatchFill::None;
};

/// A part of a wait and the rank that it is waited for.
struct AttributedWait
{
    int rankIndex = -1;
    qint64 ns = 0;
};

/// Wait of one rank in a collective. Beside MatchedCollectives::ends.
struct RankWait
{
    qint64 ns = 0;       ///< from its arrival to that of the last rank
    qint64 sharedNs = 0; ///< part that other pipelines, or other ranks of the late stage, would make it wait too:
                         ///< nobody is blamed for that
    std::optional<qint64> uncoveredNs; ///< part that no compute of the rank covers; unknown without a trace
    quint32 firstBlame = 0;            ///< [first, last) of WaitAttribution::blames: the rest of it
    quint32 lastBlame = 0;
};

/// A collective that the query asks for.
struct AttributedCollective
{
    quint32 collective = 0;           ///< into MatchedCollectives::all
    int lastRank = -1;                ///< rank index of the last to arrive
    qint64 spreadNs = 0;              ///< between the first arrival and the last
    std::optional<qint64> transferNs; ///< from the last arrival to the first end; unknown where some did not meet
    qint64 waitNs = 0;                ///< sum over all ranks
    int leftEarly = 0; ///< ranks that were done before the last one came, as the root of a broadcast may be
    [[nodiscard]] bool isComplete(const MatchedCollective &m) const { return m.missing == 0 && m.unaligned == 0; }
};

/// In what a rank lost the time by which it came late, against the median of the others since they met before.
struct LostTime
{
    qint64 computeNs = 0;
    qint64 idleNs = 0; ///< the device had nothing to do
    qint64 communicationNs = 0;
    qint64 copyNs = 0;
    qint64 unknownNs = 0; ///< nothing to compare with: transfers, and what was before the first collective
};

/// Waits that a rank caused and suffered.
struct RankWaitSums
{
    qint64 collectives = 0; ///< in which its arrival is known
    qint64 lastIn = 0;      ///< those in which it came last
    qint64 causedNs = 0;    ///< waits of others that end with it, chains followed
    qint64 directNs = 0;    ///< part from collectives in which it was the last itself
    qint64 sufferedNs = 0;
    qint64 sharedNs = 0; ///< part of the suffered wait that nobody is blamed for: stages wait for each other
    qint64 selfNs = 0;   ///< part of the suffered wait that its own lateness brought back to it
    std::optional<qint64> uncoveredWaitNs;          ///< part of the suffered wait that no compute covers
    std::optional<qint64> uncoveredCausedNs;        ///< the same of the caused wait
    std::optional<qint64> uncoveredCommunicationNs; ///< communication that no compute covers, of the step
    std::optional<LostTime> lost;                   ///< parts of directNs; unknown without a trace
};

/// Wait of one rank for another, chains followed.
struct WaitEdge
{
    int culprit = -1; ///< rank index
    int victim = -1;
    qint64 ns = 0;
    std::optional<qint64> uncoveredNs;
};

/// Waits between ranks. In a collective all ranks wait for the last one. If that one had waited itself since it last
/// met the waiting rank, longer than that one, the difference goes to the rank it waited for.
struct WaitAttribution
{
    MatchedCollectives collectives;
    std::vector<RankWait> waits;
    std::vector<AttributedWait> blames;
    std::vector<AttributedCollective> entries; ///< by the arrival of the last rank
    std::vector<RankWaitSums> ranks;           ///< one for each of run.ranks
    std::vector<WaitEdge> edges;               ///< the longest first
    qint64 incomplete = 0;                     ///< entries of which some rank's arrival is not known
    std::vector<int> stageOf;                  ///< by rank index, as PipelineWaits has it
    std::vector<int> missingRanks;             ///< ranks of the run of which no arrival is known, rank indices

    /// Sum over the ranks; unknown when it is of one of those that take part.
    [[nodiscard]] std::optional<qint64> uncoveredCommunicationNs() const;
};

/// Wait of a rank because the stages of its pipeline wait for each other, which no rank is blamed for.
struct StageWait
{
    int victim = -1; ///< rank index
    int late = -1;   ///< rank index of the last in the collectives
    qint64 ns = 0;   ///< RankWait::sharedNs of them
    qint64 collectives = 0;
};

/// The longest first; their sum is that of RankWaitSums::sharedNs.
[[nodiscard]] std::vector<StageWait> stageWaits(const WaitAttribution &attribution);

[[nodiscard]] WaitAttribution waitAttribution(const Run &run, const AttributionQuery &query = {},
                                              const JobContext &job = JobContext());

} // namespace rs
