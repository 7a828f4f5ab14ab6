// SPDX-License-Identifier: Apache-2.0
#include "importers/json/clusterdomains.h"

#include "importers/json/commrecords.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace rs {

namespace {

constexpr int toldDigits = 1000; ///< digits of a hash in the names of operators

// "(3, 0, 1)" and a line break; nothing where that is no list of ranks.
std::optional<std::vector<int>> ranksIn(const QString &above)
{
    const QString text = above.trimmed();
    if (text.size() < 3 || !text.startsWith(u'(') || !text.endsWith(u')'))
        return std::nullopt;
    std::vector<int> out;
    for (const QString &part : text.mid(1, text.size() - 2).split(u',')) {
        const QString number = part.trimmed();
        if (number.isEmpty())
            continue;
        out.push_back(rankOfText(number));
        if (out.back() < 0)
            return std::nullopt;
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out.empty() ? std::nullopt : std::optional(std::move(out));
}

// "hcom_allReduce__822_0_1": 822.
std::optional<int> endOfHash(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("^hcom_[A-Za-z]+__(\\d{1,3})_"));
    const QRegularExpressionMatch found = form.match(name);
    return found.hasMatch() ? std::optional(found.capturedView(1).toInt()) : std::nullopt;
}

void addFitting(const std::set<QString> &hashes, std::optional<int> end, QStringList &out)
{
    for (const QString &hash : hashes) {
        bool isNumber = false;
        const quint64 value = hash.toULongLong(&isNumber);
        if (!end || !isNumber || value % toldDigits == static_cast<quint64>(*end))
            out << hash;
    }
}

} // namespace

ClusterDomains::ClusterDomains(const std::vector<GroupInfo> &groups) : m_areDescribed(!groups.empty())
{
    for (const GroupInfo &g : groups) {
        Ranks ranks = g.globalRanks;
        std::ranges::sort(ranks);
        if (!ranks.empty() && !g.hash.isEmpty())
            m_hashes[std::move(ranks)].insert(g.hash);
    }
}

void ClusterDomains::learn(const QString &above, const QString &hash)
{
    if (hash == m_learntHash && above == m_learntAbove)
        return;
    m_learntHash = hash;
    m_learntAbove = above;
    m_learnt.insert(above);
    if (const auto ranks = ranksIn(above); ranks && m_hashes[*ranks].insert(hash).second)
        m_ofMembers.clear();
}

bool ClusterDomains::namesRanks(const QString &above)
{
    return ranksIn(above).has_value();
}

QString ClusterDomains::hashOf(const QString &above, const QString &name, std::initializer_list<int> ranks)
{
    const std::optional<int> end = endOfHash(name);
    const std::optional<Ranks> of = ranksIn(above);
    if (!of) {
        // One rank without any of the hash is a member of too many.
        return end || ranks.size() > 1 ? ofMembers(end, ranks) : QString();
    }
    QStringList fitting;
    if (const auto known = m_hashes.find(*of); known != m_hashes.end())
        addFitting(known->second, end, fitting);
    // Groups of these ranks that are known, and are not it, are others.
    if (fitting.isEmpty()) {
        m_byRanks.insert(*of);
        return rankSetName(*of);
    }
    return fitting.size() == 1 ? fitting.front() : QString();
}

QString ClusterDomains::ofMembers(std::optional<int> end, const Ranks &members)
{
    const auto [at, isNew] = m_ofMembers.try_emplace({end, members});
    if (!isNew)
        return at->second;
    QStringList fitting;
    for (const auto &[ranks, hashes] : m_hashes) {
        if (std::ranges::all_of(members, [&all = ranks](int r) { return std::ranges::binary_search(all, r); }))
            addFitting(hashes, end, fitting);
    }
    if (fitting.size() == 1)
        at->second = fitting.front();
    return at->second;
}

std::vector<GroupInfo> ClusterDomains::undescribed() const
{
    std::vector<GroupInfo> out;
    const auto add = [&out](const QString &hash, const Ranks &ranks) {
        GroupInfo &g = out.emplace_back();
        g.hash = hash;
        g.globalRanks = ranks;
    };
    for (const Ranks &ranks : m_byRanks)
        add(rankSetName(ranks), ranks);
    if (m_areDescribed)
        return out;
    for (const auto &[ranks, hashes] : m_hashes) {
        for (const QString &hash : hashes)
            add(hash, ranks);
    }
    return out;
}

void NamelessTotals::add(const QString &above, size_t row)
{
    if (m_spans.empty() || m_spans.back().behind != row || m_spans.back().above != above)
        m_spans.push_back({above, row, row});
    ++m_spans.back().behind;
}

void NamelessTotals::settle(ClusterDomains &domains, MatrixLinksBuilder &links, const QString &file,
                            ImportReport &report) const
{
    qint64 known = 0;
    qint64 unknown = 0;
    for (const Span &span : m_spans) {
        // A domain of a thousand ranks has a million links.
        std::optional<QString> ofAll;
        if (ClusterDomains::namesRanks(span.above))
            ofAll = domains.hashOf(span.above, QString(), {});
        // If operators of the same ranks name their groups, the total repeats these operators.
        const bool isSum = domains.hasLearnt(span.above);
        for (size_t row = span.first; row < span.behind; ++row) {
            const MatrixLinkRef link = links[row];
            const QString hash =
                ofAll ? *ofAll : domains.hashOf(span.above, QString(), {link.source(), link.destination()});
            if (!hash.isEmpty())
                links.setGroup(row, hash);
            if (!isSum)
                ++(hash.isEmpty() ? unknown : known);
        }
    }
    noteNamelessOperators(known, unknown, file, report);
}

void noteNamelessOperators(qint64 known, qint64 unknown, const QString &file, ImportReport &report)
{
    if (known > 0)
        report.add(Severity::Info, file, "cluster.group-by-ranks",
                   RS_MESSAGE("Operators and links whose keys name no domain (no @ with its hash) belong to the "
                              "only domain of their ranks, or to a domain named by its ranks."),
                   {}, {}, known);
    if (unknown > 0)
        report.add(
            Severity::Notice, file, "cluster.group-unknown",
            RS_MESSAGE("Operators and links whose keys name no domain (no @ with its hash) have no communication "
                       "domain: several domains have their ranks, or the file does not name their ranks."),
            {}, {}, unknown);
}

} // namespace rs
