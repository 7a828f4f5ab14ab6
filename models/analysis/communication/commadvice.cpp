// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commadvice.h"

#include "analysis/communication/commrecord.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

const QString sdma = QStringLiteral("SDMA");
const QString rdma = QStringLiteral("RDMA");

const TransportInfo *transportOf(const CommRow &row, const QString &name)
{
    const auto at = std::ranges::find(row.transports, name, &TransportInfo::transport);
    return at == row.transports.end() ? nullptr : &*at;
}

CommRow withoutTransports(CommRow row)
{
    row.transports.clear();
    return row;
}

// The operators of a rank's trace.
class TraceOperators
{
public:
    TraceOperators(const RankData &rank, const JobContext &job)
        : m_rank(rank), m_sequences(collectiveSequences(rank, job)), m_windows(stepWindows(rank, job))
    {
        for (const CollectiveSequence &sequence : m_sequences) {
            for (const CollectiveOp &op : sequence.ops) {
                m_byLane[op.lane].emplace_back(&op, &sequence.domain);
            }
        }
        for (auto &[lane, ops] : m_byLane)
            std::ranges::sort(ops, [](const auto &a, const auto &b) { return a.first->startNs < b.first->startNs; });
        findMultiplications();
    }

    [[nodiscard]] bool runsBesideMultiplication(const CommRow &row) const
    {
        const std::optional<qint64> start = startOf(row);
        if (!start || !row.elapseMs)
            return false;
        return m_multiplications.inside({*start, saturatedSum(*start, saturatedRound(*row.elapseMs * 1e6))}) > 0;
    }

    struct Misaligned
    {
        const CollectiveOp *op = nullptr;
        QString domainHash;
        qint64 transfers = 0;
        qint64 largestBytes = 0;
        qint64 allBytes = 0;
        qint64 ns = 0;
    };
    /// Operators with transfers whose size is no multiple of `bytes`.
    [[nodiscard]] std::vector<Misaligned> misaligned(qint64 bytes, JobPoll &poll) const
    {
        std::vector<Misaligned> out;
        const Trace &trace = *m_rank.trace;
        std::map<const CollectiveOp *, size_t> at;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            const Lane &lane = trace.lanes()[l];
            const auto ops = m_byLane.find(lane.group);
            if (lane.kind != LaneKind::CommPlane || ops == m_byLane.end())
                continue;
            const auto span = trace.slicesOf(LaneId{l});
            for (quint32 i = span.first; i < span.last && !poll.isCanceled(); ++i) {
                if (!isMisaligned(SliceId{i}, bytes))
                    continue;
                const auto found = operatorAt(ops->second, trace.slices().start(SliceId{i}));
                if (!found.first)
                    continue;
                const auto [place, isNew] = at.try_emplace(found.first, out.size());
                if (isNew)
                    out.push_back({found.first, *found.second});
                Misaligned &m = out[place->second];
                ++m.transfers;
                const qint64 size = trace.slices().detail(SliceId{i})->sizeBytes;
                m.largestBytes = std::max(m.largestBytes, size);
                m.allBytes = saturatedSum(m.allBytes, size);
                m.ns = saturatedSum(m.ns, trace.slices().duration(SliceId{i}));
            }
        }
        return out;
    }
    [[nodiscard]] QString nameOf(const CollectiveOp &op) const
    {
        return m_rank.trace->strings().text(m_rank.trace->slices().name(op.slice));
    }
    [[nodiscard]] QString stepOf(const CollectiveOp &op) const
    {
        for (const StepWindow &w : m_windows) {
            if (op.startNs >= w.device.from && op.startNs < w.device.to)
                return w.step;
        }
        return {};
    }

