// SPDX-License-Identifier: Apache-2.0
#include "importers/tracechecks.h"

#include "core/job/cancelsort.h"
#include "importers/differences.h"
#include "importers/files/findingseverity.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Of fewer, all may be marks, or a few may have been cut by the begin of the capture.
constexpr qint64 EnoughOfKind = 16;
// Calls nest as deep as layers of the software call each other: on more rows than these, something overlaps.
constexpr quint32 DeepestCalls = 8;

using Spans = std::vector<SliceStore::Span>;

Spans spansOf(const Trace &trace, ProcessKind kind)
{
    Spans out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind == kind)
            out.push_back(trace.slicesOf(LaneId{l}));
    }
    return out;
}

void noteNoTime(const Trace &trace, const QString &file, ImportReport &report)
{
    static constexpr std::pair<ProcessKind, const char *> kinds[] = {
        {ProcessKind::Python, "Python"},
        {ProcessKind::Cann, "CANN"},
        {ProcessKind::AscendHardware, "Ascend Hardware"},
        {ProcessKind::Communication, "Communication"},
    };
    const SharedColumn<qint64> &durations = trace.slices().durations();
    QStringList names;
    qint64 count = 0;
    for (const auto &[kind, name] : kinds) {
        const Spans spans = spansOf(trace, kind);
        const bool lasts = std::any_of(spans.begin(), spans.end(), [&](const SliceStore::Span &s) {
            return std::any_of(durations.begin() + s.first, durations.begin() + s.last,
                               [](qint64 d) { return d != 0; });
        });
        qint64 size = 0;
        for (const SliceStore::Span &s : spans)
            size += s.size();
        if (lasts || size < EnoughOfKind)
            continue;
        names << QString::fromLatin1(name);
        count += size;
    }
    if (!names.isEmpty())
        report.add({Severity::Loss, file, Place::name(names.front()), QStringLiteral("trace.no-time"),
                    RS_MESSAGE("All slices of whole processes (%1) have a duration of 0: they take no time in sums, "
                               "and nothing lies inside of them."),
                    names.join(QStringLiteral(", ")), count});
}

/// Slices of a lane that begin inside of another one and end behind it.
qint64 crossingIn(const Trace &trace, LaneId lane, const JobContext &job)
{
    const SliceStore &slices = trace.slices();
    const SliceStore::Span span = trace.slicesOf(lane);
    MemoryReservation memory(job.sharedBudget());
    std::vector<std::pair<qint64, qint64>> extents; // start, and end with its sign turned: what contains others first
    memory.hold(span.size() * static_cast<qint64>(2 * sizeof extents[0]));
    for (quint32 i = span.first; i < span.last; ++i)
        extents.emplace_back(slices.start(SliceId{i}), -slices.end(SliceId{i}));
    if (!sortCancellably(extents, job, std::less<>()))
        return 0;
    qint64 crossing = 0;
    std::vector<qint64> open; // ends, the innermost last
    for (const auto &[start, turnedEnd] : extents) {
        const qint64 end = -turnedEnd;
        while (!open.empty() && open.back() <= start)
            open.pop_back();
        crossing += !open.empty() && end > open.back() ? 1 : 0;
        while (!open.empty() && open.back() < end)
            open.pop_back();
        open.push_back(end);
    }
    return crossing;
}

void noteCrossingCalls(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report)
{
    qint64 crossing = 0;
    qint64 calls = 0;
    QString first;
    for (quint32 l = 0; l < trace.lanes().size() && !job.isCanceled(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (trace.process(lane.process).kind != ProcessKind::Cann)
            continue;
        calls += lane.sliceCount;
        const qint64 count = lane.rowCount > DeepestCalls ? crossingIn(trace, LaneId{l}, job) : 0;
        if (crossing == 0 && count > 0)
            first = trace.laneLabel(LaneId{l});
        crossing += count;
    }
    if (crossing > EnoughOfKind && crossing > calls / 10)
        report.add({Severity::Loss, file, Place::name(QStringLiteral("CANN")).with(first),
                    QStringLiteral("trace.crossing-calls"),
                    RS_MESSAGE("Of %1 calls of the host, some overlap others of their thread without lying in them, "
                               "which no thread can do: their durations may be of another unit."),
                    QString::number(calls), crossing});
}

/// More than a counter of its unit can say; nothing where nobody knows.
std::optional<double> mostOfCounter(std::string_view counter, std::string_view series)
{
    constexpr double mostPercent = 101; // parts of a short interval are rounded by themselves
    constexpr double mostMHz = 10'000;
    if (series.ends_with("(%)") || series.ends_with("Hit Rate"))
        return mostPercent;
    if (series == "MHz" || series.ends_with("(MHz)") || counter.starts_with("AI Core Freq"))
        return mostMHz;
    return std::nullopt;
}

/// The launch lies in other calls, each with a connection of its own; older writers begin lines in the innermost.
bool isConnectionOf(const Trace &trace, SliceId slice, qint64 connection)
{
    for (; slice != NoSlice; slice = trace.parentOf(slice)) {
        const TaskDetail *const detail = trace.slices().detail(slice);
        if (detail && detail->connectionId == connection)
            return true;
    }
    return false;
}

} // namespace

