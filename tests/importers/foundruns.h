// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/discovery/discovery.h"
#include "importers/findings.h"
#include "importers/run/runloader.h"

namespace rs::test {

inline std::vector<Run> runsIn(const QStringList &paths)
{
    ImportReport report;
    return discover(paths, JobContext(), report);
}

/// The run in these paths, read; nothing unless it is one.
inline std::shared_ptr<const Run> loadedRun(const QStringList &paths)
{
    std::vector<Run> runs = runsIn(paths);
    if (runs.size() != 1)
        return nullptr;
    ThreadPool pool(2);
    return loadRun(std::move(runs.front()), pool, JobContext());
}
inline std::shared_ptr<const Run> loadedRun(const QString &path)
{
    return loadedRun(QStringList(path));
}

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
