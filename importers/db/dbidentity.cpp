// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbidentity.h"

#include "importers/db/safedatabase.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace rs {

namespace {
constexpr qint64 mostIdentityMs = 2000;
constexpr int mostIdentityRows = 16;
} // namespace

std::optional<DbIdentity> readDbIdentity(const QString &path, const JobContext &job, ImportReport &report)
{
    const std::vector<DbIdentity> all = readDbIdentities(path, job, report);
    return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<DbIdentity> readDbIdentities(const QString &path, const JobContext &job, ImportReport &report)
{
    const QString mapName = QStringLiteral("RANK_DEVICE_MAP");
    const QStringList wanted = {QStringLiteral("rankId"), QStringLiteral("deviceId")};
    SafeDatabase::Limits limits;
    limits.milliseconds = mostIdentityMs;
    SafeDatabase db(path, job, limits);
    const QStringList columns = db.tables().names.contains(mapName) ? db.columns(mapName).names : QStringList();
    std::vector<DbIdentity> found;
    if (!columns.contains(wanted[0]) || !columns.contains(wanted[1]))
        return found;
    auto rows = db.rows(mapName, wanted, mostIdentityRows);
    while (rows.next()) {
        const auto number = [&rows](int column) {
            qint64 value = -1;
            const bool isNumber = rows.take(column, value) == SafeDatabase::Rows::Cell::Integer && value >= 0 &&
                                  value <= std::numeric_limits<int>::max();
            return isNumber ? static_cast<int>(value) : -1;
        };
        const DbIdentity row{number(0), number(1)};
        if (row.rank < 0)
            continue;
        // A rank may have several devices, and several ranks one each.
        const auto other = std::ranges::find_if(
            found, [&](const DbIdentity &known) { return known.device == row.device && known.rank != row.rank; });
        if (other == found.end())
            found.push_back(row);
        else
            report.add(Severity::Loss, path, "db.ranks",
                       RS_MESSAGE("RANK_DEVICE_MAP names different ranks of a device (%1): the first counts."), {},
                       QStringLiteral("%1, %2").arg(other->rank).arg(row.rank));
    }
    return found;
}

bool holdsProfile(const QString &path, const JobContext &job, DatabaseProblem *problem)
{
    SafeDatabase::Limits limits;
    limits.milliseconds = mostIdentityMs;
    const DatabaseTables tables = SafeDatabase(path, job, limits).tables();
    if (problem)
        *problem = tables.problem;
    static constexpr const char *wanted[] = {"TASK",        "CANN_API",      "PYTORCH_API",      "COMMUNICATION_OP",
                                             "MSTX_EVENTS", "MEMORY_RECORD", "OP_MEMORY",        "NPU_MODULE_MEM",
                                             "STEP_TIME",   "StepTraceTime", "CommAnalyzerTime", "CommAnalyzerMatrix"};
    return tables.problem.isNone() &&
           std::ranges::any_of(wanted, [&](const char *name) { return tables.names.contains(QLatin1String(name)); });
}

} // namespace rs
