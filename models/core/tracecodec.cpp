// SPDX-License-Identifier: Apache-2.0
#include "core/tracecodec.h"

#include "core/savedfile.h"
#include "core/blockhash.h"

#include <QDataStream>
#include <QFile>
#include <QIODevice>
#include <QSaveFile>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

namespace rs {

namespace {

constexpr size_t partBytes = 256 * 1024; // in the second-level cache while it is summed and copied
constexpr size_t keyBytes = 32;
constexpr quint64 maxBlocks = 1'000'000;

struct FileHead
{
    std::array<char, 8> magic = TraceCodec::magic;
    quint64 byteOrder = 0x0102030405060708ULL;
    char key[keyBytes] = {};
    quint64 blocks = 0;
    quint64 bytes = 0; // of the whole file
    quint64 sum = 0;   // of everything above

    [[nodiscard]] quint64 ownSum() const
    {
        BlockHash hash;
        hash.add(reinterpret_cast<const char *>(this), offsetof(FileHead, sum));
        return hash.sum();
    }
};

struct BlockHead
{
    quint64 bytes = 0;
    quint64 sum = 0; // of the number of the block, `bytes` and the bytes
};

BlockHash hashOf(quint64 number, quint64 bytes)
{
    BlockHash hash;
    const std::array<quint64, 4> first{number, bytes, 0, 0};
    hash.add(reinterpret_cast<const char *>(first.data()), sizeof first);
    return hash;
}

// The small members, one after the other. Both directions have the same shape: io & member.
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

// A walk takes what it fills when it reads, and what nobody may change when it writes: others read a published rank.
template <typename Io, typename T>
using Of = std::conditional_t<Io::reads, T, const T>;

template <typename Io, typename Enum>
requires std::is_enum_v<Enum>
void asNumber(Io &io, Enum &value)
{
    auto number = static_cast<quint32>(value);
    io &number;
    if constexpr (Io::reads)
        value = static_cast<Enum>(number);
}

template <typename Io, typename Values, typename Each>
void list(Io &io, Values &values, Each each)
{
    const quint32 n = io.count(values.size());
    if constexpr (Io::reads)
        values.resize(n);
    for (auto &v : values)
        each(v);
}

template <typename Io>
void optional(Io &io, Of<Io, std::optional<double>> &value)
{
    bool has = value.has_value();
    double number = value.value_or(0);
    io &has &number;
    if constexpr (Io::reads)
        value = has ? std::optional(number) : std::nullopt;
}

template <typename Io>
void stepMeta(Io &io, Of<Io, StepTraceRow> &r)
{
    io &r.step &r.rank &r.device &r.stageRanks;
    for (Of<Io, std::optional<double>> *const v :
         {&r.computingUs, &r.notOverlappedUs, &r.overlappedUs, &r.communicationUs, &r.freeUs, &r.stageUs, &r.bubbleUs,
          &r.notOverlappedExcludeReceiveUs, &r.preparingUs})
        optional(io, *v);
    io &r.preparingMissing;
}

template <typename Io>
void findingMeta(Io &io, Of<Io, Finding> &f)
{
    asNumber(io, f.severity);
    io &f.file;
    list(io, f.place.parts(), [&io](auto &part) {
        asNumber(io, part.kind);
        io &part.value;
    });
    io &f.code &f.message &f.argument &f.count;
}

class ColumnWriter
{
public:
    static constexpr bool reads = false;
    explicit ColumnWriter(QIODevice &to) : m_to(to) {}

    void block(const char *data, size_t bytes)
    {
        BlockHash hash = hashOf(m_blocks++, bytes);
        hash.add(data, bytes);
        const BlockHead head{bytes, hash.sum()};
        put(reinterpret_cast<const char *>(&head), sizeof head);
        put(data, bytes);
    }
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
        const bool all = std::find(values.begin(), values.end(), false) == values.end();
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
    void texts(const StringPool &pool)
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
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] quint64 blocks() const { return m_blocks; }

private:
    void put(const char *data, size_t bytes)
    {
        m_ok = m_ok && m_to.write(data, static_cast<qint64>(bytes)) == static_cast<qint64>(bytes);
    }

