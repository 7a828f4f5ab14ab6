// SPDX-License-Identifier: Apache-2.0
#include "app/session/growingfiles.h"

#include "importers/files/osfile.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rs {

namespace {

constexpr qint64 endBytes = 64; // of white space behind the last bracket, at most

bool isFileOfRun(const QString &path)
{
    return path.endsWith(QLatin1String(".json")) || path.endsWith(QLatin1String(".csv")) ||
           path.endsWith(QLatin1String(".db")) || path.endsWith(QLatin1String(".gz"));
}

QString folderOf(const QString &path)
{
    return path.left(path.lastIndexOf(u'/'));
}

} // namespace

FileStamps stampsBelow(const QStringList &paths)
{
    FileStamps out;
    const auto add = [&out](const QFileInfo &file) {
        if (isFileOfRun(file.filePath()))
            out[file.filePath()] = {file.size(), file.lastModified().toMSecsSinceEpoch()};
    };
    for (const QString &path : paths) {
        if (const QFileInfo info(path); info.isFile()) {
            add(info);
            continue;
        }
        QDirIterator it(path, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            it.next();
            add(it.fileInfo());
        }
    }
    return out;
}

bool looksWhole(const QString &path)
{
    if (path.endsWith(QLatin1String(".db")))
        return !osInfo(path + QStringLiteral("-journal")).exists && !osInfo(path + QStringLiteral("-wal")).exists;
    if (path.endsWith(QLatin1String(".gz")))
        return true;
    QFile file;
    if (!openRegular(path, file))
        return false;
    const QByteArray begin = file.read(endBytes).trimmed();
    file.seek(std::max<qint64>(0, file.size() - endBytes));
    const QByteArray end = file.read(endBytes);
    if (path.endsWith(QLatin1String(".csv")))
        return end.endsWith('\n');
    const QByteArray last = end.trimmed();
    return !begin.isEmpty() && !last.isEmpty() && last.back() == (begin.front() == '[' ? ']' : '}');
}

FileNews GrowingFiles::look(const FileStamps &now, qint64 nowMs)
{
    std::map<QString, Seen> seen;
    const auto note = [&](const QString &path, const FileStamp &stamp, bool gone) {
        const auto before = m_seen.find(path);
        const bool same = before != m_seen.end() && before->second.stamp == stamp && before->second.gone == gone;
        seen[path] = {stamp, same ? before->second.sinceMs : nowMs, gone};
    };
    for (const auto &[path, stamp] : now) {
        if (const auto shown = m_shown.find(path); shown == m_shown.end() || !(shown->second == stamp))
            note(path, stamp, false);
    }
    for (const auto &[path, stamp] : m_shown) {
        if (!now.contains(path))
            note(path, stamp, true);
    }
    m_seen = std::move(seen);

    std::set<QString> busy; // folders
    for (const auto &[path, s] : m_seen) {
        const qint64 quiet = nowMs - s.sinceMs;
        if (quiet < quietMs || (quiet < giveUpMs && !s.gone && !looksWhole(path)))
            busy.insert(folderOf(path));
    }
    FileNews out;
    for (const auto &[path, s] : m_seen) {
        if (busy.contains(folderOf(path))) {
            out.unfinished.insert(path);
            continue;
        }
        out.changed.insert(path);
        if (s.gone)
            m_shown.erase(path);
        else
            m_shown[path] = s.stamp;
    }
    std::erase_if(m_seen, [&out](const auto &s) { return out.changed.contains(s.first); });
    return out;
}

} // namespace rs
