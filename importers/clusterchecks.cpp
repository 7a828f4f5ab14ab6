// SPDX-License-Identifier: Apache-2.0
#include "importers/clusterchecks.h"

#include "core/job/cancelsort.h"
#include "importers/differences.h"
#include "importers/files/findingseverity.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

const QString TotalKey = QStringLiteral("Total Op Info");

/// The ranks at the places of communication domains: by the ranks' own files, else by where a rank's links begin.
class RanksOfPlaces
{
public:
    explicit RanksOfPlaces(const Run &run)
    {
        for (const auto &rank : run.ranks) {
            if (!rank || rank->info.rank < 0)
                continue;
            std::map<std::pair<QString, int>, qint64> begins;
            std::map<QString, qint64> all;
            for (const MatrixLinkRef l : rank->links) {
                ++begins[{l.groupHash(), l.source()}];
                ++all[l.groupHash()];
            }
            for (const auto &[at, count] : begins) {
                if (count > all[at.first] / 2)
                    m_ranks[at] = rank->info.rank;
            }
        }
        for (const auto &rank : run.ranks) {
            if (!rank)
                continue;
            for (const GroupInfo &g : rank->groups) {
                std::vector<int> members = g.globalRanks;
                std::sort(members.begin(), members.end());
                for (size_t i = 0; i < members.size(); ++i)
                    m_ranks[{g.hash, static_cast<int>(i)}] = members[i];
            }
        }
        for (const auto &[at, rank] : m_ranks)
            m_known.emplace(at.first, rank);
    }
    /// -1 where nothing says.
    [[nodiscard]] int rankAt(const QString &hash, int place) const
    {
        const auto found = m_ranks.find({hash, place});
        return found == m_ranks.end() ? -1 : found->second;
    }
    [[nodiscard]] bool isKnown(const QString &hash, int rank) const { return m_known.contains({hash, rank}); }

private:
    std::map<std::pair<QString, int>, int> m_ranks;
    std::set<std::pair<QString, int>> m_known;
};

/// A link whose ends are ranks.
struct RankLink
{
    int source = -1;
    int destination = -1;
    MatrixLinkRef link;

    bool operator<(const RankLink &o) const
    {
        return std::tie(source, destination, link.step(), link.groupHash(), link.key()) <
               std::tie(o.source, o.destination, o.link.step(), o.link.groupHash(), o.link.key());
    }
    [[nodiscard]] Place place() const
    {
        return Place::step(link.step()).with(link.key()).with(QStringLiteral("%1-%2").arg(source).arg(destination));
    }
};

/// Both lists in order. Links of both are compared, those of one are told as alone.
void compareLinks(const std::vector<RankLink> &cluster, const std::vector<RankLink> &own, Differences &values,
                  Differences &alone)
{
    auto other = cluster.begin();
    for (const RankLink &l : own) {
        for (; other != cluster.end() && *other < l; ++other)
            alone.add(other->place());
        if (other == cluster.end() || l < *other) {
            alone.add(l.place());
            continue;
        }
        const MatrixLinkRef &a = other->link;
        const MatrixLinkRef &b = l.link;
        if (!isSame(a.sizeMb(), b.sizeMb(), 1e-4))
            values.add(l.place(), unequalNumbers(*a.sizeMb(), *b.sizeMb()) + QStringLiteral(" MB"));
        else if (!isSame(a.timeMs(), b.timeMs(), 1e-4))
            values.add(l.place(), unequalNumbers(*a.timeMs(), *b.timeMs()) + QStringLiteral(" ms"));
        else if (!isSame(a.bandwidthGbs(), b.bandwidthGbs(), 1e-3))
            values.add(l.place(), unequalNumbers(*a.bandwidthGbs(), *b.bandwidthGbs()) + QStringLiteral(" GB/s"));
        else if (a.transport() != b.transport())
            values.add(l.place(), a.transport() + QStringLiteral(" ≠ ") + b.transport());
        ++other;
    }
    for (; other != cluster.end(); ++other)
        alone.add(other->place());
}

/// Statistics of single operators are parts of what the sum over a kind of operators holds already.
bool isPartOfTotal(const QString &key)
{
    return !key.contains(u"top") && !key.contains(u"middle") && !key.contains(u"bottom");
}

/// What the parts of the totals of a link carried; of both lists, which are in order, by the link.
class PartsOfLinks
{
public:
    explicit PartsOfLinks(const std::vector<RankLink> &links) : m_links(links) {}

    struct Sum
    {
        std::optional<double> sizeMb = 0;
        std::optional<double> timeMs = 0;
        int parts = 0;

