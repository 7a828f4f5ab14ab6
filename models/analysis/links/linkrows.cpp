// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/linkrows.h"

#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "core/base/largepages.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/text/textpool.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <functional>
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

// Records of communication.json on the operators of one kind of a rank in a domain.
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

    /// Records of the operators behind a cell whose source is that rank; nothing if no file has them.
    [[nodiscard]] std::optional<KindOfRank> of(const MatrixCell &cell, int rank) const
    {
        const auto at = m_kinds.find({cell.step, cell.domainHash, rank});
        if (at == m_kinds.end())
            return std::nullopt;
        if (cell.op == TotalOp) {
            // Data that a rank receives went over links of others.
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
        // Those of a step and domain mostly stand together.
        std::optional<CommOpRef> last;
        std::map<QString, KindOfRank> *ofLast = nullptr;
        for (const CommOpRef op : ops) {
            if (poll.isCanceled())
                return;
            // If a file has only the times of operators, the links they used are unknown.
            if (op.isTotal() || (!op.transitMs() && op.transports().empty()))
                continue;
            const int of = op.rank() >= 0 ? op.rank() : rank;
            if (!last || last->stepId() != op.stepId() || last->groupId() != op.groupId() || last->rank() != op.rank())
                ofLast = &m_kinds[{op.step(), op.groupHash(), of}];
            last = op;
            addTo((*ofLast)[collectiveKind(op.nameView())], op);
            if (m_linksOf.empty())
                continue;
            if (const QString name = op.name(); m_linksOf.contains(name))
                addTo(m_named[{op.step(), op.groupHash(), of, name}], op);
        }
    }
    // Matrices of 2023 have a row for each operator, by its name, instead of one for each kind.
    void findNamed(const Run &run, JobPoll &poll)
    {
        const auto add = [&](const MatrixLinks &links) {
            std::optional<WordId> last;
            for (const MatrixLinkRef link : links) {
                if (poll.isCanceled())
                    return;
                if (const WordId key = link.textId(LinkColumns::Key); link.statistic().isEmpty() && key != last) {
                    m_linksOf.insert(link.key());
                    last = key;
                }
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
        const MatrixCell *last = nullptr;
        for (const MatrixCell &c : cells) {
            // Thousands of cells that follow each other are of one step and domain.
            if (!isOfKind(c) || (last && isOneWord(last->step, c.step) && isOneWord(last->domainHash, c.domainHash)))
                continue;
            m_byKind.emplace(c.step, c.domainHash);
            last = &c;
        }
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

    std::set<std::pair<QString, QString>> m_byKind;
};

// Operators of a rank by destination: files count them by rank alone.
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
    /// Calls of a link among the `all` operators of its source: one each if there are as many as links, else by its
    /// part of what they carry, as if all messages had a size. Nothing if that gives no whole number.
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

// Operators that crossed a link if the matrix names each of them, as hccl_raw_*.csv does. The operators of its source
// rank do not tell: files hold incoming transfers, and operators may have used other links or none.
class OperatorsOfLinks
{
public:
    explicit OperatorsOfLinks(const std::vector<MatrixCell> &cells)
    {
        for (const MatrixCell &c : cells) {
            if (isOneOperator(c))
                ++m_counts[{c.step, c.domainHash}][{c.global, c.source, c.destination}];
        }
    }
    [[nodiscard]] std::optional<qint64> of(const MatrixCell &c) const
    {
        if (isOneOperator(c))
            return 1;
        const auto step = c.op == TotalOp ? m_counts.find({c.step, c.domainHash}) : m_counts.end();
        if (step == m_counts.end())
            return std::nullopt;
        const auto at = step->second.find({c.global, c.source, c.destination});
        return at == step->second.end() ? std::nullopt : std::optional(at->second);
    }

private:
    static bool isOneOperator(const MatrixCell &c) { return c.statistic.isEmpty() && c.opName == c.op; }

    std::map<std::pair<QString, QString>, std::map<std::tuple<bool, int, int>, qint64>> m_counts;
};

/// Rows of cells as matrixCells() orders them: those of one operator from one source follow each other, and what the
/// files say of that rank is looked up once for all of them.
class LinkRowMaker
{
public:
    using Choice = std::function<bool(const MatrixCell &)>;

    /// Makes rows of the whole run, on which references rest: the sums, and operators by themselves if `op` names them,
    /// or all of them (`each`).
    LinkRowMaker(const Run &run, const JobContext &job, const QString &op = {}, bool each = false,
                 ThreadPool *pool = nullptr)
        : m_run(run), m_job(job), m_each(each), m_records(run, job), m_mapping(run, job)
    {
        m_query.op = op;
        m_query.pool = pool;
    }

    /// Those that are chosen, with packets and references.
    std::vector<LinkRow> all(const Choice &isChosen)
    {
        std::vector<MatrixCell> cells = allCells();
        const SumsOfKinds known(cells);
        JobPoll poll(m_job);
        std::erase_if(cells,
                      [&](const MatrixCell &c) { return !poll.isCanceled() && !known.isSum(c) && !isChosen(c); });
        std::vector<LinkRow> out = rowsOf(std::move(cells), true);
        const BestObservedRate reference = referenceOf(out, [&known](const MatrixCell &c) { return known.isSum(c); });
        std::erase_if(out, [&](const LinkRow &r) { return !poll.isCanceled() && !isChosen(r.cell); });
        for (LinkRow &r : out) {
            if (poll.isCanceled())
                return {};
            r.bestShare = reference.shareOf(sampleOf(r.cell, r.messageMb));
        }
        return out;
    }
    std::vector<LinkRow> sums()
    {
        std::vector<MatrixCell> cells = allCells();
        const SumsOfKinds known(cells);
        std::erase_if(cells, [&known](const MatrixCell &c) { return !known.isSum(c); });
        return rowsOf(std::move(cells), false);
    }
    std::vector<std::optional<double>> sharesOf(const std::vector<MatrixCell> &cells)
    {
        const BestObservedRate reference = referenceOf(sums());
        std::vector<std::optional<double>> out;
        out.reserve(cells.size());
        JobPoll poll(m_job);
        for (size_t first = 0; first < cells.size();) {
            const size_t last = endOfSource(cells, first);
            const std::optional<KindOfRank> records = recordsOf(cells[first]);
            for (; first < last; ++first) {
                if (poll.isCanceled())
                    return {};
                const MatrixCell &c = cells[first];
                out.push_back(reference.shareOf(sampleOf(c, messageMbOf(c, callsOf(c, records)))));
            }
        }
        return out;
    }

private:
    std::vector<MatrixCell> allCells()
    {
        std::vector<MatrixCell> cells = m_each ? matrixCells(m_run, m_query, m_job) : linkCells(m_run, m_query, m_job);
        m_sends = SendsOfRanks(cells);
        m_operators = OperatorsOfLinks(cells);
        return cells;
    }
    // Behind the last of those that follow the cell at `first` and are of its operator and source.
    static size_t endOfSource(const std::vector<MatrixCell> &cells, size_t first)
    {
        const MatrixCell &f = cells[first];
        size_t last = first + 1;
        while (last < cells.size() && isOfSource(cells[last], f))
            ++last;
        return last;
    }
    static bool isOfSource(const MatrixCell &c, const MatrixCell &other)
    {
        return c.source == other.source && c.global == other.global && c.localSource == other.localSource &&
               c.p2p == other.p2p && c.op == other.op && c.kind == other.kind && c.statistic == other.statistic &&
               c.step == other.step && c.domainHash == other.domainHash;
    }
    [[nodiscard]] std::vector<LinkRow> rowsOf(std::vector<MatrixCell> cells, bool packets) const
    {
        std::vector<LinkRow> out;
        reserveLarge(out, cells.size());
        JobPoll poll(m_job);
        for (size_t first = 0; first < cells.size();) {
            const size_t last = endOfSource(cells, first);
            const std::optional<KindOfRank> records = recordsOf(cells[first]);
            std::map<QString, int> links; // by transport
            for (size_t i = first; i < last && packets && records && isSum(cells[i]); ++i)
                ++links[cells[i].transport];
            for (; first < last; ++first) {
                if (poll.isCanceled())
                    return {};
                LinkRow &row = out.emplace_back();
                row.cell = std::move(cells[first]);
                row.calls = callsOf(row.cell, records);
                row.messageMb = messageMbOf(row.cell, row.calls);
                if (const auto at = links.find(row.cell.transport); at != links.end())
                    addPackets(*records, at->second, row);
            }
        }
        return out;
    }
    // Packets of a single operator among several are in no file by link.
    static bool isSum(const MatrixCell &c)
    {
        return c.op == TotalOp || c.statistic.isEmpty() || c.statistic == u"total";
    }
    // Records of the rank whose file holds the link.
    [[nodiscard]] std::optional<KindOfRank> recordsOf(const MatrixCell &c) const
    {
        const std::optional<int> rank =
            c.global ? std::optional(c.source) : m_mapping.global(c.domainHash, c.localSource);
        return rank ? m_records.of(c, *rank) : std::nullopt;
    }
    [[nodiscard]] std::optional<qint64> callsOf(const MatrixCell &c, const std::optional<KindOfRank> &records) const
    {
        if (!isSum(c))
            return 1;
        if (const std::optional<qint64> named = m_operators.of(c))
            return named;
        return records ? m_sends.callsOf(c, records->calls) : std::nullopt;
    }
    static std::optional<double> messageMbOf(const MatrixCell &c, const std::optional<qint64> &calls)
    {
        return c.sizeMb ? std::optional(*c.sizeMb / static_cast<double>(std::max<qint64>(calls.value_or(1), 1)))
                        : std::nullopt;
    }
    // `links`: of its type, from its source.
    static void addPackets(const KindOfRank &records, int links, LinkRow &row)
    {
        const auto at = records.packets.find(row.cell.transport);
        if (at == records.packets.end() || !at->second.known)
            return;
        row.packets = at->second.count;
        if (at->second.ratioKnown)
            row.largePacketRatio = at->second.large / static_cast<double>(at->second.count);
        row.packetsOfRank = links > 1;
    }
    static LinkSample sampleOf(const MatrixCell &c, const std::optional<double> &messageMb)
    {
        return {c.transport, messageMb.value_or(0), c.bandwidthGbs.value_or(0)};
    }
    static BestObservedRate referenceOf(
        const std::vector<LinkRow> &rows, const Choice &isSample = [](const MatrixCell &) { return true; })
    {
        std::vector<LinkSample> samples;
        reserveLarge(samples, rows.size());
        for (const LinkRow &r : rows) {
            if (isSample(r.cell))
                samples.push_back(sampleOf(r.cell, r.messageMb));
        }
        return BestObservedRate(samples);
    }

    const Run &m_run;
    CommQuery m_query;
    const JobContext &m_job;
    const bool m_each;
    LinkRecords m_records;
    RankMapping m_mapping;
    SendsOfRanks m_sends{{}};
    OperatorsOfLinks m_operators{{}};
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
    const DomainChoice chosen(domains(run, job), query.domain);
    const bool each = !query.total && query.op.isEmpty();
    std::vector<LinkRow> rows = LinkRowMaker(run, job, query.op, each, query.pool).all([&](const MatrixCell &c) {
        return (query.step.isEmpty() || c.step == query.step) && chosen.has(c.domainHash) &&
               (!query.total || c.op == TotalOp) && (query.op.isEmpty() || c.op == query.op || c.opName == query.op);
    });
    return job.isCanceled() ? std::vector<LinkRow>() : rows;
}

namespace {

constexpr int binsPerOctave = 8;
constexpr int reach = binsPerOctave / 2;

int binOf(double messageMb)
{
    return static_cast<int>(std::lround(binsPerOctave * std::log2(messageMb)));
}

bool isSound(const LinkSample &s)
{
    const auto &[transport, messageMb, gbs] = s;
    return !transport.isEmpty() && messageMb > 0 && gbs > 0 && std::isfinite(messageMb) && std::isfinite(gbs);
}

double ofBestTenth(std::vector<double> &values)
{
    const auto last = values.begin() + (std::ssize(values) + 9) / 10 - 1;
    std::nth_element(values.begin(), last, values.end(), std::greater<>());
    return *last;
}

} // namespace

BestObservedRate::BestObservedRate(const std::vector<LinkSample> &samples)
{
    std::map<QString, std::map<int, std::vector<double>>> bins;
    for (const LinkSample &s : samples) {
        if (isSound(s))
            bins[s.transport][binOf(s.messageMb)].push_back(s.gbs);
    }
    std::vector<double> alike;
    for (const auto &[transport, ofTransport] : bins) {
        std::set<int> reached;
        for (const auto &[bin, values] : ofTransport) {
            for (int b = bin - reach; b <= bin + reach; ++b)
                reached.insert(b);
        }
        for (const int bin : reached) {
            alike.clear();
            const auto end = ofTransport.upper_bound(bin + reach);
            for (auto at = ofTransport.lower_bound(bin - reach); at != end; ++at)
                alike.insert(alike.end(), at->second.begin(), at->second.end());
            if (alike.size() >= fewestSamples)
                m_best[transport][bin] = ofBestTenth(alike);
        }
    }
}

std::optional<double> BestObservedRate::best(const QString &transport, double messageMb) const
{
    const auto of = m_best.find(transport);
    if (of == m_best.end() || !(messageMb > 0) || !std::isfinite(messageMb))
        return std::nullopt;
    const auto at = of->second.find(binOf(messageMb));
    return at == of->second.end() ? std::nullopt : std::optional(at->second);
}

std::optional<double> BestObservedRate::shareOf(const LinkSample &sample) const
{
    const std::optional<double> reached = isSound(sample) ? best(sample.transport, sample.messageMb) : std::nullopt;
    return reached ? std::optional(sample.gbs / *reached) : std::nullopt;
}

} // namespace rs
