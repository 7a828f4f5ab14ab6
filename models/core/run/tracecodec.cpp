// SPDX-License-Identifier: Apache-2.0
#include "core/run/tracecodec.h"

#include "core/base/savedfile.h"
#include "core/trace/tracecodecfile.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace rs {

namespace {

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

// A path below the folder of the run, which is another folder where the pack is read. Nothing outside of it is named.
template <typename Io>
void pathMeta(Io &io, Of<Io, QString> &path, const QString &base)
{
    QString below;
    if constexpr (!Io::reads)
        below = path.startsWith(base + u'/') ? path.mid(base.size() + 1) : path == base ? QString() : path;
    io &below;
    if constexpr (Io::reads)
        path = below.isEmpty() ? base : below.startsWith(u'/') ? base + below : base + u'/' + below;
}

template <typename Io>
void infoMeta(Io &io, Of<Io, RankInfo> &info, const QString &base)
{
    io &info.rank &info.label &info.hostOfCluster;
    asNumber(io, info.framework);
    pathMeta(io, info.path, base);
    bool isPart = info.part.has_value();
    io &isPart;
    if (isPart) {
        DevicePart part = info.part.value_or(DevicePart());
        io &part.prefix &part.hostPid &part.device;
        if constexpr (Io::reads)
            info.part = part;
    }
    // A pack that is packed again is no file of the rank.
    std::conditional_t<Io::reads, std::vector<FileEntry> &, std::vector<FileEntry>> files = info.files;
    if constexpr (!Io::reads)
        std::erase_if(files, [](const FileEntry &f) { return f.kind == PackKind; });
    list(io, files, [&](auto &f) {
        io &f.name;
        pathMeta(io, f.path, base);
        io &f.kind &f.bytes &f.used &f.why.literal &f.why.arguments;
    });
    io &info.device &info.host &info.level &info.settings &info.distributedArgs;
}

} // namespace

template <>
struct RowMembers<Process>
{
    static constexpr std::tuple members{&Process::pid,  &Process::name,   &Process::label, &Process::sortIndex,
                                        &Process::kind, &Process::device, &Process::named};
};
template <>
struct RowMembers<Lane>
{
    static constexpr std::tuple members{&Lane::process,   &Lane::tid,      &Lane::name,      &Lane::threadName,
                                        &Lane::sortIndex, &Lane::kind,     &Lane::group,     &Lane::streamId,
                                        &Lane::firstRow,  &Lane::rowCount, &Lane::sliceCount};
};
template <>
struct RowMembers<StepMark>
{
    static constexpr std::tuple members{&StepMark::step, &StepMark::startNs, &StepMark::endNs, &StepMark::slice};
};
template <>
struct RowMembers<Flow>
{
    static constexpr std::tuple members{&Flow::from, &Flow::to, &Flow::fromNs, &Flow::toNs, &Flow::id, &Flow::category};
};
template <>
struct RowMembers<MatrixLinkRow>
{
    static constexpr std::tuple members{&MatrixLinkRow::values,      &MatrixLinkRow::present,  &MatrixLinkRow::p2p,
                                        &MatrixLinkRow::globalRanks, &MatrixLinkRow::texts,    &MatrixLinkRow::source,
                                        &MatrixLinkRow::destination, &MatrixLinkRow::ownerRank};
};
template <>
struct RowMembers<CommOpRow>
{
    static constexpr std::tuple members{&CommOpRow::values, &CommOpRow::present,      &CommOpRow::p2p,
                                        &CommOpRow::name,   &CommOpRow::step,         &CommOpRow::groupHash,
                                        &CommOpRow::rank,   &CommOpRow::startTextEnd, &CommOpRow::transportEnd};
};
template <>
struct RowMembers<CommTransportRow>
{
    static constexpr std::tuple members{&CommTransportRow::values, &CommTransportRow::present,
                                        &CommTransportRow::transport, &CommTransportRow::packetEnd};
};
template <>
struct RowMembers<TransportInfo::Packet>
{
    static constexpr std::tuple members{&TransportInfo::Packet::sizeMb, &TransportInfo::Packet::count,
                                        &TransportInfo::Packet::timeMs};
};

