// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/baseinformation.h"
#include "core/run/captureschedule.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

const char *subjectWord(BaseSubject subject)
{
    switch (subject) {
    case BaseSubject::Framework:
        return RS_TABLE("framework");
    case BaseSubject::Version:
        return RS_TABLE("version");
    case BaseSubject::Level:
        return RS_TABLE("profiler level");
    case BaseSubject::Schedule:
        return RS_TABLE("schedule of the profiler");
    case BaseSubject::RanksFound:
        return RS_TABLE("ranks found");
    case BaseSubject::WorldSize:
        return RS_TABLE("world size");
    case BaseSubject::RanksMissing:
        return RS_TABLE("ranks missing");
    case BaseSubject::Hosts:
        return RS_TABLE("host");
    case BaseSubject::Devices:
        return RS_TABLE("devices");
    case BaseSubject::Steps:
        return RS_TABLE("number of steps");
    case BaseSubject::StepIds:
        return RS_TABLE("ids of the steps");
    case BaseSubject::CaptureStart:
        return RS_TABLE("capture starts (UTC)");
    case BaseSubject::Duration:
        return RS_TABLE("longest trace (ms)");
    case BaseSubject::Size:
        return RS_TABLE("size (MB)");
    case BaseSubject::Setting:
        break;
    }
    return RS_TABLE("setting of the profiler");
}

std::vector<Field<BaseFact>> baseFields()
{
    using R = BaseFact;
    using K = ValueKind;
    return {
        {{"subject", "Subject", RS_TABLE("Subject"), K::Word},
         [](const R &r) { return QString::fromLatin1(subjectWord(r.subject)); }},
        {{"name", "Name", RS_TABLE("Name"), K::Text,
          RS_TABLE("Of a version or a setting, as the file calls it; of the world size, who states it.")},
         [](const R &r) { return r.detail; }},
        {{"value", "Value", RS_TABLE("Value"), K::Text}, [](const R &r) { return r.value; }},
        {{"ranks", "Ranks", RS_TABLE("True of ranks"), K::Text,
          RS_TABLE("Ranks of which it is true; what ranks tell differently has a row for each value.")},
         [](const R &r) { return r.ranks; }},
    };
}

// ---- schedule -----------------------------------------------------------------------------------------------------

/// A rank's capture against what the profiler was told to record.
struct ScheduleRow
{
    int rank = -1; ///< into the ranks of the run
    QString label;
    CaptureSchedule schedule;
    std::vector<qint64> recorded;
    CaptureEnd end = CaptureEnd::Unknown;
    std::optional<qint64> capture;
};

const char *endWord(CaptureEnd end)
{
    switch (end) {
    case CaptureEnd::Complete:
        return RS_TABLE("complete");
    case CaptureEnd::Stopped:
        return RS_TABLE("stopped early");
    case CaptureEnd::Unknown:
        break;
    }
    return RS_TABLE("steps not named");
}

