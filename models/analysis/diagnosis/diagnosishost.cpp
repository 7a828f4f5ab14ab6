// SPDX-License-Identifier: Apache-2.0
// What the host of a rank did to its device.
#include "analysis/diagnosis/diagnosisbase.h"
#include "analysis/time/devicesets.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace rs {

namespace {

constexpr qint64 longAgoNs = std::numeric_limits<qint64>::min();

// Ends of the operators on the communication lanes.
std::vector<qint64> operatorEnds(const Trace &trace)
{
    const SliceStore &s = trace.slices();
    std::vector<qint64> out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            if (s.kind(slice) == SliceKind::CommOperator)
                out.push_back(s.end(slice));
        }
    }
    std::ranges::sort(out);
    return out;
}

} // namespace

const Dispatch &DiagnosisBase::dispatch(int rank) const
{
    std::shared_ptr<const Dispatch> &known = m_dispatches[rank];
    if (!known) {
        const auto &data = run.ranks[static_cast<size_t>(rank)];
        known = std::make_shared<const Dispatch>(data && data->trace ? dispatchOf(*data->trace, job) : Dispatch());
    }
    return *known;
}

IntervalSet DiagnosisBase::hiddenIdle(int rank) const
{
    const auto &data = run.ranks[static_cast<size_t>(rank)];
    if (!data || !data->trace)
        return {};
    const DeviceSets sets = deviceSets(*data->trace, -1, nullptr, job);
    const std::vector<qint64> ends = operatorEnds(*data->trace);
    const auto begunBefore = [](const IntervalSet &set, qint64 t) {
        return std::ranges::lower_bound(set, t, {}, &Interval::from);
    };
    std::vector<Interval> out;
    JobPoll poll(job);
    for (const DispatchSample &sample : dispatch(rank).samples) {
        if (poll.isCanceled())
            return {};
        const auto communication = begunBefore(sets.communication, sample.startNs);
        if (!sample.vertical || communication == sets.communication.begin() ||
            std::prev(communication)->to <= sample.startNs)
            continue;
        const auto compute = begunBefore(sets.compute, sample.startNs);
        const qint64 computed = compute == sets.compute.begin() ? longAgoNs : std::prev(compute)->to;
        // What follows an operator may have waited for it: until its end the host is not to blame.
        const auto ended = std::ranges::upper_bound(ends, sample.startNs);
        const qint64 met = ended == ends.begin() ? longAgoNs : *std::prev(ended);
        out.push_back({std::max({computed, met, std::prev(communication)->from}), sample.startNs});
    }
    return mergeIntervals(std::move(out));
}

} // namespace rs
