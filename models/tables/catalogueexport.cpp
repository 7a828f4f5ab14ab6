// SPDX-License-Identifier: Apache-2.0
#include "tables/catalogueexport.h"

#include "core/exportfolder.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace rs {

CatalogueExport::CatalogueExport(const Catalogue &tables, CsvReader reader, JobContext job, ThreadPool *pool,
                                 Progress progress)
    : m_tables(tables), m_reader(reader), m_job(std::move(job)), m_pool(pool), m_progress(std::move(progress))
{
}

bool CatalogueExport::write(const std::shared_ptr<const Run> &run, const QString &folder)
{
    TableQuery query;
    query.run = run;
    query.pool = m_pool;
    // Unique, also where two ranks share a label.
    UniqueFileNames unique;
    std::vector<QString> names;
    for (size_t i = 0; i < run->infos.size(); ++i)
        names.push_back(unique.next(safeFileName(run->ranks[i] ? run->ranks[i]->info.label : run->infos[i].label)));
    m_folders.assign(names.size(), QString());
    for (const TableSpec &table : m_tables.all()) {
        if (table.scope == TableScope::Rank && !writeOfRanks(table, query, folder, names))
            return false;
    }
    // The table of ranks says where their tables are, so it comes after them.
    query.rankFolders = m_folders;
    for (const TableSpec &table : m_tables.all()) {
        if (table.scope == TableScope::Pair && !writePairs(table, query, folder, names))
            return false;
        for (const TableFile &file : table.exportFiles()) {
            if (table.scope == TableScope::Run &&
                !writeTable(table, file, query, QStringLiteral("%1/%2.csv").arg(folder, file.name)))
                return false;
        }
    }
    return true;
}

bool CatalogueExport::writeOfRanks(const TableSpec &table, TableQuery query, const QString &folder,
                                   const std::vector<QString> &names)
{
    for (size_t i = 0; i < names.size(); ++i) {
        if (!query.run->ranks[i])
            continue;
        query.rank = static_cast<int>(i);
        const QString own = QStringLiteral("rank_") + names[i];
        for (const TableFile &file : table.exportFiles()) {
            const int before = m_files;
            if (!writeTable(table, file, query, QStringLiteral("%1/%2/%3.csv").arg(folder, own, file.name)))
                return false;
            if (m_files > before)
                m_folders[i] = own;
        }
    }
    return true;
}

// Every rank against the first: the comparison that the window opens with.
bool CatalogueExport::writePairs(const TableSpec &table, TableQuery query, const QString &folder,
                                 const std::vector<QString> &names)
{
    query.rank = 0;
    for (size_t i = 1; i < names.size() && query.run->ranks[0]; ++i) {
        if (!query.run->ranks[i])
            continue;
        query.other = static_cast<int>(i);
        for (const TableFile &file : table.exportFiles()) {
            if (!writeTable(table, file, query,
                            QStringLiteral("%1/%2/%3_with_%4_%5.csv")
                                .arg(folder, table.fileName(), names[0], names[i], file.name)))
                return false;
        }
    }
    return true;
}

bool CatalogueExport::writeTable(const TableSpec &table, const TableFile &file, TableQuery query, const QString &path)
{
    if (m_job.isCanceled())
        return false;
    if (m_progress)
        m_progress(path);
    if (file.choose)
        file.choose(query);
    const std::shared_ptr<const RowSource> rows = table.rows(query, m_job);
    if (!rows)
        return false;
    if (rows->rows() == 0) {
        const bool pair = table.scope == TableScope::Pair;
        const QString why = pair && table.whyEmpty ? table.whyEmpty(query) : QString();
        if (why.isEmpty()) {
            ++m_empty[QFileInfo(path).completeBaseName()];
        } else {
            const QString sentence = QStringLiteral("No comparison of rank %1 with rank %2. %3")
                                         .arg(query.rankData()->info.label, query.otherData()->info.label, why);
            if (!m_leftOut.contains(sentence))
                m_leftOut << sentence;
        }
        return true;
    }
    QSaveFile out(path);
    const auto failed = [&](const QString &why) {
        m_error = QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), why.isEmpty() ? out.errorString() : why);
        return false;
    };
    if (!QDir().mkpath(QFileInfo(path).path()) || !out.open(QIODevice::WriteOnly))
        return failed({});
    const auto sink = makeCsvSink(out, m_reader);
    sink->begin(printedHeaders(rows->columns()));
    const bool complete = writeRows(*sink, *rows, m_job);
    sink->end();
    if (!complete) {
        out.cancelWriting();
        return false;
    }
    if (!sink->ok() || !out.commit())
        return failed(sink->why());
    ++m_files;
    return true;
}

QStringList CatalogueExport::leftOut() const
{
    QStringList empty;
    for (const auto &[name, count] : m_empty)
        empty << (count == 1 ? name : QStringLiteral("%1 (%2 times)").arg(name).arg(count));
    QStringList out = m_leftOut;
    if (!empty.isEmpty())
        out << QStringLiteral("Tables without rows are not written: %1.").arg(empty.join(QStringLiteral(", ")));
    return out;
}

} // namespace rs
