// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commmatrix.h"

#include "analysis/communication/transportsums.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/optionalsum.h"
#include "core/job/threadpool.h"
#include "core/text/idmemo.h"
#include "core/text/texthash.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace rs {

namespace {

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
    static_cast<CommTimes &>(r) = op.times();
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

// Start of an operator; operators without one come last.
double startOrLast(const CommOpRef &op)
{
    return op.startUs().value_or(std::numeric_limits<double>::max());
}

// Facts of all sources that rows of one source need.
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
    IdMemo<std::optional<int>> rankOfStep; // for which the step is known to have operators
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
        : m_index(index), m_query(query), m_all(all), m_chosen(index.all(), query.domain)
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
            if ((!m_query.step.isEmpty() && op.step() != m_query.step) || !m_chosen.has(op.groupHash()))
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
            if (!m_query.total && isAskedOperator(m_query.op, op.name()))
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
        addTimes(t, op.times(), isNew);
        total.transports.add(op);
    }

    const DomainIndex &m_index;
    const CommQuery &m_query;
    const OperatorsAtAll &m_all;
    DomainChoice m_chosen;
    std::vector<SortedCommRow> m_rows;
    std::map<TotalKey, RankTotal> m_totals;
};

} // namespace

void addTimes(CommTimes &sum, const CommTimes &part, bool isFirst)
{
    addPart(sum.elapseMs, part.elapseMs, isFirst);
    addPart(sum.transitMs, part.transitMs, isFirst);
    addPart(sum.synchronizationMs, part.synchronizationMs, isFirst);
    addPart(sum.waitMs, part.waitMs, isFirst);
    addPart(sum.idleMs, part.idleMs, isFirst);
}

std::optional<double> communicationShare(std::optional<double> part, std::optional<double> transit)
{
    if (!part || !transit)
        return std::nullopt;
    const double whole = *part + *transit;
    return whole < 1e-15 ? 0 : rounded4(*part / whole);
}

bool isAskedOperator(const QString &asked, const QString &name)
{
    return asked.isEmpty() || asked == name || asked == collectiveKind(name.toStdString());
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
    std::ranges::stable_sort(rows, [](const SortedCommRow &a, const SortedCommRow &b) {
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
