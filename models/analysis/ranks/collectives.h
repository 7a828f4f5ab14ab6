// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <map>
#include <string_view>
#include <vector>

namespace rs {

/// One communication operator of one rank, with what identifies it across ranks.
struct CollectiveOp
{
    SliceId slice = NoSlice;
    LaneId lane = NoLane;
    qint64 startNs = 0;
    qint64 endNs = 0;
    QString kind;          ///< "allreduce", "send", … lower case
    qint64 sizeBytes = -1; ///< -1: not known
    bool p2p = false;
    qint64 record = -1; ///< row of RankData::commOps, of operators that are read from there
};

/// The operators of one rank in one domain, by start.
struct CollectiveSequence
{
    QString domain; ///< group hash; "?865" with the last three digits where only the operator's name tells it
    std::vector<CollectiveOp> ops;
};

/// All communication operators of a rank's trace by domain. The domain is the hash of the communicator name on the
/// lane, else that of the operator in communication.json (name and start within 0.3 us), else the three digits of its
/// name. Cancelled: empty.
[[nodiscard]] std::vector<CollectiveSequence> collectiveSequences(const RankData &rank,
                                                                  const JobContext &job = JobContext());

/// The same of communication.json alone, for ranks without a trace: records with a start, a length and a domain. Stamps
/// have one decimal of a microsecond there. Cancelled: empty.
[[nodiscard]] std::vector<CollectiveSequence> recordedSequences(const RankData &rank,
                                                                const JobContext &job = JobContext());
/// The same of the file of a cluster analysis, by number of the rank; CollectiveOp::record is a row of `ops`.
[[nodiscard]] std::map<int, std::vector<CollectiveSequence>> clusterSequences(const CommOps &ops,
                                                                              const JobContext &job = JobContext());

/// Gives sequences of a rank that only the digits of their operators' names tell their domain of the run, where one
/// alone has these and may hold the rank; what is of one domain then is one sequence.
void nameDomains(std::vector<CollectiveSequence> &sequences, const std::vector<Domain> &domains, int rank);
/// If files lack the sizes of half of a rank's operators in a domain, none counts there: operators of ranks are matched
/// by them, too.
void forgetUnevenSizes(const std::vector<std::vector<CollectiveSequence> *> &ranks);

/// Takes the sends and receives out of the sequences of one rank.
[[nodiscard]] std::vector<CollectiveSequence> splitTransfers(std::vector<CollectiveSequence> &sequences);

/// "Group 90.91.105.46%enp_60000_0_17 Communication" -> the communicator's name; empty for an ordinal ("Group 0
/// Communication"), which is no name, and for every other lane.
[[nodiscard]] QString communicatorOf(const QString &lane);

/// "hcom_allReduce__865_0_1" -> "allreduce"; graph-mode names ("…/AllReduce-op123") likewise.
[[nodiscard]] QString collectiveKind(std::string_view operatorName);

} // namespace rs
