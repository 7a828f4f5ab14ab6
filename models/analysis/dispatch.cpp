// SPDX-License-Identifier: Apache-2.0
#include "analysis/dispatch.h"

#include "analysis/flowstats.h"
#include "analysis/rowmerge.h"
#include "analysis/sortruns.h"

#include <algorithm>
#include <tuple>

namespace rs {

namespace {

// A window must hold this many tasks, or a lone late launch would be called a stretch.
constexpr size_t fewestTasks = 8;
// So many tasks in a row may have been queued without ending the window: while the device waits for communication the
// host gets ahead by a few launches, however slow it is.
constexpr size_t forgivenTasks = 8;

constexpr quint32 noFlow = 0xffffffffU;

double theilSenPerSecond(const std::vector<DispatchSample> &samples, size_t first, size_t last)
{
    // Pairs half a window apart: n slopes instead of n squared, and each over a long base.
    const size_t n = last - first;
    if (n < 4)
        return 0;
    std::vector<double> slopes;
    const size_t half = n / 2;
    for (size_t i = first; i + half < last; ++i) {
        const double dt = static_cast<double>(samples[i + half].startNs - samples[i].startNs);
        if (dt > 0)
            slopes.push_back(static_cast<double>(samples[i + half].delayNs - samples[i].delayNs) / dt * 1e9);
    }
    if (slopes.empty())
        return 0;
    const auto middle = slopes.begin() + static_cast<qsizetype>(slopes.size() / 2);
    std::nth_element(slopes.begin(), middle, slopes.end());
    return *middle;
}

// Length of the set inside the window; cost by the pieces in it, not by those of the whole run.
qint64 lengthInside(const IntervalSet &set, Interval window)
{
    auto it =
        std::lower_bound(set.begin(), set.end(), window.from, [](const Interval &i, qint64 t) { return i.to < t; });
    qint64 sum = 0;
    for (; it != set.end() && it->from < window.to; ++it)
        sum += std::max<qint64>(0, std::min(it->to, window.to) - std::max(it->from, window.from));
    return sum;
}

} // namespace

Dispatch dispatchOf(const Trace &trace, const JobContext &job)
{
    Dispatch d;
    const int category = launchCategory(trace);
    if (category < 0)
        return d;
    d.clock = estimateHostClock(trace);
    const SliceStore &s = trace.slices();
    // By target. A task has one launch; where a file gives it more, the others follow behind.
    const PageVector<Flow> &flows = trace.flows().flows();
    std::vector<quint32> flowOf(s.size(), noFlow);
    std::vector<quint32> more;
    std::vector<qint64> costs;
    costs.reserve(trace.flows().categories()[static_cast<size_t>(category)].joined);
    for (quint32 i = 0; i < flows.size(); ++i) {
        if (static_cast<int>(flows[i].category) != category)
            continue;
        costs.push_back(s.duration(flows[i].from));
        quint32 &slot = flowOf[raw(flows[i].to)];
        if (slot == noFlow)
            slot = i;
        else
            more.push_back(i);
    }
    if (costs.empty() || job.isCanceled())
        return Dispatch();
    d.samples.reserve(costs.size());
    const auto middle = costs.begin() + static_cast<qsizetype>(costs.size() / 2);
    std::nth_element(costs.begin(), middle, costs.end());
    d.launchCostNs = *middle;
    d.verticalNs = 2 * d.launchCostNs + std::min(d.launchCostNs, d.clock.uncertaintyNs);
    // Of the last slice that was asked for: neighbours mostly share it.
    SliceStore::Span laneSpan;
    LaneId lastLane = NoLane;
    const auto laneOf = [&](SliceId task) {
        if (raw(task) < laneSpan.first || raw(task) >= laneSpan.last) {
            lastLane = trace.laneOf(task);
            laneSpan = trace.slicesOf(lastLane);
        }
        return lastLane;
    };
    const auto add = [&](const Flow &f, LaneId lane) {
        DispatchSample sample;
        sample.launch = f.from;
        sample.task = f.to;
        sample.lane = lane;
        sample.launchNs = f.fromNs;
        sample.startNs = f.toNs;
        sample.delayNs = f.toNs - f.fromNs - d.clock.offsetNs;
        sample.readyNs = std::max(f.fromNs, std::min(s.end(f.from), f.toNs - d.clock.offsetNs));
        // A slow launch may wake the device well after its innermost call, where the flow starts, has returned.
        const qint64 slower = std::max<qint64>(0, s.duration(f.from) - d.launchCostNs);
        sample.vertical = sample.startNs - d.clock.offsetNs - sample.readyNs <= d.verticalNs + 2 * slower;
        d.samples.push_back(sample);
    };
    // Rows are sorted, so samples are written in their final order: sorting them afterwards would move each several
    // times.
    std::vector<SliceStore::Span> rows;
    for (quint32 r = 0; r < s.rowCount(); ++r)
        rows.push_back(s.row(RowId{r}));
    const auto isLaunched = [&flowOf](SliceId task) { return flowOf[raw(task)] != noFlow; };
    quint32 polled = 0;
    for (RowMerge tasks(s, rows, isLaunched); !tasks.isAtEnd(); tasks.next()) {
        if ((++polled & 0xfffffU) == 0 && job.isCanceled())
            return Dispatch();
        add(flows[flowOf[raw(tasks.slice())]], laneOf(tasks.slice()));
    }
    for (const quint32 i : more)
        add(flows[i], laneOf(flows[i].to));
    sortRuns(d.samples, [](const DispatchSample &a, const DispatchSample &b) {
        return std::tuple(a.startNs, raw(a.task), raw(a.launch)) < std::tuple(b.startNs, raw(b.task), raw(b.launch));
    });
    return d;
}

OutstandingCurve outstandingLaunches(const Dispatch &dispatch, LaneId lane)
{
    std::vector<std::pair<qint64, int>> edges;
    for (const DispatchSample &sample : dispatch.samples) {
        if (lane != NoLane && sample.lane != lane)
            continue;
        edges.emplace_back(sample.launchNs, 1);
        edges.emplace_back(std::max(sample.launchNs, sample.startNs - dispatch.clock.offsetNs), -1);
    }
    // A launch that starts at once counts as outstanding for no time, never as negative.
    std::sort(edges.begin(), edges.end(), [](const auto &a, const auto &b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    OutstandingCurve curve;
    qint32 now = 0;
    for (size_t i = 0; i < edges.size(); ++i) {
        now += edges[i].second;
        if (i + 1 < edges.size() && edges[i + 1].first == edges[i].first)
            continue;
        curve.timeNs.push_back(edges[i].first);
        curve.value.push_back(now);
    }
    return curve;
}

std::vector<DelayCurve> delayCurves(const Dispatch &dispatch)
{
    std::vector<DelayCurve> out;
    std::vector<size_t> of; // by lane, 0 for none yet
    for (const DispatchSample &sample : dispatch.samples) {
        const size_t lane = raw(sample.lane);
        if (lane >= of.size())
            of.resize(lane + 1, 0);
        if (of[lane] == 0) {
            out.push_back({sample.lane, {}, {}});
            of[lane] = out.size();
        }
        DelayCurve &c = out[of[lane] - 1];
        if (!c.timeNs.empty() && c.timeNs.back() == sample.startNs) {
            c.valueNs.back() = std::max(c.valueNs.back(), sample.delayNs);
            continue;
        }
        c.timeNs.push_back(sample.startNs);
        c.valueNs.push_back(sample.delayNs);
    }
    std::sort(out.begin(), out.end(),
              [](const DelayCurve &a, const DelayCurve &b) { return raw(a.lane) < raw(b.lane); });
    return out;
}

DeviceIdle deviceIdle(const RankData &rank)
{
    if (!rank.trace)
        return {};
    const DeviceSets sets = deviceSets(*rank.trace);
    return {gapsOf(uniteSets(sets.compute, sets.communication)), stepWindows(rank)};
}

DispatchReport dispatchReport(const RankData &rank, const Dispatch &dispatch, const JobContext &job)
{
    return dispatch.isEmpty() ? DispatchReport() : dispatchReport(deviceIdle(rank), dispatch, job);
}

DispatchReport dispatchReport(const DeviceIdle &idle, const Dispatch &dispatch, const JobContext &job)
{
    DispatchReport report;
    const IntervalSet &gaps = idle.gaps;
    const auto &samples = dispatch.samples;
    for (const StepWindow &window : idle.windows) {
        if (job.isCanceled())
            return {};
        const auto before = [](const DispatchSample &sample, qint64 t) { return sample.startNs < t; };
        const auto first = static_cast<size_t>(
            std::lower_bound(samples.begin(), samples.end(), window.device.from, before) - samples.begin());
        const auto last = static_cast<size_t>(
            std::lower_bound(samples.begin(), samples.end(), window.device.to, before) - samples.begin());
        if (first == last)
            continue;
        DispatchStep step;
        step.step = window.step;
        step.window = window.marked ? window.device : Interval{samples[first].startNs, samples[last - 1].startNs};
        step.tasks = static_cast<qint64>(last - first);
        std::vector<qint64> delays;
        delays.reserve(last - first);
        qint64 verticalTasks = 0;
        for (size_t i = first; i < last; ++i) {
            delays.push_back(samples[i].delayNs);
            verticalTasks += samples[i].vertical ? 1 : 0;
        }
        step.p5Ns = percentileOf(delays, 0.05);
        step.medianNs = percentileOf(delays, 0.5);
        step.p95Ns = percentileOf(delays, 0.95);
        step.verticalShare = static_cast<double>(verticalTasks) / static_cast<double>(step.tasks);
        step.trendPerSecond = theilSenPerSecond(samples, first, last);

        const auto close = [&](size_t from, size_t to) {
            const auto vertical = std::count_if(samples.begin() + static_cast<qsizetype>(from),
                                                samples.begin() + static_cast<qsizetype>(to),
                                                [](const DispatchSample &s) { return s.vertical; });
            if (to - from < fewestTasks || static_cast<size_t>(vertical) * 2 < to - from)
                return;
            HostBoundWindow w;
            w.step = window.step;
            w.first = samples[from].task;
            // The gap before the first late task belongs to the window: it waited for that launch.
            const auto gap = std::lower_bound(gaps.begin(), gaps.end(), samples[from].startNs,
                                              [](const Interval &g, qint64 t) { return g.to < t; });
            const bool waited = gap != gaps.end() && gap->to == samples[from].startNs;
            w.range = {waited ? std::max(gap->from, step.window.from) : samples[from].startNs, samples[to - 1].startNs};
            w.tasks = static_cast<qint64>(to - from);
            w.idleNs = lengthInside(gaps, w.range);
            if (w.idleNs > 0) {
                step.hostIdleNs += w.idleNs;
                report.windows.push_back(w);
            }
        };
        size_t open = last;
        size_t lastVertical = first;
        for (size_t i = first; i < last; ++i) {
            if (samples[i].vertical) {
                if (open == last)
                    open = i;
                lastVertical = i;
            } else if (open != last && i - lastVertical > forgivenTasks) {
                close(open, lastVertical + 1);
                open = last;
            }
        }
        if (open != last)
            close(open, lastVertical + 1);
        step.hostBound = step.window.length() > 0 && static_cast<double>(step.hostIdleNs) >=
                                                         hostBoundIdleShare * static_cast<double>(step.window.length());
        report.steps.push_back(step);
    }
    std::sort(report.windows.begin(), report.windows.end(),
              [](const HostBoundWindow &a, const HostBoundWindow &b) { return a.range < b.range; });
    return report;
}

std::vector<DelayTrendPoint> delayTrend(const Dispatch &dispatch, int stretches)
{
    const auto &samples = dispatch.samples;
    std::vector<DelayTrendPoint> out;
    if (samples.empty() || stretches < 1)
        return out;
    const qint64 from = samples.front().startNs;
    const qint64 width = (samples.back().startNs - from) / stretches + 1;
    std::vector<qint64> delays;
    for (size_t i = 0; i < samples.size();) {
        const qint64 stretch = (samples[i].startNs - from) / width;
        delays.clear();
        for (; i < samples.size() && (samples[i].startNs - from) / width == stretch; ++i)
            delays.push_back(samples[i].delayNs);
        DelayTrendPoint point;
        point.timeNs = from + stretch * width + width / 2;
        point.medianNs = percentileOf(delays, 0.5);
        point.p95Ns = percentileOf(delays, 0.95);
        out.push_back(point);
    }
    return out;
}

} // namespace rs
