// SPDX-License-Identifier: Apache-2.0
#include "analysis/stepbreakdown.h"

#include "analysis/domains.h"
#include "analysis/flowstats.h"
#include "analysis/overlapfindings.h"
#include "core/cancelsort.h"
#include "core/table.h"
#include "core/textsearch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rs {

namespace {

constexpr qint64 FarFuture = std::numeric_limits<qint64>::max();
constexpr size_t pollSteps = 1024;

std::optional<double> us(qint64 ns)
{
    return static_cast<double>(ns) / 1000.0;
}

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

// Sends and receives that the pipeline waits in. Torch counts receives alone, MindSpore sends too.
bool isBubble(std::string_view name, Framework framework)
{
    if (framework != Framework::MindSpore)
        return name.starts_with("hcom_receive");
    if (name.starts_with("hcom_"))
        return contains(name, "SendRecv__") || name.starts_with("hcom_send__") || name.starts_with("hcom_receive__");
    return contains(name, "Receive-op") || contains(name, "Send-op");
}

// Pieces of a set that start in a claim.
struct Pieces
{
    IntervalSet::const_iterator first;
    IntervalSet::const_iterator last;
};

Pieces startingIn(const IntervalSet &set, Interval claim)
{
    const auto before = [](const Interval &piece, qint64 t) { return piece.from < t; };
    const auto first = std::lower_bound(set.begin(), set.end(), claim.from, before);
    return {first, std::lower_bound(first, set.end(), claim.to, before)};
}

qint64 length(Pieces pieces)
{
    qint64 sum = 0;
    for (auto it = pieces.first; it != pieces.last; ++it)
        sum = saturatedSum(sum, it->length());
    return sum;
}

struct CommSlice
{
    Interval range;
    bool bubble = false;
};

std::vector<CommSlice> commSlices(const RankData &rank, int device)
{
    std::vector<CommSlice> out;
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::CommGroup || !isOnDevice(trace, lane, device))
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            const SliceId id{i};
            if (s.kind(id) == SliceKind::CommOperator && trace.isInside(id))
                out.push_back(
                    {{s.start(id), s.end(id)}, isBubble(trace.strings().view(s.name(id)), rank.info.framework)});
        }
    }
    std::sort(out.begin(), out.end(), [](const CommSlice &a, const CommSlice &b) { return a.range < b.range; });
    return out;
}

struct DeviceWork
{
    DeviceSets sets;
    IntervalSet uncovered;
    IntervalLengths gaps;
    std::vector<CommSlice> comm;
    std::vector<SliceStore::Span> planeRows; // tasks of communication, which MindSpore's Stage counts too
};

std::vector<SliceStore::Span> planeRows(const Trace &trace, int device)
{
    std::vector<SliceStore::Span> out;
    for (const Lane &lane : trace.lanes()) {
        if (lane.kind != LaneKind::CommPlane || !isOnDevice(trace, lane, device))
            continue;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r)
            out.push_back(trace.insideOf(RowId{r}));
    }
    return out;
}

// What writers of MindSpore mean by Stage: the extent of the operators, or of all slices of the communication process,
// of which the last to start counts; the older ones leave its duration out.
std::vector<double> stagesOfWriters(const Trace &trace, const DeviceWork &w, Interval claim, Interval first,
                                    Interval last, qint64 bubble)
{
    const SliceStore &s = trace.slices();
    Interval lastOfAll = last;
    qint64 from = first.from;
    for (const SliceStore::Span row : w.planeRows) {
        const quint32 begin = s.firstStartingAtOrAfter(claim.from, row);
        const quint32 end = s.firstStartingAtOrAfter(claim.to, row);
        if (begin >= end)
            continue;
        from = std::min(from, s.start(SliceId{begin}));
        const SliceId latest{end - 1};
        if (s.start(latest) >= lastOfAll.from)
            lastOfAll = {s.start(latest), s.end(latest)};
    }
    std::vector<double> out;
    for (const auto &[begin, end] :
         {std::pair(first.from, last.from), std::pair(from, lastOfAll.from), std::pair(from, lastOfAll.to)})
        out.push_back(static_cast<double>(saturatedDifference(saturatedDifference(end, begin), bubble)) / 1000.0);
    return out;
}

