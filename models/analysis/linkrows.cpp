// SPDX-License-Identifier: Apache-2.0
#include "analysis/linkrows.h"

#include "analysis/collectives.h"
#include "analysis/domains.h"
#include "analysis/jobpoll.h"
#include "analysis/linkreference.h"
#include "core/saturate.h"

#include <QSet>

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// Packets that operators of a rank sent over one transport.
struct PacketCount
{
    qint64 count = 0;
    double large = 0; // of them
    bool known = false;
    bool ratioKnown = true;
};

// What communication.json says of the operators of one kind of a rank in a domain.
struct KindOfRank
{
    qint64 calls = 0;
    std::map<QString, PacketCount> packets; // by transport
};

// Operators by step, domain and rank, then by kind.
class LinkRecords
{
public:
    LinkRecords(const Run &run, const JobContext &job)
    {
        JobPoll poll(job);
        findNamed(run, poll);
        for (const auto &rank : run.ranks) {
            if (rank)
                addAll(rank->commOps, rank->info.rank, poll);
        }
        if (m_kinds.empty())
            addAll(run.cluster.commOps, -1, poll);
    }

    /// Of the operators behind a cell whose source is that rank; null where no file tells.
    [[nodiscard]] std::optional<KindOfRank> of(const MatrixCell &cell, int rank) const
    {
        const auto at = m_kinds.find({cell.step, cell.domainHash, rank});
        if (at == m_kinds.end())
            return std::nullopt;
        if (cell.op == TotalOp) {
            // What a rank receives went over links of others.
            const bool sends = at->second.contains(QStringLiteral("send"));
            KindOfRank sum;
            for (const auto &[kind, part] : at->second) {
                if (!cell.p2p || !sends || kind != u"receive")
                    merge(part, sum);
            }
            return sum;
        }
        if (cell.statistic.isEmpty()) {
            const auto named = m_named.find({cell.step, cell.domainHash, rank, cell.op});
            if (named != m_named.end())
                return named->second;
        }
        const auto kind = at->second.find(cell.kind.isEmpty() ? collectiveKind(cell.op.toStdString()) : cell.kind);
        return kind == at->second.end() ? std::nullopt : std::optional(kind->second);
    }

private:
    using Key = std::tuple<QString, QString, int>;

    static void merge(const KindOfRank &part, KindOfRank &sum)
    {
        sum.calls += part.calls;
        for (const auto &[transport, p] : part.packets) {
            PacketCount &into = sum.packets[transport];
            into.count = saturatedSum(into.count, p.count);
            into.large += p.large;
            into.known = into.known || p.known;
            into.ratioKnown = into.ratioKnown && p.ratioKnown;
        }
    }
    void addAll(const CommOps &ops, int rank, JobPoll &poll)
    {
        for (const CommOpRef op : ops) {
            if (poll.isCanceled())
                return;
            if (!op.isTotal())
                add(op, op.rank() >= 0 ? op.rank() : rank);
        }
    }
    void add(const CommOpRef &op, int rank)
    {
        addTo(m_kinds[{op.step(), op.groupHash(), rank}][collectiveKind(op.nameView())], op);
        if (m_linksOf.empty())
            return;
        if (const QString name = op.name(); m_linksOf.contains(name))
            addTo(m_named[{op.step(), op.groupHash(), rank, name}], op);
    }
    // Matrices of 2023 have a row for each operator, by its name, instead of one for each kind.
    void findNamed(const Run &run, JobPoll &poll)
    {
        const auto add = [&](const MatrixLinks &links) {
            for (const MatrixLinkRef link : links) {
                if (poll.isCanceled())
                    return;
                if (link.statistic().isEmpty())
                    m_linksOf.insert(link.key());
            }
        };
        for (const auto &rank : run.ranks) {
            if (rank)
                add(rank->links);
        }
        add(run.cluster.links);
        m_linksOf.remove(TotalOp);
    }
    static void addTo(KindOfRank &kind, const CommOpRef &op)
    {
        ++kind.calls;
        for (const TransportRef t : op.transports()) {
            qint64 count = 0;
            for (const TransportInfo::Packet &p : t.packets())
                count = saturatedSum(count, p.count);
            if (count <= 0)
                continue;
            PacketCount &packets = kind.packets[t.transport()];
            packets.count = saturatedSum(packets.count, count);
            packets.known = true;
            if (const auto ratio = t.largePacketRatio())
                packets.large += *ratio * static_cast<double>(count);
            else
                packets.ratioKnown = false;
        }
    }

