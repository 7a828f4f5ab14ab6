// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commmatrix.h"

#include "analysis/communication/transportsums.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/optionalsum.h"
#include "core/base/largepages.h"
#include "core/base/pagevector.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace rs {

namespace {

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

bool isSumOfKind(const MatrixLinkRef &link)
{
    return link.statistic().isEmpty() || link.statistic() == u"total";
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
        std::ranges::sort(ids, [&](int a, int b) { return key(text(a)) < key(text(b)); });
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

// Common fields of cells that differ only in their ends, texts as numbers: a domain of a thousand ranks has a million
// links, and thousands of them are listed together.
struct CellGroup
{
    int step = 0;
    int domain = 0;
    bool total = false;
    int op = 0;
    bool local = false;
    auto operator<=>(const CellGroup &) const = default;
};

// A link, or its part of a total.
struct Part
{
    quint32 group = 0;
    quint32 piece = 0;
    quint32 link = 0; // of the store that the piece is of
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

// Values derived from the texts of a link, which are mostly those of the link before.
class LinkTexts
{
public:
    TextIds steps;
    TextIds hashes;
    TextIds ops;

    // Step of the last link.
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

void addLink(MatrixCell &cell, const CellGroup &group, const Part &part, const MatrixLinkRef &link, bool isNew)
{
    if (isNew) {
        cell.step = link.step();
        cell.domainHash = link.groupHash();
        cell.p2p = link.p2p();
        if (!group.total) {
            cell.kind = link.kind();
            cell.statistic = link.statistic();
        }
        cell.source = part.source;
        cell.destination = part.destination;
        cell.global = !group.local;
        if (!link.globalRanks()) {
            cell.localSource = link.source();
            cell.localDestination = link.destination();
        }
        cell.bandwidthGbs = link.bandwidthGbs();
    }
    addPart(cell.sizeMb, link.sizeMb(), isNew);
    addPart(cell.timeMs, link.timeMs(), isNew);
    if (!isNew || group.total)
        cell.bandwidthGbs = bandwidthOver(cell.sizeMb, cell.timeMs);
    cell.transport = link.transport();
    cell.opName = group.total ? QString() : link.opName();
    cell.inner = cell.source == cell.destination || cell.transport == u"LOCAL";
}

// Links of one store that follow each other: what one thread works on.
struct Piece
{
    const MatrixLinks *links = nullptr;
    size_t first = 0;
    size_t last = 0;
    LinkTexts texts{};
    std::set<std::pair<QString, QString>> summed{}; // step and domain with operators that add up to a total
    CellGroups groups{};
    std::vector<Part> parts{};
    std::vector<size_t> count{}; // of parts by group
};

std::vector<Piece> piecesOf(const Run &run)
{
    constexpr size_t most = size_t{1} << 16;
    std::vector<Piece> out;
    const auto add = [&out](const MatrixLinks &links) {
        for (size_t first = 0; first < links.size(); first += most)
            out.push_back({&links, first, std::min(first + most, links.size())});
    };
    for (const auto &rank : run.ranks) {
        if (rank)
            add(rank->links);
    }
    if (out.empty())
        add(run.cluster.links);
    return out;
}

// Cells in three turns over the links, of which each is shared among threads: the outcome is that of one thread.
class CellMaker
{
public:
    /// `sums`: see linkCells().
    CellMaker(const Run &run, const DomainIndex &index, const CommQuery &query, bool sums, const JobContext &job)
        : m_index(index), m_query(query), m_sums(sums), m_job(job), m_chosen(index.all(), query.domain),
          m_mapping(run, job), m_pieces(piecesOf(run))
    {
    }

    std::vector<MatrixCell> make()
    {
        findSummed();
        overPieces([this](quint32 piece) { addParts(piece); });
        if (m_job.isCanceled())
            return {};
        joinGroups();
        if (m_job.isCanceled())
            return {};
        sortParts();
        if (m_job.isCanceled())
            return {};
        return cells();
    }

private:
    // Parts of one group among the sorted ones.
    struct Range
    {
        size_t begin = 0;
        size_t end = 0;
    };

    void overPieces(const std::function<void(quint32)> &work)
    {
        parallelFor(m_query.pool, std::ssize(m_pieces), [&](qsizetype i) { work(static_cast<quint32>(i)); });
    }
    // A total that the file holds counts only where no operator does, else everything would be summed twice.
    void findSummed()
    {
        overPieces([this](quint32 at) {
            Piece &piece = m_pieces[at];
            JobPoll poll(m_job);
            for (size_t i = piece.first; i < piece.last && !poll.isCanceled(); ++i) {
                const MatrixLinkRef link = (*piece.links)[i];
                if (!piece.texts.look(link) || piece.texts.isTotal || !piece.texts.isPartOfTotal)
                    continue;
                piece.summed.emplace(link.step(), link.groupHash());
                // Totals of old files name no domain: each operator of the step stands in one of them.
                piece.summed.emplace(link.step(), QString());
            }
            piece.texts.forget();
        });
        for (Piece &piece : m_pieces)
            m_summed.merge(piece.summed);
    }
    void addParts(quint32 at)
    {
        Piece &piece = m_pieces[at];
        LinkTexts &texts = piece.texts;
        const bool wantTotal = m_sums || m_query.op.isEmpty() || m_query.op == TotalOp;
        const int totalOp = texts.ops.of(QString(TotalOp));
        LinkResolver resolver(m_mapping);
        piece.parts.reserve(piece.last - piece.first);
        bool isChosen = false;
        bool isSummed = false;
        JobPoll poll(m_job);
        for (size_t i = piece.first; i < piece.last && !poll.isCanceled(); ++i) {
            const MatrixLinkRef link = (*piece.links)[i];
            if (texts.look(link)) {
                isChosen = (m_query.step.isEmpty() || link.step() == m_query.step) && m_chosen.has(link.groupHash());
                isSummed = texts.isTotal ? !m_summed.contains({link.step(), link.groupHash()}) : texts.isPartOfTotal;
            }
            if (!isChosen)
                continue;
            const ResolvedLink r = resolver.of(link);
            const auto add = [&](bool total, int op) {
                const quint32 group = piece.groups.of({texts.step, texts.domain, total, op, !r.global});
                piece.parts.push_back({group, at, static_cast<quint32>(i), r.source, r.destination});
                piece.count.resize(piece.groups.all().size());
                ++piece.count[group];
            };
            if (!texts.isTotal && !m_query.total) {
                const QString &op = texts.op(link);
                const bool isAsked = m_query.op.isEmpty() ? !m_sums : m_query.op == op || m_query.op == link.key();
                if (isAsked ||
                    (m_sums && (isSumOfKind(link) || (!m_query.op.isEmpty() && m_query.op == link.opName()))))
                    add(false, texts.opId);
            }
            if (isSummed && wantTotal)
                add(true, totalOp);
        }
    }
    // The groups of all pieces as one list, in the order of the cells. Of no use when cancelled.
    void joinGroups()
    {
        CellGroups groups;
        JobPoll poll(m_job);
        for (const Piece &piece : m_pieces) {
            std::vector<quint32> &ids = m_groupOf.emplace_back();
            for (const CellGroup &g : piece.groups.all()) {
                if (poll.isCanceled())
                    return;
                CellGroup same = g;
                same.step = m_steps.of(piece.texts.steps.text(g.step));
                same.domain = m_hashes.of(piece.texts.hashes.text(g.domain));
                same.op = m_ops.of(piece.texts.ops.text(g.op));
                ids.push_back(groups.of(same));
            }
        }
        const std::vector<int> stepPlaces = m_steps.order(stepKey);
        const std::vector<int> domainPlaces =
            m_hashes.order([this](const QString &text) { return std::pair(m_index.order(text), text); });
        const std::vector<int> opPlaces = m_ops.order([](const QString &text) { return text; });
        std::vector<CellGroup> all = groups.all();
        for (CellGroup &group : all) {
            group.step = stepPlaces[static_cast<size_t>(group.step)];
            group.domain = domainPlaces[static_cast<size_t>(group.domain)];
            group.op = opPlaces[static_cast<size_t>(group.op)];
        }
        std::vector<quint32> order(all.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, [&all](quint32 a, quint32 b) { return all[a] < all[b]; });
        std::vector<quint32> places(all.size());
        for (const quint32 id : order) {
            places[id] = static_cast<quint32>(m_groups.size());
            m_groups.push_back(all[id]);
        }
        for (std::vector<quint32> &ids : m_groupOf) {
            for (quint32 &id : ids)
                id = places[id];
        }
    }
    // Parts by their groups and by their ends; parts of one link as they were. Of no use when cancelled.
    void sortParts()
    {
        std::vector<std::vector<size_t *>> counts(m_groups.size()); // in the order of the pieces
        JobPoll poll(m_job);
        for (size_t p = 0; p < m_pieces.size(); ++p) {
            for (size_t g = 0; g < m_groupOf[p].size() && !poll.isCanceled(); ++g)
                counts[m_groupOf[p][g]].push_back(&m_pieces[p].count[g]);
        }
        if (m_job.isCanceled())
            return;
        std::vector<Range> ranges;
        ranges.reserve(m_groups.size());
        size_t sum = 0;
        for (const std::vector<size_t *> &ofGroup : counts) {
            const size_t begin = sum;
            for (size_t *const count : ofGroup)
                sum += std::exchange(*count, sum); // from now on the place of the next one
            ranges.push_back({begin, sum});
        }
        m_parts.reserve(sum);
        preferLargePages(m_parts.data(), sum * sizeof(Part));
        m_parts.resize(sum);
        overPieces([this](quint32 at) {
            Piece &piece = m_pieces[at];
            for (Part part : std::exchange(piece.parts, {})) {
                const size_t to = piece.count[part.group]++;
                part.group = m_groupOf[at][part.group];
                m_parts[to] = part;
            }
        });
        const auto before = [](const Part &a, const Part &b) { return a.ends() < b.ends(); };
        parallelFor(m_query.pool, std::ssize(ranges), [&](qsizetype i) {
            const Range &range = ranges[static_cast<size_t>(i)];
            const auto begin = m_parts.begin() + static_cast<std::ptrdiff_t>(range.begin);
            const auto end = m_parts.begin() + static_cast<std::ptrdiff_t>(range.end);
            if (!m_job.isCanceled() && !std::is_sorted(begin, end, before))
                std::stable_sort(begin, end, before);
        });
    }
    [[nodiscard]] bool isFirst(size_t i) const
    {
        return i == 0 || m_parts[i - 1].group != m_parts[i].group || m_parts[i - 1].ends() != m_parts[i].ends();
    }
    [[nodiscard]] std::vector<MatrixCell> cells() const
    {
        // Each thread makes whole cells of parts that follow each other.
        constexpr size_t most = size_t{1} << 14;
        std::vector<Range> ranges;
        for (size_t begin = 0; begin < m_parts.size();) {
            size_t end = std::min(begin + most, m_parts.size());
            while (end < m_parts.size() && !isFirst(end))
                ++end;
            ranges.push_back({begin, end});
            begin = end;
        }
        std::vector<size_t> starts(ranges.size());
        parallelFor(m_query.pool, std::ssize(ranges), [&](qsizetype i) {
            const auto at = static_cast<size_t>(i);
            for (size_t p = ranges[at].begin; p < ranges[at].end; ++p)
                starts[at] += isFirst(p) ? 1 : 0;
        });
        size_t sum = 0;
        for (size_t &start : starts)
            sum += std::exchange(start, sum);
        std::vector<MatrixCell> out;
        out.reserve(sum); // growing would copy what is many times as large as the links
        preferLargePages(out.data(), sum * sizeof(MatrixCell));
        out.resize(sum);
        parallelFor(m_query.pool, std::ssize(ranges), [&](qsizetype i) {
            const auto at = static_cast<size_t>(i);
            fill(out, starts[at], ranges[at]);
        });
        return m_job.isCanceled() ? std::vector<MatrixCell>() : std::move(out);
    }
    // The cells from `next` on, of these parts.
    void fill(std::vector<MatrixCell> &out, size_t next, const Range &range) const
    {
        JobPoll poll(m_job);
        QString label;
        for (size_t i = range.begin; i < range.end && !poll.isCanceled(); ++i) {
            const Part &part = m_parts[i];
            const CellGroup &group = m_groups[part.group];
            if (i == range.begin || m_parts[i - 1].group != part.group)
                label = m_index.label(m_hashes.text(group.domain));
            const bool isNew = isFirst(i);
            if (isNew) {
                MatrixCell &cell = out[next++];
                cell.op = m_ops.text(group.op);
                cell.domain = label;
            }
            addLink(out[next - 1], group, part, (*m_pieces[part.piece].links)[part.link], isNew);
        }
    }

    const DomainIndex &m_index;
    const CommQuery &m_query;
    const bool m_sums;
    const JobContext &m_job;
    const DomainChoice m_chosen;
    const RankMapping m_mapping;
    std::vector<Piece> m_pieces;
    std::set<std::pair<QString, QString>> m_summed;
    TextIds m_steps;
    TextIds m_hashes;
    TextIds m_ops;
    std::vector<CellGroup> m_groups;
    std::vector<std::vector<quint32>> m_groupOf; // by piece and its own number of a group
    PageVector<Part> m_parts;
};

} // namespace

bool isBetween(const MatrixCell &cell, const std::vector<int> &ranks)
{
    const auto has = [&ranks](int rank) { return std::ranges::binary_search(ranks, rank); };
    return ranks.empty() || !cell.global || (has(cell.source) && has(cell.destination));
}

std::vector<MatrixCell> matrixCells(const Run &run, const CommQuery &query, const JobContext &job)
{
    return matrixCells(run, DomainIndex(run, job), query, job);
}

std::vector<MatrixCell> matrixCells(const Run &run, const DomainIndex &index, const CommQuery &query,
                                    const JobContext &job)
{
    return CellMaker(run, index, query, false, job).make();
}

std::vector<MatrixCell> linkCells(const Run &run, const CommQuery &query, const JobContext &job)
{
    const DomainIndex index(run, job);
    return CellMaker(run, index, query, true, job).make();
}

} // namespace rs
