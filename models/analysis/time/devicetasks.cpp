// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/devicetasks.h"

namespace rs {

SliceId taskAt(const Trace &trace, qint32 streamId, qint64 ns)
{
    const SliceStore &slices = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::Stream || lane.streamId != streamId ||
            trace.processOf(LaneId{l}).kind != ProcessKind::AscendHardware)
            continue;
        const SliceStore::Span in = trace.slicesOf(LaneId{l});
        quint32 from = in.first;
        quint32 behind = in.last;
        while (from < behind) {
            const quint32 middle = from + (behind - from) / 2;
            if (slices.start(SliceId{middle}) <= ns)
                from = middle + 1;
            else
                behind = middle;
        }
        if (behind > in.first && slices.end(SliceId{behind - 1}) >= ns)
            return SliceId{behind - 1};
    }
    return NoSlice;
}

} // namespace rs
