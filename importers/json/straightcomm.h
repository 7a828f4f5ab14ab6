// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/commops.h"
#include "core/table/matrixlinks.h"
#include "core/text/importreport.h"

#include <QString>

namespace rs {

class ClusterDomains;

// The files that communication consists of, read straight into columns where they are as writers write them: no key or
// record twice, no key that is not known, no value of another kind than the usual one, nothing but records beside
// records. Values that are missing or cannot be, and what else the readers of commjson.h say of single records, is said
// here, too. False for any other file, without a finding and with some of its rows: it has to be read in another way.

/// communication.json of a rank.
[[nodiscard]] bool readOperatorsStraight(const QString &path, const QString &reportName, int rank,
                                         const JobContext &job, ImportReport &report, CommOpsBuilder &ops);
/// communication_matrix.json of a rank, but for kinds that other links tell.
[[nodiscard]] bool readLinksStraight(const QString &path, const QString &reportName, int rank, const JobContext &job,
                                     ImportReport &report, MatrixLinksBuilder &links);

/// The same of cluster_communication_matrix.json, whose links are between ranks of the run. `domains` (may be null)
/// learns the groups that keys name; a file with a key that names none is no usual one then.
[[nodiscard]] bool readClusterLinksStraight(const QString &path, const QString &reportName, const JobContext &job,
                                            ImportReport &report, MatrixLinksBuilder &links, ClusterDomains *domains);

} // namespace rs
