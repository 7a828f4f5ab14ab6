// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/dispatch.h"

#include <array>
#include <optional>
#include <vector>

namespace rs {

/// Part of a kernel's way from the framework to the device that the trace shows.
enum class ChainStatus : quint8 {
    Normal,     ///< framework operator and launch are known, and what lies between runs forward in time
    Fallback,   ///< no launch is known: the pipeline time ends with the dequeued call instead
    Incomplete, ///< the framework operator is missing, or stamps run backwards
    Count
};

/// One kernel and what led to it. Members that the trace does not show are NoSlice, times that need them are empty.
/// Source of the formulas: the kernel end-to-end table of the official viewer; the queue of MindSpore's launching
/// thread (async_mindspore) counts like torch's task queue (async_task_queue).
struct KernelChain
{
    SliceId task = NoSlice; ///< on the device
    SliceId op = NoSlice;   ///< framework operator
    SliceId enqueue = NoSlice;
    SliceId dequeue = NoSlice;
    SliceId api = NoSlice;    ///< outermost CANN call around the launch: aclnn…, aclopCompileAndExecute
    SliceId launch = NoSlice; ///< Node@launch, else the call that the flow starts in
    ChainStatus status = ChainStatus::Incomplete;
    std::optional<qint64> prepareNs;  ///< from the operator's start to its enqueueing (without a queue: to the launch);
                                      ///< empty for an operator behind the queue, as MindSpore's are
    std::optional<qint64> opNs;       ///< length of the operator
    std::optional<qint64> enqueueNs;  ///< length of the enqueueing
    std::optional<qint64> queueNs;    ///< from its end to the start of the dequeued call
    std::optional<qint64> pipelineNs; ///< from there (without a queue: from the CANN call) to the end of the launch
    std::optional<qint64> launchNs;   ///< length of the launch
    std::optional<qint64> endToEndNs; ///< from the operator's start, or that of what enqueued it where the operator
                                      ///< stands behind the queue, to the end of the launch
    std::optional<qint64> deviceDelayNs; ///< from the end of the launch to the start of the task, on the host's clock;
                                         ///< a task that starts during its launch gives a negative one
    qint64 deviceNs = 0;                 ///< length of the task
};

struct KernelChains
{
    std::vector<KernelChain> rows; ///< by start of the task
    std::array<qint64, static_cast<size_t>(ChainStatus::Count)> count{};
    bool hasQueue = false; ///< the framework dispatches through a queue
};

/// Kernels of the compute cores; communication operators have no single launch. `clock` is that of the rank.
[[nodiscard]] KernelChains kernelChains(const Trace &trace, const HostClock &clock,
                                        const JobContext &job = JobContext());

} // namespace rs
