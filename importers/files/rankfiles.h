// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/run/tracecodec.h"
#include "core/table/databasekinds.h"

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
    /// The database with the profile that is read, or with what was analysed of it; null without one.
    [[nodiscard]] const FileEntry *database(bool analysis = false) const
    {
        for (const FileEntry *const f : used("db")) {
            if (isAnalysisDatabase(f->path) == analysis)
                return f;
        }
        return nullptr;
    }
    /// Name of the first file of a kind, else of the database that stands for it; empty where neither is read.
    [[nodiscard]] QString nameOfSource(const char *kind) const
    {
        if (const auto files = used(kind); !files.empty())
            return nameOf(*files.front());
        const FileEntry *file = isAnalysedKind(QString::fromLatin1(kind)) ? database(true) : nullptr;
        if (!file)
            file = database();
        return file ? nameOf(*file) : QString();
    }
    /// As it was in the run: of a file in a pack its path there.
    [[nodiscard]] QString nameOf(const FileEntry &f) const
    {
        const FileEntry *const pack = packOf(m_info);
        return pack && f.path.startsWith(pack->path + u'/') ? f.path.mid(pack->path.size() + 1)
                                                            : QDir(m_runPath).relativeFilePath(f.path);
    }

private:
    const QString &m_runPath;
    const RankInfo &m_info;
};

} // namespace rs
