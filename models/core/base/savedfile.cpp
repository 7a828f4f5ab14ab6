// SPDX-License-Identifier: Apache-2.0
#include "core/base/savedfile.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace rs {

namespace {

std::filesystem::path systemPath(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

} // namespace

QString SavedFile::whyNot(const QString &path)
{
    std::error_code error;
    const std::filesystem::file_status there = std::filesystem::status(systemPath(path), error); // follows links
    if (there.type() == std::filesystem::file_type::not_found)
        return {};
    if (error)
        return qt_error_string(error.value());
    if (std::filesystem::is_regular_file(there))
        return {};
    return std::filesystem::is_directory(there)
               ? tr("It is a folder.")
               : tr("It is not a regular file but a device, a pipe or a socket, and is left as it is.");
}

bool SavedFile::open(OpenMode mode)
{
    if (const QString why = whyNot(fileName()); !why.isEmpty())
        return fail(why);
    return QSaveFile::open(mode) || fail(errorString());
}

bool SavedFile::commit()
{
    if (m_why.isEmpty() && (flush() || failByNextWrite()) && (QSaveFile::commit() || fail(errorString())))
        return true;
    if (isOpen()) {
        cancelWriting();
        (void)QSaveFile::commit(); // removes what was written
    }
    setErrorString(m_why);
    return false;
}

qint64 SavedFile::writeData(const char *data, qint64 bytes)
{
    for (qint64 done = 0; done < bytes;) {
        const qint64 written = QSaveFile::writeData(data + done, bytes - done);
        if (written <= 0) {
            failByNextWrite();
            return -1;
        }
        done += written;
    }
    return bytes;
}

// A write that comes short says nothing of the reason; the next one does, once it goes beyond the page that was begun,
// which a full tmpfs still fills. What is added goes with the file.
bool SavedFile::failByNextWrite()
{
    static constexpr std::array<char, 65536> more{};
    for (int i = 0; i < 2 && handle() >= 0; ++i) {
        if (::write(handle(), more.data(), more.size()) < 0)
            return fail(qt_error_string(errno));
    }
    return fail(errorString());
}

bool SavedFile::fail(const QString &why)
{
    if (m_why.isEmpty())
        m_why = why;
    setErrorString(m_why);
    return false;
}

QString makeFolder(const QString &path)
{
    std::error_code error;
    std::filesystem::create_directories(systemPath(path), error);
    return error ? qt_error_string(error.value()) : QString();
}

} // namespace rs
