// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/place.h"
#include "core/trace/trace.h"
#include "importers/db/safedatabase.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <string>

namespace rs {

/// Whether slices have rows of that file in the place of texts.
[[nodiscard]] inline bool isDatabaseSource(const SourceFile &source)
{
    return !source.gzip && source.path.endsWith(QLatin1String(".db"), Qt::CaseInsensitive);
}

/// Place of a slice for findings: the row of a table, or a byte.
[[nodiscard]] Place placeOfSlice(const SourceFile &source, quint64 offset);

/// Rows of a database behind slices, as the JSON text that a trace would have of them: name and args under the keys of
/// the text export. Rows are looked up when they are asked for. One thread.
class DbEvents
{
public:
    /// `job` must outlive the object.
    DbEvents(const QString &path, const JobContext &job);

    /// Empty where there is no such row, or it cannot be read.
    [[nodiscard]] QByteArray textOf(const SourceRange &range);

private:
    struct Arg;
    struct Shape;

    [[nodiscard]] static const Shape *shapeOf(quint64 address);
    [[nodiscard]] std::string nameOf(qint64 id);
    [[nodiscard]] std::string ofEnum(const char *table, qint64 id);
    [[nodiscard]] std::string callStack(qint64 id);
    [[nodiscard]] QStringList columnsOf(const QString &table);
    [[nodiscard]] QByteArray textOfFtrace(qint64 rowId);

    const JobContext &m_job;
    SafeDatabase m_database;
    DatabaseTables m_tables;
    std::map<QString, QStringList> m_columns;
    std::map<qint64, std::string> m_names; ///< names that were asked for
    std::map<std::string, std::map<qint64, std::string>> m_enums;
};

} // namespace rs
