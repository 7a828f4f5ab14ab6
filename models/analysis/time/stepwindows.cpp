// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/stepwindows.h"

#include "analysis/time/flowstats.h"
#include "analysis/time/launchedwindows.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"
#include "core/job/cancelsort.h"
#include "core/table/kernelcolumns.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

constexpr qint64 FarFuture = std::numeric_limits<qint64>::max();
constexpr size_t pollSteps = 1024;

// In order of their starts; cancelled: empty. A step may be marked on several threads: the longest mark speaks for it.
std::vector<StepMark> stepMarks(const Trace &trace, const JobContext &job)
{
    std::vector<StepMark> marks;
    std::unordered_map<qint64, size_t> markOf; // by number
    const auto lengthOf = [](const StepMark &m) { return saturatedDifference(m.endNs, m.startNs); };
    for (size_t i = 0; i < trace.steps().size(); ++i) {
        if (i % pollSteps == 0 && job.isCanceled())
            return {};
        const StepMark &m = trace.steps()[i];
        const auto [it, isNew] = markOf.try_emplace(m.step, marks.size());
        if (isNew)
            marks.push_back(m);
        else if (lengthOf(m) > lengthOf(marks[it->second]))
            marks[it->second] = m;
    }
    const auto startsBefore = [](const StepMark &a, const StepMark &b) { return a.startNs < b.startNs; };
    if (!sortCancellably(marks, job, startsBefore))
        return {};
    return marks;
}

// Window of a capture without marks; cancelled: empty.
std::vector<StepWindow> captureWindow(const RankData &rank, const JobContext &job)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    StepWindow w;
    w.step = QStringLiteral("0"); // as the readers call no step
    w.device = {std::numeric_limits<qint64>::min(), FarFuture};
    w.hostStartNs = FarFuture;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        if (r % pollSteps == 0 && job.isCanceled())
            return {};
        const ProcessKind kind = trace.processOf(trace.laneOfRow(RowId{r})).kind;
        const auto span = trace.insideOf(RowId{r});
        if ((kind == ProcessKind::Python || kind == ProcessKind::MindSpore) && !span.isEmpty()) {
            w.hostKnown = true;
            w.hostStartNs = std::min(w.hostStartNs, s.start(SliceId{span.first}));
        }
    }
    return {w};
}

constexpr Interval nothingLaunched{FarFuture, std::numeric_limits<qint64>::min()};

class LaunchedWork
{
public:
    LaunchedWork(const Trace &trace, const std::vector<StepWindow> &windows)
        : m_trace(trace), m_windows(windows), m_category(joinedCategory(trace, "async_npu")),
          m_countsLane(trace.lanes().size())
    {
        for (quint32 l = 0; l < m_countsLane.size(); ++l) {
            const ProcessKind kind = trace.processOf(LaneId{l}).kind;
            m_countsLane[l] = kind == ProcessKind::AscendHardware || kind == ProcessKind::Communication;
        }
    }

    // From the first start to the last end that each step launched with these flows.
    [[nodiscard]] std::vector<Interval> in(FlowBlock block, const JobContext &job) const
    {
        const FlowStore &flows = m_trace.flows();
        const SliceStore &s = m_trace.slices();
        std::vector<Interval> extent(m_windows.size(), nothingLaunched);
        // Step of the flow before: neighbours mostly share both.
        size_t step = 0;
        SliceStore::Span laneSpan;
        bool laneCounts = false;
        for (quint32 k = block.first; k < block.last; ++k) {
            if ((k - block.first) % pollSteps == 0 && job.isCanceled())
                return extent;
            const Flow &f = flows.at(FlowIndex{k});
            if (m_category >= 0 && f.category != static_cast<quint32>(m_category))
                continue;
            const qint64 launched = s.start(f.from);
            if (!findStep(launched, step) || launched >= m_windows[step].device.to)
                continue;
            if (raw(f.to) < laneSpan.first || raw(f.to) >= laneSpan.last) {
                const LaneId lane = m_trace.laneOf(f.to);
                laneSpan = m_trace.slicesOf(lane);
                laneCounts = m_countsLane[raw(lane)];
            }
            if (laneCounts)
                extent[step] = {std::min(extent[step].from, s.start(f.to)), std::max(extent[step].to, s.end(f.to))};
        }
        return extent;
    }

private:
    // The last step that has begun; `step` is a guess. False before all.
    [[nodiscard]] bool findStep(qint64 launched, size_t &step) const
    {
        const bool guessed = launched >= m_windows[step].hostStartNs &&
                             (step + 1 >= m_windows.size() || launched < m_windows[step + 1].hostStartNs);
        if (guessed)
            return true;
        const auto it = std::ranges::upper_bound(m_windows, launched, {}, &StepWindow::hostStartNs);
        if (it == m_windows.begin())
            return false;
        step = static_cast<size_t>(std::prev(it) - m_windows.begin());
        return true;
    }

