// SPDX-License-Identifier: Apache-2.0
#include "analysis/commmatrix.h"

#include "analysis/domains.h"
#include "analysis/stepbreakdown.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace rs {

namespace {

// The writers keep ratios and bandwidths with four decimals.
double rounded4(double v)
{
    return std::round(v * 1e4) / 1e4;
}

double bandwidth(double sizeMb, double timeMs)
{
    return timeMs > 0 ? rounded4(sizeMb / timeMs) : 0; // MB per ms are GB per s
}

double shareOf(double part, double transit)
{
    const double whole = part + transit;
    return whole < 1e-15 ? 0 : rounded4(part / whole);
}

// Steps as numbers where they are numbers, so that 9 comes before 10.
using StepKey = std::pair<qlonglong, QString>;

StepKey stepKey(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return {ok ? n : -1, step};
}

QString operatorOf(const MatrixLink &link)
{
    if (!link.kind.isEmpty() && !link.statistic.isEmpty())
        return link.kind + u'-' + link.statistic;
    return link.key;
}

bool isTotalKey(const QString &key)
{
    return key.startsWith(TotalOp);
}

// Statistics of single operators are parts of what the total already holds.
bool isPartOfTotal(const QString &key)
{
    return !key.contains(u"top") && !key.contains(u"middle") && !key.contains(u"bottom");
}

struct DomainIndex
{
    std::vector<Domain> all;
    QHash<QString, int> byHash;

    explicit DomainIndex(const Run &run) : all(domains(run))
    {
        for (size_t i = 0; i < all.size(); ++i)
            byHash.insert(all[i].hash, static_cast<int>(i));
    }
    // Domains in their order, then what none of them names.
    [[nodiscard]] int order(const QString &hash) const { return byHash.value(hash, static_cast<int>(all.size())); }
    [[nodiscard]] QString label(const QString &hash) const
    {
        const auto it = byHash.constFind(hash);
        return it == byHash.constEnd() ? hash : all[static_cast<size_t>(*it)].label();
    }
    // Hash of the domain that a filter names; the text itself where none does.
    [[nodiscard]] QString hashOf(const QString &text) const
    {
        const Domain *d = findDomain(all, text);
        return d ? d->hash : text;
    }
};

struct CellKey
{
    StepKey step;
    int domain = 0;
    QString hash;
    bool total = false;
    QString op;
    bool local = false;
    int source = 0;
    int destination = 0;
    bool operator<(const CellKey &o) const
    {
        return std::tie(step, domain, hash, total, op, local, source, destination) <
               std::tie(o.step, o.domain, o.hash, o.total, o.op, o.local, o.source, o.destination);
    }
};

void addLink(std::map<CellKey, MatrixCell> &cells, CellKey key, const ResolvedLink &r, const DomainIndex &index)
{
    const auto [it, isNew] = cells.try_emplace(key);
    MatrixCell &cell = it->second;
    const MatrixLink &link = r.link;
    if (isNew) {
        cell.step = link.step;
        cell.domain = index.label(link.groupHash);
        cell.domainHash = link.groupHash;
        cell.p2p = link.p2p;
        cell.op = key.op;
        cell.source = r.source;
        cell.destination = r.destination;
        cell.global = r.global;
        if (!link.globalRanks) {
            cell.localSource = link.source;
            cell.localDestination = link.destination;
        }
        cell.bandwidthGbs = link.bandwidthGbs;
    }
    cell.sizeMb += link.sizeMb;
    cell.timeMs += link.timeMs;
    if (!isNew || key.total)
        cell.bandwidthGbs = bandwidth(cell.sizeMb, cell.timeMs);
    cell.transport = link.transport;
    cell.opName = key.total ? QString() : link.opName;
    cell.inner = cell.source == cell.destination || cell.transport == u"LOCAL";
}

struct TotalKey
{
    StepKey step;
    int domain = 0;
    QString hash;
    int rank = 0;
    bool operator<(const TotalKey &o) const
    {
        return std::tie(step, domain, hash, rank) < std::tie(o.step, o.domain, o.hash, o.rank);
    }
};

void addTransports(std::vector<TransportInfo> &sum, const std::vector<TransportInfo> &part)
{
    for (const TransportInfo &t : part) {
        auto it =
            std::find_if(sum.begin(), sum.end(), [&](const TransportInfo &s) { return s.transport == t.transport; });
        if (it == sum.end()) {
            TransportInfo empty;
            empty.transport = t.transport;
            sum.push_back(empty);
            it = std::prev(sum.end());
        }
        it->sizeMb += t.sizeMb;
        it->timeMs += t.timeMs;
        it->bandwidthGbs = bandwidth(it->sizeMb, it->timeMs);
        for (const TransportInfo::Packet &p : t.packets) {
            const auto same = std::find_if(it->packets.begin(), it->packets.end(),
                                           [&](const TransportInfo::Packet &x) { return x.sizeMb == p.sizeMb; });
            if (same == it->packets.end()) {
                it->packets.push_back(p);
            } else {
                same->count += p.count;
                same->timeMs += p.timeMs;
            }
        }
    }
}

CommRow rowOf(const CommOp &op, int rank, const DomainIndex &index)
{
    CommRow r;
    r.step = op.step;
    r.domain = index.label(op.groupHash);
    r.domainHash = op.groupHash;
    r.p2p = op.p2p;
    r.op = op.name;
    r.rank = rank;
    r.total = op.isTotal();
    if (!r.total)
        r.startUs = op.startUs;
    r.elapseMs = op.elapseMs;
    r.transitMs = op.transitMs;
    r.synchronizationMs = op.synchronizationMs;
    r.waitMs = op.waitMs;
    r.idleMs = op.idleMs;
    r.synchronizationRatio = op.synchronizationRatio;
    r.waitRatio = op.waitRatio;
    r.transports = op.transports;
    return r;
}

} // namespace

