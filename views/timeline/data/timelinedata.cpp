// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/timelinedata.h"

#include "views/state/runshifts.h"
#include "views/timeline/data/timelinejob.h"

#include "analysis/host/hostclock.h"
#include "analysis/ranks/domains.h"

#include <algorithm>

namespace rs {

namespace {

struct Outline
{
    std::shared_ptr<const LodIndex> lod;
    std::shared_ptr<const std::vector<CounterLod>> counters;
    std::map<LaneId, QString> domains;
};

std::map<LaneId, QString> domainsOf(const Run *run, const RankData &rank)
{
    std::map<LaneId, QString> out;
    const auto &lanes = rank.trace->lanes();
    for (quint32 i = 0; run && i < lanes.size(); ++i) {
        if (lanes[i].kind != LaneKind::CommGroup)
            continue;
        if (QString name = domainOfLane(*run, rank, rank.trace->laneLabel(LaneId{i})); !name.isEmpty())
            out.emplace(LaneId{i}, std::move(name));
    }
    return out;
}

std::shared_ptr<const Mc2Index> mc2Of(const Trace &trace, const JobContext &job)
{
    auto out = std::make_shared<Mc2Index>();
    out->operators = mc2Operators(trace, job);
    for (const Mc2Operator &op : out->operators) {
        if (op.compute != NoSlice) {
            out->partners[op.communication] = op.compute;
            out->partners[op.compute] = op.communication;
        }
        auto &turns = out->turns[trace.laneOf(op.communication)];
        turns.resize(std::max(turns.size(), static_cast<size_t>(std::min(op.turns, Mc2Index::mostTurns))));
        for (const Mc2Step &step : op.steps) {
            if (step.turn >= 0 && step.turn < Mc2Index::mostTurns)
                turns[static_cast<size_t>(step.turn)].push_back(step.slice);
        }
    }
    for (auto &[lane, turns] : out->turns) {
        for (auto &turn : turns)
            std::sort(turn.begin(), turn.end(),
                      [&trace](SliceId a, SliceId b) { return trace.slices().start(a) < trace.slices().start(b); });
    }
    std::erase_if(out->turns, [](const auto &lane) { return lane.second.empty(); });
    return out;
}

std::shared_ptr<const std::map<CounterId, FrequencyStats>> frequenciesOf(const Trace &trace, const JobContext &job)
{
    auto out = std::make_shared<std::map<CounterId, FrequencyStats>>();
    for (const CounterId c : frequencyCounters(trace))
        out->emplace(c, frequencyStats(trace, c, job));
    return out;
}

} // namespace

TimelineData::TimelineData(RunStore *runs, ThreadPool *pool, ThreadPool *paintPool, QObject *parent)
    : QObject(parent), m_runs(runs), m_pool(pool), m_paintPool(paintPool)
{
    connect(runs, &RunStore::rankLoaded, this, &TimelineData::add);
    connect(runs, &RunStore::lanesArrived, this, &TimelineData::add);
    connect(runs, &RunStore::rankUnloaded, this, &TimelineData::remove);
    connect(runs, &RunStore::runClosed, this, &TimelineData::removeRun);
    m_transferTimer.setSingleShot(true);
    m_transferTimer.setInterval(200);
    connect(&m_transferTimer, &QTimer::timeout, this, &TimelineData::matchTransfers);
    for (const RankRef ref : runs->allRanks())
        add(ref);
}

TimelineData::~TimelineData()
{
    for (const auto &[ref, job] : m_jobs)
        job.cancel();
    for (const auto &[key, job] : m_derivedJobs)
        job.cancel();
}

const TimelineRank *TimelineData::rank(RankRef ref) const
{
    const auto it = m_ranks.find(ref);
    return it == m_ranks.end() ? nullptr : &it->second;
}

qint64 TimelineData::movedBy(RankRef ref, LaneId lane) const
{
    const TimelineRank *const r = rank(ref);
    if (!r || raw(lane) >= r->trace->lanes().size())
        return 0;
    return m_offsets.ofRank(ref) + r->shiftOf(lane) - r->shiftNs;
}

qint64 TimelineData::shiftNs(RankRef ref) const
{
    const TimelineRank *r = rank(ref);
    return r ? r->shiftNs : 0;
}

TimeScale TimelineData::scale(const ViewState &state) const
{
    std::vector<std::pair<qint64, qint64>> steps;
    if (state.timeFormat() == TimeFormat::FromStep) {
        const TimelineRank *r = rank(state.currentRank());
        if (!r && !m_ranks.empty())
            r = &m_ranks.begin()->second;
        for (const StepMark &s : r ? r->trace->steps() : std::vector<StepMark>())
            steps.emplace_back(s.step, s.startNs - r->shiftNs);
    }
    return TimeScale::of(state.timeFormat(), state.window(), m_originNs, steps);
}

qint64 TimelineData::outsideAxis() const
{
    qint64 sum = 0;
    for (const auto &[ref, rank] : m_ranks)
        sum += rank.lod->outsideAxis();
    return sum;
}

template <typename Of>
void TimelineData::forgetDerived(Of of)
{
    for (const auto &[key, job] : m_derivedJobs) {
        if (of(key))
            job.cancel();
    }
    std::erase_if(m_derivedJobs, [&of](const auto &entry) { return of(entry.first); });
    std::erase_if(m_derived, [&of](const auto &entry) { return of(entry.first); });
}

void TimelineData::add(RankRef ref)
{
    const auto trace = m_runs->lanes(ref);
    if (!trace)
        return;
    auto data = m_runs->rank(ref);
    if (data && !data->trace)
        data.reset(); // what the overview lives on
    const TimelineRank *const shown = rank(ref);
    if (shown && shown->trace == trace && shown->data == data)
        return;
    if (const auto it = m_jobs.find(ref); it != m_jobs.end())
        it->second.cancel();
    m_withoutMemory.erase(ref);
    const JobContext job;
    m_jobs.insert_or_assign(ref, job);
    // The tables tell kinds of slices, and nothing else of what is drawn.
    const auto counters = shown && shown->trace->differsAtMostInKinds(*trace) ? shown->counters : nullptr;
    const auto lod = counters ? shown->lod : nullptr;
    runJob(
        this, *m_pool,
        [trace, data, counters, lod, run = m_runs->run(ref.run)] {
            Outline out{lod, counters, data ? domainsOf(run.get(), *data) : std::map<LaneId, QString>()};
            if (out.lod)
                return out;
            auto built = std::make_shared<std::vector<CounterLod>>();
            for (const CounterSeries &c : trace->counters())
                built->push_back(CounterLod::build(c));
            out.counters = std::move(built);
            out.lod = LodIndex::outline(*trace);
            return out;
        },
        [this, ref, data, trace, job](const Outline &outline) {
            if (job.isCanceled())
                return;
            // Rows of a rank that is shown point into its old trace.
            const bool known = m_ranks.contains(ref);
            TimelineRank next{ref,     data,    trace, outline.lod, outline.counters, nullptr, 0,
                              nullptr, nullptr, {},    {},          nullptr,          {},      outline.domains};
            Refined before;
            if (known && m_ranks[ref].counters == outline.counters) {
                const TimelineRank &lanes = m_ranks[ref];
                before = {nullptr, lanes.flows, nullptr, lanes.mc2, lanes.clock};
                next.flows = lanes.flows;
                next.mc2 = lanes.mc2;
                next.clock = lanes.clock;
            }
            m_ranks[ref] = std::move(next);
            forgetDerived([ref](const DerivedKey &key) { return key.first == ref; });
            measure();
            m_transferTimer.start();
            if (known)
                emit ranksChanged();
            else
                m_newRanks.request();
            refine(ref, std::move(before), job);
        },
        [this, ref, job] { noteRankOutOfMemory(ref, job); });
}

// Keeps what is known of the rank's lanes `before` its tables came: only parts that need kinds of slices are made anew.
void TimelineData::refine(RankRef ref, Refined before, const JobContext &job)
{
    const TimelineRank &rank = m_ranks[ref];
    runJob(
        this, *m_pool,
        [trace = rank.trace, data = rank.data, before = std::move(before), pool = m_pool, job] {
            Refined out = before;
            out.lod = LodIndex::build(*trace, *pool, job);
            if (!out.flows) {
                out.flows = std::make_shared<FlowIndexOfRank>(FlowIndexOfRank::build(*trace));
                out.mc2 = mc2Of(*trace, job);
                out.clock = estimateHostClock(*trace);
            }
            if (data) {
                out.frequency = frequenciesOf(*trace, job);
                out.steps = std::make_shared<const std::vector<StepWindow>>(stepWindows(*data, job, pool));
            }
            return out;
        },
        [this, ref, job](const Refined &refined) {
            if (job.isCanceled() || !refined.lod)
                return;
            TimelineRank &shown = m_ranks[ref];
            shown.lod = refined.lod;
            shown.flows = refined.flows;
            shown.frequency = refined.frequency;
            shown.mc2 = refined.mc2;
            shown.clock = refined.clock;
            shown.steps = refined.steps;
            m_jobs.erase(ref);
            emit rankRefined(ref);
        },
        [this, ref, job] { noteRankOutOfMemory(ref, job); });
}

void TimelineData::noteRankOutOfMemory(RankRef ref, const JobContext &job)
{
    if (job.isCanceled())
        return;
    m_jobs.erase(ref);
    m_withoutMemory.insert(ref);
    emit ranksChanged();
}

void TimelineData::remove(RankRef ref)
{
    m_withoutMemory.erase(ref);
    if (const auto it = m_jobs.find(ref); it != m_jobs.end()) {
        it->second.cancel();
        m_jobs.erase(it);
    }
    forgetDerived([ref](const DerivedKey &key) { return key.first == ref; });
    if (m_ranks.erase(ref) > 0) {
        measure();
        m_transferTimer.start();
        emit ranksChanged();
    }
}

void TimelineData::removeRun(int run)
{
    const auto of = [run](const auto &entry) { return entry.first.run == run; };
    std::erase_if(m_withoutMemory, [run](RankRef ref) { return ref.run == run; });
    for (const auto &[ref, job] : m_jobs) {
        if (ref.run == run)
            job.cancel();
    }
    std::erase_if(m_jobs, of);
    forgetDerived([run](const DerivedKey &key) { return key.first.run == run; });
    if (std::erase_if(m_ranks, of) > 0) {
        measure();
        m_transferTimer.start();
        emit ranksChanged();
    }
}

void TimelineData::setHighlight(std::shared_ptr<const SearchHighlight> names)
{
    m_names = std::move(names);
    forgetDerived([](const DerivedKey &key) { return key.second == DerivedLanes::pathKey(); });
    emit derivedChanged();
    if (!m_names) {
        m_highlightJob.cancel();
        if (m_highlight) {
            m_highlight.reset();
            emit highlightChanged();
        }
        return;
    }
    std::map<RankRef, std::shared_ptr<const Trace>> traces;
    for (const auto &[ref, rank] : m_ranks)
        traces[ref] = rank.trace;
    m_highlightJob.start(
        *m_pool,
        [traces, names = m_names](const JobContext &job) {
            auto index = std::make_shared<HighlightIndex>();
            index->names = names;
            for (const auto &[ref, trace] : traces) {
                if (const auto exact = names->slices.find(ref); exact != names->slices.end()) {
                    index->slices[ref] = *exact->second;
                    continue;
                }
                const auto flags = names->names.find(ref);
                if (flags == names->names.end())
                    continue;
                std::vector<quint32> &out = index->slices[ref];
                const auto &all = trace->slices().names();
                for (quint32 i = 0; i < all.size(); ++i) {
                    if ((i & 0xfffffU) == 0 && job.isCanceled())
                        break;
                    if (raw(all[i]) < flags->second->size() && (*flags->second)[raw(all[i])])
                        out.push_back(i);
                }
            }
            return std::shared_ptr<const HighlightIndex>(index);
        },
        [this](std::shared_ptr<const HighlightIndex> index) {
            m_highlight = std::move(index);
            emit highlightChanged();
        });
}

// Ranks of one run share their clock as the files give it.
void TimelineData::measure()
{
    std::map<int, TimeWindow> spans;
    for (const auto &[ref, rank] : m_ranks) {
        const TimeWindow a = rank.lod->axis();
        if (a.isEmpty())
            continue;
        const auto [it, isNew] = spans.try_emplace(ref.run, a);
        if (!isNew)
            it->second = {std::min(it->second.fromNs, a.fromNs), std::max(it->second.toNs, a.toNs)};
    }
    m_runShifts = runShifts(spans);
    m_originNs = 0;
    for (const auto &[run, span] : spans) {
        const qint64 start = saturatedDifference(span.fromNs, m_runShifts[run]);
        m_originNs = run == spans.begin()->first ? start : std::min(m_originNs, start);
    }
    m_axes.clear();
    for (auto &[ref, rank] : m_ranks) {
        rank.shiftNs = rankShift(ref);
        applyLaneOffsets(rank);
        const TimeWindow a = rank.lod->axis();
        if (!a.isEmpty())
            widenAxis(ref.run,
                      {saturatedDifference(a.fromNs, rank.shiftNs), saturatedDifference(a.toNs, rank.shiftNs)});
    }
    for (auto &[key, derived] : m_derived)
        applyShifts(derived);
}

// An error of a clock's rate that is left inside a window is far below a pixel of it, so one offset serves a window;
// that of its middle.
qint64 TimelineData::rankShift(RankRef ref) const
{
    const auto it = m_runShifts.find(ref.run);
    const qint64 run = it == m_runShifts.end() ? 0 : it->second;
    const TimelineRank *const r = rank(ref);
    if (!r || m_offsets.driftOf(ref).ppm == 0)
        return run + m_offsets.ofRank(ref);
    const TimeWindow shown = m_window.isEmpty() ? r->lod->axis() : m_window;
    const qint64 moved = m_window.isEmpty() ? 0 : run + m_offsets.ofRank(ref);
    return run + m_offsets.ofRankAt(ref, shown.fromNs + shown.lengthNs() / 2 + moved);
}

void TimelineData::setWindow(TimeWindow window)
{
    m_window = window;
    bool moved = false;
    for (auto &[ref, rank] : m_ranks) {
        const qint64 shift = rankShift(ref);
        moved = moved || shift != rank.shiftNs;
        rank.shiftNs = shift;
    }
    for (auto &[key, derived] : m_derived) {
        if (moved)
            applyShifts(derived);
    }
}

void TimelineData::matchTransfers()
{
    std::map<int, std::shared_ptr<const Run>> runs;
    for (const auto &[ref, rank] : m_ranks) {
        if (const auto open = m_runs->run(ref.run); open && open->ranks.size() > 1)
            runs.emplace(ref.run, open);
    }
    m_transferJob.start(
        *m_pool,
        [runs](const JobContext &job) {
            auto out = std::make_shared<TransferIndex>();
            for (const auto &[index, run] : runs)
                out->add(index, *run, job);
            return std::shared_ptr<const TransferIndex>(out);
        },
        [this](std::shared_ptr<const TransferIndex> found) {
            const bool same =
                found->lines.empty() && m_transfers->lines.empty() && found->unmatched == m_transfers->unmatched;
            m_transfers = std::move(found);
            if (!same)
                emit transfersChanged();
        });
}

namespace {
TimeWindow united(TimeWindow a, TimeWindow b)
{
    return a.isEmpty() ? b : b.isEmpty() ? a : TimeWindow{std::min(a.fromNs, b.fromNs), std::max(a.toNs, b.toNs)};
}
} // namespace

void TimelineData::widenAxis(int run, TimeWindow w)
{
    TimeWindow &axis = m_axes[run];
    axis = united(axis, w);
}

TimeWindow TimelineData::axis() const
{
    TimeWindow out;
    for (const auto &[run, axis] : m_axes)
        out = united(out, axis);
    return out;
}

TimeWindow TimelineData::axisOf(const std::set<int> &runs) const
{
    TimeWindow out;
    for (const auto &[run, axis] : m_axes) {
        if (runs.contains(run))
            out = united(out, axis);
    }
    return out;
}

void TimelineData::applyLaneOffsets(TimelineRank &rank)
{
    rank.laneShiftNs.clear();
    rank.counterShiftNs.clear();
    const auto &lanes = rank.trace->lanes();
    if (const qint64 device = m_offsets.ofDevice(rank.ref); device != 0) {
        for (const Lane &l : lanes)
            rank.laneShiftNs.push_back(isOnDeviceClock(rank.trace->process(l.process).kind) ? device : 0);
        for (const CounterSeries &c : rank.trace->counters())
            rank.counterShiftNs.push_back(isOnDeviceClock(rank.trace->process(c.process).kind) ? device : 0);
        const TimeWindow axis = rank.lod->axis();
        if (!axis.isEmpty())
            widenAxis(rank.ref.run, {axis.fromNs - rank.shiftNs - device, axis.toNs - rank.shiftNs - device});
    }
    for (const auto &[key, ns] : m_offsets.lanes) {
        if (key.first != rank.ref || raw(key.second) >= lanes.size())
            continue;
        rank.laneShiftNs.resize(lanes.size(), 0);
        rank.laneShiftNs[raw(key.second)] += ns;
        const TimeWindow axis = rank.lod->axis();
        const Lane &lane = lanes[raw(key.second)];
        const SliceStore &slices = rank.trace->slices();
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = slices.visible(RowId{r}, axis.fromNs, axis.toNs);
            const qint64 shift = rank.shiftOf(key.second);
            if (!span.isEmpty())
                widenAxis(rank.ref.run,
                          {slices.start(SliceId{span.first}) - shift, slices.end(SliceId{span.last - 1}) - shift});
        }
    }
}

