// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/idlecauses.h"

#include "analysis/time/rowmerge.h"
#include "core/base/sortruns.h"
#include "core/text/textsearch.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <numeric>

namespace rs {

namespace {

// A cause must explain most of a gap before it is named.
constexpr double leastShare = 0.5;

struct Span
{
    Interval range;
    SliceId slice = NoSlice;
};

bool isDataLoading(std::string_view name)
{
    return contains(name, "DataLoader") || contains(name, "dataloader") || contains(name, "GetNext") ||
           contains(name, "Dataset::") || contains(name, "DataQueue");
}

// Spans of one kind of evidence. How much of a window they cover is two bisections in their union, however they nest.
class SpanIndex
{
public:
    void add(Interval range, SliceId slice) { m_spans.push_back({range, slice}); }
    void seal()
    {
        sortRuns(m_spans, [](const Span &a, const Span &b) { return a.range < b.range; });
        std::vector<Interval> ranges;
        ranges.reserve(m_spans.size());
        for (const Span &s : m_spans)
            ranges.push_back(s.range);
        m_union = IntervalLengths(mergeIntervals(std::move(ranges)));
    }

    [[nodiscard]] bool explains(Interval window) const
    {
        return !m_union.set().empty() && static_cast<double>(m_union.inside(window)) >=
                                             leastShare * static_cast<double>(std::max<qint64>(1, window.length()));
    }

    /// The slice that covers most of the window. Looks at those that begin last before its end, and at the one that
    /// opens the union there, which is the call around them; so its cost does not grow with the number of nested calls.
    [[nodiscard]] SliceId longest(Interval window) const
    {
        constexpr int tries = 64;
        SliceId best = NoSlice;
        qint64 length = 0;
        const auto consider = [&](const Span &s) {
            const qint64 part =
                saturatedDifference(std::min(window.to, s.range.to), std::max(window.from, s.range.from));
            if (part > length) {
                length = part;
                best = s.slice;
            }
        };
        const auto byStart = [](const Span &s) { return s.range.from; };
        const auto end = std::ranges::lower_bound(m_spans, window.to, {}, byStart);
        auto it = end;
        for (int i = 0; i < tries && it != m_spans.begin(); ++i)
            consider(*--it);
        const auto part = std::ranges::upper_bound(m_union.set(), window.from, {}, &Interval::to);
        if (part != m_union.set().end()) {
            it = std::ranges::lower_bound(m_spans, part->from, {}, byStart);
            for (int i = 0; i < tries && it != end; ++i, ++it)
                consider(*it);
        }
        return best;
    }

private:
    std::vector<Span> m_spans;
    IntervalLengths m_union;
};

// Compute and communication, whose absence is what makes a gap.
bool isWork(SliceKind kind)
{
    return isComputing(kind) || kind == SliceKind::CommOperator;
}

struct Evidence
{
    SpanIndex copies;
    SpanIndex commTasks;
    SpanIndex waits;
    SpanIndex synchronizing; ///< host stamps
    SpanIndex dataOrGc;      ///< host stamps
    std::vector<Span> synchronizingByEnd;

    /// The call in which the host stood when the device ran dry, and from which it returned before `host` was over;
    /// NoSlice if there is none. The stamps of its end may be off by `slackNs`.
    [[nodiscard]] SliceId waitBefore(Interval host, qint64 slackNs) const
    {
        const auto call = std::ranges::lower_bound(synchronizingByEnd, saturatedDifference(host.from, slackNs), {},
                                                   [](const Span &s) { return s.range.to; });
        const bool waited =
            call != synchronizingByEnd.end() && call->range.from <= host.from && call->range.to < host.to;
        return waited ? call->slice : NoSlice;
    }
};

bool isDeviceWork(ProcessKind process)
{
    return process == ProcessKind::AscendHardware || process == ProcessKind::Communication;
}

void collectFromDevice(const Trace &trace, Evidence &e)
{
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (!isDeviceWork(trace.processOf(LaneId{l}).kind))
            continue;
        for (const SliceId id : trace.slicesOf(LaneId{l})) {
            switch (s.kind(id)) {
            case SliceKind::MemoryCopy:
                e.copies.add({s.start(id), s.end(id)}, id);
                break;
            case SliceKind::CommTask:
            case SliceKind::CommWait:
                e.commTasks.add({s.start(id), s.end(id)}, id);
                break;
            case SliceKind::EventWait:
                e.waits.add({s.start(id), s.end(id)}, id);
                break;
            default:
                break;
            }
        }
    }
}

void collectFromHost(const Trace &trace, Evidence &e)
{
    const SliceStore &s = trace.slices();
    // Names repeat millions of times: judge each text once.
    enum : quint8 { Sync = 1, Data = 2 };
    std::vector<quint8> trait(trace.strings().size());
    for (quint32 i = 0; i < trait.size(); ++i) {
        const std::string_view name = trace.strings().view(StrId{i});
        trait[i] = static_cast<quint8>((isSynchronizingCall(name) ? Sync : 0) | (isDataLoading(name) ? Data : 0));
    }
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const ProcessKind process = trace.processOf(LaneId{l}).kind;
        if (process != ProcessKind::Cann && process != ProcessKind::Python && process != ProcessKind::PythonGc &&
            process != ProcessKind::MindSpore)
            continue;
        for (const SliceId id : trace.slicesOf(LaneId{l})) {
            const quint8 t = trait[raw(s.name(id))];
            if ((t & Sync) != 0 && process == ProcessKind::Cann) {
                e.synchronizing.add({s.start(id), s.end(id)}, id);
                e.synchronizingByEnd.push_back({{s.start(id), s.end(id)}, id});
            }
            if ((t & Data) != 0 || process == ProcessKind::PythonGc)
                e.dataOrGc.add({s.start(id), s.end(id)}, id);
        }
    }
    sortRuns(e.synchronizingByEnd, [](const Span &a, const Span &b) { return a.range.to < b.range.to; });
}

