// SPDX-License-Identifier: Apache-2.0
#include "importers/files/osfile.h"

#include "importers/files/jsontext.h"

#include <QDir>

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace rs {

namespace {

constexpr char16_t firstByte = 0xdc80; // stands for the byte 0x80
constexpr char16_t lastByte = 0xdcff;

qint64 modifiedMsOf(const struct stat &info)
{
    return static_cast<qint64>(info.st_mtim.tv_sec) * 1000 + info.st_mtim.tv_nsec / 1000000;
}

} // namespace

QString pathFromOs(const QByteArray &bytes)
{
    QString out;
    const std::string_view text(bytes.constData(), static_cast<size_t>(bytes.size()));
    for (size_t i = 0; i < text.size();) {
        size_t end = i;
        for (size_t n = 1; end < text.size() && (n = utf8Length(text, end)) > 0;)
            end += n;
        out += QString::fromUtf8(text.data() + i, static_cast<qsizetype>(end - i));
        if (end < text.size()) {
            out += QChar(static_cast<char16_t>(firstByte + (static_cast<unsigned char>(text[end]) - 0x80)));
            ++end;
        }
        i = end;
    }
    return out;
}

QByteArray osPath(const QString &path)
{
    QByteArray out;
    qsizetype from = 0;
    for (qsizetype i = 0; i < path.size(); ++i) {
        const char16_t c = path[i].unicode();
        const bool isByte = c >= firstByte && c <= lastByte && (i == 0 || !path[i - 1].isHighSurrogate());
        if (!isByte)
            continue;
        out += QStringView(path).mid(from, i - from).toUtf8();
        out += static_cast<char>(c - firstByte + 0x80);
        from = i + 1;
    }
    return out + QStringView(path).mid(from).toUtf8();
}

QString osAbsolutePath(const QString &path)
{
    if (path.startsWith(u'/'))
        return QDir::cleanPath(path);
    const std::unique_ptr<char, void (*)(void *)> here(getcwd(nullptr, 0), std::free);
    return QDir::cleanPath((here ? pathFromOs(here.get()) : QString()) + u'/' + path);
}

OsInfo osInfo(const QString &path)
{
    OsInfo out;
    struct stat info = {};
    if (stat(osPath(path).constData(), &info) != 0)
        return out;
    out.exists = true;
    out.isFile = S_ISREG(info.st_mode);
    out.isFolder = S_ISDIR(info.st_mode);
    out.bytes = info.st_size;
    out.modifiedMs = modifiedMsOf(info);
    return out;
}

QString osFileAround(const QString &path)
{
    for (QString around = path; around.size() > 1; around = around.section(u'/', 0, -2)) {
        const OsInfo info = osInfo(around);
        if (info.exists)
            return info.isFile ? around : path;
    }
    return path;
}

bool isOsLink(const QString &path)
{
    struct stat info = {};
    return lstat(osPath(path).constData(), &info) == 0 && S_ISLNK(info.st_mode);
}

bool isOsFolderReadable(const QString &path)
{
    return access(osPath(path).constData(), R_OK | X_OK) == 0;
}

QString osCanonicalPath(const QString &path)
{
    const std::unique_ptr<char, void (*)(void *)> real(realpath(osPath(path).constData(), nullptr), std::free);
    return real ? pathFromOs(real.get()) : QString();
}

void eachOsName(const QString &folder, const std::function<bool(const QString &name)> &use)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> dir(opendir(osPath(folder).constData()), closedir);
    if (!dir)
        return;
    while (const dirent *const entry = readdir(dir.get())) {
        const QByteArray name(entry->d_name);
        if (name != "." && name != ".." && !use(pathFromOs(name)))
            return;
    }
}

int openRegular(const QString &path)
{
    const QByteArray bytes = osPath(path);
    const auto refuse = [](const struct stat &info) {
        errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
        return -1;
    };
    struct stat info = {};
    if (stat(bytes.constData(), &info) != 0)
        return -1;
    if (!S_ISREG(info.st_mode))
        return refuse(info);
    // It may have become a pipe since.
    const int fd = open(bytes.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))) {
        close(fd);
        return refuse(info);
    }
    return fd;
}

bool openRegular(const QString &path, QFile &file, QIODevice::OpenMode mode)
{
    const int fd = openRegular(path);
    return fd >= 0 && file.open(fd, mode, QFileDevice::AutoCloseHandle);
}

} // namespace rs
