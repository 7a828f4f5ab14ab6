// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timelinedata.h"

#include "views/timeline/timelinejob.h"

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
};

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
            m_ranks[ref] = {ref, data, trace, outline.lod, outline.counters, nullptr, 0};
            measure();
            emit ranksChanged();
            runJob(
                this, *m_pool,
                [trace, pool = m_pool, job] {
                    return Refined{LodIndex::build(*trace, *pool, job),
                                   std::make_shared<FlowIndexOfRank>(FlowIndexOfRank::build(*trace))};
                },
                [this, ref, job](const Refined &refined) {
                    if (job.isCanceled() || !refined.lod)
                        return;
                    TimelineRank &rank = m_ranks[ref];
                    rank.lod = refined.lod;
                    rank.flows = refined.flows;
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
    m_axis = {};
    std::map<int, qint64> shifts;
    for (const auto &[run, span] : spans) {
        if (m_axis.isEmpty()) {
            m_axis = span;
            continue;
        }
        const bool apart = span.fromNs >= m_axis.toNs || span.toNs <= m_axis.fromNs;
        const qint64 shift = apart ? span.fromNs - m_axis.fromNs : 0;
        shifts[run] = shift;
        m_axis = {std::min(m_axis.fromNs, span.fromNs - shift), std::max(m_axis.toNs, span.toNs - shift)};
    }
    for (auto &[ref, rank] : m_ranks) {
        const auto it = shifts.find(ref.run);
        rank.shiftNs = it == shifts.end() ? 0 : it->second;
    }
}

} // namespace rs