Evidence collect(const Trace &trace, ThreadPool *pool)
{
    Evidence e;
    parallelFor(pool, 2, [&](qsizetype i) { i == 0 ? collectFromDevice(trace, e) : collectFromHost(trace, e); });
    SpanIndex *const indexes[] = {&e.copies, &e.commTasks, &e.waits, &e.synchronizing, &e.dataOrGc};
    parallelFor(pool, std::ssize(indexes), [&](qsizetype i) { indexes[i]->seal(); });
    return e;
}

// Which step a piece of Free belongs to, by the rule of each writer.
class StepSplitter
{
public:
    /// `offsetNs`: from the clock of the host to that of the device.
    StepSplitter(const RankData &rank, const std::vector<StepWindow> &windows, qint64 offsetNs)
        : m_windows(windows),
          m_clips(rank.info.framework == Framework::MindSpore && !windows.empty() && windows.front().marked),
          m_next(windows.size())
    {
        std::iota(m_next.begin(), m_next.end(), size_t{1});
        for (const StepWindow &w : windows) {
            if (w.marked && w.hostKnown)
                m_starts.push_back(saturatedSum(w.hostStartNs, offsetNs));
        }
        std::ranges::sort(m_starts);
    }

    /// Calls `piece(index of the step or -1, range)` for every part of the gap; gaps must come in order.
    template <typename Piece>
    void split(Interval gap, const Piece &piece)
    {
        if (!m_clips) {
            const size_t own = firstOpen(m_head, gap.from);
            const int step =
                own < m_windows.size() && m_windows[own].device.from <= gap.from ? static_cast<int>(own) : -1;
            qint64 from = gap.from;
            for (auto cut = std::ranges::upper_bound(m_starts, from); cut != m_starts.end() && *cut < gap.to; ++cut) {
                if (*cut == from)
                    continue;
                piece(step, {from, *cut});
                from = *cut;
            }
            piece(step, {from, gap.to});
            return;
        }
        // Windows may lie in each other: each takes what those before it have left.
        qint64 at = gap.from;
        size_t *link = &m_head;
        while (at < gap.to) {
            const size_t i = firstOpen(*link, gap.from);
            if (i == m_windows.size() || m_windows[i].device.from >= gap.to)
                break;
            const Interval part{std::max(at, m_windows[i].device.from), std::min(gap.to, m_windows[i].device.to)};
            link = &m_next[i];
            if (part.length() <= 0)
                continue;
            if (at < part.from)
                piece(-1, {at, part.from});
            piece(static_cast<int>(i), part);
            at = part.to;
        }
        if (at < gap.to)
            piece(-1, {at, gap.to});
    }

    /// Whether the piece of the gap reaches an end of the window `step`, or lies between windows (-1).
    [[nodiscard]] bool atEndOfStep(int step, Interval piece, Interval gap) const
    {
        if (!m_clips || step < 0)
            return piece != gap;
        const Interval window = m_windows[static_cast<size_t>(step)].device;
        return piece.from == window.from || piece.to == window.to;
    }

private:
    // The first window in the chain from `link` on that ends behind `t`; those before it are taken out for good.
    size_t firstOpen(size_t &link, qint64 t)
    {
        while (link < m_windows.size() && m_windows[link].device.to <= t)
            link = m_next[link];
        return link;
    }

