// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rundata.h"

#include <QDir>
#include <QString>

#include <vector>

namespace rs {

/// The files of a rank that are read, by kind, and their names in the run. Lives no longer than what it was made of.
class RankFiles
{
public:
    RankFiles(const QString &runPath, const RankInfo &info) : m_runPath(runPath), m_info(info) {}

    [[nodiscard]] std::vector<const FileEntry *> used(const char *kind) const
    {
        std::vector<const FileEntry *> out;
        for (const FileEntry &f : m_info.files) {
            if (f.used && f.kind == QLatin1String(kind))
                out.push_back(&f);
        }
        return out;
    }
    [[nodiscard]] QString nameOf(const FileEntry &f) const { return QDir(m_runPath).relativeFilePath(f.path); }

private:
    const QString &m_runPath;
    const RankInfo &m_info;
};

} // namespace rs
