// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"

#include <vector>

namespace rs {

/// What is under way from a point in time on, until the next one.
struct TrafficPoint
{
    qint64 ns = 0;
    qint64 bytes = 0; ///< in flight
    double gbs = 0;   ///< of the transfers under way together, each at its mean bandwidth
};

/// Communication of a rank over one type of link.
struct TrafficSeries
{
    QString linkType;                 ///< HCCS, ROCE, …
    std::vector<TrafficPoint> points; ///< ascending; the last one has nothing in flight
};

/// What a rank sends and receives over time, by type of link: from the tasks of its trace, else from
/// communication.json, where an operator counts as one transfer for as long as it takes. Empty where neither tells, and
/// when cancelled.
[[nodiscard]] std::vector<TrafficSeries> trafficSeries(const RankData &rank, const JobContext &job = JobContext());

/// A link of a rank in one operator: how long it carried nothing since the first data of the operator moved.
struct LinkUse
{
    SliceId op = NoSlice;
    QString step;
    QString domain; ///< label
    QString linkType;
    int peer = -1; ///< rank at the other end; `peerIsLocal`: its index in the group, where no mapping is known
    bool peerIsLocal = false;
    qint64 windowNs = 0; ///< from the first data of the operator to its end
    qint64 busyNs = 0;   ///< of it, with a transfer under way
    [[nodiscard]] qint64 idleNs() const { return windowNs - busyNs; }
};

/// Links of a rank in the operators of its trace that have tasks, by start. Empty when cancelled.
[[nodiscard]] std::vector<LinkUse> linkUses(const Run &run, int rankIndex, const JobContext &job = JobContext());

/// How much of the communication of a domain ran under kernels on one rank in one step. Operators of one domain run one
/// after the other, so they add up.
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

/// By rank, step and domain, of ranks whose traces tell what ran beside. Empty when cancelled.
[[nodiscard]] std::vector<DomainCoverage> domainCoverage(const Run &run, const QString &step = {},
                                                         const JobContext &job = JobContext());

} // namespace rs
