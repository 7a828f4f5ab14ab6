// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/threaddepths.h"
#include "analysis/time/slicestats.h"
#include "core/job/jobcontext.h"
#include "core/run/kerneltrace.h"
#include "core/text/patternmatch.h"
#include "core/trace/trace.h"
#include "tables/trace/statfields.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QSet>
#include <QtGlobal>

#include <algorithm>
#include <map>
#include <optional>

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

/// Slices that touch the window, lane by lane, row by row, by start. They stand one behind the other in the trace,
/// so a row is found by the span that it lies in; only where names are filtered is there a list.
class SliceRows final : public RowSource
{
public:
    SliceRows(std::shared_ptr<const RankData> rank, const TableQuery &query, const JobContext &job)
        : RowSource(sliceColumns()), m_rank(std::move(rank)), m_index(query.rank), m_texts(traceTexts(m_rank))
    {
        if (!m_rank || !m_rank->trace)
            return;
        const Trace &trace = *m_rank->trace;
        const SliceStore &slices = trace.slices();
        const PrintedLanes labels(trace);
        const bool byName = !query.name.pattern().isEmpty();
        const std::vector<char> names = wantedNames(trace, query, job);
        m_label = m_texts.add(m_rank->info.label);
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            m_process.push_back(m_texts.add(labels.process[l]));
            m_thread.push_back(m_texts.add(labels.thread[l]));
        }
        const std::vector<LaneId> lanes = wantedLanes(*m_rank, labels, query);
        m_depths.emplace(trace, lanes, job);
        for (const LaneId id : lanes) {
            const Lane &lane = trace.lane(id);
            for (quint32 r = 0; r < lane.rowCount; ++r) {
                const auto span = slices.visible(RowId{lane.firstRow + r}, query.window.from, query.window.to);
                if (job.isCanceled())
                    return;
                if (!byName) {
                    if (span.size() > 0)
                        m_runs.push_back({m_count, span.first, id, r});
                    m_count += span.size();
                    continue;
                }
                for (quint32 i = span.first; i < span.last; ++i) {
                    if (names[raw(slices.name(SliceId{i}))] == 0)
                        continue;
                    const bool follows = !m_runs.empty() && m_runs.back().lane == id && m_runs.back().depth == r &&
                                         sliceOf(m_runs.back(), m_count) == SliceId{i};
                    if (!follows)
                        m_runs.push_back({m_count, i, id, r});
                    ++m_count;
                }
            }
        }
    }

    [[nodiscard]] quint32 rows() const override { return m_count; }
    [[nodiscard]] quint32 textCount() const override { return m_texts.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        const Run &run = runOf(row);
        switch (column) {
        case 0:
            return m_label;
        case 1:
            return m_process[raw(run.lane)];
        case 2:
            return m_thread[raw(run.lane)];
        default:
            return m_rank->trace->slices().name(sliceOf(run, row));
        }
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        const Run &run = runOf(row);
        const SliceStore &slices = m_rank->trace->slices();
        switch (column) {
        case 3:
            return m_depths->of(run.lane, run.depth, sliceOf(run, row));
        case 5:
            return slices.start(sliceOf(run, row));
        default:
            return slices.duration(sliceOf(run, row));
        }
    }
    [[nodiscard]] std::optional<double> real(quint32, int) const override { return std::nullopt; }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        const SliceId slice = sliceOf(runOf(row), row);
        const SliceStore &slices = m_rank->trace->slices();
        return {m_index, slice, Interval{slices.start(slice), slices.end(slice)}};
    }
    [[nodiscard]] qint64 bytes() const override
    {
        return static_cast<qint64>(m_runs.capacity() * sizeof(Run)) + (m_depths ? m_depths->bytes() : 0);
    }