DeviceWork deviceWork(const RankData &rank, int device)
{
    DeviceWork w;
    w.sets = deviceSets(*rank.trace, device);
    w.uncovered = subtractSets(w.sets.communication, w.sets.compute);
    w.gaps = IntervalLengths(gapsOf(uniteSets(w.sets.compute, w.sets.communication)));
    w.comm = commSlices(rank, device);
    if (rank.info.framework == Framework::MindSpore)
        w.planeRows = planeRows(*rank.trace, device);
    return w;
}

// First compute or communication that starts in the claim, or nothing.
std::optional<qint64> firstWork(const DeviceWork &w, Interval claim)
{
    std::optional<qint64> first;
    for (const IntervalSet *set : {&w.sets.compute, &w.sets.communication}) {
        const Pieces p = startingIn(*set, claim);
        if (p.first != p.last && (!first || p.first->from < *first))
            first = p.first->from;
    }
    return first;
}

void dropLost(OverviewRow &row, const LostLanes &lost)
{
    if (!lost.any())
        return;
    (lost.compute ? row.computingUs : row.communicationUs).reset();
    if (lost.compute)
        row.preparingUs.reset();
    for (std::optional<double> OverviewRow::*const part :
         {&OverviewRow::notOverlappedUs, &OverviewRow::overlappedUs, &OverviewRow::freeUs, &OverviewRow::stageUs,
          &OverviewRow::bubbleUs, &OverviewRow::notOverlappedExcludeReceiveUs})
        (row.*part).reset();
}

OverviewRow deriveStep(const RankData &rank, const DeviceWork &w, const StepWindow &window, Interval claim)
{
    const Framework framework = rank.info.framework;
    const Pieces compute = startingIn(w.sets.compute, claim);
    const Pieces communication = startingIn(w.sets.communication, claim);
    const Pieces uncovered = startingIn(w.uncovered, claim);
    const Pieces gaps = startingIn(w.gaps.set(), claim);
    const qint64 notOverlapped = length(uncovered);
    const qint64 free =
        framework == Framework::MindSpore && window.marked ? w.gaps.inside(window.device) : length(gaps);

    qint64 bubble = 0;
    const CommSlice *firstComm = nullptr;
    const CommSlice *lastComm = nullptr;
    qint64 extentFrom = FarFuture;
    qint64 extentTo = std::numeric_limits<qint64>::min();
    const auto startsBefore = [](const CommSlice &c, qint64 t) { return c.range.from < t; };
    for (auto it = std::lower_bound(w.comm.begin(), w.comm.end(), claim.from, startsBefore);
         it != w.comm.end() && it->range.from < claim.to; ++it) {
        const CommSlice &c = *it;
        firstComm = firstComm ? firstComm : &c;
        lastComm = &c;
        if (c.bubble) {
            bubble = saturatedSum(bubble, c.range.length());
            extentFrom = std::min(extentFrom, c.range.from);
            extentTo = std::max(extentTo, c.range.to);
        }
    }
    for (const Pieces &p : {compute, communication, uncovered, gaps}) {
        if (p.first == p.last)
            continue;
        extentFrom = std::min(extentFrom, p.first->from);
        extentTo = std::max(extentTo, std::prev(p.last)->to);
    }

    qint64 stage = 0;
    if (framework == Framework::MindSpore)
        stage =
            firstComm ? saturatedDifference(saturatedDifference(lastComm->range.to, firstComm->range.from), bubble) : 0;
    else if (framework == Framework::Msprof)
        stage = saturatedDifference(saturatedSum(saturatedSum(length(compute), notOverlapped), free), bubble);
    else if (extentFrom <= extentTo)
        stage = saturatedDifference(saturatedDifference(extentTo, extentFrom), bubble);

    qint64 preparing = 0;
    if (const auto first = firstWork(w, claim); first && window.hostKnown && framework != Framework::Msprof)
        preparing = saturatedDifference(*first, window.hostStartNs);

    const qint64 withoutBubble = saturatedDifference(notOverlapped, bubble);
    OverviewRow row;
    row.step = window.step;
    row.rank = rank.info.rank;
    row.rankLabel = rank.info.label;
    row.derived = true;
    row.source = QStringLiteral("derived");
    row.computingUs = us(length(compute));
    row.notOverlappedUs = us(notOverlapped);
    row.communicationUs = us(length(communication));
    row.overlappedUs = us(saturatedDifference(length(communication), notOverlapped));
    row.freeUs = us(free);
    // Slices that stand twice, or at once on several lanes, add up to what no step can hold.
    const bool bubbleFits = bubble == 0 || bubble <= saturatedDifference(extentTo, extentFrom);
    if (bubbleFits) {
        row.bubbleUs = us(bubble);
        row.notOverlappedExcludeReceiveUs =
            us(framework == Framework::MindSpore ? withoutBubble : std::max<qint64>(0, withoutBubble));
        if (stage >= 0)
            row.stageUs = us(stage);
        if (framework == Framework::MindSpore && firstComm)
            row.stagesOfWritersUs = stagesOfWriters(*rank.trace, w, claim, firstComm->range, lastComm->range, bubble);
    }
    row.overlongReceives = !row.stageUs;
    row.preparingUs = us(preparing);
    return row;
}

