// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/commops.h"
#include "core/table/matrixlinks.h"
#include "importers/db/dbscan.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace rs {

// The tables of communication as the analysis of a rank writes them and that of a cluster, which names the rank of each
// row and gives some columns another name.

/// Tables that hold the operators of a file.
struct DbCommTables
{
    const char *times = "CommAnalyzerTime";
    const char *bandwidths = "CommAnalyzerBandwidth";
    std::optional<int> rank; ///< rank of all rows; empty: the column rank_id says
    /// The step of an operator without one, by its start in µs.
    std::function<QString(std::optional<double> startUs)> stepOf;
};

/// Operators with times, transports and packets, in the order of their rows. Those that stand there again, and
/// transports of operators without times, are left out with a finding.
[[nodiscard]] std::vector<CommOp> readDbCommOps(DbFile &file, const DbCommTables &tables);

/// Links of a table. `rank`: whose they are, with ends that are places in its group; empty: they are of a cluster, and
/// their ends are ranks. `stepOf`: the step of a link without one, by the domain and the operator that it names.
[[nodiscard]] MatrixLinks
readDbLinks(DbFile &file, const char *table, std::optional<int> rank,
            const std::function<QString(const QString &group, const QString &name)> &stepOf = {});

/// A rank, its place in a group, or a device; -1 where the cell is none.
[[nodiscard]] int rankInRow(DbScan &row, int column);

/// The times of a step, whose columns the scan has from `first` on in this order: computing,
/// communication_not_overlapped, overlapped, communication, free, stage, bubble,
/// communication_not_overlapped_and_exclude_receive, preparing.
void fillStepTimes(DbScan &row, int first, StepTraceRow &out);

} // namespace rs
