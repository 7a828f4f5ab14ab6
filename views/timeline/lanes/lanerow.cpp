// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanerow.h"

namespace rs {

LaneKey LaneRow::key() const
{
    switch (type) {
    case Type::Rank:
        return {rank, type, 0};
    case Type::Process:
        return {rank, type, raw(process)};
    case Type::Lane:
        return {rank, type, raw(lane)};
    case Type::Counter:
        return {rank, type, raw(counter)};
    case Type::Turn:
        return {rank, type, raw(lane) << 8 | static_cast<quint32>(turn)};
    case Type::Derived:
    case Type::Hidden:
        return {rank, type, derivedId};
    case Type::Host:
        break;
    }
    return host;
}

LaneKey LaneRow::parent() const
{
    switch (type) {
    case Type::Process:
        return {rank, Type::Rank, 0};
    case Type::Lane:
    case Type::Counter:
        return {rank, Type::Process, raw(process)};
    case Type::Rank:
        return host;
    case Type::Host:
    case Type::Turn:
    case Type::Hidden:
    case Type::Derived:
        break;
    }
    return LaneLayout::root();
}

bool isDeviceWork(const Trace &trace, const Lane &lane)
{
    const ProcessKind kind = trace.process(lane.process).kind;
    return kind == ProcessKind::AscendHardware ||
           (kind == ProcessKind::Communication && lane.kind == LaneKind::CommGroup);
}

std::vector<LaneId> deviceLanes(const Trace &trace)
{
    std::vector<LaneId> device;
    std::vector<LaneId> any;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        if (trace.lanes()[i].sliceCount == 0)
            continue;
        any.push_back(LaneId{i});
        if (isDeviceWork(trace, trace.lanes()[i]))
            device.push_back(LaneId{i});
    }
    return device.empty() ? any : device;
}

} // namespace rs