    std::map<Key, std::map<QString, KindOfRank>> m_kinds;
    QSet<QString> m_linksOf; ///< operators that name rows of the matrix
    std::map<std::tuple<QString, QString, int, QString>, KindOfRank> m_named;
};

// Single operators are chosen for their bandwidth, and sums over kinds hold messages of many sizes: neither says what a
// link can do, but where there is nothing else.
class SumsOfKinds
{
public:
    explicit SumsOfKinds(const std::vector<MatrixCell> &cells)
    {
        for (const MatrixCell &c : cells)
            add(c);
    }
    explicit SumsOfKinds(const std::vector<LinkRow> &rows)
    {
        for (const LinkRow &r : rows)
            add(r.cell);
    }
    [[nodiscard]] bool isSum(const MatrixCell &c) const
    {
        return isOfKind(c) || (c.op == TotalOp && !m_byKind.contains({c.step, c.domainHash}));
    }

private:
    static bool isOfKind(const MatrixCell &c)
    {
        return c.op != TotalOp && (c.statistic.isEmpty() || c.statistic == u"total");
    }
    void add(const MatrixCell &c)
    {
        if (isOfKind(c))
            m_byKind.emplace(c.step, c.domainHash);
    }

    std::set<std::pair<QString, QString>> m_byKind;
};

// How many operators of a rank went to each of those to which it sends: files count them by rank alone.
class SendsOfRanks
{
public:
    explicit SendsOfRanks(const std::vector<MatrixCell> &cells)
    {
        for (const MatrixCell &c : cells) {
            if (!isSend(c))
                continue;
            Sends &sends = m_sends[keyOf(c)];
            ++sends.links;
            sends.sizesKnown = sends.sizesKnown && c.sizeMb;
            sends.sizeMb += c.sizeMb.value_or(0);
        }
    }
    /// Of the `all` operators of its source those of a link: one each where there are as many as links, else by its
    /// part of what they carry, as if all messages had a size. Nothing where that gives no whole number.
    [[nodiscard]] std::optional<qint64> callsOf(const MatrixCell &c, qint64 all) const
    {
        const auto at = isSend(c) ? m_sends.find(keyOf(c)) : m_sends.end();
        if (at == m_sends.end() || at->second.links <= 1)
            return all;
        const Sends &sends = at->second;
        if (sends.links == all)
            return 1;
        if (!sends.sizesKnown || sends.sizeMb <= 0)
            return std::nullopt;
        constexpr double rounding = 0.05;
        const double part = static_cast<double>(all) * *c.sizeMb / sends.sizeMb;
        const double whole = std::round(part);
        return whole >= 1 && std::abs(part - whole) <= rounding ? std::optional(static_cast<qint64>(whole))
                                                                : std::nullopt;
    }

private:
    struct Sends
    {
        qint64 links = 0;
        double sizeMb = 0;
        bool sizesKnown = true;
    };
    using Key = std::tuple<QString, QString, QString, bool, int>;

    static Key keyOf(const MatrixCell &c) { return {c.step, c.domainHash, c.op, c.global, c.source}; }
    // A batch goes to several ranks at once, as a collective does.
    static bool isSend(const MatrixCell &c)
    {
        return c.p2p && !c.inner && c.source != c.destination && !c.op.startsWith(u"batch", Qt::CaseInsensitive);
    }

    std::map<Key, Sends> m_sends;
};

class LinkRowMaker
{
public:
    LinkRowMaker(const Run &run, const JobContext &job)
        : m_run(run), m_job(job), m_records(run, job), m_mapping(run, job)
    {
    }

    std::vector<LinkRow> all()
    {
        std::vector<MatrixCell> cells = matrixCells(m_run, {}, m_job);
        for (const MatrixCell &c : cells)
            ++m_links[keyOf(c)];
        m_sends = SendsOfRanks(cells);
        std::vector<LinkRow> out = rowsOf(std::move(cells));
        addReference(out);
        return out;
    }
    std::vector<LinkRow> sums()
    {
        std::vector<MatrixCell> cells = matrixCells(m_run, {}, m_job);
        m_sends = SendsOfRanks(cells);
        const SumsOfKinds known(cells);
        std::erase_if(cells, [&known](const MatrixCell &c) { return !known.isSum(c); });
        return rowsOf(std::move(cells));
    }
    std::vector<std::optional<double>> sharesOf(const std::vector<MatrixCell> &cells)
    {
        const LinkReference reference = referenceOf(sums());
        std::vector<std::optional<double>> out;
        out.reserve(cells.size());
        JobPoll poll(m_job);
        for (const MatrixCell &c : cells) {
            if (poll.isCanceled())
                return {};
            out.push_back(reference.shareOf(sampleOf(rowOf(c))));
        }
        return out;
    }

private:
    using LinksOfRank = std::tuple<QString, QString, QString, bool, int, QString>;

