// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/devicechain.h"

#include "analysis/time/flowstats.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace rs {

namespace {

// Stamps have fractions of this: what ends so little behind may have been waited for.
constexpr qint64 slackNs = 1000;
// A stream that shows no waits is said to have waited for another one behind a gap of at least this.
constexpr qint64 leastGapNs = 2000;

bool isHeldUpBy(SliceKind kind)
{
    return isComputing(kind) || kind == SliceKind::MemoryCopy || kind == SliceKind::CommOperator;
}

} // namespace

DeviceChain::DeviceChain(const Trace &trace, const JobContext &job)
    : m_trace(trace), m_slices(trace.slices()), m_clock(estimateHostClock(trace)),
      m_launches(joinedCategory(trace, "HostToDevice")), m_operators(joinedCategory(trace, "async_npu"))
{
    std::vector<Interval> operators;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::CommGroup)
            continue;
        for (const SliceId s : trace.slicesOf(LaneId{l}))
            operators.push_back({m_slices.start(s), m_slices.end(s)});
    }
    const IntervalLengths communication(mergeIntervals(std::move(operators)));
    JobPoll poll(job);
    for (quint32 r = 0; r < m_slices.rowCount(); ++r) {
        const LaneId lane = trace.laneOfRow(RowId{r});
        const ProcessKind process = trace.processOf(lane).kind;
        if (process != ProcessKind::AscendHardware && trace.lane(lane).kind != LaneKind::CommGroup)
            continue;
        Row row{lane, {}, {}};
        for (const SliceId s : trace.insideOf(RowId{r})) {
            if (poll.isCanceled())
                return;
            const SliceKind kind = m_slices.kind(s);
            if (m_slices.duration(s) <= 0)
                continue;
            if (kind == SliceKind::EventWait)
                row.waits.push_back(raw(s));
            else if (isHeldUpBy(kind) && !(kind == SliceKind::MemoryCopy && isOfOperator(s, communication)))
                row.tasks.push_back(raw(s));
        }
        m_hasWaits = m_hasWaits || !row.waits.empty();
        if (!row.tasks.empty() || !row.waits.empty())
            m_rows.push_back(std::move(row));
    }
}

// Transfers of an operator stand on its stream once more, as copies that nobody launched, the last behind its end.
bool DeviceChain::isOfOperator(SliceId copy, const IntervalLengths &communication) const
{
    constexpr qint64 nearNs = 20'000;
    const Interval range{saturatedDifference(m_slices.start(copy), nearNs), saturatedSum(m_slices.end(copy), nearNs)};
    return communication.inside(range) > 0 && launchOf(copy).call == NoSlice;
}

TaskLaunch DeviceChain::launchOf(SliceId task) const
{
    TaskLaunch out;
    const FlowStore &flows = m_trace.flows();
    const auto &byTarget = flows.byTarget();
    auto it = std::partition_point(byTarget.begin(), byTarget.end(),
                                   [&](FlowIndex i) { return raw(flows.at(i).to) < raw(task); });
    bool isLaunch = false;
    for (; it != byTarget.end() && flows.at(*it).to == task; ++it) {
        const Flow &f = flows.at(*it);
        const auto category = static_cast<int>(f.category);
        if ((category != m_launches && category != m_operators) || (isLaunch && category != m_launches))
            continue;
        isLaunch = category == m_launches;
        out.call = f.from;
        out.launchNs = saturatedSum(f.fromNs, hostOffsetNs());
        out.readyNs = std::max(out.launchNs, saturatedSum(m_slices.end(f.from), hostOffsetNs()));
        // An operator launches somewhere before its end, or has another thread launch behind it.
        if (!isLaunch)
            out.launchNs = out.readyNs;
    }
    out.readyNs = std::min(out.readyNs, m_slices.start(task));
    out.launchNs = std::min(out.launchNs, out.readyNs);
    return out;
}

SliceId DeviceChain::lastOf(const std::vector<quint32> &slices, qint64 endNs) const
{
    const auto behind = std::partition_point(slices.begin(), slices.end(),
                                             [&](quint32 s) { return m_slices.end(SliceId{s}) <= endNs; });
    return behind == slices.begin() ? NoSlice : SliceId{*std::prev(behind)};
}

SliceId DeviceChain::lastEnding(qint64 from, qint64 to) const
{
    SliceId best = NoSlice;
    for (const Row &row : m_rows) {
        const SliceId s = lastOf(row.tasks, to);
        if (s != NoSlice && m_slices.end(s) > from && (best == NoSlice || m_slices.end(s) > m_slices.end(best)))
            best = s;
    }
    return best;
}

