// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbscan.h"

#include "core/base/timens.h"
#include "core/table/databasekinds.h"
#include "core/text/findingcodes.h"
#include "core/text/missingname.h"
#include "importers/files/fasttext.h"
#include "importers/files/plausiblerange.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace rs {

namespace {

using DbCell = SafeDatabase::Rows::Cell;

constexpr qint64 mostOversizedRows = 100;
constexpr size_t mostNameBytes = 64 * 1024;

// Tables from which tasks, calls and operators are made: if one of these is cut, work is missing.
bool makesLanes(const QString &table)
{
    static constexpr const char *names[] = {
        "TASK",        "COMPUTE_TASK_INFO", "COMMUNICATION_OP", "COMMUNICATION_TASK_INFO", "CANN_API",
        "PYTORCH_API", "MSTX_EVENTS",       "STEP_TIME",        "CONNECTION_IDS",          "STRING_IDS"};
    return std::ranges::any_of(names, [&table](const char *name) { return table == QLatin1String(name); });
}

SafeDatabase::Limits importLimits()
{
    SafeDatabase::Limits limits;
    // A file of gigabytes takes its time; whoever does not want to wait cancels the job.
    limits.milliseconds = qint64{3'600'000};
    return limits;
}

} // namespace

DbFile::DbFile(const QString &path, QString reportName, const JobContext &job, ImportReport &report)
    : m_job(job), m_report(report), m_reportName(std::move(reportName)), m_bytes(QFileInfo(path).size()),
      m_database(path, m_job, importLimits()), m_tables(m_database.tables())
{
}

size_t DbFile::mostRows(const char *table)
{
    constexpr qint64 shortRow = 32; // numbers of rows may have gaps
    if (!has(table) || !isOpen())
        return 0;
    const QString name = QLatin1String(table);
    const bool hasRowId = !m_database.columns(name).names.contains(QLatin1String("rowid"), Qt::CaseInsensitive);
    return hasRowId ? static_cast<size_t>(std::min(m_database.lastRowId(name), m_bytes / shortRow)) : 0;
}

void DbFile::note(Severity severity, const char *code, const QString &message, const Place &place,
                  const QString &argument, qint64 count) const
{
    m_report.add(severity, m_reportName, code, message, place, argument, count);
}

void DbFile::noteOnce(Severity severity, const QString &code, const QString &message, const Place &place,
                      const QString &argument, qint64 count) const
{
    // Several readers of one database may find the same at once.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const std::vector<Finding> told = m_report.findings();
    if (std::ranges::none_of(told, [&](const Finding &f) { return f.code == code && f.file == m_reportName; }))
        m_report.add(severity, m_reportName, code, message, place, argument, count);
}

void DbFile::noteProblemOfTable(const QString &table)
{
    const QString damage = m_database.takeDamage();
    if (damage.isEmpty()) {
        noteProblem(m_rows > 0);
        return;
    }
    m_damaged.insert(table);
    const bool isOfLanes = makesLanes(table);
    noteOnce(
        Severity::Error, QLatin1String(isOfLanes ? cutLanesCode : damagedCode) + u'-' + table,
        isOfLanes
            ? RS_MESSAGE("The table cannot be read to its end (%1): timeline, kernels and sums use the rows read "
                         "so far.")
            : RS_MESSAGE(
                  "The table cannot be read to its end (%1): its rows until there, and all other tables, are shown."),
        Place::name(table), damage);
}

void DbFile::noteProblem(bool isOfUse)
{
    const DatabaseProblem &problem = m_database.problem();
    if (m_isTold || problem.isNone() || problem.kind == DatabaseProblem::Kind::Canceled)
        return;
    m_isTold = true;
    if (!isOfUse)
        note(Severity::Error, damagedCode, RS_MESSAGE("The database cannot be read (%1): nothing of it is shown."), {},
             problem.text);
    else
        note(Severity::Error, findingcodes::databaseReadTime.data(),
             RS_MESSAGE("Reading the database was stopped after one hour: what was read so far is shown."));
}