std::vector<Field<ScheduleRow>> scheduleFields()
{
    using R = ScheduleRow;
    using K = ValueKind;
    const auto number = [](qint64 CaptureSchedule::*of) { return [of](const R &r) { return r.schedule.*of; }; };
    return {
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"state", "State", RS_TABLE("State"), K::Word,
          RS_TABLE("Stopped early: fewer steps were recorded than the schedule asks for. With repeat 0 the last "
                   "capture often is.")},
         [](const R &r) { return QString::fromLatin1(endWord(r.end)); }},
        {{"recorded", "Recorded Steps", RS_TABLE("Recorded steps"), K::Integer,
          RS_TABLE("That step_trace_time.csv or the trace names.")},
         [](const R &r) { return known(r.end != CaptureEnd::Unknown, static_cast<qint64>(r.recorded.size())); }},
        {{"active", "Active", RS_TABLE("Active"), K::Integer,
          RS_TABLE("Steps that a capture records by the schedule.")},
         number(&CaptureSchedule::active)},
        {{"first", "First Step", RS_TABLE("First step"), K::Identifier},
         [](const R &r) { return known(r.end != CaptureEnd::Unknown, r.recorded.empty() ? 0 : r.recorded.front()); }},
        {{"last", "Last Step", RS_TABLE("Last step"), K::Identifier},
         [](const R &r) { return known(r.end != CaptureEnd::Unknown, r.recorded.empty() ? 0 : r.recorded.back()); }},
        {{"capture", "Capture", RS_TABLE("Capture"), K::Identifier,
          RS_TABLE("Which of the captures of the schedule it is, counted from 1, by its first step; missing where the "
                   "schedule records no such step.")},
         [](const R &r) { return fieldOf(r.capture); }},
        {{"skipFirst", "Skip First", RS_TABLE("Skip first"), K::Integer,
          RS_TABLE("Steps that are passed over once, before the first capture.")},
         number(&CaptureSchedule::skipFirst)},
        {{"wait", "Wait", RS_TABLE("Wait"), K::Integer, RS_TABLE("Steps that are passed over before each capture.")},
         number(&CaptureSchedule::wait)},
        {{"warmup", "Warmup", RS_TABLE("Warm-up"), K::Integer,
          RS_TABLE("Steps in which the profiler runs and keeps nothing, before each capture.")},
         number(&CaptureSchedule::warmup)},
        {{"repeat", "Repeat", RS_TABLE("Repeat"), K::Integer,
          RS_TABLE("How many captures there are; 0: until the profiler is stopped.")},
         number(&CaptureSchedule::repeat)},
    };
}

std::vector<ScheduleRow> scheduleRows(const Run &run)
{
    std::vector<ScheduleRow> out;
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const RankData *const rank = run.ranks[i].get();
        const auto schedule = rank ? CaptureSchedule::of(rank->info.settings) : std::nullopt;
        if (!schedule)
            continue;
        ScheduleRow &row = out.emplace_back();
        row.rank = static_cast<int>(i);
        row.label = rank->info.label;
        row.schedule = *schedule;
        row.recorded = recordedSteps(*rank);
        row.end = endOfCapture(*schedule, row.recorded);
        if (row.end != CaptureEnd::Unknown)
            row.capture = schedule->captureOf(row.recorded.front());
    }
    return out;
}

void addScheduleTable(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add(
        "schedule", TableScope::Run, RS_TABLE("Schedule of the profiler"),
        RS_TABLE(
            "Which steps the profiler was told to record on each rank, and which it did: is a capture incomplete?"));
    table.sources = {{QStringLiteral("profiler_info")}, {}};
    table.columns = [](const TableQuery &) { return columnsOf(scheduleFields()); };
    table.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<ScheduleRow> rows = scheduleRows(*query.run);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<ScheduleRow>>(scheduleFields(), std::move(rows), [](const ScheduleRow &r) {
            return RowPlace{r.rank, NoSlice, {}};
        });
    };
    table.whyEmpty = [](const TableQuery &) {
        return tableReason(
            RS_TABLE("No profiler_info_*.json names a schedule. The profiler writes it there when it is given one "
                     "(schedule=schedule(wait=…, warmup=…, active=…, repeat=…, skip_first=…))."));
    };
    table.ownPage = true;
}

} // namespace

void addBaseTables(Catalogue &catalogue)
{
    TableSpec &base = catalogue.add(
        "base", TableScope::Run, RS_TABLE("Base information"),
        RS_TABLE("Framework and versions, profiler level and settings, ranks found and missing, hosts, steps, time and "
                 "size of the run: is it what one meant to capture, and the same on every rank?"));
    base.columns = [](const TableQuery &) { return columnsOf(baseFields()); };
    base.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<BaseFact> facts = baseInformation(*query.run, job);
        return job.isCanceled() ? nullptr : std::make_shared<StructSource<BaseFact>>(baseFields(), std::move(facts));
    };
    base.whyEmpty = [](const TableQuery &query) -> Phrase {
        return QStringLiteral("No file of %1 names a rank; info --format json lists the files.").arg(query.run->path);
    };
    base.ownPage = true;
    base.needsAllRanks = true;
    addScheduleTable(catalogue);
}

} // namespace rs