    QIODevice &m_to;
    quint64 m_blocks = 0;
    bool m_ok = true;
};

class File
{
public:
    explicit File(const QString &path) : m_fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC)) {}
    ~File()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Q_DISABLE_COPY_MOVE(File)

    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] quint64 size() const
    {
        struct stat info = {};
        return fstat(m_fd, &info) == 0 ? static_cast<quint64>(info.st_size) : 0;
    }
    [[nodiscard]] bool read(quint64 at, void *to, size_t bytes) const
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

private:
    int m_fd;
};

// Notes what has to be read, reads it with all threads, and then does what needs a column to be complete.
class ColumnReader
{
public:
    static constexpr bool reads = true;
    struct Block
    {
        quint64 at;
        BlockHead head;
    };

    ColumnReader(const File &file, std::vector<Block> blocks) : m_file(file), m_blocks(std::move(blocks)) {}

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
    void texts(StringPool &pool)
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
    bool run(ThreadPool &pool, const JobContext &job)
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

private:
    template <typename T, typename Allocator>
    bool fill(size_t number, std::vector<T, Allocator> &values) const
    {
        // A part holds whole values and whole steps of the sum.
        constexpr size_t part = partBytes / (sizeof(T) * BlockHash::Stride) * (sizeof(T) * BlockHash::Stride);
        static_assert(part > 0);
        const Block &b = m_blocks[number];
        BlockHash hash = hashOf(number, b.head.bytes);
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

    const File &m_file;
    std::vector<Block> m_blocks;
    size_t m_next = 0;
    bool m_ok = true;
    std::vector<std::function<bool()>> m_tasks;
    std::vector<std::function<bool()>> m_after;
};

// The places of all blocks; empty when they do not fill the file exactly.
std::vector<ColumnReader::Block> blocksOf(const File &file, const FileHead &head)
{
    std::vector<ColumnReader::Block> out;
    quint64 at = sizeof(FileHead);
    for (quint64 i = 0; i < head.blocks; ++i) {
        ColumnReader::Block b{at + sizeof(BlockHead), {}};
        if (!file.read(at, &b.head, sizeof b.head) || b.head.bytes > head.bytes - b.at)
            return {};
        at = b.at + b.head.bytes;
        out.push_back(b);
    }
    return at == head.bytes ? out : std::vector<ColumnReader::Block>();
}

bool readBlock(const File &file, const ColumnReader::Block &b, quint64 number, QByteArray &to)
{
    to.resize(static_cast<qsizetype>(b.head.bytes));
    if (!file.read(b.at, to.data(), b.head.bytes))
        return false;
    BlockHash hash = hashOf(number, b.head.bytes);
    hash.add(to.constData(), b.head.bytes);
    return hash.sum() == b.head.sum;
}

} // namespace

template <typename Io, typename T>
void TraceCodec::traceMeta(Io &io, T &t)
{
    io &t.m_startNs &t.m_endNs &t.m_outsideSlices;
    list(io, t.m_sources, [&io](auto &s) {
        io &s.path &s.bytes &s.modifiedMs &s.gzip;
        const auto each = [&io](auto &c) { io &c.textAt &c.fileAt &c.bits &c.window; };
        if constexpr (Io::reads) {
            SourceCheckpoints points;
            list(io, points, each);
            if (!points.empty())
                s.checkpoints = std::make_shared<const SourceCheckpoints>(std::move(points));
        } else {
            const SourceCheckpoints noPoints;
            list(io, s.checkpoints ? *s.checkpoints : noPoints, each);
        }
    });
    list(io, *t.m_counters, [&io](auto &c) {
        asNumber(io, c.process);
        asNumber(io, c.name);
        asNumber(io, c.series);
        io &c.minimum &c.maximum;
    });
}

template <typename Io, typename T>
void TraceCodec::tableMeta(Io &io, std::shared_ptr<T> &table)
{
    bool has = table != nullptr;
    io &has;
    if (!has)
        return;
    if constexpr (Io::reads)
        table = std::make_shared<Table>();
    T &t = *table;
    io &t.source &t.m_rows;
    list(io, t.m_columns, [&](auto &c) {
        io &c.name &c.unit;
        asNumber(io, c.type);
        quint32 pieces = io.count(c.pieces.size());
        for (quint32 i = 0; i < pieces; ++i) {
            int firstRow = 0;
            if constexpr (!Io::reads)
                firstRow = c.pieces[i].firstRow;
            io &firstRow;
            if constexpr (Io::reads)
                (void)c.pieceFor(firstRow);
        }
    });
}

