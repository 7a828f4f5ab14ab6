// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timebreakdownrows.h"
#include "core/trace/trace.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

std::vector<Field<TimeBreakdownRow>> bookFields()
{
    using R = TimeBreakdownRow;
    using K = ValueKind;
    const auto stamp = [](const char *id, const char *header, const char *title, qint64 Interval::*end,
                          const char *hint) {
        return Field<R>{{id, header, title, K::Stamp, hint},
                        [end](const R &r) { return known(r.window.has_value(), r.window.value_or(Interval()).*end); }};
    };
    const auto bucket = [](const char *id, const char *header, const char *title, const char *hint,
                           std::optional<qint64> R::*member) {
        Field<R> out{{id, header, title, K::Time, hint}, [member](const R &r) { return fieldOf(r.*member); }};
        out.column.unitGroup = 1;
        out.share = [member](const R &r) {
            const std::optional<qint64> step = r.stepNs();
            return r.*member && step ? std::optional(partOf(*(r.*member), *step)) : std::nullopt;
        };
        out.expected = [](const R &) { return true; };
        return out;
    };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label},
         [](const R &r) { return r.rank >= 0 ? QString::number(r.rank) : r.rankLabel; }},
        {{"device", "Device", RS_TABLE("Device"), K::Identifier},
         [](const R &r) { return known(r.device >= 0, static_cast<qint64>(r.device)); }},
        stamp("from", "Window Start(ns)", RS_TABLE("Window starts at (%1)"), &Interval::from,
              RS_TABLE("Start of the step on the host, or of its first work on the device where that is earlier. "
                       "Windows of steps may overlap.")),
        stamp("to", "Window End(ns)", RS_TABLE("Window ends at (%1)"), &Interval::to,
              RS_TABLE("End of the step on the host, or of the last work that it launched where that is later.")),
        bucket("pure", "Pure Compute(us)", RS_TABLE("Pure compute (%1)"),
               RS_TABLE("Kernels run, and no communication."), &R::pureComputeNs),
        bucket("covered", "Covered Communication(us)", RS_TABLE("Covered communication (%1)"),
               RS_TABLE("Communication while kernels run at the same time."), &R::coveredNs),
        bucket("uncovered", "Uncovered Communication(us)", RS_TABLE("Uncovered communication (%1)"),
               RS_TABLE("Communication while no kernel runs."), &R::uncoveredNs),
        bucket("copy", "Copy Only(us)", RS_TABLE("Copy only (%1)"),
               RS_TABLE("Memory is copied, and nothing else runs. The official columns count it as free time; files do "
                        "not tell the two apart."),
               &R::copyNs),
        bucket("idle", "Idle(us)", RS_TABLE("Idle (%1)"),
               RS_TABLE("The device does nothing, between its first and its last work in the step."), &R::idleNs),
        bucket("preparing", "Preparing(us)", RS_TABLE("Preparing (%1)"),
               RS_TABLE("From the start of the window to the first kernel or communication."), &R::preparingNs),
        bucket("tail", "Tail(us)", RS_TABLE("Tail (%1)"),
               RS_TABLE("From the last kernel or communication to the end of the window. No official column holds it, "
                        "and it is no part of the length of a step that shares are of."),
               &R::tailNs),
        bucket("sum", "Sum(us)", RS_TABLE("Sum (%1)"),
               RS_TABLE("Of the seven: as long as the window, to the nanosecond."), &R::sumNs),
        {{"source", "Source", RS_TABLE("Source"), K::Word,
          RS_TABLE("The slices of the trace, or step_trace_time.csv where there is no trace, or it lacks the step: "
                   "then what its columns do not hold is missing.")},
         [](const R &r) { return QLatin1String(r.fromTrace ? RS_TABLE("trace") : RS_TABLE("file")); }},
    };
    fieldNamed(out, u"tail").share = nullptr;
    fieldNamed(out, u"sum").share = nullptr;
    leadWith(out, {u"step", u"rank", u"device", u"pure", u"covered", u"uncovered", u"copy", u"idle", u"preparing",
                   u"tail", u"sum", u"source", u"from", u"to"});
    return out;
}

std::shared_ptr<const RowSource> makeBooks(const TableQuery &query, const JobContext &job)
{
    std::vector<TimeBreakdownRow> rows = timeBreakdownRows(*query.run, {query.step, query.rank}, job);
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<TimeBreakdownRow>>(bookFields(), std::move(rows),
                                                            [](const TimeBreakdownRow &r) {
                                                                return RowPlace{r.rankIndex, NoSlice, r.window};
                                                            });
}

} // namespace

Phrase whyNoSteps(const TableQuery &query)
{
    const QStringList steps = query.run->steps();
    if (!query.step.isEmpty() && !steps.isEmpty() && !steps.contains(query.step))
        return tableReason(RS_TABLE("There is no step %1; there are: %2."),
                           {query.step, steps.join(QStringLiteral(", "))});
    return tableReason(
        RS_TABLE("There is no trace with device lanes, and no step_trace_time.csv. The profiler writes both when NPU "
                 "activity is collected (at any level but none) and its data is analysed."));
}

void addBookTables(Catalogue &catalogue)
{
    TableSpec &books =
        catalogue.add("books", TableScope::Run, RS_TABLE("Where each step went"),
                      RS_TABLE("Every nanosecond of each step in one of seven buckets, which add up to the step: where "
                               "did the time go, and what do the official columns leave out?"));
    books.parameters = {Parameter::Step};
    books.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    books.columns = [](const TableQuery &) { return columnsOf(bookFields()); };
    books.make = makeBooks;
    books.whyEmpty = whyNoSteps;
    books.ownPage = true;
}

} // namespace rs
