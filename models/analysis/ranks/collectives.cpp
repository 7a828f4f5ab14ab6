// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/collectives.h"

#include "core/base/saturate.h"
#include "core/base/timens.h"
#include "core/job/cancelsort.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace rs {

namespace {

constexpr size_t pollOperators = 1024;

bool isPointToPoint(const QString &kind)
{
    return kind.contains(QLatin1String("send")) || kind.contains(QLatin1String("receive")) ||
           kind.contains(QLatin1String("recv"));
}

// "hcom_allReduce__865_0_1" -> "865"
std::string_view hashDigits(std::string_view name)
{
    const size_t at = name.find("__");
    if (at == std::string_view::npos)
        return {};
    const size_t end = name.find('_', at + 2);
    const std::string_view digits = name.substr(at + 2, end == std::string_view::npos ? end : end - at - 2);
    const bool numeric = !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    return numeric ? digits : std::string_view();
}

// Bytes of the operator over all transports but SDMA, which is the sum of others; -1: not known.
qint64 sizeOf(const CommOpRef &op)
{
    double megabytes = 0;
    bool isMeasured = false; // not of a record that was derived from the times of the operator alone
    for (const TransportRef t : op.transports()) {
        isMeasured = true;
        if (t.transport() == QLatin1String("SDMA"))
            continue;
        const std::optional<double> size = t.sizeMb();
        if (!size)
            return -1;
        megabytes += *size;
    }
    return isMeasured ? saturatedRound(megabytes * 1e6) : -1;
}

// The records of communication.json by the name of their operator, each list by start, those without one first.
class RecordsByName
{
public:
    struct Record
    {
        CommOpRef op;
        qint64 sizeBytes;
    };

    RecordsByName(const CommOps &ops, const JobContext &job)
    {
        for (size_t i = 0; i < ops.size(); ++i) {
            if (i % pollOperators == 0 && job.isCanceled())
                return;
            const CommOpRef op = ops[i];
            if (!op.isTotal() && !op.groupHash().isEmpty())
                m_ops[op.nameView()].push_back({op, sizeOf(op)});
        }
        for (auto &[name, list] : m_ops) {
            if (!sortCancellably(list, job,
                                 [](const Record &a, const Record &b) { return a.op.startUs() < b.op.startUs(); }))
                return;
        }
    }
    /// The one that begins within 0.3 us of the slice; the only one of its name in any case.
    [[nodiscard]] const Record *find(std::string_view name, qint64 startNs) const
    {
        constexpr double toleranceUs = 0.3;
        const auto found = m_ops.find(name);
        if (found == m_ops.end())
            return nullptr;
        const std::vector<Record> &list = found->second;
        if (list.size() == 1)
            return &list.front();
        const double startUs = static_cast<double>(startNs) / 1000.0;
        const auto first = std::ranges::partition_point(list, [&](const Record &r) {
            const std::optional<double> at = r.op.startUs();
            return !at || startUs - *at > toleranceUs;
        });
        return first != list.end() && *first->op.startUs() - startUs <= toleranceUs ? &*first : nullptr;
    }

private:
    std::map<std::string_view, std::vector<Record>> m_ops;
};

/// Operators of one rank as a file has them, by domain.
class RecordedOperators
{
public:
    void add(const CommOpRef &op, size_t row)
    {
        const std::optional<qint64> start = parseDecimalUs(op.startTextView());
        const std::optional<double> elapse = op.elapseMs();
        if (op.isTotal() || op.groupHash().isEmpty() || !start || !elapse || *elapse < 0)
            return;
        const auto [sequence, isNew] = m_sequenceOf.try_emplace(op.groupHash(), m_all.size());
        if (isNew)
            m_all.push_back({op.groupHash(), {}});
        CollectiveOp made;
        made.startNs = *start;
        made.endNs = saturatedSum(*start, saturatedRound(*elapse * 1e6));
        made.kind = collectiveKind(op.nameView());
        made.sizeBytes = sizeOf(op);
        made.p2p = isPointToPoint(made.kind);
        made.record = static_cast<qint64>(row);
        m_all[sequence->second].ops.push_back(made);
    }
    /// By start. Empty when cancelled.
    std::vector<CollectiveSequence> take(const JobContext &job)
    {
        const auto before = [](const CollectiveOp &a, const CollectiveOp &b) {
            return std::pair(a.startNs, a.record) < std::pair(b.startNs, b.record);
        };
        for (CollectiveSequence &sequence : m_all) {
            if (!sortCancellably(sequence.ops, job, before))
                return {};
        }
        return std::move(m_all);
    }

private:
    std::vector<CollectiveSequence> m_all;
    std::map<QString, size_t> m_sequenceOf;
};

} // namespace

