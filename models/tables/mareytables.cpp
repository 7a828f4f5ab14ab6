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
        RS_TABLE("computing"), RS_TABLE("collective"),       RS_TABLE("send"),
        RS_TABLE("receive"),   RS_TABLE("send and receive"),
    };
    return words[static_cast<size_t>(kind)];
}

const char *lackWord(MareyLack lack)
{
    // Marked for translation here, where they are printed.
    constexpr std::array words = {
        "",
        RS_TABLE("the rank is not loaded"),
        RS_TABLE("neither a trace with kernels nor a kernel table with start times"),
        RS_TABLE("nothing of this step"),
    };
    return words[static_cast<size_t>(lack)];
}

const char *clockWord(const RankAlignment &clock)
{
    if (clock.refusal == AlignRefusal::Reference)
        return RS_TABLE("reference");
    return clock.applies() ? RS_TABLE("aligned") : RS_TABLE("keeps its own clock");
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
        {{"name", "Operator", RS_TABLE("Operator"), K::Text,
          RS_TABLE("Of communication without the counters of the communicator, with the name of the group.")},
         [](const R &r) { return r.name; }},
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word},
         [](const R &r) { return QString::fromLatin1(kindWord(r.entry.kind)); }},
        {{"spread", "Spread(ns)", RS_TABLE("Spread of durations (%1)"), K::Time,
          RS_TABLE("The longest less the shortest duration of the devices of the stage. Of communication it is mostly "
                   "waiting for who comes late.")},
         [](const R &r) { return r.entry.spreadNs(); }},
        {{"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor, RS_TABLE("The longest by the shortest duration.")},
         [](const R &r) { return fieldOf(r.entry.ratio()); }},
        {{"longest-rank", "Longest Rank", RS_TABLE("Longest on rank"), K::Label}, [](const R &r) { return r.longest; }},
        {{"shortest-rank", "Shortest Rank", RS_TABLE("Shortest on rank"), K::Label},
         [](const R &r) { return r.shortest; }},
        {{"longest", "Longest(ns)", RS_TABLE("Longest (%1)"), K::Time}, [](const R &r) { return r.entry.longestNs; }},
        {{"median", "Median(ns)", RS_TABLE("Median (%1)"), K::Time, RS_TABLE("Over the devices of the stage.")},
         [](const R &r) { return r.entry.medianNs; }},
        {{"shortest", "Shortest(ns)", RS_TABLE("Shortest (%1)"), K::Time},
         [](const R &r) { return r.entry.shortestNs; }},
        {{"start-spread", "Start Spread(ns)", RS_TABLE("Start spread (%1)"), K::Time,
          RS_TABLE(
              "From the first to the last start on aligned clocks: how slanted the operator stands in the picture.")},
         [](const R &r) { return saturatedDifference(r.entry.lastStartNs, r.entry.span.from); }},
        {{"devices", "Devices", RS_TABLE("Devices"), K::Integer, RS_TABLE("That ran it, two at least.")},
         [](const R &r) { return static_cast<qint64>(r.entry.devices); }},
        {{"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
          RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
         [](const R &r) { return known(r.entry.stage >= 0, static_cast<qint64>(r.entry.stage)); }},
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step; }},
        {{"occurrence", "Occurrence", RS_TABLE("Occurrence"), K::Integer,
          RS_TABLE("The n-th of that name in the step, from 0.")},
         [](const R &r) { return static_cast<qint64>(r.entry.occurrence); }},
        {{"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("On the clock of the reference rank: files hold nanoseconds since 1970, views show an offset from "
                   "the start of the run.")},
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
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.row.label; }},
        {{"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
          RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
         [](const R &r) { return known(r.row.stage >= 0, static_cast<qint64>(r.row.stage)); }},
        {{"compute", "Compute Operators", RS_TABLE("Compute operators"), K::Integer},
         [](const R &r) { return r.work; }},
        {{"communication", "Communication Operators", RS_TABLE("Communication operators"), K::Integer},
         [](const R &r) { return r.communication; }},
        {{"alone", "Without Partner", RS_TABLE("Without a partner"), K::Integer,
          RS_TABLE("Operators that no other device of the stage has at that place: they are drawn without joins.")},
         [](const R &r) { return r.alone; }},
        {{"clock", "Clock", RS_TABLE("Clock"), K::Word},
         [](const R &r) { return QString::fromLatin1(clockWord(r.clock)); }},
        {{"offset", "Offset(ns)", RS_TABLE("Offset (%1)"), K::Difference,
          RS_TABLE("What its clock is ahead of that of the reference, which is taken off.")},
         [](const R &r) { return known(r.clock.applies(), r.clock.offsetNs); }},
        {{"uncertainty", "Uncertainty(ns)", RS_TABLE("Uncertainty (%1)"), K::Time,
          RS_TABLE("95 % of the matched ends lie within this of each other.")},
         [](const R &r) { return known(r.clock.applies(), r.clock.residualP95Ns); }},
        {{"reason", "Reason", RS_TABLE("What is missing"), K::Word},
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
        return tableReason(RS_TABLE("No rank has operators with times in step %1; in other steps there are some."),
                           {query.step});
    return tableReason(
        RS_TABLE("No rank has operators with times: neither a trace (trace_view.json, msprof_*.json, a database, or "
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
        return tableReason(RS_TABLE("There is no step in the chosen range; there are: %1."),
                           {query.run->steps().join(QStringLiteral(", "))});
    return tableReason(RS_TABLE(
        "No two devices of a pipeline stage have an operator in common: one rank is loaded, or each does other work."));
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
    TableSpec &exceptions = add("marey.exceptions", RS_TABLE("Operators that differ between devices"),
                                RS_TABLE("The same operator on the devices of a pipeline stage, the widest spread of "
                                         "durations first: which device is slow at what?"));
    exceptions.parameters.insert(exceptions.parameters.begin() + 1, Parameter::StepRange);
    exceptions.columns = [](const TableQuery &) { return columnsOf(exceptionFields()); };
    exceptions.make = makeExceptions;
    exceptions.whyEmpty = whyNoExceptions;
    TableSpec &devices = add("marey", RS_TABLE("Devices of the Marey view"),
                             RS_TABLE("How many operators of each device are drawn, how many of them have partners, "
                                      "and what was taken off its clock."));
    devices.columns = [](const TableQuery &) { return columnsOf(deviceFields()); };
    devices.make = makeDevices;
    devices.whyEmpty = whyNoDevices;
}

} // namespace rs
