// SPDX-License-Identifier: Apache-2.0
#include "tables/catalogue/catalogueexport.h"

#include "core/base/savedfile.h"
#include "core/base/exportfolder.h"
#include "tables/run/othertables.h"

#include <QFileInfo>

#include <algorithm>

namespace rs {

namespace {

// " (rank 3)", " (ranks 1, 2)", " (all ranks)"; nothing for a table of the run, or of the only rank.
QString ofRanks(const QStringList &ranks, int all)
{
    constexpr qsizetype most = 16;
    if (ranks.isEmpty() || all == 1)
        return {};
    if (ranks.size() == all)
        return QStringLiteral(" (all ranks)");
    if (ranks.size() == 1)
        return QStringLiteral(" (rank %1)").arg(ranks.front());
    const QString more = ranks.size() > most ? QStringLiteral(" and %1 more").arg(ranks.size() - most) : QString();
    return QStringLiteral(" (ranks %1%2)").arg(ranks.mid(0, most).join(QStringLiteral(", ")), more);
}

} // namespace

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
    query.rates = m_rates;
    // Unique, also where two ranks share a label.
    UniqueFileNames unique;
    std::vector<QString> names;
    for (size_t i = 0; i < run->infos.size(); ++i)
        names.push_back(unique.next(safeFileName(run->ranks[i] ? run->ranks[i]->info.label : run->infos[i].label)));
    m_folders.assign(names.size(), QString());
    m_empty.push_back(
        {run->path, run->name, {}, static_cast<int>(std::ranges::count_if(run->ranks, [](const auto &rank) {
             return rank != nullptr;
         }))});
    const std::vector<const TableSpec *> tables = tablesToWrite();
    for (const TableSpec *const table : tables) {
        if (table->scope == TableScope::Rank && !writeOfRanks(*table, query, folder, names))
            return false;
    }
    // The table of ranks says where their tables are, so it comes after them.
    query.rankFolders = m_folders;
    for (const TableSpec *const table : tables) {
        if (table->scope == TableScope::Pair && !writePairs(*table, query, folder, names))
            return false;
        for (const TableFile &file : table->exportFiles()) {
            if (table->scope == TableScope::Run &&
                !writeTable(*table, file, query, QStringLiteral("%1/%2.csv").arg(folder, file.name), QString()))
                return false;
        }
    }
    return true;
}

std::vector<const TableSpec *> CatalogueExport::tablesToWrite() const
{
    std::vector<const TableSpec *> out;
    for (const TableSpec &table : m_tables.all()) {
        if (m_only.isEmpty() || m_only.contains(table.id))
            out.push_back(&table);
    }
    return out;
}

bool CatalogueExport::writeOfRanks(const TableSpec &table, TableQuery query, const QString &folder,
                                   const std::vector<QString> &names)
{
    for (size_t i = 0; i < names.size(); ++i) {
        if (!query.run->ranks[i])
            continue;
        query.rank = static_cast<int>(i);
        const QString own = QStringLiteral("rank_") + names[i];
        for (const TableFile &file : exportFilesOf(table, query)) {
            const int before = files();
            if (!writeTable(table, file, query, QStringLiteral("%1/%2/%3.csv").arg(folder, own, file.name), names[i]))
                return false;
            if (files() > before)
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
                                .arg(folder, table.fileName(), names[0], names[i], file.name),
                            names[0] + u'/' + names[i]))
                return false;
        }
    }
    return true;
}

bool CatalogueExport::writeTable(const TableSpec &table, const TableFile &file, TableQuery query, const QString &path,
                                 const QString &of)
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
        const QString why = pair && table.whyEmpty ? table.whyEmpty(query).english() : QString();
        if (why.isEmpty()) {
            QStringList &ranks = m_empty.back().ranks[QFileInfo(path).completeBaseName()];
            if (table.scope == TableScope::Rank)
                ranks << query.rankData()->info.label;
        } else {
            const QString sentence = QStringLiteral("No comparison of rank %1 with rank %2. %3")
                                         .arg(query.rankData()->info.label, query.otherData()->info.label, why);
            if (!m_leftOut.contains(sentence))
                m_leftOut << sentence;
        }
        return true;
    }
    SavedFile out(path);
    const auto failed = [&](const QString &why) {
        m_error = QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), why.isEmpty() ? out.errorString() : why);
        return false;
    };
    if (const QString why = makeFolder(QFileInfo(path).path()); !why.isEmpty() || !out.open())
        return failed(why);
    const auto sink = makeCsvSink(out, m_reader);
    sink->begin(printedHeaders(rows->columns()));
    const bool complete = writeRows(*sink, *rows, m_job);
    sink->end();
    if (!complete) {
        out.cancelWriting();
        return false;
    }
    if (!sink->ok() || !out.commit())
        return failed({});
    m_written.push_back({path, file.name, of, table.title, table.hint});
    // Note of a run that there are more rows than these.
    for (const RowNote &note : rows->notes()) {
        if (table.scope == TableScope::Run)
            m_leftOut << QStringLiteral("%1: %2").arg(table.id, note.english());
    }
    return true;
}

QStringList CatalogueExport::leftOut() const
{
    QStringList out = m_leftOut;
    for (const EmptyTables &tables : m_empty) {
        QStringList names;
        for (const auto &[name, ranks] : tables.ranks)
            names << name + ofRanks(ranks, tables.loaded);
        if (names.isEmpty())
            continue;
        const QString run = m_empty.size() > 1 ? tables.run + QStringLiteral(": ") : QString();
        out << run + QStringLiteral("Tables without rows are not written: %1.").arg(names.join(QStringLiteral(", ")));
    }
    return out;
}

std::vector<EmptyTable> CatalogueExport::empty() const
{
    std::map<QString, QStringList> runsOf;
    for (const EmptyTables &tables : m_empty) {
        for (const auto &[name, ranks] : tables.ranks)
            runsOf[name] << tables.name;
    }
    std::vector<EmptyTable> out;
    for (const auto &[name, runs] : runsOf)
        out.push_back({name, runs.size() == std::ssize(m_empty) ? QStringList() : runs});
    return out;
}

} // namespace rs
