// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <algorithm>

namespace rs::test {

inline QString ranksOf(const Run &run)
{
    QStringList out;
    for (const RankInfo &i : run.infos)
        out << i.label;
    return out.join(u' ');
}

/// "name: 0 1 | other: 0": every run with its ranks.
inline QString shape(const std::vector<Run> &runs)
{
    QStringList out;
    for (const Run &r : runs)
        out << r.name + QStringLiteral(": ") + ranksOf(r);
    return out.join(QStringLiteral(" | "));
}

inline bool hasCode(const ImportReport &report, const char *code)
{
    const auto all = report.findings();
    return std::any_of(all.begin(), all.end(), [&](const Finding &f) { return f.code == QLatin1String(code); });
}

inline const FileEntry *fileOf(const RankInfo &info, const QString &name)
{
    for (const FileEntry &f : info.files) {
        if (f.name == name)
            return &f;
    }
    return nullptr;
}

inline QStringList usedFiles(const RankInfo &info)
{
    QStringList out;
    for (const FileEntry &f : info.files) {
        if (f.used)
            out << f.name;
    }
    out.sort();
    return out;
}

} // namespace rs::test
