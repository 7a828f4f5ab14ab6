// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "core/text/stringpool.h"
#include "core/trace/tracechunk.h"
#include "importers/db/safedatabase.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rs {

/// A database deliverable that is read for its meaning: which tables it has, which columns they have, and where
/// findings about them go. Each thread has one of its own.
class DbFile
{
public:
    /// `reportName`: the file as findings name it. `job` and `report` must outlive the object.
    DbFile(const QString &path, QString reportName, const JobContext &job, ImportReport &report);

    [[nodiscard]] bool isOpen() const { return m_database.problem().isNone(); }
    [[nodiscard]] bool has(const char *table) const { return m_tables.names.contains(QLatin1String(table)); }
    [[nodiscard]] const DatabaseTables &tables() const { return m_tables; }
    /// More rows than these a table hardly has; 0 where there is no telling. For room that costs addresses only.
    [[nodiscard]] size_t mostRows(const char *table);
    [[nodiscard]] SafeDatabase &database() { return m_database; }
    [[nodiscard]] const JobContext &job() const { return m_job; }
    [[nodiscard]] ImportReport &report() const { return m_report; }
    [[nodiscard]] const QString &reportName() const { return m_reportName; }
    void note(Severity severity, const char *code, const QString &message, const Place &place = {},
              const QString &argument = {}, qint64 count = 1) const;
    /// The same of what is met again whenever a table is read.
    void noteOnce(Severity severity, const QString &code, const QString &message, const Place &place = {},
                  const QString &argument = {}, qint64 count = 1) const;
    /// Notes once, as a finding, why the reading ended early. `isOfUse`: the rows read so far are shown.
    void noteProblem(bool isOfUse);
    /// The same behind a table. Damage of one leaves the others.
    void noteProblemOfTable(const QString &table);
    /// Whether a table that was read from this object ended before its time.
    [[nodiscard]] bool isDamaged() const { return !m_damaged.empty(); }

private:
    const JobContext &m_job;
    ImportReport &m_report;
    QString m_reportName;
    qint64 m_bytes = 0; ///< file size
    SafeDatabase m_database;
    DatabaseTables m_tables;
    bool m_isTold = false;
    std::set<QString> m_damaged; ///< names of tables
    qint64 m_rows = 0;           ///< that were read
    friend class DbScan;
};

/// The rows of a table of a DbFile, front to back, by columns that are named in advance: the first is column 0. A
/// spelling of older or newer versions may stand behind a '|'. A table or column that is not there gives no rows or
/// missing cells. Cells that are no number where one belongs are missing, and a finding counts them; so are rows that
/// are larger than any of the profiler's.
class DbScan
{
public:
    DbScan(DbFile &file, const char *table, const std::vector<const char *> &columns);
    ~DbScan();
    Q_DISABLE_COPY_MOVE(DbScan)

    [[nodiscard]] bool next();
    /// Number of the row, from 1, as the file has it; 0 where it has none.
    [[nodiscard]] qint64 rowId() const;
    [[nodiscard]] bool hasColumn(int column) const { return m_at[static_cast<size_t>(column)] >= 0; }
    [[nodiscard]] bool isMissing(int column) const;
    /// Whole numbers, also as text. Nothing for a missing cell, and for one that is none.
    [[nodiscard]] std::optional<qint64> integer(int column);
    [[nodiscard]] qint64 integer(int column, qint64 missing) { return integer(column).value_or(missing); }
    /// A stamp in ns that can be one.
    [[nodiscard]] std::optional<qint64> stamp(int column);
    /// From and until when something was, in ns; the row is rejected where that cannot be.
    [[nodiscard]] std::optional<std::pair<qint64, qint64>> times(int startColumn, int endColumn);
    /// A finite number from 0 to `most`.
    [[nodiscard]] std::optional<double> measure(int column, double most);
    /// The same from -`most` on.
    [[nodiscard]] std::optional<double> difference(int column, double most);
    [[nodiscard]] QString text(int column) const;
    /// Numbers that SQLite holds for text included.
    [[nodiscard]] std::string textBytes(int column) const;
    /// The whole of a text, however long.
    [[nodiscard]] std::string longText(int column) const;
    /// The row cannot be used: counted, with its number.
    void reject(const char *code, const QString &message);
    void rejectTimes();

private:
    void restart(qint64 skip);
    /// NaN for a cell that is no number.
    [[nodiscard]] std::optional<double> real(int column) const;
    void badCell(int column);

    DbFile &m_file;
    QString m_table;
    QStringList m_names;   ///< columns that are read, the row's number first
    std::vector<int> m_at; ///< place of each wanted column among them; -1: not there
    SafeDatabase::Rows m_rows;
    qint64 m_passed = 0;
    qint64 m_oversized = 0;
    bool m_isAsked = false; ///< the file has the table
    bool m_hasRows = false;
    bool m_hasRowId = false;
};

/// The writers' ways to spell "none" in ids.
[[nodiscard]] constexpr bool isNoDbId(qint64 id)
{
    return id < 0 || id == 4294967295 || id == 9223372036854775807;
}

/// Texts of STRING_IDS and of the enum tables of a database, by their numbers.
class DbNames
{
public:
    explicit DbNames(DbFile &file);

    /// The text of a number; empty for one that has none.
    [[nodiscard]] std::string_view text(std::optional<qint64> id) const;
    /// Name of an id: MissingName if the id has no text.
    [[nodiscard]] std::string_view name(std::optional<qint64> id) const;
    /// Count of numbers for which name() had no text. From any thread, as name().
    [[nodiscard]] qint64 missingNames() const;
    [[nodiscard]] bool has(qint64 id) const { return m_ids.contains(id); }
    /// Name that `table` gives a number; empty if it has none.
    [[nodiscard]] std::string_view ofEnum(const char *table, std::optional<qint64> id) const;
    [[nodiscard]] bool hasEnum(const char *table) const;
    [[nodiscard]] qint64 bytes() const;

private:
    StringPool m_pool;
    std::unordered_map<qint64, StrId> m_ids;
    std::map<std::string, std::unordered_map<qint64, StrId>, std::less<>> m_enums;
    mutable std::mutex m_lostMutex; // parts of a file are read at once
    mutable std::set<qint64> m_lost;
};

/// Ids of DbNames' texts in the pool of a chunk.
class DbWords
{
public:
    DbWords(const DbNames &names, StringPool &pool) : m_names(names), m_pool(pool) {}
    [[nodiscard]] StrId of(std::optional<qint64> id) { return wordOf(id, m_known, &DbNames::text); }
    /// As DbNames::name().
    [[nodiscard]] StrId nameOf(std::optional<qint64> id) { return wordOf(id, m_knownNames, &DbNames::name); }

private:
    using Known = std::unordered_map<qint64, StrId>;
    StrId wordOf(std::optional<qint64> id, Known &known,
                 std::string_view (DbNames::*text)(std::optional<qint64>) const);

    const DbNames &m_names;
    StringPool &m_pool;
    Known m_known;
    Known m_knownNames;
};

/// Enum tables and STRING_IDS say nothing of their own.
[[nodiscard]] bool isEnumTable(const QString &table);

} // namespace rs
