// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbscan.h"

namespace rs {

/// Rows of a table of a profile without their row of another one.
enum class DbLostRows : quint8 {
    TasksOfKernels,         ///< COMPUTE_TASK_INFO without TASK
    KernelsOfTasks,         ///< TASK of a core without COMPUTE_TASK_INFO
    TasksOfCommunication,   ///< COMMUNICATION_TASK_INFO without TASK
    OperatorsOfTasks,       ///< COMMUNICATION_TASK_INFO without COMMUNICATION_OP
    ConnectionsOfOperators, ///< PYTORCH_API without CONNECTION_IDS
};

/// Tells of the `lost` ones among `all` rows. Silent where damage has taken rows of one of the tables, or where the
/// other table is not there at all: that is told of the table.
void noteLostRows(DbLostRows what, qint64 lost, qint64 all, const DbFile &file);

} // namespace rs
