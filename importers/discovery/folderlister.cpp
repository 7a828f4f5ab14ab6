// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/folderlister.h"

#include "importers/discovery/filekinds.h"
#include "importers/files/osfile.h"

#include <QDir>

#include <algorithm>

namespace rs {

FolderLister::FolderLister(const QString &root, qint64 maxEntries, const JobContext &job, ImportReport &report)
    : m_canonicalRoot(osCanonicalPath(root)), m_left(maxEntries), m_job(job), m_report(report)
{
}

FileEntry FolderLister::File::entry(const QString &root, const QString &kind) const
{
    FileEntry out;
    out.name = QDir(root).relativeFilePath(path);
    out.path = path;
    out.kind = kind;
    out.bytes = bytes;
    return out;
}

FolderLister::Listing FolderLister::list(const QString &folder)
{
    Listing out;
    const bool again = !m_listed.insert(folder).second;
    const auto tell = [&](Severity severity, const QString &path, const char *code, const QString &message,
                          const QString &argument = {}) {
        if (!again)
            m_report.add(severity, path, code, message, {}, argument);
    };
    if (!isOsFolderReadable(folder)) {
        out.readable = false;
        tell(Severity::Loss, folder, "discovery.unreadable",
             RS_MESSAGE("The folder may not be read; nothing is shown from it."));
        return out;
    }
    const QString above = folder.endsWith(u'/') ? folder : folder + u'/';
    eachOsName(folder, [&](const QString &name) {
        const QString path = above + name;
        if (m_job.isCanceled())
            return false;
        if (m_left-- <= 0) {
            if (!m_exhausted)
                m_report.add(Severity::Loss, folder, "discovery.too-many",
                             RS_MESSAGE("The folder has too many entries to check them all; ranks may be missing. "
                                        "Open a subfolder."));
            m_exhausted = true;
            return false;
        }
        if (isOsLink(path)) {
            const QString target = osCanonicalPath(path);
            const bool inside = target == m_canonicalRoot || target.startsWith(m_canonicalRoot + u'/') ||
                                m_canonicalRoot == QLatin1String("/");
            if (target.isEmpty() || !inside) {
                tell(Severity::Loss, path, "discovery.link",
                     target.isEmpty()
                         ? RS_MESSAGE("A broken link; nothing is shown from it.")
                         : RS_MESSAGE(
                               "A link that leads out of the given folder is not followed; open its target %1 itself."),
                     target);
                return true;
            }
        }
        const OsInfo info = osInfo(path);
        const NamedFile named = classifyFileName(name);
        if (!info.isFolder && !info.isFile && (named.readable || named.kind == QLatin1String("db")))
            tell(Severity::Error, path, "discovery.not-regular",
                 RS_MESSAGE("Not a regular file; nothing is read from it."));
        if (info.isFolder) {
            if (named.readable)
                tell(Severity::Error, path, "discovery.folder-for-file",
                     RS_MESSAGE("A folder has the name of this file; nothing is read from it."));
            out.folders << name;
        } else {
            out.files.push_back({name, path, info.bytes, info.modifiedMs, info.isFile});
        }
        return true;
    });
    if (m_job.isCanceled())
        return {};
    out.folders.sort();
    std::ranges::sort(out.files, {}, &File::name);
    return out;
}

bool FolderLister::enter(const QString &folder)
{
    const QString canonical = osCanonicalPath(folder);
    if (canonical.isEmpty() || m_entered.contains(canonical))
        return false;
    m_entered.insert(canonical);
    return true;
}

FolderLister::Total FolderLister::total(const QString &folder, int depth)
{
    Total sum;
    if (depth < 0 || m_exhausted || m_job.isCanceled() || !enter(folder))
        return sum;
    const Listing in = list(folder);
    for (const File &f : in.files) {
        sum.bytes += f.bytes;
        ++sum.files;
    }
    for (const QString &name : in.folders) {
        const Total below = total(folder + u'/' + name, depth - 1);
        sum.bytes += below.bytes;
        sum.files += below.files;
    }
    return sum;
}

} // namespace rs
