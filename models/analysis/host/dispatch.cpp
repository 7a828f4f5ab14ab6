// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/dispatch.h"

#include "analysis/time/devicesets.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/rowmerge.h"
#include "core/base/sortruns.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace rs {

namespace {

// A window must hold this many tasks, or a lone late launch would be called a stretch.
constexpr size_t fewestTasks = 8;
// So many tasks in a row may have been queued without ending the window: while the device waits for communication the
// host gets ahead by a few launches, however slow it is.
constexpr size_t forgivenTasks = 8;

double theilSenPerSecond(const Dispatch &dispatch, size_t first, size_t last)
{
    const auto &samples = dispatch.samples;
    // Pairs half a window apart: n slopes instead of n squared, and each over a long base.
    const size_t n = last - first;
    if (n < 4)
        return 0;
    std::vector<double> slopes;
    const size_t half = n / 2;
    for (size_t i = first; i + half < last; ++i) {
        const double dt = static_cast<double>(saturatedDifference(samples[i + half].startNs, samples[i].startNs));
        if (dt > 0)
            slopes.push_back(static_cast<double>(saturatedDifference(dispatch.delayNs(samples[i + half]),
                                                                     dispatch.delayNs(samples[i]))) /
                             dt * 1e9);
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
    auto it = std::ranges::lower_bound(set, window.from, {}, &Interval::to);
    qint64 sum = 0;
    for (; it != set.end() && it->from < window.to; ++it)
        sum = saturatedSum(sum, std::max<qint64>(0, saturatedDifference(std::min(it->to, window.to),
                                                                        std::max(it->from, window.from))));
    return sum;
}

// Counts the cost of launches for the host. Nearly all take microseconds: those are counted by the nanosecond.
class CostCounts
{
public:
    void add(qint64 cost)
    {
        if (cost < std::ssize(m_counts))
            ++m_counts[static_cast<size_t>(cost)];
        else
            m_longer.push_back(cost);
    }
    void add(const CostCounts &other)
    {
        for (size_t i = 0; i < m_counts.size(); ++i)
            m_counts[i] += other.m_counts[i];
        m_longer.insert(m_longer.end(), other.m_longer.begin(), other.m_longer.end());
    }
    /// The upper one of the two in the middle.
    [[nodiscard]] qint64 median()
    {
        size_t count = m_longer.size();
        for (const quint32 n : m_counts)
            count += n;
        size_t left = count / 2;
        for (size_t i = 0; i < m_counts.size(); ++i) {
            if (left < m_counts[i])
                return static_cast<qint64>(i);
            left -= m_counts[i];
        }
        const auto middle = m_longer.begin() + static_cast<qsizetype>(left);
        std::nth_element(m_longer.begin(), middle, m_longer.end());
        return *middle;
    }

private:
    std::vector<quint32> m_counts = std::vector<quint32>(size_t{1} << 16);
    std::vector<qint64> m_longer;
};

// Launches cut into stretches of the device's time, which threads put in order side by side.
class Stretches
{
public:
    Stretches(const Trace &trace, int category) : m_slices(trace.slices())
    {
        constexpr size_t most = 16;
        constexpr quint32 leastFlows = 16384;
        constexpr quint32 looks = 4096;
        const FlowStore &flows = trace.flows();
        const size_t count = std::clamp<size_t>(flows.size() / leastFlows, 1, most);
        std::vector<qint64> starts;
        for (quint64 i = 0; i < looks; ++i) {
            const Flow &f = flows.at(FlowIndex{static_cast<quint32>(flows.size() * i / looks)});
            if (static_cast<int>(f.category) == category)
                starts.push_back(m_slices.start(f.to));
        }
        std::ranges::sort(starts);
        for (size_t i = 1; i < count && !starts.empty(); ++i)
            m_bounds.push_back(starts[starts.size() * i / count]);
    }

    [[nodiscard]] size_t count() const { return m_bounds.size() + 1; }
    /// By the start of the task.
    [[nodiscard]] size_t of(SliceId task) const
    {
        return static_cast<size_t>(std::ranges::upper_bound(m_bounds, m_slices.start(task)) - m_bounds.begin());
    }

private:
    const SliceStore &m_slices;
    std::vector<qint64> m_bounds;
};

// Those of one row among the flows by target.
struct RowFlows
{
    AscendingRun run;
    LaneId lane;
};

std::vector<RowFlows> flowsOfRows(const Trace &trace)
{
    const FlowStore &flows = trace.flows();
    const auto &byTarget = flows.byTarget();
    std::vector<RowFlows> out;
    for (auto it = byTarget.begin(); it != byTarget.end();) {
        const RowId row = trace.slices().rowOf(flows.at(*it).to);
        const quint32 end = trace.slices().row(row).last;
        const auto behind =
            std::partition_point(it, byTarget.end(), [&](FlowIndex i) { return raw(flows.at(i).to) < end; });
        out.push_back({{static_cast<quint32>(it - byTarget.begin()), static_cast<quint32>(behind - byTarget.begin())},
                       trace.laneOfRow(row)});
        it = behind;
    }
    return out;
}

struct StepDispatch
{
    DispatchStep step;
    std::vector<HostBoundWindow> windows;
};

// Nothing where no task starts in the part of the window that the steps before it leave.
std::optional<StepDispatch> dispatchIn(const StepWindow &window, Interval claim, const IntervalSet &gaps,
                                       const Dispatch &dispatch)
{
    const auto &samples = dispatch.samples;
    const auto firstAt = [&samples](qint64 ns) {
        return static_cast<size_t>(std::ranges::lower_bound(samples, ns, {}, &DispatchSample::startNs) -
                                   samples.begin());
    };
    const size_t first = firstAt(claim.from);
    const size_t last = firstAt(claim.to);
    if (first == last)
        return {};
    StepDispatch out;
    DispatchStep &step = out.step;
    step.step = window.step;
    step.window = window.marked ? window.device : Interval{samples[first].startNs, samples[last - 1].startNs};
    step.tasks = static_cast<qint64>(last - first);
    std::vector<qint64> delays;
    delays.reserve(last - first);
    qint64 verticalTasks = 0;
    for (size_t i = first; i < last; ++i) {
        delays.push_back(dispatch.delayNs(samples[i]));
        verticalTasks += samples[i].vertical ? 1 : 0;
    }
    step.p5Ns = percentileOf(delays, 0.05);
    step.medianNs = percentileOf(delays, 0.5);
    step.p95Ns = percentileOf(delays, 0.95);
    step.verticalShare = static_cast<double>(verticalTasks) / static_cast<double>(step.tasks);
    step.trendPerSecond = theilSenPerSecond(dispatch, first, last);

    const auto close = [&](size_t from, size_t to) {
        const auto vertical =
            std::count_if(samples.begin() + static_cast<qsizetype>(from), samples.begin() + static_cast<qsizetype>(to),
                          [](const DispatchSample &s) { return s.vertical; });
        if (to - from < fewestTasks || static_cast<size_t>(vertical) * 2 < to - from)
            return;
        HostBoundWindow w;
        w.step = window.step;
        w.first = samples[from].task;
        // The gap before the first late task belongs to the window: it waited for that launch.
        const auto gap = std::ranges::lower_bound(gaps, samples[from].startNs, {}, &Interval::to);
        const bool waited = gap != gaps.end() && gap->to == samples[from].startNs;
        w.range = {waited ? std::max(gap->from, step.window.from) : samples[from].startNs, samples[to - 1].startNs};
        w.tasks = static_cast<qint64>(to - from);
        w.idleNs = lengthInside(gaps, w.range);
        if (w.idleNs > 0) {
            step.hostIdleNs = saturatedSum(step.hostIdleNs, w.idleNs);
            out.windows.push_back(w);
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
    return out;
}

bool startsBefore(const DispatchSample &a, const DispatchSample &b)
{
    return std::tuple(a.startNs, raw(a.task), raw(a.launch)) < std::tuple(b.startNs, raw(b.task), raw(b.launch));
}

} // namespace

Dispatch dispatchOf(const Trace &trace, const JobContext &job, ThreadPool *pool)
{
    Dispatch d;
    const int category = launchCategory(trace);
    if (category < 0)
        return d;
    d.clock = estimateHostClock(trace, pool);
    const SliceStore &s = trace.slices();
    const FlowStore &flows = trace.flows();
    const auto isLaunch = [category, &trace](const Flow &f) {
        return static_cast<int>(f.category) == category && trace.isInside(f.to) && trace.isInside(f.from);
    };

    const Stretches stretches(trace, category);
    const std::vector<FlowBlock> blocks = flowBlocks(flows);
    std::vector<CostCounts> costs(blocks.size());
    std::vector<std::vector<size_t>> counts(blocks.size()); // of launches, by stretch
    parallelFor(pool, std::ssize(blocks), [&](qsizetype n) {
        const FlowBlock block = blocks[static_cast<size_t>(n)];
        std::vector<size_t> &count = counts[static_cast<size_t>(n)];
        count.assign(stretches.count(), 0);
        for (quint32 i = block.first; i < block.last && !job.isCanceled(); ++i) {
            const Flow &f = flows.at(FlowIndex{i});
            if (!isLaunch(f))
                continue;
            costs[static_cast<size_t>(n)].add(s.duration(f.from));
            ++count[stretches.of(f.to)];
        }
    });
    for (size_t n = 1; n < costs.size(); ++n)
        costs.front().add(costs[n]);
    std::vector<size_t> first(stretches.count() + 1, 0);
    for (size_t p = 0; p < stretches.count(); ++p) {
        first[p + 1] = first[p];
        for (const std::vector<size_t> &count : counts)
            first[p + 1] += count[p];
    }
    if (first.back() == 0 || job.isCanceled())
        return Dispatch();
    d.launchCostNs = costs.front().median();
    d.verticalNs = saturatedSum(saturatedProduct(2, d.launchCostNs), std::min(d.launchCostNs, d.clock.samplingNs));

    // Rows are sorted, so samples are written in their final order: sorting them afterwards would move each several
    // times.
    d.samples.resize(first.back());
    const std::vector<RowFlows> rows = flowsOfRows(trace);
    const auto flowAt = [&flows](quint32 number) -> const Flow & { return flows.at(flows.byTarget()[number]); };
    const auto sampleOf = [&](const Flow &f, LaneId lane) {
        DispatchSample sample;
        sample.launch = f.from;
        sample.task = f.to;
        sample.lane = lane;
        sample.launchNs = f.fromNs;
        sample.startNs = f.toNs;
        const qint64 startsNs = saturatedDifference(f.toNs, d.clock.offsetNs);
        sample.readyNs = std::max(f.fromNs, std::min(s.end(f.from), startsNs));
        // A slow launch may wake the device well after its innermost call, where the flow starts, has returned.
        const qint64 slower = std::max<qint64>(0, saturatedDifference(s.duration(f.from), d.launchCostNs));
        sample.vertical =
            saturatedDifference(startsNs, sample.readyNs) <= saturatedSum(d.verticalNs, saturatedProduct(2, slower));
        return sample;
    };
    parallelFor(pool, static_cast<qsizetype>(stretches.count()), [&](qsizetype n) {
        const auto stretch = static_cast<size_t>(n);
        std::vector<AscendingRun> runs;
        std::vector<LaneId> lanes;
        for (const RowFlows &row : rows) {
            const auto from = flows.byTarget().begin() + row.run.first;
            const auto to = flows.byTarget().begin() + row.run.last;
            const auto begin =
                std::partition_point(from, to, [&](FlowIndex i) { return stretches.of(flows.at(i).to) < stretch; });
            const auto end =
                std::partition_point(begin, to, [&](FlowIndex i) { return stretches.of(flows.at(i).to) == stretch; });
            if (begin == end)
                continue;
            runs.push_back({static_cast<quint32>(begin - flows.byTarget().begin()),
                            static_cast<quint32>(end - flows.byTarget().begin())});
            lanes.push_back(row.lane);
        }
        DispatchSample *out = d.samples.data() + first[stretch];
        for (RunMerge tasks(
                 runs, [&](quint32 i) { return isLaunch(flowAt(i)); },
                 [&](quint32 i) { return s.start(flowAt(i).to); });
             !tasks.isAtEnd() && !job.isCanceled(); tasks.next())
            *out++ = sampleOf(flowAt(tasks.number()), lanes[tasks.run()]);
    });
    if (job.isCanceled())
        return Dispatch();
    // A flow may end inside of its task.
    sortRuns(d.samples, startsBefore);
    return d;
}

OutstandingCurve outstandingLaunches(const Dispatch &dispatch, LaneId lane)
{
    std::vector<std::pair<qint64, int>> edges;
    for (const DispatchSample &sample : dispatch.samples) {
        if (lane != NoLane && sample.lane != lane)
            continue;
        edges.emplace_back(sample.launchNs, 1);
        edges.emplace_back(std::max(sample.launchNs, saturatedDifference(sample.startNs, dispatch.clock.offsetNs)), -1);
    }
    // A launch that starts at once counts as outstanding for no time, never as negative.
    std::ranges::sort(edges, [](const auto &a, const auto &b) {
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
            c.valueNs.back() = std::max(c.valueNs.back(), dispatch.delayNs(sample));
            continue;
        }
        c.timeNs.push_back(sample.startNs);
        c.valueNs.push_back(dispatch.delayNs(sample));
    }
    std::ranges::sort(out, [](const DelayCurve &a, const DelayCurve &b) { return raw(a.lane) < raw(b.lane); });
    return out;
}

DeviceIdle deviceIdle(const RankData &rank, const JobContext &job, ThreadPool *pool)
{
    DeviceIdle out;
    if (!rank.trace)
        return out;
    std::optional<qint64> workEndNs;
    parallelFor(pool, 2, [&](qsizetype i) {
        if (i == 0) {
            const DeviceSets sets = deviceSets(*rank.trace, -1, pool);
            const IntervalSet work = uniteSets(sets.compute, sets.communication);
            if (lostLanes(rank, sets).any() || work.empty())
                return;
            out.gaps = gapsOf(work);
            workEndNs = work.back().to;
        } else {
            out.windows = stepWindows(rank, job, pool);
        }
    });
    if (workEndNs && !out.windows.empty() && out.windows.back().device.to > *workEndNs)
        out.tail = Interval{*workEndNs, out.windows.back().device.to};
    return out;
}

DispatchReport dispatchReport(const RankData &rank, const Dispatch &dispatch, const JobContext &job, ThreadPool *pool)
{
    return dispatch.isEmpty() ? DispatchReport() : dispatchReport(deviceIdle(rank, job, pool), dispatch, job, pool);
}

DispatchReport dispatchReport(const DeviceIdle &idle, const Dispatch &dispatch, const JobContext &job, ThreadPool *pool)
{
    std::vector<std::optional<StepDispatch>> found(idle.windows.size());
    const std::vector<Interval> claims = stepClaims(idle.windows);
    parallelFor(pool, std::ssize(found), [&](qsizetype i) {
        if (!job.isCanceled())
            found[static_cast<size_t>(i)] =
                dispatchIn(idle.windows[static_cast<size_t>(i)], claims[static_cast<size_t>(i)], idle.gaps, dispatch);
    });
    if (job.isCanceled())
        return {};
    DispatchReport report;
    for (const std::optional<StepDispatch> &step : found) {
        if (!step)
            continue;
        report.steps.push_back(step->step);
        report.windows.insert(report.windows.end(), step->windows.begin(), step->windows.end());
    }
    std::ranges::sort(report.windows, {}, &HostBoundWindow::range);
    return report;
}

std::vector<DelayTrendPoint> delayTrend(const Dispatch &dispatch, int stretches)
{
    const auto &samples = dispatch.samples;
    std::vector<DelayTrendPoint> out;
    if (samples.empty() || stretches < 1)
        return out;
    const qint64 from = samples.front().startNs;
    const qint64 width = saturatedDifference(samples.back().startNs, from) / stretches + 1;
    const auto stretchOf = [&](size_t i) { return saturatedDifference(samples[i].startNs, from) / width; };
    std::vector<qint64> delays;
    for (size_t i = 0; i < samples.size();) {
        const qint64 stretch = stretchOf(i);
        delays.clear();
        for (; i < samples.size() && stretchOf(i) == stretch; ++i)
            delays.push_back(dispatch.delayNs(samples[i]));
        DelayTrendPoint point;
        point.timeNs = saturatedSum(from, saturatedSum(saturatedProduct(stretch, width), width / 2));
        point.medianNs = percentileOf(delays, 0.5);
        point.p95Ns = percentileOf(delays, 0.95);
        out.push_back(point);
    }
    return out;
}

} // namespace rs
