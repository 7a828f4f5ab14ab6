// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/table.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace rs {

/// A table of a database deliverable, or why it could not be read.
struct DatabaseTable
{
    std::shared_ptr<const Table> table; ///< null when nothing could be read
    qint64 rowsInFile = 0;              ///< more than the table has where it was cut at the limit
    QString error;                      ///< of SQLite, in its words; what was read before is kept
};

/// Reads SQLite files of the profiler as they are, without a meaning of their columns. Slow: call it from a job. The
/// file is opened read-only and immutable: no lock and no journal beside it.
namespace database {

/// Names of the tables in their order; empty with a reason in `error` when the file is no database.
[[nodiscard]] QStringList tableNames(const QString &path, QString &error);
/// At most `limit` rows. A column holds text where one of its cells does, real numbers where one of them is.
[[nodiscard]] DatabaseTable readTable(const QString &path, const QString &name, qint64 limit, const JobContext &job);

} // namespace database

} // namespace rs
