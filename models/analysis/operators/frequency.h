// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace rs {

/// A span in which the AI cores ran below their nominal frequency.
struct FrequencyDrop
{
    qint64 fromNs = 0;
    qint64 toNs = 0;
    double lowestMHz = 0;
    qint64 busyNs = 0;      ///< part of it in which AI core kernels surely ran at the lower frequency
    double lostNs = 0;      ///< estimate: what those kernels would have taken less at the nominal frequency
    bool underLoad = false; ///< false: the device saved power while it had nothing to do, which costs nothing
    [[nodiscard]] qint64 lengthNs() const { return toNs - fromNs; }
};

/// Statistics of one curve of AI core frequency.
struct FrequencyStats
{
    /// At least this share of a drop is spent in kernels, or the device counts as idle in it.
    static constexpr double leastLoad = 0.1;
    /// The curve is this far below the nominal frequency before it counts as a drop.
    static constexpr double leastDrop = 0.01;
    /// A sample tells of a change that happened up to this long before it.
    static constexpr qint64 sampleLagNs = 1'000'000;

    double nominalMHz = 0;            ///< highest frequency that the curve reaches
    std::vector<FrequencyDrop> drops; ///< in order of time
    qint64 busyNs = 0;                ///< time in which at least one AI core kernel runs
    qint64 busyBelowNs = 0;           ///< part under a drop under load
    qint64 kernelsBelow = 0;          ///< kernels that ran at least partly in such a drop
    double lostNs = 0;
    [[nodiscard]] double shareBelow() const
    {
        return busyNs == 0 ? 0 : static_cast<double>(busyBelowNs) / static_cast<double>(busyNs);
    }
    [[nodiscard]] qsizetype dropsUnderLoad() const;
};

/// Frequency of the AI cores during one kernel.
struct KernelFrequency
{
    double meanMHz = 0; ///< weighted by time
    double nominalMHz = 0;
    double lostNs = 0; ///< time that the kernel would have saved at the nominal frequency, as in FrequencyDrop
    [[nodiscard]] bool isLowered() const { return meanMHz < nominalMHz * (1 - FrequencyStats::leastDrop); }
};

/// Curves of AI core frequency in MHz: one, or one per die.
[[nodiscard]] std::vector<CounterId> frequencyCounters(const Trace &trace);
/// True for slices whose duration follows the frequency of the AI cores.
[[nodiscard]] bool runsOnAiCore(SliceKind kind);
/// Lost time is busy time * (1 - frequency / nominal): it takes kernels to be bound by computing, so it is the most
/// that was lost.
[[nodiscard]] FrequencyStats frequencyStats(const Trace &trace, CounterId counter,
                                            const JobContext &job = JobContext());
/// Nothing for a slice that does not run on AI cores, and where no sample stands before it.
[[nodiscard]] std::optional<KernelFrequency> kernelFrequency(const Trace &trace, SliceId slice);

} // namespace rs
