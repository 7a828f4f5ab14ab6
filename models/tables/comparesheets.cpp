// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostsums.h"
#include "analysis/compare/overallmetrics.h"
#include "analysis/compare/rankcompare.h"
#include "core/base/saturate.h"
#include "tables/comparetables.h"
#include "tables/comparefields.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <functional>
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

/// A column of the base and one of the other: `value` of a side, missing where the side is.
template <typename R, typename Sum>
void addSheetColumns(std::vector<Field<R>> &out, std::optional<Sum> R::*side, std::vector<ColumnSpec> columns,
                     std::vector<std::function<FieldValue(const Sum &)>> values)
{
    for (size_t i = 0; i < columns.size(); ++i)
        out.push_back({std::move(columns[i]), [side, value = std::move(values[i])](const R &r) {
                           return r.*side ? value(*(r.*side)) : FieldValue();
                       }});
}

/// A column that needs both sides.
template <typename R, typename Sum>
Field<R> sheetRatioColumn(const char *id, const char *header, const char *title, double (*value)(const Sum &))
{
    return {{id, header, title, ValueKind::Factor,
             RS_TABLE("Other / base; 1 where both are 0, infinite where the base is.")},
            [value](const R &r) {
                return r.base && r.other ? FieldValue(sheetRatio(value(*r.base), value(*r.other))) : FieldValue();
            }};
}

template <typename R>
Field<R> sheetDifference(std::function<std::optional<qint64>(const R &)> value)
{
    Field<R> out{{"difference", "Difference(us)", RS_TABLE("Difference (%1)"), ValueKind::Difference,
                  RS_TABLE("Other less base.")},
                 [value = std::move(value)](const R &r) { return fieldOf(value(r)); }};
    out.column.unitGroup = 1;
    return out;
}

/// Where a row leads: the longest occurrence on each side, of which the base's comes first.
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

template <typename Make>
std::shared_ptr<const RowSource> makeSheet(const TableQuery &query, const JobContext &job, Make make)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    auto out = make(base && other ? std::optional(std::pair(base, other)) : std::nullopt);
    if (base && other) {
        const auto [baseName, otherName] = rankNames(query);
        const Phrase steps = unequalStepsPhrase(sideSteps(*base, *other), baseName, otherName);
        std::vector<RowNote> notes = out->notes();
        if (!steps.isEmpty())
            notes.insert(notes.begin(), RowNote(steps));
        out->setNotes(std::move(notes));
    }
    return job.isCanceled() ? nullptr : std::shared_ptr<const RowSource>(std::move(out));
}

// --- overall

struct OverallRow
{
    OverallPair pair;
    qint64 baseWholeNs = 0;
    qint64 otherWholeNs = 0;
};

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

