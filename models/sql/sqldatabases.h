// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <vector>

namespace rs {

/// A database of a run, as statements name it.
struct SqlDatabase
{
    QString name; ///< "rank0"
    QString path;
};

/// All of a run, the first ones to be attached first: "cluster"; the profile of each rank, "rank0", which is the file
/// that the profiler names so (ascend_pytorch_profiler_0.db, ascend_mindspore_profiler_0.db) where there are several;
/// its other profiles, "rank0_2"; kernel traces, "ftrace", which the ranks of a host share; and what was analysed of a
/// rank, "rank0_analysis". A second one of a kind has "_2" behind its name.
[[nodiscard]] std::vector<SqlDatabase> sqlDatabases(const Run &run);

/// Whether a statement may name a table of that database: its name stands before a dot.
[[nodiscard]] bool namesDatabase(const QString &sql, const QString &name);

} // namespace rs