// The task that ended last in (from, to] on other lanes, and was launched before.
SliceId DeviceChain::lastElsewhere(SliceId task, Interval ends) const
{
    const LaneId own = m_trace.laneOf(task);
    std::optional<TaskLaunch> launch;
    SliceId best = NoSlice;
    for (const Row &row : m_rows) {
        if (row.lane == own)
            continue;
        SliceId s = lastOf(row.tasks, ends.to);
        if (s == NoSlice || m_slices.start(s) >= m_slices.start(task) || m_slices.end(s) <= ends.from ||
            (best != NoSlice && m_slices.end(s) <= m_slices.end(best)))
            continue;
        if (!launch)
            launch = launchOf(task);
        const TaskLaunch other = launchOf(s);
        if (launch->call == NoSlice || other.call == NoSlice || other.launchNs <= launch->launchNs)
            best = s;
    }
    return best;
}

// Task that runs at the moment: a kernel first, since communication may be covered.
SliceId DeviceChain::covering(qint64 ns) const
{
    SliceId best = NoSlice;
    for (const Row &row : m_rows) {
        const auto it = std::partition_point(row.tasks.begin(), row.tasks.end(),
                                             [&](quint32 s) { return m_slices.end(SliceId{s}) < ns; });
        if (it == row.tasks.end() || m_slices.start(SliceId{*it}) >= ns)
            continue;
        if (best == NoSlice || m_slices.kind(best) == SliceKind::CommOperator)
            best = SliceId{*it};
    }
    return best;
}

DeviceCause DeviceChain::causeOf(SliceId task, qint64 ns) const
{
    constexpr qint64 never = std::numeric_limits<qint64>::min();
    if (task == NoSlice) {
        SliceId at = covering(ns);
        if (at == NoSlice)
            at = lastEnding(never, ns);
        return at == NoSlice ? DeviceCause{} : DeviceCause{CauseKind::Task, at, std::min(ns, m_slices.end(at))};
    }
    const qint64 start = std::min(ns, m_slices.start(task));
    const LaneId lane = m_trace.laneOf(task);
    // A stream does one thing after the other: what began last before has to end, even if stamps overlap a little.
    SliceId before = NoSlice;
    SliceId wait = NoSlice;
    const auto lastBegun = [&](const std::vector<quint32> &slices, SliceId &best) {
        const auto behind = std::partition_point(slices.begin(), slices.end(),
                                                 [&](quint32 s) { return m_slices.start(SliceId{s}) < start; });
        if (behind == slices.begin())
            return;
        const SliceId s{*std::prev(behind)};
        if (best == NoSlice || m_slices.start(s) > m_slices.start(best))
            best = s;
    };
    for (const Row &row : m_rows) {
        if (row.lane != lane)
            continue;
        lastBegun(row.tasks, before);
        lastBegun(row.waits, wait);
    }
    const qint64 freeNs = before == NoSlice ? never : std::min(start, m_slices.end(before));
    if (wait != NoSlice && m_slices.end(wait) <= freeNs)
        wait = NoSlice;
    DeviceCause cause{before == NoSlice ? CauseKind::None : CauseKind::Task, before, freeNs};
    SliceId other = NoSlice;
    const TaskLaunch launch = launchOf(task);
    const bool isOperator = m_slices.kind(task) == SliceKind::CommOperator;
    const bool isUnexplained =
        (!m_hasWaits || launch.call == NoSlice) && start - std::max(freeNs, start - leastGapNs) >= leastGapNs;
    if (wait != NoSlice)
        other = lastElsewhere(task, {std::max(freeNs, m_slices.start(wait)), m_slices.end(wait)});
    else if (isOperator || isUnexplained)
        other = lastElsewhere(task, {freeNs, saturatedSum(start, slackNs)});
    if (other != NoSlice)
        cause = {CauseKind::Task, other, std::min(start, m_slices.end(other))};
    else if (wait != NoSlice && std::min(start, m_slices.end(wait)) - std::max(freeNs, m_slices.start(wait)) > slackNs)
        cause = {CauseKind::Wait, wait, std::max(freeNs, m_slices.start(wait))};
    const qint64 heldNs = cause.kind == CauseKind::Wait ? std::min(start, m_slices.end(wait)) : cause.ns;
    if (launch.call != NoSlice && (cause.kind == CauseKind::None || launch.readyNs > heldNs))
        return {CauseKind::Launch, launch.call, std::min(start, launch.launchNs)};
    return cause;
}

Interval DeviceChain::span() const
{
    Interval out{std::numeric_limits<qint64>::max(), std::numeric_limits<qint64>::min()};
    for (const Row &row : m_rows) {
        if (row.tasks.empty())
            continue;
        out.from = std::min(out.from, m_slices.start(SliceId{row.tasks.front()}));
        out.to = std::max(out.to, m_slices.end(SliceId{row.tasks.back()}));
    }
    return out.from < out.to ? out : Interval{};
}

} // namespace rs
