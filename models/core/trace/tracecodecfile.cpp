// SPDX-License-Identifier: Apache-2.0
#include "core/trace/tracecodecfile.h"

#include <QFile>

#include <atomic>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rs {

BlockHash columnHash(quint64 number, quint64 bytes)
{
    BlockHash hash;
    const std::array<quint64, 4> first{number, bytes, 0, 0};
    hash.add(reinterpret_cast<const char *>(first.data()), sizeof first);
    return hash;
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
ColumnFile::ColumnFile(const QString &path)
    : m_fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
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
    return fstat(m_fd, &info) == 0 ? static_cast<quint64>(info.st_size) : 0;
}

bool ColumnFile::read(quint64 at, void *to, size_t bytes) const
{
    auto *p = static_cast<char *>(to);
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

std::vector<ColumnReader::Block> columnBlocks(const ColumnFile &file, const ColumnFileHead &head)
{
    std::vector<ColumnReader::Block> out;
    quint64 at = sizeof(ColumnFileHead);
    for (quint64 i = 0; i < head.blocks; ++i) {
        ColumnReader::Block b{at + sizeof(ColumnBlockHead), {}};
        if (!file.read(at, &b.head, sizeof b.head) || b.head.bytes > head.bytes - b.at)
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
