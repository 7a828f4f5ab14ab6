// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbrank.h"

#include "core/job/outofmemory.h"
#include "core/run/chipkeys.h"
#include "importers/db/dbcounters.h"
#include "importers/db/dbsamples.h"
#include "importers/db/dbdevice.h"
#include "importers/db/dbflows.h"
#include "importers/db/dbhost.h"
#include "importers/dbrank/dbkernels.h"
#include "importers/dbrank/dboperators.h"
#include "importers/db/dbknown.h"
#include "importers/dbrank/dbtablesof.h"
#include "importers/files/bytesource.h"

#include <functional>
#include <initializer_list>
#include <new>
#include <utility>
#include <vector>

namespace rs {

namespace {

/// The first process that a table names.
qint64 hostPidOf(DbFile &file)
{
    {
        DbScan row(file, "TASK", {"globalPid"});
        if (row.next()) {
            if (const qint64 pid = row.integer(0, -1); pid >= 0)
                return pid;
        }
    }
    for (const char *const table : {"CANN_API", "PYTORCH_API", "MSTX_EVENTS"}) {
        DbScan row(file, table, {"globalTid"});
        if (row.next()) {
            if (const qint64 thread = row.integer(0, -1); thread >= 0)
                return thread >> 32;
        }
    }
    return 0;
}

/// Runs the parts side by side; what there is no room for in one of them leaves the others.
void inDbParts(const ReadContext &ctx, const std::vector<std::function<void()>> &parts)
{
    ctx.pool.parallelFor(static_cast<qsizetype>(parts.size()), [&](qsizetype i) {
        if (ctx.job.isCanceled())
            return;
        try {
            parts[static_cast<size_t>(i)]();
        } catch (const OverBudget &) {
            noteOutOfMemory(OutOfMemory::BudgetForRest, ctx.job, ctx.report, ctx.reportName);
        } catch (const std::bad_alloc &) {
            noteOutOfMemory(OutOfMemory::MachineForRest, ctx.job, ctx.report, ctx.reportName);
        }
    });
}

bool isEmptyChunk(const TraceChunk &chunk)
{
    return chunk.slices.empty() && chunk.samples.empty();
}

} // namespace

bool readRankDatabase(const QString &path, int wantedDevice, TraceBuilder &builder, const ReadContext &ctx, DbRank &out)
{
    OpenFailure failure;
    SourceFile source;
    source.path = path;
    if (const auto file = FileSource::open(path, failure)) {
        source.bytes = file->size();
        source.modifiedMs = file->modifiedMs();
    }
    DbFile file(path, ctx.reportName, ctx.job, ctx.report);
    if (!file.isOpen()) {
        file.noteProblem(false);
        return false;
    }
    noteOddOfDatabase(file);
    const DbNames names(file);
    const qint64 pid = hostPidOf(file);
    constexpr qint64 readings = 4; // of which progress is told
    const qint64 bytes = source.bytes;
    const DbSource db{path, ctx.reportName, ctx.job, ctx.report, names, builder.addSource(std::move(source)),
                      pid,  wantedDevice};
    DbCannCalls calls(db);
    DbFrameworkCalls framework(db);
    DbDevice device(db);
    DbChunk counters(db);
    DbMeasured measured(db);
    std::map<QString, std::shared_ptr<const Table>> plain;
    const auto told = [&](auto body) {
        return [&, body] {
            body();
            ctx.job.addDone(bytes / readings);
        };
    };
    const auto ordered = [](std::initializer_list<std::vector<DbLink> *> all) {
        for (std::vector<DbLink> *const links : all)
            orderLinks(*links);
    };
    // The longest parts come first, so that none is left when the rest is done.
    inDbParts(ctx, {[&] { measured.read(); }, told([&] {
                        device.read();
                        ordered({&device.links, &device.marks});
                    }),
                    told([&] {
                        framework.read(db);
                        ordered({&framework.operators, &framework.queue, &framework.marks});
                    }),
                    told([&] {
                        calls.read(db);
                        ordered({&calls.links});
                    }),
                    told([&] {
                        readDbCounters(db, counters);
                        readOtherSamples(db, counters);
                    }),
                    [&] { plain = plainTablesOf(db); }});
    if (ctx.job.isCanceled())
        return false;
    // Parts for which there was no memory.
    ordered({&device.links, &device.marks, &framework.operators, &framework.queue, &framework.marks, &calls.links});
    std::shared_ptr<const Table> operatorStatistic;
    std::shared_ptr<const Table> callStatistic;
    std::shared_ptr<const Table> operatorDetails;
    inDbParts(ctx, {[&] {
                        if (measured.isRead())
                            out.kernels = kernelTableOf(ctx.pool, db, device, measured, framework.steps, calls.links);
                        operatorStatistic = operatorStatisticOf(db, out.kernels.get());
                    },
                    [&] {
                        addDbFlows(calls, framework, device);
                        // Behind them, since both look at the texts of the device.
                        operatorDetails = operatorDetailsOf(db, framework, device);
                    },
                    [&] { callStatistic = callStatisticOf(db, calls); }});
    for (const auto &[kind, table] : {std::pair("op_statistic", operatorStatistic),
                                      {"api_statistic", callStatistic},
                                      {"operator_details", operatorDetails}}) {
        if (table)
            plain[QLatin1String(kind)] = table;
    }
    if (const qint64 lost = names.missingNames(); lost > 0)
        file.note(Severity::Loss, "db.lost-names",
                  RS_MESSAGE("Names are lost: other tables refer to ids that this table does not have. They are "
                             "shown as \"(name lost)\"."),
                  Place::name(QStringLiteral("STRING_IDS")), {}, lost);
    out.tables.merge(plain);
    MemoryReservation memory(ctx.job.sharedBudget());
    qint64 held = 0;
    bool any = false;
    for (DbChunk *const part : {&framework.rows, &calls.rows, &device.rows, &counters}) {
        held += part->chunk.bytes();
        any = any || !isEmptyChunk(part->chunk);
    }
    if (!any && !out.kernels && out.tables.empty())
        file.note(Severity::Error, "db.empty",
                  RS_MESSAGE("The database has no profile tables, or they are empty: only its raw tables can be "
                             "shown."));
    try {
        memory.hold(held);
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, ctx.job, ctx.report, ctx.reportName);
        return false;
    }
    for (DbChunk *const part : {&framework.rows, &calls.rows, &device.rows, &counters}) {
        if (!isEmptyChunk(part->chunk))
            builder.addChunk(std::move(part->chunk));
    }
    builder.hold(std::move(memory));
    return any && !ctx.job.isCanceled();
}

