// SPDX-License-Identifier: Apache-2.0
#include "analysis/commmatrix.h"

#include "analysis/domains.h"
#include "analysis/jobpoll.h"
#include "analysis/knownsum.h"
#include "analysis/stepwindows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

namespace rs {

namespace {

// The writers keep ratios and bandwidths with four decimals.
double rounded4(double v)
{
    return std::round(v * 1e4) / 1e4;
}

std::optional<double> bandwidth(std::optional<double> sizeMb, std::optional<double> timeMs)
{
    if (!sizeMb || !timeMs)
        return std::nullopt;
    return *timeMs > 0 ? rounded4(*sizeMb / *timeMs) : 0; // MB per ms are GB per s
}

// Steps as numbers where they are numbers, so that 9 comes before 10.
using StepKey = std::pair<qlonglong, QString>;

StepKey stepKey(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return {ok ? n : -1, step};
}

QString operatorOf(const MatrixLinkRef &link)
{
    if (!link.kind().isEmpty() && !link.statistic().isEmpty())
        return link.kind() + u'-' + link.statistic();
    return link.key();
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

// Hash of the domain that a filter names; the text itself where none does.
QString hashNamed(const DomainIndex &index, const QString &text)
{
    const Domain *d = findDomain(index.all(), text);
    return d ? d->hash : text;
}

// Numbers for texts in the order in which they are met. Neighbours mostly share theirs.
class TextIds
{
public:
    int of(const QString &text)
    {
        if (m_last >= 0 && m_texts[static_cast<size_t>(m_last)] == text)
            return m_last;
        const auto [at, isNew] = m_ids.try_emplace(text, static_cast<int>(m_texts.size()));
        if (isNew)
            m_texts.push_back(text);
        return m_last = at->second;
    }
    [[nodiscard]] const QString &text(int id) const { return m_texts[static_cast<size_t>(id)]; }
    /// Numbers them anew, ordered by what `key` makes of each; gives the new number of each old one. The last call.
    template <typename Key>
    [[nodiscard]] std::vector<int> order(const Key &key)
    {
        std::vector<int> ids(m_texts.size());
        std::iota(ids.begin(), ids.end(), 0);
        std::sort(ids.begin(), ids.end(), [&](int a, int b) { return key(text(a)) < key(text(b)); });
        std::vector<int> out(ids.size());
        std::vector<QString> ordered;
        for (const int id : ids) {
            out[static_cast<size_t>(id)] = static_cast<int>(ordered.size());
            ordered.push_back(text(id));
        }
        m_texts = std::move(ordered);
        return out;
    }

private:
    std::map<QString, int> m_ids;
    std::vector<QString> m_texts;
    int m_last = -1;
};

// What a cell is sorted and summed by, texts as numbers: a domain of a thousand ranks has a million links.
struct CellKey
{
    int step = 0;
    int domain = 0;
    bool total = false;
    int op = 0;
    bool local = false;
    int source = 0;
    int destination = 0;
    auto operator<=>(const CellKey &) const = default;
};

struct Part
{
    CellKey key;
    quint32 link = 0; // into the resolved links
};

void addLink(MatrixCell &cell, const CellKey &key, const ResolvedLink &r, bool isNew)
{
    const MatrixLinkRef &link = r.link;
    if (isNew) {
        cell.step = link.step();
        cell.domainHash = link.groupHash();
        cell.p2p = link.p2p();
        if (!key.total) {
            cell.kind = link.kind();
            cell.statistic = link.statistic();
        }
        cell.source = r.source;
        cell.destination = r.destination;
        cell.global = r.global;
        if (!link.globalRanks()) {
            cell.localSource = link.source();
            cell.localDestination = link.destination();
        }
        cell.bandwidthGbs = link.bandwidthGbs();
    }
    addPart(cell.sizeMb, link.sizeMb(), isNew);
    addPart(cell.timeMs, link.timeMs(), isNew);
    if (!isNew || key.total)
        cell.bandwidthGbs = bandwidth(cell.sizeMb, cell.timeMs);
    cell.transport = link.transport();
    cell.opName = key.total ? QString() : link.opName();
    cell.inner = cell.source == cell.destination || cell.transport == u"LOCAL";
}

struct TotalKey
{
    StepKey step;
    int domain = 0;
    QString hash;
    int rank = 0;
    QString label;
    bool operator<(const TotalKey &o) const
    {
        return std::tie(step, domain, hash, rank, label) < std::tie(o.step, o.domain, o.hash, o.rank, o.label);
    }
};

// Sums over transports, in the order in which they are first met.
class TransportSums
{
public:
    void add(const CommOpRef &op)
    {
        for (const TransportRef t : op.transports()) {
            const auto [at, isNew] = m_at.try_emplace(t.transport(), m_sums.size());
            if (isNew) {
                m_sums.emplace_back().transport = t.transport();
                m_packetAt.emplace_back();
                m_packetCount.push_back(0);
            }
            TransportInfo &sum = m_sums[at->second];
            addPart(sum.sizeMb, t.sizeMb(), isNew);
            addPart(sum.timeMs, t.timeMs(), isNew);
            sum.bandwidthGbs = bandwidth(sum.sizeMb, sum.timeMs);
            addRatio(t, m_packetCount[at->second], sum.largePacketRatio);
            for (const TransportInfo::Packet &p : t.packets()) {
                const auto [place, isNewSize] =
                    m_packetAt[at->second].try_emplace(std::bit_cast<quint64>(p.sizeMb), sum.packets.size());
                if (isNewSize) {
                    sum.packets.push_back(p);
                } else {
                    sum.packets[place->second].count += p.count;
                    sum.packets[place->second].timeMs += p.timeMs;
                }
            }
        }
    }
    [[nodiscard]] std::vector<TransportInfo> take() { return std::move(m_sums); }

private:
    // A ratio of packets weighs as many as there are.
    static void addRatio(const TransportRef &part, double &count, std::optional<double> &ratio)
    {
        double own = 0;
        for (const TransportInfo::Packet &p : part.packets())
            own += static_cast<double>(p.count);
        if (own <= 0)
            return;
        const std::optional<double> of = part.largePacketRatio();
        const bool known = of && (count == 0 || ratio);
        ratio = known ? std::optional((ratio.value_or(0) * count + *of * own) / (count + own)) : std::nullopt;
        count += own;
    }

    std::vector<TransportInfo> m_sums;
    std::vector<double> m_packetCount;                           // by transport
    std::map<QString, size_t> m_at;                              // by name
    std::vector<std::unordered_map<quint64, size_t>> m_packetAt; // by transport: by the bits of the size
};

struct RankTotal
{
    CommRow row;
    TransportSums transports;
};

CommRow rowOf(const CommOpRef &op, int rank, const QString &label, const DomainIndex &index)
{
    CommRow r;
    r.step = op.step();
    r.domain = index.label(op.groupHash());
    r.domainHash = op.groupHash();
    r.p2p = op.p2p();
    r.op = op.name();
    r.rank = rank;
    r.rankLabel = label;
    r.total = op.isTotal();
    if (!r.total) {
        r.startUs = op.startUs();
        r.startText = op.startText();
    }
    r.elapseMs = op.elapseMs();
    r.transitMs = op.transitMs();
    r.synchronizationMs = op.synchronizationMs();
    r.waitMs = op.waitMs();
    r.idleMs = op.idleMs();
    r.synchronizationRatio = op.synchronizationRatio();
    r.waitRatio = op.waitRatio();
    r.transports.reserve(op.transports().size());
    for (const TransportRef t : op.transports())
        r.transports.push_back(t.record());
    return r;
}

} // namespace

std::optional<double> communicationShare(std::optional<double> part, std::optional<double> transit)
{
    if (!part || !transit)
        return std::nullopt;
    const double whole = *part + *transit;
    return whole < 1e-15 ? 0 : rounded4(*part / whole);
}

std::vector<MatrixCell> matrixCells(const Run &run, const CommQuery &query, const JobContext &job)
{
    return matrixCells(run, DomainIndex(run, job), query, job);
}

std::vector<MatrixCell> matrixCells(const Run &run, const DomainIndex &index, const CommQuery &query,
                                    const JobContext &job)
{
    const std::vector<ResolvedLink> links = resolvedLinks(run, job);
    JobPoll poll(job);
    const QString hash = query.domain.isEmpty() ? QString() : hashNamed(index, query.domain);
    const bool wantTotal = query.op.isEmpty() || query.op == TotalOp;
    // A total that the file holds counts only where no operator does, else everything would be summed twice.
    TextIds steps;
    TextIds hashes;
    TextIds ops;
    std::set<std::pair<int, int>> summed;
    for (const ResolvedLink &r : links) {
        if (poll.isCanceled())
            return {};
        if (!isTotalKey(r.link.key()) && isPartOfTotal(r.link.key()))
            summed.emplace(steps.of(r.link.step()), hashes.of(r.link.groupHash()));
    }
    std::vector<Part> parts;
    for (size_t i = 0; i < links.size(); ++i) {
        if (poll.isCanceled())
            return {};
        const ResolvedLink &r = links[i];
        const MatrixLinkRef &link = r.link;
        if ((!query.step.isEmpty() && link.step() != query.step) ||
            (!query.domain.isEmpty() && link.groupHash() != hash))
            continue;
        const int step = steps.of(link.step());
        const int domain = hashes.of(link.groupHash());
        const bool isTotal = isTotalKey(link.key());
        const auto add = [&](bool total, const QString &op) {
            parts.push_back(
                {{step, domain, total, ops.of(op), !r.global, r.source, r.destination}, static_cast<quint32>(i)});
        };
        if (!isTotal && !query.total) {
            const QString op = operatorOf(link);
            if (query.op.isEmpty() || query.op == op || query.op == link.key())
                add(false, op);
        }
        const bool partOfTotal = isTotal ? !summed.contains({step, domain}) : isPartOfTotal(link.key());
        if (partOfTotal && wantTotal)
            add(true, QString(TotalOp));
    }
    const std::vector<int> stepPlaces = steps.order(stepKey);
    const std::vector<int> domainPlaces =
        hashes.order([&](const QString &text) { return std::pair(index.order(text), text); });
    const std::vector<int> opPlaces = ops.order([](const QString &text) { return text; });
    for (Part &part : parts) {
        part.key.step = stepPlaces[static_cast<size_t>(part.key.step)];
        part.key.domain = domainPlaces[static_cast<size_t>(part.key.domain)];
        part.key.op = opPlaces[static_cast<size_t>(part.key.op)];
    }
    const auto before = [](const Part &a, const Part &b) { return a.key < b.key; };
    if (!std::is_sorted(parts.begin(), parts.end(), before))
        std::stable_sort(parts.begin(), parts.end(), before);
    std::vector<MatrixCell> out;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (poll.isCanceled())
            return {};
        const CellKey &key = parts[i].key;
        const bool isNew = i == 0 || parts[i - 1].key != key;
        if (isNew) {
            MatrixCell &cell = out.emplace_back();
            cell.op = ops.text(key.op);
            cell.domain = index.label(hashes.text(key.domain));
        }
        addLink(out.back(), key, links[parts[i].link], isNew);
    }
    return out;
}

std::vector<CommRow> communicationRows(const Run &run, const CommQuery &query, const JobContext &job)
{
    const DomainIndex index(run, job);
    JobPoll poll(job);
    struct Op
    {
        CommOpRef op;
        int rank;
        QString label; // tells ranks without a number apart
    };
    std::vector<Op> ops;
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        for (const CommOpRef op : rank->commOps) {
            if (poll.isCanceled())
                return {};
            const int number = op.rank() >= 0 ? op.rank() : rank->info.rank;
            ops.push_back({op, number, number >= 0 ? QString() : rank->info.label});
        }
    }
    if (ops.empty()) {
        for (const CommOpRef op : run.cluster.commOps)
            ops.push_back({op, op.rank(), {}});
    }

