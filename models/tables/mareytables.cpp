// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/marey.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

const char *kindWord(MareyKind kind)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        QT_TRANSLATE_NOOP("Tables", "computing"),
        QT_TRANSLATE_NOOP("Tables", "collective"),
        QT_TRANSLATE_NOOP("Tables", "send"),
        QT_TRANSLATE_NOOP("Tables", "receive"),
        QT_TRANSLATE_NOOP("Tables", "send and receive"),
    };
    return words[static_cast<size_t>(kind)];
}

const char *lackWord(MareyLack lack)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        "",
        QT_TRANSLATE_NOOP("Tables", "the rank is not loaded"),
        QT_TRANSLATE_NOOP("Tables", "neither a trace with kernels nor a kernel table with start times"),
        QT_TRANSLATE_NOOP("Tables", "nothing of this step"),
    };
    return words[static_cast<size_t>(lack)];
}

const char *clockWord(const RankAlignment &clock)
{
    if (clock.refusal == AlignRefusal::Reference)
        return QT_TRANSLATE_NOOP("Tables", "reference");
    return clock.applies() ? QT_TRANSLATE_NOOP("Tables", "aligned")
                           : QT_TRANSLATE_NOOP("Tables", "keeps its own clock");
}

struct ExceptionRow
{
    QString name;
    QString step;
    QString shortest;
    QString longest;
    MareyEntry entry;
    int rankIndex = -1;
};

std::vector<Field<ExceptionRow>> exceptionFields()
{
    using R = ExceptionRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("name", "Operator", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Of communication without the counters of the communicator, with the "
                                                 "name of the group.")),
         [](const R &r) { return r.name; }},
        {tableColumn("kind", "Kind", QT_TRANSLATE_NOOP("Tables", "Kind"), K::Word),
         [](const R &r) { return QString::fromLatin1(kindWord(r.entry.kind)); }},
        {tableColumn("spread", "Spread(ns)", QT_TRANSLATE_NOOP("Tables", "Spread of durations (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The longest less the shortest duration of the devices of the stage. "
                                                 "Of communication it is mostly waiting for who comes late.")),
         [](const R &r) { return r.entry.spreadNs(); }},
        {tableColumn("ratio", "Ratio", QT_TRANSLATE_NOOP("Tables", "Ratio"), K::Factor,
                     QT_TRANSLATE_NOOP("Tables", "The longest by the shortest duration.")),
         [](const R &r) { return fieldOf(r.entry.ratio()); }},
        {tableColumn("longest-rank", "Longest Rank", QT_TRANSLATE_NOOP("Tables", "Longest on rank"), K::Label),
         [](const R &r) { return r.longest; }},
        {tableColumn("shortest-rank", "Shortest Rank", QT_TRANSLATE_NOOP("Tables", "Shortest on rank"), K::Label),
         [](const R &r) { return r.shortest; }},
        {tableColumn("longest", "Longest(ns)", QT_TRANSLATE_NOOP("Tables", "Longest (%1)"), K::Time),
         [](const R &r) { return r.entry.longestNs; }},
        {tableColumn("median", "Median(ns)", QT_TRANSLATE_NOOP("Tables", "Median (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Over the devices of the stage.")),
         [](const R &r) { return r.entry.medianNs; }},
        {tableColumn("shortest", "Shortest(ns)", QT_TRANSLATE_NOOP("Tables", "Shortest (%1)"), K::Time),
         [](const R &r) { return r.entry.shortestNs; }},
        {tableColumn("start-spread", "Start Spread(ns)", QT_TRANSLATE_NOOP("Tables", "Start spread (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "From the first to the last start on aligned clocks: how slanted the "
                                                 "operator stands in the picture.")),
         [](const R &r) { return saturatedDifference(r.entry.lastStartNs, r.entry.span.from); }},
        {tableColumn("devices", "Devices", QT_TRANSLATE_NOOP("Tables", "Devices"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "That ran it, two at least.")),
         [](const R &r) { return static_cast<qint64>(r.entry.devices); }},
        {tableColumn("stage", "Stage", QT_TRANSLATE_NOOP("Tables", "Pipeline stage"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "Its place in the pipeline, from 0; empty without pipelines.")),
         [](const R &r) { return known(r.entry.stage >= 0, static_cast<qint64>(r.entry.stage)); }},
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label), [](const R &r) { return r.step; }},
        {tableColumn("occurrence", "Occurrence", QT_TRANSLATE_NOOP("Tables", "Occurrence"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "The n-th of that name in the step, from 0.")),
         [](const R &r) { return static_cast<qint64>(r.entry.occurrence); }},
        {tableColumn("start", "Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables",
                                       "On the clock of the reference rank: files hold nanoseconds since 1970, "
                                       "views show an offset from the start of the run.")),
         [](const R &r) { return r.entry.span.from; }},
    };
    // Starts may lie thousands of times as far apart as an operator is long: in their unit durations would be nothing.
    for (const char *const id : {"spread", "longest", "median", "shortest"})
        fieldNamed(out, QString::fromLatin1(id)).column.unitGroup = 1;
    fieldNamed(out, u"step").column.key = RowKey::Step;
    fieldNamed(out, u"shortest-rank").column.key = RowKey::OtherRank;
    return out;
}

