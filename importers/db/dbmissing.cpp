// SPDX-License-Identifier: Apache-2.0
// What a profile lacks that every version of it has (formats.md 6.1).
#include "importers/db/dbknown.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace rs {

namespace {

/// What is lost with a column.
enum class Lack : quint8 { Times, Launches, Names, Joins, Lanes, Values };

struct NeededColumns
{
    const char *table;
    Lack lack;
    const char *columns; ///< that every version has, between blanks
};

constexpr NeededColumns neededColumns[] = {
    {"TASK", Lack::Times, "startNs endNs"},
    {"TASK", Lack::Launches, "connectionId"},
    {"TASK", Lack::Names, "taskType"},
    {"TASK", Lack::Joins, "globalTaskId"},
    {"TASK", Lack::Lanes, "deviceId streamId"},
    {"TASK", Lack::Values, "globalPid contextId taskId modelId"},
    {"COMPUTE_TASK_INFO", Lack::Names, "name taskType opType"},
    {"COMPUTE_TASK_INFO", Lack::Joins, "globalTaskId"},
    {"COMPUTE_TASK_INFO", Lack::Values,
     "inputFormats inputDataTypes inputShapes outputFormats outputDataTypes outputShapes attrInfo"},
    {"COMMUNICATION_OP", Lack::Times, "startNs endNs"},
    {"COMMUNICATION_OP", Lack::Launches, "connectionId"},
    {"COMMUNICATION_OP", Lack::Names, "opName"},
    {"COMMUNICATION_OP", Lack::Joins, "opId"},
    {"COMMUNICATION_OP", Lack::Lanes, "groupName"},
    {"COMMUNICATION_OP", Lack::Values, "relay retry dataType algType count opType"},
    {"COMMUNICATION_TASK_INFO", Lack::Names, "name taskType"},
    {"COMMUNICATION_TASK_INFO", Lack::Joins, "globalTaskId opId"},
    {"COMMUNICATION_TASK_INFO", Lack::Lanes, "planeId groupName"},
    {"COMMUNICATION_TASK_INFO", Lack::Values, "notifyId rdmaType srcRank dstRank transportType size dataType linkType"},
    {"CANN_API", Lack::Times, "startNs endNs"},
    {"CANN_API", Lack::Launches, "connectionId"},
    {"CANN_API", Lack::Names, "name type"},
    {"CANN_API", Lack::Lanes, "globalTid"},
    {"MSTX_EVENTS", Lack::Times, "startNs endNs"},
    {"MSTX_EVENTS", Lack::Launches, "connectionId"},
    {"MSTX_EVENTS", Lack::Names, "message eventType"},
    {"MSTX_EVENTS", Lack::Lanes, "globalTid"},
    {"PYTORCH_API", Lack::Times, "startNs endNs"},
    {"PYTORCH_API", Lack::Launches, "connectionId"},
    {"PYTORCH_API", Lack::Names, "name type"},
    {"PYTORCH_API", Lack::Lanes, "globalTid"},
    {"PYTORCH_API", Lack::Values, "sequenceNumber fwdThreadId inputDtypes inputShapes callchainId"},
    {"CONNECTION_IDS", Lack::Launches, "id connectionId"},
    {"PYTORCH_CALLCHAINS", Lack::Values, "id stack stackDepth"},
    {"STRING_IDS", Lack::Names, "id value"},
    {"STEP_TIME", Lack::Times, "startNs endNs"},
    {"STEP_TIME", Lack::Values, "id"},
    {"TASK_PMU_INFO", Lack::Values, "globalTaskId name value"},
    {"AICORE_FREQ", Lack::Values, "deviceId timestampNs freq"},
    {"MEMORY_RECORD", Lack::Values, "component timestamp totalAllocated totalReserved totalActive streamPtr deviceId"},
    {"OP_MEMORY", Lack::Values, "name size allocationTime releaseTime duration deviceId"},
    {"NPU_MEM", Lack::Values, "type ddr hbm timestampNs deviceId"},
    {"NPU_MODULE_MEM", Lack::Values, "moduleId timestampNs totalReserved deviceId"},
    {"NPU_OP_MEM", Lack::Values,
     "operatorName addr type size timestampNs totalAllocate totalReserve component deviceId"},
};

struct NeededTable
{
    const char *table;
    const char *of; ///< tables whose rows belong to it, between blanks
    const char *code;
    const char *message;
};

constexpr NeededTable neededTables[] = {
    {"TASK", "COMPUTE_TASK_INFO COMMUNICATION_TASK_INFO", "db.missing-table-tasks",
     RS_NOOP("The table is missing, to which rows of other tables belong (%1): the timeline lacks the tasks of the "
             "device, and all that is derived from them is missing.")},
    {"STRING_IDS", "TASK COMPUTE_TASK_INFO CANN_API COMMUNICATION_OP PYTORCH_API", "db.missing-table-names",
     RS_NOOP("The table is missing, to which rows of other tables belong (%1): nothing has a name.")},
    {"CONNECTION_IDS", "PYTORCH_API", "db.missing-table-connections",
     RS_NOOP("The table is missing, to which rows of other tables belong (%1): no operator of the framework leads to "
             "what it launched.")},
};

struct LackText
{
    Severity severity;
    const char *code;
    const char *message;
};

LackText textOf(Lack lack)
{
    switch (lack) {
    case Lack::Times:
        return {
            Severity::Loss, "db.missing-times",
            RS_NOOP("Columns with times are missing, which every version writes (%1): no row of the table is shown.")};
    case Lack::Launches:
        return {
            Severity::Loss, "db.missing-launches",
            RS_NOOP("Columns that tie calls to what they launch are missing, which every version writes (%1): lines of "
                    "the timeline, launch delays and what is derived from them are missing or too small.")};
    case Lack::Names:
        return {Severity::Loss, "db.missing-names",
                RS_NOOP("Columns with names are missing, which every version writes (%1): what the table is of has no "
                        "name or type, or another one.")};
    case Lack::Joins:
        return {
            Severity::Loss, "db.missing-joins",
            RS_NOOP(
                "Columns that tie rows to those of other tables are missing, which every version writes (%1): kernels "
                "and parts of communication operators lack what stands in the other table, or are missing.")};
    case Lack::Lanes:
        return {Severity::Loss, "db.missing-lanes",
                RS_NOOP("Columns that say where something ran are missing, which every version writes (%1): rows of "
                        "the table stand in other lanes, or in none.")};
    case Lack::Values:
        break;
    }
    return {Severity::Notice, "db.missing-columns",
            RS_NOOP("Columns are missing that every version writes (%1): what they say is not known.")};
}

bool hasRows(DbFile &file, const QString &table)
{
    const SafeDatabase::Columns columns = file.database().columns(table);
    const bool any = !columns.names.isEmpty() && file.database().rows(table, columns.names.first(1), 1).next();
    // Whoever reads the rows meets the damage again; until then other tables are read.
    (void)file.database().takeDamage();
    return any;
}

QStringList lackingColumns(DbFile &file, const NeededColumns &needed)
{
    const SafeDatabase::Columns known = file.database().columns(QLatin1String(needed.table));
    QStringList out;
    for (const QString &column : QString::fromLatin1(needed.columns).split(u' ')) {
        // Those that are computed are told where they are read.
        if (!known.names.contains(column, Qt::CaseInsensitive) && !known.computed.contains(column, Qt::CaseInsensitive))
            out << column;
    }
    return out;
}

} // namespace

