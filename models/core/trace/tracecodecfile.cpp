// SPDX-License-Identifier: Apache-2.0
#include "core/trace/tracecodecfile.h"

#include <QFile>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace rs {

BlockHash columnHash(quint64 number, quint64 bytes)
{
    BlockHash hash;
    const std::array<quint64, 4> first{number, bytes, 0, 0};
    hash.add(reinterpret_cast<const char *>(first.data()), sizeof first);
    return hash;
}

namespace {

enum class PartForm : char { Plain, Differences };

// The bytes of one place of all rows together; of differences, each word of four bytes less that of the row before.
QByteArray planesOf(const char *data, size_t bytes, size_t rowBytes, PartForm form)
{
    QByteArray rows(data, static_cast<qsizetype>(bytes));
    if (form == PartForm::Differences) {
        for (size_t at = rowBytes; at + 4 <= bytes; at += 4) {
            quint32 word = 0;
            quint32 before = 0;
            std::memcpy(&word, data + at, 4);
            std::memcpy(&before, data + at - rowBytes, 4);
            word -= before;
            std::memcpy(rows.data() + at, &word, 4);
        }
    }
    const size_t count = bytes / rowBytes;
    if (rowBytes == 1)
        return rows;
    QByteArray out(rows.size(), Qt::Uninitialized);
    for (size_t row = 0; row < count; ++row) {
        for (size_t place = 0; place < rowBytes; ++place)
            out.data()[place * count + row] = rows.constData()[row * rowBytes + place];
    }
    return out;
}

void fromPlanes(const QByteArray &planes, size_t rowBytes, PartForm form, std::vector<char> &to)
{
    const auto bytes = static_cast<size_t>(planes.size());
    const size_t count = bytes / rowBytes;
    to.resize(bytes);
    for (size_t place = 0; place < rowBytes; ++place) {
        const char *const from = planes.constData() + place * count;
        for (size_t row = 0; row < count; ++row)
            to[row * rowBytes + place] = from[row];
    }
    if (form != PartForm::Differences)
        return;
    for (size_t at = rowBytes; at + 4 <= bytes; at += 4) {
        quint32 word = 0;
        quint32 before = 0;
        std::memcpy(&word, to.data() + at, 4);
        std::memcpy(&before, to.data() + at - rowBytes, 4);
        word += before;
        std::memcpy(to.data() + at, &word, 4);
    }
}

template <typename T>
void appendNumber(QByteArray &to, T value)
{
    to.append(reinterpret_cast<const char *>(&value), sizeof value);
}

template <typename T>
T numberAt(const QByteArray &from, size_t at)
{
    T value = 0;
    std::memcpy(&value, from.constData() + at, sizeof value);
    return value;
}

// A tenth more bytes than the usual level, in half the time: who looks at a rank on another host waits for it.
constexpr int deflateLevel = 3;

// Length that qCompress() puts before the deflated bytes.
quint32 textBytesAt(const char *deflated)
{
    quint32 bytes = 0;
    for (int i = 0; i < 4; ++i)
        bytes = bytes << 8 | static_cast<unsigned char>(deflated[i]);
    return bytes;
}

} // namespace

QByteArray packedColumn(const char *data, size_t bytes, size_t rowBytes, size_t partBytes)
{
    QByteArray out;
    appendNumber<quint64>(out, bytes);
    for (size_t done = 0; done < bytes; done += partBytes) {
        const size_t n = std::min(partBytes, bytes - done);
        PartForm form = PartForm::Plain;
        QByteArray part = qCompress(planesOf(data + done, n, rowBytes, form), deflateLevel);
        if (rowBytes % 4 == 0) {
            QByteArray other = qCompress(planesOf(data + done, n, rowBytes, PartForm::Differences), deflateLevel);
            if (other.size() < part.size()) {
                part = std::move(other);
                form = PartForm::Differences;
            }
        }
        appendNumber(out, static_cast<quint32>(part.size()));
        out.append(static_cast<char>(form));
        out.append(part);
    }
    return out;
}

