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
        return QT_TRANSLATE_NOOP("Tables", "framework");
    case BaseSubject::Version:
        return QT_TRANSLATE_NOOP("Tables", "version");
    case BaseSubject::Level:
        return QT_TRANSLATE_NOOP("Tables", "profiler level");
    case BaseSubject::Schedule:
        return QT_TRANSLATE_NOOP("Tables", "schedule of the profiler");
    case BaseSubject::RanksFound:
        return QT_TRANSLATE_NOOP("Tables", "ranks found");
    case BaseSubject::WorldSize:
        return QT_TRANSLATE_NOOP("Tables", "world size");
    case BaseSubject::RanksMissing:
        return QT_TRANSLATE_NOOP("Tables", "ranks missing");
    case BaseSubject::Hosts:
        return QT_TRANSLATE_NOOP("Tables", "host");
    case BaseSubject::Devices:
        return QT_TRANSLATE_NOOP("Tables", "devices");
    case BaseSubject::Steps:
        return QT_TRANSLATE_NOOP("Tables", "number of steps");
    case BaseSubject::StepIds:
        return QT_TRANSLATE_NOOP("Tables", "ids of the steps");
    case BaseSubject::CaptureStart:
        return QT_TRANSLATE_NOOP("Tables", "capture starts (UTC)");
    case BaseSubject::Duration:
        return QT_TRANSLATE_NOOP("Tables", "longest trace (ms)");
    case BaseSubject::Size:
        return QT_TRANSLATE_NOOP("Tables", "size (MB)");
    case BaseSubject::Setting:
        break;
    }
    return QT_TRANSLATE_NOOP("Tables", "setting of the profiler");
}

std::vector<Field<BaseFact>> baseFields()
{
    using R = BaseFact;
    using K = ValueKind;
    return {
        {tableColumn("subject", "Subject", QT_TRANSLATE_NOOP("Tables", "Subject"), K::Word),
         [](const R &r) { return QString::fromLatin1(subjectWord(r.subject)); }},
        {tableColumn(
             "name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text,
             QT_TRANSLATE_NOOP("Tables",
                               "Of a version or a setting, as the file calls it; of the world size, who states it.")),
         [](const R &r) { return r.detail; }},
        {tableColumn("value", "Value", QT_TRANSLATE_NOOP("Tables", "Value"), K::Text),
         [](const R &r) { return r.value; }},
        {tableColumn("ranks", "Ranks", QT_TRANSLATE_NOOP("Tables", "True of ranks"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Ranks of which it is true; what ranks tell differently has a row "
                                                 "for each value.")),
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
        return QT_TRANSLATE_NOOP("Tables", "complete");
    case CaptureEnd::Stopped:
        return QT_TRANSLATE_NOOP("Tables", "stopped early");
    case CaptureEnd::Unknown:
        break;
    }
    return QT_TRANSLATE_NOOP("Tables", "steps not named");
}

std::vector<Field<ScheduleRow>> scheduleFields()
{
    using R = ScheduleRow;
    using K = ValueKind;
    const auto number = [](qint64 CaptureSchedule::*of) { return [of](const R &r) { return r.schedule.*of; }; };
    return {
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.label; }},
        {tableColumn("state", "State", QT_TRANSLATE_NOOP("Tables", "State"), K::Word,
                     QT_TRANSLATE_NOOP("Tables", "Stopped early: fewer steps were recorded than the schedule asks for. "
                                                 "With repeat 0 the last capture often is.")),
         [](const R &r) { return QString::fromLatin1(endWord(r.end)); }},
        {tableColumn("recorded", "Recorded Steps", QT_TRANSLATE_NOOP("Tables", "Recorded steps"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "That step_trace_time.csv or the trace names.")),
         [](const R &r) { return known(r.end != CaptureEnd::Unknown, static_cast<qint64>(r.recorded.size())); }},
        {tableColumn("active", "Active", QT_TRANSLATE_NOOP("Tables", "Active"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Steps that a capture records by the schedule.")),
         number(&CaptureSchedule::active)},
        {tableColumn("first", "First Step", QT_TRANSLATE_NOOP("Tables", "First step"), K::Identifier),
         [](const R &r) { return known(r.end != CaptureEnd::Unknown, r.recorded.empty() ? 0 : r.recorded.front()); }},
        {tableColumn("last", "Last Step", QT_TRANSLATE_NOOP("Tables", "Last step"), K::Identifier),
         [](const R &r) { return known(r.end != CaptureEnd::Unknown, r.recorded.empty() ? 0 : r.recorded.back()); }},
        {tableColumn("capture", "Capture", QT_TRANSLATE_NOOP("Tables", "Capture"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "Which of the captures of the schedule it is, counted from 1, by its "
                                                 "first step; missing where the schedule records no such step.")),
         [](const R &r) { return fieldOf(r.capture); }},
        {tableColumn("skipFirst", "Skip First", QT_TRANSLATE_NOOP("Tables", "Skip first"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Steps that are passed over once, before the first capture.")),
         number(&CaptureSchedule::skipFirst)},
        {tableColumn("wait", "Wait", QT_TRANSLATE_NOOP("Tables", "Wait"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Steps that are passed over before each capture.")),
         number(&CaptureSchedule::wait)},
        {tableColumn("warmup", "Warmup", QT_TRANSLATE_NOOP("Tables", "Warm-up"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Steps in which the profiler runs and keeps nothing, before each "
                                                 "capture.")),
         number(&CaptureSchedule::warmup)},
        {tableColumn("repeat", "Repeat", QT_TRANSLATE_NOOP("Tables", "Repeat"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "How many captures there are; 0: until the profiler is stopped.")),
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
    TableSpec &table =
        catalogue.add("schedule", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Schedule of the profiler"),
                      QT_TRANSLATE_NOOP("Tables", "Which steps the profiler was told to record on each rank, and which "
                                                  "it did: is a capture incomplete?"));
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
        return tableReason(QT_TRANSLATE_NOOP("Tables", "No profiler_info_*.json names a schedule. The profiler writes "
                                                       "it there when it is given one (schedule=schedule(wait=…, "
                                                       "warmup=…, active=…, repeat=…, skip_first=…))."));
    };
    table.ownPage = true;
}

} // namespace

void addBaseTables(Catalogue &catalogue)
{
    TableSpec &base =
        catalogue.add("base", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Base information"),
                      QT_TRANSLATE_NOOP("Tables", "Framework and versions, profiler level and settings, ranks found "
                                                  "and missing, hosts, steps, time and size of the run: is it what "
                                                  "one meant to capture, and the same on every rank?"));
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
