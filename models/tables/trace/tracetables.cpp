// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/threaddepths.h"
#include "analysis/time/slicestats.h"
#include "core/job/jobcontext.h"
#include "core/run/kerneltrace.h"
#include "core/text/patternmatch.h"
#include "core/trace/trace.h"
#include "tables/trace/statfields.h"
#include "tables/base/cellrows.h"
#include "tables/base/lookuprows.h"
#include "tables/base/tables.h"

#include <QSet>
#include <QtGlobal>

#include <algorithm>
#include <map>

namespace rs {

PrintedLanes::PrintedLanes(const Trace &trace)
{
    const auto size = trace.lanes().size();
    std::map<QString, QSet<quint32>> processes;
    for (const Lane &lane : trace.lanes())
        processes[trace.processLabel(lane.process)].insert(raw(lane.process));
    for (quint32 l = 0; l < size; ++l) {
        const Lane &lane = trace.lanes()[l];
        QString label = trace.processLabel(lane.process);
        if (processes[label].size() > 1)
            label += QStringLiteral(" (pid %1)").arg(trace.strings().text(trace.process(lane.process).pid));
        process.push_back(label);
    }
    // The Python calls of a thread are a lane of their own in the timeline; the trace has one thread.
    const auto isStack = [&trace](quint32 l) { return trace.lanes()[l].kind == LaneKind::PythonStack; };
    std::map<std::pair<quint32, quint32>, quint32> threadOf; // process, tid -> lane
    std::map<std::pair<quint32, QString>, int> threads;
    for (quint32 l = 0; l < size; ++l) {
        const Lane &lane = trace.lanes()[l];
        if (isStack(l))
            continue;
        threadOf.try_emplace({raw(lane.process), raw(lane.tid)}, l);
        ++threads[{raw(lane.process), trace.laneLabel(LaneId{l})}];
    }
    QSet<QString> taken;
    thread.resize(size);
    for (quint32 l = 0; l < size; ++l) {
        const Lane &lane = trace.lanes()[l];
        if (isStack(l))
            continue;
        QString label = trace.laneLabel(LaneId{l});
        if (threads[{raw(lane.process), label}] > 1)
            label += QStringLiteral(" (tid %1)").arg(trace.strings().text(lane.tid));
        const QString base = label;
        const QString prefix = QString::number(raw(lane.process)) + u'/';
        for (int n = 2; taken.contains(prefix + label); ++n)
            label = QStringLiteral("%1 #%2").arg(base).arg(n);
        taken.insert(prefix + label);
        thread[l] = label;
    }
    for (quint32 l = 0; l < size; ++l) {
        if (!isStack(l))
            continue;
        const Lane &lane = trace.lanes()[l];
        const auto own = threadOf.find({raw(lane.process), raw(lane.tid)});
        thread[l] = own != threadOf.end()       ? thread[own->second]
                    : lane.threadName != NoText ? trace.strings().text(lane.threadName)
                                                : QStringLiteral("Thread %1").arg(trace.strings().text(lane.tid));
    }
}

bool isOfLanes(const RankData &rank, LaneId lane, HostLanes wanted)
{
    if (wanted == HostLanes::With)
        return true;
    return isOfKernelTrace(rank.info, *rank.trace, lane) == (wanted == HostLanes::Only);
}

namespace {

bool isWanted(const QRegularExpression &pattern, const QString &text)
{
    return pattern.pattern().isEmpty() || matchesPattern(pattern, text);
}

std::vector<LaneId> wantedLanes(const RankData &rank, const PrintedLanes &labels, const TableQuery &query)
{
    const Trace &trace = *rank.trace;
    std::vector<LaneId> out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (isOfLanes(rank, LaneId{l}, query.hostLanes) && isWanted(query.lane, labels.both(LaneId{l})))
            out.push_back(LaneId{l});
    }
    return out;
}

// One answer per name, so that a pattern is not run again for every slice. Of no use when cancelled.
std::vector<char> wantedNames(const Trace &trace, const TableQuery &query, const JobContext &job)
{
    std::vector<char> out(trace.strings().size(), 1);
    if (query.name.pattern().isEmpty())
        return out;
    for (quint32 i = 0; i < out.size() && !job.isCanceled(); ++i)
        out[i] = isWanted(query.name, trace.strings().text(StrId{i})) ? 1 : 0;
    return out;
}

std::vector<ColumnSpec> sliceColumns()
{
    using K = ValueKind;
    return {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label, "", false},
        ColumnSpec("process", "Process", RS_TABLE("Process"), K::Text),
        ColumnSpec("thread", "Thread", RS_TABLE("Thread"), K::Text),
        ColumnSpec("depth", "Depth", RS_TABLE("Depth"), K::Integer,
                   RS_TABLE("How many rows of the lane lie above; 0 on top.")),
        ColumnSpec("name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Name of the slice.")),
        ColumnSpec("start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
                   RS_TABLE("Start as an offset from the start of the run.")),
        ColumnSpec("duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
                   RS_TABLE("Whole duration of the slice, also of one that reaches out of the selected time.")),
    };
}