void TimelineData::setDerived(const std::optional<DerivedLanes::Words> &words)
{
    if (words == m_derivedWords)
        return;
    forgetDerived([](const DerivedKey &) { return true; });
    m_derivedWords = words;
    emit derivedChanged();
}

const TimelineRank *TimelineData::derivedIfBuilt(RankRef ref, const std::vector<LaneId> &streams) const
{
    const auto it = m_derived.find({ref, streams});
    return it == m_derived.end() ? nullptr : &it->second;
}

const TimelineRank *TimelineData::derived(RankRef ref, const std::vector<LaneId> &streams)
{
    if (const TimelineRank *const built = derivedIfBuilt(ref, streams))
        return built;
    const TimelineRank *const own = rank(ref);
    const bool isPath = streams == DerivedLanes::pathKey();
    const auto path = m_names && isPath ? partsOn(ref) : nullptr;
    const TimelineRank *const all = streams.empty() || isPath ? nullptr : derived(ref);
    const DerivedKey key{ref, streams};
    if (!own || !own->data || (isPath ? !path : !m_derivedWords || (!all && !streams.empty())) ||
        m_derivedJobs.contains(key) || m_withoutMemory.contains(ref))
        return nullptr;
    const JobContext job;
    m_derivedJobs.emplace(key, job);
    struct Built
    {
        std::shared_ptr<const DerivedLanes> lanes;
        std::shared_ptr<const LodIndex> lod;
        std::shared_ptr<const std::vector<CounterLod>> counters;
    };
    runJob(
        this, *m_pool,
        [data = own->data, trace = own->trace, lanes = all ? all->derived : nullptr, streams, path,
         words = m_derivedWords.value_or(DerivedLanes::Words()), pool = m_pool, job] {
            Built out;
            out.lanes = path    ? DerivedLanes::ofPath(*path, *trace, *pool, job)
                        : lanes ? lanes->merged(streams, words, *pool, job)
                                : DerivedLanes::build(*data, words, *pool, job);
            if (!out.lanes)
                return out;
            out.lod = LodIndex::build(*out.lanes->trace, *pool, job);
            auto counters = std::make_shared<std::vector<CounterLod>>();
            for (const CounterSeries &c : out.lanes->trace->counters())
                counters->push_back(CounterLod::build(c));
            out.counters = std::move(counters);
            return out;
        },
        [this, key, data = own->data, job](const Built &built) {
            if (job.isCanceled())
                return;
            m_derivedJobs.erase(key);
            if (!built.lod)
                return;
            TimelineRank &derived = m_derived[key];
            derived = {key.first, data, built.lanes->trace, built.lod, built.counters, nullptr, 0, nullptr, nullptr,
                       {},        {},   built.lanes,        {}};
            applyShifts(derived);
            emit derivedChanged();
        },
        [this, key, job] {
            if (job.isCanceled())
                return;
            m_derivedJobs.erase(key);
            m_withoutMemory.insert(key.first);
            emit ranksChanged();
        });
    return nullptr;
}

std::shared_ptr<const std::vector<PathPart>> TimelineData::partsOn(RankRef ref) const
{
    const auto at = m_names->path.find(ref);
    return at == m_names->path.end() ? nullptr : at->second;
}

// Computed lanes go where the lanes go that they were computed from.
void TimelineData::applyShifts(TimelineRank &derived) const
{
    const TimelineRank *const own = rank(derived.ref);
    derived.shiftNs = own ? own->shiftNs : 0;
    const qint64 device = m_offsets.ofDevice(derived.ref);
    derived.laneShiftNs.assign(derived.trace->lanes().size(), device);
    derived.counterShiftNs.assign(derived.trace->counters().size(), device);
    if (derived.derived->outstanding)
        derived.counterShiftNs[raw(*derived.derived->outstanding)] = 0;
}

void TimelineData::setOffsets(const TimeOffsets &offsets)
{
    if (offsets == m_offsets)
        return;
    m_offsets = offsets;
    measure();
    emit ranksChanged();
}

} // namespace rs

#include "moc_timelinedata.cpp"