const FileEntry *packOf(const RankInfo &info)
{
    const bool isPack = !info.files.empty() && info.files.front().kind == PackKind;
    return isPack ? &info.files.front() : nullptr;
}

// The file that is read, and where it is a pack.
struct TraceCodec::Origin
{
    const ColumnFile &file;
    const PackPlace *pack = nullptr;
};

void PackedTexts::add(SliceId slice, std::string_view text)
{
    constexpr qsizetype pieceBytes = 64 * 1024;
    constexpr size_t pieces = 64;
    if (text.empty())
        return;
    const auto bytes = static_cast<qsizetype>(text.size());
    if (m_open.empty() || m_open.back().size() + bytes > pieceBytes) {
        if (m_open.size() >= pieces)
            deflate();
        m_open.emplace_back().reserve(std::max(pieceBytes, bytes));
    }
    m_at[raw(slice)] = m_textAt;
    m_length[raw(slice)] = static_cast<quint32>(bytes);
    m_open.back().append(text.data(), bytes);
    m_textAt += text.size();
}

void PackedTexts::deflate()
{
    const size_t first = m_pieces.size();
    m_pieces.resize(first + m_open.size());
    m_pool.parallelFor(std::ssize(m_open), [&](qsizetype i) {
        const QByteArray &text = m_open[static_cast<size_t>(i)];
        const auto bytes = static_cast<size_t>(text.size());
        m_pieces[first + static_cast<size_t>(i)] = packedColumn(text.constData(), bytes, 1, std::max<size_t>(1, bytes));
    });
    m_open.clear();
}

void PackedTexts::seal()
{
    deflate();
}

