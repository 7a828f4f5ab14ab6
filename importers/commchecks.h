// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <array>
#include <optional>
#include <vector>

namespace rs {

/// The times that files give of an operator, in ms.
using OperatorTime = std::optional<double> (CommOpRef::*)() const;
inline constexpr std::array<OperatorTime, 5> operatorTimes{
    &CommOpRef::elapseMs, &CommOpRef::transitMs, &CommOpRef::waitMs, &CommOpRef::synchronizationMs, &CommOpRef::idleMs};

// As in crosschecks.h.

/// Operators of communication.json, called `file`, against themselves: parts that are not their whole, shares that are
/// not those of the times, bandwidths that are not size over time, totals that are not the sum. `ofCluster`: of all
/// ranks, from cluster_communication.json.
void noteTimesOfOperators(const CommOps &operators, bool ofCluster, const QString &file, const JobContext &job,
                          ImportReport &report);

/// What follows '@' in keys of communication.json against the domain in the operator's name, or none where others have
/// one.
void noteDomainsOfOperators(const CommOps &operators, bool ofCluster, const QString &file, const JobContext &job,
                            ImportReport &report);

/// The same in communication_matrix.json.
void noteDomainsOfLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report);

} // namespace rs
