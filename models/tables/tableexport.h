// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue.h"
#include "tables/tablesink.h"

#include <QStringList>

#include <functional>
#include <map>

namespace rs {

/// Writes every table of a catalogue that has rows as CSV: tables about a run into its folder, those about a rank into
/// one folder for each, comparisons of every rank with the first into "compare".
class TableExport
{
public:
    /// Called before each file with its path below the folder.
    using Progress = std::function<void(const QString &file)>;

    TableExport(const Catalogue &tables, CsvReader reader, JobContext job, ThreadPool *pool = nullptr,
                Progress progress = {});

    /// `findings`: of the run as a whole. Loaded ranks are written. False when cancelled, or when a file could not be
    /// written: then error() says which and why.
    bool write(const std::shared_ptr<const Run> &run, const std::vector<Finding> &findings, const QString &folder);

    [[nodiscard]] int files() const { return m_files; }
    [[nodiscard]] const QString &error() const { return m_error; }
    /// What was not written and why, an English sentence each.
    [[nodiscard]] QStringList leftOut() const;
    /// The folder that holds a rank's tables, by its index in the run: unique, also where ranks share a name.
    [[nodiscard]] static std::vector<QString> rankFolders(const Run &run);

private:
    bool writeTable(const TableSpec &table, const TableFile &file, TableQuery query, const QString &path);

    const Catalogue &m_tables;
    CsvReader m_reader;
    JobContext m_job;
    ThreadPool *m_pool;
    Progress m_progress;
    int m_files = 0;
    QString m_error;
    QStringList m_leftOut;
    std::map<QString, int> m_empty; ///< by name of the file
};

} // namespace rs