// The parts that a rank shares with others, in the order of the file.
template <bool reads>
struct TraceCodec::Parts
{
    template <typename T>
    using Shared = std::shared_ptr<std::conditional_t<reads, T, const T>>;
    Shared<Trace> trace;
    Shared<Table> kernels;
    Shared<CommColumns> operators;
    Shared<LinkColumns> links;
    struct Named
    {
        QString kind;
        Shared<Table> table;
    };
    std::vector<Named> tables;
};

// What is few of a store whose columns follow.
template <typename Io, typename T>
void TraceCodec::words(Io &io, std::shared_ptr<T> &store)
{
    bool has = store != nullptr;
    io &has;
    if (!has)
        return;
    if constexpr (Io::reads)
        store = std::make_shared<T>();
    list(io, store->words.m_texts, [&io](auto &text) { io &text; });
}

template <typename Io, typename Rank>
void TraceCodec::meta(Io &io, Rank &d, Parts<Io::reads> &parts)
{
    io &d.info.device &d.info.host &d.info.level &d.info.settings &d.info.distributedArgs;
    list(io, d.stepTrace, [&io](auto &r) { stepMeta(io, r); });
    words(io, parts.operators);
    words(io, parts.links);
    list(io, d.groups, [&io](auto &g) {
        io &g.commName &g.hash &g.pgName &g.groupRank &g.p2p;
        list(io, g.globalRanks, [&io](auto &r) { io &r; });
    });
    std::vector<Finding> findings = d.report.findings();
    list(io, findings, [&io](Finding &f) { findingMeta(io, f); });
    if constexpr (Io::reads) {
        for (Finding &f : findings)
            d.report.add(std::move(f));
    }
    tableMeta(io, parts.kernels);
    list(io, parts.tables, [&io](auto &named) {
        io &named.kind;
        tableMeta(io, named.table);
    });
    bool hasTrace = parts.trace != nullptr;
    io &hasTrace;
    if (!hasTrace)
        return;
    if constexpr (Io::reads)
        parts.trace = std::make_shared<Trace>();
    traceMeta(io, *parts.trace);
}

template <typename Io, typename T>
void TraceCodec::traceColumns(Io &io, T &t)
{
    auto &s = t.m_slices;
    io.column(s.m_start);
    io.column(s.m_duration);
    io.column(s.m_argsAt);
    io.column(s.m_details);
    io.column(t.m_flows.m_flows);
    io.column(s.m_name);
    io.column(s.m_argsLength);
    io.column(s.m_detail);
    io.column(s.m_kind);
    io.column(s.m_rowBegin);
    io.column(t.m_flows.m_byTarget);
    io.column(t.m_flows.m_categories);
    for (auto &c : *t.m_counters) {
        io.column(c.timeNs);
        io.column(c.value);
    }
    io.column(t.m_processes);
    io.column(t.m_lanes);
    io.column(t.m_laneOfRow);
    io.column(t.m_steps);
    io.texts(*t.m_strings);
}

template <typename Io, typename T>
void TraceCodec::tableColumns(Io &io, T &t)
{
    for (auto &c : t.m_columns) {
        for (auto &p : c.pieces) {
            std::visit([&io](auto &values) { io.column(values); }, p.values);
            io.flags(p.present,
                     [&p] { return std::visit([](const auto &values) { return values.size(); }, p.values); });
        }
    }
    io.texts(*t.m_strings);
}

template <typename Io, typename T>
void TraceCodec::operatorColumns(Io &io, T &c)
{
    io.column(c.name);
    io.column(c.step);
    io.column(c.groupHash);
    io.column(c.rank);
    io.column(c.p2p);
    OptionalNumbers<8>::columns(io, c.numbers);
    io.column(c.startTexts);
    io.column(c.startTextEnd);
    io.column(c.transportEnd);
    io.column(c.transport);
    OptionalNumbers<4>::columns(io, c.transportNumbers);
    io.column(c.packetEnd);
    io.column(c.packets);
    io.texts(c.names);
}

template <typename Io, typename T>
void TraceCodec::linkColumns(Io &io, T &c)
{
    for (auto &ids : c.texts)
        io.column(ids);
    io.column(c.source);
    io.column(c.destination);
    io.column(c.ownerRank);
    io.column(c.flags);
    OptionalNumbers<3>::columns(io, c.numbers);
}

