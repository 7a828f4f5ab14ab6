// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timebreakdown.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <limits>
#include <set>

namespace rs {

namespace {

// Devices that have lanes of their own, or one -1 when there is nothing to tell apart.
std::vector<int> devicesOf(const Trace &trace)
{
    std::set<int> found;
    for (const Process &p : trace.processes()) {
        if (p.kind == ProcessKind::AscendHardware && p.device >= 0)
            found.insert(p.device);
    }
    return found.size() < 2 ? std::vector<int>{-1} : std::vector<int>(found.begin(), found.end());
}

Interval extentOf(const DeviceSets &sets)
{
    Interval out{std::numeric_limits<qint64>::max(), std::numeric_limits<qint64>::min()};
    for (const IntervalSet *set : {&sets.compute, &sets.communication}) {
        if (!set->empty())
            out = {std::min(out.from, set->front().from), std::max(out.to, set->back().to)};
    }
    return out;
}

// Time that a step has to account for; empty if unknown. `work`: the extent of all work of the device.
std::optional<Interval> bookWindow(const StepWindow &w, Interval work)
{
    // Without marks the step is the capture: from the first host or device work to the last device work.
    if (!w.marked) {
        if (work.from >= work.to)
            return std::nullopt;
        return Interval{w.hostKnown ? std::min(w.hostStartNs, work.from) : work.from, work.to};
    }
    // The clocks of host and device differ: device work may stand before the host's mark.
    const qint64 from = std::min(w.hostStartNs, w.device.from);
    return Interval{from, std::max(from, w.device.to)};
}

// Work of the step stands there.
Interval workWindow(const StepWindow &w, Interval window)
{
    return {std::min(std::max(window.from, w.device.from), window.to), window.to};
}

qint64 spentBetween(const SweepPoint::Spent &begin, const SweepPoint::Spent &end, DeviceState state)
{
    const auto i = static_cast<size_t>(state);
    return static_cast<qint64>(std::min<quint64>(end[i] - begin[i], std::numeric_limits<qint64>::max()));
}

StepBuckets bucketsIn(const TimeSweep &sweep, Interval window, Interval work)
{
    const SweepPoint &begin = sweep.at(work.from);
    const SweepPoint &end = sweep.at(work.to);
    StepBuckets out;
    out.window = window;
    // If the device does neither in the step, nothing is before or after it but the wait of the step for its first
    // task.
    const bool works = begin.nextWork.at < end.lastWork.at;
    const SweepPoint::Spent &first = works ? begin.nextWork.spent : begin.spent;
    const SweepPoint::Spent &last = works ? end.lastWork.spent : end.spent;
    out.preparingNs = saturatedDifference(works ? begin.nextWork.at : work.from, window.from);
    out.tailNs = saturatedDifference(window.to, works ? end.lastWork.at : work.to);
    out.pureComputeNs = spentBetween(first, last, DeviceState::Computes);
    out.coveredNs = spentBetween(first, last, DeviceState::Both);
    out.uncoveredNs = spentBetween(first, last, DeviceState::Communicates);
    out.copyNs = spentBetween(first, last, DeviceState::Copies);
    out.idleNs = spentBetween(first, last, DeviceState::Nothing);
    return out;
}

// Torch counts a gap whole in the step in which it starts; the one that ends with the first work of the next step holds
// the preparing of that step.
void setPreparingInFree(StepColumns &step, const StepWindow &nextWindow, const StepColumns &next)
{
    const Interval preparing{nextWindow.hostStartNs, saturatedSum(nextWindow.hostStartNs, next.preparingNs)};
    const Interval both{std::max(step.lastGap.from, preparing.from), std::min(step.lastGap.to, preparing.to)};
    step.preparingInFreeNs = std::max<qint64>(0, saturatedDifference(both.to, both.from));
}

} // namespace

qint64 StepBuckets::sumNs() const
{
    qint64 sum = 0;
    for (const qint64 part : {pureComputeNs, coveredNs, uncoveredNs, copyNs, idleNs, preparingNs, tailNs})
        sum = saturatedSum(sum, part);
    return sum;
}

TimeBreakdown timeBreakdown(const RankData &rank, const JobContext &job)
{
    if (!rank.trace)
        return {};
    TimeBreakdown out;
    const Framework framework = rank.info.framework;
    const std::vector<StepWindow> windows = stepWindows(rank, job);
    const std::vector<Interval> claims = stepClaims(windows, framework == Framework::MindSpore);
    const DeviceSets whole = deviceSets(*rank.trace, -1, nullptr, job);
    out.lost = lostLanes(rank, whole);
    JobPoll poll(job);
    for (const int device : devicesOf(*rank.trace)) {
        if (job.isCanceled())
            return {};
        const DeviceSets sets = device < 0 ? whole : deviceSets(*rank.trace, device, nullptr, job);
        const Interval extent = extentOf(sets);
        std::vector<std::optional<Interval>> bookWindows;
        std::vector<qint64> moments;
        for (size_t i = 0; i < windows.size(); ++i) {
            const StepWindow &w = windows[i];
            bookWindows.push_back(bookWindow(w, extent));
            for (const Interval &t : {claims[i], w.device, workWindow(w, bookWindows[i].value_or(w.device))})
                moments.insert(moments.end(), {t.from, t.to});
        }
        const TimeSweep sweep(sets, std::move(moments), job);
        const CommSlices communication(rank, device);
        for (size_t i = 0; i < windows.size(); ++i) {
            if (!sweep.isComplete() || poll.isCanceled())
                return {};
            StepTimeBreakdown &book = out.steps.emplace_back();
            book.step = windows[i].step;
            book.device = device;
            book.columns = stepColumns(framework, sweep, communication, windows[i], claims[i]);
            if (const auto &window = bookWindows[i])
                book.buckets = bucketsIn(sweep, *window, workWindow(windows[i], *window));
            if (framework == Framework::PyTorch && i > 0)
                setPreparingInFree(out.steps[out.steps.size() - 2].columns, windows[i], book.columns);
        }
    }
    return out;
}

} // namespace rs
