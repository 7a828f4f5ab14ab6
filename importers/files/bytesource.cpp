// SPDX-License-Identifier: Apache-2.0
#include "importers/files/bytesource.h"

#include "importers/files/osfile.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace rs {

std::unique_ptr<FileSource> FileSource::open(const QString &path, OpenFailure &failure)
{
    const int fd = openRegular(path);
    struct stat info = {};
    if (fd < 0 || fstat(fd, &info) != 0) {
        failure.kind = errno == EISDIR   ? OpenFailure::Kind::Folder
                       : errno == EINVAL ? OpenFailure::Kind::NotRegular
                                         : OpenFailure::Kind::Refused;
        failure.reason = QString::fromLocal8Bit(std::strerror(errno));
        if (fd >= 0)
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
        if (n < 0) {
            m_error = errno;
            return done > 0 ? done : -1;
        }
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
    bool raw = false; // resumed inside a member, whose trailer zlib then does not see
};

namespace {

constexpr size_t inputBytes = size_t{256} * 1024;
constexpr int windowBits = 15;
constexpr int gzipFormat = windowBits + 16;
constexpr uInt windowBytes = 1U << windowBits;
constexpr int trailerBytes = 8;
constexpr size_t maxCheckpoints = 1024;

} // namespace

GzipStream::GzipStream(const FileSource &file, Limits limits)
    : m_file(file), m_limits(limits), m_zlib(std::make_unique<Zlib>()), m_in(inputBytes),
      m_checkpointEvery(limits.checkpointBytes)
{
    m_zlib->ready = inflateInit2(&m_zlib->stream, gzipFormat) == Z_OK;
    if (!m_zlib->ready)
        m_status = Status::Corrupt;
}

GzipStream::GzipStream(const FileSource &file, const SourceCheckpoint &from)
    : m_file(file), m_limits(), m_zlib(std::make_unique<Zlib>()), m_in(inputBytes), m_fileAt(from.fileAt),
      m_out(from.textAt)
{
    z_stream &z = m_zlib->stream;
    m_zlib->raw = true;
    m_zlib->ready = inflateInit2(&z, -windowBits) == Z_OK;
    bool good = m_zlib->ready;
    if (good && from.bits > 0) {
        unsigned char before = 0;
        good = m_file.read(from.fileAt - 1, reinterpret_cast<char *>(&before), 1) == 1 &&
               inflatePrime(&z, from.bits, before >> (8 - from.bits)) == Z_OK;
    }
    if (good && !from.window.isEmpty())
        good = inflateSetDictionary(&z, reinterpret_cast<const Bytef *>(from.window.constData()),
                                    static_cast<uInt>(from.window.size())) == Z_OK;
    if (!good)
        m_status = Status::Corrupt;
}

GzipStream::~GzipStream()
{
    if (m_zlib->ready)
        inflateEnd(&m_zlib->stream);
}

// False when the file ends.
bool GzipStream::fill()
{
    z_stream &z = m_zlib->stream;
    const qint64 n = m_file.read(m_fileAt, m_in.data(), static_cast<qint64>(m_in.size()));
    if (n <= 0)
        return false;
    m_fileAt += n;
    z.next_in = reinterpret_cast<Bytef *>(m_in.data());
    z.avail_in = static_cast<uInt>(n);
    return true;
}

// Zeros behind the last member are padding of no meaning.
void GzipStream::findStrangers()
{
    z_stream &z = m_zlib->stream;
    constexpr qint64 most = qint64{1} << 20;
    const qint64 begin = m_fileAt - static_cast<qint64>(z.avail_in);
    do {
        Bytef *const end = z.next_in + z.avail_in;
        Bytef *const found = std::find_if(z.next_in, end, [](Bytef b) { return b != 0; });
        if (found != end) {
            m_strangersAt = m_fileAt - (end - found);
            return;
        }
    } while (m_fileAt - begin < most && fill());
}

// Another member may follow.
void GzipStream::nextMember()
{
    z_stream &z = m_zlib->stream;
    if (m_zlib->raw) {
        m_fileAt += trailerBytes - static_cast<qint64>(z.avail_in);
        z.avail_in = 0;
        m_zlib->raw = false;
    }
    if (z.avail_in == 0 && !fill()) {
        m_status = Status::End;
    } else if (z.next_in[0] != 0x1f || inflateReset2(&z, gzipFormat) != Z_OK) {
        m_status = Status::End;
        findStrangers();
    }
}

void GzipStream::keepCheckpoint()
{
    z_stream &z = m_zlib->stream;
    SourceCheckpoint point;
    point.textAt = m_out;
    point.fileAt = m_fileAt - static_cast<qint64>(z.avail_in);
    point.bits = z.data_type & 7;
    point.window.resize(windowBytes);
    uInt bytes = windowBytes;
    if (inflateGetDictionary(&z, reinterpret_cast<Bytef *>(point.window.data()), &bytes) != Z_OK)
        return;
    point.window.resize(static_cast<qsizetype>(bytes));
    m_checkpoints.push_back(std::move(point));
    if (m_checkpoints.size() < maxCheckpoints)
        return;
    for (size_t i = 0; i < maxCheckpoints / 2; ++i)
        m_checkpoints[i] = std::move(m_checkpoints[2 * i + 1]);
    m_checkpoints.resize(maxCheckpoints / 2);
    m_checkpointEvery *= 2;
}

GzipStream::Status GzipStream::read(char *to, qint64 bytes, qint64 &got)
{
    got = 0;
    z_stream &z = m_zlib->stream;
    const bool keeps = m_checkpointEvery > 0;
    while (m_status == Status::More && got < bytes) {
        if (z.avail_in == 0 && !fill()) {
            m_status = m_file.deviceError() != 0 ? Status::ReadError : Status::Truncated;
            break;
        }
        const auto room = static_cast<uInt>(std::min<qint64>(bytes - got, qint64{1} << 30));
        z.next_out = reinterpret_cast<Bytef *>(to + got);
        z.avail_out = room;
        const int result = inflate(&z, keeps ? Z_BLOCK : Z_NO_FLUSH);
        const qint64 n = room - z.avail_out;
        got += n;
        m_out += n;
        if (m_out > m_limits.maxBytes || (m_out > m_limits.ratioFreeBytes && m_out / m_limits.maxRatio > m_fileAt)) {
            m_status = Status::Bomb;
        } else if (result == Z_STREAM_END) {
            nextMember();
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            m_status = Status::Corrupt;
        } else if (keeps && (z.data_type & 128) != 0 && (z.data_type & 64) == 0 &&
                   m_out >= (m_checkpoints.empty() ? 0 : m_checkpoints.back().textAt) + m_checkpointEvery) {
            // Between two blocks of a member, the only place where inflating can begin.
            keepCheckpoint();
        }
    }
    return m_status;
}

} // namespace rs
