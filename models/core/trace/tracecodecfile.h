// SPDX-License-Identifier: Apache-2.0
// The file of a TraceCodec: a head, then blocks of bytes with their sums. The first block holds what is small, each of
// the others a column. Of no use elsewhere.
#pragma once

#include "core/base/blockhash.h"
#include "core/base/sharedcolumn.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/text/stringpool.h"

#include <QByteArray>
#include <QDataStream>
#include <QIODevice>
#include <QString>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace rs {

constexpr size_t columnPartBytes = 256 * 1024; // in the second-level cache while it is summed and copied

/// What a file begins with.
struct ColumnFileHead
{
    static constexpr size_t keyBytes = 32;

    std::array<char, 8> magic = {};
    quint64 byteOrder = 0x0102030405060708ULL;
    char key[keyBytes] = {};
    quint64 blocks = 0;
    quint64 bytes = 0; ///< of the whole file
    quint64 sum = 0;   ///< of everything above

    [[nodiscard]] quint64 ownSum() const
    {
        BlockHash hash;
        hash.add(reinterpret_cast<const char *>(this), offsetof(ColumnFileHead, sum));
        return hash.sum();
    }
};

/// What each block begins with.
struct ColumnBlockHead
{
    quint64 bytes = 0;
    quint64 sum = 0; ///< of the number of the block, `bytes` and the bytes
};

/// With the number and the length of a block, and none of its bytes yet.
[[nodiscard]] BlockHash columnHash(quint64 number, quint64 bytes);

/// The small members, one after the other. Both directions have the same shape: io & member.
class MetaWriter
{
public:
    static constexpr bool reads = false;
    QByteArray bytes;

    template <typename T>
    MetaWriter &operator&(const T &value)
    {
        m_stream << value;
        return *this;
    }
    quint32 count(size_t n)
    {
        m_stream << static_cast<quint32>(n);
        return static_cast<quint32>(n);
    }
    [[nodiscard]] bool ok() const { return m_stream.status() == QDataStream::Ok; }

private:
    QDataStream m_stream{&bytes, QIODevice::WriteOnly};
};

/// The other direction.
class MetaReader
{
public:
    static constexpr bool reads = true;
    explicit MetaReader(const QByteArray &bytes) : m_stream(bytes) {}

    template <typename T>
    MetaReader &operator&(T &value)
    {
        m_stream >> value;
        return *this;
    }
    // A count that cannot be true is taken as none.
    quint32 count(size_t)
    {
        quint32 n = 0;
        m_stream >> n;
        if (!ok() || n > static_cast<quint64>(m_stream.device()->size())) {
            m_stream.setStatus(QDataStream::ReadCorruptData);
            return 0;
        }
        return n;
    }
    [[nodiscard]] bool ok() const { return m_stream.status() == QDataStream::Ok; }

private:
    QDataStream m_stream;
};

/// Writes one block after the other.
class ColumnWriter
{
public:
    static constexpr bool reads = false;
    explicit ColumnWriter(QIODevice &to) : m_to(to) {}

    void block(const char *data, size_t bytes);
    template <typename T, typename Allocator>
    void column(const std::vector<T, Allocator> &values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        block(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T));
    }
    template <typename T>
    void column(const SharedColumn<T> &values)
    {
        block(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T));
    }
    template <typename Rows>
    void flags(const std::vector<bool> &values, Rows)
    {
        const bool all = std::ranges::find(values, false) == values.end();
        std::vector<quint8> out;
        if (!all)
            out.assign(values.begin(), values.end());
        column(out);
    }
    template <typename A, typename B>
    void pairs(const std::vector<std::pair<A, B>> &values)
    {
        std::vector<A> first;
        std::vector<B> second;
        for (const auto &[a, b] : values) {
            first.push_back(a);
            second.push_back(b);
        }
        column(first);
        column(second);
    }
    void texts(const StringPool &pool);
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] quint64 blocks() const { return m_blocks; }

private:
    void put(const char *data, size_t bytes);

    QIODevice &m_to;
    quint64 m_blocks = 0;
    bool m_ok = true;
};