    const std::vector<StepWindow> &m_windows;
    bool m_clips;
    size_t m_head = 0;
    std::vector<size_t> m_next;   ///< by window: the next one that has not ended
    std::vector<qint64> m_starts; ///< of the marked steps, device stamps
};

// Judges one gap, or the piece of it that lies in one step: by what lies in the piece alone, so nothing in another step
// changes its cause.
class Judge
{
public:
    Judge(const Evidence &evidence, const Dispatch &dispatch, const std::vector<StepWindow> &steps)
        : m_evidence(evidence), m_dispatch(dispatch)
    {
        for (const StepWindow &w : steps) {
            if (w.marked && w.hostKnown)
                m_stepStarts.push_back(w.hostStartNs);
        }
        std::ranges::sort(m_stepStarts);
    }

    /// Sets cause and evidence. `sample` is the launch of the task that ends the gap, null when no flow names it;
    /// `isLast`: the piece ends with the gap; `atEndOfStep`: it reaches an end of its step.
    void judge(IdleGap &piece, const DispatchSample *sample, bool isLast, bool atEndOfStep) const
    {
        const Interval g = piece.range;
        const auto name = [&piece](IdleCause cause, SliceId evidence) {
            piece.cause = cause;
            piece.evidence = evidence;
        };
        if (m_evidence.copies.explains(g))
            return name(IdleCause::Copy, m_evidence.copies.longest(g));
        if (m_evidence.commTasks.explains(g))
            return name(IdleCause::Communication, m_evidence.commTasks.longest(g));
        // On the host's clock: from when the device ran dry until the launching call had returned.
        const qint64 offset = m_dispatch.clock.offsetNs;
        const Interval host{saturatedDifference(g.from, offset), saturatedDifference(g.to, offset)};
        const Interval dry{host.from, !sample  ? host.to
                                      : isLast ? sample->readyNs
                                               : std::clamp(sample->readyNs, host.from, host.to)};
        const bool late = sample && dry.length() > std::min(m_dispatch.clock.samplingNs, m_dispatch.launchCostNs);
        const auto mark = std::ranges::lower_bound(m_stepStarts, host.from);
        const bool boundary = atEndOfStep || (mark != m_stepStarts.end() && *mark < host.to);
        if ((late || boundary) && m_evidence.dataOrGc.explains(dry))
            return name(IdleCause::DataOrGc, m_evidence.dataOrGc.longest(dry));
        if (late && m_evidence.synchronizing.explains(dry))
            return name(IdleCause::Synchronizing, m_evidence.synchronizing.longest(dry));
        if (boundary)
            return name(IdleCause::StepBoundary, NoSlice);
        if (late && static_cast<double>(dry.length()) >= leastShare * static_cast<double>(g.length())) {
            const SliceId wait =
                m_evidence.waitBefore(host, std::max(m_dispatch.clock.samplingNs, m_dispatch.launchCostNs));
            return wait == NoSlice ? name(IdleCause::HostLate, sample->launch) : name(IdleCause::Synchronizing, wait);
        }
        if (m_evidence.waits.explains(g))
            return name(IdleCause::EventWait, m_evidence.waits.longest(g));
        if (sample && sample->vertical && isLast)
            return name(IdleCause::HostLate, sample->launch);
    }

private:
    const Evidence &m_evidence;
    const Dispatch &m_dispatch;
    std::vector<qint64> m_stepStarts; // host stamps
};

// The launch of a task among samples that are ordered by start. Tasks must be asked for in the order of their starts.
class LaunchFinder
{
public:
    /// No task is asked for that starts before `fromNs`.
    LaunchFinder(const Dispatch &dispatch, const SliceStore &slices, qint64 fromNs)
        : m_samples(dispatch.samples), m_slices(slices)
    {
        const auto first = std::ranges::lower_bound(m_samples, fromNs, {}, &DispatchSample::startNs);
        m_first = static_cast<size_t>(first - m_samples.begin());
    }

    /// The last one where a task has several; null when it has none. A flow may end anywhere inside its task.
    const DispatchSample *find(SliceId task)
    {
        while (m_first < m_samples.size() && m_samples[m_first].startNs < m_slices.start(task))
            ++m_first;
        const DispatchSample *found = nullptr;
        for (size_t i = m_first; i < m_samples.size() && m_samples[i].startNs <= m_slices.end(task); ++i) {
            if (m_samples[i].task == task)
                found = &m_samples[i];
        }
        return found;
    }

private:
    const PageVector<DispatchSample> &m_samples;
    const SliceStore &m_slices;
    size_t m_first = 0;
};

} // namespace