QString collectiveKind(std::string_view operatorName)
{
    std::string_view name = operatorName;
    if (const size_t slash = name.rfind('/'); slash != std::string_view::npos)
        name.remove_prefix(slash + 1);
    if (name.starts_with("hcom_"))
        name.remove_prefix(5);
    size_t end = name.find("__");
    if (end == std::string_view::npos)
        end = name.find("-op");
    if (end != std::string_view::npos)
        name = name.substr(0, end);
    while (!name.empty() && name.back() == '_')
        name.remove_suffix(1);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toLower();
}

QString communicatorOf(const QString &lane)
{
    const QLatin1String prefix("Group ");
    const QLatin1String suffix(" Communication");
    if (!lane.startsWith(prefix) || !lane.endsWith(suffix) || lane.size() <= prefix.size() + suffix.size())
        return {};
    const QString name = lane.mid(prefix.size(), lane.size() - prefix.size() - suffix.size());
    bool ordinal = false;
    name.toInt(&ordinal);
    return ordinal ? QString() : name;
}

std::vector<CollectiveSequence> collectiveSequences(const RankData &rank, const JobContext &job)
{
    std::vector<CollectiveSequence> out;
    if (!rank.trace)
        return out;
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    const RecordsByName records(rank.commOps, job);
    std::map<QString, size_t> sequenceOf;
    std::unordered_map<quint32, QString> kindOf; // by StrId: names repeat
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (job.isCanceled())
            return {};
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::CommGroup)
            continue;
        const QString communicator = communicatorOf(trace.laneLabel(LaneId{l}));
        const QString laneDomain = communicator.isEmpty() ? QString() : groupHash(communicator);
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            if ((i - span.first) % pollOperators == 0 && job.isCanceled())
                return {};
            const SliceId id{i};
            if (s.kind(id) != SliceKind::CommOperator)
                continue;
            const std::string_view name = trace.strings().view(s.name(id));
            QString domain = laneDomain;
            qint64 size = -1;
            if (const RecordsByName::Record *const record = records.find(name, s.start(id))) {
                if (domain.isEmpty())
                    domain = record->op.groupHash();
                size = record->sizeBytes;
            }
            if (domain.isEmpty()) {
                const std::string_view digits = hashDigits(name);
                domain = u'?' + QString::fromUtf8(digits.data(), static_cast<qsizetype>(digits.size()));
            }
            const auto [sequence, isNew] = sequenceOf.try_emplace(domain, out.size());
            if (isNew)
                out.push_back({domain, {}});
            QString &kind = kindOf[raw(s.name(id))];
            if (kind.isEmpty())
                kind = collectiveKind(name);
            out[sequence->second].ops.push_back(
                {id, LaneId{l}, s.start(id), s.end(id), kind, size, isPointToPoint(kind), -1});
        }
    }
    for (CollectiveSequence &sequence : out) {
        const auto before = [](const CollectiveOp &a, const CollectiveOp &b) {
            return std::pair(a.startNs, raw(a.slice)) < std::pair(b.startNs, raw(b.slice));
        };
        if (!sortCancellably(sequence.ops, job, before))
            return {};
    }
    return out;
}

