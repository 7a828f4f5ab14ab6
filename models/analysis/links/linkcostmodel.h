// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkrows.h"
#include "analysis/ranks/peeroutliers.h"

#include <cstddef>
#include <vector>

namespace rs {

/// Time of a message over links of one type: latency + size / bandwidth.
struct LinkCostModel
{
    QString transport;
    double latencyMs = 0; ///< 0 where all messages are of a size, which tells the two apart from nothing
    double msPerMb = 0;   ///< 1 / (GB/s)
    double spread = 0;    ///< median of |measured - expected| / measured
    size_t links = 0;     ///< measured ones: a direction in a step, domain and kind of operator
    size_t pairs = 0;     ///< pairs of ranks
    double leastMb = 0;   ///< messages that it rests on
    double mostMb = 0;
    [[nodiscard]] double expectedMs(double messageMb) const { return latencyMs + msPerMb * messageMb; }
};

/// A message over a link: what a fit rests on.
struct LinkPoint
{
    double messageMb = 0;
    double ms = 0;
};

/// The fit with the least sum of relative deviations, neither part negative: links that are slow, as long as they are
/// the fewer ones, do not move it. `quicker`: the share of messages that may be quicker than it; the lower it is, the
/// more may be slow. `transport`, `pairs` are left to the caller.
[[nodiscard]] LinkCostModel fitLinkCost(const std::vector<LinkPoint> &points, double quicker = 0.5);

/// A link held against the fit of its type.
struct JudgedLink
{
    size_t row = 0;        ///< into LinkJudgement::rows
    double expectedMs = 0; ///< for all of its messages, at the rate of its like
    double ratio = 1;      ///< measured / expected
    size_t alike = 0;      ///< other links with which it is compared
    bool slow = false;
    qint64 lostNs = 0; ///< measured - expected, for a slow one
};

enum class LinkFaultKind : quint8 {
    Link,  ///< between two ranks
    Rank,  ///< most links of a rank
    Hosts, ///< most links between two hosts
    Host   ///< most links of the ranks of a host, with each other or with others
};

/// Slow links that have one cause.
struct LinkFault
{
    LinkFaultKind kind = LinkFaultKind::Link;
    QString transport;
    int source = -1; ///< ends of the pair that lost most, as numbers of ranks; of a rank at fault it is the source
    int destination = -1;
    QString host = {}; ///< set for a fault of a host, or between two
    QString otherHost = {};
    std::vector<size_t> links = {}; ///< into LinkJudgement::judged
    size_t slowPairs = 0;
    size_t judgedPairs = 0; ///< pairs of the rank, of the host, between the hosts, or 1
    qint64 lostNs = 0;      ///< loss of the link that lost most, over all steps: transfers of several links overlap
};

struct LinkJudgement
{
    std::vector<LinkRow> rows;       ///< links that are judged, sums of a kind of operator
    std::vector<LinkCostModel> fits; ///< by type
    std::vector<JudgedLink> judged;
    std::vector<LinkFault> faults; ///< largest loss first
    QStringList unmapped;          ///< domains with links whose ends no file names as ranks: these are not judged
};

/// A slow link and the fault that it is of.
struct SlowLink
{
    LinkRow link;
    JudgedLink judged;
    LinkFault fault;
};

/// By fault, in their order.
[[nodiscard]] std::vector<SlowLink> slowLinksOf(const LinkJudgement &judgement);

/// Holds every link between cards against the fit of its type over the whole run. Links of one kind of operator in one
/// step are compared by how much longer than the fit they take, and with the rest of their domain, so that neither the
/// algorithm of an operator nor a domain that is slow as a whole looks like a slow link; single operators with those of
/// their kind and size; fewer than three pairs of a kind with links of any kind whose messages are of their size, and
/// so are those of a kind of which about a half is slow. Before all of that hosts are held against each other: what is
/// slow of them neither moves the fit of its type nor what the rest is compared with. Two pairs that are all of their
/// type are held against each other. What is slow in single operators alone is no slow link: see
/// keepConfirmedPairs(). `deviation`: how far their bandwidth is below that of their like at least, as a share of it.
/// Useless when cancelled.
[[nodiscard]] LinkJudgement judgeLinks(const Run &run, double deviation = 0.3, const OutlierLimits &limits = {},
                                       const JobContext &job = JobContext());

} // namespace rs
