// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

#include <QString>

#include <atomic>
#include <memory>
#include <vector>

namespace rs {

/// Random access to a text of known size. read() may be called from several threads.
class ByteSource
{
public:
    ByteSource() = default;
    virtual ~ByteSource() = default;
    Q_DISABLE_COPY_MOVE(ByteSource)

    [[nodiscard]] virtual qint64 size() const = 0;
    /// Bytes copied to `to`; fewer than asked for at the end of the text, -1 on a device error.
    [[nodiscard]] virtual qint64 read(qint64 offset, char *to, qint64 bytes) const = 0;
    /// errno of the last read() that failed, also of one that gave what stands before the bad place; 0: none did.
    [[nodiscard]] virtual int deviceError() const { return 0; }
};

/// Reason why a file could not be opened.
struct OpenFailure
{
    enum class Kind : quint8 { Refused, Folder, NotRegular };
    Kind kind = Kind::Refused;
    QString reason; ///< words of the system for Refused
};

/// A file read with pread: one that is cut while it is read only ends early, where a memory map would raise SIGBUS.
class FileSource final : public ByteSource
{
public:
    /// Null, and why in `failure`, when it cannot be opened or is not a regular file.
    static std::unique_ptr<FileSource> open(const QString &path, OpenFailure &failure);
    ~FileSource() override;

    [[nodiscard]] qint64 size() const override { return m_size; }
    [[nodiscard]] qint64 modifiedMs() const { return m_modifiedMs; }
    [[nodiscard]] qint64 read(qint64 offset, char *to, qint64 bytes) const override;
    [[nodiscard]] int deviceError() const override { return m_error; }
    /// True when the file starts with the magic number of gzip.
    [[nodiscard]] bool isGzip() const;
    /// For SourceFile: what a reader of single events compares before it reads.
    [[nodiscard]] SourceFile describe(const QString &path) const;

private:
    FileSource(int fd, qint64 size, qint64 modifiedMs) : m_fd(fd), m_size(size), m_modifiedMs(modifiedMs) {}

    int m_fd;
    qint64 m_size;
    qint64 m_modifiedMs;
    mutable std::atomic<int> m_error = 0;
};

/// Part of a text that is held in memory; offsets count from the start of the whole text.
class MemorySource final : public ByteSource
{
public:
    MemorySource(const char *data, qint64 base, qint64 bytes) : m_data(data), m_base(base), m_bytes(bytes) {}

    [[nodiscard]] qint64 size() const override { return m_base + m_bytes; }
    [[nodiscard]] qint64 read(qint64 offset, char *to, qint64 bytes) const override;

private:
    const char *m_data;
    qint64 m_base;
    qint64 m_bytes;
};

/// Inflates a gzip file from its start, or from a checkpoint, piece by piece; concatenated members are one text.
class GzipStream
{
public:
    enum class Status { More, End, Truncated, Corrupt, Bomb, ReadError };
    struct Limits
    {
        qint64 maxBytes = qint64{64} << 30;
        /// Text per compressed byte. Traces reach about 30; deflate cannot pass 1032.
        qint64 maxRatio = 300;
        /// The ratio does not count before this much text: a small file of blanks harms nobody.
        qint64 ratioFreeBytes = qint64{64} << 20;
        /// Text between two checkpoints, or more where they would become too many; 0 keeps none. Each holds 32 KiB.
        qint64 checkpointBytes = 0;
    };

    GzipStream(const FileSource &file, Limits limits);
    explicit GzipStream(const FileSource &file) : GzipStream(file, Limits()) {}
    /// Goes on from a place that an earlier stream over the same bytes has kept.
    GzipStream(const FileSource &file, const SourceCheckpoint &from);
    ~GzipStream();
    Q_DISABLE_COPY_MOVE(GzipStream)

    /// Fills up to `bytes` bytes and says how many in `got`. Anything but More is final; what was got before stands.
    Status read(char *to, qint64 bytes, qint64 &got);
    [[nodiscard]] qint64 compressedBytesRead() const { return m_fileAt; }
    /// Position in the text of what read() gives next.
    [[nodiscard]] qint64 textAt() const { return m_out; }
    /// Place of bytes after the last member, which are not read; -1: there are none, or only zeros, with which some
    /// tools fill blocks.
    [[nodiscard]] qint64 strangersAt() const { return m_strangersAt; }
    /// Takes the checkpoints kept so far; empties the store.
    [[nodiscard]] SourceCheckpoints takeCheckpoints() { return std::move(m_checkpoints); }

private:
    struct Zlib;

    [[nodiscard]] bool fill();
    void nextMember();
    void findStrangers();
    void keepCheckpoint();

    const FileSource &m_file;
    Limits m_limits;
    std::unique_ptr<Zlib> m_zlib;
    std::vector<char> m_in;
    qint64 m_fileAt = 0;
    qint64 m_out = 0;
    qint64 m_strangersAt = -1;
    Status m_status = Status::More;
    SourceCheckpoints m_checkpoints;
    qint64 m_checkpointEvery = 0;
};

} // namespace rs