private:
    struct Run
    {
        quint32 row = 0;   ///< its first
        quint32 slice = 0; ///< of that row; those of the next rows follow
        LaneId lane{};
        quint32 depth = 0; ///< row of the lane
    };
    [[nodiscard]] const Run &runOf(quint32 row) const
    {
        const auto next =
            std::upper_bound(m_runs.begin(), m_runs.end(), row, [](quint32 r, const Run &run) { return r < run.row; });
        return *(next - 1);
    }
    static SliceId sliceOf(const Run &run, quint32 row) { return SliceId{run.slice + (row - run.row)}; }

    std::shared_ptr<const RankData> m_rank;
    int m_index;
    RowTexts m_texts;
    StrId m_label = NoText;
    std::vector<StrId> m_process; ///< by lane
    std::vector<StrId> m_thread;
    std::optional<ThreadDepths> m_depths;
    std::vector<Run> m_runs;
    quint32 m_count = 0;
};

std::shared_ptr<const RowSource> makeSlices(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<SliceRows>(query.rankData(), query, job);
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

/// Samples of every counter, series by series, by time.
class CounterRows final : public RowSource
{
public:
    CounterRows(std::shared_ptr<const RankData> rank, int index)
        : RowSource(counterColumns()), m_rank(std::move(rank)), m_index(index), m_texts(traceTexts(m_rank))
    {
        if (!m_rank || !m_rank->trace)
            return;
        for (const CounterSeries &c : m_rank->trace->counters()) {
            m_first.push_back(m_count);
            m_process.push_back(m_texts.add(m_rank->trace->processLabel(c.process)));
            m_count += static_cast<quint32>(c.timeNs.size());
        }
    }

    [[nodiscard]] quint32 rows() const override { return m_count; }
    [[nodiscard]] quint32 textCount() const override { return m_texts.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        const size_t s = seriesOf(row);
        const CounterSeries &c = series(s);
        return column == 0 ? m_process[s] : column == 1 ? c.name : c.series;
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int) const override
    {
        const size_t s = seriesOf(row);
        return series(s).timeNs[row - m_first[s]];
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int) const override
    {
        const size_t s = seriesOf(row);
        return series(s).value[row - m_first[s]];
    }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        const qint64 at = *integer(row, 3);
        return {m_index, NoSlice, Interval{at, at}};
    }

private:
    // The last series that begins at or before the row: empty ones begin where the next one does.
    [[nodiscard]] size_t seriesOf(quint32 row) const
    {
        return static_cast<size_t>(std::upper_bound(m_first.begin(), m_first.end(), row) - m_first.begin()) - 1;
    }
    [[nodiscard]] const CounterSeries &series(size_t s) const { return m_rank->trace->counters()[s]; }

    std::shared_ptr<const RankData> m_rank;
    int m_index;
    RowTexts m_texts;
    std::vector<quint32> m_first; ///< row, by series
    std::vector<StrId> m_process; ///< by series
    quint32 m_count = 0;
};

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
    return tableReason(RS_TABLE("No slice of rank %1 is left by %2; its %3 slices lie between %4 and %5 ns."),
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

    [[nodiscard]] quint32 count() const { return static_cast<quint32>(m_slices->size()); }
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

namespace {

class FoundRows final : public RowSource
{
public:
    FoundRows(std::shared_ptr<const FoundSlices> slices, bool moved)
        : RowSource(columnsOf(slices->severalRuns, moved)), m_slices(std::move(slices))
    {
    }

    [[nodiscard]] quint32 rows() const override { return m_slices->count(); }
    [[nodiscard]] quint32 textCount() const override { return m_slices->texts.count(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_slices->texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        switch (column) {
        case 0:
            return m_slices->label(row);
        case 1:
            return m_slices->process(row);
        case 2:
            return m_slices->lane(row);
        case 4:
            return m_slices->name(row);
        default:
            return m_slices->run(row);
        }
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        const Trace &trace = m_slices->traceOf(row);
        const SliceId slice = m_slices->slice(row);
        return column == 3   ? trace.depthOf(slice)
               : column == 5 ? trace.slices().start(slice)
                             : trace.slices().duration(slice);
    }
    [[nodiscard]] std::optional<double> real(quint32, int) const override { return std::nullopt; }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        const SliceId slice = m_slices->slice(row);
        const SliceStore &slices = m_slices->traceOf(row).slices();
        return {m_slices->rankOf(row).index, slice, Interval{slices.start(slice), slices.end(slice)}};
    }

private:
    static std::vector<ColumnSpec> columnsOf(bool severalRuns, bool moved)
    {
        std::vector<ColumnSpec> out = sliceColumns();
        columnNamed(out, u"rank").shown = true;
        columnNamed(out, u"depth").shown = false;
        columnNamed(out, u"thread").title = QLatin1String(RS_TABLE("Lane"));
        if (moved)
            columnNamed(out, u"start").title = QLatin1String(RS_TABLE("Start, files' clock (%1)"));
        if (severalRuns) {
            out.push_back(ColumnSpec("run", "", RS_TABLE("Run"), ValueKind::Text));
            out.back().place = 1;
        }
        return out;
    }

    std::shared_ptr<const FoundSlices> m_slices;
};

} // namespace

std::shared_ptr<const FoundSlices> foundSlices(std::vector<SearchedRank> ranks,
                                               std::shared_ptr<const std::vector<FoundSlice>> slices)
{
    return std::make_shared<const FoundSlices>(std::move(ranks), std::move(slices));
}

std::shared_ptr<const RowSource> foundRows(std::shared_ptr<const FoundSlices> slices, bool moved)
{
    return std::make_shared<const FoundRows>(std::move(slices), moved);
}

void addTraceTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources traces{{QStringLiteral("trace")}, {}};
    TableSpec &slices =
        catalogue.add("slices", TableScope::Rank, RS_TABLE("Slices"),
                      RS_TABLE("Slices of one rank's trace. Those that touch the window are taken whole."));
    slices.parameters = {P::Lane, P::Name, P::Window};
    slices.sources = traces;
    slices.columns = [](const TableQuery &) { return sliceColumns(); };
    slices.make = makeSlices;
    slices.whyEmpty = whyNoSlices;

    TableSpec &stats = catalogue.add("slices.stats", TableScope::Rank, RS_TABLE("Slices by name"),
                                     RS_TABLE("Statistics of a rank's slices by name."));
    stats.parameters = {P::Lane, P::Name, P::Window};
    stats.sources = traces;
    stats.columns = [](const TableQuery &) { return statColumns(); };
    stats.make = makeSliceStats;
    stats.whyEmpty = whyNoSlices;
    stats.files = {{QStringLiteral("slice_statistics"), {}}};

    TableSpec &counters = catalogue.add("counters", TableScope::Rank, RS_TABLE("Counters"),
                                        RS_TABLE("Every sample of every counter in a rank's trace."));
    counters.sources = traces;
    counters.columns = [](const TableQuery &) { return counterColumns(); };
    counters.make = [](const TableQuery &query, const JobContext &) -> std::shared_ptr<const RowSource> {
        return std::make_shared<CounterRows>(query.rankData(), query.rank);
    };
    counters.whyEmpty = [](const TableQuery &query) -> Phrase {
        if (const Phrase why = whyNoTrace(query); !why.isEmpty())
            return why;
        return tableReason(RS_TABLE("The trace of rank %1 has no counters: the profiler writes them when system or "
                                    "memory sampling is on (sys_io, sys_interconnection, profile_memory)."),
                           {rankLabel(*query.run, query.rank)});
    };

    TableSpec &peaks = catalogue.add("counters.peaks", TableScope::Rank, RS_TABLE("Peaks of counters"),
                                     RS_TABLE("The greatest value of each counter of a rank's trace and its moment."));
    peaks.sources = traces;
    peaks.columns = [](const TableQuery &) { return counterPeakColumns(); };
    peaks.make = makeCounterPeaks;
    peaks.whyEmpty = counters.whyEmpty;
}

} // namespace rs