bool isAsked(const TableQuery &query, int stage)
{
    return query.stage < 0 || stage == query.stage;
}

/// By its number; a step without one is in no range.
bool isStepAsked(const TableQuery &query, const QString &step)
{
    if (!query.fromStep && !query.toStep)
        return true;
    bool ok = false;
    const qint64 number = step.toLongLong(&ok);
    return ok && (!query.fromStep || number >= *query.fromStep) && (!query.toStep || number <= *query.toStep);
}

std::shared_ptr<const RowSource> makeExceptions(const TableQuery &query, const JobContext &job)
{
    const MareyChart chart = mareyChart(*query.run, {query.step}, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<QString> names(chart.names.size()); // each text once
    std::vector<ExceptionRow> rows;
    for (const quint32 i : chart.exceptions()) {
        const MareyEntry &e = chart.entries[i];
        const QString step = e.step < 0 ? QString() : chart.steps[e.step];
        if (!isAsked(query, e.stage) || !isStepAsked(query, step))
            continue;
        QString &name = names[e.name];
        if (name.isEmpty())
            name = chart.names.text(StrId{e.name});
        const MareyRow &longest = chart.rows[static_cast<size_t>(e.longestRow)];
        rows.push_back(
            {name, step, chart.rows[static_cast<size_t>(e.shortestRow)].label, longest.label, e, longest.rankIndex});
    }
    return std::make_shared<StructSource<ExceptionRow>>(exceptionFields(), std::move(rows), [](const ExceptionRow &r) {
        return RowPlace{r.rankIndex, r.entry.longestSlice, {}};
    });
}

struct DeviceRow
{
    MareyRow row; ///< without operators
    qint64 work = 0;
    qint64 communication = 0;
    qint64 alone = 0;
    RankAlignment clock;
};

std::vector<Field<DeviceRow>> deviceFields()
{
    using R = DeviceRow;
    using K = ValueKind;
    return {
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.row.label; }},
        {tableColumn("stage", "Stage", QT_TRANSLATE_NOOP("Tables", "Pipeline stage"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "Its place in the pipeline, from 0; empty without pipelines.")),
         [](const R &r) { return known(r.row.stage >= 0, static_cast<qint64>(r.row.stage)); }},
        {tableColumn("compute", "Compute Operators", QT_TRANSLATE_NOOP("Tables", "Compute operators"), K::Integer),
         [](const R &r) { return r.work; }},
        {tableColumn("communication", "Communication Operators", QT_TRANSLATE_NOOP("Tables", "Communication operators"),
                     K::Integer),
         [](const R &r) { return r.communication; }},
        {tableColumn("alone", "Without Partner", QT_TRANSLATE_NOOP("Tables", "Without a partner"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Operators that no other device of the stage has at that place: they "
                                                 "are drawn without joins.")),
         [](const R &r) { return r.alone; }},
        {tableColumn("clock", "Clock", QT_TRANSLATE_NOOP("Tables", "Clock"), K::Word),
         [](const R &r) { return QString::fromLatin1(clockWord(r.clock)); }},
        {tableColumn("offset", "Offset(ns)", QT_TRANSLATE_NOOP("Tables", "Offset (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "What its clock is ahead of that of the reference, which is taken "
                                                 "off.")),
         [](const R &r) { return known(r.clock.applies(), r.clock.offsetNs); }},
        {tableColumn("uncertainty", "Uncertainty(ns)", QT_TRANSLATE_NOOP("Tables", "Uncertainty (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "95 % of the matched ends lie within this of each other.")),
         [](const R &r) { return known(r.clock.applies(), r.clock.residualP95Ns); }},
        {tableColumn("reason", "Reason", QT_TRANSLATE_NOOP("Tables", "What is missing"), K::Word),
         [](const R &r) { return QString::fromLatin1(lackWord(r.row.lack)); }},
    };
}

std::shared_ptr<const RowSource> makeDevices(const TableQuery &query, const JobContext &job)
{
    const MareyChart chart = mareyChart(*query.run, {query.step}, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<DeviceRow> rows;
    for (const MareyRow &device : chart.rows) {
        if (chart.isEmpty() || !isAsked(query, device.stage))
            continue;
        DeviceRow row;
        row.row.rankIndex = device.rankIndex;
        row.row.label = device.label;
        row.row.stage = device.stage;
        row.row.lack = device.lack;
        row.work = std::ssize(device.work);
        row.communication = std::ssize(device.communication);
        for (const MareyLane *const lane : {&device.work, &device.communication}) {
            for (const MareyOperator &op : *lane)
                row.alone += chart.entries[op.entry].devices < 2 ? 1 : 0;
        }
        if (static_cast<size_t>(device.rankIndex) < chart.clocks.size())
            row.clock = chart.clocks[static_cast<size_t>(device.rankIndex)];
        rows.push_back(std::move(row));
    }
    return std::make_shared<StructSource<DeviceRow>>(deviceFields(), std::move(rows), [](const DeviceRow &r) {
        return RowPlace{r.row.rankIndex, NoSlice, {}};
    });
}

Phrase whyNoOperatorsIn(const MareyChart &chart, const TableQuery &query)
{
    if (const std::optional<Phrase> why = whyNotThatStage(query))
        return *why;
    if (!query.step.isEmpty() && !query.run->steps().contains(query.step))
        return whyNoSteps(query);
    const auto lacksStep = [](const MareyRow &r) { return r.lack == MareyLack::NoStep; };
    if (std::any_of(chart.rows.begin(), chart.rows.end(), lacksStep))
        return tableReason(QT_TRANSLATE_NOOP("Tables", "No rank has operators with times in step %1; in other steps "
                                                       "there are some."),
                           {query.step});
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "No rank has operators with times: neither a trace (trace_view.json, msprof_*.json, a database, or "
                  "ascend_timeline_display_*.json of MindSpore 1.x) nor a kernel_details.csv with start times. The "
                  "profiler writes them when NPU activity is on."));
}

