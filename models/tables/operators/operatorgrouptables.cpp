// SPDX-License-Identifier: Apache-2.0
#include "tables/operators/operatorgrouptables.h"

#include "analysis/operators/operatorbound.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "tables/base/counterhints.h"
#include "tables/base/lookuprows.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

bool tellsPipes(const QStringList &counters)
{
    return std::ranges::any_of(counters, [](const QString &name) { return pipeOfColumn(name).has_value(); });
}

// Under the name of the file, which is not translated. Ratios of pipes come first to the eye, and where there are none
// what other groups of counters tell; the rest on request.
ColumnSpec counterColumn(const QString &name, bool pipes)
{
    const CounterHint hint = counterHint(name);
    ColumnSpec out =
        ColumnSpec("", "", "", ValueKind::Real, hint.text, pipes ? pipeOfColumn(name).has_value() : hint.telling);
    out.id = QLatin1String("counter:") + name;
    out.header = name;
    out.title = name;
    if (unitOfColumn(name) == u"us") {
        out.kind = ValueKind::Microseconds;
        out.title = name.chopped(4) + QLatin1String(" (%1)");
    } else if (name.endsWith(QLatin1String("_ratio")) || name.endsWith(QLatin1String("_rate"))) {
        out.kind = ValueKind::Ratio;
    }
    return out;
}

bool hasName(OperatorGroupBy by)
{
    using By = OperatorGroupBy;
    return by == By::Operator || by == By::NameShape || by == By::CommOperator;
}

bool hasType(OperatorGroupBy by)
{
    return by != OperatorGroupBy::NameShape && by != OperatorGroupBy::Core;
}

