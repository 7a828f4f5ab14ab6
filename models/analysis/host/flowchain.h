// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <vector>

namespace rs {

/// Step from one member of a chain to another.
struct ChainStep
{
    static constexpr int inside = -1;
    SliceId from = NoSlice;
    int category = inside; ///< category of the flow, into FlowStore::categories(); `inside`: the earlier one encloses
                           ///< the later one
    qint64 delayNs = 0;    ///< between the stamps of the flow, or between the starts; negative where clocks differ
    bool operator==(const ChainStep &) const = default;
};

struct ChainMember
{
    SliceId slice = NoSlice;
    std::vector<ChainStep> steps; ///< that lead here, from members of the chain
};

/// Everything that led to a slice, and everything that it led to: the framework's operator, queue, CANN call, device
/// task.
struct FlowChain
{
    /// More members than this in one direction are not looked for.
    static constexpr size_t most = 64;
    std::vector<ChainMember> members; ///< causes first; host before device, each by start
    size_t self = 0;                  ///< place of the slice itself
    bool cut = false;                 ///< there is more than `most`
    /// The member before (-1) or after (1) the slice, or NoSlice.
    [[nodiscard]] SliceId neighbour(int direction) const;
};

/// Follows flows in both directions through any number of slices. Between two flows it passes from a slice to those
/// around it and inside it on its thread, because a flow may start in a call inside the one that another flow ended in.
[[nodiscard]] FlowChain flowChain(const Trace &trace, SliceId slice, const JobContext &job = JobContext());

/// The connections that hold a chain together, without those of the slice itself.
[[nodiscard]] std::vector<FlowIndex> flowsBeyond(const Trace &trace, const FlowChain &chain);

} // namespace rs
