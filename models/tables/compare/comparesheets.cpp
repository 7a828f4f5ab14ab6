// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostsums.h"
#include "analysis/compare/overallmetrics.h"
#include "analysis/compare/rankcompare.h"
#include "core/base/saturate.h"
#include "tables/compare/comparetables.h"
#include "tables/compare/comparefields.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <limits>
#include <map>
#include <optional>
#include <utility>

/// The sheets of the official comparison. Names of the sums of two sides are matched; what a side lacks is missing.
namespace rs {

namespace {

// As the official sheets have it: 1 where both are 0, infinite where only the base is.
double sheetRatio(double base, double other)
{
    if (base == 0)
        return other == 0 ? 1 : std::numeric_limits<double>::infinity();
    return other / base;
}

/// The sums of one name on both sides.
template <typename Sum>
struct SheetPair
{
    QString name;
    std::optional<Sum> base;
    std::optional<Sum> other;
};

/// In the order of the base; what only the other has follows. `nameOf`: a sum's name.
template <typename Sum, typename NameOf>
std::vector<SheetPair<Sum>> pairSums(const std::vector<Sum> &base, const std::vector<Sum> &other, NameOf nameOf)
{
    std::vector<SheetPair<Sum>> out;
    std::map<QString, size_t> at;
    for (const Sum &s : base) {
        at.emplace(nameOf(s), out.size());
        out.push_back({nameOf(s), s, std::nullopt});
    }
    for (const Sum &s : other) {
        const auto [it, isNew] = at.emplace(nameOf(s), out.size());
        if (isNew)
            out.push_back({nameOf(s), std::nullopt, s});
        else
            out[it->second].other = s;
    }
    return out;
}

/// A ratio of what both sides have; missing where one has it alone.
template <typename Sum, typename Value>
Cell ratioCell(const SheetPair<Sum> &pair, Value value)
{
    return pair.base && pair.other ? Cell(sheetRatio(value(*pair.base), value(*pair.other))) : Cell();
}

/// Cells of the base and of the other side, which are missing where a side is.
template <typename Sum>
void appendSides(std::vector<Cell> &to, const std::optional<Sum> &base, const std::optional<Sum> &other, auto cellsOf)
{
    for (const std::optional<Sum> *const side : {&base, &other}) {
        const std::vector<Cell> cells = *side ? cellsOf(**side) : std::vector<Cell>(cellsOf(Sum()).size());
        to.insert(to.end(), cells.begin(), cells.end());
    }
}

ColumnSpec sheetDifferenceColumn()
{
    return {"difference", "Difference(us)", RS_TABLE("Difference (%1)"), ValueKind::Difference,
            RS_TABLE("Other - base.")};
}

ColumnSpec sheetRatioColumn(const char *id, const char *header, const char *title, bool hasHint = true)
{
    return {id, header, title, ValueKind::Factor,
            hasHint ? RS_TABLE("Other / base; 1 where both are 0, infinite where the base is.") : ""};
}

/// Totals are shown in one unit, single occurrences in another.
std::vector<ColumnSpec> groupUnits(std::vector<ColumnSpec> columns)
{
    using K = ValueKind;
    for (ColumnSpec &c : columns) {
        const bool isSingle = c.id.endsWith(u"average") || c.id.endsWith(u"max") || c.id.endsWith(u"min");
        const bool isTime = c.kind == K::Time || c.kind == K::MeanTime || c.kind == K::Difference;
        c.unitGroup = !isTime ? 0 : isSingle ? 2 : 1;
    }
    return columns;
}

/// Place of a row: the longest occurrence on each side, of which the base's comes first.
RowPlace pairPlace(const TableQuery &query, SliceId base, SliceId other)
{
    RowPlace out = base != NoSlice ? RowPlace{query.rank, base, {}} : RowPlace{query.other, other, {}};
    out.pair = std::pair(base, other);
    return out;
}

template <typename Sum>
SliceId longestOf(const std::optional<Sum> &side)
{
    return side ? side->longest : NoSlice;
}

/// `fill` adds the rows of two ranks that are there.
template <typename Fill>
std::shared_ptr<const RowSource> makeSheet(const TableQuery &query, const JobContext &job,
                                           std::vector<ColumnSpec> columns, Fill fill)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    auto rows = std::make_shared<CellRows>(std::move(columns));
    if (base && other) {
        fill(*rows, *base, *other);
        const auto [baseName, otherName] = rankNames(query);
        const Phrase steps = unequalStepsPhrase(sideSteps(*base, *other), baseName, otherName);
        std::vector<RowNote> notes = rows->notes();
        if (!steps.isEmpty())
            notes.insert(notes.begin(), RowNote(steps));
        rows->setNotes(std::move(notes));
    }
    return job.isCanceled() ? nullptr : rows;
}

// --- overall

/// Lines of the official sheet, whose English names files keep. Others are groups.
constexpr const char *overallNames[] = {
    RS_TABLE("Computing Time"),
    RS_TABLE("Flash Attention (Forward)"),
    RS_TABLE("Flash Attention (Forward) (Cube)"),
    RS_TABLE("Flash Attention (Forward) (Vector)"),
    RS_TABLE("Flash Attention (Backward)"),
    RS_TABLE("Flash Attention (Backward) (Cube)"),
    RS_TABLE("Flash Attention (Backward) (Vector)"),
    RS_TABLE("Conv (Forward)"),
    RS_TABLE("Conv (Forward) (Cube)"),
    RS_TABLE("Conv (Forward) (Vector)"),
    RS_TABLE("Conv (Backward)"),
    RS_TABLE("Conv (Backward) (Cube)"),
    RS_TABLE("Conv (Backward) (Vector)"),
    RS_TABLE("Matmul"),
    RS_TABLE("Matmul (Cube)"),
    RS_TABLE("Matmul (Vector)"),
    RS_TABLE("Paged Attention"),
    RS_TABLE("Vector"),
    RS_TABLE("Vector (Trans)"),
    RS_TABLE("Vector (No Trans)"),
    RS_TABLE("Cube"),
    RS_TABLE("SDMA (Tensor Move)"),
    RS_TABLE("Uncovered Communication Time"),
    RS_TABLE("Uncovered Communication Overlapped"),
    RS_TABLE("Wait"),
    RS_TABLE("Transmit"),
    RS_TABLE("Free Time"),
    RS_TABLE("SDMA"),
    RS_TABLE("Free"),
    RS_TABLE("E2E Time"),
    RS_TABLE("RDMA Bandwidth"),
    RS_TABLE("SDMA Bandwidth"),
    RS_TABLE("Memory Used"),
};

CellPhrase overallPhrase(const OverallPair &pair)
{
    // Alone the word stands for the other side of a comparison.
    if (pair.name == QLatin1String("Other"))
        return {RS_TABLE("Other operators"), {}, pair.level};
    for (const char *const name : overallNames) {
        if (pair.name == QLatin1String(name))
            return {name, {}, pair.level};
    }
    return {"%1", pair.name, pair.level};
}

QString unitOf(OverallMeasure measure)
{
    switch (measure) {
    case OverallMeasure::Time:
        break;
    case OverallMeasure::Bandwidth:
        return QStringLiteral("GB/s");
    case OverallMeasure::Memory:
        return QStringLiteral("GB");
    }
    return {};
}

std::vector<ColumnSpec> overallColumns()
{
    using K = ValueKind;
    const char *const valueHint =
        RS_TABLE("For lines that are not times: bandwidth over Total Op Info of communication.json, all steps, and "
                 "the most reserved memory of memory_record.csv.");
    const char *const shareHint = RS_TABLE("Of the time from the first to the last work.");
    return groupUnits({
        {"index", "Index", RS_TABLE("Part"), K::Text,
         RS_TABLE("Groups of one name stand in one row, with the members of each side where they differ.")},
        {"level", "Level", RS_TABLE("Level"), K::Integer,
         RS_TABLE("0: a part of the whole; deeper ones are parts of the line above.")},
        {"base-duration", "Base Duration(us)", RS_TABLE("%2: duration (%1)"), K::Time},
        {"base-share", "Base Share(%)", RS_TABLE("%2: share (%)"), K::Percent, shareHint},
        {"base-kernels", "Base Kernels", RS_TABLE("%2: kernels"), K::Integer},
        {"other-duration", "Other Duration(us)", RS_TABLE("%3: duration (%1)"), K::Time},
        {"other-share", "Other Share(%)", RS_TABLE("%3: share (%)"), K::Percent, shareHint},
        {"other-kernels", "Other Kernels", RS_TABLE("%3: kernels"), K::Integer},
        sheetDifferenceColumn(),
        sheetRatioColumn("ratio", "Ratio", RS_TABLE("Ratio")),
        {"base-value", "Base Value", RS_TABLE("%2: value"), K::Real, valueHint},
        {"other-value", "Other Value", RS_TABLE("%3: value"), K::Real, valueHint},
        {"unit", "Unit", RS_TABLE("Unit of the value"), K::Text},
    });
}

void addOverall(CellRows &to, const OverallPair &pair, qint64 baseWholeNs, qint64 otherWholeNs)
{
    const OverallLine base = pair.base.value_or(OverallLine());
    const OverallLine other = pair.other.value_or(OverallLine());
    const auto share = [](const OverallLine &line, qint64 wholeNs) {
        return line.ns && wholeNs > 0 ? Cell(100 * partOf(*line.ns, wholeNs)) : Cell();
    };
    // A class of kernels that a side does not run takes no time there.
    const qint64 baseNs = base.ns.value_or(0);
    const qint64 otherNs = other.ns.value_or(0);
    const bool isTime = pair.measure == OverallMeasure::Time;
    Cell ratio;
    if (isTime)
        ratio = sheetRatio(static_cast<double>(baseNs), static_cast<double>(otherNs));
    else if (base.value && other.value)
        ratio = sheetRatio(*base.value, *other.value);
    to.add({}, {pair.name, pair.level, base.ns, share(base, baseWholeNs), base.kernels, other.ns,
                share(other, otherWholeNs), other.kernels, cellIf(isTime, saturatedDifference(otherNs, baseNs)), ratio,
                base.value, other.value, unitOf(pair.measure)});
    to.setPhrase(u"index", overallPhrase(pair));
}

std::shared_ptr<const RowSource> makeOverall(const TableQuery &query, const JobContext &job)
{
    return makeSheet(query, job, overallColumns(), [&](CellRows &rows, const RankData &base, const RankData &other) {
        const std::vector<OverallLine> baseLines = overallMetrics(base, *query.run, job);
        const std::vector<OverallLine> otherLines =
            overallMetrics(other, query.otherRun ? *query.otherRun : *query.run, job);
        if (baseLines.empty() || otherLines.empty())
            return;
        for (const OverallPair &pair : pairOverallMetrics(baseLines, otherLines))
            addOverall(rows, pair, overallWholeNs(baseLines), overallWholeNs(otherLines));
    });
}

// --- kernels

std::vector<ColumnSpec> kernelSheetColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = groupUnits({
        {"type", "Type", RS_TABLE("Type"), K::Text},
        {"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text},
        {"base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time},
        {"base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime},
        {"base-max", "Base Max(us)", RS_TABLE("%2: longest (%1)"), K::Time},
        {"base-min", "Base Min(us)", RS_TABLE("%2: shortest (%1)"), K::Time},
        {"base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer},
        {"other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time},
        {"other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime},
        {"other-max", "Other Max(us)", RS_TABLE("%3: longest (%1)"), K::Time},
        {"other-min", "Other Min(us)", RS_TABLE("%3: shortest (%1)"), K::Time},
        {"other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer},
        sheetRatioColumn("total-ratio", "Total Ratio", RS_TABLE("Ratio of totals"), false),
        sheetRatioColumn("average-ratio", "Average Ratio", RS_TABLE("Ratio of averages"), false),
        {"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Of kernels without a type, as those of Level0.")},
    });
    out.back().place = 1;
    return out;
}

std::shared_ptr<const RowSource> makeKernelSheet(const TableQuery &query, const JobContext &job)
{
    return makeSheet(
        query, job, kernelSheetColumns(), [&](CellRows &rows, const RankData &base, const RankData &other) {
            CompareQuery asked;
            asked.grouping = OperatorGrouping::Shape;
            for (const CompareRow &r : compareRanks(base, other, asked, job).rows) {
                std::vector<Cell> cells{r.type, r.shapes};
                for (const CompareSide &s : {r.base, r.other}) {
                    const bool runs = s.calls > 0;
                    cells.insert(cells.end(), {cellIf(runs, s.totalNs), cellIf(runs, s.averageNs()),
                                               cellIf(runs, s.maxNs), cellIf(runs, s.minNs), s.calls});
                }
                cells.insert(cells.end(), {r.ratio(), sheetRatio(r.base.averageNs(), r.other.averageNs()), r.name});
                rows.add(pairPlace(query, r.base.longest, r.other.longest), cells);
            }
            // To people a column without any value says nothing.
            for (const QStringView id : {u"name", u"type", u"shapes"})
                rows.setShown(id, rows.hasValues(id));
        });
}

// --- communication

std::vector<ColumnSpec> communicationSheetColumns()
{
    using K = ValueKind;
    return groupUnits({
        {"type", "Type", RS_TABLE("Type"), K::Text},
        {"task", "Task", RS_TABLE("Task"), K::Text,
         RS_TABLE("Tasks on the planes below the operators; empty: the operators.")},
        {"base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer},
        {"base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time},
        {"base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime},
        {"base-max", "Base Max(us)", RS_TABLE("%2: longest (%1)"), K::Time},
        {"base-min", "Base Min(us)", RS_TABLE("%2: shortest (%1)"), K::Time},
        {"other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer},
        {"other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time},
        {"other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime},
        {"other-max", "Other Max(us)", RS_TABLE("%3: longest (%1)"), K::Time},
        {"other-min", "Other Min(us)", RS_TABLE("%3: shortest (%1)"), K::Time},
        sheetDifferenceColumn(),
        sheetRatioColumn("ratio", "Ratio", RS_TABLE("Ratio")),
    });
}

/// `task`: empty for the operators themselves.
void addCommunication(CellRows &to, const TableQuery &query, const QString &type, const QString &task,
                      const std::optional<TaskSum> &base, const std::optional<TaskSum> &other)
{
    std::vector<Cell> cells{type, task};
    appendSides(cells, base, other, [](const TaskSum &s) {
        return std::vector<Cell>{s.calls, s.totalNs, s.averageNs(), s.maxNs, s.minNs};
    });
    const qint64 baseNs = base ? base->totalNs : 0;
    const qint64 otherNs = other ? other->totalNs : 0;
    cells.emplace_back(saturatedDifference(otherNs, baseNs));
    cells.emplace_back(sheetRatio(static_cast<double>(baseNs), static_cast<double>(otherNs)));
    to.add(pairPlace(query, longestOf(base), longestOf(other)), cells);
}

std::shared_ptr<const RowSource> makeCommunicationSheet(const TableQuery &query, const JobContext &job)
{
    const auto fill = [&](CellRows &rows, const RankData &base, const RankData &other) {
        if (!base.trace || !other.trace)
            return;
        const auto operators = [](const std::optional<CommunicationSum> &side) {
            return side ? std::optional(side->operators) : std::nullopt;
        };
        const auto tasks = [](const std::optional<CommunicationSum> &side) {
            return side ? side->tasks : std::vector<TaskSum>();
        };
        for (const SheetPair<CommunicationSum> &pair :
             pairSums(communicationSums(*base.trace, job), communicationSums(*other.trace, job),
                      [](const CommunicationSum &s) { return s.operators.name; })) {
            addCommunication(rows, query, pair.name, {}, operators(pair.base), operators(pair.other));
            for (const SheetPair<TaskSum> &task :
                 pairSums(tasks(pair.base), tasks(pair.other), [](const TaskSum &s) { return s.name; }))
                addCommunication(rows, query, pair.name, task.name, task.base, task.other);
        }
    };
    return makeSheet(query, job, communicationSheetColumns(), fill);
}

// --- host calls

std::vector<ColumnSpec> apiColumns()
{
    using K = ValueKind;
    return groupUnits({
        {"name", "Name", RS_TABLE("Name"), K::Text},
        {"base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time},
        {"base-self", "Base Self(us)", RS_TABLE("%2: self (%1)"), K::Time},
        {"base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime},
        {"base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer},
        {"other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time},
        {"other-self", "Other Self(us)", RS_TABLE("%3: self (%1)"), K::Time},
        {"other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime},
        {"other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer},
        sheetRatioColumn("total-ratio", "Total Ratio", RS_TABLE("Ratio of totals")),
        sheetRatioColumn("self-ratio", "Self Ratio", RS_TABLE("Ratio of self times")),
        sheetRatioColumn("average-ratio", "Average Ratio", RS_TABLE("Ratio of averages")),
        sheetRatioColumn("calls-ratio", "Calls Ratio", RS_TABLE("Ratio of calls")),
    });
}

std::shared_ptr<const RowSource> makeApiSheet(const TableQuery &query, const JobContext &job)
{
    using Sum = HostApiSum;
    const auto average = [](const Sum &s) { return static_cast<double>(s.totalNs) / static_cast<double>(s.calls); };
    return makeSheet(query, job, apiColumns(), [&](CellRows &rows, const RankData &base, const RankData &other) {
        if (!base.trace || !other.trace)
            return;
        for (const SheetPair<Sum> &pair : pairSums(hostApiSums(*base.trace, job), hostApiSums(*other.trace, job),
                                                   [](const Sum &s) { return s.name; })) {
            std::vector<Cell> cells{pair.name};
            appendSides(cells, pair.base, pair.other, [&](const Sum &s) {
                return std::vector<Cell>{s.totalNs, s.selfNs, average(s), s.calls};
            });
            const auto ratio = [&pair](qint64 Sum::*value) {
                return ratioCell(pair, [value](const Sum &s) { return static_cast<double>(s.*value); });
            };
            cells.insert(cells.end(),
                         {ratio(&Sum::totalNs), ratio(&Sum::selfNs), ratioCell(pair, average), ratio(&Sum::calls)});
            rows.add(pairPlace(query, longestOf(pair.base), longestOf(pair.other)), cells);
        }
    });
}

// --- memory

std::vector<ColumnSpec> memoryColumns()
{
    using K = ValueKind;
    const char *const heldHint =
        RS_TABLE("How long its blocks were held together; one that was never released counts 0.");
    return groupUnits({
        {"operator-name", "Operator Name", RS_TABLE("Operator"), K::Text,
         RS_TABLE("The outermost operator of the framework.")},
        {"base-held", "Base Held(us)", RS_TABLE("%2: held (%1)"), K::Time, heldHint},
        {"base-memory", "Base Memory(MB)", RS_TABLE("%2: memory (MB)"), K::Real},
        {"base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer},
        {"other-held", "Other Held(us)", RS_TABLE("%3: held (%1)"), K::Time, heldHint},
        {"other-memory", "Other Memory(MB)", RS_TABLE("%3: memory (MB)"), K::Real},
        {"other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer},
        {"difference-memory", "Difference(MB)", RS_TABLE("Difference (MB)"), K::Real, RS_TABLE("Other - base.")},
        sheetRatioColumn("ratio", "Ratio", RS_TABLE("Ratio")),
    });
}

// The rows are of operators: what belongs to none of them would be missed.
void addMemoryOfNone(std::vector<RowNote> &notes, const OperatorMemorySum &ofNone, const RankData &rank,
                     const QString &side)
{
    if (ofNone.calls > 0)
        notes.emplace_back(
            ofNone.calls == 1
                ? Phrase(RS_MESSAGE("One block of %1 MB was allocated while no operator of the framework ran on the "
                                    "host, or before the profile began: it is in no row."),
                         {QString::number(ofNone.megabytes, 'f', 1)})
                : Phrase(RS_MESSAGE("%1 blocks, %2 MB in all, were allocated while no operator of the framework ran on "
                                    "the host, or before the profile began: they are in no row."),
                         {QString::number(ofNone.calls), QString::number(ofNone.megabytes, 'f', 1)}),
            rank.info.label, side);
}

std::shared_ptr<const RowSource> makeMemorySheet(const TableQuery &query, const JobContext &job)
{
    using Sum = OperatorMemorySum;
    return makeSheet(query, job, memoryColumns(), [&](CellRows &rows, const RankData &base, const RankData &other) {
        std::vector<SheetPair<Sum>> pairs;
        std::vector<RowNote> notes;
        {
            const OperatorMemory baseMemory = operatorMemorySums(base, job);
            const OperatorMemory otherMemory = operatorMemorySums(other, job);
            if (baseMemory.sums.empty() || otherMemory.sums.empty())
                return;
            pairs = pairSums(baseMemory.sums, otherMemory.sums, [](const Sum &s) { return s.name; });
            addMemoryOfNone(notes, baseMemory.ofNone, base, QStringLiteral("base"));
            addMemoryOfNone(notes, otherMemory.ofNone, other, QStringLiteral("other"));
        }
        for (const SheetPair<Sum> &pair : pairs) {
            std::vector<Cell> cells{pair.name};
            appendSides(cells, pair.base, pair.other, [](const Sum &s) {
                return std::vector<Cell>{s.heldNs, s.megabytes, s.calls};
            });
            const double baseMb = pair.base ? pair.base->megabytes : 0;
            const double otherMb = pair.other ? pair.other->megabytes : 0;
            cells.emplace_back(otherMb - baseMb);
            cells.emplace_back(sheetRatio(baseMb, otherMb));
            rows.add({}, cells);
        }
        rows.setNotes(std::move(notes));
    });
}

Phrase whyNoSheetOfTrace(const TableQuery &query)
{
    for (const auto &side : {query.rankData(), query.otherData()}) {
        if (side && !side->trace)
            return QStringLiteral("rank %1 has no trace: trace_view.json, which the profiler writes at its end, is "
                                  "missing.")
                .arg(side->info.label);
    }
    return tableReason(RS_TABLE("The traces of the two ranks have no data for this."));
}

Phrase whyNoOverallSheet(const TableQuery &query)
{
    for (const auto &side : {query.rankData(), query.otherData()}) {
        if (side && side->trace && overallMetrics(*side).empty())
            return QStringLiteral("The trace of rank %1 has no overlap analysis (process \"Overlap Analysis\"), which "
                                  "the profiler adds when NPU activity is collected.")
                .arg(side->info.label);
    }
    return whyNoSheetOfTrace(query);
}

Phrase whyNoMemorySheet(const TableQuery &query)
{
    for (const auto &side : {query.rankData(), query.otherData()}) {
        if (side && side->trace && !side->table(QStringLiteral("operator_memory")))
            return QStringLiteral(
                       "rank %1 has no operator_memory.csv: the profiler writes it with profile_memory=True.")
                .arg(side->info.label);
    }
    return whyNoSheetOfTrace(query);
}

} // namespace

void addCompareSheets(Catalogue &catalogue)
{
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, QStringList sources,
                                  auto columns, auto make, auto whyEmpty) {
        TableSpec &out = catalogue.add(id, TableScope::Pair, title, hint, columns, make, whyEmpty);
        out.sources = {std::move(sources), {}};
        out.files = {{out.id.section(u'.', 1), {}}};
    };
    const QString trace = QStringLiteral("trace");
    add("compare.overall", RS_TABLE("Overall metrics compared"),
        RS_TABLE("Where the time of two ranks went: computing by the kind of operator, communication that is not "
                 "overlapped, free time (sheet OverallMetrics); and bandwidths and the memory used."),
        {trace}, overallColumns, makeOverall, whyNoOverallSheet);
    add("compare.kernels", RS_TABLE("Kernels compared"),
        RS_TABLE("Kernels of two ranks by type and input shapes, communication included (sheet KernelCompare)."),
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), trace}, kernelSheetColumns, makeKernelSheet,
        whyNoSheetOfTrace);
    add("compare.communication", RS_TABLE("Communication compared"),
        RS_TABLE(
            "Communication operators of two ranks by type, and the tasks below them (sheet CommunicationCompare)."),
        {trace}, communicationSheetColumns, makeCommunicationSheet, whyNoSheetOfTrace);
    add("compare.api", RS_TABLE("Host calls compared"),
        RS_TABLE("Operators and APIs of the framework on the host of two ranks (sheet ApiCompare)."), {trace},
        apiColumns, makeApiSheet, whyNoSheetOfTrace);
    add("compare.memory", RS_TABLE("Memory compared"),
        RS_TABLE("Memory that the outermost operators of two ranks allocated (sheet MemoryCompareStatistic)."),
        {trace, QStringLiteral("operator_memory")}, memoryColumns, makeMemorySheet, whyNoMemorySheet);
}

} // namespace rs