        /// Each part is rounded by itself. What is missing contradicts nothing.
        [[nodiscard]] bool isOtherSize(const MatrixLinkRef &total) const
        {
            return !isSame(sizeMb, total.sizeMb(), 1e-4 * parts);
        }
        [[nodiscard]] bool isOtherTime(const MatrixLinkRef &total) const
        {
            return !isSame(timeMs, total.timeMs(), 1e-4 * parts);
        }
    };
    /// Totals are asked for in order.
    [[nodiscard]] Sum of(const RankLink &total)
    {
        const auto keyOf = [](const RankLink &l) {
            return std::tuple<int, int, const QString &, const QString &>(l.source, l.destination, l.link.step(),
                                                                          l.link.groupHash());
        };
        while (m_next < m_links.size() && keyOf(m_links[m_next]) < keyOf(total))
            ++m_next;
        Sum out;
        for (size_t i = m_next; i < m_links.size() && keyOf(m_links[i]) == keyOf(total); ++i) {
            const MatrixLinkRef &l = m_links[i].link;
            if (!isPartOfTotal(l.key()))
                continue;
            add(out.sizeMb, l.sizeMb());
            add(out.timeMs, l.timeMs());
            ++out.parts;
        }
        return out;
    }

private:
    static void add(std::optional<double> &sum, const std::optional<double> &part)
    {
        sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
    }

    const std::vector<RankLink> &m_links;
    size_t m_next = 0;
};

/// Totals of the cluster against the sums of what the ranks' own files say. All lists in order. One that is the sum of
/// the cluster's own links differs by these, which are told by themselves.
void compareTotals(const std::vector<RankLink> &totals, const std::vector<RankLink> &cluster,
                   const std::vector<RankLink> &own, Differences &values)
{
    PartsOfLinks ofCluster(cluster);
    PartsOfLinks ofRanks(own);
    for (const RankLink &total : totals) {
        const PartsOfLinks::Sum ranks = ofRanks.of(total);
        const PartsOfLinks::Sum sum = ofCluster.of(total);
        if (ranks.parts == 0)
            continue;
        const MatrixLinkRef &l = total.link;
        if (ranks.isOtherSize(l) && (sum.parts == 0 || sum.isOtherSize(l)))
            values.add(total.place(), unequalNumbers(*l.sizeMb(), *ranks.sizeMb) + QStringLiteral(" MB"));
        else if (ranks.isOtherTime(l) && (sum.parts == 0 || sum.isOtherTime(l)))
            values.add(total.place(), unequalNumbers(*l.timeMs(), *ranks.timeMs) + QStringLiteral(" ms"));
    }
}

void noteClusterBandwidths(const MatrixLinks &links, const QString &file, ImportReport &report)
{
    Differences wrong;
    for (const MatrixLinkRef l : links) {
        if (isOtherBandwidth(l))
            wrong.add(Place::name(l.key()).with(QStringLiteral("%1-%2").arg(l.source()).arg(l.destination())));
    }
    if (wrong.count > 0)
        report.add({severityOf(wrong.count, static_cast<qint64>(links.size())),
                    file,
                    wrong.place,
                    QStringLiteral("matrix.bandwidth"),
                    RS_MESSAGE("Links whose bandwidth is not their size over their time: one of the three is wrong."),
                    {},
                    wrong.count});
}

/// Ranks that operators and links say to be in a domain.
using UsersOfDomains = std::map<QString, std::set<int>>;

UsersOfDomains usersOfDomains(const Run &run)
{
    UsersOfDomains out;
    std::set<int> ofCluster; // it knows the ranks that it was given
    for (const StepTraceRow &r : run.cluster.stepTrace) {
        if (r.rank >= 0 && r.stageRanks.isEmpty())
            ofCluster.insert(r.rank);
    }
    for (const CommOpRef op : run.cluster.commOps) {
        ofCluster.insert(op.rank());
        if (!op.isTotal() && !op.groupHash().isEmpty())
            out[op.groupHash()].insert(op.rank());
    }
    for (const MatrixLinkRef l : run.cluster.links) {
        if (l.key() != TotalKey && !l.groupHash().isEmpty())
            out[l.groupHash()].insert({l.source(), l.destination()});
    }
    for (const auto &rank : run.ranks) {
        if (!rank || rank->info.rank < 0 || (!ofCluster.empty() && !ofCluster.contains(rank->info.rank)))
            continue;
        for (const CommOpRef op : rank->commOps) {
            if (!op.isTotal() && !op.groupHash().isEmpty())
                out[op.groupHash()].insert(rank->info.rank);
        }
    }
    // The cluster's files say no more of them, and those of the ranks call them otherwise.
    std::erase_if(out, [](const auto &d) { return isRankSetName(d.first); });
    return out;
}

struct ListedDomain
{
    QString name;
    std::set<int> ranks;
};