std::vector<Field<OverallRow>> overallFields()
{
    using R = OverallRow;
    using K = ValueKind;
    using Line = std::optional<OverallLine> OverallPair::*;
    const auto time = [](Line side) {
        return [side](const R &r) { return r.pair.*side ? fieldOf((r.pair.*side)->ns) : FieldValue(); };
    };
    const auto share = [](Line side, qint64 R::*whole) {
        return [side, whole](const R &r) {
            return r.pair.*side && (r.pair.*side)->ns ? known(r.*whole > 0, 100 * partOf(*(r.pair.*side)->ns, r.*whole))
                                                      : FieldValue();
        };
    };
    const auto kernels = [](Line side) {
        return [side](const R &r) { return r.pair.*side ? fieldOf((r.pair.*side)->kernels) : FieldValue(); };
    };
    const auto value = [](const std::optional<OverallLine> &line) {
        return line ? line->value : std::optional<double>();
    };
    const char *const valueHint =
        RS_TABLE("Of lines that are no time: bandwidth over Total Op Info of communication.json, all steps, and the "
                 "most that memory_record.csv says was reserved.");
    const char *const shareHint = RS_TABLE("Of the time from the first to the last work.");
    std::vector<Field<R>> out{
        {{"index", "Index", RS_TABLE("Part"), K::Text,
          RS_TABLE("Groups of one name stand in one row, with the members of each side where they differ.")},
         [](const R &r) { return r.pair.name; }},
        {{"level", "Level", RS_TABLE("Level"), K::Integer,
          RS_TABLE("0: a part of the whole; deeper ones are parts of the line above.")},
         [](const R &r) { return static_cast<qint64>(r.pair.level); }},
        {{"base-duration", "Base Duration(us)", RS_TABLE("%2: duration (%1)"), K::Time}, time(&OverallPair::base)},
        {{"base-share", "Base Share(%)", RS_TABLE("%2: share (%)"), K::Percent, shareHint},
         share(&OverallPair::base, &R::baseWholeNs)},
        {{"base-kernels", "Base Kernels", RS_TABLE("%2: kernels"), K::Integer}, kernels(&OverallPair::base)},
        {{"other-duration", "Other Duration(us)", RS_TABLE("%3: duration (%1)"), K::Time}, time(&OverallPair::other)},
        {{"other-share", "Other Share(%)", RS_TABLE("%3: share (%)"), K::Percent, shareHint},
         share(&OverallPair::other, &R::otherWholeNs)},
        {{"other-kernels", "Other Kernels", RS_TABLE("%3: kernels"), K::Integer}, kernels(&OverallPair::other)},
        sheetDifference<R>([](const R &r) -> std::optional<qint64> {
            if (r.pair.measure != OverallMeasure::Time)
                return std::nullopt;
            // A class of kernels that a side does not run takes no time there.
            return saturatedDifference(r.pair.other ? r.pair.other->ns.value_or(0) : 0,
                                       r.pair.base ? r.pair.base->ns.value_or(0) : 0);
        }),
        {{"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor,
          RS_TABLE("Other / base; 1 where both are 0, infinite where the base is.")},
         [value](const R &r) -> FieldValue {
             if (r.pair.measure == OverallMeasure::Time)
                 return sheetRatio(r.pair.base ? static_cast<double>(r.pair.base->ns.value_or(0)) : 0,
                                   r.pair.other ? static_cast<double>(r.pair.other->ns.value_or(0)) : 0);
             const auto base = value(r.pair.base);
             const auto other = value(r.pair.other);
             return base && other ? FieldValue(sheetRatio(*base, *other)) : FieldValue();
         }},
        {{"base-value", "Base Value", RS_TABLE("%2: value"), K::Real, valueHint},
         [value](const R &r) { return fieldOf(value(r.pair.base)); }},
        {{"other-value", "Other Value", RS_TABLE("%3: value"), K::Real, valueHint},
         [value](const R &r) { return fieldOf(value(r.pair.other)); }},
        {{"unit", "Unit", RS_TABLE("Unit of the value"), K::Text}, [](const R &r) { return unitOf(r.pair.measure); }},
    };
    for (Field<R> &f : out) {
        if (f.column.kind == K::Time)
            f.column.unitGroup = 1;
    }
    out.front().phrase = [](const R &r) { return overallPhrase(r.pair); };
    return out;
}

std::shared_ptr<const RowSource> makeOverall(const TableQuery &query, const JobContext &job)
{
    return makeSheet(query, job, [&query, &job](const auto &sides) {
        std::vector<OverallRow> rows;
        if (sides) {
            const Run &otherRun = query.otherRun ? *query.otherRun : *query.run;
            const std::vector<OverallLine> base = overallMetrics(*sides->first, *query.run, job);
            const std::vector<OverallLine> other = overallMetrics(*sides->second, otherRun, job);
            if (!base.empty() && !other.empty()) {
                for (OverallPair &pair : pairOverallMetrics(base, other))
                    rows.push_back({std::move(pair), overallWholeNs(base), overallWholeNs(other)});
            }
        }
        return std::make_shared<StructSource<OverallRow>>(overallFields(), std::move(rows));
    });
}

// --- kernels