QString idleCauseKey(IdleCause cause)
{
    constexpr const char *keys[] = {"host_late",  "synchronizing", "copy",          "communication",
                                    "event_wait", "data_or_gc",    "step_boundary", "unknown"};
    static_assert(std::size(keys) == static_cast<size_t>(IdleCause::Count));
    return QLatin1String(keys[static_cast<size_t>(cause)]);
}

IdleReport idleCauses(const RankData &rank, const Dispatch &dispatch, const JobContext &job, ThreadPool *pool)
{
    return idleCauses(rank, dispatch, deviceIdle(rank, job, pool), job, pool);
}

IdleReport idleCauses(const RankData &rank, const Dispatch &dispatch, const DeviceIdle &idle, const JobContext &job,
                      ThreadPool *pool)
{
    IdleReport report;
    if (!rank.trace)
        return report;
    const Trace &trace = *rank.trace;
    const SliceStore &slices = trace.slices();
    const Evidence evidence = collect(trace, pool);
    if (job.isCanceled())
        return {};

    StepSplitter splitter(rank, idle.windows, dispatch.clock.offsetNs);
    std::vector<int> stepOf(idle.windows.size() + 1, -1); // by window, the last entry for none
    std::vector<bool> atEnd;                              // by piece: reaches an end of its step
    report.gaps.reserve(idle.gaps.size());
    for (const Interval &gap : idle.gaps) {
        if (job.isCanceled())
            return {};
        splitter.split(gap, [&](int window, Interval part) {
            int &step = window < 0 ? stepOf.back() : stepOf[static_cast<size_t>(window)];
            if (step < 0) {
                step = static_cast<int>(report.steps.size());
                report.steps.push_back(
                    {window < 0 ? QString() : idle.windows[static_cast<size_t>(window)].step, {}, 0});
            }
            atEnd.push_back(splitter.atEndOfStep(window, part, gap));
            IdleGap &piece = report.gaps.emplace_back();
            piece.range = part;
            piece.step = step;
        });
    }

    std::vector<SliceStore::Span> rows;
    for (quint32 r = 0; r < slices.rowCount(); ++r) {
        if (isDeviceWork(trace.processOf(trace.laneOfRow(RowId{r})).kind))
            rows.push_back(slices.row(RowId{r}));
    }
    const Judge judge(evidence, dispatch, idle.windows);
    constexpr size_t block = 16384;
    parallelFor(pool, static_cast<qsizetype>((report.gaps.size() + block - 1) / block), [&](qsizetype n) {
        const size_t first = static_cast<size_t>(n) * block;
        const size_t last = std::min(first + block, report.gaps.size());
        auto gap = std::ranges::upper_bound(idle.gaps, report.gaps[first].range.from, {}, &Interval::to);
        std::vector<SliceStore::Span> behind = rows;
        for (SliceStore::Span &row : behind)
            row.first = slices.firstStartingAtOrAfter(gap->to, row);
        auto work = mergeRows(slices, behind, [&slices](SliceId id) { return isWork(slices.kind(id)); });
        LaunchFinder launchOf(dispatch, slices, gap->to);
        SliceId next = NoSlice;
        const DispatchSample *sample = nullptr;
        const auto findNext = [&] {
            while (!work.isAtEnd() && work.stamp() < gap->to)
                work.next();
            next = work.isAtEnd() ? NoSlice : SliceId{work.number()};
            sample = work.isAtEnd() ? nullptr : launchOf.find(next);
        };
        findNext();
        for (size_t i = first; i < last && !job.isCanceled(); ++i) {
            IdleGap &piece = report.gaps[i];
            if (gap->to <= piece.range.from) {
                ++gap;
                findNext();
            }
            piece.next = next;
            piece.launch = sample ? sample->launch : NoSlice;
            judge.judge(piece, sample, piece.range.to == gap->to, atEnd[i]);
        }
    });
    if (job.isCanceled())
        return {};

    for (const IdleGap &piece : report.gaps) {
        IdleStep &totals = report.steps[static_cast<size_t>(piece.step)];
        qint64 &ofCause = totals.ns[static_cast<size_t>(piece.cause)];
        ofCause = saturatedSum(ofCause, piece.range.length());
        totals.freeNs = saturatedSum(totals.freeNs, piece.range.length());
    }
    return report;
}

} // namespace rs