// From the first to the last moment of the set inside the window; empty when there is none.
Interval extentInside(const IntervalSet &set, Interval window)
{
    const auto first =
        std::upper_bound(set.begin(), set.end(), window.from, [](qint64 t, const Interval &i) { return t < i.to; });
    const auto last =
        std::lower_bound(first, set.end(), window.to, [](const Interval &i, qint64 t) { return i.from < t; });
    if (first == last)
        return {};
    return {std::max(first->from, window.from), std::min(std::prev(last)->to, window.to)};
}

OverviewRow fromFile(const StepTraceRow &r, const QString &source)
{
    OverviewRow row;
    row.step = r.step;
    row.rank = r.rank;
    row.device = r.device;
    row.computingUs = r.computingUs;
    row.notOverlappedUs = r.notOverlappedUs;
    row.overlappedUs = r.overlappedUs;
    row.communicationUs = r.communicationUs;
    row.freeUs = r.freeUs;
    row.stageUs = r.stageUs;
    row.bubbleUs = r.bubbleUs;
    row.notOverlappedExcludeReceiveUs = r.notOverlappedExcludeReceiveUs;
    row.preparingUs = r.preparingUs;
    row.preparingMissing = r.preparingMissing;
    row.source = source;
    return row;
}

using ClusterRows = std::unordered_map<int, std::vector<const StepTraceRow *>>; // by rank

ClusterRows clusterRows(const Run &run)
{
    ClusterRows out;
    for (const StepTraceRow &r : run.cluster.stepTrace) {
        if (r.stageRanks.isEmpty())
            out[r.rank].push_back(&r);
    }
    return out;
}

// What files say about one rank: its own file, else the cluster's.
std::vector<OverviewRow> fileRows(const Run &run, size_t index, const ClusterRows &ofCluster)
{
    std::vector<OverviewRow> out;
    if (const auto &rank = run.ranks[index]; rank && !rank->stepTrace.empty()) {
        for (const StepTraceRow &r : rank->stepTrace)
            out.push_back(fromFile(r, QStringLiteral("step_trace_time.csv")));
    } else if (const auto rows = ofCluster.find(run.infos[index].rank);
               run.infos[index].rank >= 0 && rows != ofCluster.end()) {
        for (const StepTraceRow *r : rows->second)
            out.push_back(fromFile(*r, QStringLiteral("cluster_step_trace_time.csv")));
    }
    return out;
}

bool stepLess(const QString &a, const QString &b)
{
    bool aOk = false;
    bool bOk = false;
    const qlonglong x = a.toLongLong(&aOk);
    const qlonglong y = b.toLongLong(&bOk);
    return aOk && bOk ? x < y : a < b;
}

// A capture without steps is blank in one writer's file and 0 in another's.
QString stepOrNone(const QString &step)
{
    return step == u'0' ? QString() : step;
}

