// SPDX-License-Identifier: Apache-2.0
#include "analysis/commmatrix.h"

#include "analysis/domains.h"
#include "analysis/jobpoll.h"
#include "analysis/knownsum.h"
#include "analysis/transportsums.h"
#include "core/byid.h"
#include "core/texthash.h"
#include "core/threadpool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

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

// What cells have in common whose ends alone differ, texts as numbers: a domain of a thousand ranks has a million
// links, and thousands of them stand together.
struct CellGroup
{
    int step = 0;
    int domain = 0;
    bool total = false;
    int op = 0;
    bool local = false;
    auto operator<=>(const CellGroup &) const = default;
};

struct Part
{
    quint32 group = 0;
    quint32 link = 0; // into the resolved links
    int source = 0;
    int destination = 0;
    [[nodiscard]] std::pair<int, int> ends() const { return {source, destination}; }
};

// Numbers for groups of cells in the order in which they are met.
class CellGroups
{
public:
    quint32 of(const CellGroup &group)
    {
        Last &last = m_last[group.total ? 1 : 0];
        if (!last.at || *last.at != group) {
            const auto [at, isNew] = m_ids.try_emplace(group, static_cast<quint32>(m_groups.size()));
            if (isNew)
                m_groups.push_back(group);
            last = {group, at->second};
        }
        return last.id;
    }
    [[nodiscard]] const std::vector<CellGroup> &all() const { return m_groups; }

private:
    struct Last
    {
        std::optional<CellGroup> at;
        quint32 id = 0;
    };
    std::map<CellGroup, quint32> m_ids;
    std::vector<CellGroup> m_groups;
    std::array<Last, 2> m_last; // of operators and of totals, which come in turn
};

// Parts by their groups, which come in the order of `groups`, and by their ends; parts of one link as they were.
void sortParts(std::vector<Part> &parts, const std::vector<CellGroup> &groups)
{
    std::vector<quint32> order(groups.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](quint32 a, quint32 b) { return groups[a] < groups[b]; });
    std::vector<size_t> next(groups.size());
    for (const Part &p : parts)
        ++next[p.group];
    size_t sum = 0;
    for (const quint32 g : order)
        sum += std::exchange(next[g], sum);
    std::vector<Part> sorted(parts.size());
    for (const Part &p : parts)
        sorted[next[p.group]++] = p;
    parts = std::move(sorted);
    const auto before = [](const Part &a, const Part &b) { return a.ends() < b.ends(); };
    auto begin = parts.begin();
    for (const quint32 g : order) {
        const auto end = parts.begin() + static_cast<std::ptrdiff_t>(next[g]);
        if (!std::is_sorted(begin, end, before))
            std::stable_sort(begin, end, before);
        begin = end;
    }
}

// What follows from the texts of a link, which is mostly that of the link before.
class LinkTexts
{
public:
    TextIds steps;
    TextIds hashes;
    TextIds ops;
    const int noDomain = hashes.of(QString());

    // Of the link that was looked at.
    int step = 0;
    int domain = 0;
    bool isTotal = false;       // the key is that of a total
    bool isPartOfTotal = false; // or holds a part of one

    /// False where all of it is that of the link before.
    bool look(const MatrixLinkRef &link)
    {
        if (m_last && isOneWord(m_last->key(), link.key()) && isOneWord(m_last->step(), link.step()) &&
            isOneWord(m_last->groupHash(), link.groupHash()))
            return false;
        m_last = link;
        m_opOf.reset();
        step = steps.of(link.step());
        domain = hashes.of(link.groupHash());
        isTotal = isTotalKey(link.key());
        isPartOfTotal = rs::isPartOfTotal(link.key());
        return true;
    }
    void forget() { m_last.reset(); }
    /// Its operator.
    const QString &op(const MatrixLinkRef &link)
    {
        if (!m_opOf || !isOneWord(m_opOf->kind(), link.kind()) || !isOneWord(m_opOf->statistic(), link.statistic())) {
            m_op = operatorOf(link);
            opId = ops.of(m_op);
            m_opOf = link;
        }
        return m_op;
    }
    int opId = 0;

private:
    std::optional<MatrixLinkRef> m_last;
    std::optional<MatrixLinkRef> m_opOf;
    QString m_op;
};