private:
    using OfLane = std::vector<std::pair<const CollectiveOp *, const QString *>>;

    [[nodiscard]] static OfLane::value_type operatorAt(const OfLane &ops, qint64 ns)
    {
        const auto after = std::ranges::partition_point(ops, [ns](const auto &op) { return op.first->startNs <= ns; });
        if (after == ops.begin() || std::prev(after)->first->endNs <= ns)
            return {nullptr, nullptr};
        return *std::prev(after);
    }
    [[nodiscard]] bool isMisaligned(SliceId slice, qint64 bytes) const
    {
        const TaskDetail *const d = m_rank.trace->slices().detail(slice);
        const StringPool &texts = m_rank.trace->strings();
        return d && d->sizeBytes > bytes && d->sizeBytes % bytes != 0 && texts.view(d->transport) == "SDMA" &&
               texts.view(d->linkType) != "ON_CHIP" && d->srcRank != d->dstRank;
    }
    void findMultiplications()
    {
        const Trace &trace = *m_rank.trace;
        std::vector<Interval> found;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (trace.processOf(LaneId{l}).kind != ProcessKind::AscendHardware)
                continue;
            for (const SliceId slice : trace.slicesOf(LaneId{l})) {
                if (!isComputing(trace.slices().kind(slice)) || !isMultiplication(slice))
                    continue;
                found.push_back({trace.slices().start(slice), trace.slices().end(slice)});
            }
        }
        m_multiplications = IntervalLengths(mergeIntervals(std::move(found)));
    }
    [[nodiscard]] bool isMultiplication(SliceId slice)
    {
        const StrId name = m_rank.trace->slices().name(slice);
        const auto [at, isNew] = m_isMultiplication.try_emplace(raw(name), false);
        if (isNew)
            at->second = m_rank.trace->strings().text(name).contains(QLatin1String("matmul"), Qt::CaseInsensitive);
        return at->second;
    }

    const RankData &m_rank;
    std::vector<CollectiveSequence> m_sequences;
    std::vector<StepWindow> m_windows;
    std::map<LaneId, OfLane> m_byLane;
    std::map<quint32, bool> m_isMultiplication;
    IntervalLengths m_multiplications;
};

class Adviser
{
public:
    Adviser(const Run &run, const CommQuery &query, const CommAdviceLimits &limits, const ReferenceRates &rates,
            const JobContext &job)
        : m_run(run), m_query(query), m_limits(limits), m_rates(rates), m_job(job), m_domains(run, job),
          m_chosen(m_domains.all(), query.domain), m_places(run)
    {
        for (CommRow &row : communicationRows(run, {query.step, query.domain, query.op, false}, job)) {
            if (!row.total)
                m_ops.push_back(std::move(row));
        }
        m_ofRank.resize(run.infos.size());
        for (const CommRow &op : m_ops) {
            if (const int index = m_places.of(op.rank, op.rankLabel); index >= 0)
                m_ofRank[static_cast<size_t>(index)].push_back(&op);
        }
    }