/// Slices that stand one behind the other in the trace.
struct SliceRun
{
    quint32 row = 0;   ///< its first
    quint32 slice = 0; ///< slice of that row; those of the next rows follow
    LaneId lane{};
    quint32 depth = 0; ///< row of the lane
    [[nodiscard]] SliceId at(quint32 r) const { return SliceId{slice + (r - row)}; }
};

/// Rows as runs of slices: there are millions.
struct SliceRuns
{
    std::vector<SliceRun> all;
    [[nodiscard]] const SliceRun &of(quint32 row) const
    {
        return *(std::ranges::upper_bound(all, row, {}, &SliceRun::row) - 1);
    }
    [[nodiscard]] SliceId slice(quint32 row) const { return of(row).at(row); }
};

// Slices that touch the window, lane by lane, row by row, by start.
std::shared_ptr<const RowSource> makeSlices(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    const auto texts = std::make_shared<RowTexts>(traceTexts(rank));
    auto rows = std::make_shared<LookupRows>(sliceColumns(), texts);
    if (!rank || !rank->trace)
        return rows;
    const Trace &trace = *rank->trace;
    const SliceStore &slices = trace.slices();
    const PrintedLanes labels(trace);
    const bool byName = !query.name.pattern().isEmpty();
    const std::vector<char> names = wantedNames(trace, query, job);
    const std::vector<LaneId> lanes = wantedLanes(*rank, labels, query);
    const auto depths = std::make_shared<const ThreadDepths>(trace, lanes, job);
    const auto runs = std::make_shared<SliceRuns>();
    quint32 count = 0;
    for (const LaneId id : lanes) {
        const Lane &lane = trace.lane(id);
        for (quint32 r = 0; r < lane.rowCount; ++r) {
            const auto span = slices.visible(RowId{lane.firstRow + r}, query.window.from, query.window.to);
            if (job.isCanceled())
                return nullptr;
            if (!byName) {
                if (span.size() > 0)
                    runs->all.push_back({count, span.first, id, r});
                count += span.size();
                continue;
            }
            for (quint32 i = span.first; i < span.last; ++i) {
                if (names[raw(slices.name(SliceId{i}))] == 0)
                    continue;
                const SliceRun *const last = runs->all.empty() ? nullptr : &runs->all.back();
                if (!last || last->lane != id || last->depth != r || last->at(count) != SliceId{i})
                    runs->all.push_back({count, i, id, r});
                ++count;
            }
        }
    }
    rows->setCount(count);
    rows->setBytes(static_cast<qint64>(runs->all.capacity() * sizeof(SliceRun)) + depths->bytes());

    rows->set(u"rank", [label = texts->add(rank->info.label)](quint32) { return label; });
    const auto setLabels = [&](QStringView id, const std::vector<QString> &ofLane) {
        std::vector<StrId> ids;
        for (const QString &label : ofLane)
            ids.push_back(texts->add(label));
        rows->set(id, [runs, ids = std::move(ids)](quint32 row) { return ids[raw(runs->of(row).lane)]; });
    };
    setLabels(u"process", labels.process);
    setLabels(u"thread", labels.thread);
    rows->set(u"depth", [runs, depths](quint32 row) {
        const SliceRun &run = runs->of(row);
        return depths->of(run.lane, run.depth, run.at(row));
    });
    rows->set(u"name", [&slices, runs](quint32 row) { return slices.name(runs->slice(row)); });
    rows->set(u"start", [&slices, runs](quint32 row) { return slices.start(runs->slice(row)); });
    rows->set(u"duration", [&slices, runs](quint32 row) { return slices.duration(runs->slice(row)); });
    rows->setPlace(
        [&trace, runs, index = query.rank](quint32 row) { return placeOfSlice(index, trace, runs->slice(row)); });
    return job.isCanceled() ? nullptr : rows;
}

