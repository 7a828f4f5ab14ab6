// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timelinedata.h"

#include "views/timeline/timelinejob.h"

#include <algorithm>

namespace rs {

namespace {

struct Outline
{
    std::shared_ptr<const LodIndex> lod;
    std::shared_ptr<const std::vector<CounterLod>> counters;
};

struct Refined
{
    std::shared_ptr<const LodIndex> lod;
    std::shared_ptr<const FlowIndexOfRank> flows;
    std::shared_ptr<const std::map<CounterId, FrequencyStats>> frequency;
    std::shared_ptr<const Mc2Index> mc2;
};

std::shared_ptr<const Mc2Index> mc2Of(const Trace &trace)
{
    auto out = std::make_shared<Mc2Index>();
    out->operators = mc2Operators(trace);
    for (const Mc2Operator &op : out->operators) {
        if (op.compute != NoSlice) {
            out->partners[op.communication] = op.compute;
            out->partners[op.compute] = op.communication;
        }
        auto &turns = out->turns[trace.laneOf(op.communication)];
        turns.resize(std::max(turns.size(), static_cast<size_t>(op.turns)));
        for (const Mc2Step &step : op.steps) {
            if (step.turn >= 0)
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

TimelineData::TimelineData(RunStore *runs, ThreadPool *pool, QObject *parent) : QObject(parent), m_runs(runs), m_pool(pool)
{
    connect(runs, &RunStore::rankLoaded, this, &TimelineData::add);
    connect(runs, &RunStore::rankUnloaded, this, &TimelineData::remove);
    connect(runs, &RunStore::runClosed, this, &TimelineData::removeRun);
    for (const RankRef ref : runs->loadedRanks())
        add(ref);
}

TimelineData::~TimelineData()
{
    for (const auto &[ref, job] : m_jobs)
        job.cancel();
}

const TimelineRank *TimelineData::rank(RankRef ref) const
{
    const auto it = m_ranks.find(ref);
    return it == m_ranks.end() ? nullptr : &it->second;
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

void TimelineData::add(RankRef ref)
{
    const auto data = m_runs->rank(ref);
    if (!data || !data->trace)
        return;
    if (const auto it = m_jobs.find(ref); it != m_jobs.end())
        it->second.cancel();
    const JobContext job;
    m_jobs.insert_or_assign(ref, job);
    const auto trace = data->trace;
    runJob(
        this, *m_pool,
        [trace] {
            auto counters = std::make_shared<std::vector<CounterLod>>();
            for (const CounterSeries &c : trace->counters())
                counters->push_back(CounterLod::build(c));
            return Outline{LodIndex::outline(*trace), counters};
        },
        [this, ref, data, trace, job](const Outline &outline) {
            if (job.isCanceled())
                return;
            m_ranks[ref] = {ref, data, trace, outline.lod, outline.counters, nullptr, 0, nullptr, nullptr, {}};
            measure();
            emit ranksChanged();
            runJob(
                this, *m_pool,
                [trace, pool = m_pool, job] {
                    return Refined{LodIndex::build(*trace, *pool, job),
                                   std::make_shared<FlowIndexOfRank>(FlowIndexOfRank::build(*trace)),
                                   frequenciesOf(*trace, job), mc2Of(*trace)};
                },
                [this, ref, job](const Refined &refined) {
                    if (job.isCanceled() || !refined.lod)
                        return;
                    TimelineRank &rank = m_ranks[ref];
                    rank.lod = refined.lod;
                    rank.flows = refined.flows;
                    rank.frequency = refined.frequency;
                    rank.mc2 = refined.mc2;
                    m_jobs.erase(ref);
                    emit rankRefined(ref);
                });
        });
}

void TimelineData::remove(RankRef ref)
{
    if (const auto it = m_jobs.find(ref); it != m_jobs.end()) {
        it->second.cancel();
        m_jobs.erase(it);
    }
    if (m_ranks.erase(ref) > 0) {
        measure();
        emit ranksChanged();
    }
}

void TimelineData::removeRun(int run)
{
    const auto of = [run](const auto &entry) { return entry.first.run == run; };
    for (const auto &[ref, job] : m_jobs) {
        if (ref.run == run)
            job.cancel();
    }
    std::erase_if(m_jobs, of);
    if (std::erase_if(m_ranks, of) > 0) {
        measure();
        emit ranksChanged();
    }
}

void TimelineData::setHighlight(std::shared_ptr<const SearchHighlight> names)
{
    m_names = std::move(names);
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

// Ranks of one run share their clock as the files give it. A run whose span lies wholly outside the first run's was
// recorded at another time, perhaps weeks apart: it is laid over the first one, start on start.
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
    TimeWindow recorded;
    std::map<int, qint64> shifts;
    for (const auto &[run, span] : spans) {
        if (recorded.isEmpty()) {
            recorded = span;
            continue;
        }
        const bool apart = span.fromNs >= recorded.toNs || span.toNs <= recorded.fromNs;
        const qint64 shift = apart ? span.fromNs - recorded.fromNs : 0;
        shifts[run] = shift;
        recorded = {std::min(recorded.fromNs, span.fromNs - shift), std::max(recorded.toNs, span.toNs - shift)};
    }
    m_originNs = recorded.fromNs;
    m_axis = {};
    for (auto &[ref, rank] : m_ranks) {
        const auto it = shifts.find(ref.run);
        rank.shiftNs = (it == shifts.end() ? 0 : it->second) + m_offsets.ofRank(ref);
        applyLaneOffsets(rank);
        const TimeWindow a = rank.lod->axis();
        if (!a.isEmpty())
            widenAxis({a.fromNs - rank.shiftNs, a.toNs - rank.shiftNs});
    }
}

void TimelineData::widenAxis(TimeWindow w)
{
    m_axis = m_axis.isEmpty() ? w : TimeWindow{std::min(m_axis.fromNs, w.fromNs), std::max(m_axis.toNs, w.toNs)};
}

void TimelineData::applyLaneOffsets(TimelineRank &rank)
{
    rank.laneShiftNs.clear();
    const auto &lanes = rank.trace->lanes();
    for (const auto &[key, ns] : m_offsets.lanes) {
        if (key.first != rank.ref || raw(key.second) >= lanes.size())
            continue;
        rank.laneShiftNs.resize(lanes.size(), 0);
        rank.laneShiftNs[raw(key.second)] = ns;
        const TimeWindow axis = rank.lod->axis();
        const Lane &lane = lanes[raw(key.second)];
        const SliceStore &slices = rank.trace->slices();
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = slices.visible(RowId{r}, axis.fromNs, axis.toNs);
            const qint64 shift = rank.shiftNs + ns;
            if (!span.isEmpty())
                widenAxis({slices.start(SliceId{span.first}) - shift, slices.end(SliceId{span.last - 1}) - shift});
        }
    }
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