    std::vector<CommAdviceRow> take()
    {
        adviseSmall(sdma, m_limits.smallSdmaMb);
        adviseSmall(rdma, m_limits.smallRdmaMb);
        for (size_t i = 0; i < m_run.ranks.size() && !m_job.isCanceled(); ++i) {
            if (m_run.ranks[i] && m_run.ranks[i]->trace)
                lookAtTrace(static_cast<int>(i), *m_run.ranks[i]);
        }
        adviseRetransmission();
        findSlices();
        std::ranges::stable_sort(m_out, [](const CommAdviceRow &a, const CommAdviceRow &b) {
            return std::pair(-a.op.elapseMs.value_or(-1), a.kind) < std::pair(-b.op.elapseMs.value_or(-1), b.kind);
        });
        return m_job.isCanceled() ? std::vector<CommAdviceRow>() : std::move(m_out);
    }

private:
    CommAdviceRow &add(CommAdviceKind kind, const CommRow &op, const QString &transport)
    {
        CommAdviceRow &row = m_out.emplace_back();
        row.kind = kind;
        row.op = withoutTransports(op);
        row.rankIndex = m_places.of(op.rank, op.rankLabel);
        row.transport = transport;
        if (const TransportInfo *const t = transportOf(op, transport)) {
            row.sizeMb = t->sizeMb;
            row.bandwidthGbs = t->bandwidthGbs;
        }
        return row;
    }
    void adviseSmall(const QString &transport, double limitMb)
    {
        std::vector<const CommRow *> small;
        size_t all = 0;
        for (const CommRow &op : m_ops) {
            const TransportInfo *const t = transportOf(op, transport);
            if (!t || t->sizeMb.value_or(0) <= 0)
                continue;
            ++all;
            if (*t->sizeMb < limitMb)
                small.push_back(&op);
        }
        const double share = all > 0 ? static_cast<double>(small.size()) / static_cast<double>(all) : 0;
        if (share <= m_limits.smallShare)
            return;
        for (const CommRow *op : small)
            add(CommAdviceKind::SmallPackets, *op, transport).share = share;
    }
    void lookAtTrace(int index, const RankData &rank)
    {
        const TraceOperators trace(rank, m_job);
        JobPoll poll(m_job);
        const double contended = m_limits.contendedShare * m_rates.sdma;
        for (const CommRow *op : m_ofRank[static_cast<size_t>(index)]) {
            if (poll.isCanceled())
                return;
            const TransportInfo *const t = transportOf(*op, sdma);
            if (t && t->sizeMb.value_or(0) > 0 && t->bandwidthGbs && *t->bandwidthGbs < contended &&
                trace.runsBesideMultiplication(*op))
                add(CommAdviceKind::Contention, *op, sdma);
        }
        addMisaligned(index, rank, trace, poll);
    }
    void addMisaligned(int index, const RankData &rank, const TraceOperators &trace, JobPoll &poll)
    {
        for (const TraceOperators::Misaligned &m : trace.misaligned(m_limits.alignmentBytes, poll)) {
            CommAdviceRow row;
            row.kind = CommAdviceKind::Alignment;
            row.op.step = trace.stepOf(*m.op);
            row.op.op = trace.nameOf(*m.op);
            if ((!m_query.step.isEmpty() && row.op.step != m_query.step) || !m_chosen.has(m.domainHash) ||
                !isAskedOperator(m_query.op, row.op.op))
                continue;
            row.op.domain = m_domains.label(m.domainHash);
            row.op.domainHash = m.domainHash;
            row.op.p2p = m.op->p2p;
            row.op.rank = rank.info.rank;
            row.op.rankLabel = rank.info.label;
            row.op.elapseMs = static_cast<double>(m.op->endNs - m.op->startNs) / 1e6;
            row.rankIndex = index;
            row.slice = m.op->slice;
            row.transport = sdma;
            row.transfers = m.transfers;
            row.sizeMb = static_cast<double>(m.largestBytes) / 1e6;
            row.transferMb = static_cast<double>(m.allBytes) / 1e6;
            row.transferMs = static_cast<double>(m.ns) / 1e6;
            m_out.push_back(std::move(row));
        }
    }
    // Finds slices for the records; those of alignment come from the trace.
    void findSlices()
    {
        std::vector<std::vector<CommAdviceRow *>> ofRank(m_run.infos.size());
        for (CommAdviceRow &row : m_out) {
            if (row.rankIndex >= 0 && row.slice == NoSlice)
                ofRank[static_cast<size_t>(row.rankIndex)].push_back(&row);
        }
        for (size_t i = 0; i < ofRank.size() && !m_job.isCanceled(); ++i) {
            if (ofRank[i].empty() || i >= m_run.ranks.size() || !m_run.ranks[i])
                continue;
            const RecordSlices slices(*m_run.ranks[i], m_job);
            for (CommAdviceRow *const row : ofRank[i]) {
                if (const std::optional<qint64> start = startOf(row->op))
                    row->slice = slices.of(row->op.op, *start);
            }
        }
    }
    void adviseRetransmission()
    {
        struct OnRanks
        {
            std::vector<const CommRow *> rows;
            double leastElapse = 0;
            double mostTransit = 0;
        };
        std::map<std::tuple<QString, QString, QString>, OnRanks> ops;
        for (const CommRow &op : m_ops) {
            OnRanks &on = ops[{op.step, op.domainHash, op.op}];
            const double elapse = op.elapseMs.value_or(0);
            on.leastElapse = on.rows.empty() ? elapse : std::min(on.leastElapse, elapse);
            on.rows.push_back(&op);
            if (const TransportInfo *const t = transportOf(op, rdma))
                on.mostTransit = std::max(on.mostTransit, t->timeMs.value_or(0));
        }
        for (const auto &[key, on] : ops) {
            if (on.leastElapse < m_limits.retransmissionMs || on.mostTransit <= m_limits.retransmissionMs)
                continue;
            for (const CommRow *op : on.rows)
                add(CommAdviceKind::Retransmission, *op, rdma);
        }
    }