bool unpackColumn(const QByteArray &packed, size_t rowBytes, const std::function<bool(const char *, size_t)> &take)
{
    const auto size = static_cast<size_t>(packed.size());
    if (size < 8)
        return false;
    quint64 left = numberAt<quint64>(packed, 0);
    size_t at = 8;
    std::vector<char> rows;
    while (left > 0) {
        if (size - at < 9)
            return false;
        const auto stored = numberAt<quint32>(packed, at);
        const auto form = static_cast<PartForm>(packed[static_cast<qsizetype>(at + 4)]);
        at += 5;
        if (stored < 4 || stored > size - at || form > PartForm::Differences)
            return false;
        const char *const part = packed.constData() + at;
        const quint32 bytes = textBytesAt(part);
        if (bytes == 0 || bytes > left || bytes % rowBytes != 0)
            return false;
        const QByteArray planes = qUncompress(reinterpret_cast<const uchar *>(part), static_cast<qsizetype>(stored));
        if (planes.size() != static_cast<qsizetype>(bytes))
            return false;
        fromPlanes(planes, rowBytes, form, rows);
        if (!take(rows.data(), rows.size()))
            return false;
        at += stored;
        left -= bytes;
    }
    return at == size;
}

void ColumnWriter::block(const char *data, size_t bytes)
{
    BlockHash hash = columnHash(m_blocks++, bytes);
    hash.add(data, bytes);
    const ColumnBlockHead head{bytes, hash.sum()};
    put(reinterpret_cast<const char *>(&head), sizeof head);
    put(data, bytes);
}

void ColumnWriter::texts(const StringPool &pool)
{
    std::vector<char> text;
    std::vector<quint32> length;
    for (quint32 i = 0; i < pool.size(); ++i) {
        const std::string_view v = pool.view(StrId{i});
        text.insert(text.end(), v.begin(), v.end());
        length.push_back(static_cast<quint32>(v.size()));
    }
    column(text);
    column(length);
}

void ColumnWriter::put(const char *data, size_t bytes)
{
    m_ok = m_ok && m_to.write(data, static_cast<qint64>(bytes)) == static_cast<qint64>(bytes);
}

// Opening a pipe would wait for its writer.
ColumnFile::ColumnFile(const QString &path, quint64 at, quint64 bytes)
    : m_fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), m_at(at), m_bytes(bytes)
{
    struct stat info = {};
    if (m_fd >= 0 && (fstat(m_fd, &info) != 0 || !S_ISREG(info.st_mode)))
        ::close(std::exchange(m_fd, -1));
}

ColumnFile::~ColumnFile()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

quint64 ColumnFile::size() const
{
    struct stat info = {};
    if (fstat(m_fd, &info) != 0 || static_cast<quint64>(info.st_size) < m_at)
        return 0;
    return std::min(m_bytes, static_cast<quint64>(info.st_size) - m_at);
}

qint64 ColumnFile::modifiedMs() const
{
    struct stat info = {};
    return fstat(m_fd, &info) == 0 ? qint64{info.st_mtim.tv_sec} * 1000 + info.st_mtim.tv_nsec / 1'000'000 : 0;
}

bool ColumnFile::read(quint64 at, void *to, size_t bytes) const
{
    auto *p = static_cast<char *>(to);
    if (at > m_bytes || bytes > m_bytes - at)
        return false;
    at += m_at;
    while (bytes > 0) {
        const ssize_t n = pread(m_fd, p, bytes, static_cast<off_t>(at));
        if (n <= 0)
            return false;
        p += n;
        at += static_cast<quint64>(n);
        bytes -= static_cast<size_t>(n);
    }
    return true;
}