void noteMissingOfDatabase(DbFile &file)
{
    std::map<QString, bool> filled; // by table
    const auto isFilled = [&](const QString &table) {
        const auto [at, isNew] = filled.try_emplace(table, false);
        if (isNew && file.tables().names.contains(table))
            at->second = hasRows(file, table);
        return at->second;
    };
    for (const NeededTable &needed : neededTables) {
        if (file.has(needed.table) || file.tables().leftOut.contains(QLatin1String(needed.table)))
            continue;
        QStringList of;
        for (const QString &table : QString::fromLatin1(needed.of).split(u' ')) {
            if (isFilled(table))
                of << table;
        }
        if (!of.isEmpty())
            file.note(Severity::Loss, needed.code, QString::fromLatin1(needed.message),
                      Place::name(QLatin1String(needed.table)), of.join(QStringLiteral(", ")));
    }
    for (const NeededColumns &needed : neededColumns) {
        const QString table = QLatin1String(needed.table);
        const QStringList lacking = isFilled(table) ? lackingColumns(file, needed) : QStringList();
        if (lacking.isEmpty())
            continue;
        const LackText text = textOf(needed.lack);
        file.note(text.severity, qPrintable(QLatin1String(text.code) + u'-' + table), QString::fromLatin1(text.message),
                  Place::name(table), lacking.join(QStringLiteral(", ")), lacking.size());
    }
}

} // namespace rs