namespace {

/// By the writers' rule another first number is another layout.
void noteSchemaVersion(const std::vector<std::pair<QString, QByteArray>> &metadata, const DbFile &file)
{
    constexpr int known = 1;
    for (const auto &[name, value] : metadata) {
        if (name != QLatin1String("SCHEMA_VERSION"))
            continue;
        bool isNumber = false;
        const int first = value.trimmed().split('.').front().toInt(&isNumber);
        if (!isNumber || first != known)
            file.note(Severity::Notice, "db.schema-version",
                      RS_MESSAGE("The database has an unknown layout (SCHEMA_VERSION %1; known versions begin with 1): "
                                 "tables and columns may mean something else than shown."),
                      Place::name(QStringLiteral("META_DATA")), QString::fromUtf8(value.left(80)));
    }
}

} // namespace

DbMetadata readDbMetadata(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report)
{
    DbMetadata out;
    DbFile file(path, reportName, job, report);
    std::vector<std::pair<QString, QByteArray>> members;
    {
        DbScan row(file, "META_DATA", {"name", "value"});
        constexpr size_t most = 1000;
        while (members.size() < most && row.next())
            members.emplace_back(row.text(0), QByteArray::fromStdString(row.longText(1)));
    }
    noteSchemaVersion(members, file);
    out.metadata = parseProfilerMetadata(members, reportName, report);
    DbScan row(file, "HOST_INFO", {"hostName"});
    if (row.next())
        out.host = row.text(0);
    DbScan chip(file, "NPU_INFO", {"name"});
    if (chip.next())
        out.metadata.settings.insert(chipNameKey, chip.text(0));
    return out;
}

} // namespace rs