std::vector<ColumnSpec> groupColumns(OperatorGroupBy by, const QStringList &counters, bool severalRanks)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = groupKeyColumns(by);
    std::vector<ColumnSpec> numbers = {
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time},
        {"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent, RS_TABLE("Of the total of all rows.")},
        {"average", "Average(us)", RS_TABLE("Average (%1)"), K::MeanTime},
        {"min", "Min(us)", RS_TABLE("Min (%1)"), K::Time},
        {"median", "Median(us)", RS_TABLE("Median (%1)"), K::Time},
        {"p95", "P95(us)", RS_TABLE("P95 (%1)"), K::Time, RS_TABLE("95 of 100 calls take at most that long.")},
        {"max", "Max(us)", RS_TABLE("Max (%1)"), K::Time},
        {"wait", "Wait Time(us)", RS_TABLE("Wait (%1)"), K::Time,
         RS_TABLE("Waits before its calls, from the end of the task before, as the file says; summed.")},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    if (severalRanks) {
        out.push_back({"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer, RS_TABLE("On how many ranks it runs.")});
        out.push_back({"slowest-rank", "Slowest Rank", RS_TABLE("Slowest rank"), K::Label,
                       RS_TABLE("On which its total is greatest.")});
        out.push_back({"slowest-total", "Slowest Total(us)", RS_TABLE("Total there (%1)"), K::Time,
                       RS_TABLE("Its total on the slowest rank.")});
    }
    if (!isOfCommunication(by)) {
        out.push_back({"blocks", "Block Dim", RS_TABLE("Block dim"), K::Real,
                       RS_TABLE("On how many cores a call ran, on average.")});
        out.push_back({"bound", "Bound", RS_TABLE("Bound by"), K::Word,
                       RS_TABLE("Bottleneck by the pipe ratios and the wait before it; empty if no column shows it.")});
        out.push_back({"pipe", "Busiest Pipe", RS_TABLE("Busiest pipe"), K::Text});
        out.push_back({"gigaops", "GFLOP/s", RS_TABLE("Operations (G/s)"), K::Real,
                       RS_TABLE("Operations that the cores counted (aic_metrics=ArithmeticUtilization) / the time; the "
                                "bar compares it with the fastest operator on these cores.")});
        out.push_back({"advice", "Advice", RS_TABLE("Advice"), K::Sentence});
        for (const QString &name : counters)
            out.push_back(counterColumn(name, tellsPipes(counters)));
    }
    setUnitGroup(out, 1, {u"min", u"median", u"p95", u"max"});
    int place = 0;
    for (const QStringView id : {u"name", u"type", u"shapes", u"core", u"total", u"share", u"calls", u"bound", u"pipe",
                                 u"slowest-rank", u"average", u"median", u"p95", u"max", u"wait"}) {
        for (ColumnSpec &c : out) {
            if (c.id == id)
                c.place = ++place;
        }
    }
    return out;
}

} // namespace

OperatorGroupQuery groupQuery(const TableQuery &query, OperatorGroupBy by)
{
    OperatorGroupQuery out;
    out.by = by;
    out.step = query.step;
    out.domain = query.domain;
    out.core = query.core;
    // The whole time is what nobody chose.
    if (query.window.from != TableQuery().window.from || query.window.to != TableQuery().window.to)
        out.window = query.window;
    return out;
}

namespace {

std::vector<int> ranksOf(const TableQuery &query, bool several)
{
    if (!several)
        return {query.rank};
    return query.rankIndices();
}

/// The tables that are made of groups.
enum class GroupTable : quint8 { OfRank, OfCores, OfRanks };

OperatorGroupBy byOf(const TableQuery &query, GroupTable table)
{
    return table == GroupTable::OfCores ? OperatorGroupBy::Core : groupByOf(query.by, query.kind);
}

std::function<std::shared_ptr<const RowSource>(const TableQuery &, const JobContext &)> makeGroups(GroupTable table)
{
    return [table](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const bool several = table == GroupTable::OfRanks;
        if (!query.run)
            return std::make_shared<RowSource>(groupColumns(byOf(query, table), {}, false));
        OperatorGroups groups =
            operatorGroups(*query.run, ranksOf(query, several), groupQuery(query, byOf(query, table)), job);
        if (job.isCanceled())
            return nullptr;
        return groupRows(*query.run, std::move(groups), several);
    };
}

std::function<std::vector<ColumnSpec>(const TableQuery &)> columnsOfGroups(GroupTable table)
{
    return [table](const TableQuery &query) {
        QStringList counters;
        OperatorGroupBy by = byOf(query, table);
        const bool several = table == GroupTable::OfRanks;
        if (query.run) {
            for (const int rank : ranksOf(query, several)) {
                const auto data = query.run->rank(rank);
                if (!data || !data->kernels)
                    continue;
                for (const int c : counterColumns(*data->kernels)) {
                    if (const QString &name = data->kernels->at(c).name; !counters.contains(name))
                        counters << name;
                }
            }
        }
        return groupColumns(by, counters, several);
    };
}

std::function<Phrase(const TableQuery &)> whyNoGroups(GroupTable table)
{
    return [table](const TableQuery &query) -> Phrase {
        if (!query.run)
            return {};
        OperatorGroupQuery asked;
        asked.by = byOf(query, table);
        const std::vector<int> ranks = ranksOf(query, table == GroupTable::OfRanks);
        const OperatorGroups all = operatorGroups(*query.run, ranks, asked);
        if (all.note == GroupNote::NoData)
            return tableReason(RS_TABLE(
                "No kernel of the rank is known: it has neither kernel_details.csv (op_summary*.csv of msprof) nor a "
                "trace with kernels. The profiler writes both when NPU activity is collected (ProfilerActivity.NPU)."));
        if (!all.rows.empty())
            return tableReason(RS_TABLE("No operator meets the conditions."));
        return isOfCommunication(asked.by)
                   ? tableReason(RS_TABLE("There are no communication operators in the data, as in runs with one "
                                          "rank."))
                   : tableReason(RS_TABLE("There are no compute operators in the data."));
    };
}

/// A column of the kernel table that has a meaning of its own.
struct CallColumn
{
    ColumnSpec spec;
    int KernelColumns::*column;
};

std::vector<CallColumn> callColumns()
{
    using K = ValueKind;
    using C = KernelColumns;
    std::vector<CallColumn> out = {
        {{"name", "Name", RS_TABLE("Name"), K::Text}, &C::name},
        {{"type", "Type", RS_TABLE("Type"), K::Text}, &C::type},
        {{"core", "Core Type", RS_TABLE("Core type"), K::Text}, &C::core},
        {{"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("Start as an offset from the start of the run.")},
         &C::start},
        {{"duration", "Duration(us)", RS_TABLE("Duration (%1)"), K::Time}, &C::duration},
        {{"wait", "Wait Time(us)", RS_TABLE("Wait (%1)"), K::Time,
          RS_TABLE("From the end of the task before to its start, as the file says.")},
         &C::wait},
        {{"blocks", "Block Dim", RS_TABLE("Block dim"), K::Integer, RS_TABLE("On how many cores it ran.")}, &C::blocks},
        {{"mix-blocks", "Mix Block Dim", RS_TABLE("Mix block dim"), K::Integer,
          RS_TABLE("On how many cores of the other kind a mixed operator ran."), false},
         &C::mixBlocks},
        {{"input-shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text}, &C::inputShapes},
        {{"input-types", "Input Data Types", RS_TABLE("Input data types"), K::Text}, &C::inputTypes},
        {{"input-formats", "Input Formats", RS_TABLE("Input formats"), K::Text}, &C::inputFormats},
        {{"output-shapes", "Output Shapes", RS_TABLE("Output shapes"), K::Text}, &C::outputShapes},
        {{"output-types", "Output Data Types", RS_TABLE("Output data types"), K::Text}, &C::outputTypes},
        {{"output-formats", "Output Formats", RS_TABLE("Output formats"), K::Text}, &C::outputFormats},
        {{"state", "OP State", RS_TABLE("State"), K::Text,
          RS_TABLE("Whether the shapes were known when it was compiled: static or dynamic."), false},
         &C::state},
        {{"stream", "Stream ID", RS_TABLE("Stream"), K::Identifier, "", false}, &C::stream},
        {{"task", "Task ID", RS_TABLE("Task"), K::Identifier, "", false}, &C::task},
        {{"context", "Context ID", RS_TABLE("Context"), K::Identifier, "", false}, &C::context},
    };
    int place = 0;
    for (const QStringView id : {u"name", u"duration", u"wait", u"blocks", u"input-shapes"})
        std::ranges::find_if(out, [id](const CallColumn &c) { return c.spec.id == id; })->spec.place = ++place;
    return out;
}

std::vector<ColumnSpec> specsOfCalls(const Table *table)
{
    std::vector<ColumnSpec> out;
    for (const CallColumn &c : callColumns())
        out.push_back(c.spec);
    if (table) {
        QStringList counters;
        for (const int c : counterColumns(*table))
            counters << table->at(c).name;
        for (const QString &name : counters)
            out.push_back(counterColumn(name, tellsPipes(counters)));
    }
    return out;
}

// The columns of "cores.kernels", which are some of those of calls.
std::vector<CallColumn> kernelCallColumns()
{
    const std::vector<CallColumn> all = callColumns();
    std::vector<CallColumn> out;
    for (const QStringView id :
         {u"name", u"type", u"core", u"duration", u"wait", u"start", u"blocks", u"input-shapes", u"output-shapes",
          u"input-types", u"input-formats", u"output-types", u"output-formats"}) {
        out.push_back(*std::ranges::find_if(all, [id](const CallColumn &c) { return c.spec.id == id; }));
        ColumnSpec &spec = out.back().spec;
        spec.shown = !id.endsWith(u"-types") && !id.endsWith(u"-formats");
        spec.place = id == u"duration" ? 1 : id == u"name" ? 2 : id == u"type" ? 3 : id == u"core" ? 4 : 0;
    }
    return out;
}

// Calls looked up in the kernel table, or in the trace where there is none. `Call` has a row of that table, a slice and
// a duration. `columns`: those with a meaning of their own, with which `specs` begin. `namesCores`: of slices the core
// that their kind stands for.
template <typename Call>
std::shared_ptr<LookupRows> lookedUp(const std::shared_ptr<const RankData> &rank, int index, std::vector<Call> found,
                                     bool fromTrace, const std::vector<CallColumn> &columns,
                                     std::vector<ColumnSpec> specs, bool namesCores)
{
    const Table *const table = !fromTrace && rank ? rank->kernels.get() : nullptr;
    const auto texts = std::make_shared<RowTexts>(table ? std::shared_ptr<const StringPool>(rank, &table->strings())
                                                        : traceTexts(rank));
    auto rows = std::make_shared<LookupRows>(std::move(specs), texts);
    rows->setShapes();
    rows->setCount(found.size());
    rows->setBytes(std::ssize(found) * static_cast<qint64>(sizeof(Call)));
    const auto calls = std::make_shared<const std::vector<Call>>(std::move(found));
    if (table) {
        const KernelColumns c(*table);
        std::vector<int> from;
        for (const CallColumn &column : columns)
            from.push_back(c.*column.column);
        if (rows->columns().size() > from.size()) {
            const auto counters = counterColumns(*table);
            from.insert(from.end(), counters.begin(), counters.end());
        }
        for (size_t column = 0; column < from.size(); ++column)
            rows->setFrom(static_cast<int>(column), *table, from[column],
                          [calls](quint32 row) { return (*calls)[row].row; });
    } else if (rank && rank->trace) {
        const SliceStore &slices = rank->trace->slices();
        rows->set(u"name", [&slices, calls](quint32 row) { return slices.name((*calls)[row].slice); });
        rows->set(u"start", [&slices, calls](quint32 row) { return slices.start((*calls)[row].slice); });
        std::array<StrId, static_cast<size_t>(SliceKind::Count)> cores{};
        for (size_t kind = 0; namesCores && fromTrace && kind < cores.size(); ++kind)
            cores[kind] = texts->add(QLatin1String(coreOfKind(static_cast<SliceKind>(kind))));
        if (namesCores)
            rows->set(u"core", [&slices, calls, cores](quint32 row) {
                const SliceId slice = (*calls)[row].slice;
                const SliceKind kind = slices.kind(slice);
                const TaskDetail *const detail = kind == SliceKind::KernelOther ? slices.detail(slice) : nullptr;
                return detail ? detail->taskType : cores[static_cast<size_t>(kind)];
            });
    }
    rows->set(u"duration", [calls](quint32 row) { return (*calls)[row].durationNs; });
    rows->setPlace([calls, index, shown = rows.get(), at = rows->columnOf(u"start")](quint32 row) {
        const Call &call = (*calls)[row];
        RowPlace out{index, call.slice, {}};
        const std::optional<qint64> start = shown->integer(row, at);
        if (const std::optional<qint64> length = call.durationNs; start && length)
            out.time = Interval{*start, saturatedSum(*start, *length)};
        return out;
    });
    return rows;
}

std::shared_ptr<const RowSource> makeCalls(const TableQuery &query, const JobContext &job)
{
    GroupCalls calls;
    OperatorGroupKey key;
    if (!query.op.isEmpty())
        key.name = query.op;
    if (query.run)
        calls = groupCalls(*query.run, query.rank, groupQuery(query, groupByOf(query.by, query.kind)), key, job);
    return job.isCanceled() ? nullptr : callRows(query.rankData(), query.rank, std::move(calls));
}

std::vector<ColumnSpec> l2Columns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"name", "Name", RS_TABLE("Name"), K::Text},
        {"type", "Type", RS_TABLE("Type"), K::Text},
        {"core", "Core Type", RS_TABLE("Core type"), K::Text},
        {"cost", "Cost(us)", RS_TABLE("Cost of misses (%1)"), K::MeanTime,
         RS_TABLE("Duration × (1 − hit rate): what the misses may cost at most.")},
        {"hit", "Hit Rate", RS_TABLE("Hit rate"), K::Ratio,
         RS_TABLE("Share of the accesses that found their data in the L2 cache; empty where the file says N/A.")},
        {"victim", "Victim Rate", RS_TABLE("Victim rate"), K::Ratio,
         RS_TABLE("Share of the accesses that evicted other data from the cache.")},
        {"duration", "Duration(us)", RS_TABLE("Duration (%1)"), K::Time},
        {"input-shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text},
        {"stream", "Stream Id", RS_TABLE("Stream"), K::Identifier, "", false},
        {"task", "Task Id", RS_TABLE("Task"), K::Identifier, "", false},
    };
    setUnitGroup(out, 1, {u"cost", u"duration"});
    return out;
}

std::shared_ptr<const RowSource> makeL2(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    L2Kernels kernels = rank ? l2Kernels(*rank, job) : L2Kernels();
    return job.isCanceled() ? nullptr : l2Rows(rank, query.rank, std::move(kernels));
}

Phrase whyNoL2(const TableQuery &query)
{
    return fileGaveNothing(query, {QStringLiteral("l2_cache")})
        .value_or(tableReason(RS_TABLE("The rank has no l2_cache.csv. The profiler writes it when its option l2_cache "
                                       "is on (l2_cache=True; --l2=on of msprof).")));
}

} // namespace

OperatorGroupBy groupByOf(OperatorGrouping by, OperatorKind kind)
{
    if (kind == OperatorKind::Communication)
        return by == OperatorGrouping::Type ? OperatorGroupBy::CommType : OperatorGroupBy::CommOperator;
    switch (by) {
    case OperatorGrouping::Type:
        return OperatorGroupBy::Type;
    case OperatorGrouping::Name:
        return OperatorGroupBy::Operator;
    case OperatorGrouping::Shape:
    case OperatorGrouping::NameShape:
    case OperatorGrouping::Kernel:
        break;
    }
    return OperatorGroupBy::NameShape;
}

std::vector<ColumnSpec> groupKeyColumns(OperatorGroupBy by)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out;
    if (hasName(by))
        out.push_back({"name", "Name", RS_TABLE("Name"), K::Text});
    if (hasType(by))
        out.push_back({"type", "Type", RS_TABLE("Type"), K::Text});
    if (by == OperatorGroupBy::NameShape)
        out.push_back({"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text});
    if (!isOfCommunication(by))
        out.push_back({"core", "Core Type", RS_TABLE("Core type"), K::Text});
    return out;
}

std::vector<Cell> groupKeyCells(OperatorGroupBy by, const OperatorGroupKey &key)
{
    std::vector<Cell> out;
    if (hasName(by))
        out.emplace_back(key.name);
    if (hasType(by))
        out.emplace_back(key.type);
    if (by == OperatorGroupBy::NameShape)
        out.emplace_back(key.shapes);
    if (!isOfCommunication(by))
        out.emplace_back(key.core);
    return out;
}

std::shared_ptr<const OperatorGroupRows> groupRows(const Run &run, OperatorGroups groups, bool severalRanks)
{
    const qint64 largest = groups.rows.empty() ? 0 : groups.rows.front().totalNs;
    std::vector<RowNote> notes;
    if (const Phrase note = groupNoteText(groups.note); !note.isEmpty())
        notes.emplace_back(note);
    if (!groups.pipes && !isOfCommunication(groups.by) && groups.note != GroupNote::FromTrace)
        notes.emplace_back(noPipesText());
    auto rows = std::make_shared<OperatorGroupRows>(groupColumns(groups.by, groups.pmu, severalRanks));
    for (const OperatorGroup &g : groups.rows) {
        std::vector<Cell> cells = groupKeyCells(groups.by, g.key);
        cells.insert(cells.end(),
                     {g.calls, g.totalNs, g.share, g.averageNs(), g.minNs, g.medianNs, g.p95Ns, g.maxNs, g.waitNs});
        if (severalRanks)
            cells.insert(cells.end(), {g.ranks, rankLabel(run, g.slowestRank), g.slowestNs});
        const bool isCompute = !isOfCommunication(groups.by);
        if (isCompute) {
            const double waits =
                static_cast<double>(g.waitNs.value_or(0)) / static_cast<double>(std::max<qint64>(1, g.totalNs));
            const Phrase bound = boundSentence(g.bound, waits);
            cells.insert(cells.end(),
                         {g.blocks, boundWord(g.bound.bound), g.bound.busiest ? pipeName(*g.bound.busiest) : QString(),
                          g.gigaOps, bound.isEmpty() ? opsSentence(g) : bound});
            for (size_t i = 0; i < static_cast<size_t>(groups.pmu.size()); ++i)
                cells.push_back(i < g.pmu.size() ? Cell(g.pmu[i]) : Cell());
        }
        rows->add({g.longestRank, g.longest, {}}, cells);
        rows->setShare(u"total", partOf(g.totalNs, largest));
        if (isCompute)
            rows->setShare(u"gigaops", g.ofBest);
    }
    // To people a column without any value says nothing.
    for (const ColumnSpec &c : std::vector<ColumnSpec>(rows->columns()))
        rows->setShown(c.id, c.shown && rows->hasValues(c.id));
    rows->m_groups = std::move(groups.rows);
    rows->setNotes(std::move(notes));
    return rows;
}

std::shared_ptr<const RowSource> callRows(const std::shared_ptr<const RankData> &rank, int index, GroupCalls calls)
{
    std::vector<ColumnSpec> specs = specsOfCalls(!calls.fromTrace && rank ? rank->kernels.get() : nullptr);
    return lookedUp(rank, index, std::move(calls.calls), calls.fromTrace, callColumns(), std::move(specs), false);
}

std::vector<ColumnSpec> kernelColumns()
{
    std::vector<ColumnSpec> out;
    for (const CallColumn &c : kernelCallColumns())
        out.push_back(c.spec);
    return out;
}

std::shared_ptr<const RowSource> kernelRows(const std::shared_ptr<const RankData> &rank, int index, KernelWorks works)
{
    return lookedUp(rank, index, std::move(works.kernels), works.fromTrace, kernelCallColumns(), kernelColumns(), true);
}

std::shared_ptr<const RowSource> l2Rows(const std::shared_ptr<const RankData> &rank, int index, L2Kernels kernels)
{
    double total = 0;
    for (const L2Kernel &k : kernels.kernels)
        total += k.costNs().value_or(0);
    std::vector<RowNote> notes;
    if (kernels.join == L2Join::None && !kernels.kernels.empty())
        notes.emplace_back(RS_MESSAGE("There is no kernel table, so the cost of misses is unknown."));
    else if (kernels.unmatched > 0)
        notes.emplace_back(Phrase(RS_MESSAGE("Rows of l2_cache.csv without a known kernel, and so without duration "
                                             "and cost: %1."),
                                  {QString::number(kernels.unmatched)}));
    const auto rateless = std::ranges::count_if(kernels.kernels, [](const L2Kernel &k) { return !k.hit.has_value(); });
    if (rateless > 0)
        notes.emplace_back(
            Phrase(RS_MESSAGE("Rows of l2_cache.csv without a hit rate (N/A), listed last because the cost of "
                              "their misses is unknown: %1."),
                   {QString::number(rateless)}));
    const std::shared_ptr<const Table> rates = rank ? rank->table(QStringLiteral("l2_cache")) : nullptr;
    const Table *const table = rank ? rank->kernels.get() : nullptr;
    const KernelColumns c = table ? KernelColumns(*table) : KernelColumns();
    const auto columnOf = [&rates](QStringView spelling, QStringView other) {
        return rates ? rates->columnOf({spelling, other}) : -1;
    };
    const int name = columnOf(u"Op Name", u"Name");
    const int stream = columnOf(u"Stream Id", u"Stream ID");
    const int task = columnOf(u"Task Id", u"Task ID");
    auto rows = std::make_shared<CellRows>(l2Columns());
    for (const L2Kernel &k : kernels.kernels) {
        const auto ofKernel = [&](int column) {
            if (!table || k.kernelRow < 0)
                return QString();
            const std::string_view text = displayShape(table->textView(k.kernelRow, column));
            return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        };
        const auto number = [&](int column) {
            return rates && rates->has(k.l2Row, column) ? Cell(rates->integer(k.l2Row, column)) : Cell();
        };
        const std::optional<double> cost = k.costNs();
        rows->add({index, k.slice, {}}, {rates ? rates->strings().text(rates->textId(k.l2Row, name)) : QString(),
                                         ofKernel(c.type), ofKernel(c.core), cost, k.hit, k.victim, k.durationNs,
                                         ofKernel(c.inputShapes), number(stream), number(task)});
        if (total > 0 && cost)
            rows->setShare(u"cost", *cost / total);
    }
    rows->setNotes(std::move(notes));
    return rows;
}

Phrase whyNoGroupsOfRank(const TableQuery &query)
{
    return whyNoGroups(GroupTable::OfRank)(query);
}

void addOperatorGroupTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources kernels{
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    const auto add = [&](GroupTable table, const char *id, const char *title, const char *hint,
                         std::vector<P> parameters) {
        const bool several = table == GroupTable::OfRanks;
        TableSpec &out = catalogue.add(id, several ? TableScope::Run : TableScope::Rank, title, hint);
        out.parameters = std::move(parameters);
        out.sources = kernels;
        out.columns = columnsOfGroups(table);
        out.make = makeGroups(table);
        out.whyEmpty = whyNoGroups(table);
        out.sumsWindow = !several;
        out.needsAllRanks = several;
        out.takesRanks = several;
    };
    add(GroupTable::OfRank, "operators.groups", RS_TABLE("Operators in groups"),
        RS_TABLE("Operators of a rank by type, name or name and shape, with their spread, waits, counters of the cores "
                 "and what bounds them: which ones take the time, and why?"),
        {P::By, P::Kind, P::Core, P::Step, P::Domain, P::Window});
    add(GroupTable::OfCores, "operators.cores", RS_TABLE("Operators by accelerator core"),
        RS_TABLE("Operators of a rank by the kind of core, with their spread, waits and counters."),
        {P::Step, P::Window});
    add(GroupTable::OfRanks, "operators.ranks", RS_TABLE("Operators of all ranks"),
        RS_TABLE("Operators of all ranks in groups, as if they were one, with the rank on which each takes longest."),
        {P::By, P::Kind, P::Core, P::Step, P::Domain});

    TableSpec &calls = catalogue.add("operators.kernels", TableScope::Rank, RS_TABLE("Kernels of operators"),
                                     RS_TABLE("Every call of the operators of a rank, the longest first, with shapes, "
                                              "formats, blocks, wait and all counters that the file has."));
    calls.parameters = {P::Kind, P::Core, P::Operator, P::Step, P::Domain};
    calls.sources = kernels;
    calls.columns = [](const TableQuery &query) {
        const std::shared_ptr<const RankData> rank = query.rankData();
        return specsOfCalls(rank ? rank->kernels.get() : nullptr);
    };
    calls.make = makeCalls;
    calls.whyEmpty = whyNoGroups(GroupTable::OfRank);

    TableSpec &l2 = catalogue.add(
        "operators.l2", TableScope::Rank, RS_TABLE("L2 cache of kernels"),
        RS_TABLE("Hit and victim rates of l2_cache.csv beside their kernels, the most costly misses first."), l2Columns,
        makeL2, whyNoL2);
    l2.sources = {{QStringLiteral("l2_cache")}, {}};
    addMfuTables(catalogue);
}

} // namespace rs