// Read, and without an event, though other files of the rank tell of work on its device.
bool hasEmptyTrace(const RankData &rank)
{
    const auto isUsed = [&](const char *kind) {
        return std::any_of(rank.info.files.begin(), rank.info.files.end(),
                           [&](const FileEntry &f) { return f.used && f.kind == QLatin1String(kind); });
    };
    const auto &findings = rank.report.findings();
    const bool empty = !rank.trace && std::any_of(findings.begin(), findings.end(), [](const Finding &f) {
        return f.code == QLatin1String("trace.empty");
    });
    return empty && ((rank.kernels ? rank.kernels->rows() > 0 : isUsed("kernel_details") || isUsed("op_summary")) ||
                     !rank.commOps.empty());
}

struct ColumnCheck
{
    const char *name;
    std::optional<double> OverviewRow::*value;
    bool coarse; // the writer keeps these as double microseconds since the epoch: 0.25 us grain
};

constexpr ColumnCheck checkedColumns[] = {
    {"Computing", &OverviewRow::computingUs, false},
    {"Communication(Not Overlapped)", &OverviewRow::notOverlappedUs, false},
    {"Overlapped", &OverviewRow::overlappedUs, false},
    {"Communication", &OverviewRow::communicationUs, false},
    {"Free", &OverviewRow::freeUs, false},
    {"Stage", &OverviewRow::stageUs, true},
    {"Bubble", &OverviewRow::bubbleUs, false},
    {"Communication(Not Overlapped and Exclude Receive)", &OverviewRow::notOverlappedExcludeReceiveUs, false},
    {"Preparing", &OverviewRow::preparingUs, true},
};

} // namespace

std::optional<double> OverviewRow::pureComputeUs() const
{
    if (!computingUs || !overlappedUs)
        return std::nullopt;
    return *computingUs - *overlappedUs;
}

std::optional<double> OverviewRow::totalUs() const
{
    if (!computingUs || !notOverlappedUs || !freeUs || preparingMissing)
        return std::nullopt;
    return *computingUs + *notOverlappedUs + *freeUs + preparingUs.value_or(0);
}

std::optional<double> OverviewRow::ratio(const std::optional<double> &part) const
{
    const std::optional<double> total = totalUs();
    if (!total || !part)
        return std::nullopt;
    return *total > 0 ? *part / *total : 0;
}