    const Run &m_run;
    const CommQuery &m_query;
    const CommAdviceLimits &m_limits;
    const ReferenceRates &m_rates;
    const JobContext &m_job;
    DomainIndex m_domains;
    DomainChoice m_chosen;
    RankPlaces m_places;
    std::vector<CommRow> m_ops;
    std::vector<std::vector<const CommRow *>> m_ofRank; ///< those of each rank of the run
    std::vector<CommAdviceRow> m_out;
};

} // namespace

std::vector<CommAdviceGroup> commAdviceGroups(const std::vector<CommAdviceRow> &rows)
{
    std::map<std::tuple<CommAdviceKind, QString, QString>, CommAdviceGroup> groups;
    std::map<const CommAdviceGroup *, std::set<std::pair<int, QString>>> ranks;
    for (const CommAdviceRow &row : rows) {
        const QString type = collectiveKind(row.op.op.toStdString());
        CommAdviceGroup &group = groups[{row.kind, type, row.transport}];
        group.type = type;
        group.totalMs += row.op.elapseMs.value_or(0);
        ranks[&group].emplace(row.op.rank, row.op.rankLabel);
        if (++group.operators == 1 || row.op.elapseMs.value_or(-1) > group.longest.op.elapseMs.value_or(-1))
            group.longest = row;
    }
    std::vector<CommAdviceGroup> out;
    out.reserve(groups.size());
    for (auto &[key, group] : groups) {
        group.ranks = std::ssize(ranks.at(&group));
        out.push_back(std::move(group));
    }
    std::ranges::stable_sort(out, [](const CommAdviceGroup &a, const CommAdviceGroup &b) {
        return std::pair(-a.totalMs, a.longest.kind) < std::pair(-b.totalMs, b.longest.kind);
    });
    return out;
}

Phrase adviceSentence(const CommAdviceRow &row, const CommAdviceLimits &limits, const ReferenceRates &rates)
{
    const auto number = [](double v) { return QString::number(v, 'g', 4); };
    switch (row.kind) {
    case CommAdviceKind::SmallPackets:
        return {RS_MESSAGE("%1 % of the operators move less than %2 MB over %3: a larger batch, more gradient "
                           "accumulation, a lower ZeRO stage or fused optimizers make fewer and larger ones."),
                {number(100 * row.share.value_or(0)),
                 number(row.transport == rdma ? limits.smallRdmaMb : limits.smallSdmaMb), row.transport}};
    case CommAdviceKind::Alignment:
        return {RS_MESSAGE("Transfers whose sizes are not a multiple of %2 bytes, which the hardware moves more "
                           "slowly: %1. Pad the data."),
                {QString::number(row.transfers), QString::number(limits.alignmentBytes)}};
    case CommAdviceKind::Contention:
        return {RS_MESSAGE("It runs beside matrix multiplications and reaches less than %1 GB/s: both compete for "
                           "memory bandwidth."),
                {number(limits.contendedShare * rates.sdma)}};
    case CommAdviceKind::Retransmission:
        return {RS_MESSAGE("All its ranks take at least %1 s and RDMA alone takes as long, as with lost packets "
                           "that are sent again: check switches and network cards."),
                {number(limits.retransmissionMs / 1000)}};
    }
    return {};
}

std::vector<CommAdviceRow> commAdvice(const Run &run, const CommQuery &query, const CommAdviceLimits &limits,
                                      const ReferenceRates &rates, const JobContext &job)
{
    return Adviser(run, query, limits, rates, job).take();
}

} // namespace rs
