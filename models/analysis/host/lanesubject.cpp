// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/lanesubject.h"

namespace rs {

namespace {

bool concerns(const Trace &trace, const Lane &lane, LaneSubject subject)
{
    switch (trace.process(lane.process).kind) {
    case ProcessKind::Python:
    case ProcessKind::CpuOp:
    case ProcessKind::MindSpore:
        return subject == LaneSubject::Framework;
    case ProcessKind::Cann:
        return subject == LaneSubject::Cann;
    case ProcessKind::AscendHardware:
        return subject == LaneSubject::Tasks && lane.kind != LaneKind::StepTrace;
    case ProcessKind::Communication:
        return subject == LaneSubject::Communication && lane.kind != LaneKind::CommPlane;
    case ProcessKind::OverlapAnalysis:
        return subject == LaneSubject::Overlap;
    default:
        return false;
    }
}

} // namespace

std::vector<LaneId> lanesOf(const Trace &trace, LaneSubject subject)
{
    std::vector<LaneId> out;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        const Lane &lane = trace.lanes()[i];
        if (lane.sliceCount > 0 && concerns(trace, lane, subject))
            out.push_back(LaneId{i});
    }
    return out;
}

} // namespace rs
