// SPDX-License-Identifier: Apache-2.0
#include "core/run/tracecodec.h"

#include "core/base/savedfile.h"
#include "core/trace/tracecodecfile.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace rs {

namespace {

constexpr quint64 maxBlocks = 1'000'000;

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
    CommColumns::each(c, [&io](auto &column, CommColumns::Per) { io.column(column); });
    io.texts(c.names);
}

template <typename Io, typename T>
void TraceCodec::linkColumns(Io &io, T &c)
{
    LinkColumns::each(c, [&io](auto &column) { io.column(column); });
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
    SavedFile file(path);
    if (!file.open())
        return false;
    ColumnFileHead head{magic};
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
    std::memcpy(head.key, key.constData(), std::min<size_t>(ColumnFileHead::keyBytes, static_cast<size_t>(key.size())));
    head.blocks = out.blocks();
    head.bytes = static_cast<quint64>(file.pos());
    head.sum = head.ownSum();
    const bool good = small.ok() && out.ok() && file.seek(0) &&
                      file.write(reinterpret_cast<const char *>(&head), sizeof head) == sizeof head;
    return good && file.commit();
}

TraceCodec::Result TraceCodec::read(const QString &path, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                                    const JobContext &job)
{
    Result out;
    const ColumnFile file(path);
    if (!file.isOpen())
        return out;
    out.why = Result::Why::Refused;
    ColumnFileHead head;
    const ColumnFileHead expected{magic};
    if (!file.read(0, &head, sizeof head) || head.magic != expected.magic || head.byteOrder != expected.byteOrder ||
        head.sum != head.ownSum() || head.bytes != file.size() || head.blocks == 0 || head.blocks > maxBlocks ||
        key.size() != static_cast<qsizetype>(ColumnFileHead::keyBytes) ||
        std::memcmp(head.key, key.constData(), ColumnFileHead::keyBytes) != 0)
        return out;
    const std::vector<ColumnReader::Block> blocks = columnBlocks(file, head);
    if (blocks.empty())
        return out;
    out.reservation = MemoryReservation(job.sharedBudget());
    if (!out.reservation.tryGrow(static_cast<qint64>(head.bytes))) {
        out.why = Result::Why::OverBudget;
        return out;
    }
    QByteArray text;
    if (!readColumnBlock(file, blocks.front(), 0, text))
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
