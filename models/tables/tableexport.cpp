// SPDX-License-Identifier: Apache-2.0
#include "tables/tableexport.h"

#include "core/exportfolder.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace rs {

TableExport::TableExport(const Catalogue &tables, CsvReader reader, JobContext job, ThreadPool *pool, Progress progress)
    : m_tables(tables), m_reader(reader), m_job(std::move(job)), m_pool(pool), m_progress(std::move(progress))
{
}

std::vector<QString> TableExport::rankFolders(const Run &run)
{
    UniqueFileNames unique;
    std::vector<QString> out;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = i < run.ranks.size() && run.ranks[i] ? run.ranks[i]->info : run.infos[i];
        out.push_back(unique.next(safeFileName(info.label)));
    }
    return out;
}

bool TableExport::write(const std::shared_ptr<const Run> &run, const std::vector<Finding> &findings,
                        const QString &folder)
{
    TableQuery query;
    query.run = run;
    query.findings = findings;
    query.pool = m_pool;
    const std::vector<QString> names = rankFolders(*run);
    for (const TableSpec &table : m_tables.all()) {
        for (const TableFile &file : table.exportFiles()) {
            if (table.scope == TableScope::Run &&
                !writeTable(table, file, query, QStringLiteral("%1/%2.csv").arg(folder, file.name)))
                return false;
            for (size_t i = 0; i < names.size(); ++i) {
                if (!run->ranks[i])
                    continue;
                TableQuery one = query;
                QString path;
                if (table.scope == TableScope::Rank) {
                    one.rank = static_cast<int>(i);
                    path = QStringLiteral("%1/rank_%2/%3.csv").arg(folder, names[i], file.name);
                } else if (table.scope == TableScope::Pair && i > 0 && run->ranks[0]) {
                    // Every rank against the first: the comparison that the window opens with.
                    one.rank = 0;
                    one.other = static_cast<int>(i);
                    path = QStringLiteral("%1/compare/%2_with_%3_%4.csv").arg(folder, names[0], names[i], file.name);
                } else {
                    continue;
                }
                if (!writeTable(table, file, std::move(one), path))
                    return false;
            }
        }
    }
    return true;
}

bool TableExport::writeTable(const TableSpec &table, const TableFile &file, TableQuery query, const QString &path)
{
    if (m_job.isCanceled())
        return false;
    if (m_progress)
        m_progress(path);
    if (file.choose)
        file.choose(query);
    const std::shared_ptr<const RowSource> rows = table.make(query, m_job);
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
    const auto failed = [&] {
        m_error = QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), out.errorString());
        return false;
    };
    if (!QDir().mkpath(QFileInfo(path).path()) || !out.open(QIODevice::WriteOnly))
        return failed();
    const auto sink = makeCsvSink(out, m_reader);
    sink->begin(printedHeaders(rows->columns()));
    const bool complete = writeRows(*sink, *rows, m_job);
    sink->end();
    if (!complete) {
        out.cancelWriting();
        return false;
    }
    if (!sink->ok() || !out.commit())
        return failed();
    ++m_files;
    return true;
}

QStringList TableExport::leftOut() const
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