Phrase whyNoDevices(const TableQuery &query)
{
    return whyNoOperatorsIn(mareyChart(*query.run, {query.step}), query);
}

Phrase whyNoExceptions(const TableQuery &query)
{
    const MareyChart chart = mareyChart(*query.run, {query.step});
    if (chart.isEmpty() || whyNotThatStage(query))
        return whyNoOperatorsIn(chart, query);
    if (std::none_of(chart.steps.begin(), chart.steps.end(), [&](const QString &s) { return isStepAsked(query, s); }))
        return tableReason(QT_TRANSLATE_NOOP("Tables", "There is no step in the chosen range; there are: %1."),
                           {query.run->steps().join(QStringLiteral(", "))});
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "No two devices of a pipeline stage have an operator in common: one rank is loaded, or each does "
                  "other work."));
}

} // namespace

void addMareyTables(Catalogue &catalogue)
{
    const auto add = [&](const char *id, const char *title, const char *hint) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
        table.parameters = {Parameter::Step, Parameter::Stage};
        table.sources = {{QStringLiteral("trace"), QStringLiteral("kernel_details"), QStringLiteral("op_summary")}, {}};
        table.needsAllRanks = true;
        return table;
    };
    TableSpec &exceptions =
        add("marey.exceptions", QT_TRANSLATE_NOOP("Tables", "Operators that differ between devices"),
            QT_TRANSLATE_NOOP("Tables", "The same operator on the devices of a pipeline stage, the widest spread of "
                                        "durations first: which device is slow at what?"));
    exceptions.parameters.insert(exceptions.parameters.begin() + 1, Parameter::StepRange);
    exceptions.columns = [](const TableQuery &) { return columnsOf(exceptionFields()); };
    exceptions.make = makeExceptions;
    exceptions.whyEmpty = whyNoExceptions;
    TableSpec &devices = add("marey", QT_TRANSLATE_NOOP("Tables", "Devices of the Marey view"),
                             QT_TRANSLATE_NOOP("Tables", "How many operators of each device are drawn, how many of "
                                                         "them have partners, and what was taken off its clock."));
    devices.columns = [](const TableQuery &) { return columnsOf(deviceFields()); };
    devices.make = makeDevices;
    devices.whyEmpty = whyNoDevices;
}

} // namespace rs
