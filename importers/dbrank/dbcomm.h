// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"
#include "importers/db/dbhost.h"

#include <QString>

#include <vector>

namespace rs {

/// Steps that the database of a rank names, by start; of its files the one that stands with `reportName`.
[[nodiscard]] std::vector<DbStep> readDbSteps(const QString &path, const QString &reportName, const JobContext &job,
                                              ImportReport &report);

/// StepTraceTime of analysis.db: what step_trace_time.csv is.
[[nodiscard]] std::vector<StepTraceRow> readDbStepTrace(const QString &path, const QString &reportName, int rank,
                                                        const JobContext &job, ImportReport &report);

/// Operators of the database of a rank, by the device that is wanted of several.
struct DbOperators
{
    CommOps own;           ///< also those that nothing gives to a device
    CommOps others;        ///< operators of other devices
    bool areParted = true; ///< there are none that nothing gives to a device
};

/// CommAnalyzerTime and CommAnalyzerBandwidth: what communication.json is. Where the file names no steps, operators
/// belong to that of `steps` in which they start. The analysis lets an operator begin with the first task of it, some
/// microseconds behind the operator itself: it gets the start that `profile`, by readDbOperators(), has of it. It names
/// no devices: those that are nearer to an operator of another device are left out.
[[nodiscard]] CommOps readDbCommunication(const QString &path, const QString &reportName, int rank,
                                          const std::vector<DbStep> &steps, const DbOperators &profile,
                                          const JobContext &job, ImportReport &report);
/// CommAnalyzerMatrix: what communication_matrix.json is. Where the file names no steps, as MindSpore's does not, a
/// link belongs to the step of that one of `operators` whose name and domain it bears, and else to step 0.
[[nodiscard]] MatrixLinks readDbMatrix(const QString &path, const QString &reportName, int rank,
                                       const CommOps &operators, const JobContext &job, ImportReport &report);

/// COMMUNICATION_OP of the database of a rank, where nothing analysed it: starts and lengths, nothing of transit and
/// wait. `device`: of several in the file, the wanted one; -1: all are own. Where rows do not name theirs, their tasks
/// tell.
[[nodiscard]] DbOperators readDbOperators(const QString &path, const QString &reportName, int rank, int device,
                                          const std::vector<DbStep> &steps, const JobContext &job,
                                          ImportReport &report);

} // namespace rs
