// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domains.h"

#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "core/text/idmemo.h"
#include "core/text/ranklist.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace rs {

namespace {

// Ranks that mostly come again and again in their order: each is looked for behind the one before.
class RankSet
{
public:
    RankSet() = default;
    Q_DISABLE_COPY_MOVE(RankSet)
    void insert(int rank)
    {
        const auto at = m_ranks.insert(m_next, rank);
        m_next = std::next(at) == m_ranks.end() ? m_ranks.begin() : std::next(at);
    }
    [[nodiscard]] const std::set<int> &all() const { return m_ranks; }

private:
    std::set<int> m_ranks;
    std::set<int>::const_iterator m_next = m_ranks.end();
};

struct Seen
{
    RankSet ranks;
    QString commName;
    QString laneName; // where no description names it
    QString pgName;
    std::set<int> named;                    // global ranks that a group description lists
    const std::vector<int> *last = nullptr; // of these descriptions
    bool p2p = false;
    bool collective = false;
    bool calledP2p = false; // by a description; counts where no operator was seen
    bool isStated = false;  // by a description that names the group or is a member's own
};

// By hash. One communicator is one domain, whatever classes its operators were filed under.
using SeenByHash = std::map<QString, Seen>;

void observe(SeenByHash &table, bool p2p, const QString &hash, int rank)
{
    if (hash.isEmpty())
        return;
    Seen &s = table[hash];
    (p2p ? s.p2p : s.collective) = true;
    if (rank >= 0)
        s.ranks.insert(rank);
}

/// Operators or links of one store mostly are of few domains and of one rank, and say the same of them.
class Observer
{
public:
    explicit Observer(SeenByHash &table) : m_table(table) {}
    void observe(bool p2p, WordId id, const QString &hash, int rank)
    {
        std::optional<int> &last = (p2p ? m_p2p : m_collective)[id];
        if (last == rank)
            return;
        last = rank;
        rs::observe(m_table, p2p, hash, rank);
    }

private:
    SeenByHash &m_table;
    IdMemo<std::optional<int>> m_p2p; ///< the rank that was there before
    IdMemo<std::optional<int>> m_collective;
};

QString hashOf(const GroupInfo &g)
{
    return g.hash.isEmpty() && !g.commName.isEmpty() ? groupHash(g.commName) : g.hash;
}

void describeGroup(SeenByHash &table, const GroupInfo &g, int rank)
{
    const QString hash = hashOf(g);
    if (hash.isEmpty())
        return;
    Seen &s = table[hash];
    if (s.commName.isEmpty())
        s.commName = g.commName;
    if (s.pgName.isEmpty())
        s.pgName = g.pgName;
    s.calledP2p = s.calledP2p || g.p2p;
    s.isStated = s.isStated || rank >= 0 || !g.commName.isEmpty() || !g.pgName.isEmpty();
    // Every member of a group describes it, nearly always alike: of all ranks of a world, all ranks of that world.
    if (!s.last || *s.last != g.globalRanks)
        s.named.insert(g.globalRanks.begin(), g.globalRanks.end());
    s.last = &g.globalRanks;
    if (rank >= 0)
        s.ranks.insert(rank);
}

void nameByLane(SeenByHash &table, const QString &communicator)
{
    if (communicator.isEmpty())
        return;
    if (const auto at = table.find(groupHash(communicator)); at != table.end() && at->second.commName.isEmpty())
        at->second.laneName = communicator;
}

/// Place in a domain of the rank whose file names links by places: such a file holds the links from that place alone,
/// and of a domain with collectives one to itself. No place if the links contradict each other.
class OwnPlace
{
public:
    [[nodiscard]] bool isSeen() const { return m_sources.isSeen(); }
    void see(int source, int destination)
    {
        m_sources.see(source);
        if (source == destination)
            m_inner.see(source);
    }
    [[nodiscard]] std::optional<int> place() const { return m_inner.isSeen() ? m_inner.only() : m_sources.only(); }

private:
    class OneOf
    {
    public:
        [[nodiscard]] bool isSeen() const { return m_last.has_value(); }
        void see(int value)
        {
            m_areMany = m_areMany || (m_last && *m_last != value);
            m_last = value;
        }
        [[nodiscard]] std::optional<int> only() const { return m_areMany ? std::nullopt : m_last; }

