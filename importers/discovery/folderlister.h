// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/exportchoice.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QString>
#include <QStringList>

#include <set>
#include <vector>

namespace rs {

/// Lists folders below one root: never follows a link out of it, never visits a folder twice, never looks at more than
/// a number of entries. What was refused is a finding whose file is an absolute path.
class FolderLister
{
public:
    struct File
    {
        QString name;
        QString path;
        qint64 bytes = 0;
        qint64 modifiedMs = 0;
        bool regular = true; ///< false: a pipe, a device, a socket

        /// As a rank lists it, which names it by its path below `root`.
        [[nodiscard]] FileEntry entry(const QString &root, const QString &kind) const;
    };
    struct Listing
    {
        QStringList folders;     ///< names, sorted
        std::vector<File> files; ///< by name
        bool readable = true;
    };

    FolderLister(const QString &root, qint64 maxEntries, const JobContext &job, ImportReport &report);

    /// Findings on a folder are noted the first time that it is listed.
    [[nodiscard]] Listing list(const QString &folder);
    /// True the first time that a folder, by its canonical path, is asked for.
    [[nodiscard]] bool enter(const QString &folder);
    /// Bytes and number of the files below a folder, at most 8 levels down.
    struct Total
    {
        qint64 bytes = 0;
        qint64 files = 0;
    };
    [[nodiscard]] Total total(const QString &folder, int depth = 8);
    [[nodiscard]] bool isExhausted() const { return m_exhausted; }
    /// Export that is wanted of a rank that was exported twice.
    void setExport(ExportChoice choice) { m_export = choice; }
    [[nodiscard]] ExportChoice exported() const { return m_export; }
    [[nodiscard]] const JobContext &job() const { return m_job; }
    [[nodiscard]] ImportReport &report() { return m_report; }

private:
    QString m_canonicalRoot;
    qint64 m_left;
    bool m_exhausted = false;
    ExportChoice m_export = ExportChoice::Fuller;
    std::set<QString> m_entered;
    std::set<QString> m_listed;
    const JobContext &m_job;
    ImportReport &m_report;
};

} // namespace rs
