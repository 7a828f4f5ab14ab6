// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/baseinformation.h"
#include "core/run/captureschedule.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <vector>

namespace rs {

namespace {

const char *subjectWord(BaseSubject subject)
{
    static constexpr const char *words[] = {RS_TABLE("framework"),
                                            RS_TABLE("version"),
                                            RS_TABLE("profiler level"),
                                            RS_TABLE("schedule of the profiler"),
                                            RS_TABLE("ranks found"),
                                            RS_TABLE("world size"),
                                            RS_TABLE("ranks missing"),
                                            RS_TABLE("host"),
                                            RS_TABLE("devices"),
                                            RS_TABLE("number of steps"),
                                            RS_TABLE("ids of the steps"),
                                            RS_TABLE("capture starts (UTC)"),
                                            RS_TABLE("longest trace (ms)"),
                                            RS_TABLE("size (MB)"),
                                            RS_TABLE("setting of the profiler")};
    return words[static_cast<size_t>(subject)];
}

std::vector<ColumnSpec> baseColumns()
{
    using K = ValueKind;
    return {
        {"subject", "Subject", RS_TABLE("Subject"), K::Word},
        {"name", "Name", RS_TABLE("Name"), K::Text,
         RS_TABLE("Name of a version or setting in the file; for the world size, its source.")},
        {"value", "Value", RS_TABLE("Value"), K::Text},
        {"ranks", "Ranks", RS_TABLE("Applies to ranks"), K::Text,
         RS_TABLE("Ranks with this value; each different value has its own row.")},
    };
}

// ---- schedule -----------------------------------------------------------------------------------------------------

const char *endWord(CaptureEnd end)
{
    static constexpr const char *words[] = {RS_TABLE("steps not named"), RS_TABLE("complete"),
                                            RS_TABLE("stopped early")};
    return words[static_cast<size_t>(end)];
}

std::vector<ColumnSpec> scheduleColumns()
{
    using K = ValueKind;
    return {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"state", "State", RS_TABLE("State"), K::Word,
         RS_TABLE("Stopped early: fewer steps were recorded than scheduled. With repeat 0 the last capture often is.")},
        {"recorded", "Recorded Steps", RS_TABLE("Recorded steps"), K::Integer,
         RS_TABLE("Steps that step_trace_time.csv or the trace names.")},
        {"active", "Active", RS_TABLE("Active"), K::Integer, RS_TABLE("Steps that a capture records by the schedule.")},
        {"first", "First Step", RS_TABLE("First step"), K::Identifier},
        {"last", "Last Step", RS_TABLE("Last step"), K::Identifier},
        {"capture", "Capture", RS_TABLE("Capture"), K::Identifier,
         RS_TABLE("Which of the captures of the schedule it is, counted from 1, by its first step; missing where the "
                  "schedule records no such step.")},
        {"skipFirst", "Skip First", RS_TABLE("Skip first"), K::Integer,
         RS_TABLE("Steps skipped once, before the first capture.")},
        {"wait", "Wait", RS_TABLE("Wait"), K::Integer, RS_TABLE("Steps skipped before each capture.")},
        {"warmup", "Warmup", RS_TABLE("Warm-up"), K::Integer,
         RS_TABLE("Steps in which the profiler runs and keeps nothing, before each capture.")},
        {"repeat", "Repeat", RS_TABLE("Repeat"), K::Integer,
         RS_TABLE("How many captures there are; 0: until the profiler is stopped.")},
    };
}

std::shared_ptr<const RowSource> makeSchedules(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(scheduleColumns());
    for (size_t i = 0; i < query.run->ranks.size(); ++i) {
        const RankData *const rank = query.run->ranks[i].get();
        const auto schedule = rank ? CaptureSchedule::of(rank->info.settings) : std::nullopt;
        if (!schedule)
            continue;
        const std::vector<qint64> recorded = recordedSteps(*rank);
        const CaptureEnd end = endOfCapture(*schedule, recorded);
        const bool named = end != CaptureEnd::Unknown;
        rows->add({static_cast<int>(i), NoSlice, {}},
                  {rank->info.label, endWord(end), cellIf(named, recorded.size()), schedule->active,
                   cellIf(named, recorded.empty() ? 0 : recorded.front()),
                   cellIf(named, recorded.empty() ? 0 : recorded.back()),
                   named ? Cell(schedule->captureOf(recorded.front())) : Cell(), schedule->skipFirst, schedule->wait,
                   schedule->warmup, schedule->repeat});
    }
    return job.isCanceled() ? nullptr : rows;
}

void addScheduleTable(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add(
        "schedule", TableScope::Run, RS_TABLE("Schedule of the profiler"),
        RS_TABLE(
            "Which steps the profiler was told to record on each rank, and which it did: is a capture incomplete?"));
    table.sources = {{QStringLiteral("profiler_info")}, {}};
    table.columns = [](const TableQuery &) { return scheduleColumns(); };
    table.make = makeSchedules;
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
        RS_TABLE("Framework and versions, profiler level and settings, ranks found and missing, hosts, steps, time "
                 "and size of the run: is it what was to be captured, and the same on every rank?"));
    base.columns = [](const TableQuery &) { return baseColumns(); };
    base.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        auto rows = std::make_shared<CellRows>(baseColumns());
        for (const BaseFact &fact : baseInformation(*query.run, job))
            rows->add({}, {subjectWord(fact.subject), fact.detail, fact.value, fact.ranks});
        return job.isCanceled() ? nullptr : rows;
    };
    base.whyEmpty = [](const TableQuery &query) -> Phrase {
        return QStringLiteral("No file of %1 names a rank; info --format json lists the files.").arg(query.run->path);
    };
    base.ownPage = true;
    base.needsAllRanks = true;
    addScheduleTable(catalogue);
}

} // namespace rs