void noteOtherConnections(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report)
{
    constexpr quint32 pollLines = 65536;
    const FlowStore &lines = trace.flows();
    const SliceStore &slices = trace.slices();
    qint64 known = 0;
    Differences other;
    for (quint32 i = 0; i < lines.size(); ++i) {
        if (i % pollLines == 0 && job.isCanceled())
            return;
        const Flow &line = lines.flows()[i];
        const TaskDetail *const from = slices.detail(line.from);
        const TaskDetail *const to = from && from->connectionId >= 0 ? slices.detail(line.to) : nullptr;
        if (!to || to->connectionId < 0)
            continue;
        ++known;
        if (!isConnectionOf(trace, line.from, to->connectionId))
            other.add(Place::name(trace.strings().text(lines.categories()[line.category].name))
                          .with(trace.strings().text(slices.name(line.to))),
                      QString::number(from->connectionId) + QStringLiteral(" ≠ ") + QString::number(to->connectionId));
    }
    // Old CANN numbers calls and tasks by themselves: where many differ, the ids say nothing of each other.
    if (other.count > 0 && severityOf(other.count, known) == Severity::Notice)
        report.add({Severity::Notice, file, other.place, QStringLiteral("trace.other-connection"),
                    RS_MESSAGE("Lines between two slices that name different connections, by connection_id (the first "
                               "one: %1): a launch may be tied to the wrong task, and its delay with it."),
                    other.argument, other.count});
}

void noteImpossibleCounters(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report)
{
    qint64 samples = 0;
    Differences wrong;
    for (const CounterSeries &c : trace.counters()) {
        const ProcessKind kind = trace.process(c.process).kind;
        // What others count, as Python profilers do, may go down from 0.
        if ((kind != ProcessKind::DeviceMetric && kind != ProcessKind::HostMetric) || job.isCanceled())
            continue;
        const std::optional<double> most = mostOfCounter(trace.strings().view(c.name), trace.strings().view(c.series));
        const auto isWrong = [&most](double v) { return v < 0 || (most && v > *most); };
        if (c.value.empty() || (!isWrong(c.minimum) && !isWrong(c.maximum)))
            continue;
        samples += std::ssize(c.value);
        for (const double v : c.value) {
            if (isWrong(v))
                wrong.add(Place::name(trace.strings().text(c.name)).with(trace.strings().text(c.series)),
                          QString::number(v, 'g', 6));
        }
    }
    if (wrong.count > 0)
        report.add({severityOf(wrong.count, samples), file, wrong.place, QStringLiteral("trace.counter-value"),
                    RS_MESSAGE("Samples of counters that cannot be (the first one: %1): less than 0, more than 100 %, "
                               "or a frequency of more than 10,000 MHz. They are drawn as the file has them; nothing "
                               "is computed from such a frequency."),
                    wrong.argument, wrong.count});
}

void noteImpossibleDurations(const Trace &trace, const QString &file, const JobContext &job, ImportReport &report)
{
    noteNoTime(trace, file, report);
    noteCrossingCalls(trace, file, job, report);
}

void noteForeignTrace(const Trace &trace, const QString &file, ImportReport &report)
{
    const auto isKnown = [](const Process &p) {
        return p.kind != ProcessKind::Unknown && p.kind != ProcessKind::MsTx; // whose names any Python process has
    };
    const std::vector<Process> &processes = trace.processes();
    if (trace.slices().size() == 0 || std::any_of(processes.begin(), processes.end(), isKnown))
        return;
    report.add({Severity::Info, file, Place(), QStringLiteral("trace.foreign"),
                RS_MESSAGE("No process of this trace is one that the profilers of Ascend name: it is shown as a "
                           "timeline with its slices, connection lines and counters, and nothing is worked out for "
                           "steps, communication and idle time."),
                QString(), 1});
}

} // namespace rs
