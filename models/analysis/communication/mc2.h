// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <array>
#include <vector>

namespace rs {

/// Phase of the AI CPU in one turn of a fused communication operator (MC²). Older and newer writers use different
/// words; `Start` and `Finalize` are of the newer ones, `WaitActive` and `Active` of the older ones.
enum class Mc2Phase : quint8 {
    Start,       ///< StartServer
    WaitNotify,  ///< WaitNotify, TaskWaitRequest: until its message came
    Orchestrate, ///< KfcAlgExe, TaskOrchestration
    Send,        ///< SendTask, TaskLaunch
    WaitActive,  ///< WaitActive; older writers let it begin where sending does, so it is not added up
    Execute,     ///< Active, TaskExecute
    Finish,      ///< WaitExeEnd, Finalize
    WaitCompute, ///< WaitCompute: for the compute side
    Compute,     ///< Compute
    Count
};

/// One phase of one turn.
struct Mc2Step
{
    SliceId slice = NoSlice;
    int turn = -1; ///< as the name says: "SendTask 3"; -1 for phases outside the turns
    Mc2Phase phase = Mc2Phase::Count;
};

/// A communication operator that the AI CPU runs beside the compute operator that it is fused with.
struct Mc2Operator
{
    SliceId communication = NoSlice; ///< "AllgatherMatmulAicpu", "MatmulAllReduceMc2AicpuKernel"
    SliceId compute = NoSlice;       ///< "AllgatherMatmul" on another stream; NoSlice when there is none
    std::vector<Mc2Step> steps;      ///< by turn, then by start
    int turns = 0;
    std::array<qint64, static_cast<size_t>(Mc2Phase::Count)> phaseNs{}; ///< time of each phase over all turns
};

/// Phase and turn of "SendTask 3"; false for any other name.
[[nodiscard]] bool parseMc2Step(std::string_view name, Mc2Step &step);
/// Name of the compute operator that belongs to the operator of the AI CPU; empty when the name is not of that kind.
[[nodiscard]] std::string_view mc2ComputeName(std::string_view communication);
/// In order of the lanes and of time. A phase belongs to the operator of its lane in which it lies; where operators
/// overlap, to the one of them that began last. Cancelled: empty.
[[nodiscard]] std::vector<Mc2Operator> mc2Operators(const Trace &trace, const JobContext &job = JobContext());

} // namespace rs
