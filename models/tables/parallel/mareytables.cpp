// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/marey.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
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
        RS_TABLE("no data of this step"),
    };
    return words[static_cast<size_t>(lack)];
}

const char *clockWord(const RankAlignment &clock)
{
    if (clock.refusal == AlignRefusal::Reference)
        return RS_TABLE("reference");
    return clock.applies() ? RS_TABLE("aligned") : RS_TABLE("keeps its own clock");
}

std::vector<ColumnSpec> exceptionColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"name", "Operator", RS_TABLE("Operator"), K::Text,
         RS_TABLE("Communication operators without the counters of the communicator, with the name of the domain.")},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"spread", "Spread(ns)", RS_TABLE("Spread of durations (%1)"), K::Time,
         RS_TABLE("The longest less the shortest duration of the devices of the stage. For communication it is "
                  "mostly waiting for late ranks.")},
        {"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor, RS_TABLE("Longest / shortest duration.")},
        {"longest-rank", "Longest Rank", RS_TABLE("Longest on rank"), K::Label},
        {"shortest-rank", "Shortest Rank", RS_TABLE("Shortest on rank"), K::Label},
        {"longest", "Longest(ns)", RS_TABLE("Longest (%1)"), K::Time},
        {"median", "Median(ns)", RS_TABLE("Median (%1)"), K::Time, RS_TABLE("Over the devices of the stage.")},
        {"shortest", "Shortest(ns)", RS_TABLE("Shortest (%1)"), K::Time},
        {"start-spread", "Start Spread(ns)", RS_TABLE("Start spread (%1)"), K::Time,
         RS_TABLE("From the first to the last start on aligned clocks: how slanted the operator is in the picture.")},
        {"devices", "Devices", RS_TABLE("Devices"), K::Integer, RS_TABLE("Devices that ran it, at least two.")},
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
         RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"occurrence", "Occurrence", RS_TABLE("Occurrence"), K::Integer,
         RS_TABLE("The n-th of that name in the step, from 0.")},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("On the clock of the reference rank: files hold nanoseconds since 1970, views show an offset from "
                  "the start of the run.")},
    };
    // Starts may lie thousands of times as far apart as an operator is long: in their unit durations would be nothing.
    setUnitGroup(out, 1, {u"spread", u"longest", u"median", u"shortest"});
    columnNamed(out, u"shortest-rank").key = RowKey::OtherRank;
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
    auto rows = std::make_shared<CellRows>(exceptionColumns());
    for (const quint32 i : chart.exceptions()) {
        const MareyEntry &e = chart.entries[i];
        const QString step = e.step < 0 ? QString() : chart.steps[e.step];
        if (!isAsked(query, e.stage) || !isStepAsked(query, step))
            continue;
        QString &name = names[e.name];
        if (name.isEmpty())
            name = chart.names.text(StrId{e.name});
        const MareyRow &longest = chart.rows[static_cast<size_t>(e.longestRow)];
        rows->add({longest.rankIndex, e.longestSlice, {}},
                  {name, kindWord(e.kind), e.spreadNs(), e.ratio(), longest.label,
                   chart.rows[static_cast<size_t>(e.shortestRow)].label, e.longestNs, e.medianNs, e.shortestNs,
                   saturatedDifference(e.lastStartNs, e.span.from), e.devices, cellIf(e.stage >= 0, e.stage), step,
                   e.occurrence, e.span.from});
    }
    return rows;
}

std::vector<ColumnSpec> deviceColumns()
{
    using K = ValueKind;
    return {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
         RS_TABLE("Its place in the pipeline, from 0; empty without pipelines.")},
        {"compute", "Compute Operators", RS_TABLE("Compute operators"), K::Integer},
        {"communication", "Communication Operators", RS_TABLE("Communication operators"), K::Integer},
        {"alone", "Without Partner", RS_TABLE("Without a partner"), K::Integer,
         RS_TABLE("Operators that no other device of the stage has at that place: they are drawn without joins.")},
        {"clock", "Clock", RS_TABLE("Clock"), K::Word},
        {"offset", "Offset(ns)", RS_TABLE("Offset (%1)"), K::Difference,
         RS_TABLE("How far its clock is ahead of the reference; it is subtracted.")},
        {"uncertainty", "Uncertainty(ns)", RS_TABLE("Uncertainty (%1)"), K::Time,
         RS_TABLE("95 % of the matched ends lie within this of each other.")},
        {"reason", "Reason", RS_TABLE("What is missing"), K::Word},
    };
}

std::shared_ptr<const RowSource> makeDevices(const TableQuery &query, const JobContext &job)
{
    const MareyChart chart = mareyChart(*query.run, {query.step}, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(deviceColumns());
    for (const MareyRow &device : chart.rows) {
        if (chart.isEmpty() || !isAsked(query, device.stage))
            continue;
        qint64 alone = 0;
        for (const MareyLane *const lane : {&device.work, &device.communication}) {
            for (const MareyOperator &op : *lane)
                alone += chart.entries[op.entry].devices < 2 ? 1 : 0;
        }
        const auto at = static_cast<size_t>(device.rankIndex);
        const RankAlignment clock = at < chart.clocks.size() ? chart.clocks[at] : RankAlignment();
        rows->add({device.rankIndex, NoSlice, {}},
                  {device.label, cellIf(device.stage >= 0, device.stage), device.work.size(),
                   device.communication.size(), alone, clockWord(clock), cellIf(clock.applies(), clock.offsetNs),
                   cellIf(clock.applies(), clock.residualP95Ns), lackWord(device.lack)});
    }
    return rows;
}

Phrase whyNoOperatorsIn(const MareyChart &chart, const TableQuery &query)
{
    if (const std::optional<Phrase> why = whyNotThatStage(query))
        return *why;
    if (!query.step.isEmpty() && !query.run->steps().contains(query.step))
        return whyNoSteps(query);
    const auto lacksStep = [](const MareyRow &r) { return r.lack == MareyLack::NoStep; };
    if (std::ranges::any_of(chart.rows, lacksStep))
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
    if (std::ranges::none_of(chart.steps, [&](const QString &s) { return isStepAsked(query, s); }))
        return tableReason(RS_TABLE("There is no step in the chosen range; there are: %1."),
                           {query.run->steps().join(QStringLiteral(", "))});
    return tableReason(RS_TABLE(
        "No two devices of a pipeline stage have an operator in common: one rank is loaded, or each does other work."));
}

} // namespace

void addMareyTables(Catalogue &catalogue)
{
    using P = Parameter;
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, auto columns, auto make,
                                  auto whyEmpty) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyEmpty);
        table.parameters = {P::Step, P::Stage};
        table.sources = {{QStringLiteral("trace"), QStringLiteral("kernel_details"), QStringLiteral("op_summary")}, {}};
        table.needsAllRanks = true;
        return table;
    };
    add("marey.exceptions", RS_TABLE("Operators that differ between devices"),
        RS_TABLE("The same operator on the devices of a pipeline stage, the widest spread of durations first: which "
                 "device is slow at what?"),
        exceptionColumns, makeExceptions, whyNoExceptions)
        .parameters = {P::Step, P::StepRange, P::Stage};
    add("marey", RS_TABLE("Operators across devices, by device"),
        RS_TABLE("How many operators of each device are drawn, how many of them have partners, and what was taken off "
                 "its clock."),
        deviceColumns, makeDevices, whyNoDevices);
}

} // namespace rs