    private:
        std::optional<int> m_last;
        bool m_areMany = false;
    };

    OneOf m_sources; ///< sources of all links
    OneOf m_inner;   ///< sources of links to a rank itself
};

// By hash, in the order of the file.
std::vector<std::pair<QString, int>> ownPlaces(const MatrixLinks &links, JobPoll &poll)
{
    IdMemo<OwnPlace> places;
    std::vector<MatrixLinkRef> firsts; // of each domain
    for (const MatrixLinkRef link : links) {
        if (poll.isCanceled())
            return {};
        if (link.globalRanks())
            continue;
        OwnPlace &place = places[link.textId(LinkColumns::GroupHash)];
        if (!place.isSeen())
            firsts.push_back(link);
        place.see(link.source(), link.destination());
    }
    std::vector<std::pair<QString, int>> out;
    for (const MatrixLinkRef &first : firsts) {
        if (poll.isCanceled())
            return {};
        if (const std::optional<int> place = places[first.textId(LinkColumns::GroupHash)].place())
            out.emplace_back(first.groupHash(), *place);
    }
    return out;
}

std::optional<int> rankAt(const std::map<int, int> &ranks, int place)
{
    const auto it = ranks.find(place);
    return it == ranks.end() ? std::nullopt : std::optional(it->second);
}

} // namespace

std::vector<Domain> domains(const Run &run, const JobContext &job)
{
    SeenByHash table;
    JobPoll poll(job);
    bool ofRanks = false;
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        Observer operators(table);
        for (const CommOpRef op : rank->commOps) {
            if (poll.isCanceled())
                return {};
            operators.observe(op.p2p(), op.groupId(), op.groupHash(), op.rank() >= 0 ? op.rank() : rank->info.rank);
        }
        Observer links(table);
        for (const MatrixLinkRef link : rank->links) {
            if (poll.isCanceled())
                return {};
            links.observe(link.p2p(), link.textId(LinkColumns::GroupHash), link.groupHash(),
                          link.ownerRank() >= 0 ? link.ownerRank() : rank->info.rank);
        }
        ofRanks = ofRanks || !rank->commOps.empty() || !rank->links.empty();
    }
    if (!ofRanks) {
        for (const CommOpRef op : run.cluster.commOps) {
            if (poll.isCanceled())
                return {};
            observe(table, op.p2p(), op.groupHash(), op.rank());
        }
        std::optional<MatrixLinkRef> last;
        for (const MatrixLinkRef link : run.cluster.links) {
            if (poll.isCanceled())
                return {};
            if (!link.globalRanks())
                continue;
            const bool isNew = !last || last->source() != link.source() || last->p2p() != link.p2p() ||
                               last->groupHash() != link.groupHash();
            if (isNew)
                observe(table, link.p2p(), link.groupHash(), link.source());
            observe(table, link.p2p(), link.groupHash(), link.destination());
            last = link;
        }
    }
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        for (const GroupInfo &g : rank->groups) {
            if (poll.isCanceled())
                return {};
            describeGroup(table, g, rank->info.rank);
        }
    }
    for (const GroupInfo &g : run.cluster.groups) {
        if (poll.isCanceled())
            return {};
        if (!ofRanks || !isRankSetName(g.hash))
            describeGroup(table, g, -1);
    }

    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        for (const Lane &lane : rank->trace->lanes()) {
            if (poll.isCanceled())
                return {};
            if (lane.kind == LaneKind::CommGroup)
                nameByLane(table, communicatorOf(rank->trace->strings().text(lane.name)));
        }
    }

    std::vector<Domain> out;
    for (const auto &[hash, seen] : table) {
        if (poll.isCanceled())
            return {};
        Domain d;
        d.hash = hash;
        d.p2p = (seen.p2p || seen.calledP2p) && !seen.collective;
        d.pgName = seen.pgName;
        d.groupName = seen.commName.isEmpty() ? hash : seen.commName;
        d.laneName = seen.laneName;
        // Ranks of which no file is here make the observed set incomplete: a description of the group wins.
        d.ranksKnown = !seen.named.empty();
        // A cluster analysis lists without a name what it saw, and there may be more.
        static const std::set<int> none;
        const std::set<int> &more = d.ranksKnown && seen.isStated ? none : seen.ranks.all();
        std::set_union(seen.named.begin(), seen.named.end(), more.begin(), more.end(), std::back_inserter(d.ranks));
        out.push_back(std::move(d));
    }
    if (job.isCanceled())
        return {};
    std::ranges::stable_sort(out, [](const Domain &a, const Domain &b) {
        if (a.p2p != b.p2p)
            return b.p2p;
        const int first = a.ranks.empty() ? -1 : a.ranks.front();
        const int other = b.ranks.empty() ? -1 : b.ranks.front();
        if (first != other)
            return first < other;
        if (a.ranks.size() != b.ranks.size())
            return a.ranks.size() > b.ranks.size();
        return a.label() < b.label();
    });
    return out;
}