std::shared_ptr<const RowSource> makeSliceStats(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    auto rows = std::make_shared<CellRows>(statColumns(), rank);
    if (!rank || !rank->trace)
        return rows;
    const Trace &trace = *rank->trace;
    const std::vector<LaneId> lanes = wantedLanes(*rank, PrintedLanes(trace), query);
    const SliceStats stats = query.pool ? sliceStats(trace, lanes, query.window, *query.pool, job)
                                        : sliceStats(trace, lanes, query.window, job);
    const std::vector<char> names = wantedNames(trace, query, job);
    if (!stats.complete || job.isCanceled())
        return nullptr;
    for (const SliceStat &s : stats.rows) {
        if (names[raw(s.name)] != 0)
            addStatRow(*rows, {query.rank, s.longest, {}}, s.longest, s, {});
    }
    return rows;
}

std::vector<ColumnSpec> counterColumns()
{
    using K = ValueKind;
    return {
        {"process", "Process", RS_TABLE("Process"), K::Text},
        ColumnSpec("counter", "Counter", RS_TABLE("Counter"), K::Text),
        ColumnSpec("series", "Series", RS_TABLE("Series"), K::Text),
        ColumnSpec("time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp,
                   RS_TABLE("As an offset from the start of the run.")),
        ColumnSpec("value", "Value", RS_TABLE("Value"), K::Real),
    };
}

// Samples of every counter, series by series, by time.
std::shared_ptr<const RowSource> makeCounters(const TableQuery &query, const JobContext &)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    const auto texts = std::make_shared<RowTexts>(traceTexts(rank));
    auto rows = std::make_shared<LookupRows>(counterColumns(), texts);
    if (!rank || !rank->trace)
        return rows;
    struct Series
    {
        const CounterSeries *samples;
        quint32 first; ///< row
        StrId process;
    };
    const auto all = std::make_shared<std::vector<Series>>();
    quint32 count = 0;
    for (const CounterSeries &c : rank->trace->counters()) {
        all->push_back({&c, count, texts->add(rank->trace->processLabel(c.process))});
        count += static_cast<quint32>(c.timeNs.size());
    }
    rows->setCount(count);

    // The last series that begins at or before the row: empty ones begin where the next one does.
    const auto of = [all](quint32 row) -> const Series & {
        return *(std::ranges::upper_bound(*all, row, {}, &Series::first) - 1);
    };
    rows->set(u"process", [of](quint32 row) { return of(row).process; });
    rows->set(u"counter", [of](quint32 row) { return of(row).samples->name; });
    rows->set(u"series", [of](quint32 row) { return of(row).samples->series; });
    const auto timeAt = [of](quint32 row) {
        const Series &s = of(row);
        return s.samples->timeNs[row - s.first];
    };
    rows->set(u"time", timeAt);
    rows->set(u"value", [of](quint32 row) {
        const Series &s = of(row);
        return s.samples->value[row - s.first];
    });
    rows->setPlace([timeAt, index = query.rank](quint32 row) {
        const qint64 at = timeAt(row);
        return RowPlace{index, NoSlice, Interval{at, at}};
    });
    return rows;
}

std::vector<ColumnSpec> counterPeakColumns()
{
    using K = ValueKind;
    return {
        {"process", "Process", RS_TABLE("Process"), K::Text},
        {"counter", "Counter", RS_TABLE("Counter"), K::Text},
        {"series", "Series", RS_TABLE("Series"), K::Text},
        {"peak", "Peak", RS_TABLE("Peak"), K::Real},
        {"time", "Peak At(ns)", RS_TABLE("Peak at (%1)"), K::Stamp, RS_TABLE("When it was first reached.")},
        {"least", "Least", RS_TABLE("Least"), K::Real},
        {"last", "Last", RS_TABLE("Last"), K::Real},
        {"samples", "Samples", RS_TABLE("Samples"), K::Integer},
    };
}

std::shared_ptr<const RowSource> makeCounterPeaks(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    auto rows = std::make_shared<CellRows>(counterPeakColumns());
    JobPoll poll(job);
    for (const CounterSeries &c : rank && rank->trace ? rank->trace->counters() : std::vector<CounterSeries>()) {
        if (c.value.empty())
            continue;
        size_t most = 0; // the first that is greatest
        size_t least = 0;
        for (size_t i = 1; i < c.value.size() && !poll.isCanceled(); ++i) {
            most = c.value[i] > c.value[most] ? i : most;
            least = c.value[i] < c.value[least] ? i : least;
        }
        const StringPool &texts = rank->trace->strings();
        rows->add({query.rank, NoSlice, Interval{c.timeNs[most], c.timeNs[most]}},
                  {rank->trace->processLabel(c.process), texts.text(c.name), texts.text(c.series), c.value[most],
                   c.timeNs[most], c.value[least], c.value.back(), c.value.size()});
    }
    return job.isCanceled() ? nullptr : rows;
}

} // namespace

