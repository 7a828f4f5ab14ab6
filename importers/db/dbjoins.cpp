// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbjoins.h"

#include "core/table/databasekinds.h"
#include "importers/files/findingseverity.h"

#include <algorithm>

namespace rs {

namespace {

struct LostRowsText
{
    const char *table;   ///< whose rows lack something
    const char *other;   ///< where it should stand
    bool isToldIfAbsent; ///< the other table need not be there
    const char *code;
    const char *message;
};

LostRowsText textOf(DbLostRows what)
{
    switch (what) {
    case DbLostRows::TasksOfKernels:
        return {"COMPUTE_TASK_INFO", "TASK", false, "db.lost-tasks-of-kernels",
                RS_NOOP("Kernels of the table belong to no row of TASK (%1): when they ran is not known, so they are "
                        "in no table and no sum, and computing is too short.")};
    case DbLostRows::KernelsOfTasks:
        return {"TASK", "COMPUTE_TASK_INFO", true, "db.lost-kernels-of-tasks",
                RS_NOOP("Tasks of the cores have no row in COMPUTE_TASK_INFO (%1): they have neither name nor type, "
                        "and are in no table of operators and not in computing.")};
    case DbLostRows::TasksOfCommunication:
        return {"COMMUNICATION_TASK_INFO", "TASK", false, "db.lost-tasks-of-communication",
                RS_NOOP("Tasks of communication belong to no row of TASK (%1): when they ran is not known, so they are "
                        "in no lane, and their bytes are in no traffic.")};
    case DbLostRows::OperatorsOfTasks:
        return {"COMMUNICATION_TASK_INFO", "COMMUNICATION_OP", true, "db.lost-operators-of-tasks",
                RS_NOOP("Tasks of communication belong to no operator of COMMUNICATION_OP (%1): the operators are "
                        "missing in the timeline, and communication is too short in all sums.")};
    case DbLostRows::ConnectionsOfOperators:
        break;
    }
    return {"PYTORCH_API", "CONNECTION_IDS", false, "db.lost-connections",
            RS_NOOP("Calls of the framework name connections that CONNECTION_IDS does not have (%1): no line leads "
                    "from them to what they launched.")};
}

bool isCut(const DbFile &file, const char *table)
{
    const std::vector<Finding> all = file.report().findings();
    const QString code = QLatin1String(cutLanesCode) + u'-' + QLatin1String(table);
    return std::any_of(all.begin(), all.end(),
                       [&](const Finding &f) { return f.code == code && f.file == file.reportName(); });
}

} // namespace

void noteLostRows(DbLostRows what, qint64 lost, qint64 all, const DbFile &file)
{
    const LostRowsText text = textOf(what);
    const bool isThere = file.has(text.other);
    if (lost == 0 || (!isThere && !text.isToldIfAbsent) || isCut(file, text.table) || isCut(file, text.other))
        return;
    // At Level0 nobody may have written what the cores' tasks were.
    const bool mayBeLevel0 = what == DbLostRows::KernelsOfTasks && !isThere;
    file.note(mayBeLevel0 ? Severity::Notice : severityOf(lost, all), text.code, QString::fromLatin1(text.message),
              Place::name(QLatin1String(text.table)),
              QString::number(lost) + QStringLiteral(" / ") + QString::number(all), lost);
}

} // namespace rs
