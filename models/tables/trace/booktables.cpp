// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timebreakdownrows.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

namespace rs {

namespace {

// A part of the time of a step.
struct Bucket
{
    const char *id;
    const char *header;
    const char *title;
    const char *hint;
    std::optional<qint64> TimeBreakdownRow::*ns;
    bool isOfStep = true; ///< counted as part of the step by official columns
};

constexpr Bucket buckets[] = {
    {"pure", "Pure Compute(us)", RS_TABLE("Pure compute (%1)"), RS_TABLE("Kernels run, and no communication."),
     &TimeBreakdownRow::pureComputeNs},
    {"covered", "Covered Communication(us)", RS_TABLE("Overlapped communication (%1)"),
     RS_TABLE("Communication while kernels run at the same time."), &TimeBreakdownRow::coveredNs},
    {"uncovered", "Uncovered Communication(us)", RS_TABLE("Non-overlapped communication (%1)"),
     RS_TABLE("Communication while no kernel runs."), &TimeBreakdownRow::uncoveredNs},
    {"copy", "Copy Only(us)", RS_TABLE("Copy only (%1)"),
     RS_TABLE("Memory is copied, and nothing else runs. The official columns count it as free time; files do not tell "
              "the two apart."),
     &TimeBreakdownRow::copyNs},
    {"idle", "Idle(us)", RS_TABLE("Idle (%1)"),
     RS_TABLE("The device does nothing, between its first and its last work in the step. The idle time of the overview "
              "may hold copies and the tail as well."),
     &TimeBreakdownRow::idleNs},
    {"preparing", "Preparing(us)", RS_TABLE("Preparing (%1)"),
     RS_TABLE("From the start of the window to the first kernel or communication."), &TimeBreakdownRow::preparingNs},
    {"tail", "Tail(us)", RS_TABLE("Tail (%1)"),
     RS_TABLE("From the last kernel or communication to the end of the window. No official column holds it, and it is "
              "no part of the length of a step that shares are of."),
     &TimeBreakdownRow::tailNs, false},
    {"sum", "Sum(us)", RS_TABLE("Sum (%1)"),
     RS_TABLE("Sum of the seven parts: the length of the window, to the "
              "nanosecond."),
     &TimeBreakdownRow::sumNs, false},
};

std::vector<ColumnSpec> bookColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"device", "Device", RS_TABLE("Device"), K::Identifier},
        {"from", "Window Start(ns)", RS_TABLE("Window starts at (%1)"), K::Stamp,
         RS_TABLE("Start of the step on the host, or of its first work on the device where that is earlier. Windows of "
                  "steps may overlap.")},
        {"to", "Window End(ns)", RS_TABLE("Window ends at (%1)"), K::Stamp,
         RS_TABLE("End of the step on the host, or of the last work that it launched where that is later.")},
    };
    for (const Bucket &b : buckets)
        out.emplace_back(b.id, b.header, b.title, K::Time, b.hint).unitGroup = 1;
    out.emplace_back("source", "Source", RS_TABLE("Source"), K::Word,
                     RS_TABLE("The slices of the trace, or step_trace_time.csv if there is no trace or it lacks "
                              "the step: values without a column are missing then."));
    leadWith(out, {u"step", u"rank", u"device", u"pure", u"covered", u"uncovered", u"copy", u"idle", u"preparing",
                   u"tail", u"sum", u"source", u"from", u"to"});
    return out;
}

std::shared_ptr<const RowSource> makeBooks(const TableQuery &query, const JobContext &job)
{
    const std::vector<TimeBreakdownRow> found = timeBreakdownRows(*query.run, {query.step, query.rank}, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(bookColumns());
    for (const TimeBreakdownRow &r : found) {
        std::vector<Cell> cells = {r.step, r.rank >= 0 ? QString::number(r.rank) : r.rankLabel,
                                   cellIf(r.device >= 0, r.device), r.window ? Cell(r.window->from) : Cell(),
                                   r.window ? Cell(r.window->to) : Cell()};
        for (const Bucket &b : buckets)
            cells.emplace_back(r.*b.ns);
        cells.emplace_back(r.fromTrace ? RS_TABLE("trace") : RS_TABLE("file"));
        rows->add({r.rankIndex, NoSlice, r.window}, cells);
        const std::optional<qint64> step = r.stepNs();
        for (const Bucket &b : buckets) {
            const QString id = QString::fromLatin1(b.id);
            rows->setExpected(id);
            if (b.isOfStep && step && r.*b.ns)
                rows->setShare(id, partOf(*(r.*b.ns), *step));
        }
    }
    return rows;
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
                               "did the time go, and what do the official columns leave out?"),
                      bookColumns, makeBooks, whyNoSteps);
    books.parameters = {Parameter::Step};
    books.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    books.ownPage = true;
}

} // namespace rs
