// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/databasekinds.h"

#include <algorithm>

namespace rs {

/// A file of the rank is used from which lanes are read: a trace, or the database of its profile.
[[nodiscard]] inline bool hasTraceFile(const RankInfo &info)
{
    return std::ranges::any_of(info.files, [](const FileEntry &f) {
        return f.used &&
               (f.kind == QLatin1String("trace") || (f.kind == QLatin1String("db") && !isAnalysisDatabase(f.path)));
    });
}

/// True if the rank's communication beside its lanes is read from its databases, not from communication.json.
[[nodiscard]] inline bool hasCommunicationOfDatabase(const RankInfo &info)
{
    const auto isUsed = [&info](const char *kind) {
        return std::ranges::any_of(info.files,
                                   [kind](const FileEntry &f) { return f.used && f.kind == QLatin1String(kind); });
    };
    return isUsed("db") && !isUsed("communication");
}

} // namespace rs