/// A file from which several threads read at once.
class ColumnFile
{
public:
    explicit ColumnFile(const QString &path);
    ~ColumnFile();
    Q_DISABLE_COPY_MOVE(ColumnFile)

    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] quint64 size() const;
    /// False where the file does not have so many bytes.
    [[nodiscard]] bool read(quint64 at, void *to, size_t bytes) const;

private:
    int m_fd;
};

/// Notes what has to be read, reads it with all threads, and then does what needs a column to be complete.
class ColumnReader
{
public:
    static constexpr bool reads = true;
    struct Block
    {
        quint64 at;
        ColumnBlockHead head;
    };

    ColumnReader(const ColumnFile &file, std::vector<Block> blocks) : m_file(file), m_blocks(std::move(blocks)) {}

    template <typename T, typename Allocator>
    void column(std::vector<T, Allocator> &values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const size_t number = m_next++;
        if (number >= m_blocks.size() || m_blocks[number].head.bytes % sizeof(T) != 0) {
            m_ok = false;
            return;
        }
        m_tasks.push_back([this, number, &values] { return fill(number, values); });
    }
    template <typename T>
    void column(SharedColumn<T> &values)
    {
        const size_t number = m_next++;
        if (number >= m_blocks.size() || m_blocks[number].head.bytes % sizeof(T) != 0) {
            m_ok = false;
            return;
        }
        m_tasks.push_back([this, number, &values] {
            bool good = false;
            values.fill([&](auto &held) {
                held.clear();
                good = fill(number, held);
            });
            return good;
        });
    }
    /// `rows` is asked when all columns are read. No bytes: all flags are set.
    void flags(std::vector<bool> &values, const std::function<size_t()> &rows)
    {
        auto bytes = std::make_shared<std::vector<quint8>>();
        column(*bytes);
        m_after.push_back([bytes, &values, rows] {
            if (bytes->empty())
                values.assign(rows(), true);
            else
                values.assign(bytes->begin(), bytes->end());
            return values.size() == rows();
        });
    }
    template <typename A, typename B>
    void pairs(std::vector<std::pair<A, B>> &values)
    {
        auto first = std::make_shared<std::vector<A>>();
        auto second = std::make_shared<std::vector<B>>();
        column(*first);
        column(*second);
        m_after.push_back([first, second, &values] {
            values.reserve(first->size());
            for (size_t i = 0; i < std::min(first->size(), second->size()); ++i)
                values.emplace_back((*first)[i], (*second)[i]);
            return first->size() == second->size();
        });
    }
    void texts(StringPool &pool);
    /// False when a block is not what its sum says, or the job was cancelled.
    bool run(ThreadPool &pool, const JobContext &job);

private:
    template <typename T, typename Allocator>
    bool fill(size_t number, std::vector<T, Allocator> &values) const
    {
        // A part holds whole values and whole steps of the sum.
        constexpr size_t part = columnPartBytes / (sizeof(T) * BlockHash::Stride) * (sizeof(T) * BlockHash::Stride);
        static_assert(part > 0);
        const Block &b = m_blocks[number];
        BlockHash hash = columnHash(number, b.head.bytes);
        values.reserve(b.head.bytes / sizeof(T));
        std::vector<T> buffer(std::min<size_t>(part, b.head.bytes) / sizeof(T));
        for (quint64 done = 0; done < b.head.bytes;) {
            const size_t n = std::min<quint64>(part, b.head.bytes - done);
            if (!m_file.read(b.at + done, buffer.data(), n))
                return false;
            hash.add(reinterpret_cast<const char *>(buffer.data()), n);
            values.insert(values.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(n / sizeof(T)));
            done += n;
        }
        return hash.sum() == b.head.sum;
    }

    const ColumnFile &m_file;
    std::vector<Block> m_blocks;
    size_t m_next = 0;
    bool m_ok = true;
    std::vector<std::function<bool()>> m_tasks;
    std::vector<std::function<bool()>> m_after;
};

/// The places of all blocks; empty when they do not fill the file exactly.
[[nodiscard]] std::vector<ColumnReader::Block> columnBlocks(const ColumnFile &file, const ColumnFileHead &head);
/// False when it is not what its sum says.
[[nodiscard]] bool readColumnBlock(const ColumnFile &file, const ColumnReader::Block &block, quint64 number,
                                   QByteArray &to);

} // namespace rs
