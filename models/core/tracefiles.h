// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/databasekinds.h"
#include "core/rundata.h"

#include <algorithm>

namespace rs {

/// A file of the rank is used from which lanes are read: a trace, or the database of its profile.
[[nodiscard]] inline bool hasTraceFile(const RankInfo &info)
{
    return std::any_of(info.files.begin(), info.files.end(), [](const FileEntry &f) {
        return f.used &&
               (f.kind == QLatin1String("trace") || (f.kind == QLatin1String("db") && !isAnalysisDatabase(f.path)));
    });
}

} // namespace rs