void ColumnReader::texts(StringPool &pool)
{
    auto text = std::make_shared<std::vector<char>>();
    auto length = std::make_shared<std::vector<quint32>>();
    column(*text);
    column(*length);
    m_after.push_back([text, length, &pool] {
        size_t at = 0;
        for (quint32 i = 0; i < length->size(); ++i) {
            if ((*length)[i] > text->size() - at || raw(pool.intern({text->data() + at, (*length)[i]})) != i)
                return false;
            at += (*length)[i];
        }
        return at == text->size();
    });
}

bool ColumnReader::run(ThreadPool &pool, const JobContext &job)
{
    std::atomic<bool> good{m_ok && m_next == m_blocks.size()};
    pool.parallelFor(static_cast<qsizetype>(m_tasks.size()), [&](qsizetype i) {
        if (good && !job.isCanceled() && !m_tasks[static_cast<size_t>(i)]())
            good = false;
    });
    if (job.isCanceled())
        return false;
    for (const auto &step : m_after)
        good = good && step();
    return good;
}

quint64 ColumnReader::bytes() const
{
    quint64 sum = 0;
    for (size_t i = 0; i < std::min(m_next, m_blocks.size()); ++i)
        sum += m_blocks[i].bytes;
    return sum;
}

std::vector<std::pair<quint64, quint64>> ColumnReader::rest()
{
    std::vector<std::pair<quint64, quint64>> out;
    quint64 textAt = 0;
    for (; m_next < m_blocks.size(); ++m_next) {
        m_tasks.push_back([this, number = m_next] {
            QByteArray text;
            return stored(number, text);
        });
        out.emplace_back(textAt, m_file.at() + m_blocks[m_next].at + packedTextAt);
        textAt += m_blocks[m_next].bytes;
    }
    return out;
}

bool ColumnReader::stored(size_t number, QByteArray &to) const
{
    return readColumnBlock(m_file, m_blocks[number], number, to);
}

ColumnFileState readColumnHead(const ColumnFile &file, const std::array<char, 8> &magic, ColumnFileHead &head)
{
    constexpr quint64 maxBlocks = 1'000'000;
    constexpr size_t layoutAt = 6;
    const ColumnFileHead expected{magic};
    if (!file.isOpen())
        return ColumnFileState::NotThere;
    if (!file.read(0, &head, sizeof head) || head.byteOrder != expected.byteOrder || head.sum != head.ownSum())
        return ColumnFileState::Refused;
    if (head.magic > magic && std::equal(magic.begin(), magic.begin() + layoutAt, head.magic.begin()))
        return ColumnFileState::Newer;
    const bool whole = head.magic == magic && head.bytes == file.size() && head.blocks > 0 && head.blocks <= maxBlocks;
    return whole ? ColumnFileState::Whole : ColumnFileState::Refused;
}

std::vector<ColumnReader::Block> columnBlocks(const ColumnFile &file, const ColumnFileHead &head, bool packed)
{
    std::vector<ColumnReader::Block> out;
    quint64 at = sizeof(ColumnFileHead);
    for (quint64 i = 0; i < head.blocks; ++i) {
        constexpr quint64 most = 1032; // of deflate: bytes of text for a byte
        ColumnReader::Block b{at + sizeof(ColumnBlockHead), {}, 0};
        if (!file.read(at, &b.head, sizeof b.head) || b.at > head.bytes || b.head.bytes > head.bytes - b.at)
            return {};
        b.bytes = b.head.bytes;
        if (packed && (!file.read(b.at, &b.bytes, sizeof b.bytes) || b.bytes > b.head.bytes * most))
            return {};
        at = b.at + b.head.bytes;
        out.push_back(b);
    }
    return at == head.bytes ? out : std::vector<ColumnReader::Block>();
}

bool readColumnBlock(const ColumnFile &file, const ColumnReader::Block &block, quint64 number, QByteArray &to)
{
    to.resize(static_cast<qsizetype>(block.head.bytes));
    if (!file.read(block.at, to.data(), block.head.bytes))
        return false;
    BlockHash hash = columnHash(number, block.head.bytes);
    hash.add(to.constData(), block.head.bytes);
    return hash.sum() == block.head.sum;
}

} // namespace rs