template <typename Io, typename T>
void TraceCodec::traceMeta(Io &io, T &t, const Parts<Io::reads> &parts)
{
    io &t.m_startNs &t.m_endNs &t.m_outsideSlices;
    list(io, t.m_sources, [&](auto &s) {
        if (parts.isPack)
            return pathMeta(io, s.path, parts.base);
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
    bool isPack = false;
    QString base{};                     ///< pack: folder of the run
    const PackedTexts *texts = nullptr; ///< pack that is written
    Shared<Trace> trace{};
    Shared<Table> kernels{};
    Shared<CommColumns> operators{};
    Shared<LinkColumns> links{};
    struct Named
    {
        QString kind;
        Shared<Table> table;
    };
    std::vector<Named> tables{};
};

// Small parts of a store whose columns follow.
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
    if (parts.isPack) {
        infoMeta(io, d.info, parts.base);
        io &d.legacy;
    } else {
        io &d.info.device &d.info.host &d.info.level &d.info.settings &d.info.distributedArgs;
    }
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
    traceMeta(io, *parts.trace, parts);
}

template <typename Io, typename T>
void TraceCodec::traceColumns(Io &io, T &t, const Parts<Io::reads> &parts)
{
    auto &s = t.m_slices;
    [[maybe_unused]] const PackedTexts *const texts = parts.texts;
    io.column(s.m_start);
    io.column(s.m_duration);
    if constexpr (!Io::reads) {
        std::vector<quint64> at(s.m_argsAt.begin(), s.m_argsAt.end());
        for (size_t i = 0; texts && i < at.size(); ++i)
            at[i] = at[i] >> 56 << 56 | texts->m_at[i];
        io.column(at);
    } else {
        io.column(s.m_argsAt);
    }
    io.column(s.m_details);
    io.column(t.m_flows.m_flows);
    io.column(s.m_name);
    if constexpr (!Io::reads)
        texts ? io.column(texts->m_length) : io.column(s.m_argsLength);
    else
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

template <typename Io, typename Rank>
void TraceCodec::columns(Io &io, Rank &d, Parts<Io::reads> &parts)
{
    if (parts.trace)
        traceColumns(io, *parts.trace, parts);
    if (parts.kernels)
        tableColumns(io, *parts.kernels);
    for (auto &named : parts.tables) {
        if (named.table)
            tableColumns(io, *named.table);
    }
    if (parts.operators) {
        CommColumns::each(*parts.operators, [&io](auto &column) { io.column(column); });
        io.texts(parts.operators->names);
    }
    if (parts.links)
        io.column(parts.links->links);
    io.pairs(d.kernelOfSlice);
    io.column(d.sliceOfKernel);
}

namespace {

TraceCodec::Result::Why whyOf(ColumnFileState state)
{
    using Why = TraceCodec::Result::Why;
    switch (state) {
    case ColumnFileState::NotThere:
        return Why::NotThere;
    case ColumnFileState::Whole:
        return Why::Read;
    case ColumnFileState::Newer:
        return Why::Newer;
    case ColumnFileState::Refused:
        break;
    }
    return Why::Refused;
}

ColumnFile fileOf(const PackPlace &place)
{
    return ColumnFile(place.file.isEmpty() ? place.path : place.file, static_cast<quint64>(place.at),
                      place.bytes < 0 ? std::numeric_limits<quint64>::max() : static_cast<quint64>(place.bytes));
}

// The rank has no other captures than the one of the pack.
void nameItself(RankInfo &info, const PackPlace &place, const ColumnFile &file)
{
    info.captures = {place.path};
    FileEntry entry;
    entry.name = place.path.section(u'/', -1);
    entry.path = place.path;
    entry.kind = PackKind;
    entry.bytes = static_cast<qint64>(place.file.isEmpty() ? file.size() : ColumnFile(place.path).size());
    entry.used = true;
    info.files.insert(info.files.begin(), std::move(entry));
}

// The small members, which are the first block.
bool readSmall(const ColumnFile &file, const ColumnReader::Block &block, bool isPack, QByteArray &to)
{
    QByteArray stored;
    if (!readColumnBlock(file, block, 0, stored))
        return false;
    if (!isPack) {
        to = std::move(stored);
        return true;
    }
    return unpackColumn(stored, 1, [&to](const char *data, size_t bytes) {
        to.append(data, static_cast<qsizetype>(bytes));
        return true;
    });
}

} // namespace

bool TraceCodec::writeTo(const RankData &rank, const QByteArray &key, Parts<false> parts, QIODevice &to)
{
    ColumnFileHead head{parts.isPack ? packMagic : magic};
    if (to.write(reinterpret_cast<const char *>(&head), sizeof head) != sizeof head)
        return false;
    parts.trace = rank.trace;
    parts.kernels = rank.kernels;
    parts.operators = rank.commOps.m_columns;
    parts.links = rank.links.m_columns;
    for (const auto &[kind, table] : rank.tables)
        parts.tables.push_back({kind, table});
    MetaWriter small;
    meta(small, rank, parts);
    ColumnWriter out(to, parts.isPack);
    out.values(small.bytes.constData(), static_cast<size_t>(small.bytes.size()));
    columns(out, rank, parts);
    if (parts.texts) {
        for (const QByteArray &piece : parts.texts->m_pieces)
            out.block(piece.constData(), static_cast<size_t>(piece.size()));
    }
    std::memcpy(head.key, key.constData(), std::min<size_t>(ColumnFileHead::keyBytes, static_cast<size_t>(key.size())));
    head.blocks = out.blocks();
    head.bytes = static_cast<quint64>(to.pos());
    head.sum = head.ownSum();
    return small.ok() && out.ok() && to.seek(0) &&
           to.write(reinterpret_cast<const char *>(&head), sizeof head) == sizeof head;
}

bool TraceCodec::write(const RankData &rank, const QByteArray &key, const QString &path)
{
    SavedFile file(path);
    return file.open() && writeTo(rank, key, Parts<false>(), file) && file.commit();
}

bool TraceCodec::writePack(const RankData &rank, const QByteArray &key, const QString &base, const PackedTexts *texts,
                           QIODevice &to)
{
    return writeTo(rank, key, Parts<false>{.isPack = true, .base = base, .texts = texts}, to);
}

TraceCodec::Result TraceCodec::read(const QString &path, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                                    const JobContext &job)
{
    return readFile({ColumnFile(path)}, key, info, pool, job);
}

TraceCodec::Result TraceCodec::readPack(const PackPlace &place, ThreadPool &pool, const JobContext &job)
{
    return readFile({fileOf(place), &place}, {}, {}, pool, job);
}

TraceCodec::PackHead TraceCodec::packHead(const PackPlace &place)
{
    PackHead out;
    const ColumnFile file = fileOf(place);
    ColumnFileHead head;
    out.why = whyOf(readColumnHead(file, packMagic, head));
    if (out.why != Result::Why::Read)
        return out;
    ColumnReader::Block first{sizeof head + sizeof(ColumnBlockHead), {}, 0};
    QByteArray text;
    out.why = Result::Why::Refused;
    if (!file.read(sizeof head, &first.head, sizeof first.head) || first.head.bytes > head.bytes - first.at ||
        !readSmall(file, first, true, text))
        return out;
    MetaReader small(text);
    infoMeta(small, out.info, place.path);
    if (!small.ok() || out.info.framework > Framework::Msprof)
        return out;
    nameItself(out.info, place, file);
    out.key = QByteArray(head.key, ColumnFileHead::keyBytes);
    out.why = Result::Why::Read;
    return out;
}

TraceCodec::Result TraceCodec::readFile(const Origin &from, const QByteArray &key, const RankInfo &info,
                                        ThreadPool &pool, const JobContext &job)
{
    Result out;
    const ColumnFile &file = from.file;
    ColumnFileHead head;
    out.why = whyOf(readColumnHead(file, from.pack ? packMagic : magic, head));
    if (out.why != Result::Why::Read)
        return out;
    out.why = Result::Why::Refused;
    if (!from.pack && (key.size() != static_cast<qsizetype>(ColumnFileHead::keyBytes) ||
                       std::memcmp(head.key, key.constData(), ColumnFileHead::keyBytes) != 0))
        return out;
    const std::vector<ColumnReader::Block> blocks = columnBlocks(file, head, from.pack != nullptr);
    if (blocks.empty())
        return out;
    QByteArray text;
    if (!readSmall(file, blocks.front(), from.pack != nullptr, text))
        return out;
    auto rank = std::make_shared<RankData>();
    rank->info = info;
    MetaReader small(text);
    Parts<true> parts{.isPack = from.pack != nullptr, .base = from.pack ? from.pack->path : QString()};
    meta(small, *rank, parts);
    if (!small.ok() || rank->info.framework > Framework::Msprof)
        return out;
    ColumnReader in(file, blocks, from.pack != nullptr);
    std::vector<char> passed; // the first block, which is read already
    in.column(passed);
    columns(in, *rank, parts);
    out.reservation = MemoryReservation(job.sharedBudget());
    if (!out.reservation.tryGrow(static_cast<qint64>(in.bytes()))) {
        out.why = Result::Why::OverBudget;
        return out;
    }
    auto points = std::make_shared<SourceCheckpoints>();
    if (from.pack && parts.trace) {
        for (const auto &[textAt, fileAt] : in.rest())
            points->push_back({static_cast<qint64>(textAt), static_cast<qint64>(fileAt), 0, {}});
        for (SourceFile &s : parts.trace->m_sources) {
            s.bytes = static_cast<qint64>(file.size());
            s.modifiedMs = file.modifiedMs();
            s.gzip = true;
            s.checkpoints = points;
        }
    }
    if (!in.run(pool, job)) {
        out.why = job.isCanceled() ? Result::Why::Canceled : Result::Why::Refused;
        return out;
    }
    if (from.pack)
        nameItself(rank->info, *from.pack, file);
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