std::vector<StepWindow> stepWindows(const RankData &rank, const JobContext &job, ThreadPool *pool)
{
    std::vector<StepWindow> out;
    if (!rank.trace)
        return out;
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    // A step may be marked on several threads: the longest mark speaks for it.
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
    if (marks.empty()) {
        StepWindow w;
        w.step = rank.info.framework == Framework::MindSpore ? QStringLiteral("0") : QString();
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
        out.push_back(w);
        return out;
    }
    const auto startsBefore = [](const StepMark &a, const StepMark &b) { return a.startNs < b.startNs; };
    if (!sortCancellably(marks, job, startsBefore))
        return {};
    for (size_t i = 0; i < marks.size(); ++i) {
        if (i % pollSteps == 0 && job.isCanceled())
            return {};
        const StepMark &m = marks[i];
        StepWindow w;
        w.step = QString::number(m.step);
        w.marked = true;
        w.hostKnown = true;
        w.hostStartNs = m.startNs;
        w.device = {m.startNs, m.endNs};
        out.push_back(w);
    }
    if (rank.info.framework == Framework::MindSpore)
        return out;

    // Device work follows its host, so the tasks that a step launched say where it stands on the device. The flows from
    // framework operators are the writer's own link; launches of the runtime serve where there are none.
    const FlowStore &flows = trace.flows();
    const int fromFramework = [&] {
        for (size_t c = 0; c < flows.categories().size(); ++c) {
            if (trace.strings().view(flows.categories()[c].name) == "async_npu" && flows.categories()[c].joined > 0)
                return static_cast<int>(c);
        }
        return -1;
    }();
    std::vector<bool> countsLane(trace.lanes().size());
    for (quint32 l = 0; l < countsLane.size(); ++l) {
        const ProcessKind kind = trace.processOf(LaneId{l}).kind;
        countsLane[l] = kind == ProcessKind::AscendHardware || kind == ProcessKind::Communication;
    }
    // From the first start to the last end that each step launched, block by block.
    const std::vector<FlowBlock> blocks = flowBlocks(flows);
    std::vector<std::vector<Interval>> launchedIn(blocks.size());
    parallelFor(pool, std::ssize(blocks), [&](qsizetype n) {
        const FlowBlock block = blocks[static_cast<size_t>(n)];
        std::vector<Interval> &extent = launchedIn[static_cast<size_t>(n)];
        extent.assign(out.size(), {FarFuture, std::numeric_limits<qint64>::min()});
        // Of the flow before: neighbours mostly share both.
        size_t step = 0;
        SliceStore::Span laneSpan;
        bool laneCounts = false;
        for (quint32 k = block.first; k < block.last; ++k) {
            if ((k - block.first) % pollSteps == 0 && job.isCanceled())
                return;
            const Flow &f = flows.at(FlowIndex{k});
            if (fromFramework >= 0 && f.category != static_cast<quint32>(fromFramework))
                continue;
            const qint64 launched = s.start(f.from);
            if (launched < out[step].hostStartNs || (step + 1 < out.size() && launched >= out[step + 1].hostStartNs)) {
                const auto it = std::upper_bound(out.begin(), out.end(), launched,
                                                 [](qint64 t, const StepWindow &w) { return t < w.hostStartNs; });
                if (it == out.begin())
                    continue;
                step = static_cast<size_t>(std::prev(it) - out.begin());
            }
            if (launched >= out[step].device.to)
                continue;
            if (raw(f.to) < laneSpan.first || raw(f.to) >= laneSpan.last) {
                const LaneId lane = trace.laneOf(f.to);
                laneSpan = trace.slicesOf(lane);
                laneCounts = countsLane[raw(lane)];
            }
            if (laneCounts)
                extent[step] = {std::min(extent[step].from, s.start(f.to)), std::max(extent[step].to, s.end(f.to))};
        }
    });
    for (size_t i = 0; i < out.size(); ++i) {
        if (i % pollSteps == 0 && job.isCanceled())
            return {};
        Interval all{FarFuture, std::numeric_limits<qint64>::min()};
        for (const std::vector<Interval> &extent : launchedIn)
            all = {std::min(all.from, extent[i].from), std::max(all.to, extent[i].to)};
        if (all.from < FarFuture)
            out[i].device = {all.from, std::max(all.to, out[i].device.to)};
    }
    if (job.isCanceled())
        return {};
    return out;
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

std::vector<OverviewRow> deriveOverview(const RankData &rank, const JobContext &job)
{
    std::vector<OverviewRow> out;
    if (!rank.trace)
        return out;
    const std::vector<StepWindow> windows = stepWindows(rank, job);
    const std::vector<Interval> claimed = stepClaims(windows, rank.info.framework == Framework::MindSpore);
    const std::vector<int> devices = devicesOf(*rank.trace);
    const LostLanes lost = lostLanes(rank, deviceSets(*rank.trace));
    for (const int device : devices) {
        if (job.isCanceled())
            return {};
        const DeviceWork work = deviceWork(rank, device);
        for (size_t i = 0; i < windows.size(); ++i) {
            if (i % pollSteps == 0 && job.isCanceled())
                return {};
            out.push_back(deriveStep(rank, work, windows[i], claimed[i]));
            out.back().device = device;
            dropLost(out.back(), lost);
        }
    }
    return out;
}

std::vector<OverviewRow> overview(const Run &run, const OverviewQuery &query, const JobContext &job)
{
    std::vector<OverviewRow> out;
    const ClusterRows ofCluster = clusterRows(run);
    std::set<int> known;
    for (size_t i = 0; i < run.infos.size() && !job.isCanceled(); ++i) {
        known.insert(run.infos[i].rank);
        std::vector<OverviewRow> rows;
        if (query.source != OverviewSource::Derived)
            rows = fileRows(run, i, ofCluster);
        if (query.source == OverviewSource::Derived || (query.source == OverviewSource::Best && rows.empty())) {
            if (run.ranks[i])
                rows = deriveOverview(*run.ranks[i], job);
        }
        for (OverviewRow &r : rows) {
            r.rank = run.infos[i].rank;
            r.rankLabel = run.infos[i].label;
            r.rankIndex = static_cast<int>(i);
            out.push_back(std::move(r));
        }
    }
    if (query.source != OverviewSource::Derived) {
        for (const StepTraceRow &r : run.cluster.stepTrace) {
            if (!r.stageRanks.isEmpty() || known.contains(r.rank))
                continue;
            out.push_back(fromFile(r, QStringLiteral("cluster_step_trace_time.csv")));
            out.back().rankLabel = QString::number(r.rank);
        }
    }
    if (!query.step.isEmpty())
        std::erase_if(out, [&](const OverviewRow &r) { return r.step != query.step; });
    if (!query.domain.isEmpty()) {
        const std::vector<Domain> all = domains(run, job);
        const Domain *domain = findDomain(all, query.domain);
        std::erase_if(out, [&](const OverviewRow &r) {
            return !domain || std::find(domain->ranks.begin(), domain->ranks.end(), r.rank) == domain->ranks.end();
        });
    }
    std::stable_sort(out.begin(), out.end(), [](const OverviewRow &a, const OverviewRow &b) {
        if (a.step != b.step)
            return stepLess(a.step, b.step);
        if (a.rank != b.rank)
            return a.rank < b.rank;
        return a.device < b.device;
    });
    return out;
}

std::vector<Finding> overviewDisagreements(const Run &run, const JobContext &job)
{
    std::vector<Finding> out;
    const ClusterRows ofCluster = clusterRows(run);
    for (size_t i = 0; i < run.infos.size() && !job.isCanceled(); ++i) {
        if (!run.ranks[i])
            continue;
        const RankData &rank = *run.ranks[i];
        if (hasEmptyTrace(rank))
            out.push_back({Severity::Loss,
                           {},
                           Place::rank(rank.info.label),
                           QStringLiteral("overview.no-events"),
                           QStringLiteral("The trace of this rank is empty, though other files list work of its "
                                          "device: nothing can be computed from it."),
                           {}});
        if (!rank.trace)
            continue;
        const std::vector<OverviewRow> files = fileRows(run, i, ofCluster);
        const DeviceSets sets = deviceSets(*rank.trace);
        if (const LostLanes lost = lostLanes(rank, sets); lost.any()) {
            const QString what =
                lost.compute
                    ? QStringLiteral("The kernel table lists kernels of the AI cores and the trace has no slice "
                                     "of any: its device lanes are missing, or cut, or have names that are "
                                     "not known. Times that are computed from them are missing.")
                    : QStringLiteral("communication.json lists operators and the trace has no slice of "
                                     "any: its communication lanes are missing or have names that are "
                                     "not known. Times that are computed from them are missing.");
            out.push_back(
                {Severity::Loss, {}, Place::rank(rank.info.label), QStringLiteral("overview.lost-lanes"), what, {}});
        } else {
            const std::vector<Finding> ofOverlap = overlapDisagreements(rank, sets);
            out.insert(out.end(), ofOverlap.begin(), ofOverlap.end());
        }
        const std::vector<OverviewRow> derived = deriveOverview(rank, job);
        for (const OverviewRow &own : derived) {
            if (!own.overlongReceives)
                continue;
            Finding f;
            f.severity = Severity::Notice;
            f.place = Place::step(stepOrNone(own.step).isEmpty() ? QString() : own.step)
                          .with(Place::Kind::Rank, rank.info.label);
            f.code = QStringLiteral("overview.receives");
            f.message = QStringLiteral("Sends and receives add up to more than the step they are in, as slices that "
                                       "stand twice do: no stage is derived from the trace.");
            out.push_back(std::move(f));
        }
        if (files.empty())
            continue;
        const double tolerance = 1.0 + 0.001 * static_cast<double>(sets.computeSlices + sets.communicationSlices);
        std::map<std::pair<QString, int>, const OverviewRow *> ownOf; // by step and device, -1 for every device
        for (const OverviewRow &d : derived)
            ownOf.try_emplace({stepOrNone(d.step), d.device}, &d);
        std::map<QString, int> rowsOf;
        for (const OverviewRow &file : files)
            ++rowsOf[file.step];
        for (const OverviewRow &file : files) {
            auto found = ownOf.find({stepOrNone(file.step), -1});
            if (found == ownOf.end())
                found = ownOf.find({stepOrNone(file.step), file.device});
            // Rows of several devices cannot be told apart when the trace does not name its devices.
            if (found == ownOf.end() || (rowsOf[file.step] > 1 && found->second->device < 0))
                continue;
            const OverviewRow *const own = found->second;
            const bool mindSpore = rank.info.framework == Framework::MindSpore;
            for (const ColumnCheck &c : checkedColumns) {
                const std::optional<double> &said = file.*c.value;
                const std::optional<double> &derivedUs = own->*c.value;
                if (!said || !derivedUs)
                    continue;
                // Writers of MindSpore leave these at 0 with newer CANN and in early versions.
                const bool habit = mindSpore && *said == 0 &&
                                   (c.value == &OverviewRow::stageUs || c.value == &OverviewRow::bubbleUs ||
                                    c.value == &OverviewRow::preparingUs);
                const double allowed = c.coarse ? 0.25 + 0.002 : tolerance;
                // What they take the bubble off is whole then.
                const bool withoutBubble =
                    mindSpore && c.value == &OverviewRow::notOverlappedExcludeReceiveUs && file.bubbleUs == 0.0;
                const bool otherStage = c.value == &OverviewRow::stageUs &&
                                        std::any_of(own->stagesOfWritersUs.begin(), own->stagesOfWritersUs.end(),
                                                    [&](double stage) { return std::abs(*said - stage) <= allowed; });
                if (habit || withoutBubble || otherStage || std::abs(*said - *derivedUs) <= allowed)
                    continue;
                Finding f;
                f.severity = Severity::Notice;
                f.file = file.source;
                f.place = Place::step(file.step)
                              .with(Place::Kind::Rank, rank.info.label)
                              .with(Place::Kind::Column, QString::fromLatin1(c.name));
                f.code = QStringLiteral("overview.disagreement");
                f.message =
                    QStringLiteral("The file and the slices of the trace disagree by more than rounding: %1. The "
                                   "overview shows what the file says.");
                f.argument = QStringLiteral("%1 us ≠ %2 us").arg(*said, 0, 'f', 3).arg(*derivedUs, 0, 'f', 3);
                out.push_back(std::move(f));
            }
        }
    }
    return out;
}

std::vector<SweepBuckets> sweepBuckets(const RankData &rank, const JobContext &job)
{
    std::vector<SweepBuckets> out;
    if (!rank.trace)
        return out;
    const DeviceWork work = deviceWork(rank, -1);
    const IntervalLengths busy(uniteSets(work.sets.compute, work.sets.communication));
    const IntervalLengths compute(work.sets.compute);
    const IntervalLengths communication(work.sets.communication);
    const IntervalLengths both(intersectSets(work.sets.compute, work.sets.communication));
    const IntervalLengths copies(subtractSets(work.sets.copy, busy.set()));
    for (const StepWindow &w : stepWindows(rank, job)) {
        SweepBuckets b;
        b.step = w.step;
        qint64 from = w.hostKnown ? w.hostStartNs : FarFuture;
        qint64 to = w.device.to;
        // Without marks the step is the capture: from the first host or device work to the last device work.
        if (!w.marked) {
            if (busy.set().empty())
                continue;
            from = std::min(from, busy.set().front().from);
            to = busy.set().back().to;
        }
        // The clocks of host and device differ: device work may stand before the host's mark.
        if (w.marked)
            from = std::min(from, w.device.from);
        b.window = {from, std::max(from, to)};
        const Interval extent = extentInside(busy.set(), {std::max(from, w.device.from), b.window.to});
        if (extent.length() <= 0) {
            b.idleNs = b.window.length();
            out.push_back(std::move(b));
            continue;
        }
        b.preparingNs = saturatedDifference(extent.from, b.window.from);
        b.tailNs = saturatedDifference(b.window.to, extent.to);
        b.coveredNs = both.inside(extent);
        b.pureComputeNs = compute.inside(extent) - b.coveredNs;
        b.uncoveredNs = communication.inside(extent) - b.coveredNs;
        b.copyNs = copies.inside(extent);
        b.idleNs = extent.length() - busy.inside(extent) - b.copyNs;
        out.push_back(std::move(b));
    }
    return out;
}

} // namespace rs