template <typename Io, typename Rank>
void TraceCodec::columns(Io &io, Rank &d, Parts<Io::reads> &parts)
{
    if (parts.trace)
        traceColumns(io, *parts.trace);
    if (parts.kernels)
        tableColumns(io, *parts.kernels);
    for (auto &named : parts.tables) {
        if (named.table)
            tableColumns(io, *named.table);
    }
    if (parts.operators)
        operatorColumns(io, *parts.operators);
    if (parts.links)
        linkColumns(io, *parts.links);
    io.pairs(d.kernelOfSlice);
    io.column(d.sliceOfKernel);
}

bool TraceCodec::write(const RankData &rank, const QByteArray &key, const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    FileHead head;
    if (file.write(reinterpret_cast<const char *>(&head), sizeof head) != sizeof head)
        return false;
    Parts<false> parts{rank.trace, rank.kernels, rank.commOps.m_columns, rank.links.m_columns, {}};
    for (const auto &[kind, table] : rank.tables)
        parts.tables.push_back({kind, table});
    MetaWriter small;
    meta(small, rank, parts);
    ColumnWriter out(file);
    out.block(small.bytes.constData(), static_cast<size_t>(small.bytes.size()));
    columns(out, rank, parts);
    std::memcpy(head.key, key.constData(), std::min<size_t>(keyBytes, static_cast<size_t>(key.size())));
    head.blocks = out.blocks();
    head.bytes = static_cast<quint64>(file.pos());
    head.sum = head.ownSum();
    const bool good = small.ok() && out.ok() && file.seek(0) &&
                      file.write(reinterpret_cast<const char *>(&head), sizeof head) == sizeof head;
    return good && commitSaved(file);
}

TraceCodec::Result TraceCodec::read(const QString &path, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                                    const JobContext &job)
{
    Result out;
    const File file(path);
    if (!file.isOpen())
        return out;
    out.why = Result::Why::Refused;
    FileHead head;
    const FileHead expected;
    if (!file.read(0, &head, sizeof head) || head.magic != expected.magic || head.byteOrder != expected.byteOrder ||
        head.sum != head.ownSum() || head.bytes != file.size() || head.blocks == 0 || head.blocks > maxBlocks ||
        key.size() != static_cast<qsizetype>(keyBytes) || std::memcmp(head.key, key.constData(), keyBytes) != 0)
        return out;
    const std::vector<ColumnReader::Block> blocks = blocksOf(file, head);
    if (blocks.empty())
        return out;
    out.reservation = MemoryReservation(job.sharedBudget());
    if (!out.reservation.tryGrow(static_cast<qint64>(head.bytes))) {
        out.why = Result::Why::OverBudget;
        return out;
    }
    QByteArray text;
    if (!readBlock(file, blocks.front(), 0, text))
        return out;
    auto rank = std::make_shared<RankData>();
    rank->info = info;
    MetaReader small(text);
    Parts<true> parts;
    meta(small, *rank, parts);
    if (!small.ok())
        return out;
    ColumnReader in(file, blocks);
    std::vector<char> passed; // the first block, which is read already
    in.column(passed);
    columns(in, *rank, parts);
    if (!in.run(pool, job)) {
        out.why = job.isCanceled() ? Result::Why::Canceled : Result::Why::Refused;
        return out;
    }
    qint64 traceBytes = 0;
    if (parts.trace) {
        traceBytes = parts.trace->bytes();
        parts.trace->countMemory(job.sharedBudget());
    }
    rank->trace = std::move(parts.trace);
    rank->kernels = std::move(parts.kernels);
    if (parts.operators) {
        parts.operators->total = parts.operators->names.find(CommColumns::TotalName).value_or(NoText);
        if (!parts.operators->isSound())
            return out;
        rank->commOps = CommOps(std::move(parts.operators));
    }
    if (parts.links) {
        if (!parts.links->isSound())
            return out;
        rank->links = MatrixLinks(std::move(parts.links));
    }
    for (auto &named : parts.tables)
        rank->tables[named.kind] = std::move(named.table);
    if (!isSound(*rank, pool))
        return out;
    out.reservation.resize(rank->bytesUsed() - traceBytes);
    out.rank = std::move(rank);
    out.why = Result::Why::Read;
    return out;
}

} // namespace rs
