// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commoperators.h"

#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace rs {

namespace {

/// Key of an operator among those of a rank from one source.
struct OperatorKey
{
    quint32 slice = raw(NoSlice);
    Interval time;
    auto operator<=>(const OperatorKey &) const = default;
};

class RowsMaker
{
public:
    RowsMaker(const Run &run, const AttributionQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_domains(run, job), m_chosen(m_domains.all(), query.domain)
    {
    }
    CommOperators take();

private:
    using Keys = std::vector<std::pair<OperatorKey, quint32>>;

    void indexEnds();
    [[nodiscard]] bool isShown(int rank) const;
    void findUnaligned();
    [[nodiscard]] bool isUnaligned(int rank, const QString &domain) const;
    [[nodiscard]] std::vector<CollectiveSequence> sequencesOf(const RankData &rank, OperatorSource &source);
    [[nodiscard]] RankOperators rowOf(int rank);
    void add(RankOperators &row, const RankData &rank, const CollectiveSequence &sequence);
    [[nodiscard]] CommOpRef recordOf(const CollectiveOp &op, const RankData &rank, OperatorSource source) const;
    [[nodiscard]] bool isOfStep(const CollectiveOp &op, const RankData &rank, OperatorSource source) const;
    [[nodiscard]] quint32 nameOf(const CollectiveOp &op, const RankData &rank, OperatorSource source);
    [[nodiscard]] quint16 kindOf(const QString &kind);
    [[nodiscard]] quint32 domainOf(const QString &hash);
    [[nodiscard]] QSet<QString> partlyTracedDomains() const;
    void orderKinds();
    void markUntraced();

    const Run &m_run;
    AttributionQuery m_query;
    const JobContext &m_job;
    const DomainIndex m_domains;
    const DomainChoice m_chosen;
    Interval m_step; ///< step of the rank that is being read
    CommOperators m_out;
    std::vector<Keys> m_ends;            ///< ends of each rank, sorted
    std::vector<quint32> m_meetingOfEnd; ///< by end
    std::vector<quint32> m_entryOf;      ///< by collective
    std::vector<bool> m_isApart;         ///< by rank: its clock could not be aligned
    QSet<QString> m_unaligned;           ///< hashes of domains that have such a rank
    std::optional<std::map<int, std::vector<CollectiveSequence>>> m_ofCluster; ///< by number; read when needed
    QHash<QString, quint32> m_names;
    QHash<QString, quint16> m_kinds;
    QHash<QString, quint32> m_domainIds;
    std::vector<qint64> m_kindCounts;
};

void RowsMaker::indexEnds()
{
    const MatchedCollectives &collectives = m_out.attribution.collectives;
    m_ends.resize(m_run.ranks.size());
    m_meetingOfEnd.assign(collectives.ends.size(), RankOperator::none);
    m_entryOf.assign(collectives.all.size(), RankOperator::none);
    for (size_t i = 0; i < m_out.attribution.entries.size(); ++i)
        m_entryOf[m_out.attribution.entries[i].collective] = static_cast<quint32>(i);
    for (size_t m = 0; m < collectives.all.size(); ++m) {
        for (quint32 e = collectives.all[m].first; e < collectives.all[m].last; ++e) {
            const CollectiveEnd &end = collectives.ends[e];
            m_meetingOfEnd[e] = static_cast<quint32>(m);
            m_ends[static_cast<size_t>(end.rankIndex)].push_back({{raw(end.slice), {end.startNs, end.endNs}}, e});
        }
    }
    for (Keys &keys : m_ends)
        std::ranges::sort(keys);
}

bool RowsMaker::isShown(int rank) const
{
    return !m_chosen.areRanksKnown() || m_chosen.hasRank(m_run.infos[static_cast<size_t>(rank)].rank);
}

// Domains in which the clock of some rank is unknown, and so who came last.
void RowsMaker::findUnaligned()
{
    const std::vector<RankAlignment> &clocks = m_out.attribution.collectives.clocks;
    m_isApart.resize(m_run.ranks.size());
    std::set<int> numbers;
    for (size_t r = 0; r < clocks.size(); ++r) {
        m_isApart[r] = clocks[r].refusal == AlignRefusal::NoMatches || clocks[r].refusal == AlignRefusal::LargeResidual;
        if (m_isApart[r])
            numbers.insert(m_run.infos[r].rank);
    }
    for (const Domain &d : m_domains.all()) {
        if (d.ranks.size() > 1 && std::ranges::any_of(d.ranks, [&numbers](int rank) { return numbers.contains(rank); }))
            m_unaligned.insert(d.hash);
    }
}

bool RowsMaker::isUnaligned(int rank, const QString &hash) const
{
    const Domain *const domain = m_domains.find(hash);
    return domain && domain->ranksKnown ? m_unaligned.contains(hash) : m_isApart[static_cast<size_t>(rank)];
}

CommOpRef RowsMaker::recordOf(const CollectiveOp &op, const RankData &rank, OperatorSource source) const
{
    const CommOps &all = source == OperatorSource::Cluster ? m_run.cluster.commOps : rank.commOps;
    return all[static_cast<size_t>(op.record)];
}

quint32 RowsMaker::nameOf(const CollectiveOp &op, const RankData &rank, OperatorSource source)
{
    const QString name = op.slice != NoSlice ? rank.trace->strings().text(rank.trace->slices().name(op.slice))
                         : op.record >= 0    ? recordOf(op, rank, source).name()
                                             : op.kind;
    const auto at = m_names.constFind(name);
    if (at != m_names.constEnd())
        return *at;
    m_out.names.push_back(name);
    return *m_names.insert(name, static_cast<quint32>(m_out.names.size() - 1));
}

quint16 RowsMaker::kindOf(const QString &kind)
{
    const auto at = m_kinds.constFind(kind);
    const quint16 id = at != m_kinds.constEnd()
                           ? *at
                           : *m_kinds.insert(kind, static_cast<quint16>(std::min<qsizetype>(m_kinds.size(), 0xffff)));
    if (id == m_kindCounts.size()) {
        m_kindCounts.push_back(0);
        m_out.kinds.append(kind);
    }
    ++m_kindCounts[id];
    return id;
}

quint32 RowsMaker::domainOf(const QString &hash)
{
    const auto at = m_domainIds.constFind(hash);
    if (at != m_domainIds.constEnd())
        return *at;
    m_out.domains.append(hash);
    return *m_domainIds.insert(hash, static_cast<quint32>(m_out.domains.size() - 1));
}

bool RowsMaker::isOfStep(const CollectiveOp &op, const RankData &rank, OperatorSource source) const
{
    if (op.slice == NoSlice && op.record >= 0)
        return recordOf(op, rank, source).step() == m_query.step;
    return op.startNs >= m_step.from && op.startNs < m_step.to;
}

void RowsMaker::add(RankOperators &row, const RankData &rank, const CollectiveSequence &sequence)
{
    const Keys &keys = m_ends[static_cast<size_t>(row.rankIndex)];
    const bool unaligned = isUnaligned(row.rankIndex, sequence.domain);
    const quint32 domain = domainOf(sequence.domain);
    for (const CollectiveOp &op : sequence.ops) {
        RankOperator out;
        out.time = {op.startNs, op.endNs};
        out.slice = op.slice;
        const std::pair<OperatorKey, quint32> key{{raw(op.slice), out.time}, 0};
        const auto at = std::ranges::lower_bound(keys, key);
        if (at != keys.end() && at->first == key.first) {
            out.end = at->second;
            out.entry = m_entryOf[m_meetingOfEnd[at->second]];
        }
        // A collective belongs to one step on all of its ranks.
        const bool asked = out.end != RankOperator::none ? out.entry != RankOperator::none
                                                         : m_query.step.isEmpty() || isOfStep(op, rank, row.source);
        if (!asked)
            continue;
        out.name = nameOf(op, rank, row.source);
        out.kind = kindOf(op.kind);
        out.domain = domain;
        out.unaligned = unaligned && out.end == RankOperator::none;
        row.operators.push_back(out);
    }
}

// Sequences of the source of the collectives; else of the first that the rank has.
std::vector<CollectiveSequence> RowsMaker::sequencesOf(const RankData &rank, OperatorSource &source)
{
    const MatchSource met = m_out.attribution.collectives.source;
    std::vector<CollectiveSequence> out;
    if (rank.trace && !isOfFiles(met)) {
        source = OperatorSource::Trace;
        out = collectiveSequences(rank, m_job);
        nameDomains(out, m_domains.all(), rank.info.rank);
    }
    if (out.empty() && met != MatchSource::Cluster) {
        source = OperatorSource::File;
        out = recordedSequences(rank, m_job);
    }
    if (out.empty() && !m_run.cluster.commOps.empty()) {
        source = OperatorSource::Cluster;
        if (!m_ofCluster)
            m_ofCluster = clusterSequences(m_run.cluster.commOps, m_job);
        if (const auto own = m_ofCluster->find(rank.info.rank); own != m_ofCluster->end())
            out = own->second;
    }
    if (out.empty())
        source = OperatorSource::Nothing;
    return out;
}

RankOperators RowsMaker::rowOf(int index)
{
    RankOperators row;
    row.rankIndex = index;
    const auto &rank = m_run.ranks[static_cast<size_t>(index)];
    if (!rank)
        return row;
    const std::vector<CollectiveSequence> sequences = sequencesOf(*rank, row.source);
    if (rank->trace) {
        for (const StepWindow &w : stepWindows(*rank, m_job)) {
            if (w.marked)
                row.steps.push_back(w.device);
        }
        if (!m_query.step.isEmpty())
            m_step = deviceSpanOf(*rank, m_query.step, m_job);
    }
    for (const CollectiveSequence &s : sequences) {
        if (m_chosen.has(s.domain))
            add(row, *rank, s);
    }
    std::ranges::stable_sort(row.operators, {}, &RankOperator::time);
    for (size_t i = 0; i < row.operators.size(); ++i) {
        if (row.operators[i].slice != NoSlice)
            row.bySlice.push_back(static_cast<quint32>(i));
    }
    std::ranges::sort(row.bySlice, [&row](quint32 a, quint32 b) {
        return raw(row.operators[a].slice) < raw(row.operators[b].slice);
    });
    return row;
}

void RowsMaker::orderKinds()
{
    std::vector<quint16> order(m_kindCounts.size());
    std::iota(order.begin(), order.end(), quint16{0});
    std::ranges::stable_sort(order, [this](quint16 a, quint16 b) { return m_kindCounts[a] > m_kindCounts[b]; });
    std::vector<quint16> place(order.size());
    QStringList kinds;
    for (size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<quint16>(i);
        kinds.append(m_out.kinds[order[i]]);
    }
    m_out.kinds = kinds;
    for (RankOperators &row : m_out.rows) {
        for (RankOperator &op : row.operators)
            op.kind = place[op.kind];
    }
}

// Some of whose ranks nobody can be held against.
QSet<QString> RowsMaker::partlyTracedDomains() const
{
    std::set<int> traced; // numbers of ranks
    for (const RankOperators &row : m_out.rows) {
        if (row.source == OperatorSource::Trace)
            traced.insert(m_run.infos[static_cast<size_t>(row.rankIndex)].rank);
    }
    QSet<QString> out;
    for (const Domain &d : m_domains.all()) {
        if (d.ranksKnown && std::ranges::any_of(d.ranks, [&](int rank) { return !traced.contains(rank); }))
            out.insert(d.hash);
    }
    return out;
}

void RowsMaker::markUntraced()
{
    if (std::ranges::none_of(m_out.rows, [](const RankOperators &r) { return r.source == OperatorSource::Trace; }))
        return;
    const QSet<QString> partly = partlyTracedDomains();
    for (RankOperators &row : m_out.rows) {
        for (RankOperator &op : row.operators)
            op.partnerUntraced = row.source == OperatorSource::Trace && op.end == RankOperator::none && !op.unaligned &&
                                 partly.contains(m_out.domains[op.domain]);
        if (row.source != OperatorSource::File && row.source != OperatorSource::Cluster)
            continue;
        for (RankOperator &op : row.operators) {
            op.untraced = op.end == RankOperator::none;
            op.unaligned = op.unaligned && !op.untraced;
        }
    }
}

CommOperators RowsMaker::take()
{
    m_out.attribution = waitAttribution(m_run, m_query, m_job);
    indexEnds();
    findUnaligned();
    for (size_t r = 0; r < m_run.ranks.size() && !m_job.isCanceled(); ++r) {
        if (isShown(static_cast<int>(r)))
            m_out.rows.push_back(rowOf(static_cast<int>(r)));
    }
    orderKinds();
    markUntraced();
    return std::move(m_out);
}

} // namespace

int RankOperators::operatorOf(SliceId slice) const
{
    const auto at =
        std::ranges::lower_bound(bySlice, raw(slice), {}, [this](quint32 op) { return raw(operators[op].slice); });
    return at == bySlice.end() || operators[*at].slice != slice ? -1 : static_cast<int>(*at);
}

bool CommOperators::isEmpty() const
{
    return std::ranges::all_of(rows, [](const RankOperators &r) { return r.operators.empty(); });
}

int CommOperators::rowOf(int rankIndex) const
{
    const auto at = std::ranges::lower_bound(rows, rankIndex, {}, &RankOperators::rankIndex);
    return at == rows.end() || at->rankIndex != rankIndex ? -1 : static_cast<int>(at - rows.begin());
}

CommOperators commOperators(const Run &run, const AttributionQuery &query, const JobContext &job)
{
    return RowsMaker(run, query, job).take();
}

std::vector<qint64> alignmentShifts(const CommOperators &rows, quint32 entry, OperatorAlignment how,
                                    const std::vector<Interval> &times)
{
    std::vector<qint64> out(rows.rows.size(), 0);
    if (how == OperatorAlignment::Recorded || entry >= rows.attribution.entries.size() || times.empty())
        return out;
    const MatchedCollective &m = rows.attribution.collectives.all[rows.attribution.entries[entry].collective];
    const auto placeOf = [how](const Interval &t) { return how == OperatorAlignment::Tails ? t.to : t.from; };
    qint64 last = placeOf(times.front());
    for (const Interval &t : times)
        last = std::max(last, placeOf(t));
    for (quint32 e = m.first; e < m.last && e - m.first < times.size(); ++e) {
        const int row = rows.rowOf(rows.attribution.collectives.ends[e].rankIndex);
        if (row >= 0)
            out[static_cast<size_t>(row)] = saturatedDifference(last, placeOf(times[e - m.first]));
    }
    return out;
}

} // namespace rs
