// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/pipelineblocks.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Reason why a stage has no passes, or a pipeline no bubble. The first that holds.
enum class PipelineLack : quint8 {
    None,
    NotLoaded,   ///< the run has no such rank, or it is not loaded
    NoTrace,     ///< no trace, or no kernels in this step
    NoTransfers, ///< no sends or receives and no marks
    BothWays,    ///< hcom_batchSendRecv: which way the tensors of an operator go is not told
    NoPeer,      ///< which stage a transfer goes to is not known
    NoOrder,     ///< not in the order of one chunk of layers per stage, as with interleaved (virtual) stages
    NoClock      ///< its clock could not be aligned: it has passes, but not on the axis of the others
};

/// An operator of a stage that sends or receives.
struct PipelineTransferEnd
{
    Interval time;
    SliceId slice = NoSlice;
    bool isSend = false;
    int peer = -1;       ///< stage; -1: not known
    int microBatch = -1; ///< -1: not known
};

/// A stage in a step, on the clock of the run's reference.
struct PipelineStage
{
    int stage = -1;
    int rank = -1;
    int rankIndex = -1; ///< into Run::infos; -1: the run has no such rank
    QString label;
    PipelineLack lack = PipelineLack::None;
    bool byMarks = false;              ///< the user's ranges tell the passes, else the transfers do
    std::vector<PipelineBlock> blocks; ///< by start
    std::vector<PipelineTransferEnd> transfers;
    std::optional<int> microBatches; ///< forwards
    /// Without blocks: of the whole step. Kernels and collectives inside of its passes, each moment once.
    std::optional<qint64> busyNs;
    /// Bubble: time from the first to the last pass of the pipeline in which the stage neither computes nor takes part
    /// in a collective: it idles, or waits in a send or receive, or in a collective over several stages for the last of
    /// its ranks. Not known without the passes of the first stage, which begin and end a pipeline.
    std::optional<qint64> bubbleNs;
    /// In the same time the kernels and collectives outside of its passes, as those of the optimiser; known as the
    /// bubble is.
    std::optional<qint64> otherNs;
    /// From the first pass of the pipeline to its own first, and from its own last to that of the pipeline; known as
    /// the bubble is. With the phases in between they add up to busyNs, otherNs and bubbleNs.
    std::optional<qint64> beforeNs;
    std::optional<qint64> afterNs;
    std::optional<PipelinePhases> phases;

    /// Bubble of the busy time, as the ideal (p - 1) / m is: p - 1 passes of the others before and behind its own m.
    [[nodiscard]] std::optional<double> bubbleShare() const;
};

/// A send and its receive, as places in PipelineStep::stages and PipelineStage::transfers.
struct PipelineLink
{
    int fromStage = 0;
    int toStage = 0;
    quint32 send = 0;
    quint32 receive = 0;
};

/// A step of a pipeline.
struct PipelineStep
{
    int pipeline = 0; ///< into PipelineChart::pipelines
    QString step;     ///< empty where nothing marks steps
    Interval span;    ///< from the first to the last pass; empty without any
    std::vector<PipelineStage> stages;
    std::vector<PipelineLink> links;
    /// (p - 1) / m of the busy time, with the microbatches of that stage; empty without them.
    [[nodiscard]] std::optional<double> idealShare(const PipelineStage &stage) const;
};

/// Reason why a run has no chart.
enum class NoPipeline : quint8 {
    None,
    NoStages, ///< no file, and no strategy of the user, tells stages apart
    NoTraces  ///< no rank of a pipeline has a trace with kernels
};

struct PipelineChart
{
    NoPipeline none = NoPipeline::None;
    std::vector<std::vector<int>> pipelines; ///< ranks by stage, by the first rank
    std::vector<PipelineStep> steps;         ///< by pipeline, then step
};

struct PipelineQuery
{
    QString step;  ///< empty: every step
    int rank = -1; ///< only the pipeline of that rank; -1: all
};

/// Work of the stages of each pipeline. Passes come from ranges of the user whose names hold "forward" or "backward" if
/// a step has both, else by blocksByTransfers(). Work belongs to the step in which it starts. Of no use when cancelled.
[[nodiscard]] PipelineChart pipelineChart(const Run &run, const PipelineQuery &query = {},
                                          const JobContext &job = JobContext());

} // namespace rs
