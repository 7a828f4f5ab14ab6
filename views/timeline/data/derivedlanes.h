// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/idlecauses.h"
#include "analysis/path/criticalpath.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QString>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Lanes that no file holds: what the analyses of launches and of traffic found in one rank, as a sealed trace beside
/// the rank's own, so that they are drawn, folded and hit like any other. Immutable.
struct DerivedLanes
{
    /// Names of slices and curves; the trace keeps the words of one language.
    struct Words
    {
        std::array<QString, static_cast<size_t>(IdleCause::Count)> causes;
        QString delay;
        QString outstanding;
        bool operator==(const Words &) const = default;
    };
    static constexpr LaneId idleLane{0};

    std::shared_ptr<const Trace> trace;   ///< its only lane holds the gaps
    std::vector<IdleGap> gaps;            ///< by slice of that lane
    std::vector<QString> steps;           ///< names of the steps that gaps count to
    std::optional<CounterId> outstanding; ///< on the host's clock; everything else is on the device's
    std::map<LaneId, CounterId> delays;   ///< by stream of the rank's own trace, in microseconds
    /// Traffic of the rank over a type of link.
    struct LinkTraffic
    {
        QString linkType;
        CounterId bandwidth{}; ///< in GB/s
        CounterId inFlight{};  ///< in 10^6 bytes
    };
    std::vector<LinkTraffic> traffic; ///< by name of the type, at most `mostTypes`
    static constexpr size_t mostTypes = 8;
    /// Sources of the slices of a critical path's lane; NoSlice: time of the host of which nothing is
    /// recorded, or in which nothing ran.
    std::vector<SliceId> pathSlices;
    bool trafficOfFile = false; ///< of communication.json, not of the trace
    HostClock clock;

    /// Causes wear the colour of what stands behind them elsewhere.
    [[nodiscard]] static SliceKind kindOf(IdleCause cause);
    /// Null when cancelled.
    static std::shared_ptr<const DerivedLanes> build(const RankData &rank, const Words &words, ThreadPool &pool,
                                                     const JobContext &job);
    /// In place of streams: the lane of the critical path.
    [[nodiscard]] static std::vector<LaneId> pathKey() { return {NoLane}; }
    /// Part of the critical path on a rank, as far as something is recorded. Null when cancelled.
    static std::shared_ptr<const DerivedLanes> ofPath(const std::vector<PathPart> &parts, const Trace &own,
                                                      ThreadPool &pool, const JobContext &job);
    /// The launch delays of several streams as one curve, which counts to the first of them. Null when cancelled.
    [[nodiscard]] std::shared_ptr<const DerivedLanes> merged(const std::vector<LaneId> &streams, const Words &words,
                                                             ThreadPool &pool, const JobContext &job) const;
    /// Index of the gap that begins there, or -1.
    [[nodiscard]] int gapAt(qint64 fromNs) const;
};

} // namespace rs
