// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbknown.h"

#include "importers/db/dbsamples.h"

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

struct KnownTable
{
    const char *name;
    const char *columns; ///< columns of all versions (formats.md 6.1), between blanks; '!': no row is of use without it
};

constexpr KnownTable knownTables[] = {
    {"TASK", "!startNs !endNs !deviceId !connectionId !globalTaskId globalPid !taskType contextId !streamId taskId "
             "modelId waitNs depth"},
    {"COMPUTE_TASK_INFO", "!name !globalTaskId blockDim mixBlockDim block_dim mix_block_dim blockNum mixBlockNum "
                          "!taskType !opType inputFormats inputDataTypes inputShapes outputFormats outputDataTypes "
                          "outputShapes attrInfo opState hf32Eligible gridDim waitNs"},
    {"COMMUNICATION_OP", "!opName !startNs !endNs !connectionId !groupName !opId relay retry dataType algType count "
                         "opType deviceId rankSize opConnectionId waitNs"},
    {"COMMUNICATION_TASK_INFO", "!name !globalTaskId !taskType !planeId !groupName notifyId rdmaType srcRank dstRank "
                                "transportType size dataType linkType !opId isMaster bandwidth"},
    {"CANN_API", "!startNs !endNs !type !globalTid !connectionId !name depth"},
    {"MSTX_EVENTS",
     "!startNs !endNs !eventType rangeId category !message !globalTid endGlobalTid domainId !connectionId depth"},
    {"MEMCPY_INFO", "globalTaskId size memcpyOperation"},
    {"TASK_PMU_INFO", "globalTaskId name value"},
    {"OVERLAP_ANALYSIS", "id deviceId startNs endNs type"},
    {"AICORE_FREQ", "deviceId timestampNs freq dieId"},
    {"HBM", "deviceId timestampNs bandwidth hbmId type"},
    {"DDR", "deviceId timestampNs read write"},
    {"LLC", "deviceId llcId timestampNs hitRate throughput mode"},
    {"NPU_MEM", "type ddr hbm timestampNs deviceId"},
    {"NPU_MODULE_MEM", "moduleId timestampNs totalReserved deviceId"},
    {"NPU_OP_MEM", "operatorName addr type size timestampNs globalTid totalAllocate totalReserve component deviceId"},
    {"ACC_PMU", "accId readBwLevel writeBwLevel readOstLevel writeOstLevel timestampNs deviceId"},
    {"SOC_BANDWIDTH_LEVEL", "l2BufferBwLevel mataBwLevel timestampNs deviceId"},
    {"QOS", "deviceId eventName bandwidth timestampNs dieId"},
    {"HCCS", "deviceId timestampNs txThroughput rxThroughput"},
    {"CPU_USAGE", "timestampNs cpuId usage"},
    {"OSRT_API", "name globalTid startNs endNs"},
    {"PYTORCH_API", "!startNs !endNs !globalTid !connectionId !name sequenceNumber fwdThreadId inputDtypes inputShapes "
                    "callchainId !type depth connectionCats"},
    {"CONNECTION_IDS", "!id !connectionId"},
    {"PYTORCH_CALLCHAINS", "id stack stackDepth"},
    {"STEP_TIME", "id !startNs !endNs"},
    {"GC_RECORD", "startNs endNs globalTid"},
    {"MEMORY_RECORD", "component timestamp totalAllocated totalReserved totalActive streamPtr deviceId"},
    {"OP_MEMORY", "name size allocationTime releaseTime activeReleaseTime duration activeDuration "
                  "allocationTotalAllocated allocationTotalReserved allocationTotalActive releaseTotalAllocated "
                  "releaseTotalReserved releaseTotalActive streamPtr deviceId"},
    {"META_DATA", "name value"},
    {"HOST_INFO", "hostUid hostName"},
    {"RANK_DEVICE_MAP", "rankId deviceId"},
    // The capture itself.
    {"SESSION_TIME_INFO", "startTimeNs endTimeNs baseTimeNs"},
    {"NPU_INFO", "id name"},
};

const KnownTable *knownTable(const QString &name)
{
    const auto *const at =
        std::ranges::find_if(knownTables, [&](const KnownTable &t) { return name == QLatin1String(t.name); });
    return at == std::end(knownTables) ? nullptr : at;
}

bool isOfSqlite(const QString &table)
{
    return isEnumTable(table) || table.startsWith(QLatin1String("sqlite_"));
}

bool hasRows(DbFile &file, const QString &table)
{
    const bool any = file.tables().names.contains(table) && file.database().rows(table, {}, 1).next();
    // A reader of the rows meets the damage again; until then other tables are read.
    (void)file.database().takeDamage();
    return any;
}

QString listed(QStringList names)
{
    constexpr qsizetype most = 40;
    if (names.size() > most)
        names = names.first(most) << QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

} // namespace

bool isKnownTable(const QString &name)
{
    return isOfSqlite(name) || knownTable(name);
}

void noteOddOfDatabase(DbFile &file)
{
    const QStringList samples = otherSampleTables(file);
    QStringList tables;
    QStringList columns;
    QStringList missing;
    for (const QString &name : file.tables().names) {
        if (isOfSqlite(name))
            continue;
        const KnownTable *const known = knownTable(name);
        if (!known) {
            if (!samples.contains(name))
                tables << name;
            continue;
        }
        const SafeDatabase::Columns there = file.database().columns(name);
        QStringList ofVersions = QString::fromLatin1(known->columns).split(u' ');
        QStringList lacking;
        for (QString &column : ofVersions) {
            const bool isNeeded = column.startsWith(u'!');
            column.remove(0, isNeeded ? 1 : 0);
            if (isNeeded && !there.names.contains(column, Qt::CaseInsensitive))
                lacking << name + u'.' + column;
        }
        if (!lacking.isEmpty() && hasRows(file, name))
            missing << lacking;
        for (const QString &column : there.names) {
            if (!ofVersions.contains(column))
                columns << name + u'.' + column;
        }
    }
    for (const auto &[table, of] : {std::pair("TASK", "COMPUTE_TASK_INFO"), std::pair("STRING_IDS", "CANN_API"),
                                    std::pair("STRING_IDS", "TASK"), std::pair("CONNECTION_IDS", "PYTORCH_API")}) {
        const QString name = QLatin1String(table);
        if (!file.has(table) && !missing.contains(name) && hasRows(file, QLatin1String(of)))
            missing << name;
    }
    const auto tell = [&file](Severity severity, const char *code, const QString &message, const QStringList &names) {
        if (!names.isEmpty())
            file.note(severity, code, message, {}, listed(names), names.size());
    };
    tell(Severity::Info, "db.other-samples",
         RS_MESSAGE("Sample tables whose columns differ between versions (%1): their curves have the names and "
                    "units of the database."),
         samples);
    tell(Severity::Info, "db.other-tables",
         RS_MESSAGE("Tables of the database that no view uses (%1): they can be shown as they are."), tables);
    tell(Severity::Info, "db.other-columns",
         RS_MESSAGE("Unknown columns of the database (%1): they can be shown as they are."), columns);
    tell(Severity::Loss, "db.computed-tables",
         RS_MESSAGE("Views and virtual tables of the database (%1) would execute code, so they are not read."),
         file.tables().leftOut);
    tell(Severity::Loss, "db.missing",
         RS_MESSAGE("Tables or columns that every version writes are missing (%1): their content is missing, in "
                    "another lane or without a name."),
         missing);
}

} // namespace rs
