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

void noteUnsaidRank(const QString &path, const DatabaseProblem &why, int rank, ImportReport &report)
{
    const bool isKnown = rank >= 0;
    const auto tell = [&](const char *code, const QString &message, const QString &argument) {
        report.add(isKnown ? Severity::Notice : Severity::Loss, path, code, message, {}, argument);
    };
    if (why.kind == DatabaseProblem::Kind::Unreadable)
        tell("db.unreadable",
             isKnown ? RS_MESSAGE("The table of the database with its rank cannot be read (%1): the rank is known by "
                                  "other files, or by names of files and folders.")
                     : RS_MESSAGE("The database cannot be read (%1): it does not say whose rank it is."),
             why.text);
    else if (why.kind == DatabaseProblem::Kind::TimeUp)
        tell("db.time",
             isKnown ? RS_MESSAGE("Reading the rank from the database was given up after %1 s: it is known by other "
                                  "files, or by names of files and folders.")
                     : RS_MESSAGE("Reading the database was given up after %1 s: it does not say whose rank it is."),
             QString::number(mostIdentityMs / 1000));
}

std::optional<DbIdentity> readDbIdentity(const QString &path, const JobContext &job, ImportReport &report,
                                         DatabaseProblem *unsaid)
{
    const std::vector<DbIdentity> all = readDbIdentities(path, job, report, unsaid);
    return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<DbIdentity> readDbIdentities(const QString &path, const JobContext &job, ImportReport &report,
                                         DatabaseProblem *unsaid)
{
    const QString mapName = QStringLiteral("RANK_DEVICE_MAP");
    const QStringList wanted = {QStringLiteral("rankId"), QStringLiteral("deviceId")};
    const auto tell = [&](Severity severity, const char *code, const QString &message, const QString &argument = {}) {
        report.add(severity, path, code, message, {}, argument);
    };
    SafeDatabase::Limits limits;
    limits.milliseconds = mostIdentityMs;
    SafeDatabase db(path, job, limits);
    const DatabaseTables tables = db.tables();
    const auto columns = tables.names.contains(mapName) ? db.columns(mapName) : SafeDatabase::Columns();
    const auto runs = [&columns](const QString &name) { return columns.computed.contains(name); };
    if (tables.leftOut.contains(mapName) || runs(wanted[0]) || runs(wanted[1]))
        tell(Severity::Loss, "db.computed",
             RS_MESSAGE("RANK_DEVICE_MAP is a view, or its columns are computed: neither is run, so the database does "
                        "not say whose rank it is."));
    std::vector<DbIdentity> found;
    if (columns.names.contains(wanted[0]) && columns.names.contains(wanted[1])) {
        auto rows = db.rows(mapName, wanted, mostIdentityRows);
        while (rows.next()) {
            using Cell = SafeDatabase::Rows::Cell;
            const auto number = [&rows](int column) {
                const qint64 value = rows.type(column) == Cell::Integer ? rows.integer(column) : -1;
                return value <= std::numeric_limits<int>::max() ? static_cast<int>(std::max<qint64>(value, -1)) : -1;
            };
            // A rank may have several devices, and several ranks one each.
            const auto other = std::find_if(found.begin(), found.end(), [&](const DbIdentity &known) {
                return known.device == number(1) && known.rank != number(0);
            });
            if (other != found.end() && number(0) >= 0) {
                tell(Severity::Loss, "db.ranks",
                     RS_MESSAGE("RANK_DEVICE_MAP names different ranks of a device (%1): the first counts."),
                     QStringLiteral("%1, %2").arg(other->rank).arg(number(0)));
                continue;
            }
            const auto isNumber = [&rows](int column) {
                return rows.type(column) == Cell::Integer || rows.type(column) == Cell::Missing;
            };
            if (!isNumber(0) || !isNumber(1))
                tell(Severity::Loss, "db.identity",
                     RS_MESSAGE("Ranks or devices of RANK_DEVICE_MAP that are no whole numbers are not used."));
            if (number(0) >= 0)
                found.push_back({number(0), number(1)});
        }
    }
    // Without its list of tables nothing else is read from it either.
    if (db.problem().kind == DatabaseProblem::Kind::Unreadable && !tables.problem.isNone())
        tell(Severity::Loss, "db.unreadable", RS_MESSAGE("The database cannot be read (%1): nothing of it is shown."),
             db.problem().text);
    else if (unsaid)
        *unsaid = db.problem();
    else
        noteUnsaidRank(path, db.problem(), -1, report);
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
    return tables.problem.isNone() && std::any_of(std::begin(wanted), std::end(wanted), [&](const char *name) {
               return tables.names.contains(QLatin1String(name));
           });
}

} // namespace rs