    const QString hash = query.domain.isEmpty() ? QString() : hashNamed(index, query.domain);
    const auto selected = [&](const CommOpRef &op) {
        return (query.step.isEmpty() || op.step() == query.step) && (query.domain.isEmpty() || op.groupHash() == hash);
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
    std::map<TotalKey, RankTotal> totals;
    // What has no start comes behind what has one.
    const auto startOf = [](const CommOpRef &op) { return op.startUs().value_or(std::numeric_limits<double>::max()); };
    std::map<std::tuple<QString, QString, QString>, double> firstStart;
    std::set<std::tuple<QString, int, QString>> haveOps;
    for (const auto &[op, rank, label] : ops) {
        if (poll.isCanceled())
            return {};
        if (op.isTotal())
            continue;
        haveOps.emplace(op.step(), rank, label);
        const auto [it, isNew] = firstStart.try_emplace({op.step(), op.groupHash(), op.name()}, startOf(op));
        if (!isNew)
            it->second = std::min(it->second, startOf(op));
    }
    const bool wantTotal = query.op.isEmpty() || query.op == TotalOp;
    for (const auto &[op, rank, label] : ops) {
        if (poll.isCanceled())
            return {};
        if (!selected(op))
            continue;
        if (op.isTotal()) {
            // The file's own sums know no domain; they serve where there is nothing else.
            if (wantTotal && !haveOps.contains({op.step(), rank, label}))
                rows.push_back({stepKey(op.step()), index.order(op.groupHash()), op.groupHash(), true, 0, TotalOp, rank,
                                rowOf(op, rank, label, index)});
            continue;
        }
        if (!query.total && (query.op.isEmpty() || query.op == op.name()))
            rows.push_back({stepKey(op.step()), index.order(op.groupHash()), op.groupHash(), false,
                            firstStart[{op.step(), op.groupHash(), op.name()}], op.name(), rank,
                            rowOf(op, rank, label, index)});
        if (!wantTotal)
            continue;
        const auto [it, isNew] =
            totals.try_emplace({stepKey(op.step()), index.order(op.groupHash()), op.groupHash(), rank, label});
        CommRow &t = it->second.row;
        if (isNew) {
            t.step = op.step();
            t.domain = index.label(op.groupHash());
            t.domainHash = op.groupHash();
            t.p2p = op.p2p();
            t.op = TotalOp;
            t.rank = rank;
            t.rankLabel = label;
            t.total = true;
        }
        t.p2p = t.p2p && op.p2p();
        addPart(t.elapseMs, op.elapseMs(), isNew);
        addPart(t.transitMs, op.transitMs(), isNew);
        addPart(t.synchronizationMs, op.synchronizationMs(), isNew);
        addPart(t.waitMs, op.waitMs(), isNew);
        addPart(t.idleMs, op.idleMs(), isNew);
        t.synchronizationRatio = communicationShare(t.synchronizationMs, t.transitMs);
        t.waitRatio = communicationShare(t.waitMs, t.transitMs);
        it->second.transports.add(op);
    }
    for (auto &[key, total] : totals) {
        if (poll.isCanceled())
            return {};
        total.row.transports = total.transports.take();
        rows.push_back({key.step, key.domain, key.hash, true, 0, TotalOp, key.rank, std::move(total.row)});
    }
    if (job.isCanceled())
        return {};
    std::stable_sort(rows.begin(), rows.end(), [](const Sorted &a, const Sorted &b) {
        return std::tie(a.step, a.domain, a.hash, a.total, a.start, a.op, a.rank, a.row.rankLabel) <
               std::tie(b.step, b.domain, b.hash, b.total, b.start, b.op, b.rank, b.row.rankLabel);
    });
    if (job.isCanceled())
        return {};
    std::vector<CommRow> out;
    out.reserve(rows.size());
    for (Sorted &s : rows)
        out.push_back(std::move(s.row));
    return out;
}

std::vector<size_t> slowLinks(const std::vector<double> &msPerMb, double deviation, const OutlierLimits &limits)
{
    const double median = lowerMedian(msPerMb);
    std::vector<size_t> out;
    for (const size_t i : highOutliers(msPerMb, limits)) {
        if (median > 0 && median <= msPerMb[i] * (1 - deviation))
            out.push_back(i);
    }
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
