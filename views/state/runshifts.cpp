// SPDX-License-Identifier: Apache-2.0
#include "views/state/runshifts.h"

#include "core/base/saturate.h"
#include "core/trace/trace.h"
#include "views/state/runstore.h"

#include <algorithm>
#include <memory>

namespace rs {

std::map<int, qint64> runShifts(const std::map<int, TimeWindow> &spans)
{
    std::map<int, qint64> out;
    TimeWindow recorded;
    for (const auto &[run, span] : spans) {
        if (recorded.isEmpty()) {
            recorded = span;
            out[run] = 0;
            continue;
        }
        const bool apart = span.fromNs >= recorded.toNs || span.toNs <= recorded.fromNs;
        const qint64 shift = apart ? saturatedDifference(span.fromNs, recorded.fromNs) : 0;
        out[run] = shift;
        recorded = {std::min(recorded.fromNs, saturatedDifference(span.fromNs, shift)),
                    std::max(recorded.toNs, saturatedDifference(span.toNs, shift))};
    }
    return out;
}

std::map<int, qint64> runShifts(const RunStore &runs)
{
    std::map<int, TimeWindow> spans;
    for (const RankRef ref : runs.allRanks()) {
        const std::shared_ptr<const Trace> trace = runs.lanes(ref);
        if (!trace || trace->slices().size() == 0)
            continue;
        // A trace of one instant still has an axis.
        const TimeWindow own{trace->startNs(), std::max(trace->endNs(), trace->startNs() + 1)};
        const auto [at, isNew] = spans.try_emplace(ref.run, own);
        if (!isNew)
            at->second = {std::min(at->second.fromNs, own.fromNs), std::max(at->second.toNs, own.toNs)};
    }
    return runShifts(spans);
}

} // namespace rs