std::vector<MatrixCell> matrixCells(const Run &run, const CommQuery &query)
{
    const DomainIndex index(run);
    const std::vector<ResolvedLink> links = resolvedLinks(run);
    const QString hash = query.domain.isEmpty() ? QString() : index.hashOf(query.domain);
    const bool wantTotal = query.op.isEmpty() || query.op == TotalOp;
    std::map<CellKey, MatrixCell> cells;
    // A total that the file holds counts only where no operator does, else everything would be summed twice.
    std::set<std::pair<QString, QString>> summed;
    for (const ResolvedLink &r : links) {
        if (!isTotalKey(r.link.key) && isPartOfTotal(r.link.key))
            summed.emplace(r.link.step, r.link.groupHash);
    }
    for (const ResolvedLink &r : links) {
        const MatrixLink &link = r.link;
        if ((!query.step.isEmpty() && link.step != query.step) || (!query.domain.isEmpty() && link.groupHash != hash))
            continue;
        CellKey key{stepKey(link.step), index.order(link.groupHash), link.groupHash, false, operatorOf(link),
                    !r.global, r.source, r.destination};
        if (!isTotalKey(link.key) && !query.total && (query.op.isEmpty() || query.op == key.op || query.op == link.key))
            addLink(cells, key, r, index);
        const bool partOfTotal =
            isTotalKey(link.key) ? !summed.contains({link.step, link.groupHash}) : isPartOfTotal(link.key);
        if (partOfTotal && wantTotal) {
            key.total = true;
            key.op = TotalOp;
            addLink(cells, key, r, index);
        }
    }
    std::vector<MatrixCell> out;
    out.reserve(cells.size());
    for (auto &[key, cell] : cells)
        out.push_back(std::move(cell));
    return out;
}

