// SPDX-License-Identifier: Apache-2.0
#include "analysis/idlecauses.h"

#include <algorithm>
#include <optional>

namespace rs {

namespace {

// A cause must explain most of a gap before it is named.
constexpr double most = 0.5;

struct Span
{
    Interval range;
    SliceId slice = NoSlice;
};

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isDataLoading(std::string_view name)
{
    return contains(name, "DataLoader") || contains(name, "dataloader") || contains(name, "GetNext") ||
           contains(name, "Dataset::") || contains(name, "DataQueue");
}

// Spans sorted by start, with the running maximum of the ends, so that "which ones touch this window" is a bisection and
// a short walk even when a long call encloses many short ones.
class SpanIndex
{
public:
    void add(Interval range, SliceId slice) { m_spans.push_back({range, slice}); }
    void seal()
    {
        std::sort(m_spans.begin(), m_spans.end(), [](const Span &a, const Span &b) { return a.range < b.range; });
        m_latest.resize(m_spans.size());
        for (size_t i = 0; i < m_spans.size(); ++i)
            m_latest[i] = std::max(m_spans[i].range.to, i > 0 ? m_latest[i - 1] : m_spans[i].range.to);
    }

    struct Cover
    {
        qint64 ns = 0;            ///< length of the union inside the window
        SliceId longest = NoSlice;
    };
    [[nodiscard]] Cover cover(Interval window) const
    {
        Cover out;
        const auto firstTouching = std::upper_bound(m_latest.begin(), m_latest.end(), window.from);
        std::vector<Interval> parts;
        qint64 best = 0;
        for (auto i = static_cast<size_t>(firstTouching - m_latest.begin());
             i < m_spans.size() && m_spans[i].range.from < window.to; ++i) {
            const Interval part{std::max(window.from, m_spans[i].range.from), std::min(window.to, m_spans[i].range.to)};
            if (part.length() <= 0)
                continue;
            parts.push_back(part);
            if (part.length() > best) {
                best = part.length();
                out.longest = m_spans[i].slice;
            }
        }
        out.ns = totalLength(mergeIntervals(std::move(parts)));
        return out;
    }

private:
    std::vector<Span> m_spans;
    std::vector<qint64> m_latest;
};

struct Evidence
{
    SpanIndex copies;
    SpanIndex commTasks;
    SpanIndex waits;
    SpanIndex synchronizing; ///< host stamps
    SpanIndex dataOrGc;      ///< host stamps
    std::vector<Span> work;  ///< compute and communication, by start
};

Evidence collect(const Trace &trace)
{
    Evidence e;
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
        const bool device = process == ProcessKind::AscendHardware || process == ProcessKind::Communication;
        if (!device && process != ProcessKind::Cann && process != ProcessKind::Python && process != ProcessKind::PythonGc &&
            process != ProcessKind::MindSpore)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            const SliceId id{i};
            const Interval range{s.start(id), s.end(id)};
            if (!device) {
                const quint8 t = trait[raw(s.name(id))];
                if ((t & Sync) != 0 && process == ProcessKind::Cann)
                    e.synchronizing.add(range, id);
                if ((t & Data) != 0 || process == ProcessKind::PythonGc)
                    e.dataOrGc.add(range, id);
                continue;
            }
            switch (s.kind(id)) {
            case SliceKind::KernelCube:
            case SliceKind::KernelVector:
            case SliceKind::KernelMix:
            case SliceKind::KernelAiCpu:
            case SliceKind::KernelOther:
            case SliceKind::CommOperator:
                e.work.push_back({range, id});
                break;
            case SliceKind::MemoryCopy:
                e.copies.add(range, id);
                break;
            case SliceKind::CommTask:
            case SliceKind::CommWait:
                e.commTasks.add(range, id);
                break;
            case SliceKind::EventWait:
                e.waits.add(range, id);
                break;
            default:
                break;
            }
        }
    }
    std::sort(e.work.begin(), e.work.end(), [](const Span &a, const Span &b) { return a.range < b.range; });
    for (SpanIndex *index : {&e.copies, &e.commTasks, &e.waits, &e.synchronizing, &e.dataOrGc})
        index->seal();
    return e;
}

} // namespace

