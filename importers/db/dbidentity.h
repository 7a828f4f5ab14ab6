// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/databasetable.h"
#include "core/text/importreport.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

struct DbIdentity
{
    int rank = -1;
    int device = -1;
};

/// The usable rows of RANK_DEVICE_MAP of a database deliverable; none when the file has no such table or row, or
/// cannot be read.
[[nodiscard]] std::vector<DbIdentity> readDbIdentities(const QString &path, const JobContext &job,
                                                       ImportReport &report);
/// The first of them.
[[nodiscard]] std::optional<DbIdentity> readDbIdentity(const QString &path, const JobContext &job,
                                                       ImportReport &report);

/// Whether the database can be read and has any of the tables that views are made of. `problem`: why it cannot be read,
/// where that is so.
[[nodiscard]] bool holdsProfile(const QString &path, const JobContext &job, DatabaseProblem *problem = nullptr);

} // namespace rs
