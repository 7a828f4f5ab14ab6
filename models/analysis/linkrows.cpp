// SPDX-License-Identifier: Apache-2.0
#include "analysis/linkrows.h"

#include "analysis/collectives.h"
#include "analysis/domains.h"
#include "analysis/jobpoll.h"
#include "analysis/linkreference.h"
#include "core/saturate.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// Packets that operators of a rank sent over one transport.
struct Packets
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
    std::map<QString, Packets> packets; // by transport
};

// Operators by step, domain and rank, then by kind.
class Records
{
public:
    Records(const Run &run, const JobContext &job)
    {
        JobPoll poll(job);
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
            KindOfRank sum;
            for (const auto &[kind, part] : at->second)
                merge(part, sum);
            return sum;
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
            Packets &into = sum.packets[transport];
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
        KindOfRank &kind = m_kinds[{op.step(), op.groupHash(), rank}][collectiveKind(op.nameView())];
        ++kind.calls;
        for (const TransportRef t : op.transports()) {
            qint64 count = 0;
            for (const TransportInfo::Packet &p : t.packets())
                count = saturatedSum(count, p.count);
            if (count <= 0)
                continue;
            Packets &packets = kind.packets[t.transport()];
            packets.count = saturatedSum(packets.count, count);
            packets.known = true;
            if (const auto ratio = t.largePacketRatio())
                packets.large += *ratio * static_cast<double>(count);
            else
                packets.ratioKnown = false;
        }
    }

    std::map<Key, std::map<QString, KindOfRank>> m_kinds;
};

class Rows
{
public:
    Rows(const Run &run, const JobContext &job) : m_run(run), m_job(job), m_records(run, job), m_mapping(run, job) {}

    std::vector<LinkRow> take()
    {
        std::vector<MatrixCell> cells = matrixCells(m_run, {}, m_job);
        countLinks(cells);
        std::vector<LinkRow> out;
        out.reserve(cells.size());
        JobPoll poll(m_job);
        for (MatrixCell &cell : cells) {
            if (poll.isCanceled())
                return {};
            out.push_back(rowOf(std::move(cell)));
        }
        addReference(out);
        return out;
    }

private:
    using LinksOfRank = std::tuple<QString, QString, QString, bool, int, QString>;

    static LinksOfRank keyOf(const MatrixCell &c)
    {
        return {c.step, c.domainHash, c.op, c.global, c.source, c.transport};
    }
    void countLinks(const std::vector<MatrixCell> &cells)
    {
        for (const MatrixCell &c : cells)
            ++m_links[keyOf(c)];
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
            row.calls = records->calls;
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
        if (at == records.packets.end() || !at->second.known)
            return;
        row.packets = at->second.count;
        if (at->second.ratioKnown)
            row.largePacketRatio = at->second.large / static_cast<double>(at->second.count);
        row.packetsOfRank = m_links.at(keyOf(row.cell)) > 1;
    }
    static LinkSample sampleOf(const LinkRow &row)
    {
        return {row.cell.transport, row.messageMb.value_or(0), row.cell.bandwidthGbs.value_or(0)};
    }
    // Single operators are chosen for their bandwidth, and sums over kinds hold messages of many sizes: neither says
    // what a link can do, but where there is nothing else.
    static void addReference(std::vector<LinkRow> &rows)
    {
        std::set<std::pair<QString, QString>> byKind;
        const auto isOfKind = [](const MatrixCell &c) {
            return c.op != TotalOp && (c.statistic.isEmpty() || c.statistic == u"total");
        };
        for (const LinkRow &r : rows) {
            if (isOfKind(r.cell))
                byKind.emplace(r.cell.step, r.cell.domainHash);
        }
        std::vector<LinkSample> samples;
        for (const LinkRow &r : rows) {
            const bool only = r.cell.op == TotalOp && !byKind.contains({r.cell.step, r.cell.domainHash});
            if (isOfKind(r.cell) || only)
                samples.push_back(sampleOf(r));
        }
        const LinkReference reference(samples);
        for (LinkRow &r : rows)
            r.bestShare = reference.shareOf(sampleOf(r));
    }

    const Run &m_run;
    const JobContext &m_job;
    Records m_records;
    RankMapping m_mapping;
    std::map<LinksOfRank, int> m_links;
};

} // namespace

std::vector<LinkRow> linkRows(const Run &run, const CommQuery &query, const JobContext &job)
{
    std::vector<LinkRow> rows = Rows(run, job).take();
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
