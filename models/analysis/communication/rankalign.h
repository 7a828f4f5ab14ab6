// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/collectives.h"

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Reason why a rank keeps its own clock.
enum class AlignRefusal : quint8 {
    None,
    Reference,    ///< it is the clock that the others are brought to
    NoData,       ///< neither a trace nor communication.json
    NoMatches,    ///< fewer than three collectives or transfers match those of an aligned rank, nor two that agree
    LargeResidual ///< the rest after the correction is too large beside what it corrects
};

/// Source of the stamps that a clock is estimated from. Both are stamps of one clock.
enum class ClockSource : quint8 {
    None,
    Trace,
    File,   ///< communication.json, with one decimal of a microsecond
    Cluster ///< cluster_communication.json, where no rank of the run has its own
};

/// The clock of one rank against the reference rank: aligned = t - offsetNs - driftPpm * 1e-6 * (t - originNs).
struct RankAlignment
{
    int rankIndex = -1;
    qint64 offsetNs = 0;       ///< own clock less the reference's
    double driftPpm = 0;       ///< 0 unless it makes the residual a third smaller
    qint64 originNs = 0;       ///< stamp at which the offset holds exactly
    qint64 residualP95Ns = 0;  ///< 95 % of the matched ends lie within this of each other after the correction
    qint64 matches = 0;        ///< matched collectives behind the estimate
    qint64 unmatched = 0;      ///< operators of the rank in the same domain without a partner
    bool viaTransfers = false; ///< no collective leads to the reference; ends of sends and receives do
    AlignRefusal refusal = AlignRefusal::None;
    ClockSource source = ClockSource::None;

    [[nodiscard]] bool applies() const { return refusal == AlignRefusal::None; }
    /// The stamp on the reference's clock; unchanged where the alignment is refused.
    [[nodiscard]] qint64 aligned(qint64 ns) const;
};

/// One entry for each of run.ranks. A collective ends on all of its ranks at nearly the same moment, whoever was late,
/// so the offset is the median difference of matched ends: of three or more, or of the only two where they agree within
/// 20 us. Ranks that share no domain with the reference are reached
/// through ranks that do, over the edges of smallest residual; where no collective leads there (pipeline stages), over
/// sends and receives, whose ends agree less. A rank without a trace is aligned by the ends in its communication.json,
/// or in the file of the cluster analysis.
[[nodiscard]] std::vector<RankAlignment> alignRanks(const Run &run, const JobContext &job = JobContext());

/// Collectives of one rank by domain, for the alignment, without sends and receives. Nothing: no source.
using RankSequences = std::optional<std::vector<CollectiveSequence>>;
/// Ends of transfers on two ranks, on the clock of each, by the positions of the ranks, the smaller one first.
using TransferEndsByRanks = std::map<std::pair<int, int>, std::vector<std::pair<qint64, qint64>>>;
void addTransferEnds(TransferEndsByRanks &ends, int rank, qint64 endNs, int otherRank, qint64 otherEndNs);

/// The same for sequences from any source, one entry a rank. `transfers` is asked only where no collective leads to
/// some rank.
[[nodiscard]] std::vector<RankAlignment> alignSequences(const std::vector<RankSequences> &ranks,
                                                        const std::function<TransferEndsByRanks()> &transfers,
                                                        const JobContext &job = JobContext());

/// Equal for the operators of one collective on its ranks: the kind, and the magnitude of the size where every rank
/// moves the same (not so in alltoallv or from the root of a broadcast).
[[nodiscard]] quint64 collectiveKey(const CollectiveOp &op);

} // namespace rs