    static LinksOfRank keyOf(const MatrixCell &c)
    {
        return {c.step, c.domainHash, c.op, c.global, c.source, c.transport};
    }
    [[nodiscard]] std::vector<LinkRow> rowsOf(std::vector<MatrixCell> cells) const
    {
        std::vector<LinkRow> out;
        out.reserve(cells.size());
        JobPoll poll(m_job);
        for (MatrixCell &cell : cells) {
            if (poll.isCanceled())
                return {};
            out.push_back(rowOf(std::move(cell)));
        }
        return out;
    }
    // The rank whose file holds the link.
    [[nodiscard]] std::optional<int> rankOf(const MatrixCell &c) const
    {
        return c.global ? std::optional(c.source) : m_mapping.global(c.domainHash, c.localSource);
    }
    [[nodiscard]] LinkRow rowOf(MatrixCell cell) const
    {
        LinkRow row;
        row.cell = std::move(cell);
        const MatrixCell &c = row.cell;
        const bool sum = c.op == TotalOp || c.statistic.isEmpty() || c.statistic == u"total";
        const std::optional<int> rank = rankOf(c);
        const auto records = rank ? m_records.of(c, *rank) : std::nullopt;
        if (!sum)
            row.calls = 1;
        else if (records)
            row.calls = m_sends.callsOf(c, records->calls);
        if (c.sizeMb)
            row.messageMb = *c.sizeMb / static_cast<double>(std::max<qint64>(row.calls.value_or(1), 1));
        // Of a single operator among several no file tells packets by link.
        if (sum && records)
            addPackets(*records, row);
        return row;
    }
    void addPackets(const KindOfRank &records, LinkRow &row) const
    {
        const auto at = records.packets.find(row.cell.transport);
        const auto links = m_links.find(keyOf(row.cell));
        if (links == m_links.end() || at == records.packets.end() || !at->second.known)
            return;
        row.packets = at->second.count;
        if (at->second.ratioKnown)
            row.largePacketRatio = at->second.large / static_cast<double>(at->second.count);
        row.packetsOfRank = links->second > 1;
    }
    static LinkSample sampleOf(const LinkRow &row)
    {
        return {row.cell.transport, row.messageMb.value_or(0), row.cell.bandwidthGbs.value_or(0)};
    }
    static LinkReference referenceOf(const std::vector<LinkRow> &rows)
    {
        const SumsOfKinds known(rows);
        std::vector<LinkSample> samples;
        for (const LinkRow &r : rows) {
            if (known.isSum(r.cell))
                samples.push_back(sampleOf(r));
        }
        return LinkReference(samples);
    }
    static void addReference(std::vector<LinkRow> &rows)
    {
        const LinkReference reference = referenceOf(rows);
        for (LinkRow &r : rows)
            r.bestShare = reference.shareOf(sampleOf(r));
    }

    const Run &m_run;
    const JobContext &m_job;
    LinkRecords m_records;
    RankMapping m_mapping;
    std::map<LinksOfRank, int> m_links;
    SendsOfRanks m_sends{{}};
};

} // namespace

std::vector<LinkRow> linkSums(const Run &run, const JobContext &job)
{
    std::vector<LinkRow> rows = LinkRowMaker(run, job).sums();
    return job.isCanceled() ? std::vector<LinkRow>() : rows;
}

std::vector<std::optional<double>> bestShares(const Run &run, const std::vector<MatrixCell> &cells,
                                              const JobContext &job)
{
    return LinkRowMaker(run, job).sharesOf(cells);
}

std::vector<LinkRow> linkRows(const Run &run, const CommQuery &query, const JobContext &job)
{
    std::vector<LinkRow> rows = LinkRowMaker(run, job).all();
    if (job.isCanceled())
        return {};
    const std::vector<Domain> all = domains(run, job);
    const Domain *const domain = findDomain(all, query.domain);
    const QString hash = domain ? domain->hash : query.domain;
    std::erase_if(rows, [&](const LinkRow &r) {
        const MatrixCell &c = r.cell;
        return (!query.step.isEmpty() && c.step != query.step) || (!hash.isEmpty() && c.domainHash != hash) ||
               (query.total && c.op != TotalOp) || (!query.op.isEmpty() && c.op != query.op);
    });
    return job.isCanceled() ? std::vector<LinkRow>() : rows;
}

} // namespace rs
