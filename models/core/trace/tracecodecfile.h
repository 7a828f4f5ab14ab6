// SPDX-License-Identifier: Apache-2.0
// The file of a TraceCodec: a head, then blocks of bytes with their sums. The first block holds what is small, each of
// the others a column. In a pack the blocks are deflated, and texts of events follow the columns. Of no use elsewhere.
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
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace rs {

constexpr size_t columnPartBytes = 256 * 1024; // in the second-level cache while it is summed and copied
constexpr size_t packedPartBytes = size_t{1} << 20;

/// Head of a file.
struct ColumnFileHead
{
    static constexpr size_t keyBytes = 32;

    std::array<char, 8> magic = {};
    quint64 byteOrder = 0x0102030405060708ULL;
    char key[keyBytes] = {};
    quint64 blocks = 0;
    quint64 bytes = 0; ///< whole file
    quint64 sum = 0;   ///< covers the members above

    [[nodiscard]] quint64 ownSum() const
    {
        BlockHash hash;
        hash.add(reinterpret_cast<const char *>(this), offsetof(ColumnFileHead, sum));
        return hash.sum();
    }
};

/// Kind of a file by its beginning. Newer: of the same kind, in a layout that only a later version reads.
enum class ColumnFileState { NotThere, Whole, Refused, Newer };

/// Head of each block.
struct ColumnBlockHead
{
    quint64 bytes = 0;
    quint64 sum = 0; ///< covers the number of the block, `bytes` and the bytes
};

/// With the number and the length of a block, and none of its bytes yet.
[[nodiscard]] BlockHash columnHash(quint64 number, quint64 bytes);

/// The bytes of a column as a pack keeps them: parts of `partBytes`, in each the bytes of one place of all rows
/// together, deflated; of numbers that grow their differences. The same on each machine.
[[nodiscard]] QByteArray packedColumn(const char *data, size_t bytes, size_t rowBytes, size_t partBytes);
/// Gives the bytes back part by part. False when they are not what packedColumn() makes, or `take` gives false.
[[nodiscard]] bool unpackColumn(const QByteArray &packed, size_t rowBytes,
                                const std::function<bool(const char *, size_t)> &take);
/// The deflated text of a column of one part begins so many bytes after the column.
constexpr size_t packedTextAt = 8 + 4 + 1 + 4 + 2;

/// Members of a row with gaps between them, which hold bytes of no meaning: a specialisation lists them.
template <typename T>
struct RowMembers
{
    static constexpr std::tuple<> members;
};

/// The row without what lies in its gaps.
template <typename T>
void copyMembers(char *to, const T &row)
{
    std::apply(
        [&](auto... member) {
            ((void)std::memcpy(
                 to + (reinterpret_cast<const char *>(&(row.*member)) - reinterpret_cast<const char *>(&row)),
                 &(row.*member), sizeof(row.*member)),
             ...);
        },
        RowMembers<T>::members);
}

/// The small members, one after the other. Both directions have the same shape: io & member.
class MetaWriter
{
public:
    static constexpr bool reads = false;
    QByteArray bytes;

    MetaWriter() { m_stream.setVersion(QDataStream::Qt_6_0); }

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
    explicit MetaReader(const QByteArray &bytes) : m_stream(bytes) { m_stream.setVersion(QDataStream::Qt_6_0); }

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
    [[nodiscard]] bool atEnd() const { return m_stream.atEnd(); }

private:
    QDataStream m_stream;
};

/// Writes one block after the other.
class ColumnWriter
{
public:
    static constexpr bool reads = false;
    explicit ColumnWriter(QIODevice &to, bool packs = false) : m_to(to), m_packs(packs) {}

    /// Bytes that are what the file holds.
    void block(const char *data, size_t bytes);
    /// Values as memory holds them.
    template <typename T>
    void values(const T *data, size_t count)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const char *bytes = reinterpret_cast<const char *>(data);
        std::vector<char> rows;
        if constexpr (std::tuple_size_v < decltype(RowMembers<T>::members) >> 0) {
            rows.resize(m_packs ? count * sizeof(T) : 0);
            for (size_t i = 0; i * sizeof(T) < rows.size(); ++i)
                copyMembers(rows.data() + i * sizeof(T), data[i]);
            bytes = m_packs ? rows.data() : bytes;
        } else {
            static_assert(std::is_floating_point_v<T> || std::has_unique_object_representations_v<T>);
        }
        if (!m_packs)
            return block(bytes, count * sizeof(T));
        const QByteArray packed =
            packedColumn(bytes, count * sizeof(T), sizeof(T), packedPartBytes / sizeof(T) * sizeof(T));
        block(packed.constData(), static_cast<size_t>(packed.size()));
    }
    template <typename T, typename Allocator>
    void column(const std::vector<T, Allocator> &column)
    {
        values(column.data(), column.size());
    }
    template <typename T>
    void column(const SharedColumn<T> &column)
    {
        values(column.data(), column.size());
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
    bool m_packs;
    quint64 m_blocks = 0;
    bool m_ok = true;
};

/// A file, or a part of one, from which several threads read at once.
class ColumnFile
{
public:
    explicit ColumnFile(const QString &path, quint64 at = 0, quint64 bytes = std::numeric_limits<quint64>::max());
    ~ColumnFile();
    Q_DISABLE_COPY_MOVE(ColumnFile)

    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] quint64 size() const;
    /// Time of the whole file, in milliseconds since the epoch.
    [[nodiscard]] qint64 modifiedMs() const;
    /// Place of the part in the file.
    [[nodiscard]] quint64 at() const { return m_at; }
    /// False where the file does not have so many bytes.
    [[nodiscard]] bool read(quint64 at, void *to, size_t bytes) const;

private:
    int m_fd;
    quint64 m_at;
    quint64 m_bytes;
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
        quint64 bytes; ///< unpacked size; the head has the packed one
    };

    ColumnReader(const ColumnFile &file, std::vector<Block> blocks, bool packed = false)
        : m_file(file), m_blocks(std::move(blocks)), m_packed(packed)
    {
    }

    template <typename T, typename Allocator>
    void column(std::vector<T, Allocator> &values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const size_t number = m_next++;
        if (number >= m_blocks.size() || m_blocks[number].bytes % sizeof(T) != 0) {
            m_ok = false;
            return;
        }
        m_tasks.push_back([this, number, &values] { return fill(number, values); });
    }
    template <typename T>
    void column(SharedColumn<T> &values)
    {
        const size_t number = m_next++;
        if (number >= m_blocks.size() || m_blocks[number].bytes % sizeof(T) != 0) {
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
    /// Bytes of what was noted so far.
    [[nodiscard]] quint64 bytes() const;
    /// Takes the blocks that are left, which hold texts of events: where each text begins in all of them, and where in
    /// the file. Their sums are looked at with the others.
    [[nodiscard]] std::vector<std::pair<quint64, quint64>> rest();
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
        if (m_packed)
            return fillPacked(number, values);
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

    template <typename T, typename Allocator>
    bool fillPacked(size_t number, std::vector<T, Allocator> &values) const
    {
        QByteArray packed;
        if (!stored(number, packed))
            return false;
        values.reserve(m_blocks[number].bytes / sizeof(T));
        return unpackColumn(packed, sizeof(T), [&values](const char *data, size_t bytes) {
            std::vector<T> rows(bytes / sizeof(T));
            std::memcpy(rows.data(), data, bytes);
            values.insert(values.end(), rows.begin(), rows.end());
            return true;
        });
    }
    [[nodiscard]] bool stored(size_t number, QByteArray &to) const;

    const ColumnFile &m_file;
    std::vector<Block> m_blocks;
    bool m_packed;
    size_t m_next = 0;
    bool m_ok = true;
    std::vector<std::function<bool()>> m_tasks;
    std::vector<std::function<bool()>> m_after;
};

/// Reads the head of a file that begins with `magic`, the last two letters of which are the number of its layout.
/// Whole: it has as many bytes as it says.
[[nodiscard]] ColumnFileState readColumnHead(const ColumnFile &file, const std::array<char, 8> &magic,
                                             ColumnFileHead &head);
/// The places of all blocks; empty when they do not fill the file exactly.
[[nodiscard]] std::vector<ColumnReader::Block> columnBlocks(const ColumnFile &file, const ColumnFileHead &head,
                                                            bool packed = false);
/// False when it is not what its sum says.
[[nodiscard]] bool readColumnBlock(const ColumnFile &file, const ColumnReader::Block &block, quint64 number,
                                   QByteArray &to);

} // namespace rs