namespace {

// Null where several are meant: nobody can tell which.
template <typename Is>
const Domain *onlyOne(const std::vector<Domain> &all, const Is &is)
{
    const auto found = std::ranges::find_if(all, is);
    return found == all.end() || std::any_of(found + 1, all.end(), is) ? nullptr : &*found;
}

// If no file names a group, its label lists the ranks that were read: that of one rank has fewer than that of the run.
// The digits are those of the hash, in both.
const Domain *findByDigits(const std::vector<Domain> &all, QStringView text)
{
    const qsizetype at = text.lastIndexOf(u'@');
    if (at <= 0 || text.front() != u'(')
        return nullptr;
    return onlyOne(all, [&](const Domain &d) { return !d.ranksKnown && d.label().endsWith(text.mid(at)); });
}

// "tp:(0,1,2)", "(0-2)" or "0-2": labels of many ranks have intervals, and people may have either. A lone number is
// none of these.
const Domain *findByRanks(const std::vector<Domain> &all, QStringView text)
{
    const qsizetype open = text.indexOf(u'(');
    const qsizetype close = text.lastIndexOf(u')');
    if (open < 0 && close < 0 && (text.contains(u',') || text.contains(u'-'))) {
        const std::optional<std::vector<int>> ranks = ranksOfText(text);
        return ranks && !ranks->empty() ? onlyOne(all, [&](const Domain &d) { return d.ranks == *ranks; }) : nullptr;
    }
    if (open < 0 || close < open || (open > 0 && text[open - 1] != u':'))
        return nullptr;
    const QStringView name = text.first(std::max<qsizetype>(open - 1, 0));
    const QStringView digits = text.sliced(close + 1);
    const std::optional<std::vector<int>> ranks = ranksOfText(text.sliced(open + 1, close - open - 1));
    if (!ranks || ranks->empty())
        return nullptr;
    return onlyOne(all, [&](const Domain &d) {
        return d.ranks == *ranks && (name.isEmpty() || d.pgName == name) &&
               (digits.isEmpty() || d.label().endsWith(digits));
    });
}

} // namespace

const Domain *findDomain(const std::vector<Domain> &all, QStringView text)
{
    for (const Domain &d : all) {
        if (d.label() == text || d.communicator() == text || d.hash == text)
            return &d;
    }
    if (const Domain *const named =
            onlyOne(all, [&](const Domain &d) { return !d.pgName.isEmpty() && d.pgName == text; }))
        return named;
    const Domain *const ofRanks = findByRanks(all, text);
    return ofRanks ? ofRanks : findByDigits(all, text);
}

QString domainLabel(const Run &run, QStringView text)
{
    const DomainChoice chosen(domains(run), text.toString());
    return chosen.isKnown() ? chosen.label() : QString();
}

DomainIndex::DomainIndex(const Run &run, const JobContext &job) : m_all(domains(run, job))
{
    JobPoll poll(job);
    m_labels.resize(m_all.size());
    for (size_t i = 0; i < m_all.size() && !poll.isCanceled(); ++i) {
        m_byHash.insert_or_assign(m_all[i].hash, static_cast<int>(i));
        m_labels[i] = m_all[i].label();
    }
}