// By what was asked for and what the trace has.
Phrase whyNoSlices(const TableQuery &query)
{
    if (const Phrase why = whyNoTrace(query); !why.isEmpty())
        return why;
    const Trace &trace = *query.rankData()->trace;
    const QString label = rankLabel(*query.run, query.rank);
    if (trace.slices().size() == 0)
        return tableReason(
            RS_TABLE("The trace of rank %1 holds no slice that could be read: info says what is wrong with it."),
            {label});
    QStringList asked;
    if (!query.lane.pattern().isEmpty())
        asked << QStringLiteral("--lane");
    if (!query.name.pattern().isEmpty())
        asked << QStringLiteral("--name");
    if (query.window.from != TableQuery().window.from)
        asked << QStringLiteral("--from");
    if (query.window.to != TableQuery().window.to)
        asked << QStringLiteral("--to");
    return tableReason(RS_TABLE("No slice of rank %1 passes %2; its %3 slices lie between %4 and %5 ns."),
                       {label, asked.join(QStringLiteral(", ")), QString::number(trace.slices().size()),
                        QString::number(trace.startNs()), QString::number(trace.endNs())});
}

std::shared_ptr<const RowSource> statRows(const std::shared_ptr<const RankData> &rank, int index,
                                          const SliceStats &stats)
{
    auto rows = std::make_shared<CellRows>(statColumns(), rank);
    for (const SliceStat &s : stats.rows)
        addStatRow(*rows, {index, s.longest, {}}, s.longest, s, stats.clippedNs);
    return rows;
}

class FoundSlices
{
public:
    FoundSlices(std::vector<SearchedRank> ranks, std::shared_ptr<const std::vector<FoundSlice>> slices)
        : m_ranks(std::move(ranks)), m_slices(std::move(slices))
    {
        for (const SearchedRank &r : m_ranks) {
            const Trace &trace = *r.rank->trace;
            Texts &own = m_of.emplace_back();
            own.run = texts.add(r.run);
            own.label = texts.add(r.rank->info.label);
            for (quint32 l = 0; l < trace.lanes().size(); ++l) {
                own.process.push_back(texts.add(trace.processLabel(trace.lanes()[l].process)));
                own.lane.push_back(texts.add(trace.laneLabel(LaneId{l})));
            }
            own.names.resize(trace.strings().size(), NoText);
            severalRuns = severalRuns || !r.run.isEmpty();
        }
        // A name is one text, of whatever ranks: it is filtered and ordered once.
        for (const FoundSlice &s : *m_slices) {
            const Trace &trace = *m_ranks[s.rank].rank->trace;
            const StrId own = trace.slices().name(s.slice);
            StrId &name = m_of[s.rank].names[raw(own)];
            if (name == NoText)
                name = texts.add(trace.strings().text(own));
        }
    }

    [[nodiscard]] size_t count() const { return m_slices->size(); }
    [[nodiscard]] const SearchedRank &rankOf(quint32 row) const { return m_ranks[at(row).rank]; }
    [[nodiscard]] const Trace &traceOf(quint32 row) const { return *rankOf(row).rank->trace; }
    [[nodiscard]] SliceId slice(quint32 row) const { return at(row).slice; }
    [[nodiscard]] StrId run(quint32 row) const { return own(row).run; }
    [[nodiscard]] StrId label(quint32 row) const { return own(row).label; }
    [[nodiscard]] StrId process(quint32 row) const { return own(row).process[raw(traceOf(row).laneOf(slice(row)))]; }
    [[nodiscard]] StrId lane(quint32 row) const { return own(row).lane[raw(traceOf(row).laneOf(slice(row)))]; }
    [[nodiscard]] StrId name(quint32 row) const { return own(row).names[raw(traceOf(row).slices().name(slice(row)))]; }

