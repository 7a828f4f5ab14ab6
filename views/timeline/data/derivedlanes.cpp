// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/derivedlanes.h"

#include "analysis/communication/commtraffic.h"
#include "core/trace/tracebuilder.h"
#include "items/rowsourcemodel.h"
#include "tables/base/words.h"

#include <algorithm>
#include <limits>
#include <string>

namespace rs {

namespace {

constexpr std::string_view devicePid = "device";
constexpr std::string_view hostPid = "host";
constexpr std::string_view trafficPid = "traffic";
constexpr std::string_view bandwidthName = "bandwidth";
constexpr std::string_view inFlightName = "in flight";

// Two series for each type of link, which is told by its place.
void addTraffic(TraceChunk &chunk, const std::vector<TrafficSeries> &all)
{
    constexpr double mega = 1e6;
    for (size_t type = 0; type < std::min(all.size(), DerivedLanes::mostTypes); ++type) {
        const std::string place = std::to_string(type);
        const quint32 bandwidth = chunk.seriesOf(trafficPid, bandwidthName, place + " (GB/s)");
        const quint32 inFlight = chunk.seriesOf(trafficPid, inFlightName, place + " (MB)");
        for (const TrafficPoint &p : all[type].points) {
            chunk.samples.push_back({p.ns, p.gbs, bandwidth});
            chunk.samples.push_back({p.ns, static_cast<double>(p.bytes) / mega, inFlight});
        }
    }
}

} // namespace

SliceKind DerivedLanes::kindOf(IdleCause cause)
{
    switch (cause) {
    case IdleCause::HostLate:
        return SliceKind::CannApi;
    case IdleCause::Synchronizing:
        return SliceKind::Marker;
    case IdleCause::Copy:
        return SliceKind::MemoryCopy;
    case IdleCause::Communication:
        return SliceKind::CommOperator;
    case IdleCause::EventWait:
        return SliceKind::EventWait;
    case IdleCause::DataOrGc:
        return SliceKind::GarbageCollection;
    case IdleCause::StepBoundary:
        return SliceKind::Scope;
    default:
        return SliceKind::OverlapFree;
    }
}

std::shared_ptr<const DerivedLanes> DerivedLanes::build(const RankData &rank, const Words &words, ThreadPool &pool,
                                                        const JobContext &job)
{
    auto out = std::make_shared<DerivedLanes>();
    const Dispatch dispatch = dispatchOf(*rank.trace, job, &pool);
    IdleReport report = idleCauses(rank, dispatch, job, &pool);
    if (job.isCanceled())
        return nullptr;
    out->clock = dispatch.clock;
    out->gaps = std::move(report.gaps);
    for (const IdleStep &s : report.steps)
        out->steps.push_back(s.step);

    TraceChunk chunk;
    const quint32 lane = chunk.lane(devicePid, "idle");
    std::array<StrId, static_cast<size_t>(IdleCause::Count)> names{};
    for (size_t i = 0; i < names.size(); ++i)
        names[i] = chunk.strings.intern(words.causes[i].toStdString());
    for (const IdleGap &g : out->gaps) {
        TraceChunk::Slice s;
        s.start = g.range.from;
        s.duration = g.range.length();
        s.lane = lane;
        s.name = names[static_cast<size_t>(g.cause)];
        chunk.slices.push_back(s);
    }
    const std::string delay = words.delay.toStdString();
    for (const DelayCurve &c : delayCurves(dispatch)) {
        const quint32 series = chunk.seriesOf(devicePid, delay, std::to_string(raw(c.lane)) + " (µs)");
        for (size_t i = 0; i < c.timeNs.size(); ++i)
            chunk.samples.push_back({c.timeNs[i], static_cast<double>(c.valueNs[i]) / 1000, series});
    }
    const OutstandingCurve curve = outstandingLaunches(dispatch);
    if (!curve.timeNs.empty()) {
        const quint32 series = chunk.seriesOf(hostPid, words.outstanding.toStdString(), "value");
        for (size_t i = 0; i < curve.timeNs.size(); ++i)
            chunk.samples.push_back({curve.timeNs[i], static_cast<double>(curve.value[i]), series});
    }
    const Traffic traffic = trafficOf(rank, {}, job);
    addTraffic(chunk, traffic.series);
    out->trafficOfFile = traffic.ofFile;
    for (size_t i = 0; i < std::min(traffic.series.size(), mostTypes); ++i)
        out->traffic.push_back({traffic.series[i].linkType, {}, {}});
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ImportReport ignored;
    std::shared_ptr<Trace> trace = builder.seal(pool, job, ignored);
    if (!trace)
        return nullptr;
    TraceEditor editor(*trace);
    for (quint32 i = 0; i < out->gaps.size(); ++i)
        editor.setKind(SliceId{i}, kindOf(out->gaps[i].cause));
    for (quint32 i = 0; i < trace->counters().size(); ++i) {
        const CounterSeries &c = trace->counters()[i];
        const std::string_view pid = trace->strings().view(trace->process(c.process).pid);
        if (pid == hostPid) {
            out->outstanding = CounterId{i};
            continue;
        }
        const auto place = static_cast<quint32>(std::stoul(std::string(trace->strings().view(c.series))));
        if (pid == devicePid)
            out->delays[LaneId{place}] = CounterId{i};
        else if (trace->strings().view(c.name) == bandwidthName)
            out->traffic[place].bandwidth = CounterId{i};
        else
            out->traffic[place].inFlight = CounterId{i};
    }
    out->trace = std::move(trace);
    return out;
}

std::shared_ptr<const DerivedLanes> DerivedLanes::ofPath(const std::vector<PathPart> &parts, const Trace &own,
                                                         ThreadPool &pool, const JobContext &job)
{
    auto out = std::make_shared<DerivedLanes>();
    TraceChunk chunk;
    const quint32 lane = chunk.lane(devicePid, "path");
    std::vector<SliceKind> kinds;
    const auto word = [](PathKind kind) {
        return tableText(QString::fromUtf8(wordTitle(pathKindKey(kind)))).toStdString();
    };
    const std::string host = word(PathKind::Host);
    const std::string idle = word(PathKind::Idle);
    qint64 freeNs = std::numeric_limits<qint64>::min();
    for (const PathPart &p : parts) {
        const qint64 from = std::max(p.own.from, freeNs);
        const bool isIdle = p.kind == PathKind::Idle;
        // Time of the host is its own also where no call of it is recorded.
        const bool isUnnamed = isIdle || (p.slice == NoSlice && p.kind == PathKind::Host);
        if ((p.slice == NoSlice && !isUnnamed) || from >= p.own.to)
            continue;
        freeNs = p.own.to;
        TraceChunk::Slice s;
        s.start = from;
        s.duration = p.own.to - from;
        s.lane = lane;
        s.name = chunk.strings.intern(isIdle      ? std::string_view(idle)
                                      : isUnnamed ? std::string_view(host)
                                                  : own.strings().view(own.slices().name(p.slice)));
        chunk.slices.push_back(s);
        kinds.push_back(isIdle                       ? SliceKind::OverlapFree
                        : isUnnamed                  ? SliceKind::Framework
                        : p.kind == PathKind::Launch ? SliceKind::CannApi
                                                     : own.slices().kind(p.slice));
        out->pathSlices.push_back(isIdle ? NoSlice : p.slice);
    }
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ImportReport ignored;
    std::shared_ptr<Trace> trace = builder.seal(pool, job, ignored);
    if (!trace || trace->slices().size() != kinds.size())
        return nullptr;
    TraceEditor editor(*trace);
    for (quint32 i = 0; i < kinds.size(); ++i)
        editor.setKind(SliceId{i}, kinds[i]);
    out->trace = std::move(trace);
    return out;
}

std::shared_ptr<const DerivedLanes> DerivedLanes::merged(const std::vector<LaneId> &streams, const Words &words,
                                                         ThreadPool &pool, const JobContext &job) const
{
    TraceChunk chunk;
    const quint32 series =
        chunk.seriesOf(devicePid, words.delay.toStdString(), std::to_string(raw(streams.front())) + " (µs)");
    std::vector<std::pair<qint64, double>> samples;
    for (const LaneId stream : streams) {
        const auto curve = delays.find(stream);
        if (curve == delays.end())
            continue;
        const CounterSeries &c = trace->counters()[raw(curve->second)];
        for (size_t i = 0; i < c.timeNs.size(); ++i)
            samples.emplace_back(c.timeNs[i], c.value[i]);
    }
    std::sort(samples.begin(), samples.end());
    for (size_t i = 0; i < samples.size(); ++i) {
        // The longest delay of tasks that start at once is kept, as within a stream.
        if (i + 1 == samples.size() || samples[i + 1].first != samples[i].first)
            chunk.samples.push_back({samples[i].first, samples[i].second, series});
    }
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ImportReport ignored;
    auto out = std::make_shared<DerivedLanes>();
    out->trace = builder.seal(pool, job, ignored);
    if (!out->trace)
        return nullptr;
    out->clock = clock;
    if (!samples.empty())
        out->delays[streams.front()] = CounterId{0};
    return out;
}

int DerivedLanes::gapAt(qint64 fromNs) const
{
    const auto it =
        std::lower_bound(gaps.begin(), gaps.end(), fromNs, [](const IdleGap &g, qint64 t) { return g.range.from < t; });
    return it == gaps.end() || it->range.from != fromNs ? -1 : static_cast<int>(it - gaps.begin());
}

} // namespace rs
