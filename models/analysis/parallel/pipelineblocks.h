// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/intervals.h"

#include <array>
#include <optional>
#include <vector>

namespace rs {

/// Work of a stage of a pipeline.
enum class PipelineWork : quint8 {
    Forward,
    Backward,
    ForwardBackward, ///< both, and nothing tells where the one ends
    Other            ///< before the first and behind the last pass: the optimiser, a check of gradients
};

/// A pass of one microbatch through one stage.
struct PipelineBlock
{
    PipelineWork work = PipelineWork::Other;
    int microBatch = -1; ///< from 0 in each step; -1: of none, or of two that nothing tells apart
    Interval time;
    SliceId slice = NoSlice; ///< its first kernel, or the mark that tells it
};

/// Border of a stage that a transfer crosses, as the stage sees it.
enum class StageBorder : quint8 { FromPrevious, ToNext, FromNext, ToPrevious };
inline constexpr size_t stageBorders = 4;
[[nodiscard]] constexpr bool isReceive(StageBorder b)
{
    return b == StageBorder::FromPrevious || b == StageBorder::FromNext;
}

struct BorderTransfer
{
    StageBorder border = StageBorder::FromPrevious;
    Interval time;
};

/// In which pass the host launched a kernel.
enum class KernelPass : quint8 { Unknown, Forward, Backward };

struct StageKernel
{
    Interval time;
    SliceId slice = NoSlice;
    quint32 name = 0; ///< equal for the same work of another microbatch
    KernelPass pass = KernelPass::Unknown;
};

/// Work of one stage in one step.
struct StageWork
{
    bool isFirst = false;
    bool isLast = false;
    std::vector<StageKernel> kernels;      ///< by start
    std::vector<BorderTransfer> transfers; ///< by start
};

/// Transfers of each border for one microbatch: tensors that follow each other with nothing computed between them.
/// Receives tell it; the work after a send may have begun already, so `sends` of the receiving stage count where it is
/// known. 0: none.
using BorderCounts = std::array<int, stageBorders>;
[[nodiscard]] BorderCounts tensorsOfBorders(const StageWork &work);

/// The passes of a stage by the order of its sends and receives: the k-th receive from the previous stage begins
/// forward k and the k-th send to the next one ends it; backward comes from the next stage and goes to the previous
/// one. The first stage begins a forward behind what it did before, the last one has no border between forward and
/// backward, and the last backward of the first stage has none behind it: there a block ends where the host launched
/// another pass, or where the kernels are those of a pass that stands alone, and where neither tells, it holds both. A
/// block lasts from its first kernel to the end of its last. Other work stands before and behind the passes. Empty when
/// the transfers come in no such order, as those of interleaved stages do.
[[nodiscard]] std::optional<std::vector<PipelineBlock>> blocksByTransfers(const StageWork &work,
                                                                          const BorderCounts &tensors);

/// A range of the user that names a pass, with the kernels that it launched.
struct PassMark
{
    KernelPass pass = KernelPass::Unknown;
    Interval time; ///< time of its kernels, else its own on the device
    SliceId slice = NoSlice;
};
/// The passes by marks, of each kind numbered by start, with the other work around them. Marks by start.
[[nodiscard]] std::vector<PipelineBlock> blocksByMarks(const StageWork &work, const std::vector<PassMark> &marks);

/// The parts of a step of one stage in the order of 1F1B: forwards alone, from the last of them on forwards and
/// backwards in turns, and backwards alone. Where all forwards come first (GPipe), the turns are one of each.
struct PipelinePhases
{
    Interval warmUp; ///< the three follow each other; empty: from == to
    Interval steady;
    Interval coolDown;
};
/// Nothing without a backward.
[[nodiscard]] std::optional<PipelinePhases> pipelinePhases(const std::vector<PipelineBlock> &blocks);

} // namespace rs