DbScan::DbScan(DbFile &file, const char *table, const std::vector<const char *> &columns)
    : m_file(file), m_table(QLatin1String(table)), m_at(columns.size(), -1)
{
    if (!file.has(table) || !file.isOpen())
        return;
    m_isAsked = true;
    const SafeDatabase::Columns known = file.database().columns(m_table);
    // A column of that name would be another thing than the number of the row.
    m_hasRowId = !known.names.contains(QLatin1String("rowid"), Qt::CaseInsensitive);
    m_names << (m_hasRowId ? QStringLiteral("rowid") : known.names.value(0));
    size_t i = 0;
    for (const char *const column : columns) {
        for (const QString &spelling : QString::fromLatin1(column).split(u'|')) {
            // A column that is computed would run.
            if (m_at[i] < 0 && known.names.contains(spelling)) {
                m_at[i] = static_cast<int>(m_names.size());
                m_names << spelling;
            }
        }
        ++i;
    }
    m_hasRows = m_names.size() > 1;
    if (m_hasRows)
        restart(0);
}

DbScan::~DbScan()
{
    if (m_oversized > 0)
        m_file.note(Severity::Loss, "db.large-rows",
                    RS_MESSAGE("Rows with a cell larger than any that the profiler writes are left out."),
                    Place::name(m_table), {}, m_oversized);
    if (m_isAsked)
        m_file.noteProblemOfTable(m_table);
    else
        m_file.noteProblem(m_file.m_rows > 0);
}

void DbScan::restart(qint64 skip)
{
    m_rows = m_file.database().rows(m_table, m_names, -1, skip);
}

bool DbScan::next()
{
    while (m_hasRows) {
        if (m_rows.next()) {
            ++m_passed;
            ++m_file.m_rows;
            return true;
        }
        if (!m_rows.endedAtOversizedRow() || ++m_oversized > mostOversizedRows)
            return false;
        restart(++m_passed);
    }
    return false;
}

qint64 DbScan::rowId() const
{
    qint64 id = 0;
    if (m_hasRowId)
        (void)m_rows.take(0, id);
    return std::max<qint64>(0, id);
}

bool DbScan::isMissing(int column) const
{
    const int at = m_at[static_cast<size_t>(column)];
    return at < 0 || m_rows.type(at) == DbCell::Missing;
}

void DbScan::badCell(int column)
{
    m_file.note(Severity::Loss, "db.cell", RS_MESSAGE("Cells without a plausible number are treated as missing."),
                Place::name(m_table)
                    .with(Place::Kind::Row, QString::number(m_passed))
                    .with(Place::Kind::Column, m_names.value(m_at[static_cast<size_t>(column)])));
}

std::optional<qint64> DbScan::integer(int column)
{
    const int at = m_at[static_cast<size_t>(column)];
    if (at < 0)
        return std::nullopt;
    std::optional<qint64> out;
    qint64 value = 0;
    switch (m_rows.take(at, value)) {
    case DbCell::Integer:
        return value;
    case DbCell::Missing:
        return std::nullopt;
    case DbCell::Real:
        if (const double real = m_rows.real(at); std::abs(real) < 9e18 && std::floor(real) == real)
            out = static_cast<qint64>(real);
        break;
    case DbCell::Text:
        out = parseNumber<qint64>(m_rows.bytes(at));
        break;
    case DbCell::Blob:
        break;
    }
    if (!out)
        badCell(column);
    return out;
}

std::optional<qint64> DbScan::stamp(int column)
{
    const std::optional<qint64> ns = integer(column);
    if (ns && (*ns >= LatestStampNs || *ns <= EarliestStampNs)) {
        badCell(column);
        return std::nullopt;
    }
    return ns;
}

std::optional<double> DbScan::real(int column) const
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const int at = m_at[static_cast<size_t>(column)];
    if (at < 0)
        return std::nullopt;
    double value = 0;
    switch (m_rows.take(at, value)) {
    case DbCell::Missing:
        return std::nullopt;
    case DbCell::Integer:
    case DbCell::Real:
        return value;
    case DbCell::Text: {
        const std::string_view text = m_rows.bytes(at);
        return text == "N/A" || text == "NA" ? std::nullopt : std::optional(parseNumber<double>(text).value_or(none));
    }
    case DbCell::Blob:
        break;
    }
    return none;
}

std::optional<double> DbScan::measure(int column, double most)
{
    const std::optional<double> value = real(column);
    if (value && !isMeasurable(*value, most)) {
        badCell(column);
        return std::nullopt;
    }
    return value;
}

std::optional<double> DbScan::difference(int column, double most)
{
    const std::optional<double> value = real(column);
    if (value && !isMeasurable(std::abs(*value), most)) {
        badCell(column);
        return std::nullopt;
    }
    return value;
}

