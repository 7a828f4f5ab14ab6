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
        return Field<R>{tableColumn(id, header, title, K::Stamp, hint),
                        [end](const R &r) { return known(r.window.has_value(), r.window.value_or(Interval()).*end); }};
    };
    const auto bucket = [](const char *id, const char *header, const char *title, const char *hint,
                           std::optional<qint64> R::*member) {
        Field<R> out{tableColumn(id, header, title, K::Time, hint),
                     [member](const R &r) { return fieldOf(r.*member); }};
        out.column.unitGroup = 1;
        out.share = [member](const R &r) {
            const std::optional<qint64> step = r.stepNs();
            return r.*member && step ? std::optional(partOf(*(r.*member), *step)) : std::nullopt;
        };
        out.expected = [](const R &) { return true; };
        return out;
    };
    std::vector<Field<R>> out = {
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label), [](const R &r) { return r.step; }},
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.rank >= 0 ? QString::number(r.rank) : r.rankLabel; }},
        {tableColumn("device", "Device", QT_TRANSLATE_NOOP("Tables", "Device"), K::Identifier),
         [](const R &r) { return known(r.device >= 0, static_cast<qint64>(r.device)); }},
        stamp("from", "Window Start(ns)", QT_TRANSLATE_NOOP("Tables", "Window starts at (%1)"), &Interval::from,
              QT_TRANSLATE_NOOP("Tables",
                                "Start of the step on the host, or of its first work on the device where that "
                                "is earlier. Windows of steps may overlap.")),
        stamp("to", "Window End(ns)", QT_TRANSLATE_NOOP("Tables", "Window ends at (%1)"), &Interval::to,
              QT_TRANSLATE_NOOP("Tables",
                                "End of the step on the host, or of the last work that it launched where that "
                                "is later.")),
        bucket("pure", "Pure Compute(us)", QT_TRANSLATE_NOOP("Tables", "Pure compute (%1)"),
               QT_TRANSLATE_NOOP("Tables", "Kernels run, and no communication."), &R::pureComputeNs),
        bucket("covered", "Covered Communication(us)", QT_TRANSLATE_NOOP("Tables", "Covered communication (%1)"),
               QT_TRANSLATE_NOOP("Tables", "Communication while kernels run at the same time."), &R::coveredNs),
        bucket("uncovered", "Uncovered Communication(us)", QT_TRANSLATE_NOOP("Tables", "Uncovered communication (%1)"),
               QT_TRANSLATE_NOOP("Tables", "Communication while no kernel runs."), &R::uncoveredNs),
        bucket("copy", "Copy Only(us)", QT_TRANSLATE_NOOP("Tables", "Copy only (%1)"),
               QT_TRANSLATE_NOOP("Tables", "Memory is copied, and nothing else runs. The official columns count it as "
                                           "free time; files do not tell the two apart."),
               &R::copyNs),
        bucket("idle", "Idle(us)", QT_TRANSLATE_NOOP("Tables", "Idle (%1)"),
               QT_TRANSLATE_NOOP("Tables", "The device does nothing, between its first and its last work in the step."),
               &R::idleNs),
        bucket("preparing", "Preparing(us)", QT_TRANSLATE_NOOP("Tables", "Preparing (%1)"),
               QT_TRANSLATE_NOOP("Tables", "From the start of the window to the first kernel or communication."),
               &R::preparingNs),
        bucket("tail", "Tail(us)", QT_TRANSLATE_NOOP("Tables", "Tail (%1)"),
               QT_TRANSLATE_NOOP("Tables",
                                 "From the last kernel or communication to the end of the window. No official "
                                 "column holds it, and it is no part of the length of a step that shares are of."),
               &R::tailNs),
        bucket("sum", "Sum(us)", QT_TRANSLATE_NOOP("Tables", "Sum (%1)"),
               QT_TRANSLATE_NOOP("Tables", "Of the seven: as long as the window, to the nanosecond."), &R::sumNs),
        {tableColumn("source", "Source", QT_TRANSLATE_NOOP("Tables", "Source"), K::Word,
                     QT_TRANSLATE_NOOP("Tables", "The slices of the trace, or step_trace_time.csv where there is no "
                                                 "trace, or it lacks the step: then what its columns do not hold is "
                                                 "missing.")),
         [](const R &r) {
             return QLatin1String(r.fromTrace ? QT_TRANSLATE_NOOP("Tables", "trace")
                                              : QT_TRANSLATE_NOOP("Tables", "file"));
         }},
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
        return tableReason(QT_TRANSLATE_NOOP("Tables", "There is no step %1; there are: %2."),
                           {query.step, steps.join(QStringLiteral(", "))});
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "There is no trace with device lanes, and no step_trace_time.csv. The profiler writes both when NPU "
                  "activity is collected (at any level but none) and its data is analysed."));
}

void addBookTables(Catalogue &catalogue)
{
    TableSpec &books = catalogue.add(
        "books", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Where each step went"),
        QT_TRANSLATE_NOOP("Tables", "Every nanosecond of each step in one of seven buckets, which add up to the step: "
                                    "where did the time go, and what do the official columns leave out?"));
    books.parameters = {Parameter::Step};
    books.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    books.columns = [](const TableQuery &) { return columnsOf(bookFields()); };
    books.make = makeBooks;
    books.whyEmpty = whyNoSteps;
    books.ownPage = true;
}

} // namespace rs
