// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <functional>

namespace rs {

/// A name that is no UTF-8 keeps its bytes: each byte that is no text becomes a lone surrogate, U+DC80 to U+DCFF, which
/// osPath() turns back. Qt leaves such files out of its listings and cannot open them.
[[nodiscard]] QString pathFromOs(const QByteArray &bytes);
[[nodiscard]] QByteArray osPath(const QString &path);

/// The path from the root on, without "." and ".."; links stay.
[[nodiscard]] QString osAbsolutePath(const QString &path);

/// Result of stat() for a path; links are followed.
struct OsInfo
{
    bool exists = false;
    bool isFile = false; ///< a regular one
    bool isFolder = false;
    qint64 bytes = 0;
    qint64 modifiedMs = 0;
};
[[nodiscard]] OsInfo osInfo(const QString &path);
/// The file with the bytes of that path: the path itself, or the file that it goes on below, which packs others.
[[nodiscard]] QString osFileAround(const QString &path);
[[nodiscard]] bool isOsLink(const QString &path);
/// True for a folder whose names and files this process may look at.
[[nodiscard]] bool isOsFolderReadable(const QString &path);
/// The path without links; empty when nothing is there.
[[nodiscard]] QString osCanonicalPath(const QString &path);
/// Calls `use` with each name in a folder but "." and ".."; false stops.
void eachOsName(const QString &folder, const std::function<bool(const QString &name)> &use);
/// A descriptor of a regular file for reading, else -1 and errno. Pipes and devices are not opened: that alone can wait
/// or act; EINVAL says so, EISDIR that it is a folder.
[[nodiscard]] int openRegular(const QString &path);
/// The same as a file; errno says why it is false.
[[nodiscard]] bool openRegular(const QString &path, QFile &file, QIODevice::OpenMode mode = QIODevice::ReadOnly);

} // namespace rs
