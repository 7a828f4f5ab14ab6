// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domainchoice.h"

#include "analysis/ranks/collectives.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <optional>
#include <set>

namespace rs {

namespace {

const QStringList &purposes()
{
    static const QStringList all{QStringLiteral("tp"), QStringLiteral("pp"), QStringLiteral("dp"), QStringLiteral("cp"),
                                 QStringLiteral("ep")};
    return all;
}

const QString &collectiveKindName()
{
    static const QString name = QStringLiteral("collective");
    return name;
}

const QString &p2pKindName()
{
    static const QString name = QStringLiteral("p2p");
    return name;
}

} // namespace

QString purposeOf(const Domain &domain)
{
    const auto last = std::ranges::find_if(domain.pgName, [](QChar c) { return !c.isLetter(); });
    QString first = domain.pgName.left(last - domain.pgName.begin()).toLower();
    return purposes().contains(first) ? first : QString();
}

const QStringList &domainKinds()
{
    static const QStringList all = purposes() + QStringList{collectiveKindName(), p2pKindName()};
    return all;
}

bool isOfKind(const Domain &domain, const QString &kind)
{
    if (kind == p2pKindName())
        return domain.p2p;
    return kind == collectiveKindName() ? !domain.p2p : !kind.isEmpty() && purposeOf(domain) == kind;
}

DomainChoice::DomainChoice(const std::vector<Domain> &all, const QString &text) : m_text(text), m_label(text)
{
    if (text.isEmpty())
        return;
    std::vector<const Domain *> chosen;
    if (domainKinds().contains(text) &&
        std::ranges::none_of(all, [&text](const Domain &d) { return d.label() == text || d.communicator() == text; })) {
        for (const Domain &d : all) {
            if (isOfKind(d, text))
                chosen.push_back(&d);
        }
    }
    if (chosen.empty()) {
        if (const Domain *const named = findDomain(all, text)) {
            chosen.push_back(named);
            m_label = named->label();
        }
    }
    m_isKnown = !chosen.empty();
    m_areRanksKnown = m_isKnown;
    for (const Domain *const d : chosen) {
        m_hashes.insert(d->hash);
        m_last = d->hash;
        m_labels.insert(d->label());
        m_ranks.unite(QSet<int>(d->ranks.begin(), d->ranks.end()));
        m_areRanksKnown = m_areRanksKnown && d->ranksKnown;
    }
    if (!m_isKnown) {
        m_hashes.insert(text);
        m_labels.insert(text);
        m_last = text;
    }
}

QString domainLabel(const DomainIndex &known, const QString &hash, const Trace &trace, LaneId lane)
{
    return known.find(hash) ? known.label(hash) : trace.laneLabel(lane);
}

bool isChosen(const DomainChoice &choice, const DomainIndex &known, const QString &hash, const Trace &trace,
              LaneId lane)
{
    return choice.has(hash) || (!known.find(hash) && choice.has(trace.laneLabel(lane)));
}

QStringList unknownDomains(const Run &run, const JobContext &job)
{
    const DomainIndex known(run, job);
    std::set<QString> lanes;
    std::set<QString> keys;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        std::vector<CollectiveSequence> sequences = collectiveSequences(*rank, job);
        nameDomains(sequences, known.all(), rank->info.rank);
        for (const CollectiveSequence &s : sequences) {
            if (known.find(s.domain))
                continue;
            keys.insert(s.domain);
            std::optional<LaneId> last;
            for (const CollectiveOp &op : s.ops) {
                if (op.lane != last)
                    lanes.insert(rank->trace->laneLabel(op.lane));
                last = op.lane;
            }
        }
    }
    QStringList out(lanes.begin(), lanes.end());
    out.append(QStringList(keys.begin(), keys.end()));
    return job.isCanceled() ? QStringList() : out;
}

} // namespace rs
