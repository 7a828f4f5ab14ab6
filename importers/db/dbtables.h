// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/databasetable.h"

#include <QString>

namespace rs {

/// Names of what a database file of the profiler holds. Slow: call it from a job.
[[nodiscard]] DatabaseTables readDatabaseTables(const QString &path, const JobContext &job);
/// At most `limit` rows of a table, fewer where they would take too much memory. A column holds text where one of its
/// cells does, real numbers where one of them is.
[[nodiscard]] DatabaseTable readDatabaseTable(const QString &path, const QString &name, qint64 limit,
                                              const JobContext &job);

} // namespace rs
