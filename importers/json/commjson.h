// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QString>

#include <vector>

namespace rs {

class ClusterDomains;

/// communication.json of a rank, in any of its forms: step and class above the operators, or operators on top (raw
/// CANN). Operators are called p2p by their names, whatever class the writer filed them under.
[[nodiscard]] CommOps readCommunication(const QString &path, const QString &reportName, int rank, const JobContext &job,
                                        ImportReport &report);
/// communication_matrix.json of a rank; ranks of links are indices inside the group.
[[nodiscard]] MatrixLinks readCommunicationMatrix(const QString &path, const QString &reportName, int rank,
                                                  const JobContext &job, ImportReport &report);

/// cluster_communication.json: the operators of all ranks. `domains`: of those whose keys name no group, which without
/// it have none.
[[nodiscard]] CommOps readClusterCommunication(const QString &path, const QString &reportName, const JobContext &job,
                                               ImportReport &report, ClusterDomains *domains = nullptr);
/// cluster_communication_matrix.json: links between global ranks.
[[nodiscard]] MatrixLinks readClusterMatrix(const QString &path, const QString &reportName, const JobContext &job,
                                            ImportReport &report, ClusterDomains *domains = nullptr);
/// communication_group.json.
[[nodiscard]] std::vector<GroupInfo> readCommunicationGroups(const QString &path, const QString &reportName,
                                                             const JobContext &job, ImportReport &report);

/// True for send, receive and batched send-receive operators by name, in any case.
[[nodiscard]] bool isPointToPoint(const QString &opName);
/// Kind of a matrix key such as "reduce" with the help of the operator behind it: the writers file reduceScatter under
/// "reduce" and alltoallv under "alltoall".
[[nodiscard]] QString trueLinkKind(const QString &keyKind, const QString &opName);

} // namespace rs