    RowTexts texts;
    bool severalRuns = false;

private:
    struct Texts
    {
        StrId run = NoText;
        StrId label = NoText;
        std::vector<StrId> process; ///< by lane
        std::vector<StrId> lane;
        std::vector<StrId> names; ///< by text of the trace; only of what was found
    };
    [[nodiscard]] const FoundSlice &at(quint32 row) const { return (*m_slices)[row]; }
    [[nodiscard]] const Texts &own(quint32 row) const { return m_of[at(row).rank]; }

    std::vector<SearchedRank> m_ranks;
    std::shared_ptr<const std::vector<FoundSlice>> m_slices;
    std::vector<Texts> m_of; ///< by rank
};

std::shared_ptr<const FoundSlices> foundSlices(std::vector<SearchedRank> ranks,
                                               std::shared_ptr<const std::vector<FoundSlice>> slices)
{
    return std::make_shared<const FoundSlices>(std::move(ranks), std::move(slices));
}

std::shared_ptr<const RowSource> foundRows(std::shared_ptr<const FoundSlices> found, bool moved)
{
    std::vector<ColumnSpec> columns = sliceColumns();
    columnNamed(columns, u"rank").shown = true;
    columnNamed(columns, u"depth").shown = false;
    columnNamed(columns, u"thread").title = QLatin1String(RS_TABLE("Lane"));
    if (moved)
        columnNamed(columns, u"start").title = QLatin1String(RS_TABLE("Start, files' clock (%1)"));
    if (found->severalRuns) {
        columns.push_back(ColumnSpec("run", "", RS_TABLE("Run"), ValueKind::Text));
        columns.back().place = 1;
    }
    auto rows = std::make_shared<LookupRows>(std::move(columns), std::shared_ptr<const RowTexts>(found, &found->texts));
    rows->setCount(found->count());
    rows->set(u"rank", [found](quint32 row) { return found->label(row); });
    rows->set(u"process", [found](quint32 row) { return found->process(row); });
    rows->set(u"thread", [found](quint32 row) { return found->lane(row); });
    rows->set(u"depth", [found](quint32 row) { return found->traceOf(row).depthOf(found->slice(row)); });
    rows->set(u"name", [found](quint32 row) { return found->name(row); });
    rows->set(u"start", [found](quint32 row) { return found->traceOf(row).slices().start(found->slice(row)); });
    rows->set(u"duration", [found](quint32 row) { return found->traceOf(row).slices().duration(found->slice(row)); });
    if (found->severalRuns)
        rows->set(u"run", [found](quint32 row) { return found->run(row); });
    rows->setPlace([found](quint32 row) {
        return placeOfSlice(found->rankOf(row).index, found->traceOf(row), found->slice(row));
    });
    return rows;
}

void addTraceTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources traces{{QStringLiteral("trace")}, {}};
    TableSpec &slices =
        catalogue.add("slices", TableScope::Rank, RS_TABLE("Slices"),
                      RS_TABLE("Slices of one rank's trace. Those that touch the window are listed whole."),
                      sliceColumns, makeSlices, whyNoSlices);
    slices.parameters = {P::Lane, P::Name, P::Window};
    slices.sources = traces;

    TableSpec &stats =
        catalogue.add("slices.stats", TableScope::Rank, RS_TABLE("Slices by name"),
                      RS_TABLE("Statistics of a rank's slices by name."), statColumns, makeSliceStats, whyNoSlices);
    stats.parameters = {P::Lane, P::Name, P::Window};
    stats.sources = traces;
    stats.files = {{QStringLiteral("slice_statistics"), {}}};

    TableSpec &counters = catalogue.add("counters", TableScope::Rank, RS_TABLE("Counters"),
                                        RS_TABLE("Every sample of every counter in a rank's trace."));
    counters.sources = traces;
    counters.columns = [](const TableQuery &) { return counterColumns(); };
    counters.make = makeCounters;
    counters.whyEmpty = [](const TableQuery &query) -> Phrase {
        if (const Phrase why = whyNoTrace(query); !why.isEmpty())
            return why;
        return tableReason(RS_TABLE("The trace of rank %1 has no counters: the profiler writes them when system or "
                                    "memory sampling is on (sys_io, sys_interconnection, profile_memory)."),
                           {rankLabel(*query.run, query.rank)});
    };

    TableSpec &peaks = catalogue.add("counters.peaks", TableScope::Rank, RS_TABLE("Peaks of counters"),
                                     RS_TABLE("The greatest value of each counter of a rank's trace and its moment."),
                                     counterPeakColumns, makeCounterPeaks, counters.whyEmpty);
    peaks.sources = traces;
}

} // namespace rs
