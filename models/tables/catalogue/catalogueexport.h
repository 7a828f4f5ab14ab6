// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"
#include "tables/base/tablesink.h"

#include <QStringList>

#include <functional>
#include <map>

namespace rs {

/// A table that has no rows.
struct EmptyTable
{
    QString name;
    QStringList runs; ///< names of the written runs without rows; empty: all of them
    bool operator==(const EmptyTable &) const = default;
};

/// A file of an export.
struct ExportedTable
{
    QString path; ///< absolute
    QString name; ///< file name of the table: "idle_gaps"
    QString of;   ///< label of the rank, or of the two that are compared; empty: of the run
    QString title;
    QString hint;
};

/// Writes every table of a catalogue that has rows as CSV: tables about a run into its folder, those about a rank into
/// one folder for each, comparisons of every rank with the first into "compare".
class CatalogueExport
{
public:
    /// Called before each file with its path below the folder.
    using Progress = std::function<void(const QString &file)>;

    CatalogueExport(const Catalogue &tables, CsvReader reader, JobContext job, ThreadPool *pool = nullptr,
                    Progress progress = {});

    /// Writes the run and its loaded ranks. False when cancelled, or when a file could not be written: then error()
    /// says which and why.
    bool write(const std::shared_ptr<const Run> &run, const QString &folder);
    /// The folders of the run that was written last, below its own, by the index of the rank; empty for a rank without
    /// any table.
    [[nodiscard]] const std::vector<QString> &rankFolders() const { return m_folders; }

    [[nodiscard]] int files() const { return static_cast<int>(m_written.size()); }
    /// Every file, in the order in which it was written.
    [[nodiscard]] const std::vector<ExportedTable> &written() const { return m_written; }
    [[nodiscard]] const QString &error() const { return m_error; }
    /// Tables that were not written, and why, an English sentence each.
    [[nodiscard]] QStringList leftOut() const;
    /// Tables without rows, by name.
    [[nodiscard]] std::vector<EmptyTable> empty() const;
    /// Writes only these tables, by id; empty: all.
    void setOnly(const QStringList &tables) { m_only = tables; }
    /// Rates of transports for the runs that follow.
    void setRates(const ReferenceRates &rates) { m_rates = rates; }

private:
    [[nodiscard]] std::vector<const TableSpec *> tablesToWrite() const;
    bool writeOfRanks(const TableSpec &table, TableQuery query, const QString &folder,
                      const std::vector<QString> &names);
    bool writePairs(const TableSpec &table, TableQuery query, const QString &folder, const std::vector<QString> &names);
    bool writeTable(const TableSpec &table, const TableFile &file, TableQuery query, const QString &path,
                    const QString &of);

    const Catalogue &m_tables;
    CsvReader m_reader;
    JobContext m_job;
    ThreadPool *m_pool;
    Progress m_progress;
    ReferenceRates m_rates;
    QStringList m_only;
    std::vector<ExportedTable> m_written;
    QString m_error;
    QStringList m_leftOut;
    std::vector<QString> m_folders;
    struct EmptyTables
    {
        QString run;                          ///< its path
        QString name;                         ///< run name
        std::map<QString, QStringList> ranks; ///< by name of the file: those without rows; empty: of the run
        int loaded = 0;                       ///< ranks of the run
    };
    std::vector<EmptyTables> m_empty; ///< by run
};

} // namespace rs