void addLink(MatrixCell &cell, bool isTotal, const ResolvedLink &r, bool isNew)
{
    const MatrixLinkRef &link = r.link;
    if (isNew) {
        cell.step = link.step();
        cell.domainHash = link.groupHash();
        cell.p2p = link.p2p();
        if (!isTotal) {
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
    if (!isNew || isTotal)
        cell.bandwidthGbs = bandwidthOver(cell.sizeMb, cell.timeMs);
    cell.transport = link.transport();
    cell.opName = isTotal ? QString() : link.opName();
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

// Whether a rank is the one that is asked for; the records of a rank follow each other.
class RankFilter
{
public:
    explicit RankFilter(const QString &wanted) : m_wanted(wanted) {}
    bool operator()(int number, const QString &label)
    {
        if (m_wanted.isEmpty() || number < 0)
            return m_wanted.isEmpty() || label == m_wanted;
        if (std::exchange(m_last, number) != number)
            m_isWanted = QString::number(number) == m_wanted;
        return m_isWanted;
    }

private:
    const QString &m_wanted;
    int m_last = -1;
    bool m_isWanted = false;
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

// Operators of one rank, or those of the cluster files.
struct RecordsOfRank
{
    const CommOps &ops;
    int rank;      // of operators that name none
    QString label; // tells ranks without a number apart
    [[nodiscard]] int rankOf(const CommOpRef &op) const { return op.rank() >= 0 ? op.rank() : rank; }
    [[nodiscard]] QString labelOf(int number) const { return number >= 0 ? QString() : label; }
};

std::vector<RecordsOfRank> recordsOfRanks(const Run &run)
{
    std::vector<RecordsOfRank> out;
    for (const auto &rank : run.ranks) {
        if (rank && !rank->commOps.empty())
            out.push_back({rank->commOps, rank->info.rank, rank->info.label});
    }
    if (out.empty())
        out.push_back({run.cluster.commOps, -1, {}});
    return out;
}

struct SortedCommRow
{
    StepKey step;
    int domain = 0;
    QString hash;
    bool total = false;
    double start = 0; // of the operator on its first rank, so that the ranks of one operator stay together
    QString op;
    int rank = -1;
    CommRow row;
};

// What has no start comes behind what has one.
double startOrLast(const CommOpRef &op)
{
    return op.startUs().value_or(std::numeric_limits<double>::max());
}

// What rows of one source have to know of all sources.
struct OperatorsAtAll
{
    std::set<std::tuple<QString, int, QString>> haveOps;                // step, rank, label
    std::map<std::tuple<QString, QString, QString>, double> firstStart; // step, domain, operator
    void take(OperatorsAtAll &&other)
    {
        haveOps.merge(other.haveOps);
        firstStart.merge(other.firstStart);
        for (const auto &[key, start] : other.firstStart) { // those that both have
            double &own = firstStart.at(key);
            own = std::min(own, start);
        }
    }
};

OperatorsAtAll operatorsAtAll(const RecordsOfRank &source, const CommQuery &query, const JobContext &job)
{
    OperatorsAtAll out;
    JobPoll poll(job);
    RankFilter isAsked(query.rank);
    ById<std::optional<int>> rankOfStep; // for which the step is known to have operators
    for (const CommOpRef op : source.ops) {
        if (poll.isCanceled())
            return {};
        if (op.isTotal())
            continue;
        const int rank = source.rankOf(op);
        if (!isAsked(rank, source.label))
            continue;
        if (std::exchange(rankOfStep[op.stepId()], rank) != rank)
            out.haveOps.emplace(op.step(), rank, source.labelOf(rank));
        if (query.total)
            continue;
        const auto [it, isNew] = out.firstStart.try_emplace({op.step(), op.groupHash(), op.name()}, startOrLast(op));
        if (!isNew)
            it->second = std::min(it->second, startOrLast(op));
    }
    return out;
}

// Rows of sources one after the other.
class CommRowMaker
{
public:
    CommRowMaker(const DomainIndex &index, const CommQuery &query, const OperatorsAtAll &all)
        : m_index(index), m_query(query), m_all(all),
          m_hash(query.domain.isEmpty() ? QString() : hashNamed(index, query.domain))
    {
    }

    /// False when cancelled.
    bool add(const RecordsOfRank &source, const JobContext &job)
    {
        JobPoll poll(job);
        RankFilter isAsked(m_query.rank);
        const bool wantTotal = m_query.op.isEmpty() || m_query.op == TotalOp;
        std::unordered_map<std::array<quint32, 3>, RankTotal *, KeyedHash> known; // by step, domain and rank
        for (const CommOpRef op : source.ops) {
            if (poll.isCanceled())
                return false;
            if ((!m_query.step.isEmpty() && op.step() != m_query.step) ||
                (!m_query.domain.isEmpty() && op.groupHash() != m_hash))
                continue;
            const int rank = source.rankOf(op);
            if (!isAsked(rank, source.label))
                continue;
            if (op.isTotal()) {
                // The file's own sums know no domain; they serve where there is nothing else.
                const QString label = source.labelOf(rank);
                if (wantTotal && !m_all.haveOps.contains({op.step(), rank, label}))
                    m_rows.push_back({stepKey(op.step()), m_index.order(op.groupHash()), op.groupHash(), true, 0,
                                      TotalOp, rank, rowOf(op, rank, label, m_index)});
                continue;
            }
            if (!m_query.total && (m_query.op.isEmpty() || m_query.op == op.name()))
                m_rows.push_back({stepKey(op.step()), m_index.order(op.groupHash()), op.groupHash(), false,
                                  m_all.firstStart.at({op.step(), op.groupHash(), op.name()}), op.name(), rank,
                                  rowOf(op, rank, source.labelOf(rank), m_index)});
            if (!wantTotal)
                continue;
            RankTotal *&total = known[{raw(op.stepId()), raw(op.groupId()), static_cast<quint32>(rank)}];
            if (!total)
                total = &m_totals[{stepKey(op.step()), m_index.order(op.groupHash()), op.groupHash(), rank,
                                   source.labelOf(rank)}];
            addTo(*total, op, rank, source.labelOf(rank));
        }
        return true;
    }
    /// Once, as the last; of no use when cancelled.
    std::vector<SortedCommRow> take(const JobContext &job)
    {
        JobPoll poll(job);
        for (auto &[key, total] : m_totals) {
            if (poll.isCanceled())
                return {};
            total.row.synchronizationRatio = communicationShare(total.row.synchronizationMs, total.row.transitMs);
            total.row.waitRatio = communicationShare(total.row.waitMs, total.row.transitMs);
            total.row.transports = total.transports.take();
            m_rows.push_back({key.step, key.domain, key.hash, true, 0, TotalOp, key.rank, std::move(total.row)});
        }
        return std::move(m_rows);
    }

private:
    void addTo(RankTotal &total, const CommOpRef &op, int rank, const QString &label) const
    {
        CommRow &t = total.row;
        const bool isNew = !t.total;
        if (isNew) {
            t.step = op.step();
            t.domain = m_index.label(op.groupHash());
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
        total.transports.add(op);
    }

    const DomainIndex &m_index;
    const CommQuery &m_query;
    const OperatorsAtAll &m_all;
    QString m_hash;
    std::vector<SortedCommRow> m_rows;
    std::map<TotalKey, RankTotal> m_totals;
};

} // namespace

std::optional<double> communicationShare(std::optional<double> part, std::optional<double> transit)
{
    if (!part || !transit)
        return std::nullopt;
    const double whole = *part + *transit;
    return whole < 1e-15 ? 0 : rounded4(*part / whole);
}

bool isBetween(const MatrixCell &cell, const std::vector<int> &ranks)
{
    const auto has = [&ranks](int rank) { return std::binary_search(ranks.begin(), ranks.end(), rank); };
    return ranks.empty() || !cell.global || (has(cell.source) && has(cell.destination));
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
    LinkTexts texts;
    // Totals of old files name no domain: each operator of the step stands in one of them.
    std::set<std::pair<int, int>> summed;
    for (const ResolvedLink &r : links) {
        if (poll.isCanceled())
            return {};
        if (texts.look(r.link) && !texts.isTotal && texts.isPartOfTotal) {
            summed.insert({texts.step, texts.domain});
            summed.insert({texts.step, texts.noDomain});
        }
    }
    texts.forget();
    const int totalOp = texts.ops.of(QString(TotalOp));
    CellGroups groups;
    std::vector<Part> parts;
    parts.reserve(links.size());
    bool isChosen = false;
    bool isSummed = false;
    for (size_t i = 0; i < links.size(); ++i) {
        if (poll.isCanceled())
            return {};
        const ResolvedLink &r = links[i];
        const MatrixLinkRef &link = r.link;
        if (texts.look(link)) {
            isChosen = (query.step.isEmpty() || link.step() == query.step) &&
                       (query.domain.isEmpty() || link.groupHash() == hash);
            isSummed = texts.isTotal ? !summed.contains({texts.step, texts.domain}) : texts.isPartOfTotal;
        }
        if (!isChosen)
            continue;
        const auto add = [&](bool total, int op) {
            parts.push_back({groups.of({texts.step, texts.domain, total, op, !r.global}), static_cast<quint32>(i),
                             r.source, r.destination});
        };
        if (!texts.isTotal && !query.total) {
            const QString &op = texts.op(link);
            if (query.op.isEmpty() || query.op == op || query.op == link.key())
                add(false, texts.opId);
        }
        if (isSummed && wantTotal)
            add(true, totalOp);
    }
    const std::vector<int> stepPlaces = texts.steps.order(stepKey);
    const std::vector<int> domainPlaces =
        texts.hashes.order([&](const QString &text) { return std::pair(index.order(text), text); });
    const std::vector<int> opPlaces = texts.ops.order([](const QString &text) { return text; });
    std::vector<CellGroup> ordered = groups.all();
    for (CellGroup &group : ordered) {
        group.step = stepPlaces[static_cast<size_t>(group.step)];
        group.domain = domainPlaces[static_cast<size_t>(group.domain)];
        group.op = opPlaces[static_cast<size_t>(group.op)];
    }
    if (job.isCanceled())
        return {};
    sortParts(parts, ordered);
    const auto isFirst = [&parts](size_t i) {
        return i == 0 || parts[i - 1].group != parts[i].group || parts[i - 1].ends() != parts[i].ends();
    };
    size_t count = 0;
    for (size_t i = 0; i < parts.size(); ++i)
        count += isFirst(i) ? 1 : 0;
    std::vector<MatrixCell> out;
    out.reserve(count); // growing would copy what is many times as large as the links
    QString label;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (poll.isCanceled())
            return {};
        const CellGroup &group = ordered[parts[i].group];
        if (i == 0 || parts[i - 1].group != parts[i].group)
            label = index.label(texts.hashes.text(group.domain));
        const bool isNew = isFirst(i);
        if (isNew) {
            MatrixCell &cell = out.emplace_back();
            cell.op = texts.ops.text(group.op);
            cell.domain = label;
        }
        addLink(out.back(), group.total, links[parts[i].link], isNew);
    }
    return out;
}

std::vector<CommRow> communicationRows(const Run &run, const CommQuery &query, const JobContext &job)
{
    const DomainIndex index(run, job);
    const std::vector<RecordsOfRank> sources = recordsOfRanks(run);
    std::vector<OperatorsAtAll> ofSources(sources.size());
    parallelFor(query.pool, std::ssize(sources), [&](qsizetype i) {
        const auto at = static_cast<size_t>(i);
        ofSources[at] = operatorsAtAll(sources[at], query, job);
    });
    // A rank that is in several sources is summed over them in their order, whatever threads there are.
    std::set<std::pair<int, QString>> ranks;
    bool areApart = true;
    OperatorsAtAll all;
    for (OperatorsAtAll &some : ofSources) {
        std::set<std::pair<int, QString>> own;
        for (const auto &[step, rank, label] : some.haveOps)
            own.emplace(rank, label);
        const size_t sum = ranks.size() + own.size();
        ranks.merge(own);
        areApart = areApart && ranks.size() == sum;
        all.take(std::move(some));
    }
    if (job.isCanceled())
        return {};
    std::vector<std::vector<SortedCommRow>> parts(areApart ? sources.size() : 1);
    parallelFor(query.pool, std::ssize(parts), [&](qsizetype i) {
        CommRowMaker maker(index, query, all);
        const auto first = static_cast<size_t>(i);
        for (size_t s = first; s < (areApart ? first + 1 : sources.size()); ++s) {
            if (!maker.add(sources[s], job))
                return;
        }
        parts[first] = maker.take(job);
    });
    if (job.isCanceled())
        return {};
    std::vector<SortedCommRow> rows = std::move(parts.front());
    for (size_t i = 1; i < parts.size(); ++i)
        std::move(parts[i].begin(), parts[i].end(), std::back_inserter(rows));
    std::stable_sort(rows.begin(), rows.end(), [](const SortedCommRow &a, const SortedCommRow &b) {
        return std::tie(a.step, a.domain, a.hash, a.total, a.start, a.op, a.rank, a.row.rankLabel) <
               std::tie(b.step, b.domain, b.hash, b.total, b.start, b.op, b.rank, b.row.rankLabel);
    });
    if (job.isCanceled())
        return {};
    std::vector<CommRow> out;
    out.reserve(rows.size());
    for (SortedCommRow &s : rows)
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

} // namespace rs