    const Trace &m_trace;
    const std::vector<StepWindow> &m_windows; // as the host has them
    // Category of flows that give the step of launched work: the writer's own link from framework operators; launches
    // of the runtime, -1, if there are none.
    int m_category;
    std::vector<bool> m_countsLane;
};

// Device work follows its host, so the tasks that a step launched say where it stands on the device. False: cancelled.
bool followTasks(const Trace &trace, std::vector<StepWindow> &windows, const JobContext &job, ThreadPool *pool)
{
    const std::vector<FlowBlock> blocks = flowBlocks(trace.flows());
    std::vector<std::vector<Interval>> launchedIn(blocks.size());
    const LaunchedWork work(trace, windows);
    parallelFor(pool, std::ssize(blocks), [&](qsizetype n) {
        launchedIn[static_cast<size_t>(n)] = work.in(blocks[static_cast<size_t>(n)], job);
    });
    for (size_t i = 0; i < windows.size(); ++i) {
        if (i % pollSteps == 0 && job.isCanceled())
            return false;
        Interval all = nothingLaunched;
        for (const std::vector<Interval> &extent : launchedIn)
            all = {std::min(all.from, extent[i].from), std::max(all.to, extent[i].to)};
        if (all.from < FarFuture)
            windows[i].device = {all.from, std::max(all.to, windows[i].device.to)};
    }
    return !job.isCanceled();
}

// As the host marks them; without marks empty.
std::vector<StepWindow> markedWindows(const RankData &rank, const JobContext &job)
{
    std::vector<StepWindow> out;
    const std::vector<StepMark> marks = stepMarks(*rank.trace, job);
    for (size_t i = 0; i < marks.size(); ++i) {
        if (i % pollSteps == 0 && job.isCanceled())
            return {};
        const StepMark &m = marks[i];
        StepWindow &w = out.emplace_back();
        w.step = QString::number(m.step);
        w.marked = true;
        w.hostKnown = true;
        w.hostStartNs = m.startNs;
        w.device = {m.startNs, m.endNs};
    }
    return out;
}

} // namespace

std::vector<StepWindow> stepWindows(const RankData &rank, const JobContext &job, ThreadPool *pool)
{
    if (!rank.trace)
        return {};
    if (rank.trace->steps().empty())
        return captureWindow(rank, job);
    std::vector<StepWindow> out = markedWindows(rank, job);
    if (out.empty() || rank.info.framework == Framework::MindSpore)
        return out;
    if (!followTasks(*rank.trace, out, job, pool))
        return {};
    return out;
}

std::vector<StepWindow> launchedWindows(const RankData &rank, const JobContext &job)
{
    if (!rank.trace || rank.trace->steps().empty())
        return {};
    std::vector<StepWindow> windows = markedWindows(rank, job);
    if (!followTasks(*rank.trace, windows, job, nullptr))
        return {};
    qint64 taken = std::numeric_limits<qint64>::min(); // by the step before, on which the device works until then
    for (StepWindow &w : windows) {
        const qint64 from = std::max(std::min(w.hostStartNs, w.device.from), taken);
        w.device = {from, std::max(from, w.device.to)};
        taken = w.device.to;
    }
    return windows;
}

