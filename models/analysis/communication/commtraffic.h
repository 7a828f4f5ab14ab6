// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domainchoice.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <vector>

namespace rs {

/// Traffic from a point in time until the next one.
struct TrafficPoint
{
    qint64 ns = 0;
    qint64 bytes = 0; ///< in flight
    double gbs = 0;   ///< sum over the transfers under way, each at its mean bandwidth
};

/// Communication of a rank over one type of link.
struct TrafficSeries
{
    QString linkType;                 ///< HCCS, RDMA (which traces call ROCE), …
    std::vector<TrafficPoint> points; ///< ascending; the last one has nothing in flight
};

/// Traffic of a rank over time.
struct Traffic
{
    std::vector<TrafficSeries> series; ///< by type of link; empty where no file tells
    bool ofFile = false; ///< communication.json, where an operator counts as one transfer for as long as it takes
};

/// From the tasks of the rank's trace, else from communication.json. Operators of the chosen domains alone count.
/// Traffic of one rank; useless when cancelled.
[[nodiscard]] Traffic trafficOf(const RankData &rank, const DomainChoice &chosen = {},
                                const JobContext &job = JobContext());

/// A link of a rank in one operator: how long it carried nothing since the first data of the operator moved.
struct LinkUse
{
    SliceId op = NoSlice;
    QString step;
    QString domain; ///< label
    QString domainHash;
    QString linkType;
    int peer = -1; ///< rank at the other end; `peerIsLocal`: its index in the group, where no mapping is known
    bool peerIsLocal = false;
    qint64 windowNs = 0; ///< from the first data of the operator to its end
    qint64 busyNs = 0;   ///< part with a transfer under way
    [[nodiscard]] qint64 idleNs() const { return windowNs - busyNs; }
};

/// Links of a rank in the operators of its trace that have tasks, by start. Empty when cancelled.
[[nodiscard]] std::vector<LinkUse> linkUses(const Run &run, int rankIndex, const JobContext &job = JobContext());

/// Communication of a domain under kernels on one rank in one step. Operators of one domain run one after the other, so
/// they add up.
struct DomainCoverage
{
    QString step;
    QString domain; ///< label
    int rankIndex = -1;
    qint64 operators = 0;
    qint64 durationNs = 0;
    qint64 coveredNs = 0;
    qint64 uncoveredNs = 0;
};

/// By rank, step and domain, of ranks whose traces tell what ran beside; the query's step and domain count. Empty when
/// cancelled.
[[nodiscard]] std::vector<DomainCoverage> domainCoverage(const Run &run, const CommQuery &query = {},
                                                         const JobContext &job = JobContext());

/// Coverage of one domain over ranks and steps, or of one rank over domains and steps.
struct CoverageSum
{
    QString domain;     ///< label; empty of a rank
    int rankIndex = -1; ///< set where the sum is of a rank
    qint64 operators = 0;
    qint64 durationNs = 0; ///< mean of a rank and step that have operators: the sum of the other two
    qint64 coveredNs = 0;
    qint64 uncoveredNs = 0;
};

/// The longest uncovered time first.
[[nodiscard]] std::vector<CoverageSum> coverageByDomain(const std::vector<DomainCoverage> &rows);
/// In the order of the ranks; operators of several domains may run at once, and add up here.
[[nodiscard]] std::vector<CoverageSum> coverageByRank(const std::vector<DomainCoverage> &rows);

} // namespace rs
