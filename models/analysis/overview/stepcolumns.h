// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/stepwindows.h"
#include "analysis/time/timesweep.h"
#include "core/base/intervals.h"
#include "core/run/rundata.h"

#include <optional>
#include <vector>

namespace rs {

/// The columns of step_trace_time.csv, as its writers compute them: from the runs of the device that start in the step.
/// Nanoseconds.
struct StepColumns
{
    qint64 computingNs = 0;     ///< union of the compute slices
    qint64 communicationNs = 0; ///< union of the communication operators
    qint64 notOverlappedNs = 0; ///< communication outside of any compute slice
    qint64 overlappedNs = 0;
    qint64 freeNs = 0; ///< gaps between first and last device work
    /// Empty where sends and receives add up to more than the step they are in.
    std::optional<qint64> stageNs;
    std::optional<qint64> bubbleNs;
    std::optional<qint64> excludeReceiveNs; ///< not overlapped less bubble
    qint64 preparingNs = 0;
    /// Part of freeNs that is in a preparing, too. MindSpore cuts gaps to the step: the step's own, if the gap began
    /// before the step. Torch counts gaps whole where they start: that of the next step.
    qint64 preparingInFreeNs = 0;
    Interval lastGap;                      ///< the last one that starts in the step, whole
    std::vector<qint64> stagesOfWritersNs; ///< other times that writers of MindSpore may mean by the stage
};

/// The communication of a device slice by slice: stage and bubble count slices, not their union.
class CommSlices
{
public:
    CommSlices(const RankData &rank, int device);

    struct Slice
    {
        Interval range;
        bool bubble = false;  ///< the pipeline waits in it
        bool receive = false; ///< one that waits to receive
    };
    /// In order of their starts.
    [[nodiscard]] const std::vector<Slice> &all() const { return m_slices; }
    /// Stage as writers of MindSpore mean it: the extent of the operators `first` to `last` of the claim, or of all
    /// slices of the communication process, of which the last to start counts; the older ones leave its duration out.
    [[nodiscard]] std::vector<qint64> stagesOfWriters(Interval claim, Interval first, Interval last,
                                                      qint64 bubbleNs) const;

private:
    const Trace &m_trace;
    std::vector<Slice> m_slices;
    std::vector<SliceStore::Span> m_planeRows; // tasks of communication, which MindSpore's Stage counts too
};

/// Stage and bubble of MindSpore in a claim by its communication alone; empty where sends and receives add up to more
/// than its extent, or where nothing communicates in it.
struct StageTimes
{
    std::optional<qint64> stageNs;
    std::optional<qint64> bubbleNs;
    std::optional<qint64> receiveNs; ///< the part of the bubble that is no send
};
[[nodiscard]] StageTimes stageOfMindSpore(const CommSlices &communication, Interval claim);

/// `claim`: what of its window the step has. Both are among the moments of the sweep.
[[nodiscard]] StepColumns stepColumns(Framework framework, const TimeSweep &sweep, const CommSlices &communication,
                                      const StepWindow &window, Interval claim);

} // namespace rs
