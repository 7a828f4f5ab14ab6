// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/frequency.h"

#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"

#include <algorithm>

namespace rs {

namespace {
constexpr double highestMHz = 10'000; // what is above is no frequency of a core, whatever the file says

bool isFrequency(double mhz)
{
    return mhz > 0 && mhz <= highestMHz;
}

double nominalOf(const CounterSeries &series)
{
    double out = 0;
    for (const double v : series.value) {
        if (isFrequency(v))
            out = std::max(out, v);
    }
    return out;
}

bool isBelow(double mhz, double nominal)
{
    return isFrequency(mhz) && mhz < nominal * (1 - FrequencyStats::leastDrop);
}

// Rows that hold kernels of the AI cores.
std::vector<RowId> kernelRows(const Trace &trace)
{
    std::vector<RowId> out;
    for (const Lane &lane : trace.lanes()) {
        if (trace.process(lane.process).kind != ProcessKind::AscendHardware)
            continue;
        for (quint32 r = 0; r < lane.rowCount; ++r)
            out.push_back(RowId{lane.firstRow + r});
    }
    return out;
}

template <typename Visit>
void eachKernel(const Trace &trace, const JobContext &job, Visit visit)
{
    const SliceStore &s = trace.slices();
    for (const RowId r : kernelRows(trace)) {
        if (job.isCanceled())
            return;
        for (const SliceId slice : s.row(r)) {
            if (runsOnAiCore(s.kind(slice)))
                visit(Interval{s.start(slice), s.end(slice)});
        }
    }
}

// When at least one kernel runs.
IntervalSet busyTime(const Trace &trace, const JobContext &job)
{
    std::vector<Interval> all;
    eachKernel(trace, job, [&all](Interval kernel) { all.push_back(kernel); });
    return mergeIntervals(std::move(all));
}

// Kernels that run, for whatever part of their time, inside one of the spans, which ascend and do not overlap.
qint64 kernelsInside(const Trace &trace, const std::vector<Interval> &spans, const JobContext &job)
{
    qint64 count = 0;
    eachKernel(trace, job, [&](Interval kernel) {
        const auto span = std::ranges::upper_bound(spans, kernel.from, {}, &Interval::to);
        count += span != spans.end() && std::min(kernel.to, span->to) > std::max(kernel.from, span->from) ? 1 : 0;
    });
    return count;
}

// Time that busy cores would have taken less at their nominal frequency.
double lostAt(qint64 busyNs, double mhz, double nominalMHz)
{
    return static_cast<double>(busyNs) * (1 - mhz / nominalMHz);
}

} // namespace

qsizetype FrequencyStats::dropsUnderLoad() const
{
    return std::ranges::count_if(drops, &FrequencyDrop::underLoad);
}

std::vector<CounterId> frequencyCounters(const Trace &trace)
{
    std::vector<CounterId> out;
    for (quint32 i = 0; i < trace.counters().size(); ++i) {
        if (trace.strings().view(trace.counters()[i].name).starts_with("AI Core Freq"))
            out.push_back(CounterId{i});
    }
    return out;
}

bool runsOnAiCore(SliceKind kind)
{
    return isComputing(kind) && kind != SliceKind::KernelAiCpu;
}

FrequencyStats frequencyStats(const Trace &trace, CounterId counter, const JobContext &job)
{
    FrequencyStats out;
    const CounterSeries &series = trace.counters()[raw(counter)];
    out.nominalMHz = nominalOf(series);
    if (out.nominalMHz <= 0)
        return out;
    const IntervalSet busyCores = busyTime(trace, job);
    out.busyNs = totalLength(clipSet(busyCores, {trace.startNs(), trace.endNs()}));
    std::vector<Interval> loaded;
    for (size_t first = 0; first < series.value.size() && !job.isCanceled();) {
        if (!isBelow(series.value[first], out.nominalMHz)) {
            ++first;
            continue;
        }
        FrequencyDrop drop;
        drop.fromNs = series.timeNs[first];
        drop.lowestMHz = series.value[first];
        const auto endOf = [&](size_t i) {
            return i + 1 < series.timeNs.size() ? series.timeNs[i + 1] : std::max(trace.endNs(), series.timeNs[i]);
        };
        size_t last = first;
        while (last + 1 < series.value.size() && isBelow(series.value[last + 1], out.nominalMHz))
            ++last;
        drop.toNs = endOf(last);
        // If the curve rises again, it had risen up to a millisecond before. At the end of the capture nothing rises.
        const qint64 sureTo =
            last + 1 < series.timeNs.size() ? saturatedDifference(drop.toNs, FrequencyStats::sampleLagNs) : drop.toNs;
        for (size_t i = first; i <= last; ++i) {
            drop.lowestMHz = std::min(drop.lowestMHz, series.value[i]);
            const Interval part{series.timeNs[i], std::min(endOf(i), sureTo)};
            if (part.to <= part.from)
                continue;
            const qint64 busy = totalLength(clipSet(busyCores, part));
            drop.busyNs = saturatedSum(drop.busyNs, busy);
            drop.lostNs += lostAt(busy, series.value[i], out.nominalMHz);
        }
        drop.underLoad = sureTo > drop.fromNs &&
                         static_cast<double>(drop.busyNs) >=
                             FrequencyStats::leastLoad * static_cast<double>(saturatedDifference(sureTo, drop.fromNs));
        if (drop.underLoad) {
            out.busyBelowNs = saturatedSum(out.busyBelowNs, drop.busyNs);
            out.lostNs += drop.lostNs;
            loaded.push_back({drop.fromNs, sureTo});
        }
        out.drops.push_back(drop);
        first = last + 1;
    }
    out.kernelsBelow = kernelsInside(trace, loaded, job);
    return out;
}

std::optional<KernelFrequency> kernelFrequency(const Trace &trace, SliceId slice)
{
    const SliceStore &s = trace.slices();
    if (!runsOnAiCore(s.kind(slice)))
        return std::nullopt;
    std::optional<KernelFrequency> out;
    for (const CounterId id : frequencyCounters(trace)) {
        const CounterSeries &series = trace.counters()[raw(id)];
        const qint64 from = s.start(slice);
        const qint64 to = std::max(s.end(slice), saturatedSum(from, 1));
        const auto after = std::ranges::upper_bound(series.timeNs, from);
        if (after == series.timeNs.begin())
            continue;
        double sum = 0;
        for (auto i = static_cast<size_t>(after - series.timeNs.begin()) - 1;
             i < series.timeNs.size() && series.timeNs[i] < to; ++i) {
            const qint64 end = i + 1 < series.timeNs.size() ? std::min(series.timeNs[i + 1], to) : to;
            sum += series.value[i] * static_cast<double>(saturatedDifference(end, std::max(series.timeNs[i], from)));
        }
        KernelFrequency one{sum / static_cast<double>(saturatedDifference(to, from)), nominalOf(series), 0};
        if (one.isLowered())
            one.lostNs = lostAt(s.duration(slice), one.meanMHz, one.nominalMHz);
        // With a curve per die the slower die tells: which of them a kernel ran on is not known.
        if (isFrequency(one.meanMHz) && (!out || one.meanMHz < out->meanMHz))
            out = one;
    }
    return out;
}

} // namespace rs