QStringList stepNames(const RankData &rank)
{
    std::set<qint64> numbers;
    if (rank.trace) {
        for (const StepMark &m : rank.trace->steps())
            numbers.insert(m.step);
    }
    QStringList out;
    for (const qint64 number : numbers)
        out << QString::number(number);
    return out;
}

namespace {

// Number of steps that the table separates; else 0.
int stepsOfKernels(const RankData &rank)
{
    if (!rank.kernels)
        return 0;
    const KernelColumns c(*rank.kernels);
    std::set<QString> steps;
    for (int row = 0; row < rank.kernels->rows(); ++row) {
        if (QString step = c.stepOf(*rank.kernels, row); !step.isEmpty() && step != u"0")
            steps.insert(std::move(step));
    }
    return steps.size() > 1 ? static_cast<int>(steps.size()) : 0;
}

} // namespace

int stepCount(const RankData &rank)
{
    const QStringList marked = stepNames(rank);
    // A trace that was cut has lost marks, and its kernels may stand in a file that was not.
    if (const int ofKernels = isTraceTruncated(rank) ? stepsOfKernels(rank) : 0; ofKernels > marked.size())
        return ofKernels;
    if (!marked.isEmpty())
        return static_cast<int>(marked.size());
    std::set<QString> named;
    for (const StepTraceRow &r : rank.stepTrace)
        named.insert(r.step);
    return named.size() > 1 ? static_cast<int>(named.size()) : 0;
}

Interval deviceSpanOf(const RankData &rank, const QString &step, const JobContext &job)
{
    for (const StepWindow &w : stepWindows(rank, job)) {
        if (w.step == step)
            return w.marked ? w.device : Interval{rank.trace->startNs(), rank.trace->endNs() + 1};
    }
    return {};
}

Interval hostSpanOf(const Trace &trace, const QString &step)
{
    Interval out;
    bool ok = false;
    const qint64 number = step.toLongLong(&ok);
    for (const StepMark &m : trace.steps()) {
        const Interval span{m.startNs, m.endNs};
        if (ok && m.step == number && span.length() > out.length())
            out = span;
    }
    return out;
}

StepSide stepSideOf(ProcessKind kind)
{
    return kind == ProcessKind::AscendHardware || kind == ProcessKind::Communication ||
                   kind == ProcessKind::OverlapAnalysis || kind == ProcessKind::DeviceMetric
               ? StepSide::Device
               : StepSide::Host;
}

Interval stepSpanOf(const RankData &rank, const QString &step, StepSide side, const JobContext &job)
{
    if (!rank.trace)
        return {};
    return side == StepSide::Device ? deviceSpanOf(rank, step, job) : hostSpanOf(*rank.trace, step);
}

std::vector<Interval> stepClaims(const std::vector<StepWindow> &windows, bool closedEnd)
{
    std::vector<Interval> out;
    qint64 taken = std::numeric_limits<qint64>::min();
    for (const StepWindow &w : windows) {
        const qint64 to = closedEnd && w.device.to < FarFuture ? w.device.to + 1 : w.device.to;
        const qint64 from = std::max(w.device.from, taken);
        out.push_back({from, std::max(from, to)});
        taken = std::max(taken, to);
    }
    return out;
}

StepOfStamp::StepOfStamp(const RankData &rank, bool wanted, const JobContext &job)
{
    const auto isNone = [](const StepTraceRow &row) { return row.step == u"0"; };
    if (wanted && !rank.trace && std::ranges::all_of(rank.stepTrace, isNone))
        m_only = QStringLiteral("0");
    if (!wanted || !rank.trace)
        return;
    m_windows = stepWindows(rank, job);
    m_claims = stepClaims(m_windows, rank.info.framework == Framework::MindSpore);
}

int StepOfStamp::placeAt(qint64 ns) const
{
    const auto after = std::ranges::upper_bound(m_claims, ns, {}, &Interval::from);
    if (after == m_claims.begin() || ns >= std::prev(after)->to)
        return -1;
    return static_cast<int>(after - m_claims.begin()) - 1;
}

QString StepOfStamp::at(qint64 ns) const
{
    const int place = placeAt(ns);
    return place < 0 ? m_only : m_windows[static_cast<size_t>(place)].step;
}

} // namespace rs