std::map<QString, ListedDomain> listedDomains(const std::vector<GroupInfo> &groups)
{
    std::map<QString, ListedDomain> out;
    for (const GroupInfo &g : groups) {
        if (isRankSetName(g.hash))
            continue;
        ListedDomain &d = out[g.hash];
        d.name = !g.pgName.isEmpty() ? g.pgName : !g.commName.isEmpty() ? g.commName : g.hash;
        d.ranks.insert(g.globalRanks.begin(), g.globalRanks.end());
    }
    return out;
}

QString fewOf(const std::vector<QString> &names)
{
    constexpr size_t most = 3;
    QStringList out(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most)));
    if (names.size() > most)
        out << QStringLiteral("…");
    return out.isEmpty() ? QStringLiteral("–") : out.join(QStringLiteral(", "));
}

} // namespace

void noteClusterLinks(const Run &run, const JobContext &job, ImportReport &report)
{
    const QString file = clusterFile(run, "cluster_communication_matrix");
    if (file.isEmpty() || run.cluster.links.empty())
        return;
    noteClusterBandwidths(run.cluster.links, file, report);
    const RanksOfPlaces ranks(run);
    std::set<int> withLinks;
    std::vector<RankLink> own;
    for (const auto &rank : run.ranks) {
        if (!rank || rank->info.rank < 0 || job.isCanceled())
            continue;
        for (const MatrixLinkRef l : rank->links) {
            const int source = ranks.rankAt(l.groupHash(), l.source());
            const int destination = ranks.rankAt(l.groupHash(), l.destination());
            // Those of another rank are told elsewhere; totals are made here of what they sum up.
            if (source == rank->info.rank && destination >= 0 && l.key() != TotalKey) {
                own.push_back({source, destination, l});
                withLinks.insert(source);
            }
        }
    }
    std::vector<RankLink> cluster;
    std::vector<RankLink> totals;
    for (const MatrixLinkRef l : run.cluster.links) {
        if (withLinks.contains(l.source()) && ranks.isKnown(l.groupHash(), l.source()) &&
            ranks.isKnown(l.groupHash(), l.destination()))
            (l.key() == TotalKey ? totals : cluster).push_back({l.source(), l.destination(), l});
    }
    const auto isBefore = [](const RankLink &a, const RankLink &b) { return a < b; };
    if (own.empty() || !sortCancellably(own, job, isBefore) || !sortCancellably(cluster, job, isBefore) ||
        !sortCancellably(totals, job, isBefore))
        return;
    Differences values;
    Differences alone;
    compareLinks(cluster, own, values, alone);
    compareTotals(totals, cluster, own, values);
    if (values.count > 0)
        report.add({Severity::Loss, file, values.place, QStringLiteral("cluster.other-link-values"),
                    RS_MESSAGE("Sizes, times, bandwidths or transports of links in this file are not those of the "
                               "rank's own communication_matrix.json (the first one: %1): the cluster analysis was "
                               "made of other files, and the rank's own count."),
                    values.argument, values.count});
    if (alone.count > 0)
        report.add({Severity::Notice,
                    file,
                    alone.place,
                    QStringLiteral("cluster.other-links"),
                    RS_MESSAGE("Links that only one of this file and the rank's own communication_matrix.json has: the "
                               "cluster analysis was made of other files, and the rank's own are shown."),
                    {},
                    alone.count});
}

void noteGroupsOfOperators(const Run &run, ImportReport &report)
{
    const QString file = clusterFile(run, "communication_group");
    if (file.isEmpty() || run.cluster.groups.empty())
        return;
    const UsersOfDomains users = usersOfDomains(run);
    const std::map<QString, ListedDomain> listed = listedDomains(run.cluster.groups);
    Differences strangers;
    std::vector<QString> unlisted;
    for (const auto &[hash, ranks] : users) {
        const auto domain = listed.find(hash);
        if (domain == listed.end()) {
            unlisted.push_back(hash);
            continue;
        }
        for (const int rank : ranks) {
            if (!domain->second.ranks.empty() && !domain->second.ranks.contains(rank))
                strangers.add(Place::name(domain->second.name), QString::number(rank));
        }
    }
    if (strangers.count > 0)
        report.add({Severity::Notice, file, strangers.place, QStringLiteral("groups.no-member"),
                    RS_MESSAGE("Ranks that communicate in a domain of which they are no members by this file (the "
                               "first one is rank %1): the domain may be shown with wrong members."),
                    strangers.argument, strangers.count});
    if (unlisted.empty())
        return;
    std::vector<QString> unused;
    for (const auto &[hash, domain] : listed) {
        if (!users.contains(hash))
            unused.push_back(domain.name);
    }
    report.add({Severity::Notice,
                file,
                {},
                QStringLiteral("groups.no-entry"),
                RS_MESSAGE("Communication domains of operators that have no entry in this file, against entries of no "
                           "operator (%1): this file says neither their members nor their names."),
                fewOf(unlisted) + QStringLiteral(" ≠ ") + fewOf(unused),
                static_cast<qint64>(unlisted.size())});
}

} // namespace rs