std::vector<CommRow> communicationRows(const Run &run, const CommQuery &query)
{
    const DomainIndex index(run);
    std::vector<std::pair<const CommOp *, int>> ops;
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        for (const CommOp &op : rank->commOps)
            ops.emplace_back(&op, op.rank >= 0 ? op.rank : rank->info.rank);
    }
    if (ops.empty()) {
        for (const CommOp &op : run.cluster.commOps)
            ops.emplace_back(&op, op.rank);
    }

    const QString hash = query.domain.isEmpty() ? QString() : index.hashOf(query.domain);
    const auto selected = [&](const CommOp &op) {
        return (query.step.isEmpty() || op.step == query.step) && (query.domain.isEmpty() || op.groupHash == hash);
    };
    struct Sorted
    {
        StepKey step;
        int domain;
        QString hash;
        bool total;
        double start; // of the operator on its first rank, so that the ranks of one operator stay together
        QString op;
        int rank;
        CommRow row;
    };
    std::vector<Sorted> rows;
    std::map<TotalKey, CommRow> totals;
    std::map<std::tuple<QString, QString, QString>, double> firstStart;
    std::set<std::pair<QString, int>> haveOps;
    for (const auto &[op, rank] : ops) {
        if (op->isTotal())
            continue;
        haveOps.emplace(op->step, rank);
        const auto [it, isNew] = firstStart.try_emplace({op->step, op->groupHash, op->name}, op->startUs);
        if (!isNew)
            it->second = std::min(it->second, op->startUs);
    }
    const bool wantTotal = query.op.isEmpty() || query.op == TotalOp;
    for (const auto &[op, rank] : ops) {
        if (!selected(*op))
            continue;
        if (op->isTotal()) {
            // The file's own sums know no domain; they serve where there is nothing else.
            if (wantTotal && !haveOps.contains({op->step, rank}))
                rows.push_back({stepKey(op->step), index.order(op->groupHash), op->groupHash, true, 0, TotalOp, rank,
                                rowOf(*op, rank, index)});
            continue;
        }
        if (!query.total && (query.op.isEmpty() || query.op == op->name))
            rows.push_back({stepKey(op->step), index.order(op->groupHash), op->groupHash, false,
                            firstStart[{op->step, op->groupHash, op->name}], op->name, rank, rowOf(*op, rank, index)});
        if (!wantTotal)
            continue;
        const auto [it, isNew] =
            totals.try_emplace({stepKey(op->step), index.order(op->groupHash), op->groupHash, rank});
        CommRow &t = it->second;
        if (isNew) {
            t.step = op->step;
            t.domain = index.label(op->groupHash);
            t.domainHash = op->groupHash;
            t.p2p = op->p2p;
            t.op = TotalOp;
            t.rank = rank;
            t.total = true;
        }
        t.p2p = t.p2p && op->p2p;
        t.elapseMs += op->elapseMs;
        t.transitMs += op->transitMs;
        t.synchronizationMs += op->synchronizationMs;
        t.waitMs += op->waitMs;
        t.idleMs += op->idleMs;
        t.synchronizationRatio = shareOf(t.synchronizationMs, t.transitMs);
        t.waitRatio = shareOf(t.waitMs, t.transitMs);
        addTransports(t.transports, op->transports);
    }
    for (auto &[key, row] : totals)
        rows.push_back({key.step, key.domain, key.hash, true, 0, TotalOp, key.rank, std::move(row)});
    std::stable_sort(rows.begin(), rows.end(), [](const Sorted &a, const Sorted &b) {
        return std::tie(a.step, a.domain, a.hash, a.total, a.start, a.op, a.rank) <
               std::tie(b.step, b.domain, b.hash, b.total, b.start, b.op, b.rank);
    });
    std::vector<CommRow> out;
    out.reserve(rows.size());
    for (Sorted &s : rows)
        out.push_back(std::move(s.row));
    return out;
}

SliceId sliceOfCell(const RankData &rank, const MatrixCell &cell)
{
    if (!rank.trace || cell.opName.isEmpty())
        return NoSlice;
    // "hcom_allReduce__295_0_1@group": the lanes leave the group out.
    const QString name = cell.opName.section(QLatin1Char('@'), 0, 0);
    const std::optional<StrId> id = rank.trace->strings().find(name.toStdString());
    if (!id)
        return NoSlice;
    Interval window{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()};
    for (const StepWindow &w : stepWindows(rank)) {
        if (!cell.step.isEmpty() && w.step == cell.step)
            window = w.device;
    }
    const SliceStore &slices = rank.trace->slices();
    SliceId best = NoSlice;
    for (quint32 i = 0; i < slices.size(); ++i) {
        const auto s = SliceId{i};
        if (slices.names()[i] == *id && slices.start(s) >= window.from && slices.start(s) < window.to &&
            (best == NoSlice || slices.start(s) < slices.start(best)))
            best = s;
    }
    return best;
}

} // namespace rs