IdleReport idleCauses(const RankData &rank, const Dispatch &dispatch, const JobContext &job)
{
    IdleReport report;
    if (!rank.trace)
        return report;
    const Trace &trace = *rank.trace;
    const Evidence e = collect(trace);
    std::vector<Interval> ranges;
    ranges.reserve(e.work.size());
    for (const Span &w : e.work)
        ranges.push_back(w.range);
    const IntervalSet gaps = gapsOf(mergeIntervals(std::move(ranges)));

    std::vector<std::pair<quint32, const DispatchSample *>> launchOf;
    launchOf.reserve(dispatch.samples.size());
    for (const DispatchSample &sample : dispatch.samples)
        launchOf.emplace_back(raw(sample.task), &sample);
    std::sort(launchOf.begin(), launchOf.end(), [](const auto &a, const auto &b) { return a.first < b.first; });

    const std::vector<StepWindow> steps = stepWindows(rank);
    std::vector<qint64> stepStarts; // host stamps
    for (const StepWindow &w : steps) {
        if (w.marked && w.hostKnown)
            stepStarts.push_back(w.hostStartNs);
    }
    std::sort(stepStarts.begin(), stepStarts.end());
    const qint64 offset = dispatch.clock.offsetNs;
    for (const Interval &g : gaps) {
        if (job.isCanceled())
            return {};
        IdleGap gap;
        gap.range = g;
        const auto next = std::lower_bound(e.work.begin(), e.work.end(), g.to,
                                           [](const Span &w, qint64 t) { return w.range.from < t; });
        if (next != e.work.end())
            gap.next = next->slice;
        const auto launch = std::lower_bound(launchOf.begin(), launchOf.end(), raw(gap.next),
                                             [](const auto &entry, quint32 key) { return entry.first < key; });
        const DispatchSample *sample = launch != launchOf.end() && launch->first == raw(gap.next) ? launch->second : nullptr;
        if (sample)
            gap.launch = sample->launch;

        const auto explains = [&](const SpanIndex::Cover &c, qint64 length) {
            return static_cast<double>(c.ns) >= most * static_cast<double>(length);
        };
        const auto name = [&](IdleCause cause, SliceId evidence) {
            gap.cause = cause;
            gap.evidence = evidence;
        };
        const auto copy = e.copies.cover(g);
        const auto tasks = e.commTasks.cover(g);
        if (explains(copy, g.length())) {
            name(IdleCause::Copy, copy.longest);
        } else if (explains(tasks, g.length())) {
            name(IdleCause::Communication, tasks.longest);
        } else {
            // On the host's clock: from when the device ran dry until the launch.
            const Interval dry{g.from - offset, sample ? sample->launchNs : g.to - offset};
            const bool late = sample && dry.length() > dispatch.clock.uncertaintyNs;
            const auto mark = std::lower_bound(stepStarts.begin(), stepStarts.end(), g.from - offset);
            const bool boundary = mark != stepStarts.end() && *mark < g.to - offset;
            const auto data = e.dataOrGc.cover(dry);
            const auto sync = e.synchronizing.cover(dry);
            const auto wait = e.waits.cover(g);
            if ((late || boundary) && explains(data, std::max<qint64>(1, dry.length())))
                name(IdleCause::DataOrGc, data.longest);
            else if (late && explains(sync, dry.length()))
                name(IdleCause::Synchronizing, sync.longest);
            else if (boundary)
                name(IdleCause::StepBoundary, NoSlice);
            else if (late && static_cast<double>(dry.length()) >= most * static_cast<double>(g.length()))
                name(IdleCause::HostLate, sample->launch);
            else if (explains(wait, g.length()))
                name(IdleCause::EventWait, wait.longest);
            else if (sample && sample->vertical)
                name(IdleCause::HostLate, sample->launch);
        }
        report.gaps.push_back(gap);

        const StepWindow *owner = nullptr;
        for (const StepWindow &w : steps) {
            if (g.from >= w.device.from && g.from < w.device.to) {
                owner = &w;
                break;
            }
        }
        const QString key = owner ? owner->step : QString();
        auto step = std::find_if(report.steps.begin(), report.steps.end(), [&](const IdleStep &s) { return s.step == key; });
        if (step == report.steps.end()) {
            report.steps.push_back({key, {}, 0});
            step = std::prev(report.steps.end());
        }
        step->ns[static_cast<size_t>(gap.cause)] += g.length();
        step->freeNs += g.length();
    }
    return report;
}

} // namespace rs