std::vector<Field<CompareRow>> kernelSheetFields()
{
    using R = CompareRow;
    using K = ValueKind;
    std::vector<Field<R>> out{
        {{"type", "Type", RS_TABLE("Type"), K::Text}, [](const R &r) { return r.type; }},
        {{"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text}, [](const R &r) { return r.shapes; }}};
    const auto add = [&out](ColumnSpec total, ColumnSpec average, ColumnSpec longest, ColumnSpec shortest,
                            ColumnSpec calls, CompareSide R::*side) {
        const auto value = [side](auto of) {
            return [side, of](const R &r) { return known((r.*side).calls > 0, of(r.*side)); };
        };
        total.unitGroup = 1;
        for (ColumnSpec *c : {&average, &longest, &shortest})
            c->unitGroup = 2;
        out.push_back({std::move(total), value([](const CompareSide &s) { return s.totalNs; })});
        out.push_back({std::move(average), value([](const CompareSide &s) { return s.averageNs(); })});
        out.push_back({std::move(longest), value([](const CompareSide &s) { return s.maxNs; })});
        out.push_back({std::move(shortest), value([](const CompareSide &s) { return s.minNs; })});
        out.push_back({std::move(calls), [side](const R &r) { return (r.*side).calls; }});
    };
    add(ColumnSpec("base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time),
        ColumnSpec("base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime),
        ColumnSpec("base-max", "Base Max(us)", RS_TABLE("%2: longest (%1)"), K::Time),
        ColumnSpec("base-min", "Base Min(us)", RS_TABLE("%2: shortest (%1)"), K::Time),
        ColumnSpec("base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer), &R::base);
    add(ColumnSpec("other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time),
        ColumnSpec("other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime),
        ColumnSpec("other-max", "Other Max(us)", RS_TABLE("%3: longest (%1)"), K::Time),
        ColumnSpec("other-min", "Other Min(us)", RS_TABLE("%3: shortest (%1)"), K::Time),
        ColumnSpec("other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer), &R::other);
    out.push_back(
        {{"total-ratio", "Total Ratio", RS_TABLE("Ratio of totals"), K::Factor}, [](const R &r) { return r.ratio(); }});
    out.push_back({{"average-ratio", "Average Ratio", RS_TABLE("Ratio of averages"), K::Factor},
                   [](const R &r) { return sheetRatio(r.base.averageNs(), r.other.averageNs()); }});
    out.push_back(
        {{"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Of kernels without a type, as those of Level0.")},
         [](const R &r) { return r.name; }});
    out.back().column.place = 1;
    return out;
}

/// To people a column without any value says nothing.
void hideEmptyIdentity(std::vector<Field<CompareRow>> &fields, const std::vector<CompareRow> &rows)
{
    for (Field<CompareRow> &f : fields) {
        for (const auto &[id, text] :
             {std::pair(QStringView(u"name"), &CompareRow::name), std::pair(QStringView(u"type"), &CompareRow::type),
              std::pair(QStringView(u"shapes"), &CompareRow::shapes)}) {
            if (f.column.id == id)
                f.column.shown = std::any_of(rows.begin(), rows.end(),
                                             [text = text](const CompareRow &r) { return !(r.*text).isEmpty(); });
        }
    }
}

std::shared_ptr<const RowSource> makeKernelSheet(const TableQuery &query, const JobContext &job)
{
    return makeSheet(query, job, [&query, &job](const auto &sides) {
        RankComparison comparison;
        if (sides) {
            CompareQuery asked;
            asked.grouping = OperatorGrouping::Shape;
            comparison = compareRanks(*sides->first, *sides->second, asked, job);
        }
        std::vector<Field<CompareRow>> fields = kernelSheetFields();
        hideEmptyIdentity(fields, comparison.rows);
        return std::make_shared<StructSource<CompareRow>>(
            std::move(fields), std::move(comparison.rows),
            [query](const CompareRow &r) { return pairPlace(query, r.base.longest, r.other.longest); });
    });
}

// --- communication

struct CommunicationRow
{
    QString type;
    QString task; ///< empty: the operators themselves
    std::optional<TaskSum> base;
    std::optional<TaskSum> other;
};

std::vector<CommunicationRow> communicationRows(const Trace &base, const Trace &other, const JobContext &job)
{
    std::vector<CommunicationRow> out;
    const auto pairs = pairSums(communicationSums(base, job), communicationSums(other, job),
                                [](const CommunicationSum &s) { return s.operators.name; });
    for (const SheetPair<CommunicationSum> &pair : pairs) {
        const auto operators = [](const std::optional<CommunicationSum> &side) {
            return side ? std::optional(side->operators) : std::nullopt;
        };
        const auto tasks = [](const std::optional<CommunicationSum> &side) {
            return side ? side->tasks : std::vector<TaskSum>();
        };
        out.push_back({pair.name, {}, operators(pair.base), operators(pair.other)});
        for (SheetPair<TaskSum> &task :
             pairSums(tasks(pair.base), tasks(pair.other), [](const TaskSum &s) { return s.name; }))
            out.push_back({pair.name, task.name, std::move(task.base), std::move(task.other)});
    }
    return out;
}

std::vector<Field<CommunicationRow>> communicationSheetFields()
{
    using R = CommunicationRow;
    using K = ValueKind;
    using Value = std::function<FieldValue(const TaskSum &)>;
    const std::vector<Value> values{[](const TaskSum &s) { return s.calls; },
                                    [](const TaskSum &s) { return s.totalNs; },
                                    [](const TaskSum &s) { return s.averageNs(); },
                                    [](const TaskSum &s) { return s.maxNs; }, [](const TaskSum &s) { return s.minNs; }};
    std::vector<Field<R>> out{{{"type", "Type", RS_TABLE("Type"), K::Text}, [](const R &r) { return r.type; }},
                              {{"task", "Task", RS_TABLE("Task"), K::Text,
                                RS_TABLE("Tasks on the planes below the operators; empty: the operators.")},
                               [](const R &r) { return r.task; }}};
    addSheetColumns<R, TaskSum>(
        out, &R::base,
        {{"base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer},
         ColumnSpec("base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time),
         ColumnSpec("base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime),
         ColumnSpec("base-max", "Base Max(us)", RS_TABLE("%2: longest (%1)"), K::Time),
         ColumnSpec("base-min", "Base Min(us)", RS_TABLE("%2: shortest (%1)"), K::Time)},
        values);
    addSheetColumns<R, TaskSum>(
        out, &R::other,
        {{"other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer},
         ColumnSpec("other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time),
         ColumnSpec("other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime),
         ColumnSpec("other-max", "Other Max(us)", RS_TABLE("%3: longest (%1)"), K::Time),
         ColumnSpec("other-min", "Other Min(us)", RS_TABLE("%3: shortest (%1)"), K::Time)},
        values);
    out.push_back(sheetDifference<R>([](const R &r) -> std::optional<qint64> {
        return saturatedDifference(r.other ? r.other->totalNs : 0, r.base ? r.base->totalNs : 0);
    }));
    out.push_back({{"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor,
                    RS_TABLE("Other / base; 1 where both are 0, infinite where the base is.")},
                   [](const R &r) {
                       return sheetRatio(r.base ? static_cast<double>(r.base->totalNs) : 0,
                                         r.other ? static_cast<double>(r.other->totalNs) : 0);
                   }});
    for (Field<R> &f : out) {
        if (f.column.kind == K::Time || f.column.kind == K::MeanTime)
            f.column.unitGroup = f.column.id.endsWith(u"total") ? 1 : 2;
    }
    return out;
}

std::shared_ptr<const RowSource> makeCommunicationSheet(const TableQuery &query, const JobContext &job)
{
    return makeSheet(query, job, [&query, &job](const auto &sides) {
        std::vector<CommunicationRow> rows;
        if (sides && sides->first->trace && sides->second->trace)
            rows = communicationRows(*sides->first->trace, *sides->second->trace, job);
        return std::make_shared<StructSource<CommunicationRow>>(
            communicationSheetFields(), std::move(rows),
            [query](const CommunicationRow &r) { return pairPlace(query, longestOf(r.base), longestOf(r.other)); });
    });
}

// --- host calls

std::vector<Field<SheetPair<HostApiSum>>> apiFields()
{
    using S = HostApiSum;
    using R = SheetPair<S>;
    using K = ValueKind;
    const auto average = [](const S &s) { return static_cast<double>(s.totalNs) / static_cast<double>(s.calls); };
    const std::vector<std::function<FieldValue(const S &)>> values{[](const S &s) { return s.totalNs; },
                                                                   [](const S &s) { return s.selfNs; }, average,
                                                                   [](const S &s) { return s.calls; }};
    std::vector<Field<R>> out{{{"name", "Name", RS_TABLE("Name"), K::Text}, [](const R &r) { return r.name; }}};
    addSheetColumns<R, S>(out, &R::base,
                          {{"base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time},
                           ColumnSpec("base-self", "Base Self(us)", RS_TABLE("%2: self (%1)"), K::Time),
                           ColumnSpec("base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime),
                           ColumnSpec("base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer)},
                          values);
    addSheetColumns<R, S>(out, &R::other,
                          {{"other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time},
                           ColumnSpec("other-self", "Other Self(us)", RS_TABLE("%3: self (%1)"), K::Time),
                           ColumnSpec("other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime),
                           ColumnSpec("other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer)},
                          values);
    out.push_back(sheetRatioColumn<R, S>("total-ratio", "Total Ratio", RS_TABLE("Ratio of totals"),
                                         [](const S &s) { return static_cast<double>(s.totalNs); }));
    out.push_back(sheetRatioColumn<R, S>("self-ratio", "Self Ratio", RS_TABLE("Ratio of self times"),
                                         [](const S &s) { return static_cast<double>(s.selfNs); }));
    out.push_back(
        sheetRatioColumn<R, S>("average-ratio", "Average Ratio", RS_TABLE("Ratio of averages"), [](const S &s) {
            return static_cast<double>(s.totalNs) / static_cast<double>(s.calls);
        }));
    out.push_back(sheetRatioColumn<R, S>("calls-ratio", "Calls Ratio", RS_TABLE("Ratio of calls"),
                                         [](const S &s) { return static_cast<double>(s.calls); }));
    for (Field<R> &f : out) {
        if (f.column.kind == K::Time || f.column.kind == K::MeanTime)
            f.column.unitGroup = f.column.id.endsWith(u"average") ? 2 : 1;
    }
    return out;
}

std::shared_ptr<const RowSource> makeApiSheet(const TableQuery &query, const JobContext &job)
{
    return makeSheet(query, job, [&query, &job](const auto &sides) {
        std::vector<SheetPair<HostApiSum>> rows;
        if (sides && sides->first->trace && sides->second->trace)
            rows = pairSums(hostApiSums(*sides->first->trace, job), hostApiSums(*sides->second->trace, job),
                            [](const HostApiSum &s) { return s.name; });
        return std::make_shared<StructSource<SheetPair<HostApiSum>>>(
            apiFields(), std::move(rows), [query](const SheetPair<HostApiSum> &r) {
                return pairPlace(query, longestOf(r.base), longestOf(r.other));
            });
    });
}

// --- memory

std::vector<Field<SheetPair<OperatorMemorySum>>> memoryFields()
{
    using S = OperatorMemorySum;
    using R = SheetPair<S>;
    using K = ValueKind;
    const char *const heldHint =
        RS_TABLE("How long its blocks were held together; one that was never released counts 0.");
    const std::vector<std::function<FieldValue(const S &)>> values{[](const S &s) { return s.heldNs; },
                                                                   [](const S &s) { return s.megabytes; },
                                                                   [](const S &s) { return s.calls; }};
    std::vector<Field<R>> out{{{"operator-name", "Operator Name", RS_TABLE("Operator"), K::Text,
                                RS_TABLE("The outermost operator of the framework.")},
                               [](const R &r) { return r.name; }}};
    addSheetColumns<R, S>(out, &R::base,
                          {{"base-held", "Base Held(us)", RS_TABLE("%2: held (%1)"), K::Time, heldHint},
                           ColumnSpec("base-memory", "Base Memory(MB)", RS_TABLE("%2: memory (MB)"), K::Real),
                           ColumnSpec("base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer)},
                          values);
    addSheetColumns<R, S>(out, &R::other,
                          {{"other-held", "Other Held(us)", RS_TABLE("%3: held (%1)"), K::Time, heldHint},
                           ColumnSpec("other-memory", "Other Memory(MB)", RS_TABLE("%3: memory (MB)"), K::Real),
                           ColumnSpec("other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer)},
                          values);
    out.push_back(
        {{"difference-memory", "Difference(MB)", RS_TABLE("Difference (MB)"), K::Real, RS_TABLE("Other less base.")},
         [](const R &r) { return (r.other ? r.other->megabytes : 0) - (r.base ? r.base->megabytes : 0); }});
    out.push_back(
        {{"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor,
          RS_TABLE("Other / base; 1 where both are 0, infinite where the base is.")},
         [](const R &r) { return sheetRatio(r.base ? r.base->megabytes : 0, r.other ? r.other->megabytes : 0); }});
    for (Field<R> &f : out)
        f.column.unitGroup = f.column.kind == K::Time ? 1 : 0;
    return out;
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
    return makeSheet(query, job, [&job](const auto &sides) {
        std::vector<SheetPair<OperatorMemorySum>> rows;
        std::vector<RowNote> notes;
        if (sides) {
            const OperatorMemory base = operatorMemorySums(*sides->first, job);
            const OperatorMemory other = operatorMemorySums(*sides->second, job);
            if (!base.sums.empty() && !other.sums.empty())
                rows = pairSums(base.sums, other.sums, [](const OperatorMemorySum &s) { return s.name; });
            if (!rows.empty()) {
                addMemoryOfNone(notes, base.ofNone, *sides->first, QStringLiteral("base"));
                addMemoryOfNone(notes, other.ofNone, *sides->second, QStringLiteral("other"));
            }
        }
        auto out = std::make_shared<StructSource<SheetPair<OperatorMemorySum>>>(memoryFields(), std::move(rows));
        out->setNotes(std::move(notes));
        return out;
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
    return tableReason(RS_TABLE("The traces of the two ranks have nothing that belongs there."));
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
    const auto add = [&catalogue](const char *id, const char *title, const char *hint,
                                  QStringList files) -> TableSpec & {
        TableSpec &out = catalogue.add(id, TableScope::Pair, title, hint);
        out.sources = {std::move(files), {}};
        return out;
    };
    TableSpec &overall =
        add("compare.overall", RS_TABLE("Overall metrics compared"),
            RS_TABLE("Where the time of two ranks went: computing by the kind of operator, communication that is not "
                     "overlapped, free time (sheet OverallMetrics); and bandwidths and the memory used."),
            {QStringLiteral("trace")});
    overall.columns = [](const TableQuery &) { return columnsOf(overallFields()); };
    overall.make = makeOverall;
    overall.whyEmpty = whyNoOverallSheet;
    overall.files = {{QStringLiteral("overall"), {}}};

    TableSpec &kernels =
        add("compare.kernels", RS_TABLE("Kernels compared"),
            RS_TABLE("Kernels of two ranks by type and input shapes, communication included (sheet KernelCompare)."),
            {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")});
    kernels.columns = [](const TableQuery &) { return columnsOf(kernelSheetFields()); };
    kernels.make = makeKernelSheet;
    kernels.whyEmpty = whyNoSheetOfTrace;
    kernels.files = {{QStringLiteral("kernels"), {}}};

    TableSpec &communication =
        add("compare.communication", RS_TABLE("Communication compared"),
            RS_TABLE(
                "Communication operators of two ranks by type, and the tasks below them (sheet CommunicationCompare)."),
            {QStringLiteral("trace")});
    communication.columns = [](const TableQuery &) { return columnsOf(communicationSheetFields()); };
    communication.make = makeCommunicationSheet;
    communication.whyEmpty = whyNoSheetOfTrace;
    communication.files = {{QStringLiteral("communication"), {}}};

    TableSpec &api = add("compare.api", RS_TABLE("Host calls compared"),
                         RS_TABLE("Operators and APIs of the framework on the host of two ranks (sheet ApiCompare)."),
                         {QStringLiteral("trace")});
    api.columns = [](const TableQuery &) { return columnsOf(apiFields()); };
    api.make = makeApiSheet;
    api.whyEmpty = whyNoSheetOfTrace;
    api.files = {{QStringLiteral("api"), {}}};

    TableSpec &memory =
        add("compare.memory", RS_TABLE("Memory compared"),
            RS_TABLE("Memory that the outermost operators of two ranks allocated (sheet MemoryCompareStatistic)."),
            {QStringLiteral("trace"), QStringLiteral("operator_memory")});
    memory.columns = [](const TableQuery &) { return columnsOf(memoryFields()); };
    memory.make = makeMemorySheet;
    memory.whyEmpty = whyNoMemorySheet;
    memory.files = {{QStringLiteral("memory"), {}}};
}

} // namespace rs
