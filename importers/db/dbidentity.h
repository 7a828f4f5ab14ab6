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
/// cannot be read, which is a finding of `path`. `unsaid`: why the table could not be read to its end, which is told by
/// noteUnsaidRank() then.
[[nodiscard]] std::vector<DbIdentity> readDbIdentities(const QString &path, const JobContext &job, ImportReport &report,
                                                       DatabaseProblem *unsaid = nullptr);
/// The first of them.
[[nodiscard]] std::optional<DbIdentity> readDbIdentity(const QString &path, const JobContext &job, ImportReport &report,
                                                       DatabaseProblem *unsaid = nullptr);

/// That a database does not say whose rank it is; `rank`: what the name of the file, its folder or other files say, or
/// -1.
void noteUnsaidRank(const QString &path, const DatabaseProblem &why, int rank, ImportReport &report);

/// Whether the database can be read and has any of the tables that views are made of. `problem`: why it cannot be read,
/// where that is so.
[[nodiscard]] bool holdsProfile(const QString &path, const JobContext &job, DatabaseProblem *problem = nullptr);

} // namespace rs
