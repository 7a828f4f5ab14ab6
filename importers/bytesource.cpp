// SPDX-License-Identifier: Apache-2.0
#include "importers/bytesource.h"

#include <QFile>

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rs {

std::unique_ptr<FileSource> FileSource::open(const QString &path, QString &error)
{
    // Non-blocking, so that a named pipe in a run's folder cannot hang the reader.
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        error = QStringLiteral("The file cannot be opened: %1.").arg(QString::fromLocal8Bit(std::strerror(errno)));
        return nullptr;
    }
    struct stat info = {};
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        error = S_ISDIR(info.st_mode) ? QStringLiteral("This is a folder, not a file.")
                                      : QStringLiteral("This is not a regular file.");
        close(fd);
        return nullptr;
    }
    const qint64 ms = static_cast<qint64>(info.st_mtim.tv_sec) * 1000 + info.st_mtim.tv_nsec / 1000000;
    return std::unique_ptr<FileSource>(new FileSource(fd, info.st_size, ms));
}

FileSource::~FileSource()
{
    close(m_fd);
}

qint64 FileSource::read(qint64 offset, char *to, qint64 bytes) const
{
    qint64 done = 0;
    while (done < bytes) {
        const ssize_t n = pread(m_fd, to + done, static_cast<size_t>(bytes - done), offset + done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return done > 0 ? done : -1;
        if (n == 0)
            break;
        done += n;
    }
    return done;
}

bool FileSource::isGzip() const
{
    char magic[2] = {};
    return read(0, magic, 2) == 2 && magic[0] == '\x1f' && magic[1] == '\x8b';
}

SourceFile FileSource::describe(const QString &path) const
{
    SourceFile s;
    s.path = path;
    s.bytes = m_size;
    s.modifiedMs = m_modifiedMs;
    s.gzip = isGzip();
    return s;
}

qint64 MemorySource::read(qint64 offset, char *to, qint64 bytes) const
{
    const qint64 from = offset - m_base;
    if (from < 0 || from >= m_bytes)
        return 0;
    const qint64 n = std::min(bytes, m_bytes - from);
    std::memcpy(to, m_data + from, static_cast<size_t>(n));
    return n;
}

struct GzipStream::Zlib
{
    z_stream stream = {};
    bool ready = false;
};

GzipStream::GzipStream(const FileSource &file, Limits limits)
    : m_file(file), m_limits(limits), m_zlib(std::make_unique<Zlib>()), m_in(256 * 1024)
{
    m_zlib->ready = inflateInit2(&m_zlib->stream, 15 + 16) == Z_OK;
    if (!m_zlib->ready)
        m_status = Status::Corrupt;
}

GzipStream::~GzipStream()
{
    if (m_zlib->ready)
        inflateEnd(&m_zlib->stream);
}

GzipStream::Status GzipStream::read(char *to, qint64 bytes, qint64 &got)
{
    got = 0;
    z_stream &z = m_zlib->stream;
    while (m_status == Status::More && got < bytes) {
        if (z.avail_in == 0) {
            const qint64 n = m_file.read(m_fileAt, m_in.data(), static_cast<qint64>(m_in.size()));
            if (n <= 0) {
                m_status = Status::Truncated;
                break;
            }
            m_fileAt += n;
            z.next_in = reinterpret_cast<Bytef *>(m_in.data());
            z.avail_in = static_cast<uInt>(n);
        }
        const auto room = static_cast<uInt>(std::min<qint64>(bytes - got, qint64{1} << 30));
        z.next_out = reinterpret_cast<Bytef *>(to + got);
        z.avail_out = room;
        const int result = inflate(&z, Z_NO_FLUSH);
        const qint64 n = room - z.avail_out;
        got += n;
        m_out += n;
        if (m_out > m_limits.maxBytes || (m_out > m_limits.ratioFreeBytes && m_out / m_limits.maxRatio > m_fileAt)) {
            m_status = Status::Bomb;
        } else if (result == Z_STREAM_END) {
            // Another member may follow; anything else behind the last one is padding of no meaning.
            if (z.avail_in == 0) {
                const qint64 more = m_file.read(m_fileAt, m_in.data(), static_cast<qint64>(m_in.size()));
                if (more <= 0) {
                    m_status = Status::End;
                    break;
                }
                m_fileAt += more;
                z.next_in = reinterpret_cast<Bytef *>(m_in.data());
                z.avail_in = static_cast<uInt>(more);
            }
            if (z.next_in[0] != 0x1f || inflateReset(&z) != Z_OK)
                m_status = Status::End;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            m_status = Status::Corrupt;
        }
    }
    return m_status;
}

} // namespace rs