const Domain *DomainIndex::find(const QString &hash) const
{
    const auto it = m_byHash.find(hash);
    return it == m_byHash.end() ? nullptr : &m_all[static_cast<size_t>(it->second)];
}

int DomainIndex::order(const QString &hash) const
{
    const auto it = m_byHash.find(hash);
    return it == m_byHash.end() ? static_cast<int>(m_all.size()) : it->second;
}

QString DomainIndex::label(const QString &hash) const
{
    const auto it = m_byHash.find(hash);
    return it == m_byHash.end() ? hash : m_labels[static_cast<size_t>(it->second)];
}

std::optional<Domain> describedDomain(const Run &run, const RankData &rank, const QString &lane)
{
    const QString communicator = communicatorOf(lane);
    if (communicator.isEmpty())
        return std::nullopt;
    Domain domain;
    domain.hash = groupHash(communicator);
    std::set<int> named;
    for (const std::vector<GroupInfo> *const groups : {&rank.groups, &run.cluster.groups}) {
        for (const GroupInfo &g : *groups) {
            if (hashOf(g) != domain.hash)
                continue;
            if (domain.pgName.isEmpty())
                domain.pgName = g.pgName;
            named.insert(g.globalRanks.begin(), g.globalRanks.end());
        }
    }
    domain.ranks.assign(named.begin(), named.end());
    return domain.pgName.isEmpty() || domain.ranks.empty() ? std::nullopt : std::optional(std::move(domain));
}

QString domainOfLane(const Run &run, const RankData &rank, const QString &lane)
{
    const std::optional<Domain> domain = describedDomain(run, rank, lane);
    return domain ? domain->label() : QString();
}

RankMapping::RankMapping(const Run &run, const JobContext &job)
{
    JobPoll poll(job);
    const auto describe = [this](const GroupInfo &g) {
        const QString hash = hashOf(g);
        if (hash.isEmpty() || g.globalRanks.empty() || m_global.contains(hash))
            return;
        std::vector<int> ranks = g.globalRanks;
        std::ranges::sort(ranks);
        std::map<int, int> &map = m_global[hash];
        for (size_t i = 0; i < ranks.size(); ++i)
            map.emplace(static_cast<int>(i), ranks[i]);
    };
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        for (const GroupInfo &g : rank->groups) {
            if (poll.isCanceled())
                return;
            describe(g);
        }
    }
    // communication_group.json lists ranks that were seen, which is no index map while some are missing; only the
    // description that each rank writes itself is one.
    std::map<QString, std::map<int, std::set<int>>> claims; // by hash and place
    for (const auto &rank : run.ranks) {
        if (!rank || rank->info.rank < 0)
            continue;
        for (const auto &[hash, place] : ownPlaces(rank->links, poll)) {
            if (poll.isCanceled())
                return;
            if (!m_global.contains(hash))
                claims[hash][place].insert(rank->info.rank);
        }
    }
    for (const auto &[hash, places] : claims) {
        if (poll.isCanceled())
            return;
        for (const auto &[place, ranks] : places) {
            if (ranks.size() == 1)
                m_global[hash].emplace(place, *ranks.begin());
        }
    }
}

const std::map<int, int> *RankMapping::group(const QString &hash) const
{
    const auto group = m_global.find(hash);
    return group == m_global.end() ? nullptr : &group->second;
}

std::optional<int> RankMapping::global(const QString &hash, int local) const
{
    const std::map<int, int> *const ranks = group(hash);
    return ranks ? rankAt(*ranks, local) : std::nullopt;
}

ResolvedLink LinkResolver::of(const MatrixLinkRef &link)
{
    ResolvedLink out{link, link.source(), link.destination(), link.globalRanks()};
    if (!link.globalRanks()) {
        if (!m_last || !isOneWord(m_last->groupHash(), link.groupHash()))
            m_group = m_mapping.group(link.groupHash());
        const auto source = m_group ? rankAt(*m_group, link.source()) : std::nullopt;
        const auto destination = m_group ? rankAt(*m_group, link.destination()) : std::nullopt;
        // Half a mapping would mix two numberings in one link.
        if (source && destination) {
            out.source = *source;
            out.destination = *destination;
            out.global = true;
        }
        m_last = link;
    }
    return out;
}

} // namespace rs