std::vector<CollectiveSequence> recordedSequences(const RankData &rank, const JobContext &job)
{
    RecordedOperators all;
    for (size_t i = 0; i < rank.commOps.size(); ++i) {
        if (i % pollOperators == 0 && job.isCanceled())
            return {};
        all.add(rank.commOps[i], i);
    }
    return all.take(job);
}

std::map<int, std::vector<CollectiveSequence>> clusterSequences(const CommOps &ops, const JobContext &job)
{
    std::map<int, RecordedOperators> ranks;
    for (size_t i = 0; i < ops.size(); ++i) {
        if (i % pollOperators == 0 && job.isCanceled())
            return {};
        const CommOpRef op = ops[i];
        ranks[op.rank()].add(op, i);
    }
    std::map<int, std::vector<CollectiveSequence>> out;
    for (auto &[rank, all] : ranks)
        out.emplace(rank, all.take(job));
    return out;
}

void nameDomains(std::vector<CollectiveSequence> &sequences, const std::vector<Domain> &domains, int rank)
{
    constexpr qsizetype digitsOfName = 3;
    bool isNamed = false;
    for (CollectiveSequence &s : sequences) {
        bool isNumber = false;
        const int digits = s.domain.startsWith(u'?') ? QStringView(s.domain).mid(1).toInt(&isNumber) : -1;
        if (!isNumber)
            continue;
        const Domain *only = nullptr;
        int count = 0;
        for (const Domain &d : domains) {
            const bool mayHold = !d.ranksKnown || std::ranges::binary_search(d.ranks, rank);
            if (mayHold && QStringView(d.hash).right(digitsOfName).toInt(&isNumber) == digits && isNumber) {
                only = &d;
                ++count;
            }
        }
        if (count == 1) {
            s.domain = only->hash;
            isNamed = true;
        }
    }
    if (!isNamed)
        return;
    std::vector<CollectiveSequence> out;
    for (CollectiveSequence &s : sequences) {
        const auto same = std::ranges::find_if(out, [&s](const auto &o) { return o.domain == s.domain; });
        if (same == out.end()) {
            out.push_back(std::move(s));
            continue;
        }
        const auto middle = same->ops.insert(same->ops.end(), s.ops.begin(), s.ops.end());
        std::inplace_merge(same->ops.begin(), middle, same->ops.end(),
                           [](const CollectiveOp &a, const CollectiveOp &b) { return a.startNs < b.startNs; });
    }
    sequences = std::move(out);
}

void forgetUnevenSizes(const std::vector<std::vector<CollectiveSequence> *> &ranks)
{
    std::map<QString, std::vector<CollectiveSequence *>> domains;
    for (std::vector<CollectiveSequence> *const rank : ranks) {
        for (CollectiveSequence &s : *rank)
            domains[s.domain].push_back(&s);
    }
    for (const auto &[domain, members] : domains) {
        const bool lacks = std::ranges::any_of(members, [](const CollectiveSequence *s) {
            const auto unsized = std::ranges::count_if(s->ops, [](const CollectiveOp &op) { return op.sizeBytes < 0; });
            return unsized > 0 && 2 * unsized >= std::ssize(s->ops);
        });
        for (CollectiveSequence *const s : lacks &&members.size() > 1 ? members : std::vector<CollectiveSequence *>()) {
            for (CollectiveOp &op : s->ops)
                op.sizeBytes = -1;
        }
    }
}

std::vector<CollectiveSequence> splitTransfers(std::vector<CollectiveSequence> &sequences)
{
    std::vector<CollectiveSequence> out;
    for (CollectiveSequence &s : sequences) {
        const auto transfers =
            std::stable_partition(s.ops.begin(), s.ops.end(), [](const CollectiveOp &op) { return !op.p2p; });
        if (transfers != s.ops.end())
            out.push_back({s.domain, {transfers, s.ops.end()}});
        s.ops.erase(transfers, s.ops.end());
    }
    return out;
}

} // namespace rs
