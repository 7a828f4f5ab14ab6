// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/idlecauses.h"
#include "core/rundata.h"
#include "core/threadpool.h"

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace rs {

/// Lanes that no file holds: what the launch analysis found in one rank, as a sealed trace beside the rank's own, so
/// that they are drawn, folded and hit like any other. Immutable.
struct DerivedLanes
{
    /// What slices and curves are called; the trace keeps the words of one language.
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
    HostClock clock;

    /// Null when cancelled.
    static std::shared_ptr<const DerivedLanes> build(const RankData &rank, const Words &words, ThreadPool &pool,
                                                     const JobContext &job);
    /// The launch delays of several streams as one curve, which counts to the first of them. Null when cancelled.
    [[nodiscard]] std::shared_ptr<const DerivedLanes> merged(const std::vector<LaneId> &streams, const Words &words,
                                                             ThreadPool &pool, const JobContext &job) const;
    /// Index of the gap that begins there, or -1.
    [[nodiscard]] int gapAt(qint64 fromNs) const;
};

} // namespace rs