std::string DbScan::textBytes(int column) const
{
    const int at = m_at[static_cast<size_t>(column)];
    if (at < 0)
        return {};
    switch (m_rows.type(at)) {
    case DbCell::Text: {
        std::string_view text = m_rows.bytes(at);
        return std::string(text.substr(0, mostNameBytes));
    }
    case DbCell::Integer:
        return std::to_string(m_rows.integer(at));
    case DbCell::Real:
        return shortestDouble(m_rows.real(at));
    default:
        return {};
    }
}

std::string DbScan::longText(int column) const
{
    const int at = m_at[static_cast<size_t>(column)];
    return at >= 0 && m_rows.type(at) == DbCell::Text ? std::string(m_rows.bytes(at)) : textBytes(column);
}

QString DbScan::text(int column) const
{
    return QString::fromStdString(textBytes(column));
}

void DbScan::reject(const char *code, const QString &message)
{
    m_file.note(Severity::Loss, code, message, Place::name(m_table).with(Place::Kind::Row, QString::number(m_passed)));
}

void DbScan::rejectTimes()
{
    reject("db.times", RS_MESSAGE("Rows without a start or an end, or that end before they start, are not in the "
                                  "timeline nor in any sum."));
}

std::optional<std::pair<qint64, qint64>> DbScan::times(int startColumn, int endColumn)
{
    const auto start = stamp(startColumn);
    const auto end = stamp(endColumn);
    if (start && end && *start <= *end && *end - *start <= MaxDurationNs)
        return std::pair(*start, *end);
    rejectTimes();
    return std::nullopt;
}

bool isEnumTable(const QString &table)
{
    return table.startsWith(QLatin1String("ENUM_")) || table == QLatin1String("STRING_IDS");
}

DbNames::DbNames(DbFile &file)
{
    const auto read = [&](const QString &table, const char *value, std::unordered_map<qint64, StrId> &to) {
        MemoryReservation memory(file.job().sharedBudget());
        DbScan rows(file, table.toLatin1().constData(), {"id", value});
        constexpr qint64 idBytes = 64;
        while (rows.next()) {
            // A number without a text is as good as none.
            if (const auto id = rows.isMissing(1) ? std::nullopt : rows.integer(0)) {
                to.try_emplace(*id, m_pool.intern(rows.textBytes(1)));
                memory.hold(m_pool.bytes() + static_cast<qint64>(to.size()) * idBytes);
            }
        }
    };
    read(QStringLiteral("STRING_IDS"), "value", m_ids);
    for (const QString &table : file.tables().names) {
        if (table.startsWith(QLatin1String("ENUM_")))
            read(table, "name", m_enums[table.toStdString()]);
    }
}

std::string_view DbNames::text(std::optional<qint64> id) const
{
    const auto at = id ? m_ids.find(*id) : m_ids.end();
    return at == m_ids.end() ? std::string_view() : m_pool.view(at->second);
}

std::string_view DbNames::name(std::optional<qint64> id) const
{
    if (!id || isNoDbId(*id) || has(*id))
        return text(id);
    const std::lock_guard lock(m_lostMutex);
    m_lost.insert(*id);
    return MissingName;
}

qint64 DbNames::missingNames() const
{
    const std::lock_guard lock(m_lostMutex);
    return std::ssize(m_lost);
}

std::string_view DbNames::ofEnum(const char *table, std::optional<qint64> id) const
{
    const auto names = m_enums.find(std::string_view(table));
    if (names == m_enums.end() || !id)
        return {};
    const auto at = names->second.find(*id);
    return at == names->second.end() ? std::string_view() : m_pool.view(at->second);
}

bool DbNames::hasEnum(const char *table) const
{
    const auto names = m_enums.find(std::string_view(table));
    return names != m_enums.end() && !names->second.empty();
}

qint64 DbNames::bytes() const
{
    constexpr qint64 entryBytes = 48;
    return m_pool.bytes() + static_cast<qint64>(m_ids.size()) * entryBytes;
}

StrId DbWords::wordOf(std::optional<qint64> id, Known &known,
                      std::string_view (DbNames::*text)(std::optional<qint64>) const)
{
    if (!id)
        return NoText;
    const auto [at, isNew] = known.try_emplace(*id, NoText);
    if (isNew)
        at->second = m_pool.intern((m_names.*text)(id));
    return at->second;
}

} // namespace rs
